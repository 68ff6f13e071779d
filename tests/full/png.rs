//! Pictures as PNG.

use std::process::Command;

const SCRIPT: &str = r#"game Mine "p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)":
kernel P of Mine:
"#;

#[test]
fn pictures_are_written_as_png() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("my_game.prf"), SCRIPT).expect("a file");
    for arguments in
        [&["show", "P", "--as", "png"][..], &["show", "P", "--as", "plot-png"], &["table", "Mine", "--png"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_filbert"));
        command.args(arguments).args(["--in", "my_game.prf", "--out", "p.png"]).current_dir(folder.path());
        let output = command.output().expect("filbert runs");
        let error = String::from_utf8_lossy(&output.stderr);
        if error.contains("a PNG needs fonts") {
            return;
        }
        assert!(output.status.success() && output.stdout.is_empty(), "{arguments:?}: {error}");
        let picture = std::fs::read(folder.path().join("p.png")).expect("a picture");
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n") && picture.len() > 2000, "{arguments:?}");
    }
}
