//! One script against its oracle: what the engine, the checker and the editor make of its text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use filbert::editor::{Document, Found, NameKind, Scope, Wanted};
use filbert::script::{
    CERTIFICATE_HEADER, CommandError, Entry, Given, Limits, Options, PRELUDE, prove_source, shipped_certificates,
};
use filbert::syntax::Source;
use sha2::{Digest, Sha256};

use super::model::{Command, Kind, MAIN, Script, is_unreadable, keyword};
use super::oracle::{By, Oracle, Place, Said, Told};
use super::print::{Printed, print};

/// States of one automaton: the definitions that are to pass it need more, all others fewer.
const STATES: usize = 4_000;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Statements with a verdict that the oracle knows.
    pub verdicts: [u64; 2],
    /// Statements that may have no verdict, and those of them that name what is undecided.
    pub without: u64,
    pub undecided: u64,
    /// Statements of which the oracle knows nothing.
    pub unsure: u64,
    /// Statements that the checker accepts.
    pub accepted: u64,
    /// Statements that the checker accepts that is proved correct,
    pub proved: u64,
    /// and scripts of which it rejects the answers that filbert finds.
    pub rejected: u64,
    /// Folders that the checker cannot read.
    pub refused: u64,
    /// Names whose definition the editor finds.
    pub found: u64,
}

impl Compared {
    pub fn add(&mut self, other: &Compared) {
        for (own, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *own += more;
        }
        self.without += other.without;
        self.undecided += other.undecided;
        self.unsure += other.unsure;
        self.accepted += other.accepted;
        self.proved += other.proved;
        self.rejected += other.rejected;
        self.refused += other.refused;
        self.found += other.found;
    }
}

/// A script as text, in a folder.
pub struct Written<'s> {
    script: &'s Script,
    printed: Vec<(String, Printed)>,
    folder: PathBuf,
    /// The lines of a manifest for what filbert ships.
    shipped: &'s str,
}

/// What the engine says of a statement.
#[derive(Debug)]
struct Answer {
    name: String,
    truth: Option<bool>,
    /// Whether it is no statement, and has a value all the same.
    is_shown: bool,
    /// The script and line of the failure that it is left undecided by.
    cause: Option<(String, usize)>,
}

impl<'s> Written<'s> {
    /// Writes the files of a script.
    pub fn new(script: &'s Script, (folder, shipped): (&Path, &'s str)) -> Written<'s> {
        let print_one = |(at, (path, commands)): (usize, &(String, Vec<Command>))| {
            let layout = if script.layout == 0 { 0 } else { script.layout + at as u64 };
            (path.clone(), print(commands, layout))
        };
        let printed: Vec<(String, Printed)> = script.files.iter().enumerate().map(print_one).collect();
        for old in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = old.path();
            if path.is_file() {
                std::fs::remove_file(path).expect("a file");
            }
        }
        for (path, printed) in &printed {
            std::fs::write(folder.join(path), &printed.text).expect("a file can be written");
        }
        Written { script, printed, folder: folder.to_owned(), shipped }
    }

    /// The text of all files.
    pub fn text(&self) -> String {
        let file = |(path, printed): &(String, Printed)| format!("--- {path}\n{}", printed.text.escape_debug());
        self.printed.iter().map(file).collect::<Vec<_>>().join("\n").replace("\\n", "\n").replace("\\\"", "\"")
    }

    fn main(&self) -> &Printed {
        &self.printed[0].1
    }

    fn printed(&self, path: &str) -> &Printed {
        &self.printed.iter().find(|(name, _)| name == path).expect("a file of the script").1
    }

    fn uses_disk(&self) -> bool {
        let uses = |command: &Command| matches!(command, Command::File { keyword: "use", .. });
        self.script.files.iter().flat_map(|(_, commands)| commands).any(uses)
    }

    fn given(&self) -> Given {
        self.printed.iter().map(|(path, printed)| (path.clone(), printed.text.clone())).collect()
    }

    /// What the engine says of a file, and the certificate.
    fn proved(&self, path: &str, certify: bool) -> (Vec<Answer>, String) {
        let limits = Limits { states: Some(STATES), ..Limits::default() };
        let mut options = Options { limits, certify, ..Options::default() };
        let mut place = PathBuf::from(path);
        match self.uses_disk() {
            true => {
                place = self.folder.join(path);
                options.outputs = Some(self.folder.join("out"));
            }
            false => options.given = Some(self.given()),
        }
        let source = Source::new(place.display().to_string(), self.printed(path).text.clone());
        let (mut answers, mut certificate) = (Vec::new(), CERTIFICATE_HEADER.to_owned());
        for entry in prove_source(&source, Some(&place), &options) {
            match entry {
                Entry::Certificate(text) => certificate += &text,
                Entry::Statement(statement) => {
                    let cause = match &statement.outcome {
                        Err(CommandError::Undecided(cause)) => Some((cause.script().to_owned(), cause.line())),
                        _ => None,
                    };
                    let truth = statement.outcome.ok().map(|verdict| verdict.truth);
                    answers.push(Answer { name: statement.name, truth, is_shown: false, cause });
                }
                Entry::Shown { name, .. } if !name.is_empty() => {
                    answers.push(Answer { name, truth: None, is_shown: true, cause: None });
                }
                _ => {}
            }
        }
        (answers, certificate)
    }

    /// The line on which a command begins.
    fn line(&self, (path, index): &Place) -> usize {
        let printed = self.printed(path);
        let before = &printed.text[..printed.starts[*index]];
        1 + before.replace("\r\n", "\n").matches(['\r', '\n']).count()
    }
}

/// Compares all that is said of a script.
pub fn compare(written: &Written<'_>) -> Result<Compared, String> {
    let oracle = Oracle::of(written.script, false);
    let mut compared = Compared::default();
    let (answers, certificate) = written.proved(MAIN, true);
    engine(written, &oracle.told, &answers, &mut compared)?;
    editor(written, &oracle.told, &mut compared)?;
    checker(written, &oracle.told, &certificate, &mut compared)?;
    Ok(compared)
}

/// What a command is called in reports, if it has a name there.
fn name_of(command: &Command) -> Option<&str> {
    match command {
        Command::Claim { name, .. } if name.is_empty() => None,
        Command::Claim { name, .. }
        | Command::Value { name, .. }
        | Command::Cover { name, .. }
        | Command::Kernel { name, .. }
        | Command::Grundy { name, .. }
        | Command::Def { name, .. } => Some(name),
        _ => None,
    }
}

fn engine(written: &Written<'_>, told: &[Told], answers: &[Answer], compared: &mut Compared) -> Result<(), String> {
    let commands = &written.script.files[0].1;
    let mut expected = told.iter().filter(|told| told.said.is_some());
    let mut answers = answers.iter();
    loop {
        let (told, answer) = match (expected.next(), answers.next()) {
            (None, None) => return Ok(()),
            (Some(told), Some(answer)) => (told, answer),
            (told, answer) => return Err(format!("there is {told:?} and {answer:?}")),
        };
        if name_of(&commands[told.index]).is_some_and(|name| name != answer.name) {
            return Err(format!("there is {told:?} and {answer:?}"));
        }
        let wrong = |why: &str| Err(format!("{}: {why}: the engine says {answer:?}, the oracle {told:?}", answer.name));
        match told.said {
            Some(Said::Is(truth)) if answer.truth != Some(truth) => return wrong("another verdict"),
            Some(Said::Is(truth)) => compared.verdicts[usize::from(truth)] += 1,
            Some(Said::None | Said::Undecided) if answer.truth.is_some() || answer.is_shown => {
                return wrong("a verdict where there is none");
            }
            Some(Said::None) => compared.without += 1,
            Some(Said::Undecided) => {
                compared.without += 1;
                compared.undecided += 1;
            }
            Some(Said::Unsure) | None => compared.unsure += 1,
        }
        let Some((script, line)) = &answer.cause else { continue };
        if matches!(told.said, Some(Said::Unsure | Said::None)) {
            continue;
        }
        // What failed in another file is told where it is named first.
        if told.causes.iter().any(|place| place.0 != MAIN) {
            continue;
        }
        let is_cause = |place: &Place| {
            let (own, next) = (written.line(place), (place.0.clone(), place.1 + 1));
            let last = if next.1 < commands.len() { written.line(&next) } else { usize::MAX };
            // What cannot be read is wrong at some line of the command.
            let most = if is_unreadable(&commands[place.1]) { last } else { own };
            script.ends_with(&place.0) && (own..=most).contains(line)
        };
        if !told.causes.iter().any(is_cause) {
            let lines: Vec<usize> = told.causes.iter().map(|place| written.line(place)).collect();
            return wrong(&format!("another reason, not the lines {lines:?}"));
        }
    }
}

fn kind(kind: Kind) -> NameKind {
    match kind {
        Kind::Function => NameKind::Function,
        Kind::Word => NameKind::Word,
        Kind::Sequence => NameKind::Sequence,
        Kind::Macro => NameKind::Macro,
        Kind::Morphism => NameKind::Morphism,
        Kind::Game => NameKind::Game,
        Kind::System => NameKind::System,
    }
}

/// Which command defines what a statement names.
fn editor(written: &Written<'_>, told: &[Told], compared: &mut Compared) -> Result<(), String> {
    let commands = &written.script.files[0].1;
    let files = written.given();
    let source = Source::new(MAIN, written.main().text.clone());
    let document = Document::new(source, Some(Path::new(MAIN)));
    let scope = Scope::new(&document, &files);
    for told in told {
        if !matches!(commands[told.index], Command::Claim { .. } | Command::Value { .. } | Command::Cover { .. }) {
            continue;
        }
        let starts = &written.main().starts;
        let start = starts[told.index];
        let end = starts.get(told.index + 1).copied().unwrap_or(written.main().text.len());
        for (own, name, by) in &told.lookups {
            let wanted = Wanted::One(kind(*own));
            let is_meant = |one: &&filbert::editor::Use| {
                (start..end).contains(&one.place.start) && one.wanted == wanted && *one.name == **name
            };
            let Some(one) = document.uses().iter().find(is_meant) else {
                return Err(format!("the editor sees no {own:?} {name} in the command at {start}"));
            };
            let found = scope.find_known(wanted, name, one.place.start);
            // To what some commands are applied, a word or a function, the editor does not look at.
            let is_applied = |found: &Found<'_>| {
                let section = &found.document.sections()[found.definition.command];
                ["alphabet", "convert", "minimize", "reverse", "rsplit", "split", "transduce"]
                    .contains(&&*section.keyword)
            };
            if found.as_ref().is_some_and(is_applied) {
                continue;
            }
            if !is_found(written, (&document, *own), found.as_ref(), by) {
                let place = found.map(|found| (found.document.path().map(Path::to_owned), found.definition.place));
                return Err(format!(
                    "the editor takes {own:?} {name} in the command at {start} to be that at {place:?}, and it is {by:?}"
                ));
            }
            compared.found += 1;
        }
    }
    Ok(())
}

fn is_found(written: &Written<'_>, (document, kind): (&Document, Kind), found: Option<&Found<'_>>, by: &By) -> bool {
    match by {
        // Nobody is led to a file that is not there.
        By::Barrier(_) => true,
        By::Nothing => found.is_none(),
        // The systems that filbert ships stand in no script.
        By::Shipped => kind == Kind::System || found.is_some_and(|found| found.is_shipped),
        By::Command((path, index)) => {
            let file = written.script.files.iter().find(|(name, _)| name == path);
            let is_open = |command: &Command| match command {
                // What cannot be read defines nothing that could be shown.
                _ if is_unreadable(command) => true,
                Command::Transduce { .. } => kind == Kind::Function,
                Command::Row { marked, .. } => *marked == (kind == Kind::Word),
                _ => false,
            };
            if file.is_none_or(|(_, commands)| is_open(&commands[*index])) {
                return true;
            }
            let start = written.printed(path).starts[*index];
            found.is_some_and(|found| {
                let section = &found.document.sections()[found.definition.command];
                let own = found.document.path().or(document.path());
                !found.is_shipped && own == Some(Path::new(path)) && section.span.start == start
            })
        }
    }
}

/// What may be accepted of the statements of a script, by their names: no limit of the engine is one of the checker.
fn acceptable<'w>(written: &'w Written<'_>, told: &[Told]) -> BTreeMap<&'w str, [Option<Said>; 2]> {
    let commands = &written.script.files[0].1;
    let unlimited = Oracle::of(written.script, true);
    let both = told.iter().zip(&unlimited.told);
    both.filter_map(|(told, unlimited)| Some((name_of(&commands[told.index])?, [told.said, unlimited.said]))).collect()
}

/// What was accepted, as `theorem t1`, is so.
fn is_right(
    accepted: &[String],
    said: &BTreeMap<&str, [Option<Said>; 2]>,
    who: &str,
    compared: &mut Compared,
) -> Result<(), String> {
    for name in accepted {
        let (keyword, name) = name.split_once(' ').unwrap_or(("", name));
        let wanted = match keyword {
            "theorem" | "cover" => true,
            "refute" => false,
            _ => continue,
        };
        let Some(said) = said.get(name).copied() else { continue };
        compared.accepted += 1;
        if !said.iter().any(|one| matches!(one, Some(Said::Unsure)) || *one == Some(Said::Is(wanted))) {
            return Err(format!("{who} accepts {keyword} {name}, the oracle says {said:?}"));
        }
    }
    Ok(())
}

/// What is accepted is so, with the certificates of the engine and without.
fn checker(written: &Written<'_>, told: &[Told], certificate: &str, compared: &mut Compared) -> Result<(), String> {
    let said = acceptable(written, told);
    for certified in [true, false] {
        let mut manifest = format!("filbert certificates 4\nprelude {PRELUDE}\n{}", written.shipped);
        for (path, printed) in &written.printed {
            let own = match (certified, &**path) {
                (false, _) => CERTIFICATE_HEADER.to_owned(),
                (true, MAIN) => certificate.to_owned(),
                (true, path) => written.proved(path, true).1,
            };
            std::fs::write(written.folder.join(path).with_extension("prf.cert"), &own).expect("a file can be written");
            manifest += &listed("script", path, &printed.text, &own);
        }
        std::fs::write(written.folder.join("manifest"), manifest).expect("a file can be written");
        let mut accepted = Vec::new();
        // What cannot be read at all is not accepted.
        let read = filbert_check::check(&written.folder, &mut |statement| {
            if statement.outcome.is_ok() && statement.path.ends_with(MAIN) {
                accepted.push(statement.name.clone());
            }
        });
        compared.refused += u64::from(read.is_err());
        let who = if certified { "the checker with certificates" } else { "the checker without certificates" };
        is_right(&accepted, &said, who, compared)?;
    }
    Ok(())
}

/// The line of a script in a manifest.
fn listed(kind: &str, path: &str, text: &str, certificate: &str) -> String {
    let hash = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    format!("{kind} {} {} {path}\n", hash(text), hash(certificate))
}

/// Writes what filbert ships, but for the games, where the checker looks for it; its lines in a manifest.
pub fn ship(folder: &Path) -> String {
    let folder_of_shipped = folder.join("shipped");
    std::fs::create_dir_all(&folder_of_shipped).expect("a folder can be made");
    let mut lines = String::new();
    for (name, text, certificate) in shipped_certificates().expect("what is shipped") {
        if name != "games.prf" {
            let path = folder_of_shipped.join(name);
            std::fs::write(&path, text).expect("a file can be written");
            std::fs::write(path.with_extension("prf.cert"), &certificate).expect("a file can be written");
            lines += &listed("shipped", &format!("shipped/{name}"), text, &certificate);
        }
    }
    lines
}

/// Compares what the programs `filbert` and `filbert-check` say, in a folder of their own.
pub fn programs(written: &Written<'_>) -> Result<Compared, String> {
    let oracle = Oracle::of(written.script, false);
    let mut compared = Compared::default();
    let run = |program: &str, arguments: &[&str]| output(program, arguments, &written.folder);
    let states = STATES.to_string();
    run(
        "filbert",
        &["prove", MAIN, "--max-states", &states, "--json", "out.json", "--certify", "certificates", "--out", "out"],
    )?;
    let json = std::fs::read_to_string(written.folder.join("out.json")).map_err(|why| format!("no report: {why}"))?;
    let json: serde_json::Value = serde_json::from_str(&json).map_err(|why| format!("no report: {why}"))?;
    let statements = json["files"][0]["statements"].as_array().cloned().unwrap_or_default();
    let mut statements = statements.iter().map(|statement| Answer {
        name: statement["name"].as_str().unwrap_or_default().to_owned(),
        truth: match statement["verdict"].as_str() {
            Some("TRUE") => Some(true),
            Some("FALSE") => Some(false),
            _ => None,
        },
        is_shown: false,
        cause: None,
    });
    // The report has no values of formulas with free variables.
    let own = written.proved(MAIN, false).0;
    let answers: Vec<Answer> =
        own.into_iter().filter_map(|answer| if answer.is_shown { Some(answer) } else { statements.next() }).collect();
    engine(written, &oracle.told, &answers, &mut compared)?;
    if statements.next().is_some() {
        return Err("the program reports more statements".into());
    }
    let checked = run("filbert-check", &["certificates"])?;
    let accepted: Vec<String> = checked
        .lines()
        .filter_map(|line| line.strip_prefix("checked ")?.trim_start().strip_prefix(MAIN)?.split_once("  "))
        .map(|(_, name)| name.to_owned())
        .collect();
    let said = acceptable(written, &oracle.told);
    is_right(&accepted, &said, "filbert-check", &mut compared)?;
    by_proved_checker(written, &said, &mut compared)?;
    Ok(compared)
}

/// What a program prints that runs in a folder; its path is from the folder of `filbert`.
fn output(program: &str, arguments: &[&str], folder: &Path) -> Result<String, String> {
    let at = std::env::current_exe().ok().and_then(|own| Some(own.parent()?.parent()?.to_owned())).expect("a folder");
    let output = std::process::Command::new(at.join(program)).args(arguments).current_dir(folder).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).map_err(|why| format!("{program}: {why}"))
}

/// Compares what `filbert-verified` accepts, where it is built: of the script, and of the contrary of each of its claims with the same
/// answers. It reads ASCII alone, so the marks that open files give way to spaces.
fn by_proved_checker(
    written: &Written<'_>,
    said: &BTreeMap<&str, [Option<Said>; 2]>,
    compared: &mut Compared,
) -> Result<(), String> {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/verified/build/filbert-verified");
    if !Path::new(program).exists() {
        return Ok(());
    }
    let run = |program: &str, arguments: &[&str]| output(program, arguments, &written.folder);
    let write = |path: &str, text: &str| {
        std::fs::write(written.folder.join(path), text).expect("a file can be written");
    };
    let plain = |text: &str| text.replace('\u{feff}', " ");
    written.printed.iter().for_each(|(path, printed)| write(path, &plain(&printed.text)));
    let certify = ["--certify", "answered", "--plain", "--answers", "--confined"];
    let limits = ["--answer-members", "10000", "--max-states", "1000"];
    run("filbert", &[&["prove", MAIN, "-q"], &certify[..], &limits].concat())?;
    let certificate = format!("answered/{MAIN}.cert");
    let text = plain(&written.printed[0].1.text);
    let contrary = text.replace("theorem", "\0").replace("refute", "theorem").replace('\0', "refute");
    let commands = &written.script.files[0].1;
    for (is_contrary, text) in [(true, &contrary), (false, &text)] {
        write(MAIN, text);
        let checked = run(program, &["--script", MAIN, &certificate])?;
        compared.rejected += u64::from(!is_contrary && checked.contains("REJECTED"));
        let names = checked.lines().filter_map(|line| line.strip_suffix(" checked")).map(str::trim_end);
        let mut accepted = Vec::new();
        for name in names {
            let Some(command) = commands.iter().find(|command| name_of(command) == Some(name)) else { continue };
            let claim = match (keyword(command), is_contrary) {
                ("theorem", true) => "refute",
                ("refute", true) => "theorem",
                (claim, _) => claim,
            };
            accepted.push(format!("{claim} {name}"));
        }
        let before = compared.accepted;
        is_right(&accepted, said, "filbert-verified", compared)?;
        compared.proved += compared.accepted - before;
        compared.accepted = before;
    }
    written.printed.iter().for_each(|(path, printed)| write(path, &printed.text));
    Ok(())
}
