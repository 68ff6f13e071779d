(* Claims as the text of a script, and that the reader cuts this text into the same claims:

     theorem halves "?msd_fib ( A x ( E y ( x = ( 2 * y ) ) ) ) ": *)
Require Import ZArith Ascii String List Lia Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar Printer Printed Spelled.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* A command: its keyword, the name that it binds, and a text in quotes. *)
Record command_text := Command { keyword : string; bound_name : string; inside_quotes : chars }.
Definition print_command (c : command_text) : chars :=
  str (keyword c) ++ " "%char :: str (bound_name c) ++ " "%char :: """"%char :: inside_quotes c ++ [""""%char; ":"%char; "010"%char].
Definition print_commands (cs : list command_text) : chars := flat_map print_command cs.
Definition words_of (c : command_text) : list lexeme := [LName (keyword c); LName (bound_name c); LQuoted (inside_quotes c)].
(* A character that may stand in quotes, in one line. *)
Definition quotable (c : ascii) : bool := negb (Ascii.eqb c """" || is_end c).
Definition printable_command (c : command_text) : bool :=
  is_name (str (keyword c)) && is_name (str (bound_name c)) && forallb quotable (inside_quotes c).

(** * Words *)
Lemma letter_word c r : is_letter c = true -> lex (c :: r) =
  let (w, r') := span in_word (c :: r) in
  match w, called (c :: r) with
  | [], _ => None
  | _, Some (one, _, r'') => if Nat.leb (length r'') (length r') then Some (Some one, r'') else Some (Some (LBare (text_of w)), r')
  | _, None => Some (Some (if is_name w then LName (text_of w) else LBare (text_of w)), r')
  end.
Proof. intro L. destruct c as [[] [] [] [] [] [] [] []]; (reflexivity || discriminate L). Qed.
Definition unopened (l : chars) : Prop := match skip_blanks l with c :: _ => c <> "("%char | [] => True end.
Lemma name_opens_nothing w r : is_name w = true -> unopened (w ++ r).
Proof.
  intro N. apply name_is in N as (c & l & -> & L & _). unfold unopened, skip_blanks. cbn [app span]. destruct (letter_is c L) as (-> & _).
  cbn [snd]. intros ->. discriminate L.
Qed.
Lemma not_called w r : is_name w = true -> unopened r -> called (w ++ " "%char :: r) = None.
Proof.
  intros N U. unfold called. rewrite a_name_stop by exact N. unfold unopened in U.
  change (skip_blanks (" "%char :: r)) with (snd (let (a, b) := span is_blank r in (" "%char :: a, b))).
  unfold skip_blanks in U. destruct (span is_blank r) as [a [|c b]]; [reflexivity|]. cbn [snd] in *.
  destruct c as [[] [] [] [] [] [] [] []]; (reflexivity || congruence).
Qed.
Lemma name_in_word l : forallb in_name l = true -> forallb in_word l = true.
Proof.
  rewrite !forallb_forall. intros H c I. specialize (H c I).
  pose proof (every (fun c => implb (in_name c) (in_word c)) ltac:(vm_compute; reflexivity) c) as E. cbv beta in E. now rewrite H in E.
Qed.
Lemma lex_name w r : is_name w = true -> unopened r -> lex (w ++ " "%char :: r) = Some (Some (LName (text_of w)), " "%char :: r).
Proof.
  intros N U. pose proof (not_called w r N U) as C. destruct (name_is w N) as (c & l & E & L & F). subst w. cbn [app] in *.
  rewrite letter_word, C by exact L. change (c :: l ++ " "%char :: r) with ((c :: l) ++ " "%char :: r).
  rewrite span_stop by (reflexivity || now apply name_in_word). now rewrite N.
Qed.
Lemma lex_quoted l r : forallb quotable l = true -> lex (""""%char :: l ++ """"%char :: r) = Some (Some (LQuoted l), r).
Proof.
  intro Q. assert (S : forallb (fun c => negb (Ascii.eqb c """" || one_of "" c)) l = true).
  { rewrite forallb_forall in *. intros c I. specialize (Q c I). unfold quotable in Q.
    destruct (Ascii.eqb c """"); [discriminate|reflexivity]. }
  assert (H : holds_command l = false).
  { clear S. induction l as [|c l IH]; [reflexivity|]. apply andb_true_iff in Q as [C Q]. cbn [holds_command]. rewrite (IH Q), orb_false_r.
    unfold quotable in C. destruct (Ascii.eqb c """"); [discriminate|]. cbn [orb] in C. now destruct (is_end c). }
  change (match enclosed (l ++ """"%char :: r) "" """" with
    | Some (a, r) => if holds_command a && negb (goes_on r) then None else Some (Some (LQuoted a), r)
    | None => None
    end = Some (Some (LQuoted l), r)).
  unfold enclosed. rewrite span_stop by (exact S || reflexivity). cbn [Ascii.eqb Bool.eqb]. now rewrite H.
Qed.

(** * Commands *)
Lemma skip_name w r : is_name w = true -> skip false (w ++ r) = w ++ r.
Proof.
  intro N. apply name_is in N as (c & l & -> & L & _). destruct (letter_is c L) as (B & _ & H & _). cbn [app skip]. rewrite B.
  now destruct (Ascii.eqb_spec c "#").
Qed.
Lemma commands_word b bound l l' one r words : skip false l = l' -> lex l' = Some (Some one, r) ->
  commands (b :: bound) l words = commands bound r (one :: words).
Proof. intros S E. cbn [commands]. rewrite S. destruct l' as [|c l']; [discriminate|]. now rewrite E. Qed.
Lemma commands_end b bound l l' r w words : skip false l = l' -> lex l' = Some (None, r) ->
  commands (b :: bound) l (w :: words) = Some (rev (w :: words)) :: commands bound r [].
Proof. intros S E. cbn [commands]. rewrite S. destruct l' as [|c l']; [discriminate|]. now rewrite E. Qed.
Lemma commands_printed cs : forallb printable_command cs = true -> forall bound l, 4 * length cs < length bound ->
  skip false l = skip false (print_commands cs) -> commands bound l [] = map (fun c => Some (words_of c)) cs.
Proof.
  induction cs as [|c cs IH]; intros P bound l L E.
  - destruct bound as [|b bound]; [cbn in L; lia|]. cbn [commands]. now rewrite E.
  - apply andb_true_iff in P as [C P]. unfold printable_command in C. rewrite !andb_true_iff in C. destruct C as [[K N] Q].
    do 4 (destruct bound as [|? bound]; [cbn in L; lia|]).
    set (rest := """"%char :: inside_quotes c ++ """"%char :: ":"%char :: "010"%char :: print_commands cs).
    assert (T : print_commands (c :: cs) = str (keyword c) ++ " "%char :: str (bound_name c) ++ " "%char :: rest).
    { unfold print_commands, print_command, rest. cbn [flat_map]. rewrite <- !app_assoc. cbn [app]. rewrite <- !app_assoc. cbn [app].
      rewrite <- !app_assoc. reflexivity. }
    rewrite T, skip_name in E by exact K.
    rewrite (commands_word _ _ _ _ _ _ _ E (lex_name _ _ K (name_opens_nothing _ (" "%char :: rest) N))).
    rewrite (commands_word _ _ (" "%char :: _) _ _ _ _ (skip_name _ _ N) (lex_name _ rest N ltac:(discriminate))).
    rewrite (commands_word _ _ (" "%char :: rest) rest (LQuoted (inside_quotes c)) (":"%char :: "010"%char :: print_commands cs));
      [|reflexivity|now apply lex_quoted].
    rewrite (commands_end _ _ _ (":"%char :: "010"%char :: print_commands cs) ("010"%char :: print_commands cs)); [|reflexivity..].
    rewrite !text_of_str. cbn [map rev app]. f_equal. apply IH; [exact P|cbn [length] in *; lia|reflexivity].
Qed.
Theorem read_printed_commands cs : forallb printable_command cs = true ->
  commands_of (print_commands cs) = map (fun c => Some (words_of c)) cs.
Proof.
  intro P. apply commands_printed; [exact P| |reflexivity]. cbn [length]. clear P.
  induction cs as [|c cs IH]; [cbn; lia|]. unfold print_commands in *. cbn [flat_map]. rewrite app_length. unfold print_command at 1.
  rewrite app_length. cbn [length]. rewrite app_length. cbn [length]. rewrite app_length. cbn [length]. lia.
Qed.

(** * Claims *)
Lemma token_quotable integers t : spellable integers t = true -> forallb quotable (characters t) = true.
Proof.
  assert (N : forall l, forallb in_name l = true -> forallb quotable l = true).
  { intro l. rewrite !forallb_forall. intros H c I. specialize (H c I).
    pose proof (every (fun c => implb (in_name c) (quotable c)) ltac:(vm_compute; reflexivity) c) as E. cbv beta in E. now rewrite H in E. }
  assert (M : forall l, is_name l = true -> forallb quotable l = true)
    by (intros l A; apply name_is in A as (_ & _ & _ & _ & F); now apply N).
  assert (D : forall z, fits false z = true -> forallb quotable (decimal most_digits z) = true).
  { intros z F. apply N. destruct (decimal_read most_digits z) as (_ & _ & G & _); [|unfold most_digits; lia|].
    - unfold fits in F. cbn [orb] in F. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt in F. lia.
    - rewrite forallb_forall in *. intros c I. unfold in_name. rewrite (G c I). now rewrite orb_true_r. }
  destruct t as [s|s|s|z|z|c|s]; cbn [spellable characters]; intro S.
  - apply andb_true_iff in S as [S _]. now apply M.
  - apply andb_true_iff in S as [_ S]. cbn [forallb]. now rewrite M.
  - apply andb_true_iff in S as [_ S]. cbn [forallb]. now rewrite M.
  - now apply D.
  - cbn [forallb]. now rewrite D.
  - cbn in S. rewrite !orb_true_iff in S. destruct S as [S|[S|[S|S]]]; [..|discriminate]; apply Ascii.eqb_eq in S; now subst.
  - apply andb_true_iff in S as [S _]. each_sign S; reflexivity.
Qed.
Lemma print_quotable integers system F : is_full system = true -> printable integers F = true -> forallb quotable (print system F) = true.
Proof.
  intros S P. destruct (full_is _ S) as [_ W]. unfold print. cbn [forallb]. rewrite forallb_app. cbn [forallb].
  assert (N : forallb quotable (str system) = true).
  { rewrite !forallb_forall in *. intros c I. specialize (W c I).
    pose proof (every (fun c => implb (in_name c) (quotable c)) ltac:(vm_compute; reflexivity) c) as E. cbv beta in E. now rewrite W in E. }
  rewrite N. cbn [andb]. pose proof (formula_fine _ system F P) as A. induction A as [|t ts [_ T] A IH]; [reflexivity|].
  unfold spelled in *. cbn [flat_map]. rewrite !forallb_app, (token_quotable _ _ T). exact IH.
Qed.

(* A theorem: its name, the system that its formula is in, and the formula. *)
Record claim_tree := Claimed { claim_name : string; claim_system : string; claim_formula : sentence }.
Definition theorem_of (c : claim_tree) : command_text := Command "theorem" (claim_name c) (print (claim_system c) (claim_formula c)).
Definition print_theorems (cs : list claim_tree) : chars := print_commands (map theorem_of cs).
Definition printable_theorem (has_negatives : string -> bool) (c : claim_tree) : bool :=
  is_name (str (claim_name c)) && is_full (claim_system c) && printable (has_negatives (claim_system c)) (claim_formula c).
(* The text of theorems is cut into their words, of which the last is a formula that is read as its tree. *)
Theorem read_printed_theorems has_negatives macros cs : forallb (printable_theorem has_negatives) cs = true ->
  commands_of (print_theorems cs) = map (fun c => Some (words_of (theorem_of c))) cs /\
  Forall (fun c => read_formula has_negatives macros (inside_quotes (theorem_of c)) =
    Some (claim_formula c, formula_tokens (claim_system c) (claim_formula c), [claim_system c])) cs.
Proof.
  intro P. rewrite forallb_forall in P.
  assert (Q : forall c, In c cs -> is_name (str (claim_name c)) = true /\ is_full (claim_system c) = true /\
    printable (has_negatives (claim_system c)) (claim_formula c) = true).
  { intros c I. specialize (P c I). unfold printable_theorem in P. rewrite !andb_true_iff in P. tauto. }
  split.
  - unfold print_theorems. rewrite read_printed_commands; [now rewrite map_map|]. apply forallb_forall. intros x I.
    apply in_map_iff in I as (c & <- & I). destruct (Q c I) as (N & S & F). unfold printable_command.
    cbn [keyword bound_name inside_quotes theorem_of].
    now rewrite N, (print_quotable _ _ _ S F).
  - apply Forall_forall. intros c I. destruct (Q c I) as (_ & S & F). now apply read_printed.
Qed.

Example theorems_so : text_of (print_theorems [Claimed "halves" "msd_fib" (Call "even" [Named "x"]); Claimed "one" "msd_2" (Call "f" [])]) =
  "theorem halves ""?msd_fib $even ( x ) "":
theorem one ""?msd_2 $f ( ) "":
".
Proof. reflexivity. Qed.
