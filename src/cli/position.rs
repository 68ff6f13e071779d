//! `filbert position`.

use std::fmt::Write;

use num_bigint::BigInt;
use num_traits::Signed;

use crate::budget::{Budget, Halt};
use crate::games::{Outcome, shown};
use crate::numeration::read_integer_within;
use crate::report::text;
use crate::script::Session;

use super::exit::Exit;
use super::game::GameOptions;
use super::{Process, drawing_of_messages, say, trouble};

/// Winning moves that are listed.
const LISTED: usize = 100;

/// Say who wins from a position, and list the winning moves
///
/// Prints `P` if the player to move loses, and otherwise `N` with the winning moves, up to a hundred. If the kernel of
/// the game is known, piles may have thousands of digits; otherwise small positions are solved by brute force. Exits
/// with 0 if there is an answer, with 2 otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert position K2 12,20
  filbert position mine.prf '(20, 12)'
  filbert position Mine 3,5 --in mine.prf")]
pub(super) struct Position {
    #[command(flatten)]
    game: GameOptions,
    /// The piles, as in `12,20` or `(12, 20)`; `-` reads standard input
    position: String,
}

impl Position {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let (mut session, name) = match self.game.load(process, true) {
            Ok(loaded) => loaded,
            Err(message) => return trouble(message),
        };
        let mut written = self.position.clone();
        if written == "-" {
            written.clear();
            if let Err(error) = std::io::Read::read_to_string(&mut std::io::stdin(), &mut written) {
                return trouble(format!("standard input: {error}"));
            }
        }
        match outcome(&mut session, &name, &written, &self.game.budget(process)) {
            Ok(answer) => {
                say::out(answer.text);
                if let Some(how) = answer.how {
                    say::message(format!("note: {how}\n"));
                }
                Exit::SUCCESS
            }
            Err(message) => trouble(message),
        }
    }
}

/// Who wins, and how that is known if no kernel says it.
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) how: Option<String>,
}

/// What is said of a position of a game whose rules are known.
pub(super) fn outcome(session: &mut Session, name: &str, written: &str, budget: &Budget) -> Result<Answer, String> {
    let piles = session.piles(name).ok_or_else(|| format!("no game `{name}`"))?;
    // As options are listed: `(20, 12)`.
    let bare = written.trim();
    let bare = bare.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(bare);
    let position = bare.split(',').map(|pile| read_integer_within(pile.trim(), budget));
    let position = position.collect::<Result<Vec<Option<BigInt>>, Halt>>().map_err(|limit| limit.to_string())?;
    let position = position
        .into_iter()
        .collect::<Option<Vec<BigInt>>>()
        .filter(|position| position.len() == piles && !position.iter().any(Signed::is_negative))
        .ok_or_else(|| format!("expected {piles} natural numbers separated by commas"))?;
    if !session.knows_kernel(name)
        && let Some((outcome, side)) = session.by_brute_force(name, &position).map_err(|limit| limit.to_string())?
    {
        let how = match side {
            0 => "by brute force, position by position".to_owned(),
            side => format!("by brute force on all positions with piles below {side}"),
        };
        return Ok(Answer { text: said(&outcome), how: Some(how) });
    }
    let asked = session.require_kernel(name).and_then(|()| session.player(name));
    let known = asked.map_err(|failure| {
        let failure = text::failure(&failure, drawing_of_messages());
        format!("{}\nthe position is too large for brute force, and no kernel of `{name}` is known", failure.trim_end())
    })?;
    let (mut player, kernel) = known.ok_or_else(|| format!("the kernel of `{name}` is not known"))?;
    match player.outcome_with(&kernel, &position, LISTED + 1, budget).map_err(|limit| limit.to_string())? {
        Some(outcome) => Ok(Answer { text: said(&outcome), how: None }),
        None => Err(format!("the kernel stored for `{name}` is wrong")),
    }
}

fn said(outcome: &Outcome) -> String {
    let mut out = String::new();
    match outcome {
        Outcome::Lost => out.push_str("P\n"),
        Outcome::Over => out.push_str("N\nno move is left: in misere play, whoever has to move wins\n"),
        Outcome::Won(moves) => {
            out.push_str("N\n");
            for option in moves.iter().take(LISTED) {
                writeln!(out, "{}", shown(option)).expect("a string takes all");
            }
            if moves.len() > LISTED {
                out.push_str("and more\n");
            }
        }
    }
    out
}
