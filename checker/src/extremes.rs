//! The least and the largest value of a sum, where they are exact: see `paths` for the graph.
//!
//! In order 2 with a small second root the values z of the paths to a node v have an upper bound S(v) if S >= 0 at the
//! start and S(v) >= mu S(u) + c for each edge from u to v; for mu < 0 with the lower bounds of u in place of the upper
//! ones, and the other way round. That is all that is needed, and it is shown for each edge at the end. To find S, each
//! node chooses an edge (or the empty path, at the start), machine numbers first; the values of the choices are
//! computed exactly, and a choice is made better where the inequality fails (Howard 1960). S(v) is then a limit of
//! values of paths, those that go around the cycle of choices more and more often. It is a value itself exactly if
//! edges with an equality lead to v from the start.
//!
//! Else the row z is a part of nodes, or there is none, and the nodes have all values.
//!
//! Bad for very long cycles: the powers of mu in their values have as many bits.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use crate::Read;
use crate::field::{Element, Field};
use crate::integer::Integer;
use crate::machine::spend;
use crate::paths::Paths;
use crate::spectrum::{Second, Spectrum};

/// Rounds in machine numbers, and what is no difference there.
const ROUNDS: usize = 200;
const CLOSE: f64 = 1e-12;
/// Rounds in which choices are made better.
const MOST_ROUNDS: usize = 10_000;
/// Steps that exact arithmetic takes as long as.
const EACH_SUM: usize = 64;

/// An end of the values of a sum.
#[derive(Debug, PartialEq, Eq)]
pub struct Extreme {
    pub value: Element,
    pub is_attained: bool,
}

/// A node with a side: 0 for the largest z, 1 for the smallest.
type Place = (usize, usize);

/// The choice of an edge for each place, none for the empty path.
struct Policy<'a> {
    field: &'a Field,
    paths: &'a Paths,
    second: &'a Second,
    choice: Vec<[Option<usize>; 2]>,
    value: Vec<[Element; 2]>,
}

impl<'a> Policy<'a> {
    fn new(field: &'a Field, paths: &'a Paths, second: &'a Second) -> Policy<'a> {
        Policy { field, paths, second, choice: vec![[None; 2]; paths.y.len()], value: Vec::new() }
    }

    /// Makes choices better until their values are bounds, which the last round shows for each edge.
    fn settle(&mut self) -> Read<()> {
        for _ in 0..MOST_ROUNDS {
            self.evaluate()?;
            if self.is_best()? {
                return Ok(());
            }
        }
        Err("the extremes are not found".into())
    }

    /// The place from which an edge comes, and what it adds.
    fn before(&self, (node, side): Place, edge: usize) -> (Place, &Element) {
        let (from, passed) = self.paths.edges[node][edge];
        let side = if self.second.is_negative { 1 - side } else { side };
        ((from as usize, side), &self.paths.passed[passed as usize].z[0])
    }

    /// What a place would have by an edge.
    fn by(&self, place: Place, edge: usize) -> Read<Element> {
        spend(EACH_SUM)?;
        let ((from, side), adds) = self.before(place, edge);
        Ok(self.field.product(&self.second.root, &self.value[from][side])?.plus(adds))
    }

    /// Choices that are nearly the best.
    fn propose(&mut self) -> Read<()> {
        let mu = self.field.approximate(&self.second.root)?;
        let near = self.paths.passed.iter().map(|passed| self.field.approximate(&passed.z[0]));
        let near = near.collect::<Read<Vec<f64>>>()?;
        let mut value = vec![[0.0f64; 2]; self.paths.y.len()];
        for _ in 0..ROUNDS {
            let last = value.clone();
            for (node, edges) in self.paths.edges.iter().enumerate() {
                spend(edges.len())?;
                for side in [0, 1] {
                    let sign = if side == 0 { 1.0 } else { -1.0 };
                    let mut best = (node == 0).then_some((0.0, None));
                    for (at, &(from, passed)) in edges.iter().enumerate() {
                        let from_side = if self.second.is_negative { 1 - side } else { side };
                        let own = mu * last[from as usize][from_side] + near[passed as usize];
                        if best.is_none_or(|(known, _)| sign * own > sign * known + CLOSE) {
                            best = Some((own, Some(at)));
                        }
                    }
                    (value[node][side], self.choice[node][side]) = best.ok_or("a node without a path")?;
                }
            }
        }
        Ok(())
    }

    /// The exact values of the choices: along each chain to the start or to a cycle, and around the cycle.
    fn evaluate(&mut self) -> Read<()> {
        let mut found: HashMap<Place, Element> = HashMap::new();
        let (mu, field) = (&self.second.root, self.field);
        for first in (0..self.choice.len()).flat_map(|node| [(node, 0), (node, 1)]) {
            let (mut chain, mut seen, mut at): (Vec<Place>, HashMap<Place, usize>, Place) =
                (Vec::new(), HashMap::new(), first);
            while !found.contains_key(&at) {
                let Some(choice) = self.choice[at.0][at.1] else {
                    found.insert(at, Element::zero());
                    break;
                };
                if let Some(&begin) = seen.get(&at) {
                    // Around the cycle from here, back to front: x = mu^n x + sum.
                    let (mut sum, mut power) = (Element::zero(), Element::whole(Integer::from(1)));
                    for &place in &chain[begin..] {
                        let edge = self.choice[place.0][place.1].ok_or("a cycle without an edge")?;
                        sum = sum.plus(&field.product(&power, self.before(place, edge).1)?);
                        power = field.product(&power, mu)?;
                        spend(EACH_SUM)?;
                    }
                    let less = Element::whole(Integer::from(1)).minus(&power);
                    found.insert(at, field.quotient(&sum, &less)?);
                    break;
                }
                seen.insert(at, chain.len());
                chain.push(at);
                at = self.before(at, choice).0;
            }
            for &place in chain.iter().rev() {
                if found.contains_key(&place) {
                    continue;
                }
                let edge = self.choice[place.0][place.1].ok_or("a chain without an edge")?;
                let (before, adds) = self.before(place, edge);
                spend(EACH_SUM)?;
                let own = field.product(mu, &found[&before])?.plus(adds);
                found.insert(place, own);
            }
        }
        let take = |node: usize| [0, 1].map(|side| found[&(node, side)].clone());
        self.value = (0..self.choice.len()).map(take).collect();
        Ok(())
    }

    /// Takes better edges where there are some; whether there were none, so that the values are bounds.
    fn is_best(&mut self) -> Read<bool> {
        let mut changes = Vec::new();
        for (node, edges) in self.paths.edges.iter().enumerate() {
            for side in [0, 1] {
                let better = if side == 0 { Ordering::Greater } else { Ordering::Less };
                let mut best = (self.value[node][side].clone(), None);
                for edge in 0..edges.len() {
                    let own = self.by((node, side), edge)?;
                    if own != best.0 && self.field.compare(&own, &best.0)? == better {
                        best = (own, Some(Some(edge)));
                    }
                }
                if node == 0 && self.field.compare(&Element::zero(), &best.0)? == better {
                    best.1 = Some(None);
                }
                changes.extend(best.1.map(|choice| (node, side, choice)));
            }
        }
        for &(node, side, choice) in &changes {
            self.choice[node][side] = choice;
        }
        Ok(changes.is_empty())
    }

    /// Whether a path has the value of one of these nodes.
    fn is_attained(&self, ends: &[usize], side: usize) -> Read<bool> {
        let mut open: Vec<Place> = ends.iter().map(|&node| (node, side)).collect();
        let mut seen: HashSet<Place> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            let value = &self.value[place.0][place.1];
            if place.0 == 0 && value.is_zero() {
                return Ok(true);
            }
            for edge in 0..self.paths.edges[place.0].len() {
                if self.by(place, edge)? == *value {
                    // For mu = 0 what comes before does not matter.
                    if self.second.root.is_zero() {
                        return Ok(true);
                    }
                    let before = self.before(place, edge).0;
                    if seen.insert(before) {
                        open.push(before);
                    }
                }
            }
        }
        Ok(false)
    }
}

/// The best of some values by nodes: the least or the largest, and the nodes that have it.
fn best(field: &Field, values: Vec<(usize, Element)>, wanted: Ordering) -> Read<(Element, Vec<usize>)> {
    let mut values = values.into_iter();
    let (first, value) = values.next().ok_or("no numbers satisfy the condition")?;
    let mut found = (value, vec![first]);
    for (node, value) in values {
        spend(EACH_SUM)?;
        if value == found.0 {
            found.1.push(node);
        } else if field.compare(&value, &found.0)? == wanted {
            found = (value, vec![node]);
        }
    }
    Ok(found)
}

/// The infimum and the supremum of a sum with a constant, where what is left beside the growing part is exact.
pub fn extremes(spectrum: &Spectrum, paths: &Paths, constant: &Element) -> Read<[Extreme; 2]> {
    let (field, slope) = (&spectrum.field, &spectrum.slope);
    let ends: Vec<usize> = (0..paths.y.len()).filter(|&node| paths.accepting[node]).collect();
    let sum = |node: usize, z: &Element| -> Read<(usize, Element)> {
        Ok((node, field.quotient(&paths.y[node].minus(z), slope)?.plus(constant)))
    };
    let orders = [Ordering::Less, Ordering::Greater];
    let Some(second) = spectrum.second.as_ref().filter(|second| second.is_small) else {
        let end = |wanted: Ordering| -> Read<Extreme> {
            let values = ends.iter().map(|&node| sum(node, &paths.z[node]));
            let (value, _) = best(field, values.collect::<Read<_>>()?, wanted)?;
            Ok(Extreme { value, is_attained: true })
        };
        return Ok([end(orders[0])?, end(orders[1])?]);
    };
    let mut policy = Policy::new(field, paths, second);
    policy.propose()?;
    policy.settle()?;
    // The sum falls with z.
    let end = |side: usize| -> Read<Extreme> {
        let values = ends.iter().map(|&node| sum(node, &policy.value[node][side]));
        let (value, nodes) = best(field, values.collect::<Read<_>>()?, orders[side])?;
        Ok(Extreme { value, is_attained: policy.is_attained(&nodes, side)? })
    };
    Ok([end(0)?, end(1)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::letters::Letters;
    use crate::machine::{Machine, allow};
    use crate::paths::{Passed, paths};
    use crate::system::{System, Systems, Track};
    use std::rc::Rc;

    /// Numbers, and those whose words have one zero more.
    fn shifted(track: &Track) -> Rc<Machine> {
        let size = track.digits.len() as u32;
        let step = |past: &u32, _: &[u32], letter: u32| Ok((letter / size == *past).then_some(letter % size));
        Machine::built(&[track.clone(), track.clone()], 0, Some(0), step, |past| Ok((*past == 0).into())).unwrap()
    }

    fn of_shifted(track: &Track) -> (Spectrum, Paths) {
        allow(1 << 32);
        let spectrum = Spectrum::of(track, &[]).unwrap();
        let factors = [spectrum.field.root(), Element::whole(Integer::from(-1))].map(|factor| vec![factor]);
        let letters = [(); 2].map(|()| Letters::beside(track, &[]).unwrap());
        let alphabet = Alphabet::new(&spectrum, &letters, &factors).unwrap();
        let paths = paths(&spectrum, &alphabet, &shifted(track), true).unwrap().unwrap();
        (spectrum, paths)
    }

    #[test]
    fn bad_choices_become_the_best() {
        let named = ["msd_fib", "msd_wythoff3", "msd_root_3_1"].map(|name| Systems::default().get(name).unwrap());
        let positive = Rc::new(System::of_fixed_point("W", &[vec![0, 0, 1], vec![0, 1]]));
        for track in named.into_iter().chain([positive]) {
            let (spectrum, paths) = of_shifted(&track);
            let second = spectrum.second.as_ref().unwrap();
            let mut best = Policy::new(&spectrum.field, &paths, second);
            best.propose().unwrap();
            best.settle().unwrap();
            let mut policy = Policy::new(&spectrum.field, &paths, second);
            policy.choice = vec![[Some(0); 2]; paths.y.len()];
            policy.evaluate().unwrap();
            assert!(policy.value != best.value && !policy.is_best().unwrap());
            policy.settle().unwrap();
            assert!(policy.value == best.value);
        }
    }

    #[test]
    fn limits_are_told_from_values() {
        // In the first, zeros lead from other values of z back to the start; in the others mu = 0.
        let fixed_point = |images: &[&[u32]]| {
            Rc::new(System::of_fixed_point("W", &images.iter().map(|image| image.to_vec()).collect::<Vec<_>>()))
        };
        for (track, is_attained) in [
            (Systems::default().get("msd_fib").unwrap(), false),
            (fixed_point(&[&[0, 1, 1, 0], &[0, 1]]), true),
            (fixed_point(&[&[0, 1, 2], &[0, 2], &[1]]), true),
        ] {
            let (spectrum, paths) = of_shifted(&track);
            let ends = extremes(&spectrum, &paths, &Element::zero()).unwrap();
            assert!(ends.iter().all(|end| end.is_attained == is_attained), "{}: {ends:?}", track.name);
        }
    }

    #[test]
    fn the_start_has_other_values_than_that_of_the_empty_path() {
        allow(1 << 32);
        let track: Track = Rc::new(System::of_fixed_point("W", &[vec![0, 0, 1], vec![0, 1]]));
        let spectrum = Spectrum::of(&track, &[]).unwrap();
        // z is any sum of different powers of mu.
        let passed =
            |z: i64| Passed { letters: Vec::new(), y: Element::zero(), z: vec![Element::whole(Integer::from(z))] };
        let paths = Paths {
            y: vec![Element::zero()],
            z: vec![Element::zero()],
            accepting: vec![true],
            edges: vec![vec![(0, 0), (0, 1)]],
            passed: vec![passed(0), passed(1)],
        };
        let [least, most] = extremes(&spectrum, &paths, &Element::zero()).unwrap();
        let near = spectrum.field.approximate(&least.value).unwrap();
        let (beta, mu) = ((3.0 + 5f64.sqrt()) / 2.0, (3.0 - 5f64.sqrt()) / 2.0);
        assert!((near + 1.0 / (1.0 - mu) / (beta - mu)).abs() < 1e-9 && !least.is_attained);
        assert!(most.value.is_zero() && most.is_attained);
    }
}
