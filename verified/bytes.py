"""Checks scripts of `proofs/` from their own bytes: `bytes.py [--limit N] [--work N] [--filbert PROGRAM] [--seconds N] SCRIPT..`

The reader that is extracted from Coq reads a script, filbert-elaborate finds answers, and filbert-verified checks the bytes with them.
A row for each script says how many of its statements are accepted so, how many by way of translate.py as covered.tsv says, and names
those that only one of them accepts. SCRIPT is a path below `proofs/`; without one, all in covered.tsv.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile
import time

from coverage import HERE, FILBERT, LIMIT, MORE, MORE_WORK, WORK, covered

SHIPPED = os.path.join(HERE, "..", "automata")


def kernels(path, folder, filbert):
    """Asks filbert for the kernels of a script that are not given: they are hints."""
    with open(path, encoding="utf-8") as file:
        names = re.findall(r"^\s*kernel\s+(\w+)\s+of\s+\w+\s*[;:]", file.read(), re.M)
    for name in names:
        command = [filbert, "show", "$" + name, "--in", path, "--as", "walnut"]
        shown = subprocess.run(command, capture_output=True, text=True)
        if shown.returncode == 0:
            with open(os.path.join(folder, name + ".txt"), "w") as file:
                file.write(shown.stdout)


def accepted(path, filbert=None, limit=LIMIT, work=WORK, seconds=120):
    """What is accepted of a script, by name, with what the programs print and the seconds of both; None for the names if the checker
    rejects what was found."""
    with tempfile.TemporaryDirectory() as folder:
        if filbert:
            kernels(path, folder, filbert)
        certificate = os.path.join(folder, "certificate")
        began = time.time()
        find = [os.path.join(HERE, "build", "filbert-elaborate"), "--limit", str(limit), "--work", str(work),
                "--script", SHIPPED, "--kernels", folder, path]
        try:
            with open(certificate, "w") as file:
                found = subprocess.run(find, stdout=file, stderr=subprocess.PIPE, text=True, timeout=seconds)
            middle = time.time()
            check = [os.path.join(HERE, "build", "filbert-verified"), "--script", path, SHIPPED, certificate]
            answer = subprocess.run(check, capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return [], f"more than {seconds} seconds", (seconds, 0)
        if found.returncode or answer.returncode:
            return None, found.stderr[-300:] + answer.stdout[-300:] + answer.stderr[-300:], (0, 0)
        names = re.findall(r"^(\S+) +checked$", answer.stdout, re.M)
        return names, found.stderr, (middle - began, time.time() - middle)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--work", type=int)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--filbert", default=FILBERT if os.path.exists(FILBERT) else None)
    parser.add_argument("--all", action="store_true", help="it is an error if what translate.py leads to is not accepted")
    parser.add_argument("scripts", nargs="*")
    arguments = parser.parse_args()
    known = collections.defaultdict(dict)
    for (script, name), (verdict, _) in covered().items():
        known[script][name] = verdict
    wrong, total = 0, collections.Counter()
    for script in arguments.scripts or known:
        limit, work = (MORE[script], MORE_WORK) if script in MORE else (LIMIT, WORK)
        path = os.path.realpath(os.path.join(HERE, "..", "proofs", script))
        names, said, seconds = accepted(path, arguments.filbert, arguments.limit or limit, arguments.work or work, arguments.seconds)
        if names is None:
            print(f"{script}: rejected: {said}", flush=True)
            wrong += 1
            continue
        # Kernels of files that are included are theirs.
        here = {name for name in names if name in known[script]} if script in known else set(names)
        there = {name for name, verdict in known[script].items() if verdict == "checked"}
        total.update(bytes=len(here), translated=len(there), both=len(here & there), of=len(known[script]))
        only = [f"+{name}" for name in sorted(here - there)] + [f"-{name}" for name in sorted(there - here)]
        print(f"| `{script}` | {len(here)} of {len(known[script])} | {len(there)} | {seconds[0]:.1f} s | {seconds[1]:.1f} s | "
              f"{' '.join(only)}{said if not names else ''}", flush=True)
        wrong += bool(arguments.all and there - here)
    print(f"{total['bytes']} of {total['of']} from their bytes, {total['translated']} by way of translate.py, {total['both']} both")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
