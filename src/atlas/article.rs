//! The script on an entry: its definition, its properties, what else was found.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::budget::Halt;
use crate::explore::{Fact, Kind, explore, properties};
use crate::logic::{Environment, FunctionKind};
use crate::report::object::Object;
use crate::report::{system, text};
use crate::script::{CommandError, Limits, Session};
use crate::syntax::{Source, parse_script};
use crate::words::Indexed;

use super::entries::Entry;
use super::relatives::relatives;

/// Letters of a word that are shown, and P-positions of a game.
const LETTERS: usize = 60;
const POSITIONS: usize = 16;

/// What is known of an entry before its script is proved.
#[derive(Clone, Debug, Default)]
pub struct Article {
    /// The script.
    pub script: String,
    /// The properties that are in the script.
    pub properties: Vec<String>,
    /// The properties that cannot be stated, and why: most need sums of numbers that no automaton adds.
    pub refused: Vec<(String, String)>,
    /// Why no further facts were looked for, if none could be.
    pub unexplored: Option<String>,
    /// The words that its facts speak of beside its own, by their names in the script.
    pub related: BTreeSet<String>,
    /// The first letters, or the first P-positions.
    pub first: String,
    /// The numeration system, a line for each thing that there is to say of it.
    pub system: String,
    /// The automaton, the same for equal words or games in the same system.
    pub automaton: String,
}

/// Decides the properties of an entry, looks for further facts for so long, and writes the script. The limits are those of one
/// statement. A property that passes them is in the script as a question, which may be decided there.
///
/// # Errors
/// In words, why the entry cannot be defined.
pub fn write_article(entry: &Entry, limits: Limits, within: Duration) -> Result<Article, String> {
    let mut session = Session::with_limits(limits);
    run(&mut session, &entry.definition)?;
    let mut article = Article { script: entry.definition.clone(), ..Article::default() };
    let name = describe(&mut article, &mut session, entry)?;
    let mut stated = BTreeSet::new();
    for property in properties().iter().filter(|property| property.kind == entry.kind) {
        let mut fact = property.fact(&entry.subject, &name);
        match decide(&mut session, &fact) {
            Ok(Some(true)) => article.script += &fact.written(),
            Ok(Some(false)) => {
                (fact.is_true, fact.about) = (false, property.fails.clone());
                article.script += &fact.written();
            }
            Ok(None) => article.script += &open(&fact),
            Err(why) => {
                article.refused.push((property.name.clone(), why));
                continue;
            }
        }
        stated.insert(fact.statement);
        article.properties.push(property.name.clone());
    }
    same_words(&mut article, &mut session, entry)?;
    let subject = match entry.kind {
        Kind::Word => format!(".{}", entry.subject),
        Kind::Pairs | Kind::Triples => entry.subject.clone(),
    };
    match explore(&mut session, &subject, within, &mut |_| {}) {
        Ok(found) => {
            article.script += &found.definitions;
            for fact in found.facts.into_iter().filter(|fact| !stated.contains(&fact.statement)) {
                article.related.extend(words_of(&fact.statement).filter(|word| *word != entry.subject));
                article.script += &fact.written();
            }
        }
        Err(why) => article.unexplored = Some(why),
    }
    Ok(article)
}

/// States which entries are the same word, as far as that is proved.
///
/// # Errors
/// In words, why another entry cannot be defined.
fn same_words(article: &mut Article, session: &mut Session, entry: &Entry) -> Result<(), String> {
    for (other, fact) in relatives(entry) {
        run(session, &other.definition)?;
        if decide(session, &fact) == Ok(Some(true)) {
            article.script += &format!("{}{}", other.definition, fact.written());
            article.related.insert(other.subject.clone());
        }
    }
    Ok(())
}

/// Runs commands that define something.
fn run(session: &mut Session, commands: &str) -> Result<(), String> {
    let source = Source::new("atlas", commands);
    for command in &parse_script(&source).0 {
        session.run(&source, command).map_err(|failure| text::failure(&failure, false))?;
    }
    Ok(())
}

/// What is not decided, as a command that claims nothing.
fn open(fact: &Fact) -> String {
    format!("# Not decided at first: {}\neval {} \"{}\":\n", fact.about, fact.name, fact.statement)
}

/// Whether a statement is true; nothing if that is not decided within the limits.
///
/// # Errors
/// Why it is no statement about this entry.
fn decide(session: &mut Session, fact: &Fact) -> Result<Option<bool>, String> {
    let source = Source::new("atlas", fact.command());
    let (commands, _) = parse_script(&source);
    let command = commands.first().ok_or("it cannot be read")?;
    match session.run(&source, command) {
        Ok(run) => Ok(run.truth()),
        Err(CommandError::Wrong(why)) => Err(why.message().to_owned()),
        Err(CommandError::Limit { limit: Halt::Unsupported(why), .. }) => Err(why.to_string()),
        Err(_) => Ok(None),
    }
}

/// Fills in what there is to show of an entry; the name of its system.
///
/// # Errors
/// In words, if it is not what its kind says.
fn describe(article: &mut Article, session: &mut Session, entry: &Entry) -> Result<String, String> {
    let wrong = || format!("`{}` is not what its kind says", entry.name);
    let budget = session.limits().budget();
    let (object, own) = match entry.kind {
        Kind::Word => match session.names().word(&entry.subject) {
            Some(Ok(Indexed::Word(word))) if word.systems.len() == 1 => {
                let own = word.systems[0].clone();
                (Object::Word(Indexed::Word(word)), own)
            }
            _ => return Err(wrong()),
        },
        Kind::Pairs | Kind::Triples => {
            let Some(Ok(function)) = session.names().function(&entry.subject) else { return Err(wrong()) };
            let FunctionKind::Relation(relation) = function.kind() else { return Err(wrong()) };
            let own = relation.systems().first().cloned().ok_or_else(wrong)?;
            (Object::of_function(&function, &budget).map_err(|why| why.to_string())?, own)
        }
    };
    article.first = object.list(if entry.kind == Kind::Word { LETTERS } else { POSITIONS });
    article.system = system::system(&own);
    article.automaton = object.walnut();
    Ok(own.name().to_string())
}

/// The words that a statement speaks of: names in front of an index.
fn words_of(statement: &str) -> impl Iterator<Item = String> + '_ {
    statement.match_indices('[').filter_map(|(at, _)| {
        let before = &statement[..at];
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        (start < at).then(|| before[start..].to_owned())
    })
}
