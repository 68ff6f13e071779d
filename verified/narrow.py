"""Of what translate.py writes the part that some statements rest on."""


def named(words):
    """The numbers of the relations that a formula names."""
    return {int(i) for word, i in zip(words, words[1:]) if word == "rel"}


class Item:
    """A command of a script with its rows: states, and what is known of a kernel. A relation has a number."""

    def __init__(self, rows, number):
        self.kind, self.name, self.rows, self.number = rows[0][0], rows[0][1], rows, number

    def names(self):
        """The relations that it rests on."""
        likes = {int(row[1]) for row in self.rows[1:] if row[0] == "like"} if self.kind == "kernel" else set()
        return likes if self.kind == "automaton" else likes | named(self.rows[0][2:])

    def renumbered(self, numbers):
        if self.kind == "automaton":
            return self.rows
        first, *rest = self.rows
        new = lambda row, word: [numbers[int(w)] if before == word else w for before, w in zip(row, row[1:])]
        kept = [first[:2] + new(["", *first[2:]], "rel")]
        return kept + [row[:1] + new(row, "like") if row[0] == "like" else row for row in rest]


def items_of(rows):
    """The commands of a script."""
    at, count, items = 0, 0, []
    while at < len(rows):
        begin, kind = at, rows[at][0]
        at += 1 + (int(rows[at][2]) if kind == "automaton" else 0)
        while kind == "kernel" and at < len(rows) and rows[at][0] in ("measure", "like", "by"):
            at += 1 + (int(rows[at][-1]) if rows[at][0] == "by" else 0)
        items.append(Item(rows[begin:at], None if kind == "theorem" else count))
        count += kind != "theorem"
    return items


def narrowed(text, labels):
    """A script with the statements of these labels alone, and the relations that they rest on; nothing if there are none."""
    system, *rows = [line.split() for line in text.splitlines()]
    kept, needed, own = [], set(), False
    for item in reversed(items_of(rows)):
        said = item.kind in ("theorem", "kernel") and item.name in labels
        if item.kind == "kernel" and not said:
            item.rows[0][1] = "-"
        if said or item.number in needed:
            kept.append(item)
            needed |= item.names()
        own |= said
    kept.reverse()
    numbers = {item.number: str(new) for new, item in enumerate(item for item in kept if item.kind != "theorem")}
    lines = [system, *[row for item in kept for row in item.renumbered(numbers)]]
    return "".join(" ".join(line) + "\n" for line in lines) if own else ""
