"""What is accepted from the bytes of scripts, by the reader that is extracted from Coq.

The vectors in tests/language/ are read as they stand, and with `theorem` and `refute` exchanged: whatever is accepted must be what the
vector says. The programs are those that `make -C verified` and `cargo build --release` build.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, ".."))
sys.path.insert(0, os.path.join(HERE, "..", "..", "tests", "language"))

from vectors import vectors
from bytes import FILBERT, accepted, command_of, found

KEYWORD = {b"theorem": b"refute", b"refute": b"theorem"}

# Scripts that say one thing and were read as another; each of these theorems is false, or nobody says what it means.
MISREAD = {
    "a system that there is none of, where no number is read": (
        'def p "0<4";\ntheorem t "?msd_nosuch $p()";'),
    "a name in a body that has another meaning where the body is used": (
        'def g "?msd_2 x=0";\ndef f "?msd_2 $g(x)";\ndef g "?msd_2 x=x";\ntheorem t "?msd_2 A x $f(x)";'),
    "a word in a body likewise": (
        'def f "?msd_2 x=0";\nword W msd_2 "0->01 1->10";\ndef g "?msd_2 W[x]=@0";\nword W msd_2 "0->00 1->11";\n'
        'theorem t "?msd_2 A x $g(x)";'),
    "eval with a name": 'def f "?msd_2 x=x";\neval f "?msd_2 x=0";\ntheorem t "?msd_2 A x $f(x)";',
    "a word by an expression": 'word T[n] "T[n]+T[n+1]";\ntheorem t "?msd_2 T[0]=@0";',
    "a word by another expression": 'word T[n] "0*T[n]+2";\ntheorem t "?msd_2 A n T[n]=@0 | T[n]=@1";',
    "a word by an expression after one by a morphism": (
        'word W msd_2 "0->01 1->10";\nword W[n] "1-W[n]";\ntheorem t "?msd_2 W[0]=@0";'),
    "a negative letter": 'word W msd_2 "0 -> 0 [-1] [-1] -> [-1] 0";\ntheorem t "?msd_2 E n W[n]=@1";',
    "negative letters beside positive ones": (
        'word W msd_2 "0 -> 0 [-1] [-1] -> [-1] [-1] 1 -> 1 1";\ntheorem t "?msd_2 A n n>=1 => W[n]=@1";'),
    "two theorems of one name": 'theorem t "?msd_2 A x x<4";\ntheorem t "?msd_2 A x x=x";',
    "grundy": (
        'def g_0 "?msd_fib p>=0 & q>=0";\ngame w "?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)";\n'
        'grundy g of w upto 0;\ntheorem t "?msd_fib A p,q $g_0(p,q)";'),
    "a kernel": 'def P "?msd_fib p=q";\nkernel P of K0;\ntheorem t "?msd_fib A p $P(p,p)";',
    "Pell's weights, which are not those of the words of its digits": (
        'reg last msd_pell "(0|1|2)*1";\ntheorem t "?msd_pell $last(9)";'),
    "a difference of letters that is negative": 'theorem t "?msd_2 T[0]-T[1]<0 => 1=2";\ntheorem u "?msd_2 An T[0]-T[1]<=n";',
    "a constant that is negative by itself": 'theorem t "?msd_2 Ax x+(3-5)=0 => 1=2";',
    "two variables of one name": 'theorem t "?msd_2 E>=2 x,x x=3";',
    "free variables": 'theorem t "?msd_2 x=x";',
    "an order of arguments that are not those of the formula": 'def f(x,y) "?msd_2 x=x";\ntheorem t "?msd_2 A x,y $f(x,y)";',
    "two systems": 'theorem t "?msd_2 Ex x=5 & (?msd_fib F[x]=@1)";',
    "a system in parentheses alone": 'theorem t "Ax (?msd_fib F[x]=@1) | x=x";',
    "two rules of one letter": 'word W msd_2 "0->01 1->10 0->00";\ntheorem t "?msd_2 An W[n]=@0";',
    "an image of another length": 'word W msd_fib "0->01 1->01";\ntheorem t "?msd_fib An W[n]<=1";',
    "a letter that is no digit of the system": 'reg f msd_2 "[2]*";\ntheorem t "?msd_2 $f(0)";',
    "a digit of two blanks": 'reg f msd_10 "[1 0]";\ntheorem t "?msd_10 $f(10)";',
    "a macro without its argument": 'macro m "%0=%1";\ntheorem t "?msd_2 Ax #m(x)";',
    "a macro that calls itself": 'macro m "#m()";\ntheorem t "?msd_2 #m()";',
    "a comment in quotes": 'theorem t "?msd_2 A x (x<2 | #\n ~x=5)";',
    "a claim of sequences": 'theorem t "?msd_2 Avalues 1=values";',
    "a word that nothing reads": 'def f "?msd_2 x=x" "?msd_2 x=0";\ntheorem t "?msd_2 A x $f(x)";',
    "an unknown command": 'def f "?msd_2 x=x";\ndeff f "?msd_2 x=0";\ntheorem t "?msd_2 A x $f(x)";',
    "use": 'def f "?msd_2 x=x";\nuse "other.prf";\ntheorem t "?msd_2 A x $f(x)";',
    "a command that lacks its end": 'def f "?msd_2 x=x";\nword W msd_2 "0->01 1->10"\ntheorem t "?msd_2 A x $f(x)";',
    "a file that is not there": 'include "nowhere.prf";\ntheorem t "?msd_2 1=1";',
    "a system that is not known": 'ost fib [0 3 1] [1 2];\ntheorem t "?msd_fib F[0]=@0";',
    "a definition that fails after one that stands": (
        'def f "?msd_2 x=x";\ndef f "?msd_2 x=";\ntheorem t "?msd_2 A x $f(x)";'),
    "a sign over natural numbers": 'theorem t "?msd_2 Ex x=_1";\ntheorem u "?msd_2 Ex x=-1+2";\ntheorem v "?msd_2 _1<0";',
    "a part of integers in a comparison of natural numbers": (
        'theorem t "(?msd_neg_2 3)-(?msd_neg_2 5)<0";\ntheorem u "_(?msd_neg_2 3)=_(?msd_neg_2 3)";\n'
        'theorem v "?msd_neg_2 (?msd_2 3-5<0)";'),
    "integers and natural numbers": (
        'theorem t "?msd_2 (Ax x>=0) & (?msd_neg_2 Ex x<0)";\ntheorem u "?msd_neg_2 (Ex x<0) & (?msd_2 Ax x>=0)";'),
    "integers of two systems": 'theorem t "?msd_neg_2 Ex x<0 & (?msd_neg_3 Ex x<0)";',
    "a cover of natural numbers by integers": (
        'cover t "?msd_2 x=x" by "?msd_neg_2 x>=0";\ncover u "?msd_neg_2 x=x" by "?msd_2 x>=0";\n'
        'cover v "?msd_neg_2 x=x" by "?msd_neg_3 x=x";'),
    "a function of integers": (
        'def f "?msd_2 x=x";\ndef f "?msd_neg_2 x<0";\ntheorem t "?msd_2 Ax $f(x)";\ntheorem u "?msd_neg_2 Ex ~$f(x)";\n'
        'theorem v "?msd_neg_2 $f(0)";'),
    "a word over integers": 'word T msd_neg_2 "0->00 1->11";\ntheorem t "?msd_neg_2 Ax T[x]=@0";\ntheorem u "?msd_2 T[1]=@0";',
    "a word in a formula of integers": (
        'theorem t "?msd_neg_2 T[0]=@0";\ntheorem u "?msd_neg_2 Ax T[x]<=1";\ntheorem v "?msd_neg_2 T[0-1]!=@0";'),
    "an expression over integers": 'reg f msd_neg_2 "11*";\ntheorem t "?msd_neg_2 $f(1)";\ntheorem u "?msd_2 $f(3)";',
    "a game over integers": 'game G "?msd_neg_2 p -> r : r=p-1 & p>0";\ndef Q "?msd_2 Eq p=2*q";\nkernel P of G given $Q;',
    "a negative base that is a system of the script": (
        'numeration neg_2 "x^2 = 2x + 1";\ntheorem t "?msd_neg_2 Ex x<0";\ntheorem u "?msd_neg_2 Ex x+1=0";'),
    "a negative base that a script has hidden": 'ost neg_2 [0 3 1] [1 2];\ntheorem t "?msd_neg_2 Ex x<0";',
    "a negative base that nothing reads": "".join(f'theorem t{i} "?{one} Ex x<0";\n' for i, one in enumerate(
        ["msd_neg", "msd_neg_", "msd_neg_0", "msd_neg_1", "msd_neg_65537", "msd_neg_x", "msd_neg_2_2", "lsd_neg_2"])),
    "signs that are none": "".join(f'theorem t{i} "?msd_neg_2 {one}";\n' for i, one in enumerate(
        ["--5=5", "Ex -x=3", "Ex x=3_1", "Ex x=-_1", "E>=_1 x x=0", "E_x x=0", "-(2+3)<0", "Ex x=@_1", "1/0=1/0", "1 _1=0"])),
}

for _command in ("concat", "difference", "fixleadzero", "fixtrailzero", "intersect", "leftquo", "rightquo", "star", "union",
                 "normalizer", "synchronize", "alphabet", "convert", "minimize", "reverse", "split", "rsplit", "transduce"):
    MISREAD[f"`{_command}`"] = (
        f'def g "?msd_2 x=0";\ndef f "?msd_2 x=x";\n{_command} f g g;\ntheorem t "?msd_2 A x $f(x)";')
for _command in ("combine", "image", "join", "minimize", "reverse", "convert", "split", "transduce", "alphabet"):
    MISREAD[f"`{_command}` of a word"] = f'{_command} T F;\ntheorem t "?msd_2 T[0]=@0";'
MISREAD["`promote`"] = 'morphism m "0->00";\npromote T m;\ntheorem t "?msd_2 E n T[n]=@1";'


def exchanged(text):
    return re.sub(rb"\b(theorem|refute)\b", lambda found: KEYWORD[found[1]], text)


def allowed(vector, name, swapped):
    """Whether a statement of this name may be accepted."""
    text = re.sub(r"#[^\r\n]*", "", vector.main)
    keywords = set(re.findall(rf"\b(theorem|refute|cover|kernel)\s+{re.escape(name)}\b", text))
    for one in vector.statements:
        verdict = one.otherwise or one.verdict
        for keyword in keywords:
            truth = (keyword == "refute") == (swapped and keyword in ("theorem", "refute"))
            if one.name == name and verdict == ("TRUE" if truth else "FALSE"):
                return True
    return False


class Vectors(unittest.TestCase):
    def test_what_is_accepted_is_what_the_vectors_say(self):
        decided = 0
        for vector in vectors():
            for swapped in (False, True):
                with tempfile.TemporaryDirectory() as folder:
                    script = str(vector.write(Path(folder)))
                    if swapped:
                        with open(script, "rb") as file:
                            text = exchanged(file.read())
                        with open(script, "wb") as file:
                            file.write(text)
                    names, said, _ = accepted(os.path.realpath(script), limit=5000, work=100000, seconds=60)
                self.assertIsNotNone(names, (vector.name, said))
                own = {one.name for one in vector.statements}
                for name in names:
                    # Kernels of files that are included are no statements of the script.
                    if name not in own and len(vector.files) > 1 and not re.search(rf"\b{re.escape(name)}\b", vector.main):
                        continue
                    with self.subTest(vector=vector.name, name=name, swapped=swapped):
                        self.assertTrue(allowed(vector, name, swapped))
                        decided += 1
        print(f"{decided} statements of the vectors decided from their bytes")
        self.assertGreater(decided, 100)


def in_folder(folder, text):
    path = os.path.join(os.path.realpath(folder), "s.prf")
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    return path


def names_of(text, **files):
    """The statements of a script that are accepted, with other files beside it."""
    with tempfile.TemporaryDirectory() as folder:
        for name, other in files.items():
            with open(os.path.join(folder, name + ".prf"), "w") as file:
                file.write(other)
        return accepted(in_folder(folder, text), limit=300000, work=20000000, seconds=60)[0]


class Forgeries(unittest.TestCase):
    def test_what_was_misread_is_not_accepted(self):
        for what, text in MISREAD.items():
            with self.subTest(what):
                self.assertEqual(names_of(text), [])

    def test_answers_prove_what_the_script_says_and_nothing_else(self):
        true = 'def even "?msd_fib Ey x=2*y";\ntheorem t "?msd_fib Ax $even(x) | $even(x+1)";\n'
        with tempfile.TemporaryDirectory() as folder:
            path, answers = in_folder(folder, true), os.path.join(folder, "answers")
            with open(answers, "w") as file:
                file.write(found(path))
            check = command_of(path, answers)
            self.assertIn("1 theorems hold", subprocess.run(check, capture_output=True, text=True).stdout)
            for old, new in [("theorem", "refute"), ("x+1", "x+2"), ("2*y", "3*y"), ("|", "&"), ("Ax", "A y,x x<y =>"), ("Ey", "Ay")]:
                in_folder(folder, true.replace(old, new))
                with self.subTest(new):
                    self.assertEqual(subprocess.run(check, capture_output=True, text=True).returncode, 1)
            # A name that the text does not bind, and a text that breaks off before the statement, claim nothing.
            for text in (true.replace("def even", "def odd"), true.replace("theorem t", "theorem"), true[:-3]):
                in_folder(folder, text)
                self.assertNotIn("t  ", subprocess.run(check, capture_output=True, text=True).stdout)

    def test_words_of_many_letters(self):
        # Letter n is n modulo 499, and the coding says whether that is 0.
        rules = " ".join(f"[{n}]->[{2 * n % 499}][{(2 * n + 1) % 499}]" for n in range(499))
        others = " ".join(f"[{n}]" for n in range(1, 499))
        word = f'word W msd_2 "{rules}" "0 -> 1  {others} -> 0";\n'
        true = 'theorem t "W[0]=@1 & W[498]=@0 & W[499]=@1 & W[998]=@1";\n'
        for text, expected in [(true, ["t"]), (true.replace("499", "500"), []), (true.replace("theorem", "refute"), [])]:
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                names, said, _ = accepted(in_folder(folder, word + text), limit=50000, work=1000000, seconds=60)
                self.assertEqual(names, expected, said)

    def test_claims_of_several_parts(self):
        true = 'refute t "?msd_2 (Ex,y x<y & 2*y=x) | (Ex 2*x=2*x+1) | (Ex,y y<x & x=2*y+1 & x<1)";\n'
        false = [true.replace("x<y", "x<=y"), true.replace("2*x+1", "x"), true.replace("x<1", "x<2"), true.replace("refute", "theorem")]
        for text, expected in [(true, ["t"]), *((text, []) for text in false)]:
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                names, said, _ = accepted(in_folder(folder, text), limit=50000, work=1000000, seconds=60)
                self.assertEqual(names, expected, said)

    def test_reasons(self):
        text = 'def f "?msd_3 x=_1+y";\ntheorem a "?msd_3 $f(1,1)";\ntheorem b "?msd_3 Ax x=x";\n'
        large = 'def g "?msd_2 Ex,y 7*a+b=3*x+5*y+c & a<3*x & b<5*y";\ntheorem c "?msd_2 Aa,b ~$g(a,b,a)";\n'
        with tempfile.TemporaryDirectory() as folder:
            names, left, _ = accepted(in_folder(folder, text + large), limit=50, work=10000, seconds=60)
        self.assertEqual((names, left), (["b"], {"a": "not read", "c": "too large"}))


class Meanings(unittest.TestCase):
    def test_true_theorems_are_accepted(self):
        for text in ('theorem t "?msd_fib Ax Ey x=2*y | x=2*y+1";', 'theorem t "?msd_fib Ax,y $shift(x+1,y) => $shift(x+1,y)";',
                     'theorem t "?msd_2 T[0]-T[1]+1=0";',
                     'theorem t "?msd_2 An T[n]=@0 | T[n]=@1";', 'refute t "?msd_fib An,s $phin(n,s) <=> n=s";',
                     'numeration fib "x^2 = 2x + 1";\ntheorem t "?msd_fib E x,y x=2 & y=3";',
                     'def f "?msd_2 x=1";\ndef g "?msd_2 x<3";\ncombine W f g=5 f;\n'
                     'theorem t "?msd_2 W[0]=@5 & W[1]=@3 & W[2]=@5 & (A x x>2 => W[x]=@0)";',
                     'cover t "?msd_2 x=x" by "?msd_2 Ey x=2*y" "?msd_2 Ey x=2*y+1";'):
            self.assertEqual(names_of(text), ["t"], text)

    def test_what_is_behind_something_that_is_not_read_is_accepted_without_it(self):
        for text in ('kernel P of K0;\ntheorem t "?msd_fib A p p=p";', 'def f "?msd_2 b<A1";\ntheorem t "?msd_2 1=1";',
                     'reg big msd_2 "[^0]*";\nreg two msd_2 "(01|10)*";\ntheorem t "?msd_2 $two(2)";',
                     'word W[n] "T[n]+1";\nword W msd_2 "0->01 1->10";\ntheorem t "?msd_2 W[0]=@0";'):
            self.assertEqual(names_of(text), ["t"], text)

    def test_a_name_means_what_it_did_where_it_stands(self):
        for meaning, verdict in (("x=x", ["t"]), ("x<0", [])):
            macro = f'macro m "{meaning}";\ndef f "?msd_2 #m()";\nmacro m "x=1";\ntheorem t "?msd_2 A x $f(x)";'
            self.assertEqual(names_of(macro), verdict)
            self.assertEqual(names_of('include "a.prf";\ndef f "?msd_2 x=1";\ninclude "a.prf";\ntheorem t "?msd_2 A x $g(x)";',
                                      a=f'def f "?msd_2 {meaning}";\ndef g "?msd_2 $f(x)";'), verdict)
            self.assertEqual(names_of(f'def phin "?msd_fib n=s & (A x {meaning})";\ntheorem t "?msd_fib A n $phin(n,n)";'), verdict)

    def test_what_is_included_once_does_not_come_back(self):
        text = 'include "a.prf";\ndef f "?msd_2 x=0";\ninclude "a.prf";\n{} t "?msd_2 Ax $f(x)";'
        for keyword, verdict in (("theorem", []), ("refute", ["t"])):
            self.assertEqual(names_of(text.format(keyword), a='def f "?msd_2 x=x";'), verdict)

    def test_what_follows_the_end_is_not_read(self):
        self.assertEqual(names_of('theorem t "?msd_2 1=1";\nquit;\nnothing at all'), ["t"])

    def test_work_is_bounded(self):
        sum_of_words = "+".join(f"K4[x+{i}]" for i in range(30))
        doubling = "".join(f'macro m{i} "#m{i + 1}() | #m{i + 1}()";\n' for i in range(40))
        deep = "(" * 5000 + "x=x" + ")" * 5000
        for text in (f'theorem t "?msd_fib Ax {sum_of_words}>3";', doubling + 'macro m40 "1=1";\ntheorem t "?msd_2 #m0()";',
                     f'theorem t "?msd_2 Ax {deep} & x<0";', 'theorem t "?msd_2 Ax x<99999999999999999999";',
                     'theorem t "?msd_2 Ax E>=100000 y y<x";'):
            self.assertEqual(names_of(text), [], text[:100])


# Claims over the integers, and whether they hold.
INTEGERS = {
    "Ax x>=0": False, "Ex x<0": True, "Ex x+1=0": True, "Ax x-2=x-2": True, "Ax,y x<y => x-y<0": True, "3-5=_2": True, "Ax x-5+4=x-1": True,
    "_1-1+1-1=_2": True, "-5/2=-3": True, "-5/2=-2": False, "7/_2=_4": True, "_7/_2=3": True, "3--5=8": True, "__5=5": True,
    "Ax x/3*3<=x & x<x/3*3+3": True, "Ax x/_3*_3>=x & x/_3*_3<x+3": True, "Ax _(x+1)*2=_2*x-2": True, "Ax _x/2=_(x/2)": False,
    "Ax Ey x-(-3)=_y": True, "Ey Ax x+y=0": False, "Ax Ey x=2*y": False, "Ax Ey x=2*y | x=2*y+1": True, "Ax,y x<y => x*2<y*3": False,
    "Ix x<0": True, "Ix x<0 & x>_5": False, "Ay Ix x<y & x>_y*3": False, "Ix Ey x=2*y & x<0": True, "E>=3 x x<0 & x>-3": False,
    "E=2 x x<0 & x>-3": True, "E=4 x,y x>=-1 & x<=0 & y<=3 & y>1": True, "E=5 x,y x>=-1 & x<=0 & y<=3 & y>1": False,
    "Ax,y x=y => (Ax x=y)": False, "Ax x=3 => (Ex x=4)": True, "Ax x=3 => (Ax x=3)": False, "Ex,y x=y+1 & y=x+1": False,
    "Ex,y x=y+1 & y=x-1": True, "Ax,y (x=y+1 & y=x+1) => 1=2": True, "Ax,y (x=y+1 & y=x-1) => 1=2": False, "Ax ~(x=1) | x+1=2": True,
    "Ax (x=1 <=> x+1=2)": True, "Ax x=x+1 => 1=2": True, "Ex Ay x<=y": False, "Ex,y 4*x+6*y=1": False, "An Ex,y 3*x+5*y=n": True,
    "Ax,y,z (x=2*y & z=x-y) => z=y": True, "Ax,y,z (2*x=y & z=2*x-y) => z=0": True, "Ax,y,z (2*x=y & z=2*x-y) => x=0": False,
    "Ax x>@0 | x<=0": True, "0*(0-5)=0": True,
}


class Integers(unittest.TestCase):
    def test_what_is_accepted_is_what_holds(self):
        for base in ("msd_neg_2", "msd_neg_10", "neg_fib"):
            true = "".join(f'{"theorem" if holds else "refute"} t{i} "?{base} {claim}";\n'
                           for i, (claim, holds) in enumerate(INTEGERS.items()))
            self.assertEqual(names_of(true), [f"t{i}" for i in range(len(INTEGERS))])
            self.assertEqual(names_of(exchanged(true.encode())), [])

    def test_where_claims_are_read(self):
        for text in ('theorem t "(?msd_neg_2 Ex x=-3)";', 'macro m "%0<0";\ntheorem t "?msd_neg_3 Ex #m(x)";',
                     'cover t "?msd_neg_2 x=x" by "?msd_neg_2 x>0" "?msd_neg_2 x<=0";',
                     'def t "?msd_neg_2 x=0";\ntheorem t "?msd_neg_2 Ex x<0";'):
            self.assertEqual(names_of(text), ["t"], text)
        self.assertEqual(names_of('cover t "?msd_neg_2 x=x" by "?msd_neg_2 x>0" "?msd_neg_2 x<0";'), [])

    def test_integers_beside_natural_numbers(self):
        text = 'def f "?msd_2 x>=0";\ntheorem t "?msd_neg_2 Ex x<0";\n' \
               'theorem u "?msd_2 Ax $f(x)";\ntheorem v "?msd_neg_3 Ex x<0";\n'
        self.assertEqual(sorted(names_of(text)), ["t", "u", "v"])

    def test_answers_of_another_claim(self):
        # Over the natural numbers it is false: x-3*y is negative.
        true = 'theorem t "?msd_neg_2 Ax,y (x=2*y) => x-3*y+y=0";\n'
        with tempfile.TemporaryDirectory() as folder:
            path, answers = in_folder(folder, true), os.path.join(folder, "answers")
            with open(answers, "w") as file:
                file.write(found(path))
            check = command_of(path, answers)
            for old, new, holds in [("t", "t", True), ("theorem", "refute", False), ("2*y", "3*y", False), ("=>", "&", False),
                                    ("msd_neg_2", "msd_2", False)]:
                in_folder(folder, true.replace(old, new))
                with self.subTest(new):
                    self.assertEqual("1 theorems hold" in subprocess.run(check, capture_output=True, text=True).stdout, holds)


class Games(unittest.TestCase):
    RULE = '"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)"'

    def kernel(self, clauses="", given="K0", rule=RULE):
        return f"game G {rule} {clauses};\nkernel P of G given $ppos{given};"

    def test_true_kernels_are_accepted(self):
        more = '\ntheorem t "?msd_fib Ap $P(p,p) => p<=1";'
        for clauses, given in (("", "K0"), ('terminal "p+q<=1"', "K1"), ('measure "q, p"', "K0"), ("block 3", "W3")):
            self.assertEqual(names_of(self.kernel(clauses, given) + more), ["P", "t"], clauses)
        self.assertEqual(names_of('def one "?msd_2 p=1";\ngame G "?msd_2 p -> r : r<p" misere;\nkernel P of G given $one;'), ["P"])

    def test_false_kernels_are_not(self):
        for clauses, given in (("", "K1"), ('terminal "p+q<=1"', "K0"), ("misere", "K0"), ("block 2", "K0"), ('measure "p"', "K0")):
            self.assertEqual(names_of(self.kernel(clauses, given)), [], clauses)
        for rule in ("r<=p", "r=p+1"):
            self.assertEqual(names_of(f'def no "?msd_2 p<0";\ngame G "?msd_2 p -> r : {rule}";\nkernel P of G given $no;'), [], rule)

    def test_rules_that_are_not_read_are_refused(self):
        for rule in ('"?msd_fib p,q -> r : r<p"', '"?msd_fib p,p -> r,s : r<p"', '"?msd_fib p,q -> r,s : t<p"', '"?msd_fib p,Eq -> r,s : r<p"'):
            self.assertEqual(names_of(self.kernel(rule=rule)), [], rule)
        for clauses in ('terminal "r=0"', 'measure "r"', 'measure "p-q"', "misere block 2", "block 0", 'measure "p)=(q"',
                        'terminal "p=0" terminal "q=0"'):
            self.assertEqual(names_of(self.kernel(clauses)), [], clauses)


class Certificates(unittest.TestCase):
    def run_on(self, certificate, text='theorem t "?msd_2 1=1":\n'):
        """What is said of a script with a certificate, and the exit code."""
        with tempfile.TemporaryDirectory() as folder:
            path, name = in_folder(folder, text), os.path.join(folder, "certificate")
            with open(name, "w") as file:
                file.write(certificate)
            run = subprocess.run(command_of(path, name), capture_output=True, text=True)
            self.assertEqual(run.stderr, "")
            return run.stdout, run.returncode

    def test_what_is_no_certificate_is_rejected(self):
        head, part = "filbert certificate 2\nanswers\n", "numeration msd_2 1 1 0\nstatement 1 1\ncommand\n"
        for text, said in (
            ("", "line 1: the text ends too early"),
            ("filbert certificate 1\nanswers\n", "line 1: a certificate begins with `filbert certificate 2`: certify the script once more"),
            ("filbert certificate 2\n", "the certificate has no answers"),
            (head + "nothing\n", "line 3: a statement or its system is expected"),
            (head + "numeration msd_2 1 1\n", "line 3: a system is expected"),
            (head + "numeration msd_2 1 1 0 7\n", "line 3: more systems than there are"),
            (head + "statement 100000 0\n", "line 3: there is no such statement"),
            (head + "statement 1 1\n", "line 4: the text ends too early"),
            (head + part + "by 0\nas claim 3 body\n", "line 7: there is no such claim"),
            (head + part + "by 0\n1\n1 2 0\n", "line 8: there is no letter 2"),
            (head + part + "by 0\n1\n1 1 1\n", "line 8: there is no state 1"),
            (head + part + "by 0\n1\n1 1\n", "line 8: a letter without a state"),
            (head + part + "by 0\n1\n1 -1 0\n", "line 8: a number of things is negative"),
            (head + part + "by x\n1\n1 1 0\n", "line 6: `x` is no number"),
            (head + part + "obtain 0\n1\n1 1 0\n", "line 6: `of` is expected"),
            (head + part + "enough 0\n1\n1 1 0\nby 0\n", "line 9: `assumed` is expected"),
            (head + part + "measure 1 v 0 v 1\n", "line 6: more terms than there are"),
        ):
            with self.subTest(text):
                self.assertEqual(self.run_on(text), (f"REJECTED: {said}\n", 1))

    def test_a_folder(self):
        text = 'def even "?msd_2 Ey x=2*y":\ntheorem t "?msd_2 Ax $even(x) | $even(x+1)":\ntheorem u "?msd_2 `(1=1)":\n'
        program = command_of("", "")[0]
        with tempfile.TemporaryDirectory() as folder:
            path, certificates = in_folder(folder, text), os.path.join(folder, "certificates")
            manifest = os.path.join(certificates, "manifest")

            def run():
                run = subprocess.run([program, certificates], capture_output=True, text=True)
                return run.returncode, run.stdout, run.stderr

            self.assertEqual(run(), (2, "", f"error: {manifest}: no folder of certificates\n"))
            for options in ["--answers"], ["--answers", "--plain"]:
                subprocess.run([FILBERT, "prove", path, "-q", "--certify", certificates, *options], capture_output=True, check=True)
                code, said, _ = run()
                self.assertEqual((code, [line.split() for line in said.splitlines()][1:3]),
                                 (1, [["t", "checked"], ["u", "not", "checked:", "it", "has", "no", "answers"]]))
                self.assertIn("1 theorems hold", said)
            subprocess.run([FILBERT, "prove", path, "-q", "--certify", certificates], capture_output=True, check=True)
            code, said, _ = run()
            self.assertEqual((code, said.splitlines()[0]), (1, "s.prf: no answers"))
            with open(manifest) as file:
                text = file.read()
            with open(manifest, "w") as file:
                file.write(text.replace(" s.prf", " ../s.prf"))
            self.assertEqual(run(), (2, "", f"error: {manifest}: ../s.prf is not a path in the folder\n"))
            old = text.replace("certificates 4", "certificates 3")
            with open(manifest, "w") as file:
                file.write(old)
            self.assertEqual(run(), (2, "", f"error: {manifest}: it does not begin with `filbert certificates 4`: "
                                            "certify the scripts once more\n"))

    # Answers to them were once rejected: cases whose first has quantifiers in front, or is true; a variable that is assumed to be there,
    # and of which the first case is about all.
    CASES = """
reg ab {-1,1} {0,1} "([-1,0]|[1,1]|[1,0])*":
reg d {0,1} {0,1} "([0,0]|[1,1]|[1,0])*":
def f "?msd_fib Et x+y=2*t & y>=t":
theorem all "?msd_fib Ax (Ay (Au $ab(u,y)) | (Em m=2))":
theorem first "?msd_fib Ax (Ay Eu u=y+x) | (Em m=x)":
theorem two "?msd_fib Ax,z (Ay Eu u=y+x & u>=z) | (Em m=x)":
theorem both "?msd_fib Ax ((Ay Eu u=y+x) & (Ez z>x)) | (Em m=x)":
theorem true_first "?msd_fib Ax (x<2 | (Ey (Az z<z+1))) | (x>3 | (Ay $f(x,y)))":
theorem assumed "?msd_fib Au (Ev $d(v,u)) | ((Ep ($ab(p,u) => $d(u,u))) => ((Av $d(v,u)) | ($d(u,u) | $d(u,u))))":
"""

    def test_what_is_found_for_cases_is_accepted(self):
        self.assertEqual(names_of(self.CASES), re.findall(r"^theorem (\w+)", self.CASES, re.M))

    def test_what_would_be_rejected_is_left_out(self):
        text = 'theorem t "?msd_fib Ax (Ay Eu u+x=y) | (Em m=x+1)":\ntheorem u "?msd_fib Ax (Ay Eu u+x=y) | x<3":\ntheorem v "?msd_fib Ax x=x":\n'
        self.assertEqual(names_of(text), ["t", "v"])


if __name__ == "__main__":
    unittest.main()
