"""Games as docs/meaning.md says, and the automata that kernels may be: those that are stored with filbert, or that it finds.

An automaton is a hint. The checker proves that it accepts the kernel, whoever says so.
"""
import os
import re
import subprocess

import formulas
from language import BLANK, NAME, OTHER, Unsaid

PILES = f"[{BLANK}]*{NAME}(?:[{BLANK}]*,[{BLANK}]*{NAME})*[{BLANK}]*"
RULE = re.compile(f"[{BLANK}]*(?:\\?([A-Za-z0-9_]+)(?=[{BLANK}]))?({PILES})->({PILES}):(.*)", re.S)


class Game:
    """The rules of a game: `piles` with the names before and after a move, `move` as a tree, `measure` as trees of terms."""

    def __init__(self, command, environment):
        rule = RULE.fullmatch(command.quoted[0])
        if not rule:
            raise Unsaid(OTHER)
        if not rule[1]:
            raise Unsaid("a game in no system")
        before, after = (re.sub(f"[{BLANK}]", "", names).split(",") for names in rule.group(2, 3))
        self.piles = (*before, *after)
        if len(before) != len(after) or len(set(self.piles)) < len(self.piles) or any(x[0] in "AEI" for x in self.piles):
            raise Unsaid(OTHER)
        self.system, self.definitions, self.name = None, [], rule[1]
        self.environment = environment
        clauses = dict(command.clauses)
        if len(clauses) < len(command.clauses):
            raise Unsaid(OTHER)
        self.block, self.misere = int(clauses.get("block", 1)), "misere" in clauses
        if "right" in clauses:
            raise Unsaid("a partizan game")
        if not 0 < self.block <= formulas.LARGEST_COUNT or self.misere and self.block > 1:
            raise Unsaid(OTHER)
        self.move = self.read(rule[4], self.piles)
        if "terminal" in clauses:
            self.move = ("and", self.move, ("not", self.read(clauses["terminal"], before)))
        self.measure = None
        if "measure" in clauses:
            self.measure = tuple(self.term(text, before) for text in clauses["measure"].split(","))

    def read(self, text, names):
        """A formula in the system of the game that has no other names."""
        parser = formulas.Parser(f"?{self.name} {text}", self.environment)
        if self.system and parser.systems and parser.system != self.system or formulas.free(parser.tree) - set(names):
            raise Unsaid(OTHER)
        self.system = self.system or self.environment.system(formulas.full_name(self.name))
        if parser.systems and parser.system != self.system:
            raise Unsaid("several systems")
        self.definitions += parser.definitions
        return parser.tree

    def term(self, text, names):
        """A term, as one side of an equation."""
        tree = self.read(f"({text})=0", names)
        if tree[0] != "compare" or formulas.words_in(tree[2]):
            raise Unsaid(OTHER)
        return tree[2]


def rows_of(text, system, tracks):
    """The states of an automaton in the format of Walnut: accepting, and letters with states, which count from 1."""
    lines = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines or len(lines[0]) != tracks or any(not name.startswith("msd_") for name in lines[0]):
        raise Unsaid(OTHER)
    rows = []
    for words in lines[1:]:
        if "->" in words:
            rows[-1][1].append((tuple(map(int, words[:-2])), int(words[-1]) + 1))
        elif int(words[0]) == len(rows):
            rows.append((words[1] != "0", []))
        else:
            raise Unsaid(OTHER)
    if any(len(letter) != tracks or max(letter) > system.tops for _, row in rows for letter, _ in row):
        raise Unsaid(OTHER)
    return rows


def automaton_of(path, name, shipped, filbert):
    """The text of the automaton for a kernel that a file defines, stored beside it or found by filbert; None without both."""
    if os.path.realpath(path) == shipped:
        with open(os.path.join(os.path.dirname(path), name + ".txt"), encoding="utf-8") as file:
            return file.read()
    if not filbert:
        return None
    shown = subprocess.run([filbert, "show", "$" + name, "--in", path, "--as", "walnut"], capture_output=True, text=True)
    return shown.stdout if shown.returncode == 0 else None
