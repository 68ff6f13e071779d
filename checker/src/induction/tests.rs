//! Claims on quantifiers below a bound, right ones and changed ones, against the numbers themselves: the word P has the letter
//! i mod 2 at i, so that all relations are those of the last digits, and of what is 0.

use super::*;
use crate::command::WORD;
use crate::core::Claims;
use crate::formula::Reader;
use crate::language::word;
use crate::machine::{NOWHERE, allow};
use crate::names::{Named, Names};
use crate::system::Systems;

/// What is said of some numbers.
type Says = fn(&[usize]) -> bool;

/// A statement in msd_2, its quantifier number 1 and the claim on that: what it says of free variables, the sums, and what is
/// said of these.
struct Case {
    text: &'static str,
    whole: (usize, Says),
    sums: &'static str,
    named: (usize, Says),
}

const CASES: [Case; 4] = [
    Case {
        text: "Ei,n n>0 & (At t<n => P[i+t]=P[i+n+t])",
        whole: (2, |at| at[1].is_multiple_of(2)),
        sums: "i,i+n,n",
        named: (3, |at| at[2] == 0 || at[0] % 2 == at[1] % 2),
    },
    Case {
        text: "Ei,n ~(Et t<=n & P[i+t]!=P[(n+i)-t])",
        whole: (2, |at| at[1] % 2 == 1),
        sums: "i,n+i,n+1",
        named: (3, |at| at[2] > 0 && at[0] % 2 != at[1] % 2),
    },
    Case {
        text: "En n>0 & (At t<3*n => P[t]=P[n+t])",
        whole: (1, |at| at[0].is_multiple_of(2)),
        sums: "n,3*n",
        named: (2, |at| at[1] == 0 || at[0].is_multiple_of(2)),
    },
    // The bound is a name beside that of the same variable.
    Case {
        text: "Ei,n n>0 & (At t<n => P[i+t]=P[n+t])",
        whole: (2, |at| at[1] == 0 || at[0] % 2 == at[1] % 2),
        sums: "i,n,n",
        named: (3, |at| at[2] == 0 || at[0] % 2 == at[1] % 2),
    },
];

fn known() -> (Names, Systems) {
    allow(u64::MAX);
    let (mut names, mut systems) = (Names::default(), Systems::default());
    let letters = word(&systems.get("msd_2").expect("a system"), "0->01 1->01", None).expect("a word");
    names.bind(WORD, "P", Named::Table(letters));
    (names, systems)
}

/// A relation of so many numbers that hangs on their last digits, and on which are 0.
fn relation((tracks, says): (usize, Says)) -> Machine {
    allow(u64::MAX);
    let system = Systems::default().get("msd_2").expect("a system");
    let step = |last: &Vec<usize>, _: &[u32], letter: u32| {
        let digit = |at: usize| (letter >> (tracks - 1 - at)) as usize & 1;
        // 2 is any even number but 0.
        Ok(Some((0..tracks).map(|at| if digit(at) == 0 && last[at] > 0 { 2 } else { digit(at) }).collect()))
    };
    let output = |last: &Vec<usize>| Ok(says(last).into());
    let built = Machine::built(&vec![system; tracks], vec![0; tracks], Some(0), step, output).expect("few states");
    Rc::try_unwrap(built).unwrap_or_else(|_| panic!("it is shared"))
}

/// Whether an automaton says so of all numbers below 8.
fn is_same(machine: &Machine, (tracks, says): (usize, Says)) -> bool {
    (0..1 << (3 * tracks)).all(|all: usize| {
        let numbers: Vec<usize> = (0..tracks).map(|at| all >> (3 * at) & 7).collect();
        let letter = |bit: usize| numbers.iter().fold(0, |letter, number| 2 * letter + (number >> bit & 1) as u32);
        let end = (0..3).rev().fold(0, |q, bit| machine.step(q, letter(bit)));
        says(&numbers) == (end != NOWHERE && machine.outputs[end as usize] == 1)
    })
}

/// What the checker says of a statement.
fn checked(text: &str, claims: Vec<(String, Machine)>) -> Read<bool> {
    let (names, mut systems) = known();
    let count = claims.len();
    let claims: Claims = claims.into_iter().map(|(about, machine)| (about, Rc::new(machine))).collect();
    let mut reader = Reader::new(&names, &mut systems, &claims);
    let core = reader.whole(text)?;
    if reader.checked != count {
        return Err("a claim that no statement needs".into());
    }
    holds(&Rc::new(reader.tracks()), &core)
}

impl Case {
    fn with(&self, claim: Machine, sums: &str, named: Machine) -> Read<bool> {
        checked(self.text, vec![("1".into(), claim), (format!("1 of {sums}"), named)])
    }
}

/// Automata with one change: another output of a state, or another target of a transition, but for that of leading zeros.
fn changed(of: (usize, Says)) -> Vec<Machine> {
    let (mut all, states) = (Vec::new(), relation(of).rows.len());
    for q in 0..states {
        let mut machine = relation(of);
        machine.outputs[q] = 1 - machine.outputs[q];
        all.push(machine);
        for edge in usize::from(q == 0)..relation(of).rows[q].len() {
            let mut machine = relation(of);
            let target = &mut machine.rows[q][edge].1;
            *target = (*target + 1 + (q + edge) as u32 % (states as u32 - 1)) % states as u32;
            all.push(machine);
        }
    }
    all
}

#[test]
fn right_relations_between_sums_are_accepted() {
    for case in &CASES {
        assert!(is_same(&relation(case.whole), case.whole) && is_same(&relation(case.named), case.named));
        assert_eq!(case.with(relation(case.whole), case.sums, relation(case.named)), Ok(true), "{}", case.text);
    }
}

#[test]
fn what_is_claimed_wrong_of_sums_is_refused() {
    let (mut refused, mut accepted) = (0, 0);
    for case in &CASES {
        for machine in changed(case.named) {
            let is_right = is_same(&machine, case.named);
            let found = case.with(relation(case.whole), case.sums, machine);
            assert!(found.is_err() || is_right, "{}", case.text);
            *(if found.is_ok() { &mut accepted } else { &mut refused }) += 1;
        }
        for machine in changed(case.whole) {
            let is_right = is_same(&machine, case.whole);
            let found = case.with(machine, case.sums, relation(case.named));
            assert!(found.is_err() || is_right, "{}", case.text);
            *(if found.is_ok() { &mut accepted } else { &mut refused }) += 1;
        }
    }
    assert!(refused > 100 && accepted > 10, "{refused} {accepted}");
}

/// With names that do not fit, what is wrong is refused as ever.
#[test]
fn other_names_show_nothing_that_is_wrong() {
    let [first, .., last] = &CASES;
    let mut refused = 0;
    let no_sums = [
        "",
        "x,i+n,n",
        "t,i+n,n",
        "i,i+i+n,n",
        "i,i+0*n,n",
        "i,-1*i+n,n",
        "i,i-n,n",
        "i,,n",
        "1,i+n,n",
        "i,i+n,0",
        "i , i+n , n",
    ];
    for sums in no_sums {
        assert!(first.with(relation(first.whole), sums, relation(first.named)).is_err(), "{sums}");
    }
    let other_sums = ["i", "i,n", "i,i+n", "i,n,n", "i,i+n,n+1", "i,i+n,2*n", "i,2*n+i,n", "i,i+n+1,n", "i,i+n,n,n"];
    for sums in other_sums {
        for machine in changed(first.whole) {
            let is_right = is_same(&machine, first.whole);
            let found = first.with(machine, sums, relation(first.named));
            assert!(found.is_err() || is_right, "{sums}");
            refused += usize::from(found.is_err());
        }
    }
    assert!(refused > 100, "{refused}");
    // The bound is not what is named in the body.
    for sums in ["i,n", "n,i", "i,i,n", "n,n,i"] {
        for machine in changed(last.whole) {
            let is_right = is_same(&machine, last.whole);
            let says: Says = |at| at[at.len() - 1] == 0 || at[0] % 2 == at[1] % 2;
            let found = last.with(machine, sums, relation((sums.split(',').count(), says)));
            assert!(found.is_err() || is_right, "{sums}");
        }
    }
    // Nothing is claimed of the quantifier itself, or it is of another kind, of which the claim may be true.
    assert!(checked(first.text, vec![(format!("1 of {}", first.sums), relation(first.named))]).is_err());
    for (text, is_right) in
        [("Ei,n n>0 & (At t>n => P[i+t]=P[i+n+t])", true), ("Ei,n n>0 & (At,s (t<n & s<n) => P[i+t]=P[i+n+s])", false)]
    {
        let claims = vec![("1".into(), relation(first.whole)), (format!("1 of {}", first.sums), relation(first.named))];
        assert_eq!(checked(text, claims).is_ok(), is_right, "{text}");
    }
}

/// Who wrote the certificate saw that a part is always true, or never, and has names for what is left.
#[test]
fn a_claim_is_shown_without_names_that_do_not_fit() {
    let even: (usize, Says) = (1, |at| at[0].is_multiple_of(2));
    let all: (usize, Says) = (1, |_| true);
    let named: (usize, Says) = (2, |at| at[1] == 0 || at[0].is_multiple_of(2));
    for (text, whole, sums) in [
        // n+n+3 is not 0, and has no name.
        ("En n>0 & (At t<3*n => (n+n+3=0 | P[t]=P[n+t]))", even, "n,3*n"),
        // There is no quantifier left.
        ("En (At t<n+3 => (0=0 | P[n+t]=@1))", all, "n,n+3"),
    ] {
        let claims = |whole| vec![("1".into(), whole), (format!("1 of {sums}"), relation(named))];
        assert_eq!(checked(text, claims(relation(whole))), Ok(true), "{text}");
        for machine in changed(whole) {
            let is_right = is_same(&machine, whole);
            assert!(checked(text, claims(machine)).is_err() || is_right, "{text}");
        }
    }
}

#[test]
fn what_some_number_below_a_variable_satisfies_is_shown_by_induction() {
    let of: (usize, Says) = (3, |at| at[2] > 0 && at[0] % 2 != at[1] % 2);
    let (names, mut systems) = known();
    let none = Claims::new();
    let mut reader = Reader::new(&names, &mut systems, &none);
    let core = reader.whole("Et t<n & P[i+t]!=P[j+t]").expect("a formula");
    let (tracks, kept) = (reader.tracks(), reader.free());
    assert!(is_inductive(&tracks, &core, &kept, &Rc::new(relation(of))));
    let (mut refused, all) = (0, changed(of));
    for machine in all {
        let is_right = is_same(&machine, of);
        let is_shown = is_inductive(&tracks, &core, &kept, &Rc::new(machine));
        assert!(is_right || !is_shown);
        refused += usize::from(!is_shown);
    }
    assert!(refused > 20, "{refused}");
}
