"""What a statement rests on, by scripts.py, and the commands that language.py reads."""
import hashlib
import os
import re
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
VERIFIED = os.path.join(HERE, "..")
sys.path.insert(0, VERIFIED)

import language
import scripts


def hashes(text, **files):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in {"s": text, **files}.items():
            with open(os.path.join(folder, name + ".prf"), "wb") as file:
                file.write(content.encode())
        return dict(scripts.statements_of(os.path.join(folder, "s.prf")))


class Commands(unittest.TestCase):
    def test_every_command_of_the_book_has_a_form(self):
        with open(os.path.join(VERIFIED, "..", "docs", "commands.md")) as file:
            self.assertEqual(set(re.findall("^- `([a-z]+)", file.read(), re.M)), language.KEYWORDS)


class Hashes(unittest.TestCase):
    TEXT = '# Why.\ninclude "a.prf";\ndef g "?msd_2 $f(x)";\ntheorem s "?msd_2 1=1";\ntheorem t "?msd_2 Ax $g(x)" from "here";\n'
    OTHER = 'def f "?msd_2 x=x";\ntheorem u "?msd_2 Ax $f(x)";\n'

    def before(self):
        return hashes(self.TEXT, a=self.OTHER)["t"]

    def test_a_changed_formula_definition_or_file_changes_it(self):
        for old, new in (("Ax $g(x)", "Ex $g(x)"), ("$f(x)", "$f(x) & x=0"), ('def g', 'def h "?msd_2 x=0";\ndef g')):
            self.assertNotEqual(hashes(self.TEXT.replace(old, new, 1), a=self.OTHER)["t"], self.before())
        self.assertNotEqual(hashes(self.TEXT, a=self.OTHER.replace("x=x", "x=0"))["t"], self.before())

    def test_comments_other_statements_and_ends_of_lines_do_not(self):
        text = self.TEXT.replace("# Why.", "# Because.\n# And so on.").replace('"?msd_2 1=1"', '"?msd_2 1=2"')
        self.assertEqual(hashes(text, a=self.OTHER.replace("Ax", "Ex"))["t"], self.before())
        self.assertEqual(hashes(self.TEXT.replace("\n", "\r\n"), a=self.OTHER.replace("\n", "\r"))["t"], self.before())

    def test_it_is_what_the_book_says(self):
        items = [scripts.prelude(), 'def f "?msd_2 x=x";', 'def g "?msd_2 $f(x)";', 'theorem t "?msd_2 Ax $g(x)" from "here";']
        self.assertEqual(self.before(), hashlib.sha256("".join(item + "\n" for item in items).encode()).hexdigest())

    def test_there_is_none_where_more_may_be_meant(self):
        self.assertEqual(hashes('use "a.prf";\ntheorem t "?msd_2 1=1";', a="")["t"], "-")

    def test_statements_of_a_file_that_is_included_are_not_those_of_the_script(self):
        self.assertEqual(set(hashes(self.TEXT, a=self.OTHER)), {"s", "t"})


if __name__ == "__main__":
    unittest.main()
