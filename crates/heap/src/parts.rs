//! An object as comparison sees it: what it is, and what it refers to.
//!
//! The subject's own objects are their raw fields, objects of the JDK their logical forms. Both are
//! taken apart here in one way, so that comparisons need not distinguish them.

use crate::class::ClassKind;
use crate::graph::{Ending, Node, NodeId};
use crate::logical::{Forms, LogicalForm, MapKind, Order, Raw, ViewKind};
use crate::path::Step;
use crate::value::{PrimitiveArray, Value};

/// Which raw fields count, by the internal name of the declaring class and the field's name.
pub(crate) type Counts<'a> = &'a dyn Fn(&str, &str) -> bool;

/// An object taken apart.
pub(crate) struct Parts<'g> {
    pub label: Label<'g>,
    /// Values at a position of their own.
    pub children: Vec<(Step<'g>, Value)>,
    /// Elements of a set or entries of a map whose order means nothing.
    pub members: Vec<Member>,
}

/// An element, or a key with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    pub key: Value,
    pub value: Option<Value>,
}

/// The properties of an object without its references. Objects with different labels are different.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) enum Label<'g> {
    Object {
        class: &'g str,
        kind: &'g ClassKind,
    },
    /// A logical form without what it refers to.
    Form {
        class: &'g str,
        form: LogicalForm,
    },
    Array {
        class: &'g str,
    },
    String(&'g [u16]),
    Primitives(&'g PrimitiveArray),
    ClassObject(&'g str),
    /// Where the capture ended, or what nothing can be claimed of: the class is all that is known.
    End {
        class: &'g str,
        ending: Ending,
    },
}

/// The key by which objects without identity and references are the same.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) enum Plain<'g> {
    Value(Value),
    Label(Label<'g>),
}

/// Takes an object apart. `None` if the graph is damaged there.
pub(crate) fn parts<'g>(forms: &Forms<'g>, node: NodeId, counts: Option<Counts>) -> Option<Parts<'g>> {
    let (classes, graph) = (forms.classes(), forms.graph());
    let name = |class| classes.try_get(class).map(|class| &*class.name);
    let leaf = |label| Some(Parts { label, children: Vec::new(), members: Vec::new() });
    match graph.try_get(node)? {
        Node::String(text) => leaf(Label::String(text)),
        Node::Primitives(elements) => leaf(Label::Primitives(elements)),
        Node::ClassObject(name) => leaf(Label::ClassObject(name)),
        Node::End { class, ending } => leaf(Label::End { class: name(*class)?, ending: *ending }),
        Node::Array { class, elements } => {
            let children = indexed(elements.iter().copied());
            Some(Parts { label: Label::Array { class: name(*class)? }, children, members: Vec::new() })
        }
        Node::Object { class, fields } => {
            let (class_name, kind) = (name(*class)?, &classes.get(*class).kind);
            let field = |(class, field): (_, &'g crate::class::Field), value: Value| {
                let counted = counts.is_none_or(|counts| counts(&classes.get(class).name, &field.name));
                counted.then_some((Step::Field(&field.name), value))
            };
            match forms.of(node) {
                Ok(logical) => {
                    let mut parts = of_form(class_name, logical.form);
                    let own =
                        logical.own.into_iter().filter_map(|(class, own, value)| field((class, own), value));
                    parts.children.extend(own);
                    Some(parts)
                }
                Err(Raw::NoForm | Raw::Unreadable) => {
                    let named = classes.all_fields(*class).into_iter().zip(fields);
                    let children = named.filter_map(|(named, value)| field(named, *value)).collect();
                    // Which class asked for a function object is an accident: what runs is in its kind.
                    let class = match kind {
                        ClassKind::Lambda { implementation: (class, ..), .. } => class,
                        _ => class_name,
                    };
                    let label = Label::Object { class, kind };
                    Some(Parts { label, children, members: Vec::new() })
                }
                Err(Raw::Damaged | Raw::NotAnObject) => None,
            }
        }
    }
}

fn indexed<'g>(values: impl Iterator<Item = Value>) -> Vec<(Step<'g>, Value)> {
    values.enumerate().map(|(index, value)| (Step::Index(index), value)).collect()
}

fn of_form<'g>(class: &'g str, mut form: LogicalForm) -> Parts<'g> {
    let (mut children, mut members) = (Vec::new(), Vec::new());
    match &mut form {
        LogicalForm::Opaque => {
            return Parts { label: Label::End { class, ending: Ending::Frontier }, children, members };
        }
        LogicalForm::List { elements, .. } | LogicalForm::Queue { elements, .. } => {
            children = indexed(std::mem::take(elements).into_iter());
        }
        LogicalForm::Set { order, elements, .. } => {
            let elements = std::mem::take(elements).into_iter();
            match order {
                Order::None => members.extend(elements.map(|key| Member { key, value: None })),
                _ => children = indexed(elements),
            }
        }
        LogicalForm::Map { order, entries, .. } => {
            let entries = std::mem::take(entries).into_iter();
            match order {
                Order::None => members.extend(entries.map(|(key, value)| Member { key, value: Some(value) })),
                _ => {
                    for (index, (key, value)) in entries.enumerate() {
                        children.push((Step::KeyAt(index), key));
                        children.push((Step::Key(key), value));
                    }
                }
            }
        }
        _ => {}
    }
    let mut names = names(&form).iter();
    form.each_value(|value| {
        let name = names.next().copied().unwrap_or("part");
        if let Value::Null | Value::Reference(_) = value {
            // Comparators and such that are not there need not be spoken of, on either side alike.
            children.push((if name.is_empty() { Step::Through } else { Step::Field(name) }, *value));
            *value = Value::Null;
        }
    });
    Parts { label: Label::Form { class, form }, children, members }
}

/// The names of the values in a form that has no elements any more, in the order of `each_value`. A view
/// shows its object, and has no name for it.
fn names(form: &LogicalForm) -> &'static [&'static str] {
    match form {
        LogicalForm::Queue { .. } | LogicalForm::Set { .. } => &["comparator"],
        LogicalForm::Map { kind: MapKind::Properties { .. }, .. } => &["comparator", "defaults"],
        LogicalForm::Map { .. } => &["comparator"],
        LogicalForm::Copies { .. } => &["element"],
        LogicalForm::Entry { .. } => &["key", "value"],
        LogicalForm::View { kind: ViewKind::Synchronized { .. }, .. } => &["", "mutex"],
        LogicalForm::View { kind: ViewKind::SubMap { from: Some(_), .. }, .. } => &["", "from", "to"],
        LogicalForm::View { kind: ViewKind::SubMap { .. }, .. } => &["", "to"],
        LogicalForm::View { .. } => &["", "type", "valueType"],
        LogicalForm::Optional(_) | LogicalForm::Atomic(_) => &["value"],
        LogicalForm::AtomicArray(_) => &[""],
        LogicalForm::AtomicPair { .. } => &["reference", "mark"],
        LogicalForm::Reference(_) => &["referent"],
        LogicalForm::Calendar { .. } => &["zone"],
        LogicalForm::SocketAddress { .. } => &["address"],
        LogicalForm::Buffer { .. } => &["array"],
        LogicalForm::Throwable { cause: Some(_), .. } => &["message", "cause", "suppressed"],
        LogicalForm::Throwable { .. } => &["message", "suppressed"],
        _ => &[],
    }
}

impl Parts<'_> {
    /// Whether it is an immutable value of the JDK that refers to nothing: where identity does not count,
    /// nothing is there to lead a walk in a circle.
    pub fn is_value(&self) -> bool {
        let is_leaf = self.members.is_empty() && self.children.iter().all(|(_, value)| *value == Value::Null);
        let is_immutable = matches!(&self.label, Label::Form { form, .. } if form.is_immutable());
        self.label.is_string_or_box() || is_leaf && is_immutable
    }
}

impl<'g> Label<'g> {
    /// Whether it is a string or a box: what JVMs intern and cache, so that objects which are not shared
    /// are one.
    pub fn is_string_or_box(&self) -> bool {
        matches!(self, Label::String(_) | Label::Form { form: LogicalForm::Boxed(_), .. })
    }

    /// The class, where it has a name of its own.
    pub fn class(&self) -> &'g str {
        match self {
            Label::Object { class, .. }
            | Label::Form { class, .. }
            | Label::Array { class }
            | Label::End { class, .. } => class,
            Label::String(_) => "java/lang/String",
            Label::ClassObject(_) => "java/lang/Class",
            Label::Primitives(elements) => match elements {
                PrimitiveArray::Boolean(_) => "[Z",
                PrimitiveArray::Byte(_) => "[B",
                PrimitiveArray::Char(_) => "[C",
                PrimitiveArray::Short(_) => "[S",
                PrimitiveArray::Int(_) => "[I",
                PrimitiveArray::Long(_) => "[J",
                PrimitiveArray::Float(_) => "[F",
                PrimitiveArray::Double(_) => "[D",
            },
        }
    }
}

/// Returns the key of a plain value, such as a string or a date: not an object that refers to others.
pub(crate) fn plain<'g>(forms: &Forms<'g>, value: Value) -> Option<Plain<'g>> {
    let Value::Reference(node) = value else { return Some(Plain::Value(value)) };
    // A large container is not taken apart only to see that it is none of these.
    if let Node::Array { .. } | Node::Primitives(_) | Node::End { .. } = forms.graph().try_get(node)? {
        return None;
    }
    let parts = parts(forms, node, None)?;
    let is_plain = parts.children.is_empty() && parts.members.is_empty();
    match parts.label {
        Label::String(_) | Label::ClassObject(_) => Some(Plain::Label(parts.label)),
        Label::Form { .. } if is_plain => Some(Plain::Label(parts.label)),
        _ => None,
    }
}
