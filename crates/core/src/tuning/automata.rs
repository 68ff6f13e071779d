//! Limits of `automata`: where an algorithm gives way to another, and how much is done at once.

/// Two ways to a deterministic automaton, which take turns (`benches/scripts/sums_sparse.txt`).
pub mod determinize {
    /// What the forward way may cost, in edges, before the backward one is begun: some 2,500 subsets.
    pub const FIRST_COST: usize = if cfg!(test) { 1 << 10 } else { 1 << 20 };
    /// How much more the forward way may cost while nothing tells what is left of either ("Two ways to determinize" in
    /// `benches/RESULTS.md`). With 5, `?msd_trib Ey y>x2 & TR[y+x1]=@0 & TR[y+x2]=@1` takes 2.5 s in place of 1.4; `proofs`
    /// take as long.
    pub const FORWARD_LEAD: usize = 2;
    /// How much more that way may cost of which less is left. Not measured.
    pub const LEAD_TO_THE_END: usize = 8;
    /// A way whose turn it is goes on by one in so many of what it has cost. With 1, the conjugates of the Tribonacci word
    /// (`Et t<=n & (Au u<n-t => TR[j+u]=TR[i+t+u]) & (Au u<t => TR[i+u]=TR[j+n-t+u])`) take 0.6 s in place of 0.46.
    pub const STEPS_TO_DOUBLE: usize = 4;
    /// Rows between two counts of the states met, by which it is told what is left. Few in tests. Not measured.
    pub const ROWS_A_COUNT: usize = if cfg!(test) { 4 } else { 1 << 4 };
    /// What the forward way may cost, in edges, before the caller is asked for another automaton of the reversed words. Few in
    /// tests. With 2^25, `?msd_trib Ey y>x2 & TR[y+x1]=@0 & TR[y+x2]=@1` takes 0.38 s in place of 0.21.
    pub const ASKED_AFTER_COST: usize = if cfg!(test) { 1 << 11 } else { 1 << 24 };
    /// Edges for each subset of the backward way above which the caller is asked for another automaton of the reversed words. Few
    /// in tests. They are 12,000 in the statement above. Not measured.
    pub const EDGES_OF_A_LARGE_SUBSET: usize = if cfg!(test) { 2 } else { 2000 };
    /// How many times as much as the way that is begun then the dearer of the other two may cost. Not measured.
    pub const LAG_OF_REVERSED: usize = 2;
    /// A way that may follow a bounded number of edges is given up after one in so many of them, if it still finds more than it
    /// expands: factor equality of eight random words in bases 2, 3 and msd_fib takes 0.75 s in place of 1.03, and up to half as
    /// much memory ("Factor equality" in `benches/RESULTS.md`).
    pub const SHARE_TO_STOP_GROWING: usize = 4;
    /// Edges before which no way is given up so: some milliseconds, in which small automata end. Few in tests. Not measured.
    pub const EDGES_TO_STOP_GROWING: usize = if cfg!(test) { 1 << 8 } else { 100_000 };
    /// Edges that cost as much as one subset, which has to be told from all others and kept. A subset takes 1 to 5 us, an
    /// edge 0.003 us where few states have few letters, as in `?msd_trib Ey y>x2 & TR[y+x1]=@0 & TR[y+x2]=@1`, and 0.02 us
    /// among the 30,000 states and 16 letters of the conjugates above.
    pub const EDGES_A_SUBSET: usize = 400;
}

/// Simulations between states, by which subsets are pruned: "Pruning subsets by simulation" in `benches/RESULTS.md`.
pub mod simulation {
    /// What the forward way may cost, in edges, before simulations are looked for; if there are any it begins again. Some
    /// 80,000 subsets; few in tests.
    pub const AFTER_COST: usize = if cfg!(test) { 1 << 11 } else { 1 << 25 };
    /// States of an automaton for which they are looked for, at most: two sets of states for each take 16 megabytes together.
    pub const STATES: usize = 1 << 13;
    /// Letters by which two states are compared, at most: about as long as the forward way took before.
    pub const LOOKS: usize = 1 << 26;
    /// Words of 64 states that are compared before it is looked at what came of it: processors compare several at once.
    /// With 1, the forward way of `?msd_trib Ey y>x2 & TR[y+x1]=@0 & TR[y+x2]=@1` takes a third longer.
    pub const WORDS_AT_ONCE: usize = 8;
}

/// Rounds of hashes that tell states apart before classes are refined: y=100*x in msd_trib went from 13.5 to 3.8 s.
pub mod fingerprint {
    /// Rounds between two counts of the fingerprints. Not measured.
    pub const ROUNDS_A_COUNT: usize = 2;
    /// Rounds at most. Not measured.
    pub const ROUNDS: usize = 64;
    /// The part of the fingerprints, one in so many, by which their number has to grow between two counts for more
    /// rounds. Not measured.
    pub const LEAST_GROWTH: usize = 16;
    /// States for each thread: "Several cores" in `benches/RESULTS.md`.
    pub const STATES_A_THREAD: usize = 1 << 15;
    /// Fingerprints whose number is known; where there are more it is estimated from as many, to one in sixty.
    pub const COUNTED_PRINTS: usize = 1 << 12;
}

/// Finding equal numbers by buckets.
pub mod first_occurrences {
    /// About how many numbers are in a bucket. Few in tests, so that there are several buckets. Not measured.
    pub const NUMBERS_A_BUCKET: usize = if cfg!(test) { 8 } else { 1 << 12 };
    /// About how many numbers are gone through at once: an entry of 16 bytes for each. Few in tests, so that there are
    /// several rounds. Of 18 million numbers each round takes 25 ms.
    pub const NUMBERS_A_ROUND: usize = if cfg!(test) { 64 } else { 1 << 22 };
    /// Buckets at most. Not measured.
    pub const BUCKETS: usize = 1 << 12;
    /// Numbers that are put into their buckets one after another, once it is known of each whether its bucket is meant. Not measured.
    pub const NUMBERS_AT_ONCE: usize = 1 << 6;
}

/// Minimizing.
pub mod minimize {
    /// States between two polls of clock and memory: their signatures take about a millisecond (`cargo test --test suite
    /// lateness`).
    pub const STATES_BETWEEN_POLLS: usize = 1 << 14;
    /// States from which on they have fingerprints first. Not measured.
    pub const FINGERPRINTED_STATES: usize = 1 << 10;
    /// Times as many states are looked at in sweeps as there are, which takes as long as to list what leads to each state. Not
    /// measured.
    pub const SWEEPS: usize = 8;
}

/// Looking for the states from which something is accepted.
pub mod live {
    /// Sweeps up and down go on while they find one in so many of the states that were not known to be live. What they
    /// leave is looked for from its successors, which takes a list of these. Not measured.
    pub const MISSING_A_FOUND: usize = 8;
    /// They go on, too, until they have read so many times the states that are missing: to look for one from its
    /// successors takes some 250 ns, to read one in a sweep 2.5. Of `?msd_fib y=3000*x`, whose states are live at the end
    /// of long ways, this takes 4.2 s down to 0.8.
    pub const STATES_A_SEARCH: usize = 32;
    /// They go on, too, while they find so many times fewer than those before: then few are left. Not measured.
    pub const DECREASE: usize = 4;
    /// States that a thread looks at before it takes others, so that all threads sweep in one direction; two in tests, so
    /// that there are several blocks. Not measured.
    pub const STATES_A_BLOCK: usize = if cfg!(test) { 2 } else { 1 << 12 };
    /// States for each thread that helps to minimize: "Several cores" in `benches/RESULTS.md`. Four in tests, so that
    /// threads help.
    pub const STATES_A_THREAD: usize = if cfg!(test) { 4 } else { 1 << 13 };
}

/// Rows on disk (`benches/spill/measure`).
pub mod spilled {
    /// Bytes that are written at once: the call costs next to nothing beside them. Few in tests, so that there are
    /// several writes.
    pub const WRITTEN_BYTES: usize = if cfg!(test) { 64 } else { 1 << 20 };
}

/// Rows of transitions.
pub mod transitions {
    /// Edges up to which a list grows by as much as it has, and by a quarter from then on: the system moves no memory
    /// then, and what is asked for counts. Not measured.
    pub const DOUBLED_EDGES: usize = 1 << 20;
    /// Letters of a row up to which one is looked for from the first on, and by halves from then on. Not measured.
    pub const SCANNED_LETTERS: usize = 8;
    /// Letters of a row up to which all are candidates for what is known of a letter; of more, those with the known
    /// digits are found by halves. Not measured.
    pub const SCANNED_CANDIDATES: usize = 16;
    /// Letters from which on counting them out is faster than looking through a row: base 10 spent half its time there.
    pub const COUNTED_LETTERS: usize = 6;
}

/// The memory that minimizing needs, as the automaton grows (`benches/spill/measure`).
pub mod room {
    /// Bytes that trimming and minimizing take for an edge: a copy of it, and what leads where.
    pub const BYTES_OF_EDGE: usize = 24;
    /// Bytes that they take for what is known of a state.
    pub const BYTES_OF_STATE: usize = 60;
    /// Edges up to which it is not asked whether there is room to minimize: some hundred kilobytes.
    pub const UNASKED_EDGES: usize = 1 << 12;
}

/// Edges by letter and source.
pub mod by_letter {
    /// Places, states times letters, up to which edges are found by both at once: four bytes each. Not measured.
    pub const INDEXED_PLACES: usize = 1 << 22;
}

/// Learning from questions ("Factor equality" in `benches/RESULTS.md`).
pub mod learn {
    /// Letters by which a prefix is compared with the state at which it is: all of eight, and fewer where there are more.
    pub const COMPARED_LETTERS: usize = 8;
    /// Letters that there are times letters that are compared, where these are fewer than [`COMPARED_LETTERS`]. To
    /// compare fewer prefixes costs more hypotheses: base 10 takes half as long again then.
    pub const LETTERS_TIMES_COMPARED: usize = 64;
    /// Times as many letters as that, by which a prefix is compared where there is an edge of the hypothesis for each: whether a
    /// factor of a word in base 4 occurs in another takes 0.9 s in place of 3.1, and all else as long as before.
    pub const LARGER_SHARE: usize = 8;
}

/// Automata that a sample suggests.
pub mod residuals {
    /// Letters of the longest prefixes whose successors are known, before an automaton is suggested: with fewer there is
    /// hardly a prefix that was not needed to tell the states apart. Not measured.
    pub const LEAST_LETTERS: usize = 2;
    /// Prefixes between two polls of the clock: a millisecond. Not measured.
    pub const PREFIXES_BETWEEN_POLLS: usize = 4096;
}

/// Finding the states from which everything is accepted.
pub mod universal {
    /// Looks at other pairs of a state for each pair: mostly a state is in one. Not measured.
    pub const LOOKS_A_PAIR: usize = 64;
}

/// Tables that number what is met.
pub mod interner {
    /// Lookups in a table that are under way at the same time, since each is a cache miss: more than a processor waits for at
    /// once, since it waits for the last ones of each time alone. `x+y=z` in msd_bonacci9.
    pub const LOOKS_AT_ONCE: usize = 64;
    /// Places beyond the first one that a search reads mostly at most: half are free, or a third.
    pub const LIKELY_PLACES: usize = 3;
    /// Places of a table that fits into a cache of the processor: its lookups are done one after another. Few in tests, so that
    /// others are under way at the same time. Not measured.
    pub const NEAR_PLACES: usize = if cfg!(test) { 8 } else { 1 << 14 };
    /// Slices that are worth giving their numbers, and not to be kept longer. Not measured.
    pub const BATCHED_SLICES: usize = 1 << 8;
    /// Slices that are worth the making of threads: "Several cores" in `benches/RESULTS.md`. Few in tests, so that
    /// threads are made.
    pub const THREADED_SLICES: usize = if cfg!(test) { 8 } else { 1 << 12 };
}

/// Stepping conditions.
pub mod guard {
    /// Leaves of a condition that are all stepped: to look up what is known of some of them takes as long. Not measured.
    pub const STEPPED_LEAVES: usize = 4;
    /// Steps that are kept whether or not any is met twice. Not measured.
    pub const KEPT_STEPS: usize = 1 << 14;
}

/// Finding rows by several threads ("Several cores" in `benches/RESULTS.md`).
pub mod rows {
    /// Work that makes a thread worth its making: about as many edges, under a millisecond.
    pub const EDGES_A_THREAD: usize = 1 << 13;
    /// States that are found before they are taken over: those found and those that are taken in are held until then.
    pub const STATES_AT_ONCE: usize = 1 << 15;
    /// About how many edges are found before they are taken over.
    pub const EDGES_AT_ONCE: usize = 1 << 18;
    /// Edges of other automata that can be followed while one is found. Not measured.
    pub const FOLLOWED_A_FOUND: usize = 8;
    /// Blocks for each thread, so that all end at about the same time.
    pub const BLOCKS_A_THREAD: usize = 16;
    /// States of the largest block.
    pub const STATES_A_BLOCK: usize = 1 << 9;
}

/// Steps that are known.
pub mod steps {
    /// Letters up to which each state has a place for each: 64 bytes. Not measured.
    pub const PLACED_LETTERS: usize = 16;
    /// Steps that are taken over between two polls of the limits (`cargo test --test suite lateness`).
    pub const STEPS_BETWEEN_POLLS: usize = 1 << 12;
}

/// Following sets by rows of bits.
pub mod subset {
    /// Bits of all rows together: eight megabytes. Not measured.
    pub const BITS: usize = 1 << 26;
    /// Words of 64 states of a row that take about as long to go through as an edge takes to be sorted. Where all edges of an
    /// automaton of 30,000 states were sorted, the conjugates of the Tribonacci word (see `STEPS_TO_DOUBLE`) took 1.37 s in place of 0.81.
    pub const WORDS_AN_EDGE_SORTED: usize = 16;
    /// Words of 64 states that take about as long to compare, where sets are pruned, as to follow an edge. Not measured.
    pub const WORDS_AN_EDGE: usize = 16;
}
