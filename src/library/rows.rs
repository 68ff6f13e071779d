//! The states and transitions of a stored automaton, read in one pass over the bytes of a text.
//!
//! A line of plain numbers is read as it stands, and its edges go where they stay: 12 bytes each, beside those of the
//! text. Any other line (comments, `*`, mistakes) is cut into words. States may be named by any numbers, and before
//! they are declared: a target keeps the name until all are known. What is wrong is found again from the first line on,
//! by [`first_error`], for which no line needs to be kept.

use std::collections::HashMap;

use crate::automata::{Edge, Letter, Slot, State, Transitions};
use crate::budget::{Budget, Halt};

use super::lines::{Columns, content, contents, letters, parse_digits, parse_state, parse_targets};

/// The states of a text in the order in which they stand there.
pub(super) struct Rows {
    pub outputs: Vec<i64>,
    pub transitions: Transitions,
}

/// Why there are none.
pub(super) enum Unread {
    /// Some line is wrong.
    Wrong,
    Limit(Halt),
}

impl From<Halt> for Unread {
    fn from(halt: Halt) -> Unread {
        Unread::Limit(halt)
    }
}

/// Reads what follows the header.
///
/// # Errors
/// That something is wrong, or the limit that was passed.
pub(super) fn read_rows(body: &str, columns: &Columns, budget: &Budget) -> Result<Rows, Unread> {
    let read = |numbers| Reader::new(columns, numbers).read(body, budget);
    let read = match read(None) {
        Err(Stop::LongName) => read(Some(HashMap::new())),
        read => read,
    };
    read.map_err(|stop| match stop {
        Stop::LongName => Unread::Limit(Halt::TooLarge),
        Stop::Unread(why) => why,
    })
}

/// What is first wrong: the line, counted from 1, and what it is. `None` if nothing is.
pub(super) fn first_error(body: &str, columns: &Columns) -> Option<(usize, String)> {
    let mut declared: HashMap<u64, usize> = HashMap::new();
    let mut targets: Vec<(usize, u64)> = Vec::new();
    for (line, content) in contents(body) {
        if let Some((left, right)) = content.split_once("->") {
            if declared.is_empty() {
                return Some((line, "a transition before the first state".into()));
            }
            match parse_digits(left, columns).and_then(|_| parse_targets(right)) {
                Ok(names) => targets.extend(names.into_iter().map(|name| (line, name))),
                Err(message) => return Some((line, message)),
            }
        } else {
            match parse_state(content) {
                Err(message) => return Some((line, message)),
                Ok((name, _)) => {
                    if declared.insert(name, line).is_some() {
                        return Some((line, format!("state {name} is declared twice")));
                    }
                }
            }
        }
    }
    let unknown = targets.into_iter().find(|(_, name)| !declared.contains_key(name));
    unknown.map(|(line, name)| (line, format!("state {name} is never declared")))
}

/// The line on which the state at a place has its second target for a letter.
pub(super) fn second_target(body: &str, columns: &Columns, state: usize, letter: Letter) -> usize {
    let (mut states, mut first) = (0, None);
    for (line, content) in contents(body) {
        let Some((left, right)) = content.split_once("->") else {
            states += 1;
            continue;
        };
        let (Ok(digits), Ok(names)) = (parse_digits(left, columns), parse_targets(right)) else { continue };
        let reads = |(digit, slot): (&Option<u32>, &Slot)| digit.is_none_or(|d| slot.digit(letter) == d);
        if states == state + 1 && digits.iter().zip(columns.layout.slots()).all(reads) {
            for name in names {
                if *first.get_or_insert(name) != name {
                    return line;
                }
            }
        }
    }
    0
}

struct Reader<'a> {
    columns: &'a Columns,
    /// Numbers for the names, if those have more than 32 bits.
    numbers: Option<HashMap<u64, u32>>,
    /// The name of each state.
    names: Vec<u32>,
    outputs: Vec<i64>,
    transitions: Transitions,
    /// The edges of the last state, which lead to names.
    row: Vec<Edge>,
}

/// Why reading ends.
enum Stop {
    /// A name has more than 32 bits.
    LongName,
    Unread(Unread),
}

impl<T: Into<Unread>> From<T> for Stop {
    fn from(why: T) -> Stop {
        Stop::Unread(why.into())
    }
}

impl<'a> Reader<'a> {
    fn new(columns: &'a Columns, numbers: Option<HashMap<u64, u32>>) -> Reader<'a> {
        let (names, outputs, row) = (Vec::new(), Vec::new(), Vec::new());
        Reader { columns, numbers, names, outputs, transitions: Transitions::new(), row }
    }

    fn read(mut self, body: &str, budget: &Budget) -> Result<Rows, Stop> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut rest = body;
        while !rest.is_empty() {
            let end = rest.bytes().position(|byte| byte == b'\n').unwrap_or(rest.len());
            let line = &rest[..end];
            rest = rest.get(end + 1..).unwrap_or_default();
            let is_plain = plain(line.as_bytes(), &mut left, &mut right);
            if !(is_plain && self.plain(&left, &right)?) {
                self.line(content(line), budget)?;
            }
            budget.check(0)?;
        }
        self.end_row();
        self.finish()
    }

    /// A line of numbers; false if it must be read as a text.
    fn plain(&mut self, left: &[u64], right: &[u64]) -> Result<bool, Stop> {
        if right.is_empty() {
            let [name, output] = left[..] else { return Ok(left.is_empty()) };
            let Ok(output) = i64::try_from(output) else { return Ok(false) };
            self.state(name, output)?;
            return Ok(true);
        }
        if left.len() != self.columns.tracks.len() || self.names.is_empty() {
            return Ok(false);
        }
        let mut letter = Letter::ZERO;
        for (at, &digit) in left.iter().enumerate() {
            match self.columns.digit(at, digit) {
                Some(index) => letter |= self.columns.layout.slots()[at].place(index),
                None => return Ok(false),
            }
        }
        for &name in right {
            let target = self.number(name)?;
            self.row.push((letter, target));
        }
        Ok(true)
    }

    /// Any line.
    fn line(&mut self, content: &str, budget: &Budget) -> Result<(), Stop> {
        if content.is_empty() {
            return Ok(());
        }
        let Some((left, right)) = content.split_once("->") else {
            let (name, output) = parse_state(content).map_err(|_| Unread::Wrong)?;
            return self.state(name, output);
        };
        if self.names.is_empty() {
            return Err(Unread::Wrong.into());
        }
        let digits = parse_digits(left, self.columns).map_err(|_| Unread::Wrong)?;
        let names = parse_targets(right).map_err(|_| Unread::Wrong)?;
        let targets = names.into_iter().map(|name| self.number(name)).collect::<Result<Vec<_>, _>>()?;
        for letter in letters(&digits, &self.columns.layout)? {
            budget.check(0)?;
            self.row.extend(targets.iter().map(|&target| (letter, target)));
        }
        Ok(())
    }

    fn state(&mut self, name: u64, output: i64) -> Result<(), Stop> {
        self.end_row();
        let number = self.number(name)?;
        self.names.push(u32::try_from(number.index()).map_err(|_| Stop::LongName)?);
        self.outputs.push(output);
        Ok(())
    }

    /// The edges of the last state are known.
    fn end_row(&mut self) {
        if !self.names.is_empty() {
            self.transitions.push_row(&mut self.row);
            self.row.clear();
        }
    }

    /// The number that stands for a name until all states are known.
    fn number(&mut self, name: u64) -> Result<State, Stop> {
        let number = match &mut self.numbers {
            None => u32::try_from(name).ok(),
            Some(numbers) => {
                let next = u32::try_from(numbers.len()).map_err(|_| Stop::LongName)?;
                Some(*numbers.entry(name).or_insert(next))
            }
        };
        // All states have one below the last that there may be.
        let number = number.filter(|&number| number < u32::MAX).ok_or(Stop::LongName)?;
        Ok(State::new(number as usize))
    }

    /// Names become the numbers of states.
    fn finish(self) -> Result<Rows, Stop> {
        let Reader { names, outputs, transitions, .. } = self;
        let largest = transitions.all_targets().iter().map(|target| target.index()).max();
        if names.iter().zip(0..).all(|(&name, place)| name == place) {
            // Most often they are.
            return match largest.is_none_or(|largest| largest < names.len()) {
                true => Ok(Rows { outputs, transitions }),
                false => Err(Unread::Wrong.into()),
            };
        }
        let mut place: HashMap<u32, State> = HashMap::with_capacity(names.len());
        for (at, &name) in names.iter().enumerate() {
            if place.insert(name, State::new(at)).is_some() {
                return Err(Unread::Wrong.into());
            }
        }
        let mut named = Transitions::new();
        for state in transitions.numbers() {
            let mut row = Vec::new();
            for (letter, name) in transitions.row(state) {
                let name = u32::try_from(name.index()).map_err(|_| Stop::LongName)?;
                row.push((letter, *place.get(&name).ok_or(Unread::Wrong)?));
            }
            named.push_row(&mut row);
        }
        Ok(Rows { outputs, transitions: named })
    }
}

/// Numbers of few digits between spaces, and more behind `->` if that is there; false if the line has anything else.
fn plain(line: &[u8], left: &mut Vec<u64>, right: &mut Vec<u64>) -> bool {
    left.clear();
    right.clear();
    let mut found = &mut *left;
    let (mut number, mut digits, mut is_behind) = (0u64, 0, false);
    for (at, &byte) in line.iter().enumerate() {
        match byte {
            b'0'..=b'9' if digits < u64::MAX.ilog10() => {
                number = 10 * number + u64::from(byte - b'0');
                digits += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {}
            b'-' if digits == 0 && !is_behind && line.get(at + 1) == Some(&b'>') => {}
            b'>' if digits == 0 && !is_behind && at > 0 && line[at - 1] == b'-' => {
                (found, is_behind) = (&mut *right, true);
            }
            _ => return false,
        }
        if digits > 0 {
            found.push(number);
            (number, digits) = (0, 0);
        }
    }
    if digits > 0 {
        found.push(number);
    }
    !(is_behind && right.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::numeration::{Numerations, TrackKind};

    /// The states of a text by words alone, or the first line that is wrong.
    fn by_words(body: &str, columns: &Columns) -> Result<(Vec<i64>, Vec<Vec<Edge>>), usize> {
        if let Some((line, _)) = first_error(body, columns) {
            return Err(line);
        }
        let (mut names, mut outputs): (Vec<String>, Vec<i64>) = Default::default();
        let mut rows: Vec<Vec<(Letter, String)>> = Vec::new();
        for (_, content) in contents(body) {
            let content = content.replace("->", " -> ");
            let words: Vec<&str> = content.split_whitespace().collect();
            match words.iter().position(|&word| word == "->") {
                None => {
                    names.push(words[0].into());
                    outputs.push(words[1].parse().unwrap());
                    rows.push(Vec::new());
                }
                Some(arrow) => {
                    let digits = |letter: &Letter| {
                        words[..arrow].iter().zip(columns.layout.unpack(*letter)).zip(&columns.tracks).all(
                            |((&word, digit), kind)| {
                                word == "*" || word == kind.digit_values()[digit as usize].to_string()
                            },
                        )
                    };
                    for letter in columns.layout.letters().filter(digits) {
                        rows.last_mut()
                            .unwrap()
                            .extend(words[arrow + 1..].iter().map(|&target| (letter, target.into())));
                    }
                }
            }
        }
        let number = |name: &str| State::new(names.iter().position(|known| known == name).unwrap());
        let row = |row: Vec<(Letter, String)>| {
            let mut row: Vec<Edge> = row.into_iter().map(|(letter, name)| (letter, number(&name))).collect();
            row.sort_unstable();
            row.dedup();
            row
        };
        Ok((outputs, rows.into_iter().map(row).collect()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn texts_are_read_as_their_words_are(
            names in prop::sample::select(vec![
                ["0", "1", "2", "3"], ["3", "1", "0", "2"], ["0", "5000000000", "7", "18446744073709551615"], ["4", "9", "4", "0"],
            ]),
            lines in proptest::collection::vec((0usize..12, 0usize..4, 0usize..4, 0usize..5, 0usize..5), 0..24),
            ends in prop::sample::select(vec!["\n", "\r\n", " \n", "\n\n"]),
        ) {
            let systems = Numerations::standard();
            let tracks = vec![TrackKind::Numbers(systems.get("msd_2").unwrap()), TrackKind::of_digits(&[-1, 0, 12])];
            let columns = Columns::new(tracks).unwrap();
            let mut states = names.iter();
            let mut body = String::new();
            for (kind, a, b, first, second) in lines {
                let (first, second) = (names[first % 4], names[second % 4]);
                let digits = format!("{} {}", ["0", "1", "*", "2"][a], ["0", "12", "-1", "*"][b]);
                match kind {
                    0..=3 => {
                        let Some(name) = states.next() else { continue };
                        body += &format!("{name} {}{ends}", ["0", "1", "-7", "9223372036854775807"][a]);
                    }
                    4..=8 => body += &format!("{digits} -> {first}{ends}"),
                    9 => body += &format!("{digits}->{first} {second}{ends}"),
                    10 => body += &format!("  {digits}\t->  {first} # {second}{ends}"),
                    _ => body += &(["0 -> 1", "0 0 - > 1", "0 0 ->", "# 0 0 -> 1", "0 0 0", "0 0 -> 1 -> 2"][(a + b) % 6].to_owned() + ends),
                }
            }
            let budget = Budget::unlimited();
            match (read_rows(&body, &columns, &budget), by_words(&body, &columns)) {
                (Ok(rows), Ok((outputs, edges))) => {
                    prop_assert_eq!(rows.outputs, outputs, "{}", body);
                    let read: Vec<Vec<Edge>> =
                        rows.transitions.numbers().map(|state| rows.transitions.row(state).collect()).collect();
                    prop_assert_eq!(read, edges, "{}", body);
                }
                (Err(Unread::Wrong), Err(_)) => {}
                (read, words) => prop_assert!(false, "{} {:?}\n{}", read.is_ok(), words, body),
            }
        }
    }

    #[test]
    fn a_second_target_has_its_line() {
        let columns = Columns::new(vec![TrackKind::of_digits(&[0, 1])]).unwrap();
        let body = "0 0\n0 -> 1\n1 -> 0\n1 0\n0 -> 0\n# none\n* -> 1\n";
        assert_eq!(second_target(body, &columns, 1, Letter::ZERO), 7);
        assert_eq!(second_target(body, &columns, 0, Letter::ZERO), 0);
    }
}
