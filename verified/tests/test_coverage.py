"""What coverage.py and narrow.py do with scripts and certificates, which is neither proved nor checked."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from coverage import says_the_same
from narrow import narrowed

SCRIPT = """system 1 9 0
automaton 1 1
1 1 0 1
define 1 0 rel 0 1 0
define 1 0 equal v 0 n 0
kernel P 1 1 0 rel 2 1 0
measure 1 v 0
like 1
theorem rel rel 3 1 0
theorem t rel 2 1 0
"""


def same(certificate, script=SCRIPT):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("script", "certificate")]
        for path, text in zip(paths, (script, certificate)):
            with open(path, "w") as file:
                file.write(text)
        return says_the_same(*paths)


class Narrow(unittest.TestCase):
    def test_relations_that_nothing_names_are_left_out(self):
        self.assertEqual(narrowed(SCRIPT, {"t"}), "system 1 9 0\ndefine 1 0 equal v 0 n 0\ntheorem t rel 0 1 0\n")
        self.assertEqual(narrowed(SCRIPT, {"rel"}), SCRIPT.replace("theorem t rel 2 1 0\n", "").replace("kernel P", "kernel -"))
        self.assertEqual(narrowed(SCRIPT, {"P", "rel", "t"}), SCRIPT)
        self.assertEqual(narrowed(SCRIPT, {"x"}), "")


class Same(unittest.TestCase):
    ANSWERS = SCRIPT.replace("like 1\n", "by 1 0 1\n1 1 0 1\nlater\n")
    EMPTY = "automaton 1 1\n0 1 0 1\n"

    def test_a_certificate_has_the_commands_of_its_script(self):
        self.assertTrue(same(self.ANSWERS))
        self.assertTrue(same(self.ANSWERS.replace("theorem t rel 2 1 0\n", "")))
        for old, new in (("equal v 0 n 0", "equal v 0 n 1"), ("theorem t rel 2", "theorem t rel 1"), ("measure 1 v 0", "measure 1 n 0"),
                         ("kernel P 1 1 0", "kernel P 1 2 0"), ("1 1 0 1\ndefine", "0 1 0 1\ndefine"), ("system 1 9 0", "system 1 8 0")):
            self.assertFalse(same(self.ANSWERS.replace(old, new)), new)

    def test_a_measure_is_free_if_the_script_has_none(self):
        self.assertTrue(same(self.ANSWERS.replace("measure 1 v 0", "measure 1 mul 2 v 0"), SCRIPT.replace("measure 1 v 0\n", "")))

    def test_what_names_a_relation_that_is_left_out_must_be_left_out(self):
        kernel = "kernel P 1 1 0 rel 2 1 0\nmeasure 1 v 0\nby 1 0 1\n1 1 0 1\nlater\n"
        without = self.ANSWERS.replace(kernel, self.EMPTY)
        self.assertFalse(same(without))
        self.assertTrue(same(without.replace("theorem rel rel 3 1 0\n", "")))
        self.assertFalse(same(self.ANSWERS.replace("define 1 0 equal v 0 n 0\n", self.EMPTY)))


if __name__ == "__main__":
    unittest.main()
