(* The grammar of formulas, expressions, morphisms and recurrences. Every function reads a part and gives back what is left; the numbers
   that count down bound the work, and never decide what is read. *)
Require Import ZArith Ascii String List Bool.
From Filbert Require Import System Syntax Meaning Lexer.
Import ListNotations.
Local Open Scope string_scope.

(** * Terms *)
(* The value of a term in which neither a variable nor a word stands. *)
Fixpoint closed (t : expr) : option Z :=
  let two op a b := match closed a, closed b with Some x, Some y => Some (op x y) | _, _ => None end in
  match t with
  | Number c | Letter c => Some c
  | Plus a b => two Z.add a b
  | Minus a b => two Z.sub a b
  | Times c a => option_map (Z.mul c) (closed a)
  | Over a d => option_map (fun x => x / d)%Z (closed a)
  | _ => None
  end.
(* Such a part is not negative: that would be an error. *)
Fixpoint natural_parts (t : expr) : bool :=
  match closed t with Some c => Z.leb 0 c | None => true end &&
  match t with
  | Plus a b | Minus a b => natural_parts a && natural_parts b
  | Times _ a | Over a _ => natural_parts a
  | _ => true
  end.

(* Has a name two indices? *)
Definition twice (W : name) : bool := Nat.ltb 1 (length (filter (Ascii.eqb "[") (str W))).
Definition combined (s : string) (a b : expr) : option expr :=
  if s =? "+" then Some (Plus a b)
  else if s =? "-" then Some (Minus a b)
  else if s =? "*" then match a, b with Number c, b => Some (Times c b) | a, Number c => Some (Times c a) | _, _ => None end
  else match b with Number d => if Z.eqb d 0 then None else Some (Over a d) | _ => None end.
Definition joins (level : nat) (s : string) : bool :=
  match level with O => (s =? "+") || (s =? "-") | _ => (s =? "*") || (s =? "/") end.

(* `_a` *)
Definition negative (a : expr) : expr := match a with Number c => Number (- c) | a => Minus (Number 0) a end.

(* Signs are read where numbers are integers: `_` in front of a factor, `-` in front of a number. *)
Section Formulas.
Variable integers : bool.
(* Levels: 0 sums, 1 products, 2 factors. *)
Fixpoint term (n level : nat) (ts : tokens) : option (expr * tokens) :=
  match n with
  | O => None
  | S n => match level with
      | 0 | 1 => match term n (S level) ts with Some (a, ts) => more_terms n level a ts | None => None end
      | _ => match ts with
          | (TSign s, _) :: ts =>
              if s =? "(" then match term n 0 ts with
              | Some (a, (TSign c, _) :: ts) => if c =? ")" then Some (a, ts) else None
              | _ => None
              end
              else if integers && (s =? "_") then match term n 2 ts with Some (a, ts) => Some (negative a, ts) | None => None end
              else match ts with (TNumber c, _) :: ts => if integers && (s =? "-") then Some (Number (- c), ts) else None | _ => None end
          | (TNumber c, _) :: ts => Some (Number c, ts)
          | (TLetter c, _) :: ts => Some (Letter c, ts)
          | (TName x, _) :: ts => match ts with
              | (TSign s, _) :: _ => if s =? "[" then indexed n x ts else Some (Named x, ts)
              | _ => Some (Named x, ts)
              end
          | (TWord x, _) :: ts => indexed n x ts
          | _ => None
          end
      end
  end
with more_terms (n level : nat) (a : expr) (ts : tokens) : option (expr * tokens) :=
  match n with
  | O => None
  | S n => match ts with
      | (TSign s, _) :: ts' =>
          if joins level s
          then match term n (S level) ts' with
            | Some (b, ts) => match combined s a b with Some c => more_terms n level c ts | None => None end
            | None => None
            end
          else Some (a, ts)
      | _ => Some (a, ts)
      end
  end
(* An index in brackets. If it is a variable and a second one follows, the first is part of the name: `PF[f]` in PF[f][i]. *)
with indexed (n : nat) (W : name) (ts : tokens) : option (expr * tokens) :=
  match n, ts with
  | S n, (TSign "[", _) :: (TName f, _) :: (TSign "]", _) :: (((TSign "[", _) :: _) as ts) =>
      match indexed n (W ++ "[" ++ f ++ "]") ts with Some (Indexed V i, ts) => if twice V then None else Some (Indexed V i, ts) | _ => None end
  | S n, (TSign s, _) :: ts => if s =? "[" then match term n 0 ts with
      | Some (i, (TSign c, _) :: ts) =>
          match ts with
          | (TSign "[", _) :: _ => None
          | _ => if c =? "]" then Some (Indexed W i, ts) else None
          end
      | _ => None
      end else None
  | _, _ => None
  end.
Fixpoint terms (n : nat) (ts : tokens) : option (list expr * tokens) :=
  match n with
  | O => None
  | S n => match term n 0 ts with
      | Some (a, (TSign ",", _) :: ts) => match terms n ts with Some (l, ts) => Some (a :: l, ts) | None => None end
      | Some (a, ts) => Some ([a], ts)
      | None => None
      end
  end.

(** * Formulas *)
Fixpoint listed (n : nat) (ts : tokens) : option (list name * tokens) :=
  match n, ts with
  | S n, (TName x, _) :: (TSign ",", _) :: ts => match listed n ts with Some (l, ts) => Some (x :: l, ts) | None => None end
  | S _, (TName x, _) :: ts => Some ([x], ts)
  | _, _ => None
  end.
Fixpoint distinct_names (xs : list name) : bool :=
  match xs with [] => true | x :: xs => negb (existsb (String.eqb x) xs) && distinct_names xs end.

Definition compared (s : string) (a b : expr) : option sentence :=
  if s =? "=" then Some (Relates Same a b)
  else if s =? "!=" then Some (Relates Different a b)
  else if s =? "<" then Some (Relates Below a b)
  else if s =? "<=" then Some (Relates Upto a b)
  else if s =? ">" then Some (Relates Below b a)
  else if s =? ">=" then Some (Relates Upto b a)
  else None.
(* Levels: 0 `<=>`, 1 `=>`, 2 `&`, `|` and `^`, which bind alike. *)
Definition connective (level : nat) (s : string) : option (sentence -> sentence -> sentence) :=
  match level with
  | 0 => if s =? "<=>" then Some Equivalence else None
  | 1 => if s =? "=>" then Some Implication else None
  | _ => if s =? "&" then Some Conjunction else if s =? "|" then Some Disjunction
         else if s =? "^" then Some (fun f g => Negation (Equivalence f g)) else None
  end.
Definition most_counted := 1000%Z.
Definition counted (s : string) (k : nat) (xs : list name) (f : sentence) : sentence :=
  if s =? ">=" then Count k xs f
  else if s =? "<=" then Negation (Count (S k) xs f)
  else Conjunction (Count k xs f) (Negation (Count (S k) xs f)).
Definition quantified (c : ascii) (xs : list name) (f : sentence) : option sentence :=
  if Ascii.eqb c "E" then Some (fold_right Exists_ f xs)
  else if Ascii.eqb c "A" then Some (fold_right Forall_ f xs)
  else match xs with [x] => Some (Often x f) | _ => None end.

Definition comparison (n : nat) (ts : tokens) : option (sentence * tokens) :=
  match term n 0 ts with
  | Some (a, (TSign s, _) :: ts) => match term n 0 ts with
      | Some (b, ts) =>
          if integers || natural_parts a && natural_parts b then option_map (fun f => (f, ts)) (compared s a b) else None
      | None => None
      end
  | _ => None
  end.

Fixpoint formula (n level : nat) (ts : tokens) : option (sentence * tokens) :=
  match n with
  | O => None
  | S n => match level with
      | 0 | 1 | 2 => match formula n (S level) ts with Some (f, ts) => more_formulas n level f ts | None => None end
      | _ => match ts with
          | (TSign "~", _) :: ts => match formula n 3 ts with Some (f, ts) => Some (Negation f, ts) | None => None end
          | (TQuantifier c, _) :: ts =>
              let (bound, ts) := match ts with
                | (TSign s, _) :: (TNumber k, _) :: r =>
                    if Ascii.eqb c "E" && existsb (String.eqb s) [">="; "<="; "="] then (Some (s, k), r) else (None, ts)
                | _ => (None, ts)
                end in
              match listed n ts with
              | Some (xs, ts) => match formula n 0 ts with
                  | Some (f, ts) =>
                      if distinct_names xs
                      then match bound with
                        | Some (s, k) => if Z.leb k most_counted then Some (counted s (Z.to_nat k) xs f, ts) else None
                        | None => option_map (fun f => (f, ts)) (quantified c xs f)
                        end
                      else None
                  | None => None
                  end
              | None => None
              end
          | (TCall f, _) :: (TSign "(", _) :: (TSign ")", _) :: ts => Some (Call f [], ts)
          | (TCall f, _) :: (TSign "(", _) :: ts => match terms n ts with
              | Some (l, (TSign ")", _) :: ts) => Some (Call f l, ts)
              | _ => None
              end
          | _ => match comparison n ts with
              | Some found => Some found
              | None => match ts with
                  | (TSign "(", _) :: ts => match formula n 0 ts with
                      | Some (f, (TSign ")", _) :: ts) => Some (f, ts)
                      | _ => None
                      end
                  | _ => None
                  end
              end
          end
      end
  end
with more_formulas (n level : nat) (f : sentence) (ts : tokens) : option (sentence * tokens) :=
  match n with
  | O => None
  | S n => match ts with
      | (TSign s, _) :: ts' => match connective level s with
          | Some op => match formula n (S level) ts' with Some (g, ts) => more_formulas n level (op f g) ts | None => None end
          | None => Some (f, ts)
          end
      | _ => Some (f, ts)
      end
  end.
End Formulas.

(* The systems of the tokens of terms: those of names behind a quantifier are none. *)
Fixpoint systems_of (bound : bool) (ts : tokens) : list string :=
  match ts with
  | [] => []
  | (TQuantifier _, _) :: (TSign _, _) :: (TNumber _, _) :: ts | (TQuantifier _, _) :: ts => systems_of true ts
  | (TName _, s) :: ts =>
      if bound then match ts with (TSign ",", _) :: ts => systems_of true ts | ts => systems_of false ts end
      else s :: systems_of false ts
  | (TWord _, s) :: ts | (TNumber _, s) :: ts | (TLetter _, s) :: ts => s :: systems_of false ts
  | _ :: ts => systems_of false ts
  end.
(* All of a formula over the integers is in its system, but for brackets around it; it has neither words nor functions. *)
Fixpoint all_integers (s : string) (ts : tokens) : bool :=
  match ts with
  | (TSign "(", _) :: ts => all_integers s ts
  | _ => forallb (fun t => (snd t =? s) && match fst t with TWord _ | TCall _ => false | TSign c => negb (c =? "[") | _ => true end) ts
  end.
(* A formula with its tokens, and all the systems that it names. Some systems are of integers: one that begins with such a system is
   all in it. *)
Definition read_formula (has_negatives : string -> bool) (macros : names chars) (text : chars) : option (sentence * tokens * list string) :=
  match tokens_of macros text with
  | Some (ts, named) =>
      let integers := match systems_of false ts with s :: l => has_negatives s | [] => false end in
      let fits := match systems_of false ts with s :: l => forallb (String.eqb s) l && all_integers s ts | [] => true end in
      match formula integers (12 * length ts + 20) 0 ts with
      | Some (f, []) => if negb integers || fits then Some (f, ts, named) else None
      | _ => None
      end
  | None => None
  end.

(* The free variables, in the order of their bytes. *)
Fixpoint put_name (x : name) (l : list name) : list name :=
  match l with
  | [] => [x]
  | y :: l' => if x =? y then l else if String.ltb x y then x :: l else y :: put_name x l'
  end.
Definition put_names (xs l : list name) : list name := fold_right put_name l xs.
Definition take (xs l : list name) : list name := filter (fun y => negb (existsb (String.eqb y) xs)) l.
Fixpoint term_names (t : expr) : list name :=
  match t with
  | Named x => [x]
  | Plus a b | Minus a b => put_names (term_names a) (term_names b)
  | Times _ a | Over a _ | Indexed _ a => term_names a
  | _ => []
  end.
Fixpoint free_names (f : sentence) : list name :=
  match f with
  | Relates _ a b => put_names (term_names a) (term_names b)
  | Call _ ts => fold_right (fun t l => put_names (term_names t) l) [] ts
  | Negation f => free_names f
  | Conjunction f g | Disjunction f g | Implication f g | Equivalence f g => put_names (free_names f) (free_names g)
  | Exists_ x f | Forall_ x f | Often x f => take [x] (free_names f)
  | Count _ xs f => take xs (free_names f)
  end.

(** * Expressions *)
(* Letters and signs of an expression or of the rules of a morphism. *)
Inductive piece := Digits_ (a : list nat) | Piece (c : ascii) | Arrow.
Fixpoint integers (bound l : chars) : option (list Z) :=
  match bound with
  | [] => None
  | _ :: bound =>
      let l := skip_blanks l in
      let (negative, l) := match l with "-"%char :: l => (true, l) | l => (false, l) end in
      let (d, r) := span is_digit l in
      match number_of_digits d, skip_blanks r with
      | Some n, rest => if Z.leb n 65536
          then let n := if negative then Z.opp n else n in
            match rest with [] => Some [n] | ","%char :: r => option_map (cons n) (integers bound r) | _ => None end
          else None
      | None, _ => None
      end
  end.
(* Digits as they are. *)
Fixpoint naturals (l : list Z) : option (list nat) :=
  match l with
  | [] => Some []
  | z :: l => if Z.leb 0 z then option_map (cons (Z.to_nat z)) (naturals l) else None
  end.
Section Pieces.
Variable digits : list Z -> option (list nat).      (* the digits of some integers, if there are any *)
Fixpoint pieces (allowed : string) (bound l : chars) : option (list piece) :=
  match bound with
  | [] => None
  | _ :: bound => match skip_blanks l with
      | [] => Some []
      | "["%char :: r =>
          let (a, r) := span (fun c => negb (Ascii.eqb c "]")) r in
          match integers (" "%char :: a) a, r with
          | Some zs, _ :: r => match digits zs with Some ds => option_map (cons (Digits_ ds)) (pieces allowed bound r) | None => None end
          | _, _ => None
          end
      | "-"%char :: ">"%char :: r => if one_of allowed "-" then option_map (cons Arrow) (pieces allowed bound r) else None
      | c :: r =>
          if is_digit c then match digits [Z.of_nat (nat_of_ascii c - 48)] with
            | Some ds => option_map (cons (Digits_ ds)) (pieces allowed bound r)
            | None => None
            end
          else if one_of allowed c then option_map (cons (Piece c)) (pieces allowed bound r) else None
      end
  end.
End Pieces.

(* Levels: 0 `|`, 1 `&`, 2 one after another, 3 repeated. *)
Section Expressions.
Variable tops : list nat.      (* the greatest digit of each track *)
Fixpoint expression (n level : nat) (ps : list piece) : option (regex * list piece) :=
  match n with
  | O => None
  | S n => match level with
      | 0 | 1 | 2 | 3 => match expression n (S level) ps with Some (r, ps) => more_expressions n level r ps | None => None end
      | _ => match ps with
          | Digits_ a :: ps => if Nat.eqb (length a) (length tops) && forallb (fun p => Nat.leb (fst p) (snd p)) (combine a tops) then Some (Digits a, ps) else None
          | Piece "(" :: Piece ")" :: ps => Some (Empty, ps)
          | Piece "(" :: ps => match expression n 0 ps with Some (r, Piece ")" :: ps) => Some (r, ps) | _ => None end
          | _ => None
          end
      end
  end
with more_expressions (n level : nat) (r : regex) (ps : list piece) : option (regex * list piece) :=
  match n with
  | O => None
  | S n =>
      let binary op ps := match expression n (S level) ps with Some (r', ps) => more_expressions n level (op r r') ps | None => None end in
      match level, ps with
      | 0, Piece "|" :: ps => binary Alternative ps
      | 1, Piece "&" :: ps => binary Both ps
      | 2, Digits_ _ :: _ | 2, Piece "(" :: _ => binary Sequence ps
      | 3, Piece "*" :: ps => more_expressions n level (Repeat r) ps
      | 3, Piece "+" :: ps => more_expressions n level (Sequence r (Repeat r)) ps
      | 3, Piece "?" :: ps => more_expressions n level (Alternative Empty r) ps
      | _, ps => Some (r, ps)
      end
  end.
End Expressions.
Definition read_expression (digits : list Z -> option (list nat)) (tops : list nat) (text : chars) : option regex :=
  match pieces digits "|&*+?()" (" "%char :: text) text with
  | Some ps => match expression tops (12 * length ps + 20) 0 ps with Some (r, []) => Some r | _ => None end
  | None => None
  end.

(** * Morphisms *)
(* A comma stands before a letter. *)
Definition behind_comma (ps : list piece) : option (list piece) :=
  match ps with Piece "," :: ((Digits_ _ :: _) as r) => Some r | Piece "," :: _ => None | ps => Some ps end.
Fixpoint image_of (ps : list piece) : list Z * list piece :=
  match ps with
  | Digits_ [_] :: Arrow :: _ => ([], ps)
  | Digits_ [a] :: ps => let (l, r) := image_of ps in (Z.of_nat a :: l, r)
  | _ => ([], ps)
  end.
Fixpoint rules_of (n : nat) (ps : list piece) : option morphism :=
  match n, ps with
  | _, [] => Some []
  | S n, Digits_ [a] :: Arrow :: ps =>
      let (w, ps) := image_of ps in
      match behind_comma ps with
      | Some ps => option_map (cons (Z.of_nat a, w)) (rules_of n ps)
      | None => None
      end
  | _, _ => None
  end.
Fixpoint codes_of (n : nat) (own : list Z) (ps : list piece) : option (list (Z * Z)) :=
  match n, ps with
  | _, [] => match own with [] => Some [] | _ => None end
  | S n, Digits_ [a] :: ps => match behind_comma ps with Some ps => codes_of n (Z.of_nat a :: own) ps | None => None end
  | S n, Arrow :: Digits_ [c] :: ps => match own, behind_comma ps with
      | _ :: _, Some ps => option_map (app (map (fun a => (a, Z.of_nat c)) (rev own))) (codes_of n [] ps)
      | _, _ => None
      end
  | _, _ => None
  end.
Definition read_rules (text : chars) : option morphism :=
  match pieces naturals "-," (" "%char :: text) text with
  | Some ps => if existsb (fun p => match p with Piece "-" => true | _ => false end) ps then None else rules_of (S (length ps)) ps
  | None => None
  end.
Definition read_codes (text : chars) : option (list (Z * Z)) :=
  match pieces naturals "-," (" "%char :: text) text with
  | Some ps => if existsb (fun p => match p with Piece "-" => true | _ => false end) ps then None else codes_of (S (length ps)) [] ps
  | None => None
  end.
