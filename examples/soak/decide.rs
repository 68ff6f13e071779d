//! The reference decider: formulas become plain automata, quantifiers included, with no bound on what they range over.
//!
//! Büchi (1960) for bases, Bruyère, Hansel, Michaux and Villemaire (1994) for the rest, done as in a lecture: atoms from
//! [`Numeration::linear`], conjunction by products, negation within the representations, projection by subsets with the
//! closure of leading zeros. Counting quantifiers are written out: k different values, in their order.

use std::collections::HashMap;

use super::automaton::{Automaton, TooLarge};
use super::formula::{Connective, Formula, Quantifier, Term, Var};
use super::numeration::{Compare, Numeration};

/// A relation over numbers: track i is `variables[i]`, these sorted.
#[derive(Clone, Debug)]
pub struct Relation {
    pub variables: Vec<Var>,
    pub automaton: Automaton,
}

/// A word: where it has each value, on tracks 0, 1, ..
#[derive(Clone)]
pub struct KnownWord {
    pub values: Vec<(i64, Automaton)>,
}

/// What formulas may name, in one system.
pub struct Decider {
    pub numeration: Numeration,
    valid: Automaton,
    pub words: HashMap<String, KnownWord>,
    /// By name, tracks in the order of arguments.
    pub functions: HashMap<String, (usize, Automaton)>,
    atoms: HashMap<(Vec<i64>, i64, Compare), Automaton>,
    represented: HashMap<i64, Vec<usize>>,
    fresh: Var,
}

/// `sum coefficient x + constant`.
#[derive(Clone, Default)]
struct Sum {
    coefficients: Vec<(Var, i64)>,
    constant: i64,
}

impl Sum {
    fn plus(mut self, other: &Sum, times: i64) -> Sum {
        self.constant += times * other.constant;
        for &(var, coefficient) in &other.coefficients {
            match self.coefficients.iter_mut().find(|(known, _)| *known == var) {
                Some((_, own)) => *own += times * coefficient,
                None => self.coefficients.push((var, times * coefficient)),
            }
        }
        self
    }
}

/// Sums that must compare with 0 as said, and the variables that stand for quotients.
#[derive(Default)]
struct Conditions {
    sums: Vec<(Sum, Compare)>,
    auxiliary: Vec<Var>,
}

type Answer<T> = Result<T, TooLarge>;

impl Decider {
    pub fn new(numeration: Numeration) -> Decider {
        let valid = numeration.valid().expect("few representations");
        Decider {
            numeration,
            valid,
            words: HashMap::new(),
            functions: HashMap::new(),
            atoms: HashMap::new(),
            represented: HashMap::new(),
            fresh: 1000,
        }
    }

    fn fresh(&mut self) -> Var {
        self.fresh += 1;
        self.fresh
    }

    fn letters(&self, tracks: usize) -> Answer<usize> {
        let letters = self.numeration.digits.pow(tracks as u32);
        if letters > 5_000 { Err(TooLarge) } else { Ok(letters) }
    }

    /// For each letter over `to`, the letter over `from`, whose variables are among them.
    fn map(&self, from: &[Var], to: &[Var]) -> Answer<Vec<usize>> {
        let digits = self.numeration.digits;
        let places: Vec<usize> =
            from.iter().map(|var| to.iter().position(|other| other == var).expect("a variable of the union")).collect();
        let part = |letter: usize| -> usize {
            let digit = |place: usize| letter / digits.pow(place as u32) % digits;
            places.iter().enumerate().map(|(i, &place)| digit(place) * digits.pow(i as u32)).sum()
        };
        Ok((0..self.letters(to.len())?).map(part).collect())
    }

    fn combine(&self, a: &Relation, b: &Relation, op: impl Fn(bool, bool) -> bool) -> Answer<Relation> {
        let mut variables = a.variables.clone();
        variables.extend(&b.variables);
        variables.sort_unstable();
        variables.dedup();
        let (own, others) = (self.map(&a.variables, &variables)?, self.map(&b.variables, &variables)?);
        let automaton = a.automaton.product(&b.automaton, own.len(), &own, &others, op)?;
        Ok(Relation { variables, automaton })
    }

    /// All tuples of numbers for these variables.
    fn all(&self, variables: &[Var]) -> Answer<Relation> {
        let mut all = Relation { variables: Vec::new(), automaton: truth(true) };
        for &var in variables {
            let one = Relation { variables: vec![var], automaton: self.valid.clone() };
            all = self.combine(&all, &one, |a, b| a && b)?;
        }
        Ok(all)
    }

    fn not(&self, relation: &Relation) -> Answer<Relation> {
        self.combine(&self.all(&relation.variables)?, relation, |all, holds| all && !holds)
    }

    fn and(&self, a: &Relation, b: &Relation) -> Answer<Relation> {
        self.combine(a, b, |a, b| a && b)
    }

    /// Some value of a variable.
    fn project(&self, relation: &Relation, var: Var) -> Answer<Relation> {
        let Some(track) = relation.variables.iter().position(|&known| known == var) else {
            return Ok(relation.clone());
        };
        let digits = self.numeration.digits;
        let variables: Vec<Var> = relation.variables.iter().copied().filter(|&known| known != var).collect();
        // A letter of the result with each digit of the variable put in.
        let place = digits.pow(track as u32);
        let with = |letter: usize, digit: usize| letter % place + digit * place + letter / place * place * digits;
        let letters = self.letters(variables.len())?;
        let zeros: Vec<usize> = (0..digits).map(|digit| with(0, digit)).collect();
        let start = relation.automaton.reachable(&[0], &zeros);
        let step = |set: &Vec<u32>, letter: usize| {
            let targets = |&q: &u32| (0..digits).map(move |digit| (q, digit));
            let mut next: Vec<u32> = set
                .iter()
                .flat_map(targets)
                .map(|(q, digit)| relation.automaton.step(q, with(letter, digit)))
                .collect();
            next.sort_unstable();
            next.dedup();
            next
        };
        let accepts = |set: &Vec<u32>| set.iter().any(|&q| relation.automaton.accepting[q as usize]);
        Ok(Relation { variables, automaton: Automaton::build(letters, start, step, accepts)? })
    }

    fn sum(&mut self, sum: &Sum, compare: Compare) -> Answer<Relation> {
        let mut terms: Vec<(Var, i64)> = sum.coefficients.iter().copied().filter(|&(_, c)| c != 0).collect();
        terms.sort_unstable();
        let variables: Vec<Var> = terms.iter().map(|&(var, _)| var).collect();
        let coefficients: Vec<i64> = terms.iter().map(|&(_, c)| c).collect();
        self.letters(variables.len())?;
        let key = (coefficients, sum.constant, compare);
        if let Some(automaton) = self.atoms.get(&key) {
            return Ok(Relation { variables, automaton: automaton.clone() });
        }
        let raw = Relation { variables: variables.clone(), automaton: self.numeration.linear(&key.0, key.1, compare)? };
        let relation = self.and(&self.all(&variables)?, &raw)?;
        if self.atoms.len() < 3_000 {
            self.atoms.insert(key, relation.automaton.clone());
        }
        Ok(relation)
    }

    /// A term without words as a sum; what must hold for it to have a value is added.
    fn term(&mut self, term: &Term, values: &mut dyn Iterator<Item = i64>, conditions: &mut Conditions) -> Sum {
        match term {
            Term::Var(var) => Sum { coefficients: vec![(*var, 1)], constant: 0 },
            Term::Num(n) => Sum { coefficients: Vec::new(), constant: *n },
            Term::Add(a, b) => {
                let a = self.term(a, values, conditions);
                let b = self.term(b, values, conditions);
                a.plus(&b, 1)
            }
            Term::Sub(a, b) => {
                let a = self.term(a, values, conditions);
                let b = self.term(b, values, conditions);
                let difference = a.plus(&b, -1);
                if !self.numeration.signed {
                    conditions.sums.push((difference.clone(), Compare::GreaterEqual));
                }
                difference
            }
            Term::Mul(k, a) => {
                let a = self.term(a, values, conditions);
                Sum::default().plus(&a, *k)
            }
            Term::Div(a, k) => {
                let a = self.term(a, values, conditions);
                let quotient = self.fresh();
                conditions.auxiliary.push(quotient);
                // q = floor(a / k): 0 <= a - k q < k, or k < a - k q <= 0.
                let rest = a.plus(&Sum { coefficients: vec![(quotient, 1)], constant: 0 }, -k);
                let last = rest.clone().plus(&Sum { coefficients: Vec::new(), constant: 1 }, -k);
                let (first, second) = match *k > 0 {
                    true => (Compare::GreaterEqual, Compare::Less),
                    false => (Compare::LessEqual, Compare::Greater),
                };
                conditions.sums.push((rest, first));
                conditions.sums.push((last, second));
                Sum { coefficients: vec![(quotient, 1)], constant: 0 }
            }
            Term::Word(..) => Sum { coefficients: Vec::new(), constant: values.next().expect("a value for each word") },
        }
    }

    fn finish(&mut self, relation: Relation, conditions: Conditions) -> Answer<Relation> {
        let mut relation = relation;
        for (sum, compare) in &conditions.sums {
            let condition = self.sum(sum, *compare)?;
            relation = self.and(&relation, &condition)?;
        }
        for var in conditions.auxiliary {
            relation = self.project(&relation, var)?;
        }
        Ok(relation)
    }

    /// An automaton applied to terms, one for each track.
    fn applied(&mut self, automaton: &Automaton, terms: &[Term]) -> Answer<Relation> {
        let tracks: Vec<Var> = terms.iter().map(|_| self.fresh()).collect();
        let mut relation = Relation { variables: tracks.clone(), automaton: automaton.clone() };
        for (term, &track) in terms.iter().zip(&tracks) {
            let mut conditions = Conditions::default();
            let sum = self.term(term, &mut std::iter::empty(), &mut conditions);
            let own = Sum { coefficients: vec![(track, 1)], constant: 0 };
            conditions.sums.push((sum.plus(&own, -1), Compare::Equal));
            let whole = Relation { variables: Vec::new(), automaton: truth(true) };
            let equal = self.finish(whole, conditions)?;
            relation = self.and(&relation, &equal)?;
            relation = self.project(&relation, track)?;
        }
        Ok(relation)
    }

    fn compared(&mut self, op: Compare, left: &Term, right: &Term) -> Answer<Relation> {
        let mut words = Vec::new();
        add_words(left, &mut words);
        add_words(right, &mut words);
        let values: Vec<Vec<i64>> =
            words.iter().map(|(word, _)| self.words[word].values.iter().map(|(value, _)| *value).collect()).collect();
        let cases = values.iter().fold(vec![Vec::new()], |cases: Vec<Vec<i64>>, values| {
            let longer = |case: &Vec<i64>| -> Vec<Vec<i64>> {
                values.iter().map(|&value| case.iter().copied().chain([value]).collect()).collect()
            };
            cases.iter().flat_map(longer).collect()
        });
        let mut whole: Option<Relation> = None;
        for case in cases {
            let mut values = case.iter().copied();
            let mut conditions = Conditions::default();
            let a = self.term(left, &mut values, &mut conditions);
            let b = self.term(right, &mut values, &mut conditions);
            let mut relation = self.sum(&a.plus(&b, -1), op)?;
            relation = self.finish(relation, conditions)?;
            for ((word, indices), value) in words.iter().zip(&case) {
                let known = self.words[word].values.iter().find(|(other, _)| other == value);
                let automaton = known.expect("a value of the word").1.clone();
                let there = self.applied(&automaton, indices)?;
                relation = self.and(&relation, &there)?;
            }
            whole = Some(match whole {
                None => relation,
                Some(whole) => self
                    .combine(&whole, &relation, |a, b| a || b)
                    .and_then(|w| self.and(&self.all(&w.variables)?, &w))?,
            });
        }
        Ok(whole.expect("at least one case"))
    }

    /// Where a formula holds: a relation over its free variables.
    pub fn relation(&mut self, formula: &Formula) -> Answer<Relation> {
        let found = self.holds(formula)?;
        // A variable that cancels is a variable still.
        self.and(&found, &self.all(&formula.free())?)
    }

    fn holds(&mut self, formula: &Formula) -> Answer<Relation> {
        match formula {
            Formula::Compare(op, a, b) => self.compared(*op, a, b),
            Formula::Letter(op, word, indices, letter) => {
                self.compared(*op, &Term::Word(word.clone(), indices.clone()), &Term::Num(*letter))
            }
            Formula::Call(function, arguments) => {
                let automaton = self.functions[function].1.clone();
                self.applied(&automaton, arguments)
            }
            Formula::Not(inner) => {
                let inner = self.holds(inner)?;
                self.not(&inner)
            }
            Formula::Binary(op, a, b) => {
                let (a, b) = (self.holds(a)?, self.holds(b)?);
                self.connected(*op, &a, &b)
            }
            Formula::Quantified(quantifier, variables, body) => {
                let body = self.holds(body)?;
                self.quantified(*quantifier, variables, body)
            }
        }
    }

    /// Two relations under a connective, within the representations.
    fn connected(&self, op: Connective, a: &Relation, b: &Relation) -> Answer<Relation> {
        let whole = self.combine(a, b, |a, b| op.holds(a, b))?;
        self.and(&self.all(&whole.variables)?, &whole)
    }

    fn exists(&self, mut body: Relation, variables: &[Var]) -> Answer<Relation> {
        for &var in variables {
            body = self.project(&body, var)?;
        }
        Ok(body)
    }

    fn quantified(&mut self, quantifier: Quantifier, variables: &[Var], body: Relation) -> Answer<Relation> {
        match quantifier {
            Quantifier::Exists => self.exists(body, variables),
            Quantifier::ForAll => {
                let none = self.not(&body)?;
                let some = self.exists(none, variables)?;
                self.not(&some)
            }
            Quantifier::AtLeast(k) => self.at_least(k, variables, &body),
            Quantifier::AtMost(k) => {
                let more = self.at_least(k + 1, variables, &body)?;
                self.not(&more)
            }
            Quantifier::Exactly(k) => {
                let (enough, more) = (self.at_least(k, variables, &body)?, self.at_least(k + 1, variables, &body)?);
                let most = self.not(&more)?;
                self.and(&enough, &most)
            }
            Quantifier::Infinitely => {
                // For each bound there is one beyond it.
                let body = self.and(&body, &self.all(variables)?)?;
                let bound = self.fresh();
                let var = variables[0];
                let above = Sum { coefficients: vec![(var, 1), (bound, -1)], constant: 0 };
                let below = Sum { coefficients: vec![(var, 1), (bound, 1)], constant: 0 };
                let mut far = self.sum(&above, Compare::Greater)?;
                if self.numeration.signed {
                    let below = self.sum(&below, Compare::Less)?;
                    far = self.connected(Connective::Or, &far, &below)?;
                }
                let both = self.and(&body, &far)?;
                let some = self.project(&both, var)?;
                let none = self.not(&some)?;
                let fails = self.project(&none, bound)?;
                self.not(&fails)
            }
        }
    }

    /// At least k tuples, as k tuples in lexicographic order.
    fn at_least(&mut self, k: usize, variables: &[Var], body: &Relation) -> Answer<Relation> {
        let body = self.and(body, &self.all(variables)?)?;
        let outer: Vec<Var> = body.variables.iter().copied().filter(|var| !variables.contains(var)).collect();
        if k == 0 {
            return self.all(&outer);
        }
        let mut last: Vec<Var> = Vec::new();
        let mut whole: Option<Relation> = None;
        for _ in 0..k {
            let copy: Vec<Var> = variables.iter().map(|_| self.fresh()).collect();
            let renamed = body.variables.iter().map(|var| match variables.iter().position(|known| known == var) {
                Some(place) => copy[place],
                None => *var,
            });
            let one = self.sorted(Relation { variables: renamed.collect(), automaton: body.automaton.clone() })?;
            let mut next = match &whole {
                None => one,
                Some(whole) => {
                    let order = self.before(&last, &copy)?;
                    let before = self.and(whole, &order)?;
                    self.and(&before, &one)?
                }
            };
            // What the next tuple is compared with is the last one alone.
            next = self.exists(next, &last)?;
            whole = Some(next);
            last = copy;
        }
        self.exists(whole.expect("k is not 0"), &last)
    }

    /// Tracks brought into the order of their variables.
    fn sorted(&self, relation: Relation) -> Answer<Relation> {
        let mut variables = relation.variables.clone();
        variables.sort_unstable();
        let letters = self.map(&relation.variables, &variables)?;
        let step = |&q: &u32, letter: usize| relation.automaton.step(q, letters[letter]);
        let accepts = |&q: &u32| relation.automaton.accepting[q as usize];
        Ok(Relation { variables, automaton: Automaton::build(letters.len(), 0, step, accepts)? })
    }

    /// Lexicographic order of tuples.
    fn before(&mut self, a: &[Var], b: &[Var]) -> Answer<Relation> {
        let difference = Sum { coefficients: vec![(a[0], 1), (b[0], -1)], constant: 0 };
        let less = self.sum(&difference, Compare::Less)?;
        if a.len() == 1 {
            return Ok(less);
        }
        let equal = self.sum(&difference, Compare::Equal)?;
        let rest = self.before(&a[1..], &b[1..])?;
        let later = self.and(&equal, &rest)?;
        self.connected(Connective::Or, &less, &later)
    }

    /// The digits of a tuple of numbers as letters, all of one length.
    pub fn word(&mut self, numbers: &[i64]) -> Answer<Vec<usize>> {
        let words: Vec<Vec<usize>> =
            numbers.iter().map(|&n| self.numeration.represent(n, &mut self.represented)).collect::<Answer<_>>()?;
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |at: usize| {
            let digit = |word: &Vec<usize>| (at + word.len()).checked_sub(length).map_or(0, |place| word[place]);
            let place = |i: usize| self.numeration.digits.pow(i as u32);
            words.iter().enumerate().map(|(i, word)| digit(word) * place(i)).sum()
        };
        Ok((0..length).map(letter).collect())
    }

    /// Whether a tuple of numbers near 0 is in a relation.
    pub fn contains(&mut self, automaton: &Automaton, numbers: &[i64]) -> bool {
        self.contains_any(automaton, numbers).expect("numbers near 0 are found")
    }

    /// Whether a tuple of any numbers is in a relation.
    pub fn contains_any(&mut self, automaton: &Automaton, numbers: &[i64]) -> Answer<bool> {
        Ok(automaton.accepts(self.word(numbers)?))
    }

    /// Whether a number can be written.
    pub fn has(&self, n: i64) -> bool {
        n >= 0 || self.numeration.signed
    }
}

/// The relation without variables.
pub fn truth(holds: bool) -> Automaton {
    Automaton { letters: 1, next: vec![0], accepting: vec![holds] }
}

fn add_words(term: &Term, found: &mut Vec<(String, Vec<Term>)>) {
    match term {
        Term::Var(_) | Term::Num(_) => {}
        Term::Add(a, b) | Term::Sub(a, b) => {
            add_words(a, found);
            add_words(b, found);
        }
        Term::Mul(_, a) | Term::Div(a, _) => add_words(a, found),
        Term::Word(word, indices) => found.push((word.clone(), indices.clone())),
    }
}
