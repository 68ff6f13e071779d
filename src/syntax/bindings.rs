//! The names that a command binds, by the table of [`kinds_bound`].
//!
//! What a command binds is known before it runs, but for commands that take words and automata alike: these may bind
//! either, or both.

use std::borrow::Cow;

use crate::tuning::syntax;

use super::ast::{CommandKind, OUTCOMES};
use super::name_kind::{COUNTED, FUNCTION, NameKind, kinds_bound};

/// A name that a command binds, and the kinds in which it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding<'a> {
    /// The name.
    pub name: Cow<'a, str>,
    /// In which kinds; a command that has an effect binds at least one of them.
    pub kinds: &'static [NameKind],
}

/// The names that a command binds, whether it succeeds or leaves them undecided.
///
/// ```
/// use filbert::syntax::{Source, bindings, parse_script};
///
/// let source = Source::new("s", "grundy V of Nim upto 2: theorem t \"1=1\":");
/// let (commands, _) = parse_script(&source);
/// let names: Vec<_> = bindings(&commands[0].kind).into_iter().map(|binding| binding.name).collect();
/// assert_eq!(names, ["V_0", "V_1", "V_2"]);
/// assert!(bindings(&commands[1].kind).is_empty());
/// ```
pub fn bindings(command: &CommandKind) -> Vec<Binding<'_>> {
    let one = |name, kinds| vec![Binding { name: Cow::Borrowed(name), kinds }];
    match command {
        CommandKind::Def { name, counted, .. } | CommandKind::Eval { name: Some(name), counted, .. } => {
            one(&name.text, if counted.is_empty() { FUNCTION } else { COUNTED })
        }
        CommandKind::Reg { name, .. } => one(&name.text, kinds_bound("reg")),
        CommandKind::Sequence { name, .. } => one(&name.text, kinds_bound("sequence")),
        CommandKind::Macro { name, .. } => one(&name.text, kinds_bound("macro")),
        CommandKind::Morphism { name, .. } => one(&name.text, kinds_bound("morphism")),
        CommandKind::Promote { name, .. } => one(&name.text, kinds_bound("promote")),
        CommandKind::Word { name, .. } | CommandKind::WordBy { name, .. } => one(&name.text, kinds_bound("word")),
        CommandKind::FixedPoint { name, .. } => {
            // Both at once, whereas a command of several kinds binds what it is applied to.
            let binding = |kinds| Binding { name: Cow::Borrowed(&*name.text), kinds };
            vec![binding(kinds_bound("word")), binding(kinds_bound("numeration"))]
        }
        CommandKind::Numeration { name, .. } => one(&name.text, kinds_bound("numeration")),
        CommandKind::Game { name, .. } => one(&name.text, kinds_bound("game")),
        CommandKind::Kernel { name, .. } => one(&name.text, kinds_bound("kernel")),
        CommandKind::Guess { name, .. } => one(&name.text, kinds_bound("guess")),
        CommandKind::Grundy { name, upto, .. } => {
            let value = |value| Cow::Owned(format!("{}_{value}", name.text));
            let kinds = kinds_bound("grundy");
            (0..=(*upto).min(syntax::GRUNDY_VALUES)).map(|at| Binding { name: value(at), kinds }).collect()
        }
        CommandKind::Redundant { name: Some(name), .. } => one(&name.text, kinds_bound("redundant")),
        CommandKind::Outcomes { name, .. } => {
            let kinds = kinds_bound("outcomes");
            let named = |outcome| Binding { name: Cow::Owned(format!("{}_{outcome}", name.text)), kinds };
            OUTCOMES.into_iter().map(named).collect()
        }
        CommandKind::Recursion { names, .. } => {
            let kinds = kinds_bound("recursion");
            names.iter().map(|name| Binding { name: Cow::Borrowed(&*name.text), kinds }).collect()
        }
        CommandKind::Builtin { builtin, arguments } => match arguments.first() {
            Some(first) if !kinds_bound(builtin.keyword()).is_empty() => {
                match first.text.strip_prefix('$') {
                    // `$` says that an automaton is meant.
                    Some(name) => one(name, FUNCTION),
                    None => one(&first.text, kinds_bound(builtin.keyword())),
                }
            }
            _ => Vec::new(),
        },
        CommandKind::Eval { name: None, .. }
        | CommandKind::Theorem { .. }
        | CommandKind::Refute { .. }
        | CommandKind::Cover { .. }
        | CommandKind::Redundant { name: None, .. }
        | CommandKind::Include { .. }
        | CommandKind::Load { .. }
        | CommandKind::Quit => Vec::new(),
    }
}
