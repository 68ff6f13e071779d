//! The folder that `filbert prove --certify DIR` writes: the scripts as they were, and beside each its certificate.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::disk::{make_folder, read_given, write_atomically};
use crate::script::{CERTIFICATE_HEADER, Limits, shipped_certificates};

/// The first line of a manifest.
const FIRST_LINE: &str = "filbert certificates 1";

/// The certificate of a script: its path and its bytes.
pub(super) type Written = (String, Vec<u8>);

/// Certificates in the making.
pub(super) struct Certificates {
    folder: PathBuf,
    /// What is above all scripts.
    root: PathBuf,
    limits: Limits,
    texts: BTreeMap<PathBuf, String>,
    manifest: String,
    /// Those of the scripts, as they end.
    written: Vec<Written>,
    failed: Option<String>,
}

impl Certificates {
    /// # Errors
    /// If the folder holds something else.
    pub(super) fn new(folder: &Path, files: &[PathBuf], limits: &Limits) -> Result<Certificates, String> {
        let is_own = std::fs::read_to_string(folder.join("manifest")).is_ok_and(|text| text.starts_with(FIRST_LINE));
        let is_empty = std::fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        if !is_own && !is_empty {
            return Err(format!("{}: there are files that are no certificates of filbert", folder.display()));
        }
        let canonical = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        let paths: Vec<PathBuf> = files.iter().map(canonical).collect();
        let root = paths.first().map_or(PathBuf::new(), |first| {
            let above = first.ancestors().skip(1);
            above.into_iter().find(|root| paths.iter().all(|path| path.starts_with(root))).unwrap_or(first).to_owned()
        });
        let mut new = Certificates {
            folder: folder.to_owned(),
            root,
            limits: limits.clone(),
            texts: BTreeMap::new(),
            manifest: format!("{FIRST_LINE}\n"),
            written: Vec::new(),
            failed: None,
        };
        new.ship();
        Ok(new)
    }

    /// Those of what filbert ships.
    fn ship(&mut self) {
        match shipped_certificates() {
            Ok(shipped) => {
                for (name, text, certificate) in shipped {
                    let name = Path::new("shipped").join(name);
                    self.manifest += &format!("shipped {}\n", name.display());
                    self.write(&name, text, &certificate);
                }
            }
            Err(why) => self.failed = Some(format!("no certificates for what filbert ships: {why:?}")),
        }
    }

    fn write(&mut self, name: &Path, script: &str, certificate: &str) {
        let path = self.folder.join(name);
        let written = (|| {
            let folder = path.parent().unwrap_or(Path::new("."));
            make_folder(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            for (path, text) in [(path.clone(), script), (path.with_extension("prf.cert"), certificate)] {
                write_atomically(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
            Ok(())
        })();
        if let Err(why) = written {
            self.failed = self.failed.take().or(Some(why));
        }
    }

    pub(super) fn add(&mut self, path: &Path, text: &str) {
        self.texts.entry(path.to_owned()).or_insert_with(|| CERTIFICATE_HEADER.to_owned()).push_str(text);
    }

    /// A script is at its end.
    pub(super) fn end(&mut self, path: &Path) {
        let certificate = self.texts.remove(path).unwrap_or_else(|| CERTIFICATE_HEADER.to_owned());
        let Ok(script) = read_given(path, &self.limits.budget()) else { return };
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = full.strip_prefix(&self.root).unwrap_or(&full).to_owned();
        self.manifest += &format!("script {}\n", name.display());
        self.write(&name, &script, &certificate);
        let path = self.folder.join(&name).with_extension("prf.cert").display().to_string();
        self.written.push((path, certificate.into_bytes()));
    }

    /// The certificates of the scripts, in the order in which these were proved.
    ///
    /// # Errors
    /// What could not be written.
    pub(super) fn finish(mut self) -> Result<Vec<Written>, String> {
        let manifest = std::mem::take(&mut self.manifest);
        let path = self.folder.join("manifest");
        write_atomically(&path, &manifest).map_err(|error| format!("{}: {error}", path.display()))?;
        self.failed.map_or(Ok(self.written), Err)
    }
}
