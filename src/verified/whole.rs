//! Formulas whose variables are integers, as formulas over natural numbers: `verified/Whole.v`.
//!
//! A variable that an equation gives is replaced: over the integers `A x (x = t => F)` and `E x (x = t & F)` are F with
//! t for x. Each variable that is left becomes a difference of two natural numbers. Weakness: two tracks for a
//! variable.

use filbert_answers::formula::{Comparison, Formula, Term, Variable};
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::apart::variables;
use super::distinct::are_distinct;
use super::linear::{Linear, simple};

/// The formula over natural numbers; none if a variable is counted twice at once.
pub fn over_naturals(formula: Formula) -> Option<Formula> {
    let formula = without_given(formula);
    is_proper(&formula).then(|| differences(&formula))
}

/// A formula like this one, whose parts are what `part` gives for them.
fn mapped(formula: &Formula, part: impl Fn(&Formula) -> Formula) -> Formula {
    let part = |inner: &Formula| Box::new(part(inner));
    match formula {
        Formula::Compare(..) | Formula::Relation(..) => formula.clone(),
        Formula::Not(body) => Formula::Not(part(body)),
        Formula::And(f, g) => Formula::And(part(f), part(g)),
        Formula::Or(f, g) => Formula::Or(part(f), part(g)),
        Formula::Implies(f, g) => Formula::Implies(part(f), part(g)),
        Formula::Iff(f, g) => Formula::Iff(part(f), part(g)),
        Formula::Exists(x, body) => Formula::Exists(*x, part(body)),
        Formula::ForAll(x, body) => Formula::ForAll(*x, part(body)),
        Formula::AtLeast(k, bound, body) => Formula::AtLeast(*k, bound.clone(), part(body)),
        Formula::Infinitely(x, body) => Formula::Infinitely(*x, part(body)),
    }
}

/// A block of quantifiers of one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    All,
    Some,
}

impl Block {
    /// Terms that are 0 wherever a formula has the truth that leaves the block open.
    fn zeros(self, formula: &Formula) -> Vec<Term> {
        zeros_of(self == Block::Some, formula)
    }

    fn quantified(self, bound: &[Variable], body: Formula) -> Formula {
        bound.iter().rev().fold(body, |body, &x| match self {
            Block::All => Formula::ForAll(x, body.into()),
            Block::Some => Formula::Exists(x, body.into()),
        })
    }

    /// Takes off the quantifiers of its kind in front.
    fn peeled(self, mut formula: Formula) -> (Vec<Variable>, Formula) {
        let mut bound = Vec::new();
        loop {
            match (self, formula) {
                (Block::All, Formula::ForAll(x, body)) | (Block::Some, Formula::Exists(x, body)) => {
                    bound.push(x);
                    formula = *body;
                }
                (_, rest) => return (bound, rest),
            }
        }
    }

    /// The block without the variables that equations give.
    fn solved(self, mut bound: Vec<Variable>, mut body: Formula) -> Formula {
        for _ in 0..bound.len() {
            let Some((x, value)) = solvable(&bound, &self.zeros(&body)) else { break };
            let mut inside = Vec::new();
            variables(&value, &mut inside);
            if inside.contains(&x) || !is_unbound(&[&[x], &inside[..]].concat(), &body) {
                break;
            }
            bound.retain(|y| *y != x);
            body = put(x, &value, &body);
        }
        self.quantified(&bound, body)
    }
}

/// Terms that are 0 wherever a formula has this truth.
fn zeros_of(truth: bool, formula: &Formula) -> Vec<Term> {
    let both = |f: &Formula, of: bool, g: &Formula| {
        let mut zeros = zeros_of(of, f);
        zeros.append(&mut zeros_of(truth, g));
        zeros
    };
    match formula {
        Formula::Compare(Comparison::Equal, a, b) if truth => {
            vec![Term::Difference(a.clone().into(), b.clone().into())]
        }
        Formula::Not(body) => zeros_of(!truth, body),
        Formula::And(f, g) if truth => both(f, true, g),
        Formula::Or(f, g) if !truth => both(f, false, g),
        Formula::Implies(f, g) if !truth => both(f, true, g),
        Formula::Compare(..)
        | Formula::Relation(..)
        | Formula::And(..)
        | Formula::Or(..)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Exists(..)
        | Formula::ForAll(..)
        | Formula::AtLeast(..)
        | Formula::Infinitely(..) => Vec::new(),
    }
}

/// The first variable that one of some terms gives where it is 0, and its value.
fn solvable(bound: &[Variable], zeros: &[Term]) -> Option<(Variable, Term)> {
    let solution = |x: Variable, zero: &Term| {
        let mut rest = Linear::of(zero);
        let factor = rest.take_out(x);
        let is_unit = factor == BigInt::one() || factor == -BigInt::one();
        is_unit.then(|| (x, Term::Multiple(-factor, rest.term().into())))
    };
    zeros.iter().find_map(|zero| bound.iter().find_map(|&x| solution(x, zero)))
}

fn put_in(x: Variable, value: &Term, term: &Term) -> Term {
    let put = |a: &Term| Box::new(put_in(x, value, a));
    match term {
        Term::Variable(y) if *y == x => value.clone(),
        Term::Number(_) | Term::Variable(_) => term.clone(),
        Term::Sum(a, b) => Term::Sum(put(a), put(b)),
        Term::Difference(a, b) => Term::Difference(put(a), put(b)),
        Term::Multiple(factor, a) => Term::Multiple(factor.clone(), put(a)),
    }
}

/// The formula with a term for a variable, the variables of which are not bound in it.
fn put(x: Variable, value: &Term, formula: &Formula) -> Formula {
    match formula {
        Formula::Compare(comparison, a, b) => simple(*comparison, &put_in(x, value, a), &put_in(x, value, b)),
        other => mapped(other, |part| put(x, value, part)),
    }
}

/// Whether none of some variables is bound in a formula.
fn is_unbound(names: &[Variable], formula: &Formula) -> bool {
    match formula {
        Formula::Compare(..) | Formula::Relation(..) => true,
        Formula::Not(body) => is_unbound(names, body),
        Formula::And(f, g) | Formula::Or(f, g) | Formula::Implies(f, g) | Formula::Iff(f, g) => {
            is_unbound(names, f) && is_unbound(names, g)
        }
        Formula::Exists(x, body) | Formula::ForAll(x, body) | Formula::Infinitely(x, body) => {
            !names.contains(x) && is_unbound(names, body)
        }
        Formula::AtLeast(_, bound, body) => !bound.iter().any(|x| names.contains(x)) && is_unbound(names, body),
    }
}

fn without_given(formula: Formula) -> Formula {
    let block = |kind: Block, x: Variable, body: Formula| {
        let (mut bound, body) = kind.peeled(without_given(body));
        bound.insert(0, x);
        kind.solved(bound, body)
    };
    match formula {
        Formula::Exists(x, body) => block(Block::Some, x, *body),
        Formula::ForAll(x, body) => block(Block::All, x, *body),
        other => mapped(&other, |part| without_given(part.clone())),
    }
}

/// Whether no variable is counted twice at once.
fn is_proper(formula: &Formula) -> bool {
    match formula {
        Formula::Compare(..) | Formula::Relation(..) => true,
        Formula::Not(body) | Formula::Exists(_, body) | Formula::ForAll(_, body) | Formula::Infinitely(_, body) => {
            is_proper(body)
        }
        Formula::And(f, g) | Formula::Or(f, g) | Formula::Implies(f, g) | Formula::Iff(f, g) => {
            is_proper(f) && is_proper(g)
        }
        Formula::AtLeast(_, bound, body) => are_distinct(bound) && is_proper(body),
    }
}

/// The integer x is the variable `plus(x)` less the variable `minus(x)`.
fn plus(x: Variable) -> Variable {
    2 * x
}

fn minus(x: Variable) -> Variable {
    2 * x + 1
}

fn differences_in(term: &Term) -> Term {
    let inside = |a: &Term| Box::new(differences_in(a));
    match term {
        Term::Number(_) => term.clone(),
        Term::Variable(x) => Term::Difference(Term::Variable(plus(*x)).into(), Term::Variable(minus(*x)).into()),
        Term::Sum(a, b) => Term::Sum(inside(a), inside(b)),
        Term::Difference(a, b) => Term::Difference(inside(a), inside(b)),
        Term::Multiple(factor, a) => Term::Multiple(factor.clone(), inside(a)),
    }
}

fn is_zero(x: Variable) -> Formula {
    Formula::Compare(Comparison::Equal, Term::Variable(x), Term::Number(BigInt::zero()))
}

fn differences(formula: &Formula) -> Formula {
    match formula {
        Formula::Compare(comparison, a, b) => Formula::Compare(*comparison, differences_in(a), differences_in(b)),
        Formula::Relation(..) => {
            let zero = || Term::Number(BigInt::zero());
            Formula::Compare(Comparison::Less, zero(), zero())
        }
        Formula::Exists(x, body) => {
            Formula::Exists(plus(*x), Formula::Exists(minus(*x), differences(body).into()).into())
        }
        Formula::ForAll(x, body) => {
            Formula::ForAll(plus(*x), Formula::ForAll(minus(*x), differences(body).into()).into())
        }
        Formula::AtLeast(k, bound, body) => {
            let both = bound.iter().flat_map(|&x| [plus(x), minus(x)]).collect();
            // One of both is 0: then each integer is one difference.
            let least = bound.iter().rev().fold(differences(body), |body, &x| {
                let one = Formula::Or(is_zero(plus(x)).into(), is_zero(minus(x)).into());
                Formula::And(one.into(), body.into())
            });
            Formula::AtLeast(*k, both, least.into())
        }
        // For infinitely many n, it says something of n or of -n, which is n less 2n.
        Formula::Infinitely(x, body) => {
            let twice = Term::Multiple(2.into(), Term::Variable(plus(*x)).into());
            let is_negative = Formula::Compare(Comparison::Equal, Term::Variable(minus(*x)), twice);
            let sign = Formula::Or(is_zero(minus(*x)).into(), is_negative.into());
            let body = Formula::And(sign.into(), differences(body).into());
            Formula::Infinitely(plus(*x), Formula::Exists(minus(*x), body.into()).into())
        }
        Formula::Not(_) | Formula::And(..) | Formula::Or(..) | Formula::Implies(..) | Formula::Iff(..) => {
            mapped(formula, differences)
        }
    }
}
