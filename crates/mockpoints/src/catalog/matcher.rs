//! The catalogs applied to a program: a verdict for each method that code references.

use reenact_base::Symbol;
use reenact_world::{ClassId, MethodRefId, World};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Catalog;
use super::pattern::{CallPattern, ClassPattern};

reenact_base::flag_set! {
    /// Properties that catalogs give to a call.
    pub struct VerdictFlags: u8 {
        HARMLESS,
        DECLARED,
        /// It changes its receiver, or the arguments of a static method.
        MUTATES,
        /// The receiver's class has objects that never change.
        IMMUTABLE,
        /// It replaces the contents of its receiver with its arguments.
        REPLACES,
    }
}

/// The verdict of the catalogs on a call.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Verdict {
    flags: VerdictFlags,
    /// Position in [`Catalog::sources`].
    pub source: Option<u16>,
    /// Position in [`Catalog::externals`].
    pub external: Option<u16>,
}

impl Verdict {
    pub fn has(&self, flags: VerdictFlags) -> bool {
        self.flags.has(flags)
    }
}

/// The catalogs, indexed for one program.
pub struct Matcher<'a> {
    world: &'a World,
    catalog: &'a Catalog,
    by_class: FxHashMap<&'a str, Vec<Rule<'a>>>,
    by_supertype: FxHashMap<&'a str, Vec<Rule<'a>>>,
    by_package: Vec<(&'a str, Rule<'a>)>,
    immutable: FxHashSet<&'a str>,
    mutators: FxHashMap<&'a str, Vec<usize>>,
}

#[derive(Clone, Copy)]
struct Rule<'a> {
    pattern: &'a CallPattern,
    says: Says,
}

#[derive(Clone, Copy)]
enum Says {
    Harmless,
    Declared,
    Source(u16),
    External(u16),
    Replaces,
}

impl<'a> Matcher<'a> {
    pub fn new(world: &'a World, catalog: &'a Catalog) -> Self {
        let mut matcher = Matcher {
            world,
            catalog,
            by_class: FxHashMap::default(),
            by_supertype: FxHashMap::default(),
            by_package: Vec::new(),
            immutable: catalog.immutable.iter().map(String::as_str).collect(),
            mutators: FxHashMap::default(),
        };
        catalog.harmless.iter().for_each(|pattern| matcher.add(pattern, Says::Harmless));
        catalog.declared.iter().for_each(|pattern| matcher.add(pattern, Says::Declared));
        for (position, source) in catalog.sources.iter().enumerate() {
            source.calls.iter().for_each(|pattern| matcher.add(pattern, Says::Source(position as u16)));
        }
        for (position, external) in catalog.externals.iter().enumerate() {
            external.calls.iter().for_each(|pattern| matcher.add(pattern, Says::External(position as u16)));
        }
        catalog.replacing.iter().for_each(|pattern| matcher.add(pattern, Says::Replaces));
        for (position, mutators) in catalog.mutators.iter().enumerate() {
            for name in &mutators.types {
                matcher.mutators.entry(name).or_default().push(position);
            }
        }
        matcher
    }

    fn add(&mut self, pattern: &'a CallPattern, says: Says) {
        let rule = Rule { pattern, says };
        match &pattern.class {
            ClassPattern::Exact(name) => self.by_class.entry(name).or_default().push(rule),
            ClassPattern::Subtypes(name) => {
                self.by_class.entry(name).or_default().push(rule);
                self.by_supertype.entry(name).or_default().push(rule);
            }
            ClassPattern::Package(prefix) => self.by_package.push((prefix, rule)),
        }
    }

    /// Returns the verdict on a referenced method.
    pub fn of(&self, reference: MethodRefId) -> Verdict {
        let row = self.world.method_ref(reference);
        let pair = self.world.name_and_type_of(row.name_and_type);
        let name = self.world.text(pair.name).to_str();
        let descriptor = self.world.text(pair.descriptor);
        let mut verdict = Verdict::default();
        // The topmost layers of the catalogs that say it is harmless, and that say it is not.
        let (mut harmless, mut other) = (None, None);
        let mut apply = |rule: &Rule<'_>| {
            if !rule.pattern.matches_method(&name, descriptor) {
                return;
            }
            if let Says::Replaces = rule.says {
                verdict.flags = verdict.flags.and(VerdictFlags::REPLACES);
                return;
            }
            let layer_of = if matches!(rule.says, Says::Harmless) { &mut harmless } else { &mut other };
            *layer_of = Some(layer_of.map_or(rule.pattern.layer, |layer: u16| layer.min(rule.pattern.layer)));
            match rule.says {
                Says::Harmless | Says::Replaces => {}
                Says::Declared => verdict.flags = verdict.flags.and(VerdictFlags::DECLARED),
                Says::Source(source) => {
                    verdict.source = Some(verdict.source.map_or(source, |other| other.min(source)));
                }
                Says::External(external) => {
                    verdict.external = Some(verdict.external.map_or(external, |other| other.min(external)));
                }
            }
        };
        let named = self.world.text(row.class).to_str();
        let declaring =
            self.world.resolved_method(reference).ok().map(|method| self.world.view(method).class());
        let declaring_name = declaring.map(|class| class.name().to_str());
        for class in std::iter::once(&*named).chain(declaring_name.as_deref().filter(|name| **name != *named))
        {
            self.by_class.get(class).into_iter().flatten().for_each(&mut apply);
            let of_package = self.by_package.iter().filter(|(prefix, _)| class.starts_with(prefix));
            of_package.for_each(|(_, rule)| apply(rule));
        }
        let mut is_immutable = self.immutable.contains(&*named);
        let mut mutators = self.mutators.get(&*named).cloned().unwrap_or_default();
        if let Some(class) = self.world.class_of_symbol(row.class) {
            self.supertype_names(class, |supertype| {
                self.by_supertype.get(supertype).into_iter().flatten().for_each(&mut apply);
                is_immutable |= self.immutable.contains(supertype);
                mutators.extend(self.mutators.get(supertype).into_iter().flatten());
            });
        }
        let is_harmless = harmless.is_some_and(|layer| other.is_none_or(|other| layer <= other));
        let mutates = mutators
            .iter()
            .any(|&position| self.catalog.mutators[position].methods.iter().any(|glob| glob.matches(&name)));
        verdict.flags = verdict
            .flags
            .with(VerdictFlags::HARMLESS, is_harmless)
            .with(VerdictFlags::IMMUTABLE, is_immutable)
            .with(VerdictFlags::MUTATES, mutates);
        verdict
    }

    /// Returns whether a referenced method matches one of these patterns.
    pub fn is_one_of(&self, reference: MethodRefId, calls: &[CallPattern]) -> bool {
        let row = self.world.method_ref(reference);
        let pair = self.world.name_and_type_of(row.name_and_type);
        let name = self.world.text(pair.name).to_str();
        let descriptor = self.world.text(pair.descriptor);
        let named = self.world.text(row.class).to_str();
        calls.iter().filter(|call| call.matches_method(&name, descriptor)).any(|call| match &call.class {
            ClassPattern::Exact(class) => *class == *named,
            ClassPattern::Package(prefix) => named.starts_with(prefix.as_str()),
            ClassPattern::Subtypes(class) => {
                let is_below = |id| self.is_below(id, std::slice::from_ref(class));
                *class == *named || self.world.class_of_symbol(row.class).is_some_and(is_below)
            }
        })
    }

    /// Visits the names of all proper supertypes, including classes that were not read.
    pub fn supertype_names(&self, class: ClassId, mut visit: impl FnMut(&str)) {
        for symbol in self.world.missing_supertypes_of(class) {
            visit(&self.world.text(symbol).to_str());
        }
        for supertype in self.world.all_supertypes(class) {
            visit(&self.world.view(supertype).name().to_str());
            for symbol in self.world.missing_supertypes_of(supertype) {
                visit(&self.world.text(symbol).to_str());
            }
        }
    }

    /// Returns whether a class is one of these or a subtype of one.
    pub fn is_below(&self, class: ClassId, names: &[String]) -> bool {
        if names.is_empty() {
            return false;
        }
        let own = self.world.view(class).name().to_str();
        let mut found = names.iter().any(|name| *name == *own);
        self.supertype_names(class, |supertype| found |= names.iter().any(|name| *name == *supertype));
        found
    }
}

/// Returns the symbols of those names that the program contains.
pub fn symbols(world: &World, names: &[String]) -> FxHashSet<Symbol> {
    names.iter().filter_map(|name| world.symbol(name)).collect()
}
