//! How far a sum of numbers with real coefficients goes: the infimum and the supremum of sum c_i x_i over a relation.
//!
//! What was read of a number is a vector R that counts letters, worth R.|s^m| with m digits to come ([`super::dumont_thomas`]; in
//! a system with weights the letters are the states of the valid words). If the lengths obey |s^{m+2}| = a |s^{m+1}| + b |s^m|,
//! with the roots beta and mu of x^2 = a x + b, then u = |s| - mu and w = |s| - beta, letter by letter, are eigenvectors:
//! one digit takes u.R to beta u.R and w.R to mu w.R, and adds what the letters passed are worth. A number is, at the end,
//! (u.R - w.R)/(beta - mu).
//!
//! So the sum is (y - z)/(beta - mu), where y and z are the sums of c_i u.R_i and c_i w.R_i. If the sum is bounded, y has
//! finitely many values, for it and its conjugate are bounded: a state of the relation, the letters of its tracks and y are
//! the nodes of a finite graph. z is a path of this graph, discounted by mu at each edge. Its extremes S(v) over the
//! paths to each node are the only solution of S(v) = max over edges (mu S(v') + c), which policy iteration finds (Howard
//! 1960; here with the smallest values beside, for mu < 0). All of it is exact in the field of beta.
//!
//! An extreme is attained if edges for which the maximum is an equality lead to it from the start; otherwise it is a limit.
//!
//! Bad where more than one eigenvalue matters beside the largest: refused.

use std::collections::HashMap;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::automata::{Letter, State, index};
use crate::budget::{Budget, Halt};
use crate::tuning::numeration::extremes as limits;

use super::parry::{counts_by_state, joint_recurrence};
use super::quadratic::Quadratic;
use super::relation::Relation;
use super::system::{Direction, decode};

/// One end of the values of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The infimum or supremum.
    pub value: Quadratic,
    /// A tuple at which it is attained; none if it is a limit.
    pub at: Option<Vec<BigInt>>,
}

/// Why extremes are not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoExtremes {
    /// The tracks are in several systems, in one whose digits do not follow letters, or read from the other end.
    #[error(
        "the numbers must be in one system that is read from the most significant digit, a base, a Parry system or that of a morphism"
    )]
    System,
    /// More than one eigenvalue beside the largest.
    #[error("bounds are found in systems of quadratic numbers: the recurrence of this one has order {0}")]
    Order(usize),
    /// The second eigenvalue is not below 1 in absolute value.
    #[error("the second eigenvalue of this system, {0}, is not below 1 in absolute value")]
    Expanding(String),
    /// A number that is not in the field of the system.
    #[error("sqrt({radicand}) is not in the field of this system, whose numbers are {}", field(*system))]
    Field {
        /// What the root is of.
        radicand: u64,
        /// What that of the system is of; 1 where it has none.
        system: u64,
    },
    /// The sum has more values of its growing part than are looked at.
    #[error("no bound was found: the sum seems to grow without end")]
    Unbounded,
    /// There is no tuple.
    #[error("no numbers satisfy the condition")]
    Empty,
    /// The limit that was passed.
    #[error(transparent)]
    Halt(#[from] Halt),
}

fn field(radicand: u64) -> String {
    if radicand == 1 { "fractions".into() } else { format!("a + b sqrt({radicand})") }
}

/// The lowest and the highest value of a sum over a relation.
#[derive(Clone, Debug)]
pub struct Extremes {
    /// Infimum.
    pub lowest: Extreme,
    /// Supremum.
    pub highest: Extreme,
}

/// A bound that a sum passes, or meets.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The number.
    pub value: Quadratic,
    /// Whether the sum may be equal to it.
    pub is_allowed: bool,
    /// Whether the sum is to stay above it, and not below.
    pub is_lower: bool,
}

/// An edge backwards: from which node, by which letter, and what it adds to z.
#[derive(Clone, Debug)]
struct Step {
    from: usize,
    letter: Letter,
    adds: Quadratic,
}

/// The graph of a sum over a relation.
pub struct SumGraph<'a> {
    relation: &'a Relation,
    mu: Quadratic,
    /// beta - mu.
    gap: Quadratic,
    constant: Quadratic,
    /// y of each node; the first is the start.
    growing: Vec<Quadratic>,
    accepting: Vec<bool>,
    /// The edges that lead to each node.
    steps: Vec<Vec<Step>>,
}

/// Whether a number is in the field that this root generates.
fn in_field(number: &Quadratic, system: u64) -> Result<(), NoExtremes> {
    let radicand = number.radicand();
    if radicand == 1 || radicand == system { Ok(()) } else { Err(NoExtremes::Field { radicand, system }) }
}

/// beta, mu, and the entries of u and w for each letter.
struct Eigen {
    beta: Quadratic,
    mu: Quadratic,
    growing: Vec<Quadratic>,
    shrinking: Vec<Quadratic>,
}

impl Eigen {
    fn of(targets: &[Vec<usize>], accepting: &[bool]) -> Result<Eigen, NoExtremes> {
        let lengths = counts_by_state(targets, accepting, 2);
        let number = |n: &BigInt| Quadratic::from(n.clone());
        let (a, b) = match joint_recurrence(targets, accepting).as_deref() {
            Some(&[a]) => (a, 0),
            Some(&[a, b]) => (a, b),
            other => return Err(NoExtremes::Order(other.map_or(targets.len(), <[i64]>::len))),
        };
        let discriminant = a.checked_mul(a).and_then(|square| square.checked_add(b.checked_mul(4)?));
        let discriminant = discriminant.and_then(|d| u64::try_from(d).ok()).ok_or(NoExtremes::Order(2))?;
        let (root, two) = (Quadratic::root(discriminant), Quadratic::from(2));
        let beta = (Quadratic::from(a) + root.clone()) / two.clone();
        let mu = (Quadratic::from(a) - root) / two;
        if mu.clone() * mu.clone() >= Quadratic::from(1) || beta == mu {
            return Err(NoExtremes::Expanding(mu.to_string()));
        }
        let vector = |other: &Quadratic| {
            let entry = |(one, zero)| number(one) - other.clone() * number(zero);
            lengths[1].iter().zip(&lengths[0]).map(entry).collect()
        };
        Ok(Eigen { growing: vector(&mu), shrinking: vector(&beta), beta, mu })
    }
}

impl<'a> SumGraph<'a> {
    /// The graph of `constant + sum coefficients[i] x_i` over the tuples of a relation.
    ///
    /// # Errors
    /// [`NoExtremes`].
    pub fn new(
        relation: &'a Relation,
        coefficients: &[Quadratic],
        constant: Quadratic,
        budget: &Budget,
    ) -> Result<SumGraph<'a>, NoExtremes> {
        let system = relation.systems().first().ok_or(NoExtremes::System)?;
        let is_one = relation.systems().iter().all(|other| other == system);
        let paths = system.rule().paths().filter(|_| is_one && system.direction() == Direction::Msd);
        let paths = paths.ok_or(NoExtremes::System)?;
        if relation.dfa().is_empty() {
            return Err(NoExtremes::Empty);
        }
        let eigen = Eigen::of(paths.targets, &paths.accepting)?;
        for coefficient in coefficients.iter().chain([&constant]) {
            in_field(coefficient, eigen.beta.radicand())?;
        }
        let gap = eigen.beta.clone() - eigen.mu.clone();
        let mut graph = SumGraph {
            relation,
            mu: eigen.mu.clone(),
            gap,
            constant,
            growing: Vec::new(),
            accepting: Vec::new(),
            steps: Vec::new(),
        };
        graph.explore(&eigen, paths.targets, coefficients, budget)?;
        graph.keep_useful();
        Ok(graph)
    }

    /// Finds all nodes.
    fn explore(
        &mut self,
        eigen: &Eigen,
        targets: &[Vec<usize>],
        coefficients: &[Quadratic],
        budget: &Budget,
    ) -> Result<(), NoExtremes> {
        type Key = (State, Vec<usize>, Quadratic);
        let dfa = self.relation.dfa();
        let slots = dfa.layout().slots();
        let start: Key = (State::START, vec![0; slots.len()], Quadratic::from(0));
        let mut numbers: HashMap<Key, usize> = HashMap::from([(start.clone(), 0)]);
        let mut keys = vec![start];
        self.steps.push(Vec::new());
        // What a digit after a letter adds to y and z, for each track.
        let mut known: FxHashMap<(usize, usize, u32), (Quadratic, Quadratic)> = FxHashMap::default();
        let mut passed = |track: usize, at: usize, digit: u32| {
            let sum = |entries: &[Quadratic]| {
                // Neighbouring digits mostly lead to one state.
                let runs = targets[at][..index(digit)].chunk_by(|a, b| a == b);
                let terms = runs.map(|run| Quadratic::from(run.len() as i64) * entries[run[0]].clone());
                terms.fold(Quadratic::from(0), |sum, term| sum + term) * coefficients[track].clone()
            };
            let entry = known.entry((track, at, digit));
            entry.or_insert_with(|| (sum(&eigen.growing), sum(&eigen.shrinking))).clone()
        };
        let mut next = 0;
        while let Some((state, letters, growing)) = keys.get(next).cloned() {
            self.accepting.push(dfa.accepting()[state]);
            self.growing.push(growing.clone());
            for (letter, target) in dfa.transitions().row(state) {
                let (mut after, mut y, mut z) = (Vec::new(), eigen.beta.clone() * growing.clone(), Quadratic::from(0));
                for (track, (slot, &at)) in slots.iter().zip(&letters).enumerate() {
                    let digit = slot.digit(letter);
                    let Some(&to) = targets[at].get(index(digit)) else { break };
                    let (more, less) = passed(track, at, digit);
                    (y, z) = (y + more, z + less);
                    after.push(to);
                }
                if after.len() < slots.len() {
                    continue;
                }
                let key = (target, after, y);
                let number = *numbers.entry(key.clone()).or_insert_with(|| {
                    keys.push(key);
                    keys.len() - 1
                });
                self.steps.resize(keys.len(), Vec::new());
                self.steps[number].push(Step { from: next, letter, adds: z });
            }
            next += 1;
            budget.check(keys.len())?;
            if keys.len() > limits::NODES {
                return Err(NoExtremes::Unbounded);
            }
        }
        Ok(())
    }

    /// Forgets the edges to nodes from which nothing is accepted.
    fn keep_useful(&mut self) {
        let mut useful = self.accepting.clone();
        let mut pending: Vec<usize> = (0..useful.len()).filter(|&node| useful[node]).collect();
        while let Some(node) = pending.pop() {
            for step in &self.steps[node] {
                if !std::mem::replace(&mut useful[step.from], true) {
                    pending.push(step.from);
                }
            }
        }
        for (node, steps) in self.steps.iter_mut().enumerate() {
            if !useful[node] {
                steps.clear();
            }
        }
    }

    /// Whether a number can be a bound.
    ///
    /// # Errors
    /// If it is not in the field of the system.
    pub fn admits(&self, bound: &Bound) -> Result<(), NoExtremes> {
        in_field(&bound.value, self.gap.radicand())
    }

    /// The infimum and the supremum.
    ///
    /// # Errors
    /// [`NoExtremes`].
    pub fn extremes(&self, budget: &Budget) -> Result<Extremes, NoExtremes> {
        let policy = Policy::best(self, budget)?;
        // The sum falls with z.
        Ok(Extremes { lowest: self.extreme(&policy, 0), highest: self.extreme(&policy, 1) })
    }

    fn sum(&self, node: usize, z: &Quadratic) -> Quadratic {
        (self.growing[node].clone() - z.clone()) / self.gap.clone() + self.constant.clone()
    }

    fn extreme(&self, policy: &Policy, side: usize) -> Extreme {
        let ends = (0..self.accepting.len()).filter(|&node| self.accepting[node] && policy.is_known(node));
        let all: Vec<(Quadratic, usize)> = ends.map(|node| (self.sum(node, policy.value(node, side)), node)).collect();
        let values = all.iter().map(|(value, _)| value);
        let value = if side == 0 { values.min() } else { values.max() }.expect("something is accepted").clone();
        let best = all.iter().filter(|end| end.0 == value).map(|end| end.1);
        let at = policy
            .path(self, best, side)
            .map(|word| decode(&word, self.relation.dfa().layout(), self.relation.systems()));
        Extreme { value, at }
    }

    /// Of the tuples for which the sum passes one of these bounds and whose words are shortest, that with the least first
    /// number; `None` if these words have more digits than are looked at.
    ///
    /// # Errors
    /// A bound that is [not admitted](SumGraph::admits); the limit that was passed.
    pub fn first_beyond(&self, bounds: &[Bound], budget: &Budget) -> Result<Option<Vec<BigInt>>, NoExtremes> {
        bounds.iter().try_for_each(|bound| self.admits(bound))?;
        let mut forward: Vec<Vec<(Letter, usize, Quadratic)>> = vec![Vec::new(); self.steps.len()];
        for (node, steps) in self.steps.iter().enumerate() {
            for step in steps {
                forward[step.from].push((step.letter, node, step.adds.clone()));
            }
        }
        let slot = self.relation.dfa().layout().slots()[0];
        forward.iter_mut().for_each(|row| row.sort_by_key(|edge| slot.digit(edge.0)));
        // For so many digits to come: the least and the largest y - (mu^m z taken off), over the words that are accepted.
        let ends = |node: usize| self.accepting[node].then(|| [self.growing[node].clone(), self.growing[node].clone()]);
        let mut tables: Vec<Vec<Option<[Quadratic; 2]>>> = vec![(0..forward.len()).map(ends).collect()];
        let mut powers = vec![Quadratic::from(1)];
        loop {
            let (length, power) = (tables.len() - 1, powers[powers.len() - 1].clone());
            if let Some(start) = &tables[length][0]
                && bounds.iter().any(|bound| self.is_beyond(start, &Quadratic::from(0), bound))
            {
                return Ok(Some(self.first_of(&forward, &tables, &powers, bounds)));
            }
            if length == limits::DIGITS {
                return Ok(None);
            }
            let last = &tables[length];
            let mut table = Vec::with_capacity(forward.len());
            for row in &forward {
                let mut found: Option<[Quadratic; 2]> = None;
                for (_, target, adds) in row {
                    let Some(known) = &last[*target] else { continue };
                    let own = known.clone().map(|value| value - power.clone() * adds.clone());
                    found = Some(match found {
                        None => own,
                        Some([low, high]) => {
                            let [own_low, own_high] = own;
                            [low.min(own_low), high.max(own_high)]
                        }
                    });
                }
                table.push(found);
            }
            budget.check(table.len())?;
            tables.push(table);
            powers.push(power * self.mu.clone());
        }
    }

    /// Whether the least or the largest value of y, less this, passes a bound.
    fn is_beyond(&self, ends: &[Quadratic; 2], less: &Quadratic, bound: &Bound) -> bool {
        let side = usize::from(!bound.is_lower);
        let sum = (ends[side].clone() - less.clone()) / self.gap.clone() + self.constant.clone();
        match (bound.is_lower, bound.is_allowed) {
            (true, true) => sum < bound.value,
            (true, false) => sum <= bound.value,
            (false, true) => sum > bound.value,
            (false, false) => sum >= bound.value,
        }
    }

    /// The tuple with the least first number among those that pass a bound with the words of the last table.
    fn first_of(
        &self,
        forward: &[Vec<(Letter, usize, Quadratic)>],
        tables: &[Vec<Option<[Quadratic; 2]>>],
        powers: &[Quadratic],
        bounds: &[Bound],
    ) -> Vec<BigInt> {
        let (mut node, mut z, mut word) = (0, Quadratic::from(0), Vec::new());
        for length in (0..tables.len() - 1).rev() {
            let step = forward[node].iter().find_map(|(letter, target, adds)| {
                let ends = tables[length][*target].as_ref()?;
                let after = self.mu.clone() * z.clone() + adds.clone();
                let less = powers[length].clone() * after.clone();
                bounds.iter().any(|bound| self.is_beyond(ends, &less, bound)).then_some((*letter, *target, after))
            });
            let (letter, target, after) = step.expect("the table says that some word passes a bound");
            (node, z) = (target, after);
            word.push(letter);
        }
        decode(&word, self.relation.dfa().layout(), self.relation.systems())
    }
}

/// For each node the largest and the smallest z of the paths to it, and the edges that give them.
struct Policy {
    /// By node, largest and smallest; the edge, or none for the path of no edge at the start.
    choice: Vec<[Option<usize>; 2]>,
    value: Vec<Option<[Quadratic; 2]>>,
    /// Which side an edge takes over: with a negative factor the largest comes of the smallest.
    turns: bool,
}

impl Policy {
    fn best(graph: &SumGraph<'_>, budget: &Budget) -> Result<Policy, NoExtremes> {
        let nodes = graph.steps.len();
        let mu = graph.mu.approximate();
        let turns = graph.mu.sign() < 0;
        let has_path: Vec<bool> = (0..nodes).map(|node| node == 0 || !graph.steps[node].is_empty()).collect();
        // Nearly right at first, in machine numbers; then improved exactly.
        let near: Vec<Vec<f64>> =
            graph.steps.iter().map(|steps| steps.iter().map(|step| step.adds.approximate()).collect()).collect();
        let mut value = vec![[0.0f64; 2]; nodes];
        let mut choice: Vec<[Option<usize>; 2]> = vec![[None; 2]; nodes];
        for _ in 0..limits::ROUNDS {
            let before = value.clone();
            for node in (0..nodes).filter(|&node| has_path[node]) {
                for side in 0..2 {
                    let from = if turns { 1 - side } else { side };
                    let mut best = (node == 0).then_some((0.0, None));
                    for (at, step) in graph.steps[node].iter().enumerate() {
                        let own = mu * before[step.from][from] + near[node][at];
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
        let mut policy = Policy { choice, value: vec![None; nodes], turns };
        loop {
            policy.evaluate(graph, &has_path);
            budget.check(nodes)?;
            if !policy.improve(graph) {
                return Ok(policy);
            }
        }
    }

    fn is_known(&self, node: usize) -> bool {
        self.value[node].is_some()
    }

    fn value(&self, node: usize, side: usize) -> &Quadratic {
        &self.value[node].as_ref().expect("a node with a path")[side]
    }

    /// The node and side whose value an edge takes over.
    fn before(&self, graph: &SumGraph<'_>, (node, side): (usize, usize), at: usize) -> (usize, usize) {
        (graph.steps[node][at].from, if self.turns { 1 - side } else { side })
    }

    /// The exact values of the choices: along each chain to the start or to a cycle, and around the cycle.
    fn evaluate(&mut self, graph: &SumGraph<'_>, has_path: &[bool]) {
        let nodes = graph.steps.len();
        let mut value: Vec<[Option<Quadratic>; 2]> = vec![[None, None]; nodes];
        for start in (0..nodes).filter(|&node| has_path[node]).flat_map(|node| [(node, 0), (node, 1)]) {
            let mut chain: Vec<(usize, usize)> = Vec::new();
            let mut seen: HashMap<(usize, usize), usize> = HashMap::new();
            let mut at = start;
            let mut known = loop {
                if let Some(known) = &value[at.0][at.1] {
                    break known.clone();
                }
                let Some(choice) = self.choice[at.0][at.1] else {
                    value[at.0][at.1] = Some(Quadratic::from(0));
                    break Quadratic::from(0);
                };
                if let Some(&first) = seen.get(&at) {
                    // x = mu^n x + sum around the cycle, from where it is entered.
                    let (mut sum, mut power) = (Quadratic::from(0), Quadratic::from(1));
                    for &(node, side) in &chain[first..] {
                        let choice = self.choice[node][side].expect("a cycle has edges");
                        sum = sum + power.clone() * graph.steps[node][choice].adds.clone();
                        power = power * graph.mu.clone();
                    }
                    let own = sum / (Quadratic::from(1) - power);
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
                known = graph.mu.clone() * known + graph.steps[node][choice].adds.clone();
                value[node][side] = Some(known.clone());
            }
        }
        self.value = value.into_iter().map(|[high, low]| Some([high?, low?])).collect();
    }

    /// What a node would have by an edge.
    fn by(&self, graph: &SumGraph<'_>, at: (usize, usize), edge: usize) -> Quadratic {
        let (from, side) = self.before(graph, at, edge);
        graph.mu.clone() * self.value(from, side).clone() + graph.steps[at.0][edge].adds.clone()
    }

    /// Takes better edges where there are some; whether there were.
    fn improve(&mut self, graph: &SumGraph<'_>) -> bool {
        let mut changes = Vec::new();
        for node in (0..graph.steps.len()).filter(|&node| self.is_known(node)) {
            for side in 0..2 {
                let is_better = |new: &Quadratic, old: &Quadratic| if side == 0 { new > old } else { new < old };
                let mut best = (self.value(node, side).clone(), None);
                for edge in 0..graph.steps[node].len() {
                    let own = self.by(graph, (node, side), edge);
                    if is_better(&own, &best.0) {
                        best = (own, Some(Some(edge)));
                    }
                }
                if node == 0 && is_better(&Quadratic::from(0), &best.0) {
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

    /// A shortest word to one of the nodes by edges of which each gives the extreme.
    fn path(&self, graph: &SumGraph<'_>, ends: impl Iterator<Item = usize>, side: usize) -> Option<Vec<Letter>> {
        // Backwards from the ends, each place with the place after it.
        type Place = ((usize, usize), Option<(usize, Letter)>);
        let mut found: Vec<Place> = ends.map(|node| ((node, side), None)).collect();
        let mut seen: std::collections::HashSet<(usize, usize)> = found.iter().map(|place| place.0).collect();
        let mut next = 0;
        while let Some(&((node, side), _)) = found.get(next) {
            if node == 0 && self.value(node, side).sign() == 0 {
                let (mut word, mut at) = (Vec::new(), next);
                while let Some((after, letter)) = found[at].1 {
                    word.push(letter);
                    at = after;
                }
                return Some(word);
            }
            for edge in 0..graph.steps[node].len() {
                if self.by(graph, (node, side), edge) == *self.value(node, side) {
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
