(* A variable that an equation gives is replaced: where k x + r = c with k = 1 or -1, x is k (c - r).

   The equation is one that must hold for the formula to be true. Then x may stand in sums only, and goes from the formula: what stays
   says that k (c - r) is not negative. *)
Require Import ZArith List Lia Bool.
From Filbert Require Import System Automata Linear Skeleton.
Import ListNotations.
Local Open Scope Z_scope.

(** * Definitions *)
(* What x is multiplied by, and the rest of the sum. *)
Fixpoint take_out (x : var) (ks : sums) : Z * sums :=
  match ks with
  | [] => (0, [])
  | (k, y) :: ks => let (l, r) := take_out x ks in if Nat.eqb y x then (k + l, r) else (l, (k, y) :: r)
  end.
Definition scale (m : Z) (ks : sums) : sums := map (fun '(k, x) => (m * k, x)) ks.
Definition combine (ks ls : sums) : sums := fold_right (fun '(k, x) acc => add_to k x acc) ls ks.

(* The values of two parts are a and b wherever op says v. *)
Definition forces (op : bool -> bool -> bool) (v a b : bool) : bool :=
  forallb (fun '(x, y) => negb (Bool.eqb (op x y) v) || Bool.eqb x a && Bool.eqb y b) [(true, true); (true, false); (false, true); (false, false)].
(* An equation for x that holds wherever p has the value v: what x is multiplied by, the rest, and the constant. *)
Fixpoint equation (v : bool) (x : var) (p : skeleton) : option (Z * sums * Z) :=
  match p with
  | Lin true ks c => let (k, r) := take_out x ks in
      if v && (Z.eqb k 1 || Z.eqb k (-1)) then Some (k, r, c) else None
  | Neg p => equation (negb v) x p
  | Bin op p q =>
      match find (fun '(a, b) => forces op v a b) [(true, true); (true, false); (false, true); (false, false)] with
      | Some (a, b) => match equation a x p with Some e => Some e | None => equation b x q end
      | None => None
      end
  | _ => None
  end.

Definition zero_loop (A : dfa) (k : nat) : bool :=
  match next A 1 (repeat 0%nat k) with Some q => Pos.eqb q 1 | None => false end.
(* The formula without x, if x stands in sums only. *)
Fixpoint replaced (x : var) (k : Z) (r : sums) (c : Z) (p : skeleton) : option skeleton :=
  match p with
  | Const b => Some p
  | Aut A xs => if existsb (Nat.eqb x) xs || negb (zero_loop A (length xs)) then None else Some p
  | Lin e ks d => let (l, rest) := take_out x ks in
      Some (if l =? 0 then Lin e rest d else Lin e (combine (scale (- (l * k)) r) rest) (d - l * k * c))
  | Neg p => option_map Neg (replaced x k r c p)
  | Bin op p q => match replaced x k r c p, replaced x k r c q with Some p, Some q => Some (Bin op p q) | _, _ => None end
  end.
Definition solve (x : var) (p : skeleton) : option skeleton :=
  match equation true x p with
  | Some (k, r, c) => match replaced x k r c p with
      | Some p => Some (Bin andb p (Lin false (scale k r) (k * c)))
      | None => None
      end
  | None => None
  end.

(** * Soundness *)
Lemma zero_loop_next A k : zero_loop A k = true -> next A 1 (repeat 0%nat k) = Some 1%positive.
Proof. unfold zero_loop. destruct (next A 1 (repeat 0%nat k)) as [q|]; [|discriminate]. intro E. apply Pos.eqb_eq in E. congruence. Qed.
Lemma accepts_zeros A xs : next A 1 (map zero xs) = Some 1%positive -> forall j w, accepts A xs (zeros j ++ w) = accepts A xs w.
Proof.
  intros H j w. unfold accepts. induction j as [|j IH]; [reflexivity|]. cbn [zeros repeat app accepts_from]. rewrite H. exact IH.
Qed.
Lemma map_zero xs : map zero xs = repeat 0%nat (length xs).
Proof. induction xs; simpl; [reflexivity|]. f_equal. exact IHxs. Qed.

Section Equation.
Variable s : structure.

Lemma sum_take_out x ks w : let (k, r) := take_out x ks in sum s ks w = k * value s w x + sum s r w.
Proof.
  induction ks as [|(k, y) ks IH]; simpl; [lia|]. destruct (take_out x ks) as (l, r).
  destruct (Nat.eqb_spec y x) as [->|N]; simpl; rewrite IH; ring.
Qed.
Lemma take_out_vars x ks y : In y (map snd ks) -> y = x \/ In y (map snd (snd (take_out x ks))).
Proof.
  induction ks as [|(k, z) ks IH]; simpl; [tauto|]. destruct (take_out x ks) as (l, r). simpl in IH.
  destruct (Nat.eqb_spec z x) as [->|N]; simpl; intros [->|I]; auto; destruct (IH I); auto.
Qed.
Lemma take_out_without x ks : ~ In x (map snd (snd (take_out x ks))).
Proof.
  induction ks as [|(k, z) ks IH]; simpl; [tauto|]. destruct (take_out x ks) as (l, r). simpl in IH.
  destruct (Nat.eqb_spec z x) as [->|N]; simpl; [exact IH|]. intros [E|I]; auto.
Qed.
Lemma sum_scale m ks w : sum s (scale m ks) w = m * sum s ks w.
Proof. induction ks as [|(k, x) ks IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma scale_vars m ks : map snd (scale m ks) = map snd ks.
Proof. unfold scale. rewrite map_map. apply map_ext. intros (k, x). reflexivity. Qed.
Lemma sum_combine ks ls w : sum s (combine ks ls) w = sum s ks w + sum s ls w.
Proof. induction ks as [|(k, x) ks IH]; simpl; [ring|]. rewrite sum_add_to, IH. ring. Qed.
Lemma combine_vars ks ls y : In y (map snd ls) -> In y (map snd ks) \/ In y (map snd (combine ks ls)).
Proof.
  intro I. induction ks as [|(k, x) ks IH]; simpl; [auto|]. destruct IH as [IH|IH]; [auto|].
  destruct (add_to_vars k x _ y IH); auto.
Qed.
Lemma combine_old ks ls y : In y (map snd (combine ks ls)) -> In y (map snd ks) \/ In y (map snd ls).
Proof.
  induction ks as [|(k, x) ks IH]; simpl; [auto|]. intro I. destruct (add_to_old k x _ y I) as [->|J]; [auto|].
  destruct (IH J); auto.
Qed.

Lemma forces_sound op v a b : forces op v a b = true -> forall x y, op x y = v -> x = a /\ y = b.
Proof.
  unfold forces. rewrite forallb_forall. intros H x y E.
  assert (I : In (x, y) [(true, true); (true, false); (false, true); (false, false)]) by (destruct x, y; simpl; tauto).
  specialize (H _ I). cbv beta iota in H. rewrite E, eqb_reflx in H. apply andb_prop in H as (X & Y). split; now apply eqb_prop.
Qed.
Lemma equation_form x p : forall v k r c, equation v x p = Some (k, r, c) -> (k = 1 \/ k = -1) /\ ~ In x (map snd r).
Proof.
  induction p as [b|A xs|e ks d|p IH|op p IHp q IHq]; intros v k r c E; cbn [equation] in E; try discriminate.
  - destruct e; [|discriminate]. pose proof (take_out_without x ks) as O. destruct (take_out x ks) as (l, rest).
    destruct (v && (Z.eqb l 1 || Z.eqb l (-1))) eqn:L; [|discriminate]. injection E as <- <- <-. split; [|exact O].
    apply andb_prop in L as (_ & L). apply orb_prop in L as [L|L]; apply Z.eqb_eq in L; auto.
  - exact (IH _ _ _ _ E).
  - destruct (find _ _) as [(a, b)|]; [|discriminate].
    destruct (equation a x p) as [e|] eqn:Ep; [injection E as ->; exact (IHp _ _ _ _ Ep)|exact (IHq _ _ _ _ E)].
Qed.
Lemma equation_sound x w p : forall v k r c, equation v x p = Some (k, r, c) -> truth s p w = v -> k * value s w x + sum s r w = c.
Proof.
  induction p as [b|A xs|e ks d|p IH|op p IHp q IHq]; intros v k r c E T; cbn [equation truth] in *; try discriminate.
  - destruct e; [|discriminate]. pose proof (sum_take_out x ks w) as S. destruct (take_out x ks) as (l, rest).
    destruct v; cbn [andb] in E; [|discriminate]. destruct (_ || _); [|discriminate]. injection E as <- <- <-.
    apply Z.eqb_eq in T. now rewrite <- T, S.
  - apply (IH _ _ _ _ E). now rewrite <- T, negb_involutive.
  - destruct (find _ _) as [(a, b)|] eqn:F; [|discriminate]. apply find_some in F as (_ & F).
    destruct (forces_sound _ _ _ _ F _ _ T) as (Ta & Tb).
    destruct (equation a x p) as [e|] eqn:Ep; [injection E as ->; exact (IHp _ _ _ _ Ep Ta)|exact (IHq _ _ _ _ E Tb)].
Qed.

Section Replaced.
Variables (x : var) (k : Z) (r : sums) (c : Z).
Hypothesis unit : k = 1 \/ k = -1.
Hypothesis without : ~ In x (map snd r).

Lemma replaced_truth w p : k * value s w x + sum s r w = c -> forall p', replaced x k r c p = Some p' -> truth s p' w = truth s p w.
Proof.
  intro Eq. induction p as [b|A xs|e ks d|p IH|op p IHp q IHq]; intros p' R; cbn [replaced] in R.
  - now injection R as <-.
  - destruct (_ || _); [discriminate|]. now injection R as <-.
  - pose proof (sum_take_out x ks w) as S. destruct (take_out x ks) as (l, rest). injection R as <-.
    destruct (Z.eqb_spec l 0) as [->|N]; cbn [truth]; [rewrite S; f_equal; ring|].
    rewrite sum_combine, sum_scale, S.
    assert (H : - (l * k) * sum s r w + sum s rest w - (d - l * k * c) = l * value s w x + sum s rest w - d).
    { rewrite <- Eq. destruct unit as [-> | ->]; ring. }
    destruct e; cbn [compare_sum]; [apply eq_true_iff_eq; rewrite !Z.eqb_eq|apply eq_true_iff_eq; rewrite !Z.leb_le]; lia.
  - destruct (replaced x k r c p) as [p1|]; [|discriminate]. injection R as <-. cbn [truth]. f_equal. auto.
  - destruct (replaced x k r c p) as [p1|]; [|discriminate]. destruct (replaced x k r c q) as [q1|]; [|discriminate].
    injection R as <-. cbn [truth]. f_equal; auto.
Qed.
Lemma replaced_vars y p : forall p', replaced x k r c p = Some p' -> In y (vars p) -> y = x \/ In y (vars p') \/ In y (map snd r).
Proof.
  induction p as [b|A xs|e ks d|p IH|op p IHp q IHq]; intros p' R I; cbn [replaced vars] in *.
  - contradiction.
  - destruct (_ || _); [discriminate|]. injection R as <-. auto.
  - destruct (take_out_vars x ks y I) as [->|J]; [now left|]. right. destruct (take_out x ks) as (l, rest). cbn [snd] in J. injection R as <-.
    destruct (l =? 0); cbn [vars]; [now left|]. destruct (combine_vars (scale (- (l * k)) r) rest y J) as [H|H]; [|now left].
    rewrite scale_vars in H. now right.
  - destruct (replaced x k r c p) as [p1|]; [|discriminate]. injection R as <-. cbn [vars]. auto.
  - destruct (replaced x k r c p) as [p1|]; [|discriminate]. destruct (replaced x k r c q) as [q1|]; [|discriminate].
    injection R as <-. cbn [vars]. apply in_app_or in I as [I|I]; [destruct (IHp _ eq_refl I) as [H|[H|H]]|destruct (IHq _ eq_refl I) as [H|[H|H]]];
      auto using in_or_app.
Qed.
Lemma replaced_without p : forall p', replaced x k r c p = Some p' -> ~ In x (vars p').
Proof.
  induction p as [b|A xs|e ks d|p IH|op p IHp q IHq]; intros p' R I; cbn [replaced] in R.
  - injection R as <-. exact I.
  - destruct (existsb (Nat.eqb x) xs) eqn:E; [discriminate|]. destruct (_ || _); [discriminate|]. injection R as <-.
    assert (X : existsb (Nat.eqb x) xs = true) by (apply existsb_exists; exists x; split; [exact I|apply Nat.eqb_refl]). congruence.
  - pose proof (take_out_without x ks) as O. destruct (take_out x ks) as (l, rest). cbn [snd] in O. injection R as <-.
    destruct (l =? 0); cbn [vars] in I; [auto|]. apply combine_old in I. rewrite scale_vars in I. tauto.
  - destruct (replaced x k r c p) as [p1|]; [|discriminate]. injection R as <-. exact (IH _ eq_refl I).
  - destruct (replaced x k r c p) as [p1|]; [|discriminate]. destruct (replaced x k r c q) as [q1|]; [|discriminate].
    injection R as <-. cbn [vars] in I. apply in_app_or in I as [I|I]; [exact (IHp _ eq_refl I)|exact (IHq _ eq_refl I)].
Qed.
(* Zeros in front change nothing. *)
Lemma replaced_zeros j w p : forall p', replaced x k r c p = Some p' -> truth s p' (zeros j ++ w) = truth s p' w.
Proof.
  assert (Z : forall ks, sum s ks (zeros j ++ w) = sum s ks w).
  { induction ks as [|(l, y) ks IH]; simpl; [reflexivity|]. now rewrite IH, value_zeros. }
  induction p as [b|A xs|e ks d|p IH|op p IHp q IHq]; intros p' R; cbn [replaced] in R.
  - now injection R as <-.
  - destruct (existsb (Nat.eqb x) xs); [discriminate|]. destruct (zero_loop A (length xs)) eqn:L; [|discriminate]. injection R as <-.
    cbn [truth]. apply accepts_zeros. rewrite map_zero. now apply zero_loop_next.
  - destruct (take_out x ks) as (l, rest). injection R as <-. destruct (l =? 0); cbn [truth]; now rewrite Z.
  - destruct (replaced x k r c p) as [p1|]; [|discriminate]. injection R as <-. cbn [truth]. f_equal. auto.
  - destruct (replaced x k r c p) as [p1|]; [|discriminate]. destruct (replaced x k r c q) as [q1|]; [|discriminate].
    injection R as <-. cbn [truth]. f_equal; auto.
Qed.
End Replaced.

Hypothesis good : forall x, good_system (s x) = true.

(* A word that gives x the number v, and is otherwise w with zeros in front. *)
Lemma word_with x v w : 0 <= v -> exists j W, valid (s x) (track W x) /\ value s W x = v /\ length W = length (zeros j ++ w) /\
  forall y, y <> x -> track W y = track (zeros j ++ w) y.
Proof.
  intro N. destruct (put_number s good w x v N) as (j & l & L & V & E). exists j, (put x l (zeros j ++ w)).
  unfold value. rewrite track_put by exact L. repeat split; auto.
  - now apply length_put.
  - intros y Ny. now apply track_put_other.
Qed.

Theorem solve_sound x p p' : solve x p = Some p' ->
  (forall y, In y (vars p) -> y = x \/ In y (vars p')) /\
  forall w, valid_on s (vars p') w ->
    (truth s p' w = true -> exists v, 0 <= v /\ exists W, valid_on s (vars p) W /\
       (forall y, value s W y = if Nat.eqb y x then v else value s w y) /\ truth s p W = true) /\
    forall v, 0 <= v -> exists W, valid_on s (vars p) W /\
       (forall y, value s W y = if Nat.eqb y x then v else value s w y) /\ (truth s p W = true -> truth s p' w = true).
Proof.
  unfold solve. destruct (equation true x p) as [((k, r), c)|] eqn:Eq; [|discriminate].
  destruct (replaced x k r c p) as [p1|] eqn:R; [|discriminate]. intro E. injection E as <-. cbn [vars].
  destruct (equation_form x p true k r c Eq) as (U & Nr).
  assert (I : forall y, In y (vars p) -> y = x \/ In y (vars p1 ++ map snd (scale k r))).
  { intros y Iy. rewrite scale_vars. destruct (replaced_vars x k r c y p _ R Iy) as [H|[H|H]]; auto using in_or_app. }
  split; [exact I|]. intros w V.
  assert (Wv : forall v, 0 <= v -> exists W, valid_on s (vars p) W /\
      (forall y, value s W y = if Nat.eqb y x then v else value s w y) /\
      sum s r W = sum s r w /\ (k * v + sum s r w = c -> truth s p W = truth s p1 w)).
  { intros v N. destruct (word_with x v w N) as (j & W & Vx & Ex & L & O). exists W.
    assert (Ev : forall y, value s W y = if Nat.eqb y x then v else value s w y).
    { intro y. destruct (Nat.eqb_spec y x) as [->|Ny]; [exact Ex|]. unfold value. rewrite (O y Ny). exact (value_zeros s j w y). }
    assert (Es : sum s r W = sum s r w).
    { clear -Ev Nr. induction r as [|(l, y) ks IH]; simpl in *; [reflexivity|]. rewrite IH by tauto. rewrite Ev.
      destruct (Nat.eqb_spec y x) as [->|_]; [tauto|reflexivity]. }
    split; [|split; [exact Ev|split; [exact Es|]]].
    - intros y Iy. destruct (Nat.eq_dec y x) as [->|Ny]; [exact Vx|]. rewrite (O y Ny).
      destruct (I y Iy) as [H|H]; [contradiction|]. exact (proj2 (valid_on_zeros s good _ j w) V y H).
    - intro Hv. rewrite <- (replaced_truth x k r c U W p) with (p' := p1); [|rewrite Ev, Nat.eqb_refl, Es; exact Hv|exact R].
      rewrite <- (replaced_zeros x k r c j w p p1 R). apply truth_tracks; [exact L|].
      intros y Iy. apply O. intros ->. exact (replaced_without x k r c U Nr p p1 R Iy). }
  split.
  - intro T. cbn [truth] in T. apply andb_prop in T as (T & G). cbn [compare_sum] in G. rewrite sum_scale in G. apply Z.leb_le in G.
    exists (k * (c - sum s r w)). split; [lia|]. destruct (Wv (k * (c - sum s r w))) as (W & V' & Ev & _ & Tw); [lia|].
    exists W. split; [exact V'|]. split; [exact Ev|].
    rewrite Tw; auto. destruct U as [-> | ->]; ring.
  - intros v N. destruct (Wv v N) as (W & V' & Ev & Es & Tw). exists W. split; [exact V'|]. split; [exact Ev|]. intro T.
    pose proof (equation_sound x W p true k r c Eq T) as H. rewrite Ev, Nat.eqb_refl, Es in H.
    cbn [truth compare_sum]. rewrite <- (Tw H), T, sum_scale. cbn [andb]. apply Z.leb_le.
    rewrite <- H. destruct U as [-> | ->]; lia.
Qed.
End Equation.
