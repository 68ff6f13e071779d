//! Terms in sequences: every node becomes a number, or a sequence in the variables that stand below it.
//!
//! An index that is no number, as n-1 at n=0, has no value there: the sequence counts as 0.

use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::automata::{Rational, Track};
use crate::budget::Budget;
use crate::logic::{Defined, Environment, decide, define_words, resolve};
use crate::numeration::{Direction, NumerationSystem, Relation};
use crate::script::outcome::CommandError;
use crate::script::session::{Session, word_where_number_expected};
use crate::sequences::{Sequence, SequenceError, widened};
use crate::syntax::ast::{Formula, Name, SequenceId, SequenceKind, SequenceTerm, TermKind};
use crate::syntax::{DEFAULT_SYSTEM, Diagnostic, Source, Span, nearest, parse_formula_in, parse_term_in};
use crate::words::Indexed;

/// A variable.
pub(super) type Variable = Arc<str>;

/// What a node is worth.
#[derive(Clone, Debug)]
pub(super) enum Amount {
    /// One number everywhere.
    Constant(Rational),
    /// Its variables are sorted, one for each of its tracks.
    Sequence(Vec<Variable>, Sequence),
}

impl Amount {
    /// The variables it depends on.
    pub(super) fn variables(&self) -> &[Variable] {
        match self {
            Amount::Constant(_) => &[],
            Amount::Sequence(variables, _) => variables,
        }
    }
}

/// What a formula is.
pub(super) enum Set {
    Closed(bool),
    /// Its variables are sorted.
    Relation(Vec<Variable>, Relation),
}

/// Evaluates terms of one text in one system.
pub(super) struct Terms<'a> {
    pub session: &'a mut Session,
    pub source: &'a Source,
    /// Most significant digit first.
    pub system: Arc<NumerationSystem>,
    pub budget: &'a Budget,
}

impl<'a> Terms<'a> {
    /// In the system that is named, or that of the sequences and words in a term.
    pub(super) fn new<Top>(
        session: &'a mut Session,
        source: &'a Source,
        named: Option<(Arc<str>, Span)>,
        term: &SequenceTerm<Top>,
        budget: &'a Budget,
    ) -> Result<Terms<'a>, CommandError> {
        let mut first: Option<(Arc<NumerationSystem>, Span)> = None;
        for node in &term.nodes {
            let found = match &node.kind {
                SequenceKind::Call { sequence, .. } => {
                    let known = session.sequence_named(source, &sequence.text, sequence.span, budget)?;
                    known.map(|known| known.system().clone())
                }
                SequenceKind::Word(name, _) => {
                    let word = session.names.word(&name.text).and_then(Result::ok);
                    word.and_then(|word| word.tracks().first()?.system().cloned())
                }
                _ => None,
            };
            if first.is_none() {
                first = found.map(|system| (system, node.span));
            }
        }
        let (name, span) = match (named, &first) {
            (Some((name, span)), _) => (name, span),
            (None, Some((system, span))) => (system.name().clone(), *span),
            (None, None) => (DEFAULT_SYSTEM.into(), Span::default()),
        };
        let system = session.msd_system(source, &name, span)?;
        Ok(Terms { session, source, system, budget })
    }

    pub(super) fn error(&self, span: Span, error: SequenceError) -> CommandError {
        match error {
            SequenceError::Limit(limit) => limit.into(),
            SequenceError::Infinite => Diagnostic::error(self.source, span, error.to_string())
                .help("bound the variables that are summed over, as in `i<n`")
                .into(),
            error => Diagnostic::error(self.source, span, error.to_string()).into(),
        }
    }

    /// What a node is worth; children are evaluated before.
    pub(super) fn evaluate<Top>(&mut self, term: &SequenceTerm<Top>, root: SequenceId) -> Result<Amount, CommandError> {
        let mut amounts: Vec<Amount> = Vec::with_capacity(root.0 + 1);
        let mut needed = vec![false; root.0 + 1];
        let mut open = vec![root.0];
        while let Some(at) = open.pop() {
            needed[at] = true;
            open.extend(children(&term.nodes[at].kind).into_iter().map(|id| id.0));
        }
        for (node, needed) in term.nodes[..=root.0].iter().zip(needed) {
            let amount = match needed {
                true => self.node(&node.kind, node.span, &amounts)?,
                false => Amount::Constant(Rational::zero()),
            };
            amounts.push(amount);
        }
        Ok(amounts.pop().expect("the root is one"))
    }

    fn node(&mut self, kind: &SequenceKind, span: Span, done: &[Amount]) -> Result<Amount, CommandError> {
        let done = |id: &SequenceId| &done[id.0];
        let one = Rational::one();
        match kind {
            SequenceKind::Number(n) => Ok(Amount::Constant(Rational::from(BigInt::from(n.clone())))),
            SequenceKind::Variable(name) => {
                let identity = Sequence::identity(&self.system, self.budget).map_err(|why| self.error(span, why))?;
                Ok(Amount::Sequence(vec![name.text.clone()], identity))
            }
            SequenceKind::Call { sequence, indices } => self.call(sequence, indices),
            SequenceKind::Word(name, span) => self.word(name, *span),
            SequenceKind::Count(names, formula) => self.sum(names, *formula, &Amount::Constant(one)),
            SequenceKind::Sum(names, formula, body) => self.sum(names, *formula, done(body)),
            SequenceKind::Negate(of) => self.plus(span, &Amount::Constant(Rational::zero()), done(of), &-one),
            SequenceKind::Add(a, b) => self.plus(span, done(a), done(b), &one),
            SequenceKind::Subtract(a, b) => self.plus(span, done(a), done(b), &-one),
            SequenceKind::Multiply(a, b) => self.times(span, done(a), done(b)),
            SequenceKind::Divide(a, b) => match done(b) {
                Amount::Constant(divisor) if divisor.is_zero() => {
                    Err(Diagnostic::error(self.source, span, "a division by 0").into())
                }
                Amount::Constant(divisor) => self.times(span, done(a), &Amount::Constant(one / divisor)),
                Amount::Sequence(..) => Err(Diagnostic::error(self.source, span, "the divisor must be a number")
                    .help("floors, as in `n/2`, belong in an index: `s(n/2)`")
                    .into()),
            },
            SequenceKind::Power(of, exponent) => {
                let mut power = Amount::Constant(one);
                for _ in 0..*exponent {
                    power = self.times(span, &power, done(of))?;
                }
                Ok(power)
            }
        }
    }

    /// `a + factor * b`.
    fn plus(&mut self, span: Span, a: &Amount, b: &Amount, factor: &Rational) -> Result<Amount, CommandError> {
        if let (Amount::Constant(a), Amount::Constant(b)) = (a, b) {
            return Ok(Amount::Constant(a + factor * b));
        }
        let variables = union(a.variables(), b.variables());
        let (a, b) = (self.lift(span, a, &variables)?, self.lift(span, b, &variables)?);
        let sum = a.plus(&Rational::one(), &b, factor, self.budget).map_err(|why| self.error(span, why))?;
        Ok(Amount::Sequence(variables, sum))
    }

    fn times(&mut self, span: Span, a: &Amount, b: &Amount) -> Result<Amount, CommandError> {
        match (a, b) {
            (Amount::Constant(a), Amount::Constant(b)) => Ok(Amount::Constant(a * b)),
            (Amount::Constant(factor), Amount::Sequence(variables, one))
            | (Amount::Sequence(variables, one), Amount::Constant(factor)) => {
                let scaled = one.plus(factor, one, &Rational::zero(), self.budget);
                Ok(Amount::Sequence(variables.clone(), scaled.map_err(|why| self.error(span, why))?))
            }
            (Amount::Sequence(first, a), Amount::Sequence(second, b)) => {
                let variables = union(first, second);
                let factors = [(a, tracks(first, &variables)), (b, tracks(second, &variables))];
                let product = Sequence::product(&factors, variables.len(), self.budget);
                Ok(Amount::Sequence(variables, product.map_err(|why| self.error(span, why))?))
            }
        }
    }

    /// The amount as a sequence in these variables, its own among them.
    pub(super) fn lift(&self, span: Span, amount: &Amount, variables: &[Variable]) -> Result<Sequence, CommandError> {
        let lifted = match amount {
            Amount::Constant(value) => Sequence::constant(value, &self.system, variables.len(), self.budget),
            Amount::Sequence(own, sequence) if own == variables => Ok(sequence.clone()),
            Amount::Sequence(own, sequence) => {
                Sequence::product(&[(sequence, tracks(own, variables))], variables.len(), self.budget)
            }
        };
        lifted.map_err(|why| self.error(span, why))
    }

    /// What a formula is, in the system of the term.
    pub(super) fn set(&mut self, span: Span) -> Result<Set, CommandError> {
        let formula = parse_formula_in(self.source, span, &self.session.names, self.system.name())?;
        self.set_of(span, &formula)
    }

    fn set_of(&mut self, span: Span, formula: &Formula) -> Result<Set, CommandError> {
        let (names, workspace) = (&self.session.names, &mut self.session.workspace);
        let statement = resolve(formula, self.source, names, workspace, self.budget)?;
        if statement.free.is_empty() {
            return Ok(Set::Closed(decide(&statement, workspace, self.budget)?.truth));
        }
        match define_words(&statement, workspace, self.budget)? {
            Defined::Relation(relation) => {
                let names = statement.free.iter().map(|&var| statement.variables.name(var).clone()).collect();
                // A function least significant digit first has its variables so.
                let relation = self.session.turned_to_msd(self.source, &relation, span, self.budget)?;
                Ok(Set::Relation(names, relation))
            }
            Defined::Words(_) => Err(word_where_number_expected(self.source, span, &statement).into()),
        }
    }

    /// The sum of an amount over the values of some variables that satisfy a formula.
    fn sum(&mut self, bound: &[Name], formula: Span, body: &Amount) -> Result<Amount, CommandError> {
        let set = self.set(formula)?;
        let bound: Vec<(Variable, Span)> = bound.iter().map(|name| (name.text.clone(), name.span)).collect();
        let (variables, relation) = match set {
            Set::Closed(false) => return Ok(Amount::Constant(Rational::zero())),
            Set::Closed(true) if bound.is_empty() => return Ok(body.clone()),
            Set::Closed(true) => return Err(self.error(bound[0].1, SequenceError::Infinite)),
            Set::Relation(variables, relation) => (variables, relation),
        };
        if let Some((_, span)) = bound.iter().find(|(name, _)| !variables.contains(name)) {
            return Err(self.error(*span, SequenceError::Infinite));
        }
        let bound: Vec<Variable> = bound.into_iter().map(|(name, _)| name).collect();
        self.over(formula, &bound, (&variables, &relation), body)
    }

    /// The sum of an amount over the values of `bound` for which a relation holds.
    fn over(
        &mut self,
        span: Span,
        bound: &[Variable],
        (variables, relation): (&[Variable], &Relation),
        body: &Amount,
    ) -> Result<Amount, CommandError> {
        let mut all = union(variables, body.variables());
        let mut kept: Vec<Variable> = all.iter().filter(|name| !bound.contains(name)).cloned().collect();
        let is_closed = kept.is_empty();
        if is_closed {
            // No name begins so.
            kept = vec!["~".into()];
            all = union(&all, &kept);
        }
        let relation = widened(relation, &tracks(variables, &all), (all.len(), &self.system), self.budget)?;
        let (factors, factor): (Vec<(&Sequence, Vec<Track>)>, Rational) = match body {
            Amount::Constant(value) => (Vec::new(), value.clone()),
            Amount::Sequence(own, sequence) => (vec![(sequence, tracks(own, &all))], Rational::one()),
        };
        let sum = Sequence::summed(&relation, &tracks(&kept, &all), &factors, self.budget);
        let sum = sum.and_then(|sum| sum.plus(&factor, &sum, &Rational::zero(), self.budget));
        let sum = sum.map_err(|why| self.error(span, why))?;
        Ok(match is_closed {
            true => Amount::Constant(sum.value(&[BigInt::zero()], self.budget)?),
            false => Amount::Sequence(kept, sum),
        })
    }

    /// `s(t, u)`.
    fn call(&mut self, name: &Name, indices: &[Span]) -> Result<Amount, CommandError> {
        let Some(sequence) = self.session.names.sequence(&name.text).cloned() else {
            let error = Diagnostic::error(self.source, name.span, format!("unknown sequence `{}`", name.text));
            let known = self.session.names.sequences.keys().map(String::as_str);
            return Err(match nearest(&name.text, known) {
                Some(near) => error.meant(near),
                None => error.label("not defined").help("define it first, with `sequence`"),
            }
            .into());
        };
        if sequence.variables() != indices.len() {
            let message =
                format!("`{}` takes {} indices, but {} are given", name.text, sequence.variables(), indices.len());
            return Err(Diagnostic::error(self.source, name.span, message).into());
        }
        if *sequence.system() != self.system {
            let message = format!(
                "`{}` is read in {}, but {} is used here",
                name.text,
                sequence.system().name(),
                self.system.name()
            );
            return Err(Diagnostic::error(self.source, name.span, message).into());
        }
        // Its own variables are called ~0, ~1, ..; one after another is summed over the values of its index.
        let fresh: Vec<Variable> = (0..indices.len()).map(|at| format!("~{at:03}").into()).collect();
        let mut amount = Amount::Sequence(fresh.clone(), (*sequence).clone());
        for (span, own) in indices.iter().zip(&fresh) {
            let term = parse_term_in(self.source, *span, &self.session.names, self.system.name())?;
            let formula = term.equals(TermKind::Variable(own.clone()));
            let Set::Relation(variables, relation) = self.set_of(*span, &formula)? else {
                unreachable!("a variable is free in it")
            };
            amount = self.over(*span, std::slice::from_ref(own), (&variables, &relation), &amount)?;
        }
        Ok(amount)
    }

    /// `W[t]`.
    fn word(&mut self, name: &Name, span: Span) -> Result<Amount, CommandError> {
        let values = self.session.word_named(self.source, name)?.values();
        let mut sum = Amount::Constant(Rational::zero());
        let term = parse_term_in(self.source, span, &self.session.names, self.system.name())?;
        for value in values.into_iter().filter(|&value| value != 0) {
            let set = self.set_of(span, &term.equals(TermKind::Letter(value)))?;
            let holds = match set {
                Set::Closed(truth) => Amount::Constant(if truth { Rational::one() } else { Rational::zero() }),
                Set::Relation(variables, relation) => {
                    self.over(span, &[], (&variables, &relation), &Amount::Constant(Rational::one()))?
                }
            };
            sum = self.plus(span, &sum, &holds, &Rational::from(BigInt::from(value)))?;
        }
        Ok(sum)
    }
}

impl Session {
    /// The word with a name.
    pub(in crate::script) fn word_named(&self, source: &Source, name: &Name) -> Result<Indexed, Diagnostic> {
        let wrong = |message: String, why: String| Diagnostic::error(source, name.span, message).label(why);
        match self.names.word(&name.text) {
            Some(Ok(word)) => Ok(word),
            Some(Err(why)) => Err(wrong(format!("`{}` cannot be read", name.text), why)),
            None => Err(wrong(format!("unknown word `{}`", name.text), "not defined".into())),
        }
    }

    /// The system with a name, most significant digit first: values do not depend on the order of digits.
    pub(in crate::script) fn msd_system(
        &self,
        source: &Source,
        name: &str,
        span: Span,
    ) -> Result<Arc<NumerationSystem>, CommandError> {
        let name = name.strip_prefix("lsd_").map_or_else(|| name.to_owned(), |rest| format!("msd_{rest}"));
        let system = self.names.system(&name);
        let system = system.map_err(|why| Diagnostic::error(source, span, why.to_string()))?;
        if system.is_signed() {
            return Err(Diagnostic::error(source, span, SequenceError::Signed(name).to_string()).into());
        }
        Ok(system)
    }

    /// A relation and its systems, most significant digit first.
    pub(in crate::script) fn turned_to_msd(
        &self,
        source: &Source,
        relation: &Relation,
        span: Span,
        budget: &Budget,
    ) -> Result<Relation, CommandError> {
        if relation.systems().iter().all(|system| system.direction() == Direction::Msd) {
            return Ok(relation.clone());
        }
        let systems = relation.systems().iter().map(|system| self.msd_system(source, system.name(), span));
        let systems = systems.collect::<Result<Vec<_>, CommandError>>()?;
        let dfa = relation.dfa().reverse().determinize(budget)?.minimize();
        Ok(Relation::from_closed(Arc::new(dfa), systems))
    }
}

pub(super) fn children(kind: &SequenceKind) -> Vec<SequenceId> {
    match kind {
        SequenceKind::Number(_)
        | SequenceKind::Variable(_)
        | SequenceKind::Call { .. }
        | SequenceKind::Word(..)
        | SequenceKind::Count(..) => Vec::new(),
        SequenceKind::Sum(_, _, a) | SequenceKind::Negate(a) | SequenceKind::Power(a, _) => vec![*a],
        SequenceKind::Add(a, b)
        | SequenceKind::Subtract(a, b)
        | SequenceKind::Multiply(a, b)
        | SequenceKind::Divide(a, b) => vec![*a, *b],
    }
}

/// The variables of both, sorted.
pub(super) fn union(one: &[Variable], other: &[Variable]) -> Vec<Variable> {
    let mut all: Vec<Variable> = one.iter().chain(other).cloned().collect();
    all.sort();
    all.dedup();
    all
}

/// The places of variables among others.
pub(super) fn tracks(some: &[Variable], all: &[Variable]) -> Vec<Track> {
    some.iter().map(|name| Track(all.iter().position(|other| other == name).expect("it is among them"))).collect()
}
