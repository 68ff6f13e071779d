//! Notation on a page: Unicode for signs, indices as such. What is a variable or a link there, the page's script says,
//! for whom it is asked: marking up each of them would take most of a page.

use crate::report::svg::escaped;
use crate::syntax::ast::{Comparison, Connective, Quantifier};

use super::{Dialect, GREEK, Mark, numbered};

/// HTML in which nothing but indices is marked up.
#[derive(Clone, Copy, Debug)]
pub struct Html;

impl Dialect for Html {
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
        if digits.is_empty() { stem } else { format!("{stem}<sub>{digits}</sub>") }
    }

    fn name(&self, name: &str) -> String {
        escaped(name)
    }
}
