//! `sequence`, and claims of sequences: terms become sequences in [`terms`], equations define them in [`equations`],
//! claims are proved in [`claims`] and certified in [`certify`].

mod certify;
mod claims;
mod define;
mod equations;
mod terms;
