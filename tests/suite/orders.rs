//! Both digit orders in one statement: the numbers are those of one order, which arithmetic tells.

use filbert::logic::{Environment, FunctionKind};
use filbert::numeration::{Direction, Relation};

use super::walnut::Lab;

/// Numbers up to this are tried on every track.
const MOST: u32 = 14;

fn relation(lab: &Lab, name: &str) -> Relation {
    let function = lab.session.names().function(name).unwrap().unwrap();
    match function.kind() {
        FunctionKind::Relation(relation) => relation.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

fn directions(relation: &Relation) -> Vec<Direction> {
    relation.systems().iter().map(|system| system.direction()).collect()
}

/// The pairs of numbers that a relation of one or two tracks holds.
fn numbers(relation: &Relation) -> Vec<(u32, u32)> {
    let second = if relation.systems().len() == 2 { MOST } else { 0 };
    let pairs = (0..=MOST).flat_map(|a| (0..=second).map(move |b| (a, b)));
    let holds = |(a, b): &(u32, u32)| relation.contains(&[(*a).into(), (*b).into()][..relation.systems().len()]);
    pairs.filter(holds).collect()
}

/// Formulas over x and y with functions and words in the order of the system.
const FORMULAS: [&str; 9] = [
    "x=6",
    "x+2*y=11",
    "~$less(x,y) & y<4",
    "$less(x,y+1) & x!=3",
    "W[x]=@1 & x<9",
    "W[x+1]=W[y] & $less(x,y)",
    "Ez $less(x,z) & W[z]=@1 & z<y",
    "x<7 & Ay y<x => W[y+1]!=W[y]",
    "Iz W[x+z]=@1 & z>x",
];

const SYSTEMS: [(&str, &str); 3] = [("2", "0->01 1->10"), ("fib", "0->01 1->0"), ("trib", "0->01 1->02 2->0")];

fn lab(system: &str, rules: &str, direction: &str) -> Lab {
    let mut lab = Lab::new();
    lab.run(&format!("def less \"?{direction}_{system} a<b\"; word W {direction}_{system} \"{rules}\";"));
    lab
}

#[test]
fn a_backquote_flips_the_order_and_keeps_the_numbers() {
    for (system, rules) in SYSTEMS {
        for own in ["msd", "lsd"] {
            let mut lab = lab(system, rules, own);
            for formula in FORMULAS {
                lab.run(&format!(
                    "def plain \"?{own}_{system} {formula}\"; def flipped \"?{own}_{system} `({formula})\";
                     def twice \"?{own}_{system} `(`({formula}))\"; def denied \"?{own}_{system} ~`~({formula})\";"
                ));
                let plain = relation(&lab, "plain");
                let other: Vec<Direction> = directions(&plain)
                    .into_iter()
                    .map(|own| if own == Direction::Msd { Direction::Lsd } else { Direction::Msd })
                    .collect();
                for (name, expected) in [("flipped", &other), ("twice", &directions(&plain)), ("denied", &other)] {
                    let found = relation(&lab, name);
                    assert_eq!(directions(&found), *expected, "{name}: ?{own}_{system} {formula}");
                    assert_eq!(numbers(&found), numbers(&plain), "{name}: ?{own}_{system} {formula}");
                }
            }
        }
    }
}

#[test]
fn functions_and_words_in_the_other_order_are_read_in_that_of_their_arguments() {
    for (system, rules) in SYSTEMS {
        for (own, other) in [("msd", "lsd"), ("lsd", "msd")] {
            let mut lab = lab(system, rules, own);
            for formula in FORMULAS {
                // Arithmetic says which order is meant.
                let said = format!("({formula}) & x+y>=0");
                lab.run(&format!("def plain \"?{own}_{system} {said}\"; def turned \"?{other}_{system} {said}\";"));
                let (plain, turned) = (relation(&lab, "plain"), relation(&lab, "turned"));
                assert_ne!(directions(&turned), directions(&plain), "?{other}_{system} {said}");
                assert_eq!(numbers(&turned), numbers(&plain), "?{other}_{system} {said}");
            }
        }
    }
}

#[test]
fn bound_variables_in_both_orders_are_read_in_one() {
    for (system, rules) in SYSTEMS {
        for (own, other) in [("msd", "lsd"), ("lsd", "msd")] {
            let mut lab = lab(system, rules, own);
            for formula in FORMULAS {
                // z is longer than what is free, and in the other order.
                let with_words = format!("~(Az (?{other}_{system} z>1000 & W[z]=@1) => ~({formula}))");
                let of_numbers = format!("({formula}) & ~(Ez (?{other}_{system} z>1000 & z=z+1))");
                lab.run(&format!("def plain \"?{own}_{system} {formula}\";"));
                let plain = relation(&lab, "plain");
                for both in [with_words, of_numbers] {
                    lab.run(&format!("def both \"?{own}_{system} {both}\";"));
                    let both = relation(&lab, "both");
                    assert_eq!(directions(&both), directions(&plain), "?{own}_{system} {formula}");
                    assert_eq!(numbers(&both), numbers(&plain), "?{own}_{system} {formula}");
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_in_one_order_is_an_error_with_both_places() {
    let mut lab = Lab::new();
    lab.run("def f \"x<y\"; reg w {0,1} msd_2 \"([0,0]|[1,1])*\";");
    for (command, message) in [
        ("eval \"?msd_2 `(a=6) & a<9\";", "`a` is in two numeration systems"),
        ("eval \"?msd_2 a=6 & (?lsd_2 b=3)\";", "`a` and `b` have different digit orders"),
        ("eval \"$f(x,y) & (?lsd_2 x=3) & (?msd_2 y=3)\";", "`y` is in two numeration systems"),
        ("eval \"?lsd_2 $w(x,y) & y=3\";", "`y` is in two numeration systems"),
    ] {
        let error = lab.error(command);
        assert!(error.contains(message), "{command}: {error}");
    }
}
