//! The roots of the recurrence that the numbers of valid words obey, and sums over these words.
//!
//! Let N_m(s) be what the words of m digits from letter s are worth together: each 1, or what a sequence says (`letters`).
//! All these vectors behind each other are one. The first that is a combination of those before it gives the recurrence p
//! of all, for N_{m+1} = M N_m. Let beta be the largest real root of p, simple, and q(x) = p(x)/(x-beta) with the
//! coefficients q_j. U(s) = sum q_j N_j(s) is multiplied by beta at each step of the recurrence. So N_m(s) = beta^m
//! U(s)/p'(beta) + small(m,s), where small obeys q, and p'(beta) = q(beta). The same holds of sums of the N_m(s) with
//! factors. Bad for recurrences of a high order.

use crate::Read;
use crate::field::{Element, Field, solve};
use crate::integer::Integer;
use crate::letters::Letters;
use crate::machine::spend;
use crate::roots::Root;
use crate::system::{Kind, Track};

/// States of valid words, what is worth something, and the order of the recurrence.
const MOST_STATES: usize = 256;
const MOST_VALUES: usize = 1 << 13;
const MOST_ORDER: usize = 24;

/// What is known of the recurrence of a system and of sequences.
pub struct Spectrum {
    pub field: Field,
    /// Of the recurrence.
    pub order: usize,
    /// The last is 1.
    pub rest: Vec<Element>,
    pub slope: Element,
    pub second: Option<Second>,
}

/// The other root mu of a recurrence of order 2, by which W(s) = N_1(s) - beta N_0(s) is multiplied. Beta is larger than mu
/// in absolute value.
pub struct Second {
    pub root: Element,
    /// Whether its absolute value is below 1.
    pub is_small: bool,
    pub is_negative: bool,
}

/// N_{m+1} from N_m.
pub fn next(valid: &[Vec<u32>], counts: &[Integer]) -> Vec<Integer> {
    let sum = |row: &Vec<u32>| row.iter().fold(Integer::default(), |sum, &state| &sum + &counts[state as usize]);
    valid.iter().map(sum).collect()
}

impl Spectrum {
    /// That of a system, and of the sequences on some tracks.
    pub fn of(track: &Track, tracks: &[Letters]) -> Read<Spectrum> {
        if track.kind != Kind::Natural {
            return Err("bounds are checked for natural numbers in a positional system only".into());
        }
        if track.valid.len() > MOST_STATES {
            return Err("a system of too many states".into());
        }
        let mut parts = vec![(&track.valid, vec![Integer::from(1); track.valid.len()])];
        for letters in tracks {
            parts.extend(letters.values.iter().map(|values| (&letters.targets, values.clone())));
        }
        let joint = |parts: &[(_, Vec<Integer>)]| parts.iter().flat_map(|part| part.1.clone()).collect::<Vec<_>>();
        let mut known = vec![joint(&parts)];
        if known[0].len() > MOST_VALUES {
            return Err("a system and sequences of too many states".into());
        }
        let relation = loop {
            parts.iter_mut().for_each(|(targets, values)| *values = next(targets, values));
            let after = joint(&parts);
            spend(64 * known.len() * after.len())?;
            if let Some(relation) = solve(&known, &after)? {
                break relation;
            }
            known.push(after);
            if known.len() > MOST_ORDER {
                return Err("a recurrence of too high an order".into());
            }
        };
        let mut p = Vec::new();
        for c in relation {
            if c.under != Integer::from(1) {
                return Err("a recurrence that is not in whole numbers".into());
            }
            p.push(-&c.over);
        }
        p.push(Integer::from(1));
        let root = Root::largest(&p)?.ok_or("no eigenvalue of the system is real")?;
        let field = Field::new(root)?;
        let (rest, slope) = divided(&field, &p)?;
        // A root of p that is not simple is one of q.
        if field.sign(&slope)? <= 0 {
            return Err("the largest eigenvalue of the system is not simple".into());
        }
        let second = if known.len() == 2 { Some(Second::of(&field, &rest[0])?) } else { None };
        Ok(Spectrum { order: known.len(), field, rest, slope, second })
    }
}

/// The quotient of a polynomial by x - beta, and its value at beta.
fn divided(field: &Field, p: &[Integer]) -> Read<(Vec<Element>, Element)> {
    let (beta, mut rest) = (field.root(), vec![Element::whole(Integer::from(1))]);
    for c in p[1..p.len() - 1].iter().rev() {
        let next = field.product(&beta, &rest[rest.len() - 1])?.plus(&Element::whole(c.clone()));
        rest.push(next);
    }
    let last = field.product(&beta, &rest[rest.len() - 1])?.plus(&Element::whole(p[0].clone()));
    if !last.is_zero() {
        return Err("a root that is none".into());
    }
    let mut slope = Element::zero();
    for q in &rest {
        slope = field.product(&slope, &beta)?.plus(q);
    }
    rest.reverse();
    Ok((rest, slope))
}

impl Second {
    fn of(field: &Field, q: &Element) -> Read<Second> {
        let (beta, root, one) = (field.root(), q.negated(), Element::whole(Integer::from(1)));
        // It is less than beta, for beta is the largest root and simple; and beta + mu > 0.
        if field.sign(&beta.plus(&root))? <= 0 {
            return Err("the largest eigenvalue of the system is not the largest in absolute value".into());
        }
        let is_small = field.sign(&one.minus(&root))? > 0 && field.sign(&one.plus(&root))? > 0;
        let is_negative = field.sign(&root)? < 0;
        Ok(Second { root, is_small, is_negative })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::machine::allow;
    use crate::system::{System, Systems};

    #[test]
    fn words_are_as_many_as_the_roots_say() {
        allow(1 << 30);
        let own = [
            // 0->01 1->000, and 0->01 1->2 2->02, where the other roots are not below 1.
            vec![vec![0, 1], vec![0, 0, 0]],
            vec![vec![0, 1], vec![2], vec![0, 2]],
            vec![vec![0, 1, 1, 2], vec![0, 2, 2, 2], vec![1, 1]],
        ];
        let own = own.iter().map(|images| std::rc::Rc::new(System::of_fixed_point("W", images)));
        let named = ["msd_2", "msd_fib", "msd_trib", "msd_wythoff3", "msd_cubic2", "msd_nara", "msd_root_3_1"];
        let named: Vec<Track> = named.iter().map(|name| Systems::default().get(name).unwrap()).collect();
        for track in named.into_iter().chain(own) {
            let spectrum = Spectrum::of(&track, &[]).unwrap();
            let letters = [Letters { targets: track.valid.clone(), values: Vec::new() }];
            let alphabet = Alphabet::new(&spectrum, &letters, &[vec![Element::whole(Integer::from(1))]]).unwrap();
            let remainders = alphabet.remainders(&spectrum).unwrap();
            let Spectrum { field, order, slope, second, .. } = spectrum;
            let near = |element: &Element| field.approximate(element).unwrap();
            let (mut now, beta) = (vec![Integer::from(1); track.valid.len()], near(&field.root()));
            for m in 0..30 {
                for (state, count) in now.iter().enumerate() {
                    let large = beta.powi(m) * near(&alphabet.growing[state]) / near(&slope);
                    if let Some(second) = &second {
                        let small = near(&second.root).powi(m) * near(&remainders[0][state]) / near(&slope);
                        assert!((large - small - count.approximate()).abs() < 1e-6 * large, "{}", track.name);
                    }
                    let is_near = (large - count.approximate()).abs() < 0.2 * large;
                    assert!(m < 20 || is_near, "{} {m} {large} {count:?}", track.name);
                }
                now = next(&track.valid, &now);
            }
            assert_eq!(second.is_some(), order == 2);
        }
    }

    #[test]
    fn systems_without_a_largest_root_are_refused() {
        allow(1 << 30);
        let neg = Systems::default().get("msd_neg_2").unwrap();
        assert!(Spectrum::of(&neg, &[]).is_err());
        // Words of two digits in turn, 1 and 4 of them: beta = -mu. Then 2 twice.
        for images in [vec![vec![0], vec![0]], vec![vec![1], vec![0, 0, 0, 0]], vec![vec![0, 0, 1], vec![1, 1]]] {
            let track = std::rc::Rc::new(System::of_fixed_point("W", &images));
            assert!(Spectrum::of(&track, &[]).is_err(), "{images:?}");
        }
    }
}
