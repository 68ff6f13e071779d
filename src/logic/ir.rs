//! What a formula is once its names are known: few forms, every variable with a number of its own.
//!
//! Terms are gone. Arithmetic has become linear atoms, words and functions have become tables, `A` has become `~E~`.
//! Variables are numbered once and for all, a bound one never meets another of its name, so that rewriting need not
//! rename.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::Dfa;
use crate::numeration::{Coefficient, Compare, LinearAtom, NumerationSystem, TrackKind};

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// Every variable of a statement: its name, for people, and what it ranges over.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    list: Vec<(Arc<str>, TrackKind)>,
}

impl Variables {
    /// A new variable: a number of a system, or a word over some digits.
    pub fn add(&mut self, name: Arc<str>, range: impl Into<TrackKind>) -> Var {
        self.list.push((name, range.into()));
        Var(self.list.len() as u32 - 1)
    }

    /// A new variable that nobody wrote.
    pub fn fresh(&mut self, system: &Arc<NumerationSystem>) -> Var {
        self.add("_".into(), system.clone())
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.list.len() as u32).map(Var)
    }

    /// Its name.
    pub fn name(&self, var: Var) -> &Arc<str> {
        &self.list[var.0 as usize].0
    }

    /// What it ranges over.
    pub fn range(&self, var: Var) -> &TrackKind {
        &self.list[var.0 as usize].1
    }

    /// Its system.
    ///
    /// # Panics
    /// If it ranges over words: arithmetic makes every variable that it reads a number.
    pub fn system(&self, var: Var) -> &Arc<NumerationSystem> {
        self.range(var).system().expect("arithmetic is on numbers")
    }
}

/// A formula and its free variables, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    kind: Kind,
    free: Box<[Var]>,
}

/// A shared formula.
pub type ExprRef = Arc<Expr>;

/// A linear atom on variables, each at most once, sorted; no weight is zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Variables and their coefficients.
    pub terms: Vec<(Var, Coefficient)>,
    /// The comparison of their sum with the constant.
    pub compare: Compare,
    /// The constant.
    pub constant: i64,
    /// Whether the variables stand for all integers, and not only for natural numbers.
    pub signed: bool,
}

/// Coefficients and constants up to this, signs aside, leave room for the remainders that building an atom meets: these
/// end at 2^40, and go some way beyond a constant.
pub(super) const LARGEST_BUILT: u64 = 1 << 32;

impl Linear {
    /// Whether no number in it exceeds `bound`, signs aside.
    fn is_within(&self, bound: u64) -> bool {
        let weights = self.terms.iter().flat_map(|term| &term.1);
        weights.chain([&self.constant]).all(|k| k.unsigned_abs() <= bound)
    }

    /// Whether it can be negated, and have 1 added to its constant, inside machine integers.
    pub(super) fn can_be_negated(&self) -> bool {
        self.is_within(i64::MAX.unsigned_abs() - 1)
    }

    /// Whether its numbers are small enough to be built. What rewrites atoms makes none that are not.
    pub(super) fn can_be_built(&self) -> bool {
        self.is_within(LARGEST_BUILT)
    }

    /// Whether the difference of two such atoms can be built.
    pub(super) fn can_be_subtracted(&self) -> bool {
        self.is_within(LARGEST_BUILT / 2)
    }

    /// The atom, one track for each term.
    pub fn atom(&self) -> LinearAtom {
        let weights = self.terms.iter().map(|term| term.1.clone()).collect();
        LinearAtom { weights, compare: self.compare, constant: self.constant }
    }
}

/// A stored relation and what it is called where it is read.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The automaton.
    pub dfa: Arc<Dfa>,
    /// With `%` for the variables: `$f(%)`, `W[%]=@1`.
    pub name: Arc<str>,
    /// Whether it tells paddings of one number apart, or has words on its tracks.
    pub of_words: bool,
}

impl Stored {
    /// A relation over numbers.
    pub fn of_numbers(dfa: Arc<Dfa>, name: impl Into<Arc<str>>) -> Stored {
        Stored { dfa, name: name.into(), of_words: false }
    }
}

/// A quantifier over tuples of one length, in which words stand beside numbers padded to that length.
///
/// Its body is a set of such tuples on the tracks `frame`. Numbers alone need none: their relations hold of all
/// paddings or of none, and quantifiers move freely. A word is not padded, so that here the frame counts, and every
/// rewriting that would change it is off: `E n (n>m & $w(f))` says that n is no longer than f, `(E n n>m) & $w(f)` does
/// not. The passes over formulas therefore take this quantifier as it stands, and rewrite its body alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverWords {
    /// Whether infinitely many values are asked for, and not only some.
    pub infinitely: bool,
    /// The variables bound: none, if a set of paddings is only made the relation of its numbers.
    pub bound: Vec<Var>,
    /// All tracks of the tuples, sorted, whether or not the body still mentions them.
    pub frame: Vec<Var>,
    /// Whether one of the tracks left is a word, whose length then is that of the tuple. If none is, the numbers left
    /// satisfy it as soon as some padding of them does.
    pub pinned: bool,
}

impl OverWords {
    /// The tracks left.
    pub fn kept(&self) -> Vec<Var> {
        self.frame.iter().copied().filter(|var| !self.bound.contains(var)).collect()
    }
}

/// The forms of a formula.
#[derive(Clone, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Truth(bool),
    /// A linear atom.
    Linear(Linear),
    /// A variable is one number, too large for an atom.
    Constant(Var, BigInt),
    /// A stored relation: track i is read by `vars[i]`, which may repeat.
    Table(Stored, Vec<Var>),
    /// Not.
    Not(ExprRef),
    /// All of them; true if there are none.
    All(Vec<ExprRef>),
    /// Some of them; false if there are none.
    Any(Vec<ExprRef>),
    /// Both or neither.
    Same(ExprRef, ExprRef),
    /// Some values of the variables satisfy the body.
    Exists(Vec<Var>, ExprRef),
    /// At least so many tuples of values satisfy the body. No more than fit into 63 bits.
    AtLeast(u64, Vec<Var>, ExprRef),
    /// Infinitely many tuples of values satisfy the body.
    Infinitely(Vec<Var>, ExprRef),
    /// A quantifier over tuples of one length.
    OverWords(OverWords, ExprRef),
    /// The reversed language of the body, closed again under padding.
    Reverse(ExprRef),
}

/// Tables are equal if they are one object: comparing them entry by entry would cost more than it saves.
impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        use Kind::*;
        match (self, other) {
            (Truth(a), Truth(b)) => a == b,
            (Linear(a), Linear(b)) => a == b,
            (Constant(v, a), Constant(w, b)) => v == w && a == b,
            (Table(a, v), Table(b, w)) => Arc::ptr_eq(&a.dfa, &b.dfa) && v == w,
            (Not(a), Not(b)) | (Reverse(a), Reverse(b)) => a == b,
            (All(a), All(b)) | (Any(a), Any(b)) => a == b,
            (Same(a, b), Same(c, d)) => a == c && b == d,
            (Exists(v, a), Exists(w, b)) | (Infinitely(v, a), Infinitely(w, b)) => v == w && a == b,
            (AtLeast(k, v, a), AtLeast(l, w, b)) => k == l && v == w && a == b,
            (OverWords(q, a), OverWords(r, b)) => q == r && a == b,
            _ => false,
        }
    }
}

impl Eq for Kind {}

impl Expr {
    /// The formula of this form.
    pub fn new(kind: Kind) -> ExprRef {
        let mut free = match &kind {
            Kind::Truth(_) => Vec::new(),
            Kind::Linear(linear) => linear.terms.iter().map(|term| term.0).collect(),
            Kind::Constant(var, _) => vec![*var],
            Kind::Table(_, vars) => vars.clone(),
            Kind::Not(inner) | Kind::Reverse(inner) => inner.free.to_vec(),
            Kind::All(parts) | Kind::Any(parts) => parts.iter().flat_map(|part| part.free.iter().copied()).collect(),
            Kind::Same(a, b) => a.free.iter().chain(&b.free).copied().collect(),
            Kind::Exists(bound, body) | Kind::AtLeast(_, bound, body) | Kind::Infinitely(bound, body) => {
                body.free.iter().copied().filter(|var| !bound.contains(var)).collect()
            }
            Kind::OverWords(quantifier, _) => quantifier.kept(),
        };
        free.sort_unstable();
        free.dedup();
        Arc::new(Expr { kind, free: free.into() })
    }

    /// Its form.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Its free variables, sorted.
    pub fn free(&self) -> &[Var] {
        &self.free
    }

    /// True if some of the variables is free in it.
    pub fn mentions(&self, vars: &[Var]) -> bool {
        vars.iter().any(|var| self.free.binary_search(var).is_ok())
    }

    /// Whether it may tell paddings of one number apart: it reads words outside of the quantifiers that forget them.
    pub fn is_of_words(&self) -> bool {
        match &self.kind {
            Kind::Table(stored, _) => stored.of_words,
            Kind::Not(inner) | Kind::Reverse(inner) => inner.is_of_words(),
            Kind::All(parts) | Kind::Any(parts) => parts.iter().any(|part| part.is_of_words()),
            Kind::Same(a, b) => a.is_of_words() || b.is_of_words(),
            Kind::OverWords(quantifier, _) => quantifier.pinned,
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..) => false,
        }
    }

    /// The formula with variables, bound ones too, replaced by others.
    pub fn renamed(self: &Arc<Expr>, names: &BTreeMap<Var, Var>) -> ExprRef {
        let one = |var: &Var| names.get(var).copied().unwrap_or(*var);
        let list = |vars: &[Var]| vars.iter().map(one).collect::<Vec<_>>();
        let many = |parts: &[ExprRef]| parts.iter().map(|part| part.renamed(names)).collect::<Vec<_>>();
        Expr::new(match &self.kind {
            Kind::Truth(value) => Kind::Truth(*value),
            Kind::Linear(linear) => {
                let mut terms: Vec<_> = linear.terms.iter().map(|(var, weight)| (one(var), weight.clone())).collect();
                terms.sort_unstable();
                Kind::Linear(Linear { terms, ..linear.clone() })
            }
            Kind::Constant(var, value) => Kind::Constant(one(var), value.clone()),
            Kind::Table(stored, vars) => Kind::Table(stored.clone(), list(vars)),
            Kind::Not(inner) => Kind::Not(inner.renamed(names)),
            Kind::All(parts) => Kind::All(many(parts)),
            Kind::Any(parts) => Kind::Any(many(parts)),
            Kind::Same(a, b) => Kind::Same(a.renamed(names), b.renamed(names)),
            Kind::Exists(vars, body) => Kind::Exists(list(vars), body.renamed(names)),
            Kind::AtLeast(count, vars, body) => Kind::AtLeast(*count, list(vars), body.renamed(names)),
            Kind::Infinitely(vars, body) => Kind::Infinitely(list(vars), body.renamed(names)),
            Kind::OverWords(quantifier, body) => {
                let mut frame = list(&quantifier.frame);
                frame.sort_unstable();
                let bound = list(&quantifier.bound);
                Kind::OverWords(OverWords { bound, frame, ..quantifier.clone() }, body.renamed(names))
            }
            Kind::Reverse(body) => Kind::Reverse(body.renamed(names)),
        })
    }

    /// `true` or `false`.
    pub fn truth(value: bool) -> ExprRef {
        Expr::new(Kind::Truth(value))
    }

    /// Not.
    pub fn negation(inner: ExprRef) -> ExprRef {
        Expr::new(Kind::Not(inner))
    }

    /// All of them.
    pub fn all(parts: Vec<ExprRef>) -> ExprRef {
        Expr::new(Kind::All(parts))
    }

    /// Some of them.
    pub fn any(parts: Vec<ExprRef>) -> ExprRef {
        Expr::new(Kind::Any(parts))
    }

    /// Some values of the variables satisfy the body; the body itself if there are none.
    pub fn exists(vars: Vec<Var>, body: ExprRef) -> ExprRef {
        if vars.is_empty() { body } else { Expr::new(Kind::Exists(vars, body)) }
    }
}
