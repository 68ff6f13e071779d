//! Addresses of files, `file:///home/ann/a%20b.prf`, as editors write them (RFC 8089), and their paths.

use std::path::{Path, PathBuf};

use lsp_types::Uri;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, percent_encode};

use crate::disk::plain;

/// What a path within an address writes as `%` and two digits: all but what RFC 3986 allows in one, and `:`, which
/// some editors do not expect there.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The file that an address names.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let (scheme, rest) = uri.as_str().split_once("://")?;
    let (host, path) = rest.split_at(rest.find('/')?);
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let path = path.split(['?', '#']).next()?;
    let bytes: Vec<u8> = percent_decode_str(path).collect();
    from_bytes(host, bytes).map(|path| plain(&path))
}

/// The address of a file.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let absolute = std::path::absolute(path).ok()?;
    format!("file://{}", to_text(&absolute)?).parse().ok()
}

#[cfg(unix)]
fn from_bytes(host: &str, bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let is_here = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    (is_here && !bytes.contains(&0)).then(|| std::ffi::OsString::from_vec(bytes).into())
}

/// `/C:/a.prf` is a file of a drive, that of another host one of its shares.
#[cfg(not(unix))]
fn from_bytes(host: &str, bytes: Vec<u8>) -> Option<PathBuf> {
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))?.replace('/', "\\");
    if host.is_empty() || host.eq_ignore_ascii_case("localhost") {
        return text.strip_prefix('\\').map(PathBuf::from);
    }
    Some(format!("\\\\{host}{text}").into())
}

#[cfg(unix)]
fn to_text(absolute: &Path) -> Option<String> {
    use std::os::unix::ffi::OsStrExt;
    Some(percent_encode(absolute.as_os_str().as_bytes(), ESCAPED).to_string())
}

#[cfg(not(unix))]
fn to_text(absolute: &Path) -> Option<String> {
    let text = absolute.to_str()?.replace('\\', "/");
    let escaped = percent_encode(text.as_bytes(), ESCAPED);
    // A share names its host.
    text.strip_prefix("//").map(|_| escaped.to_string()[2..].to_owned()).or_else(|| Some(format!("/{escaped}")))
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    fn path(address: &str) -> Option<PathBuf> {
        path_of(&address.parse().expect("an address"))
    }

    #[test]
    fn addresses_name_files() {
        assert_eq!(path("file:///a/b.prf"), Some("/a/b.prf".into()));
        assert_eq!(path("FILE://localhost/a%20b/%C3%A9%23.prf"), Some("/a b/\u{e9}#.prf".into()));
        assert_eq!(path("file:///c%3A/d.prf"), Some("/c:/d.prf".into()));
        for other in ["untitled:Untitled-1", "http://x/a.prf", "file://elsewhere/a.prf", "file:///a%00b"] {
            assert_eq!(path(other), None, "{other}");
        }
    }

    #[test]
    fn every_path_has_an_address_and_comes_back() {
        let odd: Vec<u8> = (1..=255).filter(|byte| *byte != b'/').collect();
        for name in [&b"a.prf"[..], b"a b#c?d%41.prf", "\u{e9}\u{1f600}".as_bytes(), &odd] {
            let path = Path::new("/folder").join(std::ffi::OsStr::from_bytes(name));
            let address = uri_of(&path).expect("an address");
            assert_eq!(path_of(&address).as_deref(), Some(&*path), "{}", address.as_str());
        }
    }
}
