"""Formulas over several systems and over words of digits: each is accepted as filbert decides it, and not with `theorem` and `refute` exchanged."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from test_bytes import names_of

DIGITS = 'reg digits msd_trib msd_10 "([0,0]|[1,1])*";\n'
SEVERAL = {
    "?msd_trib $digits(7,?msd_10 1000)": True,
    "?msd_trib $digits(7,1000) & ~$digits(7,111)": True,
    "?msd_trib $digits(7,?msd_10 111)": False,
    "?msd_trib Ax,y $digits(x,y) => (?msd_10 y>=0)": True,
    "?msd_trib Ax,y $digits(x,y) => (?msd_10 y>0)": False,
    "?msd_trib Ax Ey $digits(x,y)": True,
    "?msd_10 Ay Ex $digits(x,y)": False,
    "?msd_10 E=1 x,y $digits(x,y) & y>5 & y<11": True,
    "?msd_10 E=2 x,y $digits(x,y) & y>5 & y<11": False,
    "?msd_trib Am,n (?msd_10 Ax,y ($digits(m,x) & $digits(n,y)) => ((?msd_trib m<n) <=> x<y))": True,
    "?msd_trib Am,n (?msd_10 Ax,y ($digits(m,x) & $digits(n,y)) => ((?msd_trib m<n) <=> x<=y))": False,
    "?msd_trib Ax Iy $shift_trib(x,y) | (?msd_fib Iz z>4 & $shift(z,z))": False,
    "(?msd_fib Ax Ey $phin(x,y)) & (?msd_2 Au,v T[u]=T[v] | u>=0)": True,
    "?msd_2 An,m T[n]=F[m] | T[n]!=F[m]": True,
    "?msd_2 An,m T[n]=F[m]": False,
    "$phin((?msd_fib 8),12) & (?msd_2 14<15)": True,
}
# A variable in two systems, or a comparison of both.
NOT_READ_SEVERAL = [
    "?msd_trib Ax x>0 => (?msd_10 x>0)",
    "?msd_fib Ax,y $shift_trib(x,y) => y>=x",
    "Ax,y $digits(x,y) => x<=y",
    "?msd_fib Ax Ey x=(?msd_2 y)",
    "?msd_fib Ax (?msd_2 Ey (?msd_fib x)=y)",
    "?msd_2 An T[n]=F[n] | n>=0",
    "?msd_2 An F[n+1]=F[n+1]",
    "?msd_2 Ax,y $shift(x+1,y) | ~$shift(x+1,y)",
    "?lsd_2 Ax x=x & (?msd_2 Ay y=y)",
]

WORDS = ('reg elevens {0,1} "(0|1)*11(0|1)*";\nreg flipped {0,1} {0,1} "([0,1]|[1,0])*";\n'
         'reg short {0,1} "(0|1)?";\nreg signs {-1,1} "[-1]*[1]*";\n')
ALL_WORDS = {
    "Ex $elevens(x)": True,
    "Ax $elevens(x)": False,
    "Ax,y,z ($flipped(x,y) & $flipped(x,z)) => $flipped(z,x)": True,
    "Ax,y $flipped(x,y) => ~$flipped(x,x)": False,        # the empty word
    "Ax,y $flipped(x,y) => ($elevens(x) | ~$elevens(y))": False,
    "Ax Ey $flipped(x,y)": True,
    "Ax,y ($short(x) => $short(y))": True,              # words of one length
    "(Ax $short(x)) | (Ey ~$short(y))": True,
    "Ex,y $short(x) & ~$short(y)": False,
    "Ex $signs(x) & ~$signs(x)": False,
    "Ex $signs(x)": True,
}
NOT_READ_WORDS = [
    "?msd_fib Ex $elevens(x) & x>=0",
    "?msd_2 Ex $elevens(x+1)",
    "?msd_2 $elevens(3)",
    "?msd_2 E>=2 x $elevens(x)",
    "?msd_2 Ix $elevens(x)",
    "?msd_2 Ex $signs(x) & $elevens(x)",
    "$elevens(x)",
]

FAMILY = ('reg fits {-1,1} msd_2 "([-1,0]|[-1,1]|[1,0]|[1,1])*";\n'
          'reg plus {-1,1} msd_2 "(()|([-1,0]|[-1,1]|[1,0]|[1,1])*([-1,0]|[1,0]))[1,1]([-1,0]|[1,0])*'
          '|([-1,0]|[-1,1]|[1,0]|[1,1])*([-1,1]|[1,1])[-1,1]([-1,0]|[1,0])*";\n'
          'combine PF fits=-1 plus=1;\n')
FAMILIES = {
    "?msd_2 Af Ei PF[f][i]=0": False,
    "?msd_2 Af,n ~$fits(f,n+1) => ~(PF[f][n+1]=PF[f][n+1])": True,
    "?msd_2 Ef,n ~$fits(f,n+1)": True,
    "?msd_2 Af,n $fits(f,n)": True,
    "?msd_2 Af (Em An n<=m) | $fits(f,0)": True,
    "?msd_2 Af Em (An n<=m) & $fits(f,0)": False,
    "?msd_2 Af Em An n<=m & $fits(f,0)": True,
    "?msd_2 An Ef $fits(f,n)": True,
    "?msd_2 An Ef $fits(f,n) & ~$fits(f,n+1)": False,
    "?msd_2 An Ef ~$fits(f,n+1)": False,
    "?msd_2 Af,n,m (n+1=m) => $fits(f,n+1)": True,
    "?msd_2 Af,n PF[f][n]!=PF[f][n] | PF[f][n+1]!=3": False,
    "?msd_2 Af,n PF[f][n-n]!=3": True,
    "?msd_2 Af,n PF[f][n+1]<=1": False,
    "?msd_2 Af,n $fits(f,n+1) => PF[f][n+1]<=1": True,
    "?msd_2 Af,n ~(PF[f][n+1]!=PF[f][n+1])": True,
    "?msd_2 Ef PF[f][7]=1": True,
    "?msd_2 Ef PF[f][7]=PF[f][3] & PF[f][3]=PF[f][5]": False,
}
NOT_READ_FAMILIES = [
    "?msd_2 PF[f][i]=7 | 1=1",
    "?msd_2 Af,i,n PF[f][i]=n | 1=1",
    "?msd_2 Af,i PF[f][i]+1=2 | 1=1",
    "?msd_2 Af,i PF[f]=PF[f]",
    "?msd_2 Af,i PF[f][i][i]=PF[f][i][i]",
    "?msd_2 Af,i T[f][i]=0 | 1=1",
    "?msd_2 Ai T[i][3]=T[i][3] | 1=1",
]

# Words with values, and numbers whose words these are.
NORMALIZERS = """normalizer worth msd_fib {0,1};
normalizer twos msd_2 {0,1,2};
normalizer odd msd_3 {1,3};
normalizer trib msd_trib {0,1};
reg no11 {0,1} "0*(10|0)*1?0*";
reg padded {0,1} "01*";
reg equal {0,1} {0,1} "([0,0]|[1,1])*";
def writes "?msd_fib (?msd_2 x>=0) & $worth(x,n)";
def threes "?msd_2 (?msd_3 x>=0) & $twos(x,n)";
def tribs "?msd_trib (?msd_2 x>=0) & $trib(x,n)";
def zeckendorf "?msd_fib $writes(n,x) & $no11(x)";
def some_padding "?msd_2 x>=0 & $padded(x)";
def some_other "?msd_2 x>=0 & ~$padded(x)";
def equal_words "?msd_2 x+y>=0 & $equal(x,y)";
def fibonacci_words "?msd_fib x>=0 & $no11(x)";
"""
VALUES = {
    "?msd_fib An Ex $worth(x,n)": True,
    "?msd_fib Ax En $worth(x,n)": False,                # 11 is 3, which is 100
    "?msd_fib Ax,n,m ($worth(x,n) & $worth(x,m)) => n=m": True,
    "?msd_fib An,x,y ($worth(x,n) & $worth(y,n)) => $equal(x,y)": False,
    "?msd_fib $writes(3,3) & $writes(3,4) & ~$writes(3,5)": True,
    "?msd_fib An E=1 x $zeckendorf(n,x)": True,
    "?msd_fib An E=1 x $writes(n,x)": False,
    "?msd_fib E=3 x $writes(8,x)": True,
    "?msd_fib E=4 x $writes(8,x)": False,
    "?msd_2 Ax $twos(x,4) => $twos(x,4)": True,
    "?msd_2 E=3 x $threes(4,x)": True,                  # 100, 20, 12
    "?msd_2 E=4 x $threes(4,x)": False,
    "?msd_2 $threes(14,26)": True,                      # 222 is 8 + 4 + 2
    "?msd_2 $threes(13,26)": False,
    "?msd_3 Ex $odd(x,3)": False,                       # 10, but neither 3 nor 1 has two digits
    "?msd_3 Ex $odd(x,4)": True,                        # 11
    "?msd_3 Ex $odd(x,7)": False,
    "?msd_trib An Ex $tribs(n,x)": True,
    "?msd_trib $tribs(7,7) & $tribs(7,8) & ~$tribs(6,7)": True,
    "?msd_trib $tribs(14,15) & ~$tribs(14,14)": True,
    "?msd_2 Ax $some_padding(x) <=> (x=0 | (Ey x=y+y+1 & $some_padding(y)))": True,
    "?msd_2 Ax $some_other(x)": True,
    "?msd_2 Ax,y $equal_words(x,y) <=> x=y": True,
    "?msd_2 Ax,y $equal_words(x,y)": False,
    "?msd_fib Ax $fibonacci_words(x)": True,
}
NOT_READ_VALUES = [
    "?msd_2 Ex x>3 & $padded(x)",
    "?msd_2 Ax (x>=0 & $padded(x)) | 1=1",
    "?msd_fib Ex $worth(x,3) & (?msd_2 x=3)",
    "?msd_fib $worth(3,3)",
]


class Tracks(unittest.TestCase):
    def decided(self, before, formulas):
        for formula, true in formulas.items():
            for keyword in ("theorem", "refute"):
                with self.subTest(formula=formula, keyword=keyword):
                    self.assertEqual(names_of(f'{before}{keyword} t "{formula}";'), ["t"] if true == (keyword == "theorem") else [])

    def not_read(self, before, formulas):
        for formula in formulas:
            for keyword in ("theorem", "refute"):
                with self.subTest(formula=formula, keyword=keyword):
                    self.assertEqual(names_of(f'{before}{keyword} t "{formula}";'), [])

    def test_several_systems(self):
        self.decided(DIGITS, SEVERAL)
        self.not_read(DIGITS, NOT_READ_SEVERAL)

    def test_words(self):
        self.decided(WORDS, ALL_WORDS)
        self.not_read(WORDS, NOT_READ_WORDS)

    def test_families(self):
        self.decided(FAMILY, FAMILIES)
        self.not_read(FAMILY, NOT_READ_FAMILIES)

    def test_values(self):
        self.decided(NORMALIZERS, VALUES)
        self.not_read(NORMALIZERS, NOT_READ_VALUES)
        for command in ("normalizer worth lsd_fib {0,1};", "normalizer worth msd_fib {-1,0,1};", "normalizer worth msd_fib;",
                        "normalizer worth msd_neg_2 {0,1};", "normalizer worth {0,1} msd_fib;"):
            self.assertEqual(names_of(f'{NORMALIZERS}{command}\ntheorem t "?msd_fib An Ex $worth(x,n)";'), [])

    def test_definitions_with_words(self):
        both = FAMILY + 'def same "?msd_2 PF[f][i]=PF[f][j]";\ndef even "?msd_2 Ej i=j+j & $fits(f,i)";\n'
        for formula, true in {"?msd_2 Af,i,j $same(f,i,j) => $same(f,j,i)": True, "?msd_2 Af $same(f,7,9)": False,
                              "?msd_2 Ef $same(f,7,11)": True, "?msd_2 Af,i $same(f,i+1,i+1)": False,
                              "?msd_2 Af,i $even(f,i+i)": False, "?msd_2 Ai Ef $even(f,i+i)": True}.items():
            self.decided(both, {formula: true})

    def test_an_older_family_is_hidden(self):
        # Its letters are those of the sets that there were.
        after = FAMILY + 'reg plus {-1,1} msd_2 "[1,1]*";\n'
        self.decided(after, {"?msd_2 Ef PF[f][6]=1": True})
        for command in ('word PF msd_2 "0->01 1->10";', "combine PF fits nothing;", "minimize PF PF;"):
            self.assertEqual(names_of(f'{FAMILY}{command}\ntheorem t "?msd_2 Ef PF[f][6]=1";'), [])


if __name__ == "__main__":
    unittest.main()
