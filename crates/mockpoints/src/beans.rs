//! How a framework wires the program: which objects are singletons, which methods it calls, and which interfaces it
//! implements itself.

mod annotated;
mod configured;
mod documents;
mod filters;
mod places;
mod proxies;
mod services;

use std::collections::BTreeMap;

use reenact_base::finding::Finding;
use reenact_base::{BitSet, Symbol};
use reenact_world::{AnnotationUse, AnnotationValue, ClassId, ClassView, MethodId, World};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::catalog::Catalog;
use crate::catalog::matcher::{Matcher, symbols};
use crate::catalog::pattern::internal_name;
use crate::scope::Scope;
use documents::Documents;

/// The wiring of a program.
#[derive(Default)]
pub(crate) struct Wiring {
    /// Classes of which there is one object, shared by all threads.
    pub beans: BitSet<ClassId>,
    /// The same without a container: classes that keep their one object in a static field, and enums.
    pub singletons: BitSet<ClassId>,
    /// Methods that a container calls while it builds an object.
    pub building: BitSet<MethodId>,
    /// Methods that are called from outside.
    pub entries: BitSet<MethodId>,
    /// Interfaces whose methods call out, by name.
    proxies: FxHashMap<Symbol, Proxied>,
    /// Classes all of whose methods call out.
    pub daos: BTreeMap<ClassId, String>,
    /// Methods of other programs in this JVM.
    pub proximal: BTreeMap<MethodId, Proxied>,
    pub findings: Vec<Finding>,
}

/// Why something calls out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proxied {
    pub group: String,
    pub why: String,
    /// The classes that hold such an object, if others may hold one that does not call out.
    holders: Option<Vec<ClassId>>,
}

impl Wiring {
    pub fn of(scope: &Scope<'_>, catalog: &Catalog, matcher: &Matcher<'_>) -> Wiring {
        let mut finder = Finder { scope, world: scope.world, catalog, matcher, wiring: Wiring::default() };
        let documents = Documents::read(scope, catalog, &mut finder.wiring.findings);
        finder.annotated();
        finder.filtered(&documents);
        finder.proxies();
        finder.configured(&documents);
        finder.services(&documents);
        finder.singletons();
        finder.wiring
    }

    /// Whether the objects of a class are shared by all threads.
    pub fn is_shared(&self, class: ClassId) -> bool {
        self.beans.contains(class) || self.singletons.contains(class)
    }

    /// Why a call of an interface's method calls out, if it does from this class.
    pub fn proxied(&self, world: &World, interface: Symbol, caller: ClassId) -> Option<&Proxied> {
        let proxied = self.proxies.get(&interface)?;
        // By name, as nests are unknown to older class files.
        let outermost = |class: ClassId| {
            let name = world.view(class).name().to_string();
            name.split('$').next().map(str::to_owned)
        };
        let holds =
            |&holder: &ClassId| world.is_subtype(caller, holder) || outermost(caller) == outermost(holder);
        proxied.holders.as_ref().is_none_or(|holders| holders.iter().any(holds)).then_some(proxied)
    }
}

struct Finder<'f, 'a> {
    scope: &'f Scope<'a>,
    world: &'a World,
    catalog: &'f Catalog,
    matcher: &'f Matcher<'f>,
    wiring: Wiring,
}

impl Finder<'_, '_> {
    /// Annotations by name, with those that bear one of them, and so on.
    fn with_meta(&self, names: &[String]) -> FxHashSet<Symbol> {
        let mut found = symbols(self.world, names);
        let annotations: Vec<ClassView<'_>> =
            self.world.classes().filter(|class| class.is_annotation()).collect();
        loop {
            let before = found.len();
            for class in &annotations {
                if has(class.annotation_uses(), &found) {
                    found.extend(self.world.symbol(&class.name().to_str()));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    fn name(&self, symbol: Symbol) -> String {
        reenact_world::binary_name(self.world.text(symbol))
    }

    /// A class by its name in Java, as files write it.
    fn class_named(&self, name: Option<&str>) -> Option<ClassId> {
        self.world.class_id(&internal_name(name?.trim()))
    }

    /// Classes that keep their one object in a static field, and enums.
    fn singletons(&mut self) {
        for class in self.scope.own_classes().filter(|class| class.is_instantiable() || class.is_enum()) {
            let mut constructors = class.methods_named("<init>").peekable();
            let is_closed =
                constructors.peek().is_some() && constructors.all(|made| made.access_flags().is_private());
            let holds_itself = class.fields().any(|field| {
                field.access_flags().is_static()
                    && class_of(&field.descriptor().to_str()) == Some(&*class.name().to_str())
            });
            if is_closed && holds_itself || class.is_enum() {
                self.wiring.singletons.insert(class.id());
            }
        }
    }
}

fn has(uses: &[AnnotationUse], names: &FxHashSet<Symbol>) -> bool {
    uses.iter().any(|used| names.contains(&used.interface))
}

/// The class of a descriptor `Lpkg/Class;`.
fn class_of(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'))
}

fn strings(value: &AnnotationValue) -> Vec<&str> {
    match value {
        AnnotationValue::String(text) => vec![text],
        AnnotationValue::Array(values) => values.iter().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

/// Internal names of classes.
fn classes(value: &AnnotationValue) -> Vec<&str> {
    match value {
        AnnotationValue::Class(descriptor) => class_of(descriptor).into_iter().collect(),
        AnnotationValue::Array(values) => values.iter().flat_map(classes).collect(),
        _ => Vec::new(),
    }
}
