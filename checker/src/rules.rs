//! The rules by which an automaton is accepted as the relation of a formula, and a closed formula as true.
//!
//! Let P be the product of a formula without quantifiers, some of its tracks projected: a nondeterministic automaton over
//! the others. B is the relation of the quantified formula if
//! - *complete*: in every pair of states that one word leads to, B accepts if P does. Numbers have representations of every
//!   length from some on, and B reads zeros in front without leaving its start: so what P accepts with a long value on the
//!   tracks projected, B accepts without the zeros.
//! - *sound*: go along B with a set of states of P that the same word leads to, at first those that zeros lead to. Where B
//!   accepts, one of the set does. A larger set than one that was good is good as well. Or the same from the end: go
//!   back from where B accepts with the set of states of P from which what was passed leads to acceptance; at the start of B
//!   one of the set must be one that zeros lead to.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use crate::core::{Claim, Core, Reader, Var};
use crate::front::{disjuncts, is_closed, matrix, restricted, tracks_of, with_terms};
use crate::machine::{Interner, Machine, Map, NOWHERE, Track};
use crate::product::{Graph, Product, Wanted};

type Read<T> = Result<T, String>;

/// Transitions of one product.
const MOST_EDGES: usize = 60_000_000;
/// Those of a piece of a cover that is looked at as a whole.
const MOST_ALONE: usize = 8_000_000;
/// Members of all sets of one claim, on each road.
const FIRST_MEMBERS: usize = 1 << 20;
const MOST_MEMBERS: usize = 1 << 29;
/// Sets that new ones are compared with, for each state.
const FEW: usize = 32;

/// Whether a formula without free variables holds.
pub fn holds(reader: &Reader, formula: &Core) -> Read<bool> {
    Ok(match formula {
        Core::Truth(value) => *value,
        Core::Not(inner) => !holds(reader, inner)?,
        Core::And(parts) => {
            for part in parts {
                if !holds(reader, part)? {
                    return Ok(false);
                }
            }
            true
        }
        Core::Or(parts) => {
            for part in parts {
                if holds(reader, part)? {
                    return Ok(true);
                }
            }
            false
        }
        Core::Iff(a, b) => holds(reader, a)? == holds(reader, b)?,
        Core::Exists(..) | Core::Linear(..) | Core::Table(..) | Core::Inner(..) => {
            if !is_closed(formula, reader) {
                return Err("the statement has free variables".into());
            }
            let (matrix, tracks) = matrix(reader, formula.clone(), &|part| holds(reader, part))?;
            let (tracks, formula, _) = restricted(&tracks, &matrix, &[]);
            let graph = Product::new(tracks, &formula, Vec::new())?.explore(Wanted::One, MOST_EDGES)?;
            graph.accepting.contains(&true)
        }
        Core::Count(_, count, _, body) => {
            let (graph, _) = counted(reader, body, &[])?;
            match count {
                None => unbounded(&graph).iter().any(|&p| graph.accepting[p as usize]),
                Some(count) => {
                    let counts = leading_counts(&graph, *count);
                    let ends = counts.iter().filter(|(p, _)| graph.accepting[**p as usize]);
                    ends.fold(0u64, |sum, (_, count)| sum.saturating_add(*count)) >= *count
                }
            }
        }
    })
}

/// A set of the numbers that count.
#[derive(Clone, Copy)]
pub enum Number {
    AtLeast(u64),
    Exactly(u64),
    Infinite,
}

/// The product of a formula in which every quantifier has a claim, projected to some tracks, and the words there.
fn counted(reader: &Reader, formula: &Core, kept: &[Var]) -> Read<(Graph, Vec<Track>)> {
    let tracks = tracks_of(reader)?;
    let formula = with_terms(reader, formula.clone());
    let (tracks, formula, kept) = restricted(&tracks, &formula, kept);
    let on_kept = kept.iter().map(|&var| tracks[var].clone()).collect();
    let mut graph = Product::new(tracks, &formula, kept)?.explore(Wanted::Numbers, MOST_EDGES)?;
    trim(&mut graph);
    Ok((graph, on_kept))
}

/// For each state, how many words whose kept tracks are zeros lead to it, of a length from which on that is final; no
/// more than `most` are counted. Words that are longer have all that shorter ones have, with zeros in front.
fn leading_counts(graph: &Graph, most: u64) -> Map<u32, u64> {
    let mut counts: Map<u32, u64> = Map::default();
    counts.insert(0, 1);
    loop {
        let next = counts_after(graph, &counts, 0, most);
        if next == counts {
            return counts;
        }
        counts = next;
    }
}

fn counts_after(graph: &Graph, counts: &Map<u32, u64>, letter: u32, most: u64) -> Map<u32, u64> {
    let mut next: Map<u32, u64> = Map::default();
    for (&p, &count) in counts {
        for &(_, target) in targets(&graph.edges[p as usize], letter) {
            let sum = next.entry(target).or_default();
            *sum = sum.saturating_add(count).min(most);
        }
    }
    next
}

/// The states to which words whose kept tracks are zeros lead that are as many as one likes: those behind a cycle that
/// is more than the zeros at the start.
fn unbounded(graph: &Graph) -> Vec<u32> {
    let reached = leading(graph, &[0]);
    let after = |p: u32| targets(&graph.edges[p as usize], 0).iter().map(|edge| edge.1);
    let mut found = BTreeSet::new();
    for &c in &reached {
        let mut behind = BTreeSet::new();
        let mut open: Vec<u32> = after(c).collect();
        if c == 0
            && let Some(own) = open.iter().position(|&p| p == 0)
        {
            open.remove(own);
        }
        while let Some(p) = open.pop() {
            if behind.insert(p) {
                open.extend(after(p));
            }
        }
        if behind.contains(&c) {
            found.extend(behind);
        }
    }
    found.into_iter().collect()
}

/// Checks that a claim says on the tracks `kept` that the values of the other variables of a formula are so many, or are
/// not.
pub fn is_count(
    reader: &Reader,
    formula: &Core,
    kept: &[Var],
    claim: &Claim,
    number: Number,
    negated: bool,
) -> Read<()> {
    stands_on(reader, kept, claim)?;
    let (graph, tracks) = counted(reader, formula, kept)?;
    let negation = if negated { Some(complement(&tracks, claim)?) } else { None };
    if negated {
        is_valid(claim)?;
    }
    let (machine, accepting) = match &negation {
        Some((machine, accepting)) => (machine, accepting),
        None => (&*claim.machine, &*claim.accepting),
    };
    let most = match number {
        Number::Infinite => return is_projection(&graph, machine, accepting, &unbounded(&graph)),
        Number::AtLeast(k) => k,
        Number::Exactly(k) => k + 1,
    };
    let is_number = |counts: &Map<u32, u64>| {
        let ends = counts.iter().filter(|(p, _)| graph.accepting[**p as usize]);
        let sum = ends.fold(0u64, |sum, (_, count)| sum.saturating_add(*count)).min(most);
        match number {
            Number::AtLeast(k) => sum >= k,
            Number::Exactly(k) => sum == k,
            Number::Infinite => false,
        }
    };
    let alive = machine.alive(accepting);
    let sorted = |counts: Map<u32, u64>| {
        let mut list: Vec<(u32, u64)> = counts.into_iter().collect();
        list.sort_unstable();
        list
    };
    let start = if alive[machine.start as usize] { machine.start } else { NOWHERE };
    let mut seen: Interner<(u32, Vec<(u32, u64)>)> = Interner::new();
    seen.number((start, sorted(leading_counts(&graph, most))));
    let mut at = 0;
    while at < seen.values.len() {
        let (b, list) = (*seen.values[at]).clone();
        at += 1;
        let counts: Map<u32, u64> = list.into_iter().collect();
        if is_number(&counts) != (b != NOWHERE && accepting[b as usize]) {
            return Err("the automaton counts otherwise".into());
        }
        let mut letters: BTreeSet<u32> = BTreeSet::new();
        counts.keys().for_each(|&p| letters.extend(graph.edges[p as usize].iter().map(|edge| edge.0)));
        if b != NOWHERE {
            letters.extend(machine.rows[b as usize].iter().map(|edge| edge.0));
        }
        for letter in letters {
            let target = machine.step(b, letter);
            let target = if target != NOWHERE && alive[target as usize] { target } else { NOWHERE };
            let next = counts_after(&graph, &counts, letter, most);
            if target != NOWHERE || !next.is_empty() {
                seen.number((target, sorted(next)));
            }
        }
        if seen.values.len() > MOST_EDGES {
            return Err("too many counts".into());
        }
    }
    Ok(())
}

/// The automata of the formulas one of which must hold, side by side, projected to the tracks `kept`; their first states.
fn projected(reader: &Reader, formula: Core, kept: &[Var], most: usize) -> Read<(Graph, Vec<u32>)> {
    let mut whole = Graph { edges: Vec::new(), accepting: Vec::new() };
    let mut starts = Vec::new();
    for part in disjuncts(formula) {
        let (matrix, tracks) = matrix(reader, part, &|part| holds(reader, part))?;
        let (tracks, formula, kept) = restricted(&tracks, &matrix, kept);
        let mut graph = Product::new(tracks, &formula, kept)?.explore(Wanted::Words, most)?;
        trim(&mut graph);
        if graph.accepting.len() == 1 && !graph.accepting[0] {
            continue;
        }
        let first = whole.edges.len() as u32;
        starts.push(first);
        graph.edges.iter_mut().flatten().for_each(|edge| edge.1 += first);
        whole.edges.append(&mut graph.edges);
        whole.accepting.append(&mut graph.accepting);
    }
    Ok((whole, starts))
}

/// Checks that the tracks of a claim are those of some variables; these tracks.
fn stands_on(reader: &Reader, kept: &[Var], claim: &Claim) -> Read<Vec<Track>> {
    let all = tracks_of(reader)?;
    let on_kept: Vec<Track> = kept.iter().map(|&var| all[var].clone()).collect();
    let names = |tracks: &[Track]| tracks.iter().map(Track::name).collect::<Vec<String>>();
    match names(&on_kept) == names(&claim.machine.tracks) {
        true => Ok(on_kept),
        false => Err(format!("tracks in {:?} where {:?} belong", names(&claim.machine.tracks), names(&on_kept))),
    }
}

/// Checks that a claim is the relation of `E bound formula` on the tracks `kept`, or of its negation.
pub fn is_relation(reader: &Reader, formula: Core, kept: &[Var], claim: &Claim, negated: bool) -> Read<()> {
    let on_kept = stands_on(reader, kept, claim)?;
    let (whole, starts) = projected(reader, formula, kept, MOST_EDGES)?;
    match negated {
        false => is_projection(&whole, &claim.machine, &claim.accepting, &starts),
        true => {
            let (machine, accepting) = complement(&on_kept, claim)?;
            is_projection(&whole, &machine, &accepting, &starts)?;
            is_valid(claim)
        }
    }
}

/// Checks that what one claim has and another has not is in the relation of `E bound formula`.
pub fn is_covered(reader: &Reader, formula: Core, kept: &[Var], left: &Claim, rest: &Claim) -> Read<()> {
    let tracks = stands_on(reader, kept, left)?;
    stands_on(reader, kept, rest)?;
    let places: Vec<Var> = (0..kept.len()).collect();
    let without = Core::And(vec![left.on(places.clone()), Core::Not(Box::new(rest.on(places.clone())))]);
    let mut graph = Product::new(tracks.clone(), &without, places)?.explore(Wanted::Words, MOST_EDGES)?;
    trim(&mut graph);
    if !graph.accepting.contains(&true) {
        return Ok(());
    }
    let machine = Machine { tracks, rows: graph.edges, start: 0 };
    let covered = Claim { machine: Rc::new(machine), accepting: Rc::new(graph.accepting) };
    let Ok((whole, starts)) = projected(reader, formula.clone(), kept, MOST_ALONE) else {
        // As much of it as what is left needs.
        let remains = Core::And(vec![left.on(kept.to_vec()), Core::Not(Box::new(formula))]);
        return is_within(reader, remains, kept, rest);
    };
    is_in_projection(&whole, &covered.machine, &covered.accepting, &starts)
}

/// Checks that a claim has all of a formula on the tracks `kept`, and perhaps more.
pub fn is_within(reader: &Reader, formula: Core, kept: &[Var], claim: &Claim) -> Read<()> {
    stands_on(reader, kept, claim)?;
    let (matrix, tracks) = matrix(reader, formula, &|part| holds(reader, part))?;
    let (tracks, formula, kept) = restricted(&tracks, &matrix, kept);
    let mut graph = Product::new(tracks, &formula, kept)?.explore(Wanted::Words, MOST_EDGES)?;
    trim(&mut graph);
    is_valid(claim)?;
    if graph.accepting.len() == 1 && !graph.accepting[0] {
        return Ok(());
    }
    is_complete(&graph, &claim.machine, &claim.accepting, &[0])
}

/// Checks that a claim accepts only tuples of valid words.
pub fn is_valid(claim: &Claim) -> Read<()> {
    let machine = &claim.machine;
    let alive = machine.alive(&claim.accepting);
    for (place, track) in machine.tracks.iter().enumerate() {
        let Track::Number(system) = track else { return Err("a word over digits".into()) };
        let mut seen: Interner<(u32, usize)> = Interner::new();
        seen.number((machine.start, 0));
        let mut at = 0;
        while at < seen.values.len() {
            let (q, v) = *seen.values[at];
            at += 1;
            for &(letter, target) in machine.rows[q as usize].iter().filter(|edge| alive[edge.1 as usize]) {
                let digit = machine.digits(letter)[place] as usize;
                let next = system.valid[v].get(digit).ok_or("an automaton accepts what is no representation")?;
                seen.number((target, *next));
            }
        }
    }
    Ok(())
}

/// The valid words that a claim does not accept.
fn complement(tracks: &[Track], claim: &Claim) -> Read<(Machine, Vec<bool>)> {
    let table = Core::Table(claim.machine.clone(), claim.accepting.clone(), (0..tracks.len()).collect());
    let negation = Core::Not(Box::new(table));
    let graph =
        Product::new(tracks.to_vec(), &negation, (0..tracks.len()).collect())?.explore(Wanted::Words, MOST_EDGES)?;
    Ok((Machine { tracks: tracks.to_vec(), rows: graph.edges, start: 0 }, graph.accepting))
}

/// Leaves out states that cannot accept any more.
fn trim(graph: &mut Graph) {
    let machine = Machine { tracks: Vec::new(), rows: std::mem::take(&mut graph.edges), start: 0 };
    let alive = machine.alive(&graph.accepting);
    graph.edges = machine.rows;
    for row in &mut graph.edges {
        row.retain(|edge| alive[edge.1 as usize]);
    }
    if !alive[0] {
        *graph = Graph { edges: vec![Vec::new()], accepting: vec![false] };
    }
}

/// The states after a letter.
fn targets(row: &[(u32, u32)], letter: u32) -> &[(u32, u32)] {
    let from = row.partition_point(|edge| edge.0 < letter);
    let to = row.partition_point(|edge| edge.0 <= letter);
    &row[from..to]
}

/// Checks that an automaton accepts what the graph accepts from one of some states.
fn is_projection(graph: &Graph, machine: &Machine, accepting: &[bool], starts: &[u32]) -> Read<()> {
    is_complete(graph, machine, accepting, starts)?;
    is_in_projection(graph, machine, accepting, starts)
}

/// Checks that a graph accepts what an automaton does.
fn is_in_projection(graph: &Graph, machine: &Machine, accepting: &[bool], starts: &[u32]) -> Read<()> {
    let (alive, leading) = (machine.alive(accepting), leading(graph, starts));
    if !alive[machine.start as usize] {
        return Ok(());
    }
    let mut members = FIRST_MEMBERS;
    while members <= MOST_MEMBERS {
        for backward in [false, true] {
            if is_sound(graph, machine, accepting, &alive, &leading, backward, members)? {
                return Ok(());
            }
        }
        members *= 8;
    }
    Err("too many sets".into())
}

/// The states that zeros on the kept tracks lead to.
fn leading(graph: &Graph, starts: &[u32]) -> Vec<u32> {
    let mut found: BTreeSet<u32> = starts.iter().copied().collect();
    let mut open = starts.to_vec();
    while let Some(p) = open.pop() {
        for &(_, next) in targets(&graph.edges[p as usize], 0) {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found.into_iter().collect()
}

fn is_complete(graph: &Graph, machine: &Machine, accepting: &[bool], starts: &[u32]) -> Read<()> {
    let mut seen: Interner<(u32, u32)> = Interner::new();
    starts.iter().for_each(|&p| {
        seen.number((p, machine.start));
    });
    let mut at = 0;
    while at < seen.values.len() {
        let (p, b) = *seen.values[at];
        at += 1;
        if graph.accepting[p as usize] && !accepting[b as usize] {
            return Err("a tuple of the formula is missing in the automaton".into());
        }
        for &(letter, next) in &graph.edges[p as usize] {
            let target = machine.step(b, letter);
            if target == NOWHERE {
                return Err("tuples of the formula are missing in the automaton".into());
            }
            seen.number((next, target));
        }
    }
    Ok(())
}

/// Whether all that the automaton accepts is in the projection; false if that takes sets of more members.
fn is_sound(
    graph: &Graph,
    machine: &Machine,
    accepting: &[bool],
    alive: &[bool],
    leading: &[u32],
    backward: bool,
    mut members: usize,
) -> Read<bool> {
    let wrong = || Err("the automaton accepts a tuple that is not one of the formula".to_owned());
    let states = machine.rows.len();
    // The transitions of both in the direction in which we go.
    let on = |row: &Vec<(u32, u32)>| row.iter().copied().filter(|edge| alive[edge.1 as usize]).collect();
    let mut rows: Vec<Vec<(u32, u32)>> = machine.rows.iter().map(on).collect();
    let turned;
    let mut edges = &graph.edges;
    if backward {
        (rows, turned) = (reversed(&rows), reversed(&graph.edges));
        edges = &turned;
    }
    let ends: Vec<u32> = (0..graph.accepting.len() as u32).filter(|&p| graph.accepting[p as usize]).collect();
    let mut good: Vec<Vec<Rc<Vec<u32>>>> = vec![Vec::new(); states];
    let mut open: Vec<(u32, Rc<Vec<u32>>)> = Vec::new();
    let first = Rc::new(if backward { ends } else { leading.to_vec() });
    let starts: Vec<u32> = match backward {
        false => vec![machine.start],
        true => (0..states as u32).filter(|&b| accepting[b as usize]).collect(),
    };
    for b in starts {
        good[b as usize].push(first.clone());
        open.push((b, first.clone()));
    }
    let mut seen: HashSet<(u32, Rc<Vec<u32>>)> = HashSet::new();
    let mut marks: Map<u32, ()> = Map::default();
    while let Some((b, set)) = open.pop() {
        let is_met = match backward {
            false => !accepting[b as usize] || set.iter().any(|&p| graph.accepting[p as usize]),
            true => b != machine.start || set.iter().any(|p| leading.binary_search(p).is_ok()),
        };
        if !is_met {
            return wrong();
        }
        for &(letter, target) in &rows[b as usize] {
            marks.clear();
            for &p in set.iter() {
                targets(&edges[p as usize], letter).iter().for_each(|edge| _ = marks.insert(edge.1, ()));
            }
            let mut next: Vec<u32> = marks.keys().copied().collect();
            if next.is_empty() {
                // From the end the states passed may not be those that a word from the start leads to.
                return wrong();
            }
            next.sort_unstable();
            let next = Rc::new(next);
            if !seen.insert((target, next.clone())) {
                continue;
            }
            // A few small ones hold most of what is held by any.
            let known = &mut good[target as usize];
            if known.iter().any(|small| is_subset(small, &next)) {
                continue;
            }
            members = match members.checked_sub(next.len()) {
                Some(left) => left,
                None => return Ok(false),
            };
            if known.len() < FEW || known.last().is_some_and(|last| last.len() > next.len()) {
                known.insert(known.partition_point(|set| set.len() < next.len()), next.clone());
                known.truncate(FEW);
            }
            open.push((target, next));
        }
    }
    Ok(true)
}

/// The transitions into each state, with the states that they come from.
fn reversed(edges: &[Vec<(u32, u32)>]) -> Vec<Vec<(u32, u32)>> {
    let mut into = vec![Vec::new(); edges.len()];
    for (p, row) in (0u32..).zip(edges) {
        row.iter().for_each(|&(letter, next)| into[next as usize].push((letter, p)));
    }
    into.iter_mut().for_each(|row: &mut Vec<(u32, u32)>| row.sort_unstable());
    into
}

fn is_subset(small: &[u32], large: &[u32]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|x| rest.by_ref().find(|y| *y >= x).is_some_and(|y| y == x))
}
