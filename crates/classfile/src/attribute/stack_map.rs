//! `StackMapTable` (JVMS 4.7.4).

use crate::attribute::{read_counted, undefined};
use crate::bytes::{Cursor, Put};
use crate::error::Result;

/// A stack-map frame as the class file holds it: a difference to the frame before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The frame's pc is the previous frame's pc plus this plus one; for the first frame, this.
    pub offset_delta: u16,
    pub kind: FrameKind,
}

/// The change that a frame makes. Encodings with the same meaning are kept apart so that a frame writes back
/// as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// Same locals, empty stack. `extended` is the three-byte form.
    Same {
        extended: bool,
    },
    /// Same locals, one stack item. `extended` is the form with a 16-bit offset.
    SameLocals1StackItem {
        stack: VerificationType,
        extended: bool,
    },
    /// The last 1 to 3 locals are gone, empty stack.
    Chop(u8),
    /// 1 to 3 more locals, empty stack.
    Append(Vec<VerificationType>),
    Full {
        locals: Vec<VerificationType>,
        stack: Vec<VerificationType>,
    },
}

/// The verification type of a local variable or stack item. `Long` and `Double` stand for two
/// slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VerificationType {
    Top,
    Integer,
    Float,
    Double,
    Long,
    Null,
    UninitializedThis,
    /// A `Class` constant.
    Object {
        class_index: u16,
    },
    /// The pc of the `new` instruction.
    Uninitialized {
        offset: u16,
    },
}

impl VerificationType {
    /// Local variables that a value of this type takes.
    pub fn slots(self) -> usize {
        if matches!(self, VerificationType::Long | VerificationType::Double) { 2 } else { 1 }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        use VerificationType::*;
        let offset = cursor.offset();
        Ok(match cursor.u1()? {
            0 => Top,
            1 => Integer,
            2 => Float,
            3 => Double,
            4 => Long,
            5 => Null,
            6 => UninitializedThis,
            7 => Object { class_index: cursor.u2()? },
            8 => Uninitialized { offset: cursor.u2()? },
            tag => return Err(undefined("verification type tag", tag, offset)),
        })
    }

    fn write(self, out: &mut Vec<u8>) {
        use VerificationType::*;
        match self {
            Top => out.u1(0),
            Integer => out.u1(1),
            Float => out.u1(2),
            Double => out.u1(3),
            Long => out.u1(4),
            Null => out.u1(5),
            UninitializedThis => out.u1(6),
            Object { class_index } => {
                out.u1(7);
                out.u2(class_index);
            }
            Uninitialized { offset } => {
                out.u1(8);
                out.u2(offset);
            }
        }
    }
}

/// Decodes the contents of a `StackMapTable` that lies at `offset` of its class file.
pub fn read_frames(info: &[u8], offset: usize) -> Result<Vec<Frame>> {
    let mut cursor = Cursor::new(info, offset);
    let frames = read_table(&mut cursor)?;
    cursor.finish("stack map table")?;
    Ok(frames)
}

/// Appends the contents of a `StackMapTable`: a count and the frames.
pub fn write_frames(frames: &[Frame], out: &mut Vec<u8>) {
    out.count(frames.len());
    frames.iter().for_each(|frame| frame.write(out));
}

pub(super) fn read_table(cursor: &mut Cursor<'_>) -> Result<Vec<Frame>> {
    read_counted(cursor, 1, Frame::read)
}

impl Frame {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let offset = cursor.offset();
        let frame_type = cursor.u1()?;
        let (offset_delta, kind) = match frame_type {
            0..=63 => (u16::from(frame_type), FrameKind::Same { extended: false }),
            64..=127 => {
                let stack = VerificationType::read(cursor)?;
                (u16::from(frame_type - 64), FrameKind::SameLocals1StackItem { stack, extended: false })
            }
            247 => {
                let delta = cursor.u2()?;
                let stack = VerificationType::read(cursor)?;
                (delta, FrameKind::SameLocals1StackItem { stack, extended: true })
            }
            248..=250 => (cursor.u2()?, FrameKind::Chop(251 - frame_type)),
            251 => (cursor.u2()?, FrameKind::Same { extended: true }),
            252..=254 => {
                let delta = cursor.u2()?;
                let added: Result<Vec<_>> =
                    (251..frame_type).map(|_| VerificationType::read(cursor)).collect();
                (delta, FrameKind::Append(added?))
            }
            255 => {
                let delta = cursor.u2()?;
                let locals = read_counted(cursor, 1, VerificationType::read)?;
                let stack = read_counted(cursor, 1, VerificationType::read)?;
                (delta, FrameKind::Full { locals, stack })
            }
            reserved => return Err(undefined("stack map frame type", reserved, offset)),
        };
        Ok(Frame { offset_delta, kind })
    }

    /// Appends the frame. A short form whose delta has outgrown it is written in its extended form.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let delta = self.offset_delta;
        match &self.kind {
            FrameKind::Same { extended: false } if delta < 64 => out.u1(delta as u8),
            FrameKind::Same { .. } => {
                out.u1(251);
                out.u2(delta);
            }
            FrameKind::SameLocals1StackItem { stack, extended: false } if delta < 64 => {
                out.u1(64 + delta as u8);
                stack.write(out);
            }
            FrameKind::SameLocals1StackItem { stack, .. } => {
                out.u1(247);
                out.u2(delta);
                stack.write(out);
            }
            FrameKind::Chop(count) => {
                out.u1(251 - count);
                out.u2(delta);
            }
            FrameKind::Append(added) => {
                out.u1(251 + added.len() as u8);
                out.u2(delta);
                added.iter().for_each(|item| item.write(out));
            }
            FrameKind::Full { locals, stack } => {
                out.u1(255);
                out.u2(delta);
                for items in [locals, stack] {
                    out.count(items.len());
                    items.iter().for_each(|item| item.write(out));
                }
            }
        }
    }
}
