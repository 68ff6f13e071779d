(* What is read is printable: Printer.v covers every formula that the reader accepts, so that a formula that was read can be printed and
   read again. *)
Require Import ZArith Ascii String List Lia Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar Printer Printed Spelled.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(** * Tokens *)
(* What the lexer makes; over the integers there are neither words nor functions. *)
Definition lexed (integers : bool) (t : token) : bool :=
  match t with
  | TName s => is_variable s
  | TWord s | TCall s => negb integers && is_name (str s)
  | TNumber n | TLetter n => fits false n
  | TQuantifier _ => true
  | TSign s => negb (integers && (s =? "["))
  end.

Lemma span_own p l a b : span p l = (a, b) -> forallb p a = true.
Proof.
  revert a. induction l as [|c l IH]; cbn; intros a E; [now injection E as <-|]. destruct (p c) eqn:C; [|now injection E as <-].
  destruct (span p l) as [w r]. injection E as <- ->. cbn. rewrite C. now apply IH.
Qed.
Lemma span_full p a : forallb p a = true -> span p a = (a, []).
Proof. induction a as [|c a IH]; cbn; intro A; [reflexivity|]. apply andb_true_iff in A as [-> A]. now rewrite IH. Qed.
Lemma letter_in_name c : is_letter c = true -> in_name c = true.
Proof. unfold in_name. now intros ->. Qed.
Lemma str_of_text l : str (text_of l) = l.
Proof. apply list_ascii_of_string_of_list_ascii. Qed.
Lemma a_name_is l w r : a_name l = Some (w, r) -> is_name w = true /\ hd " "%char w = hd " "%char l.
Proof.
  unfold a_name. destruct l as [|c l]; [discriminate|]. destruct (is_letter c) eqn:C; [|discriminate].
  intro E. injection E as E. pose proof (span_own in_name (c :: l) w r E) as F. rewrite (letter_in_name _ C) in E.
  destruct (span in_name l) as [a b]. injection E as <- <-. split; [|reflexivity]. unfold is_name, a_name. rewrite C.
  now rewrite span_full.
Qed.
Lemma digit_worth c : is_digit c = true -> (48 <= Z.of_N (N_of_ascii c) < 58)%Z.
Proof.
  intro D. pose proof (every (fun c => implb (is_digit c) (Z.leb 48 (Z.of_N (N_of_ascii c)) && Z.ltb (Z.of_N (N_of_ascii c)) 58))
    ltac:(vm_compute; reflexivity) c) as H.
  cbv beta in H. rewrite D in H. apply andb_true_iff in H. now rewrite Z.leb_le, Z.ltb_lt in H.
Qed.
Lemma number_fits d n : forallb is_digit d = true -> number_of_digits d = Some n -> fits false n = true.
Proof.
  assert (W : forall l a, forallb is_digit l = true -> (0 <= a)%Z ->
    (a * 10 ^ Z.of_nat (length l) <= fold_left (fun n c => 10 * n + Z.of_N (N_of_ascii c) - 48) l a <
      (a + 1) * 10 ^ Z.of_nat (length l))%Z).
  { induction l as [|c l IH]; cbn [forallb length fold_left]; intros a D A; [cbn; lia|]. apply andb_true_iff in D as [C D].
    apply digit_worth in C. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    specialize (IH (10 * a + Z.of_N (N_of_ascii c) - 48)%Z D ltac:(lia)).
    assert (0 < 10 ^ Z.of_nat (length l))%Z by (apply Z.pow_pos_nonneg; lia). nia. }
  intros D E. unfold number_of_digits in E. destruct d as [|c d]; [discriminate|].
  destruct (Nat.ltb_spec 12 (length (c :: d))) as [|L]; [discriminate|].
  assert (V : worth (c :: d) = n) by (now injection E). specialize (W (c :: d) 0%Z D ltac:(lia)). fold (worth (c :: d)) in W.
  rewrite V in W.
  unfold fits. cbn [orb]. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt.
  assert (10 ^ Z.of_nat (length (c :: d)) <= 10 ^ Z.of_nat most_digits)%Z by (apply Z.pow_le_mono_r; unfold most_digits; lia). lia.
Qed.
Lemma token_lexed l t r : token_at l = Some (t, r) -> lexed false t = true.
Proof.
  unfold token_at. destruct l as [|c l]; [discriminate|]. destruct (one_of "EAI" c) eqn:Q; [intro E; now injection E as <- _|].
  destruct (is_letter c) eqn:C.
  - destruct (span in_name (c :: l)) as [w b] eqn:S. intro E. injection E as <- _. cbn [lexed]. unfold is_variable. rewrite str_of_text.
    destruct (a_name_is (c :: l) w b) as [N H]; [unfold a_name; now rewrite C, S|]. rewrite N, H. cbn [hd].
    destruct (letter_is c C) as (_ & _ & _ & <-). now rewrite Q.
  - destruct (is_digit c).
    { destruct (span is_digit (c :: l)) as [d b] eqn:S. destruct (number_of_digits d) eqn:N; [|discriminate]. intro E. injection E as <- _.
      apply (number_fits d); [exact (span_own _ _ _ _ S)|assumption]. }
    destruct (Ascii.eqb c ".").
    { destruct (a_name l) as [[w b]|] eqn:N; [|discriminate]. intro E. injection E as <- _. cbn. rewrite str_of_text.
      now apply a_name_is in N. }
    destruct (Ascii.eqb c "$").
    { destruct (a_name l) as [[w b]|] eqn:N; [|discriminate]. intro E. injection E as <- _. cbn. rewrite str_of_text.
      now apply a_name_is in N. }
    destruct (Ascii.eqb c "@").
    { destruct (span is_digit (snd _)) as [d b] eqn:S. destruct (number_of_digits d) eqn:N; [|discriminate]. intro E. injection E as <- _.
      apply (number_fits d); [exact (span_own _ _ _ _ S)|assumption]. }
    destruct (sign_at signs (c :: l)) as [[s b]|]; [|discriminate]. destruct (existsb (String.eqb s) foreign); [discriminate|].
    intro E. now injection E as <- _.
Qed.

Notation all_lexed integers := (Forall (fun t : token * string => lexed integers (fst t) = true)).
(* The steps of the lexer that Spelled.v does not need: systems and macros. *)
Lemma scan_named macros d b bound l r st st' : skip_blanks l = "?"%char :: r -> scan_on macros d (b :: bound) l st = Some st' ->
  exists s r', scan_on macros d bound r' (choose s st) = Some st'.
Proof.
  intros S. unfold scan_on at 1. rewrite S. fold (scan_on macros d). destruct (span in_name r) as [w r'].
  assert (G : match full_name w with Some s => scan_on macros d bound r' (choose s st) | None => None end = Some st' ->
    exists s r', scan_on macros d bound r' (choose s st) = Some st').
  { destruct (full_name w) as [s|]; [|discriminate]. intro E. now exists s, r'. }
  destruct w as [|c w]; [exact G|]. destruct r' as [|[[] [] [] [] [] [] [] []] r']; try exact G.
  destruct (between "A" "Z" c); [discriminate|exact G].
Qed.
Lemma scan_macro macros d b bound l r st st' : skip_blanks l = "#"%char :: r -> scan_on macros d (b :: bound) l st = Some st' ->
  exists d' left t st1 r', d = S d' /\ scan macros d' (Scanned (out st) (systems st) (named st) left) t = Some st1 /\
    scan_on macros d bound r' st1 = Some st'.
Proof.
  intros S. unfold scan_on at 1. rewrite S. fold (scan_on macros d). destruct d as [|d]; [discriminate|].
  destruct (a_name r) as [[m r1]|]; [|discriminate]. destruct (macros (text_of m)) as [template|]; [|discriminate].
  destruct (skip_blanks r1) as [|[[] [] [] [] [] [] [] []] r2]; try discriminate.
  destruct (arguments r2 1 [] []) as [[ls r3]|]; [|discriminate]. destruct (filled _ _ _) as [t|]; [|discriminate].
  cbv zeta. destruct (_ <? 0)%Z; [discriminate|]. destruct (scan _ _ _ _) as [st1|] eqn:E; [|discriminate]. intro G.
  exists d. repeat eexists; eassumption.
Qed.
Lemma scan_lexed macros d : forall text st st', scan macros d st text = Some st' -> all_lexed false (out st) -> all_lexed false (out st').
Proof.
  induction d as [|d IHd]; intros text st st'; rewrite scan_is; generalize (" "%char :: text); intro bound; revert text st;
    (induction bound as [|b bound IH]; intros l st E A; [discriminate|]); (destruct (skip_blanks l) as [|c r] eqn:S;
    [rewrite scan_end in E by assumption; now injection E as <-|]);
    (destruct (ascii_dec c "?") as [->|Q];
      [destruct (scan_named _ _ _ _ _ _ _ _ S E) as (s & r' & E'); apply (IH _ _ E'); exact A|]);
    (destruct (ascii_dec c "#") as [->|H]; [|
      rewrite (scan_token _ _ _ _ _ _ _ _ S Q H) in E; destruct (token_at (c :: r)) as [[t r']|] eqn:T; [|discriminate];
      apply (IH _ _ E); constructor; [exact (token_lexed _ _ _ T)|assumption]]);
    destruct (scan_macro _ _ _ _ _ _ _ _ S E) as (d' & left & t & st1 & r' & D & M & E'); [discriminate|].
  injection D as <-. apply (IH _ _ E'). exact (IHd _ _ _ M A).
Qed.
Lemma tokens_lexed macros text ts named : tokens_of macros text = Some (ts, named) -> all_lexed false ts.
Proof.
  unfold tokens_of. destruct (of_sequences text); [discriminate|]. destruct (scan _ _ _ _) as [st|] eqn:S; [|discriminate].
  destruct (foreign_statement _); [discriminate|]. intro E. injection E as <- _. apply Forall_rev.
  exact (scan_lexed _ _ _ _ _ S (Forall_nil _)).
Qed.

(** * Terms *)
(* A match with a sign as a test. *)
Ltac test s :=
  let other b := destruct b; try reflexivity in
  destruct s as [|[b1 b2 b3 b4 b5 b6 b7 b8] s]; [reflexivity|];
  other b1; other b2; other b3; other b4; other b5; other b6; other b7; other b8; now destruct s.
Lemma is_opening s {T} (x y : T) : match s with "[" => x | _ => y end = if s =? "[" then x else y.
Proof. test s. Qed.
Lemma is_closing s {T} (x y : T) : match s with "]" => x | _ => y end = if s =? "]" then x else y.
Proof. test s. Qed.
Lemma is_bracket s {T} (x y : T) : match s with "(" => x | _ => y end = if s =? "(" then x else y.
Proof. test s. Qed.
Lemma is_end_bracket s {T} (x y : T) : match s with ")" => x | _ => y end = if s =? ")" then x else y.
Proof. test s. Qed.
Lemma is_comma s {T} (x y : T) : match s with "," => x | _ => y end = if s =? "," then x else y.
Proof. test s. Qed.
Lemma is_negation s {T} (x y : T) : match s with "~" => x | _ => y end = if s =? "~" then x else y.
Proof. test s. Qed.

Lemma str_app a b : str (a ++ b)%string = str a ++ str b.
Proof. induction a as [|c a IH]; cbn; [reflexivity|]. f_equal. exact IH. Qed.
Lemma name_unopened l : is_name l = true -> forallb (fun c => negb (Ascii.eqb c "[")) l = true.
Proof.
  intro N. apply name_is in N as (_ & _ & _ & _ & F). rewrite forallb_forall in *. intros c I. specialize (F c I).
  now destruct (Ascii.eqb_spec c "[") as [->|].
Qed.
Lemma name_word W : is_name (str W) = true -> is_word W = true.
Proof.
  intro N. unfold is_word, word_parts. rewrite span_full by now apply name_unopened. rewrite text_of_str, N. apply String.eqb_refl.
Qed.
Lemma indexed_word W f : is_name (str W) = true -> is_variable f = true -> twice (W ++ "[" ++ f ++ "]")%string = false ->
  is_word (W ++ "[" ++ f ++ "]")%string = true.
Proof.
  intros N V T. unfold is_word, word_parts. rewrite !str_app. cbn [str list_ascii_of_string app].
  rewrite span_stop by (reflexivity || now apply name_unopened). rewrite removelast_last, !text_of_str, N, V, T.
  now rewrite String.eqb_refl.
Qed.

Section Reading.
Variable integers : bool.
Notation valid := (all_lexed integers).
Notation good t := (printable_term integers t = true).
Notation term := (term integers).
Notation more_terms := (more_terms integers).
Notation indexed := (indexed integers).

Lemma indexed_sign n W ts : indexed (S n) W ts =
  match ts with
  | (TSign s, _) :: ts =>
      let last := if s =? "[" then match term n 0 ts with
          | Some (i, (TSign c, _) :: ts) =>
              match ts with (TSign v, _) :: _ => match v with "[" => None | _ => if c =? "]" then Some (Indexed W i, ts) else None end
              | _ => if c =? "]" then Some (Indexed W i, ts) else None end
          | _ => None
          end else None in
      match s with
      | "[" => match ts with
          | (TName f, _) :: (TSign u, _) :: r => match u with
              | "]" => match r with
                  | (TSign v, _) :: _ => match v with
                      | "[" => match indexed n (W ++ "[" ++ f ++ "]")%string r with
                          | Some (Indexed V i, ts) => if twice V then None else Some (Indexed V i, ts)
                          | _ => None
                          end
                      | _ => last
                      end
                  | _ => last
                  end
              | _ => last
              end
          | _ => last
          end
      | _ => last
      end
  | _ => None
  end.
Proof. reflexivity. Qed.
Lemma indexed_shape n W ts t rest : indexed (S n) W ts = Some (t, rest) ->
  (exists f o1 o2 o3 r V i, ts = (TSign "[", o1) :: (TName f, o2) :: (TSign "]", o3) :: r /\
    indexed n (W ++ "[" ++ f ++ "]")%string r = Some (Indexed V i, rest) /\ twice V = false /\ t = Indexed V i) \/
  (exists o r i c o', ts = (TSign "[", o) :: r /\ term n 0 r = Some (i, (TSign c, o') :: rest) /\ t = Indexed W i).
Proof.
  rewrite indexed_sign. destruct ts as [|[[s|s|s|z|z|c|s] o] ts]; [discriminate..|]. set (last := if s =? "[" then _ else _).
  cbv zeta.
  assert (L : last = Some (t, rest) -> exists o' r i c o'', (TSign "[", o) :: ts = (TSign "[", o') :: r /\
    term n 0 r = Some (i, (TSign c, o'') :: rest) /\ t = Indexed W i).
  { unfold last. destruct (s =? "["); [|discriminate]. destruct (term n 0 ts) as [[i [|[[u|u|u|z|z|u|u] o1] r]]|] eqn:E; try discriminate.
    assert (G : (if u =? "]" then Some (Indexed W i, r) else None) = Some (t, rest) ->
      exists o' r i c o'', (TSign "[", o) :: ts = (TSign "[", o') :: r /\
      term n 0 r = Some (i, (TSign c, o'') :: rest) /\ t = Indexed W i).
    { destruct (u =? "]"); [|discriminate]. intro H. injection H as <- <-. exists o, ts, i, u, o1. auto. }
    destruct r as [|[[v|v|v|z|z|v|v] o2] r]; try exact G. rewrite is_opening. destruct (v =? "["); [discriminate|exact G]. }
  assert (N : (s =? "[") = false -> last <> Some (t, rest)) by (unfold last; now intros ->).
  clearbody last. rewrite is_opening. destruct (String.eqb_spec s "[") as [->|]; [clear N|intro H; now destruct (N eq_refl)].
  destruct ts as [|[[f|f|f|z|z|f|f] o2] ts]; try (intro H; right; exact (L H)).
  destruct ts as [|[[u|u|u|z|z|u|u] o3] r]; try (intro H; right; exact (L H)).
  rewrite is_closing. destruct (String.eqb_spec u "]") as [->|]; [|intro H; right; exact (L H)].
  destruct r as [|[[v|v|v|z|z|v|v] o4] r]; try (intro H; right; exact (L H)).
  rewrite is_opening. destruct (String.eqb_spec v "[") as [->|]; [|intro H; right; exact (L H)].
  destruct (indexed n _ _) as [[[c|c|x|a b|a b|c a|a d|V i] r']|] eqn:E; try discriminate. destruct (twice V) eqn:T; [discriminate|].
  intro H. injection H as <- <-. left. exists f, o, o2, o3, ((TSign "[", o4) :: r), V, i. auto.
Qed.

Lemma combined_good s a b c : combined s a b = Some c -> good a -> good b -> good c.
Proof.
  unfold combined. intros E A B. assert (AB : printable_term integers a && printable_term integers b = true) by now rewrite A, B.
  destruct (s =? "+"); [injection E as <-; exact AB|]. destruct (s =? "-"); [injection E as <-; exact AB|]. destruct (s =? "*").
  - assert (R : match b with Number d => Some (Times d a) | _ => None end = Some c -> good c).
    { destruct b; try discriminate. intro H. injection H as <-. cbn in *. now rewrite A, B. }
    destruct a; try exact (R E). injection E as <-. exact AB.
  - destruct b; try discriminate. destruct (Z.eqb_spec c0 0); [discriminate|]. injection E as <-. cbn in *. rewrite A, B.
    now destruct (Z.eqb_spec c0 0).
Qed.
Lemma number_good c : fits false c = true -> good (Number c).
Proof. unfold printable_term, fits. rewrite !andb_true_iff. intros [L ->]. cbn [orb] in L. now rewrite L, orb_true_r. Qed.
Lemma opposite_good c : integers = true -> good (Number c) -> good (Number (- c)).
Proof. intros ->. unfold printable_term, fits. now rewrite Z.abs_opp. Qed.
Lemma negative_good a : integers = true -> good a -> good (negative a).
Proof.
  intros I A. destruct a; try (apply andb_true_iff; split; [now apply (number_good 0)|exact A]). now apply opposite_good.
Qed.

Lemma terms_good n :
  (forall level ts t rest, term n level ts = Some (t, rest) -> valid ts -> good t /\ valid rest) /\
  (forall level a ts t rest, more_terms n level a ts = Some (t, rest) -> good a -> valid ts -> good t /\ valid rest) /\
  (forall W ts t rest, indexed n W ts = Some (t, rest) -> valid ts -> valid rest /\ integers = false /\
    exists V i, t = Indexed V i /\ good i /\
      (V = W \/ exists f, is_variable f = true /\ V = (W ++ "[" ++ f ++ "]")%string /\ twice V = false)).
Proof.
  induction n as [|n (T & M & I)]; [repeat split; discriminate|].
  assert (W : forall x ts t rest, indexed n x ts = Some (t, rest) -> is_name (str x) = true -> valid ts -> good t /\ valid rest).
  { intros x ts t rest E N A. destruct (I _ _ _ _ E A) as (B & G & V & i & -> & P & D). split; [|exact B]. cbn [printable_term].
    rewrite P, G. cbn [negb andb]. rewrite andb_true_r. destruct D as [->|(f & F & -> & D)]; [now apply name_word|now apply indexed_word]. }
  split; [|split].
  - intros level ts t rest. destruct level as [|[|level]]; [rewrite term_sum|rewrite term_product|].
    1, 2: intros E A; destruct (term n _ ts) as [[a r]|] eqn:F; [|discriminate]; destruct (T _ _ _ _ F A); now apply (M _ _ _ _ _ E).
    intros E A. destruct ts as [|[[x|x|x|z|z|c|s] o] ts]; try discriminate E; apply Forall_cons_iff in A as [L A]; cbn [fst lexed] in L.
    + assert (G : Some (Named x, ts) = Some (t, rest) -> good t /\ valid rest) by (intro H; injection H as <- <-; now split).
      destruct ts as [|[[s|s|s|z|z|c|s] o'] ts]; try exact (G E). cbn [Grammar.term] in E. destruct (s =? "["); [|exact (G E)].
      apply (W _ _ _ _ E); [|exact A]. apply andb_true_iff in L. exact (proj1 L).
    + apply andb_true_iff in L as [_ L]. exact (W _ _ _ _ E L A).
    + injection E as <- <-. split; [now apply number_good|exact A].
    + injection E as <- <-. split; [exact L|exact A].
    + cbn [Grammar.term] in E. destruct (s =? "(").
      { destruct (term n 0 ts) as [[a [|[[u|u|u|z|z|c|u] o'] r]]|] eqn:F; try discriminate. destruct (u =? ")"); [|discriminate].
        injection E as <- <-. destruct (T _ _ _ _ F A) as [G B]. split; [exact G|]. now apply Forall_cons_iff in B. }
      destruct (integers && (s =? "_")) eqn:S.
      { apply andb_true_iff in S as [S _]. destruct (term n 2 ts) as [[a r]|] eqn:F; [|discriminate]. injection E as <- <-.
        destruct (T _ _ _ _ F A) as [G B]. split; [now apply negative_good|exact B]. }
      destruct ts as [|[[u|u|u|z|z|c|u] o'] ts]; try discriminate. destruct (integers && (s =? "-")) eqn:D; [|discriminate].
      apply andb_true_iff in D as [D _]. injection E as <- <-. apply Forall_cons_iff in A as [Z A]. split; [|exact A].
      apply opposite_good; [exact D|now apply number_good].
  - intros level a ts t rest E G A.
    assert (H : Some (a, ts) = Some (t, rest) -> good t /\ valid rest) by (intro H; injection H as <- <-; now split).
    destruct ts as [|[[s|s|s|z|z|c|s] o] ts]; try exact (H E). rewrite more_terms_sign in E. destruct (joins level s); [|exact (H E)].
    apply Forall_cons_iff in A as [_ A]. destruct (term n (S level) ts) as [[b r]|] eqn:F; [|discriminate].
    destruct (T _ _ _ _ F A) as [B R].
    destruct (combined s a b) as [c|] eqn:C; [|discriminate]. apply (M _ _ _ _ _ E); [exact (combined_good _ _ _ _ C G B)|exact R].
  - intros W' ts t rest E A. 
    destruct (indexed_shape _ _ _ _ _ E) as [(f & o1 & o2 & o3 & r & V & i & -> & F & D & ->)|(o & r & i & c & o' & -> & F & ->)].
    + apply Forall_cons_iff in A as [_ A]. apply Forall_cons_iff in A as [N A]. apply Forall_cons_iff in A as [_ A].
      destruct (I _ _ _ _ F A) as (R & G & V' & i' & H & P & K). injection H as <- <-. split; [exact R|]. split; [exact G|].
      exists V, i. split; [reflexivity|]. split; [exact P|]. right. exists f. split; [exact N|]. split; [|exact D].
      destruct K as [K|(g & _ & -> & _)]; [exact K|]. exfalso. revert D. apply not_false_iff_true. unfold twice. rewrite !str_app.
      rewrite !filter_app, !app_length. apply Nat.ltb_lt. cbn [str list_ascii_of_string filter Ascii.eqb Bool.eqb length]. lia.
    + apply Forall_cons_iff in A as [L A]. destruct (T _ _ _ _ F A) as [G R]. apply Forall_cons_iff in R as [_ R].
      split; [exact R|]. split; [|exists W', i; auto]. cbn [fst lexed String.eqb Ascii.eqb Bool.eqb] in L. now destruct integers.
Qed.

(** * Formulas *)
Notation printable := (printable integers).
Notation comparison := (comparison integers).
Notation formula := (formula integers).
Notation more_formulas := (more_formulas integers).

Lemma term_good n level ts t rest : term n level ts = Some (t, rest) -> valid ts -> good t /\ valid rest.
Proof. apply terms_good. Qed.
Lemma all_good n : forall ts l rest, terms integers n ts = Some (l, rest) -> valid ts ->
  forallb (printable_term integers) l = true /\ valid rest.
Proof.
  induction n as [|n IH]; intros ts l rest E A; [discriminate|]. cbn [terms] in E.
  destruct (term n 0 ts) as [[a r]|] eqn:F; [|discriminate]. destruct (term_good _ _ _ _ _ F A) as [G B].
  assert (H : Some ([a], r) = Some (l, rest) -> forallb (printable_term integers) l = true /\ valid rest).
  { intro H. injection H as <- <-. cbn [forallb]. now rewrite G. }
  destruct r as [|[[s|s|s|z|z|c|s] o] r]; try exact (H E). rewrite is_comma in E. destruct (s =? ","); [|exact (H E)].
  apply Forall_cons_iff in B as [_ B]. destruct (terms integers n r) as [[l' r']|] eqn:M; [|discriminate]. injection E as <- <-.
  destruct (IH _ _ _ M B) as [K R]. cbn [forallb]. now rewrite G, K.
Qed.
Lemma listed_sign n x o ts : listed (S n) ((TName x, o) :: ts) =
  match ts with
  | (TSign s, _) :: r => match s with
      | "," => match listed n r with Some (l, ts) => Some (x :: l, ts) | None => None end
      | _ => Some ([x], ts)
      end
  | _ => Some ([x], ts)
  end.
Proof. reflexivity. Qed.
Lemma listed_good n : forall ts xs rest, listed n ts = Some (xs, rest) -> valid ts ->
  xs <> [] /\ forallb is_variable xs = true /\ valid rest.
Proof.
  induction n as [|n IH]; intros ts xs rest E A; [discriminate|].
  destruct ts as [|[[x|x|x|z|z|c|x] o] ts]; try discriminate E. rewrite listed_sign in E. apply Forall_cons_iff in A as [L A].
  assert (H : Some ([x], ts) = Some (xs, rest) -> xs <> [] /\ forallb is_variable xs = true /\ valid rest).
  { intro H. injection H as <- <-. split; [discriminate|]. split; [|exact A]. cbn [forallb]. rewrite andb_true_r. exact L. }
  destruct ts as [|[[s|s|s|z|z|c|s] o'] ts]; try exact (H E). rewrite is_comma in E. destruct (s =? ","); [|exact (H E)].
  apply Forall_cons_iff in A as [_ A]. destruct (listed n ts) as [[l r]|] eqn:M; [|discriminate]. injection E as <- <-.
  destruct (IH _ _ _ M A) as (_ & K & R). split; [discriminate|]. split; [|exact R]. cbn [forallb]. apply andb_true_iff. now split.
Qed.
Lemma comparison_good n ts F rest : comparison n ts = Some (F, rest) -> valid ts -> printable F = true /\ valid rest.
Proof.
  unfold Grammar.comparison. intros E A. destruct (term n 0 ts) as [[a [|[[s|s|s|z|z|c|s] o] r]]|] eqn:T; try discriminate.
  destruct (term_good _ _ _ _ _ T A) as [G B]. apply Forall_cons_iff in B as [_ B].
  destruct (term n 0 r) as [[b r']|] eqn:T'; [|discriminate]. destruct (term_good _ _ _ _ _ T' B) as [G' R].
  destruct (integers || natural_parts a && natural_parts b) eqn:N; [|discriminate].
  destruct (compared s a b) as [f|] eqn:C; [|discriminate]. injection E as <- <-. split; [|exact R].
  assert (N' : integers || natural_parts b && natural_parts a = true) by now rewrite andb_comm.
  unfold compared in C.
  repeat match type of C with (if ?t then _ else _) = _ => destruct t;
    [injection C as <-; cbn [Printer.printable]; now rewrite ?G, ?G', ?N, ?N'|] end.
  discriminate.
Qed.

Lemma negation_printable F : printable F = true -> printable (Negation F) = true.
Proof.
  intro P. destruct F as [| | | | | | | | |k xs f|]; try exact P. cbn [Printer.printable] in *. rewrite !andb_true_iff, Z.leb_le in *.
  intuition lia.
Qed.
Lemma connective_printable level s op f g : connective level s = Some op -> printable f = true -> printable g = true ->
  printable (op f g) = true.
Proof.
  intros C P Q. assert (PQ : printable f && printable g = true) by now rewrite P, Q. unfold connective in C.
  destruct level as [|[|level]];
    repeat match type of C with (if ?t then _ else _) = _ => destruct t; [injection C as <-; exact PQ|] end; discriminate.
Qed.
Lemma counted_printable s k xs F : (k <= most_counted)%Z -> xs <> [] -> forallb is_variable xs = true -> distinct_names xs = true ->
  printable F = true -> printable (counted s (Z.to_nat k) xs F) = true.
Proof.
  intros K N V D P. assert (X : some_variables xs = true) by (destruct xs; [congruence|]; cbn [some_variables]; now rewrite V, D).
  assert (0 <= most_counted)%Z by easy.
  assert (C : printable (Count (Z.to_nat k) xs F) = true).
  { cbn [Printer.printable]. rewrite X, P, !andb_true_r. apply Z.leb_le. lia. }
  assert (M : printable (Negation (Count (S (Z.to_nat k)) xs F)) = true).
  { cbn [Printer.printable]. rewrite X, P, !andb_true_r. apply Z.leb_le. lia. }
  unfold counted. destruct (s =? ">="); [exact C|]. destruct (s =? "<="); [exact M|]. cbn [Printer.printable] in *. now rewrite C, M.
Qed.
Lemma quantified_printable c xs F G : quantified c xs F = Some G -> forallb is_variable xs = true -> printable F = true ->
  printable G = true.
Proof.
  intros Q V P. unfold quantified in Q. destruct (Ascii.eqb c "E"); [|destruct (Ascii.eqb c "A")].
  1, 2: injection Q as <-; induction xs as [|x xs IH]; [exact P|]; apply andb_true_iff in V as [X V];
    cbn [fold_right Printer.printable]; now rewrite X, IH.
  destruct xs as [|x [|y xs]]; try discriminate. injection Q as <-. apply andb_true_iff in V as [X _]. cbn [Printer.printable].
  now rewrite X.
Qed.

Lemma formula_sign n s o ts : formula (S n) 3 ((TSign s, o) :: ts) =
  match s with
  | "~" => match formula n 3 ts with Some (f, ts) => Some (Negation f, ts) | None => None end
  | _ => match comparison n ((TSign s, o) :: ts) with
      | Some found => Some found
      | None => match s with
          | "(" => match formula n 0 ts with
              | Some (f, (TSign u, _) :: ts) => match u with ")" => Some (f, ts) | _ => None end
              | _ => None
              end
          | _ => None
          end
      end
  end.
Proof. reflexivity. Qed.
Lemma formula_call n f o ts : formula (S n) 3 ((TCall f, o) :: ts) =
  let last := match comparison n ((TCall f, o) :: ts) with Some found => Some found | None => None end in
  match ts with
  | (TSign s, _) :: r => match s with
      | "(" =>
          let given := match terms integers n r with
            | Some (l, (TSign u, _) :: ts) => match u with ")" => Some (Call f l, ts) | _ => None end
            | _ => None
            end in
          match r with (TSign u, _) :: r' => match u with ")" => Some (Call f [], r') | _ => given end | _ => given end
      | _ => last
      end
  | _ => last
  end.
Proof. reflexivity. Qed.
Lemma formula_bound n c o ts : formula (S n) 3 ((TQuantifier c, o) :: ts) =
  let (bound, ts) := match ts with
    | (TSign s, _) :: (TNumber k, _) :: r =>
        if Ascii.eqb c "E" && existsb (String.eqb s) [">="; "<="; "="] then (Some (s, k), r) else (None, ts)
    | _ => (None, ts)
    end in
  match listed n ts with
  | Some (xs, ts) => match formula n 0 ts with
      | Some (f, ts) =>
          if distinct_names xs
          then match bound with
            | Some (s, k) => if Z.leb k most_counted then Some (counted s (Z.to_nat k) xs f, ts) else None
            | None => option_map (fun f => (f, ts)) (quantified c xs f)
            end
          else None
      | None => None
      end
  | None => None
  end.
Proof. reflexivity. Qed.
Lemma formulas_good n :
  (forall level ts F rest, formula n level ts = Some (F, rest) -> valid ts -> printable F = true /\ valid rest) /\
  (forall level f ts F rest, more_formulas n level f ts = Some (F, rest) -> printable f = true -> valid ts ->
    printable F = true /\ valid rest).
Proof.
  induction n as [|n (H & M)]; [split; discriminate|]. split.
  - intros level ts F rest E A. destruct (le_lt_dec level 2) as [L|L].
    { rewrite formula_level in E by exact L. destruct (formula n (S level) ts) as [[f r]|] eqn:G; [|discriminate].
      destruct (H _ _ _ _ G A) as [P B]. exact (M _ _ _ _ _ E P B). }
    replace (formula (S n) level ts) with (formula (S n) 3 ts) in E by (destruct level as [|[|[|level]]]; [lia..|reflexivity]).
    assert (C : comparison n ts = Some (F, rest) -> printable F = true /\ valid rest) by (intro C; exact (comparison_good _ _ _ _ C A)).
    assert (D : match comparison n ts with Some found => Some found | None => None end = Some (F, rest) ->
      printable F = true /\ valid rest).
    { destruct (comparison n ts); [exact C|discriminate]. }
    destruct ts as [|[[x|x|f|z|z|c|s] o] ts]; [exact (D E)|exact (D E)|exact (D E)| |exact (D E)|exact (D E)| |]; clear L level.
    + apply Forall_cons_iff in A as [L A]. rewrite formula_call in E. cbv zeta in E.
      destruct ts as [|[[s|s|s|z|z|c|s] o'] r]; [exact (D E)..|]. rewrite is_bracket in E. destruct (s =? "("); [|exact (D E)]. clear C D.
      cbn [fst lexed] in L. apply Forall_cons_iff in A as [_ A].
      assert (G : match terms integers n r with
        | Some (l, (TSign u, _) :: ts) => match u with ")" => Some (Call f l, ts) | _ => None end
        | _ => None
        end
        = Some (F, rest) -> printable F = true /\ valid rest).
      { destruct (terms integers n r) as [[l [|[[u|u|u|z|z|c|u] o2] r']]|] eqn:T; [discriminate..| |discriminate]. rewrite is_end_bracket.
        destruct (u =? ")"); [|discriminate]. intro G. injection G as <- <-. destruct (all_good _ _ _ _ T A) as [K R].
        apply Forall_cons_iff in R as [_ R]. split; [|exact R]. cbn [Printer.printable]. now rewrite L, K. }
      destruct r as [|[[u|u|u|z|z|c|u] o2] r]; [exact (G E)..|]. rewrite is_end_bracket in E. destruct (u =? ")"); [|exact (G E)].
      injection E as <- <-. apply Forall_cons_iff in A as [_ A]. split; [|exact A]. cbn [Printer.printable forallb]. now rewrite L.
    + apply Forall_cons_iff in A as [_ A]. clear C D. rewrite formula_bound in E.
      assert (B : forall p, match p with (bound, ts) => valid ts end -> (let (bound, ts) := p in
        match listed n ts with
        | Some (xs, ts) => match formula n 0 ts with
            | Some (f, ts) =>
                if distinct_names xs
                then match bound with
                  | Some (s, k) => if Z.leb k most_counted then Some (counted s (Z.to_nat k) xs f, ts) else None
                  | None => option_map (fun f => (f, ts)) (quantified c xs f)
                  end
                else None
            | None => None
            end
        | None => None
        end) = Some (F, rest) -> printable F = true /\ valid rest).
      { clear E A. intros [bound l] A E. destruct (listed n l) as [[xs r]|] eqn:K; [|discriminate].
        destruct (listed_good _ _ _ _ K A) as (N & V & B). destruct (formula n 0 r) as [[f r']|] eqn:G; [|discriminate].
        destruct (H _ _ _ _ G B) as [P R]. destruct (distinct_names xs) eqn:D; [|discriminate]. destruct bound as [[s k]|].
        - destruct (Z.leb_spec k most_counted); [|discriminate]. injection E as <- <-. split; [now apply counted_printable|exact R].
        - destruct (quantified c xs f) as [G'|] eqn:Q; [|discriminate]. injection E as <- <-. split; [|exact R].
          exact (quantified_printable _ _ _ _ Q V P). }
      revert E. apply B. clear B.
      destruct ts as [|[[x|x|x|z|z|d|s] o1] ts]; [exact A..|]. destruct ts as [|[[x|x|x|z|z|d|x] o2] ts]; try exact A.
      destruct (_ && _); [|exact A]. apply Forall_cons_iff in A as [_ A]. apply Forall_cons_iff in A as [_ A]. exact A.
    + rewrite formula_sign, is_negation in E. apply Forall_cons_iff in A as [_ A]. destruct (s =? "~").
      * destruct (formula n 3 ts) as [[f r]|] eqn:G; [|discriminate]. injection E as <- <-. destruct (H _ _ _ _ G A) as [P R].
        split; [now apply negation_printable|exact R].
      * destruct (comparison n _); [exact (C E)|]. clear C D. rewrite is_bracket in E. destruct (s =? "("); [|discriminate].
        destruct (formula n 0 ts) as [[f [|[[u|u|u|z|z|c|u] o2] r]]|] eqn:G; try discriminate. rewrite is_end_bracket in E.
        destruct (u =? ")"); [|discriminate]. injection E as <- <-. destruct (H _ _ _ _ G A) as [P R].
        apply Forall_cons_iff in R as [_ R]. now split.
  - intros level f ts F rest E P A.
    assert (G : Some (f, ts) = Some (F, rest) -> printable F = true /\ valid rest) by (intro G; injection G as <- <-; now split).
    destruct ts as [|[[s|s|s|z|z|c|s] o] ts]; try exact (G E). rewrite more_formulas_sign in E.
    destruct (connective level s) as [op|] eqn:C; [|exact (G E)]. apply Forall_cons_iff in A as [_ A].
    destruct (formula n (S level) ts) as [[g r]|] eqn:K; [|discriminate]. destruct (H _ _ _ _ K A) as [Q R].
    apply (M _ _ _ _ _ E); [|exact R]. exact (connective_printable _ _ _ _ _ C P Q).
Qed.
End Reading.

(** * The theorems *)
Lemma integers_lexed system : forall ts, all_integers system ts = true -> all_lexed false ts -> all_lexed true ts.
Proof.
  induction ts as [|[t o] ts IH]; intros I A; [constructor|].
  assert (G : forallb (fun t => (snd t =? system) &&
      match fst t with TWord _ | TCall _ => false | TSign c => negb (c =? "[") | _ => true end) ((t, o) :: ts) = true ->
        all_lexed true ((t, o) :: ts)).
  { intro F. apply Forall_forall. intros p K. rewrite forallb_forall in F. rewrite Forall_forall in A. specialize (F p K).
    specialize (A p K).
    apply andb_true_iff in F as [_ F]. destruct (fst p); try exact A; try discriminate F. exact F. }
  destruct t as [s|s|s|z|z|c|s]; [exact (G I)..|].
  change ((match s with "(" => all_integers system ts | _ => forallb (fun t => (snd t =? system) &&
      match fst t with TWord _ | TCall _ => false | TSign c => negb (c =? "[") | _ => true end) ((TSign s, o) :: ts) end) = true) in I.
  rewrite is_bracket in I. destruct (String.eqb_spec s "(") as [->|_]; [|exact (G I)]. apply Forall_cons_iff in A as [_ A].
  constructor; [reflexivity|now apply IH].
Qed.
(* Are the numbers of these tokens integers? *)
Definition of_integers (has_negatives : string -> bool) (ts : tokens) : bool :=
  match systems_of false ts with s :: _ => has_negatives s | [] => false end.
Theorem read_printable has_negatives macros text F ts named :
  read_formula has_negatives macros text = Some (F, ts, named) -> printable (of_integers has_negatives ts) F = true.
Proof.
  unfold read_formula, of_integers. destruct (tokens_of macros text) as [[l n]|] eqn:T; [|discriminate]. apply tokens_lexed in T.
  cbv zeta. set (integers := match systems_of false l with s :: _ => has_negatives s | [] => false end).
  destruct (formula integers (12 * length l + 20) 0 l) as [[f [|t r]]|] eqn:E; try discriminate.
  destruct (negb integers || _) eqn:S; [|discriminate]. intro H. injection H as <- <- <-. fold integers.
  apply (formulas_good _ _) in E; [tauto|]. destruct integers eqn:I; [|exact T]. unfold integers in I. cbn [negb orb] in S.
  destruct (systems_of false l) as [|s k]; [discriminate|]. apply andb_true_iff in S as [_ S]. exact (integers_lexed _ _ S T).
Qed.
(* Whatever was read is read again after it was printed, in any system with the same kind of numbers. *)
Corollary read_again has_negatives macros macros' text F ts named system :
  read_formula has_negatives macros text = Some (F, ts, named) ->
  is_full system = true -> has_negatives system = of_integers has_negatives ts ->
  read_formula has_negatives macros' (print system F) = Some (F, formula_tokens system F, [system]).
Proof. intros R S N. apply read_printed; [exact S|]. rewrite N. exact (read_printable _ _ _ _ _ _ R). Qed.
