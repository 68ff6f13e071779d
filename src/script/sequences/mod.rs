//! `sequence`, and claims of sequences: terms become sequences, in [`terms`]; equations define them, in [`equations`]; what is
//! claimed of them is proved, in [`claims`].

mod claims;
mod define;
mod equations;
mod terms;
