//! Boolean combinations of automata and linear atoms as one automaton, found state by state.
//!
//! A state of it has a state of each part. Nothing is minimized, and a state is left out only if the combination is false
//! there whatever digits are to come.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var, matrix};
use crate::machine::{Interner, Machine, Map, NOWHERE, Rows, alive, letter, letters, spend, targets};
use crate::system::{ANY_WORD, Compare, Kind, Sides, Track};

/// What is known of an atom in a state.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Verdict {
    /// Whether it holds if no digit is to come.
    now: bool,
    /// Whether it does whatever digits are to come, if that is certain.
    always: Option<bool>,
}

/// What reads digits.
enum Part {
    /// An automaton that reads one digit after the other: those of a letter in the order in which they are chosen. The
    /// state at `p` leads by digit d to what stands at p + d; state q stands at q times the number of first digits.
    Table(Vec<u32>),
    Linear(Box<Linear>),
    Inner(Box<Inner>),
}

/// Entries of a table.
const LARGEST_TABLE: usize = 1 << 28;

/// The table of a machine with `vars` on its tracks, which are chosen in this `order`.
fn table(machine: &Machine, vars: &[Var], order: &[Var], tracks: &[Track]) -> Read<Vec<u32>> {
    let sizes: Vec<usize> = order.iter().map(|&var| tracks[var].digits.len()).collect();
    let mut next = vec![NOWHERE; machine.rows.len() * sizes[0]];
    for (q, row) in machine.rows.iter().enumerate() {
        'letters: for &(letter, target) in row {
            let (mut rest, mut digits) = (letter as usize, vec![usize::MAX; order.len()]);
            for (track, var) in machine.tracks.iter().zip(vars).rev() {
                let digit = track.digits[rest % track.digits.len()];
                rest /= track.digits.len();
                // The variable must have the digit, and the same one on all its tracks.
                let chosen = order.iter().zip(&mut digits).find(|(known, _)| *known == var);
                match (tracks[*var].digits.binary_search(&digit), chosen) {
                    (Ok(at), Some((_, chosen))) if [at, usize::MAX].contains(chosen) => *chosen = at,
                    _ => continue 'letters,
                }
            }
            let mut at = q * sizes[0] + digits[0];
            for (size, digit) in sizes.iter().zip(&digits).skip(1) {
                if next[at] == NOWHERE {
                    next[at] = next.len() as u32;
                    next.resize(next.len() + size, NOWHERE);
                }
                at = next[at] as usize + digit;
            }
            next[at] = target;
        }
        if next.len() > LARGEST_TABLE {
            return Err("an automaton with too many letters".into());
        }
    }
    Ok(next)
}

/// A comparison of a sum with a constant, and what was read of the sum so far.
struct Linear {
    system: Track,
    /// Variables with their coefficients and digits.
    terms: Vec<(Var, i64, Vec<i64>)>,
    compare: Compare,
    constant: i64,
    sides: Sides,
    seen: Interner<i64>,
    known: Vec<Verdict>,
    steps: Map<(u32, i64), u32>,
}

impl Linear {
    fn new(terms: &[(Var, i64)], compare: Compare, constant: i64, tracks: &[Track]) -> Read<Linear> {
        let mut systems = terms.iter().map(|term| &tracks[term.0]).filter(|track| track.kind != Kind::Words);
        let system = systems.next().ok_or("arithmetic on words")?.clone();
        if systems.any(|other| *other != system) {
            return Err("two systems in one sum".into());
        }
        let mut sides = Sides::default();
        for &(var, k) in terms {
            let is_word = tracks[var].kind == Kind::Words;
            if is_word && !system.bounds_any_word() {
                return Err(format!("words over digits are not bounded in {}", system.name));
            }
            for digit in if is_word { &tracks[var].digits[..] } else { &[1] } {
                let worth = i128::from(k) * i128::from(*digit);
                sides.up += worth.max(0) * if is_word { ANY_WORD } else { 1 };
                sides.down += (-worth).max(0) * if is_word { ANY_WORD } else { 1 };
            }
            sides.up_less += if is_word { 0 } else { k.max(0).into() };
            sides.down_less += if is_word { 0 } else { (-k).max(0).into() };
        }
        let terms = terms.iter().map(|&(var, k)| (var, k, tracks[var].digits.clone())).collect();
        let zero = vec![0; system.valid.len()];
        let (seen, steps, known) = Default::default();
        let mut linear = Linear { system, terms, compare, constant, sides, seen, known, steps };
        linear.number(zero);
        Ok(linear)
    }

    fn number(&mut self, mut read: Vec<i64>) -> u32 {
        let always = self.system.decided(&mut read, self.sides, self.compare, self.constant);
        let value: i64 = read.iter().sum();
        let holds = match self.compare {
            Compare::Equal => value == self.constant,
            Compare::Less => value < self.constant,
        };
        // All that are certain alike are one.
        let read = always.map_or_else(|| [vec![2], read].concat(), |value| vec![i64::from(value)]);
        let number = self.seen.number(&read);
        if number as usize == self.known.len() {
            self.known.push(Verdict { now: always.unwrap_or(holds), always });
        }
        number
    }

    /// The number of what was read after one digit more on each track.
    fn read(&mut self, state: u32, digits: &[u32]) -> Read<u32> {
        if self.known[state as usize].always.is_some() {
            return Ok(state);
        }
        let digit = |(var, k, values): &(Var, i64, Vec<i64>)| k.checked_mul(values[digits[*var] as usize]);
        let sum =
            self.terms.iter().try_fold(0i64, |sum, term| sum.checked_add(digit(term)?)).ok_or("a sum of 63 bits")?;
        if let Some(&next) = self.steps.get(&(state, sum)) {
            return Ok(next);
        }
        let read = self.system.step(&self.seen.get(state)[1..], sum).ok_or("a remainder of 63 bits")?;
        let next = self.number(read);
        self.steps.insert((state, sum), next);
        Ok(next)
    }
}

/// A formula with quantifiers that nothing is claimed of: the sets of states of its product are found as they are needed.
struct Inner {
    product: Product,
    states: Interner<u32>,
    sets: Interner<u32>,
    /// Of each set.
    known: Vec<Verdict>,
    steps: Map<(u32, u32), u32>,
    /// By letter, where in `after` it stands what comes after each state; 0 if that is not known.
    rows: Map<u32, Vec<u32>>,
    /// How many states come after one, and which; then those of another.
    after: Vec<u32>,
    /// When each state was put into a set last; every set takes a step at least, of fewer than 2^32.
    marks: Vec<u32>,
    time: u32,
    /// Words of memory that all this takes, about.
    size: usize,
}

/// Words of memory for the sets of one formula: 1 GB.
const MOST_SETS: usize = 1 << 28;
/// Words of memory for a set besides its states.
const EACH: usize = 16;

impl Inner {
    fn new(mut product: Product) -> Read<Inner> {
        product.is_given = true;
        let is_of_words = product.kept.iter().any(|&var| product.tracks[var].kind == Kind::Words);
        let zeros = vec![0; product.tracks.len()];
        let (sets, known, steps, rows, marks, mut states): (_, _, _, _, _, Interner<u32>) = Default::default();
        let mut first = vec![states.number(&vec![0; product.parts.len()])];
        let mut inner = Inner { product, states, sets, known, steps, rows, after: vec![0], marks, time: 0, size: 0 };
        let (mut at, mut row) = (0, Vec::new());
        while at < first.len() && !is_of_words {
            let place = inner.row(first[at], &mut row, &zeros)?;
            let next: BTreeSet<u32> = inner.after_at(place).iter().copied().collect();
            first.extend(next.into_iter().filter(|next| !first.contains(next)).collect::<Vec<u32>>());
            at += 1;
        }
        inner.set(first);
        Ok(inner)
    }

    fn set(&mut self, mut states: Vec<u32>) -> u32 {
        states.sort_unstable();
        let number = self.sets.number(&states);
        if number as usize == self.known.len() {
            let now = states.iter().any(|&q| self.product.accepts(self.states.get(q)));
            self.known.push(Verdict { now, always: states.is_empty().then_some(false) });
        }
        number
    }

    /// Where it stands what comes after a state, by the list of these places for the letter of some digits.
    fn row(&mut self, state: u32, row: &mut Vec<u32>, digits: &[u32]) -> Read<u32> {
        let at = state as usize;
        if row.len() <= at {
            self.grow(self.states.len() - row.len())?;
            row.resize(self.states.len(), 0);
        }
        if row[at] == 0 {
            let (from, states) = (self.states.get(state).to_vec(), &mut self.states);
            let (place, after) = (self.after.len(), &mut self.after);
            after.push(0);
            self.product.successors(&from, &mut digits.to_vec(), &mut |_, next| after.push(states.number(next)))?;
            let count = after.len() - place - 1;
            (after[place], row[at]) = (count as u32, place as u32);
            spend(count + 1)?;
            self.grow(count + 1)?;
        }
        Ok(row[at])
    }

    fn after_at(&self, place: u32) -> &[u32] {
        let place = place as usize;
        &self.after[place + 1..][..self.after[place] as usize]
    }

    fn grow(&mut self, words: usize) -> Read<()> {
        self.size += words;
        if self.size > MOST_SETS { Err("too many sets of states".into()) } else { Ok(()) }
    }

    fn read(&mut self, set: u32, digits: &[u32]) -> Read<u32> {
        let letter = self.product.letter(digits);
        if let Some(&next) = self.steps.get(&(set, letter)) {
            return Ok(next);
        }
        let mut row = self.rows.remove(&letter).unwrap_or_default();
        let (mut states, mut members) = (Vec::new(), 0);
        self.time += 1;
        for state in self.sets.get(set).to_vec() {
            let place = self.row(state, &mut row, digits)?;
            self.marks.resize(self.states.len(), 0);
            let (marks, time) = (&mut self.marks, self.time);
            let after = &self.after[place as usize + 1..][..self.after[place as usize] as usize];
            members += after.len();
            states.extend(after.iter().filter(|q| std::mem::replace(&mut marks[**q as usize], time) != time));
        }
        self.rows.insert(letter, row);
        spend(members + 1)?;
        self.grow(states.len() + EACH)?;
        let next = self.set(states);
        self.steps.insert((set, letter), next);
        Ok(next)
    }
}

/// A combination of what the parts say.
enum Guard {
    Truth(bool),
    /// A part, and for a table the verdict in each of its states.
    Atom(usize, Option<Vec<Verdict>>),
    Not(Box<Guard>),
    And(Vec<Guard>),
    Iff(Box<Guard>, Box<Guard>),
}

impl Guard {
    /// What must hold for it.
    fn conjuncts(self) -> Vec<Guard> {
        match self {
            Guard::And(parts) => parts.into_iter().flat_map(Guard::conjuncts).collect(),
            other => vec![other],
        }
    }
}

/// The automaton of a formula without quantifiers, over its variables.
pub struct Product {
    tracks: Rc<Vec<Track>>,
    /// Each with the atom that it is about.
    parts: Vec<(Core, Part)>,
    /// What must hold.
    guard: Vec<Guard>,
    /// How many of the first of these may be false for certain though no part that is needed is.
    doubtful: usize,
    /// The parts without which the guard is false.
    needed: BTreeSet<usize>,
    /// The variables in the order in which their digits are chosen, with the parts that read them then, each with
    /// whether it is needed.
    order: Vec<(Var, Vec<(usize, bool)>)>,
    /// Of each part, what its states are multiplied with.
    scales: Vec<u32>,
    /// The states of the parts before each choice of a digit, and behind the last.
    levels: Vec<Vec<u32>>,
    /// Whether the digits of the kept variables are given.
    is_given: bool,
    /// The variables whose digits make the letter of a transition; the others are projected.
    kept: Vec<Var>,
}

/// The states found, their transitions by the letter on the kept tracks, and which accept. State 0 is the first.
#[derive(Default)]
pub struct Graph {
    pub rows: Rows,
    pub accepting: Vec<bool>,
}

/// What is done with a letter on the kept tracks and the state after it.
type Found<'a> = &'a mut dyn FnMut(u32, &[u32]);

impl Graph {
    /// The states that zeros on the kept tracks lead to from some, themselves included.
    pub fn behind(&self, mut open: Vec<u32>) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        while let Some(p) = open.pop() {
            if found.insert(p) {
                open.extend(targets(&self.rows[p as usize], 0).iter().map(|edge| edge.1));
            }
        }
        found
    }

    /// The states in which a word may begin: words have no zeros in front.
    pub fn leading(&self, starts: &[u32], is_of_words: bool) -> Vec<u32> {
        let all = if is_of_words { starts.iter().copied().collect() } else { self.behind(starts.to_vec()) };
        all.into_iter().collect()
    }
}

impl Product {
    /// The product for a formula in which quantifiers stand in the way only where there is no other.
    pub fn new(tracks: &Rc<Vec<Track>>, formula: &Core, kept: &[Var]) -> Read<Product> {
        Product::with_first(tracks, formula, kept, Vec::new())
    }

    /// The same, where the digits of some variables are chosen first.
    fn with_first(tracks: &Rc<Vec<Track>>, formula: &Core, kept: &[Var], first: Vec<Var>) -> Read<Product> {
        letters(&kept.iter().map(|&var| tracks[var].clone()).collect::<Vec<Track>>())?;
        let (parts, needed, order, scales, levels, guard, doubtful) = Default::default();
        let (tracks, kept, is_given) = (tracks.clone(), kept.to_vec(), false);
        let mut vars = formula.free();
        vars.extend(&kept);
        if vars.iter().any(|&var| tracks[var].kind == Kind::Words) && vars.iter().any(|&var| tracks[var].is_turned()) {
            return Err("words beside numbers that are read from the other end".into());
        }
        let mut product = Product { tracks, parts, guard, doubtful, needed, order, scales, levels, is_given, kept };
        let mut all = vec![product.guard(formula, true)?];
        for &var in &vars {
            let track = product.tracks[var].clone();
            // What is read on a track of digits need not be the word of a number.
            let reads = |part: &usize| match &product.parts[*part].0 {
                Core::Table(machine, _, on) => (on.iter().zip(&machine.tracks))
                    .any(|(v, own)| *v == var && (own.kind != Kind::Words || track.kind == Kind::Words)),
                _ => false,
            };
            if !product.needed.iter().any(reads) {
                all.push(product.guard(&Core::table(&Machine::valid(&track), vec![var]), true)?);
            }
        }
        // A part that is needed and no more is never false for certain in a state that was found.
        let is_sure = |guard: &Guard| match guard {
            Guard::Atom(_, Some(table)) => table.iter().all(|verdict| verdict.always != Some(false)),
            other => matches!(other, Guard::Atom(..)),
        };
        let (sure, doubtful): (Vec<Guard>, _) = all.into_iter().flat_map(Guard::conjuncts).partition(is_sure);
        product.doubtful = doubtful.len();
        product.guard = doubtful.into_iter().chain(sure).collect();
        product.arrange(vars, first)?;
        Ok(product)
    }

    /// Puts the variables in an order, some first: next comes one that is the last of the most parts that are needed, or of which the
    /// fewest others are missing in one of them.
    fn arrange(&mut self, mut vars: BTreeSet<Var>, mut order: Vec<Var>) -> Read<()> {
        let free: Vec<BTreeSet<Var>> = self.parts.iter().map(|(atom, _)| atom.free()).collect();
        vars.retain(|var| !order.contains(var));
        while !vars.is_empty() {
            let rank = |&&var: &&Var| {
                let (mut last, mut fewest, mut parts) = (0, usize::MAX, 0);
                for of in self.needed.iter().map(|&part| &free[part]).filter(|of| of.len() > 1 && of.contains(&var)) {
                    let missing = of.iter().filter(|other| **other != var && vars.contains(other)).count();
                    (last, fewest, parts) = (last + usize::from(missing == 0), fewest.min(missing), parts + 1);
                }
                (usize::MAX - last, fewest, usize::MAX - parts)
            };
            let next = *vars.iter().min_by_key(rank).expect("there is one");
            vars.remove(&next);
            order.push(next);
        }
        for ((atom, part), of) in self.parts.iter_mut().zip(&free) {
            let own: Vec<Var> = order.iter().copied().filter(|var| of.contains(var)).collect();
            self.scales.push(1);
            if let (Core::Table(machine, _, vars), Part::Table(next)) = (&*atom, part) {
                *next = table(machine, vars, &own, &self.tracks)?;
                *self.scales.last_mut().expect("it was pushed") = self.tracks[own[0]].digits.len() as u32;
            }
        }
        for (at, &var) in order.iter().enumerate() {
            let is_last = |of: &BTreeSet<Var>| order[at + 1..].iter().all(|other| !of.contains(other));
            // A sum or a formula is read with its last variable.
            let reads = |&part: &usize| {
                free[part].contains(&var) && (is_last(&free[part]) || matches!(self.parts[part].1, Part::Table(_)))
            };
            let readers = (0..free.len()).filter(reads).map(|part| (part, self.needed.contains(&part)));
            self.order.push((var, readers.collect()));
        }
        self.levels = vec![vec![0; self.parts.len()]; order.len() + 1];
        Ok(())
    }

    /// What a formula says of the parts; without those of one that is needed the whole is false.
    fn guard(&mut self, formula: &Core, is_needed: bool) -> Read<Guard> {
        let tracks = self.tracks.clone();
        let (make, atom, verdicts): (&dyn Fn() -> Read<Part>, _, _) = match formula {
            Core::Truth(value) => return Ok(Guard::Truth(*value)),
            Core::And(parts) => {
                let parts = parts.iter().map(|part| self.guard(part, is_needed));
                return Ok(Guard::And(parts.collect::<Read<Vec<Guard>>>()?));
            }
            Core::Not(inner) => return Ok(Guard::Not(Box::new(self.guard(inner, false)?))),
            Core::Iff(a, b) => {
                return Ok(Guard::Iff(Box::new(self.guard(a, false)?), Box::new(self.guard(b, false)?)));
            }
            Core::Linear(terms, compare, constant) => (
                &|| Ok(Part::Linear(Box::new(Linear::new(terms, *compare, *constant, &tracks)?))),
                formula.clone(),
                None,
            ),
            Core::Table(machine, value, vars) => {
                let is_of_numbers = vars.iter().all(|&var| tracks[var].kind != Kind::Words);
                let zeros = letter(&machine.tracks, &vec![0; vars.len()]);
                if is_of_numbers && (zeros.is_err() || machine.step(0, zeros?) != 0) {
                    return Err("an automaton on digits tells paddings of numbers from each other".into());
                }
                let accepting = machine.accepting(*value);
                let alive = alive(&machine.rows, accepting.clone());
                let verdict = |(&now, &alive)| Verdict { now, always: if alive { None } else { Some(false) } };
                let verdicts = accepting.iter().zip(&alive).map(verdict).collect();
                // One for all outputs.
                (&|| Ok(Part::Table(Vec::new())), Core::Table(machine.clone(), 0, vars.clone()), Some(verdicts))
            }
            Core::Exists(_, body) => (&|| inner(&tracks, formula, body), formula.clone(), None),
            Core::Term(term) => (&|| inner(&tracks, formula, &term.1), formula.clone(), None),
            Core::Count(..) => return Err("a quantifier that counts has no claim".into()),
        };
        let known = self.parts.iter().position(|(known, _)| *known == atom);
        let part = known.unwrap_or(self.parts.len());
        if known.is_none() {
            self.parts.push((atom, make()?));
        }
        if is_needed {
            self.needed.insert(part);
        }
        Ok(Guard::Atom(part, verdicts))
    }

    /// What the combination is if no digit is to come, or for certain, whatever digits are to come.
    fn value(&self, guard: &Guard, state: &[u32], is_now: bool) -> Option<bool> {
        match guard {
            Guard::Truth(value) => Some(*value),
            Guard::Atom(part, table) => {
                let known = match (&self.parts[*part].1, table) {
                    (Part::Linear(linear), _) => &linear.known,
                    (Part::Inner(inner), _) => &inner.known,
                    (Part::Table(_), table) => table.as_ref()?,
                };
                let dead = Verdict { now: false, always: Some(false) };
                let verdict = known.get(state[*part] as usize).unwrap_or(&dead);
                if is_now { Some(verdict.now) } else { verdict.always }
            }
            Guard::Not(inner) => self.value(inner, state, is_now).map(|value| !value),
            Guard::And(parts) => {
                let mut all = Some(true);
                for part in parts {
                    match self.value(part, state, is_now) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => all = None,
                    }
                }
                all
            }
            Guard::Iff(a, b) => Some(self.value(a, state, is_now)? == self.value(b, state, is_now)?),
        }
    }

    fn accepts(&self, state: &[u32]) -> bool {
        self.guard.iter().all(|part| self.value(part, state, true) == Some(true))
    }

    fn letter(&self, digits: &[u32]) -> u32 {
        self.kept.iter().fold(0, |letter, &var| letter * self.tracks[var].digits.len() as u32 + digits[var])
    }

    /// Calls `found` with each letter on the kept tracks that may lead on from a state, and the state after it.
    fn successors(&mut self, state: &[u32], digits: &mut [u32], found: Found<'_>) -> Read<()> {
        let mut levels = std::mem::take(&mut self.levels);
        for ((at, q), scale) in levels[0].iter_mut().zip(state).zip(&self.scales) {
            *at = q.saturating_mul(*scale);
        }
        let result = self.choose(0, digits, &mut levels, found);
        self.levels = levels;
        result
    }

    /// Chooses the digit of the variable number `at` and those behind it, and has the parts read them.
    fn choose(&mut self, at: usize, digits: &mut [u32], levels: &mut [Vec<u32>], found: Found<'_>) -> Read<()> {
        let Some(&(var, _)) = self.order.get(at) else {
            if self.guard[..self.doubtful].iter().all(|part| self.value(part, &levels[at], false) != Some(false)) {
                found(self.letter(digits), &levels[at]);
            }
            return Ok(());
        };
        let is_given = self.is_given && at < self.kept.len();
        let range = if is_given { digits[var]..digits[var] + 1 } else { 0..self.tracks[var].digits.len() as u32 };
        spend(range.len())?;
        'digits: for digit in range {
            digits[var] = digit;
            let (before, after) = levels.split_at_mut(at + 1);
            let (before, after) = (&before[at], &mut after[0]);
            after.copy_from_slice(before);
            for &(part, is_needed) in &self.order[at].1 {
                let state = before[part];
                let (next, known) = match &mut self.parts[part].1 {
                    Part::Table(next) => (next.get(state as usize + digit as usize).copied().unwrap_or(NOWHERE), None),
                    Part::Linear(linear) => (linear.read(state, digits)?, Some(&linear.known)),
                    Part::Inner(inner) => (inner.read(state, digits)?, Some(&inner.known)),
                };
                let is_dead = known.map_or(next == NOWHERE, |known| known[next as usize].always == Some(false));
                if is_dead && is_needed {
                    continue 'digits;
                }
                after[part] = next;
            }
            self.choose(at + 1, digits, levels, found)?;
        }
        Ok(())
    }

    /// All states that can be reached and lead to acceptance, if any track is kept or words are counted: then each transition
    /// is there as often as there are letters for it. Else only whether one accepts is told.
    pub fn explore(&mut self, is_counted: bool, most: usize) -> Read<Graph> {
        let mut seen: Interner<u32> = Interner::default();
        let (mut graph, mut edges, mut at) = (Graph::default(), 0, 0);
        let is_asked = self.kept.is_empty() && !is_counted;
        seen.number(&vec![0; self.parts.len()]);
        let (mut digits, mut state, mut row) = (vec![0; self.tracks.len()], Vec::new(), Vec::new());
        while at < seen.len() {
            state.clear();
            state.extend_from_slice(seen.get(at as u32));
            at += 1;
            let accepts = self.accepts(&state);
            if is_asked && accepts {
                return Ok(Graph { rows: vec![vec![(0, 0)]], accepting: vec![true] });
            }
            let mut found = 0;
            row.clear();
            self.successors(&state, &mut digits, &mut |letter, next| {
                let next = seen.number(next);
                found += 1;
                if !is_asked {
                    row.push((letter, next));
                }
            })?;
            spend(found + 1)?;
            if is_asked {
                // Nothing but the states is kept.
                edges = seen.len();
            } else {
                row.sort_unstable();
                if !is_counted {
                    row.dedup();
                }
                edges += row.len();
                graph.accepting.push(accepts);
                graph.rows.push(row.to_vec());
            }
            if edges > most {
                return Err(format!("more than {most} transitions or states"));
            }
        }
        if is_asked {
            return Ok(Graph { rows: vec![Vec::new()], accepting: vec![false] });
        }
        drop(seen);
        let alive = alive(&graph.rows, graph.accepting.clone());
        graph.rows.iter_mut().for_each(|row| row.retain(|edge| alive[edge.1 as usize]));
        if !alive[0] {
            graph = Graph { rows: vec![Vec::new()], accepting: vec![false] };
        }
        Ok(graph)
    }
}

/// The part for a formula of which something is bound.
fn inner(tracks: &Rc<Vec<Track>>, formula: &Core, body: &Core) -> Read<Part> {
    let kept: Vec<Var> = formula.free().into_iter().collect();
    let body = matrix(tracks, body.clone(), &kept, true, &|_| Ok(None))?;
    Ok(Part::Inner(Box::new(Inner::new(Product::with_first(tracks, &body, &kept, kept.clone())?)?)))
}
