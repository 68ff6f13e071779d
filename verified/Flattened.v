(* What `flatten` makes of a formula means what the formula means. *)
Require Import ZArith String List Bool Lia.
From Filbert Require Import System Automata Logic Syntax Meaning Flatten.
Import ListNotations.
Local Open Scope Z_scope.

(** * Letters in the places of words *)
Fixpoint read (word : names (Z -> Z)) (e : valuation) (ws : list (name * expr)) : option (list Z) :=
  match ws with
  | [] => Some []
  | (W, i) :: ws => match value word false e (Indexed W i), read word e ws with Some z, Some zs => Some (z :: zs) | _, _ => None end
  end.

Lemma read_app word e ws ws' : read word e (ws ++ ws') =
  match read word e ws, read word e ws' with Some zs, Some zs' => Some (zs ++ zs') | _, _ => None end.
Proof.
  induction ws as [|(W, i) ws IH]; cbn [read app]; [now destruct (read word e ws')|]. rewrite IH.
  destruct (value word false e (Indexed W i)); [|reflexivity]. destruct (read word e ws); [|reflexivity]. now destruct (read word e ws').
Qed.

Lemma fill_none word e t : read word e (words_in t) = None -> forall integers, value word integers e t = None.
Proof.
  induction t as [c|c|x|a IHa b IHb|a IHa b IHb|c a IHa|a IHa d|W i IHi]; cbn [words_in]; intros H integers; try discriminate.
  1,2: rewrite read_app in H; cbn [value]; destruct (read word e (words_in a)); [|now rewrite IHa];
    destruct (read word e (words_in b)); [discriminate|]; rewrite (IHb eq_refl integers); now destruct (value word integers e a).
  1,2: cbn [value]; now rewrite IHa.
  cbn [read] in H. cbn [value] in *. destruct (word W); [|reflexivity]. now destruct (value word false e i).
Qed.

Lemma fill_some word e t : forall zs rest, read word e (words_in t) = Some zs -> exists t', fill t (zs ++ rest) = (t', rest) /\
  forall integers word' e', e' = e \/ has_variable t = false -> value word' integers e' t' = value word integers e t.
Proof.
  induction t as [c|c|x|a IHa b IHb|a IHa b IHb|c a IHa|a IHa d|W i IHi]; cbn [words_in]; intros zs rest H.
  1-3: injection H as <-; eexists; split; [reflexivity|]; intros integers word' e' [->|V]; try reflexivity; discriminate.
  1,2: rewrite read_app in H; destruct (read word e (words_in a)) as [za|]; [|discriminate];
    destruct (read word e (words_in b)) as [zb|]; [|discriminate]; injection H as <-;
    destruct (IHa za (zb ++ rest) eq_refl) as (a' & Fa & Va); destruct (IHb zb rest eq_refl) as (b' & Fb & Vb);
    eexists; cbn [fill]; rewrite <- app_assoc, Fa, Fb; split; [reflexivity|];
    intros integers word' e' H; cbn [value has_variable] in *; rewrite orb_false_iff in H; rewrite Va, Vb by tauto; reflexivity.
  1,2: destruct (IHa zs rest H) as (a' & Fa & Va); eexists; cbn [fill]; rewrite Fa; split; [reflexivity|];
    intros integers word' e' D; cbn [value has_variable] in *; now rewrite Va.
  cbn [read] in H. destruct (value word false e (Indexed W i)) as [z|] eqn:V; [|discriminate]. injection H as <-.
  exists (Number z). split; [reflexivity|]. intros integers word' e' _. cbn [value] in *. now rewrite V.
Qed.

Lemma read_values word e ws zs : read word e ws = Some zs -> exists ns, values word e (map snd ws) = Some ns /\
  Forall2 (fun W nz => exists l, word W = Some l /\ snd nz = l (fst nz)) (map fst ws) (combine ns zs) /\ length ns = length ws /\ length zs = length ws.
Proof.
  revert zs. induction ws as [|(W, i) ws IH]; cbn [read map]; intros zs H; [injection H as <-; exists []; repeat split; constructor|].
  cbn [value] in H. destruct (word W) as [l|] eqn:L; [|discriminate]. destruct (value word false e i) as [n|] eqn:N; [|discriminate].
  destruct (read word e ws) as [zs'|]; [|discriminate]. injection H as <-. destruct (IH zs' eq_refl) as (ns & V & F & L1 & L2).
  exists (n :: ns). cbn [values snd fst combine]. rewrite N, V. repeat split; cbn [length]; try congruence.
  constructor; [exists l; auto|exact F].
Qed.
Lemma read_none word e ws : (forall W i, In (W, i) ws -> word W <> None) -> read word e ws = None -> values word e (map snd ws) = None.
Proof.
  induction ws as [|(W, i) ws IH]; cbn [read map]; intros K H; [discriminate|]. cbn [values snd].
  cbn [value] in H. destruct (word W) as [l|] eqn:L; [|now destruct (K W i (or_introl eq_refl))].
  destruct (value word false e i); [|reflexivity]. destruct (read word e ws) eqn:R; [discriminate|].
  rewrite IH; auto. intros; eapply K; right; eassumption.
Qed.

Section Flattened.
Variable rels : list Logic.relation.
Variable numbered_f : numbered_functions.
Variable numbered_w : numbered_words.
Variable function : names (nat * Meaning.relation).
Variable word : names (Z -> Z).

Definition functions_fit : Prop := forall f k i, numbered_f f = Some (k, i) -> exists R R', function f = Some (k, R) /\
  nth_error rels i = Some R' /\ forall ns, length ns = k -> Forall (Z.le 0) ns -> (R' ns <-> R ns).
Hypothesis Ff : functions_fit.
Hypothesis Fw : words_fit rels numbered_w word.

(** * Cases *)
Lemma alternatives_all fs f : alternatives fs = Some f -> forall o, In o fs -> o <> None.
Proof.
  revert f. induction fs as [|o fs IH]; intros f E p I; [destruct I|]. destruct fs as [|o' fs].
  - destruct I as [<-|[]]. cbn in E. congruence.
  - change (match o, alternatives (o' :: fs) with Some f, Some g => Some (Or f g) | _, _ => None end = Some f) in E.
    destruct o as [h|]; [|discriminate]. destruct (alternatives (o' :: fs)) as [h'|]; [|discriminate].
    destruct I as [<-|I]; [discriminate|]. now apply (IH h').
Qed.

(* The case of the letters that there are. *)
Lemma cases_holds ev : natural ev -> forall Ws ls vs k f, Forall2 (fun W l => numbered_w W = Some l) Ws ls ->
  length vs = length Ws -> cases ls vs k = Some f ->
  forall zs, Forall2 (fun W nz => exists l, word W = Some l /\ snd nz = l (fst nz)) Ws (combine (map ev vs) zs) -> length zs = length Ws ->
  exists f', k zs = Some f' /\ (holds rels ev f <-> holds rels ev f').
Proof.
  intros Na Ws. induction Ws as [|W Ws IH]; intros ls vs k f Fl Lv E zs Fz Lz.
  - inversion Fl; subst. destruct vs; [|discriminate]. destruct zs; [|discriminate]. cbn [cases] in E. exists f. tauto.
  - inversion Fl as [|? l ? ls' Hl Fl']; subst. destruct vs as [|v vs]; [discriminate|]. destruct zs as [|z zs]; [discriminate|].
    cbn [map combine] in Fz. inversion Fz as [|? ? ? ? Hz Fz']; subst. cbn [fst snd] in Hz. cbn [cases] in E.
    destruct Hz as (letter & Hw & Hz). destruct (Fw W l Hl) as (letter' & Hw' & All & Each). rewrite Hw in Hw'. injection Hw' as <-.
    destruct (All (ev v) (Na v)) as (i & I). rewrite <- Hz in I.
    pose proof (alternatives_all _ _ E _ (in_map _ _ _ I)) as NN. cbv beta iota in NN.
    destruct (cases ls' vs (fun zs => k (z :: zs))) as [h|] eqn:C; [|now destruct NN].
    cbn [length] in *. destruct (IH ls' vs _ h Fl' ltac:(lia) C zs Fz' ltac:(lia)) as (f' & Kf & H). exists f'. split; [exact Kf|].
    rewrite <- H, (alternatives_holds rels ev _ f E). split.
    + intros (g & J & Hg). apply in_map_iff in J as ((y, j) & G & J).
      destruct (cases ls' vs (fun zs => k (y :: zs))) as [h'|] eqn:C'; [|discriminate]. injection G as <-. cbn [holds map] in Hg.
      destruct (Each y j J) as (R & NR & HR). rewrite NR in Hg. destruct Hg as (H1 & H2). apply HR in H1; [|apply Na].
      assert (y = z) as -> by congruence. rewrite C in C'. injection C' as <-. exact H2.
    + intro q. exists (And (Rel i [v]) h). split; [apply in_map_iff; exists (z, i); rewrite C; auto|].
      cbn [holds map]. destruct (Each z i I) as (R & NR & HR). rewrite NR. split; [apply HR; [apply Na|now symmetry]|exact q].
Qed.

Lemma lettered_all ws ls : lettered numbered_w ws = Some ls -> Forall2 (fun W l => numbered_w W = Some l) (map fst ws) ls.
Proof.
  revert ls. induction ws as [|W ws IH]; cbn [lettered fold_right map]; intros ls E; [injection E as <-; constructor|].
  destruct (numbered_w (fst W)) eqn:N; [|discriminate]. fold (lettered numbered_w ws) in E.
  destruct (lettered numbered_w ws) as [ls'|]; [|discriminate]. injection E as <-. constructor; auto.
Qed.

Lemma comparing_holds sc r a b n f ev e integers : comparing numbered_w sc integers r a b n = Some f -> natural ev -> fits sc n ev e ->
  (integers = true -> forall t, t = a \/ t = b -> value (fun _ => None) true (fun _ => 0) t = value word true e t) ->
  (holds rels ev f <-> exists x y, value word integers e a = Some x /\ value word integers e b = Some y /\ related r x y).
Proof.
  intros E Na Fi I.
  assert (C : forall ev' u u', holds rels ev' (compared r u u') <-> related r (eval ev' u) (eval ev' u')) by (intros; destruct r; reflexivity).
  destruct integers; cbn [comparing] in E.
  - rewrite !I in E by auto. destruct (value word true e a) as [x|]; [|discriminate]. destruct (value word true e b) as [y|]; [|discriminate].
    injection E as <-. rewrite C. cbn [eval]. split; [eauto|]. intros (x' & y' & Hx & Hy & H). congruence.
  - rewrite (flat_holds rels numbered_w word Fw sc e a n _ f ev (fun x => exists y, value word false e b = Some y /\ related r x y) E Na Fi).
    + split; [intros (x & Hx & y & Hy & H)|intros (x & y & Hx & Hy & H)]; eauto.
    + intros u m f' ev' x E' L Na' A B Va Ev.
      apply (flat_holds rels numbered_w word Fw sc e b m _ f' ev' (fun y => related r x y) E' Na' (fits_agrees _ _ _ _ _ _ L Fi A)).
      intros u' m' f'' ev'' y E'' L' Na'' A' B' Vb Ev'. injection E'' as <-. rewrite C, Ev'.
      rewrite (eval_agrees m u ev' ev''), Ev by assumption. reflexivity.
Qed.

(** * Formulas *)
Lemma fits_bind sc n ev e x v : fits sc n ev e -> fits (bind x (Some n) sc) (S n) (update ev n v) (give e x v).
Proof.
  intros Fi y u. unfold bind, give, update. destruct (String.eqb y x); intro H.
  - injection H as <-. rewrite Nat.eqb_refl. split; [lia|reflexivity].
  - destruct (Fi y u H) as (L & E). split; [lia|]. destruct (Nat.eqb_spec u n); [lia|exact E].
Qed.
Lemma fits_extended xs : forall sc n ev e vs, fits sc n ev e -> length vs = length xs ->
  fits (extended sc xs n) (n + length xs) (updates ev (seq n (length xs)) vs) (gives e xs vs).
Proof.
  induction xs as [|x xs IH]; intros sc n ev e [|v vs] Fi L; try discriminate.
  - cbn [extended seq updates gives length]. now rewrite Nat.add_0_r.
  - cbn [extended seq updates gives length] in *. rewrite <- Nat.add_succ_comm. apply IH; [now apply fits_bind|congruence].
Qed.
Lemma natural_updates xs : forall ev vs, natural ev -> Forall (Z.le 0) vs -> natural (updates ev xs vs).
Proof.
  induction xs as [|x xs IH]; intros ev [|v vs] Na F; cbn [updates]; auto. inversion F; subst. apply IH; [|assumption].
  now apply natural_update.
Qed.

Theorem flatten_holds f : forall sc n F ev e, flatten numbered_f numbered_w sc n f = Some F -> natural ev -> fits sc n ev e ->
  (holds rels ev F <-> truth function word e f).
Proof.
  induction f as [r a b|f ts|f IH|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IH|x f IH|k xs f IH|x f IH];
    intros sc n F ev e E Na Fi; cbn [flatten truth] in *.
  - set (ws := words_in a ++ words_in b) in *. destruct (lettered numbered_w ws) as [ls|] eqn:L; [|discriminate].
    destruct (few ls); [|discriminate].
    pose proof (lettered_all ws ls L) as All.
    set (P := exists x y, value word (of_integers a b) e a = Some x /\ value word (of_integers a b) e b = Some y /\ related r x y).
    assert (Known : forall W i, In (W, i) ws -> word W <> None).
    { intros W i I. apply (in_map fst) in I. cbn in I. clear - All I Fw. induction All as [|W' l Ws ls H All IH]; [destruct I|].
      destruct I as [<-|I]; [|auto]. destruct (Fw _ _ H) as (letter & X & _). congruence. }
    rewrite (places_holds rels numbered_w word Fw sc e (map snd ws) n _ F ev (fun _ => P) E Na Fi).
    + split; [intros (zs & _ & p); exact p|]. intro p. destruct (read word e ws) as [zs|] eqn:R.
      * destruct (read_values word e ws zs R) as (ns & V & _). eauto.
      * exfalso. destruct p as (x & y & Va & Vb & _). unfold ws in R. rewrite read_app in R.
        destruct (read word e (words_in a)) eqn:Ra; [|rewrite (fill_none word e a Ra) in Va; discriminate].
        destruct (read word e (words_in b)) eqn:Rb; [discriminate|rewrite (fill_none word e b Rb) in Vb; discriminate].
    + intros vs m f' ev' ns E' Lm Na' A Bv V M.
      destruct (read word e ws) as [zs|] eqn:R; [|rewrite (read_none word e ws Known R) in V; discriminate].
      destruct (read_values word e ws zs R) as (ns' & V' & F2 & L1 & L2). rewrite V in V'. injection V' as <-.
      assert (Lv : length vs = length (map fst ws)) by (rewrite map_length, <- L1, <- M; now rewrite map_length).
      unfold ws in R. rewrite read_app in R. destruct (read word e (words_in a)) as [za|] eqn:Ra; [|discriminate].
      destruct (read word e (words_in b)) as [zb|] eqn:Rb; [|discriminate]. injection R as <-.
      destruct (fill_some word e a za zb Ra) as (a' & Fa & Va). destruct (fill_some word e b zb [] Rb) as (b' & Fb & Vb). rewrite app_nil_r in Fb.
      destruct (cases_holds ev' Na' (map fst ws) ls vs _ f' All Lv E' (za ++ zb)) as (f'' & K & H); [rewrite M; exact F2|now rewrite map_length|]. rewrite H.
      rewrite Fa, Fb in K. rewrite (comparing_holds sc r a' b' m f'' ev' e _ K Na' (fits_agrees _ _ _ _ _ _ Lm Fi A)).
      * unfold P. rewrite Va, Vb by (now left). reflexivity.
      * intros I t T. unfold of_integers in I. apply andb_prop in I as (_ & I). apply negb_true_iff, orb_false_iff in I as (Ia & Ib).
        destruct T as [-> | ->]; [rewrite !Va by auto|rewrite !Vb by auto]; reflexivity.
  - destruct (numbered_f f) as [(k, i)|] eqn:N; [|discriminate]. destruct (Nat.eqb_spec (length ts) k) as [Lk|]; [|discriminate].
    destruct (Ff f k i N) as (R & R' & HR & NR & Same).
    rewrite (places_holds rels numbered_w word Fw sc e ts n _ F ev (fun zs => R zs) E Na Fi).
    + split; [intros (zs & V & H); exists k, R, zs; auto|intros (k' & R2 & zs & H & V & Hz)].
      rewrite HR in H. injection H as <- <-. eauto.
    + intros vs m f' ev' zs E' L Na' A Bv V M. injection E' as <-. cbn [holds]. rewrite NR, M. apply Same.
      * rewrite <- Lk. clear - V. revert zs V. induction ts as [|t ts IH]; cbn [values]; intros zs V; [now injection V as <-|].
        destruct (value word false e t); [|discriminate]. destruct (values word e ts); [|discriminate]. injection V as <-.
        cbn [length]. f_equal. auto.
      * rewrite <- M. apply Forall_forall. intros z I. apply in_map_iff in I as (v & <- & _). apply Na'.
  - destruct (flatten _ _ sc n f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [holds]. now rewrite (IH _ _ _ _ _ H Na Fi).
  - destruct (flatten _ _ sc n f) as [G|] eqn:H; [|discriminate]. destruct (flatten _ _ sc n g) as [G'|] eqn:H'; [|discriminate].
    injection E as <-. cbn [holds]. now rewrite (IHf _ _ _ _ _ H Na Fi), (IHg _ _ _ _ _ H' Na Fi).
  - destruct (flatten _ _ sc n f) as [G|] eqn:H; [|discriminate]. destruct (flatten _ _ sc n g) as [G'|] eqn:H'; [|discriminate].
    injection E as <-. cbn [holds]. now rewrite (IHf _ _ _ _ _ H Na Fi), (IHg _ _ _ _ _ H' Na Fi).
  - destruct (flatten _ _ sc n f) as [G|] eqn:H; [|discriminate]. destruct (flatten _ _ sc n g) as [G'|] eqn:H'; [|discriminate].
    injection E as <-. cbn [holds]. now rewrite (IHf _ _ _ _ _ H Na Fi), (IHg _ _ _ _ _ H' Na Fi).
  - destruct (flatten _ _ sc n f) as [G|] eqn:H; [|discriminate]. destruct (flatten _ _ sc n g) as [G'|] eqn:H'; [|discriminate].
    injection E as <-. cbn [holds]. now rewrite (IHf _ _ _ _ _ H Na Fi), (IHg _ _ _ _ _ H' Na Fi).
  - destruct (flatten _ _ _ (S n) f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [holds].
    split; intros (v & Nv & Hv); exists v; (split; [exact Nv|]);
      apply (IH _ _ _ _ _ H (natural_update _ _ _ Na Nv) (fits_bind _ _ _ _ x v Fi)); exact Hv.
  - destruct (flatten _ _ _ (S n) f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [holds].
    split; intros Hv v Nv; specialize (Hv v Nv); apply (IH _ _ _ _ _ H (natural_update _ _ _ Na Nv) (fits_bind _ _ _ _ x v Fi)); exact Hv.
  - destruct (flatten _ _ _ _ f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [holds].
    assert (X : forall v, length v = length xs -> Forall (Z.le 0) v ->
      (holds rels (updates ev (seq n (length xs)) v) G <-> truth function word (gives e xs v) f)).
    { intros v Lv Nv. apply (IH _ _ _ _ _ H); [now apply natural_updates|now apply fits_extended]. }
    split; intros (vs & D & L & Hv); exists vs; (split; [exact D|]; split; [exact L|]); intros v I; destruct (Hv v I) as (A & B & C);
      rewrite ?seq_length in *; (split; [exact A|]; split; [exact B|]); now apply X.
  - destruct (flatten _ _ _ (S n) f) as [G|] eqn:H; [|discriminate]. injection E as <-. cbn [holds].
    split; intros Hv b; destruct (Hv b) as (v & Nv & Lv & H'); exists v; (split; [exact Nv|]; split; [exact Lv|]);
      apply (IH _ _ _ _ _ H (natural_update _ _ _ Na Nv) (fits_bind _ _ _ _ x v Fi)); exact H'.
Qed.
End Flattened.
