"""The negation of each theorem of a script must be refused: `negations.py SCRIPT` says how many are accepted.

SCRIPT is a path below `proofs/`; its statements are true. In a copy one `theorem` at a time becomes `refute`, or the other way round.
Answers for it are found as for all the others, so that they are right, and it is the last step of the check that has to refuse.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from bytes import PROOFS, command_of, found

KEYWORDS = {"theorem": "refute", "refute": "theorem"}


def main():
    path = os.path.join(PROOFS, sys.argv[1])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    claims = list(re.finditer(r"^(theorem|refute)(?= +(\w+))", text, re.M))
    whole, accepted = found(path).count("\nstatement "), 0
    with tempfile.TemporaryDirectory() as folder:
        # With the files that it includes.
        shutil.copytree(os.path.dirname(path), folder, dirs_exist_ok=True)
        script, certificate = os.path.join(os.path.realpath(folder), os.path.basename(path)), os.path.join(folder, "certificate")
        for claim in claims:
            with open(script, "w", encoding="utf-8") as file:
                file.write(text[: claim.start()] + KEYWORDS[claim[1]] + text[claim.end() :])
            answers = found(script, "--unchecked")
            with open(certificate, "w") as file:
                file.write(answers)
            run = subprocess.run(command_of(script, certificate), capture_output=True, text=True)
            # With answers for as many statements as the script has, it is rejected for what they say.
            if answers.count("\nstatement ") != whole or run.returncode != 1 or "REJECTED" not in run.stdout:
                accepted += 1
                print(f"{claim[2]}: {run.stdout.strip()} {run.stderr.strip()}")
    print(f"{len(claims)} negated statements of {sys.argv[1]}, {accepted} accepted")
    return 1 if accepted or not claims else 0


if __name__ == "__main__":
    sys.exit(main())
