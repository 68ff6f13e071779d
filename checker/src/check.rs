//! Checks scripts against their certificates, command by command.

use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use crate::Read;
use crate::core::{Claims, Core, Game, INFINITE, Named, Names, Var};
use crate::folder::{Folder, without_blanks};
use crate::formula::Reader;
use crate::language::{combined, quotient, regular, word};
use crate::linear::Given;
use crate::machine::{Machine, allow};
use crate::rules::{holds, is_covered, is_relation};
use crate::script::{Command, commands, system_name};
use crate::sequence::{is_so, sequence, speaks_of_sequences, word_of};
use crate::system::{Compare, Kind, System, Systems, Track};

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
    /// The series that the certificate gives for the command at hand.
    given: Option<Given>,
    /// What every script knows.
    prelude: Names,
    pub report: Report,
    heard: &'a mut dyn FnMut(&Statement),
}

/// Steps that a command may take: each command of `proofs/` that can be checked at all takes fewer.
const MOST_STEPS: u64 = 1 << 32;

/// Commands that say something.
const STATEMENTS: [&str; 4] = ["theorem", "refute", "cover", "kernel"];

/// Commands on which there are claims; of these each says how many it needs.
const CLAIMED: [&str; 8] = ["theorem", "refute", "cover", "def", "eval", "normalizer", "game", "kernel"];

/// Commands that give a meaning to the name behind them, and to nothing else.
const DEFINING: &str = " alphabet combine concat convert def difference eval fixleadzero fixtrailzero game grundy image \
    intersect join kernel leftquo macro minimize morphism normalizer promote reg reverse rightquo rsplit sequence split \
    star synchronize transduce union word ";

/// Commands that change nothing.
const SEEING: &str = " cls describe export first help inf redundant test ";

fn is_in(list: &str, keyword: &str) -> bool {
    list.contains(&format!(" {keyword} "))
}

/// Whether a command defines a sequence, or a word of one, or claims something of one.
fn is_of_sequences(command: &Command, names: &Names) -> bool {
    match command.bare(0) {
        Ok("theorem" | "refute") => command.text().is_ok_and(|text| speaks_of_sequences(text, names)),
        Ok("word") => command.words.len() == 3,
        keyword => keyword == Ok("sequence"),
    }
}

/// The name in front of arguments and brackets.
fn base(text: &str) -> &str {
    let end = |c: char| c != '$' && c != '_' && !c.is_ascii_alphanumeric();
    text.split(end).next().unwrap_or("").trim_start_matches('$')
}

impl<'a> Checker<'a> {
    pub fn new(folder: Folder, heard: &'a mut dyn FnMut(&Statement)) -> Checker<'a> {
        let (systems, done, open, given, prelude, report) = Default::default();
        Checker { folder: Rc::new(folder), systems, done, open, given, prelude, report, heard }
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
        let mut lines = certificate.lines().peekable();
        if lines.next() != Some("filbert certificate 1") {
            return Err(at("no certificate that this checker reads".into()));
        }
        let mut names = self.prelude.clone();
        let commands = commands(&text).map_err(at)?;
        let stands: HashSet<String> = commands.iter().map(stated).collect();
        if let Some(wrong) = script.stated.iter().find(|line| !stands.contains(*line)) {
            return Err(at(format!("the manifest says `{wrong}`, which the script does not")));
        }
        for (number, command) in commands.iter().enumerate() {
            allow(MOST_STEPS);
            let claims = self.claims(number, &mut lines);
            let result = claims.and_then(|claims| self.command(path, command, &claims, &mut names));
            self.hear(path, command, result, &mut names);
        }
        if lines.next().is_some() {
            return Err(at("the certificate has claims that no command needs".into()));
        }
        self.open.pop();
        self.done.insert(path.to_owned(), names.clone());
        Ok(names)
    }

    /// Says how a command went, if it matters; what failed is not known, whatever had the name before.
    fn hear(&mut self, path: &Path, command: &Command, outcome: Read<()>, names: &mut Names) {
        let (keyword, name) = (command.bare(0).unwrap_or(""), command.bare(1).map_or("", base));
        let is_statement = STATEMENTS.contains(&keyword);
        match outcome {
            Ok(()) if !is_statement => return,
            Ok(()) => self.report.proved += 1,
            Err(_) => {
                self.report.failed += 1;
                ["#", "$", "[", "(", "game "].iter().for_each(|kind| _ = names.known.remove(&format!("{kind}{name}")));
                if !is_statement && !is_in(DEFINING, keyword) && names.broken.is_none() {
                    names.broken = Some(format!("`{keyword}` on line {}", command.line));
                }
            }
        }
        let name = format!("{keyword} {name}");
        (self.heard)(&Statement { path: path.to_owned(), line: command.line, name, outcome });
    }

    /// The claims on a command, which stand in the order of the commands.
    fn claims<'t>(&mut self, number: usize, lines: &mut Peekable<impl Iterator<Item = &'t str>>) -> Read<Claims> {
        let (mut claims, begin) = (Claims::new(), format!("claim {number} "));
        while let Some(about) = lines.peek().and_then(|line| line.strip_prefix(&begin)) {
            lines.next();
            let machine = Machine::read(lines, &mut self.systems).map_err(|why| format!("claim {about}: {why}"))?;
            if claims.insert(about.to_owned(), machine).is_some() {
                return Err(format!("two claims {about}"));
            }
        }
        self.given = None;
        if lines.next_if_eq(&&*format!("series {number}")).is_some() {
            self.given = Some(Given::read(lines, &mut self.systems).map_err(|why| format!("series: {why}"))?);
            self.report.claims += 1;
        }
        Ok(claims)
    }

    fn command(&mut self, path: &Path, command: &Command, claims: &Claims, names: &mut Names) -> Read<()> {
        let (keyword, name) = (command.bare(0)?, command.bare(1).unwrap_or(""));
        if is_in(SEEING, keyword) && claims.is_empty() && self.given.is_none() {
            return Ok(());
        }
        if let Some(what) = &names.broken {
            return Err(format!("it stands after {what}, which this checker does not read"));
        }
        let needs_shape = matches!(keyword, "theorem" | "refute" | "def" | "eval" | "macro" | "include");
        if needs_shape && !command.is_usual() {
            return Err("there are words that are not read".into());
        }
        if is_of_sequences(command, names) {
            return self.sequences(command, claims, names);
        }
        if self.given.is_some() {
            return Err("a series that nothing needs".into());
        }
        if !CLAIMED.contains(&keyword) {
            self.report.count(0, claims)?;
        }
        let (kind, meaning) = match keyword {
            "theorem" | "refute" => return self.statement(command.text()?, claims, names, keyword == "theorem"),
            "cover" => return self.cover(command, claims, names),
            "include" => {
                let included = self.script(&normal(&path.with_file_name("").join(command.text()?)))?;
                names.known.extend(included.known);
                names.broken = included.broken;
                return Ok(());
            }
            "def" | "eval" => {
                let function = self.definition(command.text()?, claims, names)?;
                if base(name) != name {
                    return Err("the order of the arguments is not read".into());
                }
                ("$", Named::Table(function))
            }
            "macro" => ("#", Named::Macro(command.text()?.to_owned())),
            "reg" => {
                let count = command.words.iter().position(|word| word.0).unwrap_or(0);
                let track = |at| self.systems.get(&system_name(command.bare(at)?));
                let tracks = (2..count).map(track).collect::<Read<Vec<Track>>>()?;
                ("$", Named::Table(regular(&tracks, command.text()?)?))
            }
            "word" => {
                let system = self.systems.get(&system_name(command.bare(2)?))?;
                ("[", Named::Table(word(&system, command.text()?, command.quoted().get(1).copied())?))
            }
            "combine" => ("[", Named::Table(combined(command, names)?)),
            "normalizer" => ("$", Named::Table(self.normalizer(command, claims)?)),
            "rightquo" => {
                let part = |at| names.table(&format!("${}", command.bare(at)?));
                ("$", Named::Table(quotient(&*part(2)?, &*part(3)?)?))
            }
            "game" => ("game ", Named::Game(Rc::new(self.game(command, claims, names)?))),
            "kernel" => {
                let Some(Named::Game(game)) = names.known.get(&format!("game {}", command.bare(3)?)) else {
                    return Err("no such game".into());
                };
                let game = game.clone();
                ("$", Named::Table(self.kernel(&game, claims)?))
            }
            other => return Err(format!("`{other}` is a command that this checker does not read")),
        };
        if !name.is_empty() {
            names.known.insert(format!("{kind}{name}"), meaning);
        }
        Ok(())
    }

    /// A command about sequences, with the series that its certificate gives.
    fn sequences(&mut self, command: &Command, claims: &Claims, names: &mut Names) -> Read<()> {
        let (given, name, text) = (self.given.take(), command.bare(1).unwrap_or(""), command.text()?);
        let (systems, mut checked) = (&mut self.systems, 0);
        let meaning = match command.bare(0)? {
            "sequence" => {
                let (series, quantifiers) = sequence((&*names, systems, claims), command, given.as_ref())?;
                checked = quantifiers;
                Some((format!("({name}"), Named::Series(Rc::new(series))))
            }
            "word" => {
                let indices = name.split('[').skip(1).map(|index| index.trim_end_matches(']').trim().to_owned());
                let word = word_of(names, systems, (text, &indices.collect::<Vec<String>>()), given.as_ref())?;
                Some((format!("[{}", base(name)), Named::Table(word)))
            }
            keyword if is_so(names, systems, text, given.as_ref(), keyword == "theorem")? => None,
            _ => return Err("that is not shown".into()),
        };
        names.known.extend(meaning);
        self.report.count(checked, claims)
    }

    /// Checks that a closed formula is true, or false.
    fn statement(&mut self, text: &str, claims: &Claims, names: &Names, truth: bool) -> Read<()> {
        let mut reader = Reader::new(names, &mut self.systems, claims);
        let core = reader.whole(text)?;
        self.report.count(reader.checked, claims)?;
        if !reader.free().is_empty() {
            return Err("the statement has free variables".into());
        }
        match holds(&Rc::new(reader.tracks()), &core)? == truth {
            true => Ok(()),
            false => Err(format!("the statement is {}", if truth { "false" } else { "true" })),
        }
    }

    fn definition(&mut self, text: &str, claims: &Claims, names: &Names) -> Read<Rc<Machine>> {
        let mut reader = Reader::new(names, &mut self.systems, claims);
        let core = reader.whole(text)?;
        let free = reader.free();
        let machine = if free.is_empty() {
            let value = holds(&Rc::new(reader.tracks()), &core)?;
            Rc::new(Machine { tracks: Vec::new(), rows: vec![Vec::new()], outputs: vec![value.into()] })
        } else {
            let claim = claims.get("body").ok_or("no claim says what the definition is")?;
            reader.claimed(core, &free, claim)?;
            claim.clone()
        };
        self.report.count(reader.checked, claims)?;
        Ok(machine)
    }

    /// The claim on words over some digits beside the numbers that they are worth in a system.
    fn normalizer(&mut self, command: &Command, claims: &Claims) -> Read<Rc<Machine>> {
        let system = self.systems.get(&system_name(command.bare(2)?))?;
        let digits = match command.bare(3) {
            Ok(set) => self.systems.get(set)?,
            Err(_) => Rc::new(System::words(system.digits.clone())),
        };
        let claim = claims.get("body").ok_or("no claim says what the words are worth")?;
        let tracks = [digits, system];
        if claim.tracks != tracks || tracks.each_ref().map(|track| track.kind == Kind::Words) != [true, false] {
            return Err("a claim on other tracks".into());
        }
        self.report.count(1, claims)?;
        is_relation(&tracks, Core::sum(vec![(0, 1), (1, -1)], Compare::Equal, 0), &[0, 1], claim)?;
        Ok(claim.clone())
    }

    /// The game of a command.
    fn game(&mut self, command: &Command, claims: &Claims, names: &Names) -> Read<Game> {
        let (mut terminal, mut block) = (None, 1);
        for at in (3..command.words.len()).step_by(2) {
            match command.bare(at)? {
                "terminal" => terminal = Some(*command.quoted().get(1).ok_or("a clause without text")?),
                "block" => block = command.bare(at + 1)?.parse().map_err(|_| "a block that is no number")?,
                "measure" => {}
                other => return Err(format!("`{other}` is a clause that this checker does not read")),
            }
        }
        let rule = command.text()?.split_once(':').and_then(|(piles, moves)| Some((piles.split_once("->")?, moves)));
        let ((before, after), moves) = rule.ok_or("a game without rules")?;
        let (system, before) = match before.trim().split_once(char::is_whitespace) {
            Some((system, before)) if system.starts_with('?') => (system, before),
            _ => ("?msd_2", before),
        };
        let track = self.systems.get(&system_name(&system[1..]))?;
        let mut reader = Reader::new(names, &mut self.systems, claims);
        let mut piles =
            |text: &str| text.split(',').map(|name| reader.find(name.trim(), &track)).collect::<Read<Vec<Var>>>();
        let (position, option) = (piles(before)?, piles(after)?);
        let mut text = format!("{system} ({moves})");
        if let Some(terminal) = terminal {
            text += &format!(" & ~({terminal})");
        }
        let moves = reader.whole(&text)?;
        self.report.count(reader.checked, claims)?;
        let is_between = position.len() == option.len() && reader.free().len() == position.len() + option.len();
        if !is_between || track.kind != Kind::Natural {
            return Err("moves that are not between piles alone".into());
        }
        Ok(Game { tracks: reader.tracks(), position, option, moves, block })
    }

    /// Checks that the claim is the kernel of a game: a position is in it exactly if fewer of its options are than `block`,
    /// and no game goes on for ever, since every move makes the piles smaller in sum.
    fn kernel(&mut self, game: &Game, claims: &Claims) -> Read<Rc<Machine>> {
        let claim = claims.get("body").ok_or("no claim says what the kernel is")?;
        let Game { tracks, position, option, moves, block } = game;
        if !claim.tracks.iter().eq(position.iter().map(|&var| &tracks[var])) {
            return Err("a claim on other tracks".into());
        }
        let terms = position.iter().map(|&var| (var, -1)).chain(option.iter().map(|&var| (var, 1)));
        let smaller = Core::sum(terms.collect(), Compare::Less, 0);
        let (both, grows) = ([&position[..], option].concat(), Core::and([moves.clone(), smaller.not()]));
        if holds(&Rc::new(tracks.clone()), &Core::exists(both, grows))? {
            return Err("a move does not make the sum of the piles smaller".into());
        }
        let winning = Core::and([moves.clone(), Core::table(claim, option.clone())]);
        let winning = match block {
            1 => Core::exists(option.clone(), winning),
            block => Core::Count(option.clone(), *block, INFINITE, Box::new(winning)),
        };
        self.report.count(1, claims)?;
        is_relation(tracks, winning.not(), position, claim)?;
        Ok(claim.clone())
    }

    /// Checks that the pieces of a cover leave nothing of its target: what is left after each is in the next rest.
    fn cover(&mut self, command: &Command, claims: &Claims, names: &Names) -> Read<()> {
        let mut texts = command.quoted();
        if command.bare(command.words.len().wrapping_sub(2)) == Ok("from") {
            texts.pop();
        }
        let none = Claims::new();
        let mut reader = Reader::new(names, &mut self.systems, &none);
        let mut left = reader.whole(texts.first().ok_or("no target")?)?;
        let kept = reader.free();
        for (i, text) in texts.iter().enumerate() {
            let rest = claims.get(&format!("rest {i}")).ok_or("a rest is missing")?;
            // Before the first piece the rest is the target, or more.
            let piece = if i == 0 { Core::Truth(false) } else { reader.whole(text)? };
            let tracks = reader.tracks();
            if reader.free() != kept || !rest.tracks.iter().eq(kept.iter().map(|&var| &tracks[var])) {
                return Err("a piece or a rest has other variables than the target".into());
            }
            let next = Core::table(rest, kept.clone());
            is_covered(&tracks, piece, &kept, left, next.clone()).map_err(|why| format!("piece {i}: {why}"))?;
            if !rest.outputs.contains(&1) {
                return self.report.count(i + 1, claims);
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
