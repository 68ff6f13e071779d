//! What an editor may change at a place so that a problem goes away.
//!
//! Most diagnostics know their fix. What lints find is fixed here: by the parentheses that the text is read with, by
//! another name, and by the comment that allows what is meant.

use crate::logic::lints::Lint;
use crate::syntax::{Fix, NameKind, Source, Span, TokenKind, formula_tokens};

use super::diagnose::Problem;
use super::rename::rename;
use super::scope::Scope;

/// Each change that makes a problem go away, the likeliest first.
///
/// ```
/// use filbert::editor::{Document, NoFiles, Scope, diagnose, fixes};
/// use filbert::syntax::Source;
/// let document = Document::new(Source::new("s", "theorem a \"Ax,y x=x\":"), None);
/// let scope = Scope::new(&document, &NoFiles);
/// let found = fixes(&scope, &diagnose(&scope)[0]);
/// assert_eq!(found[0].applied(document.source().text()), "theorem a \"Ax x=x\":");
/// assert_eq!(found[1].replacement, "# filbert: allow unused-variable\n");
/// ```
pub fn fixes(scope: &Scope<'_>, problem: &Problem) -> Vec<Fix> {
    let mut found = problem.diagnostic.fixes().to_vec();
    if let Some(lint) = problem.lint {
        found.extend(of_lint(scope, lint, problem));
        found.extend(allowed(scope, lint, problem.diagnostic.span()));
    }
    found
}

fn of_lint(scope: &Scope<'_>, lint: Lint, problem: &Problem) -> Vec<Fix> {
    let source = scope.document.source();
    let (place, others) = (problem.diagnostic.span(), problem.diagnostic.others());
    let fix = match lint {
        Lint::ChainedImplies | Lint::MixedConnectives => {
            // What is taken together is written so.
            others.first().map(|(left, _)| Fix { span: *left, replacement: format!("({})", source.slice(*left)) })
        }
        Lint::ExistsImplies => return implied(source, place, others.first().map(|(premise, _)| *premise)),
        Lint::UnusedVariable => without_variable(scope, place),
        Lint::ShadowedVariable => renamed(scope, place),
        // A definition may be used in files that are not seen here, where its name would get another meaning.
        Lint::RepeatedName if is_claim(scope, place) => renamed(scope, place),
        Lint::ArgumentOrder
        | Lint::BelowZero
        | Lint::NoSuchValue
        | Lint::RepeatedName
        | Lint::ShippedName
        | Lint::UnknownLint
        | Lint::VacuousPremise => None,
    };
    fix.into_iter().collect()
}

/// Whether the name at a place is that of a claim.
fn is_claim(scope: &Scope<'_>, place: Span) -> bool {
    scope.document.definitions().iter().any(|one| one.place == place && one.kind == NameKind::Claim)
}

/// `E x (P => Q)` with another quantifier, or with another connective.
fn implied(source: &Source, whole: Span, premise: Option<Span>) -> Vec<Fix> {
    let tokens = formula_tokens(source, whole);
    let exists = tokens.first().filter(|token| token.kind == Some(TokenKind::Exists));
    // `E>=2 x` counts: nothing else says so.
    let counts = tokens.get(1).is_some_and(|next| !matches!(next.kind, Some(TokenKind::Identifier)));
    let all = exists.filter(|_| !counts).map(|token| Fix { span: token.span, replacement: "A".into() });
    let implies = premise.and_then(|premise| {
        let mut behind = tokens.iter().filter(|token| token.span.start >= premise.end);
        behind.find(|token| token.kind == Some(TokenKind::Implies))
    });
    let and = implies.map(|token| Fix { span: token.span, replacement: "&".into() });
    all.into_iter().chain(and).collect()
}

/// A quantifier without one of its variables, or a formula without its quantifier.
fn without_variable(scope: &Scope<'_>, name: Span) -> Option<Fix> {
    let source = scope.document.source();
    let quotation = scope.document.quotation_at(name.start)?;
    let tokens = formula_tokens(source, quotation.span);
    let at = tokens.iter().position(|token| token.span == name)?;
    let is_comma = |at: usize| tokens.get(at).is_some_and(|token| token.kind == Some(TokenKind::Comma));
    let span = match (at.checked_sub(1).is_some_and(is_comma), is_comma(at + 1)) {
        (true, _) => Span::new(tokens[at - 1].span.start, name.end),
        (false, true) => Span::new(name.start, tokens[at + 2].span.start),
        (false, false) => {
            let first = tokens[..at].iter().rposition(|token| token.kind.is_some_and(TokenKind::is_quantifier))?;
            Span::new(tokens[first].span.start, tokens.get(at + 1)?.span.start)
        }
    };
    Some(Fix { span, replacement: String::new() })
}

/// The text with another name for what stands at a place, if all changes are in it and it then says the same.
fn renamed(scope: &Scope<'_>, place: Span) -> Option<Fix> {
    let source = scope.document.source();
    let old = source.slice(place);
    let mut names = (1..10).map(|number| format!("{old}_{number}"));
    let (new, places) = names.find_map(|new| Some((new.clone(), rename(scope, place.start, &new, &[]).ok()?)))?;
    if places.is_empty() || places.iter().any(|one| one.source.name() != source.name()) {
        return None;
    }
    let mut spans: Vec<Span> = places.iter().map(|one| one.span).collect();
    spans.sort();
    spans.dedup();
    let whole = Span::new(spans.first()?.start, spans.last()?.end);
    let mut replacement = String::new();
    let mut at = whole.start;
    for span in spans {
        replacement += source.slice(Span::new(at, span.start));
        replacement += &new;
        at = span.end;
    }
    Some(Fix { span: whole, replacement })
}

/// The comment above a command that says that what a lint finds is meant.
fn allowed(scope: &Scope<'_>, lint: Lint, place: Span) -> Option<Fix> {
    if lint == Lint::UnknownLint {
        return None;
    }
    let source = scope.document.source();
    let section = &scope.document.sections()[scope.document.section_at(place.start)?];
    let (start, line) = (section.span.start, source.line_at(section.span.start).start);
    let comment = format!("# filbert: allow {lint}\n");
    match source.slice(Span::new(line, start)).trim().is_empty() {
        true => Some(Fix { span: Span::at(line), replacement: comment }),
        // A command behind another one begins a line of its own.
        false => Some(Fix { span: Span::at(start), replacement: format!("\n{comment}") }),
    }
}
