//! Regular expressions against a matcher of their own, and the commands that describe, list and write objects.

use super::walnut::{Lab, Spelled, accepts, all_words, letters};

/// A regular expression as `reg` reads it.
enum Regex {
    Letter(Vec<i64>),
    Any,
    Empty,
    Or(Vec<Regex>),
    And(Vec<Regex>),
    Then(Vec<Regex>),
    Repeat(Box<Regex>, usize, usize),
    Not(Box<Regex>),
}

/// Reads one: `|` loosest, then `&`, then juxtaposition, then `* + ?`; `~` stands before what it negates.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn read(text: &str) -> Regex {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let regex = reader.or();
        assert_eq!(reader.at, text.len(), "{text}");
        regex
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn separated(&mut self, by: u8, part: fn(&mut Self) -> Regex) -> Vec<Regex> {
        let mut parts = vec![part(self)];
        while self.peek() == Some(by) {
            self.at += 1;
            parts.push(part(self));
        }
        parts
    }

    fn or(&mut self) -> Regex {
        Regex::Or(self.separated(b'|', Reader::and))
    }

    fn and(&mut self) -> Regex {
        Regex::And(self.separated(b'&', Reader::then))
    }

    fn then(&mut self) -> Regex {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|c| !b"|&)".contains(&c)) {
            parts.push(self.repeated());
        }
        Regex::Then(parts)
    }

    fn repeated(&mut self) -> Regex {
        if self.peek() == Some(b'~') {
            self.at += 1;
            return Regex::Not(Box::new(self.repeated()));
        }
        let mut regex = self.atom();
        while let Some(sign @ (b'*' | b'+' | b'?')) = self.peek() {
            self.at += 1;
            let (least, most) = match sign {
                b'*' => (0, usize::MAX),
                b'+' => (1, usize::MAX),
                _ => (0, 1),
            };
            regex = Regex::Repeat(Box::new(regex), least, most);
        }
        regex
    }

    fn atom(&mut self) -> Regex {
        let first = self.peek().expect("an atom");
        self.at += 1;
        match first {
            b'(' => {
                let inner = if self.peek() == Some(b')') { Regex::Empty } else { self.or() };
                assert_eq!(self.peek(), Some(b')'));
                self.at += 1;
                inner
            }
            b'[' => {
                let end = self.text[self.at..].iter().position(|&c| c == b']').expect("a bracket closes") + self.at;
                let inner = std::str::from_utf8(&self.text[self.at..end]).unwrap();
                self.at = end + 1;
                Regex::Letter(inner.split(',').map(|digit| digit.trim().parse().unwrap()).collect())
            }
            b'.' => Regex::Any,
            digit => Regex::Letter(vec![i64::from(digit - b'0')]),
        }
    }
}

impl Regex {
    /// Every place at which a match that begins at `from` may end.
    fn ends(&self, word: &Spelled, from: usize) -> Vec<usize> {
        let mut ends = match self {
            Regex::Letter(letter) => (word.get(from) == Some(letter)).then_some(from + 1).into_iter().collect(),
            Regex::Any => (from < word.len()).then_some(from + 1).into_iter().collect(),
            Regex::Empty => vec![from],
            Regex::Or(parts) => parts.iter().flat_map(|part| part.ends(word, from)).collect(),
            Regex::And(parts) => {
                let all: Vec<Vec<usize>> = parts.iter().map(|part| part.ends(word, from)).collect();
                all[0].iter().copied().filter(|end| all.iter().all(|ends| ends.contains(end))).collect()
            }
            Regex::Then(parts) => parts.iter().fold(vec![from], |ends, part| {
                let mut next: Vec<usize> = ends.iter().flat_map(|&end| part.ends(word, end)).collect();
                next.sort_unstable();
                next.dedup();
                next
            }),
            Regex::Repeat(part, least, most) => {
                let mut found = if *least == 0 { vec![from] } else { Vec::new() };
                let mut last = vec![from];
                for times in 1..=(*most).min(word.len() + 1) {
                    let mut next: Vec<usize> = last.iter().flat_map(|&end| part.ends(word, end)).collect();
                    next.sort_unstable();
                    next.dedup();
                    last = next;
                    if times >= *least {
                        found.extend(&last);
                    }
                }
                found
            }
            Regex::Not(inner) => {
                let inside = inner.ends(word, from);
                (from..=word.len()).filter(|end| !inside.contains(end)).collect()
            }
        };
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    fn matches(&self, word: &Spelled) -> bool {
        self.ends(word, 0).contains(&word.len())
    }
}

const BINARY: &[&[i64]] = &[&[0, 1]];
const PAIRS: &[&[i64]] = &[&[0, 1], &[0, 1]];
const SIGNED: &[&[i64]] = &[&[0, 1, -1]];
const WIDE: &[&[i64]] = &[&[0, 10], &[1, 2]];

type Case = (&'static str, &'static [&'static [i64]], usize, &'static str);

const EXPRESSIONS: &[Case] = &[
    ("{0,1}", BINARY, 8, "(0|1)*11"),
    ("{0,1}", BINARY, 8, "0+1?(10)*"),
    ("{0,1}", BINARY, 8, "(0*10*1)*0*&~(0*)"),
    ("{0,1}", BINARY, 8, "~(1+0)(01)?"),
    ("{0,1}", BINARY, 8, "((0|11)+&(01*)*)?1|()"),
    ("{0,1} {0,1}", PAIRS, 5, "([0,0]|[1,1])*[0,1]+"),
    ("{0,1} {0,1}", PAIRS, 5, "~([1,0]*)&([0,1]|[1,0]|[0,0])*"),
    ("{0,1,-1}", SIGNED, 6, "([-1]1)*0?"),
    ("{0,10} {1,2}", WIDE, 5, "([10,2][0,1])+|[0,2]*"),
];

#[test]
fn regular_expressions_match_the_words_they_say() {
    let mut lab = Lab::new();
    for (alphabets, digits, length, expression) in EXPRESSIONS {
        lab.run(&format!("reg r {alphabets} \"{expression}\";"));
        let written = lab.text("regex r;");
        let (own, back) = (Reader::read(expression), Reader::read(&written));
        let language = lab.language("r");
        for word in all_words(&letters(digits), *length) {
            let truth = own.matches(&word);
            assert_eq!(accepts(&language, &word), truth, "{expression} on {word:?}");
            assert_eq!(back.matches(&word), truth, "{expression} written as {written} on {word:?}");
        }
    }
    // Numbers: all words of digits that are representations, zeros in front included.
    for (formula, holds) in [
        ("?msd_2 x+2=y", (|x, y| x + 2 == y) as fn(u64, u64) -> bool),
        ("?msd_2 x<y", |x, y| x < y),
        ("?msd_2 Ek x=3*k & y=x", |x, y| x == y && x % 3 == 0),
    ] {
        lab.run(&format!("def f \"{formula}\";"));
        let back = Reader::read(&lab.text("regex f;"));
        for word in all_words(&letters(PAIRS), 5) {
            let value = |track: usize| word.iter().fold(0, |n, letter| 2 * n + letter[track] as u64);
            assert_eq!(back.matches(&word), holds(value(0), value(1)), "{formula} on {word:?}");
        }
    }
}

#[test]
fn a_family_of_inputs_is_infinite_and_accepted() {
    let mut lab = Lab::new();
    // Between the number of states and twice that there is a word iff there are infinitely many.
    for (alphabets, digits, _, expression) in EXPRESSIONS {
        lab.run(&format!("reg r {alphabets} \"{expression}\";"));
        let own = Reader::read(expression);
        let text = lab.text("inf r;");
        let (_, family) = text.split_once(" among them ").expect("all of these are infinite");
        let family = Reader::read(family);
        let words = all_words(&letters(digits), if digits.len() == 1 { 8 } else { 5 });
        let found: Vec<&Spelled> = words.iter().filter(|word| family.matches(word)).collect();
        assert!(found.len() > 1 && found.iter().all(|word| own.matches(word)), "{expression}: {text}");
    }
    for (alphabets, expression) in [("{0,1}", "0|11|0?1?0?"), ("{0,1} {0,1}", "[0,1][1,1]?"), ("{0,1}", "0*&1*")] {
        lab.run(&format!("reg r {alphabets} \"{expression}\";"));
        assert_eq!(lab.text("inf r;"), "r accepts only finitely many inputs.");
    }
}

#[test]
fn descriptions_count_what_a_file_lists() {
    let mut lab = Lab::new();
    lab.run("def f \"?msd_fib x+y=z\"; reg r {0,1} msd_2 \"([0,1]|[1,0])*\"; def t \"Ax x>=0\"; join two T[a] VTM[b];");
    let lines = |lab: &mut Lab, name: &str| -> Vec<String> {
        lab.text(&format!("describe {name};")).lines().map(str::to_owned).collect()
    };
    for (name, tracks) in [("f", "msd_fib msd_fib msd_fib"), ("r", "{0,1} msd_2")] {
        let text = filbert::library::write_language(&lab.language(name));
        let states: Vec<&str> = text.lines().skip(1).filter(|line| !line.is_empty() && !line.contains("->")).collect();
        let accepting = states.iter().filter(|line| line.ends_with(" 1")).count();
        let transitions = text.lines().filter(|line| line.contains("->")).count();
        let expected = [
            format!("{name} is an automaton"),
            format!("tracks: {tracks}"),
            format!("states: {}", states.len()),
            format!("transitions: {transitions}"),
            format!("accepting states: {accepting}"),
        ];
        assert_eq!(lines(&mut lab, name), expected);
    }
    // The adder of Fibonacci representations.
    assert_eq!(lines(&mut lab, "f")[2], "states: 16");
    assert_eq!(lines(&mut lab, "t"), ["t is a truth value: TRUE"]);
    let two = lines(&mut lab, "two");
    assert_eq!(two[0], "two is a word");
    assert_eq!(two[1], "tracks: msd_2 msd_2");
    assert_eq!(two[4], "values: 0, 1, 2");
    // `$` means the automaton of that name.
    lab.run("def T \"x=1\";");
    assert_eq!(lines(&mut lab, "T")[0], "T is a word");
    assert_eq!(lines(&mut lab, "$T")[0], "T is an automaton");
}

#[test]
fn every_command_is_listed_and_helped_with() {
    let mut lab = Lab::new();
    let listed = lab.text("help;");
    let table = "eval def reg macro morphism promote image combine join split rsplit ost convert reverse minimize transduce \
                 alphabet fixleadzero fixtrailzero union intersect concat star leftquo rightquo inf test describe export \
                 load help cls quit exit";
    for command in table.split_whitespace() {
        assert!(listed.lines().any(|line| line.split([' ', ';']).next() == Some(command)), "{command}");
        let text = lab.text(&format!("help {command};"));
        let (usage, about) = text.split_once('\n').expect("a usage and a text");
        assert!(usage.starts_with(command) && about.len() > 15, "{text}");
    }
    assert!(lab.error("help hepl;").contains("did you mean `help`"));
    // Up to the corner, and everything away.
    assert_eq!(lab.text("cls;"), "\u{1b}[H\u{1b}[2J");
    for command in ["quit;", "exit;"] {
        assert!(matches!(lab.run(command).effect, filbert::script::Effect::Quit), "{command}");
    }
    // Hints before a command are read and change nothing.
    lab.run("def plain \"?msd_fib Ez x+z=y\";");
    lab.run("[strategy 2 BRZ] def hinted \"?msd_fib Ez x+z=y\";");
    lab.run("[export 1 ba] def written \"?msd_fib Ez x+z=y\";");
    assert_eq!(lab.language("hinted").dfa, lab.language("plain").dfa);
    assert_eq!(lab.language("written").dfa, lab.language("plain").dfa);
}

#[test]
fn templates_stand_for_their_text() {
    let mut lab = Lab::new();
    lab.run(
        "macro twice \"(%0)+(%0)\"; macro below \"(%0<%1 | %0=%1)\"; macro some \"E%0 %1\"; \
         macro odd \"(E%1 %0=2*%1+1)\"; def c \"?msd_3 #odd(x,k) & #odd(y,x)\"; \
         def a \"#below(x,#twice(y+1))\"; def b \"?msd_fib #some(k,x=3*k & #below(k,y))\";",
    );
    for x in 0..20u64 {
        for y in 0..20u64 {
            let holds = |lab: &Lab, name: &str| {
                let language = lab.language(name);
                let filbert::numeration::TrackKind::Numbers(system) = &language.tracks[0] else { panic!() };
                let numbers = [x.into(), y.into()];
                let systems = [system.clone(), system.clone()];
                language.dfa.accepts(filbert::numeration::encode(&numbers, language.dfa.layout(), &systems))
            };
            assert_eq!(holds(&lab, "a"), x <= 2 * (y + 1), "{x} {y}");
            assert_eq!(holds(&lab, "b"), x % 3 == 0 && x / 3 <= y, "{x} {y}");
            // A template binds the variable it is given: y is odd, whatever x is.
            assert_eq!(holds(&lab, "c"), x % 2 == 1 && y % 2 == 1, "{x} {y}");
        }
    }
    assert!(lab.error("eval \"#below(x)\";").contains("below"));
    assert!(lab.error("eval \"#nope(x)\";").contains("nope"));
}

#[test]
fn words_keep_their_values_in_another_alphabet() {
    let mut lab = Lab::new();
    lab.run(
        "alphabet a msd_3 T; alphabet b msd_2 F; join two T[x] VTM[y]; alphabet c msd_3 msd_2 two; \
         word three trib \"0->01 1->02 2->0\"; alphabet d msd_3 three;",
    );
    let digits = |mut n: u64, base: u64| {
        let mut digits = Vec::new();
        while n > 0 {
            digits.push(n % base);
            n /= base;
        }
        digits.reverse();
        digits
    };
    // The automaton of the word runs on the digits in the new system; what it cannot read is worth 0.
    let ones = |digits: &[u64]| (digits.iter().sum::<u64>() % 2) as i64;
    let fibonacci = |digits: &[u64]| {
        let valid = digits.windows(2).all(|pair| pair != [1, 1]);
        if valid { digits.last().copied().unwrap_or(0) as i64 } else { 0 }
    };
    let tribonacci = |digits: &[u64]| {
        let valid = digits.windows(3).all(|three| three != [1, 1, 1]) && !digits.contains(&2);
        if valid { digits.iter().rev().take_while(|&&d| d == 1).count() as i64 } else { 0 }
    };
    for n in 0..200 {
        let ternary = digits(n, 3);
        let expected = if ternary.contains(&2) { 0 } else { ones(&ternary) };
        assert_eq!(lab.value("a", &[n]), expected, "{n}");
        assert_eq!(lab.value("b", &[n]), fibonacci(&digits(n, 2)), "{n}");
        assert_eq!(lab.value("d", &[n]), tribonacci(&ternary), "{n}");
    }
    for x in 0..30 {
        for y in 0..30 {
            let expected = if digits(x, 3).contains(&2) {
                0
            } else {
                // Both words side by side: T of the digits of x, else VTM of those of y.
                match ones(&digits(x, 3)) {
                    0 => lab.value("VTM", &[y]),
                    one => one,
                }
            };
            assert_eq!(lab.value("c", &[x, y]), expected, "{x} {y}");
        }
    }
}

/// Number of classes of words that no continuation tells apart, by words up to a length; the class of dead words apart.
fn classes(language: &filbert::numeration::Language, digits: &[&[i64]], length: usize) -> usize {
    let words = all_words(&letters(digits), length);
    let rows: std::collections::HashSet<Vec<bool>> = words
        .iter()
        .map(|before| words.iter().map(|after| accepts(language, &[before.clone(), after.clone()].concat())).collect())
        .filter(|row: &Vec<bool>| row.contains(&true))
        .collect();
    rows.len()
}

/// A session in a folder with these files.
fn lab_with(library: &str, files: &[(&str, &str)]) -> (tempfile::TempDir, Lab) {
    let folder = tempfile::tempdir().unwrap();
    let folders = filbert::library::Folders { session: folder.path().into(), home: folder.path().into() };
    folders.create().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(library).join(format!("{name}.txt")), text).unwrap();
    }
    (folder, Lab { session: filbert::script::Session::in_folders(filbert::script::Limits::default(), folders) })
}

#[test]
fn minimal_words_have_a_state_for_each_class_of_digits() {
    // The parity of the ones with a state too many; what is left by 3, where two states agree; two indices, equal so far.
    let files = [
        ("odd", "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 1\n1 -> 2\n2 0\n0 -> 2\n1 -> 1\n", 2),
        ("rest", "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 2\n1 -> 3\n2 2\n0 -> 1\n1 -> 2\n3 0\n0 -> 0\n1 -> 1\n", 3),
        (
            "equal",
            "msd_2 msd_2\n0 1\n0 0 -> 0\n1 1 -> 1\n0 1 -> 2\n1 0 -> 2\n1 1\n0 0 -> 1\n1 1 -> 0\n0 1 -> 2\n1 0 -> 2\n2 0\n* * -> 2\n",
            2,
        ),
    ];
    let (_folder, mut lab) = lab_with("Word Automata Library", &files.map(|(name, text, _)| (name, text)));
    for (name, _, classes) in files {
        lab.run(&format!("minimize small{name} {name};"));
        let written = filbert::library::write_word(&lab.word(&format!("small{name}")).into());
        let states = written.lines().skip(1).filter(|line| !line.is_empty() && !line.contains("->")).count();
        assert_eq!(states, classes, "{name}: {written}");
    }
    for n in 0..64u64 {
        assert_eq!(lab.value("smallodd", &[n]), i64::from(n.count_ones() % 2), "{n}");
        assert_eq!(lab.value("smallrest", &[n]), (n % 3) as i64, "{n}");
        for m in 0..64 {
            assert_eq!(lab.value("smallequal", &[n, m]), i64::from(n == m), "{n} {m}");
        }
    }
}

#[test]
fn minimal_automata_have_a_state_for_each_class_of_words() {
    let files = [
        // States 1 and 2 do the same, 3 is dead, nothing leads to 4.
        (
            "even",
            BINARY,
            "{0,1}\n0 1\n0 -> 1\n1 -> 0\n1 0\n0 -> 0\n1 -> 2\n2 0\n0 -> 0\n1 -> 1\n3 0\n0 -> 3\n4 1\n0 -> 4\n",
        ),
        ("ends", BINARY, "{0,1}\n0 0\n0 -> 1\n1 -> 2\n1 0\n0 -> 0\n1 -> 2\n2 1\n0 -> 1\n1 -> 3\n3 1\n0 -> 0\n1 -> 2\n"),
        (
            "pairs",
            PAIRS,
            "{0,1} {0,1}\n0 1\n0 0 -> 1\n1 1 -> 2\n1 1\n0 0 -> 2\n1 1 -> 0\n2 1\n0 0 -> 0\n1 1 -> 1\n0 1 -> 3\n3 0\n* * -> 3\n",
        ),
    ];
    let (_folder, mut lab) = lab_with("Automata Library", &files.map(|(name, _, text)| (name, text)));
    for (name, digits, _) in files {
        lab.run(&format!("minimize $small ${name};"));
        let small = lab.language("small");
        assert_eq!(small.dfa.states(), classes(&small, digits, 3), "{name}");
        for word in all_words(&letters(digits), 5) {
            assert_eq!(accepts(&small, &word), lab.accepts(name, &word), "{name} on {word:?}");
        }
    }
}
