//! Random tests of the whole module: a printed tree is read back as it was, and no text makes a parser panic.

use std::collections::HashMap;

use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

/// A term to be; the number picks a numeration system.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(TermKind, usize),
    Negate(Box<Tree>),
    Arithmetic(fn(TermId, TermId) -> TermKind, Box<Tree>, Box<Tree>),
    Word(String, Vec<Tree>, usize),
}

/// A formula to be.
#[derive(Clone, Debug)]
enum Statement {
    Compare(Comparison, Tree, Tree),
    Call(String, Vec<Tree>),
    Not(Box<Statement>),
    Reverse(Box<Statement>),
    Binary(Connective, Box<Statement>, Box<Statement>),
    Quantified(Quantifier, Vec<String>, Box<Statement>),
}

const SYSTEMS: [&str; 3] = ["msd_2", "msd_fib", "lsd_neg_3"];

fn variable() -> impl Strategy<Value = String> {
    "[B-DF-HJ-Za-z][A-Za-z0-9_]{0,2}"
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        variable().prop_map(|name| TermKind::Variable(name.into())),
        any::<u128>().prop_map(|value| TermKind::Number(BigUint::from(value) * value)),
        any::<i64>().prop_map(TermKind::Letter),
    ];
    let leaf = (leaf, 0..SYSTEMS.len()).prop_map(|(kind, system)| Tree::Leaf(kind, system));
    leaf.prop_recursive(5, 24, 3, |inner| {
        let operations: [fn(TermId, TermId) -> TermKind; 4] =
            [TermKind::Add, TermKind::Subtract, TermKind::Multiply, TermKind::Divide];
        let pair = (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            inner.clone().prop_map(|term| Tree::Negate(Box::new(term))),
            (select(operations.to_vec()), pair).prop_map(|(op, (left, right))| Tree::Arithmetic(op, left, right)),
            ("[A-Za-z][A-Za-z0-9_]{0,2}", vec(inner, 1..3), 0..SYSTEMS.len())
                .prop_map(|(word, indices, system)| Tree::Word(word, indices, system)),
        ]
    })
}

fn statement() -> impl Strategy<Value = Statement> {
    use Comparison::*;
    use Connective::*;
    let comparisons = select(&[Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual][..]);
    let leaf = prop_oneof![
        (comparisons, tree(), tree()).prop_map(|(op, l, r)| Statement::Compare(op, l, r)),
        (variable(), vec(tree(), 0..3)).prop_map(|(name, terms)| Statement::Call(name, terms)),
    ];
    leaf.prop_recursive(6, 40, 2, |inner| {
        let quantifier = prop_oneof![
            Just(Quantifier::Exists),
            Just(Quantifier::ForAll),
            Just(Quantifier::Infinitely),
            (0..=LARGEST_COUNT).prop_map(Quantifier::AtLeast),
            (0..=LARGEST_COUNT).prop_map(Quantifier::AtMost),
            (0..=LARGEST_COUNT).prop_map(Quantifier::Exactly),
        ];
        let inner = inner.prop_map(Box::new);
        prop_oneof![
            inner.clone().prop_map(Statement::Not),
            inner.clone().prop_map(Statement::Reverse),
            (select(&[And, Or, Xor, Implies, Iff][..]), inner.clone(), inner.clone())
                .prop_map(|(op, l, r)| Statement::Binary(op, l, r)),
            (quantifier, vec(variable(), 1..3), inner)
                .prop_map(|(quantifier, names, body)| { Statement::Quantified(quantifier, names, body) }),
        ]
    })
}

fn name(text: &str) -> Name {
    Name { text: text.into(), span: Span::default() }
}

/// Plants trees into an arena in the order of the parser: children first, from left to right.
#[derive(Default)]
struct Planter {
    nodes: Vec<FormulaNode>,
    terms: Vec<TermNode>,
}

impl Planter {
    fn term(&mut self, tree: &Tree) -> TermId {
        let (kind, system) = match tree {
            Tree::Leaf(kind, system) => (kind.clone(), SYSTEMS[*system].into()),
            Tree::Negate(term) => {
                let term = self.term(term);
                (TermKind::Negate(term), self.system(term))
            }
            Tree::Arithmetic(op, left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                (op(left, right), self.system(left))
            }
            Tree::Word(word, indices, system) => {
                let indices = indices.iter().map(|index| self.term(index)).collect();
                let word = name(word);
                (TermKind::Word { word, indices }, SYSTEMS[*system].into())
            }
        };
        let span = Span::default();
        self.terms.push(TermNode { kind, span, system });
        TermId(self.terms.len() as u32 - 1)
    }

    /// The system of a term is that of its first token, so of its first operand.
    fn system(&self, first: TermId) -> std::sync::Arc<str> {
        self.terms[first.0 as usize].system.clone()
    }

    fn formula(&mut self, statement: &Statement) -> FormulaId {
        let kind = match statement {
            Statement::Compare(op, left, right) => {
                FormulaKind::Compare { op: *op, left: self.term(left), right: self.term(right) }
            }
            Statement::Call(function, arguments) => FormulaKind::Call {
                function: name(function),
                arguments: arguments.iter().map(|term| self.term(term)).collect(),
            },
            Statement::Not(body) => FormulaKind::Not(self.formula(body)),
            Statement::Reverse(body) => FormulaKind::Reverse(self.formula(body)),
            Statement::Binary(op, left, right) => {
                FormulaKind::Binary { op: *op, left: self.formula(left), right: self.formula(right) }
            }
            Statement::Quantified(quantifier, variables, body) => FormulaKind::Quantified {
                quantifier: *quantifier,
                variables: variables.iter().map(|variable| name(variable)).collect(),
                body: self.formula(body),
            },
        };
        self.nodes.push(FormulaNode { kind, span: Span::default(), parenthesized: false });
        FormulaId(self.nodes.len() as u32 - 1)
    }
}

/// Formulas as they are printed.
pub(crate) fn printed() -> impl Strategy<Value = String> {
    statement().prop_map(|statement| {
        let mut planter = Planter::default();
        let root = planter.formula(&statement);
        Formula { nodes: planter.nodes, terms: planter.terms, root, systems: Vec::new() }.to_string()
    })
}

/// The formula without what depends on how it is written.
pub(crate) fn bare(mut formula: Formula) -> (Vec<FormulaNode>, Vec<TermNode>) {
    for node in &mut formula.nodes {
        node.span = Span::default();
        node.parenthesized = false;
        if let FormulaKind::Call { function, .. } = &mut node.kind {
            function.span = Span::default();
        }
        if let FormulaKind::Quantified { variables, .. } = &mut node.kind {
            variables.iter_mut().for_each(|name| name.span = Span::default());
        }
    }
    for term in &mut formula.terms {
        term.span = Span::default();
        if let TermKind::Word { word, .. } = &mut term.kind {
            word.span = Span::default();
        }
    }
    (formula.nodes, formula.terms)
}

const FORMULAS: [&str; 8] = [
    "?msd_fib Ap,q (~$pposK2(p,q) => Ex,y (x<=p & y<=q & $pposK2(x,y) & (p+y=q+x | p=x | q=y)))",
    "?msd_fib An n>=2 => (Es,t ($hof(n-2,s) & $hof(n-1,t) & (s<t => G[n]+G[t]=1)))",
    "E>=2 x,y `x!=_y*3/2 ^ .Awful[n-1][2] = @-1 <=> $f(?lsd_3 x, #twice(y)) ",
    "#both(x=1, #twice(x)>y) & (?7 x=1 | y=_1)",
    "At (t<n) => F[i+t]=F[j+t]",
    "Ax=1 & not E=3 y y==2y",
    "(x=1 & (y<z]",
    "∀x ∃y x ≤ y",
];

const OTHERS: [&str; 14] = [
    "reg shift {0,1} {0,1} \"([0,0]|([0,1][1,1]*[1,0]))*\":\n# a \"comment\"\neval \"x=1\"::",
    "theorem a \"Ax x=x\"\n from \"Thm 13\":\nrefute b \"x<x:\ntheorem c \"x=1\"\nquit;",
    "[strategy 3 BRZ] def f v w \"v=w\"; include \"a.prf\"; load b.txt; promote W m:",
    "word W fib \"0->01 1->0\" \"0->1\": numeration n \"x^2=x+1\": macro m \"%0\";",
    "~(0|1)*[-1,0]&.+?()",
    "([0,0]|([0,1][1,1]*[1,0]))*[0,1]",
    "0->01 1->[10], 2->",
    "0 3 5 [10] -> 1  1 2 -> [-2]",
    "x^3 = 2*x^2 - x + 1 from 1, 3 7",
    "d(1) = 2 1 (1 0)",
    "base 12",
    "d(1) = 11",
    "eval “x=1”: frob x: eval }:",
    "0→1",
];

/// Texts that are nearly right: pieces of good ones, put together.
fn mutated() -> impl Strategy<Value = String> {
    let all: Vec<&str> = FORMULAS.iter().chain(&OTHERS).copied().collect();
    let cut = (select(all), any::<(u16, u16)>()).prop_map(|(text, (from, to))| {
        let characters: Vec<char> = text.chars().collect();
        let place = |at: u16| usize::from(at) % (characters.len() + 1);
        let (from, to) = (place(from).min(place(to)), place(from).max(place(to)));
        characters[from..to].iter().collect::<String>()
    });
    vec(cut, 1..4).prop_map(|pieces| pieces.concat())
}

fn fragments() -> impl Strategy<Value = String> {
    let pieces = [
        "E",
        "A",
        "I",
        "x",
        "y",
        ",",
        "(",
        ")",
        "[",
        "]",
        "=",
        "<",
        ">=",
        "~",
        "`",
        "&",
        "|",
        "^",
        "=>",
        "<=>",
        "+",
        "-",
        "*",
        "/",
        "_",
        "1",
        "99999999999999999999",
        "@1",
        "@",
        "$f",
        "$",
        "$f(",
        "W[",
        ".A[",
        ".",
        "?fib ",
        "?",
        "#twice(",
        "#both(",
        "#loop()",
        "#",
        "\"",
        ":",
        "::",
        ";",
        "\n",
        "\r\n",
        " ",
        "eval ",
        "reg ",
        "{0,1}",
        "{",
        "->",
        "0",
        "from ",
        "x^2",
        "base ",
        "d(1)",
        "é",
        "\u{a0}",
        "“",
        "%0",
        "\u{2028}",
    ];
    vec(select(pieces.to_vec()), 0..30).prop_map(|pieces| pieces.concat())
}

/// Texts that may be right, nearly right, or anything.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![mutated(), fragments(), any::<String>()]
}

fn macros() -> HashMap<String, String> {
    let table = [("twice", "(%0+%0)"), ("both", "(%0 & ?fib %1)"), ("loop", "(#loop()"), ("bad", "x & )")];
    table.map(|(name, text)| (name.to_owned(), text.to_owned())).into()
}

/// Checks an error as a person meets it: it names its place, and shows it.
fn check(error: &Diagnostic) {
    let place = format!(" text:{} ", error.position());
    for color in [false, true] {
        let page = error.render(color);
        assert!(page.contains(&place), "{error}\n{page}");
    }
    assert!(error.span().end <= error.text().text().len());
    assert!(error.message().len() < 10_000);
}

proptest! {
    // What fails becomes a test of its own, not a file of seeds.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_formula_printed_is_read_back_as_it_was(statement in statement()) {
        let mut planter = Planter::default();
        let root = planter.formula(&statement);
        let formula = Formula { nodes: planter.nodes, terms: planter.terms, root, systems: Vec::new() };
        let source = Source::new("printed", formula.to_string());
        let read = parse_formula(&source, source.span(), &());
        let read = read.unwrap_or_else(|error| panic!("{}", error.render(false)));
        prop_assert_eq!(read.root, root);
        prop_assert_eq!(bare(read), bare(formula), "{}", source.text());
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any_text()) {
        let source = Source::new("text", text);
        let span = source.span();
        match parse_formula(&source, span, &macros()) {
            Ok(formula) => {
                let source = Source::new("printed", formula.to_string());
                let read = parse_formula(&source, source.span(), &()).expect("what is printed can be read");
                prop_assert_eq!(bare(read), bare(formula));
            }
            Err(error) => check(&error),
        }
        let (commands, errors) = parse_script(&source);
        errors.iter().for_each(check);
        prop_assert!(commands.iter().all(|command| command.span.end <= span.end));
        parse_regex(&source, span).map_err(|error| check(&error)).ok();
        parse_morphism(&source, span).map_err(|error| check(&error)).ok();
        parse_coding(&source, span).map_err(|error| check(&error)).ok();
        parse_numeration(&source, span).map_err(|error| check(&error)).ok();
    }

    #[test]
    fn no_span_makes_a_parser_panic(text in any_text(), start in 0..200_usize, end in 0..200_usize) {
        let source = Source::new("text", text);
        let span = Span::new(start, end);
        parse_formula(&source, span, &macros()).map_err(|error| check(&error)).ok();
        parse_regex(&source, span).map_err(|error| check(&error)).ok();
        parse_morphism(&source, span).map_err(|error| check(&error)).ok();
        parse_coding(&source, span).map_err(|error| check(&error)).ok();
        parse_numeration(&source, span).map_err(|error| check(&error)).ok();
    }
}
