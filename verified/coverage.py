"""Checks the theorems of scripts in `proofs/`: translates, finds answers, has filbert-verified check them, and prints a row for
each script as in the table of docs/verified.md.

    coverage.py [--limit N] [--work N] [--check] [--write] [SCRIPT..]

SCRIPT is a path below `proofs/`, as `wythoff/k0.prf`; without one, all of the table and of `covered.tsv`. This file, of which
`filbert status` makes a column, has the script, the name, `checked` or what is missing, and the hash of what it rests on, for
each theorem. With --check it is an error if that is not what is found, or fewer theorems are checked than the table says.
--write changes covered.tsv. Limits are those of filbert-elaborate.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

from narrow import named, narrowed

# What is tried: members of sets of one automaton, and for one theorem in all, with letters. More for scripts that need it.
LIMIT, WORK = 100000, 1000000
MORE = {"wythoff/w2.prf": 1000000, "wythoff/k5_to_k12.prf": 1500000, "splithoff/splithoff.prf": 3000000,
        "tribonacci_game/game.prf": 1200000,
        **dict.fromkeys("""
cubic/cubic2.prf cubic/remark4.prf cubic/remark5.prf cubic/theorem10.prf cubic/word1.prf cubic/word2.prf cubic/word3.prf
cubic/wythoff.prf cubic/wythoff4_to_7.prf library/functions.prf library/games.prf library/words.prf splithoff/needed.prf
splithoff/section9.prf splithoff/tribonacci.prf tribonacci_game/fibonacci.prf tribonacci_game/p_positions.prf
tribonacci_game/positions.prf tribonacci_game/word.prf wythoff/g.prf wythoff/k0.prf wythoff/k1.prf wythoff/k2.prf
wythoff/k3.prf wythoff/k4.prf wythoff/misere.prf wythoff/moves.prf wythoff/w3.prf wythoff/w4.prf
wythoff/words.prf""".split(), 300000),
        "wythoff/types.prf": 30000, "wythoff/spectrum.prf": 30000, "wythoff/hofstadter.prf": 30000}
MORE_WORK = 20000000

HERE = os.path.dirname(os.path.abspath(__file__))
# It is asked for kernels that are neither given nor stored.
FILBERT = os.path.join(HERE, "..", "target", "release", "filbert")
PAGE = os.path.join(HERE, "..", "docs", "verified.md")
COVERED = os.path.join(HERE, "covered.tsv")
HEAD = ("# Written by `coverage.py --write`: script, theorem, `checked` or what is missing, and the hash of what it rests on.\n"
        "# `make -C verified long` checks it.\n")


def table():
    """The theorems of each script that are checked, and all, as the page says."""
    with open(PAGE) as file:
        rows = re.findall(r"^\| `([\w/]+\.prf)` \| (\d+) of (\d+) \|", file.read(), re.M)
    return {script: (int(done), int(of)) for script, done, of in rows}


def covered():
    """The verdict of each theorem in covered.tsv, and the hash of what it rests on."""
    with open(COVERED) as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {(script, name): (verdict, rests_on) for script, name, verdict, rests_on in rows}


def run(*command, **more):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def said(path):
    """The commands of a script or of a certificate, and the measures of kernels, without other answers."""
    with open(path) as file:
        lines = [line.split() for line in file]
    found, i = [], 0
    while i < len(lines):
        length = 1
        if lines[i] and lines[i][0] in ("system", "automaton", "define", "kernel", "theorem"):
            length += int(lines[i][2]) if lines[i][0] == "automaton" else 0
            found.append(lines[i : i + length])
        elif lines[i] and lines[i][0] == "measure":
            found[-1].append(lines[i])
        i += length
    return found


def says_the_same(script, certificate):
    """Whether a certificate has the commands of a script, some theorems left out: what found the answers is not trusted.

    A relation that was too large is empty there, and nothing that is there names it. A kernel has a measure, the one of the
    script if that has one."""
    there = iter(said(certificate))
    command, lost, count = next(there, None), set(), -1
    for one in said(script):
        kind = one[0][0]
        if command is not None and one == command[: len(one)]:
            if kind != "automaton" and named(one[0][2:]) & lost:
                return False
            command = next(there, None)
        elif kind in ("define", "kernel"):
            width = int(one[0][1 if kind == "define" else 2])
            if command != [["automaton", str(width), "1"], ["0", "1", *["0"] * width, "1"]]:
                return False
            lost.add(count)
            command = next(there, None)
        elif kind != "theorem":
            return False
        count += kind != "theorem"
    return command is None


def cover(script, limit, work):
    """The verdict of each statement of a script, with the hash of what it rests on, bytes and seconds; None if the checker
    rejects what was found."""
    folder = os.path.join(HERE, "build", script.removesuffix(".prf"))
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(os.path.join(folder, "*")):
        os.remove(old)
    filbert = [FILBERT] if os.path.exists(FILBERT) else []
    translate = [sys.executable, os.path.join(HERE, "translate.py")]
    translated = run(*translate, os.path.join(HERE, "..", "proofs", script), folder, *filbert)
    if translated.returncode:
        sys.exit(translated.stderr)
    with open(os.path.join(folder, "theorems")) as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    # What a script includes is that of another row.
    rows = [row for row in rows if row[0] == script]
    checked, size, seconds = set(), 0, 0.0
    for path in sorted(glob.glob(os.path.join(folder, "*.script"))):
        with open(path) as file:
            own = narrowed(file.read(), {row[4] for row in rows})
        with open(path, "w") as file:
            file.write(own)
        if not own:
            continue
        certificate = path.removesuffix(".script") + ".certificate"
        with open(certificate, "w") as file:
            program = os.path.join(HERE, "build", "filbert-elaborate")
            find = [program, "--limit", str(limit), "--work", str(work), path]
            found = subprocess.run(find, stdout=file, stderr=subprocess.PIPE, text=True)
        sys.stderr.write(found.stderr)
        answer = run(os.path.join(HERE, "build", "filbert-verified"), certificate)
        hold = re.search(r"^\d+ theorems hold +([\d.]+) s", answer.stdout, re.M)
        if found.returncode or answer.returncode or not hold or not says_the_same(path, certificate):
            print(f"{certificate}: {found.stderr[-200:]}{answer.stdout[-200:]}{answer.stderr[-200:]}")
            return None
        seconds += float(hold[1])
        checked |= set(re.findall(r"^(\S+) +checked ", answer.stdout, re.M))
        size += os.path.getsize(certificate)
    verdict = lambda why, label: why or ("checked" if label in checked else "too large")
    verdicts = {(origin, name): (verdict(why, label), rests_on) for origin, name, why, rests_on, label in rows}
    return verdicts, size, seconds


def limits(script, arguments):
    limit, work = (MORE[script], MORE_WORK) if script in MORE else (LIMIT, WORK)
    return arguments.limit or limit, arguments.work or work


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--work", type=int)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("scripts", nargs="*")
    arguments = parser.parse_args()
    pages, stored, found = table(), covered(), {}
    wrong = 0
    scripts = arguments.scripts or list(dict.fromkeys([*pages, *[script for script, _ in stored]]))
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    results = pool.map(lambda script: cover(script, *limits(script, arguments)), scripts)
    for script, result in zip(scripts, results):
        if result is None:
            wrong += 1
            continue
        verdicts, size, seconds = result
        done, of = sum(verdict == "checked" for verdict, _ in verdicts.values()), len(verdicts)
        print(f"| `{script}` | {done} of {of} | {(size + 999) // 1000} kB | {seconds:.1f} s |", flush=True)
        found.update(verdicts)
        # The page has no row for scripts of which nothing is checked.
        said = pages.get(script, (0, of))
        if arguments.check and (done < said[0] or of != said[1] or done and script not in pages):
            print(f"docs/verified.md says {pages.get(script)}")
            wrong += 1
    if arguments.write:
        stored = covered()
        with open(COVERED, "w") as file:
            file.write(HEAD)
            file.writelines("\t".join([*key, *found]) + "\n" for key, found in sorted({**stored, **found}.items()))
    for key, verdict in found.items():
        known = stored.get(key, (None, None))
        matters = verdict[0] == "checked" or known[1] != verdict[1] or not arguments.scripts
        if arguments.check and verdict != known and matters:
            print(f"covered.tsv says {known} of {key[1]} in {key[0]}, and it is {verdict}")
            wrong += 1
    if arguments.check and not arguments.scripts:
        for script, name in sorted(set(stored) - set(found)):
            print(f"covered.tsv has {name} in {script}, which is not there")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
