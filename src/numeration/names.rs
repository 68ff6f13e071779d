//! Numeration systems by name: those that filbert generates, and those that a script defines.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use crate::budget::Budget;

use super::base::{base, is_number};
use super::error::NumerationError;
use super::negative_base::negative;
use super::parry::from_recurrence;
use super::rule::Rule;
use super::system::{Direction, NumerationSystem};

/// The names that are always known, for messages and for `filbert certify` without arguments. Beside them stand
/// `msd_k` and `msd_neg_k` for any base k, `neg_fib`, and the families `bonacciK`, `cubicS`, `wythoffS`.
pub const NAMED: [&str; 10] =
    ["fib", "trib", "pell", "nara", "bonacci4", "bonacci5", "cubic2", "cubic3", "wythoff2", "wythoff3"];

/// The families, and the least number that may follow each name.
const FAMILIES: [(&str, usize); 3] = [("bonacci", 2), ("cubic", 1), ("wythoff", 1)];

/// Order and largest coefficient of the families: beyond, adders no longer fit anywhere.
const LARGEST_PARAMETER: usize = 32;

/// The numeration systems that formulas may name.
#[derive(Debug, Default, Clone)]
pub struct Numerations {
    /// By the part of the name after `msd_`.
    defined: HashMap<String, Rule>,
    /// Names that stand for something wrong, and what is wrong with it.
    refused: HashMap<String, String>,
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
        Numerations {
            defined: HashMap::new(),
            refused: HashMap::new(),
            built: SHARED.get_or_init(Arc::default).clone(),
            budget: None,
        }
    }

    /// Systems are built within this budget from now on.
    pub fn build_within(&mut self, budget: Budget) {
        self.budget = Some(budget);
    }

    /// Gives back the memory of the atoms built so far.
    pub fn forget_atoms(&self) {
        self.built.lock().expect("no holder panics").values().for_each(|system| system.forget_atoms());
    }

    /// Defines `msd_NAME` and `lsd_NAME`, hiding what had these names.
    pub fn define(&mut self, name: &str, rule: impl Into<Rule>) {
        self.defined.insert(name.to_owned(), rule.into());
        self.refused.remove(name);
        // From here on this registry's systems are its own.
        let kept = self.built.lock().expect("no holder panics").clone();
        let is_hidden = |full: &str| full.split_once('_').is_some_and(|(_, short)| short == name);
        self.built = Arc::new(Mutex::new(kept.into_iter().filter(|(full, _)| !is_hidden(full)).collect()));
    }

    /// Makes `msd_NAME` and `lsd_NAME` an error: what they were to stand for is wrong.
    pub fn refuse(&mut self, name: &str, why: String) {
        self.refused.insert(name.to_owned(), why);
    }

    /// The system with this full name, `msd_fib` or `lsd_10`.
    ///
    /// # Errors
    /// [`NumerationError::Unknown`] if nothing has this name; the limit that was passed.
    pub fn get(&self, full_name: &str) -> Result<Arc<NumerationSystem>, NumerationError> {
        if let Some(why) = full_name.split_once('_').and_then(|(_, name)| self.refused.get(name)) {
            return Err(NumerationError::NotRecognized(why.clone()));
        }
        if let Some(system) = self.built.lock().expect("no holder panics").get(full_name) {
            return Ok(system.clone());
        }
        let unknown = || NumerationError::Unknown(full_name.to_owned());
        let (direction, name) = match full_name.split_once('_').ok_or_else(unknown)? {
            ("msd", name) => (Direction::Msd, name),
            ("lsd", name) => (Direction::Lsd, name),
            _ => return Err(unknown()),
        };
        let rule = match self.defined.get(name) {
            Some(rule) => rule.clone(),
            None => generate(name).ok_or_else(unknown)??,
        };
        let budget = self.budget.clone().unwrap_or_else(Budget::for_shipped);
        let system = Arc::new(NumerationSystem::new(full_name.into(), direction, rule, &budget)?);
        Ok(self.built.lock().expect("no holder panics").entry(full_name.to_owned()).or_insert(system).clone())
    }

    /// Every name that could stand after `msd_`, for suggestions.
    pub fn names(&self) -> Vec<String> {
        let known = NAMED.into_iter().chain(["neg_2", "neg_fib"]).map(String::from);
        self.defined.keys().cloned().chain(known).collect()
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
        let k = parameter.parse::<usize>().ok().filter(|k| (least..=LARGEST_PARAMETER).contains(k));
        let Some(k) = k else {
            let parameter = parameter.into();
            return Some(Err(NumerationError::BadParameter { family, parameter, least, largest: LARGEST_PARAMETER }));
        };
        let first = i64::try_from(k).expect("at most the largest parameter");
        let recurrence = match family {
            "bonacci" => vec![1; k],
            "cubic" => vec![first, 1, 1],
            _ => vec![first, 1],
        };
        return Some(from_recurrence(&recurrence, None).map(Rule::from));
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

    #[test]
    fn a_definition_hides_the_standard_system_only_where_it_is_made() {
        let mut own = Numerations::standard();
        let standard = own.get("msd_fib").unwrap();
        own.define("fib", base(7).unwrap());
        assert_eq!(own.get("msd_fib").unwrap().digits(), 7);
        assert_eq!(Numerations::standard().get("msd_fib").unwrap(), standard);
    }
}
