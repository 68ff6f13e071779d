//! Where the table of commands is copied to: the editors' grammar and the book's reference. With `FILBERT_UPDATE=1` the
//! tests write these files instead of comparing them.

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
    assert!(found == expected, "{file} lags behind src/syntax/commands.rs: run this test with FILBERT_UPDATE=1");
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

#[test]
fn the_book_lists_every_command() {
    let one = |info: &filbert::syntax::CommandInfo| format!("- `{}`  \n  {}\n", info.usage, info.help);
    let list: String = commands().iter().map(one).collect();
    keep_up_to_date("docs/commands.md", |_| {
        format!(
            "# Commands\n\n<!-- Made from src/syntax/commands.rs: change that, not this. -->\n\n\
             How each command is written and what it does, as `help` says it. What stands in brackets may be left out, three \
             dots stand for more of the same, and words in capitals for what you choose.\n\n{list}"
        )
    });
}
