//! Automata given otherwise than by formulas and expressions: words of morphisms, combinations of relations, right quotients.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Read;
use crate::machine::{Machine, NOWHERE, closed};
use crate::names::Names;
use crate::system::{Kind, System, Track};
use crate::text::{bracketed, is_blank};

/// Letters of an image of a letter.
const LONGEST_IMAGE: usize = 1 << 16;

/// A token of a morphism or a coding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Letter(i64),
    Arrow,
    Comma,
}

/// The tokens of a morphism or a coding: letters are digits, and numbers in brackets.
fn marks(text: &str) -> Read<Vec<Mark>> {
    let (mut found, mut rest) = (Vec::new(), text.trim_start_matches(is_blank));
    while let Some(first) = rest.chars().next() {
        let (mark, length) = match first {
            '0'..='9' => (Mark::Letter(bracketed(&rest[..1])?), 1),
            '[' => {
                let end = rest.find(']').ok_or("`]` is missing")?;
                (Mark::Letter(bracketed(&rest[1..end])?), end + 1)
            }
            ',' => (Mark::Comma, 1),
            _ if rest.starts_with("->") => (Mark::Arrow, 2),
            other => return Err(format!("`{other}` is not a letter")),
        };
        found.push(mark);
        rest = rest[length..].trim_start_matches(is_blank);
    }
    Ok(found)
}

/// The letters on the left of a rule, and those on its right.
pub type Rule = (Vec<i64>, Vec<i64>);

/// The rules of a morphism or a coding. A letter before an arrow begins a rule of a morphism, and
/// so does one behind the output of a coding; a comma may end a rule, and stand behind each letter that is coded.
pub fn rules(text: &str, is_coding: bool) -> Read<Vec<Rule>> {
    let marks = marks(text)?;
    let (mut found, mut at): (Vec<Rule>, usize) = (Vec::new(), 0);
    let comma = |at: usize| usize::from(marks.get(at) == Some(&Mark::Comma));
    let letter = |at: usize| match marks.get(at) {
        Some(Mark::Letter(letter)) => Some(*letter),
        _ => None,
    };
    while at < marks.len() {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        while let Some(letter) = letter(at).filter(|_| is_coding || left.is_empty()) {
            left.push(letter);
            at += 1;
            at += if is_coding { comma(at) } else { 0 };
        }
        if left.is_empty() || marks.get(at) != Some(&Mark::Arrow) {
            return Err("a rule without its letter or its arrow".into());
        }
        at += 1;
        while let Some(letter) =
            letter(at).filter(|_| if is_coding { right.is_empty() } else { marks.get(at + 1) != Some(&Mark::Arrow) })
        {
            right.push(letter);
            at += 1;
        }
        if is_coding && right.is_empty() {
            return Err("a coding without a letter on the right".into());
        }
        at += comma(at);
        found.push((left, right));
    }
    let mut letters: Vec<i64> = found.iter().flat_map(|rule| rule.0.iter().copied()).collect();
    letters.sort_unstable();
    if letters.is_empty() || letters.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("no rule, or a letter with two".into());
    }
    Ok(found)
}

/// The word of a morphism in a system: the letter at n is found by reading n, digit d leading from a letter to the d-th
/// letter of its image. That is so since the letters have as many digits as the states of valid words beside them, so that
/// images of images are as long as there are valid words.
pub fn word(system: &Track, morphism: &str, coding: Option<&str>) -> Read<Rc<Machine>> {
    let (first, images, codes) = morphism_with_codes(morphism, coding)?;
    if images[&first].first() != Some(&first) || images[&first].len() < 2 || system.kind != Kind::Natural {
        return Err("the first letter does not begin its own image".into());
    }
    word_of(system, first, &images, &codes)
}

type Images = BTreeMap<i64, Vec<i64>>;

/// The letter of the first rule, the image of each letter, and their codes.
fn morphism_with_codes(morphism: &str, coding: Option<&str>) -> Read<(i64, Images, BTreeMap<i64, i64>)> {
    let found = rules(morphism, false)?;
    let first = found[0].0[0];
    let images: Images = found.into_iter().map(|(left, image)| (left[0], image)).collect();
    if images.values().flatten().any(|letter| !images.contains_key(letter)) {
        return Err("a letter without an image".into());
    }
    let mut codes = BTreeMap::new();
    for (letters, code) in coding.map(|coding| rules(coding, true)).transpose()?.unwrap_or_default() {
        codes.extend(letters.into_iter().map(|letter| (letter, code[0])));
    }
    if coding.is_some() && !codes.keys().eq(images.keys()) {
        return Err("the coding has not the letters of the morphism".into());
    }
    Ok((first, images, codes))
}

fn word_of(system: &Track, first: i64, images: &Images, codes: &BTreeMap<i64, i64>) -> Read<Rc<Machine>> {
    let step = |letter: &i64, valid: &[u32], digit: u32| {
        let image = &images[letter];
        let is_long = image.len() == system.valid[valid[0] as usize].len();
        is_long
            .then(|| Some(image[digit as usize]))
            .ok_or_else(|| format!("the image of {letter} is not as long as {} allows", system.name))
    };
    Machine::built(std::slice::from_ref(system), first, Some(0), step, |letter| {
        Ok(codes.get(letter).copied().unwrap_or(*letter))
    })
}

/// The fixed point of the least power of a morphism that has one beginning with a letter, and the system of its places.
pub fn fixed_point(name: &str, morphism: &str, start: Option<i64>, coding: Option<&str>) -> Read<(Track, Rc<Machine>)> {
    let (first, images, codes) = morphism_with_codes(morphism, coding)?;
    let start = start.unwrap_or(first);
    let image = |letter: i64| images.get(&letter).filter(|image| !image.is_empty()).ok_or("a letter without an image");
    let (mut at, mut power) = (image(start)?[0], 1);
    while at != start {
        if power > images.len() {
            return Err(format!("no fixed point begins with {start}"));
        }
        (at, power) = (image(at)?[0], power + 1);
    }
    // The letters of the fixed point, and their images under the power.
    let (mut letters, mut powered) = (vec![start], Images::new());
    while let Some(&letter) = letters.get(powered.len()) {
        let mut word = vec![letter];
        for _ in 0..power {
            let mut longer = Vec::new();
            for letter in word {
                longer.extend_from_slice(image(letter)?);
            }
            if longer.len() > LONGEST_IMAGE {
                return Err("an image that is too long".into());
            }
            word = longer;
        }
        for letter in &word {
            if !letters.contains(letter) {
                letters.push(*letter);
            }
        }
        powered.insert(letter, word);
    }
    if powered[&start].len() < 2 {
        return Err(format!("no fixed point begins with {start}"));
    }
    let place = |letter: &i64| letters.iter().position(|other| other == letter).unwrap_or(0) as u32;
    let rows: Vec<Vec<u32>> = letters.iter().map(|letter| powered[letter].iter().map(place).collect()).collect();
    let system = Rc::new(System::of_fixed_point(name, &rows));
    let word = word_of(&system, start, &powered, &codes)?;
    Ok((system, word))
}

/// The word that a command makes of relations on the same tracks: the last that holds counts, 0 if none does.
pub fn combined(named: &[(String, i64)], names: &Names) -> Read<Rc<Machine>> {
    let parts = named.iter().map(|(name, _)| names.function(name)).collect::<Read<Vec<Rc<Machine>>>>()?;
    let tracks = parts.first().ok_or("nothing to combine")?.tracks.clone();
    if tracks.is_empty() || parts.iter().any(|part| part.tracks != tracks) {
        return Err("relations on different tracks, or on none".into());
    }
    let zeros = tracks.iter().all(|track| track.kind != Kind::Words).then_some(0);
    let step = |states: &Vec<u32>, _: &[u32], letter: u32| {
        Ok(Some(parts.iter().zip(states).map(|(part, &state)| part.step(state, letter)).collect()))
    };
    Machine::built(&tracks, vec![0; parts.len()], zeros, step, |states| {
        let holds = |at: &usize| parts[*at].outputs.get(states[*at] as usize) == Some(&1);
        Ok((0..parts.len()).rev().find(holds).map_or(0, |at| named[at].1))
    })
}

/// The words that some word of the second automaton completes to one of the first. Where the first has all paddings of its
/// numbers with zeros, so has what is found.
pub fn quotient(first: &Machine, second: &Machine) -> Read<Rc<Machine>> {
    let is_turned = first.tracks.iter().any(|track| track.is_turned());
    if first.tracks != second.tracks || first.tracks.is_empty() || is_turned {
        return Err("automata on different tracks, or read from the other end".into());
    }
    let mut outputs = Vec::new();
    for q in 0..first.rows.len() as u32 {
        let mut is_completed = false;
        closed([vec![q, 0]], |pair, seen| {
            is_completed |= first.outputs[pair[0] as usize] == 1 && second.outputs[pair[1] as usize] == 1;
            for &(letter, target) in &first.rows[pair[0] as usize] {
                let next = second.step(pair[1], letter);
                if next != NOWHERE {
                    seen.number(&[target, next]);
                }
            }
            Ok(())
        })?;
        outputs.push(is_completed.into());
    }
    Ok(Rc::new(Machine { tracks: first.tracks.clone(), rows: first.rows.clone(), outputs }))
}
