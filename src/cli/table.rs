//! `filbert table`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::disk::write_atomically;
use crate::games;
use crate::report::{board, text};

use super::game::GameOptions;
use super::{Process, color, say, trouble};

/// Show the Sprague-Grundy values of a game on two piles, or its board
///
/// Values are computed from the moves alone. The board shows the P-positions; that of a game with blocking comes from its
/// kernel.
#[derive(Debug, clap::Args)]
pub(super) struct Table {
    #[command(flatten)]
    game: GameOptions,
    /// Piles run from 0 to N-1
    #[arg(long, value_name = "N", default_value_t = 18)]
    size: usize,
    /// Values separated by commas, a line for each size of the first pile
    #[arg(long)]
    csv: bool,
    /// A picture of the board as SVG; the values stand in it if it is small
    #[arg(long, conflicts_with = "csv")]
    svg: bool,
    /// Write to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Boards up to this size show their values.
const WITH_VALUES: usize = 24;

impl Table {
    pub(super) fn run(&self, process: &Process) -> ExitCode {
        let (mut session, name, game) = match self.game.load_game(process) {
            Ok(loaded) => loaded,
            Err(message) => return trouble(message),
        };
        let shown = match session.table(&game, self.size) {
            Ok(table) if self.csv => table.csv(),
            Ok(table) if self.svg => {
                let value = |p, q| (self.size <= WITH_VALUES).then(|| table.value(p, q));
                board::svg(&name, self.size, |p, q| table.value(p, q) == 0, value)
            }
            Ok(table) => table.text(),
            Err(games::TableError::Blocking) if self.svg => match session.kernel_of(&name, &game) {
                Ok(kernel) => {
                    let positions = games::outcomes(&game, &kernel, self.size);
                    board::svg(&name, self.size, |p, q| positions[p * self.size + q], |_, _| None)
                }
                Err(failure) => return trouble(text::failure(&failure, color())),
            },
            Err(error) => return trouble(error),
        };
        match &self.out {
            None => say::out(&shown),
            Some(path) => {
                if let Err(error) = write_atomically(path, &shown) {
                    return trouble(format!("{}: {error}", path.display()));
                }
            }
        }
        ExitCode::SUCCESS
    }
}
