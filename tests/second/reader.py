"""A second reader of certificates, for a part of what `filbert-check` reads: `reader.py DIR`.

It was written from docs/certificates.md alone, decides statements by the constructions of textbooks, and compares what a
certificate claims of a definition with what it finds itself. One line for each statement or definition: `right`, `wrong` or
`not read`. Exits with 1 if something is wrong. Certificates are those that `--plain` writes.

Read are: macros no, `def`, `theorem`, `refute`, words of morphisms; systems of bases and of recurrences d1 d2 .. dk; sums
without differences, comparisons, letters of words, calls, connectives, E and A. Slow: for a few variables.
"""
import hashlib
import itertools
import os
import re
import sys


class Unread(Exception):
    pass


class System:
    """Digits are followed by a state: less than the last leads to 0, the last to the next state, if there is one."""

    def __init__(self, name):
        short = re.sub("^[ml]sd_", "", name)
        known = {"fib": [1, 1], "trib": [1, 1, 1], "nara": [1, 0, 1]}
        family = re.fullmatch("(bonacci|cubic|wythoff|)([0-9]+)", short)
        if short in known:
            expansion = known[short]
        elif family:
            k = int(family[2])
            expansion = {"bonacci": [1] * k, "cubic": [k, 1, 1], "wythoff": [k, 1], "": [k]}[family[1]]
        else:
            raise Unread(name)
        last = len(expansion) - 1
        self.name = name
        self.valid = [[0] * d + ([i + 1] if i < last else []) for i, d in enumerate(expansion)]
        # counts[m][q]: the valid words of m digits from q.
        self.counts = [[1] * len(expansion)]
        for _ in range(48):
            self.counts.append([sum(self.counts[-1][q] for q in row) for row in self.valid])

    def step(self, state, digit):
        row = self.valid[state]
        return row[digit] if digit < len(row) else None


class Dfa:
    """Words over tuples of digits, one for each variable, in the order of the alphabet. What has no edge is dead."""

    def __init__(self, variables, edges, accepting):
        self.variables, self.edges, self.accepting = variables, edges, accepting

    def accepts(self, state):
        return state is not None and self.accepting[state]

    def step(self, state, letter):
        return None if state is None else self.edges[state].get(letter)


def explored(variables, first, moves, accepts):
    """The automaton of states found from the first: `moves` gives pairs of a letter and a state."""
    numbers, order, edges = {first: 0}, [first], []
    for state in order:
        row = {}
        for letter, target in moves(state):
            if target not in numbers:
                numbers[target] = len(order)
                order.append(target)
            row[letter] = numbers[target]
        edges.append(row)
        if len(order) > 20000:
            raise Unread("too large")
    return minimal(Dfa(variables, edges, [accepts(state) for state in order]))


def minimal(dfa):
    """States that do not lead to acceptance go; states that accept alike are one (Moore)."""
    alive = {q for q, accepts in enumerate(dfa.accepting) if accepts}
    while True:
        more = {q for q, row in enumerate(dfa.edges) if q not in alive and any(t in alive for t in row.values())}
        if not more:
            break
        alive |= more
    edges = [{a: t for a, t in row.items() if t in alive} for row in dfa.edges]
    group = [int(accepts) for accepts in dfa.accepting]
    while True:
        keys = [(group[q], tuple(sorted((a, group[t]) for a, t in row.items()))) for q, row in enumerate(edges)]
        numbers = {}
        new = [numbers.setdefault(key, len(numbers)) for key in keys]
        if len(numbers) == len(set(group)):
            break
        group = new
    representatives = {}
    for q, g in enumerate(group):
        representatives.setdefault(g, q)
    order = sorted(representatives, key=lambda g: representatives[g])
    place = {g: i for i, g in enumerate(order)}
    rows = [{a: place[group[t]] for a, t in edges[representatives[g]].items()} for g in order]
    accepting = [dfa.accepting[representatives[g]] for g in order]
    return Dfa(dfa.variables, rows, accepting)


def valid(tracks):
    """Words that are valid on each of some tracks, given by variable."""
    variables = sorted(tracks)
    systems = [tracks[v] for v in variables]

    def moves(states):
        for letter in itertools.product(*(range(len(s.valid[q])) for s, q in zip(systems, states))):
            yield letter, tuple(s.step(q, a) for s, q, a in zip(systems, states, letter))

    return explored(variables, (0,) * len(variables), moves, lambda _: True)


def combined(a, b, accepts, tracks):
    """Both automata side by side over all their variables."""
    variables = sorted(set(a.variables) | set(b.variables))
    places = [[variables.index(v) for v in dfa.variables] for dfa in (a, b)]
    legal = valid({v: tracks[v] for v in variables})

    def moves(state):
        p, q, r = state
        for letter, after in legal.edges[r].items():
            yield letter, tuple(dfa.step(s, tuple(letter[i] for i in own)) for dfa, s, own in zip((a, b), (p, q), places)) + (after,)

    return explored(variables, (0, 0, 0), moves, lambda s: accepts(a.accepts(s[0]), b.accepts(s[1])))


def negated(a, tracks):
    legal = valid({v: tracks[v] for v in a.variables})
    return combined(a, legal, lambda one, other: other and not one, tracks)


def projected(a, gone):
    """Without some variables: sets of states, at first those that zeros on the others lead to."""
    kept = [i for i, v in enumerate(a.variables) if v not in gone]
    zero = (0,) * len(kept)

    def after(states, wanted):
        return {t for q in states for letter, t in a.edges[q].items() if tuple(letter[i] for i in kept) == wanted}

    first = {0}
    while not after(first, zero) <= first:
        first |= after(first, zero)

    def moves(states):
        for wanted in sorted({tuple(letter[i] for i in kept) for q in states for letter in a.edges[q]}):
            yield wanted, frozenset(after(states, wanted))

    variables = [a.variables[i] for i in kept]
    return explored(variables, frozenset(first), moves, lambda states: any(a.accepting[q] for q in states))


def linear(terms, compare, constant, tracks):
    """A sum compared with a constant. What was read is a vector, worth its product with the counts of words to come; a
    state is left out if no number of digits up to 48 can bring the sum back: by then the quotients have settled."""
    variables = sorted(terms)
    if not variables:
        truth = 0 == constant if compare == "=" else 0 < constant
        return Dfa([], [{(): 0}] if truth else [{}], [truth])
    system = tracks[variables[0]]
    if any(tracks[v].name != system.name for v in variables):
        raise Unread("two systems in a sum")
    up = sum(k for k in terms.values() if k > 0)
    down = -sum(k for k in terms.values() if k < 0)

    def hopeless(vector):
        for counts in system.counts:
            value = sum(x * n for x, n in zip(vector, counts))
            least, most = value - down * (counts[0] - 1), value + up * (counts[0] - 1)
            if least < constant if compare == "<" else least <= constant <= most:
                return False
        return True

    def certain(vector):
        values = [sum(x * n for x, n in zip(vector, counts)) + up * (counts[0] - 1) for counts in system.counts]
        return compare == "<" and all(value < constant for value in values)

    def moves(state):
        states, vector = state
        for letter in itertools.product(*(range(len(system.valid[q])) for q in states)):
            after = tuple(system.step(q, a) for q, a in zip(states, letter))
            new = vector
            if vector is not True:
                new = [0] * len(system.valid)
                for x, row in zip(vector, system.valid):
                    for q in row:
                        new[q] += x
                new[0] += sum(terms[v] * a for v, a in zip(variables, letter))
                if hopeless(new):
                    continue
                new = True if certain(new) else tuple(new)
            yield letter, (after, new)

    def accepts(state):
        value = state[1] if state[1] is True else sum(state[1])
        return value is True or (value == constant if compare == "=" else value < constant)

    first = ((0,) * len(variables), (0,) * len(system.valid))
    return explored(variables, first, moves, accepts)


class Formula:
    """Reads a formula: `read` gives its automaton. Connectives & | ^ bind alike, from the left, then =>, then <=>."""

    def __init__(self, text, names):
        text = text.strip()
        system = re.match(r"\?([a-z0-9_]+)", text)
        name = system[1] if system else "msd_2"
        text = text[system.end():] if system else text
        if "?" in text or re.search(r"[#`./-]|\b_", text):
            raise Unread("a form")
        self.system = names.system(name if re.match("[ml]sd_", name) else "msd_" + name)
        self.tokens = re.findall(r"<=>|<=|=>|>=|!=|\$\w+|@\d+|\d+|[EAI](?=[\sa-z])|[a-zA-Z]\w*|\S", text)
        self.names, self.at, self.tracks, self.fresh = names, 0, {}, 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def eat(self, *texts):
        if self.peek() in texts:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def expect(self, text):
        if not self.eat(text):
            raise Unread(f"{self.peek()} for {text}")

    def whole(self):
        found = self.equivalences()
        if self.peek():
            raise Unread(self.peek())
        return found

    def both(self, a, b, accepts):
        return combined(a, b, accepts, self.tracks)

    def equivalences(self):
        left = self.implications()
        while self.eat("<=>"):
            left = self.both(left, self.implications(), lambda a, b: a == b)
        return left

    def implications(self):
        left = self.flat()
        while self.eat("=>"):
            left = self.both(left, self.flat(), lambda a, b: b or not a)
        return left

    def flat(self):
        left = self.literal()
        while op := self.eat("&", "|", "^"):
            accepts = {"&": lambda a, b: a and b, "|": lambda a, b: a or b, "^": lambda a, b: a != b}[op]
            left = self.both(left, self.literal(), accepts)
        return left

    def literal(self):
        if self.eat("~"):
            return negated(self.literal(), self.tracks)
        if quantifier := self.eat("E", "A"):
            bound = [self.variable()]
            while self.eat(","):
                bound.append(self.variable())
            if any(v in self.tracks for v in bound):
                raise Unread("a name that is used twice")
            body = self.equivalences()
            for v in bound:
                self.tracks.setdefault(v, self.system)
            if quantifier == "A":
                return negated(self.without(negated(body, self.tracks), bound), self.tracks)
            return self.without(body, bound)
        if self.peek().startswith("$"):
            function = self.names.functions.get(self.tokens[self.at][1:])
            self.at += 1
            if function is None:
                raise Unread("a function")
            return self.applied(function, "(", ")", len(function[0]))
        start = self.at
        if self.eat("("):
            try:
                inner = self.equivalences()
                self.expect(")")
                if self.peek() not in ("+", "*", "=", "<", ">", "<=", ">=", "!="):
                    return inner
            except Unread:
                pass
            self.at = start
        return self.comparison()

    def without(self, body, bound):
        used = [v for v in bound if v in body.variables]
        for v in bound:
            self.tracks.pop(v, None)
        return projected(body, used) if used else body

    def variable(self):
        name = self.peek()
        if not re.fullmatch("[a-zA-Z][a-zA-Z0-9]*", name) or name in "EAI":
            raise Unread(name)
        self.at += 1
        return name

    def applied(self, function, opening, closing, count):
        """A function or a word at terms: each stands for a new variable."""
        systems, dfa = function
        self.expect(opening)
        given, conditions = [], []
        for i in range(count):
            if i:
                self.expect(",") if opening == "(" else None
            terms, constant = self.sum()
            self.fresh += 1
            name = f"zz{self.fresh}"
            self.tracks[name] = systems[i]
            terms[name] = -1
            conditions.append(linear(terms, "=", -constant, self.tracks))
            given.append(name)
        self.expect(closing)
        order = sorted(range(count), key=lambda i: given[i])
        edges = [{tuple(letter[i] for i in order): t for letter, t in row.items()} for row in dfa.edges]
        found = Dfa([given[i] for i in order], edges, dfa.accepting)
        for condition in conditions:
            found = self.both(found, condition, lambda a, b: a and b)
        return self.without(found, given)

    def sum(self):
        terms, constant = {}, 0
        while True:
            factor = int(self.eat(self.peek())) if self.peek().isdigit() else 1
            is_number = self.tokens[self.at - 1].isdigit() if self.at else False
            if is_number and not self.eat("*"):
                constant += factor
            else:
                name = self.variable()
                if self.peek() in ("[", "("):
                    raise Unread("a term")
                self.tracks.setdefault(name, self.system)
                terms[name] = terms.get(name, 0) + factor
            if not self.eat("+"):
                return terms, constant

    def comparison(self):
        if re.fullmatch("[A-Z][A-Z0-9]*", self.peek()) and self.tokens[self.at + 1:self.at + 2] == ["["]:
            word = self.names.words.get(self.peek())
            self.at += 1
            if word is None:
                raise Unread("a word")
            system, edges, letters = word
            start = self.at
            while self.eat("]") is None:
                self.at += 1
            is_equal = {"=": True, "!=": False}.get(self.eat("=", "!="))
            value = self.eat(self.peek())
            end = self.at
            if is_equal is None or not value.startswith("@"):
                raise Unread("a comparison of letters")
            self.at = start
            accepting = [(letter == int(value[1:])) == is_equal for letter in letters]
            found = self.applied(([system], minimal(Dfa(["x"], edges, accepting))), "[", "]", 1)
            self.at = end
            return found
        left, a = self.sum()
        op = self.eat("=", "!=", "<", "<=", ">", ">=")
        if not op:
            raise Unread(self.peek())
        right, b = self.sum()
        if op in (">", ">="):
            left, a, right, b = right, b, left, a
        difference = dict(left)
        for name, k in right.items():
            difference[name] = difference.get(name, 0) - k
        difference = {name: k for name, k in difference.items() if k}
        if op in ("=", "!="):
            found = linear(difference, "=", b - a, self.tracks)
            return found if op == "=" else negated(found, self.tracks)
        return linear(difference, "<", b - a + (op in ("<=", ">=")), self.tracks)


class Names:
    def __init__(self):
        self.systems, self.functions, self.words = {}, {}, {}

    def system(self, name):
        return self.systems.setdefault(name, System(name))

    def word(self, system, morphism):
        """Digit d leads to letter d of the image; beside it the word stays valid."""
        images = {int(a): [int(b) for b in image] for a, image in re.findall(r"(\d)->(\d+)", morphism)}
        if re.sub(r"[\s,]*\d->\d+", "", morphism).strip():
            raise Unread("a morphism")
        letters = []

        def moves(state):
            letter, q = state
            letters.append(letter)
            if len(images[letter]) != len(system.valid[q]):
                raise Unread("lengths of images")
            return [((d,), (images[letter][d], after)) for d, after in enumerate(system.valid[q])]

        numbers, order, edges = {}, [(int(re.match(r"\d", morphism)[0]), 0)], []
        numbers[order[0]] = 0
        for state in order:
            row = {}
            for letter, target in moves(state):
                if target not in numbers:
                    numbers[target] = len(order)
                    order.append(target)
                row[letter] = numbers[target]
            edges.append(row)
        return system, edges, letters


def claims(path, names):
    """The automata of a certificate, by what they are about."""
    lines = iter(open(path).read().splitlines()[1:])
    found = {}
    for about in lines:
        tracks, count = next(lines).split(" "), int(next(lines))
        rows = [list(map(int, next(lines).split(" "))) for _ in range(count)]
        try:
            systems = [names.system(track) for track in tracks]
        except Unread:
            continue
        sizes = [max(map(len, system.valid)) for system in systems]

        def digits(letter):
            out = []
            for size in reversed(sizes):
                out.append(letter % size)
                letter //= size
            return tuple(reversed(out))

        edges = [{digits(row[i]): row[i + 1] for i in range(1, len(row), 2)} for row in rows]
        dfa = minimal(Dfa([f"x{i}" for i in range(len(systems))], edges, [bool(row[0]) for row in rows]))
        found[about.removeprefix("claim ")] = (systems, dfa)
    return found


def same(a, b):
    """Whether two minimal automata accept the same words."""
    seen, open_ = {(0, 0)}, [(0, 0)]
    while open_:
        p, q = open_.pop()
        if a.accepts(p) != b.accepts(q) or (p is not None and q is not None and set(a.edges[p]) != set(b.edges[q])):
            return False
        for letter in a.edges[p] if p is not None and q is not None else []:
            pair = (a.step(p, letter), b.step(q, letter))
            if pair not in seen:
                seen.add(pair)
                open_.append(pair)
    return True


def command(words, known, number, names):
    """Reads a command; whether what it says is right, or None if it says nothing."""
    keyword, name = words[0], words[1] if len(words) > 1 else ""
    if keyword == "word" and len(words) == 4:
        names.words[name] = names.word(names.system(words[2]), words[3][1:-1])
        return None
    if keyword not in ("def", "theorem", "refute") or len(words) not in (3, 5):
        raise Unread(keyword)
    formula = Formula(words[2][1:-1], names)
    found = formula.whole()
    if keyword != "def":
        if found.variables:
            raise Unread("free variables")
        return found.accepting[0] == (keyword == "theorem")
    if not found.variables or f"{number} body" not in known:
        raise Unread("no claim")
    systems, claimed = known[f"{number} body"]
    names.functions[name] = (systems, claimed)
    tracks = [formula.tracks[v].name for v in found.variables]
    return tracks == [system.name for system in systems] and same(found, claimed)


def main(folder):
    lines = open(os.path.join(folder, "manifest")).read().splitlines()
    assert lines[0] == "filbert certificates 4"
    wrong = False
    names = Names()
    for line in lines[1:]:
        if not line.startswith(("shipped ", "script ")):
            continue
        _, own, other, name = line.split(" ", 3)
        path = os.path.join(folder, name)
        script, certificate = (open(p, "rb").read() for p in (path, path + ".cert"))
        assert [hashlib.sha256(text).hexdigest() for text in (script, certificate)] == [own, other], name
        known = claims(path + ".cert", names)
        text = re.sub(r"(?m)^\s*#.*$", "", script.decode())
        for number, one in enumerate(re.findall(r'(?:"[^"]*"|[^":;])+(?=[:;])', text)):
            words = re.findall(r'"[^"]*"|[^\s"]+', one)
            try:
                right = command(words, known, number, names)
            except Unread as why:
                for table in (names.functions, names.words):
                    table.pop(words[1] if len(words) > 1 else "", None)
                print(f"not read  {' '.join(words[:2])}: {why}")
                continue
            if right is not None:
                print(f"{'right' if right else 'wrong'}  {words[0]} {words[1]}")
                wrong |= not right
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
