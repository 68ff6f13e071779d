(* The commands of a script and of the files that it includes, as the statements of Syntax.v. Macros are filled in, systems looked up;
   what is not read makes its names unknown, and where a command is no command of the language, nothing that follows is read. *)
Require Import ZArith Ascii String List Bool.
From Filbert Require Import System Syntax Meaning Lexer Grammar.
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
  written : text                          (* the last statement first *)
}.
Definition write (N : numeration) (c : statement) (st : reader) : reader :=
  Reader (macros st) (own st) (included st) ((N, c) :: written st).
Definition none : numeration := ("", []).
(* What binds these names as functions, words or games is not read. *)
Definition unread (xs : list name) (st : reader) : reader := write none (Forget xs) st.
(* What binds these names in any kind is not read. *)
Definition unknown (xs : list name) (st : reader) : reader :=
  unread xs (Reader (forget xs (macros st)) (fun y => if touches xs y then Some None else own st y) (included st) (written st)).

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
Definition sentence_of (st : reader) (text : chars) : option (numeration * sentence) :=
  match read_formula (has_negatives st) (macros st) text with
  | Some (f, s, named) =>
      if known_systems st named
      then option_map (fun N => (N, f)) (system_of st (match s with Some s => s | None => "msd_2" end)) else None
  | None => None
  end.

(* Of integers only claims are read. How these are written does not matter: it is base 2 for the checker. *)
Definition integers_of (st : reader) (text : chars) : option (numeration * sentence) :=
  match read_formula (has_negatives st) (macros st) text with
  | Some (f, Some s, named) => if forallb (has_negatives st) (s :: named) then Some ((s, expansion [2]), f) else None
  | _ => None
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
  match read_formula (has_negatives st) (macros st) ("?"%char :: n ++ " "%char :: text)%list with
  | Some (f, s, named) =>
      if match s with Some s => s =? fst N | None => true end && known_systems st named && within (free_names f) xs then Some f else None
  | None => None
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

Definition or_unread (xs : list name) (st : reader) (c : option (numeration * statement)) : outcome :=
  Next (match c with Some (N, c) => write N c st | None => unread xs st end).
Definition or_nothing (st : reader) (c : option (numeration * statement)) : outcome :=
  Next (match c with Some (N, c) => write N c st | None => st end).
(* `from "SOURCE"` *)
Definition sourced (ls : list lexeme) : bool :=
  match ls with [] => true | [LName k; LQuoted _] => k =? "from" | _ => false end.
Fixpoint quoted (ls : list lexeme) : list chars * list lexeme :=
  match ls with LQuoted t :: ls => let (a, b) := quoted ls in (t :: a, b) | _ => ([], ls) end.

Definition definition (st : reader) (f : string) (order : option (list name)) (text : chars) : option (numeration * statement) :=
  match sentence_of st text with
  | Some (N, F) =>
      let xs := free_names F in
      match order with
      | None => Some (N, Definition_ f xs F)
      | Some ys => if within xs ys && within ys xs && distinct_names ys then Some (N, Definition_ f ys F) else None
      end
  | None => None
  end.
(* A claim, of natural numbers or of integers. *)
Definition either {T} (claim : (reader -> chars -> option (numeration * sentence)) -> (name -> sentence -> statement) -> option T) : option T :=
  match claim sentence_of Claim with Some c => Some c | None => claim integers_of Integer_claim end.
Definition claim (st : reader) (t : string) (negated : bool) (text : chars) : option (numeration * statement) :=
  either (fun read made => match read st text with
    | Some (N, F) => match free_names F with [] => Some (N, made t (if negated then Negation F else F)) | _ => None end
    | None => None
    end).
Definition same_numeration (N M : numeration) : bool := fst N =? fst M.
Definition cover (st : reader) (t : string) (text : chars) (pieces : list chars) : option (numeration * statement) :=
  either (fun read made => match read st text, all (map (read st) pieces) with
    | Some (N, F), Some ((M, G) :: Gs) =>
        let xs := free_names F in
        let gs := map snd ((M, G) :: Gs) in
        if forallb (fun g => same_numeration N (fst g)) ((M, G) :: Gs) && forallb (fun g => within (free_names g) xs) gs
        then Some (N, made t (fold_right Forall_ (Implication F (fold_right Disjunction (last gs G) (removelast gs))) xs)) else None
    | _, _ => None
    end).
Definition track (l : lexeme) : option string :=
  match l with LName s | LBare s => full_name (str s) | _ => None end.
Definition expression_of (st : reader) (f : string) (ls : list lexeme) (text : chars) : option (numeration * statement) :=
  match all (map track ls) with
  | Some (s :: l) => match forallb (String.eqb s) l, system_of st s with
      | true, Some N => option_map (fun r => (N, Expression f (S (length l)) r))
          (read_expression (S (length l)) (fold_right Nat.max 0 (map fst (snd N))) text)
      | _, _ => None
      end
  | _ => None
  end.
Definition word_of (st : reader) (W : string) (s : lexeme) (rules : chars) (code : option chars) : option (numeration * statement) :=
  match track s, read_rules rules with
  | Some s, Some h =>
      let coding := match code with Some c => read_codes c | None => Some (map (fun r => (fst r, fst r)) h) end in
      match system_of st s, coding with Some N, Some c => Some (N, Word_ W h c) | _, _ => None end
  | _, _ => None
  end.
(* The game's system is that of its kernel: a game is looked up by the last statement that binds it. *)
Fixpoint system_of_game (G : name) (cs : text) : option numeration :=
  match cs with
  | [] => None
  | (N, Game_ H _) :: cs => if G =? H then Some N else system_of_game G cs
  | (_, Forget xs) :: cs => if touches xs G then None else system_of_game G cs
  | _ :: cs => system_of_game G cs
  end.

(* Functions of one number with letters: `f=3`, or `f` alone for its place in the row. *)
Definition part_of (at_ : nat) (l : lexeme) : option (name * Z) :=
  match l with
  | LName f => Some (f, Z.of_nat at_)
  | LBare s => match a_name (str s) with
      | Some (f, "="%char :: d) => match span is_digit d, number_of_digits d with
          | (_, []), Some v => if Nat.leb (length d) 9 then Some (text_of f, v) else None
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
(* The system of a function, by the last statement that binds it. *)
Fixpoint system_of_function (f : name) (cs : text) : option numeration :=
  match cs with
  | [] => None
  | (_, Forget xs) :: cs => if touches xs f then None else system_of_function f cs
  | (N, Definition_ g _ _) :: cs | (N, Expression g _ _) :: cs | (N, Kernel_ g _ _) :: cs =>
      if f =? g then Some N else system_of_function f cs
  | _ :: cs => system_of_function f cs
  end.
Definition combination (st : reader) (W : string) (ls : list lexeme) : option (numeration * statement) :=
  match parts_of 1 ls with
  | Some (((f, _) :: _) as ps) => option_map (fun N => (N, Combined_ W ps)) (system_of_function f (written st))
  | _ => None
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
        | Some c => or_unread [t] st (option_map (fun g => (fst g, Game_ t (snd g))) (game_of st F c))
        | None => Stop
        end
      else match r with
        | [] =>
            if (k =? "def") || (k =? "eval") then or_unread [t] st (definition st t None F)
            else if k =? "macro" then Next (Reader (bind t (Some F) (macros st)) (own st) (included st) (written st))
            else if k =? "numeration" then
              match full_name (str t) with
              | Some s => if s =? ("msd_" ++ t)%string
                  then Next (Reader (macros st) (bind t (Some (recurrence F)) (own st)) (included st) (written st)) else Stop
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
      if k =? "combine" then if plain ls then or_unread [P] st (combination st P (tl ls)) else Stop
      else if (k =? "kernel") && (of_ =? "of") then
        match r, system_of_game G (written st) with
        | [], Some N => Next (write N (Kernel_ P G None) st)
        | [LName given; LBare Q], Some N => match str Q with
            | "$"%char :: Q => if (given =? "given") && is_name Q then Next (write N (Kernel_ P G (Some (text_of Q))) st) else Stop
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
      if k =? "combine" then if plain ls then or_unread [P] st (combination st P r) else Stop
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
      else if of_kind k in_a_row then if plain ls then Next (unknown [P] st) else Stop
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
                      | (st, true) => go cs (Reader (macros st) (own st) (q :: included st) (written st))
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
Definition beginning := Reader (fun _ => None) (fun _ => None) [] [].
Definition most_includes := 50.
(* A script behind what ships: kernels, whose games are not known to scripts, functions and words. None if what ships cannot be read. *)
Definition read_script (files : path -> option chars) (kernels : path) (shipped : list path) (main : path) : option text :=
  let fresh st := Reader (fun _ => None) (fun _ => None) [] (written st) in
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
