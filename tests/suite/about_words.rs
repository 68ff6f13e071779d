//! Random statements about words and numbers, and what lists of tuples of words say of them.
//!
//! Sets of words look at the first and the last letters and at short words, and quantified numbers are small, so that
//! words of the longest length tried stand for all longer ones: a statement that is true of some, or of infinitely many,
//! is so of one that long or shorter. The tests and the soak draw their statements here.

use std::collections::{BTreeSet, HashMap};

use filbert::numeration::{Language, TrackKind};
use filbert::script::Effect;
use filbert::syntax::{Source, parse_formula};
use num_bigint::BigInt;

use super::oracle::words::{Digits, OfWords, Relation, System, Track, Tuples, Words};

/// Words up to this length are tried: those of this length stand for all longer ones.
const LONGEST: usize = 4;

/// Where random choices come from; 0 is the simplest.
pub trait Choices {
    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: usize) -> usize;
}

/// A system in which statements are made.
#[derive(Debug)]
pub struct World {
    pub system: &'static str,
    /// The command that defines it, if it has to be.
    pub definition: &'static str,
    digits: i64,
    /// Quantified numbers; these and one more have three digits at most.
    guard: (i64, i64),
    /// The value of a word, if it is a representation.
    value: fn(&[i64]) -> Option<i64>,
}

const fn world(system: &'static str, digits: i64, guard: (i64, i64), value: fn(&[i64]) -> Option<i64>) -> World {
    World { system, definition: "", digits, guard, value }
}

/// The systems.
pub const WORLDS: [World; 18] = [
    world("msd_2", 2, (0, 4), binary),
    world("msd_fib", 2, (0, 3), fibonacci),
    world("lsd_2", 2, (0, 4), |word| binary(&reversed(word))),
    world("msd_neg_2", 2, (-2, 3), negative_binary),
    world("lsd_fib", 2, (0, 3), |word| fibonacci(&reversed(word))),
    world("msd_3", 3, (0, 4), ternary),
    world("lsd_3", 3, (0, 4), |word| ternary(&reversed(word))),
    world("msd_trib", 2, (0, 5), tribonacci),
    world("lsd_trib", 2, (0, 5), |word| tribonacci(&reversed(word))),
    world("msd_pell", 3, (0, 4), pell),
    world("lsd_pell", 3, (0, 4), |word| pell(&reversed(word))),
    world("msd_nara", 2, (0, 2), narayana),
    world("lsd_neg_2", 2, (-2, 3), |word| negative_binary(&reversed(word))),
    world("msd_neg_3", 3, (-2, 3), |word| Some(weighted(word, &[1, -3, 9, -27, 81]))),
    world("msd_neg_fib", 2, (-1, 2), negative_fibonacci),
    world("lsd_neg_fib", 2, (-1, 2), |word| negative_fibonacci(&reversed(word))),
    World { definition: "numeration gold \"x^2 = x + 1\":", ..world("msd_gold", 2, (0, 3), fibonacci) },
    World { definition: "ost rt [0] [2];", ..world("lsd_rt", 3, (0, 4), |word| pell(&reversed(word))) },
];

fn weighted(word: &[i64], weights: &[i64]) -> i64 {
    word.iter().rev().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

fn reversed(word: &[i64]) -> Digits {
    word.iter().rev().copied().collect()
}

fn lacks(word: &[i64], part: &[i64]) -> bool {
    !word.windows(part.len()).any(|window| window == part)
}

fn binary(word: &[i64]) -> Option<i64> {
    Some(weighted(word, &[1, 2, 4, 8, 16]))
}

fn ternary(word: &[i64]) -> Option<i64> {
    Some(weighted(word, &[1, 3, 9, 27, 81]))
}

fn negative_binary(word: &[i64]) -> Option<i64> {
    Some(weighted(word, &[1, -2, 4, -8, 16]))
}

fn fibonacci(word: &[i64]) -> Option<i64> {
    lacks(word, &[1, 1]).then(|| weighted(word, &[1, 2, 3, 5, 8]))
}

fn negative_fibonacci(word: &[i64]) -> Option<i64> {
    lacks(word, &[1, 1]).then(|| weighted(word, &[1, -1, 2, -3, 5]))
}

fn tribonacci(word: &[i64]) -> Option<i64> {
    lacks(word, &[1, 1, 1]).then(|| weighted(word, &[1, 2, 4, 7, 13]))
}

fn narayana(word: &[i64]) -> Option<i64> {
    (lacks(word, &[1, 1]) && lacks(word, &[1, 0, 1])).then(|| weighted(word, &[1, 2, 3, 4, 6]))
}

/// A digit 2 has a 0 behind it.
fn pell(word: &[i64]) -> Option<i64> {
    let valid = lacks(word, &[2, 1]) && lacks(word, &[2, 2]) && !word.ends_with(&[2]);
    valid.then(|| weighted(word, &[1, 2, 5, 12, 29]))
}

impl World {
    fn is_lsd(&self) -> bool {
        self.system.starts_with("lsd")
    }

    fn oracle(&self) -> System {
        System { digits: self.digits, value: self.value, signed: self.guard.0 < 0, lsd: self.is_lsd() }
    }

    fn guard(&self, name: &str) -> String {
        let (least, most) = self.guard;
        if least < 0 { format!("{name}<={most} & {name}>=_{}", -least) } else { format!("{name}<={most}") }
    }
}

/// The functions of a world: their names, and their tracks; no digits stand for numbers.
const FUNCTIONS: [(&str, &[&[i64]]); 8] = [
    ("u", &[&[0, 1]]),
    ("c", &[&[0, 1], &[]]),
    ("k", &[&[0, 1], &[0, 1]]),
    ("v", &[&[1, 2]]),
    ("z", &[&[-1, 0, 1]]),
    ("r", &[&[0, 1], &[-1, 1]]),
    ("d", &[&[], &[-1, 0, 2]]),
    ("e", &[&[0, 1], &[]]),
];

/// The families of words of a world: their names, and the functions where they are 1 and, before that, where they are 2.
const FAMILIES: [(&str, &str, &str); 3] = [("P", "c", "e"), ("K", "k", "k"), ("R", "r", "r")];

fn tracks_of(function: &str) -> &'static [&'static [i64]] {
    FUNCTIONS.iter().find(|known| known.0 == function).expect("a function").1
}

/// Which words a function has: some short ones, those that begin and those that end with given letters. Letters are
/// numbered, and reduced to those that there are.
#[derive(Clone, Debug)]
struct Content {
    short: Vec<Vec<usize>>,
    begins: Option<Vec<usize>>,
    ends: Option<Vec<usize>>,
}

/// A word of letters, one digit for each track.
type Letters = Vec<Digits>;

fn letters(tracks: &[&[i64]], world: &World) -> Vec<Digits> {
    let mut letters = vec![Vec::new()];
    for track in tracks {
        let digits: Vec<i64> = if track.is_empty() { (0..world.digits).collect() } else { track.to_vec() };
        letters = letters.iter().flat_map(|l: &Digits| digits.iter().map(|&d| [&l[..], &[d]].concat())).collect();
    }
    letters
}

fn letter(digits: &[i64]) -> String {
    let list: Vec<String> = digits.iter().map(i64::to_string).collect();
    format!("[{}]", list.join(","))
}

impl Content {
    fn random(lsd: bool, choices: &mut impl Choices) -> Content {
        let (first, last) = if lsd { (2, 1) } else { (1, 2) };
        let begins = Content::edge(first, choices);
        let ends = Content::edge(last, choices);
        let mut short = Vec::new();
        for _ in 0..choices.below(4) {
            let length = choices.below(4);
            short.push(Content::word(length, choices));
        }
        Content { short, begins, ends }
    }

    fn word(length: usize, choices: &mut impl Choices) -> Vec<usize> {
        (0..length).map(|_| choices.below(12)).collect()
    }

    fn edge(longest: usize, choices: &mut impl Choices) -> Option<Vec<usize>> {
        let length = choices.below(2) * (1 + choices.below(longest));
        (length > 0).then(|| Content::word(length, choices))
    }

    fn words(&self, letters: &[Digits]) -> (Vec<Letters>, Option<Letters>, Option<Letters>) {
        let spelled = |word: &Vec<usize>| word.iter().map(|i| letters[i % letters.len()].clone()).collect::<Vec<_>>();
        (self.short.iter().map(spelled).collect(), self.begins.as_ref().map(spelled), self.ends.as_ref().map(spelled))
    }

    fn regex(&self, letters: &[Digits]) -> String {
        let (short, begins, ends) = self.words(letters);
        let spell = |word: &Vec<Digits>| match word.is_empty() {
            true => "()".to_owned(),
            false => word.iter().map(|digits| letter(digits)).collect(),
        };
        let any = letters.iter().map(|digits| letter(digits)).collect::<Vec<_>>().join("|");
        let mut parts: Vec<String> = short.iter().map(spell).collect();
        parts.extend(begins.iter().map(|word| format!("{}({any})*", spell(word))));
        parts.extend(ends.iter().map(|word| format!("({any})*{}", spell(word))));
        if parts.is_empty() { format!("{}&()", letter(&letters[0])) } else { parts.join("|") }
    }

    fn contains(&self, letters: &[Digits]) -> OfWords<bool> {
        let (short, begins, ends) = self.words(letters);
        Box::new(move |words| {
            let length = words[0].len();
            let word: Vec<Digits> = (0..length).map(|i| words.iter().map(|word| word[i]).collect()).collect();
            short.contains(&word)
                || begins.as_ref().is_some_and(|begins| word.starts_with(begins))
                || ends.as_ref().is_some_and(|ends| word.ends_with(ends))
        })
    }
}

/// The variables: `f` and `g` stand on tracks of digits only, `n` and `m` are numbers, `x` may be both.
const NAMES: [char; 5] = ['f', 'g', 'n', 'm', 'x'];
/// Variables that are words.
const ARE_WORDS: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantifier {
    Exists,
    ForAll,
    Infinitely,
}

#[derive(Clone, Debug)]
enum Node {
    /// A function, with a choice for each argument.
    Call(usize, [usize; 2]),
    Compare(usize, usize, usize),
    /// The values of a family at two choices for each index; the second one may be a letter.
    Values(usize, usize, [usize; 4], Option<usize>),
    Not(Box<Node>),
    Both(usize, Box<Node>, Box<Node>),
    Quantified(Quantifier, Vec<usize>, Box<Node>),
}

const COMPARISONS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];
const CONNECTIVES: [&str; 5] = ["&", "|", "=>", "<=>", "^"];

impl Node {
    fn random(depth: usize, choices: &mut impl Choices) -> Node {
        let kind = if depth == 0 { 0 } else { choices.below(8) };
        match kind {
            0 | 1 => match choices.below(5) {
                1 => {
                    let letter = choices.below(4).checked_sub(1);
                    let indices = [(); 4].map(|()| choices.below(8));
                    Node::Values(choices.below(COMPARISONS.len()), choices.below(FAMILIES.len()), indices, letter)
                }
                0 => Node::Compare(choices.below(6), choices.below(5), choices.below(3)),
                _ => Node::Call(choices.below(FUNCTIONS.len()), [choices.below(8), choices.below(8)]),
            },
            2 => Node::random(depth - 1, choices).negated(),
            3..=5 => {
                let op = choices.below(CONNECTIVES.len());
                Node::both(op, Node::random(depth - 1, choices), Node::random(depth - 1, choices))
            }
            _ => {
                let mut variables = vec![choices.below(NAMES.len())];
                if choices.below(3) == 2 {
                    variables.push(choices.below(NAMES.len()));
                }
                Node::quantified(variables, Node::random(depth - 1, choices), choices)
            }
        }
    }

    fn negated(self) -> Node {
        Node::Not(Box::new(self))
    }

    fn both(op: usize, a: Node, b: Node) -> Node {
        Node::Both(op, Box::new(a), Box::new(b))
    }

    fn quantified(mut variables: Vec<usize>, body: Node, choices: &mut impl Choices) -> Node {
        variables.sort_unstable();
        variables.dedup();
        let quantifier = match choices.below(5) {
            0 | 1 => Quantifier::Exists,
            4 if variables.iter().all(|&var| var < ARE_WORDS) => Quantifier::Infinitely,
            _ => Quantifier::ForAll,
        };
        Node::Quantified(quantifier, variables, Box::new(body))
    }

    /// An equivalent formula, written otherwise at some places.
    fn rewritten(self, choices: &mut impl Choices) -> Node {
        let change = choices.below(4) == 3;
        match self {
            Node::Call(..) | Node::Compare(..) | Node::Values(..) if change => self.negated().negated(),
            Node::Call(..) | Node::Compare(..) | Node::Values(..) => self,
            Node::Not(inner) => inner.rewritten(choices).negated(),
            Node::Both(op, a, b) => {
                let (a, b) = (a.rewritten(choices), b.rewritten(choices));
                match (CONNECTIVES[op], change) {
                    (_, false) => Node::both(op, a, b),
                    ("&", _) => Node::both(1, b.negated(), a.negated()).negated(),
                    ("|", _) => Node::both(0, a.negated(), b.negated()).negated(),
                    ("=>", _) => Node::both(1, a.negated(), b),
                    _ => Node::both(op, b, a),
                }
            }
            Node::Quantified(quantifier, variables, body) => {
                let body = body.rewritten(choices);
                let again = |quantifier, body: Node| Node::Quantified(quantifier, variables.clone(), Box::new(body));
                match (quantifier, change) {
                    (Quantifier::Exists, true) => again(Quantifier::ForAll, body.negated()).negated(),
                    (Quantifier::ForAll, true) => again(Quantifier::Exists, body.negated()).negated(),
                    _ => again(quantifier, body),
                }
            }
        }
    }

    /// Whether a quantifier stands in the scope of one of the other kind; `last` is that one, `negative` its reading.
    fn alternates(&self, negative: bool, last: Option<bool>) -> bool {
        match self {
            Node::Call(..) | Node::Compare(..) | Node::Values(..) => false,
            Node::Not(inner) => inner.alternates(!negative, last),
            Node::Both(op, a, b) => {
                let either = |negative| b.alternates(negative, last);
                match CONNECTIVES[*op] {
                    "&" | "|" => a.alternates(negative, last) || either(negative),
                    "=>" => a.alternates(!negative, last) || either(negative),
                    _ => [negative, !negative].into_iter().any(|n| a.alternates(n, last) || either(n)),
                }
            }
            Node::Quantified(quantifier, _, body) => {
                let own = (*quantifier == Quantifier::ForAll) == negative;
                last.is_some_and(|last| last != own) || body.alternates(negative, Some(own))
            }
        }
    }
}

/// Writes statements down: each bound variable has a name of its own.
struct Writer<'a> {
    world: &'a World,
    bound: usize,
    scope: Vec<(usize, String)>,
    free: BTreeSet<usize>,
}

impl Writer<'_> {
    fn new(world: &World) -> Writer<'_> {
        Writer { world, bound: 0, scope: Vec::new(), free: BTreeSet::new() }
    }

    fn name(&mut self, var: usize) -> String {
        match self.scope.iter().rev().find(|(known, _)| *known == var) {
            Some((_, name)) => name.clone(),
            None => {
                self.free.insert(var);
                NAMES[var].to_string()
            }
        }
    }

    fn argument(&mut self, digits: bool, choice: usize) -> String {
        match (digits, choice) {
            (true, 0..=2) => self.name(0),
            (true, 3..=4) => self.name(1),
            (_, 5) => self.name(4),
            (true, 6) => format!("{}+1", self.name(2)),
            (false, 0..=3) => self.name(2),
            (false, 4) => self.name(3),
            (false, 6) => format!("{}+1", self.name(3)),
            _ => "2".into(),
        }
    }

    fn compared(&mut self, op: usize, left: usize, right: usize) -> String {
        let left = match left {
            0 => self.name(2),
            1 => self.name(3),
            2 => self.name(4),
            3 => format!("{}+{}", self.name(2), self.name(3)),
            _ => format!("{}+1", self.name(4)),
        };
        let right = if right == 2 { "2".into() } else { self.name(2 + right) };
        format!("{left}{}{right}", COMPARISONS[op])
    }

    fn value(&mut self, family: usize, choices: &[usize]) -> String {
        let (name, function, _) = FAMILIES[family];
        let index = |(track, &choice): (&&[i64], &usize)| format!("[{}]", self.argument(!track.is_empty(), choice));
        format!("{name}{}", tracks_of(function).iter().zip(choices).map(index).collect::<String>())
    }

    fn write(&mut self, node: &Node) -> String {
        match node {
            Node::Call(function, choices) => {
                let (name, tracks) = FUNCTIONS[*function];
                let arguments: Vec<String> = tracks
                    .iter()
                    .zip(choices)
                    .map(|(track, &choice)| self.argument(!track.is_empty(), choice))
                    .collect();
                format!("${name}({})", arguments.join(","))
            }
            Node::Compare(op, left, right) => self.compared(*op, *left, *right),
            Node::Values(op, family, indices, letter) => {
                let left = self.value(*family, &indices[..2]);
                let right = letter.map(|letter| format!("@{letter}"));
                let right = right.unwrap_or_else(|| self.value(*family, &indices[2..]));
                format!("{left}{}{right}", COMPARISONS[*op])
            }
            Node::Not(inner) => format!("~({})", self.write(inner)),
            Node::Both(op, a, b) => {
                let a = self.write(a);
                format!("({a} {} {})", CONNECTIVES[*op], self.write(b))
            }
            Node::Quantified(quantifier, variables, body) => {
                let mut names: Vec<String> = Vec::new();
                for &var in variables {
                    self.bound += 1;
                    names.push(format!("{}{}", NAMES[var], self.bound));
                    self.scope.push((var, names[names.len() - 1].clone()));
                }
                let body = self.write(body);
                self.scope.truncate(self.scope.len() - variables.len());
                let numbers = variables.iter().zip(&names).filter(|(var, _)| **var >= ARE_WORDS);
                let guards: Vec<String> = numbers.map(|(_, name)| self.world.guard(name)).collect();
                let guards = guards.join(" & ");
                let list = names.join(",");
                match (quantifier, guards.is_empty()) {
                    (Quantifier::Infinitely, _) => format!("(I {list} {body})"),
                    (Quantifier::Exists, true) => format!("(E {list} {body})"),
                    (Quantifier::Exists, false) => format!("(E {list} {guards} & ({body}))"),
                    (Quantifier::ForAll, true) => format!("(A {list} {body})"),
                    (Quantifier::ForAll, false) => format!("(A {list} ({guards}) => ({body}))"),
                }
            }
        }
    }
}

/// A statement, and what it means.
pub struct Case {
    world: &'static World,
    /// The functions that it speaks of, as commands.
    pub definitions: String,
    /// How it is asked.
    pub text: String,
    /// Whether quantifiers alternate in it.
    pub alternates: bool,
    /// The tuples that satisfy it; `None` if it must be refused.
    pub expected: Option<Tuples>,
}

/// What an answer was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Verdict(bool),
    /// A set of tuples in which words occur.
    OfWords,
    OfNumbers,
}

impl Case {
    /// A random statement; `None` if the oracle would have to list more than so many tuples at once.
    pub fn random(world: &'static World, most: usize, choices: &mut impl Choices) -> Option<Case> {
        let depth = 1 + choices.below(4);
        let mut node = Node::random(depth, choices);
        if choices.below(4) != 3 {
            let mut writer = Writer::new(world);
            writer.write(&node);
            for &var in &writer.free {
                node = Node::quantified(vec![var], node, choices);
            }
        }
        let mut definitions = String::new();
        let (mut relations, mut contents) = (HashMap::new(), HashMap::new());
        for (name, tracks) in FUNCTIONS {
            let content = Content::random(world.is_lsd(), choices);
            let letters = letters(tracks, world);
            let digits = |track: &&[i64]| format!("{{{}}}", letter(track).trim_matches(['[', ']']));
            let headers: Vec<String> =
                tracks.iter().map(|track| if track.is_empty() { world.system.into() } else { digits(track) }).collect();
            definitions += &format!("reg {name} {} \"{}\";\n", headers.join(" "), content.regex(&letters));
            let kind = |track: &&[i64]| if track.is_empty() { Track::Number } else { Track::Digits(track.to_vec()) };
            let relation = Relation { tracks: tracks.iter().map(kind).collect(), contains: content.contains(&letters) };
            relations.insert(name.to_owned(), relation);
            contents.insert(name, content);
        }
        let mut words = HashMap::new();
        for (family, one, two) in FAMILIES {
            definitions += &format!("combine {family} {one}=1 {two}=2;\n");
            let letters = letters(tracks_of(one), world);
            let [is_one, is_two] = [one, two].map(|function| contents[function].contains(&letters));
            let value: OfWords<i64> = Box::new(move |words| if is_two(words) { 2 } else { is_one(words).into() });
            words.insert(family.to_owned(), (relations[one].tracks.clone(), value));
        }
        let oracle = Words { system: world.oracle(), relations, words, longest: LONGEST };
        let asked = |node: &Node| format!("?{} {}", world.system, Writer::new(world).write(node));
        let source = Source::new("statement", asked(&node));
        let formula = parse_formula(&source, source.span(), &()).expect("a formula");
        if oracle.size(&formula) > most {
            return None;
        }
        let (expected, alternates) = (oracle.satisfying(&formula), node.alternates(false, None));
        Some(Case { world, definitions, text: asked(&node.rewritten(choices)), alternates, expected })
    }

    /// Holds an answer against the meaning.
    ///
    /// # Errors
    /// Where they differ.
    pub fn compare(&self, effect: &Effect) -> Result<Answer, String> {
        let Some(expected) = &self.expected else { return Err(format!("it must be refused, and gives {effect:?}")) };
        let value = self.world.value;
        let (least, most) = self.world.guard;
        let is_small = |word: &Digits| value(word).is_some_and(|n| (least..=most).contains(&n));
        match effect {
            Effect::Verdict(verdict) => {
                let truth = expected.of_length.iter().any(|tuples| !tuples.is_empty());
                if verdict.truth == truth { Ok(Answer::Verdict(truth)) } else { Err(format!("{truth} is right")) }
            }
            Effect::Words(names, language) => {
                if names.iter().map(|name| &**name).ne(expected.frame.keys().map(String::as_str)) {
                    return Err(format!("{names:?} are not the variables"));
                }
                let numbers: Vec<bool> = language.tracks.iter().map(|track| track.system().is_some()).collect();
                for (length, tuples) in expected.of_length.iter().enumerate() {
                    for words in all_words(&language.tracks, length) {
                        let small = words.iter().zip(&numbers).all(|(word, number)| !number || is_small(word));
                        if small && accepts(language, &words) != tuples.contains(&words) {
                            return Err(format!("at {words:?} it should be {}", tuples.contains(&words)));
                        }
                    }
                }
                Ok(Answer::OfWords)
            }
            Effect::Relation(_, relation) => {
                // Tuples of the longest length have every small number.
                let one: Vec<i64> = (0..self.world.digits).collect();
                let words: Vec<Digits> = lists(&one, LONGEST).into_iter().filter(is_small).collect();
                for tuple in tuples_of(&vec![words; expected.frame.len()]) {
                    let numbers: Vec<BigInt> = tuple.iter().map(|word| value(word).expect("small").into()).collect();
                    let holds = expected.of_length[LONGEST].contains(&tuple);
                    if relation.contains(&numbers) != holds {
                        return Err(format!("at {numbers:?} it should be {holds}"));
                    }
                }
                Ok(Answer::OfNumbers)
            }
            other => Err(format!("{other:?}")),
        }
    }
}

/// All words of a length.
fn lists(digits: &[i64], length: usize) -> Vec<Digits> {
    let mut words = vec![Vec::new()];
    for _ in 0..length {
        words = words.iter().flat_map(|w: &Digits| digits.iter().map(|&d| [&w[..], &[d]].concat())).collect();
    }
    words
}

/// One of each.
fn tuples_of(choices: &[Vec<Digits>]) -> Vec<Vec<Digits>> {
    let mut tuples = vec![Vec::new()];
    for words in choices {
        let longer = |tuple: &Vec<Digits>| {
            words.iter().map(|word| [&tuple[..], std::slice::from_ref(word)].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}

/// The tuples of words of one length on some tracks.
pub fn all_words(tracks: &[TrackKind], length: usize) -> Vec<Vec<Digits>> {
    tuples_of(&tracks.iter().map(|track| lists(&track.digit_values(), length)).collect::<Vec<_>>())
}

/// Whether a language has a tuple of words of one length.
pub fn accepts(language: &Language, words: &[Digits]) -> bool {
    let values: Vec<Vec<i64>> = language.tracks.iter().map(TrackKind::digit_values).collect();
    let index = |(word, values): (&Digits, &Vec<i64>), i: usize| {
        values.iter().position(|&value| value == word[i]).expect("a digit") as u32
    };
    let letter = |i: usize| {
        let digits: Vec<u32> = words.iter().zip(&values).map(|pair| index(pair, i)).collect();
        language.dfa.layout().pack(&digits)
    };
    language.dfa.accepts((0..words[0].len()).map(letter))
}
