//! Automata as tables that are read digit by digit, where a row of a machine is read letter by letter.

use crate::Read;
use crate::core::Var;
use crate::machine::{Machine, NOWHERE};
use crate::system::Track;

/// Entries of a table.
const LARGEST_TABLE: usize = 1 << 28;

/// The table of a machine with `vars` on its tracks, which are chosen in this `order`.
pub fn table(machine: &Machine, vars: &[Var], order: &[Var], tracks: &[Track]) -> Read<Vec<u32>> {
    let sizes: Vec<usize> = order.iter().map(|&var| tracks[var].digits.len()).collect();
    let mut next = vec![NOWHERE; machine.rows.len() * sizes[0]];
    for (q, row) in machine.rows.iter().enumerate() {
        'letters: for &(letter, target) in row {
            let (mut rest, mut digits) = (letter as usize, vec![usize::MAX; order.len()]);
            for (track, var) in machine.tracks.iter().zip(vars).rev() {
                let digit = track.digits[rest % track.digits.len()];
                rest /= track.digits.len();
                // The variable must have the digit, and the same one on all its tracks.
                let chosen = order.iter().zip(&mut digits).find(|(known, _)| *known == var);
                match (tracks[*var].digits.binary_search(&digit), chosen) {
                    (Ok(at), Some((_, chosen))) if [at, usize::MAX].contains(chosen) => *chosen = at,
                    _ => continue 'letters,
                }
            }
            let mut at = q * sizes[0] + digits[0];
            for (size, digit) in sizes.iter().zip(&digits).skip(1) {
                if next[at] == NOWHERE {
                    next[at] = next.len() as u32;
                    next.resize(next.len() + size, NOWHERE);
                }
                at = next[at] as usize + digit;
            }
            next[at] = target;
        }
        if next.len() > LARGEST_TABLE {
            return Err("an automaton with too many letters".into());
        }
    }
    Ok(next)
}
