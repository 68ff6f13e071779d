//! How letters are written.

/// A letter as scripts write it: in brackets unless it is one digit.
pub fn written(letter: i64) -> String {
    if (0..10).contains(&letter) { letter.to_string() } else { format!("[{letter}]") }
}
