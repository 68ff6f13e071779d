//! What was compared, and how often.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use filbert::syntax::commands;

use super::statements::About;
use super::worlds::WORLDS;
use super::{about_words, games, mixed, sequences, sets};

/// The least number of comparisons of each system, command and kind, in a million statements and 10,000 games.
const EACH: u64 = 1_000;
const MILLION: u64 = 1_000_000;
const GAMES: u64 = 10_000;

/// Commands that are compared with nothing, and why.
const NOT_COMPARED: [(&str, &str); 4] = [
    ("cls", "clears the screen"),
    ("exit", "ends the session, which compares nothing"),
    ("help", "prints the table of commands, of which the tests hold every line"),
    ("quit", "ends the session, which compares nothing"),
];

/// Commands that have a soak of their own, and its option.
const ALONE: [(&str, &str); 2] = [("family", "--slopes"), ("recursion", "--recursions")];

/// What is compared beside the commands of scripts.
const BESIDE: [&str; 4] = ["count", "custom base", "guess", "prove --jobs"];
/// Commands that are compared where games are, and what is compared there beside them.
const OF_GAMES: [&str; 8] = ["game", "grundy", "kernel", "misere", "outcomes", "position", "redundant", "table"];

/// Figures of a run.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub statements: u64,
    pub games: u64,
    pub alternating: u64,
    /// Statements with quantifiers or none, for the share of those that alternate.
    pub formulas: u64,
    pub verdicts: [u64; 2],
    pub systems: BTreeMap<String, u64>,
    pub commands: BTreeMap<&'static str, u64>,
    pub kinds: BTreeMap<&'static str, u64>,
    pub skipped: BTreeMap<&'static str, u64>,
    pub disagreements: u64,
    pub seconds: f64,
    /// Seconds of all threads, by what they worked on.
    pub spent: BTreeMap<String, f64>,
    pub seed: u64,
}

impl Tally {
    /// Counts a formula.
    pub fn formula(&mut self, about: About) {
        self.formulas += 1;
        self.alternating += u64::from(about.alternates);
        if let Some(truth) = about.verdict {
            self.verdicts[usize::from(truth)] += 1;
        }
    }

    pub fn add(&mut self, other: &Tally) {
        self.statements += other.statements;
        self.games += other.games;
        self.alternating += other.alternating;
        self.formulas += other.formulas;
        self.disagreements += other.disagreements;
        for (own, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *own += more;
        }
        let pairs = [
            (&mut self.commands, &other.commands),
            (&mut self.kinds, &other.kinds),
            (&mut self.skipped, &other.skipped),
        ];
        for (own, more) in pairs {
            more.iter().for_each(|(name, count)| *own.entry(name).or_default() += count);
        }
        other.spent.iter().for_each(|(name, time)| *self.spent.entry(name.clone()).or_default() += time);
        other.systems.iter().for_each(|(name, count)| *self.systems.entry(name.clone()).or_default() += count);
    }

    /// The figures for people.
    pub fn table(&self) -> String {
        let mut out = String::new();
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let mut line = |name: &str, value: String| writeln!(out, "{name:<26}{value}").expect("a string grows");
        line("seed", self.seed.to_string());
        line("seconds", format!("{:.0}", self.seconds));
        line("statements compared", self.statements.to_string());
        line("games compared", self.games.to_string());
        line(
            "formulas that alternate",
            format!("{:.1} % of {}", share(self.alternating, self.formulas), self.formulas),
        );
        let [no, yes] = self.verdicts;
        line("verdicts TRUE", format!("{:.1} % of {}", share(yes, no + yes), no + yes));
        line("disagreements", self.disagreements.to_string());
        for (name, why) in NOT_COMPARED {
            line(&format!("not compared: {name}"), why.to_owned());
        }
        for (name, option) in ALONE {
            line(&format!("not compared: {name}"), format!("compared with {option}"));
        }
        for (title, counts) in [("command", &self.commands), ("kind", &self.kinds), ("left alone", &self.skipped)] {
            for (name, count) in counts {
                line(&format!("{title} {name}"), count.to_string());
            }
        }
        for (name, spent) in self.spent.iter().filter(|(name, _)| !self.systems.contains_key(*name)) {
            line(&format!("time of {name}"), format!("{spent:.1} s"));
        }
        for (name, count) in &self.systems {
            let spent = self.spent.get(name).copied().unwrap_or_default();
            line(&format!("system {name}"), format!("{count:<10}{spent:.1} s"));
        }
        out
    }

    /// The quotas that were not met, in proportion to what was to be compared.
    pub fn missed(&self) -> Vec<String> {
        let mut missed = Vec::new();
        let share = |done: u64, of: u64| (EACH * done.min(of)).div_ceil(of);
        let (of_statements, of_games) = (share(self.statements, MILLION), share(self.games, GAMES));
        let mut wanted = |what: &str, count: Option<&u64>, least: u64| {
            let count = count.copied().unwrap_or(0);
            if count < least {
                missed.push(format!("{what}: {count} of {least}"));
            }
        };
        let left_out = |name: &str| NOT_COMPARED.iter().chain(&ALONE).any(|(known, _)| *known == name);
        let known = commands().iter().map(|info| info.keyword).filter(|name| !left_out(name));
        for name in known.chain(BESIDE).filter(|name| !OF_GAMES.contains(name)) {
            wanted(&format!("command {name}"), self.commands.get(name), of_statements);
        }
        for name in OF_GAMES {
            wanted(&format!("command {name}"), self.commands.get(name), of_games);
        }
        let of_words = about_words::WORLDS.iter().map(|world| world.system);
        for name in WORLDS.iter().map(|world| world.name).chain(of_words).collect::<BTreeSet<&str>>() {
            wanted(&format!("system {name}"), self.systems.get(name), of_statements);
        }
        for name in mixed::KINDS.into_iter().chain(sets::KINDS).chain(sequences::KINDS) {
            wanted(&format!("kind {name}"), self.kinds.get(name), of_statements);
        }
        for name in games::KINDS {
            wanted(&format!("kind {name}"), self.kinds.get(name), of_games);
        }
        if 100 * self.alternating < 30 * self.formulas {
            missed.push("fewer than 30 % of the formulas alternate".into());
        }
        let [no, yes] = self.verdicts;
        if 100 * no.max(yes) > 80 * (no + yes) {
            missed.push("more than 80 % of the verdicts are alike".into());
        }
        missed
    }
}
