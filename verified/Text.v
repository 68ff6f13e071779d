(* Scripts as trees are checked: statement by statement they become commands of Logic.v, which the checker of Rules.v decides. What it
   accepts is what Meaning.v says. *)
Require Import ZArith String List Lia Bool Wf_nat Wellfounded.
From Filbert Require Import System Automata Logic Linear Skeleton Always Projection Equation Rules Relations Prove Kernel Check Syntax Meaning Flatten Flattened Apart Integers Regular Morphic Combined.
Import ListNotations.

(** * Definitions *)
(* What names are among the relations of the checker. *)
Record table := Table { functions_ : numbered_functions; words_ : numbered_words; games_ : names (rules * formula) }.
Definition no_names : table := Table (fun _ => None) (fun _ => None) (fun _ => None).
Definition table_forgets xs (t : table) := Table (forget xs (functions_ t)) (forget xs (words_ t)) (forget xs (games_ t)).
Definition table_function f v (t : table) := Table (bind f v (functions_ t)) (words_ t) (games_ t).

(* States of an automaton that is looked for. *)
Definition most_states := 1000.
(* Steps for the letters of a word with their states: each pair of them is looked at once, and for each letter of its image once more. *)
Definition word_steps (s : system) (h : morphism) : nat := S (length s * fold_right (fun r n => length (snd r) + n) 0 h).
Definition game_of (g : rules) (F : formula) : game := Game (length (before_ g)) (forbidden g) (misere_ g) F.

(* The systems of the variables of a statement; the last is that of all others, too. *)
Definition structure_of (ss : list system) : structure := fun x => nth x ss (last ss []).
Definition good_systems (ss : list system) : bool := negb (Nat.eqb (length ss) 0) && forallb good_system ss.
(* In several systems each variable has a number of its own. *)
Definition numbered (ss : list system) (F : formula) : formula := match ss with [_] => F | _ => apart F end.
(* The commands of a statement, there being n relations. *)
Definition commands_for (ss : list system) (n : nat) (t : table) (c : statement) : option (list command * table) :=
  let s := structure_of ss in
  match c with
  | Definition_ f xs F => match open_formula (functions_ t) (words_ t) xs F with
      | Some F => Some ([Define (seq 0 (length xs)) (numbered ss F)], table_function f (Some (length xs, n)) t)
      | None => None
      end
  | Expression f tracks r =>
      let k := length tracks in
      if same_systems (map s (seq 0 k)) tracks
      then match automaton tracks r most_states with
        | Some A => Some ([Automaton k A], table_function f (Some (k, n)) t)
        | None => None
        end
      else None
  | Word_ W h coding => match automata_of_word (s 0) h coding (word_steps (s 0) h) with
      | Some found =>
          let numbered := List.combine (map fst found) (seq n (length found)) in
          Some (map (fun p => Automaton 1 (snd p)) found, Table (functions_ t) (bind W (Some numbered) (words_ t)) (games_ t))
      | None => None
      end
  | Combined_ W fs => match numbered_sets (functions_ t) fs with
      | Some l =>
          let numbered := List.combine (letters_of l) (seq n (length (letters_of l))) in
          Some (map (fun z => Define [0] (letter_is l z)) (letters_of l), Table (functions_ t) (bind W (Some numbered) (words_ t)) (games_ t))
      | None => None
      end
  | Game_ G g => match open_formula (functions_ t) (words_ t) (before_ g ++ after_ g) (moves g) with
      | Some F =>
          if Nat.eqb (length (after_ g)) (length (before_ g)) && names_below n F
          then Some ([], Table (functions_ t) (words_ t) (bind G (Some (g, F)) (games_ t)))
          else None
      | None => None
      end
  | Kernel_ P G None => match games_ t G with
      | Some (g, F) => Some ([Kernel (game_of g F)], table_function P (Some (length (before_ g), n)) t)
      | None => None
      end
  | Kernel_ P G (Some Q) => match games_ t G, functions_ t Q with
      | Some (g, F), Some (k, i) =>
          let k' := length (before_ g) in
          if Nat.eqb k k'
          then Some ([Kernel (game_of g F); Theorem_ (Iff (Rel n (seq 0 k')) (Rel i (seq 0 k')))], table_function P (Some (k', n)) t)
          else None
      | _, _ => None
      end
  | Claim _ F => match flatten (functions_ t) (words_ t) unnamed 0 F with Some F => Some ([Theorem_ (numbered ss (parted F))], t) | None => None end
  | Integer_claim _ F => option_map (fun F => ([Theorem_ (numbered ss (parted F))], t)) (over_naturals F)
  | Forget xs => Some ([], table_forgets xs t)
  end.

Fixpoint check_list {hashes : keys} (s : structure) (rels : relations) (cs : list command) (anss : list answers) : option relations :=
  match cs, anss with
  | [], [] => Some rels
  | c :: cs, a :: anss => match check_command s rels c a with Some rels => check_list s rels cs anss | None => None end
  | _, _ => None
  end.
(* A measure that a script gives is the one by which plays end. *)
Fixpoint plain_term (sc : scope) (t : expr) : option term :=
  match t with
  | Number c => Some (Num c)
  | Named x => option_map Var (sc x)
  | Plus a b => match plain_term sc a, plain_term sc b with Some a, Some b => Some (Add a b) | _, _ => None end
  | Times c a => option_map (Mul c) (plain_term sc a)
  | _ => None
  end.
Definition option_eq_dec (T : Type) (dec : forall a b : T, {a = b} + {a <> b}) (a b : option T) : {a = b} + {a <> b}.
Proof. decide equality. Defined.
Definition term_dec (a b : term) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Definition measure_fits (t : table) (c : statement) (anss : list answers) : bool :=
  match c with
  | Kernel_ _ G _ => match games_ t G, anss with
      | Some (g, _), (Measure us :: _) :: _ => match measure g with
          | [] => true
          | ts => if list_eq_dec (fun a b => option_eq_dec term term_dec a b) (map (plain_term (ordered (before_ g) 0)) ts) (map Some us)
              then true else false
          end
      | _, _ => false
      end
  | _ => true
  end.
(* A statement with answers for each of its commands. *)
Definition check_statement {hashes : keys} (ss : list system) (rels : relations) (t : table) (c : statement) (anss : list answers)
    : option (relations * table) :=
  match commands_for ss (length rels) t c with
  | Some (cs, t') =>
      if measure_fits t c anss then option_map (fun rels => (rels, t')) (check_list (structure_of ss) rels cs anss) else None
  | None => None
  end.
(* For each statement systems and answers, or nothing if it is left out. *)
Definition certificate := list (option (list system * list answers)).
Fixpoint check_statements {hashes : keys} (rels : relations) (t : table)
    (cs : list (statement * option (list system * list answers))) : bool :=
  match cs with
  | [] => true
  | (c, None) :: cs => check_statements rels (table_forgets (bound c) t) cs
  | (c, Some (ss, anss)) :: cs => good_systems ss &&
      match check_statement ss rels t c anss with Some (rels, t) => check_statements rels t cs | None => false end
  end.

Definition marked {T} (a : option T) : bool := match a with Some _ => true | None => false end.
Definition check_trees {hashes : keys} (cs : text) (cert : certificate) : bool :=
  Nat.eqb (length cert) (length cs) && check_statements [] no_names (List.combine (map snd cs) cert).
(* The claims that a certificate has answers for hold. *)
Definition trees_hold (cs : text) (cert : certificate) : Prop :=
  claims_hold nothing (List.combine (map snd cs) (map marked cert)).

(** * What is accepted holds *)
Lemma names_below_more n m f : n <= m -> names_below n f = true -> names_below m f = true.
Proof.
  intro L. induction f; cbn [names_below]; rewrite ?andb_true_iff; auto; try tauto. rewrite !Nat.ltb_lt. lia.
Qed.

Definition games_fit (meanings : list Logic.relation) (numbered : names (rules * formula)) (known : names (rules * play)) : Prop :=
  forall G g F, numbered G = Some (g, F) -> length (after_ g) = length (before_ g) /\ names_below (length meanings) F = true /\
    exists p, known G = Some (g, p) /\ piles_ p = length (before_ g) /\ block_ p = forbidden g /\ loses_ p = misere_ g /\
    forall a b, moves_to p a b <-> option_of meanings (game_of g F) a b.
(* Automata are relations, and names of the checker mean what names of the script mean. *)
Record fitting (rels : relations) (meanings : list Logic.relation) (t : table) (w : world) : Prop := Fitting {
  lengths : length rels = length meanings;
  automata_fit : forall i a, nth_error rels i = Some a -> exists R, nth_error meanings i = Some R /\ same_relation a R;
  fit_systems : forall i ss A, nth_error rels i = Some (ss, A) -> Forall (fun s => good_system s = true) ss;
  fit_functions : functions_fit meanings (functions_ t) (functions w);
  fit_tracks : forall f k i, functions_ t f = Some (k, i) -> exists ss A, nth_error rels i = Some (ss, A) /\ length ss = k;
  fit_words : words_fit meanings (words_ t) (words w);
  fit_games : games_fit meanings (games_ t) (games w)
}.

Lemma fitting_more rels meanings t w a R : fitting rels meanings t w -> same_relation a R -> Forall (fun s => good_system s = true) (fst a) ->
  fitting (rels ++ [a]) (meanings ++ [R]) t w.
Proof.
  intros [L K Fs Ff Ft Fw Fg] S Good. split.
  - rewrite !app_length, L. reflexivity.
  - now apply nth_error_snoc.
  - intros i ss A E. destruct (Nat.lt_ge_cases i (length rels)) as [I|I]; [rewrite nth_error_app1 in E by exact I; eauto|].
    rewrite nth_error_app2 in E by exact I. destruct (i - length rels) as [|j]; [injection E as ->; exact Good|destruct j; discriminate].
  - intros f k i E. destruct (Ff f k i E) as (R1 & R2 & H & N & X). exists R1, R2. repeat split; auto; [|now apply X|now apply X].
    rewrite nth_error_app1; [exact N|]. apply nth_error_Some. congruence.
  - intros f k i E. destruct (Ft f k i E) as (ss & A & N & Ls). exists ss, A. split; [|exact Ls]. rewrite nth_error_app1; [exact N|]. apply nth_error_Some. congruence.
  - intros W l E. destruct (Fw W l E) as (letter & H & All & Each). exists letter. repeat split; auto. intros z i I.
    destruct (Each z i I) as (R1 & N & X). exists R1. split; [|exact X]. rewrite nth_error_app1; [exact N|]. apply nth_error_Some. congruence.
  - intros G g F E. destruct (Fg G g F E) as (La & B & p & H & Hp & Hb & Hl & X). split; [exact La|]. split.
    + apply names_below_more with (n := length meanings); [rewrite app_length; lia|exact B].
    + exists p. split; [exact H|]. split; [exact Hp|]. split; [exact Hb|]. split; [exact Hl|]. intros a' b. rewrite X.
      unfold option_of. cbn [rule game_of]. now rewrite (holds_below meanings R F _ B).
Qed.
Lemma fitting_forgets rels meanings t w xs : fitting rels meanings t w -> fitting rels meanings (table_forgets xs t) (forgets xs w).
Proof.
  intros [L K Fs Ff Ft Fw Fg]. split; auto; cbn [functions_ words_ games_ table_forgets functions words games forgets].
  - intros f k i. unfold forget. destruct (touches xs f); [discriminate|apply Ff].
  - intros f k i. unfold forget. destruct (touches xs f); [discriminate|apply Ft].
  - intros W l. unfold forget. destruct (touches xs W); [discriminate|apply Fw].
  - intros G g F. unfold forget. destruct (touches xs G); [discriminate|apply Fg].
Qed.
(* The last relation gets a name. *)
Lemma fitting_function rels meanings t w f k ss A R : length ss = k -> fitting (rels ++ [(ss, A)]) (meanings ++ [R]) t w ->
  fitting (rels ++ [(ss, A)]) (meanings ++ [R]) (table_function f (Some (k, length meanings)) t) (with_function f (Some (k, R)) w).
Proof.
  intros Ls [L K Fs Ff Ft Fw Fg]. pose proof L as L'. rewrite !app_length in L'. cbn [length] in L'.
  split; [exact L|exact K|exact Fs| | |exact Fw|exact Fg]; cbn [functions_ table_function functions with_function]; intros g k' i; unfold bind;
    (destruct (String.eqb g f); [|now (apply Ff || apply Ft)]); intro E; injection E as <- <-.
  - exists R, R. split; [reflexivity|]. split; [|tauto]. now rewrite nth_error_app2, Nat.sub_diag by lia.
  - exists ss, A. split; [|exact Ls]. rewrite nth_error_app2 by lia. now replace (length meanings - length rels) with 0 by lia.
Qed.

Lemma natural_values s (v : Automata.word) xs : Forall (Z.le 0) (map (Automata.value s v) xs).
Proof. apply Forall_forall. intros z I. apply in_map_iff in I as (x & <- & _). apply natural_value. Qed.
Lemma same_relation_change ss A R R' : same_relation (ss, A) R ->
  (forall ns, length ns = length ss -> Forall (Z.le 0) ns -> (R ns <-> R' ns)) -> same_relation (ss, A) R'.
Proof.
  intros S E s xs v L V. rewrite (S s xs v L V). apply E; [|apply natural_values]. apply (f_equal (@length _)) in L. cbn [fst] in L.
  now rewrite map_length in *.
Qed.

Lemma fits_ordered xs : forall i ns, length ns = length xs ->
  fits (ordered xs i) (i + length xs) (assign (seq i (length xs)) ns) (valued xs ns).
Proof.
  induction xs as [|x xs IH]; intros i [|n ns] L y v; try discriminate. cbn [ordered length seq assign valued]. unfold bind, give, update.
  destruct (String.eqb y x).
  - intro E. injection E as <-. rewrite Nat.eqb_refl. split; [lia|reflexivity].
  - intro E. injection L as L. destruct (IH (S i) ns L y v E) as (Lv & H). split; [lia|].
    assert (i < v).
    { clear - E. revert i E. induction xs as [|x xs IH]; intros i E; [discriminate|]. cbn [ordered] in E. unfold bind in E.
      destruct (String.eqb y x); [injection E as <-; lia|]. apply IH in E. lia. }
    destruct (Nat.eqb_spec v i); [lia|exact H].
Qed.
Lemma open_formula_holds rels meanings t w xs F F' : fitting rels meanings t w ->
  open_formula (functions_ t) (words_ t) xs F = Some F' -> forall ns, length ns = length xs -> Forall (Z.le 0) ns ->
  (holds meanings (assign (seq 0 (length xs)) ns) F' <-> described (functions w) (words w) xs F ns).
Proof.
  intros [L K Fs Ff Ft Fw Fg] E ns Ln Nn. apply (flatten_holds meanings _ _ _ _ Ff Fw F _ _ F' _ _ E); [now apply assign_natural|].
  now apply (fits_ordered xs 0 ns).
Qed.

Lemma nth_error_numbered {T} (l : list T) : forall n j x, nth_error l j = Some x ->
  nth_error (List.combine l (seq n (length l))) j = Some (x, n + j).
Proof.
  induction l as [|y l IH]; intros n [|j] x E; try discriminate; cbn [List.combine length seq nth_error] in *.
  - injection E as ->. now rewrite Nat.add_0_r.
  - rewrite (IH (S n) j x E). do 2 f_equal. lia.
Qed.
Section Statement.
Context {hashes : keys}.
Variable s : structure.
Hypothesis good : forall x, good_system (s x) = true.
Lemma good_tracks xs : Forall (fun s => good_system s = true) (map s xs).
Proof. apply Forall_forall. intros r I. apply in_map_iff in I as (x & <- & _). apply good. Qed.

Lemma automata_checked rels meanings t w found : forall anss rels', fitting rels meanings t w ->
  check_list s rels (map (fun p : Z * dfa => Automaton 1 (snd p)) found) anss = Some rels' ->
  fitting rels' (meanings ++ map (fun p => accepted s 1 (snd p)) found) t w.
Proof.
  revert rels meanings. induction found as [|(v, A) found IH]; intros rels meanings anss rels' Fi E; cbn [map check_list] in E.
  - destruct anss; [|discriminate]. injection E as <-. cbn [map]. now rewrite app_nil_r.
  - destruct anss as [|a anss]; [discriminate|]. cbn [check_command snd] in E. destruct (zero_loop A 1) eqn:Z; [|discriminate].
    cbn [map snd]. replace (meanings ++ accepted s 1 A :: map (fun p => accepted s 1 (snd p)) found)
      with ((meanings ++ [accepted s 1 A]) ++ map (fun p => accepted s 1 (snd p)) found) by now rewrite <- app_assoc.
    apply (IH (rels ++ [(map s (seq 0 1), A)]) _ anss); [|exact E].
    apply fitting_more; [exact Fi|now apply accepted_relation|apply good_tracks].
Qed.

(** ** Definitions *)
Lemma define_checked rels meanings t w xs F a rels' : fitting rels meanings t w -> check_command s rels (Define xs F) a = Some rels' ->
  exists A, rels' = rels ++ [(map s xs, A)] /\ same_relation (map s xs, A) (defined meanings xs F).
Proof.
  intros Fi Cc. cbn [check_command] in Cc. pose proof (meant_defined s meanings xs F a) as Same.
  destruct (meant F a) as (F', a'). cbn [fst] in Same. destruct (compile s rels F' a') as [(o, [|[b|A ys|A ys| |z| |A ys zs| |l|A ys B zs|ts|] [|x c']])|] eqn:Co; try discriminate.
  destruct (same_vars _ ys && distinct _ && defines s o _ A) eqn:X; [|discriminate]. injection Cc as <-.
  rewrite !andb_true_iff in X. destruct X as ((_ & D) & Al). exists A. split; [reflexivity|].
  apply Same, relation_defined with (o := o); auto. exact (compile_sound s good rels meanings (automata_fit _ _ _ _ Fi) F' _ _ _ Co).
Qed.
Lemma letters_checked t w (F : Z -> formula) (P : Z -> Logic.relation) zs : forall rels meanings anss rels', fitting rels meanings t w ->
  (forall more z n, (0 <= n)%Z -> (holds (meanings ++ more) (assign [0] [n]) (F z) <-> P z [n])) ->
  check_list s rels (map (fun z => Define [0] (F z)) zs) anss = Some rels' -> fitting rels' (meanings ++ map P zs) t w.
Proof.
  induction zs as [|z zs IH]; intros rels meanings anss rels' Fi H E; cbn [map check_list] in E.
  - destruct anss; [|discriminate]. injection E as <-. cbn [map]. now rewrite app_nil_r.
  - destruct anss as [|a anss]; [discriminate|]. destruct (check_command s rels _ a) as [rels1|] eqn:C; [|discriminate].
    destruct (define_checked _ _ _ _ _ _ _ _ Fi C) as (A & -> & S).
    cbn [map]. replace (meanings ++ P z :: map P zs) with ((meanings ++ [P z]) ++ map P zs) by now rewrite <- app_assoc.
    apply (IH (rels ++ [(map s [0], A)]) _ anss); [|intros more y n Nn; rewrite <- app_assoc; now apply H|exact E].
    apply fitting_more; [exact Fi| |apply good_tracks]. apply (same_relation_change _ _ _ _ S). intros ns Ln Nn. destruct ns as [|n [|? ?]]; try discriminate.
    inversion Nn; subst. specialize (H [] z n ltac:(assumption)). rewrite app_nil_r in H. exact H.
Qed.
Lemma sets_fit rels meanings t w fs : fitting rels meanings t w -> forall l, numbered_sets (functions_ t) fs = Some l ->
  exists Rs, sets_of (functions w) fs = Some Rs /\ Forall2 (is_set meanings) l Rs /\
    exists As, Forall2 (fun A R => snd A = snd R /\ decides (fst A) (fst R)) As Rs.
Proof.
  intros Fi. induction fs as [|(f, v) fs IH]; cbn [numbered_sets sets_of]; intros l E.
  - injection E as <-. exists []. repeat split; [constructor|]. exists []. constructor.
  - destruct (functions_ t f) as [([|[|k]], i)|] eqn:N; try discriminate. destruct (numbered_sets (functions_ t) fs) as [l'|]; [|discriminate].
    injection E as <-. destruct (IH l' eq_refl) as (Rs & -> & Fs & As & FA).
    destruct (fit_functions _ _ _ _ Fi f 1 i N) as (R & R' & -> & NR & Same). destruct (fit_tracks _ _ _ _ Fi f 1 i N) as ([|r [|? ?]] & A & NA & Ls); try discriminate.
    destruct (automata_fit _ _ _ _ Fi i _ NA) as (R1 & NR1 & S). rewrite NR in NR1. injection NR1 as <-.
    assert (E : forall n, (0 <= n)%Z -> (R' [n] <-> R [n])) by (intros n Nn; apply Same; [reflexivity|auto]).
    assert (G : good_system r = true) by (pose proof (fit_systems _ _ _ _ Fi i _ _ NA) as G; now inversion G).
    exists ((R, v) :: Rs). split; [reflexivity|]. split.
    + constructor; [|exact Fs]. split; [reflexivity|]. exists R'. split; [exact NR|]. intros n Nn. split; [now apply E|].
      exact (decided_set (r, A) R' n (Coq.Init.Logic.conj G S) Nn).
    + exists (((r, A), v) :: As). constructor; [|exact FA]. split; [reflexivity|]. split; [exact G|].
      apply (same_relation_change _ _ _ _ S). intros ns Ln Nn. now apply Same.
Qed.
Lemma is_set_more meanings more l Rs : Forall2 (is_set meanings) l Rs -> Forall2 (is_set (meanings ++ more)) l Rs.
Proof.
  intro H. induction H as [|i R l Rs (E & R' & N & X) H IH]; constructor; [|exact IH]. split; [exact E|]. exists R'. split; [|exact X].
  rewrite nth_error_app1; [exact N|]. apply nth_error_Some. congruence.
Qed.

(** ** Games *)
Lemma kernels_same meanings g p K : (forall a b, moves_to p a b <-> option_of meanings g a b) -> piles_ p = piles g ->
  block_ p = block g -> loses_ p = misere g -> (kernel_of p K <-> is_kernel meanings g K).
Proof.
  intros E Ep Eb El. unfold kernel_of, is_kernel, positions, position. rewrite Ep, Eb, El.
  assert (X : forall a, (misere g = true -> exists q, moves_to p a q) <-> (misere g = true -> exists q, option_of meanings g a q)).
  { intro a. split; intros H M; destruct (H M) as (q & Q); exists q; now apply E. }
  assert (Y : forall a, (exists qs, NoDup qs /\ length qs = block g /\ forall q, In q qs -> moves_to p a q /\ K q) <->
                        (exists qs, NoDup qs /\ length qs = block g /\ forall q, In q qs -> option_of meanings g a q /\ K q)).
  { intro a. split; intros (qs & D & L & H); exists qs; (split; [exact D|]; split; [exact L|]); intros q I;
      destruct (H q I) as (M & Kq); (split; [now apply E|exact Kq]). }
  split; intros H a P; specialize (H a P); rewrite X, Y in *; exact H.
Qed.

Lemma theorem_checked rels meanings t w f a rels' : fitting rels meanings t w ->
  check_command s rels (Theorem_ f) a = Some rels' -> rels' = rels /\ forall e, natural e -> holds meanings e f.
Proof.
  intros [L K _ _ _ _] E. cbn [check_command] in E. pose proof (fun e => meant_holds meanings f a e) as Same.
  destruct (meant f a) as (f', a'). cbn [fst] in Same. destruct (prove s rels [] f' a') as [[|x c]|] eqn:P; try discriminate. injection E as <-.
  split; [reflexivity|]. intros e N. apply Same; [exact N|]. exact (prove_sound s good rels meanings K f' [] _ _ P e N (Forall_nil _)).
Qed.

Lemma kernel_checked rels meanings t w g F p a rels' : fitting rels meanings t w ->
  (forall a b, moves_to p a b <-> option_of meanings (game_of g F) a b) -> piles_ p = length (before_ g) -> block_ p = forbidden g ->
  loses_ p = misere_ g -> check_command s rels (Kernel (game_of g F)) a = Some rels' ->
  exists A, rels' = rels ++ [(map s (before (game_of g F)), A)] /\ finite p /\ (exists K, kernel_of p K) /\
    forall K, kernel_of p K -> same_relation (map s (before (game_of g F)), A) K.
Proof.
  intros [L K _ _ _] E Ep Eb El C. cbn [check_command] in C.
  destruct a as [|[b|A ys|A ys| |z| |A ys zs| |l|A ys B zs|ts|] c]; try discriminate.
  destruct c as [|[b|A ys|A ys| |z| |A ys zs| |l|A ys B zs|ts'|] c]; try discriminate.
  destruct (kernel_command s good rels meanings (game_of g F) ts A c L K rels' C) as (-> & W & H & Same).
  assert (X : forall R, kernel_of p R <-> is_kernel meanings (game_of g F) R) by (intro R; apply kernels_same; auto).
  exists A. split; [reflexivity|]. split; [|split].
  - unfold finite. eapply wf_incl; [|exact W]. intros q r M. now apply E.
  - eexists. apply X. exact H.
  - intros R HR. apply Same. now apply X.
Qed.

End Statement.

Lemma numbered_holds ss rels e F : holds rels e (numbered ss F) <-> holds rels e F.
Proof. destruct ss as [|s [|r ss]]; [apply apart_holds|reflexivity|apply apart_holds]. Qed.
Lemma structure_good ss : good_systems ss = true -> forall x, good_system (structure_of ss x) = true.
Proof.
  unfold good_systems, structure_of. intros G x. apply andb_prop in G as (N & G). rewrite forallb_forall in G. apply G.
  destruct ss as [|s ss]; [discriminate|]. destruct (Nat.lt_ge_cases x (length (s :: ss))) as [L|L]; [now apply nth_In|].
  rewrite nth_overflow by exact L. destruct (exists_last (l := s :: ss)) as (l & r & ->); [discriminate|]. rewrite last_last. apply in_or_app. right. now left.
Qed.

Theorem statements_sound {hashes : keys} cs : forall rels meanings t w, fitting rels meanings t w -> check_statements rels t cs = true ->
  claims_hold w (map (fun ca => (fst ca, marked (snd ca))) cs).
Proof.
  induction cs as [|(c, [(ss, anss)|]) cs IH]; intros rels meanings t w Fi C; cbn [check_statements map fst snd marked claims_hold] in *; [exact I| |].
  2: { pose proof (IH _ _ _ _ (fitting_forgets _ _ _ _ (bound c) Fi) C) as X. destruct c as [| | | | |? ? [?|]| | |]; exact X. }
  apply andb_prop in C as (Gs & C). assert (good : forall x, good_system (structure_of ss x) = true) by now apply structure_good.
  pose proof (good_tracks _ good) as tracks. clear Gs.
  unfold check_statement in C. destruct (commands_for ss (length rels) t c) as [(cmds, t')|] eqn:St; [|discriminate].
  destruct (measure_fits t c anss); [|discriminate].
  unfold commands_for in St. set (s := structure_of ss) in *. clearbody s.
  destruct (check_list s rels cmds anss) as [rels'|] eqn:Ch; [|discriminate]. cbn [option_map] in C.
  pose proof (lengths _ _ _ _ Fi) as Len. rewrite Len in St.
  destruct c as [f xs F|f ts r|W h coding|W fs|G g|P G [Q|]|n F|n F|xs]; cbn [commands_for] in St.
  - destruct (open_formula (functions_ t) (words_ t) xs F) as [F'|] eqn:O; [|discriminate]. injection St as <- <-.
    cbn [check_list] in Ch. destruct anss as [|a [|? ?]]; try discriminate.
    2: { destruct (check_command s rels _ a); discriminate. }
    destruct (check_command s rels _ a) as [rels1|] eqn:Cc; [|discriminate]. injection Ch as <-.
    destruct (define_checked s good _ _ _ _ _ _ _ _ Fi Cc) as (A & -> & S).
    eapply IH; [|exact C]. apply fitting_function; [now rewrite map_length, seq_length|]. apply fitting_more; [exact Fi| |apply tracks].
    apply (same_relation_change _ _ _ _ S). intros ns Ln Nn. rewrite map_length, seq_length in Ln. unfold defined. rewrite numbered_holds.
    exact (open_formula_holds _ _ _ _ xs F F' Fi O ns Ln Nn).
  - unfold same_systems in St. destruct (list_eq_dec system_dec (map s (seq 0 (length ts))) ts) as [Es|]; [|discriminate].
    destruct (automaton ts r most_states) as [A|] eqn:Au; [|discriminate]. injection St as <- <-.
    cbn [check_list] in Ch. destruct anss as [|a [|? ?]]; try discriminate.
    2: { destruct (check_command s rels _ a); discriminate. }
    cbn [check_command] in Ch. destruct (zero_loop A (length ts)) eqn:Z; [|discriminate]. injection Ch as <-.
    eapply IH; [|exact C]. apply fitting_function; [now rewrite map_length, seq_length|]. apply fitting_more; [exact Fi| |apply tracks].
    apply (same_relation_change _ _ _ _ (accepted_relation s _ A good Z)). intros ns Ln _. rewrite map_length, seq_length in Ln.
    exact (automaton_expressed s ts r _ A good Es Au ns Ln).
  - destruct (automata_of_word (s 0) h coding (word_steps (s 0) h)) as [found|] eqn:Au; [|discriminate]. injection St as <- <-.
    pose proof (automata_checked s good _ _ _ _ _ _ _ Fi Ch) as Fi'. destruct (word_letters s h coding _ found (good 0) Au) as (All & Each).
    eapply IH; [|exact C]. destruct Fi' as [L' K' Fs' Ff' Ft' Fw' Fg'].
    split; [exact L'|exact K'|exact Fs'|exact Ff'|exact Ft'| |exact Fg']. cbn [words_ words]. intros V l. unfold bind. destruct (String.eqb V W); [|apply Fw']. intro E. injection E as <-. exists (nth_letter h coding).
    split; [reflexivity|].
    assert (Nth : forall j v A, nth_error found j = Some (v, A) ->
      nth_error (List.combine (map fst found) (seq (length meanings) (length found))) j = Some (v, length meanings + j)).
    { clear. generalize (length meanings) as n. induction found as [|(v', A') found IH]; intros n [|j] v A E; try discriminate.
      - injection E as -> ->. cbn. f_equal. f_equal. lia.
      - cbn [map List.combine length seq nth_error] in *. rewrite (IH (S n) j v A E). f_equal. f_equal. lia. }
    split.
    + intros n Nn. destruct (All n Nn) as (A & I). apply In_nth_error in I as (j & I). exists (length meanings + j).
      eapply nth_error_In. exact (Nth _ _ _ I).
    + intros z i I. apply In_nth_error in I as (j & I).
      destruct (nth_error found j) as [(v, A)|] eqn:Nf.
      * rewrite (Nth _ _ _ Nf) in I. injection I as <- <-. exists (accepted s 1 A). split.
        -- rewrite nth_error_app2 by lia. replace (_ + j - _) with j by lia. now rewrite nth_error_map, Nf.
        -- intros n Nn. apply (Each v A); [now apply nth_error_In in Nf|exact Nn].
      * exfalso. apply nth_error_None in Nf. assert (H : nth_error (List.combine (map fst found) (seq (length meanings) (length found))) j = None).
        { apply nth_error_None. rewrite combine_length, map_length, seq_length. lia. }
        congruence.
  - destruct (numbered_sets (functions_ t) fs) as [l|] eqn:Nu; [|discriminate]. injection St as <- <-.
    destruct (sets_fit _ _ _ _ fs Fi l Nu) as (Rs & HRs & Fs & As & FA). exists Rs. split; [exact HRs|]. cbv zeta. split.
    { exists (last_accepted As 0). intros n Nn. exact (last_accepted_value As Rs FA 0 n Nn). }
    intros letter HW. set (P := fun z (ns : list Z) => last_value Rs 0 (hd 0%Z ns) z).
    assert (Fi' : fitting rels' (meanings ++ map P (letters_of l)) t w).
    { apply (letters_checked s good t w (letter_is l) P (letters_of l) rels meanings anss rels' Fi); [|exact Ch]. intros more z n Nn.
      apply (letter_is_value (meanings ++ more)); [now apply is_set_more|exact Nn]. }
    eapply IH; [|exact C]. destruct Fi' as [L' K' Fs' Ff' Ft' Fw' Fg']. split; [exact L'|exact K'|exact Fs'|exact Ff'|exact Ft'| |exact Fg'].
    cbn [words_ words]. intros V m. unfold bind. destruct (String.eqb V W); [|apply Fw']. intro E. injection E as <-. exists letter.
    split; [reflexivity|]. split.
    + intros n Nn. specialize (HW n Nn). assert (I : In (letter n) (letters_of l)).
      { unfold letters_of. apply nodup_In. apply last_value_known in HW. replace (map snd l) with (map snd Rs); [simpl; intuition|].
        clear - Fs. induction Fs as [|i R l Rs (E & _) Fs IH]; [reflexivity|]. cbn [map]. now rewrite IH, E. }
      apply In_nth_error in I as (j & I). exists (length meanings + j). eapply nth_error_In. exact (nth_error_numbered _ _ _ _ I).
    + intros z i I. apply In_nth_error in I as (j & I). destruct (nth_error (letters_of l) j) as [y|] eqn:Nj.
      * rewrite (nth_error_numbered _ _ _ _ Nj) in I. injection I as <- <-. exists (P y). split.
        -- rewrite nth_error_app2 by lia. replace (_ + j - _) with j by lia. now rewrite nth_error_map, Nj.
        -- intros n Nn. specialize (HW n Nn). unfold P. cbn [hd]. split; [intro H; exact (last_value_one _ _ _ _ _ HW H)|congruence].
      * exfalso. apply nth_error_None in Nj. assert (H : nth_error (List.combine (letters_of l) (seq (length meanings) (length (letters_of l)))) j = None).
        { apply nth_error_None. rewrite combine_length, seq_length. lia. }
        congruence.
  - destruct (open_formula (functions_ t) (words_ t) _ _) as [F'|] eqn:O; [|discriminate].
    destruct (Nat.eqb_spec (length (after_ g)) (length (before_ g))) as [La|]; [|discriminate]. cbn [andb] in St.
    destruct (names_below (length meanings) F') eqn:B; [|discriminate]. injection St as <- <-.
    destruct anss; [|discriminate]. injection Ch as <-. eapply IH; [|exact C].
    pose proof Fi as [L K Fs Ff Ft Fw Fg]. split; [exact L|exact K|exact Fs|exact Ff|exact Ft|exact Fw|]. cbn [games_ games]. intros H g' F1. unfold bind. destruct (String.eqb H G); [|apply Fg].
    intro E. injection E as <- <-. split; [exact La|]. split; [exact B|]. eexists. split; [reflexivity|]. repeat (split; [reflexivity|]).
    intros a b. unfold moves_to, option_of, positions, position, played. cbn [piles_ options game_of piles rule].
    assert (X : length a = length (before_ g) /\ Forall (Z.le 0) a -> length b = length (before_ g) /\ Forall (Z.le 0) b ->
      (described (functions w) (words w) (before_ g ++ after_ g) (moves g) (a ++ b)
       <-> holds meanings (assign (seq 0 (length (before_ g) + length (before_ g))) (a ++ b)) F')).
    { intros (L1 & N1) (L2 & N2). pose proof (open_formula_holds _ _ _ _ _ _ F' Fi O (a ++ b)) as X. rewrite !app_length, La in X.
      symmetry. apply X; [now rewrite L1, L2|]. now apply Forall_app. }
    tauto.
  - destruct (games_ t G) as [(g, F)|] eqn:EG; [|discriminate]. destruct (functions_ t Q) as [(k, i)|] eqn:EQ; [|discriminate].
    destruct (Nat.eqb_spec k (length (before_ g))) as [->|]; [|discriminate]. injection St as <- <-. cbn [check_list] in Ch.
    destruct anss as [|a [|a' [|? ?]]]; try discriminate.
    1: { destruct (check_command s rels _ a); discriminate. }
    2: { destruct (check_command s rels _ a); [|discriminate]. destruct (check_command s _ _ a'); discriminate. }
    destruct (check_command s rels _ a) as [rels1|] eqn:Ck; [|discriminate].
    destruct (check_command s rels1 _ a') as [rels2|] eqn:Ct; [|discriminate]. injection Ch as <-.
    destruct (fit_games _ _ _ _ Fi G g F EG) as (La & B & p & HG & Ep & Eb & El & Moves).
    destruct (fit_functions _ _ _ _ Fi Q _ i EQ) as (R & R' & HQ & NR & Same).
    destruct (kernel_checked s good _ _ _ _ g F p a rels1 Fi Moves Ep Eb El Ck) as (A & -> & End & (K & HK) & All).
    pose proof (fitting_more _ _ _ _ _ K Fi (All K HK) (tracks _)) as Fi1.
    destruct (theorem_checked s good _ _ _ _ _ _ _ Fi1 Ct) as (-> & Th).
    assert (KR : forall q, positions (piles_ p) q -> (K q <-> R q)).
    { intros q (Lq & Nq). specialize (Th (assign (seq 0 (length (before_ g))) q) (assign_natural q Nq _)). cbn [holds] in Th.
      rewrite (nth_error_app2 meanings), Nat.sub_diag in Th by lia. cbn [nth_error] in Th.
      rewrite (nth_error_app1 meanings) in Th by (apply nth_error_Some; congruence). rewrite NR in Th.
      rewrite map_assign in Th by congruence. rewrite Th. apply Same; [congruence|exact Nq]. }
    assert (HR : kernel_of p R).
    { intros q Pq. rewrite <- (KR q Pq), (HK q Pq).
      assert (Y : (exists qs, NoDup qs /\ length qs = block_ p /\ forall r, In r qs -> moves_to p q r /\ K r) <->
                  (exists qs, NoDup qs /\ length qs = block_ p /\ forall r, In r qs -> moves_to p q r /\ R r)).
      { split; intros (qs & D & L & H); exists qs; (split; [exact D|]; split; [exact L|]); intros r I; destruct (H r I) as (M & Kr);
          (split; [exact M|]); apply KR; auto; apply M. }
      now rewrite Y. }
    exists g, p, (length (before_ g)), R. repeat (split; [assumption|]).
    eapply IH; [|exact C]. rewrite <- Ep. apply fitting_function; [now rewrite map_length, Ep; apply seq_length|].
    apply fitting_more; [exact Fi|now apply All|apply tracks].
  - destruct (games_ t G) as [(g, F)|] eqn:EG; [|discriminate]. injection St as <- <-. cbn [check_list] in Ch.
    destruct anss as [|a [|? ?]]; try discriminate.
    2: { destruct (check_command s rels _ a); discriminate. }
    destruct (check_command s rels _ a) as [rels1|] eqn:Ck; [|discriminate]. injection Ch as <-.
    destruct (fit_games _ _ _ _ Fi G g F EG) as (La & B & p & HG & Ep & Eb & El & Moves).
    destruct (kernel_checked s good _ _ _ _ g F p a rels1 Fi Moves Ep Eb El Ck) as (A & -> & End & Ex & All).
    exists g, p. repeat (split; [assumption|]). intros K HK. eapply IH; [|exact C]. rewrite <- Ep.
    apply fitting_function; [now rewrite map_length, Ep; apply seq_length|]. apply fitting_more; [exact Fi|now apply All|apply tracks].
  - destruct (flatten _ _ unnamed 0 F) as [F'|] eqn:O; [|discriminate]. injection St as <- <-. cbn [check_list] in Ch.
    destruct anss as [|a [|? ?]]; try discriminate.
    2: { destruct (check_command s rels _ a); discriminate. }
    destruct (check_command s rels _ a) as [rels1|] eqn:Cc; [|discriminate]. injection Ch as <-.
    destruct (theorem_checked s good _ _ _ _ _ _ _ Fi Cc) as (-> & H). split; [|eapply IH; eauto].
    pose proof Fi as [L K Fs Ff Ft Fw Fg]. assert (N0 : natural (fun _ => 0%Z)) by (intro; lia).
    apply (flatten_holds meanings _ _ _ _ Ff Fw F unnamed 0 F' (fun _ => 0%Z) _ O N0); [|now apply parted_holds, (numbered_holds ss), H]. intros x v E. discriminate.
  - destruct (over_naturals F) as [F'|] eqn:O; [|discriminate]. injection St as <- <-. cbn [check_list] in Ch.
    destruct anss as [|a [|? ?]]; try discriminate.
    2: { destruct (check_command s rels _ a); discriminate. }
    destruct (check_command s rels _ a) as [rels1|] eqn:Cc; [|discriminate]. injection Ch as <-.
    destruct (theorem_checked s good _ _ _ _ _ _ _ Fi Cc) as (-> & H). split; [|eapply IH; eauto].
    assert (N0 : natural (fun _ => 0%Z)) by (intro; lia). apply (over_naturals_holds meanings F F' _ O N0). now apply parted_holds, (numbered_holds ss), H.
  - injection St as <- <-. destruct anss; [|discriminate]. injection Ch as <-. exact (IH _ _ _ _ (fitting_forgets _ _ _ _ xs Fi) C).
Qed.

(* What a certificate claims of a text holds, if it is accepted. *)
Theorem check_trees_sound {hashes : keys} (cs : text) (cert : certificate) : check_trees cs cert = true -> trees_hold cs cert.
Proof.
  unfold check_trees, trees_hold. intro C. apply andb_prop in C as (_ & C).
  assert (Fi : fitting [] [] no_names nothing) by (split; try discriminate; try reflexivity; intros [|i]; discriminate).
  pose proof (statements_sound _ [] [] no_names nothing Fi C) as H.
  replace (List.combine (map snd cs) (map marked cert)) with (map (fun ca => (fst ca, marked (snd ca))) (List.combine (map snd cs) cert)); [exact H|].
  clear. revert cert. induction (map snd cs) as [|c l IH]; intros [|a cert]; cbn [List.combine map]; try reflexivity. now rewrite IH.
Qed.
