//! The page that `--html` asks for.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::disk::{make_folder, write_atomically};
use crate::report::page::{self, Certified, Page};
use crate::script::{FileReport, Limits, Totals};

/// Whether there is a page, and what it is called.
#[derive(Debug, clap::Args)]
pub(super) struct PageOptions {
    /// Also write a page, DIR/index.html, with all results, boards and automata
    ///
    /// Headings `## CITED AS: TITLE` in the README.md of a folder give the titles of papers.
    #[arg(long, value_name = "DIR")]
    pub(super) html: Option<PathBuf>,
    /// Title of the page and of the BibTeX entry
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// Authors on the page and in the BibTeX entry, as in `A. Author and B. Author`
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
        PageFile::new(folder, page::Heading { title, author, folder: folder_of(files) }, files, limits).map(Some)
    }
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
            return Err(format!("{}: it is there and was not written by filbert", file.display()));
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
