//! Boolean combinations of automata and linear atoms as one automaton, found state by state.
//!
//! A state of it has a state of each part. Nothing is minimized, and a state is left out only if the combination is false
//! there whatever digits are to come.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Var, matrix, plus};
use crate::machine::{Interner, Machine, Map, NOWHERE, Rows, Track, alive, closed, letters, spend, targets};
use crate::system::{ANY_WORD, Compare, Sides, System};

/// What reads digits.
enum Part {
    Table(Table),
    Linear(Linear),
    Inner(Box<Inner>),
}

/// An automaton, and for each of its tracks the variable, the variable's digits by those of the track, and the reverse.
struct Table {
    machine: Rc<Machine>,
    vars: Vec<Var>,
    outward: Vec<Vec<u32>>,
    inward: Vec<Vec<u32>>,
}

impl Table {
    fn new(machine: &Rc<Machine>, vars: &[Var], tracks: &[Track]) -> Table {
        let table = |from: &Track, to: &Track| {
            let to = to.digits();
            let place = |digit: &i64| to.binary_search(digit).map_or(NOWHERE, |place| place as u32);
            from.digits().iter().map(place).collect::<Vec<u32>>()
        };
        let both = || machine.tracks.iter().zip(vars.iter().map(|&var| &tracks[var]));
        Table {
            machine: machine.clone(),
            vars: vars.to_vec(),
            outward: both().map(|(own, other)| table(own, other)).collect(),
            inward: both().map(|(own, other)| table(other, own)).collect(),
        }
    }

    /// The letter that is read, or `NOWHERE` if a track has not the digit of its variable.
    fn letter(&self, digits: &[u32]) -> u32 {
        let mut letter = 0;
        for ((&var, inward), outward) in self.vars.iter().zip(&self.inward).zip(&self.outward) {
            match inward[digits[var] as usize] {
                NOWHERE => return NOWHERE,
                digit => letter = letter * outward.len() as u32 + digit,
            }
        }
        letter
    }

    /// Puts the digits of a letter on the variables; false if those known are others.
    fn put(&self, mut letter: u32, is_new: &[bool], digits: &mut [u32]) -> bool {
        for (place, &var) in self.vars.iter().enumerate().rev() {
            let size = self.outward[place].len() as u32;
            let digit = self.outward[place][(letter % size) as usize];
            letter /= size;
            if is_new[place] {
                digits[var] = digit;
            }
            if digit == NOWHERE || digits[var] != digit {
                return false;
            }
        }
        true
    }
}

/// A comparison of a sum with a constant, and what was read of the sum so far.
struct Linear {
    system: Rc<System>,
    /// Variables with their coefficients and digits.
    terms: Vec<(Var, i64, Vec<i64>)>,
    compare: Compare,
    constant: i64,
    sides: Sides,
    seen: Interner<i64>,
    /// Of each value seen: what is certain, and whether the comparison holds if no digit is to come.
    known: Vec<(Option<bool>, bool)>,
    steps: Map<(u32, i64), u32>,
}

impl Linear {
    fn new(terms: &[(Var, i64)], compare: Compare, constant: i64, tracks: &[Track]) -> Read<Linear> {
        let mut systems = terms.iter().filter_map(|term| match &tracks[term.0] {
            Track::Number(system) => Some(system.clone()),
            Track::Digits(_) => None,
        });
        let system = systems.next().ok_or("arithmetic on words")?;
        if systems.any(|other| other.name != system.name) {
            return Err("two systems in one sum".into());
        }
        let mut sides = Sides::default();
        let add = |to: &mut i64, k: i64, factor: i64| {
            *to = plus(*to, k.max(0), factor).ok_or("large coefficients")?;
            Ok::<(), String>(())
        };
        for &(var, k) in terms {
            if let Track::Digits(digits) = &tracks[var] {
                if !system.bounds_any_word() {
                    return Err(format!("words over digits are not bounded in {}", system.name));
                }
                for &digit in digits {
                    add(&mut sides.up, plus(0, k, digit).unwrap_or(i64::MAX), ANY_WORD)?;
                    add(&mut sides.down, plus(0, -k, digit).unwrap_or(i64::MAX), ANY_WORD)?;
                }
                continue;
            }
            add(&mut sides.up, k, 1)?;
            add(&mut sides.down, -k, 1)?;
            add(&mut sides.up_less, k, 1)?;
            add(&mut sides.down_less, -k, 1)?;
        }
        let terms = terms.iter().map(|&(var, k)| (var, k, tracks[var].digits())).collect();
        let zero = vec![0; system.dimension()];
        let (seen, steps) = (Interner::new(), Map::default());
        let mut linear = Linear { system, terms, compare, constant, sides, seen, known: Vec::new(), steps };
        linear.number(zero);
        Ok(linear)
    }

    fn number(&mut self, read: Vec<i64>) -> u32 {
        let read = self.system.narrowed(read, self.sides, self.constant);
        let value: i64 = read.iter().sum();
        let holds = match self.compare {
            Compare::Equal => value == self.constant,
            Compare::Less => value < self.constant,
        };
        let decided = self.system.decided(&read, self.sides, self.compare, self.constant);
        // All that are certain alike are one.
        let read = decided.map_or_else(|| [vec![2], read].concat(), |value| vec![i64::from(value)]);
        let (number, is_new) = self.seen.number(&read);
        if is_new {
            self.known.push((decided, decided.unwrap_or(holds)));
        }
        number
    }

    /// The number of what was read after one digit more on each track.
    fn read(&mut self, state: u32, digits: &[u32]) -> Read<u32> {
        if self.known[state as usize].0.is_some() {
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
    /// Where the term stands that it is, or 0.
    term: usize,
    states: Interner<u32>,
    sets: Interner<u32>,
    /// Of each set.
    accepting: Vec<bool>,
    steps: Map<(u32, u32), u32>,
    /// The states after one, by letter.
    rows: Map<(u32, u32), Rc<Vec<u32>>>,
}

impl Inner {
    fn new(product: Product, term: usize) -> Read<Inner> {
        let (states, sets, accepting) = (Interner::new(), Interner::new(), Vec::new());
        let (steps, rows) = (Map::default(), Map::default());
        let mut inner = Inner { product, term, states, sets, accepting, steps, rows };
        let start = inner.states.number(&inner.product.start()).0;
        let mut first = vec![start];
        if !inner.product.has_words() {
            let reached = closed(&[first], |state, seen| {
                inner.row(state[0], 0)?.iter().for_each(|&next| _ = seen.number(&[next]));
                Ok(())
            })?;
            first = (0..reached.len() as u32).map(|i| reached.get(i)[0]).collect();
        }
        inner.set(first);
        Ok(inner)
    }

    fn set(&mut self, mut states: Vec<u32>) -> u32 {
        states.sort_unstable();
        states.dedup();
        let (number, is_new) = self.sets.number(&states);
        if is_new {
            let accepts = |&q: &u32| self.product.holds(&self.product.guard, self.states.get(q));
            self.accepting.push(states.iter().any(accepts));
        }
        number
    }

    fn row(&mut self, state: u32, letter: u32) -> Read<Rc<Vec<u32>>> {
        if let Some(row) = self.rows.get(&(state, letter)) {
            return Ok(row.clone());
        }
        let (from, states) = (self.states.get(state).to_vec(), &mut self.states);
        let mut row = Vec::new();
        self.product.successors(&from, Some(letter), &mut |_, next| row.push(states.number(next).0))?;
        spend(row.len() + 1)?;
        let row = Rc::new(row);
        self.rows.insert((state, letter), row.clone());
        Ok(row)
    }

    fn step(&mut self, set: u32, digits: &[u32]) -> Read<u32> {
        let letter = self.product.letter(digits);
        if let Some(&next) = self.steps.get(&(set, letter)) {
            return Ok(next);
        }
        let mut states = Vec::new();
        for state in self.sets.get(set).to_vec() {
            states.extend(self.row(state, letter)?.iter());
        }
        spend(states.len() + 1)?;
        let next = self.set(states);
        self.steps.insert((set, letter), next);
        Ok(next)
    }
}

/// Some of the states of a table.
type States = Rc<Vec<bool>>;

/// A combination of what the parts say.
enum Guard {
    Truth(bool),
    /// A part, and for a table where it accepts and from where it can still accept.
    Atom(usize, Option<(States, States)>),
    Not(Box<Guard>),
    And(Vec<Guard>),
    Iff(Box<Guard>, Box<Guard>),
}

/// A table that must not die, or a sum that can be compared behind the tables before; which of its variables are new.
struct Driver {
    part: usize,
    is_new: Rc<Vec<bool>>,
}

/// The automaton of a formula without quantifiers, over its variables.
pub struct Product {
    tracks: Rc<Vec<Track>>,
    parts: Vec<Part>,
    guard: Guard,
    /// In the order in which their transitions are joined.
    drivers: Vec<Driver>,
    /// The other parts.
    followers: Vec<usize>,
    /// The variables whose digits make the letter of a transition, with the number of digits; the others are projected.
    kept: Vec<(Var, u32)>,
}

/// What is asked of a product.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Whether it accepts anything.
    One,
    /// What it accepts on the kept tracks.
    Words,
    /// The same, each transition as often as there are letters for it.
    Numbers,
}

/// The states found, their transitions by the letter on the kept tracks, and which accept. State 0 is the first.
#[derive(Default)]
pub struct Graph {
    pub rows: Rows,
    pub accepting: Vec<bool>,
}

/// What is done with a letter on the kept tracks and the state after it.
type Found<'a> = &'a mut dyn FnMut(u32, &[u32]);

impl Product {
    /// The product for a formula in which quantifiers stand in the way only where there is no other.
    pub fn new(tracks: &Rc<Vec<Track>>, formula: &Core, kept: &[Var]) -> Read<Product> {
        Product::with_known(tracks, formula, kept, BTreeSet::new())
    }

    /// The same where the digits of some variables are given.
    fn with_known(tracks: &Rc<Vec<Track>>, formula: &Core, kept: &[Var], known: BTreeSet<Var>) -> Read<Product> {
        let sizes = kept.iter().map(|&var| (var, tracks[var].digits().len() as u32)).collect();
        letters(&kept.iter().map(|&var| tracks[var].clone()).collect::<Vec<Track>>())?;
        let (parts, drivers, followers) = Default::default();
        let mut product =
            Product { tracks: tracks.clone(), parts, guard: Guard::Truth(true), drivers, followers, kept: sizes };
        let guard = product.guard(formula, &mut Map::default())?;
        let mut needed = BTreeSet::new();
        necessary(&guard, &mut needed);
        let mut vars = formula.free();
        vars.extend(kept);
        let is_word = |var: &Var| matches!(tracks[*var], Track::Digits(_));
        if vars.iter().any(is_word) && vars.iter().any(|var| tracks[*var].is_turned()) {
            return Err("words beside numbers that are read from the other end".into());
        }
        let mut all = vec![guard];
        for var in vars {
            // What is read on a track of digits need not be the word of a number.
            let reads = |part: &usize| match &product.parts[*part] {
                Part::Table(table) => table.vars.iter().zip(&table.machine.tracks).any(|(v, track)| {
                    *v == var && matches!((track, &product.tracks[var]), (Track::Number(_), _) | (_, Track::Digits(_)))
                }),
                _ => false,
            };
            if needed.iter().any(reads) {
                continue;
            }
            let machine = Rc::new(Machine::valid(&product.tracks[var]));
            let accepting = Rc::new(vec![true; machine.rows.len()]);
            let part = product.parts.len();
            all.push(Guard::Atom(part, Some((accepting.clone(), accepting))));
            product.parts.push(Part::Table(Table::new(&machine, &[var], &product.tracks)));
            needed.insert(part);
        }
        product.guard = Guard::And(all);
        product.order(needed, known);
        Ok(product)
    }

    /// Puts tables in an order: first those of which all tracks are known, then what shares the most tracks with those
    /// before. A sum is compared once all its digits are known.
    fn order(&mut self, mut needed: BTreeSet<usize>, mut known: BTreeSet<Var>) {
        while !needed.is_empty() {
            let misses = |vars: &mut dyn Iterator<Item = Var>| vars.filter(|var| !known.contains(var)).count();
            let rank = |part: &&usize| match &self.parts[**part] {
                Part::Linear(linear) => match misses(&mut linear.terms.iter().map(|term| term.0)) {
                    0 => (0, 0, 0, false),
                    _ => (3, 0, 0, false),
                },
                Part::Inner(_) => (3, 0, 0, false),
                Part::Table(table) => {
                    let new = misses(&mut table.vars.iter().copied());
                    // A digit that completes a sum tells at once whether it can be right.
                    let completes = needed.iter().any(|&sum| {
                        matches!(&self.parts[sum], Part::Linear(linear) if linear.terms.iter()
                            .all(|term| table.vars.contains(&term.0) || known.contains(&term.0)))
                    });
                    (1 + usize::from(new > 0), usize::MAX - (table.vars.len() - new), usize::MAX - new, !completes)
                }
            };
            let part = *needed.iter().min_by_key(rank).expect("there is one");
            needed.remove(&part);
            let mut is_new = Vec::new();
            match &self.parts[part] {
                Part::Table(table) => is_new.extend(table.vars.iter().rev().map(|&var| known.insert(var))),
                Part::Linear(linear) if misses(&mut linear.terms.iter().map(|term| term.0)) == 0 => {}
                _ => continue,
            }
            is_new.reverse();
            self.drivers.push(Driver { part, is_new: Rc::new(is_new) });
        }
        let is_driver = |part: &usize| self.drivers.iter().any(|driver| driver.part == *part);
        self.followers = (0..self.parts.len()).filter(|part| !is_driver(part)).collect();
    }

    fn guard(&mut self, formula: &Core, known: &mut Map<(usize, usize), Rc<Vec<bool>>>) -> Read<Guard> {
        Ok(match formula {
            Core::Truth(value) => Guard::Truth(*value),
            Core::And(parts) => {
                Guard::And(parts.iter().map(|part| self.guard(part, known)).collect::<Read<Vec<Guard>>>()?)
            }
            Core::Not(inner) => Guard::Not(Box::new(self.guard(inner, known)?)),
            Core::Iff(a, b) => Guard::Iff(Box::new(self.guard(a, known)?), Box::new(self.guard(b, known)?)),
            Core::Linear(terms, compare, constant) => {
                let is_it = |part: &Part| {
                    matches!(part, Part::Linear(linear) if linear.compare == *compare && linear.constant == *constant
                        && terms.iter().copied().eq(linear.terms.iter().map(|term| (term.0, term.1))))
                };
                let place = self.parts.iter().position(is_it);
                if place.is_none() {
                    self.parts.push(Part::Linear(Linear::new(terms, *compare, *constant, &self.tracks)?));
                }
                Guard::Atom(place.unwrap_or(self.parts.len() - 1), None)
            }
            Core::Table(machine, accepting, vars) => {
                let is_number = |var: &Var| matches!(self.tracks[*var], Track::Number(_));
                if vars.iter().all(is_number) && targets(&machine.rows[0], zeros(machine)?) != [(zeros(machine)?, 0)] {
                    return Err("an automaton on digits tells paddings of numbers from each other".into());
                }
                let is_it = |part: &Part| matches!(part, Part::Table(table) if Rc::ptr_eq(&table.machine, machine) && table.vars == *vars);
                let place = self.parts.iter().position(is_it);
                if place.is_none() {
                    self.parts.push(Part::Table(Table::new(machine, vars, &self.tracks)));
                }
                let key = (Rc::as_ptr(machine) as usize, Rc::as_ptr(accepting) as usize);
                let alive = known.entry(key).or_insert_with(|| Rc::new(alive(&machine.rows, accepting))).clone();
                Guard::Atom(place.unwrap_or(self.parts.len() - 1), Some((accepting.clone(), alive)))
            }
            Core::Exists(_, body) => self.inner(formula, body, 0)?,
            Core::Term(term) => self.inner(formula, &term.1, Rc::as_ptr(term) as usize)?,
            Core::Count(..) => return Err("a quantifier that counts has no claim".into()),
        })
    }

    /// A formula of which something is bound; terms that are there already are not made again.
    fn inner(&mut self, formula: &Core, body: &Core, term: usize) -> Read<Guard> {
        let is_it = |part: &Part| matches!(part, Part::Inner(inner) if inner.term == term && term != 0);
        if let Some(place) = self.parts.iter().position(is_it) {
            return Ok(Guard::Atom(place, None));
        }
        let kept: Vec<Var> = formula.free().into_iter().collect();
        let body = matrix(&self.tracks, body.clone(), &kept, Some(true), &|_| Ok(None))?;
        let product = Product::with_known(&self.tracks, &body, &kept, kept.iter().copied().collect())?;
        self.parts.push(Part::Inner(Box::new(Inner::new(product, term)?)));
        Ok(Guard::Atom(self.parts.len() - 1, None))
    }

    fn has_words(&self) -> bool {
        self.kept.iter().any(|kept| matches!(self.tracks[kept.0], Track::Digits(_)))
    }

    fn letter(&self, digits: &[u32]) -> u32 {
        self.kept.iter().fold(0, |letter, &(var, size)| letter * size + digits[var])
    }

    fn start(&self) -> Vec<u32> {
        vec![0; self.parts.len()]
    }

    /// What the combination is for certain, whatever digits are to come.
    fn certain(&self, guard: &Guard, state: &[u32]) -> Option<bool> {
        match guard {
            Guard::Truth(value) => Some(*value),
            Guard::Atom(part, Some((_, alive))) => {
                let q = state[*part];
                if q == NOWHERE || !alive[q as usize] { Some(false) } else { None }
            }
            Guard::Atom(part, None) => match &self.parts[*part] {
                Part::Linear(linear) => linear.known[state[*part] as usize].0,
                Part::Inner(inner) => inner.sets.get(state[*part]).is_empty().then_some(false),
                Part::Table(..) => None,
            },
            Guard::Not(inner) => self.certain(inner, state).map(|value| !value),
            Guard::And(parts) => {
                let mut all = Some(true);
                for part in parts {
                    match self.certain(part, state) {
                        Some(false) => return Some(false),
                        Some(true) => {}
                        None => all = None,
                    }
                }
                all
            }
            Guard::Iff(a, b) => Some(self.certain(a, state)? == self.certain(b, state)?),
        }
    }

    /// What it is if no digit is to come.
    fn holds(&self, guard: &Guard, state: &[u32]) -> bool {
        match guard {
            Guard::Truth(value) => *value,
            Guard::Atom(part, Some((accepting, _))) => state[*part] != NOWHERE && accepting[state[*part] as usize],
            Guard::Atom(part, None) => match &self.parts[*part] {
                Part::Linear(linear) => linear.known[state[*part] as usize].1,
                Part::Inner(inner) => inner.accepting[state[*part] as usize],
                Part::Table(..) => false,
            },
            Guard::Not(inner) => !self.holds(inner, state),
            Guard::And(parts) => parts.iter().all(|part| self.holds(part, state)),
            Guard::Iff(a, b) => self.holds(a, state) == self.holds(b, state),
        }
    }

    /// Calls `found` for each letter that may lead on; the letter on the kept tracks is given if their digits are.
    fn successors(&mut self, state: &[u32], letter: Option<u32>, found: Found<'_>) -> Read<()> {
        let mut digits = vec![0; self.tracks.len()];
        let mut next = vec![NOWHERE; self.parts.len()];
        if let Some(mut rest) = letter {
            for &(var, size) in self.kept.iter().rev() {
                digits[var] = rest % size;
                rest /= size;
            }
        }
        self.join(state, 0, &mut digits, &mut next, found)
    }

    /// Follows the driver number `at` and those behind it.
    fn join(&mut self, state: &[u32], at: usize, digits: &mut [u32], next: &mut [u32], found: Found<'_>) -> Read<()> {
        let Some(driver) = self.drivers.get(at) else {
            return self.arrive(state, digits, next, found);
        };
        let part = driver.part;
        match &mut self.parts[part] {
            Part::Linear(linear) => {
                next[part] = linear.read(state[part], digits)?;
                if linear.known[next[part] as usize].0 == Some(false) {
                    return Ok(());
                }
                return self.join(state, at + 1, digits, next, found);
            }
            Part::Table(table) if state[part] != NOWHERE => {
                let machine = table.machine.clone();
                let is_new = driver.is_new.clone();
                let row = &machine.rows[state[part] as usize];
                let mut only = &row[..];
                if !is_new.contains(&true) {
                    only = targets(row, table.letter(digits));
                }
                spend(only.len())?;
                for &(read, target) in only {
                    let Part::Table(table) = &self.parts[part] else { break };
                    if table.put(read, &is_new, digits) {
                        next[part] = target;
                        self.join(state, at + 1, digits, next, found)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The state after a letter whose digits are all known.
    fn arrive(&mut self, state: &[u32], digits: &[u32], next: &mut [u32], found: Found<'_>) -> Read<()> {
        for i in 0..self.followers.len() {
            let part = self.followers[i];
            next[part] = match &mut self.parts[part] {
                Part::Table(table) => match table.letter(digits) {
                    NOWHERE => NOWHERE,
                    letter => table.machine.step(state[part], letter),
                },
                Part::Inner(inner) => inner.step(state[part], digits)?,
                Part::Linear(linear) => linear.read(state[part], digits)?,
            };
        }
        if self.certain(&self.guard, next) != Some(false) {
            found(self.letter(digits), next);
        }
        Ok(())
    }

    /// All states that can be reached and lead to acceptance, or as many as it takes until one accepts.
    pub fn explore(&mut self, wanted: Wanted, most: usize) -> Read<Graph> {
        let mut seen: Interner<u32> = Interner::new();
        let mut graph = Graph::default();
        seen.number(&self.start());
        let mut edges = 0;
        while graph.rows.len() < seen.len() {
            let state = seen.get(graph.rows.len() as u32).to_vec();
            let accepts = self.holds(&self.guard, &state);
            graph.accepting.push(accepts);
            let mut row = Vec::new();
            if wanted == Wanted::One && accepts {
                return Ok(Graph { rows: vec![row], accepting: vec![true] });
            }
            self.successors(&state, None, &mut |letter, next| row.push((letter, seen.number(next).0)))?;
            row.sort_unstable();
            if wanted != Wanted::Numbers {
                row.dedup();
            }
            edges += row.len();
            spend(row.len() + 1)?;
            graph.rows.push(row);
            if edges > most {
                return Err(format!("more than {most} transitions"));
            }
        }
        let alive = alive(&graph.rows, &graph.accepting);
        graph.rows.iter_mut().for_each(|row| row.retain(|edge| alive[edge.1 as usize]));
        if !alive[0] {
            graph = Graph { rows: vec![Vec::new()], accepting: vec![false] };
        }
        Ok(graph)
    }
}

/// The letter of which all digits are 0.
fn zeros(machine: &Machine) -> Read<u32> {
    machine.tracks.iter().try_fold(0, |letter, track| {
        let digits = track.digits();
        let zero = digits.iter().position(|&digit| digit == 0).ok_or("a number stands on digits without 0")?;
        Ok(letter * digits.len() as u32 + zero as u32)
    })
}

/// The parts without which a guard is false.
fn necessary(guard: &Guard, found: &mut BTreeSet<usize>) {
    match guard {
        Guard::Atom(part, _) => drop(found.insert(*part)),
        Guard::And(parts) => parts.iter().for_each(|part| necessary(part, found)),
        Guard::Truth(_) | Guard::Not(_) | Guard::Iff(..) => {}
    }
}
