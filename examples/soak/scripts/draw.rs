//! Random scripts. What is drawn is run by the oracle at once, so that most commands name what fits.

mod definitions;

use super::super::tape::Tape;
use super::meaning::System;
use super::model::{Claim, Command, Formula, Kind, MAIN, Rule, Script, Term, Text, bound};
use super::oracle::{By, Meaning, Oracle};

/// Names of scripts, which stand for everything: the kinds share them, and some hide what is shipped.
const NAMES: [&str; 8] = ["f", "g", "h", "T", "W", "phin", "F", "Em"];
/// Names of systems.
const SYSTEMS: [&str; 3] = ["sa", "sb", "fib"];
/// Files beside the script; the last does not exist.
const FILES: [&str; 4] = ["a.prf", "b#c.prf", "d.prf", "missing.prf"];

/// Draws a script.
pub fn script(tape: &mut Tape) -> Script {
    let layout = tape.below(1 << 20) as u64;
    let mut script = Script { files: vec![(MAIN.to_owned(), Vec::new())], layout };
    let has_files = tape.chance(1, 3);
    // What a file means where it is included, it does not mean alone; what it names there is drawn as if it did.
    for path in FILES[..3].iter().filter(|_| has_files) {
        let commands = 2 + tape.below(6);
        let mut drawn = commands_of(tape, &script, commands, has_files);
        if tape.chance(1, 4) {
            drawn.insert(tape.below(drawn.len()), Command::Quit);
        }
        script.files.push(((*path).to_owned(), drawn));
    }
    let commands = 8 + tape.below(33);
    script.files[0].1 = commands_of(tape, &script, commands, has_files);
    script
}

fn commands_of(tape: &mut Tape, script: &Script, commands: usize, has_files: bool) -> Vec<Command> {
    let is_read = script.layout % 2 == 1;
    let mut drawer = Drawer { tape, oracle: Oracle::new(script, false), claims: 0, has_files, is_read, is_open: false };
    let mut drawn = Vec::new();
    while drawn.len() < commands {
        // What the others need comes first.
        let first = drawn.len() < 5 && has_files == (script.files.len() > 1);
        for command in if first { vec![drawer.simple()] } else { drawer.command() } {
            drawer.oracle.step(drawn.len(), &command);
            drawn.push(command);
        }
    }
    drawn
}

struct Drawer<'t, 'o> {
    tape: &'t mut Tape,
    oracle: Oracle<'o>,
    /// Claims so far, for their names.
    claims: usize,
    has_files: bool,
    /// Whether all commands are such that the checker reads what follows them.
    is_read: bool,
    /// Whether a quote too few, or too many, was drawn: with another one two commands may be read as one.
    is_open: bool,
}

impl Drawer<'_, '_> {
    fn any(&mut self) -> String {
        (*self.tape.pick(&NAMES)).to_owned()
    }

    /// A name of a kind: mostly one that stands for something that fits, now and then one that is undecided, or any.
    fn known(&mut self, kind: Kind, fits: impl Fn(&Meaning) -> bool) -> String {
        self.fitting(kind, fits).unwrap_or_else(|| self.any())
    }

    fn fitting(&mut self, kind: Kind, fits: impl Fn(&Meaning) -> bool) -> Option<String> {
        if self.tape.chance(1, 30) {
            return Some(self.any());
        }
        let pool: &[&str] = if kind == Kind::System { &SYSTEMS } else { &NAMES };
        let values = (0..3).flat_map(|value| pool.iter().map(move |name| format!("{name}_{value}")));
        let all = pool.iter().map(|name| (*name).to_owned()).chain(values.filter(|_| kind == Kind::Function));
        let all = all.filter(|name| self.oracle.look(kind, name).1 != By::Nothing);
        let undecided = |name: &String| matches!(self.oracle.look(kind, name).0, Meaning::Undecided(_));
        let (undecided, decided): (Vec<String>, Vec<String>) = all.partition(undecided);
        let is_fitting = |name: &String| match self.oracle.look(kind, name).0 {
            Meaning::Unsure => false,
            meaning => fits(&meaning),
        };
        let fitting: Vec<String> = decided.into_iter().filter(is_fitting).collect();
        match (fitting.is_empty(), undecided.is_empty()) {
            (true, true) => None,
            (false, true) => Some(self.tape.pick(&fitting).clone()),
            (false, false) if self.tape.chance(5, 6) => Some(self.tape.pick(&fitting).clone()),
            (_, false) => Some(self.tape.pick(&undecided).clone()),
        }
    }

    fn function(&mut self, arity: usize) -> String {
        self.known(Kind::Function, |meaning| match meaning {
            Meaning::Function(function) => function.arity() == Some(arity),
            _ => false,
        })
    }

    /// A set of words in base 2.
    fn language(&mut self) -> String {
        self.known(Kind::Function, |meaning| match meaning {
            Meaning::Function(function) => function.automaton().is_some(),
            _ => false,
        })
    }

    fn word(&mut self, wanted: fn(&System) -> bool) -> String {
        self.known(Kind::Word, |meaning| match meaning {
            Meaning::Word(word) => wanted(&word.system),
            _ => false,
        })
    }

    fn sequence(&mut self) -> String {
        let name = self.known(Kind::Sequence, |_| true);
        // That would be read as a quantifier.
        if name.starts_with('E') { NAMES[0].to_owned() } else { name }
    }

    fn number(&mut self) -> u64 {
        self.tape.below(8) as u64
    }

    /// A system by its whole name: mostly base 2.
    fn system(&mut self) -> String {
        match self.tape.below(10) {
            0..=5 => "msd_2".into(),
            6 => "msd_3".into(),
            7 => "lsd_2".into(),
            _ => format!("msd_{}", self.known(Kind::System, |_| true)),
        }
    }

    fn term(&mut self, vars: &[char]) -> Term {
        match vars {
            [] => Term::Num(self.number()),
            // What a template is called with.
            ['%'] => {
                if self.tape.chance(2, 3) {
                    Term::Parameter(self.tape.below(2))
                } else {
                    Term::Num(self.number())
                }
            }
            _ => {
                let var = *self.tape.pick(vars);
                match self.tape.below(4) {
                    0 | 1 => Term::Var(var),
                    2 => Term::Plus(var, 1 + self.tape.below(3) as u64),
                    _ => Term::Num(self.number()),
                }
            }
        }
    }

    fn formula(&mut self, vars: &[char], depth: usize) -> Formula {
        let pair = |own: &mut Self| {
            (Box::new(own.formula(vars, depth.saturating_sub(1))), Box::new(own.formula(vars, depth.saturating_sub(1))))
        };
        let kind = self.tape.below(if depth == 0 { 14 } else { 20 });
        let (needed, pairs) = match kind {
            2..=5 => (Kind::Function, Some(1)),
            6 => (Kind::Function, Some(2)),
            7 => (Kind::Function, Some(0)),
            8..=11 => (Kind::Word, None),
            12 | 13 => (Kind::Macro, None),
            _ => (Kind::System, None),
        };
        // What is not there is seldom named.
        let is_there = |meaning: &Meaning| match meaning {
            Meaning::Function(function) => function.arity() == pairs,
            _ => true,
        };
        let kind = match needed == Kind::System || self.fitting(needed, is_there).is_some() {
            true => kind,
            false => self.tape.below(2),
        };
        match kind {
            0 => Formula::Less(self.term(vars), self.term(vars)),
            1 => Formula::Equal(self.term(vars), self.term(vars)),
            2..=5 => Formula::Call(self.function(1), vec![self.term(vars)]),
            6 => Formula::Call(self.function(2), vec![self.term(vars), self.term(vars)]),
            7 => Formula::Call(self.function(0), Vec::new()),
            8..=10 => Formula::Letter(self.word(|_| true), self.term(vars), self.tape.range(-1, 3)),
            11 => Formula::Same(self.word(|_| true), self.term(vars), self.word(|_| true), self.term(vars)),
            12 | 13 => {
                let name = self.known(Kind::Macro, |_| true);
                let arguments = if self.tape.chance(1, 12) { 1 } else { 2 };
                Formula::Macro(name, (0..arguments).map(|_| self.term(vars)).collect())
            }
            14 | 15 => Formula::Not(Box::new(self.formula(vars, depth - 1))),
            16 => {
                let (a, b) = pair(self);
                Formula::And(a, b)
            }
            17 | 18 => {
                let (a, b) = pair(self);
                Formula::Or(a, b)
            }
            _ if vars == ['%'] => Formula::Not(Box::new(self.formula(vars, depth - 1))),
            _ => {
                let var = if vars.contains(&'z') { 'w' } else { 'z' };
                let inner: Vec<char> = vars.iter().copied().chain([var]).collect();
                let (all, bound) = (self.tape.chance(1, 2), 2 + self.tape.below(5) as u64);
                Formula::Bounded { all, var, bound, body: Box::new(self.formula(&inner, depth - 1)) }
            }
        }
    }

    /// A formula in which exactly these variables are free, or nearly always.
    fn body(&mut self, vars: &[char]) -> Formula {
        if self.tape.chance(1, 20) {
            return Formula::Nonsense;
        }
        let mut body = match self.tape.chance(1, 3) {
            true => self.formula(vars, 1),
            false => Formula::Less(self.term(vars), self.term(vars)),
        };
        for &var in vars {
            let limit = 3 + self.number();
            let some = match self.tape.below(3) {
                0 => Formula::Less(Term::Var(var), Term::Num(limit)),
                1 => Formula::Less(Term::Num(self.number()), Term::Var(var)),
                _ => Formula::Not(Box::new(Formula::Equal(Term::Var(var), Term::Num(self.number())))),
            };
            body = match self.tape.chance(1, 2) {
                true => Formula::And(Box::new(some), Box::new(body)),
                false => Formula::Or(Box::new(body), Box::new(some)),
            };
        }
        body
    }

    fn text(&mut self, body: Formula) -> Text {
        let system = if self.tape.chance(1, 4) { Some(self.system()) } else { None };
        Text { system, body }
    }

    /// A statement, as it is and denied.
    fn claims(&mut self) -> Vec<Command> {
        self.claims += 1;
        let number = self.claims;
        if self.tape.chance(1, 8) {
            let text = Text { system: None, body: self.formula(&['x'], 1) };
            let within = Formula::Less(Term::Var('x'), Term::Num(1 + self.number()));
            let body = Formula::And(Box::new(within), Box::new(text.body));
            let pieces = (0..1 + self.tape.below(2)).map(|_| Text { system: None, body: self.body(&['x']) }).collect();
            return vec![Command::Cover { name: format!("c{number}"), target: Text { system: None, body }, pieces }];
        }
        let both = [(Claim::Theorem, format!("t{number}")), (Claim::Refute, format!("n{number}"))];
        if self.tape.chance(1, 8) {
            let sequence = self.sequence();
            let at = self.number();
            let value = match self.oracle.look(Kind::Sequence, &sequence).0 {
                Meaning::Sequence(known) => known.values[at as usize] + self.tape.range(0, 1),
                _ => self.tape.range(0, 9),
            };
            return both
                .map(|(claim, name)| Command::Value { claim, name, sequence: sequence.clone(), at, value })
                .into();
        }
        let depth = self.tape.below(3);
        let body = if self.tape.chance(1, 40) { Formula::Nonsense } else { self.formula(&[], depth) };
        let text = self.text(body);
        let mut claims: Vec<Command> =
            both.map(|(claim, name)| Command::Claim { claim, name, text: text.clone() }).into();
        if self.tape.chance(1, 10) {
            claims.push(Command::Claim { claim: Claim::Eval, name: String::new(), text });
        }
        claims
    }

    /// A command, or a definition and what names it.
    fn command(&mut self) -> Vec<Command> {
        loop {
            let drawn = self.any_command();
            let is_unread = |one: &Command| {
                matches!(
                    one,
                    Command::Numeration { .. }
                        | Command::Ost { .. }
                        | Command::Broken { .. }
                        | Command::File { keyword: "use" | "load", .. }
                )
            };
            if !(self.is_read && drawn.iter().any(is_unread)) {
                return drawn;
            }
        }
    }

    fn any_command(&mut self) -> Vec<Command> {
        let drawn = match self.tape.below(64) {
            0..=17 => return self.claims(),
            18..=24 => self.def(),
            25 | 26 => return self.files(),
            27 => self.broken(),
            28 if self.tape.chance(1, 6) => Command::Quit,
            28 => {
                let keyword = ["describe", "inf", "first"][self.tape.below(3)];
                Command::Look { keyword, name: self.function(1) }
            }
            29 => self.game(),
            30 => self.kernel(),
            31 => Command::Grundy {
                name: self.any(),
                game: self.known(Kind::Game, |_| true),
                upto: self.tape.below(3) as u64,
            },
            at @ 32..=43 => self.of_functions(at),
            at => self.of_words(at),
        };
        let name_of = bound(&drawn).into_iter().next();
        let Some((kind, name)) = name_of.filter(|_| self.tape.chance(2, 3)) else { return vec![drawn] };
        // Soon after its definition a name is used.
        let claims = self.claims_of(kind, name);
        std::iter::once(drawn).chain(claims).collect()
    }

    /// Claims of what a name stands for.
    fn claims_of(&mut self, kind: Kind, name: String) -> Vec<Command> {
        let at = self.number();
        let body = match kind {
            Kind::Function => Formula::Call(name, vec![Term::Num(at)]),
            Kind::Word => Formula::Letter(name, Term::Num(at), self.tape.range(0, 2)),
            Kind::Macro => Formula::Macro(name, vec![Term::Num(at), Term::Num(2)]),
            _ => return Vec::new(),
        };
        self.claims += 1;
        let text = Text { system: None, body };
        let claim = |claim: Claim, name: String| Command::Claim { claim, name, text: text.clone() };
        vec![claim(Claim::Theorem, format!("t{}", self.claims)), claim(Claim::Refute, format!("n{}", self.claims))]
    }

    /// A definition that needs nothing.
    fn simple(&mut self) -> Command {
        match self.tape.below(6) {
            0 | 1 => self.def(),
            2 => self.game(),
            at => self.of_words([44, 49, 56][at - 3]),
        }
    }

    fn def(&mut self) -> Command {
        let (eval, name) = (self.tape.chance(1, 4), self.any());
        if self.tape.chance(1, 16) {
            return Command::Def {
                eval,
                name,
                order: Vec::new(),
                counted: false,
                text: Text { system: None, body: Formula::Large('x', 'y') },
            };
        }
        if self.tape.chance(1, 7) {
            let more = self.tape.below(4) as u64;
            let body = match self.tape.chance(1, 8) {
                true => Formula::Nonsense,
                false => Formula::Less(Term::Var('x'), Term::Plus('n', more)),
            };
            return Command::Def { eval, name, order: vec!['n'], counted: true, text: Text { system: None, body } };
        }
        let vars: &[char] = [&[][..], &['x'], &['x'], &['x'], &['x', 'y'], &['x', 'y']][self.tape.below(6)];
        let body = self.body(vars);
        let order = match vars {
            ['x', 'y'] if !eval && self.tape.chance(1, 2) => vec!['y', 'x'],
            _ => Vec::new(),
        };
        Command::Def { eval, name, order, counted: false, text: self.text(body) }
    }

    /// A file, and what it defines; or the same once more, after a name of it has got another meaning.
    fn files(&mut self) -> Vec<Command> {
        let file = self.file();
        let Command::File { path, .. } = &file else { return vec![file] };
        let inside = self.oracle.bound_in(path);
        if inside.is_empty() || self.tape.chance(1, 4) {
            return vec![file];
        }
        let (kind, name) = self.tape.pick(&inside).clone();
        let mut commands = Vec::new();
        if self.tape.chance(1, 2) {
            let body = Formula::Less(Term::Var('x'), Term::Num(self.number()));
            let text = Text { system: None, body };
            let name = name.clone();
            commands.push(match kind {
                Kind::Word => {
                    Command::Word { name, system: "msd_2".into(), images: vec![vec![0, 1], vec![1, 1]], coding: None }
                }
                Kind::Macro => {
                    Command::Macro { name, text: Formula::Less(Term::Parameter(0), Term::Num(self.number())) }
                }
                _ => Command::Def { eval: false, name, order: Vec::new(), counted: false, text },
            });
        }
        commands.push(file);
        commands.extend(self.claims_of(kind, name));
        commands
    }

    fn file(&mut self) -> Command {
        let keyword = *self.tape.pick(&["include", "include", "load", "use"]);
        let path = match (self.has_files, self.tape.below(16)) {
            (true, 0) if keyword != "use" => MAIN.to_owned(),
            (true, 1) | (false, 0) => FILES[3].to_owned(),
            (false, _) => return self.def(),
            (true, at) => FILES[at % 3].to_owned(),
        };
        Command::File { keyword, path }
    }

    /// What cannot be read.
    fn broken(&mut self) -> Command {
        let (name, other) = (self.any(), self.any());
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        let names = |list: &[&String]| list.iter().map(|name| (*name).clone()).collect::<Vec<String>>();
        let form = match self.tape.below(9) {
            form @ 5..=7 if self.is_open => form - 5,
            form => form,
        };
        let (words, names, unclosed) = match form {
            0 => (words(&["define", &name, "\"x=1\""]), names(&[&name]), false),
            1 => (words(&["def", &name, &other, "\"x=1\"", "\"x=2\""]), names(&[&name, &other]), false),
            2 => (words(&["morphism", &name, &other, "\"0->01\""]), names(&[&name, &other]), false),
            3 => (words(&["def", &name]), names(&[&name]), false),
            4 => (words(&["kernel", &name, "of", &other, "given"]), names(&[&name, &other]), false),
            // A quote too few: what the text names is not lost.
            5 => (words(&["macro", &name, &format!("\"${other}(%0)")]), names(&[&name]), true),
            6 => (words(&["def", &name, &format!("\"${other}(x)")]), names(&[&name]), true),
            // In front of the text, so that the quote behind it begins one.
            7 => (words(&["def", &name, &format!("{other}\""), ":"]), names(&[&name, &other]), true),
            // What looks like a definition within quotes may have been meant to be one.
            _ => {
                let inside = format!("\"2=2; def {other} :\"");
                (words(&["theorem", &name, "\"1=1\"", &inside]), names(&[&name, &other]), false)
            }
        };
        self.is_open |= unclosed;
        Command::Broken { words, names, unclosed }
    }

    fn game(&mut self) -> Command {
        let to = if self.tape.chance(1, 4) { Some(self.function(1)) } else { None };
        let block = if self.tape.chance(1, 5) { Some(1 + self.tape.below(2) as u64) } else { None };
        let terminal = if self.tape.chance(1, 4) { Some(self.number()) } else { None };
        let misere = self.tape.chance(1, 4);
        let endless = self.tape.chance(1, 6);
        let rule = Rule { most: self.tape.below(4) as u64, to, block, misere, terminal, endless };
        Command::Game { name: self.any(), rule }
    }

    fn kernel(&mut self) -> Command {
        let game = self.known(Kind::Game, |_| true);
        let given = if self.tape.chance(1, 2) { Some(self.function(1)) } else { None };
        Command::Kernel { name: self.any(), game, given }
    }
}
