//! Which classes have objects whose state the code does not explain, decided before anything runs.
//!
//! A field is explained if a constructor, a factory or a method that a test can call writes a parameter to it, as it
//! is or in a copy, or if it can be assigned. A collection that the object makes itself is explained if something
//! adds parameters to it, or hands it out. Counters, flags, sums and what they are computed from are not: only the
//! calls that led to them can be done again.

use reenact_flow::paths::{Fresh, Path};
use reenact_flow::term::{Term, TermId, Terms};
use reenact_world::{ClassId, FieldId, FieldView, MethodView, Nesting, World};

use crate::actions::{Action, Tier};
use crate::effect::{Code, Effect};
use crate::program_index::{PackageView, ProgramIndex};

/// Terms of one value that are looked at.
const MOST_TERMS: usize = 64;

/// Whether objects of a class are better followed while they are made and changed.
pub(crate) fn is_unexplained<'w>(
    program: &ProgramIndex<'w>,
    package: &PackageView<'w>,
    class: ClassId,
) -> bool {
    if !can_be_replayed(program, package, class) {
        return false;
    }
    let mut open: Vec<FieldId> = fields(program.world, class)
        .filter(|field| !is_given(*field) && !program.is_cache(field.id()))
        .map(|field| field.id())
        .collect();
    if open.is_empty() && Tier::ALL.iter().any(|tier| !package.makers(program, class, *tier).is_empty()) {
        return false;
    }
    let changers = package.changers(program, class);
    open.retain(|field| !changers.assignable.contains(field));
    open.retain(|field| !changers.methods.iter().any(|action| explains(program, action, *field)));
    let mut has_maker = false;
    for tier in Tier::ALL {
        let makers = package.makers(program, class, tier);
        has_maker |= !makers.is_empty();
        open.retain(|field| {
            let is_handed_out = changers.getter(*field).is_some();
            !makers.iter().any(|maker| {
                explains(program, &maker.action, *field)
                    || is_handed_out
                        && maker.action.effects.iter().any(|effect| is_own(program, effect, *field))
            })
        });
        if has_maker && open.is_empty() {
            return false;
        }
    }
    true
}

/// The classes whose methods write fields of a class's objects to which code of the class's package has no access:
/// such a write is repeated by calling those methods again.
pub(crate) fn foreign_writers<'w>(
    program: &ProgramIndex<'w>,
    package: &PackageView<'w>,
    class: ClassId,
) -> Vec<ClassId> {
    let world = program.world;
    let closed = fields(world, class).filter(|field| !package.viewpoint.can_assign(field.id()));
    let writers = closed.flat_map(|field| {
        let declaring = field.class().id();
        let classes = world.writers(field.id()).iter().map(|writer| world.view(*writer).class().id());
        classes.filter(move |&writer| writer != declaring)
    });
    let mut found: Vec<ClassId> =
        writers.filter(|&writer| can_be_replayed(program, package, writer)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether objects of a class can have been made by code that a test can repeat.
fn can_be_replayed<'w>(program: &ProgramIndex<'w>, package: &PackageView<'w>, class: ClassId) -> bool {
    let view = program.world.view(class);
    let is_made = view.is_instantiable() && !view.is_enum() && !view.access_flags().is_synthetic();
    // A class without a name in the source has no constructor that a test could call.
    let is_named = !matches!(view.nesting(), Nesting::Local | Nesting::Anonymous);
    is_made
        && !program.world.is_platform_class(class)
        && (is_named || !enclosing_makers(program, package, class).is_empty())
}

/// The classes around a class that have a static method which may return its objects, if tests of its package cannot
/// make these themselves: iterators, views and implementations that only an interface tells of.
pub(crate) fn enclosing_makers<'w>(
    program: &ProgramIndex<'w>,
    package: &PackageView<'w>,
    class: ClassId,
) -> Vec<ClassId> {
    let world = program.world;
    let view = world.view(class);
    let is_open = |method: MethodView<'_>| method.is_constructor() && package.viewpoint.can_call(method.id());
    if package.viewpoint.can_name(class) && view.methods().any(is_open) {
        return Vec::new();
    }
    let may_give = |method: MethodView<'_>| {
        let result = method.parsed_descriptor().and_then(|descriptor| descriptor.result());
        let result =
            result.and_then(|result| result.class_name()).and_then(|name| world.class_id(&name.to_str()));
        method.access_flags().is_static()
            && package.viewpoint.can_call(method.id())
            && result.is_some_and(|result| world.is_subtype(class, result))
    };
    let mut found = Vec::new();
    let mut around = view;
    for _ in 0..MOST_TERMS {
        let outer = around.outer_name().and_then(|name| world.class_id(&name.to_str()));
        let Some(outer) = outer.filter(|_| around.nesting() != Nesting::TopLevel) else { break };
        around = world.view(outer);
        if around.methods().any(may_give) {
            found.push(outer);
        }
    }
    found
}

/// The instance fields of a class and of those above it, as far as they are the subject's.
fn fields(world: &World, class: ClassId) -> impl Iterator<Item = FieldView<'_>> {
    let lineage = std::iter::once(class).chain(world.superclasses(class));
    lineage
        .map(|class| world.view(class))
        .take_while(|view| !view.is_platform())
        .flat_map(|view| view.fields())
        .filter(|field| !field.access_flags().is_static())
}

/// Whether every object of the class has the field by itself: a lock, an outer instance.
fn is_given(field: FieldView<'_>) -> bool {
    let flags = field.access_flags();
    let descriptor = field.descriptor().to_str();
    flags.is_synthetic()
        || flags.is_final()
            && (descriptor == "Ljava/lang/Object;" || descriptor.starts_with("Ljava/util/concurrent/locks/"))
            && field.name().to_str().to_ascii_lowercase().contains("lock")
}

/// Whether an action writes a parameter to a field, or adds one to the collection in it.
fn explains(program: &ProgramIndex<'_>, action: &Action, field: FieldId) -> bool {
    action.effects.iter().any(|effect| {
        let Code { terms, path, .. } = effect.code();
        let is_written = effect
            .stores
            .iter()
            .any(|(known, value)| *known == field && is_from_parameter(terms, path, *value));
        let is_filled = effect.fills.iter().any(|fill| {
            let arguments = path.calls.get(fill.call).map_or(&[][..], |call| &call.arguments);
            fill.field == field && arguments.iter().any(|argument| is_from_parameter(terms, path, *argument))
        });
        is_written || is_filled
    }) || is_constant(program, action, field)
}

/// Whether a constructor is the only one to write a field, and always writes the same: it has but one state.
fn is_constant(program: &ProgramIndex<'_>, action: &Action, field: FieldId) -> bool {
    let writers = program.world.writers(field);
    let is_only_made = writers.iter().all(|writer| program.world.view(*writer).is_constructor());
    let written = || {
        let stores = action
            .effects
            .iter()
            .flat_map(|effect| effect.stores.iter().map(|(known, value)| (*known, &effect.terms()[*value])));
        stores.filter(|(known, _)| *known == field).map(|(_, value)| value)
    };
    let is_known = |value: &Term| matches!(value, Term::Constant(_) | Term::StaticField(_));
    is_only_made && written().next().is_some() && written().all(is_known)
}

/// Whether a field holds a collection or an array that the object made itself.
fn is_own(program: &ProgramIndex<'_>, effect: &Effect, field: FieldId) -> bool {
    effect.stores.iter().any(|(known, value)| {
        *known == field
            && matches!(&effect.terms()[*value], Term::Fresh(number) if match effect.path().objects.get(*number as usize) {
                Some(Fresh::Array(..)) => true,
                Some(Fresh::Object(class)) => {
                    let class = program.world.class_id(class);
                    let is_below = |name: &str| {
                        let above = program.world.class_id(name);
                        class.zip(above).is_some_and(|(class, above)| program.world.is_subtype(class, above))
                    };
                    is_below("java/util/Collection") || is_below("java/util/Map")
                }
                None => false,
            })
    })
}

/// Whether a value is a parameter, a part of one, or made of one by a call: no arithmetic, which loses what it was.
fn is_from_parameter(terms: &Terms, path: &Path, value: TermId) -> bool {
    let mut todo = vec![value];
    for _ in 0..MOST_TERMS {
        let Some(term) = todo.pop() else { return false };
        match &terms[term] {
            Term::Parameter(_) => return true,
            Term::Field(of, _) | Term::Element([of, _]) | Term::Unary(_, of) => todo.push(*of),
            Term::Concatenation(parts) => todo.extend(parts),
            Term::Result(number) => {
                todo.extend(path.calls.get(*number as usize).into_iter().flat_map(|call| &call.arguments));
            }
            Term::Fresh(_) => {
                let made = path.calls.iter().filter(|call| call.arguments.first() == Some(&term));
                todo.extend(made.flat_map(|call| call.arguments.iter().skip(1)));
            }
            _ => {}
        }
    }
    false
}
