//! The page that `--html` asks for.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::disk::{self, make_folder, write_atomically};
use crate::report::bibliography;
use crate::report::page::{self, Certified, Page};
use crate::report::units::day;
use crate::script::{FileReport, Limits, Totals};

/// Whether there is a page, and what it is called.
#[derive(Debug, clap::Args)]
pub(super) struct PageOptions {
    /// Also write the results as a page, DIR/index.html, with pictures of the automata
    ///
    /// Titles of papers come from headings in the README.md of the folders: `## CITED AS: TITLE`.
    #[arg(long, value_name = "DIR")]
    pub(super) html: Option<PathBuf>,
    /// The title of the page and of the entry
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// Who is named on the page and in the entry; as BibTeX has several: `A. Author and B. Author`
    #[arg(long, value_name = "NAMES")]
    pub(super) author: Option<String>,
}

impl PageOptions {
    /// The page about these scripts, if there is to be one.
    ///
    /// # Errors
    /// If there is one already that filbert did not write, or no folder can be made for it.
    pub(super) fn open(&self, files: &[PathBuf], limits: Limits) -> Result<Option<PageFile>, String> {
        let Some(folder) = &self.html else { return Ok(None) };
        let (title, author) = (self.title.clone(), self.author.clone());
        let (folder_of_scripts, origin) = (folder_of(files), origin(files, &limits));
        let heading = page::Heading { title, author, folder: folder_of_scripts, origin, ..page::Heading::default() };
        PageFile::new(folder, heading, files, limits).map(Some)
    }
}

/// Where a page about these scripts comes from. The hashes are of the files before anything is proved; a pipe has none,
/// for it can be read once.
fn origin(files: &[PathBuf], limits: &Limits) -> page::Origin {
    let bytes = |file: &PathBuf| disk::read(file, &limits.budget()).ok();
    let there = files.iter().filter(|file| file.is_file());
    let scripts: Vec<(String, Vec<u8>)> =
        there.filter_map(|file| Some((file.display().to_string(), bytes(file)?))).collect();
    // Of a part of the scripts there is no hash that another could compare.
    let hash = (!scripts.is_empty() && scripts.len() == files.len()).then(|| bibliography::hash(&scripts));
    let scripts = scripts.into_iter().map(|(path, bytes)| (path, bibliography::hex(&bytes))).collect();
    page::Origin { day: Some(day(seconds())), command: Some(command()), scripts, hash }
}

/// The time that the page says it was made at, in seconds since 1970: that of `SOURCE_DATE_EPOCH`, for who wants the same
/// page again, or now.
fn seconds() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|time| time.parse().ok());
    given.unwrap_or_else(|| {
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs()
    })
}

/// The command as it could be typed, but for where the folders of this machine are.
fn command() -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let local = |argument: &str| {
        let path = Path::new(argument);
        match path.strip_prefix(&here) {
            Ok(inside) if inside == Path::new("") => ".".into(),
            Ok(inside) => inside.display().to_string(),
            Err(_) if path.is_absolute() => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            Err(_) => argument.to_owned(),
        }
    };
    let shown = |argument: std::ffi::OsString| {
        let argument = argument.to_string_lossy();
        let local = match argument.split_once('=') {
            Some((option, value)) if option.starts_with("--") => format!("{option}={}", local(value)),
            _ => local(&argument),
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
        match !local.is_empty() && local.chars().all(is_plain) {
            true => local,
            false => format!("'{}'", local.replace('\'', "'\\''")),
        }
    };
    let arguments = std::env::args_os().skip(1).map(shown);
    ["filbert".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}

/// The titles of papers that READMEs in the folders of these files, and in the folders above those, give.
fn titles_beside(files: &[PathBuf]) -> BTreeMap<String, String> {
    let mut titles = BTreeMap::new();
    let mut folders: Vec<&Path> = files.iter().flat_map(|file| file.ancestors().skip(1)).collect();
    folders.sort_unstable();
    folders.dedup();
    for folder in folders {
        if let Ok(text) = std::fs::read_to_string(folder.join("README.md")) {
            titles.extend(page::titles(&text));
        }
    }
    titles
}

/// The lowest folder that all these files are in.
fn folder_of(files: &[PathBuf]) -> PathBuf {
    let Some(folder) = files.first().and_then(|file| file.parent()) else { return PathBuf::new() };
    let common = folder.ancestors().find(|folder| files.iter().all(|file| file.starts_with(folder)));
    common.unwrap_or(Path::new("")).to_owned()
}

/// The way from a folder to a file.
fn relative(file: &Path, folder: &Path) -> PathBuf {
    let (Ok(file), Ok(folder)) = (file.canonicalize(), folder.canonicalize()) else { return file.to_owned() };
    let shared = file.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(shared)).collect()
}

/// The page, which grows.
pub(super) struct PageFile {
    file: PathBuf,
    page: Page,
}

impl PageFile {
    /// # Errors
    /// If there is a page already that filbert did not write, or no folder can be made for it.
    fn new(folder: &Path, heading: page::Heading, files: &[PathBuf], limits: Limits) -> Result<PageFile, String> {
        let file = folder.join("index.html");
        make_folder(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        if std::fs::read_to_string(&file).is_ok_and(|old| !page::is_own(&old)) {
            return Err(format!("{}: it exists, and filbert did not write it", file.display()));
        }
        Ok(PageFile { file, page: Page::new(heading, titles_beside(files), limits) })
    }

    /// Adds what became of a file.
    pub(super) fn add(&mut self, file: &FileReport) {
        self.page.add(file);
    }

    /// Links certificates, from where the page stands, and marks what was checked.
    pub(super) fn certify(&mut self, certified: &[Certified]) {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        for one in certified {
            let certificate = relative(&one.certificate, folder);
            self.page.certify(&Certified { certificate, ..one.clone() });
        }
    }

    /// # Errors
    /// If it cannot be written.
    pub(super) fn finish(self, totals: &Totals, time: Duration) -> Result<(), String> {
        let page = self.page.finish(totals, time, super::VERSION);
        write_atomically(&self.file, page).map_err(|error| format!("{}: {error}", self.file.display()))
    }
}
