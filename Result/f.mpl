# For the digits a, b, ... of (x) in msd_2, as they are read, the number of values
# of the other variables is v M_.._a M_.._b ... w.

v := Vector[row]([1,0]);

M_x_0 := Matrix([[1,0],
[0,0]]);

M_x_1 := Matrix([[0,0],
[0,0]]);

w := Vector[column]([1,0]);
