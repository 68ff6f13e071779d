(* Formulas as text: a tree of Syntax.v as the characters of a formula of filbert, `?msd_fib ( E y ( x = ( 2 * y ) ) ) `.

   Every sum, product, comparison, connective and quantifier has brackets around it, and a blank follows each token. `read_printed` in
   Spelled.v says that the reader gives back the tree that was printed, if it is `printable`. `read_printable` in Printable.v says that
   every formula that the reader accepts is printable: one over the integers in a system of integers, all others in a system of natural
   numbers. Also natural is a formula without terms, like `$f()`, whatever system is in force. A formula in several systems is printed
   in one. *)
Require Import ZArith Ascii String List Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(* May a variable be called so? *)
Definition is_variable (x : name) : bool := is_name (str x) && negb (one_of "AEI" (hd " "%char (str x))).
(* A name of a word: W alone, or W and f of `W[f]`. *)
Definition word_parts (W : name) : name * option name :=
  let (w, r) := span (fun c => negb (Ascii.eqb c "[")) (str W) in
  (text_of w, match r with [] => None | _ :: r => Some (text_of (removelast r)) end).

(** * Tokens *)
Section Tokens.
Variable system : string.
Definition a_sign (s : string) : token * string := (TSign s, system).
Definition variable (x : name) : token * string := (TName x, system).
Definition bracketed (ts : tokens) : tokens := a_sign "(" :: ts ++ [a_sign ")"].
Definition joined (s : string) (a b : tokens) : tokens := bracketed (a ++ a_sign s :: b).
Fixpoint separated (l : list tokens) : tokens :=
  match l with [] => [] | [ts] => ts | ts :: l => ts ++ a_sign "," :: separated l end.

Definition number_tokens (c : Z) : tokens := if (c <? 0)%Z then [a_sign "-"; (TNumber (- c), system)] else [(TNumber c, system)].
Definition word_tokens (W : name) : tokens :=
  let (w, index) := word_parts W in
  (if is_variable w then TName w else TWord w, system)
    :: match index with Some f => [a_sign "["; variable f; a_sign "]"] | None => [] end.
Fixpoint term_tokens (t : expr) : tokens :=
  match t with
  | Number c => number_tokens c
  | Letter c => [(TLetter c, system)]
  | Named x => [variable x]
  | Plus a b => joined "+" (term_tokens a) (term_tokens b)
  | Minus a b => joined "-" (term_tokens a) (term_tokens b)
  | Times c a => joined "*" (number_tokens c) (term_tokens a)
  | Over a d => joined "/" (term_tokens a) (number_tokens d)
  | Indexed W i => word_tokens W ++ a_sign "[" :: term_tokens i ++ [a_sign "]"]
  end.

Definition sign_of (r : sign) : string := match r with Same => "=" | Different => "!=" | Below => "<" | Upto => "<=" end.
Definition quantifier (c : ascii) (x : name) (body : tokens) : tokens := bracketed ((TQuantifier c, system) :: variable x :: body).
Definition count (s : string) (k : Z) (xs : list name) (body : tokens) : tokens :=
  bracketed ((TQuantifier "E", system) :: a_sign s :: (TNumber k, system) :: separated (map (fun x => [variable x]) xs) ++ body).
(* What is counted may be one more than the number that is written: `E<=k` is `~E>=k+1`. *)
Definition one_more (k : nat) : bool := (Z.of_nat k =? most_counted + 1)%Z.
Fixpoint formula_tokens (F : sentence) : tokens :=
  match F with
  | Relates r a b => joined (sign_of r) (term_tokens a) (term_tokens b)
  | Call f ts => (TCall f, system) :: bracketed (separated (map term_tokens ts))
  | Negation f =>
      let plain := a_sign "~" :: formula_tokens f in
      match f with Count k xs g => if one_more k then count "<=" most_counted xs (formula_tokens g) else plain | _ => plain end
  | Conjunction f g => joined "&" (formula_tokens f) (formula_tokens g)
  | Disjunction f g => joined "|" (formula_tokens f) (formula_tokens g)
  | Implication f g => joined "=>" (formula_tokens f) (formula_tokens g)
  | Equivalence f g => joined "<=>" (formula_tokens f) (formula_tokens g)
  | Exists_ x f => quantifier "E" x (formula_tokens f)
  | Forall_ x f => quantifier "A" x (formula_tokens f)
  | Count k xs f => count ">=" (Z.of_nat k) xs (formula_tokens f)
  | Often x f => quantifier "I" x (formula_tokens f)
  end.
End Tokens.

(** * Characters *)
(* The last n decimal digits, without zeros in front. *)
Fixpoint decimal (n : nat) (z : Z) : chars :=
  match n with
  | O => []
  | S n => (if (z <? 10)%Z then [] else decimal n (z / 10)) ++ [ascii_of_N (Z.to_N (48 + z mod 10))]
  end.
Definition most_digits := 12.
Definition characters (t : token) : chars :=
  match t with
  | TName s => str s
  | TWord s => "."%char :: str s
  | TCall s => "$"%char :: str s
  | TNumber n => decimal most_digits n
  | TLetter n => "@"%char :: decimal most_digits n
  | TQuantifier c => [c]
  | TSign s => str s
  end.
Definition spelled (ts : tokens) : chars := flat_map (fun t => characters (fst t) ++ [" "%char]) ts.
Definition print (system : string) (F : sentence) : chars :=
  "?"%char :: str system ++ " "%char :: spelled (formula_tokens system F).

(** * What is printed so that it is read *)
(* The full name of a system. *)
Definition is_full (system : string) : bool := match full_name (str system) with Some s => s =? system | None => false end.

(* May a number be written so, with a sign if numbers are integers? *)
Definition fits (integers : bool) (c : Z) : bool := (integers || Z.leb 0 c) && Z.ltb (Z.abs c) (10 ^ Z.of_nat most_digits).
Definition is_word (W : name) : bool :=
  match word_parts W with
  | (w, None) => is_name (str w) && (W =? w)
  | (w, Some f) => is_name (str w) && is_variable f && (W =? w ++ "[" ++ f ++ "]")%string && negb (twice W)
  end.
Definition some_variables (xs : list name) : bool :=
  match xs with [] => false | _ => forallb is_variable xs && distinct_names xs end.
Section Printable.
Variable integers : bool.       (* are numbers integers? *)
Fixpoint printable_term (t : expr) : bool :=
  match t with
  | Number c => fits integers c
  | Letter c => fits false c
  | Named x => is_variable x
  | Plus a b | Minus a b => printable_term a && printable_term b
  | Times c a => fits integers c && printable_term a
  | Over a d => printable_term a && fits integers d && negb (Z.eqb d 0)
  | Indexed W i => negb integers && is_word W && printable_term i
  end.
Fixpoint printable (F : sentence) : bool :=
  match F with
  | Relates _ a b => printable_term a && printable_term b && (integers || natural_parts a && natural_parts b)
  | Call f ts => negb integers && is_name (str f) && forallb printable_term ts
  | Negation f => match f with
      | Count k xs g => (Z.of_nat k <=? most_counted + 1)%Z && some_variables xs && printable g
      | _ => printable f
      end
  | Conjunction f g | Disjunction f g | Implication f g | Equivalence f g => printable f && printable g
  | Exists_ x f | Forall_ x f | Often x f => is_variable x && printable f
  | Count k xs f => (Z.of_nat k <=? most_counted)%Z && some_variables xs && printable f
  end.
End Printable.

(** * Examples *)
Example printed_so : text_of (print "msd_fib" (Forall_ "x" (Exists_ "y" (Disjunction
  (Relates Same (Named "x") (Times 2 (Named "y"))) (Relates Same (Named "x") (Plus (Named "y") (Number 1))))))) =
  "?msd_fib ( A x ( E y ( ( x = ( 2 * y ) ) | ( x = ( y + 1 ) ) ) ) ) ".
Proof. vm_compute. reflexivity. Qed.

Definition read_back (integers : bool) (system : string) (F : sentence) : option sentence :=
  option_map (fun r => fst (fst r)) (read_formula (fun _ => integers) (fun _ => None) (print system F)).
(* All kinds of terms and formulas, over natural numbers and over the integers. *)
Definition with_words : sentence :=
  Equivalence
    (Implication (Negation (Call "even" [Over (Plus (Named "x") (Number 12)) 2; Minus (Named "bounds") (Letter 0)])) (Call "true" []))
    (Conjunction
      (Forall_ "x" (Exists_ "n_1" (Relates Below (Indexed "F" (Times 10 (Named "x"))) (Indexed "PF[f]" (Named "n_1")))))
      (Disjunction
        (Negation (Count 3 ["x"; "y"] (Relates Different (Indexed "Even" (Named "x")) (Named "values"))))
        (Negation (Count 1001 ["i"] (Often "x" (Relates Upto (Named "i") (Number 999999999999))))))).
Definition with_signs : sentence :=
  Count 1000 ["x"] (Relates Same (Over (Plus (Number (-4)) (Times (-3) (Named "x"))) (-2)) (Minus (Number 0) (Number (-1)))).
Example words_printable : printable false with_words = true.
Proof. reflexivity. Qed.
Example words_read : read_back false "msd_fib" with_words = Some with_words.
Proof. vm_compute. reflexivity. Qed.
Example signs_printable : printable true with_signs = true.
Proof. reflexivity. Qed.
Example signs_read : read_back true "msd_neg_2" with_signs = Some with_signs.
Proof. vm_compute. reflexivity. Qed.
