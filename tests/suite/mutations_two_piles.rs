//! A change of one number in a definition of `proofs/wythoff` or `proofs/splithoff` makes a theorem there fail.

use super::mutations::fails;

#[test]
fn a_change_in_games_with_terminal_positions_refutes_a_theorem() {
    let shared = ["wythoff/family.prf", "wythoff/moves.prf"];
    let with = |script: &'static str| [script, shared[0], shared[1]];
    // A move.
    fails(&with("wythoff/k0.prf"), &[("(a+d=c+b & c<a)", "(a+d=c+b+1 & c<a)")]);
    fails(
        &with("wythoff/k1.prf"),
        &[
            // A digit appended, a number added.
            ("([0,0]|([0,1][1,1]*[1,0]))*[0,1]\"", "([0,0]|([0,1][1,1]*[1,0]))*[0,0]\""),
            ("& x=c+1\"", "& x=c+2\""),
        ],
    );
    fails(
        &with("wythoff/k2.prf"),
        &[
            // The terminal positions; the formula of Theorem 2.
            ("def k2_asym \"?msd_fib (a+b<=2)", "def k2_asym \"?msd_fib (a+b<=1)"),
            ("def k2_b \"?msd_fib Et $phin(n+2,t) & x=t+n+2", "def k2_b \"?msd_fib Et $phin(n+2,t) & x=t+n+3"),
        ],
    );
    fails(
        &with("wythoff/k3.prf"),
        &[
            ("& a+1=x+K3[n+1] & b=x+n+3+K3[n+1])", "& a+1=x+K3[n+1] & b=x+n+4+K3[n+1])"),
            (
                "def k3_a \"?msd_fib Et $phin(n+2,t) & x+1=t+K3[n+1]",
                "def k3_a \"?msd_fib Et $phin(n+2,t) & x+1=t+K3[n+2]",
            ),
        ],
    );
    fails(&with("wythoff/k4.prf"), &[("& b=x+K4[n+1]+n+5)", "& b=x+K4[n+1]+n+4)")]);
}

#[test]
fn a_change_in_a_morphism_refutes_a_theorem() {
    fails(
        &["wythoff/g.prf", "wythoff/moves.prf"],
        &[
            ("1->2 2->31 3->45 4->35 5->4\":", "1->2 2->01 3->45 4->35 5->4\":"),
            ("1->2 2->31 3->45 4->35 5->4\":", "1->2 2->31 3->45 4->45 5->4\":"),
            (
                "def hofstadter \"?msd_fib Ex $phin(n+1,x) & y+n+1=x\"",
                "def hofstadter \"?msd_fib Ex $phin(n+1,x) & y+n=x\"",
            ),
        ],
    );
}

#[test]
fn a_change_in_blocking_games_refutes_a_theorem() {
    fails(
        &["wythoff/w2.prf", "wythoff/moves.prf"],
        &[("x=2*a+2 & y=2*b+2", "x=2*a+2 & y=2*b+3"), ("(x=n & y=2*n+1)", "(x=n & y=2*n+2)")],
    );
    fails(
        &["wythoff/w3.prf", "wythoff/moves.prf"],
        &[("(x=n & y=2*n+1)", "(x=n & y=2*n)"), ("(x=n & y=2*n+2)", "(x=n & y=3*n+2)")],
    );
}

#[test]
fn a_change_in_splithoff_refutes_a_theorem() {
    fails(
        &["splithoff/tribonacci.prf"],
        &[
            (
                "macro X1 \"(Et1,t2 $shift_trib(%0,t1) & $shift_trib(t1,t2) & %1=t2+2)\"",
                "macro X1 \"(Et1,t2 $shift_trib(%0,t1) & $shift_trib(t1,t2) & %1=t2+1)\"",
            ),
            ("& %1+t1=t2+1)\"", "& %1+t1=t2+2)\""),
            ("& %1+2*t2=t1+t3+1)\"", "& %1+2*t2=t1+t3+2)\""),
            ("& %1+t1=t3+3)\"", "& %1+t1=t3+4)\""),
        ],
    );
    fails(
        &["splithoff/splithoff.prf", "splithoff/tribonacci.prf"],
        &[
            ("(x>0 & y=x+u+v)", "(x>0 & y=x+u+v+1)"),
            ("(v<x & v+y=u+x)", "(v<x & v+y=u+x+1)"),
            ("(p<4 & c=0)", "(p<5 & c=0)"),
        ],
    );
}

#[test]
fn a_change_in_what_holds_for_all_l_refutes_a_theorem() {
    // Letters of a prefix, of a block; moves of t-Wythoff; what a block begins with.
    fails(
        &["wythoff/all_l.prf"],
        &[
            ("def zeros \"?msd_fib $noverphi(x+1,y)\"", "def zeros \"?msd_fib $noverphi(x,y)\""),
            ("$zeros(u-r+1,y)", "$zeros(u-r,y)"),
            ("$ones(u-r+1,y)", "$ones(u-r,y)"),
            ("& i<j+t & j<i+t", "& i<j+t+1 & j<i+t"),
            ("At t<w => F[p+t]=F[1+t]", "At t<w => F[p+t]=F[2+t]"),
        ],
    );
    fails(&["wythoff/all_l_t2.prf"], &[("2*y+m=z+2", "2*y+m=z+3"), ("$az(u-r,y)", "$az(u-r+1,y)")]);
    fails(&["wythoff/all_l_t3.prf"], &[("$az(u-r,y)", "$az(u-r+1,y)")]);
}

#[test]
fn a_change_in_w4_refutes_a_theorem() {
    fails(&["wythoff/w4.prf"], &[("(E=4 r,s $optW4(p,q,r,s)", "(E=3 r,s $optW4(p,q,r,s)")]);
}
