//! Objects of the JDK as a colleague would write them: `List.of(a, b)`, `LocalDate.of(2024, 3, 1)`.
//!
//! [`shape`] turns the logical form of one object into the Java that makes an object of the same class and
//! the same form. It speaks of this one object only: what it holds is named by its node, as
//! `Operand::Value(Value::Reference(node))`, for the planner to put its own objects in place
//! ([`Shape::each_operand`]). An object without a place of its own, such as the list in
//! `new ArrayList<>(List.of(a, b))`, is written in place.
//!
//! Guarantee: the object that a shape makes has the recorded form, at the Java level that was asked for. The
//! tests make values of every supported class on every JDK here, rebuild them, and compare. Where there is no
//! such Java, or it would be another class, there is a [`Reason`]. Nothing panics, whatever the graph holds.
//!
//! ```
//! use reenact_heap::{Class, ClassKind, Classes, Field, Forms, HeapGraph, Node, Value};
//! use reenact_rebuild::logical::{Style, shape};
//! use reenact_rebuild::plan::{Making, Member, Operand};
//!
//! let mut classes = Classes::new();
//! let duration = classes.add(Class {
//!     name: "java/time/Duration".into(),
//!     kind: ClassKind::Plain,
//!     superclass: None,
//!     interfaces: vec![],
//!     fields: [("seconds", "J"), ("nanos", "I")]
//!         .map(|(name, descriptor)| Field { name: name.into(), descriptor: descriptor.into() })
//!         .to_vec(),
//! });
//! let mut graph = HeapGraph::new();
//! let node = graph.add(Node::Object { class: duration, fields: vec![Value::Long(300), Value::Int(0)] });
//! let shape = shape(&Forms::new(&classes, &graph), node, Style::Compact, 17).unwrap();
//! let method = Member::new("java/time/Duration", "ofMinutes", "(J)Ljava/time/Duration;");
//! assert_eq!(shape.making, Making::Factory { method, arguments: vec![Operand::Value(Value::Long(5))] });
//! ```

mod constants;
mod expression;

mod atomic;
mod bytes;
mod collection;
mod comparator;
mod enums;
mod holder;
mod identifier;
mod list;
mod locale;
mod map;
mod net;
mod number;
mod old_time;
mod queue;
mod random;
mod set;
mod text;
mod throwable;
mod throwable_table;
mod time;
mod wrapper;

#[cfg(test)]
mod tests;

use reenact_heap::{Forms, Logical, LogicalForm, Node, NodeId, Raw, Value};

pub(crate) use bytes::as_one_text;
pub use constants::{constant, pattern_flag};
pub use throwable_table::supported_throwables;

use crate::plan::{Making, Member, Operand, Reason};

/// How an object is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// All at once where that can be, as a person would write it.
    Compact,
    /// Made empty and filled by one call for each element, and with nothing absorbed: for when an element
    /// refers back, or when another object holds what [`Style::Compact`] would absorb. Immutable objects are laid
    /// out as they always are.
    Stepwise,
}

/// The Java that makes one object.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    pub making: Making,
    /// Calls afterwards, in this order.
    pub then: Vec<Filling>,
    /// Objects of the graph that come into being along with this one, such as the array behind
    /// `Arrays.asList(a, b)`. If anything else refers to one of them, this shape would make a second one: ask for
    /// the other style, and if it absorbs them as well, the object cannot be made.
    pub absorbed: Vec<NodeId>,
}

/// A call that fills an object that was made.
#[derive(Clone, PartialEq, Debug)]
pub enum Filling {
    /// A method of the object itself.
    Call { method: Member, arguments: Vec<Operand> },
    /// A static method such as `Collections.addAll`. The object itself is among the arguments, as a reference
    /// to its own node.
    CallStatic { method: Member, arguments: Vec<Operand> },
}

/// The Java that makes an object of the JDK, for a test at Java level `release` (8, 17, …).
///
/// An object whose class is the subject's own subclass of a JDK type is the planner's: see
/// [`fillings_for_subclass`]. Elements of hashed and sorted collections must be complete before they are put in.
pub fn shape(forms: &Forms<'_>, node: NodeId, style: Style, release: u8) -> Result<Shape, Reason> {
    let shape = laid_out(forms, node, style, release)?;
    if !shape.needs().contains(&node) {
        return Ok(shape);
    }
    // It holds itself: that can only be said once it is there.
    let stepwise = laid_out(forms, node, Style::Stepwise, release)?;
    if stepwise.needs().contains(&node) { Err(Reason::Cycle) } else { Ok(stepwise) }
}

/// The calls that fill an object of the subject's own subclass of a JDK type (`class Basket extends
/// ArrayList<Item>`) after its constructor ran, for classes that can be filled: collections, maps, atomics, dates
/// and bit sets. For an exception, those that add what it suppressed.
pub fn fillings_for_subclass(forms: &Forms<'_>, node: NodeId) -> Result<Vec<Filling>, Reason> {
    let logical = forms.of(node).map_err(|raw| reason_of(forms, node, raw))?;
    let class = &*forms.classes().get(logical.class).name;
    use LogicalForm as F;
    match &logical.form {
        F::List { elements, .. } | F::Set { elements, .. } | F::Queue { elements, .. } => {
            Ok(collection::adds(class, elements))
        }
        F::Map { entries, .. } => Ok(map::puts(forms, class, entries)),
        F::Atomic(value) => Ok(vec![atomic::set(class, *value)]),
        F::Date(millis) => Ok(vec![old_time::set_time(class, *millis)]),
        F::BitSet(words) => Ok(number::bits(words)),
        F::Throwable { suppressed, .. } => Ok(throwable::suppressions(suppressed)),
        F::Opaque => Err(Reason::OutsideTheHeap),
        _ => Err(not_ours(forms, &logical)),
    }
}

impl Shape {
    fn of(making: Making) -> Self {
        Shape { making, then: Vec::new(), absorbed: Vec::new() }
    }

    fn with(mut self, then: impl IntoIterator<Item = Filling>) -> Self {
        self.then.extend(then);
        self
    }

    fn absorbing(mut self, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        self.absorbed.extend(nodes);
        self
    }

    /// Visits every operand, those of inlined objects included, outer ones first: to put planned objects in
    /// the place of references to nodes.
    pub fn each_operand(&mut self, mut visit: impl FnMut(&mut Operand)) {
        expression::each_operand(&mut self.making, &mut visit);
        for filling in &mut self.then {
            let (Filling::Call { arguments, .. } | Filling::CallStatic { arguments, .. }) = filling;
            arguments.iter_mut().for_each(|argument| expression::visit_operand(argument, &mut visit));
        }
    }

    /// The nodes that must be there before this object can be made, in the order in which they are named.
    pub fn needs(&self) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        expression::each_operand(&mut self.making.clone(), &mut |operand| {
            if let Operand::Value(Value::Reference(node)) = operand {
                nodes.push(*node);
            }
        });
        nodes
    }
}

/// An object to be made, and how.
struct Target<'f, 'g> {
    forms: &'f Forms<'g>,
    node: NodeId,
    /// Internal name of its class.
    class: &'g str,
    style: Style,
    release: u8,
}

impl Target<'_, '_> {
    /// The form of another object that takes part in this one.
    fn form_of(&self, value: Value) -> Option<LogicalForm> {
        match value {
            Value::Reference(node) => self.forms.of(node).ok().map(|logical| logical.form),
            _ => None,
        }
    }

    /// The internal name of an object's class; for strings and arrays, `None`.
    fn class_of(&self, value: Value) -> Option<&str> {
        let Value::Reference(node) = value else { return None };
        match self.forms.graph().try_get(node)? {
            Node::Object { class, .. } => self.forms.classes().try_get(*class).map(|class| &*class.name),
            _ => None,
        }
    }

    /// A field that the form leaves out.
    fn raw(&self, node: NodeId, name: &str) -> Option<Value> {
        let Node::Object { class, fields } = self.forms.graph().try_get(node)? else { return None };
        let declared = self.forms.classes().all_fields(*class);
        let at = declared.iter().rposition(|(_, field)| *field.name == *name)?;
        fields.get(at).copied()
    }

    fn is_compact(&self) -> bool {
        self.style == Style::Compact
    }
}

fn laid_out(forms: &Forms<'_>, node: NodeId, style: Style, release: u8) -> Result<Shape, Reason> {
    let Some(Node::Object { class, .. }) = forms.graph().try_get(node) else {
        return Err(reason_of(forms, node, Raw::NotAnObject));
    };
    let name = forms.classes().try_get(*class).map_or("", |class| &*class.name);
    let target = Target { forms, node, class: name, style, release };
    let logical = match forms.of(node) {
        Ok(logical) => logical,
        Err(Raw::NoForm) => return comparator::comparator(&target).ok_or_else(no_way),
        Err(raw) => return Err(reason_of(forms, node, raw)),
    };
    // Constants of enums have classes of their own, and so have exceptions and charsets of the JDK.
    let is_whole = *class == logical.class;
    let shape = match &logical.form {
        LogicalForm::Throwable { message, cause, suppressed } => {
            throwable::throwable(&target, &logical, *message, *cause, suppressed)
        }
        LogicalForm::Enum { class, name } => enums::constant(class, name),
        LogicalForm::Charset(name) => identifier::charset(&target, name),
        LogicalForm::Opaque => return Err(Reason::OutsideTheHeap),
        _ if !is_whole => None,
        form => of_form(&target, form)?,
    };
    shape.ok_or_else(|| not_ours(forms, &logical))
}

/// `None` if there is no Java for the form; an error if more is known than that.
fn of_form(target: &Target<'_, '_>, form: &LogicalForm) -> Result<Option<Shape>, Reason> {
    use LogicalForm as F;
    if let Some(member) = constant(target.class, form, target.release) {
        return Ok(Some(Shape::of(Making::StaticField(member))));
    }
    Ok(match form {
        F::Text(chars) => text::text(target, chars),
        F::Joiner { prefix, delimiter, suffix, elements, empty } => {
            Some(text::joiner([prefix, delimiter, suffix], elements, empty.as_deref()))
        }
        F::Boxed(value) => number::boxed(target, *value),
        F::BigInteger(number) => number::big_integer(number)?,
        F::BigDecimal { unscaled, scale } => number::big_decimal(unscaled, *scale)?,
        F::BitSet(words) => Some(number::bit_set(target, words)),
        F::Random { seed, gaussian } => return random::random(*seed, *gaussian).map(Some),
        F::List { kind, elements } => list::list(target, *kind, elements),
        F::Copies { count, element } => Some(list::copies(*count, *element)),
        F::Queue { kind, capacity, comparator, elements } => {
            queue::queue(target, *kind, *capacity, *comparator, elements)
        }
        F::Set { kind, order, comparator, elements } => set::set(target, kind, *order, *comparator, elements),
        F::Map { kind, order, comparator, entries } => map::map(target, kind, *order, *comparator, entries),
        F::View { kind, of } => wrapper::view(target, kind, *of),
        F::Entry { key, value } => holder::entry(target, *key, *value),
        F::Optional(value) => holder::optional(target, *value),
        F::Reference(to) => Some(holder::reference(target, *to)),
        F::Atomic(value) => atomic::atomic(target, *value),
        F::AtomicArray(array) => return atomic::array(target, *array),
        F::AtomicPair { reference, mark } => atomic::pair(target, *reference, *mark),
        F::Adder(sum) => atomic::adder(target, *sum),
        F::Date(millis) => Some(old_time::date(target, *millis)),
        F::Timestamp { millis, nanos } => old_time::timestamp(*millis, *nanos),
        F::Calendar { millis, zone, lenient, first_day_of_week, minimal_days_in_first_week, cutover } => {
            let week = (*first_day_of_week, *minimal_days_in_first_week);
            old_time::calendar(*millis, *zone, *lenient, week, *cutover)
        }
        F::TimeZone(id) => Some(old_time::time_zone(id)),
        F::Uuid { most, least } => Some(identifier::uuid(*most, *least)),
        F::Uri(text) => Some(identifier::uri(text)),
        F::Url(text) => Some(identifier::url(target, text)),
        F::Pattern { pattern, flags } => Some(identifier::pattern(pattern, *flags)),
        F::Locale { language, script, region, variant, extensions } => {
            locale::locale(target, &[language, script, region, variant, extensions].map(String::as_str))
        }
        F::Currency(code) => Some(identifier::currency(code)),
        F::Path(bytes) => identifier::path(target, bytes),
        F::File(path) => Some(identifier::file(path)),
        F::InetAddress { host, bytes, scope } => net::address(target, host.as_deref(), bytes, *scope),
        F::SocketAddress { host, address, port } => net::socket(host.as_deref(), *address, *port),
        F::Lock { is_fair } => Some(atomic::lock(*is_fair)),
        F::TextInput { text, position, mark, is_closed } => text::reader(text, *position, *mark, *is_closed),
        F::ByteInput { bytes, position, mark } => return bytes::input(bytes, *position, *mark),
        F::ByteOutput(bytes) => return bytes::output(target, bytes).map(Some),
        F::Buffer { .. } => bytes::buffer(target, form),
        form => time::time(form),
    })
}

fn no_way() -> Reason {
    Reason::NoWay { fields: Vec::new() }
}

/// No Java of the JDK's alone leads to this object, because of what its own class adds or because of its state.
fn not_ours(forms: &Forms<'_>, logical: &Logical<'_>) -> Reason {
    let name = |(class, field, _): &(_, &reenact_heap::Field, _)| {
        format!("{}.{}", forms.classes().get(*class).name, field.name).into()
    };
    Reason::NoWay { fields: logical.own.iter().map(name).collect() }
}

fn reason_of(forms: &Forms<'_>, node: NodeId, raw: Raw) -> Reason {
    match (forms.graph().try_get(node), raw) {
        (Some(Node::End { .. }) | None, _) | (_, Raw::Damaged) => Reason::NotCaptured,
        _ => no_way(),
    }
}
