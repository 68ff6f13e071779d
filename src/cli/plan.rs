//! `filbert plan`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::disk::{goes_to_standard_output, read_given, write_atomically};
use crate::report::jobs::{Format, Job, Plan as Jobs};
use crate::report::merge::times;
use crate::script::{Limits, Outline, outline, script_files};

use super::{say, trouble};

/// Say how a suite is proved in many runs
///
/// Prints the jobs for Snakemake, Ninja, make or another program, which runs, repeats and resumes them: each proves a
/// script, or some statements of one, and the last merges their reports. Without an earlier run each script is one job.
#[derive(Debug, clap::Args)]
pub(super) struct Plan {
    /// Script files and folders
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
    /// Which program runs the jobs
    #[arg(long, value_enum)]
    format: Format,
    /// What `filbert prove --json` or `filbert merge --json` wrote: its times say which statements share a job
    #[arg(long, value_name = "RUN.json")]
    from: Option<PathBuf>,
    /// How long the statements that share a job took together, at most
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    group: f64,
    /// Where the reports of the jobs and their cache are written
    #[arg(long, value_name = "DIR", default_value = "filbert-run")]
    folder: PathBuf,
    /// Time for each statement, as `filbert prove --timeout`
    #[arg(long, value_name = "TIME")]
    timeout: Option<String>,
    /// Memory of each job, as `filbert prove --memory`
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Scripts and folders whose names may be used, as `filbert prove --in`
    #[arg(long = "in", value_name = "PATH")]
    places: Vec<PathBuf>,
    /// The program that the jobs run
    #[arg(long, value_name = "PROGRAM", default_value = "filbert")]
    program: String,
    /// Write the plan to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Plan {
    pub(super) fn run(&self) -> ExitCode {
        match self.plan().and_then(|plan| plan.text(self.format)) {
            Ok(text) => match self.out.as_deref().filter(|path| !goes_to_standard_output(path)) {
                None => {
                    say::out(text);
                    ExitCode::SUCCESS
                }
                Some(path) => match write_atomically(path, text) {
                    Ok(()) => ExitCode::SUCCESS,
                    Err(why) => trouble(format!("{}: {why}", path.display())),
                },
            },
            Err(why) => trouble(why),
        }
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
        let memory_mb = self.memory.as_deref().map(super::limits::parse_size).transpose()?.map(|bytes| bytes >> 20);
        let mut jobs = Vec::new();
        for file in script_files(&self.paths).map_err(|why| why.to_string())? {
            let outline = outline(&file, &limits)?;
            let script = file.display().to_string();
            let mut reads = vec![script.clone()];
            reads.extend(outline.reads.iter().map(|path| path.display().to_string()));
            for (only, seconds) in self.groups(&outline, &|name| known.get(&(script.clone(), name.to_owned())).copied())
            {
                let id = format!("{:04}", jobs.len() + 1);
                let output = self.folder.join(format!("{id}.json")).display().to_string();
                let command = self.command(&script, &only, &output);
                let (script, reads) = (script.clone(), reads.clone());
                jobs.push(Job { id, script, only, reads, seconds, threads: 1, memory_mb, command, output });
            }
        }
        let report = self.folder.join("report.json").display().to_string();
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let mut merge = words(&[&self.program, "merge"]);
        merge.extend(jobs.iter().map(|job| job.output.clone()));
        for path in &self.paths {
            merge.extend(words(&["--of", &path.display().to_string()]));
        }
        merge.extend(words(&["--quiet", "--collect", "--json", &report]));
        Ok(Jobs { jobs, merge, report })
    }

    fn command(&self, script: &str, only: &[String], output: &str) -> Vec<String> {
        let mut command = vec![self.program.clone(), "prove".into(), script.into()];
        let mut option = |name: &str, value: String| command.extend([name.to_owned(), value]);
        if !only.is_empty() {
            option("--only", only.join(","));
        }
        let cache = self.folder.join("cache").display().to_string();
        option("--cache", cache);
        self.timeout.iter().for_each(|time| option("--timeout", time.clone()));
        self.memory.iter().for_each(|size| option("--memory", size.clone()));
        self.places.iter().for_each(|place| option("--in", place.display().to_string()));
        option("--jobs", "1".into());
        option("--json", output.into());
        command.extend(["--quiet".to_owned(), "--collect".to_owned()]);
        command
    }

    /// The statements of a script that share a job, by name; no name for a script that is one job. The first has the
    /// definitions that nothing names.
    fn groups(&self, outline: &Outline, time: &dyn Fn(&str) -> Option<f64>) -> Vec<(Vec<String>, Option<f64>)> {
        let mut names = BTreeSet::new();
        let statements: Vec<&str> =
            outline.statements.iter().map(|statement| &*statement.name).filter(|name| names.insert(*name)).collect();
        let total: f64 = statements.iter().filter_map(|name| time(name)).sum();
        let is_known = !statements.is_empty() && statements.iter().any(|name| time(name).is_some());
        // Names of statements without a name of their own cannot be asked for.
        let can_divide = statements.iter().all(|name| !name.contains(' '));
        if !is_known || total <= self.group || !can_divide {
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
