(* The commands of a script and of the files that it includes, as the statements of Syntax.v. Macros are filled in, systems looked up;
   what is not read makes its names unknown, and where a command is no command of the language, nothing that follows is read. *)
Require Import ZArith Ascii String List Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar Tracks.
Import ListNotations.
Local Open Scope string_scope.

(** * Systems *)
(* The system with an expansion of 1: a digit may be as it says, and the last of them is one less. *)
Definition expansion (ds : list nat) : system :=
  let n := length ds in
  map (fun p => if Nat.eqb (S (fst p)) n then (snd p - 1, 0) else (snd p, S (fst p))) (combine (seq 0 n) ds).
Definition small_number (most : Z) (l : chars) : option nat :=
  match l with
  | "0"%char :: _ => None
  | _ => match span is_digit l, number_of_digits l with
      | (_, []), Some n => if Z.leb n most then Some (Z.to_nat n) else None
      | _, _ => None
      end
  end.
Definition family (name : string) (l : chars) : option nat :=
  match starts (str name) l with Some r => small_number 99 r | None => None end.
(* What ships under the name N of `msd_N`. *)
Definition shipped_system (l : chars) : option system :=
  match small_number 65536 l with
  | Some k => if Nat.leb 2 k then Some (expansion [k]) else None
  | None =>
      if text_of l =? "fib" then Some (expansion [1; 1])
      else if text_of l =? "trib" then Some (expansion [1; 1; 1])
      else if text_of l =? "nara" then Some (expansion [1; 0; 1])
      else match family "bonacci" l, family "cubic" l, family "wythoff" l with
        | Some k, _, _ => if Nat.leb 2 k then Some (expansion (repeat 1 k)) else None
        | _, Some k, _ => Some (expansion [k; 1; 1])
        | _, _, Some k => Some (expansion [k; 1])
        | _, _, _ => None
        end
  end.

(* Recurrences like x^2 = 3x + 1, whose coefficients do not increase: they are then the expansion of 1. *)
Inductive mark := MNumber (n : Z) | MSign (c : ascii).
Fixpoint marks (bound l : chars) : option (list mark) :=
  match bound with
  | [] => None
  | _ :: bound => match skip_blanks l with
      | [] => Some []
      | c :: r =>
          if is_digit c then
            let (d, r) := span is_digit (c :: r) in
            match number_of_digits d with
            | Some n => if Z.leb n 9999 then option_map (cons (MNumber n)) (marks bound r) else None
            | None => None
            end
          else if one_of "x^*+=" c then option_map (cons (MSign c)) (marks bound r) else None
      end
  end.
Definition a_power (l : list mark) : option (nat * list mark) :=
  match l with
  | MSign "x" :: MSign "^" :: MNumber k :: r => if Z.leb k 99 then Some (Z.to_nat k, r) else None
  | MSign "x" :: r => Some (1, r)
  | _ => None
  end.
Definition monomial (l : list mark) : option (nat * nat * list mark) :=
  match l with
  | MNumber c :: r => match a_power (match r with MSign "*" :: r => r | r => r end), r with
      | Some (k, r), _ => Some (k, Z.to_nat c, r)
      | None, MSign "*" :: _ => None
      | None, _ => Some (0, Z.to_nat c, r)
      end
  | _ => match a_power l with Some (k, r) => Some (k, 1, r) | None => None end
  end.
Fixpoint monomials (n : nat) (l : list mark) : option (list (nat * nat)) :=
  match n with
  | O => None
  | S n => match monomial l with
      | Some (k, c, []) => Some [(k, c)]
      | Some (k, c, MSign "+" :: r) => option_map (cons (k, c)) (monomials n r)
      | _ => None
      end
  end.
Fixpoint decreasing (l : list nat) : bool :=
  match l with a :: ((b :: _) as r) => Nat.leb b a && decreasing r | _ => true end.
Definition recurrence (text : chars) : option system :=
  match marks (" "%char :: text) text with
  | Some l => match a_power l with
      | Some (degree, MSign "=" :: r) => match monomials (S (length r)) r with
          | Some ms =>
              let of k := map snd (filter (fun m => Nat.eqb (fst m) k) ms) in
              let ds := map (fun k => hd 0 (of k)) (rev (seq 0 degree)) in
              if Nat.leb 2 degree && forallb (fun m => Nat.ltb (fst m) degree && Nat.eqb (length (of (fst m))) 1) ms
                 && decreasing ds && Nat.leb 1 (last ds 0)
              then Some (expansion ds) else None
          | None => None
          end
      | _ => None
      end
  | None => None
  end.

(** * What is known where a command stands *)
Definition path := list string.
Record reader := Reader {
  macros : names chars;
  own : names (option system);            (* systems of the script, and names of systems that are not known *)
  included : list path;
  written : text;                         (* the last statement first *)
  function_kinds : names (list kind);         (* the tracks of functions *)
  word_kinds : names (list kind * list Z)     (* the tracks of words; the letters of families *)
}.
Definition with_macros m (st : reader) := Reader m (own st) (included st) (written st) (function_kinds st) (word_kinds st).
Definition with_own o (st : reader) := Reader (macros st) o (included st) (written st) (function_kinds st) (word_kinds st).
Definition with_included l (st : reader) := Reader (macros st) (own st) l (written st) (function_kinds st) (word_kinds st).
Definition typed f ks (st : reader) := Reader (macros st) (own st) (included st) (written st) (bind f (Some ks) (function_kinds st)) (word_kinds st).
Definition typed_word W v (st : reader) := Reader (macros st) (own st) (included st) (written st) (function_kinds st) (bind W (Some v) (word_kinds st)).
Definition write (N : numeration) (c : statement) (st : reader) : reader :=
  Reader (macros st) (own st) (included st) ((N, c) :: written st) (function_kinds st) (word_kinds st).
Definition none : numeration := ("", []).
(* What binds these names as functions, words or games is not read. *)
Definition unread (xs : list name) (st : reader) : reader :=
  Reader (macros st) (own st) (included st) ((none, Forget xs) :: written st) (forget xs (function_kinds st)) (forget xs (word_kinds st)).
(* What binds these names in any kind is not read. *)
Definition unknown (xs : list name) (st : reader) : reader :=
  unread xs (with_own (fun y => if touches xs y then Some None else own st y) (with_macros (forget xs (macros st)) st)).

Definition system_of (st : reader) (full : string) : option numeration :=
  match starts (str "msd_") (str full) with
  | Some l => match own st (text_of l) with
      | Some found => option_map (fun s => (full, s)) found
      | None => option_map (fun s => (full, s)) (shipped_system l)
      end
  | None => None
  end.
(* The numbers of negative bases and of `neg_fib` are all integers, unless a script has a system of the name. *)
Definition has_negatives (st : reader) (full : string) : bool :=
  match starts (str "msd_") (str full) with
  | Some l => match own st (text_of l), starts (str "neg_") l with
      | None, Some b => (text_of b =? "fib") || match small_number 65536 b with Some k => Nat.leb 2 k | None => false end
      | _, _ => false
      end
  | None => false
  end.
(* Systems that are named must be known, wherever they are. *)
Definition known_systems (st : reader) (l : list string) : bool :=
  forallb (fun s => match system_of st s with Some _ => true | None => false end) l.
(* A formula over numbers: its first system, what its variables are, and the guards in it. *)
Record formula_read := Formula { first_ : numeration; meant_ : sentence; variables : list (name * kind); guards_ : list statement }.
Definition family_letters (st : reader) (W : name) : option (list Z) :=
  match word_kinds st W with Some ([Letters _; Numbers _], l) => Some l | _ => None end.
Definition reading (definition : bool) (st : reader) (text : chars) : option formula_read :=
  match read_formula (has_negatives st) (macros st) text with
  | Some (f, ts, named) =>
      let l := systems_of false ts in
      let tracks f := match function_kinds st f with Some ks => ks | None => [] end in
      let tracks_of_word W := match word_kinds st W with Some (ks, _) => ks | None => [] end in
      match uses tracks tracks_of_word (system_of st) false false [] ts with
      | Some us =>
          match known_systems st (l ++ named)%list, system_of st (hd "msd_2" l) with
          | true, Some N =>
              if consistent us then option_map (fun p => Formula N (fst p) us (snd p)) (over_numbers us (family_letters st) f)
              else if definition then option_map (fun p => Formula N (fst (fst p)) (snd (fst p)) (snd p)) (with_words tracks us f) else None
          | _, _ => None
          end
      | None => None
      end
  | None => None
  end.
Definition sentence_of := reading false.

(* Of integers only claims are read. How these are written does not matter: it is base 2 for the checker. *)
Definition integers_of (st : reader) (text : chars) : option (numeration * sentence) :=
  match read_formula (has_negatives st) (macros st) text with
  | Some (f, ts, named) => match systems_of false ts with
      | s :: _ => if forallb (has_negatives st) (s :: named) then Some ((s, expansion [2]), f) else None
      | [] => None
      end
  | None => None
  end.

(** * Games *)
Fixpoint split_names (bound l : chars) : option (list name) :=
  match bound with
  | [] => None
  | _ :: bound => match a_name (skip_blanks l) with
      | Some (x, r) =>
          if one_of "AEI" (hd " "%char x) then None else
          match skip_blanks r with
          | [] => Some [text_of x]
          | ","%char :: r => option_map (cons (text_of x)) (split_names bound r)
          | _ => None
          end
      | None => None
      end
  end.
Definition within (xs ys : list name) : bool := forallb (fun x => existsb (String.eqb x) ys) xs.
Fixpoint separated (l own : chars) (found : list chars) : list chars :=
  match l with
  | [] => rev (rev own :: found)
  | ","%char :: l => separated l [] (rev own :: found)
  | c :: l => separated l (c :: own) found
  end.
Record clauses := Clauses { terminal : option chars; measured : option chars; blocked : option nat; is_misere : bool }.
Fixpoint clauses_of (ls : list lexeme) (c : clauses) : option clauses :=
  match ls with
  | [] => Some c
  | LName k :: LQuoted t :: ls =>
      match k =? "terminal", terminal c, k =? "measure", measured c with
      | true, None, _, _ => clauses_of ls (Clauses (Some t) (measured c) (blocked c) (is_misere c))
      | _, _, true, None => clauses_of ls (Clauses (terminal c) (Some t) (blocked c) (is_misere c))
      | _, _, _, _ => None
      end
  | LName k :: LBare n :: ls =>
      match k =? "block", blocked c, small_number 1000 (str n) with
      | true, None, Some n => clauses_of ls (Clauses (terminal c) (measured c) (Some n) (is_misere c))
      | _, _, _ => None
      end
  | LName k :: ls => if (k =? "misere") && negb (is_misere c) then clauses_of ls (Clauses (terminal c) (measured c) (blocked c) true) else None
  | _ => None
  end.
(* A formula of a game, in its system and with its names. *)
Definition of_game (st : reader) (n : chars) (N : numeration) (text : chars) (xs : list name) : option sentence :=
  match sentence_of st ("?"%char :: n ++ " "%char :: text)%list with
  | Some (Formula _ f us []) => if forallb (fun p => same_kind (Numbers N) (snd p)) us && within (free_names f) xs then Some f else None
  | _ => None
  end.
Definition measure_of (st : reader) (n : chars) (N : numeration) (xs : list name) (text : chars) : option expr :=
  match of_game st n N ("("%char :: text ++ str ")=0")%list xs with Some (Relates Same t (Number 0)) => Some t | _ => None end.
Fixpoint all {T} (l : list (option T)) : option (list T) :=
  match l with [] => Some [] | Some x :: l => option_map (cons x) (all l) | None :: _ => None end.
Definition game_of (st : reader) (text : chars) (c : clauses) : option (numeration * rules) :=
  match skip_blanks text with
  | "?"%char :: r =>
      let (name, r) := span in_name r in
      let (piles, r) := span (fun c => negb (Ascii.eqb c ":")) r in
      let (a, b) := span (fun c => negb (Ascii.eqb c "-")) piles in
      match full_name name, b, r with
      | Some full, "-"%char :: ">"%char :: b, _ :: r =>
          match system_of st full, split_names (" "%char :: a) a, split_names (" "%char :: b) b with
          | Some N, Some xs, Some ys =>
              let k := match blocked c with Some k => k | None => 1 end in
              let ending := match terminal c with Some t => option_map (@Some _) (of_game st name N t xs) | None => Some None end in
              let terms := match measured c with
                | Some t => all (map (measure_of st name N xs) (separated t [] []))
                | None => Some []
                end in
              match is_blank (hd "x"%char a), of_game st name N r (xs ++ ys)%list, ending, terms with
              | true, Some f, Some e, Some ts =>
                  if distinct_names (xs ++ ys)%list && Nat.eqb (length xs) (length ys) && negb (is_misere c && Nat.ltb 1 k)
                  then Some (N, Rules xs ys (match e with Some e => Conjunction f (Negation e) | None => f end) k (is_misere c) ts)
                  else None
              | _, _, _, _ => None
              end
          | _, _, _ => None
          end
      | _, _, _ => None
      end
  | _ => None
  end.

(** * Commands *)
Inductive outcome := Next (st : reader) | Include (p : chars) | Quit | Stop.

(* A statement in a system, functions that it names and that come before it, and the tracks of the function that it binds. *)
Record statement_read := Statement { at_ : numeration; said : statement; guarded_by : list statement; tracks_ : list kind }.
Definition written_by (c : statement_read) (st : reader) : reader :=
  let st := write (at_ c) (said c) (fold_left (fun st f => write (at_ c) f st) (guarded_by c) st) in
  match said c with
  | Definition_ f _ _ | Expression f _ _ => typed f (tracks_ c) st
  | Word_ W _ _ | Combined_ W _ => typed_word W (tracks_ c, []) st
  | _ => st
  end.
Definition or_unread (xs : list name) (st : reader) (c : option statement_read) : outcome :=
  Next (match c with Some c => written_by c st | None => unread xs st end).
Definition or_nothing (st : reader) (c : option statement_read) : outcome :=
  Next (match c with Some c => written_by c st | None => st end).
(* `from "SOURCE"` *)
Definition sourced (ls : list lexeme) : bool :=
  match ls with [] => true | [LName k; LQuoted _] => k =? "from" | _ => false end.
Fixpoint quoted (ls : list lexeme) : list chars * list lexeme :=
  match ls with LQuoted t :: ls => let (a, b) := quoted ls in (t :: a, b) | _ => ([], ls) end.

Definition definition (st : reader) (f : string) (order : option (list name)) (text : chars) : option statement_read :=
  match reading true st text with
  | Some (Formula N F us gs) =>
      let xs := free_names F in
      let ys := match order with Some ys => ys | None => xs end in
      match kinds_of us ys, guards_of_all us ys with
      | Some ks, Some own =>
          if within xs ys && within ys xs && distinct_names ys
          then Some (Statement N (Definition_ f ys (guarded own Conjunction F)) (functions_of own ++ gs)%list ks) else None
      | _, _ => None
      end
  | None => None
  end.
(* A claim, of natural numbers or of integers. *)
Definition claim (st : reader) (t : string) (negated : bool) (text : chars) : option statement_read :=
  let claimed F := if negated then Negation F else F in
  match sentence_of st text, integers_of st text with
  | Some (Formula N F _ gs), _ => match free_names F with [] => Some (Statement N (Claim t (claimed F)) gs []) | _ => None end
  | None, Some (N, F) => match free_names F with [] => Some (Statement N (Integer_claim t (claimed F)) [] []) | _ => None end
  | None, None => None
  end.
Definition covered (F : sentence) (fs : list sentence) : sentence :=
  fold_right Forall_ (Implication F (fold_right Disjunction (last fs F) (removelast fs))) (free_names F).
Definition cover (st : reader) (t : string) (text : chars) (pieces : list chars) : option statement_read :=
  match sentence_of st text, all (map (sentence_of st) pieces), integers_of st text, all (map (integers_of st) pieces) with
  | Some (Formula N F us gs), Some (G :: Gs), _, _ =>
      let fs := map meant_ (G :: Gs) in
      let known := (us ++ flat_map variables (G :: Gs))%list in
      if consistent known && negb (are_words (map snd known)) && forallb (fun g => within (free_names g) (free_names F)) fs
         && forallb (fun g => same_numeration N (first_ g)) (G :: Gs)
      then Some (Statement N (Claim t (covered F fs)) [] []) else None
  | _, _, Some (N, F), Some (G :: Gs) =>
      let fs := map snd (G :: Gs) in
      if forallb (fun g => same_numeration N (fst g)) (G :: Gs) && forallb (fun g => within (free_names g) (free_names F)) fs
      then Some (Statement N (Integer_claim t (covered F fs)) [] []) else None
  | _, _, _, _ => None
  end.
Definition track (l : lexeme) : option string :=
  match l with LName s | LBare s => full_name (str s) | _ => None end.
(* The digits of a set, in their order. *)
Fixpoint put_digit (z : Z) (l : list Z) : list Z :=
  match l with [] => [z] | y :: l' => if Z.eqb z y then l else if Z.ltb z y then z :: l else y :: put_digit z l' end.
Definition most_digits := 50.
Definition kind_of (st : reader) (l : lexeme) : option kind :=
  match l with
  | LSet s => match integers (" "%char :: s) s with
      | Some zs => if Nat.leb (length zs) most_digits then Some (Letters (fold_right put_digit [] zs)) else None
      | None => None
      end
  | l => match track l with Some s => option_map Numbers (system_of st s) | None => None end
  end.
Definition expression_of (st : reader) (f : string) (ls : list lexeme) (text : chars) : option statement_read :=
  match all (map (kind_of st) ls) with
  | Some (k :: l) =>
      let ks := k :: l in
      let N := match ks with Numbers N :: _ => N | _ => none end in
      option_map (fun r => Statement N (Expression f (map system_of_kind ks) r) [] ks) (read_expression (digits_of ks) (tops_of ks) text)
  | _ => None
  end.
Definition normalizer (st : reader) (f : string) (s d : lexeme) : option statement_read :=
  match kind_of st s, kind_of st d with
  | Some (Numbers N), Some (Letters D) =>
      option_map (fun p => Statement N (fst p) (snd p) [Letters D; Numbers N]) (normalizing f D N)
  | _, _ => None
  end.
Definition word_of (st : reader) (W : string) (s : lexeme) (rules : chars) (code : option chars) : option statement_read :=
  match track s, read_rules rules with
  | Some s, Some h =>
      let coding := match code with Some c => read_codes c | None => Some (map (fun r => (fst r, fst r)) h) end in
      match system_of st s, coding with Some N, Some c => Some (Statement N (Word_ W h c) [] [Numbers N]) | _, _ => None end
  | _, _ => None
  end.
(* The game's system is that of its kernel: a game is looked up by the last statement that binds it. With its piles. *)
Fixpoint system_of_game (G : name) (cs : text) : option (numeration * nat) :=
  match cs with
  | [] => None
  | (N, Game_ H g) :: cs => if G =? H then Some (N, length (before_ g)) else system_of_game G cs
  | (_, Forget xs) :: cs => if touches xs G then None else system_of_game G cs
  | _ :: cs => system_of_game G cs
  end.

(* Functions with letters: `f=3`, or `f` alone for its place in the row. *)
Definition part_of (at_ : nat) (l : lexeme) : option (name * Z) :=
  match l with
  | LName f => Some (f, Z.of_nat at_)
  | LBare s => match a_name (str s) with
      | Some (f, "="%char :: d) =>
          let (negative, d) := match d with "-"%char :: d => (true, d) | d => (false, d) end in
          match span is_digit d, number_of_digits d with
          | (_, []), Some v => if Nat.leb (length d) 9 then Some (text_of f, if negative then Z.opp v else v) else None
          | _, _ => None
          end
      | _ => None
      end
  | _ => None
  end.
Fixpoint parts_of (at_ : nat) (ls : list lexeme) : option (list (name * Z)) :=
  match ls with
  | [] => Some []
  | l :: ls => match part_of at_ l, parts_of (S at_) ls with Some p, Some ps => Some (p :: ps) | _, _ => None end
  end.
(* A word of sets of numbers; or a family, of sets of pairs of a word and a number, as one function for each letter. *)
Definition letter_formula (ps : list (name * Z)) (z : Z) : sentence :=
  fold_left (fun F p =>
      let holds := Call (fst p) [Named "f"; Named "n"] in
      if Z.eqb (snd p) z then Disjunction holds F else Conjunction (Negation holds) F)
    ps (if Z.eqb z 0 then Negation false_ else false_).
Definition combination (st : reader) (W : string) (ls : list lexeme) : reader :=
  let same ks ps := forallb (fun p => match function_kinds st (fst p) with
    | Some l => Nat.eqb (length l) (length ks) && forallb (fun p => same_kind (fst p) (snd p)) (combine l ks)
    | None => false
    end) ps in
  match parts_of 1 ls with
  | Some (((f, _) :: _) as ps) => match function_kinds st f with
      | Some ([Numbers N] as ks) =>
          if same ks ps && forallb (fun p => Z.leb 0 (snd p)) ps then written_by (Statement N (Combined_ W ps) [] ks) st else unread [W] st
      | Some ([Letters D; Numbers N] as ks) =>
          let zs := nodup Z.eq_dec (0%Z :: map snd ps) in
          if same ks ps && forallb (fun z => Z.leb (Z.abs z) 100) zs
          then typed_word W (ks, zs) (fold_left (fun st z => written_by (Statement N (Definition_ (letter_name W z) ["f"; "n"]
            (Conjunction (guard (ks, ["f"; "n"])) (letter_formula ps z))) [fitting ks] ks) st) zs (unread [W] st))
          else unread [W] st
      | _ => unread [W] st
      end
  | _ => unread [W] st
  end.

Definition of_kind (k : string) (l : list string) : bool := existsb (String.eqb k) l.
Definition displaying := ["cls"; "describe"; "export"; "first"; "help"; "inf"; "regex"; "test"].
Definition in_a_row := ["concat"; "difference"; "fixleadzero"; "fixtrailzero"; "intersect"; "leftquo"; "normalizer"; "rightquo"; "star";
  "synchronize"; "union"; "combine"; "family"; "image"; "join"; "alphabet"; "convert"; "minimize"; "reverse"; "rsplit"; "split";
  "transduce"; "ost"].
Definition plain (ls : list lexeme) : bool := forallb (fun l => match l with LQuoted _ => false | _ => true end) ls.
Definition all_names (ls : list lexeme) : option (list string) := all (map (fun l => match l with LName x => Some x | _ => None end) ls).

(* A command by its keyword k and its words. Statements count in the script itself, and not in files that it includes. *)
Definition command (main : bool) (st : reader) (k : string) (ls : list lexeme) : outcome :=
  match ls with
  | [] => if (k =? "quit") || (k =? "exit") then Quit else if of_kind k displaying then Next st else Stop
  | [LQuoted t] => if k =? "include" then Include t else if k =? "eval" then Next st else Stop
  | LName t :: LQuoted F :: r =>
      if (k =? "theorem") || (k =? "refute") then
        if sourced r then if main then or_nothing st (claim st t (k =? "refute") F) else Next st else Stop
      else if k =? "cover" then match r with
        | LName by_ :: r => match quoted r with
            | (p :: ps, r) =>
                if (by_ =? "by") && sourced r then if main then or_nothing st (cover st t F (p :: ps)) else Next st else Stop
            | _ => Stop
            end
        | _ => Stop
        end
      else if k =? "game" then match clauses_of r (Clauses None None None false) with
        | Some c => or_unread [t] st (option_map (fun g => Statement (fst g) (Game_ t (snd g)) [] []) (game_of st F c))
        | None => Stop
        end
      else match r with
        | [] =>
            if (k =? "def") || (k =? "eval") then or_unread [t] st (definition st t None F)
            else if k =? "macro" then Next (with_macros (bind t (Some F) (macros st)) st)
            else if k =? "numeration" then
              match full_name (str t) with
              | Some s => if s =? ("msd_" ++ t)%string
                  then Next (with_own (bind t (Some (recurrence F)) (own st)) st) else Stop
              | None => Stop
              end
            else if k =? "morphism" then Next st
            else if k =? "word" then Next (unknown [t] st)
            else if k =? "redundant" then Next st
            else if k =? "recursion" then Next (unknown [t] st)
            else Stop
        | _ => Stop
        end
  | [LCalled f inside; LQuoted F] =>
      if k =? "def" then
        match split_names (" "%char :: inside) inside with
        | Some ys => if distinct_names ys then or_unread [f] st (definition st f (Some ys) F) else Stop
        | None => Stop
        end
      else Stop
  | LName P :: LName of_ :: LName G :: r =>
      if k =? "combine" then if plain ls then Next (combination st P (tl ls)) else Stop
      else if (k =? "kernel") && (of_ =? "of") then
        match r, system_of_game G (written st) with
        | [], Some (N, k) => Next (typed P (repeat (Numbers N) k) (write N (Kernel_ P G None) st))
        | [LName given; LBare Q], Some (N, k) => match str Q with
            | "$"%char :: Q => if (given =? "given") && is_name Q
                then Next (typed P (repeat (Numbers N) k) (write N (Kernel_ P G (Some (text_of Q))) st)) else Stop
            | _ => Stop
            end
        | [], None => Next (unread [P] st)
        | [LName given; LBare _], None => if given =? "given" then Next (unread [P] st) else Stop
        | _, _ => Stop
        end
      else if ((k =? "guess") || (k =? "outcomes")) && (of_ =? "of") then match r with [] => Next (unknown [P] st) | _ => Stop end
      else if (k =? "grundy") && (of_ =? "of") then match r with
        | [LName upto; LBare n] => if (upto =? "upto") && forallb is_digit (str n) then Next (unknown [P] st) else Stop
        | _ => Stop
        end
      else if of_kind k ["reg"; "def"; "eval"; "sequence"; "recursion"] then
        match rev (LName of_ :: LName G :: r) with
        | LQuoted t :: tracks =>
            if k =? "reg" then or_unread [P] st (expression_of st P (rev tracks) t)
            else match all_names tracks with
              | Some xs => Next (unknown (if k =? "recursion" then P :: xs else [P]) st)
              | None => Stop
              end
        | _ => Stop
        end
      else if of_kind k in_a_row then if plain ls then Next (unknown [P] st) else Stop
      else if of_kind k displaying then if plain ls then Next st else Stop
      else Stop
  | LName P :: r =>
      if k =? "combine" then if plain ls then Next (combination st P r) else Stop
      else if k =? "reg" then match rev r with
        | LQuoted t :: l :: tracks => or_unread [P] st (expression_of st P (rev (l :: tracks)) t)
        | _ => Stop
        end
      else if k =? "word" then match r with
        | [s; LQuoted h] => match s with
            | LName _ | LBare _ => or_unread [P] st (word_of st P s h None)
            | LBracket _ => Next (unread [P] st)
            | _ => Stop
            end
        | [s; LQuoted h; LQuoted c] => match s with LName _ | LBare _ => or_unread [P] st (word_of st P s h (Some c)) | _ => Stop end
        | _ => Stop
        end
      else if k =? "promote" then match r with [LName _] => Next (unknown [P] st) | _ => Stop end
      else if of_kind k ["def"; "eval"; "sequence"; "recursion"] then match r with
        | [LName x; LQuoted _] => Next (unknown (if k =? "recursion" then [P; x] else [P]) st)
        | _ => Stop
        end
      else if k =? "redundant" then match r with [] => Next st | _ => Stop end
      else if of_kind k in_a_row then if plain ls then match k =? "normalizer", r with
          | true, [s; LSet d] => Next (match normalizer st P s (LSet d) with Some c => written_by c st | None => unknown [P] st end)
          | _, _ => Next (unknown [P] st)
          end else Stop
      else if of_kind k displaying then if plain ls then Next st else Stop
      else Stop
  | LBare x :: r =>
      if of_kind k in_a_row then match str x with
        | "$"%char :: x => if is_name x && plain r then Next (unknown [text_of x] st) else Stop
        | _ => Stop
        end
      else if of_kind k displaying then if plain ls then Next st else Stop
      else Stop
  | _ => Stop
  end.

(** * Files *)
Fixpoint pieces_of_path (l own : chars) : list chars :=
  match l with [] => [rev own] | "/"%char :: l => rev own :: pieces_of_path l [] | c :: l => pieces_of_path l (c :: own) end.
(* A path relative to a folder. *)
Fixpoint resolved (folder : path) (ps : list chars) : option path :=
  match ps with
  | [] => Some folder
  | p :: ps => match text_of p with
      | "" => None
      | "." => resolved folder ps
      | ".." => match folder with [] => None | _ => resolved (removelast folder) ps end
      | p => resolved (folder ++ [p])%list ps
      end
  end.
Definition path_dec : forall p q : path, {p = q} + {p <> q} := list_eq_dec string_dec.
Definition is_in (p : path) (l : list path) : bool := existsb (fun q => if path_dec p q then true else false) l.

(* Reads a file; false if something in it cannot be read, so that no name is known from there on. Files that are being read are those
   around this one. *)
Fixpoint read_file (d : nat) (files : path -> option chars) (reading : list path) (main : bool) (p : path) (st : reader) : reader * bool :=
  match d, files p with
  | S d, Some text =>
      (fix go (cs : list (option (list lexeme))) (st : reader) : reader * bool :=
        match cs with
        | [] => (st, true)
        | Some (LName k :: ls) :: cs => match command main st k ls with
            | Next st => go cs st
            | Quit => (st, true)
            | Stop => (st, false)
            | Include t => match resolved (removelast p) (pieces_of_path t []) with
                | Some q =>
                    if is_in q (p :: reading) then (st, false)
                    else if is_in q (included st) then go cs st
                    else match read_file d files (p :: reading) false q st with
                      | (st, true) => go cs (with_included (q :: included st) st)
                      | (st, false) => (st, false)
                      end
                | None => (st, false)
                end
            end
        | _ :: _ => (st, false)
        end) (commands_of text) st
  | _, _ => (st, false)
  end.

(* The names that a text binds, but those of kernels. *)
Definition others (cs : text) : list name :=
  flat_map (fun c => match snd c with Kernel_ _ _ _ => [] | c => bound c end) cs.
Definition beginning := Reader (fun _ => None) (fun _ => None) [] [] (fun _ => None) (fun _ => None).
Definition most_includes := 50.
(* A script behind what ships: kernels, whose games are not known to scripts, functions and words. None if what ships cannot be read. *)
Definition read_script (files : path -> option chars) (kernels : path) (shipped : list path) (main : path) : option text :=
  let fresh st := Reader (fun _ => None) (fun _ => None) [] (written st) (function_kinds st) (word_kinds st) in
  let load st p := match st with
    | Some st => match read_file most_includes files [] false p (fresh st) with (st, true) => Some st | _ => None end
    | None => None
    end in
  match load (Some beginning) kernels with
  | Some st => match fold_left load shipped (Some (unread (others (written st)) st)) with
      | Some st => Some (rev (written (fst (read_file most_includes files [] true main (fresh st)))))
      | None => None
      end
  | None => None
  end.
