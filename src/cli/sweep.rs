//! `filbert sweep`.

use std::path::PathBuf;

use crate::report::jobs::Plan;
use crate::script::{Limits, Values, choices, outline};

use super::exit::Exit;
use super::plan::JobOptions;

/// Plan a script with parameters, one job for each choice of values
///
/// Each job replaces `{s}` in the script by a value of `s`. Prints the jobs for Snakemake, Ninja, make or another
/// program; the last one merges the reports into report.json and table.csv. A job that fails does not stop the others.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert sweep wythoff.prf --over 's=1..50' --format ninja --out build.ninja")]
pub(super) struct Sweep {
    /// A script with places like `{s}`
    template: PathBuf,
    /// Parameters and their values, separated by commas, as in `s=1..50, w=fib|trib`
    #[arg(long, value_name = "VALUES", value_delimiter = ',', required = true)]
    over: Vec<Values>,
    #[command(flatten)]
    jobs: JobOptions,
}

impl Sweep {
    pub(super) fn run(&self) -> Exit {
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
