//! Statements about all slopes: what is shown, and what is refused, and why.

use filbert::script::{Effect, Session};
use filbert::syntax::{Source, parse_script};

/// What the last command of a script comes to, with the family S in front: its verdict and what shows it, or its error.
fn last(text: &str) -> String {
    let source = Source::new("s", format!("family S sturmian:\n{text}"));
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{errors:?}");
    let mut session = Session::new();
    let mut said = String::new();
    for command in &commands {
        said = match session.run(&source, command) {
            Ok(run) => match run.effect {
                Effect::Verdict(verdict) => {
                    let example = verdict.example.unwrap_or_default();
                    let example = example.iter().map(|(name, value)| format!(" {name} = {value}"));
                    format!("{}:{}", verdict.truth, example.collect::<String>())
                }
                _ => "made".into(),
            },
            Err(filbert::script::CommandError::Wrong(error)) => {
                format!("{} / {} / {}", error.message(), error.note(), error.advice().unwrap_or_default())
            }
            Err(why) => format!("{why:?}"),
        };
    }
    said
}

const SAME: &str = "def same \"?S(f) At t<n => S[f][i+t]=S[f][j+t]\":\n";

fn claim(formula: &str) -> String {
    last(&format!("{SAME}eval \"{formula}\":"))
}

#[test]
fn what_shows_a_verdict_is_a_slope_and_its_numbers() {
    assert_eq!(claim("Af ?S(f) Ai,n n>0 => S[f][i]!=S[f][i+n]"), "false: f = [0; 2, (1)] i = 0 n = 1");
    assert_eq!(claim("Ef ?S(f) Ei,n n>2 & $same(f,i,i+n,3*n)"), "true: f = [0; 12, (1)] i = 0 n = 3");
    // The golden ratio has no fourth powers.
    assert_eq!(claim("Af ?S(f) Ei,n n>0 & $same(f,i,i+n,3*n)"), "false: f = [0; (1)]");
    assert_eq!(claim("Af ?S(f) Ai Ej j>i & S[f][j]=@1 & S[f][j+1]=@1"), "false: f = [0; (2)] i = 0");
    assert_eq!(claim("Af ?S(f) Ix S[f][x]=@1"), "true:");
    assert_eq!(claim("Af ?S(f) 2+2=4"), "true:");
}

#[test]
fn numbers_of_a_slope_are_natural() {
    for (formula, truth) in [
        ("Af ?S(f) Ax,y x-y+y=x | x<y", true),
        ("Ef ?S(f) Ex x-1<0", false),
        ("Af ?S(f) Ax x/3*3<=x & x<x/3*3+3", true),
        ("Af ?S(f) Ax S[f][x-1]=@0 => x>0", true),
        ("Af ?S(f) Ax (S[f][x]=@0 | S[f][x]=@1) & S[f][x]+1>S[f][x]", true),
        ("Af ?S(f) Ax ~(S[f][x]=@0 <=> S[f][x]=@1)", true),
        ("Af ?S(f) S[f][0]=@0 & 30001*0=0", true),
        ("Ef ?S(f) Ex 17*x=1000", false),
        ("Ef ?S(f) Ex 17*x=1003", true),
    ] {
        assert!(claim(formula).starts_with(&truth.to_string()), "{formula}: {}", claim(formula));
    }
}

#[test]
fn what_is_supposed_of_a_slope_holds_of_its_parts() {
    let constant = "reg two {0,1,2} \"(10 2)*\":\nreg most {0,1,2} \"((0|1)(0|1)*2)*102((0|1)(0|1)*2)*\":\n";
    let with = |formula: &str| last(&format!("{SAME}{constant}eval \"{formula}\":"));
    // Quotients 2 alone: the silver ratio has no fifth powers.
    assert_eq!(with("Af $two(f) => (?S(f) Ei,n n>0 & $same(f,i,i+n,3*n))"), "true:");
    assert_eq!(with("Af $two(f) => (?S(f) Ei,n n>0 & $same(f,i,i+n,4*n))"), "false: f = [0; (2)]");
    assert_eq!(with("Ef $two(f) & (?S(f) Ei S[f][i]=@1 & S[f][i+1]=@1)"), "false:");
    assert!(with("Af $most(f) => (?S(f) Ei S[f][i]=@1)").starts_with("`$most` may hold of a part of a parameter"));
    let bounded = |most: u32, formula: &str| last(&format!("family S bounded {most}:\n{SAME}eval \"{formula}\":"));
    // The index of a slope is 2 more than its largest quotient, about.
    assert_eq!(bounded(1, "Af ?S(f) ~Ei,n n>0 & $same(f,i,i+n,3*n)"), "true:");
    assert_eq!(bounded(3, "Af ?S(f) ~Ei,n n>0 & $same(f,i,i+n,6*n)"), "true:");
    assert!(bounded(7, "Af ?S(f) ~Ei,n n>0 & $same(f,i,i+n,6*n)").starts_with("false: f = [0;"));
}

/// All mixed radix systems with the bases 2 and 3.
const RADIX: &str = include_str!("../../families/radix.prf");

#[test]
fn a_family_of_ones_own_is_decided() {
    let own = |formula: &str| last(&format!("{RADIX}\neval \"{formula}\":"));
    assert_eq!(own("Af ?M(f) Ai S[f][i]!=S[f][i+1]"), "false: f = (2)*2 i = 1");
    assert_eq!(own("Ef ?M(f) Ei,n n>1 & $same(f,i,i+n,2*n)"), "true: f = (2)*3 i = 0 n = 2");
    assert_eq!(own("Af ?M(f) Ax x/6*6<=x & x<x/6*6+6 & 7*x-6*x=x"), "true:");
    assert_eq!(own("Ef ?M(f) Ex 17*x=1000"), "false:");
    assert_eq!(own("Ef ?M(f) Ex 17*x=1003"), "true: f = (2)*3333 x = 59");
    // Each power of 2 is the weight of a digit, if all bases are 2.
    assert_eq!(own("Af $twos(f) => (?M(f) Ex x=1024)"), "true:");
    assert!(own("Ai M[i]=@0").contains("M"), "the family hides the word with its name");
    assert!(own("Af ?M(f) Em Ai i<m").contains("comes before"));
}

#[test]
fn slopes_are_a_family_of_ones_own() {
    let own = "def n \"?S(f) x=x\":\ndef p \"?S(f) x+y=z\":\ndef l \"?S(f) x<y\":\nfamily T of n p l block 2:\n";
    for (formula, truth) in [
        ("Ai,n Ej j>i & $same(f,i,j,n)", true),
        ("Ei,n n>0 & $same(f,i,i+n,2*n)", true),
        ("Ei,n n>0 & $same(f,i,i+n,3*n)", false),
        ("Ax 5*x-3*x=2*x & x/3*3<=x", true),
    ] {
        assert!(claim(&format!("Af ?S(f) {formula}")).starts_with(&truth.to_string()), "{formula}");
        let found = last(&format!("{SAME}{own}eval \"Af ?T(f) {formula}\":"));
        assert!(found.starts_with(&truth.to_string()), "{formula}: {found}");
    }
}

#[test]
fn what_is_no_numeration_is_refused_with_words_that_show_it() {
    let made = |numbers: &str, sum: &str, less: &str, more: &str| {
        last(&format!(
            "reg n {{1}} {{0,1}} \"{numbers}\":\nreg s {{1}} {{0,1}} {{0,1}} {{0,1}} \"{sum}\":\nreg l {{1}} {{0,1}} {{0,1}} \"{less}\":\nfamily B of n s l{more}:"
        ))
    };
    let numbers = "([1,0]|[1,1])*";
    let less = "([1,0,0]|[1,1,1])*[1,0,1]([1,0,0]|[1,0,1]|[1,1,0]|[1,1,1])*";
    let keep = "[1,0,0,0]|[1,0,1,1]|[1,1,0,1]";
    let sum = format!("({keep} | [1,0,0,1] ([1,0,1,0]|[1,1,0,0]|[1,1,1,1])* [1,1,1,0])*");
    let cases = [
        made(numbers, &sum, less, ""),
        made(numbers, &sum, less, " block"),
        made(numbers, &sum, less, " block 1"),
        made(numbers, &sum, less, " block 0"),
        made(numbers, &sum, less, " close 1"),
        // No carry.
        made(numbers, &format!("({keep})*"), less, ""),
        // Words without two digits 1 in a row, with the sum of base 2.
        made("([1,0]|[1,1][1,0])*()|([1,0]|[1,1][1,0])*[1,1]", &sum, less, ""),
        made("[1,1]*", &sum, less, ""),
        made("([1,0][1,0]|[1,1][1,0])*", &sum, less, ""),
        made(numbers, &sum, "([1,0,0]|[1,1,1])*[1,0,1]([1,0,0]|[1,1,1])*", ""),
        made(numbers, less, less, ""),
        last("family B of n s l:"),
        last("family B of n:"),
    ];
    insta::assert_snapshot!(cases.join("\n"));
}

#[test]
fn paperfolding_words_are_a_family() {
    let claim = |formula: &str| last(&format!("family PF paperfolding:\neval \"{formula}\":"));
    assert_eq!(claim("Ef ?PF(f) Ei i>0 & (At t<4 => PF[f][i+t]=PF[f][i+t+3])"), "true: f = (1)*[-1]11 i = 2");
    assert_eq!(claim("Af ?PF(f) Ai PF[f][i]!=PF[f][i+2]"), "false: f = (1)*[-1]1 i = 0");
    assert_eq!(claim("Af ?PF(f) PF[f][0]=@-1 & (Ai PF[f][i]=@1 | PF[f][i]=@-1)"), "true:");
    assert_eq!(claim("Af ?PF(f) Ai PF[f][4*i+1]!=PF[f][4*i+3]"), "true:");
}

#[test]
fn what_is_not_decided_says_why() {
    let cases = [
        claim("Af ?S(f) An E=1 i $same(f,i,i,n)"),
        claim("Af ?S(f) Em Ai,n (n>0 & $same(f,i,i+n,n)) => n<m"),
        claim("Ef ?S(f) Am En n>m & $same(f,1,1+n,3*n)"),
        claim("Ai Ef ?S(f) S[f][i]=@1"),
        claim("Af ?S(f) (Ag ?S(g) f=g)"),
        claim("Af ?S(f) f<3"),
        claim("Af ?S(f) Ai $sme(f,i,i,i)"),
        claim("Af ?S(f) Ai $same(i,f,i,i)"),
        claim("Af ?S(f) Ai $same(i,i,i,i)"),
        claim("Af ?S(f) Ai T[i]=@0"),
        last("family P paperfolding:\neval \"Af ?P(f) Ai P[i][f]=@1\":"),
        last("family P paperfolding:\neval \"Af ?S(f) Ai P[f][i]=@1\":"),
        claim("Af ?T(f) Ai i=i"),
        claim("Af ?S(f) Ai i*i=i"),
        claim("?msd_2 Ax (Af ?S(f) Ay x=y)"),
        last("def d \"?S(f) Ej j>i & S[f][j]=@1\":"),
        last("def d \"?S(f) E=1 j j<i\":"),
        last("eval n i \"?S(f) i<j\":"),
        last(
            "reg odd {0,1,2} {0,1,2} \"(([0,0]|[1,0]|[0,1]|[1,1])*[2,2])(([0,0]|[1,0]|[0,1]|[1,1])*[2,2](([0,0]|[1,0]|[0,1]|[1,1])*[2,2]))*\":\ndef d \"?S(f) $odd(f,x)\":",
        ),
        last("theorem t \"?S(f) Ai i=i\":"),
        last("theorem t \"Af ?S(f) i=i\":"),
        last("family t sturmian:"),
        last("family T bounded 0:"),
        last("family T golden:"),
        last("cover c \"?S(f) i<j\" by \"?S(f) i<=j\":"),
    ];
    insta::assert_snapshot!(cases.join("\n"));
}
