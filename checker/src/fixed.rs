//! Statements that a word is fixed by a morphism: `W[n+1] is fixed by 0->10 1->1101`.
//!
//! Let u(n) be the letter at the n-th index and f the morphism, whose images are not empty. Then u = f(u) iff for each n
//! the image of u(n) stands in u at s(n), the sum of the lengths of the images before. The certificate claims a relation
//! `$starts`. It is shown that `$starts(0,0)`, and for each letter a with the image w that `$starts(n,p)` and u(n) = a imply
//! `$starts(n+1,p+|w|)` and that w stands in u at p. By induction `$starts(n,s(n))` for all n, so the statement is true.
//! Whether other pairs are in the relation does not matter.
//!
//! That it is false is shown by a letter in which u and f(u) differ. Numbers in their order have valid words in theirs, so
//! the letters of the word are those of the states to which these words lead.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Read;
use crate::command::FUNCTION;
use crate::core::Claims;
use crate::formula::Reader;
use crate::language::rules;
use crate::machine::{Machine, NOWHERE, spend};
use crate::names::{Named, Names};
use crate::rules::holds;
use crate::system::{Kind, Systems};
use crate::text::{is_blank, is_name, is_variable, name_length};
use crate::tokens::system_name;

#[cfg(test)]
mod tests;

/// Letters of a word that are compared with those of its image: more, if these are equal.
const FIRST_LETTERS: [usize; 3] = [1 << 8, 1 << 14, 1 << 20];
/// The largest number in an index.
const LARGEST: i64 = 1 << 40;

/// A statement of this kind.
struct Fixed {
    system: Option<String>,
    word: String,
    /// The index is so many times a variable, and a constant.
    step: i64,
    start: i64,
    images: BTreeMap<i64, Vec<i64>>,
}

/// The text before and behind `is fixed by`.
fn parts(text: &str) -> Option<(&str, &str)> {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.windows(3).position(|words| words == ["is", "fixed", "by"])?;
    Some((&text[..place(words[at])], &text[place(words[at + 2]) + 2..]))
}

/// Whether a text is a statement of this kind.
pub fn speaks_of_fixed_words(text: &str) -> bool {
    parts(text).is_some()
}

/// The factor of the variable and the constant of an index.
fn index(text: &str) -> Option<(i64, i64)> {
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<i64>().ok().filter(|&number| number < LARGEST)).flatten()
    };
    let (mut step, mut start) = (None, 0);
    for part in text.split('+').map(str::trim) {
        let (factor, name) = match part.split_once('*').map(|(one, other)| (one.trim(), other.trim())) {
            Some((one, other)) if is_variable(other) => (number(one)?, other),
            Some((one, other)) => (number(other)?, one),
            None if is_variable(part) => (1, part),
            None => {
                start += number(part)?;
                continue;
            }
        };
        if step.is_some() || factor == 0 || !is_variable(name) || start >= LARGEST {
            return None;
        }
        step = Some(factor);
    }
    Some((step?, start))
}

impl Fixed {
    fn read(text: &str) -> Read<Fixed> {
        let (subject, morphism) = parts(text).ok_or("no statement of a fixed word")?;
        let mut rest = subject.trim_matches(is_blank);
        let mut system = None;
        if let Some(named) = rest.strip_prefix('?') {
            let length = name_length(named);
            system = Some(system_name(&named[..length])?);
            rest = named[length..].trim_start_matches(is_blank);
        }
        // A dot may tell a word from a quantifier, as in formulas.
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        let (word, rest) = rest.split_at(name_length(rest));
        let rest = rest.trim_matches(is_blank);
        let inside = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let (step, start) = match inside {
            None if rest.is_empty() => (1, 0),
            _ => inside.and_then(index).ok_or("an index that is not a multiple of a variable and a number")?,
        };
        if !is_name(word) {
            return Err("a word is missing before `is fixed by`".into());
        }
        let images: BTreeMap<i64, Vec<i64>> =
            rules(morphism, false)?.into_iter().map(|(left, image)| (left[0], image)).collect();
        if images.values().any(Vec::is_empty) {
            return Err("an empty image".into());
        }
        Ok(Fixed { system, word: word.to_owned(), step, start, images })
    }

    /// The formula that a letter stands at a variable, or so many behind it.
    fn at(&self, variable: &str, offset: usize, letter: i64) -> Read<String> {
        let constant = (offset as i64).checked_mul(self.step).and_then(|more| more.checked_add(self.start));
        let constant = constant.ok_or("a number of more than 63 bits")?;
        Ok(format!(".{}[{}*{variable}+{constant}]=@{letter}", self.word, self.step))
    }

    /// What proves the statement, each with what it says.
    fn obligations(&self) -> Read<Vec<(String, String)>> {
        let letters = self.images.keys().map(|&letter| self.at("n", 0, letter)).collect::<Read<Vec<String>>>()?;
        let mut all = vec![
            (format!("An {}", letters.join(" | ")), "a letter of the word has no image".to_owned()),
            ("$starts(0,0)".to_owned(), "the first image does not begin at 0".to_owned()),
        ];
        for (letter, image) in &self.images {
            let mut then = vec![format!("$starts(n+1,p+{})", image.len())];
            for (offset, &next) in image.iter().enumerate() {
                then.push(self.at("p", offset, next)?);
            }
            let given = self.at("n", 0, *letter)?;
            let formula = format!("An,p ($starts(n,p) & {given}) => ({})", then.join(" & "));
            all.push((formula, format!("the image of {letter} is not shown to stand where it should")));
        }
        Ok(all)
    }

    /// Checks that the word and its image differ.
    fn differs(&self, word: &Machine) -> Read<()> {
        let wanted = |n: usize| {
            let index = i64::try_from(n).ok()?.checked_mul(self.step)?.checked_add(self.start)?;
            usize::try_from(index).ok()
        };
        // Most words differ from their images soon.
        for many in FIRST_LETTERS {
            let letters = first_letters(word, many)?;
            let letter = |n: usize| wanted(n).and_then(|index| letters.get(index)).copied();
            let mut at = 0;
            for n in 0.. {
                let Some(own) = letter(n) else { break };
                let image = self.images.get(&own).ok_or("a letter of the word has no image")?;
                for &next in image {
                    if letter(at).is_some_and(|found| found != next) {
                        return Ok(());
                    }
                    at += 1;
                }
            }
        }
        Err("no difference was found".into())
    }
}

/// So many letters of a word.
fn first_letters(word: &Machine, many: usize) -> Read<Vec<i64>> {
    let [track] = &word.tracks[..] else { return Err("a word with several indices".into()) };
    let output = |state: u32| word.outputs.get(state as usize).copied().ok_or("a number without a letter");
    // The states of valid words and of the automaton after words of one length, in the order of these. Words that begin
    // with 0 are those of smaller numbers.
    let (mut found, mut level, mut skipped) = (vec![output(0)?], vec![(0u32, 0u32)], 1);
    while !level.is_empty() {
        let mut next = Vec::new();
        for (valid, state) in level {
            for (digit, &after) in track.valid[valid as usize].iter().enumerate().skip(skipped) {
                let target = word.step(state, digit as u32);
                if target == NOWHERE {
                    return Err("a number without a letter".into());
                }
                found.push(output(target)?);
                if found.len() == many {
                    return Ok(found);
                }
                next.push((after, target));
            }
            skipped = 0;
        }
        spend(next.len())?;
        level = next;
    }
    Ok(found)
}

/// Checks that a statement is true, or false; how many claims were needed.
pub fn is_so((names, systems, claims): (&Names, &mut Systems, &Claims), text: &str, truth: bool) -> Read<usize> {
    let fixed = Fixed::read(text)?;
    let word = names.word(&fixed.word)?;
    let [track] = &word.tracks[..] else { return Err("a word with several indices".into()) };
    if track.kind != Kind::Natural || fixed.system.as_ref().is_some_and(|name| *name != track.name) {
        return Err(format!("`{}` is a word in {}", fixed.word, track.name));
    }
    if !truth {
        return fixed.differs(&word).map(|()| 0);
    }
    let claim = claims.get("starts").ok_or("no claim says where images begin")?;
    // Certificates have automata in one order, whatever that of the digits is in scripts.
    let read = systems.get(&track.name.replacen("lsd_", "msd_", 1))?;
    if claim.tracks != [read.clone(), read] {
        return Err("a claim on other tracks".into());
    }
    let tracks = vec![track.clone(), track.clone()];
    let starts = Machine { tracks, rows: claim.rows.clone(), outputs: claim.outputs.clone() };
    let mut known = names.clone();
    known.bind(FUNCTION, "starts", Named::Table(Rc::new(starts)));
    for (formula, why) in fixed.obligations()? {
        let none = Claims::new();
        let mut reader = Reader::new(&known, systems, &none);
        let core = reader.whole(&format!("?{} {formula}", track.name))?;
        if !holds(&Rc::new(reader.tracks()), &core)? {
            return Err(why);
        }
    }
    Ok(1)
}
