//! Certificates of random statements: what the checker accepts is what the reference decider says, whatever bug the
//! engine has.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use filbert::budget::Halt;
use filbert::logic::{Tactic, Tactics};
use filbert::planted::{ANSWERS, BUGS, CLAIMS};
use filbert::script::{
    CERTIFICATE_HEADER, Claim, CommandError, Entry, Limits, Options, PRELUDE, prove_source, shipped_certificates,
};
use filbert::syntax::Source;
use sha2::{Digest, Sha256};

use super::formula::Formula;
use super::generate::Generator;
use super::rewrite::rewritten;
use super::shapes::{Covering, SHAPES, Shape};
use super::tape::Tape;
use super::worlds::{Deciders, QUICK, WORLDS, World};

/// What the worlds are named that the checker reads.
fn is_read(world: &World) -> bool {
    // Words are turned round by commands that it does not read, and it knows few systems.
    let is_defined = ["numeration", "ost", "convert", "reverse"].iter().any(|word| world.definitions.contains(word));
    !is_defined && !world.name.ends_with("neg_fib") && !world.name.ends_with("pell")
}

/// Statements in one script.
const TOGETHER: usize = 50;

/// Statements with equations that are decided without an automaton.
const BY_EQUATIONS: &str = "equations";

/// The ways of the engine that statements must have gone.
const ROADS: [&str; 10] = [
    "count",
    BY_EQUATIONS,
    "induction",
    "infinitely",
    "join",
    "project",
    "project, reversed",
    "search",
    "subtract",
    "union",
];

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
    /// Statements on which the engine found that it contradicts itself.
    contradicted: u64,
    /// Accepted and right, by what the engine did for them.
    roads: BTreeMap<String, u64>,
}

impl Tally {
    fn add(&mut self, more: Tally) {
        self.accepted += more.accepted;
        self.caught += more.caught;
        self.wrong += more.wrong;
        self.too_large += more.too_large;
        self.skipped += more.skipped;
        self.contradicted += more.contradicted;
        more.refused.into_iter().for_each(|(why, count)| *self.refused.entry(why).or_default() += count);
        more.roads.into_iter().for_each(|(road, count)| *self.roads.entry(road).or_default() += count);
    }
}

/// Where children with a bug find what filbert ships, certified without it.
const SHIPPED: &str = "FILBERT_SHIPPED";

/// The folder of a script: its certificate and those of what filbert ships, but for the games.
pub struct Folder {
    own: tempfile::TempDir,
    shipped: String,
    /// That the checker may take for a command.
    pub steps: u64,
}

impl Folder {
    pub fn new() -> Folder {
        let steps = filbert_check::Options::default().steps;
        let mut new = Folder { own: tempfile::tempdir().expect("a folder"), shipped: String::new(), steps };
        if let Some(known) = std::env::var_os(SHIPPED) {
            // A copy, for each thread writes here what it checks.
            for file in std::fs::read_dir(known).expect("a folder") {
                let file = file.expect("a file");
                std::fs::copy(file.path(), new.own.path().join(file.file_name())).expect("a copy");
            }
            new.shipped = std::fs::read_to_string(new.own.path().join("shipped")).expect("what is shipped");
            return new;
        }
        for (name, text, certificate) in shipped_certificates().expect("what is shipped") {
            if name != "games.prf" {
                new.shipped += &new.write("shipped", name, text, &certificate);
            }
        }
        std::fs::write(new.own.path().join("shipped"), &new.shipped).expect("a file");
        new
    }

    /// Writes a script and its certificate; their line in the manifest.
    fn write(&self, kind: &str, name: &str, text: &str, certificate: &str) -> String {
        let hash = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let path = self.own.path().join(name);
        std::fs::write(&path, text).expect("a file");
        std::fs::write(path.with_extension("prf.cert"), certificate).expect("a file");
        format!("{kind} {} {} {name}\n", hash(text), hash(certificate))
    }

    /// What the checker says of each statement of a script.
    pub fn check(&self, text: &str, certificate: &str) -> Result<BTreeMap<String, Result<(), String>>, String> {
        let line = self.write("script", "s.prf", text, certificate);
        let manifest = format!("filbert certificates 4\nprelude {PRELUDE}\n{}{line}", self.shipped);
        std::fs::write(self.own.path().join("manifest"), manifest).expect("a file");
        let mut outcomes = BTreeMap::new();
        let options = filbert_check::Options { steps: self.steps, ..filbert_check::Options::default() };
        filbert_check::check_by(self.own.path(), &options, &mut |statement| {
            let name = statement.name.split(' ').next_back().unwrap_or_default();
            outcomes.insert(name.to_owned(), statement.outcome.clone());
        })?;
        Ok(outcomes)
    }
}

/// What the engine says of a script.
pub struct Proved {
    /// The verdicts on the statements that are decided, and how each was.
    verdicts: BTreeMap<String, (bool, BTreeSet<String>)>,
    /// The statements on which the engine contradicts itself.
    contradicted: BTreeSet<String>,
    pub certificate: String,
}

impl Proved {
    pub fn of(script: &str, tactics: Tactics) -> Proved {
        let limits = Limits { looks: Some(40_000), states: Some(20_000), ..Limits::default() };
        let options = Options { limits, certify: true, explain: true, tactics, ..Options::default() };
        let mut proved = Proved {
            verdicts: BTreeMap::new(),
            contradicted: BTreeSet::new(),
            certificate: CERTIFICATE_HEADER.to_owned(),
        };
        let (mut roads, mut uncertified) = (BTreeSet::new(), None);
        for entry in prove_source(&Source::new("s.prf", script.to_owned()), None, &options) {
            match entry {
                Entry::Certificate(text) => proved.certificate += &text,
                Entry::Steps { steps, .. } => roads.extend(steps.iter().map(|step| step.method.to_string())),
                Entry::Uncertified(why) => uncertified = Some(why),
                Entry::Statement(statement) if statement.claim != Claim::None => {
                    let roads = std::mem::take(&mut roads);
                    match (uncertified.take(), statement.outcome) {
                        (Some(Halt::Contradiction), _)
                        | (_, Err(CommandError::Contradiction))
                        | (_, Err(CommandError::Limit { limit: Halt::Contradiction, .. })) => {
                            proved.contradicted.insert(statement.name);
                        }
                        (None, Ok(verdict)) => _ = proved.verdicts.insert(statement.name, (verdict.truth, roads)),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        proved
    }

    pub fn truth(&self, name: &str) -> Option<bool> {
        self.verdicts.get(name).map(|(truth, _)| *truth)
    }

    /// How a statement of this shape was decided.
    fn roads(&self, name: &str, shape: Shape) -> BTreeSet<String> {
        let mut roads = self.verdicts.get(name).map(|(_, roads)| roads.clone()).unwrap_or_default();
        roads.retain(|road| road != "cached");
        if shape == Shape::Equations && roads.is_empty() {
            roads.insert(BY_EQUATIONS.to_owned());
        }
        roads
    }
}

/// A statement with the verdict of the reference.
struct Asked {
    statement: Formula,
    /// The cover that the statement is, if it is one.
    covering: Option<Covering>,
    shape: Shape,
    truth: bool,
}

impl Asked {
    /// A statement, if the reference decides it.
    fn draw(world: &World, tape: &mut Tape, deciders: &mut Deciders) -> Option<Asked> {
        let shape = match *tape.pick(&SHAPES) {
            // They read three tracks or two.
            Shape::Bounded | Shape::Equations if world.most_variables < 3 => Shape::Any,
            Shape::Cover if world.most_variables < 2 => Shape::Any,
            shape => shape,
        };
        let mut generator = Generator::new(world, tape);
        let covering = (shape == Shape::Cover).then(|| generator.covering());
        let formula = match (&covering, shape) {
            (Some(covering), _) => covering.statement(),
            (None, Shape::Bounded) => generator.bounded(),
            (None, Shape::Equations) => generator.equations(),
            (None, _) => generator.formula(0, 3),
        };
        let statement = rewritten(&formula, world.most_variables, tape);
        let truth = deciders.of(world.reference).relation(&formula).ok()?.automaton.accepting[0];
        Some(Asked { statement, covering, shape, truth })
    }

    /// The command that claims the verdict.
    fn command(&self, world: &World, number: usize, truth: bool) -> String {
        let said = |formula: &Formula| format!("\"?{} {formula}\"", world.name);
        match (&self.covering, truth) {
            (Some(covering), true) => {
                let pieces: Vec<String> = covering.pieces.iter().map(said).collect();
                format!("cover t{number} {} by {}:\n", said(&covering.target), pieces.join(" "))
            }
            (_, true) => format!("theorem t{number} {}:\n", said(&self.statement)),
            (_, false) => format!("refute t{number} {}:\n", said(&self.statement)),
        }
    }
}

/// What the engine may try, one after another: some of its ways only large statements need.
fn tactics() -> [Tactics; 4] {
    let all = Tactics::default();
    [
        all,
        all.by_induction_alone(),
        all.without(Tactic::Subsets).without(Tactic::Induction),
        all.with_large(0).with_atoms_on_demand().without(Tactic::StagedJoin),
    ]
}

/// Statements of one world. They are proved and checked together, since most of the time would go to what is the same for all.
#[derive(Default)]
struct Batch {
    asked: Vec<Asked>,
    /// Batches of this world before.
    number: usize,
}

impl Batch {
    /// The verdicts that the engine gives, each against the reference and the checker.
    fn settle(&mut self, world: &World, folder: &Folder, tally: &mut Tally) {
        let asked = std::mem::take(&mut self.asked);
        let tactics = tactics()[self.number % tactics().len()];
        self.number += 1;
        let script = |wanted: &dyn Fn(usize) -> Option<bool>| {
            let commands = asked.iter().enumerate().map(|(number, asked)| {
                wanted(number).map(|truth| asked.command(world, number, truth)).unwrap_or_default()
            });
            format!("{}\n{}", world.definitions, commands.collect::<String>())
        };
        let right = script(&|number| Some(asked[number].truth));
        let proved = Proved::of(&right, tactics);
        let verdict = |number: usize| proved.truth(&format!("t{number}"));
        let is_wrong = |number: usize| verdict(number).is_some_and(|truth| truth != asked[number].truth);
        // What was wanted is in the script: a wrong verdict needs another.
        let other = script(&|number| verdict(number).filter(|_| is_wrong(number)));
        let any_wrong = (0..asked.len()).any(is_wrong);
        let checked = folder.check(&right, &proved.certificate);
        let checked_other = any_wrong.then(|| folder.check(&other, &Proved::of(&other, tactics).certificate));
        for (number, one) in asked.iter().enumerate() {
            let Some(truth) = verdict(number) else {
                if proved.contradicted.contains(&format!("t{number}")) {
                    println!("contradicts itself\n{}", script(&|other| (other == number).then_some(one.truth)));
                    tally.contradicted += 1;
                } else {
                    tally.skipped += 1;
                }
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
                (false, Ok(())) => {
                    tally.accepted += 1;
                    let roads = proved.roads(&format!("t{number}"), one.shape);
                    roads.into_iter().for_each(|road| *tally.roads.entry(road).or_default() += 1);
                }
                (true, Err(_)) => tally.caught += 1,
                (false, Err(why)) if ["more than", "too many"].iter().any(|limit| why.contains(limit)) => {
                    println!("too large: {why}\n{}", alone());
                    tally.too_large += 1;
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

/// What was answered wrongly once, as it was, with the planted bug that brings it back; where that is too large for the
/// checker, the same asked with an automaton.
const ANSWERED: [(&str, &str); 17] = [
    ("Sign", "theorem t \"?msd_2 Ax Ey y>x & ~(5<9223372036854775808*y)\":\n"),
    ("Top", "refute t \"?msd_2 E<=4294967295 x x<4294967295\":\n"),
    (
        "Top",
        "reg long msd_2 \"0*1(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)\
         (0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)(0|1)*\":\n\
         refute t \"?msd_2 E<=4294967295 x ~$long(x) & x!=4294967295\":\n",
    ),
    ("Words", "reg w {0,1} \"0*11(0|1)*\":\nrefute t \"?msd_fib Ex $w(x)\":\n"),
    // What a planted bug says of bounds.
    ("Length", "refute t \"bounds n*phi - phin(n) in [0,1)\":\n"),
    (
        "Weight",
        "word W \"0->1 1->101010\" from 1:\nsequence s n \"?msd_W i<n & W[i]=@1\":\n\
         refute t \"bounds s(n)*(sqrt(21)-1)/2 - n in (-9/10,22/10) for n>=1 & W[n-1]=@1\":\n",
    ),
    ("Potential", "theorem t \"bounds n*phi - phin(n) in [0,9/10)\":\n"),
    ("Attained", "refute t \"bounds n*phi - phin(n) in [0,1)\":\n"),
    (
        "Alternating",
        "word W \"0->1 1->101010\" from 1:\nsequence s n \"?msd_W i<n & W[i]=@1\":\n\
         theorem t \"bounds s(n)*(sqrt(21)-1)/2 - n in (-9/10,1) for n>=1 & W[n-1]=@1\":\n",
    ),
    (
        "Remainder",
        "def s \"?msd_trib $shift_trib(n,x)\":\n\
         theorem t \"bounds s(n) - root(x^3-x^2-x-1)*n in (-1/2,1/2)\":\n",
    ),
    ("Constant", "refute t \"bounds n*phi - phin(n) + 5 in [5,6)\":\n"),
    ("OpenEnd", "theorem t \"bounds n*phi - phin(n) in (0,1)\":\n"),
    ("Place", "refute t \"bounds n*phi - phin(n) in [0,1)\":\n"),
    (
        "FirstValue",
        "sequence z n \"?msd_fib i<n & F[i]=@0\":\nsequence y n \"z(n)+3\":\n\
         refute t \"bounds y(n) - n/phi in (2,4)\":\n",
    ),
    ("LowerEnd", "theorem t \"bounds n*phi - phin(n) in [1/2,1)\":\n"),
    // And of words that are fixed by a morphism.
    ("LastLetter", "theorem t \"T is fixed by 0->01 1->11\":\n"),
    (
        "FirstLetters",
        "def one \"?msd_2 T[n]=@1 <=> n<5000\":\ncombine V one=1:\ntheorem t \"V is fixed by 0->01 1->10\":\n",
    ),
];

/// Whether a wrong answer is given, and not accepted.
fn answered(script: &str) -> bool {
    let proved = Proved::of(script, Tactics::default());
    let Some(truth) = proved.truth("t") else {
        println!("no answer");
        return false;
    };
    if truth != script.contains("theorem") {
        println!("the answer is right: the bug is not there");
        return false;
    }
    match Folder::new().check(script, &proved.certificate).map(|outcomes| outcomes.get("t").cloned()) {
        Ok(Some(Err(why))) | Err(why) => println!("wrong, and not accepted: {why}"),
        Ok(None) => println!("wrong, and not accepted: no statement"),
        Ok(Some(Ok(()))) => {
            println!("wrong and ACCEPTED");
            return false;
        }
    }
    true
}

/// Those of the random statements that are of one world.
fn of_world(
    world: &World,
    worlds: &[&World],
    (seed, statements): (u64, u64),
    folder: &Folder,
    deciders: &mut Deciders,
) -> Tally {
    let (mut batch, mut tally) = (Batch::default(), Tally::default());
    for number in 0..statements {
        let mut tape = Tape::random(seed ^ 0x2545_f491, number);
        let place = tape.below(worlds.len());
        let place = if worlds[place].turns > tape.below(10) { place } else { tape.below(QUICK) };
        if worlds[place].name != world.name {
            continue;
        }
        match Asked::draw(world, &mut tape, deciders) {
            Some(asked) => batch.asked.push(asked),
            None => tally.skipped += 1,
        }
        if batch.asked.len() == TOGETHER {
            batch.settle(world, folder, &mut tally);
        }
    }
    batch.settle(world, folder, &mut tally);
    tally
}

/// Proves and checks random statements; fails if a wrong one is accepted, or a right one is not although the engine has
/// no bug on purpose.
pub fn run(seed: u64, statements: u64, quotas: bool) -> ExitCode {
    let planted = std::env::var("FILBERT_PLANTED").unwrap_or_default();
    let once: Vec<&str> = ANSWERED.iter().filter(|(bug, _)| *bug == planted).map(|(_, script)| *script).collect();
    if !once.is_empty() {
        return ExitCode::from(u8::from(!once.into_iter().all(answered)));
    }
    let worlds: Vec<&World> = WORLDS.iter().filter(|world| is_read(world)).collect();
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let work = || {
        let (folder, mut deciders) = (Folder::new(), Deciders::default());
        while let Some(world) = worlds.get(next.fetch_add(1, Relaxed)) {
            let own = of_world(world, &worlds, (seed, statements), &folder, &mut deciders);
            tally.lock().expect("no thread panics").add(own);
        }
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (0..cores).for_each(|_| _ = scope.spawn(work));
    });
    let tally = tally.into_inner().expect("no thread panics");
    for (road, statements) in &tally.roads {
        println!("{road:<20}{statements} accepted and right");
    }
    let refused: u64 = tally.refused.values().sum();
    println!(
        "{} accepted and right, {} wrong and not accepted, {refused} right and not accepted, {} wrong and ACCEPTED, {} in which the \
         engine contradicts itself, {} too large for the checker, {} for the engine or the reference",
        tally.accepted, tally.caught, tally.wrong, tally.contradicted, tally.too_large, tally.skipped
    );
    let missed: Vec<&str> = ROADS.into_iter().filter(|road| !tally.roads.contains_key(*road)).collect();
    if quotas {
        missed.iter().for_each(|road| println!("not met: {road}"));
    }
    let is_broken = refused + tally.contradicted > 0;
    let is_missed = quotas && !missed.is_empty();
    ExitCode::from(u8::from(tally.wrong > 0 || is_broken && planted.is_empty() || is_missed))
}

/// Runs the soak once with each planted bug, in a process of its own.
pub fn run_planted(seed: u64, statements: u64) -> ExitCode {
    if !cfg!(feature = "planted") {
        eprintln!("no bug is compiled in: add --features planted");
        return ExitCode::FAILURE;
    }
    let program = std::env::current_exe().expect("this program");
    let (folder, mut failed) = (Folder::new(), 0);
    for bug in BUGS.into_iter().chain(ANSWERS).chain(CLAIMS) {
        let output = Command::new(&program)
            .env("FILBERT_PLANTED", format!("{bug:?}"))
            .env(SHIPPED, folder.own.path())
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
