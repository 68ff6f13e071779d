//! `prove --html`: one page with every theorem, its verdict and its pictures, that needs nothing else to be read.
//!
//! Theorems stand under the paper they cite. Style and script are in the page; a content security policy forbids it to
//! load anything.

mod diagnostic;
mod given;
mod item;
mod links;
mod markup;
mod papers;
mod piece;
mod shared;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use crate::script::{FileReport, Limits, Totals};

pub(super) use markup::head;
pub use papers::titles;
pub use piece::Pieces;

use given::Given;
use item::{Content, Item, Maker, Standing, makes_kernels};

/// Bytes that pictures may take; those beyond are left out, so that a page opens at once.
const PICTURES: usize = 2_000_000;

/// A page in progress.
#[derive(Debug)]
pub struct Page {
    papers: BTreeMap<String, Vec<Part>>,
    titles: BTreeMap<String, String>,
    maker: Maker,
    heading: Heading,
    given: Given,
}

/// What stands above a page.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// Its title.
    pub title: Option<String>,
    /// Who wrote the scripts.
    pub author: Option<String>,
    /// The folder that all scripts are in, which their places leave out.
    pub folder: PathBuf,
    /// Where the page comes from.
    pub origin: Origin,
    /// What else belongs to it: where that is, and what it is called.
    pub links: Vec<(String, String)>,
    /// What there is to say before the theorems: a paragraph, and text that keeps its lines.
    pub about: Option<(String, String)>,
}

/// What one needs to make a page again.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The day on which it was made, `2026-01-31`.
    pub day: Option<String>,
    /// The command that made it.
    pub command: Option<String>,
    /// The paths of the scripts, and the hash of each.
    pub scripts: Vec<(String, String)>,
    /// The hash of all scripts.
    pub hash: Option<String>,
}

impl Heading {
    /// What paths on the page leave out: the folder of the scripts where they are named from the root, and the one that
    /// this process is in.
    fn roots(&self) -> Vec<String> {
        let folders = [Some(self.folder.clone()), std::env::current_dir().ok()];
        let absolute = folders.into_iter().flatten().filter(|folder| folder.parent().is_some() && folder.is_absolute());
        absolute.map(|folder| format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR)).collect()
    }
}

/// The certificate of a script, and what a checker found of it.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The script.
    pub script: String,
    /// Where its certificate is.
    pub certificate: PathBuf,
    /// The lines on which the statements begin that were checked.
    pub checked: BTreeSet<usize>,
}

/// What one file says about one paper.
#[derive(Debug)]
struct Part {
    path: String,
    /// Where the certificate of the file is, if there is one.
    certificate: Option<String>,
    items: Vec<Item>,
}

/// Whether a text is a page of filbert, of this version or an earlier one.
pub fn is_own(text: &str) -> bool {
    text.contains(markup::GENERATOR) || text.contains(markup::TITLE)
}

impl Page {
    /// Nothing yet; the titles of papers are those of [`titles`]. Each object is drawn within the limits.
    pub fn new(heading: Heading, titles: BTreeMap<String, String>, limits: Limits) -> Page {
        Page { papers: BTreeMap::new(), titles, maker: Maker::new(PICTURES, limits), heading, given: Given::default() }
    }

    /// Adds a file.
    pub fn add(&mut self, report: &FileReport) {
        let path = report.path.display().to_string();
        let mut items = self.maker.items(report, &self.titles);
        let short = report.path.strip_prefix(&self.heading.folder).unwrap_or(&report.path).display().to_string();
        for item in &mut items {
            item.id = self.given.place(&short, &item.name, item.line);
        }
        // What a file defines belongs to the paper that most of it is about; a theorem to what it cites, and nothing
        // else.
        let mut cited: BTreeMap<&str, usize> = BTreeMap::new();
        for paper in items.iter().filter_map(|item| item.paper.as_deref()) {
            *cited.entry(paper).or_default() += 1;
        }
        let main = cited.iter().max_by_key(|(_, count)| **count).map_or("", |(paper, _)| paper).to_owned();
        for item in items {
            let is_theorem = matches!(item.content, Content::Statement { .. }) && !makes_kernels(&item.text);
            let own = if is_theorem { "" } else { &main };
            let parts = self.papers.entry(item.paper.clone().unwrap_or_else(|| own.to_owned())).or_default();
            match parts.last_mut() {
                Some(part) if part.path == path => part.items.push(item),
                _ => parts.push(Part { path: path.clone(), certificate: None, items: vec![item] }),
            }
        }
    }

    /// Says where the certificate of a script is, and which of its statements were checked.
    pub fn certify(&mut self, certified: &Certified) {
        for part in self.papers.values_mut().flatten().filter(|part| part.path == certified.script) {
            part.certificate = Some(certified.certificate.display().to_string());
            for item in &mut part.items {
                if let Content::Statement { standing: Standing::Holds, is_checked, .. } = &mut item.content {
                    *is_checked = item.line.is_some_and(|line| certified.checked.contains(&line));
                }
            }
        }
    }

    /// The page, with the totals and the time of the run.
    pub fn finish(self, totals: &Totals, time: Duration, version: &str) -> String {
        markup::page(&self.heading, &self.papers, &self.titles, totals, time, version)
    }
}
