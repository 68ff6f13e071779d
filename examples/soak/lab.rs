//! A session of the engine under test, a record of what it was asked, and comparisons of what it answered.

use std::collections::HashMap;

use filbert::automata::{Dfa, Letter, State};
use filbert::budget::{Halt, Limit};
use filbert::library::Folders;
use filbert::logic::{Environment, FunctionKind};
use filbert::numeration::{Language, Relation, TrackKind};
use filbert::script::{CommandError, Effect, Limits, Run, Session};
use filbert::syntax::{Source, parse_script};
use filbert::words::{Indexed, Word};

use super::automaton::Automaton;

/// What ends a case without a comparison, or with one that fails.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A limit of the engine or of the reference was passed: nothing is known.
    Skipped(&'static str),
    /// The engine and the oracle disagree.
    Wrong(String),
}

impl From<super::automaton::TooLarge> for Outcome {
    fn from(_: super::automaton::TooLarge) -> Outcome {
        Outcome::Skipped("reference too large")
    }
}

/// Looks at the clock after which a game is given up.
const LOOKS_OF_GAMES: usize = 60;
/// Looks at the clock after which a sequence is given up: the work between two looks is larger than elsewhere.
const LOOKS_OF_SEQUENCES: usize = 6_000;

/// How a case went.
pub type Checked<T = ()> = Result<T, Outcome>;

/// Fails a case.
pub fn wrong<T>(what: impl Into<String>) -> Checked<T> {
    Err(Outcome::Wrong(what.into()))
}

/// A session and the commands it ran.
pub struct Lab {
    pub session: Session,
    /// Commands of the case that is running.
    pub script: Vec<String>,
    /// How often each command was compared.
    pub commands: HashMap<&'static str, u64>,
    /// Whether commands are printed before they run.
    pub verbose: bool,
}

/// What one statement may use: beyond it, a random formula is left alone. No limit is one on time, so that the same
/// cases are left alone on every machine.
fn limits() -> Limits {
    Limits { looks: Some(40_000), states: Some(20_000), ..Limits::default() }
}

impl Lab {
    pub fn new() -> Lab {
        Lab { session: Session::with_limits(limits()), script: Vec::new(), commands: HashMap::new(), verbose: false }
    }

    /// A session in which a search that goes on is soon given up: most games end at once or not at all.
    pub fn for_games() -> Lab {
        let limits = Limits { looks: Some(LOOKS_OF_GAMES), ..limits() };
        Lab { session: Session::with_limits(limits), ..Lab::new() }
    }

    /// A session in which claims that are not soon decided are given up.
    pub fn for_sequences() -> Lab {
        let limits = Limits { looks: Some(LOOKS_OF_SEQUENCES), ..limits() };
        Lab { session: Session::with_limits(limits), ..Lab::new() }
    }

    /// A session with folders.
    pub fn in_folders(folders: Folders) -> Lab {
        Lab {
            session: Session::in_folders(limits(), folders),
            script: Vec::new(),
            commands: HashMap::new(),
            verbose: false,
        }
    }

    /// Counts a command that was compared with an oracle.
    pub fn tally(&mut self, command: &'static str) {
        *self.commands.entry(command).or_default() += 1;
    }

    fn record(&mut self, command: String) {
        if self.verbose {
            eprintln!("{command}");
        }
        self.script.push(command);
    }

    /// Runs commands; one that the engine refuses or contradicts itself on is a disagreement, for all are valid.
    pub fn run(&mut self, text: &str) -> Checked<Run> {
        self.record(text.to_owned());
        let source = Source::new("soak", text);
        let (commands, errors) = parse_script(&source);
        if let Some(error) = errors.first() {
            return wrong(format!("not read: {}", error.render(false)));
        }
        let mut last = None;
        for command in &commands {
            last = Some(self.session.run(&source, command).map_err(refused)?);
        }
        last.ok_or(Outcome::Wrong("no command".into()))
    }

    /// Answers one formula, which is valid.
    pub fn answer(&mut self, formula: &str) -> Checked<Effect> {
        self.asked(formula)?.map_err(|why| Outcome::Wrong(format!("refused: {why}")))
    }

    /// Answers one formula, or says why it is refused as wrong.
    pub fn asked(&mut self, formula: &str) -> Checked<Result<Effect, String>> {
        self.record(format!("eval \"{formula}\":"));
        match self.session.answer(&Source::new("soak", formula)) {
            Ok(run) => Ok(Ok(run.effect)),
            Err(CommandError::Wrong(why)) => Ok(Err(why.render(false))),
            Err(failure) => Err(refused(failure)),
        }
    }

    /// The lines that a command shows.
    pub fn text(&mut self, command: &str) -> Checked<String> {
        match self.run(command)?.effect {
            Effect::Query(seen) => Ok(filbert::report::seen::text(&seen)),
            other => wrong(format!("{command} shows no text but {other:?}")),
        }
    }

    /// The words of digits that a function accepts.
    pub fn language(&self, name: &str) -> Checked<Language> {
        let function = match self.session.names().function(name) {
            Some(Ok(function)) => function,
            other => return wrong(format!("`{name}` is not there: {other:?}")),
        };
        Ok(match function.kind() {
            FunctionKind::Language(language) => language.clone(),
            FunctionKind::Relation(relation) => Language {
                dfa: relation.dfa().clone(),
                tracks: relation.systems().iter().cloned().map(TrackKind::Numbers).collect(),
            },
            FunctionKind::Truth(truth) => return wrong(format!("`{name}` is {truth}")),
        })
    }

    pub fn relation(&self, name: &str) -> Checked<Relation> {
        match self.session.names().function(name) {
            Some(Ok(function)) => match function.kind() {
                FunctionKind::Relation(relation) => Ok(relation.clone()),
                other => wrong(format!("`{name}` is {other:?}")),
            },
            other => wrong(format!("`{name}` is not there: {other:?}")),
        }
    }

    pub fn word(&self, name: &str) -> Checked<std::sync::Arc<Word>> {
        match self.session.names().word(name) {
            Some(Ok(Indexed::Word(word))) => Ok(word),
            other => wrong(format!("`{name}` is no word: {other:?}")),
        }
    }

    /// The value of a word at numbers.
    pub fn value(&self, name: &str, indices: &[i64]) -> Checked<i64> {
        let indices: Vec<_> = indices.iter().map(|&n| n.into()).collect();
        Ok(self.word(name)?.value(&indices))
    }

    /// Holds a saved automaton against the words that it should accept. `digits` are the values of the digits of each
    /// track in the order of the reference's letters.
    pub fn same_words(&self, name: &str, expected: &Automaton, digits: &[Vec<i64>]) -> Checked {
        let language = self.language(name)?;
        let tracks: Vec<Vec<i64>> = language.tracks.iter().map(TrackKind::digit_values).collect();
        if tracks.len() != digits.len() {
            return wrong(format!("`{name}` has {} tracks", tracks.len()));
        }
        let mut places = Vec::new();
        for (own, wanted) in tracks.iter().zip(digits) {
            let place = |value: &i64| own.iter().position(|known| known == value).map(|at| at as u32);
            match wanted.iter().map(place).collect::<Option<Vec<u32>>>() {
                Some(found) if own.len() == wanted.len() => places.push(found),
                _ => return wrong(format!("`{name}` has the digits {own:?}, not {wanted:?}")),
            }
        }
        same(&language.dfa, expected, &places).map_err(|why| Outcome::Wrong(format!("`{name}`: {why}")))
    }
}

fn refused(failure: CommandError) -> Outcome {
    match failure {
        // In a file that was read.
        CommandError::Elsewhere { why, .. } => refused(*why),
        CommandError::Limit { limit: Halt::Limit(Limit::States), .. } => Outcome::Skipped("engine's limit on states"),
        CommandError::Limit { limit: Halt::Limit(Limit::Looks), .. } => Outcome::Skipped("engine's limit on looks"),
        CommandError::Limit { limit: Halt::Limit(_) | Halt::TooLarge | Halt::Unsupported(_), .. } => {
            Outcome::Skipped("another limit of the engine")
        }
        CommandError::Unfinished(_) => Outcome::Skipped("engine unfinished"),
        CommandError::Wrong(diagnostic) => Outcome::Wrong(format!("refused: {}", diagnostic.render(false))),
        other => Outcome::Wrong(format!("failed: {other:?}")),
    }
}

/// Whether two automata accept the same words; `places[track][digit]` is the engine's digit for the reference's. The
/// error is a word on which they differ.
pub fn same(dfa: &Dfa, expected: &Automaton, places: &[Vec<u32>]) -> Result<(), String> {
    let spelled = |letter: usize| -> Vec<u32> {
        let mut rest = letter;
        places
            .iter()
            .map(|track| {
                let digit = rest % track.len();
                rest /= track.len();
                track[digit]
            })
            .collect()
    };
    let letters: Vec<Letter> = (0..expected.letters).map(|letter| dfa.layout().pack(&spelled(letter))).collect();
    let mut seen: HashMap<(Option<State>, u32), (usize, usize)> = HashMap::new();
    let mut found: Vec<(Option<State>, u32)> = vec![(Some(State::START), 0)];
    seen.insert(found[0], (0, 0));
    let mut at = 0;
    while at < found.len() {
        let (own, other) = found[at];
        let accepts = own.is_some_and(|q| dfa.accepting()[q]);
        if accepts != expected.accepting[other as usize] {
            let mut word = Vec::new();
            let mut place = at;
            while place != 0 {
                let (before, letter) = seen[&found[place]];
                word.push(spelled(letter));
                place = before;
            }
            word.reverse();
            let verb = if accepts { "wrongly accepts" } else { "wrongly rejects" };
            return Err(format!("the engine {verb} the word {word:?} of digits"));
        }
        for (letter, &packed) in letters.iter().enumerate() {
            let target = own.and_then(|q| dfa.transitions().step(q, packed));
            let pair = (target, expected.step(other, letter));
            seen.entry(pair).or_insert_with(|| {
                found.push(pair);
                (at, letter)
            });
        }
        at += 1;
    }
    Ok(())
}
