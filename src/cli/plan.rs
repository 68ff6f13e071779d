//! `filbert plan`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::disk::{goes_to_standard_output, read_given, write_atomically};
use crate::report::jobs::{Format, Job, Plan as Jobs};
use crate::report::merge::times;
use crate::script::{Limits, Outline, Parameters, outline, script_files};

use super::exit::Exit;
use super::limits::parse_size;
use super::{say, trouble};

/// What the jobs of a plan share.
#[derive(Debug, clap::Args)]
pub(super) struct JobOptions {
    /// The program that runs the jobs
    #[arg(long, value_enum)]
    format: Format,
    /// The folder for reports and cache
    #[arg(long, value_name = "DIR", default_value = "filbert-run")]
    folder: PathBuf,
    /// Time for each statement, like `filbert prove --timeout`
    #[arg(long, value_name = "TIME")]
    timeout: Option<String>,
    /// Memory for each job, like `filbert prove --memory`
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Scripts and folders whose names the jobs use, like `filbert prove --in`
    #[arg(long = "in", value_name = "PATH")]
    places: Vec<PathBuf>,
    /// The filbert that the jobs call
    #[arg(long, value_name = "PROGRAM", default_value = "filbert")]
    program: String,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl JobOptions {
    /// Hands over a plan.
    pub(super) fn give(&self, plan: Result<Jobs, String>) -> Exit {
        let written = plan.and_then(|plan| plan.text(self.format)).and_then(|text| {
            match self.out.as_deref().filter(|path| !goes_to_standard_output(path)) {
                None => say::out(text),
                Some(path) => write_atomically(path, text).map_err(|why| format!("{}: {why}", path.display()))?,
            }
            Ok(())
        });
        written.map_or_else(trouble, |()| Exit::SUCCESS)
    }

    /// A job that proves a script, or these names of it, and reports to a file of this name.
    ///
    /// # Errors
    /// If the memory is none.
    pub(super) fn job(
        &self,
        id: String,
        reads: &[String],
        only: Vec<String>,
        parameters: &Parameters,
    ) -> Result<Job, String> {
        let output = self.folder.join(format!("{id}.json")).display().to_string();
        let script = reads[0].clone();
        let mut command = vec![self.program.clone(), "prove".into(), script.clone()];
        let mut option = |name: &str, value: String| command.extend([name.to_owned(), value]);
        if !only.is_empty() {
            option("--only", only.join(","));
        }
        parameters.iter().for_each(|(name, value)| option("--set", format!("{name}={value}")));
        option("--cache", self.folder.join("cache").display().to_string());
        self.timeout.iter().for_each(|time| option("--timeout", time.clone()));
        self.memory.iter().for_each(|size| option("--memory", size.clone()));
        self.places.iter().for_each(|place| option("--in", place.display().to_string()));
        option("--jobs", "1".into());
        option("--json", output.clone());
        command.extend(["--quiet".to_owned(), "--collect".to_owned()]);
        let memory_mb = self.memory.as_deref().map(parse_size).transpose()?.map(|bytes| bytes.div_ceil(1_000_000));
        Ok(Job { id, script, only, reads: reads.to_vec(), seconds: None, threads: 1, memory_mb, command, output })
    }

    /// The plan of these jobs, whose reports are merged with these further arguments.
    pub(super) fn plan(&self, jobs: Vec<Job>, more: &[&str]) -> Jobs {
        let report = self.file("report.json");
        let mut merge = vec![self.program.clone(), "merge".to_owned()];
        merge.extend(jobs.iter().map(|job| job.output.clone()));
        merge.extend(more.iter().map(|&word| word.to_owned()));
        merge.extend(["--quiet", "--collect", "--json", &report].map(str::to_owned));
        Jobs { jobs, merge, report }
    }

    /// A file in the folder of the run.
    pub(super) fn file(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }
}

/// Plan a large suite as many jobs for Snakemake, Ninja or make
///
/// Prints the jobs; the other program runs, repeats and resumes them. Each job proves a script or some of its statements,
/// and the last one merges the reports. Without `--from`, each script is one job.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert plan proofs --format ninja --out build.ninja
  filbert plan proofs --from run.json --format make --out Makefile")]
pub(super) struct Plan {
    /// Script files and folders
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// Group short statements by the times in this report of `prove --json` or `merge --json`
    #[arg(long, value_name = "RUN.json")]
    from: Option<PathBuf>,
    /// Group statements that took at most SECONDS together
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    group: f64,
    #[command(flatten)]
    jobs: JobOptions,
}

impl Plan {
    pub(super) fn run(&self) -> Exit {
        self.jobs.give(self.plan())
    }

    /// # Errors
    /// What could not be read.
    fn plan(&self) -> Result<Jobs, String> {
        let limits = Limits::default();
        let known = match &self.from {
            Some(path) => {
                let named = |why: String| format!("{}: {why}", path.display());
                let text = read_given(path, &limits.budget()).map_err(|why| named(why.to_string()))?;
                times(&text).map_err(named)?
            }
            None => BTreeMap::new(),
        };
        let none = Parameters::new();
        let mut jobs = Vec::new();
        for file in script_files(&self.paths).map_err(|why| why.to_string())? {
            let outline = outline(&file, &none, &limits)?;
            let script = file.display().to_string();
            let mut reads = vec![script.clone()];
            reads.extend(outline.reads.iter().map(|path| path.display().to_string()));
            let time = |name: &str| known.get(&(script.clone(), name.to_owned())).copied();
            for (only, seconds) in self.groups(&outline, &time) {
                let job = self.jobs.job(format!("{:04}", jobs.len() + 1), &reads, only, &none)?;
                jobs.push(Job { seconds, ..job });
            }
        }
        let paths: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        let of: Vec<&str> = paths.iter().flat_map(|path| ["--of", path.as_str()]).collect();
        Ok(self.jobs.plan(jobs, &of))
    }

    /// The statements of a script that share a job, by name; no name for a script that is one job. The first has what
    /// nothing names.
    fn groups(&self, outline: &Outline, time: &dyn Fn(&str) -> Option<f64>) -> Vec<(Vec<String>, Option<f64>)> {
        let mut names = BTreeSet::new();
        let statements: Vec<&str> =
            outline.statements.iter().map(|statement| &*statement.name).filter(|name| names.insert(*name)).collect();
        let total: f64 = statements.iter().filter_map(|name| time(name)).sum();
        let is_known = !statements.is_empty() && statements.iter().any(|name| time(name).is_some());
        if !is_known || total <= self.group {
            return vec![(Vec::new(), is_known.then_some(total))];
        }
        let mut groups: Vec<(Vec<String>, Option<f64>)> = Vec::new();
        for name in statements {
            // What was never timed may take long.
            let own = time(name).unwrap_or(self.group);
            match groups.last_mut() {
                Some((names, Some(sum))) if *sum + own <= self.group => {
                    names.push(name.to_owned());
                    *sum += own;
                }
                _ => groups.push((vec![name.to_owned()], Some(own))),
            }
        }
        if let Some((first, _)) = groups.first_mut() {
            first.extend(outline.loose.iter().cloned());
        }
        groups
    }
}
