//! What filbert ships: the functions of `automata/functions.prf`, run once when the first of them is named, and the
//! stored words of `automata/words.prf`.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::budget::{Budget, Halt};
use crate::library::{WordDefinition, generate};
use crate::logic::Function;
use crate::numeration::Numerations;
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Diagnostic, Source, parse_coding, parse_morphism, parse_script};

use super::comment::comment_above;
use super::names::Names;
use super::outcome::CommandError;
use super::session::Session;
use super::shipped_kernels;

const FUNCTIONS: &str = include_str!("../../automata/functions.prf");

/// The shipped functions by name, within what is left of a budget.
///
/// # Errors
/// The limit that was passed.
///
/// # Panics
/// If the shipped script is wrong, which the tests rule out.
pub fn functions(budget: &Budget) -> Result<&'static HashMap<String, Arc<Function>>, Halt> {
    static SHIPPED: OnceLock<HashMap<String, Arc<Function>>> = OnceLock::new();
    if let Some(known) = SHIPPED.get() {
        return Ok(known);
    }
    let source = shipped();
    let mut session = Session::with_names(Names::bare());
    session.limits.time = budget.time_left();
    for command in commands(&source) {
        match session.run(&source, &command) {
            Ok(_) => {}
            Err(CommandError::Limit { limit, .. }) => {
                // What is left to whoever asked is no more than what was left here.
                budget.check_now()?;
                return Err(limit);
            }
            Err(failure) => panic!("the shipped functions do not run: {failure:?}"),
        }
    }
    Ok(SHIPPED.get_or_init(|| session.names.functions))
}

/// Their names.
pub(super) fn function_names() -> Vec<String> {
    let source = shipped();
    let defined = |command: Command| match command.kind {
        CommandKind::Def { name, .. } | CommandKind::Reg { name, .. } => Some(name.text.to_string()),
        _ => None,
    };
    commands(&source).into_iter().filter_map(defined).collect()
}

/// Whether a script is one of those that filbert ships.
pub(super) fn is_shipped(source: &Source) -> bool {
    [FUNCTIONS, shipped_kernels::GAMES].contains(&source.text())
}

fn shipped() -> Source {
    Source::new("automata/functions.prf", FUNCTIONS)
}

fn commands(source: &Source) -> Vec<Command> {
    let (commands, errors) = parse_script(source);
    assert!(errors.is_empty(), "{}", errors[0]);
    commands
}

/// The files that a script of `word` commands stands for: name and contents of each.
///
/// # Errors
/// A message with the place of what is wrong.
pub fn shipped_words(source: &Source, budget: &Budget) -> Result<Vec<(String, String)>, String> {
    let show = |error: Diagnostic| error.render(false);
    let (commands, errors) = parse_script(source);
    if let Some(error) = errors.into_iter().next() {
        return Err(show(error));
    }
    let mut definitions = Vec::new();
    for command in &commands {
        let CommandKind::Word { name, system, rules, coding } = &command.kind else {
            return Err(show(Diagnostic::error(source, command.span, "only `word` commands belong here")));
        };
        let rules = parse_morphism(source, rules.span).map_err(show)?.rules;
        let coding = match coding {
            Some(coding) => Some(parse_coding(source, coding.span).map_err(show)?.rules),
            None => None,
        };
        definitions.push(WordDefinition {
            name: name.text.to_string(),
            system: system.text.to_string(),
            rules: rules.into_iter().map(|(letter, image, _)| (letter, image)).collect(),
            coding: coding.map(|rules| rules.into_iter().map(|(letters, output, _)| (letters, output)).collect()),
            about: comment_above(source.text(), command.span.start),
        });
    }
    generate(&definitions, &Numerations::standard(), budget).map_err(|error| error.to_string())
}
