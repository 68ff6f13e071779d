//! What a script means: each reader makes of the vectors in `tests/language/` what stands there.

mod checker;
mod editor;
mod engine;
mod failures;
mod vector;

/// Fails with all that is wrong, a line each.
fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn there_are_vectors_of_each_kind() {
    let all = vector::all();
    assert!(all.len() >= 120, "{} vectors", all.len());
    let undecided = |outcome: &vector::Outcome| matches!(outcome, vector::Outcome::Undecided(..));
    for (what, count, least) in [
        ("with a refusal", all.iter().filter(|one| !one.refused.is_empty()).count(), 40),
        ("with a checked statement", all.iter().filter(|one| one.statements.iter().any(|s| s.is_checked)).count(), 30),
        ("with names", all.iter().filter(|one| !one.names.is_empty()).count(), 40),
        ("with files", all.iter().filter(|one| one.files.len() > 1).count(), 15),
        (
            "with an undecided statement",
            all.iter().filter(|one| one.statements.iter().any(|s| undecided(&s.outcome))).count(),
            40,
        ),
    ] {
        assert!(count >= least, "{count} vectors {what}");
    }
}
