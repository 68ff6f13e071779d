//! Which commands of scripts a run decides, when several runs share the work (`--shard`) or only some names are wanted
//! (`--only`).
//!
//! Other commands are not decided here. If one defines something, it waits until something names it (see
//! [`deferred_definitions`](super::deferred_definitions)), so a shard of a script means what it means in the whole.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A part of the commands of some scripts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All of them.
    #[default]
    Whole,
    /// Those that claim or define something under these names.
    Named(BTreeSet<String>),
    /// The `number`-th of `of` parts that together are all.
    Share {
        /// From 1 on.
        number: usize,
        /// How many parts there are.
        of: usize,
    },
}

impl Part {
    /// Whether a command belongs to it: one with these names, in its place in a file, in its place among the files.
    pub(super) fn has(&self, file: usize, command: usize, names: &[String]) -> bool {
        match self {
            Part::Whole => true,
            Part::Named(wanted) => names.iter().any(|name| wanted.contains(name)),
            Part::Share { number, of } => (file % of + command % of) % of == number - 1,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Whole => f.write_str("whole"),
            Part::Named(names) => f.write_str(&names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
            Part::Share { number, of } => write!(f, "{number}/{of}"),
        }
    }
}

/// `3/8`.
impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let read = |text: &str| text.parse::<usize>().ok().filter(|&n| n > 0);
        let wrong = || "expected a part and the number of parts, as in `3/8`".to_owned();
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        match (read(number), read(of)) {
            (Some(number), Some(of)) if number <= of => Ok(Part::Share { number, of }),
            (Some(number), Some(of)) => Err(format!("there is no part {number} of {of}")),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_belongs_to_one_share() {
        for of in 1..9 {
            let shares = (1..=of).map(|number| Part::Share { number, of }).collect::<Vec<_>>();
            for (file, command) in (0..20).flat_map(|file| (0..20).map(move |command| (file, command))) {
                let having = shares.iter().filter(|share| share.has(file, command, &[]));
                assert_eq!(having.count(), 1);
            }
        }
    }

    #[test]
    fn shares_are_read() {
        assert_eq!("3/8".parse(), Ok(Part::Share { number: 3, of: 8 }));
        let huge = format!("1/{}", usize::MAX);
        assert!(huge.parse::<Part>().is_ok_and(|share| !share.has(usize::MAX, 3, &[])));
        for wrong in ["", "3", "0/8", "9/8", "a/b", "1/0", "-1/2", "1/18446744073709551616"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
