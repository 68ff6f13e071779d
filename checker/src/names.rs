//! What the names of a script mean at one place in it.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::rc::Rc;

use crate::Read;
use crate::clauses::Clauses;
use crate::command::{FUNCTION, GAME, MACRO, SEQUENCE, SYSTEM, WORD};
use crate::core::Game;
use crate::families::Family;
use crate::linear::Series;
use crate::machine::Machine;
use crate::system::Track;

/// The rule of a game and what stands behind it, if its piles may be in any system.
pub type Anywhere = Option<(String, Clauses)>;

/// What a name stands for.
#[derive(Clone)]
pub enum Named {
    Macro(String),
    /// A function or a word.
    Table(Rc<Machine>),
    /// A function whose words of digits need not have all paddings with zeros: as a relation, and these words.
    Words(Rc<Machine>, Rc<Machine>),
    /// A game, and its rule and clauses if these name no system.
    Game(Rc<Game>, Anywhere),
    Series(Rc<Series>),
    System(Track),
    /// A family, and its words if it has some.
    Family(Rc<Family>, Option<Rc<Machine>>),
}

/// The names known, each behind the mark of its kind: see `command`.
#[derive(Clone, Default)]
pub struct Names {
    /// What every script knows.
    shipped: Rc<HashMap<String, Named>>,
    /// What was bound since, or why it was left undecided, which hides what is shipped.
    own: HashMap<String, Read<Named>>,
    /// A command that may have given another meaning to any of them.
    pub broken: Option<String>,
    /// The files that were included.
    pub included: BTreeSet<PathBuf>,
}

impl Names {
    /// Those of a new script, to which all that is bound here is shipped.
    pub fn shipped(self) -> Names {
        let mut shipped = (*self.shipped).clone();
        for (name, meaning) in self.own {
            match meaning {
                Ok(meaning) => shipped.insert(name, meaning),
                Err(_) => shipped.remove(&name),
            };
        }
        Names { shipped: Rc::new(shipped), broken: self.broken, ..Names::default() }
    }

    pub fn bind(&mut self, kind: &str, name: &str, meaning: Named) {
        self.own.insert(format!("{kind}{name}"), Ok(meaning));
    }

    /// Leaves a name undecided.
    pub fn leave(&mut self, name: String, why: &str) {
        self.own.insert(name, Err(why.to_owned()));
    }

    /// The names bound or left undecided since the beginning of the script.
    pub fn own(&self) -> impl Iterator<Item = &str> {
        self.own.keys().map(|name| bare(name))
    }

    /// Takes over what another script binds.
    pub fn include(&mut self, path: PathBuf, other: &Names) {
        self.own.extend(other.own.iter().map(|(name, meaning)| (name.clone(), meaning.clone())));
        self.broken = self.broken.take().or_else(|| other.broken.clone());
        self.included.insert(path);
        self.included.extend(other.included.iter().cloned());
    }

    pub fn get(&self, kind: &str, name: &str) -> Read<Option<&Named>> {
        let key = format!("{kind}{name}");
        match self.own.get(&key) {
            Some(Ok(meaning)) => Ok(Some(meaning)),
            Some(Err(why)) => Err(format!("`{name}` was left undecided: {why}")),
            None => Ok(self.shipped.get(&key)),
        }
    }

    /// A family: its name is hidden by a word with this name.
    pub fn family(&self, name: &str) -> Read<Rc<Family>> {
        match self.get(WORD, name)? {
            Some(Named::Family(family, _)) => Ok(family.clone()),
            _ => Err(format!("no family `{name}`")),
        }
    }

    /// The numeration systems that are defined, by their names without `msd_`; those of families by their names and `(`.
    pub fn systems(&self) -> HashMap<String, Read<Track>> {
        let system = |(name, meaning): (&String, &Read<Named>)| {
            if let (Some(name), Ok(Named::Family(family, _))) = (name.strip_prefix(WORD), meaning) {
                return Some((format!("{name}("), Ok(family.number.clone())));
            }
            let track = match meaning {
                Ok(Named::System(track)) => Ok(track.clone()),
                Ok(_) => return None,
                Err(why) => Err(format!("`msd_{}` was left undecided: {why}", bare(name))),
            };
            Some((name.strip_prefix(SYSTEM)?.to_owned(), track))
        };
        self.own.iter().filter_map(system).collect()
    }

    pub fn function(&self, name: &str) -> Read<Rc<Machine>> {
        match self.get(FUNCTION, name)? {
            Some(Named::Table(machine) | Named::Words(machine, _)) => Ok(machine.clone()),
            _ => Err(format!("no function `${name}`")),
        }
    }

    /// A game, and its rules if they may be in any system.
    pub fn game(&self, name: &str) -> Read<(&Rc<Game>, &Anywhere)> {
        match self.get(GAME, name)? {
            Some(Named::Game(game, anywhere)) => Ok((game, anywhere)),
            _ => Err("there is no game with this name".into()),
        }
    }

    pub fn word(&self, name: &str) -> Read<Rc<Machine>> {
        match self.get(WORD, name)? {
            Some(Named::Table(machine) | Named::Family(_, Some(machine))) => Ok(machine.clone()),
            _ => Err(format!("no word `{name}`")),
        }
    }

    pub fn template(&self, name: &str) -> Read<&str> {
        match self.get(MACRO, name)? {
            Some(Named::Macro(template)) => Ok(template),
            _ => Err(format!("no macro `#{name}`")),
        }
    }

    /// Whether a name is that of a sequence, decided or not.
    pub fn is_sequence(&self, name: &str) -> bool {
        !matches!(self.get(SEQUENCE, name), Ok(None))
    }

    pub fn series(&self, name: &str) -> Read<Rc<Series>> {
        match self.get(SEQUENCE, name)? {
            Some(Named::Series(series)) => Ok(series.clone()),
            _ => Err(format!("no sequence `{name}`")),
        }
    }
}

/// A name without the mark of its kind.
pub fn bare(name: &str) -> &str {
    name.strip_prefix(GAME).unwrap_or(name).trim_start_matches(['$', '[', '(', '#', '?'])
}
