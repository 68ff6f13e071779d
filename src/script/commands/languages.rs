//! `union`, `intersect`, `difference`, `concat`, `star`, `leftquo`, `rightquo`, `fixleadzero`, `fixtrailzero`:
//! operations on the words of digits that automata accept.

use crate::automata::Nfa;
use crate::numeration::{Language, TrackKind};
use crate::syntax::Diagnostic;

use super::super::outcome::{CommandError, Effect};
use super::bases::Digits;
use super::{Call, Run, has_zero};

/// The commands of this family.
pub(super) const RUN: &[(&str, Run)] = &[
    ("concat", together),
    ("difference", together),
    ("fixleadzero", fix_zeros),
    ("fixtrailzero", fix_zeros),
    ("intersect", together),
    ("leftquo", quotient),
    ("rightquo", quotient),
    ("star", star),
    ("union", together),
];

/// The languages of the arguments from `from` on, which must have the same tracks.
fn alike(call: &Call<'_>, from: usize) -> Result<Vec<Language>, Diagnostic> {
    let languages: Vec<Language> =
        (from..call.arguments.len()).map(|at| call.language(at)).collect::<Result<_, Diagnostic>>()?;
    for (at, language) in (from..).zip(&languages) {
        if !same_tracks(&language.tracks, &languages[0].tracks) {
            let first = &call.arguments[from].text;
            return Err(call
                .error_at(at, format!("`{}` and `{first}` have different tracks", call.arguments[at].text))
                .label(format!("{} here, {} there", header(&language.tracks), header(&languages[0].tracks))));
        }
    }
    Ok(languages)
}

/// Whether the same digits stand on the same tracks: a set of digits is the same as a system with these digits.
fn same_tracks(a: &[TrackKind], b: &[TrackKind]) -> bool {
    let same = |(a, b): (&TrackKind, &TrackKind)| match (a, b) {
        (TrackKind::Numbers(a), TrackKind::Numbers(b)) => a == b,
        _ => a.digit_values() == b.digit_values(),
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

fn header(tracks: &[TrackKind]) -> String {
    tracks.iter().map(crate::library::track_name).collect::<Vec<_>>().join(" ")
}

/// The digits of tracks, which are letters and no longer those of numbers: words are put together, not numbers.
fn letters(tracks: &[TrackKind]) -> Vec<TrackKind> {
    tracks.iter().map(|track| TrackKind::of_digits(&track.digit_values())).collect()
}

/// `union`, `intersect`, `difference` and `concat` of two or more languages.
fn together(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, usize::MAX)?;
    let (name, _) = call.target(0)?;
    let languages = alike(call, 1)?;
    let mut dfa = (*languages[0].dfa).clone();
    for other in &languages[1..] {
        dfa = match call.builtin.keyword() {
            "intersect" => dfa.intersect(&other.dfa, call.budget)?,
            "difference" => dfa.difference(&other.dfa, call.budget)?,
            "union" => {
                Nfa::from(&dfa).union(&Nfa::from(&*other.dfa)).determinize(call.budget)?.minimize_within(call.budget)?
            }
            _ => Nfa::from(&dfa)
                .concat(&Nfa::from(&*other.dfa))
                .determinize(call.budget)?
                .minimize_within(call.budget)?,
        };
    }
    let tracks = match call.builtin.keyword() {
        "concat" => letters(&languages[0].tracks),
        _ => languages[0].tracks.clone(),
    };
    Ok(call.save_language(&name, dfa, tracks))
}

/// `star`: the words that consist of words of the language.
fn star(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 2)?;
    let (name, _) = call.target(0)?;
    let language = call.language(1)?;
    let dfa = Nfa::from(&*language.dfa).star().determinize(call.budget)?.minimize_within(call.budget)?;
    Ok(call.save_language(&name, dfa, letters(&language.tracks)))
}

/// `leftquo NAME A B`: the words that some word of B completes, put in front, to one of A; `rightquo NAME A B`: those
/// that some word of B completes, put behind.
fn quotient(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(3, 3)?;
    let (name, _) = call.target(0)?;
    // What is taken off may be over fewer digits than what it is taken from.
    let (whole, part) = (1, 2);
    let (from, off) = (call.language(whole)?, call.language(part)?);
    let digits = Digits::new(&off.tracks, &from.tracks)?;
    let other_system = |(a, b): (&TrackKind, &TrackKind)| match (a, b) {
        (TrackKind::Numbers(a), TrackKind::Numbers(b)) => a != b,
        _ => false,
    };
    let apart = off.tracks.iter().zip(&from.tracks).any(other_system);
    if off.tracks.len() != from.tracks.len() || apart || !digits.keeps_all() {
        let message = format!("`{}` has other tracks than `{}`, or more digits", call.text(part)?, call.text(whole)?);
        let label = format!("{} here, {} there", header(&off.tracks), header(&from.tracks));
        return Err(call.error_at(part, message).label(label).into());
    }
    let off = digits.language(&off.dfa);
    let dfa = match call.builtin.keyword() {
        "leftquo" => from.dfa.left_quotient(&off, call.budget)?,
        _ => from.dfa.right_quotient(&off, call.budget)?,
    };
    Ok(call.save_language(&name, dfa, from.tracks))
}

/// `fixleadzero` and `fixtrailzero`: a word is accepted iff it was with some other number of zeros in front or behind.
fn fix_zeros(call: &mut Call<'_>) -> Result<Effect, CommandError> {
    call.count(2, 2)?;
    let (name, _) = call.target(0)?;
    let language = call.language(1)?;
    if !has_zero(&language.tracks) {
        return Err(call.error_at(1, "a track of this automaton has no digit 0").into());
    }
    let nfa = Nfa::from(&*language.dfa);
    let fixed = match call.builtin.keyword() {
        "fixleadzero" => nfa.drop_leading_zeros().add_leading_zeros(),
        _ => nfa.drop_trailing_zeros().reverse().add_leading_zeros().reverse(),
    };
    let dfa = fixed.determinize(call.budget)?.minimize_within(call.budget)?;
    Ok(call.save_language(&name, dfa, language.tracks))
}

#[cfg(test)]
mod tests {
    use super::super::super::outcome::CommandError;
    use super::super::super::session::Session;
    use crate::logic::{Environment, FunctionKind};
    use crate::syntax::{Source, parse_script};

    fn run(script: &str) -> (Session, Result<(), CommandError>) {
        let source = Source::new("script", script);
        let (commands, errors) = parse_script(&source);
        assert!(errors.is_empty(), "{errors:?}");
        let mut session = Session::new();
        let result = commands.iter().try_for_each(|command| session.run(&source, command).map(drop));
        (session, result)
    }

    #[test]
    fn a_difference_has_the_words_of_the_first_that_the_others_lack() {
        let (session, result) = run("reg a {0,1} \"0*1(0|1)*\"; reg b {0,1} \"(0|1)*1\"; reg c {0,1} \"(0|1)*00\";\
             difference d a b c;");
        result.expect("a difference");
        let found = session.names().function("d").expect("defined").expect("read");
        let FunctionKind::Language(language) = found.kind() else { panic!("a language") };
        for length in 0..10 {
            for bits in 0..1u64 << length {
                let word: Vec<u64> = (0..length).rev().map(|place| bits >> place & 1).collect();
                let wanted = word.contains(&1) && !word.ends_with(&[1]) && !word.ends_with(&[0, 0]);
                assert_eq!(language.dfa.accepts(word.iter().copied()), wanted, "{word:?}");
            }
        }
    }

    #[test]
    fn numbers_stay_numbers_in_a_difference() {
        let (mut session, result) =
            run("def even \"?msd_fib Ey x=2*y\"; def large \"?msd_fib x>6\"; difference few even large;");
        result.expect("a difference");
        let source = Source::new("statement", "?msd_fib Ax $few(x) <=> (x=0 | x=2 | x=4 | x=6)");
        assert_eq!(session.answer(&source).expect("a verdict").truth(), Some(true));
    }

    #[test]
    fn a_difference_needs_automata_with_the_same_tracks() {
        let (_, result) = run("reg a {0,1} \"1\"; reg b {0,1,2} \"2\"; difference d a b;");
        let Err(CommandError::Wrong(error)) = result else { panic!("an error") };
        assert_eq!(error.message(), "`b` and `a` have different tracks");
        let (_, result) = run("difference d;");
        let Err(CommandError::Wrong(error)) = result else { panic!("an error") };
        assert_eq!(error.message(), "an argument is missing");
    }
}
