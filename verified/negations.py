"""The negation of each theorem of a script must be refused: `negations.py SCRIPT` says how many are accepted.

SCRIPT is what translate.py writes; its theorems are true. Answers for the negations are found as for theorems, so that
they are right, and it is the last step of the check that has to refuse.
"""
import os
import subprocess
import sys
import tempfile

BUILD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "build")


def main():
    with open(sys.argv[1]) as file:
        lines = file.read().splitlines()
    theorems = [line for line in lines if line.startswith("theorem ")]
    rest = [line for line in lines if not line.startswith("theorem ")]
    accepted = 0
    with tempfile.TemporaryDirectory() as folder:
        script, certificate = os.path.join(folder, "script"), os.path.join(folder, "certificate")
        for theorem in theorems:
            _, name, formula = theorem.split(" ", 2)
            with open(script, "w") as file:
                file.write("\n".join([*rest, f"theorem {name} not {formula}"]) + "\n")
            with open(certificate, "w") as file:
                subprocess.run([os.path.join(BUILD, "filbert-elaborate"), script], stdout=file, check=True)
            run = subprocess.run([os.path.join(BUILD, "filbert-verified"), certificate], capture_output=True, text=True)
            if run.returncode != 1 or name not in run.stdout or "REJECTED" not in run.stdout:
                accepted += 1
                print(f"{name}: {run.stdout.strip()} {run.stderr.strip()}")
    print(f"{len(theorems)} negated theorems, {accepted} accepted")
    return 1 if accepted or not theorems else 0


if __name__ == "__main__":
    sys.exit(main())
