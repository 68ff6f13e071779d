//! Random tests: formatted text has the meaning of its original, and formatting it again changes nothing.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::format;
use crate::syntax::random::{any_text, bare, printed};
use crate::syntax::{CommandKind, Source, formula_tokens, parse_formula, parse_script};

/// Blanks that may stand between two tokens, or between two pieces of a command.
const BLANKS: [&str; 9] = [" ", "  ", "\t", "\n", "\n\n   ", "\r\n\t", " \u{a0}", "\n\u{2003}\n", "\r"];

/// What may stand between two commands.
const BETWEEN: [&str; 8] =
    ["\n", " ", "\n\n\n\n", " # a comment\n", "\n# above\n", "\r\n\r\n#é\u{1F600}\r\n", ";\n", "\n  # in\n\n#and\n\t"];

/// A script that proves formulas, and the blanks in it.
fn script() -> impl Strategy<Value = String> {
    let command = (printed(), vec(select(BLANKS.to_vec()), 40), select(BETWEEN.to_vec()), select(vec![":", "::", ";"]));
    vec(command, 1..4).prop_map(|commands| {
        let mut text = String::new();
        for (number, (formula, blanks, between, ending)) in commands.into_iter().enumerate() {
            let source = Source::new("f", formula);
            let mut blanks = blanks.into_iter().cycle();
            let mut laid = String::new();
            let mut end = 0;
            for token in formula_tokens(&source, source.span()) {
                // Blanks stand where some stood, and now and then elsewhere.
                let blank = blanks.next().expect("they go round");
                if token.span.start > end || blank.len() == 2 {
                    laid += blank;
                }
                laid += source.slice(token.span);
                end = token.span.end;
            }
            let blank = blanks.next().expect("they go round");
            text += &format!("eval f{number}{blank}\"{laid}\"{ending}{between}");
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_laid_out_says_the_same_and_stays(text in script()) {
        let source = Source::new("s", text);
        let (commands, errors) = parse_script(&source);
        // A blank between `@` and its number, or in a name, makes another text.
        let whole = |source: &Source, command: &crate::syntax::Command| match &command.kind {
            CommandKind::Eval { formula, .. } => parse_formula(source, formula.span, &()).ok().map(bare),
            _ => None,
        };
        prop_assume!(errors.is_empty() && commands.iter().all(|command| whole(&source, command).is_some()));
        let laid = format(&source).map_err(|errors| TestCaseError::fail(errors[0].render(false)))?;
        let other = Source::new("s", laid.clone());
        let (after, errors) = parse_script(&other);
        prop_assert!(errors.is_empty() && after.len() == commands.len());
        for (before, after) in commands.iter().zip(&after) {
            prop_assert_eq!(whole(&source, before), whole(&other, after));
            prop_assert_eq!(before.ending, after.ending);
        }
        prop_assert_eq!(format(&other).ok(), Some(laid));
    }

    #[test]
    fn no_text_is_laid_out_in_two_ways(text in any_text()) {
        for text in [text.clone(), format!("eval \"{text}\":"), format!("theorem a \"x=1\" from \"{text}\": # {text}")] {
            if let Ok(laid) = format(&Source::new("s", text)) {
                prop_assert_eq!(format(&Source::new("s", laid.clone())).ok(), Some(laid));
            }
        }
    }
}
