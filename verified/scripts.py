"""The statements of a script and the hash of what each rests on, as docs/verified.md says: `scripts.py SCRIPT` prints a line for each,
name and hash with a tab between them.

This is code of its own, to compare with what filbert says. A statement has no hash, but `-`, if its meaning is not in these texts alone:
after `use` and `load`, and after a command or a file that cannot be read.
"""
import collections
import hashlib
import os
import sys

from language import Unread, commands

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SHIPPED = [os.path.join(ROOT, "automata", name + ".prf") for name in ("functions", "words", "games")]

STATEMENTS = ("theorem", "refute", "cover", "kernel")
Statement = collections.namedtuple("Statement", "name rests_on")


class Run:
    """The commands of a script one after another, with what binds a name in a hash."""

    def __init__(self):
        self.broken, self.included, self.reading = False, set(), []
        self.trail = hashlib.sha256()
        self.write(prelude())

    def file(self, path, found=None):
        """Runs a file. Its statements are put into `found`, if they are asked for."""
        self.reading.append(path)
        try:
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
            for command in commands(text):
                if command.keyword in ("quit", "exit"):
                    break
                if command.keyword in STATEMENTS and found is not None:
                    found.append(self.statement(command))
                if command.keyword == "include":
                    self.include(command)
                elif command.keyword in ("load", "use"):
                    self.broken = True
                elif command.binds:
                    self.write(command.text)
        except (OSError, UnicodeError, Unread):
            self.broken = True
        self.reading.pop()

    def include(self, command):
        path = os.path.realpath(os.path.join(os.path.dirname(self.reading[-1]), command.file))
        if path in self.reading:
            self.broken = True
        elif path not in self.included:
            self.file(path)
            self.included.add(path)

    def write(self, text):
        self.trail.update(line(text))

    def statement(self, command):
        trail = self.trail.copy()
        trail.update(line(command.text))
        return Statement(command.name, "-" if self.broken else trail.hexdigest())


def line(text):
    return text.replace("\r\n", "\n").replace("\r", "\n").encode() + b"\n"


def prelude():
    """The hash of what filbert ships, the first line of what a statement rests on."""
    texts = []
    for path in SHIPPED:
        with open(path, "rb") as file:
            texts.append(file.read())
    return hashlib.sha256(b"".join(texts).replace(b"\r\n", b"\n").replace(b"\r", b"\n")).hexdigest()


def statements_of(path):
    """The statements of a script, without those of files that it includes."""
    found = []
    Run().file(os.path.realpath(path), found)
    return found


if __name__ == "__main__":
    for statement in statements_of(sys.argv[1]):
        print(*statement, sep="\t")
