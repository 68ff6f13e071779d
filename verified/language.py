"""The text of a script, cut into commands of one typed grammar, as docs/meaning.md says.

Every word of a command is consumed by its form, or the command is refused: `Unread`. Of a text in which a command cannot be read
nothing is read from there on: where filbert goes on, and with what names, is not guessed here.
"""
import re

# Blanks, as the chapter lists them; those of Unicode's White_Space alone may stand before the `(` of a name.
WHITE = "\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
BLANK = WHITE + "\\ufeff\\u200b\\u2060"
NAME = "[A-Za-z][A-Za-z0-9_]*"

SKIPPED = re.compile(f"(?:[{BLANK}]+|#[^\\r\\n]*)*")
LEXEMES = [
    ("called", re.compile(f"{NAME}[{WHITE}]*\\([^()\";:]*\\)")),
    ("name", re.compile(NAME)),
    ("bare", re.compile(f"[^{BLANK}\";:{{}}\\[\\]“”„«»#][^{BLANK}\";:{{}}\\[\\]“”„«»]*")),
    ("set", re.compile("\\{[^{}\";:]*\\}")),
    ("bracket", re.compile("\\[[^\\[\\]\";:]*\\]")),
    ("quoted", re.compile("\"[^\"]*\"")),
    ("end", re.compile("::|:|;")),
]

# What may follow a quoted text, whatever stands in it.
GOES_ON = re.compile(f"[{WHITE}]*(?:[\";:]|(?:from|terminal|measure|right)[{WHITE}]*\"|block[ \\t\\r\\n]|misere[ \\t\\r\\n;:])")


class Unread(Exception):
    """A command that is not of the language."""


# Commands of a row of arguments, by the kinds of names of which they bind the first argument.
ROWS = {
    **dict.fromkeys(["concat", "difference", "fixleadzero", "fixtrailzero", "intersect", "leftquo", "normalizer", "rightquo",
                     "star", "synchronize", "union"], ("function",)),
    **dict.fromkeys(["combine", "family", "image", "join"], ("word",)),
    **dict.fromkeys(["alphabet", "convert", "minimize", "reverse", "rsplit", "split", "transduce"], ("function", "word")),
    "ost": ("system",),
    **dict.fromkeys(["cls", "describe", "export", "first", "help", "inf", "regex", "test"], ()),
}

# Those that have a form of their own.
FORMS = ["cover", "def", "eval", "exit", "game", "grundy", "guess", "include", "kernel", "load", "macro", "morphism", "numeration", "outcomes",
         "promote", "quit", "recursion", "redundant", "refute", "reg", "sequence", "theorem", "use", "word"]
KEYWORDS = {*ROWS, *FORMS}

# More values of `grundy` than anyone names.
MOST_VALUES = 1000


class Command:
    """A command: its keyword, its text from the first word to the end, its name, what it binds, and the file that it includes."""

    def __init__(self, keyword, text):
        self.keyword, self.text, self.binds = keyword, text, []
        self.name = self.file = None


class Words:
    """The words of a command behind its keyword, taken one after another."""

    def __init__(self, lexemes):
        self.lexemes, self.at = lexemes, 0

    def peek(self):
        return self.lexemes[self.at][0] if self.at < len(self.lexemes) else None

    def take(self, *kinds):
        if self.peek() not in kinds:
            raise Unread
        self.at += 1
        return self.lexemes[self.at - 1][1]

    def quoted(self):
        return self.take("quoted")[1:-1]

    def literal(self, word):
        if self.take("name") != word:
            raise Unread

    def several(self, *kinds):
        found = []
        while self.peek() in kinds:
            found.append(self.take(*kinds))
        return found

    def end(self):
        if self.peek():
            raise Unread


def lines_of(text):
    return re.split("\r\n|\r|\n", text)


def begins_command(line):
    word = re.match(f"[{BLANK}]*(?:\\[|([a-z]+)(?![A-Za-z0-9_]))", line)
    return word is not None and (word[1] is None or word[1] in KEYWORDS)


def commands(text):
    """The commands of a script in order; raises `Unread` where one cannot be read."""
    at, lexemes = 0, []
    while True:
        at = SKIPPED.match(text, at).end()
        if at == len(text):
            if lexemes:
                raise Unread
            return
        # The longest, the first of those that are as long.
        found = [(kind, pattern.match(text, at)) for kind, pattern in LEXEMES]
        kind, match = max(((k, m) for k, m in found if m), key=lambda one: one[1].end(), default=(None, None))
        if match is None:
            raise Unread
        if kind == "quoted" and any(map(begins_command, lines_of(match[0])[1:])) and not GOES_ON.match(text, match.end()):
            raise Unread
        at = match.end()
        if kind != "end":
            lexemes.append((kind, match[0], match.start()))
        elif lexemes:
            yield command(lexemes, text[lexemes[0][2] : at])
            lexemes = []


def command(lexemes, text):
    kind, keyword, _ = lexemes[0]
    if kind != "name" or keyword not in KEYWORDS:
        raise Unread
    one, words = Command(keyword, text), Words(lexemes[1:])
    if keyword in ROWS:
        row(one, words)
    else:
        globals()["form_" + keyword](one, words)
        words.end()
    return one


def row(one, words):
    kinds = ROWS[one.keyword]
    arguments = words.several("called", "name", "bare", "set", "bracket", "quoted")
    if kinds:
        name = arguments[0] if arguments else ""
        one.name = name.removeprefix("$")
        if not re.fullmatch(NAME, one.name):
            raise Unread
        one.binds = [(kind, one.name) for kind in kinds]


def source(words):
    if words.peek() == "name":
        words.literal("from")
        words.quoted()


def form_theorem(one, words):
    one.name = words.take("name")
    words.quoted()
    source(words)


form_refute = form_theorem


def form_cover(one, words):
    one.name = words.take("name")
    words.quoted()
    words.literal("by")
    words.quoted()
    words.several("quoted")
    source(words)


def form_def(one, words):
    if words.peek() == "called":
        name, inside = words.take("called").rstrip(")").split("(")
        one.name = re.match(NAME, name)[0]
        order = [re.sub(f"^[{WHITE}]+|[{WHITE}]+$", "", x) for x in inside.split(",")]
        if not all(re.fullmatch("(?![AEI])" + NAME, x) for x in order) or len(set(order)) < len(order):
            raise Unread
    else:
        one.name = words.take("name")
    counted = words.several("name")
    words.quoted()
    one.binds = [("function", one.name)] + [("sequence", one.name)] * bool(counted)


def form_eval(one, words):
    names = words.several("name")
    words.quoted()
    if names:
        one.name = names[0]
        one.binds = [("function", one.name)] + [("sequence", one.name)] * (len(names) > 1)


def form_reg(one, words):
    one.name = words.take("name")
    tracks = words.several("name", "bare", "set")
    words.quoted()
    if not tracks:
        raise Unread
    one.binds = [("function", one.name)]


def form_word(one, words):
    one.name = words.take("name")
    if words.several("bracket"):
        words.quoted()
    else:
        words.take("name", "bare")
        words.quoted()
        if words.peek() == "quoted":
            words.quoted()
    one.binds = [("word", one.name)]


def form_macro(one, words):
    one.name = words.take("name")
    words.quoted()
    one.binds = [(one.keyword, one.name)]


form_morphism = form_macro


def form_numeration(one, words):
    one.name = words.take("name")
    words.quoted()
    if one.name.startswith(("msd_", "lsd_")):
        raise Unread
    one.binds = [("system", one.name)]


def form_sequence(one, words):
    one.name = words.take("name")
    if not words.several("name"):
        raise Unread
    words.quoted()
    one.binds = [("sequence", one.name)]


def form_promote(one, words):
    one.name = words.take("name")
    words.take("name")
    one.binds = [("word", one.name)]


def form_game(one, words):
    one.name = words.take("name")
    words.quoted()
    while words.peek() == "name":
        clause, value = words.take("name"), ""
        if clause in ("terminal", "measure", "right"):
            value = words.quoted()
        elif clause == "block":
            value = words.take("bare")
        if clause not in ("terminal", "measure", "right", "misere", "block") or clause == "block" and not re.fullmatch("[0-9]{1,9}", value):
            raise Unread
    one.binds = [("game", one.name)]


def form_kernel(one, words):
    one.name = words.take("name")
    words.literal("of")
    words.take("name")
    if words.peek():
        words.literal("given")
        if not re.fullmatch("\\$" + NAME, words.take("bare")):
            raise Unread
    one.binds = [("function", one.name)]


def form_grundy(one, words):
    one.name = words.take("name")
    words.literal("of")
    words.take("name")
    words.literal("upto")
    upto = words.take("bare")
    if not re.fullmatch("[0-9]+", upto) or int(upto) > MOST_VALUES:
        raise Unread
    one.binds = [("function", f"{one.name}_{value}") for value in range(int(upto) + 1)]


def form_outcomes(one, words):
    one.name = words.take("name")
    words.literal("of")
    words.take("name")
    one.binds = [("function", f"{one.name}_{outcome}") for outcome in "PNLR"]


def form_guess(one, words):
    one.name = words.take("name")
    words.literal("of")
    words.take("name")
    one.binds = [("function", one.name)]


def form_recursion(one, words):
    names = [words.take("name")]
    while words.peek() == "name":
        names.append(words.take("name"))
    words.quoted()
    if len(set(names)) < len(names):
        raise Unread
    one.binds = [("function", name) for name in names]


def form_redundant(one, words):
    name = words.take("name")
    if words.peek() == "name":
        one.name = name
        words.literal("of")
        words.take("name")
        words.quoted()
        one.binds = [("function", name)]
    elif words.peek():
        words.quoted()


def form_include(one, words):
    one.file = words.quoted()


form_use = form_include


def form_load(one, words):
    words.take("name", "bare", "called")


def form_quit(one, words):
    pass


form_exit = form_quit
