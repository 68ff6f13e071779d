//! Sequences and what is proved of them, against values computed by hand and series by their definition.

use filbert::automata::{Layout, Letter, LinearRepresentation, Rational, Support};
use filbert::script::{CommandError, Entry, Limits, Options, Session, StatementReport, prove_source};
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::oracle::series::{Series, words};

fn rational(n: i128) -> Rational {
    Rational::from(BigInt::from(n))
}

fn representation(series: &Series) -> LinearRepresentation {
    let row = |row: &Vec<i128>| row.iter().map(|&n| rational(n)).collect::<Vec<_>>();
    let layout = Layout::new(&[series.mu.len() as u32]).unwrap();
    let mu =
        layout.letters().zip(&series.mu).map(|(letter, matrix)| (letter, matrix.iter().map(row).collect())).collect();
    LinearRepresentation { layout, v: row(&series.v), mu, w: row(&series.w) }
}

/// Series of small dimension whose matrices have dependent rows now and then.
fn series() -> impl Strategy<Value = Series> {
    let entry = || prop_oneof![3 => Just(0i128), 2 => Just(1), 1 => -2i128..=2];
    (1usize..=4).prop_flat_map(move |d| {
        let row = move || proptest::collection::vec(entry(), d);
        let matrix = move || proptest::collection::vec(row(), d);
        (row(), proptest::collection::vec(matrix(), 2), row(), any::<bool>()).prop_map(move |(v, mut mu, w, repeat)| {
            if repeat && d > 1 {
                mu.iter_mut().for_each(|matrix| matrix[d - 1] = matrix[0].clone());
            }
            Series { v, mu, w }
        })
    })
}

fn cases(cases: u32) -> TestRunner {
    TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() })
}

#[test]
fn smallest_dimensions_are_ranks_of_hankel_matrices() {
    let budget = Limits::default().budget();
    let result = cases(1000).run(&series(), |one| {
        let minimal = representation(&one).minimize(&budget).unwrap();
        prop_assert_eq!(minimal.dimension(), one.rank());
        for word in words(2, 6) {
            let letters = word.iter().map(|&letter| Letter::digit(letter as u32));
            prop_assert_eq!(minimal.value(letters, &budget).unwrap(), Some(rational(one.value(&word))));
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn series_are_equal_iff_no_short_word_tells_them_apart() {
    let budget = Limits::default().budget();
    // Pairs that are often equal: the other one has its coordinates mixed, or one entry changed.
    let pairs = (series(), 0usize..3, any::<prop::sample::Index>());
    let equal = std::cell::Cell::new(0);
    {
        let counted = &equal;
        let result = cases(1000).run(&pairs, |(one, how, at)| {
            let mut other = one.clone();
            let d = one.v.len();
            match how {
                // Add coordinate j to coordinate i: v P, P^-1 M P, P^-1 w with P = 1 + e_ij.
                0 if d > 1 => {
                    let (i, j) = (at.index(d), (at.index(d) + 1) % d);
                    other.v[j] += other.v[i];
                    for matrix in &mut other.mu {
                        (0..d).for_each(|r| matrix[r][j] += matrix[r][i]);
                        let below = matrix[j].clone();
                        matrix[i].iter_mut().zip(&below).for_each(|(entry, other)| *entry -= other);
                    }
                    other.w[i] -= other.w[j];
                }
                1 => other.w[at.index(d)] += 1,
                _ => other.mu[1][at.index(d)][0] -= 1,
            }
            let all = words(2, 2 * d - 1);
            let first = all.iter().find(|word| one.value(word) != other.value(word));
            counted.set(counted.get() + u32::from(first.is_none()));
            let (a, b) = (representation(&one), representation(&other));
            let difference = LinearRepresentation::combined((&rational(1), &a), (&rational(-1), &b), &budget).unwrap();
            prop_assert_eq!(difference.dimension() == 0, first.is_none());
            let found = difference.first_nonzero(&budget).unwrap();
            let expected = first.map(|word| word.iter().map(|&letter| Letter::digit(letter as u32)).collect());
            prop_assert_eq!(found, expected);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(equal.get() > 200, "only {} pairs are equal", equal.get());
}

#[test]
fn finite_supports_end_where_the_last_word_is() {
    let budget = Limits::default().budget();
    let (mut finite, mut infinite) = (0, 0);
    let counted = std::cell::RefCell::new((&mut finite, &mut infinite));
    let result = cases(600).run(&(series(), any::<bool>()), |(mut one, nilpotent)| {
        if nilpotent {
            // Strictly upper triangular: no long word is worth anything.
            for matrix in &mut one.mu {
                matrix.iter_mut().enumerate().for_each(|(i, row)| row[..=i].fill(0));
            }
        }
        let d = one.v.len();
        let longest = 2 * d + 3;
        let worth: Vec<Vec<usize>> =
            words(2, longest).into_iter().filter(|word| word.first() != Some(&0) && one.value(word) != 0).collect();
        let letters = |word: &Vec<usize>| word.iter().map(|&letter| Letter::digit(letter as u32)).collect::<Vec<_>>();
        match representation(&one).support(&budget).unwrap() {
            Support::Empty => prop_assert!(worth.is_empty()),
            Support::Finite(last) => {
                *counted.borrow_mut().0 += 1;
                prop_assert_eq!(Some(last), worth.last().map(letters));
            }
            Support::Infinite(word) => {
                *counted.borrow_mut().1 += 1;
                prop_assert!(worth.iter().any(|other| other.len() > d), "{:?}", worth);
                let digits: Vec<usize> = word.iter().map(|letter| letter.bits() as usize).collect();
                prop_assert!(one.value(&digits) != 0 && digits.first() == Some(&1));
            }
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(finite > 50 && infinite > 50, "{finite} finite and {infinite} infinite");
}

/// Runs a script; its session.
fn session(script: &str) -> Session {
    let source = Source::new("script", script);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{errors:?}");
    let mut session = Session::new();
    for command in &commands {
        if let Err(error) = session.run(&source, command) {
            panic!("{}: {error:?}", source.slice(command.span));
        }
    }
    session
}

fn value(session: &Session, name: &str, n: u64) -> Rational {
    let sequence = session.sequence(name).expect("it is defined");
    sequence.value(&[BigInt::from(n)], &Limits::default().budget()).unwrap()
}

#[test]
fn values_to_ten_thousand_are_those_counted_by_hand() {
    let session = session(
        r#"
        sequence ones n "ones(0)=0, ones(2*n)=ones(n), ones(2*n+1)=ones(n)+1";
        sequence stern n "stern(0)=0, stern(1)=1, stern(2*n)=stern(n), stern(2*n+1)=stern(n)+stern(n+1)";
        sequence total n "sum{i: i<n} ones(i)";
        sequence pairs n "i<n & T[i]=1";
        sequence zeck n "?msd_fib count{i: i<n & F[i]=1}";
        sequence lucas n "?lsd_fib i+2*j=n";
        sequence shifted n "2*ones(3*n+1)-T[n+1]*n^2+1/3";
        "#,
    );
    let ones = |n: u64| i128::from(n.count_ones());
    let mut stern = vec![0i128, 1];
    let (mut total, mut pairs, mut zeck) = (0, 0, 0);
    for n in 0..10_000u64 {
        if n >= 2 {
            let half = n as usize / 2;
            stern.push(if n % 2 == 0 { stern[half] } else { stern[half] + stern[half + 1] });
        }
        // The Fibonacci word: letter n is 1 iff the greedy representation of n ends in 1.
        let ends_in_one = {
            let mut weights = vec![1u64, 2];
            while *weights.last().unwrap() <= n {
                weights.push(weights[weights.len() - 1] + weights[weights.len() - 2]);
            }
            let mut rest = n;
            weights[1..].iter().rev().for_each(|&weight| rest -= if weight <= rest { weight } else { 0 });
            rest == 1
        };
        let thue_morse = |n: u64| ones(n) % 2;
        assert_eq!(value(&session, "ones", n), rational(ones(n)), "ones({n})");
        assert_eq!(value(&session, "stern", n), rational(stern[n as usize]), "stern({n})");
        assert_eq!(value(&session, "total", n), rational(total), "total({n})");
        assert_eq!(value(&session, "pairs", n), rational(pairs), "pairs({n})");
        assert_eq!(value(&session, "zeck", n), rational(zeck), "zeck({n})");
        total += ones(n);
        pairs += thue_morse(n);
        zeck += i128::from(ends_in_one);
        if n >= 1_000 {
            continue;
        }
        assert_eq!(value(&session, "lucas", n), rational(i128::from(n / 2 + 1)), "lucas({n})");
        let square = i128::from(n) * i128::from(n);
        let expected = rational(2 * ones(3 * n + 1) - thue_morse(n + 1) * square) + Rational::new(1.into(), 3.into());
        assert_eq!(value(&session, "shifted", n), expected, "shifted({n})");
    }
}

#[test]
fn zeros_in_front_change_no_value() {
    let session = session(
        r#"
        sequence a n "?msd_fib i<n & F[i]=0";
        sequence b n "?msd_fib sum{i: i<=n} a(i)*a(n-i)";
        sequence c n "?msd_fib b(n/3)";
        "#,
    );
    for name in ["a", "b", "c"] {
        let linear = session.sequence(name).unwrap().linear();
        for word in words(2, 9) {
            let value = |word: &[usize]| {
                let letters = word.iter().map(|&letter| Letter::digit(letter as u32));
                linear.value(letters, &Limits::default().budget()).unwrap().unwrap()
            };
            assert_eq!(value(&word), value(&[&[0, 0], &word[..]].concat()), "{name}: {word:?}");
            // 11 represents nothing.
            if word.windows(2).any(|pair| pair == [1, 1]) {
                assert_eq!(value(&word), rational(0), "{name}: {word:?}");
            }
        }
    }
}

/// The statements of a script.
fn statements(script: &str) -> Vec<(StatementReport, Vec<String>)> {
    let mut found: Vec<(StatementReport, Vec<String>)> = Vec::new();
    for entry in prove_source(&Source::new("script", script), None, &Options::default()) {
        match entry {
            Entry::Statement(statement) => found.push((statement, Vec::new())),
            Entry::Note(note) => found.last_mut().expect("a note follows its statement").1.push(note),
            Entry::Error(error) => panic!("{}", error.render(false)),
            _ => {}
        }
    }
    found
}

const KNOWN: &str = r#"
    sequence ones n "ones(0)=0, ones(2*n)=ones(n), ones(2*n+1)=ones(n)+1";
    sequence stern n "stern(0)=0, stern(1)=1, stern(2*n)=stern(n), stern(2*n+1)=stern(n)+stern(n+1)";
"#;

fn verdict(claim: &str) -> (Option<bool>, Option<i64>, String) {
    let found = statements(&format!("{KNOWN}\ntheorem claim \"{claim}\";"));
    let (statement, notes) = &found[0];
    match &statement.outcome {
        Ok(verdict) => {
            let at = verdict.example.as_ref().and_then(|example| example.first().map(|(_, n)| n.to_string()));
            (Some(verdict.truth), at.map(|n| n.parse().unwrap()), notes.join("; "))
        }
        Err(CommandError::Unfinished(tried)) => (None, None, tried.clone()),
        Err(error) => panic!("{claim}: {error:?}"),
    }
}

#[test]
fn claims_hold_or_fail_at_their_first_number() {
    for claim in [
        "ones(n) <= n",
        "stern(n) <= n",
        "ones(n+m) <= ones(n)+ones(m)",
        "n>=1 => stern(n) >= 1",
        "stern(n) != stern(n+1)+n^2+1",
        "sum{i: i<n} i = n*(n-1)/2",
        "sum{i,j: i+j=n} 1 = n+1",
        "ones(n) - ones(n-1) - ones(n) <= 0",
        "n>=4 => ones(n) < n",
        "ones(n) < n eventually",
        "T[n] takes finitely many values",
        "T[n]*T[n+1] - 3*T[2*n] is bounded",
        "ones(4*n) = ones(n)",
        "n<5 => stern(n) <= 3",
        "stern(2*n+1) - stern(2*n) > 0",
        "count{i: i<=n & T[i]=T[n]} >= 1",
        "ones(n)*count{n<1000} = 0 eventually",
    ] {
        assert_eq!(verdict(claim).0, Some(true), "{claim}: {}", verdict(claim).2);
    }
    for (claim, first) in [
        ("ones(n) = T[n]", 3),
        ("ones(n) <= 9", 1023),
        ("stern(n) < 20", 85),
        ("stern(n)+stern(n+1) != 12", 22),
        ("n>=8 => stern(n) != 1", 8),
        ("n^2+0*ones(n) <= 100*n+3", 101),
        ("ones(n) = ones(n) + count{n=123456789}", 123_456_789),
        ("ones(3*n) <= ones(n)+1", 5),
        ("ones(n) < 2 eventually", -1),
    ] {
        let (truth, at, notes) = verdict(claim);
        if first >= 0 {
            assert_eq!((truth, at), (Some(false), Some(first)), "{claim}: {notes}");
        } else {
            assert_ne!(truth, Some(true), "{claim}: {notes}");
        }
    }
    assert_eq!(verdict("ones(n) is bounded").0, Some(false));
    assert_eq!(verdict("stern(n) takes finitely many values").0, Some(false));
    assert_eq!(verdict("ones(n) = n eventually").0, Some(false));
    let (truth, _, note) = verdict("ones(n)*count{n<=77} = 0 eventually");
    assert_eq!((truth, &*note), (Some(true), "it last fails at n = 77"));
}

#[test]
fn the_sides_of_what_fails_are_those_that_were_written() {
    for (claim, left, right) in
        [("ones(n) >= 1", 0, 1), ("ones(n) > 0", 0, 0), ("ones(n) <= 0", 1, 0), ("1 < ones(n)", 1, 0)]
    {
        let told = format!("the left side is {left} there, the right side {right}");
        assert_eq!(verdict(claim).2, told, "{claim}");
    }
}

#[test]
fn what_is_not_decided_says_what_was_tried() {
    // ones(n) is a square infinitely often: no invariant and no modulus tells 2 ones(n)^2 from 1 + stern(n)^2.
    let (truth, _, tried) = verdict("stern(n)^2*stern(n+1)^2*2 != 7*(ones(n)+3)^3+1000003");
    assert_eq!(truth, None);
    assert!(tried.contains("no counterexample among the first"), "{tried}");
}

/// Small terms in n, and their values by hand.
fn terms() -> impl Strategy<Value = (String, Vec<i128>)> {
    let mut stern = vec![0i128, 1];
    for n in 2..4000usize {
        stern.push(if n % 2 == 0 { stern[n / 2] } else { stern[n / 2] + stern[n / 2 + 1] });
    }
    let basic = prop_oneof![
        (0usize..4, 0usize..3).prop_map(|(k, c)| {
            let values = (0..300).map(|n| ((k * n + c) as u32).count_ones().into()).collect();
            (format!("ones({k}*n+{c})"), values)
        }),
        (1usize..3, 0usize..3)
            .prop_map(move |(k, c)| { (format!("stern({k}*n+{c})"), (0..300).map(|n| stern[k * n + c]).collect()) }),
        (0i128..4).prop_map(|k| (k.to_string(), vec![k; 300])),
        Just(("n".to_owned(), (0..300).collect())),
        (0usize..3).prop_map(|c| {
            (format!("T[n+{c}]"), (0..300).map(|n| i128::from(((n + c) as u32).count_ones() % 2)).collect())
        }),
        Just((
            "ones(n-1)".to_owned(),
            (0..300i128).map(|n| if n == 0 { 0 } else { ((n - 1) as u32).count_ones().into() }).collect()
        )),
    ];
    basic.prop_recursive(1, 3, 2, |inner| {
        (inner.clone(), prop::sample::select(vec!['+', '-', '*']), inner).prop_map(|((a, x), op, (b, y))| {
            let both = x.iter().zip(&y);
            let values = match op {
                '+' => both.map(|(x, y)| x + y).collect(),
                '-' => both.map(|(x, y)| x - y).collect(),
                _ => both.map(|(x, y)| x * y).collect(),
            };
            (format!("({a}{op}{b})"), values)
        })
    })
}

#[test]
fn verdicts_on_random_claims_agree_with_values() {
    let decided = std::cell::Cell::new([0; 3]);
    let claims = (terms(), prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]), terms(), 0i128..4);
    let result = cases(60).run(&claims, |((a, x), op, (b, y), least)| {
        let holds = |n: usize| match op {
            "=" => x[n] == y[n],
            "!=" => x[n] != y[n],
            "<" => x[n] < y[n],
            "<=" => x[n] <= y[n],
            ">" => x[n] > y[n],
            _ => x[n] >= y[n],
        };
        let claim = format!("n>={least} => {a}+0*ones(n) {op} {b}");
        let first = (least as usize..300).find(|&n| !holds(n));
        let (truth, at, tried) = verdict(&claim);
        let mut counts = decided.get();
        match truth {
            Some(true) => prop_assert_eq!(first, None, "{}", claim),
            Some(false) => match first {
                Some(first) => prop_assert_eq!(at, Some(first as i64), "{}", claim),
                None => prop_assert!(at.is_some_and(|at| at >= 300), "{}", claim),
            },
            None => prop_assert_eq!(first, None, "{}: {}", claim, tried),
        }
        counts[truth.map_or(2, usize::from)] += 1;
        decided.set(counts);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    let [fails, holds, unknown] = decided.get();
    assert!(fails > 15 && holds > 3 && unknown < 15, "{fails} fail, {holds} hold, {unknown} are not decided");
}
