//! What every session knows: the functions of `automata/functions.prf`, the stored kernels, and the numeration systems.

use std::sync::Arc;

use crate::budget::{Budget, ProgressRegistry};
use crate::library::Folders;
use crate::logic::Function;

use super::names::{Names, Prelude};
use super::outcome::Limits;
use super::session::Session;
use super::{shipped_kernels, standard};

/// What filbert ships.
#[derive(Debug)]
struct Shipped;

impl Prelude for Shipped {
    fn function(&self, name: &str, budget: &Budget) -> Option<Result<Arc<Function>, String>> {
        match standard::functions(budget) {
            Ok(functions) => functions.get(name).cloned().map(Ok).or_else(|| shipped_kernels::kernel(name, budget)),
            Err(limit) => Some(Err(limit.to_string())),
        }
    }

    fn functions(&self) -> Vec<String> {
        standard::function_names()
            .into_iter()
            .chain(shipped_kernels::names().iter().map(|name| (*name).to_owned()))
            .collect()
    }
}

impl Names {
    /// The names that filbert ships.
    pub fn standard() -> Names {
        Names::with_prelude(&Shipped)
    }
}

impl Session {
    /// A session that knows what filbert ships.
    pub fn new() -> Session {
        Session::with_names(Names::standard())
    }

    /// A session whose statements have these limits.
    pub fn with_limits(limits: Limits) -> Session {
        let progress = limits.registry.as_ref().map(ProgressRegistry::add);
        let mut session = Session::new();
        (session.limits, session.progress) = (limits, progress);
        session.names.work_within(&session.limits.budget());
        if let Some(cache) = &session.limits.cache {
            session.workspace.use_cache(cache.clone());
        }
        session
    }

    /// A session that reads and writes a tree of folders.
    pub fn in_folders(limits: Limits, folders: Folders) -> Session {
        let mut session = Session::with_limits(limits);
        session.names.read_from(folders);
        session.keep_steps();
        session
    }
}
