//! What a call is waiting for while it is typed.

use crate::syntax::{NameKind, PieceKind, Span, TokenKind, Within, command, formula_tokens, place_at};

use super::describe::{arguments, comment, written};
use super::document::{Language, language};
use super::name::Wanted;
use super::scope::Scope;

/// How something is called, and which argument comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The whole: `$phin(n,s)`.
    pub label: String,
    /// Where each argument stands in it, in bytes.
    pub arguments: Vec<(usize, usize)>,
    /// The one that is being typed.
    pub active: usize,
    /// What is said of it.
    pub documentation: String,
}

/// The innermost call that is open at a place, or the form of the command.
///
/// ```
/// use filbert::editor::{Document, NoFiles, Scope, signature_help};
/// use filbert::syntax::Source;
/// let text = "theorem a \"?msd_fib An,s $phin(n,";
/// let document = Document::new(Source::new("s", text), None);
/// let help = signature_help(&Scope::new(&document, &NoFiles), text.len()).expect("a call is open");
/// assert_eq!((help.label.as_str(), help.active), ("$phin(n,s)", 1));
/// ```
pub fn signature_help(scope: &Scope<'_>, at: usize) -> Option<Signature> {
    let source = scope.document.source();
    let text = source.text();
    let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at))?;
    if scope.document.is_statement() {
        return open_call(scope, Span::new(0, at));
    }
    let place = place_at(text, at);
    let hints = place.before.iter().take_while(|(kind, _)| *kind == PieceKind::Bracket).count();
    let pieces = &place.before[hints..];
    let is_formula = matches!(language(source, pieces), Language::Formula | Language::Rule | Language::Template);
    match place.within {
        Within::Quotes(start) if is_formula => open_call(scope, Span::new(start, at)),
        Within::Command | Within::Quotes(_) => {
            let (_, first) = pieces.first().filter(|(_, span)| span.end < at)?;
            let info = command(source.slice(*first))?;
            let documentation = info.help.to_owned();
            Some(Signature { label: info.usage.to_owned(), arguments: Vec::new(), active: 0, documentation })
        }
        Within::Comment => None,
    }
}

fn open_call(scope: &Scope<'_>, span: Span) -> Option<Signature> {
    let source = scope.document.source();
    let tokens = formula_tokens(source, span);
    // Open brackets: the token before each, and the commas in it so far.
    let mut open: Vec<(Option<usize>, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Some(kind) if kind.opens() => open.push((at.checked_sub(1), 0)),
            Some(kind) if kind.closes() => drop(open.pop()),
            Some(TokenKind::Comma) => open.last_mut().into_iter().for_each(|(_, commas)| *commas += 1),
            _ => {}
        }
    }
    let (called, active, kind) = open.iter().rev().find_map(|(before, commas)| {
        let token = &tokens[(*before)?];
        let kind = match token.kind? {
            TokenKind::Function => NameKind::Function,
            TokenKind::Macro => NameKind::Macro,
            TokenKind::Identifier if source.text()[token.span.end..].starts_with('(') => NameKind::Sequence,
            _ => return None,
        };
        Some((token.span, *commas, kind))
    })?;
    let name = source.slice(called).trim_start_matches(['$', '#']);
    let found = scope.find(Wanted::One(kind), name, called.start)?;
    let names = arguments(scope, &found)?;
    let label = written(kind, name, Some(&names));
    let mut start = label.find('(')? + 1;
    let mut places = Vec::new();
    for argument in &names {
        places.push((start, start + argument.len()));
        start += argument.len() + 1;
    }
    Some(Signature { label, arguments: places, active, documentation: comment(&found) })
}

#[cfg(test)]
mod tests {
    use super::super::document::Document;
    use super::super::scope::NoFiles;
    use super::*;
    use crate::syntax::Source;

    fn shown(text: &str) -> Option<(String, usize)> {
        let document = Document::new(Source::new("s", text), None);
        let help = signature_help(&Scope::new(&document, &NoFiles), text.len())?;
        Some((help.label, help.active))
    }

    #[test]
    fn the_innermost_open_call_is_shown() {
        let before = "def f(b,a) \"a<b\": macro m \"%0+%1\": ";
        let of = |text: &str| shown(&format!("{before}{text}"));
        assert_eq!(of("eval \"$f("), Some(("$f(b,a)".into(), 0)));
        assert_eq!(of("eval \"$f(x,(y+1)"), Some(("$f(b,a)".into(), 1)));
        assert_eq!(of("eval \"$f(x,#m(y,"), Some(("#m(%0,%1)".into(), 1)));
        assert_eq!(of("eval \"$f(x,T[y"), Some(("$f(b,a)".into(), 1)));
        assert_eq!(of("eval \"$f(x,y) & ("), None);
        assert!(of("kernel P ").expect("a command").0.starts_with("kernel NAME of GAME"));
        assert_eq!(of("# kernel "), None);
    }
}
