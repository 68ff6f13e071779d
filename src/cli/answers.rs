//! The file that `filbert prove --answers FILE` writes: answers for the checker that is proved correct.
//!
//! They are found before anything is proved, for they need no proof. Cost: a search for each statement. Weakness: what has
//! no answers within the limits is left out, and it is said why.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use filbert_answers::formula::Dfa;
use filbert_answers::{GoOn, Limits as AnswerLimits};

use crate::automata::State;
use crate::budget::process::is_interrupted;
use crate::disk::{Lines, plain, read_text, write_atomically};
use crate::logic::{Environment, Function, FunctionKind};
use crate::numeration::TrackKind;
use crate::script::{Options, Session};
use crate::tuning::verified::{ANSWER_CONCLUSIONS, ANSWER_MEMBERS, ANSWER_WORK};
use crate::verified::certificate::{Certifier, LeftOut, Outcome};
use crate::verified::script::statements;

use super::say;

/// Whether answers are written.
#[derive(Debug, clap::Args)]
pub(super) struct AnswerOptions {
    /// Also write answers to FILE, with which the checker that is proved correct accepts the script
    ///
    /// The checker is `filbert-verified` in the folder `verified/` of the sources. It takes one script. While answers are
    /// found, FILE.partial has those so far, and is good for the statements that it has.
    #[arg(long, value_name = "FILE", conflicts_with = "parameters")]
    answers: Option<PathBuf>,
    /// Members of sets of states in the search for one automaton of the answers
    #[arg(long, value_name = "N", default_value_t = ANSWER_MEMBERS, requires = "answers", hide = true)]
    answer_members: usize,
    /// Members and letters in the search for the answers of a statement, for each way to rewrite it
    #[arg(long, value_name = "N", default_value_t = ANSWER_WORK, requires = "answers", hide = true)]
    answer_work: usize,
}

impl AnswerOptions {
    /// Writes answers for the only script, if they are asked for.
    ///
    /// # Errors
    /// If there are several scripts, the file cannot be written or is not one of answers, or the user interrupts.
    pub(super) fn write(&self, files: &[PathBuf], options: &Options) -> Result<(), String> {
        let Some(out) = &self.answers else { return Ok(()) };
        let [script] = files else { return Err(format!("--answers takes one script, not {}", files.len())) };
        let path = std::path::absolute(script).map_err(|error| format!("{}: {error}", script.display()))?;
        let conclusions = ANSWER_CONCLUSIONS;
        let most = AnswerLimits { members: self.answer_members, work: self.answer_work, conclusions };
        // What goes to a pipe or a device is read as it comes.
        let whole = std::fs::metadata(out).is_ok_and(|data| !data.is_file());
        let partial = if whole { out.clone() } else { partial(out) };
        for file in [out, &partial] {
            let is_own = |old: &String| old.is_empty() || old.starts_with("numeration");
            if !whole && file.exists() && !read_text(file, &options.limits.budget()).is_ok_and(|old| is_own(&old)) {
                return Err(format!("{}: it exists, and filbert did not write it", file.display()));
            }
        }
        let named = |error: io::Error| format!("{}: {error}", partial.display());
        let (mut file, mut text) = (Lines::create(&partial).map_err(named)?, String::new());
        let push = |part: &str| {
            text.push_str(part);
            file.push(part.trim_end())
        };
        answers(&plain(&path), options, most, push).map_err(named)?;
        if is_interrupted() {
            return Err(format!("interrupted: {} has the answers so far", partial.display()));
        }
        if whole {
            return Ok(());
        }
        write_atomically(out, &text).map_err(|error| format!("{}: {error}", out.display()))?;
        file.remove().map_err(named)
    }
}

/// `FILE.partial`.
fn partial(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    file.with_file_name(name)
}

/// Hands on the answers for a script, statement by statement. What is left out is said.
///
/// # Errors
/// The first of `write`.
fn answers(
    script: &Path,
    options: &Options,
    most: AnswerLimits,
    mut write: impl FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let mut session = Session::with_limits(options.limits.clone());
    if let Some(others) = &options.confined {
        session.confine_to(script.parent().into_iter().chain(others.iter().map(PathBuf::as_path)));
    }
    let read = |path: &Path| {
        session.admit(path).ok()?;
        read_text(path, &options.limits.budget()).ok()
    };
    let (statements, shipped) = statements(script, &read);
    let session = RefCell::new((session, false));
    let kernel = |name: &str| kernel(&mut session.borrow_mut(), script, name);
    let go_on = || -> GoOn {
        let budget = options.limits.budget();
        Rc::new(move || budget.check_now().is_ok())
    };
    let mut written = Ok(());
    let (mut certified, mut named) = (0, 0);
    Certifier::new(&kernel, most, &go_on).all(&statements, shipped, |said, outcome| {
        named += usize::from(said.name().is_some());
        match (outcome, said.name()) {
            (Outcome::Certified(part), name) => {
                certified += usize::from(name.is_some());
                if written.is_ok() {
                    written = write(part);
                }
            }
            (Outcome::Left(LeftOut::Halted), _) if is_interrupted() => {}
            (Outcome::Left(why), Some(name)) => say::message(format!("note: no answers for {name}: {why}\n")),
            (Outcome::Left(why), None) => {
                let names = said.bound().join(", ");
                say::message(format!("note: no answers for the definition of {names}: {why}\n"));
            }
        }
    });
    say::message(format!("answers for {certified} of {named} statements\n"));
    written
}

/// The automaton of a kernel: one that ships, or one that the script finds, which is read when it is first asked for.
fn kernel((session, is_read): &mut (Session, bool), script: &Path, name: &str) -> Option<Arc<Dfa>> {
    if !std::mem::replace(is_read, true) {
        session.use_path(script).ok()?;
    }
    session.know(name).ok()?;
    let function = session.names().function(name)?.ok()?;
    automaton(&function).map(Arc::new)
}

/// The automaton of a relation, as the checker has it.
fn automaton(function: &Function) -> Option<Dfa> {
    let (dfa, tracks) = match function.kind() {
        FunctionKind::Relation(relation) => {
            (relation.dfa(), relation.systems().iter().cloned().map(TrackKind::Numbers).collect())
        }
        FunctionKind::Language(language) => (&language.dfa, language.tracks.clone()),
        FunctionKind::Truth(_) => return None,
    };
    let values: Vec<Vec<i64>> = tracks.iter().map(TrackKind::digit_values).collect();
    let digit = |(&digit, values): (&u32, &Vec<i64>)| u16::try_from(values[digit as usize]).ok();
    let row = |state: State| {
        let transition = |(letter, target): (_, State)| {
            let letter = dfa.layout().unpack(letter);
            Some((letter.iter().zip(&values).map(digit).collect::<Option<_>>()?, target.index()))
        };
        let mut row = dfa.transitions().row(state).map(transition).collect::<Option<Vec<_>>>()?;
        row.sort();
        Some(row)
    };
    let accepting = dfa.accepting().to_vec();
    let rows = State::START.onwards().take(accepting.len()).map(row).collect::<Option<_>>()?;
    Some(Dfa { accepting, rows })
}
