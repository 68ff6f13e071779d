//! Comments that stand above commands.

/// The lines of comment that end right above this place, without their signs.
pub fn comment_above(text: &str, start: usize) -> String {
    let above: Vec<&str> = text[..start].lines().collect();
    let lines = above.iter().rev().map_while(|line| line.trim().strip_prefix('#'));
    let mut about: Vec<&str> = lines.map(str::trim).collect();
    about.reverse();
    about.join("\n")
}
