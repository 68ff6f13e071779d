(* Automata for regular expressions, by derivatives (Brzozowski 1964). The automaton is found by exploration and then compared with the
   derivatives, state by state, so that nothing is proved of how it was found. *)
Require Import ZArith String List Lia Bool PArith FMapPositive.
From Filbert Require Import System Automata Logic Rules Syntax Meaning.
Import ListNotations.

(** * Derivatives *)
Definition regex_dec (r s : regex) : {r = s} + {r <> s}.
Proof. decide equality. apply (list_eq_dec Nat.eq_dec). Defined.
Definition same_regex (r s : regex) : bool := if regex_dec r s then true else false.

(* Some order of expressions, by which alternatives are sorted. *)
Fixpoint order_digits (a b : list nat) : Datatypes.comparison :=
  match a, b with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | x :: a, y :: b => match Nat.compare x y with Eq => order_digits a b | c => c end
  end.
Fixpoint order (r s : regex) : Datatypes.comparison :=
  let tag r := match r with
    | Never => 0 | Empty => 1 | Digits _ => 2 | Alternative _ _ => 3 | Both _ _ => 4 | Sequence _ _ => 5 | Repeat _ => 6 end in
  match r, s with
  | Digits a, Digits b => order_digits a b
  | Alternative a b, Alternative c d | Both a b, Both c d | Sequence a b, Sequence c d => match order a c with Eq => order b d | o => o end
  | Repeat a, Repeat b => order a b
  | _, _ => Nat.compare (tag r) (tag s)
  end.

Fixpoint alternatives_of (r : regex) : list regex :=
  match r with Alternative r s => alternatives_of r ++ alternatives_of s | Never => [] | r => [r] end.
Fixpoint insert (r : regex) (l : list regex) : list regex :=
  match l with
  | [] => [r]
  | s :: l => if same_regex r s then s :: l else match order r s with Lt => r :: s :: l | _ => s :: insert r l end
  end.
Fixpoint one_of (l : list regex) : regex :=
  match l with [] => Never | [r] => r | r :: l => Alternative r (one_of l) end.
Definition union (rs : list regex) : regex := one_of (fold_right insert [] (flat_map alternatives_of rs)).
Fixpoint sequence (r s : regex) : regex :=
  match r, s with
  | Never, _ | _, Never => Never
  | Empty, s => s
  | r, Empty => r
  | Sequence r1 r2, s => Sequence r1 (sequence r2 s)
  | r, s => Sequence r s
  end.
Definition both (r s : regex) : regex :=
  match r, s with
  | Never, _ | _, Never => Never
  | r, s => if same_regex r s then r else Both r s
  end.

Fixpoint nullable (r : regex) : bool :=
  match r with
  | Never | Digits _ => false
  | Empty | Repeat _ => true
  | Alternative r s => nullable r || nullable s
  | Both r s | Sequence r s => nullable r && nullable s
  end.
Fixpoint derivative (a : list nat) (r : regex) : regex :=
  match r with
  | Never | Empty => Never
  | Digits b => if list_eq_dec Nat.eq_dec a b then Empty else Never
  | Alternative r s => union [derivative a r; derivative a s]
  | Both r s => both (derivative a r) (derivative a s)
  | Sequence r s =>
      let first := sequence (derivative a r) s in
      if nullable r then union [first; derivative a s] else first
  | Repeat r => sequence (derivative a r) (Repeat r)
  end.

Lemma same_regex_true r s : same_regex r s = true -> r = s.
Proof. unfold same_regex. now destruct (regex_dec r s). Qed.

Lemma matches_alternative r s w : matches (Alternative r s) w <-> matches r w \/ matches s w.
Proof. split; [intro H; inversion H; auto|intros [H|H]; [now apply matches_left|now apply matches_right]]. Qed.
Lemma matches_both_iff r s w : matches (Both r s) w <-> matches r w /\ matches s w.
Proof. split; [intro H; inversion H; auto|intros (H & H'); now apply matches_both]. Qed.
Lemma matches_sequence_iff r s w : matches (Sequence r s) w <-> exists u v, w = u ++ v /\ matches r u /\ matches s v.
Proof. split; [intro H; inversion H; eauto|intros (u & v & -> & H & H'); now apply matches_sequence]. Qed.
Lemma matches_never w : ~ matches Never w.
Proof. intro H. inversion H. Qed.
Lemma matches_empty_iff w : matches Empty w <-> w = [].
Proof. split; [intro H; now inversion H|intros ->; constructor]. Qed.

Lemma alternatives_of_matches r w : matches r w <-> exists s, In s (alternatives_of r) /\ matches s w.
Proof.
  induction r; try (cbn [alternatives_of]; split; [intro H; eexists; split; [now left|exact H]|intros (s & [<-|[]] & H); exact H]).
  - split; [intro H; now apply matches_never in H|intros (s & [] & _)].
  - rewrite matches_alternative, IHr1, IHr2. cbn [alternatives_of]. split.
    + intros [(s & I & H)|(s & I & H)]; exists s; auto using in_or_app.
    + intros (s & I & H). apply in_app_or in I as [I|I]; eauto.
Qed.
Lemma in_insert r l s : In s (insert r l) <-> s = r \/ In s l.
Proof.
  induction l as [|t l IH]; cbn [insert]; [simpl; intuition|].
  destruct (same_regex r t) eqn:E; [apply same_regex_true in E; subst; simpl; intuition|].
  destruct (order r t); simpl; rewrite ?IH; intuition.
Qed.
Lemma one_of_matches l w : matches (one_of l) w <-> exists r, In r l /\ matches r w.
Proof.
  induction l as [|r l IH]; [split; [intro H; now apply matches_never in H|intros (r & [] & _)]|].
  destruct l as [|s l]; [split; [intro H; exists r; simpl; auto|intros (t & [<-|[]] & H); exact H]|].
  change (one_of (r :: s :: l)) with (Alternative r (one_of (s :: l))). rewrite matches_alternative, IH. split.
  - intros [H|(t & I & H)]; [exists r; simpl; auto|exists t; split; [now right|exact H]].
  - intros (t & [<-|I] & H); [auto|right; eauto].
Qed.
Lemma union_matches rs w : matches (union rs) w <-> exists r, In r rs /\ matches r w.
Proof.
  unfold union. rewrite one_of_matches. assert (E : forall s, In s (fold_right insert [] (flat_map alternatives_of rs)) <-> In s (flat_map alternatives_of rs)).
  { intro s. induction (flat_map alternatives_of rs) as [|t l IH]; [reflexivity|]. cbn [fold_right]. rewrite in_insert, IH. simpl. intuition. }
  split.
  - intros (s & I & H). apply E, in_flat_map in I as (r & I & J). exists r. split; [exact I|]. apply alternatives_of_matches. eauto.
  - intros (r & I & H). apply alternatives_of_matches in H as (s & J & H). exists s. split; [|exact H]. apply E, in_flat_map. eauto.
Qed.
Lemma sequence_matches r s w : matches (sequence r s) w <-> exists u v, w = u ++ v /\ matches r u /\ matches s v.
Proof.
  revert s w. induction r; intros s w.
  1: { split; [destruct s; intro H; now apply matches_never in H|intros (u & v & _ & H & _); now apply matches_never in H]. }
  1: { assert (X : (exists u v, w = u ++ v /\ matches Empty u /\ matches s v) <-> matches s w).
       { split; [intros (u & v & -> & H & H'); apply matches_empty_iff in H as ->; exact H'|intro H; exists [], w; repeat split; [constructor|exact H]]. }
       rewrite X. destruct s; reflexivity. }
  4: { assert (X : (exists u v, w = u ++ v /\ matches (Sequence r1 r2) u /\ matches s v) <-> matches (Sequence r1 (sequence r2 s)) w).
       { rewrite matches_sequence_iff. split.
         - intros (u & v & -> & H & H'). apply matches_sequence_iff in H as (u1 & u2 & -> & H1 & H2). exists u1, (u2 ++ v).
           rewrite app_assoc. repeat split; auto. apply IHr2. eauto.
         - intros (u & v & -> & H & H'). apply IHr2 in H' as (v1 & v2 & -> & H1 & H2). exists (u ++ v1), v2. rewrite app_assoc.
           repeat split; auto. apply matches_sequence_iff. eauto. }
       rewrite X. destruct s; try reflexivity; cbn [sequence].
       - split; [intro H; now apply matches_never in H|]. intro H. apply matches_sequence_iff in H as (u & v & _ & _ & H).
         apply IHr2 in H as (u' & v' & _ & _ & H). now apply matches_never in H.
       - rewrite !matches_sequence_iff. split; intros (u & v & -> & H & H'); exists u, v; repeat split; auto.
         + apply IHr2. exists v, []. rewrite app_nil_r. repeat split; auto. constructor.
         + apply IHr2 in H' as (v1 & v2 & -> & H1 & H2). apply matches_empty_iff in H2 as ->. now rewrite app_nil_r. }
  all: destruct s; cbn [sequence]; try (rewrite matches_sequence_iff; reflexivity);
    try (split; [intro H; now apply matches_never in H|intros (u & v & _ & _ & H); now apply matches_never in H]);
    (split; [intro H; exists w, []; rewrite app_nil_r; repeat split; [exact H|constructor]
            |intros (u & v & -> & H & H'); apply matches_empty_iff in H' as ->; now rewrite app_nil_r]).
Qed.
Lemma both_matches r s w : matches (both r s) w <-> matches r w /\ matches s w.
Proof.
  assert (N : forall t, matches Never w <-> matches Never w /\ matches t w) by (intro t; split; [intro H; now apply matches_never in H|tauto]).
  assert (N' : forall t, matches Never w <-> matches t w /\ matches Never w) by (intro t; split; [intro H; now apply matches_never in H|tauto]).
  assert (G : forall r s, matches (if same_regex r s then r else Both r s) w <-> matches r w /\ matches s w).
  { intros a b. destruct (same_regex a b) eqn:E; [apply same_regex_true in E as ->; tauto|apply matches_both_iff]. }
  destruct r, s; try apply G; try apply N; apply N'.
Qed.

Lemma nullable_matches r : nullable r = true <-> matches r [].
Proof.
  induction r; cbn [nullable].
  - split; [discriminate|intro H; now apply matches_never in H].
  - split; [constructor|reflexivity].
  - split; [discriminate|intro H; inversion H].
  - rewrite orb_true_iff, matches_alternative. tauto.
  - rewrite andb_true_iff, matches_both_iff. tauto.
  - rewrite andb_true_iff, matches_sequence_iff, IHr1, IHr2. split; [intros (H & H'); exists [], []; auto|].
    intros (u & v & E & H & H'). symmetry in E. apply app_eq_nil in E as (-> & ->). auto.
  - split; [constructor|reflexivity].
Qed.
Lemma matches_repeat_cons r a w : matches (Repeat r) (a :: w) <-> exists u v, w = u ++ v /\ matches r (a :: u) /\ matches (Repeat r) v.
Proof.
  split.
  - intro H. remember (Repeat r) as R eqn:ER. remember (a :: w) as x eqn:EX. revert w EX. induction H; intros w0 EX; try discriminate.
    injection ER as ->. destruct v as [|b v]; [now apply IHmatches2|]. injection EX as -> <-. eauto.
  - intros (u & v & -> & H & H'). change (a :: u ++ v) with ((a :: u) ++ v). now apply matches_more.
Qed.
Lemma derivative_matches a r : forall w, matches (derivative a r) w <-> matches r (a :: w).
Proof.
  induction r; intro w; cbn [derivative].
  - split; intro H; now apply matches_never in H.
  - split; intro H; inversion H.
  - destruct (list_eq_dec Nat.eq_dec a a0) as [<-|N].
    + rewrite matches_empty_iff. split; [intros ->; constructor|intro H; now inversion H].
    + split; [intro H; now apply matches_never in H|intro H; inversion H; congruence].
  - rewrite union_matches, matches_alternative, <- IHr1, <- IHr2. simpl. split; [intros (r & [<-|[<-|[]]] & H); auto|intros [H|H]; eauto].
  - rewrite both_matches, matches_both_iff, IHr1, IHr2. tauto.
  - assert (X : matches (sequence (derivative a r1) r2) w <-> exists u v, w = u ++ v /\ matches r1 (a :: u) /\ matches r2 v).
    { rewrite sequence_matches. split; intros (u & v & E & H & H'); exists u, v; repeat split; auto; now apply IHr1. }
    rewrite matches_sequence_iff. destruct (nullable r1) eqn:E.
    + rewrite union_matches. simpl. apply nullable_matches in E. split.
      * intros (r & [<-|[<-|[]]] & H).
        -- apply X in H as (u & v & -> & H & H'). exists (a :: u), v. auto.
        -- exists [], (a :: w). repeat split; auto. now apply IHr2.
      * intros ([|b u] & v & Ew & H & H'); simpl in Ew.
        -- subst v. exists (derivative a r2). split; [auto|]. now apply IHr2.
        -- injection Ew as -> ->. exists (sequence (derivative b r1) r2). split; [auto|]. apply X. eauto.
    + rewrite X. split; [intros (u & v & -> & H & H'); exists (a :: u), v; auto|].
      intros ([|b u] & v & Ew & H & H'); simpl in Ew; [apply nullable_matches in H; congruence|]. injection Ew as -> ->. eauto.
  - rewrite sequence_matches, matches_repeat_cons. split; intros (u & v & E & H & H'); exists u, v; repeat split; auto; now apply IHr.
Qed.

(** * The automaton *)
(* The letters whose digits are at most these. *)
Fixpoint letters (tops : list nat) : list (list nat) :=
  match tops with [] => [[]] | top :: tops => flat_map (fun l => map (fun d => d :: l) (seq 0 (S top))) (letters tops) end.
Definition top_digit (s : system) : nat := fold_right Nat.max 0 (map fst s).
Definition zero_letter (k : nat) : list nat := repeat 0 k.

(* An expression and its derivatives by m zeros, and fewer. *)
Fixpoint first_zeros (k m : nat) (r : regex) : list regex :=
  match m with O => [r] | S m => r :: first_zeros k m (derivative (zero_letter k) r) end.
Definition closed_by_zero (k : nat) (rs : list regex) : bool :=
  forallb (fun r => existsb (same_regex (derivative (zero_letter k) r)) rs) rs.
Fixpoint zero_derivatives (k m : nat) (r : regex) (tries : nat) : list regex :=
  let rs := first_zeros k m r in
  match tries with O => rs | S tries => if closed_by_zero k rs then rs else zero_derivatives k (S m) r tries end.

(* Expressions with numbers of states. *)
Definition states := list (positive * regex).
Definition number (l : states) (r : regex) : option positive :=
  option_map fst (find (fun p => same_regex (snd p) r) l).
Fixpoint explore (ls : list (list nat)) (todo : list regex) (known : states) (fuel : nat) : states :=
  match fuel with
  | O => known
  | S fuel => match todo with
      | [] => known
      | r :: todo =>
          let new r (found : list regex * states) := match r, number (snd found) r with
            | Never, _ | _, Some _ => found
            | r, None => (r :: fst found, (match snd found with (q, _) :: _ => Pos.succ q | [] => 2%positive end, r) :: snd found)
            end in
          let found := fold_left (fun f a => new (derivative a r) f) ls ([], known) in
          explore ls (todo ++ rev (fst found)) (snd found) fuel
      end
  end.
Definition transitions (ls : list (list nat)) (l : states) (r : regex) : list (list nat * positive) :=
  flat_map (fun a => match number l (derivative a r) with Some q => [(a, q)] | None => [] end) ls.
(* State 1 is the start, where zeros lead back to; the others are those of `explore`. *)
Definition found_automaton (tops : list nat) (start : regex) (l : states) : dfa :=
  let ls := letters tops in
  let k := length tops in
  let rest := filter (fun a => if list_eq_dec Nat.eq_dec a (zero_letter k) then false else true) ls in
  listed 1 ((nullable start, (zero_letter k, 1%positive) :: transitions rest l start)
            :: map (fun p => (nullable (snd p), transitions ls l (snd p))) (rev l)).

Definition leads (A : dfa) (l : states) (q : positive) (r : regex) (a : list nat) : bool :=
  match next A q a with
  | Some q' => existsb (fun p => Pos.eqb (fst p) q' && same_regex (snd p) (derivative a r)) l
  | None => same_regex (derivative a r) Never
  end.
Definition is_automaton (tops : list nat) (start : regex) (l : states) (A : dfa) : bool :=
  let zero := zero_letter (length tops) in
  Bool.eqb (accepting A 1) (nullable start) && match next A 1 zero with Some q => Pos.eqb q 1 | None => false end
  && forallb (fun a => (if list_eq_dec Nat.eq_dec a zero then true else false) || leads A l 1 start a) (letters tops)
  && forallb (fun p => Bool.eqb (accepting A (fst p)) (nullable (snd p)) && forallb (leads A l (fst p) (snd p)) (letters tops)) l.

Definition most_letters := 4096.
(* The automaton of an expression on tracks in some systems, if it is found. *)
Definition automaton (ss : list system) (r : regex) (fuel : nat) : option dfa :=
  let k := length ss in
  let tops := map top_digit ss in
  if Nat.ltb most_letters (fold_right (fun top n => S top * n) 1 tops) then None else
  let rs := zero_derivatives k 0 r 50 in
  let start := union rs in
  let ls := letters tops in
  let l := explore ls [start] [] fuel in
  let A := found_automaton tops start l in
  if closed_by_zero k rs && is_automaton tops start l A then Some A else None.

(** * It accepts what the expression says *)
Lemma in_letters tops : forall a, Forall2 (fun d top => d <= top) a tops -> In a (letters tops).
Proof.
  induction tops as [|top tops IH]; intros a F; inversion F as [|d ? a' ? L F']; subst; [now left|]. cbn [letters]. apply in_flat_map. exists a'. split; [auto|].
  apply in_map_iff. exists d. split; [reflexivity|]. apply in_seq. lia.
Qed.
Lemma valid_digits s l : forall q, valid_from s q l -> Forall (fun d => d <= top_digit s) l.
Proof.
  assert (T : forall q, fst (entry s q) <= top_digit s).
  { unfold entry, top_digit. induction s as [|e s' IH]; intros [|q]; cbn [nth map fold_right]; simpl; try lia. specialize (IH q). lia. }
  induction l as [|d l IH]; intros q V; [constructor|]. simpl in V. unfold after in V.
  destruct (Nat.compare_spec d (fst (entry s q))); [| |contradiction]; (constructor; [specialize (T q); lia|eauto]).
Qed.

Definition columns (k : nat) (w : word) : list (list nat) := map (fun a : letter => map a (seq 0 k)) w.
Fixpoint strip (k : nat) (u : list (list nat)) : list (list nat) :=
  match u with a :: v => if list_eq_dec Nat.eq_dec a (zero_letter k) then strip k v else u | [] => [] end.
Lemma strip_zeros k u : exists i, u = repeat (zero_letter k) i ++ strip k u.
Proof.
  induction u as [|a u (i & IH)]; [exists 0; reflexivity|]. cbn [strip]. destruct (list_eq_dec Nat.eq_dec a (zero_letter k)) as [->|N].
  - exists (S i). cbn [repeat app]. now rewrite <- IH.
  - exists 0. reflexivity.
Qed.

Lemma iterated_matches k j r u : matches (Nat.iter j (derivative (zero_letter k)) r) u <-> matches r (repeat (zero_letter k) j ++ u).
Proof.
  revert u. induction j as [|j IH]; intro u; [reflexivity|]. cbn [Nat.iter]. change (Nat.iter (S j) ?f ?x) with (f (Nat.iter j f x)).
  rewrite derivative_matches, IH. replace (repeat (zero_letter k) j ++ zero_letter k :: u) with (repeat (zero_letter k) (S j) ++ u); [reflexivity|].
  cbn [repeat]. now rewrite (repeat_cons j), <- app_assoc.
Qed.
Lemma first_zeros_iterated k m : forall r z, In z (first_zeros k m r) -> exists j, z = Nat.iter j (derivative (zero_letter k)) r.
Proof.
  induction m as [|m IH]; intros r z; cbn [first_zeros]; [intros [<-|[]]; exists 0; reflexivity|].
  intros [<-|I]; [exists 0; reflexivity|]. destruct (IH _ _ I) as (j & ->). exists (S j).
  clear. induction j as [|j IH]; [reflexivity|]. simpl in *. now rewrite IH.
Qed.
Lemma zero_derivatives_first k r tries : forall m, exists m', zero_derivatives k m r tries = first_zeros k m' r.
Proof.
  induction tries as [|t IH]; intro m; cbn [zero_derivatives]; [eauto|]. destruct (closed_by_zero k (first_zeros k m r)); eauto.
Qed.
Lemma start_matches k m r u : closed_by_zero k (first_zeros k m r) = true ->
  (matches (union (first_zeros k m r)) u <-> exists j, matches r (repeat (zero_letter k) j ++ u)).
Proof.
  intro C. rewrite union_matches. split.
  - intros (z & I & H). destruct (first_zeros_iterated k m r z I) as (j & ->). exists j. now apply iterated_matches.
  - intros (j & H). exists (Nat.iter j (derivative (zero_letter k)) r). split; [|now apply iterated_matches]. clear H.
    induction j as [|j IH]; [destruct m; now left|]. unfold closed_by_zero in C. rewrite forallb_forall in C. specialize (C _ IH).
    apply existsb_exists in C as (z & I & E). apply same_regex_true in E. change (Nat.iter (S j) ?f ?x) with (f (Nat.iter j f x)).
    now rewrite E.
Qed.

Section Automaton.
Variables (tops : list nat) (start : regex) (l : states) (A : dfa).
Hypothesis OK : is_automaton tops start l A = true.
Notation k := (length tops).
Notation xs := (seq 0 k).
Definition within (w : word) : Prop := Forall (fun a : letter => In (map a xs) (letters tops)) w.

Lemma leads_matches q r (a : list nat) : leads A l q r a = true ->
  match next A q a with Some q' => exists r', In (q', r') l /\ r' = derivative a r | None => forall v, ~ matches r (a :: v) end.
Proof.
  unfold leads. intro H. destruct (next A q a) as [q'|].
  - apply existsb_exists in H as ((q1, r') & I & E). apply andb_prop in E as (E1 & E2). apply Pos.eqb_eq in E1 as <-. cbn [snd] in E2.
    apply same_regex_true in E2. eauto.
  - apply same_regex_true in H. intros v M. apply derivative_matches in M. rewrite H in M. now apply matches_never in M.
Qed.
Lemma inside_matches w : within w -> forall q r, In (q, r) l -> (accepts_from A xs q w = true <-> matches r (columns k w)).
Proof.
  unfold is_automaton in OK. rewrite !andb_true_iff in OK. destruct OK as (_ & T). rewrite forallb_forall in T.
  induction w as [|a w IH]; intros W q r I; specialize (T _ I) as X; cbn [fst snd] in X; apply andb_prop in X as (X1 & X2).
  - cbn. apply Bool.eqb_prop in X1. rewrite X1. apply nullable_matches.
  - inversion W as [|? ? Wa Ww]; subst. cbn [accepts_from columns map]. rewrite forallb_forall in X2. specialize (X2 _ Wa).
    apply leads_matches in X2. destruct (next A q (map a xs)) as [q'|].
    + destruct X2 as (r' & J & ->). rewrite (IH Ww _ _ J). apply derivative_matches.
    + split; [discriminate|]. intro M. now destruct (X2 _ M).
Qed.
Lemma accepts_matches w : within w -> (accepts A xs w = true <-> matches start (strip k (columns k w))).
Proof.
  unfold accepts. induction w as [|a w IH]; intro W.
  - cbn. unfold is_automaton in OK. rewrite !andb_true_iff in OK. destruct OK as (((E & _) & _) & _). apply Bool.eqb_prop in E. rewrite E.
    apply nullable_matches.
  - inversion W as [|? ? Wa Ww]; subst. cbn [accepts_from columns map strip]. pose proof OK as OK'. unfold is_automaton in OK'.
    rewrite !andb_true_iff in OK'. destruct OK' as (((_ & Z) & T) & _). destruct (list_eq_dec Nat.eq_dec (map a xs) (zero_letter k)) as [E|N].
    + rewrite E. destruct (next A 1 (zero_letter k)) as [q|]; [|discriminate]. apply Pos.eqb_eq in Z as ->. now apply IH.
    + rewrite forallb_forall in T. specialize (T _ Wa). destruct (list_eq_dec Nat.eq_dec (map a xs) (zero_letter k)); [contradiction|].
      cbn [orb] in T. apply leads_matches in T. destruct (next A 1 (map a xs)) as [q'|].
      * destruct T as (r' & J & ->). rewrite (inside_matches w Ww _ _ J). apply derivative_matches.
      * split; [discriminate|]. intro M. now destruct (T _ M).
Qed.
End Automaton.

Lemma row_app i u v : row i (u ++ v) = row i u ++ row i v.
Proof. apply map_app. Qed.
Lemma row_zeros i k j : row i (repeat (zero_letter k) j) = repeat 0 j.
Proof. unfold row. induction j; cbn [repeat map]; [reflexivity|]. rewrite IHj. f_equal. unfold zero_letter. apply nth_repeat. Qed.
Lemma row_columns i k w : i < k -> row i (columns k w) = track w i.
Proof.
  intro L. unfold row, columns, track. rewrite map_map. apply map_ext. intro a.
  rewrite (nth_indep _ 0 (a 0)) by (now rewrite map_length, seq_length). rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma Forall2_nth {T U : Type} (P : T -> U -> Prop) d e l : forall m, length l = length m -> (forall i, i < length l -> P (nth i l d) (nth i m e)) -> Forall2 P l m.
Proof.
  induction l as [|x l IH]; intros [|y m] L H; try discriminate; constructor; [exact (H 0 (Nat.lt_0_succ _))|].
  apply IH; [now injection L|]. intros i Li. apply (H (S i)). simpl. lia.
Qed.
Theorem automaton_expressed s ss r fuel A : (forall x, good_system (s x) = true) -> map s (seq 0 (length ss)) = ss ->
  automaton ss r fuel = Some A -> forall ns, length ns = length ss -> (accepted s (length ss) A ns <-> expressed ss r ns).
Proof.
  intros good Es E ns Ln. unfold automaton in E. set (k := length ss) in *.
  assert (Nth : forall i, i < k -> nth i ss [] = s i).
  { intros i L. rewrite <- Es. rewrite (nth_indep _ [] (s 0)) by (rewrite map_length, seq_length; exact L). now rewrite map_nth, seq_nth. }
  assert (Lt : length (map top_digit ss) = k) by apply map_length.
  unfold expressed. fold k. destruct (Nat.ltb _ _); [discriminate|].
  destruct (zero_derivatives_first k r 50 0) as (m & Ez). rewrite Ez in E. set (rs := first_zeros k m r) in *.
  set (l := explore _ _ _ _) in E. set (F := found_automaton _ _ _) in E. destruct (closed_by_zero k rs && _) eqn:C; [|discriminate].
  injection E as <-. apply andb_prop in C as (C & OK).
  pose proof (accepts_matches (map top_digit ss) _ l F OK) as AM. rewrite Lt in AM.
  assert (In_ : forall u, Forall (fun a => length a = k) u -> (forall i, i < k -> valid (s i) (row i u)) ->
    Forall (fun a => In a (letters (map top_digit ss))) u).
  { intros u Fu V. apply Forall_forall. intros a I. rewrite Forall_forall in Fu. specialize (Fu a I). apply in_letters. apply Forall2_nth with (d := 0) (e := 0); [congruence|].
    intros i Li. rewrite Fu in Li. specialize (V i Li). apply valid_digits in V. rewrite Forall_forall in V.
    replace (nth i (map top_digit ss) 0) with (top_digit (s i)) by (rewrite <- (Nth i Li); symmetry; exact (map_nth top_digit ss [] i)). apply V. unfold row. apply in_map_iff. exists a. auto. }
  split.
  - intros (w & V & Acc & Ew). set (u := columns k w).
    assert (Fu : Forall (fun a => length a = k) u).
    { apply Forall_forall. intros a I. apply in_map_iff in I as (b & <- & _). now rewrite map_length, seq_length. }
    assert (Vu : forall i, i < k -> valid (s i) (row i u)) by (intros i L; unfold u; rewrite row_columns by assumption; apply V, in_seq; lia).
    assert (W : within (map top_digit ss) w).
    { pose proof (In_ u Fu Vu) as X. unfold within. rewrite Lt. apply Forall_forall. intros a I. rewrite Forall_forall in X. apply X.
      apply in_map_iff. exists a. auto. }
    apply (AM w W) in Acc. fold u in Acc. apply (start_matches k m r _ C) in Acc as (j & M).
    destruct (strip_zeros k u) as (i0 & Eu). exists (repeat (zero_letter k) j ++ strip k u).
    assert (Rows : forall i, i < k -> valid (s i) (row i (strip k u)) /\ val (s i) (row i (strip k u)) = nth i ns 0%Z).
    { intros i L. specialize (Vu i L). rewrite ?(Nth i L) in *. rewrite Eu, row_app, row_zeros in Vu. apply (valid_zeros (s i) (good i)) in Vu. split; [exact Vu|].
      rewrite <- Ew. rewrite (nth_indep _ 0%Z (Automata.value s w 0)) by (now rewrite map_length, seq_length).
      rewrite map_nth, seq_nth by assumption. unfold Automata.value. cbn [plus]. rewrite <- (row_columns i k w L). fold u. rewrite Eu at 2.
      now rewrite row_app, row_zeros, val_zeros. }
    split; [|split; [exact M|split; [exact Ln|]]].
    + apply Forall_app. split; [apply Forall_forall; intros a I; apply repeat_spec in I as ->; apply repeat_length|].
      rewrite Eu in Fu. now apply Forall_app in Fu as (_ & Fu).
    + intros i L. rewrite ?(Nth i L). destruct (Rows i L) as (V1 & V2). rewrite row_app, row_zeros. split; [now apply (valid_zeros (s i) (good i))|]. now rewrite val_zeros.
  - intros (u & Fu & M & _ & R0).
    assert (R : forall i, i < k -> valid (s i) (row i u) /\ val (s i) (row i u) = nth i ns 0%Z) by (intros i L; rewrite <- (Nth i L); auto).
    clear R0. set (w := map (fun (a : list nat) x => nth x a 0) u : word).
    assert (Cw : columns k w = u).
    { unfold columns, w. rewrite map_map. rewrite <- (map_id u) at 2. apply map_ext_in. intros a I. rewrite Forall_forall in Fu.
      specialize (Fu a I). apply nth_ext with (d := 0) (d' := 0); [now rewrite map_length, seq_length|]. intros i L.
      rewrite map_length, seq_length in L. rewrite (nth_indep _ 0 (nth 0 a 0)) by (now rewrite map_length, seq_length).
      rewrite (map_nth (fun x => nth x a 0)), seq_nth by assumption. reflexivity. }
    assert (Tw : forall i, track w i = row i u) by (intro i; unfold track, w, row; now rewrite map_map).
    exists w. repeat split.
    + intros x I. rewrite Tw. apply R. apply in_seq in I. lia.
    + assert (W : within (map top_digit ss) w).
      { unfold within. rewrite Lt. pose proof (In_ u Fu (fun i L => proj1 (R i L))) as X. apply Forall_forall. intros a I. rewrite Forall_forall in X. apply X.
        rewrite <- Cw. apply in_map_iff. exists a. auto. }
      apply (AM w W). apply (start_matches k m r _ C). rewrite Cw. destruct (strip_zeros k u) as (i0 & Eu).
      exists i0. now rewrite <- Eu.
    + apply nth_ext with (d := 0%Z) (d' := 0%Z); [now rewrite map_length, seq_length|]. intros i L. rewrite map_length, seq_length in L.
      rewrite (nth_indep _ 0%Z (Automata.value s w 0)) by (now rewrite map_length, seq_length). rewrite map_nth, seq_nth by assumption.
      unfold Automata.value. rewrite Tw. apply R, L.
Qed.
