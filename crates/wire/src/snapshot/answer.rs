//! Answers of the agent.

use std::fmt;

use super::graph::{Graph, graph, put_graph};
use super::list;
use super::request::{Cell, cell, put_cell};
use crate::bytes::{Malformed, Reader, put_signed, put_text, put_varint};

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Taken(Taken),
    /// Cells that differ, in the order of their holders, and how many more there are.
    Changes {
        changes: Vec<Change>,
        more: u64,
    },
    /// Cells that were written, and those that cannot be: static fields that are final.
    Restored {
        cells: u64,
        refused: u64,
    },
    /// Values of cells: in the snapshot, and now.
    Described(Vec<(Graph, Graph)>),
    /// Whether watching is on.
    Watching,
    Accesses(Vec<Access>),
    Classes(Vec<ClassState>),
    Dropped,
    /// The request could not be obeyed.
    Failed(String),
}

/// The size of a snapshot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub classes: u64,
    pub objects: u64,
    pub cells: u64,
    /// Objects that a budget left out.
    pub left_out: u64,
    pub micros: u64,
}

/// A cell that differs from the snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub cell: Cell,
    /// The innermost field of the subject's own that leads to it, or a root of the JDK: what a collection consists of belongs
    /// together, and is restored as one.
    pub unit: Cell,
    /// The shortest way to it from a static field.
    pub path: Path,
    /// Its value in the snapshot.
    pub clean: Summary,
    pub now: Summary,
    /// True if it is a static field that is final, which is not written.
    pub is_final: bool,
}

/// A way from a static field, or the thread's locals, to a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    pub steps: Vec<Step>,
}

/// As code would write it: `com.acme.Registry.instance.entries`, `com.acme.Cache.slots[3].value`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            match &step.place {
                Place::Static { name, .. } => write!(f, "{}.{name}", step.holder.replace('/', "."))?,
                Place::Field { name, .. } if at == 0 => write!(f, "the thread's {name}")?,
                Place::Field { name, .. } => write!(f, ".{name}")?,
                Place::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A step of a way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Internal name of the class that declares the field, or the array's descriptor.
    pub holder: String,
    /// True if that is a class of the JDK.
    pub is_jdk: bool,
    pub place: Place,
}

/// A cell within its holder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Static { name: String, descriptor: String },
    Field { name: String, descriptor: String },
    Index(u32),
}

/// A value in short. Floating-point numbers are their bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Summary {
    Null,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    Object {
        /// Internal name, or the descriptor of an array.
        class: String,
        /// The content of a string, the name of a class, or the value of a box.
        text: Option<String>,
        identity: i32,
    },
}

/// Code that reads or writes a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    pub cell: Cell,
    pub is_write: bool,
    /// The innermost method first.
    pub frames: Vec<Frame>,
}

/// A line of code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// Internal name.
    pub class: String,
    pub method: String,
    /// Empty if the class file does not have it.
    pub file: String,
    /// 0 if it is not known.
    pub line: u32,
    pub is_jdk: bool,
}

/// A class that was initialized.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassState {
    /// Internal name.
    pub name: String,
    /// True if its initializer failed: no code can use it any more.
    pub has_failed: bool,
}

impl Answer {
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Answer::Taken(taken) => {
                out.push(1);
                for number in [taken.classes, taken.objects, taken.cells, taken.left_out, taken.micros] {
                    put_varint(&mut out, number);
                }
            }
            Answer::Changes { changes, more } => {
                out.push(2);
                put_list(&mut out, changes, put_change);
                put_varint(&mut out, *more);
            }
            Answer::Restored { cells, refused } => {
                out.push(3);
                put_varint(&mut out, *cells);
                put_varint(&mut out, *refused);
            }
            Answer::Described(graphs) => {
                out.push(4);
                put_list(&mut out, graphs, |out, (clean, now)| {
                    put_graph(out, clean);
                    put_graph(out, now);
                });
            }
            Answer::Watching => out.push(5),
            Answer::Accesses(accesses) => {
                out.push(6);
                put_list(&mut out, accesses, |out, access| {
                    put_cell(out, access.cell);
                    put_flag(out, access.is_write);
                    put_list(out, &access.frames, put_frame);
                });
            }
            Answer::Classes(classes) => {
                out.push(7);
                put_list(&mut out, classes, |out, class| {
                    put_text(out, &class.name);
                    put_flag(out, class.has_failed);
                });
            }
            Answer::Dropped => out.push(8),
            Answer::Failed(reason) => {
                out.push(9);
                put_text(&mut out, reason);
            }
        }
        out
    }

    pub fn decode(bytes: &[u8]) -> Result<Answer, Malformed> {
        let reader = &mut Reader::new(bytes);
        Ok(match reader.byte()? {
            1 => Answer::Taken(Taken {
                classes: reader.varint()?,
                objects: reader.varint()?,
                cells: reader.varint()?,
                left_out: reader.varint()?,
                micros: reader.varint()?,
            }),
            2 => Answer::Changes { changes: list(reader, change)?, more: reader.varint()? },
            3 => Answer::Restored { cells: reader.varint()?, refused: reader.varint()? },
            4 => Answer::Described(list(reader, |reader| Ok((graph(reader)?, graph(reader)?)))?),
            5 => Answer::Watching,
            6 => Answer::Accesses(list(reader, |reader| {
                let (cell, is_write) = (cell(reader)?, flag(reader)?);
                Ok(Access { cell, is_write, frames: list(reader, frame)? })
            })?),
            7 => Answer::Classes(list(reader, |reader| {
                Ok(ClassState { name: text(reader)?, has_failed: flag(reader)? })
            })?),
            8 => Answer::Dropped,
            9 => Answer::Failed(text(reader)?),
            _ => return Err(Malformed::Number),
        })
    }
}

fn put_change(out: &mut Vec<u8>, change: &Change) {
    put_cell(out, change.cell);
    put_cell(out, change.unit);
    put_list(out, &change.path.steps, |out, step| {
        put_text(out, &step.holder);
        put_flag(out, step.is_jdk);
        match &step.place {
            Place::Static { name, descriptor } => {
                out.push(0);
                put_text(out, name);
                put_text(out, descriptor);
            }
            Place::Field { name, descriptor } => {
                out.push(1);
                put_text(out, name);
                put_text(out, descriptor);
            }
            Place::Index(index) => {
                out.push(2);
                put_varint(out, u64::from(*index));
            }
        }
    });
    put_summary(out, &change.clean);
    put_summary(out, &change.now);
    put_flag(out, change.is_final);
}

fn change(reader: &mut Reader<'_>) -> Result<Change, Malformed> {
    let (cell, unit) = (cell(reader)?, cell(reader)?);
    let steps = list(reader, |reader| {
        let (holder, is_jdk) = (text(reader)?, flag(reader)?);
        let place = match reader.byte()? {
            0 => Place::Static { name: text(reader)?, descriptor: text(reader)? },
            1 => Place::Field { name: text(reader)?, descriptor: text(reader)? },
            2 => Place::Index(reader.varint32()?),
            _ => return Err(Malformed::Number),
        };
        Ok(Step { holder, is_jdk, place })
    })?;
    let (clean, now) = (summary(reader)?, summary(reader)?);
    Ok(Change { cell, unit, path: Path { steps }, clean, now, is_final: flag(reader)? })
}

fn put_summary(out: &mut Vec<u8>, summary: &Summary) {
    let mut number = |kind: u8, value: i64| {
        out.push(kind);
        put_signed(out, value);
    };
    match summary {
        Summary::Null => out.push(0),
        Summary::Boolean(value) => number(1, i64::from(*value)),
        Summary::Byte(value) => number(2, i64::from(*value)),
        Summary::Char(value) => number(3, i64::from(*value)),
        Summary::Short(value) => number(4, i64::from(*value)),
        Summary::Int(value) => number(5, i64::from(*value)),
        Summary::Long(value) => number(6, *value),
        Summary::Float(bits) => number(7, i64::from(*bits)),
        Summary::Double(bits) => number(8, *bits as i64),
        Summary::Object { class, text, identity } => {
            number(9, i64::from(*identity));
            put_text(out, class);
            put_flag(out, text.is_some());
            put_text(out, text.as_deref().unwrap_or_default());
        }
    }
}

fn summary(reader: &mut Reader<'_>) -> Result<Summary, Malformed> {
    let kind = reader.byte()?;
    if kind == 0 {
        return Ok(Summary::Null);
    }
    let value = reader.signed()?;
    let small = |_| Malformed::Number;
    Ok(match kind {
        1 => Summary::Boolean(value != 0),
        2 => Summary::Byte(value.try_into().map_err(small)?),
        3 => Summary::Char(value.try_into().map_err(small)?),
        4 => Summary::Short(value.try_into().map_err(small)?),
        5 => Summary::Int(value.try_into().map_err(small)?),
        6 => Summary::Long(value),
        7 => Summary::Float(value.try_into().map_err(small)?),
        8 => Summary::Double(value as u64),
        9 => {
            let (class, has_text, content) = (text(reader)?, flag(reader)?, text(reader)?);
            let identity = value.try_into().map_err(small)?;
            Summary::Object { class, text: has_text.then_some(content), identity }
        }
        _ => return Err(Malformed::Number),
    })
}

fn put_frame(out: &mut Vec<u8>, frame: &Frame) {
    put_text(out, &frame.class);
    put_text(out, &frame.method);
    put_text(out, &frame.file);
    put_varint(out, u64::from(frame.line));
    put_flag(out, frame.is_jdk);
}

fn frame(reader: &mut Reader<'_>) -> Result<Frame, Malformed> {
    Ok(Frame {
        class: text(reader)?,
        method: text(reader)?,
        file: text(reader)?,
        line: reader.varint32()?,
        is_jdk: flag(reader)?,
    })
}

fn put_list<T>(out: &mut Vec<u8>, items: &[T], mut put: impl FnMut(&mut Vec<u8>, &T)) {
    put_varint(out, items.len() as u64);
    items.iter().for_each(|item| put(out, item));
}

fn put_flag(out: &mut Vec<u8>, flag: bool) {
    out.push(u8::from(flag));
}

fn flag(reader: &mut Reader<'_>) -> Result<bool, Malformed> {
    Ok(reader.byte()? != 0)
}

fn text(reader: &mut Reader<'_>) -> Result<String, Malformed> {
    Ok(reader.text()?.to_owned())
}
