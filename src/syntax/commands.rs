//! The table of commands: how each is written and what it does, once for the parser, `help`, completion, the editors'
//! grammar and the book. It is that page of the book, `docs/commands.md`.

use std::sync::LazyLock;

use super::name_kind::kinds_bound;

/// A command.
#[derive(Debug)]
pub struct CommandInfo {
    /// Its first word.
    pub keyword: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// What it does, in few words.
    pub help: &'static str,
    form: Form,
}

/// How a command is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// By a production of its own.
    Own,
    /// As names, numbers and brackets in a row.
    Row,
}

/// A command whose arguments are names, numbers and brackets in a row, read when it runs.
#[derive(Clone, Copy, Debug)]
pub struct Builtin(&'static CommandInfo);

impl PartialEq for Builtin {
    fn eq(&self, other: &Builtin) -> bool {
        self.keyword() == other.keyword()
    }
}

impl Eq for Builtin {}

impl Builtin {
    /// All of them, in alphabetical order.
    pub fn all() -> impl Iterator<Item = Builtin> {
        COMMANDS.iter().filter(|info| info.form == Form::Row).map(Builtin)
    }

    /// Its first word.
    pub fn keyword(self) -> &'static str {
        self.0.keyword
    }

    /// Whether it gives its first argument a meaning.
    pub fn defines(self) -> bool {
        !kinds_bound(self.keyword()).is_empty()
    }

    /// How it is written.
    pub fn usage(self) -> &'static str {
        self.0.usage
    }
}

/// Every command, in alphabetical order.
pub fn commands() -> &'static [CommandInfo] {
    &COMMANDS
}

/// The command with this first word.
pub fn command(word: &str) -> Option<&'static CommandInfo> {
    let found = COMMANDS.binary_search_by_key(&word, |info| info.keyword);
    found.ok().map(|index| &COMMANDS[index])
}

/// The command with this first word, if its arguments stand in a row.
pub(super) fn builtin(word: &str) -> Option<Builtin> {
    command(word).filter(|info| info.form == Form::Row).map(Builtin)
}

/// The page of the book that lists every command: how it is written and, below, what it does.
const PAGE: &str = include_str!("../../docs/commands.md");

/// Commands that the grammar reads by productions of their own.
const OWN: [&str; 23] = [
    "cover",
    "def",
    "eval",
    "exit",
    "game",
    "grundy",
    "guess",
    "include",
    "kernel",
    "load",
    "macro",
    "morphism",
    "numeration",
    "outcomes",
    "promote",
    "quit",
    "recursion",
    "redundant",
    "refute",
    "reg",
    "sequence",
    "theorem",
    "word",
];

/// The commands of the page.
static COMMANDS: LazyLock<Vec<CommandInfo>> = LazyLock::new(|| {
    let lines = PAGE.lines().zip(PAGE.lines().skip(1));
    let one = |(line, below): (&'static str, &'static str)| {
        let usage = line.strip_prefix("- `")?.trim_end().strip_suffix('`')?;
        let keyword = usage.split(|letter: char| !letter.is_ascii_lowercase()).next()?;
        let form = if OWN.contains(&keyword) { Form::Own } else { Form::Row };
        Some(CommandInfo { keyword, usage, help: below.trim(), form })
    };
    lines.filter_map(one).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_commands_in_their_order() {
        let listed = PAGE.lines().filter(|line| line.starts_with("- ")).count();
        assert!(listed > 40 && commands().len() == listed, "{} of {listed} are read", commands().len());
        assert!(commands().is_sorted_by_key(|info| info.keyword));
        assert!(OWN.iter().all(|own| command(own).is_some()));
        assert!(commands().iter().all(|info| command(info.keyword).is_some_and(|found| std::ptr::eq(found, info))));
        assert!(command("thoerem").is_none());
    }

    #[test]
    fn a_usage_begins_with_its_keyword_and_ends_as_commands_do() {
        for info in commands() {
            assert!(info.usage.starts_with(info.keyword) && info.usage.ends_with([';', ':']), "{}", info.usage);
            assert!(info.help.ends_with('.'), "{}", info.help);
        }
    }
}
