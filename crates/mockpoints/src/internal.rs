//! Fields with internal state: static fields and the fields of shared objects, except those that nothing modifies
//! after initialisation.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use reenact_base::Id;
use reenact_world::{CallGraph, ClassId, FieldId, FieldView, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::beans::Wiring;
use crate::catalog::Catalog;
use crate::lift::Creators;
use crate::point::{Kind, SourceSite};
use crate::program::Program;
use crate::scope::Scope;
use crate::solve::Solution;
use crate::summary::{CHANGED, Mask, WRITTEN, bit};

const SHARDS: usize = 64;

/// The number of levels of callers that are searched for whether a method only helps to build an object.
const HELPERS: usize = 6;

/// The fields with internal state, and the rejected candidates.
#[derive(Default)]
pub(crate) struct Internal {
    pub fields: FxHashMap<FieldId, Mask>,
    /// By field: its group, if a catalog names it.
    pub groups: FxHashMap<FieldId, String>,
    pub candidates: Vec<SourceSite>,
    pub with_modifier: usize,
    pub kept: usize,
}

impl Internal {
    fn take(&mut self, other: Internal) {
        self.fields.extend(other.fields);
        self.groups.extend(other.groups);
        self.candidates.extend(other.candidates);
        self.with_modifier += other.with_modifier;
        self.kept += other.kept;
    }
}

pub(crate) struct Finder<'f, 'a> {
    pub scope: &'f Scope<'a>,
    pub graph: &'f CallGraph,
    pub catalog: &'f Catalog,
    pub wiring: &'f Wiring,
    pub program: &'f Program<'a>,
    pub solution: &'f Solution,
    pub creators: &'f Creators,
    pub callers: Callers,
}

/// A cache of callers.
pub(crate) struct Callers(Vec<Mutex<FxHashMap<MethodId, Arc<[MethodId]>>>>);

impl Callers {
    pub fn new() -> Self {
        Callers((0..SHARDS).map(|_| Mutex::default()).collect())
    }

    fn get(&self, method: MethodId, find: impl FnOnce() -> Vec<MethodId>) -> Arc<[MethodId]> {
        let known = || self.0[method.index() % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(callers) = known().get(&method) {
            return Arc::clone(callers);
        }
        let callers: Arc<[MethodId]> = find().into();
        known().insert(method, Arc::clone(&callers));
        callers
    }
}

/// Classifies fields.
struct Known {
    /// Shared classes, and the superclasses that they inherit fields from.
    shared: FxHashSet<ClassId>,
    /// Fields whose containers remain empty.
    empty: FxHashSet<FieldId>,
    changed_by: FxHashMap<FieldId, Vec<MethodId>>,
}

impl Finder<'_, '_> {
    pub fn find(&self) -> Internal {
        let mut internal = Internal::default();
        let mut changed_by: FxHashMap<FieldId, Vec<MethodId>> = FxHashMap::default();
        for (position, changes) in self.solution.changes.iter().enumerate() {
            for &(field, events) in changes {
                if events & CHANGED != 0 || events & WRITTEN != 0 && self.holds_plain_object(field) {
                    changed_by.entry(field).or_default().push(self.program.methods[position]);
                }
            }
        }
        let shared = self.shared_classes();
        let known = Known { shared, empty: self.empty_fields(), changed_by };
        let classes: Vec<ClassId> = self.scope.own_classes().map(|class| class.id()).collect();
        let judged: Vec<Internal> =
            classes.par_iter().map(|&class| self.judge_class(class, &known)).collect();
        judged.into_iter().for_each(|judged| internal.take(judged));
        internal
    }

    fn judge_class(&self, class: ClassId, known: &Known) -> Internal {
        let mut internal = Internal::default();
        for field in self.scope.world.view(class).fields() {
            self.dynamic_field(field, &mut internal);
            let flags = field.access_flags();
            let is_shared = flags.is_static() || known.shared.contains(&class);
            let is_constant = flags.is_final()
                && (self.is_immutable(&field.descriptor().to_str()) || known.empty.contains(&field.id()));
            if !flags.is_synthetic() && is_shared && !is_constant {
                self.classify(
                    field,
                    known.changed_by.get(&field.id()).map_or(&[], Vec::as_slice),
                    &mut internal,
                );
            }
        }
        internal
    }

    /// Returns fields that only ever hold immutable empty containers.
    fn empty_fields(&self) -> FxHashSet<FieldId> {
        let skeletons = self.program.skeletons.iter();
        let mut empty: FxHashSet<FieldId> =
            skeletons.clone().flat_map(|skeleton| skeleton.empties.iter().copied()).collect();
        for skeleton in skeletons {
            for store in skeleton.stores {
                if empty.contains(&store.field) && !skeleton.stores_only(skeleton.empties, store.field) {
                    empty.remove(&store.field);
                }
            }
        }
        empty
    }

    /// Shared classes, and the superclasses that they inherit fields from.
    fn shared_classes(&self) -> FxHashSet<ClassId> {
        let mut shared = FxHashSet::default();
        for class in self.scope.own_classes().filter(|class| self.wiring.is_shared(class.id())) {
            shared.insert(class.id());
            shared.extend(self.scope.world.superclasses(class.id()));
        }
        shared
    }

    fn dynamic_field(&self, field: FieldView<'_>, internal: &mut Internal) {
        for row in &self.catalog.fields {
            let is_annotated = field.annotation_uses().iter().any(|used| {
                row.annotations.iter().any(|name| self.scope.world.text(used.interface) == name.as_str())
            });
            if is_annotated {
                *internal.fields.entry(field.id()).or_default() |= bit(row.kind);
                internal.groups.insert(field.id(), row.group.clone());
            }
        }
    }

    fn classify(&self, field: FieldView<'_>, changed_by: &[MethodId], internal: &mut Internal) {
        let writers = self.scope.world.writers(field.id()).iter().copied();
        let mut modifiers: Vec<MethodId> = writers.chain(changed_by.iter().copied()).collect();
        modifiers.sort_unstable();
        modifiers.dedup();
        let had_any = !modifiers.is_empty();
        modifiers.retain(|&modifier| !self.is_building(modifier, field, HELPERS));
        internal.with_modifier += usize::from(!modifiers.is_empty());
        let called = modifiers.iter().find(|&&modifier| self.is_called(modifier));
        let dropped = match (modifiers.first(), called) {
            (None, _) if had_any => Some("it is only written while its object or class is made".to_owned()),
            (None, _) => Some("nothing modifies it".to_owned()),
            (Some(&first), None) => {
                let more = match modifiers.len() {
                    1 => String::new(),
                    count => format!(" and {} more", count - 1),
                };
                Some(format!("{}{more} would modify it, but is never called", self.scope.world.view(first)))
            }
            (Some(_), Some(_)) => None,
        };
        if dropped.is_none() {
            internal.kept += 1;
            *internal.fields.entry(field.id()).or_default() |= bit(Kind::Internal);
        }
        internal.candidates.push(SourceSite {
            name: field.to_string(),
            kind: Kind::Internal,
            source: match called {
                Some(&modifier) => format!("modified by {}", self.scope.world.view(modifier)),
                None => String::new(),
            },
            line: None,
            dropped,
        });
    }

    /// Returns whether a method runs only during the initialisation of the object or, for a static field, of the class.
    fn is_building(&self, method: MethodId, field: FieldView<'_>, helpers: usize) -> bool {
        let view = self.scope.world.view(method);
        if field.access_flags().is_static() && view.is_class_initialiser() {
            return view.class().id() == field.class().id();
        }
        if !field.access_flags().is_static() && view.is_constructor() {
            return self.scope.world.is_subtype(view.class().id(), field.class().id());
        }
        // The subject may call later the methods that a container calls.
        if self.wiring.building.contains(method) {
            let callers = self.callers(method);
            let mut own = callers.iter().filter(|&&caller| self.scope.is_own_method(caller));
            return helpers > 0 && own.all(|&caller| self.is_building(caller, field, helpers - 1));
        }
        if helpers == 0 || self.wiring.entries.contains(method) || self.is_called_back(method) {
            return false;
        }
        let callers = self.callers(method);
        !callers.is_empty() && callers.iter().all(|&caller| self.is_building(caller, field, helpers - 1))
    }

    fn callers(&self, method: MethodId) -> Arc<[MethodId]> {
        self.callers.get(method, || {
            let creators = self.creators.get(method);
            if !creators.is_empty() {
                return creators.to_vec();
            }
            let mut callers = self.graph.callers(self.scope.world, method);
            callers.retain(|&caller| caller != method);
            callers
        })
    }

    fn is_called(&self, method: MethodId) -> bool {
        let view = self.scope.world.view(method);
        view.is_class_initialiser()
            || self.wiring.entries.contains(method)
            || self.is_called_back(method)
            || !self.callers(method).is_empty()
    }

    /// Returns whether code outside of the subject can call the method through a type of its own.
    fn is_called_back(&self, method: MethodId) -> bool {
        let view = self.scope.world.view(method);
        !view.is_constructor()
            && !view.access_flags().is_static()
            && self.scope.world.overridden(method).iter().any(|&other| !self.scope.is_own_method(other))
    }

    /// Returns whether a field holds an object of the subject that no container shares: its state belongs to the holder.
    fn holds_plain_object(&self, field: FieldId) -> bool {
        let world = self.scope.world;
        let descriptor = world.view(field).descriptor();
        let name = descriptor.to_str();
        let class = name.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let Some(class) = class.and_then(|name| world.class_id(name)) else { return false };
        self.scope.is_own(class)
            && !self.wiring.is_shared(class)
            && !world.subtypes(class).iter().any(|&below| self.wiring.is_shared(below))
    }

    fn is_immutable(&self, descriptor: &str) -> bool {
        match descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
            Some(name) => {
                self.catalog.immutable.iter().any(|immutable| immutable == name)
                    || self.scope.world.class(name).is_some_and(|class| class.is_enum() || class.is_record())
                    || name == "java/lang/Class"
            }
            None => !descriptor.starts_with('['),
        }
    }
}
