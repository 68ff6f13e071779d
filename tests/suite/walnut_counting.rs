//! Linear representations against counting by hand, and their files.

use std::process::Command;

use super::walnut::Lab;
use filbert::automata::Letter;

/// How many values the other variables have at n, by hand.
type Count = fn(u64) -> u64;

fn is_fibonacci_sum_with_leading_one(n: u64) -> bool {
    // The last Fibonacci digit is 1: n + 1 is not the value of a word that ends in 0.
    let mut weights = vec![1, 2];
    while *weights.last().unwrap() <= n {
        weights.push(weights[weights.len() - 1] + weights[weights.len() - 2]);
    }
    let mut rest = n;
    for &weight in weights[1..].iter().rev() {
        if weight <= rest {
            rest -= weight;
        }
    }
    rest == 1
}

const PREDICATES: &[(&str, Count)] = &[
    ("i<n", |n| n),
    ("i+j=n", |n| n + 1),
    ("?msd_fib i<=n", |n| n + 1),
    ("?lsd_2 i+j<n", |n| n * (n + 1) / 2),
    ("?msd_3 i<n & Ek i=2*k", |n| n.div_ceil(2)),
    ("i<n & T[i]=1", |n| (0..n).filter(|i| i.count_ones() % 2 == 1).count() as u64),
    ("i<n & j<n & T[i]=T[j]", |n| {
        let ones = (0..n).filter(|i| i.count_ones() % 2 == 1).count() as u64;
        ones * ones + (n - ones) * (n - ones)
    }),
    ("i<n & j<i & k<j", |n| if n < 3 { 0 } else { n * (n - 1) * (n - 2) / 6 }),
    ("?msd_fib i<n & F[i]=1", |n| (0..n).filter(|&i| is_fibonacci_sum_with_leading_one(i)).count() as u64),
    ("?lsd_fib i+j=n & i<=j", |n| n / 2 + 1),
    ("?msd_trib i+2=n", |n| u64::from(n >= 2)),
    ("?msd_trib Ek n=3*k & i<n", |n| if n.is_multiple_of(3) { n } else { 0 }),
    ("Ek n=3*k & i<n", |n| if n.is_multiple_of(3) { n } else { 0 }),
    // Longer than n: 2n < i < 2n + 8.
    ("i>2*n & i<2*n+8", |_| 7),
    ("i=n*5+1000", |_| 1),
    ("i<n & i>n", |_| 0),
];

fn count(folder: &std::path::Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_filbert"))
        .arg("count")
        .args(arguments)
        .arg("--folder")
        .arg(folder)
        .output()
        .expect("filbert runs");
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

#[test]
fn counts_up_to_200_are_those_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let mut lab = Lab::new();
    lab.session.write_to(folder.path());
    let systems = filbert::numeration::Numerations::standard();
    let budget = filbert::script::Limits::default().budget();
    for (formula, by_hand) in PREDICATES {
        lab.run(&format!("eval c n \"{formula}\";"));
        let text = std::fs::read_to_string(folder.path().join("c.json")).unwrap();
        let (whole, by) = filbert::library::read_linear(&text, |name| Ok(systems.get(name).unwrap().digits())).unwrap();
        let minimal = whole.minimize(&budget).unwrap();
        assert!(minimal.dimension() <= whole.dimension());
        let system = [systems.get(&by.systems[0]).unwrap()];
        for n in 0..200u64 {
            for linear in [&whole, &minimal] {
                let word = filbert::numeration::encode(&[n.into()], &linear.layout, &system);
                assert_eq!(
                    linear.value(word, &budget).unwrap().unwrap().to_string(),
                    by_hand(n).to_string(),
                    "{formula} at {n}"
                );
            }
        }
    }
}

#[test]
fn two_variables_count_together() {
    let folder = tempfile::tempdir().unwrap();
    let mut lab = Lab::new();
    lab.session.write_to(folder.path());
    lab.run("eval c m n \"?msd_fib i>=m & i<n\"; eval d n m \"?msd_fib i>=m & i<n\";");
    for (m, n) in [(0u32, 0u32), (3, 10), (10, 3), (12, 200), (55, 56)] {
        let expected = format!("{}\n", n.saturating_sub(m));
        let (m, n) = (m.to_string(), n.to_string());
        assert_eq!(count(folder.path(), &["c", &m, &n]), expected);
        assert_eq!(count(folder.path(), &["d", &n, &m]), expected);
    }
}

#[test]
fn large_numbers_are_counted_at_once_and_the_smallest_representation_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let mut lab = Lab::new();
    lab.session.write_to(folder.path());
    lab.run("eval c n \"i<n & j<n & T[i]=T[j]\";");
    let large = format!("1{}", "0".repeat(60));
    // 10^60 is even: half of the letters below it are 0.
    let expected = format!("5{}\n", "0".repeat(119));
    assert_eq!(count(folder.path(), &["c", &large]), expected);
    let shown = count(folder.path(), &["c", "--minimize"]);
    assert!(shown.starts_with("dimension "), "{shown}");
    assert_eq!(count(folder.path(), &["c_minimal", &large]), expected);
    assert_eq!(count(folder.path(), &["c", "1", "2..3", "1"]), "1\t1\n2\t2\n3\t5\n1\t1\n");
    assert!(count(folder.path(), &["nope", "1"]).contains("no file nope.json"));
}

#[test]
fn what_cannot_be_counted_says_why() {
    let mut lab = Lab::new();
    assert!(lab.error("eval c n \"i>n\";").contains("infinitely many"));
    assert!(lab.error("eval c n \"?lsd_fib i>n\";").contains("infinitely many"));
    assert!(lab.error("eval c m \"i<n\";").contains("`m` is not a free variable"));
    assert!(lab.error("eval c n n \"i<n\";").contains("occurs twice here"));
    assert!(lab.error("eval c n \"An n=n\";").contains("no values to count"));
}

/// The matrices of a file: every bracketed row of numbers in it.
fn numbers(text: &str) -> Vec<String> {
    regex::Regex::new(r"-?\d+(/\d+)?").unwrap().find_iter(text).map(|found| found.as_str().to_owned()).collect()
}

#[test]
fn the_files_of_other_programs_hold_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mut lab = Lab::new();
    lab.session.write_to(folder.path());
    lab.run("eval c m n \"i<n & j<m\";");
    let read = |ending: &str| std::fs::read_to_string(folder.path().join(format!("c.{ending}"))).unwrap();
    let maple = read("mpl");
    assert!(maple.contains("\nv := Vector[row]([") && maple.contains("\nM_m_n_0_1 := Matrix([["), "{maple}");
    let octave = read("m");
    assert!(octave.contains("\nv = [") && octave.contains("\nM_m_n_1_0 = ["), "{octave}");
    let sage = read("sage");
    assert!(sage.contains("\nM_m_n_1_1 = matrix(QQ, [["));
    // An underscore is a pattern in Mathematica.
    let mathematica = read("wl");
    let code = |line: &&str| !line.starts_with("(*");
    assert!(mathematica.contains("\nM[1,0] = {{") && !mathematica.lines().filter(code).any(|l| l.contains('_')));
    // A row a line, and nothing else on it.
    for (text, row) in [
        (&maple, r"^(M_m_n_[01]_[01] := Matrix\(\[)?\[[0-9,]+\](,|\]\);)$"),
        (&octave, r"^(M_m_n_[01]_[01] = \[)?[0-9,]+(;|\];)$"),
        (&sage, r"^(M_m_n_[01]_[01] = matrix\(QQ, \[)?\[[0-9,]+\](,|\]\))$"),
        (&mathematica, r"^(M\[[01],[01]\] = \{)?\{[0-9,]+\}(,|\};)$"),
    ] {
        let row = regex::Regex::new(row).unwrap();
        let is_vector = |line: &str| line.starts_with(['v', 'w']);
        let lines =
            text.lines().filter(|line| !line.is_empty() && !is_vector(line) && !line.starts_with(['#', '%', '(']));
        let lines: Vec<&str> = lines.collect();
        assert!(lines.len() > 8 && lines.iter().all(|line| row.is_match(line)), "{text}");
    }
    let entries = |text: &str, drop: &str| numbers(&regex::Regex::new(drop).unwrap().replace_all(text, ""));
    let expected = entries(&maple, r"(?m)^#.*|M_m_n_\d_\d|msd_2");
    assert!(expected.len() > 10);
    assert_eq!(entries(&octave, r"(?m)^%.*|M_m_n_\d_\d"), expected);
    assert_eq!(entries(&sage, r"(?m)^#.*|M_m_n_\d_\d"), expected);
    assert_eq!(entries(&mathematica, r"(?m)^\(\*.*|M\[\d,\d\]"), expected);
    let mut command = Command::new("octave");
    command.args(["--no-gui", "--eval", "run('c.m'); disp(v*M_m_n_1_1*M_m_n_0_1*w)"]).current_dir(folder.path());
    if let Some(output) = crate::programs::output(&mut command) {
        // m = 2, n = 3: 3 * 2 pairs.
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "6");
    }
}

/// What ratser, a library that others compute with, reads in a file of matrices: a value for each line of digits.
const READER: &str = "
import sys
from ratser.walimp import from_walnut
series = from_walnut(open(sys.argv[1]))
for line in sys.stdin:
    letters = [tuple(letter.split(',')) for letter in line.split()]
    print(series.value([letter[0] if len(letter) == 1 else letter for letter in letters]))
";

/// The values that ratser computes for words of digits; `None` where it is not installed.
fn read_by_ratser(file: &std::path::Path, words: &[String]) -> Option<Vec<String>> {
    use std::io::Write;
    let python = std::env::var("FILBERT_PYTHON").unwrap_or_else(|_| "python3".into());
    let known = Command::new(&python).args(["-c", "import ratser.walimp"]).output();
    if !known.is_ok_and(|output| output.status.success()) {
        crate::programs::lacks("ratser, a Python package");
        return None;
    }
    let mut python = Command::new(python)
        .args(["-c", READER])
        .arg(file)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = python.stdin.take().unwrap();
    let lines = words.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{}", file.display());
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

#[test]
fn ratser_reads_the_matrices_and_computes_the_same_values() {
    let folder = tempfile::tempdir().unwrap();
    let mut lab = Lab::new();
    lab.session.write_to(folder.path());
    let systems = filbert::numeration::Numerations::standard();
    let one = |formula: &str| ("n", formula.to_owned());
    for (variables, formula) in [
        one("i<n & T[i]=@1"),
        one("?msd_fib i<n & F[i]=@1"),
        one("?msd_10 Ek n=3*k & i<n"),
        one("?msd_12 i<=n"),
        // One state, and none.
        one("i=n"),
        one("i<n & i>n"),
        ("m n", "?msd_fib i>=m & i<n".into()),
        ("n m", "i<n & j<m & T[i]=T[j]".into()),
        ("alpha n", "?msd_3 i>=alpha & i<2*n".into()),
    ] {
        lab.run(&format!("eval c {variables} \"{formula}\";"));
        let text = std::fs::read_to_string(folder.path().join("c.json")).unwrap();
        let (linear, by) =
            filbert::library::read_linear(&text, |name| Ok(systems.get(name).unwrap().digits())).unwrap();
        let own: Vec<_> = by.systems.iter().map(|name| systems.get(name).unwrap()).collect();
        let tuples: Vec<Vec<num_bigint::BigInt>> = match own.len() {
            1 => (0..=1000u32).map(|n| vec![n.into()]).collect(),
            _ => (0..=1000u32).map(|n| vec![(n * 7 % 41).into(), n.into()]).collect(),
        };
        let words: Vec<_> =
            tuples.iter().map(|tuple| filbert::numeration::encode(tuple, &linear.layout, &own)).collect();
        let spelled = |word: &Vec<Letter>| {
            let letter = |&letter: &Letter| {
                linear.layout.unpack(letter).iter().map(u32::to_string).collect::<Vec<_>>().join(",")
            };
            word.iter().map(letter).collect::<Vec<_>>().join(" ")
        };
        let spelled: Vec<String> = words.iter().map(spelled).collect();
        let Some(values) = read_by_ratser(&folder.path().join("c.mpl"), &spelled) else { return };
        let expected: Vec<String> = words
            .iter()
            .map(|word| {
                linear
                    .value(word.iter().copied(), &filbert::script::Limits::default().budget())
                    .unwrap()
                    .unwrap()
                    .to_string()
            })
            .collect();
        assert_eq!(values, expected, "{variables}: {formula}");
        let arguments: Vec<String> = tuples[777].iter().map(ToString::to_string).collect();
        let arguments: Vec<&str> = ["c"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
        assert_eq!(count(folder.path(), &arguments), expected[777].clone() + "\n");
    }
}
