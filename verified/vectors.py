#!/usr/bin/env python3
"""What `translate.py` says of the vectors in tests/language/: `vectors.py [FILBERT]`.

The translator may refuse any statement. What it says of one is decided by filbert, as a script of its own that has no names
but numbers: it must be true if the vector says so, false if the vector says so, and there must be nothing that it says of a
statement without a verdict.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(ROOT, "tests", "language"))
from vectors import vectors  # noqa: E402

#: What a translation may take.
SECONDS = 60


def own(table):
    """The system of a script as a rule: for each digit the largest, and what comes after that."""
    digits, after = table[0::2], table[1::2]
    if after[:-1] != list(range(1, len(digits))):
        raise ValueError(f"the system {table}")
    back = after[-1]
    if len(digits) == 1:
        return f"base {digits[0] + 1}"
    if back == 0:
        return "d(1) = " + " ".join(map(str, [*digits[:-1], digits[-1] + 1]))
    return f"d(1) = {' '.join(map(str, digits[:back]))} ({' '.join(map(str, digits[back:]))})"


class Said:
    """A script of filbert-elaborate, read as text of filbert's language. Relations are files of a home of Walnut."""

    def __init__(self, path, home):
        # What its system is called in the vector may be something else here.
        self.system, self.home, path = "msd_own", home, str(path)
        self.lines, self.theorems, self.count = [], [], 0
        with open(path) as file:
            rows = file.read().split("\n")
        at = 0
        while at < len(rows):
            words = rows[at].split()
            at += 1
            if not words:
                continue
            if words[0] == "system":
                self.lines.append(f'numeration own "{own(list(map(int, words[2:])))}";')
            elif words[0] == "automaton":
                tracks, states = int(words[1]), int(words[2])
                self.automaton(tracks, [list(map(int, row.split())) for row in rows[at : at + states]])
                at += states
            elif words[0] == "define":
                free = int(words[1])
                names = words[2 : 2 + free]
                text = self.formula(words[2 + free :])
                order = ",".join(f"x{name}" for name in names)
                # A variable that the formula does not name is one of the relation all the same.
                named = " & ".join([f"x{name}=x{name}" for name in names])
                self.lines.append(f'def r{self.count}({order}) "?{self.system} {named} & ({text})";')
                self.count += 1
            elif words[0] == "kernel":
                hints = []
                while at < len(rows) and rows[at].split()[:1] and rows[at].split()[0] in ("measure", "like", "by"):
                    hint = rows[at].split()
                    at += 1 + (int(hint[-1]) if hint[0] == "by" else 0)
                    hints.append(hint)
                self.kernel(words, hints)
            elif words[0] == "theorem":
                # What is no name in the script must not be one here.
                text = self.formula(words[2:])
                # It holds for all values of the variables that are free, whichever these are.
                names = ",".join(sorted(set(re.findall(r"\bx\d+", text))))
                text = f"A{names} {text}" if names else text
                self.lines.append(f'theorem s{len(self.theorems)} "?{self.system} {text}";')
                self.theorems.append((words[1], f"s{len(self.theorems)}"))
            else:
                raise ValueError(f"{path}: `{rows[at - 1]}` is not read")

    def automaton(self, tracks, rows):
        """Writes an automaton as a file; a row has acceptance, the number of transitions, and these."""
        text = " ".join([self.system] * tracks) + "\n"
        for state, row in enumerate(rows):
            # The checker numbers states from 1: 0 is where nothing is accepted.
            text += f"\n{state} {row[0]}\n"
            for i in range(row[1]):
                letter = row[2 + i * (tracks + 1) : 2 + i * (tracks + 1) + tracks]
                to = row[2 + i * (tracks + 1) + tracks]
                text += f"{' '.join(map(str, letter))} -> {to - 1}\n"
        with open(os.path.join(self.home, "Automata Library", f"r{self.count}.txt"), "w") as file:
            file.write(text)
        self.count += 1

    def kernel(self, words, hints):
        """Writes a game and its kernel, which filbert finds unless it is like a relation."""
        _, name, piles, block, misere, *rule = words
        names = [f"x{i}" for i in range(2 * int(piles))]
        before, after = ",".join(names[: int(piles)]), ",".join(names[int(piles) :])
        text = f'game g{self.count} "?{self.system} {before} -> {after} : {self.formula(rule)}"'
        text += f" block {block}" if block != "1" else ""
        text += " misere" if misere == "1" else ""
        given = ""
        for hint in hints:
            if hint[0] == "measure":
                rest = hint[2:]
                terms = [self.term(rest) for _ in range(int(hint[1]))]
                sums = ["+".join(f"{k}*{x}" if x else str(k) for x, k in term.items()) for term in terms]
                text += f' measure "{", ".join(sums)}"'
            elif hint[0] == "like":
                given = f" given $r{hint[1]}"
        self.lines += [f"{text};", f"kernel r{self.count} of g{self.count}{given};"]
        if name != "-":
            self.theorems.append((name, f"r{self.count}"))
        self.count += 1

    def formula(self, words):
        rest = list(words)
        text = self.read(rest)
        if rest:
            raise ValueError(f"`{' '.join(rest)}` is left")
        return text

    def term(self, rest):
        """A term as a sum: how often each variable stands in it, and the constant at None."""
        word = rest.pop(0)
        if word == "v":
            return {f"x{rest.pop(0)}": 1}
        if word == "n":
            return {None: int(rest.pop(0))}
        k, terms = 1, []
        if word in ("add", "sub"):
            terms, k = [self.term(rest)], 1 if word == "add" else -1
        elif word == "mul":
            k = int(rest.pop(0))
        else:
            raise ValueError(f"the term `{word}`")
        return self.sum([*terms, {x: k * c for x, c in self.term(rest).items()}])

    def sum(self, terms):
        return {x: sum(term.get(x, 0) for term in terms) for term in terms for x in term}

    def comparison(self, rest, sign):
        """A comparison of integers, with what is negative on the other side: there are no parts below 0."""
        a, b = self.term(rest), self.term(rest)
        both = self.sum([a, {x: -c for x, c in b.items()}])

        def side(k):
            parts = [f"{k * c}*{x}" if x else str(k * c) for x, c in both.items() if k * c > 0]
            return "+".join(parts) or "0"

        # A variable that cancels is one of the formula all the same.
        return f"{side(1)}{sign}{side(-1)}"

    def read(self, rest):
        word = rest.pop(0)
        signs = {"and": "&", "or": "|", "implies": "=>", "iff": "<=>"}
        if word in signs:
            a, b = self.read(rest), self.read(rest)
            return f"(({a}) {signs[word]} ({b}))"
        if word == "not":
            return f"~({self.read(rest)})"
        if word in ("some", "all", "infinitely"):
            x = rest.pop(0)
            return f"({ {'some': 'E', 'all': 'A', 'infinitely': 'I'}[word] } x{x} ({self.read(rest)}))"
        if word == "atleast":
            k, count = rest.pop(0), int(rest.pop(0))
            names = ",".join(f"x{rest.pop(0)}" for _ in range(count))
            return f"(E>={k} {names} ({self.read(rest)}))"
        if word in ("equal", "less", "atmost"):
            return self.comparison(rest, {"equal": "=", "less": "<", "atmost": "<="}[word])
        if word == "rel":
            i, count = rest.pop(0), int(rest.pop(0))
            names = ",".join(f"x{rest.pop(0)}" for _ in range(count))
            return f"$r{i}({names})"
        raise ValueError(f"the formula `{word}`")


def decided(filbert, folder, system):
    """The verdicts on what a translation says, by name."""
    home = tempfile.mkdtemp(dir=folder)
    os.makedirs(os.path.join(home, "Automata Library"))
    said = Said(os.path.join(folder, system + ".script"), home)
    script = os.path.join(home, "said.prf")
    with open(script, "w") as file:
        file.write("\n".join(said.lines) + "\n")
    run = subprocess.run([filbert, "prove", script, "--in", home, "--quiet", "--json", "-"], capture_output=True, text=True)
    report = json.loads(run.stdout)
    found = {one["name"]: one["verdict"] for file in report["files"] for one in file["statements"]}
    if any(label not in found for _, label in said.theorems):
        raise ValueError(f"{run.stdout}{run.stderr}")
    return [(name, found[label]) for name, label in said.theorems]


def expected(vector, name):
    """The verdicts that what is said of a statement may have; none if nothing may be said of it. Of a refutation the
    contrary is said."""
    found = set()
    for statement in vector.statements:
        verdict = statement.otherwise or statement.verdict
        if statement.name == name and verdict in ("TRUE", "FALSE"):
            for word in re.findall(rf"(\w+)\s+{re.escape(name)}\b", vector.main) or ["theorem", "refute"]:
                found.add({"TRUE": "FALSE", "FALSE": "TRUE"}[verdict] if word == "refute" else verdict)
    return found


def translated(filbert, vector):
    """What is wrong with the translation of a vector, how many statements it says, and how many it refuses."""
    with tempfile.TemporaryDirectory() as folder:
        script, out = vector.write(Path(folder)), os.path.join(folder, "out")
        command = [sys.executable, os.path.join(HERE, "translate.py"), str(script), out, filbert]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return [f"does not end in {SECONDS} seconds"], 0, 0
        if run.returncode:
            # It may refuse a whole script, but says so in a line.
            return (["\n".join(run.stderr.splitlines()[-3:])] if "Traceback" in run.stderr else []), 0, len(vector.statements)
        wrong, said = [], 0
        # Statements of files that are included are those of these files.
        names = {statement.name for statement in vector.statements}
        with open(os.path.join(out, "theorems")) as file:
            told = [line.rstrip("\n").split("\t") for line in file]
        elsewhere = {one[1] for one in told if not one[0].endswith("main.prf")} - names
        for name in sorted(os.listdir(out)):
            system, ending = os.path.splitext(name)
            if ending != ".script":
                continue
            for theorem, verdict in decided(filbert, out, system):
                # The program finds no answers for what rests on a kernel that is not one, as filbert does.
                if theorem in elsewhere or verdict == "UNKNOWN":
                    continue
                said += 1
                allowed = expected(vector, theorem)
                if verdict not in allowed:
                    wrong.append(f"says of {theorem} what is {verdict}, which may be {sorted(allowed) or 'nothing'}")
        return wrong, said, len(vector.statements) - said


def main():
    filbert = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target/release/filbert"))
    wrong, said, refused = [], 0, 0
    for vector in vectors():
        problems, some, none = translated(filbert, vector)
        wrong += [f"{vector.name}: {problem}" for problem in problems]
        said, refused = said + some, refused + none
    print("\n".join(wrong + [f"{said} statements said, {refused} not, {len(wrong)} wrong"]))
    sys.exit(1 if wrong or said == 0 else 0)


if __name__ == "__main__":
    main()
