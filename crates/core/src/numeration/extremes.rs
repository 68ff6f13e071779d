//! The infimum and the supremum of a sum of numbers with real coefficients, exactly: where there is at most one
//! eigenvalue mu beside the largest, beta.
//!
//! Then the sum is (y - z)/(beta - mu), where z = sum c_i W.R_i with W = |s^1| - beta |s^0|, letter by letter. On the
//! finite graph of the sum ([`super::sum_graph`]), z is a path, discounted by mu at each edge. If mu is below 1, the
//! extremes S(v) of z over the paths to each node are the only solution of S(v) = max over edges (mu S(v') + c), which
//! policy iteration finds (Howard 1960; here with the smallest values beside, for mu < 0). Otherwise z is a part of the
//! node. All of it is exact in the field of beta.
//!
//! An extreme is attained if edges for which the maximum is an equality lead to it from the start; otherwise it is a
//! limit.
//!
//! With more eigenvalues extremes are enclosed ([`super::enclosure`]).

use std::collections::{HashMap, HashSet};

use crate::automata::Letter;
use crate::budget::Budget;
use crate::planted::{Bug, planted};
use crate::tuning::numeration::extremes as limits;

use super::algebraic::Algebraic;
use super::enclosure::Enclosed;
use super::extreme::{Bound, Extreme, Extremes, NoExtremes};
use super::spectrum::Rest;
use super::sum_graph::{Step, SumGraph};
use super::system::decode;

impl SumGraph<'_> {
    /// The infimum and the supremum.
    ///
    /// # Errors
    /// [`NoExtremes`].
    pub fn extremes(&self, budget: &Budget) -> Result<Extremes, NoExtremes> {
        if let Some(enclosed) = Enclosed::of(self, limits::ERROR_BITS, budget)? {
            let [lowest, highest] = enclosed.extremes();
            return Ok(Extremes { lowest, highest });
        }
        if let Some(settled) = &self.settled {
            return Ok(self.settled_extremes(settled));
        }
        let Rest::Exact(remainder) = &self.spectrum.rest else { return Err(NoExtremes::Expanding) };
        let mu = remainder.only_eigenvalue().ok_or(NoExtremes::Expanding)?;
        let policy = Policy::best(self, &mu, budget)?;
        // The sum falls with z.
        Ok(Extremes { lowest: self.extreme(&policy, 0), highest: self.extreme(&policy, 1) })
    }

    /// Whether a sum with these extremes meets a bound.
    ///
    /// # Errors
    /// If the extreme is too near to tell, or the limit that was passed.
    pub fn meets(&self, bound: &Bound, extremes: &Extremes, budget: &Budget) -> Result<bool, NoExtremes> {
        if bound.is_lower && planted(Bug::LowerEnd) {
            return Ok(true);
        }
        let own = if bound.is_lower { &extremes.lowest } else { &extremes.highest };
        if let Extreme::Exact { value, at } = own {
            let is_inside = if bound.is_lower { *value > bound.value } else { *value < bound.value };
            let is_allowed = bound.is_allowed || planted(Bug::OpenEnd);
            return Ok(is_inside || *value == bound.value && (is_allowed || at.is_none()));
        }
        for squared in 0..=limits::SQUARINGS {
            let enclosed = Enclosed::of(self, limits::ERROR_BITS << squared, budget)?;
            if let Some(meets) = enclosed.and_then(|enclosed| enclosed.meets(bound)) {
                return Ok(meets);
            }
        }
        Err(NoExtremes::Near(if bound.is_lower { "infimum" } else { "supremum" }))
    }

    fn sum(&self, node: usize, z: &Algebraic) -> Algebraic {
        self.grown(node) - z.clone() / self.spectrum.gap.clone()
    }

    /// The extremes where z is known at each node.
    fn settled_extremes(&self, settled: &[Algebraic]) -> Extremes {
        let ends = (0..self.accepting.len()).filter(|&node| self.accepting[node]);
        let mut all: Vec<(Algebraic, usize)> = ends.map(|node| (self.sum(node, &settled[node]), node)).collect();
        all.sort();
        let extreme = |(value, node): &(Algebraic, usize)| {
            let word = self.word_to(*node);
            let at = decode(&word, self.relation.dfa().layout(), self.relation.systems());
            Extreme::Exact { value: value.clone(), at: Some(at) }
        };
        let highest = all.iter().rev().take_while(|end| end.0 == all[all.len() - 1].0).last();
        let [lowest, highest] = [all.first(), highest].map(|end| extreme(end.expect("something is accepted")));
        Extremes { lowest, highest }
    }

    fn extreme(&self, policy: &Policy, side: usize) -> Extreme {
        let ends = (0..self.accepting.len()).filter(|&node| self.accepting[node] && policy.is_known(node));
        let all: Vec<(Algebraic, usize)> = ends.map(|node| (self.sum(node, policy.value(node, side)), node)).collect();
        let values = all.iter().map(|(value, _)| value);
        let value = if side == 0 { values.min() } else { values.max() }.expect("something is accepted").clone();
        let best = all.iter().filter(|end| end.0 == value).map(|end| end.1);
        let at = policy
            .path(self, best, side)
            .map(|word| decode(&word, self.relation.dfa().layout(), self.relation.systems()));
        Extreme::Exact { value, at }
    }
}

/// For each node the largest and the smallest z of the paths to it, and the edges that give them.
struct Policy {
    /// By node, largest and smallest; the edge, or none for the path of no edge at the start.
    choice: Vec<[Option<usize>; 2]>,
    value: Vec<Option<[Algebraic; 2]>>,
    mu: Algebraic,
    /// What each edge adds, by what it passes.
    adds: Vec<Algebraic>,
    /// Which side an edge takes over: with a negative factor the largest comes of the smallest.
    turns: bool,
}

impl Policy {
    fn best(graph: &SumGraph<'_>, mu: &Algebraic, budget: &Budget) -> Result<Policy, NoExtremes> {
        let nodes = graph.steps.len();
        let (exact, mu) = (mu, mu.approximate());
        let turns = exact.sign() < 0 && !planted(Bug::Alternating);
        let adds: Vec<Algebraic> = graph.remainders.iter().map(|row| row[0].clone()).collect();
        let has_path: Vec<bool> = (0..nodes).map(|node| node == 0 || !graph.steps[node].is_empty()).collect();
        // Nearly right at first, in machine numbers; then improved exactly.
        let near: Vec<f64> = adds.iter().map(Algebraic::approximate).collect();
        let mut value = vec![[0.0f64; 2]; nodes];
        let mut choice: Vec<[Option<usize>; 2]> = vec![[None; 2]; nodes];
        for _ in 0..if planted(Bug::Potential) { 1 } else { limits::ROUNDS } {
            let before = value.clone();
            for node in (0..nodes).filter(|&node| has_path[node]) {
                for side in 0..2 {
                    let from = if turns { 1 - side } else { side };
                    let mut best = (node == 0).then_some((0.0, None));
                    for (at, step) in graph.steps[node].iter().enumerate() {
                        let own = mu * before[step.from][from] + near[step.passed];
                        let is_better = best.is_none_or(|(known, _)| {
                            if side == 0 { own > known + limits::CLOSE } else { own < known - limits::CLOSE }
                        });
                        if is_better {
                            best = Some((own, Some(at)));
                        }
                    }
                    let (own, at) = best.expect("it has a path");
                    (value[node][side], choice[node][side]) = (own, at);
                }
            }
            budget.check(nodes)?;
        }
        let mut policy = Policy { choice, value: vec![None; nodes], mu: exact.clone(), adds, turns };
        loop {
            policy.evaluate(graph, &has_path);
            budget.check(nodes)?;
            if planted(Bug::Potential) || !policy.improve(graph) {
                return Ok(policy);
            }
        }
    }

    fn is_known(&self, node: usize) -> bool {
        self.value[node].is_some()
    }

    fn value(&self, node: usize, side: usize) -> &Algebraic {
        &self.value[node].as_ref().expect("a node with a path")[side]
    }

    /// What an edge adds to z.
    fn added(&self, graph: &SumGraph<'_>, node: usize, edge: usize) -> Algebraic {
        self.adds[graph.steps[node][edge].passed].clone()
    }

    /// The node and side whose value an edge takes over.
    fn before(&self, graph: &SumGraph<'_>, (node, side): (usize, usize), at: usize) -> (usize, usize) {
        (graph.steps[node][at].from, if self.turns { 1 - side } else { side })
    }

    /// The exact values of the choices: along each chain to the start or to a cycle, and around the cycle.
    fn evaluate(&mut self, graph: &SumGraph<'_>, has_path: &[bool]) {
        let nodes = graph.steps.len();
        let mut value: Vec<[Option<Algebraic>; 2]> = vec![[None, None]; nodes];
        for start in (0..nodes).filter(|&node| has_path[node]).flat_map(|node| [(node, 0), (node, 1)]) {
            let mut chain: Vec<(usize, usize)> = Vec::new();
            let mut seen: HashMap<(usize, usize), usize> = HashMap::new();
            let mut at = start;
            let mut known = loop {
                if let Some(known) = &value[at.0][at.1] {
                    break known.clone();
                }
                let Some(choice) = self.choice[at.0][at.1] else {
                    value[at.0][at.1] = Some(Algebraic::from(0));
                    break Algebraic::from(0);
                };
                if let Some(&first) = seen.get(&at) {
                    // x = mu^n x + sum around the cycle, from where it is entered.
                    let (mut sum, mut power) = (Algebraic::from(0), Algebraic::from(1));
                    for &(node, side) in &chain[first..] {
                        let choice = self.choice[node][side].expect("a cycle has edges");
                        sum = sum + power.clone() * self.added(graph, node, choice);
                        power = power * self.mu.clone();
                    }
                    let own = sum / (Algebraic::from(1) - power);
                    value[at.0][at.1] = Some(own.clone());
                    break own;
                }
                seen.insert(at, chain.len());
                chain.push(at);
                at = self.before(graph, at, choice);
            };
            for &(node, side) in chain.iter().rev() {
                if let Some(own) = &value[node][side] {
                    known = own.clone();
                    continue;
                }
                let choice = self.choice[node][side].expect("a chain has edges");
                known = self.mu.clone() * known + self.added(graph, node, choice);
                value[node][side] = Some(known.clone());
            }
        }
        self.value = value.into_iter().map(|[high, low]| Some([high?, low?])).collect();
    }

    /// What a node would have by an edge.
    fn by(&self, graph: &SumGraph<'_>, at: (usize, usize), edge: usize) -> Algebraic {
        let (from, side) = self.before(graph, at, edge);
        self.mu.clone() * self.value(from, side).clone() + self.added(graph, at.0, edge)
    }

    /// Takes better edges where there are some; whether there were.
    fn improve(&mut self, graph: &SumGraph<'_>) -> bool {
        let mut changes = Vec::new();
        for node in (0..graph.steps.len()).filter(|&node| self.is_known(node)) {
            for side in 0..2 {
                let is_better = |new: &Algebraic, old: &Algebraic| if side == 0 { new > old } else { new < old };
                let mut best = (self.value(node, side).clone(), None);
                for edge in 0..graph.steps[node].len() {
                    let own = self.by(graph, (node, side), edge);
                    if is_better(&own, &best.0) {
                        best = (own, Some(Some(edge)));
                    }
                }
                if node == 0 && is_better(&Algebraic::from(0), &best.0) {
                    best.1 = Some(None);
                }
                changes.extend(best.1.map(|choice| (node, side, choice)));
            }
        }
        for &(node, side, choice) in &changes {
            self.choice[node][side] = choice;
        }
        !changes.is_empty()
    }

    /// With mu = 0 z is what the last edge adds: a word to a node by an edge that gives the extreme.
    fn last_edge(&self, graph: &SumGraph<'_>, node: usize, side: usize) -> Option<Vec<Letter>> {
        let value = self.value(node, side);
        if node == 0 && value.sign() == 0 {
            return Some(Vec::new());
        }
        let edges = graph.steps[node].iter().filter(|step| self.adds[step.passed] == *value);
        let word = |step: &Step| graph.word_to(step.from).into_iter().chain([step.letter]).collect::<Vec<Letter>>();
        edges.map(word).min_by_key(Vec::len)
    }

    /// A shortest word to one of the nodes by edges of which each gives the extreme.
    fn path(&self, graph: &SumGraph<'_>, ends: impl Iterator<Item = usize>, side: usize) -> Option<Vec<Letter>> {
        if self.mu.sign() == 0 {
            return ends.filter_map(|node| self.last_edge(graph, node, side)).min_by_key(Vec::len);
        }
        // Backwards from the ends, each place with the place after it.
        type Place = ((usize, usize), Option<(usize, Letter)>);
        let mut found: Vec<Place> = ends.map(|node| ((node, side), None)).collect();
        let mut seen: HashSet<(usize, usize)> = found.iter().map(|place| place.0).collect();
        let mut next = 0;
        while let Some(&((node, side), _)) = found.get(next) {
            if node == 0 && (planted(Bug::Attained) || self.value(node, side).sign() == 0) {
                let (mut word, mut at) = (Vec::new(), next);
                while let Some((after, letter)) = found[at].1 {
                    word.push(letter);
                    at = after;
                }
                return Some(word);
            }
            for edge in 0..graph.steps[node].len() {
                if planted(Bug::Attained) || self.by(graph, (node, side), edge) == *self.value(node, side) {
                    let place = self.before(graph, (node, side), edge);
                    if seen.insert(place) {
                        found.push((place, Some((next, graph.steps[node][edge].letter))));
                    }
                }
            }
            next += 1;
        }
        None
    }
}
