//! TRUE or FALSE, and the numbers that show it.

use std::fmt;
use std::time::Duration;

use num_bigint::{BigInt, BigUint};

use super::lint::Lint;
use crate::logic;

/// What a variable stands for in an example.
///
/// ```
/// let verdict = filbert::Session::new().decide(&"Ex x=5".parse()?)?;
/// assert_eq!(verdict.example()[0].1, filbert::Value::from(5));
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    ///
    /// ```
    /// assert_eq!(filbert::Value::Number(7.into()).to_string(), "7");
    /// ```
    Number(BigInt),
    /// A word over a set of digits, for a variable that no numeration system is known of.
    ///
    /// ```
    /// assert_eq!(filbert::Value::Word(vec![0, 1, 10, -1]).to_string(), "01[10][-1]");
    /// ```
    Word(Vec<i64>),
    /// An irrational number [0; a_1, a_2, ..], for a variable that is the slope of a family.
    ///
    /// ```
    /// let slope = filbert::Value::Slope { quotients: vec![3u32.into()], period: vec![1u32.into(), 2u32.into()] };
    /// assert_eq!(slope.to_string(), "[0; 3, (1, 2)]");
    /// ```
    Slope {
        /// The quotients before the period.
        quotients: Vec<BigUint>,
        /// The period, never empty.
        period: Vec<BigUint>,
    },
    /// A word without end to the left, for a variable that is the parameter of a family.
    ///
    /// ```
    /// let instructions = filbert::Value::Parameter { period: vec![1], rest: vec![-1, 1] };
    /// assert_eq!(instructions.to_string(), "(1)*[-1]1");
    /// ```
    Parameter {
        /// What returns, never empty.
        period: Vec<i64>,
        /// What it begins with, if it is read from its end.
        rest: Vec<i64>,
    },
}

impl<T: Into<BigInt>> From<T> for Value {
    fn from(number: T) -> Value {
        Value::Number(number.into())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match self {
            Value::Number(number) => logic::Value::Number(number.clone()),
            Value::Word(digits) => logic::Value::Word(digits.clone()),
            Value::Slope { quotients, period } => {
                logic::Value::Slope { quotients: quotients.clone(), period: period.clone() }
            }
            Value::Parameter { period, rest } => logic::Value::Parameter { period: period.clone(), rest: rest.clone() },
        };
        value.fmt(f)
    }
}

/// What a closed statement came to.
///
/// ```
/// let verdict = filbert::Session::new().decide(&"?msd_fib Ax Ey x=2*y".parse()?)?;
/// assert!(!verdict.is_true());
/// assert_eq!(verdict.to_string(), "FALSE: x = 1");
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Verdict {
    truth: bool,
    word: &'static str,
    examples: Vec<Vec<(String, Value)>>,
    answer: Option<[Vec<(String, Value)>; 2]>,
    statement: String,
    time: Duration,
    states: usize,
    lints: Vec<Lint>,
    guesses: Vec<String>,
}

impl Verdict {
    /// The verdict on a statement that took so long, with so many states in the largest automaton; the word is how it is
    /// said.
    pub(super) fn new(
        verdict: logic::Verdict,
        word: &'static str,
        statement: &str,
        time: Duration,
        states: usize,
    ) -> Verdict {
        let value = |value| match value {
            logic::Value::Number(number) => Value::Number(number),
            logic::Value::Word(digits) => Value::Word(digits),
            logic::Value::Slope { quotients, period } => Value::Slope { quotients, period },
            logic::Value::Parameter { period, rest } => Value::Parameter { period, rest },
        };
        let values = |example: logic::Example| {
            example.into_iter().map(|(name, found)| (name.to_string(), value(found))).collect()
        };
        // A statement without variables is shown by nothing.
        let examples = verdict.example.into_iter().chain(verdict.also).map(values);
        let examples = examples.filter(|example: &Vec<_>| !example.is_empty()).collect();
        let answer = verdict.answer.map(|(given, found)| [values(given), values(found)]);
        let statement = statement.trim().to_owned();
        Verdict {
            truth: verdict.truth,
            word,
            examples,
            answer,
            statement,
            time,
            states,
            lints: Vec::new(),
            guesses: Vec::new(),
        }
    }

    pub(super) fn with_guesses(self, guesses: impl IntoIterator<Item = String>) -> Verdict {
        Verdict { guesses: guesses.into_iter().collect(), ..self }
    }

    pub(super) fn with_lints(self, lints: Vec<Lint>) -> Verdict {
        Verdict { lints, ..self }
    }

    /// Whether the statement is true.
    ///
    /// ```
    /// assert!(filbert::Session::new().decide(&"Ex x*3=12".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn is_true(&self) -> bool {
        self.truth
    }

    /// Values that show the verdict: a counterexample to a false `A`, a witness of a true `E`, also under negations and
    /// connectives; otherwise none. They were put into the statement and evaluated without the automaton that found them.
    ///
    /// ```
    /// let verdict = filbert::Session::new().decide(&"Ex,y x>6 & y=x+1".parse()?)?;
    /// assert_eq!(verdict.example(), [("x".to_owned(), 7.into()), ("y".to_owned(), 8.into())]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn example(&self) -> &[(String, Value)] {
        self.examples.first().map_or(&[], Vec::as_slice)
    }

    /// All values that show the verdict: those of [`example`](Verdict::example), and more where several quantifiers or
    /// several tuples decide.
    ///
    /// ```
    /// let verdict = filbert::Session::new().decide(&"E=1 x x<2".parse()?)?;
    /// assert_eq!(verdict.to_string(), "FALSE: x = 0; x = 1");
    /// assert_eq!(verdict.examples()[1], [("x".to_owned(), 1.into())]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn examples(&self) -> &[Vec<(String, Value)>] {
        &self.examples
    }

    /// The first answer of a true statement `Ax (P => Ey Q)`: the first x with P, then a y for it. `None` where no quantifier
    /// answers, or none was soon found.
    ///
    /// ```
    /// let verdict = filbert::Session::new().decide(&"Ax x>3 => Ey y+2=x".parse()?)?;
    /// let [given, found] = verdict.answer().expect("an answer");
    /// assert_eq!(given, [("x".to_owned(), 4.into())]);
    /// assert_eq!(found, [("y".to_owned(), 2.into())]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn answer(&self) -> Option<[&[(String, Value)]; 2]> {
        self.answer.as_ref().map(|pair| pair.each_ref().map(Vec::as_slice))
    }

    /// The statement as you wrote it. For a command without one, like `kernel`, the command.
    ///
    /// ```
    /// let answers = filbert::Session::new().run("theorem t \"Ax x<x+1\":")?;
    /// let [filbert::Answer::Verdict(verdict)] = &answers[..] else { panic!("one verdict") };
    /// assert_eq!(verdict.statement(), "Ax x<x+1");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// How long the statement took.
    ///
    /// ```
    /// let verdict = filbert::Session::new().decide(&"Ax x<x+1".parse()?)?;
    /// println!("decided in {:?}", verdict.time());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The number of states of the largest automaton on the way; 0 if none was needed.
    ///
    /// ```
    /// let verdict = filbert::Session::new().decide(&"?msd_trib Ax Ey y>x & TR[y]=TR[x]".parse()?)?;
    /// assert!(verdict.states() > 1);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn states(&self) -> usize {
        self.states
    }

    /// What in the statement may not mean what its writer thinks, if the session [looks for
    /// it](super::Session::keep_lints).
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.keep_lints();
    /// let verdict = session.decide(&"Ax x>3 => Ey y+2=x".parse()?)?;
    /// assert!(verdict.lints().is_empty());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn lints(&self) -> &[Lint] {
        &self.lints
    }

    /// The names of the guesses on which it rests: sets that the command `guess` took for P-positions without a proof.
    ///
    /// ```
    /// let verdict = filbert::Session::new().decide(&"?msd_fib Ax Ey x=2*y".parse()?)?;
    /// assert!(verdict.guesses().is_empty());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn guesses(&self) -> &[String] {
        &self.guesses
    }
}

/// Two verdicts are equal if they have one truth and the same examples, whatever the statements were and however long they
/// took.
impl PartialEq for Verdict {
    fn eq(&self, other: &Verdict) -> bool {
        (self.truth, &self.examples) == (other.truth, &other.examples)
    }
}

impl Eq for Verdict {}

/// `TRUE` or `FALSE`, of the command `redundant` `SOME` or `NONE`, of a guess that is not proved `GUESS`, and the examples behind
/// a colon.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        for (i, example) in self.examples.iter().enumerate() {
            f.write_str(if i == 0 { ": " } else { "; " })?;
            for (j, (name, value)) in example.iter().enumerate() {
                write!(f, "{}{name} = {value}", if j == 0 { "" } else { ", " })?;
            }
        }
        Ok(())
    }
}
