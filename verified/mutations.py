"""Changes the certificate of a script in ways that make it wrong, and says how many changes filbert-verified accepts: none may be.

    mutations.py SCRIPT [COUNT [SEED]]

SCRIPT is a path below `proofs/`; `found` of `bytes.py` has its certificate, which must be accepted as it is.

An answer is one relation alone: an automaton with as few states as can be, all of them reached. So a state that accepts and
did not, a transition that leads elsewhere, is left out or comes in changes what is accepted, and a changed truth is wrong.
An answer that is left out is missed, and two that differ cannot stand for each other, whether of one theorem or of two.
A change that leaves what is accepted among the valid words as it was is not wrong, and not counted.
"""
import os
import random
import subprocess
import sys
import tempfile

from bytes import BUILD, PROOFS, command_of, found
from certificates import expanded, rows, size, system


def answers(lines):
    """Where answers begin, each with the number of its states: after its line come that number and a line for each."""
    i = lines.index("answers") + 1
    while i < len(lines):
        words = lines[i].split()
        if words[0] in ("by", "same", "obtain", "enough", "assumed"):
            n = int(lines[i + 1])
            if words[0] in ("by", "same"):
                yield i, n + 1
            i += n + 1
        elif words[0] == "truth":
            yield i, 0
        i += 1


def same(a, b, width, table):
    """Do both accept the same words, among those that are valid on every track?"""
    dead = (0, {})

    def state(m, q):
        return m[q] if 0 <= q < len(m) else dead

    def after(places, letter):
        result = []
        for q, d in zip(places, letter):
            top, last = table[q]
            if d > top:
                return None
            result.append(last if d == top else 0)
        return tuple(result)

    first = (0, 0, (0,) * width)
    seen, todo = {first}, [first]
    while todo:
        p, q, places = todo.pop()
        (x, rows), (y, others) = state(a, p), state(b, q)
        if x != y:
            return False
        for letter in set(rows) | set(others):
            then = after(places, letter)
            node = (rows.get(letter, -1), others.get(letter, -1), then)
            if then is not None and node not in seen:
                seen.add(node)
                todo.append(node)
    return True


def change(lines, rng):
    """A copy with one change, or None if it would change nothing."""
    kind = rng.choice(["inside", "inside", "left out", "exchanged"])
    return inside(lines, rng) if kind == "inside" else among(lines, rng, kind)


def among(lines, rng, kind):
    """A copy without an answer, or with two in each other's place, of one theorem or of two."""
    (a, n), (b, m) = sorted(rng.choices(list(answers(lines)), k=2))
    first, second = lines[a : a + n + 1], lines[b : b + m + 1]
    if kind == "left out":
        return lines[:a] + lines[a + n + 1 :]
    if first == second:
        return None
    return lines[:a] + second + lines[a + n + 1 : b] + first + lines[b + m + 1 :]


def inside(lines, rng):
    """A copy with one change of an answer, or None if that says the same."""
    lines = list(lines)
    at, n = rng.choice(list(answers(lines)))
    if n == 0:
        lines[at] = "truth " + str(1 - int(lines[at].split()[1]))
        return lines
    numeration = next(line for line in reversed(lines[:at]) if line.startswith("numeration "))
    table, _ = system([int(word) for word in numeration.split()[2:]])
    width = len(lines[at].split()) - 1
    sizes = [size(table)] * width
    i = at + rng.randint(2, n)
    t = lines[i].split()
    kind = rng.choice(["accepts", "target", "less", "letter"])
    if kind == "accepts" or len(t) == 1:
        t[0] = str(1 - int(t[0]))
    else:
        j = 1 + 2 * rng.randrange(len(t) // 2)
        if kind == "target":
            t[j + 1] = str(rng.randrange(n - 1))
        elif kind == "less":
            del t[j : j + 2]
        else:
            t[j] = str(rng.randrange(sizes[0] ** width))
    before = rows(lines[at + 2 : at + 1 + n], sizes)
    lines[i] = " ".join(t)
    after = rows(lines[at + 2 : at + 1 + n], sizes)
    return None if same(before, after, width, table) else lines


def main():
    script, count = os.path.realpath(os.path.join(PROOFS, sys.argv[1])), int(sys.argv[2]) if len(sys.argv) > 2 else 200
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    # Each automaton where it is used, so that one place at a time is changed.
    lines = expanded(found(script).splitlines())
    accepted = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "changed")

        def checked(lines):
            with open(name, "w") as file:
                file.write("\n".join(lines) + "\n")
            return subprocess.run(command_of(script, name), capture_output=True, text=True)

        if checked(lines).returncode:
            sys.exit(f"{sys.argv[1]}: its certificate is rejected")
        while tried < count:
            changed = change(lines, rng)
            if changed is None:
                continue
            tried += 1
            run = checked(changed)
            if run.returncode != 1 or "REJECTED" not in run.stdout:
                accepted += 1
                kept = os.path.join(BUILD, f"accepted-{accepted}")
                with open(kept, "w") as file:
                    file.write("\n".join(changed) + "\n")
                print(f"{kept}: {run.stdout.strip()[-200:]} {run.stderr.strip()[-200:]}")
    print(f"{tried} changed certificates of {sys.argv[1]}, {accepted} accepted")
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
