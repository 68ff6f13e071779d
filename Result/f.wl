(* For the digits a, b, ... of (x) in msd_2, as they are read, the number of values *)
(* of the other variables is v M..a M..b ... w. *)

v = {1,0};

M[0] = {{1,0},
{0,0}};

M[1] = {{0,0},
{0,0}};

w = {1,0};
