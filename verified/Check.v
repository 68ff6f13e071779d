(* A script with its certificate is accepted by the checker of Rules.v only if every theorem of the script holds. *)
Require Import ZArith List Lia Bool.
From Filbert Require Import System Automata Logic Linear Skeleton Always Projection Equation Narrow Cases Compared.
From Filbert Require Export Rules Relations Prove Kernel.
Import ListNotations.

Section Check.
Context {hashes : keys}.
Variable s : structure.
Hypothesis good : forall x, good_system (s x) = true.

(* What is proved of `meant` holds of the formula itself. *)
Lemma meant_holds rels f c e : natural e -> (holds rels e (fst (meant f c)) <-> holds rels e f).
Proof.
  intro N. revert f. induction c as [|a c IH]; intro f; [reflexivity|]. destruct a as [| | | | | | | | | | |w]; try reflexivity.
  cbn [meant]. rewrite IH. destruct w; [now apply narrow_holds|apply by_cases_holds|apply compared_holds].
Qed.
Lemma meant_defined rels xs f c A : same_relation (map s xs, A) (defined rels xs (fst (meant f c))) ->
  same_relation (map s xs, A) (defined rels xs f).
Proof.
  intros H t ys w L V. rewrite (H t ys w L V). apply meant_holds, assign_natural, Forall_forall. intros v I.
  apply in_map_iff in I as (y & <- & _). apply natural_value.
Qed.

Lemma kernel_command rels meanings g ts A c : length rels = length meanings ->
  (forall i a, nth_error rels i = Some a -> exists R, nth_error meanings i = Some R /\ same_relation a R) -> forall rels',
  (if zero_loop A (piles g) && names_below (length rels) (rule g) && forallb (measuring (piles g)) ts
   then let (f, c) := meant (kernel_claims (length rels) g ts) c in
        match prove s (rels ++ [(map s (before g), A)]) [] f c with Some [] => Some (rels ++ [(map s (before g), A)]) | _ => None end
   else None) = Some rels' ->
  rels' = rels ++ [(map s (before g), A)] /\ ends meanings g /\ is_kernel meanings g (accepted s (piles g) A) /\
  forall R, is_kernel meanings g R -> same_relation (map s (before g), A) R.
Proof.
  intros L K rels' E. destruct (zero_loop A (piles g) && _ && _) eqn:X; [|discriminate]. rewrite !andb_true_iff in X. destruct X as ((Z & B) & M).
  pose proof (fun rels' e => meant_holds rels' (kernel_claims (length rels) g ts) c e) as Same.
  destruct (meant _ c) as (f, d). cbn [fst] in Same.
  destruct (prove s _ [] f d) as [[|a c']|] eqn:F; try discriminate. injection E as <-. split; [reflexivity|].
  set (R := accepted s (piles g) A). rewrite L in B, Same.
  assert (Last : nth_error (meanings ++ [R]) (length rels) = Some R) by now rewrite nth_error_app2, L, Nat.sub_diag by lia.
  assert (Claims : forall e, natural e -> holds (meanings ++ [R]) e (kernel_claims (length rels) g ts)).
  { intros e N. rewrite L. apply Same; [exact N|]. refine (prove_sound s good (rels ++ [(map s (before g), A)]) (meanings ++ [R]) _ _ [] _ _ F e N (Forall_nil _)).
    apply nth_error_snoc; auto. now apply accepted_relation. }
  assert (D : forall p, position g p -> R p \/ ~ R p) by (intros p (Lp & Np); now apply accepted_decided).
  pose proof (accepted_ends meanings g R (length rels) ts B M Claims) as W.
  pose proof (accepted_kernel meanings g R (length rels) ts Last B D Claims) as Ker.
  split; [exact W|]. split; [exact Ker|]. intros R' Ker' t xs w Lx V. cbn [fst snd] in *.
  rewrite (accepted_relation s (piles g) A good Z t xs w Lx V). apply (kernel_unique meanings g _ _ W Ker Ker').
  split; [apply (f_equal (@length _)) in Lx; unfold before in Lx; rewrite !map_length, seq_length in Lx; now rewrite map_length|]. apply Forall_forall. intros v I. apply in_map_iff in I as (y & <- & _). apply natural_value.
Qed.

Lemma check_commands_sound (r : system) (single : s = one r) cs : forall rels meanings, length rels = length meanings ->
  (forall i a, nth_error rels i = Some a -> exists R, nth_error meanings i = Some R /\ same_relation a R) ->
  check_commands s rels cs = true -> true_script r meanings (map fst cs).
Proof.
  induction cs as [|(cmd, c) cs IH]; intros rels meanings L K C; [exact I|].
  cbn [check_commands] in C. destruct (check_command s rels cmd c) as [rels'|] eqn:E; [|discriminate].
  destruct cmd as [k A|xs f|g|f]; cbn [check_command] in E; cbn [map fst true_script].
  - destruct (zero_loop A k) eqn:Z; [|discriminate]. injection E as <-.
    apply IH with (rels := rels ++ [(map s (seq 0 k), A)]); [rewrite !app_length; simpl; lia| |exact C].
    apply nth_error_snoc; auto. rewrite <- single. now apply accepted_relation.
  - pose proof (meant_defined meanings xs f c) as Same. destruct (meant f c) as (f', d). cbn [fst] in Same.
    destruct (compile s rels f' d) as [(o, [|[b|A ys|A ys| |z| |A ys zs| |l|A ys B zs|ts|] [|a c']])|] eqn:F; try discriminate.
    destruct (same_vars xs ys && distinct xs && defines s o xs A) eqn:X; [|discriminate].
    injection E as <-. rewrite !andb_true_iff in X. destruct X as ((_ & D) & Al).
    apply IH with (rels := rels ++ [(map s xs, A)]); [rewrite !app_length; simpl; lia| |exact C].
    apply nth_error_snoc; auto. apply Same, relation_defined with (o := o); auto.
    exact (compile_sound s good rels meanings K f' _ _ _ F).
  - destruct c as [|[b|A ys|A ys| |z| |A ys zs| |l|A ys B zs|ts|] c]; try discriminate.
    destruct c as [|[b|A ys|A ys| |z| |A ys zs| |l|A ys B zs|ts'|] c]; try discriminate.
    destruct (kernel_command rels meanings g ts A c L K rels' E) as (-> & W & H & Same). split; [exact W|]. split; [eauto|].
    intros R HR. apply IH with (rels := rels ++ [(map s (before g), A)]); [rewrite !app_length; simpl; lia| |exact C].
    apply nth_error_snoc; auto.
  - pose proof (fun e => meant_holds meanings f c e) as Same. destruct (meant f c) as (f', d). cbn [fst] in Same.
    destruct (prove s rels [] f' d) as [[|a c']|] eqn:F; try discriminate. injection E as <-.
    split; [|eapply IH; eauto]. intros e N. apply Same; [exact N|].
    exact (prove_sound s good rels meanings K f' [] _ _ F e N (Forall_nil _)).
Qed.
End Check.

(* Every theorem of an accepted script holds. *)
Theorem check_sound {hashes : keys} (s : system) (cs : list (command * answers)) :
  check s cs = true -> true_script s [] (map fst cs).
Proof.
  unfold check. intro C. apply andb_prop in C as (good & C).
  apply (check_commands_sound (one s) (fun _ => good) s eq_refl cs [] []); auto. intros i a N. destruct i; discriminate.
Qed.
