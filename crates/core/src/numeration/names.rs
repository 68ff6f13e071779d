//! Numeration systems by name: those that filbert generates, and those that a script defines.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use crate::budget::Budget;
use crate::tuning::numeration::digits;

use super::base::{base, is_number};
use super::error::NumerationError;
use super::negative_base::negative;
use super::parry::from_recurrence;
use super::rule::Rule;
use super::system::{Direction, NumerationSystem};

/// The names that are always known, for messages and for `filbert certify` without arguments. Beside them stand
/// `msd_k` and `msd_neg_k` for any base k, `neg_fib`, the families `bonacciK`, `cubicS`, `wythoffS`,
/// and `root_3_2` for the largest root of x^2 = 3x + 2, and so on.
pub const NAMED: [&str; 10] =
    ["fib", "trib", "pell", "nara", "bonacci4", "bonacci5", "cubic2", "cubic3", "wythoff2", "wythoff3"];

/// The families, and the least number that may follow each name.
const FAMILIES: [(&str, usize); 3] = [("bonacci", 2), ("cubic", 1), ("wythoff", 1)];

/// What the names of the systems of a polynomial begin with.
const ROOT: &str = "root_";

/// Rules kept elsewhere, in files for example, which are read when they are first named.
pub trait StoredRules: Send + Sync {
    /// The names for which there is something, after `msd_`.
    fn names(&self) -> Vec<String>;

    /// The rule of a name, or what is wrong with it; `None` if there is none.
    fn read(&self, name: &str, budget: &Budget) -> Option<Result<Rule, String>>;
}

/// What was read of stored rules, and the systems made of it.
#[derive(Clone)]
struct Stored {
    rules: Arc<dyn StoredRules>,
    read: Arc<Mutex<HashMap<String, Option<Rule>>>>,
    built: Built,
}

impl Stored {
    fn has(&self, name: &str) -> bool {
        self.rules.names().iter().any(|known| known == name)
    }

    /// The system that a stored rule gives to a name; `None` if there is none, or if it is that which filbert generates.
    fn get(
        &self,
        full_name: &str,
        direction: Direction,
        name: &str,
        budget: &Budget,
    ) -> Option<Result<Arc<NumerationSystem>, NumerationError>> {
        let mut read = self.read.lock().expect("no holder panics");
        if !read.contains_key(name) {
            let rule = match self.rules.read(name, budget) {
                // It may have been a limit: it is read again when it is named again.
                Some(Err(why)) => return Some(Err(NumerationError::NotRecognized(why))),
                Some(Ok(rule)) => Some(rule),
                None => None,
            };
            // The generated system is shared, with all that was built in it.
            let is_generated =
                |rule: &Rule| generate(name).is_some_and(|known| known.is_ok_and(|known| known == *rule));
            read.insert(name.to_owned(), rule.filter(|rule| !is_generated(rule)));
        }
        let rule = read[name].clone()?;
        let mut built = self.built.lock().expect("no holder panics");
        if let Some(known) = built.get(full_name) {
            return Some(Ok(known.clone()));
        }
        let system = NumerationSystem::new(full_name.into(), direction, rule, budget).map(Arc::new);
        Some(system.inspect(|system| drop(built.insert(full_name.to_owned(), system.clone()))).map_err(Into::into))
    }
}

impl std::fmt::Debug for Stored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Stored").field(&self.rules.names()).finish()
    }
}

/// The numeration systems that formulas may name.
#[derive(Debug, Default, Clone)]
pub struct Numerations {
    /// By the part of the name after `msd_`.
    defined: HashMap<String, Rule>,
    /// What stands before the generated systems, and behind those defined; the last first.
    stored: Vec<Stored>,
    built: Built,
    /// That of the statement that may need a system to be built.
    budget: Option<Budget>,
}

/// The systems made so far, by full name.
type Built = Arc<Mutex<HashMap<String, Arc<NumerationSystem>>>>;

impl Numerations {
    /// The systems that filbert generates. All such registries share them, and the atoms built in them.
    pub fn standard() -> Numerations {
        static SHARED: OnceLock<Built> = OnceLock::new();
        Numerations { built: SHARED.get_or_init(Arc::default).clone(), ..Numerations::default() }
    }

    /// Systems are built within this budget from now on.
    pub fn build_within(&mut self, budget: Budget) {
        self.budget = Some(budget);
    }

    /// Gives back the memory of the atoms built so far.
    pub fn forget_atoms(&self) {
        for built in std::iter::once(&self.built).chain(self.stored.iter().map(|stored| &stored.built)) {
            built.lock().expect("no holder panics").values().for_each(|system| system.forget_atoms());
        }
    }

    /// Defines `msd_NAME` and `lsd_NAME`, hiding what had these names.
    pub fn define(&mut self, name: &str, rule: impl Into<Rule>) {
        self.defined.insert(name.to_owned(), rule.into());
        // From here on this registry's systems are its own.
        let kept = self.built.lock().expect("no holder panics").clone();
        let is_hidden = |full: &str| full.split_once('_').is_some_and(|(_, short)| short == name);
        self.built = Arc::new(Mutex::new(kept.into_iter().filter(|(full, _)| !is_hidden(full)).collect()));
    }

    /// Whether a name, after `msd_`, means what was defined here, or an integer base, which nothing redefines.
    pub fn is_fixed(&self, name: &str) -> bool {
        let number = name.strip_prefix("neg_").unwrap_or(name);
        is_number(number) || self.defined.contains_key(name) || self.stored.iter().any(|stored| stored.has(name))
    }

    /// Looks for names that are not defined here among these rules first.
    pub fn read_from(&mut self, rules: Arc<dyn StoredRules>) {
        self.stored.push(Stored { rules, read: Arc::default(), built: Arc::default() });
    }

    /// The system with this full name, `msd_fib` or `lsd_10`.
    ///
    /// # Errors
    /// [`NumerationError::Unknown`] if nothing has this name; the limit that was passed.
    pub fn get(&self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError> {
        let budget = self.budget.clone().unwrap_or_else(Budget::for_one_object);
        if let Some((direction, name)) = split(full_name)
            && !self.defined.contains_key(name)
            && let Some(found) =
                self.stored.iter().rev().find_map(|stored| stored.get(full_name, direction, name, &budget))
        {
            return found;
        }
        if let Some(system) = self.built.lock().expect("no holder panics").get(full_name) {
            return Ok(system.clone());
        }
        let unknown = || NumerationError::Unknown(full_name.to_owned());
        let (direction, name) = split(full_name).ok_or_else(unknown)?;
        let rule = match self.defined.get(name) {
            Some(rule) => rule.clone(),
            None => generate(name).ok_or_else(unknown)??,
        };
        let system = Arc::new(NumerationSystem::new(full_name.into(), direction, rule, &budget)?);
        Ok(self.built.lock().expect("no holder panics").entry(full_name.to_owned()).or_insert(system).clone())
    }

    /// Whether filbert itself knows a system by this name, the part after `msd_`.
    pub fn is_generated(name: &str) -> bool {
        generate(name).is_some_and(|rule| rule.is_ok())
    }

    /// Every name that could stand after `msd_`, for suggestions.
    pub fn names(&self) -> Vec<String> {
        let known = NAMED.into_iter().chain(["neg_2", "neg_fib"]).map(String::from);
        let stored = self.stored.iter().flat_map(|stored| stored.rules.names());
        self.defined.keys().cloned().chain(stored).chain(known).collect()
    }
}

/// The direction in which a full name says that words are read, and the rest of the name.
fn split(full_name: &str) -> Option<(Direction, &str)> {
    match full_name.split_once('_')? {
        ("msd", name) => Some((Direction::Msd, name)),
        ("lsd", name) => Some((Direction::Lsd, name)),
        _ => None,
    }
}

/// The system that filbert itself knows by this name, if it knows one.
fn generate(name: &str) -> Option<Result<Rule, NumerationError>> {
    if let Ok(b) = name.parse::<u64>() {
        return Some(base(b).map(Rule::from));
    }
    if let Some(found) = negative(name) {
        return Some(found.map(Rule::from));
    }
    if is_number(name) {
        return Some(Err(NumerationError::BadBase(name.into())));
    }
    for (family, least) in FAMILIES {
        let Some(parameter) = name.strip_prefix(family).filter(|rest| is_number(rest)) else { continue };
        let k = parameter.parse::<usize>().ok().filter(|k| (least..=digits::FAMILY_PARAMETER).contains(k));
        let Some(k) = k else {
            let parameter = parameter.into();
            return Some(Err(NumerationError::BadParameter {
                family,
                parameter,
                least,
                largest: digits::FAMILY_PARAMETER,
            }));
        };
        let first = i64::try_from(k).expect("at most the largest parameter");
        let recurrence = match family {
            "bonacci" => vec![1; k],
            "cubic" => vec![first, 1, 1],
            _ => vec![first, 1],
        };
        return Some(from_recurrence(&recurrence, None).map(Rule::from));
    }
    if let Some(coefficients) = name.strip_prefix(ROOT) {
        return root(coefficients);
    }
    let (recurrence, initial): (Vec<i64>, Option<&[u64]>) = match name {
        "fib" => (vec![1, 1], None),
        "trib" => (vec![1, 1, 1], None),
        "pell" => (vec![2, 1], Some(&[1, 2])),
        "nara" => (vec![1, 0, 1], None),
        _ => return None,
    };
    Some(from_recurrence(&recurrence, initial).map(Rule::from))
}

/// The system of the largest root of x^d = c_1 x^(d-1) + .. + c_d, from `c_1_.._c_d`.
fn root(coefficients: &str) -> Option<Result<Rule, NumerationError>> {
    let parts: Vec<&str> = coefficients.split('_').collect();
    if parts.len() < 2 || !parts.iter().all(|part| is_number(part)) {
        return None;
    }
    let number = |part: &&str| part.parse::<usize>().ok().filter(|c| *c <= digits::FAMILY_PARAMETER);
    let known: Option<Vec<usize>> = parts.iter().map(number).collect();
    let Some(known) = known.filter(|known| known.len() <= digits::FAMILY_PARAMETER) else {
        let (family, parameter, largest) = (ROOT, coefficients.into(), digits::FAMILY_PARAMETER);
        return Some(Err(NumerationError::BadParameter { family, parameter, least: 0, largest }));
    };
    let recurrence: Vec<i64> = known.into_iter().map(|c| c as i64).collect();
    Some(from_recurrence(&recurrence, None).map(Rule::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_known_in_both_directions() {
        let systems = Numerations::standard();
        for name in NAMED.iter().chain(&["2", "10", "1000"]) {
            for direction in ["msd", "lsd"] {
                assert!(systems.get(&format!("{direction}_{name}")).is_ok(), "{direction}_{name}");
            }
        }
        for name in ["msd_", "msd_1", "msd_nope", "fib", "msd_bonacci1", "up_fib"] {
            assert!(systems.get(name).is_err(), "{name}");
        }
    }

    /// Bases 7, 2 and one that cannot be read, under other names, and how often each was read.
    #[derive(Default)]
    struct Shelf(Mutex<Vec<String>>);

    impl StoredRules for Shelf {
        fn names(&self) -> Vec<String> {
            ["fib", "2", "bad"].map(String::from).into()
        }

        fn read(&self, name: &str, _: &Budget) -> Option<Result<Rule, String>> {
            self.0.lock().unwrap().push(name.to_owned());
            match name {
                "fib" => Some(Ok(base(7).unwrap().into())),
                "2" => Some(Ok(base(2).unwrap().into())),
                "bad" => Some(Err("bad.txt:1: no adder".into())),
                _ => None,
            }
        }
    }

    #[test]
    fn stored_rules_are_read_when_they_are_first_named() {
        let (shelf, standard) = (Arc::new(Shelf::default()), Numerations::standard());
        let mut own = Numerations::standard();
        own.read_from(shelf.clone());
        assert!(own.names().contains(&"bad".to_owned()) && shelf.0.lock().unwrap().is_empty());
        for _ in 0..3 {
            assert_eq!(own.get("msd_fib").unwrap().digits(), 7);
            assert_eq!(own.get("lsd_fib").unwrap().direction(), Direction::Lsd);
            assert!(Arc::ptr_eq(&own.get("msd_2").unwrap(), &standard.get("msd_2").unwrap()));
            assert_eq!(own.get("msd_trib").unwrap(), standard.get("msd_trib").unwrap());
        }
        assert_eq!(own.get("msd_bad"), Err(NumerationError::NotRecognized("bad.txt:1: no adder".into())));
        assert_eq!(*shelf.0.lock().unwrap(), ["fib", "2", "trib", "bad"]);
        own.define("fib", base(5).unwrap());
        assert_eq!(own.get("msd_fib").unwrap().digits(), 5);
        assert_eq!(standard.get("msd_fib").unwrap().digits(), 2);
    }

    #[test]
    fn a_definition_hides_the_standard_system_only_where_it_is_made() {
        let mut own = Numerations::standard();
        let standard = own.get("msd_fib").unwrap();
        own.define("fib", base(7).unwrap());
        assert_eq!(own.get("msd_fib").unwrap().digits(), 7);
        assert_eq!(Numerations::standard().get("msd_fib").unwrap(), standard);
    }
}
