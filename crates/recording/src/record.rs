//! Records: what frames are made of. Each is written with its length in front, so that a newer minor
//! version may add to its end; names are numbers in the segment's dictionary.

use reenact_base::{Id, Interner};
use reenact_heap::{ClassKind, Field};
use reenact_wire::bytes::{Malformed, Reader, put_bytes, put_text, put_varint};
use reenact_wire::filter::{Filter, LeftOut};

use crate::model::*;

/// Appends records to the payload of a frame.
pub struct RecordWriter<'a> {
    pub out: &'a mut Vec<u8>,
    /// One record, before its length is known.
    scratch: Vec<u8>,
}

impl<'a> RecordWriter<'a> {
    pub fn new(out: &'a mut Vec<u8>) -> Self {
        RecordWriter { out, scratch: Vec::new() }
    }

    /// Writes one record.
    pub fn put(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.scratch.clear();
        write(&mut self.scratch);
        put_bytes(self.out, &self.scratch);
    }
}

/// No name is longer, in bytes: JVMS 4.4.7 gives them a length of 16 bits.
pub const MAX_NAME: usize = 0xffff;

/// The names of a segment.
pub struct Dictionary {
    names: Interner,
    /// How many names are in frames already.
    written: usize,
}

impl Dictionary {
    pub fn new() -> Self {
        Dictionary { names: Interner::new(), written: 0 }
    }

    /// Names a name. Longer ones than the JVM allows are cut: threads may be called anything.
    fn put(&mut self, out: &mut Vec<u8>, name: &str) {
        let end = (0..=name.len().min(MAX_NAME)).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
        let name = &name[..end];
        put_varint(out, self.names.intern(name.as_bytes()).index() as u64);
    }

    /// Appends records for the names that are in no frame yet.
    pub fn put_new(&mut self, out: &mut Vec<u8>) {
        let mut records = RecordWriter::new(out);
        for symbol in self.names.symbols().skip(self.written) {
            records.put(|out| {
                put_varint(out, symbol.index() as u64);
                out.extend_from_slice(self.names.resolve(symbol));
            });
        }
        self.written = self.names.len();
    }
}

/// Where a reader finds names.
pub trait Names {
    fn name(&self, number: u64) -> Option<&str>;
}

/// Why a record could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordError {
    Malformed(Malformed),
    /// A name whose frame was lost.
    UnknownName(u64),
    /// More descriptors than the limits allow.
    TooMuch,
}

impl From<Malformed> for RecordError {
    fn from(malformed: Malformed) -> Self {
        RecordError::Malformed(malformed)
    }
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::Malformed(malformed) => malformed.fmt(f),
            RecordError::UnknownName(number) => write!(f, "name {number} is not in the segment"),
            RecordError::TooMuch => f.write_str("there are more descriptors than the limits allow"),
        }
    }
}

pub fn put_class(out: &mut Vec<u8>, names: &mut Dictionary, class: &RecordedClass) {
    put_varint(out, class.number.index() as u64);
    names.put(out, &class.name);
    put_varint(out, u64::from(class.access));
    match &class.kind {
        ClassKind::Plain => out.push(0),
        ClassKind::Array => out.push(1),
        ClassKind::Lambda { method: (name, descriptor), implementation: (owner, target, its) } => {
            out.push(2);
            [name, descriptor, owner, target, its].into_iter().for_each(|part| names.put(out, part));
        }
        ClassKind::Proxy => out.push(3),
        ClassKind::Generated => out.push(4),
    }
    put_varint(out, class.superclass.map_or(0, |number| number.index() as u64 + 1));
    put_varint(out, u64::from(class.loader));
    names.put(out, &class.source);
    out.extend(class.bytecode.to_le_bytes());
    put_names(out, names, &class.interfaces);
    put_varint(out, class.fields.len() as u64);
    for field in &class.fields {
        names.put(out, &field.name);
        names.put(out, &field.descriptor);
    }
}

pub fn read_class(bytes: &[u8], names: &impl Names) -> Result<RecordedClass, RecordError> {
    let reader = &mut Reader::new(bytes);
    let number = read_number(reader)?;
    let name = read_name(reader, names)?;
    let access = reader.varint()? as u16;
    let kind = match reader.byte()? {
        1 => ClassKind::Array,
        2 => ClassKind::Lambda {
            method: (read_name(reader, names)?, read_name(reader, names)?),
            implementation: (read_name(reader, names)?, read_name(reader, names)?, read_name(reader, names)?),
        },
        3 => ClassKind::Proxy,
        4 => ClassKind::Generated,
        0 => ClassKind::Plain,
        _ => return Err(RecordError::Malformed(Malformed::Number)),
    };
    let superclass = match reader.varint32()? {
        0 => None,
        number => Some(ClassNumber::from_index(number as usize - 1)),
    };
    let loader = reader.varint32()?;
    let source = read_name(reader, names)?;
    let bytecode = u128::from_le_bytes(reader.array()?);
    let interfaces = read_names(reader, names)?;
    let mut fields = Vec::new();
    for _ in 0..reader.count()? {
        fields.push(Field { name: read_name(reader, names)?, descriptor: read_name(reader, names)? });
    }
    Ok(RecordedClass { number, name, kind, superclass, interfaces, fields, access, loader, source, bytecode })
}

pub fn put_method(out: &mut Vec<u8>, names: &mut Dictionary, method: &RecordedMethod) {
    put_varint(out, method.number.index() as u64);
    put_varint(out, method.class.index() as u64);
    names.put(out, &method.name);
    names.put(out, &method.descriptor);
    put_varint(out, u64::from(method.access));
    put_names(out, names, &method.parameter_names);
}

pub fn read_method(bytes: &[u8], names: &impl Names) -> Result<RecordedMethod, RecordError> {
    let reader = &mut Reader::new(bytes);
    Ok(RecordedMethod {
        number: read_number(reader)?,
        class: read_number(reader)?,
        name: read_name(reader, names)?,
        descriptor: read_name(reader, names)?,
        access: reader.varint()? as u16,
        parameter_names: read_names(reader, names)?,
    })
}

pub fn put_thread(out: &mut Vec<u8>, names: &mut Dictionary, thread: &RecordedThread) {
    put_varint(out, thread.number.index() as u64);
    put_varint(out, thread.id);
    out.push(u8::from(thread.is_virtual) | u8::from(thread.is_daemon) << 1);
    names.put(out, &thread.name);
}

pub fn read_thread(bytes: &[u8], names: &impl Names) -> Result<RecordedThread, RecordError> {
    let reader = &mut Reader::new(bytes);
    let (number, id, bits) = (read_number(reader)?, reader.varint()?, reader.byte()?);
    let name = read_name(reader, names)?;
    Ok(RecordedThread { number, id, name, is_virtual: bits & 1 != 0, is_daemon: bits & 2 != 0 })
}

/// The record of an invocation up to its capture, whose length comes last.
pub fn put_invocation_head(out: &mut Vec<u8>, head: &InvocationHead, capture: usize) {
    put_varint(out, head.id);
    put_varint(out, head.method.index() as u64);
    put_varint(out, head.thread.index() as u64);
    // How far the parent lies back: few invocations, mostly.
    put_varint(out, head.parent.map_or(0, |parent| head.id.wrapping_sub(parent).wrapping_add(1)));
    put_varint(out, head.entered);
    put_varint(out, head.exited.wrapping_sub(head.entered));
    put_varint(out, head.call);
    put_varint(out, u64::from(head.marks.0));
    put_varint(out, head.dropped_inside);
    put_varint(out, capture as u64);
}

/// An invocation, the bytes of its capture, and the notes on it.
pub fn read_invocation(bytes: &[u8]) -> Result<(InvocationHead, &[u8], &[u8]), Malformed> {
    let reader = &mut Reader::new(bytes);
    let id = reader.varint()?;
    let (method, thread) = (read_number(reader)?, read_number(reader)?);
    let parent = match reader.varint()? {
        0 => None,
        back => Some(id.wrapping_sub(back - 1)),
    };
    let entered = reader.varint()?;
    let exited = entered.wrapping_add(reader.varint()?);
    let (call, marks, dropped_inside) = (reader.varint()?, Marks(reader.varint32()?), reader.varint()?);
    let head = InvocationHead { id, method, thread, parent, entered, exited, call, marks, dropped_inside };
    let capture = reader.bytes()?;
    Ok((head, capture, reader.rest()))
}

pub fn put_statistics(out: &mut Vec<u8>, figures: &MethodStatistics) {
    let MethodStatistics { method, calls, sampled, kept, duplicates, overload, failed } = *figures;
    put_varint(out, method.index() as u64);
    [calls, sampled, kept, duplicates, overload, failed].into_iter().for_each(|count| put_varint(out, count));
}

pub fn read_statistics(bytes: &[u8]) -> Result<MethodStatistics, Malformed> {
    let reader = &mut Reader::new(bytes);
    Ok(MethodStatistics {
        method: read_number(reader)?,
        calls: reader.varint()?,
        sampled: reader.varint()?,
        kept: reader.varint()?,
        duplicates: reader.varint()?,
        overload: reader.varint()?,
        failed: reader.varint()?,
    })
}

pub fn put_left_out(out: &mut Vec<u8>, left_out: &LeftOut) {
    for filter in Filter::ALL {
        put_varint(out, filter.number());
        put_varint(out, left_out.by(filter));
    }
}

/// Counts by filters that this version does not know are skipped.
pub fn read_left_out(bytes: &[u8]) -> Result<LeftOut, Malformed> {
    let (reader, mut left_out) = (&mut Reader::new(bytes), LeftOut::default());
    while !reader.is_empty() {
        let (number, methods) = (reader.varint()?, reader.varint()?);
        if let Some(filter) = Filter::from_number(number) {
            left_out.add(filter, methods);
        }
    }
    Ok(left_out)
}

pub fn put_blocks(out: &mut Vec<u8>, blocks: &ClassBlocks) {
    put_text(out, &blocks.class);
    put_varint(out, u64::from(blocks.count));
    put_varint(out, u64::from(blocks.left_out));
    put_bytes(out, &blocks.run);
}

/// Bits past the number of blocks are cleared, and missing ones are not set.
pub fn read_blocks(bytes: &[u8]) -> Result<ClassBlocks, Malformed> {
    let reader = &mut Reader::new(bytes);
    let class = reader.text()?.into();
    let mut number = || u32::try_from(reader.varint()?).map_err(|_| Malformed::Number);
    let (count, left_out) = (number()?, number()?);
    let run = reader.bytes()?.iter().copied().take(count.div_ceil(8) as usize).collect();
    let mut blocks = ClassBlocks { class, count, left_out, run };
    if let (Some(last), 1..) = (blocks.run.get_mut((count / 8) as usize), count % 8) {
        *last &= (1 << (count % 8)) - 1;
    }
    Ok(blocks)
}

pub fn put_end(out: &mut Vec<u8>, end: &End) {
    out.push(match end.reason {
        EndReason::Exit => 0,
        EndReason::Detached => 1,
        EndReason::Budget => 2,
        EndReason::Failure => 3,
        EndReason::Other(number) => number,
    });
    put_varint(out, end.invocations);
    put_varint(out, end.dropped);
    put_varint(out, end.ended_millis);
    put_text(out, &end.message);
}

pub fn read_end(bytes: &[u8]) -> Result<End, Malformed> {
    let reader = &mut Reader::new(bytes);
    Ok(End {
        reason: match reader.byte()? {
            0 => EndReason::Exit,
            1 => EndReason::Detached,
            2 => EndReason::Budget,
            3 => EndReason::Failure,
            number => EndReason::Other(number),
        },
        invocations: reader.varint()?,
        dropped: reader.varint()?,
        ended_millis: reader.varint()?,
        message: reader.text()?.into(),
    })
}

pub fn put_mark(out: &mut Vec<u8>, mark: &Mark) {
    put_varint(out, mark.time);
    out.push(match mark.kind {
        MarkKind::TestStarted => 1,
        MarkKind::TestFinished => 2,
        MarkKind::Other(number) => number,
    });
    put_varint(out, mark.thread.index() as u64);
    put_text(out, &mark.name);
}

pub fn read_mark(bytes: &[u8]) -> Result<Mark, Malformed> {
    let reader = &mut Reader::new(bytes);
    Ok(Mark {
        time: reader.varint()?,
        kind: match reader.byte()? {
            1 => MarkKind::TestStarted,
            2 => MarkKind::TestFinished,
            number => MarkKind::Other(number),
        },
        thread: read_number(reader)?,
        name: reader.text()?.into(),
    })
}

fn put_names(out: &mut Vec<u8>, names: &mut Dictionary, list: &[Box<str>]) {
    put_varint(out, list.len() as u64);
    list.iter().for_each(|name| names.put(out, name));
}

fn read_names(reader: &mut Reader<'_>, names: &impl Names) -> Result<Vec<Box<str>>, RecordError> {
    (0..reader.count()?).map(|_| read_name(reader, names)).collect()
}

fn read_name(reader: &mut Reader<'_>, names: &impl Names) -> Result<Box<str>, RecordError> {
    let number = reader.varint()?;
    names.name(number).map(Box::from).ok_or(RecordError::UnknownName(number))
}

/// The number of a class, method or thread.
fn read_number<I: Id>(reader: &mut Reader<'_>) -> Result<I, Malformed> {
    let number = reader.varint32()?;
    if number == u32::MAX { Err(Malformed::Number) } else { Ok(I::from_index(number as usize)) }
}

#[cfg(test)]
mod tests;
