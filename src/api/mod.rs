//! What other programs build on: few types, each over what the modules below hold, which may change at any time.

mod error;
mod kernel;
mod language;
mod relation;
mod session;
mod statement;
mod system;
mod verdict;
mod word;

pub use error::{Error, ErrorKind};
pub use kernel::Kernel;
pub use language::Language;
pub use relation::Relation;
pub use session::{Answer, Limits, Session};
pub use statement::Statement;
pub use system::NumerationSystem;
pub use verdict::{Value, Verdict};
pub use word::Word;
