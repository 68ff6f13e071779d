//! Commands on words, against their definitions number by number.

use super::walnut::Lab;

const MANY: u64 = 300;

fn thue_morse(n: u64) -> i64 {
    i64::from(n.count_ones() % 2)
}

fn rudin_shapiro(n: u64) -> i64 {
    i64::from((n & (n >> 1)).count_ones() % 2)
}

/// The first letters of the Fibonacci word.
fn fibonacci(length: usize) -> Vec<i64> {
    let (mut a, mut b) = (vec![0], vec![0, 1]);
    while b.len() < length {
        let next = [b.clone(), a].concat();
        a = std::mem::replace(&mut b, next);
    }
    b
}

#[test]
fn combining_takes_the_last_automaton_that_accepts() {
    let mut lab = Lab::new();
    lab.run(
        "def even \"Ek n=2*k\"; def third \"Ek n=3*k\"; def big \"n>50\"; \
         combine a even third big; combine b even=7 third=-2 big=7; combine c third=0 even;",
    );
    for n in 0..MANY {
        let last = |cases: &[(bool, i64)]| cases.iter().rev().find(|case| case.0).map_or(0, |case| case.1);
        let (even, third, big) = (n % 2 == 0, n % 3 == 0, n > 50);
        assert_eq!(lab.value("a", &[n]), last(&[(even, 1), (third, 2), (big, 3)]));
        assert_eq!(lab.value("b", &[n]), last(&[(even, 7), (third, -2), (big, 7)]));
        assert_eq!(lab.value("c", &[n]), last(&[(third, 0), (even, 2)]));
    }
    lab.run("def lower \"?msd_fib x<y\"; def same \"?msd_fib x=y\"; combine order lower=-1 same=5;");
    for x in 0..25 {
        for y in 0..25 {
            let expected = if x < y { -1 } else { 5 * i64::from(x == y) };
            assert_eq!(lab.value("order", &[x, y]), expected);
        }
    }
    assert!(lab.error("combine bad even lower;").contains("have different tracks"));
    assert!(lab.error("combine bad even=x;").contains("`x` is not an output"));
}

#[test]
fn joining_takes_the_first_value_that_is_not_zero() {
    let mut lab = Lab::new();
    lab.run("join one T[a] RS[a]; join two T[a] RS[b]; join three RS[b] T[a] PD[b];");
    for a in 0..MANY {
        let first = |values: &[i64]| values.iter().copied().find(|&v| v != 0).unwrap_or(0);
        assert_eq!(lab.value("one", &[a]), first(&[thue_morse(a), rudin_shapiro(a)]));
        for b in 0..20u64 {
            let pd = i64::from((b + 1).trailing_zeros() % 2 == 0);
            assert_eq!(lab.value("two", &[a, b]), first(&[thue_morse(a), rudin_shapiro(b)]));
            assert_eq!(lab.value("three", &[a, b]), first(&[rudin_shapiro(b), thue_morse(a), pd]));
        }
    }
    lab.run("join twod two[y][x] VTM[y];");
    for (x, y) in [(0, 0), (3, 0), (4, 7), (12, 12), (5, 18)] {
        let first = |values: &[i64]| values.iter().copied().find(|&v| v != 0).unwrap_or(0);
        let expected = first(&[lab.value("two", &[y, x]), lab.value("VTM", &[y])]);
        assert_eq!(lab.value("twod", &[x, y]), expected);
    }
    assert!(lab.error("join none;").contains("an argument is missing"));
    assert!(lab.error("join bad T[a][b];").contains("has 1 indices, but 2 are named"));
    assert!(lab.error("join bad T[a] F[a];").contains("`a` is in msd_fib here and in msd_2 before"));
}

#[test]
fn images_replace_letters() {
    let mut lab = Lab::new();
    lab.run(
        "morphism m \"0->012 1->[10]03\"; image a m T; morphism swap \"0->1 1->0\"; image b swap RS; \
         morphism five \"0->01100 1->11111\"; image c five F;",
    );
    let fib = fibonacci(400);
    let m = [[0, 1, 2], [10, 0, 3]];
    let five = [[0, 1, 1, 0, 0], [1; 5]];
    for n in 0..MANY {
        let at = n as usize;
        assert_eq!(lab.value("a", &[n]), m[thue_morse(n / 3) as usize][at % 3]);
        assert_eq!(lab.value("b", &[n]), 1 - rudin_shapiro(n));
        assert_eq!(lab.value("c", &[n]), five[fib[at / 5] as usize][at % 5]);
    }
    lab.run("morphism short \"0->01 1->0\"; morphism lacking \"0->00\";");
    assert!(lab.error("image bad short T;").contains("several lengths"));
    assert!(lab.error("image bad lacking T;").contains("no image for the letter 1"));
    assert!(lab.error("image bad nope T;").contains("unknown morphism `nope`"));
}

/// Every transducer of a few small ones, as its file says it and as it is.
const TRANSDUCERS: &[(&str, &str)] = &[
    ("sums", "{0,1}\n\n0\n0 -> 0 / 0\n1 -> 1 / 1\n\n1\n0 -> 1 / 1\n1 -> 0 / 0\n"),
    ("delay", "0\n0 -> 0 / 5\n1 -> 1 / 5\n# the letter before\n1\n0 -> 0 / 1\n1 -> 1 / 0\n"),
    (
        "mod3",
        "{0, 1, 2}\n0\n0 -> 0 / 0\n1 -> 1 / 0\n2 -> 2 / 0\n1\n0 -> 1 / 1\n1 -> 2 / 1\n2 -> 0 / 1\n2\n0 -> 2 / 2\n1 -> 0 / 2\n2 -> 1 / 2\n",
    ),
];

#[test]
fn transducers_write_one_letter_for_each() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("Transducer Library")).unwrap();
    let mut lab = Lab::new();
    lab.session.enter(&folder.path().join("script.prf"));
    for (name, text) in TRANSDUCERS {
        std::fs::write(folder.path().join(format!("Transducer Library/{name}.txt")), text).unwrap();
        let transducer = filbert::library::read_transducer("t".as_ref(), text).unwrap();
        lab.run("convert TL lsd_2 T; word TR2 trib \"0->01 1->02 2->0\" \"0 2->0 1->1\"; def p \"?msd_pell Ek n=2*k+1\"; combine PE p;");
        for word in ["T", "RS", "PD", "F", "TL", "TR2", "PE", "VTM"] {
            if word == "VTM" && *name != "mod3" {
                continue;
            }
            lab.run(&format!("transduce image {name} {word};"));
            let letters: Vec<i64> = (0..MANY).map(|n| lab.value(word, &[n])).collect();
            let written = transducer.run(letters).unwrap();
            let found: Vec<i64> = (0..MANY).map(|n| lab.value("image", &[n])).collect();
            assert_eq!(found, written, "{name} on {word}");
        }
    }
    lab.run("def odd \"Ek n=2*k+1\"; transduce $sum sums $odd;");
    for n in 0..MANY {
        let relation = lab.language("sum");
        let word = (0..12).rev().map(|i| (n >> i) & 1);
        assert_eq!(relation.dfa.accepts(word), n.div_ceil(2) % 2 == 1, "{n}");
    }
    assert!(lab.error("transduce bad sums VTM;").contains("the letter 2"));
    assert!(lab.error("transduce bad nope T;").contains("cannot be read"));
    lab.run("join pair T[a] T[b];");
    assert!(lab.error("transduce bad sums pair;").contains("one index"));
}

#[test]
fn converted_words_have_the_same_values() {
    let mut lab = Lab::new();
    for target in ["msd_8", "lsd_8", "lsd_2", "msd_4", "lsd_4", "msd_2"] {
        lab.run(&format!("convert other {target} RS; convert again msd_2 other;"));
        for n in 0..MANY {
            assert_eq!(lab.value("other", &[n]), rudin_shapiro(n), "{target} at {n}");
        }
        assert_eq!(lab.word("again").dfao, lab.word("RS").dfao, "{target}");
    }
    lab.run("convert a msd_9 SC; convert b msd_27 a; convert c lsd_3 b; convert d lsd_fib F;");
    let fib = fibonacci(400);
    for n in 0..MANY {
        let expected = lab.value("SC", &[n]);
        assert_eq!([lab.value("a", &[n]), lab.value("b", &[n]), lab.value("c", &[n])], [expected; 3]);
        assert_eq!(lab.value("d", &[n]), fib[n as usize]);
    }
    // Two tracks, and automata.
    lab.run("join two T[a] RS[b]; convert two8 lsd_8 two; def sum \"x+2*y=z\"; convert $sum4 msd_4 $sum;");
    for a in 0..40 {
        for b in 0..40 {
            assert_eq!(lab.value("two8", &[a, b]), lab.value("two", &[a, b]));
        }
    }
    lab.run("def check \"?msd_4 x+2*y=z\";");
    assert_eq!(lab.language("check").dfa, lab.language("sum4").dfa);
    assert!(lab.error("convert bad msd_6 T;").contains("powers of one integer"));
    assert!(lab.error("convert bad msd_fib T;").contains("powers of one integer"));
}

#[test]
fn reversing_a_word_keeps_its_values() {
    let mut lab = Lab::new();
    lab.run("join two T[a] VTM[b];");
    for word in ["T", "RS", "F", "TR", "VTM"] {
        lab.run(&format!("reverse back {word}; reverse again back; minimize small again;"));
        assert!(lab.word("back").systems[0].name().starts_with("lsd_"));
        for n in 0..MANY {
            assert_eq!(lab.value("back", &[n]), lab.value(word, &[n]), "{word} at {n}");
        }
        assert_eq!(lab.word("small").dfao, lab.word(word).dfao);
    }
    lab.run("reverse back two;");
    for (a, b) in [(0, 0), (1, 6), (6, 1), (30, 17), (255, 256)] {
        assert_eq!(lab.value("back", &[a, b]), lab.value("two", &[a, b]));
    }
    lab.run("def lower \"x<y\"; minimize $same $lower;");
    assert_eq!(lab.language("same").dfa, lab.language("lower").dfa);
}

#[test]
fn another_alphabet_needs_one_name_for_each_track() {
    let mut lab = Lab::new();
    lab.run("alphabet b msd_fib RS;");
    for n in 0..MANY {
        assert_eq!(lab.value("b", &[n]), 0, "no two ones stand together in Fibonacci");
    }
    assert!(lab.error("alphabet bad msd_2 msd_2 T;").contains("2 alphabets for an automaton with 1 tracks"));
}

#[test]
fn a_word_is_defined_by_a_term() {
    let mut lab = Lab::new();
    lab.run(
        "word A[n] \"?msd_2 T[2*n+3]+RS[3*n+4]\"; word B[n] \"T[n]*7-RS[n+1]\"; word C[i] \"?msd_fib 3*F[i]+F[i+1]\"; \
         word D[b][a] \"T[a]+2*RS[b]-1\"; word E1[n] \"(T[n]+T[n+1]+T[n+2])/2\";",
    );
    let fib = fibonacci(400);
    for n in 0..MANY {
        let at = n as usize;
        assert_eq!(lab.value("A", &[n]), thue_morse(2 * n + 3) + rudin_shapiro(3 * n + 4), "{n}");
        assert_eq!(lab.value("B", &[n]), 7 * thue_morse(n) - rudin_shapiro(n + 1));
        assert_eq!(lab.value("C", &[n]), 3 * fib[at] + fib[at + 1]);
        assert_eq!(lab.value("E1", &[n]), (thue_morse(n) + thue_morse(n + 1) + thue_morse(n + 2)) / 2);
        for a in 0..10 {
            assert_eq!(lab.value("D", &[n, a]), thue_morse(a) + 2 * rudin_shapiro(n) - 1);
        }
    }
    assert!(lab.error("word X[n] \"n+T[n]\";").contains("is outside an index"));
    assert!(lab.error("word X[n] \"T[n-5]\";").contains("no value at 0"));
    assert!(lab.error("word X[n] \"T[m]\";").contains("the variables of the term are m"));
    assert!(lab.error("word X[n] \"T[n]=1\";").contains("this is not a term"));
    assert!(lab.error("word X[n] \"U9[n]\";").contains("unknown word `U9`"));
    assert!(lab.error("word X[n] \"T[n]+\";").contains("this is not a term"));
}
