//! The minimal automaton of a nondeterministic one, in two ways at once.
//!
//! Forward: subsets (Rabin and Scott 1959), then minimization. Backward: the reversed automaton is determinized,
//! reversed and determinized again, which is minimal by itself (Brzozowski 1962). Either may be exponentially larger
//! than the other, and nothing cheap tells beforehand: factor equality in Tribonacci takes seconds backward and does not
//! end forward. So both grow in turn until one is whole. A way whose rows meet fewer new states than they are tells what
//! is left of it ([`Materializer::rows_left`]): the one that has less left may cost eight times as much as the other. While
//! neither tells, the forward one, which is mostly the cheaper, may cost twice as much. So the whole costs at most some nine
//! times as much as its better way, and half as much again where that is forward and neither tells. The cost is the edges
//! followed, what is compared to prune sets and, as so many edges each, the subsets whose edges were found, which have to
//! be told apart and kept: it does not depend on the machine. Both lead to the same automaton.
//!
//! Once the forward way has cost some 80,000 subsets and is not whole, it begins again with sets that leave out what other
//! members [simulate](Simulations), if there is any such state; the backward way goes on. What was spent until then is lost:
//! the costs above come on top.

use crate::automata::dfa::Dfa;
use crate::automata::lazy::materialize::{Explored, Materializer, materialize};
use crate::automata::lazy::simulation::Simulations;
use crate::automata::lazy::subset::Subset;
use crate::automata::nfa::Nfa;
use crate::budget::{Budget, Halt, Limit};
use crate::tuning::automata::{determinize, simulation};

/// A way to determinize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Sets of states that a word may lead to.
    Subset,
    /// Sets of states from which a word may be accepted.
    Brzozowski,
}

/// A minimal automaton and how it was found.
#[derive(Clone, Debug)]
pub struct Determinized {
    /// The automaton.
    pub dfa: Dfa,
    /// The way that led there.
    pub strategy: Strategy,
    /// Subsets found on it.
    pub subsets: usize,
}

/// The minimal automaton of the words that `nfa` accepts. `universal` is as for [`Subset::new`]; if `only` is given, the other
/// way is not tried.
///
/// # Errors
/// The limit that was passed: that on states once it is passed on every way.
pub fn determinize(
    nfa: &Nfa,
    universal: &[bool],
    only: Option<Strategy>,
    budget: &Budget,
) -> Result<Determinized, Halt> {
    determinize_within(nfa, universal, only, usize::MAX, budget)
}

/// Like [`determinize()`], but gives up with [`Halt::TooLarge`] once more than `most` edges would have to be followed.
///
/// # Errors
/// The limit that was passed.
pub fn determinize_within(
    nfa: &Nfa,
    universal: &[bool],
    only: Option<Strategy>,
    most: usize,
    budget: &Budget,
) -> Result<Determinized, Halt> {
    let slots = nfa.layout().slots();
    let mut race = Race { costs: [determinize::FIRST_COST, 0], most, is_too_large: false, budget };
    let mut ahead = Subset::new(nfa, slots, universal);
    let mut forward = match only {
        Some(Strategy::Brzozowski) => None,
        _ => Some(Materializer::new(&mut ahead, nfa.layout(), slots, budget)?),
    };
    if let Some(found) = race.advance(&mut forward, race.costs[0])? {
        drop(forward);
        drop(ahead);
        return minimal_forward(found, budget);
    }
    let mut back = (only != Some(Strategy::Subset)).then(|| Subset::new(&nfa.reverse(), slots, &[]));
    let mut backward = match &mut back {
        Some(back) => Some(Materializer::new(back, nfa.layout(), slots, budget)?),
        None => None,
    };
    let early = race.run(&mut forward, &mut backward, simulation::AFTER_COST)?;
    let simulations = match early {
        None if forward.is_some() => Simulations::of(nfa, budget)?,
        _ => None,
    };
    let found = match (early, simulations) {
        (Some(found), _) => Some(found),
        (None, None) => race.run(&mut forward, &mut backward, usize::MAX)?,
        (None, Some(simulations)) => {
            drop(forward);
            ahead = Subset::new(nfa, slots, universal);
            ahead.prune_by(simulations);
            race.costs[0] = 0;
            let mut again = Some(Materializer::new(&mut ahead, nfa.layout(), slots, budget)?);
            race.run(&mut again, &mut backward, usize::MAX)?
        }
    };
    // Without a bound, a run ends with an automaton unless the cost saturates.
    let Some((found, strategy)) = found else { return Err(Halt::TooLarge) };
    drop(backward);
    drop((ahead, back));
    if strategy == Strategy::Subset {
        return minimal_forward(found, budget);
    }
    let subsets = found.states();
    Ok(Determinized { dfa: turned(found, most, budget)?, strategy, subsets })
}

impl Nfa {
    /// The deterministic automaton of the same language, by subsets. Not minimal.
    ///
    /// # Errors
    /// The limit that was passed: there may be 2^n subsets.
    pub fn determinize(&self, budget: &Budget) -> Result<Dfa, Halt> {
        let subset = Subset::new(self, self.layout().slots(), &[]);
        materialize(subset, self.layout(), self.layout().slots(), budget)
    }
}

/// The minimal automaton of the reversed words, if no more than so many edges need to be followed.
fn turned(found: Explored, most: usize, budget: &Budget) -> Result<Dfa, Halt> {
    // The fewer states, the fewer members have the subsets.
    let nfa = found.minimal(budget)?.reverse();
    let slots = nfa.layout().slots();
    let mut subset = Subset::new(&nfa, slots, &[]);
    let mut materializer = Materializer::new(&mut subset, nfa.layout(), slots, budget)?;
    match materializer.grow(most, budget)? {
        true => materializer.finish().minimal(budget),
        false => Err(Halt::TooLarge),
    }
}

fn minimal_forward(found: Explored, budget: &Budget) -> Result<Determinized, Halt> {
    let subsets = found.states();
    Ok(Determinized { dfa: found.minimal(budget)?, strategy: Strategy::Subset, subsets })
}

/// What a way that has cost so much is likely to cost until it is whole, if that can be told.
fn cost_left(way: &Materializer<Subset>, cost: usize) -> Option<u128> {
    Some(cost as u128 * way.rows_left()? as u128 / way.rows() as u128)
}

/// How many times as much as the other each way may cost, by what is left of them.
fn leads(forward: Option<u128>, backward: Option<u128>) -> [usize; 2] {
    match (forward, backward) {
        (None, None) => [determinize::FORWARD_LEAD, 1],
        (Some(forward), Some(backward)) if forward <= backward => [determinize::LEAD_TO_THE_END, 1],
        (Some(_), None) => [determinize::LEAD_TO_THE_END, 1],
        (_, Some(_)) => [1, determinize::LEAD_TO_THE_END],
    }
}

/// A way that is under way; `None` once it is given up or whole, or if it is not to be tried.
type Way<'a> = Option<Materializer<'a, Subset>>;

/// The rules by which two ways grow in turn, and how far each may go. The ways themselves are with the caller, who may put
/// another one in the place of the forward one.
struct Race<'a> {
    /// What the forward and the backward way may cost by now; set to zero for a way that begins again.
    costs: [usize; 2],
    /// Edges that may be followed on each way; one that begins again has as many once more.
    most: usize,
    /// Whether a way was given up because it would have followed more.
    is_too_large: bool,
    budget: &'a Budget,
}

impl Race<'_> {
    /// Goes on until a way is whole, and says which; `None` as soon as it is the forward way's turn and it may cost `until` or
    /// more already.
    ///
    /// # Errors
    /// That both ways were given up, or the limit that was passed.
    fn run(
        &mut self,
        forward: &mut Way,
        backward: &mut Way,
        until: usize,
    ) -> Result<Option<(Explored, Strategy)>, Halt> {
        loop {
            let turns_back = match (&forward, &backward) {
                (None, None) if self.is_too_large => return Err(Halt::TooLarge),
                (None, None) => return Err(Halt::Limit(Limit::States)),
                (Some(forward), Some(backward)) => {
                    let [ahead, back] = self.costs;
                    let [lead, lead_back] = leads(cost_left(forward, ahead), cost_left(backward, back));
                    back.saturating_mul(lead) <= ahead.saturating_mul(lead_back)
                }
                (forward, _) => forward.is_none(),
            };
            if !turns_back && self.costs[0] >= until {
                return Ok(None);
            }
            let own = &mut self.costs[usize::from(turns_back)];
            // No machine holds so much that this saturates; were it so, the limit would stay where it is.
            *own = own.saturating_add(*own / determinize::STEPS_TO_DOUBLE).max(determinize::FIRST_COST);
            let cost = *own;
            let found = if turns_back { self.advance(backward, cost)? } else { self.advance(forward, cost)? };
            if let Some(found) = found {
                return Ok(Some((found, if turns_back { Strategy::Brzozowski } else { Strategy::Subset })));
            }
        }
    }

    /// Goes on with one way until it costs so much, in edges; the automaton, if it is whole. A way with too many states or with
    /// `most` edges followed is given up.
    fn advance(&mut self, way: &mut Way, cost: usize) -> Result<Option<Explored>, Halt> {
        let Some(materializer) = way else { return Ok(None) };
        let most = self.most;
        let few =
            |rows: usize, followed: usize| followed < most && followed + rows * determinize::EDGES_A_SUBSET < cost;
        match materializer.grow_while(few, self.budget) {
            Ok(true) => return Ok(way.take().map(Materializer::finish)),
            Ok(false) if materializer.followed() < most => {}
            Ok(false) => {
                *way = None;
                self.is_too_large = true;
            }
            Err(Halt::Limit(Limit::States)) => *way = None,
            Err(limit) => return Err(limit),
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Strategy;
    use super::*;
    use crate::automata::algorithms::universal::universal_states;
    use crate::automata::interner::State;
    use crate::automata::letter::{Layout, Track};
    use crate::automata::testing::arbitrary_dfa;
    use crate::automata::transitions::Transitions;

    proptest! {
        #[test]
        fn all_roads_lead_to_one_automaton(dfa in arbitrary_dfa(9, &[2, 2, 2])) {
            let budget = Budget::unlimited();
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            let expected = nfa.determinize(&budget).unwrap().minimize();
            for only in [None, Some(Strategy::Subset), Some(Strategy::Brzozowski)] {
                prop_assert_eq!(&determinize(&nfa, &[], only, &budget).unwrap().dfa, &expected);
            }
            // Where all words are valid, a universal state accepts all words.
            let universal = universal_states(&nfa, &Dfa::universal(nfa.layout().clone()), 1000);
            prop_assert_eq!(determinize(&nfa, &universal, None, &budget).unwrap().dfa, expected);
        }
    }

    /// Words of zeros and ones with a one `n` places before the end, or `n` places after the beginning.
    fn far(n: u32, from_the_end: bool) -> Nfa {
        let layout = Layout::new(&[2]).unwrap();
        let both = |q| vec![(0, q), (1, q)];
        let rows = (0..=n).map(|q| match q {
            0 if n > 0 => vec![(0, 0), (1, 0), (1, 1)],
            q if q < n => both(q + 1),
            _ => vec![],
        });
        let transitions = Transitions::from_rows(rows);
        let nfa = Nfa::new(layout, transitions, vec![State::START], (0..=n).map(|q| q == n).collect());
        if from_the_end { nfa } else { nfa.reverse() }
    }

    #[test]
    fn the_way_with_less_left_leads() {
        let far = determinize::LEAD_TO_THE_END;
        for (forward, backward, expected) in [
            (None, None, [determinize::FORWARD_LEAD, 1]),
            (Some(9), None, [far, 1]),
            (None, Some(9), [1, far]),
            (Some(9), Some(9), [far, 1]),
            (Some(9), Some(8), [1, far]),
        ] {
            assert_eq!(leads(forward, backward), expected);
        }
    }

    #[test]
    fn the_cheap_road_is_found() {
        let budget = Budget::unlimited().with_states(1000);
        let forward = determinize(&far(24, false), &[], None, &budget).unwrap();
        assert_eq!((forward.strategy, forward.dfa.states()), (Strategy::Subset, 25));
        assert_eq!(
            determinize(&far(24, false), &[], Some(Strategy::Brzozowski), &budget).unwrap_err(),
            Halt::Limit(Limit::States)
        );
        // 25 subsets backward, but the result itself has 2^24 states.
        assert_eq!(determinize(&far(24, true), &[], None, &budget).unwrap_err(), Halt::Limit(Limit::States));
    }
}
