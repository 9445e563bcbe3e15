//! Facts about the program that are computed once, and used for all objects, on all threads.

use std::sync::Arc;

use reenact_base::Memo;
use reenact_flow::exec::Code;
use reenact_flow::paths::{Limits, PathCache, Paths, Target};
use reenact_flow::term::Term;
use reenact_world::{ClassId, FieldId, MethodId, MethodRefId, World};

use crate::actions::{self, Maker, Tier};
use crate::changers::{self, Changers};
use crate::facts::Facts;
use crate::plan::Member;
use crate::request::Options;
use crate::solve::calls::Known;
use crate::viewpoint::Viewpoint;
use crate::want::Datum;

/// A setter, an adding method and a factory of another class are short, or are none.
const SHORT: Limits = Limits { depth: 3, paths: 16, steps: 400, iterations: 4, enter_platform: false };

/// A program with caches of what was computed about it. Their content does not depend on who asks first.
pub(crate) struct ProgramIndex<'w> {
    pub world: &'w World,
    pub options: Options,
    paths: PathCache<'w>,
    short_paths: PathCache<'w>,
    pub meanings: Memo<MethodRefId, Option<Known>>,
    caches: Memo<FieldId, bool>,
    constants: Memo<FieldId, Option<Datum>>,
    packages: Memo<Box<str>, Arc<PackageView<'w>>>,
}

type Makers = Arc<Vec<Maker>>;

/// The program as code in one package sees it.
pub(crate) struct PackageView<'w> {
    pub viewpoint: Viewpoint<'w>,
    makers: Memo<(ClassId, Tier), Makers>,
    changers: Memo<ClassId, Arc<Changers>>,
}

impl<'w> ProgramIndex<'w> {
    pub fn new(world: &'w World, options: Options) -> Self {
        let code = Arc::new(Code::new(world));
        ProgramIndex {
            world,
            options,
            paths: PathCache::with_code(code.clone(), Limits::default()),
            short_paths: PathCache::with_code(code, SHORT),
            meanings: Memo::default(),
            caches: Memo::default(),
            constants: Memo::default(),
            packages: Memo::default(),
        }
    }

    /// The program as code in a package sees it.
    pub fn package(&self, name: &str) -> Arc<PackageView<'w>> {
        self.packages.get_or_insert_with(name.into(), |name| {
            Arc::new(PackageView {
                viewpoint: Viewpoint::new(self.world, name),
                makers: Memo::default(),
                changers: Memo::default(),
            })
        })
    }

    pub fn paths(&self, method: MethodId) -> Arc<Paths> {
        self.paths.get(method)
    }

    /// The paths of a method that is only of interest if it is simple.
    pub fn short_paths(&self, method: MethodId) -> Arc<Paths> {
        self.short_paths.get(method)
    }

    pub fn is_needed(&self, facts: &Facts<'_>, field: FieldId) -> bool {
        facts.request.needed.is_none_or(|needed| needed(field))
    }

    pub fn method_member(&self, method: MethodId) -> Member {
        let view = self.world.view(method);
        Member::new(&view.class().name().to_str(), &view.name().to_str(), &view.descriptor().to_str())
    }

    pub fn field_member(&self, field: FieldId) -> Member {
        let view = self.world.view(field);
        Member::new(&view.class().name().to_str(), &view.name().to_str(), &view.descriptor().to_str())
    }

    /// The value of a `static final` field that its class's initialiser computes from nothing: a mask, a size.
    pub fn constant(&self, field: FieldId) -> Option<Datum> {
        self.constants.get_or_insert_with(field, |&field| {
            let view = self.world.view(field);
            let initialiser =
                view.class().method("<clinit>", "()V").filter(|_| view.access_flags().is_final())?;
            let paths = self.paths(initialiser.id());
            let stores = paths.paths.first()?.stores.iter().rev();
            let mut values = stores.filter(|store| store.target == Target::StaticField(field));
            match &paths.terms[values.next()?.value] {
                Term::Constant(constant) => Some(Datum::constant(constant)),
                _ => None,
            }
        })
    }

    /// Whether a field only remembers what was computed from others: private, and written by nothing but
    /// methods without parameters that give something back, and that look at it first. `String.hash` is the
    /// best known of them. Whether it is filled depends on who asked, not on what the object is.
    pub fn is_cache(&self, field: FieldId) -> bool {
        self.caches.get_or_insert_with(field, |&field| self.remembers(field))
    }

    fn remembers(&self, field: FieldId) -> bool {
        let view = self.world.view(field);
        let flags = view.access_flags();
        let (writers, readers) = (self.world.writers(field), self.world.readers(field));
        let mut later =
            writers.iter().filter(|writer| !self.world.view(**writer).is_constructor()).peekable();
        flags.is_private()
            && !flags.is_final()
            && later.peek().is_some()
            && later.all(|writer| {
                let method = self.world.view(*writer);
                let descriptor = method.descriptor().to_str();
                let is_asking = descriptor.starts_with("()") && !descriptor.ends_with(")V");
                is_asking
                    && !method.access_flags().is_static()
                    && readers.binary_search(writer).is_ok()
                    && (flags.is_transient() || is_query(&method.name().to_str(), &view.name().to_str()))
            })
    }
}

/// Names of methods that return a value and change nothing, by convention.
const QUERIES: &str = include_str!("../catalog/queries.txt");

/// Returns whether a method is a query by its name: that of the catalog, or that of the field.
fn is_query(method: &str, field: &str) -> bool {
    let matches = |pattern: &str| match pattern.strip_suffix('*') {
        Some(prefix) => {
            method.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
        }
        None => pattern == method,
    };
    method == field || QUERIES.lines().filter(|line| !line.starts_with('#')).any(matches)
}

impl<'w> PackageView<'w> {
    pub fn makers(&self, program: &ProgramIndex<'w>, class: ClassId, tier: Tier) -> Makers {
        self.makers.get_or_insert_with((class, tier), |&(class, tier)| {
            Arc::new(actions::makers(program, &self.viewpoint, class, tier))
        })
    }

    pub fn changers(&self, program: &ProgramIndex<'w>, class: ClassId) -> Arc<Changers> {
        self.changers
            .get_or_insert_with(class, |&class| Arc::new(changers::changers(program, &self.viewpoint, class)))
    }
}

#[cfg(test)]
mod tests {
    use super::is_query;

    #[test]
    fn queries_are_known_by_their_names() {
        for query in ["getTotal", "isOpen", "toString", "hashCode", "size", "total"] {
            assert!(is_query(query, "total"), "{query}");
        }
        for other in ["next", "get", "gettysburg", "sizes", "poll", "# Names"] {
            assert!(!is_query(other, "total"), "{other}");
        }
    }
}
