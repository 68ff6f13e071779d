//! `reg` and the commands on languages, against textbook constructions on complete automata.

use super::automaton::{Automaton, TooLarge};
use super::lab::{Checked, Lab, wrong};
use super::tape::Tape;
use super::worlds::{Deciders, Reference};

/// Tracks as `reg` takes them, with the values of their digits.
const ALPHABETS: [(&str, &[&[i64]]); 10] = [
    ("{0,1}", &[&[0, 1]]),
    ("msd_2", &[&[0, 1]]),
    ("{0,1,2}", &[&[0, 1, 2]]),
    ("{-1,0,1}", &[&[-1, 0, 1]]),
    ("{1,2}", &[&[1, 2]]),
    ("{0,1} {0,1}", &[&[0, 1], &[0, 1]]),
    ("{0,1} {2,0}", &[&[0, 1], &[0, 2]]),
    ("lsd_3", &[&[0, 1, 2]]),
    ("{-2,-1}", &[&[-2, -1]]),
    ("{-1,0,2} {-1,1}", &[&[-1, 0, 2], &[-1, 1]]),
];

/// Tracks, with the digits of each and its system, if it has one.
type Tracks = (&'static str, &'static [&'static [i64]], &'static [Option<Reference>]);

/// Tracks that words are given by `alphabet`.
const OTHERS: [Tracks; 14] = [
    ("{0,1}", &[&[0, 1]], &[None]),
    ("{0,1,2}", &[&[0, 1, 2]], &[None]),
    ("{-1,0,1}", &[&[-1, 0, 1]], &[None]),
    ("{1,2}", &[&[1, 2]], &[None]),
    ("{-2,-1,0}", &[&[-2, -1, 0]], &[None]),
    ("msd_2", &[&[0, 1]], &[Some(Reference::Base(2))]),
    ("msd_fib", &[&[0, 1]], &[Some(Reference::Fibonacci)]),
    ("msd_trib", &[&[0, 1]], &[Some(Reference::Tribonacci)]),
    ("msd_pell", &[&[0, 1, 2]], &[Some(Reference::Pell)]),
    ("msd_neg_fib", &[&[0, 1]], &[Some(Reference::NegativeFibonacci)]),
    ("{0,1} {0,1}", &[&[0, 1], &[0, 1]], &[None, None]),
    ("{0,1} {-1,2,0}", &[&[0, 1], &[-1, 0, 2]], &[None, None]),
    ("msd_fib {-1,0,1}", &[&[0, 1], &[-1, 0, 1]], &[Some(Reference::Fibonacci), None]),
    ("msd_trib msd_pell", &[&[0, 1], &[0, 1, 2]], &[Some(Reference::Tribonacci), Some(Reference::Pell)]),
];

/// Tuples of digits as letters: track 0 runs fastest.
struct Alphabet {
    text: &'static str,
    digits: &'static [&'static [i64]],
}

impl Alphabet {
    fn pick(tape: &mut Tape) -> Alphabet {
        let (text, digits) = *tape.pick(&ALPHABETS);
        Alphabet { text, digits }
    }

    fn letters(&self) -> usize {
        self.digits.iter().map(|track| track.len()).product()
    }

    fn values(&self, letter: usize) -> Vec<i64> {
        let mut rest = letter;
        let digit = |track: &&[i64]| {
            let digit = track[rest % track.len()];
            rest /= track.len();
            digit
        };
        self.digits.iter().map(digit).collect()
    }

    fn letter(&self, values: &[i64]) -> Option<usize> {
        (0..self.letters()).find(|&letter| self.values(letter) == values)
    }

    fn zero(&self) -> Option<usize> {
        self.letter(&vec![0; self.digits.len()])
    }

    fn spelled(&self, letter: usize) -> String {
        match self.values(letter)[..] {
            [digit] if (0..10).contains(&digit) => digit.to_string(),
            ref values => format!("[{}]", values.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
        }
    }

    fn owned(&self) -> Vec<Vec<i64>> {
        self.digits.iter().map(|track| track.to_vec()).collect()
    }

    /// The letters of a word as the engine spells it.
    fn read(&self, text: &str) -> Option<Vec<usize>> {
        let mut word = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let (digits, after) = match first {
                '[' => rest[1..].split_once(']')?,
                _ => rest.split_at(1),
            };
            let values: Vec<i64> = digits.split(',').map(|digit| digit.trim().parse().ok()).collect::<Option<_>>()?;
            word.push(self.letter(&values)?);
            rest = after;
        }
        Some(word)
    }
}

fn one_letter(letters: usize, wanted: impl Fn(usize) -> bool) -> Result<Automaton, TooLarge> {
    let step = |&at: &u8, letter: usize| if at == 0 && wanted(letter) { 1 } else { 2 };
    Automaton::build(letters, 0u8, step, |&at| at == 1)
}

pub fn concat(a: &Automaton, b: &Automaton) -> Result<Automaton, TooLarge> {
    let enter = |q: u32, mut set: Vec<u32>| {
        if a.accepting[q as usize] {
            set.push(0);
        }
        set.sort_unstable();
        set.dedup();
        (q, set)
    };
    let step = |(q, set): &(u32, Vec<u32>), letter: usize| {
        enter(a.step(*q, letter), set.iter().map(|&p| b.step(p, letter)).collect())
    };
    Automaton::build(a.letters, enter(0, Vec::new()), step, |(_, set)| set.iter().any(|&p| b.accepting[p as usize]))
}

pub fn star(a: &Automaton) -> Result<Automaton, TooLarge> {
    let step = |(_, set): &(bool, Vec<u32>), letter: usize| {
        let mut next: Vec<u32> = set.iter().map(|&q| a.step(q, letter)).collect();
        if next.iter().any(|&q| a.accepting[q as usize]) {
            next.push(0);
        }
        next.sort_unstable();
        next.dedup();
        (false, next)
    };
    let accepts = |(first, set): &(bool, Vec<u32>)| *first || set.iter().any(|&q| a.accepting[q as usize]);
    Automaton::build(a.letters, (true, vec![0]), step, accepts)
}

fn complement(a: &Automaton) -> Automaton {
    Automaton { accepting: a.accepting.iter().map(|accepts| !accepts).collect(), ..a.clone() }
}

/// The words that follow in `a` after some states.
fn from_states(a: &Automaton, start: Vec<u32>) -> Result<Automaton, TooLarge> {
    let step = |set: &Vec<u32>, letter: usize| {
        let mut next: Vec<u32> = set.iter().map(|&q| a.step(q, letter)).collect();
        next.sort_unstable();
        next.dedup();
        next
    };
    Automaton::build(a.letters, start, step, |set| set.iter().any(|&q| a.accepting[q as usize]))
}

/// Pairs of states of both that some word leads to from a state of the first and the start of the second.
fn pairs(a: &Automaton, from: u32, b: &Automaton) -> Vec<(u32, u32)> {
    let mut found = vec![(from, 0)];
    let mut at = 0;
    while at < found.len() {
        let (p, q) = found[at];
        for letter in 0..a.letters {
            let pair = (a.step(p, letter), b.step(q, letter));
            if !found.contains(&pair) {
                found.push(pair);
            }
        }
        at += 1;
    }
    found
}

/// {w : some x in `off`, xw in `from`}.
pub fn left_quotient(from: &Automaton, off: &Automaton) -> Result<Automaton, TooLarge> {
    let reached = pairs(from, 0, off).into_iter().filter(|&(_, q)| off.accepting[q as usize]);
    let mut start: Vec<u32> = reached.map(|(p, _)| p).collect();
    start.sort_unstable();
    start.dedup();
    from_states(from, start)
}

/// {w : some x in `off`, wx in `from`}.
pub fn right_quotient(from: &Automaton, off: &Automaton) -> Automaton {
    let both = |&(p, q): &(u32, u32)| from.accepting[p as usize] && off.accepting[q as usize];
    let accepting = (0..from.states() as u32).map(|q| pairs(from, q, off).iter().any(both)).collect();
    Automaton { accepting, ..from.clone() }
}

/// Words that were accepted with some number of zeros in front.
pub fn fix_lead(a: &Automaton, zero: usize) -> Result<Automaton, TooLarge> {
    let step = |state: &Option<Vec<u32>>, letter: usize| match state {
        None if letter == zero => None,
        _ => {
            let set = state.clone().unwrap_or_else(|| a.reachable(&[0], &[zero]));
            let mut next: Vec<u32> = set.iter().map(|&q| a.step(q, letter)).collect();
            next.sort_unstable();
            next.dedup();
            Some(next)
        }
    };
    Automaton::build(a.letters, None, step, |state| {
        let set = state.clone().unwrap_or_else(|| a.reachable(&[0], &[zero]));
        set.iter().any(|&q| a.accepting[q as usize])
    })
}

/// Words that were accepted with some number of zeros behind.
pub fn fix_trail(a: &Automaton, zero: usize) -> Result<Automaton, TooLarge> {
    let step = |&(core, q): &(u32, u32), letter: usize| {
        let next = a.step(q, letter);
        if letter == zero { (core, next) } else { (next, next) }
    };
    let accepts = |&(core, _): &(u32, u32)| a.reachable(&[core], &[zero]).iter().any(|&q| a.accepting[q as usize]);
    Automaton::build(a.letters, (0, 0), step, accepts)
}

/// A regular expression and its words.
fn expression(alphabet: &Alphabet, depth: usize, tape: &mut Tape) -> Result<(String, Automaton), TooLarge> {
    let letters = alphabet.letters();
    if depth == 0 {
        if tape.chance(1, 10) {
            return Ok((".".into(), one_letter(letters, |_| true)?));
        }
        let wanted = tape.below(letters);
        return Ok((alphabet.spelled(wanted), one_letter(letters, |letter| letter == wanted)?));
    }
    let kind = tape.below(14);
    if kind == 0 {
        return expression(alphabet, 0, tape);
    }
    let (text, a) = expression(alphabet, depth - 1, tape)?;
    Ok(match kind {
        1..=4 => {
            let (other, b) = expression(alphabet, depth - 1, tape)?;
            (format!("({text})({other})"), concat(&a, &b)?)
        }
        5..=7 => {
            let (other, b) = expression(alphabet, depth - 1, tape)?;
            (format!("(({text})|({other}))"), a.with(&b, |a, b| a || b)?)
        }
        8 | 9 => (format!("({text})*"), star(&a)?),
        10 => (format!("({text})+"), concat(&a, &star(&a)?)?),
        11 => (format!("({text})?"), a.with(&one_empty(letters), |a, b| a || b)?),
        12 => {
            let (other, b) = expression(alphabet, depth - 1, tape)?;
            (format!("(({text})&({other}))"), a.with(&b, |a, b| a && b)?)
        }
        _ => (format!("~({text})"), complement(&a)),
    })
}

/// The empty word alone.
fn one_empty(letters: usize) -> Automaton {
    Automaton { letters, next: [vec![1; letters], vec![1; letters]].concat(), accepting: vec![true, false] }
}

/// Defines a random language.
fn define(name: &str, alphabet: &Alphabet, tape: &mut Tape, lab: &mut Lab) -> Checked<Automaton> {
    let depth = 1 + tape.below(4);
    let (text, automaton) = expression(alphabet, depth, tape)?;
    lab.run(&format!("reg {name} {} \"{text}\";", alphabet.text))?;
    Ok(automaton)
}

/// One command on one or two random languages.
pub fn check(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let alphabet = Alphabet::pick(tape);
    let digits = alphabet.owned();
    let a = define("la", &alphabet, tape, lab)?;
    lab.same_words("la", &a, &digits)?;
    lab.tally("reg");
    match tape.below(20) {
        0 => Ok(()),
        kind @ (1..=5 | 18) => {
            let b = define("lb", &alphabet, tape, lab)?;
            let (command, expected) = match kind {
                1 => ("union", a.with(&b, |a, b| a || b)?),
                2 => ("intersect", a.with(&b, |a, b| a && b)?),
                3 => ("concat", concat(&a, &b)?),
                4 => ("leftquo", left_quotient(&a, &b)?),
                18 => ("difference", a.with(&b, |a, b| a && !b)?),
                _ => ("rightquo", right_quotient(&a, &b)),
            };
            // What is left of L(la) after its beginnings, or before its endings, in L(lb).
            lab.run(&format!("{command} lc la lb;"))?;
            lab.same_words("lc", &expected, &digits)?;
            lab.tally(command);
            Ok(())
        }
        6 => {
            lab.run("star lc la;")?;
            lab.same_words("lc", &star(&a)?, &digits)?;
            lab.tally("star");
            Ok(())
        }
        7 => {
            lab.run("reverse $lc $la;")?;
            lab.same_words("lc", &a.reversed()?, &digits)?;
            lab.tally("reverse");
            Ok(())
        }
        8 => {
            lab.run("minimize $lc $la;")?;
            lab.same_words("lc", &a, &digits)?;
            lab.tally("minimize");
            Ok(())
        }
        kind @ (9 | 10) => {
            let Some(zero) = alphabet.zero() else { return Ok(()) };
            let (command, expected) = match kind {
                9 => ("fixleadzero", fix_lead(&a, zero)?),
                _ => ("fixtrailzero", fix_trail(&a, zero)?),
            };
            lab.run(&format!("{command} lc la;"))?;
            lab.same_words("lc", &expected, &digits)?;
            lab.tally(command);
            Ok(())
        }
        11 | 16 => other_alphabet(&alphabet, &a, tape, lab, deciders),
        17 => first(&alphabet, &a, tape, lab),
        12 | 13 => listed(&alphabet, &a, tape, lab),
        14 => infinite(&alphabet, &a, lab),
        15 => {
            let text = lab.text("regex la;")?;
            lab.run(&format!("reg lc {} \"{text}\";", alphabet.text))?;
            lab.same_words("lc", &a, &digits)?;
            lab.tally("regex");
            Ok(())
        }
        _ => described(&a, lab),
    }
}

/// `alphabet`: the same words where their digits are known, and are representations on tracks of systems.
fn other_alphabet(
    alphabet: &Alphabet,
    a: &Automaton,
    tape: &mut Tape,
    lab: &mut Lab,
    deciders: &mut Deciders,
) -> Checked {
    let same = |tracks: usize| tracks == alphabet.digits.len();
    let choices: Vec<_> = OTHERS.iter().filter(|(_, digits, _)| same(digits.len())).collect();
    let (text, digits, systems) = **tape.pick(&choices);
    let other = Alphabet { text, digits };
    let step = |state: &Option<u32>, letter: usize| {
        let own = alphabet.letter(&other.values(letter))?;
        state.map(|q| a.step(q, own))
    };
    let accepts = |state: &Option<u32>| state.is_some_and(|q| a.accepting[q as usize]);
    let mut expected = Automaton::build(other.letters(), Some(0), step, accepts)?;
    for (track, system) in systems.iter().enumerate() {
        let Some(reference) = system else { continue };
        let valid = deciders.of(*reference).numeration.valid()?;
        let all: Vec<usize> = (0..other.letters()).collect();
        let read: Vec<usize> = all.iter().map(|&letter| other.values(letter)[track] as usize).collect();
        expected = expected.product(&valid, other.letters(), &all, &read, |a, valid| a && valid)?;
    }
    lab.run(&format!("alphabet $lc {text} $la;"))?;
    lab.same_words("lc", &expected, &other.owned())?;
    lab.tally("alphabet");
    Ok(())
}

/// `first`: the shortest word that is accepted, or rejected, and of these the first.
fn first(alphabet: &Alphabet, a: &Automaton, tape: &mut Tape, lab: &mut Lab) -> Checked {
    let rejects = tape.chance(1, 2);
    let wanted = if rejects { complement(a) } else { a.clone() };
    let mut order: Vec<usize> = (0..alphabet.letters()).collect();
    order.sort_by_key(|&letter| alphabet.values(letter).into_iter().map(rank).collect::<Vec<_>>());
    let mut seen = vec![false; wanted.states()];
    let mut layer: Vec<(u32, Vec<usize>)> = vec![(0, Vec::new())];
    let mut found = None;
    while found.is_none() && !layer.is_empty() {
        found = layer.iter().find(|(q, _)| wanted.accepting[*q as usize]).map(|(_, word)| word.clone());
        let mut longer = Vec::new();
        for (q, word) in &layer {
            for &letter in &order {
                let target = wanted.step(*q, letter);
                if !std::mem::replace(&mut seen[target as usize], true) {
                    longer.push((target, [&word[..], &[letter]].concat()));
                }
            }
        }
        layer = longer;
    }
    let verb = if rejects { "rejects" } else { "accepts" };
    let expected = match found {
        None => format!("la {verb} nothing"),
        Some(word) if word.is_empty() => format!("la {verb} ()"),
        Some(word) => {
            format!("la {verb} {}", word.iter().map(|&letter| alphabet.spelled(letter)).collect::<String>())
        }
    };
    let text = lab.text(&format!("first la{};", if rejects { " reject" } else { "" }))?;
    // Behind a word of numbers stand these.
    if text.split(" = ").next() != Some(&*expected) {
        return wrong(format!("first says `{text}`, not `{expected}`"));
    }
    lab.tally("first");
    Ok(())
}

/// The order in which digits are listed.
fn rank(digit: i64) -> (bool, u64) {
    (digit < 0, digit.unsigned_abs())
}

/// `test`: the first words, by length and then by digits, none with leading zeros.
fn listed(alphabet: &Alphabet, a: &Automaton, tape: &mut Tape, lab: &mut Lab) -> Checked {
    // Systems read least digit first list numbers, not words.
    if alphabet.text.starts_with("lsd") {
        return Ok(());
    }
    let wanted = 1 + tape.below(12);
    let zero = alphabet.zero();
    let mut order: Vec<usize> = (0..alphabet.letters()).collect();
    order.sort_by_key(|&letter| alphabet.values(letter).into_iter().map(rank).collect::<Vec<_>>());
    let mut expected: Vec<String> = Vec::new();
    let live = a.live();
    let mut layer: Vec<(u32, Vec<usize>)> = if live[0] { vec![(0, Vec::new())] } else { Vec::new() };
    let mut length = 0;
    while !layer.is_empty() && expected.len() < wanted && length < 60 && layer.len() < 5_000 {
        for (q, word) in &layer {
            if a.accepting[*q as usize] && expected.len() < wanted {
                expected.push(word.iter().map(|&letter| alphabet.spelled(letter)).collect());
            }
        }
        let longer = |(q, word): &(u32, Vec<usize>)| -> Vec<(u32, Vec<usize>)> {
            let next = |&letter: &usize| (a.step(*q, letter), [word.clone(), vec![letter]].concat());
            let leads = |letter: &&usize| !word.is_empty() || Some(**letter) != zero;
            order.iter().filter(leads).map(next).filter(|(q, _)| live[*q as usize]).collect()
        };
        layer = layer.iter().flat_map(longer).collect();
        length += 1;
    }
    if expected.len() < wanted && !layer.is_empty() {
        return Ok(());
    }
    if expected.len() < wanted {
        expected.insert(0, format!("la only accepts {} inputs, which are as follows: ", expected.len()));
    }
    let found = lab.text(&format!("test la {wanted};"))?;
    if found != expected.join("\n") {
        return wrong(format!("test lists\n{found}\ninstead of\n{}", expected.join("\n")));
    }
    lab.tally("test");
    Ok(())
}

/// `inf`: whether there are infinitely many, and a family of them.
fn infinite(alphabet: &Alphabet, a: &Automaton, lab: &mut Lab) -> Checked {
    if !alphabet.text.starts_with('{') {
        return Ok(());
    }
    let text = lab.text("inf la;")?;
    let family = text.split_once(" among them ");
    if a.is_infinite() != family.is_some() {
        return wrong(format!("inf says: {text}"));
    }
    if let Some((_, family)) = family {
        let parts = family.split_once('(').and_then(|(before, rest)| {
            let (again, after) = rest.split_once(")*")?;
            Some((alphabet.read(before)?, alphabet.read(again)?, alphabet.read(after)?))
        });
        let Some((before, again, after)) = parts.filter(|(_, again, _)| !again.is_empty()) else {
            return wrong(format!("inf shows no family: {family}"));
        };
        for times in 0..6 {
            let middle = std::iter::repeat_n(&again, times).flatten();
            if !a.accepts(before.iter().chain(middle).chain(&after).copied()) {
                return wrong(format!("{family} taken {times} times is not accepted"));
            }
        }
    }
    lab.tally("inf");
    Ok(())
}

/// `describe`: as many states as the smallest automaton without its dead end.
fn described(a: &Automaton, lab: &mut Lab) -> Checked {
    let live = a.live().iter().filter(|&&live| live).count();
    let text = lab.text("describe la;")?;
    if !text.lines().any(|line| line == format!("states: {}", live.max(1))) {
        return wrong(format!("{text}\nwhere the smallest automaton has {live} states"));
    }
    lab.tally("describe");
    Ok(())
}
