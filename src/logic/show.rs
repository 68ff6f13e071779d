//! Formulas of the intermediate form as text, for plans and limits.

use std::fmt::Write;

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

    fn name(&self, var: Var) -> String {
        match &**self.variables.name(var) {
            "_" => format!("t{}", var.0),
            name => name.to_owned(),
        }
    }

    fn names(&self, vars: &[Var], between: &str) -> String {
        vars.iter().map(|&var| self.name(var)).collect::<Vec<_>>().join(between)
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// `inside` says that a connective stands around it.
    fn expr(&mut self, expr: &Expr, inside: bool) {
        match expr.kind() {
            Kind::Truth(value) => self.put(if *value { "true" } else { "false" }),
            Kind::Linear(linear) => {
                let text = self.linear(linear);
                self.put(&text);
            }
            Kind::Constant(var, value) => {
                let name = self.name(*var);
                write!(self.out, "{name}={value}").expect("writing to a string");
            }
            Kind::Table(stored, vars) => {
                let between = if stored.name.contains('[') { "][" } else { "," };
                let text = stored.name.replace('%', &self.names(vars, between));
                self.put(&text);
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
        let names = self.names(vars, ",");
        write!(self.out, "({quantifier}{names} ").expect("writing to a string");
        self.expr(body, false);
        self.put(")");
    }

    /// Positive terms on the left, negative ones on the right.
    fn linear(&self, linear: &LinearConstraint) -> String {
        let (mut left, mut right): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for (var, coefficient) in &linear.terms {
            for (power, &k) in coefficient.iter().enumerate().filter(|(_, k)| **k != 0) {
                let side = if k > 0 { &mut left } else { &mut right };
                side.push(term(&self.name(*var), power, k));
            }
        }
        let mut constant = linear.constant;
        let mut operator = match linear.compare {
            Compare::Equal => "=",
            Compare::NotEqual => "!=",
            Compare::Less => "<",
        };
        if linear.compare == Compare::Less && constant == 1 {
            operator = "<=";
            constant = 0;
        }
        match constant {
            0 => {}
            c if c > 0 => right.push(c.to_string()),
            c => left.push(c.unsigned_abs().to_string()),
        }
        let side = |parts: Vec<String>| if parts.is_empty() { "0".to_owned() } else { parts.join("+") };
        format!("{}{operator}{}", side(left), side(right))
    }
}

/// `2*shift^2(x)`.
fn term(name: &str, power: usize, k: i64) -> String {
    let shifted = match power {
        0 => name.to_owned(),
        1 => format!("shift({name})"),
        _ => format!("shift^{power}({name})"),
    };
    match k.unsigned_abs() {
        1 => shifted,
        factor => format!("{factor}*{shifted}"),
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
