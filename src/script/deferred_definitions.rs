//! Definitions that wait until something names them: what each defines, and what a text names.
//!
//! What a text names is read off its words, without regard to what they mean there, so that more may be run than is
//! needed, never less.
//!
//! A definition means what it would mean if all were run in the order in which they stand. So when one is run that gives
//! a name a new meaning, those run first that stand before it and name the old one, or define it.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem::discriminant;
use std::path::PathBuf;

use crate::syntax::ast::{Command, CommandKind, OUTCOMES};
use crate::syntax::{Argument, ArgumentKind, Binding, Source, bindings};

/// Definitions that wait.
#[derive(Default)]
pub(super) struct DeferredDefinitions {
    /// In the order in which they stand; `None` once they ran.
    pub(super) waiting: Vec<Option<Waiting>>,
    /// Those that define a name.
    by_name: HashMap<String, Vec<usize>>,
    /// Those that mention a name, but for the one they define.
    by_mention: HashMap<String, Vec<usize>>,
    /// What the template of each macro mentions: it means what that means where the macro is used.
    templates: HashMap<String, HashSet<String>>,
    /// Files read so far.
    pub(super) read: BTreeSet<PathBuf>,
    /// Whether what begins to wait now is told elsewhere if it fails: where another part of the script is proved.
    pub(super) is_told: bool,
}

/// A definition that waits.
pub(super) struct Waiting {
    pub(super) source: Source,
    pub(super) command: Command,
    pub(super) file: PathBuf,
    /// Whether it is told elsewhere if it fails.
    pub(super) is_told: bool,
}

impl DeferredDefinitions {
    pub(super) fn wait(&mut self, source: Source, command: Command, file: PathBuf) {
        let waiting = Waiting { source, command, file, is_told: self.is_told };
        let place = self.waiting.len();
        let kind = &waiting.command.kind;
        let text = waiting.source.slice(waiting.command.span);
        for name in defined(kind) {
            self.by_name.entry(name.to_owned()).or_default().push(place);
        }
        for name in mentioned(text, &defined(kind)) {
            self.by_mention.entry(name.to_owned()).or_default().push(place);
        }
        self.templates.extend(template(kind, text));
        self.waiting.push(Some(waiting));
    }

    /// Takes out of what waits, in its order, what a text needs; with `command`, so that it may define what it defines.
    pub(super) fn needed(&mut self, text: &str, command: Option<&CommandKind>) -> Vec<Waiting> {
        if self.by_name.is_empty() {
            return Vec::new();
        }
        let own = command.map(defined).unwrap_or_default();
        let mut found = Found { context: self, places: BTreeSet::new(), names: HashSet::new(), open: Vec::new() };
        mentioned(text, &own).for_each(|name| found.name(name));
        for &name in &own {
            found.before(name, self.waiting.len());
            // One of the same kind is hidden, others stand beside what is defined or would take its place.
            for &place in self.by_name.get(name).into_iter().flatten() {
                if self.waiting[place].as_ref().is_some_and(|other| !is_same_kind(&other.command.kind, command)) {
                    found.place(place);
                }
            }
        }
        let places = found.all();
        places.into_iter().filter_map(|place| self.waiting[place].take()).collect()
    }

    /// Takes out of what waits, in its order, what mentions one of these names, which are about to lose their meaning.
    pub(super) fn needed_by_names(&mut self, names: &[String]) -> Vec<Waiting> {
        let mut found = Found { context: self, places: BTreeSet::new(), names: HashSet::new(), open: Vec::new() };
        names.iter().for_each(|name| found.before(name, self.waiting.len()));
        let places = found.all();
        places.into_iter().filter_map(|place| self.waiting[place].take()).collect()
    }

    /// What is defined anew waits no more.
    pub(super) fn hide(&mut self, command: &CommandKind, text: &str) {
        self.templates.extend(template(command, text));
        defined(command).into_iter().for_each(|name| self.forget(name));
    }

    /// What waits to define a name waits no more.
    pub(super) fn forget(&mut self, name: &str) {
        for place in self.by_name.remove(name).unwrap_or_default() {
            self.waiting[place] = None;
        }
    }

    /// Nothing waits any more.
    pub(super) fn forget_all(&mut self) {
        self.waiting.clear();
        self.by_name.clear();
        self.by_mention.clear();
        self.templates.clear();
    }
}

/// The search for what must be run.
struct Found<'a> {
    context: &'a DeferredDefinitions,
    places: BTreeSet<usize>,
    names: HashSet<String>,
    /// Places whose own needs are not looked at yet.
    open: Vec<usize>,
}

impl Found<'_> {
    fn place(&mut self, place: usize) {
        if self.context.waiting[place].is_some() && self.places.insert(place) {
            self.open.push(place);
        }
    }

    /// What defines a name, and what its template mentions.
    fn name(&mut self, name: &str) {
        if !self.names.insert(name.to_owned()) {
            return;
        }
        let context = self.context;
        context.by_name.get(name).into_iter().flatten().for_each(|&place| self.place(place));
        context.templates.get(name).into_iter().flatten().for_each(|inner| self.name(inner));
    }

    /// What mentions a name, in a macro or itself, and stands before a place at which it gets a new meaning.
    fn before(&mut self, name: &str, place: usize) {
        let context = self.context;
        let mut names = vec![name];
        let mut at = 0;
        while let Some(&name) = names.get(at) {
            let places = context.by_mention.get(name).into_iter().flatten();
            places.filter(|&&other| other < place).for_each(|&other| self.place(other));
            let macros = context.templates.iter().filter(|(_, inner)| inner.contains(name));
            let new: Vec<&str> =
                macros.map(|(outer, _)| outer.as_str()).filter(|outer| !names.contains(outer)).collect();
            names.extend(new);
            at += 1;
        }
    }

    fn all(mut self) -> BTreeSet<usize> {
        let context = self.context;
        while let Some(place) = self.open.pop() {
            let Some(waiting) = &context.waiting[place] else { continue };
            let own = defined(&waiting.command.kind);
            mentioned(waiting.source.slice(waiting.command.span), &own).for_each(|name| self.name(name));
            for name in own {
                self.before(name, place);
                let others = context.by_name.get(name).into_iter().flatten();
                others.filter(|&&other| other < place).for_each(|&other| self.place(other));
            }
        }
        self.places
    }
}

/// Whether what one defines is hidden by what the other defines under the same name.
fn is_same_kind(one: &CommandKind, other: Option<&CommandKind>) -> bool {
    let is_builtin = matches!(one, CommandKind::Builtin { .. });
    !is_builtin && other.is_some_and(|other| discriminant(one) == discriminant(other))
}

/// The names in the template of a macro, with the name of the macro.
fn template(kind: &CommandKind, text: &str) -> Option<(String, HashSet<String>)> {
    let CommandKind::Macro { name, .. } = kind else { return None };
    let inner = mentioned(text, &[&name.text]).map(str::to_owned).collect();
    Some((name.text.to_string(), inner))
}

/// What a text may name but for the names it defines, each of which it says once to define it.
fn mentioned<'a>(text: &'a str, own: &[&str]) -> impl Iterator<Item = &'a str> {
    let mut own: Vec<String> = own.iter().map(|name| (*name).to_owned()).collect();
    names_in(text).filter(move |name| match own.iter().position(|own| own == name) {
        Some(place) => {
            own.swap_remove(place);
            false
        }
        None => true,
    })
}

/// The words of a text that may name something: also what follows the digit order of a numeration system, and what
/// stands before the number of a Sprague-Grundy value, or before an outcome.
pub(super) fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic())).flat_map(|word| {
        let system = word.strip_prefix("msd_").or_else(|| word.strip_prefix("lsd_"));
        let values = word.trim_end_matches(|digit: char| digit.is_ascii_digit()).strip_suffix('_');
        let outcomes = OUTCOMES.iter().find_map(|outcome| word.strip_suffix(outcome)?.strip_suffix('_'));
        [Some(word), system, values, outcomes].into_iter().flatten()
    })
}

/// The names that a command binds, as it says them: for `grundy V of ..` and `outcomes V of ..` it is `V`.
pub fn defined<'a>(command: &'a CommandKind) -> Vec<&'a str> {
    if let CommandKind::Grundy { name, .. } | CommandKind::Outcomes { name, .. } = command {
        return vec![&name.text];
    }
    let said = |binding: Binding<'a>| match binding.name {
        Cow::Borrowed(name) => Some(name),
        Cow::Owned(_) => None,
    };
    let mut names: Vec<&str> = bindings(command).into_iter().filter_map(said).collect();
    // A word and the system of its places have one name.
    names.dedup();
    names
}

/// The path of a `use`.
pub(super) fn path_of(arguments: &[Argument]) -> Option<&str> {
    let quoted = arguments.first().filter(|argument| argument.kind == ArgumentKind::Quoted)?;
    quoted.text.strip_prefix('"')?.strip_suffix('"')
}
