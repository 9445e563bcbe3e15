//! Stack-map frames of rewritten and assembled methods.

use crate::attribute::{Frame, FrameKind, VerificationType};
use crate::descriptor::{FieldType, MethodDescriptor};

/// Collects frames in order of their positions.
#[derive(Debug, Default)]
pub(crate) struct FrameWriter {
    pub frames: Vec<Frame>,
    previous: Option<u32>,
}

impl FrameWriter {
    /// Appends a frame at `position`. Where the method's own first frame stands at an inserted label,
    /// it takes that label's place: it may know less, for the sake of jumps that come back to it.
    pub fn push(&mut self, position: u32, kind: FrameKind) {
        let offset_delta = match self.previous {
            None => position,
            Some(previous) if position <= previous => {
                if let Some(last) = self.frames.last_mut() {
                    last.kind = kind;
                }
                return;
            }
            Some(previous) => position - previous - 1,
        };
        self.previous = Some(position);
        self.frames.push(Frame { offset_delta: offset_delta as u16, kind });
    }

    pub fn full(&mut self, position: u32, locals: Vec<VerificationType>, stack: Vec<VerificationType>) {
        self.push(position, FrameKind::Full { locals, stack });
    }
}

/// The locals with which a method starts (JVMS 4.10.1.6). `this` is the class's name for an
/// instance method; `class_index` finds or makes a `Class` constant.
pub(crate) fn entry_locals(
    this: Option<&[u8]>,
    is_constructor: bool,
    descriptor: &MethodDescriptor<'_>,
    class_index: &mut dyn FnMut(&[u8]) -> u16,
) -> Vec<VerificationType> {
    let mut locals = Vec::new();
    match this {
        // Object's constructor has no superclass constructor to call: its `this` is complete.
        Some(name) if is_constructor && name != b"java/lang/Object" => {
            locals.push(VerificationType::UninitializedThis);
        }
        Some(name) => locals.push(VerificationType::Object { class_index: class_index(name) }),
        None => {}
    }
    locals.extend(descriptor.parameters().map(|parameter| verification_type(parameter, class_index)));
    locals
}

fn verification_type(
    field_type: FieldType<'_>,
    class_index: &mut dyn FnMut(&[u8]) -> u16,
) -> VerificationType {
    match field_type.kind() {
        b'J' => VerificationType::Long,
        b'F' => VerificationType::Float,
        b'D' => VerificationType::Double,
        b'L' | b'[' => {
            let name = field_type.class_constant_name().unwrap_or(field_type.descriptor());
            VerificationType::Object { class_index: class_index(name.as_bytes()) }
        }
        _ => VerificationType::Integer,
    }
}

/// Follows the delta frames of a method so that each can be written with more locals.
#[derive(Debug)]
pub(super) struct Expander<'e> {
    locals: Vec<VerificationType>,
    /// Slots before the fresh locals: the method's own `max_locals`.
    own_slots: usize,
    fresh: &'e [VerificationType],
    /// Whether a frame with the fresh locals was written, which "same" frames inherit.
    begun: bool,
}

impl<'e> Expander<'e> {
    /// `entry` is only looked at if there are fresh locals: otherwise deltas stay as they are.
    pub fn new(entry: Vec<VerificationType>, own_slots: u16, fresh: &'e [VerificationType]) -> Self {
        Expander { locals: entry, own_slots: own_slots.into(), fresh, begun: false }
    }

    /// The method's `locals`, then `fresh` ones in their place.
    pub fn padded(
        &self,
        mut locals: Vec<VerificationType>,
        fresh: &[VerificationType],
    ) -> Vec<VerificationType> {
        if !fresh.is_empty() {
            let used: usize = locals.iter().map(|local| local.slots()).sum();
            locals.resize(locals.len() + self.own_slots.saturating_sub(used), VerificationType::Top);
            locals.extend_from_slice(fresh);
        }
        locals
    }

    /// The next frame of the method, with the fresh locals.
    pub fn expand(&mut self, kind: FrameKind) -> FrameKind {
        if self.fresh.is_empty() {
            return kind;
        }
        let stack = match kind {
            FrameKind::Same { .. } | FrameKind::SameLocals1StackItem { .. } if self.begun => return kind,
            FrameKind::Same { .. } => Vec::new(),
            FrameKind::SameLocals1StackItem { stack, .. } => vec![stack],
            FrameKind::Chop(count) => {
                self.locals.truncate(self.locals.len().saturating_sub(usize::from(count)));
                Vec::new()
            }
            FrameKind::Append(added) => {
                self.locals.extend(added);
                Vec::new()
            }
            FrameKind::Full { locals, stack } => {
                self.locals = locals;
                stack
            }
        };
        self.begun = true;
        FrameKind::Full { locals: self.padded(self.locals.clone(), self.fresh), stack }
    }
}
