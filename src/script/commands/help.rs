//! `help`: what each command does, in few words.

use crate::syntax::{commands, nearest};

use super::super::outcome::{Effect, Failure};
use super::Call;

/// What each command does, in alphabetical order.
const TEXTS: &[(&str, &str)] = &[
    ("alphabet", "Gives each track of an automaton or word another alphabet. Transitions on digits it lacks are lost."),
    ("cls", "Clears the screen."),
    (
        "combine",
        "Makes a word of automata: its value is the number after `=` of the last automaton that accepts, its place \
         where none is given, and 0 where none accepts.",
    ),
    ("concat", "The words of the first automaton followed by words of the second, and so on."),
    ("convert", "Reads a word, or with `$` an automaton, in another power of its base or in the other digit order."),
    ("cover", "Checks that what satisfies a formula satisfies some of its pieces, taking one after another away."),
    ("def", "Builds the automaton of a formula and keeps it under a name, to be called as `$NAME(...)`."),
    ("describe", "Says how large an automaton or word is and what it reads."),
    (
        "eval",
        "Builds the automaton of a formula; a formula without free variables is TRUE or FALSE. Variables after the \
         name ask for the linear representation that counts the others.",
    ),
    ("exit", "Ends the session."),
    ("export", "Writes an automaton or word for Graphviz (gv), for inclusion checkers (ba) or as text (txt)."),
    ("first", "The first word in radix order that an automaton accepts, or rejects."),
    ("fixleadzero", "Accepts a word if it was accepted with some other number of zeros in front."),
    ("fixtrailzero", "Accepts a word if it was accepted with some other number of zeros behind."),
    ("game", "Defines a game by its moves, and proves that it ends."),
    ("grundy", "Finds and proves the positions of Sprague-Grundy value 0, .., g of a game, as NAME_0, .., NAME_g."),
    ("help", "Lists the commands, or says what one of them does."),
    ("image", "Replaces each letter of a word by its image under a morphism whose images have one length."),
    ("include", "Runs the definitions of another script."),
    ("inf", "Says whether an automaton accepts infinitely many inputs, and shows a family of them."),
    ("intersect", "The words that all the automata accept."),
    ("join", "Makes a word of words: its value is the first one that is not 0 at the indices named."),
    ("kernel", "Finds the P-positions of a game and proves them, or proves a candidate."),
    ("leftquo", "The words that some word of the second automaton, put in front, completes to one of the first."),
    ("load", "Runs the commands of a file."),
    ("macro", "Keeps a text with %0, %1, ... to be used in formulas as `#NAME(x,y)`."),
    ("minimize", "Keeps the smallest automaton of a word, or with `$` of an automaton, under another name."),
    ("morphism", "Keeps a morphism: a rule for each letter."),
    (
        "normalizer",
        "Keeps the automaton of all words over some digits, those of a numeration system if none are given, beside the \
         numbers that they are worth there.",
    ),
    ("numeration", "Defines a numeration system by a recurrence, an expansion of one, or a base."),
    (
        "ost",
        "Defines the Ostrowski numeration system of a continued fraction: the terms before its period, the first of them \
         the integer part, and the period.",
    ),
    ("promote", "Makes a word of the fixed point of a morphism."),
    ("quit", "Ends the session."),
    ("redundant", "Says which moves of a game can be taken out of its rules without changing the P-positions."),
    ("refute", "Checks that a statement is FALSE."),
    ("reg", "Keeps the automaton of a regular expression over tuples of digits."),
    ("regex", "Writes a regular expression of an automaton."),
    ("reverse", "Reads words from their other end. Numbers are then in the other digit order."),
    ("rightquo", "The words that some word of the second automaton, put behind, completes to one of the first."),
    (
        "rsplit",
        "Reads a word, or with `$` an automaton, of natural numbers in the system with negative numbers: a track with [+] \
         holds them, with [-] their negatives, with [] it stays as it is.",
    ),
    (
        "split",
        "Reads a word, or with `$` an automaton, of integers in the system without negative numbers: a track with [+] \
         keeps the numbers that are not negative, with [-] the absolute values of the others, with [] it stays as it is.",
    ),
    ("star", "Any number of words of an automaton, one after another."),
    ("test", "Lists the first words in radix order that an automaton accepts, without leading zeros."),
    ("theorem", "Checks that a statement is TRUE."),
    ("transduce", "Makes the word that a transducer writes while it reads a word."),
    ("union", "The words that some of the automata accept."),
    (
        "word",
        "Makes a word of a morphism and a coding in a numeration system, or of a term in the values of other words.",
    ),
];

/// `help [COMMAND]`.
pub(super) fn help(call: &mut Call<'_>) -> Result<Effect, Failure> {
    call.count(0, 1)?;
    if call.arguments.is_empty() {
        let usages: Vec<&str> = commands().iter().map(|(_, usage)| *usage).collect();
        return Ok(Effect::Text(usages.join("\n")));
    }
    let name = call.text(0)?;
    let Some((_, usage)) = commands().iter().find(|(keyword, _)| *keyword == name) else {
        let error = call.error_at(0, format!("no command has the name `{name}`"));
        return Err(match nearest(name, commands().iter().map(|(keyword, _)| *keyword)) {
            Some(near) => error.label(format!("did you mean `{near}`?")).into(),
            None => error.into(),
        });
    };
    let text = TEXTS.iter().find(|(keyword, _)| *keyword == name).map_or("", |(_, text)| text);
    Ok(Effect::Text(format!("{usage}\n{text}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_text() {
        let keywords: Vec<&str> = commands().iter().map(|(keyword, _)| *keyword).collect();
        let texts: Vec<&str> = TEXTS.iter().map(|(keyword, _)| *keyword).collect();
        assert_eq!(keywords, texts);
    }
}
