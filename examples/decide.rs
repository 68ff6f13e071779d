//! Decides a statement, and reads the numbers that refute it.

use filbert::script::{CommandError, Effect, Session};
use filbert::syntax::Source;

fn main() -> Result<(), CommandError> {
    let mut session = Session::new();
    let run = session.answer(&Source::new("statement", "?msd_fib Ax,y x<y => Ez x+z=y & z<8"))?;
    let Effect::Verdict(verdict) = run.effect else { unreachable!("the statement is closed") };
    assert!(!verdict.truth);
    for (name, value) in verdict.example.unwrap_or_default() {
        println!("{name} = {value}");
    }
    Ok(())
}
