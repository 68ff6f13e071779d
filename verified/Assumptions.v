(* What the theorems assume, all of them together: printed by every build. *)
From Filbert Require Import Check Kernel Script Spelled Printable Lettered Claimed.
From Filbert.examples Require Import Wythoff Bytes Powers Blocked BlockedWords Splithoff SplithoffWord TribonacciGame Cubic.
Check @check_sound.
Check @check_text_sound.
Print Assumptions check_text_sound.
Check kernel_lost.
Check wythoff.
Check isolated.
Check read_printed.
Check read_printable.
Definition theorems := (
  @check_sound, @check_text_sound, kernel_lost, wythoff, isolated, fibonacci_squares, fibonacci_cubes,
  fibonacci_no_fourth_power, fibonacci_never_periodic, fibonacci_special, fibonacci_one_special,
  tribonacci_never_periodic, tribonacci_zeros, thue_morse_overlap_free, thue_morse_squares, thue_morse_recurrence,
  thue_morse_complement, thue_morse_square_free, thue_morse_never_periodic, period_doubling_squares,
  period_doubling_cubes, period_doubling_no_fourth_power, paperfolding_recurrence, paperfolding_squares,
  paperfolding_no_fourth_power, blocked_wythoff, recursion_solved, blocked_wythoff_computed, wythoff_recursion,
  wythoff_word, blocked_word_1, blocked_word_2, blocked_word_3, splithoff, splithoff_recursion_solved,
  splithoff_computed, splithoff_word, tribonacci_game, tribonacci_game_word, tribonacci_recursion_solved, cubic_game,
  read_printed, read_printable, read_again, read_printed_expression, read_printed_rules, read_printed_theorems).
Print Assumptions theorems.
