(* What the theorems assume: printed by every build. *)
From Filbert Require Import Check Kernel Script.
From Filbert.examples Require Import Wythoff Bytes Powers Blocked BlockedWords Splithoff SplithoffWord TribonacciGame Cubic.
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
Print Assumptions fibonacci_squares.
Print Assumptions fibonacci_cubes.
Print Assumptions fibonacci_no_fourth_power.
Print Assumptions fibonacci_never_periodic.
Print Assumptions fibonacci_special.
Print Assumptions fibonacci_one_special.
Print Assumptions tribonacci_never_periodic.
Print Assumptions tribonacci_zeros.
Print Assumptions thue_morse_overlap_free.
Print Assumptions thue_morse_squares.
Print Assumptions thue_morse_recurrence.
Print Assumptions thue_morse_complement.
Print Assumptions thue_morse_square_free.
Print Assumptions thue_morse_never_periodic.
Print Assumptions period_doubling_squares.
Print Assumptions period_doubling_cubes.
Print Assumptions period_doubling_no_fourth_power.
Print Assumptions paperfolding_recurrence.
Print Assumptions paperfolding_squares.
Print Assumptions paperfolding_no_fourth_power.
Print Assumptions blocked_wythoff.
Print Assumptions recursion_solved.
Print Assumptions blocked_wythoff_computed.
Print Assumptions wythoff_recursion.
Print Assumptions wythoff_word.
Print Assumptions blocked_word_1.
Print Assumptions blocked_word_2.
Print Assumptions blocked_word_3.
Print Assumptions splithoff.
Print Assumptions splithoff_recursion_solved.
Print Assumptions splithoff_computed.
Print Assumptions splithoff_word.
Print Assumptions tribonacci_game.
Print Assumptions tribonacci_game_word.
Print Assumptions tribonacci_recursion_solved.
Print Assumptions cubic_game.
