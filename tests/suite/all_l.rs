//! K^l and t-Wythoff that ends where x+y <= l, for many l: the word of `docs/findings.md`, the P-positions by trying moves, the
//! closed form, what the word repeats, redundant moves, and misere play. Nothing of filbert is used.

/// Piles below this.
const SIDE: usize = 500;

/// `a^l f_2^(l+t) f_3^(l+t) ..`, from index l+1 on, up to `SIDE`: `true` is b.
fn word(l: usize, t: usize) -> Vec<bool> {
    let mut word = vec![false; l + 1 + l];
    let (mut last, mut block) = (vec![false], [vec![false; t], vec![true]].concat());
    while word.len() < SIDE {
        for _ in 0..l + t {
            word.extend(&block);
        }
        let next = std::iter::once(&last).chain(std::iter::repeat_n(&block, t)).flatten().copied().collect();
        last = std::mem::replace(&mut block, next);
    }
    word.truncate(SIDE);
    word
}

/// The positions that are in the set, those that are not, and of the others each that has no option in the set. A move takes tokens
/// from one pile, or i and j from both with |i-j| < t.
fn kernel(t: usize, settled: impl Fn(usize, usize) -> Option<bool>) -> Vec<Vec<bool>> {
    let mut kernel = vec![vec![false; SIDE]; SIDE];
    // Where the second pile is that of an earlier member; and the least first pile for each difference.
    let mut columns = vec![false; SIDE];
    let mut firsts = vec![SIDE; 2 * SIDE + 2 * t];
    for (p, row) in kernel.iter_mut().enumerate() {
        let mut found = false;
        for q in 0..SIDE {
            // Differences of the piles, and SIDE+t-1 more; both piles of that position have to be smaller.
            let difference = p + SIDE + t - 1 - q;
            let mut near = difference + 1 - t..difference + t;
            let both = near.any(|d| firsts[d] < p && firsts[d] + SIDE + t - 1 < d + q);
            if settled(p, q).unwrap_or(!(found || columns[q] || both)) {
                (row[q], found, columns[q]) = (true, true, true);
                firsts[difference] = firsts[difference].min(p);
            }
        }
    }
    kernel
}

/// The P-positions of a game that ends where x+y <= l.
fn lost(l: usize, t: usize) -> Vec<Vec<bool>> {
    kernel(t, |p, q| (p + q <= l).then_some(true))
}

#[test]
fn the_word_of_blocks_codes_the_p_positions_for_many_l() {
    for t in 1..=3 {
        for l in 0..=40 {
            let (word, lost) = (word(l, t), lost(l, t));
            let mut numbers = (0..).zip(&word).skip(l + 1).filter(|(_, b)| !**b).map(|(a, _)| a);
            let mut firsts = vec![];
            for y in l + 1..SIDE {
                let partners: Vec<usize> = (0..y).filter(|&x| lost[x][y]).collect();
                assert_eq!(partners, (0..y).filter(|&x| lost[y][x]).collect::<Vec<_>>(), "t = {t}, l = {l}: {y}");
                if word[y] {
                    let a = numbers.next().expect("an a before each b");
                    assert_eq!(partners, [a], "t = {t}, l = {l}, b = {y}");
                    assert_eq!(y - a, t * firsts.len() + l + t, "t = {t}, l = {l}, b = {y}");
                    firsts.push(a);
                } else {
                    assert!(partners.is_empty(), "t = {t}, l = {l}, a = {y}");
                }
                assert!(!lost[y][y], "t = {t}, l = {l}: {y}");
            }
            for (p, row) in lost.iter().enumerate() {
                assert!((0..=l).all(|q| row[q] == (p + q <= l)), "t = {t}, l = {l}: {p}");
            }
        }
    }
}

#[test]
fn the_closed_form_counts_the_b_below_each_a_for_many_l() {
    let fibonacci = |k: usize| (0..k).fold((0i64, 1i64), |(f, g), _| (g, f + g)).0;
    for l in 0..=40 {
        let word = word(l, 1);
        let copies = l as i64 + 1;
        let mut k = 0;
        let mut below = 0;
        let mut n = 0;
        for b in &word[l + 1..] {
            if *b {
                below += 1;
                continue;
            }
            while n + 1 > (fibonacci(k + 3) - 1) * copies {
                k += 1;
            }
            let c = fibonacci(k) * (fibonacci(k + 3) - 1) - fibonacci(k + 1) * (fibonacci(k + 2) - 1);
            let odd = (k % 2) as i64;
            let s = (fibonacci(k) * (n + 1) - c * l as i64 - odd).div_euclid(fibonacci(k + 1));
            assert_eq!(s, below, "l = {l}, n = {n}");
            n += 1;
        }
        assert!(n > 200, "l = {l}");
    }
}

#[test]
fn what_the_word_repeats_eight_times_ends_one_letter_behind_a_power_of_a_block() {
    for l in 7..=15 {
        // From index l on: with the letter a in front that docs/findings.md has.
        let word = &word(l, 1)[l..];
        // The least period that ends at each place.
        let mut found = std::collections::BTreeMap::new();
        for u in 1..=word.len() / 8 {
            let mut length = u;
            for end in u..word.len() {
                if word[end] == word[end - u] {
                    length += 1;
                } else {
                    if length >= 8 * u {
                        found.entry(end).or_insert(u);
                    }
                    length = u;
                }
            }
        }
        let (mut last, mut length, mut end, mut expected) = (1, 1, 1, vec![]);
        while end + (l + 1) * length < word.len() - 1 {
            end += (l + 1) * length;
            expected.push((end, length));
            (last, length) = (length, last + length);
        }
        assert!(expected.len() >= 5, "l = {l}");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "l = {l}");
    }
}

#[test]
fn one_pile_and_equal_amounts_are_needed_and_large_unequal_ones_are_not() {
    const MOST: usize = 150;
    for (t, l) in (1..=3).flat_map(|t| (0..=5).map(move |l| (t, l))) {
        let lost = lost(l, t);
        let all = (0..MOST).flat_map(|p| (0..MOST).map(move |q| (p, q)));
        let kernel: Vec<_> = all.clone().filter(|&(p, q)| lost[p][q]).collect();
        // The amounts of moves that win alone somewhere.
        let mut needed = std::collections::BTreeSet::new();
        for (p, q) in all.filter(|&(p, q)| p + q > l) {
            let taken = kernel.iter().filter_map(|&(r, s)| Some((p.checked_sub(r)?, q.checked_sub(s)?)));
            let mut winning = taken.filter(|&(i, j)| i + j > 0 && (i == 0 || j == 0 || i.abs_diff(j) < t));
            if let (Some(only), None) = (winning.next(), winning.next()) {
                needed.insert(only);
            }
        }
        for i in 1..=5 {
            assert!([(i, 0), (0, i), (i, i)].iter().all(|amounts| needed.contains(amounts)), "t = {t}, l = {l}: {i}");
        }
        let unequal = needed.iter().filter(|(i, j)| i != j && *i.min(j) > 0);
        assert!(unequal.clone().all(|(i, j)| *i.min(j) < l + t + 2), "t = {t}, l = {l}");
        assert_eq!(unequal.count() > 0, t > 1, "t = {t}, l = {l}");
    }
}

#[test]
fn misere_p_positions_of_the_games_are_those_of_value_1_for_many_l() {
    for l in 0..=40 {
        let lost = lost(l, 1);
        let misere = kernel(1, |p, q| (p + q <= l).then_some(false));
        let ones = kernel(1, |p, q| lost[p][q].then_some(false));
        assert_eq!(misere == ones, l >= 2, "l = {l}");
        // As docs/findings.md has it: x+y = l+1, and pairs by mex whose differences leave out l-1, l-3, .. and l+1.
        let mut pairs = vec![vec![false; SIDE]; SIDE];
        for x in 0..=l + 1 {
            pairs[x][l + 1 - x] = true;
        }
        let mut used = vec![false; 4 * SIDE];
        let mut c = 0;
        for e in (0..SIDE).filter(|e| e % 2 == l % 2 || *e > l + 1) {
            while used[c] {
                c += 1;
            }
            (used[c], used[c + e]) = (true, true);
            let (x, y) = (l + 2 + c, l + 2 + c + e);
            if y < SIDE {
                (pairs[x][y], pairs[y][x]) = (true, true);
            }
        }
        assert!(misere == pairs, "l = {l}");
    }
}
