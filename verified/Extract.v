(* The checker as OCaml. Numbers stay the binary and unary numbers of Coq: no integer of the machine takes part.
   Characters and texts of scripts are characters of OCaml and lists of them. Keys are an argument, for which hashes.ml
   has hashes of OCaml. *)
Require Import Extraction ExtrOcamlBasic ExtrOcamlString FMapPositive.
From Filbert Require Import System Automata Logic Linear Explore Skeleton Always Tally Projection Equation Check Syntax Meaning Lexer Reader Text Script.
Extraction Language OCaml.

Extraction "checker.ml" read_script check_text.
