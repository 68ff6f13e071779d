//! Strategies take turns: several ways to the automaton of a bounded quantifier, each followed a little and then farther.
//!
//! Nothing cheap tells which of them ends first, and each may take a thousand times as long as another. So they are
//! dovetailed. In each round a [`Strategy`] may do a share of the work, limited in states, members or questions and not in
//! time; if that is not enough it waits for the next round. Shares grow from round to round, so that what was given up costs
//! a small multiple of what succeeds. A strategy keeps what it has found in the [`BoundedQuantifier`]. This is `try-for`
//! inside `or-else` (de Moura, Passmore 2013), tried again with more.
//!
//! All strategies lead to the same minimal automaton: their order and shares show only in time and memory. What was given up
//! stands in the trace with its cost and the reason. Bad where each strategy needs a share of the last round: then all of them
//! are followed nearly to their ends.

use crate::automata::Classification;
use crate::budget::{Attempt, Halt};
use crate::tuning::logic::bounded;

use super::bounded::{BoundedQuantifier, Learner};
use super::build::Built;
use super::engine::Engine;
use super::ir::{ExprRef, Var};
use super::strategy::{Strategy, Turn};
use super::tactics::{Tactic, with_tactics};

macro_rules! select {
    ($(
        $(#[doc = $about:literal])* $(#[cfg($when:meta)])?
        $tactic:ident = $name:literal
        $(, rule($scope:ident, $rules:ident::$apply:ident))?
        $(, strategy($module:ident::$strategy:ident))?;
    )*) => {
        /// The strategies for bounded quantifiers, in the order of their turns.
        const STRATEGIES: &[(Tactic, &dyn Strategy)] =
            &[$($((Tactic::$tactic, &super::$module::$strategy),)?)*];
    };
}
with_tactics!(select);

impl Engine<'_> {
    /// `E vars body`, if it is a bounded quantifier and some strategy leads to its automaton within its shares.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn bounded(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Built>, Halt> {
        self.bounded_by(&Classification::learn, vars, body)
    }

    /// Finds the automaton of [`Self::bounded`] with a learner that need not be trusted.
    fn bounded_by(&mut self, learner: Learner, vars: &[Var], body: &ExprRef) -> Result<Option<Built>, Halt> {
        if !self.workspace.tactics.has(Tactic::Induction) {
            return Ok(None);
        }
        match BoundedQuantifier::of(self, learner, vars, body) {
            Some(mut quantifier) => self.take_turns(&mut quantifier),
            None => Ok(None),
        }
    }

    /// The automaton of a bounded quantifier, by the first strategy that ends; `None` if none does within its shares.
    fn take_turns(&mut self, quantifier: &mut BoundedQuantifier<'_>) -> Result<Option<Built>, Halt> {
        for round in 0..bounded::ROUNDS.len() {
            for &(tactic, strategy) in STRATEGIES {
                if !self.workspace.tactics.has(tactic) {
                    continue;
                }
                let share = match strategy.turn(self, quantifier, round)? {
                    Turn::Pass => continue,
                    Turn::Within(share) => share,
                    Turn::ToTheEnd => {
                        self.workspace.uses.note(tactic);
                        return strategy.run(self, quantifier, round);
                    }
                };
                let work = |engine: &mut Engine<'_>| strategy.run(engine, quantifier, round);
                if let Attempt::Done(found) = self.attempt(tactic, share, work)? {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::Arc;

    use super::super::bound::Bounded;
    use super::super::ir::{Expr, Variables};
    use super::super::tactics::Tactics;
    use super::super::testing::{prepared, quantifier};
    use super::super::workspace::Workspace;
    use super::*;
    use crate::automata::{Dfa, State, Teacher};
    use crate::budget::Budget;

    /// A statement with a bounded quantifier, to be given to learners.
    struct Case {
        variables: Variables,
        vars: Vec<Var>,
        body: ExprRef,
    }

    impl Case {
        fn of(text: &str) -> Case {
            let (expr, variables) = prepared(text, &mut Workspace::new());
            let (vars, body) = quantifier(&expr).expect("a quantifier");
            Case { variables, vars, body }
        }

        /// What comes of it where only learning is allowed; `None` if the learner is not believed.
        fn learned_by(&self, learner: Learner) -> Option<Arc<Dfa>> {
            let (mut workspace, budget) =
                (Workspace::new().with_tactics(Tactics::default().by_induction_alone()), Budget::unlimited());
            let mut engine = Engine::new(&mut workspace, &self.variables, &budget);
            engine.bounded_by(learner, &self.vars, &self.body).unwrap().map(|built| built.dfa)
        }

        /// What is learned, before it is put back into the statement.
        fn hypothesis(&self) -> Arc<Dfa> {
            let kept = RefCell::new(None);
            let learner = |known: &mut Classification, teacher: &mut dyn Teacher, questions: usize, budget: &Budget| {
                let dfa = known.learn(teacher, questions, budget)?;
                *kept.borrow_mut() = Some(dfa.clone());
                Ok(dfa)
            };
            assert!(self.learned_by(&learner).is_some());
            kept.into_inner().expect("learned")
        }

        /// What comes of a learner that asks everything, is told that it is right, and then says something else.
        fn after(&self, claim: &Arc<Dfa>) -> Option<Arc<Dfa>> {
            let learner = |known: &mut Classification, teacher: &mut dyn Teacher, questions: usize, budget: &Budget| {
                known.learn(teacher, questions, budget).map(|_| claim.clone())
            };
            let blind = |_: &mut Classification, _: &mut dyn Teacher, _: usize, _: &Budget| Ok(claim.clone());
            let (told, untold) = (self.learned_by(&learner), self.learned_by(&blind));
            assert_eq!(told, untold);
            told
        }
    }

    const CASES: [&str; 11] = [
        "?msd_2 At t<n => T[i+t]=T[j+t]",
        "?msd_fib At t<n => F[i+t]=F[j+t]",
        "?msd_fib Et t<=n & F[i+t]=@1 & F[t]=@0",
        "?msd_3 At t<n => SC[i+t]=SC[t]",
        "?msd_pell Et t<n & (3*t=i <=> t<2)",
        "?msd_2 Et,s t<n & s<t & T[s]!=T[t+i]",
        "?msd_2 At t<n => T[i+t]=T[i+n-1-t]",
        "?msd_fib At t<=n => F[i+t]=F[i+n-t]",
        "?msd_3 Et i+t<n & SC[i+t]!=SC[n-t]",
        "?msd_neg_2 Et t>=0 & t<n & (3*t=i | t=j)",
        "?msd_neg_2 At (t>=0 & t<n) => (3*t=i <=> t<2)",
    ];

    /// The automaton with one state accepting instead of not, or the other way round.
    fn flipped(dfa: &Dfa, state: usize) -> Dfa {
        let mut accepting = dfa.accepting().to_vec();
        accepting[state] = !accepting[state];
        Dfa::new(dfa.layout().clone(), dfa.transitions().clone(), accepting)
    }

    /// The automaton with one edge leading elsewhere.
    fn misled(dfa: &Dfa, edge: usize, target: State) -> Dfa {
        let mut number = 0;
        let rows = dfa.numbers().zip(dfa.accepting()).map(|(q, &accepts)| {
            let row = dfa.transitions().row(q).map(|(letter, to)| {
                number += 1;
                (letter, if number - 1 == edge { target } else { to })
            });
            (accepts, row.collect())
        });
        Dfa::from_rows(dfa.layout().clone(), rows.collect::<Vec<_>>())
    }

    #[test]
    fn an_honest_learner_is_believed() {
        for text in CASES {
            let case = Case::of(text);
            let budget = Budget::unlimited();
            let mut workspace = Workspace::new().with_tactics(Tactics::default().without(Tactic::Induction));
            let expected = Engine::new(&mut workspace, &case.variables, &budget)
                .relation(&Expr::exists(case.vars.clone(), case.body.clone()))
                .unwrap();
            let found = case.learned_by(&Classification::learn).expect("learned");
            let layout = expected.dfa.layout();
            assert_eq!(found.layout().tracks(), layout.tracks(), "{text}");
            assert_eq!(found.states(), expected.dfa.states(), "{text}");
            assert_eq!(case.after(&case.hypothesis()), Some(found), "{text}");
        }
    }

    #[test]
    fn a_hypothesis_with_a_flipped_state_is_not_believed() {
        for text in CASES {
            let case = Case::of(text);
            let right = case.hypothesis();
            for state in 0..right.states() {
                let wrong = flipped(&right, state);
                for wrong in [wrong.minimize(), wrong] {
                    assert_eq!(case.after(&Arc::new(wrong)), None, "{text}, state {state}");
                }
            }
        }
    }

    #[test]
    fn a_hypothesis_with_a_misled_edge_is_not_believed() {
        for text in CASES {
            let case = Case::of(text);
            let right = case.hypothesis();
            let states = right.states();
            for (shift, edge) in (0..states - 1).cycle().zip(0..right.transitions().len()) {
                let old = right.transitions().all_targets()[edge];
                let wrong = misled(&right, edge, State::new((old.index() + 1 + shift) % states)).trim().minimize();
                assert_ne!(wrong, *right);
                assert_eq!(case.after(&Arc::new(wrong)), None, "{text}, edge {edge}");
            }
        }
    }

    #[test]
    fn another_relation_is_not_believed() {
        for text in CASES {
            let case = Case::of(text);
            let right = case.hypothesis();
            let layout = right.layout().clone();
            let mut others = vec![Dfa::empty(layout.clone()), Dfa::universal(layout.clone())];
            others.extend(
                CASES
                    .iter()
                    .map(|text| Case::of(text).hypothesis())
                    .filter(|h| *h.layout() == layout)
                    .map(|h| (*h).clone()),
            );
            for other in others.into_iter().filter(|other| *other != *right) {
                assert_eq!(case.after(&Arc::new(other)), None, "{text}");
            }
        }
    }

    #[test]
    fn the_relation_of_the_bound_before_or_after_is_not_believed() {
        let case = |bound: &str| Case::of(&format!("?msd_fib At t<{bound} => F[i+t]=F[j+t]"));
        let exact = case("n");
        for bound in ["n+1", "n+2", "2*n"] {
            let shifted = case(bound);
            // These have a track of their own for the bound and learn the same: the relation itself is another.
            let wrong = shifted.learned_by(&Classification::learn).expect("learned");
            assert_eq!(wrong.layout(), exact.hypothesis().layout());
            assert_eq!(exact.after(&wrong), None, "{bound}");
        }
    }

    #[test]
    fn a_right_hypothesis_with_invalid_words_is_not_believed() {
        let case = Case::of("?msd_fib At t<n => F[i+t]=F[j+t]");
        let right = case.hypothesis();
        let rows = right.numbers().zip(right.accepting()).map(|(q, &accepts)| {
            let mut row: Vec<_> = right.transitions().row(q).collect();
            // 11 is no representation.
            let all = right.layout().pack(&vec![1; right.layout().tracks()]);
            if row.iter().all(|edge| edge.0 != all) {
                row.push((all, State::START));
            }
            (accepts, row)
        });
        let wrong = Dfa::from_rows(right.layout().clone(), rows.collect::<Vec<_>>()).minimize();
        assert_ne!(wrong, *right);
        assert_eq!(case.after(&Arc::new(wrong)), None);
    }

    #[test]
    fn a_learner_that_gives_up_leaves_the_way_to_the_subsets() {
        let case = Case::of("?msd_fib At t<n => F[i+t]=F[j+t]");
        let give_up = |_: &mut Classification, _: &mut dyn Teacher, _: usize, _: &Budget| Err(Halt::TooLarge);
        let budget = Budget::unlimited();
        let all = Tactics::default();
        let cases = [(all.by_induction_alone(), Err(Halt::TooLarge)), (all.without(Tactic::Induction), Ok(None))];
        for (tactics, expected) in cases {
            let mut workspace = Workspace::new().with_tactics(tactics);
            let mut engine = Engine::new(&mut workspace, &case.variables, &budget);
            let found = engine.bounded_by(&give_up, &case.vars, &case.body).map(|built| built.map(|b| b.dfa));
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn least_significant_digit_first_is_left_to_the_subsets() {
        let case = Case::of("?lsd_2 At t<n => 3*t!=i+j");
        let never = |_: &mut Classification, _: &mut dyn Teacher, _: usize, _: &Budget| panic!("asked to learn");
        assert_eq!(case.learned_by(&never), None);
    }

    #[test]
    fn integers_below_a_bound_are_left_to_the_subsets() {
        let never = |_: &mut Classification, _: &mut dyn Teacher, _: usize, _: &Budget| panic!("asked to learn");
        for least in ["", "t>=0-1 & ", "j>=0 & "] {
            let case = Case::of(&format!("?msd_neg_2 Et {least}t<n & (3*t=i <=> t<j)"));
            assert!(Bounded::of(&case.vars, &case.body).is_some(), "{least}");
            assert_eq!(case.learned_by(&never), None, "{least}");
        }
    }
}
