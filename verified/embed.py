"""Writes a script and its certificate as a file for Coq: `embed.py SCRIPT CERTIFICATE`, or `embed.py COMMANDS` for commands with answers.

The certificate is what `filbert prove --certify DIR --answers --plain` writes; its answers are about one numeration system, and about no
statement that ships. COMMANDS is what `cargo run -p filbert-answers --example find` prints. What is written here is not trusted: Coq
checks the certificate, and reads the script itself.
"""
import sys

from certificates import expanded, rows, size, system


class Words:
    """The words of a line."""

    def __init__(self, line):
        self.words = line.split()
        self.at = 0

    def word(self):
        self.at += 1
        return self.words[self.at - 1]

    def number(self):
        return int(self.word())

    def numbers(self):
        return [self.number() for _ in range(self.number())]

    def rest(self):
        return [int(word) for word in self.words[self.at :]]


class Lines:
    def __init__(self, lines):
        self.lines = lines
        self.at = 0

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def next(self):
        self.at += 1
        return self.lines[self.at - 1]

    def automaton(self, tracks, table):
        """The automaton of the next lines, on so many tracks."""
        states = [self.next() for _ in range(int(self.next()))]
        return automaton(rows(states, [size(table)] * tracks))


def listed(items):
    return "[" + "; ".join(map(str, items)) + "]"


def automaton(states):
    def state(accepting, row):
        edges = [f"({listed(letter)}, {to + 1}%positive)" for letter, to in row.items()]
        return f"\n  ({'true' if accepting else 'false'}, {listed(edges)})"

    return "(listed 1 [" + ";".join(state(*one) for one in states) + "])"


def term(words):
    kind = words.word()
    if kind == "n":
        return f"(Num {integer(words)})"
    if kind == "v":
        return f"(Var {words.number()})"
    if kind == "mul":
        return f"(Mul {integer(words)} {term(words)})"
    return f"({kind.capitalize()} {term(words)} {term(words)})"


def integer(words):
    number = words.number()
    return f"({number})" if number < 0 else str(number)


COMPARISONS = {"less": "LessThan", "atmost": "AtMost", "equal": "Equal"}
BINDERS = {"some": "Some_", "all": "All", "infinitely": "Infinitely"}


def formula(words):
    kind = words.word()
    if kind in COMPARISONS:
        return f"(Compare {COMPARISONS[kind]} {term(words)} {term(words)})"
    if kind == "rel":
        return f"(Rel {words.number()} {listed(words.numbers())})"
    if kind == "not":
        return f"(Not {formula(words)})"
    if kind in BINDERS:
        return f"({BINDERS[kind]} {words.number()} {formula(words)})"
    if kind == "atleast":
        return f"(AtLeast {words.number()} {listed(words.numbers())} {formula(words)})"
    return f"({kind.capitalize()} {formula(words)} {formula(words)})"


def command(lines):
    words = Words(lines.next())
    kind = words.word()
    if kind == "automaton":
        width, states = words.number(), []
        for _ in range(words.number()):
            accepting, _, *rest = map(int, lines.next().split())
            edges = [rest[i : i + width + 1] for i in range(0, len(rest), width + 1)]
            states.append((accepting, {tuple(letter): to - 1 for *letter, to in edges}))
        return f"Automaton {width} {automaton(states)}"
    if kind == "define":
        return f"Define {listed(words.numbers())} {formula(words)}"
    # The name is for people.
    words.word()
    if kind == "theorem":
        return f"Theorem_ {formula(words)}"
    assert kind == "kernel", f"`{kind}` begins no command"
    piles, block, misere = words.number(), words.number(), "true" if words.number() else "false"
    return f"Kernel (Game {piles} {block} {misere} {formula(words)})"


ALONE = {"later": "Later", "step": "Step", "take": "Take", "inwards": "Inwards", "cases": "ByCases"}


def answer(lines, table):
    """The answer of the next lines; None, and nothing is read, if they begin with none."""
    kind, _, rest = (lines.peek() or "").partition(" ")
    words = Words(rest)
    if kind in ("by", "same"):
        lines.next()
        return f"{kind.capitalize()} {lines.automaton(len(words.words), table)} {listed(words.rest())}"
    if kind == "obtain":
        lines.next()
        found, names = (list(map(int, part.split())) for part in rest.split("of"))
        return f"Obtain {lines.automaton(len(names), table)} {listed(names)} {listed(found)}"
    if kind == "enough":
        lines.next()
        names = words.rest()
        first = lines.automaton(len(names), table)
        others = list(map(int, lines.next().split()[1:]))
        return f"Enough {first} {listed(names)} {lines.automaton(len(others), table)} {listed(others)}"
    found = {
        "measure": lambda: f"Measure {listed(term(words) for _ in range(words.number()))}",
        "truth": lambda: "Truth true" if words.number() else "Truth false",
        "compared": lambda: f"Rewritten (Compared {words.number()})",
        "given": lambda: f"Given {words.number()}",
        "only": lambda: f"Only {listed(words.rest())}",
    }
    if kind in ALONE or kind in found:
        lines.next()
        return ALONE.get(kind) or found[kind]()
    return None


def answers(lines, table):
    return listed(iter(lambda: answer(lines, table), None))


def statement(lines, table):
    """The number of a statement and, for each of its commands, the answers."""
    _, at, count = lines.next().split()
    commands = []
    for _ in range(int(count)):
        assert lines.next() == "command"
        commands.append(answers(lines, table))
    return int(at), listed(commands)


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


def script(path, certificate):
    text, lines = read(path), expanded(read(certificate).splitlines())
    lines = Lines(lines[lines.index("answers") + 1 :])
    words = lines.next().split()
    assert words[0] == "numeration"
    table, _ = system([int(word) for word in words[2:]])
    # Coq reads the script with nothing that ships, which is statement 0.
    statements, before = ["None"], None
    while (lines.peek() or "").startswith("statement"):
        at, commands = statement(lines, table)
        before = at - 1 if before is None else before
        assert at - before == len(statements), f"statement {len(statements)} of {path} is left out"
        statements.append(f"\nSome (systems, {commands})")
    assert lines.peek() is None, f"{path} has several systems"
    quoted = text.replace('"', '""')
    print(f"(* Written by embed.py: {path} with its certificate. *)")
    print("Require Import ZArith Ascii String List PArith.")
    print("From Filbert Require Import System Automata Logic Rules Text.\nImport ListNotations.\n")
    print(f'Definition script : string := "{quoted}"%string.\n')
    print(f"Definition systems := [{listed(table)}].")
    print("Definition certified : certificate := [" + ";".join(statements) + "].")


def commands(path):
    lines = Lines(read(path).splitlines())
    table, _ = system([int(word) for word in lines.next().split()[1:]])
    found = []
    while lines.peek():
        found.append(f"\n({command(lines)}, {answers(lines, table)})")
    print("(* Written by embed.py: commands with their answers. *)")
    print("Require Import ZArith List PArith.")
    print("From Filbert Require Import System Automata Logic Check.\nImport ListNotations.\n")
    print(f"Definition numeration : system := {listed(table)}.\n")
    print("Definition script : list (command * answers) := [" + ";".join(found) + "].")


if len(sys.argv) == 2:
    commands(sys.argv[1])
else:
    script(*sys.argv[1:])
