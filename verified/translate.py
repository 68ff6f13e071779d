"""Scripts of filbert as scripts for filbert-elaborate: `translate.py SCRIPT FOLDER [FILBERT]` writes FOLDER/SYSTEM.script for
each numeration system of the script's theorems. The program FILBERT is asked for the kernels that are not given.

Outside the theorem: whoever relies on it reads what was written. FOLDER/theorems has a line for each theorem, refutation, cover
and kernel: the script in which it stands, its name, nothing or why it cannot be said, the hash of all that it rests on (see
docs/verified.md), and what it is called in what is written.

Read as docs/meaning.md says, by `language.py`, `scripts.py` and `formulas.py`; what they do not read exactly they refuse. Over
the natural numbers every part of a term that a variable stands in is a number, so that `x-2=y` has the condition x>=2, at its
atom; `reg` and words are automata on representations, the first letter of a morphism and zeros in front being neutral; `cover F
by G..` is F => (G | ..); `refute F` is ~F. A kernel that is given is the kernel of the game, and a theorem that it is what was given.
"""
import collections
import os
import sys
import threading

from automata import automaton_of_regex
from formulas import LARGEST, free, replaced, words_in
from games import automaton_of, rows_of
from language import OTHER, Unsaid
from scripts import ROOT, SHIPPED, statements_of

# Choices of letters in one comparison, and characters of one command.
MOST_CASES, MOST_TEXT = 4096, 1 << 22


def constant(t):
    """The value of a term without variables, once numbers stand for its words; None for another one."""
    if t[0] in ("number", "letter"):
        return t[1]
    if t[0] in ("variable", "word"):
        return None
    a, b = constant(t[1]), constant(t[2])
    if a is None or b is None:
        return None
    if t[0] == "/":
        if a < 0 or b <= 0:
            raise Unsaid(OTHER)
        return a // b
    value = a + b if t[0] == "+" else a - b if t[0] == "-" else a * b
    if abs(value) > LARGEST:
        raise Unsaid(OTHER)
    return value


def subtracts(t):
    return t[0] == "-" or any(subtracts(part) for part in t[1:] if isinstance(part, tuple))


def states(rows):
    """States as the checker's programs read them."""
    return [" ".join(map(str, [int(accepting), len(row), *[n for a, q in row for n in [*a, q]]])) for accepting, row in rows]


class Writer:
    """A script for one numeration system: relations are numbered as they are needed."""

    def __init__(self, system, filbert):
        self.system, self.filbert = system, filbert
        table = system.table
        self.lines = ["system %d %s" % (len(table), " ".join("%d %d" % entry for entry in table))]
        self.relations, self.count, self.theorems = {}, 0, 0

    def automaton(self, tracks, rows):
        self.lines += [f"automaton {tracks} {len(rows)}", *states(rows)]
        self.count += 1
        return self.count - 1

    def kernel(self, definition, name="-"):
        """The number of the kernel of a game."""
        game, given, path = definition.body
        block, misere, move, measure = game.body
        width = len(definition.order)
        rule = self.formula(move, {x: i for i, x in enumerate(game.order)})
        lines = [f"kernel {name} {width} {block} {int(misere)} {rule}"]
        if measure:
            extra = {"conditions": [], "new": []}
            terms = [self.term(t, {x: i for i, x in enumerate(definition.order)}, extra) for t in measure]
            if any(map(subtracts, measure)) or extra["new"]:
                raise Unsaid(OTHER)
            lines.append(f"measure {len(terms)} {' '.join(terms)}")
        if given:
            lines.append(f"like {self.relation(given)}")
        else:
            text = automaton_of(path, definition.name, os.path.realpath(SHIPPED[2]), self.filbert)
            if text is None:
                raise Unsaid("a kernel that is not given")
            rows = rows_of(text, self.system, width)
            lines += [f"by {width} {' '.join(map(str, range(width)))} {len(rows)}", *states(rows)]
        self.lines += lines
        self.count += 1
        return self.count - 1

    def relation(self, definition):
        """The number of a relation."""
        if definition not in self.relations:
            width = len(definition.order)
            if definition.kind == "kernel":
                self.relations[definition] = self.kernel(definition)
            elif definition.kind == "reg":
                rows = automaton_of_regex(definition.body, [self.system.tops] * width)
                self.relations[definition] = self.automaton(width, rows)
            else:
                text = self.formula(definition.body, {x: i for i, x in enumerate(definition.order)})
                self.lines.append(f"define {width} {' '.join(map(str, range(width)))} {text}")
                self.count += 1
                self.relations[definition] = self.count - 1
        return self.relations[definition]

    def letters_of(self, definition):
        """For each value of a word, the number of the relation of its places."""
        if definition not in self.relations:
            if definition.order:
                self.relations[definition] = self.combined(definition.body)
            else:
                self.relations[definition] = {value: self.automaton(1, rows) for value, rows in definition.body}
        return self.relations[definition]

    def combined(self, parts):
        """For each value the number of a relation: of the functions that hold the last has it, and where none holds it is 0."""
        relations = [(value, f"rel {self.relation(part)} 1 0") for value, part in parts]
        found = {}
        for value in sorted({0, *[value for value, _ in relations]}):
            text = "less v 0 n 0"
            for one, relation in [(0, "equal n 0 n 0"), *relations]:
                text = f"or {relation} {text}" if one == value else f"and not {relation} {text}"
            self.lines.append(f"define 1 0 {text}")
            self.count += 1
            found[value] = self.count - 1
        return found

    # Terms. `extra` gathers conditions, and variables with what they are.

    def term(self, t, scope, extra):
        """A term with variables must have no part without that is negative: the language leaves such a thing to systems
        of integers."""
        value = constant(t)
        if value is not None and value < 0:
            raise Unsaid(OTHER)
        kind = t[0]
        if kind in ("number", "letter"):
            return f"n {t[1]}"
        if kind == "variable":
            return f"v {scope[t[1]]}"
        if kind in ("+", "-"):
            a, b = self.term(t[1], scope, extra), self.term(t[2], scope, extra)
            if kind == "+":
                return f"add {a} {b}"
            if value is None:
                extra["conditions"].append(f"atmost {b} {a}")
            return f"sub {a} {b}"
        if kind == "*":
            for c, u in ((t[1], t[2]), (t[2], t[1])):
                if c[0] == "number":
                    return f"mul {c[1]} {self.term(u, scope, extra)}"
        if kind == "/" and t[2][0] == "number" and t[2][1] > 0:
            a, k = self.term(t[1], scope, extra), t[2][1]
            x = self.fresh(scope, extra)
            extra["conditions"].append(f"and atmost mul {k} v {x} {a} less {a} add mul {k} v {x} n {k}")
            return f"v {x}"
        raise Unsaid(OTHER)

    def fresh(self, scope, extra):
        x = max([*scope.values(), *extra["new"], -1]) + 1
        extra["new"].append(x)
        return x

    def place(self, t, scope, extra):
        """A variable for a term, a new one if the term is none."""
        text = self.term(t, scope, extra)
        if text.startswith("v "):
            return int(text[2:])
        x = self.fresh(scope, extra)
        extra["conditions"].append(f"equal v {x} {text}")
        return x

    def around(self, text, extra):
        for condition in reversed(extra["conditions"]):
            text = f"and {condition} {text}"
        for x in reversed(extra["new"]):
            text = f"some {x} {text}"
        return text

    def formula(self, f, scope):
        kind = f[0]
        inner = lambda x: {**scope, x: max(scope.values(), default=-1) + 1}
        if kind in ("and", "or", "implies", "iff"):
            text = f"{kind} {self.formula(f[1], scope)} {self.formula(f[2], scope)}"
        elif kind == "not":
            text = f"not {self.formula(f[1], scope)}"
        elif kind in ("some", "all", "infinitely"):
            s = inner(f[1])
            text = f"{kind} {s[f[1]]} {self.formula(f[2], s)}"
        elif kind == "atleast":
            s = dict(scope)
            for x in f[2]:
                s[x] = max(s.values(), default=-1) + 1
            xs = " ".join(str(s[x]) for x in f[2])
            text = f"atleast {f[1]} {len(f[2])} {xs} {self.formula(f[3], s)}"
        elif kind == "call":
            extra = {"conditions": [], "new": []}
            i = self.relation(f[1])
            xs = [self.place(t, scope, extra) for t in f[2]]
            text = self.around(" ".join(["rel", str(i), str(len(xs)), *map(str, xs)]), extra)
        else:
            text = self.comparison(*f[1:], scope)
        if len(text) > MOST_TEXT:
            raise Unsaid("too large")
        return text

    def comparison(self, sign, a, b, scope):
        words = list(dict.fromkeys(words_in(a) + words_in(b)))
        if words:
            return self.comparison_of_words(words, sign, a, b, scope)
        extra = {"conditions": [], "new": []}
        a, b = self.side(a, b, scope, extra), self.side(b, a, scope, extra)
        text = {"=": f"equal {a} {b}", "!=": f"not equal {a} {b}", "<": f"less {a} {b}", "<=": f"atmost {a} {b}",
                ">": f"less {b} {a}", ">=": f"atmost {b} {a}"}[sign]
        return self.around(text, extra)

    def side(self, t, other, scope, extra):
        """A side of a comparison: where no variable stands in either, both may have parts that are negative."""
        if subtracts(t) and constant(t) is not None and constant(other) is not None:
            return f"n {constant(t)}"
        return self.term(t, scope, extra)

    def comparison_of_words(self, words, sign, a, b, scope):
        """One case for each choice of letters."""
        extra = {"conditions": [], "new": []}
        cases = [({}, [])]
        for w in words:
            x = self.place(w[2], scope, extra)
            values = self.letters_of(w[1])
            if len(cases) * len(values) > MOST_CASES:
                raise Unsaid("too large")
            cases = [({**chosen, w: ("number", v)}, [*parts, f"rel {i} 1 {x}"])
                     for chosen, parts in cases for v, i in values.items()]
        text = ""
        scope_of_case = {**scope, **{("new", x): x for x in extra["new"]}}
        for chosen, parts in cases:
            case = self.comparison(sign, replaced(a, chosen), replaced(b, chosen), scope_of_case)
            for part in reversed(parts):
                case = f"and {part} {case}"
            text = f"or {text} {case}" if text else case
        return self.around(text, extra)

    def statement_of_kernel(self, definition, name):
        width = len(definition.order)
        if definition.body[1]:
            xs = f"{width} {' '.join(map(str, range(width)))}"
            kernel, given = self.relation(definition), self.relation(definition.body[1])
            self.lines.append(f"theorem {name} iff rel {kernel} {xs} rel {given} {xs}")
        elif definition in self.relations:
            self.kernel(definition, name)
        else:
            self.relations[definition] = self.kernel(definition, name)
        self.theorems += 1

    def theorem(self, statement, name):
        if statement.kernel:
            self.statement_of_kernel(statement.kernel, name)
            return
        f, *rest = statement.formulas
        if rest:
            pieces = rest[-1]
            for piece in reversed(rest[:-1]):
                pieces = ("or", piece, pieces)
            f = ("implies", f, pieces)
        if statement.keyword == "refute":
            f = ("not", f)
        text = self.formula(f, {x: i for i, x in enumerate(sorted(free(f)))})
        self.lines.append(f"theorem {name} {text}")
        self.theorems += 1


def translate(path, filbert=None):
    """The statements of a script, what each is called in what is written, and a script for each system by its file's name."""
    statements = statements_of(path)
    # One name for one statement, whatever files have statements of that name.
    count = collections.Counter(one.name for one in statements)
    writers, names = {}, []
    for number, one in enumerate(statements):
        names.append(one.name if count[one.name] == 1 else f"{one.name}@{number}")
        if one.why:
            continue
        try:
            # A command that cannot be said leaves nothing behind but definitions.
            writers.setdefault(one.system, Writer(one.system, filbert)).theorem(one, names[-1])
        except Unsaid as unsaid:
            one.why = str(unsaid)
    written, taken = {}, collections.Counter()
    for system, writer in writers.items():
        taken[system.name] += 1
        again = f"-{taken[system.name]}" if taken[system.name] > 1 else ""
        if writer.theorems:
            written[system.name + again] = "\n".join(writer.lines) + "\n"
    return statements, names, written


def main():
    path, folder, *filbert = sys.argv[1:]
    statements, names, written = translate(path, *filbert)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "theorems"), "w", encoding="utf-8") as file:
        for one, name in zip(statements, names):
            origin = os.path.relpath(one.origin, os.path.realpath(os.path.join(ROOT, "proofs")))
            file.write(f"{origin}\t{one.name}\t{one.why}\t{one.rests_on}\t{name}\n")
    for name, text in written.items():
        with open(os.path.join(folder, name + ".script"), "w", encoding="utf-8") as file:
            file.write(text)
    said = sum(not one.why for one in statements)
    print(f"{path}: {said} of {len(statements)} theorems")


def with_stack(what):
    """Formulas nest: what is done about them has a stack of its own."""
    sys.setrecursionlimit(200000)
    threading.stack_size(512 << 20)
    failed = []

    def run():
        try:
            what()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


if __name__ == "__main__":
    with_stack(main)
