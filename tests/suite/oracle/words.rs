//! Statements about words by brute force: a formula is the set of tuples of words of one length that satisfy it, listed
//! length by length up to a longest one. Imports only `syntax`.
//!
//! The longest length stands for all longer ones: that is exact where atoms see no more of a word than its beginning and
//! its end, and numbers are small.

use std::collections::{BTreeMap, HashMap, HashSet};

use filbert::syntax::ast::{Comparison, Connective, Formula, FormulaId, FormulaKind, Quantifier, TermId, TermKind};

/// The values of the digits of a word.
pub type Digits = Vec<i64>;

/// A numeration system as brute force knows it.
#[derive(Clone, Copy)]
pub struct System {
    /// Digits run from 0 to below this.
    pub digits: i64,
    /// The value of a word, if it is a representation.
    pub value: fn(&[i64]) -> Option<i64>,
    /// Whether there are negative numbers.
    pub signed: bool,
    /// Whether zeros are padded behind.
    pub lsd: bool,
}

/// What stands on a track of a relation.
#[derive(Clone)]
pub enum Track {
    /// Numbers of the system.
    Number,
    /// Words over these digits.
    Digits(Vec<i64>),
}

/// What is asked of a tuple of words of one length.
pub type OfWords<T> = Box<dyn Fn(&[Digits]) -> T>;

/// A set of tuples of words.
pub struct Relation {
    /// Its tracks.
    pub tracks: Vec<Track>,
    /// Whether the tuple, all of whose words have one length, is in it.
    pub contains: OfWords<bool>,
}

/// What statements may speak of.
pub struct Words {
    /// The one system of all numbers.
    pub system: System,
    /// Functions by name.
    pub relations: HashMap<String, Relation>,
    /// Words by name: the value at a tuple of words.
    pub words: HashMap<String, (Vec<Track>, OfWords<i64>)>,
    /// The longest words.
    pub longest: usize,
}

/// The tuples that satisfy a formula.
#[derive(Clone, Debug)]
pub struct Tuples {
    /// The variables, in alphabetical order, and whether the formula speaks of each as a number.
    pub frame: BTreeMap<String, bool>,
    /// For each length, the tuples in the order of the variables.
    pub of_length: Vec<HashSet<Vec<Digits>>>,
}

/// What a variable ranges over, by all that is said of it.
#[derive(Clone, Default)]
struct Range {
    is_number: bool,
    digits: Option<Vec<i64>>,
}

struct Run<'a> {
    world: &'a Words,
    formula: &'a Formula,
    ranges: BTreeMap<String, Range>,
    /// The functions that tell paddings of numbers apart.
    apart: HashSet<&'a str>,
    /// The families of words that do.
    families_apart: HashSet<&'a str>,
}

impl Words {
    /// The tuples that satisfy a formula in which every variable is bound once. `None` if a variable has no digits, or a
    /// quantifier counts words.
    pub fn satisfying(&self, formula: &Formula) -> Option<Tuples> {
        let apart = self.relations.iter().filter(|(_, relation)| {
            let has = |tuple: &[Digits]| fit(tuple, &relation.tracks) && (relation.contains)(tuple);
            self.tells_paddings_apart(&relation.tracks, has)
        });
        let apart = apart.map(|(name, _)| name.as_str()).collect();
        let families_apart = self.words.iter().filter(|(_, (tracks, value))| {
            self.tells_paddings_apart(tracks, |tuple| fit(tuple, tracks).then(|| value(tuple)))
        });
        let families_apart = families_apart.map(|(name, _)| name.as_str()).collect();
        let mut run = Run { world: self, formula, ranges: BTreeMap::new(), apart, families_apart };
        run.find_ranges(formula.root);
        if run.ranges.values().any(|range| range.digits.as_ref().is_some_and(Vec::is_empty)) {
            return None;
        }
        let found = run.formula(formula.root)?;
        let free: Vec<String> = found.frame.keys().cloned().collect();
        let found = run.limited(found, &free);
        match found.frame.values().any(|number| !number) {
            true => Some(found),
            false => Some(run.padded(found)),
        }
    }

    /// How many tuples of the longest length the largest part of a formula is a set of.
    pub fn size(&self, formula: &Formula) -> usize {
        let mut run = Run {
            world: self,
            formula,
            ranges: BTreeMap::new(),
            apart: HashSet::new(),
            families_apart: HashSet::new(),
        };
        run.find_ranges(formula.root);
        let mut sizes: Vec<BTreeMap<String, bool>> = Vec::new();
        let mut largest = 0;
        for node in 0..formula.nodes.len() {
            let mut frame = BTreeMap::new();
            match &formula[FormulaId(node as u32)].kind {
                FormulaKind::Compare { left, right, .. } => {
                    [left, right].into_iter().for_each(|&term| run.speaks_of(term, None, &mut frame));
                }
                FormulaKind::Call { arguments, .. } => {
                    arguments.iter().for_each(|&term| run.speaks_of(term, None, &mut frame));
                }
                FormulaKind::Not(inner) | FormulaKind::Reverse(inner) => frame = sizes[inner.0 as usize].clone(),
                FormulaKind::Binary { left, right, .. } => {
                    frame = sizes[left.0 as usize].clone();
                    frame.extend(sizes[right.0 as usize].clone());
                }
                FormulaKind::Quantified { body, variables, .. } => {
                    frame = sizes[body.0 as usize].clone();
                    frame.retain(|name, _| !variables.iter().any(|var| *var.text == **name));
                }
            }
            let tuples = frame.keys().map(|name| run.words(name, self.longest).len()).product();
            largest = largest.max(tuples);
            sizes.push(frame);
        }
        largest
    }

    /// Every word of a length over some digits.
    fn all(digits: &[i64], length: usize) -> Vec<Digits> {
        let mut words = vec![Vec::new()];
        for _ in 0..length {
            let longer = |word: &Digits| digits.iter().map(|&digit| [&word[..], &[digit]].concat()).collect::<Vec<_>>();
            words = words.iter().flat_map(longer).collect();
        }
        words
    }

    /// Whether a set, read on numbers alone, has some paddings of a tuple and not others.
    /// Whether what is asked of tuples of numbers depends on their padding.
    fn tells_paddings_apart<T: PartialEq>(&self, tracks: &[Track], asked: impl Fn(&[Digits]) -> T) -> bool {
        let digits: Vec<i64> = (0..self.system.digits).collect();
        (0..self.longest).any(|length| {
            let words = Words::all(&digits, length);
            let numbers: Vec<&Digits> = words.iter().filter(|word| (self.system.value)(word).is_some()).collect();
            let mut tuples: Vec<Vec<Digits>> = vec![Vec::new()];
            for _ in tracks {
                let longer = |tuple: &Vec<Digits>| {
                    numbers.iter().map(|&word| [&tuple[..], std::slice::from_ref(word)].concat()).collect::<Vec<_>>()
                };
                tuples = tuples.iter().flat_map(longer).collect();
            }
            let padded =
                |word: &Digits| if self.system.lsd { [&word[..], &[0]].concat() } else { [&[0], &word[..]].concat() };
            tuples.iter().any(|tuple| asked(tuple) != asked(&tuple.iter().map(padded).collect::<Vec<_>>()))
        })
    }

    fn representation(&self, value: i64, length: usize) -> Option<Digits> {
        let digits: Vec<i64> = (0..self.system.digits).collect();
        Words::all(&digits, length).into_iter().find(|word| (self.system.value)(word) == Some(value))
    }
}

impl Run<'_> {
    fn find_ranges(&mut self, id: FormulaId) {
        match &self.formula[id].kind {
            FormulaKind::Compare { left, right, .. } => {
                [left, right].into_iter().for_each(|&t| self.ranges_of(t, None))
            }
            FormulaKind::Call { function, arguments } => {
                let tracks = self.world.relations[&*function.text].tracks.clone();
                arguments.iter().zip(&tracks).for_each(|(&argument, track)| self.ranges_of(argument, Some(track)));
            }
            FormulaKind::Not(inner) => self.find_ranges(*inner),
            FormulaKind::Reverse(_) => panic!("not asked of this oracle"),
            FormulaKind::Binary { left, right, .. } => {
                [left, right].into_iter().for_each(|&part| self.find_ranges(part))
            }
            FormulaKind::Quantified { body, .. } => self.find_ranges(*body),
        }
    }

    fn ranges_of(&mut self, id: TermId, track: Option<&Track>) {
        match &self.formula[id].kind {
            TermKind::Variable(name) => {
                let range = self.ranges.entry(name.to_string()).or_default();
                match track {
                    Some(Track::Digits(digits)) => {
                        let known = range.digits.take();
                        range.digits = Some(match known {
                            None => digits.clone(),
                            Some(known) => known.into_iter().filter(|digit| digits.contains(digit)).collect(),
                        });
                    }
                    _ => range.is_number = true,
                }
                if let (true, Some(digits)) = (range.is_number, &mut range.digits) {
                    digits.retain(|digit| (0..self.world.system.digits).contains(digit));
                }
            }
            TermKind::Word { word, indices } => {
                let tracks = self.world.words[&*word.text].0.clone();
                indices.iter().zip(&tracks).for_each(|(&index, track)| self.ranges_of(index, Some(track)));
            }
            kind => operands(kind).into_iter().for_each(|operand| self.ranges_of(operand, None)),
        }
    }

    /// What may stand on the track of a variable.
    fn words(&self, name: &str, length: usize) -> Vec<Digits> {
        let range = &self.ranges[name];
        if !range.is_number {
            return Words::all(range.digits.as_deref().expect("a word has digits"), length);
        }
        let digits: Vec<i64> = (0..self.world.system.digits).collect();
        let mut words = Words::all(&digits, length);
        words.retain(|word| (self.world.system.value)(word).is_some());
        words
    }

    /// All tuples of a length.
    fn universe(&self, frame: &BTreeMap<String, bool>, length: usize) -> Vec<Vec<Digits>> {
        let mut tuples = vec![Vec::new()];
        for name in frame.keys() {
            let words = self.words(name, length);
            let longer = |tuple: &Vec<Digits>| {
                words.iter().map(|word| [&tuple[..], std::slice::from_ref(word)].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        tuples
    }

    fn tuples(&self, frame: BTreeMap<String, bool>, holds: impl Fn(&[Digits]) -> bool) -> Tuples {
        let lengths = 0..=self.world.longest;
        let of_length = |length| self.universe(&frame, length).into_iter().filter(|tuple| holds(tuple)).collect();
        Tuples { of_length: lengths.map(of_length).collect(), frame }
    }

    fn formula(&self, id: FormulaId) -> Option<Tuples> {
        Some(match &self.formula[id].kind {
            FormulaKind::Compare { left, right, .. } => self.atom(id, &[*left, *right], &[None, None]),
            FormulaKind::Call { function, arguments } => {
                let tracks = &self.world.relations[&*function.text].tracks;
                self.atom(id, arguments, &tracks.iter().map(Some).collect::<Vec<_>>())
            }
            FormulaKind::Not(inner) => {
                let inner = self.formula(*inner)?;
                self.complement(inner)
            }
            FormulaKind::Reverse(_) => panic!("not asked of this oracle"),
            FormulaKind::Binary { op, left, right } => {
                let (a, b) = (self.formula(*left)?, self.formula(*right)?);
                let mut frame = a.frame.clone();
                b.frame.iter().for_each(|(name, number)| *frame.entry(name.clone()).or_default() |= number);
                let part = |whole: &[Digits], part: &Tuples| {
                    let kept = frame.keys().zip(whole).filter(|(name, _)| part.frame.contains_key(*name));
                    let tuple: Vec<Digits> = kept.map(|(_, word)| word.clone()).collect();
                    let length = whole.first().map(Vec::len);
                    match (length, tuple.is_empty()) {
                        // A closed part is true of all lengths or of none.
                        (None, _) | (_, true) => part.of_length.iter().any(|tuples| !tuples.is_empty()),
                        (Some(length), false) => part.of_length[length].contains(&tuple),
                    }
                };
                self.tuples(frame.clone(), |whole| {
                    let (a, b) = (part(whole, &a), part(whole, &b));
                    match op {
                        Connective::And => a && b,
                        Connective::Or => a || b,
                        Connective::Xor => a != b,
                        Connective::Implies => !a || b,
                        Connective::Iff => a == b,
                    }
                })
            }
            FormulaKind::Quantified { quantifier, variables, body } => {
                let body = self.formula(*body)?;
                let names: Vec<String> = variables.iter().map(|name| name.text.to_string()).collect();
                match quantifier {
                    Quantifier::Exists => self.some(self.limited(body, &names), &names),
                    Quantifier::ForAll => {
                        let other = self.limited(self.complement(body), &names);
                        let some = self.some(other, &names);
                        self.complement(some)
                    }
                    Quantifier::Infinitely => self.infinitely(self.limited(body, &names), &names),
                    Quantifier::AtLeast(_) | Quantifier::AtMost(_) | Quantifier::Exactly(_) => return None,
                }
            }
        })
    }

    /// A closed formula has the tuple of no words, or not.
    fn complement(&self, inner: Tuples) -> Tuples {
        if inner.frame.is_empty() {
            let holds = inner.of_length.iter().any(|tuples| !tuples.is_empty());
            return self.tuples(BTreeMap::new(), |_| !holds);
        }
        self.tuples(inner.frame.clone(), |tuple| !inner.of_length[tuple[0].len()].contains(tuple))
    }

    /// Numbers that stand on tracks of digits are words over these.
    fn limited(&self, mut inner: Tuples, names: &[String]) -> Tuples {
        for (place, name) in inner.frame.keys().enumerate() {
            if let (true, Some(digits)) = (names.contains(name), &self.ranges[name].digits) {
                for tuples in &mut inner.of_length {
                    tuples.retain(|tuple| tuple[place].iter().all(|digit| digits.contains(digit)));
                }
            }
        }
        inner
    }

    fn forget(&self, inner: &Tuples, names: &[String]) -> Tuples {
        let kept: Vec<bool> = inner.frame.keys().map(|name| !names.contains(name)).collect();
        let frame = inner.frame.clone().into_iter().filter(|(name, _)| !names.contains(name)).collect();
        let left = |tuple: &Vec<Digits>| {
            tuple.iter().zip(&kept).filter(|entry| *entry.1).map(|entry| entry.0.clone()).collect::<Vec<_>>()
        };
        let of_length = inner.of_length.iter().map(|tuples| tuples.iter().map(left).collect()).collect();
        Tuples { frame, of_length }
    }

    fn some(&self, inner: Tuples, names: &[String]) -> Tuples {
        if !names.iter().any(|name| inner.frame.contains_key(name)) {
            return inner;
        }
        let left = self.forget(&inner, names);
        match left.frame.values().any(|number| !number) {
            true => left,
            false => self.padded(left),
        }
    }

    fn infinitely(&self, inner: Tuples, names: &[String]) -> Tuples {
        // What is not spoken of has infinitely many values.
        if !names.iter().all(|name| inner.frame.contains_key(name)) {
            return self.some(inner, names);
        }
        let mut left = self.forget(&inner, names);
        if left.frame.values().any(|number| !number) {
            left.of_length.iter_mut().for_each(HashSet::clear);
            return left;
        }
        // The longest length stands for all longer ones.
        let longest = left.of_length.len() - 1;
        left.of_length[..longest].iter_mut().for_each(HashSet::clear);
        if names.iter().any(|name| !inner.frame[name]) {
            return self.padded(left);
        }
        panic!("infinitely many numbers are beyond this oracle");
    }

    /// The tuples of numbers some padding of which is there.
    fn padded(&self, inner: Tuples) -> Tuples {
        let values = |tuple: &Vec<Digits>| -> Vec<i64> {
            tuple.iter().map(|word| (self.world.system.value)(word).expect("a representation")).collect()
        };
        let numbers: HashSet<Vec<i64>> = inner.of_length.iter().flatten().map(values).collect();
        self.tuples(inner.frame, |tuple| numbers.contains(&values(&tuple.to_vec())))
    }

    /// An atom, its terms given to tracks.
    fn atom(&self, id: FormulaId, terms: &[TermId], tracks: &[Option<&Track>]) -> Tuples {
        let mut frame = BTreeMap::new();
        terms.iter().zip(tracks).for_each(|(&term, track)| self.speaks_of(term, *track, &mut frame));
        let names: Vec<String> = frame.keys().cloned().collect();
        self.tuples(frame, |tuple| {
            let scope: HashMap<&str, &Digits> = names.iter().map(String::as_str).zip(tuple).collect();
            self.holds(id, &scope)
        })
    }

    fn speaks_of(&self, id: TermId, track: Option<&Track>, frame: &mut BTreeMap<String, bool>) {
        match &self.formula[id].kind {
            TermKind::Variable(name) => {
                *frame.entry(name.to_string()).or_default() |= !matches!(track, Some(Track::Digits(_)));
            }
            TermKind::Word { word, indices } => {
                let tracks = &self.world.words[&*word.text].0;
                indices.iter().zip(tracks).for_each(|(&index, track)| self.speaks_of(index, Some(track), frame));
            }
            kind => operands(kind).into_iter().for_each(|operand| self.speaks_of(operand, None, frame)),
        }
    }

    fn holds(&self, id: FormulaId, scope: &HashMap<&str, &Digits>) -> bool {
        match &self.formula[id].kind {
            FormulaKind::Compare { op, left, right } => {
                let natural = self.has_variable(*left) || self.has_variable(*right);
                let values = |id| self.values(id, scope, natural && !self.world.system.signed);
                let holds = |a: i64, b: i64| match op {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterEqual => a >= b,
                };
                let right = values(*right);
                values(*left).into_iter().any(|a| right.iter().any(|&b| holds(a, b)))
            }
            FormulaKind::Call { function, arguments } => {
                let relation = &self.world.relations[&*function.text];
                // A set that tells no paddings apart is a relation of numbers.
                let apart = self.apart.contains(&*function.text);
                let has = |words: &[Digits]| fit(words, &relation.tracks) && (relation.contains)(words);
                let found = self.read(arguments, (&relation.tracks, apart), scope, &|words| has(words).then_some(()));
                !found.is_empty()
            }
            _ => unreachable!("an atom"),
        }
    }

    /// The values that a term may have: a family of words has one for each padding of numbers at which it is read.
    fn values(&self, id: TermId, scope: &HashMap<&str, &Digits>, natural: bool) -> Vec<i64> {
        match &self.formula[id].kind {
            TermKind::Word { word, indices } => {
                let (tracks, value) = &self.world.words[&*word.text];
                let apart = self.families_apart.contains(&*word.text);
                self.read(indices, (tracks, apart), scope, &|words| fit(words, tracks).then(|| value(words)))
            }
            _ => self.term(id, scope, natural).into_iter().collect(),
        }
    }

    /// What is read at the words that terms are, for each padding; nothing if a term is no number or fits into no length.
    /// What tells no paddings `apart` is read of numbers as numbers.
    fn read<T>(
        &self,
        terms: &[TermId],
        (tracks, apart): (&[Track], bool),
        scope: &HashMap<&str, &Digits>,
        read: &dyn Fn(&[Digits]) -> Option<T>,
    ) -> Vec<T> {
        let is_number = |&id: &TermId| match &self.formula[id].kind {
            TermKind::Variable(name) => self.ranges[&**name].is_number,
            _ => true,
        };
        let numbers = vec![Track::Number; terms.len()];
        let tracks = if terms.iter().all(is_number) && !apart { &numbers } else { tracks };
        let direct = |id: TermId| match &self.formula[id].kind {
            TermKind::Variable(name) => Some(scope[&**name]),
            _ => None,
        };
        let on_digits = |(id, track): (&TermId, &Track)| direct(*id).filter(|_| matches!(track, Track::Digits(_)));
        let length = terms.iter().zip(tracks).find_map(on_digits).map(Vec::len);
        let lengths = match length {
            Some(length) => length..=length,
            // Numbers alone may be padded as they like.
            None => 0..=self.world.longest,
        };
        let at = |length| {
            let word = |&id: &TermId| match (direct(id), on_digits_exist(terms, tracks, &direct)) {
                (Some(word), true) => Some(word.clone()),
                _ => self.world.representation(self.term(id, scope, !self.world.system.signed)?, length),
            };
            let words: Vec<Digits> = terms.iter().map(word).collect::<Option<_>>()?;
            fit(&words, tracks).then(|| read(&words))?
        };
        lengths.filter_map(at).collect()
    }

    fn term(&self, id: TermId, scope: &HashMap<&str, &Digits>, natural: bool) -> Option<i64> {
        let of = |id: &TermId| self.term(*id, scope, natural);
        let value = match &self.formula[id].kind {
            TermKind::Variable(name) => (self.world.system.value)(scope[&**name]).expect("a number"),
            TermKind::Number(n) => i64::try_from(n).expect("small numbers"),
            TermKind::Letter(letter) => return Some(*letter),
            TermKind::Negate(inner) => -of(inner)?,
            TermKind::Add(a, b) => of(a)? + of(b)?,
            TermKind::Subtract(a, b) => of(a)? - of(b)?,
            TermKind::Multiply(a, b) => of(a)? * of(b)?,
            TermKind::Divide(a, b) => of(a)?.div_euclid(of(b)?),
            TermKind::Word { .. } => unreachable!("values of words are only compared"),
        };
        (value >= 0 || !natural).then_some(value)
    }

    fn has_variable(&self, id: TermId) -> bool {
        match &self.formula[id].kind {
            TermKind::Variable(_) => true,
            TermKind::Word { .. } => false,
            kind => operands(kind).into_iter().any(|operand| self.has_variable(operand)),
        }
    }
}

/// Whether all words are over the digits of their tracks.
fn fit(words: &[Digits], tracks: &[Track]) -> bool {
    words.iter().zip(tracks).all(|(word, track)| match track {
        Track::Number => true,
        Track::Digits(digits) => word.iter().all(|digit| digits.contains(digit)),
    })
}

fn on_digits_exist<'a>(terms: &[TermId], tracks: &[Track], direct: &dyn Fn(TermId) -> Option<&'a Digits>) -> bool {
    terms.iter().zip(tracks).any(|(&id, track)| matches!(track, Track::Digits(_)) && direct(id).is_some())
}

fn operands(kind: &TermKind) -> Vec<TermId> {
    match kind {
        TermKind::Negate(inner) => vec![*inner],
        TermKind::Add(a, b) | TermKind::Subtract(a, b) | TermKind::Multiply(a, b) | TermKind::Divide(a, b) => {
            vec![*a, *b]
        }
        TermKind::Variable(_) | TermKind::Number(_) | TermKind::Letter(_) | TermKind::Word { .. } => Vec::new(),
    }
}
