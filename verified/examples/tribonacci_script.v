(* Written by embed.py: examples/tribonacci.prf with its certificate. *)
Require Import ZArith Ascii String List PArith.
From Filbert Require Import System Automata Logic Rules Text.
Import ListNotations.

Definition script : string := "# The Tribonacci word.
word T msd_trib ""0->01 1->02 2->0"";
theorem not_periodic ""?msd_trib Ap,m p>0 => Ei i>=m & T[i]!=T[i+p]"";
theorem neighbours ""?msd_trib An T[n]=@0 | T[n+1]=@0"";
"%string.

Definition systems := [[(1, 1); (1, 2); (0, 0)]].
Definition certified : certificate := [None;
Some (systems, [[]; []; []]);
Some (systems, [[Inwards; Step; By (listed 1 [
  (false, [([0; 0], 1%positive); ([0; 1], 2%positive); ([1; 0], 3%positive); ([1; 1], 4%positive)]);
  (false, [([0; 0], 1%positive); ([0; 1], 5%positive); ([1; 0], 6%positive); ([1; 1], 7%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 8%positive); ([1; 0], 9%positive); ([1; 1], 10%positive)]);
  (true, [([0; 0], 11%positive); ([0; 1], 12%positive); ([1; 0], 13%positive); ([1; 1], 14%positive)]);
  (false, [([0; 0], 1%positive); ([1; 0], 15%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 16%positive); ([1; 0], 17%positive); ([1; 1], 18%positive)]);
  (true, [([0; 0], 19%positive); ([1; 0], 17%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 20%positive); ([1; 0], 15%positive); ([1; 1], 21%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 16%positive)]);
  (true, [([0; 0], 19%positive); ([0; 1], 20%positive)]);
  (false, [([0; 0], 22%positive); ([0; 1], 23%positive); ([1; 0], 24%positive); ([1; 1], 25%positive)]);
  (true, [([0; 0], 26%positive); ([1; 0], 15%positive)]);
  (true, [([0; 0], 26%positive); ([0; 1], 16%positive)]);
  (true, [([0; 0], 19%positive)]);
  (false, [([0; 0], 1%positive); ([0; 1], 2%positive); ([1; 0], 27%positive); ([1; 1], 28%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 29%positive); ([1; 0], 3%positive); ([1; 1], 30%positive)]);
  (false, [([0; 0], 1%positive); ([0; 1], 2%positive)]);
  (false, [([0; 0], 1%positive); ([0; 1], 5%positive)]);
  (true, [([0; 0], 31%positive); ([0; 1], 32%positive); ([1; 0], 33%positive); ([1; 1], 4%positive)]);
  (true, [([0; 0], 1%positive); ([1; 0], 3%positive)]);
  (true, [([0; 0], 1%positive); ([1; 0], 9%positive)]);
  (true, [([0; 0], 34%positive); ([0; 1], 35%positive); ([1; 0], 36%positive); ([1; 1], 37%positive)]);
  (true, [([0; 0], 38%positive); ([0; 1], 39%positive); ([1; 0], 40%positive); ([1; 1], 41%positive)]);
  (false, [([0; 0], 38%positive); ([0; 1], 42%positive); ([1; 0], 43%positive); ([1; 1], 44%positive)]);
  (true, [([0; 0], 45%positive); ([0; 1], 39%positive); ([1; 0], 43%positive); ([1; 1], 14%positive)]);
  (true, [([0; 0], 34%positive); ([0; 1], 35%positive); ([1; 0], 36%positive); ([1; 1], 4%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 8%positive)]);
  (true, [([0; 0], 11%positive); ([0; 1], 12%positive)]);
  (true, [([0; 0], 1%positive); ([1; 0], 6%positive)]);
  (true, [([0; 0], 11%positive); ([1; 0], 13%positive)]);
  (false, [([0; 0], 38%positive); ([0; 1], 42%positive); ([1; 0], 40%positive); ([1; 1], 46%positive)]);
  (true, [([0; 0], 45%positive); ([0; 1], 39%positive); ([1; 0], 47%positive); ([1; 1], 7%positive)]);
  (true, [([0; 0], 45%positive); ([0; 1], 48%positive); ([1; 0], 43%positive); ([1; 1], 10%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 8%positive); ([1; 0], 6%positive); ([1; 1], 49%positive)]);
  (true, [([0; 0], 11%positive); ([0; 1], 12%positive); ([1; 0], 50%positive); ([1; 1], 7%positive)]);
  (false, [([0; 0], 11%positive); ([0; 1], 51%positive); ([1; 0], 13%positive); ([1; 1], 10%positive)]);
  (true, [([0; 0], 52%positive); ([0; 1], 53%positive); ([1; 0], 54%positive); ([1; 1], 55%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 16%positive); ([1; 0], 15%positive); ([1; 1], 56%positive)]);
  (true, [([0; 0], 19%positive); ([1; 0], 15%positive)]);
  (false, [([0; 0], 19%positive); ([0; 1], 16%positive); ([1; 0], 17%positive); ([1; 1], 57%positive)]);
  (true, [([0; 0], 58%positive); ([1; 0], 54%positive)]);
  (true, [([0; 0], 19%positive); ([0; 1], 20%positive); ([1; 0], 15%positive); ([1; 1], 59%positive)]);
  (false, [([0; 0], 19%positive); ([0; 1], 16%positive)]);
  (false, [([0; 0], 58%positive); ([0; 1], 53%positive)]);
  (true, [([0; 0], 26%positive); ([0; 1], 16%positive); ([1; 0], 15%positive); ([1; 1], 56%positive)]);
  (false, [([0; 0], 58%positive); ([0; 1], 53%positive); ([1; 0], 54%positive); ([1; 1], 55%positive)]);
  (false, [([0; 0], 19%positive); ([0; 1], 16%positive); ([1; 0], 17%positive); ([1; 1], 18%positive)]);
  (true, [([0; 0], 19%positive); ([0; 1], 20%positive); ([1; 0], 15%positive); ([1; 1], 21%positive)]);
  (true, [([0; 0], 19%positive); ([0; 1], 20%positive); ([1; 0], 17%positive); ([1; 1], 60%positive)]);
  (true, [([0; 0], 26%positive); ([0; 1], 16%positive); ([1; 0], 17%positive); ([1; 1], 18%positive)]);
  (false, [([0; 0], 26%positive); ([0; 1], 20%positive); ([1; 0], 15%positive); ([1; 1], 21%positive)]);
  (false, [([0; 0], 22%positive); ([0; 1], 23%positive); ([1; 0], 24%positive); ([1; 1], 61%positive)]);
  (true, [([0; 0], 22%positive); ([1; 0], 24%positive)]);
  (false, [([0; 0], 22%positive); ([0; 1], 23%positive)]);
  (true, [([0; 0], 26%positive)]);
  (false, [([0; 0], 1%positive); ([0; 1], 5%positive); ([1; 0], 9%positive); ([1; 1], 14%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 20%positive)]);
  (true, [([0; 0], 31%positive); ([0; 1], 62%positive); ([1; 0], 63%positive); ([1; 1], 61%positive)]);
  (false, [([0; 0], 1%positive); ([1; 0], 17%positive)]);
  (false, [([0; 0], 1%positive)]);
  (false, [([0; 0], 45%positive); ([0; 1], 39%positive); ([1; 0], 43%positive); ([1; 1], 64%positive)]);
  (true, [([0; 0], 45%positive); ([0; 1], 39%positive); ([1; 0], 40%positive); ([1; 1], 41%positive)]);
  (false, [([0; 0], 45%positive); ([0; 1], 42%positive); ([1; 0], 43%positive); ([1; 1], 44%positive)]);
  (false, [([0; 0], 65%positive)]);
  (false, [([0; 0], 31%positive); ([0; 1], 66%positive); ([1; 0], 67%positive); ([1; 1], 68%positive)]);
  (false, [([0; 0], 45%positive); ([0; 1], 39%positive); ([1; 0], 69%positive); ([1; 1], 70%positive)]);
  (true, [([0; 0], 45%positive); ([0; 1], 71%positive); ([1; 0], 43%positive); ([1; 1], 72%positive)]);
  (true, [([0; 0], 73%positive); ([0; 1], 74%positive); ([1; 0], 75%positive); ([1; 1], 76%positive)]);
  (false, [([0; 0], 19%positive); ([0; 1], 16%positive); ([1; 0], 17%positive); ([1; 1], 77%positive)]);
  (false, [([0; 0], 65%positive); ([1; 0], 78%positive)]);
  (true, [([0; 0], 19%positive); ([0; 1], 20%positive); ([1; 0], 15%positive); ([1; 1], 79%positive)]);
  (true, [([0; 0], 65%positive); ([0; 1], 80%positive)]);
  (true, [([0; 0], 81%positive); ([0; 1], 82%positive); ([1; 0], 83%positive); ([1; 1], 84%positive)]);
  (true, [([0; 0], 85%positive); ([1; 0], 86%positive)]);
  (false, [([0; 0], 85%positive); ([0; 1], 87%positive)]);
  (true, [([0; 0], 88%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 29%positive)]);
  (true, [([0; 0], 31%positive); ([0; 1], 32%positive)]);
  (true, [([0; 0], 1%positive); ([1; 0], 27%positive)]);
  (true, [([0; 0], 31%positive); ([1; 0], 33%positive)]);
  (false, [([0; 0], 34%positive); ([0; 1], 35%positive); ([1; 0], 36%positive); ([1; 1], 89%positive)]);
  (false, [([0; 0], 34%positive); ([0; 1], 90%positive); ([1; 0], 36%positive); ([1; 1], 91%positive)]);
  (true, [([0; 0], 34%positive); ([0; 1], 35%positive); ([1; 0], 92%positive); ([1; 1], 93%positive)]);
  (true, [([0; 0], 38%positive); ([0; 1], 39%positive); ([1; 0], 43%positive); ([1; 1], 94%positive)]);
  (false, [([0; 0], 95%positive); ([0; 1], 35%positive); ([1; 0], 36%positive); ([1; 1], 89%positive)]);
  (true, [([0; 0], 34%positive); ([0; 1], 35%positive); ([1; 0], 92%positive); ([1; 1], 28%positive)]);
  (true, [([0; 0], 34%positive); ([0; 1], 90%positive); ([1; 0], 36%positive); ([1; 1], 30%positive)]);
  (false, [([0; 0], 96%positive); ([0; 1], 66%positive); ([1; 0], 67%positive); ([1; 1], 68%positive)]);
  (false, [([0; 0], 97%positive); ([0; 1], 98%positive); ([1; 0], 99%positive); ([1; 1], 100%positive)]);
  (true, [([0; 0], 11%positive); ([1; 0], 50%positive)]);
  (false, [([0; 0], 52%positive); ([1; 0], 54%positive)]);
  (false, [([0; 0], 11%positive); ([0; 1], 51%positive)]);
  (true, [([0; 0], 52%positive); ([0; 1], 53%positive)]);
  (true, [([0; 0], 58%positive)]);
  (true, [([0; 0], 45%positive); ([0; 1], 48%positive); ([1; 0], 47%positive); ([1; 1], 49%positive)]);
  (false, [([0; 0], 45%positive); ([0; 1], 42%positive); ([1; 0], 40%positive); ([1; 1], 46%positive)]);
  (false, [([0; 0], 22%positive); ([0; 1], 23%positive); ([1; 0], 24%positive); ([1; 1], 101%positive)]);
  (false, [([0; 0], 81%positive); ([1; 0], 83%positive)]);
  (true, [([0; 0], 81%positive); ([0; 1], 82%positive)]);
  (true, [([0; 0], 85%positive)]);
  (true, [([0; 0], 45%positive); ([0; 1], 39%positive); ([1; 0], 43%positive); ([1; 1], 94%positive)])]) [0; 2]; Later]]);
Some (systems, [[Step; By (listed 1 [
  (false, [([0], 1%positive); ([1], 2%positive)]);
  (true, [([0], 1%positive); ([1], 3%positive)]);
  (true, [([0], 1%positive)])]) [0]; Later]])].
