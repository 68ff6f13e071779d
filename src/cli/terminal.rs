//! What the terminals that standard output and standard error go to can show.

use std::io::IsTerminal;

use crate::syntax::Drawing;

/// How what goes to standard output is drawn.
pub(super) fn drawing() -> Drawing {
    drawing_on(std::io::stdout().is_terminal(), variable)
}

/// How messages, on standard error, are drawn.
pub(super) fn drawing_of_messages() -> Drawing {
    drawing_on(std::io::stderr().is_terminal(), variable)
}

/// A variable of the environment that is set and not empty.
fn variable(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}

/// `NO_COLOR` forbids colours and `CLICOLOR_FORCE` asks for them in a pipe as well: <https://bixense.com/clicolors>. Lines
/// are drawn on a terminal that reads UTF-8.
fn drawing_on(is_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> Drawing {
    let term = variable("TERM");
    let is_dumb = term.as_deref() == Some("dumb");
    let is_forced = variable("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    let is_off = variable("CLICOLOR").is_some_and(|value| value == "0");
    let color = variable("NO_COLOR").is_none() && (is_forced || is_terminal && !is_dumb && !is_off);
    // The first that is set counts.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&variable).unwrap_or_default().to_lowercase();
    let reads_utf8 = locale.contains("utf-8") || locale.contains("utf8") || variable("WT_SESSION").is_some();
    // The console of Linux has 256 characters, not all of these among them.
    let unicode = is_terminal && !is_dumb && term.as_deref() != Some("linux") && reads_utf8;
    Drawing { color, unicode }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(is_terminal: bool, set: &[(&str, &str)]) -> (bool, bool) {
        let value = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let Drawing { color, unicode } = drawing_on(is_terminal, value);
        (color, unicode)
    }

    #[test]
    fn colours_and_lines_are_drawn_where_they_are_wanted_and_seen() {
        assert_eq!(drawn(true, &[("LANG", "en_US.UTF-8")]), (true, true));
        assert_eq!(drawn(true, &[("LANG", "en_US.UTF-8"), ("LC_ALL", "C")]), (true, false));
        assert_eq!(drawn(true, &[("LC_CTYPE", "C.utf8"), ("NO_COLOR", "1")]), (false, true));
        assert_eq!(drawn(true, &[]), (true, false));
        assert_eq!(drawn(true, &[("WT_SESSION", "1")]), (true, true));
        assert_eq!(drawn(true, &[("LANG", "C.UTF-8"), ("TERM", "dumb")]), (false, false));
        assert_eq!(drawn(true, &[("LANG", "C.UTF-8"), ("TERM", "linux")]), (true, false));
        assert_eq!(drawn(true, &[("CLICOLOR", "0")]), (false, false));
        assert_eq!(drawn(false, &[("LANG", "C.UTF-8")]), (false, false));
        assert_eq!(drawn(false, &[("LANG", "C.UTF-8"), ("CLICOLOR_FORCE", "1")]), (true, false));
        assert_eq!(drawn(false, &[("CLICOLOR_FORCE", "0")]), (false, false));
        assert_eq!(drawn(true, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), (false, false));
    }
}
