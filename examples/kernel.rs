//! Finds the P-positions of a game from its rules, proves them, and asks for some.

use filbert::script::{CommandError, Effect, Session};
use filbert::syntax::{Source, parse_script};

const SCRIPT: &str = "game Wythoff \"?msd_fib p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)\":\n\
    kernel P of Wythoff:\n";

fn main() -> Result<(), CommandError> {
    let source = Source::new("wythoff.prf", SCRIPT);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty());
    let mut session = Session::new();
    for command in &commands {
        if let Effect::Proved(verdict, proof) = session.run(&source, command)?.effect {
            println!("{} {}", verdict.truth, filbert::report::seen::proof(&proof));
        }
    }
    let asked = session.answer(&Source::new("question", "?msd_fib p<=q & $P(p,q)"))?;
    let Effect::Relation(_, positions) = asked.effect else { unreachable!("p and q are free") };
    for position in positions.first(5) {
        println!("({}, {})", position[0], position[1]);
    }
    Ok(())
}
