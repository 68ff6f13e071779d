//! A folder of relations that outlive the process.
//!
//! One file a relation, named by the hash of what it says. A file begins with a hash of the rest and is read only if it
//! is intact and speaks of that key; it appears whole or not at all, so any number of processes may share the folder.
//! What cannot be read or written is built again: a cache is never the reason that a statement fails.

use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::automata::{Dfa, Layout, Letter, State, Transitions};
use crate::budget::Budget;
use crate::disk::{self, Unread, make_folder, write_unsynced};
use crate::tuning::library::cache;

/// Bytes of a hash.
const HASH: usize = 32;
/// How the names of entries end.
const ENDING: &str = ".relation";

/// A folder that holds relations.
#[derive(Clone, Debug)]
pub struct CacheFolder {
    path: PathBuf,
    /// What went wrong first; clones share it.
    trouble: Arc<OnceLock<String>>,
}

impl CacheFolder {
    /// The folder at this path, made if there is none.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn open(path: &Path) -> std::io::Result<CacheFolder> {
        make_folder(path)?;
        Ok(CacheFolder { path: path.to_owned(), trouble: Arc::default() })
    }

    /// Why the folder could not be read or written, if that ever happened.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.get().cloned()
    }

    fn note(&self, error: impl Display) {
        let _ = self.trouble.set(format!("{}: {error}", self.path.display()));
    }

    fn file(&self, key: &[u8; HASH]) -> PathBuf {
        let name: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        self.path.join(name + ENDING)
    }

    /// The relation kept under this key, if its file is intact.
    pub fn read(&self, key: &[u8; HASH], budget: &Budget) -> Option<Dfa> {
        self.checked(key, budget).inspect(|_| mark_used(&self.file(key)))
    }

    /// The relation kept under this key, if its file is intact; the file is not marked as used.
    fn checked(&self, key: &[u8; HASH], budget: &Budget) -> Option<Dfa> {
        let bytes = match disk::read(&self.file(key), budget) {
            Ok(bytes) => bytes,
            Err(Unread::System(error)) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => {
                self.note(error);
                return None;
            }
        };
        let (hash, body) = bytes.split_at_checked(HASH)?;
        if hash != Sha256::digest(body).as_slice() {
            return None;
        }
        let (own_key, body) = body.split_at_checked(HASH)?;
        if own_key != key { None } else { decode(body) }
    }

    /// Keeps a relation under this key.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn write(&self, key: &[u8; HASH], dfa: &Dfa) -> std::io::Result<()> {
        let mut body = key.to_vec();
        encode(dfa, &mut body);
        let mut file = Sha256::digest(&body).to_vec();
        file.append(&mut body);
        write_unsynced(&self.file(key), &file).inspect_err(|error| self.note(error))
    }
}

/// Says that a file was used, by its time, if it does not say so yet. Without that it is only the sooner removed.
fn mark_used(path: &Path) {
    let now = SystemTime::now();
    let is_stale = path
        .metadata()
        .and_then(|data| data.modified())
        .is_ok_and(|used| now.duration_since(used).is_ok_and(|since| since > cache::MARKED_AFTER));
    if is_stale && let Ok(file) = std::fs::File::options().append(true).open(path) {
        let _ = file.set_modified(now);
    }
}

/// An entry of a cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheEntry {
    /// Its file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// When it was written or read last.
    pub used: SystemTime,
}

impl CacheFolder {
    /// The folder at this path, which is there.
    ///
    /// # Errors
    /// If it is no folder.
    pub fn existing(path: &Path) -> std::io::Result<CacheFolder> {
        std::fs::read_dir(path).map(|_| CacheFolder { path: path.to_owned(), trouble: Arc::default() })
    }

    /// What it holds, the least recently used first. Files of others are left out.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn entries(&self) -> std::io::Result<Vec<CacheEntry>> {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(&self.path)? {
            let path = entry?.path();
            // Another process may have removed it.
            let Some(data) = path.metadata().ok().filter(|data| data.is_file() && key_of(&path).is_some()) else {
                continue;
            };
            entries.push(CacheEntry { bytes: data.len(), used: data.modified()?, path });
        }
        entries.sort_by(|a, b| (a.used, &a.path).cmp(&(b.used, &b.path)));
        Ok(entries)
    }

    /// Whether an entry is intact and speaks of the key that names it.
    pub fn is_intact(&self, entry: &CacheEntry, budget: &Budget) -> bool {
        key_of(&entry.path).is_some_and(|key| self.checked(&key, budget).is_some())
    }

    /// Removes an entry; one that is gone is removed.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self, entry: &CacheEntry) -> std::io::Result<()> {
        match std::fs::remove_file(&entry.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// The key that names a file.
fn key_of(path: &Path) -> Option<[u8; HASH]> {
    let name = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
    let bytes = name.as_bytes();
    if bytes.len() != 2 * HASH || !name.bytes().all(|c| c.is_ascii_digit() || (b'a'..=b'f').contains(&c)) {
        return None;
    }
    let mut key = [0; HASH];
    for (byte, digits) in key.iter_mut().zip(bytes.chunks(2)) {
        *byte = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(key)
}

/// Tracks and their digits, states, then each state: whether it accepts, its edges.
fn encode(dfa: &Dfa, out: &mut Vec<u8>) {
    let mut put = |n: u64| out.extend(n.to_le_bytes());
    put(dfa.layout().tracks() as u64);
    dfa.layout().sizes().iter().for_each(|&size| put(size.into()));
    put(dfa.states() as u64);
    for (q, &accepts) in dfa.numbers().zip(dfa.accepting()) {
        put(dfa.transitions().letters(q).len() as u64 * 2 + u64::from(accepts));
        for (letter, target) in dfa.transitions().row(q) {
            put(letter.bits());
            put(u32::from(target).into());
        }
    }
}

/// What [`encode`] wrote; `None` for anything else.
fn decode(body: &[u8]) -> Option<Dfa> {
    let (words, rest) = body.as_chunks::<8>();
    let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
    let tracks = words.next().filter(|&tracks| tracks <= 64 && rest.is_empty())?;
    let sizes: Option<Vec<u32>> = (0..tracks).map(|_| u32::try_from(words.next()?).ok()).collect();
    let layout = Layout::new(&sizes?).ok()?;
    let states = words.next().filter(|&states| states > 0)?;
    let mut transitions = Transitions::new();
    let mut accepting = Vec::new();
    for _ in 0..states {
        let head = words.next()?;
        let mut row = Vec::new();
        for _ in 0..head / 2 {
            let (letter, target) = (words.next()?, words.next()?);
            row.push((Letter::from(letter), State::from(u32::try_from(target).ok().filter(|_| target < states)?)));
        }
        let is_letter = |letter: Letter| {
            let digits = layout.unpack(letter);
            digits.iter().zip(layout.sizes()).all(|(digit, size)| digit < size) && layout.pack(&digits) == letter
        };
        if !row.is_sorted_by(|a, b| a.0 < b.0) || !row.iter().all(|&(letter, _)| is_letter(letter)) {
            return None;
        }
        transitions.push_row(&mut row);
        accepting.push(head % 2 == 1);
    }
    words.next().is_none().then(|| Dfa::new(layout, transitions, accepting))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn example() -> Dfa {
        let layout = Layout::new(&[2, 3]).unwrap();
        let one = layout.pack(&[1, 2]);
        Dfa::from_rows(layout, [(false, vec![(Letter::ZERO, 0), (one, 1)]), (true, vec![(Letter::ZERO, 1)])])
    }

    #[test]
    fn what_is_kept_is_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::open(&folder.path().join("new/folder")).unwrap();
        assert_eq!(cache.read(&[7; 32], &Budget::unlimited()), None);
        cache.write(&[7; 32], &example()).unwrap();
        assert_eq!(cache.read(&[7; 32], &Budget::unlimited()), Some(example()));
        assert_eq!(cache.read(&[8; 32], &Budget::unlimited()), None);
    }

    #[test]
    fn a_changed_file_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::open(folder.path()).unwrap();
        cache.write(&[7; 32], &example()).unwrap();
        let path = cache.file(&[7; 32]);
        let good = std::fs::read(&path).unwrap();
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1;
            std::fs::write(&path, &bad).unwrap();
            assert_eq!(cache.read(&[7; 32], &Budget::unlimited()), None, "byte {place}");
            std::fs::write(&path, &good[..place]).unwrap();
            assert_eq!(cache.read(&[7; 32], &Budget::unlimited()), None, "cut at {place}");
        }
        // An intact file under another name speaks of another relation.
        std::fs::write(cache.file(&[8; 32]), &good).unwrap();
        assert_eq!(cache.read(&[8; 32], &Budget::unlimited()), None);
    }

    #[test]
    fn entries_are_listed_by_when_they_were_used() {
        let folder = tempfile::tempdir().unwrap();
        let cache = CacheFolder::open(folder.path()).unwrap();
        std::fs::write(folder.path().join("notes.relation"), "mine").unwrap();
        let hour = Duration::from_secs(3600);
        for (number, hours) in [(1, 2), (2, 9), (3, 5)] {
            cache.write(&[number; 32], &example()).unwrap();
            let file = std::fs::File::options().append(true).open(cache.file(&[number; 32])).unwrap();
            file.set_modified(SystemTime::now() - hour * hours).unwrap();
        }
        let order = || {
            let keys = cache.entries().unwrap().into_iter().map(|entry| key_of(&entry.path).unwrap()[0]);
            keys.collect::<Vec<_>>()
        };
        assert_eq!(order(), [2, 3, 1]);
        assert!(cache.read(&[2; 32], &Budget::unlimited()).is_some());
        assert_eq!(order(), [3, 1, 2]);
        let entries = cache.entries().unwrap();
        std::fs::write(&entries[0].path, "torn").unwrap();
        let intact: Vec<bool> = entries.iter().map(|entry| cache.is_intact(entry, &Budget::unlimited())).collect();
        assert_eq!(intact, [false, true, true]);
        cache.remove(&entries[0]).unwrap();
        cache.remove(&entries[0]).unwrap();
        assert_eq!(order(), [1, 2]);
        assert!(CacheFolder::existing(&folder.path().join("none")).is_err());
    }

    #[test]
    fn what_is_no_automaton_is_refused() {
        let mut body = Vec::new();
        encode(&example(), &mut body);
        assert_eq!(decode(&body), Some(example()));
        for place in (0..body.len()).step_by(8) {
            for value in [0u64, 1, 2, 3, 1 << 31, (1 << 31) + 1, u64::from(u32::MAX), 1 << 32, 1 << 63, u64::MAX] {
                let mut bad = body.clone();
                bad[place..place + 8].copy_from_slice(&value.to_le_bytes());
                // No panic, and nothing with a letter twice or a target that is no state.
                decode(&bad);
            }
        }
    }
}
