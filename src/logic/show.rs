//! Formulas of the intermediate form as text, for plans and limits.

use std::fmt::{Arguments, Write};

use crate::numeration::Compare;

use super::ir::{Expr, ExprRef, Kind, LinearConstraint, Var, Variables};

/// The formula in the notation of the language, as far as it reaches.
pub fn show(expr: &Expr, variables: &Variables) -> String {
    Writer { variables, out: String::new() }.whole(expr)
}

struct Writer<'a> {
    variables: &'a Variables,
    out: String,
}

impl Writer<'_> {
    fn whole(mut self, expr: &Expr) -> String {
        self.expr(expr, false);
        self.out
    }

    fn name(&mut self, var: Var) {
        match &**self.variables.name(var) {
            "_" => self.format(format_args!("t{}", var.0)),
            name => self.out.push_str(name),
        }
    }

    fn names(&mut self, vars: &[Var], between: &str) {
        for (i, &var) in vars.iter().enumerate() {
            self.put(if i > 0 { between } else { "" });
            self.name(var);
        }
    }

    fn format(&mut self, text: Arguments<'_>) {
        self.out.write_fmt(text).expect("writing to a string");
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// `inside` says that a connective stands around it.
    fn expr(&mut self, expr: &Expr, inside: bool) {
        match expr.kind() {
            Kind::Truth(value) => self.put(if *value { "true" } else { "false" }),
            Kind::Linear(linear) => self.linear(linear),
            Kind::Constant(var, value) => {
                self.name(*var);
                self.format(format_args!("={value}"));
            }
            Kind::Relation(stored, vars) => {
                let between = if stored.name.contains('[') { "][" } else { "," };
                for (i, part) in stored.name.split('%').enumerate() {
                    if i > 0 {
                        self.names(vars, between);
                    }
                    self.put(part);
                }
            }
            Kind::Not(inner) => {
                self.put("~");
                self.expr(inner, true);
            }
            Kind::And(parts) => self.chain(parts, " & ", inside),
            Kind::Or(parts) => self.chain(parts, " | ", inside),
            Kind::Iff(a, b) => self.chain(&[a.clone(), b.clone()], " <=> ", inside),
            Kind::Exists(vars, body) => self.quantified("E", vars, body),
            Kind::AtLeast(count, vars, body) => self.quantified(&format!("E>={count} "), vars, body),
            Kind::Infinitely(vars, body) => self.quantified("I", vars, body),
            Kind::OverWords(quantifier, body) => {
                self.quantified(if quantifier.infinitely { "I" } else { "E" }, &quantifier.bound, body);
            }
            Kind::Reverse(body) => {
                self.put("`");
                self.expr(body, true);
            }
        }
    }

    fn chain(&mut self, parts: &[ExprRef], between: &str, inside: bool) {
        if inside {
            self.put("(");
        }
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.put(between);
            }
            self.expr(part, true);
        }
        if inside {
            self.put(")");
        }
    }

    fn quantified(&mut self, quantifier: &str, vars: &[Var], body: &Expr) {
        self.put("(");
        self.put(quantifier);
        self.names(vars, ",");
        self.put(" ");
        self.expr(body, false);
        self.put(")");
    }

    /// Positive terms on the left, negative ones on the right.
    fn linear(&mut self, linear: &LinearConstraint) {
        let (operator, constant) = match (linear.compare, linear.constant) {
            (Compare::Equal, constant) => ("=", constant),
            (Compare::NotEqual, constant) => ("!=", constant),
            (Compare::Less, 1) => ("<=", 0),
            (Compare::Less, constant) => ("<", constant),
        };
        self.side(linear, |k| k > 0, constant.min(0).unsigned_abs());
        self.put(operator);
        self.side(linear, |k| k < 0, constant.max(0).unsigned_abs());
    }

    /// The terms that are wanted, and a constant unless it is 0.
    fn side(&mut self, linear: &LinearConstraint, wanted: impl Fn(i64) -> bool, constant: u64) {
        let start = self.out.len();
        for (var, coefficient) in &linear.terms {
            for (power, &k) in coefficient.iter().enumerate().filter(|(_, k)| wanted(**k)) {
                self.plus(start);
                self.term(*var, power, k.unsigned_abs());
            }
        }
        if constant != 0 || self.out.len() == start {
            self.plus(start);
            self.format(format_args!("{constant}"));
        }
    }

    /// Between what is written and what follows, if anything is since `start`.
    fn plus(&mut self, start: usize) {
        if self.out.len() > start {
            self.put("+");
        }
    }

    /// `2*shift^2(x)`.
    fn term(&mut self, var: Var, power: usize, factor: u64) {
        if factor != 1 {
            self.format(format_args!("{factor}*"));
        }
        match power {
            0 => return self.name(var),
            1 => self.put("shift("),
            _ => self.format(format_args!("shift^{power}(")),
        }
        self.name(var);
        self.put(")");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeration::{Coefficient, Numerations};

    #[test]
    fn linear_atoms_read_as_people_write_them() {
        let fib = Numerations::standard().get("msd_fib").unwrap();
        let mut variables = Variables::default();
        let [x, y] = ["x", "y"].map(|name| variables.add(name.into(), fib.clone()));
        let atom = |terms: Vec<(Var, Coefficient)>, compare, constant| {
            show(&Expr::new(Kind::Linear(LinearConstraint { terms, compare, constant, signed: false })), &variables)
        };
        assert_eq!(atom(vec![(x, vec![1]), (y, vec![-2])], Compare::Equal, -3), "x+3=2*y");
        assert_eq!(atom(vec![(x, vec![1]), (y, vec![-1])], Compare::Less, 1), "x<=y");
        assert_eq!(atom(vec![(x, vec![0, 1, -1])], Compare::NotEqual, 0), "shift(x)!=shift^2(x)");
    }
}
