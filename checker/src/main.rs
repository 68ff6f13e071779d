//! `filbert-check DIR`: exits with 0 if every statement in the folder is proved, 1 if one is not, 2 if it cannot be read.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

/// The exit code, or what cannot be read.
fn run(arguments: &[String]) -> Result<u8, String> {
    let [folder] = arguments else {
        return Err("usage: filbert-check DIR\nDIR is a folder that `filbert prove --certify DIR` wrote.".into());
    };
    let report = filbert_check::check(Path::new(folder), &mut |statement| println!("{statement}"));
    let report = report.map_err(|why| format!("error: {why}"))?;
    println!("{report}");
    Ok(u8::from(report.failed > 0))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Deep formulas are read by recursion.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(move || run(&arguments));
    let result = worker.map(std::thread::JoinHandle::join);
    let result = if let Ok(Ok(result)) = result { result } else { Err("error: the check broke off".into()) };
    ExitCode::from(result.unwrap_or_else(|why| {
        eprintln!("{why}");
        2
    }))
}
