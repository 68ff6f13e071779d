//! From text to syntax tree: lexer, grammars, spans, diagnostics.
//!
//! A script goes through this module in two steps. [`parse_script`] cuts it into [`Command`]s and leaves what is quoted
//! alone. When a command runs, its quoted text is read where it stands: a formula by [`parse_formula`] with the macros
//! known by then, the others by [`parse_regex`], [`parse_morphism`], [`parse_coding`] and [`parse_numeration`]. So every
//! [`Span`] is a place in the one [`Source`], and every [`Diagnostic`] shows the line of the script.
//!
//! The trees are in [`ast`]: arenas, so that neither parsing nor printing nor dropping them recurses. The grammars are
//! in `grammar/*.lalrpop`; their locations are indices of tokens, and what an error says is composed from the tokens
//! around the place where the parser stopped (`explain.rs`), not from names of terminals. A formula passes the lexer
//! (`lexer.rs`), the scanner, which expands macros and resolves `?msd_fib` (`scanner.rs`), the grammar, and the builder
//! (`builder.rs`). `fmt.rs` is the way back. What need not be right is cut into pieces and tokens by `tokens.rs`.
//!
//! ```
//! use filbert::syntax::{CommandKind, Source, parse_formula, parse_script};
//!
//! let source = Source::new("mine.prf", "theorem next \"Ax Ey y=x+1\":\neval \"x <\":");
//! let (commands, errors) = parse_script(&source);
//! assert!(errors.is_empty());
//! let CommandKind::Theorem { formula, .. } = &commands[0].kind else { panic!() };
//! assert_eq!(parse_formula(&source, formula.span, &())?.to_string(), "Ax Ey y=x+1");
//! let CommandKind::Eval { formula, .. } = &commands[1].kind else { panic!() };
//! let error = parse_formula(&source, formula.span, &()).unwrap_err();
//! assert_eq!(error.to_string(), "mine.prf:2:10: expected a term after `<`");
//! # Ok::<(), filbert::syntax::Diagnostic>(())
//! ```

#![deny(clippy::wildcard_enum_match_arm)]

pub mod ast;
mod bindings;
mod bounds;
mod broken;
mod builder;
mod command;
mod commands;
mod diagnostic;
mod drawing;
mod explain;
mod fixed;
mod fmt;
mod formula;
mod free;
mod game_clause;
mod input;
mod letter;
mod lexer;
mod macros;
mod morphism;
mod name;
mod name_kind;
mod numeration;
#[cfg(test)]
pub(crate) mod random;
mod recursion;
mod regex;
mod scanner;
mod script;
mod sequence;
mod source;
mod suggest;
mod system;
mod tokens;
mod unknown_command;
#[cfg(test)]
mod wrong;

pub use ast::*;
pub use bindings::{Binding, bindings};
pub use bounds::{parse_bounds, speaks_of_bounds};
pub use broken::Broken;
pub use command::{Buffer, State, begins_command, state};
pub use commands::{Builtin, CommandInfo, command, commands};
pub use diagnostic::{Diagnostic, Fix, Severity};
pub use drawing::{Drawing, Ink};
pub use fixed::{parse_fixed, speaks_of_fixed_words};
pub use formula::{
    ScannedToken, parse_formula, parse_formula_in, parse_measure, parse_rule, parse_rule_in, parse_term, parse_term_in,
    scan_formula,
};
pub use input::{Input, is_complete, read_input};
pub use letter::{digits_of_set, no_digit};
pub use lexer::Kind as TokenKind;
pub use macros::Macros;
pub use morphism::{parse_coding, parse_morphism};
pub use name::{begins_like_quantifier, is_name, is_variable, name_length, word_in_formula};
pub use name_kind::{NameKind, kinds_bound};
pub use numeration::parse_numeration;
pub use recursion::parse_recursion;
pub use regex::parse_regex;
pub use script::{parse_in_order, parse_script};
pub use sequence::{
    calls_sequence, parse_equations, parse_sequence, parse_sequence_claim, speaks_of_sequences, system_of_sequences,
};
pub use source::{Position, Source, Span};
pub use suggest::nearest;
pub use system::{DEFAULT_SYSTEM, family_and_parameter, full_system_name, misread_system};
pub use tokens::{
    FormulaToken, Piece, PieceKind, Pieces, PlaceInCommand, Within, calls_bare_name, formula_tokens, pieces, place_at,
};
