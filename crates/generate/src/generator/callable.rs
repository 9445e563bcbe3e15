//! Whether a test can make a recorded call, and run the method that ran.

use reenact_base::name::InternalName;
use reenact_heap::{Node, Value};
use reenact_rebuild::bridges;
use reenact_rebuild::plan::Member;
use reenact_recording::graph::Outcome;
use reenact_world::{MethodId, MethodView};

use super::Given;
use crate::code::{Act, ActKind, Scene};
use crate::refusal::{NotCallable, Refusal};

/// Returns the call as the test will write it.
pub(super) fn act(scene: &Scene<'_>, given: &Given<'_>) -> Result<Act, Refusal> {
    let method = given.method;
    let world = scene.types.world;
    let class = InternalName::new(&method.class).to_binary();
    let shown = format!("{class}.{}", method.name);
    let refuse = |why: NotCallable| Err(Refusal::NotCallable(why));
    let Some(class) = world.class_id(&method.class) else {
        return refuse(NotCallable::ClassMissing { class: class.into_string() });
    };
    if world.is_platform_class(class) {
        return refuse(NotCallable::OfTheJdk { method: shown });
    }
    let Some(id) = world.method(class, &method.name, &method.descriptor) else {
        return refuse(NotCallable::Missing { method: shown });
    };
    let view = world.view(id);
    if let Some(refusal) = not_worth_a_test(view) {
        return Err(refusal);
    }
    let kind = match () {
        () if view.is_constructor() => ActKind::Constructor { has_outer: view.class().has_outer_instance() },
        () if view.access_flags().is_static() => ActKind::Static,
        () => ActKind::Instance,
    };
    let has_receiver = kind == ActKind::Instance;
    if has_receiver != given.case.has_receiver() {
        return refuse(NotCallable::OtherKind { method: shown });
    }
    let count = view.parsed_descriptor().map_or(0, |descriptor| descriptor.parameters().count());
    if given.case.capture.roots.len() != count + usize::from(has_receiver) {
        return refuse(NotCallable::ArgumentsMissing { method: shown });
    }
    match kind {
        ActKind::Instance => runs(scene, given, id, &shown)?,
        ActKind::Constructor { .. } => makes(given, view, &shown)?,
        ActKind::Static => {}
    }
    match visible(scene, id, has_receiver) {
        Some(member) => Ok(Act { member, kind }),
        None if world.view(id).access_flags().is_private() => refuse(NotCallable::Private { method: shown }),
        None => refuse(NotCallable::NotAccessible { method: shown }),
    }
}

/// Returns why a test of a method would say nothing of the program: the compiler writes `values` and `valueOf` of enums
/// (JLS 8.9.3), and which number a hash code is may change with the next edit of the class.
fn not_worth_a_test(method: MethodView<'_>) -> Option<Refusal> {
    let is_static = method.access_flags().is_static();
    let class = method.class();
    let name = class.name().to_str();
    let descriptor = method.descriptor().to_str();
    match &*method.name().to_str() {
        "values" if is_static && class.is_enum() && *descriptor == *format!("()[L{name};") => {
            Some(Refusal::Generated)
        }
        "valueOf"
            if is_static && class.is_enum() && *descriptor == *format!("(Ljava/lang/String;)L{name};") =>
        {
            Some(Refusal::Generated)
        }
        "hashCode" if !is_static && *descriptor == *"()I" => Some(Refusal::HashCode),
        _ => None,
    }
}

/// Returns the method itself, or one that it overrides, that the test can call.
fn visible(scene: &Scene<'_>, method: MethodId, is_dispatched: bool) -> Option<Member> {
    let world = scene.types.world;
    let is_usable = |&candidate: &MethodId| {
        scene.viewpoint.can_call(candidate) && scene.viewpoint.can_name(world.view(candidate).class().id())
    };
    // `String next()` is called as `Object next()` of an interface through the bridge that javac has written for it.
    let bridged = bridges(world, method);
    let dispatched = std::iter::once(method).chain(bridged).filter(|_| is_dispatched);
    let above = dispatched.flat_map(|method| world.overridden(method));
    let found = std::iter::once(method).chain(above).find(is_usable)?;
    let view = world.view(found);
    Some(Member::new(&view.class().name().to_str(), &view.name().to_str(), &view.descriptor().to_str()))
}

/// A constructor that ran for an object of a subclass, by `super(…)`, is not called by `new`.
fn makes(given: &Given<'_>, method: MethodView<'_>, shown: &str) -> Result<(), Refusal> {
    let refuse = |why: NotCallable| Err(Refusal::NotCallable(why));
    if !method.class().is_instantiable() || method.class().is_enum() {
        return refuse(NotCallable::NotByNew { method: shown.to_owned(), class: None });
    }
    let Outcome::Returned(Some(Value::Reference(made))) = given.case.capture.outcome else { return Ok(()) };
    let made = match given.case.capture.after.try_get(made) {
        Some(Node::Object { class, .. } | Node::End { class, .. }) => given.classes.try_get(*class),
        _ => None,
    };
    match made {
        Some(made) if *made.name != *method.class().name().to_str() => {
            let class = Some(InternalName::new(&made.name).to_binary().to_string());
            refuse(NotCallable::NotByNew { method: shown.to_owned(), class })
        }
        _ => Ok(()),
    }
}

/// A call by `super` runs a method that the receiver's class overrides; a test's call would run the override.
fn runs(scene: &Scene<'_>, given: &Given<'_>, method: MethodId, shown: &str) -> Result<(), Refusal> {
    let world = scene.types.world;
    let Some(Value::Reference(receiver)) = given.case.capture.roots.first() else {
        return Err(Refusal::NotCallable(NotCallable::ReceiverMissing { method: shown.to_owned() }));
    };
    let class = match given.case.capture.before.try_get(*receiver) {
        Some(Node::Object { class, .. } | Node::End { class, .. }) => given.classes.try_get(*class),
        _ => None,
    };
    let Some(class) = class.and_then(|class| world.class_id(&class.name)) else { return Ok(()) };
    match world.select(class, method) {
        Ok(selected) if selected != method => Err(Refusal::NotCallable(NotCallable::Overridden {
            method: shown.to_owned(),
            class: world.view(selected).class().to_string(),
        })),
        _ => Ok(()),
    }
}
