//! Boolean combinations of automata and linear atoms as one automaton, found state by state.
//!
//! A state of it has a state of each part. Nothing is minimized, and a state is left out only if the combination is false
//! there whatever digits are to come. What is a conjunct of the whole and true whatever they are stays so: parts that stand in
//! no others are read no more, and all their states are one.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var, matrix};
use crate::graph::Graph;
use crate::machine::{Interner, Machine, Map, NOWHERE, Pairs, alive, letter, letters, spend, targets};
use crate::sets::Sets;
use crate::sums::{Linear, Verdict};
use crate::system::{Kind, Track};
use crate::table::table;

#[cfg(test)]
mod tests;

/// The state of a part that stands only in what is true whatever digits are to come.
const SETTLED: u32 = NOWHERE - 1;

/// What reads digits.
enum Part {
    /// An automaton that reads one digit after the other: those of a letter in the order in which they are chosen. The
    /// state at `p` leads by digit d to what stands at p + d; state q stands at q times the number of first digits.
    Table(Vec<u32>),
    Linear(Box<Linear>),
    Inner(Box<Inner>),
}

/// A formula with quantifiers that nothing is claimed of: the sets of states of its product are found as they are needed.
struct Inner {
    members: Members,
    sets: Sets,
    /// Of each set.
    known: Vec<Verdict>,
}

/// The states of which there are sets.
struct Members {
    product: Product,
    /// All of them, those that look alike as one, if they are few.
    whole: Option<Graph>,
    /// Otherwise, those that are needed.
    states: Interner<u32>,
    /// By letter, where in `after` it stands what comes after each state; 0 if that is not known.
    rows: Map<u32, Vec<u32>>,
    /// How many states come after one, and which; then those of another.
    after: Vec<u32>,
    /// Words of memory that all this takes, about.
    size: usize,
}

/// Transitions of a product of which all states are looked at.
const MOST_WHOLE: usize = 1 << 20;
/// Words of memory for the sets of one formula, and for what is in them: 1 GB.
const MOST_SETS: usize = 1 << 28;

impl Members {
    fn accepts(&self, state: u32) -> bool {
        match &self.whole {
            Some(graph) => graph.accepting[state as usize],
            None => self.product.accepts(self.states.get(state)),
        }
    }

    /// Calls `found` with each state after one.
    fn after(&mut self, state: u32, digits: &[u32], found: &mut dyn FnMut(u32)) -> Read<()> {
        let letter = self.product.letter(digits);
        if let Some(graph) = &self.whole {
            targets(&graph.rows[state as usize], letter).iter().for_each(|edge| found(edge.1));
            return Ok(());
        }
        let (at, row) = (state as usize, self.rows.entry(letter).or_default());
        if row.len() <= at {
            self.size += self.states.len() - row.len();
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
            self.size += count + 1;
        }
        let place = row[at] as usize;
        self.after[place + 1..][..self.after[place] as usize].iter().for_each(|q| found(*q));
        Ok(())
    }
}

impl Inner {
    /// All states are looked at if there are no more than so many transitions.
    fn new(tracks: &Rc<Vec<Track>>, body: &Core, kept: &[Var], most: usize) -> Read<Inner> {
        let is_of_words = kept.iter().any(|&var| tracks[var].kind == Kind::Words);
        let whole = Product::new(tracks, body, kept)?.explore(false, most).ok().map(|graph| graph.merged().0);
        let mut product = Product::with_first(tracks, &together(tracks, body)?, kept, kept.to_vec())?;
        product.is_given = true;
        if whole.is_none() {
            product.look_ahead()?;
        }
        let (mut states, rows, size, sets, known): (Interner<u32>, _, _, _, _) = Default::default();
        let mut first = vec![states.number(&vec![0; product.parts.len()])];
        let mut members = Members { product, whole, states, rows, after: vec![0], size };
        let (mut at, zeros, mut seen) = (0, vec![0; tracks.len()], HashSet::from([first[0]]));
        while at < first.len() && !is_of_words {
            let from = first[at];
            members.after(from, &zeros, &mut |q| {
                if seen.insert(q) {
                    first.push(q);
                }
            })?;
            if members.size > MOST_SETS {
                return Err("too many sets of states".into());
            }
            at += 1;
        }
        let mut inner = Inner { members, sets, known };
        let first = inner.sets.number(first);
        inner.look_at(first);
        Ok(inner)
    }

    /// Finds out what is known of a set, if that is the last one.
    fn look_at(&mut self, set: u32) {
        if set as usize == self.known.len() {
            let states = self.sets.get(set);
            let now = states.iter().any(|&q| self.members.accepts(q));
            self.known.push(Verdict { now, always: states.is_empty().then_some(false) });
        }
    }

    fn read(&mut self, set: u32, digits: &[u32]) -> Read<u32> {
        let (letter, members) = (self.members.product.letter(digits), &mut self.members);
        let next = self.sets.after(set, letter, |q, found| members.after(q, digits, found))?;
        self.look_at(next);
        if self.sets.size + self.members.size > MOST_SETS {
            return Err("too many sets of states".into());
        }
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
    /// The parts that stand in it.
    fn parts(&self) -> BTreeSet<usize> {
        match self {
            Guard::Truth(_) => BTreeSet::new(),
            Guard::Atom(part, _) => [*part].into(),
            Guard::Not(inner) => inner.parts(),
            Guard::And(parts) => parts.iter().flat_map(Guard::parts).collect(),
            Guard::Iff(a, b) => [a, b].into_iter().flat_map(|side| side.parts()).collect(),
        }
    }

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
    /// What must hold, each with the parts that stand in it.
    guard: Vec<(Guard, Vec<usize>)>,
    /// How many of the first of these may be false for certain though no part that is needed is.
    doubtful: usize,
    /// Of each part, the conjuncts in which it stands, if all of them are doubtful.
    within: Vec<Vec<usize>>,
    /// Whether each of the doubtful is true for certain where digits were chosen last.
    settled: Vec<bool>,
    /// The parts without which the guard is false.
    needed: BTreeSet<usize>,
    /// The variables in the order in which their digits are chosen, with the parts that read them then, each with
    /// whether it is needed.
    order: Vec<(Var, Vec<(usize, bool)>)>,
    /// Tables and sums that are needed, and the states of both that lead to acceptance.
    ahead: Vec<(usize, usize, Pairs)>,
    /// Of each part, what its states are multiplied with.
    scales: Vec<u32>,
    /// The states of the parts before each choice of a digit, and behind the last.
    levels: Vec<Vec<u32>>,
    /// Whether the digits of the kept variables are given.
    is_given: bool,
    /// The variables whose digits make the letter of a transition; the others are projected.
    kept: Vec<Var>,
}

/// What is done with a letter on the kept tracks and the state after it.
type Found<'a> = &'a mut dyn FnMut(u32, &[u32]);

impl Product {
    /// The product for a formula in which quantifiers stand in the way only where there is no other.
    pub fn new(tracks: &Rc<Vec<Track>>, formula: &Core, kept: &[Var]) -> Read<Product> {
        Product::with_first(tracks, &together(tracks, formula)?, kept, Vec::new())
    }

    /// The product for `formula` as it is, in which the digits of the variables `first` are chosen before all others.
    fn with_first(tracks: &Rc<Vec<Track>>, formula: &Core, kept: &[Var], first: Vec<Var>) -> Read<Product> {
        letters(&kept.iter().map(|&var| tracks[var].clone()).collect::<Vec<Track>>())?;
        let (parts, needed, order, scales, levels) = Default::default();
        let (guard, doubtful, within, settled, ahead) = Default::default();
        let (tracks, kept, is_given) = (tracks.clone(), kept.to_vec(), false);
        let mut vars = formula.free();
        vars.extend(&kept);
        if vars.iter().any(|&var| tracks[var].kind == Kind::Words) && vars.iter().any(|&var| tracks[var].is_turned()) {
            return Err("words beside numbers that are read from the other end".into());
        }
        let mut product = Product {
            tracks,
            parts,
            guard,
            doubtful,
            within,
            settled,
            needed,
            order,
            ahead,
            scales,
            levels,
            is_given,
            kept,
        };
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
        product.settled = vec![false; product.doubtful];
        let with_parts = |guard: Guard| {
            let parts = guard.parts().into_iter().collect();
            (guard, parts)
        };
        product.guard = doubtful.into_iter().chain(sure).map(with_parts).collect();
        let within = |part: usize| {
            let all: Vec<usize> = (0..product.guard.len()).filter(|at| product.guard[*at].1.contains(&part)).collect();
            if all.last() < Some(&product.doubtful) { all } else { Vec::new() }
        };
        product.within = (0..product.parts.len()).map(within).collect();
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

    /// Finds out which states of tables and sums lead to acceptance, where they have variables in common that a table ties
    /// to each other.
    fn look_ahead(&mut self) -> Read<()> {
        for (guard, _) in &self.guard {
            let Guard::Atom(table, Some(verdicts)) = guard else { continue };
            let Core::Table(machine, _, vars) = &self.parts[*table].0.clone() else { continue };
            let accepting: Vec<bool> = verdicts.iter().map(|verdict| verdict.now).collect();
            for &sum in &self.needed {
                let (atom, part) = &mut self.parts[sum];
                let shared = atom.free().iter().filter(|var| vars.contains(var)).count();
                if let (Part::Linear(linear), true) = (part, shared > 1)
                    && let Some(alive) = linear.beside(machine, &accepting, vars)?
                {
                    self.ahead.push((*table, sum, alive));
                }
            }
        }
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

    /// What the conjunct `at` is, as [`Product::value`] says; once one of its parts is settled, it is true and stays
    /// so.
    fn conjunct(&self, at: usize, state: &[u32], is_now: bool) -> Option<bool> {
        let (guard, parts) = &self.guard[at];
        if parts.iter().any(|part| state[*part] == SETTLED) { Some(true) } else { self.value(guard, state, is_now) }
    }

    fn accepts(&self, state: &[u32]) -> bool {
        (0..self.guard.len()).all(|at| self.conjunct(at, state, true) == Some(true))
    }

    fn letter(&self, digits: &[u32]) -> u32 {
        self.kept.iter().fold(0, |letter, &var| letter * self.tracks[var].digits.len() as u32 + digits[var])
    }

    /// Calls `found` with each letter on the kept tracks that may lead on from a state, and the state after it.
    fn successors(&mut self, state: &[u32], digits: &mut [u32], found: Found<'_>) -> Read<()> {
        let mut levels = std::mem::take(&mut self.levels);
        for ((at, q), scale) in levels[0].iter_mut().zip(state).zip(&self.scales) {
            *at = if *q == SETTLED { SETTLED } else { q.saturating_mul(*scale) };
        }
        let result = self.choose(0, digits, &mut levels, found);
        self.levels = levels;
        result
    }

    /// Chooses the digit of the variable number `at` and those behind it, and has the parts read them.
    fn choose(&mut self, at: usize, digits: &mut [u32], levels: &mut [Vec<u32>], found: Found<'_>) -> Read<()> {
        let Some(&(var, _)) = self.order.get(at) else {
            let state = &mut levels[at];
            if self.ahead.iter().any(|(table, sum, alive)| !alive.contains(&(state[*table], state[*sum]))) {
                return Ok(());
            }
            for i in 0..self.doubtful {
                let value = self.conjunct(i, state, false);
                if value == Some(false) {
                    return Ok(());
                }
                self.settled[i] = value == Some(true);
            }
            for (part, within) in self.within.iter().enumerate() {
                if !within.is_empty() && within.iter().all(|i| self.settled[*i]) {
                    state[part] = SETTLED;
                }
            }
            found(self.letter(digits), state);
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
                if state == SETTLED {
                    continue;
                }
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

/// States of automata that become one.
const MOST_TOGETHER: usize = 1 << 10;

/// A conjunction with one small automaton, with the fewest states, in the place of some that have variables in common.
fn together(tracks: &Rc<Vec<Track>>, formula: &Core) -> Read<Core> {
    let Core::And(parts) = formula else { return Ok(formula.clone()) };
    let size = |part: &Core| match part {
        Core::Table(machine, ..) => machine.rows.len(),
        _ => usize::MAX,
    };
    for (i, part) in parts.iter().enumerate() {
        let free = part.free();
        let is_near =
            |other: &&Core| size(part).saturating_mul(size(other)) <= MOST_TOGETHER && !free.is_disjoint(&other.free());
        let Some(j) = (i + 1..parts.len()).find(|j| is_near(&&parts[*j])) else { continue };
        let vars: Vec<Var> = free.union(&parts[j].free()).copied().collect();
        let both = Core::And(vec![part.clone(), parts[j].clone()]);
        let Ok(graph) = Product::with_first(tracks, &both, &vars, Vec::new())?.explore(false, MOST_WHOLE) else {
            continue;
        };
        let others = parts.iter().enumerate().filter(|(k, _)| *k != i && *k != j).map(|(_, part)| part.clone());
        return together(tracks, &Core::and(others.chain([graph.merged().0.relation(tracks, &vars)])));
    }
    Ok(formula.clone())
}

/// The part for a formula of which something is bound.
fn inner(tracks: &Rc<Vec<Track>>, formula: &Core, body: &Core) -> Read<Part> {
    let kept: Vec<Var> = formula.free().into_iter().collect();
    let body = matrix(tracks, body.clone(), &kept, true, &|part, free| small(tracks, part, free))?;
    Ok(Part::Inner(Box::new(Inner::new(tracks, &body, &kept, MOST_WHOLE)?)))
}

/// Transitions of a product whose sets of states are looked for, and sets that are few.
const MOST_SMALL: usize = 1 << 16;
const FEW_SETS: usize = 1 << 9;

/// The automaton of a formula with a quantifier in front, if it is small: its states are those sets of states of the product to
/// which words on the free variables lead, after any zeros if they are numbers.
pub fn small(tracks: &Rc<Vec<Track>>, formula: &Core, free: &[Var]) -> Read<Option<Core>> {
    projected(tracks, formula, free, (MOST_SMALL, FEW_SETS))
}

/// That automaton, if it has no more transitions before, and sets, than these.
pub fn projected(tracks: &Rc<Vec<Track>>, formula: &Core, free: &[Var], most: (usize, usize)) -> Read<Option<Core>> {
    let (Core::Exists(_, body), false) = (formula, free.is_empty()) else { return Ok(None) };
    let body = matrix(tracks, (**body).clone(), free, true, &|_, _| Ok(None))?;
    let Ok(graph) = Product::new(tracks, &body, free)?.explore(false, most.0) else { return Ok(None) };
    let is_of_words = free.iter().any(|&var| tracks[var].kind == Kind::Words);
    let found = graph.merged().0.determinized(is_of_words, most.1)?;
    Ok(found.map(|found| found.merged().0.relation(tracks, free)))
}
