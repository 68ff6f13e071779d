//! Claims that a word is fixed by a morphism: `W[n+1] is fixed by 0->10 1->1101`.
//!
//! Let u(n) be the letter at the n-th index, and s(n) how many letters the images of u(0), .., u(n-1) have together.
//! The word u is its own image iff for each n the image of u(n) stands in u from s(n) on, for images are not empty. The
//! pairs (n, s(n)) are an automaton if they are found to be one ([`Sequence::graph`]); then the claim is that none of
//! them is in a relation of two numbers: "u(n) has an image that does not stand at m". In that the only sums are with
//! constants.
//!
//! Where u is the fixed point of the morphism in its own system, s(n) has the digits of n with a zero behind them, so
//! that the automaton exists whether numbers add or not. It is bad where s(n) is no automaton, as for most words that
//! grow at another rate than the morphism; these are not fixed by it, which the first letters show as a rule.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use num_bigint::BigInt;

use crate::automata::{LazyAutomaton, Product, Rational, StoredAutomaton, shortest};
use crate::budget::Budget;
use crate::logic::{Value, Verdict};
use crate::numeration::{Relation, decode};
use crate::planted::{Bug, planted};
use crate::sequences::{Sequence, SequenceError};
use crate::syntax::ast::{FixedSpec, Name};
use crate::syntax::{Diagnostic, Source, Span, parse_fixed, word_in_formula};
use crate::tuning::words::COMPARED_LETTERS;
use crate::words::{Indexed, Word};

use super::outcome::{CommandError, Effect};
use super::session::Session;

/// A claim that was read.
struct Fixed {
    spec: FixedSpec,
    /// The word and the name of its numeration system.
    word: Arc<Word>,
    system: String,
    images: HashMap<i64, Vec<i64>>,
}

/// A letter in which a word and its image differ: its number, and both letters.
type Difference = (BigInt, [i64; 2]);

/// What becomes of the comparison of a word with its image.
enum Compared {
    /// They are equal; the pairs of n and the place at which the image of letter n begins.
    Equal(Option<Relation>),
    Different(Difference),
}

impl Fixed {
    /// Letter n of the word that is claimed to be fixed.
    fn letter(&self, n: &BigInt) -> i64 {
        let index = n * BigInt::from(self.spec.step.clone()) + BigInt::from(self.spec.start.clone());
        self.word.value(&[index])
    }

    /// The formula that some letter stands at `variable+offset`.
    fn at(&self, variable: &str, offset: usize, letter: i64) -> String {
        format!("{}[{}]=@{letter}", word_in_formula(&self.spec.word.text), self.spec.index(variable, offset))
    }

    /// The formula that one of some letters stands at a variable.
    fn one_of(&self, letters: &[i64], variable: &str) -> String {
        let each: Vec<String> = letters.iter().map(|&letter| self.at(variable, 0, letter)).collect();
        format!("({})", each.join(" | "))
    }

    /// The letters with a rule.
    fn letters(&self) -> Vec<i64> {
        self.spec.morphism.rules.iter().map(|rule| rule.0).collect()
    }

    /// The formula that the image of letter n does not stand at p.
    fn differs(&self) -> String {
        let rules = self.spec.morphism.rules.iter().map(|(letter, image, _)| {
            let image = compared(image).iter().enumerate();
            let image: Vec<String> = image.map(|(at, &letter)| self.at("p", at, letter)).collect();
            format!("({} & ~({}))", self.at("n", 0, *letter), image.join(" & "))
        });
        rules.collect::<Vec<_>>().join(" | ")
    }

    /// The first letter in which the word and its image differ, if it is among those that are compared one by one.
    fn first_difference(&self) -> Option<Difference> {
        let mut at = 0;
        for n in 0..COMPARED_LETTERS {
            let difference = self.difference(&n.into(), &at.into());
            if difference.is_some() || at > COMPARED_LETTERS {
                return difference;
            }
            at += self.images[&self.letter(&n.into())].len();
        }
        None
    }

    /// The first letter in which they differ where the image of letter n begins at `at`.
    fn difference(&self, n: &BigInt, at: &BigInt) -> Option<Difference> {
        let differs = |(offset, &wanted): (usize, &i64)| {
            let place = at + offset;
            let found = self.letter(&place);
            (found != wanted).then_some((place, [found, wanted]))
        };
        compared(&self.images[&self.letter(n)]).iter().enumerate().find_map(differs)
    }

    /// That they differ, and where.
    fn refuted(&self, (at, [found, wanted]): Difference) -> (Verdict, String) {
        let word = format!("{}[{}]", self.spec.word.text, self.spec.index(&self.spec.variable, 0));
        let remark = format!("letter {at} of {word} is {found}, letter {at} of its image is {wanted}");
        (Verdict::new(false, Some([(self.spec.variable.as_str().into(), Value::from(at))].into())), remark)
    }
}

/// The letters of an image that are compared.
fn compared(image: &[i64]) -> &[i64] {
    if planted(Bug::LastLetter) { &image[..image.len() - 1] } else { image }
}

impl Session {
    /// The verdict of a claim that a word is fixed by a morphism.
    pub(super) fn fixed(&mut self, source: &Source, span: Span, budget: &Budget) -> Result<Effect, CommandError> {
        let claim = self.read_fixed(source, span, budget)?;
        Ok(Effect::Verdict(match self.compared_with_image(source, &claim, budget)? {
            Compared::Equal(_) => Verdict::new(true, None),
            Compared::Different(difference) => {
                let (verdict, remark) = claim.refuted(difference);
                *self.remarks.borrow_mut() = vec![remark];
                verdict
            }
        }))
    }

    /// For a claim that holds, the pairs of n and the place at which the image of letter n begins; nothing for another one.
    ///
    /// # Errors
    /// What is wrong with the claim; the limit that was passed.
    pub(super) fn starts_of_images(
        &mut self,
        source: &Source,
        span: Span,
        budget: &Budget,
    ) -> Result<Option<Relation>, CommandError> {
        let claim = self.read_fixed(source, span, budget)?;
        Ok(match self.compared_with_image(source, &claim, budget)? {
            Compared::Equal(starts) => starts,
            Compared::Different(_) => None,
        })
    }

    fn compared_with_image(
        &mut self,
        source: &Source,
        claim: &Fixed,
        budget: &Budget,
    ) -> Result<Compared, CommandError> {
        if let Some(difference) = claim.first_difference() {
            return Ok(Compared::Different(difference));
        }
        if planted(Bug::FirstLetters) {
            return Ok(Compared::Equal(None));
        }
        let place = claim.spec.word.span;
        let Some(starts) = self.starts(source, claim, budget)? else {
            return Err(CommandError::Unfinished(
                "found no automaton for the places at which the images of the letters begin".into(),
            ));
        };
        let differs = self.relation_of(source, place, claim, &claim.differs(), budget)?;
        let differs = self.turned_to_msd(source, &differs, place, budget)?;
        Ok(match common(&starts, &differs, budget)? {
            None => Compared::Equal(Some(starts)),
            Some(pair) => {
                let difference = claim.difference(&pair[0], &pair[1]);
                Compared::Different(difference.ok_or(CommandError::Contradiction)?)
            }
        })
    }

    /// A claim in which each letter that occurs has an image.
    fn read_fixed(&mut self, source: &Source, span: Span, budget: &Budget) -> Result<Fixed, CommandError> {
        let spec = parse_fixed(source, span)?;
        let place = spec.word.span;
        let wrong = |message: String| Diagnostic::error(source, place, message);
        self.require(&format!("{}[", spec.word.text), None);
        let word = match self.word_named(source, &spec.word)? {
            Indexed::Word(word) => word,
            Indexed::Family(_) => return Err(wrong("this is a family of words, not a word".into()).into()),
        };
        let [system] = &word.systems[..] else {
            return Err(wrong(format!("`{}` has {} indices", spec.word.text, word.systems.len())).into());
        };
        if system.is_signed() {
            return Err(wrong(SequenceError::Signed(system.name().to_string()).to_string()).into());
        }
        if let Some((named, place)) = spec.system.as_ref().filter(|(named, _)| **named != **system.name()) {
            let message = format!("`{}` is a word in {}, not in {named}", spec.word.text, system.name());
            return Err(Diagnostic::error(source, *place, message).into());
        }
        let images = spec.morphism.rules.iter().map(|(letter, image, _)| (*letter, image.clone())).collect();
        let claim = Fixed { system: system.name().to_string(), images, word, spec };
        let others = format!("n=n & ~{}", claim.one_of(&claim.letters(), "n"));
        let others = self.relation_of(source, place, &claim, &others, budget)?;
        if let Some(n) = others.first_within(1, budget)?.first() {
            let letter = claim.letter(&n[0]);
            let index = claim.spec.index(&n[0].to_string(), 0);
            return Err(wrong(format!("the morphism has no rule for the letter {letter}"))
                .label(format!("which is {}[{index}]", claim.spec.word.text))
                .into());
        }
        Ok(claim)
    }

    /// The relation of a formula in the system of a claim.
    fn relation_of(
        &mut self,
        source: &Source,
        place: Span,
        claim: &Fixed,
        formula: &str,
        budget: &Budget,
    ) -> Result<Relation, CommandError> {
        let shown = |failure: CommandError| match failure {
            CommandError::Wrong(error) => Diagnostic::error(source, place, error.message()).into(),
            other => other,
        };
        let written = Source::new(source.name(), format!("?{} {formula}", claim.system));
        let formula = self.read(&written, written.span()).map_err(|error| shown(error.into()))?;
        Ok(self.free_relation(&written, &formula, budget).map_err(shown)?.1)
    }

    /// The pairs of n and the place at which the image of letter n begins, most significant digit first.
    fn starts(&mut self, source: &Source, claim: &Fixed, budget: &Budget) -> Result<Option<Relation>, CommandError> {
        let place = claim.spec.word.span;
        let failed = |error: SequenceError| match error {
            SequenceError::Limit(halt) => CommandError::from(halt),
            error => Diagnostic::error(source, place, error.to_string()).into(),
        };
        let mut by_length: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        for (letter, image, _) in &claim.spec.morphism.rules {
            by_length.entry(image.len()).or_default().push(*letter);
        }
        let system = self.msd_system(source, &claim.system, place)?;
        let shortest = *by_length.keys().next().expect("a morphism has a rule");
        let times = |many: usize| Rational::from(BigInt::from(many));
        let mut starts = Sequence::identity(&system, budget).map_err(failed)?;
        starts = starts.plus(&times(shortest), &starts, &times(0), budget).map_err(failed)?;
        for (length, letters) in by_length.range(shortest + 1..) {
            let written = format!("?{} i<n & {}", claim.system, claim.one_of(letters, "i"));
            let written = Source::new(source.name(), written);
            let n = Name { text: "n".into(), span: written.span() };
            let counted = self.counted_sequence(&written, written.span(), &[n], budget)?;
            starts = starts.plus(&times(1), &counted, &times(length - shortest), budget).map_err(failed)?;
        }
        starts.graph(budget).map_err(failed)
    }
}

/// A pair of numbers in both of two relations.
fn common(one: &Relation, other: &Relation, budget: &Budget) -> Result<Option<Vec<BigInt>>, CommandError> {
    let layout = one.dfa().layout();
    let part = |relation: &Relation| -> Box<dyn LazyAutomaton> {
        Box::new(StoredAutomaton::new(relation.dfa().clone(), layout.slots(), Arc::new([])))
    };
    let word = shortest(&mut Product::new(vec![part(one), part(other)], Vec::new()), layout.slots(), budget)?;
    Ok(word.map(|word| decode(&word, layout, one.systems())))
}
