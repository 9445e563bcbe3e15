//! An assembler for short pieces of code.

use crate::assemble::PoolBuilder;
use crate::attribute::VerificationType;
use crate::bytes::Put;
use crate::descriptor::{FieldType, MethodDescriptor};
use crate::instruction::{Opcode, StackEffect};
use crate::mutf8::Mutf8;

/// Finished code, free of absolute addresses: it means the same wherever it is placed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Snippet {
    pub(crate) bytecode: Vec<u8>,
    pub(crate) max_stack: u16,
    /// Slots that its end has on the stack beyond those of its start.
    pub(crate) left: u16,
    /// One past the highest local variable that it touches.
    pub(crate) max_locals: u16,
    /// Frames at the snippet's own labels, in order of their positions.
    pub(crate) frames: Vec<SnippetFrame>,
}

/// The frame at a label, for the verifier: the method's parameters as they were at entry, then
/// `locals`, and the stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SnippetFrame {
    pub(crate) position: u16,
    /// In a whole method, the locals behind the parameters; in an inserted snippet, the fresh ones.
    pub locals: Vec<VerificationType>,
    pub stack: Vec<VerificationType>,
}

/// A place in a snippet that branches can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(usize);

/// How a value is loaded, stored and returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalKind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl LocalKind {
    /// The kind of values of a type.
    pub fn of(field_type: FieldType<'_>) -> Self {
        match field_type.kind() {
            b'J' => LocalKind::Long,
            b'F' => LocalKind::Float,
            b'D' => LocalKind::Double,
            b'L' | b'[' => LocalKind::Reference,
            _ => LocalKind::Int,
        }
    }

    /// Local variables that a value takes.
    pub fn slots(self) -> u16 {
        if matches!(self, LocalKind::Long | LocalKind::Double) { 2 } else { 1 }
    }

    /// The `return` instruction for values of this kind.
    pub fn return_opcode(self) -> Opcode {
        Opcode(Opcode::IRETURN.0 + self as u8)
    }
}

/// Emits instructions and keeps count of the stack.
///
/// Stack depths are relative to where the snippet starts, so code that begins with values on the
/// stack (before a `return`, in a handler) may take them off.
#[derive(Debug)]
pub struct CodeBuilder<'p> {
    pool: &'p mut PoolBuilder,
    code: Vec<u8>,
    depth: i32,
    max_depth: i32,
    max_locals: u16,
    labels: Vec<LabelState>,
    /// Positions of branch opcodes whose 16-bit offsets follow, with their targets.
    branches: Vec<(usize, Label)>,
    frames: Vec<SnippetFrame>,
}

#[derive(Clone, Copy, Debug, Default)]
struct LabelState {
    position: Option<usize>,
    /// Stack depth at the branches that go there.
    depth: Option<i32>,
}

impl<'p> CodeBuilder<'p> {
    /// Code whose constants go to `pool`.
    pub fn new(pool: &'p mut PoolBuilder) -> Self {
        CodeBuilder {
            pool,
            code: Vec::new(),
            depth: 0,
            max_depth: 0,
            max_locals: 0,
            labels: Vec::new(),
            branches: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// The pool that takes this code's constants.
    pub fn pool(&mut self) -> &mut PoolBuilder {
        self.pool
    }

    /// An instruction without operands.
    pub fn op(&mut self, opcode: Opcode) -> &mut Self {
        self.code.u1(opcode.0);
        self.effect(StackEffect::of_opcode(opcode))
    }

    /// Pushes an `int` in the shortest way.
    pub fn push_int(&mut self, value: i32) -> &mut Self {
        match (value, i8::try_from(value), i16::try_from(value)) {
            (-1..=5, ..) => return self.op(Opcode((i32::from(Opcode::ICONST_0.0) + value) as u8)),
            (_, Ok(byte), _) => self.code.extend([Opcode::BIPUSH.0, byte as u8]),
            (_, _, Ok(short)) => {
                self.code.u1(Opcode::SIPUSH.0);
                self.code.u2(short as u16);
            }
            _ => {
                let index = self.pool.integer(value);
                return self.load_constant(index);
            }
        }
        self.effect(StackEffect { pops: 0, pushes: 1 })
    }

    /// Pushes a `long`.
    pub fn push_long(&mut self, value: i64) -> &mut Self {
        if let 0 | 1 = value {
            return self.op(Opcode(Opcode::LCONST_0.0 + value as u8));
        }
        let index = self.pool.long(value);
        self.code.u1(Opcode::LDC2_W.0);
        self.code.u2(index);
        self.effect(StackEffect { pops: 0, pushes: 2 })
    }

    /// Pushes a string constant.
    pub fn push_string(&mut self, text: &str) -> &mut Self {
        let index = self.pool.string(text);
        self.load_constant(index)
    }

    /// Pushes a constant of one slot.
    pub fn load_constant(&mut self, index: u16) -> &mut Self {
        if let Ok(index) = u8::try_from(index) {
            self.code.extend([Opcode::LDC.0, index]);
        } else {
            self.code.u1(Opcode::LDC_W.0);
            self.code.u2(index);
        }
        self.effect(StackEffect { pops: 0, pushes: 1 })
    }

    /// Loads a local variable.
    pub fn load(&mut self, kind: LocalKind, index: u16) -> &mut Self {
        self.local(Opcode::ILOAD, Opcode::ILOAD_0, kind, index);
        self.effect(StackEffect { pops: 0, pushes: kind.slots() })
    }

    /// Stores into a local variable.
    pub fn store(&mut self, kind: LocalKind, index: u16) -> &mut Self {
        self.local(Opcode::ISTORE, Opcode::ISTORE_0, kind, index);
        self.effect(StackEffect { pops: kind.slots(), pushes: 0 })
    }

    /// A field access. Malformed descriptors count as one slot; the verifier will refuse them.
    pub fn field(&mut self, opcode: Opcode, class: &str, name: &str, descriptor: &str) -> &mut Self {
        let index = self.pool.field_ref(class, name, descriptor);
        self.code.u1(opcode.0);
        self.code.u2(index);
        match FieldType::parse(Mutf8::new(descriptor.as_bytes())) {
            Some(field) => self.effect(StackEffect::of_field(opcode, field)),
            None => self,
        }
    }

    /// `invokevirtual`, `invokespecial` or `invokestatic` of a class's method.
    pub fn invoke(&mut self, opcode: Opcode, class: &str, name: &str, descriptor: &str) -> &mut Self {
        let index = self.pool.method_ref(class, name, descriptor);
        self.code.u1(opcode.0);
        self.code.u2(index);
        self.invoke_effect(opcode, descriptor)
    }

    /// `invokeinterface`.
    pub fn invoke_interface(&mut self, class: &str, name: &str, descriptor: &str) -> &mut Self {
        let index = self.pool.interface_method_ref(class, name, descriptor);
        self.code.u1(Opcode::INVOKEINTERFACE.0);
        self.code.u2(index);
        let slots = MethodDescriptor::parse(Mutf8::new(descriptor.as_bytes()))
            .map_or(0, |method| method.parameter_slots());
        self.code.extend([slots.saturating_add(1) as u8, 0]);
        self.invoke_effect(Opcode::INVOKEINTERFACE, descriptor)
    }

    /// `new`, `anewarray`, `checkcast` or `instanceof`.
    pub fn type_op(&mut self, opcode: Opcode, class: &str) -> &mut Self {
        let index = self.pool.class(class);
        self.code.u1(opcode.0);
        self.code.u2(index);
        self.effect(StackEffect::of_opcode(opcode))
    }

    /// `newarray` of a primitive type, given by its descriptor (JVMS table 6.5.newarray-A).
    ///
    /// # Panics
    ///
    /// When it is the descriptor of something else.
    pub fn new_array(&mut self, element: u8) -> &mut Self {
        let position = b"ZCFDBSIJ".iter().position(|&kind| kind == element);
        let code = 4 + position.expect("the descriptor of a primitive type") as u8;
        self.code.extend([Opcode::NEWARRAY.0, code]);
        self.effect(StackEffect::of_opcode(Opcode::NEWARRAY))
    }

    /// A label that is bound later.
    pub fn label(&mut self) -> Label {
        self.labels.push(LabelState::default());
        Label(self.labels.len() - 1)
    }

    /// A jump within the snippet: a condition or `goto`.
    pub fn branch(&mut self, opcode: Opcode, target: Label) -> &mut Self {
        self.branches.push((self.code.len(), target));
        self.code.extend([opcode.0, 0, 0]);
        self.effect(StackEffect::of_opcode(opcode));
        self.labels[target.0].depth.get_or_insert(self.depth);
        self
    }

    /// Puts a label here. `locals` and `stack` are the frame; see [`SnippetFrame`].
    pub fn bind(
        &mut self,
        label: Label,
        locals: &[VerificationType],
        stack: &[VerificationType],
    ) -> &mut Self {
        let state = &mut self.labels[label.0];
        state.position = Some(self.code.len());
        if let Some(depth) = state.depth {
            self.depth = depth;
        }
        self.frames.push(SnippetFrame {
            position: self.code.len() as u16,
            locals: locals.to_vec(),
            stack: stack.to_vec(),
        });
        self
    }

    /// The finished code.
    ///
    /// # Panics
    ///
    /// When a branch goes to a label that was never bound, or further than 32 KB: both are mistakes
    /// of the code that calls this, never of input.
    pub fn finish(mut self) -> Snippet {
        for &(at, label) in &self.branches {
            let target = self.labels[label.0].position.expect("label was not bound");
            let offset =
                i16::try_from(target as i64 - at as i64).expect("snippet is too long for its branches");
            self.code[at + 1..at + 3].copy_from_slice(&offset.to_be_bytes());
        }
        Snippet {
            bytecode: self.code,
            max_stack: self.max_depth as u16,
            left: self.depth.max(0) as u16,
            max_locals: self.max_locals,
            frames: self.frames,
        }
    }

    fn local(&mut self, long_form: Opcode, short_form: Opcode, kind: LocalKind, index: u16) {
        // A method without room for the variable is refused when it is written.
        self.max_locals = self.max_locals.max(index.saturating_add(kind.slots()));
        let opcode = long_form.0 + kind as u8;
        if index < 4 {
            self.code.u1(short_form.0 + kind as u8 * 4 + index as u8);
        } else if let Ok(index) = u8::try_from(index) {
            self.code.extend([opcode, index]);
        } else {
            self.code.extend([Opcode::WIDE.0, opcode]);
            self.code.u2(index);
        }
    }

    fn invoke_effect(&mut self, opcode: Opcode, descriptor: &str) -> &mut Self {
        match MethodDescriptor::parse(Mutf8::new(descriptor.as_bytes())) {
            Some(method) => self.effect(StackEffect::of_invoke(opcode, &method)),
            None => self,
        }
    }

    fn effect(&mut self, effect: StackEffect) -> &mut Self {
        self.depth += i32::from(effect.pushes) - i32::from(effect.pops);
        self.max_depth = self.max_depth.max(self.depth);
        self
    }
}
