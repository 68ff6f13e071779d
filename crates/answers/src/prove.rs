//! Proofs of formulas, in the steps of `prove` in `verified/Rules.v`: what implies the rest is assumed, cases are taken one after the
//! other, and what remains is concluded from what is assumed.

use std::sync::Arc;

use crate::answer::Answer;
use crate::compile::{Attempt, Open};
use crate::explore::{always, compared, implied};
use crate::formula::{Dfa, Formula, Variable};
use crate::sets::Quantifier;
use crate::skeleton::{Connective, Skeleton, disjoint, variables_of};
use crate::stop::Stop;
use crate::strategy::{block, components, follows, separable, without_premise};

impl Attempt<'_> {
    /// Shows that something open follows from an assumption.
    fn conclude(&mut self, assumed: &Skeleton, open: Open) -> Result<(), Stop> {
        let structure = self.structure;
        match open {
            Open::Closed(skeleton) => {
                let whole = Skeleton::both(Connective::IMPLIES, assumed.clone(), skeleton);
                self.budget.concluding(|budget| always(structure, &whole, budget))
            }
            Open::Least { negated: false, count: 1, inner, body } if self.strategy.enough => {
                let tracks = tracks_of(assumed, &inner, &body);
                let rest = self.enough(&inner, &body, assumed, &tracks)?;
                if rest.accepting.contains(&true) { Err(Stop::Refuted) } else { Ok(()) }
            }
            Open::Least { negated: true, count: 1, inner, body } if disjoint(&inner, &assumed.variables()) => {
                // The variables are free in what follows.
                let whole = Skeleton::both(Connective::IMPLIES, assumed.clone(), body.not());
                self.budget.concluding(|budget| always(structure, &whole, budget))
            }
            Open::Least { negated, count, inner, body } => {
                let tracks = tracks_of(assumed, &inner, &body);
                let quantifier = Quantifier { count, inner: &inner, body: &body };
                let mut share = self.share();
                implied(structure, assumed, (quantifier, negated), &tracks, (&mut share, self.budget))
            }
        }
    }

    /// Proves a formula from premises, the last of which is the first here.
    pub(crate) fn prove(&mut self, premises: &[Skeleton], formula: &Formula) -> Result<(), Stop> {
        let how = self.strategy;
        match formula {
            Formula::ForAll(x, f) if !variables_of(premises).contains(x) => self.prove(premises, f),
            Formula::And(f, g) => {
                self.prove(premises, f)?;
                self.prove(premises, g)
            }
            Formula::Implies(f, g)
                if how.steps && formula.quantified() && (follows(g) || matches!(**f, Formula::Exists(..))) =>
            {
                self.assume(premises, f, g)
            }
            Formula::Or(f, g) if how.steps && (follows(f) || follows(g)) => self.split(premises, f, g),
            Formula::Exists(..) if how.premise && without_premise(formula) != *formula => {
                self.answers.push(Answer::Step);
                let open = self.compile(&without_premise(formula), true)?;
                self.conclude(&Skeleton::all(premises), open)
            }
            Formula::Exists(..) if how.witness => self.obtain(premises, formula),
            _ => {
                let open = self.compile(formula, how.steps)?;
                self.conclude(&Skeleton::all(premises), open)
            }
        }
    }

    /// Assumes the first and proves the second. What the first says of some numbers is assumed of them, if their names are free.
    fn assume(&mut self, premises: &[Skeleton], f: &Formula, g: &Formula) -> Result<(), Stop> {
        self.answers.push(Answer::Step);
        let before = self.answers.len();
        let mut assumed = |leave: bool| {
            let premise = match self.compile(f, leave)? {
                Open::Closed(skeleton) => skeleton,
                Open::Least { inner, body, .. } => {
                    if !disjoint(&inner, &variables_of(premises)) || !disjoint(&inner, &g.free()) {
                        return Err(Stop::Clash);
                    }
                    body
                }
            };
            self.prove(&[&[premise], premises].concat(), g)
        };
        match assumed(matches!(f, Formula::Exists(..))) {
            Err(Stop::Clash) => {}
            result => return result,
        }
        self.answers.truncate(before);
        let premise = self.compile(f, false)?.closed()?;
        self.prove(&[&[premise], premises].concat(), g)
    }

    /// Proves the second from what the first leaves of the premises.
    fn split(&mut self, premises: &[Skeleton], f: &Formula, g: &Formula) -> Result<(), Stop> {
        let before = self.answers.len();
        let assumed = Skeleton::all(premises);
        let (left, tracks) = match self.compile(f, true)? {
            Open::Closed(skeleton) => {
                let rest = assumed.and(skeleton.not());
                let tracks = rest.variables();
                (self.automaton(&rest, &tracks)?, tracks)
            }
            Open::Least { negated: false, count: 1, inner, body } if self.strategy.enough => {
                let tracks = tracks_of(&assumed, &inner, &body);
                (Arc::new(self.enough(&inner, &body, &assumed, &tracks)?), tracks)
            }
            Open::Least { negated, count, inner, body } => {
                let tracks = tracks_of(&assumed, &inner, &body);
                let quantifier = Quantifier { count, inner: &inner, body: &body };
                let mut share = self.share();
                let within = (&mut share, &mut *self.budget);
                let accept = |assumed, enough| assumed && enough == negated;
                (Arc::new(compared(self.structure, &assumed, quantifier, &tracks, accept, within)?), tracks)
            }
        };
        if tracks.is_empty() {
            return Err(Stop::TooLarge);
        }
        let answers = self.answers.split_off(before);
        self.answers.extend([Answer::Step, Answer::By((left.clone(), tracks.clone()))]);
        let left = Skeleton::Accepts(left, tracks);
        if taken_apart(&[std::slice::from_ref(&left), premises].concat(), f) {
            self.prove(&[&[left.clone().not()], premises].concat(), f)?;
        } else {
            self.answers.extend(answers);
        }
        self.prove(&[left], g)
    }

    /// Some numbers after the others, each so that what connects them and those before is true.
    fn obtain(&mut self, premises: &[Skeleton], formula: &Formula) -> Result<(), Stop> {
        if !separable(formula) {
            return Err(Stop::TooLarge);
        }
        let (variables, body) = block(formula);
        let parts = body.conjuncts();
        let groups = components(&variables, &parts);
        // Of each part the last group that it speaks of.
        let last = |part: &Formula| {
            let free = part.free();
            groups.iter().rposition(|group| !disjoint(group, &free))
        };
        // The premises before each group, and after the last.
        let mut known = vec![premises.to_vec()];
        let mut taken = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            let mut all = Vec::new();
            for part in parts.iter().filter(|part| last(part) == Some(at)) {
                all.push(self.compile(part, false)?.closed()?);
            }
            all.extend_from_slice(&known[at]);
            let (dfa, tracks) = self.least(&Skeleton::all(&all), group)?;
            let own = Skeleton::Accepts(dfa.clone(), tracks.clone());
            let open = Open::Least { negated: false, count: 1, inner: group.clone(), body: own.clone() };
            self.conclude(&Skeleton::all(&known[at]), open)?;
            known.push([&[own], known[at].as_slice()].concat());
            taken.push((dfa, tracks));
        }
        for x in &variables {
            let first = |group: &Vec<Variable>| variables.iter().find(|y| group.contains(y)) == Some(x);
            self.answers.push(match groups.iter().position(first) {
                Some(at) => Answer::Obtain(groups[at].clone(), taken[at].clone()),
                None => Answer::Take,
            });
        }
        for part in parts {
            match last(part) {
                None => self.prove(&known[groups.len()], part)?,
                Some(at) => {
                    let premise = groups.len() - 1 - at;
                    self.answers.push(Answer::Only(vec![premise]));
                    let open = self.compile(part, false)?;
                    let own = known[groups.len()][premise].clone();
                    self.conclude(&own, open)?;
                }
            }
        }
        Ok(())
    }

    /// The least of some tuples for which a formula is true, in the order of their numbers.
    fn least(&mut self, skeleton: &Skeleton, tuple: &[Variable]) -> Result<(Arc<Dfa>, Vec<Variable>), Stop> {
        // One of the tuple may be free: the least is 0.
        let mut tracks = [&skeleton.variables(), tuple].concat();
        tracks.sort_unstable();
        tracks.dedup();
        let dfa = self.automaton(skeleton, &tracks)?;
        let own = Skeleton::Accepts(dfa.clone(), tracks.clone());
        let top = tracks.last().map_or(0, |last| last + 1);
        let copies: Vec<Variable> = tuple.iter().map(|x| top + x).collect();
        let name = |x: &Variable| if tuple.contains(x) { top + x } else { *x };
        let copied = Skeleton::Accepts(dfa, tracks.iter().map(name).collect());
        let compare = |equal: bool, x: Variable| Skeleton::Linear {
            equal,
            sums: vec![(1, top + x), (-1, x)],
            constant: if equal { 0 } else { -1 },
        };
        let mut before: Option<Skeleton> = None;
        for x in tuple.iter().rev() {
            before = Some(match before {
                None => compare(false, *x),
                Some(rest) => Skeleton::both(Connective::OR, compare(false, *x), compare(true, *x).and(rest)),
            });
        }
        let body = copied.and(before.unwrap_or(Skeleton::Known(false)));
        let quantifier = Quantifier { count: 1, inner: &copies, body: &body };
        let mut share = self.share();
        let within = (&mut share, &mut *self.budget);
        let structure = self.structure.with_copies(top);
        let least = compared(structure, &own, quantifier, &tracks, |own, smaller| own && !smaller, within)?;
        Ok((Arc::new(least), tracks))
    }
}

/// The variables that an assumption and a quantifier are compared on.
fn tracks_of(assumed: &Skeleton, inner: &[Variable], body: &Skeleton) -> Vec<Variable> {
    let mut tracks = [assumed.variables(), body.outer(inner)].concat();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}

/// Whether the checker takes a formula apart, and does not conclude it as it is compiled.
fn taken_apart(premises: &[Skeleton], formula: &Formula) -> bool {
    match formula {
        Formula::ForAll(x, _) => !variables_of(premises).contains(x),
        Formula::And(f, g) => taken_apart(premises, f) || taken_apart(premises, g),
        _ => false,
    }
}
