"""What is accepted from the bytes of scripts, by the reader that is extracted from Coq.

The vectors in tests/language/ are read as they stand, and with `theorem` and `refute` exchanged: whatever is accepted must be what the
vector says. The programs are those that `make -C verified` builds.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, ".."))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "language"))

# The vectors first: verified/ has a module of that name, too.
from vectors import vectors
from bytes import HERE as VERIFIED, SHIPPED, accepted, kernel_names, whole
from test_translate import MISREAD

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


def in_folder(folder, text):
    path = os.path.join(os.path.realpath(folder), "s.prf")
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


class Forgeries(unittest.TestCase):
    def test_what_was_misread_is_not_accepted(self):
        for what, text in MISREAD.items():
            with self.subTest(what), tempfile.TemporaryDirectory() as folder:
                names, said, _ = accepted(in_folder(folder, text), None, 5000, 100000, 60)
                self.assertEqual(names, [], said)

    def test_answers_prove_what_the_script_says_and_nothing_else(self):
        program = os.path.join(VERIFIED, "build", "filbert-")
        true = 'def even "?msd_fib Ey x=2*y";\ntheorem t "?msd_fib Ax $even(x) | $even(x+1)";\n'
        with tempfile.TemporaryDirectory() as folder:
            path = in_folder(folder, true)
            found = subprocess.run([program + "elaborate", "--script", SHIPPED, path], capture_output=True, text=True)
            answers = os.path.join(folder, "answers")
            with open(answers, "w") as file:
                file.write(found.stdout)
            check = [program + "verified", "--script", path, SHIPPED, answers]
            self.assertIn("1 theorems hold", subprocess.run(check, capture_output=True, text=True).stdout)
            for old, new in [("theorem", "refute"), ("x+1", "x+2"), ("2*y", "3*y"), ("|", "&"), ("Ax", "A y,x x<y =>"), ("Ey", "Ay")]:
                in_folder(folder, true.replace(old, new))
                with self.subTest(new):
                    self.assertEqual(subprocess.run(check, capture_output=True, text=True).returncode, 1)
            # A name that the text does not bind, and a text that breaks off before the statement, claim nothing.
            for text in (true.replace("def even", "def odd"), true.replace("theorem t", "theorem"), true[:-3]):
                in_folder(folder, text)
                self.assertNotIn("t  ", subprocess.run(check, capture_output=True, text=True).stdout)

    def test_words_of_many_letters(self):
        # Letter n is n modulo 499, and the coding says whether that is 0.
        rules = " ".join(f"[{n}]->[{2 * n % 499}][{(2 * n + 1) % 499}]" for n in range(499))
        others = " ".join(f"[{n}]" for n in range(1, 499))
        word = f'word W msd_2 "{rules}" "0 -> 1  {others} -> 0";\n'
        true = 'theorem t "W[0]=@1 & W[498]=@0 & W[499]=@1 & W[998]=@1";\n'
        for text, expected in [(true, ["t"]), (true.replace("499", "500"), []), (true.replace("theorem", "refute"), [])]:
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                names, said, _ = accepted(in_folder(folder, word + text), None, 50000, 1000000, 60)
                self.assertEqual(names, expected, said)

    def test_claims_of_several_parts(self):
        true = 'refute t "?msd_2 (Ex,y x<y & 2*y=x) | (Ex 2*x=2*x+1) | (Ex,y y<x & x=2*y+1 & x<1)";\n'
        false = [true.replace("x<y", "x<=y"), true.replace("2*x+1", "x"), true.replace("x<1", "x<2"), true.replace("refute", "theorem")]
        for text, expected in [(true, ["t"]), *((text, []) for text in false)]:
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                names, said, _ = accepted(in_folder(folder, text), None, 50000, 1000000, 60)
                self.assertEqual(names, expected, said)

    def test_reasons(self):
        text = 'def f "?msd_3 x=_1+y";\ntheorem a "?msd_3 $f(1,1)";\ntheorem b "?msd_3 Ax x=x";\n'
        large = 'def g "?msd_2 Ex,y 7*a+b=3*x+5*y+c & a<3*x & b<5*y";\ntheorem c "?msd_2 Aa,b ~$g(a,b,a)";\n'
        with tempfile.TemporaryDirectory() as folder:
            names, left, _ = accepted(in_folder(folder, text + large), None, 50, 10000, 60)
        self.assertEqual((names, left), (["b"], {"a": "not read", "c": "too large"}))


class Certificates(unittest.TestCase):
    def test_a_certificate_that_is_cut_off(self):
        text = 'def even "?msd_2 Ey x=2*y";\ntheorem t "?msd_2 Ax $even(x) | $even(x+1)";\ntheorem u "?msd_2 Ax $even(2*x)";\n'
        program = os.path.join(VERIFIED, "build", "filbert-")
        with tempfile.TemporaryDirectory() as folder:
            path, answers = in_folder(folder, text), os.path.join(folder, "answers")
            found = subprocess.run([program + "elaborate", "--script", SHIPPED, path], capture_output=True, text=True).stdout
            with open(answers, "w") as file:
                file.write(found[:-2])
            whole(answers)
            check = subprocess.run([program + "verified", "--script", path, SHIPPED, answers], capture_output=True, text=True)
            self.assertEqual(re.findall(r"^(\S+) +checked$", check.stdout, re.M), ["t"])

    def test_kernels_of_files_that_are_included(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a.prf"), "w") as file:
                file.write('include "s.prf";\nkernel P of G;\nkernel Q of H given $P;\n')
            path = in_folder(folder, 'include "a.prf";\nkernel R of G;\n')
            self.assertEqual(kernel_names(path, set()), ["R", "P"])


if __name__ == "__main__":
    unittest.main()
