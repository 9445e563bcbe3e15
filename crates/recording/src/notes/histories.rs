//! An object's history: how it was created, and the calls that changed it.
//!
//! An event carries the arguments that it had, as a graph of its own. In it, objects that have histories
//! themselves are ends, and [`ObjectReference`]s say which object at which time was meant: *id@time* is the
//! object after all events of its history that had ended by then. Histories of such objects are there, too.
//!
//! Times are those of [`InvocationHead`](crate::model::InvocationHead): an object of the graph before a call
//! has the events that ended before the call was entered; in the graph after it, all that are recorded. An event
//! is known by the time at which it was entered, which no other has.

use reenact_base::Id;
use reenact_heap::{ClassId, HeapGraph, NodeId, Value};
use reenact_wire::bytes::{Malformed, Reader, put_bytes, put_text, put_varint};

use super::{StaticName, part, put_part};
use crate::graph::{Capture, ClassNumber, GraphError, Layouts, MaskedSlot, decode};
use crate::limits::Limits;
use crate::model::{Marks, MethodNumber, ThreadNumber};

/// The history of one object.
#[derive(Clone)]
pub struct History {
    /// The object's number in the recording; 0 if nothing of it was seen.
    pub id: u64,
    pub class: ClassId,
    /// The object in the graphs of the capture; `None` for one that only events refer to. Graph after, where
    /// the graph before has no such object.
    pub node: Option<NodeId>,
    pub gaps: Gaps,
    /// In the order in which they were entered. The first one says how the object was made.
    pub events: Vec<Event>,
}

/// Why a history does not explain its object.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Gaps {
    /// There were too many events, or something could not be kept: no events are recorded.
    pub lost: bool,
    /// A call on the object was under way when the graph before was captured: it may be half done.
    pub busy_before: bool,
    /// The same of the graph after.
    pub busy_after: bool,
    /// An object that an event refers to has no history here.
    pub dangling: bool,
}

/// Something that was done to an object.
#[derive(Clone)]
pub struct Event {
    pub action: Action,
    pub thread: ThreadNumber,
    /// Logical times.
    pub entered: u64,
    pub exited: u64,
    /// The event around this one, on another object: doing that does this as well.
    pub parent: Option<u64>,
    /// An exception ended it.
    pub threw: bool,
    /// It may have changed nothing: the object was too large to compare; or the object may be older than the
    /// factory call that gave it.
    pub assumed: bool,
    /// It changed other objects only, whose events name it as their parent.
    pub for_others: bool,
    /// True if arguments are truncated or masked.
    pub marks: Marks,
    /// Without the receiver; references are into `graph`.
    pub arguments: Vec<Value>,
    pub graph: HeapGraph,
    pub objects: Vec<ObjectReference>,
    pub masked: Vec<MaskedSlot>,
    /// Objects among the arguments that are the values of static fields.
    pub statics: Vec<StaticName>,
    /// Texts among them that stand for others, which were masked.
    pub pseudonyms: Vec<NodeId>,
}

/// The kind of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The object's class's own constructor, as `new` called it.
    Construct(MethodNumber),
    /// A static method that made the object and gave it back.
    Factory(MethodNumber),
    /// A method that changed the object.
    Call(MethodNumber),
    /// A field that was written from outside; its new value is the argument.
    FieldSet { class: ClassId, field: Box<str> },
}

/// An end in an event's graph that has a history of its own: id@time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectReference {
    pub node: NodeId,
    pub id: u64,
    pub time: u64,
}

impl History {
    /// Returns whether the first event says how the object was created.
    pub fn has_origin(&self) -> bool {
        self.events
            .first()
            .is_some_and(|event| matches!(event.action, Action::Construct(_) | Action::Factory(_)))
    }

    /// The events that had ended by a time.
    pub fn until(&self, time: u64) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| event.exited <= time)
    }
}

/// The head of a history, as the agent knows it.
#[derive(Clone, Copy, Debug)]
pub struct HistoryNote {
    pub id: u64,
    pub class: ClassNumber,
    pub node: Option<u32>,
    pub gaps: Gaps,
}

/// An event, as the agent knows it.
#[derive(Clone, Copy, Debug)]
pub struct EventNote<'a> {
    pub action: ActionNote<'a>,
    pub thread: ThreadNumber,
    pub entered: u64,
    pub exited: u64,
    pub parent: Option<u64>,
    pub threw: bool,
    pub assumed: bool,
    pub for_others: bool,
    pub marks: Marks,
    /// A capture whose roots are the arguments.
    pub arguments: &'a [u8],
    /// Number of the end, id, time.
    pub objects: &'a [(u32, u64, u64)],
    /// Notes on the arguments: their static names.
    pub notes: &'a [u8],
}

/// The kind of an event, as the agent knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionNote<'a> {
    Construct(MethodNumber),
    Factory(MethodNumber),
    Call(MethodNumber),
    FieldSet { class: ClassNumber, field: &'a str },
}

const LOST: u8 = 1;
const BUSY_BEFORE: u8 = 2;
const BUSY_AFTER: u8 = 4;
const DANGLING: u8 = 8;

const THREW: u8 = 1;
const ASSUMED: u8 = 2;
const FOR_OTHERS: u8 = 4;

fn bit(is: bool, bit: u8) -> u8 {
    if is { bit } else { 0 }
}

/// Appends a history to those that [`put_histories`] takes.
pub fn put_history<'a>(
    out: &mut Vec<u8>,
    head: &HistoryNote,
    events: impl ExactSizeIterator<Item = EventNote<'a>>,
) {
    put_varint(out, head.id);
    put_varint(out, head.class.index() as u64);
    put_varint(out, head.node.map_or(0, |node| u64::from(node) + 1));
    let Gaps { lost, busy_before, busy_after, dangling } = head.gaps;
    out.push(
        bit(lost, LOST)
            | bit(busy_before, BUSY_BEFORE)
            | bit(busy_after, BUSY_AFTER)
            | bit(dangling, DANGLING),
    );
    put_varint(out, events.len() as u64);
    for event in events {
        put_event(out, &event);
    }
}

fn put_event(out: &mut Vec<u8>, event: &EventNote<'_>) {
    let (kind, method) = match event.action {
        ActionNote::Construct(method) => (0, Some(method)),
        ActionNote::Factory(method) => (1, Some(method)),
        ActionNote::Call(method) => (2, Some(method)),
        ActionNote::FieldSet { .. } => (3, None),
    };
    out.push(kind);
    if let Some(method) = method {
        put_varint(out, method.index() as u64);
    }
    if let ActionNote::FieldSet { class, field } = event.action {
        put_varint(out, class.index() as u64);
        put_text(out, field);
    }
    put_varint(out, event.thread.index() as u64);
    put_varint(out, event.entered);
    put_varint(out, event.exited.wrapping_sub(event.entered));
    // Times lie close to each other.
    put_varint(out, event.parent.map_or(0, |parent| event.entered.wrapping_sub(parent).wrapping_add(1)));
    out.push(bit(event.threw, THREW) | bit(event.assumed, ASSUMED) | bit(event.for_others, FOR_OTHERS));
    put_varint(out, u64::from(event.marks.0));
    put_bytes(out, event.arguments);
    put_varint(out, event.objects.len() as u64);
    for &(node, id, time) in event.objects {
        put_varint(out, u64::from(node));
        put_varint(out, id);
        put_varint(out, event.entered.wrapping_sub(time));
    }
    put_bytes(out, event.notes);
}

/// Appends the part of histories. Without any, nothing is appended.
pub fn put_histories(out: &mut Vec<u8>, histories: &[u8]) {
    put_part(out, part::HISTORIES, histories);
}

pub(super) fn read(
    bytes: &[u8],
    layouts: &Layouts,
    limits: &Limits,
    capture: &mut Capture,
) -> Result<(), GraphError> {
    let reader = &mut Reader::new(bytes);
    let limits = &mut Limits { ..*limits };
    while !reader.is_empty() {
        let id = reader.varint()?;
        let class = layouts.find(reader.varint()?)?.class;
        let node = match reader.varint()? {
            0 => None,
            number => Some(node(number - 1, capture.before.len().max(capture.after.len()))?),
        };
        let bits = reader.byte()?;
        let gaps = Gaps {
            lost: bits & LOST != 0,
            busy_before: bits & BUSY_BEFORE != 0,
            busy_after: bits & BUSY_AFTER != 0,
            dangling: bits & DANGLING != 0,
        };
        let mut events = Vec::new();
        for _ in 0..reader.count()? {
            events.push(read_event(reader, layouts, limits)?);
        }
        capture.histories.push(History { id, class, node, gaps, events });
    }
    Ok(())
}

/// An object among so many.
fn node(number: u64, count: usize) -> Result<NodeId, GraphError> {
    if number < count as u64 {
        Ok(NodeId::from_index(number as usize))
    } else {
        Err(GraphError::MissingObject(number))
    }
}

fn number<I: Id>(reader: &mut Reader<'_>) -> Result<I, GraphError> {
    match reader.varint32()? {
        u32::MAX => Err(GraphError::Malformed(Malformed::Number)),
        number => Ok(I::from_index(number as usize)),
    }
}

fn read_event(reader: &mut Reader<'_>, layouts: &Layouts, limits: &mut Limits) -> Result<Event, GraphError> {
    let action = match reader.byte()? {
        0 => Action::Construct(number(reader)?),
        1 => Action::Factory(number(reader)?),
        2 => Action::Call(number(reader)?),
        3 => {
            let class = layouts.find(reader.varint()?)?.class;
            Action::FieldSet { class, field: reader.text()?.into() }
        }
        other => return Err(GraphError::UnknownTag(u64::from(other))),
    };
    let thread = number(reader)?;
    let entered = reader.varint()?;
    let exited = entered.wrapping_add(reader.varint()?);
    let parent = match reader.varint()? {
        0 => None,
        back => Some(entered.wrapping_sub(back - 1)),
    };
    let bits = reader.byte()?;
    let marks = Marks(reader.varint32()?);
    let mut captured = decode(reader.bytes()?, layouts, limits)?;
    limits.objects = limits.objects.saturating_sub(captured.before.len());
    let mut objects = Vec::new();
    for _ in 0..reader.count()? {
        let node = node(reader.varint()?, captured.before.len())?;
        let id = reader.varint()?;
        let time = entered.wrapping_sub(reader.varint()?);
        objects.push(ObjectReference { node, id, time });
    }
    super::read_of_event(reader.bytes()?, layouts, limits, &mut captured)?;
    let Capture { before: graph, roots: arguments, masked, statics, pseudonyms, .. } = captured;
    Ok(Event {
        action,
        thread,
        entered,
        exited,
        parent,
        threw: bits & THREW != 0,
        assumed: bits & ASSUMED != 0,
        for_others: bits & FOR_OTHERS != 0,
        marks,
        arguments,
        graph,
        objects,
        masked,
        statics,
        pseudonyms,
    })
}
