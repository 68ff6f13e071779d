"""What commands give by automata: numeration systems, regular expressions, and words by morphisms."""
import re

from language import BLANK, OTHER, WHITE, Unsaid

# Bounds on what becomes of an expression.
MOST_STATES, MOST_LETTERS = 5000, 10000


class System:
    """A numeration system: its full name, and its table, as in System.v."""

    def __init__(self, name, digits):
        self.name = name
        self.table = tuple((d, (i + 1) % len(digits)) for i, d in enumerate([*digits[:-1], digits[-1] - 1]))
        self.tops = max(d for d, _ in self.table)

    def __eq__(self, other):
        return (self.name, self.table) == (other.name, other.table)

    def __hash__(self):
        return hash((self.name, self.table))


def system(name):
    """What filbert ships under a full name. Pell's system has other weights than words of its digits are counted by."""
    if name.startswith("lsd_"):
        raise Unsaid("systems read from the least digit")
    if name.startswith("msd_neg"):
        raise Unsaid("negative bases")
    base = re.fullmatch("msd_([1-9][0-9]{0,4})", name)
    if base and 2 <= int(base[1]) <= 65536:
        return System(name, [int(base[1])])
    if name == "msd_nara":
        return System(name, [1, 0, 1])
    alias = {"msd_fib": "msd_bonacci2", "msd_trib": "msd_bonacci3"}.get(name, name)
    family = re.fullmatch("msd_(bonacci|cubic|wythoff)([1-9][0-9]?)", alias)
    if not family or family[0] == "msd_bonacci1":
        raise Unsaid("other systems")
    k = int(family[2])
    return System(name, {"bonacci": [1] * k, "cubic": [k, 1, 1], "wythoff": [k, 1]}[family[1]])


def numeration(name, text):
    """The system of a recurrence with coefficients that do not increase, which are then the expansion of one."""
    tokens = re.findall(f"[0-9]+|[x^*+=]|[^{BLANK}]", text)
    spaced = " ".join(tokens)
    power = "x(?: \\^ ([0-9]{1,2}))?"
    sides = re.fullmatch(f"{power} = (.*)", spaced)
    if not sides:
        raise Unsaid("other systems")
    degree, coefficients = int(sides[1] or 1), {}
    for part in sides[2].split(" + "):
        one = re.fullmatch(f"(?:([0-9]{{1,4}})(?: \\*)? )?{power}|([0-9]{{1,4}})", part)
        if not one:
            raise Unsaid("other systems")
        at, factor = (0, one[3]) if one[3] else (int(one[2] or 1), one[1] or 1)
        if at in coefficients:
            raise Unsaid("other systems")
        coefficients[at] = int(factor)
    digits = [coefficients.pop(at, 0) for at in reversed(range(degree))]
    if degree < 2 or coefficients or digits != sorted(digits, reverse=True) or digits[-1] < 1:
        raise Unsaid("other systems")
    return System("msd_" + name, digits)


# Regular expressions over letters, by derivatives. None is what matches nothing, () the empty word.

LETTER = f"\\[[{WHITE}]*[0-9]{{1,9}}[{WHITE}]*(?:,[{WHITE}]*[0-9]{{1,9}}[{WHITE}]*)*\\]"
EXPRESSION = re.compile(f"[{BLANK}]*({LETTER}|[0-9|&*+?()])")


class Regex:
    """One regular expression: `tree`. Ranges, `.`, `~` and `{2}` are not read."""

    def __init__(self, text, tops):
        self.tokens, self.at, self.tops = [], 0, tops
        text, at = text.rstrip(), 0
        while at < len(text):
            token = EXPRESSION.match(text, at)
            if not token or len(self.tokens) > MOST_LETTERS:
                raise Unsaid(OTHER)
            self.tokens.append(token[1])
            at = token.end()
        self.tree = self.alternatives()
        if self.peek():
            raise Unsaid(OTHER)

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def alternatives(self):
        parts = [self.intersections()]
        while self.peek() == "|":
            self.take()
            parts.append(self.intersections())
        return alt(parts)

    def intersections(self):
        result = self.sequence()
        while self.peek() == "&":
            self.take()
            result = both(result, self.sequence())
        return result

    def sequence(self):
        result = self.repeated()
        while self.peek() not in ("", "|", "&", ")"):
            result = cat(result, self.repeated())
        return result

    def repeated(self):
        result = self.single()
        while self.peek() in ("*", "+", "?"):
            c = self.take()
            result = star(result) if c == "*" else cat(result, star(result)) if c == "+" else alt([(), result])
        return result

    def single(self):
        if self.peek() in ("", "|", "&", "*", "+", "?", ")"):
            raise Unsaid(OTHER)
        token = self.take()
        if token != "(":
            digits = tuple(int(d) for d in token.strip("[]").split(","))
            if len(digits) != len(self.tops) or any(d > top for d, top in zip(digits, self.tops)):
                raise Unsaid(OTHER)
            return ("letter", digits)
        result = () if self.peek() == ")" else self.alternatives()
        if self.peek() != ")":
            raise Unsaid(OTHER)
        self.take()
        return result


def alt(parts):
    flat = set()
    for p in parts:
        if p is not None:
            flat |= p[1] if p and p[0] == "alt" else {p}
    return None if not flat else next(iter(flat)) if len(flat) == 1 else ("alt", frozenset(flat))


def cat(a, b):
    if a is None or b is None:
        return None
    if a == () or b == ():
        return b if a == () else a
    return cat(a[1], cat(a[2], b)) if a[0] == "cat" else ("cat", a, b)


def star(a):
    return () if a is None or a == () else a if a[0] == "star" else ("star", a)


def both(a, b):
    return None if a is None or b is None else a if a == b else ("both", a, b)


def nullable(r):
    if r is None or r == ():
        return r == ()
    if r[0] == "alt":
        return any(map(nullable, r[1]))
    return r[0] == "star" or r[0] in ("cat", "both") and nullable(r[1]) and nullable(r[2])


def derivative(r, a):
    if r is None or r == ():
        return None
    if r[0] == "letter":
        return () if r[1] == a else None
    if r[0] == "alt":
        return alt([derivative(p, a) for p in r[1]])
    if r[0] == "star":
        return cat(derivative(r[1], a), r)
    if r[0] == "both":
        return both(derivative(r[1], a), derivative(r[2], a))
    first = cat(derivative(r[1], a), r[2])
    return alt([first, derivative(r[2], a)]) if nullable(r[1]) else first


def letters(tops):
    result = [()]
    for top in tops:
        if len(result) * (top + 1) > MOST_LETTERS:
            raise Unsaid("too large")
        result = [a + (d,) for a in result for d in range(top + 1)]
    return result


def automaton_of_regex(r, tops):
    """States with their rows; zeros in front are neutral, whether the expression says so or not."""
    zero = (0,) * len(tops)
    start, seen = r, set()
    while start not in seen:
        if len(seen) == MOST_STATES:
            raise Unsaid("too large")
        seen.add(start)
        start = derivative(start, zero)
    start = alt(list(seen))
    number, order, rows = {("start", start): 1}, [("start", start)], []
    for tag, r in order:
        row = []
        for a in letters(tops):
            if tag == "start" and a == zero:
                to = (tag, r)
            else:
                to = ("inside", derivative(r, a))
            if to[1] is None:
                continue
            if to not in number:
                if len(order) == MOST_STATES:
                    raise Unsaid("too large")
                number[to] = len(order) + 1
                order.append(to)
            row.append((a, number[to]))
        rows.append((nullable(r), row))
    return rows


# Words by morphisms.

def letters_of_text(text):
    """Letters, arrows and commas of a morphism or a coding."""
    tokens = re.findall(f"->|,|[0-9]|\\[[{WHITE}]*[0-9]{{1,9}}[{WHITE}]*\\]|[^{BLANK}]", text)
    if not all(re.fullmatch("->|,|[0-9]|\\[.*\\]", token, re.S) for token in tokens):
        # A negative letter, or no letter.
        raise Unsaid(OTHER)
    return [token if token in ("->", ",") else int(token.strip("[]")) for token in tokens]


def morphism(text):
    """The letters in the order of their rules, with their images."""
    tokens, at, images = letters_of_text(text), 0, {}
    while at < len(tokens):
        letter = tokens[at]
        if not isinstance(letter, int) or letter in images or tokens[at + 1 : at + 2] != ["->"]:
            raise Unsaid(OTHER)
        at, image = at + 2, []
        while at < len(tokens) and isinstance(tokens[at], int) and tokens[at + 1 : at + 2] != ["->"]:
            image.append(tokens[at])
            at += 1
        images[letter] = image
        at = after_comma(tokens, at)
    return images


def coding(text):
    tokens, at, outputs = letters_of_text(text), 0, {}
    while at < len(tokens):
        letters = []
        while at < len(tokens) and isinstance(tokens[at], int):
            letters.append(tokens[at])
            at = after_comma(tokens, at + 1)
        if not letters or tokens[at : at + 1] != ["->"] or not isinstance((tokens[at + 1 : at + 2] or [None])[0], int):
            raise Unsaid(OTHER)
        for letter in letters:
            if letter in outputs:
                raise Unsaid(OTHER)
            outputs[letter] = tokens[at + 1]
        at = after_comma(tokens, at + 2)
    return outputs


def after_comma(tokens, at):
    if tokens[at : at + 1] != [","]:
        return at
    if at + 1 == len(tokens) or not isinstance(tokens[at + 1], int):
        raise Unsaid(OTHER)
    return at + 1


def automata_of_word(system, rules, code):
    """For each value the rows of an automaton on the places that have it."""
    images = morphism(rules)
    outputs = {letter: letter for letter in images} if code is None else coding(code)
    first = next(iter(images), None)
    if first is None or len(images[first]) < 2 or images[first][0] != first or set(outputs) != set(images):
        raise Unsaid(OTHER)
    # In each state in which the system may be, a letter has an image for each digit.
    seen, todo = {(first, 0)}, [(first, 0)]
    while todo:
        letter, q = todo.pop()
        top, last = system.table[q]
        if len(images[letter]) != top + 1:
            raise Unsaid(OTHER)
        for d, b in enumerate(images[letter]):
            then = (b, last if d == top else 0)
            if b not in images:
                raise Unsaid(OTHER)
            if then not in seen:
                seen.add(then)
                todo.append(then)
    if any(b not in images for image in images.values() for b in image):
        raise Unsaid(OTHER)
    order = [first, *[a for a in images if a != first]]
    number = {a: i + 1 for i, a in enumerate(order)}
    rows = lambda value: [(outputs[a] == value, [((d,), number[b]) for d, b in enumerate(images[a])]) for a in order]
    return {value: rows(value) for value in sorted(set(outputs.values()))}
