(* What the theorems assume: printed by every build. *)
From Filbert Require Import Check.
From Filbert.examples Require Import Wythoff.
Check check_sound.
Print Assumptions check_sound.
Check wythoff.
Print Assumptions wythoff.
