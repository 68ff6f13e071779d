//! The minimal automaton of a nondeterministic one, in two or three ways at once.
//!
//! Forward: subsets (Rabin and Scott 1959), then minimization. Backward: the reversed automaton is determinized,
//! reversed and determinized again, which is minimal by itself (Brzozowski 1962). Either may be exponentially larger
//! than the other, and nothing cheap tells beforehand: factor equality in Tribonacci takes seconds backward and does
//! not end forward. So both grow in turn until one is whole.
//!
//! Once a construction finds fewer new states than it expands, we can estimate how much is left
//! ([`Materializer::rows_left`]): the one with less left may cost eight times as much as the other. While neither can
//! be estimated, the forward one, which is mostly the cheaper, may cost twice as much. So the whole costs at most some
//! nine times as much as its better way, and half as much again where that is forward and neither can be estimated. The
//! cost is the edges followed, what is compared to prune sets and, as so many edges each, the subsets whose edges were
//! found, which have to be told apart and kept: it does not depend on the machine. Both lead to the same automaton.
//!
//! Once the forward way has cost some 80,000 subsets and is not whole, it begins again with sets that leave out what
//! other members [simulate](Simulations), if there is any such state; the backward way goes on. What was spent until
//! then is lost: the costs above come on top.
//!
//! Who has another way bounds the edges that may be followed. A construction that has a quarter of them behind it and still
//! finds more than it expands is given up: few such end within the rest.
//!
//! At half that cost the backward way may get company, if its subsets are large. The caller may know the reversed words
//! by another automaton, whose states are each a set of those that the backward way starts from ([`Reversed`]): sets of
//! them are more, and have fewer members. This way may cost half as much as the dearer of the two. Bad where it meets
//! many more sets.

use crate::automata::dfa::Dfa;
use crate::automata::lazy::materialize::{Explored, Materializer, materialize, minimized_within};
use crate::automata::lazy::simulation::Simulations;
use crate::automata::lazy::subset::Subset;
use crate::automata::nfa::Nfa;
use crate::budget::{Budget, Halt, Limit};
use crate::tuning::automata::{determinize, simulation};

/// Which subsets an automaton is determinized by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubsetConstruction {
    /// Sets of states that a word may lead to (Rabin, Scott 1959).
    Forward,
    /// Sets of states from which a word may be accepted (Brzozowski 1962).
    Backward,
}

/// A minimal automaton and how it was found.
#[derive(Clone, Debug)]
pub struct Determinized {
    /// The automaton.
    pub dfa: Dfa,
    /// The subsets that led there.
    pub construction: SubsetConstruction,
    /// Whether the backward way began with the automaton that the caller gave.
    pub is_by_given: bool,
    /// Subsets found on it.
    pub subsets: usize,
}

/// The reversed words of an automaton, by another one.
#[derive(Clone, Debug)]
pub struct Reversed {
    /// An automaton of them.
    pub nfa: Nfa,
    /// Of each of its states, whether it accepts all that is valid, as for [`Subset::new`].
    pub universal: Vec<bool>,
}

/// The minimal automaton of the words that `nfa` accepts. `universal` is as for [`Subset::new`]; if `only` is given, the other
/// way is not tried.
///
/// # Errors
/// The limit that was passed: that on states once it is passed on every way.
pub fn determinize(
    nfa: &Nfa,
    universal: &[bool],
    only: Option<SubsetConstruction>,
    budget: &Budget,
) -> Result<Determinized, Halt> {
    determinize_within(nfa, universal, only, usize::MAX, || Ok(None), budget)
}

/// Like [`determinize()`], but gives up with [`Halt::TooLarge`] once more than `most` edges would have to be followed on each
/// way, or a share of them was and nothing tells that it ends. `reversed` is asked for one more way at most once, if both ways
/// are in use and their subsets many and large.
///
/// # Errors
/// The limit that was passed.
pub fn determinize_within(
    nfa: &Nfa,
    universal: &[bool],
    only: Option<SubsetConstruction>,
    most: usize,
    reversed: impl FnOnce() -> Result<Option<Reversed>, Halt>,
    budget: &Budget,
) -> Result<Determinized, Halt> {
    let slots = nfa.layout().slots();
    let way = |subset: Subset| Materializer::new(subset, nfa.layout(), slots, budget);
    let mut race = Race { costs: [determinize::FIRST_COST, 0, 0], most, is_too_large: false, budget };
    let mut ways: [Way; 3] = [None, None, None];
    if only != Some(SubsetConstruction::Backward) {
        ways[0] = Some(way(Subset::new(nfa, slots, universal))?);
        if let Some(found) = race.advance(&mut ways[0], race.costs[0])? {
            return minimal_forward(found, budget);
        }
    }
    if only != Some(SubsetConstruction::Forward) {
        ways[1] = Some(way(Subset::new(&nfa.reverse(), slots, &[]))?);
    }
    let mut found = race.run(&mut ways, determinize::ASKED_AFTER_COST)?;
    if found.is_none() {
        if ways[1].as_ref().is_some_and(has_large_subsets)
            && let Some(reversed) = reversed()?
        {
            ways[2] = Some(way(Subset::new(&reversed.nfa, slots, &reversed.universal))?);
        }
        found = race.run(&mut ways, simulation::AFTER_COST)?;
    }
    if found.is_none() {
        if ways[0].is_some()
            && let Some(simulations) = Simulations::of(nfa, budget)?
        {
            ways[0] = None;
            let mut pruned = Subset::new(nfa, slots, universal);
            pruned.prune_by(simulations);
            ways[0] = Some(way(pruned)?);
            race.costs[0] = 0;
        }
        found = race.run(&mut ways, usize::MAX)?;
    }
    // Without a bound, a run ends with an automaton unless the cost saturates.
    let Some((found, way)) = found else { return Err(Halt::TooLarge) };
    drop(ways);
    if way == 0 {
        return minimal_forward(found, budget);
    }
    let subsets = found.states();
    let dfa = turned(found, most, budget)?;
    Ok(Determinized { dfa, construction: SubsetConstruction::Backward, is_by_given: way == 2, subsets })
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
    minimized_within(Subset::new(&nfa, nfa.layout().slots(), &[]), nfa.layout(), nfa.layout().slots(), most, budget)
}

fn minimal_forward(found: Explored, budget: &Budget) -> Result<Determinized, Halt> {
    let subsets = found.states();
    Ok(Determinized {
        dfa: found.minimal(budget)?,
        construction: SubsetConstruction::Forward,
        is_by_given: false,
        subsets,
    })
}

/// Whether the subsets whose rows were found have many edges each.
fn has_large_subsets(way: &Materializer<Subset>) -> bool {
    way.followed() / way.rows().max(1) > determinize::EDGES_OF_A_LARGE_SUBSET
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
type Way = Option<Materializer<Subset>>;

/// The rules by which ways grow in turn, and how far each may go: the forward one, the backward one, and that of [`Reversed`], in
/// this order. The ways themselves are with the caller, who may put another one in the place of the forward one.
struct Race<'a> {
    /// What each way may cost by now; set to zero for a way that begins again.
    costs: [usize; 3],
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
    /// That all ways were given up, or the limit that was passed.
    fn run(&mut self, ways: &mut [Way; 3], until: usize) -> Result<Option<(Explored, usize)>, Halt> {
        loop {
            let turn = self.turn(ways)?;
            if turn == 0 && self.costs[0] >= until {
                return Ok(None);
            }
            let own = &mut self.costs[turn];
            // No machine holds so much that this saturates; were it so, the limit would stay where it is.
            *own = own.saturating_add(*own / determinize::STEPS_TO_DOUBLE).max(determinize::FIRST_COST);
            let cost = *own;
            let found = self.advance(&mut ways[turn], cost)?;
            if ways[2].as_ref().is_some_and(has_large_subsets) {
                // It was tried for having small ones.
                ways[2] = None;
            }
            if let Some(found) = found {
                return Ok(Some((found, turn)));
            }
        }
    }

    /// The way whose turn it is.
    ///
    /// # Errors
    /// That all ways were given up.
    fn turn(&self, ways: &[Way; 3]) -> Result<usize, Halt> {
        let [ahead, back, other] = self.costs;
        let may_cost = |cost: usize| ways[2].is_some() && other.saturating_mul(determinize::LAG_OF_REVERSED) <= cost;
        match (&ways[0], &ways[1]) {
            (None, None) if ways[2].is_some() => Ok(2),
            (None, None) if self.is_too_large => Err(Halt::TooLarge),
            (None, None) => Err(Halt::Limit(Limit::States)),
            (Some(_), None) => Ok(if may_cost(ahead) { 2 } else { 0 }),
            (None, Some(_)) => Ok(if may_cost(back) { 2 } else { 1 }),
            (Some(_), Some(_)) if may_cost(ahead.max(back)) => Ok(2),
            (Some(forward), Some(backward)) => {
                let [lead, lead_back] = leads(cost_left(forward, ahead), cost_left(backward, back));
                Ok(usize::from(back.saturating_mul(lead) <= ahead.saturating_mul(lead_back)))
            }
        }
    }

    /// Goes on with one way until it costs so much, in edges; the automaton, if it is whole. A way with too many states or with
    /// `most` edges followed is given up, and one that has a share of them behind it and still grows
    /// ([`determinize::SHARE_TO_STOP_GROWING`]): the caller has another way, and the rest would mostly be lost.
    fn advance(&mut self, way: &mut Way, cost: usize) -> Result<Option<Explored>, Halt> {
        let Some(materializer) = way else { return Ok(None) };
        let most = self.most;
        let grown = match most {
            usize::MAX => usize::MAX,
            _ => (most / determinize::SHARE_TO_STOP_GROWING).max(determinize::EDGES_TO_STOP_GROWING),
        };
        let few =
            |rows: usize, followed: usize| followed < most && followed + rows * determinize::EDGES_A_SUBSET < cost;
        match materializer.grow_while(few, self.budget) {
            Ok(true) => return Ok(way.take().map(Materializer::finish)),
            Ok(false)
                if materializer.followed() < grown.min(most)
                    || materializer.followed() < most && materializer.rows_left().is_some() => {}
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

    use super::SubsetConstruction;
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
            for only in [None, Some(SubsetConstruction::Forward), Some(SubsetConstruction::Backward)] {
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

    /// All words, and beside them those with two ones `n` places apart: exponentially many subsets in either way.
    fn all_and_some(n: u32) -> Nfa {
        let rows = (0..=n + 1).map(|q| match q {
            0 => vec![(0, 0), (1, 0), (1, 1)],
            q if q < n => vec![(0, q + 1), (1, q + 1)],
            q if q == n => vec![(1, q + 1)],
            q => vec![(0, q), (1, q)],
        });
        let starts = vec![State::START, State::new(n as usize + 2)];
        let rows = rows.chain([vec![(0, n + 2), (1, n + 2)]]);
        let accepting = (0..=n + 2).map(|q| q > n).collect();
        Nfa::new(Layout::new(&[2]).unwrap(), Transitions::from_rows(rows), starts, accepting)
    }

    #[test]
    fn another_automaton_of_the_reversed_words_is_asked_for_once_and_wins_where_it_is_better() {
        let budget = Budget::unlimited().with_states(20_000);
        let nfa = all_and_some(24);
        let all = Dfa::universal(nfa.layout().clone());
        let mut asked = 0;
        let given = || {
            asked += 1;
            Ok(Some(Reversed { nfa: Nfa::from(&all), universal: vec![true] }))
        };
        let found = determinize_within(&nfa, &[], None, usize::MAX, given, &budget).unwrap();
        assert_eq!((asked, found.is_by_given, found.construction), (1, true, SubsetConstruction::Backward));
        assert_eq!(found.dfa, all);
        // One whose subsets are large is given up, and the others end as they do without it.
        let small = all_and_some(6);
        let given = || Ok(Some(Reversed { nfa: all_and_some(24).reverse(), universal: vec![] }));
        let found = determinize_within(&small, &[], None, usize::MAX, given, &budget).unwrap();
        assert_eq!((found.is_by_given, found.dfa), (false, all));
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
        assert_eq!((forward.construction, forward.dfa.states()), (SubsetConstruction::Forward, 25));
        assert_eq!(
            determinize(&far(24, false), &[], Some(SubsetConstruction::Backward), &budget).unwrap_err(),
            Halt::Limit(Limit::States)
        );
        // 25 subsets backward, but the result itself has 2^24 states.
        assert_eq!(determinize(&far(24, true), &[], None, &budget).unwrap_err(), Halt::Limit(Limit::States));
    }
}
