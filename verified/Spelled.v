(* The characters of a printed formula are cut into its tokens, so that the reader gives back the tree that was printed. *)
Require Import ZArith Ascii String List Lia Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar Printer Printed.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(** * Names and numbers *)
Lemma span_stop p a x l : forallb p a = true -> p x = false -> span p (a ++ x :: l) = (a, x :: l).
Proof.
  intros A X. induction a as [|c a IH]; cbn; [now rewrite X|]. cbn in A. apply andb_true_iff in A as [-> A]. now rewrite IH.
Qed.
Lemma span_all p l w : span p l = (w, []) -> w = l /\ forallb p l = true.
Proof.
  revert w. induction l as [|c l IH]; cbn; intros w E; [now injection E as <-|]. destruct (p c); [|discriminate].
  destruct (span p l) as [a b]. injection E as <- ->. destruct (IH a eq_refl) as [-> F]. now split.
Qed.
Lemma name_is l : is_name l = true -> exists c r, l = c :: r /\ is_letter c = true /\ forallb in_name l = true.
Proof.
  unfold is_name, a_name. destruct l as [|c r]; [discriminate|]. destruct (is_letter c) eqn:C; [|discriminate].
  destruct (span in_name (c :: r)) as [w [|]] eqn:S; [|discriminate]. intros _. apply span_all in S as [_ F]. now exists c, r.
Qed.
Lemma a_name_stop l r : is_name l = true -> a_name (l ++ " "%char :: r) = Some (l, " "%char :: r).
Proof.
  intro N. apply name_is in N as (c & l' & -> & C & F). cbn [app a_name]. rewrite C.
  change (c :: l' ++ " "%char :: r) with ((c :: l') ++ " "%char :: r). now rewrite span_stop.
Qed.
Lemma text_of_str s : text_of (str s) = s.
Proof. apply string_of_list_ascii_of_string. Qed.

(* What is true of all 256 characters can be computed. *)
Lemma every (P : ascii -> bool) : forallb P (map ascii_of_nat (seq 0 256)) = true -> forall c, P c = true.
Proof.
  rewrite forallb_forall. intros H c. rewrite <- (ascii_nat_embedding c). apply H, in_map, in_seq. pose proof (nat_ascii_bounded c). lia.
Qed.
Lemma digit_is c : is_digit c = true -> one_of "EAI" c = false /\ is_letter c = false /\ is_blank c = false /\
  Ascii.eqb c " " || Ascii.eqb c "009" = false /\ c <> "?"%char /\ c <> "#"%char.
Proof.
  intro D. pose proof (every (fun c => implb (is_digit c) (negb (one_of "EAI" c || is_letter c || is_blank c ||
    (Ascii.eqb c " " || Ascii.eqb c "009") || Ascii.eqb c "?" || Ascii.eqb c "#"))) ltac:(vm_compute; reflexivity) c) as H.
  cbv beta in H. rewrite D in H. cbn [implb] in H. apply negb_true_iff in H. rewrite !orb_false_iff, !Ascii.eqb_neq in H.
  rewrite orb_false_iff, !Ascii.eqb_neq. tauto.
Qed.
Lemma letter_is c : is_letter c = true -> is_blank c = false /\ c <> "?"%char /\ c <> "#"%char /\ one_of "EAI" c = one_of "AEI" c.
Proof.
  intro D. pose proof (every (fun c => implb (is_letter c) (negb (is_blank c || Ascii.eqb c "?" || Ascii.eqb c "#") &&
    Bool.eqb (one_of "EAI" c) (one_of "AEI" c))) ltac:(vm_compute; reflexivity) c) as H.
  cbv beta in H. rewrite D in H. cbn [implb] in H. apply andb_true_iff in H as [H E]. apply negb_true_iff in H. apply eqb_prop in E.
  rewrite !orb_false_iff, !Ascii.eqb_neq in H. tauto.
Qed.

Definition worth (l : chars) : Z := fold_left (fun n c => (10 * n + Z.of_N (N_of_ascii c) - 48)%Z) l 0%Z.
Lemma digit_read z : (0 <= z < 10)%Z -> let c := ascii_of_N (Z.to_N (48 + z)) in is_digit c = true /\ Z.of_N (N_of_ascii c) = (48 + z)%Z.
Proof.
  intro B. assert (I : In z (map Z.of_nat (seq 0 10))).
  { replace z with (Z.of_nat (Z.to_nat z)) by lia. apply in_map, in_seq. lia. }
  cbn in I. repeat (destruct I as [<-|I]; [split; reflexivity|]). destruct I.
Qed.
Lemma decimal_read n : forall z, (0 <= z < 10 ^ Z.of_nat n)%Z -> 1 <= n ->
  worth (decimal n z) = z /\ length (decimal n z) <= n /\ forallb is_digit (decimal n z) = true /\ decimal n z <> [].
Proof.
  induction n as [|n IH]; intros z B L; [lia|]. cbn [decimal].
  destruct (digit_read (z mod 10)) as [D V]; [apply Z.mod_pos_bound; lia|]. set (c := ascii_of_N _) in *.
  assert (W : forall l, worth (l ++ [c]) = (10 * worth l + z mod 10)%Z).
  { intro l. unfold worth. rewrite fold_left_app. cbn [fold_left]. rewrite V. lia. }
  rewrite W, app_length, forallb_app. cbn [length forallb]. rewrite D. clearbody c.
  assert (X : forall l : chars, l ++ [c] <> []) by (now destruct l).
  destruct (Z.ltb_spec z 10).
  - rewrite Z.mod_small by lia. cbn. repeat split; [lia|discriminate].
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in B by lia.
    destruct (IH (z / 10)%Z) as (E & G & F & _).
    + split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia].
    + destruct n; [cbn in B; lia|lia].
    + rewrite E, F. repeat split; [|lia|apply X]. symmetry. apply Z.div_mod. lia.
Qed.
Lemma number_read z l : fits false z = true -> let d := decimal most_digits z in
  span is_digit (d ++ " "%char :: l) = (d, " "%char :: l) /\ number_of_digits d = Some z /\ exists c r, d = c :: r /\ is_digit c = true.
Proof.
  unfold fits. cbn [orb]. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. intros [P B]. set (d := decimal most_digits z).
  destruct (decimal_read most_digits z) as (E & L & D & N); [lia|unfold most_digits; lia|]. fold d in E, L, D, N.
  repeat split; [now apply span_stop| |].
  - unfold number_of_digits. unfold most_digits in L. destruct d as [|c d]; [congruence|].
    rewrite (proj2 (Nat.ltb_ge _ _)) by exact L. now f_equal.
  - destruct d as [|c d]; [congruence|]. exists c, d. cbn in D. apply andb_true_iff in D. tauto.
Qed.

(** * Tokens *)
Definition printed_signs := ["("; ")"; "["; "]"; ","; "~"; "&"; "|"; "=>"; "<=>"; "+"; "-"; "*"; "/"; "="; "!="; "<"; "<="; ">="].
Definition spellable (integers : bool) (t : token) : bool :=
  match t with
  | TName s => is_variable s
  | TWord s | TCall s => negb integers && is_name (str s)
  | TNumber n | TLetter n => fits false n
  | TQuantifier c => one_of "EAI" c
  | TSign s => existsb (String.eqb s) printed_signs && negb (integers && (s =? "["))
  end.
Lemma sign_in s : existsb (String.eqb s) printed_signs = true -> In s printed_signs.
Proof. rewrite existsb_exists. now intros (x & I & E%String.eqb_eq); subst. Qed.
Ltac each_sign H := apply sign_in in H; repeat (destruct H as [<-|H]); [..|destruct H].

(* A token with a blank behind it is read as it is. *)
Lemma token_read integers t l : spellable integers t = true -> token_at (characters t ++ " "%char :: l) = Some (t, " "%char :: l).
Proof.
  destruct t as [s|s|s|z|z|c|s]; cbn [spellable characters]; intro S.
  - unfold is_variable in S. apply andb_true_iff in S as [N V].
    apply name_is in N as (c & r & E & C & F). rewrite E in *. cbn [hd] in V. apply negb_true_iff in V.
    destruct (letter_is c C) as (_ & _ & _ & Q). pose proof (span_stop in_name (c :: r) " "%char l F eq_refl) as A.
    cbn [app] in *. unfold token_at. now rewrite Q, V, C, A, <- E, text_of_str.
  - apply andb_true_iff in S as [_ N]. cbn [app].
    change (match a_name (str s ++ " "%char :: l) with Some (w, r) => Some (TWord (text_of w), r) | None => None end =
      Some (TWord s, " "%char :: l)).
    now rewrite a_name_stop, text_of_str.
  - apply andb_true_iff in S as [_ N]. cbn [app].
    change (match a_name (str s ++ " "%char :: l) with Some (w, r) => Some (TCall (text_of w), r) | None => None end =
      Some (TCall s, " "%char :: l)).
    now rewrite a_name_stop, text_of_str.
  - destruct (number_read z l S) as (A & V & c & r & E & D). destruct (digit_is c D) as (Q & C & _).
    rewrite E in *. cbn [app] in *. unfold token_at. now rewrite Q, C, D, A, V.
  - destruct (number_read z l S) as (A & V & c & r & E & D).
    assert (B : span (fun c => Ascii.eqb c " " || Ascii.eqb c "009") (decimal most_digits z ++ " "%char :: l)
      = ([], decimal most_digits z ++ " "%char :: l)).
    { rewrite E. cbn [app span]. destruct (digit_is c D) as (_ & _ & _ & -> & _). reflexivity. }
    cbn [app].
    change ((let (d, r) := span is_digit (snd (span (fun c => Ascii.eqb c " " || Ascii.eqb c "009")
        (decimal most_digits z ++ " "%char :: l))) in
      match number_of_digits d with Some n => Some (TLetter n, r) | None => None end) = Some (TLetter z, " "%char :: l)).
    rewrite B. cbn [snd]. now rewrite A, V.
  - cbn [app token_at]. now rewrite S.
  - apply andb_true_iff in S as [S _]. each_sign S; reflexivity.
Qed.
Lemma token_begins integers t : spellable integers t = true ->
  exists c r, characters t = c :: r /\ is_blank c = false /\ c <> "?"%char /\ c <> "#"%char.
Proof.
  destruct t as [s|s|s|z|z|c|s]; cbn [spellable characters]; intro S.
  - apply andb_true_iff in S as [N _]. apply name_is in N as (c & r & E & C & _). exists c, r. destruct (letter_is c C). tauto.
  - eexists _, _. repeat split; discriminate.
  - eexists _, _. repeat split; discriminate.
  - destruct (number_read z [] S) as (_ & _ & c & r & E & D). exists c, r. destruct (digit_is c D). tauto.
  - eexists _, _. repeat split; discriminate.
  - exists c, []. cbn in S. rewrite !orb_true_iff in S. destruct S as [S|[S|[S|S]]]; [..|discriminate]; apply Ascii.eqb_eq in S;
    subst; repeat split; discriminate.
  - apply andb_true_iff in S as [S _]. each_sign S; eexists _, _; repeat split; discriminate.
Qed.

(** * Texts *)
(* The loop of `scan`, so that it has a name. *)
Section Loop.
Local Open Scope char_scope.
Definition scan_on (macros : names chars) (d : nat) : chars -> chars -> scanned -> option scanned :=
  fix go (bound l : chars) (st : scanned) : option scanned :=
    match bound with
    | [] => None
    | _ :: bound => match skip_blanks l with
        | [] => Some st
        | "?" :: r =>
            let (w, r) := span in_name r in
            match w, r with
            | c :: _, "(" :: _ => if between "A" "Z" c then None else
                match full_name w with Some s => go bound r (choose s st) | None => None end
            | _, _ => match full_name w with Some s => go bound r (choose s st) | None => None end
            end
        | "#" :: r => match d, a_name r with
            | S d, Some (m, r) => match macros (text_of m), skip_blanks r with
                | Some template, "(" :: r => match arguments r 1 [] [] with
                    | Some (ls, r) => match filled (" " :: template) template (no_arguments ls) with
                        | Some t =>
                            let left := (room st - Z.of_nat (length t) - 1)%Z in
                            if (left <? 0)%Z then None else
                            match scan macros d (Scanned (out st) (systems st) (named st) left) t with
                            | Some st => go bound r st
                            | None => None
                            end
                        | None => None
                        end
                    | None => None
                    end
                | _, _ => None
                end
            | _, _ => None
            end
        | l => match token_at l with Some (t, r) => go bound r (push t st) | None => None end
        end
    end.
End Loop.
Lemma scan_is macros d st text : scan macros d st text = scan_on macros d (" "%char :: text) text st.
Proof. destruct d; reflexivity. Qed.
Section Steps.
Variables (macros : names chars) (d : nat).
Lemma scan_end b bound l st : skip_blanks l = [] -> scan_on macros d (b :: bound) l st = Some st.
Proof. intro S. destruct d; cbn; now rewrite S. Qed.
Lemma scan_token b bound l c r st : skip_blanks l = c :: r -> c <> "?"%char -> c <> "#"%char ->
  scan_on macros d (b :: bound) l st = match token_at (c :: r) with Some (t, r) => scan_on macros d bound r (push t st) | None => None end.
Proof.
  intros S Q H. cbn [scan_on]. unfold scan_on at 1. rewrite S. fold (scan_on macros d).
  destruct c as [[] [] [] [] [] [] [] []]; (reflexivity || congruence).
Qed.
Lemma scan_system b bound l l' w r st s : skip_blanks l = "?"%char :: l' -> span in_name l' = (w, " "%char :: r) -> full_name w = Some s ->
  scan_on macros d (b :: bound) l st = scan_on macros d bound (" "%char :: r) (choose s st).
Proof. intros S W F. unfold scan_on at 1. rewrite S, W, F. now destruct w. Qed.
End Steps.

(* All brackets that are open are in the system. *)
Definition inside (system : string) (st : scanned) : Prop := exists n, systems st = repeat system (S n).
Lemma push_inside integers system t st : spellable integers t = true -> inside system st ->
  out (push t st) = (t, system) :: out st /\ named (push t st) = named st /\ inside system (push t st).
Proof.
  intros P [n W]. unfold inside, push, in_force. rewrite W. cbn [repeat hd].
  assert (D : forall stack, (stack = system :: repeat system n \/ stack = system :: system :: repeat system n \/
      stack = match repeat system n with _ :: _ => repeat system n | [] => system :: repeat system n end) ->
    out (Scanned ((t, system) :: out st) stack (named st) (room st)) = (t, system) :: out st /\
    named (Scanned ((t, system) :: out st) stack (named st) (room st)) = named st /\
    (exists n, systems (Scanned ((t, system) :: out st) stack (named st) (room st)) = system :: repeat system n)).
  { intros stack [->|[->| ->]]; (split; [reflexivity|split; [reflexivity|]]); cbn [systems]; [now exists n|now exists (S n)|].
    destruct n as [|n]; cbn [repeat]; [now exists 0|now exists n]. }
  apply D. clear D. destruct t as [s|s|s|z|z|c|s]; auto.
  cbn [spellable] in P. apply andb_true_iff in P as [P _]. each_sign P; auto; destruct n; auto.
Qed.
Definition fine (integers : bool) (system : string) (t : token * string) : Prop := snd t = system /\ spellable integers (fst t) = true.
Lemma scan_spelled macros d integers system ts : Forall (fine integers system) ts -> forall bound st, length ts < length bound ->
  inside system st ->
  exists st', scan_on macros d bound (" "%char :: spelled ts) st = Some st' /\ out st' = rev ts ++ out st /\ named st' = named st.
Proof.
  intro F. induction F as [|[t s] ts [E S] F IH]; intros [|b bound] st L W; try (cbn in L; lia).
  - exists st. now rewrite scan_end.
  - cbn [fst snd] in *. subst s. destruct (push_inside _ _ _ _ S W) as (O & N & W').
    destruct (token_begins _ _ S) as (c & r & C & B & Q & H).
    assert (K : skip_blanks (" "%char :: spelled ((t, system) :: ts)) = characters t ++ " "%char :: spelled ts).
    { cbn [spelled flat_map fst]. rewrite <- app_assoc. cbn [app]. unfold skip_blanks. cbn [span is_blank Ascii.eqb]. rewrite C.
      cbn [app span]. rewrite B. reflexivity. }
    pose proof (token_read _ _ (spelled ts) S) as T. rewrite C in K, T. cbn [app] in K, T.
    rewrite (scan_token _ _ _ _ _ _ _ _ K Q H), T.
    destruct (IH bound (push t st)) as (st' & R & O' & N'); [cbn in L; lia|assumption|]. exists st'. rewrite R, O', N', O, N.
    cbn [rev]. now rewrite <- app_assoc.
Qed.
Lemma spelled_length ts : length ts <= length (spelled ts).
Proof. induction ts as [|t ts IH]; cbn; [lia|]. rewrite !app_length. cbn [length]. unfold spelled in IH. lia. Qed.
Lemma full_is system : is_full system = true -> full_name (str system) = Some system /\ forallb in_name (str system) = true.
Proof.
  unfold is_full. destruct (full_name (str system)) as [s|] eqn:F; [|discriminate]. intro E. apply String.eqb_eq in E. subst s.
  split; [reflexivity|]. unfold full_name in F. destruct (span in_name (str system)) as [[|c w] [|]] eqn:S; try discriminate F.
  now apply span_all in S.
Qed.

(** * Formulas *)
Section Formulas.
Variables (integers : bool) (system : string).
Notation fine := (fine integers system).
Notation formula_tokens := (formula_tokens system).

Lemma sign_fine s : existsb (String.eqb s) printed_signs && negb (integers && (s =? "[")) = true -> fine (a_sign system s).
Proof. now split. Qed.
Lemma bracketed_fine ts : Forall fine ts -> Forall fine (bracketed system ts).
Proof.
  intro F. constructor; [apply sign_fine; now destruct integers|]. apply Forall_app. split; [assumption|].
  constructor; [apply sign_fine; now destruct integers|constructor].
Qed.
Lemma joined_fine s a b : existsb (String.eqb s) printed_signs && negb (integers && (s =? "[")) = true ->
  Forall fine a -> Forall fine b -> Forall fine (joined system s a b).
Proof. intros S A B. apply bracketed_fine, Forall_app. split; [assumption|]. constructor; [now apply sign_fine|assumption]. Qed.
Lemma separated_fine l : Forall (Forall fine) l -> Forall fine (separated system l).
Proof.
  intro F. induction F as [|a l A F IH]; [constructor|]. destruct l as [|b l]; [assumption|]. cbn [separated].
  apply Forall_app. split; [assumption|]. constructor; [apply sign_fine; now destruct integers|assumption].
Qed.
Lemma number_fine c : fits integers c = true -> Forall fine (number_tokens system c).
Proof.
  unfold fits, number_tokens. rewrite andb_true_iff, Z.ltb_lt. intros [P B]. destruct (Z.ltb_spec c 0).
  - constructor; [apply sign_fine; now destruct integers|]. repeat constructor. cbn. unfold fits. cbn [orb].
    rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. lia.
  - repeat constructor. cbn. unfold fits. cbn [orb]. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. lia.
Qed.
Lemma word_fine W : integers = false -> is_word W = true -> Forall fine (word_tokens system W).
Proof.
  intros E. unfold is_word, word_tokens. destruct (word_parts W) as [w [f|]]; rewrite !andb_true_iff; intro P;
    (constructor; [split; [reflexivity|]; cbn [fst]; destruct (is_variable w) eqn:V; cbn; rewrite ?E; tauto|]); [|constructor].
  repeat constructor; cbn; now rewrite E || tauto.
Qed.
Lemma term_fine t : printable_term integers t = true -> Forall fine (term_tokens system t).
Proof.
  induction t as [c|c|x|a IHa b IHb|a IHa b IHb|c a IHa|a IHa d|W i IHi]; cbn [printable_term term_tokens]; rewrite ?andb_true_iff; intro P.
  - now apply number_fine.
  - now repeat constructor.
  - now repeat constructor.
  - apply joined_fine; [now destruct integers|tauto..].
  - apply joined_fine; [now destruct integers|tauto..].
  - apply joined_fine; [now destruct integers|now apply number_fine|tauto].
  - apply joined_fine; [now destruct integers|tauto|now apply number_fine].
  - destruct P as [[I V] P]. apply negb_true_iff in I. apply Forall_app. split; [now apply word_fine|].
    constructor; [apply sign_fine; now rewrite I|]. apply Forall_app. split; [auto|].
    constructor; [apply sign_fine; now rewrite I|constructor].
Qed.
Lemma names_fine xs : some_variables xs = true -> Forall fine (separated system (map (fun x => [variable system x]) xs)).
Proof.
  intro V. assert (A : forallb is_variable xs = true) by (destruct xs; [reflexivity|now apply andb_true_iff in V]). clear V.
  apply separated_fine, Forall_map, Forall_forall. intros x I. rewrite forallb_forall in A. repeat constructor. now apply A.
Qed.
Lemma count_fine s k xs ts : In s [">="; "<="] -> (0 <= k <= most_counted)%Z -> some_variables xs = true -> Forall fine ts ->
  Forall fine (count system s k xs ts).
Proof.
  intros I K V F. apply bracketed_fine. constructor; [now split|]. constructor; [|constructor].
  - apply sign_fine. cbn in I. destruct integers; intuition (subst; reflexivity).
  - split; [reflexivity|]. cbn [fst spellable]. unfold fits. cbn [orb]. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt.
    unfold most_counted, most_digits in *. lia.
  - apply Forall_app. split; [now apply names_fine|assumption].
Qed.
Lemma quantifier_fine c x ts : one_of "EAI" c = true -> is_variable x = true -> Forall fine ts -> Forall fine (quantifier system c x ts).
Proof. intros C X F. apply bracketed_fine. now repeat constructor. Qed.
Lemma formula_fine : forall F, printable integers F = true -> Forall fine (formula_tokens F).
Proof.
  intro F. induction F as [r a b|f ts|f IHf IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IHf|x f IHf|k xs f IHf|x f IHf]
    using sentence_deep; intro P.
  - cbn [printable] in P. rewrite !andb_true_iff in P. apply joined_fine; [destruct integers, r; reflexivity|now apply term_fine..].
  - cbn [printable] in P. rewrite !andb_true_iff in P. destruct P as [[I N] P]. constructor; [split; [reflexivity|cbn; now rewrite I]|].
    apply bracketed_fine, separated_fine, Forall_map, Forall_forall. intros t T. apply term_fine. rewrite forallb_forall in P. now apply P.
  - assert (H : printable integers f = true -> Forall fine (a_sign system "~" :: formula_tokens f)).
    { intro Q. constructor; [apply sign_fine; now destruct integers|auto]. }
    destruct f as [r a b|f ts|f|f g|f g|f g|f g|x f|x f|k xs f|x f]; try exact (H P).
    cbn [Printer.formula_tokens printable] in *. rewrite !andb_true_iff, Z.leb_le in *. destruct P as [[K V] P]. unfold one_more.
    destruct (Z.eqb_spec (Z.of_nat k) (most_counted + 1)) as [E|E].
    + apply count_fine; [cbn; auto|easy|assumption|now apply (IHg k xs)].
    + apply H. repeat split; [lia|assumption|assumption].
  - apply andb_true_iff in P. apply joined_fine; [now destruct integers|tauto..].
  - apply andb_true_iff in P. apply joined_fine; [now destruct integers|tauto..].
  - apply andb_true_iff in P. apply joined_fine; [now destruct integers|tauto..].
  - apply andb_true_iff in P. apply joined_fine; [now destruct integers|tauto..].
  - apply andb_true_iff in P. apply quantifier_fine; [reflexivity|tauto..].
  - apply andb_true_iff in P. apply quantifier_fine; [reflexivity|tauto..].
  - cbn [printable] in P. rewrite !andb_true_iff, Z.leb_le in P. apply count_fine; [cbn; auto|lia|tauto..].
  - apply andb_true_iff in P. apply quantifier_fine; [reflexivity|tauto..].
Qed.

(* A formula begins neither with a name nor ends with one. *)
Lemma formula_ends : forall F, exists ts, formula_tokens F = ts ++ [a_sign system ")"].
Proof.
  assert (B : forall ts, exists l, bracketed system ts = l ++ [a_sign system ")"]) by (intro ts; now exists (a_sign system "(" :: ts)).
  induction F as [r a b|f ts|f [l E]|f _ g _|f _ g _|f _ g _|f _ g _|x f _|x f _|k xs f _|x f _]; try apply B.
  - destruct (B (separated system (map (term_tokens system) ts))) as [l E]. exists ((TCall f, system) :: l). cbn. now rewrite E.
  - assert (N : exists ts, a_sign system "~" :: formula_tokens f = ts ++ [a_sign system ")"]).
    { exists (a_sign system "~" :: l). cbn [app]. now rewrite <- E. }
    destruct f as [| | | | | | | | |k xs f|]; try exact N. cbn [Printer.formula_tokens]. destruct (one_more k); [apply B|exact N].
Qed.
Lemma tokens_read macros F : is_full system = true -> printable integers F = true ->
  tokens_of macros (print system F) = Some (formula_tokens F, [system]).
Proof.
  intros S P. destruct (full_is _ S) as [N W]. unfold tokens_of.
  destruct (formula_ends F) as [l E].
  assert (O : of_sequences (print system F) = false).
  { assert (R : exists X, print system F = X ++ [")"%char; " "%char]).
    { exists ("?"%char :: str system ++ " "%char :: spelled l). unfold print, spelled. rewrite E, flat_map_app. cbn [app].
      rewrite <- !app_assoc. reflexivity. }
    destruct R as [X ->]. unfold of_sequences. now rewrite rev_app_distr. }
  rewrite O, scan_is.
  rewrite (scan_system _ _ _ _ _ (str system ++ " "%char :: spelled (formula_tokens F)) (str system) (spelled (formula_tokens F)) _ system);
    [|reflexivity|now apply span_stop|assumption].
  destruct (scan_spelled macros most_macros integers system (formula_tokens F)) with (bound := print system F)
    (st := choose system (Scanned [] ["msd_2"] [] 1048576)) as (st & -> & O' & N'); [now apply formula_fine| |now exists 0|].
  - unfold print. cbn [length]. rewrite app_length. cbn [length]. pose proof (spelled_length (formula_tokens F)). lia.
  - cbn [choose out named] in O', N'. rewrite app_nil_r in O'. rewrite O', N', rev_involutive.
    assert (V : foreign_statement (formula_tokens F) = false).
    { unfold foreign_statement. rewrite E at 2. rewrite rev_app_distr. cbn [rev app a_sign]. rewrite orb_false_r.
      destruct (formula_begins system F) as (t & ts & -> & B). now destruct t. }
    now rewrite V.
Qed.

(* All tokens are in the system. *)
Lemma systems_in n : forall bound ts, length ts <= n -> Forall fine ts -> forallb (String.eqb system) (systems_of bound ts) = true.
Proof.
  induction n as [|n IH]; intros bound ts L F; [now destruct ts; [|cbn in L; lia]|].
  destruct F as [|[t s] ts [E _] F]; [reflexivity|]. cbn [fst snd length] in *. subst s.
  assert (R : forall b, forallb (String.eqb system) (systems_of b ts) = true) by (intro b; apply IH; [lia|assumption]).
  assert (H : forall b, forallb (String.eqb system) (system :: systems_of b ts) = true).
  { intro b. cbn [forallb]. now rewrite String.eqb_refl, R. }
  destruct t as [s|s|s|z|z|c|s]; cbn [systems_of]; auto.
  - destruct bound; [|apply H]. specialize (R false). destruct F as [|[t o] l [_ S] F]; [reflexivity|]. cbn [fst] in S.
    assert (R' : forallb (String.eqb system) (systems_of true l) = true) by (apply IH; [cbn in L; lia|assumption]).
    destruct t as [u|u|u|z|z|c|u]; try exact R. apply andb_true_iff in S as [S _]. each_sign S; assumption.
  - specialize (R true). destruct F as [|[[u|u|u|z|z|d|u] o] l _ F]; try exact R.
    destruct F as [|[[v|v|v|z|z|d|v] o'] l _ F]; try exact R. apply IH; [cbn in L; lia|assumption].
Qed.
End Formulas.

(* A formula over the integers has a token that has a system, and no function. *)
Section Integers.
Variable system : string.
Notation fine := (fine true system).
Notation formula_tokens := (formula_tokens system).
Notation sign := (a_sign system).
Lemma sign_system s X : systems_of false (sign s :: X) = systems_of false X.
Proof. reflexivity. Qed.
Lemma number_system c X : systems_of false (number_tokens system c ++ X) <> [].
Proof. unfold number_tokens. destruct (c <? 0)%Z; discriminate. Qed.
Lemma term_system t : forall X, printable_term true t = true -> systems_of false (term_tokens system t ++ X) <> [].
Proof.
  induction t as [c|c|x|a IHa c IHc|a IHa c IHc|c a IHa|a IHa d|W i IHi]; intros X P; cbn [term_tokens]; try discriminate.
  - apply number_system.
  - apply andb_true_iff in P. rewrite joined_app, sign_system. now apply IHa.
  - apply andb_true_iff in P. rewrite joined_app, sign_system. now apply IHa.
  - rewrite joined_app, sign_system. apply number_system.
  - cbn [printable_term] in P. rewrite !andb_true_iff in P. rewrite joined_app, sign_system. now apply IHa.
Qed.
Lemma names_systems xs F X : xs <> [] ->
  systems_of true (separated system (map (fun x => [variable system x]) xs) ++ formula_tokens F ++ X) =
    systems_of false (formula_tokens F ++ X).
Proof.
  intro N. destruct (formula_begins system F) as (t & ts & -> & B). induction xs as [|x [|y xs] IH]; [congruence| |].
  - destruct t as [s|s|s|c|c|c|s]; try destruct B; subst; reflexivity.
  - rewrite <- IH by discriminate. reflexivity.
Qed.
Lemma count_systems s k xs F X : some_variables xs = true ->
  systems_of false (count system s k xs (formula_tokens F) ++ X) = systems_of false (formula_tokens F ++ sign ")" :: X).
Proof.
  intro V. unfold count. rewrite bracketed_app. cbn [app]. rewrite <- app_assoc, <- (names_systems xs) by (now destruct xs). reflexivity.
Qed.
Lemma quantifier_systems c x F X :
  systems_of false (quantifier system c x (formula_tokens F) ++ X) = systems_of false (formula_tokens F ++ sign ")" :: X).
Proof. unfold quantifier. rewrite bracketed_app, <- (names_systems [x]) by discriminate. reflexivity. Qed.
Lemma formula_system F : forall X, printable true F = true -> systems_of false (formula_tokens F ++ X) <> [].
Proof.
  induction F as [r a b|f ts|f IHf IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|x f IHf|x f IHf|k xs f IHf|x f IHf]
    using sentence_deep; intros X P; try discriminate P; cbn [Printer.formula_tokens]; rewrite ?joined_app, ?sign_system;
    try (apply andb_true_iff in P; rewrite ?quantifier_systems; now apply IHf).
  - cbn [printable] in P. rewrite !andb_true_iff in P. now apply term_system.
  - destruct f as [| | | | | | | | |k xs f|]; try (now apply IHf). specialize (IHg k xs f eq_refl).
    cbn [printable] in P. rewrite !andb_true_iff in P. destruct P as [[_ V] P]. destruct (one_more k).
    + rewrite count_systems by assumption. auto.
    + cbn [app Printer.formula_tokens]. rewrite sign_system, count_systems by assumption. auto.
  - cbn [printable] in P. rewrite !andb_true_iff in P. rewrite count_systems by tauto. now apply IHf.
Qed.
Lemma integers_all ts : Forall fine ts -> all_integers system ts = true.
Proof.
  intro F.
  assert (A : forall ts, Forall fine ts -> forallb (fun t => (snd t =? system) &&
    match fst t with TWord _ | TCall _ => false | TSign c => negb (c =? "[") | _ => true end) ts = true).
  { clear ts F. intros ts F. induction F as [|[t s] ts [E S] F IH]; [reflexivity|]. cbn [fst snd forallb] in *. subst s.
    rewrite IH, String.eqb_refl, andb_true_r. destruct t; try reflexivity; try discriminate S.
    apply andb_true_iff in S as [_ S]. exact S. }
  pose proof (A _ F) as H. induction F as [|[t s] ts E F IH]; [reflexivity|].
  destruct t as [s'|s'|s'|z|z|c|s']; try exact H. destruct E as [_ S]. cbn [fst spellable] in S. apply andb_true_iff in S as [S _].
  each_sign S; try exact H; apply IH, A, F.
Qed.
End Integers.

(** * The theorem *)
Lemma formula_read_all integers system F n : printable integers F = true -> 12 * length (formula_tokens system F) + 4 <= n ->
  formula integers n 0 (formula_tokens system F) = Some (F, []).
Proof.
  intros P L. do 3 (destruct n as [|n]; [lia|]). do 3 rewrite formula_level by lia.
  destruct (formula_reads integers system F P n []) as [R _]; [lia|]. rewrite app_nil_r in R. rewrite R. now destruct n; [lia|].
Qed.
(* What is printed in a system is read as the tree, in this system, whatever macros there are. *)
Theorem read_printed has_negatives macros system F :
  is_full system = true -> printable (has_negatives system) F = true ->
  read_formula has_negatives macros (print system F) = Some (F, formula_tokens system F, [system]).
Proof.
  intros S P. unfold read_formula. rewrite (tokens_read (has_negatives system)) by assumption.
  pose proof (formula_fine _ system F P) as A. pose proof (systems_in _ _ _ false _ (le_n _) A) as I.
  destruct (systems_of false (formula_tokens system F)) as [|s l] eqn:E.
  - destruct (has_negatives system) eqn:N.
    + destruct (formula_system system F [] P). now rewrite app_nil_r.
    + now rewrite formula_read_all by (assumption || lia).
  - cbn [forallb] in I. apply andb_true_iff in I as [Q I]. apply String.eqb_eq in Q. subst s.
    rewrite formula_read_all by (assumption || lia). rewrite I. destruct (has_negatives system) eqn:N; [|reflexivity].
    now rewrite integers_all.
Qed.
