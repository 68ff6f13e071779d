//! What goes into a paper: LaTeX that compiles, PNG, an entry for the bibliography.

use std::process::Command;

use crate::cli::{filbert, in_folder, shown};
use crate::programs;

const SCRIPT: &str = "game Mine \"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (p+s=r+q & r<p)\":\n\
    kernel P of Mine:\n\
    macro less \"%0<%1\":\n\
    def later(y,x) \"?msd_fib #less(x,y)\":\n\
    theorem alone \"?msd_fib Ap E=1 q $P(p,q)\":\n\
    refute all \"?msd_fib Ax x/2=0 & #less(x,3)\":\n";

fn with_script(arguments: &[&str]) -> String {
    in_folder(&[("my_game.prf", SCRIPT)], arguments)
}

#[test]
fn statements_are_shown_in_the_notation_of_papers() {
    let latex = |name: &str| with_script(&["show", name, "--as", "latex", "--in", "my_game.prf"]);
    assert_eq!(latex("alone"), "exit 0\n$\\forall p\\,\\exists!\\, q\\colon P(p, q)$\n");
    // Macros are filled in; arguments stand in the order of the definition.
    assert_eq!(latex("all"), "exit 0\n$\\forall x\\,(\\lfloor x/2 \\rfloor = 0 \\land x < 3)$\n");
    assert_eq!(latex("later"), "exit 0\n$\\mathrm{later}(y, x) \\;:\\Longleftrightarrow\\; x < y$\n");
    assert_eq!(latex("?msd_fib #less(x,F[x])"), "exit 0\n$x < F_{x}$\n");
    assert!(latex("Mine").starts_with("exit 0\n$(p, q) \\to (r, s) \\;:\\Longleftrightarrow\\; (r < p \\land s = q)"));
    assert!(latex("nothing").contains("exit 2\nerror: no function or word `nothing`"));
    assert!(latex("x<").contains("exit 2\nerror: "));
}

#[test]
fn a_document_with_pictures_tables_and_statements_compiles() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("my_game.prf"), SCRIPT).expect("a file");
    let pieces: [(&str, &[&str]); 11] = [
        ("automaton", &["show", "P", "--as", "tikz"]),
        ("word", &["show", "TR", "--as", "tikz"]),
        ("board", &["show", "P", "--as", "plot-tikz", "--size", "12"]),
        ("strip", &["show", "TR", "--as", "plot-tikz", "--size", "60"]),
        ("values", &["table", "Mine", "--size", "8", "--tikz"]),
        ("heat", &["table", "Mine", "--size", "37", "--tikz"]),
        ("table", &["table", "Mine", "--size", "8", "--latex"]),
        ("states", &["show", "P", "--as", "latex"]),
        ("letters", &["show", "TR", "--as", "latex"]),
        ("statement", &["show", "all", "--as", "latex"]),
        ("rules", &["show", "Mine", "--as", "latex"]),
    ];
    let mut document = String::from("\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n");
    for (name, arguments) in pieces {
        let out = format!("{name}.tex");
        let arguments = [arguments, &["--in", "my_game.prf", "--out", &out]].concat();
        let output = filbert(folder.path(), &arguments);
        assert_eq!(shown(&output), "exit 0\n");
        document += &format!("\\input{{{name}}}\n\n");
    }
    let bib = filbert(folder.path(), &["prove", "my_game.prf", "--bib", "run.bib", "-q"]);
    assert_eq!(bib.status.code(), Some(0));
    std::fs::write(folder.path().join("paper.tex"), document + "\\end{document}\n").expect("a file");
    let mut latex = Command::new("pdflatex");
    latex.args(["-interaction=nonstopmode", "-halt-on-error", "paper.tex"]).current_dir(folder.path());
    let Some(output) = programs::output(&mut latex) else { return };
    let log = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{log}");
    assert!(!log.contains("Missing character"), "{log}");
    assert!(std::fs::metadata(folder.path().join("paper.pdf")).expect("a document").len() > 10_000);
}

#[test]
fn a_large_board_has_colours_and_a_scale_or_the_zeros_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = |more: &[&str]| {
        let arguments = [&["table", "Wythoff1", "--size", "37", "--svg"], more].concat();
        shown(&filbert(folder.path(), &arguments))
    };
    let (heat, zeros) = (board(&[]), board(&["--zeros"]));
    assert!(heat.contains("#7d1d33") && heat.contains("class=\"dot\"") && heat.starts_with("exit 0"), "{heat}");
    assert!(!zeros.contains("#7d1d33") && zeros.contains("class=\"run lost\""), "{zeros}");
}

#[test]
fn an_entry_says_what_was_run() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("my_game.prf"), "theorem t \"1=1\":\n").expect("a file");
    let arguments =
        ["prove", "my_game.prf", "--bib", "run.bib", "--title", "A & B", "--author", "Ann Author and Bob Author"];
    assert_eq!(filbert(folder.path(), &arguments).status.code(), Some(0));
    let entry = std::fs::read_to_string(folder.path().join("run.bib")).expect("an entry");
    for part in [
        "@misc{filbert-mygame,\n",
        "title = {{A \\& B}}",
        "author = {Ann Author and Bob Author}",
        concat!("Proved by filbert ", env!("CARGO_PKG_VERSION")),
        // What `sha256sum` says of the script.
        "1 theorem holds. SHA-256 of \\texttt{my\\_game.prf}: \\texttt{",
        HASH,
    ] {
        assert!(entry.contains(part), "{part} is missing in\n{entry}");
    }
}

#[test]
fn an_entry_names_the_certificate_that_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("my_game.prf"), "theorem t \"1=1\":\n").expect("a file");
    let arguments = ["prove", "my_game.prf", "--bib", "run.bib", "--certify", "proofs"];
    assert_eq!(filbert(folder.path(), &arguments).status.code(), Some(0));
    let entry = std::fs::read_to_string(folder.path().join("run.bib")).expect("an entry");
    let printed = std::process::Command::new("sha256sum")
        .arg("proofs/my_game.prf.cert.zst")
        .current_dir(folder.path())
        .output()
        .expect("coreutils");
    let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
    let hash = printed.split_whitespace().next().expect("a hash");
    let told = format!(
        "; of \\texttt{{proofs/my\\_game.prf.cert.zst}}: \\texttt{{{hash}}}, which \\texttt{{filbert-check}} checks"
    );
    assert!(entry.contains(HASH) && entry.contains(&told), "{told} is missing in\n{entry}");
}

/// Of the script of the tests above, by `sha256sum`.
const HASH: &str = "5508aee471aac541276a5a032673a0e221ed8dc2e4d43436f03f95c526433c47";
