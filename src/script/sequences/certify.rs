//! What a certificate says of a sequence: a series that is what its equations define, or from which the claim about it
//! can be read off. See `docs/certificates.md`.
//!
//! The claim is decided once more, now with its invariant (`sequences::witness`). Some commands have no series: a
//! checker needs none, or none shows what was found.

use std::fmt::Write;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use crate::automata::{Layout, Letter, Rational, Weighted};
use crate::budget::Budget;
use crate::script::outcome::CommandError;
use crate::script::session::Session;
use crate::sequences::{SequenceError, Unproved};
use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Diagnostic, Source, Span, calls_sequence};

use super::claims::{Asked, Claimed};

/// A series as certificates have it, in whole numbers.
fn written(series: &Weighted, number: usize, layout: &Layout, system: &str) -> String {
    let whole = |below: &BigInt, entry: &Rational| below.lcm(entry.denom());
    let below = |entries: &[Rational]| entries.iter().fold(BigInt::one(), |below, entry| whole(&below, entry));
    let (of_first, of_last) = (below(&series.first), below(&series.last));
    let weights = series.rows.iter().flatten().map(|(_, _, weight)| weight);
    let each = weights.fold(BigInt::one(), |below, entry| whole(&below, entry));
    let names = vec![system; layout.tracks()].join(" ");
    let mut text = format!("series {number}\n{names}\n{} {each} {}\n", series.rows.len(), &of_first * &of_last);
    for ((start, end), row) in series.first.iter().zip(&series.last).zip(&series.rows) {
        let _ = write!(text, "{} {}", start * &of_first, end * &of_last);
        let code = |letter: Letter| {
            let digits = layout.unpack(letter).into_iter().zip(layout.sizes());
            digits.fold(0, |code, (digit, size)| code * size + digit)
        };
        let mut edges: Vec<(u32, usize, &Rational)> = row.iter().map(|(a, q, weight)| (code(*a), *q, weight)).collect();
        edges.sort_unstable_by_key(|edge| (edge.0, edge.1));
        for (letter, target, weight) in edges {
            let _ = write!(text, " {letter} {target} {}", weight * &each);
        }
        text.push('\n');
    }
    text
}

impl Session {
    /// The series that a certificate needs for a command that has run. Nothing, if a checker needs none, or if none shows
    /// what was found.
    ///
    /// # Errors
    /// Why it cannot be found.
    pub(in crate::script) fn series_of_command(
        &mut self,
        source: &Source,
        command: &Command,
        number: usize,
        budget: &Budget,
    ) -> Result<String, CommandError> {
        match &command.kind {
            CommandKind::Sequence { name, body, .. } if calls_sequence(source.slice(body.span), &name.text) => {
                let Some(sequence) = self.sequence(&name.text) else { return Ok(String::new()) };
                let linear = sequence.linear();
                Ok(written(&Weighted::of(linear), number, &linear.layout, sequence.system().name()))
            }
            CommandKind::WordBy { indices, expression, .. }
                if self.speaks_of_sequences(source.slice(expression.span)) =>
            {
                let sequence = self.sequence_of_word(source, indices, *expression, budget)?;
                let values = sequence.which_values(budget).map_err(|why| unproved(source, expression.span, why))?;
                let layout = &sequence.linear().layout;
                let written = values.map(|values| written(&values, number, layout, sequence.system().name()));
                Ok(written.unwrap_or_default())
            }
            CommandKind::Theorem { formula, .. } if self.speaks_of_sequences(source.slice(formula.span)) => {
                let Asked { terms, rest, claimed, variables, on: Some(on) } =
                    Asked::read(self, source, formula.span, budget)?
                else {
                    return Ok(String::new());
                };
                let system = terms.system.name().clone();
                let lift = |amount| terms.lift(rest, amount, &variables);
                let (layout, witness) = match &claimed {
                    Claimed::Compare { shape, left, right, eventually, .. } => {
                        let (left, right) = (lift(left)?, lift(right)?);
                        (left.linear().layout.clone(), left.witness((*shape, *eventually), &right, &on, budget))
                    }
                    Claimed::Bounded(of) | Claimed::FinitelyManyValues(of) => {
                        let of = lift(of)?.restricted(&on, budget).map_err(|why| terms.error(rest, why))?;
                        (of.linear().layout.clone(), of.which_values(budget))
                    }
                };
                let witness = witness.map_err(|why| unproved(source, rest, why))?;
                Ok(witness.map(|found| written(&found, number, &layout, &system)).unwrap_or_default())
            }
            _ => Ok(String::new()),
        }
    }
}

fn unproved(source: &Source, span: Span, why: Unproved) -> CommandError {
    match why {
        Unproved::Sequence(SequenceError::Limit(limit)) => limit.into(),
        why => Diagnostic::error(source, span, why.to_string()).into(),
    }
}
