(* For the digits a, b, ... of (n) in lsd_2, as they are read, the number of values *)
(* of the other variables is v M..a M..b ... w. *)

v = {1,0,0,0};

M[0] = {{1,0,1,0},
{0,1,1,0},
{1,0,1,0},
{1,0,0,1}};

M[1] = {{0,1,1,0},
{0,1,0,1},
{1,0,0,1},
{0,1,0,1}};

w = {0,0,0,1};
