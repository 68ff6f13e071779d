//! Decides a statement, and reads the numbers that refute it.

use filbert::{Error, Session};

fn main() -> Result<(), Error> {
    let verdict = Session::new().decide(&"?msd_fib Ax,y x<y => Ez x+z=y & z<8".parse()?)?;
    assert!(!verdict.is_true());
    for (name, value) in verdict.example() {
        println!("{name} = {value}");
    }
    Ok(())
}
