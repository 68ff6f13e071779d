//! Limits on a computation, checked where it can grow, and the cores that it may use.
//!
//! Every construction that may explode takes a [`Budget`] and returns [`Halt`] instead of dying: the statement ends as
//! UNKNOWN, the process goes on. What may be given up because there is another way is an [`Attempt`], made by
//! [`Budget::attempt`]. The budget also remembers the largest automaton it saw. This module uses `tuning` alone.
//!
//! [`Budget::check`] holds the number of states against its limit at each call, and the clock, the memory in use and the
//! interrupt at one call in some hundred. `check_room` and `check_growth` ask whether there is memory before a large
//! piece is taken. When memory runs out, an automaton that is built row by row continues in the [`Spill`] folder, if the
//! user gave one; otherwise it ends with `Limit::Memory`. [`Cores`] lends cores to constructions that can use several;
//! the head of `automata` says how they are used.

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
