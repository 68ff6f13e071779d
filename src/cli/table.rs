//! `filbert table`.

use std::path::PathBuf;

use crate::games;
use crate::report::board::{self, Board, Cells, boards};
use crate::report::{latex, text as said};
use crate::script::Session;

use super::exit::Exit;
use super::game::GameOptions;
use super::{Process, drawing_of_messages, picture, png, trouble};

/// Show the Sprague-Grundy values of a game on one, two or three piles
///
/// Computes the values from the moves alone. Three piles are shown in slices, one for each size of the last pile. Pictures
/// of a game with blocking show its P-positions, taken from its kernel.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert table K2 --size 12
  filbert table mine.prf --svg --out board.svg")]
pub(super) struct Table {
    #[command(flatten)]
    game: GameOptions,
    /// Show piles from 0 to N-1
    #[arg(long, value_name = "N", default_value_t = SIDE)]
    size: usize,
    /// Print comma-separated values, one line for each size of the first pile
    #[arg(long)]
    csv: bool,
    /// Draw the board as SVG: values as numbers, from 37 rows on as colours with a scale
    #[arg(long, conflicts_with_all = ["csv", "png", "tikz", "latex"])]
    svg: bool,
    /// Draw the board as PNG
    #[arg(long, conflicts_with_all = ["csv", "tikz", "latex"])]
    png: bool,
    /// Draw the board for LaTeX, with TikZ
    #[arg(long, conflicts_with_all = ["csv", "latex"])]
    tikz: bool,
    /// Draw only the P-positions, whose value is 0
    #[arg(long, conflicts_with_all = ["csv", "latex"])]
    zeros: bool,
    /// Print a table for LaTeX
    #[arg(long, conflicts_with = "csv")]
    latex: bool,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Piles are below this, unless said otherwise.
pub(super) const SIDE: usize = 18;

/// What the console shows of a game.
pub(super) fn text(session: &mut Session, name: &str, side: usize) -> Result<String, String> {
    let game = session.games().into_iter().find(|(known, _)| known == name);
    let (_, game) = game.ok_or_else(|| format!("no game `{name}`"))?;
    session.table(&game, side).map(|table| table.text()).map_err(|error| error.to_string())
}

impl Table {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let (mut session, name, game) = match self.game.load_game(process) {
            Ok(loaded) => loaded,
            Err(message) => return trouble(message),
        };
        let drawn = self.svg || self.png || self.tikz;
        let shown = match session.table(&game, self.size) {
            Ok(table) if self.csv => Ok(table.csv()),
            Ok(table) if self.latex && table.piles.len() == 1 => {
                Ok(latex::row(&name, [&table.piles[0], "value"], &table.values))
            }
            Ok(table) if self.latex => Ok(latex::boards(&name, &boards(&table, true))),
            Ok(table) if drawn && table.piles.len() == 1 => Err("a board shows games on two or three piles".into()),
            Ok(table) if drawn => Ok(self.drawn(&name, &boards(&table, !self.zeros))),
            Ok(table) => Ok(table.text()),
            Err(games::TableError::Blocking | games::TableError::Misere) if drawn && game.piles() == 2 => session
                .kernel_of(&name, &game)
                .map(|kernel| {
                    // Its system may have been found with the kernel.
                    let found = session.games().into_iter().find(|(known, _)| *known == name);
                    let game = found.map_or(game, |(_, found)| found);
                    let lost = games::outcomes(&game, &kernel, self.size);
                    let axes = [0, 1].map(|pile| game.pile_names()[pile].to_string());
                    let board = Board { caption: String::new(), side: self.size, axes, cells: Cells::Lost(lost) };
                    self.drawn(&name, &[board])
                })
                .map_err(|failure| said::failure(&failure, drawing_of_messages())),
            Err(error) => Err(error.to_string()),
        };
        match shown {
            Ok(svg) if self.png => match png::of_svg(&svg) {
                Ok(picture) => picture::write(&picture, self.out.as_deref()),
                Err(message) => trouble(message),
            },
            Ok(shown) => picture::write(shown.as_bytes(), self.out.as_deref()),
            Err(message) => trouble(message),
        }
    }

    fn drawn(&self, name: &str, boards: &[Board]) -> String {
        if self.tikz { board::tikz(name, boards) } else { board::svg(name, boards) }
    }
}
