(* Regular expressions and morphisms as text, `([0]|[1])` and `[0]->[0][1][1]->[0]`, and that the reader gives back what was printed.

   Not printed are `Never`, which the reader never makes, letters that are no digits of the tracks, and integers beyond 65536. *)
Require Import ZArith Ascii String List Lia Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar Printer Printed Spelled Printable.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(** * Letters *)
Definition integer_text (z : Z) : chars := if (z <? 0)%Z then "-"%char :: decimal most_digits (- z) else decimal most_digits z.
Fixpoint integers_text (zs : list Z) : chars :=
  match zs with [] => [] | [z] => integer_text z | z :: zs => integer_text z ++ ","%char :: integers_text zs end.
Definition small (z : Z) : bool := Z.leb (Z.abs z) 65536.
Definition lettered (zs : list Z) : bool := match zs with [] => false | _ => forallb small zs end.

Lemma decimal_is z : (0 <= z <= 65536)%Z ->
  number_of_digits (decimal most_digits z) = Some z /\ forallb is_digit (decimal most_digits z) = true /\
  exists c r, decimal most_digits z = c :: r /\ is_digit c = true.
Proof.
  intro B. assert (F : fits false z = true).
  { unfold fits. cbn [orb]. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. unfold most_digits. lia. }
  destruct (number_read z [] F) as (S & N & E). split; [exact N|]. split; [exact (span_own _ _ _ _ S)|exact E].
Qed.
Lemma no_minus l c r : l = c :: r -> is_digit c = true -> match l with "-"%char :: l => (true, l) | l => (false, l) end = (false, l).
Proof. intros -> D. destruct c as [[] [] [] [] [] [] [] []]; (reflexivity || discriminate D). Qed.
(* One integer with what follows. *)
Lemma integer_read b bound z rest : small z = true -> match rest with [] => True | c :: _ => c = ","%char end ->
  integers (b :: bound) (integer_text z ++ rest) = match rest with [] => Some [z] | _ :: r => option_map (cons z) (integers bound r) end.
Proof.
  unfold small. rewrite Z.leb_le. intros B R.
  assert (S : forall d, forallb is_digit d = true -> span is_digit (d ++ rest) = (d, rest)).
  { intros d D. destruct rest as [|c rest]; [rewrite app_nil_r; now apply span_full|subst c; now apply span_stop]. }
  unfold integer_text. destruct (Z.ltb_spec z 0) as [L|L].
  - destruct (decimal_is (- z)) as (N & D & _); [lia|]. cbn [integers app skip_blanks]. unfold skip_blanks at 1.
    cbn [span is_blank Ascii.eqb snd].
    change (is_blank "-") with false. cbv iota. cbn [snd]. rewrite (S _ D), N.
    rewrite (proj2 (Z.leb_le _ _)) by lia. rewrite Z.opp_involutive. destruct rest as [|c rest]; [reflexivity|]. subst c. reflexivity.
  - destruct (decimal_is z) as (N & D & c & r & E & C); [lia|]. cbn [integers].
    assert (K : skip_blanks (decimal most_digits z ++ rest) = decimal most_digits z ++ rest).
    { rewrite E. unfold skip_blanks. cbn [app span]. destruct (digit_is c C) as (_ & _ & -> & _). reflexivity. }
    rewrite K. rewrite (no_minus _ c (r ++ rest)); [|now rewrite E|exact C].
    rewrite (S _ D), N. rewrite (proj2 (Z.leb_le _ _)) by lia. destruct rest as [|c' rest]; [reflexivity|]. subst c'. reflexivity.
Qed.
Lemma integers_read zs : lettered zs = true -> forall bound, length zs <= length bound -> integers bound (integers_text zs) = Some zs.
Proof.
  intro L. destruct zs as [|z zs]; [discriminate|]. cbn [lettered] in L. revert z L.
  induction zs as [|y zs IH]; intros z L [|b bound] B; try (cbn in B; lia); cbn [forallb] in L; apply andb_true_iff in L as [S L].
  - cbn [integers_text]. rewrite <- (app_nil_r (integer_text z)). now rewrite integer_read.
  - change (integers_text (z :: y :: zs)) with (integer_text z ++ ","%char :: integers_text (y :: zs)).
    rewrite integer_read by easy. rewrite IH; [reflexivity|exact L|cbn in *; lia].
Qed.

(** * Letters and signs *)
Section Pieces.
Variable digits : list Z -> option (list nat).      (* the digits of some integers, as the reader has them *)
Variable written : list nat -> list Z.              (* integers that have these digits *)
Definition letter_ok (a : list nat) : bool :=
  lettered (written a) && match digits (written a) with Some b => if list_eq_dec Nat.eq_dec a b then true else false | None => false end.
Definition piece_text (p : piece) : chars :=
  match p with
  | Digits_ a => "["%char :: integers_text (written a) ++ ["]"%char]
  | Piece c => [c]
  | Arrow => str "->"
  end.
Definition pieces_text (ps : list piece) : chars := flat_map piece_text ps.
Definition piece_ok (allowed : string) (p : piece) : bool :=
  match p with Digits_ a => letter_ok a | Piece c => one_of "|&*()" c && one_of allowed c | Arrow => one_of allowed "-" end.

Lemma integer_unclosed z : small z = true -> forallb (fun c => negb (Ascii.eqb c "]")) (integer_text z) = true.
Proof.
  assert (D : forall d, forallb is_digit d = true -> forallb (fun c => negb (Ascii.eqb c "]")) d = true).
  { intros d. rewrite !forallb_forall. intros H c I. specialize (H c I). now destruct (Ascii.eqb_spec c "]") as [->|]. }
  unfold small, integer_text. rewrite Z.leb_le. intro B. destruct (Z.ltb_spec z 0).
  - destruct (decimal_is (- z)) as (_ & F & _); [lia|]. exact (D _ F).
  - destruct (decimal_is z) as (_ & F & _); [lia|]. exact (D _ F).
Qed.
Lemma integers_unclosed zs : forallb small zs = true -> forallb (fun c => negb (Ascii.eqb c "]")) (integers_text zs) = true.
Proof.
  induction zs as [|z [|y zs] IH]; intro S; [reflexivity| |]; apply andb_true_iff in S as [S T]; [now apply integer_unclosed|].
  change (integers_text (z :: y :: zs)) with (integer_text z ++ ","%char :: integers_text (y :: zs)).
  rewrite forallb_app, integer_unclosed by exact S. exact (IH T).
Qed.
Lemma integers_length zs : forallb small zs = true -> length zs <= S (length (integers_text zs)).
Proof.
  assert (O : forall z, small z = true -> 1 <= length (integer_text z)).
  { unfold small, integer_text. intro z. rewrite Z.leb_le. intro B. destruct (Z.ltb_spec z 0); [cbn; lia|].
    destruct (decimal_is z) as (_ & _ & c & r & -> & _); [lia|]. cbn. lia. }
  induction zs as [|z [|y zs] IH]; intro F; [cbn; lia..|]. apply andb_true_iff in F as [S F].
  change (integers_text (z :: y :: zs)) with (integer_text z ++ ","%char :: integers_text (y :: zs)).
  rewrite app_length. specialize (IH F). specialize (O z S). cbn [length] in *. lia.
Qed.
Lemma lettered_small zs : lettered zs = true -> forallb small zs = true.
Proof. destruct zs; [discriminate|]. now intro. Qed.
Lemma pieces_read allowed ps : forallb (piece_ok allowed) ps = true -> forall bound, length ps < length bound ->
  pieces digits allowed bound (pieces_text ps) = Some ps.
Proof.
  induction ps as [|p ps IH]; intros F [|b bound] L; try (cbn in L; lia); [reflexivity|]. apply andb_true_iff in F as [P F].
  assert (R : pieces digits allowed bound (pieces_text ps) = Some ps) by (apply IH; [exact F|cbn in L; lia]).
  unfold pieces_text. cbn [flat_map]. fold (pieces_text ps). destruct p as [a|c|].
  - cbn [piece_ok] in P. unfold letter_ok in P. apply andb_true_iff in P as [Z D].
    pose proof (integers_unclosed _ (lettered_small _ Z)) as U. pose proof (integers_length _ (lettered_small _ Z)) as N.
    cbn [piece_text]. cbn [app]. rewrite <- app_assoc. cbn [app].
    change (pieces digits allowed (b :: bound) ("["%char :: integers_text (written a) ++ "]"%char :: pieces_text ps)) with
      (let (a, r) := span (fun c => negb (Ascii.eqb c "]")) (integers_text (written a) ++ "]"%char :: pieces_text ps) in
       match integers (" "%char :: a) a, r with
       | Some zs, _ :: r => match digits zs with
           | Some ds => option_map (cons (Digits_ ds)) (pieces digits allowed bound r)
           | None => None
           end
       | _, _ => None
       end).
    rewrite span_stop by (exact U || reflexivity). rewrite integers_read; [|exact Z|exact N].
    destruct (digits (written a)) as [d|]; [|discriminate]. destruct (list_eq_dec Nat.eq_dec a d) as [<-|]; [|discriminate].
    now rewrite R.
  - cbn [piece_ok] in P. apply andb_true_iff in P as [C A]. cbn in C. rewrite !orb_true_iff in C.
    repeat (destruct C as [C|C]; [apply Ascii.eqb_eq in C; subst c; cbn [piece_text app pieces]; cbn - [one_of pieces pieces_text];
        rewrite A, R; reflexivity|]).
    discriminate.
  - cbn [piece_ok] in P. cbn - [one_of pieces_text]. now rewrite P, R.
Qed.

(** * Regular expressions *)
Definition enclosed_ (ps : list piece) : list piece := Piece "(" :: ps ++ [Piece ")"].
Fixpoint regex_pieces (r : regex) : list piece :=
  match r with
  | Never => []
  | Empty => enclosed_ []
  | Digits a => [Digits_ a]
  | Alternative r s => enclosed_ (regex_pieces r ++ Piece "|" :: regex_pieces s)
  | Both r s => enclosed_ (regex_pieces r ++ Piece "&" :: regex_pieces s)
  | Sequence r s => enclosed_ (regex_pieces r ++ regex_pieces s)
  | Repeat r => enclosed_ (regex_pieces r ++ [Piece "*"])
  end.
Definition print_expression (r : regex) : chars := pieces_text (regex_pieces r).
Variable tops : list nat.
Fixpoint printable_regex (r : regex) : bool :=
  match r with
  | Never => false
  | Empty => true
  | Digits a => Nat.eqb (length a) (length tops) && forallb (fun p => Nat.leb (fst p) (snd p)) (combine a tops) && letter_ok a
  | Alternative r s | Both r s | Sequence r s => printable_regex r && printable_regex s
  | Repeat r => printable_regex r
  end.
Notation expression := (expression tops).
Notation more := (more_expressions tops).

Lemma expression_level n level ps : level <= 3 -> expression (S n) level ps =
  match expression n (S level) ps with Some (r, ps) => more n level r ps | None => None end.
Proof. intro L. destruct level as [|[|[|[|level]]]]; [reflexivity..|lia]. Qed.
Definition reads_regex (ps : list piece) (r : regex) : Prop := forall n rest, 12 * length ps <= n ->
  expression n 4 (ps ++ rest) = Some (r, rest).
Definition stays (level : nat) (rest : list piece) : Prop := forall n k r, level <= k <= 3 -> more (S n) k r rest = Some (r, rest).
Lemma closed_stays rest : stays 0 (Piece ")" :: rest).
Proof. intros n [|[|[|[|k]]]] r L; (reflexivity || lia). Qed.
Lemma end_stays : stays 0 [].
Proof. intros n [|[|[|[|k]]]] r L; (reflexivity || lia). Qed.

Lemma regex_climbs ps r rest : reads_regex ps r -> forall d level n, d + level = 4 -> stays level rest -> 12 * length ps + d + 1 <= n ->
  expression n level (ps ++ rest) = Some (r, rest).
Proof.
  intro R. induction d as [|d IH]; intros level n E T L.
  - replace level with 4 by lia. apply R. lia.
  - destruct n as [|n]; [lia|]. rewrite expression_level, (IH (S level)) by (lia || (intros m k r' K; apply T; lia)).
    destruct n as [|n]; [lia|]. apply T. lia.
Qed.
(* Does an expression begin so? *)
Definition begins (ps : list piece) : Prop :=
  match ps with Digits_ _ :: _ => True | Piece c :: _ => c = "("%char | _ => False end.
Lemma begins_app ps ps' : begins ps -> begins (ps ++ ps').
Proof. now destruct ps. Qed.
Lemma enclosed_reads ps r : begins ps ->
  (forall n rest, 12 * length ps + 12 <= n -> expression n 0 (ps ++ Piece ")" :: rest) = Some (r, Piece ")" :: rest)) ->
  reads_regex (enclosed_ ps) r.
Proof.
  intros B R n rest L. unfold enclosed_ in *. cbn [length app] in *. rewrite app_length in L. cbn [length] in L.
  destruct n as [|n]; [lia|]. rewrite <- app_assoc. cbn [app]. specialize (R n rest ltac:(lia)).
  assert (S : expression (S n) 4 (Piece "(" :: ps ++ Piece ")" :: rest) =
    match expression n 0 (ps ++ Piece ")" :: rest) with Some (r, Piece ")" :: ps) => Some (r, ps) | _ => None end).
  { destruct ps as [|[a|c|] ps]; [destruct B|reflexivity|cbn in B; subst c; reflexivity|destruct B]. }
  rewrite S, R. reflexivity.
Qed.
(* Inside of brackets something follows a part r at the level k. *)
Lemma inside_reads k ps r tail out rest : reads_regex ps r -> k <= 3 -> stays (S k) tail ->
  forall m, (forall n, m <= n -> more n k r tail = Some (out, Piece ")" :: rest)) ->
  forall n, 12 * length ps + 8 <= n -> m + 5 <= n -> expression n 0 (ps ++ tail) = Some (out, Piece ")" :: rest).
Proof.
  intros R K T m M n L N.
  assert (D : forall d l n, d + l = k -> 12 * length ps + d + 5 <= n -> m + d + 1 <= n ->
    expression n l (ps ++ tail) = Some (out, Piece ")" :: rest)).
  { clear n L N. induction d as [|d IH]; intros l n E L N; (destruct n as [|n]; [lia|]); rewrite expression_level by lia.
    - replace l with k by lia. rewrite (regex_climbs ps r tail R (3 - k)) by (lia || exact T). apply M. lia.
    - rewrite IH by lia. destruct n as [|n]; [lia|]. apply closed_stays. lia. }
  apply (D k); lia.
Qed.
Lemma regex_begins r : printable_regex r = true -> begins (regex_pieces r).
Proof. destruct r; intro P; [discriminate|exact eq_refl|exact I|exact eq_refl..]. Qed.
Lemma more_binary n k c op r ps : (k = 0 /\ c = "|"%char /\ op = Alternative) \/ (k = 1 /\ c = "&"%char /\ op = Both) ->
  more (S n) k r (Piece c :: ps) = match expression n (S k) ps with Some (r', ps) => more n k (op r r') ps | None => None end.
Proof. intros [(-> & -> & ->)|(-> & -> & ->)]; reflexivity. Qed.
Lemma binary_reads k c op r s : (k = 0 /\ c = "|"%char /\ op = Alternative) \/ (k = 1 /\ c = "&"%char /\ op = Both) ->
  begins (regex_pieces r) -> reads_regex (regex_pieces r) r -> reads_regex (regex_pieces s) s ->
  reads_regex (enclosed_ (regex_pieces r ++ Piece c :: regex_pieces s)) (op r s).
Proof.
  intros C B R S. apply enclosed_reads; [now apply begins_app|].
  intros n rest L. rewrite app_length in L. cbn [length] in L. rewrite <- app_assoc. cbn [app].
  assert (K : k <= 1) by (destruct C as [(-> & _)|(-> & _)]; lia).
  apply (inside_reads k _ r) with (m := 12 * length (regex_pieces s) + 7); [exact R|lia| | |lia|lia].
  - intros m [|[|[|[|j]]]] r' J; destruct C as [(-> & -> & _)|(-> & -> & _)]; (reflexivity || lia).
  - intros m M. destruct m as [|m]; [lia|]. rewrite (more_binary m k c op) by exact C.
    rewrite (regex_climbs _ s _ S (3 - k)); [|lia| |lia]; [|intros i j r' J; apply closed_stays; lia].
    destruct m as [|m]; [lia|]. apply closed_stays. lia.
Qed.
Theorem regex_reads r : printable_regex r = true -> reads_regex (regex_pieces r) r.
Proof.
  induction r as [| |a|r IHr s IHs|r IHr s IHs|r IHr s IHs|r IHr]; intro P; [discriminate|..]; cbn [printable_regex regex_pieces] in *.
  - intros n rest L. destruct n; [cbn in L; lia|reflexivity].
  - rewrite !andb_true_iff in P. destruct P as [[T C] _]. intros n rest L. destruct n; [cbn in L; lia|].
    cbn [app Grammar.expression]. now rewrite T, C.
  - apply andb_true_iff in P as [P Q]. apply (binary_reads 0); auto using regex_begins.
  - apply andb_true_iff in P as [P Q]. apply (binary_reads 1); auto using regex_begins.
  - apply andb_true_iff in P as [P Q]. apply enclosed_reads; [now apply begins_app, regex_begins|].
    intros n rest L. rewrite app_length in L. rewrite <- app_assoc. pose proof (regex_begins s Q) as B.
    apply (inside_reads 2 _ r) with (m := 12 * length (regex_pieces s) + 7); [auto|lia| | |lia|lia].
    + intros m j r' J. replace j with 3 by lia.
      destruct (regex_pieces s) as [|[a|c|] ps]; [destruct B|reflexivity|cbn in B; subst c; reflexivity|destruct B].
    + intros m M. destruct m as [|m]; [lia|].
      assert (X : more (S m) 2 r (regex_pieces s ++ Piece ")" :: rest) =
        match expression m 3 (regex_pieces s ++ Piece ")" :: rest) with Some (r', ps) => more m 2 (Sequence r r') ps | None => None end).
      { destruct (regex_pieces s) as [|[a|c|] ps]; [destruct B|reflexivity|cbn in B; subst c; reflexivity|destruct B]. }
      rewrite X, (regex_climbs _ s _ (IHs Q) 1); [|lia| |lia]; [|intros i j r' J; apply closed_stays; lia].
      destruct m as [|m]; [lia|]. apply closed_stays. lia.
  - apply enclosed_reads; [now apply begins_app, regex_begins|].
    intros n rest L. rewrite app_length in L. cbn [length] in L. rewrite <- app_assoc. cbn [app].
    apply (inside_reads 3 _ r) with (m := 2); [auto|lia|intros m j r' J; lia| |lia|lia].
    intros m M. destruct m as [|[|m]]; [lia..|reflexivity].
Qed.
Lemma regex_ok r : printable_regex r = true -> forallb (piece_ok "|&*+?()") (regex_pieces r) = true.
Proof.
  assert (E : forall ps, forallb (piece_ok "|&*+?()") ps = true -> forallb (piece_ok "|&*+?()") (enclosed_ ps) = true).
  { intros ps P. unfold enclosed_. cbn [forallb]. rewrite forallb_app, P. reflexivity. }
  induction r as [| |a|r IHr s IHs|r IHr s IHs|r IHr s IHs|r IHr]; intro P; [reflexivity..| | | | |];
      cbn [printable_regex regex_pieces] in *;
    try (apply andb_true_iff in P as [P Q]; apply E; rewrite forallb_app, (IHr P); cbn [forallb]; rewrite ?(IHs Q); reflexivity).
  - rewrite !andb_true_iff in P. cbn [forallb piece_ok]. now rewrite (proj2 P).
  - apply E. now rewrite forallb_app, (IHr P).
Qed.
Lemma pieces_length ps allowed : forallb (piece_ok allowed) ps = true -> length ps <= length (pieces_text ps).
Proof.
  induction ps as [|p ps IH]; intro P; [cbn; lia|]. apply andb_true_iff in P as [_ P]. unfold pieces_text in *. cbn [flat_map].
  rewrite app_length. specialize (IH P). destruct p; cbn [piece_text str list_ascii_of_string length]; lia.
Qed.
Theorem read_printed_expression r : printable_regex r = true -> read_expression digits tops (print_expression r) = Some r.
Proof.
  intro P. unfold read_expression, print_expression. pose proof (regex_ok r P) as O. rewrite (pieces_read _ _ O).
  - pose proof (regex_climbs _ _ [] (regex_reads r P) 4 0 (12 * length (regex_pieces r) + 20) eq_refl end_stays ltac:(lia)) as E.
    rewrite app_nil_r in E. now rewrite E.
  - pose proof (pieces_length _ _ O). cbn [length]. lia.
Qed.
End Pieces.

(** * Morphisms *)
Definition natural_letters (a : list nat) : list Z := map Z.of_nat a.
Definition letter (a : Z) : piece := Digits_ [Z.to_nat a].
Definition rules_pieces (h : morphism) : list piece := flat_map (fun r => letter (fst r) :: Arrow :: map letter (snd r)) h.
Definition print_rules (h : morphism) : chars := pieces_text natural_letters (rules_pieces h).
Definition printable_rules (h : morphism) : bool := forallb (fun r => forallb (fun a => Z.leb 0 a && small a) (fst r :: snd r)) h.

Lemma letter_fine a : Z.leb 0 a && small a = true -> piece_ok naturals natural_letters "-," (letter a) = true /\ Z.of_nat (Z.to_nat a) = a.
Proof.
  rewrite andb_true_iff, Z.leb_le. intros [P S]. assert (E : Z.of_nat (Z.to_nat a) = a) by lia. split; [|exact E].
  unfold letter, piece_ok, letter_ok, natural_letters. cbn [map]. rewrite E. cbn [lettered forallb naturals]. rewrite S.
  apply Z.leb_le in P. rewrite P. cbn [andb option_map]. now destruct (list_eq_dec _ _).
Qed.
Lemma rules_fine h : printable_rules h = true -> forallb (piece_ok naturals natural_letters "-,") (rules_pieces h) = true.
Proof.
  intro P. apply forallb_forall. intros p I. apply in_flat_map in I as ([a w] & I & J). unfold printable_rules in P.
  rewrite forallb_forall in P.
  specialize (P _ I). cbn [fst snd forallb] in *. apply andb_true_iff in P as [A W].
  destruct J as [<-|[<-|J]]; [now apply letter_fine|reflexivity|].
  apply in_map_iff in J as (b & <- & J). rewrite forallb_forall in W. now apply letter_fine, W.
Qed.
Lemma image_read w h : forallb (fun a => Z.leb 0 a && small a) w = true -> image_of (map letter w ++ rules_pieces h) = (w, rules_pieces h).
Proof.
  induction w as [|a w IH]; intro W.
  - destruct h as [|[a w] h]; reflexivity.
  - apply andb_true_iff in W as [A W]. destruct (letter_fine a A) as [_ E]. specialize (IH W).
    assert (S : image_of (map letter (a :: w) ++ rules_pieces h) =
      let (l, r) := image_of (map letter w ++ rules_pieces h) in (Z.of_nat (Z.to_nat a) :: l, r)).
    { destruct w as [|b w]; [destruct h as [|[b w] h]; reflexivity|reflexivity]. }
    now rewrite S, IH, E.
Qed.
Lemma rules_read h : printable_rules h = true -> forall n, length h <= n -> rules_of n (rules_pieces h) = Some h.
Proof.
  induction h as [|[a w] h IH]; intros P n L; [now destruct n|]. apply andb_true_iff in P as [R P]. cbn [fst snd] in R.
  apply andb_true_iff in R as [A W]. destruct n as [|n]; [cbn in L; lia|]. destruct (letter_fine a A) as [_ E].
  assert (S : rules_of (S n) (rules_pieces ((a, w) :: h)) = let (w, ps) := image_of (map letter w ++ rules_pieces h) in
    match behind_comma ps with Some ps => option_map (cons (Z.of_nat (Z.to_nat a), w)) (rules_of n ps) | None => None end) by reflexivity.
  rewrite S, image_read by exact W.
  replace (behind_comma (rules_pieces h)) with (Some (rules_pieces h)) by (destruct h as [|[b v] h]; reflexivity).
  rewrite IH by (exact P || cbn in L; lia). now rewrite E.
Qed.
Theorem read_printed_rules h : printable_rules h = true -> read_rules (print_rules h) = Some h.
Proof.
  intro P. unfold read_rules, print_rules. pose proof (rules_fine h P) as O. rewrite (pieces_read _ _ _ _ O).
  - replace (existsb _ (rules_pieces h)) with false.
    + apply rules_read; [exact P|]. clear. induction h as [|[a w] h IH]; [cbn; lia|]. unfold rules_pieces in *. cbn [flat_map length].
      rewrite app_length. cbn [length fst] in *. lia.
    + symmetry. clear. induction h as [|[a w] h IH]; [reflexivity|]. unfold rules_pieces in *. cbn [flat_map].
      rewrite existsb_app, IH, orb_false_r.
      cbn [existsb app fst snd letter]. induction w as [|b w IW]; [reflexivity|exact IW].
  - pose proof (pieces_length _ _ _ _ O). cbn [length]. lia.
Qed.

(** * Examples *)
Example expression_so : text_of (print_expression natural_letters (Sequence (Digits [1]) (Repeat (Alternative (Digits [0]) Empty)))) =
  "([1](([0]|())*))".
Proof. reflexivity. Qed.
Example rules_so : text_of (print_rules [(0, [0; 1]); (1, [])]%Z) = "[0]->[0][1][1]->".
Proof. reflexivity. Qed.
Example rules_back : read_rules (str "[0]->[0][1][1]->") = Some [(0, [0; 1]); (1, [])]%Z.
Proof. reflexivity. Qed.
