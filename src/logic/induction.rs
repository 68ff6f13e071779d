//! Learns and proves what some number below a bound satisfies: tests members one by one, and proves by induction any
//! automaton that claims to be the relation.
//!
//! A member is told by the sets of states that the halves of its word meet in G(t,x) & t<m with t forgotten: few, where
//! the subsets are millions. Where that automaton is too large to be built, the whole word is run. A hypothesis H for
//! D(x,m) = E t<m G(t,x) is proved in three searches, each through a product of deterministic automata:
//!
//! 1. A word is in H iff it is with a zero in front. So H is a relation between numbers: if one representation of
//!    (x,m), padded to one length, is in H, all are.
//! 2. H(x,0) holds for no x.
//! 3. H(x,m') iff H(x,m) or G(m,x), for all words of x, m and m' with m' = m+1.
//!
//! Then H(x,m) iff D(x,m) for all x, by induction on m. No number is left out where m' has one digit more than m: for
//! every x and m there is a length at which x, m and m' all have representations, the search meets that word, and by 1
//! what H says about it is what it says about the numbers. The relations G and m' = m+1 are closed under leading zeros
//! like all relations, and hold of valid words only. H is refused if it has any other word. The proof does not use the
//! answers about members: if they were wrong, nothing would be accepted. It does use that t is natural: in a system for
//! all integers G says so, 2 is about all m that are not positive, and 3 about all that are not negative.
//!
//! Where G moves with t ([`Translation`](super::translation::Translation)) the relation R(x) = E t<L(x) G(t,x) needs no
//! track m: 2 says that H(x) iff Q(x) where L(x) < k, and 3 that H(x) iff H(x+d) or Q(x) elsewhere. The induction is on
//! L(x), which the move lessens by k.
//!
//! The searches have as many states as the automata of H, H and G have common ones, a small multiple of those of G.

use std::sync::Arc;

use crate::automata::{
    AcceptedWords, Dfa, Guard, Layout, LazyAutomaton, Letter, Moves, Nfa, Prefix, Product, Slot, State,
    StoredAutomaton, Suffix, Teacher, accepted_words, minimal, minimized,
};
use crate::budget::{Budget, Halt};
use crate::numeration::{Compare, LinearAtom, NumerationSystem, TrackKind, validity_part};
use crate::tuning::logic::induction;

use super::lazy_body::LazyBody;
use super::members::{Members, MembershipSource, Placed, ranges};
use super::workspace::{Workspace, universal_within};

/// That the relation holds after a step iff it did before, or what is added does.
struct Step {
    /// The tracks before and after, those that stay once,
    before: Vec<Slot>,
    after: Vec<Slot>,
    /// how those that do not stay are related, and where the step can be taken;
    parts: Vec<Placed>,
    added: LazyBody,
    added_at: Vec<Slot>,
}

/// What the induction goes by: where it begins, what holds there if anything does, and its step.
struct Recurrence {
    begins: LazyBody,
    first: Option<LazyBody>,
    step: Step,
}

/// The relation, most significant digit first.
pub(super) struct Induction {
    budget: Budget,
    /// Of its tracks.
    systems: Vec<Arc<NumerationSystem>>,
    ranges: Vec<TrackKind>,
    valid: Arc<Dfa>,
    recurrence: Recurrence,
    members: Members,
    /// States up to which the members were to be told by the whole automaton.
    most: usize,
    /// Edges that were followed to refute hypotheses.
    followed: usize,
    /// The last hypothesis that passed.
    proved: Option<Arc<Dfa>>,
}

/// E t<L G(t,x), where x moves with t.
pub(super) struct Moved {
    /// t<L, and the places of its tracks among x and t.
    pub(super) bound: (Arc<Dfa>, Vec<usize>),
    /// What each track of x moves by,
    pub(super) moves: Vec<i64>,
    /// that L is at least what it loses thereby, on these tracks of x; the moved numbers are natural then,
    pub(super) is_long: (Arc<Dfa>, Vec<usize>),
    /// and what holds at a number below L that is none of those after the move.
    pub(super) added: LazyBody,
}

impl Induction {
    /// The relation D(x,m) for `body`: G on the tracks x and t, in this order. G holds for no negative t. Members are told by
    /// the automaton of G(t,x) & t<m if G is built and they have no more than `most` states together.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn new(
        body: LazyBody,
        systems: &[Arc<NumerationSystem>],
        most: usize,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Induction, Halt> {
        let (system, _) = systems.split_last().expect("the body speaks of the bound variable");
        let less = system.linear(&LinearAtom::new(&[1, -1], Compare::Less, 0), budget)?;
        let successor = system.linear(&LinearAtom::new(&[-1, 1], Compare::Equal, 1), budget)?;
        // x, m, t: what is forgotten comes last, so that the edges that agree with the rest stand together.
        let frame = with_one_more(systems, system)?;
        let (kept, t) = frame.slots().split_at(systems.len());
        let (x, m) = kept.split_at(kept.len() - 1);
        let (next, bound) = ([x, t].concat(), (less, [t, m].concat()));
        let tell = MembershipSource { body: &body, at: &next, bound, frame: &frame, systems };
        let members = tell.members(most, workspace, budget)?;
        let (before, mut parts) = (kept.to_vec(), vec![(successor, [m, t].concat())]);
        let mut first = Arc::new(system.zero());
        if system.is_signed() {
            first = system.linear(&LinearAtom::new(&[1], Compare::Less, 1), budget)?;
            parts.push((system.linear(&LinearAtom::new(&[-1], Compare::Less, 1), budget)?, m.to_vec()));
        }
        let begins = LazyBody::Relation(first, vec![x.len()], Arc::new([]));
        let step = Step { added_at: before.clone(), before, after: next, parts, added: body };
        Induction::by(Recurrence { begins, first: None, step }, members, systems, most, workspace, budget)
    }

    /// The relation E t<L G(t,x) for `body`, G as above; its tracks are x, and t is a number of the system `bound`.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn moved(
        body: &LazyBody,
        moved: Moved,
        systems: &[Arc<NumerationSystem>],
        bound: &NumerationSystem,
        most: usize,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Induction, Halt> {
        let place = |slots: &[Slot], (dfa, tracks): &(Arc<Dfa>, Vec<usize>)| {
            (dfa.clone(), tracks.iter().map(|&track| slots[track]).collect::<Vec<_>>())
        };
        let told = with_one_more(systems, bound)?;
        let tell = MembershipSource {
            body,
            at: told.slots(),
            bound: place(told.slots(), &moved.bound),
            frame: &told,
            systems,
        };
        let members = tell.members(most, workspace, budget)?;
        let moving: Vec<usize> = (0..systems.len()).filter(|&track| moved.moves[track] != 0).collect();
        let all = systems.iter().chain(moving.iter().map(|&track| &systems[track]));
        let frame = Layout::new(&all.map(|system| system.digits()).collect::<Vec<u32>>())?;
        let (after, others) = frame.slots().split_at(systems.len());
        let (after, mut before) = (after.to_vec(), after.to_vec());
        let mut parts = vec![place(&after, &moved.is_long)];
        for (&track, &slot) in moving.iter().zip(others) {
            before[track] = slot;
            let atom = LinearAtom::new(&[1, -1], Compare::Equal, moved.moves[track]);
            parts.push((systems[track].linear(&atom, budget)?, vec![slot, after[track]]));
        }
        let (is_long, places) = moved.is_long;
        let begins = LazyBody::Not(Box::new(LazyBody::Relation(is_long, places, Arc::new([]))));
        let first = Some(moved.added.clone());
        let step = Step { added_at: after.clone(), before, after, parts, added: moved.added };
        Induction::by(Recurrence { begins, first, step }, members, systems, most, workspace, budget)
    }

    fn by(
        recurrence: Recurrence,
        members: Members,
        systems: &[Arc<NumerationSystem>],
        most: usize,
        workspace: &mut Workspace,
        budget: &Budget,
    ) -> Result<Induction, Halt> {
        let ranges = ranges(systems);
        let valid = workspace.valid(&ranges, budget)?;
        let (systems, budget) = (systems.to_vec(), budget.clone());
        Ok(Induction { budget, systems, ranges, valid, recurrence, members, most, followed: 0, proved: None })
    }

    /// Whether this is the minimal automaton of the relation: it may come from anywhere.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn proves(&mut self, hypothesis: &Arc<Dfa>) -> Result<bool, Halt> {
        let layout = self.valid.layout();
        let part = |dfa: &Arc<Dfa>| Box::new(StoredAutomaton::new(dfa.clone(), layout.slots(), Arc::new([]))) as _;
        let mut within = Product::new(vec![part(&self.valid), part(hypothesis)], Vec::new());
        if minimized(&mut within, layout, layout.slots(), &self.budget)? != **hypothesis {
            return Ok(false);
        }
        Ok(self.proved.as_ref() == Some(hypothesis) || self.counterexamples(hypothesis)?.is_empty())
    }

    /// Ends with [`Halt::TooLarge`] once the sets that tell members have so many members together, or so many edges were
    /// followed to them.
    pub(super) fn limit(&mut self, most: usize) {
        match &mut self.members {
            Members::Whole(_, halves) => halves.limit(most),
            Members::Explored { projection, .. } => projection.limit_members(most),
        }
    }

    /// The automaton of the relation, if that is what tells members.
    pub(super) fn whole(&self) -> Option<Nfa> {
        match &self.members {
            Members::Whole(nfa, _) => Some(nfa.clone()),
            Members::Explored { .. } => None,
        }
    }

    /// Whether there was no such automaton with fewer states than now allowed.
    pub(super) fn may_be_built_within(&self, most: usize) -> bool {
        matches!(self.members, Members::Explored { is_built: true, .. }) && most > self.most
    }

    fn is_member(&mut self, word: &[Letter]) -> Result<bool, Halt> {
        let start = self.members.start(&self.budget)?;
        let whole = word.iter().try_fold(start, |prefix, &letter| self.members.after(prefix, letter, &self.budget))?;
        let end = self.members.end();
        self.members.accepts(whole, end, &self.budget)
    }

    /// The universal states of a hypothesis.
    fn universal_states(&self, hypothesis: &Dfa) -> Arc<[bool]> {
        universal_within(&Nfa::from(hypothesis), &self.valid, &self.ranges).into()
    }

    /// How many words about which a hypothesis is wrong are looked for.
    fn wanted(hypothesis: &Dfa) -> usize {
        let letters = hypothesis.layout().letters().take(induction::COUNTEREXAMPLES_BY_LETTERS).count();
        induction::COUNTEREXAMPLES.max(hypothesis.states()).max(letters)
    }

    /// Words about which a hypothesis is wrong, which this automaton accepts.
    fn accepted(&mut self, wrong: &mut Product, hypothesis: &Dfa) -> Result<Vec<Vec<Letter>>, Halt> {
        let AcceptedWords { words, followed } = accepted_words(wrong, Induction::wanted(hypothesis), &self.budget)?;
        self.followed += followed;
        Ok(words)
    }

    /// Words that are in the hypothesis and not with a zero in front, or the other way round.
    fn changed_by_a_zero(&mut self, hypothesis: &Arc<Dfa>) -> Result<Vec<Vec<Letter>>, Halt> {
        let (layout, transitions) = (hypothesis.layout(), hypothesis.transitions());
        let after = transitions.step(State::START, Letter::ZERO);
        // Minimal, it has one state for each language; without any state that accepts, none that a zero leads to.
        if after == Some(State::START) || hypothesis.is_empty() {
            return Ok(Vec::new());
        }
        let shifted = match after {
            Some(state) => Nfa::new(layout.clone(), transitions.clone(), vec![state], hypothesis.accepting().to_vec())
                .determinize(&self.budget)?,
            None => Dfa::empty(layout.clone()),
        };
        let none: Arc<[bool]> = Arc::new([]);
        let [a, b] = [hypothesis, &Arc::new(shifted)].map(|dfa| Box::new(condition(dfa, layout.slots(), &none)));
        let valid = Box::new(StoredAutomaton::new(self.valid.clone(), layout.slots(), Arc::new([])));
        let mut differ = Product::new(vec![valid], vec![Guard::Not(Box::new(Guard::Iff(a, b)))]);
        self.accepted(&mut differ, hypothesis)
    }

    /// Words about which the hypothesis says something else than what holds where the induction begins.
    fn wrong_at_first(&mut self, hypothesis: &Arc<Dfa>) -> Result<Vec<Vec<Letter>>, Halt> {
        let slots = hypothesis.layout().slots();
        let parts = self.systems.iter().zip(slots).map(|(system, &slot)| validity_part(system, slot)).collect();
        let claim = condition(hypothesis, slots, &self.universal_states(hypothesis));
        let wrong = match &self.recurrence.first {
            None => claim,
            Some(first) => Guard::Not(Box::new(Guard::Iff(Box::new(claim), Box::new(first.guard(slots))))),
        };
        let mut some = Product::new(parts, vec![self.recurrence.begins.guard(slots), wrong]);
        self.accepted(&mut some, hypothesis)
    }

    /// Pairs of words before and after a step of the induction that fails. Where a hypothesis says that something differs, most
    /// letters lead it to where all is accepted: if the words that are not in it have far fewer edges, these are enumerated.
    fn broken_steps(&mut self, hypothesis: &Arc<Dfa>) -> Result<Vec<[Vec<Letter>; 2]>, Halt> {
        let most = hypothesis.transitions().len() / induction::EDGES_TO_THOSE_OF_OTHERS;
        let others = if most < induction::EDGES_OF_OTHERS { None } else { Some(self.others(hypothesis)?) };
        self.broken_by(hypothesis, others.filter(|others| others.transitions().len() <= most))
    }

    /// The valid words that are not in a hypothesis.
    fn others(&self, hypothesis: &Arc<Dfa>) -> Result<Arc<Dfa>, Halt> {
        let layout = hypothesis.layout();
        let valid = Box::new(StoredAutomaton::new(self.valid.clone(), layout.slots(), Arc::new([])));
        let claim = condition(hypothesis, layout.slots(), &self.universal_states(hypothesis));
        let rest = Product::new(vec![valid], vec![Guard::Not(Box::new(claim))]);
        Ok(Arc::new(minimal(rest, layout, layout.slots(), &self.budget)?.0))
    }

    /// Steps that fail: where H(x,m') and `H(x,m) | G(m,x)` differ. With the valid words that are not in H there are two
    /// searches, for that which holds where the other side is one of these words.
    fn broken_by(&mut self, hypothesis: &Arc<Dfa>, others: Option<Arc<Dfa>>) -> Result<Vec<[Vec<Letter>; 2]>, Halt> {
        let Step { before, after, parts, added, added_at } = &self.recurrence.step;
        let table = |dfa: &Arc<Dfa>, slots: &[Slot]| {
            Box::new(StoredAutomaton::new(dfa.clone(), slots, Arc::new([]))) as Box<dyn LazyAutomaton>
        };
        let universal = self.universal_states(hypothesis);
        let held = || condition(hypothesis, before, &universal);
        let holds = || condition(hypothesis, after, &universal);
        let added = || added.guard(added_at);
        let not = |guard: Guard| Guard::Not(Box::new(guard));
        let searches = if let Some(others) = others {
            vec![
                (Some(table(&others, after)), Guard::Or(vec![held(), added()])),
                (Some(table(&others, before)), Guard::And(vec![not(added()), holds()])),
            ]
        } else {
            let either = Guard::Or(vec![held(), added()]);
            vec![(None, not(Guard::Iff(Box::new(holds()), Box::new(either))))]
        };
        let own = hypothesis.layout().slots();
        let sides = [Moves::new(before, own), Moves::new(after, own)];
        let side = |moves: &Moves, word: &[Letter]| word.iter().map(|&letter| moves.apply(letter)).collect();
        let (mut found, mut followed) = (Vec::new(), 0);
        for (others, is_broken) in searches {
            let mut all: Vec<_> =
                others.into_iter().chain(parts.iter().map(|(dfa, slots)| table(dfa, slots))).collect();
            let staying = before.iter().zip(after).zip(&self.systems).filter(|((before, after), _)| before == after);
            all.extend(staying.map(|((_, &slot), system)| validity_part(system, slot)));
            let mut broken = Product::new(all, vec![is_broken]);
            let wanted = Induction::wanted(hypothesis);
            let AcceptedWords { words, followed: edges } = accepted_words(&mut broken, wanted, &self.budget)?;
            followed += edges;
            found.extend(words.iter().map(|word| [side(&sides[0], word), side(&sides[1], word)]));
        }
        self.followed += followed;
        Ok(found)
    }

    /// Those of the words about which the hypothesis is wrong. It is wrong about one of each group, or the members are
    /// not those of the relation.
    fn wrong<const N: usize>(
        &mut self,
        hypothesis: &Dfa,
        groups: Vec<[Vec<Letter>; N]>,
    ) -> Result<Vec<Vec<Letter>>, Halt> {
        let mut wrong = Vec::new();
        for group in groups {
            let known = wrong.len();
            for word in group {
                if self.is_member(&word)? != hypothesis.accepts(word.iter().copied()) {
                    wrong.push(word);
                }
            }
            if wrong.len() == known {
                return Err(Halt::Contradiction);
            }
        }
        wrong.sort_unstable_by(|a: &Vec<Letter>, b| (a.len(), a).cmp(&(b.len(), b)));
        wrong.dedup();
        Ok(wrong)
    }
}

impl Teacher for Induction {
    fn valid(&self) -> &Arc<Dfa> {
        &self.valid
    }

    fn start(&mut self) -> Result<Prefix, Halt> {
        self.members.start(&self.budget)
    }

    fn after(&mut self, prefix: Prefix, letter: Letter) -> Result<Prefix, Halt> {
        self.members.after(prefix, letter, &self.budget)
    }

    fn end(&mut self) -> Suffix {
        self.members.end()
    }

    fn before(&mut self, letter: Letter, suffix: Suffix) -> Result<Suffix, Halt> {
        self.members.before(letter, suffix, &self.budget)
    }

    fn accepts(&mut self, prefix: Prefix, suffix: Suffix) -> Result<bool, Halt> {
        self.members.accepts(prefix, suffix, &self.budget)
    }

    fn answers_cheaply(&self) -> bool {
        match &self.members {
            Members::Whole(..) => true,
            // A member of a set takes about as long as an edge of a search.
            Members::Explored { projection, .. } => {
                projection.members() <= induction::UNWEIGHED_MEMBERS + self.followed
            }
        }
    }

    fn counterexamples(&mut self, hypothesis: &Arc<Dfa>) -> Result<Vec<Vec<Letter>>, Halt> {
        let padded = |word: Vec<Letter>| [word.clone(), [&[Letter::ZERO], &word[..]].concat()];
        let found = self.changed_by_a_zero(hypothesis)?.into_iter().map(padded).collect();
        let wrong = self.wrong(hypothesis, found)?;
        if !wrong.is_empty() {
            return Ok(wrong);
        }
        let found = self.wrong_at_first(hypothesis)?.into_iter().map(|word| [word]).collect();
        let wrong = self.wrong(hypothesis, found)?;
        if !wrong.is_empty() {
            return Ok(wrong);
        }
        let found = self.broken_steps(hypothesis)?;
        let wrong = self.wrong(hypothesis, found)?;
        if wrong.is_empty() {
            self.proved = Some(hypothesis.clone());
        }
        Ok(wrong)
    }
}

fn condition(dfa: &Arc<Dfa>, slots: &[Slot], universal: &Arc<[bool]>) -> Guard {
    Guard::Leaf(Box::new(StoredAutomaton::new(dfa.clone(), slots, universal.clone())))
}

/// The layout of the tracks of these systems and one more.
fn with_one_more(systems: &[Arc<NumerationSystem>], last: &NumerationSystem) -> Result<Layout, Halt> {
    let sizes: Vec<u32> = systems.iter().map(|system| system.digits()).chain([last.digits()]).collect();
    Ok(Layout::new(&sizes)?)
}

#[cfg(test)]
mod tests {
    use super::super::engine::Engine;
    use super::super::tactics::{Tactic, Tactics};
    use super::super::testing::prepared;
    use super::*;
    use crate::automata::Track;

    /// The relation of an open formula, by subsets; its tracks in alphabetical order.
    fn relation(text: &str) -> (Arc<Dfa>, Vec<Arc<NumerationSystem>>) {
        let mut workspace = Workspace::new().with_tactics(Tactics::default().without(Tactic::Induction));
        let (expr, variables) = prepared(text, &mut workspace);
        let budget = Budget::unlimited();
        let built = Engine::new(&mut workspace, &variables, &budget).relation_over(&expr, expr.free()).unwrap();
        let mut order = Track::list(0..built.vars.len());
        order.sort_by_key(|&track| variables.name(built.vars[track]));
        let systems = order.iter().map(|&track| variables.system(built.vars[track]).clone()).collect();
        (Arc::new(built.dfa.reordered(&order)), systems)
    }

    fn whole(dfa: Arc<Dfa>) -> LazyBody {
        let tracks = (0..dfa.layout().tracks()).collect();
        LazyBody::Relation(dfa, tracks, Arc::new([]))
    }

    /// What is asked of the induction for `E t<z body`, whose tracks are those of `body`, `t` last.
    fn with<T>(body: &str, ask: impl FnOnce(&mut Induction) -> T) -> T {
        let (body, systems) = relation(body);
        let (mut workspace, budget) = (Workspace::new(), Budget::unlimited());
        ask(&mut Induction::new(whole(body), &systems, 100, &mut workspace, &budget).unwrap())
    }

    fn proves(body: &str, hypothesis: &str) -> bool {
        let hypothesis = relation(hypothesis).0;
        let ask = |induction: &mut Induction| {
            let proved = induction.proves(&hypothesis).unwrap();
            let others = induction.others(&hypothesis).unwrap();
            let [these, those] = [None, Some(others)].map(|others| induction.broken_by(&hypothesis, others).unwrap());
            assert_eq!(these.is_empty(), those.is_empty(), "{} and {} steps fail", these.len(), those.len());
            assert_eq!(induction.counterexamples(&hypothesis).unwrap().is_empty(), proved);
            proved
        };
        // The body built, and stepped.
        let (dfa, systems) = relation(body);
        let (mut workspace, budget) = (Workspace::new(), Budget::unlimited());
        let twice = LazyBody::Not(Box::new(LazyBody::Not(Box::new(whole(dfa)))));
        let stepped = ask(&mut Induction::new(twice, &systems, 100, &mut workspace, &budget).unwrap());
        assert_eq!(with(body, ask), stepped);
        stepped
    }

    #[test]
    fn the_relation_is_proved_and_its_neighbours_are_not() {
        for (body, right) in [
            ("?msd_2 T[i+t]!=T[j+t]", "?msd_2 Et t<z & T[i+t]!=T[j+t]"),
            ("?msd_fib F[i+t]=@1", "?msd_fib Et t<z & F[i+t]=@1"),
            ("?msd_fib F[t]=@1 & t>2", "?msd_fib Et t<z & F[t]=@1 & t>2"),
            ("?msd_pell 3*t=i", "?msd_pell Et t<z & 3*t=i"),
            // The number zero alone: a digit more at the first step.
            ("?msd_trib t=0", "?msd_trib z>0"),
            ("?msd_trib t=0 & i>1", "?msd_trib z>0 & i>1"),
        ] {
            assert!(proves(body, right), "{body}");
            let (dfa, systems) = relation(right);
            let is_other = |wrong: &str| relation(wrong).1 == systems && relation(wrong).0 != dfa;
            for change in ["z+1", "z+2", "2*z"] {
                let wrong = right.replace("t<z", &format!("t<{change}")).replace("z>", &format!("{change}>"));
                assert!(!is_other(&wrong) || !proves(body, &wrong), "{wrong}");
            }
            let (system, formula) = right.split_once(' ').unwrap();
            for change in ["& z>4", "| z=3", "& z!=5"] {
                let wrong = format!("{system} ({formula}) {change}");
                assert!(!is_other(&wrong) || !proves(body, &wrong), "{wrong}");
            }
        }
    }

    #[test]
    fn what_holds_at_zero_is_refuted_by_a_word_of_zeros() {
        let found = with("?msd_fib F[i+t]=F[t]", |induction| {
            let everything = induction.valid.clone();
            induction.counterexamples(&everything).unwrap()
        });
        assert!(found.iter().any(|word| word.is_empty()));
    }

    #[test]
    fn words_that_differ_from_their_padding_are_counterexamples() {
        // The right relation, but only of words that do not begin with zeros.
        let right = relation("?msd_fib Et t<z & F[t]=@1").0;
        let row = |q| right.transitions().row(q).map(|(letter, to)| (letter, to.after(1)));
        let first = (right.accepting()[0], row(State::START).filter(|edge| edge.0 != Letter::ZERO).collect::<Vec<_>>());
        let rest = right.numbers().zip(right.accepting()).map(|(q, &accepts)| (accepts, row(q).collect()));
        let rows: Vec<_> = std::iter::once(first).chain(rest).collect();
        let wrong = Arc::new(Dfa::from_rows(right.layout().clone(), rows).trim().minimize());
        with("?msd_fib F[t]=@1", |induction| {
            assert!(induction.proves(&right).unwrap());
            assert!(!induction.proves(&wrong).unwrap());
            assert!(induction.counterexamples(&wrong).unwrap().iter().all(|word| word.first() == Some(&Letter::ZERO)));
        });
    }

    #[test]
    fn members_that_are_not_those_of_the_body_raise_the_alarm() {
        let (other, right) = (relation("?msd_fib F[t]=@1").0, relation("?msd_fib Et t<z & F[t]=@0").0);
        with("?msd_fib F[t]=@0", |induction| {
            induction.recurrence.step.added = whole(other);
            // Right by all answers about words, and refuted by the body.
            assert_eq!(induction.counterexamples(&right), Err(Halt::Contradiction));
            assert_eq!(induction.proves(&right), Err(Halt::Contradiction));
        });
    }
}
