(* What is printed is read as the tree that it was printed from: first from tokens, then from characters. *)
Require Import ZArith Ascii String List Lia Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar Printer.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(** * Terms from tokens *)
Section Tokens.
Variables (integers : bool) (system : string).
Notation sign := (a_sign system).
Notation term := (term integers).
Notation more_terms := (more_terms integers).
Notation indexed := (indexed integers).
Notation formula := (formula integers).
Notation more_formulas := (more_formulas integers).
Notation term_tokens := (term_tokens system).
Notation formula_tokens := (formula_tokens system).

(* No term goes on with what follows. *)
Definition unindexed (ts : tokens) : Prop := match ts with (TSign s, _) :: _ => (s =? "[") = false | _ => True end.
Definition stops (ts : tokens) : Prop := match ts with (TSign s, _) :: _ => joins 0 s = false /\ joins 1 s = false | _ => True end.

Lemma bracketed_app ts rest : bracketed system ts ++ rest = sign "(" :: ts ++ sign ")" :: rest.
Proof. unfold bracketed. cbn [app]. now rewrite <- app_assoc. Qed.
Lemma joined_app s a b rest : joined system s a b ++ rest = sign "(" :: a ++ sign s :: b ++ sign ")" :: rest.
Proof. unfold joined. rewrite bracketed_app, <- app_assoc. reflexivity. Qed.
Lemma bracketed_length ts : length (bracketed system ts) = length ts + 2.
Proof. unfold bracketed. cbn [length]. rewrite app_length. cbn [length]. lia. Qed.
Lemma joined_length s a b : length (joined system s a b) = length a + length b + 3.
Proof. unfold joined. rewrite bracketed_length, app_length. cbn [length]. lia. Qed.

(* One step of the reader at each level. *)
Lemma term_sum n ts : term (S n) 0 ts = match term n 1 ts with Some (a, ts) => more_terms n 0 a ts | None => None end.
Proof. reflexivity. Qed.
Lemma term_product n ts : term (S n) 1 ts = match term n 2 ts with Some (a, ts) => more_terms n 1 a ts | None => None end.
Proof. reflexivity. Qed.
Lemma term_bracket n ts : term (S n) 2 (sign "(" :: ts) =
  match term n 0 ts with Some (a, (TSign c, _) :: ts) => if c =? ")" then Some (a, ts) else None | _ => None end.
Proof. reflexivity. Qed.
Lemma more_terms_sign n level a s o ts : more_terms (S n) level a ((TSign s, o) :: ts) =
  if joins level s
  then match term n (S level) ts with
    | Some (b, ts) => match combined s a b with Some c => more_terms n level c ts | None => None end
    | None => None
    end
  else Some (a, (TSign s, o) :: ts).
Proof. reflexivity. Qed.
Lemma more_terms_join n level a s ts : joins level s = true -> more_terms (S n) level a (sign s :: ts) =
  match term n (S level) ts with
  | Some (b, ts) => match combined s a b with Some c => more_terms n level c ts | None => None end
  | None => None
  end.
Proof. intro J. unfold a_sign. now rewrite more_terms_sign, J. Qed.
Lemma term_stays n level a s ts : joins level s = false -> more_terms (S n) level a (sign s :: ts) = Some (a, sign s :: ts).
Proof. intro J. unfold a_sign. now rewrite more_terms_sign, J. Qed.
Lemma more_terms_stop n level a rest : stops rest -> level <= 1 -> more_terms (S n) level a rest = Some (a, rest).
Proof.
  intros H L. destruct rest as [|[[s|s|s|c|c|c|s] o] rest]; try reflexivity. destruct H as [H0 H1]. rewrite more_terms_sign.
  destruct level as [|[|level]]; [now rewrite H0|now rewrite H1|lia].
Qed.

Definition term_read (t : expr) : Prop := forall n rest, 12 * length (term_tokens t) <= n -> unindexed rest ->
  term n 2 (term_tokens t ++ rest) = Some (t, rest).
Lemma product_read t n rest : term_read t -> 12 * length (term_tokens t) + 2 <= n -> unindexed rest -> stops rest ->
  term n 1 (term_tokens t ++ rest) = Some (t, rest).
Proof.
  intros R L U H. destruct n as [|n]; [lia|]. rewrite term_product, R; [|lia|assumption].
  destruct n as [|n]; [lia|]. apply more_terms_stop; [assumption|lia].
Qed.
Lemma whole_term t n rest : term_read t -> 12 * length (term_tokens t) + 3 <= n -> unindexed rest -> stops rest ->
  term n 0 (term_tokens t ++ rest) = Some (t, rest).
Proof.
  intros R L U H. destruct n as [|n]; [lia|]. rewrite term_sum, product_read; [|assumption|lia|assumption|assumption].
  destruct n as [|n]; [lia|]. apply more_terms_stop; [assumption|lia].
Qed.

Lemma joined_read s a b c : In s ["+"; "-"; "*"; "/"] -> term_read a -> term_read b -> combined s a b = Some c ->
  forall n rest, 12 * length (joined system s (term_tokens a) (term_tokens b)) <= n ->
  term n 2 (joined system s (term_tokens a) (term_tokens b) ++ rest) = Some (c, rest).
Proof.
  intros I A B C n rest L. rewrite joined_length in L. rewrite joined_app. destruct n as [|n]; [lia|].
  assert (U : (s =? "[") = false) by (cbn in I; intuition (subst; reflexivity)).
  assert (Z : forall n level, 1 <= n -> level <= 1 -> more_terms n level c (sign ")" :: rest) = Some (c, sign ")" :: rest)).
  { intros m level M W. destruct m; [lia|]. apply more_terms_stop; [split; reflexivity|assumption]. }
  assert (W : term n 0 (term_tokens a ++ sign s :: term_tokens b ++ sign ")" :: rest) = Some (c, sign ")" :: rest)).
  { assert (D : joins 0 s = true /\ joins 1 s = false \/ joins 1 s = true) by (cbn in I; intuition (subst; auto)).
    destruct n as [|n]; [lia|]. rewrite term_sum. destruct n as [|n]; [lia|]. rewrite term_product, A; [|lia|exact U].
    destruct D as [[J0 J1]|J1].
    - destruct n as [|n]; [lia|]. rewrite term_stays by assumption. rewrite more_terms_join by assumption.
      rewrite product_read; [|assumption|lia|reflexivity|split; reflexivity]. rewrite C. apply Z; lia.
    - destruct n as [|n]; [lia|]. rewrite more_terms_join by assumption. rewrite B; [|lia|reflexivity].
      rewrite C, Z by lia. apply Z; lia. }
  rewrite term_bracket, W. reflexivity.
Qed.

Lemma number_read c : fits integers c = true -> forall n rest, 12 * length (number_tokens system c) <= n ->
  term n 2 (number_tokens system c ++ rest) = Some (Number c, rest).
Proof.
  unfold fits, number_tokens. rewrite andb_true_iff, orb_true_iff, Z.leb_le. intros [F _] n rest L.
  destruct n as [|n]; [destruct (c <? 0)%Z; cbn in L; lia|]. destruct (Z.ltb_spec c 0).
  - destruct F as [->|]; [|lia]. change (Some (Number (- - c), rest) = Some (Number c, rest)). now rewrite Z.opp_involutive.
  - reflexivity.
Qed.

(* An index in brackets is the last one. *)
Lemma last_index (rest : tokens) {T} (x y : T) : unindexed rest -> match rest with (TSign "[", _) :: _ => x | _ => y end = y.
Proof.
  intro U. destruct rest as [|[[s|s|s|c|c|c|s] o] rest]; try reflexivity. cbn in U.
  destruct s as [|[[] [] [] [] [] [] [] []] [|c s]]; try reflexivity. discriminate U.
Qed.
Lemma indexed_name n W x rest : indexed (S n) W (sign "[" :: variable system x :: sign "]" :: rest) =
  match rest with
  | (TSign "[", _) :: _ =>
      match indexed n (W ++ "[" ++ x ++ "]")%string rest with
      | Some (Indexed V i, ts) => if twice V then None else Some (Indexed V i, ts)
      | _ => None
      end
  | _ => match term n 0 (variable system x :: sign "]" :: rest) with
      | Some (i, (TSign c, _) :: ts) => match ts with
          | (TSign "[", _) :: _ => None
          | _ => if c =? "]" then Some (Indexed W i, ts) else None
          end
      | _ => None
      end
  end.
Proof. reflexivity. Qed.
Lemma indexed_in W n i rest : unindexed rest -> indexed (S n) W (sign "[" :: term_tokens i ++ sign "]" :: rest) =
  match term n 0 (term_tokens i ++ sign "]" :: rest) with
  | Some (i, (TSign c, _) :: ts) => match ts with (TSign "[", _) :: _ => None | _ => if c =? "]" then Some (Indexed W i, ts) else None end
  | _ => None
  end.
Proof.
  intro U. destruct i as [c|c|x|a b|a b|c a|a d|V i]; try reflexivity.
  - cbn [Printer.term_tokens]. unfold number_tokens. destruct (c <? 0)%Z; reflexivity.
  - cbn [Printer.term_tokens app]. rewrite indexed_name. exact (last_index rest _ _ U).
  - cbn [Printer.term_tokens]. unfold word_tokens. destruct (word_parts V) as [w [f|]], (is_variable w); reflexivity.
Qed.
Lemma index_read W n i rest : term_read i -> unindexed rest -> 12 * length (term_tokens i) + 4 <= n ->
  indexed n W (sign "[" :: term_tokens i ++ sign "]" :: rest) = Some (Indexed W i, rest).
Proof.
  intros R U L. destruct n as [|n]; [lia|]. rewrite indexed_in by assumption.
  rewrite whole_term; [|assumption|lia|reflexivity|split; reflexivity]. unfold a_sign. now rewrite (last_index rest _ _ U).
Qed.
Lemma word_read W i : is_word W = true -> term_read i -> forall n rest,
  12 * length (word_tokens system W ++ sign "[" :: term_tokens i ++ [sign "]"]) <= n -> unindexed rest ->
  term n 2 ((word_tokens system W ++ sign "[" :: term_tokens i ++ [sign "]"]) ++ rest) = Some (Indexed W i, rest).
Proof.
  intros V R n rest L U. rewrite app_length in L. cbn [length] in L. rewrite app_length in L.
  rewrite <- app_assoc. cbn [app]. rewrite <- app_assoc. cbn [app].
  assert (B : forall w ts, term n 2 ((if is_variable w then TName w else TWord w, system) :: sign "[" :: ts) =
    indexed (pred n) w (sign "[" :: ts)).
  { intros w ts. destruct n as [|n]; [cbn in L; lia|]. now destruct (is_variable w). }
  unfold is_word in V. unfold word_tokens in *. destruct (word_parts W) as [w [f|]]; cbn [app length] in *.
  - apply andb_true_iff in V as [V T]. apply andb_true_iff in V as [V E]. apply String.eqb_eq in E.
    rewrite B. destruct n as [|[|n]]; [lia..|]. cbn [pred]. rewrite indexed_name. unfold a_sign at 1.
    rewrite <- E. rewrite index_read; [|assumption|assumption|lia]. apply negb_true_iff in T. now rewrite T.
  - apply andb_true_iff in V as [_ E]. apply String.eqb_eq in E. subst w. rewrite B. apply index_read; [assumption|assumption|lia].
Qed.

Theorem term_is_read t : printable_term integers t = true -> term_read t.
Proof.
  induction t as [c|c|x|a IHa b IHb|a IHa b IHb|c a IHa|a IHa d|W i IHi]; cbn [printable_term]; intro P.
  - intros n rest L _. now apply number_read.
  - intros n rest L _. destruct n; [cbn in L; lia|reflexivity].
  - intros n rest L U. destruct n; [cbn in L; lia|]. destruct rest as [|[[s|s|s|c|c|c|s] o] rest]; try reflexivity.
    cbn in U |- *. now rewrite U.
  - apply andb_true_iff in P as [A B]. intros n rest L _. apply (joined_read "+" a b); cbn; auto.
  - apply andb_true_iff in P as [A B]. intros n rest L _. apply (joined_read "-" a b); cbn; auto.
  - apply andb_true_iff in P as [C A]. intros n rest L _. apply (joined_read "*" (Number c) a); cbn; auto.
    intros m r M _. now apply number_read.
  - apply andb_true_iff in P as [P Z]. apply andb_true_iff in P as [A D]. intros n rest L _.
    apply (joined_read "/" a (Number d)); [cbn; auto|auto| |cbn|assumption].
    + intros m r M _. now apply number_read.
    + apply negb_true_iff in Z. now rewrite Z.
  - apply andb_true_iff in P as [P I]. apply andb_true_iff in P as [_ W']. intros n rest L U. apply word_read; auto.
Qed.
End Tokens.

(** * Formulas from tokens *)
Section Formulas.
Variables (integers : bool) (system : string).
Notation sign := (a_sign system).
Notation term := (term integers).
Notation comparison := (comparison integers).
Notation formula := (formula integers).
Notation more_formulas := (more_formulas integers).
Notation term_tokens := (term_tokens system).
Notation formula_tokens := (formula_tokens system).
Notation bracketed := (bracketed system).
Notation joined := (joined system).

(* One step of the reader. *)
Lemma formula_level n level ts : level <= 2 -> formula (S n) level ts =
  match formula n (S level) ts with Some (f, ts) => more_formulas n level f ts | None => None end.
Proof. intro L. destruct level as [|[|[|level]]]; [reflexivity..|lia]. Qed.
Lemma more_formulas_sign n level f s o ts : more_formulas (S n) level f ((TSign s, o) :: ts) =
  match connective level s with
  | Some op => match formula n (S level) ts with Some (g, ts) => more_formulas n level (op f g) ts | None => None end
  | None => Some (f, (TSign s, o) :: ts)
  end.
Proof. reflexivity. Qed.
Lemma more_formulas_join n level f s op ts : connective level s = Some op -> more_formulas (S n) level f (sign s :: ts) =
  match formula n (S level) ts with Some (g, ts) => more_formulas n level (op f g) ts | None => None end.
Proof. intro C. unfold a_sign. now rewrite more_formulas_sign, C. Qed.
Lemma more_formulas_stay n level f s ts : 1 <= n -> connective level s = None ->
  more_formulas n level f (sign s :: ts) = Some (f, sign s :: ts).
Proof. intros L C. destruct n; [lia|]. unfold a_sign. now rewrite more_formulas_sign, C. Qed.
Lemma formula_bracket n ts : formula (S n) 3 (sign "(" :: ts) =
  match comparison n (sign "(" :: ts) with
  | Some found => Some found
  | None => match formula n 0 ts with Some (f, (TSign ")", _) :: ts) => Some (f, ts) | _ => None end
  end.
Proof. reflexivity. Qed.
Lemma formula_negation n ts : formula (S n) 3 (sign "~" :: ts) =
  match formula n 3 ts with Some (f, ts) => Some (Negation f, ts) | None => None end.
Proof. reflexivity. Qed.
Lemma formula_quantifier n c x ts : formula (S n) 3 ((TQuantifier c, system) :: variable system x :: ts) =
  match listed n (variable system x :: ts) with
  | Some (xs, ts) => match formula n 0 ts with
      | Some (f, ts) => if distinct_names xs then option_map (fun f => (f, ts)) (quantified c xs f) else None
      | None => None
      end
  | None => None
  end.
Proof. reflexivity. Qed.
Lemma formula_count n s k ts : In s [">="; "<="] -> formula (S n) 3 ((TQuantifier "E", system) :: sign s :: (TNumber k, system) :: ts) =
  match listed n ts with
  | Some (xs, ts) => match formula n 0 ts with
      | Some (f, ts) => if distinct_names xs
          then if Z.leb k most_counted then Some (counted s (Z.to_nat k) xs f, ts) else None
          else None
      | None => None
      end
  | None => None
  end.
Proof. intros [<-|[<-|[]]]; reflexivity. Qed.

(* Tokens that are read as a formula, and not as a term; and those that are if a bracket is around them. *)
Definition reads (ts : tokens) (f : sentence) : Prop := forall n rest, 12 * length ts <= n ->
  formula n 3 (ts ++ rest) = Some (f, rest) /\ forall level, term n level (ts ++ rest) = None.
Definition reads_inside (ts : tokens) (f : sentence) : Prop := forall n rest, 12 * length ts + 12 <= n ->
  formula n 0 (ts ++ sign ")" :: rest) = Some (f, sign ")" :: rest) /\
  match term n 0 (ts ++ sign ")" :: rest) with Some (_, (TSign c, _) :: _) => (c =? ")") = false | _ => True end.

Lemma no_term n ts : (forall m, n <= m -> term m 2 ts = None) -> forall m level, n + 2 <= m -> term m level ts = None.
Proof.
  intros H m level L. destruct m as [|m]; [lia|]. destruct level as [|[|level]].
  - rewrite term_sum. destruct m as [|m]; [lia|]. now rewrite term_product, H by lia.
  - now rewrite term_product, H by lia.
  - exact (H (S m) ltac:(lia)).
Qed.
Lemma no_comparison n ts : term n 0 ts = None -> comparison n ts = None.
Proof. intro H. unfold Grammar.comparison. now rewrite H. Qed.
Lemma bracketed_reads ts f : reads_inside ts f -> reads (bracketed ts) f.
Proof.
  intros R n rest L. rewrite bracketed_length in L. rewrite bracketed_app.
  assert (N : forall m level, 12 * length ts + 15 <= m -> term m level (sign "(" :: ts ++ sign ")" :: rest) = None).
  { intros m level M. apply (no_term (12 * length ts + 13)); [|lia]. clear m level M. intros m M. destruct m as [|m]; [lia|].
    rewrite term_bracket. destruct (R m rest) as [_ T]; [lia|].
    destruct (term m 0 _) as [[a [|[[c|s|s|c|c|c|s] o] r]]|]; try reflexivity. now rewrite T. }
  split; [|intro level; apply N; lia]. destruct n as [|n]; [lia|]. rewrite formula_bracket, no_comparison by (apply N; lia).
  destruct (R n rest) as [F _]; [lia|]. now rewrite F.
Qed.

(* At every level a formula ends where a sign does not join it. *)
Lemma reads_at ts f : reads ts f -> forall s n level rest, level <= 2 -> (forall l, level <= l -> l <= 2 -> connective l s = None) ->
  12 * length ts + 4 <= n -> formula n level (ts ++ sign s :: rest) = Some (f, sign s :: rest).
Proof.
  intros R s.
  assert (H : forall d n level rest, d + level = 2 -> (forall l, level <= l -> l <= 2 -> connective l s = None) ->
    12 * length ts + d + 2 <= n -> formula n level (ts ++ sign s :: rest) = Some (f, sign s :: rest)).
  { induction d as [|d IH]; intros n level rest E C L; (destruct n as [|n]; [lia|]); rewrite formula_level by lia.
    - replace level with 2 by lia. destruct (R n (sign s :: rest)) as [F _]; [lia|]. rewrite F.
      apply more_formulas_stay; [lia|apply C; lia].
    - rewrite IH; [|lia| |lia]; [apply more_formulas_stay; [lia|apply C; lia]|]. intros l A B. apply C; lia. }
  intros n level rest W C L. apply (H (2 - level)); [lia|assumption|lia].
Qed.
Lemma reads_whole ts f : reads ts f -> forall n rest, 12 * length ts + 4 <= n ->
  formula n 0 (ts ++ sign ")" :: rest) = Some (f, sign ")" :: rest).
Proof. intros R n rest L. apply reads_at; [assumption|lia| |assumption]. intros [|[|l]] _ _; reflexivity. Qed.
(* What is read at level 3 in front of a bracket. *)
Lemma reads_up n ts f rest : formula n 3 ts = Some (f, sign ")" :: rest) -> 1 <= n ->
  formula (S (S (S n))) 0 ts = Some (f, sign ")" :: rest).
Proof.
  intros F L. do 3 rewrite formula_level by lia. rewrite F.
  do 3 (rewrite more_formulas_stay; [|lia|reflexivity]). reflexivity.
Qed.

Lemma joined_inside s level op : level <= 2 -> connective level s = Some op -> (forall l, level < l -> l <= 2 -> connective l s = None) ->
  forall a b f g, reads a f -> reads b g -> reads_inside (a ++ sign s :: b) (op f g).
Proof.
  intros W C H a b f g A B n rest L. rewrite app_length in L. cbn [length] in L. rewrite <- app_assoc. cbn [app]. split.
  - assert (K : forall d n l, d + l = level -> 12 * length a + 12 * length b + 12 + d <= n ->
      formula n l (a ++ sign s :: b ++ sign ")" :: rest) = Some (op f g, sign ")" :: rest)).
    { clear n L. induction d as [|d IH]; intros n l E L; (destruct n as [|n]; [lia|]); rewrite formula_level by lia.
      - replace l with level by lia.
        assert (X : formula n (S level) (a ++ sign s :: b ++ sign ")" :: rest) = Some (f, sign s :: b ++ sign ")" :: rest)).
        { destruct (Nat.eq_dec level 2) as [->|N]; [apply A; lia|]. apply reads_at; [assumption|lia| |lia].
          intros k K1 K2. apply H; lia. }
        rewrite X. destruct n as [|n]; [lia|]. rewrite (more_formulas_join n level f s op) by assumption.
        assert (Y : formula n (S level) (b ++ sign ")" :: rest) = Some (g, sign ")" :: rest)).
        { destruct (Nat.eq_dec level 2) as [->|N]; [apply B; lia|]. apply reads_at; [assumption|lia| |lia].
          intros [|[|k]] _ _; reflexivity. }
        rewrite Y. apply more_formulas_stay; [lia|]. destruct level as [|[|k]]; reflexivity.
      - rewrite (IH n (S l)) by lia. apply more_formulas_stay; [lia|]. destruct l as [|[|k]]; reflexivity. }
    apply (K level); lia.
  - destruct (A n (sign s :: b ++ sign ")" :: rest)) as [_ T]; [lia|]. now rewrite T.
Qed.

(** ** Comparisons *)
Lemma term_begins t n X : formula (S n) 3 (term_tokens t ++ X) =
  match comparison n (term_tokens t ++ X) with
  | Some found => Some found
  | None => match term_tokens t ++ X with
      | (TSign "(", _) :: ts => match formula n 0 ts with Some (f, (TSign ")", _) :: ts) => Some (f, ts) | _ => None end
      | _ => None
      end
  end.
Proof.
  destruct t as [c|c|x|a b|a b|c a|a d|W i]; try reflexivity; cbn [Printer.term_tokens].
  - unfold number_tokens. destruct (c <? 0)%Z; reflexivity.
  - unfold word_tokens. destruct (word_parts W) as [w [f|]], (is_variable w); reflexivity.
Qed.
Lemma comparison_inside r a b : term_read integers system a -> term_read integers system b ->
  integers || natural_parts a && natural_parts b = true ->
  reads_inside (term_tokens a ++ sign (sign_of r) :: term_tokens b) (Relates r a b).
Proof.
  intros A B N n rest L. rewrite app_length in L. cbn [length] in L. rewrite <- app_assoc. cbn [app].
  assert (T : forall n, 12 * length (term_tokens a) + 3 <= n ->
    term n 0 (term_tokens a ++ sign (sign_of r) :: term_tokens b ++ sign ")" :: rest) =
    Some (a, sign (sign_of r) :: term_tokens b ++ sign ")" :: rest)).
  { intros m M. apply whole_term; [assumption|lia| |]; destruct r; repeat split. }
  split.
  - do 4 (destruct n as [|n]; [lia|]). apply reads_up; [|lia]. rewrite term_begins. unfold Grammar.comparison.
    rewrite T by lia. unfold a_sign at 1. rewrite whole_term; [|assumption|lia|reflexivity|split; reflexivity].
    rewrite N. destruct r; reflexivity.
  - rewrite T by lia. destruct r; reflexivity.
Qed.

(** ** Names, quantifiers, calls *)
Lemma formula_begins F : exists t ts, formula_tokens F = (t, system) :: ts /\
  match t with TCall _ => True | TSign s => s = "(" \/ s = "~" | _ => False end.
Proof.
  destruct F as [r a b|f ts|f|f g|f g|f g|f g|x f|x f|k xs f|x f]; try (eexists _, _; split; [reflexivity|cbn; auto]; fail).
  destruct f as [| | | | | | | | |k xs f|]; try (eexists _, _; split; [reflexivity|cbn; auto]; fail).
  cbn [Printer.formula_tokens]. destruct (one_more k); eexists _, _; (split; [reflexivity|cbn; auto]).
Qed.
Lemma listed_read xs : xs <> [] -> forall F n rest, length xs <= n ->
  listed n (separated system (map (fun x => [variable system x]) xs) ++ formula_tokens F ++ rest) = Some (xs, formula_tokens F ++ rest).
Proof.
  intros X F. destruct (formula_begins F) as (t & ts & E & B). rewrite E. clear E.
  induction xs as [|x [|y xs] IH]; [congruence| |]; intros n rest L; (destruct n as [|n]; [cbn in L; lia|]).
  - destruct t as [s|s|s|c|c|c|s]; try destruct B; subst; reflexivity.
  - cbn [map separated app] in *. unfold variable at 1, a_sign at 1. cbn [listed]. rewrite IH; [reflexivity|discriminate|cbn in *; lia].
Qed.
Lemma quantifier_no_term n level c ts : term n level ((TQuantifier c, system) :: ts) = None.
Proof. destruct n as [|[|[|n]]], level as [|[|level]]; reflexivity. Qed.
Lemma quantifier_inside c x F F' : reads (formula_tokens F) F -> quantified c [x] F = Some F' ->
  reads_inside ((TQuantifier c, system) :: variable system x :: formula_tokens F) F'.
Proof.
  intros R Q n rest L. cbn [length] in L. cbn [app]. split; [|now rewrite quantifier_no_term].
  do 4 (destruct n as [|n]; [lia|]). apply reads_up; [|lia]. rewrite formula_quantifier.
  change (variable system x :: formula_tokens F ++ sign ")" :: rest) with
    (separated system (map (fun x => [variable system x]) [x]) ++ formula_tokens F ++ sign ")" :: rest).
  rewrite listed_read; [|discriminate|cbn; lia]. rewrite (reads_whole _ _ R) by lia. cbn [distinct_names existsb negb andb].
  now rewrite Q.
Qed.
Lemma names_length xs : length xs <= length (separated system (map (fun x => [variable system x]) xs)).
Proof. induction xs as [|x [|y xs] IH]; [cbn; lia..|]. cbn [map separated app length] in *. lia. Qed.
Lemma count_inside s k xs F : In s [">="; "<="] -> reads (formula_tokens F) F -> xs <> [] -> distinct_names xs = true ->
  (k <= most_counted)%Z ->
  reads_inside ((TQuantifier "E", system) :: sign s :: (TNumber k, system) ::
    separated system (map (fun x => [variable system x]) xs) ++ formula_tokens F) (counted s (Z.to_nat k) xs F).
Proof.
  intros I R X D K n rest L. cbn [length] in L. rewrite app_length in L. cbn [app]. split; [|now rewrite quantifier_no_term].
  pose proof (names_length xs). do 4 (destruct n as [|n]; [lia|]). apply reads_up; [|lia]. rewrite formula_count by assumption.
  rewrite <- app_assoc, listed_read; [|assumption|lia]. rewrite (reads_whole _ _ R) by lia.
  rewrite D. apply Z.leb_le in K. now rewrite K.
Qed.

Lemma terms_read l : l <> [] -> Forall (term_read integers system) l ->
  forall n rest, 12 * length (separated system (map term_tokens l)) + 4 <= n ->
  terms integers n (separated system (map term_tokens l) ++ sign ")" :: rest) = Some (l, sign ")" :: rest).
Proof.
  intros N A. induction A as [|a [|b l] A _ IH]; [congruence| |]; intros n rest L;
    (destruct n as [|n]; [lia|]); cbn [map separated terms] in *.
  - rewrite whole_term; [reflexivity|assumption|lia|reflexivity|split; reflexivity].
  - rewrite app_length in L. cbn [length] in L. rewrite <- app_assoc. cbn [app].
    rewrite whole_term; [|assumption|lia|reflexivity|split; reflexivity]. unfold a_sign at 1. rewrite IH; [reflexivity|discriminate|lia].
Qed.
Lemma call_begins f n a l X : formula (S n) 3 ((TCall f, system) :: sign "(" :: separated system (map term_tokens (a :: l)) ++ X) =
  match terms integers n (separated system (map term_tokens (a :: l)) ++ X) with
  | Some (l, (TSign ")", _) :: ts) => Some (Call f l, ts)
  | _ => None
  end.
Proof.
  assert (B : exists Y, separated system (map term_tokens (a :: l)) ++ X = term_tokens a ++ Y).
  { destruct l as [|b l]; [now exists X|]. cbn [map separated]. rewrite <- app_assoc. now eexists. }
  destruct B as [Y ->]. destruct a as [c|c|x|a b|a b|c a|a d|W i]; try reflexivity; cbn [Printer.term_tokens].
  - unfold number_tokens. destruct (c <? 0)%Z; reflexivity.
  - unfold word_tokens. destruct (word_parts W) as [w [g|]], (is_variable w); reflexivity.
Qed.
Lemma call_reads f l : Forall (term_read integers system) l -> reads (formula_tokens (Call f l)) (Call f l).
Proof.
  intros A n rest L. cbn [Printer.formula_tokens app length] in *. rewrite bracketed_length in L. rewrite bracketed_app.
  split; [|intro level; destruct n as [|[|[|n]]], level as [|[|level]]; reflexivity].
  destruct n as [|n]; [lia|]. destruct l as [|a l]; [reflexivity|].
  rewrite call_begins, terms_read; [reflexivity|discriminate|assumption|lia].
Qed.
Lemma negation_reads F : reads (formula_tokens F) F -> reads (sign "~" :: formula_tokens F) (Negation F).
Proof.
  intros R n rest L. cbn [length app] in *. destruct n as [|n]; [lia|]. split.
  - rewrite formula_negation. destruct (R n rest) as [E _]; [lia|]. now rewrite E.
  - intro level. apply (no_term 1); [|lia]. intros m M. destruct m as [|m]; [lia|].
    destruct (formula_begins F) as (t & ts & -> & B). cbn [app]. destruct integers, t; try destruct B; reflexivity.
Qed.

Lemma all_read l : forallb (printable_term integers) l = true -> Forall (term_read integers system) l.
Proof.
  intro P. apply Forall_forall. intros t I. rewrite forallb_forall in P. now apply term_is_read, P.
Qed.
Lemma some_variables_distinct xs : some_variables xs = true -> xs <> [] /\ distinct_names xs = true.
Proof. destruct xs; [discriminate|]. cbn [some_variables]. rewrite andb_true_iff. split; [discriminate|tauto]. Qed.
Lemma counted_reads k xs F : printable integers (Count k xs F) = true -> reads (formula_tokens F) F ->
  reads (formula_tokens (Count k xs F)) (Count k xs F).
Proof.
  intros P R. cbn [printable] in P. apply andb_true_iff in P as [P _]. apply andb_true_iff in P as [K V].
  apply Z.leb_le in K. apply some_variables_distinct in V as [X D]. rewrite <- (Nat2Z.id k) at 2.
  apply bracketed_reads. apply (count_inside ">="); cbn; auto.
Qed.
Lemma one_more_reads k xs F : one_more k = true -> some_variables xs = true -> reads (formula_tokens F) F ->
  reads (count system "<=" most_counted xs (formula_tokens F)) (Negation (Count k xs F)).
Proof.
  intros K V R. apply some_variables_distinct in V as [X D]. unfold one_more in K. apply Z.eqb_eq in K.
  assert (0 <= most_counted)%Z by easy. replace k with (S (Z.to_nat most_counted)) by lia. apply bracketed_reads.
  apply (count_inside "<=" most_counted xs F); cbn [In]; auto; lia.
Qed.

(* Induction over formulas in which a negation of a count is a case of its own. *)
Lemma sentence_deep (P : sentence -> Prop) :
  (forall r a b, P (Relates r a b)) -> (forall f ts, P (Call f ts)) ->
  (forall f, P f -> (forall k xs g, f = Count k xs g -> P g) -> P (Negation f)) ->
  (forall f, P f -> forall g, P g -> P (Conjunction f g)) -> (forall f, P f -> forall g, P g -> P (Disjunction f g)) ->
  (forall f, P f -> forall g, P g -> P (Implication f g)) -> (forall f, P f -> forall g, P g -> P (Equivalence f g)) ->
  (forall x f, P f -> P (Exists_ x f)) -> (forall x f, P f -> P (Forall_ x f)) ->
  (forall k xs f, P f -> P (Count k xs f)) -> (forall x f, P f -> P (Often x f)) -> forall F, P F.
Proof.
  intros. assert (D : P F /\ forall k xs g, F = Count k xs g -> P g); [|tauto].
  induction F; (split; [|intros; try discriminate]); try match goal with E : _ = _ |- _ => injection E as <- <- <- end; intuition auto.
Qed.

(* A formula is read from its tokens. *)
Theorem formula_reads : forall F, printable integers F = true -> reads (formula_tokens F) F.
Proof.
  intro F. induction F as [r a b|f ts|f IHf IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IHf|x f IHf|k xs f IHf|x f IHf]
    using sentence_deep; intro P.
  - cbn [printable] in P. apply andb_true_iff in P as [P N]. apply andb_true_iff in P as [A B].
    apply bracketed_reads, comparison_inside; [now apply term_is_read..|assumption].
  - cbn [printable] in P. apply andb_true_iff in P as [_ P]. now apply call_reads, all_read.
  - destruct f as [r a b|f ts|f|f g|f g|f g|f g|x f|x f|k xs f|x f]; try exact (negation_reads _ (IHf P)).
    specialize (IHg k xs f eq_refl). cbn [Printer.formula_tokens printable] in *. apply andb_true_iff in P as [P Q].
    apply andb_true_iff in P as [K V].
    destruct (one_more k) eqn:O; [apply one_more_reads; auto|].
    apply (negation_reads (Count k xs f)), counted_reads; [|auto]. cbn [printable]. rewrite V, Q.
    unfold one_more in O. apply Z.eqb_neq in O. apply Z.leb_le in K. rewrite !andb_true_r. apply Z.leb_le. lia.
  - apply andb_true_iff in P as [A B]. apply bracketed_reads, (joined_inside "&" 2); auto. intros [|[|[|l]]]; lia.
  - apply andb_true_iff in P as [A B]. apply bracketed_reads, (joined_inside "|" 2); auto. intros [|[|[|l]]]; lia.
  - apply andb_true_iff in P as [A B]. apply bracketed_reads, (joined_inside "=>" 1); auto.
    intros [|[|[|l]]] H W; (lia || reflexivity).
  - apply andb_true_iff in P as [A B]. apply bracketed_reads, (joined_inside "<=>" 0); auto.
    intros [|[|[|l]]] H W; (lia || reflexivity).
  - apply andb_true_iff in P as [_ P]. now apply bracketed_reads, (quantifier_inside "E" x f); auto.
  - apply andb_true_iff in P as [_ P]. now apply bracketed_reads, (quantifier_inside "A" x f); auto.
  - apply counted_reads; [assumption|]. cbn [printable] in P. apply andb_true_iff in P as [_ P]. auto.
  - apply andb_true_iff in P as [_ P]. now apply bracketed_reads, (quantifier_inside "I" x f); auto.
Qed.
Corollary formula_is_read F n rest : printable integers F = true -> 12 * length (formula_tokens F) <= n ->
  formula n 3 (formula_tokens F ++ rest) = Some (F, rest).
Proof. intros P L. now apply formula_reads. Qed.
End Formulas.
