//! Where the table of commands is copied to: the editors' grammar. With `FILBERT_UPDATE=1` the test writes the file
//! instead of comparing it.

use std::path::Path;

use filbert::syntax::commands;

fn keep_up_to_date(file: &str, expected: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let expected = expected(&found);
    if std::env::var_os("FILBERT_UPDATE").is_some() {
        std::fs::write(&path, expected).expect("a file");
        return;
    }
    assert!(found == expected, "{file} lags behind docs/commands.md: run this test with FILBERT_UPDATE=1");
}

#[test]
fn the_editors_know_every_command() {
    let words: Vec<&str> = commands().iter().map(|info| info.keyword).collect();
    keep_up_to_date("editors/vscode/syntaxes/filbert.tmLanguage.json", |found| {
        let (before, rest) = found.split_once(r#""command": {"#).expect("a rule for commands");
        let (open, rest) = rest.split_once(r"\\b(").expect("its pattern");
        let (_, after) = rest.split_once(r")\\b").expect("its end");
        format!(r#"{before}"command": {{{open}\\b({})\\b{after}"#, words.join("|"))
    });
}
