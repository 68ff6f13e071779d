//! `filbert explore`.

use std::time::Duration;

use crate::explore::{Fact, News, explore};
use crate::script::Limits;

use super::context::ContextOptions;
use super::exit::Exit;
use super::limits::{LimitOptions, parse_time};
use super::{Process, say, trouble};

/// Time for a fact where none is given.
const TIME: Duration = Duration::from_secs(5);

/// Look for facts about a word or a game, and prove them
///
/// NAME is a game whose kernel is known (`K3`), a function of two or three numbers, a sequence, or a word (`F`; `.K3` if
/// a game has its name). Reads what may be so off the first values, proves it, and prints a script of definitions and theorems, each
/// with a comment that says it in words. Everything in the script is proved; what could not be decided is a comment at
/// its end. Each statement has 5 seconds, unless `--timeout` says otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  filbert explore TR
  filbert explore K3 --within 30s > k3.prf
  filbert explore P --in game.prf
  filbert explore complexity --in factors.prf")]
pub(super) struct Explore {
    /// What to look at
    name: String,
    /// Time for the whole search
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    within: Duration,
    #[command(flatten)]
    context: ContextOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

impl Explore {
    pub(super) fn run(&self, process: &Process) -> Exit {
        let limits = self.limits.limits(process);
        let limits = Limits { time: limits.time.or(Some(TIME)), ..limits };
        let mut session = match self.context.session(limits) {
            Ok(session) => session,
            Err(why) => return trouble(why),
        };
        let mut tell = |news| match news {
            News::Defined(commands) => say::out(commands + "\n"),
            News::Proved(fact) => say::out(fact.written() + "\n"),
        };
        let found = match explore(&mut session, &self.name, self.within, &mut tell) {
            Ok(found) => found,
            Err(why) => return trouble(why),
        };
        if !found.undecided.is_empty() {
            say::out(undecided(&found.undecided));
        }
        if let Some(remark) = session.remark_on(&self.name) {
            say::message(format!("note: {remark}\n"));
        }
        if !process.verbosity.quiet() {
            let (proved, left) = (found.facts.len(), found.undecided.len());
            let facts = if proved == 1 { "fact" } else { "facts" };
            let cut = if found.is_cut { "; it ended before all was looked at, see `--within`" } else { "" };
            say::message(format!("note: {proved} {facts} proved, {left} not decided{cut}\n"));
        }
        Exit::SUCCESS
    }
}

/// What was not decided, as comments.
pub(super) fn undecided(facts: &[Fact]) -> String {
    let lines = facts.iter().map(|fact| format!("#   {}\n", fact.command()));
    format!("# Not decided:\n{}", lines.collect::<String>())
}
