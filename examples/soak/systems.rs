//! Systems that are just defined, by commands and by files, and converters to their numbers.

use std::path::Path;

use filbert::library::{Directory, Folders};

use super::about_words::{accepts, all_words};
use super::automaton::Automaton;
use super::formula::{Formula, Term};
use super::lab::{Checked, Lab, Outcome, wrong};
use super::numeration::Compare;
use super::tape::Tape;
use super::worlds::{Deciders, Match, Reference, World};

/// A statement in a system just defined: what numbers do does not depend on how they are written.
pub fn in_system(
    name: &'static str,
    reference: Reference,
    tape: &mut Tape,
    lab: &mut Lab,
    deciders: &mut Deciders,
) -> Checked {
    let world =
        World { name, definitions: "", reference, matched: Match::Numbers, words: &[], most_variables: 2, turns: 10 };
    super::statements::check(&world, tape, lab, deciders).map(|_| ())
}

/// `ost`: a random continued fraction.
pub fn ostrowski(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let list = |tape: &mut Tape, least: usize| -> Vec<String> {
        (0..least + tape.below(2)).map(|_| (1 + tape.below(3)).to_string()).collect()
    };
    let (mut before, period) = (list(tape, 0), list(tape, 1));
    before.insert(0, "0".into());
    lab.run(&format!("ost oo [{}] [{}];", before.join(" "), period.join(" ")))?;
    let name = *tape.pick(&["msd_oo", "lsd_oo"]);
    in_system(name, Reference::Base(2), tape, lab, deciders)?;
    lab.tally("ost");
    Ok(())
}

/// `numeration`: a recurrence, an expansion of one, or a base.
pub fn own_system(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let k = 1 + tape.below(4);
    let definition = match tape.below(4) {
        0 => format!("x^2 = {k}x + 1"),
        1 => format!("base {}", k + 1),
        2 => format!("d(1) = {k} (1)"),
        _ => format!("x^2 = {k}x + {k}"),
    };
    lab.run(&format!("numeration nn \"{definition}\":"))?;
    let name = *tape.pick(&["msd_nn", "lsd_nn"]);
    in_system(name, Reference::Base(2), tape, lab, deciders)?;
    lab.tally("numeration");
    Ok(())
}

/// Systems with converters.
const CONVERTED: [(&str, Reference); 10] = [
    ("msd_2", Reference::Base(2)),
    ("lsd_2", Reference::Base(2)),
    ("msd_3", Reference::Base(3)),
    ("msd_neg_2", Reference::Base(-2)),
    ("lsd_neg_3", Reference::Base(-3)),
    ("msd_fib", Reference::Fibonacci),
    ("lsd_fib", Reference::Fibonacci),
    ("msd_trib", Reference::Tribonacci),
    ("msd_pell", Reference::Pell),
    ("lsd_pell", Reference::Pell),
];

/// Digits of the words that are converted.
const DIGITS: [&[i64]; 7] = [&[0, 1], &[0, 1, 2], &[-1, 0, 1], &[1, 2], &[-1, 1], &[0, 3], &[-2]];

/// `normalizer`: every pair of a word over the digits and a representation of its length.
pub fn normalizer(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let (system, reference) = *tape.pick(&CONVERTED);
    let digits = *tape.pick(&DIGITS);
    let listed: Vec<String> = digits.iter().map(i64::to_string).collect();
    lab.run(&format!("normalizer nz {system} {{{}}};", listed.join(",")))?;
    let language = lab.language("nz")?;
    let numeration = &deciders.of(reference).numeration;
    for length in 0..=4 {
        for mut words in all_words(&language.tracks, length) {
            let found = accepts(&language, &words);
            if system.starts_with("lsd") {
                words.iter_mut().for_each(|word| word.reverse());
            }
            let number: Vec<usize> = words[1].iter().map(|&digit| digit as usize).collect();
            let expected =
                numeration.is_valid(&number, true) && numeration.value(&words[0]) == numeration.value(&words[1]);
            if found != expected {
                return wrong(format!("normalizer: {words:?}, most significant digit first, should be {expected}"));
            }
        }
    }
    lab.tally("normalizer");
    Ok(())
}

/// Names of systems from files: each is read once in a session.
const FROM_FILES: [[&str; 2]; 8] = [
    ["msd_hma", "lsd_hma"],
    ["msd_hmb", "lsd_hmb"],
    ["msd_hmc", "lsd_hmc"],
    ["msd_hmd", "lsd_hmd"],
    ["msd_hme", "lsd_hme"],
    ["msd_hmf", "lsd_hmf"],
    ["msd_hmg", "lsd_hmg"],
    ["msd_hmh", "lsd_hmh"],
];

/// Another way to write the words of a system: what a digit means depends on those before it. Zeros in front are zeros.
struct Cipher {
    /// For each state and written digit, the digit meant.
    meant: Vec<Vec<usize>>,
    next: Vec<Vec<usize>>,
}

impl Cipher {
    fn random(digits: usize, tape: &mut Tape) -> Cipher {
        let states = 1 + tape.below(3);
        let (mut meant, mut next) = (Vec::new(), Vec::new());
        for state in 0..states {
            // The zeros in front stay, and so does the state.
            let kept = usize::from(state == 0);
            let mut order: Vec<usize> = (0..digits).collect();
            (kept..digits).for_each(|at| order.swap(at, kept + tape.below(at + 1 - kept)));
            meant.push(order);
            next.push((0..digits).map(|digit| if digit < kept { 0 } else { tape.below(states) }).collect());
        }
        Cipher { meant, next }
    }

    /// The words written so whose meaning is in a relation on some tracks.
    fn written(&self, relation: &Automaton, tracks: usize) -> Checked<Automaton> {
        let digits = self.meant[0].len();
        let step = |(q, states): &(u32, Vec<usize>), letter: usize| {
            let (mut rest, mut place, mut meant) = (letter, 1, 0);
            let mut next = Vec::with_capacity(tracks);
            for &state in states {
                meant += place * self.meant[state][rest % digits];
                next.push(self.next[state][rest % digits]);
                rest /= digits;
                place *= digits;
            }
            (relation.step(*q, meant), next)
        };
        let accepts = |(q, _): &(u32, Vec<usize>)| relation.accepting[*q as usize];
        Ok(Automaton::build(relation.letters, (0, vec![0; tracks]), step, accepts)?)
    }
}

/// An automaton as files hold it.
fn stored(automaton: &Automaton, tracks: usize, digits: usize) -> String {
    let alphabet: Vec<String> = (0..digits).map(|digit| digit.to_string()).collect();
    let mut text = vec![format!("{{{}}}", alphabet.join(",")); tracks].join(" ") + "\n";
    for state in 0..automaton.states() {
        text += &format!("\n{state} {}\n", u8::from(automaton.accepting[state]));
        for letter in 0..automaton.letters {
            let symbols: Vec<String> =
                (0..tracks).map(|track| (letter / digits.pow(track as u32) % digits).to_string()).collect();
            text += &format!("{} -> {}\n", symbols.join(" "), automaton.step(state as u32, letter));
        }
    }
    text
}

/// A system that files in `Custom Bases` define, and a statement in it.
pub fn handmade(tape: &mut Tape, room: &Path, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let references =
        [Reference::Base(2), Reference::Fibonacci, Reference::Base(3), Reference::Base(-2), Reference::Pell];
    let reference = *tape.pick(&references);
    let folder = room.join(Directory::Bases.folder());
    std::fs::create_dir_all(&folder).map_err(|why| Outcome::Wrong(why.to_string()))?;
    let known = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let known = known.filter(|entry| entry.file_name().to_string_lossy().ends_with("_addition.txt")).count();
    let names = FROM_FILES[known];
    let decider = deciders.of(reference);
    let digits = decider.numeration.digits;
    let cipher = Cipher::random(digits, tape);
    let order = tape.below(2);
    let (x, y, z) = (Term::Var(0), Term::Var(1), Term::Var(2));
    let sum = Term::Add(Box::new(x.clone()), Box::new(y.clone()));
    let parts = [
        ("", Formula::Compare(Compare::Equal, x.clone(), x.clone())),
        ("_addition", Formula::Compare(Compare::Equal, sum, z)),
        ("_less_than", Formula::less(x, y)),
    ];
    for (ending, formula) in parts {
        let relation = decider.relation(&formula)?;
        let tracks = relation.variables.len();
        let mut written = cipher.written(&relation.automaton, tracks)?;
        if order == 1 {
            written = written.reversed()?;
        }
        let text = stored(&written, tracks, digits);
        let name = format!("{}{ending}.txt", names[order]);
        std::fs::write(folder.join(&name), &text).map_err(|why| Outcome::Wrong(why.to_string()))?;
        lab.script.push(format!("# Custom Bases/{name}:\n# {}", text.trim().replace('\n', "\n# ")));
    }
    // A session knows the files that were there when it began.
    lab.session = Lab::in_folders(Folders { session: room.join("session"), home: room.to_owned() }).session;
    in_system(names[tape.below(2)], reference, tape, lab, deciders)?;
    lab.tally("custom base");
    Ok(())
}
