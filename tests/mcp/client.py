"""A conversation with `filbert mcp` through the client library of the protocol: each call, and what comes back.

    python client.py FILBERT > transcript.txt

Results do not depend on the machine, so that the transcript is the same each time.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

THUE_MORSE = [bin(n).count("1") % 2 for n in range(256)]
EVEN = 'def even "Ey x=2*y":'
NIM = 'game Pair "p,q -> r,s : (r<p & s=q) | (r=p & s<q)":\nkernel P of Pair:\ntheorem equal "Ap,q $P(p,q) <=> p=q":'
SHIFTED = 'word W "0->01 1->1011":\ntheorem shifted "W[n+1] is fixed by 0->10 1->1101":'

# The tool and its arguments: right, wrong, over a limit, hostile.
CALLS = [
    ("eval", {"statement": "?msd_fib Ax,y x+y=y+x"}),
    ("eval", {"statement": "Ax Ey x=2*y"}),
    ("eval", {"statement": "?msd_fib Ex $phin(x,x+3)"}),
    ("eval", {"statement": "$even(x)", "script": EVEN}),
    ("eval", {"statement": "Ax $even(x+x)", "script": EVEN}),
    ("eval", {"statement": "bounds n*phi - phin(n) in [0,1)"}),
    ("eval", {"statement": "?msd_fib $phn(x,3)"}),
    ("eval", {"statement": "x <"}),
    ("eval", {}),
    ("eval", {"statment": "x=1"}),
    ("eval", {"statement": 3}),
    ("eval", {"statement": "?msd_fib Ea,b,c,d,e,f a+b+c=d+e+f & TR[a]=@1", "seconds": 0}),
    # Over the limit of the call.
    ("eval", {"statement": "?msd_trib Ai,j,n En1,m (At t<n => TR[i+t]=TR[j+m+t+n1])", "seconds": 0.01}),
    ("prove", {"script": NIM}),
    ("prove", {"script": SHIFTED}),
    ("prove", {"script": 'theorem a "Ax x=x":\ntheorem b "Ax x=1":\ntheorem c "x <":'}),
    ("prove", {"script": 'include "shared.prf":\ntheorem t "Ax $even(2*x)":', "files": {"shared.prf": EVEN}}),
    ("prove", {"script": 'theorem a "1=1":\ntheorem b "1=2":', "only": "a"}),
    ("prove", {"script": 'include "/etc/passwd":\ntheorem t "1=1":'}),
    ("prove", {"script": 'use "..":\ntheorem t "1=1":'}),
    ("prove", {"script": 'sequence s from "/etc/passwd":'}),
    ("eval", {"statement": "1=1", "files": {"../up.prf": EVEN}}),
    ("eval", {"statement": "1=1", "files": {"script.prf": EVEN}}),
    ("values", {"of": "TR", "count": 12}),
    ("values", {"of": "ones", "count": 12, "script": 'sequence ones n "?msd_2 i<n & T[i]=@1":'}),
    ("values", {"of": "?msd_fib Ey x=2*y", "count": 5}),
    ("values", {"of": "nothing"}),
    ("show", {"what": "T"}),
    ("show", {"what": "$phin", "as": "svg"}),
    ("show", {"what": "msd_trib"}),
    ("show", {"what": "T", "as": "painting"}),
    ("guess", {"system": "2", "values": THUE_MORSE}),
    ("guess", {"system": "2", "values": [n * n for n in range(40)], "sequence": True, "name": "squares"}),
    ("guess", {"system": "2", "values": ["many"]}),
    ("explain_error", {"script": EVEN, "statement": "Ax $evn(2*x) &"}),
    ("explain_error", {"script": 'theorem t "Ax,y x==x":'}),
    ("explore", {"name": "K0"}),
    ("explore", {"name": "P", "script": NIM}),
    ("explore", {"name": "nothing"}),
    ("certificate", {"script": 'theorem t "?msd_fib Ax x<x+1":'}),
]


def shown(result):
    return json.dumps(result.model_dump(mode="json", by_alias=True, exclude_none=True), indent=1, sort_keys=True)


def shortened(arguments):
    text = json.dumps(arguments)
    return text if len(text) < 200 else text[:200] + ".."


async def converse(program):
    server = StdioServerParameters(command=program, args=["mcp", "--timeout", "60s"])
    heard = []

    async def hear(progress, total, message):
        heard.append(message)

    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        print(">>> initialize", shown(await session.initialize()), sep="\n")
        tools = await session.list_tools()
        print(">>> tools/list", *(f"{tool.name}: {sorted(tool.input_schema['properties'])}" for tool in tools.tools), sep="\n")
        resources = await session.list_resources()
        print(">>> resources/list", *(str(one.uri) for one in resources.resources), sep="\n")
        for uri in ["filbert://docs/language", "filbert://docs/nothing", "file:///etc/passwd"]:
            try:
                text = (await session.read_resource(uri)).contents[0].text
                print(f">>> resources/read {uri}", text.splitlines()[0], sep="\n")
            except Exception as why:
                print(f">>> resources/read {uri}", why, sep="\n")
        for name, arguments in CALLS:
            result = await session.call_tool(name, arguments)
            # What a step is when its time is over is another one each time.
            is_timed = isinstance(arguments.get("seconds"), float)
            said = result.structured_content["verdict"] if is_timed else shown(result)
            if name == "certificate":
                said = "\n".join(sorted(result.structured_content["files"]))
            print(f">>> {name} {shortened(arguments)}", said, sep="\n")
        try:
            await session.call_tool("destroy", {})
        except Exception as why:
            print(">>> destroy", why, sep="\n")
        # Progress is told each second; the call ends with its time.
        slow = {"statement": "?msd_trib Ax Ey Az Eu Av Ew TR[x+y+z]=TR[u+v+w] & TR[x+z+v]=TR[y+u+w]"}
        result = await session.call_tool("eval", slow | {"seconds": 3}, progress_callback=hear)
        print(">>> eval, slow", result.structured_content["verdict"], "progress" if heard else "silence", sep="\n")
        # Cancelled: the server goes on, and does not answer.
        task = asyncio.create_task(session.call_tool("eval", slow))
        await asyncio.sleep(0.3)
        task.cancel()
        try:
            await task
        except asyncio.CancelledError:
            print(">>> cancelled")
        print(">>> eval after that", shown(await session.call_tool("eval", {"statement": "2+2=4"})), sep="\n")


asyncio.run(converse(sys.argv[1]))
