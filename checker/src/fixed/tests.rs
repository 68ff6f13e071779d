//! Fixed words, against letters that are put together by hand.

use super::*;
use crate::language::fixed_point;
use crate::machine::allow;

/// The names of a word W with its system, and of the system alone.
fn known(rules: &str) -> (Names, Systems) {
    allow(1 << 30);
    let (mut names, mut systems) = (Names::default(), Systems::default());
    let (system, word) = fixed_point("W", rules, None, None).unwrap();
    names.bind(crate::command::SYSTEM, "W", Named::System(system));
    names.bind(crate::command::WORD, "W", Named::Table(word));
    systems.define(names.systems());
    (names, systems)
}

/// Pairs of n and the number whose digits are those of n and a zero: where the images of the own morphism begin.
fn shifted(names: &Names, systems: &mut Systems) -> Rc<Machine> {
    let word = names.word("W").unwrap();
    let size = word.tracks[0].digits.len() as u32;
    let tracks = [systems.get("msd_W").unwrap(), systems.get("msd_W").unwrap()];
    let step = |last: &u32, _: &[u32], letter: u32| Ok((letter / size == *last).then_some(letter % size));
    Machine::built(&tracks, 0, Some(0), step, |last| Ok((*last == 0).into())).unwrap()
}

fn claimed(machine: Rc<Machine>) -> Claims {
    Claims::from([("starts".to_owned(), machine)])
}

#[test]
fn letters_come_in_the_order_of_numbers() {
    let (names, _) = known("0->02 1->0 2->121");
    let letters = first_letters(&names.word("W").unwrap(), 12_345).unwrap();
    let images = [&[0, 2][..], &[0], &[1, 2, 1]];
    let mut wanted = vec![0i64];
    while wanted.len() < 10_000 {
        wanted = wanted.iter().flat_map(|&letter| images[letter as usize]).copied().collect();
    }
    assert!(letters.len() == 12_345 && letters[..10_000] == wanted[..10_000]);
}

#[test]
fn a_fixed_point_is_fixed_by_its_morphism() {
    for rules in ["0->01 1->10", "0->01 1->0", "0->02 1->0 2->121", "0->0012 1->12 2->012", "0->01 1->000"] {
        let (names, mut systems) = known(rules);
        let claims = claimed(shifted(&names, &mut systems));
        let text = format!("W[n] is fixed by {rules}");
        assert_eq!(is_so((&names, &mut systems, &claims), &text, true), Ok(1), "{text}");
        assert!(is_so((&names, &mut systems, &claims), &text, false).is_err(), "{text}");
        // Another image of 1.
        let text = format!("W is fixed by {}", rules.replace("1->", "1->1"));
        assert!(is_so((&names, &mut systems, &claims), &text, true).is_err(), "{text}");
        assert_eq!(is_so((&names, &mut systems, &Claims::new()), &text, false), Ok(0), "{text}");
    }
}

#[test]
fn relations_that_are_not_the_places_are_refused() {
    let rules = "0->01 1->1011";
    let (names, mut systems) = known(rules);
    let text = format!("W is fixed by {rules}");
    let right = shifted(&names, &mut systems);
    let copy = |change: &dyn Fn(&mut Machine)| {
        let Machine { tracks, rows, outputs } = &*right;
        let mut machine = Machine { tracks: tracks.clone(), rows: rows.clone(), outputs: outputs.clone() };
        change(&mut machine);
        Rc::new(machine)
    };
    let mut tried = 0;
    for state in 0..right.rows.len() {
        for edge in 0..right.rows[state].len() {
            // The start must stay where zeros lead.
            if right.rows[state][edge].0 == 0 {
                continue;
            }
            let claims = claimed(copy(&|machine| _ = machine.rows[state].remove(edge)));
            assert!(is_so((&names, &mut systems, &claims), &text, true).is_err(), "state {state}, edge {edge}");
            tried += 1;
        }
    }
    assert!(tried > 5);
    let others = [copy(&|machine| machine.outputs.fill(0)), copy(&|machine| machine.tracks.truncate(1))];
    for other in others {
        assert!(is_so((&names, &mut systems, &claimed(other)), &text, true).is_err());
    }
    assert!(is_so((&names, &mut systems, &Claims::new()), &text, true).is_err());
}

#[test]
fn statements_are_read_to_the_end() {
    let (names, mut systems) = known("0->01 1->10");
    let claims = claimed(shifted(&names, &mut systems));
    let mut so = |text: &str| is_so((&names, &mut systems, &claims), text, true);
    assert_eq!(so("?msd_2 W[ 1*n + 0 ] is fixed by 0->01, 1->10"), Err("`W` is a word in msd_W".to_owned()));
    assert_eq!(so(" ?W W[ 0+n*1 ]  is\nfixed by 0->01,1->10"), Ok(1));
    for wrong in ["W[n][n]", "W[m-1]", "W[0*n]", "W[3]", "W[n+n]", "W+1", "[n]", "?nix W", "V", "W[A]", "W[n+2*3]"] {
        assert!(so(&format!("{wrong} is fixed by 0->01 1->10")).is_err(), "{wrong}");
    }
    for wrong in ["", "0->01", "0->01 1->10 1->10", "0->01 1->", "0->01 1->10 2", "0->01 1->10;"] {
        assert!(so(&format!("W is fixed by {wrong}")).is_err(), "{wrong}");
    }
    assert!(index("n+1099511627776").is_none() && index("1099511627775*n").is_some());
}
