//! Formulas as they are written, read into `Core`; a claim on a quantifier is checked as soon as that is read.
//!
//! A term in an argument or index is a variable of its own that equals it, and so is a quotient. Such a variable has exactly
//! one value, 0 where the term has none; it is bound at the atom in which it stands.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Number, Var, plus};
use crate::machine::Track;
use crate::names::{Claim, Claims, Names};
use crate::rules::is_relation;
use crate::sum::{Placed, Sum, by_cases, or_zero, with_terms, within};
use crate::system::{Compare, System, Systems};
use crate::text::{Token, expanded, tokens};

/// A variable: what it ranges over once that is known, and on which digits it stands.
struct Variable {
    name: String,
    track: Option<Track>,
    digits: Option<Vec<i64>>,
    /// Whether it is a word to a quantifier that leaves it free: then its length matters there.
    is_word: bool,
}

/// Formulas and terms in each other are read by recursion.
const DEEPEST: usize = 10_000;

/// Reads formulas.
pub struct Reader<'a> {
    names: &'a Names,
    systems: &'a mut Systems,
    claims: &'a Claims,
    tokens: Vec<Token>,
    at: usize,
    quantifiers: usize,
    depth: usize,
    variables: Vec<Variable>,
    scope: Vec<(String, Var)>,
    /// Variables that were named since the quantifier around began, and whether as numbers.
    named: BTreeMap<Var, bool>,
    /// Claims that were checked.
    pub checked: usize,
}

impl<'a> Reader<'a> {
    pub fn new(names: &'a Names, systems: &'a mut Systems, claims: &'a Claims) -> Reader<'a> {
        let (tokens, at, quantifiers, depth, checked) = (Vec::new(), 0, 0, 0, 0);
        let (variables, scope, named) = Default::default();
        Reader { names, systems, claims, tokens, at, quantifiers, depth, variables, scope, named, checked }
    }

    /// What a variable ranges over.
    pub fn tracks(&self) -> Vec<Track> {
        let track = |variable: &Variable| variable.track.clone().unwrap_or(Track::Digits(Vec::new()));
        self.variables.iter().map(track).collect()
    }

    /// Variables of these names, whose range is not known yet, in force from now on.
    pub fn bind(&mut self, names: &[String]) -> Vec<Var> {
        let bind = |name: &String| {
            self.variables.push(Variable { name: name.clone(), track: None, digits: None, is_word: false });
            self.scope.push((name.clone(), self.variables.len() - 1));
            self.variables.len() - 1
        };
        names.iter().map(bind).collect()
    }

    /// The free variables of what was read, in the order of the alphabet.
    pub fn free(&self) -> Vec<Var> {
        let mut free: Vec<Var> = self.named.keys().copied().collect();
        free.sort_by_key(|&var| &self.variables[var].name);
        free
    }

    fn fresh(&mut self, system: &Rc<System>) -> Var {
        self.variables.push(Variable {
            name: "_".into(),
            track: Some(Track::Number(system.clone())),
            digits: None,
            is_word: false,
        });
        self.variables.len() - 1
    }

    /// The variable of a name; a free one is bound around the whole.
    fn find(&mut self, name: &str) -> Var {
        let known = self.scope.iter().rev().find(|(known, _)| known == name).map(|(_, var)| *var);
        let var = known.unwrap_or_else(|| {
            let var = self.bind(&[name.to_owned()])[0];
            let last = self.scope.pop().expect("it was bound");
            self.scope.insert(0, last);
            var
        });
        self.named.entry(var).or_default();
        var
    }

    /// A variable stands on a track: it is a number of that system, or the word there is what represents it.
    pub fn stands_on(&mut self, var: Var, track: &Track) -> Read<()> {
        let Variable { name, track: known, digits, is_word } = &mut self.variables[var];
        if let Track::Number(_) = track {
            self.named.entry(var).and_modify(|is_number| *is_number = true);
            if *is_word {
                return Err(format!("`{name}` is a word to a quantifier and a number elsewhere"));
            }
        }
        match (track, &known) {
            (Track::Digits(set), _) => {
                let all = digits.as_ref().unwrap_or(set);
                *digits = Some(all.iter().copied().filter(|digit| set.contains(digit)).collect());
            }
            (_, None) => *known = Some(track.clone()),
            (_, Some(known)) if known.name() == track.name() => {}
            (_, Some(known)) => return Err(format!("`{name}` is in {} and in {}", known.name(), track.name())),
        }
        Ok(())
    }

    /// A variable of which nothing says what it is, is a number of the system in force, or a word if it stands on digits.
    pub fn settle(&mut self, var: Var, system: &str) -> Read<()> {
        if self.variables[var].track.is_none() {
            let number = Track::Number(self.systems.get(system)?);
            let variable = &mut self.variables[var];
            if variable.digits.as_ref().is_some_and(Vec::is_empty) {
                return Err(format!("`{}` stands on tracks without a common digit", variable.name));
            }
            variable.track = Some(variable.digits.clone().map_or(number, Track::Digits));
        }
        Ok(())
    }

    /// Variables stand on the tracks of a claim.
    pub fn fit(&mut self, vars: &[Var], claim: &Claim) -> Read<()> {
        if vars.len() != claim.machine.tracks.len() {
            return Err(format!("{} tracks for {} variables", claim.machine.tracks.len(), vars.len()));
        }
        for (&var, track) in vars.iter().zip(&claim.machine.tracks) {
            let Variable { name, track: known, .. } = &self.variables[var];
            if matches!((known, track), (Some(Track::Number(_)), Track::Digits(_))) {
                return Err(format!("a claim on words where `{name}` is a number"));
            }
            self.stands_on(var, track)?;
        }
        Ok(())
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| &token.text)
    }

    fn eat(&mut self, text: &str) -> bool {
        let is_it = self.at < self.tokens.len() && self.peek() == text;
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, text: &str) -> Read<()> {
        if self.eat(text) { Ok(()) } else { Err(format!("`{text}` is missing before `{}`", self.peek())) }
    }

    fn next(&mut self) -> Read<Token> {
        let token = self.tokens.get(self.at).cloned().ok_or("the formula ends too early")?;
        self.at += 1;
        Ok(token)
    }

    /// The one of some operators that comes next.
    fn operator<T: Copy>(&mut self, operators: &[(&str, T)]) -> Option<T> {
        operators.iter().find(|(text, _)| self.eat(text)).map(|found| found.1)
    }

    fn variables(&mut self) -> Read<Vec<String>> {
        let mut names = Vec::new();
        loop {
            let name = self.next()?.text;
            if !is_name(&name) {
                return Err(format!("`{name}` stands where a variable belongs"));
            }
            names.push(name);
            if !self.eat(",") {
                return Ok(names);
            }
        }
    }

    /// Reads a text as one formula, after what `before` reads.
    pub fn whole<T>(&mut self, text: &str, before: impl FnOnce(&mut Self) -> Read<T>) -> Read<(T, Core)> {
        (self.tokens, self.at) = (tokens(&expanded(text, &self.names.macros)?)?, 0);
        let first = before(self)?;
        let core = self.formula()?;
        if self.at < self.tokens.len() { Err(format!("`{}` is too much", self.peek())) } else { Ok((first, core)) }
    }

    /// The piles before and after a move, in front of what moves there are.
    pub fn piles(&mut self) -> Read<(Vec<Var>, Vec<Var>)> {
        let position = self.variables()?;
        self.expect("->")?;
        let option = self.variables()?;
        self.expect(":")?;
        let system = self.tokens[0].system.clone();
        let (position, option) = (self.bind(&position), self.bind(&option));
        let track = Track::Number(self.systems.get(&system)?);
        position.iter().chain(&option).try_for_each(|&var| self.stands_on(var, &track))?;
        Ok((position, option))
    }

    fn formula(&mut self) -> Read<Core> {
        let mut left = self.implications()?;
        while self.eat("<=>") {
            left = left.iff(self.implications()?);
        }
        Ok(left)
    }

    fn implications(&mut self) -> Read<Core> {
        let mut left = self.flat()?;
        while self.eat("=>") {
            left = Core::or([left.not(), self.flat()?]);
        }
        Ok(left)
    }

    fn flat(&mut self) -> Read<Core> {
        let mut left = self.literal()?;
        while let Some(op) = self.operator(&[("&", '&'), ("|", '|'), ("^", '^')]) {
            let right = self.literal()?;
            left = match op {
                '&' => Core::and([left, right]),
                '|' => Core::or([left, right]),
                _ => left.iff(right).not(),
            };
        }
        Ok(left)
    }

    /// What is read one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return Err("formulas nested too deep".into());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn literal(&mut self) -> Read<Core> {
        match self.peek() {
            "~" => {
                self.at += 1;
                Ok(self.deeper(Self::literal)?.not())
            }
            "E" | "A" | "I" => self.deeper(Self::quantified),
            "(" if !self.is_term() => {
                self.at += 1;
                let formula = self.deeper(Self::formula)?;
                self.expect(")")?;
                Ok(formula)
            }
            name if name.starts_with('$') => {
                let function = self.names.functions.get(&name[1..]).cloned();
                let function = function.ok_or_else(|| format!("no function `{name}`"))?;
                self.at += 1;
                let (vars, sums) = self.places(&function.tracks, ["(", ",", ")"])?;
                let mut parts = vec![with_terms(function.values[0].1.on(&vars), &sums.meanings)];
                for condition in sums.conditions {
                    parts.push(with_terms(condition.is_negative()?.not(), &condition.meanings));
                }
                Ok(Core::and(parts))
            }
            _ => self.comparison(),
        }
    }

    /// Whether the parenthesis that comes next is one around a term.
    fn is_term(&self) -> bool {
        let mut depth = 0;
        let end = self.tokens[self.at..].iter().position(|token| {
            depth += i32::from(token.text == "(") - i32::from(token.text == ")");
            depth == 0
        });
        let after = end.and_then(|end| self.tokens.get(self.at + end + 1));
        let operators = ["=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"];
        after.is_some_and(|token| operators.contains(&&*token.text))
    }

    fn comparison(&mut self) -> Read<Core> {
        let left = self.sum()?;
        let operators = [
            ("=", (false, Compare::Equal, 0, false)),
            ("!=", (false, Compare::Equal, 0, true)),
            ("<", (false, Compare::Less, 0, false)),
            ("<=", (false, Compare::Less, 1, false)),
            (">", (true, Compare::Less, 0, false)),
            (">=", (true, Compare::Less, 1, false)),
        ];
        let op = self.operator(&operators).ok_or_else(|| format!("`{}` is no comparison", self.peek()))?;
        let right = self.sum()?;
        let (is_turned, compare, least, negated) = op;
        let (small, large) = if is_turned { (right, left) } else { (left, right) };
        let mut difference = small.clone().plus(&large, -1)?;
        // Each side is a number, so it is not negative.
        let mut sides = std::mem::take(&mut difference.conditions);
        let has_numbers = !small.terms.is_empty() || !large.terms.is_empty();
        if let Some(system) = difference.system.clone().filter(|system| has_numbers && !system.negative) {
            let may_be = |side: &Sum| !side.words.is_empty() || !side.may_be_negative(&system).is_empty();
            sides.extend([small, large].into_iter().filter(may_be));
        }
        let meanings = std::mem::take(&mut difference.meanings);
        Ok(with_terms(by_cases(&difference, &sides, (compare, least, negated))?, &meanings))
    }

    fn quantified(&mut self) -> Read<Core> {
        let Token { text, system } = self.next()?;
        let number = self.quantifiers;
        self.quantifiers += 1;
        let relation = if text == "E" { self.operator(&[(">=", '>'), ("<=", '<'), ("=", '=')]) } else { None };
        let count = match relation {
            Some(_) => self.next()?.text.parse().ok().filter(|k| *k < u64::MAX).ok_or("a count that is no number")?,
            None => 0,
        };
        let names = self.variables()?;
        let around = std::mem::take(&mut self.named);
        let vars = self.bind(&names);
        let body = self.deeper(Self::formula)?;
        self.scope.truncate(self.scope.len() - vars.len());
        for &var in &vars {
            self.settle(var, &system)?;
            self.named.remove(&var);
        }
        for &var in self.named.iter().filter(|named| !named.1).map(|named| named.0) {
            let variable = &mut self.variables[var];
            variable.is_word = true;
            if matches!(variable.track, Some(Track::Number(_))) {
                return Err(format!("`{}` is a word to a quantifier and a number elsewhere", variable.name));
            }
        }
        let counted = |number, vars, body| Core::Count(number, vars, Box::new(body));
        let core = match (text.as_str(), relation) {
            ("E", None) => Core::exists(vars, body),
            ("A", _) => Core::exists(vars, body.not()).not(),
            ("E", Some('>')) if count == 0 => Core::Truth(true),
            ("E", Some('>')) => counted(Number::AtLeast(count), vars, body),
            ("E", Some('<')) => counted(Number::AtLeast(count + 1), vars, body).not(),
            // What is said of no value holds where nothing is counted.
            ("E", _) if count == 0 => counted(Number::AtLeast(1), vars, body).not(),
            ("E", _) => counted(Number::Exactly(count), vars, body),
            _ => counted(Number::Infinite, vars, body),
        };
        let core = match self.claims.get(&number.to_string()) {
            None => core,
            Some(claim) => {
                let kept = self.free();
                self.claimed(core, &kept, claim).map_err(|why| format!("quantifier {number}: {why}"))?
            }
        };
        for (var, is_number) in around {
            *self.named.entry(var).or_default() |= is_number;
        }
        Ok(core)
    }

    /// Checks that a claim is the relation of a formula on variables, and has it in its place.
    pub fn claimed(&mut self, core: Core, kept: &[Var], claim: &Claim) -> Read<Core> {
        let is_number =
            |(var, track): (&Var, &Track)| self.variables[*var].track.is_none() && matches!(track, Track::Number(_));
        if kept.iter().zip(&claim.machine.tracks).any(is_number) {
            return Err("a claim on numbers where words stand".into());
        }
        self.fit(kept, claim)?;
        // Words are over the digits of the claim, for this check.
        let mut tracks = self.tracks();
        kept.iter().zip(&claim.machine.tracks).for_each(|(&var, track)| tracks[var] = track.clone());
        for (var, track) in kept.iter().zip(&claim.machine.tracks) {
            if let (Track::Digits(set), Variable { track: known, digits, .. }) = (track, &self.variables[*var])
                && (known.is_some() || digits.as_ref().is_some_and(|digits| digits != set))
            {
                return Err("a claim on words over other digits".into());
            }
        }
        is_relation(&tracks, core, kept, claim)?;
        self.checked += 1;
        Ok(claim.on(kept.to_vec()))
    }

    /// Variables for arguments or indices on some tracks, and what says what they are.
    fn places(&mut self, tracks: &[Track], [open, between, close]: [&str; 3]) -> Read<(Vec<Var>, Sum)> {
        let (mut vars, mut all) = (Vec::new(), Sum::default());
        for (i, track) in tracks.iter().enumerate() {
            let before = if i == 0 { open } else { between };
            before.char_indices().try_for_each(|(at, c)| self.expect(&before[at..at + c.len_utf8()]))?;
            let after = self.tokens.get(self.at + 1).map_or("", |token| &token.text);
            if is_name(self.peek()) && [",", ")", "]"].contains(&after) {
                let name = self.next()?.text;
                vars.push(self.find(&name));
                self.stands_on(vars[vars.len() - 1], track)?;
                continue;
            }
            let system = match track {
                Track::Number(system) => system.clone(),
                Track::Digits(_) => self.systems.get(&self.tokens[self.at].system)?,
            };
            let sum = self.sum()?;
            if sum.system.as_ref().is_some_and(|own| own.name != system.name) || !sum.words.is_empty() {
                return Err(format!("a term that is not in {} stands on a track of that", system.name));
            }
            all.meanings.extend(sum.meanings.iter().cloned());
            all.conditions.extend(sum.may_be_negative(&system));
            // It has the value of the sum, or 0 where that has none.
            let var = self.fresh(&system);
            let equal = sum.clone().plus(&Sum::variable(var, &system), -1)?.compared(Compare::Equal, 0)?;
            all.meanings.push((var, or_zero(var, equal, &sum.may_be_negative(&system))?));
            vars.push(var);
        }
        if tracks.is_empty() {
            self.expect(open)?;
        }
        self.expect(close)?;
        Ok((vars, all))
    }

    fn sum(&mut self) -> Read<Sum> {
        let mut left = self.product()?;
        while let Some(sign) = self.operator(&[("+", 1), ("-", -1)]) {
            left = left.plus(&self.product()?, sign)?;
            let is_signed = left.system.as_ref().is_some_and(|system| system.negative);
            if sign < 0 && !left.terms.is_empty() && !is_signed {
                let part = Sum { conditions: Vec::new(), ..left.clone() };
                left.conditions.push(part);
            }
        }
        Ok(left)
    }

    fn product(&mut self) -> Read<Sum> {
        let mut left = self.deeper(Self::factor)?;
        while let Some(is_product) = self.operator(&[("*", true), ("/", false)]) {
            let right = self.deeper(Self::factor)?;
            left = match is_product {
                true if left.is_plain() => Sum::default().plus(&right, left.constant)?,
                true if right.is_plain() => Sum::default().plus(&left, right.constant)?,
                true => return Err("a product of two variables".into()),
                false => self.quotient(left, right)?,
            };
        }
        Ok(left)
    }

    fn quotient(&mut self, a: Sum, b: Sum) -> Read<Sum> {
        if !b.is_plain() || b.constant <= 0 || !a.words.is_empty() {
            return Err("a quotient that this checker does not read".into());
        }
        if a.terms.is_empty() {
            return Ok(Sum { constant: a.constant.div_euclid(b.constant), ..Sum::default() });
        }
        // b q <= a < b q + b.
        let system = a.system.clone().ok_or("a quotient without a system")?;
        let (conditions, mut meanings) = (a.may_be_negative(&system), a.meanings.clone());
        let q = self.fresh(&system);
        let quotient = Sum::variable(q, &system);
        let rest = a.plus(&quotient, -b.constant)?;
        let is_it = Core::and([rest.is_negative()?.not(), rest.compared(Compare::Less, b.constant)?]);
        meanings.push((q, or_zero(q, is_it, &conditions)?));
        Ok(Sum { conditions, meanings, ..quotient })
    }

    fn factor(&mut self) -> Read<Sum> {
        if self.eat("(") {
            let term = self.sum()?;
            self.expect(")")?;
            return Ok(term);
        }
        let Token { text, system } = self.next()?;
        let constant = |text: &str, sign: i64| match text.parse::<i64>() {
            Ok(n) => Ok(Sum { constant: within(plus(0, n, sign))?, ..Sum::default() }),
            Err(_) => Err(format!("`{text}` is no number that this checker reads")),
        };
        match text.chars().next() {
            Some('0'..='9') => constant(&text, 1),
            Some('@') => constant(&text[1..].replace('_', "-"), 1),
            Some('-') => constant(&self.next()?.text, -1),
            Some('_') => {
                let term = self.factor()?;
                if !term.is_plain() {
                    return Err("a sign in front of a variable".into());
                }
                Sum::default().plus(&term, -1)
            }
            _ if !is_name(text.trim_start_matches('.')) => Err(format!("`{text}` is no term")),
            _ if self.peek() == "[" => {
                let name = text.trim_start_matches('.');
                let word = self.names.words.get(name).ok_or_else(|| format!("no word `{name}`"))?.clone();
                let (vars, all) = self.places(&word.tracks, ["[", "][", "]"])?;
                let value = |(value, holds): &(i64, Core)| (*value, with_terms(holds.on(&vars), &all.meanings));
                let values = word.values.iter().map(value).collect();
                let placed = Placed { values, known: (Rc::as_ptr(&word) as usize, vars.clone()) };
                Ok(Sum { words: vec![(Rc::new(placed), 1)], conditions: all.conditions, ..Sum::default() })
            }
            _ => {
                let (var, system) = (self.find(&text), self.systems.get(&system)?);
                self.stands_on(var, &Track::Number(system.clone()))?;
                Ok(Sum::variable(var, &system))
            }
        }
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && !["E", "A", "I"].contains(&text)
}
