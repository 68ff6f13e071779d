//! Formulas that mean the same, as the checker rewrites them before all else.

mod cases;
mod compared;
mod narrow;

pub(crate) use cases::by_cases;
pub(crate) use compared::compared;
pub(crate) use narrow::narrow;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Command, Formula, Hints};
    use crate::text::{Entry, read, write_entry};

    fn formula(text: &str) -> Formula {
        let script = read(&format!("system 1 1 0 theorem t {text}")).expect("a script");
        match script.entries.into_iter().next().map(|entry| entry.command) {
            Some(Command::Theorem(formula)) => formula,
            other => panic!("{other:?}"),
        }
    }

    fn text(formula: Formula) -> String {
        let (name, command, hints) = ("t".to_owned(), Command::Theorem(formula), Hints::default());
        let mut text = String::new();
        write_entry(&mut text, &Entry { name, command, hints, like: None });
        text.trim_end().trim_start_matches("theorem t ").to_owned()
    }

    #[test]
    fn quantifiers_move_inwards() {
        for (before, after) in [
            ("some 1 some 2 and rel 0 1 1 rel 0 1 2", "and some 1 rel 0 1 1 some 2 rel 0 1 2"),
            ("all 1 all 2 implies rel 0 2 1 2 rel 0 1 2", "all 2 implies some 1 rel 0 2 1 2 rel 0 1 2"),
            // The variable with the smaller part goes first.
            ("some 1 some 2 and rel 0 2 1 2 rel 1 3 2 3 4", "some 2 and rel 1 3 2 3 4 some 1 rel 0 2 1 2"),
            ("not some 1 some 1 rel 0 1 1", "not some 1 rel 0 1 1"),
        ] {
            assert_eq!(text(narrow(&formula(before))), after, "{before}");
        }
    }

    #[test]
    fn cases_stand_in_front() {
        for (before, after) in [
            (
                "some 1 and or rel 0 1 1 rel 1 1 1 rel 2 1 1",
                "or some 1 and rel 0 1 1 rel 2 1 1 some 1 and rel 1 1 1 rel 2 1 1",
            ),
            ("not or rel 0 1 1 rel 1 1 1", "and not rel 0 1 1 not rel 1 1 1"),
            ("all 1 or rel 0 1 1 rel 1 1 1", "all 1 or rel 0 1 1 rel 1 1 1"),
        ] {
            assert_eq!(text(by_cases(&formula(before))), after, "{before}");
        }
    }

    #[test]
    fn comparisons_of_few_variables_have_a_quantifier() {
        for (before, after) in [
            ("less v 1 add v 4 n 2", "some 5 less v 1 add v 4 n 2"),
            ("less v 1 add v 4 v 2", "less v 1 add v 4 v 2"),
            ("not less n 1 n 2", "not less n 1 n 2"),
        ] {
            assert_eq!(text(compared(2, &formula(before))), after, "{before}");
        }
    }
}
