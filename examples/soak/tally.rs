//! What was compared, and how often.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The least number of comparisons of each system and command, for a run of a million.
const EACH: u64 = 1_000;

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
        for (title, counts) in
            [("command", &self.commands), ("kind of game", &self.kinds), ("left alone", &self.skipped)]
        {
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

    /// The quotas that were not met, for a run of a million statements.
    pub fn missed(&self) -> Vec<String> {
        let mut missed = Vec::new();
        let rare = |name: &str, count: &u64| (*count < EACH).then(|| format!("{name}: {count} of {EACH}"));
        missed.extend(self.commands.iter().filter_map(|(name, count)| rare(name, count)));
        missed.extend(self.systems.iter().filter_map(|(name, count)| rare(name, count)));
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
