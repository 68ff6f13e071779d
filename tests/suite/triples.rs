//! Triples (A_n, B_n, C_n) of thousands of digits: `proofs/cubic` and `proofs/tribonacci_game` recognise them, as
//! Duchene, Rigo 2008b, Theorem 10 says, in the time it takes to read them.

use filbert::logic::{Environment, FunctionKind};
use filbert::numeration::Relation;
use filbert::script::Session;
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;
use proptest::prelude::*;

/// The relation `triple` of a file in `proofs/`.
fn triple(file: &str) -> Relation {
    let source = Source::new("test", format!("include \"{}/proofs/{file}\";", env!("CARGO_MANIFEST_DIR")));
    let (commands, _) = parse_script(&source);
    let mut session = Session::new();
    session.run(&source, &commands[0]).unwrap_or_else(|failure| panic!("{file}: {failure:?}"));
    match session.names().function("triple").expect("a function").expect("which can be read").kind() {
        FunctionKind::Relation(relation) => relation.clone(),
        other => panic!("{other:?}"),
    }
}

/// The digits of A_n - 1 for some n: a walk through the automaton of the morphism a -> a..ab, b -> ac, c -> a that ends
/// with a.
fn walk(s: usize, choices: &[usize]) -> Vec<usize> {
    let mut letter = 0;
    let mut digits = Vec::new();
    for choice in choices {
        let digit = choice % [s + 1, 2, 1][letter];
        letter = if digit == [s, 1, 1][letter] { letter + 1 } else { 0 };
        digits.push(digit);
    }
    digits.push(0);
    digits
}

/// The number with these digits, the last one first of weights 1, s+1, s^2+s+2, ..
fn value(s: usize, digits: &[usize]) -> BigInt {
    let mut weights = [1, s + 1, s * s + s + 2].map(BigInt::from);
    let mut value = BigInt::from(0);
    for digit in digits.iter().rev() {
        value += &weights[0] * digit;
        let [a, b, c] = weights;
        let next = &c * s + &b + &a;
        weights = [b, c, next];
    }
    value
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn triples_of_thousands_of_digits_are_recognised(choices in prop::collection::vec(0usize..60, 8000)) {
        for (s, file) in [(1, "cubic/word1.prf"), (2, "cubic/word2.prf"), (3, "cubic/word3.prf"), (1, "tribonacci_game/positions.prf")] {
            let triple = triple(file);
            let mut digits = walk(s, &choices);
            let a: BigInt = value(s, &digits) + 1;
            prop_assert!(a.to_string().len() > 2000 || s > 1);
            digits.push(s);
            let b: BigInt = value(s, &digits) + 1;
            digits.push(1);
            let c: BigInt = value(s, &digits) + 1;
            prop_assert!(triple.contains(&[a.clone(), b.clone(), c.clone()]), "{file}");
            for (i, j, k) in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (-1, -1, -1)] {
                prop_assert!(!triple.contains(&[&a + i, &b + j, &c + k]), "{file}");
            }
        }
    }
}
