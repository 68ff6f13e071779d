//! Finds the P-positions of a game from its rules, proves them, and asks for some.

use filbert::{Error, Session};

const GAME: &str = "game Wythoff \"?msd_fib p,q -> r,s : (r=p & s<q) | (r<p & s=q) | (p+s=r+q & r<p)\":";

fn main() -> Result<(), Error> {
    let mut session = Session::new();
    session.run(GAME)?;
    let kernel = session.kernel("Wythoff")?;
    println!("kernel of {}: {} states", kernel.game(), kernel.positions().states());
    session.define("P", kernel.positions())?;
    for position in session.relation(&"?msd_fib p<=q & $P(p,q)".parse()?)?.first(5) {
        println!("({}, {})", position[0], position[1]);
    }
    Ok(())
}
