//! What vouches for a stored file: comments on top that say what it is, and a hash of the rest.
//!
//! Readers of the text format skip comments, so a file with a checksum is read as any other. The hash is that of the
//! lines below it with `\n` between them, so that a copy with the line ends of another system is still intact.

use std::path::Path;

use sha2::{Digest, Sha256};

const MARK: &str = "# sha256 of the lines below: ";

/// What the checksum of a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checksum {
    /// There is none.
    Missing,
    /// The text is the one that the hash was made of.
    Intact,
    /// The text was changed.
    Broken {
        /// The hash that is written there.
        stated: String,
        /// The hash of the text.
        actual: String,
    },
}

/// `body` under a comment that says what it is, with a hash. Each line of `about` becomes a line of the comment.
pub fn with_checksum(about: &str, body: &str) -> String {
    let mut text = String::new();
    for line in about.lines() {
        text.push_str(format!("# {line}").trim_end());
        text.push('\n');
    }
    text + MARK + &hash(body) + "\n" + body
}

/// Whether a text is as it was when its hash was made.
pub fn verify_checksum(text: &str) -> Checksum {
    // Comments on top say it: most files are large, and have none.
    let is_on_top = |line: &&str| matches!(line.trim_start_matches('\u{feff}').trim().as_bytes(), [] | [b'#', ..]);
    let on_top: usize = text.split_inclusive('\n').take_while(is_on_top).map(str::len).sum();
    if !text[..on_top].contains(MARK) {
        return Checksum::Missing;
    }
    let text = text.replace("\r\n", "\n");
    let Some((stated, body)) = text.split_once(MARK).and_then(|(_, rest)| rest.split_once('\n')) else {
        return Checksum::Missing;
    };
    let actual = hash(body);
    if stated == actual { Checksum::Intact } else { Checksum::Broken { stated: stated.to_owned(), actual } }
}

/// What is said of a file that was changed after its hash was made, with the place of the hash.
pub fn broken_seal(path: &Path, text: &str) -> Option<String> {
    let Checksum::Broken { .. } = verify_checksum(text) else { return None };
    let line = text.lines().position(|line| line.starts_with(MARK)).map_or(1, |at| at + 1);
    Some(format!(
        "{}:{line}: the lines below were edited after filbert wrote them: what they say now is unproved",
        path.display()
    ))
}

fn hash(body: &str) -> String {
    Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_notices_every_change_below_it() {
        let text = with_checksum("what it is\n\nand why", "msd_2\n\n0 1\n");
        assert!(text.starts_with("# what it is\n#\n# and why\n# sha256"));
        assert_eq!(verify_checksum(&text), Checksum::Intact);
        assert_eq!(verify_checksum(&text.replace('\n', "\r\n")), Checksum::Intact);
        assert!(matches!(verify_checksum(&text.replace("0 1", "0 0")), Checksum::Broken { .. }));
        assert!(matches!(verify_checksum(&format!("{text}0 -> 0\n")), Checksum::Broken { .. }));
        assert_eq!(verify_checksum("msd_2\n\n0 1\n"), Checksum::Missing);
        assert_eq!(verify_checksum(&format!("\u{feff}# mine\n \n{text}")), Checksum::Intact);
    }

    #[test]
    fn the_hash_is_sha256() {
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
