//! Formulas without their quantifiers: each is answered by an automaton, or stays open for what is around it.
//!
//! This goes through a formula as `compile` of `verified/Rules.v` does, which takes an answer wherever a quantifier ends.

use std::sync::Arc;

use crate::answer::Answer;
use crate::equation::solved;
use crate::explore::{automaton, projected};
use crate::formula::{Dfa, Formula, Relation, Variable};
use crate::memo::{Memo, key};
use crate::sets::Quantifier;
use crate::skeleton::{Connective, Skeleton, disjoint};
use crate::stop::{Budget, Share, Stop};
use crate::strategy::{Strategy, movable};
use crate::structure::Structure;
use crate::tuning::BODY_MEMBERS;

/// A formula without quantifiers, or with one in front.
#[derive(Clone, Debug)]
pub(crate) enum Open {
    Closed(Skeleton),
    /// There are at least `count` tuples of `inner` that make `body` true, or, negated, there are not.
    Least {
        negated: bool,
        count: usize,
        inner: Vec<Variable>,
        body: Skeleton,
    },
}

impl Open {
    /// Without quantifiers.
    pub(crate) fn closed(self) -> Result<Skeleton, Stop> {
        match self {
            Open::Closed(skeleton) => Ok(skeleton),
            Open::Least { .. } => Err(Stop::TooLarge),
        }
    }
}

/// An attempt to find the answers of one formula.
pub(crate) struct Attempt<'a> {
    pub(crate) structure: Structure<'a>,
    pub(crate) relations: &'a [Relation],
    pub(crate) strategy: Strategy,
    pub(crate) budget: &'a mut Budget,
    pub(crate) memo: &'a mut Memo,
    pub(crate) answers: Vec<Answer>,
}

impl Attempt<'_> {
    pub(crate) fn share(&self) -> Share {
        Share::of(self.budget, self.strategy.part)
    }

    /// What was found before, or what is found now.
    fn remembered(
        &mut self,
        key: Vec<i64>,
        skeleton: &Skeleton,
        mut share: Share,
        build: impl FnOnce(&mut Self, &mut Share) -> Result<Dfa, Stop>,
    ) -> Result<Arc<Dfa>, Stop> {
        let members = share.left();
        match self.memo.get(&key) {
            Some(Ok(dfa)) => return Ok(dfa.clone()),
            Some(Err(most)) if members <= *most => return Err(Stop::TooLarge),
            Some(Err(_)) | None => {}
        }
        match build(self, &mut share) {
            Ok(dfa) => {
                let dfa = Arc::new(dfa);
                self.memo.insert(key, skeleton, Ok(dfa.clone()));
                Ok(dfa)
            }
            Err(stop) => {
                if share.is_exhausted() {
                    self.memo.insert(key, skeleton, Err(members));
                }
                Err(stop)
            }
        }
    }

    /// The automaton of a formula without quantifiers.
    pub(crate) fn automaton(&mut self, skeleton: &Skeleton, tracks: &[Variable]) -> Result<Arc<Dfa>, Stop> {
        let share = self.share();
        self.automaton_within(skeleton, tracks, share)
    }

    fn automaton_within(&mut self, skeleton: &Skeleton, tracks: &[Variable], share: Share) -> Result<Arc<Dfa>, Stop> {
        self.remembered(key(0, tracks, skeleton), skeleton, share, |own, share| {
            automaton(own.structure, skeleton, tracks, (share, own.budget))
        })
    }

    /// The automaton of a quantifier, on the variables outside of it.
    fn projected(&mut self, count: usize, inner: &[Variable], body: &Skeleton) -> Result<Arc<Dfa>, Stop> {
        let share = self.share();
        self.remembered(key(count, inner, body), body, share, |own, share| {
            projected(own.structure, Quantifier { count, inner, body }, (share, own.budget))
        })
    }

    /// A quantifier that ends: it stays open, or is answered.
    fn close(&mut self, quantifier: (bool, usize, Vec<Variable>), body: Skeleton, leave: bool) -> Result<Open, Stop> {
        let (negated, count, inner) = quantifier;
        let (inner, mut body) = match count {
            1 => {
                let (inner, given, body) = solved(&inner, body);
                self.answers.extend(given.into_iter().map(Answer::Given));
                (inner, body)
            }
            _ => (inner, body),
        };
        if self.strategy.bodies && !matches!(body, Skeleton::Accepts(..)) {
            let tracks = body.variables();
            let share = self.share().at_most(BODY_MEMBERS);
            match self.automaton_within(&body, &tracks, share) {
                Ok(dfa) => {
                    self.answers.push(Answer::Same((dfa.clone(), tracks.clone())));
                    body = Skeleton::Accepts(dfa, tracks);
                }
                Err(Stop::TooLarge) => {}
                Err(stop) => return Err(stop),
            }
        }
        if leave {
            self.answers.push(Answer::Later);
            return Ok(Open::Least { negated, count, inner, body });
        }
        let dfa = self.projected(count, &inner, &body)?;
        let outer = body.outer(&inner);
        let skeleton = if outer.is_empty() {
            self.answers.push(Answer::Truth(dfa.accepting[0]));
            Skeleton::Known(dfa.accepting[0])
        } else {
            self.answers.push(Answer::By((dfa.clone(), outer.clone())));
            Skeleton::Accepts(dfa, outer)
        };
        Ok(Open::Closed(if negated { skeleton.not() } else { skeleton }))
    }

    fn both(&mut self, connective: Connective, f: &Formula, g: &Formula) -> Result<Open, Stop> {
        let one = self.compile(f, false)?.closed()?;
        let other = self.compile(g, false)?.closed()?;
        Ok(Open::Closed(Skeleton::both(connective, one, other)))
    }

    /// A formula without its quantifiers. With `leave` the last of them may stay open.
    pub(crate) fn compile(&mut self, formula: &Formula, leave: bool) -> Result<Open, Stop> {
        self.compile_in(formula, leave, false)
    }

    /// `within` says whether it stands in a conjunction or block whose quantifiers move in front.
    fn compile_in(&mut self, formula: &Formula, leave: bool, within: bool) -> Result<Open, Stop> {
        let how = self.strategy;
        match formula {
            Formula::Compare(comparison, a, b) => Ok(Open::Closed(Skeleton::comparing(*comparison, a, b)?)),
            Formula::Relation(number, tracks) => {
                let relation = self.relations.get(*number).ok_or(Stop::Refuted)?;
                if !tracks.iter().map(|track| self.structure.of(*track)).eq(&relation.systems) {
                    return Err(Stop::Refuted);
                }
                Ok(Open::Closed(Skeleton::Accepts(relation.automaton.clone(), tracks.clone())))
            }
            Formula::Not(f) => {
                let negative = matches!(**f, Formula::Exists(..) | Formula::AtLeast(..));
                Ok(match self.compile(f, leave && negative)? {
                    Open::Closed(skeleton) => Open::Closed(skeleton.not()),
                    Open::Least { negated, count, inner, body } => {
                        Open::Least { negated: !negated, count, inner, body }
                    }
                })
            }
            Formula::And(f, g) if how.enough && leave => self.conjunction(f, g),
            Formula::And(f, g) => self.both(Connective::AND, f, g),
            Formula::Or(f, g) => self.both(Connective::OR, f, g),
            Formula::Implies(f, g) => self.both(Connective::IMPLIES, f, g),
            Formula::Iff(f, g) => self.both(Connective::IFF, f, g),
            Formula::Exists(x, f) => {
                let more = match &**f {
                    Formula::Exists(..) => true,
                    Formula::And(..) => how.enough && movable(f),
                    _ => false,
                };
                let open = self.compile_in(f, more && how.blocks && (within || !how.nested), more)?;
                self.quantify(*x, open, false, leave)
            }
            Formula::ForAll(x, f) => {
                let more = match &**f {
                    Formula::ForAll(..) => true,
                    Formula::Not(f) => matches!(**f, Formula::Exists(..)),
                    _ => false,
                };
                let open = match self.compile(f, more && how.blocks)? {
                    Open::Closed(skeleton) => Open::Closed(skeleton.not()),
                    open @ Open::Least { .. } => open,
                };
                self.quantify(*x, open, true, leave)
            }
            Formula::AtLeast(count, tuple, f) => {
                let body = self.compile(f, false)?.closed()?;
                match count {
                    0 => Ok(Open::Closed(Skeleton::Known(true))),
                    count => self.close((false, *count, tuple.clone()), body, leave),
                }
            }
            Formula::Infinitely(x, f) => {
                let body = self.compile(f, false)?.closed()?;
                let bound = f.fresh(*x);
                let beyond = Skeleton::Linear { equal: false, sums: vec![(1, bound), (-1, *x)], constant: 0 };
                let some = self.close((false, 1, vec![*x]), body.and(beyond), false)?.closed()?;
                self.close((true, 1, vec![bound]), some.not(), leave)
            }
        }
    }

    /// A quantifier in front of what is open.
    fn quantify(&mut self, x: Variable, open: Open, negated: bool, leave: bool) -> Result<Open, Stop> {
        match open {
            Open::Closed(body) => self.close((negated, 1, vec![x]), body, leave),
            Open::Least { inner, body, .. } => self.close((negated, 1, [vec![x], inner].concat()), body, leave),
        }
    }

    /// A conjunction in front of which one quantifier may move.
    fn conjunction(&mut self, f: &Formula, g: &Formula) -> Result<Open, Stop> {
        let one = self.compile_in(f, movable(f), true)?;
        let leave = match one {
            Open::Closed(_) => movable(g),
            Open::Least { .. } => false,
        };
        let other = self.compile_in(g, leave, true)?;
        match (one, other) {
            (Open::Least { negated: false, count, inner, body }, Open::Closed(beside)) => {
                moved((count, inner), &beside.clone(), body.and(beside))
            }
            (Open::Closed(beside), Open::Least { negated: false, count, inner, body }) => {
                moved((count, inner), &beside.clone(), beside.and(body))
            }
            (one, other) => Ok(Open::Closed(one.closed()?.and(other.closed()?))),
        }
    }
}

fn moved((count, inner): (usize, Vec<Variable>), beside: &Skeleton, body: Skeleton) -> Result<Open, Stop> {
    match disjoint(&inner, &beside.variables()) {
        true => Ok(Open::Least { negated: false, count, inner, body }),
        false => Err(Stop::TooLarge),
    }
}
