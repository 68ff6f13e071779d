"""Scripts as docs/meaning.md says: what each command binds, in which scope, and the statements with what their names mean.

A meaning is fixed where a definition stands. What a command that is not read might bind is unknown from there on, in each kind of
names; behind one that might bind any name, or that cannot be read at all, everything is. So is what rests on a name that was
given another meaning since, though the language gives it one.
"""
import collections
import hashlib
import os
import re

import automata
import formulas
import games
from language import NAME, OTHER, Unsaid, commands

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
SHIPPED = [os.path.join(ROOT, "automata", name + ".prf") for name in ("functions", "words", "games")]

STATEMENTS = ("theorem", "refute", "cover", "kernel")
TWICE = "two statements of one name"
REBOUND = "a name that was given another meaning"


class Definition:
    """What a name of a function or a word means. Two that say the same are one; `rests` are the names it rests on."""

    known = {}

    def __init__(self, key, rests):
        self.kind, self.name, self.system, self.order, self.body = key
        self.rests = rests

    @classmethod
    def of(cls, *key, rests):
        return cls.known.setdefault((key, frozenset(rests.items())), cls(key, rests))


class Statement:
    """A statement in the file where it stands: `formulas` as trees or a `kernel`, or why it cannot be said."""

    def __init__(self, origin, command, rests_on):
        self.origin, self.keyword, self.name, self.rests_on = origin, command.keyword, command.name, rests_on
        self.why, self.system, self.formulas, self.kernel = "", None, [], None


class Environment:
    """What names mean. A name that is unknown has the reason, a text, in the place of its meaning."""

    shipped = None

    def __init__(self, shipped=True):
        self.meanings = {}
        # Why nothing more is known at all.
        self.broken = ""
        self.included, self.reading = set(), []
        self.trail = hashlib.sha256()
        if shipped:
            if not Environment.shipped:
                Environment.shipped = Environment.of_shipped()
            self.meanings = dict(Environment.shipped.meanings)
            self.write(prelude())

    @staticmethod
    def of_shipped():
        environment = Environment(shipped=False)
        for path in SHIPPED[:2]:
            environment.run(path)
        # Games have kernels that are shipped, and nothing else.
        own = Environment(shipped=False)
        own.run(SHIPPED[2])
        kernels = {key: meaning for key, meaning in own.meanings.items() if isinstance(meaning, Definition) and meaning.kind == "kernel"}
        environment.meanings.update(kernels)
        for meaning in environment.meanings.values():
            # What a script defines does not change what is shipped.
            meaning.rests = {}
        return environment

    # What formulas ask.

    def meaning(self, kind, name):
        if self.broken:
            raise Unsaid(self.broken)
        found = self.meanings.get((kind, name), OTHER)
        if isinstance(found, str):
            raise Unsaid(found)
        return found

    def function(self, name):
        return self.current("function", name)

    def word(self, name):
        return self.current("word", name)

    def current(self, kind, name):
        found = self.meaning(kind, name)
        if any(self.meanings.get(key) is not meaning for key, meaning in found.rests.items()):
            raise Unsaid(REBOUND)
        return found

    def macro(self, name):
        return self.meaning("macro", name)[0]

    def system(self, name):
        if name.startswith(("msd_", "lsd_")) and ("system", name[4:]) in self.meanings:
            if name.startswith("lsd_"):
                raise Unsaid("systems read from the least digit")
            return self.meaning("system", name[4:])
        return automata.system(name)

    # What commands do.

    def run(self, path, found=None):
        """Runs a file. Its statements are put into `found`, if they are asked for, and the paths of what it includes."""
        self.reading.append(path)
        try:
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
            for command in commands(text):
                if command.keyword in ("quit", "exit"):
                    break
                if command.keyword in STATEMENTS and found is not None:
                    found.append(self.statement(command))
                if command.keyword in ("theorem", "refute", "cover"):
                    continue
                if command.keyword == "include":
                    self.include(command, found)
                else:
                    self.command(command)
        except (OSError, UnicodeError):
            self.breaks("a file that cannot be read")
        except Unsaid as unsaid:
            self.breaks(str(unsaid))
        self.reading.pop()

    def breaks(self, why):
        self.broken = self.broken or why

    def command(self, command):
        if command.keyword in ("load", "use"):
            self.breaks(f"the command `{command.keyword}`")
        if not command.binds:
            return
        self.write(command.text)
        try:
            if self.broken:
                raise Unsaid(self.broken)
            meaning = self.defined(command)
        except Unsaid as unsaid:
            meaning = str(unsaid)
        for key in command.binds:
            # Only one kind of names has a meaning that is read here.
            self.meanings[key] = meaning if key == command.binds[0] else OTHER

    def include(self, command, found):
        path = os.path.realpath(os.path.join(os.path.dirname(self.reading[-1]), command.quoted[0]))
        if found is not None:
            found.append(path)
        if path in self.reading:
            self.breaks("a file that includes itself")
        elif path not in self.included:
            self.run(path)
            self.included.add(path)

    def defined(self, command):
        """The meaning that a command gives to what it binds first."""
        if command.keyword == "macro":
            return (command.quoted[0],)
        if command.keyword == "numeration":
            return automata.numeration(command.name, command.quoted[0])
        if command.keyword == "def":
            parser = formulas.Parser(command.quoted[0], self)
            names = formulas.free(parser.tree)
            if command.order and set(command.order) != names:
                raise Unsaid(OTHER)
            order = tuple(command.order or sorted(names))
            return Definition.of("def", command.name, parser.system, order, parser.tree, rests=self.rests(parser.definitions))
        if command.keyword == "reg":
            if len(set(command.tracks)) > 1 or command.tracks[0].startswith("{"):
                raise Unsaid("several systems")
            system = self.system(formulas.full_name(command.tracks[0]))
            tree = automata.Regex(command.quoted[0], [system.tops] * len(command.tracks)).tree
            return Definition.of("reg", command.name, system, tuple(command.tracks), tree, rests=self.of_system(system))
        if command.keyword == "word" and not command.order:
            system = self.system(formulas.full_name(command.tracks[0]))
            code = command.quoted[1] if len(command.quoted) > 1 else None
            rows = automata.automata_of_word(system, command.quoted[0], code)
            body = tuple((value, tuple((accepting, tuple(row)) for accepting, row in of)) for value, of in rows.items())
            return Definition.of("word", command.name, system, (), body, rests=self.of_system(system))
        if command.keyword == "combine":
            return self.combined(command)
        if command.keyword == "game":
            game = games.Game(command, self)
            body = (game.block, game.misere, game.move, game.measure)
            rests = {**self.rests(game.definitions), **self.of_system(game.system)}
            return Definition.of("game", command.name, game.system, game.piles, body, rests=rests)
        if command.keyword == "kernel":
            return self.kernel(command)
        raise Unsaid(f"the command `{command.keyword}`")

    def combined(self, command):
        """A word whose letter is the value of the last of some functions that holds, or 0."""
        parts = []
        for at, argument in enumerate(command.arguments, 1):
            one = re.fullmatch(f"({NAME})(?:=([0-9]{{1,9}}))?", argument)
            if not one:
                raise Unsaid(OTHER)
            parts.append((int(one[2] or at), self.function(one[1])))
        if not parts or any(len(part.order) != 1 for _, part in parts):
            raise Unsaid(OTHER)
        system = parts[0][1].system
        if any(part.system != system for _, part in parts):
            raise Unsaid("several systems")
        return Definition.of("word", command.name, system, ("combine",), tuple(parts), rests=self.rests([part for _, part in parts]))

    def kernel(self, command):
        """A kernel: its game, the function that it is said to be, and the file that defines it."""
        game = self.current("game", command.of)
        order = game.order[: len(game.order) // 2]
        rests = {**game.rests, ("game", command.of): game}
        given = None
        if command.given:
            given = self.function(command.given)
            if given.system != game.system:
                raise Unsaid("several systems")
            if len(given.order) != len(order):
                raise Unsaid(OTHER)
            rests.update({**given.rests, ("function", command.given): given})
        return Definition.of("kernel", command.name, game.system, order, (game, given, self.reading[-1]), rests=rests)

    def of_system(self, system):
        key = ("system", system.name.partition("_")[2])
        return {key: self.meanings[key]} if key in self.meanings else {}

    def rests(self, definitions):
        """What a definition rests on that names these."""
        rests = {}
        for definition in definitions:
            rests.update(definition.rests)
            rests["word" if definition.kind == "word" else "function", definition.name] = definition
        return rests

    # Statements, and what they rest on.

    def write(self, text):
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.trail.update(text.encode() + b"\n")

    def statement(self, command):
        trail = self.trail.copy()
        self.write(command.text)
        rests_on, self.trail = self.trail.hexdigest(), trail
        one = Statement(self.reading[-1], command, "-" if self.broken else rests_on)
        try:
            if self.broken:
                raise Unsaid(self.broken)
            if command.keyword == "kernel":
                one.kernel = self.kernel(command)
                one.system = one.kernel.system
                return one
            parsers = [formulas.Parser(text, self) for text in command.quoted]
            if any(parser.system != parsers[0].system for parser in parsers):
                raise Unsaid("several systems")
            one.system, one.formulas = parsers[0].system, [parser.tree for parser in parsers]
            names = formulas.free(one.formulas[0])
            if command.keyword != "cover" and names or any(formulas.free(f) - names for f in one.formulas):
                raise Unsaid(OTHER)
        except Unsaid as unsaid:
            one.why = str(unsaid)
        return one


def prelude():
    """The hash of what filbert ships, the first line of what a statement rests on."""
    texts = []
    for path in SHIPPED:
        with open(path, "rb") as file:
            texts.append(file.read())
    return hashlib.sha256(b"".join(texts).replace(b"\r\n", b"\n").replace(b"\r", b"\n")).hexdigest()


def statements_of(path, seen=None):
    """The statements of a script and of the files that it includes, each as it is where its file stands by itself."""
    path, seen = os.path.realpath(path), set() if seen is None else seen
    if path in seen:
        return []
    seen.add(path)
    found = []
    Environment().run(path, found)
    own = collections.Counter(one.name for one in found if isinstance(one, Statement))
    everything = []
    for one in found:
        if isinstance(one, Statement):
            one.why = TWICE if own[one.name] > 1 else one.why
            everything.append(one)
        else:
            everything += statements_of(one, seen)
    return everything
