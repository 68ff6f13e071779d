//! For each command of the table something that takes long, and what it needs, which does not.

use std::fmt::Write;

use crate::lateness::{Task, hard_claim, script, task};

/// Words of zeros whose length is a multiple of each of these: together they need the product of all in states.
const PRIMES: [u32; 10] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29];

fn primes() -> String {
    PRIMES.iter().fold(String::new(), |text, p| text + &format!("reg p{p} {{0,1}} \"(1{{{p}}})*\":\n"))
}

fn prime_names() -> String {
    PRIMES.map(|p| format!("p{p}")).join(" ")
}

/// An automaton on whose states 0 is a cycle, and 1 loses one: every set of states is reached from all of them.
fn losing(states: usize) -> String {
    (0..states).fold("{0,1}\n".to_owned(), |text, state| {
        let stays = if state == 0 { String::new() } else { format!("1 -> {state}\n") };
        text + &format!("\n{state} {}\n0 -> {}\n{stays}", u8::from(state == 1), (state + 1) % states)
    })
}

/// One whose star needs 2^(n-1) + 2^(n-2) states (Yu, Zhuang and Salomaa 1994).
fn for_star(states: usize) -> String {
    (0..states).fold("{0,1}\n".to_owned(), |text, state| {
        let (next, stays) = ((state + 1) % states, if state == 0 { 0 } else { (state + 1) % states });
        text + &format!("\n{state} {}\n0 -> {next}\n1 -> {stays}\n", u8::from(state + 1 == states))
    })
}

/// A transducer whose letters generate all maps of its states.
fn all_maps(states: usize) -> String {
    let maps: [&dyn Fn(usize) -> usize; 3] =
        [&|q| (q + 1) % states, &|q| if q < 2 { 1 - q } else { q }, &|q| if q == 0 { 1 } else { q }];
    (0..states).fold("{0,1,2}\n".to_owned(), |mut text, state| {
        write!(text, "\n{state}\n").unwrap();
        maps.iter()
            .enumerate()
            .for_each(|(letter, map)| writeln!(text, "{letter} -> {} / {state}", map(state)).unwrap());
        text
    })
}

fn digits(count: usize) -> String {
    "{".to_owned() + &(0..count).map(|digit| digit.to_string()).collect::<Vec<_>>().join(",") + "}"
}

/// In the folders of a session, with these files.
fn session(name: &'static str, command: &str, files: &[(&'static str, String)]) -> Task {
    let files = [files, &[("Command Files/s.txt", command.to_owned())]].concat();
    task(name, &["walnut", "--session-dir", ".", "s.txt"], &files)
}

const GAME: &str =
    "game g \"?msd_fib p,q -> r,s : (p=r & s<q) | (q=s & r<p) | (p+s=q+r & r<p) | (2*p+s=q+2*r & r<p)\":\n";
const PARTIZAN: &str = "game g \"?msd_fib p,q -> r,s : (p=r & s<q) | (q=s & r<p) | (p+s=q+r & r<p)\" right \"(p=r & s<q) | (2*p+s=q+2*r & r<p)\":\n";
const CYCLE: &str = "morphism m \"0->012 1->120 2->201\":\npromote W m:\n";

/// On automata that are small and become large.
fn of_automata() -> Vec<Task> {
    let late_one = "reg r {0,1} \"(0|1){40}1(0|1)*\":\n";
    let losing = ("Automata Library/a.txt", losing(40));
    let all = "reg all {0,1} \"(0|1)*\";\n";
    let many = |command: &str| primes() + &format!("{command} x {}:\n", prime_names());
    vec![
        script("intersect", many("intersect")),
        script("union", many("union")),
        script("difference", many("difference")),
        script("combine", many("combine")),
        script("concat", "reg all {0,1} \"(0|1)*\":\nreg end {0,1} \"1(0|1){40}\":\nconcat x all end:\n"),
        script("reverse", format!("{late_one}reverse x r:\n")),
        script("rightquo", "reg a {0,1} \"((0|1){701})*\":\nreg b {0,1} \"((0|1){709})*\":\nrightquo x a b:\n"),
        session("leftquo", &format!("{all}leftquo x a all;\n"), std::slice::from_ref(&losing)),
        session("fixleadzero", "fixleadzero x a;\n", std::slice::from_ref(&losing)),
        session("fixtrailzero", "fixtrailzero x a;\n", &[("Automata Library/a.txt", for_star(4000))]),
        session("star", "star x a;\n", &[("Automata Library/a.txt", for_star(40))]),
        session("regex", "regex a;\n", &[("Automata Library/a.txt", for_star(300))]),
        session("minimize", "minimize x $a;\n", &[("Automata Library/a.txt", for_star(20_000))]),
        session("describe", "describe a;\n", &[("Automata Library/a.txt", for_star(20_000))]),
        session("export", "export $a ba;\n", &[("Automata Library/a.txt", for_star(20_000))]),
        session("inf", "inf a;\n", &[("Automata Library/a.txt", for_star(20_000))]),
        session("first", "first a reject;\n", &[("Automata Library/a.txt", for_star(20_000))]),
        script("first of a long word", "reg r {0,1} \"(1{141}){141}\":\nfirst r:\n"),
        script("test of long words", "reg r {0,1} \"(1{141}){141}0*\":\ntest r 10:\n"),
        script("a relation of large numbers", "reg r msd_2 \"0*(1{141}){141}\":\neval \"?msd_2 $r(x)\":\n"),
        script("the same from the other end", "reg r lsd_2 \"(0|1){3000}10*\":\neval \"?lsd_2 $r(x)\":\n"),
        script("alphabet", format!("reg r {{0,1}} {{0,1}} \"([0,1]|[1,1])*\":\nalphabet x {0} {0} r:\n", digits(300))),
        script("normalizer", format!("normalizer x msd_trib {}:\n", digits(9))),
        script("reg", "reg r {0,1} \"((0|1)*1(0|1){30}|00)*\":\n"),
    ]
}

/// On words.
fn of_words() -> Vec<Task> {
    let image = "01".repeat(3000);
    let terms: Vec<String> = (51..63).map(|k| format!("T[{}*n+{k}]", 2 * k + 1)).collect();
    let long: String = (0..300).fold(String::new(), |text, letter| {
        let image: String = (0..300).map(|at| format!("[{}]", (at * at + letter) % 300)).collect();
        text + &format!("[{letter}]->{image} ")
    });
    vec![
        script("image", format!("morphism i \"0->{image} 1->{image}\":\nimage x i T:\n")),
        script("promote", format!("morphism m \"{long}\":\npromote x m:\n")),
        script("morphism", format!("morphism m \"{}\":\n", long.repeat(10))),
        script("word", format!("word x msd_300 \"{long}\":\n")),
        script("word by a term", format!("word x[n] \"{}\":\n", terms.join("+"))),
        script("join", "join x T[a] RS[b] PD[c] VTM[d] T[e] RS[f] PD[g] VTM[h] T[i] RS[j] PD[k]:\n"),
        script("convert", "convert x msd_1024 RS:\n"),
        session(
            "transduce",
            &(CYCLE.replace(":\n", ";\n") + "transduce x t W;\n"),
            &[("Transducer Library/t.txt", all_maps(8))],
        ),
        script("split", "rsplit u[+] T:\nsplit x u[+]:\n"),
        script("rsplit", "word u[a][b][c][d] \"T[a]+T[b]+T[c]+T[d]+T[a+b+c+d]\":\nrsplit x[+][-][+][-] u:\n"),
    ]
}

/// Of games, systems and texts.
fn of_the_rest() -> Vec<Task> {
    let doubled: String = (1..22).fold("macro m0 \"%0=%0+1\":\n".to_owned(), |text, level| {
        let below = level - 1;
        text + &format!("macro m{level} \"(#m{below}(%0) & #m{below}(%0))\":\n")
    });
    let five = "game g \"?msd_fib a,b,c,d,e -> p,q,r,s,t : 2*a+3*b+5*c+7*d+11*e > 2*p+3*q+5*r+7*s+11*t & p<=a\":\n";
    let defined: String = (0..40_000).fold(String::new(), |text, at| text + &format!("def d{at} \"?msd_2 x={at}\":\n"));
    vec![
        script("game", five),
        script("grundy", format!("{GAME}grundy v of g upto 9:\n")),
        script("guess", format!("{GAME}guess v of g:\n")),
        script("outcomes", format!("{PARTIZAN}outcomes o of g:\n")),
        script("recursion", "recursion x \"?msd_2 x(1)=1, x(2)=1, x(n)=x(n-x(n-1))+x(n-x(n-2))\":\n"),
        script("redundant", format!("{GAME}redundant g \"p+i=r & q=s\":\n")),
        script(
            "numeration",
            "numeration n \"x^7 = 9*x^6 + 8*x^5 + 7*x^4 + 6*x^3 + 5*x^2 + 4*x + 3\":\neval \"?msd_n Ax,y,z x+y=z => z>=x\":\n",
        ),
        script("macro", format!("{doubled}eval \"?msd_2 #m21(x)\":\n")),
        task("include", &["prove", "s.prf"], &[("s.prf", "include \"d.prf\":\n".into()), ("d.prf", defined.clone())]),
        task(
            "use",
            &["prove", "s.prf"],
            &[("s.prf", "use \"d.prf\":\neval \"?msd_2 $d39999(x)\":\n".into()), ("d.prf", defined)],
        ),
        session("load", "load d.txt;\n", &[("Command Files/d.txt", "reg r {0,1} \"(0|1)*1(0|1){40}\";\n".into())]),
        script(
            "family",
            "family S sturmian:\neval \"Af ?S(f) Ax Ey,z y<=x/3 & z<=y & (S[f][4]=S[f][3*y] <=> y/3>=(1+z)/3)\":\n",
        ),
        script("refute", format!("refute t \"{}\":\n", hard_claim())),
        script("sequence", "sequence x n \"(T[n]+RS[n]*n+PD[n]*n^2+1)^16\":\n"),
        script("synchronize", "sequence s n \"n*n\":\nsynchronize x s:\n"),
        script("equations", "sequence x n \"x(0)=1, x(n+1)=x(n)+n^9\":\n"),
        script("help", "help:\n"),
        script("cls", "cls:\n"),
        script("exit", "exit:\n"),
        script("quit", "quit:\n"),
    ]
}

/// Commands whose tasks are elsewhere.
const ELSEWHERE: [&str; 7] = ["cover", "def", "eval", "kernel", "ost", "test", "theorem"];

pub(crate) fn tasks() -> Vec<Task> {
    [of_automata(), of_words(), of_the_rest()].concat()
}

#[test]
fn every_command_of_the_table_has_a_task() {
    let names: Vec<&str> = tasks().iter().map(|task| task.name).collect();
    for command in filbert::syntax::commands() {
        let name = command.keyword;
        assert!(names.contains(&name) || ELSEWHERE.contains(&name), "no task for `{name}`");
    }
}
