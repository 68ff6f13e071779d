//! Functions that equations define: the checker accepts those that filbert finds, and no others.

use crate::certificates::{Folder, Proof};

/// Each form of an equation.
pub(crate) const RECURSIONS: &str = "recursion G \"?msd_fib G(0)=0, G(n)=n-G(G(n-1))\":\n\
    theorem golden \"?msd_fib An,y $G(n,y) => $phin(n+1,n+1+y)\":\n\
    recursion F M \"?msd_fib F(0)=1, F(n)=n-M(F(n-1)), M(0)=0, M(n)=n-F(M(n-1))\":\n\
    theorem married \"?msd_fib An,x,y ($F(n,x) & $M(n,y)) => (x=y | x=y+1)\":\n\
    recursion A B \"?msd_fib A(n)=mex{A(i), B(i) : i<n}, B(n)=A(n)+n\":\n\
    theorem wythoff \"?msd_fib An,x,y ($A(n,x) & $B(n,y) & n>0) => $phin(n,x)\":\n\
    recursion h \"?msd_2 h(1)=1, h(2*n)=v if ($h2(n,v)), h(2*n+1)=h(2*n)+1\":\n";

/// A function that a condition names.
const BEFORE: &str = "def h2 \"?msd_2 v=n+n\":\n";

fn whole() -> String {
    format!("{BEFORE}{RECURSIONS}theorem all \"?msd_2 An,v n>0 => ($h(n,v) <=> v=n)\":\n")
}

/// The statements and definitions that are not accepted.
fn refused(folder: &Folder, proof: &Proof) -> Vec<String> {
    let (_, heard) = folder.check(proof).expect("it is read");
    let wrong = heard.into_iter().filter(|statement| statement.outcome.is_err());
    wrong.map(|statement| format!("{}: {}", statement.name, statement.outcome.unwrap_err())).collect()
}

#[test]
fn what_filbert_finds_is_accepted() {
    let (folder, proofs) = Folder::of(&[&whole()]);
    assert_eq!(refused(&folder, &proofs[0]), Vec::<String>::new());
}

#[test]
fn equations_that_define_something_else_are_not() {
    let (folder, proofs) = Folder::of(&[&whole()]);
    for (old, new, why) in [
        ("G(0)=0", "G(0)=1", "an equation is not shown to hold"),
        ("G(n)=n-G(G(n-1))", "G(n)=n-G(G(n-1)), G(n)=n", "an equation is not shown to hold"),
        ("G(0)=0, G(n)=n-G(G(n-1))", "G(0)=0, G(n)=G(n)", "smaller numbers"),
        ("G(0)=0, G(n)=n-G(G(n-1))", "G(n)=n-G(G(n-1))", "smaller numbers"),
        ("G(0)=0, G(n)=n-G(G(n-1))", "G(0)=0, G(2*n)=2*n-G(G(2*n-1))", "each value of `G`"),
        ("G(0)=0, G(n)=", "G(1)=1, G(n)=", "a relation is not shown to be a function"),
        ("F(n)=n-M(F(n-1))", "F(n)=n-M(F(n))", "smaller numbers"),
        ("B(n)=A(n)+n", "B(n)=A(n)+n, A(n)=B(n)-n", "smaller numbers"),
        ("F(0)=1", "F(0)=0", "an equation is not shown to hold"),
        ("mex{A(i), B(i) : i<n}", "mex{A(i), B(i) : i<=n}", "smaller numbers"),
        ("mex{A(i), B(i) : i<n}", "mex{B(i) : i<n}", "an equation is not shown to hold"),
        ("mex{A(i), B(i) : i<n}", "mex{A(i), B(i), A(i)+5 : i<n}", "an equation is not shown to hold"),
        ("mex{A(i), B(i) : i<n}", "mex{A(i), B(j) : i<n}", "without a range"),
        ("B(n)=A(n)+n", "B(n)=A(n)", "an equation is not shown to hold"),
        ("if ($h2(n,v))", "if ($h2(n,v) & n>5)", "each value of `h`"),
        ("if ($h2(n,v))", "if ($h(n,v))", "a condition that may name a function"),
        ("h(2*n)=v if ($h2(n,v))", "h(2*n)=v", "an equation is not shown to hold"),
        ("h(1)=1, ", "h(1)=1 if (n=n), ", "a condition on one value"),
        ("h(1)=1, ", "h(1)=1, k(0)=1, ", "for no value of a function"),
        ("h(1)=1, ", "h(1)=k(0)+1, ", "`k` is not defined here"),
    ] {
        let script = whole().replacen(old, new, 1);
        assert_ne!(script, whole(), "{old}");
        let wrong = refused(&folder, &Proof { script, stated: Vec::new(), ..proofs[0].clone() });
        assert!(wrong.iter().any(|said| said.contains(why)), "{new}: {wrong:?}");
        assert!(wrong.len() > 1, "what rests on it is refused as well: {new}: {wrong:?}");
    }
}

#[test]
fn claims_of_other_functions_are_not_accepted() {
    let text = "recursion s \"?msd_2 s(0)=0, s(n)=s(n-1)+1\":\ntheorem t \"?msd_2 An,y $s(n,y) => y=n\":\n";
    let (folder, proofs) = Folder::of(&[text]);
    assert_eq!(refused(&folder, &proofs[0]), Vec::<String>::new());
    // All pairs, none, only (0,0), and those of n and 2n.
    let of = |states: &str| format!("filbert certificate 2\nclaim 0 body s\nmsd_2 msd_2\n{states}");
    for states in ["1\n1 0 0 1 0 2 0 3 0\n", "1\n0\n", "1\n1 0 0\n", "2\n1 0 0 1 1\n0 2 0 3 1\n"] {
        let wrong = refused(&folder, &Proof { certificate: of(states), ..proofs[0].clone() });
        assert_eq!(wrong.len(), 2, "{states}: {wrong:?}");
    }
    let wrong = refused(&folder, &Proof { certificate: of("1\n1 0 0 3 0\n"), ..proofs[0].clone() });
    assert_eq!(wrong, Vec::<String>::new(), "the pairs of n and n");
}

#[test]
fn sums_of_many_values_are_accepted_where_they_are_right() {
    let text = |sum: &str| {
        format!(
            "recursion B \"?msd_3 B(n)=mex{{0, B(i), {sum} : i<n, 3*j+2<n}}\":\n\
             theorem t \"?msd_3 $B(0,1) & $B(5,7)\":\n"
        )
    };
    let right = text("B(3*j)+B(3*j+1)+B(3*j+2)");
    let (folder, proofs) = Folder::of(&[&right]);
    assert_eq!(refused(&folder, &proofs[0]), Vec::<String>::new());
    for (sum, why) in [
        ("B(3*j)+B(3*j+1)+B(3*j+2)+1", "an equation is not shown to hold"),
        ("B(3*j)+2*B(3*j+1)+B(3*j+2)", "an equation is not shown to hold"),
        ("B(3*j)+B(3*j+1)+B(3*j+3)", "smaller numbers"),
        ("B(3*j)+B(3*j+1)+B(3*j+1)+B(3*j+2)-B(3*j)", "an equation is not shown to hold"),
    ] {
        let script = text(sum);
        let wrong = refused(&folder, &Proof { script, stated: Vec::new(), ..proofs[0].clone() });
        assert!(wrong.len() == 2 && wrong.iter().any(|said| said.contains(why)), "{sum}: {wrong:?}");
    }
}
