//! The tools that a client may call.

use serde_json::{Value, json};

use crate::script::Limits;

use super::arguments::{Arguments, FILES, Kind, Parameter, SCRIPT, SECONDS, schema};
use super::place::Place;
use super::reply::Reply;
use super::{certificate, decide, errors, explore, guess, show};

/// A tool.
pub(super) struct Tool {
    pub name: &'static str,
    title: &'static str,
    about: &'static str,
    pub parameters: &'static [Parameter],
    pub run: fn(&Arguments, &Place, &Limits) -> Reply,
}

const fn needed(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter { name, kind, about, is_required: true }
}

const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter { name, kind, about, is_required: false }
}

/// All tools, in the order in which they are listed.
pub(super) const TOOLS: [Tool; 8] = [
    Tool {
        name: "eval",
        title: "Decide one statement",
        about: "Decides a first-order statement about numbers, words and P-positions. A closed one is TRUE or FALSE, with a \
                witness or a counterexample in plain integers; with free variables the answer is the automaton's size and \
                the first solutions.",
        parameters: &[
            needed(
                "statement",
                Kind::Text,
                "As `?msd_fib Ax,y x+y=y+x`; the resource filbert://docs/language has the language",
            ),
            SCRIPT,
            FILES,
            SECONDS,
        ],
        run: decide::eval,
    },
    Tool {
        name: "prove",
        title: "Prove a script",
        about: "Runs a .prf script: definitions, games, kernels, theorems and refutations, each with its verdict.",
        parameters: &[
            Parameter { is_required: true, ..SCRIPT },
            FILES,
            optional("only", Kind::Text, "Prove only the statement with this name"),
            SECONDS,
        ],
        run: decide::prove,
    },
    Tool {
        name: "explore",
        title: "Look for facts",
        about: "Looks for facts about a word, a sequence, a function of two or three numbers or a game whose kernel is known, \
                and proves them: a script of definitions and theorems, all of them proved.",
        parameters: &[
            needed("name", Kind::Text, "A word, as `TR`, a sequence or a function, or a game, as `K3`"),
            SCRIPT,
            FILES,
            SECONDS,
        ],
        run: explore::explore,
    },
    Tool {
        name: "values",
        title: "List values",
        about: "The first letters of a word, the first values of a sequence, or the first tuples of a function, a kernel or a \
                formula with free variables.",
        parameters: &[
            needed("of", Kind::Text, "A name, as `TR` or `$phin`, or a formula, as `?msd_fib Ey x=2*y`"),
            optional("count", Kind::Natural(10_000), "How many; 40 by default"),
            SCRIPT,
            FILES,
            SECONDS,
        ],
        run: show::values,
    },
    Tool {
        name: "show",
        title: "Show an automaton",
        about: "An automaton as a table, as text for other programs, or as a picture; a numeration system, or the rules of a \
                game.",
        parameters: &[
            needed("what", Kind::Text, "A name, as `TR`, `$phin` or `msd_fib`, or a formula with free variables"),
            optional(
                "as",
                Kind::OneOf(&show::FORMS),
                "`svg` draws the automaton, `plot` what it accepts; the default is `table`",
            ),
            optional("size", Kind::Natural(1_000), "Tuples, letters or rows to show; 40 by default"),
            SCRIPT,
            FILES,
            SECONDS,
        ],
        run: show::show,
    },
    Tool {
        name: "guess",
        title: "Guess a definition",
        about: "From the first letters of a word, or the first values of a sequence, a command that defines one with these. It \
                is a guess: state what should hold of it as theorems, and prove them.",
        parameters: &[
            needed("system", Kind::Text, "The numeration system, as `fib` or `2`"),
            needed("values", Kind::Integers, "The values at 0, 1, 2 and so on"),
            optional("sequence", Kind::Flag, "Guess a sequence of numbers, not a word of letters"),
            optional("name", Kind::Text, "Its name; `W` by default"),
            SCRIPT,
            FILES,
            SECONDS,
        ],
        run: guess::guess,
    },
    Tool {
        name: "explain_error",
        title: "Explain what is wrong",
        about: "All that is wrong or doubtful in a script or a statement, without running it: place, reason, fix, and the text \
                with the fix made.",
        parameters: &[
            SCRIPT,
            FILES,
            optional("statement", Kind::Text, "A statement that may use the names of the script"),
            SECONDS,
        ],
        run: errors::explain,
    },
    Tool {
        name: "certificate",
        title: "Write certificates",
        about: "Proves a script and writes its certificates: files that the program filbert-check checks by itself.",
        parameters: &[Parameter { is_required: true, ..SCRIPT }, FILES, SECONDS],
        run: certificate::certificate,
    },
];

/// The tool with a name.
pub(super) fn named(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// What a client is told of them.
pub(super) fn list() -> Value {
    let tool = |tool: &Tool| {
        json!({
            "name": tool.name, "title": tool.title, "description": tool.about, "inputSchema": schema(tool.parameters),
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    };
    json!({ "tools": TOOLS.iter().map(tool).collect::<Vec<Value>>() })
}
