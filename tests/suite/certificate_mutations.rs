//! Single changes of certificates and of what they are about: none is accepted, but where an oracle shows that nothing
//! wrong was said. `FILBERT_MUTATIONS` says how many changes are tried; every commit has a few hundred.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use filbert::script::{Entry, Limits, Options, Part, prove_source};
use filbert::syntax::Source;
use filbert_check::Statement;

use crate::certificate_sequences::SEQUENCES;
use crate::certificates::{Folder, Proof, SCRIPT};

/// Scripts of `proofs/` whose certificates are changed.
const SCRIPTS: [&str; 9] = [
    "wythoff/k0.prf",
    "wythoff/k1.prf",
    "wythoff/k2.prf",
    "wythoff/k3.prf",
    "wythoff/moves.prf",
    "cubic/remark5.prf",
    "queens/quadrant.prf",
    "representations/fibonacci.prf",
    "tribonacci_game/remark1.prf",
];

/// A script, what it includes in its place.
fn script(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a script");
    let lines = text.lines().map(|line| match line.strip_prefix("include \"").and_then(|rest| rest.split_once('"')) {
        Some((name, _)) => script(&path.with_file_name(name)),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// Numbers that look random (L'Ecuyer 1999).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

/// A prime that is no weight.
const PRIME: i128 = 2_147_483_647;

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
    fn is_series(&self) -> bool {
        self.about.starts_with("series ")
    }

    /// What a word is worth, times what values are divided by, modulo a prime.
    fn worth(&self, word: &[i64]) -> i128 {
        let mut row: Vec<i128> = self.states.iter().map(|state| state[0].into()).collect();
        for letter in word {
            let mut next = vec![0; row.len()];
            for (entry, state) in row.iter().zip(&self.states) {
                for edge in state[2..].chunks(3).filter(|edge| edge[0] == *letter) {
                    let sum = &mut next[edge[1] as usize];
                    *sum = (*sum + entry * i128::from(edge[2])).rem_euclid(PRIME);
                }
            }
            row = next;
        }
        row.iter().zip(&self.states).map(|(entry, state)| entry * i128::from(state[1])).sum::<i128>().rem_euclid(PRIME)
    }

    /// Whether short words are worth the same; of `numbers_only`, those without zeros in front.
    fn is_worth(&self, other: &Claim, numbers_only: bool) -> bool {
        let letters = self.tracks.split(' ').fold(1, |letters, _| letters * 2);
        let mut words: Vec<Vec<i64>> = vec![Vec::new()];
        let mut at = 0;
        while let Some(word) = words.get(at).cloned() {
            if !(numbers_only && word.first() == Some(&0)) && self.worth(&word) != other.worth(&word) {
                return false;
            }
            if words.len() < 500 {
                words.extend((0..letters).map(|letter| [&word[..], &[letter]].concat()));
            }
            at += 1;
        }
        (&self.tracks, &self.over) == (&other.tracks, &other.over)
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
    let mut text = "filbert certificate 1\n".to_owned();
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
const KINDS: [&str; 14] = [
    "acceptance",
    "target",
    "weight",
    "letter",
    "edge left out",
    "claim left out",
    "claims exchanged",
    "order of claims",
    "claim for another",
    "tracks",
    "verdict",
    "statement",
    "stated",
    "certificate of another script",
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
        "stated" => {
            let at = random.below(new.stated.len());
            let line = new.stated.get_mut(at)?;
            *line = match line.strip_prefix("TRUE ") {
                Some(rest) if random.below(2) == 0 => format!("FALSE {rest}"),
                _ => other_script(line, random)?,
            };
        }
        "certificate of another script" => new.certificate = random.pick(all)?.certificate.clone(),
        _ if own.is_empty() => return None,
        "claim left out" => drop(own.remove(at)),
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
        let options = Options { limits: Limits::default(), part: Part::Whole, ..Options::default() };
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
        let lost = accepted.map(|statement| (statement.line, name(statement)));
        return lost.filter(|(line, name)| !holds.contains(&(*line, name))).map(|lost| format!("{lost:?}")).next();
    }
    if new.stated.iter().any(|line| !old.stated.contains(line)) {
        return Some("another statement in the manifest".into());
    }
    let known: BTreeMap<String, Claim> =
        claims(&old.certificate).into_iter().map(|claim| (claim.about.clone(), claim)).collect();
    for claim in claims(&new.certificate) {
        let Some(before) = known.get(&claim.about) else { return Some(format!("{}: what is this?", claim.about)) };
        if claim.is_series() {
            // How a series is told does not matter. What holds of all numbers but finitely many is asked of the words that
            // numbers have without zeros in front.
            let number = claim.about.strip_prefix("series ").and_then(|number| number.parse().ok());
            let command = number.and_then(|number| old.script.split(":\n").nth(number));
            if !claim.is_worth(before, command.is_some_and(|command| command.contains("eventually"))) {
                return Some(format!("{}: another series", claim.about));
            }
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

#[test]
fn no_change_of_a_proof_is_accepted_that_is_none() {
    let many: usize = std::env::var("FILBERT_MUTATIONS").ok().and_then(|many| many.parse().ok()).unwrap_or(400);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs");
    let scripts: Vec<String> =
        SCRIPTS.iter().map(|name| script(&root.join(name))).chain([SCRIPT, SEQUENCES].map(str::to_owned)).collect();
    let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
    let (folder, proofs) = Folder::of(&scripts);
    let mut random = Random(20_261_122);
    // Of each kind, how many were tried, how many accepted in all.
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut tried = 0;
    for proof in &proofs {
        let (report, _) = folder.check(proof).expect("it is read");
        assert_eq!(report.failed, 0, "{}", proof.script);
    }
    while tried < many {
        let (kind, proof) = (KINDS[tried % KINDS.len()], random.pick(&proofs).expect("a proof"));
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
