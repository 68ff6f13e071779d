//! Formulas as they are written, read into `Core`; a claim on a quantifier is checked as soon as that is read.
//!
//! A term in an argument or index is a variable of its own that equals it, and so is a quotient. Such a variable has one
//! value, or none where the term has none, and then the atom in which it stands is false; it is bound there.
//!
//! In a system of natural numbers every part of a term in which a variable stands must not be negative, or the atom is
//! false. What has no variable is compared among integers where letters stand alone; elsewhere it is not read if it is negative.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::Read;
use crate::core::{Claims, Core, INFINITE, Var, plus};
use crate::families::{Family, Spoken, defined, of_words};
use crate::induction::{Sum as Named, is_by_names, is_inductive};
use crate::machine::Machine;
use crate::names::Names;
use crate::rules::is_relation;
use crate::system::{Compare, Kind, System, Systems, Track};
use crate::term::{Sum, within, within_cases};
use crate::text::{is_name, is_variable};
use crate::tokens::{Token, of_parameter, tokens};

/// A variable: its name, the system of which it is a number, and the digits on which it stands.
struct Variable {
    name: String,
    system: Option<Track>,
    digits: Option<Vec<i64>>,
    /// Whether it is a word to a quantifier that leaves it free: then its length matters there.
    is_word: bool,
}

/// A count is less.
const LARGEST_COUNT: u64 = 1 << 62;
/// Formulas and terms in each other are read by recursion.
const DEEPEST: usize = 10_000;
/// Words in indices of words.
const MOST_PLACES: usize = 4;

/// Reads formulas.
pub struct Reader<'a> {
    names: &'a Names,
    systems: &'a mut Systems,
    claims: &'a Claims,
    tokens: Vec<Token>,
    at: usize,
    quantifiers: usize,
    depth: usize,
    /// Arguments and indices around what is read.
    places: usize,
    variables: Vec<Variable>,
    scope: Vec<Var>,
    /// Variables that were named since the quantifier around began, and whether as numbers.
    named: BTreeMap<Var, bool>,
    /// The family that the formula is about, and its parameter.
    family: Option<(Rc<Family>, String)>,
    /// What is claimed of parts of such a formula, with what they are.
    parts: Vec<(Rc<Machine>, Core)>,
    /// Claims that were checked.
    pub checked: usize,
}

impl<'a> Reader<'a> {
    pub fn new(names: &'a Names, systems: &'a mut Systems, claims: &'a Claims) -> Reader<'a> {
        let (tokens, at, quantifiers, depth, checked) = (Vec::new(), 0, 0, 0, 0);
        let (variables, scope, named) = Default::default();
        let (family, parts) = (None, Vec::new());
        Reader {
            names,
            systems,
            claims,
            tokens,
            at,
            quantifiers,
            depth,
            places: 0,
            variables,
            scope,
            named,
            family,
            parts,
            checked,
        }
    }

    /// What each variable ranges over: numbers, or words over the digits that all places allow where it stands.
    pub fn tracks(&self) -> Vec<Track> {
        let words = |variable: &Variable| Rc::new(System::words(variable.digits.clone().unwrap_or_default()));
        self.variables.iter().map(|variable| variable.system.clone().unwrap_or_else(|| words(variable))).collect()
    }

    /// The free variables of what was read, in the order of the alphabet.
    pub fn free(&self) -> Vec<Var> {
        let mut free: Vec<Var> = self.named.keys().copied().collect();
        free.sort_by_key(|&var| &self.variables[var].name);
        free
    }

    pub fn name(&self, var: Var) -> &str {
        &self.variables[var].name
    }

    /// What was read, if it is about a family.
    pub fn spoken(&self) -> Read<Option<Spoken>> {
        let Some((family, parameter)) = &self.family else { return Ok(None) };
        let mut vars = (0..self.variables.len()).filter(|&var| self.variables[var].name == *parameter);
        match (vars.next(), vars.next()) {
            (Some(parameter), None) => {
                let (family, tracks, parts) = (family.clone(), self.tracks(), self.parts.clone());
                Ok(Some(Spoken { family, parameter, tracks, parts }))
            }
            (None, _) => Err(format!("nothing is said of `{parameter}`")),
            _ => Err(format!("`{parameter}` is bound twice")),
        }
    }

    fn fresh(&mut self, name: &str, system: Option<Track>) -> Var {
        self.variables.push(Variable { name: name.to_owned(), system, digits: None, is_word: false });
        self.variables.len() - 1
    }

    /// The variable of a name, which stands on a track: it is a number of that system, or the word there is what represents
    /// it. A free one is bound around the whole.
    pub fn find(&mut self, name: &str, track: &Track) -> Read<Var> {
        let known = self.scope.iter().rev().find(|&&var| self.variables[var].name == name).copied();
        let var = known.unwrap_or_else(|| {
            let var = self.fresh(name, None);
            self.scope.insert(0, var);
            var
        });
        let Variable { system, digits, is_word, .. } = &mut self.variables[var];
        if track.kind == Kind::Words {
            digits.get_or_insert_with(|| track.digits.clone()).retain(|digit| track.digits.contains(digit));
            self.named.entry(var).or_default();
        } else if *is_word || system.as_ref().is_some_and(|system| system != track) {
            return Err(format!("`{name}` is in {} and elsewhere a word or in another system", track.name));
        } else {
            *system = Some(track.clone());
            self.named.insert(var, true);
        }
        Ok(var)
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| &token.text)
    }

    /// The system in force where the next token stands.
    fn system(&self) -> String {
        self.tokens.get(self.at).map_or(String::new(), |token| token.system.clone())
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
    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        operators.iter().copied().find(|text| self.eat(text))
    }

    /// Reads a text as one formula.
    pub fn whole(&mut self, text: &str) -> Read<Core> {
        (self.tokens, self.at) = (tokens(text, self.names)?, 0);
        // Also one in which nothing is read has to be a system.
        let named: BTreeSet<&str> = self.tokens.iter().map(|token| &*token.system).collect();
        named.into_iter().try_for_each(|system| self.systems.get(system).map(drop))?;
        let mut families = self.tokens.iter().filter_map(|token| of_parameter(&token.system));
        if let Some((family, parameter)) = families.next() {
            if families.any(|other| other != (family, parameter)) {
                return Err("a statement about two parameters".into());
            }
            self.family = Some((self.names.family(family)?, parameter.to_owned()));
        }
        let core = self.formula(0)?;
        if let Some((family, parameter)) = self.family.clone()
            && !self.variables.iter().any(|variable| variable.name == parameter)
        {
            self.find(&parameter, &family.parameter)?;
        }
        if self.at < self.tokens.len() { Err(format!("`{}` is too much", self.peek())) } else { Ok(core) }
    }

    /// A formula of operators that bind as strongly as those of a level, or more; they group to the left.
    fn formula(&mut self, level: usize) -> Read<Core> {
        let levels: [&[&str]; 3] = [&["<=>"], &["=>"], &["&", "|", "^"]];
        let Some(operators) = levels.get(level) else { return self.deeper(Self::literal) };
        let mut left = self.formula(level + 1)?;
        while let Some(op) = self.operator(operators) {
            let right = self.formula(level + 1)?;
            left = match op {
                "<=>" => left.iff(right),
                "=>" => Core::or([left.not(), right]),
                "&" => Core::and([left, right]),
                "|" => Core::or([left, right]),
                _ => left.iff(right).not(),
            };
        }
        Ok(left)
    }

    /// What is read one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        let result = if self.depth > DEEPEST { Err("formulas nested too deep".into()) } else { read(self) };
        self.depth -= 1;
        result
    }

    fn literal(&mut self) -> Read<Core> {
        match self.peek() {
            "~" => {
                self.at += 1;
                Ok(self.deeper(Self::literal)?.not())
            }
            "E" | "A" | "I" => self.quantified(),
            "(" if !self.is_term() => {
                self.at += 1;
                let formula = self.formula(0)?;
                self.expect(")")?;
                Ok(formula)
            }
            name if name.starts_with('$') => {
                let function = self.names.function(&name[1..])?;
                self.at += 1;
                let function = if self.family.is_some() { of_words(&function) } else { function };
                let cases = self.places(&function.tracks, ["(", ",", ")"])?;
                Ok(Core::or(cases.into_iter().map(|(vars, sum)| sum.with_given(Core::table(&function, vars)))))
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

    /// A part of a term: a number, so not negative where numbers are not.
    fn part(&mut self, mut sum: Sum) -> Read<Sum> {
        let Some(system) = &sum.system else {
            let is_signed = sum.constant >= 0 || self.systems.get(&sum.own)?.kind == Kind::Signed;
            sum.is_less |= !is_signed;
            return Ok(sum);
        };
        if system.kind != Kind::Signed {
            let is_one = sum.compared(Compare::Less, 0)?.not();
            sum.given.push(is_one);
        }
        Ok(sum)
    }

    /// Each side is a part, unless letters are compared.
    fn comparison(&mut self) -> Read<Core> {
        let left = self.term(0)?;
        let op = self.operator(&["=", "!=", "<=", "<", ">=", ">"]);
        let op = op.ok_or_else(|| format!("`{}` is not a comparison", self.peek()))?;
        let right = self.term(0)?;
        let (small, large) = if op.starts_with('>') { (right, left) } else { (left, right) };
        let (compare, constant) = match op {
            "=" | "!=" => (Compare::Equal, 0),
            "<" | ">" => (Compare::Less, 0),
            _ => (Compare::Less, 1),
        };
        within_cases(small.len() * large.len())?;
        let mut cases = Vec::new();
        for (a, b) in small.iter().flat_map(|a| large.iter().map(move |b| (a, b))) {
            let difference = self.part(a.clone())?.plus(&self.part(b.clone())?, -1)?;
            if difference.is_less && !(difference.system.is_none() && difference.has_letter) {
                return Err("a negative number where there are none".into());
            }
            let atom = difference.compared(compare, constant)?;
            cases.push(difference.with_given(if op == "!=" { atom.not() } else { atom }));
        }
        Ok(Core::or(cases))
    }

    fn quantified(&mut self) -> Read<Core> {
        let Token { text, system } = self.next()?;
        let number = self.quantifiers;
        self.quantifiers += 1;
        let relation = if text == "E" { self.operator(&[">=", "<=", "="]) } else { None };
        let count =
            relation.map(|_| self.next()?.text.parse::<u64>().map_err(|_| "a count that is not a number".to_owned()));
        let count = count.unwrap_or(Ok(0))?;
        if count >= LARGEST_COUNT {
            return Err("a count of more than 62 bits".into());
        }
        let (mut vars, around): (Vec<Var>, _) = (Vec::new(), std::mem::take(&mut self.named));
        while vars.is_empty() || self.eat(",") {
            let name = self.next()?.text;
            if !is_variable(&name) {
                return Err(format!("`{name}` is not a variable"));
            }
            if vars.iter().any(|&var| self.variables[var].name == name) {
                return Err(format!("`{name}` is bound twice"));
            }
            let var = self.fresh(&name, None);
            self.variables[var].digits = self
                .family
                .as_ref()
                .and_then(|(family, parameter)| (*parameter == name).then(|| family.parameter.digits.clone()));
            vars.push(var);
        }
        self.scope.extend(&vars);
        let body = self.formula(0)?;
        self.scope.truncate(self.scope.len() - vars.len());
        for &var in &vars {
            self.named.remove(&var);
            let variable = &mut self.variables[var];
            match &variable.digits {
                Some(digits) if digits.is_empty() && variable.system.is_none() => {
                    return Err(format!("`{}` is on tracks without a common digit", variable.name));
                }
                Some(_) => {}
                // Nothing says what it is.
                None if variable.system.is_none() => variable.system = Some(self.systems.get(&system)?),
                None => {}
            }
        }
        for var in self.named.iter().filter(|named| !named.1).map(|named| *named.0) {
            let Variable { name, system, is_word, .. } = &mut self.variables[var];
            *is_word = true;
            if system.is_some() {
                return Err(format!("`{name}` is a word to a quantifier and a number elsewhere"));
            }
        }
        let counted = |least, most, vars, body| match (least, most) {
            (1, INFINITE) => Core::exists(vars, body),
            _ => Core::Count(vars, least, most, Box::new(body)),
        };
        let core = match (text.as_str(), relation) {
            ("E", None) => Core::exists(vars, body),
            ("A", _) => Core::exists(vars, body.not()).not(),
            ("E", Some(">=")) if count == 0 => Core::Truth(true),
            ("E", Some(">=")) => counted(count, INFINITE, vars, body),
            ("E", Some("<=")) => counted(count + 1, INFINITE, vars, body).not(),
            // What is said of no value holds where nothing is counted.
            ("E", _) if count == 0 => counted(1, INFINITE, vars, body).not(),
            ("E", _) => counted(count, count, vars, body),
            _ => counted(INFINITE, INFINITE, vars, body),
        };
        let core = self.with_claim(number, core).map_err(|why| format!("quantifier {number}: {why}"))?;
        for (var, is_number) in around {
            *self.named.entry(var).or_default() |= is_number;
        }
        Ok(core)
    }

    /// What is claimed of a quantifier in its place, if something is.
    fn with_claim(&mut self, number: usize, core: Core) -> Read<Core> {
        let claims = self.claims;
        let Some(claim) = claims.get(&number.to_string()) else { return Ok(core) };
        if self.family.is_some() {
            return self.claimed_of_family(&core, claim);
        }
        let (kept, begin) = (self.free(), format!("{number} of "));
        let by = claims.iter().find_map(|(about, by)| Some((about.strip_prefix(&begin)?, by)));
        self.claimed(core, &kept, claim, by)
    }

    /// Checks that a claim is what a part of a statement about a family says of the parameter and its variables, and has it in its place.
    fn claimed_of_family(&mut self, core: &Core, claim: &Rc<Machine>) -> Read<Core> {
        let (family, name) = self.family.clone().ok_or("no family")?;
        self.find(&name, &family.parameter)?;
        let (kept, spoken) = (self.free(), self.spoken()?.ok_or("no family")?);
        let claim = defined(spoken, core, &kept, claim)?;
        self.checked += 1;
        let free = core.free();
        if kept.iter().any(|var| self.variables[*var].name != name && !free.contains(var)) {
            // It names variables of which nothing is said.
            return Ok(core.clone());
        }
        self.parts.push((claim.clone(), core.clone()));
        Ok(Core::table(&claim, kept))
    }

    /// Checks that a claim is the relation of a formula on variables, by one between the values of sums if there is one that
    /// fits, and has it in its place.
    pub fn claimed(
        &mut self,
        core: Core,
        kept: &[Var],
        claim: &Rc<Machine>,
        by: Option<(&str, &Rc<Machine>)>,
    ) -> Read<Core> {
        let tracks = self.tracks();
        if !claim.tracks.iter().eq(kept.iter().map(|&var| &tracks[var])) {
            return Err("a claim on other tracks".into());
        }
        self.checked += 1;
        let mut is_shown = false;
        if let Some((sums, relation)) = by {
            let names: Vec<(Var, &str)> = kept.iter().map(|&var| (var, self.name(var))).collect();
            is_shown = is_by_names(&tracks, &core, kept, claim, (&Named::all(sums, &names)?, relation))?;
            self.checked += 1;
        }
        if !is_shown && !is_inductive(&tracks, &core, kept, claim) {
            is_relation(&tracks, core, kept, claim)?;
        }
        Ok(Core::table(claim, kept.to_vec()))
    }

    /// A term that is an argument or an index. Letters of words in it multiply what is given of a letter around it.
    fn placed(&mut self) -> Read<Vec<Sum>> {
        self.places += 1;
        let result = if self.places > MOST_PLACES { Err("words nested too deep".into()) } else { self.term(0) };
        self.places -= 1;
        result
    }

    /// Variables for arguments or indices on some tracks, and what is given of them, for each choice of letters of words in
    /// them.
    fn places(&mut self, tracks: &[Track], [open, between, close]: [&str; 3]) -> Read<Vec<(Vec<Var>, Sum)>> {
        let mut all = vec![(Vec::new(), Sum::default())];
        for (i, track) in tracks.iter().enumerate() {
            let before = if i == 0 { open } else { between };
            before.char_indices().try_for_each(|(at, c)| self.expect(&before[at..at + c.len_utf8()]))?;
            let after = self.tokens.get(self.at + 1).map_or("", |token| &token.text);
            if is_variable(self.peek()) && [",", ")", "]"].contains(&after) {
                let name = self.next()?.text;
                let var = self.find(&name, track)?;
                all.iter_mut().for_each(|case| case.0.push(var));
                continue;
            }
            let own = self.system();
            let system = if track.kind == Kind::Words { self.systems.get(&own)? } else { track.clone() };
            let (known, sums) = (std::mem::take(&mut all), self.placed()?);
            within_cases(known.len() * sums.len())?;
            for sum in sums {
                if sum.system.as_ref().is_some_and(|own| *own != system) {
                    return Err(format!("a term that is not in {} is on a track of that system", system.name));
                }
                let sum = self.part(sum)?;
                if sum.is_less {
                    return Err("a negative number where there are none".into());
                }
                let var = self.fresh("", Some(system.clone()));
                let equal = Sum { terms: BTreeMap::from([(var, -1)]), system: Some(system.clone()), ..Sum::default() };
                let is_it = equal.plus(&Sum { given: Vec::new(), ..sum.clone() }, 1)?.compared(Compare::Equal, 0)?;
                for (mut vars, mut given) in known.iter().cloned() {
                    vars.push(var);
                    given.given.extend(sum.given.iter().chain([&is_it]).cloned());
                    given.bound.extend(sum.bound.iter().chain([&var]));
                    all.push((vars, given));
                }
            }
        }
        if tracks.is_empty() {
            self.expect(open)?;
        }
        self.expect(close)?;
        Ok(all)
    }

    /// A term of operators that bind as strongly as those of a level, or more, for each choice of letters of words in it.
    fn term(&mut self, level: usize) -> Read<Vec<Sum>> {
        let levels: [&[&str]; 2] = [&["+", "-"], &["*", "/"]];
        let Some(operators) = levels.get(level) else { return self.deeper(Self::factor) };
        let own = self.system();
        let mut left = self.term(level + 1)?;
        while let Some(op) = self.operator(operators) {
            let right = self.term(level + 1)?;
            within_cases(left.len() * right.len())?;
            let mut cases = Vec::new();
            for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (a, b))) {
                let (a, b) = (self.part(a.clone())?, self.part(b.clone())?);
                let result = match op {
                    "+" => a.plus(&b, 1)?,
                    "-" => a.plus(&b, -1)?,
                    "*" if a.is_plain() => Sum { constant: 0, ..a.clone() }.plus(&b, a.constant)?,
                    "*" if b.is_plain() => Sum { constant: 0, ..b.clone() }.plus(&a, b.constant)?,
                    "*" => return Err("a product of two variables".into()),
                    _ => self.quotient(&a, &b)?,
                };
                cases.push(Sum { own: own.clone(), ..result });
            }
            left = cases;
        }
        Ok(left)
    }

    /// b q <= a < b q + b.
    fn quotient(&mut self, a: &Sum, b: &Sum) -> Read<Sum> {
        if !b.is_plain() || b.constant <= 0 || a.has_letter {
            return Err("a quotient that this checker does not read".into());
        }
        let Some(system) = a.system.clone().filter(|_| !a.terms.is_empty()) else {
            let constant = a.constant.div_euclid(b.constant);
            return Ok(Sum { constant, ..a.clone().plus(b, 0)? });
        };
        let q = self.fresh("", Some(system.clone()));
        let mut quotient = Sum { terms: BTreeMap::from([(q, 1)]), system: Some(system), ..Sum::default() };
        let rest = Sum { given: Vec::new(), ..a.clone() }.plus(&quotient, -b.constant)?;
        let is_it = [rest.compared(Compare::Less, 0)?.not(), rest.compared(Compare::Less, b.constant)?];
        quotient.is_less = a.is_less || b.is_less;
        quotient.given = a.given.iter().chain(&b.given).cloned().chain(is_it).collect();
        quotient.bound = [a.bound.clone(), b.bound.clone(), vec![q]].concat();
        Ok(quotient)
    }

    fn factor(&mut self) -> Read<Vec<Sum>> {
        if self.eat("(") {
            let term = self.term(0)?;
            self.expect(")")?;
            return Ok(term);
        }
        let Token { text, system } = self.next()?;
        let own = system.clone();
        let constant = |text: &str, sign: i64| match text.parse::<i64>() {
            Ok(n) => Ok(vec![Sum { constant: within(plus(0, n, sign))?, own: own.clone(), ..Sum::default() }]),
            Err(_) => Err(format!("this checker does not read the number `{text}`")),
        };
        match text.chars().next() {
            Some('0'..='9') => constant(&text, 1),
            Some('@') => constant(&text[1..].replace('_', "-"), 1),
            Some('-') if self.peek().starts_with(|c: char| c.is_ascii_digit()) => constant(&self.next()?.text, -1),
            Some('_') => {
                let cases = self.deeper(Self::factor)?;
                let negated = |sum: Sum| Ok(Sum { own: own.clone(), ..self.part(sum)?.negated() });
                cases.into_iter().map(negated).collect()
            }
            _ if !is_variable(&text) && !text.strip_prefix('.').is_some_and(is_name) => {
                Err(format!("`{text}` is not a term"))
            }
            _ if self.peek() == "[" => {
                let word = self.names.word(text.trim_start_matches('.'))?;
                let word = if self.family.is_some() { of_words(&word) } else { word };
                let places = self.places(&word.tracks, ["[", "][", "]"])?;
                let letters: BTreeSet<i64> = word.outputs.iter().copied().collect();
                let case = |letter: i64| {
                    let is_it =
                        |(vars, sum): &(Vec<Var>, Sum)| sum.with_given(Core::Table(word.clone(), letter, vars.clone()));
                    let given = vec![Core::or(places.iter().map(is_it))];
                    Sum { constant: letter, own: own.clone(), given, has_letter: true, ..Sum::default() }
                };
                Ok(letters.into_iter().map(case).collect())
            }
            Some('.') => Err(format!("`{text}` without its index")),
            _ => {
                if self.family.as_ref().is_some_and(|(_, parameter)| *parameter == text) {
                    return Err(format!("`{text}` is the parameter and no number"));
                }
                let system = self.systems.get(&system)?;
                let terms = BTreeMap::from([(self.find(&text, &system)?, 1)]);
                Ok(vec![Sum { terms, system: Some(system), own, ..Sum::default() }])
            }
        }
    }
}
