(* The checker as OCaml. Numbers stay the binary and unary numbers of Coq: no integer of the machine takes part.
   Characters and texts of scripts are characters of OCaml and lists of them. *)
Require Import Extraction ExtrOcamlBasic ExtrOcamlString FMapPositive.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Tally Projection Equation Check Syntax Meaning Lexer Reader Text Script.
Extraction Language OCaml.

(* Keys, by which visited nodes are found again, are hashes of OCaml: nothing is proved or used of them, whatever function they are. *)
Extract Constant key_node => "(fun n -> let rec pos i = if i <= 1 then XH else if i land 1 = 0 then XO (pos (i / 2)) else XI (pos (i / 2)) in pos (Hashtbl.hash_param 200 1000 n land 0xfffff))".
Extract Constant key_subset => "(fun n -> let rec pos i = if i <= 1 then XH else if i land 1 = 0 then XO (pos (i / 2)) else XI (pos (i / 2)) in pos (Hashtbl.hash_param 200 1000 n land 0xfffff))".

Extraction "checker.ml" check_command good_system PositiveMap.cardinal read_script check_trees check_text commands_for table_forgets no_names bound.
