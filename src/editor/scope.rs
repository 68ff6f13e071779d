//! What the names of a document mean: its own definitions, those of the files it includes, of a session, and what
//! filbert ships.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use crate::disk::plain;
use crate::numeration::Numerations;
use crate::script::Given;
use crate::syntax::{CommandKind, Macros, NameKind, Source};

use super::document::{Document, Import, Language};
use super::known::Known;
use super::name::{Definition, Wanted};

/// Where included files are read: a disk, and what is being edited of it.
pub trait Files {
    /// The script at a path, if it can be read.
    fn document(&self, path: &Path) -> Option<Arc<Document>>;

    /// The scripts in a folder and those below it.
    fn scripts(&self, folder: &Path) -> Vec<PathBuf>;

    /// What is in a folder; the names of folders end in `/`.
    fn names(&self, folder: &Path) -> Vec<String>;
}

/// Where there are no files.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn document(&self, _: &Path) -> Option<Arc<Document>> {
        None
    }

    fn scripts(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn names(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }
}

impl Files for Given {
    fn document(&self, path: &Path) -> Option<Arc<Document>> {
        let source = Source::new(path.display().to_string(), self.text(path)?);
        Some(Arc::new(Document::new(source, Some(path))))
    }

    fn scripts(&self, folder: &Path) -> Vec<PathBuf> {
        self.paths().filter(|path| path.starts_with(folder)).map(Path::to_owned).collect()
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let folder = plain(folder);
        let inside = self.paths().filter_map(|path| path.strip_prefix(&folder).ok());
        let mut names: Vec<String> = inside
            .filter_map(|rest| {
                let mut parts = rest.iter().map(|part| part.to_string_lossy());
                let first = parts.next()?;
                Some(if parts.next().is_some() { format!("{first}/") } else { first.into_owned() })
            })
            .collect();
        names.dedup();
        names
    }
}

/// Everything that a document may name.
pub struct Scope<'a> {
    /// The document itself.
    pub document: &'a Document,
    /// Those whose definitions it uses.
    imported: Vec<Arc<Document>>,
    /// Which of their definitions become known one after another.
    known_by_import: Vec<Pasted>,
    /// What is known besides, if anything is.
    pub known_besides: Option<&'a dyn Known>,
    /// Whether it may know names that nobody sees: those of a file that cannot be read, or of a folder.
    pub is_open: bool,
    by_name: OnceCell<HashMap<String, Vec<Place>>>,
    macros: OnceCell<HashMap<String, String>>,
}

/// Some definitions of an imported document, one after another, as if they stood where it is imported.
#[derive(Clone, Debug)]
struct Pasted {
    /// The byte of the document from which on they are known.
    from: usize,
    /// Which imported document.
    import: usize,
    definitions: Range<usize>,
}

/// Which definition, in the order in which they become known.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// From where on.
    from: usize,
    /// Which imported document; none if it is the document itself.
    import: Option<usize>,
    definition: usize,
}

/// A definition and the document it stands in.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The document.
    pub document: &'a Document,
    /// The definition.
    pub definition: &'a Definition,
    /// Whether filbert ships it.
    pub is_shipped: bool,
}

impl Found<'_> {
    /// Whether two are one.
    pub fn is(&self, other: &Found<'_>) -> bool {
        std::ptr::eq(self.definition, other.definition)
            || (self.document.path().is_some()
                && self.document.path() == other.document.path()
                && self.definition.place == other.definition.place)
    }
}

/// The scripts that stand behind what filbert ships.
static SHIPPED: LazyLock<[Document; 3]> = LazyLock::new(|| {
    [
        ("automata/functions.prf", include_str!("../../automata/functions.prf")),
        ("automata/words.prf", include_str!("../../automata/words.prf")),
        ("automata/games.prf", include_str!("../../automata/games.prf")),
    ]
    .map(|(name, text)| Document::new(Source::new(name, text), None))
});

/// What every script may name.
fn shipped<'s>() -> impl Iterator<Item = Found<'s>> {
    SHIPPED.iter().enumerate().flat_map(|(at, document)| {
        let found = document.definitions().iter().map(|definition| Found { document, definition, is_shipped: true });
        // Of the games the kernels alone are known to scripts.
        found.filter(move |found| at < 2 || document.sections()[found.definition.command].keyword == "kernel")
    })
}

impl<'a> Scope<'a> {
    /// What a document may name, its included files read.
    pub fn new(document: &'a Document, files: &dyn Files) -> Scope<'a> {
        let mut imports = Imports { files, seen: HashSet::new(), list: Vec::new(), pasted: Vec::new(), is_open: false };
        if let Some(path) = document.path() {
            imports.seen.insert(path.to_owned());
            // A folder of automata beside the script is not read here.
            imports.is_open |=
                files.names(path.parent().unwrap_or(Path::new("."))).iter().any(|name| name.ends_with("Library/"));
        }
        document.imports().iter().for_each(|import| imports.add(document, import, import.after));
        Scope {
            document,
            imported: imports.list,
            known_by_import: imports.pasted,
            known_besides: None,
            is_open: imports.is_open,
            by_name: OnceCell::new(),
            macros: OnceCell::new(),
        }
    }

    /// Adds the names that a session or the like knows.
    #[must_use]
    pub fn with(self, known: &'a dyn Known) -> Scope<'a> {
        Scope { known_besides: Some(known), ..self }
    }

    /// The documents whose definitions it uses.
    pub fn imported(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.imported.iter()
    }

    fn known(&self) -> &HashMap<String, Vec<Place>> {
        self.by_name.get_or_init(|| {
            let mut known: HashMap<String, Vec<Place>> = HashMap::new();
            let mut all = Vec::new();
            for Pasted { from, import, definitions } in &self.known_by_import {
                let place = |definition| Place { from: *from, import: Some(*import), definition };
                let document = &self.imported[*import];
                all.extend(definitions.clone().map(|at| (&document.definitions()[at], place(at))));
            }
            for (definition, one) in self.document.definitions().iter().enumerate() {
                // A definition does not know itself.
                let from = self.document.sections()[one.command].span.end;
                all.push((one, Place { from, import: None, definition }));
            }
            for (one, place) in all {
                known.entry(one.name.to_string()).or_default().push(place);
            }
            known.values_mut().for_each(|places| places.sort_by_key(|place| place.from));
            known
        })
    }

    fn found(&self, known: Place) -> Found<'_> {
        let document: &Document = known.import.map_or(self.document, |import| &self.imported[import]);
        Found { document, definition: &document.definitions()[known.definition], is_shipped: false }
    }

    /// What a name means at a place: the last definition before it, or else the first behind it, or what filbert ships.
    pub fn find(&self, wanted: Wanted, name: &str, at: usize) -> Option<Found<'_>> {
        self.find_known(wanted, name, at).or_else(|| {
            let places = self.known().get(name).into_iter().flatten();
            let mut later = places.map(|known| self.found(*known));
            later.find(|found| wanted.admits(found.definition.kind))
        })
    }

    /// What a name means at a place, where it is defined before it or shipped.
    pub fn find_known(&self, wanted: Wanted, name: &str, at: usize) -> Option<Found<'_>> {
        let places = self.known().get(name).map_or(&[][..], Vec::as_slice);
        let known = places.partition_point(|known| known.from <= at);
        let mut before = places[..known].iter().rev().map(|known| self.found(*known));
        before
            .find(|found| wanted.admits(found.definition.kind))
            .or_else(|| shipped().find(|found| *found.definition.name == *name && wanted.admits(found.definition.kind)))
    }

    /// Everything of a kind that is known at a place, each name once, the nearest first.
    pub fn all(&self, wanted: Wanted, at: usize) -> Vec<Found<'_>> {
        let mut places: Vec<Place> =
            self.known().values().flatten().copied().filter(|known| known.from <= at).collect();
        places.sort_by_key(|known| std::cmp::Reverse((known.from, known.definition)));
        let mut seen = HashSet::new();
        let own = places.into_iter().map(|known| self.found(known));
        let all = own.chain(shipped()).filter(|found| wanted.admits(found.definition.kind));
        all.filter(|found| seen.insert((found.definition.kind, found.definition.name.clone()))).collect()
    }

    /// The names of a kind that only the session knows, or that are made of others.
    pub fn other_names(&self, kind: NameKind) -> Vec<String> {
        let mut names = self.known_besides.map_or_else(Vec::new, |known| known.names(kind));
        if kind == NameKind::System {
            names.extend(Numerations::standard().names());
        }
        names.sort();
        names.dedup();
        names
    }

    fn templates(&self) -> &HashMap<String, String> {
        self.macros.get_or_init(|| {
            let own = (self.document, 0..self.document.definitions().len());
            let pasted = self.known_by_import.iter();
            let all = pasted.map(|pasted| (&*self.imported[pasted.import], pasted.definitions.clone())).chain([own]);
            let template = |document: &Document, definition: &Definition| {
                let span = document.quoted_in(definition.command, Language::Template)?;
                Some((definition.name.to_string(), document.source().slice(span).to_owned()))
            };
            let macros = all.flat_map(|(document, range)| {
                let definitions = document.definitions()[range].iter().filter(|one| one.kind == NameKind::Macro);
                definitions.filter_map(move |definition| template(document, definition))
            });
            macros.collect()
        })
    }
}

impl Macros for Scope<'_> {
    fn template(&self, name: &str) -> Option<Cow<'_, str>> {
        let own = self.templates().get(name).map(Cow::from);
        own.or_else(|| self.known_besides?.template(name).map(Cow::Owned))
    }

    fn names(&self) -> Vec<String> {
        self.templates().keys().cloned().chain(self.other_names(NameKind::Macro)).collect()
    }
}

/// The files that a document uses, and what is known by them.
struct Imports<'a> {
    files: &'a dyn Files,
    seen: HashSet<PathBuf>,
    list: Vec<Arc<Document>>,
    pasted: Vec<Pasted>,
    is_open: bool,
}

impl Imports<'_> {
    /// What a document imports at one place, known from a byte of the first document on.
    fn add(&mut self, document: &Document, import: &Import, from: usize) {
        let base = document.path().and_then(Path::parent).unwrap_or(Path::new(""));
        let path = plain(&base.join(&import.path));
        let inside = if import.is_use { self.files.scripts(&path) } else { Vec::new() };
        if import.is_use && inside.is_empty() && self.files.document(&path).is_none() {
            self.is_open = true;
        }
        // A folder may hold automata, too.
        self.is_open |= import.is_use && self.files.names(&path).iter().any(|name| name.ends_with("Library/"));
        let paths = if inside.is_empty() { vec![path] } else { inside };
        for path in paths {
            if !self.seen.insert(path.clone()) {
                continue;
            }
            match self.files.document(&path) {
                Some(other) => self.paste(&other, from),
                None => self.is_open = true,
            }
        }
    }

    /// The definitions of a document up to its `quit`, what it imports among them.
    fn paste(&mut self, document: &Arc<Document>, from: usize) {
        let import = self.list.len();
        self.list.push(document.clone());
        let quit = document.commands().iter().find(|command| command.kind == CommandKind::Quit);
        let end = quit.map_or(usize::MAX, |quit| quit.span.start);
        let before = |at: usize| document.definitions().partition_point(|definition| definition.place.start < at);
        let mut start = 0;
        for inner in document.imports().iter().filter(|inner| inner.place.start < end) {
            let definitions = start..before(inner.place.start);
            start = definitions.end;
            self.pasted.push(Pasted { from, import, definitions });
            self.add(document, inner, from);
        }
        self.pasted.push(Pasted { from, import, definitions: start..before(end) });
    }
}
