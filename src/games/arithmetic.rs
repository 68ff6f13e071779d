//! Rules as a condition on machine integers: whether a position has an option, without an automaton.
//!
//! On three piles, a rule of a few inequalities is an automaton of six tracks, the product of the comparisons; that of
//! the Tribonacci game is larger than any of its proof. A pair of positions costs one look at each atom of the formula.
//! Only for rules that are Boolean combinations of linear atoms.

use std::collections::BTreeSet;

use num_integer::Integer;
use rustc_hash::FxHashSet;

use crate::logic::Workspace;
use crate::logic::ir::{Expr, ExprRef, Kind, LinearConstraint, Var};
use crate::numeration::Compare;

/// The largest coefficient, so that no sum of piles leaves 64 bits.
const LARGEST_COEFFICIENT: u64 = 1 << 20;
/// The largest constant, for the same reason.
const LARGEST_CONSTANT: u64 = 1 << 60;
/// Conjunctions of which a formula is the disjunction, at most.
const MOST_CONJUNCTIONS: usize = 1024;
/// Inequalities that come of eliminating one variable, at most.
const MOST_INEQUALITIES: usize = 1_000;
/// Piles are below this.
const LARGEST_PILE: u64 = 1 << 32;

/// A Boolean combination of linear atoms on some numbers.
#[derive(Clone, Debug)]
pub(super) struct Condition(Node);

#[derive(Clone, Debug)]
enum Node {
    Truth(bool),
    /// The places of the numbers with their coefficients, the comparison, the constant.
    Linear(Vec<(usize, i64)>, Compare, i64),
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Iff(Box<Node>, Box<Node>),
}

impl Condition {
    /// A formula as a condition on the numbers of these variables; `None` if it is of another kind, or has coefficients so
    /// large that sums do not fit.
    pub fn new(expr: &Expr, vars: &[Var]) -> Option<Condition> {
        Node::new(expr, vars).map(Condition)
    }

    /// Whether a position and an option satisfy it, all piles below 2^32.
    pub fn holds(&self, position: &[u64], option: &[u64]) -> bool {
        self.spell(position, option).0
    }

    /// Whether a position and an option satisfy it, all piles below 2^32, and a size of the position's last pile up to
    /// which that stays so.
    pub fn spell(&self, position: &[u64], option: &[u64]) -> (bool, u64) {
        debug_assert!(position.iter().chain(option).all(|&pile| pile < LARGEST_PILE));
        self.0.spell(position, option)
    }
}

impl Node {
    fn new(expr: &Expr, vars: &[Var]) -> Option<Node> {
        let list = |parts: &[ExprRef]| parts.iter().map(|part| Node::new(part, vars)).collect::<Option<Vec<Node>>>();
        Some(match expr.kind() {
            Kind::Truth(value) => Node::Truth(*value),
            Kind::Linear(linear) if linear.constant.unsigned_abs() <= LARGEST_CONSTANT => {
                let term = |(var, coefficient): &(Var, Vec<i64>)| match coefficient[..] {
                    [k] if k.unsigned_abs() <= LARGEST_COEFFICIENT => {
                        Some((vars.iter().position(|known| known == var)?, k))
                    }
                    _ => None,
                };
                Node::Linear(linear.terms.iter().map(term).collect::<Option<_>>()?, linear.compare, linear.constant)
            }
            Kind::Not(inner) => Node::Not(Box::new(Node::new(inner, vars)?)),
            Kind::And(parts) => Node::And(list(parts)?),
            Kind::Or(parts) => Node::Or(list(parts)?),
            Kind::Iff(a, b) => Node::Iff(Box::new(Node::new(a, vars)?), Box::new(Node::new(b, vars)?)),
            Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => return None,
        })
    }

    fn spell(&self, position: &[u64], option: &[u64]) -> (bool, u64) {
        match self {
            Node::Truth(value) => (*value, u64::MAX),
            Node::Linear(terms, compare, constant) => {
                let last = position.len() - 1;
                let number = |place: usize| position.get(place).unwrap_or_else(|| &option[place - position.len()]);
                let sum: i64 = terms.iter().map(|&(place, k)| k * *number(place) as i64).sum();
                let k = terms.iter().find(|term| term.0 == last).map_or(0, |term| term.1);
                let (value, steps) = spell_of(sum - *constant, k, *compare);
                (value, steps.map_or(u64::MAX, |steps| position[last] + steps))
            }
            Node::Not(inner) => {
                let (value, until) = inner.spell(position, option);
                (!value, until)
            }
            Node::And(parts) => Node::all(parts, true, position, option),
            Node::Or(parts) => Node::all(parts, false, position, option),
            Node::Iff(a, b) => {
                let ((a, first), (b, second)) = (a.spell(position, option), b.spell(position, option));
                (a == b, first.min(second))
            }
        }
    }

    /// Whether all parts are `value`, and otherwise not; one that is not decides.
    fn all(parts: &[Node], value: bool, position: &[u64], option: &[u64]) -> (bool, u64) {
        let mut all = u64::MAX;
        for part in parts {
            let (own, until) = part.spell(position, option);
            if own != value {
                return (!value, until);
            }
            all = all.min(until);
        }
        (value, all)
    }
}

/// Whether a number compares so with 0, and after how many more steps of `k` that is so still; `None` if it stays so.
fn spell_of(number: i64, k: i64, compare: Compare) -> (bool, Option<u64>) {
    // Steps that stay on the same side of 0.
    let towards = if number < 0 { k } else { -k };
    let zero = (towards > 0 && number % k == 0).then(|| (number / k).unsigned_abs());
    match compare {
        Compare::Equal | Compare::NotEqual if number == 0 => (compare == Compare::Equal, (k != 0).then_some(0)),
        Compare::Equal | Compare::NotEqual => (compare == Compare::NotEqual, zero.map(|steps| steps - 1)),
        Compare::Less if number < 0 => (true, (k > 0).then(|| ((-number - 1) / k).unsigned_abs())),
        Compare::Less => (false, (k < 0).then(|| (number / -k).unsigned_abs())),
    }
}

/// The conjunctions of which a formula is the disjunction; `None` if they are many. Their parts are atoms and disjunctions
/// of inequations: `(p,q,r) != (1,2,4)` taken apart is three conjunctions where the automaton of all three is small.
fn conjunctions(expr: &ExprRef) -> Option<Vec<Vec<ExprRef>>> {
    match expr.kind() {
        Kind::Or(parts) if !parts.iter().all(is_inequation) => {
            let all = parts.iter().map(conjunctions).collect::<Option<Vec<_>>>()?.concat();
            (all.len() <= MOST_CONJUNCTIONS).then_some(all)
        }
        Kind::And(parts) => {
            let mut all = vec![Vec::new()];
            for part in parts {
                let further = conjunctions(part)?;
                if all.len() * further.len() > MOST_CONJUNCTIONS {
                    return None;
                }
                let with =
                    |known: &Vec<ExprRef>| further.iter().map(|more| [&known[..], more].concat()).collect::<Vec<_>>();
                all = all.iter().flat_map(with).collect();
            }
            Some(all)
        }
        _ => Some(vec![vec![expr.clone()]]),
    }
}

/// The conjunctions of which this formula is the disjunction, but for contradictions; `None` if they are many.
pub(super) fn consistent_conjunctions(moves: &ExprRef) -> Option<Vec<ExprRef>> {
    let all = conjunctions(&Workspace::new().prepare(moves, true))?;
    Some(all.into_iter().map(Expr::and).filter(|part| !is_contradiction(part)).collect())
}

/// The conjunctions of which a formula is the disjunction, but for contradictions; the formula itself if they are many.
pub(super) fn cases(formula: ExprRef) -> Vec<ExprRef> {
    consistent_conjunctions(&formula).unwrap_or_else(|| vec![formula])
}

fn is_inequation(expr: &ExprRef) -> bool {
    expr.kind().linear().is_some_and(|linear| linear.compare == Compare::NotEqual)
}

/// Whether linear atoms of a conjunction contradict one another, over the rational numbers from 0 on: variables are
/// eliminated, each from pairs of inequalities that bound it from both sides (Fourier 1826, Motzkin 1936). Other formulas
/// are passed over, and what takes too many inequalities or too large numbers is taken for consistent.
pub(super) fn is_contradiction(conjunction: &ExprRef) -> bool {
    let atoms: Vec<&LinearConstraint> =
        conjunction.conjuncts().iter().filter_map(|part| part.kind().linear()).collect();
    let vars: BTreeSet<Var> = atoms.iter().flat_map(|atom| atom.terms.iter().map(|term| term.0)).collect();
    let mut open: FxHashSet<Inequality> = FxHashSet::default();
    for place in 0..vars.len() {
        // No number is negative.
        let mut inequality = vec![0; vars.len() + 1];
        inequality[place] = -1;
        open.insert(inequality);
    }
    for atom in atoms {
        let mut inequality = vec![0; vars.len() + 1];
        for (var, coefficient) in &atom.terms {
            let [k] = coefficient[..] else { return false };
            inequality[vars.iter().position(|known| known == var).expect("a variable of an atom")] = k.into();
        }
        let last = vars.len();
        match atom.compare {
            Compare::NotEqual => continue,
            Compare::Less => inequality[last] = 1 - i128::from(atom.constant),
            Compare::Equal => {
                inequality[last] = -i128::from(atom.constant);
                open.insert(inequality.iter().map(|k| -k).collect());
            }
        }
        open.insert(inequality);
    }
    let mut places: BTreeSet<usize> = (0..vars.len()).collect();
    while let Some(&place) = places.iter().min_by_key(|&&place| pairs(&open, place)) {
        places.remove(&place);
        if pairs(&open, place) > MOST_INEQUALITIES {
            return false;
        }
        let (bounds, mut next): (FxHashSet<Inequality>, FxHashSet<Inequality>) =
            open.into_iter().partition(|inequality| inequality[place] != 0);
        for above in bounds.iter().filter(|inequality| inequality[place] > 0) {
            for below in bounds.iter().filter(|inequality| inequality[place] < 0) {
                let Some(sum) = combined(above, below, place) else { return false };
                if sum[..vars.len()].iter().any(|&k| k != 0) {
                    next.insert(sum);
                } else if sum[vars.len()] > 0 {
                    return true;
                }
            }
        }
        open = next;
    }
    false
}

/// `coefficients * variables + constant <= 0`, the constant behind the coefficients.
type Inequality = Vec<i128>;

/// How many inequalities come of eliminating a variable.
fn pairs(inequalities: &FxHashSet<Inequality>, place: usize) -> usize {
    let count = |sign: i128| inequalities.iter().filter(|inequality| inequality[place].signum() == sign).count();
    count(1) * count(-1)
}

/// The sum of multiples of two inequalities in which a variable vanishes, in lowest terms.
fn combined(above: &Inequality, below: &Inequality, place: usize) -> Option<Inequality> {
    let (up, down) = (above[place], -below[place]);
    let sums = above.iter().zip(below).map(|(a, b)| down.checked_mul(*a)?.checked_add(up.checked_mul(*b)?));
    let sum: Inequality = sums.collect::<Option<_>>()?;
    let divisor = sum.iter().fold(0, |divisor: i128, k| divisor.gcd(k)).max(1);
    Some(sum.into_iter().map(|k| k / divisor).collect())
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    fn atom(terms: &[(u32, i64)], compare: Compare, constant: i64) -> ExprRef {
        let terms = terms.iter().map(|&(var, k)| (Var(var), vec![k])).collect();
        Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed: false }))
    }

    /// All pairs of two atoms on three numbers with small coefficients, and whether some numbers below 6 satisfy them.
    #[test]
    fn contradictions_have_no_solution() {
        let vars = [Var(0), Var(1), Var(2)];
        let mut found = 0;
        let atoms: Vec<ExprRef> = (0..64u32)
            .map(|seed| {
                let k = |place: u32| i64::from(seed * 7919 + 104_729 * (place + 1) * (seed + 3)) / 7 % 5 - 2;
                let compare = [Compare::Less, Compare::Equal, Compare::NotEqual][seed as usize % 3];
                let terms: Vec<(u32, i64)> = (0..3).map(|var| (var, k(var))).filter(|term| term.1 != 0).collect();
                atom(&terms, compare, k(3))
            })
            .filter(|atom| !atom.free().is_empty())
            .collect();
        for (first, second) in atoms.iter().flat_map(|first| atoms.iter().map(move |second| (first, second))) {
            let both = Expr::and(vec![first.clone(), second.clone()]);
            let condition = Condition::new(&both, &vars).unwrap();
            let numbers = || (0..6u64).flat_map(|x| (0..6u64).flat_map(move |y| (0..6u64).map(move |z| [x, y, z])));
            let is_satisfied = numbers().any(|[x, y, z]| condition.holds(&[x], &[y, z]));
            let is_contradiction = is_contradiction(&both);
            assert!(!(is_satisfied && is_contradiction), "{first:?} and {second:?}");
            found += usize::from(is_contradiction);
        }
        assert!(found > 100, "{found} contradictions");
    }

    #[test]
    fn sums_of_inequalities_contradict_one_another() {
        let falls = [atom(&[(0, -1), (3, 1)], Compare::Less, 1), atom(&[(1, -1), (4, 1)], Compare::Less, 0)];
        let grows = atom(&[(0, 1), (1, 1), (3, -1), (4, -1)], Compare::Less, 1);
        assert!(is_contradiction(&Expr::and([&falls[..], slice::from_ref(&grows)].concat())));
        assert!(!is_contradiction(&Expr::and(vec![falls[0].clone(), grows])));
    }

    #[test]
    fn conjunctions_say_what_the_formula_says() {
        let vars: Vec<Var> = (0..4).map(Var).collect();
        let less = |a: u32, b: u32| atom(&[(a, 1), (b, -1)], Compare::Less, 0);
        let either = Expr::or(vec![less(0, 2), Expr::and(vec![less(1, 3), Expr::or(vec![less(2, 0), less(3, 2)])])]);
        let unequal = |var: u32, value: i64| atom(&[(var, 1)], Compare::NotEqual, value);
        let not_there = Expr::or(vec![unequal(0, 1), unequal(1, 2), unequal(2, 3)]);
        let formula = Expr::and(vec![either, Expr::or(vec![less(0, 1), less(3, 0)]), not_there]);
        let parts = conjunctions(&formula).unwrap();
        assert_eq!(parts.len(), 6);
        let apart = Expr::or(parts.into_iter().map(Expr::and).collect());
        let [formula, apart] = [formula, apart].map(|formula| Condition::new(&formula, &vars).unwrap());
        for code in 0..256u64 {
            let numbers = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
            assert_eq!(formula.holds(&numbers[..2], &numbers[2..]), apart.holds(&numbers[..2], &numbers[2..]));
        }
    }

    /// Random formulas on positions of two piles: their truth, and that it stays so for larger last piles up to where it is
    /// said to.
    #[test]
    fn a_condition_stays_as_it_is_up_to_where_it_says() {
        let vars: Vec<Var> = (0..4).map(Var).collect();
        let mut seed = 1u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        let mut leaps = 0;
        for _ in 0..200 {
            let mut atoms: Vec<ExprRef> = (0..4)
                .map(|_| {
                    let compare = [Compare::Less, Compare::Equal, Compare::NotEqual][below(3) as usize];
                    let terms: Vec<(u32, i64)> = (0..4).map(|var| (var, below(7) as i64 - 3)).collect();
                    let terms: Vec<(u32, i64)> = terms.into_iter().filter(|term| term.1 != 0).collect();
                    atom(&terms, compare, below(20) as i64 - 10)
                })
                .collect();
            let [first, second] = [0, 1].map(|_| atoms.pop().expect("four atoms"));
            let inner = Expr::new(Kind::Iff(first, Expr::negation(second)));
            atoms.push(inner);
            let formula = if below(2) == 0 { Expr::and(atoms) } else { Expr::or(atoms) };
            let condition = Condition::new(&formula, &vars).expect("linear atoms");
            for _ in 0..20 {
                let [other, last] = [below(12), below(12)];
                let option = [below(12), below(12)];
                let (value, until) = condition.spell(&[other, last], &option);
                for larger in last..=until.min(last + 30) {
                    assert_eq!(condition.holds(&[other, larger], &option), value, "{formula:?} at {larger}");
                }
                leaps += usize::from(until > last && until < last + 30);
            }
        }
        assert!(leaps > 1_000, "{leaps} leaps");
    }

    #[test]
    fn other_formulas_are_no_conditions() {
        let vars = [Var(0), Var(1)];
        let large = atom(&[(0, 1 << 40)], Compare::Less, 1);
        assert!(Condition::new(&large, &vars).is_none());
        let quantified = Expr::exists(vec![Var(1)], atom(&[(0, 1), (1, -2)], Compare::Equal, 0));
        assert!(Condition::new(&quantified, &vars).is_none());
    }
}
