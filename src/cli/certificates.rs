//! The folder that `filbert prove --certify DIR` writes: a manifest, the scripts as they were, and beside each its
//! certificate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use sha2::{Digest, Sha256};

use crate::budget::process::is_interrupted;
use crate::disk::{make_folder, read_given, write_atomically};
use crate::report::page::Certified;
use crate::script::{
    CERTIFICATE_HEADER, Claim, Entry, Limits, Options, PRELUDE, StatementReport, prove_source, shipped_certificates,
};
use crate::syntax::{Source, pieces};
use crate::tuning::STACK_BYTES;

use super::answers::AnswerOptions;

/// What every manifest begins with; a number follows.
const FIRST_WORDS: &str = "filbert certificates ";
const FIRST_LINE: &str = "filbert certificates 4";

/// Where certificates go.
#[derive(Debug, clap::Args)]
pub(super) struct CertificateOptions {
    /// Also write certificates, which `filbert-check DIR` checks on its own
    #[arg(long, value_name = "DIR")]
    pub(super) certify: Option<PathBuf>,
    /// Write certificates as plain text, not compressed
    #[arg(long, requires = "certify")]
    plain: bool,
    /// Check the certificates with PROGRAM, a `filbert-check`; writes DIR/checked, and marks checked theorems in `--html`
    #[arg(long, value_name = "PROGRAM", requires = "certify")]
    checker: Option<PathBuf>,
    /// Steps after which the program is to give a command up.
    #[arg(skip)]
    steps: Option<u64>,
    #[command(flatten)]
    answers: AnswerOptions,
}

/// The certificate of a script: its path and its bytes.
pub(super) type Written = (String, Vec<u8>);

/// Certificates in the making.
pub(super) struct Certificates {
    folder: PathBuf,
    is_plain: bool,
    checker: Option<PathBuf>,
    steps: Option<u64>,
    /// What is above all scripts.
    root: PathBuf,
    limits: Limits,
    texts: BTreeMap<PathBuf, Made>,
    manifest: String,
    /// Those of the scripts, as they end.
    written: Vec<Written>,
    /// For each of these, the script as it was named, and as the manifest names it.
    scripts: Vec<(PathBuf, PathBuf)>,
    failed: Option<String>,
    answers: Option<Answers>,
    /// Scripts whose certificates wait for their answers.
    waiting: Vec<Waiting>,
}

/// How answers are found.
struct Answers {
    find: AnswerOptions,
    /// The scripts that get some.
    asked: BTreeSet<PathBuf>,
    jobs: usize,
    options: Options,
}

/// A script that is proved, and what is known of it.
struct Waiting {
    path: PathBuf,
    script: String,
    made: Made,
}

/// What is known of a script so far: its certificate, and its statements as the manifest has them.
#[derive(Default)]
struct Made {
    claims: String,
    statements: String,
}

impl CertificateOptions {
    /// For certificates in a folder, as plain text.
    pub(super) fn plain(folder: PathBuf) -> CertificateOptions {
        CertificateOptions {
            certify: Some(folder),
            plain: true,
            checker: None,
            steps: None,
            answers: AnswerOptions::NONE,
        }
    }

    /// For certificates in a folder, which a program checks if there is one, so many steps at each.
    pub(super) fn checked(folder: PathBuf, checker: Option<PathBuf>, steps: u64) -> CertificateOptions {
        let answers = AnswerOptions::NONE;
        CertificateOptions { certify: Some(folder), plain: false, checker, steps: Some(steps), answers }
    }

    /// The certificates of these scripts, without answers, if there are to be any.
    ///
    /// # Errors
    /// If the folder holds something else.
    pub(super) fn open(&self, files: &[PathBuf], limits: &Limits) -> Result<Option<Certificates>, String> {
        let Some(folder) = &self.certify else { return Ok(None) };
        Certificates::new(folder, self, files, limits).map(Some)
    }

    /// The certificates of these scripts. Those of the first `asked` have answers if that is wanted, found for so many at a time.
    ///
    /// # Errors
    /// If the folder holds something else.
    pub(super) fn open_answered(
        &self,
        files: &[PathBuf],
        (asked, jobs): (usize, usize),
        options: &Options,
    ) -> Result<Option<Certificates>, String> {
        let Some(mut certificates) = self.open(files, &options.limits)? else { return Ok(None) };
        if self.answers.answers {
            let asked = files.iter().take(asked).cloned().collect();
            certificates.answers = Some(Answers { find: self.answers.clone(), asked, jobs, options: options.clone() });
        }
        Ok(Some(certificates))
    }
}

impl Certificates {
    fn new(
        folder: &Path,
        options: &CertificateOptions,
        files: &[PathBuf],
        limits: &Limits,
    ) -> Result<Certificates, String> {
        let is_own = std::fs::read_to_string(folder.join("manifest")).is_ok_and(|text| text.starts_with(FIRST_WORDS));
        let is_empty = std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        if !is_own && !is_empty {
            return Err(format!("{}: this folder has files that are not certificates of filbert", folder.display()));
        }
        let canonical = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        let paths: Vec<PathBuf> = files.iter().map(canonical).collect();
        let root = paths.first().map_or(PathBuf::new(), |first| {
            let above = first.ancestors().skip(1);
            above.into_iter().find(|root| paths.iter().all(|path| path.starts_with(root))).unwrap_or(first).to_owned()
        });
        let mut new = Certificates {
            folder: folder.to_owned(),
            is_plain: options.plain,
            checker: options.checker.clone(),
            steps: options.steps,
            root,
            limits: limits.clone(),
            texts: BTreeMap::new(),
            manifest: format!("{FIRST_LINE}\nprelude {PRELUDE}\n"),
            written: Vec::new(),
            scripts: Vec::new(),
            failed: None,
            answers: None,
            waiting: Vec::new(),
        };
        new.ship();
        Ok(new)
    }

    /// Those of what filbert ships.
    fn ship(&mut self) {
        match shipped_certificates() {
            Ok(shipped) => {
                for (name, text, claims) in shipped {
                    let made = Made { claims, statements: String::new() };
                    drop(self.write("shipped", &Path::new("shipped").join(name), text, &made));
                }
            }
            Err(why) => self.failed = Some(format!("no certificates for what filbert ships: {why:?}")),
        }
    }

    /// Writes a script and its certificate, and says so in the manifest; the certificate as it is stored.
    fn write(&mut self, kind: &str, name: &Path, script: &str, made: &Made) -> Written {
        let hash = |text: &str| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let (own, other) = (hash(script), hash(&made.claims));
        self.manifest += &format!("{kind} {own} {other} {}\n{}", name.display(), made.statements);
        let path = self.folder.join(name);
        let (plain, packed) = (path.with_extension("prf.cert"), path.with_extension("prf.cert.zst"));
        let (stored, other, bytes) = match self.is_plain {
            true => (plain, packed, made.claims.clone().into_bytes()),
            false => (packed, plain, compress_to_vec(made.claims.as_bytes(), CompressionLevel::Fastest)),
        };
        let written = (|| {
            let folder = path.parent().unwrap_or(Path::new("."));
            make_folder(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            for (path, bytes) in [(&path, script.as_bytes()), (&stored, &bytes)] {
                write_atomically(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            // One of an earlier run would be another.
            match std::fs::remove_file(&other) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    Err(format!("{}: {error}", other.display()))
                }
                _ => Ok(()),
            }
        })();
        if let Err(why) = written {
            self.failed = self.failed.take().or(Some(why));
        }
        (stored.display().to_string(), bytes)
    }

    fn made(&mut self, path: &Path) -> &mut Made {
        let new = || Made { claims: CERTIFICATE_HEADER.to_owned(), statements: String::new() };
        self.texts.entry(path.to_owned()).or_insert_with(new)
    }

    /// Adds claims on a command of a script.
    pub(super) fn add(&mut self, path: &Path, text: &str) {
        self.made(path).claims.push_str(text);
    }

    /// Adds a statement of a script: the verdict, its name, and its formula or the whole command in one line. What a checker
    /// does not read as a statement is left out.
    pub(super) fn state(&mut self, path: &Path, statement: &StatementReport) {
        let verdict = match statement.claim {
            _ if !statement.holds() => return,
            Claim::True | Claim::Kernel => "TRUE",
            Claim::False => "FALSE",
            Claim::None | Claim::Search | Claim::Guess => return,
        };
        let Some(formula) = stated(&statement.formula) else { return };
        self.made(path).statements += &format!("{verdict} {} {formula}\n", statement.name);
    }

    /// A script is at its end.
    pub(super) fn end(&mut self, path: &Path) {
        let made = std::mem::take(self.made(path));
        self.texts.remove(path);
        let Ok(script) = read_given(path, &self.limits.budget()) else { return };
        self.waiting.push(Waiting { path: path.to_owned(), script, made });
        if self.answers.is_none() {
            self.write_waiting();
        }
    }

    fn write_waiting(&mut self) {
        for Waiting { path, script, made } in std::mem::take(&mut self.waiting) {
            self.finish_script(&path, &script, &made);
        }
    }

    /// Adds their answers to certificates, several at a time. Once the user has interrupted, those that are found stand.
    ///
    /// # Errors
    /// If the user has interrupted.
    fn answer(&mut self) -> Result<(), String> {
        let Some(Answers { find, asked, jobs, options }) = &self.answers else { return Ok(()) };
        let asked = |waiting: &&mut Waiting| asked.contains(&waiting.path);
        let next = Mutex::new(self.waiting.iter_mut().filter(asked));
        let work = || {
            loop {
                let Some(Waiting { path, script, made }) = next.lock().ok().and_then(|mut next| next.next()) else {
                    return;
                };
                made.claims += &find.find(path, script, &made.claims, options);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..*jobs {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                if thread.spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
        });
        match is_interrupted() {
            true => Err(format!("interrupted: {} has the answers so far", self.folder.display())),
            false => Ok(()),
        }
    }

    fn finish_script(&mut self, path: &Path, script: &str, made: &Made) {
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = full.strip_prefix(&self.root).unwrap_or(&full).to_owned();
        let written = self.write("script", &name, script, made);
        self.written.push(written);
        self.scripts.push((path.to_owned(), name));
    }

    /// The certificates of the scripts, in the order in which these were proved, and what was found of them.
    ///
    /// # Errors
    /// What could not be written, or checked.
    pub(super) fn finish(mut self) -> Result<(Vec<Written>, Vec<Certified>), String> {
        let answered = self.answer();
        self.write_waiting();
        let manifest = std::mem::take(&mut self.manifest);
        let path = self.folder.join("manifest");
        write_atomically(&path, &manifest).map_err(|error| format!("{}: {error}", path.display()))?;
        if let Some(why) = self.failed {
            return Err(why);
        }
        answered?;
        let said = self.checker.as_deref().map(|checker| checked(checker, self.steps, &self.folder)).transpose()?;
        let certified = self.scripts.iter().zip(&self.written).map(|((path, name), (certificate, _))| Certified {
            script: path.display().to_string(),
            certificate: PathBuf::from(certificate),
            checked: lines(said.as_deref().unwrap_or(""), &name.display().to_string()),
        });
        let certified = certified.collect();
        Ok((self.written, certified))
    }
}

impl CertificateOptions {
    /// Certifies a statement that stands in no file, as a script of its own: a theorem, a refutation, or a definition if it
    /// has free variables.
    ///
    /// # Errors
    /// Why there are no certificates, or what could not be written or checked.
    pub(super) fn certify_statement(&self, formula: &str, truth: Option<bool>, options: Options) -> Result<(), String> {
        let path = Path::new("statement.prf");
        let Some(mut certificates) = self.open_answered(&[path.to_owned()], (1, 1), &options)? else { return Ok(()) };
        let keyword = truth.map_or("def", |truth| if truth { "theorem" } else { "refute" });
        let script = format!("{keyword} statement \"{formula}\":\n");
        let options = Options { certify: true, ..options };
        for entry in prove_source(&Source::new("statement.prf", script.clone()), None, &options) {
            match &entry {
                Entry::Certificate(text) => certificates.add(path, text),
                Entry::Statement(statement) => certificates.state(path, statement),
                _ => {}
            }
        }
        let made = std::mem::take(certificates.made(path));
        certificates.waiting.push(Waiting { path: path.to_owned(), script, made });
        certificates.finish().map(drop)
    }
}

/// A formula, or the whole command of a cover or a kernel, in one line with one blank where there are some: comments between
/// the words of a command are none of it. Nothing for other commands.
fn stated(formula: &str) -> Option<String> {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let source = Source::new("", formula);
    let command = pieces(&source).into_iter().next().filter(|command| command.ending.is_some());
    let words: Vec<&str> =
        command.iter().flat_map(|command| &command.list).map(|(_, span)| source.slice(*span)).collect();
    match words.first() {
        Some(&"cover" | &"kernel" | &"outcomes") => {
            let piece = |word: &&str| match word.strip_prefix('"').and_then(|word| word.strip_suffix('"')) {
                Some(text) => format!("\"{}\"", one_line(text)),
                None => one_line(word),
            };
            Some(words.iter().map(piece).collect::<Vec<String>>().join(" "))
        }
        Some(&"grundy") => None,
        _ => Some(one_line(formula)),
    }
}

/// What a checker says of a folder.
///
/// # Errors
/// If it cannot be run, or cannot read the folder.
fn checked(checker: &Path, steps: Option<u64>, folder: &Path) -> Result<String, String> {
    let steps = steps.map(|steps| ["--steps".to_owned(), steps.to_string()]);
    let mut command = Command::new(checker);
    command.args(steps.iter().flatten()).arg(folder);
    let run = command.output().map_err(|error| format!("{}: {error}", checker.display()))?;
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    if !matches!(run.status.code(), Some(0 | 1)) {
        return Err(format!("{}: {}", checker.display(), String::from_utf8_lossy(&run.stderr).trim()));
    }
    let path = folder.join("checked");
    write_atomically(&path, &said).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(said)
}

/// The lines of a script on which the statements begin that a checker has accepted.
fn lines(said: &str, script: &str) -> BTreeSet<usize> {
    let line = |text: &str| {
        let place = text.strip_prefix("checked ")?.trim_start().strip_prefix(script)?.strip_prefix(':')?;
        place.split(' ').next()?.parse().ok()
    };
    said.lines().filter_map(line).collect()
}
