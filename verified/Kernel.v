(* The rule for the kernel of a game: what the checker proves of an automaton makes it the only kernel. *)
Require Import ZArith List Lia Bool Wf_nat Wellfounded.
From Filbert Require Import System Automata Logic Linear Always Projection Rules Relations Prove Game.
Import ListNotations.
Local Open Scope nat_scope.

(** * The values of variables before and after a move *)
Lemma assign_nth l : forall a n x, length l = n -> a <= x < a + n -> assign (seq a n) l x = nth (x - a) l 0%Z.
Proof.
  induction l as [|v l IH]; intros a [|n] x L H; try discriminate; [simpl in L; lia|]. cbn [seq assign]. unfold update.
  destruct (Nat.eqb_spec x a) as [->|N]; [now rewrite Nat.sub_diag|].
  injection L as L. rewrite IH by lia. replace (x - a) with (S (x - S a)) by lia. reflexivity.
Qed.
Lemma assign_outside l : forall a n x, ~ a <= x < a + n -> assign (seq a n) l x = 0%Z.
Proof.
  induction l as [|v l IH]; intros a [|n] x H; try reflexivity. cbn [seq assign]. unfold update.
  destruct (Nat.eqb_spec x a); [lia|]. apply IH. lia.
Qed.
Lemma assign_natural l : Forall (Z.le 0) l -> forall xs, natural (assign xs l).
Proof.
  induction 1 as [|v l Nv F IH]; intros [|x xs] y; cbn [assign]; try lia. unfold update. destruct (Nat.eqb y x); [exact Nv|apply IH].
Qed.
Lemma map_assign l : forall a n, length l = n -> map (assign (seq a n) l) (seq a n) = l.
Proof.
  intros a n L. apply (nth_ext _ _ 0%Z 0%Z); rewrite map_length, seq_length; [congruence|]. intros i Hi.
  rewrite (nth_indep _ 0%Z (assign (seq a n) l 0)) by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth, assign_nth by lia. f_equal. lia.
Qed.
Lemma updates_nth v : forall e a n x, length v = n -> updates e (seq a n) v x = if Nat.leb a x && Nat.ltb x (a + n) then nth (x - a) v 0%Z else e x.
Proof.
  induction v as [|z v IH]; intros e a [|n] x L; try discriminate; cbn [seq updates].
  - destruct (Nat.leb_spec a x), (Nat.ltb_spec x (a + 0)); simpl; try reflexivity; lia.
  - injection L as L. rewrite IH by exact L. unfold update.
    destruct (Nat.leb_spec (S a) x), (Nat.ltb_spec x (S a + n)), (Nat.leb_spec a x), (Nat.ltb_spec x (a + S n)),
      (Nat.eqb_spec x a); simpl; try lia; try reflexivity.
    + replace (x - a) with (S (x - S a)) by lia. reflexivity.
    + subst x. now rewrite Nat.sub_diag.
Qed.

Section Moves.
Variables (g : game) (p : list Z).
Hypothesis is_position : position g p.
Notation n := (piles g).
Definition here : env := assign (seq 0 n) p.
Definition there (q : list Z) : env := assign (seq 0 (n + n)) (p ++ q).

Lemma here_natural : natural here.
Proof. apply assign_natural, is_position. Qed.
Lemma here_before : map here (before g) = p.
Proof. apply map_assign, is_position. Qed.
Lemma there_natural q : position g q -> natural (there q).
Proof. intros (_ & N). apply assign_natural, Forall_app. split; [apply is_position|exact N]. Qed.
Lemma there_nth q x : position g q -> there q x = if Nat.ltb x n then nth x p 0%Z else nth (x - n) q 0%Z.
Proof.
  intros (Lq & _). pose proof (proj1 is_position) as Lp. unfold there.
  destruct (Nat.lt_ge_cases x (n + n)) as [H|H].
  - rewrite assign_nth by (rewrite ?app_length; lia). rewrite Nat.sub_0_r. destruct (Nat.ltb_spec x n) as [I|I].
    + apply app_nth1. lia.
    + rewrite app_nth2 by lia. now rewrite Lp.
  - rewrite assign_outside by lia. destruct (Nat.ltb_spec x n); [lia|]. symmetry. apply nth_overflow. lia.
Qed.
Lemma there_updates q x : position g q -> updates here (behind g) q x = there q x.
Proof.
  intro Q. rewrite there_nth by exact Q. unfold behind. rewrite updates_nth by apply Q. unfold here.
  destruct (Nat.leb_spec n x), (Nat.ltb_spec x (n + n)), (Nat.ltb_spec x n); simpl; try lia; try reflexivity.
  - rewrite assign_outside by lia. symmetry. apply nth_overflow. rewrite (proj1 Q). lia.
  - rewrite assign_nth by (try apply is_position; lia). now rewrite Nat.sub_0_r.
Qed.
Lemma there_before q : position g q -> map (there q) (before g) = p.
Proof.
  intro Q. transitivity (map here (before g)); [|apply here_before]. apply map_ext_in. intros x I. apply in_seq in I.
  rewrite <- there_updates by exact Q. apply updates_outside. unfold behind. rewrite in_seq. lia.
Qed.
Lemma there_behind q : position g q -> map (there q) (behind g) = q.
Proof.
  intro Q. transitivity (map (assign (seq n n) q) (behind g)); [|apply map_assign, Q]. apply map_ext_in. intros x I. apply in_seq in I.
  rewrite there_nth by exact Q. rewrite assign_nth by (try apply Q; lia). destruct (Nat.ltb_spec x n); [lia|reflexivity].
Qed.
End Moves.

(** * What the claims say *)
Lemma holds_below rels R f : forall e, names_below (length rels) f = true -> (holds (rels ++ [R]) e f <-> holds rels e f).
Proof.
  induction f; cbn [names_below holds]; intros e H; rewrite ?andb_true_iff in H; try tauto.
  - apply Nat.ltb_lt in H. rewrite nth_error_app1 by exact H. tauto.
  - rewrite IHf by exact H. tauto.
  - destruct H. rewrite IHf1, IHf2 by assumption. tauto.
  - destruct H. rewrite IHf1, IHf2 by assumption. tauto.
  - destruct H. rewrite IHf1, IHf2 by assumption. tauto.
  - destruct H. rewrite IHf1, IHf2 by assumption. tauto.
  - split; intros (v & N & X); exists v; split; auto; now apply IHf.
  - split; intros X v N; apply IHf; auto.
  - split; intros (vs & D & L & X); exists vs; split; auto; split; auto; intros v I; destruct (X v I) as (P & Q & Y);
      repeat split; auto; now apply IHf.
  - split; intros X b; destruct (X b) as (v & N & B & Y); exists v; repeat split; auto; now apply IHf.
Qed.
Lemma holds_at_least rels k xs f e : natural e -> (holds rels e (at_least k xs f) <-> many e xs k (fun e => holds rels e f)).
Proof.
  intro N. destruct k as [|[|k]]; try reflexivity. cbn [at_least]. revert e N. induction xs as [|x xs IH]; intros e N; cbn [fold_right].
  - rewrite many_one. split; [intro H; exists []; auto|]. intros ([|v vs] & L & _ & H); [exact H|discriminate].
  - cbn [holds]. rewrite many_more by exact N. split; intros (v & Nv & H); exists v; split; auto; revert H; apply IH; now apply natural_update.
Qed.

Section Rule.
Variables (rels : list relation) (g : game) (R : relation) (i : nat) (ts : list term).
Notation rels' := (rels ++ [R]).
Hypothesis last : nth_error rels' i = Some R.
Hypothesis below : names_below (length rels) (rule g) = true.
Hypothesis measures : forallb (measuring (piles g)) ts = true.
Hypothesis decided : forall p, position g p -> R p \/ ~ R p.
Hypothesis claims : forall e, natural e -> holds rels' e (kernel_claims i g ts).

Lemma option_there p q : position g p -> position g q -> (holds rels' (there g p q) (rule g) <-> option_of rels g p q).
Proof. intros P Q. unfold option_of. rewrite holds_below by exact below. fold (there g p q). tauto. Qed.
Lemma many_options p k f (X : list Z -> Prop) : position g p ->
  (forall q, position g q -> (holds rels' (there g p q) f <-> X q)) ->
  (holds rels' (here g p) (at_least k (behind g) f) <->
    exists qs, NoDup qs /\ length qs = k /\ forall q, In q qs -> position g q /\ X q).
Proof.
  intros P H. rewrite holds_at_least by now apply here_natural.
  assert (E : forall q, position g q -> (holds rels' (updates (here g p) (behind g) q) f <-> X q)).
  { intros q Q. rewrite <- (H q Q). apply holds_same. intro x. now apply there_updates. }
  assert (L : length (behind g) = piles g) by apply seq_length.
  split; intros (qs & D & Lq & A); exists qs; split; auto; split; auto; intros q I.
  - destruct (A q I) as (Lv & F & Y). rewrite L in Lv. split; [now split|]. apply E; [now split|exact Y].
  - destruct (A q I) as (Q & Y). pose proof Q as (Lv & F). rewrite L. repeat split; auto. now apply E.
Qed.
Lemma some_option p f (X : list Z -> Prop) : position g p -> (forall q, position g q -> (holds rels' (there g p q) f <-> X q)) ->
  (holds rels' (here g p) (at_least 1 (behind g) f) <-> exists q, position g q /\ X q).
Proof.
  intros P H. rewrite (many_options p 1 f X P H). split.
  - intros ([|q [|? ?]] & _ & L & A); try discriminate. exists q. apply A. now left.
  - intros (q & A). exists [q]. split; [repeat constructor; intros []|]. split; [reflexivity|]. intros q' [<-|[]]. exact A.
Qed.
Lemma here_inside p : position g p -> (holds rels' (here g p) (Rel i (before g)) <-> R p).
Proof. intro P. cbn [holds]. rewrite last, here_before by exact P. tauto. Qed.

Lemma accepted_kernel : is_kernel rels g R.
Proof.
  intros p P. pose proof (claims (here g p) (here_natural g p P)) as (_ & C).
  pose proof (here_inside p P) as In_.
  assert (Lo : holds rels' (here g p) (at_least (block g) (behind g) (And (rule g) (Rel i (behind g)))) <->
    exists qs, NoDup qs /\ length qs = block g /\ forall q, In q qs -> option_of rels g p q /\ R q).
  { rewrite (many_options p _ _ (fun q => option_of rels g p q /\ R q) P).
    - split; intros (qs & D & L & A); exists qs; split; auto; split; auto; intros q I; destruct (A q I); auto.
      split; [|auto]. destruct H as (_ & Q & _). exact Q.
    - intros q Q. cbn [holds]. rewrite last, there_behind, option_there by assumption. tauto. }
  assert (Mo : holds rels' (here g p) (at_least 1 (behind g) (rule g)) <-> exists q, option_of rels g p q).
  { rewrite (some_option p _ (fun q => option_of rels g p q) P).
    - split; intros (q & A); exists q; [tauto|]. split; [|exact A]. destruct A as (_ & Q & _). exact Q.
    - intros q Q. now apply option_there. }
  destruct (misere g); cbn [holds] in C, In_; rewrite ?In_, ?Lo, ?Mo in C.
  - destruct C as (C1 & C2 & C3). split.
    + intro K. split; [intros _; now apply C1|now apply C2].
    + intros (M & N). destruct (decided p P) as [K|K]; [exact K|]. destruct (C3 K) as [X|X]; [|contradiction].
      destruct X. now apply M.
  - destruct C as (C1 & C2). split.
    + intro K. split; [discriminate|now apply C1].
    + intros (_ & N). destruct (decided p P) as [K|K]; [exact K|]. destruct (N (C2 K)).
Qed.

(** ** Every play ends *)
Lemma eval_measuring t : forall e e' n, measuring n t = true -> natural e ->
  (forall x, x < n -> e' (n + x) = e x) -> (0 <= eval e t)%Z /\ eval e' (moved n t) = eval e t.
Proof.
  induction t as [c|x|a IHa b IHb|a IHa b IHb|c a IHa]; intros e e' n M N E; cbn [measuring moved eval] in *;
    rewrite ?andb_true_iff in M; try discriminate.
  - apply Z.leb_le in M. auto.
  - apply Nat.ltb_lt in M. split; [apply N|auto].
  - destruct M as (Ma & Mb). destruct (IHa e e' n Ma N E) as (Pa & ->). destruct (IHb e e' n Mb N E) as (Pb & ->). lia.
  - destruct M as (Mc & Ma). apply Z.leb_le in Mc. destruct (IHa e e' n Ma N E) as (Pa & ->). nia.
Qed.
Lemma measuring_vars t n : measuring n t = true -> forall x, In x (term_vars t) -> x < n.
Proof.
  induction t as [c|y|a IHa b IHb|a IHa b IHb|c a IHa]; cbn [measuring term_vars]; rewrite ?andb_true_iff; intros M x I; try discriminate.
  - destruct I.
  - destruct I as [<-|[]]. now apply Nat.ltb_lt.
  - apply in_app_or in I. destruct M, I; auto.
  - apply IHa; tauto.
Qed.
Definition size (t : term) (p : list Z) : Z := eval (here g p) t.
Lemma eval_here t p q : position g p -> position g q -> measuring (piles g) t = true ->
  eval (there g p q) t = size t p /\ eval (there g p q) (moved (piles g) t) = size t q /\ (0 <= size t q)%Z.
Proof.
  intros P Q M. destruct (eval_measuring t (here g q) (there g p q) (piles g) M (here_natural g q Q)) as (S & E).
  { intros x H. rewrite (there_nth g p P) by exact Q. destruct (Nat.ltb_spec (piles g + x) (piles g)); [lia|].
    unfold here. rewrite assign_nth by (try apply Q; lia). f_equal. lia. }
  split; [|split; [exact E|exact S]]. apply eval_free. intros x I. rewrite <- (there_updates g p P) by exact Q.
  apply updates_outside. unfold behind. rewrite in_seq. pose proof (measuring_vars _ _ M x I). lia.
Qed.

(* The first of some numbers that changes becomes less. *)
Fixpoint less (ts : list term) (q p : list Z) : Prop :=
  match ts with [] => False | t :: ts => Z.to_nat (size t q) < Z.to_nat (size t p) \/ Z.to_nat (size t q) = Z.to_nat (size t p) /\ less ts q p end.
Lemma less_ends l : well_founded (less l).
Proof.
  induction l as [|t l IH]; [intro p; constructor; intros q []|].
  assert (H : forall m p, Z.to_nat (size t p) = m -> Acc (less (t :: l)) p).
  { induction m as [m Im] using lt_wf_ind. intro p. induction p as [p Ip] using (well_founded_induction IH). intro E.
    constructor. intros q [L|(L & X)].
    - apply (Im (Z.to_nat (size t q))); [lia|reflexivity].
    - apply Ip; [exact X|congruence]. }
  intro p. exact (H _ p eq_refl).
Qed.
Lemma decreased_less l p q : position g p -> position g q -> forallb (measuring (piles g)) l = true ->
  holds rels' (there g p q) (decreased (piles g) l) -> less l q p.
Proof.
  intros P Q. induction l as [|t l IH]; cbn [forallb decreased holds compares eval less]; intro M; [lia|].
  apply andb_prop in M as (Mt & M). destruct (eval_here t p q P Q Mt) as (-> & -> & S). intros [H|(H & X)]; [left; lia|right].
  split; [congruence|]. exact (IH M X).
Qed.
Lemma accepted_ends : ends rels g.
Proof.
  apply (wf_incl _ _ (less ts)); [|apply less_ends]. intros q p (P & Q & M). apply decreased_less; auto.
  destruct (claims (there g p q) (there_natural g p P q Q)) as (D & _). apply D. apply holds_below; assumption.
Qed.
End Rule.

(** * A game that ends has one kernel *)
Lemma kernel_unique rels g K K' : ends rels g -> is_kernel rels g K -> is_kernel rels g K' -> forall p, position g p -> (K p <-> K' p).
Proof.
  intros W H H' p. induction p as [p IH] using (well_founded_induction W). intro P. rewrite (H p P), (H' p P).
  assert (X : forall q, option_of rels g p q -> (K q <-> K' q)) by (intros q O; apply IH; [exact O|apply O]).
  split; intros (A & B); (split; [exact A|]); intros (qs & D & L & Y); apply B; exists qs; split; auto; split; auto;
    intros q I; destruct (Y q I) as (O & Z); split; auto; now apply X.
Qed.
(* Without blocked moves it is the set of the positions that are lost, if whoever cannot move loses. *)
Theorem kernel_lost rels g K : ends rels g -> block g = 1 -> misere g = false -> is_kernel rels g K ->
  (forall p, position g p -> K p \/ ~ K p) -> (forall p, position g p -> ~ K p -> exists q, option_of rels g p q /\ K q) ->
  forall p, position g p -> (K p <-> lost (list Z) (option_of rels g) p).
Proof.
  intros W B M H D A p P.
  assert (St : forall p q, position g p -> K p -> option_of rels g p q -> ~ K q).
  { intros p0 q P0 Kp O Kq. apply (H p0 P0) in Kp as (_ & N). apply N. exists [q]. rewrite B.
    split; [repeat constructor; intros []|]. split; [reflexivity|]. intros q' [<-|[]]. auto. }
  assert (Dp : forall p0, position g p0 \/ ~ position g p0).
  { intro p0. unfold position. destruct (Nat.eq_dec (length p0) (piles g)) as [L|L]; [|right; tauto].
    destruct (Forall_dec (Z.le 0) (fun x => Z_le_dec 0 x) p0) as [N|N]; [left; auto|right; tauto]. }
  rewrite (kernel_is_lost (list Z) (option_of rels g) W (fun p => position g p -> K p)); [tauto| | |].
  - intro p0. destruct (Dp p0) as [Q|Q]; [destruct (D p0 Q); tauto|left; tauto].
  - intros p0 q Kp O Kq. pose proof O as (P0 & Q & _). exact (St p0 q P0 (Kp P0) O (Kq Q)).
  - intros p0 N. destruct (Dp p0) as [Q|Q]; [|tauto]. destruct (A p0 Q) as (q & O & Kq); [tauto|]. exists q. auto.
Qed.
