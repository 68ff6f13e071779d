"""Certificates as `filbert prove --certify DIR --answers --plain` writes them, in lines: `docs/certificates.md` describes them."""


def claims(lines):
    """The automata of the claims, each in lines from its number of states on, by the names that answers have for them."""
    found, name = {}, None
    for line in lines:
        if line == "answers":
            break
        if line.startswith(("claim ", "series ")):
            name = line
            found[name] = []
        elif name:
            found[name].append(line)
    return {name: own[1:] for name, own in found.items() if name.startswith("claim ")}


def expanded(lines):
    """The lines with each automaton in place of its name."""
    known, result = claims(lines), []
    for line in lines:
        result += known[line[3:]] if line.startswith("as ") else [line]
    return result


def digits(letter, sizes):
    """The digits of a letter on tracks with so many digits."""
    found = []
    for size in reversed(sizes):
        letter, digit = divmod(letter, size)
        found.append(digit)
    return tuple(reversed(found))


def rows(lines, sizes):
    """For each of the lines of an automaton whether the state accepts, and the target of each letter."""
    result = []
    for line in lines:
        accepting, *rest = map(int, line.split())
        result.append((accepting, {digits(letter, sizes): to for letter, to in zip(rest[0::2], rest[1::2])}))
    return result


def system(words):
    """The first system of some numbers, and those behind it."""
    n = words[0]
    return list(zip(words[1 : 2 * n : 2], words[2 : 2 * n + 1 : 2])), words[2 * n + 1 :]


def size(table):
    """How many digits a system has."""
    return 1 + max(top for top, _ in table)
