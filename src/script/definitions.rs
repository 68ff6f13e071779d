//! What definitions make: languages of regular expressions, morphisms, words, numeration systems.

use std::collections::HashMap;

use crate::automata::{Dfa, Layout, Letter, Nfa};
use crate::budget::{Budget, Halt, Limit};
use crate::logic::Environment;
use crate::numeration::{
    Language, Numerations, Positional, TrackKind, base, fixed_point_system, from_expansion, from_recurrence,
};
use crate::syntax::ast::{AlphabetSpec, LetterSpec, MorphismSpec, Name, NumerationSpec, Quoted, Regex, RegexNode};
use crate::syntax::{Diagnostic, Source, Span, nearest, parse_coding, parse_morphism, parse_numeration, parse_regex};
use crate::tuning::LISTED_LETTERS;
use crate::words::{Morphism, Word, WordError};

use super::names::Names;
use super::outcome::CommandError;

/// The language of `reg NAME alphabets "expression"`.
pub(super) fn regular(
    source: &Source,
    names: &Names,
    alphabets: &[AlphabetSpec],
    expression: Span,
    budget: &Budget,
) -> Result<Language, CommandError> {
    let mut tracks = Vec::with_capacity(alphabets.len());
    for alphabet in alphabets {
        tracks.push(match alphabet {
            AlphabetSpec::System(name) => TrackKind::Numbers(system(source, names, name)?),
            AlphabetSpec::Digits(digits, span) if digits.is_empty() => {
                return Err(Diagnostic::error(source, *span, "an alphabet without digits").into());
            }
            AlphabetSpec::Digits(digits, _) => TrackKind::of_digits(digits),
        });
    }
    let regex = parse_regex(source, expression)?;
    let values: Vec<Vec<i64>> = tracks.iter().map(TrackKind::digit_values).collect();
    let sizes: Vec<u32> = values.iter().map(|track| track.len() as u32).collect();
    let layout = Layout::new(&sizes).map_err(Halt::from)?;
    let dfa = Compiler { source, values, layout, budget }.compile(&regex)?;
    Ok(Language { dfa: dfa.into(), tracks })
}

fn system(
    source: &Source,
    names: &Names,
    name: &Name,
) -> Result<std::sync::Arc<crate::numeration::NumerationSystem>, Diagnostic> {
    names.system(&name.text).map_err(|why| {
        let error = Diagnostic::error(source, name.span, why.to_string());
        let (direction, short) = name.text.split_once('_').unwrap_or(("msd", &name.text));
        let known = names.systems();
        match nearest(short, known.iter().map(String::as_str)) {
            Some(near) if near != short => error.meant(format!("{direction}_{near}")),
            _ => error,
        }
    })
}

struct Compiler<'a> {
    source: &'a Source,
    /// The value of each digit of each track, by index.
    values: Vec<Vec<i64>>,
    layout: Layout,
    budget: &'a Budget,
}

impl Compiler<'_> {
    fn compile(&self, regex: &Regex) -> Result<Dfa, CommandError> {
        let mut parts: Vec<Option<Nfa>> = Vec::with_capacity(regex.nodes.len());
        for node in &regex.nodes {
            let mut take = |id: &crate::syntax::ast::RegexId| parts[id.0 as usize].take().expect("one parent a node");
            let part = match node {
                RegexNode::Empty => Nfa::empty_word(self.layout.clone()),
                RegexNode::Letter(digits, span) => Nfa::letters(self.layout.clone(), [self.letter(digits, *span)?]),
                RegexNode::Any => self.any()?,
                RegexNode::Class { ranges, negated, span } => {
                    Nfa::letters(self.layout.clone(), self.class(ranges, *negated, *span)?)
                }
                RegexNode::Concat(a, b) => take(a).concat(&take(b)),
                RegexNode::Union(a, b) => take(a).union(&take(b)),
                RegexNode::Intersect(a, b) => {
                    let (a, b) = (self.minimal(&take(a))?, self.minimal(&take(b))?);
                    Nfa::from(&a.intersect(&b, self.budget)?)
                }
                RegexNode::Complement(a) => Nfa::from(&self.minimal(&take(a))?.complement()?),
                RegexNode::Star(a) => take(a).star(),
                RegexNode::Plus(a) => {
                    let once = take(a);
                    once.concat(&once.star())
                }
                RegexNode::Times(a, least, most) => self.repeated(&take(a), *least, *most)?,
                RegexNode::Optional(a) => take(a).union(&Nfa::empty_word(self.layout.clone())),
            };
            self.budget.check(part.states())?;
            parts.push(Some(part));
        }
        let whole = parts.pop().flatten().expect("an expression has a root");
        Ok(self.minimal(&whole)?)
    }

    /// All letters, which may be more than there is room for.
    fn any(&self) -> Result<Nfa, Halt> {
        let count: usize = self
            .layout
            .sizes()
            .iter()
            .try_fold(1usize, |all, &size| all.checked_mul(size as usize))
            .filter(|&count| count as u64 <= LISTED_LETTERS)
            .ok_or(Halt::Limit(Limit::Memory))?;
        // The letters, their edges, and the copies that joining and determinizing make.
        self.budget.check_room(count.saturating_mul(8 * size_of::<Letter>()))?;
        let mut letters = Vec::with_capacity(count);
        for letter in self.layout.letters() {
            self.budget.check(0)?;
            letters.push(letter);
        }
        Ok(Nfa::letters(self.layout.clone(), letters))
    }

    /// At least and at most so many words of a language, one after another.
    fn repeated(&self, once: &Nfa, least: u32, most: Option<u32>) -> Result<Nfa, Halt> {
        let empty = Nfa::empty_word(self.layout.clone());
        let mut whole = match most {
            None => once.star(),
            Some(_) => empty.clone(),
        };
        // From the last: each that may be left out takes all behind it along.
        for _ in least..most.unwrap_or(least) {
            whole = once.concat(&whole).union(&empty);
            self.budget.check(whole.states())?;
        }
        for _ in 0..least {
            whole = once.concat(&whole);
            self.budget.check(whole.states())?;
        }
        Ok(whole)
    }

    fn minimal(&self, nfa: &Nfa) -> Result<Dfa, Halt> {
        nfa.determinize(self.budget)?.minimize_within(self.budget)
    }

    /// The letters of `[2-4]`; every digit of a range must be one of the alphabet.
    fn class(&self, ranges: &[(i64, i64)], negated: bool, span: Span) -> Result<Vec<Letter>, Diagnostic> {
        let [values] = &self.values[..] else {
            let message = format!("a range of digits for an automaton of {}", count(self.values.len()));
            return Err(Diagnostic::error(self.source, span, message).label("write tuples, as in `[0,1]`"));
        };
        for &(first, last) in ranges {
            // As many digits as the range has, or else one of it is missing.
            let mut known: Vec<i64> = values.iter().copied().filter(|value| (first..=last).contains(value)).collect();
            known.sort_unstable();
            let missing =
                (first..=last).zip(known.into_iter().map(Some).chain([None])).find(|(n, own)| Some(*n) != *own);
            if let Some((digit, _)) = missing {
                return Err(self.letter(&[digit], span).expect_err("the digit is missing"));
            }
        }
        let meant = |value: &i64| ranges.iter().any(|(first, last)| (first..=last).contains(&value)) != negated;
        values.iter().filter(|value| meant(value)).map(|&value| self.letter(&[value], span)).collect()
    }

    fn letter(&self, digits: &[i64], span: Span) -> Result<Letter, Diagnostic> {
        if digits.len() != self.values.len() {
            let message =
                format!("a letter of {} for an automaton of {}", count(digits.len()), count(self.values.len()));
            return Err(Diagnostic::error(self.source, span, message).label("one digit for each alphabet"));
        }
        let mut indices = Vec::with_capacity(digits.len());
        for (track, (digit, values)) in digits.iter().zip(&self.values).enumerate() {
            let index = values.iter().position(|value| value == digit).ok_or_else(|| {
                let alphabet: Vec<String> = values.iter().map(i64::to_string).collect();
                Diagnostic::error(self.source, span, format!("{digit} is not a digit of track {}", track + 1))
                    .label(format!("its digits are {}", alphabet.join(", ")))
            })?;
            indices.push(index as u32);
        }
        Ok(self.layout.pack(&indices))
    }
}

fn count(tracks: usize) -> String {
    if tracks == 1 { "1 track".into() } else { format!("{tracks} tracks") }
}

/// A morphism as it was written.
pub(super) fn morphism(source: &Source, spec: &MorphismSpec, span: Span) -> Result<Morphism, Diagnostic> {
    Morphism::between(spec.rules.iter().map(|(letter, image, _)| (*letter, image.clone())))
        .map_err(|error| Diagnostic::error(source, span, error.to_string()))
}

/// The morphism, if every letter in its images has a rule.
fn with_fixed_point(source: &Source, morphism: &Morphism, span: Span) -> Result<Morphism, Diagnostic> {
    Morphism::new(morphism.letters().zip(morphism.images().iter().cloned())).map_err(|error| {
        Diagnostic::error(source, span, error.to_string()).help("every letter that occurs in an image needs a rule")
    })
}

/// The fixed point of a morphism as a word in `msd_k`, k being the length of its images.
pub(super) fn promoted(
    source: &Source,
    morphism: &Morphism,
    span: Span,
    names: &Names,
    budget: &Budget,
) -> Result<Word, CommandError> {
    let morphism = &with_fixed_point(source, morphism, span)?;
    let Some(length) = morphism.is_uniform() else {
        return Err(Diagnostic::error(source, span, "its images have several lengths")
            .help("name the numeration system: `word NAME msd_fib \"0->01 1->0\"`")
            .into());
    };
    let system =
        names.system(&format!("msd_{length}")).map_err(|why| Diagnostic::error(source, span, why.to_string()))?;
    Word::from_morphism(morphism, None, system, budget).map_err(|error| unfit(source, span, &error).into())
}

/// The word of `word NAME SYSTEM "rules" ["coding"]`.
pub(super) fn word(
    source: &Source,
    names: &Names,
    system_name: &Name,
    rules: Quoted,
    coding: Option<Quoted>,
    budget: &Budget,
) -> Result<Word, CommandError> {
    let system = system(source, names, system_name)?;
    let morphism = morphism(source, &parse_morphism(source, rules.span)?, rules.span)?;
    let morphism = with_fixed_point(source, &morphism, rules.span)?;
    let outputs = coding.map(|coding| outputs(source, &morphism, coding)).transpose()?;
    Word::from_morphism(&morphism, outputs.as_ref(), system, budget)
        .map_err(|error| unfit(source, rules.span, &error).into())
}

/// The fixed point of `word NAME "rules" [from LETTER] ["coding"]`, and the systems with that of its places among them.
pub(super) fn fixed_point(
    source: &Source,
    numerations: &Numerations,
    (name, rules, start, coding): (&Name, Quoted, Option<LetterSpec>, Option<Quoted>),
    budget: &Budget,
) -> Result<(Word, Numerations), CommandError> {
    let morphism = morphism(source, &parse_morphism(source, rules.span)?, rules.span)?;
    let morphism = with_fixed_point(source, &morphism, rules.span)?;
    let outputs = coding.map(|coding| outputs(source, &morphism, coding)).transpose()?;
    let first = start.map_or_else(|| morphism.letters().next(), |start| Some(start.value));
    let first = first.expect("a morphism has rules");
    let span = start.map_or(rules.span, |start| start.span);
    let wrong = |error: WordError| CommandError::from(unfit(source, span, &error));
    let fixed = morphism.with_fixed_point_from(first).map_err(|error| {
        let is_fine = |letter: &i64| start.is_none() && morphism.with_fixed_point_from(*letter).is_ok();
        let diagnostic = unfit(source, span, &error);
        match morphism.letters().find(is_fine) {
            Some(letter) => {
                diagnostic.help(format!("a fixed point begins with {letter}: put `from {letter}` behind the rules"))
            }
            None => diagnostic,
        }
    })?;
    let rule = fixed_point_system(&fixed.places()).map_err(|error| wrong(error.into()))?;
    let mut numerations = numerations.clone();
    numerations.define(&name.text, rule);
    let system = numerations.get(&format!("msd_{}", name.text)).map_err(|error| wrong(error.into()))?;
    // Letters that the fixed point does not have need no output.
    let outputs = outputs.map(|outputs| outputs.into_iter().filter(|rule| fixed.image(rule.0).is_some()).collect());
    let word = Word::from_morphism(&fixed, outputs.as_ref(), system, budget).map_err(wrong)?;
    Ok((word, numerations))
}

/// The output of each letter of a morphism.
fn outputs(source: &Source, morphism: &Morphism, coding: Quoted) -> Result<HashMap<i64, i64>, Diagnostic> {
    let mut map = HashMap::new();
    for (letters, output, span) in parse_coding(source, coding.span)?.rules {
        for letter in letters {
            if morphism.image(letter).is_none() {
                return Err(Diagnostic::error(source, span, format!("the morphism has no letter {letter}")));
            }
            if map.insert(letter, output).is_some_and(|known| known != output) {
                return Err(Diagnostic::error(source, span, format!("two outputs for the letter {letter}")));
            }
        }
    }
    match morphism.letters().find(|letter| !map.contains_key(letter)) {
        Some(letter) => Err(Diagnostic::error(source, coding.span, format!("no output for the letter {letter}"))),
        None => Ok(map),
    }
}

/// Why a morphism makes no word.
fn unfit(source: &Source, span: Span, error: &WordError) -> Diagnostic {
    let diagnostic = Diagnostic::error(source, span, error.to_string());
    match error {
        WordError::WrongLength { .. } => {
            diagnostic.help("the image of a letter needs one letter for each digit that can follow it")
        }
        _ => diagnostic,
    }
}

/// The system of `numeration NAME "definition"`.
pub(super) fn numeration(source: &Source, definition: Span) -> Result<Positional, Diagnostic> {
    let spec = parse_numeration(source, definition)?;
    match &spec {
        NumerationSpec::Recurrence { coefficients, initial } => from_recurrence(coefficients, initial.as_deref()),
        NumerationSpec::Expansion { preperiod, period } => from_expansion(preperiod, period),
        NumerationSpec::Base(b) => base(*b),
    }
    .map_err(|error| Diagnostic::error(source, definition, error.to_string()))
}
