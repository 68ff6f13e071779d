//! How the search goes about a formula, and what of the formula decides whether that is worth while.

use crate::formula::{Comparison, Formula, Variable};
use crate::rewrite::compared;
use crate::skeleton::disjoint;
use crate::tuning::{COMPARED_VARIABLES, MOST_CASES};

/// How to go about a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Strategy {
    /// Quantifiers that follow each other are one.
    pub(crate) blocks: bool,
    /// What follows from what is assumed, not what is equivalent.
    pub(crate) steps: bool,
    /// An automaton for what stands under a quantifier, which has no states from which nothing is accepted.
    pub(crate) bodies: bool,
    /// What is true for want of a premise.
    pub(crate) premise: bool,
    /// What is looked for, one after the other.
    pub(crate) witness: bool,
    /// The first variable of a block apart from the others.
    pub(crate) nested: bool,
    /// Quantifiers in front of the conjunctions that they stand in, and an automaton from which what stands under them follows.
    pub(crate) enough: bool,
    /// Quantifiers moved inwards.
    pub(crate) inwards: bool,
    /// By what the members of sets that one automaton may take are divided.
    pub(crate) part: usize,
}

const PLAIN: Strategy = Strategy {
    blocks: true,
    steps: true,
    bodies: false,
    premise: false,
    witness: false,
    nested: false,
    enough: false,
    inwards: false,
    part: 1,
};

/// All, in the order in which they are tried.
pub(crate) const STRATEGIES: [Strategy; 11] = [
    Strategy { enough: true, ..PLAIN },
    Strategy { inwards: true, blocks: false, ..PLAIN },
    Strategy { inwards: true, part: 2, ..PLAIN },
    Strategy { premise: true, part: 8, ..PLAIN },
    Strategy { witness: true, part: 2, ..PLAIN },
    Strategy { nested: true, part: 4, ..PLAIN },
    Strategy { bodies: true, part: 2, ..PLAIN },
    Strategy { bodies: true, blocks: false, part: 2, ..PLAIN },
    PLAIN,
    Strategy { blocks: false, ..PLAIN },
    Strategy { steps: false, blocks: false, ..PLAIN },
];

impl Strategy {
    /// Whether it is worth while for the proof of a formula.
    pub(crate) fn fits_proof(self, formula: &Formula) -> bool {
        (!self.witness || separable(formula)) && (!self.enough || in_cases(formula))
    }

    /// Whether it is worth while for a definition, which is no claim.
    pub(crate) fn fits_definition(self) -> bool {
        !self.premise && !self.witness && !self.enough
    }

    /// Whether a counterexample to what it claims is one to the formula.
    pub(crate) fn is_exact(self) -> bool {
        !self.premise && !self.witness
    }
}

/// Whether the quantifiers of a formula may stand in front of it.
pub(crate) fn movable(formula: &Formula) -> bool {
    match formula {
        Formula::Exists(..) => true,
        Formula::And(f, g) => movable(f) || movable(g),
        _ => false,
    }
}

/// Whether it is worth while to show that a formula follows, rather than what it is equivalent to.
pub(crate) fn follows(formula: &Formula) -> bool {
    match formula {
        Formula::Exists(..) | Formula::ForAll(..) | Formula::AtLeast(..) => true,
        Formula::Not(f) => matches!(**f, Formula::Exists(..) | Formula::AtLeast(..)),
        Formula::And(..) | Formula::Or(..) | Formula::Implies(..) => formula.parts().any(follows),
        _ => false,
    }
}

/// The variables of quantifiers in front of a formula, and what stands under them.
pub(crate) fn block(formula: &Formula) -> (Vec<Variable>, &Formula) {
    let (mut variables, mut body) = (Vec::new(), formula);
    while let Formula::Exists(x, f) = body {
        variables.push(*x);
        body = f;
    }
    (variables, body)
}

/// Variables that the relations and equations among some formulas connect, in the order of the variables.
pub(crate) fn components(variables: &[Variable], parts: &[&Formula]) -> Vec<Vec<Variable>> {
    let mut groups: Vec<Vec<Variable>> = variables.iter().map(|x| vec![*x]).collect();
    for part in parts {
        if matches!(part, Formula::Relation(..) | Formula::Compare(Comparison::Equal, ..)) {
            let free = part.free();
            let (touched, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| !disjoint(group, &free));
            groups = if touched.is_empty() { apart } else { [vec![touched.concat()], apart].concat() };
        }
    }
    let mut ordered: Vec<Vec<Variable>> = Vec::new();
    for x in variables {
        if !ordered.iter().any(|group| group.contains(x)) {
            ordered.extend(groups.iter().find(|group| group.contains(x)).cloned());
        }
    }
    ordered
}

/// Whether there is something to look for that falls apart so.
pub(crate) fn separable(formula: &Formula) -> bool {
    match formula {
        Formula::ForAll(_, f) | Formula::Implies(_, f) => separable(f),
        Formula::And(..) | Formula::Or(..) => formula.parts().any(separable),
        Formula::Exists(..) => {
            let (variables, body) = block(formula);
            let parts = body.conjuncts();
            components(&variables, &parts).len() >= 2 && !parts.iter().any(|part| part.quantified())
        }
        _ => false,
    }
}

/// Whether a quantifier is below a conjunction in one of several cases.
fn in_cases(formula: &Formula) -> bool {
    match formula {
        Formula::ForAll(_, f) | Formula::Implies(_, f) => in_cases(f),
        Formula::And(f, g) => in_cases(f) || in_cases(g),
        Formula::Or(f, g) => matches!(&**f, Formula::Exists(_, f) if moves(false, f)) || in_cases(g),
        _ => false,
    }
}

fn moves(below: bool, formula: &Formula) -> bool {
    match formula {
        Formula::Exists(_, f) => below || moves(false, f),
        Formula::And(f, g) => moves(true, f) || moves(true, g),
        _ => false,
    }
}

/// With no premise, what is concluded of some numbers holds.
pub(crate) fn without_premise(formula: &Formula) -> Formula {
    match formula {
        Formula::Exists(x, f) => Formula::exists(*x, without_premise(f)),
        Formula::Implies(f, _) => (**f).clone().negation(),
        other => other.clone(),
    }
}

/// How many cases a formula falls into, those under its quantifiers with them.
fn number_of_cases(formula: &Formula) -> usize {
    match formula {
        Formula::Or(f, g) => number_of_cases(f).saturating_add(number_of_cases(g)),
        Formula::And(f, g) => number_of_cases(f).saturating_mul(number_of_cases(g)),
        Formula::Exists(_, f) => number_of_cases(f),
        _ => 1,
    }
}

/// The most cases that a quantifier has.
fn most_cases(formula: &Formula) -> usize {
    let own = match formula {
        Formula::Exists(_, f) => number_of_cases(f),
        _ => 1,
    };
    formula.parts().map(most_cases).fold(own, usize::max)
}

/// How a formula is rewritten before all else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way {
    /// Its cases in front of quantifiers.
    pub(crate) divided: bool,
    /// Automata for comparisons of up to so many variables.
    pub(crate) automata: usize,
}

impl Way {
    /// The formula with automata for its comparisons.
    pub(crate) fn with_automata(self, formula: &Formula) -> Formula {
        if self.automata > 0 { compared(self.automata, formula) } else { formula.clone() }
    }
}

/// The ways that change something, in the order in which they are tried.
pub(crate) fn ways(formula: &Formula) -> Vec<Way> {
    let mut ways = vec![Way::default()];
    if formula.quantified() {
        let mut last = formula.clone();
        for automata in COMPARED_VARIABLES {
            let next = compared(automata, formula);
            if next != last {
                ways.push(Way { divided: false, automata });
            }
            last = next;
        }
    }
    if (2..=MOST_CASES).contains(&most_cases(formula)) {
        ways.push(Way { divided: true, automata: 0 });
    }
    ways
}
