(* Written by embed.py: examples/blocked1.prf with its certificate. *)
Require Import ZArith Ascii String List PArith.
From Filbert Require Import System Automata Logic Rules Text.
Import ListNotations.

Definition script : string := "# K^1: the recursion of its lost positions, and the word that says which numbers are a_n and which b_n.
word W msd_fib ""0->01 1->2 2->34 3->31 4->2"" ""0 1 3 -> 1  2 4 -> 2"";
reg shift msd_fib msd_fib ""([0,0]|([0,1][1,1]*[1,0]))*"";
def a ""?msd_fib $shift(n+1,x)"";
def b ""?msd_fib Ey,z $shift(n+1,y) & $shift(y,z) & x=z+1"";
theorem some_a ""?msd_fib An Ex $a(n,x)"";
theorem some_b ""?msd_fib An Ex $b(n,x)"";
theorem a_above ""?msd_fib An,x $a(n,x) => x>1"";
theorem a_new ""?msd_fib An,x,i ($a(n,x) & i<n) => ~($a(i,x) | $b(i,x))"";
theorem a_least ""?msd_fib An,x,y ($a(n,x) & y<x & y>1) => (Ei i<n & ($a(i,y) | $b(i,y)))"";
theorem b_sum ""?msd_fib An,x,y ($a(n,x) & $b(n,y)) => y=x+n+2"";
theorem letters_a ""?msd_fib Ax W[x]=@1 <=> (En $a(n,x+2))"";
theorem letters_b ""?msd_fib Ax W[x]=@2 <=> (En $b(n,x+2))"";
"%string.

Definition systems := [[(1, 1); (0, 0)]].
Definition certified : certificate := [None;
Some (systems, [[]; []]);
Some (systems, [[]]);
Some (systems, [[Later; By (listed 1 [
  (false, [([0; 0], 1%positive); ([0; 1], 2%positive)]);
  (false, [([0; 0], 3%positive); ([1; 0], 1%positive)]);
  (true, [([1; 0], 4%positive)]);
  (true, [([0; 0], 3%positive)])]) [0; 1]]]);
Some (systems, [[Inwards; By (listed 1 [
  (false, [([0; 0], 1%positive); ([0; 1], 2%positive)]);
  (false, [([0; 0], 3%positive); ([1; 0], 1%positive)]);
  (true, [([1; 0], 4%positive)]);
  (true, [([0; 0], 3%positive)])]) [0; 2]; By (listed 1 [
  (false, [([0; 0], 1%positive); ([0; 1], 2%positive)]);
  (false, [([0; 0], 3%positive)]);
  (false, [([0; 0], 4%positive); ([1; 0], 1%positive); ([1; 1], 2%positive)]);
  (true, [([1; 0], 5%positive)]);
  (true, [([0; 0], 4%positive)])]) [0; 3]; Later; By (listed 1 [
  (false, [([0; 0], 1%positive); ([0; 1], 2%positive)]);
  (false, [([0; 0], 3%positive)]);
  (false, [([0; 0], 4%positive); ([0; 1], 5%positive); ([1; 0], 1%positive); ([1; 1], 2%positive)]);
  (false, [([1; 0], 6%positive); ([1; 1], 5%positive)]);
  (true, []);
  (false, [([0; 0], 4%positive); ([0; 1], 5%positive)])]) [0; 1]]]);
Some (systems, [[Later]]);
Some (systems, [[Later]]);
Some (systems, [[Inwards; Step; Later]]);
Some (systems, [[Inwards; Step; Later]]);
Some (systems, [[Inwards; Step; By (listed 1 [
  (true, [([0; 0], 1%positive); ([0; 1], 2%positive); ([1; 0], 3%positive); ([1; 1], 4%positive)]);
  (true, [([1; 0], 5%positive)]);
  (true, [([0; 0], 6%positive); ([0; 1], 7%positive)]);
  (true, [([0; 0], 6%positive)]);
  (true, [([0; 0], 1%positive); ([0; 1], 2%positive)]);
  (true, [([0; 0], 6%positive); ([0; 1], 7%positive); ([1; 0], 3%positive); ([1; 1], 4%positive)]);
  (true, [([0; 0], 6%positive); ([1; 0], 3%positive)])]) [0; 2]; Later]]);
Some (systems, [[Inwards]]);
Some (systems, [[Inwards; By (listed 1 [
  (false, [([0], 1%positive); ([1], 2%positive)]);
  (false, [([0], 3%positive)]);
  (true, [([0], 3%positive); ([1], 2%positive)])]) [2]; By (listed 1 [
  (true, [([0], 1%positive); ([1], 2%positive)]);
  (true, [([0], 3%positive)]);
  (false, [([0], 1%positive); ([1], 4%positive)]);
  (false, [([0], 3%positive)])]) [0]]]);
Some (systems, [[Inwards; By (listed 1 [
  (false, [([0], 1%positive); ([1], 2%positive)]);
  (false, [([0], 3%positive)]);
  (false, [([0], 3%positive); ([1], 4%positive)]);
  (true, [([0], 3%positive)])]) [2]; By (listed 1 [
  (false, [([0], 1%positive); ([1], 2%positive)]);
  (false, [([0], 3%positive)]);
  (true, [([0], 1%positive); ([1], 4%positive)]);
  (true, [([0], 3%positive)])]) [0]]])].
