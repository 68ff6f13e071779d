//! What there is to say of a name: how it is used, what stands above its definition, what is known once it is computed.

use std::fmt::Write;
use std::sync::Arc;

use crate::budget::Budget;
use crate::logic::Environment;
use crate::report::{object::Object, system};
use crate::script::{Names, comment_above};
use crate::syntax::{NameKind, PieceKind, Span, full_system_name, parse_formula, parse_rule};
use crate::words::Indexed;

use super::document::{Document, Language};
use super::name::Wanted;
use super::scope::{Found, Scope};

/// Tuples and letters that are shown.
const SHOWN: usize = 12;
/// Characters of a definition that are shown.
const LONGEST: usize = 600;

/// What the arguments of a definition are called, in their order; nothing if that cannot be told.
pub fn arguments(scope: &Scope<'_>, found: &Found<'_>) -> Option<Vec<Arc<str>>> {
    let Found { document, definition, .. } = found;
    let section = &document.sections()[definition.command];
    let text = |span: Span| document.source().slice(span);
    let inside = |written: &str| -> Vec<Arc<str>> {
        let list = written.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')).map_or("", |(list, _)| list);
        list.split(',').map(|name| name.trim().into()).collect()
    };
    let (kind, place) = *section.pieces.get(1)?;
    match (section.keyword.as_str(), definition.kind) {
        ("def", _) if kind == PieceKind::Called => Some(inside(text(place))),
        ("def" | "eval", _) => {
            let span = document.quoted_in(definition.command, Language::Formula)?;
            Some(parse_formula(document.source(), span, scope).ok()?.free_variables())
        }
        ("reg", _) => {
            let alphabets = section.pieces[2..].iter().take_while(|(kind, _)| *kind != PieceKind::Quoted);
            Some(alphabets.map(|(_, span)| text(*span).into()).collect())
        }
        ("kernel" | "guess" | "grundy" | "outcomes", _) => {
            let of = section.pieces.iter().position(|(_, span)| text(*span) == "of")?;
            let game = text(section.pieces.get(of + 1)?.1);
            let own = document.definitions().iter().find(|one| one.kind == NameKind::Game && *one.name == *game);
            let own = own.map(|definition| Found { document, definition, is_shipped: false });
            let game = own.or_else(|| scope.find(Wanted::One(NameKind::Game), game, usize::MAX))?;
            let rule = game.document.quoted_in(game.definition.command, Language::Rule)?;
            let rule = parse_rule(game.document.source(), rule, scope).ok()?;
            Some(rule.position.into_iter().map(|name| name.text).collect())
        }
        (_, NameKind::Macro) => {
            let template = text(document.quoted_in(definition.command, Language::Template)?);
            let count =
                (0..10).rev().find(|number| template.contains(&format!("%{number}"))).map_or(0, |last| last + 1);
            Some((0..count).map(|number| format!("%{number}").into()).collect())
        }
        ("sequence", _) => {
            let names = section.pieces[2..].iter().take_while(|(kind, _)| *kind == PieceKind::Name);
            let names: Vec<Arc<str>> = names.map(|(_, span)| text(*span).into()).collect();
            (names.first().is_some_and(|first| **first != *"from")).then_some(names)
        }
        ("word", _) => {
            let brackets = section.pieces[2..].iter().take_while(|(kind, _)| *kind == PieceKind::Bracket);
            let names: Vec<Arc<str>> =
                brackets.map(|(_, span)| text(*span).trim_matches(['[', ']']).trim().into()).collect();
            Some(if names.is_empty() { vec!["n".into()] } else { names })
        }
        ("promote", _) => Some(vec!["n".into()]),
        ("recursion", _) => Some(vec!["n".into(), "y".into()]),
        _ => None,
    }
}

/// How a name is used: `$phin(n,s)`, `T[n]`, `#twice(%0)`.
pub fn signature(scope: &Scope<'_>, found: &Found<'_>) -> String {
    let definition = found.definition;
    let arguments = arguments(scope, found);
    written(definition.kind, &definition.name, arguments.as_deref())
}

/// How a name of this kind is used with these arguments; without them dots or `n` take their place.
pub(super) fn written(kind: NameKind, name: &str, arguments: Option<&[Arc<str>]>) -> String {
    let list = arguments.map_or("...".to_owned(), |names| names.join(","));
    match kind {
        NameKind::Function | NameKind::Macro | NameKind::Sequence => format!("{}({list})", kind.written(name)),
        NameKind::Word => {
            let dot = if name.starts_with(['A', 'E', 'I']) { "." } else { "" };
            let indices: String = match arguments {
                Some(names) => names.iter().map(|name| format!("[{name}]")).collect(),
                None => "[n]".to_owned(),
            };
            format!("{dot}{name}{indices}")
        }
        _ => name.to_owned(),
    }
}

/// The comment above a definition, without what silences lints.
pub fn comment(found: &Found<'_>) -> String {
    let start = found.document.sections()[found.definition.command].span.start;
    let above = comment_above(found.document.source().text(), start);
    above.lines().filter(|line| !line.starts_with("filbert:")).collect::<Vec<_>>().join("\n")
}

/// Where a definition stands, for people.
pub fn place(document: &Document, span: Span) -> String {
    let source = document.source();
    format!("{}:{}", source.name(), source.position(span.start).line)
}

/// All that is known of a definition without running it, in Markdown.
pub fn definition(scope: &Scope<'_>, found: &Found<'_>) -> String {
    let Found { document, definition, is_shipped } = found;
    let section = &document.sections()[definition.command];
    let mut out = format!("```filbert\n{}\n```\n", signature(scope, found));
    let title = definition.kind.title();
    match is_shipped {
        true => writeln!(out, "{title}, shipped with filbert\n"),
        false => writeln!(out, "{title}, {}\n", place(document, definition.place)),
    }
    .expect("a string takes all");
    let comment = comment(found);
    if !comment.is_empty() {
        writeln!(out, "{comment}\n").expect("a string takes all");
    }
    let text = document.source().slice(section.span);
    let cut = text.char_indices().nth(LONGEST).map(|(at, _)| at);
    let dots = if cut.is_some() { " ..." } else { "" };
    writeln!(out, "```filbert\n{}{dots}\n```", &text[..cut.unwrap_or(text.len())]).expect("a string takes all");
    out
}

/// What an object that is computed or stored is: size, tracks, first values, in Markdown. A definition that has not run
/// is not run for it.
pub fn computed(names: &Names, kind: NameKind, name: &str, budget: &Budget) -> Option<String> {
    let shown = |object: Object| {
        let list = object.list(SHOWN);
        let first: Vec<&str> = list.lines().take(3).map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let first = if first.is_empty() { String::new() } else { format!("\n\n```text\n{}\n```", first.join("\n")) };
        format!("{}{first}\n", object.about())
    };
    match kind {
        NameKind::Function => {
            let function = names.function(name)?.ok()?;
            Some(shown(Object::of_function(&function, budget).ok()?))
        }
        NameKind::Word => {
            let word: Indexed = names.word(name)?.ok()?;
            Some(shown(Object::Word(word)))
        }
        NameKind::System => {
            let found = names.system(&full_system_name(name)?).ok()?;
            Some(format!("```text\n{}```\n", system::system(&found)))
        }
        _ => None,
    }
}
