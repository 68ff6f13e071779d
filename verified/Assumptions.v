(* What the theorems assume: printed by every build. *)
From Filbert Require Import Check Kernel Script.
From Filbert.examples Require Import Wythoff Bytes.
Check check_sound.
Print Assumptions check_sound.
Check check_text_sound.
Print Assumptions check_text_sound.
Check kernel_lost.
Print Assumptions kernel_lost.
Check wythoff.
Print Assumptions wythoff.
Check isolated.
Print Assumptions isolated.
