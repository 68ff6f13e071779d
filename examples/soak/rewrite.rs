//! Formulas that mean the same: the engine is asked one, the reference the other.

use super::formula::{Connective, Formula, NAMED, Quantifier, Term, Var};
use super::numeration::Compare;
use super::tape::Tape;

/// The formula changed at some places in ways that keep its meaning; atoms keep to `most` variables.
pub fn rewritten(formula: &Formula, most: usize, tape: &mut Tape) -> Formula {
    let mut formula = formula.clone();
    for _ in 0..tape.below(4) {
        let mut target = tape.below(size(&formula));
        formula = at(&formula, &mut target, &mut Change { most, tape });
    }
    formula
}

fn size(formula: &Formula) -> usize {
    match formula {
        Formula::Not(inner) => 1 + size(inner),
        Formula::Binary(_, a, b) => 1 + size(a) + size(b),
        Formula::Quantified(_, _, body) => 1 + size(body),
        _ => 1,
    }
}

/// Every variable in a formula, bound or free.
fn all_variables(formula: &Formula, found: &mut Vec<Var>) {
    match formula {
        Formula::Compare(_, a, b) => {
            a.variables(found);
            b.variables(found);
        }
        Formula::Letter(_, _, terms, _) | Formula::Call(_, terms) => terms.iter().for_each(|t| t.variables(found)),
        Formula::Not(inner) => all_variables(inner, found),
        Formula::Binary(_, a, b) => {
            all_variables(a, found);
            all_variables(b, found);
        }
        Formula::Quantified(_, variables, body) => {
            found.extend(variables);
            all_variables(body, found);
        }
    }
}

/// What a change may do.
struct Change<'a> {
    most: usize,
    tape: &'a mut Tape,
}

/// A change at the node with this number, counted from the root.
fn at(formula: &Formula, target: &mut usize, change: &mut Change<'_>) -> Formula {
    if *target == 0 {
        *target = usize::MAX;
        return changed(formula, change);
    }
    *target -= usize::from(*target != usize::MAX);
    match formula {
        Formula::Not(inner) => at(inner, target, change).negated(),
        Formula::Binary(op, a, b) => {
            let a = at(a, target, change);
            Formula::Binary(*op, Box::new(a), Box::new(at(b, target, change)))
        }
        Formula::Quantified(q, variables, body) => {
            Formula::Quantified(*q, variables.clone(), Box::new(at(body, target, change)))
        }
        other => other.clone(),
    }
}

fn changed(formula: &Formula, change: &mut Change<'_>) -> Formula {
    let original = formula.clone();
    if change.tape.below(5) == 0 {
        return original.negated().negated();
    }
    match original {
        Formula::Compare(op, a, b) => flipped(op, a, b, change),
        Formula::Letter(..) | Formula::Call(..) => shifted(formula, change),
        Formula::Not(inner) => match *inner {
            Formula::Binary(Connective::And, a, b) => {
                Formula::Binary(Connective::Or, Box::new(a.negated()), Box::new(b.negated()))
            }
            Formula::Binary(Connective::Or, a, b) => {
                Formula::Binary(Connective::And, Box::new(a.negated()), Box::new(b.negated()))
            }
            Formula::Quantified(Quantifier::Exists, variables, body) => {
                Formula::Quantified(Quantifier::ForAll, variables, Box::new(body.negated()))
            }
            inner => inner.negated(),
        },
        Formula::Binary(op, a, b) => regrouped(op, a, b, change.tape),
        Formula::Quantified(quantifier, variables, body) => requantified(quantifier, variables, *body, change.tape),
    }
}

/// A comparison read from the right, or a shifted variable.
fn flipped(op: Compare, a: Term, b: Term, change: &mut Change<'_>) -> Formula {
    if change.tape.below(2) == 1 {
        return shifted(&Formula::Compare(op, a, b), change);
    }
    let op = match op {
        Compare::Equal => Compare::Equal,
        Compare::NotEqual => Compare::NotEqual,
        Compare::Less => Compare::Greater,
        Compare::LessEqual => Compare::GreaterEqual,
        Compare::Greater => Compare::Less,
        Compare::GreaterEqual => Compare::LessEqual,
    };
    Formula::Compare(op, b, a)
}

/// F(x) as: some v is x+k, and F(v-k).
fn shifted(formula: &Formula, change: &mut Change<'_>) -> Formula {
    let free = formula.free();
    // A track more would make the alphabet large.
    if free.is_empty() || free.len() >= change.most {
        return formula.clone();
    }
    let x = *change.tape.pick(&free);
    let Some(v) = unused(formula, change.tape) else { return formula.clone() };
    let k = change.tape.range(1, 3);
    let moved = replaced(formula, x, &Term::Sub(Box::new(Term::Var(v)), Box::new(Term::Num(k))));
    let sum = Term::Add(Box::new(Term::Var(x)), Box::new(Term::Num(k)));
    let equal = Formula::Compare(Compare::Equal, Term::Var(v), sum);
    Formula::Quantified(Quantifier::Exists, vec![v], Box::new(Formula::and(equal, moved)))
}

fn unused(formula: &Formula, tape: &mut Tape) -> Option<Var> {
    let mut known = Vec::new();
    all_variables(formula, &mut known);
    // Outer variables are small numbers, bound ones those after them.
    let choices: Vec<Var> = (9..NAMED).filter(|var| !known.contains(var)).collect();
    (!choices.is_empty()).then(|| *tape.pick(&choices))
}

fn replaced(formula: &Formula, x: Var, by: &Term) -> Formula {
    let all = |terms: &[Term]| terms.iter().map(|term| put(term, x, by)).collect();
    match formula {
        Formula::Compare(op, a, b) => Formula::Compare(*op, put(a, x, by), put(b, x, by)),
        Formula::Letter(op, word, terms, letter) => Formula::Letter(*op, word.clone(), all(terms), *letter),
        Formula::Call(function, terms) => Formula::Call(function.clone(), all(terms)),
        _ => unreachable!("only atoms are shifted"),
    }
}

fn put(term: &Term, x: Var, by: &Term) -> Term {
    let again = |term: &Term| Box::new(put(term, x, by));
    match term {
        Term::Var(var) if *var == x => by.clone(),
        Term::Var(_) | Term::Num(_) => term.clone(),
        Term::Add(a, b) => Term::Add(again(a), again(b)),
        Term::Sub(a, b) => Term::Sub(again(a), again(b)),
        Term::Mul(k, a) => Term::Mul(*k, again(a)),
        Term::Div(a, k) => Term::Div(again(a), *k),
        Term::Word(word, indices) => Term::Word(word.clone(), indices.iter().map(|t| put(t, x, by)).collect()),
    }
}

fn regrouped(op: Connective, a: Box<Formula>, b: Box<Formula>, tape: &mut Tape) -> Formula {
    let pair = |op, a, b| Formula::Binary(op, a, b);
    match op {
        Connective::Implies => pair(Connective::Or, Box::new(a.negated()), b),
        Connective::Iff if tape.below(2) == 1 => pair(Connective::Xor, a, b).negated(),
        Connective::Xor if tape.below(2) == 1 => pair(Connective::Iff, a, Box::new(b.negated())),
        _ => pair(op, b, a),
    }
}

fn requantified(quantifier: Quantifier, variables: Vec<Var>, body: Formula, tape: &mut Tape) -> Formula {
    let again = |quantifier, body: Formula| Formula::Quantified(quantifier, variables.clone(), Box::new(body));
    if tape.below(3) == 1 {
        return renamed(quantifier, &variables, &body, tape);
    }
    match (quantifier, body) {
        (Quantifier::Exists, Formula::Binary(Connective::Or, a, b)) => Formula::Binary(
            Connective::Or,
            Box::new(again(Quantifier::Exists, *a)),
            Box::new(again(Quantifier::Exists, *b)),
        ),
        (Quantifier::ForAll, Formula::Binary(Connective::And, a, b)) => Formula::Binary(
            Connective::And,
            Box::new(again(Quantifier::ForAll, *a)),
            Box::new(again(Quantifier::ForAll, *b)),
        ),
        (Quantifier::Exists, Formula::Binary(Connective::And, a, b))
            if !b.free().iter().any(|var| variables.contains(var)) =>
        {
            Formula::and(again(Quantifier::Exists, *a), *b)
        }
        (Quantifier::Exists, body) => match tape.below(2) {
            0 => again(Quantifier::ForAll, body.negated()).negated(),
            _ => again(Quantifier::AtLeast(1), body),
        },
        (Quantifier::ForAll, body) => match tape.below(2) {
            0 => again(Quantifier::Exists, body.negated()).negated(),
            _ => again(Quantifier::AtMost(0), body.negated()),
        },
        (Quantifier::AtLeast(k), body) if k > 0 => again(Quantifier::AtMost(k - 1), body).negated(),
        (Quantifier::AtMost(k), body) => again(Quantifier::AtLeast(k + 1), body).negated(),
        (Quantifier::Exactly(k), body) => {
            Formula::and(again(Quantifier::AtLeast(k), body.clone()), again(Quantifier::AtMost(k), body))
        }
        (quantifier, body) => again(quantifier, body),
    }
}

/// Gives the variables that a quantifier binds new names; too few unused names leave it as it is.
fn renamed(quantifier: Quantifier, variables: &[Var], body: &Formula, tape: &mut Tape) -> Formula {
    let mut renamed = body.clone();
    let mut names = Vec::new();
    for &var in variables {
        let Some(other) = unused(&renamed, tape).filter(|other| !variables.contains(other) && !names.contains(other))
        else {
            return Formula::Quantified(quantifier, variables.to_vec(), Box::new(body.clone()));
        };
        renamed = with_name(&renamed, var, other);
        names.push(other);
    }
    Formula::Quantified(quantifier, names, Box::new(renamed))
}

/// Another name for a variable wherever it stands; the name is new.
pub fn with_name(formula: &Formula, var: Var, other: Var) -> Formula {
    let of = |known: Var| if known == var { other } else { known };
    let all = |terms: &[Term]| terms.iter().map(|term| term.rename(&of)).collect();
    match formula {
        Formula::Compare(op, a, b) => Formula::Compare(*op, a.rename(&of), b.rename(&of)),
        Formula::Letter(op, word, terms, letter) => Formula::Letter(*op, word.clone(), all(terms), *letter),
        Formula::Call(function, terms) => Formula::Call(function.clone(), all(terms)),
        Formula::Not(inner) => with_name(inner, var, other).negated(),
        Formula::Binary(op, a, b) => {
            Formula::Binary(*op, Box::new(with_name(a, var, other)), Box::new(with_name(b, var, other)))
        }
        Formula::Quantified(quantifier, variables, body) => Formula::Quantified(
            *quantifier,
            variables.iter().map(|&known| of(known)).collect(),
            Box::new(with_name(body, var, other)),
        ),
    }
}
