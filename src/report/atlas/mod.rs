//! The first page of the atlas: a table for each kind of entry, a row an entry, a column a property.
//!
//! Style and script are in the page, which loads nothing. Without the script it shows all rows.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::page::head;

const OWN_STYLE: &str = include_str!("atlas.css");
const SCRIPT: &str = include_str!("atlas.js");
/// The title of the page.
const TITLE: &str = "Atlas of automatic words and games";

/// What a property is, of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is proved.
    Holds,
    /// It is refuted.
    Fails,
    /// It was not decided within the limits.
    Undecided,
    /// It cannot be stated of this entry.
    Refused,
}

impl Verdict {
    /// A sign, and what it means.
    fn sign(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Verdict::Holds => ("●", "holds", "yes"),
            Verdict::Fails => ("○", "fails", "no"),
            Verdict::Undecided => ("?", "undecided", "not decided"),
            Verdict::Refused => ("–", "refused", "cannot be stated"),
        }
    }
}

/// A property, and what it means that it holds.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: String,
}

/// An entry.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Its page, if it is made by now.
    pub made: Option<MadeRow>,
}

/// What is known of an entry with a page.
#[derive(Clone, Debug)]
pub struct MadeRow {
    /// The first letters or P-positions.
    pub first: String,
    /// What each property is, in the order of the columns.
    pub verdicts: Vec<Verdict>,
    /// How many theorems its page has.
    pub theorems: usize,
    /// Names of entries with the same automaton.
    pub same: Vec<String>,
    /// Names of others that its facts speak of.
    pub related: Vec<String>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it lists.
    pub title: &'static str,
    /// The properties.
    pub columns: Vec<Column>,
    /// The entries.
    pub rows: Vec<Row>,
}

/// The page.
pub fn page(tables: &[Table], version: &str) -> String {
    let rows = tables.iter().map(|table| table.rows.len()).sum::<usize>();
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            (head(TITLE, None, &[OWN_STYLE]))
            body {
                header {
                    h1 { (TITLE) }
                    p {
                        "Each row is a word or a game, each column a property. "
                        @for verdict in [Verdict::Holds, Verdict::Fails, Verdict::Undecided, Verdict::Refused] {
                            span class={ "key " (verdict.sign().1) } { (verdict.sign().0) " " (verdict.sign().2) } " "
                        }
                        "A name leads to a page with the definition, the automaton, each theorem and its certificate."
                    }
                    (controls(tables, rows))
                }
                main { @for table in tables { (self::table(table)) } }
                footer.origin { p { "Made by filbert " (version) "." } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    whole.into_string()
}

fn controls(tables: &[Table], rows: usize) -> Markup {
    html! {
        form role="search" {
            label { "Search " input #search type="search" autocomplete="off" placeholder="name, letters, morphism"; }
            label { "Property " select #property {
                option value="" { "any" }
                @for (number, table) in tables.iter().enumerate().filter(|(_, table)| !table.rows.is_empty()) {
                    optgroup label=(table.title) {
                        @for (column, property) in table.columns.iter().enumerate() {
                            option value={ (number) "." (column) } { (words(&property.name)) }
                        }
                    }
                }
            } }
            label { "Verdict " select #verdict {
                @for verdict in [Verdict::Holds, Verdict::Fails, Verdict::Undecided, Verdict::Refused] {
                    option value=(verdict.sign().1) { (verdict.sign().2) }
                }
            } }
            output #shown for="search property verdict" aria-live="polite" { (rows) " entries" }
        }
    }
}

/// A name as people read it.
fn words(name: &str) -> String {
    name.replace('_', " ")
}

fn table(table: &Table) -> Markup {
    html! {
        @if !table.rows.is_empty() {
            section {
                h2 { (table.title) }
                div.scroll tabindex="0" role="region" aria-label=(table.title) {
                    table {
                        thead {
                            tr {
                                th scope="col" { "Name" }
                                @for column in &table.columns {
                                    th.property scope="col" title=(column.about) { span { (words(&column.name)) } }
                                }
                                th.property scope="col" { span { "theorems" } }
                                th scope="col" { "Begins with" }
                            }
                        }
                        tbody { @for row in &table.rows { (self::row(row, table)) } }
                    }
                }
            }
        }
    }
}

fn row(row: &Row, table: &Table) -> Markup {
    html! {
        tr id=(row.name) data-about=(row.about) {
            @match &row.made {
                None => {
                    th scope="row" title=(row.about) { (row.name) }
                    td colspan=(table.columns.len() + 2) { "not made yet" }
                }
                Some(made) => {
                    th scope="row" { a href={ (row.name) "/index.html" } title=(row.about) { (row.name) } }
                    @for (verdict, column) in made.verdicts.iter().zip(&table.columns) {
                        @let (sign, class, meaning) = verdict.sign();
                        td class=(class) { a href=(anchor(row, column, *verdict)) title={ (words(&column.name)) ": " (meaning) } { (sign) } }
                    }
                    td.count { (made.theorems) }
                    td.first {
                        code { (made.first) }
                        @if !made.same.is_empty() { " the same as " (names(&made.same)) }
                        @if !made.related.is_empty() { " related: " (names(&made.related)) }
                    }
                }
            }
        }
    }
}

/// Where a property is on the page of an entry; the page itself if it is not there.
fn anchor(row: &Row, column: &Column, verdict: Verdict) -> String {
    match verdict {
        Verdict::Refused => format!("{}/index.html", row.name),
        _ => format!("{0}/index.html#{0}-{1}", row.name, column.name),
    }
}

/// Links to rows of this page.
fn names(names: &[String]) -> Markup {
    html! { @for (number, name) in names.iter().enumerate() { @if number > 0 { ", " } a href={ "#" (name) } { (name) } } }
}
