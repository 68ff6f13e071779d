//! Of the statements of a script those that are to be proved, and what they rest on.

use std::collections::HashSet;

use super::tree::{Expr, Sentence, Statement};

/// A name with its kind: a function and a word may have one name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// A function.
    Function(String),
    /// A word.
    Word(String),
    /// A game.
    Game(String),
}

impl Name {
    /// The name without its kind.
    pub fn text(&self) -> &str {
        match self {
            Name::Function(text) | Name::Word(text) | Name::Game(text) => text,
        }
    }
}

fn in_sentence(sentence: &Sentence, found: &mut Vec<Name>) {
    fn words(term: &Expr, found: &mut Vec<Name>) {
        let mut names = Vec::new();
        term.all_words(&mut names);
        found.extend(names.into_iter().map(|word| Name::Word(word.to_owned())));
    }
    match sentence {
        Sentence::Relates(_, a, b) => {
            words(a, found);
            words(b, found);
        }
        Sentence::Call(name, arguments) => {
            found.push(Name::Function(name.clone()));
            arguments.iter().for_each(|argument| words(argument, found));
        }
        _ => sentence.parts().for_each(|part| in_sentence(part, found)),
    }
}

impl Statement {
    /// What it gives a meaning.
    pub fn binds(&self) -> Option<Name> {
        match self {
            Statement::Definition(name, ..) | Statement::Expression(name, ..) | Statement::Kernel(name, ..) => {
                Some(Name::Function(name.clone()))
            }
            Statement::Word(name, ..) | Statement::Combined(name, _) => Some(Name::Word(name.clone())),
            Statement::Game(name, _) => Some(Name::Game(name.clone())),
            Statement::Claim(..) | Statement::IntegerClaim(..) | Statement::Forget(_) => None,
        }
    }

    /// What it names.
    pub fn needs(&self) -> Vec<Name> {
        let mut found = Vec::new();
        match self {
            Statement::Definition(_, _, sentence) | Statement::Claim(_, sentence) => in_sentence(sentence, &mut found),
            Statement::Game(_, play) => in_sentence(&play.moves, &mut found),
            Statement::Combined(_, parts) => {
                found.extend(parts.iter().map(|(function, _)| Name::Function(function.clone())));
            }
            Statement::Kernel(_, game, given) => {
                found.push(Name::Game(game.clone()));
                found.extend(given.iter().map(|given| Name::Function(given.clone())));
            }
            Statement::Expression(..) | Statement::Word(..) | Statement::IntegerClaim(..) | Statement::Forget(_) => {}
        }
        found
    }
}

/// Which of some statements are to be proved, from number `first` on, or named by one that is.
pub fn marks<'a>(
    first: usize,
    statements: impl DoubleEndedIterator<Item = &'a Statement> + ExactSizeIterator,
) -> Vec<bool> {
    let mut wanted: HashSet<Name> = HashSet::new();
    let mut marks = vec![false; statements.len()];
    for (at, statement) in statements.enumerate().rev() {
        let is_claimed = at >= first && statement.name().is_some();
        let is_named = statement.binds().is_some_and(|name| wanted.remove(&name));
        if is_claimed || is_named {
            marks[at] = true;
            wanted.extend(statement.needs());
        }
    }
    marks
}
