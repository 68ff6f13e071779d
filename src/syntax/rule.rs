//! The rule of a game: `?msd_fib p,q -> r,s : MOVE`, its terminal positions and its measure.

use std::sync::Arc;

use super::ast::{Formula, Name};
use super::diagnostic::Diagnostic;
use super::formula::parse_tokens;
use super::lexer::Kind;
use super::macros::Macros;
use super::name::{is_variable, name_length};
use super::scanner::{Token, scan_in};
use super::source::{Source, Span};
use super::system::{DEFAULT_SYSTEM, full_system_name};

/// A rule as written.
#[derive(Clone, Debug)]
pub struct RuleSpec {
    /// Full name of the numeration system of the piles.
    pub system: Arc<str>,
    /// The piles of a position.
    pub position: Vec<Name>,
    /// The piles of an option, as many.
    pub option: Vec<Name>,
    /// Which options a position has.
    pub moves: Formula,
}

/// The rule in the text at `span`.
///
/// ```
/// use filbert::syntax::{Source, parse_rule};
/// let source = Source::new("nim", "?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)");
/// let rule = parse_rule(&source, source.span(), &())?;
/// assert_eq!((rule.position.len(), &*rule.option[1].text), (2, "s"));
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_rule(source: &Source, span: Span, macros: &dyn Macros) -> Result<RuleSpec, Diagnostic> {
    let form = "a rule is written `?msd_fib p,q -> r,s : MOVE`";
    let text = source.slice(span);
    let Some(colon) = text.find(':') else {
        return Err(Diagnostic::error(source, span, "a rule without `:` between its piles and its moves").help(form));
    };
    let mut start = text.len() - text.trim_start().len();
    let mut system: Arc<str> = DEFAULT_SYSTEM.into();
    if let Some(rest) = text[start..colon].strip_prefix('?') {
        let length = name_length(rest);
        let place = Span::new(span.start + start, span.start + start + 1 + length);
        system = full_system_name(&rest[..length]).ok_or_else(|| {
            Diagnostic::error(source, place, "this names no numeration system").label("expected a name like `?msd_fib`")
        })?;
        start += 1 + length;
    }
    let head = &text[start..colon];
    let Some(arrow) = head.find("->") else {
        let place = Span::new(span.start + start, span.start + colon);
        return Err(Diagnostic::error(source, place, "no `->` between a position and its option").help(form));
    };
    let position = names(source, &head[..arrow], span.start + start)?;
    let option = names(source, &head[arrow + 2..], span.start + start + arrow + 2)?;
    if position.len() != option.len() {
        let message = format!("a position of {} and an option of {} piles", position.len(), option.len());
        return Err(Diagnostic::error(source, Span::new(span.start + start, span.start + colon), message).help(form));
    }
    for (i, name) in position.iter().chain(&option).enumerate() {
        if let Some(first) = position.iter().chain(&option).take(i).find(|earlier| earlier.text == name.text) {
            return Err(Diagnostic::error(source, name.span, format!("`{}` stands for two piles", name.text))
                .also(first.span, "first here"));
        }
    }
    let body = Span::new(span.start + colon + 1, span.end);
    let moves = parse_tokens(source, body, &scan_in(source, body, macros, &system)?)?;
    Ok(RuleSpec { system, position, option, moves })
}

/// The names of piles between commas.
fn names(source: &Source, text: &str, offset: usize) -> Result<Vec<Name>, Diagnostic> {
    let mut names = Vec::new();
    let mut at = offset;
    for part in text.split(',') {
        let name = part.trim();
        let start = at + (part.len() - part.trim_start().len());
        let place = Span::new(start, start + name.len());
        if !is_variable(name) {
            return Err(Diagnostic::error(source, place, "expected the name of a pile")
                .help("the piles are variables: names that do not begin with `A`, `E` or `I`"));
        }
        names.push(Name { text: name.into(), span: place });
        at += part.len() + 1;
    }
    Ok(names)
}

/// The formula of the terminal positions in the text at `span`, read in the system of the rule.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_terminal(source: &Source, span: Span, macros: &dyn Macros, system: &str) -> Result<Formula, Diagnostic> {
    parse_tokens(source, span, &scan_in(source, span, macros, system)?)
}

/// The terms between the commas of the text at `span`, each as the formula that it is 0.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_measure(
    source: &Source,
    span: Span,
    macros: &dyn Macros,
    system: &str,
) -> Result<Vec<Formula>, Diagnostic> {
    let mut formulas = Vec::new();
    let mut start = span.start;
    for part in source.slice(span).split(',') {
        let place = Span::new(start, start + part.len());
        start += part.len() + 1;
        let mut tokens = scan_in(source, place, macros, system)?;
        let end = Span::at(place.end);
        let token =
            |kind, text: &str| Token { kind, span: end, text: text.into(), system: system.into(), expansion: None };
        tokens.list.extend([token(Kind::Equal, "="), token(Kind::Number, "0")]);
        formulas.push(parse_tokens(source, place, &tokens)?);
    }
    Ok(formulas)
}
