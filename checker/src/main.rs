//! `filbert-check DIR`: exits with 0 if every statement in the folder is proved, 1 if one is not, 2 if it cannot be read.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

use filbert_check::Statement;

const USAGE: &str = "usage: filbert-check [--trust-shipped] DIR\n\
    DIR is a folder that `filbert prove --certify DIR` wrote.\n\
    --trust-shipped  also if a script is called shipped there that no version of filbert ships, as far as is known here";

/// The exit code, or what cannot be read.
fn run(arguments: &[String]) -> Result<u8, String> {
    let (folder, is_trusted) = match arguments {
        [folder] if folder != "--trust-shipped" => (folder, false),
        [flag, folder] | [folder, flag] if flag == "--trust-shipped" => (folder, true),
        _ => return Err(USAGE.into()),
    };
    let (folder, mut heard) = (Path::new(folder), |statement: &Statement| println!("{statement}"));
    let found = match is_trusted {
        true => filbert_check::check_trusting(folder, &mut heard),
        false => filbert_check::check(folder, &mut heard).map(|report| (report, Vec::new())),
    };
    let (report, trusted) = found.map_err(|why| format!("error: {why}"))?;
    let trusted: Vec<String> = trusted.iter().map(|path| path.display().to_string()).collect();
    let trusted =
        if trusted.is_empty() { String::new() } else { format!(", if this is shipped: {}", trusted.join(", ")) };
    println!("{report}{trusted}");
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
