//! Lists the first members of a set that a formula defines: where the Fibonacci word has a square of order 5.

use filbert::script::{CommandError, Effect, Session};
use filbert::syntax::Source;

fn main() -> Result<(), CommandError> {
    let formula = Source::new("squares", "?msd_fib At t<5 => F[i+t]=F[i+t+5]");
    let Effect::Relation(tracks, squares) = Session::new().answer(&formula)?.effect else { unreachable!("i is free") };
    println!("{}: {} states", tracks.join(", "), squares.dfa().states());
    for member in squares.first(10) {
        println!("{}", member[0]);
    }
    Ok(())
}
