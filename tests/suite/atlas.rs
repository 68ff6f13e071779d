//! The atlas: its list, verdicts that are known from the literature, its pages and their links.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use filbert::atlas::{entries, write_article};
use filbert::explore::{Kind, properties};
use filbert::script::Limits;

use crate::cli::filbert;
use crate::page::{overflow, violations};

/// Exit code, output and messages of the program.
fn filbert_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = filbert(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("an exit code"), text(&output.stdout), text(&output.stderr))
}

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
    for property in &properties {
        assert!(property.holds.ends_with('.') && property.fails.ends_with('.'), "{}", property.name);
        assert_ne!(property.holds, property.fails);
    }
}

/// The properties of an entry as its script claims them.
fn claims(name: &str) -> BTreeMap<String, bool> {
    let all = entries();
    let entry = all.iter().find(|entry| entry.name == name).expect("an entry");
    let article = write_article(entry, &all, Limits::default(), std::time::Duration::ZERO).expect("a script");
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

/// Factors of a word up to a length, found in its first letters, and what they say of its properties: an oracle for those
/// that a finite part of a word shows, as it is long enough for these words.
fn seen(letters: &[i64]) -> BTreeMap<&'static str, bool> {
    let repeats = |times: usize, more: usize| {
        (1..40).any(|n| {
            let length = times * n + more;
            (0..letters.len() - length - n).any(|i| (0..length).all(|t| letters[i + t] == letters[i + n + t]))
        })
    };
    let factors = |n: usize| letters.windows(n).collect::<BTreeSet<&[i64]>>();
    let is_closed = |change: &dyn Fn(&[i64]) -> Vec<i64>| {
        (1..14).all(|n| factors(n).iter().all(|factor| factors(n).contains(change(factor).as_slice())))
    };
    let reversed = |factor: &[i64]| factor.iter().rev().copied().collect::<Vec<i64>>();
    let exchanged = |factor: &[i64]| factor.iter().map(|letter| 1 - letter).collect::<Vec<i64>>();
    let is_palindrome = |factor: &[i64]| factor.iter().eq(factor.iter().rev());
    let followed = |n: usize| {
        let after: BTreeSet<&[i64]> = factors(n + 1);
        let special = |factor: &&&[i64]| after.iter().filter(|longer| longer[..n] == ***factor).count() > 1;
        factors(n).iter().filter(special).count()
    };
    BTreeMap::from([
        ("squares", repeats(1, 0)),
        ("overlaps", repeats(1, 1)),
        ("cubes", repeats(2, 0)),
        ("fourth_powers", repeats(3, 0)),
        ("mirror", is_closed(&reversed)),
        ("complement", is_closed(&exchanged)),
        ("palindromes", (30..40).any(|n| letters.windows(n).any(is_palindrome))),
        ("at_most_one_special", (1..14).all(|n| followed(n) <= 1)),
        ("special", (1..14).all(|n| followed(n) >= 1)),
    ])
}

#[test]
fn properties_of_words_are_what_their_first_letters_show() {
    for name in ["T", "F", "RS", "P", "PD", "BS"] {
        let all = entries();
        let entry = all.iter().find(|entry| entry.name == name).expect("an entry");
        let budget = Limits::default().budget();
        let word = filbert::library::standard_word(name, &budget).expect("it is shipped").expect("it is read");
        let letters: Vec<i64> = (0..4000).map(|n| word.value(&[n.into()])).collect();
        let claims = claims(&entry.name);
        for (property, holds) in seen(&letters) {
            assert_eq!(claims[property], holds, "{property} of {name}");
        }
    }
}

#[test]
fn properties_of_games_are_those_of_the_literature() {
    let of = |name: &str, holding: &[&str], failing: &[&str]| {
        let claims = claims(name);
        holding.iter().for_each(|property| assert!(claims[*property], "{property} of {name}"));
        failing.iter().for_each(|property| assert!(!claims[*property], "{property} of {name}"));
    };
    // Wythoff 1907: both sequences grow, every positive number once, every difference once.
    let wythoff = ["symmetric", "one_in_each_row", "differences_differ", "every_difference", "smaller_or_larger"];
    of("K0", &wythoff, &[]);
    of("K0", &["larger_pile_grows", "difference_grows", "every_number_is_a_pile"], &[]);
    // Larsson 2011: with one forbidden move differences come twice.
    of("W2", &["symmetric"], &["differences_differ", "one_in_each_row"]);
    of("Nim", &["one_in_each_row", "every_number_is_a_pile"], &["finitely_many_equal_piles", "every_difference"]);
    // Duchene and Rigo 2008a, Sec 3.
    of(
        "TribonacciGame",
        &["every_number_is_in_a_triple", "each_number_once", "piles_grow", "third_pile_is_large"],
        &[],
    );
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
