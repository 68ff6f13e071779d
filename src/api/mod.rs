//! What other programs build on: few types, each over what the modules below hold, which may change at any time.

mod editing;
mod error;
mod explored;
mod input;
mod kernel;
mod language;
mod linear;
mod lint;
mod linting;
mod relation;
mod session;
mod statement;
mod system;
mod table;
mod verdict;
mod watch;
mod word;

pub use editing::Completions;
pub use error::{Error, ErrorKind};
pub use explored::{Explored, Fact};
pub use input::Input;
pub use kernel::Kernel;
pub use language::Language;
pub use linear::LinearRepresentation;
pub use lint::Lint;
pub use relation::{Relation, Tuples};
pub use session::{Answer, Limits, Session};
pub use statement::Statement;
pub use system::NumerationSystem;
pub use table::Table;
pub use verdict::{Value, Verdict};
pub use watch::{Progress, Watch};
pub use word::Word;
