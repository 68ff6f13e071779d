//! What a text that is being written may go on with, and what stands in it.

use crate::editor::{Document, NoFiles, Scope, complete, hover};
use crate::syntax::Source;

use super::session::Session;

/// What may stand at a place, in the place of what is begun there. Places are characters of the text, from 0.
///
/// ```
/// let found: filbert::Completions = filbert::Session::new().complete("?msd_fib An,s $phi", 18);
/// assert_eq!((found.start, found.end), (15, 18));
/// assert!(found.texts.contains(&"phin".to_owned()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completions {
    /// Where that begins which is begun.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What may stand there instead, in alphabetical order.
    pub texts: Vec<String>,
}

impl Session {
    /// What may stand at a place of a statement or a script.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().complete("theo", 4).texts, ["theorem"]);
    /// ```
    pub fn complete(&self, text: &str, at: usize) -> Completions {
        let document = Document::input(Source::new("", text));
        let found = complete(&Scope::new(&document, &NoFiles).with(self.inner()), &NoFiles, byte(text, at));
        let character = |byte: usize| text[..byte].chars().count();
        Completions {
            start: character(found.span.start),
            end: character(found.span.end),
            texts: found.items.into_iter().map(|item| item.text).collect(),
        }
    }

    /// What is known of the name, sign or command at a place, in Markdown. What defines the name runs if it has to.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// assert!(session.explain("star NAME A;", 2).unwrap().contains("star NAME A;"));
    /// assert!(session.explain("Ax $phin(x,x)", 6).unwrap().contains("msd_fib"));
    /// assert_eq!(session.explain("", 0), None);
    /// ```
    pub fn explain(&mut self, text: &str, at: usize) -> Option<String> {
        let document = Document::input(Source::new("", text));
        let at = byte(text, at);
        if let Some(one) = document.uses().iter().find(|one| one.place.start <= at && at <= one.place.end) {
            self.inner_mut().restart_clock();
            // Why it cannot be known is said where it is used.
            let _ = self.inner_mut().know(&one.name);
        }
        hover(&Scope::new(&document, &NoFiles).with(self.inner()), at).map(|shown| shown.markdown)
    }
}

/// The byte at which a character begins.
fn byte(text: &str, at: usize) -> usize {
    text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte)
}
