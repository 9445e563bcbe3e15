//! One class, or one method, and what surrounds it.

use std::collections::BTreeSet;

use reenact_classfile::{AccessFlags, FieldType, Mutf8};
use reenact_report::classes::{Class, Field, Method, MethodLine, Methods};
use reenact_world::{
    Action, CallGraph, ClassView, FieldAccess, FieldView, Handle, MethodId, MethodView, Site, World,
    binary_name,
};

use crate::classes::{Error, nearest};

pub(super) fn class(world: &World, class: ClassView<'_>) -> Class {
    let graph = CallGraph::class_hierarchy(world);
    let names = |ids: &mut dyn Iterator<Item = reenact_world::ClassId>| {
        ids.map(|id| world.view(id).binary_name()).collect::<Vec<_>>()
    };
    let annotations = class.annotation_uses().iter().map(|used| annotation_name(world.text(used.interface)));
    Class {
        name: class.binary_name(),
        declaration: declaration(class),
        source_file: class.source_file().map(|file| file.to_string()),
        supertypes: names(&mut world.all_supertypes(class.id()).filter(|&id| id != class.id())),
        subtypes: names(&mut world.subtypes(class.id()).iter().copied().filter(|&id| id != class.id())),
        permitted_subclasses: class.permitted_subclasses().map(binary_name).collect(),
        annotations: annotations.collect(),
        fields: class.fields().map(|field| field_line(world, field)).collect(),
        methods: class.methods().map(|method| method_line(world, &graph, method)).collect(),
    }
}

pub(super) fn methods(world: &World, class: ClassView<'_>, name: &str) -> Result<Methods, Error> {
    let methods: Vec<MethodView<'_>> = class.methods_named(name).collect();
    if methods.is_empty() {
        let declared = class.methods().map(|method| method.name().to_string());
        let nearest = nearest(name, declared);
        return Err(Error::NoMethod { class: class.binary_name(), method: name.to_owned(), nearest });
    }
    let graph = CallGraph::class_hierarchy(world);
    Ok(Methods { methods: methods.into_iter().map(|method| method_card(world, &graph, method)).collect() })
}

fn method_card(world: &World, graph: &CallGraph, method: MethodView<'_>) -> Method {
    let names = |ids: Vec<MethodId>| ids.into_iter().map(|id| world.view(id).to_string()).collect();
    let mut card = Method {
        name: method.to_string(),
        declaration: method_declaration(method),
        overrides: names(world.overridden(method.id())),
        overridden_by: names(world.overriders(method.id())),
        callers: names(callers(world, graph, method)),
        callees: names(graph.callees(world, method.id())),
        ..Method::default()
    };
    let (mut reads, mut writes, mut makes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for &site in method.sites() {
        if let Action::New(class) = site.action() {
            makes.insert(binary_name(world.text(class)));
        }
        for effect in world.effects(site) {
            let Handle::Field(access, reference) = effect else { continue };
            let name = match world.resolved_field(reference) {
                Ok(field) => world.view(field).to_string(),
                Err(_) => format!("{} (missing)", binary_name(world.text(world.field_ref(reference).class))),
            };
            let fields = if FieldAccess::is_write(access) { &mut writes } else { &mut reads };
            fields.insert(name);
        }
    }
    card.reads.extend(reads);
    card.writes.extend(writes);
    card.makes.extend(makes);
    card
}

/// The methods that may call a method. An abstract one never runs, so its callers are those that
/// name it.
fn callers(world: &World, graph: &CallGraph, method: MethodView<'_>) -> Vec<MethodId> {
    if !method.access_flags().is_abstract() {
        return graph.callers(world, method.id());
    }
    let names_it = |site: &Site| {
        let mut effects = world.effects(*site);
        effects.any(|effect| {
            matches!(effect, Handle::Method(_, reference) if world.resolved_method(reference) == Ok(method.id()))
        })
    };
    world.method_ids().filter(|&caller| world.view(caller).sites().iter().any(names_it)).collect()
}

fn method_line(world: &World, graph: &CallGraph, method: MethodView<'_>) -> MethodLine {
    MethodLine {
        declaration: method_declaration(method),
        callers: callers(world, graph, method).len(),
        callees: graph.callees(world, method.id()).len(),
        overridden_by: world.overriders(method.id()).len(),
    }
}

fn field_line(world: &World, field: FieldView<'_>) -> Field {
    let modifiers = modifiers(field.access_flags(), &["volatile", "transient"]);
    Field {
        declaration: format!("{modifiers}{} {}", simple_type(field.descriptor()), field.name()),
        readers: world.readers(field.id()).len(),
        writers: world.writers(field.id()).len(),
    }
}

/// Such as `public final class`.
fn declaration(class: ClassView<'_>) -> String {
    let flags = class.declared_flags();
    let (kind, implied) = match class {
        _ if class.is_annotation() => ("@interface", AccessFlags::ABSTRACT | AccessFlags::STATIC),
        _ if class.is_interface() => ("interface", AccessFlags::ABSTRACT | AccessFlags::STATIC),
        _ if class.is_record() => ("record", AccessFlags::FINAL | AccessFlags::STATIC),
        _ if class.is_enum() => ("enum", AccessFlags::FINAL | AccessFlags::STATIC | AccessFlags::ABSTRACT),
        _ => ("class", AccessFlags(0)),
    };
    let sealed = if class.is_sealed() && !class.is_enum() { "sealed " } else { "" };
    // ACC_SUPER has the bit of `synchronized` and means nothing any more.
    let written = AccessFlags(flags.0 & !implied.0 & !AccessFlags::SYNCHRONIZED.0);
    format!("{}{sealed}{kind}", modifiers(written, &[]))
}

/// Such as `private static void charge(Order, Money)`.
fn method_declaration(method: MethodView<'_>) -> String {
    let flags = AccessFlags(method.access_flags().0 & !AccessFlags::BRIDGE.0 & !AccessFlags::VARARGS.0);
    let modifiers = modifiers(flags, &["synchronized", "native"]);
    let Some(descriptor) = method.parsed_descriptor() else {
        return format!("{modifiers}{}{}", method.name(), method.descriptor());
    };
    let parameters = descriptor.parameters().map(|parameter| simple_type(parameter.descriptor()));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    if method.is_constructor() {
        let class = method.class().simple_name().map_or_else(|| "<init>".to_owned(), |name| name.to_string());
        return format!("{modifiers}{class}({parameters})");
    }
    let result = descriptor.result().map_or("void".to_owned(), |result| simple_type(result.descriptor()));
    format!("{modifiers}{result} {}({parameters})", method.name())
}

/// The modifiers in the order in which Java's own style has them, each followed by a space. Of those
/// whose bits mean different things on fields, methods and classes, only the given ones.
fn modifiers(flags: AccessFlags, of_kind: &[&str]) -> String {
    let all = [
        (flags.is_public(), "public"),
        (flags.is_protected(), "protected"),
        (flags.is_private(), "private"),
        (flags.is_abstract(), "abstract"),
        (flags.is_static(), "static"),
        (flags.is_final(), "final"),
        (flags.is_transient() && of_kind.contains(&"transient"), "transient"),
        (flags.is_volatile() && of_kind.contains(&"volatile"), "volatile"),
        (flags.is_synchronized() && of_kind.contains(&"synchronized"), "synchronized"),
        (flags.is_native() && of_kind.contains(&"native"), "native"),
    ];
    all.iter().filter(|(has, _)| *has).map(|(_, name)| format!("{name} ")).collect()
}

/// A type without its package: `Map.Entry[]` for `[Ljava/util/Map$Entry;`.
fn simple_type(descriptor: Mutf8<'_>) -> String {
    let Some(field_type) = FieldType::parse(descriptor) else { return descriptor.to_string() };
    let innermost = field_type.innermost();
    let dimensions = descriptor.as_bytes().len() - innermost.descriptor().as_bytes().len();
    let name = match (innermost.kind(), innermost.class_name()) {
        (_, Some(name)) => name.to_str().rsplit('/').next().unwrap_or_default().replace('$', "."),
        (b'B', _) => "byte".to_owned(),
        (b'C', _) => "char".to_owned(),
        (b'D', _) => "double".to_owned(),
        (b'F', _) => "float".to_owned(),
        (b'I', _) => "int".to_owned(),
        (b'J', _) => "long".to_owned(),
        (b'S', _) => "short".to_owned(),
        _ => "boolean".to_owned(),
    };
    name + &"[]".repeat(dimensions)
}

fn annotation_name(interface: Mutf8<'_>) -> String {
    match FieldType::parse(interface).and_then(FieldType::class_name) {
        Some(name) => binary_name(name),
        None => binary_name(interface),
    }
}
