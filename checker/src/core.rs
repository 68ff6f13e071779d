//! What formulas mean: terms become linear atoms, words and functions automata on tracks, `A` becomes `~E~`.
//!
//! Every term in an argument or index is a variable of its own that equals it, and so is every quotient. Such a variable
//! has exactly one value (0 where the term is none), so it does not matter where it is bound: at the quantifier around.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::machine::{Machine, Track};
use crate::parse::{Comparison, Connective, Formula, Quantifier, Term, TermKind, free_variables};
use crate::system::{Compare, System, Systems};

pub type Var = usize;

/// A formula whose names are known.
#[derive(Clone)]
pub enum Core {
    Truth(bool),
    /// The sum of the terms compared with the constant.
    Linear(Vec<(Var, i64)>, Compare, i64),
    /// The automaton, where it accepts, and the variable on each track.
    Table(Rc<Machine>, Rc<Vec<bool>>, Vec<Var>),
    Not(Box<Core>),
    And(Vec<Core>),
    Or(Vec<Core>),
    Iff(Box<Core>, Box<Core>),
    Exists(usize, Vec<Var>, Box<Core>),
    /// Some values of the variables that are not kept satisfy a formula over variables of its own: their tracks, which are
    /// kept, and the variables around that these are.
    Inner(Vec<Track>, Box<Core>, Vec<Var>, Vec<Var>),
    /// At least so many values of the variables; infinitely many, if no number is given.
    Count(usize, Option<u64>, Vec<Var>, Box<Core>),
}

/// What a name stands for that has arguments.
#[derive(Clone)]
pub enum Function {
    Truth(bool),
    Relation(Rc<Machine>, Rc<Vec<bool>>),
}

/// What a name stands for that has indices.
#[derive(Clone)]
pub enum Word {
    /// An automaton and the output of each state.
    Automaton(Rc<Machine>, Vec<i64>),
    /// Relations with values: the last that holds counts, 0 if none does.
    Combined(Vec<(Rc<Machine>, Rc<Vec<bool>>, i64)>),
}

/// The names known.
#[derive(Clone, Default)]
pub struct Names {
    pub macros: HashMap<String, String>,
    pub functions: HashMap<String, Function>,
    pub words: HashMap<String, Word>,
    pub games: HashMap<String, Rc<Game>>,
    /// A command that may have given another meaning to any of them.
    pub broken: Option<String>,
}

impl Names {
    /// A name stands for nothing.
    pub fn forget(&mut self, name: &str) {
        self.macros.remove(name);
        self.functions.remove(name);
        self.words.remove(name);
        self.games.remove(name);
    }

    /// Names that hide those of before.
    pub fn learn(&mut self, others: Names) {
        self.macros.extend(others.macros);
        self.functions.extend(others.functions);
        self.words.extend(others.words);
        self.games.extend(others.games);
        self.broken = self.broken.take().or(others.broken);
    }
}

/// A game: the piles before and after a move, what moves there are, and the claims on its quantifiers.
pub struct Game {
    pub position: Vec<String>,
    pub option: Vec<String>,
    pub moves: Formula,
    pub claims: HashMap<usize, Claim>,
    /// Positions without moves.
    pub terminal: Option<Formula>,
    /// A position of the kernel has fewer options in it.
    pub block: u64,
    pub system: String,
    /// What its rules named when they were written.
    pub names: Names,
}

/// A relation that a certificate gives for a quantifier.
#[derive(Clone)]
pub struct Claim {
    pub machine: Rc<Machine>,
    pub accepting: Rc<Vec<bool>>,
}

impl Claim {
    /// The variables are in the relation.
    pub fn on(&self, vars: Vec<Var>) -> Core {
        Core::Table(self.machine.clone(), self.accepting.clone(), vars)
    }
}

/// A variable: its name, and what it ranges over once that is known.
#[derive(Clone)]
pub struct Variable {
    pub name: String,
    pub track: Option<Track>,
    /// Whether it stands on a track of digits: as a number it is read digit by digit.
    pub on_digits: bool,
}

/// Reads a formula.
pub struct Reader<'a> {
    pub names: &'a Names,
    pub systems: &'a mut Systems,
    /// By the number of the quantifier.
    pub claims: &'a HashMap<usize, Claim>,
    pub variables: Vec<Variable>,
    scope: Vec<(String, Var)>,
    /// Variables that stand for terms, and what says so.
    pub terms: Vec<(Var, Core)>,
    /// The variable of each sum.
    known: HashMap<Known, Var>,
}

/// Terms, constant and system of a sum.
type Known = (Vec<(Var, i64)>, i64, String);

/// What is done with each choice of values: the values, and the formulas that say so.
type Heard<'a> = &'a mut dyn FnMut(&[(i64, Core)]) -> Read<()>;

/// A sum: terms, constant, words with their factors.
#[derive(Clone, Default)]
struct Sum {
    terms: BTreeMap<Var, i64>,
    constant: i64,
    words: Vec<(Word, Vec<Var>, i64)>,
    /// Sums that must not be negative.
    conditions: Vec<Sum>,
    system: Option<Rc<System>>,
}

type Read<T> = Result<T, String>;

/// Numbers of formulas are less than this, so that their sums of two and contraries are numbers of 64 bits.
const LARGEST: i64 = 1 << 61;

/// a + b c, if it is no larger than any.
pub fn plus(a: i64, b: i64, c: i64) -> Option<i64> {
    b.checked_mul(c)?.checked_add(a).filter(|sum| (-LARGEST..LARGEST).contains(sum))
}

fn within(number: Option<i64>) -> Read<i64> {
    number.ok_or_else(|| "a number of more than 60 bits".into())
}

impl Sum {
    fn constant(constant: i64) -> Sum {
        Sum { constant, ..Sum::default() }
    }

    fn variable(var: Var, system: &Rc<System>) -> Sum {
        Sum { terms: BTreeMap::from([(var, 1)]), system: Some(system.clone()), ..Sum::default() }
    }

    fn is_plain(&self) -> bool {
        self.terms.is_empty() && self.words.is_empty()
    }

    fn plus(mut self, other: Sum, factor: i64) -> Read<Sum> {
        for (var, k) in other.terms {
            let sum = self.terms.entry(var).or_default();
            *sum = within(plus(*sum, k, factor))?;
        }
        self.terms.retain(|_, k| *k != 0);
        self.constant = within(plus(self.constant, other.constant, factor))?;
        for (word, indices, k) in other.words {
            self.words.push((word, indices, within(plus(0, k, factor))?));
        }
        self.conditions.extend(other.conditions);
        self.system = match (self.system, other.system) {
            (Some(a), Some(b)) if a.name != b.name => return Err(format!("{} and {} in one sum", a.name, b.name)),
            (a, b) => a.or(b),
        };
        Ok(self)
    }

    fn scaled(self, factor: i64) -> Read<Sum> {
        Sum::default().plus(self, factor)
    }
}

impl<'a> Reader<'a> {
    pub fn new(names: &'a Names, systems: &'a mut Systems, claims: &'a HashMap<usize, Claim>) -> Reader<'a> {
        Reader {
            names,
            systems,
            claims,
            variables: Vec::new(),
            scope: Vec::new(),
            terms: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Variables of these names, whose range is not known yet, in force from now on.
    pub fn bind(&mut self, names: &[String]) -> Vec<Var> {
        let bind = |name: &String| {
            self.variables.push(Variable { name: name.clone(), track: None, on_digits: false });
            self.scope.push((name.clone(), self.variables.len() - 1));
            self.variables.len() - 1
        };
        names.iter().map(bind).collect()
    }

    fn fresh(&mut self, system: &Rc<System>) -> Var {
        self.variables.push(Variable {
            name: "_".into(),
            track: Some(Track::Number(system.clone())),
            on_digits: false,
        });
        self.variables.len() - 1
    }

    fn find(&self, name: &str) -> Read<Var> {
        let found = self.scope.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, var)| *var).ok_or_else(|| format!("`{name}` is not bound"))
    }

    /// A variable is a number of this system.
    fn is_number(&mut self, var: Var, system: &Rc<System>) -> Read<()> {
        match &self.variables[var].track {
            Some(Track::Number(known)) if known.name == system.name => Ok(()),
            None => {
                self.variables[var].track = Some(Track::Number(system.clone()));
                Ok(())
            }
            Some(other) => Err(format!("`{}` is in {} and in {}", self.variables[var].name, other.name(), system.name)),
        }
    }

    /// A variable stands on a track. One that stands on digits must be known as a number otherwise.
    fn stands_on(&mut self, var: Var, track: &Track) -> Read<()> {
        match track {
            Track::Number(system) => self.is_number(var, system),
            Track::Digits(_) => {
                self.variables[var].on_digits = true;
                Ok(())
            }
        }
    }

    /// A variable of which nothing says what it is, is a number of the system in force.
    pub fn settle(&mut self, var: Var, system: &str) -> Read<()> {
        let Variable { name, track, on_digits } = &mut self.variables[var];
        if track.is_none() {
            if *on_digits {
                return Err(format!("`{name}` is a word over digits, which this checker does not read"));
            }
            *track = Some(Track::Number(self.systems.get(system)?));
        }
        Ok(())
    }

    pub fn formula(&mut self, formula: &Formula) -> Read<Core> {
        Ok(match formula {
            Formula::Not(inner) => Core::Not(Box::new(self.formula(inner)?)),
            Formula::Binary(op, left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                match op {
                    Connective::And => Core::And(vec![left, right]),
                    Connective::Or => Core::Or(vec![left, right]),
                    Connective::Implies => Core::Or(vec![Core::Not(Box::new(left)), right]),
                    Connective::Iff => Core::Iff(Box::new(left), Box::new(right)),
                    Connective::Xor => Core::Not(Box::new(Core::Iff(Box::new(left), Box::new(right)))),
                }
            }
            Formula::Compare(op, left, right) => self.compare(*op, left, right)?,
            Formula::Call(name, arguments) => {
                let names = self.names;
                match names.functions.get(name).ok_or_else(|| format!("no function `{name}`"))? {
                    Function::Truth(value) => Core::Truth(*value),
                    Function::Relation(machine, accepting) => {
                        let (vars, conditions) = self.places(arguments, &machine.tracks)?;
                        let mut parts = vec![Core::Table(machine.clone(), accepting.clone(), vars)];
                        for condition in conditions {
                            parts.push(Core::Not(Box::new(linear(&condition, Compare::Less, 0)?)));
                        }
                        Core::And(parts)
                    }
                }
            }
            Formula::Quantified { number, quantifier, variables, body, system } => {
                if let Some(claim) = self.claims.get(number) {
                    let mut free = BTreeSet::new();
                    free_variables(formula, &mut Vec::new(), &mut free);
                    let vars = free.iter().map(|name| self.find(name)).collect::<Read<Vec<Var>>>()?;
                    if vars.len() != claim.machine.tracks.len() {
                        return Err(format!("quantifier {number} has other free variables"));
                    }
                    for (&var, track) in vars.iter().zip(&claim.machine.tracks) {
                        self.stands_on(var, track)?;
                    }
                    return Ok(claim.on(vars));
                }
                let depth = self.scope.len();
                let vars = self.bind(variables);
                let body = self.formula(body)?;
                self.scope.truncate(depth);
                vars.iter().try_for_each(|&var| self.settle(var, system))?;
                quantified(*number, *quantifier, vars, body)
            }
        })
    }

    /// Variables for arguments or indices on these tracks, and sums that are not negative if these have values.
    fn places(&mut self, arguments: &[Term], tracks: &[Track]) -> Read<(Vec<Var>, Vec<Sum>)> {
        if arguments.len() != tracks.len() {
            return Err(format!("{} arguments where {} belong", arguments.len(), tracks.len()));
        }
        let (mut vars, mut conditions) = (Vec::new(), Vec::new());
        for (argument, track) in arguments.iter().zip(tracks) {
            if let TermKind::Variable(name) = &argument.kind {
                let var = self.find(name)?;
                self.stands_on(var, track)?;
                vars.push(var);
                continue;
            }
            let system = match track {
                Track::Number(system) => system.clone(),
                Track::Digits(_) => self.systems.get(&argument.system)?,
            };
            let sum = self.sum(argument)?;
            if sum.system.as_ref().is_some_and(|own| own.name != system.name) {
                return Err(format!("a term of another system stands on a track in {}", system.name));
            }
            if !sum.words.is_empty() {
                return Err("a value of a word stands in an argument, which this checker does not read".into());
            }
            conditions.extend(may_be_negative(&sum, &system));
            vars.push(self.named(sum, &system)?);
        }
        Ok((vars, conditions))
    }

    /// A variable that has the value of a sum, or 0 where it has none; that it has one is not said here.
    fn named(&mut self, sum: Sum, system: &Rc<System>) -> Read<Var> {
        let key = (sum.terms.clone().into_iter().collect(), sum.constant, system.name.clone());
        // What has conditions is 0 where they fail, and not the sum.
        if let Some(&known) = self.known.get(&key).filter(|_| sum.conditions.is_empty()) {
            return Ok(known);
        }
        let var = self.fresh(system);
        if sum.conditions.is_empty() {
            self.known.insert(key, var);
        }
        let conditions = may_be_negative(&sum, system);
        let equal = linear(&sum.plus(Sum::variable(var, system), -1)?, Compare::Equal, 0)?;
        self.mean(var, system, equal, &conditions)?;
        Ok(var)
    }

    /// A variable is what a formula says, or 0 if one of the conditions is negative.
    fn mean(&mut self, var: Var, system: &Rc<System>, formula: Core, conditions: &[Sum]) -> Read<()> {
        let negative = conditions.iter().map(|sum| linear(sum, Compare::Less, 0)).collect::<Read<Vec<Core>>>()?;
        if negative.is_empty() {
            self.terms.push((var, formula));
            return Ok(());
        }
        let zero = linear(&Sum::variable(var, system), Compare::Equal, 0)?;
        let none = Core::Or(negative);
        let some = Core::And(vec![Core::Not(Box::new(none.clone())), formula]);
        self.terms.push((var, Core::Or(vec![some, Core::And(vec![none, zero])])));
        Ok(())
    }

    fn sum(&mut self, term: &Term) -> Read<Sum> {
        match &term.kind {
            TermKind::Variable(name) => {
                let (var, system) = (self.find(name)?, self.systems.get(&term.system)?);
                self.is_number(var, &system)?;
                Ok(Sum::variable(var, &system))
            }
            TermKind::Number(n) | TermKind::Letter(n) => Ok(Sum::constant(*n)),
            TermKind::Word(name, indices) => {
                let names = self.names;
                let word = names.words.get(name).ok_or_else(|| format!("no word `{name}`"))?.clone();
                let tracks = match &word {
                    Word::Automaton(machine, _) => machine.tracks.clone(),
                    Word::Combined(parts) => parts[0].0.tracks.clone(),
                };
                let (vars, conditions) = self.places(indices, &tracks)?;
                Ok(Sum { words: vec![(word, vars, 1)], conditions, ..Sum::default() })
            }
            TermKind::Add(a, b) => self.sum(a)?.plus(self.sum(b)?, 1),
            TermKind::Subtract(a, b) => {
                let mut sum = self.sum(a)?.plus(self.sum(b)?, -1)?;
                let is_signed = sum.system.as_ref().is_some_and(|system| system.negative);
                if !sum.terms.is_empty() && !is_signed {
                    let conditions = std::mem::take(&mut sum.conditions);
                    sum.conditions = [conditions, vec![sum.clone()]].concat();
                }
                Ok(sum)
            }
            TermKind::Times(a, b) => match (self.sum(a)?, self.sum(b)?) {
                (a, b) if a.is_plain() => b.scaled(a.constant),
                (a, b) if b.is_plain() => a.scaled(b.constant),
                _ => Err("a product of two variables".into()),
            },
            TermKind::Over(a, b) => {
                let (a, b) = (self.sum(a)?, self.sum(b)?);
                if !b.is_plain() || b.constant <= 0 || !a.words.is_empty() {
                    return Err("a quotient that this checker does not read".into());
                }
                if a.terms.is_empty() {
                    return Ok(Sum::constant(a.constant.div_euclid(b.constant)));
                }
                // b q <= a < b q + b.
                let system = a.system.clone().ok_or("a quotient without a system")?;
                let conditions = may_be_negative(&a, &system);
                let q = self.fresh(&system);
                let quotient = Sum::variable(q, &system);
                let rest = a.plus(quotient.clone(), -b.constant)?;
                let low = Core::Not(Box::new(linear(&rest, Compare::Less, 0)?));
                let high = linear(&rest, Compare::Less, b.constant)?;
                self.mean(q, &system, Core::And(vec![low, high]), &conditions)?;
                Ok(Sum { conditions, ..quotient })
            }
        }
    }

    fn compare(&mut self, op: Comparison, left: &Term, right: &Term) -> Read<Core> {
        let (left, right) = (self.sum(left)?, self.sum(right)?);
        let (small, large, compare, least, negated) = match op {
            Comparison::Equal => (left, right, Compare::Equal, 0, false),
            Comparison::NotEqual => (left, right, Compare::Equal, 0, true),
            Comparison::Less => (left, right, Compare::Less, 0, false),
            Comparison::LessEqual => (left, right, Compare::Less, 1, false),
            Comparison::Greater => (right, left, Compare::Less, 0, false),
            Comparison::GreaterEqual => (right, left, Compare::Less, 1, false),
        };
        // Each side is a number, so it is not negative.
        let mut sides = small.conditions.clone();
        sides.extend(large.conditions.clone());
        let has_numbers = !small.terms.is_empty() || !large.terms.is_empty();
        let mut difference = small.clone().plus(large.clone(), -1)?;
        let system = difference.system.clone();
        if let Some(system) = system.filter(|system| has_numbers && !system.negative) {
            sides.extend(
                [small, large]
                    .into_iter()
                    .filter(|side| !side.words.is_empty() || !may_be_negative(side, &system).is_empty()),
            );
        }
        difference.conditions.clear();
        let words = std::mem::take(&mut difference.words);
        let mut cases = Vec::new();
        self.cases(&words, &mut Vec::new(), &mut |values| {
            let at = |sum: &Sum| {
                // The words of a part are some of those of the whole, in an order that starts anywhere.
                let mut sum = sum.clone();
                for (word, vars, k) in std::mem::take(&mut sum.words) {
                    let place =
                        words.iter().position(|(w, v, _)| same_word(w, &word) && *v == vars).ok_or("a lost word")?;
                    sum.constant = within(plus(sum.constant, k, values[place].0))?;
                }
                Ok::<Sum, String>(sum)
            };
            let mut whole = difference.clone();
            for ((_, _, k), value) in words.iter().zip(values) {
                whole.constant = within(plus(whole.constant, *k, value.0))?;
            }
            let atom = linear(&whole, compare, least)?;
            let mut parts: Vec<Core> = values.iter().map(|value| value.1.clone()).collect();
            for side in &sides {
                parts.push(Core::Not(Box::new(linear(&at(side)?, Compare::Less, 0)?)));
            }
            parts.push(if negated { Core::Not(Box::new(atom)) } else { atom });
            cases.push(Core::And(parts));
            Ok(())
        })?;
        Ok(Core::Or(cases))
    }

    /// Every choice of a value for each word, with the formula that says so.
    fn cases(&self, words: &[(Word, Vec<Var>, i64)], chosen: &mut Vec<(i64, Core)>, found: Heard<'_>) -> Read<()> {
        let Some((word, vars, _)) = words.get(chosen.len()) else { return found(chosen) };
        for value in values(word) {
            chosen.push((value, has_value(word, vars, value)));
            self.cases(words, chosen, found)?;
            chosen.pop();
        }
        Ok(())
    }
}

/// The sums that must not be negative for this one to have a value in a system.
fn may_be_negative(sum: &Sum, system: &System) -> Vec<Sum> {
    let mut conditions = sum.conditions.clone();
    if sum.constant < 0 || sum.terms.values().any(|k| *k < 0) {
        conditions.push(Sum { conditions: Vec::new(), ..sum.clone() });
    }
    if system.negative { Vec::new() } else { conditions }
}

fn same_word(a: &Word, b: &Word) -> bool {
    match (a, b) {
        (Word::Automaton(a, _), Word::Automaton(b, _)) => Rc::ptr_eq(a, b),
        (Word::Combined(a), Word::Combined(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Rc::ptr_eq(&a.0, &b.0) && a.2 == b.2)
        }
        _ => false,
    }
}

fn values(word: &Word) -> Vec<i64> {
    let mut values: Vec<i64> = match word {
        Word::Automaton(_, outputs) => outputs.clone(),
        Word::Combined(parts) => parts.iter().map(|part| part.2).chain([0]).collect(),
    };
    values.sort_unstable();
    values.dedup();
    values
}

/// The word has this value at these indices.
fn has_value(word: &Word, vars: &[Var], value: i64) -> Core {
    match word {
        Word::Automaton(machine, outputs) => {
            let accepting = outputs.iter().map(|&output| output == value).collect();
            Core::Table(machine.clone(), Rc::new(accepting), vars.to_vec())
        }
        Word::Combined(parts) => {
            let holds =
                |part: &(Rc<Machine>, Rc<Vec<bool>>, i64)| Core::Table(part.0.clone(), part.1.clone(), vars.to_vec());
            let mut cases = Vec::new();
            for (i, part) in parts.iter().enumerate().filter(|(_, part)| part.2 == value) {
                let later = parts[i + 1..].iter().map(|later| Core::Not(Box::new(holds(later))));
                cases.push(Core::And([holds(part)].into_iter().chain(later).collect()));
            }
            if value == 0 {
                cases.push(Core::And(parts.iter().map(|part| Core::Not(Box::new(holds(part)))).collect()));
            }
            Core::Or(cases)
        }
    }
}

/// `sum compare constant`.
fn linear(sum: &Sum, compare: Compare, constant: i64) -> Read<Core> {
    let constant = within(plus(constant, sum.constant, -1))?;
    let is_natural = sum.system.as_ref().is_some_and(|system| !system.negative);
    if compare == Compare::Less && is_natural && constant <= 0 && sum.terms.values().all(|k| *k >= 0) {
        return Ok(Core::Truth(false));
    }
    if sum.terms.is_empty() {
        return Ok(Core::Truth(match compare {
            Compare::Equal => constant == 0,
            Compare::Less => 0 < constant,
        }));
    }
    Ok(comparison(sum.terms.iter().map(|(&var, &k)| (var, k)).collect(), compare, constant))
}

/// A comparison of a sum that has terms, the first coefficient positive: `-s < c` is `~(s < 1 - c)`.
pub fn comparison(terms: Vec<(Var, i64)>, compare: Compare, constant: i64) -> Core {
    if terms[0].1 > 0 {
        return Core::Linear(terms, compare, constant);
    }
    let terms = terms.into_iter().map(|(var, k)| (var, -k)).collect();
    match compare {
        Compare::Equal => Core::Linear(terms, compare, -constant),
        Compare::Less => Core::Not(Box::new(Core::Linear(terms, compare, 1 - constant))),
    }
}

fn quantified(number: usize, quantifier: Quantifier, vars: Vec<Var>, body: Core) -> Core {
    let not = |core| Core::Not(Box::new(core));
    match quantifier {
        Quantifier::Exists => Core::Exists(number, vars, Box::new(body)),
        Quantifier::ForAll => not(Core::Exists(number, vars, Box::new(not(body)))),
        Quantifier::Infinitely => Core::Count(number, None, vars, Box::new(body)),
        Quantifier::AtLeast(0) => Core::Truth(true),
        Quantifier::AtLeast(k) => Core::Count(number, Some(k), vars, Box::new(body)),
        Quantifier::AtMost(k) => not(Core::Count(number, Some(k + 1), vars, Box::new(body))),
        Quantifier::Exactly(k) => {
            let more = not(Core::Count(number, Some(k + 1), vars.clone(), Box::new(body.clone())));
            if k == 0 { more } else { Core::And(vec![Core::Count(number, Some(k), vars, Box::new(body)), more]) }
        }
    }
}
