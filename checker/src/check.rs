//! Checks scripts against their certificates, command by command.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use crate::Read;
use crate::bounds;
use crate::certificate::Certificate;
use crate::command::{
    Command, FUNCTION, FamilyKind, GAME, KINDS, Kind, MACRO, SEQUENCE, SYSTEM, WORD, commands, outcomes,
};
use crate::core::{Claims, Core};
use crate::expression::regular;
use crate::families::{self, Family};
use crate::fixed::{self, speaks_of_fixed_words};
use crate::folder::Folder;
use crate::formula::Reader;
use crate::games::{game, is_same, kernel, names_no_system, partizan};
use crate::language::{combined, fixed_point, quotient, word};
use crate::linear::Given;
use crate::machine::{Machine, allow};
use crate::names::{Named, Names, bare};
use crate::prelude::Needed;
use crate::recursion::functions;
use crate::report::{Report, Statement};
use crate::rules::{holds, is_covered, is_relation};
use crate::sequence::{is_graph, is_so, sequence, speaks_of_sequences, word_of};
use crate::system::{Compare, Kind as Numbers, System, Systems, Track};
use crate::text::mentions;
use crate::tokens::system_name;

/// The system of formulas that name none.
const FIRST_SYSTEM: &str = "msd_2";

/// A folder of scripts, each with its certificate beside it.
pub struct Checker<'a> {
    folder: Rc<Folder>,
    systems: Systems,
    /// What the scripts checked so far define, each by itself, and their texts.
    done: HashMap<PathBuf, (Names, String)>,
    open: Vec<PathBuf>,
    /// The series that the certificate gives for the command at hand.
    given: Option<Given>,
    /// What every script knows.
    prelude: Names,
    pub report: Report,
    heard: &'a mut dyn FnMut(&Statement),
    /// That a command may take.
    steps: u64,
}

/// Which commands of a script are run.
#[derive(Clone, Copy)]
enum Run<'a> {
    /// All, and it is told how they went.
    Whole,
    /// The definitions, which belong to the script that includes it.
    Included,
    /// Those of what is shipped that are needed.
    Shipped(&'a Needed),
}

impl<'a> Checker<'a> {
    pub fn new(folder: Folder, steps: u64, heard: &'a mut dyn FnMut(&Statement)) -> Checker<'a> {
        let (systems, done, open, given, prelude, report) = Default::default();
        Checker { folder: Rc::new(folder), steps, systems, done, open, given, prelude, report, heard }
    }

    /// Checks the scripts of the folder, after what they need of those that stand behind all of them.
    pub fn all(&mut self) -> Read<()> {
        let folder = self.folder.clone();
        let needed = Needed::by(&folder)?;
        for script in folder.scripts.iter().filter(|script| script.is_shipped && needed.has_some_of(&script.path)) {
            let mut names = self.prelude.clone();
            self.run(&script.path, &mut names, Run::Shipped(&needed))?;
            self.prelude = names.shipped();
        }
        let scripts = folder.scripts.iter().filter(|script| !script.is_shipped);
        scripts.into_iter().try_for_each(|script| self.script(&script.path).map(drop))
    }

    /// Checks a script by itself, if that is not done; what it defines.
    fn script(&mut self, path: &Path) -> Read<Names> {
        if let Some((names, _)) = self.done.get(path) {
            return Ok(names.clone());
        }
        let mut names = self.prelude.clone();
        let text = self.run(path, &mut names, Run::Whole)?;
        self.done.insert(path.to_owned(), (names.clone(), text));
        Ok(names)
    }

    /// Runs commands of a script; its text.
    fn run(&mut self, path: &Path, names: &mut Names, how: Run<'_>) -> Read<String> {
        if self.open.iter().any(|open| open == path) {
            return Err(format!("{} includes itself", path.display()));
        }
        let folder = self.folder.clone();
        let (text, certificate, script) = folder.script(path)?;
        let commands = commands(&text);
        self.open.push(path.to_owned());
        let result = self.run_all(path, (&commands, &certificate), names, how);
        self.open.pop();
        let stated = match how {
            Run::Whole => self.stated(path, &script.stated, &commands),
            Run::Included | Run::Shipped(_) => Ok(()),
        };
        result.and(stated).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(text)
    }

    /// Runs some commands.
    fn run_all(
        &mut self,
        path: &Path,
        (commands, certificate): (&[Command], &str),
        names: &mut Names,
        how: Run<'_>,
    ) -> Read<()> {
        let mut certificate = Certificate::new(certificate)?;
        for (number, command) in commands.iter().enumerate() {
            let is_run = match how {
                Run::Whole => true,
                Run::Included => command.is_definition(),
                Run::Shipped(needed) => needed.is_needed(path, number),
            };
            if matches!(command.kind, Kind::Quit) {
                break;
            }
            if !is_run || names.broken.is_some() {
                certificate.skip(number);
            }
            let result = if is_run { self.outcome(path, (number, command), &mut certificate, names) } else { Ok(()) };
            self.leave(path, command, result.as_ref().err(), names);
            if is_run && !matches!(how, Run::Included) {
                self.tell(path, command, result);
            }
        }
        if names.broken.is_none() && certificate.has_more() {
            return Err("the certificate has claims that no command needs".into());
        }
        Ok(())
    }

    /// How a command goes.
    fn outcome(
        &mut self,
        path: &Path,
        (number, command): (usize, &Command),
        certificate: &mut Certificate<'_>,
        names: &mut Names,
    ) -> Read<()> {
        allow(self.steps);
        self.systems.define(names.systems());
        let (claims, given) = certificate.claims(number, &mut self.systems)?;
        self.report.claims += usize::from(given.is_some());
        self.given = given;
        self.command(path, command, &claims, names)
    }

    /// After a command that failed: the names that it might have bound are not known, whatever had them before; in no kind if
    /// it may be one that cannot be read, which is not told apart here from one that fails.
    fn leave(&mut self, path: &Path, command: &Command, failure: Option<&String>, names: &mut Names) {
        let Some(why) = failure else { return };
        let place = format!("{}:{}", path.display(), command.line);
        match command.binds() {
            Some(bound) => {
                for name in bound {
                    let why = format!("{place}: {why}");
                    match command.kind {
                        Kind::Unread(_) => names.leave(name, &why),
                        _ => {
                            KINDS.iter().for_each(|kind| names.leave(format!("{kind}{}", bare(&name)), &why));
                            names.leave(name, &why);
                        }
                    }
                }
            }
            None if names.broken.is_none() => names.broken = Some(format!("`{}` at {place}", command.keyword())),
            None => {}
        }
    }

    /// Says how a command went, if it matters.
    fn tell(&mut self, path: &Path, command: &Command, outcome: Read<()>) {
        match outcome {
            Ok(()) if !command.is_statement() => return,
            Ok(()) => self.report.proved += 1,
            Err(_) => self.report.failed += 1,
        }
        let name = format!("{} {}", command.keyword(), command.name());
        (self.heard)(&Statement { path: path.to_owned(), line: command.line, name, outcome });
    }

    /// Checks that each line of the manifest is a statement of the script, word for word, and is listed no more often than it
    /// stands there. Whether it is accepted is told of the statement, and of all with the same words.
    fn stated(&mut self, path: &Path, stated: &[String], commands: &[Command]) -> Read<()> {
        let mut left: HashMap<String, usize> = HashMap::new();
        commands.iter().filter_map(Command::stated).for_each(|line| *left.entry(line).or_default() += 1);
        let is_whole = !commands.iter().any(|command| matches!(command.kind, Kind::Wrong(_)));
        for line in stated {
            match left.get_mut(line).filter(|left| **left > 0) {
                Some(left) => *left -= 1,
                None if is_whole => return Err(format!("the manifest says `{line}`, which the script does not")),
                None => {
                    let name = line.splitn(3, ' ').take(2).collect::<Vec<&str>>().join(" ");
                    let outcome = Err("the manifest says it, and no command that is read does".into());
                    self.report.failed += 1;
                    (self.heard)(&Statement { path: path.to_owned(), line: 0, name, outcome });
                }
            }
        }
        Ok(())
    }

    fn command(&mut self, path: &Path, command: &Command, claims: &Claims, names: &mut Names) -> Read<()> {
        if matches!(command.kind, Kind::Looks) && self.given.is_none() {
            return self.report.count(0, claims);
        }
        if let Some(what) = &names.broken {
            return Err(format!("it comes after {what}, which this checker does not read"));
        }
        if let Kind::Statement { text, truth, .. } = &command.kind
            && let Some(is_so) = other_claim(text)
        {
            if self.given.is_some() {
                return Err("a series that no statement needs".into());
            }
            let checked = is_so((&*names, &mut self.systems, claims), text, *truth)?;
            return self.report.count(checked, claims);
        }
        match &command.kind {
            Kind::Recursion { names: defined, text } if self.given.is_none() => {
                let (found, checked) = functions((&*names, &mut self.systems, claims), defined, text)?;
                self.report.count(checked, claims)?;
                for (name, function) in defined.iter().zip(found) {
                    names.bind(FUNCTION, name, Named::Table(function));
                }
                return Ok(());
            }
            Kind::Outcomes { name, game } if self.given.is_none() => return self.outcomes(name, game, claims, names),
            Kind::Sequence { .. } | Kind::WordBy { .. } => return self.sequences(command, claims, names),
            Kind::Statement { text, .. } if speaks_of_sequences(text, names) => {
                return self.sequences(command, claims, names);
            }
            _ if self.given.is_some() => return Err("a series that no statement needs".into()),
            Kind::Statement { text, truth, .. } => return self.statement(text, claims, names, *truth),
            Kind::Cover { texts, .. } => return self.cover(texts, claims, names),
            Kind::Unread(_) => {
                return Err(format!("`{}` is a command that this checker does not read", command.keyword()));
            }
            Kind::Wrong(why) => return Err(why.clone()),
            Kind::Include { path: file } => {
                self.report.count(0, claims)?;
                return self.include(path, file, names);
            }
            _ => {}
        }
        self.define(command, claims, names)
    }

    /// The outcomes of a partizan game.
    fn outcomes(&mut self, name: &str, game: &str, claims: &Claims, names: &mut Names) -> Read<()> {
        let (found, checked) = partizan(names.game(game)?.0, claims)?;
        self.report.count(checked, claims)?;
        for (name, positions) in outcomes(name).iter().zip(found) {
            names.bind(FUNCTION, name, Named::Table(positions));
        }
        Ok(())
    }

    /// The P-positions of a game, which are those of a function if one is given.
    fn kernel(&mut self, game: &str, given: Option<&str>, claims: &Claims, names: &Names) -> Read<Rc<Machine>> {
        let (known, anywhere) = names.game(game)?;
        let (mut game, mut checked) = (known.clone(), 0);
        let claimed = claims.get("body").and_then(|claim| claim.tracks.first());
        if let (Some((rule, clauses)), Some(track)) = (anywhere, claimed)
            && track.name != FIRST_SYSTEM
        {
            let read = (names, &mut self.systems, claims);
            let (moved, of_moves) = crate::games::game(read, (rule, clauses), &track.name)?;
            (game, checked) = (Rc::new(moved), of_moves);
        }
        let (found, of_kernel) = kernel(&game, claims)?;
        self.report.count(checked + of_kernel, claims)?;
        if let Some(given) = given {
            is_same(&found, &names.function(given)?)?;
        }
        Ok(found)
    }

    /// A command that binds one name.
    fn define(&mut self, command: &Command, claims: &Claims, names: &mut Names) -> Read<()> {
        let has_claims = matches!(
            command.kind,
            Kind::Definition { .. }
                | Kind::Normalizer { .. }
                | Kind::Synchronize { .. }
                | Kind::Game { .. }
                | Kind::Kernel { .. }
                | Kind::Family { .. }
        );
        if !has_claims {
            self.report.count(0, claims)?;
        }
        let (kind, name, meaning) = match &command.kind {
            Kind::Definition { is_usual: false, .. } => {
                return Err("the order of the arguments, and variables to count by, are not read".into());
            }
            Kind::Definition { name, text, .. } => {
                let function = self.definition(text, claims, names)?;
                let Some(name) = name else { return Ok(()) };
                (FUNCTION, name, Named::Table(function))
            }
            Kind::Macro { name, text } => (MACRO, name, Named::Macro(text.clone())),
            Kind::Reg { name, tracks, text } => {
                let track = |name: &String| self.systems.get(&system_name(name)?);
                let tracks = tracks.iter().map(track).collect::<Read<Vec<Track>>>()?;
                (
                    FUNCTION,
                    name,
                    match regular(&tracks, text)? {
                        (closed, Some(words)) => Named::Words(closed, words),
                        (table, None) => Named::Table(table),
                    },
                )
            }
            Kind::Word { name, system, rules, coding } => {
                let system = self.systems.get(&system_name(system)?)?;
                (WORD, name, Named::Table(word(&system, rules, coding.as_deref())?))
            }
            Kind::FixedPoint { name, rules, start, coding } => {
                let (system, word) = fixed_point(name, rules, *start, coding.as_deref())?;
                names.bind(SYSTEM, name, Named::System(system));
                (WORD, name, Named::Table(word))
            }
            Kind::Combine { name, parts } => (WORD, name, Named::Table(combined(parts, names)?)),
            Kind::Normalizer { name, system, digits } => {
                (FUNCTION, name, Named::Table(self.normalizer(system, digits.as_deref(), claims)?))
            }
            Kind::Rightquo { name, whole, part } => (FUNCTION, name, Named::Table(right_quotient(whole, part, names)?)),
            Kind::Operation { name, operation, parts } => {
                let parts = parts.iter().map(|part| names.function(part)).collect::<Read<Vec<Rc<Machine>>>>()?;
                (FUNCTION, name, Named::Table(operation.of(&parts)?))
            }
            Kind::Synchronize { name, sequence } => {
                let claim = claims.get("body").ok_or("no claim says what the values are")?;
                if !is_graph(names, &mut self.systems, sequence, claim)? {
                    return Err(format!("these are not the values of `{sequence}`"));
                }
                self.report.count(1, claims)?;
                (FUNCTION, name, Named::Table(claim.clone()))
            }
            Kind::Game { name, rule, clauses } => {
                let (game, checked) = game((&*names, &mut self.systems, claims), (rule, clauses), FIRST_SYSTEM)?;
                self.report.count(checked, claims)?;
                let anywhere = names_no_system(rule, clauses).then(|| (rule.clone(), clauses.clone()));
                (GAME, name, Named::Game(Rc::new(game), anywhere))
            }
            Kind::Kernel { name, game, given } => {
                (FUNCTION, name, Named::Table(self.kernel(game, given.as_deref(), claims, names)?))
            }
            Kind::Family { name, kind } => (WORD, name, self.family(kind, claims, names)?),
            _ => return Err("it defines nothing".into()),
        };
        names.bind(kind, name, meaning);
        Ok(())
    }

    /// The family that a command names.
    fn family(&mut self, kind: &FamilyKind, claims: &Claims, names: &Names) -> Read<Named> {
        let functions = match kind {
            FamilyKind::Of { functions, .. } => {
                functions.iter().map(|name| names.function(name)).collect::<Read<_>>()?
            }
            FamilyKind::Sturmian(_) | FamilyKind::Paperfolding => Vec::new(),
        };
        let sum = claims.get("sum");
        let (family, word) = Family::new(kind, sum, &functions)?;
        self.report.count(usize::from(sum.is_some()), claims)?;
        Ok(Named::Family(Rc::new(family), word))
    }

    /// Runs the definitions of a file as if they stood where it is included.
    ///
    /// What the file defines by itself is the same there if no name that it mentions was bound before: each of its commands
    /// then finds what it finds by itself, one after another, for what it looks up is a name in its text. A name that a
    /// macro puts together would stand in no text. A file in it that was included before would do nothing there.
    fn include(&mut self, path: &Path, file: &str, names: &mut Names) -> Read<()> {
        let file = within(&path.with_file_name("").join(file)).ok_or("a file outside of the folder")?;
        if self.folder.scripts.iter().any(|script| script.is_shipped && script.path == file) {
            return Err("what is shipped is known without that".into());
        }
        if self.open.contains(&file) {
            return Err(format!("{} includes itself", file.display()));
        }
        if names.included.contains(&file) {
            return Ok(());
        }
        let alone = self.script(&file)?;
        let files: Vec<&PathBuf> = alone.included.iter().chain([&file]).collect();
        let texts = || files.iter().filter_map(|file| self.done.get(*file)).map(|(_, text)| text);
        let is_bound = |name: &str| texts().any(|text| mentions(text, name));
        let is_alike = files.iter().all(|file| !names.included.contains(*file) && self.done.contains_key(*file))
            && !texts().any(|text| text.contains('%'))
            && !names.own().any(is_bound);
        if names.own().next().is_none() || is_alike {
            names.include(file, &alone);
            return Ok(());
        }
        let (claims, mut inner) = (self.report.claims, names.clone());
        self.run(&file, &mut inner, Run::Included)?;
        self.report.claims = claims;
        inner.included.insert(file);
        *names = inner;
        Ok(())
    }

    /// A command about sequences, with the series that its certificate gives.
    fn sequences(&mut self, command: &Command, claims: &Claims, names: &mut Names) -> Read<()> {
        let (given, systems) = (self.given.take(), &mut self.systems);
        let checked = match &command.kind {
            Kind::Sequence { name, variables, text } => {
                let parts = (&**name, &**variables, &**text);
                let (series, checked) = sequence((&*names, systems, claims), parts, given.as_ref())?;
                names.bind(SEQUENCE, name, Named::Series(Rc::new(series)));
                checked
            }
            Kind::WordBy { name, indices, text } => {
                let word = word_of(names, systems, (text, indices), given.as_ref())?;
                names.bind(WORD, name, Named::Table(word));
                0
            }
            Kind::Statement { text, truth, .. } if is_so(names, systems, text, given.as_ref(), *truth)? => 0,
            _ => return Err("that is not shown".into()),
        };
        self.report.count(checked, claims)
    }

    /// Checks that a closed formula is true, or false.
    fn statement(&mut self, text: &str, claims: &Claims, names: &Names, truth: bool) -> Read<()> {
        let mut reader = Reader::new(names, &mut self.systems, claims);
        let core = reader.whole(text)?;
        if !reader.free().is_empty() {
            return Err("the statement has free variables".into());
        }
        let (holds, checked) = match reader.spoken()? {
            Some(spoken) => families::holds(spoken, &core, claims)?,
            None => (holds(&Rc::new(reader.tracks()), &core)?, 0),
        };
        self.report.count(reader.checked + checked, claims)?;
        match holds == truth {
            true => Ok(()),
            false => Err(format!("the statement is {}", if truth { "false" } else { "true" })),
        }
    }

    fn definition(&mut self, text: &str, claims: &Claims, names: &Names) -> Read<Rc<Machine>> {
        let mut reader = Reader::new(names, &mut self.systems, claims);
        let core = reader.whole(text)?;
        let (free, spoken) = (reader.free(), reader.spoken()?);
        let truth =
            |value: bool| Rc::new(Machine { tracks: Vec::new(), rows: vec![Vec::new()], outputs: vec![value.into()] });
        let claim = || claims.get("body").ok_or("no claim says what the definition is");
        let (machine, checked) = match (spoken, free.is_empty()) {
            (Some(spoken), true) => {
                let (value, checked) = families::holds(spoken, &core, claims)?;
                (truth(value), checked)
            }
            (Some(spoken), false) => (families::defined(spoken, &core, &free, claim()?)?, 1),
            (None, true) => (truth(holds(&Rc::new(reader.tracks()), &core)?), 0),
            (None, false) => {
                reader.claimed(core, &free, claim()?, None)?;
                (claim()?.clone(), 0)
            }
        };
        self.report.count(reader.checked + checked, claims)?;
        Ok(machine)
    }

    /// The claim on words over some digits beside the numbers that they are worth in a system.
    fn normalizer(&mut self, system: &str, digits: Option<&str>, claims: &Claims) -> Read<Rc<Machine>> {
        let system = self.systems.get(&system_name(system)?)?;
        let digits = match digits {
            Some(set) => self.systems.get(set)?,
            None => Rc::new(System::words(system.digits.clone())),
        };
        let claim = claims.get("body").ok_or("no claim says what the words are worth")?;
        let tracks = [digits, system];
        if claim.tracks != tracks || tracks.each_ref().map(|track| track.kind == Numbers::Words) != [true, false] {
            return Err("a claim on other tracks".into());
        }
        self.report.count(1, claims)?;
        is_relation(&tracks, Core::sum(vec![(0, 1), (1, -1)], Compare::Equal, 0), &[0, 1], claim)?;
        Ok(claim.clone())
    }

    /// Checks that the pieces of a cover leave nothing of its target: the tuples that each leaves are in the next rest.
    fn cover(&mut self, texts: &[String], claims: &Claims, names: &Names) -> Read<()> {
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

/// The words of a function that some word of another completes.
fn right_quotient(whole: &str, part: &str, names: &Names) -> Read<Rc<Machine>> {
    let Some(Named::Table(whole)) = names.get(FUNCTION, whole)? else {
        return Err("no function that has all paddings of its numbers with zeros".into());
    };
    match names.get(FUNCTION, part)? {
        Some(Named::Table(words) | Named::Words(_, words)) => quotient(whole, words),
        _ => Err(format!("no function `${part}`")),
    }
}

/// Checks that a statement is true, or false; how many claims were needed.
type IsSo = fn((&Names, &mut Systems, &Claims), &str, bool) -> Read<usize>;

/// What checks a statement that is neither a formula nor about sequences.
fn other_claim(text: &str) -> Option<IsSo> {
    match text.split_whitespace().next() {
        Some("bounds") => Some(bounds::is_so),
        _ => speaks_of_fixed_words(text).then_some(fixed::is_so),
    }
}

/// A path inside of the folder without `.` and `..`; nothing, if it leads out of it.
fn within(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if !found.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            Component::Normal(name) => found.push(name),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(found)
}
