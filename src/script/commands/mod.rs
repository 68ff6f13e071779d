//! Commands that take names, numbers and brackets: one file a family, and here what they share.
//!
//! In front of a name `$` says that an automaton is meant and not a word, where both would do.

mod bases;
mod families;
mod help;
mod languages;
mod listing;
mod ostrowski;
mod outputs;
mod sequences;
mod signs;
mod using;
mod words;

use std::sync::Arc;

use crate::automata::Dfao;
use crate::budget::Budget;
use crate::logic::{Environment, Function, FunctionKind};
use crate::numeration::{Language, NumerationSystem, Relation, TrackKind};
use crate::sequences::Sequence;
use crate::syntax::{
    Argument, ArgumentKind, Builtin, Diagnostic, Source, Span, digits_of_set, is_name, nearest, no_digit,
};
use crate::words::{Indexed, Word, WordError};

use super::outcome::{CommandError, Effect};
use super::publish::language_of;
use super::session::Session;

pub(super) use words::by_expression;

/// A command that is being run.
pub(super) struct Call<'a> {
    pub session: &'a mut Session,
    pub source: &'a Source,
    /// The whole command.
    pub span: Span,
    pub builtin: Builtin,
    pub arguments: &'a [Argument],
    pub budget: &'a Budget,
}

/// What a name stands for.
pub(super) enum Object {
    Function(Arc<Function>),
    Word(Indexed),
}

/// What runs a command.
type Run = fn(&mut Call<'_>) -> Result<Effect, CommandError>;

/// What runs the commands whose arguments stand in a row, family by family.
const FAMILIES: [&[(&str, Run)]; 11] = [
    bases::RUN,
    families::RUN,
    help::RUN,
    languages::RUN,
    listing::RUN,
    ostrowski::RUN,
    outputs::RUN,
    sequences::RUN,
    signs::RUN,
    using::RUN,
    words::RUN,
];

/// Runs a command.
///
/// # Panics
/// If nothing runs it, which the tests rule out.
pub(super) fn run(mut call: Call<'_>) -> Result<Effect, CommandError> {
    let mut known = FAMILIES.iter().copied().flatten();
    let (_, run) =
        known.find(|(keyword, _)| *keyword == call.builtin.keyword()).expect("every command has its function");
    run(&mut call)
}

impl Call<'_> {
    /// An error at an argument, or after the last one.
    fn error_at(&self, at: usize, message: impl Into<String>) -> Diagnostic {
        let span = match (self.arguments.get(at), self.arguments.last()) {
            (Some(argument), _) => argument.span,
            (None, Some(last)) => Span::at(last.span.end),
            (None, None) => self.span,
        };
        Diagnostic::error(self.source, span, message).help(format!("usage: {}", self.builtin.usage()))
    }

    /// Checks how many arguments there are.
    fn count(&self, least: usize, most: usize) -> Result<(), Diagnostic> {
        match self.arguments.len() {
            given if given < least => Err(self.error_at(given, "an argument is missing")),
            given if given > most => Err(self.error_at(most, "nothing can follow here")),
            _ => Ok(()),
        }
    }

    /// The text of an argument.
    fn text(&self, at: usize) -> Result<&str, Diagnostic> {
        match self.arguments.get(at) {
            Some(argument) => Ok(&argument.text),
            None => Err(self.error_at(at, "an argument is missing")),
        }
    }

    /// The name to define, and whether `$` marks it.
    fn target(&self, at: usize) -> Result<(String, bool), Diagnostic> {
        self.name(at, self.text(at)?)
    }

    /// A name, and whether `$` marks it.
    fn name(&self, at: usize, text: &str) -> Result<(String, bool), Diagnostic> {
        let name = text.strip_prefix('$').unwrap_or(text);
        match is_name(name) {
            true => Ok((name.to_owned(), text.starts_with('$'))),
            false => Err(self.error_at(at, format!("expected a name, found `{text}`"))),
        }
    }

    /// A natural number.
    fn number(&self, at: usize) -> Result<usize, Diagnostic> {
        let text = self.text(at)?;
        text.parse().map_err(|_| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => self.error_at(at, format!("{text} is too large: at most {}", usize::MAX)),
            false => self.error_at(at, format!("expected a number, found `{text}`")),
        })
    }

    /// The function with this name.
    fn function_named(&self, at: usize, name: &str) -> Result<Arc<Function>, Diagnostic> {
        match self.session.names.function(name) {
            Some(Ok(function)) => Ok(function),
            Some(Err(why)) => {
                Err(Diagnostic::error(self.source, self.arguments[at].span, format!("`{name}` cannot be read"))
                    .label(why))
            }
            None => {
                let error =
                    Diagnostic::error(self.source, self.arguments[at].span, format!("unknown automaton `{name}`"));
                let known = self.session.names.functions();
                Err(match nearest(name, known.iter().map(String::as_str)) {
                    Some(near) => error.meant(near),
                    None => error.label("not defined"),
                })
            }
        }
    }

    /// The word, or the family of words, with this name, if there is one.
    fn indexed(&self, at: usize, name: &str) -> Result<Option<Indexed>, Diagnostic> {
        match self.session.names.word(name) {
            Some(Ok(word)) => Ok(Some(word)),
            Some(Err(why)) => {
                Err(Diagnostic::error(self.source, self.arguments[at].span, format!("`{name}` cannot be read"))
                    .label(why))
            }
            None => Ok(None),
        }
    }

    /// The word with this name, if there is one.
    fn word_named(&self, at: usize, name: &str) -> Result<Option<Arc<Word>>, CommandError> {
        let Some(indexed) = self.indexed(at, name)? else { return Ok(None) };
        self.of_numbers(at, &indexed).map(Some)
    }

    /// The sequence that an argument names.
    fn sequence(&mut self, at: usize) -> Result<Arc<Sequence>, CommandError> {
        let (name, _) = self.target(at)?;
        match self.session.sequence_named(self.source, &name, self.arguments[at].span, self.budget)? {
            Some(sequence) => Ok(sequence),
            None => Err(self
                .error_at(at, format!("unknown sequence `{name}`: `sequence {name} n \"..\"` makes one"))
                .into()),
        }
    }

    /// What an argument names as a word indexed by numbers, the digits `{0,..,k-1}` standing for base k.
    fn of_numbers(&self, at: usize, indexed: &Indexed) -> Result<Arc<Word>, CommandError> {
        match indexed {
            Indexed::Word(word) => Ok(word.clone()),
            Indexed::Family(family) => match family.of_numbers(&self.session.names.numerations, self.budget) {
                Some(word) => word.map(Arc::new).map_err(|error| self.word_error(at, error)),
                None => Err(self
                    .error_at(at, "this is a family of words; expected a word whose indices are all numbers")
                    .into()),
            },
        }
    }

    /// The function that an argument names, marked or not.
    fn function(&self, at: usize) -> Result<(String, Arc<Function>), Diagnostic> {
        let (name, _) = self.target(at)?;
        let function = self.function_named(at, &name)?;
        Ok((name, function))
    }

    /// The word that an argument names.
    fn word(&self, at: usize) -> Result<(String, Arc<Word>), CommandError> {
        let (name, marked) = self.target(at)?;
        if marked {
            return Err(self.error_at(at, format!("`${name}` is an automaton; expected a word")).into());
        }
        match self.word_named(at, &name)? {
            Some(word) => Ok((name, word)),
            None => {
                let error = self.error_at(at, format!("unknown word `{name}`"));
                let known = self.session.names.words();
                let error = match nearest(&name, known.iter().map(String::as_str)) {
                    Some(near) => error.meant(near),
                    None => error.label("not defined"),
                };
                Err(error.into())
            }
        }
    }

    /// What an argument names: a word if there is one and `$` does not stand before it.
    fn object(&self, at: usize) -> Result<(String, Object), Diagnostic> {
        let (name, marked) = self.target(at)?;
        let target_marked = self.arguments[0].text.starts_with('$');
        if !marked
            && !target_marked
            && let Some(word) = self.indexed(at, &name)?
        {
            return Ok((name, Object::Word(word)));
        }
        let function = self.function_named(at, &name)?;
        Ok((name, Object::Function(function)))
    }

    /// The word that an argument names, and whether it is one: an automaton is read as the word that is 1 where it
    /// accepts. `$` before the new name says nothing of the old one.
    fn as_word(&self, at: usize) -> Result<(Arc<Word>, bool), CommandError> {
        let (name, marked) = self.target(at)?;
        if !marked && let Some(word) = self.word_named(at, &name)? {
            return Ok((word, true));
        }
        let function = self.function_named(at, &name)?;
        Ok((Arc::new(self.indicator(at, &self.relation(at, &function)?)?), false))
    }

    /// Saves what was made of a word or an automaton: a word, as Walnut does; an automaton if `$` stands before the new
    /// name; what was made of an automaton can be called as well.
    fn save_image(&mut self, image: Word, was_word: bool) -> Result<Effect, CommandError> {
        let (name, marked) = self.target(0)?;
        if marked || !was_word {
            self.save_support(&name, &image);
        }
        Ok(if marked { Effect::Nothing } else { self.save_word(&name, image) })
    }

    /// The language of a function; a truth value has none.
    fn language(&self, at: usize) -> Result<Language, Diagnostic> {
        let (name, function) = self.function(at)?;
        language_of(&function).ok_or_else(|| self.error_at(at, format!("`{name}` is a truth value without tracks")))
    }

    /// A function as the set of tuples of numbers that it accepts, digits `{0,..,k-1}` standing for base k.
    fn relation(&self, at: usize, function: &Function) -> Result<Relation, CommandError> {
        let language = match function.kind() {
            FunctionKind::Relation(relation) => return Ok(relation.clone()),
            FunctionKind::Truth(_) => return Err(self.error_at(at, "a truth value has no tracks").into()),
            FunctionKind::Language(language) => language,
        };
        let mut systems: Vec<Arc<NumerationSystem>> = Vec::new();
        for track in &language.tracks {
            let system = track.counted(&self.session.names.numerations);
            systems.push(system.ok_or_else(|| {
                self.error_at(at, format!("no base has the digits {}", crate::library::track_name(track)))
            })?);
        }
        if systems.windows(2).any(|pair| pair[0].direction() != pair[1].direction()) {
            return Err(self.error_at(at, "msd and lsd do not mix").into());
        }
        Ok(Relation::from_language(&language.dfa, &systems, self.budget)?)
    }

    /// A function as a set of tuples on its tracks: of numbers, closed under padding, if all tracks are such.
    fn tuples(&self, at: usize, function: &Function) -> Result<Language, CommandError> {
        let language = language_of(function).ok_or_else(|| self.error_at(at, "a truth value has no tracks"))?;
        if language.tracks.iter().any(|track| track.system().is_none()) {
            return Ok(Language { dfa: Arc::new(language.on(&language.tracks, self.budget)?), ..language });
        }
        let relation = self.relation(at, function)?;
        Ok(Language { dfa: relation.dfa().clone(), ..language })
    }

    /// The word that is 1 where a relation holds and 0 elsewhere.
    fn indicator(&self, at: usize, relation: &Relation) -> Result<Word, CommandError> {
        Word::new(&Dfao::indicator(relation.dfa()), relation.systems().to_vec(), self.budget)
            .map_err(|error| self.word_error(at, error))
    }

    /// What went wrong with a word.
    fn word_error(&self, at: usize, error: WordError) -> CommandError {
        match error {
            WordError::Limit(limit) => limit.into(),
            error => self.error_at(at, error.to_string()).into(),
        }
    }

    /// The system that an argument names.
    fn system(&self, at: usize) -> Result<Arc<NumerationSystem>, Diagnostic> {
        let text = self.text(at)?;
        let unknown = || self.error_at(at, format!("`{text}` is not a numeration system"));
        let full = crate::syntax::full_system_name(text).ok_or_else(unknown)?;
        self.session.names.system(&full).map_err(|why| self.error_at(at, why.to_string()))
    }

    /// What a track named by an argument stands for: a system or a set of digits.
    fn track(&self, at: usize) -> Result<TrackKind, Diagnostic> {
        let Some(Argument { kind: ArgumentKind::Set, text, .. }) = self.arguments.get(at) else {
            return Ok(TrackKind::Numbers(self.system(at)?));
        };
        digits_of_set(&text[1..text.len() - 1]).map(|digits| TrackKind::of_digits(&digits)).map_err(|error| {
            let expected = "expected digits, as in {0,1}";
            self.error_at(at, format!("`{text}` is not an alphabet: {}", no_digit(&error).unwrap_or(expected)))
        })
    }

    /// Saves a language as a function.
    fn save_language(&mut self, name: &str, dfa: crate::automata::Dfa, tracks: Vec<TrackKind>) -> Effect {
        let language = Language { dfa: Arc::new(dfa), tracks };
        self.session.define_function(name, FunctionKind::Language(language));
        Effect::Nothing
    }

    /// Saves a word.
    fn save_word(&mut self, name: &str, word: impl Into<Indexed>) -> Effect {
        self.session.define_word(name, word);
        Effect::Nothing
    }

    /// Saves the indices at which a word is not 0.
    fn save_support(&mut self, name: &str, word: &Word) -> Effect {
        let systems = word.systems.clone();
        let relation = Relation::from_closed(Arc::new(word.select(|value| value != 0)), systems);
        self.session.define_function(name, FunctionKind::Relation(relation));
        Effect::Nothing
    }
}

/// Whether all tracks have a digit zero, which the letter 0 then consists of.
fn has_zero(tracks: &[TrackKind]) -> bool {
    tracks.iter().all(|track| track.digit_values().first() == Some(&0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_in_the_table_is_run_by_something() {
        let known: Vec<&str> = Builtin::all().map(Builtin::keyword).collect();
        let mut run: Vec<&str> = FAMILIES.iter().copied().flatten().map(|(keyword, _)| *keyword).collect();
        run.sort_unstable();
        assert_eq!(run, known);
        for (looking, family) in
            [(true, help::RUN), (true, listing::RUN), (true, outputs::RUN), (true, using::RUN), (false, words::RUN)]
        {
            for (keyword, _) in family {
                let builtin = Builtin::all().find(|builtin| builtin.keyword() == *keyword).expect("it is in the table");
                assert_eq!(builtin.defines(), !looking, "{keyword}");
            }
        }
    }
}
