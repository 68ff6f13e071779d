"""Formulas as trees: tokens, macros, numeration systems, the grammar of grammar/formula.lalrpop. Names are looked up here, when
the command runs that has the formula: a tree holds what they mean, not what they are called.
"""
import re

from language import BLANK, NAME, OTHER, WHITE, Unsaid

# Operators, the longest first. Those that are no part of the language are known here so that they are not read as two.
SIGNS = ["<-->", "<=>", "<->", "-->", "=>", "<=", ">=", "!=", "==", "&&", "||", "<>", "=<", "->", "/\\", "\\/",
         *"=<>~`&|^+-*/_()[],!:"]
FOREIGN = {"<-->", "<->", "-->", "==", "&&", "||", "<>", "=<", "->", "/\\", "\\/", "`", "_", "!", ":"}
TOKEN = re.compile(
    f"[{BLANK}]*(?:(?P<name>[B-DF-HJ-Za-z][A-Za-z0-9_]*)|(?P<word>\\.{NAME})|(?P<call>\\$[A-Za-z0-9_]*)|(?P<number>[0-9]+)"
    "|(?P<letter>@[ \\t]*[-_]?[ \\t]*[0-9]*)|(?P<system>\\?(?:[A-Z][A-Za-z0-9_]*\\( *[B-DF-HJ-Za-z][A-Za-z0-9_]* *\\)|[A-Za-z0-9_]*))|(?P<macro>#[A-Za-z0-9_]*)|(?P<quantifier>[EAI])"
    f"|(?P<sign>{'|'.join(map(re.escape, SIGNS))}))")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
OF_FORMULAS = {*COMPARISONS, "&", "|", "^", "~", "=>", "<=>"}

# Bounds: of macros within macros and of what they become, as filbert has them; of one formula, of how deep it nests, and of
# numbers, which the checker's programs read as integers of the machine.
MOST_MACROS, MOST_EXPANSION = 100, 1 << 20
MOST_TOKENS, MOST_DEPTH = 200000, 1000
LARGEST, LARGEST_COUNT = 1 << 31, 1000

# A text that ends with one of these may be a claim of sequences.
OF_SEQUENCES = re.compile(f"\\b(?:eventually|bounded|values)[{BLANK}]*$", re.A)


def full_name(name):
    """The full name of the system that stands behind `?`."""
    if not re.fullmatch("[A-Za-z0-9_]+", name) or not name.strip("_"):
        raise Unsaid(OTHER)
    direction, _, rest = name.partition("_")
    if "_" not in name and name[:3] in ("msd", "lsd"):
        return name[:3] + "_" + (name[3:] or "2")
    if "_" in name and direction in ("msd", "lsd"):
        if not rest:
            raise Unsaid(OTHER)
        return name
    return "msd_" + name


def arguments_of(text, at):
    """The arguments of a macro, which begin at `at`, and where they end: text between commas outside of brackets."""
    opening = re.compile(f"[{WHITE}]*\\(").match(text, at)
    if not opening:
        raise Unsaid(OTHER)
    begin, depth, found = opening.end(), 1, []
    for at in range(begin, len(text)):
        depth += (text[at] in "([") - (text[at] in ")]")
        if depth == 0 or depth == 1 and text[at] == ",":
            found.append(text[begin:at])
            begin = at + 1
        if depth == 0:
            return ([] if len(found) == 1 and not found[0].strip() else found), begin
    raise Unsaid(OTHER)


class Scanner:
    """Tokens (kind, text, system): macros filled in, and each with the numeration system in force."""

    def __init__(self, macro):
        self.macro, self.tokens, self.systems, self.expanded = macro, [], ["msd_2"], 0
        self.named = set()

    def scan(self, text, depth=0):
        at, end = 0, len(text) - len(re.search(f"[{BLANK}]*$", text)[0])
        while at < end:
            match = TOKEN.match(text, at)
            if not match:
                raise Unsaid(OTHER)
            kind, token, at = match.lastgroup, match[match.lastgroup], match.end()
            if kind == "macro":
                arguments, at = arguments_of(text, at)
                self.scan(self.filled(token[1:], arguments, depth), depth + 1)
            elif kind == "system":
                self.systems[-1] = full_name(token[1:])
                self.named.add(self.systems[-1])
            else:
                self.push(kind, token)

    def push(self, kind, token):
        if token in FOREIGN or kind == "call" and not re.fullmatch(NAME, token[1:]) or len(self.tokens) >= MOST_TOKENS:
            raise Unsaid(OTHER)
        system = self.systems[-1]
        if token in ("(", "["):
            self.systems.append(system)
        elif token in (")", "]") and len(self.systems) > 1:
            self.systems.pop()
        self.tokens.append((kind, token, system))

    def filled(self, name, arguments, depth):
        template = self.macro(name)
        if depth == MOST_MACROS:
            raise Unsaid(OTHER)

        def argument(hole):
            if len(hole[1]) > 9 or int(hole[1]) >= len(arguments):
                raise Unsaid(OTHER)
            return arguments[int(hole[1])]

        # How long it becomes is known before it is made.
        self.expanded += sum(len(argument(hole)) for hole in re.finditer("%([0-9]+)", template)) + len(template)
        if self.expanded > MOST_EXPANSION:
            raise Unsaid(OTHER)
        return re.sub("%([0-9]+)", argument, template)


class Parser:
    """One formula. `environment` says what functions and words mean; `system` is then that of all its terms."""

    def __init__(self, text, environment):
        if OF_SEQUENCES.search(text):
            raise Unsaid(OTHER)
        self.environment, self.at, self.depth = environment, 0, 0
        scanner = Scanner(environment.macro)
        scanner.scan(text)
        self.tokens = scanner.tokens
        self.systems, self.definitions = set(), []
        self.of_formulas = self.parentheses()
        self.tree = self.formula()
        if self.peek():
            raise Unsaid(OTHER)
        if len(self.systems) > 1:
            raise Unsaid("several systems")
        # One that is named must be known, also where no number is read in it.
        for name in scanner.named:
            environment.system(name)
        self.system = environment.system(*(self.systems or {"msd_2"}))
        if any(definition.system != self.system for definition in self.definitions):
            raise Unsaid("several systems")

    def parentheses(self):
        """The places of `(` within which something stands that is no part of a term."""
        found, open_at, seen = set(), [], 0
        for at, (kind, token, _) in enumerate(self.tokens):
            if token in ("(", "["):
                open_at.append((at, seen))
            elif token in (")", "]") and open_at:
                begin, before = open_at.pop()
                if seen > before:
                    found.add(begin)
            seen += token in OF_FORMULAS or kind in ("call", "quantifier")
        return found

    def peek(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def kind(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if expected and token != expected or not token:
            raise Unsaid(OTHER)
        self.at += 1
        return token

    def in_term(self):
        """Takes a token of a term, which has its system."""
        self.systems.add(self.tokens[self.at][2])
        return self.take()

    def deeper(self, read):
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise Unsaid(OTHER)
        result = read()
        self.depth -= 1
        return result

    def formula(self):
        return self.deeper(lambda: self.joined(self.implication, {"<=>": "iff"}))

    def implication(self):
        return self.joined(self.connective, {"=>": "implies"})

    def connective(self):
        return self.joined(self.unary, {"&": "and", "|": "or", "^": "xor"})

    def joined(self, part, kinds):
        left = part()
        while self.peek() in kinds:
            kind = kinds[self.take()]
            right = part()
            left = ("not", ("iff", left, right)) if kind == "xor" else (kind, left, right)
        return left

    def unary(self):
        if self.peek() == "~":
            self.take()
            return ("not", self.deeper(self.unary))
        if self.kind() == "quantifier":
            return self.quantifier()
        return self.atom()

    def quantifier(self):
        kind, bound = self.take(), None
        if kind == "E" and self.peek() in (">=", "<=", "="):
            bound = (self.take(), self.count())
        names = [self.variable()]
        while self.peek() == ",":
            self.take()
            names.append(self.variable())
        if len(set(names)) < len(names) or kind == "I" and len(names) > 1:
            raise Unsaid(OTHER)
        body = self.formula()
        if bound:
            return counted(*bound, tuple(names), body)
        for x in reversed(names):
            body = ({"E": "some", "A": "all", "I": "infinitely"}[kind], x, body)
        return body

    def count(self):
        if self.kind() != "number" or len(self.peek()) > 9 or int(self.peek()) > LARGEST_COUNT:
            raise Unsaid(OTHER)
        return int(self.take())

    def variable(self):
        if self.kind() != "name":
            raise Unsaid(OTHER)
        return self.take()

    def atom(self):
        if self.peek() == "(" and self.at in self.of_formulas:
            self.take()
            f = self.formula()
            self.take(")")
            return f
        if self.kind() == "call":
            definition = self.environment.function(self.take()[1:])
            self.definitions.append(definition)
            self.take("(")
            parts = () if self.peek() == ")" else self.several()
            self.take(")")
            if len(parts) != len(definition.order):
                raise Unsaid(OTHER)
            return ("call", definition, parts)
        left, sign = self.sum(), self.take()
        if sign not in COMPARISONS:
            raise Unsaid(OTHER)
        right = self.sum()
        if any(constant(t) is not None and constant(t) < 0 for side in (left, right) for t in terms(side)):
            # A negative constant by itself is an error, unless words alone stand beside it; then it is not said.
            raise Unsaid(OTHER)
        return ("compare", sign, left, right)

    def several(self):
        parts = [self.sum()]
        while self.peek() == ",":
            self.take()
            parts.append(self.sum())
        return tuple(parts)

    def sum(self):
        return self.deeper(lambda: self.terms(self.product, ("+", "-")))

    def product(self):
        return self.terms(self.factor, ("*", "/"))

    def terms(self, part, signs):
        left = part()
        while self.peek() in signs:
            left = (self.take(), left, part())
        return left

    def factor(self):
        kind = self.kind()
        if self.peek() == "(":
            self.take()
            t = self.sum()
            self.take(")")
            return t
        if kind == "number":
            return ("number", number(self.in_term()))
        if kind == "letter":
            digits = re.fullmatch("@[ \\t]*([0-9]+)", self.peek())
            if not digits:
                raise Unsaid(OTHER)
            self.in_term()
            return ("letter", number(digits[1]))
        if kind not in ("name", "word"):
            raise Unsaid(OTHER)
        token = self.in_term()
        if self.peek() != "[":
            if kind == "word":
                raise Unsaid(OTHER)
            return ("variable", token)
        definition = self.environment.word(token.removeprefix("."))
        self.definitions.append(definition)
        self.take("[")
        index = self.sum()
        self.take("]")
        if self.peek() == "[":
            raise Unsaid(OTHER)
        return ("word", definition, index)


def number(digits):
    if len(digits) > 12 or int(digits) > LARGEST:
        raise Unsaid(OTHER)
    return int(digits)


def counted(sign, k, names, body):
    least = lambda k: ("atleast", k, names, body)
    most = ("not", least(k + 1))
    return least(k) if sign == ">=" else most if sign == "<=" else ("and", least(k), most)


def free(f):
    """The free variables of a formula or a term."""
    kind = f[0]
    if kind == "variable":
        return {f[1]}
    if kind in ("some", "all", "infinitely"):
        return free(f[2]) - {f[1]}
    if kind == "atleast":
        return free(f[3]) - set(f[2])
    if kind == "call":
        return set().union(*map(free, f[2]))
    return set().union(*[free(part) for part in f[1:] if isinstance(part, tuple)])


def terms(t):
    """A term and those of which it is made; indices are none of them."""
    yield t
    if t[0] != "word":
        for part in t[1:]:
            if isinstance(part, tuple):
                yield from terms(part)


def constant(t):
    """The value of a term in which neither a variable nor a word stands."""
    if t[0] in ("number", "letter"):
        return t[1]
    if t[0] in ("+", "-", "*", "/"):
        a, b = constant(t[1]), constant(t[2])
        if a is None or b is None or t[0] == "/" and b == 0:
            return None
        return a + b if t[0] == "+" else a - b if t[0] == "-" else a * b if t[0] == "*" else a // b
    return None


def words_in(t):
    """The words with their places, in a term."""
    if t[0] == "word":
        return [t]
    return [w for part in t[1:] if isinstance(part, tuple) for w in words_in(part)]


def replaced(t, chosen):
    """A term with numbers for words."""
    if t in chosen:
        return chosen[t]
    return tuple(replaced(part, chosen) if isinstance(part, tuple) else part for part in t)
