//! Formulas: [`parse_formula`], and the builder that the grammar's actions call.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use lalrpop_util::{ParseError, lalrpop_mod};
use num_bigint::BigUint;

use super::ast::{
    Comparison, Connective, Formula, FormulaId, FormulaKind, FormulaNode, LARGEST_COUNT, Name, Quantifier, TermId,
    TermKind, TermNode,
};
use super::diagnostic::Diagnostic;
use super::explain::explain;
use super::lexer::Kind;
use super::macros::Macros;
use super::scanner::{Token, Tokens, letter, scan};
use super::source::{Source, Span};

lalrpop_mod!(
    #[allow(clippy::all, clippy::wildcard_enum_match_arm, missing_docs, unused)]
    grammar,
    "/formula.rs"
);

/// The connectives by their tokens.
const CONNECTIVES: [(Kind, Connective); 5] = [
    (Kind::And, Connective::And),
    (Kind::Or, Connective::Or),
    (Kind::Xor, Connective::Xor),
    (Kind::Implies, Connective::Implies),
    (Kind::Iff, Connective::Iff),
];

type Operation = fn(TermId, TermId) -> TermKind;

/// The operations on two terms by their tokens.
const OPERATIONS: [(Kind, Operation); 4] = [
    (Kind::Plus, TermKind::Add),
    (Kind::Minus, TermKind::Subtract),
    (Kind::Times, TermKind::Multiply),
    (Kind::Over, TermKind::Divide),
];

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
    parse_tokens(source, span, &scan(source, span, macros)?)
}

/// The formula that these tokens of the text at `span` are.
pub(super) fn parse_tokens(source: &Source, span: Span, tokens: &Tokens) -> Result<Formula, Diagnostic> {
    let mut builder =
        Builder { source, tokens: &tokens.list, nodes: Vec::new(), terms: Vec::new(), constraints: Vec::new() };
    let kinds = (tokens.list.iter().enumerate()).map(|(at, token)| Ok((at, token.kind, at + 1)));
    let (at, expected) = match grammar::FormulaParser::new().parse(&mut builder, kinds) {
        Ok(root) => {
            return Ok(Formula { nodes: builder.nodes, terms: builder.terms, root });
        }
        Err(ParseError::User { error }) => return Err(error),
        Err(ParseError::UnrecognizedToken { token, expected }) => (token.0, expected),
        Err(ParseError::UnrecognizedEof { expected, .. }) => (tokens.list.len(), expected),
        Err(ParseError::ExtraToken { token }) => (token.0, Vec::new()),
        Err(ParseError::InvalidToken { location }) => (location, Vec::new()),
    };
    Err(explain(source, span, tokens, at, &expected))
}

/// From one token to before another.
pub(super) type Range = (usize, usize);

/// Puts nodes into the arena as the grammar recognizes them, children first.
pub(super) struct Builder<'a> {
    source: &'a Source,
    tokens: &'a [Token],
    nodes: Vec<FormulaNode>,
    terms: Vec<TermNode>,
    /// Formulas that stand as terms in the atom being read, and the token at which each begins.
    constraints: Vec<(usize, FormulaId)>,
}

impl Builder<'_> {
    fn span(&self, (first, end): Range) -> Span {
        Span::new(self.tokens[first].span.start, self.tokens[end - 1].span.end)
    }

    fn formula(&mut self, range: Range, kind: FormulaKind) -> FormulaId {
        let id = FormulaId(index(self.nodes.len()));
        self.nodes.push(FormulaNode { kind, span: self.span(range), parenthesized: false });
        id
    }

    fn term(&mut self, range: Range, kind: TermKind) -> TermId {
        let id = TermId(index(self.terms.len()));
        self.terms.push(TermNode { kind, span: self.span(range), system: self.tokens[range.0].system.clone() });
        id
    }

    fn text(&self, at: usize) -> &Arc<str> {
        &self.tokens[at].text
    }

    /// The name at a token, without its `$` or `.`.
    pub fn name(&self, at: usize) -> Name {
        let text = self.text(at);
        Name {
            text: match text.strip_prefix(['$', '.']) {
                Some(bare) => bare.into(),
                None => text.clone(),
            },
            span: self.tokens[at].span,
        }
    }

    pub fn binary(&mut self, range: Range, op: Kind, left: FormulaId, right: FormulaId) -> FormulaId {
        let (_, op) = CONNECTIVES.into_iter().find(|known| known.0 == op).expect("the grammar gives connectives");
        self.formula(range, FormulaKind::Binary { op, left, right })
    }

    pub fn not(&mut self, range: Range, body: FormulaId) -> FormulaId {
        self.formula(range, FormulaKind::Not(body))
    }

    pub fn reverse(&mut self, range: Range, body: FormulaId) -> FormulaId {
        self.formula(range, FormulaKind::Reverse(body))
    }

    pub fn quantified(
        &mut self,
        range: Range,
        quantifier: Quantifier,
        variables: Vec<Name>,
        body: FormulaId,
    ) -> FormulaId {
        let kind = FormulaKind::Quantified { quantifier, variables, body };
        self.formula(range, kind)
    }

    /// The k of `E>=k`.
    pub fn count(&self, at: usize) -> Result<u64, ParseError<usize, Kind, Diagnostic>> {
        let text = self.text(at);
        text.parse().ok().filter(|&count| count <= LARGEST_COUNT).ok_or_else(|| ParseError::User {
            error: Diagnostic::error(self.source, self.tokens[at].span, format!("cannot count up to {text}"))
                .label(format!("at most {LARGEST_COUNT}")),
        })
    }

    pub fn compare(&mut self, range: Range, op: Comparison, left: TermId, right: TermId) -> FormulaId {
        let atom = self.formula(range, FormulaKind::Compare { op, left, right });
        self.with_constraints(range, atom)
    }

    /// A formula with one free variable where a term is expected: the variable, of which the formula holds besides.
    pub fn constrained(
        &mut self,
        range: Range,
        formula: FormulaId,
    ) -> Result<TermId, ParseError<usize, Kind, Diagnostic>> {
        let free = free_variables(&self.nodes, &self.terms, formula);
        let [name] = &free[..] else {
            let list = free.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let label = match free.is_empty() {
                true => "it has none".to_owned(),
                false => format!("free are {list}"),
            };
            let message = "a formula in the place of a number must have one free variable";
            let error = Diagnostic::error(self.source, self.span(range), message).label(label);
            let help = "it stands for that variable: `$f(a,b<5)` is `($f(a,b) & b<5)`";
            return Err(ParseError::User { error: error.help(help) });
        };
        self.constraints.push((range.0, formula));
        let kind = TermKind::Variable(name.clone());
        Ok(self.term(range, kind))
    }

    /// An atom and the formulas that stand as terms in it.
    fn with_constraints(&mut self, range: Range, atom: FormulaId) -> FormulaId {
        // Those that begin before belong to an atom around this one.
        let own = self.constraints.iter().position(|(begin, _)| *begin >= range.0).unwrap_or(self.constraints.len());
        let own: Vec<(usize, FormulaId)> = self.constraints.split_off(own);
        own.into_iter().fold(atom, |whole, (_, constraint)| {
            let both = self.binary(range, Kind::And, whole, constraint);
            self.parenthesized(both)
        })
    }

    pub fn call(&mut self, range: Range, arguments: Vec<TermId>) -> FormulaId {
        let function = self.name(range.0);
        let kind = FormulaKind::Call { function, arguments };
        let atom = self.formula(range, kind);
        self.with_constraints(range, atom)
    }

    pub fn parenthesized(&mut self, formula: FormulaId) -> FormulaId {
        self.nodes[formula.0 as usize].parenthesized = true;
        formula
    }

    pub fn arithmetic(&mut self, range: Range, op: Kind, left: TermId, right: TermId) -> TermId {
        let (_, operation) = OPERATIONS.into_iter().find(|known| known.0 == op).expect("the grammar gives operators");
        self.term(range, operation(left, right))
    }

    pub fn negate(&mut self, range: Range, term: TermId) -> TermId {
        self.term(range, TermKind::Negate(term))
    }

    pub fn variable(&mut self, at: usize) -> TermId {
        let name = self.text(at).clone();
        self.term((at, at + 1), TermKind::Variable(name))
    }

    pub fn number(&mut self, at: usize) -> TermId {
        let value = BigUint::parse_bytes(self.text(at).as_bytes(), 10).unwrap_or_default();
        self.term((at, at + 1), TermKind::Number(value))
    }

    pub fn letter(&mut self, at: usize) -> TermId {
        let value = letter(self.text(at)).unwrap_or_default();
        self.term((at, at + 1), TermKind::Letter(value))
    }

    pub fn word(&mut self, range: Range, indices: Vec<TermId>) -> TermId {
        let word = self.name(range.0);
        self.term(range, TermKind::Word { word, indices })
    }
}

/// The names of the free variables of a formula, sorted.
fn free_variables(nodes: &[FormulaNode], terms: &[TermNode], root: FormulaId) -> Vec<Arc<str>> {
    enum Visit<'a> {
        Formula(FormulaId),
        Term(TermId),
        Leave(&'a [Name]),
    }
    let mut free: BTreeSet<Arc<str>> = BTreeSet::new();
    // How many quantifiers around bind each name.
    let mut bound: HashMap<&str, usize> = HashMap::new();
    let mut pending = vec![Visit::Formula(root)];
    while let Some(visit) = pending.pop() {
        match visit {
            Visit::Leave(names) => {
                for name in names {
                    *bound.entry(&*name.text).or_default() -= 1;
                }
            }
            Visit::Term(id) => match &terms[id.0 as usize].kind {
                TermKind::Variable(name) => {
                    if bound.get(&**name).is_none_or(|&count| count == 0) {
                        free.insert(name.clone());
                    }
                }
                TermKind::Number(_) | TermKind::Letter(_) => {}
                TermKind::Negate(inner) => pending.push(Visit::Term(*inner)),
                TermKind::Add(a, b) | TermKind::Subtract(a, b) | TermKind::Multiply(a, b) | TermKind::Divide(a, b) => {
                    pending.extend([Visit::Term(*a), Visit::Term(*b)]);
                }
                TermKind::Word { indices, .. } => pending.extend(indices.iter().map(|&index| Visit::Term(index))),
            },
            Visit::Formula(id) => match &nodes[id.0 as usize].kind {
                FormulaKind::Compare { left, right, .. } => pending.extend([Visit::Term(*left), Visit::Term(*right)]),
                FormulaKind::Call { arguments, .. } => pending.extend(arguments.iter().map(|&id| Visit::Term(id))),
                FormulaKind::Not(body) | FormulaKind::Reverse(body) => pending.push(Visit::Formula(*body)),
                FormulaKind::Binary { left, right, .. } => {
                    pending.extend([Visit::Formula(*left), Visit::Formula(*right)]);
                }
                FormulaKind::Quantified { variables, body, .. } => {
                    for name in variables {
                        *bound.entry(&*name.text).or_default() += 1;
                    }
                    pending.extend([Visit::Leave(variables), Visit::Formula(*body)]);
                }
            },
        }
    }
    free.into_iter().collect()
}

fn index(length: usize) -> u32 {
    u32::try_from(length).expect("a formula has fewer than 2^32 nodes")
}

#[cfg(test)]
mod tests {
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
        assert!(fails("T[a+1=b]=@1").contains("free are `a`, `b`"));
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
