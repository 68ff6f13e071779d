//! What the parser yields: formulas and terms in an arena, commands as they stand in a script.
//!
//! An arena because statements nest as deep as their writers like: a parent is always stored after its children, so
//! a pass over a formula can be a loop over [`Formula::nodes`], and dropping one never recurses.

use std::sync::Arc;

use num_bigint::BigUint;

use super::commands::Builtin;

/// A half-open range of bytes `start..end` in the text of one [`Source`](super::Source).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The empty span before byte `offset`.
    pub const fn at(offset: usize) -> Span {
        Span::new(offset, offset)
    }
}

/// An identifier and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// The identifier, without `$`, `.`, `#` or `?`.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

/// Index of a formula node in [`Formula::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaId(pub u32);

impl FormulaId {
    /// That of the node at a place in [`Formula::nodes`].
    ///
    /// # Panics
    /// Beyond 2^32 nodes, which no memory holds.
    pub fn at(place: usize) -> FormulaId {
        FormulaId(u32::try_from(place).expect("fewer than 2^32 nodes"))
    }

    /// The place of its node.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// Index of a term node in [`Formula::terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

impl TermId {
    /// That of the node at a place in [`Formula::terms`].
    ///
    /// # Panics
    /// Beyond 2^32 nodes, which no memory holds.
    pub fn at(place: usize) -> TermId {
        TermId(u32::try_from(place).expect("fewer than 2^32 nodes"))
    }

    /// The place of its node.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// A parsed formula.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Every formula node, children before parents.
    pub nodes: Vec<FormulaNode>,
    /// Every term node, children before parents.
    pub terms: Vec<TermNode>,
    /// The whole formula; always the last node.
    pub root: FormulaId,
}

impl std::ops::Index<FormulaId> for Formula {
    type Output = FormulaNode;
    fn index(&self, id: FormulaId) -> &FormulaNode {
        &self.nodes[id.0 as usize]
    }
}

impl std::ops::Index<TermId> for Formula {
    type Output = TermNode;
    fn index(&self, id: TermId) -> &TermNode {
        &self.terms[id.0 as usize]
    }
}

/// A formula node, where it stands, and whether it stands in parentheses of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaNode {
    /// What it says.
    pub kind: FormulaKind,
    /// From its first to its last token, parentheses not counted.
    pub span: Span,
    /// True for `(F)`: lints about precedence look at it.
    pub parenthesized: bool,
}

/// The forms of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// `left op right`.
    Compare {
        /// Which comparison.
        op: Comparison,
        /// Left side.
        left: TermId,
        /// Right side.
        right: TermId,
    },
    /// `$function(arguments)`: a saved automaton.
    Call {
        /// Its name.
        function: Name,
        /// One term for each of its tracks.
        arguments: Vec<TermId>,
    },
    /// `~F`.
    Not(FormulaId),
    /// `` `F ``: the reversed language.
    Reverse(FormulaId),
    /// `F op G`.
    Binary {
        /// Which connective.
        op: Connective,
        /// Left side.
        left: FormulaId,
        /// Right side.
        right: FormulaId,
    },
    /// `E x,y F` and its kin.
    Quantified {
        /// Which quantifier.
        quantifier: Quantifier,
        /// The bound variables, in the order written; never empty.
        variables: Vec<Name>,
        /// What it binds.
        body: FormulaId,
    },
}

impl FormulaKind {
    /// The formulas right below, from left to right.
    pub fn children(&self) -> Vec<FormulaId> {
        match self {
            FormulaKind::Compare { .. } | FormulaKind::Call { .. } => Vec::new(),
            FormulaKind::Not(inner) | FormulaKind::Reverse(inner) => vec![*inner],
            FormulaKind::Binary { left, right, .. } => vec![*left, *right],
            FormulaKind::Quantified { body, .. } => vec![*body],
        }
    }

    /// The terms of an atom, from left to right.
    pub fn terms(&self) -> Vec<TermId> {
        match self {
            FormulaKind::Compare { left, right, .. } => vec![*left, *right],
            FormulaKind::Call { arguments, .. } => arguments.clone(),
            FormulaKind::Not(_)
            | FormulaKind::Reverse(_)
            | FormulaKind::Binary { .. }
            | FormulaKind::Quantified { .. } => Vec::new(),
        }
    }

    /// The same form over other formulas and terms.
    #[must_use]
    pub fn map_children(
        &self,
        formula: impl Fn(FormulaId) -> FormulaId,
        term: impl Fn(TermId) -> TermId,
    ) -> FormulaKind {
        match self {
            FormulaKind::Compare { op, left, right } => {
                FormulaKind::Compare { op: *op, left: term(*left), right: term(*right) }
            }
            FormulaKind::Call { function, arguments } => {
                let arguments = arguments.iter().map(|&argument| term(argument)).collect();
                FormulaKind::Call { function: function.clone(), arguments }
            }
            FormulaKind::Not(inner) => FormulaKind::Not(formula(*inner)),
            FormulaKind::Reverse(inner) => FormulaKind::Reverse(formula(*inner)),
            FormulaKind::Binary { op, left, right } => {
                FormulaKind::Binary { op: *op, left: formula(*left), right: formula(*right) }
            }
            FormulaKind::Quantified { quantifier, variables, body } => {
                FormulaKind::Quantified { quantifier: *quantifier, variables: variables.clone(), body: formula(*body) }
            }
        }
    }
}

/// Comparisons of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

/// Binary connectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connective {
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `=>`
    Implies,
    /// `<=>`
    Iff,
}

/// The largest number in a quantifier: one more, which "at most" needs, still is a value that an automaton puts out.
pub const LARGEST_COUNT: u64 = i64::MAX as u64 - 1;

/// Quantifiers. No number in them is above [`LARGEST_COUNT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `E`
    Exists,
    /// `A`
    ForAll,
    /// `I`: infinitely many values of the tuple of bound variables.
    Infinitely,
    /// `E>=k`: at least k tuples.
    AtLeast(u64),
    /// `E<=k`: at most k tuples.
    AtMost(u64),
    /// `E=k`: exactly k tuples.
    Exactly(u64),
}

/// A term node, where it stands, and the numeration system in force there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermNode {
    /// What it is.
    pub kind: TermKind,
    /// From its first to its last token, parentheses not counted.
    pub span: Span,
    /// Full name of the system that `?` set for its first token: `msd_2` where nothing did.
    pub system: Arc<str>,
}

/// The forms of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A variable.
    Variable(Arc<str>),
    /// A natural number.
    Number(BigUint),
    /// `@3`, `@-1`: a letter of a word.
    Letter(i64),
    /// `_t`.
    Negate(TermId),
    /// `t + u`.
    Add(TermId, TermId),
    /// `t - u`.
    Subtract(TermId, TermId),
    /// `t * u`: one of them must turn out constant.
    Multiply(TermId, TermId),
    /// `t / u`: the floor; `u` must turn out constant.
    Divide(TermId, TermId),
    /// `W[t][u]`: the value of a word.
    Word {
        /// Its name.
        word: Name,
        /// One index for each of its tracks.
        indices: Vec<TermId>,
    },
}

impl TermKind {
    /// The terms right below, the indices of a word among them, from left to right.
    pub fn children(&self) -> Vec<TermId> {
        match self {
            TermKind::Variable(_) | TermKind::Number(_) | TermKind::Letter(_) => Vec::new(),
            TermKind::Negate(inner) => vec![*inner],
            TermKind::Add(a, b) | TermKind::Subtract(a, b) | TermKind::Multiply(a, b) | TermKind::Divide(a, b) => {
                vec![*a, *b]
            }
            TermKind::Word { indices, .. } => indices.clone(),
        }
    }

    /// The operands of an operation, from left to right; the indices of a word are none.
    pub fn operands(&self) -> Vec<TermId> {
        if matches!(self, TermKind::Word { .. }) { Vec::new() } else { self.children() }
    }

    /// The same form over other terms.
    #[must_use]
    pub fn map_children(&self, term: impl Fn(TermId) -> TermId) -> TermKind {
        match self {
            TermKind::Variable(_) | TermKind::Number(_) | TermKind::Letter(_) => self.clone(),
            TermKind::Negate(inner) => TermKind::Negate(term(*inner)),
            TermKind::Add(a, b) => TermKind::Add(term(*a), term(*b)),
            TermKind::Subtract(a, b) => TermKind::Subtract(term(*a), term(*b)),
            TermKind::Multiply(a, b) => TermKind::Multiply(term(*a), term(*b)),
            TermKind::Divide(a, b) => TermKind::Divide(term(*a), term(*b)),
            TermKind::Word { word, indices } => {
                TermKind::Word { word: word.clone(), indices: indices.iter().map(|&index| term(index)).collect() }
            }
        }
    }
}

/// How a command ends, which says how much it prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `;`
    Quiet,
    /// `:`
    Steps,
    /// `::`
    StepsLogged,
}

/// One command of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What to do.
    pub kind: CommandKind,
    /// From its first word to the end of its terminator.
    pub span: Span,
    /// Its terminator.
    pub ending: Ending,
    /// Hints before it, as `[strategy 3 BRZ]`, which change no result and are not followed.
    pub hints: Vec<Span>,
}

/// A quoted argument. What stands inside is read when the command runs, since macros may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The text between the quotes, quotes not counted.
    pub span: Span,
}

/// The commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// `eval [NAME] [v w ...] "F"`.
    Eval {
        /// Saved under this name, if any.
        name: Option<Name>,
        /// Variables to count by.
        counted: Vec<Name>,
        /// The formula.
        formula: Quoted,
    },
    /// `def NAME [v w ...] "F"`.
    Def {
        /// Saved under this name.
        name: Name,
        /// Variables to count by.
        counted: Vec<Name>,
        /// The formula.
        formula: Quoted,
    },
    /// `theorem NAME "F" [from "source"]`: must be TRUE.
    Theorem {
        /// Its name.
        name: Name,
        /// The statement.
        formula: Quoted,
        /// Where it comes from.
        source: Option<Quoted>,
    },
    /// `cover NAME "TARGET" by "PIECE" ... [from "source"]`: what satisfies the target must satisfy some piece.
    Cover {
        /// Its name.
        name: Name,
        /// A formula with free variables.
        target: Quoted,
        /// Formulas over its free variables, in the order in which they are taken away.
        pieces: Vec<Quoted>,
        /// Where it comes from.
        source: Option<Quoted>,
    },
    /// `refute NAME "F" [from "source"]`: must be FALSE.
    Refute {
        /// Its name.
        name: Name,
        /// The statement.
        formula: Quoted,
        /// Where it comes from.
        source: Option<Quoted>,
    },
    /// `reg NAME A1 A2 ... "R"`.
    Reg {
        /// Saved under this name.
        name: Name,
        /// One alphabet a track, never empty.
        alphabets: Vec<AlphabetSpec>,
        /// The regular expression.
        expression: Quoted,
    },
    /// `macro NAME "text"`.
    Macro {
        /// Its name.
        name: Name,
        /// The template.
        template: Quoted,
    },
    /// `morphism NAME "0->01 1->10"`.
    Morphism {
        /// Its name.
        name: Name,
        /// The rules.
        rules: Quoted,
    },
    /// `promote NAME M`.
    Promote {
        /// The word to make.
        name: Name,
        /// The morphism.
        morphism: Name,
    },
    /// `word NAME SYSTEM "morphism" ["coding"]`: the fixed point from the first letter of the first rule.
    Word {
        /// The word to make.
        name: Name,
        /// Full name of the numeration system it is read in.
        system: Name,
        /// The rules of the morphism.
        rules: Quoted,
        /// Letter to output; absent, each letter is its own output.
        coding: Option<Quoted>,
    },
    /// `word NAME[n] "T[2*n+3]+RS[n]"`: the values of a term.
    WordBy {
        /// The word to make.
        name: Name,
        /// Its indices, variables of the term.
        indices: Vec<Name>,
        /// The term.
        expression: Quoted,
    },
    /// A command whose arguments are read when it runs.
    Builtin {
        /// Which.
        builtin: Builtin,
        /// What follows its name.
        arguments: Vec<Argument>,
    },
    /// `numeration NAME "..."`: defines `msd_NAME` and `lsd_NAME`.
    Numeration {
        /// The part after `msd_`.
        name: Name,
        /// The recurrence, expansion of one or base.
        definition: Quoted,
    },
    /// `include "file"`.
    Include {
        /// Path, relative to the file that includes.
        path: Quoted,
    },
    /// `load FILE`.
    Load {
        /// The file name as written.
        file: Name,
    },
    /// `game NAME "?NS p,q -> r,s : MOVE" [terminal "T"] [block k] [measure "t"]`.
    Game {
        /// Its name.
        name: Name,
        /// Piles, options and the moves.
        rule: Quoted,
        /// Everything after the rule, in the order written.
        clauses: Vec<GameClause>,
    },
    /// `kernel P of GAME [given $Q]`: the P-positions, found and proved, or a candidate proved.
    Kernel {
        /// Saved under this name.
        name: Name,
        /// The game.
        game: Name,
        /// The candidate.
        given: Option<Name>,
    },
    /// `redundant GAME ["MOVE"]`.
    Redundant {
        /// The game.
        game: Name,
        /// The moves of a family with the parameter `i`; absent, those of every line of the game.
        family: Option<Quoted>,
    },
    /// `grundy V of GAME upto g`: saves `V_0`, .., `V_g`.
    Grundy {
        /// What the names begin with.
        name: Name,
        /// The game.
        game: Name,
        /// The largest value.
        upto: u32,
    },
    /// `quit` or `exit`.
    Quit,
}

/// A clause of `game`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameClause {
    /// `terminal "T"`: positions without moves.
    Terminal(Quoted),
    /// `block k`: the previous player forbids up to k-1 options.
    Block(u32, Span),
    /// `measure "t, u"`: what every move decreases, in lexicographic order.
    Measure(Quoted),
}

/// An alphabet argument of `reg`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlphabetSpec {
    /// `msd_fib`: the full name, `msd_` prefixed as for `?`.
    System(Name),
    /// `{0,1,-1}` in the order written.
    Digits(Vec<i64>, Span),
}

/// What a numeration definition says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumerationSpec {
    /// `x^3 = x^2 + x + 1 [from 1, 2, 4]`: coefficients from the highest power down, `[1, 1, 1]`.
    Recurrence {
        /// c_1 ... c_d of U_n = c_1 U_{n-1} + ... + c_d U_{n-d}.
        coefficients: Vec<i64>,
        /// U_0, U_1, ...; Bertrand's canonical ones if absent.
        initial: Option<Vec<u64>>,
    },
    /// `d(1) = 2 1 1` or `d(1) = 2 (1)`: the expansion of one.
    Expansion {
        /// Digits before the period.
        preperiod: Vec<u32>,
        /// The period; empty for a finite expansion.
        period: Vec<u32>,
    },
    /// `base 12`.
    Base(u64),
}

/// A morphism as written: images in the order of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MorphismSpec {
    /// Letter, image, and where the rule stands.
    pub rules: Vec<(i64, Vec<i64>, Span)>,
}

/// A coding as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodingSpec {
    /// Letters, output, and where the rule stands.
    pub rules: Vec<(Vec<i64>, i64, Span)>,
}

/// A regular expression over tuples of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regex {
    /// Every node, children before parents; the last is the whole.
    pub nodes: Vec<RegexNode>,
}

/// Index of a node in [`Regex::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegexId(pub u32);

/// The forms of a regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegexNode {
    /// `()`: the empty word.
    Empty,
    /// `[1,0]` or `3`: one letter, one digit a track.
    Letter(Vec<i64>, Span),
    /// `.`: any letter.
    Any,
    /// `[2-4]`, `[^2]`: one of several letters, of one track.
    Class {
        /// The first and the last of each range of digits.
        ranges: Vec<(i64, i64)>,
        /// Whether the other digits are meant.
        negated: bool,
        /// Where it stands.
        span: Span,
    },
    /// `rs`
    Concat(RegexId, RegexId),
    /// `r|s`
    Union(RegexId, RegexId),
    /// `r&s`
    Intersect(RegexId, RegexId),
    /// `~r`
    Complement(RegexId),
    /// `r*`
    Star(RegexId),
    /// `r+`
    Plus(RegexId),
    /// `r?`
    Optional(RegexId),
    /// `r{2,3}`: at least and at most so often.
    Times(RegexId, u32, Option<u32>),
}

/// What an argument looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// `foo`.
    Name,
    /// Anything else without blanks: `$foo`, `foo=3`, `17`.
    Bare,
    /// `[a]`, the brackets included.
    Bracket,
    /// `{0,1}`, the braces included.
    Set,
    /// `"text"`, the quotes included.
    Quoted,
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What it looks like.
    pub kind: ArgumentKind,
    /// As written.
    pub text: Arc<str>,
    /// Where it stands.
    pub span: Span,
}
