//! Limits on a computation, checked where it can grow.
//!
//! Every construction that may explode takes a [`Budget`] and returns [`Halt`] instead of dying: the statement ends as
//! UNKNOWN, the process goes on. What may be given up because there is another way is an [`Attempt`], made by
//! [`Budget::attempt`]. The budget also remembers the largest automaton it saw. This module uses `tuning` alone.
//!
//! How much memory is in use is looked at in `allowance`: once in so many calls of [`Budget::check`], and before large pieces
//! by `check_room` and `check_growth`.

mod allowance;
mod attempt;
pub mod clock;
mod cores;
mod limit;
pub mod process;
mod progress;
mod spill;

pub use allowance::Budget;
pub use attempt::Attempt;
pub use clock::Instant;
pub use cores::{Cores, Lent};
pub use limit::{Halt, Limit, Unsupported};
pub use progress::{Progress, ProgressRegistry, ProgressSnapshot};
pub use spill::{Spill, lost};
