//! The actions that change objects of a class, as a class offers them to code in a package.

use reenact_flow::term::{Term, Terms};
use reenact_world::{Action as Does, ClassId, ClassView, FieldAccess, FieldId, MethodId, MethodView, World};
use rustc_hash::FxHashSet;

use crate::actions::{Action, action};
use crate::effect::Effect;
use crate::plan::Member;
use crate::program_index::ProgramIndex;
use crate::viewpoint::Viewpoint;

/// Paths of a field-setting method: a method with more is not a setter.
const MOST_WAYS: usize = 16;

/// Field-setting actions.
#[derive(Default)]
pub(crate) struct Changers {
    pub methods: Vec<Action>,
    /// Fields that may be assigned.
    pub assignable: Vec<FieldId>,
    /// Methods that give what a field holds, or the field itself if it may be read.
    pub getters: Vec<(FieldId, Getter)>,
    /// Methods that write the object itself into a field of a parameter: the field, the method's and the
    /// effect's positions, and the parameter.
    pub givers: Vec<(FieldId, usize, usize, u16)>,
}

#[derive(Clone)]
pub(crate) enum Getter {
    Method(Member),
    Field(Member),
}

impl Changers {
    pub fn getter(&self, field: FieldId) -> Option<&Getter> {
        self.getters.iter().find(|(known, _)| *known == field).map(|(_, getter)| getter)
    }
}

pub(crate) fn changers(program: &ProgramIndex<'_>, view: &Viewpoint<'_>, class: ClassId) -> Changers {
    let world = program.world;
    let lineage = lineage(world, class);
    let writers = writers(world, &lineage);
    let mut changers = Changers::default();
    let (mut seen, mut seen_fields) = (FxHashSet::default(), FxHashSet::default());
    for declaring in lineage {
        // A member is of no use if no type that the code can name has it.
        let is_named = view.nearest(class, Some(declaring.id())).is_some();
        for field in declaring.fields() {
            // A field of a superclass with the same name is another one, and is hidden by this one.
            if seen_fields.insert(field.name().to_str().into_owned()) && !field.access_flags().is_static() {
                if is_named && view.can_assign(field.id()) {
                    changers.assignable.push(field.id());
                }
                if is_named && view.can_read(field.id()) {
                    changers.getters.push((field.id(), Getter::Field(program.field_member(field.id()))));
                }
            }
        }
        for method in declaring.methods() {
            let flags = method.access_flags();
            if flags.is_static() || method.is_constructor() || !seen.insert(method.name_and_type()) {
                continue;
            }
            if !method.has_code() || flags.is_bridge() || !view.can_call(method.id()) {
                continue;
            }
            let is_above =
                |above: &MethodId| view.nearest(class, Some(world.view(*above).class().id())).is_some();
            if !is_named && !world.overridden(method.id()).iter().any(is_above) {
                continue;
            }
            let may_get = method.sites().len() == 1 && method.descriptor().to_str().starts_with("()");
            if may_get || writers.contains(&method.id()) {
                changers.add(program, method);
            }
        }
    }
    // A getter is nicer to read than a field; either is found first by its field.
    changers.getters.sort_by_key(|(field, getter)| (*field, matches!(getter, Getter::Field(_))));
    changers
}

impl Changers {
    fn add(&mut self, program: &ProgramIndex<'_>, method: MethodView<'_>) {
        let costs = &program.options.costs;
        let name = method.name().to_str();
        let is_setter = ["set", "with", "add", "put"].iter().any(|prefix| name.starts_with(prefix));
        let takes_any = !method.descriptor().to_str().starts_with("()");
        let cost = if is_setter && takes_any { costs.setter } else { costs.method };
        let mut action = action(program, method, cost);
        let paths = program.short_paths(method.id());
        action.is_complete = paths.is_complete;
        if paths.paths.len() > MOST_WAYS {
            return;
        }
        for (at, path) in paths.paths.iter().enumerate() {
            let result = path.result.map(|result| &paths.terms[result]);
            if let (Some(Term::Field(of, field)), [], false) = (result, &path.stores[..], takes_any)
                && *of == Terms::receiver()
                && paths.paths.len() == 1
            {
                self.getters.push((*field, Getter::Method(action.member.clone())));
            }
            let effect = Effect::new(program, &paths, at, Terms::receiver());
            let at = (self.methods.len(), action.effects.len());
            let given = effect.gives_itself.iter().map(|(parameter, field)| (*field, at.0, at.1, *parameter));
            self.givers.extend(given);
            if !effect.stores.is_empty() || !effect.fills.is_empty() || !effect.gives_itself.is_empty() {
                action.effects.push(effect);
            }
        }
        if !action.effects.is_empty() {
            self.methods.push(action);
        }
    }
}

/// The class and its superclasses, as far as they are the subject's; all of them for a class of the JDK.
fn lineage(world: &World, class: ClassId) -> Vec<ClassView<'_>> {
    let is_platform = world.is_platform_class(class);
    std::iter::once(class)
        .chain(world.superclasses(class))
        .map(|class| world.view(class))
        .take_while(|view| (is_platform || !view.is_platform()) && view.super_name().is_some())
        .collect()
}

/// The methods that may write a field or add to a collection, by themselves or by those of the same classes
/// that they call. To look at nothing else saves following all that a class computes.
fn writers(world: &World, lineage: &[ClassView<'_>]) -> FxHashSet<MethodId> {
    let own: Vec<MethodView<'_>> = lineage.iter().flat_map(|class| class.methods()).collect();
    let mut writers: FxHashSet<MethodId> =
        own.iter().filter(|method| writes(world, **method)).map(|method| method.id()).collect();
    // Callers of callers of setters are not setters any more.
    for _ in 0..3 {
        let calls = |method: &&MethodView<'_>| {
            method.sites().iter().any(|site| match site.action() {
                Does::Call(_, reference) => {
                    world.resolved_method(reference).is_ok_and(|callee| writers.contains(&callee))
                }
                _ => false,
            })
        };
        let more: Vec<MethodId> = own
            .iter()
            .filter(|method| !writers.contains(&method.id()))
            .filter(calls)
            .map(|method| method.id())
            .collect();
        if more.is_empty() {
            break;
        }
        writers.extend(more);
    }
    writers
}

fn writes(world: &World, method: MethodView<'_>) -> bool {
    method.sites().iter().any(|site| match site.action() {
        Does::Field(FieldAccess::PutField, _) => true,
        Does::Call(_, reference) => {
            let reference = world.method_ref(reference);
            let name = world.text(world.name_and_type_of(reference.name_and_type).name).to_str();
            let class = world.text(reference.class).to_str();
            // Collections, and methods of others that may write what they are given.
            class.starts_with("java/util/")
                && (name.starts_with("add") || name.starts_with("put") || name.starts_with("offer"))
        }
        _ => false,
    })
}
