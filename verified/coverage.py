"""Checks the theorems of scripts in `proofs/`: translates, finds answers, has filbert-verified check them, and prints a row for
each script as in the table of docs/verified.md.

    coverage.py [--limit N] [--check] [--write] [SCRIPT..]

SCRIPT is a path below `proofs/`, as `wythoff/k0.prf`; without one, those of the table. `covered.tsv`, of which `filbert status`
makes a column, has the script, the name, `checked` or what is missing, and the hash of what it rests on, for each theorem. With
--check it is an error if that is not what is found, or fewer theorems are checked than the table says. --write changes
covered.tsv. Limits are those of filbert-elaborate, members of sets of one automaton.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

# What some theorems need, where others take less.
LIMITS = {"wythoff/w2.prf": 1000000, "splithoff/splithoff.prf": 3000000, "tribonacci_game/game.prf": 1200000,
          "wythoff/types.prf": 30000, "wythoff/spectrum.prf": 30000, "wythoff/hofstadter.prf": 30000}
LIMIT = 300000

HERE = os.path.dirname(os.path.abspath(__file__))
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
    """The commands of a script or of a certificate, without answers."""
    with open(path) as file:
        lines = [line.split() for line in file]
    found, i = [], 0
    while i < len(lines):
        length = 1
        if lines[i] and lines[i][0] in ("system", "automaton", "define", "theorem"):
            length += int(lines[i][2]) if lines[i][0] == "automaton" else 0
            found.append(lines[i : i + length])
        i += length
    return found


def says_the_same(script, certificate):
    """Whether a certificate has the commands of a script, some theorems left out: what found the answers is not trusted."""
    there = iter(said(certificate))
    command = next(there, None)
    for one in said(script):
        if one == command:
            command = next(there, None)
        elif one[0][0] != "theorem":
            return False
    return command is None


def cover(script, limit):
    """The verdict of each theorem of a script and of what it includes, with the hash of what it rests on, bytes and seconds;
    None if the checker rejects what was found."""
    folder = os.path.join(HERE, "build", script.removesuffix(".prf"))
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(os.path.join(folder, "*")):
        os.remove(old)
    translated = run(sys.executable, os.path.join(HERE, "translate.py"), os.path.join(HERE, "..", "proofs", script), folder)
    if translated.returncode:
        sys.exit(translated.stderr)
    checked, size, seconds = set(), 0, 0.0
    for path in sorted(glob.glob(os.path.join(folder, "*.script"))):
        certificate = path.removesuffix(".script") + ".certificate"
        with open(certificate, "w") as file:
            program = os.path.join(HERE, "build", "filbert-elaborate")
            found = subprocess.run([program, "--limit", str(limit), path], stdout=file, stderr=subprocess.PIPE, text=True)
        sys.stderr.write(found.stderr)
        answer = run(os.path.join(HERE, "build", "filbert-verified"), certificate)
        hold = re.search(r"^\d+ theorems hold +([\d.]+) s", answer.stdout, re.M)
        if found.returncode or answer.returncode or not hold or not says_the_same(path, certificate):
            print(f"{certificate}: {found.stderr[-200:]}{answer.stdout[-200:]}{answer.stderr[-200:]}")
            return None
        seconds += float(hold[1])
        checked |= set(re.findall(r"^(\S+) +checked ", answer.stdout, re.M))
        size += os.path.getsize(certificate)
    with open(os.path.join(folder, "theorems")) as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    verdict = lambda why, label: why or ("checked" if label in checked else "too large")
    verdicts = {(origin, name): (verdict(why, label), rests_on) for origin, name, why, rests_on, label in rows}
    return verdicts, size, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("scripts", nargs="*")
    arguments = parser.parse_args()
    pages, stored, found = table(), covered(), {}
    wrong = 0
    scripts = arguments.scripts or list(pages)
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    results = pool.map(lambda script: cover(script, arguments.limit or LIMITS.get(script, LIMIT)), scripts)
    for script, result in zip(scripts, results):
        if result is None:
            wrong += 1
            continue
        verdicts, size, seconds = result
        done, of = sum(verdict == "checked" for verdict, _ in verdicts.values()), len(verdicts)
        print(f"| `{script}` | {done} of {of} | {(size + 999) // 1000} kB | {seconds:.1f} s |", flush=True)
        # What one script is too large for may be checked with another, which has a higher limit.
        for key, (verdict, rests_on) in verdicts.items():
            before = ("checked", rests_on)
            if found.get(key) != before:
                kept = verdict == "too large" and arguments.write and stored.get(key) == before
                found[key] = before if kept else (verdict, rests_on)
        if arguments.check and (script not in pages or done < pages[script][0] or of != pages[script][1]):
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
