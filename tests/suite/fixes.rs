//! Quick fixes: what an editor changes at a place makes the problem there go away.

use filbert::editor::{Document, NoFiles, Problem, Scope, diagnose, fixes};
use filbert::logic::lints::Lint;
use filbert::syntax::{Fix, Source};

/// What is wrong, each problem with its fixes.
fn problems(text: &str) -> Vec<(Problem, Vec<Fix>)> {
    let document = Document::new(Source::new("s", text), None);
    let scope = Scope::new(&document, &NoFiles);
    diagnose(&scope).into_iter().map(|problem| (problem.clone(), fixes(&scope, &problem))).collect()
}

/// Where a problem is after a fix, if it is still there.
fn remains(problem: &Problem, fix: &Fix, text: &str) -> bool {
    let start = problem.diagnostic.span().start;
    let moved =
        if fix.span.end <= start { start + fix.replacement.len() + fix.span.start - fix.span.end } else { start };
    let is_it = |other: &Problem| {
        other.diagnostic.message() == problem.diagnostic.message() && other.diagnostic.span().start == moved
    };
    problems(text).iter().any(|(other, _)| is_it(other))
}

/// A text with a mistake, and what the first fix of its first problem makes of it.
const FIXED: [(&str, &str); 50] = [
    // Signs of other notations.
    ("eval \"x==1\";", "eval \"x=1\";"),
    ("eval \"Ax x≤x+1\";", "eval \"Ax x<=x+1\";"),
    ("eval \"x=1 || y=2\";", "eval \"x=1 | y=2\";"),
    ("eval \"Ax: x=x\";", "eval \"Ax x=x\";"),
    ("eval \"Ax x=x;\";", "eval \"Ax x=x\";"),
    ("eval \"{x=1)\";", "eval \"(x=1)\";"),
    ("eval \"x=1 and y=2\";", "eval \"x=1 & y=2\";"),
    ("eval \"exists x x=1\";", "eval \"E x x=1\";"),
    // Brackets and commas.
    ("eval \"(x=1\";", "eval \"(x=1)\";"),
    ("eval \"Ax (Ey x=y))\";", "eval \"Ax (Ey x=y)\";"),
    ("eval \"(x=1]\";", "eval \"(x=1)\";"),
    ("eval \"T[i)=@1\";", "eval \"T[i]=@1\";"),
    ("eval \"$phin(x y)\";", "eval \"$phin(x,y)\";"),
    ("eval \"Ex y (x=y)\";", "eval \"Ex,y (x=y)\";"),
    ("reg r {0,1} \"0]\":", "reg r {0,1} \"0\":"),
    ("reg r {0,1} \"[1-0]*\":", "reg r {0,1} \"[0-1]*\":"),
    // Names with their signs.
    ("eval \"A[n]=@1\";", "eval \".A[n]=@1\";"),
    ("eval \"x=An[n]\";", "eval \"x=.An[n]\";"),
    ("eval \"phin(x,y)\";", "eval \"$phin(x,y)\";"),
    ("eval \"Ax Even(x)\";", "eval \"Ax $Even(x)\";"),
    // Operators.
    ("eval \"2x=y\";", "eval \"2*x=y\";"),
    ("eval \"x=2(y+1)\";", "eval \"x=2*(y+1)\";"),
    ("eval \"x<=y+1<z\";", "eval \"x<=y+1 & y+1<z\";"),
    ("eval \"(x=1) = (y=1)\";", "eval \"(x=1) <=> (y=1)\";"),
    ("eval \"x=1 y=2\";", "eval \"x=1 & y=2\";"),
    // Did you mean?
    ("eval \"?msd_fib Ax $phinn(x,x)\";", "eval \"?msd_fib Ax $phin(x,x)\";"),
    ("eval \"?msd_fibb x=1\";", "eval \"?msd_fib x=1\";"),
    ("eval \"Tr[x]=@1\";", "eval \"TR[x]=@1\";"),
    ("macro le \"%0<=%1\":\neval \"#l(x,x)\";", "macro le \"%0<=%1\":\neval \"#le(x,x)\";"),
    ("thoerem a \"Ax x=x\":", "theorem a \"Ax x=x\":"),
    ("game g \"p,q -> r,s : r<p & s=q\" terminl \"p=0\":", "game g \"p,q -> r,s : r<p & s=q\" terminal \"p=0\":"),
    ("kernel P off K2:", "kernel P of K2:"),
    ("# filbert: allow below-zeroo\neval \"x=x\";", "# filbert: allow below-zero\neval \"x=x\";"),
    // Commands.
    ("theorem a \"?msd_fib x+y=y+x\":", "theorem a \"?msd_fib Ax,y x+y=y+x\":"),
    ("theorem a \"Ax x=x\"\neval \"x=1\":", "theorem a \"Ax x=x\":\neval \"x=1\":"),
    ("theorem a “Ax x=x”:", "theorem a \"Ax x=x\":"),
    ("theorem a \"Ax x=x:\neval \"x=1\":", "theorem a \"Ax x=x\":\neval \"x=1\":"),
    ("// note\neval \"x=1\";", "# note\neval \"x=1\";"),
    ("eval \"x=1\"; yes", "eval \"x=1\"; # yes"),
    ("?msd_fib Ax x=x", "eval \"?msd_fib Ax x=x\":"),
    // Other languages.
    ("numeration g \"d(1) = 11\":", "numeration g \"d(1) = 1 1\":"),
    ("morphism m \"0=01 1->10\":", "morphism m \"0->01 1->10\":"),
    // Lints.
    ("eval \"Ax,y x=x\";", "eval \"Ax x=x\";"),
    ("eval \"Ey x=x\";", "eval \"x=x\";"),
    ("eval \"Ax x=1 & (Ex x=2)\";", "eval \"Ax x=1 & (Ex_1 x_1=2)\";"),
    ("eval \"x=1 => x=2 => x=3\";", "eval \"(x=1 => x=2) => x=3\";"),
    ("eval \"x=1 & x=2 | x=3\";", "eval \"(x=1 & x=2) | x=3\";"),
    ("eval \"Ex (x=1 => x=2)\";", "eval \"Ax (x=1 => x=2)\";"),
    ("theorem a \"1=1\":\ntheorem a \"2=2\":", "theorem a \"1=1\":\ntheorem a_1 \"2=2\":"),
    ("def phin \"n=s\":", "# filbert: allow shipped-name\ndef phin \"n=s\":"),
];

#[test]
fn the_first_fix_is_what_was_meant() {
    for (wrong, right) in FIXED {
        let found = problems(wrong);
        let first = found.iter().find_map(|(_, fixes)| fixes.first());
        let fix = first.unwrap_or_else(|| panic!("no fix: {wrong}"));
        assert_eq!(fix.applied(wrong), right, "{wrong}");
    }
}

/// Scripts in which people are wrong in many ways: those above, and those of the language's tests.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = FIXED.iter().map(|(wrong, _)| (*wrong).to_owned()).collect();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            let text = std::fs::read_to_string(&path).expect("a file");
            let main =
                text.split_once("=== main.prf\n").and_then(|(_, rest)| Some(rest.split_once("\n===")?.0.to_owned()));
            texts.extend(main);
        }
    }
    texts
}

#[test]
fn every_fix_makes_its_problem_go_away() {
    let (mut made, mut kinds) = (0, std::collections::BTreeSet::new());
    for text in texts() {
        for (problem, fixes) in problems(&text) {
            for fix in fixes {
                let fixed = fix.applied(&text);
                assert!(!remains(&problem, &fix, &fixed), "{}\n{text}\n{fixed}", problem.diagnostic);
                made += 1;
                kinds.insert(problem.diagnostic.message().split('`').next().unwrap_or_default().to_owned());
            }
        }
    }
    assert!(made > 100 && kinds.len() > 20, "{made} fixes of {kinds:?}");
}

#[test]
fn every_lint_can_be_allowed_and_a_macro_is_not_rewritten() {
    for (wrong, _) in FIXED {
        for (problem, fixes) in problems(wrong) {
            let Some(lint) = problem.lint.filter(|lint| *lint != Lint::UnknownLint) else { continue };
            let allow = fixes.last().expect("a fix");
            assert_eq!(allow.replacement, format!("# filbert: allow {lint}\n"), "{wrong}");
        }
    }
    // A command behind another one.
    let text = "eval \"x=1\"; eval \"Ax,y x=x\";";
    let allow = problems(text)[0].1[1].applied(text);
    assert_eq!(allow, "eval \"x=1\"; \n# filbert: allow unused-variable\neval \"Ax,y x=x\";");
    let text = "macro wrong \"%0 == %1\":\neval \"#wrong(x,y)\";";
    assert!(problems(text).iter().all(|(_, fixes)| fixes.is_empty()));
}

#[test]
fn what_an_editor_says_needs_no_drawing() {
    let said = |text: &str| problems(text)[0].0.diagnostic.in_words();
    assert_eq!(
        said("eval \"x=1 & x=2 | x=3\";"),
        "`&` and `|` mixed without parentheses\n`x=1 & x=2`: this comes first\n`x=1 & x=2 | x=3`: and then \
         this\n`&`, `|` and `^` have the same precedence and associate to the left: add parentheses"
    );
    let twice = "theorem a \"1=1\":\ntheorem a \"2=2\":";
    assert!(said(twice).contains("\n`a`: the first is here\n`a`: results are identified"), "{}", said(twice));
    assert_eq!(said("eval \"Ax $phinn(x,x)\";"), "unknown function `$phinn`\ndid you mean `$phin`?");
}
