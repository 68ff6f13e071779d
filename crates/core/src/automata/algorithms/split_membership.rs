//! Whether words are accepted, asked by halves: the states to which a prefix leads, and those from which a suffix is
//! accepted. A word is accepted iff the sets of its halves meet.
//!
//! A learner asks about every prefix with many suffixes. Run from the start, each word makes subsets of its own; by
//! halves, a prefix costs one step from the prefix before it, a suffix one step back, and a question a look at as many
//! bits as the prefix has members. Equal sets get equal numbers, so that much need not be asked at all. Needs the whole
//! automaton; [`Projection`](crate::automata::Projection) answers about one that is explored.

use crate::automata::by_letter::ByLetter;
use crate::automata::interner::{Interner, State};
use crate::automata::lazy::automaton::Next;
use crate::automata::lazy::steps::Steps;
use crate::automata::letter::Letter;
use crate::automata::nfa::Nfa;
use crate::budget::{Budget, Halt};

/// The number of a set of states to which a prefix leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prefix(pub(super) State);

/// The number of a set of states from which a suffix is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suffix(pub(super) State);

impl Prefix {
    /// Its number, counted from 0 on in the order in which they are found.
    pub fn index(self) -> usize {
        self.0.index()
    }
}

impl From<State> for Prefix {
    fn from(number: State) -> Prefix {
        Prefix(number)
    }
}

impl From<Prefix> for State {
    fn from(prefix: Prefix) -> State {
        prefix.0
    }
}

/// Sets of states of an [`Nfa`] by halves of words.
pub struct SplitMembership {
    edges: ByLetter,
    starts: Vec<State>,
    universal: Vec<bool>,
    /// Sorted members.
    prefixes: Interner<State>,
    /// Bits for all states; the first are those of the empty suffix.
    suffixes: Interner<u64>,
    /// From prefixes, and from suffixes to those with a letter more in front.
    steps: Steps,
    steps_back: Steps,
    members: Vec<State>,
    bits: Vec<u64>,
    /// Edges followed so far, and how many may be.
    followed: usize,
    most: usize,
}

impl SplitMembership {
    /// Nothing asked yet. `universal` is as for [`Subset::new`](crate::automata::Subset::new): from such a state all that is valid
    /// behind it is accepted, and nothing else.
    pub fn new(nfa: &Nfa, universal: Vec<bool>) -> SplitMembership {
        let mut end = vec![0; nfa.states().div_ceil(64)];
        nfa.numbers().filter(|&q| nfa.accepting()[q]).for_each(|q| end[q.index() / 64] |= 1 << (q.index() % 64));
        let mut suffixes = Interner::default();
        suffixes.intern(&end);
        SplitMembership {
            edges: ByLetter::new(nfa.transitions()),
            starts: nfa.starts().to_vec(),
            universal,
            prefixes: Interner::default(),
            suffixes,
            steps: Steps::default(),
            steps_back: Steps::default(),
            members: Vec::new(),
            bits: Vec::new(),
            followed: 0,
            most: usize::MAX,
        }
    }

    /// Ends with [`Halt::TooLarge`] once so many edges were followed.
    pub fn limit(&mut self, most: usize) {
        self.most = most;
    }

    /// The empty prefix.
    pub fn start(&mut self) -> Prefix {
        self.members.clone_from(&self.starts);
        self.prefix()
    }

    /// The empty suffix.
    pub fn end(&self) -> Suffix {
        Suffix(State::START)
    }

    /// A prefix and one letter more.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn after(&mut self, prefix: Prefix, letter: Letter, budget: &Budget) -> Result<Prefix, Halt> {
        if let Some(Next::To(known)) = self.steps.get(prefix.0, letter) {
            return Ok(Prefix(known));
        }
        self.gather(prefix, letter);
        let next = self.prefix();
        self.steps.insert(prefix.0, letter, Next::To(next.0), budget);
        self.look(budget)?;
        Ok(next)
    }

    /// A suffix with one letter more in front.
    ///
    /// # Errors
    /// The limit that was passed.
    pub fn before(&mut self, letter: Letter, suffix: Suffix, budget: &Budget) -> Result<Suffix, Halt> {
        if let Some(Next::To(known)) = self.steps_back.get(suffix.0, letter) {
            return Ok(Suffix(known));
        }
        let old = self.suffixes.get(suffix.0);
        self.bits.clear();
        self.bits.resize(old.len(), 0);
        let edges = self.edges.letter(letter).map_or(&[][..], |letter| self.edges.all_of(letter));
        for &(source, target) in edges {
            self.bits[source.index() / 64] |=
                (old[target.index() / 64] >> (target.index() % 64) & 1) << (source.index() % 64);
        }
        self.followed += 1 + edges.len();
        let before = Suffix(self.suffixes.intern(&self.bits).0);
        self.steps_back.insert(suffix.0, letter, Next::To(before.0), budget);
        self.look(budget)?;
        Ok(before)
    }

    /// Whether the word of these halves is accepted, also where it is not valid: wherever it is cut, the answer is the same.
    pub fn accepts(&self, prefix: Prefix, suffix: Suffix) -> bool {
        let bits = self.suffixes.get(suffix.0);
        self.prefixes.get(prefix.0).iter().any(|q| bits[q.index() / 64] >> (q.index() % 64) & 1 == 1)
    }

    /// Makes the states to which a letter leads from a prefix the members, sorted and without repeats: by bits, where these
    /// are no more than the members before.
    fn gather(&mut self, prefix: Prefix, letter: Letter) {
        self.members.clear();
        self.followed += 1;
        let Some(letter) = self.edges.letter(letter) else { return };
        let before = self.prefixes.get(prefix.0);
        let words = self.suffixes.get(State::START).len();
        let mut targets = before.iter().flat_map(|&q| self.edges.of(letter, q)).map(|edge| edge.1);
        if words > before.len() {
            self.members.extend(targets);
            self.followed += self.members.len();
            self.members.sort_unstable();
            self.members.dedup();
            return;
        }
        self.bits.clear();
        self.bits.resize(words, 0);
        self.followed += targets.by_ref().map(|q| self.bits[q.index() / 64] |= 1 << (q.index() % 64)).count();
        for (base, &word) in (0..).step_by(64).zip(&self.bits) {
            let mut word = word;
            while word != 0 {
                self.members.push(State::new(base + word.trailing_zeros() as usize));
                word &= word - 1;
            }
        }
    }

    /// Numbers the set in `members`, sorted and without repeats. A universal member stands for the set: what another accepts is
    /// valid behind the same prefix, so that the universal one accepts it as well.
    fn prefix(&mut self) -> Prefix {
        let universal = |q: &&State| self.universal.get(q.index()).copied().unwrap_or(false);
        if let Some(&whole) = self.members.iter().find(universal) {
            self.members.clear();
            self.members.push(whole);
        }
        Prefix(self.prefixes.intern(&self.members).0)
    }

    fn look(&self, budget: &Budget) -> Result<(), Halt> {
        if self.followed > self.most { Err(Halt::TooLarge) } else { budget.check(0) }
    }
}

/// Halves of words as they are spelled, for a teacher who knows whole words.
#[derive(Default)]
pub struct Spelled(Interner<Letter>);

impl Spelled {
    /// The empty prefix.
    pub fn start(&mut self) -> Prefix {
        Prefix(self.0.intern(&[]).0)
    }

    /// The empty suffix.
    pub fn end(&mut self) -> Suffix {
        Suffix(self.0.intern(&[]).0)
    }

    /// A prefix and one letter more.
    pub fn after(&mut self, prefix: Prefix, letter: Letter) -> Prefix {
        let longer = [self.0.get(prefix.0), &[letter]].concat();
        Prefix(self.0.intern(&longer).0)
    }

    /// A suffix with one letter more in front.
    pub fn before(&mut self, letter: Letter, suffix: Suffix) -> Suffix {
        let longer = [&[letter], self.0.get(suffix.0)].concat();
        Suffix(self.0.intern(&longer).0)
    }

    /// The letters of a suffix.
    pub fn suffix(&self, suffix: Suffix) -> &[Letter] {
        self.0.get(suffix.0)
    }

    /// The word of these halves.
    pub fn word(&self, prefix: Prefix, suffix: Suffix) -> Vec<Letter> {
        [self.0.get(prefix.0), self.0.get(suffix.0)].concat()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::automata::letter::Track;
    use crate::automata::testing::{arbitrary_dfa, words};
    use crate::automata::transitions::Transitions;

    proptest! {
        #[test]
        fn a_word_is_accepted_wherever_it_is_cut(dfa in arbitrary_dfa(9, &[2, 3])) {
            let nfa = dfa.project(&[Track(1)]).drop_leading_zeros();
            let halves = SplitMembership::new(&nfa, Vec::new());
            let found = cut_everywhere(halves, &nfa);
            prop_assert_eq!(found, None);
            // Where the valid words are those accepted, each state accepts all that are.
            let nfa = Nfa::from(&dfa);
            let halves = SplitMembership::new(&nfa, vec![true; nfa.states()]);
            prop_assert_eq!(cut_everywhere(halves, &nfa), None);
        }
    }

    /// A word about which halves say something else than the automaton, and where it was cut then.
    fn cut_everywhere(mut halves: SplitMembership, nfa: &Nfa) -> Option<(Vec<Letter>, usize)> {
        let budget = Budget::unlimited();
        for word in words(nfa.layout(), 4) {
            for cut in 0..=word.len() {
                let mut prefix = halves.start();
                for &letter in &word[..cut] {
                    prefix = halves.after(prefix, letter, &budget).unwrap();
                }
                let mut suffix = halves.end();
                for &letter in word[cut..].iter().rev() {
                    suffix = halves.before(letter, suffix, &budget).unwrap();
                }
                if halves.accepts(prefix, suffix) != nfa.accepts(word.iter().copied()) {
                    return Some((word, cut));
                }
            }
        }
        None
    }

    #[test]
    fn questions_end_at_their_limit() {
        let transitions = Transitions::from_rows([vec![(0, 0), (0, 1)], vec![(0, 0), (0, 1)]]);
        let layout = crate::automata::letter::Layout::new(&[2]).unwrap();
        let nfa = Nfa::new(layout, transitions, vec![State::START], vec![false, true]);
        let (mut halves, budget) = (SplitMembership::new(&nfa, Vec::new()), Budget::unlimited());
        halves.limit(3);
        let (start, end) = (halves.start(), halves.end());
        assert!(halves.after(start, Letter::ZERO, &budget).is_ok());
        assert_eq!(halves.before(Letter::ZERO, end, &budget), Err(Halt::TooLarge));
    }
}
