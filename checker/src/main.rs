//! `filbert-check DIR` exits with 0 if every statement in the folder is proved, 1 if one is not, 2 if it cannot be read.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

use filbert_check::{Options, Statement};

const USAGE: &str = "usage: filbert-check [--trust-shipped] [--steps N] DIR\n\
    DIR is a folder that `filbert prove --certify DIR` wrote.\n\
    --trust-shipped  also if a script is called shipped there that no version of filbert ships, as far as is known here\n\
    --steps N        give a command up after so many steps, of some nanoseconds each (4294967296)";

/// What the arguments say; nothing, if they cannot be read.
fn read(arguments: &[String]) -> Option<(&str, Options)> {
    let (mut folder, mut options, mut rest) = (None, Options::default(), arguments.iter());
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--trust-shipped" => options.is_trusting = true,
            "--steps" => options.steps = rest.next()?.parse().ok()?,
            path if folder.is_none() && !path.starts_with("--") => folder = Some(path),
            _ => return None,
        }
    }
    Some((folder?, options))
}

/// The exit code, or what cannot be read.
fn run(arguments: &[String]) -> Result<u8, String> {
    let (folder, options) = read(arguments).ok_or(USAGE)?;
    let found =
        filbert_check::check_by(Path::new(folder), &options, &mut |statement: &Statement| println!("{statement}"));
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
