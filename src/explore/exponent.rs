//! The critical exponent of a word: the supremum of length over period of its factors.
//!
//! The length of the longest factor with period n is a function of n. Where it is k n or more, its values grow like the
//! powers of an eigenvalue, and stay near to n times a number r of the field of that eigenvalue. Which number is read
//! off the largest of some dozens of values; `bounds` proves how near they stay. If no value is greater than n r, the
//! critical exponent is r. Otherwise it is the greatest of finitely many fractions, and that is stated.
//!
//! That the critical exponent can be computed is due to Schaeffer and Shallit ("The critical exponent is computable for
//! automatic sequences", 2012). It costs some statements on two numbers, with coefficients of up to some hundreds. It
//! finds nothing where several limits are less than 1/20 apart.

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::ToPrimitive;

use crate::numeration::{Algebraic, Extreme};
use crate::script::SumValues;

use super::explorer::Explorer;
use super::fact::Fact;
use super::real::{Interval, less_multiple};
use super::word_subject::WordSubject;

/// Periods that are looked at.
const PERIODS: usize = 60;
/// Exponents are told apart by parts of 20.
const PARTS: u32 = 20;
/// The largest period, at least, from which the limit of the quotients is read.
const FAR: f64 = 10_000.0;
/// Coefficients of the number that is compared with, and what it is divided by.
const COEFFICIENTS: i64 = 12;
const DIVISORS: i64 = 6;
/// Numbers that are tried.
const TRIED: usize = 3;

/// The formula that y is the length of the longest factor with period n. The relation of equal factors is one that
/// `filbert-check` knows from its definition.
const LONGEST: &str = "n>0 & (Em y=n+m & (Ei $same(i,i+n,m)) & ~(Ei $same(i,i+n,m+1)))";

/// A period, and the length of the longest factor that has it.
struct Row {
    period: BigInt,
    length: BigInt,
}

impl Row {
    fn exponent(&self) -> Ratio<BigInt> {
        Ratio::new(self.length.clone(), self.period.clone())
    }
}

/// What a critical exponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exponent {
    /// The greatest of the exponents.
    Greatest,
    /// What the exponents of longer and longer factors tend to.
    Limit,
}

/// Tells the critical exponent of a word that has factors with an exponent of `least`, but not of arbitrarily large ones;
/// `so` is a sentence about what follows from it. Nothing, if it is not found.
pub(super) fn critical_exponent(
    explorer: &mut Explorer<'_>,
    subject: &WordSubject<'_>,
    least: u32,
    so: &str,
) -> Option<Exponent> {
    let mut lengths = Lengths { explorer, subject, so };
    let all = lengths.define("longest", PARTS * least)?;
    let rows = lengths.rows(&all)?;
    if rows.len() < PERIODS {
        return lengths.greatest(&all, &rows);
    }
    // What is far out is near to the limit.
    let late = rows[rows.len() / 2..].iter().map(Row::exponent).max()?;
    let parts = (late * BigInt::from(PARTS)).floor().to_integer().to_u32()?;
    let high = lengths.define("high", (parts - 1).max(PARTS * least))?;
    let rows = lengths.rows(&high)?;
    let sum = format!("bounds y for {}", subject.statement(&format!("${}(n,y)", high.name)));
    let SumValues::Unbounded { eigenvalue: Some(eigenvalue), .. } = lengths.explorer.values_of_sum(&sum)? else {
        return None;
    };
    for limit in limits(&rows, &eigenvalue) {
        let sum = less_multiple(&high.name, &limit);
        if let Some(SumValues::Bounded { lowest, highest }) = lengths.explorer.values_of_sum(&sum) {
            return match highest.may_exceed_zero() {
                // Further out all are nearer to the limit.
                true => lengths.greatest(&high, &rows),
                false => lengths.limit(&high, &limit, &lowest, &highest),
            };
        }
    }
    None
}

/// The function that is the length of the longest factor with a period, where that is large.
struct Definition {
    name: String,
    text: String,
    /// The least exponent.
    quotient: Ratio<u32>,
}

/// How long factors with a period can be.
struct Lengths<'a, 'b, 'c> {
    explorer: &'a mut Explorer<'b>,
    subject: &'a WordSubject<'c>,
    so: &'a str,
}

impl Lengths<'_, '_, '_> {
    /// Defines the function for lengths of so many parts of n at least.
    fn define(&mut self, wanted: &str, parts: u32) -> Option<Definition> {
        let name = self.explorer.fresh(wanted);
        let quotient = Ratio::new(parts, PARTS);
        let (over, under) = (quotient.numer(), quotient.denom());
        let formula = self.subject.statement(&format!("{LONGEST} & {under}*y>={over}*n"));
        let text = format!(
            "# {name}(n) is the length of the longest factor with period n, if that is {quotient} n or more.\n\
             def {name} \"{formula}\":\n"
        );
        self.explorer.set_up(&text).then_some(Definition { name, text, quotient })
    }

    /// The first values of the function.
    fn rows(&mut self, function: &Definition) -> Option<Vec<Row>> {
        let formula = self.subject.statement(&format!("${}(n,y)", function.name));
        let mut rows = self.explorer.first(&formula, PERIODS)?;
        rows.sort_unstable();
        let row = |row: Vec<BigInt>| <[BigInt; 2]>::try_from(row).ok().map(|[period, length]| Row { period, length });
        rows.into_iter().map(row).collect()
    }

    /// Tells that the greatest exponent of these is that of the word.
    fn greatest(&mut self, function: &Definition, rows: &[Row]) -> Option<Exponent> {
        let greatest = rows.iter().map(Row::exponent).max()?;
        let (over, under) = (greatest.numer(), greatest.denom());
        let value = format!("${}(n,y)", function.name);
        let text = format!("(En,y {value} & {under}*y={over}*n) & ~(En,y {value} & {under}*y>{over}*n)");
        let about = format!("The critical exponent is {greatest}, which some factor has: {}", self.so);
        let fact = Fact::new("critical_exponent", self.subject.statement(&text), about);
        if self.explorer.holds(&fact.statement) != Some(true) {
            return None;
        }
        self.explorer.show(&function.text);
        self.explorer.keep(fact);
        Some(Exponent::Greatest)
    }

    /// Tells that a number is the critical exponent, of which the lengths are a multiple but for a bounded rest.
    fn limit(
        &mut self,
        function: &Definition,
        limit: &Algebraic,
        lowest: &Extreme,
        highest: &Extreme,
    ) -> Option<Exponent> {
        let name = &function.name;
        let often = self.subject.statement(&format!("Am En,y n>m & ${name}(n,y)"));
        if self.explorer.holds(&often) != Some(true) {
            return None;
        }
        self.explorer.show(&function.text);
        let about = format!("For infinitely many n a factor with period n has length {} n or more.", function.quotient);
        self.explorer.keep(Fact::new("long_periods", often, about));
        let is_met = matches!(highest, Extreme::Exact { value, at: Some(_) } if *value == Algebraic::from(0));
        let interval = Interval::new(lowest, highest);
        let about = format!(
            "The critical exponent is {}, which {} factor has, as {name}(n) less n times that is in {}: {}",
            limit.with_decimals(),
            if is_met { "some" } else { "no" },
            interval.in_words(),
            self.so
        );
        let claim = format!("{} in {interval}", less_multiple(name, limit));
        self.explorer.prove(Fact::new("critical_exponent", claim, about)).then_some(Exponent::Limit)
    }
}

/// Numbers of the field of an eigenvalue that are as near to the last quotient as a limit is, those with small coefficients first.
fn limits(rows: &[Row], eigenvalue: &Algebraic) -> Vec<Algebraic> {
    let far = rows.iter().max_by_key(|row| &row.period);
    let Some((period, length)) = far.and_then(|row| Some((row.period.to_f64()?, row.length.to_f64()?))) else {
        return Vec::new();
    };
    if period < FAR {
        return Vec::new();
    }
    let (quotient, near) = (length / period, 20.0 / period + 1e-12);
    let x = eigenvalue.approximate();
    // The powers of a fraction are fractions.
    let coefficients = if eigenvalue.is_fraction() { 0..=0 } else { -COEFFICIENTS..=COEFFICIENTS };
    let mut found: Vec<(i64, Algebraic)> = Vec::new();
    for divisor in 1..=DIVISORS {
        for one in coefficients.clone() {
            for two in coefficients.clone() {
                let rest = one as f64 * x + two as f64 * x * x;
                let whole = (quotient * divisor as f64 - rest).round();
                if ((whole + rest) / divisor as f64 - quotient).abs() < near {
                    let size = one.abs() + two.abs() + divisor + whole.abs() as i64;
                    let value = Algebraic::from(one) * eigenvalue.clone()
                        + Algebraic::from(two) * eigenvalue.power(2)
                        + Algebraic::from(whole as i64);
                    found.push((size, value / Algebraic::from(divisor)));
                }
            }
        }
    }
    found.sort_by_key(|(size, _)| *size);
    let mut limits: Vec<Algebraic> = Vec::new();
    for (_, value) in found {
        if limits.len() < TRIED && !limits.contains(&value) {
            limits.push(value);
        }
    }
    limits
}
