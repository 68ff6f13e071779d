//! Formulas as the soak makes them, and how they are written.

use super::numeration::Compare;

/// A variable by number; free ones are `a`, `b`, ..
pub type Var = usize;

const NAMES: [&str; 14] = ["a", "b", "c", "x", "y", "z", "w", "u", "v", "n", "m", "s", "t", "r"];

/// The first variable that is not free.
pub const BOUND: usize = 3;
/// Variables with names.
pub const NAMED: usize = NAMES.len();

/// How a variable is written.
pub fn name(var: Var) -> &'static str {
    NAMES[var]
}

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Var(Var),
    Num(i64),
    Add(Box<Term>, Box<Term>),
    Sub(Box<Term>, Box<Term>),
    Mul(i64, Box<Term>),
    Div(Box<Term>, i64),
    /// The letter of a word.
    Word(String, Vec<Term>),
}

/// A quantifier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantifier {
    Exists,
    ForAll,
    Infinitely,
    AtLeast(usize),
    AtMost(usize),
    Exactly(usize),
}

/// A connective.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Connective {
    And,
    Or,
    Xor,
    Implies,
    Iff,
}

impl Connective {
    pub fn holds(self, a: bool, b: bool) -> bool {
        match self {
            Connective::And => a && b,
            Connective::Or => a || b,
            Connective::Xor => a != b,
            Connective::Implies => !a || b,
            Connective::Iff => a == b,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Connective::And => "&",
            Connective::Or => "|",
            Connective::Xor => "^",
            Connective::Implies => "=>",
            Connective::Iff => "<=>",
        }
    }
}

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    Compare(Compare, Term, Term),
    /// A word's letter against a letter.
    Letter(Compare, String, Vec<Term>, i64),
    Call(String, Vec<Term>),
    Not(Box<Formula>),
    Binary(Connective, Box<Formula>, Box<Formula>),
    Quantified(Quantifier, Vec<Var>, Box<Formula>),
}

impl Term {
    pub fn variables(&self, found: &mut Vec<Var>) {
        match self {
            Term::Var(var) => {
                if !found.contains(var) {
                    found.push(*var);
                }
            }
            Term::Num(_) => {}
            Term::Add(a, b) | Term::Sub(a, b) => {
                a.variables(found);
                b.variables(found);
            }
            Term::Mul(_, a) | Term::Div(a, _) => a.variables(found),
            Term::Word(_, indices) => indices.iter().for_each(|index| index.variables(found)),
        }
    }

    pub fn rename(&self, of: &dyn Fn(Var) -> Var) -> Term {
        let again = |term: &Term| Box::new(term.rename(of));
        match self {
            Term::Var(var) => Term::Var(of(*var)),
            Term::Num(n) => Term::Num(*n),
            Term::Add(a, b) => Term::Add(again(a), again(b)),
            Term::Sub(a, b) => Term::Sub(again(a), again(b)),
            Term::Mul(k, a) => Term::Mul(*k, again(a)),
            Term::Div(a, k) => Term::Div(again(a), *k),
            Term::Word(word, indices) => Term::Word(word.clone(), indices.iter().map(|t| t.rename(of)).collect()),
        }
    }
}

/// A number as it is written; negative ones in parentheses.
fn number(n: i64) -> String {
    if n < 0 { format!("({n})") } else { n.to_string() }
}

fn listed(terms: &[Term]) -> String {
    terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn indexed(word: &str, indices: &[Term]) -> String {
    let indices: Vec<String> = indices.iter().map(|index| format!("[{index}]")).collect();
    format!("{word}{}", indices.concat())
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Term::Var(var) => f.write_str(NAMES[*var]),
            Term::Num(n) => f.write_str(&number(*n)),
            Term::Add(a, b) => write!(f, "({a}+{b})"),
            Term::Sub(a, b) => write!(f, "({a}-{b})"),
            Term::Mul(k, a) => write!(f, "{}*{a}", number(*k)),
            Term::Div(a, k) => write!(f, "({a}/{})", number(*k)),
            Term::Word(word, indices) => f.write_str(&indexed(word, indices)),
        }
    }
}

impl std::fmt::Display for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Formula::Compare(op, a, b) => write!(f, "{a}{}{b}", op.text()),
            Formula::Letter(op, word, indices, letter) => {
                write!(f, "{}{}@{letter}", indexed(word, indices), op.text())
            }
            Formula::Call(function, arguments) => write!(f, "${function}({})", listed(arguments)),
            Formula::Not(inner) => write!(f, "~({inner})"),
            Formula::Binary(op, a, b) => write!(f, "(({a}) {} ({b}))", op.text()),
            Formula::Quantified(quantifier, variables, body) => {
                let variables: Vec<&str> = variables.iter().map(|&var| NAMES[var]).collect();
                let variables = variables.join(",");
                match quantifier {
                    Quantifier::Exists => write!(f, "(E{variables} {body})"),
                    Quantifier::ForAll => write!(f, "(A{variables} {body})"),
                    Quantifier::Infinitely => write!(f, "(I{variables} {body})"),
                    Quantifier::AtLeast(k) => write!(f, "(E>={k} {variables} {body})"),
                    Quantifier::AtMost(k) => write!(f, "(E<={k} {variables} {body})"),
                    Quantifier::Exactly(k) => write!(f, "(E={k} {variables} {body})"),
                }
            }
        }
    }
}

impl Formula {
    pub fn and(a: Formula, b: Formula) -> Formula {
        Formula::Binary(Connective::And, Box::new(a), Box::new(b))
    }

    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    pub fn less(a: Term, b: Term) -> Formula {
        Formula::Compare(Compare::Less, a, b)
    }

    /// The free variables, sorted.
    pub fn free(&self) -> Vec<Var> {
        let mut found = Vec::new();
        self.add_free(&mut Vec::new(), &mut found);
        found.sort_unstable();
        found
    }

    fn add_free(&self, bound: &mut Vec<Var>, found: &mut Vec<Var>) {
        let of_terms = |terms: &[&Term], found: &mut Vec<Var>| {
            let mut all = Vec::new();
            terms.iter().for_each(|term| term.variables(&mut all));
            for var in all {
                if !bound.contains(&var) && !found.contains(&var) {
                    found.push(var);
                }
            }
        };
        match self {
            Formula::Compare(_, a, b) => of_terms(&[a, b], found),
            Formula::Letter(_, _, terms, _) | Formula::Call(_, terms) => {
                of_terms(&terms.iter().collect::<Vec<_>>(), found);
            }
            Formula::Not(inner) => inner.add_free(bound, found),
            Formula::Binary(_, a, b) => {
                a.add_free(bound, found);
                b.add_free(bound, found);
            }
            Formula::Quantified(_, variables, body) => {
                let before = bound.len();
                bound.extend(variables);
                body.add_free(bound, found);
                bound.truncate(before);
            }
        }
    }

    /// The most alternations of quantifiers on the way to an atom; `negative` under a negation.
    pub fn alternations(&self) -> usize {
        self.alternate(false, None)
    }

    fn alternate(&self, negative: bool, last: Option<bool>) -> usize {
        match self {
            Formula::Compare(..) | Formula::Letter(..) | Formula::Call(..) => 0,
            Formula::Not(inner) => inner.alternate(!negative, last),
            Formula::Binary(op, a, b) => {
                let both = |negative| a.alternate(negative, last).max(b.alternate(negative, last));
                match op {
                    Connective::And | Connective::Or => both(negative),
                    Connective::Implies => a.alternate(!negative, last).max(b.alternate(negative, last)),
                    Connective::Xor | Connective::Iff => both(negative).max(both(!negative)),
                }
            }
            Formula::Quantified(quantifier, _, body) => {
                let exists = !matches!(quantifier, Quantifier::ForAll | Quantifier::AtMost(_));
                let own = exists != negative;
                let body_negative = negative != matches!(quantifier, Quantifier::AtMost(_));
                let more = usize::from(last.is_some_and(|last| last != own));
                more + body.alternate(body_negative, Some(own))
            }
        }
    }
}
