//! Commands of small scripts, as the reader and `commands_for` in `verified/` make them: there they were printed.

use std::fmt::Write;
use std::path::Path;

use filbert_answers::formula::{Command, System};
use filbert_answers::text::{Entry, write_entry};

use super::commands::Table;
use super::places::placed;
use super::script::statements;
use super::tree::Statement;

/// The commands of the statements of a script that name nothing that ships.
fn commands(text: &str) -> String {
    let files = |path: &Path| (path == Path::new("/s.prf")).then(|| text.to_owned());
    let (statements, shipped) = statements(Path::new("/s.prf"), &files);
    let (mut table, mut tracks, mut out) = (Table::default(), Vec::new(), String::new());
    for (at, said) in &statements[shipped..] {
        let Ok(found) = placed(&table, &tracks, at, said) else {
            let _ = writeln!(out, "nothing for {}", said.name().map_or_else(|| said.bound().join(","), str::to_owned));
            table.forget(said.bound());
            continue;
        };
        if matches!(said, Statement::Forget(_)) {
            let _ = writeln!(out, "nothing for {}", said.bound().join(","));
        }
        for command in found.commands {
            let systems = |places: &[usize]| -> Vec<System> {
                places.iter().map(|&place| found.systems.of(place).clone()).collect()
            };
            match &command {
                Command::Automaton(count, _) => tracks.push(systems(&(0..*count).collect::<Vec<_>>())),
                Command::Define(places, _) => tracks.push(systems(places)),
                Command::Kernel(game) => tracks.push(systems(&(0..game.piles).collect::<Vec<_>>())),
                Command::Theorem(_) => {}
            }
            let name = said.name().unwrap_or_default().to_owned();
            write_entry(&mut out, &Entry { name, command, hints: Default::default(), like: None });
        }
        table.bind(found.bound);
    }
    out
}

#[test]
fn parts_that_may_be_negative_become_conditions() {
    let script = r#"theorem t "?msd_fib Ax,y x-y+1=2*(x/3) => Ez z=x-y";"#;
    let expected = "\
        theorem t all 0 all 1 implies and atmost v 1 v 0 some 2 and and atmost mul 3 v 2 v 0 less v 0 add mul 3 \
        v 2 n 3 equal add sub v 0 v 1 n 1 mul 2 v 2 some 2 and atmost v 1 v 0 equal v 2 sub v 0 v 1\n";
    assert_eq!(commands(script), expected);
}

#[test]
fn words_become_choices_of_letters() {
    let script = r#"word W msd_2 "0->01 1->10";
theorem t "An W[n+1]-W[n]<1 | Ex x=W[n]";
theorem u "E>=2 n,m W[n]=W[m]";"#;
    let expected = "\
        automaton 1 2\n\
        1 2 0 1 1 2\n\
        0 2 0 2 1 1\n\
        automaton 1 2\n\
        0 2 0 1 1 2\n\
        1 2 0 2 1 1\n\
        theorem t all 0 or some 1 and equal v 1 add v 0 n 1 or and rel 0 1 1 or and rel 0 1 0 less n 0 n 1 and \
        rel 1 1 0 less n -1 n 1 and rel 1 1 1 or and rel 0 1 0 less n 1 n 1 and rel 1 1 0 less n 0 n 1 some 1 or \
        and rel 0 1 0 equal v 1 n 0 and rel 1 1 0 equal v 1 n 1\n\
        theorem u atleast 2 2 0 1 or and rel 0 1 0 or and rel 0 1 1 equal n 0 n 0 and rel 1 1 1 equal n 0 n 1 \
        and rel 1 1 0 or and rel 0 1 1 equal n 1 n 0 and rel 1 1 1 equal n 1 n 1\n";
    assert_eq!(commands(script), expected);
}

#[test]
fn bound_variables_of_several_systems_are_apart() {
    let script = r#"reg both msd_2 msd_fib "([0,0]|[1,1])*";
refute t "Ax,y $both(x,y) => ?msd_fib Iz z>y";"#;
    let expected = "\
        automaton 2 2\n\
        1 2 0 0 1 1 1 2\n\
        1 2 0 0 2 1 1 2\n\
        theorem t not all 1 all 2 implies rel 0 2 1 2 infinitely 3 less v 2 v 3\n";
    assert_eq!(commands(script), expected);
}

#[test]
fn expressions_become_automata_by_derivatives() {
    let script = r#"reg r msd_2 msd_2 "[0,0]*([1,0]|[0,1])+";
theorem t "Ex $r(x,1)";"#;
    let expected = "\
        automaton 2 3\n\
        0 3 0 0 1 0 1 3 1 0 3\n\
        0 3 0 0 2 0 1 3 1 0 3\n\
        1 2 0 1 3 1 0 3\n\
        theorem t some 0 some 1 and equal v 1 n 1 rel 0 2 0 1\n";
    assert_eq!(commands(script), expected);
}

#[test]
fn words_are_combined_of_sets() {
    let script = r#"def f "?msd_2 x=1";
combine W f=3;
theorem t "W[1]=@3";"#;
    let expected = "\
        define 1 0 equal v 0 n 1\n\
        define 1 0 and not rel 0 1 0 equal n 0 n 0\n\
        define 1 0 or rel 0 1 0 equal n 3 n 0\n\
        theorem t some 0 and equal v 0 n 1 or and rel 1 1 0 equal n 0 n 3 and rel 2 1 0 equal n 3 n 3\n";
    assert_eq!(commands(script), expected);
}

#[test]
fn integers_are_differences() {
    let script = r#"theorem t "?msd_neg_2 Ax,y x=y+1 => (Ez z<0 & z=x/_2 | Iz z<y)";"#;
    let expected = "\
        theorem t all 0 all 1 implies equal n 0 n 0 some 4 some 5 or and less add mul 1 sub v 4 v 5 n 0 n 0 and \
        and less add mul -2 sub v 4 v 5 add mul -1 sub v 0 v 1 n -2 n 0 atmost add mul 1 sub v 0 v 1 add mul 2 \
        sub v 4 v 5 n 0 n 0 equal n 0 n 0 infinitely 6 some 7 and or equal v 7 n 0 equal v 7 mul 2 v 6 less add \
        mul -1 sub v 0 v 1 add mul 1 sub v 6 v 7 n 1 n 0\n";
    assert_eq!(commands(script), expected);
}

#[test]
fn kernels_are_commands_of_games() {
    let script = r#"game G "?msd_2 p -> r : r<p" terminal "p=1" measure "2*p";
def q "?msd_2 p<2";
kernel P of G given $q;"#;
    let expected = "\
        define 1 0 less v 0 n 2\n\
        kernel P 1 1 0 and less v 1 v 0 not equal v 0 n 1\n\
        theorem P iff rel 1 1 0 rel 0 1 0\n";
    assert_eq!(commands(script), expected);
}

#[test]
fn covers_and_quotients_of_claims() {
    let script = r#"cover t "?msd_2 x>0" by "?msd_2 Ey x=2*y" "?msd_2 x!=0";
refute u "?msd_2 (Ex x<0) | (Ex x!=x)";"#;
    let expected = "\
        theorem t all 0 implies less n 0 v 0 or some 1 equal v 0 mul 2 v 1 not equal v 0 n 0\n\
        theorem u and not some 0 less v 0 n 0 not some 0 not equal v 0 v 0\n";
    assert_eq!(commands(script), expected);
}

#[test]
fn what_is_not_read_leaves_its_names_without_a_meaning() {
    let script = r#"def f "?msd_3 x=_1+y";
theorem a "?msd_3 $f(1,1)";
sequence s n "x<n";
def s_1 "x=1";
theorem b "?msd_2 1=1";
theorem c "?msd_nosuch 1=1";
load other;
theorem d "1=1";"#;
    assert_eq!(
        commands(script),
        "nothing for f\nnothing for a\nnothing for s\ndefine 1 0 equal v 0 n 1\ntheorem b equal n 1 n 1\n"
    );
}

#[test]
fn words_of_digits_are_numbers_without_zeros() {
    let script = r#"reg w {-1,1} "[-1]*1";
def f "$w(x) & $w(y)";"#;
    let text = commands(script);
    // That both are words of one length is said in front.
    assert!(
        text.ends_with("define 2 0 1 and rel 1 1 0 and rel 3 2 0 0 and rel 3 2 0 1 and rel 0 1 0 rel 0 1 1\n"),
        "{text}"
    );
    assert!(text.starts_with("automaton 1 3\n0 3 0 1 1 2 2 3\n"), "{text}");
}
