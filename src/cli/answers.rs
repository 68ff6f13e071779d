//! What `--answers` adds to a certificate: answers for the checker that is proved correct.
//!
//! They need no proof, and are found when the scripts are proved. Cost: a search for each statement, several scripts at a time. Weakness:
//! what has no answers within the limits is left out, and it is said why.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use filbert_answers::formula::Dfa;
use filbert_answers::{GoOn, Limits as AnswerLimits};

use crate::automata::State;
use crate::budget::process::is_interrupted;
use crate::disk::{plain, read_text};
use crate::logic::{Environment, Function, FunctionKind};
use crate::numeration::TrackKind;
use crate::script::{Options, Session};
use crate::tuning::verified::{ANSWER_CONCLUSIONS, ANSWER_MEMBERS, ANSWER_WORK};
use crate::verified::certificate::{Certifier, LeftOut, Outcome};
use crate::verified::script::statements;

use super::say;

/// Whether certificates have answers.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct AnswerOptions {
    /// Also write answers into the certificates, with which the checker that is proved correct accepts the scripts
    ///
    /// The checker is `filbert-verified` in the folder `verified/` of the sources. Scripts that are only included have their answers
    /// where they are included.
    #[arg(long, requires = "certify")]
    pub(super) answers: bool,
    /// Members of sets of states in the search for one automaton of the answers
    #[arg(long, value_name = "N", default_value_t = ANSWER_MEMBERS, requires = "answers", hide = true)]
    answer_members: usize,
    /// Members and letters in the search for the answers of a statement, for each way to rewrite it
    #[arg(long, value_name = "N", default_value_t = ANSWER_WORK, requires = "answers", hide = true)]
    answer_work: usize,
}

impl AnswerOptions {
    /// For certificates without answers.
    pub(super) const NONE: AnswerOptions =
        AnswerOptions { answers: false, answer_members: ANSWER_MEMBERS, answer_work: ANSWER_WORK };

    /// The part of a certificate behind its claims: the answers for a script. What is left out is said.
    pub(super) fn find(&self, path: &Path, script: &str, claims: &str, options: &Options) -> String {
        let limits =
            AnswerLimits { members: self.answer_members, work: self.answer_work, conclusions: ANSWER_CONCLUSIONS };
        let path = plain(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
        let mut session = Session::with_limits(options.limits.clone());
        if let Some(others) = &options.confined {
            session.confine_to(path.parent().into_iter().chain(others.iter().map(PathBuf::as_path)));
        }
        let read = |file: &Path| {
            if file == path {
                return Some(script.to_owned());
            }
            session.admit(file).ok()?;
            read_text(file, &options.limits.budget()).ok()
        };
        let (statements, shipped) = statements(&path, &read);
        let session = RefCell::new((session, false));
        let kernel = |name: &str| kernel(&mut session.borrow_mut(), &path, name);
        let go_on = || -> GoOn {
            let budget = options.limits.budget();
            Rc::new(move || budget.check_now().is_ok())
        };
        let claimed = claimed(claims);
        let named = |automaton: &str| claimed.get(automaton.trim_end()).map(|name| format!("claim {name}"));
        let (mut text, mut notes) = ("answers\n".to_owned(), String::new());
        let (mut certified, mut all) = (0, 0);
        Certifier::new(&kernel, limits, &go_on, &named).all(&statements, shipped, |said, outcome| {
            all += usize::from(said.name().is_some());
            match (outcome, said.name()) {
                (Outcome::Certified(part), name) => {
                    certified += usize::from(name.is_some());
                    text.push_str(part);
                }
                (Outcome::Left(LeftOut::Halted), _) if is_interrupted() => {}
                (Outcome::Left(why), Some(name)) => notes += &format!("note: no answers for {name}: {why}\n"),
                (Outcome::Left(why), None) => {
                    notes += &format!("note: no answers for the definition of {}: {why}\n", said.bound().join(", "));
                }
            }
        });
        let name = path.file_name().unwrap_or_default().display();
        say::message(format!("{notes}{name}: answers for {certified} of {all} statements\n"));
        text
    }
}

/// The claims of a certificate by their automata, as lines from the number of states on.
fn claimed(claims: &str) -> HashMap<&str, &str> {
    let claims = claims.split("\nclaim ").skip(1).filter_map(|claim| {
        let claim = claim.split_once("\nseries ").map_or(claim, |(claim, _)| claim);
        let (name, automaton) = claim.split_once('\n')?;
        let (_tracks, automaton) = automaton.split_once('\n')?;
        // That of differences has values at its states.
        (!name.contains("differences")).then_some((automaton.trim_end(), name))
    });
    claims.collect()
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
