//! The atlas: its list, verdicts that are known from the literature, its pages and their links.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use filbert::atlas::{entries, write_article};
use filbert::explore::{Kind, properties};
use filbert::script::Limits;

use crate::cli::filbert_in;
use crate::page::{overflow, violations};

/// Exit code, output and messages of the program.
#[test]
fn entries_and_properties_have_names_of_their_own() {
    let all = entries();
    let names: BTreeSet<&str> = all.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names.len(), all.len());
    let of = |kind: Kind| all.iter().filter(|entry| entry.kind == kind).count();
    assert!(of(Kind::Word) >= 80 && of(Kind::Pairs) + of(Kind::Triples) >= 38, "{}", all.len());
    assert!(all.iter().all(|entry| !entry.about.is_empty()), "what an entry is");
    let properties = properties();
    let names: BTreeSet<&str> = properties.iter().map(|property| property.name.as_str()).collect();
    assert_eq!(names.len(), properties.len());
    for property in properties {
        assert!(property.holds.ends_with('.') && property.fails.ends_with('.'), "{}", property.name);
        assert_ne!(property.holds, property.fails);
    }
}

/// The properties of an entry as its script claims them.
fn claims(name: &str) -> BTreeMap<String, bool> {
    let entry = entries().iter().find(|entry| entry.name == name).expect("an entry");
    let article = write_article(entry, Limits::default(), std::time::Duration::ZERO).expect("a script");
    assert_eq!(article.refused, []);
    let claim = |line: &str| {
        let (keyword, rest) = line.split_once(' ')?;
        let name = rest.split(' ').next()?.to_owned();
        let truth = match keyword {
            "theorem" => true,
            "refute" => false,
            _ => return None,
        };
        article.properties.contains(&name).then_some((name, truth))
    };
    article.script.lines().filter_map(claim).collect()
}

/// The first letters of a word, in which its properties are looked for: an oracle, since for the words that are tried
/// so many letters show what is so.
struct Seen(Vec<i64>);

impl Seen {
    /// Whether the factors of a length at two places are equal.
    fn is_same(&self, i: usize, j: usize, n: usize) -> bool {
        self.0[i..i + n] == self.0[j..j + n]
    }

    /// Whether there is a period of these for which something repeats so often, and some letters more.
    fn repeats(&self, mut periods: Range<usize>, times: usize, more: usize) -> bool {
        periods.any(|n| {
            let length = times * n + more;
            (0..self.0.len() - length - n).any(|i| self.is_same(i, i + n, length))
        })
    }

    fn factors(&self, n: usize) -> BTreeSet<&[i64]> {
        self.0.windows(n).collect()
    }

    /// Where each factor of a length begins.
    fn places(&self, n: usize) -> BTreeMap<&[i64], Vec<usize>> {
        let mut places: BTreeMap<&[i64], Vec<usize>> = BTreeMap::new();
        self.0.windows(n).enumerate().for_each(|(at, factor)| places.entry(factor).or_default().push(at));
        places
    }

    /// The longest way from a place to the next one at which a factor begins, in the first three quarters.
    fn gap(&self, n: usize) -> usize {
        let most = self.0.len() * 3 / 4;
        let gap = |places: &Vec<usize>| {
            let ends = places.windows(2).map(|pair| pair[1] - pair[0]);
            let last = most.saturating_sub(*places.last().expect("a place"));
            ends.chain([places[0] + 1, last]).max().expect("some")
        };
        self.places(n).values().map(gap).max().expect("some")
    }

    fn is_closed(&self, change: impl Fn(&[i64]) -> Vec<Vec<i64>>) -> bool {
        (1..12).all(|n| {
            let factors = self.factors(n);
            factors.iter().all(|factor| change(factor).iter().any(|other| factors.contains(other.as_slice())))
        })
    }

    /// How many factors of a length have several letters behind them.
    fn special(&self, n: usize) -> usize {
        let longer = self.factors(n + 1);
        self.factors(n).iter().filter(|factor| longer.iter().filter(|one| one[..n] == ***factor).count() > 1).count()
    }

    fn properties(&self) -> BTreeMap<&'static str, bool> {
        let letters = &self.0;
        let far = letters.len() / 2;
        let is_palindrome = |factor: &[i64]| factor.iter().eq(factor.iter().rev());
        let is_unbordered = |factor: &[i64]| (1..=factor.len() / 2).all(|l| factor[..l] != factor[factor.len() - l..]);
        let differ = |one: &[i64], other: &[i64]| one.iter().zip(other).all(|(a, b)| a != b);
        let covers = |m: usize| {
            let at: Vec<usize> = (0..far).filter(|&j| self.is_same(0, j, m)).collect();
            at.windows(2).all(|pair| pair[1] - pair[0] <= m) && far - at[at.len() - 1] <= m
        };
        BTreeMap::from([
            ("periodic", (1..60).any(|p| (300..far).all(|i| letters[i] == letters[i + p]))),
            ("squares", self.repeats(1..40, 1, 0)),
            ("overlaps", self.repeats(1..40, 1, 1)),
            ("cubes", self.repeats(1..40, 2, 0)),
            ("fourth_powers", self.repeats(1..40, 3, 0)),
            ("long_squares", self.repeats(60..260, 1, 0)),
            ("recurrent", (1..8).all(|n| self.places(n).values().all(|places| places.len() > 1))),
            ("uniformly_recurrent", (1..8).all(|n| self.gap(n) < 600)),
            ("recurrent_within_20n", (1..20).all(|n| self.gap(n) <= 20 * n + 1)),
            ("prefixes_recur", (1..20).all(|n| self.places(n)[&letters[..n]].len() > 1)),
            ("appears_within_6n", (1..30).all(|n| self.places(n).values().all(|places| places[0] <= 6 * n))),
            (
                "close_returns",
                (1..60).all(|n| self.places(n).values().any(|at| at.windows(2).any(|pair| pair[1] - pair[0] <= n))),
            ),
            ("quasiperiodic", (1..60).any(covers)),
            ("mirror", self.is_closed(|factor| vec![factor.iter().rev().copied().collect()])),
            ("palindromes", (30..40).any(|n| letters.windows(n).any(is_palindrome))),
            (
                "complement",
                (1..12)
                    .all(|n| self.factors(n).iter().all(|one| self.factors(n).iter().any(|other| differ(one, other)))),
            ),
            ("antisquares", (30..70).any(|n| letters.windows(2 * n).any(|both| differ(&both[..n], &both[n..])))),
            ("unbordered", (30..70).any(|n| letters.windows(n).any(is_unbordered))),
            ("special", (1..12).all(|n| self.special(n) >= 1)),
            ("at_most_one_special", (1..12).all(|n| self.special(n) <= 1)),
        ])
    }
}

#[test]
fn properties_of_words_are_what_their_first_letters_show() {
    for name in ["T", "F", "RS", "P", "PD", "BS", "VTM", "SC", "TR"] {
        let budget = Limits::default().budget();
        let word = filbert::library::standard_word(name, &budget).expect("it is shipped").expect("it is read");
        let seen = Seen((0..5000).map(|n| word.value(&[n.into()])).collect()).properties();
        let seen: BTreeMap<String, bool> = seen.into_iter().map(|(name, holds)| (name.to_owned(), holds)).collect();
        let claims = claims(name);
        assert_eq!(claims.len(), seen.len());
        let others: Vec<_> = claims.iter().filter(|(name, holds)| seen[*name] != **holds).collect();
        assert!(others.is_empty(), "{name}: {others:?}");
    }
}

/// Side of the box in which games are solved.
const SIDE: usize = 240;

/// The P-positions of a game like Wythoff's below the side of the box, by its rules: tokens from one pile, or amounts that differ by less
/// than `width` from both; the play ends where the sum is at most `end`; a position is one of them if fewer than `block` options are.
fn solved(width: usize, end: usize, block: usize) -> BTreeSet<(usize, usize)> {
    let mut found = vec![vec![false; SIDE]; SIDE];
    for sum in 0..2 * SIDE - 1 {
        for p in sum.saturating_sub(SIDE - 1)..=sum.min(SIDE - 1) {
            let q = sum - p;
            let rows = (0..p).filter(|&r| found[r][q]).count() + (0..q).filter(|&s| found[p][s]).count();
            let both = (0..p).map(|r| {
                let taken = p - r;
                let amounts = (taken + 1).saturating_sub(width).max(1)..(taken + width).min(q + 1);
                amounts.filter(|&amount| found[r][q - amount]).count()
            });
            let options = if sum <= end { 0 } else { rows + if width > 0 { both.sum() } else { 0 } };
            found[p][q] = options < block;
        }
    }
    let all = (0..SIDE).flat_map(|p| (0..SIDE).map(move |q| (p, q)));
    all.filter(|&(p, q)| found[p][q]).collect()
}

/// What a box of P-positions shows of the properties of a game.
fn seen_of_game(found: &BTreeSet<(usize, usize)>) -> BTreeMap<String, bool> {
    let row = |p: usize| found.iter().filter(|one| one.0 == p).count();
    let sorted: Vec<(usize, usize)> = found.iter().filter(|(p, q)| p <= q).copied().collect();
    let differ = |values: Vec<i64>| values.iter().collect::<BTreeSet<_>>().len() == values.len();
    let (few, all) = (0..SIDE / 5, || found.iter().map(|&(p, q)| (p as i64, q as i64)));
    let pairs = || sorted.iter().flat_map(|a| sorted.iter().map(move |b| (a, b))).filter(|(a, b)| a.0 < b.0);
    let properties = [
        ("symmetric", found.iter().all(|&(p, q)| found.contains(&(q, p)))),
        ("infinitely_many", found.iter().any(|&(p, q)| p + q > SIDE)),
        ("one_in_each_row", few.clone().all(|p| row(p) == 1)),
        ("at_most_two_in_each_row", few.clone().all(|p| row(p) <= 2)),
        ("finitely_many_in_each_row", few.clone().all(|p| row(p) <= 8)),
        ("differences_differ", differ(all().map(|(p, q)| q - p).collect())),
        ("every_difference", few.clone().all(|d| found.iter().any(|&(p, q)| q == p + d))),
        ("sums_differ", differ(sorted.iter().map(|&(p, q)| (p + q) as i64).collect())),
        ("every_number_is_a_pile", few.clone().all(|n| found.iter().any(|&(p, q)| p == n || q == n))),
        (
            "smaller_or_larger",
            few.clone().all(|n| {
                !(sorted.iter().any(|&(p, q)| p == n && q > n) && sorted.iter().any(|&(p, q)| q == n && p < n))
            }),
        ),
        ("larger_pile_grows", pairs().all(|(a, b)| a.1 < b.1)),
        ("difference_grows", pairs().all(|(a, b)| a.1 + b.0 < b.1 + a.0)),
        ("finitely_many_equal_piles", !found.iter().any(|&(p, q)| p == q && p > SIDE / 5)),
    ];
    properties.into_iter().map(|(name, holds)| (name.to_owned(), holds)).collect()
}

#[test]
fn properties_of_games_are_what_brute_force_shows() {
    let games = [
        ("K0", 1, 0, 1),
        ("K1", 1, 1, 1),
        ("K2", 1, 2, 1),
        ("K3", 1, 3, 1),
        ("W2", 1, 0, 2),
        ("W3", 1, 0, 3),
        ("Wythoff2", 2, 0, 1),
        ("Wythoff3", 3, 0, 1),
        ("Nim", 0, 0, 1),
    ];
    for (name, width, end, block) in games {
        let (claims, seen) = (claims(name), seen_of_game(&solved(width, end, block)));
        assert_eq!(claims.len(), seen.len());
        let others: Vec<_> = claims.iter().filter(|(name, holds)| seen[*name] != **holds).collect();
        assert!(others.is_empty(), "{name}: {others:?}");
    }
}

#[test]
fn properties_of_games_on_three_piles_are_those_of_the_literature() {
    // Duchene and Rigo 2008a, Sec 3.
    let claims = claims("TribonacciGame");
    assert_eq!(claims.len(), 7);
    for (property, holds) in claims {
        assert!(holds, "{property}");
    }
}

#[test]
fn words_that_are_one_are_found_and_others_are_not() {
    let same = |name: &str| {
        let entry = entries().iter().find(|entry| entry.name == name).expect("an entry");
        let article = write_article(entry, Limits::default(), std::time::Duration::ZERO).expect("a script");
        let lines = article.script.lines().filter(|line| line.contains(" is fixed by "));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(same("A003849"), ["theorem is_F \"F[n] is fixed by 0->01 1->0\":"]);
    // The letters are exchanged, or there are some before.
    assert_eq!(
        same("A005614"),
        [
            "theorem is_F \"F[n] is fixed by 1->0 0->01\":",
            "theorem is_A003849 \".A003849[n] is fixed by 1->0 0->01\":",
            "theorem is_A096270 \".A096270[n+1] is fixed by 0->1 1->10\":",
            "theorem is_A189479 \".A189479[n+2] is fixed by 0->1 1->10\":",
        ]
    );
    // The open question of the encyclopedia.
    let found = same("A285358");
    assert!(found.iter().any(|line| line.starts_with("theorem is_A284929 \".A284929[n+1] is fixed by ")), "{found:?}");
    assert_eq!(same("A284751"), [""; 0]);
}

/// What a page leads to: files beside it that are missing, and places that are not there.
fn dead_links(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).expect("a page");
    let folder = page.parent().expect("a folder");
    let is_dead = |link: &&str| {
        let (file, place) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() { page.to_owned() } else { folder.join(file) };
        match std::fs::read(&target) {
            Err(_) => true,
            Ok(_) if place.is_empty() => false,
            Ok(bytes) => !String::from_utf8_lossy(&bytes).contains(&format!("id=\"{place}\"")),
        }
    };
    let links = text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.filter(|link| !link.starts_with("https://")).filter(is_dead).map(str::to_owned).collect()
}

#[test]
fn pages_are_made_once_and_no_link_is_dead() {
    let folder = tempfile::tempdir().expect("a folder");
    let sample = ["atlas", "pages", "--only", "F,K2,A284745,A005614"];
    let (code, said, errors) = filbert_in(folder.path(), &sample);
    assert_eq!(code, 0, "{said}{errors}");
    assert!(said.contains("\n4 entries made, 0 kept"), "{said}");
    assert!(said.contains("20 of 20 properties decided"), "{said}");
    let index = folder.path().join("pages/index.html");
    let pages: Vec<PathBuf> = ["F", "K2", "A284745", "A005614"]
        .iter()
        .map(|name| folder.path().join(format!("pages/{name}/index.html")))
        .collect();
    for page in pages.iter().chain([&index]) {
        assert_eq!(dead_links(page), [""; 0], "{}", page.display());
    }
    let text = std::fs::read_to_string(&index).expect("the table");
    assert!(text.contains("not made yet"), "entries without a page are listed");
    for wide in [400, 1280] {
        let Some(seen) = overflow(&text, folder.path(), wide) else { break };
        assert_eq!(seen, format!("{wide} 0 "));
    }
    for dark in [false, true] {
        let Some(found) = violations(&text, folder.path(), dark) else { break };
        assert_eq!(found, "");
    }
    let word = std::fs::read_to_string(&pages[0]).expect("a page");
    assert!(word.contains("certificates/F.prf.cert.zst") && word.contains("SHA-256"), "what a citation needs");
    let alone = std::fs::read_to_string(&pages[2]).expect("a page");
    assert!(alone.contains("Not stated, since a sum has no automaton"), "{alone}");
    for name in ["F", "K2"] {
        let certificates = folder.path().join(format!("pages/{name}/certificates"));
        let report = filbert_check::check(&certificates, &mut |_| {}).expect("it can be read");
        assert_eq!(report.failed, 0, "{name}");
    }
    let (code, said, _) = filbert_in(folder.path(), &sample);
    assert_eq!(code, 0);
    assert!(said.starts_with("0 entries made, 4 kept"), "{said}");
    let (_, said, _) = filbert_in(folder.path(), &["atlas", "pages", "--only", "F", "--timeout", "20s"]);
    assert!(said.contains("1 entry made, 0 kept"), "{said}");
}

#[test]
fn what_filbert_did_not_write_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("F/F.prf");
    std::fs::create_dir(folder.path().join("F")).expect("a folder");
    std::fs::write(&own, "theorem t \"1=1\":\n").expect("a file");
    let (code, _, errors) = filbert_in(folder.path(), &["atlas", ".", "--only", "F"]);
    assert_eq!(code, 2);
    assert!(errors.contains("F: it has files that filbert did not write"), "{errors}");
    assert_eq!(std::fs::read_to_string(&own).expect("it is there"), "theorem t \"1=1\":\n");
    std::fs::write(folder.path().join("index.html"), "mine").expect("a file");
    let (code, _, errors) = filbert_in(folder.path(), &["atlas", ".", "--only", "T"]);
    assert_eq!(code, 2);
    assert!(errors.contains("index.html: it exists, and filbert did not write it"), "{errors}");
    let (code, _, errors) = filbert_in(folder.path(), &["atlas", "pages", "--only", "K21"]);
    assert_eq!(code, 2);
    assert!(errors.contains("the atlas has no `K21`; did you mean `K2`?"), "{errors}");
    assert!(!folder.path().join("pages").exists());
}

#[test]
fn a_plan_has_a_job_for_each_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, plan, _) = filbert_in(folder.path(), &["atlas", "pages", "--only", "F,T", "--plan", "ninja"]);
    assert_eq!(code, 0);
    for name in ["F", "T"] {
        assert!(plan.contains(&format!("pages/{name}/record.json")), "{plan}");
        assert!(plan.contains(&format!("--only {name} ")), "{plan}");
    }
    assert!(plan.contains("pages/index.html") && plan.contains("--only F,T"), "{plan}");
    assert!(!folder.path().join("pages").exists());
}
