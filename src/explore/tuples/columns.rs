//! The columns of a set of tuples: their definitions, a table of their first values, and what is asked of them.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::explore::explorer::Explorer;

/// What columns are called in words, and the variables of their values at n.
const LETTERS: [&str; 3] = ["a", "b", "c"];
const VARIABLES: [&str; 3] = ["x", "z", "w"];
/// The numbers of a tuple in the definitions.
const PLACES: [&str; 3] = ["p", "q", "r"];

/// The names of what is defined.
pub struct Names {
    pub(super) system: String,
    pub(super) tuples: String,
    /// The function of each column.
    pub(super) columns: Vec<String>,
}

/// The first values of the columns: what stands beside number n, several numbers for some n.
pub(super) struct Table(Vec<Vec<Vec<i64>>>);

/// Something that a value is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Number,
    Column(usize),
}

/// Where a column is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// So many n, and so many more.
    Number(i64, i64),
    /// The value of a column at n, and so many more.
    Column(usize, i64),
}

/// The value of a column at an argument.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub column: usize,
    pub argument: Argument,
    pub basis: Vec<Quantity>,
}

impl Quantity {
    pub(super) fn column(self) -> Option<usize> {
        match self {
            Quantity::Number => None,
            Quantity::Column(column) => Some(column),
        }
    }

    pub(super) fn variable(self, names: &Names) -> &'static str {
        self.column().map_or("n", |column| names.variable(column))
    }

    pub(super) fn in_words(self, _: &Names) -> String {
        self.column().map_or_else(|| "n".to_owned(), |column| format!("{}(n)", LETTERS[column]))
    }
}

impl Argument {
    pub(super) fn column(self) -> Option<usize> {
        match self {
            Argument::Number(..) => None,
            Argument::Column(column, _) => Some(column),
        }
    }

    /// The argument with the variables of values, or with words for them.
    fn written(self, value: impl Fn(usize) -> String) -> String {
        let (what, more) = match self {
            Argument::Number(1, more) => ("n".to_owned(), more),
            Argument::Number(factor, more) => (format!("{factor}*n"), more),
            Argument::Column(column, more) => (value(column), more),
        };
        if more == 0 { what } else { format!("{what}+{more}") }
    }
}

impl Target {
    pub(super) fn name(&self, _: &Names) -> String {
        let own = LETTERS[self.column];
        match self.argument {
            Argument::Number(1, 0) => own.to_owned(),
            Argument::Number(1, more) => format!("{own}_after_{more}"),
            Argument::Number(factor, _) => format!("{own}_at_{factor}n"),
            Argument::Column(column, 0) => format!("{own}_of_{}", LETTERS[column]),
            Argument::Column(column, more) => format!("{own}_of_{}_plus_{more}", LETTERS[column]),
        }
    }

    pub(super) fn about(&self, _: &Names) -> String {
        let argument = self.argument.written(|column| format!("{}(n)", LETTERS[column]));
        format!("{}({})", LETTERS[self.column], argument.replace("*n", "n"))
    }

    /// The formula that y is the value.
    pub(super) fn pattern(&self, names: &Names) -> String {
        let argument = self.argument.written(|column| names.variable(column).to_owned());
        names.is_value(self.column, &argument, "y")
    }
}

impl Names {
    /// Defines the columns.
    ///
    /// # Errors
    /// Why they cannot be defined.
    pub(super) fn define(
        explorer: &mut Explorer<'_>,
        tuples: &str,
        system: &str,
        piles: usize,
    ) -> Result<Names, String> {
        let [lower, rank, index] = ["lower", "rank", "index"].map(|wanted| explorer.fresh(wanted));
        let columns: Vec<String> = LETTERS[..piles].iter().map(|letter| explorer.fresh(letter)).collect();
        let names = Names { system: system.to_owned(), tuples: tuples.to_owned(), columns };
        let (places, columns) = (names.places(), &names.columns);
        let is_tuple = format!("{} & {}", names.is_sorted(), names.is_tuple());
        let mut text = format!(
            "# The least numbers of the tuples, and how many of them are below n.\n\
             def {lower} \"?{system} E{} {is_tuple}\":\n\
             sequence {rank} n \"?{system} ${lower}(p) & p<n\":\n\
             synchronize {index} {rank};\n\
             # a(n) is number n of them; the others of its tuple are {}.\n\
             def {} \"?{system} ${lower}(p) & ${index}(p,n)\":\n",
            places[1..].join(","),
            LETTERS[1..piles].iter().map(|letter| format!("{letter}(n)")).collect::<Vec<_>>().join(", "),
            columns[0],
        );
        for (column, place) in columns.iter().zip(places).skip(1) {
            let others: Vec<&str> = places.iter().filter(|other| *other != place).copied().collect();
            let first = format!("${}(n,p)", columns[0]);
            text += &format!("def {column} \"?{system} E{} {first} & {is_tuple}\":\n", others.join(","));
        }
        explorer.define(&text)?;
        Ok(names)
    }

    /// The variables of a tuple.
    pub(super) fn places(&self) -> &'static [&'static str] {
        &PLACES[..self.piles()]
    }

    /// The formula that the variables of a tuple are in ascending order.
    pub(super) fn is_sorted(&self) -> String {
        let sorted: Vec<String> = self.places().windows(2).map(|pair| format!("{}<={}", pair[0], pair[1])).collect();
        sorted.join(" & ")
    }

    /// The formula that the variables of a tuple are one.
    pub(super) fn is_tuple(&self) -> String {
        self.is_tuple_of(&self.tuples)
    }

    /// The formula that they are one of another function.
    pub(super) fn is_tuple_of(&self, function: &str) -> String {
        format!("${function}({})", self.places().join(","))
    }

    pub(super) fn piles(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn letters(&self) -> impl Iterator<Item = &'static str> {
        LETTERS.into_iter().take(self.columns.len())
    }

    pub(super) fn variable(&self, column: usize) -> &'static str {
        VARIABLES[column]
    }

    /// The formula that a column has a value at an argument.
    pub(super) fn is_value(&self, column: usize, argument: &str, value: &str) -> String {
        format!("${}({argument},{value})", self.columns[column])
    }

    pub(super) fn statement(&self, text: &str) -> String {
        format!("?{} {text}", self.system)
    }

    /// That the numbers of a tuple may be exchanged: the first two, and the last with the first.
    pub(super) fn symmetry(&self) -> String {
        let places = self.places();
        let tuple = |places: &[&str]| format!("${}({})", self.tuples, places.join(","));
        let mut exchanged = places.to_vec();
        exchanged.swap(0, 1);
        let mut turned = places.to_vec();
        turned.rotate_left(1);
        let both =
            if self.piles() == 2 { tuple(&exchanged) } else { format!("({} & {})", tuple(&exchanged), tuple(&turned)) };
        self.statement(&format!("A{} {} => {both}", places.join(","), tuple(places)))
    }

    /// All quantities at n: n and the columns.
    fn all(&self) -> Vec<Quantity> {
        let columns = (0..self.piles()).map(Quantity::Column);
        std::iter::once(Quantity::Number).chain(columns).collect()
    }

    /// Each column by n and those before.
    pub(super) fn columns_by_columns(&self) -> Vec<Target> {
        let by_those_before =
            |column| Target { column, argument: Argument::Number(1, 0), basis: self.all()[..=column].to_vec() };
        (0..self.piles()).map(by_those_before).collect()
    }

    /// The columns at the values of each, `more` behind.
    fn at_values(&self, more: i64) -> Vec<Target> {
        let all = (0..self.piles()).flat_map(|column| (0..self.piles()).map(move |other| (column, other)));
        let at = |(column, other)| Target { column, argument: Argument::Column(other, more), basis: self.all() };
        all.map(at).collect()
    }

    /// The columns at the values of each.
    pub(super) fn compositions(&self) -> Vec<Target> {
        self.at_values(0)
    }

    /// The columns right behind the values of each.
    pub(super) fn shifted_compositions(&self) -> Vec<Target> {
        self.at_values(1)
    }

    /// The columns at arguments, compared with themselves.
    fn at_numbers(&self, arguments: &[(i64, i64)]) -> Vec<Target> {
        let all = (0..self.piles()).flat_map(|column| arguments.iter().map(move |argument| (column, *argument)));
        let at = |(column, (factor, more))| Target {
            column,
            argument: Argument::Number(factor, more),
            basis: vec![Quantity::Column(column)],
        };
        all.map(at).collect()
    }

    /// The columns at the next number, and at twice the number.
    pub(super) fn steps(&self) -> Vec<Target> {
        self.at_numbers(&[(1, 1), (2, 0)])
    }

    /// The columns further on.
    pub(super) fn further_steps(&self) -> Vec<Target> {
        self.at_numbers(&[(1, 2), (1, 3), (3, 0)])
    }

    /// The first values of the columns.
    pub(super) fn table(&self, explorer: &mut Explorer<'_>, size: usize) -> Option<Table> {
        let mut columns = Vec::new();
        for function in &self.columns {
            let pairs = explorer.first(&self.statement(&format!("${function}(n,y)")), size)?;
            let number = |n: &BigInt| n.to_i64();
            let mut pairs =
                pairs.iter().map(|pair| Some((number(&pair[0])?, number(&pair[1])?))).collect::<Option<Vec<_>>>()?;
            pairs.sort_unstable();
            let mut column: Vec<Vec<i64>> = Vec::new();
            for (n, value) in pairs {
                match usize::try_from(n).ok()? {
                    n if n + 1 == column.len() => column[n].push(value),
                    n if n == column.len() => column.push(vec![value]),
                    _ => break,
                }
            }
            columns.push(column);
        }
        Some(Table(columns))
    }
}

impl Table {
    /// The values of a column at n.
    pub(super) fn values(&self, column: usize, n: i64) -> &[i64] {
        usize::try_from(n).ok().and_then(|n| self.0[column].get(n)).map_or(&[], Vec::as_slice)
    }

    /// How many n have values in all columns.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Vec::len).min().unwrap_or(0)
    }

    /// The rows of a target: n, the quantities and the value.
    pub(super) fn rows(&self, target: &Target) -> Vec<(usize, Vec<i64>, i64)> {
        let mut rows = Vec::new();
        for n in 0..self.len() {
            let mut tuples = vec![Vec::new()];
            for column in 0..self.0.len() {
                let longer = |tuple: &Vec<i64>| {
                    let with = |value: &i64| [&tuple[..], &[*value]].concat();
                    self.values(column, n as i64).iter().map(with).collect::<Vec<_>>()
                };
                tuples = tuples.iter().flat_map(longer).collect();
            }
            for tuple in tuples {
                let argument = match target.argument {
                    Argument::Number(factor, more) => factor * n as i64 + more,
                    Argument::Column(column, more) => tuple[column] + more,
                };
                let quantity = |quantity: &Quantity| quantity.column().map_or(n as i64, |column| tuple[column]);
                let quantities: Vec<i64> = target.basis.iter().map(quantity).collect();
                let values = self.values(target.column, argument);
                rows.extend(values.iter().map(|value| (n, quantities.clone(), *value)));
            }
        }
        rows
    }
}
