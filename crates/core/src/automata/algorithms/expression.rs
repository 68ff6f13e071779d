//! The regular expression of an automaton, by taking its states out one after another.
//!
//! Brzozowski and McCluskey, "Signal flow graph techniques for sequential circuit state diagrams" (1963); the next
//! state to go is the one whose loss writes least (Delgado and Morais, 2004). The expression can be exponentially long:
//! there is a limit on its length.

use std::collections::BTreeMap;

use crate::automata::dfa::Dfa;
use crate::automata::letter::Letter;
use crate::budget::{Budget, Halt, Unsupported};

/// A text and how tightly it binds: what may stand around it without parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    text: String,
    level: Level,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Union,
    Concat,
    Atom,
}

impl Piece {
    fn empty_word() -> Piece {
        Piece { text: "()".into(), level: Level::Atom }
    }

    fn at(&self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    fn is_empty_word(&self) -> bool {
        self.text == "()"
    }

    fn or(&self, other: &Piece) -> Piece {
        if self == other {
            return self.clone();
        }
        Piece { text: format!("{}|{}", self.text, other.text), level: Level::Union }
    }

    fn then(&self, other: &Piece) -> Piece {
        match (self.is_empty_word(), other.is_empty_word()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => Piece { text: format!("{}{}", self.at(Level::Concat), other.at(Level::Concat)), level: Level::Concat },
        }
    }

    fn star(&self) -> Piece {
        if self.is_empty_word() {
            return self.clone();
        }
        Piece { text: format!("{}*", self.at(Level::Atom)), level: Level::Concat }
    }
}

impl Dfa {
    /// A regular expression of the language, its letters written by `letter`; `None` for the empty language, which no
    /// expression without complements has.
    ///
    /// # Errors
    /// [`Unsupported::Entries`] if it would be longer than `longest` bytes.
    pub fn expression(
        &self,
        letter: impl Fn(Letter) -> String,
        longest: usize,
        budget: &Budget,
    ) -> Result<Option<String>, Halt> {
        let minimal = self.minimize();
        if minimal.is_empty() {
            return Ok(None);
        }
        // A start that nothing leads to and an end that nothing leaves: -1 and -2.
        const START: i64 = -1;
        const END: i64 = -2;
        let mut arrows: BTreeMap<(i64, i64), Piece> = BTreeMap::new();
        let mut add = |from: i64, to: i64, piece: Piece| {
            let sum = match arrows.get(&(from, to)) {
                Some(known) => known.or(&piece),
                None => piece,
            };
            arrows.insert((from, to), sum);
        };
        add(START, 0, Piece::empty_word());
        for (source, symbol, target) in minimal.transitions().iter() {
            add(u32::from(source).into(), u32::from(target).into(), Piece { text: letter(symbol), level: Level::Atom });
        }
        for (q, _) in (0..).zip(minimal.accepting()).filter(|(_, accepts)| **accepts) {
            add(q, END, Piece::empty_word());
        }
        let mut left: Vec<i64> = (0..minimal.states() as i64).collect();
        while !left.is_empty() {
            let cost = |&q: &i64| {
                let length = |keep: &dyn Fn(&(i64, i64)) -> bool| -> (usize, usize) {
                    let lengths = arrows.iter().filter(|(ends, _)| keep(ends)).map(|(_, piece)| piece.text.len());
                    lengths.fold((0, 0), |(count, sum), length| (count + 1, sum + length))
                };
                let (ins, in_length) = length(&|&(from, to)| to == q && from != q);
                let (outs, out_length) = length(&|&(from, to)| from == q && to != q);
                let own = arrows.get(&(q, q)).map_or(0, |piece| piece.text.len());
                in_length * outs + out_length * ins + own * ins * outs
            };
            let (at, _) = left.iter().enumerate().min_by_key(|(_, q)| cost(q)).expect("not empty");
            let q = left.remove(at);
            let own = arrows.remove(&(q, q)).map_or_else(Piece::empty_word, |piece| piece.star());
            let into: Vec<(i64, Piece)> =
                arrows.iter().filter(|((_, to), _)| *to == q).map(|(&(from, _), p)| (from, p.clone())).collect();
            let out: Vec<(i64, Piece)> =
                arrows.iter().filter(|((from, _), _)| *from == q).map(|(&(_, to), p)| (to, p.clone())).collect();
            arrows.retain(|&(from, to), _| from != q && to != q);
            for (from, before) in &into {
                for (to, after) in &out {
                    let path = before.then(&own).then(after);
                    let sum = match arrows.get(&(*from, *to)) {
                        Some(known) => known.or(&path),
                        None => path,
                    };
                    if sum.text.len() > longest {
                        return Err(Halt::Unsupported(Unsupported::Entries));
                    }
                    arrows.insert((*from, *to), sum);
                }
            }
            budget.check_now()?;
        }
        Ok(arrows.remove(&(START, END)).map(|piece| piece.text))
    }
}
