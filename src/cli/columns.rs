//! `filbert columns`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::budget::Budget;
use crate::disk::{read_given, write_atomically};
use crate::games::{Column, Game};
use crate::syntax::{CommandKind, GameClause, Source, parse_script};
use crate::words::morphism_command;

use super::exit::Exit;
use super::game::GameOptions;
use super::{Process, trouble};

/// Write the first columns of Sprague-Grundy values as theorems
///
/// Computes the values of the positions (r, 0), (r, 1), .., looks for their periods, and prints a script. For each
/// column c the script defines `$column_c(r,v)` and states three theorems: every row has one value, that value is the
/// least that no option has, and how the column repeats. `filbert prove` proves them from the rules alone. The game must
/// have two piles, a base like `msd_2`, and no option in a later column. Save the script in the folder of the game's
/// script, which it includes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert columns mine.prf --upto 3 --out columns.prf")]
pub(super) struct Columns {
    #[command(flatten)]
    game: GameOptions,
    /// The last column
    #[arg(long, value_name = "N")]
    upto: usize,
    /// How many rows to compute
    #[arg(long, value_name = "N", default_value_t = 4096)]
    rows: usize,
    /// The source that the theorems cite
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Characters in a line.
const WIDTH: usize = 130;

impl Columns {
    pub(super) fn run(&self, process: &Process) -> Exit {
        match self.written(process) {
            Ok(text) => match &self.out {
                None => super::print(text.as_bytes()),
                Some(path) => match write_atomically(path, &text) {
                    Ok(()) => Exit::SUCCESS,
                    Err(error) => trouble(format!("{}: {error}", path.display())),
                },
            },
            Err(message) => trouble(message),
        }
    }

    fn written(&self, process: &Process) -> Result<String, String> {
        let Some(path) = self.game.script() else {
            return Err("expected a script that defines the game".to_owned());
        };
        let (mut session, name, game) = self.game.load_game(process)?;
        let Some(base) = game.system().base() else {
            let system = game.system().name();
            return Err(format!("columns need a base, and `{name}` is in {system}: write its rules in msd_2"));
        };
        let columns = session.columns(&game, self.upto, self.rows).map_err(|error| error.to_string())?;
        let script = Script {
            game: &game,
            option: option_of(path, &name, &self.game.budget(process))?,
            source: self.source.as_deref(),
            base: base as usize,
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let mut out = format!(
            "# Columns 0 to {} of the Sprague-Grundy values of {name}: $column_c(r,v) says that (r,c) has the value v. Made by\n\
             # `filbert columns {file} --upto {} --rows {}`{}: change the rules there, not this.\n\ninclude \"{file}\";\n\n",
            self.upto,
            self.upto,
            self.rows,
            if self.source.is_some() { " and a `--source`" } else { "" },
        );
        out.push_str(&script.head());
        for (c, column) in columns.iter().enumerate() {
            out.push_str(&script.column(c, column));
        }
        Ok(out)
    }
}

/// What is the same for all columns.
struct Script<'a> {
    game: &'a Game,
    option: OptionText,
    source: Option<&'a str>,
    base: usize,
}

/// The moves of a game as a formula, and the names of its piles: position, then option.
struct OptionText {
    formula: String,
    piles: Vec<String>,
}

/// The rule of a game as its script writes it.
fn option_of(path: &Path, name: &str, budget: &Budget) -> Result<OptionText, String> {
    let text = read_given(path, budget).map_err(|error| format!("{}: {error}", path.display()))?;
    let source = Source::new(path.display().to_string(), text);
    for command in parse_script(&source).0 {
        let CommandKind::Game { name: defined, rule, clauses } = &command.kind else { continue };
        if &*defined.text != name {
            continue;
        }
        let rule = source.slice(rule.span);
        let parts = rule.split_once(':').and_then(|(head, moves)| Some((head.split_once("->")?, moves)));
        let Some(((position, option), moves)) = parts else { break };
        let position = position
            .trim()
            .strip_prefix('?')
            .map_or(position, |rest| rest.split_once(char::is_whitespace).map_or("", |(_, piles)| piles));
        let piles = position.split(',').chain(option.split(',')).map(|pile| pile.trim().to_owned()).collect();
        let mut formula = format!("({})", moves.trim());
        for clause in clauses {
            if let GameClause::Terminal(terminal) = clause {
                let terminal = source.slice(terminal.span).trim();
                formula = format!("{formula} & ~({terminal})");
            }
        }
        return Ok(OptionText { formula, piles });
    }
    Err(format!("{}: the game `{name}` is not defined in this file itself", path.display()))
}

impl Script<'_> {
    fn system(&self) -> &str {
        self.game.system().name()
    }

    /// `$GAME_option` of these four terms: position, then option. Arguments follow the alphabet of the piles' names.
    fn is_option(&self, terms: [&str; 4]) -> String {
        let by_name: BTreeMap<&str, &str> = self.option.piles.iter().map(String::as_str).zip(terms).collect();
        let terms: Vec<&str> = by_name.into_values().collect();
        format!("${}_option({})", self.game.name(), terms.join(","))
    }

    fn theorem(&self, name: &str, formula: &str, column: Option<usize>) -> String {
        let command = wrapped(&format!("theorem {name} \"?{} {formula}\"", self.system()));
        let command = command.trim_end();
        let Some(source) = self.source else { return format!("{command}:\n") };
        let from = match column {
            Some(column) => format!("from \"{source} (column {column})\":"),
            None => format!("from \"{source}\":"),
        };
        let last = command.lines().last().unwrap_or_default().len();
        let gap = if last + 1 + from.len() > WIDTH { "\n  " } else { " " };
        format!("{command}{gap}{from}\n")
    }

    /// The moves as a function, and that no option lies in a later column.
    fn head(&self) -> String {
        let define = format!("def {}_option \"?{} {}\":", self.game.name(), self.system(), self.option.formula);
        let moves = self.is_option(["r", "c", "i", "j"]);
        let earlier = self.theorem("no_option_in_a_later_column", &format!("Ar,c,i,j {moves} => j<=c"), None);
        format!("{}{earlier}", wrapped(&define))
    }

    fn column(&self, c: usize, column: &Column) -> String {
        let Column { start, period, .. } = *column;
        let (images, outputs) = column.word(self.base);
        let mut out =
            format!("\n# Column {c}: from row {start} on, {period} rows further the value is {period} more.\n");
        out.push_str(&wrapped(&morphism_command(&format!("Column{c}"), self.system(), &images, &outputs)));
        let system = self.system();
        let offset = column.offset();
        writeln!(out, "def column_{c} \"?{system} v+{offset}=r+Column{c}[r]\":").expect("writing to a string");
        let reached: Vec<String> = (0..=c)
            .map(|j| format!("(Ei {} & $column_{j}(i,v))", self.is_option(["r", &c.to_string(), "i", &j.to_string()])))
            .collect();
        out.push_str(&wrapped(&format!("def reached_{c} \"?{system} {}\":", reached.join(" | "))));
        let mut theorem = |name: &str, formula: &str| {
            out.push_str(&self.theorem(&format!("column_{c}_{name}"), formula, Some(c)));
        };
        theorem("total", &format!("Ar E=1 v $column_{c}(r,v)"));
        theorem("new", &format!("Ar,v $column_{c}(r,v) => ~$reached_{c}(r,v)"));
        theorem("least", &format!("Ar,v,w ($column_{c}(r,v) & w<v) => $reached_{c}(r,w)"));
        if column.is_permutation() {
            theorem("has_every_value_once", &format!("Av E=1 r $column_{c}(r,v)"));
        }
        theorem(
            &format!("period_{period}"),
            &format!("Ar,v (r>={start} & $column_{c}(r,v)) => $column_{c}(r+{period},v+{period})"),
        );
        if start > 0 {
            let before = start - 1;
            theorem(
                "not_before",
                &format!("Ev $column_{c}({before},v) & ~$column_{c}({},v+{period})", before + period),
            );
        }
        // A shorter period would divide this one, and so one of these.
        for prime in (2..=period).filter(|&n| period % n == 0 && (2..n).all(|m| n % m != 0)) {
            let shorter = period / prime;
            theorem(
                &format!("not_period_{shorter}"),
                &format!("Ir Ev $column_{c}(r,v) & ~$column_{c}(r+{shorter},v+{shorter})"),
            );
        }
        out
    }
}

/// The command in lines, broken at blanks.
fn wrapped(command: &str) -> String {
    let mut out = String::new();
    let mut line = 0;
    for (i, word) in command.split(' ').enumerate() {
        if i > 0 && line + 1 + word.len() > WIDTH {
            out.push_str("\n ");
            line = 1;
        }
        if i > 0 {
            out.push(' ');
            line += 1;
        }
        out.push_str(word);
        line += word.len();
    }
    out.push('\n');
    out
}
