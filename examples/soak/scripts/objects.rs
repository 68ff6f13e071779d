//! What the oracle takes definitions to mean.

use std::rc::Rc;

use super::super::automaton::Automaton;
use super::super::languages as sets;
use super::claims::game_named;
use super::meaning::{Function, Game, LETTERS, Sequence, System, Word, fixed_point, reached, uniform};
use super::model::{Body, Command, Images, Kind, NUMERATIONS, OSTROWSKI, Rule, Text, Words, is_unreadable};
use super::oracle::{By, Fail, Meaning, Oracle};

type Bound = Vec<(Kind, String, Meaning)>;

fn function(name: &str, function: Function) -> Bound {
    vec![(Kind::Function, name.to_owned(), Meaning::Function(Rc::new(function)))]
}

fn word(name: &str, word: Word) -> Bound {
    vec![(Kind::Word, name.to_owned(), Meaning::Word(Rc::new(word)))]
}

/// The worst of what went wrong, or all that was found.
fn all<T>(found: Vec<Result<T, Fail>>) -> Result<Vec<T>, Fail> {
    match found.iter().filter_map(|one| one.as_ref().err()).max() {
        Some(why) => Err(*why),
        None => Ok(found.into_iter().flatten().collect()),
    }
}

/// Why no word is made by a transducer: there is none to be named.
fn transduced(oracle: &mut Oracle<'_>, word: &str) -> Fail {
    let undecided = oracle.find(Kind::Word, word).err().filter(|why| *why == Fail::Undecided);
    oracle.is_wrong = true;
    undecided.unwrap_or(Fail::Wrong)
}

/// What a definition binds its names to.
pub fn meanings(oracle: &mut Oracle<'_>, command: &Command) -> Result<Bound, Fail> {
    use Command as C;
    if is_unreadable(command) {
        return Err(Fail::Wrong);
    }
    match command {
        C::Def { name, order, counted, text, .. } => defined(oracle, name, (order, *counted), text),
        C::Reg { name, system, words } => Ok(function(name, regular(oracle, system, words)?)),
        C::Word { name, system, images, coding } => of_morphism(oracle, name, system, images, coding.as_deref()),
        C::WordBy { name, parts, more } => by_sum(oracle, name, parts, *more),
        C::Promote { name, morphism } => {
            let images = morphism_named(oracle, morphism)?;
            let letters = fixed_point(&images).ok_or(Fail::Wrong)?;
            let base = uniform(images.iter()).ok_or(Fail::Unsure)?;
            let letters = letters.into_iter().map(|letter| letter as i64).collect();
            Ok(word(name, Word { system: System::Msd(base as u64), letters }))
        }
        C::Morphism { images, .. } if images.is_empty() => Err(Fail::Wrong),
        C::Morphism { name, images } => {
            Ok(vec![(Kind::Morphism, name.clone(), Meaning::Morphism(Rc::new(images.clone())))])
        }
        C::Macro { name, text } => Ok(vec![(Kind::Macro, name.clone(), Meaning::Macro(Rc::new(text.clone())))]),
        C::Combine { name, parts } => combined(oracle, name, parts),
        C::Numeration { name, which } => system(name, NUMERATIONS[*which]),
        C::Ost { name, which } => system(name, OSTROWSKI[*which]),
        C::Sequence { name, body } => {
            let sequence = values(oracle, name, body)?;
            Ok(vec![(Kind::Sequence, name.clone(), Meaning::Sequence(Rc::new(sequence)))])
        }
        C::Synchronize { name, sequence } => {
            let Meaning::Sequence(sequence) = oracle.find(Kind::Sequence, sequence)? else { return Err(Fail::Unsure) };
            if !sequence.is_linear {
                return Err(Fail::Unsure);
            }
            let row = |n: usize| (0..20).map(|m| sequence.values[n] == m).collect();
            Ok(function(name, Function::Pair { system: System::Msd(2), holds: (0..20).map(row).collect() }))
        }
        C::Normalizer { name, system } => match oracle.system(system)? {
            System::Msd(base) => {
                let holds = (0..20).map(|x| (0..20).map(|y| x == y).collect()).collect();
                Ok(function(name, Function::Pair { system: System::Digits(base), holds }))
            }
            _ => Err(Fail::Unsure),
        },
        C::Game { name, rule } => game(oracle, name, rule),
        C::Kernel { name, game, .. } => {
            let kernel = game_named(oracle, game)?.positions(0).ok_or(Fail::Unsure)?;
            Ok(function(name, kernel))
        }
        C::Grundy { name, game, upto } => {
            let game = game_named(oracle, game)?;
            let of = |value: u64| Ok(function(&format!("{name}_{value}"), game.positions(value).ok_or(Fail::Unsure)?));
            Ok(all((0..=*upto).map(of).collect())?.concat())
        }
        C::Languages { keyword, name, of } => {
            let of: Vec<_> = of.iter().map(|name| function_named(oracle, name)).collect();
            // A truth value is no automaton, whatever stands beside it.
            oracle.is_wrong |= of.iter().flatten().any(|of| of.arity() == Some(0));
            Ok(function(name, put_together(keyword, &all(of)?)?))
        }
        C::Row { keyword, name, marked, system, of } => row(oracle, keyword, (name, *marked), system, of),
        C::Image { name, morphism, word: of } => image(oracle, name, morphism, of),
        C::Join { name, words } => {
            let words = all(words.iter().map(|name| word_named(oracle, name)).collect())?;
            let system = words[0].system.clone();
            if words.iter().any(|other| other.system != system) {
                return Err(Fail::Unsure);
            }
            let length = words.iter().map(|word| word.letters.len()).min().unwrap_or(0);
            let first = |n: usize| words.iter().map(|word| word.letters[n]).find(|&letter| letter != 0).unwrap_or(0);
            Ok(word(name, Word { system, letters: (0..length).map(first).collect() }))
        }
        C::Transduce { word, .. } => Err(transduced(oracle, word)),
        C::Broken { .. } => Err(Fail::Wrong),
        C::Claim { .. } | C::Value { .. } | C::Cover { .. } | C::File { .. } | C::Quit | C::Look { .. } => {
            Ok(Vec::new())
        }
    }
}

fn function_named(oracle: &mut Oracle<'_>, name: &str) -> Result<Rc<Function>, Fail> {
    match oracle.find(Kind::Function, name)? {
        Meaning::Function(function) => Ok(function),
        _ => Err(Fail::Unsure),
    }
}

fn word_named(oracle: &mut Oracle<'_>, name: &str) -> Result<Rc<Word>, Fail> {
    match oracle.find(Kind::Word, name)? {
        Meaning::Word(word) => Ok(word),
        _ => Err(Fail::Unsure),
    }
}

fn morphism_named(oracle: &mut Oracle<'_>, name: &str) -> Result<Rc<Images>, Fail> {
    match oracle.find(Kind::Morphism, name)? {
        Meaning::Morphism(images) => Ok(images),
        _ => Err(Fail::Unsure),
    }
}

fn defined(oracle: &mut Oracle<'_>, name: &str, (order, counted): (&[char], bool), text: &Text) -> Result<Bound, Fail> {
    let (system, known, free) = oracle.known(text)?;
    if counted {
        // n and x are free, and finitely many x belong to each n.
        if free != ['n', 'x'] {
            return Err(Fail::Unsure);
        }
        let function_of = known.function(&free, &system).ok_or(Fail::Unsure)?;
        let values =
            (0..16).map(|n| (0..20).filter(|&x| function_of.holds(&[n, x]) == Some(true)).count() as i64).collect();
        let sequence = Sequence { values, is_linear: false };
        let mut bound = function(name, function_of);
        bound.push((Kind::Sequence, name.to_owned(), Meaning::Sequence(Rc::new(sequence))));
        return Ok(bound);
    }
    let order = if order.is_empty() { free.clone() } else { order.to_vec() };
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if sorted != free {
        return Err(Fail::Wrong);
    }
    Ok(function(name, known.function(&order, &system).ok_or(Fail::Unsure)?))
}

fn regular(oracle: &mut Oracle<'_>, system: &str, words: &Words) -> Result<Function, Fail> {
    let system = oracle.system(system)?;
    let in_base = system == System::Msd(2);
    match (words, &system) {
        (Words::Nonsense, _) => Err(Fail::Wrong),
        (Words::Numbers(numbers), System::Msd(_)) => {
            let holds = (0..256).map(|x| numbers.contains(&x)).collect();
            Ok(Function::periodic(system, holds))
        }
        (Words::Ones, System::Msd(base)) => {
            let numbers: Vec<u64> = std::iter::successors(Some(0), |ones| Some(ones * base + 1)).take(6).collect();
            let holds: Vec<bool> = (0..64).map(|x| numbers.contains(&x)).collect();
            // Zeros, then ones; then nothing.
            let step = |&at: &u8, digit: usize| match (at, digit) {
                (0, 0) => 0,
                (0 | 1, 1) => 1,
                _ => 2,
            };
            let automaton = Automaton::build(2, 0, step, |&at| at < 2).ok().filter(|_| in_base);
            Ok(Function::Set { system, holds, automaton: automaton.map(Rc::new) })
        }
        (Words::Power(zeros), System::Msd(base)) => {
            let holds = (0..256).map(|x| x == base.pow(*zeros as u32)).collect();
            Ok(Function::periodic(system, holds))
        }
        (Words::Power(zeros @ (1 | 2)), System::Own(ten, hundred)) => {
            let wanted = if *zeros == 1 { *ten } else { *hundred };
            Ok(Function::Set { holds: (0..64).map(|x| x == wanted).collect(), system, automaton: None })
        }
        (Words::Power(zeros @ (1 | 2)), System::Fibonacci) => {
            let wanted = *zeros as u64 + 1;
            Ok(Function::Set { holds: (0..64).map(|x| x == wanted).collect(), system, automaton: None })
        }
        (Words::Large, System::Msd(2)) => {
            oracle.limit()?;
            Ok(Function::Set { system, holds: vec![false; 64], automaton: None })
        }
        _ => Err(Fail::Unsure),
    }
}

fn of_morphism(
    oracle: &mut Oracle<'_>,
    name: &str,
    system: &str,
    images: &Images,
    coding: Option<&[i64]>,
) -> Result<Bound, Fail> {
    let System::Msd(base) = oracle.system(system)? else { return Err(Fail::Unsure) };
    let letters = fixed_point(images).ok_or(Fail::Wrong)?;
    if uniform(reached(images).into_iter().flatten()) != Some(base as usize) {
        return Err(Fail::Wrong);
    }
    let coded = |letter: usize| coding.map_or(Some(letter as i64), |coding| coding.get(letter).copied());
    let letters: Vec<i64> = letters.into_iter().map_while(coded).collect();
    if letters.len() < LETTERS {
        return Err(Fail::Wrong);
    }
    Ok(word(name, Word { system: System::Msd(base), letters }))
}

fn by_sum(oracle: &mut Oracle<'_>, name: &str, parts: &[(String, u64, u64)], more: i64) -> Result<Bound, Fail> {
    let words = all(parts.iter().map(|(name, ..)| word_named(oracle, name)).collect())?;
    if words.iter().any(|word| word.system != System::Msd(2)) {
        return Err(Fail::Unsure);
    }
    let letter = |n: u64| {
        let own = words.iter().zip(parts).map(|(word, (_, times, plus))| word.letters.get((times * n + plus) as usize));
        own.sum::<Option<i64>>().map(|sum| sum + more)
    };
    let letters: Vec<i64> = (0..LETTERS as u64).map_while(letter).collect();
    if letters.len() < 16 {
        return Err(Fail::Unsure);
    }
    Ok(word(name, Word { system: System::Msd(2), letters }))
}

fn combined(oracle: &mut Oracle<'_>, name: &str, parts: &[(String, Option<i64>)]) -> Result<Bound, Fail> {
    let functions = all(parts.iter().map(|(name, _)| function_named(oracle, name)).collect())?;
    let mut letters = vec![0; 64];
    for (at, (function, (_, value))) in functions.iter().zip(parts).enumerate() {
        let Function::Set { system: System::Msd(2), holds, .. } = &**function else { return Err(Fail::Unsure) };
        letters.truncate(holds.len());
        for (letter, _) in letters.iter_mut().zip(holds).filter(|(_, holds)| **holds) {
            *letter = value.unwrap_or(at as i64 + 1);
        }
    }
    Ok(word(name, Word { system: System::Msd(2), letters }))
}

fn system(name: &str, (_, ten, hundred): (&str, u64, u64)) -> Result<Bound, Fail> {
    if ten == 0 {
        return Err(Fail::Wrong);
    }
    Ok(vec![(Kind::System, name.to_owned(), Meaning::System(System::Own(ten, hundred)))])
}

fn values(oracle: &mut Oracle<'_>, name: &str, body: &Body) -> Result<Sequence, Fail> {
    let of = |value: &dyn Fn(i64) -> i64, is_linear: bool| Sequence { values: (0..24).map(value).collect(), is_linear };
    Ok(match body {
        Body::Linear(times, more) => of(&|n| times * n + more, true),
        Body::Count(more) => of(&|n| n + more, true),
        Body::Square(more) => of(&|n| n * n + more, false),
        Body::Other(other, more) => {
            // A sequence that names itself is defined by equations.
            if other == name {
                return Err(Fail::Unsure);
            }
            let Meaning::Sequence(other) = oracle.find(Kind::Sequence, other)? else { return Err(Fail::Unsure) };
            Sequence { values: other.values.iter().map(|value| value + more).collect(), is_linear: other.is_linear }
        }
        Body::Nonsense => return Err(Fail::Wrong),
    })
}

fn game(oracle: &mut Oracle<'_>, name: &str, rule: &Rule) -> Result<Bound, Fail> {
    let to = rule.to.as_ref().map(|to| function_named(oracle, to)).transpose()?;
    match &to {
        _ if rule.misere && rule.block.is_some_and(|block| block > 1) => Err(Fail::Wrong),
        None if rule.endless => Err(Fail::Wrong),
        Some(to) if to.arity() != Some(1) => Err(if to.arity().is_none() { Fail::Unsure } else { Fail::Wrong }),
        Some(to) if !matches!(&**to, Function::Set { system: System::Msd(2), .. }) => Err(Fail::Unsure),
        Some(to) if rule.endless && has_larger_option(rule, to) => Err(Fail::Wrong),
        _ => Ok(vec![(Kind::Game, name.to_owned(), Meaning::Game(Rc::new(Game { rule: rule.clone(), to })))]),
    }
}

/// Whether some pile from which there are moves has a larger option in a set, where moves to larger piles are moves.
fn has_larger_option(rule: &Rule, to: &Function) -> bool {
    let Function::Set { holds, .. } = to else { return true };
    let least = rule.terminal.map_or(0, |terminal| terminal as usize);
    holds.iter().enumerate().any(|(option, holds)| *holds && option > least)
}

/// What the commands on languages make.
fn put_together(keyword: &str, of: &[Rc<Function>]) -> Result<Function, Fail> {
    let combine = |a: bool, b: bool| match keyword {
        "union" => a || b,
        "intersect" => a && b,
        _ => a && !b,
    };
    let is_boolean = matches!(keyword, "union" | "intersect" | "difference");
    if of.iter().any(|one| matches!(**one, Function::Truth(_))) {
        return Err(Fail::Wrong);
    }
    let automata: Option<Vec<&Rc<Automaton>>> = of.iter().map(|one| one.automaton()).collect();
    let Some(automata) = automata else {
        return match (&*of[0], of.get(1).map(|one| &**one)) {
            (Function::Set { system, holds, .. }, Some(Function::Set { system: other, holds: others, .. }))
                if is_boolean && system == other && of.len() == 2 =>
            {
                let holds = holds.iter().zip(others).map(|(a, b)| combine(*a, *b)).collect();
                Ok(Function::Set { system: system.clone(), holds, automaton: None })
            }
            _ => Err(Fail::Unsure),
        };
    };
    let too_large = |_| Fail::Unsure;
    let mut whole = (**automata[0]).clone();
    for other in &automata[1..] {
        whole = match keyword {
            "concat" => sets::concat(&whole, other),
            "leftquo" => sets::left_quotient(&whole, other),
            "rightquo" => Automaton::build(2, 0u32, |_, _| 0, |_| true).and_then(|every| {
                // The states change in what they accept; the product makes it smallest.
                sets::right_quotient(&whole, other).with(&every, |own, _| own)
            }),
            _ => whole.with(other, combine),
        }
        .map_err(too_large)?;
    }
    whole = match keyword {
        "star" => sets::star(&whole).map_err(too_large)?,
        "fixleadzero" => sets::fix_lead(&whole, 0).map_err(too_large)?,
        "fixtrailzero" => sets::fix_trail(&whole, 0).map_err(too_large)?,
        _ => whole,
    };
    let is_of_numbers = !matches!(&*of[0], Function::Words { in_base: false, .. });
    Function::of_words(whole, is_of_numbers && !matches!(keyword, "concat" | "star")).ok_or(Fail::Unsure)
}

/// The system in which a command reads anew.
fn turned(keyword: &str, from: &System, to: System) -> Result<System, Fail> {
    match (keyword, from, &to) {
        ("minimize", from, _) => Ok(from.clone()),
        ("reverse", System::Msd(base), _) => Ok(System::Lsd(*base)),
        ("reverse", System::Lsd(base), _) => Ok(System::Msd(*base)),
        ("rsplit", System::Msd(2), _) => Ok(System::Negative),
        ("split", System::Negative, _) => Ok(System::Msd(2)),
        ("convert", System::Msd(2 | 4) | System::Lsd(2 | 4), System::Msd(2 | 4) | System::Lsd(2 | 4)) => Ok(to),
        ("alphabet", System::Msd(2), System::Msd(2)) => Ok(to),
        _ => Err(Fail::Unsure),
    }
}

/// The commands that make a word of a word, or a function of a function.
fn row(
    oracle: &mut Oracle<'_>,
    keyword: &str,
    (name, marked): (&str, bool),
    system: &str,
    of: &str,
) -> Result<Bound, Fail> {
    let to = match keyword {
        "convert" | "alphabet" => oracle.system(system)?,
        _ => System::Other,
    };
    if marked {
        return Ok(match &*function_named(oracle, of)? {
            Function::Set { system, holds, automaton } => {
                let system = turned(keyword, system, to)?;
                let automaton = automaton.clone().filter(|_| matches!(keyword, "minimize" | "alphabet"));
                function(name, Function::Set { system, holds: holds.clone(), automaton })
            }
            Function::Words { automaton, .. } if keyword == "alphabet" && to == System::Msd(2) => {
                function(name, Function::of_words((**automaton).clone(), true).ok_or(Fail::Unsure)?)
            }
            other if keyword == "minimize" => function(name, other.clone()),
            _ => return Err(Fail::Unsure),
        });
    }
    // Where there is no such word, a function is meant.
    let is_function = oracle.look(Kind::Word, of).1 == By::Nothing && oracle.look(Kind::Function, of).1 != By::Nothing;
    if is_function {
        return Err(Fail::Unsure);
    }
    let word_of = word_named(oracle, of)?;
    let system = turned(keyword, &word_of.system, to)?;
    Ok(word(name, Word { system, letters: word_of.letters.clone() }))
}

fn image(oracle: &mut Oracle<'_>, name: &str, morphism: &str, of: &str) -> Result<Bound, Fail> {
    let found = (morphism_named(oracle, morphism), word_named(oracle, of));
    let (images, of) = match found {
        (Ok(images), Ok(of)) => (images, of),
        (Err(why), Err(other)) => return Err(why.max(other)),
        (Err(why), _) | (_, Err(why)) => return Err(why),
    };
    let has_image =
        |letter: &i64| usize::try_from(*letter).is_ok_and(|at| images.get(at).is_some_and(|image| !image.is_empty()));
    if uniform(images.iter()).is_none() || !of.letters.iter().all(has_image) {
        return Err(Fail::Wrong);
    }
    let letters = of.letters.iter().flat_map(|&letter| images[letter as usize].iter().map(|&letter| letter as i64));
    Ok(word(name, Word { system: of.system.clone(), letters: letters.take(LETTERS).collect() }))
}
