//! Checks scripts against their certificates, command by command.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::core::{Claim, Core, Function, Game, Names, Reader, Var, Word};
use crate::lex::{expanded, system_name, tokens};
use crate::machine::{Machine, Track};
use crate::parse::{Comparison, Connective, Formula, Parser, Quantifier, Term, TermKind, free_variables};
use crate::regex::{regular, word};
use crate::rules::{Number, holds, is_count, is_covered, is_relation, is_valid, is_within};
use crate::script::{Command, commands};
use crate::system::{Compare, Systems};

type Read<T> = Result<T, String>;

/// What was found of the statements of a folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// Statements that are what they say.
    pub proved: usize,
    /// Statements for which that is not shown, and commands that cannot be read.
    pub failed: usize,
    /// Automata that were checked.
    pub claims: usize,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} checked, {} not checked, {} claims", self.proved, self.failed, self.claims)
    }
}

/// A statement, or another command that could not be checked.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The script.
    pub path: PathBuf,
    /// The line on which it begins.
    pub line: usize,
    /// The command and the name.
    pub name: String,
    /// Why it is not shown to be what it says.
    pub outcome: Result<(), String>,
}

impl std::fmt::Display for Statement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.outcome {
            Ok(()) => write!(f, "{}  checked", self.name),
            Err(why) => write!(f, "{}  NOT CHECKED  {}:{}: {why}", self.name, self.path.display(), self.line),
        }
    }
}

/// A folder of scripts, each with its certificate beside it.
pub struct Checker<'a> {
    folder: PathBuf,
    systems: Systems,
    /// What the scripts checked so far define.
    done: HashMap<PathBuf, Names>,
    open: Vec<PathBuf>,
    /// What every script knows.
    prelude: Names,
    pub report: Report,
    heard: &'a mut dyn FnMut(&Statement),
}

/// What a claim is about: a quantifier of the formula, what a command defines, or what is left of a target after some
/// pieces of a cover.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Quantifier(usize),
    Body,
    Rest(usize),
}

/// Commands that say something.
const STATEMENTS: [&str; 5] = ["theorem", "refute", "cover", "kernel", "redundant"];

/// Commands that give a meaning to the name behind them, and to nothing else.
const DEFINING: [&str; 32] = [
    "alphabet",
    "combine",
    "concat",
    "convert",
    "def",
    "difference",
    "eval",
    "fixleadzero",
    "fixtrailzero",
    "game",
    "grundy",
    "image",
    "intersect",
    "join",
    "kernel",
    "leftquo",
    "macro",
    "minimize",
    "morphism",
    "normalizer",
    "promote",
    "reg",
    "reverse",
    "rightquo",
    "rsplit",
    "sequence",
    "split",
    "star",
    "synchronize",
    "transduce",
    "union",
    "word",
];

/// Commands that change nothing.
const SEEING: [&str; 7] = ["cls", "describe", "export", "first", "help", "inf", "test"];

/// The name in front of arguments and brackets.
fn base(text: &str) -> &str {
    let text = text.trim_start_matches('$');
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(text, |end| &text[..end])
}

/// Claims by the number of the command.
type Claims = HashMap<usize, HashMap<Key, Claim>>;

impl<'a> Checker<'a> {
    pub fn new(folder: &Path, heard: &'a mut dyn FnMut(&Statement)) -> Checker<'a> {
        let (systems, done, prelude) = (Systems::default(), HashMap::new(), Names::default());
        let (folder, report) = (folder.to_owned(), Report::default());
        Checker { folder, systems, done, open: Vec::new(), prelude, report, heard }
    }

    /// Checks a script of the folder, after those that stand behind all of them.
    pub fn all(&mut self, scripts: &[PathBuf], shipped: &[PathBuf]) -> Read<()> {
        for path in shipped {
            let names = self.script(path)?;
            self.prelude = names;
        }
        self.done.clear();
        for path in scripts {
            self.script(path)?;
        }
        Ok(())
    }

    /// Checks a script, if that is not done; what it defines.
    fn script(&mut self, path: &Path) -> Read<Names> {
        if let Some(names) = self.done.get(path) {
            return Ok(names.clone());
        }
        if self.open.iter().any(|open| open == path) {
            return Err(format!("{} includes itself", path.display()));
        }
        self.open.push(path.to_owned());
        let read =
            |path: PathBuf| std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()));
        let text = read(self.folder.join(path))?;
        let certificate = read(self.folder.join(path).with_extension("prf.cert"))?;
        let claims = self.claims(&certificate).map_err(|why| format!("{}: {why}", path.display()))?;
        let mut names = self.prelude.clone();
        for (number, command) in commands(&text).map_err(|why| format!("{}: {why}", path.display()))?.iter().enumerate()
        {
            let none = HashMap::new();
            let claims = claims.get(&number).unwrap_or(&none);
            let result = self.command(path, command, claims, &mut names);
            let keyword = command.bare(0).unwrap_or("").to_owned();
            let is_statement = STATEMENTS.contains(&keyword.as_str());
            if is_statement || result.is_err() {
                let name = command.bare(1).map_or("", base).to_owned();
                if result.is_err() && DEFINING.contains(&keyword.as_str()) {
                    // What failed is not known, whatever had the name before.
                    names.forget(&name);
                } else if result.is_err() && !is_statement && !SEEING.contains(&keyword.as_str()) {
                    names.broken =
                        names.broken.take().or_else(|| Some(format!("`{keyword}` on line {}", command.line)));
                }
                match result {
                    Ok(()) => self.report.proved += 1,
                    Err(_) => self.report.failed += 1,
                }
                let name = format!("{keyword} {name}");
                let statement = Statement { path: path.to_owned(), line: command.line, name, outcome: result };
                (self.heard)(&statement);
            }
        }
        self.open.pop();
        self.done.insert(path.to_owned(), names.clone());
        Ok(names)
    }

    fn claims(&mut self, text: &str) -> Read<Claims> {
        let mut lines = text.lines();
        if lines.next() != Some("filbert certificate 1") {
            return Err("no certificate that this checker reads".into());
        }
        let mut claims = Claims::new();
        while let Some(line) = lines.next() {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |text: &str| text.parse::<usize>().map_err(|_| format!("`{line}` is not read"));
            let (command, quantifier) = match words[..] {
                ["claim", command, "body"] => (number(command)?, Key::Body),
                ["claim", command, "rest", pieces] => (number(command)?, Key::Rest(number(pieces)?)),
                ["claim", command, quantifier] => (number(command)?, Key::Quantifier(number(quantifier)?)),
                _ => return Err(format!("`{line}` is not read")),
            };
            let (machine, accepting) = Machine::read(&mut lines, &mut self.systems)?;
            let claim = Claim { machine: Rc::new(machine), accepting: Rc::new(accepting) };
            if claims.entry(command).or_default().insert(quantifier, claim).is_some() {
                return Err(format!("`{line}` stands twice"));
            }
        }
        Ok(claims)
    }

    fn command(&mut self, path: &Path, command: &Command, claims: &HashMap<Key, Claim>, names: &mut Names) -> Read<()> {
        if let Some(what) = &names.broken {
            return Err(format!("it stands after {what}, which this checker does not read"));
        }
        match command.bare(0)? {
            "theorem" => self.statement(command.quoted(0)?, claims, names, true),
            "refute" => self.statement(command.quoted(0)?, claims, names, false),
            "def" | "eval" => {
                let function = self.definition(command.quoted(0)?, claims, names)?;
                match command.bare(1) {
                    Ok(name) if base(name) != name => Err("the order of the arguments is not read".into()),
                    Ok(name) => {
                        names.functions.insert(name.to_owned(), function);
                        Ok(())
                    }
                    Err(_) => Ok(()),
                }
            }
            "macro" => {
                names.macros.insert(command.bare(1)?.to_owned(), command.quoted(0)?.to_owned());
                Ok(())
            }
            "reg" => {
                let count = command.pieces.iter().position(|piece| piece.quoted().is_some()).unwrap_or(0);
                let tracks = (2..count).map(|at| self.track(command.bare(at)?)).collect::<Read<_>>()?;
                let (machine, accepting) = regular(tracks, command.quoted(0)?)?;
                let function = Function::Relation(Rc::new(machine), Rc::new(accepting));
                names.functions.insert(command.bare(1)?.to_owned(), function);
                Ok(())
            }
            "word" => {
                let system = self.systems.get(&system_name(command.bare(2)?))?;
                let word = word(&system, command.quoted(0)?, command.quoted(1).ok())?;
                names.words.insert(command.bare(1)?.to_owned(), word);
                Ok(())
            }
            "combine" => {
                names.words.insert(command.bare(1)?.to_owned(), combined(command, names)?);
                Ok(())
            }
            "include" => {
                let target = path.parent().unwrap_or(Path::new("")).join(command.quoted(0)?);
                let included = self.script(&normal(&target))?;
                names.learn(included);
                Ok(())
            }
            "game" => {
                let game = self.game(command, claims, names)?;
                names.games.insert(command.bare(1)?.to_owned(), Rc::new(game));
                Ok(())
            }
            "kernel" => {
                let game = names.games.get(command.bare(3)?).cloned().ok_or("no such game")?;
                let claim = claims.get(&Key::Body).ok_or("no claim says what the kernel is")?;
                self.is_kernel(&game, claim)?;
                let function = Function::Relation(claim.machine.clone(), claim.accepting.clone());
                names.functions.insert(command.bare(1)?.to_owned(), function);
                Ok(())
            }
            "cover" => self.cover(command, claims, names),
            other => Err(format!("`{other}` is a command that this checker does not read")),
        }
    }

    fn track(&mut self, text: &str) -> Read<Track> {
        let Some(set) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
            return Ok(Track::Number(self.systems.get(&system_name(text))?));
        };
        let digit = |text: &str| text.trim().parse().map_err(|_| format!("`{text}` is no digit"));
        let mut digits = set.split(',').map(digit).collect::<Read<Vec<i64>>>()?;
        digits.sort_unstable();
        digits.dedup();
        Ok(Track::Digits(digits))
    }

    /// Reads a formula and checks the claims on its quantifiers, the inner ones first.
    fn formula(
        &mut self,
        text: &str,
        claims: &HashMap<Key, Claim>,
        names: &Names,
    ) -> Read<(Formula, HashMap<usize, Claim>)> {
        let formula = Parser::new(tokens(&expanded(text, &names.macros)?)?).whole()?;
        let inner = self.inner(&formula, claims, names)?;
        Ok((formula, inner))
    }

    /// Checks the claims on the quantifiers of a formula.
    fn inner(&mut self, formula: &Formula, claims: &HashMap<Key, Claim>, names: &Names) -> Read<HashMap<usize, Claim>> {
        let mut inner = HashMap::new();
        let mut numbers: Vec<usize> = claims
            .keys()
            .filter_map(|key| if let Key::Quantifier(number) = key { Some(*number) } else { None })
            .collect();
        // A quantifier inside another has a greater number.
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        for number in numbers {
            let part = find(formula, number).ok_or_else(|| format!("there is no quantifier {number}"))?;
            let claim = claims[&Key::Quantifier(number)].clone();
            self.is_relation(part, &claim, &inner, names).map_err(|why| format!("quantifier {number}: {why}"))?;
            inner.insert(number, claim);
        }
        Ok(inner)
    }

    fn game(&mut self, command: &Command, claims: &HashMap<Key, Claim>, names: &Names) -> Read<Game> {
        let tokens = tokens(&expanded(command.quoted(0)?, &names.macros)?)?;
        let system = tokens.first().ok_or("a game without rules")?.system.clone();
        let (position, option, moves) = Parser::new(tokens).rule()?;
        let claims = self.inner(&moves, claims, names)?;
        let (mut terminal, mut block) = (None, 1);
        let mut at = 3;
        while at < command.pieces.len() {
            match command.bare(at)? {
                "terminal" => {
                    let text =
                        command.pieces.get(at + 1).and_then(|piece| piece.quoted()).ok_or("a clause without text")?;
                    let text = format!("?{system} {text}");
                    terminal = Some(Parser::new(crate::lex::tokens(&expanded(&text, &names.macros)?)?).whole()?);
                }
                "block" => block = command.bare(at + 1)?.parse().map_err(|_| "a block that is no number")?,
                "measure" => {}
                other => return Err(format!("`{other}` is a clause that this checker does not read")),
            }
            at += 2;
        }
        Ok(Game { position, option, moves, claims, terminal, block, system, names: names.clone() })
    }

    /// Checks that a claim is the kernel of a game: a position is in it exactly if fewer of its options are than `block`,
    /// and no game goes on for ever, since every move makes the piles smaller in sum.
    fn is_kernel(&mut self, game: &Game, claim: &Claim) -> Read<()> {
        self.report.claims += 1;
        let mut reader = Reader::new(&game.names, &mut self.systems, &game.claims);
        let position = reader.bind(&game.position);
        let option = reader.bind(&game.option);
        if claim.machine.tracks.len() != position.len() || option.len() != position.len() {
            return Err("a kernel with another number of tracks".into());
        }
        let mut moves = vec![reader.formula(&game.moves)?];
        if let Some(terminal) = &game.terminal {
            if find(terminal, 0).is_some() {
                return Err("terminal positions with a quantifier, which this checker does not read".into());
            }
            moves.push(Core::Not(Box::new(reader.formula(terminal)?)));
        }
        for &var in position.iter().chain(&option) {
            reader.settle(var, &game.system)?;
            if matches!(&reader.variables[var].track, Some(Track::Number(system)) if system.negative) {
                return Err("piles that may be negative".into());
            }
        }
        let sum = |sign: i64, vars: &[Var]| vars.iter().map(|&var| (var, sign)).collect::<Vec<_>>();
        let smaller = Core::Linear([sum(1, &option), sum(-1, &position)].concat(), Compare::Less, 0);
        let grows = Core::And([moves.clone(), vec![Core::Not(Box::new(smaller))]].concat());
        let all = [position.clone(), option.clone()].concat();
        if holds(&reader, &Core::Exists(usize::MAX, all, Box::new(grows)))? {
            return Err("a move does not make the sum of the piles smaller".into());
        }
        moves.push(claim.on(option));
        let winning = Core::And(moves);
        match game.block {
            1 => is_relation(&reader, winning, &position, claim, true),
            block => is_count(&reader, &winning, &position, claim, Number::AtLeast(block), true),
        }
    }

    /// Checks that a claim is the relation of a formula, its free variables in alphabetical order.
    fn is_relation(
        &mut self,
        formula: &Formula,
        claim: &Claim,
        inner: &HashMap<usize, Claim>,
        names: &Names,
    ) -> Read<()> {
        self.report.claims += 1;
        let mut free = BTreeSet::new();
        free_variables(formula, &mut Vec::new(), &mut free);
        let free: Vec<String> = free.into_iter().collect();
        if free.len() != claim.machine.tracks.len() {
            return Err(format!("{} tracks for {} variables", claim.machine.tracks.len(), free.len()));
        }
        if self.is_inductive(formula, &free, claim, inner, names) == Ok(true) {
            return Ok(());
        }
        let mut reader = Reader::new(names, &mut self.systems, inner);
        let kept: Vec<Var> = reader.bind(&free);
        let mut core = reader.formula(formula)?;
        for (&var, track) in kept.iter().zip(&claim.machine.tracks) {
            reader.settle(var, &track.name())?;
        }
        if let Formula::Quantified { quantifier, .. } = formula {
            let number = match quantifier {
                Quantifier::Exactly(k) if *k > 0 => Some(Number::Exactly(*k)),
                _ => None,
            };
            if let (Some(number), Core::And(parts)) = (number, &core)
                && let Some(Core::Count(_, _, _, body)) = parts.first()
            {
                return is_count(&reader, body, &kept, claim, number, false);
            }
        }
        let mut negated = false;
        while let Core::Not(under) = core {
            core = *under;
            negated = !negated;
        }
        match core {
            Core::Count(_, count, _, body) => {
                let number = count.map_or(Number::Infinite, Number::AtLeast);
                is_count(&reader, &body, &kept, claim, number, negated)
            }
            core => is_relation(&reader, core, &kept, claim, negated),
        }
    }

    /// Whether a claim R is `A t (t<n => F)`, where n is not in F, by induction on n: R holds at 0, and at t+1 exactly if it
    /// does at t and F does. Every number of a system without negative ones comes from 0 that way.
    fn is_inductive(
        &mut self,
        formula: &Formula,
        free: &[String],
        claim: &Claim,
        inner: &HashMap<usize, Claim>,
        names: &Names,
    ) -> Read<bool> {
        let Formula::Quantified { quantifier: Quantifier::ForAll, variables, body, .. } = formula else {
            return Ok(false);
        };
        let ([t], Formula::Binary(Connective::Implies, range, part)) = (&variables[..], &**body) else {
            return Ok(false);
        };
        let Formula::Compare(Comparison::Less, left, right) = &**range else { return Ok(false) };
        let (TermKind::Variable(low), TermKind::Variable(n)) = (&left.kind, &right.kind) else { return Ok(false) };
        let mut inside = BTreeSet::new();
        free_variables(part, &mut Vec::new(), &mut inside);
        let Some(place) = free.iter().position(|name| name == n).filter(|_| low == t && !inside.contains(n)) else {
            return Ok(false);
        };
        let track = &claim.machine.tracks[place];
        if !matches!(track, Track::Number(system) if !system.negative) {
            return Ok(false);
        }
        // No name that is written begins like this.
        let mut names = names.clone();
        names.functions.insert("_".into(), Function::Relation(claim.machine.clone(), claim.accepting.clone()));
        let term = |kind| Term { kind, system: track.name() };
        let variable = |name: &String| term(TermKind::Variable(name.clone()));
        let at = |index: Term| {
            let argument = |name: &String| if name == n { index.clone() } else { variable(name) };
            Box::new(Formula::Call("_".into(), free.iter().map(argument).collect()))
        };
        let next = term(TermKind::Add(Box::new(variable(t)), Box::new(term(TermKind::Number(1)))));
        let step = Formula::Binary(Connective::And, at(variable(t)), part.clone());
        let step = Box::new(Formula::Binary(Connective::Iff, at(next), Box::new(step)));
        let all = Formula::Binary(Connective::And, at(term(TermKind::Number(0))), step);
        let bound: Vec<String> = free.iter().map(|name| if name == n { t } else { name }.clone()).collect();
        let mut reader = Reader::new(&names, &mut self.systems, inner);
        let vars = reader.bind(&bound);
        let core = Core::Not(Box::new(reader.formula(&all)?));
        vars.iter().zip(&claim.machine.tracks).try_for_each(|(&var, track)| reader.settle(var, &track.name()))?;
        let fails = holds(&reader, &Core::Exists(usize::MAX, vars, Box::new(core)))?;
        Ok(!fails && is_valid(claim).is_ok())
    }

    /// Checks that the pieces of a cover leave nothing of its target: what is left after each is in the next rest.
    fn cover(&mut self, command: &Command, claims: &HashMap<Key, Claim>, names: &Names) -> Read<()> {
        let none = HashMap::new();
        let texts: Vec<&str> = command.pieces.iter().filter_map(|piece| piece.quoted()).collect();
        // The last text may be a citation.
        let is_cited = command.pieces.iter().rev().nth(1).is_some_and(|piece| piece.bare() == Some("from"));
        let texts = &texts[..texts.len() - usize::from(is_cited)];
        let mut left: Option<Claim> = None;
        for (i, text) in texts.iter().enumerate() {
            if left.as_ref().is_some_and(|left| !left.accepting.contains(&true)) {
                return Ok(());
            }
            let rest = claims.get(&Key::Rest(i)).ok_or("a rest is missing")?;
            self.report.claims += 1;
            let parse = |text: &str| Parser::new(tokens(&expanded(text, &names.macros)?)?).whole();
            let (target, formula) = (parse(texts[0])?, parse(text)?);
            let mut free = BTreeSet::new();
            free_variables(&target, &mut Vec::new(), &mut free);
            let mut reader = Reader::new(names, &mut self.systems, &none);
            let kept = reader.bind(&free.into_iter().collect::<Vec<_>>());
            let core = reader.formula(&formula)?;
            if kept.len() != rest.machine.tracks.len() {
                return Err("a rest with another number of tracks".into());
            }
            for (&var, track) in kept.iter().zip(&rest.machine.tracks) {
                reader.settle(var, &track.name())?;
            }
            // Variables of the target that a piece does not mention are what they are there.
            match &left {
                None => is_within(&reader, core, &kept, rest)?,
                Some(left) => is_covered(&reader, core, &kept, left, rest)?,
            }
            left = Some(rest.clone());
        }
        match left {
            Some(left) if !left.accepting.contains(&true) => Ok(()),
            _ => Err("the pieces leave a rest".into()),
        }
    }

    fn statement(&mut self, text: &str, claims: &HashMap<Key, Claim>, names: &Names, truth: bool) -> Read<()> {
        let (formula, inner) = self.formula(text, claims, names)?;
        let mut reader = Reader::new(names, &mut self.systems, &inner);
        let core = reader.formula(&formula)?;
        match holds(&reader, &core)? == truth {
            true => Ok(()),
            false => Err(format!("the statement is {}", if truth { "false" } else { "true" })),
        }
    }

    fn definition(&mut self, text: &str, claims: &HashMap<Key, Claim>, names: &Names) -> Read<Function> {
        let (formula, inner) = self.formula(text, claims, names)?;
        let mut free = BTreeSet::new();
        free_variables(&formula, &mut Vec::new(), &mut free);
        if free.is_empty() {
            let mut reader = Reader::new(names, &mut self.systems, &inner);
            let core = reader.formula(&formula)?;
            return Ok(Function::Truth(holds(&reader, &core)?));
        }
        let claim = claims.get(&Key::Body).ok_or("no claim says what the definition is")?;
        self.is_relation(&formula, claim, &inner, names)?;
        Ok(Function::Relation(claim.machine.clone(), claim.accepting.clone()))
    }
}

/// The word that a command makes of relations on the same tracks.
fn combined(command: &Command, names: &Names) -> Read<Word> {
    let mut parts: Vec<(Rc<Machine>, Rc<Vec<bool>>, i64)> = Vec::new();
    for at in 2..command.pieces.len() {
        // One without a value has the number of its place.
        let (name, value) = match command.bare(at)?.split_once('=') {
            Some((name, value)) => (name, value.parse().map_err(|_| format!("`{value}` is no value"))?),
            None => (command.bare(at)?, at as i64 - 1),
        };
        let Some(Function::Relation(machine, accepting)) = names.functions.get(name) else {
            return Err(format!("no relation `{name}`"));
        };
        let tracks = |machine: &Machine| machine.tracks.iter().map(Track::name).collect::<Vec<String>>();
        if parts.first().is_some_and(|first| tracks(&first.0) != tracks(machine)) {
            return Err(format!("`{name}` is on other tracks than the first"));
        }
        parts.push((machine.clone(), accepting.clone(), value));
    }
    if parts.is_empty() { Err("nothing to combine".into()) } else { Ok(Word::Combined(parts)) }
}

/// The quantified formula of a number.
fn find(formula: &Formula, number: usize) -> Option<&Formula> {
    match formula {
        Formula::Compare(..) | Formula::Call(..) => None,
        Formula::Not(inner) => find(inner, number),
        Formula::Binary(_, left, right) => find(left, number).or_else(|| find(right, number)),
        Formula::Quantified { number: own, body, .. } => {
            if *own == number {
                Some(formula)
            } else {
                find(body, number)
            }
        }
    }
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(normal.pop()),
            std::path::Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}
