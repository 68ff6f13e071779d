//! Wrong inputs and what a person is told about them, all in one page for each notation.
//!
//! The pages are in `snapshots/`. Read them like a user: does each message name the place and the fix?

use std::collections::HashMap;

use super::*;

fn source(text: &str) -> Source {
    Source::new("mine.prf", text)
}

/// One rendered message after another.
fn page(errors: impl IntoIterator<Item = Diagnostic>) -> String {
    let messages: Vec<String> = errors.into_iter().map(|error| error.render(false)).collect();
    messages.join("\n")
}

fn wrong_formulas(texts: &[&str]) -> String {
    let templates = [
        ("twice", "%0 + %0"),
        ("between", "%0 < %1 & %1 < %2"),
        ("open", "($f(%0)"),
        ("nested", "#twice(%0) = #between(%0)"),
        ("endless", "#endless(%0)"),
    ];
    let macros: HashMap<String, String> = templates.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    page(texts.iter().map(|text| {
        let source = source(text);
        match parse_formula(&source, source.span(), &macros) {
            Ok(_) => panic!("`{text}` is a formula"),
            Err(error) => error,
        }
    }))
}

#[test]
fn a_formula_that_ends_too_early() {
    let page = wrong_formulas(&["", "x=1 &", "Ex,y", "x+", "x+1", "~", "$f", "E>=2"]);
    insta::assert_snapshot!(page);
}

#[test]
fn brackets_that_do_not_match() {
    let page = wrong_formulas(&[
        "Ex x=1 | (y=1 & (z=1)",
        "x=1)",
        "(x=1]",
        "W[i",
        "$f(x,y",
        "W[i)=1",
        "()",
        "(x=1\n  & ($g(y)\n  | z=2",
    ]);
    insta::assert_snapshot!(page);
}

#[test]
fn operators_where_they_make_no_sense() {
    let page = wrong_formulas(&[
        "x<y<z",
        "x & y=1",
        "x=1 & & y=1",
        "x=-y",
        "2x=y",
        "x=2y",
        "x=1 y=2",
        "(x=1)+2=3",
        "(x=1) = (y=1)",
        "$f(x)=1",
        "x+$f(y)=1",
        "x^2=4",
        "x=1, y=2",
        "x=(y=1)",
    ]);
    insta::assert_snapshot!(page);
}

#[test]
fn names_that_collide_with_quantifiers() {
    let page = wrong_formulas(&[
        "Ax=1",
        "x=E",
        "A[n]=1",
        "An[n]=1",
        "x=An[n]",
        "An(x)",
        "E=x",
        "E>=x y=1",
        "E>=99999999999999999999 x x=1",
        "Ex y (x=y)",
        "Ex,1 x=1",
        "Ex: x=1",
        "Ex. x=1",
        "Ex.x=1",
    ]);
    insta::assert_snapshot!(page);
}

#[test]
fn calls_and_words() {
    let page = wrong_formulas(&[
        "f(x)",
        "x=f(y)",
        "$f x",
        "$f(,x)",
        "$(x)",
        "$3(x)",
        "W[i=1",
        "W[]=1",
        ".T=1",
        "x=@",
        "x=@99999999999999999999",
        "? x=1",
        "?msd_ x=1",
    ]);
    insta::assert_snapshot!(page);
}

#[test]
fn signs_of_other_notations() {
    let page = wrong_formulas(&[
        "∀x ∃y x≤y",
        "x==1",
        "x=1 && y=1",
        "x=1 -> y=1",
        "!x=1",
        "¬x=1",
        "x=1 and y=2",
        "not x=1",
        "x'=1",
        "φ=1",
        "é\u{a0}= x",
        "x=\"1\"",
        "x=1;",
        "{x=1}",
        "x=%0",
    ]);
    insta::assert_snapshot!(page);
}

#[test]
fn macros_that_cannot_be_expanded() {
    let page = wrong_formulas(&[
        "#twcie(x)=1",
        "#unheard(x)",
        "#twice=1",
        "#twice(x",
        "#(x)",
        "#between(x,y)",
        "#nested(x)",
        "#endless(x)",
        "#twice(x) & y=1",
        "#open(x) & y=1",
        "y=1 & #between(x, y=1, z)",
    ]);
    insta::assert_snapshot!(page);
}

#[test]
fn scripts() {
    let texts = [
        "thoerem a \"x=1\":",
        "frobnicate x:",
        "x=1:",
        "theorem \"x=1\":",
        "theorem a x=1:",
        "theorem 3a \"x=1\":",
        "theorem a \"x=1\"",
        "theorem a \"x=1\"\ntheorem b \"y=1\":",
        "theorem a \"x=1:\ntheorem b \"y=1\":",
        "theorem a \"x=1\" form \"folklore\":",
        "theorem a \"x=1\" \"folklore\":",
        "eval “x=1”:",
        "eval x",
        "reg a \"0*\":",
        "reg a {0,x} \"0*\":",
        "reg a {0,1 \"0*\":",
        "reg a msd_2 {0,1}:",
        "load;",
        "promote X Y Z;",
        "include foo.prf;",
        "numeration msd_foo \"x=2\":",
        "word W ? \"0->1\":",
        "word W msd_2 \"0->01\" foo:",
        "eval }:",
    ];
    let page = page(texts.iter().flat_map(|text| {
        let (_, errors) = parse_script(&source(text));
        assert_eq!(errors.len(), 1, "{text}");
        errors
    }));
    insta::assert_snapshot!(page);
}

#[test]
fn quoted_texts_in_a_script() {
    let script = source(
        "# errors point into the script\n\
         eval \"Ex x=1 &\":\n\
         eval \"\":\n\
         reg r {0,1} \"(0|1*\":\n\
         morphism m \"0->01, 1\":\n\
         numeration n \"x^2 = x^2 + 1\":\n",
    );
    let (commands, errors) = parse_script(&script);
    assert!(errors.is_empty());
    let page = page(commands.iter().map(|command| {
        if let CommandKind::Eval { formula, .. } = &command.kind {
            parse_formula(&script, formula.span, &()).unwrap_err()
        } else if let CommandKind::Reg { expression, .. } = &command.kind {
            parse_regex(&script, expression.span).unwrap_err()
        } else if let CommandKind::Morphism { rules, .. } = &command.kind {
            parse_morphism(&script, rules.span).unwrap_err()
        } else if let CommandKind::Numeration { definition, .. } = &command.kind {
            parse_numeration(&script, definition.span).unwrap_err()
        } else {
            panic!("{command:?}")
        }
    }));
    insta::assert_snapshot!(page);
}

#[test]
fn regexes() {
    let texts = [
        "",
        "*0",
        "0|",
        "(0",
        "0)",
        "0|*1",
        "(|0)",
        "[0",
        "0]",
        "[1 0]",
        "[a]",
        "[]",
        "0,1",
        "-1",
        "a*",
        "{0,1}",
        "[99999999999999999999]",
    ];
    let page = page(texts.iter().map(|text| {
        let source = source(text);
        parse_regex(&source, source.span()).unwrap_err()
    }));
    insta::assert_snapshot!(page);
}

#[test]
fn definitions() {
    let morphisms = ["", "0", "0→01", "0->0,1", "a->ab", "0->1 0->2", "0->[1,0]", "-1->0"].map(|text| {
        let source = source(text);
        parse_morphism(&source, source.span()).unwrap_err()
    });
    let codings = ["", "0->", "0->01", "->1", "0 1->1 1->0", "0=1"].map(|text| {
        let source = source(text);
        parse_coding(&source, source.span()).unwrap_err()
    });
    let numerations = [
        "",
        "fib",
        "x^2=y+1",
        "x^2=x^2+1",
        "x^2 = 1.5",
        "x^2=x+1 from 1,",
        "x^2",
        "x^99=1",
        "d(1)=11",
        "d(1)=2(",
        "base",
        "base 1",
    ];
    let numerations = numerations.map(|text| {
        let source = source(text);
        parse_numeration(&source, source.span()).unwrap_err()
    });
    let page = page(morphisms.into_iter().chain(codings).chain(numerations));
    insta::assert_snapshot!(page);
}
