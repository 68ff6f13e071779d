//! Names defined so far, and what can be asked of them.

use std::time::Duration;

use super::error::Error;
use super::kernel::Kernel;
use super::language::Language;
use super::relation::Relation;
use super::statement::Statement;
use super::system::NumerationSystem;
use super::verdict::Verdict;
use super::word::Word;
use crate::logic::{Environment, FunctionKind};
use crate::numeration;
use crate::report;
use crate::script::{self, Effect};
use crate::syntax::{Source, full_system_name, parse_script};

/// What one statement or command may use; nothing is limited at first.
///
/// ```
/// use std::time::Duration;
/// let limits = filbert::Limits::new().time(Duration::from_secs(60)).states(1_000_000);
/// let mut session = filbert::Session::with_limits(limits);
/// assert!(session.decide(&"Ax x<x+1".parse()?)?.is_true());
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits(script::Limits);

impl Limits {
    /// No limits.
    ///
    /// ```
    /// let session = filbert::Session::with_limits(filbert::Limits::new());
    /// # drop(session);
    /// ```
    pub fn new() -> Limits {
        Limits::default()
    }

    /// Ends a statement that takes longer. On `wasm32-unknown-unknown` there is no clock that says so: limit states there.
    ///
    /// ```
    /// let limits = filbert::Limits::new().time(std::time::Duration::ZERO);
    /// let mut session = filbert::Session::with_limits(limits);
    /// assert!(session.relation(&"?msd_bonacci5 x+y=z".parse()?).is_err());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    #[must_use]
    pub fn time(self, time: Duration) -> Limits {
        Limits(script::Limits { time: Some(time), ..self.0 })
    }

    /// Ends a statement on whose way an automaton has more states.
    ///
    /// ```
    /// let mut session = filbert::Session::with_limits(filbert::Limits::new().states(10));
    /// assert!(session.relation(&"?msd_trib x+y=z".parse()?).is_err());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    #[must_use]
    pub fn states(self, states: usize) -> Limits {
        Limits(script::Limits { states: Some(states), ..self.0 })
    }
}

/// What a command of a script came to.
///
/// ```
/// use filbert::{Answer, Session};
/// let answers = Session::new().run("def even \"Ey x=2*y\": theorem t \"Ax $even(2*x)\":")?;
/// assert!(matches!(&answers[..], [Answer::Relation(_), Answer::Verdict(verdict)] if verdict.is_true()));
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// Something was defined.
    ///
    /// ```
    /// let answers = filbert::Session::new().run("morphism m \"0->01 1->10\";")?;
    /// assert!(matches!(answers[..], [filbert::Answer::Done]));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    Done,
    /// A statement is true or false, or what a command claims is.
    ///
    /// ```
    /// let answers = filbert::Session::new().run("eval \"Ex x=1\";")?;
    /// assert!(matches!(&answers[..], [filbert::Answer::Verdict(verdict)] if verdict.is_true()));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    Verdict(Verdict),
    /// The tuples that satisfy a formula.
    ///
    /// ```
    /// let answers = filbert::Session::new().run("eval \"x=1\";")?;
    /// assert!(matches!(answers[..], [filbert::Answer::Relation(_)]));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    Relation(Relation),
    /// The tuples of words that satisfy a formula.
    ///
    /// ```
    /// let answers = filbert::Session::new().run("reg some {0,1} \"0*1\"; eval \"$some(x)\";")?;
    /// assert!(matches!(answers[..], [filbert::Answer::Done, filbert::Answer::Language(_)]));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    Language(Language),
    /// What a command shows to people.
    ///
    /// ```
    /// let answers = filbert::Session::new().run("help star;")?;
    /// assert!(matches!(&answers[..], [filbert::Answer::Text(text)] if text.starts_with("star NAME A;")));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    Text(String),
}

/// The names defined so far, and what was built for them.
///
/// It knows the numeration systems, words and functions that filbert ships. Formulas nested deep need a deep stack: give
/// the thread 256 MiB for what the parser admits.
///
/// ```
/// let mut session = filbert::Session::new();
/// session.run("word fib msd_fib \"0->01 1->0\";")?;
/// assert!(session.decide(&"?msd_fib An fib[n]=F[n]".parse()?)?.is_true());
/// # Ok::<(), filbert::Error>(())
/// ```
#[derive(Default)]
pub struct Session(script::Session);

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

impl Session {
    /// A session without limits.
    ///
    /// ```
    /// assert!(filbert::Session::new().decide(&"2+2=4".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn new() -> Session {
        Session(script::Session::new())
    }

    /// A session each of whose statements and commands has these limits.
    ///
    /// ```
    /// let mut session = filbert::Session::with_limits(filbert::Limits::new().states(100_000));
    /// assert!(session.decide(&"2+2=4".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn with_limits(limits: Limits) -> Session {
        Session(script::Session::with_limits(limits.0))
    }

    /// Runs the commands of a script one after another, and says what each came to. `docs/commands.md` lists them.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.run("numeration narayana \"x^3=x^2+1\"; def gap \"?msd_narayana y=x+7\";")?;
    /// assert!(session.decide(&"?msd_narayana $gap(1,8)".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text, before anything is run; or why a command failed. Those before it are done then.
    pub fn run(&mut self, script: &str) -> Result<Vec<Answer>, Error> {
        let source = Source::new("script", script);
        let (commands, errors) = parse_script(&source);
        if let Some(error) = errors.into_iter().next() {
            return Err(error.into());
        }
        let mut answers = Vec::with_capacity(commands.len());
        for command in &commands {
            let effect = self.0.run(&source, command)?.effect;
            answers.push(match effect {
                Effect::Nothing => Answer::Done,
                Effect::Verdict(verdict) | Effect::Covered(verdict, _) | Effect::Proved(verdict, _) => {
                    Answer::Verdict(Verdict::new(verdict))
                }
                Effect::Relation(names, relation) => Answer::Relation(Relation::new(names, relation)),
                Effect::Words(names, language) => Answer::Language(Language::new(names, language)),
                Effect::Seen(seen) => Answer::Text(report::seen::text(&seen)),
                Effect::Quit => break,
            });
        }
        Ok(answers)
    }

    /// Whether a closed statement is true, and the numbers that show it.
    ///
    /// ```
    /// let squares = "?msd_fib En n>0 & Ai Et t<n & F[i+t]!=F[i+t+n]";
    /// assert!(filbert::Session::new().decide(&squares.parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it has free variables, or names what is not known; the limit that was passed.
    pub fn decide(&mut self, statement: &Statement) -> Result<Verdict, Error> {
        if let Some(free) = statement.variables().first() {
            return Err(Error::wrong(format!("`{free}` is free: the statement is neither true nor false")));
        }
        match self.0.answer(statement.source())?.effect {
            Effect::Verdict(verdict) => Ok(Verdict::new(verdict)),
            _ => unreachable!("a closed statement has a verdict"),
        }
    }

    /// The tuples that satisfy a statement, one number for each of its free variables.
    ///
    /// ```
    /// let wythoff = "?msd_fib $phin(n,a) & b=a+n";
    /// let pairs = filbert::Session::new().relation(&wythoff.parse()?)?;
    /// assert!(pairs.contains(&[6.into(), 10.into(), 4.into()])?);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it has no free variables, or names what is not known; the limit that was passed.
    pub fn relation(&mut self, statement: &Statement) -> Result<Relation, Error> {
        if statement.is_closed() {
            return Err(Error::wrong("the statement has no free variables: it is true or false"));
        }
        match self.0.answer(statement.source())?.effect {
            Effect::Relation(names, relation) => Ok(Relation::new(names, relation)),
            _ => Err(Error::wrong("the variables of the statement are words: ask for its language")),
        }
    }

    /// The tuples of words that satisfy a statement, one for each of its free variables.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.run("reg even {0,1} \"(0*10*1)*0*\";")?;
    /// let odd = session.language(&"~$even(x)".parse()?)?;
    /// assert_eq!(odd.first(2), [[vec![1]], [vec![0, 1]]]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If its free variables are numbers or it has none, or names what is not known; the limit that was passed.
    pub fn language(&mut self, statement: &Statement) -> Result<Language, Error> {
        match self.0.answer(statement.source())?.effect {
            Effect::Words(names, language) => Ok(Language::new(names, language)),
            _ => Err(Error::wrong("the statement has no free variables that are words")),
        }
    }

    /// Keeps a relation under a name, to be called as `$name(...)`.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// let even = session.relation(&"Ey x=2*y".parse()?)?;
    /// session.define("even", &even)?;
    /// assert!(session.decide(&"Ax $even(x) | $even(x+1)".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If this is no name.
    pub fn define(&mut self, name: &str, relation: &Relation) -> Result<(), Error> {
        if !crate::syntax::is_variable(name) {
            let message = format!("`{name}` is no name: a letter, not `A`, `E` or `I`, and letters, digits and `_`");
            return Err(Error::wrong(message));
        }
        self.0.define_function(name, FunctionKind::Relation(relation.inner().clone()));
        Ok(())
    }

    /// The function of this name, which is called as `$name(...)`, its tracks called `0`, `1`, ...
    ///
    /// ```
    /// let shift = filbert::Session::new().function("shift")?;
    /// assert!(shift.contains(&[4.into(), 7.into()])?);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is none of this name, or its tracks are not numbers; the limit that was passed.
    pub fn function(&self, name: &str) -> Result<Relation, Error> {
        let function = self.0.names().function(name);
        let function = function.ok_or_else(|| Error::wrong(format!("unknown function `${name}`")))?;
        let relation = match function.map_err(Error::wrong)?.kind() {
            FunctionKind::Relation(relation) => relation.clone(),
            FunctionKind::Truth(_) => return Err(Error::wrong(format!("`${name}` is a truth value"))),
            FunctionKind::Language(language) => {
                let systems: Option<Vec<_>> = language.tracks.iter().map(|track| track.system().cloned()).collect();
                let systems = systems.ok_or_else(|| Error::wrong(format!("`${name}` reads words, not numbers")))?;
                numeration::Relation::from_language(&language.dfa, &systems, &self.0.budget())?
            }
        };
        let tracks = (0..relation.systems().len()).map(|track| track.to_string().into()).collect();
        Ok(Relation::new(tracks, relation))
    }

    /// The numeration system of this name: `msd_fib`, or `fib` for short.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().system("7")?.name(), "msd_7");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is none.
    pub fn system(&self, name: &str) -> Result<NumerationSystem, Error> {
        let full =
            full_system_name(name).ok_or_else(|| Error::wrong(format!("`{name}` names no numeration system")))?;
        let system = self.0.names().system(&full).map_err(|error| Error::wrong(error.to_string()))?;
        Ok(NumerationSystem::new(system))
    }

    /// The word of this name.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().word("RS")?.letters(), [0, 1]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is none, or it is a family of words.
    pub fn word(&self, name: &str) -> Result<Word, Error> {
        let word = self.0.names().word(name).ok_or_else(|| Error::wrong(format!("unknown word `{name}`")))?;
        let word = word.map_err(Error::wrong)?;
        let family = || Error::wrong(format!("`{name}` is a family of words: some of its indices are words"));
        Ok(Word::new(word.word().ok_or_else(family)?.clone()))
    }

    /// The P-positions of a game that a command `game` has defined, found and proved.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.run("game W \"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)\":")?;
    /// let kernel = session.kernel("W")?;
    /// assert!(kernel.contains(&[3.into(), 5.into()])?);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game; if a limit is passed, as for a kernel that is not automatic in the system of the game.
    pub fn kernel(&mut self, game: &str) -> Result<Kernel, Error> {
        let found = self.0.games().into_iter().find(|(name, _)| name == game);
        let (name, rules) = found.ok_or_else(|| Error::wrong(format!("unknown game `{game}`")))?;
        let dfa = self.0.kernel_of(&name, &rules)?;
        let piles = rules.position().iter().map(|&pile| rules.variables().name(pile).clone()).collect();
        let positions = numeration::Relation::from_closed(dfa, rules.systems());
        Ok(Kernel::new(game, Relation::new(piles, positions)))
    }
}
