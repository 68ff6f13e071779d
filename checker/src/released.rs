//! The scripts that versions of filbert ship, by their hashes.

/// Lines `VERSION HASH NAME`: the scripts that versions of the prelude consist of.
pub const PRELUDES: &str = include_str!("prelude.txt");

/// Whether a version of the prelude has a script with this hash.
pub fn has(version: &str, hash: &str) -> bool {
    PRELUDES.lines().any(|line| {
        let mut words = line.split(' ');
        !line.starts_with('#') && words.next() == Some(version) && words.next() == Some(hash)
    })
}
