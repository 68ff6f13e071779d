//! Theorems on sequences: reads the sides and the premise, has `sequences::claim` decide them, and adds the values that
//! a reader wants to see.
//!
//! Their variables are universal, and their system is that of their sequences. The premise is a formula, whose relation
//! is built first; a claim is about the tuples in it alone.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::budget::Budget;
use crate::logic::{Value, Verdict};
use crate::numeration::Relation;
use crate::script::outcome::{CommandError, Effect};
use crate::script::session::Session;
use crate::sequences::{Finding, Sequence, Shape, Unproved, everything, widened};
use crate::syntax::ast::{Comparison, SequenceClaim, SequenceId, SequenceTerm};
use crate::syntax::{
    Diagnostic, NameKind, Source, Span, is_variable, parse_sequence_claim, speaks_of_sequences, system_of_sequences,
};

use super::terms::{Amount, Set, Terms, Variable, tracks, union};

impl Session {
    /// Whether a text speaks of sequences that are known.
    pub(in crate::script) fn speaks_of_sequences(&self, text: &str) -> bool {
        let undecided = &self.names.undecided;
        speaks_of_sequences(text, |name| {
            self.counted.contains_key(name)
                // After a file that is missing any name may be that of a sequence.
                || undecided.is_all() && is_variable(name)
                || undecided.is_left(NameKind::Sequence, name)
        })
    }

    /// The verdict of a claim.
    pub(in crate::script) fn claim_of_sequences(
        &mut self,
        source: &Source,
        span: Span,
        budget: &Budget,
    ) -> Result<Effect, CommandError> {
        let asked = Asked::read(self, source, span, budget)?;
        let Asked { terms, rest, claimed, variables, on: Some(on) } = asked else {
            return Ok(Effect::Verdict(Verdict::new(true, None)));
        };
        let finding = terms.find(rest, &claimed, &variables, &on)?;
        let remarks = terms.remarks(rest, &claimed, &variables, &finding)?;
        *self.remarks.borrow_mut() = remarks;
        Ok(Effect::Verdict(verdict(&finding, &variables)))
    }
}

/// A claim that was read.
pub(super) struct Asked<'a> {
    pub terms: Terms<'a>,
    /// Where it stands, behind the name of a system.
    pub rest: Span,
    pub claimed: Claimed,
    pub variables: Vec<Variable>,
    /// The tuples for which it is claimed; `None` if the premise is false.
    pub on: Option<Arc<Relation>>,
}

impl<'a> Asked<'a> {
    pub fn read(
        session: &'a mut Session,
        source: &'a Source,
        span: Span,
        budget: &'a Budget,
    ) -> Result<Asked<'a>, CommandError> {
        let (system, rest) = system_of_sequences(source, span)?;
        let theorem = parse_sequence_claim(source, rest)?;
        let mut terms = Terms::new(session, source, system, &theorem.claim, budget)?;
        let premise = theorem.premise.map(|span| terms.set(span)).transpose()?;
        let claimed = terms.sides(&theorem.claim)?;
        let mut variables = claimed.variables();
        if let Some(Set::Relation(names, _)) = &premise {
            variables = union(&variables, names);
        }
        if variables.is_empty() {
            // A claim of numbers alone.
            variables = vec!["~".into()];
        }
        let on = terms.where_it_is_claimed(rest, premise, &variables)?;
        Ok(Asked { terms, rest, claimed, variables, on })
    }
}

/// What is claimed, its sides evaluated.
pub(super) enum Claimed {
    /// `left` is at most `right`, or what else `shape` says; where `turned`, it was written on the right.
    Compare {
        shape: Shape,
        left: Amount,
        right: Amount,
        turned: bool,
        eventually: bool,
    },
    Bounded(Amount),
    FinitelyManyValues(Amount),
}

impl Claimed {
    fn variables(&self) -> Vec<Variable> {
        match self {
            Claimed::Compare { left, right, .. } => union(left.variables(), right.variables()),
            Claimed::Bounded(of) | Claimed::FinitelyManyValues(of) => of.variables().to_vec(),
        }
    }
}

impl Terms<'_> {
    fn sides(&mut self, claim: &SequenceTerm<SequenceClaim>) -> Result<Claimed, CommandError> {
        let mut both =
            |a: SequenceId, b: SequenceId| Ok::<_, CommandError>((self.evaluate(claim, a)?, self.evaluate(claim, b)?));
        Ok(match claim.top {
            SequenceClaim::Compare { op, left, right, eventually } => {
                let (shape, (left, right)) = match op {
                    Comparison::Equal => (Shape::Equal, both(left, right)?),
                    Comparison::NotEqual => (Shape::NotEqual, both(left, right)?),
                    Comparison::LessEqual => (Shape::LessEqual, both(left, right)?),
                    Comparison::Less => (Shape::Less, both(left, right)?),
                    Comparison::GreaterEqual => (Shape::LessEqual, both(right, left)?),
                    Comparison::Greater => (Shape::Less, both(right, left)?),
                };
                let turned = matches!(op, Comparison::GreaterEqual | Comparison::Greater);
                Claimed::Compare { shape, left, right, turned, eventually }
            }
            SequenceClaim::Bounded(of) => Claimed::Bounded(self.evaluate(claim, of)?),
            SequenceClaim::FinitelyManyValues(of) => Claimed::FinitelyManyValues(self.evaluate(claim, of)?),
        })
    }

    /// The tuples for which something is claimed; `None` if the premise is false.
    fn where_it_is_claimed(
        &self,
        span: Span,
        premise: Option<Set>,
        variables: &[Variable],
    ) -> Result<Option<Arc<Relation>>, CommandError> {
        Ok(match premise {
            Some(Set::Closed(false)) => None,
            Some(Set::Relation(names, relation)) => {
                if let Some(other) = relation.systems().iter().find(|system| **system != self.system) {
                    let message =
                        format!("the premise is in {}, and the claim in {}", other.name(), self.system.name());
                    return Err(Diagnostic::error(self.source, span, message).into());
                }
                let tracks = tracks(&names, variables);
                let wide = widened(&relation, &tracks, (variables.len(), &self.system), self.budget)?;
                Some(Arc::new(wide))
            }
            Some(Set::Closed(true)) | None => {
                let all = everything(&self.system, variables.len(), self.budget);
                Some(Arc::new(all.map_err(|why| self.error(span, why))?))
            }
        })
    }

    fn find(
        &self,
        span: Span,
        claimed: &Claimed,
        variables: &[Variable],
        on: &Arc<Relation>,
    ) -> Result<Finding, CommandError> {
        let lift = |amount: &Amount| self.lift(span, amount, variables);
        let finding = match claimed {
            Claimed::Compare { shape, left, right, eventually: false, .. } => {
                lift(left)?.compare(*shape, &lift(right)?, on, self.budget)
            }
            Claimed::Compare { shape, left, right, eventually: true, .. } => {
                lift(left)?.compare_eventually(*shape, &lift(right)?, on, self.budget)
            }
            Claimed::Bounded(of) => lift(of)?.is_bounded(on, self.budget),
            Claimed::FinitelyManyValues(of) => lift(of)?.has_finitely_many_values(on, self.budget),
        };
        finding.map_err(|why| match why {
            Unproved::Sequence(why) => self.error(span, why),
            Unproved::Unknown(tried) => CommandError::Unfinished(tried),
        })
    }

    /// What its writer wants to know beside the verdict.
    fn remarks(
        &self,
        span: Span,
        claimed: &Claimed,
        variables: &[Variable],
        finding: &Finding,
    ) -> Result<Vec<String>, CommandError> {
        let at = |numbers: &[BigInt]| {
            let values = variables.iter().zip(numbers).map(|(name, n)| format!("{name} = {n}"));
            values.collect::<Vec<_>>().join(", ")
        };
        Ok(match (finding, claimed) {
            (Finding::HoldsAfter(Some(last)), _) => vec![format!("it last fails at {}", at(last))],
            (Finding::HoldsAfter(None), _) => vec!["it holds everywhere".into()],
            (
                Finding::Fails(numbers) | Finding::FailsForever(numbers),
                Claimed::Compare { left, right, turned, .. },
            ) => {
                let (left, right) = if *turned { (right, left) } else { (left, right) };
                let value = |amount: &Amount| -> Result<String, CommandError> {
                    let sequence: Sequence = self.lift(span, amount, variables)?;
                    Ok(sequence.value(numbers, self.budget)?.to_string())
                };
                let mut told = format!("the left side is {} there, the right side {}", value(left)?, value(right)?);
                if matches!(finding, Finding::FailsForever(_)) {
                    told += "; it fails infinitely often";
                }
                vec![told]
            }
            (Finding::FailsAlong(digits), _) => {
                let letter = |digits: &Vec<u32>| match &digits[..] {
                    [digit] => digit.to_string(),
                    digits => format!("[{}]", digits.iter().map(u32::to_string).collect::<Vec<_>>().join(",")),
                };
                let word: Vec<String> = digits.iter().map(letter).collect();
                vec![format!("it takes infinitely many values as the digits {} repeat within a number", word.join(" "))]
            }
            _ => Vec::new(),
        })
    }
}

fn verdict(finding: &Finding, variables: &[Variable]) -> Verdict {
    let named = |numbers: &[BigInt]| {
        let values = variables.iter().cloned().zip(numbers.iter().cloned().map(Value::from));
        Some(values.filter(|(name, _)| !name.starts_with('~')).collect())
    };
    match finding {
        Finding::Holds | Finding::HoldsAfter(_) => Verdict::new(true, None),
        Finding::Fails(numbers) | Finding::FailsForever(numbers) => Verdict::new(false, named(numbers)),
        Finding::FailsAlong(_) => Verdict::new(false, None),
    }
}
