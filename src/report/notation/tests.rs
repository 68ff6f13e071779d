//! Where parentheses stand, and that what is written says what was read.

use proptest::prelude::*;

use super::*;
use crate::syntax::{Source, parse_formula, parse_rule};

fn read(text: &str) -> Formula {
    let source = Source::new("test", text);
    parse_formula(&source, source.span(), &()).expect("a formula")
}

fn latex(text: &str) -> String {
    formula(&read(text), &Latex)
}

fn html(text: &str) -> String {
    formula(&read(text), &Html)
}

#[test]
fn statements_are_written_as_papers_do() {
    assert_eq!(
        html("?msd_fib Ax,y (x<=y & F[x+1]=@0) => Ez z=2*x"),
        "∀x,y (x ≤ y ∧ F<sub>x + 1</sub> = 0 ⇒ (∃z: z = 2x))"
    );
    assert_eq!(
        html("E=1 x E>=3 y E<=2 z E=4 w Iv x=y"),
        "∃!x ∃<sup>≥3</sup>y ∃<sup>≤2</sup>z ∃<sup>=4</sup>w ∃<sup>∞</sup>v: x = y"
    );
    assert_eq!(html("~(x=y) & ~$f(x,1) ^ ~~x<2"), "(¬(x = y) ∧ ¬f(x,1)) ⊕ ¬¬(x &lt; 2)");
    assert_eq!(
        latex("Aalpha,x1 alpha/3 != 2*(x1-5) | `$even(x1)"),
        r"\forall \alpha, x_{1}\,(\lfloor \alpha/3 \rfloor \ne 2(x_{1} - 5) \lor (\mathrm{even}(x_{1}))^{\mathsf R})"
    );
}

#[test]
fn parentheses_stand_where_a_reader_needs_them() {
    assert_eq!(html("(x=1 & y=1) & z=1"), html("x=1 & (y=1 & z=1)"));
    assert_eq!(html("(x=1 & y=1) | z=1"), "(x = 1 ∧ y = 1) ∨ z = 1");
    assert_eq!(html("x=1 => y=1 => z=1"), "(x = 1 ⇒ y = 1) ⇒ z = 1");
    assert_eq!(html("(x=1 <=> y=1) <=> z=1"), "(x = 1 ⇔ y = 1) ⇔ z = 1");
    assert_eq!(html("(Ex x=1) & y=1"), "(∃x: x = 1) ∧ y = 1");
    assert_eq!(html("(Ex x=1 | x=2) & y=1"), "(∃x (x = 1 ∨ x = 2)) ∧ y = 1");
    assert_eq!(html("(Ax Ey x=y) & y=1"), "(∀x ∃y: x = y) ∧ y = 1");
    assert_eq!(html("x-(y-z)=0 & (x-y)-z=0"), "x − (y − z) = 0 ∧ x − y − z = 0");
    assert_eq!(html("2*x*3=2*(3*x)"), "2x · 3 = 2 · (3x)");
    assert_eq!(html("(x+y)/2=x/(2*2)"), "⌊(x + y)/2⌋ = ⌊x/(2 · 2)⌋");
    assert_eq!(html("?msd_neg_2 x=_y+3 & y=x-_z"), "x = −y + 3 ∧ y = x − (−z)");
}

#[test]
fn definitions_and_rules_say_what_they_define() {
    let shown = definition("f", &["x", "n"], &read("x<n"), &Latex);
    assert_eq!(shown, r"f(x, n) \;:\Longleftrightarrow\; x < n");
    let source = Source::new("test", "?msd_fib p,q -> r,s : r<p & s=q");
    let spec = parse_rule(&source, source.span(), &()).expect("a rule");
    assert_eq!(rule(&spec, &Latex), r"(p, q) \to (r, s) \;:\Longleftrightarrow\; r < p \land s = q");
}

/// The signs of filbert in the place of those of papers.
struct Plain;

impl Dialect for Plain {
    fn mark(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::Connective(op) => op.symbol(),
            Mark::Comparison(op) => op.symbol(),
            Mark::Not => "~",
            Mark::That | Mark::Gap => " ",
            Mark::Plus => "+",
            Mark::Minus => "-",
            Mark::Negative => "_",
            Mark::Times => "*",
            Mark::Over => "/",
            Mark::Open | Mark::FloorOpen => "(",
            Mark::Close | Mark::FloorClose => ")",
            Mark::Comma => ",",
            Mark::IndexOpen => "[",
            Mark::IndexClose => "]",
            Mark::Reversed | Mark::To | Mark::Defined => unreachable!("none is made here"),
        }
    }

    fn quantifier(&self, quantifier: Quantifier) -> String {
        quantifier.to_string()
    }

    fn variable(&self, name: &str) -> String {
        name.to_owned()
    }

    fn name(&self, name: &str) -> String {
        // Functions are written in small letters below, words in capitals.
        if name.starts_with(char::is_lowercase) { format!("${name}") } else { name.to_owned() }
    }
}

/// Terms and formulas as text in which every operation has its parentheses.
fn term() -> impl Strategy<Value = String> {
    let leaf = prop_oneof!["[x-z]", (0..30u32).prop_map(|n| n.to_string())];
    leaf.prop_recursive(4, 16, 2, |inner| {
        prop_oneof![
            (inner.clone(), "[-+*/]", inner.clone()).prop_map(|(a, op, b)| format!("(({a}){op}({b}))")),
            inner.clone().prop_map(|a| format!("(_({a}))")),
            inner.prop_map(|a| format!("W[{a}]")),
        ]
    })
}

fn statement() -> impl Strategy<Value = String> {
    let comparison = prop_oneof!["=", "!=", "<", "<=", ">", ">="];
    let leaf = prop_oneof![
        (term(), comparison, term()).prop_map(|(a, op, b)| format!("{a}{op}{b}")),
        (term(), term()).prop_map(|(a, b)| format!("$f({a},{b})")),
    ];
    leaf.prop_recursive(5, 24, 2, |inner| {
        let connective = prop_oneof!["&", "[|]", "\\^", "=>", "<=>"];
        let quantifier = prop_oneof!["E", "A", "I", "E=1 ", "E>=2 ", "E<=3 ", "E=4 "];
        prop_oneof![
            (inner.clone(), connective, inner.clone()).prop_map(|(a, op, b)| format!("(({a}){op}({b}))")),
            inner.clone().prop_map(|a| format!("~({a})")),
            (quantifier, "[x-z]", inner).prop_map(|(quantifier, x, a)| format!("({quantifier}{x} ({a}))")),
        ]
    })
}

/// A formula with chains of an associative connective in one order.
fn normal(formula: &Formula, id: FormulaId) -> String {
    match &formula[id].kind {
        FormulaKind::Compare { op, left, right } => {
            format!("{}{}{}", formula.show_term(*left), op.symbol(), formula.show_term(*right))
        }
        FormulaKind::Call { .. } => formula.show(id).to_string(),
        FormulaKind::Not(body) => format!("~{}", normal(formula, *body)),
        FormulaKind::Reverse(body) => format!("`{}", normal(formula, *body)),
        FormulaKind::Quantified { quantifier, variables, body } => {
            format!("({quantifier}{} {})", variables[0].text, normal(formula, *body))
        }
        FormulaKind::Binary { op, .. } => {
            let mut parts = Vec::new();
            flatten(formula, id, *op, &mut parts);
            format!("({})", parts.join(op.symbol()))
        }
    }
}

fn flatten(formula: &Formula, id: FormulaId, op: Connective, parts: &mut Vec<String>) {
    match &formula[id].kind {
        FormulaKind::Binary { op: inner, left, right } if *inner == op => {
            let associates = matches!(op, Connective::And | Connective::Or | Connective::Xor);
            for side in [left, right] {
                match associates {
                    true => flatten(formula, *side, op, parts),
                    false => parts.push(normal(formula, *side)),
                }
            }
        }
        _ => parts.push(normal(formula, id)),
    }
}

proptest! {
    #[test]
    fn what_is_written_says_what_was_read(text in statement()) {
        let read_first = read(&text);
        let written = super::formula(&read_first, &Plain);
        // `2x` and `2(x+1)` are products.
        let product = regex::Regex::new(r"(\d+)([x-zW(])").expect("a regular expression");
        let again = product.replace_all(&written, "$1*$2");
        let again = read(&again);
        prop_assert_eq!(normal(&read_first, read_first.root), normal(&again, again.root), "{}", written);
    }
}

#[test]
fn depth_costs_no_stack() {
    let text = format!("{}x=1{}", "~(".repeat(50_000), ")".repeat(50_000));
    let source = Source::new("test", text.as_str());
    if let Ok(deep) = parse_formula(&source, source.span(), &()) {
        assert!(formula(&deep, &Latex).len() > 50_000);
    }
}
