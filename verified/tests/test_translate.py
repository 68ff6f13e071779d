"""What translate.py makes of scripts: it refuses what it does not read exactly, and writes what the rest says.

    python3 -m unittest discover -s verified/tests

The last tests need filbert-elaborate and filbert-verified, which `make -C verified` builds.
"""
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
VERIFIED = os.path.join(HERE, "..")
sys.path.insert(0, VERIFIED)

import language
import scripts
import translate


def run(files, script="s.prf"):
    """The theorems with why they cannot be said and the hashes of what they rest on, and all that is written."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
        found = []
        translate.with_stack(lambda: found.extend(translate.translate(os.path.join(folder, script))))
    statements, names, written = found
    return [(one.origin, one.name, one.why, one.rests_on, name) for one, name in zip(statements, names)], written


def why(text, **files):
    """Why the last theorem of a script cannot be said; nothing if it can."""
    rows, _ = run({"s.prf": text, **{name + ".prf": other for name, other in files.items()}})
    return rows[-1][2] if rows else "the text is not read to its end"


def hashes(text, **files):
    rows, _ = run({"s.prf": text, **{name + ".prf": other for name, other in files.items()}})
    return {row[1]: row[3] for row in rows}


def theorem(text):
    """The formula that is written for the last theorem of a script."""
    _, written = run({"s.prf": text})
    (script,) = written.values()
    return re.findall("^theorem \\S+ (.*)$", script, re.M)[-1]


def accepted(text):
    """Whether the proved checker accepts the theorems of a script."""
    rows, written = run({"s.prf": text})
    if not written or any(row[2] for row in rows):
        return False
    build = os.path.join(VERIFIED, "build")
    with tempfile.TemporaryDirectory() as folder:
        for name, script in written.items():
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(script)
            answers = subprocess.run([os.path.join(build, "filbert-elaborate"), path], capture_output=True, text=True, timeout=300)
            with open(path, "w") as file:
                file.write(answers.stdout)
            verdict = subprocess.run([os.path.join(build, "filbert-verified"), path], capture_output=True, text=True, timeout=300)
            names = re.findall("^(?:theorem|kernel) ([^ -]\\S*)", script, re.M)
            if answers.returncode or verdict.returncode or re.findall("^(\\S+) +checked ", verdict.stdout, re.M) != names:
                return False
    return True


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
}

for _command in ("concat", "difference", "fixleadzero", "fixtrailzero", "intersect", "leftquo", "rightquo", "star", "union",
                 "normalizer", "synchronize", "alphabet", "convert", "minimize", "reverse", "split", "rsplit", "transduce"):
    MISREAD[f"`{_command}`"] = (
        f'def g "?msd_2 x=0";\ndef f "?msd_2 x=x";\n{_command} f g g;\ntheorem t "?msd_2 A x $f(x)";')
for _command in ("combine", "image", "join", "minimize", "reverse", "convert", "split", "transduce", "alphabet"):
    MISREAD[f"`{_command}` of a word"] = f'{_command} T F;\ntheorem t "?msd_2 T[0]=@0";'
MISREAD["`promote`"] = 'morphism m "0->00";\npromote T m;\ntheorem t "?msd_2 E n T[n]=@1";'


class Refusals(unittest.TestCase):
    def test_what_is_not_read_exactly_is_refused(self):
        for what, text in MISREAD.items():
            with self.subTest(what):
                self.assertNotEqual(why(text), "")

    def test_a_file_that_is_loaded_leaves_nothing_known(self):
        text = 'def f "?msd_2 x=x";\nload loaded.prf;\ntheorem t "?msd_2 A x $f(x)";'
        self.assertEqual(why(text, loaded='def f "?msd_2 x=0";'), "the command `load`")

    def test_a_refusal_names_the_command(self):
        self.assertEqual(why(MISREAD["grundy"]), "the command `grundy`")
        self.assertEqual(why('star P phin;\ntheorem t "?msd_fib A p $P(p,p)";'), "the command `star`")
        self.assertEqual(why('star P phin;\ndef f "?msd_fib $P(p,p)";\ntheorem t "?msd_fib A p $f(p)";'), "the command `star`")

    def test_what_names_are_not_said_of_stands(self):
        self.assertEqual(why('kernel P of K0;\ntheorem t "?msd_fib A p p=p";'), "")
        self.assertEqual(why('reg big msd_2 "[^0]*";\nreg two msd_2 "(01|10)*";\ntheorem t "?msd_2 $two(5)";'), "")
        self.assertEqual(why('word W[n] "T[n]+1";\nword W msd_2 "0->01 1->10";\ntheorem t "?msd_2 W[0]=@0";'), "")
        self.assertEqual(why('word W msd_2 "0->01 1->10" "01->1";\ntheorem t "?msd_2 A n W[n]=@1";'), "")
        self.assertEqual(why('theorem t "?msd_2 Ax,y $f(x)";\ndef f "?msd_2 x=x";\ntheorem u "?msd_2 Ax $f(x)";'), "")

    def test_a_broken_definition_concerns_who_names_it(self):
        text = 'def f "?msd_2 b<A1";\ntheorem t "?msd_2 1=1";'
        self.assertEqual(why(text), "")
        self.assertNotEqual(why(text + '\ntheorem u "?msd_2 $f(0,1)";'), "")

    def test_every_command_of_the_book_has_a_form(self):
        with open(os.path.join(VERIFIED, "..", "docs", "commands.md")) as file:
            self.assertEqual(set(re.findall("^- `([a-z]+)", file.read(), re.M)), language.KEYWORDS)

    def test_work_is_bounded(self):
        sum_of_words = "+".join(f"K4[x+{i}]" for i in range(30))
        doubling = "".join(f'macro m{i} "#m{i + 1}() | #m{i + 1}()";\n' for i in range(40))
        deep = "(" * 5000 + "x=x" + ")" * 5000
        for text in (f'theorem t "?msd_fib Ax {sum_of_words}>3";', doubling + 'macro m40 "1=1";\ntheorem t "?msd_2 #m0()";',
                     f'theorem t "?msd_2 Ax {deep}";', 'theorem t "?msd_2 Ax x<99999999999999999999";',
                     'theorem t "?msd_2 Ax E>=100000 y y>x";'):
            self.assertNotEqual(why(text), "")

    def test_a_long_formula_is_read(self):
        chain = " & ".join(["x=x"] * 5000)
        self.assertEqual(why(f'theorem t "?msd_2 Ax {chain}";'), "")


class Meanings(unittest.TestCase):
    def test_a_line_in_quotes_that_begins_with_a_macro_is_read(self):
        text = 'macro m "%0<0";\ntheorem t "?msd_2 A x x=x &\n #m(x) &\n x=x";'
        self.assertEqual(theorem(text), "all 0 and and equal v 0 v 0 less v 0 n 0 equal v 0 v 0")

    def test_a_macro_is_the_one_of_the_call(self):
        text = 'macro m "x=x";\ndef f "?msd_2 #m()";\nmacro m "x<0";\ndef g "?msd_2 #m()";\ntheorem t "?msd_2 A x $f(x)";'
        _, written = run({"s.prf": text})
        self.assertIn("define 1 0 equal v 0 v 0\n", written["msd_2"])
        self.assertNotIn("less", written["msd_2"])

    def test_a_definition_hides_what_is_shipped(self):
        _, written = run({"s.prf": 'def phin "?msd_fib n=s";\ntheorem t "?msd_fib A n,s $phin(n,s) => n=s";'})
        self.assertNotIn("automaton", written["msd_fib"])

    def test_arguments_are_in_the_order_of_bytes(self):
        _, written = run({"s.prf": 'def f "?msd_2 B<a";\ntheorem t "?msd_2 $f(0,1)";'})
        self.assertIn("define 2 0 1 less v 0 v 1\n", written["msd_2"])

    def test_each_kind_of_names_has_its_own(self):
        self.assertEqual(why('def T "?msd_2 x=0";\ntheorem t "?msd_2 T[0]=@0 & $T(0)";'), "")
        self.assertEqual(why('star T T;\ntheorem t "?msd_2 T[0]=@0";'), "")

    def test_a_constant_that_is_negative_by_itself_is_refused(self):
        self.assertNotEqual(why('theorem t "?msd_2 1-2=3-4";'), "")
        self.assertNotEqual(why('theorem t "?msd_2 Ex x=0*(2-3)";'), "")
        self.assertEqual(theorem('theorem t "?msd_2 Ax x-2=x-2";'),
                         "all 0 and atmost n 2 v 0 and atmost n 2 v 0 equal sub v 0 n 2 sub v 0 n 2")

    def test_a_system_of_a_macro_is_that_of_the_statement(self):
        _, written = run({"s.prf": 'macro fib "?msd_fib %0";\ntheorem t "#fib(F[0]=@0)";'})
        self.assertEqual(list(written), ["msd_fib"])

    def test_a_numeration_gives_a_name_its_own_table(self):
        _, written = run({"s.prf": 'numeration fib "x^2 = 2x + 1";\ntheorem t "?msd_fib E x x=2";'})
        self.assertTrue(written["msd_fib"].startswith("system 2 2 1 0 0\n"))
        self.assertNotEqual(why('numeration fib "x^2 = 2x + 1";\ntheorem t "?msd_fib F[0]=@0";'), "")

    def test_comments_and_ends_of_lines_are_those_of_the_chapter(self):
        self.assertEqual(why('# a comment\rdef f "?msd_2 x=x";\r\ntheorem t "?msd_2 Ax $f(x)";'), "")
        self.assertNotEqual(why('# a comment\u2028def f "?msd_2 x=x";\ntheorem t "?msd_2 Ax $f(x)";'), "")
        self.assertEqual(why('def f # "?msd_2 x=0";\n"?msd_2 x=x";\ntheorem t "?msd_2 Ax $f(x)";'), "")

    def test_what_is_included_is_defined_in_its_place_and_once(self):
        files = {"a": 'def f "?msd_2 x=x";', "b": 'include "a.prf";\ndef g "?msd_2 $f(x)";'}
        text = 'include "b.prf";\ndef f "?msd_2 x=0";\ninclude "a.prf";\ntheorem t "?msd_2 Ax $f(x)";'
        _, written = run({"s.prf": text, **{name + ".prf": other for name, other in files.items()}})
        self.assertIn("define 1 0 equal v 0 n 0\n", written["msd_2"])

    def test_statements_of_an_included_file_mean_what_they_do_in_their_file(self):
        files = {"s.prf": 'def f "?msd_2 x=0";\ninclude "a.prf";\ntheorem t "?msd_2 1=1";',
                 "a.prf": 'theorem u "?msd_2 Ax $f(x)";'}
        rows, _ = run(files)
        self.assertEqual([(row[1], bool(row[2])) for row in rows], [("u", True), ("t", False)])

    def test_theorems_of_one_name_in_two_files_are_two(self):
        files = {"s.prf": 'include "a.prf";\ntheorem t "?msd_2 1=2";', "a.prf": 'theorem t "?msd_2 1=1";'}
        rows, written = run(files)
        names = re.findall("^theorem (\\S+) ", written["msd_2"], re.M)
        self.assertEqual(len(set(names)), 2)
        self.assertEqual(names, [row[4] for row in rows])

    def test_what_follows_the_end_is_not_read(self):
        self.assertEqual(len(run({"s.prf": 'theorem t "?msd_2 1=1";\nquit;\nnothing at all'})[0]), 1)


class Games(unittest.TestCase):
    RULE = '"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)"'

    def kernel(self, clauses="", given="K0", rule=RULE):
        return f"game G {rule} {clauses};\nkernel P of G given $ppos{given};"

    def test_a_kernel_is_that_of_the_rules(self):
        _, written = run({"s.prf": self.kernel('terminal "p+q<=1" block 2 measure "2*p+q, q"')})
        line, measure, like, theorem = written["msd_fib"].splitlines()[-4:]
        self.assertTrue(line.startswith("kernel - 2 2 0 and or or and less v 2 v 0 equal v 3 v 1 "), line)
        self.assertTrue(line.endswith(" not atmost add v 0 v 1 n 1"), line)
        self.assertEqual(measure, "measure 2 add mul 2 v 0 v 1 v 1")
        self.assertEqual((like, theorem), ("like 1", "theorem P iff rel 2 2 0 1 rel 1 2 0 1"))

    def test_what_combines_other_things_is_refused(self):
        before = 'def f "?msd_2 x=1";\ndef g "?msd_2 x<y";\ndef h "?msd_3 x=1";\n'
        for row, reason in (("f g", language.OTHER), ("f nosuch", language.OTHER), ("f=-1", language.OTHER), ("f=x", language.OTHER), ("", language.OTHER),
                            ("f h", "several systems")):
            self.assertEqual(why(f'{before}combine W {row};\ntheorem t "?msd_2 W[0]=@0";'), reason, row)

    def test_rules_that_are_not_read_are_refused(self):
        for rule in ('"?msd_fib p,q -> r : r<p"', '"?msd_fib p,p -> r,s : r<p"', '"?msd_fib p,q -> r,s : t<p"', '"?msd_fib p,Eq -> r,s : r<p"'):
            self.assertEqual(why(self.kernel(rule=rule)), language.OTHER, rule)
        for clauses in ('terminal "r=0"', 'measure "r"', 'measure "p-q"', "misere block 2", "block 0", 'measure "p)=(q"',
                        'terminal "p=0" terminal "q=0"'):
            self.assertEqual(why(self.kernel(clauses)), language.OTHER, clauses)
        self.assertEqual(why('game G "p -> r : r<p";\nkernel P of G;'), "a game in no system")
        self.assertEqual(why('game G "?msd_fib p -> r : r<p";\nkernel P of G;'), "a kernel that is not given")
        self.assertEqual(why(self.kernel(given="Splithoff")), "several systems")
        self.assertEqual(why('def f "?msd_fib r<p";\ngame G "?msd_fib p -> r : $f(p,r)";\ndef f "?msd_fib r<=p";\n'
                             'def g "?msd_fib p=0";\nkernel P of G given $g;'), "a name that was given another meaning")


class Hashes(unittest.TestCase):
    TEXT = '# Why.\ninclude "a.prf";\ndef g "?msd_2 $f(x)";\ntheorem s "?msd_2 1=1";\ntheorem t "?msd_2 Ax $g(x)" from "here";\n'
    OTHER = 'def f "?msd_2 x=x";\ntheorem u "?msd_2 Ax $f(x)";\n'

    def before(self):
        return hashes(self.TEXT, a=self.OTHER)["t"]

    def test_a_changed_formula_definition_or_file_changes_it(self):
        for old, new in (("Ax $g(x)", "Ex $g(x)"), ("$f(x)", "$f(x) & x=0"), ('def g', 'def h "?msd_2 x=0";\ndef g')):
            self.assertNotEqual(hashes(self.TEXT.replace(old, new, 1), a=self.OTHER)["t"], self.before())
        self.assertNotEqual(hashes(self.TEXT, a=self.OTHER.replace("x=x", "x=0"))["t"], self.before())

    def test_comments_other_statements_and_ends_of_lines_do_not(self):
        text = self.TEXT.replace("# Why.", "# Because.\n# And so on.").replace('"?msd_2 1=1"', '"?msd_2 1=2"')
        self.assertEqual(hashes(text, a=self.OTHER.replace("Ax", "Ex"))["t"], self.before())
        self.assertEqual(hashes(self.TEXT.replace("\n", "\r\n"), a=self.OTHER.replace("\n", "\r"))["t"], self.before())

    def test_it_is_what_the_book_says(self):
        items = [scripts.prelude(), 'def f "?msd_2 x=x";', 'def g "?msd_2 $f(x)";', 'theorem t "?msd_2 Ax $g(x)" from "here";']
        self.assertEqual(self.before(), hashlib.sha256("".join(item + "\n" for item in items).encode()).hexdigest())

    def test_there_is_none_where_more_may_be_meant(self):
        self.assertEqual(hashes('use "a.prf";\ntheorem t "?msd_2 1=1";', a="")["t"], "-")


@unittest.skipUnless(os.path.exists(os.path.join(VERIFIED, "build", "filbert-verified")), "the programs are not built")
class Checked(unittest.TestCase):
    def test_true_theorems_are_accepted(self):
        for text in ('theorem t "?msd_fib Ax Ey x=2*y | x=2*y+1";', 'theorem t "?msd_2 T[0]-T[1]+1=0";',
                     'theorem t "?msd_2 An T[n]=@0 | T[n]=@1";', 'refute t "?msd_fib An,s $phin(n,s) <=> n=s";',
                     'numeration fib "x^2 = 2x + 1";\ntheorem t "?msd_fib E x,y x=2 & y=3";',
                     'def f "?msd_2 x=1";\ndef g "?msd_2 x<3";\ncombine W f g=5 f;\n'
                     'theorem t "?msd_2 W[0]=@5 & W[1]=@3 & W[2]=@5 & (A x x>2 => W[x]=@0)";',
                     'cover t "?msd_2 x=x" by "?msd_2 Ey x=2*y" "?msd_2 Ey x=2*y+1";'):
            self.assertTrue(accepted(text), text)

    def test_true_kernels_are_accepted(self):
        more = '\ntheorem t "?msd_fib Ap $P(p,p) => p<=1";'
        for clauses, given in (("", "K0"), ('terminal "p+q<=1"', "K1"), ('measure "q, p"', "K0"), ("block 3", "W3")):
            self.assertTrue(accepted(Games().kernel(clauses, given) + more), clauses)
        self.assertTrue(accepted('def one "?msd_2 p=1";\ngame G "?msd_2 p -> r : r<p" misere;\nkernel P of G given $one;'))

    def test_false_kernels_are_not(self):
        for clauses, given in (("", "K1"), ('terminal "p+q<=1"', "K0"), ("misere", "K0"), ("block 2", "K0"), ('measure "p"', "K0")):
            self.assertFalse(accepted(Games().kernel(clauses, given)), clauses)
        for rule in ("r<=p", "r=p+1"):
            self.assertFalse(accepted(f'def no "?msd_2 p<0";\ngame G "?msd_2 p -> r : {rule}";\nkernel P of G given $no;'), rule)

    def test_false_theorems_are_not(self):
        for text in ('theorem t "?msd_fib An,s $phin(n,s) <=> n=s";', *MISREAD.values(),
                     'macro m "%0<0";\ntheorem t "?msd_2 A x x=x &\n #m(x) &\n x=x";'):
            self.assertFalse(accepted(text), text)


if __name__ == "__main__":
    unittest.main()
