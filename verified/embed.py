"""Writes a script and its certificate as a file for Coq: `embed.py SCRIPT CERTIFICATE`

The certificate is what `filbert-elaborate --script` prints; it is about one numeration system. What is written here is not
trusted: Coq checks the certificate, and reads the script itself.
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
        return f"(Num {words.number()})"
    if kind == "v":
        return f"(Var {words.number()})"
    if kind == "mul":
        return f"(Mul {words.number()} {term(words)})"
    return f"({kind.capitalize()} {term(words)} {term(words)})"


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


def statement(words):
    """The number of a statement and, for each of its commands, the answers."""
    assert words.word() == "statement"
    at, commands = words.number(), []
    for _ in range(words.number()):
        assert words.word() == "answers"
        answers = []
        while words.peek() not in (None, "answers", "statement", "numeration"):
            answers.append(answer(words))
        commands.append(listed(answers))
    return at, listed(commands)


def main():
    script, certificate = sys.argv[1:]
    with open(script, encoding="ascii") as file:
        text = file.read()
    with open(certificate, encoding="ascii") as file:
        words = Words(file.read())
    assert words.word() == "numeration"
    words.word()
    states = [f"({words.number()}, {words.number()})" for _ in range(words.number())]
    # What ships, which is nothing here, is statement 0.
    statements = ["None"]
    while words.peek() == "statement":
        at, commands = statement(words)
        assert at == len(statements), f"statement {len(statements)} of {script} is left out"
        statements.append(f"\nSome (systems, {commands})")
    assert words.peek() is None, f"{script} has several systems"
    quoted = text.replace('"', '""')
    print(f"(* Written by embed.py: {script} with its certificate. *)")
    print("Require Import ZArith Ascii String List PArith.")
    print("From Filbert Require Import System Automata Logic Rules Text.\nImport ListNotations.\n")
    print(f'Definition script : string := "{quoted}"%string.\n')
    print(f"Definition systems := [{listed(states)}].")
    print("Definition certified : certificate := [" + ";".join(statements) + "].")


main()
