//! Scripts as data: what the generator makes, the oracle interprets and the printer writes.

/// What a name may stand for; each kind has names of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Function,
    Word,
    Sequence,
    Macro,
    Morphism,
    Game,
    System,
}

pub const KINDS: [Kind; 7] =
    [Kind::Function, Kind::Word, Kind::Sequence, Kind::Macro, Kind::Morphism, Kind::Game, Kind::System];

/// A term of a formula.
#[derive(Clone, Debug)]
pub enum Term {
    Num(u64),
    Var(char),
    Plus(char, u64),
    /// What a macro is called with.
    Parameter(usize),
}

/// A formula.
#[derive(Clone, Debug)]
pub enum Formula {
    Less(Term, Term),
    Equal(Term, Term),
    Call(String, Vec<Term>),
    /// A word has a letter at a place.
    Letter(String, Term, i64),
    /// Two words have the same letter.
    Same(String, Term, String, Term),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    /// For some, or for all, numbers below a bound.
    Bounded {
        all: bool,
        var: char,
        bound: u64,
        body: Box<Formula>,
    },
    Macro(String, Vec<Term>),
    /// It has more states than there may be.
    Large(char, char),
    /// It cannot be read.
    Nonsense,
}

/// A formula in a system, which may be left out.
#[derive(Clone, Debug)]
pub struct Text {
    pub system: Option<String>,
    pub body: Formula,
}

/// Claims have no meaning for other commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Theorem,
    Refute,
    Eval,
}

/// What `sequence` defines.
#[derive(Clone, Debug)]
pub enum Body {
    /// n times a number and another.
    Linear(i64, i64),
    Square(i64),
    /// How many numbers are below n and a number.
    Count(i64),
    Other(String, i64),
    Nonsense,
}

/// Words over digits that begin with any number of zeros.
#[derive(Clone, Debug)]
pub enum Words {
    /// Those of these numbers.
    Numbers(Vec<u64>),
    /// Zeros, then ones.
    Ones,
    /// 1 and this many zeros.
    Power(usize),
    /// Digits of which the thirteenth from the end is 1: it has more states than there may be.
    Large,
    Nonsense,
}

/// The rule of a game on one pile.
#[derive(Clone, Debug)]
pub struct Rule {
    /// So many may be taken, any number if it is 0.
    pub most: u64,
    /// Only to places that a function accepts.
    pub to: Option<String>,
    pub block: Option<u64>,
    /// Whoever makes the last move loses.
    pub misere: bool,
    /// Piles below this are final.
    pub terminal: Option<u64>,
    /// The moves do not end.
    pub endless: bool,
}

/// A morphism by its images; a letter without one has no rule.
pub type Images = Vec<Vec<usize>>;

/// A command.
#[derive(Clone, Debug)]
pub enum Command {
    /// `def` or, with a name, `eval`; the order of the arguments, or the variable that is counted by.
    Def {
        eval: bool,
        name: String,
        order: Vec<char>,
        counted: bool,
        text: Text,
    },
    Claim {
        claim: Claim,
        name: String,
        text: Text,
    },
    /// A sequence has a value at a place.
    Value {
        claim: Claim,
        name: String,
        sequence: String,
        at: u64,
        value: i64,
    },
    Cover {
        name: String,
        target: Text,
        pieces: Vec<Text>,
    },
    Reg {
        name: String,
        system: String,
        words: Words,
    },
    Word {
        name: String,
        system: String,
        images: Images,
        coding: Option<Vec<i64>>,
    },
    /// The sum of letters `V[a*n+b]` and a number.
    WordBy {
        name: String,
        parts: Vec<(String, u64, u64)>,
        more: i64,
    },
    Promote {
        name: String,
        morphism: String,
    },
    /// No images: it cannot be read.
    Morphism {
        name: String,
        images: Images,
    },
    Macro {
        name: String,
        text: Formula,
    },
    Combine {
        name: String,
        parts: Vec<(String, Option<i64>)>,
    },
    Numeration {
        name: String,
        which: usize,
    },
    Ost {
        name: String,
        which: usize,
    },
    Sequence {
        name: String,
        body: Body,
    },
    Synchronize {
        name: String,
        sequence: String,
    },
    Normalizer {
        name: String,
        system: String,
    },
    Game {
        name: String,
        rule: Rule,
    },
    Kernel {
        name: String,
        game: String,
        given: Option<String>,
    },
    Grundy {
        name: String,
        game: String,
        upto: u64,
    },
    /// `union`, `star`, ..: a function of functions.
    Languages {
        keyword: &'static str,
        name: String,
        of: Vec<String>,
    },
    /// `alphabet`, `convert`, `minimize`, ..: a word of a word or a function of a function.
    Row {
        keyword: &'static str,
        name: String,
        marked: bool,
        system: String,
        of: String,
    },
    Image {
        name: String,
        morphism: String,
        word: String,
    },
    Join {
        name: String,
        words: Vec<String>,
    },
    Transduce {
        name: String,
        word: String,
    },
    /// `include`, `load` or `use`.
    File {
        keyword: &'static str,
        path: String,
    },
    Quit,
    /// It cannot be read: its words as they stand, and the names among them.
    Broken {
        words: Vec<String>,
        names: Vec<String>,
        unclosed: bool,
    },
    /// It looks at something and binds nothing.
    Look {
        keyword: &'static str,
        name: String,
    },
}

/// A script and the files beside it.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The first is the script itself.
    pub files: Vec<(String, Vec<Command>)>,
    /// What the layout is drawn from; 0 is plain.
    pub layout: u64,
}

/// The name of the script among its files.
pub const MAIN: &str = "s.prf";

/// Definitions of systems: as written, and what `10` and `100` are worth there.
pub const NUMERATIONS: [(&str, u64, u64); 5] =
    [("x^2 = x + 1", 2, 3), ("x^2 = 2*x + 1", 3, 7), ("x^3 = x^2 + x + 1", 2, 4), ("x = 3", 3, 9), ("x = x + 1", 0, 0)];
pub const OSTROWSKI: [(&str, u64, u64); 3] = [("[0 2 1] [1 2]", 2, 3), ("[0 3 1] [1 2]", 3, 4), ("[0 3 1]", 0, 0)];

/// Whether the name is one of a sequence, and would be read as a quantifier: the command cannot be read.
pub fn is_unreadable(command: &Command) -> bool {
    let is_quantified = |name: &str| name.starts_with(['A', 'E', 'I']);
    match command {
        Command::Sequence { name, .. } | Command::Def { name, counted: true, .. } => is_quantified(name),
        Command::Broken { .. } => true,
        _ => false,
    }
}

/// What a command binds, whether it succeeds or not.
pub fn bound(command: &Command) -> Vec<(Kind, String)> {
    use Command as C;
    let one = |kind: Kind, name: &String| vec![(kind, name.clone())];
    match command {
        C::Sequence { name, .. } | C::Def { name, .. } if is_unreadable(command) => {
            KINDS.map(|kind| (kind, name.clone())).into()
        }
        C::Def { name, counted: true, .. } => vec![(Kind::Function, name.clone()), (Kind::Sequence, name.clone())],
        C::Def { name, .. }
        | C::Reg { name, .. }
        | C::Synchronize { name, .. }
        | C::Normalizer { name, .. }
        | C::Kernel { name, .. }
        | C::Languages { name, .. } => one(Kind::Function, name),
        C::Grundy { name, upto, .. } => (0..=*upto).map(|value| (Kind::Function, format!("{name}_{value}"))).collect(),
        C::Word { name, .. }
        | C::WordBy { name, .. }
        | C::Promote { name, .. }
        | C::Combine { name, .. }
        | C::Image { name, .. }
        | C::Join { name, .. } => one(Kind::Word, name),
        C::Row { name, marked: true, .. } => one(Kind::Function, name),
        C::Row { name, .. } | C::Transduce { name, .. } => {
            vec![(Kind::Word, name.clone()), (Kind::Function, name.clone())]
        }
        C::Sequence { name, .. } => one(Kind::Sequence, name),
        C::Macro { name, .. } => one(Kind::Macro, name),
        C::Morphism { name, .. } => one(Kind::Morphism, name),
        C::Game { name, .. } => one(Kind::Game, name),
        C::Numeration { name, .. } | C::Ost { name, .. } => one(Kind::System, name),
        C::Broken { names, .. } => names.iter().flat_map(|name| KINDS.map(|kind| (kind, name.clone()))).collect(),
        C::Claim { .. } | C::Value { .. } | C::Cover { .. } | C::File { .. } | C::Quit | C::Look { .. } => Vec::new(),
    }
}

/// The first word of a command.
pub fn keyword(command: &Command) -> &'static str {
    use Command as C;
    let claim = |claim: &Claim| match claim {
        Claim::Theorem => "theorem",
        Claim::Refute => "refute",
        Claim::Eval => "eval",
    };
    match command {
        C::Def { eval: true, .. } => "eval NAME",
        C::Def { counted: true, .. } => "def of a sequence",
        C::Def { .. } => "def",
        C::Claim { claim: kind, .. } | C::Value { claim: kind, .. } => claim(kind),
        C::Cover { .. } => "cover",
        C::Reg { .. } => "reg",
        C::Word { .. } => "word",
        C::WordBy { .. } => "word W[n]",
        C::Promote { .. } => "promote",
        C::Morphism { .. } => "morphism",
        C::Macro { .. } => "macro",
        C::Combine { .. } => "combine",
        C::Numeration { .. } => "numeration",
        C::Ost { .. } => "ost",
        C::Sequence { .. } => "sequence",
        C::Synchronize { .. } => "synchronize",
        C::Normalizer { .. } => "normalizer",
        C::Game { .. } => "game",
        C::Kernel { given: Some(_), .. } => "kernel given",
        C::Kernel { .. } => "kernel",
        C::Grundy { .. } => "grundy",
        C::Languages { keyword, .. } | C::Row { keyword, .. } | C::File { keyword, .. } | C::Look { keyword, .. } => {
            keyword
        }
        C::Image { .. } => "image",
        C::Join { .. } => "join",
        C::Transduce { .. } => "transduce",
        C::Quit => "quit",
        C::Broken { .. } => "what cannot be read",
    }
}
