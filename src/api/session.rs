//! Names defined so far, and what can be asked of them.

use std::time::Duration;

use super::error::Error;
use super::kernel::Kernel;
use super::language::Language;
use super::linear::LinearRepresentation;
use super::lint::Lints;
use super::relation::Relation;
use super::statement::Statement;
use super::system::NumerationSystem;
use super::table::Table;
use super::verdict::Verdict;
use super::watch::Watch;
use super::word::Word;
use crate::logic::{Environment, FunctionKind};
use crate::numeration;
use crate::report;
use crate::script::{self, Effect, Repeated, Run};
use crate::syntax::ast::Name;
use crate::syntax::{Command, CommandKind, Source, Span, full_system_name, parse_in_order};

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

    /// Ends a statement once the process has more bytes in use.
    ///
    /// ```
    /// let mut session = filbert::Session::with_limits(filbert::Limits::new().memory(1));
    /// assert!(session.relation(&"?msd_bonacci5 x+y=z".parse()?).is_err());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    #[must_use]
    pub fn memory(self, bytes: usize) -> Limits {
        Limits(script::Limits { memory: Some(bytes), ..self.0 })
    }

    /// Lets someone see how far statements have come, and end them.
    ///
    /// ```
    /// let watch = filbert::Watch::new();
    /// let mut session = filbert::Session::with_limits(filbert::Limits::new().watched_by(&watch));
    /// assert!(session.decide(&"2+2=4".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    #[must_use]
    pub fn watched_by(self, watch: &Watch) -> Limits {
        Limits(watch.over(self.0))
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
pub struct Session(script::Session, Lints);

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

impl Session {
    pub(super) fn inner(&self) -> &script::Session {
        &self.0
    }

    pub(super) fn inner_mut(&mut self) -> &mut script::Session {
        &mut self.0
    }

    pub(super) fn lints_mut(&mut self) -> &mut Lints {
        &mut self.1
    }

    /// A session without limits.
    ///
    /// ```
    /// assert!(filbert::Session::new().decide(&"2+2=4".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn new() -> Session {
        Session(script::Session::new(), Lints::default())
    }

    /// A session each of whose statements and commands has these limits.
    ///
    /// ```
    /// let mut session = filbert::Session::with_limits(filbert::Limits::new().states(100_000));
    /// assert!(session.decide(&"2+2=4".parse()?)?.is_true());
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn with_limits(limits: Limits) -> Session {
        Session(script::Session::with_limits(limits.0), Lints::default())
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
    /// What is wrong with the text, before anything is run; or why a command failed. Those before it are done then, and what
    /// it and those behind it would have defined is left undecided.
    pub fn run(&mut self, script: &str) -> Result<Vec<Answer>, Error> {
        let source = Source::new("script", script);
        let items = parse_in_order(&source);
        let (mut answers, mut repeated) = (Vec::with_capacity(items.len()), Repeated::default());
        let mut failure = items.iter().find_map(|item| Some(item.as_ref().err()?.error.clone().into()));
        for item in &items {
            match item {
                Ok(command) if failure.is_some() => self.0.leave(&source, command),
                Err(broken) => self.0.leave_broken(&source, broken),
                Ok(command) => match self.0.run(&source, command) {
                    Ok(run) => {
                        let truth = run.truth();
                        let Some(answer) = answer_of(run, stated(&source, command)) else { break };
                        answers.push(self.lint_command(&mut repeated, (&source, command), truth, answer));
                    }
                    Err(why) => failure = Some(Error::from(why)),
                },
            }
        }
        failure.map_or(Ok(answers), Err)
    }

    /// Reads a statement that may use the macros of the session.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.run("macro twice \"(%0=2*%1)\":")?;
    /// let even = session.read("Ey #twice(x,y)")?;
    /// assert!(session.relation(&even)?.contains(&[6.into()])?);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(&mut self, statement: &str) -> Result<Statement, Error> {
        let source = Source::new("statement", statement);
        let formula = self.0.read(&source, source.span())?;
        Ok(Statement::new(source, formula))
    }

    /// What a statement comes to: a verdict if it is closed, otherwise what satisfies it.
    ///
    /// ```
    /// use filbert::{Answer, Session};
    /// let mut session = Session::new();
    /// assert!(matches!(session.answer(&"Ex x=2".parse()?)?, Answer::Verdict(_)));
    /// assert!(matches!(session.answer(&"x=2".parse()?)?, Answer::Relation(_)));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it names what is not known; the limit that was passed.
    pub fn answer(&mut self, statement: &Statement) -> Result<Answer, Error> {
        let source = statement.source();
        let run = self.0.answer(source)?;
        let truth = run.truth();
        let answer = answer_of(run, source.text()).expect("a statement ends no script");
        Ok(self.lint_statement(source, truth, answer))
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
        match self.answer(statement)? {
            Answer::Verdict(verdict) => Ok(verdict),
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
        match self.answer(statement)? {
            Answer::Relation(relation) => Ok(relation),
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
        match self.answer(statement)? {
            Answer::Language(language) => Ok(language),
            _ => Err(Error::wrong("the statement has no free variables that are words")),
        }
    }

    /// Keeps from now on how statements are answered, for [`new_steps`](Session::new_steps). The automata of all steps stay
    /// in memory.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.keep_steps();
    /// session.decide(&"?msd_fib Ax Ey x=2*y".parse()?)?;
    /// assert!(session.new_steps().contains("search"));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn keep_steps(&mut self) {
        self.0.keep_steps();
    }

    /// The steps since the last call as a table, as `filbert explain` prints it: each automaton built, from what, its size
    /// and what it cost. Empty if no automaton had to be built, or if nobody asked to [keep](Session::keep_steps) steps.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.keep_steps();
    /// session.relation(&"?msd_fib Ey x=2*y".parse()?)?;
    /// assert!(session.new_steps().starts_with(" step  method"));
    /// assert_eq!(session.new_steps(), "");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    pub fn new_steps(&mut self) -> String {
        let (first, steps) = self.0.new_steps();
        if steps.is_empty() { String::new() } else { report::plan::steps(first, &steps) }
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
            let message = format!("`{name}` is not a name: a letter, not `A`, `E` or `I`, and letters, digits and `_`");
            return Err(Error::wrong(message));
        }
        let named = relation.tracks().iter().all(|track| crate::syntax::is_variable(track));
        let arguments = if named { relation.tracks().to_vec() } else { Vec::new() };
        self.0.define_named(name, FunctionKind::Relation(relation.inner().clone()), arguments);
        Ok(())
    }

    /// The function of this name, which is called as `$name(...)`. Its tracks have the names of its definition: the
    /// variables of a formula, the piles of a game. They are called `0`, `1`, ... where a definition has no names.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// assert_eq!(session.function("pposK2")?.tracks(), ["p".into(), "q".into()]);
    /// let shift = session.function("shift")?;
    /// assert!(shift.contains(&[4.into(), 7.into()])? && shift.tracks() == ["0".into(), "1".into()]);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is none of this name, or its tracks are not numbers; the limit that was passed.
    pub fn function(&mut self, name: &str) -> Result<Relation, Error> {
        self.0.restart_clock();
        let function = self.0.names().function(name);
        let function = function.ok_or_else(|| Error::wrong(format!("unknown function `${name}`")))?;
        let function = function.map_err(Error::wrong)?;
        let relation = match function.kind() {
            FunctionKind::Relation(relation) => relation.clone(),
            FunctionKind::Truth(_) => return Err(Error::wrong(format!("`${name}` is a truth value"))),
            FunctionKind::Language(language) => {
                let systems: Option<Vec<_>> = language.tracks.iter().map(|track| track.system().cloned()).collect();
                let systems = systems.ok_or_else(|| Error::wrong(format!("`${name}` reads words, not numbers")))?;
                numeration::Relation::from_language(&language.dfa, &systems, &self.0.budget())?
            }
        };
        let count = relation.systems().len();
        let named = Some(function.arguments().to_vec()).filter(|names| names.len() == count);
        let named = named.or_else(|| script::shipped_piles(name));
        let tracks = named.unwrap_or_else(|| (0..count).map(|track| track.to_string().into()).collect());
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
    pub fn system(&mut self, name: &str) -> Result<NumerationSystem, Error> {
        let full =
            full_system_name(name).ok_or_else(|| Error::wrong(format!("`{name}` is not a numeration system")))?;
        self.0.restart_clock();
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
    pub fn word(&mut self, name: &str) -> Result<Word, Error> {
        self.0.restart_clock();
        let word = self.0.names().word(name).ok_or_else(|| Error::wrong(format!("unknown word `{name}`")))?;
        let word = word.map_err(Error::wrong)?;
        let family = || Error::wrong(format!("`{name}` is a family of words: some of its indices are words"));
        Ok(Word::new(word.word().ok_or_else(family)?.clone()))
    }

    /// The P-positions of a game that a command `game` has defined, found and proved, or that filbert ships.
    ///
    /// ```
    /// let mut session = filbert::Session::new();
    /// session.run("game W \"?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)\":")?;
    /// assert!(session.kernel("W")?.contains(&[3.into(), 5.into()])?);
    /// assert_eq!(session.kernel("K2")?.positions().states(), 28);
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game; if a limit is passed, as for a kernel that is not automatic in the system of the game.
    pub fn kernel(&mut self, game: &str) -> Result<Kernel, Error> {
        self.0.restart_clock();
        let name = self.known_game(game, true)?;
        let unknown = || Error::wrong(format!("the kernel of `{game}` is not known"));
        self.0.require_kernel(&name)?;
        let player = self.0.watched(&format!("kernel of {name}"), |session| session.player(&name))?;
        let (player, dfa) = player.ok_or_else(unknown)?;
        let rules = self.0.rules(&name).ok_or_else(unknown)?;
        let systems = vec![rules.system.clone(); rules.position.len()];
        let positions = Relation::new(rules.position.clone(), numeration::Relation::from_closed(dfa, systems));
        Ok(Kernel::new(&name, positions, player, self.0.limits()))
    }

    /// The Sprague-Grundy values of a game with piles smaller than `side`, computed from the moves alone.
    ///
    /// ```
    /// assert_eq!(filbert::Session::new().table("Splithoff", 4)?.value(&[1, 2]), Some(0));
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game, or no table of it: it has four piles or more, moves can be blocked, play is misere, or the
    /// table is too large; the limit that was passed.
    pub fn table(&mut self, game: &str, side: usize) -> Result<Table, Error> {
        self.0.restart_clock();
        let name = self.known_game(game, false)?;
        let found = self.0.games().into_iter().find(|(known, _)| *known == name);
        let (_, rules) = found.ok_or_else(|| Error::wrong(format!("unknown game `{game}`")))?;
        let table = self.0.watched(&format!("table of {name}"), |session| session.table(&rules, side));
        Ok(Table::new(&name, table?))
    }

    /// The name of a game that is known, or that filbert ships and is known from now on.
    fn known_game(&mut self, game: &str, for_playing: bool) -> Result<String, Error> {
        match self.0.require_game(game)? {
            Some(name) if for_playing || self.0.games().iter().any(|(known, _)| *known == name) => Ok(name),
            _ => {
                let unknown = |why: String| Error::wrong(why.replacen("no file and no shipped", "unknown", 1));
                script::shipped_game(&mut self.0, game, for_playing).map_err(unknown)?;
                Ok(game.to_owned())
            }
        }
    }

    /// For each value of the variables `by`, how many values the other free variables of a statement have.
    ///
    /// ```
    /// let below = filbert::Session::new().count(&"?msd_fib i<n".parse()?, &["n"])?;
    /// assert_eq!(below.value(&[20.into()])?.to_string(), "20");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If one of them is not free, or no number; if the others have infinitely many values; the limit that was passed.
    pub fn count(&mut self, statement: &Statement, by: &[&str]) -> Result<LinearRepresentation, Error> {
        if by.is_empty() || statement.is_closed() {
            return Err(Error::wrong("counting needs free variables, and at least one of them to count by"));
        }
        let formula = statement.source().span();
        let mut text = statement.source().text().to_owned();
        let mut names = Vec::with_capacity(by.len());
        for name in by {
            let start = text.len() + 1;
            text = text + "\n" + name;
            names.push(Name { text: (*name).into(), span: Span::new(start, text.len()) });
        }
        let counted = self.0.count(&Source::new("statement", text), formula, &names)?;
        LinearRepresentation::read(&counted, self.0.names(), self.0.limits())
    }

    /// The linear representation that a command `eval NAME n ... "..."` made.
    ///
    /// ```no_run
    /// let mut session = filbert::Session::new();
    /// // This writes the files of the representation as well.
    /// session.run("eval fewer n \"?msd_fib i<n\":")?;
    /// assert_eq!(session.linear_representation("fewer")?.value(&[20.into()])?.to_string(), "20");
    /// # Ok::<(), filbert::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn linear_representation(&mut self, name: &str) -> Result<LinearRepresentation, Error> {
        let text = self.0.linear_representation(name)?.map(str::to_owned);
        let unknown = || Error::wrong(format!("no linear representation `{name}`: `eval {name} n \"...\":` makes one"));
        LinearRepresentation::read(&text.ok_or_else(unknown)?, self.0.names(), self.0.limits())
    }
}

/// `None` if the script ends.
fn answer_of(run: Run, statement: &str) -> Option<Answer> {
    if let Some((verdict, word)) = run.effect.verdict() {
        let verdict = Verdict::new(verdict.clone(), word, statement, run.time, run.largest);
        return Some(Answer::Verdict(verdict.with_guesses(run.guesses)));
    }
    Some(match run.effect {
        Effect::Verdict(_) | Effect::Covered(..) | Effect::Proved(..) | Effect::Nothing => Answer::Done,
        Effect::Relation(names, relation) => Answer::Relation(Relation::new(names, relation)),
        Effect::Words(names, language) => Answer::Language(Language::new(names, language)),
        Effect::Query(seen) => Answer::Text(report::seen::text(&seen)),
        Effect::Quit => return None,
    })
}

/// The statement of a command; the command itself if it has none.
fn stated<'a>(source: &'a Source, command: &Command) -> &'a str {
    source.slice(match &command.kind {
        CommandKind::Eval { formula, .. }
        | CommandKind::Def { formula, .. }
        | CommandKind::Theorem { formula, .. }
        | CommandKind::Refute { formula, .. } => formula.span,
        _ => command.span,
    })
}
