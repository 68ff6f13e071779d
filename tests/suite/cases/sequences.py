"""Ten sequences by their definitions, against what filbert says of them: its exported matrices in SymPy, the values of
`filbert count`, the equations of `filbert guess`, and the verdicts and counterexamples of its theorems."""

import json
import subprocess
import sys
from functools import cache
from math import comb
from pathlib import Path

import sympy
from sympy.polys.matrices import DomainMatrix

FILBERT, FOLDER = sys.argv[1], Path(sys.argv[2])
SCRIPT = FOLDER / "sequences.prf"


def run(*arguments):
    done = subprocess.run([FILBERT, *map(str, arguments)], cwd=FOLDER, capture_output=True, text=True)
    return done.stdout


def ones(n):
    return sum(map(int, bin(n)[2:]))


@cache
def stern(n):
    # The number of ways to write n - 1 as a sum of powers of 2, each at most twice.
    @cache
    def hyper(n, power):
        if n < 0:
            return 0
        if power == 0:
            return int(n == 0)
        return sum(hyper(n - k * power, power // 2) for k in range(3))

    return 0 if n == 0 else hyper(n - 1, 1024)


@cache
def gould(n):
    return sum(comb(n, k) % 2 for k in range(n + 1))


def twisted(n):
    a, b = 0, 1
    for digit in bin(n)[2:]:
        # From (s(n), s(n+1)) to those of 2n or 2n + 1.
        a, b = (b - a, b) if digit == "1" else (a, b - a)
    return a


def rudin_shapiro(n):
    text = bin(n)[2:]
    return sum(text[k : k + 2] == "11" for k in range(len(text))) % 2


def fibonacci_word(length):
    word, before = "01", "0"
    while len(word) < length:
        word, before = word + before, word
    return word


@cache
def ways(n):
    weights = [1, 2]
    while weights[-1] <= n:
        weights.append(weights[-1] + weights[-2])
    table = [1] + [0] * n
    for weight in weights:
        for k in range(n, weight - 1, -1):
            table[k] += table[k - weight]
    return table[n]


SEQUENCES = {
    "ones": ones,
    "stern": stern,
    "total": cache(lambda n: sum(map(ones, range(n)))),
    "gould": gould,
    "pascal": cache(lambda n: sum(map(gould, range(n)))),
    "twisted": twisted,
    "thue": lambda n: sum((-1) ** ones(i) for i in range(n)),
    "shapiro": lambda n: sum((-1) ** rudin_shapiro(i) for i in range(n + 1)),
    "ways": ways,
    "fibones": lambda n: fibonacci_word(n)[:n].count("1"),
}
FIBONACCI = {"ways", "fibones"}
MOST = 150


def digits(name, n):
    if name not in FIBONACCI:
        return [(int(digit),) for digit in bin(n)[2:]] if n else []
    weights, word = [1, 2], []
    while weights[-1] <= n:
        weights.append(weights[-1] + weights[-2])
    for weight in reversed(weights):
        word.append((int(weight <= n),))
        n -= weight if weight <= n else 0
    return word


def hankel_rank(name, longest=5):
    """The rank of the values at all pairs of short words, in SymPy: the smallest dimension, if that is small."""
    words = [()]
    for word in words:
        if len(word) < longest:
            words += [word + (0,), word + (1,)]

    def worth(word):
        if name not in FIBONACCI:
            return SEQUENCES[name](int("0" + "".join(map(str, word)), 2))
        if any(word[k : k + 2] == (1, 1) for k in range(len(word))):
            return 0
        weights = [1, 2]
        while len(weights) < len(word):
            weights.append(weights[-1] + weights[-2])
        return SEQUENCES[name](sum(d * w for d, w in zip(reversed(word), weights)))

    rows = [[sympy.QQ(worth(x + y)) for y in words] for x in words]
    return DomainMatrix(rows, (len(words), len(words)), sympy.QQ).rank()


report = json.loads((FOLDER / "report.json").read_text())
verdicts = {}
for statement in report["files"][0]["statements"]:
    verdicts[statement["name"]] = statement
assert len(verdicts) == 10, sorted(verdicts)

for name, function in SEQUENCES.items():
    expected = [function(n) for n in range(MOST)]
    # Values that filbert counts.
    lines = run("count", name, f"0..{MOST - 1}", "--in", SCRIPT, "--bfile").split("\n")[:-1]
    assert [tuple(line.split()) for line in lines] == [(str(n), str(v)) for n, v in enumerate(expected)], name
    # Its matrices in SymPy.
    space = {}
    exec((FOLDER / "out" / f"{name}.py").read_text(), space)
    for n in range(0, MOST, 3):
        assert space["value"](digits(name, n)) == expected[n], (name, n)
        assert space["value"]([(0,), (0,)] + digits(name, n)) == expected[n], (name, n)
    assert space["v"].shape[1] == hankel_rank(name), (name, space["v"].shape, hankel_rank(name))
    # What it guesses from the values, proved to be the same.
    if name not in FIBONACCI:
        (FOLDER / "values.txt").write_text(" ".join(map(str, expected)))
        guessed = run("guess", "2", "values.txt", "--sequence", "--name", "guessed")
        (FOLDER / "guessed.prf").write_text(guessed + f'theorem same "guessed(n) = {name}(n)":\n')
        said = run("prove", "guessed.prf", "--in", SCRIPT)
        assert "1 theorem holds" in said, (name, guessed, said)


def first(failing, most=2000):
    return next(n for n in range(most) if failing(n))


def counterexample(name):
    statement = verdicts[name]
    assert statement["verdict"] == "FALSE", statement
    return int(statement["example"]["n"])


assert counterexample("twisted_positive") == first(lambda n: twisted(n) < 0)
assert counterexample("ways_small") == first(lambda n: ways(n) > 10)
assert counterexample("shapiro_equal") == first(lambda n: SEQUENCES["shapiro"](n) != ones(n) + 1)
for name in ["ones_halves", "total_closed", "pascal_steps", "gould_positive", "thue_bounded", "shapiro_positive", "fibones_steps"]:
    assert verdicts[name]["verdict"] == "TRUE", verdicts[name]
assert all(SEQUENCES["shapiro"](n) >= 1 and abs(SEQUENCES["thue"](n)) <= 1 for n in range(MOST))
print("ten sequences agree")
