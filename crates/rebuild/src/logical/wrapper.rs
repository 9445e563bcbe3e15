//! Wrappers of `Collections`, `Arrays` and the collections themselves around other objects.

use reenact_heap::logical::{Bound, MapKind, ViewKind};
use reenact_heap::{LogicalForm, Node, NodeId, Value};

use super::collection::{as_list, sequence};
use super::expression::{boolean, chained, factory, inline, int, new, node, result, value};
use super::{Shape, Target, collection, map};
use crate::plan::{Making, Member};

const COLLECTIONS: &str = "java/util/Collections";

pub(super) fn view(target: &Target<'_, '_>, kind: &ViewKind, of: Value) -> Option<Shape> {
    let from_map = |name: &str, returns: &str| {
        Some(Shape::of(result(value(of), "java/util/Map", name, &format!("()L{returns};"), vec![])))
    };
    match kind {
        ViewKind::Unmodifiable => unmodifiable(target, of),
        ViewKind::Synchronized { mutex: Value::Null } => wrapped(target, "Synchronized", of, &[]),
        ViewKind::Synchronized { mutex } => of_synchronized(target, of, *mutex),
        ViewKind::Checked { types } => wrapped(target, "Checked", of, types),
        ViewKind::ArrayAsList => array_as_list(target, of),
        ViewKind::SubList { offset, size } => sub_list(target, of, *offset, *size),
        ViewKind::SubMap { from, to, is_descending } => {
            let parts = Parts { interface: "java/util/NavigableMap", suffix: "Map" };
            parts.of(Start::Value(of), *from, *to, *is_descending).map(Shape::of)
        }
        ViewKind::Keys if target.class.ends_with("Set") && !target.class.contains('$') => sub_set(target, of),
        ViewKind::Keys => from_map("keySet", "java/util/Set"),
        ViewKind::Values => from_map("values", "java/util/Collection"),
        ViewKind::Entries => from_map("entrySet", "java/util/Set"),
        ViewKind::SetFromMap => set_from_map(target, of),
        ViewKind::LifoQueue => {
            let descriptor = "(Ljava/util/Deque;)Ljava/util/Queue;";
            Some(Shape::of(factory(COLLECTIONS, "asLifoQueue", descriptor, vec![value(of)])))
        }
        ViewKind::Reversed => (target.release >= 21).then(|| {
            Shape::of(result(value(of), "java/util/List", "reversed", "()Ljava/util/List;", vec![]))
        }),
    }
}

/// `Collections.unmodifiableList(list)` and its like, by the name of the class that it gives:
/// `Collections$UnmodifiableRandomAccessList`.
fn wrapped(target: &Target<'_, '_>, kind: &str, of: Value, types: &[Value]) -> Option<Shape> {
    let name = target.class.strip_prefix(COLLECTIONS)?.strip_prefix('$')?.strip_prefix(kind)?;
    let name = if name == "RandomAccessList" { "List" } else { name };
    if name.contains('$') || name.starts_with("Sequenced") && target.release < 21 {
        return None;
    }
    let method = format!("{}{name}", kind.to_lowercase());
    let wrapped = format!("Ljava/util/{name};");
    let descriptor = format!("({wrapped}{}){wrapped}", "Ljava/lang/Class;".repeat(types.len()));
    let arguments = [&[of], types].concat().into_iter().map(value).collect();
    Some(Shape::of(factory(COLLECTIONS, &method, &descriptor, arguments)))
}

fn unmodifiable(target: &Target<'_, '_>, of: Value) -> Option<Shape> {
    let empty = |name: &str, returns: &str| {
        let shape = Shape::of(factory(COLLECTIONS, name, &format!("(){returns}"), vec![]));
        Some(shape.absorbing(node(of)))
    };
    match target.class.rsplit('$').next()? {
        "EmptyNavigableSet" => empty("emptyNavigableSet", "Ljava/util/NavigableSet;"),
        "EmptyNavigableMap" => empty("emptyNavigableMap", "Ljava/util/NavigableMap;"),
        // An unmodifiable collection is returned as it is.
        _ if target.class_of(of) == Some(target.class) => None,
        _ => wrapped(target, "Unmodifiable", of, &[]),
    }
}

/// A view that a synchronized collection hands out has the collection's own mutex. So has a part of a
/// `Vector`.
fn of_synchronized(target: &Target<'_, '_>, of: Value, mutex: Value) -> Option<Shape> {
    let LogicalForm::View { kind: inner, of: root } = target.form_of(of)? else { return None };
    let is_root = match target.form_of(mutex)? {
        LogicalForm::View { kind: ViewKind::Synchronized { mutex: Value::Null }, of } => of == root,
        LogicalForm::List { .. } => {
            mutex == root && matches!(target.class_of(root), Some("java/util/Vector" | "java/util/Stack"))
        }
        _ => false,
    };
    let of_map = |name: &str, returns: &str| {
        Some(Shape::of(result(value(mutex), "java/util/Map", name, &format!("(){returns}"), vec![])))
    };
    match inner {
        _ if !is_root => None,
        ViewKind::Keys => of_map("keySet", "Ljava/util/Set;"),
        ViewKind::Entries => of_map("entrySet", "Ljava/util/Set;"),
        ViewKind::Values => of_map("values", "Ljava/util/Collection;"),
        ViewKind::SubList { offset, size } => {
            Some(Shape::of(list_part(mutex, offset, size)?).absorbing(node(of)))
        }
        _ => None,
    }
}

/// `list.subList(1, 3)`. A `Vector` hands its parts out wrapped, never bare.
fn sub_list(target: &Target<'_, '_>, of: Value, offset: i32, size: i32) -> Option<Shape> {
    match target.class_of(of) {
        Some("java/util/Vector" | "java/util/Stack") => None,
        _ => list_part(of, offset, size).map(Shape::of),
    }
}

fn list_part(of: Value, offset: i32, size: i32) -> Option<Making> {
    let end = offset.checked_add(size).filter(|_| offset >= 0 && size >= 0)?;
    let arguments = vec![int(offset), int(end)];
    Some(result(value(of), "java/util/List", "subList", "(II)Ljava/util/List;", arguments))
}

/// `Arrays.asList(a, b)` if Java makes the same array of these elements: one of exactly their class.
fn array_as_list(target: &Target<'_, '_>, of: Value) -> Option<Shape> {
    let array = node(of)?;
    let Some(Node::Array { class, elements }) = target.forms.graph().try_get(array) else { return None };
    let descriptor = &*target.forms.classes().try_get(*class)?.name;
    let element = descriptor.strip_prefix("[L")?.strip_suffix(';').unwrap_or(descriptor);
    let is_of = |value: &Value| match target.forms.text(*value) {
        Some(_) => element == "java/lang/String",
        None => target.class_of(*value) == Some(element),
    };
    if target.is_compact() && !elements.is_empty() && elements.iter().all(is_of) {
        return Some(Shape::of(as_list(elements)).absorbing([array]));
    }
    let descriptor = "([Ljava/lang/Object;)Ljava/util/List;";
    Some(Shape::of(factory("java/util/Arrays", "asList", descriptor, vec![value(of)])))
}

/// Where a part of something sorted is taken from.
enum Start {
    Value(Value),
    Making(Making),
}

/// The methods that give parts of a sorted map or set.
struct Parts {
    interface: &'static str,
    suffix: &'static str,
}

impl Parts {
    /// `map.subMap(from, true, to, false)`, `map.headMap(to, false)`, `map.descendingMap()`.
    fn of(
        &self,
        start: Start,
        from: Option<Bound>,
        to: Option<Bound>,
        is_descending: bool,
    ) -> Option<Making> {
        let returns = format!("L{};", self.interface);
        let arguments = |bound: Bound| vec![value(bound.key), boolean(bound.is_inclusive)];
        let (prefix, arguments) = match (from, to) {
            (Some(from), Some(to)) => ("sub", [arguments(from), arguments(to)].concat()),
            (Some(from), None) => ("tail", arguments(from)),
            (None, Some(to)) => ("head", arguments(to)),
            (None, None) => ("descending", vec![]),
        };
        let descriptor = format!("({}){returns}", "Ljava/lang/Object;Z".repeat(arguments.len() / 2));
        let method = Member::new(self.interface, &format!("{prefix}{}", self.suffix), &descriptor);
        let part = match start {
            Start::Value(of) => Making::Result { on: Box::new(value(of)), method, arguments },
            Start::Making(first) => chained(first, method, arguments),
        };
        // A part that nothing bounds is one that was turned, and perhaps turned back.
        Some(if is_descending == (prefix == "descending") {
            part
        } else {
            let turn =
                Member::new(self.interface, &format!("descending{}", self.suffix), &format!("(){returns}"));
            chained(part, turn, vec![])
        })
    }
}

/// A part of a sorted set: the map that both share is not accessible.
fn sub_set(target: &Target<'_, '_>, of: Value) -> Option<Shape> {
    let LogicalForm::View { kind: ViewKind::SubMap { from, to, is_descending }, of: whole } =
        target.form_of(of)?
    else {
        return None;
    };
    let LogicalForm::Map { comparator: Value::Null, entries, .. } = target.form_of(whole)? else {
        return None;
    };
    let keys: Vec<Value> = entries.iter().map(|(key, _)| *key).collect();
    let set = match &*keys {
        [] => new(target.class, "()V", vec![]),
        keys => new(target.class, "(Ljava/util/Collection;)V", vec![sequence(target, keys)]),
    };
    let parts = Parts { interface: "java/util/NavigableSet", suffix: "Set" };
    let made = parts.of(Start::Making(set), from, to, is_descending)?;
    let shared: Vec<NodeId> = [of, whole].into_iter().filter_map(node).collect();
    Some(Shape::of(made).absorbing(shared))
}

/// `Collections.newSetFromMap(new IdentityHashMap<>())`, which wants an empty map.
fn set_from_map(target: &Target<'_, '_>, of: Value) -> Option<Shape> {
    let descriptor = "(Ljava/util/Map;)Ljava/util/Set;";
    let from = |map| factory(COLLECTIONS, "newSetFromMap", descriptor, vec![map]);
    let LogicalForm::Map { kind, order, comparator, entries } = target.form_of(of)? else { return None };
    if entries.is_empty() {
        return Some(Shape::of(from(value(of))));
    }
    // A map of the subject's own class is not ours to make.
    let class = target.class_of(of).filter(|class| class.starts_with("java/util/"))?;
    let is_true = |value: Value| target.form_of(value) == Some(LogicalForm::Boxed(Value::Boolean(true)));
    let is_set = entries.iter().all(|(_, value)| is_true(*value));
    let has_distinct_keys = kind != MapKind::Identity || map::are_distinct(target.forms, &entries);
    let empty = map::empty(class, &kind, order, comparator).filter(|_| is_set && has_distinct_keys)?;
    let keys: Vec<Value> = entries.iter().map(|(key, _)| *key).collect();
    Some(collection::filled(target, from(inline(empty)), &keys).absorbing(node(of)))
}
