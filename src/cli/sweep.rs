//! `filbert sweep`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::report::jobs::Plan;
use crate::script::{Limits, Values, choices, outline};

use super::plan::JobOptions;

/// Say how a script is proved for many values of its parameters
///
/// `{s}` in the script stands for the value of `s`. Prints the jobs, one for each choice of values, for Snakemake, Ninja,
/// make or another program; the last merges their reports into report.json and table.csv. A job whose statements fail
/// or end at a limit does not stop the others.
#[derive(Debug, clap::Args)]
pub(super) struct Sweep {
    /// A script with places such as `{s}`
    template: PathBuf,
    /// Parameters and their values, with commas between them: `s=1..50, w=fib|trib`
    #[arg(long, value_name = "VALUES", value_delimiter = ',', required = true)]
    over: Vec<Values>,
    #[command(flatten)]
    jobs: JobOptions,
}

impl Sweep {
    pub(super) fn run(&self) -> ExitCode {
        self.jobs.give(self.plan())
    }

    /// # Errors
    /// What could not be read, or a parameter without a place.
    fn plan(&self) -> Result<Plan, String> {
        let limits = Limits::default();
        let mut jobs = Vec::new();
        for parameters in choices(&self.over)? {
            let outline = outline(&self.template, &parameters, &limits)?;
            let mut reads = vec![self.template.display().to_string()];
            reads.extend(outline.reads.iter().map(|path| path.display().to_string()));
            jobs.push(self.jobs.job(format!("{:04}", jobs.len() + 1), &reads, Vec::new(), &parameters)?);
        }
        Ok(self.jobs.plan(jobs, &["--table", &self.jobs.file("table.csv")]))
    }
}
