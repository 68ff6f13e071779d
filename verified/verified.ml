(* filbert-verified DIR: checks the scripts of a folder that `filbert prove --certify DIR --answers` wrote, by what `check_text_sound` in
   Script.v is proved of. Exits with 0 if all statements of scripts that have answers are checked, with 1 if one is not, with 2 if the
   folder cannot be read. Hashes of the manifest are not looked at: what is checked is the scripts.
   filbert-verified --script SCRIPT CERTIFICATE: one script with its certificate, wherever they are. *)
open Checker

exception Unreadable of string

let first_line = "filbert certificates 4"
let lines text = List.map (fun line -> String.trim line) (String.split_on_char '\n' text)

(* The scripts of a folder, each with the names of its statements as the manifest has them. *)
let manifest folder =
  let path = Filename.concat folder "manifest" in
  match Option.map lines (Script.contents path) with
  | None -> raise (Unreadable (path ^ ": no folder of certificates"))
  | Some (first :: rest) when first = first_line ->
    let add scripts line = match String.split_on_char ' ' line, scripts with
      | "script" :: _ :: _ :: words, _ ->
        let script = String.concat " " words in
        let is_outside = List.exists (fun part -> part = ".." || part = "") (String.split_on_char '/' script) in
        if is_outside then raise (Unreadable (Printf.sprintf "%s: %s is not a path in the folder" path script));
        (script, []) :: scripts
      | ("TRUE" | "FALSE") :: name :: _, (path, names) :: others -> (path, name :: names) :: others
      | _ -> scripts in
    List.rev_map (fun (path, names) -> path, List.rev names) (List.fold_left add [] rest)
  | Some _ -> raise (Unreadable (Printf.sprintf "%s: it does not begin with `%s`: certify the scripts once more" path first_line))

(* What a program makes of the text of a certificate, which may be compressed. *)
let with_certificate path read =
  if Sys.file_exists path then begin
    let channel = open_in_bin path in
    Fun.protect ~finally:(fun () -> close_in channel) (fun () -> read channel)
  end else begin
    let packed = path ^ ".zst" in
    if not (Sys.file_exists packed) then raise (Unreadable (path ^ ": there is no certificate"));
    if Sys.command "command -v zstd >/dev/null" <> 0 then
      raise (Unreadable (packed ^ ": it is compressed: install `zstd`, or certify with `--plain`"));
    let channel = Unix.open_process_in ("zstd -dcq " ^ Filename.quote packed) in
    Fun.protect ~finally:(fun () -> ignore (Unix.close_process_in channel)) (fun () -> read channel)
  end

(* The names of the statements that hold, each with what it is called. *)
type outcome = Held of (string * string) list | Rejected of string | Without

let check script certificate =
  match Script.statements (Script.path script) with
  | None -> Rejected "the script is not read"
  | Some statements ->
    match with_certificate certificate (fun channel -> Script.certificate (Text.reader channel) (List.length statements)) with
    | exception Script.No_answers -> Without
    | exception Text.Bad what -> Rejected what
    | answers ->
      if not (check_text Hashes.keys Script.files Script.kernels Script.shipped (Script.path script) answers) then Rejected "" else
      let before = match Script.statements [] with Some l -> List.length l | None -> 0 in
      let name i (_, statement) answers = match answers, Script.name statement with
        | Some _, Some name when i >= before ->
          (* A name of two statements is no name. *)
          let same = List.filter (fun (_, c) -> Script.name c = Some name) statements in
          [ name, if List.length same > 1 then Printf.sprintf "%s, statement %d," name i else name ]
        | _ -> [] in
      Held (List.concat (List.mapi (fun i (statement, answers) -> name i statement answers) (List.combine statements answers)))

let rejected what = print_endline (if what = "" then "REJECTED" else "REJECTED: " ^ what)
let checked (_, name) = Printf.printf "%-40s checked\n%!" name
let total n = Printf.printf "%d theorems hold   %.2f s\n" n (Sys.time ())

let folder path =
  let one (held, is_whole, has_some) (script, names) =
    let at = Filename.concat path script in
    (* What the script before took is given back. *)
    Gc.compact ();
    match check at (at ^ ".cert") with
    | Without -> Printf.printf "%s: no answers\n" script; (held, is_whole, has_some)
    | Rejected what -> Printf.printf "%s: " script; rejected what; (held, false, true)
    | Held found ->
      Printf.printf "%s\n" script;
      List.iter checked found;
      let left = List.filter (fun name -> not (List.mem_assoc name found)) names in
      List.iter (fun name -> Printf.printf "%-40s not checked: it has no answers\n" name) left;
      (held + List.length found, is_whole && left = [], true) in
  let held, is_whole, has_some = List.fold_left one (0, true, false) (manifest path) in
  total held;
  exit (if is_whole && has_some then 0 else 1)

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  try
    match Sys.argv with
    | [| _; "--script"; script; certificate |] ->
      (match check script certificate with
       | Held found -> List.iter checked found; total (List.length found)
       | Without -> rejected "the certificate has no answers"; exit 1
       | Rejected what -> rejected what; exit 1)
    | [| _; path |] when path <> "" && path.[0] <> '-' -> folder path
    | _ -> prerr_endline "usage: filbert-verified DIR | filbert-verified --script SCRIPT CERTIFICATE"; exit 2
  with
  | Stack_overflow | Out_of_memory -> print_endline "REJECTED: the check needs more memory than there is"; exit 1
  | Unreadable what | Sys_error what -> prerr_endline ("error: " ^ what); exit 2
