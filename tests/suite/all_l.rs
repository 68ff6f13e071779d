//! K^l and t-Wythoff that ends where x+y <= l, for many l: the word of `docs/findings.md`, the P-positions by trying moves, and the
//! closed form, none of which uses anything of filbert.

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

/// The P-positions by definition: where the game is over, and where no option is one. A move takes tokens from one pile, or i and j
/// from both with |i-j| < t.
fn lost(l: usize, t: usize) -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; SIDE]; SIDE];
    // Where the second pile is that of an earlier P-position; and the least first pile for each difference.
    let mut columns = vec![false; SIDE];
    let mut firsts = vec![SIDE; 2 * SIDE + 2 * t];
    for (p, row) in lost.iter_mut().enumerate() {
        let mut found = false;
        for q in 0..SIDE {
            // Differences of the piles, and SIDE+t-1 more; both piles of that position have to be smaller.
            let difference = p + SIDE + t - 1 - q;
            let mut near = difference + 1 - t..difference + t;
            let both = near.any(|d| firsts[d] < p && firsts[d] + SIDE + t - 1 < d + q);
            if p + q <= l || !(found || columns[q] || both) {
                (row[q], found, columns[q]) = (true, true, true);
                firsts[difference] = firsts[difference].min(p);
            }
        }
    }
    lost
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
