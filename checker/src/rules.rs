//! The rules by which an automaton is accepted as the relation of a formula, and a closed formula as true.
//!
//! Let P be the product of a formula without quantifiers, some of its tracks projected: a nondeterministic automaton over
//! the others. B is the relation of the quantified formula if
//! - *complete*: in every pair of states that one word leads to, B accepts if P does. Numbers have representations of every
//!   length from some on, and B reads zeros in front without leaving its start: so what P accepts with a long value on the
//!   tracks projected, B accepts without the zeros.
//! - *sound*: go along B with a set of states of P that the same word leads to, at first those that zeros lead to. Where B
//!   accepts, one of the set does. A larger set than one that was good is good as well, and so is one with a state that
//!   simulates that of B: it accepts if that does, and each letter leads to a pair of which this is so. Or the same from the
//!   end: go back from where B accepts with the set of states of P from which what was passed leads to acceptance; at the
//!   start of B one of the set must be one that zeros lead to.
//!
//! Where a word is among the tracks that are left, its length is that of all, and zeros lead nowhere before the start.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, INFINITE, Var, matrix};
use crate::graph::Graph;
use crate::machine::{Interner, Machine, NOWHERE, Pairs, Rows, alive, closed, reversed, spend, targets};
use crate::product::{Product, small};
use crate::sets::Sets;
use crate::system::{Kind, Track};

/// Transitions of one product.
const MOST_EDGES: usize = 50_000_000;
/// Those of a piece of a cover that is looked at as a whole.
const MOST_ALONE: usize = 1 << 20;
/// Numbers of 8 bytes in what counts lead to.
const MOST_COUNTS: usize = 1 << 27;
/// Words of memory for the sets of one claim, on each road.
const FIRST_SETS: usize = 1 << 22;
const MOST_SETS: usize = 1 << 28;
/// Those for a state and the set beside it.
const EACH: usize = 8;
/// Sets that new ones are compared with, for each state.
const FEW: usize = 32;

/// The formulas one of which must hold, where quantifiers stand in them; no others are taken apart.
fn disjuncts(formula: Core, tracks: &[Track]) -> Vec<Core> {
    match formula {
        Core::Exists(_, body) if !body.is_of_words(tracks) => disjuncts(*body, tracks),
        Core::Not(inner) => match *inner {
            Core::And(parts) if parts.iter().any(Core::has_quantifier) => {
                parts.into_iter().flat_map(|part| disjuncts(part.not(), tracks)).collect()
            }
            other => vec![other.not()],
        },
        other => vec![other],
    }
}

/// The graphs of the formulas one of which must hold, projected to the tracks `kept`.
fn graphs(tracks: &Rc<Vec<Track>>, formula: Core, kept: &[Var], most: usize) -> Read<Vec<Graph>> {
    let body = if let Core::Exists(_, body) = formula { *body } else { formula };
    let mut found = Vec::new();
    for part in disjuncts(body, tracks) {
        let part = matrix(tracks, part, kept, true, &|part, free| simpler(tracks, part, free))?;
        let graph = Product::new(tracks, &part, kept)?.explore(false, most)?;
        if graph.accepting.contains(&true) {
            found.push(graph);
            if kept.is_empty() {
                break;
            }
        }
    }
    Ok(found)
}

/// Whether a formula holds that has no free variables; a small automaton of one that has some.
fn simpler(tracks: &Rc<Vec<Track>>, formula: &Core, free: &[Var]) -> Read<Option<Core>> {
    if free.is_empty() {
        holds(tracks, formula).map(|holds| Some(Core::Truth(holds)))
    } else {
        small(tracks, formula, free)
    }
}

/// Whether a formula without free variables holds.
pub fn holds(tracks: &Rc<Vec<Track>>, formula: &Core) -> Read<bool> {
    Ok(match formula {
        Core::Truth(value) => *value,
        Core::Not(inner) => !holds(tracks, inner)?,
        Core::And(parts) => {
            for part in parts {
                if !holds(tracks, part)? {
                    return Ok(false);
                }
            }
            true
        }
        Core::Iff(a, b) => holds(tracks, a)? == holds(tracks, b)?,
        Core::Count(vars, least, most, body) => {
            let graph = counted(tracks, vars, body, &[])?;
            match *least {
                INFINITE => unbounded(&graph).iter().any(|&p| graph.accepting[p as usize]),
                _ => is_number(&graph, &leading_counts(&graph, cap(*least, *most))?, *least, *most),
            }
        }
        _ => !graphs(tracks, formula.clone(), &[], MOST_EDGES)?.is_empty(),
    })
}

/// Checks that a claim is the relation of a formula on the tracks `kept`.
pub fn is_relation(tracks: &[Track], formula: Core, kept: &[Var], claim: &Rc<Machine>) -> Read<()> {
    let all = Rc::new(tracks.to_vec());
    let (formula, relation) = match formula {
        Core::Not(inner) if matches!(*inner, Core::Exists(..) | Core::Count(..)) => {
            (*inner, explored(&all, &Core::table(claim, kept.to_vec()).not(), kept)?)
        }
        other => (other, Graph { rows: claim.rows.clone(), accepting: claim.accepting(1) }),
    };
    if let Core::Count(vars, least, most, body) = formula {
        return is_count(&counted(&all, &vars, &body, kept)?, &relation, least, most);
    }
    let (graph, starts) = joined(graphs(&all, formula, kept, MOST_EDGES)?);
    is_projection(&graph, &starts, kept.iter().any(|&var| tracks[var].kind == Kind::Words), &relation)
}

/// The deterministic automaton of a formula without quantifiers, all its variables kept.
fn explored(tracks: &Rc<Vec<Track>>, formula: &Core, kept: &[Var]) -> Read<Graph> {
    Product::new(tracks, formula, kept)?.explore(false, MOST_EDGES)
}

/// Graphs side by side, states that look alike as one, and their first states.
fn joined(graphs: Vec<Graph>) -> (Graph, Vec<u32>) {
    let (mut whole, mut starts) = (Graph::default(), Vec::new());
    for mut graph in graphs {
        let first = whole.rows.len() as u32;
        starts.push(first);
        graph.rows.iter_mut().flatten().for_each(|edge| edge.1 += first);
        whole.rows.append(&mut graph.rows);
        whole.accepting.append(&mut graph.accepting);
    }
    let (whole, class) = whole.merged();
    (whole, starts.into_iter().map(|p: u32| class[p as usize]).collect())
}

/// Checks that tuples in one automaton and not in another are in the relation of a formula.
pub fn is_covered(tracks: &[Track], formula: Core, kept: &[Var], left: Core, rest: Core) -> Read<()> {
    let tracks = Rc::new(tracks.to_vec());
    let taken = Core::and([left, rest.not()]);
    if let Ok(graphs) = graphs(&tracks, formula.clone(), kept, MOST_ALONE) {
        let (graph, starts) = joined(graphs);
        let is_of_words = kept.iter().any(|&var| tracks[var].kind == Kind::Words);
        return is_in_projection(&graph, &starts, is_of_words, &explored(&tracks, &taken, kept)?.merged().0);
    }
    // As much of it as what is left needs.
    let missing = Core::exists(kept.to_vec(), Core::and([taken, formula.not()]));
    if holds(&tracks, &missing)? { Err("a piece does not have all that it takes".into()) } else { Ok(()) }
}

/// The product of a formula in which every quantifier has a claim, projected to some tracks, and the words there.
pub fn counted(tracks: &Rc<Vec<Track>>, vars: &[Var], formula: &Core, kept: &[Var]) -> Read<Graph> {
    if formula.is_of_words(tracks) {
        return Err("words are counted".into());
    }
    // What is counted counts even where the formula says nothing of it.
    let any = |&var: &Var| Core::table(&Machine::valid(&tracks[var]), vec![var]);
    let formula = Core::and([formula.clone()].into_iter().chain(vars.iter().map(any)));
    let formula = matrix(tracks, formula, kept, false, &|part, free| simpler(tracks, part, free))?;
    Product::new(tracks, &formula, kept)?.explore(true, MOST_EDGES)
}

/// For each state, how many words lead to it.
type Counts = BTreeMap<u32, u64>;
/// Steps that adding to one takes as long as.
const COUNTED: usize = 16;

/// How many words whose kept tracks are zeros lead to each state, of a length from which on that is final; no more than
/// `most` are counted. Words that are longer have all that shorter ones have, with zeros in front.
fn leading_counts(graph: &Graph, most: u64) -> Read<Counts> {
    let mut counts = Counts::from([(0, 1)]);
    loop {
        let next = counts_after(graph, &counts, 0, most)?;
        if next == counts {
            return Ok(counts);
        }
        counts = next;
    }
}

/// The count from which on more make no difference to whether it lies between these.
fn cap(least: u64, most: u64) -> u64 {
    if most == INFINITE { least } else { most + 1 }
}

fn counts_after(graph: &Graph, counts: &Counts, letter: u32, most: u64) -> Read<Counts> {
    let mut next = Counts::new();
    for (&p, &count) in counts {
        let targets = targets(&graph.rows[p as usize], letter);
        spend(COUNTED * (targets.len() + 1))?;
        for &(_, target) in targets {
            let sum = next.entry(target).or_default();
            *sum = sum.saturating_add(count).min(most);
        }
    }
    Ok(next)
}

/// Whether as many words as are counted lead to acceptance as is said.
fn is_number(graph: &Graph, counts: &Counts, least: u64, most: u64) -> bool {
    let ends = counts.iter().filter(|(p, _)| graph.accepting[**p as usize]);
    let sum = ends.fold(0u64, |sum, (_, count)| sum.saturating_add(*count));
    least <= sum && sum <= most
}

/// The states to which words whose kept tracks are zeros lead that are as many as one likes: those behind two cycles, one of
/// which may be that of zeros alone. Ways that meet no more than one cycle each are no more for greater lengths.
fn unbounded(graph: &Graph) -> Vec<u32> {
    let next = |p: u32| targets(&graph.rows[p as usize], 0).iter().map(|edge| edge.1);
    // Strongly connected components (Kosaraju 1978): states by when they are left, the last first, then who leads to them.
    let (mut open, mut seen, mut left) = (vec![(0, false)], BTreeSet::new(), Vec::new());
    let mut before: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    while let Some((p, is_left)) = open.pop() {
        if is_left {
            left.push(p);
        } else if seen.insert(p) {
            open.push((p, true));
            for q in next(p) {
                before.entry(q).or_default().push(p);
                open.push((q, false));
            }
        }
    }
    let mut component: BTreeMap<u32, u32> = BTreeMap::new();
    for &root in left.iter().rev() {
        let mut open = vec![root];
        while let Some(p) = open.pop() {
            if let Entry::Vacant(entry) = component.entry(p) {
                entry.insert(root);
                open.extend(before.get(&p).into_iter().flatten());
            }
        }
    }
    // How many states a component has, and how many edges: as many if it is one cycle, none if it is none.
    let mut sizes: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (&p, &root) in &component {
        let size = sizes.entry(root).or_default();
        size.0 += 1;
        size.1 += next(p).filter(|q| component[q] == root).count();
    }
    let is_cyclic = |p: u32| sizes[&component[&p]].1 > 0;
    let out = |&p: &u32| {
        next(p).filter(move |_| is_cyclic(p)).filter(|q| component[q] != component[&p]).collect::<Vec<u32>>()
    };
    let after = graph.behind(component.keys().flat_map(out).collect());
    let is_second = |&p: &u32| is_cyclic(p) && after.contains(&p) || sizes[&component[&p]].1 > sizes[&component[&p]].0;
    graph.behind(component.keys().copied().filter(is_second).collect()).into_iter().collect()
}

/// Checks that an automaton says on the tracks kept that the values of the other variables of a formula are so many.
/// States of a product are unambiguous: each word leads to one, and is one value of the variables counted.
fn is_count(graph: &Graph, relation: &Graph, least: u64, most: u64) -> Read<()> {
    if least == INFINITE {
        return is_projection(graph, &unbounded(graph), false, relation);
    }
    let cap = cap(least, most);
    let live = alive(&relation.rows, relation.accepting.clone());
    let coded = |b: u32, counts: &Counts| {
        let counts = counts.iter().flat_map(|(&p, &count)| [u64::from(p), count]);
        [u64::from(b)].into_iter().chain(counts).collect::<Vec<u64>>()
    };
    let first = coded(if live[0] { 0 } else { NOWHERE }, &leading_counts(graph, cap)?);
    let mut size = 0;
    closed([first], |code, seen| {
        let b = code[0] as usize;
        let counts: Counts = code[1..].chunks(2).map(|pair| (pair[0] as u32, pair[1])).collect();
        if is_number(graph, &counts, least, most) != (relation.accepting.get(b) == Some(&true)) {
            return Err("the automaton counts otherwise".into());
        }
        let row = relation.rows.get(b).map_or(&[][..], |row| row);
        let rows = counts.keys().map(|&p| &graph.rows[p as usize][..]).chain([row]);
        for letter in rows.flatten().map(|edge| edge.0).collect::<BTreeSet<u32>>() {
            let target = targets(row, letter).first().filter(|edge| live[edge.1 as usize]);
            let next = counts_after(graph, &counts, letter, cap)?;
            if target.is_some() || !next.is_empty() {
                let (known, code) = (seen.len(), coded(target.map_or(NOWHERE, |edge| edge.1), &next));
                seen.number(&code);
                size += (seen.len() - known) * (code.len() + 8);
            }
        }
        if size > MOST_COUNTS { Err("too many counts".into()) } else { Ok(()) }
    })?;
    Ok(())
}

/// Checks that an automaton accepts what a graph does from one of some states.
fn is_projection(graph: &Graph, starts: &[u32], is_of_words: bool, relation: &Graph) -> Read<()> {
    closed(starts.iter().map(|&p| vec![p, 0]), |pair, seen| {
        if graph.accepting[pair[0] as usize] && !relation.accepting[pair[1] as usize] {
            return Err("a tuple of the formula is missing in the automaton".into());
        }
        for &(letter, next) in &graph.rows[pair[0] as usize] {
            let [(_, target)] = targets(&relation.rows[pair[1] as usize], letter) else {
                return Err("tuples of the formula are missing in the automaton".into());
            };
            seen.number(&[next, *target]);
        }
        Ok(())
    })?;
    is_in_projection(graph, starts, is_of_words, relation)
}

/// The pairs of a state of an automaton and one of a graph that simulates it, among those that one word leads to.
fn simulated(rows: &Rows, accepting: &[bool], graph: &Graph, first: &[u32]) -> Read<Pairs> {
    let mut edges: Vec<Vec<(u32, u32)>> = Vec::new();
    let pairs = closed(first.iter().map(|&p| vec![0, p]), |pair, seen| {
        let mut own = Vec::new();
        for &(letter, b) in &rows[pair[0] as usize] {
            let after = targets(&graph.rows[pair[1] as usize], letter);
            own.extend(after.iter().map(|edge| (letter, seen.number(&[b, edge.1]))));
        }
        spend(own.len())?;
        edges.push(own);
        Ok(())
    })?;
    let pair = |i: usize| (pairs.get(i as u32)[0], pairs.get(i as u32)[1]);
    let accepts = |(b, p): (u32, u32)| !accepting[b as usize] || graph.accepting[p as usize];
    let mut good: Vec<bool> = (0..edges.len()).map(|i| accepts(pair(i))).collect();
    loop {
        let mut is_done = true;
        for i in (0..edges.len()).rev() {
            let leads = |letter: u32| targets(&edges[i], letter).iter().any(|edge| good[edge.1 as usize]);
            if good[i] && !rows[pair(i).0 as usize].iter().all(|edge| leads(edge.0)) {
                (good[i], is_done) = (false, false);
            }
        }
        if is_done {
            return Ok((0..edges.len()).filter(|&i| good[i]).map(pair).collect());
        }
    }
}

/// Checks that a graph accepts from one of some states what an automaton does.
fn is_in_projection(graph: &Graph, starts: &[u32], is_of_words: bool, relation: &Graph) -> Read<()> {
    let leading = graph.leading(starts, is_of_words);
    let live = alive(&relation.rows, relation.accepting.clone());
    if !live[0] {
        return Ok(());
    }
    let ends = |accepting: &[bool]| (0..accepting.len() as u32).filter(|&p| accepting[p as usize]).collect();
    let on = |row: &Vec<(u32, u32)>| row.iter().copied().filter(|edge| live[edge.1 as usize]).collect();
    let rows: Rows = relation.rows.iter().map(on).collect();
    let known = simulated(&rows, &relation.accepting, graph, &leading)?;
    let forward =
        |b: u32, set: &[u32]| !relation.accepting[b as usize] || set.iter().any(|&p| graph.accepting[p as usize]);
    let backward = |b: u32, set: &[u32]| b != 0 || set.iter().any(|p| leading.binary_search(p).is_ok());
    let mut turned: Option<(Rows, Rows)> = None;
    let mut most = FIRST_SETS;
    while most <= MOST_SETS {
        if is_sound(&rows, &graph.rows, &[0], &leading, most, (&forward, &known))? {
            return Ok(());
        }
        let (rows, edges) = turned.get_or_insert_with(|| (reversed(&rows), reversed(&graph.rows)));
        let (starts, ends): (Vec<u32>, Vec<u32>) = (ends(&relation.accepting), ends(&graph.accepting));
        if is_sound(rows, edges, &starts, &ends, most, (&backward, &Pairs::default()))? {
            return Ok(());
        }
        most *= 8;
    }
    Err("too many sets".into())
}

/// Whether a state of an automaton may stand beside a set of states of a graph.
type IsGood<'a> = &'a dyn Fn(u32, &[u32]) -> bool;

/// Whether each way through some rows from one of the states `starts` goes with sets of states of a graph, `first` at
/// first, that are good; false if that takes more words of memory. With one of the pairs in it a set is good all the way.
fn is_sound(
    rows: &Rows,
    edges: &Rows,
    starts: &[u32],
    first: &[u32],
    most: usize,
    (is_good, known): (IsGood<'_>, &Pairs),
) -> Read<bool> {
    let wrong = || Err("the automaton accepts a tuple that is not one of the formula".to_owned());
    let mut sets = Sets::default();
    let first = sets.number(first.to_vec());
    // States with the sets beside them; and of each state, those of its sets that are kept to compare.
    let mut seen: Interner<u32> = Interner::default();
    let mut good: Vec<Vec<u32>> = vec![Vec::new(); rows.len()];
    let mut open: Vec<[u32; 2]> = starts.iter().map(|&b| [b, first]).collect();
    for pair in &open {
        seen.number(pair);
        good[pair[0] as usize].push(first);
    }
    while let Some([b, set]) = open.pop() {
        if !is_good(b, sets.get(set)) {
            return wrong();
        }
        spend(rows[b as usize].len())?;
        for &(letter, target) in &rows[b as usize] {
            let next = sets.after(set, letter, |p, found| {
                targets(&edges[p as usize], letter).iter().for_each(|edge| found(edge.1));
                Ok(())
            })?;
            let states = sets.get(next);
            if states.is_empty() {
                // From the end the states passed may not be those that a word from the start leads to, but they lead there.
                return wrong();
            }
            let before = seen.len();
            seen.number(&[target, next]);
            if seen.len() == before || !known.is_empty() && states.iter().any(|&p| known.contains(&(target, p))) {
                continue;
            }
            // A few small ones hold most of what is held by any.
            let few = &mut good[target as usize];
            if few.iter().any(|&small| is_subset(sets.get(small), states)) {
                continue;
            }
            if few.len() < FEW || few.last().is_some_and(|&last| sets.get(last).len() > states.len()) {
                few.insert(few.partition_point(|&set| sets.get(set).len() < states.len()), next);
                few.truncate(FEW);
            }
            open.push([target, next]);
        }
        if sets.size + EACH * seen.len() > most {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|x| rest.by_ref().find(|y| *y >= x) == Some(x))
}
