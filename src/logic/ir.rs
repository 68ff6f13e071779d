//! What a formula is once its names are known: few forms, every variable with a number of its own.
//!
//! Terms are gone. Arithmetic has become linear atoms, words and functions have become stored relations, `A` has become
//! `~E~`. Variables are numbered once and for all, a bound one never meets another of its name, so rewriting need not
//! rename.
//!
//! `E>=k` is [`Kind::AtLeast`]: at least k tuples of numbers satisfy the body, each counted once however it is padded.
//! `builder` makes `E<=k` and `E=k` of it, and refuses to count tuples with a word of digits (`over_words`).
//! `Engine::count` in `build` makes its automaton, by counting runs.
//!
//! Formulas are hash-consed: equal ones are one object with one number, so comparing them costs nothing. A pass names
//! the forms that it treats and takes the rest by [`Kind::children`] and [`Kind::map_children`]; where each form is a
//! case of its own it lists them all, and the compiler then shows whoever adds a form where it is missing.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hash::{BuildHasher, Hash, Hasher};
use std::slice;
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigInt;
use num_integer::Integer;
use rustc_hash::FxBuildHasher;

use crate::budget::{Budget, Halt};
use crate::numeration::{Coefficient, Compare, Direction, LinearAtom, NumerationSystem, TrackKind};
use crate::tuning::logic::atoms;

use super::interner::Interner;
pub use super::stored::Stored;

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

impl Var {
    /// The variable at a place of a list of all.
    pub(super) fn at(place: usize) -> Var {
        Var(u32::try_from(place).expect("fewer than 2^32 variables"))
    }

    /// Its place there.
    pub(super) fn place(self) -> usize {
        self.0 as usize
    }
}

/// What all variables are called that nobody wrote.
const UNWRITTEN: &str = "_";

/// Every variable of a statement: its name, for people, and what it ranges over.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    list: Vec<(Arc<str>, TrackKind)>,
}

impl Variables {
    /// A new variable: a number of a system, or a word over some digits.
    pub fn add(&mut self, name: Arc<str>, range: impl Into<TrackKind>) -> Var {
        self.list.push((name, range.into()));
        Var::at(self.list.len() - 1)
    }

    /// A new variable that nobody wrote.
    pub fn fresh(&mut self, system: &Arc<NumerationSystem>) -> Var {
        self.add(UNWRITTEN.into(), system.clone())
    }

    /// Whether somebody wrote it.
    pub(super) fn is_written(&self, var: Var) -> bool {
        &**self.name(var) != UNWRITTEN
    }

    /// The variables with all numbers read most significant digit first; `None` if they are so.
    ///
    /// # Errors
    /// The limit that was passed.
    pub(super) fn turned_to_msd(&self, budget: &Budget) -> Result<Option<Variables>, Halt> {
        let is_lsd = |range: &TrackKind| range.system().is_some_and(|system| system.direction() == Direction::Lsd);
        if !self.list.iter().any(|(_, range)| is_lsd(range)) {
            return Ok(None);
        }
        let mut known: Vec<(TrackKind, TrackKind)> = Vec::new();
        let mut turned = |range: &TrackKind| -> Result<TrackKind, Halt> {
            let Some(system) = range.system().filter(|_| is_lsd(range)) else { return Ok(range.clone()) };
            if let Some((_, twin)) = known.iter().find(|(own, _)| own == range) {
                return Ok(twin.clone());
            }
            let twin = TrackKind::Numbers(Arc::new(system.reversed(budget)?));
            known.push((range.clone(), twin.clone()));
            Ok(twin)
        };
        let list =
            self.list.iter().map(|(name, range)| Ok((name.clone(), turned(range)?))).collect::<Result<_, Halt>>()?;
        Ok(Some(Variables { list }))
    }

    /// Writes all numbers in this system.
    pub(super) fn in_system(&self, system: &Arc<NumerationSystem>) -> Variables {
        let moved = |range: &TrackKind| match range {
            TrackKind::Numbers(_) => TrackKind::Numbers(system.clone()),
            TrackKind::Digits(_) => range.clone(),
        };
        Variables { list: self.list.iter().map(|(name, range)| (name.clone(), moved(range))).collect() }
    }

    /// Whether these are numbers all, and no words.
    pub(super) fn are_numbers(&self, vars: &[Var]) -> bool {
        vars.iter().all(|&var| self.range(var).system().is_some())
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.list.len()).map(Var::at)
    }

    /// Its name.
    pub fn name(&self, var: Var) -> &Arc<str> {
        &self.list[var.place()].0
    }

    /// What it ranges over.
    pub fn range(&self, var: Var) -> &TrackKind {
        &self.list[var.place()].1
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
#[derive(Debug)]
pub struct Expr {
    id: ExprId,
    kind: Kind,
    free: Box<[Var]>,
}

/// The number of a formula: equal ones that are alive at one time have the same, others never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u64);

/// A shared formula.
pub type ExprRef = Arc<Expr>;

/// Every formula alive.
static FORMULAS: Mutex<Interner<Expr>> = Mutex::new(Interner::new());

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.id == other.id
    }
}

impl Eq for Expr {}

impl Hash for Expr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// A linear atom on variables, each at most once, sorted; no coefficient is zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LinearConstraint {
    /// Variables and their coefficients.
    pub terms: Vec<(Var, Coefficient)>,
    /// The comparison of their sum with the constant.
    pub compare: Compare,
    /// The constant.
    pub constant: i64,
    /// Whether the variables stand for all integers, and not only for natural numbers.
    pub signed: bool,
}

impl LinearConstraint {
    /// Whether no number in it exceeds `bound`, signs aside.
    fn is_within(&self, bound: u64) -> bool {
        let coefficients = self.terms.iter().flat_map(|term| &term.1);
        coefficients.chain([&self.constant]).all(|k| k.unsigned_abs() <= bound)
    }

    /// Sorts the terms, each of a variable of its own, into the order of `vars`.
    pub(super) fn ordered(&self, vars: &[Var]) -> LinearConstraint {
        let mut terms = self.terms.clone();
        terms.sort_by_key(|term| vars.iter().position(|&var| var == term.0));
        LinearConstraint { terms, ..self.clone() }
    }

    /// The largest coefficient, signs aside: an automaton of several tracks has at least about as many states.
    pub(super) fn largest_coefficient(&self) -> u64 {
        self.terms.iter().flat_map(|term| &term.1).map(|k| k.unsigned_abs()).max().unwrap_or(0)
    }

    /// Whether it can be negated, and have 1 added to its constant, inside machine integers.
    pub(super) fn can_be_negated(&self) -> bool {
        self.is_within(i64::MAX.unsigned_abs() - 1)
    }

    /// Whether its numbers are small enough to be built. What rewrites atoms makes none that are not.
    pub(super) fn can_be_built(&self) -> bool {
        self.is_within(atoms::LARGEST_NUMBER)
    }

    /// Whether the difference of two such atoms can be built.
    pub(super) fn can_be_subtracted(&self) -> bool {
        self.is_within(atoms::LARGEST_NUMBER / 2)
    }

    /// The atom, one track for each term.
    pub fn atom(&self) -> LinearAtom {
        let coefficients = self.terms.iter().map(|term| term.1.clone()).collect();
        LinearAtom { coefficients, compare: self.compare, constant: self.constant }
    }

    /// The formula that holds where this one does not, in lowest terms.
    pub(super) fn negation(mut self) -> ExprRef {
        if !self.can_be_negated() {
            return Expr::negation(Expr::new(Kind::Linear(self)));
        }
        self.compare = match self.compare {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => {
                // Not sum < c: -sum < 1 - c.
                self.terms.iter_mut().flat_map(|term| &mut term.1).for_each(|k| *k = -*k);
                self.constant = 1 - self.constant;
                Compare::Less
            }
        };
        self.reduced()
    }

    /// The formula that it is, in lowest terms.
    pub(super) fn reduced(mut self) -> ExprRef {
        if !self.can_be_negated() {
            return Expr::new(Kind::Linear(self));
        }
        let divisor = self.terms.iter().flat_map(|term| &term.1).fold(0i64, |gcd, k| gcd.gcd(k));
        if divisor > 1 {
            if self.compare != Compare::Less && self.constant % divisor != 0 {
                return Expr::truth(self.compare == Compare::NotEqual);
            }
            self.terms.iter_mut().flat_map(|term| &mut term.1).for_each(|k| *k /= divisor);
            // sum < c iff sum / g < ceil(c / g), for integers.
            self.constant = Integer::div_ceil(&self.constant, &divisor);
        }
        let coefficients = || self.terms.iter().flat_map(|term| term.1.iter().copied());
        let (nonnegative, nonpositive) = (coefficients().all(|k| k >= 0), coefficients().all(|k| k <= 0));
        let (constant, natural) = (self.constant, !self.signed);
        let decided = match self.compare {
            _ if self.terms.is_empty() => Some(match self.compare {
                Compare::Equal => constant == 0,
                Compare::NotEqual => constant != 0,
                Compare::Less => 0 < constant,
            }),
            Compare::Less if natural && nonnegative && constant <= 0 => Some(false),
            Compare::Less if natural && nonpositive && constant > 0 => Some(true),
            Compare::Equal | Compare::NotEqual
                if natural && (nonnegative && constant < 0 || nonpositive && constant > 0) =>
            {
                Some(self.compare == Compare::NotEqual)
            }
            Compare::Equal | Compare::NotEqual | Compare::Less => None,
        };
        match decided {
            Some(value) => Expr::truth(value),
            None => Expr::new(Kind::Linear(self)),
        }
    }

    /// Adds a multiple of a variable; `None` if a coefficient overflows.
    pub(super) fn add(&mut self, var: Var, coefficient: &[i64]) -> Option<()> {
        let place = self.terms.partition_point(|term| term.0 < var);
        if self.terms.get(place).is_none_or(|term| term.0 != var) {
            self.terms.insert(place, (var, Vec::new()));
        }
        let sum = &mut self.terms[place].1;
        sum.resize(sum.len().max(coefficient.len()), 0);
        for (a, b) in sum.iter_mut().zip(coefficient) {
            *a = a.checked_add(*b)?;
        }
        while sum.last() == Some(&0) {
            sum.pop();
        }
        if sum.is_empty() {
            self.terms.remove(place);
        }
        Some(())
    }
}

/// A quantifier over tuples of one length, in which words stand beside numbers padded to that length.
///
/// Its body is a set of such tuples on the tracks `frame`. Numbers alone need none: their relations hold of all
/// paddings or of none, and quantifiers move freely. A word is not padded, so that here the frame counts, and every
/// rewriting that would change it is off: `E n (n>m & $w(f))` says that n is no longer than f, `(E n n>m) & $w(f)` does
/// not. The passes over formulas therefore take this quantifier as it stands, and rewrite its body alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OverWords {
    /// Whether infinitely many values are asked for, and not only some.
    pub infinitely: bool,
    /// The variables bound: none, if a set of paddings is only made the relation of its numbers.
    pub bound: Vec<Var>,
    /// All tracks of the tuples, sorted, whether or not the body still mentions them.
    pub frame: Vec<Var>,
    /// Whether one of the tracks left is a word, whose length then is that of the tuple. If none is, the numbers left
    /// satisfy it as soon as some padding of them does.
    pub fixed_length: bool,
}

impl OverWords {
    /// The tracks left.
    pub fn kept(&self) -> Vec<Var> {
        self.frame.iter().copied().filter(|var| !self.bound.contains(var)).collect()
    }
}

/// The forms of a formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `true` or `false`.
    Truth(bool),
    /// A linear atom.
    Linear(LinearConstraint),
    /// A variable is one number, too large for an atom.
    Constant(Var, BigInt),
    /// A stored relation: track i is read by `vars[i]`, which may repeat.
    Relation(Stored, Vec<Var>),
    /// Not.
    Not(ExprRef),
    /// All of them; true if there are none.
    And(Vec<ExprRef>),
    /// Some of them; false if there are none.
    Or(Vec<ExprRef>),
    /// Both or neither.
    Iff(ExprRef, ExprRef),
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

impl Kind {
    /// The formulas right below, from left to right.
    pub fn children(&self) -> impl Iterator<Item = &ExprRef> {
        let (first, second): (&[ExprRef], &[ExprRef]) = match self {
            Kind::Truth(_) | Kind::Linear(_) | Kind::Constant(..) | Kind::Relation(..) => (&[], &[]),
            Kind::And(parts) | Kind::Or(parts) => (parts, &[]),
            Kind::Iff(a, b) => (slice::from_ref(a), slice::from_ref(b)),
            Kind::Not(body)
            | Kind::Exists(_, body)
            | Kind::AtLeast(_, _, body)
            | Kind::Infinitely(_, body)
            | Kind::OverWords(_, body)
            | Kind::Reverse(body) => (slice::from_ref(body), &[]),
        };
        first.iter().chain(second)
    }

    /// A linear atom, if it is one.
    pub fn linear(&self) -> Option<&LinearConstraint> {
        if let Kind::Linear(linear) = self { Some(linear) } else { None }
    }

    /// Whether it reads variables itself.
    pub fn is_atom(&self) -> bool {
        match self {
            Kind::Linear(_) | Kind::Constant(..) | Kind::Relation(..) => true,
            Kind::Truth(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::Iff(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => false,
        }
    }

    /// The parts of a boolean combination; none of anything else.
    pub fn parts(&self) -> impl Iterator<Item = &ExprRef> {
        let is_combination = match self {
            Kind::Not(_) | Kind::And(_) | Kind::Or(_) | Kind::Iff(..) => true,
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::OverWords(..)
            | Kind::Reverse(_) => false,
        };
        self.children().filter(move |_| is_combination)
    }

    /// Replaces each formula right below by what `new` makes of it.
    ///
    /// # Errors
    /// That of `new`.
    pub fn try_map_children<E>(&self, mut new: impl FnMut(&ExprRef) -> Result<ExprRef, E>) -> Result<Kind, E> {
        Ok(match self {
            Kind::Truth(_) | Kind::Linear(_) | Kind::Constant(..) | Kind::Relation(..) => self.clone(),
            Kind::Not(inner) => Kind::Not(new(inner)?),
            Kind::And(parts) => Kind::And(parts.iter().map(new).collect::<Result<_, E>>()?),
            Kind::Or(parts) => Kind::Or(parts.iter().map(new).collect::<Result<_, E>>()?),
            Kind::Iff(a, b) => Kind::Iff(new(a)?, new(b)?),
            Kind::Exists(vars, body) => Kind::Exists(vars.clone(), new(body)?),
            Kind::AtLeast(count, vars, body) => Kind::AtLeast(*count, vars.clone(), new(body)?),
            Kind::Infinitely(vars, body) => Kind::Infinitely(vars.clone(), new(body)?),
            Kind::OverWords(quantifier, body) => Kind::OverWords(quantifier.clone(), new(body)?),
            Kind::Reverse(body) => Kind::Reverse(new(body)?),
        })
    }

    /// Replaces each formula right below by what `new` makes of it.
    #[must_use]
    pub fn map_children(&self, mut new: impl FnMut(&ExprRef) -> ExprRef) -> Kind {
        let Ok(kind) = self.try_map_children(|child| Ok::<_, Infallible>(new(child)));
        kind
    }

    /// The variables that it reads itself: an atom, or a quantifier over tuples, whose tracks are there however little of
    /// them the body mentions.
    pub fn read(&self) -> Vec<Var> {
        match self {
            Kind::Linear(linear) => linear.terms.iter().map(|term| term.0).collect(),
            Kind::Constant(var, _) => vec![*var],
            Kind::Relation(_, vars) => vars.clone(),
            Kind::OverWords(quantifier, _) => quantifier.kept(),
            Kind::Truth(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::Iff(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..)
            | Kind::Reverse(_) => Vec::new(),
        }
    }

    /// The variables that a quantifier binds.
    pub fn bound(&self) -> &[Var] {
        match self {
            Kind::Exists(vars, _) | Kind::AtLeast(_, vars, _) | Kind::Infinitely(vars, _) => vars,
            Kind::OverWords(quantifier, _) => &quantifier.bound,
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Relation(..)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::Iff(..)
            | Kind::Reverse(_) => &[],
        }
    }

    /// Replaces its own variables, bound ones too, by others.
    #[must_use]
    pub(super) fn renamed(self, new: impl Fn(Var) -> Var) -> Kind {
        let list = |vars: Vec<Var>| vars.into_iter().map(&new).collect();
        match self {
            Kind::Linear(mut linear) => {
                linear.terms.iter_mut().for_each(|term| term.0 = new(term.0));
                linear.terms.sort_unstable();
                Kind::Linear(linear)
            }
            Kind::Constant(var, value) => Kind::Constant(new(var), value),
            Kind::Relation(stored, vars) => Kind::Relation(stored, list(vars)),
            Kind::Exists(vars, body) => Kind::Exists(list(vars), body),
            Kind::AtLeast(count, vars, body) => Kind::AtLeast(count, list(vars), body),
            Kind::Infinitely(vars, body) => Kind::Infinitely(list(vars), body),
            Kind::OverWords(OverWords { infinitely, bound, frame, fixed_length }, body) => {
                let mut frame: Vec<Var> = list(frame);
                frame.sort_unstable();
                Kind::OverWords(OverWords { infinitely, bound: list(bound), frame, fixed_length }, body)
            }
            Kind::Truth(_) | Kind::Not(_) | Kind::And(_) | Kind::Or(_) | Kind::Iff(..) | Kind::Reverse(_) => self,
        }
    }
}

impl Expr {
    /// The formula of this form.
    pub fn new(kind: Kind) -> ExprRef {
        let hash = FxBuildHasher.hash_one(&kind);
        let mut formulas = FORMULAS.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |expr: &Expr, kind: &Kind| expr.kind == *kind;
        formulas.intern(hash, kind, is_it, |number, kind| {
            let mut free = kind.read();
            let bound = kind.bound();
            let below = kind.children().flat_map(|child| child.free.iter().copied());
            free.extend(below.filter(|var| !bound.contains(var)));
            free.sort_unstable();
            free.dedup();
            Expr { id: ExprId(number), kind, free: free.into() }
        })
    }

    /// Its number.
    pub fn id(&self) -> ExprId {
        self.id
    }

    /// Its form.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Its free variables, sorted.
    pub fn free(&self) -> &[Var] {
        &self.free
    }

    /// The formulas of which it is the conjunction: itself, if it is none.
    pub fn conjuncts(self: &Arc<Expr>) -> &[ExprRef] {
        if let Kind::And(parts) = &self.kind { parts } else { slice::from_ref(self) }
    }

    /// The formulas of which it is the disjunction: itself, if it is none.
    pub fn disjuncts(self: &Arc<Expr>) -> &[ExprRef] {
        if let Kind::Or(parts) = &self.kind { parts } else { slice::from_ref(self) }
    }

    /// True if some of the variables is free in it.
    pub fn mentions(&self, vars: &[Var]) -> bool {
        vars.iter().any(|var| self.free.binary_search(var).is_ok())
    }

    /// Whether it may tell paddings of one number apart: it reads words outside of the quantifiers that forget them.
    pub fn is_of_words(&self) -> bool {
        match &self.kind {
            Kind::Relation(stored, _) => stored.of_words,
            Kind::OverWords(quantifier, _) => quantifier.fixed_length,
            Kind::Not(_) | Kind::And(_) | Kind::Or(_) | Kind::Iff(..) | Kind::Reverse(_) => {
                self.kind.children().any(|part| part.is_of_words())
            }
            Kind::Truth(_)
            | Kind::Linear(_)
            | Kind::Constant(..)
            | Kind::Exists(..)
            | Kind::AtLeast(..)
            | Kind::Infinitely(..) => false,
        }
    }

    /// The formula with variables, bound ones too, replaced by others.
    pub fn renamed(&self, names: &BTreeMap<Var, Var>) -> ExprRef {
        let below = self.kind.map_children(|child| child.renamed(names));
        Expr::new(below.renamed(|var| names.get(&var).copied().unwrap_or(var)))
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
    pub fn and(parts: Vec<ExprRef>) -> ExprRef {
        Expr::new(Kind::And(parts))
    }

    /// Some of them.
    pub fn or(parts: Vec<ExprRef>) -> ExprRef {
        Expr::new(Kind::Or(parts))
    }

    /// Some values of the variables satisfy the body; the body itself if there are none.
    pub fn exists(vars: Vec<Var>, body: ExprRef) -> ExprRef {
        if vars.is_empty() { body } else { Expr::new(Kind::Exists(vars, body)) }
    }
}
