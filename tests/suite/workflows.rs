//! The workflows of GitHub Actions: actionlint finds nothing in them, and what others write is pinned by its hash.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs;

fn workflows() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = [".github/workflows", "examples/github"].map(|folder| std::fs::read_dir(root.join(folder)));
    let paths =
        entries.into_iter().flat_map(|entries| entries.expect("a folder")).map(|entry| entry.expect("it").path());
    let found: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|ending| ending == "yml")).collect();
    assert!(found.len() >= 3, "{found:?}");
    found
}

/// Whether actionlint is content with a file, and what it says; `None` where it is missing.
fn passes(file: &Path) -> Option<(bool, String)> {
    let Some(program) = std::env::var_os("FILBERT_ACTIONLINT") else {
        programs::lacks("actionlint, by FILBERT_ACTIONLINT");
        return None;
    };
    // Node.js 18 has what it needs behind this option.
    let output =
        programs::output(Command::new(program).arg(file).env("NODE_OPTIONS", "--experimental-global-webcrypto"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Some((output.status.success(), said))
}

#[test]
fn actionlint_passes_the_workflows_and_not_a_wrong_one() {
    for file in workflows() {
        let Some((is_right, said)) = passes(&file) else { return };
        assert!(is_right, "{said}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = folder.path().join("wrong.yml");
    std::fs::write(
        &wrong,
        "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: ${{ nothing.here }}\n",
    )
    .expect("a file");
    assert!(passes(&wrong).is_some_and(|(passes, said)| !passes && said.contains("nothing")), "a wrong one passes");
}

#[test]
fn actions_of_others_are_pinned_by_their_hash() {
    let pinned = regex::Regex::new(r"^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$").expect("a regular expression");
    let mut count = 0;
    for path in workflows() {
        let text = std::fs::read_to_string(&path).expect("a file");
        for line in
            text.lines().map(|line| line.trim().trim_start_matches("- ")).filter(|line| line.starts_with("uses:"))
        {
            assert!(pinned.is_match(line), "{}: {line}", path.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count} actions");
}

#[test]
fn a_release_is_made_by_scripts_of_the_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workflow = std::fs::read_to_string(root.join(".github/workflows/release.yml")).expect("a file");
    let script = std::fs::read_to_string(root.join(".ci/release")).expect("a file");
    assert!(workflow.contains("what: [crate, page, sbom]") && workflow.contains(".ci/release ${{ matrix.what }}"));
    for what in ["wheel", "binary", "checksums"] {
        assert!(workflow.contains(&format!(".ci/release {what}")), "{what}");
    }
    for what in ["wheel", "crate", "page", "binary", "sbom", "checksums"] {
        assert!(script.contains(&format!("\n{what}() {{")), "{what}");
    }
    let made = std::fs::read_to_string(root.join(".ci/long")).expect("a file");
    assert!(made.contains(".ci/release crate") && made.contains(".ci/release wheel"), "the long run makes them");
}
