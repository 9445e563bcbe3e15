//! Writing a capture, value by value, on the subject's own thread.

use reenact_base::Id;
use reenact_heap::{Ending, Value};
use reenact_wire::bytes::{put_bytes, put_signed, put_varint};

use super::{After, ClassNumber, Kind, MaskedSlot, Outcome, tag};

/// Writes the capture of one invocation. Reused for the next one, it allocates only when a capture is
/// larger than all before it.
///
/// The calls follow the format: [`begin`](Self::begin), the roots, a body for every object in the order
/// of their numbers (a head such as [`object`](Self::object) and then its fields), [`end`](Self::end);
/// then [`after`](Self::after) in the same way, and [`finish`](Self::finish). What is called out of
/// order is written out of order, and refused by the decoder.
#[derive(Clone, Default, Debug)]
pub struct GraphEncoder {
    out: Vec<u8>,
    /// Where each body of the graph before starts, and where the last one ends.
    starts: Vec<u32>,
    classes: Vec<ClassNumber>,
    /// By class number: whether it is in `classes`.
    is_used: Vec<bool>,
    masked: Vec<MaskedSlot>,
    part: Part,
    /// The number of the object whose body is being written.
    current: u32,
    /// Objects that have a body.
    count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Part {
    #[default]
    Before,
    Full,
    /// The difference, between bodies.
    Difference,
    /// The difference, an object of the graph before that may be unchanged.
    Revisited {
        entry: usize,
        body: usize,
        masked: usize,
    },
    /// The difference, before the head of such an object.
    Revisiting,
}

impl GraphEncoder {
    /// An encoder without a buffer yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// An encoder that writes into a buffer, from its start.
    pub fn with_buffer(mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        GraphEncoder { out: buffer, ..Self::default() }
    }

    /// Starts a capture with its number of roots, dropping the one before.
    pub fn begin(&mut self, roots: u32) {
        self.out.clear();
        self.starts.clear();
        for class in self.classes.drain(..) {
            self.is_used[class.index()] = false;
        }
        self.masked.clear();
        self.part = Part::Before;
        self.count = 0;
        put_varint(&mut self.out, u64::from(roots));
    }

    /// A root: receiver or argument. Its object, if it is a reference, has the number of its node.
    pub fn root(&mut self, value: Value) {
        put_value(&mut self.out, value);
    }

    /// How many objects have a body so far: the next body's number.
    pub fn objects(&self) -> u32 {
        self.count
    }

    /// Returns the bytes written so far.
    pub fn bytes(&self) -> &[u8] {
        &self.out
    }

    /// The classes of the objects so far, each once.
    pub fn classes(&self) -> &[ClassNumber] {
        &self.classes
    }

    /// How many primitive values were masked.
    pub fn masked(&self) -> usize {
        self.masked.len()
    }

    /// The head of an object; all its fields follow, those of the topmost class first.
    #[inline]
    pub fn object(&mut self, class: ClassNumber) {
        self.head();
        self.use_class(class);
        put_varint(&mut self.out, tag::OBJECT + class.index() as u64);
    }

    /// The head of an array of references; its elements follow.
    pub fn array(&mut self, class: ClassNumber, length: u32) {
        self.head();
        self.use_class(class);
        put_varint(&mut self.out, tag::ARRAY);
        put_varint(&mut self.out, class.index() as u64);
        put_varint(&mut self.out, u64::from(length));
    }

    /// A string whose `char`s all are below 256, as compact strings store them.
    pub fn string_latin1(&mut self, chars: &[u8]) {
        self.head();
        put_varint(&mut self.out, tag::LATIN1);
        put_bytes(&mut self.out, chars);
    }

    /// Any string.
    pub fn string_utf16(&mut self, chars: &[u16]) {
        self.head();
        put_varint(&mut self.out, tag::UTF16);
        put_varint(&mut self.out, chars.len() as u64);
        self.out.extend(chars.iter().flat_map(|char| char.to_le_bytes()));
    }

    /// An array of primitives: its elements are to be copied into the block that is returned, as
    /// little-endian bytes, which is how the machines that the agent runs on hold them.
    pub fn primitives(&mut self, kind: Kind, length: u32) -> &mut [u8] {
        self.head();
        put_varint(&mut self.out, tag::PRIMITIVES + kind as u64);
        put_varint(&mut self.out, u64::from(length));
        let start = self.out.len();
        self.out.resize(start + length as usize * kind.width(), 0);
        &mut self.out[start..]
    }

    /// The object of a class, by internal name or descriptor.
    pub fn class_object(&mut self, name: &str) {
        self.head();
        put_varint(&mut self.out, tag::CLASS_OBJECT);
        put_bytes(&mut self.out, name.as_bytes());
    }

    /// An object that is not looked into, and why.
    pub fn ending(&mut self, class: ClassNumber, ending: Ending) {
        self.head();
        self.use_class(class);
        let tag = match ending {
            Ending::Frontier => tag::FRONTIER,
            Ending::Budget => tag::BUDGET,
            Ending::Masked => tag::MASKED,
        };
        put_varint(&mut self.out, tag);
        put_varint(&mut self.out, class.index() as u64);
    }

    #[inline]
    pub fn null(&mut self) {
        self.out.push(0);
    }

    /// A reference to the object of a number.
    #[inline]
    pub fn reference(&mut self, node: u32) {
        put_varint(&mut self.out, u64::from(node) + 1);
    }

    #[inline]
    pub fn boolean(&mut self, value: bool) {
        self.out.push(u8::from(value));
    }

    #[inline]
    pub fn byte(&mut self, value: i8) {
        self.out.push(value as u8);
    }

    #[inline]
    pub fn char(&mut self, value: u16) {
        put_varint(&mut self.out, u64::from(value));
    }

    #[inline]
    pub fn short(&mut self, value: i16) {
        put_signed(&mut self.out, i64::from(value));
    }

    #[inline]
    pub fn int(&mut self, value: i32) {
        put_signed(&mut self.out, i64::from(value));
    }

    #[inline]
    pub fn long(&mut self, value: i64) {
        put_signed(&mut self.out, value);
    }

    /// A `float` by its bits.
    #[inline]
    pub fn float(&mut self, bits: u32) {
        self.out.extend_from_slice(&bits.to_le_bytes());
    }

    /// A `double` by its bits.
    #[inline]
    pub fn double(&mut self, bits: u64) {
        self.out.extend_from_slice(&bits.to_le_bytes());
    }

    /// Says that a field of the object whose body is being written is masked. Its value is still to be
    /// written, as zero.
    pub fn mask_field(&mut self, slot: u32) {
        let after = self.part != Part::Before;
        self.masked.push(MaskedSlot { after, node: Some(self.current), slot });
    }

    /// Says that a root is masked. Its value is still to be written, as zero.
    pub fn mask_root(&mut self, slot: u32) {
        self.masked.push(MaskedSlot { after: self.part != Part::Before, node: None, slot });
    }

    /// Ends a graph: every number that was used has its body.
    pub fn end(&mut self) {
        self.settle();
        if self.part == Part::Before {
            self.starts.push(self.out.len() as u32);
        }
        put_varint(&mut self.out, tag::END);
    }

    /// Starts what is known after the call. A [`Full`](After::Full) graph continues with the number of its
    /// roots, the roots, the bodies and [`end`](Self::end); a [`Difference`](After::Difference) with
    /// [`revisit`](Self::revisit)ed objects and new ones in any order, and `end`; an absent one with nothing.
    pub fn after(&mut self, after: After, outcome: Outcome, roots: u32) {
        self.out.push(match after {
            After::Absent => 0,
            After::Full => 1,
            After::Difference => 2,
        });
        match outcome {
            Outcome::Unfinished => self.out.push(0),
            Outcome::Returned(None) => self.out.push(1),
            Outcome::Returned(Some(value)) => {
                self.out.push(2);
                put_value(&mut self.out, value);
            }
            Outcome::Threw(value) => {
                self.out.push(3);
                put_value(&mut self.out, value);
            }
        }
        self.part = match after {
            After::Difference => Part::Difference,
            After::Absent | After::Full => Part::Full,
        };
        if after == After::Full {
            self.count = 0;
            put_varint(&mut self.out, u64::from(roots));
        }
    }

    /// In a difference: the next body is that of an object of the graph before. If it is what it was,
    /// nothing is kept of it.
    pub fn revisit(&mut self, node: u32) {
        self.settle();
        self.part = Part::Revisiting;
        self.current = node;
    }

    /// Ends the capture.
    pub fn finish(&mut self) {
        put_varint(&mut self.out, self.masked.len() as u64);
        for slot in &self.masked {
            self.out.push(u8::from(slot.after));
            put_varint(&mut self.out, slot.node.map_or(0, |node| u64::from(node) + 1));
            put_varint(&mut self.out, u64::from(slot.slot));
        }
    }

    /// Gives the buffer away.
    pub fn into_buffer(self) -> Vec<u8> {
        self.out
    }

    #[inline]
    fn head(&mut self) {
        match self.part {
            Part::Before => self.starts.push(self.out.len() as u32),
            Part::Full => {}
            Part::Revisiting => {
                let (entry, masked) = (self.out.len(), self.masked.len());
                put_varint(&mut self.out, u64::from(self.current) + 2);
                self.part = Part::Revisited { entry, body: self.out.len(), masked };
                return;
            }
            Part::Difference | Part::Revisited { .. } => {
                self.settle();
                self.out.push(1);
            }
        }
        self.current = self.count;
        self.count += 1;
    }

    /// Drops the object that was revisited last if it did not change.
    fn settle(&mut self) {
        if let Part::Revisited { entry, body, masked } = self.part {
            let node = self.current as usize;
            if let (Some(&start), Some(&end)) = (self.starts.get(node), self.starts.get(node + 1))
                && self.out.get(start as usize..end as usize) == Some(&self.out[body..])
            {
                self.out.truncate(entry);
                self.masked.truncate(masked);
            }
            self.part = Part::Difference;
        }
    }

    #[inline]
    fn use_class(&mut self, class: ClassNumber) {
        let index = class.index();
        match self.is_used.get_mut(index) {
            Some(true) => return,
            Some(used) => *used = true,
            None => {
                self.is_used.resize(index + 1, false);
                self.is_used[index] = true;
            }
        }
        self.classes.push(class);
    }
}

/// A value with its kind in front.
fn put_value(out: &mut Vec<u8>, value: Value) {
    match value {
        Value::Null => out.push(0),
        Value::Reference(node) => {
            out.push(1);
            put_varint(out, node.index() as u64);
        }
        Value::Boolean(value) => out.extend([2, u8::from(value)]),
        Value::Byte(value) => out.extend([3, value as u8]),
        Value::Char(value) => {
            out.push(4);
            put_varint(out, u64::from(value));
        }
        Value::Short(value) => {
            out.push(5);
            put_signed(out, i64::from(value));
        }
        Value::Int(value) => {
            out.push(6);
            put_signed(out, i64::from(value));
        }
        Value::Long(value) => {
            out.push(7);
            put_signed(out, value);
        }
        Value::Float(bits) => {
            out.push(8);
            out.extend(bits.to_le_bytes());
        }
        Value::Double(bits) => {
            out.push(9);
            out.extend(bits.to_le_bytes());
        }
    }
}
