//! Relations that append a zero are recognized, whatever they are called, and become linear terms.

use filbert::numeration::Relation;
use filbert::script::{Effect, Session};
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;

/// `hidden` says the same with a track more, so that it stays a stored relation.
const DEFINITIONS: &str = r#"
def after "?msd_fib $shift(x,y)":
def before "?msd_fib $shift(y,x)":
def hidden "?msd_fib $shift(x,y) & z=0":
def doubled "?msd_2 y=2*x":
reg shifted_pell msd_pell msd_pell "([0,0]|[0,1]([1,1])*[1,0]|[0,2][2,0]|[0,1]([1,1])*[1,2][2,0])*":
"#;

/// With `S(a,b)` for `$shift(a,b)`.
const STATEMENTS: [&str; 12] = [
    "S(x,y)",
    "Ey S(x,y) & S(y,z)",
    "Ey,z S(x,y) & S(y,z) & S(z,w)",
    "Ey S(x-1,y) & z=y+1",
    "Ey,z S(x-1,y) & S(y,z) & w=z+2",
    "S(x,y) & S(y,x)",
    "S(x,x)",
    "Ey S(x,y) & y<z+3",
    "Ay S(x,y) => F[y]=@0",
    "Ex,y S(x,y) & S(y,z) & z!=x+y",
    "E>=2 x (Ey S(x,y) & y<=z)",
    "Ix (Ey S(x,y) & S(y,z)) | S(z,x)",
];

fn session() -> Session {
    let mut session = Session::new();
    let source = Source::new("definitions", DEFINITIONS);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty());
    for command in &commands {
        session.run(&source, command).expect("a definition");
    }
    session
}

/// What an open statement says.
pub fn relation(session: &mut Session, text: &str) -> Relation {
    match session.answer(&Source::new("statement", text)).expect("an answer").effect {
        Effect::Relation(_, relation) => relation,
        _ => panic!("{text} is closed"),
    }
}

#[test]
fn recognized_shifts_mean_what_stored_ones_do() {
    let mut session = session();
    let call = |text: &str, to: &str| {
        let pattern = regex::Regex::new(r"S\(([^,]*),([^)]*)\)").expect("a regular expression");
        format!("?msd_fib {}", pattern.replace_all(text, to))
    };
    for text in STATEMENTS {
        let stored = relation(&mut session, &call(text, "$$hidden($1,$2,0)"));
        for named in ["$$shift($1,$2)", "$$after($1,$2)", "$$before($2,$1)"] {
            assert_eq!(relation(&mut session, &call(text, named)).dfa(), stored.dfa(), "{text} with {named}");
        }
    }
}

#[test]
fn a_shift_appends_a_zero_to_the_word() {
    let mut session = session();
    let twice = relation(&mut session, "?msd_fib Ey $shift(x,y) & $shift(y,z)");
    let system = twice.systems()[0].clone();
    for x in 0u32..200 {
        let mut digits = system.representation(&x.into());
        digits.extend([0, 0]);
        let z = system.value(&digits);
        assert!(twice.contains(&[x.into(), z.clone()]));
        assert!(!twice.contains(&[x.into(), z + BigInt::from(1u32)]));
    }
}

#[test]
fn recognized_shifts_are_linear_atoms() {
    let mut session = session();
    session.keep_steps();
    relation(&mut session, "?msd_fib F[x]=@1 & Ey $after(x,y) & $shift(y,z)");
    relation(&mut session, "?msd_2 T[x]=@1 & $doubled(x,y)");
    let formulas: Vec<String> = session.new_steps().1.into_iter().map(|step| step.formula).collect();
    assert_eq!(formulas, ["F[x]=@1 & shift^2(x)=z", "T[x]=@1 & shift(x)=y"]);
}
