//! The page as HTML. Everything that comes from a script is escaped by `maud`; only pictures are written as they are.

use std::collections::BTreeMap;
use std::time::Duration;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::diagnostic::diagnostic;
use super::item::SIDES;
use super::item::{Content, Item, Note, Picture, Standing};
use super::links::Places;
use super::shared::once_on_a_page;
use super::{Heading, Origin, Part};
use crate::report::notation::{self, Html};
use crate::report::svg::{AUTOMATON_STYLE, BOARD_STYLE};
use crate::report::units::duration;
use crate::script::Totals;
use crate::syntax::Diagnostic;

/// How a page looks.
pub(super) const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Nothing is loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// How a page says who made it.
pub(super) const GENERATOR: &str = r#"<meta name="generator" content="filbert">"#;
/// The title of a page.
pub(super) const TITLE: &str = "Theorems proved by filbert";

pub(super) fn page(
    heading: &Heading,
    papers: &BTreeMap<String, Vec<Part>>,
    titles: &BTreeMap<String, String>,
    totals: &Totals,
    time: Duration,
    version: &str,
) -> String {
    let title = |paper: &str| match (paper, titles.get(paper)) {
        ("", _) if papers.len() == 1 => "Theorems".to_owned(),
        ("", _) => "Without a source".to_owned(),
        (paper, Some(title)) => format!("{paper}: {title}"),
        (paper, None) => paper.to_owned(),
    };
    let places = Places::of(papers, heading.roots());
    // What cites nothing stands last.
    let order = || papers.iter().filter(|(paper, _)| !paper.is_empty()).chain(papers.get_key_value(""));
    let statements = |parts: &[Part]| {
        let items = parts.iter().flat_map(|part| &part.items);
        items.filter(|item| matches!(item.content, Content::Statement { .. })).count()
    };
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            (head(heading.title.as_deref().unwrap_or(TITLE), heading.author.as_deref(), &[AUTOMATON_STYLE, BOARD_STYLE]))
            body {
                (PreEscaped(once_on_a_page(&SIDES)))
                a.skip href="#theorems" { "Skip to the theorems" }
                header {
                    h1 { (heading.title.as_deref().unwrap_or("Theorems")) }
                    @if let Some(author) = &heading.author { p.author { (author) } }
                    @if !heading.links.is_empty() {
                        p.links { @for (place, name) in &heading.links { a href=(place) { (name) } " " } }
                    }
                    @if let Some((about, lines)) = &heading.about { p { (about) } pre.note { (lines) } }
                    p.totals {
                        @if totals.kernels == 0 || totals.hold > 0 { (figure(totals.hold, "holds", "hold", "holds")) }
                        (figure(totals.fail, "fails", "fail", "fails"))
                        (figure(totals.kernels, "kernel proved", "kernels proved", "kernels"))
                        (figure(totals.false_kernels, "kernel fails", "kernels fail", "fails"))
                        (figure(totals.undecided, "undecided or unreadable", "undecided or unreadable", "undecided"))
                        (figure(totals.unfinished, "unfinished file", "unfinished files", "undecided"))
                        span { (duration(time)) }
                    }
                    (controls(&order().map(|(paper, _)| (key(paper), title(paper))).collect::<Vec<_>>()))
                }
                nav aria-label="Papers" hidden[papers.len() == 1] {
                    ol {
                        @for (number, (paper, parts)) in order().enumerate() {
                            li data-of=(key(paper)) { a href={ "#paper" (number) } { (title(paper)) } " " span.count { (statements(parts)) } }
                        }
                    }
                }
                main #theorems {
                    @for (number, (paper, parts)) in order().enumerate() {
                        section.paper id={ "paper" (number) } data-paper=(key(paper)) {
                            h2 { (title(paper)) }
                            @for part in parts { (self::part(part, &places, &heading.origin)) }
                        }
                    }
                    p #none hidden { "No matches. " button type="button" #reset { "Show all" } }
                }
                (origin(&heading.origin, version))
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    whole.into_string()
}

/// The head of a page that loads nothing, with these styles behind that of all pages.
pub(in crate::report) fn head(title: &str, author: Option<&str>, styles: &[&str]) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            (PreEscaped(GENERATOR))
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            title { (title) }
            @if let Some(author) = author { meta name="author" content=(author); }
            style { (PreEscaped(STYLE)) @for style in styles { (PreEscaped(style)) } }
        }
    }
}

/// What chooses and changes what is shown: `papers` are keys and titles.
fn controls(papers: &[(&str, String)]) -> Markup {
    html! {
        form role="search" {
            label { "Search " input #search type="search" autocomplete="off" placeholder="name, formula, theorem"; }
            label { "Verdict " select #verdict {
                option value="" { "all" }
                option value="holds" { "as claimed" }
                option value="fails" { "not as claimed" }
                option value="undecided" { "undecided or unreadable" }
            } }
            label { "Paper " select #paper {
                option value="" { "all" }
                @for (key, title) in papers { option value=(key) { (title) } }
            } }
            label { input #notation type="checkbox" autocomplete="off"; " mathematical notation" }
            output #shown for="search verdict paper" aria-live="polite" {}
        }
    }
}

/// What a filter calls a paper, or the lack of one.
fn key(paper: &str) -> &str {
    if paper.is_empty() { "-" } else { paper }
}

fn figure(count: usize, one: &str, many: &str, class: &str) -> Markup {
    html! { @if count > 0 || class == "holds" { span class=(class) { b { (count) } " " (if count == 1 { one } else { many }) } } }
}

/// When the page was made, by which command, of which scripts.
fn origin(origin: &Origin, version: &str) -> Markup {
    html! {
        footer.origin {
            p {
                "Made by filbert " (version)
                @if let Some(day) = &origin.day { " on " time datetime=(day) { (day) } }
                "."
            }
            @if let Some(command) = &origin.command { p { "Command: " code { (command) } } }
            @match (&origin.scripts[..], &origin.hash) {
                ([_], Some(hash)) => p { "SHA-256 of the script: " code { (hash) } },
                (several, Some(hash)) => p { "SHA-256 of what " code { "sha256sum" } " prints of the " (several.len()) " scripts: " code { (hash) } },
                _ => {}
            }
        }
    }
}

/// The statements of a file, beside the boards of its kernels; then what it defines.
fn part(part: &Part, places: &Places, origin: &Origin) -> Markup {
    let is_object = |item: &&Item| matches!(item.content, Content::Object { .. } | Content::Definition(_));
    let (objects, statements): (Vec<&Item>, Vec<&Item>) = part.items.iter().partition(is_object);
    let boards: Vec<(&Item, &Picture)> = part.items.iter().filter_map(|item| Some((item, board(item)?))).collect();
    let hash = origin.scripts.iter().find(|(path, _)| *path == part.path).map(|(_, hash)| hash);
    let path = places.local(&part.path);
    html! {
        section.file {
            h3 { code { (path) } }
            @if let Some(place) = &part.certificate { a.certificate href=(place) { "certificate" } }
            @if let Some(hash) = hash { span.hash title=(hash) { "SHA-256 " (hash[..12]) "…" } }
            div.beside[!boards.is_empty()] {
                @if !boards.is_empty() {
                    aside tabindex="0" aria-label={ "Boards of " (path) } {
                        @for (item, board) in boards { (beside(item, board)) }
                    }
                }
                div.results {
                    @for item in statements { (self::item(item, &part.path, places)) }
                    @if !objects.is_empty() {
                        h4 { "Definitions" }
                        @for item in objects { (self::item(item, &part.path, places)) }
                    }
                }
            }
        }
    }
}

/// The board of a kernel.
fn board(item: &Item) -> Option<&Picture> {
    match &item.content {
        Content::Object { board, .. } => board.as_ref(),
        _ => None,
    }
}

/// A board that stands beside theorems, under the name of its kernel.
fn beside(item: &Item, board: &Picture) -> Markup {
    match board {
        Picture::Drawn(svg, what) => html! {
            figure { (PreEscaped(svg)) figcaption { (what) ": " a href={ "#" (item.id) } { (item.name) } } }
        },
        Picture::Missing(why) => html! { p.missing { (why) } },
    }
}

/// Pictures of an object, and its automaton as a table.
pub(super) fn pictures<'a>(pictures: impl Iterator<Item = &'a Picture>, table: Option<&str>) -> Markup {
    html! {
        div.pictures { @for picture in pictures { (self::picture(picture)) } }
        @if let Some(table) = table {
            details { summary { "The automaton as a table" } pre.note { (table) } }
        }
    }
}

fn picture(picture: &Picture) -> Markup {
    match picture {
        Picture::Drawn(svg, what) => html! { figure tabindex="0" { (PreEscaped(svg)) figcaption { (what) } } },
        Picture::Missing(why) => html! { p.missing { (why) } },
    }
}

/// Names of the lints that found something.
fn badges(item: &Item) -> Markup {
    html! {
        @for found in &item.findings {
            " " em.badge.denied[found.denied] { (if found.denied { "DENIED " } else { "" }) (found.lint) }
        }
    }
}

/// What lints found.
fn findings(item: &Item, path: &str, places: &Places) -> Markup {
    html! {
        @for found in &item.findings { div.finding { (placed(&found.diagnostic, path, places)) } }
    }
}

/// A diagnostic, and its file where that is another one.
fn placed(found: &Diagnostic, path: &str, places: &Places) -> Markup {
    html! {
        @if found.source_name() != path { div.place { (places.local(found.source_name())) ":" (found.position()) } }
        (diagnostic(found))
    }
}

fn note(note: &Note, path: &str, places: &Places) -> Markup {
    match note {
        Note::Text(text) => html! { pre.note { (places.local(text)) } },
        Note::Wrong(found) => placed(found, path, places),
    }
}

/// One result, in a file of this path.
pub(super) fn item(item: &Item, path: &str, places: &Places) -> Markup {
    let file = path.rsplit('/').next().unwrap_or(path);
    let place = item.line.map(|line| format!("{file}:{line}"));
    let id = &item.id;
    let comment = html! { @if !item.comment.is_empty() { p.comment { (item.comment) } } };
    let text = html! {
        pre { (places.linked(&item.text, path, id)) }
        @if let Some(written) = &item.written { p { (PreEscaped(notation::written(written, &Html))) } }
    };
    let permalink = html! {
        a href={ "#" (id) } {
            @match &place { Some(place) => (place), None => (file) }
        }
    };
    match &item.content {
        Content::Statement { verdict, standing, figures, notes, is_checked } => {
            let standing = match standing {
                Standing::Holds => "holds",
                Standing::Fails => "fails",
                Standing::Undecided => "undecided",
            };
            html! {
                article.statement id=(id) data-verdict=(standing) {
                    header {
                        em { (verdict) }
                        (badges(item))
                        h4 { (item.name) }
                        @if !item.place.is_empty() { cite { (item.place) } }
                        @if !figures.is_empty() { small { (figures) @if *is_checked { " · checked" } } }
                        (permalink)
                    }
                    (comment)
                    (text)
                    @for note in notes { (self::note(note, path, places)) }
                    (findings(item, path, places))
                }
            }
        }
        Content::Object { about, first, pictures, table, is_kernel, .. } => html! {
            details.object id=(id) open[*is_kernel] {
                summary { b { (item.name) } " " span.about { (about) } (badges(item)) }
                header { (permalink) }
                (comment)
                (text)
                (findings(item, path, places))
                @if let Some(first) = first { pre.note { (first) } }
                (self::pictures(pictures.iter(), table.as_deref()))
            }
        },
        Content::Definition(values) => html! {
            article.object.definition id=(id) {
                header { (badges(item)) h4 { (item.name) } (permalink) }
                (comment)
                (text)
                (findings(item, path, places))
                @if let Some(values) = values { div.pictures { (picture(values)) } }
            }
        },
        Content::Lint => html! {
            div.lint id=(id) {
                header {
                    em { (if item.findings.iter().any(|found| found.denied) { "DENIED" } else { "WARNING" }) }
                    h4 { (item.name) }
                    (permalink)
                }
                (findings(item, path, places))
            }
        },
        Content::Error(notes) => html! {
            article.statement id=(id) data-verdict="undecided" {
                header { em { "ERROR" } h4 { (item.name) } (permalink) }
                @for note in notes { (self::note(note, path, places)) }
            }
        },
    }
}
