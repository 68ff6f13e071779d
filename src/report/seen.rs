//! What commands find out, for people: in the notation that `reg` and formulas have.

use crate::automata::Letter;
use crate::numeration::{Language, TrackKind, decode};
use crate::script::{Family, Proof, QueryResult, RedundantMoves, SequenceFacts};
use crate::sequences::Bounds;
use crate::syntax::ast::OUTCOMES;
use crate::syntax::commands;

/// What a command that only looks has seen, without a newline at the end.
pub fn text(seen: &QueryResult) -> String {
    match seen {
        QueryResult::Clear => "\x1b[H\x1b[2J".into(),
        QueryResult::Commands => commands().iter().map(|info| info.usage).collect::<Vec<_>>().join("\n"),
        QueryResult::Command(info) => format!("{}\n{}", info.usage, info.help),
        QueryResult::Accepted { name, language, words, all } => {
            let head = all.then(|| format!("{name} only accepts {} inputs, which are as follows: ", words.len()));
            let words = words.iter().map(|word| language.spelled(word));
            head.into_iter().chain(words).collect::<Vec<_>>().join("\n")
        }
        QueryResult::First { name, language, accepts, word } => {
            let verb = if *accepts { "accepts" } else { "rejects" };
            let Some(word) = word else { return format!("{name} {verb} nothing") };
            let spelled = if word.is_empty() { "()".to_owned() } else { language.spelled(word) };
            match numbers(language, word) {
                Some(values) => format!("{name} {verb} {spelled} = {values}"),
                None => format!("{name} {verb} {spelled}"),
            }
        }
        QueryResult::Infinite { name, family: None, .. } => format!("{name} accepts only finitely many inputs."),
        QueryResult::Infinite { name, language, family: Some(family) } => {
            let [before, again, after] = family.each_ref().map(|word| language.spelled(word));
            format!("{name} accepts infinitely many inputs, among them {before}({again})*{after}")
        }
        QueryResult::NoInputs { name } => format!("{name} is a truth value: it has no inputs"),
        QueryResult::Expression(expression) => expression.clone(),
        QueryResult::Word { name, word } => {
            let values: Vec<String> = word.values().iter().map(i64::to_string).collect();
            let lines = [
                format!("{name} is a {}", if word.word().is_some() { "word" } else { "family of words" }),
                tracks(&word.tracks()),
                format!("states: {}", word.dfao().states()),
                format!("transitions: {}", word.dfao().transitions().len()),
                format!("values: {}", values.join(", ")),
            ];
            lines.join("\n")
        }
        QueryResult::Sequence(seen) => sequence(seen),
        QueryResult::Automaton { name, language } => {
            let accepting = language.dfa.accepting().iter().filter(|accepts| **accepts).count();
            let lines = [
                format!("{name} is an automaton"),
                tracks(&language.tracks),
                format!("states: {}", language.dfa.states()),
                format!("transitions: {}", language.dfa.transitions().len()),
                format!("accepting states: {accepting}"),
            ];
            lines.join("\n")
        }
        QueryResult::Truth { name, truth } => {
            format!("{name} is a truth value: {}", if *truth { "TRUE" } else { "FALSE" })
        }
    }
}

/// What is known of a sequence.
fn sequence(seen: &SequenceFacts) -> String {
    let SequenceFacts { name, by, sequence, values, growth, along } = seen;
    let times = |(low, high): Bounds| format!("between {low} and {high} times");
    let mut lines = vec![
        format!("{name}({}) is a sequence", by.join(",")),
        format!("read in: {}", sequence.system().name()),
        format!("dimension: {}", sequence.linear().dimension()),
    ];
    if !values.is_empty() {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        lines.push(format!("values: {}", values.join(", ")));
    }
    if let Some(along) = along {
        lines.push(format!("at the digit 1 and k zeros, times z^k, summed: {along}"));
    }
    lines.push("growth per digit, proved with exact matrices and outward rounding:".to_owned());
    lines.push(format!("  numbers: {} as many", times(growth.numbers)));
    lines.push(format!("  largest values: {} as large", times(growth.largest)));
    lines.push(format!("  sums of values: {} as large", times(growth.sums)));
    lines.join("\n")
}

fn tracks(tracks: &[TrackKind]) -> String {
    let names: Vec<String> = tracks.iter().map(crate::library::track_name).collect();
    format!("tracks: {}", names.join(" "))
}

/// The numbers that a word stands for, if all its tracks are numbers: `(2, 5)`.
fn numbers(language: &Language, word: &[Letter]) -> Option<String> {
    let system = |track: &TrackKind| match track {
        TrackKind::Numbers(system) => Some(system.clone()),
        TrackKind::Digits(_) => None,
    };
    let systems: Vec<_> = language.tracks.iter().map(system).collect::<Option<_>>()?;
    let values: Vec<String> = decode(word, language.dfa.layout(), &systems).iter().map(ToString::to_string).collect();
    Some(if values.len() == 1 { values.concat() } else { format!("({})", values.join(", ")) })
}

/// What a command about games proved or refuted, in one line.
pub fn proof(proof: &Proof) -> String {
    let counted = |count: usize, one, many| format!("{count} {}", if count == 1 { one } else { many });
    match proof {
        Proof::Given { candidate, game, states } => format!("${candidate} is the kernel of {game}, {states} states"),
        Proof::Unstable { candidate } => format!("${candidate} is not stable here"),
        Proof::Unabsorbed { candidate } => format!("${candidate} is not absorbing here"),
        Proof::Denied { candidate, game } => format!("a P-position of {game} that ${candidate} denies"),
        Proof::Claimed { candidate, game, win } => {
            let win = win.as_ref().map(|win| win.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
            let win = win.map(|win| format!("; moving to ({win}) wins")).unwrap_or_default();
            format!("an N-position of {game} that ${candidate} claims{win}")
        }
        Proof::Over { candidate, game } => {
            format!("an N-position of {game} that ${candidate} claims; in misere play, whoever cannot move wins")
        }
        Proof::Kernel { game, states, side: 0, .. } => {
            format!(
                "kernel of {game}: {}, found by an earlier run and proved again",
                counted(*states, "state", "states")
            )
        }
        Proof::Kernel { game, system, states, hypotheses, proofs, side } => format!(
            "kernel of {game}{}: {}, {}, {} tried, solved below {side}",
            system.as_ref().map(|system| format!(" in {system}")).unwrap_or_default(),
            counted(*states, "state", "states"),
            counted(*hypotheses, "hypothesis", "hypotheses"),
            counted(*proofs, "proof", "proofs"),
        ),
        Proof::Guess { game, system, states, why } => format!(
            "not proved: a hypothesis on {game}{} with {}; {why}",
            system.as_ref().map(|system| format!(" in {system}")).unwrap_or_default(),
            counted(*states, "state", "states"),
        ),
        Proof::Redundant(families) => {
            let shown = families.iter().map(|RedundantMoves { family, parameters, first, is_played }| {
                let title = match family {
                    Family::Line(piles) => format!("i from {}", piles.join(" and ")),
                    Family::Written(moves) => format!("`{moves}`"),
                };
                let tuple = |parts: Vec<String>| match &parts[..] {
                    [one] => one.clone(),
                    _ => format!("({})", parts.join(",")),
                };
                let parameters = tuple(parameters.iter().map(ToString::to_string).collect());
                let first = first.iter().map(|numbers| tuple(numbers.iter().map(ToString::to_string).collect()));
                let first: Vec<String> = first.collect();
                match first.len() {
                    0 if !is_played => format!("{title}: no move of the game is one of these"),
                    0 => format!("{title}: every move is needed"),
                    4.. => format!("{title}: redundant for {parameters} = {}, ...", first[..3].join(", ")),
                    _ => format!("{title}: redundant for {parameters} = {}", first.join(", ")),
                }
            });
            shown.collect::<Vec<_>>().join("; ")
        }
        Proof::Outcomes { game, states, side } => {
            let sizes: Vec<String> = states.iter().map(usize::to_string).collect();
            let (sizes, names) = (sizes.join(", "), OUTCOMES.join(", "));
            format!("outcomes {names} of {game}: {sizes} states, solved below {side}")
        }
        Proof::Values { game, states } => {
            let sizes: Vec<String> = states.iter().map(usize::to_string).collect();
            format!("values 0..{} of {game}: {} states", states.len() - 1, sizes.join(", "))
        }
    }
}
