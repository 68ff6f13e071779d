//! What is shown of the thing at a place: documentation of a command, what a name stands for, what binds a variable.

use crate::budget::Budget;
use crate::script::Names;
use crate::syntax::{NameKind, Span, TokenKind, command, formula_tokens, full_system_name};

use super::describe::{computed, definition};
use super::document::{Document, Language};
use super::known::Known;
use super::name::{Use, Wanted};
use super::scope::{Found, Scope};
use super::system::about;
use super::variable::variable_at;

/// A text about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub span: Span,
    /// In Markdown.
    pub markdown: String,
    /// The name that it is about, if that has a definition which may be run to know more.
    pub name: Option<(NameKind, String)>,
}

/// What stands at a place.
///
/// ```
/// use filbert::editor::{Document, NoFiles, Scope, hover};
/// use filbert::syntax::Source;
/// let document = Document::new(Source::new("s", "# Even.\ndef even \"Ey x=2*y\":\ntheorem a \"Ax $even(2*x)\":"), None);
/// let shown = hover(&Scope::new(&document, &NoFiles), 48).expect("a function stands there");
/// assert!(shown.markdown.contains("$even(x)") && shown.markdown.contains("Even."));
/// ```
pub fn hover(scope: &Scope<'_>, at: usize) -> Option<Hover> {
    let document = scope.document;
    let touches = |span: &Span| span.start <= at && at <= span.end;
    if let Some(one) = document.uses().iter().find(|one| touches(&whole(document, one))) {
        return of_name(scope, one.wanted, &one.name, one.place);
    }
    if let Some(one) = document.definitions().iter().find(|one| touches(&one.place)) {
        let found = Found { document, definition: one, is_shipped: false };
        let mut hover = of_definition(scope, &found, one.place);
        hover.markdown += &facts(scope, one.kind, &one.name, false).unwrap_or_default();
        return Some(hover);
    }
    if let Some(variable) = variable_at(scope, at) {
        let place = *variable.places.iter().find(|place| touches(place))?;
        let bound = match &variable.quantifier {
            Some(quantifier) => format!("bound by `{quantifier}`"),
            None => "free".to_owned(),
        };
        let system = variable.system.filter(|system| !system.is_empty());
        let system = system.map_or(String::new(), |system| format!(", read in `{system}`"));
        let markdown = format!("`{}`: a variable, {bound}{system}", variable.name);
        return Some(Hover { span: place, markdown, name: None });
    }
    if let Some(quotation) = document.quotation_at(at)
        && matches!(quotation.language, Language::Formula | Language::Rule | Language::Template)
    {
        let tokens = formula_tokens(document.source(), quotation.span);
        let token = tokens.iter().find(|token| token.span.start <= at && at < token.span.end)?;
        let written = document.source().slice(token.span);
        if token.kind == Some(TokenKind::System) {
            // A base, which is a number and no name.
            return of_name(scope, Wanted::One(NameKind::System), written.trim_start_matches('?').trim(), token.span);
        }
        let text = sign(token.kind?)?;
        return Some(Hover { span: token.span, markdown: format!("`{written}`: {text}"), name: None });
    }
    let section = &document.sections()[document.section_at(at)?];
    let (_, piece) = section.pieces.iter().find(|(_, span)| touches(span))?;
    let word = document.source().slice(*piece);
    let clauses = ["from", "terminal", "block", "misere", "measure", "right", "of", "given", "upto", "by"];
    if section.pieces[0].1 != *piece && !clauses.contains(&word) {
        return None;
    }
    let info = command(&section.keyword)?;
    Some(Hover { span: *piece, markdown: format!("```filbert\n{}\n```\n{}", info.usage, info.help), name: None })
}

/// Where a name stands, with what belongs to it: the `?` of a system, and the order of its digits.
fn whole(document: &Document, one: &Use) -> Span {
    let before = &document.source().text()[..one.place.start];
    let order = ["msd_", "lsd_"].into_iter().find_map(|order| before.strip_suffix(order)).unwrap_or(before);
    let is_system = matches!(one.wanted, Wanted::One(NameKind::System));
    match order.strip_suffix('?').filter(|_| is_system) {
        Some(rest) => Span::new(rest.len(), one.place.end),
        None => one.place,
    }
}

fn of_definition(scope: &Scope<'_>, found: &Found<'_>, span: Span) -> Hover {
    let name = Some((found.definition.kind, found.definition.name.to_string()));
    Hover { span, markdown: definition(scope, found), name }
}

fn of_name(scope: &Scope<'_>, wanted: Wanted, name: &str, span: Span) -> Option<Hover> {
    if let Some(found) = scope.find(wanted, name, span.start) {
        let mut hover = of_definition(scope, &found, span);
        hover.markdown += &facts(scope, found.definition.kind, name, found.is_shipped).unwrap_or_default();
        return Some(hover);
    }
    let kinds = match wanted {
        Wanted::One(kind) => vec![kind],
        Wanted::Any => vec![NameKind::Function, NameKind::Word],
    };
    kinds.into_iter().find_map(|kind| {
        let system = document_system(scope, kind, span);
        let name = system.as_deref().unwrap_or(name);
        let facts = facts(scope, kind, name, kind == NameKind::System || name.starts_with("shift_"))?;
        let about = if kind == NameKind::System { format!("\n{}", about(name)) } else { String::new() };
        let markdown = format!("```filbert\n{}\n```\n{}\n{facts}{about}", kind.written(name), kind.title());
        Some(Hover { span, markdown, name: None })
    })
}

/// The full name of the system that is named at a place: its digit order stands before the name.
fn document_system(scope: &Scope<'_>, kind: NameKind, span: Span) -> Option<String> {
    let before = &scope.document.source().text()[..span.start];
    let prefix = ["msd_", "lsd_"].iter().find(|prefix| before.ends_with(**prefix)).copied().unwrap_or("");
    let name = scope.document.source().slice(span).trim_start_matches('?').trim();
    (kind == NameKind::System)
        .then(|| full_system_name(&format!("{prefix}{name}")))
        .flatten()
        .map(|name| name.to_string())
}

/// What is known of an object once it is there: in the session, or because filbert ships it.
fn facts(scope: &Scope<'_>, kind: NameKind, name: &str, is_shipped: bool) -> Option<String> {
    let budget = Budget::for_one_object();
    match scope.known_besides.and_then(Known::objects) {
        Some(names) => {
            let is_there = kind != NameKind::Function || is_shipped || names.computed(name).is_some();
            is_there.then(|| computed(names, kind, name, &budget)).flatten()
        }
        None if is_shipped => computed(&Names::standard(), kind, name, &budget),
        None => None,
    }
}

/// What a sign of formulas means.
fn sign(kind: TokenKind) -> Option<&'static str> {
    Some(match kind {
        TokenKind::Exists => "there is a value; `E>=2 x`, `E<=2 x` and `E=2 x` count the values",
        TokenKind::ForAll => "all values",
        TokenKind::Infinitely => "infinitely many values",
        TokenKind::Not => "not",
        TokenKind::Reverse => "the same numbers with their words reversed: flips `msd` and `lsd`",
        TokenKind::And => "and; `&`, `|` and `^` have the same precedence and associate to the left",
        TokenKind::Or => "or; `&`, `|` and `^` have the same precedence and associate to the left",
        TokenKind::Xor => "exclusive or; `&`, `|` and `^` have the same precedence and associate to the left",
        TokenKind::Implies => "implies; associates to the left, binds less tightly than `&`",
        TokenKind::Iff => "if and only if; binds least tightly",
        TokenKind::Over => "the quotient by a constant, rounded down",
        TokenKind::Times => "the product with a constant",
        TokenKind::Minus => "the difference; over natural numbers, a comparison with a negative difference is false",
        TokenKind::Negative => "the negative, in systems that have negative numbers",
        TokenKind::Letter => "a letter of a word, not a number",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::scope::NoFiles;
    use super::*;
    use crate::script::Session;
    use crate::syntax::{Source, parse_script};

    fn shown(text: &str, at: &str) -> String {
        let document = Document::new(Source::new("s", text), None);
        let place = text.find(at).expect("it stands there") + 1;
        hover(&Scope::new(&document, &NoFiles), place).map_or(String::new(), |hover| hover.markdown)
    }

    #[test]
    fn commands_names_variables_and_signs_have_texts() {
        let text = "def even \"?msd_fib Ey x=2*y\":\ntheorem a \"?msd_fib An Es $phin(n,s) & F[n]=@0\" from \"me\":";
        assert!(shown(text, "theorem").contains("Checks that a statement is TRUE"));
        assert!(shown(text, "from").contains("theorem NAME"));
        assert!(shown(text, "even").contains("$even(x)"));
        assert!(shown(text, "x=2").contains("free"));
        assert!(shown(text, "$phin").contains("lower Wythoff") && shown(text, "$phin").contains("7 states"));
        assert!(shown(text, "F[n").contains("Fibonacci word") && shown(text, "F[n").contains("0 1 0 0 1 0 1 0"));
        let base = shown("eval \"?lsd_10 x=1\":", "lsd_10");
        assert!(base.contains("lsd_10") && base.contains("Base 10") && base.contains("least significant"), "{base}");
        for at in ["?msd_fib An", "sd_fib An", "fib An"] {
            let hover = shown(text, at);
            assert!(hover.contains("1 2 3 5 8") && hover.contains("w(n) = w(n-1) + w(n-2)"), "{hover}");
            assert!(hover.contains("Zeckendorf") && hover.contains("docs/numeration.md"), "{hover}");
        }
        assert!(shown(text, "n Es").contains("bound by `A`") && shown(text, "n Es").contains("msd_fib"));
        assert!(shown(text, " & F").contains("and;"));
    }

    #[test]
    fn a_session_knows_how_large_its_functions_are() {
        let source = Source::new("s", "def even \"?msd_fib Ey x=2*y\":\neval \"$even(x)\":");
        let document = Document::new(source.clone(), None);
        let mut session = Session::new();
        let at = source.text().rfind("even").expect("it stands there");
        let markdown = |session: &Session| {
            let scope = Scope::new(&document, &NoFiles).with(session);
            hover(&scope, at).expect("a function").markdown
        };
        assert!(!markdown(&session).contains("states"));
        session.run(&source, &parse_script(&source).0[0]).expect("it runs");
        let shown = markdown(&session);
        assert!(shown.contains("states") && shown.contains("0, 2, 4, 6"), "{shown}");
    }
}
