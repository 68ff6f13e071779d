//! `filbert-check DIR`: exits with 0 if every statement in the folder is proved, 1 if one is not, 2 if it cannot be read.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: filbert-check [--without FILE] DIR
DIR is a folder that `filbert prove --certify DIR` wrote. A line `PATH theorem NAME` of FILE names a statement that is not tried; what
stands behind two blanks there is a comment.";

/// # Errors
/// What cannot be read.
fn run(without: Option<&str>, folder: &str) -> Result<ExitCode, String> {
    let lines = without
        .map_or(Ok(String::new()), |path| std::fs::read_to_string(path).map_err(|why| format!("{path}: {why}")))?;
    let left_out: Vec<String> = lines.lines().filter_map(|line| line.split("  ").next()).map(str::to_owned).collect();
    let report = filbert_check::check(Path::new(folder), &left_out, &mut |statement| println!("{statement}"))?;
    println!("{report}");
    Ok(ExitCode::from(u8::from(report.failed > 0)))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (without, folder) = match &arguments[..] {
        [folder] if !folder.starts_with('-') => (None, folder.clone()),
        [option, file, folder] if option == "--without" => (Some(file.clone()), folder.clone()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    // Deep formulas are read by recursion.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(move || run(without.as_deref(), &folder));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(code))) => code,
        Ok(Ok(Err(why))) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
        _ => {
            eprintln!("error: the check broke off");
            ExitCode::from(2)
        }
    }
}
