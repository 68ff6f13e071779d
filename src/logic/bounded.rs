//! Bounded quantifiers: E t (t < L & G(t,x)), where L is a sum of other variables. Also A t (t < L => F), its negation.
//!
//! The result is often tiny although the subset construction explodes: factor equality has 26 states in Tribonacci, and
//! its subsets do not end. So the relation D(x,m) = E t<m G(t,x) is learned ([`Classification`]) and proved by
//! induction ([`Induction`]). If the bound is not one variable that G leaves alone, D gets a track m of its own, and
//! the result is E m (m = L & D(x,m)): false where L is not positive, like the quantifier. Where the body mentions
//! whatever the bound does and moves with t ([`Translation`]), the quantifier itself is learned.
//!
//! Three [strategies](super::strategy) take turns: determinize while the subsets stay few ([`few_subsets`](super::few_subsets)),
//! give names to sums ([`abstract_terms`](super::abstract_terms)), learn the relation ([`learned`](super::learned)). If none
//! ends within its shares, the caller determinizes without a limit. All lead to the same minimal automaton.
//!
//! Learning pays where the result is small: it ends at ten thousand states. It is only for systems most significant
//! digit first. Where numbers may be negative, the body has to say that t is not, for below a bound there are
//! infinitely many.

use std::sync::Arc;

use crate::automata::{Classification, Dfa, Nfa, Teacher};
use crate::budget::{Attempt, Budget, Halt};
use crate::numeration::Direction;
use crate::tuning::logic::bounded::{self, Round};

use super::abstract_terms::AbstractedTerms;
use super::bound::Bounded;
use super::build::{Built, tracks};
use super::engine::Engine;
use super::induction::Induction;
use super::ir::{Expr, ExprRef, Kind, Var};
use super::lazy_body::LazyBody;
use super::tactics::Tactic;
use super::translation::Translation;

/// A bounded quantifier, and what its strategies have found of it so far.
pub(super) struct BoundedQuantifier<'a> {
    pub(super) vars: &'a [Var],
    pub(super) body: &'a ExprRef,
    pub(super) parts: Bounded,
    /// What learns, and need not be trusted.
    pub(super) learner: Learner<'a>,
    /// Whether numbers may be negative.
    is_signed: bool,
    /// Whether the body has too many states to be built only to learn from it; none if that was not asked.
    is_large: Option<bool>,
    /// The names for sums; none if these were not looked for.
    named: Option<Option<Arc<AbstractedTerms>>>,
    /// The body and the bound with the bound variable forgotten, and the variables left.
    pub(super) forgotten: Option<(Nfa, Vec<Var>)>,
    /// Whether there is none that is small enough.
    pub(super) is_hopeless: bool,
    /// What is learned.
    below: Option<Below>,
}

/// D(x,m), or the quantifier where the body moves with t: what it is told by, and its variables.
pub(super) struct Below {
    pub(super) induction: Induction,
    /// The last one is t, for m, in D(x,m).
    pub(super) vars: Vec<Var>,
    pub(super) is_moved: bool,
    /// What was found before a share was spent.
    pub(super) known: Classification,
}

/// Finds an automaton for what a teacher knows, with so many questions about words.
pub(super) type Learner<'a> =
    &'a dyn Fn(&mut Classification, &mut dyn Teacher, usize, &Budget) -> Result<Arc<Dfa>, Halt>;

impl Engine<'_> {
    /// `E vars body`, if it is a bounded quantifier and one of the cheap tactics leads to its automaton.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn bounded(&mut self, vars: &[Var], body: &ExprRef) -> Result<Option<Built>, Halt> {
        self.bounded_by(&Classification::learn, vars, body)
    }

    /// Finds the automaton of [`Self::bounded`] with a learner that need not be trusted.
    fn bounded_by(&mut self, learner: Learner, vars: &[Var], body: &ExprRef) -> Result<Option<Built>, Halt> {
        let tactics = self.workspace.tactics;
        let is_lsd = |&var: &Var| self.system(var).direction() == Direction::Lsd;
        if !tactics.has(Tactic::Induction) || body.free().iter().any(is_lsd) {
            return Ok(None);
        }
        let Some(parts) = Bounded::of(vars, body) else { return Ok(None) };
        // Of all integers infinitely many are below a bound, and sums that get names would have more cases.
        let is_signed = body.free().iter().any(|&var| self.system(var).is_signed());
        if is_signed && !parts.is_above_zero() {
            return Ok(None);
        }
        let mut quantifier = BoundedQuantifier {
            vars,
            body,
            parts,
            learner,
            is_signed,
            is_large: None,
            named: None,
            forgotten: None,
            is_hopeless: false,
            below: None,
        };
        self.take_turns(&mut quantifier)
    }

    /// Whether the body, with no other bound variable, has too many states to be built only to learn from it.
    fn has_large_body(&mut self, bounded: &Bounded) -> Result<bool, Halt> {
        let body = conjunction(&bounded.body);
        let is_combination = matches!(body.kind(), Kind::Not(_) | Kind::And(_) | Kind::Or(_) | Kind::Iff(..));
        if !bounded.others.is_empty() || !is_combination || !self.workspace.tactics.has(Tactic::StepBody) {
            return Ok(false);
        }
        let build = |few: &Budget| Engine::new(self.workspace, self.variables, few).relation(&body);
        let built = self.budget.attempt(bounded::BUILT_BODY_STATES, build)?;
        if matches!(built, Attempt::TooLarge) {
            self.workspace.trace.clear_stop();
            self.workspace.uses.note(Tactic::StepBody);
        }
        Ok(matches!(built, Attempt::TooLarge))
    }

    /// What is learned, its members told by an automaton that has no more than `whole` states.
    fn below(&mut self, bounded: &Bounded, is_large: bool, whole: usize) -> Result<Below, Halt> {
        let inner = Expr::exists(bounded.others.clone(), conjunction(&bounded.body));
        let mut vars: Vec<Var> = inner.free().iter().copied().filter(|&var| var != bounded.t).collect();
        vars.push(bounded.t);
        let body = self.stepped(&inner, &vars, is_large)?;
        let systems = self.systems(&vars);
        let is_natural = systems.iter().all(|system| !system.is_signed());
        let induction = if is_natural
            && self.workspace.tactics.has(Tactic::Translation)
            && let Some(shift) = Translation::of(bounded.t, &bounded.bound, &inner)
            && let Some(moved) = self.moved(&shift, &bounded.bound, &body, &vars)?
            && let Some((system, x)) = systems.split_last()
        {
            vars.pop();
            self.workspace.uses.note(Tactic::Translation);
            Induction::moved(&body, moved, x, system, whole, self.workspace, self.budget)?
        } else {
            Induction::new(body, &systems, whole, self.workspace, self.budget)?
        };
        let is_moved = vars.len() < systems.len();
        Ok(Below { induction, vars, is_moved, known: Classification::default() })
    }

    /// The body over these variables, built unless it is large.
    fn stepped(&mut self, inner: &ExprRef, vars: &[Var], is_large: bool) -> Result<LazyBody, Halt> {
        let settled = if is_large { self.decide_closed(inner)? } else { inner.clone() };
        if is_large && settled.free().len() == vars.len() {
            return self.lazy_body(&settled, vars);
        }
        let budget = self.budget.tightened(bounded::QUANTIFIED_BODY_STATES);
        let built = Engine::new(self.workspace, self.variables, &budget).relation(inner)?;
        let dfa = Arc::new(built.dfa.reordered(&tracks(&built.vars, vars)));
        Ok(LazyBody::Relation(dfa, (0..vars.len()).collect(), Arc::new([])))
    }
}

impl BoundedQuantifier<'_> {
    /// Whether the other strategies are switched off, and the limits of learning are those of the statement.
    pub(super) fn is_by_induction_alone(&self, engine: &Engine<'_>) -> bool {
        engine.workspace.tactics.by_induction_alone
    }

    /// Whether the body, with no other bound variable, has too many states to be built only to learn from it.
    pub(super) fn is_large(&mut self, engine: &mut Engine<'_>) -> Result<bool, Halt> {
        let is_large = match self.is_large {
            Some(is_large) => is_large,
            None => engine.has_large_body(&self.parts)?,
        };
        self.is_large = Some(is_large);
        Ok(is_large)
    }

    /// The names for sums by which the quantifier is found, if that is promising. Of integers they would have more cases.
    pub(super) fn abstracted_terms(&mut self, engine: &Engine<'_>) -> Option<Arc<AbstractedTerms>> {
        let is_allowed = !self.is_signed && engine.workspace.tactics.has(Tactic::AbstractTerms);
        let find = || engine.abstracted_terms(self.parts.t, self.vars, self.body).filter(|_| is_allowed);
        self.named.get_or_insert_with(|| find().map(Arc::new)).clone()
    }

    /// Whether sums get names before anything else is tried: the first share of subsets would end before it had read one row, and
    /// the body on all its tracks has as many edges.
    pub(super) fn is_for_names_at_once(&mut self, engine: &Engine<'_>) -> bool {
        let size = |&var: &Var| engine.variables.range(var).size() as usize;
        let letters = self.body.free().iter().map(size).fold(1, usize::saturating_mul);
        letters > bounded::ROUNDS[0].members
            && self.abstracted_terms(engine).is_some_and(|named| !named.increases_arity)
    }

    /// What is learned.
    pub(super) fn below(&mut self, engine: &mut Engine<'_>, limits: &Round) -> Result<&mut Below, Halt> {
        let known = self.below.take().filter(|below| !below.induction.may_be_built_within(limits.whole));
        let below = match known {
            Some(below) => below,
            None => {
                let is_large = self.is_large(engine)?;
                engine.below(&self.parts, is_large, limits.whole)?
            }
        };
        Ok(self.below.insert(below))
    }
}

pub(super) fn conjunction(parts: &[ExprRef]) -> ExprRef {
    match parts {
        [part] => part.clone(),
        _ => Expr::and(parts.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::super::ir::Variables;
    use super::super::tactics::Tactics;
    use super::super::testing::{prepared, quantifier};
    use super::super::workspace::Workspace;
    use super::*;
    use crate::automata::State;

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
