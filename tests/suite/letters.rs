//! Comparisons of many letters of words, beside variables and without: the engine against brute force.

use filbert::budget::{Halt, Limit};
use filbert::script::{CommandError, Limits};
use filbert::syntax::{Source, parse_formula};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::formulas::{FREE, STATES, WORLDS, World, oracle, truth_at, where_true};

/// Terms of many letters and few constants, and of variables if there are any: sums, differences, products and quotients.
fn terms_of_letters(world: World, variables: &'static [&'static str]) -> BoxedStrategy<String> {
    let word = proptest::sample::select(world.words.to_vec());
    let index = (proptest::sample::select(FREE.to_vec()), 0u64..6).prop_map(|(var, shift)| format!("{var}+{shift}"));
    let letter = (word.clone(), index.clone()).prop_map(|(word, index)| format!("{word}[{index}]"));
    let nested = (word, letter.clone(), index).prop_map(|(word, letter, index)| format!("{word}[{letter}+{index}]"));
    let variable = (0..variables.len().max(1)).prop_map(|at| variables.get(at).copied().unwrap_or("@1").to_owned());
    // Beside variables each combination of letters can be a case.
    let (depth, size) = if variables.is_empty() { (5, 40) } else { (4, 12) };
    prop_oneof![6 => letter, 1 => nested, 1 => variable]
        .prop_recursive(depth, size, 2, |term| {
            prop_oneof![
                4 => (term.clone(), term.clone()).prop_map(|(a, b)| format!("({a}+{b})")),
                2 => (term.clone(), term.clone()).prop_map(|(a, b)| format!("({a}-{b})")),
                1 => (term.clone(), term.clone()).prop_map(|(a, b)| format!("({a}*{b})")),
                1 => (term.clone(), 2u64..20).prop_map(|(a, k)| format!("({k}*{a})")),
                1 => (term, 1u64..4).prop_map(|(a, k)| format!("({a}/{k})")),
            ]
        })
        .boxed()
}

/// Compares comparisons of such terms with the oracle; says how many were compared, and how many were refused.
fn compare_terms_of_letters(variables: &'static [&'static str]) -> [u32; 2] {
    let (compared, refused) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    for world in WORLDS.into_iter().filter(|world| !world.words.is_empty()) {
        let oracle = oracle(world);
        let session = std::cell::RefCell::new(world.session(Limits { states: Some(STATES), ..Limits::default() }));
        let signs = proptest::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
        let sides = (terms_of_letters(world, variables), signs, terms_of_letters(world, variables));
        let mut runner = TestRunner::new(Config { cases: 60, failure_persistence: None, ..Config::default() });
        let result = runner.run(&sides, |(left, sign, right)| {
            let source = Source::new("random", format!("?{} {left}{sign}{right}", world.system));
            let formula = parse_formula(&source, source.span(), &()).expect("a formula");
            let run = match session.borrow_mut().answer(&source) {
                Ok(run) => run,
                // A product of two variables, what has too many cases, and what is too large.
                Err(CommandError::Wrong(_) | CommandError::Limit { limit: Halt::Limit(Limit::States), .. })
                    if !variables.is_empty() =>
                {
                    refused.set(refused.get() + 1);
                    return Ok(());
                }
                Err(error) => panic!("{}: {error:?}", source.text()),
            };
            for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
                let expected = oracle.holds(&formula, &mut vec![("a".into(), a), ("b".into(), b)]);
                prop_assert_eq!(truth_at(&run.effect, a, b), expected, "{} at {}, {}", source.text(), a, b);
            }
            compared.set(compared.get() + 1);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{}: {error}", world.system));
    }
    [compared.get(), refused.get()]
}

#[test]
fn comparisons_of_many_letters_are_arithmetic_over_the_integers() {
    assert_eq!(compare_terms_of_letters(&[]), [240, 0]);
}

#[test]
fn comparisons_of_letters_beside_variables_agree_with_brute_force() {
    let [compared, refused] = compare_terms_of_letters(&FREE);
    assert!(compared >= 150, "{compared} compared, {refused} refused");
}

#[test]
fn sums_of_twenty_letters_are_decided() {
    let mut session = WORLDS[0].session(Limits::default());
    let window = |word: &str, length: usize| -> String {
        (0..length).map(|i| format!("{word}[a+{i}]")).collect::<Vec<_>>().join("+")
    };
    // A factor of length n of the Fibonacci word has n/phi^2 ones, one more or fewer; 20/phi^2 = 7.6.., 30/phi^2 = 11.4...
    for (length, least) in [(20, 7), (30, 11)] {
        let sum = window("F", length);
        let text = format!("?msd_fib Aa {sum}={least} | {sum}={}", least + 1);
        assert_eq!(where_true(&mut session, &text, 0..1), [0], "{text}");
        let text = format!("?msd_fib Aa {sum}={least}");
        assert_eq!(where_true(&mut session, &text, 0..1), [0i64; 0], "{text}");
        // Beside other numbers, and as an index.
        let text = format!("?msd_fib Aa,n n={sum} => n={least} | n={}", least + 1);
        assert_eq!(where_true(&mut session, &text, 0..1), [0], "{text}");
        let text = format!("?msd_fib Aa F[{sum}]=F[{least}] | F[{sum}]=F[{}]", least + 1);
        assert_eq!(where_true(&mut session, &text, 0..1), [0], "{text}");
    }
    let weights: Vec<String> = (0..40).map(|i| format!("{}*T[a+{i}]", 1u64 << i)).collect();
    let error = session.answer(&Source::new("text", format!("{}=5", weights.join("+")))).expect_err("too many sums");
    assert!(
        matches!(&error, CommandError::Wrong(error) if error.message().contains("combinations of values")),
        "{error:?}"
    );
}

#[test]
fn words_stand_in_indices_of_words_up_to_a_limit() {
    let mut session = WORLDS[0].session(Limits::default());
    let nested = |depth: usize| format!("{}a{}", "F[".repeat(depth), "]".repeat(depth));
    // F[0] = 0 and F[1] = 1.
    let text = format!("?msd_fib Aa {}=F[a]", nested(8));
    assert_eq!(where_true(&mut session, &text, 0..1), [0], "{text}");
    let error = session.answer(&Source::new("text", format!("?msd_fib {}=@1", nested(40)))).expect_err("too deep");
    assert!(
        matches!(&error, CommandError::Wrong(error) if error.message().contains("combinations of word values")),
        "{error:?}"
    );
}
