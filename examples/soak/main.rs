//! Random statements, commands and games against oracles that share no code with the engine, on all cores.
//!
//! `cargo run --release --example soak -- --minutes N --seed S`, or `--statements N --games N`. What disagrees is made
//! smaller and printed as a script; a table of what was compared stands at the end. Exits with 1 on a disagreement, with
//! `--quotas` also where something was compared too rarely. `docs/trust.md` says what is compared with what.

#![forbid(unsafe_code)]

#[path = "../../tests/suite/about_words.rs"]
mod about_words;
mod automaton;
mod certificates;
mod certified;
mod claims;
mod decide;
mod files;
mod formula;
mod games;
mod generate;
mod lab;
mod languages;
mod mixed;
mod numeration;
mod parameters;
mod planted;
mod recursions;
mod rewrite;
mod run;
mod scripts;
mod sequences;
mod series;
mod sets;
mod shapes;
mod slopes;
mod statements;
mod systems;
mod tally;
mod tape;
mod terms;
#[path = "../../tests/suite/oracle/words.rs"]
mod word_lists;
mod words;
mod worlds;

/// What the tests know as well.
mod oracle {
    pub(crate) use super::word_lists as words;
}

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use filbert::planted::{BUGS, SCRIPTS};

/// Compare the engine with independent oracles at random
#[derive(Clone, Debug, Parser)]
struct Options {
    /// Stop after so many minutes
    #[arg(long)]
    minutes: Option<f64>,
    /// Statements and commands to compare
    #[arg(long)]
    statements: Option<u64>,
    /// Games to compare
    #[arg(long)]
    games: Option<u64>,
    /// What the random cases are made from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, all cores by default
    #[arg(long)]
    jobs: Option<usize>,
    /// Run this block alone
    #[arg(long)]
    block: Option<u64>,
    /// Stop at the first disagreement
    #[arg(long)]
    first: bool,
    /// Fail where a system, a command or a kind of statement was compared too rarely
    #[arg(long)]
    quotas: bool,
    /// Run the bugs of `filbert::planted` one after another and say where each was found
    #[arg(long)]
    planted: bool,
    /// Certify and check the statements; with `--planted`, for each bug
    #[arg(long)]
    certificates: bool,
    /// Scripts to compare, instead of statements
    #[arg(long)]
    scripts: Option<u64>,
    /// Statements about all slopes, and other parameters, to compare, instead of others
    #[arg(long)]
    slopes: Option<u64>,
    /// Recursions to compare, instead of others
    #[arg(long)]
    recursions: Option<u64>,
    /// So many of the scripts by the programs `filbert` and `filbert-check` as well
    #[arg(long, default_value_t = 0)]
    programs: u64,
    /// Print commands before they run
    #[arg(long)]
    verbose: bool,
}

/// Numbers as arguments of this program.
fn numbers(given: &[(&str, u64)]) -> Vec<String> {
    given.iter().map(|(name, number)| format!("--{name}={number}")).collect()
}

fn main() -> ExitCode {
    let options = Options::parse();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if let Some(scripts) = options.scripts {
        if options.planted {
            return planted::run(&SCRIPTS, &numbers(&[("seed", options.seed), ("scripts", scripts)]));
        }
        return scripts::run(&scripts::Plan {
            seed: options.seed,
            scripts,
            jobs: options.jobs.unwrap_or(cores),
            only: options.block,
            first: options.first,
            quotas: options.quotas,
            programs: options.programs,
        });
    }
    if let Some(recursions) = options.recursions {
        let Options { seed, block: only, verbose, .. } = options;
        return recursions::run(seed, recursions, options.jobs.unwrap_or(cores), only, verbose);
    }
    if let (Some(statements), true) = (options.slopes, options.certificates) {
        return certified::run(options.seed, statements);
    }
    if let Some(statements) = options.slopes {
        let Options { seed, first, block: only, verbose, .. } = options;
        return slopes::run_all(&slopes::Plan {
            seed,
            statements,
            jobs: options.jobs.unwrap_or(cores),
            only,
            first,
            verbose,
        });
    }
    if options.certificates {
        let statements = options.statements.unwrap_or(20_000);
        return match options.planted {
            true => certificates::run_planted(options.seed, statements),
            false => certificates::run(options.seed, statements, options.quotas),
        };
    }
    if options.planted {
        let statements = options.statements.unwrap_or(100_000);
        let given = [("seed", options.seed), ("statements", statements), ("games", statements / 100)];
        return planted::run(&BUGS, &numbers(&given));
    }
    let endless = options.statements.is_none() && options.games.is_none();
    let plan = run::Plan {
        seed: options.seed,
        statements: options.statements.unwrap_or(if endless { u64::MAX } else { 0 }),
        games: options.games.unwrap_or(if endless { u64::MAX } else { 0 }),
        time: match (options.minutes, endless) {
            (Some(minutes), _) => Some(Duration::from_secs_f64(60.0 * minutes)),
            (None, true) => Some(Duration::from_secs(60)),
            (None, false) => None,
        },
        jobs: options.jobs.unwrap_or(cores),
        only: options.block,
        first: options.first,
        verbose: options.verbose,
    };
    let tally = run::run(&plan);
    print!("{}", tally.table());
    let missed = tally.missed();
    if options.quotas {
        missed.iter().for_each(|quota| println!("too rare: {quota}"));
    }
    ExitCode::from(u8::from(tally.disagreements > 0 || (options.quotas && !missed.is_empty())))
}
