//! Reading a capture.

use std::fmt;

use reenact_base::Id;
use reenact_heap::{Ending, HeapGraph, Node, NodeId, PrimitiveArray, Value};
use reenact_wire::bytes::{Malformed, Reader};

use super::layout::{ClassLayout, Layouts};
use super::{After, ClassNumber, Kind, MaskedSlot, Outcome, tag};
use crate::limits::Limits;
use crate::notes::{History, IdentityHash, StaticName};

/// The captured graphs of one invocation.
#[derive(Clone)]
pub struct Capture {
    pub before: HeapGraph,
    /// Receiver, if there is one, and arguments, in `before`.
    pub roots: Vec<Value>,
    /// How the call ended; a reference is one into `after`.
    pub outcome: Outcome,
    /// How `after` was written: with [`After::Difference`], an object has the same id in both graphs.
    pub kind: After,
    pub after: HeapGraph,
    /// Receiver and arguments in `after`; empty if they were not captured again.
    pub roots_after: Vec<Value>,
    pub masked: Vec<MaskedSlot>,
    /// Objects that are the values of static fields.
    pub statics: Vec<StaticName>,
    /// How objects of chosen classes came to be what they are.
    pub histories: Vec<History>,
    /// Objects that may be met again in other invocations, in the order of their numbers.
    pub identities: Vec<IdentityHash>,
    /// Texts of either graph that stand for others, which were masked: the same length, the same kinds of characters, and
    /// equal where those are equal.
    pub pseudonyms: Vec<NodeId>,
}

/// The reason why bytes are not a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphError {
    Malformed(Malformed),
    /// A class that the recording does not describe, or not wholly.
    UnknownClass(ClassNumber),
    /// An object that is named and not there.
    MissingObject(u64),
    /// A number that stands for nothing.
    UnknownTag(u64),
    /// More objects or values than the limits allow.
    TooLarge,
    /// Bytes behind the end.
    Trailing,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::Malformed(malformed) => malformed.fmt(f),
            GraphError::UnknownClass(class) => {
                write!(f, "class {} is not described, or its superclass is not", class.index())
            }
            GraphError::MissingObject(number) => write!(f, "object {number} is named and not there"),
            GraphError::UnknownTag(tag) => write!(f, "{tag} stands for no kind of object or value"),
            GraphError::TooLarge => f.write_str("it has more objects or values than the limits allow"),
            GraphError::Trailing => f.write_str("there are bytes behind its end"),
        }
    }
}

impl std::error::Error for GraphError {}

impl From<Malformed> for GraphError {
    fn from(malformed: Malformed) -> Self {
        GraphError::Malformed(malformed)
    }
}

/// Reads the capture of an invocation, without the notes on it.
pub fn decode(bytes: &[u8], layouts: &Layouts, limits: &Limits) -> Result<Capture, GraphError> {
    let mut decoder = Decoder {
        reader: Reader::new(bytes),
        layouts,
        objects: limits.objects,
        values: limits.values,
        highest: None,
    };
    let roots = decoder.roots()?;
    let mut nodes = Vec::new();
    while let Some(node) = decoder.body()? {
        nodes.push(node);
    }
    decoder.check_references(nodes.len())?;

    let kind = match decoder.reader.byte()? {
        0 => After::Absent,
        1 => After::Full,
        2 => After::Difference,
        other => return Err(GraphError::UnknownTag(u64::from(other))),
    };
    let outcome = match decoder.reader.byte()? {
        0 => Outcome::Unfinished,
        1 => Outcome::Returned(None),
        2 => Outcome::Returned(Some(decoder.value()?)),
        3 => Outcome::Threw(decoder.value()?),
        other => return Err(GraphError::UnknownTag(u64::from(other))),
    };
    let (mut roots_after, mut nodes_after) = (Vec::new(), Vec::new());
    match kind {
        After::Absent => {}
        After::Full => {
            roots_after = decoder.roots()?;
            while let Some(node) = decoder.body()? {
                nodes_after.push(node);
            }
        }
        After::Difference => {
            roots_after = roots.clone();
            nodes_after = nodes.clone();
            decoder.difference(&mut nodes_after)?;
        }
    }
    decoder.check_references(nodes_after.len())?;
    let masked = decoder.masked(nodes.len(), nodes_after.len())?;
    if !decoder.reader.is_empty() {
        return Err(GraphError::Trailing);
    }
    let (before, after) = (graph(nodes), graph(nodes_after));
    Ok(Capture {
        before,
        roots,
        outcome,
        kind,
        after,
        roots_after,
        masked,
        statics: Vec::new(),
        histories: Vec::new(),
        identities: Vec::new(),
        pseudonyms: Vec::new(),
    })
}

fn graph(nodes: Vec<Node>) -> HeapGraph {
    let mut graph = HeapGraph::new();
    for node in nodes {
        graph.add(node);
    }
    graph
}

struct Decoder<'a> {
    reader: Reader<'a>,
    layouts: &'a Layouts,
    /// How many more objects and values may come.
    objects: usize,
    values: usize,
    /// The highest number that a reference named since the last check.
    highest: Option<u64>,
}

impl<'a> Decoder<'a> {
    fn roots(&mut self) -> Result<Vec<Value>, GraphError> {
        let count = self.reader.count()?;
        self.spend_values(count)?;
        (0..count).map(|_| self.value()).collect()
    }

    /// Objects that changed, and new ones.
    fn difference(&mut self, nodes: &mut Vec<Node>) -> Result<(), GraphError> {
        loop {
            let entry = self.reader.varint()?;
            if entry == 0 {
                return Ok(());
            }
            let node = self.body()?.ok_or(GraphError::UnknownTag(tag::END))?;
            match entry - 1 {
                0 => nodes.push(node),
                number => {
                    let changed = usize::try_from(number - 1).ok().and_then(|index| nodes.get_mut(index));
                    *changed.ok_or(GraphError::MissingObject(number - 1))? = node;
                }
            }
        }
    }

    /// A body, or `None` at the end of the graph.
    fn body(&mut self) -> Result<Option<Node>, GraphError> {
        let tag = self.reader.varint()?;
        if tag == tag::END {
            return Ok(None);
        }
        self.objects = self.objects.checked_sub(1).ok_or(GraphError::TooLarge)?;
        let node = match tag {
            tag::LATIN1 => Node::String(self.reader.bytes()?.iter().map(|&char| u16::from(char)).collect()),
            tag::UTF16 => Node::String(self.elements(u16::from_le_bytes)?),
            tag::CLASS_OBJECT => Node::ClassObject(self.reader.text()?.into()),
            tag::PRIMITIVES..tag::FRONTIER => {
                Node::Primitives(self.primitives(Kind::PRIMITIVES[(tag - tag::PRIMITIVES) as usize])?)
            }
            tag::FRONTIER | tag::BUDGET | tag::MASKED => {
                let ending = match tag {
                    tag::FRONTIER => Ending::Frontier,
                    tag::BUDGET => Ending::Budget,
                    _ => Ending::Masked,
                };
                let number = self.reader.varint()?;
                Node::End { class: self.layout(number)?.class, ending }
            }
            tag::ARRAY => {
                let number = self.reader.varint()?;
                let class = self.layout(number)?.class;
                let count = self.reader.count()?;
                self.spend_values(count)?;
                let mut elements = Vec::with_capacity(count);
                for _ in 0..count {
                    elements.push(self.reference()?);
                }
                Node::Array { class, elements }
            }
            tag::OBJECT.. => {
                let layout = self.layout(tag - tag::OBJECT)?;
                let (class, kinds) = (layout.class, layout.fields.as_deref());
                // The layout is known, so the number is one.
                let number = ClassNumber::from_index((tag - tag::OBJECT) as usize);
                let kinds = kinds.ok_or(GraphError::UnknownClass(number))?;
                // Every field takes a byte at least: nothing is reserved for fields that cannot come.
                if kinds.len() > self.reader.rest().len() {
                    return Err(GraphError::Malformed(Malformed::Cut));
                }
                self.spend_values(kinds.len())?;
                let mut fields = Vec::with_capacity(kinds.len());
                for &kind in kinds {
                    fields.push(self.field(kind)?);
                }
                Node::Object { class, fields }
            }
            _ => return Err(GraphError::UnknownTag(tag)),
        };
        Ok(Some(node))
    }

    fn layout(&self, number: u64) -> Result<&'a ClassLayout, GraphError> {
        self.layouts.find(number)
    }

    fn field(&mut self, kind: Kind) -> Result<Value, GraphError> {
        Ok(match kind {
            Kind::Reference => self.reference()?,
            Kind::Boolean => Value::Boolean(self.reader.byte()? != 0),
            Kind::Byte => Value::Byte(self.reader.byte()? as i8),
            Kind::Char => Value::Char(narrow(self.reader.varint()?)?),
            Kind::Short => Value::Short(narrow(self.reader.signed()?)?),
            Kind::Int => Value::Int(narrow(self.reader.signed()?)?),
            Kind::Long => Value::Long(self.reader.signed()?),
            Kind::Float => Value::Float(float(self.reader.array()?)),
            Kind::Double => Value::Double(double(self.reader.array()?)),
        })
    }

    fn reference(&mut self) -> Result<Value, GraphError> {
        match self.reader.varint()? {
            0 => Ok(Value::Null),
            number => self.node(number - 1).map(Value::Reference),
        }
    }

    /// The object of a number, which is checked once all bodies are there.
    fn node(&mut self, number: u64) -> Result<NodeId, GraphError> {
        if number >= u64::from(u32::MAX) {
            return Err(GraphError::MissingObject(number));
        }
        self.highest = self.highest.max(Some(number));
        Ok(NodeId::from_index(number as usize))
    }

    fn check_references(&mut self, nodes: usize) -> Result<(), GraphError> {
        match self.highest.take() {
            Some(highest) if highest >= nodes as u64 => Err(GraphError::MissingObject(highest)),
            _ => Ok(()),
        }
    }

    /// A value with its kind in front.
    fn value(&mut self) -> Result<Value, GraphError> {
        match self.reader.byte()? {
            0 => Ok(Value::Null),
            1 => {
                let number = self.reader.varint()?;
                self.node(number).map(Value::Reference)
            }
            tag @ 2..=9 => self.field(Kind::PRIMITIVES[usize::from(tag - 2)]),
            tag => Err(GraphError::UnknownTag(u64::from(tag))),
        }
    }

    fn primitives(&mut self, kind: Kind) -> Result<PrimitiveArray, GraphError> {
        Ok(match kind {
            Kind::Boolean => PrimitiveArray::Boolean(self.elements(|[byte]| byte != 0)?),
            Kind::Byte | Kind::Reference => PrimitiveArray::Byte(self.elements(i8::from_le_bytes)?),
            Kind::Char => PrimitiveArray::Char(self.elements(u16::from_le_bytes)?),
            Kind::Short => PrimitiveArray::Short(self.elements(i16::from_le_bytes)?),
            Kind::Int => PrimitiveArray::Int(self.elements(i32::from_le_bytes)?),
            Kind::Long => PrimitiveArray::Long(self.elements(i64::from_le_bytes)?),
            Kind::Float => PrimitiveArray::Float(self.elements(float)?),
            Kind::Double => PrimitiveArray::Double(self.elements(double)?),
        })
    }

    fn elements<T, const N: usize>(&mut self, from: impl Fn([u8; N]) -> T) -> Result<Vec<T>, GraphError> {
        let count = self.reader.count()?;
        let bytes = self.reader.take(count.checked_mul(N).ok_or(Malformed::Cut)?)?;
        let (chunks, _) = bytes.as_chunks::<N>();
        Ok(chunks.iter().map(|chunk| from(*chunk)).collect())
    }

    fn masked(&mut self, before: usize, after: usize) -> Result<Vec<MaskedSlot>, GraphError> {
        let count = self.reader.count()?;
        self.spend_values(count)?;
        let mut masked = Vec::new();
        for _ in 0..count {
            let is_after = self.reader.byte()? != 0;
            let node = self.reader.varint32()?.checked_sub(1);
            let slot = self.reader.varint32()?;
            let nodes = if is_after { after } else { before };
            if let Some(node) = node.filter(|&node| node as usize >= nodes) {
                return Err(GraphError::MissingObject(u64::from(node)));
            }
            masked.push(MaskedSlot { after: is_after, node, slot });
        }
        Ok(masked)
    }

    fn spend_values(&mut self, count: usize) -> Result<(), GraphError> {
        self.values = self.values.checked_sub(count).ok_or(GraphError::TooLarge)?;
        Ok(())
    }
}

fn narrow<T: TryFrom<N>, N>(number: N) -> Result<T, GraphError> {
    T::try_from(number).map_err(|_| GraphError::Malformed(Malformed::Number))
}

/// The bits of a `float`. The NaN that operations of some processors give has a sign; it is that of `Float.NaN` without
/// one, from which Java code cannot tell it except by its raw bits. NaNs with a payload stay as they are.
fn float(bytes: [u8; 4]) -> u32 {
    match u32::from_le_bytes(bytes) {
        0xffc0_0000 => 0x7fc0_0000,
        bits => bits,
    }
}

/// The bits of a `double`, as for [`float`].
fn double(bytes: [u8; 8]) -> u64 {
    match u64::from_le_bytes(bytes) {
        0xfff8_0000_0000_0000 => 0x7ff8_0000_0000_0000,
        bits => bits,
    }
}
