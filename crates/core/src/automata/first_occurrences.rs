//! Where each number of a list occurs first, by several threads.
//!
//! Numbers are put into buckets by their bits, in the order of the list; a bucket is searched with a table that stays
//! in the cache. O(n) with few cache misses, where sorting takes O(n log n) and one table for all numbers a cache miss
//! for each. Each thread reads the whole list and writes its own buckets: bad for many threads. A long list is gone
//! through several times, for some of the buckets each time, so that entries take a part of the memory of the list.

use std::ops::Range;

use crate::tuning::automata::first_occurrences;

use super::interner::{index, number as place_in};
use super::parallel::for_each_piece;

/// A place of a table where nothing stands.
const FREE: u32 = u32::MAX;

/// A number in its bucket: where it stands in the list, and where it stands first.
#[derive(Clone, Copy, Default)]
struct Entry {
    number: u64,
    place: u32,
    first: u32,
}

/// The buckets of a thread: where each ends among `entries`.
struct Share<'a> {
    buckets: Range<usize>,
    ends: &'a [usize],
    entries: &'a mut [Entry],
}

/// For each number the place of the first that is equal.
pub fn first_occurrences(numbers: &[u64], helpers: usize) -> Vec<u32> {
    let buckets =
        (numbers.len() / first_occurrences::NUMBERS_A_BUCKET).next_power_of_two().min(first_occurrences::BUCKETS);
    let bits = buckets.trailing_zeros();
    let bucket = |number: u64| spread(number).checked_shr(32 - bits).map_or(0, index);
    let mut ends = vec![0; buckets];
    numbers.iter().for_each(|&number| ends[bucket(number)] += 1);
    let mut total = 0;
    ends.iter_mut().for_each(|end| {
        total += *end;
        *end = total;
    });
    let mut first = vec![0; numbers.len()];
    let mut entries = Vec::new();
    let rounds = (numbers.len() / first_occurrences::NUMBERS_A_ROUND).clamp(1, buckets);
    for round in 0..rounds {
        let own = buckets * round / rounds..buckets * (round + 1) / rounds;
        entries.clear();
        entries.resize(ends[own.end - 1] - start(&ends, own.start), Entry::default());
        let mut shares = shared(&ends, own.clone(), &mut entries, helpers + 1);
        for_each_piece(&mut shares, helpers, |_, shares| {
            for share in shares {
                share.fill(numbers, bucket);
                share.look_through(bits);
            }
        });
        drop(shares);
        let before = start(&ends, own.start);
        for_each_piece(&mut first, helpers, |from, piece| {
            let past = from + piece.len();
            for bucket in own.clone() {
                let entries = &entries[start(&ends, bucket) - before..ends[bucket] - before];
                let known = entries.partition_point(|entry| index(entry.place) < from);
                for entry in entries[known..].iter().take_while(|entry| index(entry.place) < past) {
                    piece[index(entry.place) - from] = entry.first;
                }
            }
        });
    }
    first
}

/// Bits that say little about each other, of a number of which few may differ.
#[inline]
fn spread(number: u64) -> u32 {
    let [.., a, b, c, d] = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Where a bucket begins.
fn start(ends: &[usize], bucket: usize) -> usize {
    if bucket == 0 { 0 } else { ends[bucket - 1] }
}

/// Some buckets cut into so many shares of about as many numbers.
fn shared<'a>(ends: &'a [usize], buckets: Range<usize>, entries: &'a mut [Entry], count: usize) -> Vec<Share<'a>> {
    let (each, before) = (entries.len().div_ceil(count), start(ends, buckets.start));
    let (mut shares, mut rest, mut first) = (Vec::with_capacity(count), entries, buckets.start);
    for share in 1..=count {
        let most = ends[..buckets.end].partition_point(|&end| end <= before + share * each);
        let past = if share == count { buckets.end } else { first.max(most) };
        let (own, others) = rest.split_at_mut(start(ends, past) - start(ends, first));
        shares.push(Share { buckets: first..past, ends: &ends[first..past], entries: own });
        (rest, first) = (others, past);
    }
    shares
}

impl Share<'_> {
    /// Puts the numbers into their buckets.
    fn fill(&mut self, numbers: &[u64], bucket: impl Fn(u64) -> usize) {
        let Some(&last) = self.ends.last() else { return };
        let before = last - self.entries.len();
        let starts = std::iter::once(&before).chain(self.ends);
        let mut next: Vec<usize> = starts.take(self.ends.len()).map(|at| at - before).collect();
        let (first, own) = (self.buckets.start, self.buckets.len());
        let mut put = |entries: &[Entry]| {
            for &entry in entries {
                let at = &mut next[bucket(entry.number) - first];
                self.entries[*at] = entry;
                *at += 1;
            }
        };
        let (mut entries, mut count) = ([Entry::default(); first_occurrences::NUMBERS_AT_ONCE], 0);
        for (place, &number) in (0..).zip(numbers) {
            // Whether a number has its bucket here is as good as random: one that has not gets overwritten.
            entries[count] = Entry { number, place, first: place };
            count += usize::from(bucket(number).wrapping_sub(first) < own);
            if count == entries.len() {
                put(&entries);
                count = 0;
            }
        }
        put(&entries[..count]);
    }

    /// Finds out where each number of each bucket stands first. Those of a bucket have their first so many bits in common.
    fn look_through(&mut self, bits: u32) {
        let Some(&last) = self.ends.last() else { return };
        let (before, mut from, mut table) = (last - self.entries.len(), 0, Vec::new());
        for &end in self.ends {
            let bucket = &mut self.entries[from..end - before];
            from = end - before;
            let size = (2 * bucket.len()).next_power_of_two().max(2);
            table.clear();
            table.resize(size, FREE);
            let shift = 32 - size.trailing_zeros();
            for at in 0..bucket.len() {
                let number = bucket[at].number;
                let mut slot = index((spread(number) << bits) >> shift);
                loop {
                    match table[slot] {
                        FREE => {
                            table[slot] = place_in(at);
                            break;
                        }
                        known if bucket[index(known)].number == number => {
                            bucket[at].first = bucket[index(known)].place;
                            break;
                        }
                        _ => slot = (slot + 1) & (size - 1),
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_place_is_that_of_the_first_equal_number(
            few in proptest::collection::vec(prop_oneof![0u64..9, any::<u64>(), (0u64..50).prop_map(|n| n << 40)], 0..300),
            times in 1usize..4,
        ) {
            let numbers = few.repeat(times);
            let mut known = HashMap::new();
            let expected: Vec<u32> = (0..).zip(&numbers).map(|(place, number)| *known.entry(number).or_insert(place)).collect();
            for helpers in 0..4 {
                prop_assert_eq!(&first_occurrences(&numbers, helpers), &expected);
            }
        }
    }
}
