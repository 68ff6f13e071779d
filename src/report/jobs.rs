//! The plan of a suite: jobs that other programs run, retry and resume, and the report of all at the end.

use std::fmt::Write;

use serde::Serialize;

/// A run of a part of the suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Job {
    /// `0001`, `0002` and so on.
    pub id: String,
    /// What is proved.
    pub script: String,
    /// Names of statements and definitions; all of the script if there are none here.
    pub only: Vec<String>,
    /// The files whose change makes it run again, the script among them.
    pub reads: Vec<String>,
    /// How long it took in an earlier run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Threads that it keeps busy.
    pub threads: usize,
    /// What it may use, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<usize>,
    /// Program and arguments.
    pub command: Vec<String>,
    /// The file that it writes, whole or not at all.
    pub output: String,
}

/// All jobs, and what comes after them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// In the order of the scripts.
    pub jobs: Vec<Job>,
    /// Program and arguments of the last job, which reads the outputs of all others.
    pub merge: Vec<String>,
    /// What that writes.
    pub report: String,
}

/// Which program runs it.
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A Snakefile
    Snakemake,
    /// A build.ninja
    Ninja,
    /// A Makefile, for GNU make
    Make,
    /// For other programs
    Json,
}

impl Plan {
    /// The plan as text.
    ///
    /// # Errors
    /// If the format cannot say a path.
    pub fn text(&self, format: Format) -> Result<String, String> {
        match format {
            Format::Json => Ok(serde_json::to_string_pretty(self).expect("strings and numbers become JSON") + "\n"),
            Format::Snakemake => Ok(self.snakemake()),
            Format::Ninja => Ok(self.ninja()),
            Format::Make => self.make(),
        }
    }

    fn outputs(&self) -> Vec<String> {
        self.jobs.iter().map(|job| job.output.clone()).collect()
    }

    fn snakemake(&self) -> String {
        // Every file by name: one that only another rule reads and that is missing would not be made again.
        let all: Vec<String> = self.outputs().iter().chain([&self.report]).map(|path| python(path)).collect();
        let mut text = format!("rule all:\n    input: {}\n", all.join(", "));
        let mut rule = |name: &str, reads: &[String], output: &str, (threads, memory), command: &[String]| {
            let inputs: Vec<String> = reads.iter().map(|path| python(path)).collect();
            // Braces are Snakemake's in the text of a command.
            let command = shell(command).replace('{', "{{").replace('}', "}}");
            write!(
                text,
                "\nrule {name}:\n    input: {}\n    output: {}\n    threads: {threads}\n",
                inputs.join(", "),
                python(output)
            )
            .expect("writing to a string");
            if let Some(memory) = memory {
                writeln!(text, "    resources: mem_mb={memory}").expect("writing to a string");
            }
            writeln!(text, "    shell: {}", python(&command)).expect("writing to a string");
        };
        for job in &self.jobs {
            let needs = (job.threads, job.memory_mb);
            rule(&format!("job_{}", job.id), &job.reads, &job.output, needs, &job.command);
        }
        rule("report", &self.outputs(), &self.report, (1, None), &self.merge);
        text
    }

    fn ninja(&self) -> String {
        let path = |path: &String| path.replace('$', "$$").replace(' ', "$ ").replace(':', "$:");
        let paths = |many: &[String]| many.iter().map(path).collect::<Vec<_>>().join(" ");
        let mut text = "rule run\n  command = $what\n  description = $about\n".to_owned();
        let mut build = |reads: &[String], output: &String, about: &str, command: &[String]| {
            let (inputs, output) = (paths(reads), path(output));
            let command = shell(command).replace('$', "$$");
            let about = about.replace('$', "$$");
            write!(text, "\nbuild {output}: run {inputs}\n  what = {command}\n  about = {about}\n")
                .expect("writing to a string");
        };
        for job in &self.jobs {
            build(&job.reads, &job.output, &job.about(), &job.command);
        }
        build(&self.outputs(), &self.report, "report", &self.merge);
        writeln!(text, "\ndefault {}", path(&self.report)).expect("writing to a string");
        text
    }

    fn make(&self) -> Result<String, String> {
        let all = self.jobs.iter().flat_map(|job| job.reads.iter().chain([&job.output]));
        let bad = |path: &&String| path.contains(|c: char| c.is_whitespace() || ":#%$=;|\\*?[]~\"'".contains(c));
        if let Some(path) = all.chain([&self.report]).find(bad) {
            return Err(format!("make cannot name the file `{path}`: take another format"));
        }
        let mut text = format!(".DELETE_ON_ERROR:\n{}:\n", self.report);
        let mut rule = |reads: &[String], output: &str, command: &[String]| {
            let command = shell(command).replace('$', "$$");
            write!(text, "\n{output}: {}\n\t{command}\n", reads.join(" ")).expect("writing to a string");
        };
        self.jobs.iter().for_each(|job| rule(&job.reads, &job.output, &job.command));
        rule(&self.outputs(), &self.report, &self.merge);
        Ok(text)
    }
}

impl Job {
    fn about(&self) -> String {
        match &self.only[..] {
            [] => self.script.clone(),
            [one] => format!("{}: {one}", self.script),
            [first, .., last] => format!("{}: {first} .. {last}", self.script),
        }
    }
}

/// A text of Python.
fn python(text: &str) -> String {
    serde_json::to_string(text).expect("a string becomes JSON")
}

/// A command of sh.
fn shell(command: &[String]) -> String {
    let quoted = |word: &String| match word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./,=+@".contains(c)) {
        true if !word.is_empty() => word.clone(),
        _ => format!("'{}'", word.replace('\'', "'\\''")),
    };
    command.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(script: &str) -> Plan {
        let words = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
        let job = Job {
            id: "0001".into(),
            script: script.into(),
            only: vec!["a".into()],
            reads: vec![script.into()],
            seconds: None,
            threads: 1,
            memory_mb: Some(512),
            command: words(&format!("filbert|prove|{script}|--only|a")),
            output: "run/0001.json".into(),
        };
        Plan { jobs: vec![job], merge: words("filbert|merge|run/0001.json"), report: "run/report.json".into() }
    }

    #[test]
    fn names_with_spaces_are_quoted() {
        let odd = plan("my $file's {1}.prf");
        let snakemake = odd.text(Format::Snakemake).unwrap();
        assert!(snakemake.contains(r#"input: "my $file's {1}.prf""#), "{snakemake}");
        assert!(snakemake.contains(r#"shell: "filbert prove 'my $file'\\''s {{1}}.prf' --only a""#), "{snakemake}");
        let ninja = odd.text(Format::Ninja).unwrap();
        assert!(ninja.contains("build run/0001.json: run my$ $$file's$ {1}.prf\n"), "{ninja}");
        assert!(ninja.contains("what = filbert prove 'my $$file'\\''s {1}.prf' --only a\n"), "{ninja}");
        assert!(odd.text(Format::Make).is_err());
        assert!(plan("a.prf").text(Format::Make).unwrap().contains("\nrun/0001.json: a.prf\n\tfilbert prove a.prf"));
    }
}
