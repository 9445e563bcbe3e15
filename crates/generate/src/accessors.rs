//! How a test can look at a field: by a getter that gives it and does nothing else, or by the field itself.

use std::sync::Arc;

use reenact_base::{Id, Memo};
use reenact_flow::accessors::{Wrapper, getters, wrapped_getters};
use reenact_flow::paths::PathCache;
use reenact_rebuild::Viewpoint;
use reenact_world::{ClassId, FieldId, MethodId, World};

/// A way to read a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Access {
    Getter(MethodId),
    /// A getter that gives a collection or array in a wrapper or as a copy: the same in content, another object.
    Copy(MethodId),
    Field(FieldId),
}

/// The getters of classes, found when they are asked for.
pub(crate) struct Accessors<'w> {
    paths: PathCache<'w>,
    getters: Memo<ClassId, Arc<Vec<Getter>>>,
}

#[derive(Clone, Copy)]
struct Getter {
    field: FieldId,
    method: MethodId,
    is_copy: bool,
}

impl<'w> Accessors<'w> {
    pub fn new(world: &'w World) -> Self {
        Accessors { paths: PathCache::new(world), getters: Memo::default() }
    }

    /// How to read a field of an object of this class.
    pub fn of(&self, viewpoint: &Viewpoint<'_>, class: ClassId, field: FieldId) -> Option<Access> {
        let getters = self.getters(class);
        let mut usable = getters.iter().filter(|getter| {
            getter.field == field
                && viewpoint.can_call(getter.method)
                && self.can_ask(viewpoint, class, getter.method)
        });
        let declaring = self.paths.world().view(field).class().id();
        let can_read = viewpoint.can_read(field) && viewpoint.nearest(class, Some(declaring)).is_some();
        // The object itself says more than a copy of it.
        match usable.next() {
            Some(getter) if !getter.is_copy => Some(Access::Getter(getter.method)),
            copy => match can_read {
                true => Some(Access::Field(field)),
                false => copy.map(|getter| Access::Copy(getter.method)),
            },
        }
    }

    /// Whether an object of this class can be taken for something that has the method: a member is of no use if no type
    /// that the test can name has it.
    fn can_ask(&self, viewpoint: &Viewpoint<'_>, class: ClassId, method: MethodId) -> bool {
        let world = self.paths.world();
        let has_it = |method: MethodId| {
            let declaring = world.view(method).class().id();
            viewpoint.nearest(class, Some(declaring)).is_some()
        };
        has_it(method) || world.overridden(method).iter().any(|&above| has_it(above))
    }

    /// The getters of a class, inherited ones included: the best for each field first.
    fn getters(&self, class: ClassId) -> Arc<Vec<Getter>> {
        self.getters.get_or_insert_with(class, |&class| Arc::new(self.find_getters(class)))
    }

    fn find_getters(&self, class: ClassId) -> Vec<Getter> {
        let world = self.paths.world();
        // A hash code that an object keeps says nothing that a reader could check.
        let is_hash = |method: MethodId| world.view(method).name() == "hashCode";
        let plain = getters(world, class, &self.paths).into_iter().filter(|(method, _)| !is_hash(*method));
        let plain = plain.map(|(method, field)| Getter { field, method, is_copy: false });
        let wrapped = wrapped_getters(world, class, &self.paths).into_iter();
        let wrapped = wrapped.filter(|(method, _, wrapper)| {
            matches!(wrapper, Wrapper::Unmodifiable | Wrapper::Copy) && is_compared_by_content(world, *method)
        });
        let wrapped = wrapped.map(|(method, field, _)| Getter { field, method, is_copy: true });
        let mut found: Vec<Getter> = plain.chain(wrapped).collect();
        found.sort_by_key(|getter| {
            let rank = rank(world, getter.field, getter.method);
            (getter.field.index(), getter.is_copy, rank, getter.method.index())
        });
        found
    }
}

/// `Collections.unmodifiableCollection` compares by identity; lists, sets, maps and arrays do not.
fn is_compared_by_content(world: &World, method: MethodId) -> bool {
    let Some(result) = world.view(method).parsed_descriptor().and_then(|descriptor| descriptor.result())
    else {
        return false;
    };
    match result.class_name() {
        None => result.is_reference(),
        Some(name) => world.class_id(&name.to_str()).is_some_and(|class| {
            let known = ["java/util/List", "java/util/Set", "java/util/Map"];
            known.iter().filter_map(|name| world.class_id(name)).any(|above| world.is_subtype(class, above))
        }),
    }
}

/// Of several getters, the one that is named as getters are.
fn rank(world: &World, field: FieldId, method: MethodId) -> u8 {
    let (field, method) = (world.view(field).name().to_str(), world.view(method).name().to_str());
    let bare = ["get", "is", "has"].iter().find_map(|prefix| method.strip_prefix(prefix));
    match bare {
        Some(bare) if bare.eq_ignore_ascii_case(&field) => 0,
        _ if method == field => 1,
        Some(_) => 2,
        None => 3,
    }
}
