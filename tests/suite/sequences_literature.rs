//! Ten sequences of the literature, against their definitions in Python: matrices in SymPy, values, guesses, theorems.

use std::process::Command;

#[test]
fn ten_sequences_agree_with_sympy() {
    let python = std::env::var("FILBERT_PYTHON").unwrap_or_else(|_| "python3".into());
    let known = Command::new(&python).args(["-c", "import sympy"]).output();
    if !known.is_ok_and(|output| output.status.success()) {
        crate::programs::lacks("sympy, a Python package");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("sequences.prf"), include_str!("cases/sequences.prf")).unwrap();
    let filbert = env!("CARGO_BIN_EXE_filbert");
    let proved = Command::new(filbert)
        .args(["prove", "sequences.prf", "--out", "out", "--json", "report.json"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(proved.status.success(), "{}", String::from_utf8_lossy(&proved.stdout));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/cases/sequences.py");
    let output = Command::new(&python).arg(script).arg(filbert).arg(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "ten sequences agree");
}
