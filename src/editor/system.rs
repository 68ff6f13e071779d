//! What the numeration systems are that filbert knows by name, in words.

/// Where the book speaks of them.
const PAGE: &str = "https://docs.rs/crate/filbert/latest/source/docs/numeration.md";

/// What a system is and what it is used for, in Markdown; `name` with or without its order of digits.
pub(super) fn about(name: &str) -> String {
    let short = name.strip_prefix("msd_").or_else(|| name.strip_prefix("lsd_")).unwrap_or(name);
    let known = match short {
        "fib" => Some("Fibonacci (Zeckendorf): sums of Fibonacci numbers no two of which are neighbours. The golden ratio, Wythoff's game and the Fibonacci word live here.".to_owned()),
        "trib" => Some("Tribonacci: sums of Tribonacci numbers, no three in a row. Games on three piles, the Tribonacci word.".to_owned()),
        "pell" => Some("Pell: digits 0, 1, 2; a 2 is followed by a 0. The square root of two.".to_owned()),
        "nara" => Some("Narayana: ones have at least two zeros between them.".to_owned()),
        "neg_fib" => Some("Fibonacci with alternating signs: every integer, negative ones as well.".to_owned()),
        other => of_family(other),
    };
    let known = known.map_or(String::new(), |text| text + "\n\n");
    format!("{known}[Numeration systems]({PAGE}) in the book\n")
}

/// Of a family with a number.
fn of_family(name: &str) -> Option<String> {
    let number = |family: &str| name.strip_prefix(family)?.parse::<u64>().ok();
    if let Ok(base) = name.parse::<u64>() {
        return Some(format!("Base {base}: powers of {base}."));
    }
    if let Some(base) = number("neg_") {
        return Some(format!("Base -{base}: powers of -{base}; every integer, negative ones as well."));
    }
    if let Some(order) = number("bonacci") {
        return Some(format!("Each weight is the sum of the last {order}: no {order} ones in a row."));
    }
    if let Some(s) = number("wythoff") {
        return Some(format!("Weights U_n = {s} U_{{n-1}} + U_{{n-2}} from 1, {}: a game of Wythoff's kind.", s + 1));
    }
    number("cubic").map(|s| format!("Weights U_n = {s} U_{{n-1}} + U_{{n-2}} + U_{{n-3}}: games on three piles."))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;

    use super::*;
    use crate::numeration::{NAMED, Numerations};

    /// The values of a one and zeros, as the words above say them.
    #[test]
    fn weights_are_those_that_the_words_name() {
        let recurrences: [(&str, &[u64]); 9] = [
            ("fib", &[1, 1]),
            ("trib", &[1, 1, 1]),
            ("pell", &[2, 1]),
            ("nara", &[1, 0, 1]),
            ("bonacci5", &[1, 1, 1, 1, 1]),
            ("wythoff3", &[3, 1]),
            ("cubic2", &[2, 1, 1]),
            ("10", &[10]),
            ("wythoff2", &[2, 1]),
        ];
        for (name, recurrence) in recurrences {
            let system = Numerations::standard().get(&format!("msd_{name}")).expect("a system");
            let one_and_zeros = |zeros: usize| [vec![1], vec![0; zeros]].concat();
            let weight = |zeros| system.value(&one_and_zeros(zeros));
            for zeros in recurrence.len()..12 {
                let sum: BigInt = recurrence.iter().zip(1..).map(|(k, back)| weight(zeros - back) * *k).sum();
                assert_eq!(weight(zeros), sum, "{name}: {zeros} zeros");
            }
        }
        let second = |name: &str| {
            let system = Numerations::standard().get(name).expect("a system");
            system.value(&[1, 0])
        };
        assert_eq!((second("msd_wythoff2"), second("msd_wythoff3")), (3.into(), 4.into()));
    }

    #[test]
    fn every_named_system_has_its_words_and_the_page_of_the_book() {
        for name in NAMED.into_iter().chain(["2", "10", "neg_2", "neg_fib"]) {
            assert!(Numerations::standard().get(&format!("msd_{name}")).is_ok(), "{name}");
            let text = about(&format!("lsd_{name}"));
            assert!(text.lines().count() == 3 && text.ends_with("in the book\n"), "{name}: {text}");
        }
        assert_eq!(about("mine").lines().count(), 1);
    }
}
