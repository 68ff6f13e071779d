//! Formulas that mean the same, as the checker rewrites them before all else.

mod cases;
mod compared;
mod narrow;

pub(crate) use cases::by_cases;
pub(crate) use compared::compared;
pub(crate) use narrow::narrow;
