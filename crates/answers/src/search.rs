//! The search for the answers of a command: each way to rewrite it, each strategy, until one neither takes too much nor is refuted.
//!
//! Cost: up to the limits for each way, first with a tenth of them. A counterexample to what an exact strategy claims ends it all.

use std::sync::Arc;

use crate::answer::Answer;
use crate::compile::{Attempt, Open};
use crate::explore::compared;
use crate::formula::{Command, Dfa, Formula, Game, Hints, Relation, Systems, Term, Variable};
use crate::kernel::{claims, measures};
use crate::memo::Memo;
use crate::rewrite::{by_cases, narrow};
use crate::sets::Quantifier;
use crate::skeleton::{Skeleton, disjoint};
use crate::stop::{Budget, GoOn, Stop};
use crate::strategy::{STRATEGIES, Strategy, Way, ways};
use crate::structure::Structure;
use crate::tuning::{INWARDS_SHARE, Limits, SHARES};

/// Why there are no answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// Whatever was tried is too large.
    #[error("too large")]
    TooLarge,
    /// The checker would reject what is found: the statement is false, or its systems do not fit.
    #[error("not accepted")]
    Refused,
    /// The caller ended the search.
    #[error("halted")]
    Halted,
}

/// Answers, and the relation that the command defines.
pub type Found = (Vec<Answer>, Option<Relation>);

/// Finds answers for a command, as long as `go_on` says so.
///
/// # Errors
///
/// [`NotFound`] if nothing is found within the limits, or if the command claims what is false.
pub fn find(
    systems: &Systems,
    relations: &[Relation],
    command: &Command,
    hints: &Hints,
    limits: &Limits,
    go_on: &GoOn,
) -> Result<Found, NotFound> {
    let relation = |tracks: &[Variable], automaton: Arc<Dfa>| Relation {
        systems: tracks.iter().map(|track| systems.of(*track).clone()).collect(),
        automaton,
    };
    let mut search = Search { structure: Structure::new(systems), relations, memo: Memo::default(), limits, go_on };
    match command {
        Command::Automaton(tracks, dfa) => match dfa.has_zero_loop() {
            true => Ok((Vec::new(), Some(relation(&(0..*tracks).collect::<Vec<_>>(), dfa.clone())))),
            false => Err(NotFound::Refused),
        },
        Command::Define(tracks, formula) => {
            let (answers, dfa) = search.each_way(formula, |search, way, budget| {
                let fits = |strategy: &Strategy| strategy.fits_definition();
                search.first_of(fits, way, formula, budget, |attempt, f| attempt.define(tracks, f))
            })?;
            Ok((answers, Some(relation(tracks, dfa))))
        }
        Command::Theorem(formula) => {
            let (answers, ()) = search.each_way(formula, |search, way, budget| search.proof(way, formula, budget))?;
            Ok((answers, None))
        }
        Command::Kernel(game) => {
            let kernel = hints.kernel.clone().filter(|dfa| dfa.has_zero_loop()).ok_or(NotFound::TooLarge)?;
            let tracks: Vec<Variable> = (0..game.piles).collect();
            let own = relation(&tracks, kernel.clone());
            let all = [relations, std::slice::from_ref(&own)].concat();
            let mut search = Search { relations: &all, ..search };
            let (answers, ()) = search.each_way(&claims(0, game, &[]), |search, way, budget| {
                search.kernel(game, (&tracks, &kernel), hints.measure.as_deref(), way, budget)
            })?;
            Ok((answers, Some(own)))
        }
    }
}

impl Attempt<'_> {
    /// The relation of the tuples of some variables for which a formula holds.
    fn define(&mut self, tracks: &[Variable], formula: &Formula) -> Result<Arc<Dfa>, Stop> {
        let dfa = match self.compile(formula, true)? {
            Open::Closed(skeleton) => self.automaton(&skeleton, tracks)?,
            Open::Least { negated, count, inner, body } => {
                if !disjoint(&inner, tracks) {
                    return Err(Stop::Clash);
                }
                let quantifier = Quantifier { count, inner: &inner, body: &body };
                let mut share = self.share();
                let within = (&mut share, &mut *self.budget);
                let accept = |_, enough| enough != negated;
                Arc::new(compared(self.structure, &Skeleton::Known(true), quantifier, tracks, accept, within)?)
            }
        };
        self.answers.push(Answer::By((dfa.clone(), tracks.to_vec())));
        Ok(dfa)
    }
}

/// What the attempts for one command have in common.
struct Search<'a> {
    structure: Structure<'a>,
    relations: &'a [Relation],
    memo: Memo,
    limits: &'a Limits,
    go_on: &'a GoOn,
}

/// Answers with what else was found, or why there are none.
type Attempted<T> = Result<(Vec<Answer>, T), Stop>;

impl Search<'_> {
    /// Each way to rewrite a formula, with more and more of what it may take.
    fn each_way<T>(
        &mut self,
        formula: &Formula,
        mut attempt: impl FnMut(&mut Self, Way, &mut Budget) -> Attempted<T>,
    ) -> Result<(Vec<Answer>, T), NotFound> {
        let ways = ways(formula);
        for share in SHARES {
            for way in &ways {
                match attempt(self, *way, &mut Budget::new(self.limits, share, self.go_on)) {
                    Ok(found) => return Ok(found),
                    Err(Stop::TooLarge | Stop::Clash) => {}
                    Err(Stop::Refuted) => return Err(NotFound::Refused),
                    Err(Stop::Halted) => return Err(NotFound::Halted),
                }
            }
        }
        Err(NotFound::TooLarge)
    }

    /// What the first strategy finds for a formula, rewritten in a way.
    fn first_of<T>(
        &mut self,
        fits: impl Fn(&Strategy) -> bool,
        way: Way,
        formula: &Formula,
        budget: &mut Budget,
        mut attempt: impl FnMut(&mut Attempt<'_>, &Formula) -> Result<T, Stop>,
    ) -> Attempted<T> {
        let formula = if way.divided { by_cases(formula) } else { formula.clone() };
        let narrowed = narrow(&formula);
        let changed = narrowed != formula;
        for strategy in STRATEGIES.into_iter().filter(|strategy| fits(strategy) && (changed || !strategy.inwards)) {
            let mut answers = Vec::new();
            answers.extend(way.divided.then_some(Answer::Cases));
            answers.extend(strategy.inwards.then_some(Answer::Inwards));
            answers.extend((way.automata > 0).then_some(Answer::Compared(way.automata)));
            let before = budget.work;
            if strategy.inwards {
                budget.work = before / INWARDS_SHARE;
            }
            let mut own = Attempt {
                structure: self.structure,
                relations: self.relations,
                strategy,
                budget: &mut *budget,
                memo: &mut self.memo,
                answers,
            };
            let formula = way.with_automata(if strategy.inwards { &narrowed } else { &formula });
            let result = attempt(&mut own, &formula);
            let answers = own.answers;
            match result {
                Ok(found) => return Ok((answers, found)),
                Err(Stop::Refuted) if strategy.is_exact() => return Err(Stop::Refuted),
                Err(Stop::Halted) => return Err(Stop::Halted),
                Err(Stop::TooLarge | Stop::Clash | Stop::Refuted) => {}
            }
            if strategy.inwards {
                budget.work = before;
            }
        }
        Err(Stop::TooLarge)
    }

    fn proof(&mut self, way: Way, formula: &Formula, budget: &mut Budget) -> Attempted<()> {
        let fits = |strategy: &Strategy| strategy.fits_proof(formula);
        self.first_of(fits, way, formula, budget, |attempt, f| attempt.prove(&[], f))
    }

    /// What makes a set the kernel of a game, claim by claim.
    fn kernel(
        &mut self,
        game: &Game,
        (tracks, kernel): (&[Variable], &Arc<Dfa>),
        measure: Option<&[Term]>,
        way: Way,
        budget: &mut Budget,
    ) -> Attempted<()> {
        let relation = self.relations.len() - 1;
        let rewritten = |measure: &[Term]| {
            let claims = claims(relation, game, measure);
            way.with_automata(&if way.divided { by_cases(&claims) } else { claims })
        };
        let mut prove = |claim: &Formula| {
            let fits = |strategy: &Strategy| strategy.fits_proof(claim) && !strategy.inwards;
            self.first_of(fits, Way::default(), claim, budget, |attempt, f| attempt.prove(&[], f))
        };
        let known = measure.map(|measure| vec![measure.to_vec()]);
        let mut decreased = None;
        for measure in known.unwrap_or_else(|| measures(game.piles)) {
            let whole = rewritten(&measure);
            match prove(whole.conjuncts()[0]) {
                Ok((own, ())) => {
                    decreased = Some((measure, own, whole));
                    break;
                }
                Err(Stop::Halted) => return Err(Stop::Halted),
                Err(Stop::TooLarge | Stop::Clash | Stop::Refuted) => {}
            }
        }
        let (measure, own, whole) = decreased.ok_or(Stop::TooLarge)?;
        let mut answers = vec![Answer::Measure(measure), Answer::By((kernel.clone(), tracks.to_vec()))];
        answers.extend((way.automata > 0).then_some(Answer::Compared(way.automata)));
        answers.extend(way.divided.then_some(Answer::Cases));
        answers.extend(own);
        for claim in rest(&whole) {
            answers.extend(prove(claim)?.0);
        }
        Ok((answers, ()))
    }
}

/// All claims but the first.
fn rest(claims: &Formula) -> Vec<&Formula> {
    match claims {
        Formula::And(_, rest) => rest.conjuncts(),
        _ => Vec::new(),
    }
}
