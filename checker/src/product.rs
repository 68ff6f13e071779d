//! Boolean combinations of automata and linear atoms as one automaton, found state by state.
//!
//! A state of it has a state of each part. Nothing is minimized, and a state is left out only if the combination is false
//! there whatever digits are to come.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::core::{Core, Var, plus};
use crate::machine::{Interner, Machine, Map, NOWHERE, Track};
use crate::system::{Compare, System};

/// What reads digits.
enum Part {
    Table(Rc<Machine>, Vec<Var>),
    Linear(Box<Linear>),
    Inner(Box<Inner>),
}

/// A formula with quantifiers that nothing is claimed of: the sets of its states are found as they are needed.
struct Inner {
    product: Product,
    /// The variables around that its kept tracks are.
    vars: Vec<Var>,
    states: Interner<Vec<u32>>,
    sets: Interner<Vec<u32>>,
    /// Of each set.
    accepting: Vec<bool>,
    steps: Map<(u32, u32), u32>,
    /// The states after one, by letter.
    rows: Map<(u32, u32), Rc<Vec<u32>>>,
}

impl Inner {
    fn new(product: Product, vars: Vec<Var>) -> Read<Inner> {
        let (states, sets) = (Interner::new(), Interner::new());
        let (steps, rows) = (Map::default(), Map::default());
        let mut inner = Inner { product, vars, states, sets, accepting: Vec::new(), steps, rows };
        let start = inner.states.number(inner.product.start()).0;
        // All that zeros lead to.
        let (mut found, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(state) = open.pop() {
            open.extend(inner.row(state, 0)?.iter().filter(|&&next| found.insert(next)));
        }
        inner.set(found);
        Ok(inner)
    }

    fn set(&mut self, states: BTreeSet<u32>) -> u32 {
        let accepts = |&q: &u32| self.product.holds(&self.product.guard, &self.states.values[q as usize]);
        let accepting = states.iter().any(accepts);
        let (number, is_new) = self.sets.number(states.into_iter().collect());
        if is_new {
            self.accepting.push(accepting);
        }
        number
    }

    fn row(&mut self, state: u32, letter: u32) -> Read<Rc<Vec<u32>>> {
        if let Some(row) = self.rows.get(&(state, letter)) {
            return Ok(row.clone());
        }
        let mut digits = vec![None; self.product.tracks.len()];
        let mut rest = letter;
        for &var in self.product.kept.iter().rev() {
            let letters = self.product.tracks[var].letters() as u32;
            digits[var] = Some(rest % letters);
            rest /= letters;
        }
        let mut next = vec![NOWHERE; self.product.parts.len()];
        let (from, mut row) = (self.states.values[state as usize].clone(), Vec::new());
        let states = &mut self.states;
        self.product
            .successors(&from, 0, &mut digits, &mut next, &mut |_, next| row.push(states.number(next.to_vec()).0))?;
        let row = Rc::new(row);
        self.rows.insert((state, letter), row.clone());
        Ok(row)
    }

    fn step(&mut self, set: u32, letter: u32) -> Read<u32> {
        if let Some(&next) = self.steps.get(&(set, letter)) {
            return Ok(next);
        }
        let mut states = BTreeSet::new();
        for &state in self.sets.values[set as usize].clone().iter() {
            states.extend(self.row(state, letter)?.iter());
        }
        let next = self.set(states);
        self.steps.insert((set, letter), next);
        Ok(next)
    }
}

/// A comparison of a sum with a constant, and what was read of the sum so far.
struct Linear {
    system: Rc<System>,
    terms: Vec<(Var, i64)>,
    compare: Compare,
    constant: i64,
    sides: (i64, i64),
    seen: Interner<Vec<i64>>,
    /// Of each value seen: what is certain, and whether the comparison holds if no digit is to come.
    known: Vec<(Option<bool>, bool)>,
    steps: Map<(u32, i64), u32>,
}

impl Linear {
    fn number(&mut self, read: Vec<i64>) -> u32 {
        let read = self.system.narrowed(read, self.sides, self.constant);
        let holds = match self.compare {
            Compare::Equal => self.system.value(&read) == self.constant,
            Compare::Less => self.system.value(&read) < self.constant,
        };
        let decided = self.system.decided(&read, self.sides, self.compare, self.constant);
        // All that are certain alike are one.
        let read = match decided {
            Some(value) => vec![i64::from(value)],
            None => [vec![2], read].concat(),
        };
        let (number, is_new) = self.seen.number(read);
        if is_new {
            self.known.push((decided, decided.unwrap_or(holds)));
        }
        number
    }

    /// The number of what was read after one digit more on each track.
    fn read(&mut self, state: u32, digits: &[Option<u32>]) -> Result<u32, String> {
        let mut sum = 0i64;
        for &(var, k) in &self.terms {
            let digit = digits[var].ok_or("a variable without digits")?;
            sum = k.checked_mul(digit.into()).and_then(|term| sum.checked_add(term)).ok_or("a sum of 63 bits")?;
        }
        self.step(state, sum)
    }

    fn step(&mut self, state: u32, digit: i64) -> Result<u32, String> {
        if self.known[state as usize].0.is_some() {
            return Ok(state);
        }
        if let Some(&next) = self.steps.get(&(state, digit)) {
            return Ok(next);
        }
        let read = self.system.step(&self.seen.values[state as usize][1..], digit).ok_or("a remainder of 63 bits")?;
        let next = self.number(read);
        self.steps.insert((state, digit), next);
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
    Or(Vec<Guard>),
    Iff(Box<Guard>, Box<Guard>),
}

/// The automaton of a formula without quantifiers, over its variables.
pub struct Product {
    tracks: Vec<Track>,
    parts: Vec<Part>,
    guard: Guard,
    /// Tables that must not die, in the order in which their transitions are joined.
    drivers: Vec<usize>,
    /// The variables whose digits make the letter of a transition; the others are projected.
    kept: Vec<Var>,
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
pub struct Graph {
    pub edges: Vec<Vec<(u32, u32)>>,
    pub accepting: Vec<bool>,
}

type Read<T> = Result<T, String>;

impl Product {
    /// The product for a formula in which no quantifier is left.
    pub fn new(tracks: Vec<Track>, formula: &Core, kept: Vec<Var>) -> Read<Product> {
        let mut product = Product { tracks, parts: Vec::new(), guard: Guard::Truth(true), drivers: Vec::new(), kept };
        let mut alive = Map::default();
        let guard = product.guard(formula, &mut alive)?;
        let mut needed = BTreeSet::new();
        necessary(&guard, &mut needed);
        let tables = |product: &Product| -> Vec<usize> {
            needed.iter().copied().filter(|&part| matches!(product.parts[part], Part::Table(..))).collect()
        };
        let mut drivers = tables(&product);
        let mut all = vec![guard];
        for var in 0..product.tracks.len() {
            let reads = |part: &usize| {
                matches!(&product.parts[*part], Part::Table(machine, vars)
                if vars.iter().zip(&machine.tracks).any(|(v, track)| *v == var && matches!(track, Track::Number(_))))
            };
            if drivers.iter().any(reads) {
                continue;
            }
            let Track::Number(system) = &product.tracks[var] else { return Err("a word over digits".into()) };
            let machine = Rc::new(Machine::valid(system));
            let accepting = Rc::new(vec![true; machine.rows.len()]);
            all.push(Guard::Atom(product.parts.len(), Some((accepting.clone(), accepting))));
            drivers.push(product.parts.len());
            product.parts.push(Part::Table(machine, vec![var]));
        }
        product.guard = Guard::And(all);
        // First those of which all tracks are known, then what shares the most tracks with those before.
        let mut known: BTreeSet<Var> = BTreeSet::new();
        while !drivers.is_empty() {
            let rank = |part: &usize| {
                let Part::Table(_, vars) = &product.parts[*part] else { return (false, 0, 0) };
                let new = vars.iter().filter(|var| !known.contains(var)).count();
                (new > 0, usize::MAX - (vars.len() - new), usize::MAX - new)
            };
            // A digit that completes a sum tells at once whether it can be right.
            let completes = |part: &usize| {
                let Part::Table(_, vars) = &product.parts[*part] else { return false };
                needed.iter().any(|&sum| {
                    matches!(&product.parts[sum], Part::Linear(linear)
                    if linear.terms.iter().any(|term| vars.contains(&term.0) && !known.contains(&term.0))
                        && linear.terms.iter().all(|term| vars.contains(&term.0) || known.contains(&term.0)))
                })
            };
            let rank = |part: &usize| {
                let (is_new, shared, new) = rank(part);
                (is_new, shared, new, !completes(part))
            };
            let best = (0..drivers.len()).min_by_key(|&i| rank(&drivers[i])).expect("there is one");
            let part = drivers.remove(best);
            if let Part::Table(_, vars) = &product.parts[part] {
                known.extend(vars);
            }
            product.drivers.push(part);
            for &sum in &needed {
                let is_ready = matches!(&product.parts[sum], Part::Linear(linear)
                    if linear.terms.iter().all(|term| known.contains(&term.0)));
                if is_ready && !product.drivers.contains(&sum) {
                    product.drivers.push(sum);
                }
            }
        }
        Ok(product)
    }

    fn guard(&mut self, formula: &Core, alive: &mut Map<(usize, usize), Rc<Vec<bool>>>) -> Read<Guard> {
        let mut many = |product: &mut Product, parts: &[Core]| -> Read<Vec<Guard>> {
            parts.iter().map(|part| product.guard(part, alive)).collect()
        };
        Ok(match formula {
            Core::Truth(value) => Guard::Truth(*value),
            Core::And(parts) => Guard::And(many(self, parts)?),
            Core::Or(parts) => Guard::Or(many(self, parts)?),
            Core::Not(inner) => Guard::Not(Box::new(self.guard(inner, alive)?)),
            Core::Iff(a, b) => Guard::Iff(Box::new(self.guard(a, alive)?), Box::new(self.guard(b, alive)?)),
            Core::Linear(terms, compare, constant) => Guard::Atom(self.linear(terms, *compare, *constant)?, None),
            Core::Table(machine, accepting, vars) => {
                let is_it = |part: &Part| matches!(part, Part::Table(m, v) if Rc::ptr_eq(m, machine) && v == vars);
                let place = self.parts.iter().position(is_it).unwrap_or_else(|| {
                    self.parts.push(Part::Table(machine.clone(), vars.clone()));
                    self.parts.len() - 1
                });
                let key = (Rc::as_ptr(machine) as usize, Rc::as_ptr(accepting) as usize);
                let alive = alive.entry(key).or_insert_with(|| Rc::new(machine.alive(accepting))).clone();
                Guard::Atom(place, Some((accepting.clone(), alive)))
            }
            Core::Inner(tracks, formula, kept, vars) => {
                let inner = Inner::new(Product::new(tracks.clone(), formula, kept.clone())?, vars.clone())?;
                self.parts.push(Part::Inner(Box::new(inner)));
                Guard::Atom(self.parts.len() - 1, None)
            }
            Core::Exists(number, ..) | Core::Count(number, ..) => {
                return Err(format!("quantifier {number} has no claim"));
            }
        })
    }

    fn linear(&mut self, terms: &[(Var, i64)], compare: Compare, constant: i64) -> Read<usize> {
        let is_it = |part: &Part| {
            matches!(part, Part::Linear(linear)
            if linear.terms == terms && linear.compare == compare && linear.constant == constant)
        };
        if let Some(place) = self.parts.iter().position(is_it) {
            return Ok(place);
        }
        let mut system: Option<Rc<System>> = None;
        for (var, _) in terms {
            let Track::Number(own) = &self.tracks[*var] else { return Err("arithmetic on words".into()) };
            if system.as_ref().is_some_and(|system| system.name != own.name) {
                return Err("two systems in one sum".into());
            }
            system = Some(own.clone());
        }
        let system = system.ok_or("a sum of nothing")?;
        let side = |sign: i64| terms.iter().try_fold(0, |sum, term| plus(sum, (term.1 * sign).max(0), 1));
        let sides = side(1).zip(side(-1)).ok_or("large coefficients")?;
        let read = vec![0; system.dimension()];
        let (seen, steps) = (Interner::new(), Map::default());
        let mut linear =
            Linear { system, terms: terms.to_vec(), compare, constant, sides, seen, known: Vec::new(), steps };
        linear.number(read);
        self.parts.push(Part::Linear(Box::new(linear)));
        Ok(self.parts.len() - 1)
    }

    fn start(&self) -> Vec<u32> {
        let start = |part: &Part| if let Part::Table(machine, _) = part { machine.start } else { 0 };
        self.parts.iter().map(start).collect()
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
                Part::Inner(inner) => inner.sets.values[state[*part] as usize].is_empty().then_some(false),
                Part::Table(..) => None,
            },
            Guard::Not(inner) => self.certain(inner, state).map(|value| !value),
            Guard::And(parts) => self.all_certain(parts, state, false),
            Guard::Or(parts) => self.all_certain(parts, state, true),
            Guard::Iff(a, b) => Some(self.certain(a, state)? == self.certain(b, state)?),
        }
    }

    /// What decides is `decisive` if one is, and its contrary if all are.
    fn all_certain(&self, parts: &[Guard], state: &[u32], decisive: bool) -> Option<bool> {
        let mut result = Some(!decisive);
        for part in parts {
            match self.certain(part, state) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => result = None,
            }
        }
        result
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
            Guard::Or(parts) => parts.iter().any(|part| self.holds(part, state)),
            Guard::Iff(a, b) => self.holds(a, state) == self.holds(b, state),
        }
    }

    /// Calls `found` with the letter on the kept tracks and the state after it, for each letter that may lead on.
    fn successors(
        &mut self,
        state: &[u32],
        at: usize,
        digits: &mut Vec<Option<u32>>,
        next: &mut Vec<u32>,
        found: &mut dyn FnMut(u32, &[u32]),
    ) -> Read<()> {
        let Some(&driver) = self.drivers.get(at) else {
            return self.arrive(state, digits, next, found);
        };
        if let Part::Linear(linear) = &mut self.parts[driver] {
            next[driver] = linear.read(state[driver], digits)?;
            return match linear.known[next[driver] as usize].0 {
                Some(false) => Ok(()),
                _ => self.successors(state, at + 1, digits, next, found),
            };
        }
        let Part::Table(machine, vars) = &self.parts[driver] else { return Ok(()) };
        let (machine, vars) = (machine.clone(), vars.clone());
        let q = state[driver];
        if q == NOWHERE {
            return Ok(());
        }
        let mut follow = |product: &mut Product, digits: &mut Vec<Option<u32>>, target: u32| {
            next[driver] = target;
            product.successors(state, at + 1, digits, next, found)
        };
        if let Some(letter) = self.letter(&machine, &vars, digits) {
            let target = if letter == NOWHERE { NOWHERE } else { machine.step(q, letter) };
            return if target == NOWHERE { Ok(()) } else { follow(self, digits, target) };
        }
        for &(letter, target) in &machine.rows[q as usize] {
            let before = digits.clone();
            let mut fits = true;
            for ((&var, track), digit) in vars.iter().zip(&machine.tracks).zip(machine.digits(letter)) {
                // A digit of a set is known by its place there, one of a number by its value.
                let digit = match track {
                    Track::Number(_) => Some(digit),
                    Track::Digits(set) => u32::try_from(set[digit as usize]).ok(),
                };
                let fresh = digit.filter(|&digit| (digit as usize) < self.tracks[var].letters());
                fits &= fresh.is_some() && digits[var].is_none_or(|known| Some(known) == fresh);
                digits[var] = digits[var].or(fresh);
            }
            if fits {
                follow(self, digits, target)?;
            }
            *digits = before;
        }
        Ok(())
    }

    /// The letter of a table, if all its digits are known; `NOWHERE` if its set of digits has not all of them.
    fn letter(&self, machine: &Machine, vars: &[Var], digits: &[Option<u32>]) -> Option<u32> {
        let mut letter = 0;
        for (&var, track) in vars.iter().zip(&machine.tracks) {
            let digit = digits[var]?;
            let place = match track {
                Track::Number(_) => digit,
                Track::Digits(set) => match set.iter().position(|&value| value == i64::from(digit)) {
                    Some(place) => place as u32,
                    None => return Some(NOWHERE),
                },
            };
            letter = letter * track.letters() as u32 + place;
        }
        Some(letter)
    }

    /// The state after a letter whose digits are all known.
    fn arrive(
        &mut self,
        state: &[u32],
        digits: &[Option<u32>],
        next: &mut [u32],
        found: &mut dyn FnMut(u32, &[u32]),
    ) -> Read<()> {
        for part in 0..self.parts.len() {
            if self.drivers.contains(&part) {
                continue;
            }
            let letter = match &self.parts[part] {
                Part::Table(machine, vars) => {
                    Some(self.letter(machine, vars, digits).ok_or("a variable without digits")?)
                }
                Part::Linear(_) => None,
                Part::Inner(inner) => {
                    let digit =
                        |sum: u32, &var: &Var| sum * self.tracks[var].letters() as u32 + digits[var].unwrap_or(0);
                    Some(inner.vars.iter().fold(0, digit))
                }
            };
            next[part] = match (&mut self.parts[part], letter) {
                (Part::Table(machine, _), Some(letter)) if letter != NOWHERE => machine.step(state[part], letter),
                (Part::Inner(inner), Some(letter)) => inner.step(state[part], letter)?,
                (Part::Table(..) | Part::Inner(_), _) => NOWHERE,
                (Part::Linear(linear), _) => linear.read(state[part], digits)?,
            };
        }
        if self.certain(&self.guard, next) != Some(false) {
            let digit = |sum: u32, &var: &Var| sum * self.tracks[var].letters() as u32 + digits[var].unwrap_or(0);
            found(self.kept.iter().fold(0, digit), next);
        }
        Ok(())
    }

    /// All states that can be reached, or as many as it takes until one accepts.
    pub fn explore(&mut self, wanted: Wanted, most: usize) -> Read<Graph> {
        let stop = wanted == Wanted::One;
        let mut seen: Interner<Vec<u32>> = Interner::new();
        let start = self.start();
        let mut graph = Graph { edges: Vec::new(), accepting: Vec::new() };
        seen.number(start);
        let (mut digits, mut next) = (vec![None; self.tracks.len()], vec![NOWHERE; self.parts.len()]);
        let mut edges = 0;
        while graph.edges.len() < seen.values.len() {
            let state = seen.values[graph.edges.len()].clone();
            let accepts = self.holds(&self.guard, &state);
            graph.accepting.push(accepts);
            let mut row = Vec::new();
            if !(stop && accepts) {
                self.successors(&state, 0, &mut digits, &mut next, &mut |letter, next| {
                    row.push((letter, seen.number(next.to_vec()).0));
                })?;
                row.sort_unstable();
                if wanted != Wanted::Numbers {
                    row.dedup();
                }
            }
            edges += row.len();
            graph.edges.push(row);
            if stop && accepts {
                break;
            }
            if edges > most {
                return Err(format!("more than {most} transitions"));
            }
        }
        Ok(graph)
    }
}

/// The parts without which a guard is false.
fn necessary(guard: &Guard, found: &mut BTreeSet<usize>) {
    match guard {
        Guard::Atom(part, _) => drop(found.insert(*part)),
        Guard::And(parts) => parts.iter().for_each(|part| necessary(part, found)),
        Guard::Or(parts) if parts.len() == 1 => necessary(&parts[0], found),
        Guard::Truth(_) | Guard::Not(_) | Guard::Or(_) | Guard::Iff(..) => {}
    }
}
