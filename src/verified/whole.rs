//! Formulas whose variables are integers, as formulas over natural numbers: `verified/Whole.v`.
//!
//! A variable that an equation gives is replaced: over the integers `A x (x = t => F)` and `E x (x = t & F)` are F with
//! t for x. Each variable that is left becomes a difference of two natural numbers. Weakness: two tracks for a
//! variable.

use filbert_answers::formula::{Comparison, Formula, Term, Variable};
use num_bigint::BigInt;
use num_traits::One;

use super::distinct::are_distinct;
use super::linear::{Linear, simple};

/// The formula over natural numbers; none if a variable is counted twice at once.
pub fn over_naturals(formula: Formula) -> Option<Formula> {
    let formula = without_given(formula);
    is_proper(&formula).then(|| differences(&formula))
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
            value.collect(&mut inside);
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
        _ => Vec::new(),
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

/// The formula with a term for a variable, the variables of which are not bound in it.
fn put(x: Variable, value: &Term, formula: &Formula) -> Formula {
    let put_in = |term: &Term| term.with(&|y| if y == x { value.clone() } else { Term::Variable(y) });
    match formula {
        Formula::Compare(comparison, a, b) => simple(*comparison, &put_in(a), &put_in(b)),
        other => other.with_parts(|part| put(x, value, part)),
    }
}

/// Whether none of some variables is bound in a formula.
fn is_unbound(names: &[Variable], formula: &Formula) -> bool {
    !formula.bound().iter().any(|x| names.contains(x)) && formula.parts().all(|part| is_unbound(names, part))
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
        other => other.with_parts(|part| without_given(part.clone())),
    }
}

/// Whether no variable is counted twice at once.
fn is_proper(formula: &Formula) -> bool {
    are_distinct(formula.bound()) && formula.parts().all(is_proper)
}

/// The integer x is the variable `plus(x)` less the variable `minus(x)`.
fn plus(x: Variable) -> Variable {
    2 * x
}

fn minus(x: Variable) -> Variable {
    2 * x + 1
}

fn differences_in(term: &Term) -> Term {
    term.with(&|x| Term::Difference(Term::Variable(plus(x)).into(), Term::Variable(minus(x)).into()))
}

fn is_zero(x: Variable) -> Formula {
    Formula::Compare(Comparison::Equal, Term::Variable(x), Term::zero())
}

fn differences(formula: &Formula) -> Formula {
    match formula {
        Formula::Compare(comparison, a, b) => Formula::Compare(*comparison, differences_in(a), differences_in(b)),
        Formula::Relation(..) => Formula::falsity(),
        Formula::Exists(x, body) => Formula::exists(plus(*x), Formula::exists(minus(*x), differences(body))),
        Formula::ForAll(x, body) => {
            Formula::ForAll(plus(*x), Formula::ForAll(minus(*x), differences(body).into()).into())
        }
        Formula::AtLeast(k, bound, body) => {
            let both = bound.iter().flat_map(|&x| [plus(x), minus(x)]).collect();
            // One of both is 0: then each integer is one difference.
            let least =
                bound.iter().rev().fold(differences(body), |body, &x| is_zero(plus(x)).or(is_zero(minus(x))).and(body));
            Formula::AtLeast(*k, both, least.into())
        }
        // For infinitely many n, it says something of n or of -n, which is n less 2n.
        Formula::Infinitely(x, body) => {
            let twice = Term::Multiple(2.into(), Term::Variable(plus(*x)).into());
            let is_negative = Formula::Compare(Comparison::Equal, Term::Variable(minus(*x)), twice);
            let body = is_zero(minus(*x)).or(is_negative).and(differences(body));
            Formula::Infinitely(plus(*x), Formula::exists(minus(*x), body).into())
        }
        Formula::Not(_) | Formula::And(..) | Formula::Or(..) | Formula::Implies(..) | Formula::Iff(..) => {
            formula.with_parts(differences)
        }
    }
}
