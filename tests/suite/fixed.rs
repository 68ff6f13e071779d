//! Words that are fixed by a morphism, against letters that are compared one by one.

use filbert::script::{CommandError, Effect, Session};
use filbert::syntax::{Source, parse_script};

/// A morphism: the image of each letter.
type Images = Vec<Vec<usize>>;

/// Numbers that look random (L'Ecuyer 1999).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn word(&mut self, letters: usize, least: usize, most: usize) -> Vec<usize> {
        (0..least + self.below(most - least + 1)).map(|_| self.below(letters)).collect()
    }
}

/// What the last theorem of a script says: whether it is true, with what is said of it, or why it is not decided.
fn said(script: &str) -> (Option<bool>, String) {
    let source = Source::new("f.prf", script);
    let (commands, errors) = parse_script(&source);
    assert!(errors.is_empty(), "{}", errors[0].render(false));
    let mut session = Session::new();
    let mut last = (None, String::new());
    for command in &commands {
        last = match session.run(&source, command) {
            Ok(run) => match run.effect {
                Effect::Verdict(verdict) => (Some(verdict.truth), run.notes.join("; ")),
                _ => continue,
            },
            Err(CommandError::Wrong(why)) => (None, why.message().to_owned()),
            Err(failure) => (None, format!("{failure:?}")),
        };
    }
    last
}

fn rules(images: &Images) -> String {
    let image = |word: &Vec<usize>| word.iter().map(usize::to_string).collect::<String>();
    images.iter().enumerate().map(|(letter, word)| format!("{letter}->{} ", image(word))).collect()
}

fn image(word: &[usize], images: &Images) -> Vec<usize> {
    word.iter().flat_map(|&letter| &images[letter]).copied().collect()
}

/// The beginning of the fixed point of a morphism that begins with 0.
fn fixed_point(images: &Images, least: usize) -> Vec<usize> {
    let mut word = vec![0];
    while word.len() < least {
        word = image(&word, images);
    }
    word
}

/// A morphism whose images all end with 1, that of 0 being 01.
fn images_that_end_with_1(random: &mut Random) -> Images {
    let letters = 2 + random.below(2);
    let image = |random: &mut Random| [random.word(letters, 0, 3), vec![1]].concat();
    std::iter::once(vec![0, 1]).chain((1..letters).map(|_| image(random))).collect()
}

/// Each image with its last letter in front. With s for the morphism and r for this one, 1 s(w) = r(w) 1 for each word w. For the
/// fixed point W = 0 u of s that is 1 0 u = r(0) r(u), and r(0) = 10: so u is fixed by r.
fn turned(images: &Images) -> Images {
    let turn = |word: &Vec<usize>| {
        let (last, rest) = word.split_last().expect("it has a letter");
        [&[*last], rest].concat()
    };
    images.iter().map(turn).collect()
}

#[test]
fn a_fixed_point_without_its_first_letter_is_fixed_by_the_conjugate() {
    let mut random = Random(41);
    let (mut held, mut undecided) = (0, 0);
    for _ in 0..60 {
        let images = images_that_end_with_1(&mut random);
        let word = fixed_point(&images, 400);
        assert!(word[1..].starts_with(&image(&word[1..100], &turned(&images))), "{images:?}");
        let claim = format!(
            "word W \"{}\" from 0:\ntheorem t \"W[n+1] is fixed by {}\":",
            rules(&images),
            rules(&turned(&images))
        );
        match said(&claim) {
            (Some(true), _) => held += 1,
            (None, why) if why.contains("found no automaton") => undecided += 1,
            other => panic!("{claim}: {other:?}"),
        }
        let own = format!("word W \"{0}\" from 0:\ntheorem t \"W is fixed by {0}\":", rules(&images));
        assert_eq!(said(&own).0, Some(true), "{own}");
    }
    println!("{held} held, {undecided} undecided");
    assert!(held >= 40, "{held} held, {undecided} undecided");
}

#[test]
fn what_differs_is_false_at_the_first_difference() {
    let mut random = Random(42);
    let mut late = 0;
    for _ in 0..150 {
        let images = images_that_end_with_1(&mut random);
        let word = fixed_point(&images, 3_000);
        // One letter of an image is another one.
        let mut others = turned(&images);
        let changed = random.below(others.len());
        let place = random.below(others[changed].len());
        others[changed][place] = (others[changed][place] + 1) % images.len();
        let shifted = &word[1..];
        let expected =
            image(&shifted[..200], &others).into_iter().zip(shifted).position(|(wanted, found)| wanted != *found);
        let claim =
            format!("word W \"{}\" from 0:\ntheorem t \"W[n+1] is fixed by {}\":", rules(&images), rules(&others));
        let (truth, note) = said(&claim);
        match expected {
            Some(at) => {
                assert_eq!(truth, Some(false), "{claim}");
                assert!(note.starts_with(&format!("letter {at} of W[n+1] is {}, ", shifted[at])), "{claim}: {note}");
                late += usize::from(at > 3);
            }
            None => assert_ne!(truth, Some(false), "{claim}"),
        }
    }
    assert!(late > 20, "{late}");
}

#[test]
fn indices_may_be_multiples_and_words_of_any_kind() {
    for (script, truth, note) in [
        // Letters at even places are all letters of the Thue-Morse word, those at odd places their complements.
        ("theorem t \"T is fixed by 0->01 1->10\":", true, ""),
        ("theorem t \"T[2*n] is fixed by 0->01 1->10\":", true, ""),
        ("theorem t \"T[2*n+1] is fixed by 0->01 1->10\":", true, ""),
        ("theorem t \"T[3*n] is fixed by 0->01 1->10\":", false, "letter 1 of T[3*n] is 0, letter 1 of its image is 1"),
        ("theorem t \"T[n+1] is fixed by 0->10 1->01\":", false, "letter 0 of T[n+1] is 1, letter 0 of its image is 0"),
        ("theorem t \"F is fixed by 0->01 1->0\":", true, ""),
        ("theorem t \"?msd_fib F[n] is fixed by 0->01 1->0\":", true, ""),
        ("theorem t \"F is fixed by 0->010 1->01\":", true, ""),
        ("theorem t \"TR is fixed by 0->01 1->02 2->0\":", true, ""),
        ("theorem t \"F is fixed by 0->0 1->1\":", true, ""),
        ("theorem t \"F is fixed by 0->1 1->0\":", false, "letter 0 of F[n] is 0, letter 0 of its image is 1"),
        ("word L lsd_2 \"0->01 1->10\": theorem t \"L is fixed by 0->0110 1->1001\":", true, ""),
        ("word L lsd_fib \"0->01 1->0\": theorem t \"L is fixed by 0->01 1->0\":", true, ""),
        // Numbers do not add in this system.
        ("word U \"0->01 1->000\": theorem t \"U is fixed by 0->01 1->000\":", true, ""),
        ("word U \"0->01 1->000\": theorem t \"U is fixed by 0->01000 1->010101\":", true, ""),
        // The letter 7 has an image that does not matter.
        ("theorem t \"F is fixed by 0->01 1->0 7->[12]7\":", true, ""),
    ] {
        assert_eq!(said(script), (Some(truth), note.to_owned()), "{script}");
    }
    // The first difference is behind the letters that are compared one by one.
    let note = "letter 5000 of V[n] is 0, letter 5000 of its image is 1";
    let far = "def one \"?msd_2 T[n]=@1 <=> n<5000\": combine V one=1: theorem t \"V is fixed by 0->01 1->10\":";
    assert_eq!(said(far), (Some(false), note.to_owned()));
}

#[test]
fn what_cannot_be_claimed_says_why() {
    for (script, why) in [
        ("theorem t \"F is fixed by 0->01\":", "the morphism has no rule for the letter 1"),
        ("theorem t \"F is fixed by 0->01 1->\":", "the image of 1 is empty"),
        ("theorem t \"Fi is fixed by 0->01 1->0\":", "unknown word `Fi`"),
        ("theorem t \"F is fixed by\":", "this morphism is empty"),
        ("theorem t \"F is fixed by 0->01 0->1\":", "the letter 0 has a second rule"),
        ("theorem t \"?msd_2 F is fixed by 0->01 1->0\":", "`F` is a word in msd_fib, not in msd_2"),
        ("word D[i][j] \"?msd_2 T[i]+T[j]\": theorem t \"D is fixed by 0->01 1->10\":", "has 2 indices"),
        ("theorem t \"F[n-1] is fixed by 0->01 1->0\":", "this index is not a multiple of a variable plus a number"),
        ("theorem t \"An F is fixed by 0->01 1->0\":", "expected an index in brackets"),
    ] {
        let (truth, said) = said(script);
        assert_eq!(truth, None, "{script}");
        assert!(said.contains(why), "{script}: {said}");
    }
}
