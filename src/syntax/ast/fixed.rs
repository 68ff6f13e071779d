//! Claims that a word is fixed by a morphism, as they are written.

use num_bigint::BigUint;

use super::definition::MorphismSpec;
use super::name::Name;
use crate::syntax::source::Span;

/// `W[2*n+1] is fixed by 0->01 1->10`: the letters at 1, 3, 5 and so on are those of a word that the morphism leaves as it is.
#[derive(Clone, Debug)]
pub struct FixedSpec {
    /// The numeration system and where it stands, if one is named.
    pub system: Option<(std::sync::Arc<str>, Span)>,
    /// The word.
    pub word: Name,
    /// The variable in the index, as written.
    pub variable: String,
    /// What the variable is multiplied by, which is not 0.
    pub step: BigUint,
    /// What is added.
    pub start: BigUint,
    /// The morphism, without empty images.
    pub morphism: MorphismSpec,
}

impl FixedSpec {
    /// The index of letter `n+offset`, for a variable n.
    pub fn index(&self, variable: &str, offset: usize) -> String {
        let constant = &self.start + &self.step * offset;
        let step = if self.step == BigUint::from(1u8) { String::new() } else { format!("{}*", self.step) };
        if constant == BigUint::ZERO { format!("{step}{variable}") } else { format!("{step}{variable}+{constant}") }
    }
}
