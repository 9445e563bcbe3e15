//! One method's code without its stack: values that are assigned once, blocks, and edges between them.
//!
//! - A value is made by one instruction, or is a parameter of the method or of a block. Where control
//!   joins, a block has parameters, and every edge to it brings arguments.
//! - A block runs from its first instruction to its [`Terminator`]. An exception in it leads to the first of
//!   its handlers that catches it. Local variables do not change within a block that has handlers: it is cut
//!   behind every store, so a handler's arguments hold for all of the block.
//! - `jsr` and `ret` (JVMS 4.10.2.5) do not occur: subroutines are copied to where they are called from.
//! - Only code that can be reached is here. Blocks are in reverse postorder: except for loops, all predecessors of
//!   a block come before it, and the first is the entry.
//!
//! All lists lie in a few vectors per body, and ids are 32 bits.

mod build;
mod builder;
mod dynamic;
mod error;
mod join;
mod liveness;
mod local;
mod outline;
mod show;
mod subroutine;
mod translate;

use reenact_base::{Id, IdVec, Symbol, typed_id};
use reenact_classfile::Mutf8;
use reenact_world::{CallKind, ClassId, DynamicId, FieldAccess, FieldRefId, Lines, MethodId, MethodRefId};

use crate::term::{BinaryOperator, Relation, UnaryOperator};

pub use builder::BodyBuilder;
pub use error::{FlowError, Reason};

typed_id! {
    /// A value of a body. The method's own parameters come first, the receiver before them.
    pub struct ValueId;
}

typed_id! {
    /// A block of a body; the first is where the method begins.
    pub struct BlockId;
}

typed_id! {
    /// An instruction of a body, in the order of the blocks.
    pub struct InstructionId;
}

/// A method's code.
#[derive(Clone)]
pub struct Body {
    method: MethodId,
    lines: Lines,
    parameters: u32,
    values: IdVec<ValueId, Value>,
    blocks: IdVec<BlockId, Block>,
    instructions: IdVec<InstructionId, Instruction>,
    edges: Vec<Edge>,
    /// Operands of instructions, parameters of blocks, arguments of edges.
    operands: Vec<ValueId>,
    /// Keys of switches.
    keys: Vec<i32>,
    /// The text of string constants.
    text: Vec<u8>,
}

/// The kind and definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    pub kind: Kind,
    pub definition: Definition,
}

/// The types that instructions distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `boolean`, `byte`, `char` and `short` as well.
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// A parameter of the method, the receiver included.
    Parameter,
    BlockParameter(BlockId),
    Instruction(InstructionId),
}

/// A place in one of a body's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    parameters: Span,
    instructions: Span,
    /// Ordinary successors, then handlers.
    edges: Span,
    successors: u32,
    terminator: Terminator,
    /// Of the terminator.
    pc: u16,
    is_handler: bool,
}

/// An edge from one block to another.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub target: BlockId,
    arguments: Span,
    /// The exceptions for which a handler runs. Ordinary edges have [`Caught::Anything`].
    pub caught: Caught,
}

/// The exceptions that a handler catches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caught {
    Anything,
    Class(ClassId),
    /// A class that was not read.
    Missing,
}

/// One operation: what it does, to which values, and which value it makes.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    pub operation: Operation,
    operands: Span,
    pub result: Option<ValueId>,
    /// Where it is in the method's code; see [`World::lines`](reenact_world::World::lines).
    pub pc: u16,
}

/// The operation of an instruction. Operands are named in the order of the operand stack, bottom first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    Null,
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    /// See [`Body::text`].
    String(Span),
    /// An internal name, or an array's descriptor.
    Class(Symbol),
    /// A `MethodType` constant.
    MethodType(Span),
    /// A method handle, or a constant that a bootstrap method computes.
    DynamicConstant(DynamicId),
    Unary(UnaryOperator),
    Binary(BinaryOperator),
    New(Symbol),
    /// Of primitives, by the letter of the element type's descriptor; the operand is the length.
    NewPrimitiveArray(u8),
    /// By the component type, an internal name or an array's descriptor; the operand is the length.
    NewArray(Symbol),
    /// By the array's descriptor; the operands are the lengths.
    NewMultiArray(Symbol),
    ArrayLength,
    /// Array and index. The letter is the element type's; `B` stands for `boolean` too, `L` for arrays too.
    ArrayLoad(u8),
    /// Array, index and value.
    ArrayStore(u8),
    /// Object if there is one, and value if it is written.
    Field(FieldAccess, FieldRefId),
    /// Receiver if there is one, and arguments.
    Call(CallKind, MethodRefId),
    /// Any `invokedynamic` but string concatenation.
    Dynamic(DynamicId),
    /// `StringConcatFactory`: the parts in order, with the recipe's constants among them.
    Concatenate(DynamicId),
    CheckCast(Symbol),
    InstanceOf(Symbol),
    MonitorEnter,
    MonitorExit,
}

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terminator {
    /// To the one successor.
    Jump,
    /// To the second successor if the relation holds, else to the first. Without a right side it is to zero
    /// or null.
    Branch {
        left: ValueId,
        relation: Relation,
        right: Option<ValueId>,
    },
    /// To the successor at the position of the key (see [`Body::keys`]), or to the last.
    Switch {
        value: ValueId,
        keys: Span,
    },
    Return(Option<ValueId>),
    Throw(ValueId),
}

impl Kind {
    /// The kind of a type by the first letter of its descriptor.
    pub fn of(letter: u8) -> Kind {
        match letter {
            b'J' => Kind::Long,
            b'F' => Kind::Float,
            b'D' => Kind::Double,
            b'L' | b'[' => Kind::Reference,
            _ => Kind::Int,
        }
    }

    fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

impl Body {
    pub fn method(&self) -> MethodId {
        self.method
    }

    /// Where its instructions are in the source.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The receiver, if there is one, and the method's parameters.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        (0..self.parameters as usize).map(ValueId::from_index)
    }

    pub fn value(&self, value: ValueId) -> Value {
        self.values[value]
    }

    /// One more than the largest value's index. Not every index below need be in use.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    pub fn entry(&self) -> BlockId {
        BlockId::from_index(0)
    }

    /// All blocks, in reverse postorder.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = BlockId> + DoubleEndedIterator + use<> {
        self.blocks.ids()
    }

    /// A handler's first parameter is the exception.
    pub fn block_parameters(&self, block: BlockId) -> &[ValueId] {
        self.list(self.blocks[block].parameters)
    }

    /// Whether exceptions lead here.
    pub fn is_handler(&self, block: BlockId) -> bool {
        self.blocks[block].is_handler
    }

    /// The ids of a block's instructions, in order.
    pub fn instructions_of(
        &self,
        block: BlockId,
    ) -> impl ExactSizeIterator<Item = InstructionId> + DoubleEndedIterator + use<> {
        let Span { start, end } = self.blocks[block].instructions;
        (start as usize..end as usize).map(InstructionId::from_index)
    }

    /// How many instructions there are in all.
    pub fn instruction_count(&self) -> usize {
        self.instructions.len()
    }

    pub fn instruction(&self, id: InstructionId) -> &Instruction {
        &self.instructions[id]
    }

    pub fn operands(&self, instruction: &Instruction) -> &[ValueId] {
        self.list(instruction.operands)
    }

    pub fn terminator(&self, block: BlockId) -> Terminator {
        self.blocks[block].terminator
    }

    /// Where a block's last instruction is in the method's code.
    pub fn terminator_pc(&self, block: BlockId) -> u16 {
        self.blocks[block].pc
    }

    /// Where control goes without an exception.
    pub fn successors(&self, block: BlockId) -> &[Edge] {
        let row = &self.blocks[block];
        &self.edges[row.edges.start as usize..(row.edges.start + row.successors) as usize]
    }

    /// Where an exception in the block leads, in the order in which they are tried.
    pub fn handlers(&self, block: BlockId) -> &[Edge] {
        let row = &self.blocks[block];
        &self.edges[(row.edges.start + row.successors) as usize..row.edges.end as usize]
    }

    /// The arguments of an edge for the parameters of its target; a handler's edge has them for all but the first.
    pub fn arguments(&self, edge: &Edge) -> &[ValueId] {
        self.list(edge.arguments)
    }

    /// The keys of a switch, in the order of its successors.
    pub fn keys(&self, keys: Span) -> &[i32] {
        &self.keys[keys.start as usize..keys.end as usize]
    }

    /// The text of a string constant.
    pub fn text(&self, text: Span) -> Mutf8<'_> {
        Mutf8::new(&self.text[text.start as usize..text.end as usize])
    }

    /// The instruction that makes a value, if one does.
    pub fn definition(&self, value: ValueId) -> Option<&Instruction> {
        match self.values[value].definition {
            Definition::Instruction(id) => Some(&self.instructions[id]),
            _ => None,
        }
    }

    fn list(&self, span: Span) -> &[ValueId] {
        &self.operands[span.start as usize..span.end as usize]
    }
}

impl Span {
    fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }
}
