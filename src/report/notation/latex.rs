//! Notation in the mathematics of LaTeX, of which nothing needs a package.

use crate::syntax::ast::{Comparison, Connective, Quantifier};

use super::{Dialect, GREEK, Mark, numbered};

/// LaTeX, to stand between `$` and `$`.
#[derive(Clone, Copy, Debug)]
pub struct Latex;

impl Dialect for Latex {
    fn mark(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::Connective(Connective::And) => r" \land ",
            Mark::Connective(Connective::Or) => r" \lor ",
            Mark::Connective(Connective::Xor) => r" \oplus ",
            Mark::Connective(Connective::Implies) => r" \Rightarrow ",
            Mark::Connective(Connective::Iff) => r" \Leftrightarrow ",
            Mark::Comparison(Comparison::Equal) => " = ",
            Mark::Comparison(Comparison::NotEqual) => r" \ne ",
            Mark::Comparison(Comparison::Less) => " < ",
            Mark::Comparison(Comparison::LessEqual) => r" \le ",
            Mark::Comparison(Comparison::Greater) => " > ",
            Mark::Comparison(Comparison::GreaterEqual) => r" \ge ",
            Mark::Not => r"\lnot ",
            Mark::Reversed => r"^{\mathsf R}",
            Mark::That => r"\colon ",
            Mark::Gap => r"\,",
            Mark::To => r" \to ",
            Mark::Defined => r" \;:\Longleftrightarrow\; ",
            Mark::Plus => " + ",
            Mark::Minus => " - ",
            Mark::Negative => "-",
            Mark::Times => r" \cdot ",
            Mark::Over => "/",
            Mark::Open => "(",
            Mark::Close => ")",
            Mark::Comma => ", ",
            Mark::FloorOpen => r"\lfloor ",
            Mark::FloorClose => r" \rfloor",
            Mark::IndexOpen => "_{",
            Mark::IndexClose => "}",
        }
    }

    fn quantifier(&self, quantifier: Quantifier) -> String {
        match quantifier {
            Quantifier::Exists => r"\exists ".into(),
            Quantifier::ForAll => r"\forall ".into(),
            Quantifier::Infinitely => r"\exists^{\infty} ".into(),
            Quantifier::Exactly(1) => r"\exists!\, ".into(),
            Quantifier::Exactly(k) => format!(r"\exists^{{={k}}} "),
            Quantifier::AtLeast(k) => format!(r"\exists^{{\ge {k}}} "),
            Quantifier::AtMost(k) => format!(r"\exists^{{\le {k}}} "),
        }
    }

    fn variable(&self, name: &str) -> String {
        let (stem, digits) = numbered(name);
        let stem = match stem {
            greek if GREEK.iter().any(|(spelled, _)| *spelled == greek) => format!(r"\{greek}"),
            one if one.chars().count() == 1 => escaped(one),
            several => format!(r"\mathit{{{}}}", escaped(several)),
        };
        if digits.is_empty() { stem } else { format!("{stem}_{{{digits}}}") }
    }

    fn name(&self, name: &str) -> String {
        if name.len() == 1 { escaped(name) } else { format!(r"\mathrm{{{}}}", escaped(name)) }
    }
}

/// A name or a number in which LaTeX reads nothing special.
pub(in crate::report) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '_' | '$' | '%' | '&' | '#' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out += r"\textbackslash{}",
            '~' => out += r"\textasciitilde{}",
            '^' => out += r"\textasciicircum{}",
            c => out.push(c),
        }
    }
    out
}
