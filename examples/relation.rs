//! Lists the first members of a set that a formula defines: where the Fibonacci word has a square of order 5.

use filbert::{Error, Session};

fn main() -> Result<(), Error> {
    let squares = Session::new().relation(&"?msd_fib At t<5 => F[i+t]=F[i+t+5]".parse()?)?;
    println!("{}: {} states", squares.tracks().join(", "), squares.states());
    for member in squares.first(10) {
        println!("{}", member[0]);
    }
    Ok(())
}
