//! Names for formulas up to renaming of their variables: under equal keys a workspace has one relation.
//!
//! A key is a list of numbers, to be read from the front: a form begins with its own number, lists with their length, a
//! variable is its number in the order of first occurrence and stands beside its system, or its digits, there. Stored
//! automata and systems are named by their numbers among those met so far. So a formula can be read back from its key,
//! as the tests do, but for the names of variables and the order in which one quantifier binds them: keys are
//! injective. A key costs the size of its formula.

use std::sync::Arc;

use num_bigint::Sign;
use rustc_hash::FxHashMap;

use crate::automata::Dfa;
use crate::numeration::{Compare, NumerationSystem, TrackKind};
use crate::planted::{Bug, planted};

use super::ir::{Expr, ExprRef, Kind, Var, Variables};

/// Numbers for objects by which keys name them. Each is kept alive here: no other can come to its address.
#[derive(Debug)]
pub(super) struct Names<T> {
    numbers: FxHashMap<usize, u64>,
    objects: Vec<Arc<T>>,
}

impl<T> Default for Names<T> {
    fn default() -> Names<T> {
        Names { numbers: FxHashMap::default(), objects: Vec::new() }
    }
}

impl<T> Names<T> {
    /// The number of an object; the next one if it is new.
    pub(super) fn number(&mut self, object: &Arc<T>) -> u64 {
        let next = self.objects.len() as u64;
        *self.numbers.entry(Arc::as_ptr(object).addr()).or_insert_with(|| {
            self.objects.push(object.clone());
            next
        })
    }

    /// The object with this number.
    pub(super) fn get(&self, number: u64) -> &T {
        let place = usize::try_from(number).expect("numbers count objects in memory");
        &self.objects[place]
    }
}

/// What keys name.
#[derive(Debug, Default)]
pub(super) struct Objects {
    pub(super) automata: Names<Dfa>,
    pub(super) systems: Names<NumerationSystem>,
}

impl Objects {
    /// What keys say of ranges of variables: the number of a system, or digits.
    pub(super) fn ranges(&mut self, ranges: &[TrackKind]) -> Vec<u64> {
        let mut code = Vec::new();
        for range in ranges {
            match range {
                TrackKind::Numbers(system) => code.push(self.systems.number(system)),
                TrackKind::Digits(values) => code.extend(coded(values)),
            }
        }
        code
    }
}

/// Digits where a system may stand: no system has that number.
fn coded(values: &[i64]) -> impl Iterator<Item = u64> {
    [DIGITS, values.len() as u64].into_iter().chain(values.iter().map(|value| value.cast_unsigned()))
}

/// The number of something that a key names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Object {
    Automaton(u64),
    System(u64),
}

/// A formula up to renaming of its variables.
#[derive(Debug)]
pub(super) struct Key {
    /// What it says.
    pub(super) code: Vec<u64>,
    /// The free variables in the order of their first occurrence.
    pub(super) order: Vec<Var>,
    /// The places in the code at which objects are named.
    pub(super) objects: Vec<(usize, Object)>,
}

impl Key {
    /// The key of a formula.
    pub(super) fn of(expr: &Expr, variables: &Variables, objects: &mut Objects) -> Key {
        let key = Key { code: Vec::new(), order: Vec::new(), objects: Vec::new() };
        let mut writer = Writer { key, numbers: FxHashMap::default(), variables, objects };
        writer.write(expr);
        writer.key.order.retain(|var| expr.free().binary_search(var).is_ok());
        writer.key
    }
}

/// The number with which a form begins.
mod tag {
    pub const FALSE: u64 = 0;
    pub const TRUE: u64 = 1;
    pub const EQUAL: u64 = 2;
    pub const NOT_EQUAL: u64 = 3;
    pub const LESS: u64 = 4;
    pub const CONSTANT: u64 = 5;
    pub const TABLE: u64 = 6;
    pub const NOT: u64 = 7;
    pub const AND: u64 = 8;
    pub const OR: u64 = 9;
    pub const IFF: u64 = 10;
    pub const EXISTS: u64 = 11;
    pub const AT_LEAST: u64 = 12;
    pub const INFINITELY: u64 = 13;
    pub const REVERSE: u64 = 14;
    pub const NEGATIVE_CONSTANT: u64 = 15;
    pub const OVER_WORDS: u64 = 16;
}

/// Stands where a system would, before the digits of a variable that is a word.
const DIGITS: u64 = u64::MAX;

/// Stands for a bound variable that the body does not read.
const UNREAD: u64 = u64::MAX;

struct Writer<'a> {
    key: Key,
    numbers: FxHashMap<Var, u64>,
    variables: &'a Variables,
    objects: &'a mut Objects,
}

impl Writer<'_> {
    fn push(&mut self, code: u64) {
        self.key.code.push(code);
    }

    fn object(&mut self, object: Object) {
        self.key.objects.push((self.key.code.len(), object));
        let (Object::Automaton(number) | Object::System(number)) = object;
        self.push(number);
    }

    /// A variable by its number; at its first occurrence with its system.
    fn variable(&mut self, var: Var) {
        let next = self.numbers.len() as u64;
        if let Some(&number) = self.numbers.get(&var) {
            return self.push(number);
        }
        self.numbers.insert(var, next);
        self.key.order.push(var);
        self.push(next);
        match self.variables.range(var) {
            TrackKind::Numbers(system) => {
                let system = self.objects.systems.number(system);
                self.object(Object::System(system));
            }
            TrackKind::Digits(values) => self.key.code.extend(coded(values)),
        }
    }

    fn signed(&mut self, number: i64) {
        self.push(number.cast_unsigned());
    }

    fn many(&mut self, tag: u64, parts: &[ExprRef]) {
        self.push(tag);
        self.push(parts.len() as u64);
        parts.iter().for_each(|part| self.write(part));
    }

    fn quantified(&mut self, vars: &[Var], body: &Expr) {
        self.push(vars.len() as u64);
        self.write(body);
        // After the body: the order in which they are bound makes no difference then.
        let number = |var: &Var| self.numbers.get(var).copied().unwrap_or(UNREAD);
        let mut numbers: Vec<u64> = vars.iter().map(number).collect();
        numbers.sort_unstable();
        self.key.code.extend(numbers);
    }

    fn write(&mut self, expr: &Expr) {
        match expr.kind() {
            Kind::Truth(value) => self.push(if *value { tag::TRUE } else { tag::FALSE }),
            Kind::Linear(linear) => {
                self.push(match linear.compare {
                    Compare::Equal => tag::EQUAL,
                    Compare::NotEqual => tag::NOT_EQUAL,
                    Compare::Less => tag::LESS,
                });
                self.signed(linear.constant);
                self.push(linear.terms.len() as u64);
                for (var, coefficient) in &linear.terms {
                    self.variable(*var);
                    self.push(coefficient.len() as u64);
                    coefficient.iter().for_each(|&k| self.signed(k));
                }
            }
            Kind::Constant(var, value) => {
                let (sign, digits) = value.to_u64_digits();
                self.push(if sign == Sign::Minus { tag::NEGATIVE_CONSTANT } else { tag::CONSTANT });
                self.variable(*var);
                self.push(digits.len() as u64);
                self.key.code.extend(digits);
            }
            Kind::Relation(stored, vars) => {
                self.push(tag::TABLE);
                let automaton = self.objects.automata.number(&stored.dfa);
                self.object(Object::Automaton(automaton));
                self.push(vars.len() as u64);
                vars.iter().for_each(|&var| self.variable(var));
            }
            Kind::Not(inner) => {
                self.push(tag::NOT);
                self.write(inner);
            }
            Kind::And(parts) => self.many(tag::AND, parts),
            Kind::Or(parts) => self.many(tag::OR, parts),
            Kind::Iff(a, b) => {
                self.push(tag::IFF);
                self.write(a);
                self.write(b);
            }
            Kind::Exists(vars, body) => {
                self.push(tag::EXISTS);
                self.quantified(vars, body);
            }
            Kind::AtLeast(count, vars, body) => {
                self.push(tag::AT_LEAST);
                self.push(if planted(Bug::Key) { 0 } else { *count });
                self.quantified(vars, body);
            }
            Kind::Infinitely(vars, body) => {
                self.push(tag::INFINITELY);
                self.quantified(vars, body);
            }
            Kind::OverWords(quantifier, body) => {
                self.push(tag::OVER_WORDS);
                self.push(u64::from(quantifier.infinitely));
                self.push(u64::from(quantifier.fixed_length));
                self.push(quantifier.frame.len() as u64);
                quantifier.frame.iter().for_each(|&var| self.variable(var));
                self.quantified(&quantifier.bound, body);
            }
            Kind::Reverse(body) => {
                self.push(tag::REVERSE);
                self.write(body);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::LazyLock;

    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::super::ir::{LinearConstraint, OverWords, Stored};
    use super::*;
    use crate::automata::Layout;
    use crate::numeration::Numerations;

    /// Ranges of variables and automata for formulas of all forms.
    struct Things {
        ranges: Vec<TrackKind>,
        automata: Vec<Arc<Dfa>>,
    }

    impl Things {
        fn new() -> Things {
            let numerations = Numerations::standard();
            let systems = ["msd_2", "msd_fib", "msd_neg_2"].map(|name| numerations.get(name).unwrap());
            // One range of words has as many digits as there are systems.
            let words = [[-1, 1].as_slice(), &[0, 1, 2]].map(|digits| TrackKind::Digits(digits.into()));
            let ranges = systems.into_iter().map(TrackKind::Numbers).chain(words).collect();
            let automata =
                (0..4).map(|i| Arc::new(Dfa::universal(Layout::new(&vec![2; 1 + i % 2]).unwrap()))).collect();
            Things { ranges, automata }
        }

        /// Variable i in range i modulo their number.
        fn variables(&self) -> Variables {
            let mut variables = Variables::default();
            (0..VARIABLES).for_each(|i| {
                variables.add("v".into(), self.ranges[i as usize % self.ranges.len()].clone());
            });
            variables
        }
    }

    static THINGS: LazyLock<Things> = LazyLock::new(Things::new);

    const VARIABLES: u32 = 10;

    fn var() -> impl Strategy<Value = Var> + Clone {
        (0..VARIABLES).prop_map(Var)
    }

    fn linear() -> impl Strategy<Value = LinearConstraint> {
        let compare = prop_oneof![Just(Compare::Equal), Just(Compare::NotEqual), Just(Compare::Less)];
        let terms = prop::collection::btree_map(var(), prop::collection::vec(-20i64..20, 1..3), 1..3);
        (terms, compare, prop_oneof![-20i64..20, any::<i64>()]).prop_map(|(terms, compare, constant)| {
            LinearConstraint { terms: terms.into_iter().collect(), compare, constant, signed: false }
        })
    }

    /// Formulas with small numbers everywhere, so that a number of one meaning may stand where another is expected.
    fn formula() -> impl Strategy<Value = ExprRef> {
        let constant = prop_oneof![(-20i64..20).prop_map(BigInt::from), any::<i128>().prop_map(BigInt::from)];
        let table = (prop::sample::select(THINGS.automata.clone()), var(), var()).prop_map(|(dfa, a, b)| {
            let vars = [a, b][..dfa.layout().tracks()].to_vec();
            Expr::new(Kind::Relation(Stored::of_numbers(dfa, "R(%)"), vars))
        });
        let atom = prop_oneof![
            any::<bool>().prop_map(Expr::truth),
            linear().prop_map(|linear| Expr::new(Kind::Linear(linear))),
            (var(), constant).prop_map(|(var, value)| Expr::new(Kind::Constant(var, value))),
            table,
        ];
        atom.prop_recursive(4, 24, 3, |inner| {
            let vars = prop::collection::btree_set(var(), 1..3).prop_map(|vars| vars.into_iter().collect::<Vec<_>>());
            let parts = prop::collection::vec(inner.clone(), 0..4);
            let quantified = (0u64..20, vars.clone(), inner.clone(), 0..3);
            let over_words = (any::<[bool; 2]>(), vars.clone(), vars, inner.clone()).prop_map(
                |([infinitely, fixed_length], bound, frame, body)| {
                    Expr::new(Kind::OverWords(OverWords { infinitely, bound, frame, fixed_length }, body))
                },
            );
            prop_oneof![
                inner.clone().prop_map(Expr::negation),
                inner.clone().prop_map(|body| Expr::new(Kind::Reverse(body))),
                over_words,
                parts.clone().prop_map(Expr::and),
                parts.prop_map(Expr::or),
                (inner.clone(), inner).prop_map(|(a, b)| Expr::new(Kind::Iff(a, b))),
                quantified.prop_map(|(count, vars, body, form)| Expr::new(match form {
                    0 => Kind::Exists(vars, body),
                    1 => Kind::Infinitely(vars, body),
                    _ => Kind::AtLeast(count, vars, body),
                })),
            ]
        })
    }

    /// The variable with this number; the last one for a bound variable that is not read.
    fn variable(number: u64) -> Var {
        Var(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// Reads a key back: formulas over the variables 0, 1, .. in the order of their first occurrence.
    struct Reader<'a> {
        code: &'a [u64],
        automata: &'a [Arc<Dfa>],
        /// The ranges of the variables met.
        ranges: Vec<Vec<u64>>,
    }

    impl Reader<'_> {
        fn next(&mut self) -> u64 {
            let (first, rest) = self.code.split_first().expect("the key goes on");
            self.code = rest;
            *first
        }

        fn many<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
            (0..self.next()).map(|_| read(self)).collect()
        }

        fn variable(&mut self) -> Var {
            let number = self.next();
            if number == self.ranges.len() as u64 {
                let mut range = vec![self.next()];
                if range[0] == DIGITS {
                    let digits = self.many(Self::next);
                    range.push(digits.len() as u64);
                    range.extend(digits);
                }
                self.ranges.push(range);
            }
            variable(number)
        }

        fn quantified(&mut self) -> (Vec<Var>, ExprRef) {
            let count = self.next();
            let body = self.formula();
            ((0..count).map(|_| variable(self.next())).collect(), body)
        }

        fn linear(&mut self, compare: Compare) -> ExprRef {
            let constant = self.next() as i64;
            let terms = self.many(|this| (this.variable(), this.many(|this| this.next() as i64)));
            Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed: false }))
        }

        fn constant(&mut self, sign: i32) -> ExprRef {
            let var = self.variable();
            let digits = self.many(Self::next);
            let value = digits.iter().rev().fold(BigInt::ZERO, |value, digit| (value << 64) + digit);
            Expr::new(Kind::Constant(var, value * sign))
        }

        fn formula(&mut self) -> ExprRef {
            match self.next() {
                tag::FALSE => Expr::truth(false),
                tag::TRUE => Expr::truth(true),
                tag::EQUAL => self.linear(Compare::Equal),
                tag::NOT_EQUAL => self.linear(Compare::NotEqual),
                tag::LESS => self.linear(Compare::Less),
                tag::CONSTANT => self.constant(1),
                tag::NEGATIVE_CONSTANT => self.constant(-1),
                tag::TABLE => {
                    let dfa = self.automata[usize::try_from(self.next()).unwrap()].clone();
                    let vars = self.many(Self::variable);
                    Expr::new(Kind::Relation(Stored::of_numbers(dfa, "R(%)"), vars))
                }
                tag::NOT => Expr::negation(self.formula()),
                tag::AND => Expr::and(self.many(Self::formula)),
                tag::OR => Expr::or(self.many(Self::formula)),
                tag::IFF => Expr::new(Kind::Iff(self.formula(), self.formula())),
                tag::EXISTS => {
                    let (vars, body) = self.quantified();
                    Expr::new(Kind::Exists(vars, body))
                }
                tag::AT_LEAST => {
                    let count = self.next();
                    let (vars, body) = self.quantified();
                    Expr::new(Kind::AtLeast(count, vars, body))
                }
                tag::INFINITELY => {
                    let (vars, body) = self.quantified();
                    Expr::new(Kind::Infinitely(vars, body))
                }
                tag::OVER_WORDS => {
                    let [infinitely, fixed_length] = [self.next(), self.next()].map(|flag| flag == 1);
                    let frame = self.many(Self::variable);
                    let (bound, body) = self.quantified();
                    Expr::new(Kind::OverWords(OverWords { infinitely, bound, frame, fixed_length }, body))
                }
                tag::REVERSE => Expr::new(Kind::Reverse(self.formula())),
                other => panic!("no form begins with {other}"),
            }
        }
    }

    /// The formula with its variables numbered in the order in which `Expr`s are written, by a walk of its own.
    fn canonical(expr: &ExprRef, order: &mut Vec<Var>) -> ExprRef {
        let number = |var: Var, order: &mut Vec<Var>| {
            let known = order.iter().position(|&other| other == var);
            Var::at(known.unwrap_or_else(|| {
                order.push(var);
                order.len() - 1
            }))
        };
        match expr.kind() {
            // The terms of an atom are sorted by the variables that it had.
            Kind::Linear(linear) => {
                let terms = linear.terms.iter().map(|(var, k)| (number(*var, order), k.clone())).collect();
                Expr::new(Kind::Linear(LinearConstraint { terms, ..linear.clone() }))
            }
            Kind::Constant(var, value) => Expr::new(Kind::Constant(number(*var, order), value.clone())),
            Kind::Relation(stored, vars) => {
                let vars = vars.iter().map(|&var| number(var, order)).collect();
                Expr::new(Kind::Relation(stored.clone(), vars))
            }
            kind @ (Kind::Truth(_) | Kind::Not(_) | Kind::And(_) | Kind::Or(_) | Kind::Iff(..) | Kind::Reverse(_)) => {
                Expr::new(kind.map_children(|child| canonical(child, order)))
            }
            Kind::OverWords(quantifier, body) => {
                let frame = quantifier.frame.iter().map(|&var| number(var, order)).collect();
                let body = canonical(body, order);
                let place = |var: &Var| order.iter().position(|other| other == var);
                let mut bound: Vec<Var> =
                    quantifier.bound.iter().map(|var| place(var).map_or(Var(u32::MAX), Var::at)).collect();
                bound.sort_unstable();
                Expr::new(Kind::OverWords(OverWords { frame, bound, ..quantifier.clone() }, body))
            }
            kind @ (Kind::Exists(_, body) | Kind::AtLeast(_, _, body) | Kind::Infinitely(_, body)) => {
                let body = canonical(body, order);
                let place = |var: &Var| order.iter().position(|other| other == var);
                let mut bound: Vec<Var> =
                    kind.bound().iter().map(|var| place(var).map_or(Var(u32::MAX), Var::at)).collect();
                bound.sort_unstable();
                Expr::new(if let Kind::AtLeast(count, ..) = kind {
                    Kind::AtLeast(*count, bound, body)
                } else if let Kind::Infinitely(..) = kind {
                    Kind::Infinitely(bound, body)
                } else {
                    Kind::Exists(bound, body)
                })
            }
        }
    }

    proptest! {
        /// What can be read back was not confused with anything else: keys are injective up to the names of variables.
        #[test]
        fn a_formula_can_be_read_back_from_its_key(expr in formula()) {
            let variables = THINGS.variables();
            let mut objects = Objects::default();
            // Numbers of objects as the reader has them.
            THINGS.automata.iter().for_each(|dfa| { objects.automata.number(dfa); });
            objects.ranges(&THINGS.ranges);
            let key = Key::of(&expr, &variables, &mut objects);
            let mut reader = Reader { code: &key.code, automata: &THINGS.automata, ranges: Vec::new() };
            let mut order = Vec::new();
            prop_assert_eq!(reader.formula(), canonical(&expr, &mut order));
            prop_assert!(reader.code.is_empty());
            let range = |var: &Var| THINGS.ranges[var.0 as usize % THINGS.ranges.len()].clone();
            let ranges: Vec<_> = order.iter().map(|var| objects.ranges(&[range(var)])).collect();
            prop_assert_eq!(reader.ranges, ranges);
            let free = |var: &Var| expr.free().contains(var);
            prop_assert_eq!(key.order, order.into_iter().filter(free).collect::<Vec<_>>());
        }

        #[test]
        fn other_names_for_the_variables_leave_the_key_as_it_is(expr in formula()) {
            let mut objects = Objects::default();
            let mut variables = THINGS.variables();
            // Copies in the same order, so that the terms of atoms stay in theirs.
            let names: BTreeMap<Var, Var> =
                variables.all().map(|var| (var, variables.range(var).clone())).collect::<Vec<_>>().into_iter()
                    .map(|(var, range)| (var, variables.add("v".into(), range))).collect();
            let key = Key::of(&expr, &variables, &mut objects);
            let renamed = Key::of(&expr.renamed(&names), &variables, &mut objects);
            prop_assert_eq!(key.code, renamed.code);
        }
    }
}
