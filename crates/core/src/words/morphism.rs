//! Morphisms: each letter has an image, and the images of a word's letters make the image of the word.

use std::collections::HashMap;
use std::fmt;

use super::error::WordError;
use super::letter::written;
use crate::tuning::words::LONGEST_IMAGE;

/// A morphism from words over its letters to words over its letters.
///
/// ```
/// use filbert_core::words::Morphism;
/// let fibonacci = Morphism::new([(0, vec![0, 1]), (1, vec![0])]).unwrap();
/// assert_eq!(fibonacci.fixed_point_prefix(8).unwrap(), [0, 1, 0, 0, 1, 0, 1, 0]);
/// assert_eq!(fibonacci.to_string(), "0->01 1->0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morphism {
    letters: Vec<i64>,
    images: Vec<Vec<i64>>,
    place: HashMap<i64, usize>,
}

impl Morphism {
    /// The morphism with these rules, letter and image. Their order is kept; the first letter is that of the first
    /// rule. An image may be empty.
    ///
    /// # Errors
    /// If there is no rule, a letter has two, or an image has a letter without a rule.
    pub fn new(rules: impl IntoIterator<Item = (i64, Vec<i64>)>) -> Result<Morphism, WordError> {
        let morphism = Morphism::between(rules)?;
        for (&letter, image) in morphism.letters.iter().zip(&morphism.images) {
            if let Some(&undefined) = image.iter().find(|letter| !morphism.place.contains_key(letter)) {
                return Err(WordError::Undefined { letter, undefined });
            }
        }
        Ok(morphism)
    }

    /// A morphism to words over letters that need no rule of their own: it has images, and no fixed points.
    ///
    /// # Errors
    /// If there is no rule, or a letter has two.
    pub fn between(rules: impl IntoIterator<Item = (i64, Vec<i64>)>) -> Result<Morphism, WordError> {
        let (letters, images): (Vec<i64>, Vec<Vec<i64>>) = rules.into_iter().unzip();
        if letters.is_empty() {
            return Err(WordError::NoRules);
        }
        let mut place = HashMap::new();
        for (i, &letter) in letters.iter().enumerate() {
            if place.insert(letter, i).is_some() {
                return Err(WordError::DefinedTwice(letter));
            }
        }
        Ok(Morphism { letters, images, place })
    }

    /// Its letters, in the order of the rules.
    pub fn letters(&self) -> impl Iterator<Item = i64> + '_ {
        self.letters.iter().copied()
    }

    /// The letter of the rule with this number, from 0.
    pub(super) fn letter(&self, place: usize) -> i64 {
        self.letters[place]
    }

    /// The images, in the order of the rules.
    pub fn images(&self) -> &[Vec<i64>] {
        &self.images
    }

    /// The image of a letter.
    pub fn image(&self, letter: i64) -> Option<&[i64]> {
        Some(&self.images[self.place(letter)?])
    }

    /// Which rule is that of this letter.
    pub(super) fn place(&self, letter: i64) -> Option<usize> {
        self.place.get(&letter).copied()
    }

    /// The common length of all images, if they have one.
    pub fn is_uniform(&self) -> Option<usize> {
        let length = self.images[0].len();
        self.images.iter().all(|image| image.len() == length).then_some(length)
    }

    /// The image of a finite word.
    ///
    /// # Errors
    /// If a letter of it has no rule.
    pub fn image_of_prefix(&self, prefix: &[i64]) -> Result<Vec<i64>, WordError> {
        let mut out = Vec::new();
        for &letter in prefix {
            out.extend_from_slice(self.image(letter).ok_or(WordError::UnknownLetter(letter))?);
        }
        Ok(out)
    }

    /// The first `length` letters of the fixed point that begins with the first letter.
    ///
    /// # Errors
    /// If the image of the first letter does not begin with it or is no longer, or the fixed point is shorter than
    /// `length`.
    pub fn fixed_point_prefix(&self, length: usize) -> Result<Vec<i64>, WordError> {
        let letter = self.prolongable()?;
        // The fixed point is the first letter's image, then the images of its own letters from the second on.
        let mut word = self.images[0].clone();
        let mut next = 1;
        while word.len() < length {
            let Some(&read) = word.get(next) else {
                return Err(WordError::Finite { letter, length: word.len() });
            };
            word.extend_from_slice(&self.images[self.place[&read]]);
            next += 1;
        }
        word.truncate(length);
        Ok(word)
    }

    /// The least power of the morphism of which a fixed point begins with `start`: that letter first, then the others of the
    /// fixed point.
    ///
    /// ```
    /// use filbert_core::words::Morphism;
    /// let swap = Morphism::new([(0, vec![1, 0]), (1, vec![0, 1])]).unwrap();
    /// assert_eq!(swap.with_fixed_point_from(1).unwrap().to_string(), "1->1001 0->0110");
    /// ```
    ///
    /// # Errors
    /// If there is no such power; if the image of a letter of the fixed point is empty.
    pub fn with_fixed_point_from(&self, start: i64) -> Result<Morphism, WordError> {
        let own = self.reached_from(start)?;
        // The first letters of the images of `start` come back to it after as many steps as the power has, or never.
        let begins = |&letter: &i64| own.image(letter).and_then(|image| image.first().copied());
        let mut orbit = std::iter::successors(begins(&start), begins).take(own.letters.len());
        let power = 1 + orbit.position(|letter| letter == start).ok_or(WordError::NoFixedPoint(start))?;
        let mut images: Vec<Vec<i64>> = own.images.clone();
        for _ in 1..power {
            for image in &mut images {
                *image = own.image_of_prefix(image)?;
                if image.len() > LONGEST_IMAGE {
                    return Err(WordError::LongImage { start, power });
                }
            }
        }
        let fixed = Morphism::new(own.letters().zip(images))?.reached_from(start)?;
        fixed.prolongable().map_err(|_| WordError::NoFixedPoint(start))?;
        Ok(fixed)
    }

    /// The rules of a letter and of those in its images, in their images, and so on, in the order in which they are met.
    fn reached_from(&self, start: i64) -> Result<Morphism, WordError> {
        let mut rules: Vec<(i64, Vec<i64>)> = Vec::new();
        let mut letters = vec![start];
        while let Some(&letter) = letters.get(rules.len()) {
            let image = self.image(letter).ok_or(WordError::UnknownLetter(letter))?;
            if image.is_empty() {
                return Err(WordError::Erased(letter));
            }
            for letter in image {
                if !letters.contains(letter) {
                    letters.push(*letter);
                }
            }
            rules.push((letter, image.to_vec()));
        }
        Morphism::new(rules)
    }

    /// The image of each letter by the places of the rules.
    pub fn places(&self) -> Vec<Vec<usize>> {
        self.images.iter().map(|image| image.iter().map(|letter| self.place[letter]).collect()).collect()
    }

    /// The first letter, if a fixed point begins with it.
    pub(super) fn prolongable(&self) -> Result<i64, WordError> {
        let (first, image) = (self.letters[0], &self.images[0]);
        if image.len() < 2 || image[0] != first { Err(WordError::NotProlongable(first)) } else { Ok(first) }
    }
}

/// `0->01 1->2`, as scripts write it.
impl fmt::Display for Morphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (&letter, image)) in self.letters.iter().zip(&self.images).enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{}->{}", written(letter), image.iter().map(|&l| written(l)).collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn morphism(rules: &[(i64, &[i64])]) -> Result<Morphism, WordError> {
        Morphism::new(rules.iter().map(|&(letter, image)| (letter, image.to_vec())))
    }

    #[test]
    fn rules_must_be_complete_and_unique() {
        assert_eq!(morphism(&[]), Err(WordError::NoRules));
        assert_eq!(morphism(&[(0, &[0]), (0, &[0])]), Err(WordError::DefinedTwice(0)));
        assert_eq!(morphism(&[(0, &[0, 7])]), Err(WordError::Undefined { letter: 0, undefined: 7 }));
    }

    #[test]
    fn a_fixed_point_is_its_own_image() {
        let m = morphism(&[(0, &[0, 1]), (1, &[0, 2]), (2, &[0])]).unwrap();
        let word = m.fixed_point_prefix(500).unwrap();
        assert_eq!(word[..13], [0, 1, 0, 2, 0, 1, 0, 0, 1, 0, 2, 0, 1]);
        let image = m.image_of_prefix(&word).unwrap();
        assert_eq!(image[..500], word);
        for length in 0..20 {
            assert_eq!(m.fixed_point_prefix(length).unwrap(), word[..length]);
        }
        assert_eq!(m.image_of_prefix(&[5]), Err(WordError::UnknownLetter(5)));
    }

    #[test]
    fn what_has_no_infinite_fixed_point_says_so() {
        let not_prolongable = Err(WordError::NotProlongable(0));
        assert_eq!(morphism(&[(0, &[1, 0]), (1, &[0])]).unwrap().fixed_point_prefix(9), not_prolongable);
        assert_eq!(morphism(&[(0, &[0])]).unwrap().fixed_point_prefix(9), not_prolongable);
        assert_eq!(morphism(&[(0, &[])]).unwrap().fixed_point_prefix(9), not_prolongable);
        let erasing = morphism(&[(0, &[0, 1, 2]), (1, &[2]), (2, &[])]).unwrap();
        assert_eq!(erasing.fixed_point_prefix(4).unwrap(), [0, 1, 2, 2]);
        assert_eq!(erasing.fixed_point_prefix(9), Err(WordError::Finite { letter: 0, length: 4 }));
    }

    #[test]
    fn uniform_morphisms_know_their_length() {
        assert_eq!(morphism(&[(0, &[0, 1]), (1, &[1, 0])]).unwrap().is_uniform(), Some(2));
        assert_eq!(morphism(&[(0, &[0, 1]), (1, &[0])]).unwrap().is_uniform(), None);
    }

    #[test]
    fn long_letters_are_written_in_brackets() {
        let m = morphism(&[(9, &[9, 10]), (10, &[-1]), (-1, &[])]).unwrap();
        assert_eq!(m.to_string(), "9->9[10] [10]->[-1] [-1]->");
    }
}
