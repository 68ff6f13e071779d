# The module in Sage, whose literals are integers of its own: they go in as arguments, and what comes out compares with them.
# `.ci/sage` runs this file with Sage.

import filbert
from sage.rings.integer import Integer as SageInteger

assert type(3) is SageInteger

# Numbers of any size go in and come out.
sums = filbert.relation("?msd_fib x+y=z")
large = 10^50 + 7
assert (large, 2*large, 3*large) in sums and (large, large, large) not in sums
fib = filbert.system("fib")
assert fib.value(fib.represent(large)) == large and fib.value([1, 0, 1, 0, 0]) == 11
assert filbert.word("T")[large] == sum(large.digits(2)) % 2
assert filbert.word("T")[4:12:2] == [1, 0, 1, 0] and filbert.word("T").prefix(4) == [0, 1, 1, 0]

# Relations are lists of numbers that Sage computes with.
squares = filbert.relation("?msd_fib n>0 & Ei At t<n => F[i+t]=F[i+n+t]")
assert squares[:6] == [fibonacci(k) for k in range(2, 8)] and squares[10] == fibonacci(12) and fibonacci(300) in squares
assert squares.first(3) == [1, 2, 3] and Set(squares[:3]) == Set([1, 2, 3])
assert len(filbert.relation("?msd_2 x+y=20")) == 21 and filbert.relation("?msd_2 x+y=20").count() == 21
assert matrix(ZZ, filbert.relation("x+y=2")[:]).nrows() == 3 and vector(ZZ, squares[:4]) == vector([1, 2, 3, 5])

# Games: the P-positions of Wythoff's game are Beatty pairs.
wythoff = filbert.Game("?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)")
kernel = wythoff.kernel()
phi = (1 + sqrt(5)) / 2
pairs = [(floor(n * phi), floor(n * phi^2)) for n in range(20)]
assert all(pair in kernel for pair in pairs) and (3, 6) not in kernel
assert kernel.winning_move((10^40, 10^40 + 3)) in kernel and kernel.winning_moves((20, 30), 1) == [(20, 12)]
table = wythoff.table(8)
assert table[3, 3] == 6 and table[3, 5] == 0 and table[1] == [1, 2, 0, 4, 5, 3, 7, 8]
assert matrix(ZZ, table[:]).is_symmetric() and table.to_numpy().trace() == sum(table[n, n] for n in range(8))

# Verdicts, limits given as numbers of Sage, and counting.
verdict = filbert.decide("?msd_fib Ax Ey x=2*y")
assert verdict == False and verdict.counterexample == {"x": 1} and verdict.counterexample["x"] + 1/2 == 3/2
session = filbert.Session(time=60, memory=4*10^9, states=10^6)
fewer = session.count("?msd_2 i<n", ["n"]).minimize()
assert fewer(10^20) == 10^20 and fewer.dimension == 2
product = vector(ZZ, fewer.row) * matrix(ZZ, fewer.matrices[(1,)]) * matrix(ZZ, fewer.matrices[(0,)])
assert product * vector(ZZ, fewer.column) == fewer(2)
assert filbert.Session(time=1/2).decide("2+2=4") and filbert.Session(time=0.5).decide("2+2=4")
print("filbert works in Sage", version())
