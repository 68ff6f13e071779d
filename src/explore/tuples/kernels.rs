//! How much a set of tuples has in common with the stored P-positions of other games.

use num_bigint::BigInt;
use num_traits::Zero;

use crate::explore::explorer::Explorer;
use crate::explore::fact::Fact;
use crate::logic::{Environment, FunctionKind};
use crate::numeration::TrackKind;

use super::columns::Names;

/// Common tuples that are listed.
const LISTED: usize = 6;

/// Tuples, and the games whose P-positions among those that are looked at they are.
type Common = (Vec<Vec<BigInt>>, Vec<String>);

/// Compares the tuples with the P-positions of each stored game on as many piles whose numbers are written in this system; of two games
/// with the same P-positions, with those of one.
pub(super) fn kernels(explorer: &mut Explorer<'_>, names: &Names) {
    let mut compared: Vec<String> = Vec::new();
    let mut finite: Vec<Common> = Vec::new();
    for kernel in stored(explorer, names) {
        let is_same = |other: &String| {
            let both = format!("{} <=> {}", names.is_tuple_of(&kernel), names.is_tuple_of(other));
            explorer.holds(&names.statement(&format!("A{} {both}", names.places().join(",")))) == Some(true)
        };
        if compared.iter().any(is_same) {
            continue;
        }
        compared.push(kernel.clone());
        if let Some(common) = compare(explorer, names, &kernel) {
            match finite.iter_mut().find(|known| known.0 == common) {
                Some(known) => known.1.push(kernel),
                None => finite.push((common, vec![kernel])),
            }
        }
    }
    // That nothing is taken from nothing is known.
    let is_told = |(common, _): &Common| !matches!(&common[..], [only] if only.iter().all(BigInt::is_zero));
    for common in finite.into_iter().filter(is_told) {
        list(explorer, names, &common);
    }
}

/// Tells whether the tuples are the P-positions of a game, but for finitely many, or whether infinitely many are. If only
/// a few are, in ascending order, it is those that are returned.
fn compare(explorer: &mut Explorer<'_>, names: &Names, kernel: &str) -> Option<Vec<Vec<BigInt>>> {
    let game = kernel.trim_start_matches("ppos");
    let (own, other) = (names.is_tuple(), names.is_tuple_of(kernel));
    let numbers = names.places().join(",");
    let fact =
        |name: &str, text: String, about: String| Fact::new(format!("{name}_{game}"), names.statement(&text), about);
    let large: Vec<String> = names.places().iter().map(|place| format!("{place}>m")).collect();
    let large = large.join(" | ");
    let facts = [
        fact("same_as", format!("A{numbers} {own} <=> {other}"), format!("They are the P-positions of {game}.")),
        fact(
            "nearly",
            format!("Em A{numbers} ({large}) => ({own} <=> {other})"),
            format!("They are the P-positions of {game}, but for finitely many tuples."),
        ),
        fact(
            "often",
            format!("Am E{numbers} ({large}) & {own} & {other}"),
            format!("Infinitely many of them are P-positions of {game}."),
        ),
    ];
    for fact in facts {
        if explorer.prove_if_true(fact)? {
            return None;
        }
    }
    let both = format!("{} & {own} & {other}", names.is_sorted());
    explorer.first(&names.statement(&both), LISTED + 1).filter(|common| common.len() <= LISTED)
}

/// Tells the tuples in ascending order that are P-positions of some games: the same ones for each.
fn list(explorer: &mut Explorer<'_>, names: &Names, (common, kernels): &Common) {
    let equal = |tuple: &Vec<BigInt>| {
        let each = names.places().iter().zip(tuple).map(|(place, value)| format!("{place}={value}"));
        format!("({})", each.collect::<Vec<_>>().join(" & "))
    };
    let told =
        |tuple: &Vec<BigInt>| format!("({})", tuple.iter().map(BigInt::to_string).collect::<Vec<_>>().join(", "));
    let alternatives = common.iter().map(equal).collect::<Vec<_>>().join(" | ");
    let is_common = |kernel: &String| match common.is_empty() {
        true => format!("~{}", names.is_tuple_of(kernel)),
        false => format!("({} <=> ({alternatives}))", names.is_tuple_of(kernel)),
    };
    let claims: Vec<String> = kernels.iter().map(is_common).collect();
    let text = format!(
        "A{} ({} & {}) => ({})",
        names.places().join(","),
        names.is_sorted(),
        names.is_tuple(),
        claims.join(" & ")
    );
    let games: Vec<&str> = kernels.iter().map(|kernel| kernel.trim_start_matches("ppos")).collect();
    let name = format!("common_with_{}", games.join("_"));
    let (each, games) = (if games.len() > 1 { "each of " } else { "" }, games.join(", "));
    let about = match common.is_empty() {
        true => format!("With {each}{games} they have no P-position in common."),
        false => format!(
            "With {each}{games} they have these P-positions in common, in ascending order: {}.",
            common.iter().map(told).collect::<Vec<_>>().join(", ")
        ),
    };
    explorer.prove(Fact::new(name, names.statement(&text), about));
}

/// The names of the stored P-positions that can be compared.
fn stored(explorer: &Explorer<'_>, names: &Names) -> Vec<String> {
    let known = explorer.session.names();
    let is_like = |name: &String| {
        name.starts_with("ppos") && **name != *names.tuples && {
            let Some(Ok(function)) = known.function(name) else { return false };
            let FunctionKind::Language(language) = function.kind() else { return false };
            let system = |track: &TrackKind| track.system().map(|system| system.name().to_string());
            language.tracks.len() == names.piles()
                && language.tracks.iter().all(|track| system(track).as_deref() == Some(names.system.as_str()))
        }
    };
    known.functions().into_iter().filter(is_like).collect()
}
