//! How a word is made: a morphism from a letter, and a coding. Its letters are found by applying the morphism, without
//! any automaton.

use crate::syntax::ast::{Command, CommandKind};
use crate::syntax::{Source, parse_coding, parse_morphism};
use crate::words::written;

/// A morphism, the letter that its fixed point begins with, and a coding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Substitution {
    rules: Vec<(i64, Vec<i64>)>,
    start: i64,
    coding: Vec<(i64, i64)>,
}

impl Substitution {
    /// That of a command, if it defines a word by one.
    pub(super) fn read(source: &Source, command: &Command) -> Option<Substitution> {
        let (rules, start, coding) = match &command.kind {
            CommandKind::Word { rules, coding, .. } => (rules, None, coding),
            CommandKind::FixedPoint { rules, start, coding, .. } => (rules, start.as_ref(), coding),
            _ => return None,
        };
        let rules = parse_morphism(source, rules.span).ok()?.rules;
        let rules: Vec<(i64, Vec<i64>)> = rules.into_iter().map(|(letter, image, _)| (letter, image)).collect();
        let coding = match coding {
            Some(coding) => parse_coding(source, coding.span).ok()?.rules,
            None => Vec::new(),
        };
        let each = |(letters, output): (Vec<i64>, i64)| letters.into_iter().map(move |letter| (letter, output));
        let coding = coding.into_iter().map(|(letters, output, _)| (letters, output)).flat_map(each).collect();
        let start = start.map_or(rules.first()?.0, |letter| letter.value);
        Some(Substitution { rules, start, coding })
    }

    /// Whether letters of the fixed point are replaced in the word.
    pub(super) fn is_coded(&self) -> bool {
        !self.coding.is_empty()
    }

    /// The first letters of the word.
    pub(super) fn letters(&self, count: usize) -> Vec<i64> {
        let image = |letter: i64| self.rules.iter().find(|rule| rule.0 == letter).map_or(&[][..], |rule| &rule.1);
        let (mut letters, mut next) = (image(self.start).to_vec(), 1);
        while letters.len() < count && next < letters.len() {
            letters.extend(image(letters[next]));
            next += 1;
        }
        letters.truncate(count);
        let output = |letter| self.coding.iter().find(|rule| rule.0 == letter).map_or(letter, |rule| rule.1);
        letters.into_iter().map(output).collect()
    }

    /// The rules with other letters.
    pub(super) fn renamed(&self, names: &[(i64, i64)]) -> String {
        let name = |letter: i64| names.iter().find(|pair| pair.0 == letter).map_or(letter, |pair| pair.1);
        let rule = |(letter, image): &(i64, Vec<i64>)| {
            let image: String = image.iter().map(|&letter| written(name(letter))).collect();
            format!("{}->{image}", written(name(*letter)))
        };
        self.rules.iter().map(rule).collect::<Vec<String>>().join(" ")
    }
}
