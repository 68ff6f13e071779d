//! Single changes of certificates and of what they are about: none is accepted, but where an oracle shows that nothing
//! wrong was said. `FILBERT_MUTATIONS` says how many changes are tried; every commit has a few hundred.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use filbert::script::{Entry, Given, Limits, Options, Part, prove_source};
use filbert::syntax::Source;
use filbert_check::Statement;

use crate::certificate_sequences::SEQUENCES;
use crate::certificates::{Folder, Proof, SCRIPT};
use crate::script_mutations::Random;

/// Scripts of `proofs/` whose certificates are changed.
const SCRIPTS: [&str; 11] = [
    "wythoff/k0.prf",
    "wythoff/k1.prf",
    "wythoff/k2.prf",
    "wythoff/k3.prf",
    "wythoff/moves.prf",
    "cubic/remark5.prf",
    "queens/quadrant.prf",
    "representations/fibonacci.prf",
    "tribonacci_game/remark1.prf",
    "../families/paperfolding.prf",
    "../families/radix.prf",
];

/// States of one automaton, and positions of one game, that the engine may have for a changed script.
const MOST_STATES: usize = 1 << 17;

/// A script, what it includes in its place.
fn script(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a script");
    let lines = text.lines().map(|line| match line.strip_prefix("include \"").and_then(|rest| rest.split_once('"')) {
        Some((name, _)) => script(&path.with_file_name(name)),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// A prime that is no weight.
const PRIME: i128 = 2_147_483_647;

/// Vectors modulo the prime, none of them in the span of the others: each is 1 at its place, and those after it are 0 there.
#[derive(Default)]
struct Span(Vec<(usize, Vec<i128>)>);

impl Span {
    /// Adds a vector, unless it is in the span.
    fn add(&mut self, mut vector: Vec<i128>) -> bool {
        for (place, row) in &self.0 {
            let factor = vector[*place];
            vector.iter_mut().zip(row).for_each(|(x, y)| *x = (*x - factor * y).rem_euclid(PRIME));
        }
        let Some(place) = vector.iter().position(|&x| x != 0) else { return false };
        // Its inverse (Fermat).
        let mut inverse = 1;
        for bit in (0..31).rev() {
            inverse = inverse * inverse % PRIME;
            inverse = if (PRIME - 2) >> bit & 1 == 1 { inverse * vector[place] % PRIME } else { inverse };
        }
        vector.iter_mut().for_each(|x| *x = *x * inverse % PRIME);
        self.0.push((place, vector));
        true
    }
}

/// A claim as it stands in a certificate.
#[derive(Clone, PartialEq, Eq)]
struct Claim {
    about: String,
    tracks: String,
    /// Behind the number of states: what the weights of a series are divided by, and its values.
    over: String,
    /// Of each state whether it accepts, then letters and targets in turn; of one of a series what it is worth at the start
    /// and at the end, then letters, targets and weights.
    states: Vec<Vec<i64>>,
}

impl Claim {
    /// The number of the command that it is about.
    fn command(&self) -> usize {
        self.about.split(' ').nth(1).and_then(|number| number.parse().ok()).expect("a number")
    }

    /// A claim is moved to the command with another number.
    fn moved(&self, number: usize) -> Claim {
        let mut words: Vec<String> = self.about.split(' ').map(str::to_owned).collect();
        words[1] = number.to_string();
        Claim { about: words.join(" "), ..self.clone() }
    }

    fn is_series(&self) -> bool {
        self.about.starts_with("series ")
    }

    /// What weights of transitions are divided by, and values.
    fn divisors(&self) -> (i128, i128) {
        let numbers = self.over.split_once(' ').expect("what a series is divided by");
        (numbers.0.parse().expect("a number"), numbers.1.parse().expect("a number"))
    }

    /// Whether all words are worth the same; if `eventually`, all but finitely many of those that do not begin with zeros.
    ///
    /// What one is worth more than the other is a series with the states of both, n in all. Let V(j) be spanned by its row
    /// vectors after j letters or more, those that are worth the same before every word as one. V(j) has V(j+1) in it; if
    /// they are the same, so are all that follow, which is so from n on. Then it is 0, or there are words of any length
    /// that both are not worth the same.
    fn is_worth(&self, other: &Claim, eventually: bool) -> bool {
        let size = self.states.len() + other.states.len();
        let (mut first, mut last, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        for (one, two, sign) in [(self, other, 1), (other, self, -1)] {
            let (each, over) = two.divisors();
            let moved = first.len();
            for state in &one.states {
                first.push(i128::from(state[0]).rem_euclid(PRIME));
                last.push((sign * i128::from(state[1]) * over).rem_euclid(PRIME));
                let edge = |edge: &[i64]| (edge[0], edge[1] as usize + moved, i128::from(edge[2]) * each);
                edges.push(state[2..].chunks(3).map(edge).collect::<Vec<_>>());
            }
        }
        let after = |row: &[i128]| {
            let mut after: BTreeMap<i64, Vec<i128>> = BTreeMap::new();
            for (entry, edges) in row.iter().zip(&edges) {
                for (letter, target, weight) in edges {
                    let sum = &mut after.entry(*letter).or_insert_with(|| vec![0; size])[*target];
                    *sum = (*sum + entry * weight).rem_euclid(PRIME);
                }
            }
            after
        };
        let mut rows = vec![first];
        for length in 0..if eventually { size + 1 } else { 0 } {
            let mut span = Span::default();
            for (letter, row) in rows.iter().flat_map(|row| after(row)) {
                if length > 0 || letter > 0 {
                    span.add(row);
                }
            }
            rows = span.0.into_iter().map(|(_, row)| row).collect();
        }
        let mut span = Span::default();
        while let Some(row) = rows.pop() {
            if span.add(row.clone()) {
                if row.iter().zip(&last).map(|(entry, end)| entry * end % PRIME).sum::<i128>() % PRIME != 0 {
                    return false;
                }
                rows.extend(after(&row).into_values());
            }
        }
        self.tracks == other.tracks
    }

    fn target(&self, state: Option<usize>, letter: i64) -> Option<usize> {
        let edges = self.states[state?][1..].chunks(2);
        edges.filter(|edge| edge[0] == letter).map(|edge| edge[1] as usize).next()
    }

    fn accepts(&self, state: Option<usize>) -> bool {
        state.is_some_and(|q| self.states[q][0] == 1)
    }

    /// The states from which acceptance can be reached.
    fn alive(&self) -> Vec<bool> {
        let mut alive: Vec<bool> = self.states.iter().map(|state| state[0] == 1).collect();
        for _ in 0..self.states.len() {
            for (q, state) in self.states.iter().enumerate() {
                alive[q] |= state[1..].chunks(2).any(|edge| alive[edge[1] as usize]);
            }
        }
        alive
    }

    /// Whether each word that this automaton accepts is accepted by another on the same tracks.
    fn is_within(&self, other: &Claim) -> bool {
        let (mine, theirs) = (self.alive(), other.alive());
        let live = |state: Option<usize>, alive: &[bool]| state.filter(|&q| alive[q]);
        let first = (live(Some(0), &mine), live(Some(0), &theirs));
        let (mut seen, mut open) = (HashSet::from([first]), vec![first]);
        while let Some((a, b)) = open.pop() {
            if self.accepts(a) && !other.accepts(b) {
                return false;
            }
            for edge in a.map_or(&[][..], |q| &self.states[q][1..]).chunks(2) {
                let next = (live(self.target(a, edge[0]), &mine), live(other.target(b, edge[0]), &theirs));
                if next.0.is_some() && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        self.tracks == other.tracks
    }
}

/// The claims of a certificate.
fn claims(certificate: &str) -> Vec<Claim> {
    let mut lines = certificate.lines().skip(1);
    let mut found = Vec::new();
    while let Some(about) = lines.next() {
        let tracks = lines.next().expect("tracks").to_owned();
        let (count, over) = lines.next().map(|line| line.split_once(' ').unwrap_or((line, ""))).expect("states");
        let count: usize = count.parse().expect("a number");
        let state = |line: &str| line.split(' ').map(|word| word.parse().expect("a number")).collect();
        let states = lines.by_ref().take(count).map(state).collect();
        found.push(Claim { about: about.to_owned(), tracks, over: over.to_owned(), states });
    }
    found
}

fn text(claims: &[Claim]) -> String {
    let mut text = "filbert certificate 2\n".to_owned();
    for Claim { about, tracks, over, states } in claims {
        text += format!("{about}\n{tracks}\n{} {over}", states.len()).trim_end();
        text.push('\n');
        for state in states {
            text += &(state.iter().map(i64::to_string).collect::<Vec<String>>().join(" ") + "\n");
        }
    }
    text
}

/// What is changed.
const KINDS: [&str; 19] = [
    "acceptance",
    "target",
    "weight",
    "letter",
    "edge left out",
    "claim left out",
    "claim that nothing needs",
    "claims exchanged",
    "order of claims",
    "claim for another",
    "tracks",
    "verdict",
    "statement",
    "stated",
    "certificate of another script",
    "blank in what is stated",
    "stated of another",
    "shipped script",
    "shipped certificate",
];

/// Changes one thing, if there is something of this kind to change.
fn changed(kind: &str, proof: &Proof, all: &[Proof], random: &mut Random) -> Option<Proof> {
    let mut new = proof.clone();
    let mut own = claims(&proof.certificate);
    let at = random.below(own.len());
    let other = random.below(own.len());
    match kind {
        "statement" => new.script = other_script(&proof.script, random)?,
        "verdict" => {
            let swaps = [("theorem ", "refute "), ("refute ", "theorem ")];
            let (old, wanted) = random.pick(&swaps)?;
            let places: Vec<usize> = proof.script.match_indices(&format!("\n{old}")).map(|found| found.0).collect();
            let place = *random.pick(&places)? + 1;
            new.script = format!("{}{wanted}{}", &proof.script[..place], &proof.script[place + old.len()..]);
        }
        "stated" | "blank in what is stated" | "stated of another" => {
            restate(kind, &mut new.stated, &proof.script, all, random)?;
        }
        "certificate of another script" => new.certificate = random.pick(all)?.certificate.clone(),
        _ if crate::script_mutations::KINDS.contains(&kind) => {
            let (script, numbers) = crate::script_mutations::changed(kind, &proof.script, random)?;
            new.script = script;
            let moved = numbers.iter().enumerate().flat_map(|(now, before)| {
                let of = own.iter().filter(move |claim| Some(claim.command()) == *before);
                of.map(move |claim| claim.moved(now))
            });
            new.certificate = text(&moved.collect::<Vec<Claim>>());
            own = claims(&new.certificate);
        }
        _ if own.is_empty() => return None,
        "claim left out" => drop(own.remove(at)),
        "claim that nothing needs" => {
            let number = random.below(proof.script.matches(":\n").count());
            let about = random.pick(&["body", "99", "rest 99"])?;
            let place = own.iter().position(|claim| claim.command() > number).unwrap_or(own.len());
            let new = Claim { about: format!("claim {number} {about}"), ..own[at].clone() };
            own.insert(place, new);
        }
        "claims exchanged" => {
            let (one, two) = (own[at].clone(), own[other].clone());
            own[at] = Claim { about: one.about.clone(), ..two.clone() };
            own[other] = Claim { about: two.about, ..one };
        }
        "order of claims" => own.swap(at, other),
        "claim for another" => own[at].about = own[other].about.clone(),
        "tracks" => {
            let (first, rest) = own[at].tracks.split_once(' ').unwrap_or((&own[at].tracks, ""));
            let system = *random.pick(&["msd_2", "msd_fib", "msd_trib", "msd_3", "{0,1}", "{0,2}"])?;
            own[at].tracks =
                if first == system { return None } else { format!("{system} {rest}").trim_end().to_owned() };
        }
        _ => {
            let (count, is_series) = (own[at].states.len(), own[at].is_series());
            let state = random.below(count);
            let state = own[at].states.get_mut(state)?;
            // What stands in front of the edges, and for each of them.
            let (front, each) = if is_series { (2, 3) } else { (1, 2) };
            let edges = (state.len() - front) / each;
            let edge = front + each * random.below(edges);
            match kind {
                "acceptance" if is_series => state[random.below(2)] += 1,
                "acceptance" => state[0] = 1 - state[0],
                "weight" if !is_series || edges == 0 => return None,
                "weight" => state[edge + 2] += 1 - 2 * random.below(2) as i64,
                _ if edges == 0 => return None,
                "target" => state[edge + 1] = random.below(count) as i64,
                "letter" => state[edge] = (state[edge] + 1 - 2 * random.below(2) as i64).max(0),
                _ => drop(state.drain(edge..edge + each)),
            }
        }
    }
    if own != claims(&proof.certificate) {
        new.certificate = text(&own);
    }
    if new.script != proof.script && random.below(4) > 0 {
        // Else what is stated gives it away.
        new.stated.clear();
    }
    (new != *proof).then_some(new)
}

/// Changes a line that the manifest has of a script, or adds one.
fn restate(kind: &str, stated: &mut Vec<String>, script: &str, all: &[Proof], random: &mut Random) -> Option<()> {
    match kind {
        "stated" => {
            let at = random.below(stated.len());
            let line = stated.get_mut(at)?;
            *line = match line.strip_prefix("TRUE ") {
                Some(rest) if random.below(2) == 0 => format!("FALSE {rest}"),
                _ => other_script(line, random)?,
            };
        }
        "blank in what is stated" => {
            let at = random.below(stated.len());
            let line = stated.get_mut(at)?;
            let place = random.below(line.len());
            match line.get(place..=place)? {
                " " => line.replace_range(place..=place, ""),
                _ => line.insert(place, ' '),
            }
        }
        _ => {
            let others = &random.pick(all)?.stated;
            let other = random.pick(others)?.clone();
            let name = script.split_whitespace().nth(random.below(40))?;
            stated.push(if random.below(2) == 0 { other } else { format!("TRUE {name} {name}") });
        }
    }
    Some(())
}

/// A text of formulas with another number, operator, quantifier or variable in one place.
fn other_script(script: &str, random: &mut Random) -> Option<String> {
    let swaps = [
        ("0", "1"),
        ("1", "0"),
        ("1", "2"),
        ("2", "3"),
        ("<", "<="),
        ("<=", "<"),
        ("<", ">"),
        ("=", "!="),
        ("&", "|"),
        ("|", "&"),
        ("=>", "<=>"),
        ("<=>", "=>"),
        ("+", "-"),
        (" E", " A"),
        (" A", " E"),
        ("E", "E=1 "),
        ("~", ""),
        ("x", "y"),
        ("y", "x"),
        ("n", "m"),
        ("p", "q"),
        ("q", "p"),
        ("r", "s"),
        ("$", "~$"),
        ("fib", "trib"),
    ];
    let (old, new) = *random.pick(&swaps)?;
    let places: Vec<usize> = script.match_indices(old).map(|found| found.0).collect();
    let place = *random.pick(&places)?;
    Some(format!("{}{new}{}", &script[..place], &script[place + old.len()..]))
}

/// Why what was accepted after a change need not hold, if that is so.
fn doubt(old: &Proof, new: &Proof, heard: &[Statement]) -> Option<String> {
    if old.script != new.script {
        // The engine, which knows nothing of certificates here, says whether they hold.
        let source = Source::new("s.prf", new.script.clone());
        // Rules that are changed may be those of a game that no search ends for; what is not decided does not hold.
        let options = Options {
            limits: Limits { states: Some(MOST_STATES), ..Limits::default() },
            part: Part::Whole,
            given: Some(Given::default()),
            ..Options::default()
        };
        let entries = prove_source(&source, None, &options);
        let holds: HashSet<(usize, &str)> = entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Statement(statement) if statement.holds() => Some((statement.line, &*statement.name)),
                _ => None,
            })
            .collect();
        let accepted = heard.iter().filter(|statement| statement.outcome.is_ok());
        let name = |statement: &Statement| statement.name.split(' ').nth(1).unwrap_or("").to_owned();
        // Not all who count lines take these for line ends.
        let has_others = new.script.contains(['\r', '\u{2028}']);
        let place = |line: usize| if has_others { 0 } else { line };
        let holds: HashSet<(usize, &str)> = holds.into_iter().map(|(line, name)| (place(line), name)).collect();
        let lost = accepted.map(|statement| (place(statement.line), name(statement)));
        return lost.filter(|(line, name)| !holds.contains(&(*line, name))).map(|lost| format!("{lost:?}")).next();
    }
    // What is stated may have more or fewer blanks where there are some, and each line stands for one statement.
    let mut left: Vec<Vec<&str>> = old.stated.iter().map(|line| line.split_whitespace().collect()).collect();
    for line in &new.stated {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(at) = left.iter().position(|known| *known == words) else {
            return Some(format!("another statement in the manifest: {line}"));
        };
        left.remove(at);
    }
    let known: BTreeMap<String, Claim> =
        claims(&old.certificate).into_iter().map(|claim| (claim.about.clone(), claim)).collect();
    for claim in claims(&new.certificate) {
        let Some(before) = known.get(&claim.about) else { return Some(format!("{}: what is this?", claim.about)) };
        if claim.is_series() {
            // How a series is told does not matter, nor finitely many numbers where nothing is claimed of them.
            let command = old.script.split(":\n").nth(claim.command());
            if !claim.is_worth(before, command.is_some_and(|command| command.contains("eventually"))) {
                return Some(format!("{}: another series", claim.about));
            }
            continue;
        }
        // What is claimed of a parameter matters where numbers have zeros in front; the statements are the same.
        if old.script.contains("\nfamily ") {
            continue;
        }
        // What a cover leaves may be claimed to be more.
        let is_rest = claim.about.contains(" rest ");
        if !before.is_within(&claim) || !is_rest && !claim.is_within(before) {
            return Some(format!("{}: another relation", claim.about));
        }
    }
    None
}

/// Changes a script that is shipped, which is then none, or its certificate, where a claim that is needed must be what it was;
/// whether there was something to change.
fn is_refused_as_shipped(
    kind: &'static str,
    folder: &Folder,
    proof: &Proof,
    random: &mut Random,
    counts: &mut BTreeMap<&str, (usize, usize)>,
) -> bool {
    let shipped = folder.shipped_functions();
    let mut new = shipped.clone();
    if kind == "shipped script" {
        let Some(script) = other_script(&shipped.script, random) else { return false };
        new.script = script;
    } else {
        let edge = ["acceptance", "target", "edge left out", "claim left out", "claims exchanged", "tracks"];
        let edge = random.pick(&edge).expect("a kind");
        let Some(other) = changed(edge, &shipped, std::slice::from_ref(&shipped), random) else { return false };
        new.certificate = other.certificate;
    }
    let checked = folder.check_shipped(&new, proof);
    let is_accepted = checked.as_ref().is_ok_and(|(report, _)| report.failed == 0);
    // Claims on what the script does not name are not looked at; `noverphi` is made of `phin`.
    let is_named = |claim: &Claim| {
        let command = shipped.script.split(":\n").nth(claim.command()).unwrap_or("");
        let name = command.rsplit_once("def ").and_then(|(_, rest)| rest.split(' ').next()).unwrap_or("");
        proof.script.contains(name) || name == "phin" && proof.script.contains("noverphi")
    };
    let named: Vec<Claim> = claims(&new.certificate).into_iter().filter(is_named).collect();
    let looked_at = Proof { certificate: text(&named), ..shipped.clone() };
    let is_other = new.script != shipped.script || doubt(&shipped, &looked_at, &[]).is_some();
    assert!(!is_accepted || !is_other, "{kind}: {}\n{}", new.script, new.certificate);
    let count = counts.entry(kind).or_default();
    *count = (count.0 + 1, count.1 + usize::from(is_accepted));
    true
}

/// A series on one track of `msd_2`, divided by what `over` says.
fn series(over: &str, states: &[&[i64]]) -> Claim {
    let states = states.iter().map(|state| state.to_vec()).collect();
    Claim { about: "series 0".into(), tracks: "msd_2".into(), over: over.into(), states }
}

#[test]
fn series_are_compared_on_all_words_that_matter() {
    // n; the same with 2n for n, halved at the end, or letter by letter.
    let number = series("1 1", &[&[1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1], &[0, 1, 0, 1, 2, 1, 1, 2]]);
    let halved = series("1 2", &[&[1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 2], &[0, 1, 0, 1, 2, 1, 1, 2]]);
    let divided = series("2 1", &[&[1, 0, 0, 0, 2, 1, 0, 2, 1, 1, 2], &[0, 1, 0, 1, 4, 1, 1, 4]]);
    // One more at 5; at 5 with zeros in front; at all numbers 5 * 4^k.
    let five: [&[i64]; 5] = [
        &[1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1],
        &[0, 1, 0, 1, 2, 1, 1, 2],
        &[1, 0, 1, 3, 1],
        &[0, 0, 0, 4, 1],
        &[0, 0, 1, 5, 1],
    ];
    let with = |states: &[&[i64]]| series("1 1", &[&five[..], states].concat());
    let once = with(&[&[0, 1]]);
    let again = with(&[&[0, 1, 0, 6, 1], &[0, 0, 0, 5, 1]]);
    let mut behind = once.clone();
    behind.states[2] = vec![1, 0, 0, 2, 1];
    behind.states[2].extend([1, 3, 1]);
    let mut only_behind = once.clone();
    only_behind.states[2] = vec![0, 0, 0, 2, 1, 1, 3, 1];
    only_behind.states.push(vec![1, 0, 0, 2, 1]);
    // Apart far beyond the words that could be tried one by one.
    let mut late = number.clone();
    late.states[0][0] = 1;
    let chain = (0..40).map(|at| vec![i64::from(at == 0), 0, 1, at + 3, 1]);
    late.states.extend(chain.chain([vec![0, 1, 1, 42, 1]]));
    for (other, everywhere, eventually) in [
        (&number, true, true),
        (&halved, true, true),
        (&divided, true, true),
        (&once, false, true),
        (&again, false, false),
        (&behind, false, true),
        (&only_behind, false, true),
        (&late, false, false),
        (&series("1 2", &[&[1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1], &[0, 1, 0, 1, 2, 1, 1, 2]]), false, false),
        (&Claim { tracks: "msd_fib".into(), ..number.clone() }, false, false),
    ] {
        for (one, two) in [(&number, other), (other, &number)] {
            assert_eq!(
                (one.is_worth(two, false), one.is_worth(two, true)),
                (everywhere, eventually),
                "{}",
                text(std::slice::from_ref(other))
            );
        }
    }
    assert!(!once.is_worth(&again, true) && once.is_worth(&behind, true) && !once.is_worth(&behind, false));
}

#[test]
fn no_change_of_a_proof_is_accepted_that_is_none() {
    let many: usize = std::env::var("FILBERT_MUTATIONS").ok().and_then(|many| many.parse().ok()).unwrap_or(400);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs");
    let scripts: Vec<String> =
        SCRIPTS.iter().map(|name| script(&root.join(name))).chain([SCRIPT, SEQUENCES].map(str::to_owned)).collect();
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let (folder, proofs) = Folder::of(&scripts);
    let mut random = Random::new(20_261_122);
    // Of each kind, how many were tried, how many accepted in all.
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut tried = 0;
    for proof in &proofs {
        let (report, _) = folder.check(proof).expect("it is read");
        assert_eq!(report.failed, 0, "{}", proof.script);
    }
    let kinds = [&KINDS[..], &crate::script_mutations::KINDS].concat();
    while tried < many {
        let (kind, proof) = (kinds[tried % kinds.len()], random.pick(&proofs).expect("a proof"));
        if kind.starts_with("shipped ") {
            tried += usize::from(is_refused_as_shipped(kind, &folder, proof, &mut random, &mut counts));
            continue;
        }
        let Some(new) = changed(kind, proof, &proofs, &mut random) else { continue };
        tried += 1;
        let count = counts.entry(kind).or_default();
        count.0 += 1;
        let Ok((report, heard)) = folder.check(&new) else { continue };
        // Statements that are read anew stand for themselves; a claim that is refused takes the rest with it.
        if report.failed > 0 && new.script == proof.script {
            continue;
        }
        count.1 += usize::from(report.failed == 0);
        if let Some(why) = doubt(proof, &new, &heard) {
            panic!("{kind}: accepted, {why}\n{}\n{}", new.script, new.certificate);
        }
    }
    for (kind, (tried, accepted)) in counts {
        println!("{kind:<30} {tried:>6} tried {accepted:>6} accepted, and valid");
    }
}
