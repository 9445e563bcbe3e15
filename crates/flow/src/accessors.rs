//! Methods that return a field of their receiver, as it is or in a wrapper.

use reenact_world::{CallKind, ClassId, FieldId, MethodId, World};

use std::sync::Arc;

use crate::paths::{Call, Fresh, Path, PathCache, Paths, Relation};
use crate::term::{Term, TermId, Terms};

/// How a method gives a field if not as it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wrapper {
    /// `Collections.unmodifiableList` and its kin.
    Unmodifiable,
    /// `List.copyOf`, `new ArrayList<>(…)`, `clone()`, `Arrays.copyOf`.
    Copy,
    /// `Optional.of` and `Optional.ofNullable`, and those of primitives.
    Optional,
    /// `Integer.valueOf` and its kin.
    Boxed,
}

/// The methods of a class, inherited ones included, that return a field of their receiver and do nothing
/// else, with the field. Private methods are left out; who may call the others is for the caller to ask.
pub fn getters(world: &World, class: ClassId, cache: &PathCache<'_>) -> Vec<(MethodId, FieldId)> {
    candidates(world, class)
        .filter_map(|method| {
            let paths = single_path(cache, method)?;
            let path = &paths.paths[0];
            let is_plain = path.conditions.is_empty() && path.calls.is_empty() && path.objects.is_empty();
            Some((method, own_field(&paths.terms, path.result.filter(|_| is_plain)?)?))
        })
        .collect()
}

/// As [`getters`], for methods that return a field in a wrapper or as a copy.
pub fn wrapped_getters(
    world: &World,
    class: ClassId,
    cache: &PathCache<'_>,
) -> Vec<(MethodId, FieldId, Wrapper)> {
    let wrapped = |method| {
        let paths = single_path(cache, method)?;
        let (terms, path) = (&paths.terms, &paths.paths[0]);
        let [call] = &path.calls[..] else { return None };
        let (wrapper, field) = wrapping(world, terms, path, call)?;
        // A method of the field's own object, such as `clone`, wants it not to be null.
        let is_check = path.conditions.iter().all(|condition| {
            own_field(terms, condition.left) == Some(field)
                && condition.relation == Relation::NotEqual
                && condition.right == Terms::null()
        });
        is_check.then_some((method, field, wrapper))
    };
    candidates(world, class).filter_map(wrapped).collect()
}

/// Instance methods without parameters that objects of a class have.
fn candidates(world: &World, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
    let declaring = std::iter::once(class).chain(world.all_supertypes(class));
    declaring.flat_map(|class| world.view(class).methods()).filter_map(move |method| {
        let flags = method.access_flags();
        let descriptor = method.parsed_descriptor()?;
        let is_asked = !flags.is_static()
            && !flags.is_private()
            && !flags.is_synthetic()
            && method.has_code()
            && descriptor.parameter_slots() == 0
            && descriptor.result().is_some();
        let is_run = || match world.view(class).is_instantiable() {
            true => world.select(class, method.id()) == Ok(method.id()),
            // The method that a subclass runs is not decided yet; a nearer declaration comes first all the same.
            false => true,
        };
        (is_asked && is_run()).then(|| method.id())
    })
}

/// The paths of a method that has one only, which stores nothing.
fn single_path(cache: &PathCache<'_>, method: MethodId) -> Option<Arc<Paths>> {
    let paths = cache.get(method);
    let is_single = paths.is_complete && matches!(&paths.paths[..], [path] if path.stores.is_empty());
    is_single.then_some(paths)
}

fn own_field(terms: &Terms, term: TermId) -> Option<FieldId> {
    match terms[term] {
        Term::Field(base, field) if base == Terms::receiver() => Some(field),
        _ => None,
    }
}

fn wrapping(world: &World, terms: &Terms, path: &Path, call: &Call) -> Option<(Wrapper, FieldId)> {
    let method = world.view(call.method?);
    if !method.class().is_platform() && method.name() != "clone" {
        return None;
    }
    let (class, name) = (method.class().name().to_str(), method.name().to_str());
    let field = call.arguments.iter().find_map(|argument| own_field(terms, *argument))?;
    let wrapper = match (&*class, &*name) {
        ("java/util/Collections", name) if name.starts_with("unmodifiable") => Wrapper::Unmodifiable,
        ("java/util/List" | "java/util/Set" | "java/util/Map", "copyOf") => Wrapper::Copy,
        ("java/util/Arrays", "copyOf" | "copyOfRange") | (_, "clone") => Wrapper::Copy,
        (class, "of" | "ofNullable") if class.starts_with("java/util/Optional") => Wrapper::Optional,
        (class, "valueOf") if class.starts_with("java/lang/") && class != "java/lang/String" => {
            Wrapper::Boxed
        }
        (class, "<init>") if class.starts_with("java/util/") && call.kind == CallKind::Special => {
            let is_returned = path.result.as_ref() == call.arguments.first();
            let is_one = matches!(&path.objects[..], [Fresh::Object(_)]);
            return (is_returned && is_one && call.arguments.len() == 2).then_some((Wrapper::Copy, field));
        }
        _ => return None,
    };
    let is_result = path.result.is_some_and(|result| terms[result] == Term::Result(0));
    (is_result && path.objects.is_empty()).then_some((wrapper, field))
}
