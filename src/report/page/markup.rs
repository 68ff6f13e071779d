//! The page as HTML. Everything that comes from a script is escaped by `maud`; only pictures are written as they are.

use std::collections::BTreeMap;
use std::time::Duration;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::item::SIDES;
use super::item::{Content, Item, Picture, Standing};
use super::links::Places;
use super::shared::once_on_a_page;
use super::{Heading, Part};
use crate::report::notation::{self, Html};
use crate::report::svg::{AUTOMATON_STYLE, BOARD_STYLE};
use crate::report::units::duration;
use crate::script::Totals;

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
        ("", _) => "Without a source".to_owned(),
        (paper, Some(title)) => format!("{paper}: {title}"),
        (paper, None) => paper.to_owned(),
    };
    let places = Places::of(papers);
    // What cites nothing stands last.
    let order = || papers.iter().filter(|(paper, _)| !paper.is_empty()).chain(papers.get_key_value(""));
    let statements = |parts: &[Part]| {
        let items = parts.iter().flat_map(|part| &part.items);
        items.filter(|item| matches!(item.content, Content::Statement { .. })).count()
    };
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content="filbert";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { @match &heading.title { Some(title) => (title), None => (PreEscaped(TITLE)) } }
                @if let Some(author) = &heading.author { meta name="author" content=(author); }
                style { (PreEscaped(STYLE)) (PreEscaped(AUTOMATON_STYLE)) (PreEscaped(BOARD_STYLE)) }
            }
            body {
                (PreEscaped(once_on_a_page(&SIDES)))
                a.skip href="#theorems" { "To the theorems" }
                header {
                    h1 { (heading.title.as_deref().unwrap_or("Theorems")) }
                    @if let Some(author) = &heading.author { p.author { (author) } }
                    p.totals {
                        (figure(totals.hold, "holds", "hold", "holds"))
                        (figure(totals.fail, "fails", "fail", "fails"))
                        (figure(totals.undecided, "not decided or read", "not decided or read", "undecided"))
                        (figure(totals.unfinished, "file not proved to its end", "files not proved to their end", "undecided"))
                        span { (duration(time)) }
                        span { "filbert " (version) }
                    }
                    (controls(&order().map(|(paper, _)| (key(paper), title(paper))).collect::<Vec<_>>()))
                }
                nav aria-label="Papers" {
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
                            @for part in parts { (self::part(part, &places)) }
                        }
                    }
                    p #none hidden { "Nothing fits. " button type="button" #reset { "Show all" } }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    whole.into_string()
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
                option value="undecided" { "not decided or read" }
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

/// The statements of a file, then what it defines.
fn part(part: &Part, places: &Places) -> Markup {
    let is_object = |item: &&Item| matches!(item.content, Content::Object { .. } | Content::Definition(_));
    let (objects, statements): (Vec<&Item>, Vec<&Item>) = part.items.iter().partition(is_object);
    html! {
        section.file {
            h3 { code { (part.path) } }
            @if let Some(place) = &part.certificate { a.certificate href=(place) { "certificate" } }
            @for item in statements { (self::item(item, &part.path, places)) }
            @if !objects.is_empty() {
                h4 { "Definitions" }
                @for item in objects { (self::item(item, &part.path, places)) }
            }
        }
    }
}

/// Pictures of an object, and its automaton as a table.
pub(super) fn pictures(pictures: &[Picture], table: Option<&str>) -> Markup {
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
                        h4 { (item.name) }
                        @if !item.place.is_empty() { cite { (item.place) } }
                        @if !figures.is_empty() { small { (figures) @if *is_checked { " · checked" } } }
                        (permalink)
                    }
                    (comment)
                    (text)
                    @for note in notes { pre.note { (note) } }
                }
            }
        }
        Content::Object { about, first, pictures, table, is_kernel } => html! {
            details.object id=(id) open[*is_kernel] {
                summary { b { (item.name) } " " span.about { (about) } }
                header { (permalink) }
                (comment)
                (text)
                @if let Some(first) = first { pre.note { (first) } }
                (self::pictures(pictures, table.as_deref()))
            }
        },
        Content::Definition(values) => html! {
            article.object.definition id=(id) {
                header { h4 { (item.name) } (permalink) }
                (comment)
                (text)
                @if let Some(values) = values { div.pictures { (picture(values)) } }
            }
        },
        Content::Lint(denied) => html! {
            div.lint {
                header { em { (if *denied { "DENIED" } else { "WARNING" }) } h4 { (item.name) } (permalink) }
                pre.note { (item.text) }
            }
        },
        Content::Error => html! {
            article.statement id=(id) data-verdict="undecided" {
                header { em { "ERROR" } h4 { (item.name) } (permalink) }
                pre.note { (item.text) }
            }
        },
    }
}
