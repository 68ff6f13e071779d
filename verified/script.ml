(* Scripts of filbert, read by the reader that is extracted from Coq, and their certificates: words between spaces and line ends.

     numeration NAME STATES (TOP NEXT)*      the numbers of the statements that follow are in this system
     numerations N (STATES (TOP NEXT)* )*    or the variables 0, 1, .. of each of them are in these
     statement I K                           statement number I of the script has K commands; after each word `answers` come those of one
   Statements without answers are left out, and nothing rests on them. Answers are as in text.ml. Finding files is outside the theorem:
   a path is that of the script, by which the paths of the files that it includes go. *)
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
let known = Hashtbl.create 10
let files p =
  match Hashtbl.find_opt known p with
  | Some text -> text
  | None ->
    let text = match contents ("/" ^ String.concat "/" (List.map string p)) with
      | Some text when is_utf8 text -> Some (chars text)
      | _ -> None in
    Hashtbl.add known p text;
    text

let kernels folder = path (Filename.concat folder "games.prf")
let shipped folder = List.map (fun name -> path (Filename.concat folder name)) [ "functions.prf"; "words.prf" ]

(* What ships alone: a script that is not there has no statements. *)
let read_nothing folder = read_script files (kernels folder) (shipped folder) []

(* What statements are called. *)
let name = function Claim (t, _) | Integer_claim (t, _) -> Some (string t) | Kernel_ (p, _, _) -> Some (string p) | _ -> None

let certificate r count =
  let found = Array.make count None in
  let table () = Text.times (Text.count r) (fun () -> let top = Text.nat (Text.count r) in (top, Text.nat (Text.count r))) in
  let rec parts systems = match Text.word_opt r with
    | None -> Array.to_list found
    | Some "numeration" -> ignore (Text.word r); parts [ table () ]
    | Some "numerations" -> parts (Text.times (Text.count r) table)
    | Some "statement" ->
      let i = Text.count r in
      let k = Text.count r in
      if i >= count then Text.bad r "there is no such statement";
      let one () = match Text.word r with
        | "answers" -> Text.answers r
        | w -> Text.bad r (Printf.sprintf "`%s` stands where `answers` is expected" w) in
      found.(i) <- Some (systems, Text.times k one);
      parts systems
    | Some w -> Text.bad r (Printf.sprintf "`%s` begins no part of a certificate" w) in
  parts []
