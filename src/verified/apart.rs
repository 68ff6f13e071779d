//! Bound variables with numbers of their own, so that each of them can have its own system: `verified/Apart.v`.
//!
//! Flattening gives variables of different quantifiers the same number where neither quantifier is inside the other;
//! here every quantifier takes the next numbers. Cost: one pass. Weakness: more variables, so formulas of one system
//! stay as they are.

use filbert_answers::formula::{Formula, Term, Variable};

/// The formula with its bound variables apart.
pub fn apart(formula: &Formula) -> Formula {
    Renaming { names: Vec::new(), next: formula.fresh(0) }.formula(formula)
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
        term.with(&|x| Term::Variable(self.variable(x)))
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

    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Compare(comparison, a, b) => Formula::Compare(*comparison, self.term(a), self.term(b)),
            Formula::Relation(relation, places) => {
                Formula::Relation(*relation, places.iter().map(|&x| self.variable(x)).collect())
            }
            Formula::Not(_) | Formula::And(..) | Formula::Or(..) | Formula::Implies(..) | Formula::Iff(..) => {
                formula.with_parts(|part| self.formula(part))
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
