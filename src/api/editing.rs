//! What a text that is being written may go on with, and what stands in it.

use crate::logic::{Environment, FunctionKind};
use crate::report;
use crate::script;
use crate::syntax::{Macros, command, commands, full_system_name};

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
    /// What may stand before a place of a statement or a script.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().complete("theo", 4).texts, ["theorem"]);
    /// ```
    pub fn complete(&self, text: &str, at: usize) -> Completions {
        let before: String = text.chars().take(at).collect();
        let begun = before.chars().rev().take_while(|&c| is_part(c)).count();
        let (at, lead) = (before.chars().count(), &before[..before.len() - begun]);
        let names = self.inner().names();
        let line = lead.rsplit('\n').next().unwrap_or_default();
        let first_word = line.split_whitespace().next().unwrap_or_default();
        let is_quoted = lead.matches('"').count() % 2 == 1;
        let keywords = || commands().iter().map(|info| info.keyword.to_owned()).collect::<Vec<_>>();
        let systems = || {
            let named = names.systems().into_iter();
            named.flat_map(|name| [format!("msd_{name}"), format!("lsd_{name}"), name]).collect::<Vec<_>>()
        };
        let waiting = || self.inner().names_waiting().map(str::to_owned);
        let functions = || names.functions().into_iter().chain(waiting()).collect::<Vec<_>>();
        let words = || names.words().into_iter().chain(waiting()).collect::<Vec<_>>();
        let mut texts = match lead.chars().next_back() {
            Some('$') => functions(),
            Some('?') => systems(),
            Some('#') => Macros::names(names),
            _ if line.trim().is_empty() && !is_quoted => [keywords(), words()].concat(),
            _ if first_word == "help" => keywords(),
            _ if keywords().iter().any(|word| word == first_word) && !is_quoted => {
                [words(), functions(), self.inner().games_known(), systems()].concat()
            }
            _ => words(),
        };
        let begun_text = &before[before.len() - begun..];
        texts.retain(|text| text.starts_with(begun_text));
        texts.sort();
        texts.dedup();
        Completions { start: at - begun, end: at, texts }
    }

    /// What is known of the name or command at a place, in Markdown.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// assert!(session.explain("star NAME A;", 2).unwrap().contains("star NAME A;"));
    /// assert!(session.explain("Ax $phin(x,x)", 6).unwrap().contains("msd_fib"));
    /// assert_eq!(session.explain("", 0), None);
    /// ```
    pub fn explain(&mut self, text: &str, at: usize) -> Option<String> {
        let letters: Vec<char> = text.chars().collect();
        let start = (0..at.min(letters.len())).rev().take_while(|&n| is_part(letters[n])).last().unwrap_or(at);
        let name: String = letters.iter().skip(start).take_while(|&&c| is_part(c)).collect();
        let lead = start.checked_sub(1).and_then(|before| letters.get(before)).copied();
        if name.is_empty() {
            return None;
        }
        let begins = letters[..start].iter().rev().take_while(|&&c| c != '\n').all(|c| c.is_whitespace());
        let info = if begins { command(&name) } else { None };
        if let Some(info) = info {
            return Some(format!("```\n{}\n```\n\n{}", info.usage, info.help));
        }
        self.inner_mut().restart_clock();
        described(self.inner_mut(), lead, &name)
    }
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// What a name is, by the letter before it.
fn described(session: &mut script::Session, lead: Option<char>, name: &str) -> Option<String> {
    session.know(name).ok()?;
    let names = session.names();
    match lead {
        Some('?') => {
            let system = names.system(&full_system_name(name)?).ok()?;
            Some(report::system::system(&system))
        }
        Some('$') => match names.function(name)?.ok()?.kind() {
            FunctionKind::Truth(truth) => Some(format!("`${name}`: {}", if *truth { "TRUE" } else { "FALSE" })),
            FunctionKind::Relation(relation) => {
                let tracks: Vec<&str> = relation.systems().iter().map(|system| &**system.name()).collect();
                Some(format!("`${name}`: a set in {}, {} states", tracks.join(", "), relation.dfa().states()))
            }
            FunctionKind::Language(language) => {
                let tracks: Vec<String> = language.tracks.iter().map(crate::library::track_name).collect();
                Some(format!("`${name}`: a set in {}, {} states", tracks.join(", "), language.dfa.states()))
            }
        },
        _ => {
            let word = names.word(name)?.ok()?;
            let tracks: Vec<String> = word.tracks().iter().map(crate::library::track_name).collect();
            Some(format!("`{name}`: a word in {}, {} states", tracks.join(", "), word.dfao().states()))
        }
    }
}
