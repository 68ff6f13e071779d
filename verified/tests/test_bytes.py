"""What is accepted from the bytes of scripts, by the reader that is extracted from Coq.

The vectors in tests/language/ are read as they stand, and with `theorem` and `refute` exchanged: whatever is accepted must be what the
vector says. The programs are those that `make -C verified` builds.
"""
import glob
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "language"))

from bytes import accepted
from vectors import vectors

KEYWORD = {b"theorem": b"refute", b"refute": b"theorem"}


def exchanged(text):
    return re.sub(rb"\b(theorem|refute)\b", lambda found: KEYWORD[found[1]], text)


def allowed(vector, name, swapped):
    """Whether a statement of this name may be accepted."""
    text = re.sub(r"#[^\r\n]*", "", vector.main)
    keywords = set(re.findall(rf"\b(theorem|refute|cover|kernel)\s+{re.escape(name)}\b", text))
    for one in vector.statements:
        verdict = one.otherwise or one.verdict
        for keyword in keywords:
            truth = (keyword == "refute") == (swapped and keyword in ("theorem", "refute"))
            if one.name == name and verdict == ("TRUE" if truth else "FALSE"):
                return True
    return False


class Vectors(unittest.TestCase):
    def test_what_is_accepted_is_what_the_vectors_say(self):
        decided = 0
        for vector in vectors():
            for swapped in (False, True):
                with tempfile.TemporaryDirectory() as folder:
                    script = str(vector.write(Path(folder)))
                    if swapped:
                        with open(script, "rb") as file:
                            text = exchanged(file.read())
                        with open(script, "wb") as file:
                            file.write(text)
                    names, said, _ = accepted(os.path.realpath(script), None, 5000, 100000, 60)
                self.assertIsNotNone(names, (vector.name, said))
                own = {one.name for one in vector.statements}
                for name in names:
                    # Kernels of files that are included are no statements of the script.
                    if name not in own and len(vector.files) > 1 and not re.search(rf"\b{re.escape(name)}\b", vector.main):
                        continue
                    with self.subTest(vector=vector.name, name=name, swapped=swapped):
                        self.assertTrue(allowed(vector, name, swapped))
                        decided += 1
        print(f"{decided} statements of the vectors decided from their bytes")
        self.assertGreater(decided, 100)


if __name__ == "__main__":
    unittest.main()
