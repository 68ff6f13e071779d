//! Identifiers with their places.

use std::sync::Arc;

use crate::syntax::source::Span;

/// An identifier and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The identifier, without `$`, `.`, `#` or `?`.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}
