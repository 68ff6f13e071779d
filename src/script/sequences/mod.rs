//! `sequence`, and claims of sequences: terms become sequences, in [`terms`]; equations define them, in [`equations`]; what is
//! claimed of them is proved, in [`claims`], and certified, in [`certify`].

mod certify;
mod claims;
mod define;
mod equations;
mod terms;
