//! The actions that make objects of a class, as a class offers them to code in a package.

use reenact_flow::paths::Fresh;
use reenact_flow::term::{Term, Terms};
use reenact_world::{AnnotationValue, ClassId, MethodId, MethodView};
use rustc_hash::FxHashSet;

use crate::effect::Effect;
use crate::facts::is_subtype;
use crate::plan::Member;
use crate::program_index::ProgramIndex;
use crate::viewpoint::Viewpoint;

/// How many factories are looked at: a class that more methods make is made by its constructor.
const MOST_FACTORIES: usize = 32;

/// A constructing action.
pub(crate) struct Maker {
    pub action: Action,
    pub kind: MakerKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MakerKind {
    /// A constructor; that of an inner class has the outer instance as its first parameter.
    Constructor { has_outer: bool },
    /// A static method.
    Static,
    /// A method of an object of this class: a builder's `build`, an outer object's `iterator`.
    Instance(ClassId),
}

/// A constructor or method.
pub(crate) struct Action {
    pub method: MethodId,
    pub member: Member,
    /// Descriptors of its parameters.
    pub types: Vec<Box<str>>,
    pub is_varargs: bool,
    pub effects: Vec<Effect>,
    /// Whether the effects are all that it can do.
    pub is_complete: bool,
    /// The cost before arguments.
    pub cost: u32,
}

/// Where constructing actions are looked for: what is nearest is cheapest, to use and to find.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tier {
    Constructors,
    /// Static methods of the class and of those around it.
    Near,
    /// Other code that makes objects of the class: builders, factories, other objects.
    Distant,
}

impl Tier {
    pub const ALL: [Tier; 3] = [Tier::Constructors, Tier::Near, Tier::Distant];
}

/// The constructing actions of a tier, the cheapest first.
pub(crate) fn makers(
    program: &ProgramIndex<'_>,
    view: &Viewpoint<'_>,
    class: ClassId,
    tier: Tier,
) -> Vec<Maker> {
    let mut makers = match tier {
        Tier::Constructors => constructors(program, view, class),
        Tier::Near | Tier::Distant => {
            let factories = factories(program, view, class, tier);
            factories.into_iter().filter_map(|method| factory(program, class, method)).collect()
        }
    };
    makers.sort_by_key(|maker| maker.action.cost);
    makers
}

fn constructors(program: &ProgramIndex<'_>, view: &Viewpoint<'_>, class: ClassId) -> Vec<Maker> {
    let this = program.world.view(class);
    if !view.can_name(class) || !this.is_instantiable() || this.is_enum() {
        return Vec::new();
    }
    let has_outer = this.has_outer_instance();
    let mut makers = Vec::new();
    for method in this.methods().filter(|method| method.is_constructor() && view.can_call(method.id())) {
        let mut action = action(program, method, program.options.costs.constructor);
        let paths = program.paths(method.id());
        let count = paths.paths.len().min(program.options.limits.paths);
        action.effects = (0..count).map(|at| Effect::new(program, &paths, at, Terms::receiver())).collect();
        action.is_complete = paths.is_complete && count == paths.paths.len();
        makers.push(Maker { action, kind: MakerKind::Constructor { has_outer } });
    }
    makers
}

/// A method that gives objects of the class, by its paths that make one.
fn factory(program: &ProgramIndex<'_>, class: ClassId, method: MethodView<'_>) -> Option<Maker> {
    let costs = &program.options.costs;
    let is_static = method.access_flags().is_static();
    let declaring = method.class().id();
    let cost = match is_static {
        true if is_near(declaring, class, program) => costs.factory,
        true => costs.distant_factory,
        false => costs.builder,
    };
    let mut action = action(program, method, cost);
    let paths = if is_near(declaring, class, program) {
        program.paths(method.id())
    } else {
        program.short_paths(method.id())
    };
    let name = program.world.view(class).name();
    for (at, path) in paths.paths.iter().enumerate().take(program.options.limits.paths) {
        if let Some(result) = path.result
            && let Term::Fresh(number) = paths.terms[result]
            && let Some(Fresh::Object(made)) = path.objects.get(number as usize)
            && name == **made
        {
            action.effects.push(Effect::new(program, &paths, at, result));
        }
    }
    let is_lookup = is_static && declaring == class && is_lookup(&method.name().to_str(), &action.types);
    action.is_complete = !is_lookup || paths.is_complete && action.effects.len() == paths.paths.len();
    let kind = if is_static { MakerKind::Static } else { MakerKind::Instance(declaring) };
    (!action.effects.is_empty() || is_lookup).then_some(Maker { action, kind })
}

/// Whether a static method may look up an object that it keeps, such as `Tag.valueOf("p")`: what is in a map
/// of the subject's cannot be known, but what it is asked for is mostly in the object too.
fn is_lookup(name: &str, types: &[Box<str>]) -> bool {
    let is_named = ["of", "valueOf", "get", "for", "from", "lookup", "find", "intern", "resolve"]
        .iter()
        .any(|prefix| name.starts_with(prefix));
    is_named && (1..=2).contains(&types.len()) && !types.iter().any(|parameter| parameter.starts_with('['))
}

/// The class itself, or one that it is nested in.
pub(crate) fn is_near(declaring: ClassId, class: ClassId, program: &ProgramIndex<'_>) -> bool {
    declaring == class || program.world.nest_host(declaring) == program.world.nest_host(class)
}

/// Methods that may give an object of the class: its own static ones, those around it, and the callers of
/// its constructors.
fn factories<'w>(
    program: &ProgramIndex<'w>,
    view: &Viewpoint<'_>,
    class: ClassId,
    tier: Tier,
) -> Vec<MethodView<'w>> {
    let world = program.world;
    let this = world.view(class);
    let name = this.name().to_str().into_owned();
    let outer = this.outer_name().and_then(|outer| world.class(&outer.to_str()));
    let near = || {
        let own = this.methods().chain(outer.into_iter().flat_map(|outer| outer.methods()));
        own.filter(|method| method.access_flags().is_static()).map(|method| method.id())
    };
    let mut candidates: Vec<MethodId> = match tier {
        Tier::Near => near().collect(),
        _ => {
            let constructors = this.methods().filter(|method| method.is_constructor());
            let mut callers: Vec<MethodId> =
                constructors.flat_map(|method| world.direct_callers(method.id())).copied().collect();
            // Callers of a private factory return its objects.
            for caller in callers.clone() {
                if world.view(caller).access_flags().is_private() {
                    callers.extend(world.direct_callers(caller));
                }
            }
            callers
        }
    };
    let mut seen: FxHashSet<MethodId> = match tier {
        Tier::Near => FxHashSet::default(),
        _ => near().collect(),
    };
    candidates.retain(|method| seen.insert(*method));
    let is_factory = |method: &MethodView<'w>| {
        let gives = method.parsed_descriptor().and_then(|descriptor| descriptor.result());
        let gives = gives.and_then(|result| result.class_name());
        method.has_code()
            && !method.is_constructor()
            && gives.is_some_and(|result| is_subtype(world, &name, &result.to_str()) == Some(true))
            && view.can_call(method.id())
            && view.can_name(method.class().id())
            && method.class().is_platform() == this.is_platform()
    };
    candidates.into_iter().map(|method| world.view(method)).filter(is_factory).take(MOST_FACTORIES).collect()
}

/// The annotation of deserializers, by internal name.
const DESERIALIZER: &str = "io/reenact/serial/Deserializer";

/// Whether a class declares how its objects are made from their data.
pub(crate) fn has_serial_form(program: &ProgramIndex<'_>, class: ClassId) -> bool {
    program.world.view(class).methods().any(|method| is_deserializer(program, method))
}

fn is_deserializer(program: &ProgramIndex<'_>, method: MethodView<'_>) -> bool {
    let world = program.world;
    method.annotation_uses().iter().any(|annotation| world.text(annotation.interface) == DESERIALIZER)
}

/// The number of versions that a deserializer is older than the newest of its class; `None` for other methods.
fn deserializer_age(program: &ProgramIndex<'_>, method: MethodView<'_>) -> Option<u32> {
    if !is_deserializer(program, method) {
        return None;
    }
    let version = |method: MethodView<'_>| {
        let annotations = program.world.annotations(method.id()).ok()?;
        let annotation = annotations.iter().find(|annotation| annotation.interface == DESERIALIZER)?;
        match annotation.element("version") {
            Some(AnnotationValue::Int(version)) => Some(*version),
            _ => Some(1),
        }
    };
    let all = method.class().methods().filter(|method| is_deserializer(program, *method));
    let newest = all.filter_map(version).max()?;
    Some(newest.abs_diff(version(method)?))
}

pub(crate) fn action(program: &ProgramIndex<'_>, method: MethodView<'_>, cost: u32) -> Action {
    let costs = &program.options.costs;
    let flags = method.access_flags();
    let types = method.parsed_descriptor().map_or(Vec::new(), |descriptor| {
        descriptor.parameters().map(|parameter| (&*parameter.descriptor().to_str()).into()).collect()
    });
    let is_deprecated = method
        .annotation_uses()
        .iter()
        .any(|annotation| program.world.text(annotation.interface) == "java/lang/Deprecated");
    let penalty = if is_deprecated { costs.deprecated } else { 0 };
    let not_public = if flags.is_public() { 0 } else { costs.not_public };
    let cost = match deserializer_age(program, method) {
        Some(age) => costs.serial_form + age.saturating_mul(costs.older_version),
        None => cost,
    };
    Action {
        method: method.id(),
        member: program.method_member(method.id()),
        types,
        is_varargs: flags.is_varargs(),
        effects: Vec::new(),
        is_complete: false,
        cost: cost + penalty + not_public,
    }
}
