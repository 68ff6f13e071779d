//! Diagnostics as HTML: what is wrong, the lines it speaks of with the places marked, and what to do.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use crate::syntax::{Diagnostic, Source, Span};

/// Characters of a place that are quoted before what is said of it.
const QUOTED: usize = 40;

/// A place that a diagnostic speaks of.
struct Place<'a> {
    span: Span,
    said: &'a str,
    /// Whether it is the one that the message is about.
    is_main: bool,
}

/// The message, the lines with their places, the advice; no severity, which stands above.
pub(super) fn diagnostic(found: &Diagnostic) -> Markup {
    let source = found.text();
    let main = Place { span: found.span(), said: found.note(), is_main: true };
    let others = found.others().iter().map(|(span, said)| Place { span: *span, said, is_main: false });
    let mut lines: BTreeMap<usize, Vec<Place<'_>>> = BTreeMap::new();
    for place in others.chain([main]) {
        lines.entry(source.line_at(place.span.start).start).or_default().push(place);
    }
    let several = found.others().iter().any(|(_, said)| !said.is_empty());
    html! {
        div.diagnostic {
            div.message { (prose(found.message())) }
            @for places in lines.values_mut() { (line(source, places, several)) }
            @for advice in found.advice().unwrap_or_default().lines() { div.help { (prose(advice)) } }
        }
    }
}

/// A line with its places, and what is said of each; of `several` each is quoted first.
fn line(source: &Source, places: &mut [Place<'_>], several: bool) -> Markup {
    places.sort_by_key(|place| (place.span.start, place.span.end));
    let (first, last) = (places[0].span.start, places[places.len() - 1].span.start);
    let whole = source.line_at(first);
    let text = source.text();
    let (end, shown) = (whole.end.max(last), source.excerpt(first, last));
    // A place has at least one character, which may be a blank behind the line.
    let within = |place: &Place<'_>| {
        let next = text[place.span.start..shown.end].chars().next().map_or(0, char::len_utf8);
        Span::new(place.span.start, place.span.end.max(place.span.start + next).min(shown.end))
    };
    let spans: Vec<(Span, bool)> = places.iter().map(|place| (within(place), place.is_main)).collect();
    let cuts: BTreeSet<usize> =
        spans.iter().flat_map(|(span, _)| [span.start, span.end]).chain([shown.start, shown.end]).collect();
    let cuts: Vec<usize> = cuts.into_iter().collect();
    let behind = spans.iter().find(|(span, _)| span.start == span.end);
    html! {
        pre.source data-line=(source.position(first).line) {
            @if shown.start > whole.start { "…" }
            @for piece in cuts.windows(2) {
                @let (piece, at) = (&text[piece[0]..piece[1]], piece[0]);
                @let marks = || spans.iter().filter(|(span, _)| (span.start..span.end).contains(&at));
                @if marks().any(|(_, is_main)| *is_main) { mark { (piece) } }
                @else if marks().next().is_some() { mark.also { (piece) } }
                @else { (piece) }
            }
            @if let Some((_, is_main)) = behind { @if *is_main { mark { " " } } @else { mark.also { " " } } }
            @if shown.end < end { "…" }
        }
        @for place in places.iter().filter(|place| !place.said.is_empty()) {
            div.said.also[!place.is_main] {
                @if several { code { (quoted(source.slice(place.span))) } ": " }
                (prose(place.said))
            }
        }
    }
}

/// The first line of a place, cut if it is long.
fn quoted(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(QUOTED) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// A message, in which code stands between backquotes.
pub(super) fn prose(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    html! {
        @if parts.len().is_multiple_of(2) { (text) } @else {
            @for (at, part) in parts.iter().enumerate() { @if at % 2 == 1 { code { (part) } } @else { (part) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, main: Span, other: Option<Span>) -> String {
        let source = Source::new("s", text);
        let mut found = Diagnostic::error(&source, main, "no `<b>` here").label("not this").help("try `é`");
        if let Some(span) = other {
            found = found.also(span, "nor that");
        }
        diagnostic(&found).into_string()
    }

    #[test]
    fn places_are_marked_and_text_stays_text() {
        let html = shown("first\nx<y & <b>\n", Span::new(12, 15), None);
        assert!(html.contains("<div class=\"message\">no <code>&lt;b&gt;</code> here</div>"), "{html}");
        assert!(
            html.contains("<pre class=\"source\" data-line=\"2\">x&lt;y &amp; <mark>&lt;b&gt;</mark></pre>"),
            "{html}"
        );
        assert!(
            html.contains("<div class=\"said\">not this</div>")
                && html.contains("<div class=\"help\">try <code>é</code>")
        );
    }

    #[test]
    fn two_places_may_share_a_line_overlap_or_stand_behind_the_text() {
        let html = shown("abcdef", Span::new(1, 4), Some(Span::new(2, 6)));
        assert!(html.contains(">a<mark>b</mark><mark>cd</mark><mark class=\"also\">ef</mark></pre>"), "{html}");
        assert!(html.contains("<code>cdef</code>: nor that"), "{html}");
        let html = shown("abc", Span::at(3), None);
        assert!(html.contains(">abc<mark> </mark></pre>"), "{html}");
        assert!(shown("", Span::at(0), None).contains("<mark> </mark></pre>"));
        let html = shown("ab\ncd", Span::new(3, 4), Some(Span::new(0, 1)));
        assert!(html.find("data-line=\"1\"") < html.find("data-line=\"2\""), "{html}");
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let long = format!("{}é{}", "x".repeat(5000), "y".repeat(5000));
        let html = shown(&long, Span::new(5000, 5002), None);
        assert!(html.contains("…x") && html.contains("y…") && html.len() < 900, "{html}");
    }
}
