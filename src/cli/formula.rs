//! A formula as an argument: what the shell may have done to it.

use std::borrow::Cow;
use std::io::Read;

use crate::syntax::commands;

/// The formula, if the arguments are one; `-` reads it from standard input.
pub(super) fn one_formula(arguments: &[String]) -> Result<Cow<'_, str>, String> {
    match arguments {
        [formula] if formula == "-" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
            Ok(text.into())
        }
        [formula] => match command(formula) {
            Some(keyword) => Err(format!(
                "`{keyword}` is a command; expected a formula, as in 'Ax Ey x<y'\n\
                 help: use `filbert repl`, or put the command in a script for `filbert prove`"
            )),
            None => Ok(formula.into()),
        },
        several => Err(format!("put the formula in single quotes: '{}'", several.join(" "))),
    }
}

/// The first word of what is a command and no formula.
fn command(text: &str) -> Option<&str> {
    let word = text.split_whitespace().next()?;
    let ends = text.contains('"') || text.trim_end().ends_with([':', ';']);
    (ends && commands().iter().any(|info| info.keyword == word)).then_some(word)
}

/// What to say beside an error in a formula that lost a name to the shell: a bracket with arguments follows nothing.
pub(super) fn shell_expansion_hint(formula: &str) -> &'static str {
    let calls_nothing = formula.match_indices('(').any(|(at, _)| {
        let before = formula[..at].chars().next_back();
        let arguments = formula[at + 1..].split([')', '(']).next().unwrap_or_default();
        let is_list = arguments.split(',').all(|part| {
            let part = part.trim();
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_+-*/ ".contains(c))
        });
        arguments.contains(',') && is_list && !before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
    });
    match calls_nothing {
        true => "note: your shell replaces `$name` in double quotes: put the formula in single quotes\n",
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_after_nothing_lost_its_name() {
        assert!(
            !shell_expansion_hint("?msd_fib (x,x)").is_empty() && !shell_expansion_hint("Ax (x,x+1) => x=0").is_empty()
        );
        assert!(
            shell_expansion_hint("?msd_fib $f(x,y) & (x=y)").is_empty()
                && shell_expansion_hint("E x,y (x<y").is_empty()
        );
    }
}
