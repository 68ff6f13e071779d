//! What a name is.

/// Whether a text is a name: a letter, then letters, digits and `_`.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && name_length(text) == text.len()
}

/// Whether a text begins like a quantifier, so that it names nothing where a quantifier could stand.
pub fn begins_like_quantifier(text: &str) -> bool {
    text.starts_with(['A', 'E', 'I'])
}

/// A word as formulas name it: with a dot before it if it begins like a quantifier.
pub fn word_in_formula(name: &str) -> String {
    let dot = if begins_like_quantifier(name) { "." } else { "" };
    format!("{dot}{name}")
}

/// Whether a text may name a variable: a name that does not begin like a quantifier.
pub fn is_variable(text: &str) -> bool {
    is_name(text) && !begins_like_quantifier(text)
}

/// How much of a text, from its beginning, consists of letters, digits and `_`.
pub fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_a_letter() {
        for name in ["a", "A1", "x_y", "Ex"] {
            assert!(is_name(name), "{name}");
        }
        for other in ["", "_a", "1a", "a-b", "a b", "é"] {
            assert!(!is_name(other), "{other}");
        }
        assert!(is_variable("x1") && !is_variable("Ex") && !is_variable("I"));
    }
}
