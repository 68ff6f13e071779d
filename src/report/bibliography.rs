//! A run as an entry for BibTeX: what a paper needs to say so that others can repeat it.

use sha2::{Digest, Sha256};

use super::notation::escaped;
use super::units::day;
use crate::script::Totals;

/// What an entry is made of.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// Its title; the names of the scripts if none is given.
    pub title: Option<&'a str>,
    /// Who wrote the scripts.
    pub author: Option<&'a str>,
    /// Each script: its path and its bytes as they were proved.
    pub scripts: &'a [(String, Vec<u8>)],
    /// The certificates that were written, each for a script: path and bytes.
    pub certificates: &'a [(String, Vec<u8>)],
    /// Version and commit.
    pub version: &'a str,
    /// Seconds since 1970.
    pub time: u64,
}

impl Run<'_> {
    /// The entry.
    ///
    /// The hash of one script is that of its file, as `sha256sum` prints it; of several it is that of what
    /// `sha256sum` prints of all of them, in the order in which they were proved. So it is with certificates.
    pub fn entry(&self, totals: &Totals) -> String {
        let names: Vec<&str> = self.scripts.iter().map(|(path, _)| path.as_str()).collect();
        let stem = names.first().map_or("run", |name| name.rsplit('/').next().unwrap_or(name));
        let key: String =
            stem.trim_end_matches(".prf").chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let scripts = hashed(self.scripts, "scripts");
        let certificates = match self.certificates {
            [] => String::new(),
            some => format!("; of {}, which \\texttt{{filbert-check}} checks", hashed(some, "certificates")),
        };
        let theorems = super::text::standing(&Totals { fail: 0, false_kernels: 0, ..*totals });
        let failing = match totals.fail + totals.false_kernels + totals.undecided + totals.unfinished {
            0 => String::new(),
            some => format!(", {some} not"),
        };
        let title = self.title.map_or_else(|| format!("Theorems of {}", names.join(", ")), str::to_owned);
        let mut fields = vec![("title", format!("{{{}}}", escaped(&title)))];
        fields.extend(self.author.map(|author| ("author", escaped(author))));
        fields.push(("year", day(self.time)[..4].to_owned()));
        fields.push(("howpublished", format!("Proved by filbert {}", escaped(self.version))));
        fields.push(("note", format!("{theorems}{failing}. SHA-256 of {scripts}{certificates}")));
        let fields: String = fields.iter().map(|(name, value)| format!("  {name} = {{{value}}},\n")).collect();
        format!("@misc{{filbert-{key},\n{fields}}}\n")
    }
}

/// What files are, and their hash.
fn hashed(files: &[(String, Vec<u8>)], what: &str) -> String {
    let hash = hash(files);
    match files {
        [(path, _)] => format!("\\texttt{{{}}}: \\texttt{{{hash}}}", escaped(path)),
        several => format!("the list of {} {what}: \\texttt{{{hash}}}", several.len()),
    }
}

/// The hash of one file, or that of what `sha256sum` prints of several.
pub fn hash(files: &[(String, Vec<u8>)]) -> String {
    match files {
        [(_, bytes)] => hex(bytes),
        several => {
            let line = |(path, bytes): &(String, Vec<u8>)| format!("{}  {path}\n", hex(bytes));
            hex(several.iter().map(line).collect::<String>().as_bytes())
        }
    }
}

/// The SHA-256 of these bytes.
pub fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_what_was_proved_by_what() {
        let scripts = [("a/my_k2.prf".to_owned(), b"abc".to_vec())];
        let run = Run {
            title: None,
            author: Some("A. B"),
            scripts: &scripts,
            certificates: &[],
            version: "0.1.0 (12ab)",
            time: 0,
        };
        let entry = run.entry(&Totals { hold: 2, fail: 1, ..Totals::default() });
        assert!(
            entry.starts_with("@misc{filbert-myk2,\n  title = {{Theorems of a/my\\_k2.prf}},\n  author = {A. B},\n")
        );
        // The hash of `abc` in FIPS 180.
        assert!(
            entry.contains("\\texttt{ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad}"),
            "{entry}"
        );
        assert!(entry.contains("2 theorems hold, 1 not. SHA-256 of \\texttt{a/my\\_k2.prf}"));
    }
}
