"""Scripts of filbert as scripts for filbert-elaborate: `translate.py SCRIPT FOLDER` writes FOLDER/SYSTEM.script for each
numeration system of the script's theorems.

Outside the theorem: whoever relies on it reads what was written. FOLDER/theorems has a line for each theorem and
refutation: the script in which it stands, its name, and nothing or why it cannot be said.

Read as docs/language.md says: over the natural numbers every part of a term is a number, so that `x-2=y` has the condition
x>=2, at its atom; `reg` and words are automata on representations, the first letter of a morphism and zeros in front being
neutral; `cover F by G..` is F => (G | ..); `refute F` is ~F.
"""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


class Unsaid(Exception):
    """What the translation does not know."""


def missing(why, commands):
    """The kind of what is not known, for the table of what is checked."""
    name = re.fullmatch(r"the (?:function|word) (\w+)", why)
    if name and name[1] in commands:
        return f"the command `{commands[name[1]]}`"
    if why.startswith(("several systems", "the tracks", "the system of")):
        return "several systems"
    if why.startswith("the system lsd_"):
        return "systems read from the least digit"
    if why.startswith("the system msd_neg"):
        return "negative bases"
    if why.startswith("the system"):
        return "other systems"
    return "other commands and terms"


# Numeration systems, as in System.v.

def system(name):
    name = name.removeprefix("msd_")
    if name.isdigit():
        return [(int(name) - 1, 0)]
    if name in ("fib", "trib"):
        name = "bonacci2" if name == "fib" else "bonacci3"
    if name == "pell":
        return [(2, 1), (0, 0)]
    if name == "nara":
        return [(1, 1), (0, 2), (0, 0)]
    family = re.fullmatch(r"(bonacci|cubic|wythoff)(\d+)", name)
    if not family:
        raise Unsaid(f"the system {name}")
    k = int(family[2])
    digits = {"bonacci": [1] * k, "cubic": [k, 1, 1], "wythoff": [k, 1]}[family[1]]
    digits[-1] -= 1
    return [(d, (i + 1) % len(digits)) for i, d in enumerate(digits)]


# Regular expressions over letters, by derivatives. None is what matches nothing, () the empty word.

def regex(text, alphabet, width):
    at = 0

    def peek():
        return text[at] if at < len(text) else ""

    def take(c=None):
        nonlocal at
        if c and peek() != c:
            raise Unsaid(f"the regular expression {text}")
        at += 1
        return text[at - 1]

    def alternatives():
        parts = [intersections()]
        while peek() == "|":
            take()
            parts.append(intersections())
        return alt(parts)

    def intersections():
        result = sequence()
        while peek() == "&":
            take()
            result = both(result, sequence())
        return result

    def sequence():
        result = ()
        while peek() and peek() not in "|&)":
            result = cat(result, repeated())
        return result

    def repeated():
        result = single()
        while peek() and peek() in "*+?":
            c = take()
            result = star(result) if c == "*" else cat(result, star(result)) if c == "+" else alt([(), result])
        return result

    def single():
        c = take()
        if c == "(":
            result = alternatives()
            take(")")
            return result
        if c == "[":
            end = text.index("]", at)
            inside = text[at:end]
            skip(end + 1)
            if not re.fullmatch(r"\d+(,\d+)*", inside):
                raise Unsaid(f"the regular expression {text}")
            return letter(tuple(int(d) for d in inside.split(",")))
        if c.isdigit():
            return letter((int(c),))
        raise Unsaid(f"the regular expression {text}")

    def skip(to):
        nonlocal at
        at = to

    def letter(a):
        if len(a) != width:
            raise Unsaid(f"the regular expression {text}")
        return ("letter", a)

    text = re.sub(r"\s", "", text)
    result = alternatives()
    if at < len(text):
        raise Unsaid(f"the regular expression {text}")
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
        result = [a + (d,) for a in result for d in range(top + 1)]
    return result


def automaton_of_regex(r, tops):
    """States with their rows; zeros in front are neutral, whether the expression says so or not."""
    zero = (0,) * len(tops)
    start, seen = r, set()
    while start not in seen:
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
                number[to] = len(order) + 1
                order.append(to)
            row.append((a, number[to]))
        rows.append((nullable(r), row))
    return rows


# Formulas, as trees.

TOKEN = re.compile(r"\s*(<=>|=>|<=|>=|!=|\.?[A-Za-z]\w*|\d+|[#$@?]|.)", re.S)


class Parser:
    """One formula of filbert's language. Quantifiers and names are told apart as the language does: E, A, I begin none."""

    def __init__(self, text, script):
        self.script = script
        self.tokens = []
        at = 0
        text = text.strip()
        while at < len(text):
            quantifier = re.match(r"\s*([EAI])(?=[^A-Za-z]|[a-z])", text[at:])
            before = self.tokens[-1] if self.tokens else ""
            found = re.match(r"\s*\?([a-z]+_\w+|\w+)", text[at:])
            if found:
                self.tokens.append("?" + found[1])
            elif quantifier and before not in ("$", "#", "."):
                found = quantifier
                self.tokens.append(" " + found[1])
            else:
                found = TOKEN.match(text, at)
                self.tokens.append(found[1])
                at = found.end()
                continue
            at += found.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if expected and token != expected or not token:
            raise Unsaid(f"`{token}` where `{expected or 'more'}` stands otherwise")
        self.at += 1
        return token

    def whole(self):
        f = self.formula()
        if self.peek():
            raise Unsaid(f"what begins with `{self.peek()}`")
        return f

    def formula(self):
        while self.peek().startswith("?"):
            self.script.see_system(self.take()[1:])
        left = self.implication()
        while self.peek() == "<=>":
            self.take()
            left = ("iff", left, self.implication())
        return left

    def implication(self):
        left = self.connective()
        while self.peek() == "=>":
            self.take()
            left = ("implies", left, self.connective())
        return left

    def connective(self):
        left = self.unary()
        while self.peek() in ("&", "|", "^"):
            op = self.take()
            right = self.unary()
            left = {"&": ("and", left, right), "|": ("or", left, right), "^": ("not", ("iff", left, right))}[op]
        return left

    def unary(self):
        token = self.peek()
        if token == "~":
            self.take()
            return ("not", self.unary())
        if token in (" E", " A", " I"):
            return self.quantifier()
        if token.startswith("?"):
            return self.formula()
        return self.atom()

    def quantifier(self):
        kind = self.take()[1]
        bound = None
        if kind == "E" and self.peek() in (">=", "<=", "="):
            bound = (self.take(), int(self.take()))
        names = [self.take()]
        while self.peek() == ",":
            self.take()
            names.append(self.take())
        body = self.formula()
        if bound:
            return self.count(bound, names, body)
        for x in reversed(names):
            body = ({"E": "some", "A": "all", "I": "infinitely"}[kind], x, body)
        if kind == "I" and len(names) > 1:
            raise Unsaid("I of several variables")
        return body

    def count(self, bound, names, body):
        sign, k = bound
        if sign == ">=":
            return self.at_least(k, names, body)
        most = ("not", self.at_least(k + 1, names, body))
        return most if sign == "<=" else ("and", self.at_least(k, names, body), most)

    def at_least(self, k, names, body):
        return ("atleast", k, names, body)

    def atom(self):
        if self.peek() == "(" and self.parenthesis_is_formula():
            self.take()
            f = self.formula()
            self.take(")")
            return f
        if self.peek() == "$":
            return self.call()
        if self.peek() == "#":
            return self.macro()
        left = self.sum()
        sign = self.take()
        if sign not in ("=", "!=", "<", "<=", ">", ">="):
            raise Unsaid(f"`{sign}` in a comparison")
        return ("compare", sign, left, self.sum())

    def parenthesis_is_formula(self):
        depth, at = 0, self.at
        while at < len(self.tokens):
            token = self.tokens[at]
            depth += token in ("(", "[")
            depth -= token in (")", "]")
            if token in ("=", "!=", "<", "<=", ">", ">=", "$", "#", "&", "|", "~", "=>", "<=>", " E", " A", " I"):
                return True
            if depth == 0:
                return False
            at += 1
        return False

    def arguments(self):
        self.take("(")
        result = []
        if self.peek() != ")":
            result.append(self.sum())
            while self.peek() == ",":
                self.take()
                result.append(self.sum())
        self.take(")")
        return result

    def call(self):
        self.take("$")
        return ("call", self.take(), self.arguments())

    def macro(self):
        self.take("#")
        name = self.take()
        depth, begin, parts, at = 1, self.at + 1, [], self.at + 1
        self.take("(")
        while depth:
            token = self.tokens[at]
            depth += token in ("(", "[")
            depth -= token in (")", "]")
            if depth == 0 or depth == 1 and token == ",":
                parts.append("".join(self.tokens[begin:at]))
                begin = at + 1
            at += 1
        self.at = at
        if name not in self.script.macros:
            raise Unsaid(f"the macro {name}")
        text = self.script.macros[name]
        for i in reversed(range(len(parts))):
            text = text.replace(f"%{i}", parts[i])
        inner = Parser(text, self.script)
        # A template is text: what stands behind it belongs to its last part.
        self.tokens[self.at : self.at] = inner.tokens
        return self.unary()

    def sum(self):
        left = self.product()
        while self.peek() in ("+", "-"):
            left = (self.take(), left, self.product())
        return left

    def product(self):
        left = self.factor()
        while self.peek() in ("*", "/"):
            left = (self.take(), left, self.factor())
        return left

    def factor(self):
        token = self.take()
        if token == "(":
            t = self.sum()
            self.take(")")
            return t
        if token == "@":
            return ("letter", int(self.take()))
        if token.isdigit():
            return ("number", int(token))
        if re.fullmatch(r"\.?[A-Za-z]\w*", token):
            if self.peek() == "[":
                self.take()
                index = self.sum()
                self.take("]")
                if self.peek() == "[":
                    raise Unsaid("a word of two indices")
                return ("word", token.lstrip("."), index)
            return ("variable", token)
        raise Unsaid(f"the term `{token}`")


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


class Script:
    """What a script defines, and the theorems that it says, for one numeration system after the other."""

    def __init__(self):
        self.macros, self.names, self.words = {}, {}, {}
        self.theorems, self.unsaid, self.system = [], {}, None
        self.included = set()
        for name in ("words", "functions"):
            self.read(os.path.join(ROOT, "automata", name + ".prf"), True)

    def see_system(self, name):
        name = name if name.startswith(("msd_", "lsd_")) else "msd_" + name
        if self.system not in (None, name):
            raise Unsaid("several systems in one statement")
        self.system = name

    def read(self, path, shipped=False):
        if os.path.realpath(path) in self.included:
            return
        self.included.add(os.path.realpath(path))
        with open(path) as file:
            text = re.sub(r"^\s*#.*$", "", file.read(), flags=re.M)
        for command in re.findall(r'((?:[^";:]|"[^"]*")*)[:;]+', text):
            command = command.strip()
            if not command:
                continue
            word, _, rest = command.partition(" ")
            strings = re.findall(r'"([^"]*)"', rest)
            name = re.split(r'[\s"(]', rest.strip(), maxsplit=1)[0]
            if word == "include":
                self.read(os.path.join(os.path.dirname(path), strings[0]))
            elif word == "macro":
                self.macros[name] = strings[0]
            elif word in ("def", "reg", "word"):
                order = re.match(r"\s*\w+\(([^)]*)\)", rest)
                order = [x.strip() for x in order[1].split(",")] if order else None
                tracks = rest.split('"')[0].split()[1:]
                table = self.words if word == "word" else self.names
                table[name] = (word, strings, order, tracks, dict(self.macros))
            elif word in ("theorem", "refute", "cover"):
                if shipped:
                    continue
                count = len(strings) - (1 if re.search(r'"\s+from\s+"[^"]*"\s*$', rest) else 0)
                self.theorems.append((path, word, name, strings[:count], dict(self.macros), dict(self.names), dict(self.words)))
            elif word in ("eval", "allow"):
                pass
            else:
                self.names.pop(name, None)
                self.words.pop(name, None)
                self.unsaid[name] = word


class Writer:
    """A script for one numeration system: relations are numbered as they are needed."""

    def __init__(self, name):
        self.name, self.table = name, system(name)
        self.tops = max(d for d, _ in self.table)
        self.lines = ["system %d %s" % (len(self.table), " ".join("%d %d" % e for e in self.table))]
        self.relations, self.count, self.theorems = {}, 0, 0

    def automaton(self, tracks, rows):
        out = [f"automaton {tracks} {len(rows)}"]
        for accepting, row in rows:
            out.append(" ".join(map(str, [int(accepting), len(row), *[n for a, q in row for n in [*a, q]]])))
        self.lines += out
        self.count += 1
        return self.count - 1

    def parse(self, text, script, macros):
        script.system, script.macros = None, macros
        f = Parser(text, script).whole()
        if (script.system or "msd_2") != self.name:
            raise Unsaid("several systems in one statement")
        return f

    def relation(self, name, script, names, words):
        """The number of a relation, and how many tracks it has."""
        if name not in names:
            raise Unsaid(f"the function {name}")
        definition = names[name]
        word, strings, order, tracks, macros = definition
        key = (name, str(definition))
        if key not in self.relations:
            if word == "reg":
                if any(track != self.name for track in tracks):
                    raise Unsaid(f"the tracks of {name}")
                tops = [self.tops] * len(tracks)
                rows = automaton_of_regex(regex(strings[0], None, len(tracks)), tops)
                self.relations[key] = (self.automaton(len(tracks), rows), len(tracks))
            else:
                f = self.parse(strings[0], script, macros)
                xs = order or sorted(free(f))
                scope = {x: i for i, x in enumerate(xs)}
                text = self.formula(f, scope, script, names, words)
                self.lines.append(f"define {len(xs)} {' '.join(str(i) for i in range(len(xs)))} {text}")
                self.count += 1
                self.relations[key] = (self.count - 1, len(xs))
        return self.relations[key]

    def letters_of(self, name, script, words):
        """For each value of a word, the number of the relation of its places."""
        if name not in words:
            raise Unsaid(f"the word {name}")
        _, strings, _, tracks, _ = words[name]
        if tracks != [self.name]:
            raise Unsaid(f"the system of the word {name}")
        key = ("word " + name, str(words[name]))
        if key not in self.relations:
            parse = lambda image: [int(a.strip("[]")) for a in re.findall(r"\[\d+\]|\d", image)]
            # The images: a letter, an arrow, and all up to the next of these.
            images, heads = {}, list(re.finditer(r"(\[\d+\]|\d+)\s*->", strings[0]))
            for i, head in enumerate(heads):
                end = heads[i + 1].start() if i + 1 < len(heads) else len(strings[0])
                images[int(head[1].strip("[]"))] = parse(strings[0][head.end() : end])
            coding = {a: a for a in images}
            if len(strings) > 1 and "->" in strings[1]:
                coding = {}
                for group in re.finditer(r"((?:\[?\d+\]?\s*)+)->\s*(\d+)", strings[1]):
                    for a in re.findall(r"\[\d+\]|\d+", group[1]):
                        for one in ([a] if a.startswith("[") else list(a)):
                            coding[int(one.strip("[]"))] = int(group[2])
            first = int(heads[0][1].strip("[]"))
            if images[first][0] != first or set(coding) != set(images):
                raise Unsaid(f"the morphism of {name}")
            order = [first, *[a for a in images if a != first]]
            number = {a: i + 1 for i, a in enumerate(order)}
            values = {}
            for value in sorted(set(coding.values())):
                rows = [(coding[a] == value, [((d,), number[b]) for d, b in enumerate(images[a])]) for a in order]
                values[value] = self.automaton(1, rows)
            self.relations[key] = values
        return self.relations[key]

    # Terms. `extra` gathers conditions, and variables with what they are.

    def term(self, t, scope, extra, context):
        kind = t[0]
        if kind in ("number", "letter"):
            return f"n {t[1]}"
        if kind == "variable":
            if t[1] not in scope:
                raise Unsaid(f"the variable {t[1]}")
            return f"v {scope[t[1]]}"
        if kind in ("+", "-"):
            a, b = self.term(t[1], scope, extra, context), self.term(t[2], scope, extra, context)
            if kind == "+":
                return f"add {a} {b}"
            extra["conditions"].append(f"atmost {b} {a}")
            return f"sub {a} {b}"
        if kind == "*":
            for c, u in ((t[1], t[2]), (t[2], t[1])):
                if c[0] == "number":
                    return f"mul {c[1]} {self.term(u, scope, extra, context)}"
        if kind == "/" and t[2][0] == "number" and t[2][1] > 0:
            a, k = self.term(t[1], scope, extra, context), t[2][1]
            x = self.fresh(scope, extra)
            extra["conditions"].append(f"and atmost mul {k} v {x} {a} less {a} add mul {k} v {x} n {k}")
            return f"v {x}"
        raise Unsaid(f"the term {t}")

    def fresh(self, scope, extra):
        x = max([*scope.values(), *extra["new"], -1]) + 1
        extra["new"].append(x)
        return x

    def place(self, t, scope, extra, context):
        """A variable for a term, a new one if the term is none."""
        text = self.term(t, scope, extra, context)
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

    def formula(self, f, scope, script, names, words):
        context = (script, names, words)
        kind = f[0]
        sub = lambda g: self.formula(g, scope, *context)
        inner = lambda x: {**scope, x: max(scope.values(), default=-1) + 1}
        if kind in ("and", "or", "implies", "iff"):
            return f"{kind} {sub(f[1])} {sub(f[2])}"
        if kind == "not":
            return f"not {sub(f[1])}"
        if kind in ("some", "all", "infinitely"):
            s = inner(f[1])
            return f"{kind} {s[f[1]]} {self.formula(f[2], s, *context)}"
        if kind == "atleast":
            s = dict(scope)
            for x in f[2]:
                s[x] = max(s.values(), default=-1) + 1
            xs = " ".join(str(s[x]) for x in f[2])
            return f"atleast {f[1]} {len(f[2])} {xs} {self.formula(f[3], s, *context)}"
        extra = {"conditions": [], "new": []}
        if kind == "call":
            i, k = self.relation(f[1], *context)
            if k != len(f[2]):
                raise Unsaid(f"{f[1]} of {len(f[2])} arguments")
            xs = [self.place(t, scope, extra, context) for t in f[2]]
            return self.around(f"rel {i} {k} {' '.join(map(str, xs))}", extra)
        if kind == "compare":
            return self.comparison(f[1], f[2], f[3], scope, extra, context)
        raise Unsaid(f"the formula {kind}")

    def comparison(self, sign, a, b, scope, extra, context):
        words = list(dict.fromkeys(words_in(a) + words_in(b)))
        if words:
            return self.comparison_of_words(words, sign, a, b, scope, extra, context)
        a, b = self.term(a, scope, extra, context), self.term(b, scope, extra, context)
        text = {"=": f"equal {a} {b}", "!=": f"not equal {a} {b}", "<": f"less {a} {b}", "<=": f"atmost {a} {b}",
                ">": f"less {b} {a}", ">=": f"atmost {b} {a}"}[sign]
        return self.around(text, extra)

    def comparison_of_words(self, words, sign, a, b, scope, extra, context):
        """One case for each choice of letters."""
        cases = [({}, [])]
        for w in words:
            x = self.place(w[2], scope, extra, context)
            values = self.letters_of(w[1], context[0], context[2])
            cases = [({**chosen, w: ("number", v)}, [*parts, f"rel {i} 1 {x}"])
                     for chosen, parts in cases for v, i in values.items()]
        text = ""
        for chosen, parts in cases:
            inner = {"conditions": [], "new": []}
            scope_of_case = {**scope, **{("new", x): x for x in extra["new"]}}
            case = self.comparison(sign, replaced(a, chosen), replaced(b, chosen), scope_of_case, inner, context)
            for part in reversed(parts):
                case = f"and {part} {case}"
            text = f"or {text} {case}" if text else case
        return self.around(text, extra)

    def theorem(self, word, name, texts, script, macros, names, words):
        formulas = [self.parse(text, script, macros) for text in texts]
        f = formulas[0]
        if word == "cover":
            pieces = formulas[-1]
            for piece in reversed(formulas[1:-1]):
                pieces = ("or", piece, pieces)
            f = ("implies", f, pieces)
        xs = sorted(free(f))
        if word == "refute":
            for x in reversed(xs):
                f = ("all", x, f)
            f, xs = ("not", f), []
        text = self.formula(f, {x: i for i, x in enumerate(xs)}, script, names, words)
        self.lines.append(f"theorem {name} {text}")
        self.theorems += 1


def main():
    path, folder = sys.argv[1:]
    script = Script()
    script.unsaid = {}
    script.read(path)
    writers, lines = {}, []
    for origin, word, name, texts, macros, names, words in script.theorems:
        found = re.search(r"\?(\w+)", texts[0])
        key = found[1] if found else "msd_2"
        key = key if key.startswith(("msd_", "lsd_")) else "msd_" + key
        why = ""
        try:
            if key not in writers:
                writers[key] = Writer(key)
            writer = writers[key]
            # A command that cannot be said leaves nothing behind but definitions.
            writer.theorem(word, name, texts, script, macros, names, words)
        except Unsaid as unsaid:
            why = missing(str(unsaid), script.unsaid)
        lines.append(f"{os.path.relpath(origin, os.path.join(ROOT, 'proofs'))}\t{name}\t{why}\n")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "theorems"), "w") as file:
        file.writelines(lines)
    for key, writer in writers.items():
        if writer.theorems:
            with open(os.path.join(folder, key + ".script"), "w") as file:
                file.write("\n".join(writer.lines) + "\n")
    print(f"{path}: {sum(w.theorems for w in writers.values())} of {len(script.theorems)} theorems")


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    main()
