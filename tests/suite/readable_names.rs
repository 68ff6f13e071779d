//! Names that begin with `A`, `E` or `I`: they are read where nothing but a name can stand, and refused where they are
//! defined otherwise.

use filbert::script::{CommandError, Session};
use filbert::syntax::{Source, parse_script};

use crate::cli::in_folder;

/// Runs a script of which every command must be read: the verdicts, or what is wrong.
fn outcomes(script: &str) -> Vec<String> {
    let source = Source::new("s", script);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{errors:?}");
    let mut session = Session::new();
    let outcome = |command| match session.run(&source, command) {
        Ok(run) => run.truth().map(|truth| truth.to_string()),
        Err(CommandError::Wrong(error)) => Some(error.message().to_owned()),
        Err(other) => Some(format!("{other:?}")),
    };
    commands.iter().filter_map(outcome).collect()
}

/// The error of a script with one command, with the place at which it stands.
fn refused(command: &str) -> String {
    let (commands, errors) = parse_script(&Source::new("s", command));
    assert!(commands.is_empty(), "{command} is read");
    let [error] = &errors[..] else { panic!("{command}: {errors:?}") };
    let rendered = error.render(false);
    let label = rendered.lines().find_map(|line| line.split_once("-- ")).map_or("", |(_, label)| label);
    format!("{}: {}", error.to_string().trim_start_matches("s:1:"), label)
}

#[test]
fn after_a_dollar_every_name_is_read_whatever_defines_it() {
    let nim = "game Nim \"p,q -> r,s : (r<p & s=q) | (r=p & s<q)\": ";
    for (definitions, formula) in [
        ("def Even \"Ek n=2*k\":", "An $Even(2*n) & ~$Even(2*n+1)"),
        ("def Even(n) \"Ek n=2*k\":", "An $Even(2*n) & ~$Even(2*n+1)"),
        ("eval Inner \"x<5\":", "Ax $Inner(x) <=> x<=4"),
        ("reg All msd_2 \"(0|1)*\":", "Ax $All(x)"),
        ("def E \"x<5\":", "Ax $E(x) <=> x<=4"),
        ("def A_1 \"x<5\": def I \"$A_1(x)\":", "Ax$I(x)<=>$A_1(x)"),
        ("def even \"Ek n=2*k\": star Even even;", "$Even(0)"),
        ("def a \"x=1\": def b \"x=2\": union Either a b;", "Ax $Either(x) <=> (x=1 | x=2)"),
        ("sequence s n \"n+1\": synchronize Is s;", "An $Is(n,n+1)"),
        ("recursion Is All \"Is(0)=1, Is(n)=Is(n-1)+1, All(n)=Is(n)\":", "An $Is(n,n+1) & $All(n,n+1)"),
        (&format!("{nim}kernel Anim of Nim:"), "Ap,q $Anim(p,q) <=> p=q"),
        (&format!("{nim}def Equal \"p=q\": kernel Anim of Nim given $Equal:"), "Ap,q $Anim(p,q) <=> p=q"),
        (&format!("{nim}grundy Value of Nim upto 1: def Inner \"$Value_1(p,q)\":"), "Ap $Inner(p,p+1) <=> Ek p=2*k"),
        ("def Even \"Ek n=2*k\": sequence s n \"count{i: i<n & $Even(i)}\":", "s(2*n) = n"),
        ("def Less \"x<y\": game Heap \"p -> r : $Less(r,p)\": kernel Ends of Heap:", "Ap $Ends(p) <=> p=0"),
        ("def Ends \"p=0\": game Heap \"p -> r : r<p\" terminal \"$Ends(p)\": kernel K of Heap:", "Ap $K(p) <=> p=0"),
    ] {
        let found = outcomes(&format!("{definitions} theorem t \"{formula}\":"));
        assert_eq!(found.last().map(String::as_str), Some("true"), "{definitions} {formula}: {found:?}");
    }
}

#[test]
fn macros_games_morphisms_and_systems_have_every_name() {
    let script = "macro Even \"(Ek %0=2*k)\": macro A \"#Even(%0)\": theorem a \"An #Even(2*n) & #A(2*n)\":
        morphism Image \"0->01 1->10\": promote W Image; theorem b \"An W[n]=T[n]\":
        game Every \"p -> r : r<p\": kernel P of Every: theorem c \"Ap $P(p) <=> p=0\":
        numeration Ent \"base 3\": theorem d \"?Ent Ax x<x+1\": theorem e \"?lsd_Ent Ax x<x+1\":
        reg r Ent \"0*\": theorem f \"?msd_Ent Ax $r(x) <=> x=0\":
        def shifts \"?msd_Ent $shift_Ent(x,y)\": theorem g \"?msd_Ent Ax $shifts(x,3*x)\":";
    assert_eq!(outcomes(script), ["true"; 7]);
}

#[test]
fn a_word_has_every_name_and_a_dot_where_it_is_read() {
    let script = "word Even msd_2 \"0->01 1->10\": word I[n] \".Even[n]+T[n]\":
        theorem a \"An .Even[n]=T[n]\": theorem b \"An .I[n]=2*T[n]\": theorem c \"T[.Even[0]]=@0\":
        sequence s n \"sum{i: i<n} .Even[i]\": theorem d \"s(n) <= n\": theorem e \".Even[n] <= s(n+1)\":";
    assert_eq!(outcomes(script), ["true"; 5]);
    for formula in
        ["An Even[n]=T[n]", "Even[0]=@0", "An T[n]=Even[n]", "Ax x=1 => Even[x]=@1", "sum{i: i<n} Even[i] <= n"]
    {
        let script = format!("word Even msd_2 \"0->01 1->10\":\ntheorem a \"{formula}\":\n");
        let shown = in_folder(&[("a.prf", &script)], &["prove", "a.prf"]);
        assert!(shown.contains(".Even[...]"), "{formula}: {shown}");
    }
}

#[test]
fn a_name_that_cannot_be_read_is_refused_where_it_is_defined() {
    for (command, told) in [
        ("sequence Is n \"n+1\":", "10: no sequence can have the name `Is`: begins with `I`"),
        ("sequence All from \"a.txt\":", "10: no sequence can have the name `All`: begins with `A`"),
        ("def Ever n \"i<n\":", "5: no sequence can have the name `Ever`: begins with `E`"),
        ("def Ever(i,n) n \"i<n\":", "5: no sequence can have the name `Ever`: begins with `E`"),
        ("eval Ever n \"i<n\":", "6: no sequence can have the name `Ever`: begins with `E`"),
        ("sequence s E \"1\":", "12: `E` is not a variable: begins with `E`, a quantifier"),
        ("def f Inner \"i<n\":", "7: `Inner` is not a variable: begins with `I`, a quantifier"),
        ("def f(x,A) \"x<3\":", "9: `A` is not a variable: expected variables, as in `f(i,j)`"),
        ("word W[E] \"T[n]\":", "7: `[E]` is not an index: expected a variable in brackets, as in `[n]`"),
        (
            "numeration msd_x \"base 3\":",
            "12: `msd_x` includes a direction: write `x`: this defines `msd_x` and `lsd_x`",
        ),
        ("numeration lsd \"base 3\":", "12: `?lsd` is read as `?lsd_2`: choose another name"),
        ("numeration msd3 \"base 3\":", "12: `?msd3` is read as `?msd_3`: choose another name"),
        ("kernel P of G given $1:", "21: `1` is not a name: expected a function, as in `$f`"),
    ] {
        assert_eq!(refused(command), told, "{command}");
    }
    assert_eq!(outcomes("ost msd3 [0 3 1] [1 2];"), ["`?msd3` is read as `?msd_3`"]);
    assert_eq!(outcomes("game G \"p,A -> r,s : r<p\":"), ["expected the name of a pile"]);
}

#[test]
fn a_variable_is_bound_once_by_each_binder() {
    for (text, told) in [
        ("theorem a \"Ax,x x=x\":", "`x` is bound twice"),
        ("theorem a \"Ex,y,x x=y\":", "`x` is bound twice"),
        ("theorem a \"Ix,x x=x\":", "`x` is bound twice"),
        ("theorem a \"E>=2 x,x x<3\":", "`x` is bound twice"),
        ("theorem a \"E<=2 x,x x<3\":", "`x` is bound twice"),
        ("theorem a \"E=2 x,x x<3\":", "`x` is bound twice"),
        ("theorem a \"Ay $phin(y,Ex,x x=y)\":", "`x` is bound twice"),
        ("cover a \"Ex,x x<y\" by \"y=y\":", "`x` is bound twice"),
        ("cover a \"y=y\" by \"Ex,x x<y\":", "`x` is bound twice"),
        ("game G \"p -> r : r<p & (Ex,x x<r)\":", "`x` is bound twice"),
        ("game G \"p,q -> r,p : r<p\":", "`p` names two piles"),
        ("sequence s n \"sum{i,i: i<n} 1\":", "`i` is bound twice"),
        ("theorem a \"count{i,j,i: i+j<n} = n\":", "`i` is bound twice"),
    ] {
        assert_eq!(outcomes(text), [told], "{text}");
    }
    for (command, told) in [
        ("sequence s n n \"n\":", "14: `n` occurs twice here: first here"),
        ("def f n n \"i<n\":", "9: `n` occurs twice here: first here"),
        ("eval f n n \"i<n\":", "10: `n` occurs twice here: first here"),
        ("def f(x,x) \"x<3\":", "9: `x` is an argument twice: named before"),
        ("word W[n][n] \"T[n]\":", "10: `n` occurs twice here: first here"),
    ] {
        assert_eq!(refused(command), told, "{command}");
    }
}

#[test]
fn two_systems_of_one_name_are_told_apart() {
    let labels = |script: &str| {
        let source = Source::new("s", script);
        let mut session = Session::new();
        let mut found = String::new();
        for command in &parse_script(&source).0 {
            if let Err(CommandError::Wrong(error)) = session.run(&source, command) {
                found = error.render(false);
            }
        }
        found
    };
    let told = labels("numeration fib \"base 3\":\n\ntheorem t \"?fib Ax F[x]=@0 | x=x+1\":");
    assert!(told.contains("in the shipped msd_fib here, as `F[..]` reads it"), "{told}");
    assert!(told.contains("in the msd_fib of line 1 here, because of `?msd_fib`"), "{told}");
    let told = labels(
        "ost x [0 3 1] [1 2];\ndef f \"?msd_x n<3\":\nnumeration x \"base 3\":\ntheorem t \"?msd_x An $f(n+1)\":",
    );
    assert!(told.contains("argument 1 of `$f` is a number in an older msd_x"), "{told}");
    assert!(told.contains("this is in the msd_x of line 3"), "{told}");
    let told = labels("theorem t \"Ax F[x]=@0 | x=x+1\":");
    assert!(told.contains("in msd_fib here") && told.contains("put `?msd_fib` before"), "{told}");
}
