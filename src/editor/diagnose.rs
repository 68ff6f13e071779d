//! What is wrong in a script, or may not mean what its writer thinks, as far as that is seen without running it.

use std::collections::HashMap;

use crate::logic::lints::Lint;
use crate::script::lint_as_written;
use crate::syntax::ast::{Command, CommandKind, Formula, FormulaKind, GameClause};
use crate::syntax::{
    Diagnostic, Macros, NameKind, Span, TokenKind, calls_bare_name, formula_tokens, nearest, parse_coding,
    parse_formula, parse_formula_in, parse_measure, parse_morphism, parse_numeration, parse_recursion, parse_regex,
    parse_rule, parse_term, speaks_of_bounds, speaks_of_fixed_words, speaks_of_sequences,
};

use super::describe::arguments;
use super::name::{Use, Wanted};
use super::scope::Scope;

/// Something to be told at a place.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What, and where.
    pub diagnostic: Diagnostic,
    /// The lint, if it is a finding of one.
    pub lint: Option<Lint>,
}

/// All that is wrong or doubtful, in the order of the text.
///
/// ```
/// use filbert::editor::{Document, NoFiles, Scope, diagnose};
/// use filbert::syntax::Source;
/// let text = "def even \"Ey x=2*y\":\ntheorem a \"Ax $evn(2*x)\":\ntheorem b \"Ax,y x=x\":\neval \"x=";
/// let document = Document::new(Source::new("s", text), None);
/// let found = diagnose(&Scope::new(&document, &NoFiles));
/// let messages: Vec<String> = found.iter().map(|problem| problem.diagnostic.to_string()).collect();
/// assert_eq!(messages[0], "s:2:15: unknown function `$evn`");
/// assert_eq!((messages.len(), found[1].lint.map(|lint| lint.name())), (3, Some("unused-variable")));
/// ```
pub fn diagnose(scope: &Scope<'_>) -> Vec<Problem> {
    let document = scope.document;
    let mut found: Vec<Diagnostic> = document.errors().cloned().collect();
    let mut arities = HashMap::new();
    for section in document.sections() {
        if let Some(command) = section.command {
            found.extend(of_command(scope, &document.commands()[command], &mut arities));
        }
    }
    for one in document.uses() {
        let unknown = unknown(scope, one, found.len() < MOST_SUGGESTED);
        found.extend(unknown);
    }
    let plain = found.into_iter().map(|diagnostic| Problem { diagnostic, lint: None });
    let lints = lint_as_written(document.source(), document.commands(), scope);
    let lints = lints.into_iter().map(|finding| Problem { diagnostic: finding.diagnostic, lint: Some(finding.lint) });
    let mut all: Vec<Problem> = plain.chain(lints).collect();
    all.sort_by_key(|problem| problem.diagnostic.span());
    // A name that is not known is told once.
    all.dedup_by(|a, b| a.diagnostic.span() == b.diagnostic.span() && a.diagnostic.message() == b.diagnostic.message());
    all
}

/// Problems of a text up to which the nearest name to an unknown one is looked for.
const MOST_SUGGESTED: usize = 200;

/// How many arguments a definition has, where that is known; by the place of the definition.
type Arities = HashMap<(String, usize), Option<usize>>;

fn of_command(scope: &Scope<'_>, command: &Command, arities: &mut Arities) -> Vec<Diagnostic> {
    let source = scope.document.source();
    let mut wrong = Vec::new();
    let mut formula = |span: Span, is_closed: bool| match read(scope, span) {
        Some(Ok(formula)) => {
            wrong.extend(calls(scope, &formula, arities));
            if is_closed {
                wrong.extend(free(scope, &formula, span));
            }
        }
        Some(Err(error)) => wrong.push(error),
        None => {}
    };
    match &command.kind {
        CommandKind::Eval { formula: text, .. } | CommandKind::Def { formula: text, .. } => formula(text.span, false),
        CommandKind::Theorem { formula: text, .. } | CommandKind::Refute { formula: text, .. } => {
            formula(text.span, true);
        }
        CommandKind::Cover { target, pieces, .. } => {
            [target].into_iter().chain(pieces).for_each(|text| formula(text.span, false));
        }
        CommandKind::Reg { expression, .. } => wrong.extend(parse_regex(source, expression.span).err()),
        CommandKind::Morphism { rules, .. } => wrong.extend(parse_morphism(source, rules.span).err()),
        CommandKind::Word { rules, coding, .. } | CommandKind::FixedPoint { rules, coding, .. } => {
            wrong.extend(parse_morphism(source, rules.span).err());
            wrong.extend(coding.and_then(|coding| parse_coding(source, coding.span).err()));
        }
        CommandKind::WordBy { expression, .. } => wrong.extend(parse_term(source, expression.span, scope).err()),
        CommandKind::Numeration { definition, .. } => wrong.extend(parse_numeration(source, definition.span).err()),
        CommandKind::Recursion { equations, .. } => wrong.extend(parse_recursion(source, equations.span).err()),
        CommandKind::Game { rule, clauses, .. } => match parse_rule(source, rule.span, scope) {
            Ok(rule) => {
                wrong.extend(calls(scope, &rule.moves, arities));
                wrong.extend(clauses.iter().filter_map(|clause| match clause {
                    GameClause::Terminal(text) | GameClause::Right(text) => {
                        parse_formula_in(source, text.span, scope, &rule.system).err()
                    }
                    GameClause::Measure(text) => parse_measure(source, text.span, scope, &rule.system).err(),
                    GameClause::Block(..) | GameClause::Misere(_) => None,
                }));
            }
            Err(error) => wrong.push(error),
        },
        _ => {}
    }
    // What calls a macro that nobody sees may be right.
    let calls_unseen = |error: &Diagnostic| {
        let tokens = formula_tokens(source, error.span());
        let called = tokens.first().filter(|token| token.kind == Some(TokenKind::Macro));
        called.is_some_and(|token| scope.is_open && scope.template(&source.slice(token.span)[1..]).is_none())
    };
    wrong.retain(|error| !calls_unseen(error));
    wrong
}

/// The formula that stands at a place; nothing, if something else is claimed there.
fn read(scope: &Scope<'_>, span: Span) -> Option<Result<Formula, Diagnostic>> {
    let source = scope.document.source();
    let wanted = Wanted::One(NameKind::Sequence);
    let is_sequence = |name: &str| {
        scope.find(wanted, name, span.start).is_some()
            || scope.other_names(NameKind::Sequence).iter().any(|known| known == name)
    };
    if scope.is_open && calls_bare_name(source, span) {
        return None;
    }
    let text = source.slice(span);
    let is_formula = !speaks_of_bounds(text) && !speaks_of_fixed_words(text) && !speaks_of_sequences(text, is_sequence);
    is_formula.then(|| parse_formula(source, span, scope))
}

/// What a closed statement leaves free.
fn free(scope: &Scope<'_>, formula: &Formula, span: Span) -> Option<Diagnostic> {
    let free = formula.free_variables();
    let names: Vec<String> = free.iter().map(|name| format!("`{name}`")).collect();
    let text = scope.document.source().slice(span);
    // Behind the numeration system, which holds for what follows it.
    let trimmed = text.trim_start();
    let system = trimmed.strip_prefix('?').map_or(0, |rest| 1 + rest.find(char::is_whitespace).unwrap_or(rest.len()));
    let behind = &trimmed[system..];
    let start = span.end - behind.trim_start().len();
    (!names.is_empty()).then(|| {
        Diagnostic::error(scope.document.source(), span, "a theorem with free variables")
            .label(format!("{} {} not bound", names.join(", "), if names.len() == 1 { "is" } else { "are" }))
            .help(format!("put `A{}` in front to claim it for all values", free.join(",")))
            .fix(Span::at(start), format!("A{} ", free.join(",")))
    })
}

/// Calls with too many or too few arguments.
fn calls(scope: &Scope<'_>, formula: &Formula, arities: &mut Arities) -> Vec<Diagnostic> {
    let source = scope.document.source();
    let mut wrong = Vec::new();
    for node in &formula.nodes {
        let FormulaKind::Call { function, arguments: given } = &node.kind else { continue };
        let wanted = Wanted::One(NameKind::Function);
        let Some(found) = scope.find_known(wanted, &function.text, function.span.start) else { continue };
        let key = (found.document.source().name().to_owned(), found.definition.place.start);
        let arity = *arities.entry(key).or_insert_with(|| Some(arguments(scope, &found)?.len()));
        let plural = |count: usize| format!("{count} argument{}", if count == 1 { "" } else { "s" });
        if let Some(arity) = arity.filter(|arity| *arity != given.len()) {
            let message = format!("`${}` has {}, not {}", function.text, plural(arity), given.len());
            let error =
                Diagnostic::error(source, function.span, message).label(format!("{} here", plural(given.len())));
            wrong.push(error.help("the arguments are the free variables of its definition, in alphabetical order"));
        }
    }
    wrong
}

/// What is said of a name that nothing has.
fn unknown(scope: &Scope<'_>, one: &Use, suggests: bool) -> Option<Diagnostic> {
    let Wanted::One(kind) = one.wanted else { return None };
    if scope.is_open || scope.document.sections()[one.command].command.is_none() {
        return None;
    }
    let (sign, hint) = match kind {
        NameKind::Function => ("$", "define it first, with `def` or `reg`"),
        NameKind::Word => ("", "define it first, with `word` or `promote`"),
        NameKind::Morphism => ("", "define it first, with `morphism`"),
        NameKind::Game => ("", "define it first, with `game`"),
        // A macro is an error of the formula; a sequence may be a word or function that was mistyped.
        NameKind::Macro | NameKind::Sequence | NameKind::Claim | NameKind::Variable => return None,
        NameKind::System => return unknown_system(scope, one),
    };
    if scope.find_known(one.wanted, &one.name, one.place.start).is_some() || is_made(kind, &one.name) {
        return None;
    }
    let others = if suggests || scope.known_besides.is_some() { scope.other_names(kind) } else { Vec::new() };
    if others.iter().any(|name| **name == *one.name) {
        return None;
    }
    let source = scope.document.source();
    // With its `$`, as everywhere.
    let before = source.text()[..one.place.start].ends_with(['$', '.']);
    let place = Span::new(one.place.start - usize::from(before), one.place.end);
    let error = Diagnostic::error(source, place, format!("unknown {} `{sign}{}`", kind.title(), one.name));
    if let Some(later) = scope.find(one.wanted, &one.name, one.place.start) {
        let line = later.document.source().position(later.definition.place.start).line;
        return Some(
            error.label(format!("defined only at line {line}")).help("move the definition before its first use"),
        );
    }
    let known = if suggests { scope.all(one.wanted, one.place.start) } else { Vec::new() };
    let names = known.iter().map(|found| &*found.definition.name).chain(others.iter().map(String::as_str));
    Some(match nearest(&one.name, names) {
        Some(near) => error.meant(format!("{sign}{near}")),
        None => error.label("not defined").help(hint),
    })
}

/// Whether filbert makes what has this name when it is named: `shift_cubic3`.
fn is_made(kind: NameKind, name: &str) -> bool {
    kind == NameKind::Function && name.starts_with("shift_")
}

fn unknown_system(scope: &Scope<'_>, one: &Use) -> Option<Diagnostic> {
    /// What names of generated systems begin with.
    const FAMILIES: [&str; 7] = ["bonacci", "cubic", "wythoff", "neg_", "msd", "lsd", "0"];
    let is_number = one.name.bytes().all(|byte| byte.is_ascii_digit());
    if is_number || FAMILIES.iter().any(|family| one.name.starts_with(family)) {
        return None;
    }
    let names = scope.other_names(NameKind::System);
    let known = scope.all(one.wanted, one.place.start);
    let known = known.iter().map(|found| &*found.definition.name).chain(names.iter().map(String::as_str));
    let known: Vec<&str> = known.collect();
    if known.contains(&&*one.name) || scope.find_known(one.wanted, &one.name, one.place.start).is_some() {
        return None;
    }
    let error =
        Diagnostic::error(scope.document.source(), one.place, format!("unknown numeration system `{}`", one.name));
    Some(match nearest(&one.name, known) {
        Some(near) => error.meant(near),
        None => error.label("there is no system with this name"),
    })
}
