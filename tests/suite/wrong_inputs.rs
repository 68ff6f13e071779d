//! Inputs that are wrong in the ways that people are, and what they are told: the place, the cause, what to do.

use crate::cli::in_folder;

/// What it is, the files there, and the arguments.
type Wrong = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

const fn statement(title: &'static str, arguments: &'static [&'static str]) -> Wrong {
    (title, &[], arguments)
}

const fn script(title: &'static str, files: &'static [(&'static str, &'static str)]) -> Wrong {
    (title, files, &["prove", "mine.prf"])
}

const WRONG: [Wrong; 51] = [
    statement("typo_in_a_function", &["eval", "?msd_fib Ax $phinn(x,x)"]),
    statement("typo_in_a_word", &["eval", "?msd_fib Ax Tr[x]=@1"]),
    statement("missing_parenthesis", &["eval", "?msd_fib Ax (Ey $phin(x,y)"]),
    statement("one_parenthesis_too_many", &["eval", "?msd_fib Ax (Ey $phin(x,y)))"]),
    statement("wrong_arity", &["eval", "?msd_fib Ax $phin(x)"]),
    statement("unknown_system", &["eval", "?msd_fibb Ax x=x"]),
    statement("system_by_its_long_name", &["eval", "Ax x=x & (?fibonacci Ay y=y)"]),
    statement("word_in_another_system", &["eval", "?msd_fib Ax T[x]=@1 & x+1>2"]),
    statement("function_and_word_in_two_systems", &["eval", "Ax $phin(x,0) & T[x]=@1"]),
    statement("product_of_variables", &["eval", "Ax,y x*y=y*x"]),
    statement("power", &["eval", "?msd_fib Ax x^2=x"]),
    statement("negative_number", &["eval", "?msd_fib Ex x=-1"]),
    statement("chained_comparisons", &["eval", "Ax,y,z x<y<z"]),
    statement("operators_of_programs", &["eval", "Ax,y x==y && y!=x"]),
    statement("symbols_of_papers", &["eval", "?msd_fib ∀x x≤x+1"]),
    statement("words_of_papers", &["eval", "forall x, x=x"]),
    statement("call_without_dollar", &["eval", "?msd_fib Ax,y phin(x,y)"]),
    statement("call_with_brackets", &["eval", "?msd_fib An,s $phin[n]=s"]),
    statement("word_called_as_a_function", &["eval", "Ax $T(x)"]),
    statement("name_that_begins_with_a_quantifier", &["eval", "?msd_fib Ax Even(x)"]),
    script("digit_out_of_range", &[("mine.prf", "reg r {0,1} msd_fib \"[0,1]*[0,2]\":\n")]),
    script("unclosed_quote", &[("mine.prf", "theorem a \"?msd_fib Ax x=x:\ntheorem b \"?msd_fib Ax x=x\":\n")]),
    script("typographic_quotes", &[("mine.prf", "theorem a “Ax x=x”:\n")]),
    script(
        "walnut_script_with_crlf_and_hard_spaces",
        &[(
            "mine.prf",
            "\u{feff}# by mail\r\neval test \"?msd_fib\u{a0}Ax\u{a0}$phim(x,x)\":\r\neval\u{a0}b \"Ax\u{a0}x<x+1\":\r\n",
        )],
    ),
    script("a_file_that_includes_itself", &[("mine.prf", "include \"mine.prf\";\ntheorem a \"1=1\":\n")]),
    script(
        "files_that_include_each_other",
        &[("mine.prf", "include \"yours.prf\":\n"), ("yours.prf", "\ninclude \"mine.prf\":\n")],
    ),
    script("a_file_that_is_not_there", &[("mine.prf", "include \"wythof.prf\";\n"), ("wythoff.prf", "")]),
    script("typo_in_a_command", &[("mine.prf", "thoerem a \"Ax x=x\":\n")]),
    script("missing_terminator", &[("mine.prf", "theorem a \"Ax x=x\"\ntheorem b \"Ax x=x\":\n")]),
    script("free_variables_in_a_theorem", &[("mine.prf", "theorem a \"?msd_fib x+y=y+x\":\n")]),
    script("forgotten_comma", &[("mine.prf", "theorem a \"?msd_fib Axy x+y=y+x\":\n")]),
    script(
        "function_defined_below",
        &[("mine.prf", "theorem a \"?msd_fib Ax $even(x)\":\ndef even \"?msd_fib Ey x=2*y\":\n")],
    ),
    script(
        "macros",
        &[(
            "mine.prf",
            "macro le \"%0<=%1\":\neval a \"Ax #l(x,x)\":\neval b \"Ax #le(x)\":\neval c \"Ax #le(x,)\":\n",
        )],
    ),
    script("morphism_without_a_rule", &[("mine.prf", "morphism m \"0->01 1->12\":\npromote W m:\n")]),
    script("word_that_does_not_fit_its_system", &[("mine.prf", "word W msd_fib \"0->01 1->10\":\n")]),
    script("recurrence_in_another_notation", &[("mine.prf", "numeration g \"U_n = U_{n-1}+U_{n-2}\":\n")]),
    script(
        "game_with_typing_errors",
        &[(
            "mine.prf",
            "game g \"?msd_fib p,q -> r,s : r<p & s=q\" terminl \"p=0\":\nkernel P K2:\nkernel P of K22:\n",
        )],
    ),
    statement("a_position_as_it_is_listed", &["position", "K2", "(20, 12)"]),
    statement("a_game_by_the_name_of_its_family", &["position", "Wythoff", "3,4"]),
    statement("a_formula_without_a_command", &["Ax x=x"]),
    statement("a_script_without_a_command", &["l.prf"]),
    statement("a_command_where_a_formula_goes", &["eval", "eval t \"Ax x=x\":"]),
    statement("cores_in_short", &["eval", "-j2", "Ax Ey x<y"]),
    statement("a_format_of_other_programs", &["eval", "Ax Ey x<y", "--format", "json"]),
    script("comment_of_programs", &[("mine.prf", "// note\ntheorem a \"Ax x=x\":\n")]),
    script("a_rule_whose_other_pile_is_free", &[("mine.prf", "game G \"?msd_fib p,q -> r,s : r<p | s<q\":\n")]),
    script(
        "a_kernel_that_failed",
        &[("mine.prf", "game M \"p,q -> r,s : r<p & s=q\":\nkernel P of N:\ntheorem a \"Ax $P(x,x)\":\n")],
    ),
    script("a_definition_that_failed", &[("mine.prf", "def foo \"x=(y\":\ntheorem a \"Ax $foo(x,x)\":\n")]),
    script("a_false_theorem_that_denies", &[("mine.prf", "theorem t \"?msd_fib ~(Ei,n n>0 & i=n+n)\":\n")]),
    (
        "a_script_of_definitions_alone",
        &[("mine.prf", "def even \"Ey x=2*y\":\ndef odd \"~$even(x)\":\n")],
        &["prove", "-v", "mine.prf"],
    ),
    script(
        "typo_in_a_lint",
        &[("mine.prf", "# filbert: allow vacuous-premis\ntheorem a \"?msd_fib Ax x<0 => x=1\":\n")],
    ),
];

#[test]
fn wrong_inputs_give_the_message_a_person_needs() {
    for (title, files, arguments) in WRONG {
        let shown = in_folder(files, arguments);
        // What Rust calls its own is no message for people.
        for leak in ["panicked", "ParseError", "Err(", "Some(", "unwrap"] {
            assert!(!shown.contains(leak), "{title}: {shown}");
        }
        insta::with_settings!({ description => title, omit_expression => true }, {
            insta::assert_snapshot!(title, shown);
        });
    }
}

#[test]
fn a_prefix_that_is_too_short_says_which_would_do() {
    let letters: Vec<String> = crate::guess::rare(4000).iter().map(i64::to_string).collect();
    insta::assert_snapshot!(in_folder(&[("letters.txt", &letters.join(" "))], &["guess", "msd_5", "letters.txt"]));
}

#[test]
fn standard_input_is_a_formula_after_a_dash() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = crate::cli::shown(&crate::cli::converse(folder.path(), &["eval", "-"], "?msd_fib Ax Ey x<y\n"));
    assert_eq!(shown, "exit 0\nTRUE\nfor x = 0: y = 1\n");
}

#[test]
fn text_that_is_not_utf8_says_how_to_save_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for (bytes, fix) in
        [(&b"\xff\xfet\0h\0"[..], "UTF-16 text: save it as UTF-8"), (b"# \xe9t\xe9\n", "line 1 is not UTF-8")]
    {
        std::fs::write(folder.path().join("mine.prf"), bytes).expect("a file");
        let shown = crate::cli::shown(&crate::cli::filbert(folder.path(), &["prove", "mine.prf"]));
        assert!(shown.contains("exit 2") && shown.contains(fix), "{shown}");
    }
}
