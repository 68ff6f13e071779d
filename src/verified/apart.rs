//! Bound variables with numbers of their own, so that each of them can have its own system: `verified/Apart.v`.
//!
//! Flattening gives variables of different quantifiers the same number where neither quantifier is inside the other;
//! here every quantifier takes the next numbers. Cost: one pass. Weakness: more variables, so formulas of one system
//! stay as they are.

use filbert_answers::formula::{Formula, Term, Variable};

/// The formula with its bound variables apart.
pub fn apart(formula: &Formula) -> Formula {
    let next = free(formula).into_iter().max().unwrap_or(0) + 1;
    Renaming { names: Vec::new(), next }.formula(formula)
}

/// The variables of a term, in their order.
pub fn variables(term: &Term, found: &mut Vec<Variable>) {
    match term {
        Term::Number(_) => {}
        Term::Variable(x) => found.push(*x),
        Term::Sum(a, b) | Term::Difference(a, b) => {
            variables(a, found);
            variables(b, found);
        }
        Term::Multiple(_, a) => variables(a, found),
    }
}

/// The free variables of a formula, each as often as it occurs.
pub fn free(formula: &Formula) -> Vec<Variable> {
    match formula {
        Formula::Compare(_, a, b) => {
            let mut found = Vec::new();
            variables(a, &mut found);
            variables(b, &mut found);
            found
        }
        Formula::Relation(_, places) => places.clone(),
        Formula::Not(body) => free(body),
        Formula::And(f, g) | Formula::Or(f, g) | Formula::Implies(f, g) | Formula::Iff(f, g) => {
            let mut found = free(f);
            found.append(&mut free(g));
            found
        }
        Formula::Exists(x, body) | Formula::ForAll(x, body) | Formula::Infinitely(x, body) => {
            let mut found = free(body);
            found.retain(|y| y != x);
            found
        }
        Formula::AtLeast(_, bound, body) => {
            let mut found = free(body);
            found.retain(|y| !bound.contains(y));
            found
        }
    }
}

struct Renaming {
    /// New numbers of variables; the last of a variable counts.
    names: Vec<(Variable, Variable)>,
    next: Variable,
}

impl Renaming {
    fn variable(&self, x: Variable) -> Variable {
        self.names.iter().rev().find(|(old, _)| *old == x).map_or(x, |(_, new)| *new)
    }

    fn term(&self, term: &Term) -> Term {
        match term {
            Term::Number(value) => Term::Number(value.clone()),
            Term::Variable(x) => Term::Variable(self.variable(*x)),
            Term::Sum(a, b) => Term::Sum(self.term(a).into(), self.term(b).into()),
            Term::Difference(a, b) => Term::Difference(self.term(a).into(), self.term(b).into()),
            Term::Multiple(factor, a) => Term::Multiple(factor.clone(), self.term(a).into()),
        }
    }

    /// What stands under a quantifier, with the new variables; so many numbers stay free besides.
    fn under(&mut self, bound: &[Variable], body: &Formula, spare: usize) -> (Vec<Variable>, Box<Formula>) {
        let new: Vec<Variable> = (self.next..self.next + bound.len()).collect();
        self.next += bound.len() + spare;
        self.names.extend(bound.iter().copied().zip(new.iter().copied()));
        let body = self.formula(body);
        self.names.truncate(self.names.len() - bound.len());
        (new, body.into())
    }

    fn two(&mut self, f: &Formula, g: &Formula) -> (Box<Formula>, Box<Formula>) {
        let f = self.formula(f);
        (f.into(), self.formula(g).into())
    }

    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Compare(comparison, a, b) => Formula::Compare(*comparison, self.term(a), self.term(b)),
            Formula::Relation(relation, places) => {
                Formula::Relation(*relation, places.iter().map(|&x| self.variable(x)).collect())
            }
            Formula::Not(body) => Formula::Not(self.formula(body).into()),
            Formula::And(f, g) => {
                let (f, g) = self.two(f, g);
                Formula::And(f, g)
            }
            Formula::Or(f, g) => {
                let (f, g) = self.two(f, g);
                Formula::Or(f, g)
            }
            Formula::Implies(f, g) => {
                let (f, g) = self.two(f, g);
                Formula::Implies(f, g)
            }
            Formula::Iff(f, g) => {
                let (f, g) = self.two(f, g);
                Formula::Iff(f, g)
            }
            Formula::Exists(x, body) => {
                let (new, body) = self.under(&[*x], body, 0);
                Formula::Exists(new[0], body)
            }
            Formula::ForAll(x, body) => {
                let (new, body) = self.under(&[*x], body, 0);
                Formula::ForAll(new[0], body)
            }
            Formula::AtLeast(k, bound, body) => {
                let (new, body) = self.under(bound, body, 0);
                Formula::AtLeast(*k, new, body)
            }
            // The checker compares the variable with a bound.
            Formula::Infinitely(x, body) => {
                let (new, body) = self.under(&[*x], body, 1);
                Formula::Infinitely(new[0], body)
            }
        }
    }
}
