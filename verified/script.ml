(* Scripts of filbert, read by the reader that is extracted from Coq, and their certificates.

   A certificate is what `filbert prove --certify DIR --answers` writes beside a script: `filbert certificate 2`, claims, which are for
   filbert-check, and behind the line `answers`

     numeration NAME STATES (TOP NEXT)*      the numbers of the statements that follow are in this system
     numerations N (STATES (TOP NEXT)* )*    or the variables 0, 1, .. of each of them are in these
     statement I K                           statement number I of the script has K commands; after each line `command` come the answers
                                             of one, as in text.ml
   Statements without answers are left out, and nothing rests on them. Finding files is outside the theorem: a path is that of the script,
   by which the paths of the files that it includes go. *)
open Checker

let chars s = List.init (String.length s) (String.get s)
let string l = String.of_seq (List.to_seq l)

(* A path as the names of its folders from the root. *)
let path p =
  let p = if Filename.is_relative p then Filename.concat (Sys.getcwd ()) p else p in
  List.fold_left (fun l name -> match name, l with
    | ("" | "."), l -> l
    | "..", _ :: l -> l
    | name, l -> name :: l) [] (String.split_on_char '/' p)
  |> List.rev_map chars

(* Is a text UTF-8, without surrogates and in the shortest form? *)
let is_utf8 s =
  let n = String.length s in
  let byte i = Char.code s.[i] in
  let rec go i =
    i >= n ||
    let c = byte i in
    let size, least = if c < 0x80 then 1, 0 else if c < 0xc2 then 0, 0 else if c < 0xe0 then 2, 0x80 else if c < 0xf0 then 3, 0x800
      else if c < 0xf5 then 4, 0x10000 else 0, 0 in
    size > 0 && i + size <= n &&
    let code = ref (if size = 1 then c else c land (0xff lsr (size + 1))) and ok = ref true in
    for j = i + 1 to i + size - 1 do
      if byte j land 0xc0 <> 0x80 then ok := false;
      code := (!code lsl 6) lor (byte j land 0x3f)
    done;
    !ok && !code >= least && !code <= 0x10ffff && not (!code >= 0xd800 && !code < 0xe000) && go (i + size) in
  go 0

let contents path =
  match open_in_bin path with
  | exception Sys_error _ -> None
  | c ->
    let text = try Some (really_input_string c (in_channel_length c)) with Sys_error _ | End_of_file -> None in
    close_in c;
    text

(* What ships, whose text is in the program; no file has such a path. *)
let shipped_path name = [ chars "\000"; chars name ]
let known = Hashtbl.create 10
let () = List.iter (fun (name, text) -> Hashtbl.add known (shipped_path name) (Some (chars text))) Shipped.scripts
let files p =
  match Hashtbl.find_opt known p with
  | Some text -> text
  | None ->
    let text = match contents ("/" ^ String.concat "/" (List.map string p)) with
      | Some text when is_utf8 text -> Some (chars text)
      | _ -> None in
    Hashtbl.add known p text;
    text

let kernels = shipped_path "games.prf"
let shipped = [ shipped_path "functions.prf"; shipped_path "words.prf" ]

(* The statements of a script, behind those of what ships; a script that is not there has none. *)
let statements main = read_script files kernels shipped main

(* What statements are called. *)
let name = function Claim (t, _) | Integer_claim (t, _) -> Some (string t) | Kernel_ (p, _, _) -> Some (string p) | _ -> None

(* The lines of a claim, without its tracks and the number of its states, by its name; up to the line `answers`. *)
let claims r =
  let found = Hashtbl.create 100 in
  let is_claim text = String.starts_with ~prefix:"claim " text || String.starts_with ~prefix:"series " text in
  let rec lines found = match Text.peek r with
    | Some text when not (is_claim text || text = "answers") -> lines (Text.next r :: found)
    | _ -> List.rev found in
  let rec go () = match Text.next_opt r with
    | None -> false
    | Some "answers" -> true
    | Some label ->
      (match lines [] with
       | _ :: _ :: states when is_claim label -> Hashtbl.replace found label states
       | _ -> ());
      go () in
  let has_answers = go () in
  found, has_answers

(* A system, and the words behind it. *)
let system r = function
  | n :: ws ->
    let rec go n ws = match n, ws with
      | 0, ws -> [], ws
      | n, top :: next :: ws ->
        let states, rest = go (n - 1) ws in
        (nat_of r top, nat_of r next) :: states, rest
      | _ -> Text.bad r "a system is expected"
    and nat_of r w = Text.nat (Text.count r w) in
    go (Text.count r n) ws
  | [] -> Text.bad r "a system is expected"
let rec systems r n ws = match n, ws with
  | 0, [] -> []
  | 0, _ -> Text.bad r "more systems than there are"
  | n, ws -> let s, rest = system r ws in s :: systems r (n - 1) rest

let rec int_of = function O -> 0 | S n -> 1 + int_of n
(* The digits that a variable has in one of these. *)
let size systems =
  let of_system s = List.fold_left (fun most (top, _) -> max most (1 + int_of top)) 1 s in
  match Array.of_list (List.map of_system systems) with
  | [| one |] -> fun _ -> one
  | all -> fun x -> if x < Array.length all then all.(x) else 1

exception No_answers
let first_line = "filbert certificate 2"
let certificate r count =
  if Text.next r <> first_line then Text.bad r (Printf.sprintf "a certificate begins with `%s`: certify the script once more" first_line);
  let claims, has_answers = claims r in
  if not has_answers then raise No_answers;
  let found = Array.make count None in
  let rec parts known systems_ = match Option.map Text.words (Text.next_opt r) with
    | None -> Array.to_list found
    | Some ("numeration" :: _ :: ws) -> given (systems r 1 ws)
    | Some ("numerations" :: n :: ws) -> given (systems r (Text.count r n) ws)
    | Some [ "statement"; i; k ] ->
      let i = Text.count r i in
      if i >= count then Text.bad r "there is no such statement";
      let one () = if Text.next r = "command" then Text.answers r known else Text.bad r "`command` is expected" in
      found.(i) <- Some (systems_, Text.times (Text.count r k) one);
      parts known systems_
    | Some _ -> Text.bad r "a statement or its system is expected"
  and given systems_ = parts { Text.claims; size = size systems_ } systems_ in
  given []
