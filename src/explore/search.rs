//! Finds what a name refers to (a set of tuples, a word or a sequence), and searches for facts about it.
//!
//! The cost is that of the statements, up to a limit on time for all.

use std::time::Duration;

use crate::budget::Instant;
use crate::logic::{Environment, FunctionKind};
use crate::report::text;
use crate::script::Session;
use crate::syntax::nearest;
use crate::words::Indexed;

use super::explorer::{Explored, Explorer, News};
use super::{sequence, tuples, word};

/// What is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Subject {
    /// A set of pairs or triples of numbers, the function with this name, in a system; how many numbers a tuple has.
    Tuples(String, String, usize),
    /// A word of one index, in a system.
    Word(String, String),
    /// A sequence, in a system.
    Sequence(String, String),
}

/// Looks for facts about what has a name: a function of two or three numbers, a game whose kernel is stored, a sequence, or a word,
/// which may have a dot before its name if a game has the same (`.K3`). `tell` hears
/// at once what becomes known. The limits of the session are those of one statement, `time` is that of all.
///
/// ```
/// use std::time::Duration;
/// use filbert::explore::explore;
/// use filbert::script::{Limits, Session};
///
/// let limits = Limits { time: Some(Duration::from_secs(20)), ..Limits::default() };
/// let mut session = Session::with_limits(limits);
/// let found = explore(&mut session, "F", Duration::from_secs(60), &mut |_| {}).unwrap();
/// assert!(found.facts.iter().any(|fact| fact.about.starts_with("The critical exponent is (5 + sqrt(5))/2")));
/// ```
///
/// # Errors
/// In words, if nothing has the name that can be looked at.
pub fn explore(
    session: &mut Session,
    name: &str,
    time: Duration,
    tell: &mut dyn FnMut(News),
) -> Result<Explored, String> {
    let subject = subject(session, name)?;
    let found = Explored::default();
    let mut explorer = Explorer { session, began: Instant::now(), within: time, found, tell };
    match subject {
        Subject::Tuples(function, system, piles) => tuples::explore(&mut explorer, &function, &system, piles)?,
        Subject::Word(name, system) => word::explore(&mut explorer, &name, &system),
        Subject::Sequence(name, system) => sequence::explore(&mut explorer, &name, &system)?,
    }
    Ok(explorer.found)
}

/// What a name stands for.
fn subject(session: &mut Session, name: &str) -> Result<Subject, String> {
    let short = name.trim_start_matches(['$', '.']);
    let stored = format!("ppos{short}");
    // A dot is what tells a word from other names in formulas.
    let functions: &[&str] = if name.starts_with('.') { &[] } else { &[short, &stored] };
    for &function in functions {
        session.know(function).map_err(|failure| text::failure(&failure, false))?;
        let Some(Ok(known)) = session.names().function(function) else { continue };
        let systems: Vec<String> = match known.kind() {
            FunctionKind::Relation(relation) => {
                relation.systems().iter().map(|system| system.name().to_string()).collect()
            }
            FunctionKind::Language(language) => language
                .tracks
                .iter()
                .filter_map(|track| track.system().map(|system| system.name().to_string()))
                .collect(),
            FunctionKind::Truth(_) => Vec::new(),
        };
        return match &systems[..] {
            [first, rest @ ..] if (1..=2).contains(&rest.len()) && rest.iter().all(|other| other == first) => {
                Ok(Subject::Tuples(function.to_owned(), first.clone(), systems.len()))
            }
            _ => Err(format!("`{function}` is not a set of pairs or triples of numbers in one system")),
        };
    }
    if !name.starts_with('.')
        && let Some(sequence) = session.sequence(short)
    {
        return Ok(Subject::Sequence(short.to_owned(), sequence.system().name().to_string()));
    }
    match session.names().word(short) {
        Some(Ok(Indexed::Word(word))) if word.systems.len() == 1 && !word.systems[0].is_signed() => {
            Ok(Subject::Word(short.to_owned(), word.systems[0].name().to_string()))
        }
        Some(Ok(_)) => Err(format!("`{short}` is not a word with one index, a natural number")),
        Some(Err(why)) => Err(format!("`{short}` cannot be read: {why}")),
        None => {
            let known = session
                .names()
                .functions()
                .into_iter()
                .chain(session.names().words())
                .chain(session.names().sequences());
            let known: Vec<String> = known.map(|name| name.trim_start_matches("ppos").to_owned()).collect();
            let near = nearest(short, known.iter().map(String::as_str));
            let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
            Err(format!("no word, function, sequence or stored game `{short}`{near}"))
        }
    }
}
