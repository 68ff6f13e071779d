//! Formulas, and what is made of them and of terms: the rules and measures of games, the values of words.
//!
//! One grammar reads them all, `grammar/formula.lalrpop`, whose actions call the [`Builder`].

use std::sync::Arc;

use lalrpop_util::{ParseError, lalrpop_mod};

use super::ast::{Formula, LoneTerm, RuleSpec};
use super::builder::{Builder, Parsed, Terminal};
use super::diagnostic::Diagnostic;
use super::explain::{Goal, explain};
use super::lexer::Kind;
use super::macros::Macros;
use super::scanner::{Token, Tokens, scan_in, scan_rule};
use super::source::{Source, Span};
use super::system::DEFAULT_SYSTEM;

lalrpop_mod!(
    #[allow(clippy::all, clippy::wildcard_enum_match_arm, missing_docs, unused)]
    grammar,
    "/formula.rs"
);

/// The formula that stands at `span` in `source`, quotes not counted.
///
/// ```
/// use std::collections::HashMap;
/// use filbert::syntax::{FormulaKind, Source, parse_formula};
///
/// let macros = HashMap::from([("twice".to_owned(), "(%0 + %0)".to_owned())]);
/// let source = Source::new("<prompt>", "?msd_fib Ax x<=#twice(x)");
/// let formula = parse_formula(&source, source.span(), &macros)?;
/// assert!(matches!(formula[formula.root].kind, FormulaKind::Quantified { .. }));
/// assert_eq!(formula.to_string(), "?msd_fib Ax x<=x+x");
///
/// let source = Source::new("<prompt>", "x=1 &");
/// let error = parse_formula(&source, source.span(), &()).unwrap_err();
/// assert_eq!(error.to_string(), "<prompt>:1:6: expected a formula after `&`");
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong with the text, at the first place where it is.
pub fn parse_formula(source: &Source, span: Span, macros: &dyn Macros) -> Result<Formula, Diagnostic> {
    parse_formula_in(source, span, macros, DEFAULT_SYSTEM)
}

/// A token of a formula, macros filled in.
#[derive(Clone, Debug)]
pub struct ScannedToken {
    /// What kind of token it is.
    pub kind: Kind,
    /// As written.
    pub text: Arc<str>,
    /// Full name of the numeration system in force there.
    pub system: Arc<str>,
}

/// The tokens that [`parse_formula`] reads.
///
/// # Errors
/// What is no token, or a macro that cannot be filled in.
pub fn scan_formula(source: &Source, span: Span, macros: &dyn Macros) -> Result<Vec<ScannedToken>, Diagnostic> {
    let tokens = scan_in(source, span, macros, DEFAULT_SYSTEM)?;
    let scanned = |token: Token| ScannedToken { kind: token.kind, text: token.text, system: token.system };
    Ok(tokens.list.into_iter().map(scanned).collect())
}

/// Reads a formula like [`parse_formula`], in a numeration system that is in force until another is named.
///
/// # Errors
/// As [`parse_formula`].
pub fn parse_formula_in(source: &Source, span: Span, macros: &dyn Macros, system: &str) -> Result<Formula, Diagnostic> {
    let tokens = scan_in(source, span, macros, system)?;
    match parse(source, span, &tokens, Goal::Formula)? {
        Parsed::Formula(formula) => Ok(formula),
        Parsed::Rule(_) | Parsed::Term(_) | Parsed::Measure(_) => unreachable!("a formula was to be read"),
    }
}

/// The rule of a game that stands at `span` in `source`.
///
/// ```
/// use filbert::syntax::{Source, parse_rule};
/// let source = Source::new("nim", "?msd_2 p,q -> r,s : (r<p & s=q) | (r=p & s<q)");
/// let rule = parse_rule(&source, source.span(), &())?;
/// assert_eq!((rule.position.len(), &*rule.option[1].text), (2, "s"));
/// # Ok::<(), filbert::syntax::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse_rule(source: &Source, span: Span, macros: &dyn Macros) -> Result<RuleSpec, Diagnostic> {
    parse_rule_in(source, span, macros, DEFAULT_SYSTEM)
}

/// Reads a rule as [`parse_rule`] does, its piles in this numeration system if it names none.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_rule_in(source: &Source, span: Span, macros: &dyn Macros, system: &str) -> Result<RuleSpec, Diagnostic> {
    let tokens = scan_rule(source, span, macros, system)?;
    match parse(source, span, &tokens, Goal::Rule)? {
        Parsed::Rule(rule) => Ok(rule),
        Parsed::Formula(_) | Parsed::Term(_) | Parsed::Measure(_) => unreachable!("a rule was to be read"),
    }
}

/// The term that stands at `span` in `source`.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_term(source: &Source, span: Span, macros: &dyn Macros) -> Result<LoneTerm, Diagnostic> {
    parse_term_in(source, span, macros, DEFAULT_SYSTEM)
}

/// Reads a term like [`parse_term`], in a numeration system that is in force until another is named.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_term_in(source: &Source, span: Span, macros: &dyn Macros, system: &str) -> Result<LoneTerm, Diagnostic> {
    let tokens = scan_in(source, span, macros, system)?;
    match parse(source, span, &tokens, Goal::Term)? {
        Parsed::Term(term) => Ok(term),
        Parsed::Formula(_) | Parsed::Rule(_) | Parsed::Measure(_) => unreachable!("a term was to be read"),
    }
}

/// The terms, with commas between them, of a measure that stands at `span` in `source`, read in the system of the rule.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_measure(
    source: &Source,
    span: Span,
    macros: &dyn Macros,
    system: &str,
) -> Result<Vec<LoneTerm>, Diagnostic> {
    let tokens = scan_in(source, span, macros, system)?;
    match parse(source, span, &tokens, Goal::Measure)? {
        Parsed::Measure(terms) => Ok(terms),
        Parsed::Formula(_) | Parsed::Rule(_) | Parsed::Term(_) => unreachable!("a measure was to be read"),
    }
}

/// What the tokens of the text at `span` are read as; the goal is what comes out.
fn parse(source: &Source, span: Span, tokens: &Tokens, goal: Goal) -> Result<Parsed, Diagnostic> {
    let mut builder = Builder::new(source, &tokens.list);
    let list = tokens.list.iter().enumerate().map(|(at, token)| (at, Terminal::Token(token.kind), at + 1));
    let all = std::iter::once((0, Terminal::Start(goal), 0)).chain(list).map(Ok::<_, Diagnostic>);
    let (at, expected) = match grammar::WholeParser::new().parse(&mut builder, all) {
        Ok(parsed) => return Ok(parsed),
        Err(ParseError::User { error }) => return Err(error),
        Err(ParseError::UnrecognizedToken { token, expected }) => (token.0, expected),
        Err(ParseError::UnrecognizedEof { expected, .. }) => (tokens.list.len(), expected),
        Err(ParseError::ExtraToken { token }) => (token.0, Vec::new()),
        Err(ParseError::InvalidToken { location }) => (location, Vec::new()),
    };
    Err(explain(source, span, tokens, goal, at, &expected))
}

#[cfg(test)]
mod tests {
    use super::super::ast::{FormulaId, FormulaKind, TermId, TermKind};
    use super::*;
    use std::collections::HashMap;

    fn parsed(text: &str) -> Formula {
        let source = Source::new("f", text);
        parse_formula(&source, source.span(), &()).unwrap_or_else(|error| panic!("{}", error.render(false)))
    }

    /// Every parenthesis that the tree has, written out.
    fn tree(text: &str) -> String {
        let formula = parsed(text);
        fn term(formula: &Formula, id: TermId) -> String {
            let show = |id: &TermId| term(formula, *id);
            match &formula[id].kind {
                TermKind::Add(l, r) => format!("({}+{})", show(l), show(r)),
                TermKind::Subtract(l, r) => format!("({}-{})", show(l), show(r)),
                TermKind::Multiply(l, r) => format!("({}*{})", show(l), show(r)),
                TermKind::Divide(l, r) => format!("({}/{})", show(l), show(r)),
                TermKind::Negate(t) => format!("(_{})", show(t)),
                TermKind::Variable(name) => name.to_string(),
                TermKind::Number(value) => value.to_string(),
                TermKind::Letter(value) => format!("@{value}"),
                TermKind::Word { word, indices } => {
                    let indices = indices.iter().map(|index| format!("[{}]", show(index)));
                    format!("{}{}", word.text, indices.collect::<String>())
                }
            }
        }
        fn node(formula: &Formula, id: FormulaId) -> String {
            match &formula[id].kind {
                FormulaKind::Compare { op, left, right } => {
                    let (left, right) = (term(formula, *left), term(formula, *right));
                    format!("{left}{}{right}", op.symbol())
                }
                FormulaKind::Call { function, arguments } => {
                    let arguments = arguments.iter().map(|&id| term(formula, id));
                    format!("${}({})", function.text, arguments.collect::<Vec<_>>().join(","))
                }
                FormulaKind::Not(body) => format!("(~{})", node(formula, *body)),
                FormulaKind::Reverse(body) => format!("(`{})", node(formula, *body)),
                FormulaKind::Binary { op, left, right } => {
                    let (left, right) = (node(formula, *left), node(formula, *right));
                    format!("({left} {} {right})", op.symbol())
                }
                FormulaKind::Quantified { quantifier, variables, body } => {
                    let names: Vec<&str> = variables.iter().map(|name| &*name.text).collect();
                    format!("({quantifier}{} {})", names.join(","), node(formula, *body))
                }
            }
        }
        node(&formula, formula.root)
    }

    #[test]
    fn what_is_wrong_with_a_rule_is_said() {
        let wrong = |text: &str| {
            let source = Source::new("r", text);
            parse_rule(&source, source.span(), &()).expect_err(text).message().to_owned()
        };
        assert_eq!(wrong("p,q -> r,s"), "a rule without `:` between its piles and its moves");
        assert_eq!(wrong(""), "a rule without `:` between its piles and its moves");
        assert_eq!(wrong("p,q : p<q"), "no `->` between a position and its option");
        assert_eq!(wrong("p,A -> r,s : r<p"), "expected the name of a pile");
        assert_eq!(wrong("p,,q -> r,s : r<p"), "expected the name of a pile");
        assert_eq!(wrong("p,q -> r : r<p"), "a position of 2 and an option of 1 piles");
        assert_eq!(wrong("p,q -> p,s : s<q"), "`p` names two piles");
        assert_eq!(wrong("p,?msd_3 q -> r,s : r=p"), "the piles are in msd_2 and in msd_3");
        assert_eq!(wrong("p -> r :"), "expected a formula after `:`");
        assert_eq!(wrong("p -> r : r<p : r=0"), "unexpected `:` in a formula");
        assert_eq!(wrong("p -> r : r -> p"), "unexpected `->` in a formula");
        assert_eq!(wrong("p -> r : (r<p"), "expected `)` to close `(`");
    }

    #[test]
    fn a_measure_is_terms_with_commas_between_them() {
        let measure = |text: &str| {
            let source = Source::new("m", text);
            let terms = parse_measure(&source, source.span(), &(), "msd_fib");
            terms.map_err(|error| error.message().to_owned())
        };
        let shown = |text: &str| -> Vec<String> {
            let zero = |term: &LoneTerm| term.equals(TermKind::Number(0u32.into())).to_string();
            measure(text).expect(text).iter().map(zero).collect()
        };
        assert_eq!(shown("2*p+q, T[q<5], q"), ["?msd_fib 2*p+q=0", "?msd_fib T[q]=0 & q<5", "?msd_fib q=0"]);
        assert_eq!(measure("p=q").unwrap_err(), "expected a term, found a formula");
        assert_eq!(measure("p,").unwrap_err(), "expected a term after `,`");
        assert_eq!(measure("p q").unwrap_err(), "expected an operator after `p`");
        assert_eq!(measure("").unwrap_err(), "this term is empty");
    }

    #[test]
    fn arithmetic_binds_unary_minus_then_products_then_sums() {
        assert_eq!(tree("_x*y+z=1"), "(((_x)*y)+z)=1");
        assert_eq!(tree("x-y-z=x/2*3"), "((x-y)-z)=((x/2)*3)");
        assert_eq!(tree("x-_(y+z)=__1"), "(x-(_(y+z)))=(_(_1))");
        assert_eq!(tree("(x+1)=y"), "(x+1)=y");
        assert_eq!(tree("((x+1)*2)<=(y)"), "((x+1)*2)<=y");
    }

    #[test]
    fn negation_binds_tighter_than_connectives_and_looser_than_comparisons() {
        assert_eq!(tree("~x=1 & `y<2"), "((~x=1) & (`y<2))");
        assert_eq!(tree("~~(x=1|y>=2)"), "(~(~(x=1 | y>=2)))");
    }

    #[test]
    fn and_or_xor_are_one_level_and_all_connectives_associate_to_the_left() {
        assert_eq!(tree("x=1|y=1&z=1^x!=y"), "(((x=1 | y=1) & z=1) ^ x!=y)");
        assert_eq!(tree("x=1=>y=1=>z=1"), "((x=1 => y=1) => z=1)");
        assert_eq!(tree("x=1<=>y=1<=>z=1"), "((x=1 <=> y=1) <=> z=1)");
        assert_eq!(tree("x=1<=>y=1=>z=1&u=1"), "(x=1 <=> (y=1 => (z=1 & u=1)))");
    }

    #[test]
    fn a_quantifier_reaches_to_the_end_of_its_parenthesis() {
        assert_eq!(tree("x=1 & Ey y=x | z=1"), "(x=1 & (Ey (y=x | z=1)))");
        assert_eq!(tree("(x=1 & Ey y=x) | z=1"), "((x=1 & (Ey y=x)) | z=1)");
        assert_eq!(tree("~Ax,y x=y => y=x"), "(~(Ax,y (x=y => y=x)))");
        assert_eq!(tree("x=1 <=> In ~`Em n=m & m=n"), "(x=1 <=> (In (~(`(Em (n=m & m=n))))))");
        assert_eq!(tree("Ex (x=1) & x=2"), "(Ex (x=1 & x=2))");
    }

    #[test]
    fn quantifiers_count() {
        assert_eq!(tree("E>=2 x,y x<y"), "(E>=2 x,y x<y)");
        assert_eq!(tree("E<=0x x<y"), "(E<=0 x x<y)");
        assert_eq!(tree("E = 1 x x=y"), "(E=1 x x=y)");
    }

    #[test]
    fn calls_words_and_letters() {
        assert_eq!(tree("$f(x+1,W[i][j-1],2)"), "$f((x+1),W[i][(j-1)],2)");
        assert_eq!(tree("$holds()"), "$holds()");
        assert_eq!(tree(".Awful[n] = @_1 & .T[n]=@-1 & T [n] < @3"), "((Awful[n]=@-1 & T[n]=@-1) & T[n]<@3)");
        assert_eq!(tree("W[i]+W[V[j]]=1"), "(W[i]+W[V[j]])=1");
    }

    #[test]
    fn a_formula_in_the_place_of_a_number_is_its_variable_and_a_condition() {
        assert_eq!(tree("~$f(a,b=3)"), "(~($f(a,b) & b=3))");
        assert_eq!(tree("T[a<5]=@1 & c=1"), "((T[a]=@1 & a<5) & c=1)");
        assert_eq!(tree("$f(b=3,T[c>1]=@1,d)"), "(($f(b,c,d) & b=3) & (T[c]=@1 & c>1))");
        assert_eq!(tree("$f(V[x<2]+1,Ey x=2*y)"), "(($f((V[x]+1),x) & x<2) & (Ey x=(2*y)))");
        assert_eq!(tree("$f((a),((b=3)))"), "($f(a,b) & b=3)");
        let fails = |text: &str| {
            let source = Source::new("f", text);
            parse_formula(&source, source.span(), &()).unwrap_err().render(false)
        };
        assert!(fails("T[a+1=b]=@1").contains("the free variables are `a`, `b`"));
        assert!(fails("$f(Ax x=x)").contains("it has none"));
    }

    #[test]
    fn spans_leave_out_own_parentheses_and_systems_are_those_of_first_tokens() {
        let text = "?fib ( (x+1)*(?7 y) = 2 )";
        let formula = parsed(text);
        let root = &formula[formula.root];
        assert!(root.parenthesized);
        assert_eq!(&text[root.span.start..root.span.end], "(x+1)*(?7 y) = 2");
        let terms: Vec<(&str, &str)> =
            (formula.terms.iter()).map(|term| (&text[term.span.start..term.span.end], &*term.system)).collect();
        assert_eq!(
            terms,
            [
                ("x", "msd_fib"),
                ("1", "msd_fib"),
                ("x+1", "msd_fib"),
                ("y", "msd_7"),
                ("(x+1)*(?7 y)", "msd_fib"),
                ("2", "msd_fib"),
            ]
        );
    }

    #[test]
    fn spans_are_offsets_into_the_source_and_names_lose_their_sign() {
        let source = Source::new("s", "eval \"é\u{a0}$f(x) & .A[n]=1\":".replace('é', " "));
        let formula = parse_formula(&source, Span::new(6, source.text().len() - 2), &()).unwrap();
        let FormulaKind::Call { function, .. } = &formula.nodes[0].kind else {
            panic!("the first node is the call");
        };
        assert_eq!((&*function.text, source.slice(function.span)), ("f", "$f"));
        let word = (formula.terms.iter()).find_map(|term| {
            let TermKind::Word { word, .. } = &term.kind else { return None };
            Some((&*word.text, source.slice(word.span)))
        });
        assert_eq!(word, Some(("A", ".A")));
    }

    #[test]
    fn a_macro_may_hold_any_part_of_a_formula() {
        let macros =
            HashMap::from([("all".to_owned(), "A%0,%1 ".to_owned()), ("le".to_owned(), "%0 <= %1".to_owned())]);
        let source = Source::new("f", "#all(x,y) #le(x,y) | #le(y+1,x)");
        let formula = parse_formula(&source, source.span(), &macros).unwrap();
        assert_eq!(formula.to_string(), "Ax,y x<=y | y+1<=x");
        assert_eq!(source.slice(formula.nodes[0].span), "#le(x,y)");
    }

    #[test]
    fn depth_and_length_cost_no_stack() {
        let deep = |open: &str, close: &str| format!("{}x=1{}", open.repeat(10_000), close.repeat(10_000));
        assert!(parsed(&deep("(", ")"))[FormulaId(0)].parenthesized);
        assert_eq!(parsed(&deep("~", "")).nodes.len(), 10_001);
        assert_eq!(parsed(&deep("Ex ", "")).nodes.len(), 10_001);
        let terms = format!("{}x{}=1", "(".repeat(10_000), "+1)".repeat(10_000));
        assert_eq!(parsed(&terms).terms.len(), 20_002);
        let chain = format!("x=1{}", " & x=1".repeat(100_000));
        let formula = parsed(&chain);
        assert_eq!(formula.nodes.len(), 200_001);
        assert_eq!(formula.to_string(), chain);
        assert_eq!(formula.root.0 as usize, formula.nodes.len() - 1);
    }
}
