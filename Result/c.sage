# For the digits a, b, ... of (n) in lsd_2, as they are read, the number of values
# of the other variables is v M_.._a M_.._b ... w.

v = vector(QQ, [1,0,0,0])

M_n_0 = matrix(QQ, [[1,0,1,0],
[0,1,1,0],
[1,0,1,0],
[1,0,0,1]])

M_n_1 = matrix(QQ, [[0,1,1,0],
[0,1,0,1],
[1,0,0,1],
[0,1,0,1]])

w = vector(QQ, [0,0,0,1])
