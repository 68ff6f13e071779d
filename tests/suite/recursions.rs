//! `recursion`: functions that equations define, against the recursions computed here value by value.

use filbert::numeration::Relation;
use filbert::script::{CommandError, Effect, Session};
use filbert::syntax::{Source, parse_script};
use num_bigint::BigInt;

/// Runs a script; its session and what was remarked, or the first failure.
fn run(script: &str) -> Result<(Session, Vec<String>), String> {
    let source = Source::new("script", script);
    let (commands, errors) = parse_script(&source);
    if let Some(error) = errors.first() {
        return Err(error.render(false));
    }
    let (mut session, mut notes) = (Session::new(), Vec::new());
    for command in &commands {
        let run = session.run(&source, command).map_err(|failure| match failure {
            CommandError::Wrong(error) => error.render(false),
            CommandError::Unfinished(why) => why,
            other => format!("{other:?}"),
        })?;
        notes.extend(run.notes);
    }
    Ok((session, notes))
}

fn relation(session: &mut Session, formula: &str) -> Relation {
    match session.answer(&Source::new("formula", formula)).unwrap_or_else(|error| panic!("{formula}: {error:?}")).effect
    {
        Effect::Relation(_, relation) => relation,
        other => panic!("{formula}: {other:?}"),
    }
}

fn truth(session: &mut Session, formula: &str) -> Option<bool> {
    session.answer(&Source::new("formula", formula)).unwrap_or_else(|error| panic!("{formula}: {error:?}")).truth()
}

/// A function of a session has these values, from some number on, and no others there.
fn agrees(session: &mut Session, system: &str, name: &str, start: usize, values: &[i64]) {
    let found = relation(session, &format!("?{system} ${name}(n,y)"));
    let pair = |n: usize, value: i64| [BigInt::from(n), BigInt::from(value)];
    for (n, &value) in values.iter().enumerate() {
        assert_eq!(found.contains(&pair(n, value)), n >= start, "{name}({n})={value}");
        for other in [value - 1, value + 1, 2 * value + 1].into_iter().filter(|other| *other >= 0) {
            assert!(!found.contains(&pair(n, other)), "{name}({n})={other}");
        }
    }
}

fn solved(script: &str) -> (Session, String) {
    let (session, notes) = run(script).unwrap_or_else(|error| panic!("{script}: {error}"));
    (session, notes.join("; "))
}

const MOST: usize = 3_000;

/// a(n) = n - shift - a(a(..a(n-1)..)), `depth` times, after zeros.
fn nested(depth: usize, shift: usize, zeros: usize) -> Vec<i64> {
    let mut values = vec![0i64; zeros];
    for n in zeros..MOST {
        let mut at = n - 1;
        (0..depth).for_each(|_| at = values[at] as usize);
        values.push((n - shift - at) as i64);
    }
    values
}

#[test]
fn nested_recursions_of_hofstadter() {
    let (mut session, notes) = solved("recursion G \"?msd_fib G(0)=0, G(n)=n-G(G(n-1))\":");
    assert!(notes.starts_with("$G(n,y) has ") && notes.ends_with("proved to be the only solution"), "{notes}");
    agrees(&mut session, "msd_fib", "G", 0, &nested(2, 0, 1));
    // G(n) is the integer part of (n+1)/phi, and n + G(n) that of (n+1)*phi, but for one.
    assert_eq!(truth(&mut session, "?msd_fib An,y,z ($G(n,y) & $phin(n+1,z)) => n+1+y=z"), Some(true));
    let (mut session, _) = solved("numeration h \"x^3=x^2+1\":\nrecursion H \"?msd_h H(0)=0, H(n)=n-H(H(H(n-1)))\":");
    agrees(&mut session, "msd_h", "H", 0, &nested(3, 0, 1));
    let (mut session, _) = solved("recursion S \"?msd_fib S(0)=0, S(1)=0, S(n)=n-1-S(S(n-1))\":");
    agrees(&mut session, "msd_fib", "S", 0, &nested(2, 1, 2));
}

#[test]
fn married_functions_are_defined_together() {
    let (mut session, _) = solved("recursion F M \"?msd_fib F(0)=1, M(0)=0, F(n)=n-M(F(n-1)), M(n)=n-F(M(n-1))\":");
    let (mut f, mut m) = (vec![1i64], vec![0i64]);
    for n in 1..MOST {
        m.push(n as i64 - f[m[n - 1] as usize]);
        // It asks for a value of the other one at the same number.
        f.push(n as i64 - m[f[n - 1] as usize]);
    }
    agrees(&mut session, "msd_fib", "F", 0, &f);
    agrees(&mut session, "msd_fib", "M", 0, &m);
    assert_eq!(truth(&mut session, "?msd_fib An,y,z ($F(n,y) & $M(n,z)) => (y=z | y=z+1)"), Some(true));
}

#[test]
fn conditions_give_the_variables_of_a_recursion() {
    let (mut session, _) = solved(
        r#"reg fibonacci msd_fib "0*10*":
        def step "?msd_fib $fibonacci(f) & $fibonacci(g) & f<g & f<n & n<=g & (Ah (f<h & h<g) => ~$fibonacci(h))":
        recursion a "?msd_fib a(0)=0, a(1)=1, a(n)=g-a(n-f) if ($step(f,g,n))":"#,
    );
    let mut values = vec![0i64, 1];
    for n in 2..MOST {
        let (mut f, mut g) = (1, 2);
        while g < n {
            (f, g) = (g, f + g);
        }
        values.push(g as i64 - values[n - f]);
    }
    assert_eq!(values[..12], [0, 1, 1, 2, 4, 4, 7, 7, 6, 12, 12, 11]);
    agrees(&mut session, "msd_fib", "a", 0, &values);
}

#[test]
fn equations_for_parts_of_the_numbers_cover_them() {
    let (mut session, _) = solved("recursion h \"?msd_2 h(0)=0, h(2*n)=h(n)+n, h(2*n+1)=h(n)+n+1\":");
    // h(2n) = h(n)+n: the number itself.
    let values: Vec<i64> = (0..MOST as i64).collect();
    agrees(&mut session, "msd_2", "h", 0, &values);
    let (mut session, _) = solved("recursion p \"?msd_2 p(3)=7, p(5)=1, p(n)=n if (n<9), p(n)=p(n-2) if (n>8)\":");
    let value = |n: i64| [0, 0, 0, 7, 4, 1, 6, 7, 8].get(n as usize).copied().unwrap_or(if n % 2 == 1 { 7 } else { 8 });
    agrees(&mut session, "msd_2", "p", 3, &(0..MOST as i64).map(value).collect::<Vec<_>>());
}

#[test]
fn least_excluded_numbers_are_the_pairs_of_wythoff() {
    let (mut session, _) = solved("recursion A B \"?msd_fib A(n)=mex{A(i), B(i) : i<n}, B(n)=A(n)+n\":");
    let (mut a, mut b, mut seen) = (Vec::new(), Vec::new(), vec![false; 10 * MOST]);
    for n in 0..MOST {
        let least = (0..).find(|&at: &usize| !seen[at]).unwrap();
        a.push(least as i64);
        b.push((least + n) as i64);
        (seen[least], seen[least + n]) = (true, true);
    }
    agrees(&mut session, "msd_fib", "A", 0, &a);
    agrees(&mut session, "msd_fib", "B", 0, &b);
}

/// The numbers that are no sums: blocks of as many as there are weights make the next sum.
fn unsummed(weights: &[i64], count: usize) -> Vec<i64> {
    let (mut free, mut sums, mut x) = (Vec::new(), std::collections::BTreeSet::<i64>::new(), 1);
    while free.len() < count {
        if !sums.contains(&x) {
            free.push(x);
            let start = free.len() / weights.len() * weights.len();
            if start == free.len() {
                sums.insert(weights.iter().zip(&free[start - weights.len()..]).map(|(weight, b)| weight * b).sum());
            }
        }
        x += 1;
    }
    free
}

fn anti_recurrence(weights: &[i64]) -> String {
    let (total, count) = (weights.iter().sum::<i64>(), weights.len());
    let sum: Vec<String> =
        weights.iter().enumerate().map(|(at, weight)| format!("{weight}*B({count}*j+{at})")).collect();
    let last = count - 1;
    format!("recursion B \"?msd_{total} B(n)=mex{{0, B(i), {} : i<n, {count}*j+{last}<n}}\":", sum.join("+"))
}

#[test]
fn anti_recurrences_of_21_forms_have_complements_that_are_automata() {
    let forms: [&[i64]; 21] = [
        &[1, 1],
        &[1, 2],
        &[2, 1],
        &[1, 3],
        &[3, 1],
        &[2, 2],
        &[1, 4],
        &[4, 1],
        &[2, 3],
        &[3, 2],
        &[1, 5],
        &[5, 1],
        &[1, 1, 1],
        &[1, 1, 2],
        &[1, 2, 1],
        &[2, 1, 1],
        &[1, 1, 3],
        &[3, 1, 1],
        &[1, 2, 3],
        &[3, 2, 1],
        &[1, 1, 1, 1, 1],
    ];
    for weights in forms {
        let (mut session, _) = solved(&anti_recurrence(weights));
        let system = format!("msd_{}", weights.iter().sum::<i64>());
        agrees(&mut session, &system, "B", 0, &unsummed(weights, MOST));
    }
}

#[test]
fn what_is_no_automaton_is_refused_with_a_reason() {
    for (script, said) in [
        ("recursion Q \"?msd_2 Q(1)=1, Q(2)=1, Q(n)=Q(n-Q(n-1))+Q(n-Q(n-2))\":", "the values suggest no automaton"),
        ("recursion g \"?msd_fib g(1)=1, g(n)=1+g(n-g(g(n-1)))\":", "seems to grow, and more slowly than n"),
        ("recursion s \"?msd_2 s(0)=0, s(n)=s(n-1)+2*n-1\":", "seems to grow faster than n"),
        ("recursion p \"?msd_2 p(0)=1, p(n)=2*p(n-1)\":", "the values grow too fast"),
    ] {
        match run(script) {
            Ok(_) => panic!("{script}"),
            Err(error) => assert!(error.contains(said), "{script}: {error}"),
        }
    }
}

#[test]
fn what_defines_nothing_is_said_where_it_stands() {
    for (script, said, place) in [
        ("recursion G \"G(n)=n-G(G(n-1))\":", "`G(0)` asks for `G(-1)`", "G(n-1)"),
        ("recursion G \"G(0)=0, G(n)=G(n)\":", "`G(1)` asks for `G(1)`", "G(n)"),
        ("recursion G \"G(0)=0, G(n)=G(n+1)\":", "`G(1)` asks for `G(2)`", "G(n+1)"),
        ("recursion G H \"G(n)=H(n), H(n)=G(n)\":", "and `G(0)` asks for `H(0)`", "G(n)"),
        (
            "recursion G H \"G(2*n)=H(2*n), G(2*n+1)=0, H(2*n+1)=G(2*n+1), H(2*n)=0\":",
            "ask for each other at the same number",
            "",
        ),
        ("recursion G \"G(0)=0, G(n)=n-2*G(n-1)\":", "`G(4)` would be -2", "G(n)=n-2*G(n-1)"),
        ("recursion G \"G(0)=0, G(2*n)=G(n)\":", "no equation gives `G(1)`", ""),
        ("recursion G \"G(0)=0\":", "no equation gives `G(n)` for a variable n", ""),
        ("recursion G \"G(0)=0, G(0)=1, G(n)=n\":", "`G(0)` is given twice", "G(0)=1"),
        ("recursion G \"G(n)=H(n)\":", "`recursion G H \"..\"`", "H"),
        ("recursion phin \"phin(n)=shift(n)\":", "`shift` is not one of the functions", "shift"),
        ("recursion G \"G(n)=m\":", "nothing says what `m` is", "m"),
        ("recursion G \"G(n)=m if (m>n)\":", "infinitely many", "m>n"),
        ("recursion G \"G(n)=m if (m=3)\":", "for which `n` it holds", "m=3"),
        ("recursion G \"G(n+m)=m\":", "is at a number, or at `k*n+c`", "G(n+m)=m"),
        ("recursion G \"?lsd_fib G(n)=n\":", "write `msd_` in front", "?lsd_fib"),
        ("recursion G \"?msd_neg_2 G(n)=n\":", "negative", "?msd_neg_2"),
        ("recursion G \"G(n)=n if (?msd_3 n>1)\":", "the condition is in msd_3", "?msd_3 n>1"),
        ("recursion G \"G(n)=mex{G(i)}\":", "how far the variable of this element goes", "G(i)"),
        ("recursion G \"G(n)=mex{G(n)}\":", "a variable of its own", "G(n)"),
        ("recursion G \"G(n)=mex{G(i) : i<=n}\":", "`G(0)` asks for `G(0)`", "G(i)"),
        ("recursion G \"G(n)=mex{G(i) : i<5}\":", "how far a variable goes below `n`", "i<5"),
        ("recursion G \"G(n)=mex{G(i+j) : i<n, j<n}\":", "one variable at most", "G(i+j)"),
        ("recursion G \"G(n+1)=mex{G(i) : i<n}\":", "gives the value at n", "G(n+1)=mex{G(i) : i<n}"),
        ("recursion G G \"G(n)=n\":", "occurs twice", ""),
        ("recursion G \"G(n)=$phin(n)\":", "unexpected `$`", "$"),
    ] {
        match run(script) {
            Ok(_) => panic!("{script}"),
            Err(error) => {
                assert!(error.contains(said), "{script}: {error}");
                let marked = error.lines().find(|line| line.contains('^')).unwrap_or_default();
                let length = marked.chars().filter(|letter| *letter == '^').count();
                assert!(place.is_empty() || length == place.len(), "{script}: {error}");
            }
        }
    }
}

#[test]
fn a_candidate_that_is_wrong_beyond_its_values_is_refuted_by_a_number() {
    // The values are 0 as far as any are computed; then one is 1, or another equation asks for a value before 0.
    for (equation, said) in [
        ("p(n)=1 if (n=9000000)", "`p` satisfies its equation: `p(9000000)` is 0, and 1 by `p(n)=1 if (n=9000000)`"),
        ("p(n)=p(n-9000001) if (n=9000000)", "at smaller numbers: `p(9000000)` asks for `p(-1)`"),
    ] {
        let script = format!("recursion p \"?msd_2 {equation}, p(n)=0\":");
        let error = run(&script).err().unwrap_or_else(|| panic!("{script}"));
        assert!(error.contains("wrong beyond them: it is not true that") && error.contains(said), "{error}");
    }
    let gap = run("recursion p \"?msd_2 p(n)=0 if (n!=9000000)\":").err().expect("no equation");
    assert!(gap.contains("an equation gives each value of `p`: no equation gives `p(9000000)`"), "{gap}");
    // The least number that is none of 0, .., 8999999 and n-4 for n from 9000000 on.
    let mex = "recursion q p \"?msd_2 q(n)=0, q(n)=9000000 if (n=9000000), p(n)=mex{q(i) : i<n}\":";
    let error = run(mex).err().expect("two values");
    assert!(error.contains("`q(9000000)` is 0, and 9000000 by `q(n)=9000000 if (n=9000000)`"), "{error}");
}

#[test]
fn equations_that_contradict_each_other_are_said_where_they_stand() {
    for (equations, said) in [
        ("p(n)=n, p(n)=n+1 if (n>5)", "`p(6)` is 6, and 7 by `p(n)=n+1 if (n>5)`"),
        ("p(0)=0, p(n)=p(n-1)+2, p(2*n+1)=n", "`p(1)` is 2, and 0 by `p(2*n+1)=n`"),
        ("p(n)=0, p(n)=p(n)", "`p(0)` asks for `p(0)`"),
        ("p(n)=mex{p(i) : i<n}, p(n)=3 if (n=2)", "`p(2)` is 2, and 3 by `p(n)=3 if (n=2)`"),
        ("p(n)=0, p(n)=mex{p(i) : i<n}", "`p(1)` is 0, which is an element in `p(n)=mex{p(i) : i<n}`"),
        ("p(n)=n+1, p(n)=mex{p(i) : i<n}", "`p(0)` is 1, but 0 is missing in `p(n)=mex{p(i) : i<n}`"),
    ] {
        let error = run(&format!("recursion p \"?msd_2 {equations}\":")).err().unwrap_or_else(|| panic!("{equations}"));
        assert!(error.contains(&format!("the equations contradict each other: {said}")), "{error}");
        let marked = error.lines().find(|line| line.contains('^')).unwrap_or_default();
        let last = equations.split(", p(").last().expect("an equation");
        assert_eq!(marked.chars().filter(|letter| *letter == '^').count(), last.len() + 2, "{error}");
    }
}

#[test]
fn functions_that_keep_near_a_line_are_found_from_few_values() {
    // 7*f(n) is near 5*n, with the letters of a word that no pairs of digits show within some hundred values.
    let (mut session, notes) = solved(
        "word W msd_3 \"0->012 1->120 2->201\":\n\
         def near \"?msd_3 (W[n]=@0 & 7*y<=5*n+9 & 5*n+9<7*y+7) | (W[n]=@1 & 7*y<=5*n+30 & 5*n+30<7*y+7) | (W[n]=@2 & 7*y<=5*n & 5*n<7*y+7)\":\n\
         recursion f \"?msd_3 f(n)=v if ($near(n,v))\":",
    );
    assert!(notes.contains("guessed from the first"), "{notes}");
    let letter = |n: i64| {
        let (mut sum, mut rest) = (0, n);
        while rest > 0 {
            (sum, rest) = (sum + rest % 3, rest / 3);
        }
        sum % 3
    };
    let values: Vec<i64> = (0..MOST as i64).map(|n| (5 * n + [9, 30, 0][letter(n) as usize]) / 7).collect();
    agrees(&mut session, "msd_3", "f", 0, &values);
    // A slope that is no fraction, and letters that depend on n modulo 5: n*phi is near the number with a zero appended.
    let (mut session, _) = solved(
        "def near \"?msd_fib Ez,r $shift(n,z) & r<5 & (Et n=5*t+r) & 2*y<=n+z+3*r & n+z+3*r<2*y+2\":\n\
         recursion f \"?msd_fib f(n)=v if ($near(n,v))\":",
    );
    let mut fibonacci = vec![1i64, 2];
    while fibonacci[fibonacci.len() - 1] < 2 * MOST as i64 {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    let appended = |n: i64| {
        let (mut rest, mut value) = (n, 0);
        for at in (0..fibonacci.len() - 1).rev() {
            if fibonacci[at] <= rest {
                (rest, value) = (rest - fibonacci[at], value + fibonacci[at + 1]);
            }
        }
        value
    };
    let values: Vec<i64> = (0..MOST as i64).map(|n| (n + appended(n) + 3 * (n % 5)) / 2).collect();
    agrees(&mut session, "msd_fib", "f", 0, &values);
}
