//! The constructor parameters that become fields as they are.

use std::sync::Mutex;

use reenact_flow::exec::Target;
use reenact_flow::paths::PathCache;
use reenact_flow::term::{Term, Terms};
use reenact_world::{FieldId, MethodId, World};
use rustc_hash::FxHashMap;

/// Finds, for a constructor and a field, the parameter that is stored in it on every path.
pub struct Setters<'w> {
    paths: PathCache<'w>,
    found: Mutex<FxHashMap<(MethodId, FieldId), Option<usize>>>,
}

impl<'w> Setters<'w> {
    pub fn new(world: &'w World) -> Setters<'w> {
        Setters { paths: PathCache::new(world), found: Mutex::default() }
    }

    /// The parameter of a constructor that a field gets, counted from 0.
    pub fn parameter(&self, constructor: MethodId, field: FieldId) -> Option<usize> {
        let mut found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *found.entry((constructor, field)).or_insert_with(|| self.find(constructor, field))
    }

    fn find(&self, constructor: MethodId, field: FieldId) -> Option<usize> {
        let paths = self.paths.get(constructor);
        let mut all: Option<usize> = None;
        for path in &paths.paths {
            let stores = path.stores.iter();
            let mut values = stores.filter(|store| store.target == Target::Field(Terms::receiver(), field));
            let Term::Parameter(index) = paths.terms[values.next_back()?.value] else { return None };
            if all.replace(index.into()).is_some_and(|other| other != usize::from(index)) {
                return None;
            }
        }
        all
    }
}
