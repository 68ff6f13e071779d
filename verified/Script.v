(* The bytes of a script with a certificate: what is accepted holds. *)
Require Import List.
From Filbert Require Import System Always Check Syntax Meaning Lexer Reader Text.
Import ListNotations.

Section Script.
Context {hashes : keys}.      (* any: nothing is assumed of them *)
(* The texts of files, where there are any; the script, and what ships with filbert. *)
Variable files : path -> option chars.
Variables (kernels : path) (shipped : list path) (main : path).

Definition check_text (cert : certificate) : bool :=
  match read_script files kernels shipped main with Some cs => check_trees cs cert | None => false end.
(* The script is read, and of its statements those hold for which the certificate has answers. *)
Definition text_holds (cert : certificate) : Prop :=
  exists cs, read_script files kernels shipped main = Some cs /\ trees_hold cs cert.

Theorem check_text_sound (cert : certificate) : check_text cert = true -> text_holds cert.
Proof.
  unfold check_text, text_holds. destruct (read_script files kernels shipped main) as [cs|]; [|discriminate].
  intro C. exists cs. split; [reflexivity|]. now apply check_trees_sound.
Qed.
End Script.
