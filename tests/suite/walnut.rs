//! What the tests of commands share: a session to run them in, and the languages and words that they leave.

use std::sync::Arc;

use filbert::automata::Letter;
use filbert::logic::{Environment, FunctionKind};
use filbert::numeration::{Language, Numerations, TrackKind};
use filbert::script::{CommandError, Effect, Run, Session};
use filbert::syntax::{Source, parse_script};
use filbert::words::{Indexed, Word};

/// A letter by the values of its digits, and words of such letters.
pub type Spelled = Vec<Vec<i64>>;

/// A session and its commands.
pub struct Lab {
    pub session: Session,
}

impl Lab {
    pub fn new() -> Lab {
        Lab { session: Session::new() }
    }

    /// Runs commands, each of which must succeed; the last one's run.
    pub fn run(&mut self, text: &str) -> Run {
        self.try_run(text).unwrap_or_else(|failure| panic!("{text}: {}", shown(&failure)))
    }

    /// Runs commands up to the first that fails.
    pub fn try_run(&mut self, text: &str) -> Result<Run, CommandError> {
        let source = Source::new("script", text);
        let (commands, errors) = parse_script(&source);
        if let Some(error) = errors.into_iter().next() {
            return Err(CommandError::Wrong(error));
        }
        let mut last = None;
        for command in &commands {
            last = Some(self.session.run(&source, command)?);
        }
        Ok(last.expect("a command"))
    }

    /// What is wrong with commands, in one line with its label.
    pub fn error(&mut self, text: &str) -> String {
        match self.try_run(text) {
            Ok(_) => panic!("{text}: no error"),
            Err(failure) => shown(&failure),
        }
    }

    /// The lines that a command shows.
    pub fn text(&mut self, command: &str) -> String {
        match self.run(command).effect {
            Effect::Query(seen) => filbert::report::seen::text(&seen),
            other => panic!("{command}: {other:?}"),
        }
    }

    pub fn language(&self, name: &str) -> Language {
        let function = self.session.names().function(name).expect("a function").expect("readable");
        match function.kind() {
            FunctionKind::Language(language) => language.clone(),
            FunctionKind::Relation(relation) => Language {
                dfa: relation.dfa().clone(),
                tracks: relation.systems().iter().cloned().map(TrackKind::Numbers).collect(),
            },
            FunctionKind::Truth(_) => panic!("{name} is a truth value"),
        }
    }

    pub fn word(&self, name: &str) -> Arc<Word> {
        match self.session.names().word(name).expect("a word").expect("readable") {
            Indexed::Word(word) => word,
            Indexed::Family(family) => {
                let word = family.of_numbers(&Numerations::standard(), &filbert::script::Limits::default().budget());
                Arc::new(word.expect("digits of bases").expect("a word"))
            }
        }
    }

    pub fn value(&self, name: &str, indices: &[u64]) -> i64 {
        let indices: Vec<_> = indices.iter().map(|&n| n.into()).collect();
        self.word(name).value(&indices)
    }

    /// Whether a saved automaton accepts a word.
    pub fn accepts(&self, name: &str, word: &Spelled) -> bool {
        accepts(&self.language(name), word)
    }
}

pub fn accepts(language: &Language, word: &Spelled) -> bool {
    let values: Vec<Vec<i64>> = language.tracks.iter().map(TrackKind::digit_values).collect();
    let pack = |letter: &Vec<i64>| -> Option<Letter> {
        let place = |(digit, values): (&i64, &Vec<i64>)| values.iter().position(|v| v == digit).map(|i| i as u32);
        let digits = letter.iter().zip(&values).map(place).collect::<Option<Vec<u32>>>()?;
        Some(language.dfa.layout().pack(&digits))
    };
    word.iter().map(pack).collect::<Option<Vec<Letter>>>().is_some_and(|word| language.dfa.accepts(word))
}

/// Every word of length up to `length`, in radix order of the letters listed.
pub fn all_words(letters: &[Vec<i64>], length: usize) -> Vec<Spelled> {
    let mut all = vec![vec![]];
    let mut last: Vec<Spelled> = all.clone();
    for _ in 0..length {
        last = last
            .iter()
            .flat_map(|word| {
                letters.iter().map(|letter| {
                    let mut longer = word.clone();
                    longer.push(letter.clone());
                    longer
                })
            })
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Tuples of digits, the last track running fastest.
pub fn letters(tracks: &[&[i64]]) -> Vec<Vec<i64>> {
    tracks.iter().fold(vec![vec![]], |tuples, track| {
        let extended = |tuple: &Vec<i64>| {
            let tuple = tuple.clone();
            track.iter().map(move |&digit| tuple.iter().copied().chain([digit]).collect())
        };
        tuples.iter().flat_map(extended).collect()
    })
}

pub fn shown(failure: &CommandError) -> String {
    match failure {
        CommandError::Wrong(error) => error.render(false),
        other => format!("{other:?}"),
    }
}
