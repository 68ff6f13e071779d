//! `filbert-check DIR`: exits with 0 if every statement in the folder is proved, 1 if one is not, 2 if it cannot be read.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &arguments[..] else {
        eprintln!("usage: filbert-check DIR, the folder that `filbert prove --certify DIR` wrote");
        return ExitCode::from(2);
    };
    let folder = PathBuf::from(folder);
    // Deep formulas are read by recursion.
    let worker = std::thread::Builder::new()
        .stack_size(256 << 20)
        .spawn(move || filbert_check::check(&folder, &mut |statement| println!("{statement}")));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(report))) => {
            println!("{report}");
            ExitCode::from(u8::from(report.failed > 0))
        }
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
