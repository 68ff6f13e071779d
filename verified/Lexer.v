(* The bytes of a script, cut into commands and words, and the text of a formula, cut into tokens, as docs/meaning.md says.

   What is read is ASCII, but for comments and the sources of statements. Where a command cannot be read, nothing that follows is. *)
Require Import ZArith Ascii String List Bool.
From Filbert Require Import Syntax Meaning.
Import ListNotations.
Local Open Scope char_scope.

Definition chars := list ascii.
Definition str : string -> chars := list_ascii_of_string.
Definition text_of : chars -> string := string_of_list_ascii.

Definition between (a b c : ascii) : bool := Ascii.leb a c && Ascii.leb c b.
Definition is_digit : ascii -> bool := between "0" "9".
Definition is_small : ascii -> bool := between "a" "z".
Definition is_letter (c : ascii) : bool := is_small c || between "A" "Z" c.
Definition in_name (c : ascii) : bool := is_letter c || is_digit c || Ascii.eqb c "_".
Definition is_blank (c : ascii) : bool := Ascii.eqb c " " || between "009" "013" c.
Definition is_end (c : ascii) : bool := Ascii.eqb c "010" || Ascii.eqb c "013".
Definition is_ascii (c : ascii) : bool := Ascii.ltb c "128".
Definition one_of (s : string) (c : ascii) : bool := existsb (Ascii.eqb c) (str s).

(* The longest beginning whose characters are such, and the rest. *)
Fixpoint span (p : ascii -> bool) (l : chars) : chars * chars :=
  match l with
  | c :: r => if p c then let (a, b) := span p r in (c :: a, b) else ([], l)
  | [] => ([], [])
  end.
Definition skip_blanks (l : chars) : chars := snd (span is_blank l).
Fixpoint starts (p l : chars) : option chars :=
  match p, l with
  | [], l => Some l
  | a :: p, c :: l => if Ascii.eqb a c then starts p l else None
  | _, [] => None
  end.
(* A name at the beginning: a letter, and letters, digits and `_`. *)
Definition a_name (l : chars) : option (chars * chars) :=
  match l with c :: _ => if is_letter c then Some (span in_name l) else None | [] => None end.
Definition is_name (l : chars) : bool := match a_name l with Some (_, []) => true | _ => false end.

(** * Commands *)
Inductive lexeme :=
| LName (s : string)
| LCalled (f : string) (inside : chars)       (* a name followed by (..) *)
| LBare (s : string)
| LSet (s : chars)
| LBracket (s : chars)
| LQuoted (s : chars).

(* Blanks and comments. *)
Fixpoint skip (comment : bool) (l : chars) : chars :=
  match l with
  | [] => []
  | c :: r =>
      if comment then skip (negb (is_end c)) r
      else if is_blank c then skip false r
      else if Ascii.eqb c "#" then skip true r
      else l
  end.

Definition keywords : list string :=
  ["concat"; "difference"; "fixleadzero"; "fixtrailzero"; "intersect"; "leftquo"; "normalizer"; "rightquo"; "star"; "synchronize"; "union";
   "combine"; "family"; "image"; "join"; "alphabet"; "convert"; "minimize"; "reverse"; "rsplit"; "split"; "transduce"; "ost"; "cls";
   "describe"; "export"; "first"; "help"; "inf"; "regex"; "test"; "cover"; "def"; "eval"; "exit"; "game"; "grundy"; "guess"; "include";
   "kernel"; "load"; "macro"; "morphism"; "numeration"; "outcomes"; "promote"; "quit"; "recursion"; "redundant"; "refute"; "reg";
   "sequence"; "theorem"; "use"; "word"]%string.

(* Does a line begin with a command, behind blanks or what may be one? *)
Definition begins_command (l : chars) : bool :=
  let l := snd (span (fun c => is_blank c || negb (is_ascii c)) l) in
  match l with
  | "[" :: _ => true
  | _ => let (w, r) := span in_name l in existsb (String.eqb (text_of w)) keywords
  end.
(* A line of a quoted text, not its first, that begins with a command. *)
Fixpoint holds_command (l : chars) : bool :=
  match l with [] => false | c :: r => is_end c && begins_command r || holds_command r end.
Definition goes_on (l : chars) : bool :=
  match skip_blanks l with c :: _ => one_of ";:" c || Ascii.eqb c """" | [] => false end.

Definition in_word (c : ascii) : bool := is_ascii c && negb (is_blank c || Ascii.eqb c """" || one_of ";:{}[]" c).
Definition enclosed (l : chars) (forbidden : string) (close : ascii) : option (chars * chars) :=
  let (a, r) := span (fun c => negb (Ascii.eqb c """" || one_of forbidden c)) l in
  match r with c :: r => if Ascii.eqb c close then Some (a, r) else None | [] => None end.
Definition called (l : chars) : option (lexeme * chars * chars) :=
  match a_name l with
  | Some (f, r) => match skip_blanks r with
      | "(" :: r => match enclosed r "();:" ")" with Some (a, r) => Some (LCalled (text_of f) a, f, r) | None => None end
      | _ => None
      end
  | None => None
  end.
(* The next word; none at the end of a command. *)
Definition lex (l : chars) : option (option lexeme * chars) :=
  match l with
  | """" :: r => match enclosed r "" """" with
      (* A command inside means that a quote is missing. *)
      | Some (a, r) => if holds_command a && negb (goes_on r) then None else Some (Some (LQuoted a), r)
      | None => None
      end
  | ":" :: ":" :: r | ":" :: r | ";" :: r => Some (None, r)
  | "[" :: r => match enclosed r "[];:" "]" with Some (a, r) => Some (Some (LBracket a), r) | None => None end
  | "{" :: r => match enclosed r "{};:" "}" with Some (a, r) => Some (Some (LSet a), r) | None => None end
  | _ =>
      let (w, r) := span in_word l in
      match w, called l with
      | [], _ => None
      | _, Some (one, _, r') => if Nat.leb (length r') (length r) then Some (Some one, r')
          else Some (Some (LBare (text_of w)), r)
      | _, None => Some (Some (if is_name w then LName (text_of w) else LBare (text_of w)), r)
      end
  end.
(* The commands, and none where one is no sequence of words; the text is the bound on how many words there are. *)
Fixpoint commands (bound : chars) (l : chars) (words : list lexeme) : list (option (list lexeme)) :=
  match bound with
  | [] => [None]
  | _ :: bound => match skip false l with
      | [] => match words with [] => [] | _ => [None] end
      | l => match lex l with
          | None => [None]
          | Some (Some one, r) => commands bound r (one :: words)
          | Some (None, r) => match words with [] => commands bound r [] | _ => Some (rev words) :: commands bound r [] end
          end
      end
  end.
Definition commands_of (l : chars) : list (option (list lexeme)) := commands (" " :: l) l [].

(** * Formulas *)
Inductive token :=
| TName (s : string)
| TWord (s : string)                      (* .Even *)
| TCall (s : string)                      (* $f *)
| TNumber (n : Z)
| TLetter (n : Z)
| TQuantifier (c : ascii)
| TSign (s : string).
Definition tokens := list (token * string).       (* each with the system in force *)

Definition number_of_digits (l : chars) : option Z :=
  match l with
  | [] => None
  | _ => if Nat.ltb 12 (length l) then None
         else Some (fold_left (fun n c => (10 * n + Z.of_N (N_of_ascii c) - 48)%Z) l 0%Z)
  end.

(* Signs, the longest first. Those that are no part of what is read are here so that they are not read as two. *)
Definition signs : list string :=
  ["<-->"; "<=>"; "<->"; "-->"; "=>"; "<="; ">="; "!="; "=="; "&&"; "||"; "<>"; "=<"; "->"; "/\"; "\/";
   "="; "<"; ">"; "~"; "&"; "|"; "^"; "+"; "-"; "*"; "/"; "_"; "("; ")"; "["; "]"; ","]%string.
Definition foreign : list string := ["<-->"; "<->"; "-->"; "=="; "&&"; "||"; "<>"; "=<"; "->"; "/\"; "\/"]%string.
Fixpoint sign_at (ss : list string) (l : chars) : option (string * chars) :=
  match ss with
  | [] => None
  | s :: ss => match starts (str s) l with Some r => Some (s, r) | None => sign_at ss l end
  end.

(* The full name of the system that stands behind `?`. *)
Definition full_name (l : chars) : option string :=
  let (w, r) := span in_name l in
  match w, r with
  | _ :: _, [] =>
      if forallb (Ascii.eqb "_") w then None else
      let (direction, rest) := span (fun c => negb (Ascii.eqb c "_")) w in
      let known := existsb (String.eqb (text_of direction)) ["msd"; "lsd"]%string in
      match rest with
      | [] => match starts (str "msd") w, starts (str "lsd") w with
          | Some d, _ => Some (text_of (str "msd_" ++ match d with [] => ["2"] | _ => d end))
          | _, Some d => Some (text_of (str "lsd_" ++ match d with [] => ["2"] | _ => d end))
          | None, None => Some (text_of (str "msd_" ++ w))
          end
      | [_] => if known then None else Some (text_of (str "msd_" ++ w))
      | _ => if known then Some (text_of w) else Some (text_of (str "msd_" ++ w))
      end
  | _, _ => None
  end.

(* The arguments of a macro, behind its `(`: text between commas outside of brackets. *)
Fixpoint arguments (l : chars) (depth : nat) (own : chars) (found : list chars) : option (list chars * chars) :=
  match l with
  | [] => None
  | c :: l =>
      if one_of "([" c then arguments l (S depth) (c :: own) found
      else if one_of ")]" c then match depth with
        | S (S d) => arguments l (S d) (c :: own) found
        | _ => Some (rev (rev own :: found), l)
        end
      else if Ascii.eqb c "," && Nat.eqb depth 1 then arguments l depth [] (rev own :: found)
      else arguments l depth (c :: own) found
  end.
Definition no_arguments (ls : list chars) : list chars :=
  match ls with [l] => match skip_blanks l with [] => [] | _ => ls end | _ => ls end.
(* A template with arguments for %0, %1, .. *)
Fixpoint filled (bound l : chars) (ls : list chars) : option chars :=
  match bound, l with
  | _, [] => Some []
  | _ :: bound, "%" :: r =>
      let (d, r') := span is_digit r in
      match d with
      | [] => option_map (cons "%") (filled bound r ls)
      | _ => match number_of_digits d with
          | Some n => if (n <? Z.of_nat (length ls))%Z
              then match nth_error ls (Z.to_nat n), filled bound r' ls with Some a, Some t => Some (a ++ t) | _, _ => None end
              else None
          | None => None
          end
      end
  | _ :: bound, c :: r => option_map (cons c) (filled bound r ls)
  | [], _ => None
  end.

(* What is scanned so far, the last token first; the systems in force, the innermost first; all systems that were named; how much macros
   may still become. *)
Record scanned := Scanned { out : tokens; systems : list string; named : list string; room : Z }.
Definition choose (s : string) (st : scanned) : scanned := Scanned (out st) (s :: tl (systems st)) (s :: named st) (room st).
Definition in_force (st : scanned) : string := hd "msd_2"%string (systems st).
Definition push (t : token) (st : scanned) : scanned :=
  let stack := match t with
    | TSign "(" | TSign "[" => in_force st :: systems st
    | TSign ")" | TSign "]" => match systems st with _ :: (_ :: _) as r => r | r => r end
    | _ => systems st
    end in
  Scanned ((t, in_force st) :: out st) stack (named st) (room st).

(* The next token of a text without macros and systems. *)
Definition token_at (l : chars) : option (token * chars) :=
  match l with
  | [] => None
  | c :: r =>
      if one_of "EAI" c then Some (TQuantifier c, r)
      else if is_letter c then let (w, r) := span in_name l in Some (TName (text_of w), r)
      else if is_digit c then
        let (d, r) := span is_digit l in match number_of_digits d with Some n => Some (TNumber n, r) | None => None end
      else if Ascii.eqb c "." then match a_name r with Some (w, r) => Some (TWord (text_of w), r) | None => None end
      else if Ascii.eqb c "$" then match a_name r with Some (w, r) => Some (TCall (text_of w), r) | None => None end
      else if Ascii.eqb c "@" then
        let (d, r) := span is_digit (snd (span (fun c => Ascii.eqb c " " || Ascii.eqb c "009") r)) in
        match number_of_digits d with Some n => Some (TLetter n, r) | None => None end
      else match sign_at signs l with
        | Some (s, r) => if existsb (String.eqb s) foreign then None else Some (TSign s, r)
        | None => None
        end
  end.

(* Macros within macros at most d deep. *)
Fixpoint scan (macros : names chars) (d : nat) (st : scanned) (text : chars) : option scanned :=
  (fix go (bound l : chars) (st : scanned) : option scanned :=
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
                            match scan macros d (Scanned (out st) (systems st) (named st) left) t with Some st => go bound r st | None => None end
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
    end) (" " :: text) text st.

(* A text that ends so may be a claim of sequences, and one that begins so one of bounds. *)
Definition of_sequences (l : chars) : bool :=
  let w := rev (fst (span in_name (skip_blanks (rev l)))) in
  existsb (String.eqb (text_of w)) ["eventually"; "bounded"; "values"]%string.
Definition foreign_statement (ts : tokens) : bool :=
  match ts with (TName s, _) :: _ => String.eqb s "bounds" | _ => false end
  || match rev ts with (TName s, _) :: _ => of_sequences (str s) | _ => false end.
Definition most_macros := 100.
(* The tokens of a formula, and the systems that it names. *)
Definition tokens_of (macros : names chars) (text : chars) : option (tokens * list string) :=
  if of_sequences text then None else
  match scan macros most_macros (Scanned [] ["msd_2"%string] [] 1048576) text with
  | Some st => let ts := rev (out st) in if foreign_statement ts then None else Some (ts, named st)
  | None => None
  end.
