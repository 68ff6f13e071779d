(* Which system each variable of a formula is in, or which digits it is a word of, as docs/digits.md says; and formulas with words as
   formulas over numbers.

   A word over k digits is read as the number in base k+1 whose digits are the places of its letters among them, from 1 on: no digit is 0, so
   the number has its length. Words of a formula have one length, and its numbers are no longer: every quantifier says so of its variable.
   A normalizer adds numbers of the system whose ones are far apart. Cost: an automaton for each condition. Weakness: a name has one system,
   or one set of digits, in all of a formula; what is both word and number is read only in definitions without quantifiers. *)
Require Import ZArith Ascii String List Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar.
Import ListNotations.
Local Open Scope string_scope.

(** * Which variable is what *)
Inductive kind := Numbers (N : numeration) | Letters (D : list Z).
Definition same_numeration (N M : numeration) : bool := (fst N =? fst M) && if system_dec (snd N) (snd M) then true else false.
Definition same_digits (D E : list Z) : bool := if list_eq_dec Z.eq_dec D E then true else false.
Definition same_kind (a b : kind) : bool :=
  match a, b with Numbers N, Numbers M => same_numeration N M | Letters D, Letters E => same_digits D E | _, _ => false end.
Definition are_words (ks : list kind) : bool := existsb (fun k => match k with Letters _ => true | _ => false end) ks.

(* What is around a token: parentheses, or arguments or indices, with the tracks from this one on. *)
Inductive place := Group | Within (ks : list kind).
Fixpoint tracks_at (l : list place) : option (list kind) :=
  match l with [] => None | Group :: l => tracks_at l | Within ks :: _ => Some ks end.
Definition alone (l : list place) (begins : bool) (ts : tokens) : bool :=
  match l, ts with Within _ :: _, (TSign s, _) :: _ => begins && existsb (String.eqb s) [","; ")"; "]"] | _, _ => false end.

Section Uses.
Variables (function word : name -> list kind) (system : string -> option numeration).
(* What a variable is at each of its places. In comparisons it is in the system in force; an argument or index alone is what the track is, and
   one that is a sum is in the system in force, too. Functions and words that are not known say nothing. *)
Fixpoint uses (bound begins : bool) (l : list place) (ts : tokens) : option (list (name * kind)) :=
  match ts with
  | [] => Some []
  | (TQuantifier _, _) :: (TSign _, _) :: (TNumber _, _) :: ts | (TQuantifier _, _) :: ts => uses true false l ts
  | (TName x, s) :: ts =>
      if bound then match ts with (TSign ",", _) :: ts => uses true false l ts | ts => uses false false l ts end
      else match ts with
        | (TSign "[", _) :: ts => uses false true (Within (word x) :: l) ts
        | _ =>
            let own := match tracks_at l with
              | None => option_map (fun N => [(x, Numbers N)]) (system s)
              | Some (Numbers N :: _) =>
                  if alone l begins ts then Some [(x, Numbers N)] else option_map (fun M => [(x, Numbers N); (x, Numbers M)]) (system s)
              | Some (Letters D :: _) => if alone l begins ts then Some [(x, Letters D)] else None
              | Some [] => Some []
              end in
            match own, uses false false l ts with Some k, Some r => Some (k ++ r)%list | _, _ => None end
        end
  | (TWord W, _) :: (TSign "[", _) :: ts => uses false true (Within (word W) :: l) ts
  | (TCall f, _) :: (TSign "(", _) :: ts => uses false true (Within (function f) :: l) ts
  | (TNumber _, _) :: ts | (TLetter _, _) :: ts =>
      match tracks_at l with Some (Letters _ :: _) => None | _ => uses false false l ts end
  | (TSign s, _) :: ts =>
      match s, ts, l with
      | "(", _, _ => uses false false (Group :: l) ts
      | "]", (TSign "[", _) :: ts, Within ks :: l => uses false true (Within (tl ks) :: l) ts
      | ")", _, _ :: l | "]", _, _ :: l => uses false false l ts
      | ",", _, Within ks :: l => uses false true (Within (tl ks) :: l) ts
      | _, _, _ => uses false false l ts
      end
  | _ :: ts => uses false false l ts
  end.
End Uses.
Fixpoint kind_in (l : list (name * kind)) (x : name) : option kind :=
  match l with [] => None | (y, k) :: l => if x =? y then Some k else kind_in l x end.
(* Each variable is one thing. *)
Definition consistent (l : list (name * kind)) : bool :=
  forallb (fun p => match kind_in l (fst p) with Some k => same_kind k (snd p) | None => false end) l.
Definition kinds_of (l : list (name * kind)) (xs : list name) : option (list kind) :=
  fold_right (fun x ks => match kind_in l x, ks with Some k, Some ks => Some (k :: ks) | _, _ => None end) (Some []) xs.

(** * Words as numbers *)
Definition base (D : list Z) : numeration := ("", [(length D, 0)]).
Definition system_of_kind (k : kind) : system := match k with Numbers N => snd N | Letters D => snd (base D) end.
Fixpoint place_in (D : list Z) (z : Z) (n : nat) : option nat :=
  match D with [] => None | d :: D => if Z.eqb d z then Some n else place_in D z (S n) end.
(* A tuple of digits on some tracks. *)
Fixpoint digits_of (ks : list kind) (zs : list Z) : option (list nat) :=
  match ks, zs with
  | [], [] => Some []
  | k :: ks, z :: zs =>
      let d := match k with
        | Numbers _ => if Z.leb 0 z then Some (Z.to_nat z) else None
        | Letters D => place_in D z 1
        end in
      match d, digits_of ks zs with Some d, Some ds => Some (d :: ds) | _, _ => None end
  | _, _ => None
  end.
Definition tops_of (ks : list kind) : list nat := map (fun k => fold_right Nat.max 0 (map fst (system_of_kind k))) ks.

(* Names of functions that no script can name: x is a word, x and y have one length, y is at most as long as x. *)
Definition of_kind_ (k : kind) : string := match k with Numbers N => fst N | Letters D => text_of (map (fun _ => "|"%char) D) end.
Definition fits_name (ks : list kind) : name := " " ++ fold_right (fun k s => of_kind_ k ++ " " ++ s) "" ks.
Fixpoint all_digits (ks : list kind) : list (list nat) :=
  match ks with
  | [] => [[]]
  | k :: ks =>
      let own := match k with Numbers N => seq 0 (S (fold_right Nat.max 0 (map fst (snd N)))) | Letters D => seq 1 (length D) end in
      flat_map (fun ds => map (fun d => d :: ds) own) (all_digits ks)
  end.
Definition fitting (ks : list kind) : statement :=
  Expression (fits_name ks) (map system_of_kind ks) (Repeat (fold_right (fun a r => Alternative (Digits a) r) Never (all_digits ks))).

Section Words.
Variable known : list (name * kind).
Definition is_word (x : name) : bool := match kind_in known x with Some (Letters _) => true | _ => false end.
(* What is said of x where there are the variables l besides: the tracks and the variables of some guards. *)
Definition guards (x : name) (l : list name) : option (list (list kind * list name)) :=
  match kind_in known x, filter is_word l with
  | Some k, y :: _ => option_map (fun ky => [([ky; k], [y; x])]) (kind_in known y)
  | None, _ :: _ => None
  | Some (Letters D), [] => option_map (fun ks => ([Letters D], [x]) :: map (fun p => ([Letters D; fst p], [x; snd p])) (combine ks l)) (kinds_of known l)
  | _, [] => Some []
  end.
Definition guard (g : list kind * list name) : sentence := Call (fits_name (fst g)) (map Named (snd g)).
Definition functions_of (gs : list (list kind * list name)) : list statement := map (fun g => fitting (fst g)) gs.
Definition guarded (gs : list (list kind * list name)) (op : sentence -> sentence -> sentence) (f : sentence) : sentence :=
  fold_right (fun g f => op (guard g) f) f gs.
(* The variables of a definition: the first word, and with it the others. *)
Definition guards_of_all (xs : list name) : option (list (list kind * list name)) :=
  match filter is_word xs with
  | [] => Some []
  | y :: _ => match kind_in known y, kinds_of known xs with
      | Some ky, Some ks => Some (([ky], [y]) :: map (fun p => ([ky; fst p], [y; snd p])) (combine ks xs))
      | _, _ => None
      end
  end.

(* Families: W[f][n] is read as `W[f]` at n. That its letter is c is a function of f and n. *)
Definition letter_name (W : name) (c : Z) : name :=
  W ++ "_ " ++ (if Z.ltb c 0 then "-" else "") ++ text_of (map (fun _ => "|"%char) (seq 0 (Z.abs_nat c))).
Definition member (t : expr) : option (name * name * expr) :=
  match t with
  | Indexed V i => let (W, r) := span in_name (str V) in
      match r with
      | "["%char :: r => let (f, _) := span in_name r in Some (text_of W, text_of f, i)
      | _ => None
      end
  | _ => None
  end.
Fixpoint any_member (t : expr) : bool :=
  match t with
  | Indexed _ i => match member t with Some _ => true | None => any_member i end
  | Plus a b | Minus a b => any_member a || any_member b
  | Times _ a | Over a _ => any_member a
  | _ => false
  end.
Variable letters : name -> option (list Z).        (* of a family *)
Definition false_ : sentence := Relates Below (Number 0) (Number 0).
Definition relates (r : sign) (a b : Z) : bool :=
  match r with Same => Z.eqb a b | Different => negb (Z.eqb a b) | Below => Z.ltb a b | Upto => Z.leb a b end.
(* The values of a side of a comparison, each with what says that it has it. *)
Definition values_of (t : expr) : option (list (Z * list sentence)) :=
  match member t with
  | Some (W, f, i) => if any_member i then None
      else option_map (map (fun c => (c, [Call (letter_name W c) [Named f; i]]))) (letters W)
  | None => if any_member t then None else option_map (fun c => [(c, [])]) (closed t)
  end.
(* One of these; what is not related is mentioned, so that no variable goes. *)
Definition members_compared (r : sign) (a b : expr) : option sentence :=
  match values_of a, values_of b with
  | Some xs, Some ys =>
      let case p := fold_right Conjunction (if relates r (fst (fst p)) (fst (snd p)) then Negation false_ else false_) (snd (fst p) ++ snd (snd p))%list in
      Some (fold_right (fun p f => Disjunction (case p) f) false_ (list_prod xs ys))
  | _, _ => None
  end.
(* The variables of a comparison outside of indices are in one system. *)
Fixpoint variables_of (t : expr) : list name :=
  match t with
  | Named x => [x]
  | Plus a b | Minus a b => variables_of a ++ variables_of b
  | Times _ a | Over a _ => variables_of a
  | _ => []
  end.
Definition one_system (a b : expr) : bool :=
  match map (kind_in known) (variables_of a ++ variables_of b)%list with
  | [] => true
  | k :: ks => forallb (fun o => match k, o with Some k, Some l => same_kind k l | _, _ => false end) (k :: ks)
  end.

(* The formula over numbers, with the functions of the guards in it. *)
Fixpoint over_numbers (f : sentence) : option (sentence * list statement) :=
  let two op f g := match over_numbers f, over_numbers g with Some (f, l), Some (g, m) => Some (op f g, l ++ m)%list | _, _ => None end in
  let quantified op join x f := match over_numbers f with
    | Some (g, l) => match guards x (take [x] (free_names g)) with
        | Some gs => Some (op x (guarded gs join g), functions_of gs ++ l)%list
        | None => None
        end
    | None => None
    end in
  let counted op xs f := match over_numbers f with
    | Some (g, l) => if existsb is_word (xs ++ free_names g)%list then None else Some (op g, l)
    | None => None
    end in
  match f with
  | Relates r a b =>
      if any_member a || any_member b then option_map (fun f => (f, [])) (members_compared r a b)
      else if one_system a b then Some (f, []) else None
  | Call _ _ => Some (f, [])
  | Negation f => option_map (fun p => (Negation (fst p), snd p)) (over_numbers f)
  | Conjunction f g => two Conjunction f g
  | Disjunction f g => two Disjunction f g
  | Implication f g => two Implication f g
  | Equivalence f g => two Equivalence f g
  | Exists_ x f => quantified Exists_ Conjunction x f
  | Forall_ x f => quantified Forall_ Implication x f
  | Count k xs f => counted (Count k xs) xs f
  | Often x f => counted (Often x) [x] f
  end.
End Words.

(** * Numbers on tracks of digits *)
(* That a word of the digits D represents a number. *)
Definition unary (n : nat) : string := text_of (map (fun _ => "|"%char) (seq 0 n)).
Definition one_of_digits (l : list (list nat)) : regex := fold_right (fun a r => Alternative (Digits a) r) Never l.
Definition represents_name (D : list Z) (N : numeration) : name :=
  " is " ++ fold_right (fun d s => unary (Z.to_nat d) ++ " " ++ s) "" D ++ fst N.
Definition representing (D : list Z) (N : numeration) : statement :=
  let pairs := flat_map (fun d => match place_in D d 1 with Some i => if Z.leb 0 d then [[i; Z.to_nat d]] else [] | None => [] end) D in
  Expression (represents_name D N) [snd (base D); snd N] (Repeat (one_of_digits pairs)).

(* A formula without quantifiers, with the words of numbers in the arguments that are words. *)
Definition word_for (x : name) : name := " " ++ x.
Fixpoint arguments_on_words (ks : list kind) (ts : list expr) : list expr :=
  match ks, ts with
  | Letters _ :: ks, Named x :: ts => Named (word_for x) :: arguments_on_words ks ts
  | _ :: ks, t :: ts => t :: arguments_on_words ks ts
  | [], ts => ts
  | _, [] => []
  end.
Fixpoint on_words (function : name -> list kind) (f : sentence) : option sentence :=
  let two op f g := match on_words function f, on_words function g with Some f, Some g => Some (op f g) | _, _ => None end in
  match f with
  | Relates _ a b => if any_member a || any_member b then None else Some f
  | Call g ts => Some (Call g (arguments_on_words (function g) ts))
  | Negation f => option_map Negation (on_words function f)
  | Conjunction f g => two Conjunction f g
  | Disjunction f g => two Disjunction f g
  | Implication f g => two Implication f g
  | Equivalence f g => two Equivalence f g
  | _ => None
  end.
(* There are words of one length, which represent the numbers, for which it is true. *)
Definition with_words (function : name -> list kind) (us : list (name * kind)) (f : sentence) : option (sentence * list (name * kind) * list statement) :=
  let ns := filter (fun p => match snd p with Numbers _ => true | _ => false end) us in
  let ws := filter (fun p => match snd p with Letters _ => true | _ => false end) us in
  let both := nodup string_dec (map fst ws) in
  match consistent ns && consistent ws, kinds_of ns both, kinds_of ws both, on_words function f with
  | true, Some Ns, Some Ds, Some f =>
      let known := (combine (map word_for both) Ds ++ ns)%list in
      let of := combine both (combine Ns Ds) in
      let with_word p f := match p with
        | (x, (Numbers N, Letters D)) => Exists_ (word_for x) (Conjunction (Call (represents_name D N) [Named (word_for x); Named x]) f)
        | _ => f
        end in
      let said p := match p with (x, (Numbers N, Letters D)) => [representing D N] | _ => [] end in
      option_map (fun p => (fst p, known, flat_map said of ++ snd p)%list) (over_numbers known (fun _ => None) (fold_right with_word f of))
  | _, _, _, _ => None
  end.

(** * Normalizers *)
(* Ones that are so many places apart make a word of the system: after them it is where it began. *)
Fixpoint walk (s : system) (q : nat) (l : list nat) : option nat :=
  match l with [] => Some q | d :: l => match after s q d with Some q => walk s q l | None => None end end.
Definition apart_by (s : system) : option nat :=
  find (fun g => match walk s 0 (1 :: repeat 0 (g - 1)) with Some 0 => true | _ => false end) (seq 1 (length s)).
(* Pairs of a word and a number: the number has a one where the word has a digit of at least c, at places r, r+g, r+2g, .. from the end. *)
Definition part (D : list Z) (g r : nat) (c : Z) : regex :=
  let at_place i := one_of_digits (flat_map (fun d => match place_in D d 1 with
    | Some j => [[j; if Nat.eqb i r && Z.leb c d then 1 else 0]] | None => [] end) D) in
  let below j := fold_left (fun e i => Sequence (at_place i) e) (seq 0 j) Empty in
  Sequence (fold_right (fun j e => Alternative (below j) e) Never (seq 0 g)) (Repeat (below g)).
Definition most_parts := 8.
(* A word is worth the sum of these numbers. *)
Definition normalizing (f : name) (D : list Z) (N : numeration) : option (statement * list statement) :=
  match apart_by (snd N) with
  | Some g =>
      let top := fold_right Z.max 0%Z D in
      let parts := list_prod (seq 0 g) (map Z.of_nat (seq 1 (Z.to_nat (Z.min top 100)))) in
      let part_name i := (f ++ "_ " ++ unary i)%string in
      let number i := ("u" ++ unary i)%string in
      let ps := combine (seq 0 (length parts)) parts in
      let known := ("x", Letters D) :: ("n", Numbers N) :: map (fun p => (number (fst p), Numbers N)) ps in
      let sum := fold_left (fun t p => Plus t (Named (number (fst p)))) ps (Number 0) in
      let body := fold_left (fun F p => Conjunction F (Call (part_name (fst p)) [Named "x"; Named (number (fst p))])) ps (Relates Same (Named "n") sum) in
      if Nat.leb (length parts) most_parts && Z.leb top 100 && forallb (Z.leb 0) D then
        match over_numbers known (fun _ => None) (fold_right (fun p F => Exists_ (number (fst p)) F) body ps), guards_of_all known ["x"; "n"] with
        | Some (F, gs), Some own =>
            Some (Definition_ f ["x"; "n"] (guarded own Conjunction F),
              map (fun p => Expression (part_name (fst p)) [snd (base D); snd N] (part D g (fst (snd p)) (snd (snd p)))) ps
              ++ functions_of own ++ gs)%list
        | _, _ => None
        end
      else None
  | None => None
  end.
