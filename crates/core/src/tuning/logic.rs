//! Limits of `logic`: what of a formula is rewritten, built, stepped, learned or refused.

/// How deep what is written may be nested: later passes recurse, on stacks of [`STACK_BYTES`](super::STACK_BYTES).
pub mod nesting {
    /// Levels of nested operations in a term; beyond, it is refused. Not measured.
    pub const TERM_LEVELS: usize = 400;
    /// Levels of nested negations and quantifiers; beyond, the formula is refused. Not measured.
    pub const FORMULA_LEVELS: usize = 400;
}

/// Which linear atoms are built whole, and which numbers stand in one.
pub mod atoms {
    /// States up to which an atom is built; a larger one is explored on demand, beside what else is said. Not measured.
    pub const BUILT_STATES: usize = 20_000;
    /// Coefficient beyond which an atom of several variables is large: it is never built alone. It has a state for most
    /// remainders up to its coefficient, so this is [`BUILT_STATES`] again. Not measured.
    pub const LARGE_COEFFICIENT: u64 = 20_000;
    /// Variables up to which an atom is taken to have few states, if its coefficients are small too; one of more is tried
    /// within [`BUILT_STATES`]. Not measured.
    pub const UNTRIED_VARIABLES: usize = 3;
    /// Coefficient up to which an atom is taken to have few states, if its variables are few too. Not measured.
    pub const UNTRIED_COEFFICIENT: u64 = 64;
    /// Coefficients and constants of one atom, signs aside. They leave room for the remainders that building an atom
    /// meets: these end at 2^40, and go some way beyond a constant.
    pub const LARGEST_NUMBER: u64 = 1 << 32;
    /// Bits of the largest coefficient: each piece takes a track, and all have to fit into a letter.
    pub const COEFFICIENT_BITS: u64 = 256;
    /// Bits of the pieces of a coefficient beyond [`LARGEST_NUMBER`], below which each piece stays. Not measured.
    pub const PIECE_BITS: u32 = 30;
    /// Cases of one atom that reads words and has other numbers too, each of which is an atom: sums of the words' values,
    /// or their combinations where more than the sum matters. Beyond, it is refused. Not measured.
    pub const WORD_COMBINATIONS: usize = 4096;
    /// Nodes of the decision diagrams of one comparison of word values; beyond, it is refused. Not measured.
    pub const WORD_DECISIONS: usize = 262_144;
    /// Paths through a part of such a diagram up to which it is a formula; one with more is built as a relation, if it has few
    /// variables. Not measured.
    pub const UNBUILT_WORD_PATHS: usize = 256;
    /// Variables of a part that is built. Not measured.
    pub const BUILT_WORD_VARIABLES: usize = 2;
}

/// Eliminating variables in the arithmetic (`benches/scripts/linear_witnesses.txt`).
pub mod elimination {
    /// Cases made, in all, before the quantifier is left as it is: some milliseconds.
    pub const CASES: usize = 6_000;
    /// Conditions of one case; beyond, the quantifier is left as it is. Not measured.
    pub const CONDITIONS: usize = 24;
    /// Coefficients and constants beyond this are not calculated with: products of two fit into 64 bits.
    pub const LARGEST_NUMBER: i64 = 1 << 31;
    /// Inequations `!=` that are split into two cases each. Not measured.
    pub const SPLIT_INEQUATIONS: u32 = 3;
}

/// Writing the values of a sum as a formula (`benches/scripts/linear_witnesses.txt`).
pub mod eventually_periodic_set {
    /// Numbers that are tested, times conditions that each is tested on. Not measured.
    pub const TESTED_CONDITIONS: usize = 2_000_000;
    /// Numbers that are tested, and the longest period. Not measured.
    pub const TESTED_NUMBERS: i64 = 1 << 15;
    /// Runs of numbers of which a formula may speak. Not measured.
    pub const RUNS: usize = 40;
    /// Runs where the sum reads several variables, each of which makes every run an automaton of its own. Not measured.
    pub const RUNS_OF_SEVERAL_VARIABLES: usize = 3;
    /// Remainders of which a formula may speak. Not measured.
    pub const REMAINDERS: usize = 4;
}

/// Rewriting that costs more than it brings where there is too much of it.
pub mod rewriting {
    /// Atoms in which a sum of several variables takes the place of one: each is an automaton of more tracks then. Not
    /// measured.
    pub const SUBSTITUTED_ATOMS: usize = 8;
    /// Points beyond which "other than these" is left as it is: the cases multiply. Not measured.
    pub const EXCLUDED_POINTS: usize = 4;
    /// Sums with a name that may be negative: each doubles the cases. Not measured.
    pub const SIGNED_SUMS: usize = 2;
    /// What a variable moves by at most, and the bound of the moved body exceeds that of the body by at most. Palindromes
    /// move by 2 ("Factor equality" in `benches/RESULTS.md`).
    pub const MOVED_DISTANCE: i64 = 3;
    /// States of any automaton on the way to a set of sums; beyond, the variables are eliminated one after another. Not measured.
    pub const SUM_STATES: usize = 100_000;
    /// States of a search for three numbers that show that a relation is no relation of classes; beyond, it is taken for none.
    /// Factor equality of words in bases 2 to 19 needs 100 to 20,000.
    pub const CLASSES_STATES: usize = 1 << 18;
    /// Variables that may move: each multiplies the moves that are tried by seven. Not measured.
    pub const MOVED_VARIABLES: usize = 4;
}

/// Bounded quantifiers: how far each strategy is followed before another has its turn ("Factor equality" in
/// `benches/RESULTS.md`).
pub mod bounded {
    /// The shares of a round.
    pub struct Round {
        /// Of subsets: members of all together; edges followed, where the body has other bound variables.
        pub members: usize,
        /// Of learning: states of a hypothesis,
        pub states: usize,
        /// edges followed to answer about words,
        pub edges: usize,
        /// questions about words,
        pub questions: usize,
        /// and states of the body and the bound together, before they are minimized, where that automaton is built for it.
        pub whole: usize,
    }

    /// Fifty thousand members cost some 5 ms, 150 states mostly less than 20 ms, a thousand seldom more than half a second. In the
    /// later rounds each share costs about as much as the other. Whether a factor occurs in another, for random words in bases 2 to
    /// 4, ends by subsets in one of them; with ten thousand states in the third it took up to ten times as long.
    pub const ROUNDS: [Round; 5] = [
        Round { members: 50_000, states: 150, edges: 2_000_000, questions: 200_000, whole: 1 << 13 },
        Round { members: 1_000_000, states: 1_000, edges: 100_000_000, questions: 5_000_000, whole: 1 << 16 },
        Round { members: 4_000_000, states: 2_000, edges: 500_000_000, questions: 20_000_000, whole: 1 << 18 },
        Round { members: 16_000_000, states: 4_000, edges: 1_000_000_000, questions: 60_000_000, whole: 1 << 18 },
        Round { members: 32_000_000, states: 10_000, edges: 2_000_000_000, questions: 200_000_000, whole: 1 << 18 },
    ];

    /// States of the body and the bound together, before they are minimized, where their subsets are made. Not measured.
    pub const JOINED_STATES: usize = 1 << 15;
    /// States of a body without other bound variables up to which it is built; beyond, its parts are stepped beside each
    /// other. Factor equality in msd_bonacci5 needs the latter.
    pub const BUILT_BODY_STATES: usize = 1 << 14;
    /// States of the body where other bound variables make it necessary to build it. Not measured.
    pub const QUANTIFIED_BODY_STATES: usize = 1 << 18;
    /// States of any automaton that is built over the variables as written where sums get names otherwise: the definition
    /// of privileged factors of the Tribonacci word does not end by names alone.
    pub const AS_WRITTEN_STATES: usize = 1 << 18;
}

/// Proving what was learned.
pub mod induction {
    /// Counterexamples that are looked for at once, or as many as the hypothesis has states, or letters: searching again
    /// costs more than cutting each of them ("Factor equality" in `benches/RESULTS.md`).
    pub const COUNTEREXAMPLES: usize = 100;
    /// Letters up to which there are as many counterexamples as letters: factor equality of a word in base 10 went from
    /// 5.6 to 3.4 s.
    pub const COUNTEREXAMPLES_BY_LETTERS: usize = 1000;
    /// Members of sets met to answer about words, where these are run whole, before questions are weighed against the search for
    /// counterexamples. A wrong hypothesis of a few states may take a hundred times as long to refute as the right one to prove, as
    /// for factor equality in msd_bonacci5, and few questions tell.
    pub const UNWEIGHED_MEMBERS: usize = 1 << 16;
    /// Edges of a hypothesis to one of the words that are not in it from which on these are enumerated: there are two
    /// searches then, each of which enumerates the other variables too. Not measured.
    pub const EDGES_TO_THOSE_OF_OTHERS: usize = 4;
    /// Edges of the words that are not in a hypothesis from which on they are worth an automaton. Not measured.
    pub const EDGES_OF_OTHERS: usize = 1 << 12;
}

/// Joining and searching.
pub mod search {
    /// Edges followed to determinize a quantified condition on its own; beyond, only in the context it stands in. Not
    /// measured.
    pub const CONDITION_EDGES: usize = 1 << 16;
    /// States that a prefix of a join may have before it is minimized; beyond, all is joined at once. Stages make
    /// `renard_rigo_redw2` three times faster; the number itself is not measured.
    pub const PREFIX_STATES: usize = 400_000;
    /// Pairs of states that may be looked at to find those from which all that is valid is accepted. Not measured.
    pub const UNIVERSAL_STATE_PAIRS: usize = 1 << 16;
    /// Letters up to which the valid tuples are listed for that purpose. Not measured.
    pub const UNIVERSAL_STATE_LETTERS: usize = 1 << 8;
    /// States of a quantified conjunction whose reversed parts are joined, at most: 55,262 in
    /// `?msd_trib Ey y>x2 & TR[y+x1]=@0 & TR[y+x2]=@1`. Not measured.
    pub const REVERSED_STATES: usize = 1 << 17;
    /// Edges followed to join them, at most: an eighth of what the forward way has cost by then.
    pub const REVERSED_EDGES: usize = 1 << 21;
    /// States up to which a stored automaton in a statement that reads numbers from the last digit is turned round, to read them
    /// from the first. Not measured.
    pub const TURNED_STATES: usize = 1 << 10;
    /// Times its states up to which a larger one is. Not measured.
    pub const TURNED_GROWTH: usize = 4;
}

/// Numbers that show a verdict: they may not cost more than the verdict.
pub mod evidence {
    /// States of one automaton for numbers that only show what is decided already. Not measured.
    pub const EVALUATED_STATES: usize = 1 << 18;
    /// Looks at the clock that a first answer may take: some ten thousand edges. A first answer far away took a minute
    /// without.
    pub const CLOCK_LOOKS: usize = 64;
    /// Tuples shown for one counting quantifier: what fits on a page.
    pub const SHOWN_TUPLES: u64 = 16;
}

/// What is kept.
pub mod memory {
    use std::time::Duration;

    /// Time from which on a relation that was built is kept for later runs: what took less is built again rather than
    /// read. Not measured.
    pub const KEPT_AFTER: Duration = Duration::from_millis(5);
    /// Entries up to which dead ones are not looked for; later, a sweep comes when there are twice as many as the last
    /// one left.
    pub const UNSWEPT_ENTRIES: usize = 1 << 10;
}

/// What a warning takes and shows.
pub mod lints {
    /// Nodes of a statement up to which it is looked at: larger ones come from programs.
    pub const NODES: usize = 20_000;
    /// Values of a word that a message lists: what fits on a line.
    pub const LISTED_VALUES: usize = 12;
}
