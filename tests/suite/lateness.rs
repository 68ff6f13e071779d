//! Every command that takes limits ends in time and in its memory: told to take 200 ms, it has ended by 700 ms, told to use
//! 100 MB, it uses no more than a tenth more. Time is the clock's, of which two threads use two seconds in one, or the
//! processor's, which a loaded machine does not count, whichever is less. With `FILBERT_TASK` set to a part of a name, those
//! tasks alone, and what they said.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::faults::folder;
use crate::lateness_commands;

/// A task that would take long, and the command that it is for.
#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) arguments: Vec<String>,
    pub(crate) files: Vec<(&'static str, String)>,
}

pub(crate) fn task(name: &'static str, arguments: &[&str], files: &[(&'static str, String)]) -> Task {
    Task { name, arguments: arguments.iter().map(|&one| one.to_owned()).collect(), files: files.to_vec() }
}

/// Proves a script of one command.
pub(crate) fn script(name: &'static str, text: impl Into<String>) -> Task {
    task(name, &["prove", "s.prf"], &[("s.prf", text.into())])
}

/// A million letters lead from each of thousands of states.
const HARD: &str = "?msd_10 211*x+307*y+503*z+701*u+1103*v<1301*w+4";

/// A counterexample is searched for among such rows, for longer than any limit here.
pub(crate) fn hard_claim() -> String {
    format!("?msd_10 Ax,y,z,u,v,w {0} => {1}", &HARD[8..], HARD[8..].replace("1301", "1303"))
}

const HARD_GAME: &str = "game g \"?msd_fib p,q -> r,s : (p=r & s<q) | (q=s & r<p) | (p+s=q+r & r<p) | \
                         (2*p+s=q+2*r & r<p)\":\nkernel k of g:\n";

const HARD_GAME_OF_THREE: &str = "game g \"?msd_3 p,q,r -> s,t,u : \
     (p=s & q=t & u<r) | (p=s & r=u & t<q) | (q=t & r=u & s<p) | (p=s & q+u=r+t & t<q)\":\n\
     kernel k of g:\n";

/// A linear representation of n, by its binary digits.
const IDENTITY: &str = r#"{"systems": ["msd_2"], "v": ["0", "1"], "w": ["1", "0"], "mu": [
    {"letter": [0], "matrix": [["2", "0"], ["0", "1"]]}, {"letter": [1], "matrix": [["2", "0"], ["1", "1"]]}]}"#;

/// An automaton of which every set of states is another: the n-th letter from the end is 1.
fn from_the_end(states: usize) -> String {
    let mut text = "msd_2\n\n0 0\n0 -> 0\n1 -> 0 1\n".to_owned();
    for state in 1..states {
        let last = state + 1 == states;
        write!(text, "\n{state} {}\n", u8::from(last)).unwrap();
        if !last {
            write!(text, "0 -> {0}\n1 -> {0}\n", state + 1).unwrap();
        }
    }
    text
}

pub(crate) fn tasks() -> Vec<Task> {
    let digits: String = "{".to_owned() + &(0..3000).map(|digit| digit.to_string()).collect::<Vec<_>>().join(",") + "}";
    let quantifiers: String = (0..5000).map(|at| format!("Ax{at} ")).collect();
    let misspelt: String = (0..10_000).map(|at| format!("thorem t{at} \"Ax x=x\":\n")).collect();
    let large = "7".repeat(50_000);
    let nim = "game nim \"?msd_2 p,q -> r,s : (p=r & s<q) | (q=s & r<p)\":\n";
    let prefix: String = (0..400_000u32).map(|n| format!("{} ", (n.count_ones() * n % 7) % 5)).collect();
    vec![
        script("theorem", format!("theorem t \"{}\":\n", hard_claim())),
        script("def", format!("def d \"{HARD}\":\n")),
        script("cover", format!("cover c \"{HARD}\" by \"?msd_10 x=y & y=z & z=u & u=v & v=w\":\n")),
        script("more letters than are listed", "def d \"?msd_30 2*x+3*y+5*z+7*u+11*v<13*w+4\":\n"),
        script("many letters, none that fits", "eval e \"?msd_30 x+y+z+u+v+w=0\":\n"),
        script("reg over a large alphabet", format!("reg r {digits} {digits} \"(.|[1,1])*.\":\n")),
        script("reg with a power", "reg r {0,1} \"(0|1)*1(0|1){40}\":\n"),
        script(
            "ost",
            "ost o [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] [16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1]:\n\
             theorem t \"?msd_o Ax x=x\":\n",
        ),
        script("test", "reg r {0,1} \"0*1*\":\ntest r 100000:\n"),
        script("misspelt commands", misspelt),
        script("quantifiers and their lints", format!("theorem q \"{quantifiers}x0=x0\":\n")),
        script("kernel", HARD_GAME),
        script("kernel of three piles", HARD_GAME_OF_THREE),
        task("eval", &["eval", HARD], &[]),
        task("explain", &["explain", HARD], &[]),
        task("show", &["show", HARD], &[]),
        task("explore", &["explore", "k", "--in", "s.prf"], &[("s.prf", HARD_GAME.into())]),
        task("atlas", &["atlas", "pages", "--only", "Misere4"], &[]),
        task("certify", &["certify", "bonacci12"], &[]),
        task("position", &["position", "K2", &format!("{large},{large}1")], &[]),
        task("a million digits", &["position", "K2", "-"], &[("stdin", format!("{0},{0}1", "7".repeat(1_000_000)))]),
        task("count", &["count", "c", "-"], &[("c.json", IDENTITY.into()), ("stdin", "7".repeat(1_000_000))]),
        task("table", &["table", "s.prf", "--size", "2800"], &[("s.prf", nim.into())]),
        task("columns", &["columns", "s.prf", "--upto", "30", "--rows", "100000"], &[("s.prf", nim.into())]),
        task("guess", &["guess", "fib", "w.txt"], &[("w.txt", prefix)]),
        task("regenerate", &["regenerate", "s.prf"], &[("s.prf", HARD_GAME.into())]),
        task(
            "a stored automaton",
            &["walnut", "--session-dir", ".", "s.txt"],
            &[
                ("Automata Library/f.txt", from_the_end(60)),
                ("Command Files/s.txt", "eval e \"?msd_2 $f(x)\";\n".into()),
            ],
        ),
        task(
            "a stored base",
            &["walnut", "--session-dir", ".", "s.txt"],
            &[
                (
                    "Custom Bases/msd_b_addition.txt",
                    from_the_end(60)
                        .replacen("msd_2", "{0,1} {0,1} {0,1}", 1)
                        .replace("0 ->", "* * 0 ->")
                        .replace("1 ->", "* * 1 ->"),
                ),
                ("Command Files/s.txt", "eval e \"?msd_b x=x\";\n".into()),
            ],
        ),
    ]
}

/// How a task ended, when, how much memory it had at most, and what it said.
pub(crate) struct Measured {
    pub(crate) code: Option<i32>,
    pub(crate) time: Duration,
    /// Bytes of its own, without what is shared with files; 0 where the system does not say.
    pub(crate) peak: usize,
    pub(crate) said: String,
}

/// A task that has used so much processor time, or so much more time of the day, is killed.
const HANG: Duration = Duration::from_secs(20);

/// Runs a task with a limit; one that does not end is killed after a while.
#[cfg(target_os = "linux")]
pub(crate) fn measure(task: &Task, limit: &[&str]) -> Measured {
    let files: Vec<(&str, &str)> = task.files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = folder(&files);
    let out = std::fs::File::create(folder.path().join("out")).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
    let typed = std::fs::File::open(folder.path().join("stdin"));
    let typed = typed.map_or(Stdio::null(), Stdio::from);
    command.args(&task.arguments).args(limit).current_dir(folder.path()).stdin(typed);
    let mut child = command.stdout(out.try_clone().expect("a file")).stderr(out).spawn().expect("filbert runs");
    let started = Instant::now();
    let of_process = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap_or_default();
    let (mut time, mut peak, mut killed) = (Duration::ZERO, 0, false);
    loop {
        let status = of_process("status");
        let own =
            status.lines().find_map(|line| line.strip_prefix("RssAnon:")?.split_whitespace().next()?.parse().ok());
        peak = own.map_or(0, |kilobytes: usize| kilobytes * 1024).max(peak);
        // Behind the name, which may have blanks in it: the state, and eleven fields later two times in hundredths.
        let stat = of_process("stat");
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
        time = time.max(Duration::from_millis(10 * (ticks(11) + ticks(12))));
        if matches!(fields.first(), Some(&"Z") | None) {
            break;
        }
        if !killed && (time > HANG || started.elapsed() > 4 * HANG) {
            killed = true;
            let pid = child.id().to_string();
            Command::new("kill").args(["-KILL", &pid]).status().expect("kill runs");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let time = time.min(started.elapsed());
    let code = child.wait().expect("it ends").code();
    let said = std::fs::read(folder.path().join("out")).expect("an output");
    Measured { code, time, peak, said: String::from_utf8_lossy(&said).into_owned() }
}

/// A task with more than this passes a limit of 100 MB.
const PEAK: usize = 110_000_000;

/// Measures a task, up to twice more if it took more than it should: another program may have been in the way of its
/// caches, and what the heaps of two threads keep at the same time is left to chance.
#[cfg(target_os = "linux")]
fn measure_again(task: &Task, limit: &[&str], allowed: Duration) -> Measured {
    let first = measure(task, limit);
    let passes = |measured: &Measured| measured.time > allowed || measured.peak > PEAK;
    (0..2).fold(first, |best, _| match passes(&best) {
        true => {
            [measure(task, limit), best].into_iter().min_by_key(|one| (passes(one), one.time)).expect("there are two")
        }
        false => best,
    })
}

/// All tasks: those of this file, and one for each command.
fn all() -> Vec<Task> {
    [tasks(), lateness_commands::tasks()].concat()
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_that_takes_limits_ends_in_time_and_in_its_memory() {
    let chosen = std::env::var("FILBERT_TASK").unwrap_or_default();
    let mut wrong = Vec::new();
    eprintln!("| task | command | a limit of 200 ms: ended after | a limit of 100 MB: peak |\n|---|---|---|---|");
    for task in all().into_iter().filter(|task| task.name.contains(&chosen)) {
        let (soon, late) = (Duration::from_millis(700), Duration::from_millis(3000));
        let quick = measure_again(&task, &["--timeout", "200ms"], soon);
        let small = measure_again(&task, &["--timeout", "2s", "--memory", "100MB"], late);
        let (time, peak) = (quick.time.as_millis(), small.peak / 1_000_000);
        eprintln!("| {} | `{}` | {time} ms | {peak} MB |", task.name, task.arguments[0]);
        let end = |said: &str| said.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect::<String>();
        if !chosen.is_empty() {
            eprintln!("{}\n{}", end(&quick.said), end(&small.said));
        }
        // Debug builds start slowly.
        if quick.time > soon {
            wrong.push(format!("{}: ends after {time} ms: {}", task.name, end(&quick.said)));
        }
        if small.time > late {
            wrong.push(format!("{}: a limit of 2 s ends after {} ms", task.name, small.time.as_millis()));
        }
        if small.peak > PEAK {
            wrong.push(format!("{}: needs {peak} MB: {}", task.name, end(&small.said)));
        }
        for measured in [quick, small] {
            if measured.said.contains("panicked") || !matches!(measured.code, Some(0..=2)) {
                wrong.push(format!("{}: exit {:?}: {}", task.name, measured.code, end(&measured.said)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The subcommands whose help speaks of limits, from the program itself.
#[test]
fn every_subcommand_with_limits_has_a_task() {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_filbert")).args(arguments).output().expect("filbert runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let top = help(&["--help"]);
    let list = top.split("Prove and decide:").nth(1).and_then(|rest| rest.split("Options:").next()).expect("a list");
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> =
        names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(names.len() > 12, "{names:?}");
    let known: BTreeSet<String> = all().into_iter().map(|task| task.arguments[0].clone()).collect();
    // The console and the servers run what scripts run; the others hand the limit on to the jobs that they name.
    let elsewhere = ["repl", "lsp", "mcp", "plan", "sweep"];
    for name in names {
        if help(&[name, "--help"]).contains("--timeout") && !elsewhere.contains(&name) {
            assert!(known.contains(name), "no task for `filbert {name}`");
        }
    }
}
