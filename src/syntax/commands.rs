//! The table of commands: how each is written and what it does, once for the parser, `help`, completion, the editors'
//! grammar and the book.

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

    /// How it is written.
    pub fn usage(self) -> &'static str {
        self.0.usage
    }
}

/// Every command, in alphabetical order.
pub fn commands() -> &'static [CommandInfo] {
    COMMANDS
}

/// The command with this first word.
pub fn command(word: &str) -> Option<&'static CommandInfo> {
    let found = COMMANDS.binary_search_by_key(&word, |info| info.keyword);
    found.ok().map(|index| &COMMANDS[index])
}

/// The same, if its arguments stand in a row.
pub(super) fn builtin(word: &str) -> Option<Builtin> {
    command(word).filter(|info| info.form == Form::Row).map(Builtin)
}

const fn own(keyword: &'static str, usage: &'static str, help: &'static str) -> CommandInfo {
    CommandInfo { keyword, usage, help, form: Form::Own }
}

const fn row(keyword: &'static str, usage: &'static str, help: &'static str) -> CommandInfo {
    CommandInfo { keyword, usage, help, form: Form::Row }
}

static COMMANDS: &[CommandInfo] = &[
    row(
        "alphabet",
        "alphabet NAME msd_2 {0,1} ... W;",
        "Gives each track of an automaton or word another alphabet. Transitions on digits it lacks are lost.",
    ),
    row("cls", "cls;", "Clears the screen."),
    row(
        "combine",
        "combine NAME A B=3 ...;",
        "Makes a word of automata: its value is the number after `=` of the last automaton that accepts, its place \
         where none is given, and 0 where none accepts.",
    ),
    row(
        "concat",
        "concat NAME A B ...;",
        "The words of the first automaton followed by words of the second, and so on.",
    ),
    row(
        "convert",
        "convert NAME msd_8 W;",
        "Reads a word, or with `$` an automaton, in another power of its base or in the other digit order.",
    ),
    own(
        "cover",
        r#"cover NAME "TARGET" by "PIECE" "PIECE" ... [from "SOURCE"]:"#,
        "Checks that what satisfies a formula satisfies some of its pieces, taking one after another away.",
    ),
    own(
        "def",
        r#"def NAME [v w ...] "F":"#,
        "Builds the automaton of a formula and keeps it under a name, to be called as `$NAME(...)`.",
    ),
    row("describe", "describe NAME;", "Says how large an automaton or word is and what it reads."),
    own(
        "eval",
        r#"eval [NAME] [v w ...] "F":"#,
        "Builds the automaton of a formula; a formula without free variables is TRUE or FALSE. Variables after the \
         name ask for the linear representation that counts the others.",
    ),
    own("exit", "exit;", "Ends the session."),
    row(
        "export",
        "export NAME gv|ba|txt;",
        "Writes an automaton or word for Graphviz (gv), for inclusion checkers (ba) or as text (txt).",
    ),
    row("first", "first NAME [reject];", "The first word in radix order that an automaton accepts, or rejects."),
    row(
        "fixleadzero",
        "fixleadzero NAME A;",
        "Accepts a word if it was accepted with some other number of zeros in front.",
    ),
    row(
        "fixtrailzero",
        "fixtrailzero NAME A;",
        "Accepts a word if it was accepted with some other number of zeros behind.",
    ),
    own(
        "game",
        r#"game NAME "?msd_fib p,q -> r,s : MOVE" [terminal "T"] [block k] [measure "t"]:"#,
        "Defines a game by its moves, and proves that it ends.",
    ),
    own(
        "grundy",
        "grundy NAME of GAME upto g:",
        "Finds and proves the positions of Sprague-Grundy value 0, .., g of a game, as NAME_0, .., NAME_g.",
    ),
    row("help", "help [COMMAND];", "Lists the commands, or says what one of them does."),
    row(
        "image",
        "image NAME MORPHISM W;",
        "Replaces each letter of a word by its image under a morphism whose images have one length.",
    ),
    own("include", r#"include "FILE";"#, "Runs the definitions of another script."),
    row("inf", "inf NAME;", "Says whether an automaton accepts infinitely many inputs, and shows a family of them."),
    row("intersect", "intersect NAME A B ...;", "The words that all the automata accept."),
    row(
        "join",
        "join NAME V[a][b] W[b] ...;",
        "Makes a word of words: its value is the first one that is not 0 at the indices named.",
    ),
    own(
        "kernel",
        "kernel NAME of GAME [given $CANDIDATE]:",
        "Finds the P-positions of a game and proves them, or proves a candidate.",
    ),
    row(
        "leftquo",
        "leftquo NAME A B;",
        "The words that some word of the second automaton, put in front, completes to one of the first.",
    ),
    own("load", "load FILE;", "Runs the commands of a file."),
    own(
        "macro",
        r#"macro NAME "text with %0, %1, ...":"#,
        "Keeps a text with %0, %1, ... to be used in formulas as `#NAME(x,y)`.",
    ),
    row(
        "minimize",
        "minimize NAME W;",
        "Keeps the smallest automaton of a word, or with `$` of an automaton, under another name.",
    ),
    own("morphism", r#"morphism NAME "0->01 1->10":"#, "Keeps a morphism: a rule for each letter."),
    row(
        "normalizer",
        "normalizer NAME SYSTEM [{0,1}];",
        "Keeps the automaton of all words over some digits, those of a numeration system if none are given, beside the \
         numbers that they are worth there.",
    ),
    own(
        "numeration",
        r#"numeration NAME "x^2 = x + 1":"#,
        "Defines a numeration system by a recurrence, an expansion of one, or a base.",
    ),
    row(
        "ost",
        "ost NAME [0 3 1] [1 2];",
        "Defines the Ostrowski numeration system of a continued fraction: the terms before its period, the first of them \
         the integer part, and the period.",
    ),
    own("promote", "promote NAME MORPHISM:", "Makes a word of the fixed point of a morphism."),
    own("quit", "quit;", "Ends the session."),
    own(
        "redundant",
        r#"redundant GAME ["MOVE with parameter i"]:"#,
        "Says which moves of a game can be taken out of its rules without changing the P-positions.",
    ),
    own("refute", r#"refute NAME "F" [from "SOURCE"]:"#, "Checks that a statement is FALSE."),
    own(
        "reg",
        r#"reg NAME {0,1} msd_fib ... "R":"#,
        "Keeps the automaton of a regular expression over tuples of digits.",
    ),
    row("regex", "regex NAME;", "Writes a regular expression of an automaton."),
    row("reverse", "reverse NAME W;", "Reads words from their other end. Numbers are then in the other digit order."),
    row(
        "rightquo",
        "rightquo NAME A B;",
        "The words that some word of the second automaton, put behind, completes to one of the first.",
    ),
    row(
        "rsplit",
        "rsplit NAME[+][-][] ... W;",
        "Reads a word, or with `$` an automaton, of natural numbers in the system with negative numbers: a track with [+] \
         holds them, with [-] their negatives, with [] it stays as it is.",
    ),
    row(
        "split",
        "split NAME W[+][-][] ...;",
        "Reads a word, or with `$` an automaton, of integers in the system without negative numbers: a track with [+] \
         keeps the numbers that are not negative, with [-] the absolute values of the others, with [] it stays as it is.",
    ),
    row("star", "star NAME A;", "Any number of words of an automaton, one after another."),
    row(
        "test",
        "test NAME n;",
        "Lists the first words in radix order that an automaton accepts, without leading zeros.",
    ),
    own("theorem", r#"theorem NAME "F" [from "SOURCE"]:"#, "Checks that a statement is TRUE."),
    row("transduce", "transduce NAME T W;", "Makes the word that a transducer writes while it reads a word."),
    row("union", "union NAME A B ...;", "The words that some of the automata accept."),
    own(
        "word",
        r#"word NAME SYSTEM "0->01 1->10" ["0->1 1->0"]: or word NAME[n] "T[2*n]+T[n]":"#,
        "Makes a word of a morphism and a coding in a numeration system, or of a term in the values of other words.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_bisection() {
        assert!(COMMANDS.is_sorted_by_key(|info| info.keyword));
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
