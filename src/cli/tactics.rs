//! Options that switch tactics off.

use crate::logic::{Tactic, Tactics};

/// How statements are decided. Verdicts are the same without a tactic, but for those that then pass a limit.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "For maintainers")]
pub(super) struct TacticOptions {
    /// Decide without these tactics, as in `push-bounds,induction`; `explain` says which were of use
    #[arg(long, value_name = "TACTICS", value_delimiter = ',', value_parser = parse_tactic, hide_short_help = true)]
    without: Vec<Tactic>,
}

impl TacticOptions {
    pub(super) fn tactics(&self) -> Tactics {
        self.without.iter().fold(Tactics::default(), |tactics, &tactic| tactics.without(tactic))
    }
}

fn parse_tactic(name: &str) -> Result<Tactic, String> {
    let all = || Tactic::all().map(Tactic::name).collect::<Vec<_>>().join(", ");
    Tactic::named(name).ok_or_else(|| format!("unknown tactic; use any of {}", all()))
}
