//! Active learning of an automaton from a teacher that answers questions about words and refutes wrong guesses.
//!
//! Angluin, "Learning regular sets from queries and counterexamples" (Inf. Comput. 1987); the states are the leaves of
//! a classification tree (Kearns and Vazirani, "An Introduction to Computational Learning Theory", 1994, chapter 8),
//! and a counterexample is cut by binary search at the one step where it leaves the language (Rivest and Schapire, Inf.
//! Comput. 1993). Only prefixes that can still become valid are ever tried: of the tuples of digits few are. Prefixes
//! and suffixes are named by the teacher ([`SplitMembership`](super::split_membership::SplitMembership)): no word is
//! ever written down.
//!
//! With n states, k live letters a state and counterexamples of length m: at most n hypotheses, k n^2 + n log m
//! questions. States are only ever added, and no more than the minimal automaton of the language has (among them one
//! for "never"): a result of ten states costs the same however large the automata are that answer. Bad where the
//! result is large, and for a large alphabet, whose letters are tried one by one at every state.

use std::sync::Arc;

use crate::automata::dfa::Dfa;
use crate::automata::interner::State;
use crate::automata::lazy::materialize::materialize;
use crate::automata::lazy::product::Product;
use crate::automata::lazy::stored::StoredAutomaton;
use crate::automata::letter::Letter;
use crate::budget::{Budget, Halt};
use crate::tuning::automata::learn;

use super::split_membership::{Prefix, Suffix};

/// Knows a language, and can tell whether a guess is it. Words are asked about by halves.
pub trait Teacher {
    /// A language that contains the one to be learned. It is trimmed.
    fn valid(&self) -> &Arc<Dfa>;

    /// The empty prefix.
    ///
    /// # Errors
    /// The limit that was passed.
    fn start(&mut self) -> Result<Prefix, Halt>;

    /// A prefix and one letter more. Prefixes with one number have the same answers.
    ///
    /// # Errors
    /// The limit that was passed.
    fn after(&mut self, prefix: Prefix, letter: Letter) -> Result<Prefix, Halt>;

    /// The empty suffix.
    fn end(&mut self) -> Suffix;

    /// A suffix with one letter more in front.
    ///
    /// # Errors
    /// The limit that was passed.
    fn before(&mut self, letter: Letter, suffix: Suffix) -> Result<Suffix, Halt>;

    /// Whether the word of these halves is in the language; no if it is not valid.
    ///
    /// # Errors
    /// The limit that was passed.
    fn accepts(&mut self, prefix: Prefix, suffix: Suffix) -> Result<bool, Halt>;

    /// Whether questions have cost little so far beside what it took to refute hypotheses: then more of them are asked before the
    /// next one is made.
    fn answers_cheaply(&self) -> bool;

    /// Words about which the hypothesis is wrong; none if it is right. The hypothesis is minimal and accepts only valid
    /// words.
    ///
    /// # Errors
    /// The limit that was passed.
    fn counterexamples(&mut self, hypothesis: &Arc<Dfa>) -> Result<Vec<Vec<Letter>>, Halt>;
}

/// The minimal automaton of the language that the teacher knows, by [`Classification::learn`] from nothing.
///
/// # Errors
/// As there.
pub fn learn(teacher: &mut dyn Teacher, questions: usize, budget: &Budget) -> Result<Arc<Dfa>, Halt> {
    Classification::default().learn(teacher, questions, budget)
}

/// Number of a node of the tree.
type NodeId = usize;

const ROOT: NodeId = 0;

/// A node of the classification tree.
enum Node {
    /// Prefixes that no suffix in the tree has told apart so far.
    Leaf(State),
    /// Prefixes are told apart by whether this suffix makes them accepted; the root tells accepted words from others.
    Inner { suffix: Suffix, children: [Option<NodeId>; 2] },
}

/// A state of the hypothesis.
struct Class {
    /// A prefix that leads here; it can become valid.
    access: Prefix,
    /// Where it leads among the valid words.
    valid: State,
    accepting: bool,
    leaf: NodeId,
    /// Each live letter, and the node at which the prefix one letter longer was last seen: its leaf, or above it.
    row: Vec<(Letter, NodeId)>,
}

/// What is known of a language so far: states, and what tells them apart.
#[derive(Default)]
pub struct Classification {
    nodes: Vec<Node>,
    classes: Vec<Class>,
    /// For each prefix, the node at which it was last seen.
    seen: Vec<NodeId>,
    /// Prefixes of states and one letter more, and where they lead among the valid words.
    tried: Vec<(Prefix, State)>,
    /// How often all of these were compared with the states at which they are.
    comparisons: usize,
}

impl Classification {
    /// The minimal automaton of the language that the teacher knows, after at most `questions` questions about words. The
    /// states of `budget` bound those of the hypotheses. What was found before a limit was passed stays: the same teacher
    /// may be asked further.
    ///
    /// # Errors
    /// The limit that was passed: [`Halt::TooLarge`] when more questions would be needed; [`Halt::Contradiction`] when
    /// the teacher contradicts itself.
    pub fn learn(&mut self, teacher: &mut dyn Teacher, questions: usize, budget: &Budget) -> Result<Arc<Dfa>, Halt> {
        let (start, end) = (teacher.start()?, teacher.end());
        if self.nodes.is_empty() {
            self.nodes.push(Node::Inner { suffix: end, children: [None, None] });
        }
        let mut learner = Learner { teacher, questions, budget, end, known: self };
        learner.sift(ROOT, start, State::START)?;
        loop {
            let hypothesis = Arc::new(learner.hypothesis()?);
            let counterexamples = learner.teacher.counterexamples(&hypothesis)?;
            if counterexamples.is_empty() {
                return Ok(hypothesis);
            }
            let known = learner.known.classes.len();
            for word in counterexamples {
                learner.refine(&word)?;
            }
            if learner.known.classes.len() == known {
                debug_assert!(false, "refuted by words about which the hypothesis is right");
                return Err(Halt::Contradiction);
            }
        }
    }
}

struct Learner<'a> {
    teacher: &'a mut dyn Teacher,
    /// How many may still be asked.
    questions: usize,
    budget: &'a Budget,
    /// The empty suffix.
    end: Suffix,
    known: &'a mut Classification,
}

impl Learner<'_> {
    /// Whether the word of these halves is in the language.
    fn accepts(&mut self, prefix: Prefix, suffix: Suffix) -> Result<bool, Halt> {
        self.questions = self.questions.checked_sub(1).ok_or(Halt::TooLarge)?;
        self.budget.check(self.known.classes.len())?;
        self.teacher.accepts(prefix, suffix)
    }

    /// The leaf of a prefix, which leads to the state `valid` of the valid words, at or below `node`; a new state if none
    /// came there before.
    fn sift(&mut self, node: NodeId, prefix: Prefix, valid: State) -> Result<NodeId, Halt> {
        if self.known.seen.len() <= prefix.index() {
            self.known.seen.resize(prefix.index() + 1, ROOT);
        }
        // Both are on the way to the leaf, and later nodes are farther.
        let mut node = node.max(self.known.seen[prefix.index()]);
        while let Node::Inner { suffix, children } = self.known.nodes[node] {
            let side = usize::from(self.accepts(prefix, suffix)?);
            node = match children[side] {
                Some(child) => child,
                None => {
                    let leaf = self.add(prefix, valid)?;
                    let Node::Inner { children, .. } = &mut self.known.nodes[node] else { unreachable!() };
                    children[side] = Some(leaf);
                    leaf
                }
            };
        }
        self.known.seen[prefix.index()] = node;
        Ok(node)
    }

    /// A new state, and its leaf, which is not yet in the tree.
    fn add(&mut self, access: Prefix, valid: State) -> Result<NodeId, Halt> {
        let accepting = self.accepts(access, self.end)?;
        let letters = self.teacher.valid().transitions().letters(valid);
        let row = letters.iter().map(|letter| (letter, ROOT)).collect();
        // A state beyond the limit would have no place in the tree.
        self.budget.check(self.known.classes.len() + 1)?;
        let leaf = self.known.nodes.len();
        self.known.nodes.push(Node::Leaf(State::new(self.known.classes.len())));
        self.known.classes.push(Class { access, valid, accepting, leaf, row });
        Ok(leaf)
    }

    /// The state that a leaf stands for.
    fn class_at(&self, leaf: NodeId) -> State {
        match self.known.nodes[leaf] {
            Node::Leaf(class) => class,
            Node::Inner { .. } => unreachable!("sifting ends at a leaf"),
        }
    }

    /// Where the i-th live letter leads from a state.
    fn target(&mut self, class: State, i: usize) -> Result<State, Halt> {
        let (letter, seen) = self.known.classes[class].row[i];
        let leaf = match self.known.nodes[seen] {
            Node::Leaf(target) => return Ok(target),
            Node::Inner { .. } => {
                let (prefix, valid) = self.longer(class, letter)?;
                let is_new = self.known.seen.get(prefix.index()).is_none_or(|&node| node == ROOT);
                let leaf = self.sift(seen, prefix, valid)?;
                if is_new && self.known.classes[self.class_at(leaf)].access != prefix {
                    self.known.tried.push((prefix, valid));
                }
                leaf
            }
        };
        self.known.classes[class].row[i].1 = leaf;
        Ok(self.class_at(leaf))
    }

    /// The prefix of a state and one live letter more, and where it leads among the valid words.
    fn longer(&mut self, class: State, letter: Letter) -> Result<(Prefix, State), Halt> {
        let Class { access, valid, .. } = self.known.classes[class];
        let valid = self.teacher.valid().transitions().step(valid, letter).expect("the letter is live");
        Ok((self.teacher.after(access, letter)?, valid))
    }

    /// The states along a word, as far as its letters are live at them.
    fn path(&mut self, word: &[Letter]) -> Result<Vec<State>, Halt> {
        let mut path = vec![State::START];
        for letter in word {
            let class = *path.last().expect("never empty");
            let row = &self.known.classes[class].row;
            let Ok(i) = row.binary_search_by_key(letter, |edge| edge.0) else { break };
            path.push(self.target(class, i)?);
        }
        Ok(path)
    }

    /// Splits states until the hypothesis is right about a word.
    ///
    /// Replacing the first i letters by the prefix of the state to which they lead changes the answer between
    /// i = 0, where it is the truth, and the end, where it is that of the hypothesis. Where it changes, the suffix tells
    /// the state from the word that was sent there.
    fn refine(&mut self, word: &[Letter]) -> Result<(), Halt> {
        let start = self.known.classes[0].access;
        let whole = word.iter().try_fold(start, |prefix, &letter| self.teacher.after(prefix, letter))?;
        let truth = self.accepts(whole, self.end)?;
        // Those of the ends of the word, the shortest first.
        let mut suffixes = vec![self.end];
        loop {
            let path = self.path(word)?;
            let last = path.len() - 1;
            // A letter that is not live at a state makes its prefix invalid: the answer is no from there on.
            let guess = last == word.len() && self.known.classes[path[last]].accepting;
            if guess == truth {
                return Ok(());
            }
            while suffixes.len() < word.len() {
                let letter = word[word.len() - suffixes.len()];
                suffixes.push(self.teacher.before(letter, suffixes[suffixes.len() - 1])?);
            }
            let (mut low, mut high) = (0, last);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if self.accepts(self.known.classes[path[middle]].access, suffixes[word.len() - middle])? == truth {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            let (access, valid) = self.longer(path[low], word[low])?;
            self.split(path[high], access, valid, (suffixes[word.len() - high], truth))?;
        }
    }

    /// Makes `access` a state of its own: the suffix leads it to the answer beside it, and the state where it was to the
    /// opposite.
    fn split(
        &mut self,
        class: State,
        access: Prefix,
        valid: State,
        (suffix, answer): (Suffix, bool),
    ) -> Result<(), Halt> {
        let new = self.add(access, valid)?;
        let old = self.known.nodes.len();
        self.known.nodes.push(Node::Leaf(class));
        let node = std::mem::replace(&mut self.known.classes[class].leaf, old);
        let mut children = [Some(old); 2];
        children[usize::from(answer)] = Some(new);
        self.known.nodes[node] = Node::Inner { suffix, children };
        Ok(())
    }

    /// Where all letters lead from all states known and from those that turn up on the way.
    fn fill(&mut self) -> Result<(), Halt> {
        let mut class = 0;
        while class < self.known.classes.len() {
            for i in 0..self.known.classes[class].row.len() {
                self.target(State::new(class), i)?;
            }
            class += 1;
        }
        Ok(())
    }

    /// Splits states until the prefixes tried lead from one state to one state by some letters each. What the teacher would
    /// refute by a search is mostly refuted here by a few questions.
    fn agree(&mut self) -> Result<(), Halt> {
        loop {
            self.fill()?;
            if !self.teacher.answers_cheaply() {
                return Ok(());
            }
            let known = self.known.classes.len();
            let edges: usize = self.known.classes.iter().map(|class| class.row.len()).sum();
            let share = edges / self.known.tried.len().max(1);
            self.known.comparisons += 1;
            for at in 0..self.known.tried.len() {
                if !self.teacher.answers_cheaply() {
                    break;
                }
                self.compare(at, share)?;
            }
            if self.known.classes.len() == known {
                return Ok(());
            }
        }
    }

    /// Compares where letters lead from a prefix tried and from the state at which it is. Where few prefixes were tried beside
    /// the edges of the hypothesis, which are as much work, each is compared by its share of them, and by other letters every time.
    fn compare(&mut self, at: usize, share: usize) -> Result<(), Halt> {
        let (prefix, valid) = self.known.tried[at];
        let leaf = self.sift(ROOT, prefix, valid)?;
        let class = self.class_at(leaf);
        let letters = self.known.classes[class].row.len();
        let few = (learn::LETTERS_TIMES_COMPARED / letters.max(1)).clamp(1, learn::COMPARED_LETTERS);
        let (compared, first) = match share > few * learn::LARGER_SHARE {
            true => (share.min(letters), at + share * self.known.comparisons),
            false => (few.min(letters), at),
        };
        for i in (first..first + compared).map(|i| i % letters) {
            let letter = self.known.classes[class].row[i].0;
            let Some(longer_valid) = self.teacher.valid().transitions().step(valid, letter) else { continue };
            let longer = self.teacher.after(prefix, letter)?;
            let leaf = self.sift(ROOT, longer, longer_valid)?;
            let (found, expected) = (self.class_at(leaf), self.target(class, i)?);
            if found != expected {
                let (suffix, answer) = self.difference(longer, self.known.classes[expected].access)?;
                let suffix = self.teacher.before(letter, suffix)?;
                return self.split(class, prefix, valid, (suffix, answer));
            }
        }
        Ok(())
    }

    /// The first suffix in the tree that tells two prefixes at different leaves apart, and its answer for the first.
    fn difference(&mut self, first: Prefix, second: Prefix) -> Result<(Suffix, bool), Halt> {
        let mut node = ROOT;
        while let Node::Inner { suffix, children } = self.known.nodes[node] {
            let answer = self.accepts(first, suffix)?;
            if answer != self.accepts(second, suffix)? {
                return Ok((suffix, answer));
            }
            node = children[usize::from(answer)].expect("both have been there");
        }
        Err(Halt::Contradiction)
    }

    /// The automaton of the states known and of those that turn up on the way, within the valid words, minimal.
    fn hypothesis(&mut self) -> Result<Dfa, Halt> {
        self.agree()?;
        let mut rows = Vec::with_capacity(self.known.classes.len());
        for class in State::first(self.known.classes.len()) {
            let mut edges = Vec::with_capacity(self.known.classes[class].row.len());
            for i in 0..self.known.classes[class].row.len() {
                edges.push((self.known.classes[class].row[i].0, self.target(class, i)?));
            }
            rows.push((self.known.classes[class].accepting, edges));
        }
        let valid = self.teacher.valid().clone();
        let layout = valid.layout().clone();
        let whole = Arc::new(Dfa::from_rows(layout.clone(), rows));
        let part = |dfa| Box::new(StoredAutomaton::new(dfa, layout.slots(), Arc::new([]))) as _;
        let mut within = Product::new(vec![part(valid), part(whole)], Vec::new());
        // The states of this product are not those of the hypothesis.
        materialize(&mut within, &layout, layout.slots(), &self.budget.clone().with_states(usize::MAX))?
            .minimize_within(self.budget)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::split_membership::SplitMembership;
    use super::*;
    use crate::automata::lazy::automaton::LazyAutomaton;
    use crate::automata::lazy::guard::Guard;
    use crate::automata::lazy::search::accepted_words;
    use crate::automata::letter::Layout;
    use crate::automata::nfa::Nfa;
    use crate::automata::testing::arbitrary_dfa;
    use crate::budget::Limit;

    /// Knows an automaton and compares with it.
    struct Known {
        valid: Arc<Dfa>,
        language: Arc<Dfa>,
        halves: SplitMembership,
        budget: Budget,
        /// How many counterexamples are given at once.
        generous: usize,
        asked: usize,
    }

    impl Known {
        /// The words of `language` that are valid.
        fn new(valid: &Dfa, language: &Dfa, generous: usize) -> Known {
            let (valid, budget) = (Arc::new(valid.trim()), Budget::unlimited());
            let parts = [&valid, &Arc::new(language.trim())].map(table).into();
            let layout = valid.layout();
            let within = materialize(Product::new(parts, vec![]), layout, layout.slots(), &budget);
            let language = Arc::new(within.unwrap().minimize());
            let halves = SplitMembership::new(&Nfa::from(&*language), Vec::new());
            Known { language, valid, halves, budget, generous, asked: 0 }
        }
    }

    fn table(dfa: &Arc<Dfa>) -> Box<dyn LazyAutomaton> {
        Box::new(StoredAutomaton::new(dfa.clone(), dfa.layout().slots(), Arc::new([])))
    }

    impl Teacher for Known {
        fn valid(&self) -> &Arc<Dfa> {
            &self.valid
        }

        fn start(&mut self) -> Result<Prefix, Halt> {
            Ok(self.halves.start())
        }

        fn after(&mut self, prefix: Prefix, letter: Letter) -> Result<Prefix, Halt> {
            self.halves.after(prefix, letter, &self.budget)
        }

        fn end(&mut self) -> Suffix {
            self.halves.end()
        }

        fn before(&mut self, letter: Letter, suffix: Suffix) -> Result<Suffix, Halt> {
            self.halves.before(letter, suffix, &self.budget)
        }

        fn accepts(&mut self, prefix: Prefix, suffix: Suffix) -> Result<bool, Halt> {
            self.asked += 1;
            Ok(self.halves.accepts(prefix, suffix))
        }

        fn answers_cheaply(&self) -> bool {
            self.generous.is_multiple_of(2)
        }

        fn counterexamples(&mut self, hypothesis: &Arc<Dfa>) -> Result<Vec<Vec<Letter>>, Halt> {
            assert_eq!(**hypothesis, hypothesis.minimize());
            let leaf = |dfa| Box::new(Guard::Leaf(table(dfa)));
            let everything = Arc::new(Dfa::universal(self.valid.layout().clone()));
            let differ = Guard::Not(Box::new(Guard::Iff(leaf(&self.language), leaf(hypothesis))));
            let mut join = Product::new(vec![table(&everything)], vec![differ]);
            Ok(accepted_words(&mut join, self.generous, &Budget::unlimited())?.words)
        }
    }

    proptest! {
        #[test]
        fn what_is_learned_is_the_minimal_automaton(
            valid in arbitrary_dfa(5, &[2, 2]),
            language in arbitrary_dfa(25, &[2, 2]),
            generous in 1usize..100,
        ) {
            let mut teacher = Known::new(&valid, &language, generous);
            let learned = learn(&mut teacher, usize::MAX, &Budget::unlimited()).unwrap();
            prop_assert_eq!(&learned, &teacher.language);
        }

        #[test]
        fn no_more_states_are_tried_than_the_result_has_and_one(
            valid in arbitrary_dfa(5, &[3]),
            language in arbitrary_dfa(25, &[3]),
        ) {
            let mut teacher = Known::new(&valid, &language, 7);
            let budget = Budget::unlimited().with_states(teacher.language.states() + 1);
            prop_assert!(learn(&mut teacher, usize::MAX, &budget).is_ok());
        }
    }

    /// The words of ones whose length is a multiple of `n`, among the words of ones and then zeros.
    fn multiples(n: u32) -> Known {
        let layout = Layout::new(&[2]).unwrap();
        let valid = Dfa::from_rows(layout.clone(), [(true, vec![(0, 1), (1, 0)]), (true, vec![(0, 1)])]);
        let language = Dfa::from_rows(layout, (0..n).map(|q| (q == 0, vec![(1, (q + 1) % n)])));
        Known::new(&valid, &language, 1)
    }

    #[test]
    fn limits_end_learning() {
        let unlimited = Budget::unlimited();
        assert_eq!(learn(&mut multiples(50), usize::MAX, &unlimited).unwrap().states(), 50);
        assert_eq!(
            learn(&mut multiples(50), usize::MAX, &Budget::unlimited().with_states(49)),
            Err(Halt::Limit(Limit::States))
        );
        let mut teacher = multiples(50);
        assert_eq!(learn(&mut teacher, 100, &unlimited), Err(Halt::TooLarge));
        assert_eq!(teacher.asked, 100);
    }

    #[test]
    fn learning_goes_on_where_a_limit_ended_it() {
        let unlimited = Budget::unlimited();
        let (mut teacher, mut known) = (multiples(50), Classification::default());
        for states in 1..50 {
            let few = Budget::unlimited().with_states(states);
            assert_eq!(known.learn(&mut teacher, usize::MAX, &few), Err(Halt::Limit(Limit::States)));
        }
        let mut again = multiples(50);
        learn(&mut again, usize::MAX, &unlimited).unwrap();
        assert_eq!(known.learn(&mut teacher, usize::MAX, &unlimited).as_ref(), Ok(&teacher.language.clone()));
        // Each limit costs the questions about one word, of some fifty letters, again.
        assert!(teacher.asked < again.asked + 49 * 60, "{} questions, {} at once", teacher.asked, again.asked);
        let mut known = Classification::default();
        let mut attempts = (0..50).map(|_| known.learn(&mut teacher, 500, &unlimited));
        assert_eq!(attempts.next(), Some(Err(Halt::TooLarge)));
        assert_eq!(attempts.find_map(Result::ok).as_ref(), Some(&again.language));
    }

    #[test]
    fn long_counterexamples_are_cut_at_one_step() {
        let mut teacher = multiples(50);
        learn(&mut teacher, usize::MAX, &Budget::unlimited()).unwrap();
        assert!(teacher.asked < 8_000, "{} questions", teacher.asked);
    }
}
