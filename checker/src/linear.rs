//! Functions of tuples of numbers that weighted automata compute, and what they are made of.
//!
//! A row vector, a matrix for each letter, a column vector of integers (Schützenberger 1961): a word is worth the product.
//! Words that represent nothing are worth 0, and zeros in front change nothing. States that go on alike, or come about
//! alike, are made one (Buchholz 2008), and states are left for a basis of the vectors that words lead to, from either end:
//! that changes no value.

use std::collections::BTreeMap;

use crate::Read;
use crate::machine::{Interner, Machine, NOWHERE, Rows, alive, letters, spend};
use crate::modular::{Basis, Matrix, PRIME, residue};
use crate::system::{Kind, Systems, Track};

/// States and transitions of a series.
const MOST_STATES: usize = 1 << 18;
const MOST_EDGES: usize = 1 << 24;
/// States of one whose row vectors are spanned, and vectors of their basis.
const LARGEST_CONDENSED: usize = 2048;
const LARGEST_BASIS: usize = 512;

/// Letter, target and weight.
pub type Edge = (u32, u32, i128);

/// A function of the variables, each a number of the system.
#[derive(Clone)]
pub struct Series {
    pub vars: Vec<String>,
    pub system: Track,
    pub first: Vec<i128>,
    /// By letter.
    pub rows: Vec<Vec<Edge>>,
    pub last: Vec<i128>,
    /// What values are divided by.
    over: i128,
}

/// A set of tuples: the deterministic automaton of all words for them.
pub struct Set {
    pub vars: Vec<String>,
    pub tracks: Vec<Track>,
    pub rows: Rows,
    pub accepting: Vec<bool>,
}

/// A series that a certificate gives, all weights of transitions to be divided by a number.
pub struct Given(Series, i128);

pub fn large<T>(number: Option<T>) -> Read<T> {
    number.ok_or_else(|| "a number of more than 127 bits".into())
}

/// a + b c.
pub fn add(a: &mut i128, b: i128, c: i128) -> Read<()> {
    *a = large(b.checked_mul(c).and_then(|product| a.checked_add(product)))?;
    Ok(())
}

/// The transitions of a row that read a letter.
pub fn edges(row: &[Edge], letter: u32) -> &[Edge] {
    let from = row.partition_point(|edge| edge.0 < letter);
    &row[from..from + row[from..].partition_point(|edge| edge.0 == letter)]
}

/// Each choice of a number from each list behind a first, and the product of their weights.
fn choices(first: u32, lists: &[Vec<(u32, i128)>]) -> Read<Vec<(Vec<u32>, i128)>> {
    let mut all = vec![(vec![first], 1)];
    for list in lists {
        let mut longer = Vec::new();
        for (states, weight) in &all {
            for (next, own) in list {
                longer.push(([&states[..], &[*next]].concat(), large(own.checked_mul(*weight))?));
            }
        }
        all = longer;
    }
    Ok(all)
}

impl Set {
    /// Where some variables stand, which are natural numbers in a system.
    fn places(&self, names: &[String], system: &Track) -> Read<Vec<usize>> {
        let place = |name: &String| {
            let place = self.vars.iter().position(|var| var == name);
            let place = place.filter(|&at| self.tracks[at] == *system && system.kind == Kind::Natural);
            place.ok_or_else(|| format!("`{name}` is not a natural number in {}", system.name))
        };
        names.iter().map(place).collect()
    }

    /// The places of the digits of a letter.
    fn digits(&self, mut letter: u32) -> Vec<u32> {
        let mut digits = vec![0; self.tracks.len()];
        for (digit, track) in digits.iter_mut().zip(&self.tracks).rev() {
            let size = track.digits.len() as u32;
            (*digit, letter) = (letter % size, letter / size);
        }
        digits
    }
}

impl Series {
    /// For each tuple of the variables kept, the sum over the tuples of a set that go on from it of the product of
    /// factors, of some of its variables each.
    pub fn summed(set: &Set, factors: &[&Series], kept: &[String], system: &Track) -> Read<Series> {
        if !factors.is_empty() && kept.len() < set.vars.len() {
            // Whether finitely many tuples are summed over shows where each counts.
            Series::product(set, &[], kept, system)?.settled()?;
        }
        Series::product(set, factors, kept, system)?.settled()?.reduced()
    }

    /// The sums that [`Series::summed`] gives, before [`Series::settled`] adds the tuples that are longer than what is
    /// kept.
    fn product(set: &Set, factors: &[&Series], kept: &[String], system: &Track) -> Read<Series> {
        if factors.iter().any(|factor| factor.system != *system) {
            return Err(format!("a series that is not in {}", system.name));
        }
        let kept_places = set.places(kept, system)?;
        let others = factors.iter().map(|factor| set.places(&factor.vars, system)).collect::<Read<Vec<_>>>()?;
        let letter = |digits: &[u32], places: &[usize]| {
            places.iter().fold(0, |letter, &at| letter * system.digits.len() as u32 + digits[at])
        };
        let starts = |factor: &&Series| (0..).zip(factor.first.iter().copied()).filter(|first| first.1 != 0).collect();
        let (mut seen, mut first): (Interner<u32>, _) = (Interner::default(), Vec::new());
        for (states, weight) in choices(0, &factors.iter().map(starts).collect::<Vec<_>>())? {
            seen.number(&states);
            first.push(weight);
        }
        let (mut rows, mut last, mut count): (Vec<Vec<Edge>>, Vec<i128>, usize) = Default::default();
        while rows.len() < seen.len() {
            let states = seen.get(rows.len() as u32).to_vec();
            let mut row = Vec::new();
            for &(read, next) in &set.rows[states[0] as usize] {
                let digits = set.digits(read);
                let after = |((factor, places), state): ((&&Series, &Vec<usize>), &u32)| {
                    let row = edges(&factor.rows[*state as usize], letter(&digits, places));
                    row.iter().map(|edge| (edge.1, edge.2)).collect()
                };
                let after: Vec<Vec<(u32, i128)>> = factors.iter().zip(&others).zip(&states[1..]).map(after).collect();
                for (next, weight) in choices(next, &after)? {
                    row.push((letter(&digits, &kept_places), seen.number(&next), weight));
                }
            }
            row.sort_unstable();
            spend(8 * (row.len() + 1))?;
            count += row.len();
            rows.push(row);
            let mut ends = factors.iter().zip(&states[1..]).map(|(factor, &state)| factor.last[state as usize]);
            let accepts = i128::from(set.accepting[states[0] as usize]);
            last.push(large(ends.try_fold(accepts, i128::checked_mul))?);
            if seen.len() > MOST_STATES || count > MOST_EDGES {
                return Err("a series of too many states or transitions".into());
            }
        }
        first.resize(rows.len(), 0);
        let over = large(factors.iter().try_fold(1i128, |over, factor| over.checked_mul(factor.over)))?;
        Ok(Series { vars: kept.to_vec(), system: system.clone(), first, rows, last, over })
    }

    /// The row vector is that of ever more zeros in front, until nothing changes. In the automaton of a set words behind such
    /// zeros are all that shorter ones are, and more: so where each counts, there are finitely many, and all are there.
    fn settled(mut self) -> Read<Series> {
        for _ in 0..=self.rows.len() {
            let mut next = vec![0; self.rows.len()];
            for (row, entry) in self.rows.iter().zip(&self.first).filter(|(_, entry)| **entry != 0) {
                for edge in edges(row, 0) {
                    spend(1)?;
                    add(&mut next[edge.1 as usize], *entry, edge.2)?;
                }
            }
            spend(next.len() / 8 + 1)?;
            if next == self.first {
                return Ok(self);
            }
            self.first = next;
        }
        Err("for some numbers the sum is infinite".into())
    }

    /// A number.
    pub fn constant(value: i128, system: &Track) -> Series {
        let (first, rows, last) = (vec![1], vec![vec![(0, 0, 1)]], vec![value]);
        Series { vars: Vec::new(), system: system.clone(), first, rows, last, over: 1 }
    }

    /// What the outputs of an automaton are for what is read of a variable, zeros in front or not; 0 where it does not go on.
    pub fn of(machine: &Machine, var: &str) -> Read<Series> {
        let [system] = &machine.tracks[..] else { return Err("an automaton of other tracks".into()) };
        let rows =
            machine.rows.iter().map(|row| row.iter().map(|&(letter, next)| (letter, next, 1)).collect()).collect();
        let mut first = vec![0; machine.outputs.len()];
        *first.first_mut().ok_or("an automaton without states")? = 1;
        let last = machine.outputs.iter().map(|&output| output.into()).collect();
        Ok(Series { vars: vec![var.to_owned()], system: system.clone(), first, rows, last, over: 1 })
    }

    /// What it is worth where all variables are 0, and what that is divided by.
    pub fn at_zero(&self) -> Read<(i128, i128)> {
        let mut value = 0;
        self.first.iter().zip(&self.last).try_for_each(|(a, b)| add(&mut value, *a, *b))?;
        Ok((value, self.over))
    }

    /// The value, and what it is divided by, of a series without variables.
    pub fn value(&self) -> Read<Option<(i128, i128)>> {
        let value = self.at_zero()?;
        Ok(self.vars.is_empty().then_some(value))
    }

    /// The series on the variables `vars`, which take the places of its own in order.
    pub fn renamed(&self, vars: &[String]) -> Series {
        Series { vars: vars.to_vec(), ..self.clone() }
    }

    /// Times a / b.
    pub fn times(mut self, a: i128, b: i128) -> Read<Series> {
        let (a, b) = (large(a.checked_mul(b.signum()))?, large(b.checked_abs())?);
        self.last.iter_mut().try_for_each(|last| large(last.checked_mul(a)).map(|product| *last = product))?;
        self.over = large(self.over.checked_mul(b).filter(|over| *over > 0))?;
        Ok(self)
    }

    /// The series times what its values are divided by: whole numbers of the same signs.
    pub fn whole(self) -> Series {
        Series { over: 1, ..self }
    }

    /// The sum with another of the same variables, times a factor.
    pub fn plus(&self, other: &Series, factor: i128) -> Read<Series> {
        if self.vars != other.vars || self.system != other.system {
            return Err("series of different variables in one sum".into());
        }
        let moved =
            |row: &Vec<Edge>| row.iter().map(|edge| (edge.0, edge.1 + self.rows.len() as u32, edge.2)).collect();
        let rows = self.rows.iter().cloned().chain(other.rows.iter().map(moved)).collect();
        let scaled = |last: &[i128], factor: Option<i128>| {
            large(last.iter().map(|entry| entry.checked_mul(factor?)).collect::<Option<Vec<i128>>>())
        };
        let last =
            [scaled(&self.last, Some(other.over))?, scaled(&other.last, factor.checked_mul(self.over))?].concat();
        let first = [&self.first[..], &other.first].concat();
        let over = large(self.over.checked_mul(other.over))?;
        Series { vars: self.vars.clone(), system: self.system.clone(), first, rows, last, over }.reduced()
    }

    /// The series that gives each word what this one gives to the reversed word.
    fn turned(self) -> Series {
        let mut rows = vec![Vec::new(); self.rows.len()];
        for (state, row) in (0..).zip(&self.rows) {
            row.iter().for_each(|&(letter, next, weight)| rows[next as usize].push((letter, state, weight)));
        }
        rows.iter_mut().for_each(|row: &mut Vec<Edge>| row.sort_unstable());
        Series { rows, first: self.last, last: self.first, ..self }
    }

    fn reduced(mut self) -> Read<Series> {
        loop {
            let before = self.rows.len();
            self = self.merged()?.condensed()?.turned().merged()?.condensed()?.turned();
            if self.rows.len() == before {
                return Ok(self);
            }
        }
    }

    /// One state for all from which each letter leads with the same weights to the same ones, as far as they matter.
    fn merged(self) -> Read<Series> {
        let plain: Rows = self.rows.iter().map(|row| row.iter().map(|edge| (edge.0, edge.1)).collect()).collect();
        let alive = alive(&plain, self.last.iter().map(|last| *last != 0).collect());
        let (mut class, mut classes) = (vec![0; self.rows.len()], usize::MAX);
        loop {
            let (mut seen, mut rows, mut last, mut next) = (Interner::default(), Vec::new(), Vec::new(), Vec::new());
            for (state, row) in self.rows.iter().enumerate() {
                if !alive[state] {
                    next.push(NOWHERE);
                    continue;
                }
                let mut sums = BTreeMap::new();
                for &(letter, target, weight) in row.iter().filter(|edge| alive[edge.1 as usize]) {
                    add(sums.entry((letter, class[target as usize])).or_default(), weight, 1)?;
                }
                spend(4 * (row.len() + 1))?;
                let row: Vec<Edge> = sums.into_iter().map(|((a, q), w)| (a, q, w)).filter(|edge| edge.2 != 0).collect();
                let edges = row.iter().flat_map(|edge| [edge.0.into(), edge.1.into(), edge.2]);
                let known = seen.len();
                let alike: Vec<i128> = [class[state].into(), self.last[state]].into_iter().chain(edges).collect();
                next.push(seen.number(&alike));
                if seen.len() > known {
                    rows.push(row);
                    last.push(self.last[state]);
                }
            }
            // Classes are numbered by their first states, so that when there are no more of them they are the same.
            if seen.len() == classes {
                let mut first = vec![0; classes];
                for (entry, &class) in self.first.iter().zip(&next).filter(|(_, class)| **class != NOWHERE) {
                    add(&mut first[class as usize], *entry, 1)?;
                }
                return Ok(Series { first, rows, last, ..self });
            }
            (class, classes) = (next, seen.len());
        }
    }

    /// A basis of the row vectors that words lead to in place of the states, if it is found in whole numbers. It is guessed
    /// modulo a prime.
    fn condensed(self) -> Read<Series> {
        if self.rows.len() > LARGEST_CONDENSED {
            return Ok(self);
        }
        let first = self.first.iter().map(|entry| residue(*entry, PRIME)).collect();
        let Some(basis) = self.span(vec![first], PRIME, LARGEST_BASIS)? else { return Ok(self) };
        if basis.rows.len() == self.rows.len() {
            return Ok(self);
        }
        let signed = |x: &u64| i128::from(*x) - if *x > PRIME / 2 { i128::from(PRIME) } else { 0 };
        let row = |(place, row): &(usize, Vec<u64>)| (*place, row.iter().map(signed).collect());
        let basis: Vec<(usize, Vec<i128>)> = basis.rows.iter().map(row).collect();
        Ok(self.on_basis(&basis)?.unwrap_or(self))
    }

    /// The series on vectors E, if E M = M' E for the matrix M of each letter, and the first row vector is in their span:
    /// then words are worth the same with M'. A vector is the sum of those of E, times its entries at their places.
    fn on_basis(&self, basis: &[(usize, Vec<i128>)]) -> Read<Option<Series>> {
        let coordinates = |vector: &[i128]| -> Read<Option<Vec<i128>>> {
            let (mut rest, mut found) = (vector.to_vec(), Vec::new());
            for (place, row) in basis {
                let factor = vector[*place];
                found.push(factor);
                if factor != 0 {
                    spend(row.len() / 8 + 1)?;
                    let less = large(factor.checked_neg())?;
                    rest.iter_mut().zip(row).try_for_each(|(x, y)| add(x, less, *y))?;
                }
            }
            Ok(rest.iter().all(|x| *x == 0).then_some(found))
        };
        let Some(first) = coordinates(&self.first)? else { return Ok(None) };
        let (mut rows, mut last) = (Vec::new(), Vec::new());
        for (_, vector) in basis {
            let (mut after, mut worth) = (BTreeMap::<u32, Vec<i128>>::new(), 0);
            for ((edges, entry), end) in self.rows.iter().zip(vector).zip(&self.last).filter(|(of, _)| *of.1 != 0) {
                add(&mut worth, *entry, *end)?;
                for &(letter, target, weight) in edges {
                    let vector = after.entry(letter).or_insert_with(|| vec![0; vector.len()]);
                    add(&mut vector[target as usize], *entry, weight)?;
                }
            }
            let mut row: Vec<Edge> = Vec::new();
            for (letter, vector) in after {
                let Some(entries) = coordinates(&vector)? else { return Ok(None) };
                let entries = (0..).zip(entries).filter(|entry| entry.1 != 0);
                row.extend(entries.map(|(target, weight)| (letter, target, weight)));
            }
            rows.push(row);
            last.push(worth);
        }
        Ok(Some(Series { first, rows, last, ..self.clone() }))
    }

    /// The span of the row vectors that words lead to from some, modulo a prime, unless there are more than so many. What is
    /// cleared from one that was looked at is looked at later, so that all that comes from it is there.
    pub fn span(&self, starts: Matrix, prime: u64, most: usize) -> Read<Option<Basis>> {
        let (mut basis, mut at) = (Basis::new(prime), 0);
        starts.into_iter().try_for_each(|row| basis.add(row))?;
        while let Some((_, row)) = basis.rows.get(at).cloned() {
            self.after(&row, prime).into_values().try_for_each(|row| basis.add(row))?;
            at += 1;
            if basis.rows.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(basis))
    }

    /// The row vectors after each letter, modulo a prime.
    pub fn after(&self, row: &[u64], prime: u64) -> BTreeMap<u32, Vec<u64>> {
        let mut after: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (edges, &entry) in self.rows.iter().zip(row).filter(|(_, entry)| **entry != 0) {
            for &(letter, target, weight) in edges {
                let vector = after.entry(letter).or_insert_with(|| vec![0; row.len()]);
                let sum = &mut vector[target as usize];
                *sum = (*sum + entry * residue(weight, prime)) % prime;
            }
        }
        after
    }

    /// Whether no weight is less than 0, so that no value is.
    pub fn is_positive(&self) -> bool {
        let weights = self.rows.iter().flatten().map(|edge| edge.2);
        weights.chain(self.first.iter().copied()).chain(self.last.iter().copied()).all(|weight| weight >= 0)
    }

    /// Where a letter leads to from a state, if it does.
    pub fn step(&self, state: u32, letter: u32) -> u32 {
        self.rows.get(state as usize).and_then(|row| edges(row, letter).first()).map_or(NOWHERE, |edge| edge.1)
    }

    /// The whole number that a state is worth at the end.
    pub fn output(&self, state: u32) -> Read<i64> {
        let last = self.last.get(state as usize).copied().unwrap_or_default();
        let value = if last % self.over == 0 { (last / self.over).try_into().ok() } else { None };
        value.ok_or_else(|| "a letter that does not fit in 64 bits".into())
    }
}

impl Given {
    /// Reads a series: a line with its tracks; one with the number of states, what the weights of transitions are to be
    /// divided by, and what values are; for each state a line with what it is worth at the start and at the end, then its
    /// transitions, letter, target and weight in turn.
    pub fn read<'a>(lines: &mut impl Iterator<Item = &'a str>, systems: &mut Systems) -> Read<Given> {
        let mut line = || lines.next().ok_or_else(|| "the certificate ends inside a series".to_owned());
        let number = |text: &str| text.parse::<i128>().map_err(|_| format!("`{text}` is not a number"));
        let tracks = line()?.split(' ').map(|name| systems.get(name)).collect::<Read<Vec<Track>>>()?;
        if tracks.iter().any(|track| *track != tracks[0] || track.kind != Kind::Natural) {
            return Err("a series on tracks that are not natural numbers in one system".into());
        }
        let sizes = line()?.split(' ').map(number).collect::<Read<Vec<i128>>>()?;
        let (&[states, each, over], letters) = (&sizes[..], letters(&tracks)?) else { return Err("no sizes".into()) };
        if each < 1 || over < 1 {
            return Err("a series that is divided by less than 1".into());
        }
        let (mut first, mut last, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..states {
            let entries = line()?.split(' ').map(number).collect::<Read<Vec<i128>>>()?;
            let [start, end, others @ ..] = &entries[..] else { return Err("a state without values".into()) };
            first.push(*start);
            last.push(*end);
            let mut row: Vec<Edge> = Vec::new();
            for edge in others.chunks(3) {
                let &[letter, target, weight] = edge else { return Err("a transition without a weight".into()) };
                let is_next = row.last().is_none_or(|last| (i128::from(last.0), i128::from(last.1)) < (letter, target));
                if !(0..i128::from(letters)).contains(&letter) || !(0..states).contains(&target) || !is_next {
                    return Err(format!("a transition {letter} -> {target} that cannot be"));
                }
                row.push((letter as u32, target as u32, weight));
            }
            rows.push(row);
        }
        let vars = (0..tracks.len()).map(|at| at.to_string()).collect();
        Ok(Given(Series { vars, system: tracks[0].clone(), first, rows, last, over }, each))
    }

    /// The series in some variables, if weights are not divided.
    pub fn series(&self, vars: &[String]) -> Read<Series> {
        if self.1 != 1 || self.0.vars.len() != vars.len() {
            return Err("a series of other variables, or of weights that are not whole".into());
        }
        Ok(self.0.renamed(vars))
    }

    /// Whether no weight is less than 0, so that no value is.
    pub fn is_positive(&self) -> bool {
        self.0.is_positive()
    }

    /// The only first state, if each letter leads to one state at most, with the weight 1: then values are those of states,
    /// or 0.
    pub fn deterministic(&self) -> Option<u32> {
        let mut firsts = (0..).zip(&self.0.first).filter(|first| *first.1 != 0);
        let is_single =
            |row: &Vec<Edge>| row.iter().all(|edge| edge.2 == 1) && row.windows(2).all(|pair| pair[0].0 < pair[1].0);
        match (firsts.next(), firsts.next()) {
            (Some((state, 1)), None) if self.1 == 1 && self.0.rows.iter().all(is_single) => Some(state),
            _ => None,
        }
    }

    /// Whether it is a series, everywhere or but for finitely many tuples.
    pub fn is(&self, series: &Series, eventually: bool) -> Read<bool> {
        if self.0.vars.len() != series.vars.len() {
            return Err("a series of other variables".into());
        }
        let mut scaled = series.clone();
        for edge in scaled.rows.iter_mut().flatten() {
            edge.2 = large(edge.2.checked_mul(self.1))?;
        }
        scaled.plus(&self.0.renamed(&series.vars), -1)?.vanishes(eventually)
    }
}
