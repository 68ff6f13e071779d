//! Facts that are found: each is proved again from the text that was printed, and its certificate is checked.

use std::collections::HashMap;
use std::time::Duration;

use filbert::budget::Budget;
use filbert::explore::{Explored, Fact, explore};
use filbert::library::standard_word;
use filbert::script::{Claim, Entry, Limits, Options, Session, prove_source};
use filbert::syntax::{Source, parse_script};

use crate::cli::filbert_in;

/// What is found of a name, behind some definitions.
fn found(definitions: &str, name: &str) -> Explored {
    let mut session = Session::with_limits(Limits::default());
    let source = Source::new("own.prf", definitions);
    for command in &parse_script(&source).0 {
        session.run(&source, command).unwrap_or_else(|why| panic!("{definitions}: {why:?}"));
    }
    let found =
        explore(&mut session, name, Duration::from_secs(600), &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
    assert!(!found.is_cut, "{name}");
    found
}

/// The facts by what they say.
fn said(found: &Explored) -> Vec<&str> {
    found.facts.iter().map(|fact| fact.about.as_str()).collect()
}

fn has(found: &Explored, wanted: &[&str]) {
    for about in wanted {
        assert!(said(found).contains(about), "{about}\n{:#?}", said(found));
    }
}

/// The P-positions of the Tribonacci game (Duchene and Rigo 2008).
const TRIBONACCI_GAME: &str = "def an \"?msd_trib (n=0 & x=0) | (Em,u m+1=n & $shift_trib(m,u) & x=u+1)\":
    def bn \"?msd_trib (n=0 & x=0) | (Em,u,v m+1=n & $shift_trib(m,u) & $shift_trib(u,v) & x=v+2)\":
    def cn \"?msd_trib (n=0 & x=0) | (Em,u,v,w m+1=n & $shift_trib(m,u) & $shift_trib(u,v) & $shift_trib(v,w) & x=w+4)\":
    def P \"?msd_trib En $an(n,p) & $bn(n,q) & $cn(n,r)\":\n";

#[test]
fn the_identities_of_wythoff_are_found() {
    let found = found("", "K0");
    has(
        &found,
        &[
            "b(n) = n + a(n).",
            "a(a(n)) = b(n) - 1 for n >= 1.",
            "a(b(n)) = a(n) + b(n).",
            "b(a(n)) = a(n) + b(n) - 1 for n >= 1.",
            "b(b(n)) = a(n) + 2 b(n).",
            "a(n) is the least number that is none of a(m), b(m) for m < n.",
            "No positive number is in two of the columns.",
            "a(n+1) - a(n) is 2 where F[n-1] = 0, 1 where F[n-1] = 1 for n >= 1.",
            "a(n)/n tends to (1 + sqrt(5))/2 = 1.618033..; a(n) is the integer part of n times that.",
            "b(n)/n tends to (3 + sqrt(5))/2 = 2.618033..; b(n) is the integer part of n times that.",
        ],
    );
    // That a(m+n) - a(m) - a(n) and a(2n) - 2 a(n) are 0 or 1 is what the integer parts say.
    for implied in ["a_of_sums", "a_at_2n", "b_of_sums", "b_after_1"] {
        assert!(found.facts.iter().all(|fact| fact.name != implied), "{implied}");
    }
    assert_eq!(found.undecided, []);
}

#[test]
fn many_facts_are_found_of_the_third_game_of_renard_and_rigo() {
    let found = found("", "K3");
    assert!(found.facts.len() >= 40, "{}", found.facts.len());
    has(
        &found,
        &[
            "b(n) = n + a(n) + 2 for n >= 2.",
            "a(b(n)) = a(n) + b(n) + 1 for n >= 2.",
            "Infinitely many of them are P-positions of K2.",
            "With K0 they have these P-positions in common, in ascending order: (0, 0), (1, 2).",
        ],
    );
}

#[test]
fn lemmas_on_the_tribonacci_game_are_found() {
    let found = found(TRIBONACCI_GAME, "P");
    // Lemma 3.2, what makes Lemma 3.8, and Lemma 3.9 of Duchene and Rigo 2008a.
    let lemmas = ["c(n) = n + a(n) + b(n).", "b(a(n)) = c(n) - 2 for n >= 1.", "a(a(n)) = b(n) - 1 for n >= 1."];
    has(&found, &lemmas);
    has(&found, &["a(a(n)+1) = b(n) + 1.", "b(a(n)+1) = c(n) + 2."]);
}

#[test]
fn properties_of_words_are_found() {
    has(
        &found("", "T"),
        &[
            "The critical exponent is 2: there is no overlap, and the word is not eventually periodic.",
            "The periods of squares are the numbers whose representations are 0*1(()|(0|1)0*).",
            "The reversal of every factor is a factor.",
            "There are arbitrarily long palindromes.",
            "For every factor there is one that differs from it at every position.",
            "The frequency of 0 is 1/2; count_0(n) less n times that is in [-1/2,1/2].",
            "For n > 0 there are 2 or 4 more factors of length n + 1 than of length n.",
        ],
    );
    has(
        &found("", "F"),
        &[
            "For infinitely many n a factor with period n has length 71/20 n or more.",
            "The periods of squares are the numbers whose representations are 0*10*.",
            "There are n + 1 factors of length n: the word is Sturmian, hence balanced.",
            "Each factor of length n > 0 has exactly 2 return words.",
            "Each factor of length n > 0 begins among any 3 n + 1 places one after another.",
            "The reversal of every factor is a factor.",
            "There are arbitrarily long palindromes.",
        ],
    );
    has(
        &found("", "RS"),
        &[
            "There are 8 n - 8 factors of length n for n >= 8.",
            "The periods of squares are the numbers whose representations are 0*1(()|1|0(()|00*|1)).",
            "The critical exponent is 4, which some factor has: there is no fifth power, and the word is not eventually \
             periodic.",
            "There are finitely many palindromes.",
            "The frequency of 0 is 1/2; count_0(n) less n times that is not bounded.",
        ],
    );
    has(
        &found("", "P"),
        &[
            "There are 4 n factors of length n for n >= 7.",
            "The periods of squares are the numbers whose representations are 0*1(()|1|01).",
            "The reversal of some factor is not a factor.",
            "There are finitely many palindromes.",
            "The frequency of 0 is 1/2; count_0(n) less n times that is not bounded.",
        ],
    );
    has(
        &found("", "PD"),
        &[
            "The word is VTM with the letters replaced: 0 -> 1, 1 -> 0, 2 -> 1.",
            "The periods of squares are the numbers whose representations are 0*10*.",
            "Each factor of length n > 0 has at most 3 return words.",
            "There are arbitrarily long palindromes.",
        ],
    );
    has(&found("", "TR"), &["There are 2 n + 1 factors of length n."]);
}

/// The greatest quotient of length and period of a factor, for periods up to 250, that shows within the first letters.
fn greatest_exponent(letters: &[i64]) -> f64 {
    let exponent = |period: usize| {
        let (mut run, mut longest) = (0, 0);
        for (one, other) in letters.iter().zip(&letters[period..]) {
            run = if one == other { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        (longest + period) as f64 / period as f64
    };
    (1..=250).map(exponent).fold(0.0, f64::max)
}

#[test]
fn critical_exponents_are_those_of_the_first_letters() {
    // TR: Tan and Wen 2007; F: Mignosi and Pirillo 1992.
    let words = [
        ("F", "(5 + sqrt(5))/2 = 3.618033.., which no", 3.618_033_988_7),
        ("TR", "(3 + r^2)/2 = 3.191487.. with r = root(x^3 - x^2 - x - 1), which no", 3.191_487_883_9),
        ("PD", "4, which no", 4.0),
        ("SC", "3, which no", 3.0),
        ("VTM", "2, which no", 2.0),
        ("P", "3, which some", 3.0),
        ("RS", "4, which some", 4.0),
        ("T", "2: there is no overlap", 2.0),
    ];
    for (name, told, value) in words {
        let found = found("", name);
        let told = format!("The critical exponent is {told}");
        let facts = said(&found);
        assert!(facts.iter().any(|about| about.starts_with(&told)), "{name}: {facts:#?}");
        let word = standard_word(name, &Budget::for_one_object()).expect("it is shipped").expect("it can be read");
        let letters: Vec<i64> = (0..4_000).map(|n| word.value(&[n.into()])).collect();
        let seen = greatest_exponent(&letters);
        assert!(seen <= value && value < seen + 0.04, "{name}: {seen}");
    }
}

/// The least k for which each factor of length n begins among any k n + 1 places, as far as some letters and some n show.
fn recurrence(letters: &[i64]) -> usize {
    let mut needed = 1;
    // In RS lengths 2^m + 2 need the most.
    for n in (1..=40).chain([66, 130]) {
        let mut seen: HashMap<&[i64], usize> = HashMap::new();
        for (place, factor) in letters.windows(n).enumerate() {
            // From a place to the next, one more than are between; the first is behind as many.
            let gap = seen.insert(factor, place).map_or(place, |before| place - before - 1);
            needed = needed.max(gap.div_ceil(n));
        }
    }
    needed
}

#[test]
fn recurrence_is_that_of_the_first_letters() {
    for name in ["T", "F", "TR", "PD", "VTM", "P", "RS", "SC"] {
        let word = standard_word(name, &Budget::for_one_object()).expect("it is shipped").expect("it can be read");
        let letters: Vec<i64> = (0..40_000).map(|n| word.value(&[n.into()])).collect();
        let told = format!(
            "Each factor of length n > 0 begins among any {} n + 1 places one after another.",
            recurrence(&letters)
        );
        has(&found("", name), &[&told]);
    }
}

#[test]
fn facts_about_sequences_are_found() {
    let stern = "sequence stern n \"stern(0)=0, stern(1)=1, stern(2*n)=stern(n), stern(2*n+1)=stern(n)+stern(n+1)\":";
    has(&found(stern, "stern"), &["stern(2*n) = stern(n).", "stern(4*n+1) = stern(n) + stern(2*n+1)."]);
    let found_of = |definition: &str, wanted: &[&str]| has(&found(&format!("sequence {definition}:"), "s"), wanted);
    found_of(
        "s n \"?msd_2 i<n & T[i]=@1\"",
        &[
            "The least step is 0.",
            "The greatest step is 1.",
            "s(n)/n tends to 1/2; s(n) less n times that is in [-1/2,1/2].",
        ],
    );
    found_of("s n \"1-T[n]\"", &["s(2*n) = s(n).", "The least value is 0.", "The greatest value is 1."]);
    found_of("s n \"T[n]\"", &["The values of s are the letters of T."]);
    found_of("s n \"?msd_fib i<n & F[i]=@1 & i>=5\"", &["The least step is 0.", "The greatest step is 1."]);
    // The greatest value comes later than the first 400, the only one at 1,001.
    found_of("s n \"2*T[n] + count{?msd_2 n=1001}\"", &["The least value is 0.", "The greatest value is 3."]);
    let complexity = "def same \"?msd_2 At t<n => PD[i+t]=PD[j+t]\": sequence s n \"?msd_2 Aj j<i => ~$same(i,j,n)\":";
    has(&found(complexity, "s"), &["The least step is 1.", "The greatest step is 2."]);
    found_of("s n \"?msd_2 i<3*n & i>=4\"", &["s(n) = 3 n - 4 for n >= 2."]);
    let facts = found("sequence s n \"?msd_2 i<3*n & i>=4\":", "s").facts;
    assert_eq!(facts.len(), 1, "{facts:?}");
}

#[test]
fn a_column_with_several_values_is_told_by_these() {
    let found = found("", "W3");
    has(&found, &["a(n) = n.", "The values of b(n) are 2 n + 1, 2 n + 2 for n >= 1."]);
    assert!(
        said(&found).iter().all(|about| !about.starts_with("b(b(n))") && !about.starts_with("b(n+1)")),
        "{found:?}"
    );
}

#[test]
fn what_is_found_is_proved_again_from_its_text_and_checked() {
    for (definitions, name) in [
        ("", "K0"),
        ("", "K3"),
        ("", "Splithoff"),
        ("", "Splithoff2"),
        (TRIBONACCI_GAME, "P"),
        ("", "F"),
        ("", "T"),
        ("", "RS"),
        ("", "VTM"),
        ("", "TR"),
        ("", "PD"),
        ("", "W3"),
        ("sequence s n \"?msd_2 i<n & RS[i]=@1\":", "s"),
        ("sequence s n \"s(0)=0, s(1)=1, s(2*n)=s(n), s(2*n+1)=s(n)+s(n+1)\":", "s"),
    ] {
        let found = found(definitions, name);
        let facts: String = found.facts.iter().map(Fact::written).collect();
        let script = format!("{definitions}{}{facts}", found.definitions);
        let statements: Vec<bool> = prove_source(&Source::new("s.prf", script.clone()), None, &Options::default())
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::Statement(one) if one.claim != Claim::None => Some(one.holds()),
                _ => None,
            })
            .collect();
        assert_eq!(statements, vec![true; found.facts.len()], "{name}");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("s.prf"), script).expect("it is written");
        let (code, _, errors) = filbert_in(folder.path(), &["prove", "s.prf", "--certify", "certificates"]);
        assert_eq!(code, 0, "{errors}");
        let report = filbert_check::check(&folder.path().join("certificates"), &mut |_| {}).expect("it can be read");
        assert_eq!((report.failed, report.proved >= found.facts.len()), (0, true), "{name}");
    }
}

#[test]
fn what_cannot_be_looked_at_says_why() {
    let mut session = Session::new();
    let mut why =
        |name: &str| explore(&mut session, name, Duration::from_secs(60), &mut |_| {}).expect_err("nothing to look at");
    assert_eq!(why("K"), "no word, function, sequence or stored game `K`: did you mean `K0`?");
    assert_eq!(why("nonesuch"), "no word, function, sequence or stored game `nonesuch`");
    assert_eq!(why("wythoff_move"), "no word, function, sequence or stored game `wythoff_move`");
}

#[test]
fn the_command_prints_a_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, out, messages) = filbert_in(folder.path(), &["explore", "F"]);
    assert_eq!(code, 0, "{messages}");
    assert!(messages.starts_with("note: ") && messages.contains("facts proved, 0 not decided"), "{messages}");
    assert!(
        out.contains("\n# There are n + 1 factors of length n: the word is Sturmian, hence balanced.\ntheorem number_of_factors \"complexity(n) = n+1\":\n")
    );
    let (code, _, messages) = filbert_in(folder.path(), &["explore", "F", "--within", "0s"]);
    assert_eq!(code, 0);
    assert!(messages.contains("it ended before all was looked at"), "{messages}");
    let (code, out, messages) = filbert_in(folder.path(), &["explore", "FF"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(messages.starts_with("error: no word, function, sequence or stored game `FF`"), "{messages}");
}
