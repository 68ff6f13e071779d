//! Places on a page: every item has one, which stays the same as long as its file and its name do.

use std::collections::BTreeSet;

/// Places on a page, each given once.
#[derive(Debug, Default)]
pub(super) struct Given(BTreeSet<String>);

impl Given {
    /// The place of an item: its file without its ending, and its name; its line too, if what stands before has both alike.
    pub(super) fn place(&mut self, path: &str, name: &str, line: Option<usize>) -> String {
        let part = |text: &str| -> String {
            text.chars().map(|c| if c.is_ascii_alphanumeric() || "._/".contains(c) { c } else { '-' }).collect()
        };
        let short = format!("{}-{}", part(path.trim_end_matches(".prf")), part(name.trim_start_matches('$')));
        let with_line = || format!("{short}-{}", line.unwrap_or_default());
        let numbered = (2..).map(|n| format!("{}-{n}", with_line()));
        let mut places = [short.clone(), with_line()].into_iter().chain(numbered);
        let place = places.find(|place| !self.0.contains(place)).expect("numbers do not end");
        self.0.insert(place.clone());
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_apart() {
        let mut given = Given::default();
        let mut place = |name, line| given.place("a/b.prf", name, Some(line));
        assert_eq!([place("$f", 1), place("f", 2), place("f", 2)], ["a/b-f", "a/b-f-2", "a/b-f-2-2"]);
        assert_eq!(place("redundant G", 3), "a/b-redundant-G");
    }
}
