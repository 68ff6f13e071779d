//! What goes through files: stored automata, exports, transducers, scripts that are loaded or included, and scripts
//! proved in parallel.

use std::collections::HashMap;
use std::path::Path;

use filbert::library::{Directory, Folders};
use filbert::script::{Entry, News, Options, prove};

use super::automaton::Automaton;
use super::formula::Formula;
use super::generate::Generator;
use super::lab::{Checked, Lab, Outcome, wrong};
use super::rewrite::rewritten;
use super::systems;
use super::tape::Tape;
use super::worlds::{Deciders, Match, WORLDS, World};

/// A session in a folder of its own.
pub struct Room {
    pub folder: tempfile::TempDir,
    pub lab: Lab,
}

impl Room {
    pub fn new() -> Room {
        let folder = tempfile::tempdir().expect("a folder for files");
        let folders = Folders { session: folder.path().join("session"), home: folder.path().to_owned() };
        folders.create().expect("folders");
        std::fs::create_dir_all(folder.path().join(Directory::Transducers.folder())).expect("a folder");
        Room { lab: Lab::in_folders(folders), folder }
    }
}

fn write(path: &Path, text: &str) -> Checked {
    std::fs::write(path, text).map_err(|why| Outcome::Wrong(format!("{}: {why}", path.display())))
}

/// A file that a session left somewhere below a folder.
fn left(folder: &Path, name: &str) -> Checked<String> {
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|file| file == name) {
                return std::fs::read_to_string(&path).map_err(|why| Outcome::Wrong(why.to_string()));
            }
        }
    }
    wrong(format!("no file {name}"))
}

/// One command.
pub fn check(tape: &mut Tape, room: &Path, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    match tape.below(8) {
        0 => exported(tape, room, lab, deciders),
        1 => transduced(tape, room, lab),
        2..=4 => loaded(tape, room, lab, deciders),
        5 => systems::handmade(tape, room, lab, deciders),
        _ => parallel(tape, room, lab, deciders),
    }
}

fn world(tape: &mut Tape) -> &'static World {
    let fits = |world: &&World| world.matched == Match::Words && world.definitions.is_empty() && !world.signed();
    let worlds: Vec<&'static World> = WORLDS.iter().filter(fits).collect();
    worlds[tape.below(worlds.len())]
}

/// Reads an automaton as its file describes it, with a reader of its own.
fn read(text: &str, tracks: usize, digits: usize) -> Option<Automaton> {
    let mut states: Vec<(usize, bool)> = Vec::new();
    let mut edges: HashMap<(usize, usize), usize> = HashMap::new();
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim()).filter(|line| !line.is_empty());
    for line in lines.skip(1) {
        match line.split_once("->") {
            None => {
                let (state, output) = line.split_once(' ')?;
                states.push((state.trim().parse().ok()?, output.trim() != "0"));
            }
            Some((letters, target)) => {
                let from = states.last()?.0;
                let symbols: Vec<&str> = letters.split_whitespace().collect();
                if symbols.len() != tracks {
                    return None;
                }
                for letter in 0..digits.pow(tracks as u32) {
                    let digit = |i: usize| letter / digits.pow(i as u32) % digits;
                    if symbols.iter().enumerate().all(|(i, &s)| s == "*" || s.parse() == Ok(digit(i))) {
                        edges.insert((from, letter), target.trim().parse().ok()?);
                    }
                }
            }
        }
    }
    let start = states.first()?.0;
    let accepting: HashMap<usize, bool> = states.into_iter().collect();
    let step = |state: &Option<usize>, letter: usize| edges.get(&((*state)?, letter)).copied();
    let accepts = |state: &Option<usize>| state.is_some_and(|state| accepting.get(&state).copied().unwrap_or(false));
    Automaton::build(digits.pow(tracks as u32), Some(start), step, accepts).ok()
}

/// `def` and `export`: the files hold the relation.
fn exported(tape: &mut Tape, room: &Path, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let world = world(tape);
    let free = 1 + tape.below(2);
    let formula = Generator::new(world, tape).formula(free, 2);
    let decider = deciders.of(world.reference);
    let expected = decider.relation(&formula)?;
    let tracks = expected.variables.len();
    if tracks == 0 {
        return Ok(());
    }
    lab.run(&format!("def fn \"?{} {}\";", world.name, rewritten(&formula, 3, tape)))?;
    let digits = decider.numeration.digits;
    let stored = left(room, "fn.txt")?;
    if read(&stored, tracks, digits)
        .as_ref()
        .map(|found| found.with(&expected.automaton, |a, b| a != b))
        .is_none_or(|both| both.is_ok_and(|both| both.live()[0]))
    {
        return wrong(format!("the file holds something else:\n{stored}"));
    }
    lab.tally("def");
    match tape.below(3) {
        0 => {
            lab.run("export fn gv;")?;
            let text = left(room, "fn.gv")?;
            let accepting = text.matches("doublecircle").count();
            let live: Vec<bool> = expected.automaton.live();
            let wanted = expected.automaton.accepting.iter().zip(&live).filter(|(a, live)| **a && **live).count();
            if wanted > 0 && accepting == 0 {
                return wrong(format!("{wanted} states accept, and none is drawn so:\n{text}"));
            }
        }
        1 => {
            lab.run("export fn txt;")?;
            let text = left(room, "fn.txt")?;
            if read(&text, tracks, digits).is_none() {
                return wrong(format!("an export that is not read:\n{text}"));
            }
        }
        _ => {
            lab.run("export fn ba;")?;
            left(room, "fn.ba")?;
        }
    }
    lab.tally("export");
    // A session that did not make it reads it.
    let folders = Folders { session: room.join("session"), home: room.to_owned() };
    let other = Lab::in_folders(folders);
    let relation = other.language("fn")?;
    let places: Vec<Vec<u32>> = vec![(0..digits as u32).collect(); tracks];
    super::lab::same(&relation.dfa, &expected.automaton, &places)
        .map_err(|why| Outcome::Wrong(format!("read again: {why}")))
}

/// `transduce`: what a random transducer writes.
fn transduced(tape: &mut Tape, room: &Path, lab: &mut Lab) -> Checked {
    let states = 1 + tape.below(3);
    let rows: Vec<[(usize, usize); 2]> =
        (0..states).map(|_| [0, 1].map(|_| (tape.below(states), tape.below(3)))).collect();
    let mut text = String::new();
    for (state, row) in rows.iter().enumerate() {
        text += &format!("{state}\n");
        for (letter, (target, output)) in row.iter().enumerate() {
            text += &format!("{letter} -> {target} / {output}\n");
        }
    }
    let word = *tape.pick(&["T", "RS", "PD"]);
    let folder = room.join(Directory::Transducers.folder());
    write(&folder.join("TD.txt"), &text)?;
    lab.script.push(format!("# Transducer Library/TD.txt:\n# {}", text.trim().replace('\n', "\n# ")));
    lab.run(&format!("transduce V TD {word};"))?;
    let mut state = 0;
    for n in 0..120u64 {
        let letter = match word {
            "T" => n.count_ones() % 2,
            "RS" => (n & (n >> 1)).count_ones() % 2,
            _ => 1 - (n + 1).trailing_zeros() % 2,
        };
        let (target, output) = rows[state][letter as usize];
        let found = lab.value("V", &[n as i64])?;
        if found != output as i64 {
            return wrong(format!("V[{n}] is {found}, not {output}"));
        }
        state = target;
    }
    lab.tally("transduce");
    Ok(())
}

/// A closed formula and its verdict.
fn decided(world: &World, tape: &mut Tape, deciders: &mut Deciders) -> Checked<(Formula, Formula, bool)> {
    let formula = Generator::new(world, tape).formula(0, 2);
    let asked = rewritten(&formula, world.most_variables, tape);
    let truth = deciders.of(world.reference).relation(&formula)?.automaton.accepting[0];
    Ok((formula, asked, truth))
}

/// `load`, `include` and `use`: a file of commands.
fn loaded(tape: &mut Tape, room: &Path, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let world = world(tape);
    let formula = Generator::new(world, tape).formula(1, 2);
    let decider = deciders.of(world.reference);
    let expected = decider.relation(&formula)?;
    if expected.variables.is_empty() {
        return Ok(());
    }
    let digits = decider.numeration.digits as u32;
    let text = format!("def ld \"?{} {}\":\n", world.name, rewritten(&formula, 3, tape));
    // A file is loaded once in a session: each has a name of its own.
    let name = format!("more{}.txt", std::fs::read_dir(room).map_or(0, Iterator::count));
    write(&room.join(&name), &text)?;
    lab.script.push(format!("# {name}: {}", text.trim()));
    let path = room.join(&name);
    let (command, text) = match tape.below(3) {
        0 => ("load", format!("load {};", path.display())),
        1 => ("include", format!("include \"{}\":", path.display())),
        _ => ("use", format!("use \"{}\":", path.display())),
    };
    lab.run(&text)?;
    if command == "use" {
        // What is used waits until it is named.
        let mut names: Vec<&str> = expected.variables.iter().map(|&var| super::formula::name(var)).collect();
        names.sort_unstable();
        lab.run(&format!("def named \"?{} $ld({})\":", world.name, names.join(",")))?;
    }
    let language = lab.language("ld")?;
    super::lab::same(&language.dfa, &expected.automaton, &[(0..digits).collect()]).map_err(Outcome::Wrong)?;
    lab.tally(command);
    Ok(())
}

/// `prove --jobs`: several files at once, their reports in order, every claim as the reference says.
fn parallel(tape: &mut Tape, room: &Path, lab: &mut Lab, deciders: &mut Deciders) -> Checked {
    let files = 2 + tape.below(4);
    let mut paths = Vec::new();
    let mut expected = Vec::new();
    let mut keywords = Vec::new();
    for number in 0..files {
        let mut text = String::new();
        let mut claims = Vec::new();
        for at in 0..1 + tape.below(3) {
            let world = world(tape);
            let (_, asked, truth) = decided(world, tape, deciders)?;
            let claimed = tape.below(2) == 0;
            let keyword = if claimed { "theorem" } else { "refute" };
            keywords.push(keyword);
            text += &format!("{keyword} s{at} \"?{} {asked}\":\n", world.name);
            claims.push((claimed == truth, truth));
        }
        let path = room.join(format!("p{number}.prf"));
        write(&path, &text)?;
        lab.script.push(format!("# p{number}.prf\n{}", text.trim()));
        paths.push(path);
        expected.push(claims);
    }
    let jobs = 1 + tape.below(4);
    let mut reports = Vec::new();
    let proved = prove(&paths, &Options::default(), jobs, |news| {
        if let News::Ends(report) = news {
            reports.push(report.clone());
        }
    });
    proved.map_err(|why| Outcome::Wrong(why.to_string()))?;
    if reports.iter().map(|report| &report.path).ne(&paths) {
        return wrong("the reports are in another order");
    }
    for (report, claims) in reports.iter().zip(&expected) {
        let found: Vec<(bool, bool)> = report
            .entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Statement(statement) => {
                    Some((statement.holds(), statement.outcome.as_ref().is_ok_and(|verdict| verdict.truth)))
                }
                _ => None,
            })
            .collect();
        if &found != claims {
            return wrong(format!("{}: {found:?}, not {claims:?}", report.path.display()));
        }
    }
    lab.tally("prove --jobs");
    keywords.into_iter().for_each(|keyword| lab.tally(keyword));
    Ok(())
}
