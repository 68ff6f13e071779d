//! One result after another, each as a piece of HTML, for a page that shows them as they come.
//!
//! Pieces look like the items of a [`Page`](super::Page), and need its styles and what stands once on it. A link leads
//! to `#line`, the number of the line that a result is about, and what makes the place its own: `#line7-3`.

use std::collections::BTreeMap;
use std::path::Path;

use maud::{Markup, html};

use super::PICTURES;
use super::item::{Content, Item, Maker, SIDES};
use super::links::Places;
use super::markup;
use super::shared::once_on_a_page;
use crate::budget::Budget;
use crate::report::object::Object;
use crate::report::svg::{AUTOMATON_STYLE, BOARD_STYLE};
use crate::report::text;
use crate::script::{Effect, Entry, Run, Saved};

/// Makes pieces of one script, as long as there is room for pictures.
#[derive(Debug)]
pub struct Pieces {
    name: String,
    maker: Maker,
    /// Places so far.
    places: usize,
}

impl Pieces {
    /// Of a script of this name. Each object is drawn within the limits.
    pub fn new(name: &Path, limits: crate::script::Limits) -> Pieces {
        Pieces { name: name.display().to_string(), maker: Maker::new(PICTURES, limits), places: 0 }
    }

    /// What stands once on the page: the styles of pieces, and what their pictures have in common.
    pub fn shared() -> (String, String) {
        ([markup::STYLE, AUTOMATON_STYLE, BOARD_STYLE].join("\n"), once_on_a_page(&SIDES))
    }

    /// What an entry shows; nothing for one that is for other programs.
    pub fn html(&mut self, entry: &Entry) -> String {
        match entry {
            Entry::Shown { name, line, run } => self.shown(name, *line, run).into_string(),
            Entry::Note(note) => html! { p.missing { "Note: " (note) } }.into_string(),
            Entry::Uncertified(why) => html! { p.missing { "Note: no certificate: " (why) } }.into_string(),
            entry => {
                let mut items = self.maker.of_entry(entry, &BTreeMap::new());
                let pieces: String = items.iter_mut().map(|item| self.item(item).into_string()).collect();
                pieces + &files(entry).into_string()
            }
        }
    }

    fn item(&mut self, item: &mut Item) -> Markup {
        self.places += 1;
        // There is no column for it.
        if let Content::Object { board, pictures, .. } = &mut item.content
            && let Some(board) = board.take()
        {
            pictures.insert(0, board);
        }
        item.id = format!("line{}-{}", item.line.unwrap_or_default(), self.places);
        markup::item(item, &self.name, &Places::default())
    }

    /// An answer, and a picture of what it is if no name will have one.
    fn shown(&mut self, name: &str, line: usize, run: &Run) -> Markup {
        let title = match &run.effect {
            Effect::Relation(names, _) | Effect::Words(names, _) => names.join(", "),
            _ => String::new(),
        };
        // A line has no name that could be drawn under.
        let object = is_line(name).then(|| self.object_of(&run.effect)).flatten();
        let drawn = object.map(|object| self.maker.object(&title, Some(line), String::new(), &object, false));
        let pictures = drawn.as_ref().and_then(|item| match &item.content {
            Content::Object { pictures, table, .. } => Some((pictures, table)),
            _ => None,
        });
        html! {
            article.statement.shown {
                header {
                    h4 { @if name.is_empty() { "line " (line) } @else { (name) } }
                    a href={ "#line" (line) } { (self.name) ":" (line) }
                }
                pre.note { (text::answer(run).trim_end()) }
                @if let Some((pictures, table)) = pictures {
                    (markup::pictures(pictures.iter(), table.as_deref()))
                }
            }
        }
    }

    fn object_of(&self, effect: &Effect) -> Option<Object> {
        let budget: Budget = self.maker.budget();
        match effect {
            Effect::Relation(names, relation) => Some(Object::of_relation(relation).called(names)),
            Effect::Words(names, language) => Some(Object::of_language(language, &budget).ok()?.called(names)),
            _ => None,
        }
    }
}

/// Whether a result is called by the line on which it stands: names have no blanks.
fn is_line(name: &str) -> bool {
    name.contains(' ')
}

/// The files for other programs that a command made.
fn files(entry: &Entry) -> Markup {
    let saved = if let Entry::Made(made) = entry { &made.saved[..] } else { &[] };
    html! {
        @for one in saved {
            @if let Saved::File(name, text) = one {
                details.object { summary { b { (name) } " " span.about { "a file for other programs" } } pre.note { (text) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{Limits, Options, prove_source};
    use crate::syntax::Source;

    fn pieces(script: &str) -> String {
        let options = Options { objects: true, given: Some([].into_iter().collect()), ..Options::default() };
        let mut pieces = Pieces::new(Path::new("a.prf"), Limits::default());
        let source = Source::new("a.prf", script);
        prove_source(&source, None, &options).iter().map(|entry| pieces.html(entry)).collect()
    }

    #[test]
    fn a_piece_leads_to_its_line_and_its_text_stays_text() {
        let html = pieces("# <b>&\ntheorem t \"?msd_fib Ax,y x<y\" from \"<script>\":\ntheorem u \"x<\":");
        assert!(html.contains("href=\"#line2-1\">a.prf:2<") && html.contains("counterexample: x = 0, y = 0"), "{html}");
        assert!(html.contains("&lt;b&gt;&amp;") && !html.contains("<b>") && !html.contains("<script"), "{html}");
        assert!(html.contains("ERROR"), "{html}");
    }

    #[test]
    fn what_has_no_name_is_drawn_with_its_answer_and_what_has_one_once() {
        let unnamed = pieces("eval \"?msd_fib y=x+1\":");
        assert!(unnamed.contains("line 1") && unnamed.matches("class=\"automaton\"").count() == 1, "{unnamed}");
        let named = pieces("eval next \"?msd_fib y=x+1\":");
        assert!(named.contains("$next") && named.matches("class=\"automaton\"").count() == 1, "{named}");
        assert!(pieces("help star;").contains("star NAME A;"));
        assert!(pieces("eval rows n \"x<n\":").contains("rows.json"));
    }
}
