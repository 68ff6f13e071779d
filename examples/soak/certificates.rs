//! Certificates of random statements: what the checker accepts is what the reference decider says, whatever bug the
//! engine has.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use filbert::planted::{ANSWERS, BUGS};
use filbert::script::{CERTIFICATE_HEADER, Claim, Entry, Limits, Options, prove_source, shipped_certificates};
use filbert::syntax::Source;
use sha2::{Digest, Sha256};

use super::generate::Generator;
use super::rewrite::rewritten;
use super::tape::Tape;
use super::worlds::{Deciders, WORLDS, World};

/// What the worlds are named that the checker reads.
fn is_read(world: &World) -> bool {
    // Words are turned round by commands that it does not read, and it knows few systems.
    let is_defined = ["numeration", "ost", "convert", "reverse"].iter().any(|word| world.definitions.contains(word));
    !is_defined && !world.name.ends_with("neg_fib") && !world.name.ends_with("pell")
}

/// Statements in one script.
const TOGETHER: usize = 50;

/// How statements went.
#[derive(Default)]
struct Tally {
    accepted: u64,
    /// Verdicts of the engine that are wrong, and that the checker does not accept.
    caught: u64,
    /// Verdicts that are right and that the checker does not accept, by the reason.
    refused: BTreeMap<String, u64>,
    /// Accepted, and false.
    wrong: u64,
    /// Right, and beyond a limit of the checker.
    too_large: u64,
    skipped: u64,
}

/// Where children with a bug find what filbert ships, certified without it.
const SHIPPED: &str = "FILBERT_SHIPPED";

/// The folder of a script: its certificate and those of what filbert ships, but for the games.
struct Folder {
    path: PathBuf,
    shipped: String,
    _own: Option<tempfile::TempDir>,
}

impl Folder {
    fn new() -> Folder {
        if let Some(path) = std::env::var_os(SHIPPED).map(PathBuf::from) {
            let shipped = std::fs::read_to_string(path.join("shipped")).expect("what is shipped");
            return Folder { path, shipped, _own: None };
        }
        let own = tempfile::tempdir().expect("a folder");
        let mut new = Folder { path: own.path().to_owned(), shipped: String::new(), _own: Some(own) };
        for (name, text, certificate) in shipped_certificates().expect("what is shipped") {
            if name != "games.prf" {
                new.shipped += &new.write("shipped", name, text, &certificate);
            }
        }
        std::fs::write(new.path.join("shipped"), &new.shipped).expect("a file");
        new
    }

    /// Writes a script and its certificate; their line in the manifest.
    fn write(&self, kind: &str, name: &str, text: &str, certificate: &str) -> String {
        let hash = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let path = self.path.join(name);
        std::fs::write(&path, text).expect("a file");
        std::fs::write(path.with_extension("prf.cert"), certificate).expect("a file");
        format!("{kind} {} {} {name}\n", hash(text), hash(certificate))
    }

    /// What the checker says of each statement of a script.
    fn check(&self, text: &str, certificate: &str) -> Result<BTreeMap<String, Result<(), String>>, String> {
        let line = self.write("script", "s.prf", text, certificate);
        let manifest = format!("filbert certificates 2\n{}{line}", self.shipped);
        std::fs::write(self.path.join("manifest"), manifest).expect("a file");
        let mut outcomes = BTreeMap::new();
        filbert_check::check(&self.path, &[], &mut |statement| {
            let name = statement.name.split(' ').next_back().unwrap_or_default();
            outcomes.insert(name.to_owned(), statement.outcome.clone());
        })?;
        Ok(outcomes)
    }
}

/// The verdicts on the statements of a script that are decided, and the certificate.
fn proved(script: &str) -> (BTreeMap<String, bool>, String) {
    let limits = Limits { looks: Some(40_000), states: Some(20_000), ..Limits::default() };
    let options = Options { limits, certify: true, ..Options::default() };
    let (mut verdicts, mut certificate) = (BTreeMap::new(), CERTIFICATE_HEADER.to_owned());
    for entry in prove_source(&Source::new("s.prf", script.to_owned()), None, &options) {
        match entry {
            Entry::Certificate(text) => certificate += &text,
            Entry::Statement(statement) if statement.claim != Claim::None => {
                verdicts.extend(statement.outcome.ok().map(|verdict| (statement.name, verdict.truth)));
            }
            _ => {}
        }
    }
    (verdicts, certificate)
}

/// Statements of one world, each with the verdict of the reference. They are proved and checked together, since most of the time
/// would go to what is the same for all.
#[derive(Default)]
struct Batch(Vec<(String, bool)>);

impl Batch {
    /// Adds a statement, if the reference decides it.
    fn draw(&mut self, world: &World, tape: &mut Tape, deciders: &mut Deciders, tally: &mut Tally) {
        let formula = Generator::new(world, tape).formula(0, 3);
        let asked = rewritten(&formula, world.most_variables, tape);
        match deciders.of(world.reference).relation(&formula) {
            Ok(expected) => self.0.push((asked.to_string(), expected.automaton.accepting[0])),
            Err(_) => tally.skipped += 1,
        }
    }

    /// The verdicts that the engine gives, each against the reference and the checker.
    fn settle(self, world: &World, folder: &Folder, tally: &mut Tally) {
        let script = |wanted: &dyn Fn(usize) -> Option<bool>| {
            let mut text = format!("{}\n", world.definitions);
            for (number, (asked, _)) in self.0.iter().enumerate() {
                let keyword = wanted(number).map(|truth| if truth { "theorem" } else { "refute" });
                text +=
                    &keyword.map(|word| format!("{word} t{number} \"?{} {asked}\":\n", world.name)).unwrap_or_default();
            }
            text
        };
        let asked = script(&|number| Some(self.0[number].1));
        let (verdicts, certificate) = proved(&asked);
        let verdict = |number: usize| verdicts.get(&format!("t{number}")).copied();
        let is_wrong = |number: usize| verdict(number).is_some_and(|truth| truth != self.0[number].1);
        // What was wanted is in the script: a wrong verdict needs another.
        let other = script(&|number| verdict(number).filter(|_| is_wrong(number)));
        let any_wrong = (0..self.0.len()).any(is_wrong);
        let checked = folder.check(&asked, &certificate);
        let checked_other = any_wrong.then(|| folder.check(&other, &proved(&other).1));
        for number in 0..self.0.len() {
            let Some(truth) = verdict(number) else {
                tally.skipped += 1;
                continue;
            };
            let of_checker = if is_wrong(number) { checked_other.as_ref().unwrap_or(&checked) } else { &checked };
            let missing = || Err("no statement".to_owned());
            let outcome = match of_checker {
                Ok(outcomes) => outcomes.get(&format!("t{number}")).cloned().unwrap_or_else(missing),
                Err(why) => Err(why.clone()),
            };
            let alone = || script(&|other| (other == number).then_some(truth));
            match (is_wrong(number), outcome) {
                (false, Ok(())) => tally.accepted += 1,
                (true, Err(_)) => tally.caught += 1,
                (false, Err(why)) if ["more than", "too many"].iter().any(|limit| why.contains(limit)) => {
                    tally.too_large += 1
                }
                (false, Err(why)) => {
                    if !tally.refused.contains_key(&why) {
                        println!("not accepted: {why}\n{}", alone());
                    }
                    *tally.refused.entry(why).or_default() += 1;
                }
                (true, Ok(())) => {
                    tally.wrong += 1;
                    println!("ACCEPTED, AND WRONG\n{}", alone());
                }
            }
        }
    }
}

/// What was answered wrongly once, as it was, with the planted bug that brings it back.
const ANSWERED: [(&str, &str); 3] = [
    ("Sign", "theorem t \"?msd_2 Ax Ey y>x & ~(5<9223372036854775808*y)\":\n"),
    ("Top", "refute t \"?msd_2 E<=4294967295 x x<4294967295\":\n"),
    ("Words", "reg w {0,1} \"0*11(0|1)*\":\nrefute t \"?msd_fib Ex $w(x)\":\n"),
];

/// Whether a wrong answer is given, and not accepted.
fn answered(script: &str) -> ExitCode {
    let (verdicts, certificate) = proved(script);
    let Some(&truth) = verdicts.get("t") else {
        println!("no answer");
        return ExitCode::FAILURE;
    };
    if truth != script.contains("theorem") {
        println!("the answer is right: the bug is not there");
        return ExitCode::FAILURE;
    }
    match Folder::new().check(script, &certificate).map(|outcomes| outcomes.get("t").cloned()) {
        Ok(Some(Err(why))) | Err(why) => println!("wrong, and not accepted: {why}"),
        Ok(None) => println!("wrong, and not accepted: no statement"),
        Ok(Some(Ok(()))) => {
            println!("wrong and ACCEPTED");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Proves and checks random statements; fails if a wrong one is accepted, or a right one is not although the engine has
/// no bug on purpose.
pub fn run(seed: u64, statements: u64) -> ExitCode {
    let planted = std::env::var("FILBERT_PLANTED").unwrap_or_default();
    if let Some((_, script)) = ANSWERED.iter().find(|answered| answered.0 == planted) {
        return answered(script);
    }
    let worlds: Vec<&World> = WORLDS.iter().filter(|world| is_read(world)).collect();
    let (folder, mut deciders, mut tally) = (Folder::new(), Deciders::default(), Tally::default());
    let mut batches: Vec<Batch> = worlds.iter().map(|_| Batch::default()).collect();
    for number in 0..statements {
        let mut tape = Tape::random(seed ^ 0x2545_f491, number);
        let place = tape.below(worlds.len());
        batches[place].draw(worlds[place], &mut tape, &mut deciders, &mut tally);
        if batches[place].0.len() == TOGETHER {
            std::mem::take(&mut batches[place]).settle(worlds[place], &folder, &mut tally);
        }
    }
    for (batch, world) in batches.into_iter().zip(worlds) {
        batch.settle(world, &folder, &mut tally);
    }
    let refused: u64 = tally.refused.values().sum();
    println!(
        "{} accepted and right, {} wrong and not accepted, {refused} right and not accepted, {} wrong and ACCEPTED, {} too large for \
         the checker, {} for the engine or the reference",
        tally.accepted, tally.caught, tally.wrong, tally.too_large, tally.skipped
    );
    ExitCode::from(u8::from(tally.wrong > 0 || refused > 0 && planted.is_empty()))
}

/// The same with each planted bug, in a process of its own.
pub fn run_planted(seed: u64, statements: u64) -> ExitCode {
    if !cfg!(feature = "planted") {
        eprintln!("no bug is compiled in: add --features planted");
        return ExitCode::FAILURE;
    }
    let program = std::env::current_exe().expect("this program");
    let (folder, mut failed) = (Folder::new(), 0);
    for bug in BUGS.into_iter().chain(ANSWERS) {
        let output = Command::new(&program)
            .env("FILBERT_PLANTED", format!("{bug:?}"))
            .env(SHIPPED, &folder.path)
            .args(["--certificates", "--seed", &seed.to_string(), "--statements", &statements.to_string()])
            .output()
            .expect("this program again");
        let text = String::from_utf8_lossy(&output.stdout);
        println!("{:<14}{}", format!("{bug:?}"), text.lines().last().unwrap_or("NO ANSWER"));
        if !output.status.success() {
            failed += 1;
            println!("{text}{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
