//! Notation on a page: Unicode for signs, indices as such, names as links.

use crate::report::svg::escaped;
use crate::syntax::ast::{Comparison, Connective, Quantifier};

use super::{Dialect, GREEK, Mark, numbered};

/// HTML; a function tells where a name leads.
pub struct Html<'a> {
    place: &'a dyn Fn(&str) -> Option<String>,
}

impl<'a> Html<'a> {
    /// `place` gives the address that the name of a function or a word leads to, if any.
    pub fn new(place: &'a dyn Fn(&str) -> Option<String>) -> Html<'a> {
        Html { place }
    }
}

impl Dialect for Html<'_> {
    fn mark(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::Connective(Connective::And) => " ∧ ",
            Mark::Connective(Connective::Or) => " ∨ ",
            Mark::Connective(Connective::Xor) => " ⊕ ",
            Mark::Connective(Connective::Implies) => " ⇒ ",
            Mark::Connective(Connective::Iff) => " ⇔ ",
            Mark::Comparison(Comparison::Equal) => " = ",
            Mark::Comparison(Comparison::NotEqual) => " ≠ ",
            Mark::Comparison(Comparison::Less) => " &lt; ",
            Mark::Comparison(Comparison::LessEqual) => " ≤ ",
            Mark::Comparison(Comparison::Greater) => " &gt; ",
            Mark::Comparison(Comparison::GreaterEqual) => " ≥ ",
            Mark::Not => "¬",
            Mark::Reversed => "<sup>R</sup>",
            Mark::That => ": ",
            Mark::Gap => " ",
            Mark::To => " → ",
            Mark::Defined => " :⇔ ",
            Mark::Plus => " + ",
            Mark::Minus => " − ",
            Mark::Negative => "−",
            Mark::Times => " · ",
            Mark::Over => "/",
            Mark::Open => "(",
            Mark::Close => ")",
            Mark::Comma => ",",
            Mark::FloorOpen => "⌊",
            Mark::FloorClose => "⌋",
            Mark::IndexOpen => "<sub>",
            Mark::IndexClose => "</sub>",
        }
    }

    fn quantifier(&self, quantifier: Quantifier) -> String {
        match quantifier {
            Quantifier::Exists => "∃".into(),
            Quantifier::ForAll => "∀".into(),
            Quantifier::Infinitely => "∃<sup>∞</sup>".into(),
            Quantifier::Exactly(1) => "∃!".into(),
            Quantifier::Exactly(k) => format!("∃<sup>={k}</sup>"),
            Quantifier::AtLeast(k) => format!("∃<sup>≥{k}</sup>"),
            Quantifier::AtMost(k) => format!("∃<sup>≤{k}</sup>"),
        }
    }

    fn variable(&self, name: &str) -> String {
        let (stem, digits) = numbered(name);
        let greek = GREEK.iter().find(|(spelled, _)| *spelled == stem).map(|(_, letter)| *letter);
        let stem = escaped(greek.unwrap_or(stem));
        if digits.is_empty() { format!("<i>{stem}</i>") } else { format!("<i>{stem}</i><sub>{digits}</sub>") }
    }

    fn name(&self, name: &str) -> String {
        let shown = if name.len() == 1 { format!("<i>{}</i>", escaped(name)) } else { escaped(name) };
        match (self.place)(name) {
            Some(place) => format!("<a href=\"#{}\">{shown}</a>", escaped(&place)),
            None => shown,
        }
    }
}
