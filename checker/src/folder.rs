//! The folder of a run: a manifest, the scripts that it names, and a certificate for each.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use ruzstd::decoding::StreamingDecoder;

use crate::Read;
use crate::released::has;
use crate::text::one_line;

/// Bytes of a certificate.
const MOST_BYTES: u64 = 1 << 32;

/// What a manifest says of a script.
pub struct Script {
    pub path: PathBuf,
    /// Whether every script knows what it defines.
    pub is_shipped: bool,
    /// The hashes of the script and of its certificate.
    hashes: [String; 2],
    /// Its statements, each with the verdict, the name and the text.
    pub stated: Vec<String>,
}

pub struct Folder {
    path: PathBuf,
    pub scripts: Vec<Script>,
    /// Scripts that are called shipped, and that no version of the prelude has that is known here.
    pub strangers: Vec<PathBuf>,
}

/// The first line of a manifest.
const FIRST_LINE: &str = "filbert certificates 4";

fn read(path: &Path) -> Read<String> {
    std::fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

impl Folder {
    /// The folder of a path. Unless what it calls shipped `is_trusted`, that must be known to be so.
    pub fn open(path: &Path, is_trusted: bool) -> Read<Folder> {
        let manifest = path.join("manifest");
        let at = |why: String| format!("{}: {why}", manifest.display());
        let folder = Folder::read(path, &read(&manifest)?).map_err(at)?;
        match folder.strangers.first() {
            Some(script) if !is_trusted => Err(at(format!(
                "{} is called shipped and is not what filbert ships: with --trust-shipped its definitions are taken for that",
                script.display()
            ))),
            _ => Ok(folder),
        }
    }

    fn read(path: &Path, manifest: &str) -> Read<Folder> {
        let mut lines = manifest.lines();
        match lines.next() {
            Some(FIRST_LINE) => {}
            Some(other) if other.starts_with("filbert certificates ") => {
                return Err(format!("`{other}`, and this checker reads `{FIRST_LINE}`: certify the scripts once more"));
            }
            _ => return Err("no folder of certificates of filbert".into()),
        }
        let version = lines.next().and_then(|line| line.strip_prefix("prelude "));
        let version = version.ok_or("no line `prelude VERSION` says what the scripts know")?;
        let mut folder = Folder { path: path.to_owned(), scripts: Vec::new(), strangers: Vec::new() };
        for line in lines {
            match (&line.splitn(4, ' ').collect::<Vec<&str>>()[..], folder.scripts.last_mut()) {
                (&[kind @ ("script" | "shipped"), own, other, path], _) => {
                    let (path, hashes) = (PathBuf::from(path), [own.to_owned(), other.to_owned()]);
                    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
                    if !is_inside || folder.scripts.iter().any(|script| script.path == path) {
                        return Err(format!("{} occurs twice, or is not a path in the folder", path.display()));
                    }
                    let is_shipped = kind == "shipped";
                    if is_shipped && !has(version, own) {
                        folder.strangers.push(path.clone());
                    }
                    folder.scripts.push(Script { path, is_shipped, hashes, stated: Vec::new() });
                }
                (["TRUE" | "FALSE", ..], Some(script)) if !script.is_shipped => script.stated.push(one_line(line)),
                _ => return Err(format!("`{line}` is not read")),
            }
        }
        Ok(folder)
    }

    /// The text of a script, which is that of which the manifest speaks.
    pub fn text(&self, script: &Script) -> Read<String> {
        let text = read(&self.path.join(&script.path))?;
        if sha256(&text) != script.hashes[0] {
            return Err(format!("{}: it is not the one of the manifest", script.path.display()));
        }
        Ok(text)
    }

    /// The text of a script and of its certificate, which are those of which the manifest speaks, and what it says.
    pub fn script(&self, path: &Path) -> Read<(String, String, &Script)> {
        let script = self.scripts.iter().find(|script| script.path == path);
        let script = script.ok_or_else(|| format!("{}: the manifest does not have it", path.display()))?;
        let text = self.text(script)?;
        let certificate = certificate(&self.path.join(path).with_extension("prf.cert"))?;
        if sha256(&certificate) != script.hashes[1] {
            return Err(format!("{}: its certificate is not the one of the manifest", path.display()));
        }
        Ok((text, certificate, script))
    }
}

/// The text of a certificate, which may be compressed.
fn certificate(path: &Path) -> Read<String> {
    let packed = path.with_extension("cert.zst");
    let Ok(file) = File::open(&packed) else { return read(path) };
    let at = |why: &dyn std::fmt::Display| format!("{}: {why}", packed.display());
    let mut text = String::new();
    let mut unpacked = StreamingDecoder::new(file).map_err(|why| at(&why))?.take(MOST_BYTES);
    unpacked.read_to_string(&mut text).map_err(|why| at(&why))?;
    Ok(text)
}

/// The first 32 bits of the fraction of the root of a prime of degree 2 or 3.
fn root(prime: u128, degree: u32) -> u32 {
    let power = prime << (32 * degree);
    let (mut low, mut high) = (0u128, 1 << 36);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if middle.pow(degree) <= power { low = middle } else { high = middle }
    }
    low as u32
}

/// SHA-256 (FIPS 180-4) of a text, in hexadecimal.
fn sha256(text: &str) -> String {
    let primes = || (2u128..).filter(|n| (2..*n).all(|d| n % d != 0));
    let rounds: Vec<u32> = primes().take(64).map(|prime| root(prime, 3)).collect();
    let mut state: Vec<u32> = primes().take(8).map(|prime| root(prime, 2)).collect();
    let whole = text.len() / 64 * 64;
    let mut end = text.as_bytes()[whole..].to_vec();
    end.push(0x80);
    end.resize(if end.len() > 56 { 120 } else { 56 }, 0);
    end.extend((text.len() as u64 * 8).to_be_bytes());
    for block in text.as_bytes()[..whole].chunks(64).chain(end.chunks(64)) {
        let mut words: Vec<u32> = block.chunks(4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]])).collect();
        for i in 16..64 {
            let (a, b) = (words[i - 15], words[i - 2]);
            let small = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let large = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            words.push(words[i - 16].wrapping_add(small).wrapping_add(words[i - 7]).wrapping_add(large));
        }
        let mut s: Vec<u32> = state.clone();
        for (word, round) in words.iter().zip(&rounds) {
            let (choice, majority) = (s[4] & s[5] ^ !s[4] & s[6], s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]);
            let mixed = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
            let one = s[7].wrapping_add(mixed).wrapping_add(choice).wrapping_add(*round).wrapping_add(*word);
            let two = (s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22)).wrapping_add(majority);
            s.rotate_right(1);
            (s[0], s[4]) = (one.wrapping_add(two), s[4].wrapping_add(one));
        }
        state.iter_mut().zip(s).for_each(|(word, more)| *word = word.wrapping_add(more));
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}
