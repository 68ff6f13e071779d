//! Checks scripts against their certificates, command by command.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use crate::Read;
use crate::core::{Core, Number};
use crate::folder::{Folder, without_blanks};
use crate::formula::Reader;
use crate::machine::{Machine, NOWHERE, Track, allow, closed};
use crate::names::{Claim, Claims, Game, Meaning, Names};
use crate::rules::{holds, is_covered, is_relation};
use crate::system::{Compare, Systems};
use crate::text::{Command, commands, system_name};
use crate::words::{regular, word};

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

impl Report {
    /// Counts the claims on a command, which must all have been needed.
    fn count(&mut self, checked: usize, claims: &Claims) -> Read<()> {
        self.claims += checked;
        if checked == claims.len() { Ok(()) } else { Err("a claim that nothing needs".into()) }
    }
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
            Ok(()) => write!(f, "checked      {}:{}  {}", self.path.display(), self.line, self.name),
            Err(why) => write!(f, "NOT CHECKED  {}:{}  {}: {why}", self.path.display(), self.line, self.name),
        }
    }
}

/// A folder of scripts, each with its certificate beside it.
pub struct Checker<'a> {
    folder: Rc<Folder>,
    systems: Systems,
    /// What the scripts checked so far define.
    done: HashMap<PathBuf, Names>,
    open: Vec<PathBuf>,
    /// Statements that are not tried.
    left_out: &'a [String],
    /// What every script knows.
    prelude: Names,
    pub report: Report,
    heard: &'a mut dyn FnMut(&Statement),
}

/// Steps that a command may take: each command of `proofs/` that can be checked at all takes fewer.
const MOST_STEPS: u64 = 1 << 30;

/// Commands that say something.
const STATEMENTS: [&str; 4] = ["theorem", "refute", "cover", "kernel"];

/// Commands that give a meaning to the name behind them, and to nothing else.
const DEFINING: &str = " alphabet combine concat convert def difference eval fixleadzero fixtrailzero game grundy image \
    intersect join kernel leftquo macro minimize morphism normalizer promote reg reverse rightquo rsplit sequence split \
    star synchronize transduce union word ";

/// Commands that change nothing.
const SEEING: &str = " cls describe export first help inf redundant test ";

/// The name in front of arguments and brackets.
fn base(text: &str) -> &str {
    text.split(|c: char| c != '$' && c != '_' && !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or("")
        .trim_start_matches('$')
}

impl<'a> Checker<'a> {
    pub fn new(folder: Folder, left_out: &'a [String], heard: &'a mut dyn FnMut(&Statement)) -> Checker<'a> {
        let (systems, done, open, prelude, report) = Default::default();
        Checker { folder: Rc::new(folder), systems, done, open, left_out, prelude, report, heard }
    }

    /// Checks the scripts of the folder, after those that stand behind all of them.
    pub fn all(&mut self) -> Read<()> {
        let folder = self.folder.clone();
        let (shipped, scripts): (Vec<_>, Vec<_>) = folder.scripts.iter().partition(|script| script.is_shipped);
        for script in shipped {
            self.prelude = self.script(&script.path)?;
        }
        self.done.clear();
        scripts.into_iter().try_for_each(|script| self.script(&script.path).map(drop))
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
        let at = |why| format!("{}: {why}", path.display());
        let folder = self.folder.clone();
        let (text, certificate, script) = folder.script(path)?;
        let mut lines = certificate.lines();
        if lines.next() != Some("filbert certificate 1") {
            return Err(at("no certificate that this checker reads".into()));
        }
        let mut names = self.prelude.clone();
        let mut claim = lines.next();
        let commands = commands(&text).map_err(at)?;
        let stands: HashSet<String> = commands.iter().map(stated).collect();
        if let Some(wrong) = script.stated.iter().find(|line| !stands.contains(*line)) {
            return Err(at(format!("the manifest says `{wrong}`, which the script does not")));
        }
        for (number, command) in commands.iter().enumerate() {
            allow(MOST_STEPS);
            let result = self
                .claims(number, &mut claim, &mut lines)
                .and_then(|claims| self.command(path, command, &claims, &mut names));
            self.hear(path, command, result, &mut names);
        }
        if claim.is_some() {
            return Err(at("the certificate has claims that no command needs".into()));
        }
        self.open.pop();
        self.done.insert(path.to_owned(), names.clone());
        Ok(names)
    }

    /// Says how a command went, if it matters; what failed is not known, whatever had the name before.
    fn hear(&mut self, path: &Path, command: &Command, outcome: Read<()>, names: &mut Names) {
        let (keyword, name) = (command.bare(0).unwrap_or(""), command.bare(1).map_or("", base));
        let is = |list: &str| list.contains(&format!(" {keyword} "));
        let is_statement = STATEMENTS.contains(&keyword);
        match outcome {
            Ok(()) if !is_statement => return,
            Ok(()) => self.report.proved += 1,
            Err(_) if is(SEEING) => return,
            Err(_) => {
                self.report.failed += 1;
                names.forget(name);
                if !is_statement && !is(DEFINING) && names.broken.is_none() {
                    names.broken = Some(format!("`{keyword}` on line {}", command.line));
                }
            }
        }
        let name = format!("{keyword} {name}");
        (self.heard)(&Statement { path: path.to_owned(), line: command.line, name, outcome });
    }

    /// The claims on a command, which stand in the order of the commands.
    fn claims<'t>(
        &mut self,
        number: usize,
        claim: &mut Option<&'t str>,
        lines: &mut impl Iterator<Item = &'t str>,
    ) -> Read<Claims> {
        let (mut claims, begin) = (Claims::new(), format!("claim {number} "));
        while let Some(about) = claim.and_then(|line| line.strip_prefix(&begin)) {
            let read = Machine::read(lines, &mut self.systems);
            *claim = lines.next();
            let (machine, accepting) = read.map_err(|why| format!("claim {about}: {why}"))?;
            if claims.insert(about.to_owned(), Claim { machine, accepting }).is_some() {
                return Err(format!("two claims {about}"));
            }
        }
        Ok(claims)
    }

    fn command(&mut self, path: &Path, command: &Command, claims: &Claims, names: &mut Names) -> Read<()> {
        if let Some(what) = &names.broken {
            return Err(format!("it stands after {what}, which this checker does not read"));
        }
        let name = command.bare(1).unwrap_or("").to_owned();
        if self.left_out.contains(&format!("{} {} {name}", path.display(), command.bare(0)?)) {
            return Err("it is left out".into());
        }
        match command.bare(0)? {
            "theorem" | "refute" | "def" | "eval" | "macro" | "include" if !command.is_usual() => {
                return Err("there are words that are not read".into());
            }
            "theorem" => self.statement(command.text()?, claims, names, true)?,
            "refute" => self.statement(command.text()?, claims, names, false)?,
            "def" | "eval" => {
                let function = self.definition(command.text()?, claims, names)?;
                if base(&name) != name {
                    return Err("the order of the arguments is not read".into());
                }
                if !name.is_empty() {
                    names.functions.insert(name, function);
                }
            }
            "macro" => _ = names.macros.insert(name, command.text()?.to_owned()),
            "reg" => {
                let count = command.words.iter().position(|word| word.0).unwrap_or(0);
                let track = |at| match command.bare(at)? {
                    set if set.starts_with('{') => Track::named(set, &mut self.systems),
                    system => Track::named(&system_name(system), &mut self.systems),
                };
                let tracks = (2..count).map(track).collect::<Read<Vec<Track>>>()?;
                names.functions.insert(name, regular(tracks, command.text()?)?);
            }
            "word" => {
                let system = self.systems.get(&system_name(command.bare(2)?))?;
                names.words.insert(name, word(&system, command.text()?, command.quoted().nth(1))?);
            }
            "combine" => {
                let word = combined(command, names)?;
                names.words.insert(name, word);
            }
            "normalizer" => {
                let claim = self.normalizer(command, claims)?;
                names.functions.insert(name, claim.meaning());
            }
            "rightquo" => {
                let quotient = quotient(function(names, command.bare(2)?)?, function(names, command.bare(3)?)?)?;
                names.functions.insert(name, quotient.meaning());
            }
            "include" => {
                let target = path.parent().unwrap_or(Path::new("")).join(command.text()?);
                let included = self.script(&normal(&target))?;
                names.learn(included);
            }
            "game" => {
                let game = self.game(command, claims, names)?;
                names.games.insert(name, Rc::new(game));
            }
            "kernel" => {
                let game = names.games.get(command.bare(3)?).cloned().ok_or("no such game")?;
                let claim = claims.get("body").ok_or("no claim says what the kernel is")?;
                self.is_kernel(&game, claim)?;
                names.functions.insert(name, claim.meaning());
            }
            "cover" => self.cover(command, claims, names)?,
            other => return Err(format!("`{other}` is a command that this checker does not read")),
        }
        Ok(())
    }

    /// Checks that a closed formula is true, or false.
    fn statement(&mut self, text: &str, claims: &Claims, names: &Names, truth: bool) -> Read<()> {
        let mut reader = Reader::new(names, &mut self.systems, claims);
        let core = reader.whole(text, |_| Ok(()))?.1;
        self.report.count(reader.checked, claims)?;
        if !reader.free().is_empty() {
            return Err("the statement has free variables".into());
        }
        match holds(&Rc::new(reader.tracks()), &core)? == truth {
            true => Ok(()),
            false => Err(format!("the statement is {}", if truth { "false" } else { "true" })),
        }
    }

    fn definition(&mut self, text: &str, claims: &Claims, names: &Names) -> Read<Rc<Meaning>> {
        let mut reader = Reader::new(names, &mut self.systems, claims);
        let core = reader.whole(text, |_| Ok(()))?.1;
        let free = reader.free();
        if free.is_empty() {
            self.report.count(reader.checked, claims)?;
            let value = Core::Truth(holds(&Rc::new(reader.tracks()), &core)?);
            return Ok(Rc::new(Meaning { tracks: Vec::new(), values: vec![(1, value)] }));
        }
        let claim = claims.get("body").ok_or("no claim says what the definition is")?;
        reader.claimed(core, &free, claim)?;
        self.report.count(reader.checked, claims)?;
        Ok(claim.meaning())
    }

    /// The claim on words over some digits beside the numbers that they are worth in a system.
    fn normalizer<'c>(&mut self, command: &Command, claims: &'c Claims) -> Read<&'c Claim> {
        let system = Track::Number(self.systems.get(&system_name(command.bare(2)?))?);
        let digits = command
            .bare(3)
            .map_or_else(|_| Ok(Track::Digits(system.digits())), |set| Track::named(set, &mut self.systems))?;
        let claim = claims.get("body").ok_or("no claim says what the words are worth")?;
        let names = |tracks: &[Track]| tracks.iter().map(Track::name).collect::<Vec<String>>();
        let tracks = [digits, system];
        if names(&tracks) != names(&claim.machine.tracks) {
            return Err("a claim on other tracks".into());
        }
        self.report.claims += 1;
        is_relation(&tracks, Core::sum(vec![(0, 1), (1, -1)], Compare::Equal, 0), &[0, 1], claim)?;
        Ok(claim)
    }

    fn game(&mut self, command: &Command, claims: &Claims, names: &Names) -> Read<Game> {
        let rule = command.text()?.to_owned();
        let mut game = Game { rule, terminal: None, block: 1, names: names.clone(), claims: claims.clone() };
        for at in (3..command.words.len()).step_by(2) {
            match command.bare(at)? {
                "terminal" => game.terminal = Some(command.quoted().nth(1).ok_or("a clause without text")?.to_owned()),
                "block" => game.block = command.bare(at + 1)?.parse().map_err(|_| "a block that is no number")?,
                "measure" => {}
                other => return Err(format!("`{other}` is a clause that this checker does not read")),
            }
        }
        Ok(game)
    }

    /// Checks that a claim is the kernel of a game: a position is in it exactly if fewer of its options are than `block`,
    /// and no game goes on for ever, since every move makes the piles smaller in sum.
    fn is_kernel(&mut self, game: &Game, claim: &Claim) -> Read<()> {
        let mut reader = Reader::new(&game.names, &mut self.systems, &game.claims);
        let ((position, option), moves) = reader.whole(&game.rule, Reader::piles)?;
        let mut parts = vec![moves];
        if let Some(terminal) = &game.terminal {
            let system = &reader.tracks()[position[0]].name();
            parts.push(reader.whole(&format!("?{system} {terminal}"), |_| Ok(()))?.1.not());
        }
        let tracks = reader.tracks();
        let piles: Vec<usize> = position.iter().chain(&option).copied().collect();
        let is_pile = |var: &usize| piles.contains(var);
        let is_natural = |var: &usize| matches!(&tracks[*var], Track::Number(system) if !system.negative);
        if position.len() != option.len() || !reader.free().iter().all(is_pile) || !piles.iter().all(is_natural) {
            return Err("moves that are not between piles alone".into());
        }
        reader.fit(&position, claim)?;
        let terms = position.iter().map(|&var| (var, -1)).chain(option.iter().map(|&var| (var, 1)));
        let smaller = Core::sum(terms.collect(), Compare::Less, 0);
        let grows = Core::and([parts.clone(), vec![smaller.not()]].concat());
        if holds(&Rc::new(tracks.clone()), &Core::exists(piles, grows))? {
            return Err("a move does not make the sum of the piles smaller".into());
        }
        parts.push(claim.on(option.clone()));
        let winning = Box::new(Core::and(parts));
        let winning = match game.block {
            1 => Core::Exists(option, winning),
            block => Core::Count(Number::AtLeast(block), option, winning),
        };
        self.report.claims += 1 + reader.checked;
        is_relation(&tracks, winning.not(), &position, claim)
    }

    /// Checks that the pieces of a cover leave nothing of its target: what is left after each is in the next rest.
    fn cover(&mut self, command: &Command, claims: &Claims, names: &Names) -> Read<()> {
        let mut texts: Vec<&str> = command.quoted().collect();
        if command.bare(command.words.len().wrapping_sub(2)) == Ok("from") {
            texts.pop();
        }
        let none = Claims::new();
        let mut reader = Reader::new(names, &mut self.systems, &none);
        let target = reader.whole(texts.first().ok_or("no target")?, |_| Ok(()))?.1;
        let kept = reader.free();
        let mut left = target;
        for (i, text) in texts.iter().enumerate() {
            let rest = claims.get(&format!("rest {i}")).ok_or("a rest is missing")?;
            self.report.claims += 1;
            reader.fit(&kept, rest)?;
            // Before the first piece the rest is the target, or more.
            let piece = if i == 0 { Core::Truth(false) } else { reader.whole(text, |_| Ok(()))?.1 };
            if reader.free() != kept {
                return Err("a piece has other variables than the target".into());
            }
            let next = rest.on(kept.clone());
            let at = |why| format!("piece {i}: {why}");
            is_covered(&reader.tracks(), piece, &kept, left, next.clone()).map_err(at)?;
            if !rest.accepting.contains(&true) {
                return Ok(());
            }
            left = next;
        }
        Err("the pieces leave a rest".into())
    }
}

/// A statement as a manifest has it: the verdict, the name, and the formula or the whole command.
fn stated(command: &Command) -> String {
    let word = |at: usize| command.words.get(at).map_or("", |word| &*word.1);
    let (verdict, is_formula) = (word(0) != "refute", matches!(word(0), "theorem" | "refute"));
    let whole = || command.words.iter().map(|word| &*word.1).collect();
    let text: String = if is_formula { command.text().unwrap_or("").to_owned() } else { whole() };
    without_blanks(&format!("{}{}{text}", if verdict { "TRUE" } else { "FALSE" }, word(1)))
}

/// The automaton behind a name.
fn function(names: &Names, name: &str) -> Read<Claim> {
    match names.functions.get(name).map(|function| &function.values[0].1) {
        Some(Core::Table(machine, accepting, _)) => {
            Ok(Claim { machine: machine.clone(), accepting: accepting.clone() })
        }
        _ => Err(format!("no automaton `{name}`")),
    }
}

/// The words that some word of the second automaton completes to one of the first. Zeros in front change none of them.
fn quotient(first: Claim, second: Claim) -> Read<Claim> {
    let names = |claim: &Claim| claim.machine.tracks.iter().map(Track::name).collect::<Vec<String>>();
    if names(&first) != names(&second) || first.machine.tracks.iter().any(Track::is_turned) {
        return Err("automata on different tracks, or read from the other end".into());
    }
    let mut accepting = Vec::new();
    for q in 0..first.machine.rows.len() as u32 {
        let mut is_completed = false;
        closed(&[vec![q, 0]], |pair, seen| {
            is_completed |= first.accepting[pair[0] as usize] && second.accepting[pair[1] as usize];
            for &(letter, target) in &first.machine.rows[pair[0] as usize] {
                match second.machine.step(pair[1], letter) {
                    NOWHERE => {}
                    next => _ = seen.number(&[target, next]),
                }
            }
            Ok(())
        })?;
        accepting.push(is_completed);
    }
    Ok(Claim { machine: first.machine, accepting: Rc::new(accepting) })
}

/// The word that a command makes of relations on the same tracks: the last that holds counts, 0 if none does.
fn combined(command: &Command, names: &Names) -> Read<Rc<Meaning>> {
    let mut parts: Vec<(i64, Claim)> = Vec::new();
    for at in 2..command.words.len() {
        // One without a value has the number of its place.
        let (name, value) = match command.bare(at)?.split_once('=') {
            Some((name, value)) => (name, value.parse().map_err(|_| format!("`{value}` is no value"))?),
            None => (command.bare(at)?, at as i64 - 1),
        };
        parts.push((value, function(names, name)?));
    }
    let tracks = parts.first().ok_or("nothing to combine")?.1.machine.tracks.clone();
    let names = |tracks: &[Track]| tracks.iter().map(Track::name).collect::<Vec<String>>();
    if parts.iter().any(|part| names(&part.1.machine.tracks) != names(&tracks)) {
        return Err("relations on different tracks".into());
    }
    let places: Vec<usize> = (0..tracks.len()).collect();
    let holds = |part: &(i64, Claim)| part.1.on(places.clone());
    let mut values: Vec<i64> = parts.iter().map(|part| part.0).chain([0]).collect();
    values.sort_unstable();
    values.dedup();
    let case = |value: i64| {
        let mut cases = Vec::new();
        for (i, part) in parts.iter().enumerate().filter(|(_, part)| part.0 == value) {
            let later = parts[i + 1..].iter().map(|later| holds(later).not());
            cases.push(Core::and([holds(part)].into_iter().chain(later)));
        }
        if value == 0 {
            cases.push(Core::and(parts.iter().map(|part| holds(part).not())));
        }
        (value, Core::or(cases))
    };
    Ok(Rc::new(Meaning { values: values.into_iter().map(case).collect(), tracks }))
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}
