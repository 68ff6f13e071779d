//! How many statements end: kinds of questions about factors, each asked of random words in several systems.
//!
//! `cargo bench --bench matrix -- --seed 1`, on Linux. Each statement is a process with one thread, 10 s and 4 GB. The table has
//! milliseconds of the processor for what ended; below it stand the scripts that did not end, or whose process failed.
//! `--kind NAME` and `--word N` leave all others out, `--seconds N` gives more time, `--write DIR` keeps the scripts. Words
//! are drawn from the seed: tune on one, report on another. Figures of one run on one machine: compare two runs side by side.

mod processor;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use processor::taken;

/// Commands that statements may rest on, each with its name. `@` stands for the system.
const DEFINITIONS: [(&str, &str); 6] = [
    ("feq", "def feq \"?@ At t<n => W[i+t]=W[j+t]\":"),
    ("pal", "def pal \"?@ At t<n => W[i+t]=W[(i+n)-(t+1)]\":"),
    ("occurs", "def occurs \"?@ m<=n & (Ek k+m<=n & $feq(i,j+k,m))\":"),
    ("period", "def period \"?@ p>0 & p<=n & $feq(i,i+p,n-p)\":"),
    ("border", "def border \"?@ m>0 & m<=n & $feq(i,(i+n)-m,m)\":"),
    ("covers", "def covers \"?@ Aj Ei i+n<=m & $feq(i,j,n)\":"),
];

/// What is asked: the name of a kind, the definitions it rests on, and a statement or a relation.
const KINDS: [(&str, &[&str], &str); 15] = [
    ("equality", &[], "At t<n => W[i+t]=W[j+t]"),
    ("palindromes", &[], "At t<n => W[i+t]=W[(i+n)-(t+1)]"),
    ("antisquares", &[], "n>0 & (At t<n => W[i+t]!=W[i+n+t])"),
    ("cubes", &[], "n>0 & (At t<2*n => W[i+t]=W[i+n+t])"),
    ("occurs", &["feq"], "m<=n & (Ek k+m<=n & $feq(i,j+k,m))"),
    ("least period", &["feq", "period"], "$period(i,n,p) & (Aq $period(i,n,q) => q>=p)"),
    ("closed", &["feq", "border", "occurs"], "n<=1 | (Em m<n & $border(i,m,n) & ~$occurs(i,i+1,m,n-2))"),
    (
        "privileged",
        &["feq", "border", "occurs"],
        "n<=1 | (Am (m>0 & m<=n) => (Ep p<=m & $border(i,p,n) & ~$occurs(i,i+1,p,m-1) & ~$occurs(i,(i+n)-m,p,m-1)))",
    ),
    (
        "rich",
        &["feq", "pal", "occurs"],
        "Am (m>=1 & m<=n) => (Ej i<=j & j<i+m & $pal(j,(i+m)-j) & ~$occurs(j,i,(i+m)-j,m-1))",
    ),
    ("unbalanced", &["feq", "pal"], "Ei,j $pal(i+1,n) & $feq(i+1,j+1,n) & W[i]=W[i+n+1] & W[j]=W[j+n+1] & W[i]!=W[j]"),
    ("condensation", &["feq", "covers"], "$covers(m,n) & (Ax $covers(x,n) => x>=m)"),
    ("return words", &["feq"], "p>0 & $feq(i,i+p,n) & (Aq (q>0 & q<p) => ~$feq(i,i+q,n))"),
    ("order", &["feq"], "Et t<n & $feq(i,j,t) & W[i+t]=@0 & W[j+t]!=@0"),
    ("special", &["feq"], "(Ej $feq(i,j,n) & W[i+n]!=W[j+n]) & (Aj j<i => ~$feq(i,j,n))"),
    ("recurrence", &["feq"], "Ai,n El Aj Ek k>j & k<j+l & $feq(i,k,n)"),
];

/// The words: a system, what defines it, letters or states, and digits of the system.
const SHAPES: [(&str, &str, usize, usize); 12] = [
    ("msd_2", "", 5, 2),
    ("msd_2", "", 8, 2),
    ("msd_3", "", 4, 3),
    ("msd_3", "", 6, 3),
    ("msd_4", "", 4, 4),
    ("msd_4", "", 7, 4),
    ("msd_fib", "", 5, 2),
    ("msd_trib", "", 4, 2),
    ("msd_pell", "", 4, 3),
    ("msd_bonacci4", "", 4, 2),
    ("msd_o", "ost o [0 2 1] [3 1];\n", 4, 4),
    ("msd_neg_2", "", 5, 2),
];

/// What is said of bounds where numbers may be negative.
const SIGNED: [(&str, &str); 5] = [
    ("At t<n =>", "At (t>=0 & t<n) =>"),
    ("At t<2*n =>", "At (t>=0 & t<2*n) =>"),
    ("Et t<n &", "Et t>=0 & t<n &"),
    ("Ek k+m<=n", "Ek k>=0 & k+m<=n"),
    ("Ei i+n<=m", "Ei i>=0 & i+n<=m"),
];

/// Letters that a word has at most.
const MOST_LETTERS: u64 = 3;

struct Options {
    seed: u64,
    seconds: u64,
    kind: Option<String>,
    word: Option<usize>,
    write: Option<PathBuf>,
}

/// What came of a statement: seconds of the processor, or why there is no verdict.
enum Run {
    Ended(f64),
    Unknown(String),
}

fn main() -> ExitCode {
    // Cargo passes `--bench`.
    match options(std::env::args().skip(1).filter(|argument| argument != "--bench")) {
        Ok(options) => measure(&options),
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn measure(options: &Options) {
    if taken().is_none() {
        return println!("the system does not say what processes have taken");
    }
    let temporary = tempfile::tempdir().expect("a folder can be made");
    let report = temporary.path().join("report.json");
    let folder = options.write.as_deref().unwrap_or(temporary.path());
    let words: Vec<usize> = (0..SHAPES.len()).filter(|word| options.word.is_none_or(|only| only == *word)).collect();
    for &word in &words {
        write_word(folder, word, options.seed);
    }
    print!("{:<14}", "");
    words.iter().for_each(|&word| print!("{:>13}", SHAPES[word].0));
    println!("{:>8}", "ended");
    let (mut times, mut asked, mut failures) = (Vec::new(), 0, String::new());
    for (kind, needs, statement) in KINDS {
        if options.kind.as_ref().is_some_and(|only| only != kind) {
            continue;
        }
        print!("{kind:<14}");
        let before = times.len();
        for &word in &words {
            asked += 1;
            let script = write_script(folder, word, kind, needs, statement);
            match run(&report, folder, &script, word, options.seconds) {
                Run::Ended(seconds) => {
                    times.push(seconds);
                    print!("{:>13.0}", 1000.0 * seconds);
                }
                Run::Unknown(why) => {
                    print!("{:>13}", "-");
                    let _ = writeln!(failures, "{}: {why}", script.file_name().unwrap_or_default().display());
                }
            }
            let _ = std::io::Write::flush(&mut std::io::stdout());
        }
        println!("{:>8}", times.len() - before);
    }
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let sum = times.iter().fold(0.0, |sum, seconds| sum + seconds);
    println!("{} of {asked} ended, median {:.0} ms, sum {sum:.1} s\n\n{failures}", times.len(), 1000.0 * median);
}

/// The options as given; a message that lists what there is, if one of them is not.
fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { seed: 1, seconds: 10, kind: None, word: None, write: None };
    while let Some(option) = arguments.next() {
        if !["--seed", "--seconds", "--kind", "--word", "--write"].contains(&option.as_str()) {
            return Err(format!(
                "unknown option `{option}`; there are --seed N, --seconds N, --kind NAME, --word N and --write DIR"
            ));
        }
        let value = arguments.next().ok_or_else(|| format!("{option} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{option} needs a number from 0 on, not `{value}`"));
        match option.as_str() {
            "--seed" => options.seed = number()?,
            "--seconds" => options.seconds = number()?,
            "--kind" => options.kind = Some(known_kind(value)?),
            "--word" => options.word = Some(known_word(&value)?),
            _ => options.write = Some(value.into()),
        }
    }
    Ok(options)
}

fn known_kind(name: String) -> Result<String, String> {
    if KINDS.iter().any(|kind| kind.0 == name) {
        return Ok(name);
    }
    Err(format!("unknown kind `{name}`; there are {}", KINDS.map(|kind| kind.0).join(", ")))
}

fn known_word(number: &str) -> Result<usize, String> {
    if let Some(word) = number.parse().ok().filter(|word| *word < SHAPES.len()) {
        return Ok(word);
    }
    let words: Vec<String> = SHAPES.iter().enumerate().map(|(word, shape)| format!("{word} ({})", shape.0)).collect();
    Err(format!("unknown word `{number}`; there are {}", words.join(", ")))
}

/// Numbers from a seed (SplitMix64; Steele, Lea, Flood 2014).
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// Writes a random automaton with output in Walnut's format: zeros in front lead nowhere, and all states are reached.
fn write_word(folder: &Path, word: usize, seed: u64) {
    let (system, _, states, digits) = SHAPES[word];
    let mut draws = Draws(seed.wrapping_mul(1000).wrapping_add(word as u64));
    let (next, letters) = loop {
        let mut next: Vec<Vec<usize>> =
            (0..states).map(|_| (0..digits).map(|_| draws.below(states as u64) as usize).collect()).collect();
        next[0][0] = 0;
        let letters: Vec<u64> = (0..states).map(|_| draws.below(MOST_LETTERS)).collect();
        let mut reached = vec![0];
        for at in 0..states {
            let Some(&state) = reached.get(at) else { break };
            let new: Vec<usize> = next[state].iter().copied().filter(|target| !reached.contains(target)).collect();
            for target in new {
                if !reached.contains(&target) {
                    reached.push(target);
                }
            }
        }
        if reached.len() == states && letters.contains(&0) && letters.iter().any(|&letter| letter > 0) {
            break (next, letters);
        }
    };
    let mut text = format!("{system}\n");
    for (state, row) in next.iter().enumerate() {
        let _ = writeln!(text, "\n{state} {}", letters[state]);
        for (digit, target) in row.iter().enumerate() {
            let _ = writeln!(text, "{digit} -> {target}");
        }
    }
    let library = folder.join(word.to_string()).join("Word Automata Library");
    std::fs::create_dir_all(&library).expect("a folder can be made");
    std::fs::write(library.join("W.txt"), text).expect("a word can be written");
}

/// Writes the definitions that a statement needs, and the statement.
fn write_script(folder: &Path, word: usize, kind: &str, needs: &[&str], statement: &str) -> PathBuf {
    let (system, defined, ..) = SHAPES[word];
    let mut text = defined.to_owned();
    for (_, definition) in DEFINITIONS.iter().filter(|(name, _)| needs.contains(name)) {
        let _ = writeln!(text, "{}", definition.replace('@', system));
    }
    let _ = writeln!(text, "eval it \"?{system} {statement}\":");
    if system.contains("neg") {
        text = SIGNED.iter().fold(text, |text, (plain, signed)| text.replace(plain, signed));
    }
    let script = folder.join(format!("{}_{word}.prf", kind.replace(' ', "_")));
    std::fs::write(&script, text).expect("a script can be written");
    script
}

fn run(report: &Path, folder: &Path, script: &Path, word: usize, seconds: u64) -> Run {
    let before = taken().unwrap_or_default();
    let status = Command::new(env!("CARGO_BIN_EXE_filbert"))
        .args(["prove", "--jobs", "1", "--memory", "4GB", "--timeout", &format!("{seconds}s"), "--json"])
        .arg(report)
        .arg("--in")
        .arg(folder.join(word.to_string()))
        .arg(script)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let spent = taken().unwrap_or_default() - before;
    let status = match status {
        Ok(status) => status,
        Err(error) => return Run::Unknown(format!("filbert does not start: {error}")),
    };
    let text = std::fs::read_to_string(report).unwrap_or_default();
    // A process that writes none must not be taken for this one.
    let _ = std::fs::remove_file(report);
    let Ok(json) = serde_json::from_str::<serde_json::Value>(&text) else {
        return Run::Unknown(format!("no report, {status}"));
    };
    let file = &json["files"][0];
    let list = |name: &str| file[name].as_array().map_or(&[][..], Vec::as_slice);
    let is_decided = |entry: &&serde_json::Value| entry["verdict"] == "TRUE" || entry["verdict"] == "FALSE";
    let has_it = list("relations").iter().any(|relation| relation["name"] == "it");
    if has_it || list("statements").iter().filter(is_decided).count() == 1 {
        return Run::Ended(spent);
    }
    Run::Unknown(format!("{:.1} s, {:.0} MB", spent, json["peak_bytes"].as_f64().unwrap_or_default() / 1e6))
}
