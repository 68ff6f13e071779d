"""Writes a script and its certificate as a file for Coq: `embed.py SCRIPT CERTIFICATE`, or `embed.py COMMANDS` for commands with answers.

The certificate is what `filbert prove --answers` writes; it is about one numeration system, and about no statement that ships. COMMANDS
is a file for `filbert-verified`, as text.ml describes it. What is written here is not trusted: Coq checks the certificate, and reads the
script itself.
"""
import sys


class Words:
    def __init__(self, text):
        self.words = text.split()
        self.at = 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else None

    def word(self):
        self.at += 1
        return self.words[self.at - 1]

    def number(self):
        return int(self.word())

    def numbers(self):
        return [self.number() for _ in range(self.number())]


def listed(items):
    return "[" + "; ".join(map(str, items)) + "]"


def automaton(words, width):
    states = []
    for _ in range(words.number()):
        accepting = "true" if words.number() else "false"
        row = []
        for _ in range(words.number()):
            digits = [words.number() for _ in range(width)]
            row.append(f"({listed(digits)}, {words.number()}%positive)")
        states.append(f"\n  ({accepting}, {listed(row)})")
    return "(listed 1 [" + ";".join(states) + "])"


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


def command(words):
    kind = words.word()
    if kind == "automaton":
        width = words.number()
        return f"Automaton {width} {automaton(words, width)}"
    if kind == "define":
        return f"Define {listed(words.numbers())} {formula(words)}"
    # The name is for people.
    words.word()
    if kind == "theorem":
        return f"Theorem_ {formula(words)}"
    assert kind == "kernel", f"`{kind}` begins no command"
    piles, block, misere = words.number(), words.number(), "true" if words.number() else "false"
    return f"Kernel (Game {piles} {block} {misere} {formula(words)})"


def answer(words):
    kind = words.word()
    if kind in ("by", "same"):
        names = words.numbers()
        return f"{kind.capitalize()} {automaton(words, len(names))} {listed(names)}"
    if kind == "obtain":
        found, names = words.numbers(), words.numbers()
        return f"Obtain {automaton(words, len(names))} {listed(names)} {listed(found)}"
    if kind == "enough":
        names = words.numbers()
        first = automaton(words, len(names))
        others = words.numbers()
        return f"Enough {first} {listed(names)} {automaton(words, len(others))} {listed(others)}"
    if kind == "measure":
        return f"Measure {listed(term(words) for _ in range(words.number()))}"
    if kind == "truth":
        return "Truth true" if words.number() else "Truth false"
    if kind == "compared":
        return f"Rewritten (Compared {words.number()})"
    if kind == "given":
        return f"Given {words.number()}"
    if kind == "only":
        return f"Only {listed(words.numbers())}"
    return {"later": "Later", "step": "Step", "take": "Take", "inwards": "Inwards", "cases": "ByCases"}[kind]


def answers(words, ends):
    found = []
    while words.peek() not in (None, *ends):
        found.append(answer(words))
    return listed(found)


def statement(words):
    """The number of a statement and, for each of its commands, the answers."""
    assert words.word() == "statement"
    at, commands = words.number(), []
    for _ in range(words.number()):
        assert words.word() == "answers"
        commands.append(answers(words, ("answers", "statement", "numeration")))
    return at, listed(commands)


def states(words):
    return listed(f"({words.number()}, {words.number()})" for _ in range(words.number()))


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


def script(path, certificate):
    text, words = read(path), Words(read(certificate))
    assert words.word() == "numeration"
    words.word()
    systems = states(words)
    # Coq reads the script with nothing that ships, which is statement 0.
    statements, before = ["None"], None
    while words.peek() == "statement":
        at, commands = statement(words)
        before = at - 1 if before is None else before
        assert at - before == len(statements), f"statement {len(statements)} of {path} is left out"
        statements.append(f"\nSome (systems, {commands})")
    assert words.peek() is None, f"{path} has several systems"
    quoted = text.replace('"', '""')
    print(f"(* Written by embed.py: {path} with its certificate. *)")
    print("Require Import ZArith Ascii String List PArith.")
    print("From Filbert Require Import System Automata Logic Rules Text.\nImport ListNotations.\n")
    print(f'Definition script : string := "{quoted}"%string.\n')
    print(f"Definition systems := [{systems}].")
    print("Definition certified : certificate := [" + ";".join(statements) + "].")


def commands(path):
    words = Words(read(path))
    assert words.word() == "system"
    system, found = states(words), []
    while words.peek():
        found.append(f"\n({command(words)}, {answers(words, ('automaton', 'define', 'kernel', 'theorem'))})")
    print("(* Written by embed.py: commands with their answers. *)")
    print("Require Import ZArith List PArith.")
    print("From Filbert Require Import System Automata Logic Check.\nImport ListNotations.\n")
    print(f"Definition numeration : system := {system}.\n")
    print("Definition script : list (command * answers) := [" + ";".join(found) + "].")


if len(sys.argv) == 2:
    commands(sys.argv[1])
else:
    script(*sys.argv[1:])
