"""The negation of each theorem of a script must be refused: `negations.py SCRIPT` says how many are accepted.

SCRIPT is a path below `proofs/`; its statements are true, and all have answers. In a copy one `theorem` at a time becomes `refute`, or
the other way round, and the answers stay: they are right for each quantifier, but the claim that they are to prove is false. For a
script in which all claims are negated at once filbert finds answers itself; none of the claims may be among what they prove.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from bytes import PROOFS, accepted, command_of, found

KEYWORDS = {"theorem": "refute", "refute": "theorem"}
CLAIM = re.compile(r"^(theorem|refute)(?= +(\w+))", re.M)


def check(script, certificate):
    return subprocess.run(command_of(script, certificate), capture_output=True, text=True)


def negated(script, text, certificate):
    """The claims of a text that are accepted when they are negated, each by itself or all of them, with what was said."""
    for claim in CLAIM.finditer(text):
        with open(script, "w", encoding="utf-8") as file:
            file.write(text[: claim.start()] + KEYWORDS[claim[1]] + text[claim.end() :])
        run = check(script, certificate)
        if run.returncode != 1 or "REJECTED" not in run.stdout:
            yield claim[2], run.stdout.strip() + " " + run.stderr.strip()
    with open(script, "w", encoding="utf-8") as file:
        file.write(CLAIM.sub(lambda claim: KEYWORDS[claim[1]], text))
    # Little is enough to see that a claim is false.
    names, said, _ = accepted(script, limit=5000, work=100000)
    if names is None:
        yield "all", said
    else:
        yield from ((claim[2], "accepted with answers of its own") for claim in CLAIM.finditer(text) if claim[2] in names)


def main():
    path = os.path.join(PROOFS, sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        # With the files that it includes.
        shutil.copytree(os.path.dirname(path), folder, dirs_exist_ok=True)
        script, certificate = os.path.join(os.path.realpath(folder), os.path.basename(path)), os.path.join(folder, "certificate")
        with open(script, encoding="utf-8") as file:
            text = file.read()
        claims = [claim[2] for claim in CLAIM.finditer(text)]
        with open(certificate, "w") as file:
            file.write(found(script))
        # Nothing is left out, so that it is for what the answers say that a negation is refused.
        checked = re.findall(r"^(\S+) +checked$", check(script, certificate).stdout, re.M)
        left = [name for name in claims if name not in checked]
        wrong = list(negated(script, text, certificate))
    for name, said in wrong:
        print(f"{name}: {said}")
    print(f"{len(claims)} negated statements of {sys.argv[1]}, {len(wrong)} accepted")
    if left:
        print(f"without answers: {' '.join(left)}")
    return 1 if wrong or left or not claims else 0


if __name__ == "__main__":
    sys.exit(main())
