//! The folder of a run: a manifest, the scripts that it names, and a certificate for each.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use ruzstd::decoding::StreamingDecoder;

use crate::Read;
use crate::hash::sha256;

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

/// A folder whose manifest has been read.
pub struct Folder {
    path: PathBuf,
    pub scripts: Vec<Script>,
}

/// A text without blanks, line ends and quotes: how two are compared.
pub fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '"').collect()
}

fn read(path: &Path) -> Read<String> {
    std::fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

impl Folder {
    pub fn open(path: &Path) -> Read<Folder> {
        let manifest = path.join("manifest");
        let text = read(&manifest)?;
        let mut lines = text.lines();
        if lines.next() != Some("filbert certificates 2") {
            return Err(format!("{}: no folder of certificates that this checker reads", manifest.display()));
        }
        let mut scripts: Vec<Script> = Vec::new();
        for line in lines {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            match (&words[..], scripts.last_mut()) {
                (&[kind @ ("script" | "shipped"), own, other, path], _) => {
                    let (path, hashes) = (PathBuf::from(path), [own.to_owned(), other.to_owned()]);
                    scripts.push(Script { path, is_shipped: kind == "shipped", hashes, stated: Vec::new() });
                }
                (["TRUE" | "FALSE", ..], Some(script)) => script.stated.push(without_blanks(line)),
                _ => return Err(format!("{}: `{line}` is not read", manifest.display())),
            }
        }
        Ok(Folder { path: path.to_owned(), scripts })
    }

    /// The text of a script and of its certificate, which are those that the manifest speaks of, and what it says.
    pub fn script(&self, path: &Path) -> Read<(String, String, &Script)> {
        let script = self.scripts.iter().find(|script| script.path == path);
        let script = script.ok_or_else(|| format!("{}: the manifest does not have it", path.display()))?;
        let full = self.path.join(path);
        let texts = [read(&full)?, certificate(&full.with_extension("prf.cert"))?];
        if texts.each_ref().map(|text| sha256(text)) != script.hashes {
            return Err(format!("{}: it or its certificate is not the one of the manifest", path.display()));
        }
        let [text, certificate] = texts;
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
