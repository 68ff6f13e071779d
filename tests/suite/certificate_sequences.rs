//! Claims of sequences: the checker accepts what holds, and nothing else. What is counted here is counted by going through
//! numbers.

use crate::certificates::{Folder, Proof};

/// Each form of a sequence and of a claim.
pub(crate) const SEQUENCES: &str = "def same \"?msd_fib At t<n => F[i+t]=F[j+t]\":\n\
    sequence fib n \"?msd_fib Aj j<i => ~$same(i,j,n)\":\n\
    theorem sturmian \"fib(n) = n+1\":\n\
    theorem steps \"fib(n+1) - fib(n) takes finitely many values\":\n\
    theorem linear \"n>=1 => fib(n) <= 2*n\":\n\
    sequence total n \"sum{i: i<n} fib(i)\":\n\
    theorem triangular \"total(n) = n*(n+1)/2\":\n\
    refute square \"total(n) = n^2\":\n\
    sequence digits n \"?msd_2 digits(0)=0, digits(2*n)=digits(n), digits(2*n+1)=digits(n)+1\":\n\
    theorem subadditive \"digits(n+m) <= digits(n)+digits(m)\":\n\
    theorem few \"n>=2 => digits(n) < n\":\n\
    theorem few_at_last \"digits(n) < n eventually\":\n\
    theorem none_at_last \"count{n=3} = 0 eventually\":\n\
    refute few_always \"digits(n) < n\":\n\
    refute endless \"digits(n) is bounded\":\n\
    theorem other \"digits(n)+1 != digits(n)\":\n\
    refute never_two \"n>0 => digits(n) != 2\":\n\
    word Parity[n] \"digits(2*n)-digits(n)+T[n]\":\n\
    theorem morse \"?msd_2 An Parity[n]=T[n]\":\n\
    theorem letters \"?msd_2 sum{i: i<2*n} T[i] = n\":\n\
    sequence pairs n m \"?msd_2 E>=1 i i<n & j<i & j+m>=n\":\n\
    theorem two \"m=2 & n>=3 => pairs(n,m) = 1\":\n\
    sequence turned n \"?lsd_2 i<n & j<=i\":\n\
    theorem turned_over \"turned(n) = n*(n+1)/2\":\n";

/// The statements that are not accepted.
fn refused(folder: &Folder, proof: &Proof) -> Vec<String> {
    let (_, heard) = folder.check(proof).expect("it is read");
    let wrong = heard.into_iter().filter(|statement| statement.outcome.is_err());
    wrong.map(|statement| format!("{}: {}", statement.name, statement.outcome.unwrap_err())).collect()
}

/// A script with a certificate that claims this.
fn script(text: &str, claims: &str) -> Proof {
    let certificate = format!("filbert certificate 2\n{claims}");
    Proof { script: text.to_owned(), certificate, stated: Vec::new() }
}

#[test]
fn every_form_of_claim_is_certified() {
    let (folder, proofs) = Folder::of(&[SEQUENCES]);
    assert_eq!(refused(&folder, &proofs[0]), Vec::<String>::new());
}

#[test]
fn claims_that_do_not_hold_are_refused() {
    let (folder, proofs) = Folder::of(&[SEQUENCES]);
    for (old, new, name) in [
        ("fib(n) = n+1", "fib(n) = n", "theorem sturmian"),
        ("refute square \"total(n) = n^2", "refute square \"total(n) = n*(n+1)/2", "refute square"),
        ("fib(n+1) - fib(n) takes", "fib(n+1) + fib(n) takes", "theorem steps"),
        ("n>=1 => fib(n) <= 2*n", "fib(n) <= 2*n", "theorem linear"),
        ("fib(n) <= 2*n", "fib(n) < 2*n", "theorem linear"),
        ("digits(2*n)=digits(n),", "digits(2*n)=digits(n)+1,", "sequence digits"),
        ("digits(0)=0, ", "", "sequence digits"),
        ("digits(0)=0, ", "digits(0)=digits(0), ", "sequence digits"),
        ("digits(0)=0, ", "digits(0)=1, ", "sequence digits"),
        ("digits(2*n+1)=digits(n)+1", "digits(2*n+1)=digits(n+1)+1", "sequence digits"),
        ("digits(n+m) <= digits(n)+digits(m)", "digits(n+m) >= digits(n)+digits(m)", "theorem subadditive"),
        ("n>=2 => digits(n) < n", "n>=1 => digits(n) < n", "theorem few"),
        ("count{n=3} = 0 eventually", "count{n>=3} = 0 eventually", "theorem none_at_last"),
        ("refute few_always \"digits(n) < n", "refute few_always \"digits(n) <= n", "refute few_always"),
        ("refute endless \"digits(n) is", "refute endless \"digits(n)-digits(2*n) is", "refute endless"),
        ("refute endless \"digits(n) is", "theorem endless \"digits(n) is", "theorem endless"),
        ("digits(n)+1 != digits(n)", "digits(n+1) != digits(n)", "theorem other"),
        ("n>0 => digits(n) != 2", "n<3 => digits(n) != 2", "refute never_two"),
        ("digits(2*n)-digits(n)+T[n]", "digits(2*n)-digits(n)-T[n]", "word Parity"),
        ("sum{i: i<2*n} T[i] = n", "sum{i: i<2*n+1} T[i] = n", "theorem letters"),
        ("m=2 & n>=3", "m=2 & n>=1", "theorem two"),
        ("?lsd_2 i<n & j<=i", "?lsd_2 i<n & j<i", "theorem turned_over"),
    ] {
        let script = SEQUENCES.replacen(old, new, 1);
        assert_ne!(script, SEQUENCES, "{old}");
        let wrong = refused(&folder, &Proof { script, stated: Vec::new(), ..proofs[0].clone() });
        assert!(wrong.iter().any(|said| said.starts_with(&format!("{name}: "))), "{new}: {wrong:?}");
    }
}

#[test]
fn a_series_shows_only_what_it_is() {
    let (folder, _) = Folder::of(&["theorem t \"Ax x>=0\":\n"]);
    let zero = "series 0\nmsd_2\n1 1 1\n1 0 0 0 1 1 0 1\n";
    let identity = "series 0\nmsd_2\n2 1 1\n1 0 0 0 1 1 0 1 1 1 1\n0 1 0 1 2 1 1 2\n";
    let less = identity.replace("1 1 1 1\n", "1 1 1 -1\n");
    let holds = "theorem t \"sum{m: m=n} m <= n\":\n";
    let more = "theorem t \"n <= sum{m: m=n} 2*m\":\n";
    assert_eq!(refused(&folder, &script(holds, zero)), Vec::<String>::new());
    assert_eq!(refused(&folder, &script(more, identity)), Vec::<String>::new());
    let two_variables = "series 0\nmsd_2 msd_2\n1 1 1\n1 0 0 0 1\n";
    let two_n = format!("{}theorem u \"s(n)=2*n\":\n", "sequence s n \"s(0)=0, s(n+1)=s(n)+1\":\n");
    for (text, claims, why) in [
        (more, zero, "not shown"),
        ("theorem t \"sum{m: m=n} 2*m <= n\":\n", identity, "not shown"),
        ("theorem t \"sum{m: m=n} 2*m <= n\":\n", &*less, "not shown"),
        ("theorem t \"sum{m: m=n} m takes finitely many values\":\n", identity, "not shown"),
        ("theorem t \"sum{m: m=n} m is bounded\":\n", zero, "not shown"),
        ("theorem t \"sum{m: m=n} m = n\":\n", zero, "no statement needs"),
        ("refute t \"sum{m: m=n} m < n\":\n", zero, "no statement needs"),
        ("theorem t \"?msd_2 An n>=0\":\n", zero, "no statement needs"),
        (holds, &*zero.replace("msd_2", "msd_fib"), "different variables"),
        (holds, two_variables, "other variables"),
        (&*two_n, identity, "not shown"),
        (
            "sequence s n \"?msd_2 s(0)=0, s(n+1)=s(n)+1\":\n",
            &*identity.replace("msd_2", "msd_fib"),
            "that is not in msd_2",
        ),
    ] {
        let wrong = refused(&folder, &script(text, claims));
        assert!(wrong.len() == 1 && wrong[0].contains(why), "{text}: {wrong:?}");
    }
    for claims in [
        "1 1 1\n",
        "1 1\n1 0\n",
        "1 0 1\n1 0\n",
        "1 1 -1\n1 0\n",
        "1 1 1\n1 0 2 0 1\n",
        "1 1 1\n1 0 0 1 1\n",
        "1 1 1\n1 0 0 0\n",
        "1 1 1\n1 0 0 0 1 0 0 1\n",
        "1 1 1\n1 x\n",
        "1 1 1\n1\n",
        "1 1 1\n1 170141183460469231731687303715884105727 0 0 170141183460469231731687303715884105727\n",
    ] {
        let checked = folder.check(&script(holds, &format!("series 0\nmsd_2\n{claims}")));
        assert!(checked.is_err() || checked.is_ok_and(|(report, _)| report.failed > 0), "{claims}");
    }
    for track in ["msd_neg_2", "{0,1}", "msd_nothing", ""] {
        let checked = folder.check(&script(holds, &zero.replace("msd_2", track)));
        assert!(checked.is_err() || checked.is_ok_and(|(report, _)| report.failed > 0), "{track}");
    }
}

#[test]
fn the_solution_of_equations_is_needed_and_only_one() {
    let (folder, _) = Folder::of(&["theorem t \"Ax x>=0\":\n"]);
    let identity = "series 0\nmsd_2\n2 1 1\n1 0 0 0 1 1 0 1 1 1 1\n0 1 0 1 2 1 1 2\n";
    for (equations, is_one) in [
        ("s(0)=0, s(n+1)=s(n)+1", true),
        ("s(0)=0, s(1)=1, s(2*n)=2*s(n), s(2*n+1)=2*s(n)+1", true),
        ("s(1)=1, s(2*n)=2*s(n), s(2*n+1)=2*s(n)+1", false),
        ("s(0)=0, s(2*n+1)=2*s(n)+1", false),
        ("s(0)=0, s(2*n)=2*s(n), s(2*n+1)=s(2*n+2)-1", false),
        ("s(0)=0, s(1)=s(1), s(2*n)=2*s(n), s(2*n+1)=2*s(n)+1", false),
        ("s(0)=0, s(n+1)=s(n)+2", false),
        ("s(0)=0, s(n)=s(n)", false),
        ("s(0)=0, s(n+1)=sum{n: n<=2} s(n)-3+n+1", false),
    ] {
        let text = format!("sequence s n \"?msd_2 {equations}\":\n");
        let wrong = refused(&folder, &script(&text, identity));
        assert_eq!(wrong.is_empty(), is_one, "{equations}: {wrong:?}");
    }
}

/// Numbers that look random (L'Ecuyer 1999).
struct Random(u64);

impl Random {
    fn below(&mut self, n: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as i64) % n
    }
}

/// Numbers at which values are compared.
const FIRST: i64 = 256;

type Term = (String, Box<dyn Fn(i64) -> i64>);

/// What each base sequence is, by its definition.
fn based(name: usize, n: i64) -> i64 {
    let is_odd = |n: i64| n.count_ones() % 2 == 1;
    match name {
        _ if n < 0 => 0,
        0 => (0..n).filter(|&i| is_odd(i)).count() as i64,
        1 => (0..=n).map(|j| (j + 1..=n - 2 * j).count() as i64).sum(),
        2 => n / 2,
        _ => i64::from(is_odd(n)),
    }
}

const BASES: &str = "sequence s0 n \"?msd_2 i<n & T[i]=@1\":\n\
    sequence s1 n \"?msd_2 i+2*j<=n & j<i\":\n\
    sequence s2 n \"?msd_2 sum{m: m=n/2} m\":\n\
    sequence s3 n \"T[n]\":\n";

fn term(random: &mut Random, depth: u32) -> Term {
    if depth == 0 {
        let (name, a, b) = (random.below(5) as usize, 1 + random.below(3), random.below(4) - 1);
        let index = if b < 0 { format!("{a}*n-{}", -b) } else { format!("{a}*n+{b}") };
        return match name {
            4 => (format!("({a}*n-{b})").replace("--", "+"), Box::new(move |n| a * n - b)),
            _ => (format!("s{name}({index})"), Box::new(move |n| based(name, a * n + b))),
        };
    }
    let ((left, f), (right, g)) = (term(random, depth - 1), term(random, depth - 1));
    match random.below(4) {
        0 => (format!("({left}+{right})"), Box::new(move |n| f(n) + g(n))),
        1 => (format!("({left}-{right})"), Box::new(move |n| f(n) - g(n))),
        2 if depth == 1 => (format!("({left}*{right})"), Box::new(move |n| f(n) * g(n))),
        _ => (format!("({left}-2*{right})"), Box::new(move |n| f(n) - 2 * g(n))),
    }
}

#[test]
fn random_terms_are_worth_what_counting_says() {
    let (folder, _) = Folder::of(&["theorem t \"Ax x>=0\":\n"]);
    let mut random = Random(20_261_124);
    let (mut held, mut failed) = (0, 0);
    for round in 0..60 {
        let (left, f) = term(&mut random, 1 + round % 2);
        // Half of the claims hold: the same sum, told another way.
        let (right, g): Term = match round % 4 {
            0 => (format!("({left}+n)-s2(2*n)"), Box::new(|_| 0)),
            1 => (format!("2*({left})/2 + s3(n)*s3(n) - s3(n)"), Box::new(|_| 0)),
            _ => term(&mut random, 1),
        };
        let is_same = round % 4 < 2;
        let (equal, below) = match is_same {
            true => (true, true),
            false => ((0..FIRST).all(|n| f(n) == g(n)), (0..FIRST).all(|n| f(n) <= g(n))),
        };
        let text = format!(
            "{BASES}theorem equal \"{left} = {right}\":\nrefute differ \"{left} = {right}\":\nrefute above \"{left} <= {right}\":\n"
        );
        let wrong = refused(&folder, &script(&text, ""));
        let is_refused = |name: &str| wrong.iter().any(|said| said.starts_with(name));
        assert_eq!(is_refused("theorem equal:"), !equal, "{left} = {right}: {wrong:?}");
        assert_eq!(is_refused("refute differ:"), equal, "{left} = {right}: {wrong:?}");
        assert_eq!(is_refused("refute above:"), below, "{left} <= {right}: {wrong:?}");
        assert!(wrong.iter().all(|said| !said.starts_with("sequence")), "{wrong:?}");
        *(if equal { &mut held } else { &mut failed }) += 1;
    }
    assert!(held > 20 && failed > 20, "{held} {failed}");
}

#[test]
fn values_are_what_counting_says() {
    let (folder, _) = Folder::of(&["theorem t \"Ax x>=0\":\n"]);
    let mut text = BASES.to_owned();
    for (name, n) in (0..4).flat_map(|name| (0..24).map(move |n| (name, n))) {
        text += &format!("theorem t{name}_{n} \"s{name}({n}) = {}\":\n", based(name, n));
        text += &format!("refute r{name}_{n} \"n={n} => s{name}(n) = {}\":\n", based(name, n) + 1);
    }
    assert_eq!(refused(&folder, &script(&text, "")), Vec::<String>::new());
}
