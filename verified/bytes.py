"""Checks scripts of `proofs/` from their own bytes: `bytes.py [--limit N] [--work N] [--filbert PROGRAM] [--seconds N] [--check] [--write]
[SCRIPT..]`

`filbert prove --certify DIR --answers` writes a certificate for a script, and filbert-verified, whose reader is extracted from Coq, checks
the bytes with it.
The filbert is that of the release build, or PROGRAM.
A row for each script says how many of its statements are accepted so, the seconds of both programs, and why the others are not.
SCRIPT is a path below `proofs/`; without one, all are tried. `accepted.tsv` has a line for each statement: its script, its name, `checked`
or why it is not accepted, and the hash of what it rests on. With --check it is an error if a statement that is `checked` there is not
accepted, or rests on something else; --write changes it.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from scripts import statements_of

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(HERE, "build")
FILBERT = os.path.join(HERE, "..", "target", "release", "filbert")
PROOFS = os.path.realpath(os.path.join(HERE, "..", "proofs"))
ACCEPTED = os.path.join(HERE, "accepted.tsv")
HEAD = "# Written by `bytes.py --write`: script, statement, `checked` or why it is not, and the hash of what it rests on.\n"

# What is tried: members of sets of one automaton, and for each way to rewrite a statement in all, with letters. More for scripts that
# need it.
LIMIT, WORK = 100000, 1000000
MORE_WORK = 20000000
LIMITS = {
    **dict.fromkeys("""
cubic/cubic2.prf cubic/remark4.prf cubic/remark5.prf cubic/theorem10.prf cubic/word1.prf cubic/word2.prf cubic/wythoff.prf
cubic/wythoff4_to_7.prf library/functions.prf library/games.prf library/words.prf splithoff/needed.prf splithoff/section9.prf
splithoff/tribonacci.prf tribonacci_game/fibonacci.prf tribonacci_game/p_positions.prf tribonacci_game/positions.prf
tribonacci_game/word.prf wythoff/g.prf wythoff/k0.prf wythoff/k1.prf wythoff/k2.prf wythoff/k3.prf wythoff/k4.prf wythoff/misere.prf
wythoff/moves.prf wythoff/w3.prf wythoff/w4.prf wythoff/words.prf""".split(), (300000, MORE_WORK)),
    "wythoff/types.prf": (30000, MORE_WORK),
    "wythoff/spectrum.prf": (1500000, 10000000),
    "wythoff/w2.prf": (1000000, MORE_WORK),
    "tribonacci_game/game.prf": (1200000, MORE_WORK),
    "wythoff/k5_to_k12.prf": (1500000, MORE_WORK),
    "splithoff/splithoff.prf": (3000000, MORE_WORK),
    **dict.fromkeys("""queens/representations.prf cubic/cubic4.prf cubic/needed2.prf wythoff/all_l_t2.prf wythoff/all_l_t3.prf""".split(),
                    (20000, 400000)),
    "splithoff/quadribonacci.prf": (1500000, 4000000),
    "splithoff/splithoff2.prf": (600000, 5000000),
    "splithoff/pentabonacci.prf": (300000, 1000000),
    **dict.fromkeys("""cubic/positions3.prf cubic/needed3.prf cubic/cubic3.prf cubic/word3.prf cubic/word4.prf""".split(), (300000, 6000000)),
    "queens/columns.prf": (300000, 2000000),
    "queens/conjecture26.prf": (300000, MORE_WORK),
    **dict.fromkeys(["wythoff/hofstadter.prf", "wythoff/lambda.prf", "wythoff/redundant.prf"], (1500000, MORE_WORK)),
    **dict.fromkeys(["cubic/needed4.prf", "cubic/positions4.prf"], (1000000, MORE_WORK)),
    **dict.fromkeys("""queens/table.prf sequences/anti_recurrences.prf splithoff/additive.prf splithoff/additive4.prf splithoff/stages.prf
tribonacci_game/quadribonacci.prf""".split(), (300000, 4000000)),
    "queens/spiral.prf": (300000, 6000000),
}


def folders(path, seen):
    """The folders of the files that a script includes, but for its own."""
    seen.add(path)
    with open(path, "rb") as file:
        included = re.findall(rb'^include +"([^"]+)"', file.read(), re.M)
    found, own = set(), os.path.dirname(path)
    for name in included:
        other = os.path.realpath(os.path.join(own, name.decode()))
        if other not in seen and os.path.exists(other):
            found |= {os.path.dirname(other)} | folders(other, seen)
    return found - {own}


def certify(path, folder, filbert=FILBERT, options=()):
    """The command that writes the certificate of a script into a folder, without those of what it includes."""
    places = [word for other in sorted(folders(path, set())) for word in ("--in", other)]
    return [filbert, "prove", path, "-q", "--certify", folder, "--plain", "--answers", "--confined", *places, *options]


def certificate_in(folder, path):
    """Where the certificate of a script is then."""
    return os.path.join(folder, os.path.basename(path) + ".cert")


def found(path, filbert=FILBERT):
    """A certificate of a script, without limits."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(certify(path, folder, filbert), capture_output=True, check=True)
        with open(certificate_in(folder, path)) as file:
            return file.read()


def command_of(path, certificate):
    """The command that checks a script with a certificate."""
    return [os.path.join(BUILD, "filbert-verified"), "--script", path, certificate]


def accepted(path, filbert=FILBERT, limit=LIMIT, work=WORK, seconds=600):
    """What is accepted of a script and what is left out, by name, and the seconds of both programs; None if the checker rejects what
    was found. What is found in the time is kept."""
    with tempfile.TemporaryDirectory() as folder:
        certificates = os.path.join(folder, "certificates")
        began = time.time()
        find = certify(path, certificates, filbert, ["--answer-members", str(limit), "--answer-work", str(work)])
        with open(os.path.join(folder, "said"), "w+") as errors:
            search = subprocess.Popen(find, stdout=subprocess.DEVNULL, stderr=errors)
            try:
                search.wait(seconds)
            except subprocess.TimeoutExpired:
                # As a user would end it.
                search.send_signal(signal.SIGINT)
                search.wait()
            errors.seek(0)
            said = errors.read()
        middle = time.time()
        answer = subprocess.run(command_of(path, certificate_in(certificates, path)), capture_output=True, text=True)
        if answer.returncode:
            return None, said[-300:] + answer.stdout[-300:] + answer.stderr[-300:], (0, 0)
        names = re.findall(r"^(\S+) +checked$", answer.stdout, re.M)
        return names, dict(re.findall(r"^note: no answers for (\S+): (.*)$", said, re.M)), (middle - began, time.time() - middle)


def recorded():
    """What accepted.tsv says: for each statement, by script and name, the verdict and the hash of what it rests on."""
    if not os.path.exists(ACCEPTED):
        return {}
    with open(ACCEPTED, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {(row[0], row[1]): (row[2], row[3]) for row in rows}


def scripts():
    paths = glob.glob(os.path.join(PROOFS, "*", "*.prf"))
    return sorted(os.path.relpath(path, PROOFS) for path in paths)


def path_of(script):
    return os.path.realpath(os.path.join(PROOFS, script))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--work", type=int)
    parser.add_argument("--seconds", type=int, default=1800)
    parser.add_argument("--filbert", default=FILBERT)
    parser.add_argument("--check", action="store_true", help="it is an error if what accepted.tsv has is not accepted")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("scripts", nargs="*")
    arguments = parser.parse_args()

    def run(script):
        limit, work = LIMITS.get(script, (LIMIT, WORK))
        return accepted(path_of(script), arguments.filbert, arguments.limit or limit, arguments.work or work, arguments.seconds)

    known, wrong, total = recorded(), 0, collections.Counter()
    given = arguments.scripts or scripts()
    # A script on each core: it is the programs that work.
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    for script, (names, left, seconds) in zip(given, pool.map(run, given)):
        own = {one.name: one.rests_on for one in statements_of(path_of(script))}
        if names is None:
            print(f"{script}: rejected: {left}", flush=True)
            wrong += 1
            continue
        verdicts = {name: "checked" if name in names else left.get(name, "not read") for name in own}
        why = collections.Counter(verdict for verdict in verdicts.values() if verdict != "checked")
        before = {name: rests for (of, name), (verdict, rests) in known.items() if of == script and verdict == "checked"}
        lost = [name for name, rests in before.items() if verdicts.get(name) != "checked" or rests != own[name]]
        good = len(own) - sum(why.values())
        total.update(why, checked=good)
        print(f"| `{script}` | {good} of {len(own)} | {seconds[0]:.1f} s | {seconds[1]:.1f} s | "
              f"{', '.join(f'{n} {what}' for what, n in sorted(why.items()))} |{' lost: ' if lost else ''}{' '.join(lost)}", flush=True)
        wrong += bool(arguments.check and lost)
        known = {key: value for key, value in known.items() if key[0] != script}
        known.update({(script, name): (verdict, own[name]) for name, verdict in verdicts.items()})
    print(f"{total.pop('checked', 0)} accepted, {', '.join(f'{n} {what}' for what, n in sorted(total.items()))}")
    if arguments.write:
        with open(ACCEPTED, "w", encoding="utf-8") as file:
            file.write(HEAD + "".join(f"{script}\t{name}\t{verdict}\t{rests}\n" for (script, name), (verdict, rests) in sorted(known.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
