//! Commands that make words and counts, against their definitions letter by letter.

use std::collections::BTreeMap;

use filbert::library::read_linear;
use filbert::logic::Environment;
use filbert::numeration::encode;
use filbert::script::{Effect, Saved};
use filbert::words::{guess, word_command};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::formula::{Connective, Formula, Quantifier, Term, name};
use super::generate::Generator;
use super::lab::{Checked, Lab, Outcome, wrong};
use super::numeration::Compare;
use super::statements::relation_fits;
use super::systems;
use super::tape::Tape;
use super::worlds::{Deciders, Match, Reference, WORLDS, World};

/// Letters that are compared.
const PREFIX: usize = 150;

/// A morphism by its images.
type Images = Vec<Vec<usize>>;

fn spelled(images: &Images) -> String {
    let letters = |image: &Vec<usize>| image.iter().map(usize::to_string).collect::<String>();
    images.iter().enumerate().map(|(i, image)| format!("{i}->{}", letters(image))).collect::<Vec<_>>().join(" ")
}

fn fixed_point(images: &Images, length: usize) -> Vec<usize> {
    let mut word = vec![0];
    while word.len() < length {
        word = word.iter().flat_map(|&letter| images[letter].iter().copied()).collect();
    }
    word.truncate(length);
    word
}

/// A morphism that begins with 0, with images of one length.
fn uniform(tape: &mut Tape) -> (Images, usize) {
    let length = 2 + tape.below(3);
    let letters = 2 + tape.below(3);
    let mut images: Images = (0..letters).map(|_| (0..length).map(|_| tape.below(letters)).collect()).collect();
    images[0][0] = 0;
    (images, length)
}

/// Holds the letters of a word against a list.
fn same_letters(lab: &Lab, word: &str, expected: &[i64]) -> Checked {
    for (n, &letter) in expected.iter().enumerate() {
        let found = lab.value(word, &[n as i64])?;
        if found != letter {
            return wrong(format!("{word}[{n}] is {found}, not {letter}"));
        }
    }
    Ok(())
}

fn signed(word: &[usize]) -> Vec<i64> {
    word.iter().map(|&letter| letter as i64).collect()
}

/// Defines a random automatic word; its base and letters.
fn promoted(tape: &mut Tape, lab: &mut Lab) -> Checked<(usize, Vec<usize>)> {
    let (images, base) = uniform(tape);
    lab.run(&format!("morphism mm \"{}\"; promote W mm;", spelled(&images)))?;
    lab.tally("morphism");
    lab.tally("promote");
    let word = fixed_point(&images, PREFIX);
    same_letters(lab, "W", &signed(&word))?;
    Ok((base, word))
}

/// `word` without a system: a random morphism of 2 to 4 letters, in whose system sums may be refused.
fn of_a_morphism(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let letters = 2 + tape.below(3);
    let image = |first: Option<usize>, tape: &mut Tape| -> Vec<usize> {
        let others = 1 + tape.below(3);
        first.into_iter().chain((0..others).map(|_| tape.below(letters))).collect()
    };
    let images: Vec<Vec<usize>> = (0..letters).map(|letter| image((letter == 0).then_some(0), tape)).collect();
    lab.run(&format!("word mm \"{}\";", spelled(&images)))?;
    same_letters(lab, "mm", &signed(&fixed_point(&images, PREFIX)))?;
    lab.tally("word of a morphism");
    let name = if tape.below(2) == 0 { "msd_mm" } else { "lsd_mm" };
    systems::in_system(name, Reference::Base(2), tape, lab, deciders)
}

/// One command.
pub fn check(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    match tape.below(20) {
        0 => promoted(tape, lab).map(|_| ()),
        1 => coded(tape, lab),
        2 => image(tape, lab),
        3 => combine(tape, lab, deciders),
        4 => join(tape, lab, deciders),
        5 => converted(tape, lab),
        6 => converted_automaton(tape, lab, deciders),
        7 => {
            let (_, word) = promoted(tape, lab)?;
            let command = *tape.pick(&["reverse", "minimize"]);
            lab.run(&format!("{command} V W;"))?;
            same_letters(lab, "V", &signed(&word))?;
            lab.tally(command);
            Ok(())
        }
        8 => split(tape, lab, deciders),
        9 => guessed(tape, lab),
        10 | 11 => counted(tape, lab, deciders),
        12 => with_macro(tape, lab, deciders),
        13 => systems::ostrowski(tape, lab, deciders),
        14 => systems::own_system(tape, lab, deciders),
        16 | 17 => systems::normalizer(tape, lab, deciders),
        15 => covered(tape, lab, deciders),
        18 => of_a_morphism(tape, lab, deciders),
        _ => by_expression(tape, lab),
    }
}

/// `word`: morphisms that follow a system, with a coding.
fn coded(tape: &mut Tape, lab: &mut Lab) -> Checked {
    let (uniform, base) = uniform(tape);
    let based = format!("msd_{base}");
    let followed: [(&str, Images); 4] = [
        ("msd_fib", vec![vec![0, 1], vec![0]]),
        ("msd_trib", vec![vec![0, 1], vec![0, 2], vec![0]]),
        ("lsd_fib", vec![vec![0, 1], vec![2], vec![0, 2]]),
        ("msd_fib", vec![vec![0, 1], vec![2], vec![3, 1], vec![0, 2]]),
    ];
    let which = tape.below(6);
    let (system, images) = if which < 4 { followed[which].clone() } else { (&*based, uniform) };
    // Images of a system of two digits alternate between both lengths: 1 is never followed by 1.
    let images = match which {
        2 => vec![vec![0, 1], vec![0]],
        3 => vec![vec![0, 1], vec![2], vec![2, 3], vec![0]],
        _ => images,
    };
    let outputs: Vec<i64> = images.iter().map(|_| tape.range(0, 2)).collect();
    let coding: Vec<String> =
        outputs.iter().enumerate().map(|(letter, output)| format!("{letter}->{output}")).collect();
    lab.run(&format!("word W {system} \"{}\" \"{}\":", spelled(&images), coding.join(" ")))?;
    let expected: Vec<i64> = fixed_point(&images, PREFIX).iter().map(|&letter| outputs[letter]).collect();
    same_letters(lab, "W", &expected)?;
    lab.tally("word");
    Ok(())
}

fn image(tape: &mut Tape, lab: &mut Lab) -> Checked {
    let (_, word) = promoted(tape, lab)?;
    let length = 1 + tape.below(3);
    let images: Images = (0..5).map(|_| (0..length).map(|_| tape.below(3)).collect()).collect();
    lab.run(&format!("morphism hh \"{}\"; image V hh W;", spelled(&images)))?;
    let expected: Vec<usize> = word.iter().flat_map(|&letter| images[letter].iter().copied()).take(PREFIX).collect();
    same_letters(lab, "V", &signed(&expected))?;
    lab.tally("image");
    Ok(())
}

/// A formula with exactly these free variables.
pub fn exact(world: &World, free: usize, quantifiers: usize, tape: &mut Tape) -> Formula {
    let formula = Generator::new(world, tape).formula(free, quantifiers);
    let missing = (0..free).filter(|var| !formula.free().contains(var));
    missing.fold(formula.clone(), |whole, var| {
        let same = Formula::Compare(Compare::GreaterEqual, Term::Var(var), Term::Num(0));
        Formula::Binary(Connective::And, Box::new(whole), Box::new(same))
    })
}

/// Systems without words of their own, and with the digits of the reference.
fn plain(tape: &mut Tape) -> &'static World {
    let fits = |world: &&World| world.matched == Match::Words && world.words.is_empty() && !world.signed();
    let worlds: Vec<&'static World> = WORLDS.iter().filter(fits).filter(|world| world.definitions.is_empty()).collect();
    worlds[tape.below(worlds.len())]
}

fn combine(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let world = plain(tape);
    let free = 1 + tape.below(2);
    let count = 1 + tape.below(3);
    let mut parts = Vec::new();
    let mut arguments = String::new();
    for at in 1..=count {
        let formula = exact(world, free, 1, tape);
        let relation = deciders.of(world.reference).relation(&formula)?;
        let output = if tape.chance(1, 2) { Some(tape.range(-2, 9)) } else { None };
        lab.run(&format!("def c{at} \"?{} {formula}\";", world.name))?;
        arguments += &output.map_or_else(|| format!(" c{at}"), |output| format!(" c{at}={output}"));
        parts.push((relation.automaton, output.unwrap_or(at as i64)));
    }
    lab.run(&format!("combine C{arguments};"))?;
    let decider = deciders.of(world.reference);
    for n in 0..60 {
        let tuple: Vec<i64> = [n % 12, n / 5][..free].to_vec();
        let held = parts.iter().rev().find(|(automaton, _)| decider.contains(automaton, &tuple));
        let expected = held.map_or(0, |(_, output)| *output);
        let found = lab.value("C", &tuple)?;
        if found != expected {
            return wrong(format!("C{tuple:?} is {found}, not {expected}"));
        }
    }
    lab.tally("combine");
    Ok(())
}

/// The first value that is not 0.
fn join(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let world = &WORLDS[0];
    super::worlds::define(world, lab)?;
    let words = ["T", "RS", "PD", "TT"];
    let labels = ["a", "b", "c"];
    let mut parts = Vec::new();
    let mut text = String::from("join J");
    for _ in 0..1 + tape.below(3) {
        let word = *tape.pick(&words);
        let first = tape.below(3);
        let mut own = vec![first];
        if word == "TT" {
            own.push((first + 1 + tape.below(2)) % 3);
        }
        let named: Vec<String> = own.iter().map(|&label| format!("[{}]", labels[label])).collect();
        text += &format!(" {word}{}", named.concat());
        parts.push((word, own));
    }
    lab.run(&format!("{text};"))?;
    let mut used: Vec<usize> = parts.iter().flat_map(|(_, own)| own.clone()).collect();
    used.sort_unstable();
    used.dedup();
    let decider = deciders.of(world.reference);
    for n in 0..80i64 {
        let all = [n % 9, n / 7, (n * n) % 23];
        let mut expected = 0;
        for (word, own) in &parts {
            let at: Vec<i64> = own.iter().map(|&label| all[label]).collect();
            let known = decider.words[*word].clone();
            let value = known.values.iter().find(|(_, automaton)| decider.contains(automaton, &at));
            let value = value.map_or(0, |(value, _)| *value);
            if expected == 0 {
                expected = value;
            }
        }
        let tuple: Vec<i64> = used.iter().map(|&label| all[label]).collect();
        let found = lab.value("J", &tuple)?;
        if found != expected {
            return wrong(format!("J{tuple:?} is {found}, not {expected}"));
        }
    }
    lab.tally("join");
    Ok(())
}

/// A system whose base is a power of another's root, in either order of digits.
fn target(base: usize, tape: &mut Tape) -> String {
    let choices: &[usize] = match base {
        2 | 4 => &[2, 4, 8, 16],
        3 => &[3, 9, 27],
        _ => &[base],
    };
    format!("{}_{}", tape.pick(&["msd", "lsd"]), tape.pick(choices))
}

fn converted(tape: &mut Tape, lab: &mut Lab) -> Checked {
    let (base, word) = promoted(tape, lab)?;
    let system = target(base, tape);
    lab.run(&format!("convert V {system} W;"))?;
    same_letters(lab, "V", &signed(&word))?;
    if lab.word("V")?.systems[0].name().as_ref() != system {
        return wrong("the word is in another system");
    }
    lab.tally("convert");
    Ok(())
}

fn converted_automaton(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let system = *tape.pick(&["msd_3", "lsd_3"]);
    let world = WORLDS.iter().find(|world| world.name == system).expect("a world");
    let free = 1 + tape.below(2);
    let formula = exact(world, free, 1, tape);
    let relation = deciders.of(world.reference).relation(&formula)?;
    let system = target(3, tape);
    lab.run(&format!("def fn \"?{} {formula}\"; convert $cv {system} $fn;", world.name))?;
    let found = lab.relation("cv")?;
    let there = World {
        name: "",
        definitions: "",
        reference: world.reference,
        matched: Match::Numbers,
        words: &[],
        most_variables: 2,
        turns: 10,
    };
    relation_fits(&there, &found, &relation.automaton, free, tape, deciders)?;
    lab.tally("convert");
    Ok(())
}

/// From a negative base to the positive one and back.
fn split(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let base = *tape.pick(&["2", "3"]);
    let world = WORLDS.iter().find(|world| world.name == format!("msd_neg_{base}")).expect("a world");
    let free = 1 + tape.below(2);
    let formula = exact_integers(world, free, tape);
    let relation = deciders.of(world.reference).relation(&formula)?;
    lab.run(&format!("def fn \"?{} {formula}\";", world.name))?;
    let signs: Vec<i64> = (0..free).map(|_| *tape.pick(&[1, -1, 0])).collect();
    if signs.iter().all(|&sign| sign == 0) {
        return Ok(());
    }
    let brackets: String = signs.iter().map(|sign| ["[-]", "[]", "[+]"][(sign + 1) as usize]).collect();
    lab.run(&format!("split sp fn{brackets};"))?;
    lab.run(&format!("rsplit rs{brackets} sp;"))?;
    let (split, back) = (lab.relation("sp")?, lab.relation("rs")?);
    let decider = deciders.of(world.reference);
    for n in 0..50i64 {
        let numbers: Vec<i64> = [n % 8, n / 6][..free].to_vec();
        let big = |numbers: &[i64]| numbers.iter().map(|&n| n.into()).collect::<Vec<BigInt>>();
        let meant: Vec<i64> =
            numbers.iter().zip(&signs).map(|(n, &sign)| if sign == 0 { *n } else { sign * n }).collect();
        let expected = decider.contains(&relation.automaton, &meant);
        if split.contains(&big(&numbers)) != expected {
            return wrong(format!("split: {numbers:?} stands for {meant:?}, where the relation is {expected}"));
        }
        if back.contains(&big(&meant)) != expected {
            return wrong(format!("rsplit: {meant:?} came from {numbers:?}, where the relation is {expected}"));
        }
    }
    lab.tally("split");
    lab.tally("rsplit");
    Ok(())
}

fn exact_integers(world: &World, free: usize, tape: &mut Tape) -> Formula {
    let formula = Generator::new(world, tape).formula(free, 1);
    let missing: Vec<usize> = (0..free).filter(|var| !formula.free().contains(var)).collect();
    missing.into_iter().fold(formula, |whole, var| {
        let same = Formula::Compare(Compare::Equal, Term::Var(var), Term::Var(var));
        Formula::Binary(Connective::And, Box::new(whole), Box::new(same))
    })
}

/// What is guessed from a prefix begins with it.
fn guessed(tape: &mut Tape, lab: &mut Lab) -> Checked {
    let (images, base) = uniform(tape);
    let prefix = signed(&fixed_point(&images, 400));
    let full = format!("msd_{base}");
    let Ok(system) = lab.session.names().system(&full) else { return wrong("no system") };
    let Ok(found) = guess(&prefix, &system, &filbert::script::Limits::default().budget()) else {
        return Err(Outcome::Skipped("nothing to guess"));
    };
    lab.run(&word_command("W", &full, &found))?;
    same_letters(lab, "W", &prefix)?;
    lab.tally("guess");
    Ok(())
}

/// `eval NAME a "F"`: how many b there are for each a.
fn counted(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let world = plain(tape);
    let formula = exact(world, 2, 1, tape);
    // Finitely many: b is at most a + c.
    let c = tape.range(0, 6);
    let bound = Term::Add(Box::new(Term::Var(0)), Box::new(Term::Num(c)));
    let formula = Formula::and(Formula::Compare(Compare::LessEqual, Term::Var(1), bound), formula);
    let relation = deciders.of(world.reference).relation(&formula)?;
    let run = lab.run(&format!("eval cnt a \"?{} {formula}\";", world.name))?;
    let json = run.saved.iter().find_map(|saved| match saved {
        Saved::File(file, text) if file.ends_with(".json") => Some(text.clone()),
        _ => None,
    });
    let Some(json) = json else { return wrong("no file of the linear representation") };
    let names = lab.session.names();
    let digits = |name: &str| names.system(name).map(|system| system.digits()).map_err(|error| error.to_string());
    let (linear, systems) = read_linear(&json, digits).map_err(Outcome::Wrong)?;
    let systems: Vec<_> = systems.systems.iter().map(|name| names.system(name).expect("a system")).collect();
    let minimal = linear.minimize(&filbert::script::Limits::default().budget());
    let decider = deciders.of(world.reference);
    for a in 0..24i64 {
        let expected = (0..=a + c).filter(|&b| decider.contains(&relation.automaton, &[a, b])).count();
        for representation in [Some(&linear), minimal.as_ref().ok()].into_iter().flatten() {
            let word = encode(&[a.into()], &representation.layout, &systems);
            let value = representation
                .value(word, &filbert::script::Limits::default().budget())
                .ok()
                .flatten()
                .and_then(|value| value.to_integer().to_usize());
            if value != Some(expected) {
                return wrong(format!("there are {expected} for a = {a}, not {value:?}"));
            }
        }
    }
    lab.tally("count");
    Ok(())
}

/// A template in place of its text.
fn with_macro(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let world = plain(tape);
    // Names that are in no keyword.
    let (s, t) = (11, 12);
    let template = exact(world, 2, 0, tape);
    let template = rename(&template, &|var| if var == 0 { s } else { t });
    let text = template.to_string().replace(name(s), "%0").replace(name(t), "%1");
    let k = tape.range(1, 4);
    let (a, x) = (0, 3);
    let argument = Term::Add(Box::new(Term::Var(x)), Box::new(Term::Num(k)));
    lab.run(&format!("macro mac \"{text}\";"))?;
    let asked = format!("?{} Ex x<a & #mac({argument},a)", world.name);
    let equal = |var: usize, term: Term| Formula::Compare(Compare::Equal, Term::Var(var), term);
    let body = Formula::and(equal(s, argument), Formula::and(equal(t, Term::Var(a)), template));
    let body = Formula::and(Formula::less(Term::Var(x), Term::Var(a)), body);
    let meant = Formula::Quantified(Quantifier::Exists, vec![x, s, t], Box::new(body));
    let expected = deciders.of(world.reference).relation(&meant)?;
    let Effect::Relation(_, relation) = lab.answer(&asked)? else { return wrong("no relation") };
    relation_fits(world, &relation, &expected.automaton, 1, tape, deciders)?;
    lab.tally("macro");
    Ok(())
}

fn rename(formula: &Formula, of: &dyn Fn(usize) -> usize) -> Formula {
    match formula {
        Formula::Compare(op, a, b) => Formula::Compare(*op, a.rename(of), b.rename(of)),
        Formula::Not(inner) => rename(inner, of).negated(),
        Formula::Binary(op, a, b) => Formula::Binary(*op, Box::new(rename(a, of)), Box::new(rename(b, of))),
        other => other.clone(),
    }
}

/// `cover`: what satisfies the first satisfies one of the others.
fn covered(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let world = plain(tape);
    let free = 1 + tape.below(2);
    let whole = exact(world, free, 1, tape);
    let pieces: Vec<Formula> = (0..1 + tape.below(3)).map(|_| Generator::new(world, tape).formula(free, 1)).collect();
    let decider = deciders.of(world.reference);
    let negated = pieces.iter().fold(whole.clone(), |left, piece| Formula::and(left, piece.clone().negated()));
    let left = decider.relation(&negated)?;
    let texts: Vec<String> = pieces.iter().map(|piece| format!("\"?{} {piece}\"", world.name)).collect();
    let run = lab.run(&format!("cover cov \"?{} {whole}\" by {}:", world.name, texts.join(" ")))?;
    let Effect::Covered(verdict, _) = run.effect else { return wrong("no cover") };
    if verdict.truth == left.automaton.live()[0] {
        return wrong(format!("the pieces are said to leave {}", if verdict.truth { "nothing" } else { "something" }));
    }
    if let Some(example) = &verdict.example {
        let values: BTreeMap<&str, i64> =
            example.iter().filter_map(|(name, value)| Some((&**name, value.number()?.to_i64()?))).collect();
        let tuple: Option<Vec<i64>> = left.variables.iter().map(|&var| values.get(name(var)).copied()).collect();
        if let Some(tuple) = tuple
            && !decider.contains_any(&left.automaton, &tuple)?
        {
            return wrong(format!("{values:?} is covered"));
        }
    }
    lab.tally("cover");
    Ok(())
}

/// `word NAME[n] "term"`.
fn by_expression(tape: &mut Tape, lab: &mut Lab) -> Checked {
    let (base, word) = promoted(tape, lab)?;
    let (k, c) = (1 + tape.below(3), tape.below(4));
    lab.run(&format!("word V[n][m] \"?msd_{base} {k}*W[n]+W[m+{c}]\":"))?;
    for n in 0..80 {
        let (i, j) = (n % 9, n / 9);
        let expected = (k * word[i] + word[j + c]) as i64;
        let found = lab.value("V", &[i as i64, j as i64])?;
        if found != expected {
            return wrong(format!("V[{i}][{j}] is {found}, not {expected}"));
        }
    }
    lab.tally("word");
    Ok(())
}
