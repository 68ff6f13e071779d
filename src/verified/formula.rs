//! Formulas as trees for the checker, from the syntax tree: what `verified/Grammar.v` reads.
//!
//! What it does not read is refused here, too: a formula in the place of a number, a reversed language, a product of
//! two variables, letters below 0, `I x,y`, numbers of more than 12 digits.

use num_bigint::BigInt;
use num_traits::Zero;

use crate::syntax::{
    Comparison, Connective, Formula, FormulaId, FormulaKind, Macros, Quantifier, ScannedToken, Source, TermId,
    TermKind, TokenKind, parse_formula, scan_formula,
};
use crate::tuning::verified::{COUNTED, NUMBER_DIGITS};

use super::distinct::are_distinct;
use super::tree::{Expr, Sentence, Sign};

/// A formula with its tokens.
pub struct Read {
    pub sentence: Sentence,
    pub tokens: Vec<ScannedToken>,
}

/// The formula that a text says. Signs are read where numbers are integers; whether they are is asked of the system of
/// its first term.
pub fn read(text: &str, macros: &dyn Macros, has_negatives: impl Fn(&str) -> bool) -> Option<Read> {
    if !text.is_ascii() || of_sequences(text) {
        return None;
    }
    let source = Source::new("", text);
    let tokens = scan_formula(&source, source.span(), macros).ok()?;
    let is = |token: Option<&ScannedToken>, test: &dyn Fn(&str) -> bool| {
        token.is_some_and(|token| token.kind == TokenKind::Identifier && test(&token.text))
    };
    if is(tokens.first(), &|name| name == "bounds") || is(tokens.last(), &of_sequences) {
        return None;
    }
    if !tokens.iter().all(is_plain) || has_formula_for_number(&tokens) {
        return None;
    }
    let formula = parse_formula(&source, source.span(), macros).ok()?;
    let systems = systems(&tokens);
    let is_of_integers = systems.first().is_some_and(|first| has_negatives(first));
    if is_of_integers && !is_all_in(systems[0], &tokens) {
        return None;
    }
    let sentence = Reader { formula: &formula, is_of_integers }.sentence(formula.root)?;
    Some(Read { sentence, tokens })
}

/// A text that ends so may be a claim of sequences.
fn of_sequences(text: &str) -> bool {
    let word = text.trim_ascii_end().rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
    matches!(word, Some("eventually" | "bounded" | "values"))
}

/// Whether the checker reads a token as filbert does.
fn is_plain(token: &ScannedToken) -> bool {
    let digits =
        |text: &str| (1..=NUMBER_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    match token.kind {
        TokenKind::Number => digits(&token.text),
        TokenKind::Letter => digits(token.text[1..].trim_start_matches([' ', '\t'])),
        _ => true,
    }
}

/// Whether something between the brackets of an argument or an index is not a term.
fn has_formula_for_number(tokens: &[ScannedToken]) -> bool {
    let mut places = Vec::new();
    tokens.iter().enumerate().any(|(at, token)| {
        let is_called = at > 0 && tokens[at - 1].kind == TokenKind::Function;
        match token.kind {
            TokenKind::OpenBracket => places.push(true),
            TokenKind::OpenParen => places.push(is_called),
            TokenKind::CloseParen | TokenKind::CloseBracket => {
                places.pop();
            }
            kind => {
                return places.contains(&true)
                    && (kind.is_comparison()
                        || kind.is_connective()
                        || kind.is_quantifier()
                        || kind == TokenKind::Not
                        || kind == TokenKind::Function);
            }
        }
        false
    })
}

/// The systems of the tokens of terms, but for names behind a quantifier.
pub fn systems(tokens: &[ScannedToken]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token.kind {
            kind if kind.is_quantifier() => at = behind_variables(tokens, at),
            TokenKind::Identifier | TokenKind::WordName | TokenKind::Number | TokenKind::Letter => {
                found.push(&token.system);
            }
            _ => {}
        }
    }
    found
}

/// Where the variables of a quantifier end that stand, perhaps behind a number, at this token.
pub fn behind_variables(tokens: &[ScannedToken], mut at: usize) -> usize {
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    if kind(at).is_some_and(TokenKind::is_comparison) && kind(at + 1) == Some(TokenKind::Number) {
        at += 2;
    }
    at += 1;
    while kind(at) == Some(TokenKind::Comma) {
        at += 2;
    }
    at
}

/// Whether a formula over the integers is all in its system, but for brackets around it. It has neither words nor
/// functions.
fn is_all_in(system: &str, tokens: &[ScannedToken]) -> bool {
    let inside = tokens.iter().skip_while(|token| token.kind == TokenKind::OpenParen);
    inside.into_iter().all(|token| {
        let is_foreign = matches!(token.kind, TokenKind::WordName | TokenKind::Function | TokenKind::OpenBracket);
        *token.system == *system && !is_foreign
    })
}

struct Reader<'a> {
    formula: &'a Formula,
    is_of_integers: bool,
}

impl Reader<'_> {
    fn sentence(&self, id: FormulaId) -> Option<Sentence> {
        match &self.formula[id].kind {
            FormulaKind::Compare { op, left, right } => self.comparison(*op, *left, *right),
            FormulaKind::Call { function, arguments } => {
                let arguments = arguments.iter().map(|&argument| self.term(argument));
                Some(Sentence::Call(function.text.to_string(), arguments.collect::<Option<_>>()?))
            }
            FormulaKind::Not(body) => Some(self.sentence(*body)?.negation()),
            FormulaKind::Reverse(_) => None,
            FormulaKind::Binary { op, left, right } => {
                let (left, right) = (self.sentence(*left)?, self.sentence(*right)?);
                Some(match op {
                    Connective::And => left.and(right),
                    Connective::Or => left.or(right),
                    Connective::Xor => left.iff(right).negation(),
                    Connective::Implies => left.implies(right),
                    Connective::Iff => left.iff(right),
                })
            }
            FormulaKind::Quantified { quantifier, variables, body } => {
                let names: Vec<String> = variables.iter().map(|name| name.text.to_string()).collect();
                if !are_distinct(&names) {
                    return None;
                }
                quantified(*quantifier, names, self.sentence(*body)?)
            }
        }
    }

    fn comparison(&self, op: Comparison, left: TermId, right: TermId) -> Option<Sentence> {
        let (left, right) = (self.term(left)?, self.term(right)?);
        if !(self.is_of_integers || left.has_natural_parts() && right.has_natural_parts()) {
            return None;
        }
        Some(match op {
            Comparison::Equal => Sentence::Relates(Sign::Same, left, right),
            Comparison::NotEqual => Sentence::Relates(Sign::Different, left, right),
            Comparison::Less => Sentence::Relates(Sign::Below, left, right),
            Comparison::LessEqual => Sentence::Relates(Sign::UpTo, left, right),
            Comparison::Greater => Sentence::Relates(Sign::Below, right, left),
            Comparison::GreaterEqual => Sentence::Relates(Sign::UpTo, right, left),
        })
    }

    fn term(&self, id: TermId) -> Option<Expr> {
        let both = |a: TermId, b: TermId| Some((Box::new(self.term(a)?), Box::new(self.term(b)?)));
        match &self.formula[id].kind {
            TermKind::Variable(name) => Some(Expr::Named(name.to_string())),
            TermKind::Number(value) => Some(Expr::Number(value.clone().into())),
            TermKind::Letter(value) => Some(Expr::Letter((*value).into())),
            TermKind::Negate(_) if !self.is_of_integers => None,
            TermKind::Negate(inner) => Some(match self.term(*inner)? {
                Expr::Number(value) => Expr::Number(-value),
                other => Expr::Minus(Box::new(Expr::number(0)), Box::new(other)),
            }),
            TermKind::Add(a, b) => both(*a, *b).map(|(a, b)| Expr::Plus(a, b)),
            TermKind::Subtract(a, b) => both(*a, *b).map(|(a, b)| Expr::Minus(a, b)),
            TermKind::Multiply(a, b) => match (self.term(*a)?, self.term(*b)?) {
                (Expr::Number(factor), other) | (other, Expr::Number(factor)) => {
                    Some(Expr::Times(factor, Box::new(other)))
                }
                _ => None,
            },
            TermKind::Divide(a, b) => match (self.term(*a)?, self.term(*b)?) {
                (a, Expr::Number(by)) if by != BigInt::zero() => Some(Expr::Over(Box::new(a), by)),
                _ => None,
            },
            TermKind::Word { word, indices } => match indices[..] {
                [index] => Some(Expr::Indexed(word.text.to_string(), Box::new(self.term(index)?))),
                // The word of a family has the name `PF[f]`.
                [first, index] => {
                    let TermKind::Variable(member) = &self.formula[first].kind else { return None };
                    Some(Expr::Indexed(format!("{}[{member}]", word.text), Box::new(self.term(index)?)))
                }
                _ => None,
            },
        }
    }
}

fn quantified(quantifier: Quantifier, names: Vec<String>, body: Sentence) -> Option<Sentence> {
    let count = |k: u64| usize::try_from(k).ok().filter(|&k| k <= COUNTED);
    let at_least =
        |k: usize, names: &[String], body: &Sentence| Sentence::AtLeast(k, names.to_vec(), Box::new(body.clone()));
    Some(match quantifier {
        Quantifier::Exists => names.iter().rev().fold(body, |body, name| body.exists(name)),
        Quantifier::ForAll => names.iter().rev().fold(body, |body, name| body.for_all(name)),
        Quantifier::Infinitely => match <[String; 1]>::try_from(names) {
            Ok([name]) => Sentence::Infinitely(name, Box::new(body)),
            Err(_) => return None,
        },
        Quantifier::AtLeast(k) => at_least(count(k)?, &names, &body),
        Quantifier::AtMost(k) => at_least(count(k)? + 1, &names, &body).negation(),
        Quantifier::Exactly(k) => {
            let k = count(k)?;
            at_least(k, &names, &body).and(at_least(k + 1, &names, &body).negation())
        }
    })
}
