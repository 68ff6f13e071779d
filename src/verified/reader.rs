//! What is known where a command stands, and what is read of formulas there: the middle of `verified/Reader.v`.

use std::collections::{BTreeSet, HashMap};

use filbert_answers::formula::System;

use crate::syntax::{DEFAULT_SYSTEM, RegexId, RegexNode, Source, TokenKind, parse_coding, parse_morphism, parse_regex};
use crate::tuning::verified::{LARGEST_DIGIT, SET_DIGITS};

use super::digits::with_words;
use super::distinct::are_distinct;
use super::formula::{self, Read};
use super::kinds::{Kind, Tracks, Uses, is_consistent, kinds_of, uses};
use super::names::{Known, touches};
use super::systems;
use super::tree::{Numeration, Regex, Sentence, Statement};
use super::words::{Words, functions_of, guarded, systems as systems_of};

/// A statement that is read: its system, and functions that it names and that come before it.
pub struct StatementRead {
    pub at: Numeration,
    pub said: Statement,
    pub before: Vec<Statement>,
    /// The tracks of the function that it binds.
    pub tracks: Vec<Kind>,
}

/// A formula over numbers.
pub struct FormulaRead {
    /// The system of its first term.
    pub first: Numeration,
    pub meant: Sentence,
    pub uses: Uses,
    /// The functions of its guards.
    pub functions: Vec<Statement>,
}

/// The statements so far, each with a system that it is in, and what the names in them are.
#[derive(Default)]
pub struct Reader {
    /// In their order.
    pub written: Vec<(Numeration, Statement)>,
    pub macros: HashMap<String, String>,
    systems: Vec<OwnSystem>,
    functions: Known<Vec<Kind>>,
    words: Known<(Vec<Kind>, Vec<i64>)>,
}

/// What a script says of the names of systems behind `msd_`.
enum OwnSystem {
    /// This name has this system, if it is known.
    Named(String, Option<System>),
    /// These names may have any.
    Unknown(Vec<String>),
}

/// No system.
pub fn none() -> Numeration {
    Numeration { name: String::new(), table: System(Vec::new()) }
}

impl Reader {
    /// What another file does not know of this one: macros and systems.
    pub fn begin_file(&mut self) {
        self.macros.clear();
        self.systems.clear();
    }

    /// Adds a statement.
    pub fn write(&mut self, at: Numeration, said: Statement) {
        self.written.push((at, said));
    }

    /// Adds a statement with what comes before it, and remembers the tracks of what it binds.
    pub fn write_read(&mut self, read: StatementRead) {
        for function in read.before {
            self.write(read.at.clone(), function);
        }
        match &read.said {
            Statement::Definition(name, ..) | Statement::Expression(name, ..) => {
                self.functions.bind(name, read.tracks);
            }
            Statement::Word(name, ..) | Statement::Combined(name, _) => {
                self.words.bind(name, (read.tracks, Vec::new()));
            }
            Statement::Game(..)
            | Statement::Kernel(..)
            | Statement::Claim(..)
            | Statement::IntegerClaim(..)
            | Statement::Forget(_) => {}
        }
        self.write(read.at, read.said);
    }

    /// A function of these tracks.
    pub fn type_function(&mut self, name: &str, tracks: Vec<Kind>) {
        self.functions.bind(name, tracks);
    }

    /// A family of these tracks and letters.
    pub fn type_family(&mut self, name: &str, tracks: Vec<Kind>, letters: Vec<i64>) {
        self.words.bind(name, (tracks, letters));
    }

    /// What binds these names as functions, words or games is not read.
    pub fn unread(&mut self, names: Vec<String>) {
        self.functions.forget(&names);
        self.words.forget(&names);
        self.write(none(), Statement::Forget(names));
    }

    /// What binds these names in any kind is not read.
    pub fn unknown(&mut self, names: Vec<String>) {
        self.macros.retain(|name, _| !touches(&names, name));
        self.systems.push(OwnSystem::Unknown(names.clone()));
        self.unread(names);
    }

    /// Writes a statement, or makes the name that it binds unknown.
    pub fn write_or_unread(&mut self, name: &str, read: Option<StatementRead>) {
        match read {
            Some(read) => self.write_read(read),
            None => self.unread(vec![name.to_owned()]),
        }
    }

    /// `numeration NAME "F"`
    pub fn define_system(&mut self, name: &str, definition: &str) {
        self.systems.push(OwnSystem::Named(name.to_owned(), systems::recurrence(definition)));
    }

    /// What the script itself says of `msd_NAME`, if it says something.
    fn own_system(&self, name: &str) -> Option<Option<&System>> {
        self.systems.iter().rev().find_map(|own| match own {
            OwnSystem::Named(known, system) => (known == name).then_some(system.as_ref()),
            OwnSystem::Unknown(names) => touches(names, name).then_some(None),
        })
    }

    /// The numbers of negative bases and of `neg_fib` are all integers, unless a script has a system of the name.
    fn has_negatives(&self, full: &str) -> bool {
        full.strip_prefix("msd_").is_some_and(|name| self.own_system(name).is_none() && systems::has_negatives(name))
    }

    fn read(&self, text: &str) -> Option<Read> {
        formula::read(text, &self.macros, |system| self.has_negatives(system))
    }

    /// A formula over natural numbers; in a definition names may be words and numbers at once.
    fn formula(&self, is_definition: bool, text: &str) -> Option<FormulaRead> {
        let Read { sentence, tokens } = self.read(text)?;
        let uses = uses(&tokens, self)?;
        if tokens.iter().any(|token| self.system(&token.system).is_none()) {
            return None;
        }
        let first = self.system(formula::systems(&tokens).first().copied().unwrap_or(DEFAULT_SYSTEM))?;
        if is_consistent(&uses) {
            let letters = |name: &str| match self.words.get(name) {
                Some((tracks, letters)) if matches!(tracks[..], [Kind::Letters(_), Kind::Numbers(_)]) => {
                    Some(letters.clone())
                }
                _ => None,
            };
            let (meant, functions) = Words { known: &uses, letters: &letters }.over_numbers(&sentence)?;
            return Some(FormulaRead { first, meant, uses, functions });
        }
        if !is_definition {
            return None;
        }
        let (meant, uses, functions) = with_words(&sentence, &uses, &|name| self.function(name))?;
        Some(FormulaRead { first, meant, uses, functions })
    }

    /// A formula over natural numbers.
    pub fn sentence(&self, text: &str) -> Option<FormulaRead> {
        self.formula(false, text)
    }

    /// A claim of integers. How these are written does not matter: it is base 2 for the checker.
    fn integers(&self, text: &str) -> Option<(Numeration, Sentence)> {
        let Read { sentence, tokens } = self.read(text)?;
        let first = *formula::systems(&tokens).first()?;
        let named = tokens.iter().skip_while(|token| token.kind == TokenKind::OpenParen);
        let are_integers =
            self.has_negatives(first) && named.into_iter().all(|token| self.has_negatives(&token.system));
        are_integers.then(|| (Numeration { name: first.to_owned(), table: systems::expansion(&[2]) }, sentence))
    }

    /// `def f "F"`, with its variables in the order of their names or as given.
    pub fn definition(&self, name: &str, order: Option<Vec<String>>, text: &str) -> Option<StatementRead> {
        let FormulaRead { first, meant, uses, mut functions } = self.formula(true, text)?;
        let free = meant.free();
        let order = order.unwrap_or_else(|| free.clone());
        let tracks = kinds_of(&uses, &order)?;
        let guards = Words { known: &uses, letters: &|_| None }.guards_of_all(&order)?;
        let fits = free.iter().all(|name| order.contains(name)) && order.iter().all(|name| free.contains(name));
        if !fits || !are_distinct(&order) {
            return None;
        }
        functions.splice(0..0, functions_of(&guards));
        let said = Statement::Definition(name.to_owned(), order, guarded(&guards, Sentence::and, meant));
        Some(StatementRead { at: first, said, before: functions, tracks })
    }

    /// A claim, of natural numbers or of integers.
    pub fn claim(&self, name: &str, is_negated: bool, text: &str) -> Option<StatementRead> {
        let claimed = |sentence: Sentence| if is_negated { sentence.negation() } else { sentence };
        if let Some(FormulaRead { first, meant, functions, .. }) = self.sentence(text) {
            let said = || Statement::Claim(name.to_owned(), claimed(meant.clone()));
            return (meant.free().is_empty()).then(|| StatementRead {
                at: first,
                said: said(),
                before: functions,
                tracks: Vec::new(),
            });
        }
        let (at, sentence) = self.integers(text)?;
        let is_closed = sentence.free().is_empty();
        is_closed.then(|| integer_claim(at, name, claimed(sentence)))
    }

    /// `cover t "F" by "G" ..`
    pub fn cover(&self, name: &str, text: &str, pieces: &[&str]) -> Option<StatementRead> {
        let read: Option<Vec<FormulaRead>> = pieces.iter().map(|piece| self.sentence(piece)).collect();
        if let (Some(target), Some(pieces)) = (self.sentence(text), read) {
            let known: Uses = [&target].into_iter().chain(&pieces).flat_map(|read| read.uses.clone()).collect();
            let has_words = known.iter().any(|(_, kind)| kind.has_words());
            let is_one = pieces.iter().all(|piece| piece.first == target.first);
            let meant: Vec<Sentence> = pieces.into_iter().map(|piece| piece.meant).collect();
            if has_words || !is_one || !is_consistent(&known) || !are_within(&meant, &target.meant) {
                return None;
            }
            let said = Statement::Claim(name.to_owned(), covered(target.meant, meant));
            return Some(StatementRead { at: target.first, said, before: Vec::new(), tracks: Vec::new() });
        }
        let (at, target) = self.integers(text)?;
        let pieces: Vec<_> = pieces.iter().map(|piece| self.integers(piece)).collect::<Option<_>>()?;
        let is_one = pieces.iter().all(|(system, _)| *system == at);
        let meant: Vec<Sentence> = pieces.into_iter().map(|(_, piece)| piece).collect();
        let fits = is_one && are_within(&meant, &target);
        fits.then(|| integer_claim(at, name, covered(target, meant)))
    }

    /// What a track has whose alphabet is a set of digits.
    pub fn letters(digits: &[i64]) -> Option<Kind> {
        let is_small = digits.len() <= SET_DIGITS && digits.iter().all(|digit| digit.abs() <= LARGEST_DIGIT);
        is_small.then(|| Kind::Letters(BTreeSet::from_iter(digits.iter().copied()).into_iter().collect()))
    }

    /// `reg f S {0,1} .. "R"`
    pub fn expression(&self, name: &str, tracks: Option<Vec<Kind>>, text: &str) -> Option<StatementRead> {
        let tracks = tracks.filter(|tracks| !tracks.is_empty())?;
        let at = match &tracks[0] {
            Kind::Numbers(numeration) => numeration.clone(),
            Kind::Letters(_) => none(),
        };
        let source = Source::new("", text);
        let nodes = parse_regex(&source, source.span()).ok().filter(|_| text.is_ascii())?.nodes;
        let regex = regex(&nodes, &tracks)?;
        let said = Statement::Expression(name.to_owned(), systems_of(&tracks), regex);
        Some(StatementRead { at, said, before: Vec::new(), tracks })
    }

    /// `word W S "rules" "coding"`
    pub fn word(&self, name: &str, system: &str, rules: &str, coding: Option<&str>) -> Option<StatementRead> {
        let source = Source::new("", rules);
        let rules = parse_morphism(&source, source.span()).ok()?.rules;
        let rules: Vec<(i64, Vec<i64>)> = rules.into_iter().map(|(letter, image, _)| (letter, image)).collect();
        let coding = match coding {
            Some(coding) => {
                let source = Source::new("", coding);
                let rules = parse_coding(&source, source.span()).ok()?.rules;
                let each = |(letters, output, _): (Vec<i64>, i64, _)| letters.into_iter().map(move |l| (l, output));
                rules.into_iter().flat_map(each).collect()
            }
            None => rules.iter().map(|(letter, _)| (*letter, *letter)).collect::<Vec<_>>(),
        };
        let letters = rules.iter().flat_map(|(letter, image)| image.iter().chain([letter]));
        let is_natural =
            letters.chain(coding.iter().flat_map(|(a, b)| [a, b])).all(|letter| (0..=LARGEST_DIGIT).contains(letter));
        let at = self.system(system).filter(|_| is_natural)?;
        let tracks = vec![Kind::Numbers(at.clone())];
        Some(StatementRead { at, said: Statement::Word(name.to_owned(), rules, coding), before: Vec::new(), tracks })
    }
}

impl Tracks for Reader {
    fn function(&self, name: &str) -> &[Kind] {
        self.functions.get(name).map_or(&[], Vec::as_slice)
    }

    fn word(&self, name: &str) -> &[Kind] {
        self.words.get(name).map_or(&[], |(tracks, _)| tracks)
    }

    fn system(&self, full: &str) -> Option<Numeration> {
        let name = full.strip_prefix("msd_")?;
        let table = match self.own_system(name) {
            Some(own) => own.cloned()?,
            None => systems::shipped(name)?,
        };
        Some(Numeration { name: full.to_owned(), table })
    }
}

fn integer_claim(at: Numeration, name: &str, sentence: Sentence) -> StatementRead {
    let said = Statement::IntegerClaim(name.to_owned(), sentence);
    StatementRead { at, said, before: Vec::new(), tracks: Vec::new() }
}

/// Whether the pieces have no variables but those of the target.
fn are_within(pieces: &[Sentence], target: &Sentence) -> bool {
    let free = target.free();
    pieces.iter().all(|piece| piece.free().iter().all(|name| free.contains(name)))
}

/// What `cover` claims.
fn covered(target: Sentence, mut pieces: Vec<Sentence>) -> Sentence {
    let free = target.free();
    let last = pieces.pop().expect("a cover has a piece");
    let one = pieces.into_iter().rev().fold(last, |rest, piece| piece.or(rest));
    free.iter().rev().fold(target.implies(one), |body, name| body.for_all(name))
}

/// A regular expression over tuples of digits on some tracks; letters and signs that the checker does not read are
/// refused.
fn regex(nodes: &[RegexNode], tracks: &[Kind]) -> Option<Regex> {
    let mut read: Vec<Regex> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let at = |id: &RegexId| read[id.0 as usize].clone();
        let next = match node {
            RegexNode::Empty => Regex::Empty,
            RegexNode::Letter(digits, _) => {
                let digit = |(kind, &digit): (&Kind, &i64)| kind.digit(digit).filter(|&digit| digit <= kind.top());
                if digits.len() != tracks.len() {
                    return None;
                }
                Regex::Digits(tracks.iter().zip(digits).map(digit).collect::<Option<_>>()?)
            }
            RegexNode::Concat(a, b) => Regex::Sequence(at(a).into(), at(b).into()),
            RegexNode::Union(a, b) => Regex::Alternative(at(a).into(), at(b).into()),
            RegexNode::Intersect(a, b) => Regex::Both(at(a).into(), at(b).into()),
            RegexNode::Star(body) => Regex::Repeat(at(body).into()),
            RegexNode::Plus(body) => Regex::Sequence(at(body).into(), Regex::Repeat(at(body).into()).into()),
            RegexNode::Optional(body) => Regex::Alternative(Regex::Empty.into(), at(body).into()),
            RegexNode::Any | RegexNode::Class { .. } | RegexNode::Complement(_) | RegexNode::Times(..) => return None,
        };
        read.push(next);
    }
    read.pop()
}
