//! Statements on one variable with numbers of any size: where linear comparisons change, exactly. Imports only `syntax`.
//!
//! A comparison of linear terms in x changes its truth only next to a root of the terms' difference, and the condition
//! that a part is natural only next to a root of that part. Between two neighbouring roots a formula without inner
//! quantifiers is true everywhere or nowhere: one point of each gap tells, and the gaps are counted by their lengths.

use filbert::syntax::ast::{Comparison, Connective, Formula, FormulaId, FormulaKind, Quantifier, TermId, TermKind};
use num_bigint::BigInt;
use num_integer::Integer;

/// How many numbers satisfy something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// So many.
    Finite(BigInt),
    /// Infinitely many.
    Infinite,
}

/// The truth of a closed statement with one quantifier in front, over natural numbers or over all integers.
pub fn holds(formula: &Formula, signed: bool) -> bool {
    let FormulaKind::Quantified { quantifier, variables, body } = &formula[formula.root].kind else {
        return is_true(formula, formula.root, &BigInt::ZERO, signed);
    };
    assert_eq!(variables.len(), 1, "one variable");
    let count = |wanted: bool| count(formula, *body, signed, wanted);
    let compared = |k: &u64| count(true).cmp(&Count::Finite((*k).into()));
    match quantifier {
        Quantifier::Exists => count(true) != Count::Finite(BigInt::ZERO),
        Quantifier::ForAll => count(false) == Count::Finite(BigInt::ZERO),
        Quantifier::Infinitely => count(true) == Count::Infinite,
        Quantifier::AtLeast(k) => compared(k).is_ge(),
        Quantifier::AtMost(k) => compared(k).is_le(),
        Quantifier::Exactly(k) => compared(k).is_eq(),
    }
}

/// How many numbers give the body this truth.
fn count(formula: &Formula, body: FormulaId, signed: bool, wanted: bool) -> Count {
    let mut points = Vec::new();
    for term in (0..formula.terms.len() as u32).map(TermId) {
        points.extend(roots(&linear(formula, term)));
    }
    for node in &formula.nodes {
        if let FormulaKind::Compare { left, right, .. } = node.kind {
            let ((a, b), (c, d)) = (linear(formula, left), linear(formula, right));
            points.extend(roots(&(a - c, b - d)));
        }
    }
    points.push(BigInt::ZERO);
    points.retain(|point| signed || point >= &BigInt::ZERO);
    points.sort();
    points.dedup();
    let is_wanted = |x: &BigInt| is_true(formula, body, x, signed) == wanted;
    let (first, last) = (points[0].clone(), points[points.len() - 1].clone());
    if is_wanted(&(last + 1)) || signed && is_wanted(&(first - 1)) {
        return Count::Infinite;
    }
    let on: BigInt = points.iter().filter(|point| is_wanted(point)).map(|_| BigInt::from(1)).sum();
    let gaps = points.windows(2).filter(|gap| gap[1] > &gap[0] + 1 && is_wanted(&(&gap[0] + 1)));
    let between: BigInt = gaps.map(|gap| &gap[1] - &gap[0] - 1).sum();
    Count::Finite(on + between)
}

/// The integers next to where `a x + b` is 0.
fn roots((a, b): &(BigInt, BigInt)) -> Vec<BigInt> {
    if *a == BigInt::ZERO {
        return Vec::new();
    }
    let below = (-b).div_floor(a);
    (-1..=2).map(|offset| &below + offset).collect()
}

/// `a x + b`.
fn linear(formula: &Formula, id: TermId) -> (BigInt, BigInt) {
    let of = |id: &TermId| linear(formula, *id);
    match &formula[id].kind {
        TermKind::Variable(_) => (1.into(), 0.into()),
        TermKind::Number(n) => (0.into(), n.clone().into()),
        TermKind::Negate(inner) => {
            let (a, b) = of(inner);
            (-a, -b)
        }
        TermKind::Add(left, right) => {
            let ((a, b), (c, d)) = (of(left), of(right));
            (a + c, b + d)
        }
        TermKind::Subtract(left, right) => {
            let ((a, b), (c, d)) = (of(left), of(right));
            (a - c, b - d)
        }
        TermKind::Multiply(left, right) => {
            let ((a, b), (c, d)) = (of(left), of(right));
            assert!(a == BigInt::ZERO || c == BigInt::ZERO, "a product of variables");
            (a * &d + c * &b, b * d)
        }
        other => panic!("not linear: {other:?}"),
    }
}

fn is_true(formula: &Formula, id: FormulaId, x: &BigInt, signed: bool) -> bool {
    let of = |id: &FormulaId| is_true(formula, *id, x, signed);
    match &formula[id].kind {
        FormulaKind::Compare { op, left, right } => {
            let value = |id: &TermId| value(formula, *id, x, signed);
            let (Some(a), Some(b)) = (value(left), value(right)) else { return false };
            match op {
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
                Comparison::Less => a < b,
                Comparison::LessEqual => a <= b,
                Comparison::Greater => a > b,
                Comparison::GreaterEqual => a >= b,
            }
        }
        FormulaKind::Not(inner) => !of(inner),
        FormulaKind::Binary { op, left, right } => {
            let (a, b) = (of(left), of(right));
            match op {
                Connective::And => a && b,
                Connective::Or => a || b,
                Connective::Xor => a != b,
                Connective::Implies => !a || b,
                Connective::Iff => a == b,
            }
        }
        other => panic!("not without quantifiers: {other:?}"),
    }
}

/// The value of a term; `None` if it or a part of it is no number of the system.
fn value(formula: &Formula, id: TermId, x: &BigInt, signed: bool) -> Option<BigInt> {
    let of = |id: &TermId| value(formula, *id, x, signed);
    let found = match &formula[id].kind {
        TermKind::Variable(_) => x.clone(),
        TermKind::Number(n) => n.clone().into(),
        TermKind::Negate(inner) => -of(inner)?,
        TermKind::Add(a, b) => of(a)? + of(b)?,
        TermKind::Subtract(a, b) => of(a)? - of(b)?,
        TermKind::Multiply(a, b) => of(a)? * of(b)?,
        other => panic!("not linear: {other:?}"),
    };
    (signed || found >= BigInt::ZERO).then_some(found)
}
