//! Sequences from equations: `s(0)=0, s(1)=1, s(2*n)=s(n), s(2*n+1)=s(n)+s(n+1)`.
//!
//! That the equations have one solution is seen by arithmetic: every number is given, or is `a*n+b` in an equation
//! whose own values on the right are at smaller numbers. The solution is computed at the first numbers, a
//! representation guessed from these values, and proved by checking every equation for all n. So the result is the
//! sequence that they define, however it was guessed; more values are taken until it is found. A value that is given
//! wins over an equation.
//!
//! Costs an exact value at each of up to some thousand numbers, and for each equation the comparison of two
//! representations. Gives up where values grow faster than every power of n, where no representation is small, and
//! where the factors `a` have too large a common multiple.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::automata::Rational;
use crate::script::outcome::CommandError;
use crate::sequences::{Finding, Sequence, Shape, Unproved, guess_sequence};
use crate::syntax::ast::{Name, SequenceId, SequenceKind, SequenceTerm, TermId, TermKind};
use crate::syntax::{Diagnostic, Source, Span, parse_formula_in, parse_term_in};

use super::terms::{Terms, Variable};

/// How many values are computed, one number after another being tried.
const VALUES: [usize; 4] = [40, 160, 640, 2_500];
/// The power of n beyond which values are taken to grow faster than every power.
const LARGEST_POWER: u64 = 40;
/// Numbers up to which it is seen that all are defined.
const MOST_CHECKED: i64 = 1_000_000;

type Equations = SequenceTerm<Vec<(SequenceId, SequenceId)>>;

/// `a*n + b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    a: i64,
    b: i64,
}

impl Line {
    fn at(self, n: i64) -> i64 {
        self.a * n + self.b
    }
}

/// `s(a*n+b) = right`, for n from `from` on.
struct Rule {
    left: Line,
    right: SequenceId,
    from: i64,
}

/// The sequence that equations define.
pub(super) fn defined(
    terms: Terms<'_>,
    name: &Name,
    variables: &[Name],
    whole: Span,
    equations: &Equations,
) -> Result<Sequence, CommandError> {
    let mut system = System::read(terms, name, variables, equations)?;
    system.determine_all(whole)?;
    let mut values: Vec<Rational> = Vec::new();
    for most in VALUES {
        system.compute(&mut values, most)?;
        let guessed = guess_sequence(&values, &system.terms.system, system.terms.budget);
        let Some(guessed) = guessed.map_err(|why| system.terms.error(whole, why))? else { continue };
        if system.holds(name, &guessed.sequence)? {
            return Ok(guessed.sequence);
        }
    }
    let known: Vec<String> = values.iter().take(12).map(ToString::to_string).collect();
    Err(CommandError::Unfinished(format!(
        "the equations define {}, .., and no linear representation of the first {} values satisfies them",
        known.join(", "),
        values.len()
    )))
}

struct System<'a, 't> {
    terms: Terms<'a>,
    equations: &'t Equations,
    name: &'t str,
    variable: Variable,
    given: BTreeMap<i64, SequenceId>,
    rules: Vec<Rule>,
    /// The indices of calls, by node.
    lines: BTreeMap<usize, Line>,
}

impl<'a, 't> System<'a, 't> {
    fn read(
        terms: Terms<'a>,
        name: &'t Name,
        variables: &[Name],
        equations: &'t Equations,
    ) -> Result<System<'a, 't>, CommandError> {
        let source = terms.source;
        let [variable] = variables else {
            let message = "equations define sequences of one variable";
            return Err(Diagnostic::error(source, variables[1].span, message).into());
        };
        let mut system = System {
            terms,
            equations,
            name: &name.text,
            variable: variable.text.clone(),
            given: BTreeMap::new(),
            rules: Vec::new(),
            lines: BTreeMap::new(),
        };
        for (at, node) in equations.nodes.iter().enumerate() {
            match &node.kind {
                SequenceKind::Call { indices, .. } => {
                    let line = system.line(indices, node.span)?;
                    system.lines.insert(at, line);
                }
                SequenceKind::Variable(other) if other.text != system.variable => {
                    let message = format!("`{}` is not the variable of `{}`", other.text, name.text);
                    return Err(Diagnostic::error(source, node.span, message).into());
                }
                SequenceKind::Word(..) | SequenceKind::Count(..) | SequenceKind::Sum(..) => {
                    return Err(Diagnostic::error(source, node.span, "equations cannot contain words, counts or sums")
                        .help("give it a name first, with `sequence`")
                        .into());
                }
                _ => {}
            }
        }
        for &(left, right) in &equations.top {
            system.add(left, right)?;
        }
        Ok(system)
    }

    fn wrong(&self, id: SequenceId, message: impl Into<String>) -> CommandError {
        Diagnostic::error(self.terms.source, self.equations[id].span, message).into()
    }

    fn add(&mut self, left: SequenceId, right: SequenceId) -> Result<(), CommandError> {
        let SequenceKind::Call { sequence, .. } = &self.equations[left].kind else {
            return Err(self.wrong(left, "an equation begins with a value of the sequence"));
        };
        if *sequence.text != *self.name {
            return Err(self.wrong(left, format!("this equation is one of `{}`", sequence.text)));
        }
        let line = self.lines[&left.0];
        if line.a == 0 {
            if line.b < 0 || self.given.insert(line.b, right).is_some() {
                return Err(self.wrong(left, "this value is given twice, or is before 0"));
            }
            return Ok(());
        }
        if line.a < 0 || line.b < 0 {
            return Err(self.wrong(left, "the left side is at k*n+c for natural numbers k, c"));
        }
        // From where on all own values on the right stand at smaller natural numbers.
        let mut from = 0;
        for id in self.own_calls(right) {
            let own = self.lines[&id.0];
            let too_far = || self.wrong(id, "this value is not at a smaller number than the left side");
            if own.a < 0 || own.a > line.a || (own.a == line.a && own.b >= line.b) || (own.a == 0 && own.b < 0) {
                return Err(too_far());
            }
            if own.a < line.a {
                // own.a n + own.b < line.a n + line.b.
                from = from.max((own.b - line.b).div_euclid(line.a - own.a) + 1);
            }
            if own.a > 0 {
                from = from.max((-own.b + own.a - 1).div_euclid(own.a));
            }
        }
        self.rules.push(Rule { left: line, right, from });
        Ok(())
    }

    /// The nodes below one that are values of the sequence itself.
    fn own_calls(&self, root: SequenceId) -> Vec<SequenceId> {
        let (mut open, mut found) = (vec![root], Vec::new());
        while let Some(id) = open.pop() {
            match &self.equations[id].kind {
                SequenceKind::Call { sequence, .. } if *sequence.text == *self.name => found.push(id),
                kind => open.extend(super::terms::children(kind)),
            }
        }
        found
    }

    /// The index of a call as a*n+b.
    fn line(&self, indices: &[Span], span: Span) -> Result<Line, CommandError> {
        let source: &Source = self.terms.source;
        let wrong = |message: &str| -> CommandError {
            Diagnostic::error(source, span, message).label("expected k*n+c, as in `s(2*n+1)`").into()
        };
        let [index] = indices else { return Err(wrong("a sequence that equations define has one index")) };
        let term = parse_term_in(source, *index, &self.terms.session.names, self.terms.system.name())?;
        let small = |n: Option<i64>| n.filter(|n| n.abs() <= 1 << 20);
        let read = |id: TermId, done: &BTreeMap<usize, Line>| -> Option<Line> {
            let line = |id: &TermId| done.get(&id.place()).copied();
            Some(match &term[id].kind {
                TermKind::Variable(name) if **name == *self.variable => Line { a: 1, b: 0 },
                TermKind::Number(n) => Line { a: 0, b: small(n.to_i64())? },
                TermKind::Add(x, y) => {
                    let (x, y) = (line(x)?, line(y)?);
                    Line { a: small(Some(x.a + y.a))?, b: small(Some(x.b + y.b))? }
                }
                TermKind::Subtract(x, y) => {
                    let (x, y) = (line(x)?, line(y)?);
                    Line { a: small(Some(x.a - y.a))?, b: small(Some(x.b - y.b))? }
                }
                TermKind::Multiply(x, y) => {
                    let (x, y) = (line(x)?, line(y)?);
                    let (factor, other) =
                        if x.a == 0 { (x.b, y) } else { (if y.a == 0 { y.b } else { return None }, x) };
                    Line { a: small(Some(factor * other.a))?, b: small(Some(factor * other.b))? }
                }
                TermKind::Variable(_)
                | TermKind::Letter(_)
                | TermKind::Negate(_)
                | TermKind::Divide(..)
                | TermKind::Word { .. } => return None,
            })
        };
        let mut done = BTreeMap::new();
        for at in 0..=term.root.place() {
            if let Some(line) = read(TermId::at(at), &done) {
                done.insert(at, line);
            }
        }
        done.get(&term.root.place()).copied().ok_or_else(|| wrong("this index is not of the form k*n+c"))
    }

    /// The rule and its n that define the value at a number that is not given.
    fn rule_at(&self, number: i64) -> Option<(&Rule, i64)> {
        self.rules.iter().find_map(|rule| {
            let n = (number - rule.left.b).div_euclid(rule.left.a);
            (number >= rule.left.b && rule.left.at(n) == number && n >= rule.from).then_some((rule, n))
        })
    }

    /// Checks that every number is given or has a rule: beyond all thresholds that depends on remainders alone.
    fn determine_all(&self, whole: Span) -> Result<(), CommandError> {
        let threshold = self.rules.iter().map(|rule| rule.left.at(rule.from)).max().unwrap_or(0);
        let period = self.rules.iter().fold(1i64, |period, rule| num_integer::lcm(period, rule.left.a));
        let given = self.given.keys().max().map_or(0, |last| last + 1);
        let most = threshold.max(given).saturating_add(period);
        if self.rules.is_empty() || most > MOST_CHECKED {
            let message =
                "these equations do not define a value for every number, or checking that takes too many numbers";
            return Err(Diagnostic::error(self.terms.source, whole, message).into());
        }
        match (0..most).find(|number| !self.given.contains_key(number) && self.rule_at(*number).is_none()) {
            None => Ok(()),
            Some(number) => Err(Diagnostic::error(
                self.terms.source,
                whole,
                format!("these equations do not define `{}({number})`", self.name),
            )
            .help("give the value, as in `s(0)=1`, or an equation whose right side is at smaller numbers")
            .into()),
        }
    }

    /// Computes values up to so many.
    fn compute(&self, values: &mut Vec<Rational>, most: usize) -> Result<(), CommandError> {
        for number in values.len()..most {
            let number = number as i64;
            let (right, n) = match (self.given.get(&number), self.rule_at(number)) {
                (Some(&right), _) => (right, number),
                (None, Some((rule, n))) => (rule.right, n),
                (None, None) => unreachable!("every number was seen to be defined"),
            };
            let value = self.number(right, n, values)?;
            // A linear representation is worth at most a power of n.
            let most = LARGEST_POWER * u64::from(64 - number.leading_zeros()) + 256;
            if value.numer().bits() + value.denom().bits() > most {
                return Err(CommandError::Unfinished(format!(
                    "the values grow too fast for a linear representation: {}({number}) has {} bits",
                    self.name,
                    value.numer().bits()
                )));
            }
            values.push(value);
        }
        Ok(())
    }

    /// What a node is worth at n.
    fn number(&self, root: SequenceId, n: i64, values: &[Rational]) -> Result<Rational, CommandError> {
        let mut done: Vec<Rational> = Vec::with_capacity(root.0 + 1);
        for (at, node) in self.equations.nodes[..=root.0].iter().enumerate() {
            let of = |id: &SequenceId| &done[id.0];
            let value = match &node.kind {
                SequenceKind::Number(number) => Rational::from(BigInt::from(number.clone())),
                SequenceKind::Variable(_) => Rational::from(BigInt::from(n)),
                SequenceKind::Call { sequence, .. } if *sequence.text == *self.name => {
                    let place = usize::try_from(self.lines[&at].at(n)).ok();
                    // A node of another equation may stand beyond what is known.
                    place.and_then(|place| values.get(place)).cloned().unwrap_or_default()
                }
                SequenceKind::Call { sequence, .. } => {
                    let place = BigInt::from(self.lines[&at].at(n));
                    match self.terms.session.names.sequence(&sequence.text) {
                        Some(_) if place.is_negative() => Rational::zero(),
                        Some(known) => known.value(&[place], self.terms.budget)?,
                        None => return Err(self.wrong(SequenceId(at), format!("unknown sequence `{}`", sequence.text))),
                    }
                }
                SequenceKind::Negate(a) => -of(a),
                SequenceKind::Add(a, b) => of(a) + of(b),
                SequenceKind::Subtract(a, b) => of(a) - of(b),
                SequenceKind::Multiply(a, b) => of(a) * of(b),
                SequenceKind::Divide(a, b) => match of(b).is_zero() {
                    // Said where the equation is checked.
                    true => Rational::zero(),
                    false => of(a) / of(b),
                },
                SequenceKind::Power(a, exponent) => num_traits::pow(of(a).clone(), *exponent as usize),
                SequenceKind::Word(..) | SequenceKind::Count(..) | SequenceKind::Sum(..) => {
                    unreachable!("refused before")
                }
            };
            done.push(value);
        }
        Ok(done.pop().expect("the root is one"))
    }

    /// Whether a sequence satisfies all equations: each for all n at which its left side is not given.
    fn holds(&mut self, name: &Name, sequence: &Sequence) -> Result<bool, CommandError> {
        let sequences = &mut self.terms.session.names.sequences;
        let before = sequences.insert(name.text.to_string(), std::sync::Arc::new(sequence.clone()));
        let holds = self.all_hold();
        let sequences = &mut self.terms.session.names.sequences;
        match before {
            Some(before) => drop(sequences.insert(name.text.to_string(), before)),
            None => drop(sequences.remove(&*name.text)),
        }
        holds
    }

    fn all_hold(&mut self) -> Result<bool, CommandError> {
        for &(left, right) in &self.equations.top {
            let span = self.equations[left].span;
            let line = self.lines[&left.0];
            let variables = [self.variable.clone()];
            // Where the left side is a value that is given: at one n at most for each.
            let apart: Vec<String> = self
                .given
                .keys()
                .filter(|&&number| line.a > 0 && number >= line.b && (number - line.b) % line.a == 0)
                .map(|number| format!("n!={}", (number - line.b) / line.a))
                .collect();
            let left = self.terms.evaluate(self.equations, left)?;
            let right = self.terms.evaluate(self.equations, right)?;
            let (left, right) = (self.terms.lift(span, &left, &variables)?, self.terms.lift(span, &right, &variables)?);
            let text = if apart.is_empty() { "n>=0".to_owned() } else { apart.join(" & ") };
            let premise = Source::new("equations", text);
            let formula = parse_formula_in(&premise, premise.span(), &(), self.terms.system.name())?;
            let (_, on) = self.terms.session.free_relation(&premise, &formula, self.terms.budget)?;
            match left.compare(Shape::Equal, &right, &std::sync::Arc::new(on), self.terms.budget) {
                Ok(Finding::Holds) => {}
                Ok(_) => return Ok(false),
                Err(Unproved::Sequence(why)) => return Err(self.terms.error(span, why)),
                Err(Unproved::Unknown(tried)) => return Err(CommandError::Unfinished(tried)),
            }
        }
        Ok(true)
    }
}
