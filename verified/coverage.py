"""Checks the theorems of scripts in `proofs/`: translates, finds answers, has filbert-verified check them, and prints a row for
each script as in the table of docs/verified.md.

    coverage.py [--limit N] [--check] [SCRIPT..]

SCRIPT is a path below `proofs/`, as `wythoff/k0.prf`; without one, those of the table. With --check it is an error if more
theorems are missing than the table says. Limits are those of filbert-elaborate, members of sets of one automaton.
"""
import argparse
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "docs", "verified.md")


def table():
    """The theorems of each script that are checked, and all, as the page says."""
    with open(PAGE) as file:
        rows = re.findall(r"^\| `([\w/]+\.prf)` \| (\d+) of (\d+) \|", file.read(), re.M)
    return {script: (int(done), int(of)) for script, done, of in rows}


def run(*command, **more):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def cover(script, limit):
    """The theorems checked and all of a script, bytes and seconds; None if the checker rejects what was found."""
    folder = os.path.join(HERE, "build", script.removesuffix(".prf"))
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(os.path.join(folder, "*")):
        os.remove(old)
    said = run(sys.executable, os.path.join(HERE, "translate.py"), os.path.join(HERE, "..", "proofs", script), folder)
    of = int(re.search(r"of (\d+) theorems", said.stdout)[1]) if said.returncode == 0 else sys.exit(said.stderr)
    sys.stderr.write(said.stderr)
    done, size, seconds = 0, 0, 0.0
    for path in sorted(glob.glob(os.path.join(folder, "*.script"))):
        certificate = path.removesuffix(".script") + ".certificate"
        with open(certificate, "w") as file:
            program = os.path.join(HERE, "build", "filbert-elaborate")
            found = subprocess.run([program, "--limit", str(limit), path], stdout=file, stderr=subprocess.PIPE, text=True)
        sys.stderr.write(found.stderr)
        began = os.times().children_user
        checked = run(os.path.join(HERE, "build", "filbert-verified"), certificate)
        seconds += os.times().children_user - began
        total = re.search(r"^(\d+) theorems hold", checked.stdout, re.M)
        if found.returncode or checked.returncode or not total:
            print(f"{certificate}: {checked.stdout[-200:]}{checked.stderr[-200:]}")
            return None
        done += int(total[1])
        size += os.path.getsize(certificate)
    return done, of, size, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=30000)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("scripts", nargs="*")
    arguments = parser.parse_args()
    known = table()
    wrong = 0
    for script in arguments.scripts or known:
        result = cover(script, arguments.limit)
        if result is None:
            wrong += 1
            continue
        done, of, size, seconds = result
        print(f"| `{script}` | {done} of {of} | {(size + 999) // 1000} kB | {seconds:.1f} s |", flush=True)
        if arguments.check and (script not in known or done < known[script][0] or of != known[script][1]):
            print(f"docs/verified.md says {known.get(script)}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
