//! A body as text, for people and for tests.

use std::fmt;

use reenact_base::Id;
use reenact_world::World;

use super::{Body, Caught, Edge, Operation, Terminator, ValueId};

impl Body {
    /// The body as text, with the names of a program.
    pub fn display<'b>(&'b self, world: &'b World) -> impl fmt::Display + 'b {
        Shown { body: self, world }
    }
}

struct Shown<'b> {
    body: &'b Body,
    world: &'b World,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body;
        let own: Vec<ValueId> = body.parameters().collect();
        writeln!(f, "{}{}:", self.world.view(body.method), Values(&own))?;
        for block in body.blocks() {
            writeln!(f, "b{}{}:", block.index(), Values(body.block_parameters(block)))?;
            for id in body.instructions_of(block) {
                let instruction = body.instruction(id);
                write!(f, "  {}: ", instruction.pc)?;
                if let Some(result) = instruction.result {
                    write!(f, "v{} = ", result.index())?;
                }
                self.operation(f, instruction.operation)?;
                writeln!(f, "{}", Values(body.operands(instruction)))?;
            }
            write!(f, "  ")?;
            match body.terminator(block) {
                Terminator::Jump => write!(f, "jump")?,
                Terminator::Branch { left, relation, right } => {
                    write!(f, "branch v{} {relation:?}", left.index())?;
                    if let Some(right) = right {
                        write!(f, " v{}", right.index())?;
                    }
                }
                Terminator::Switch { value, keys } => {
                    write!(f, "switch v{} {:?}", value.index(), body.keys(keys))?;
                }
                Terminator::Return(value) => {
                    write!(f, "return{}", Values(value.as_slice()))?;
                }
                Terminator::Throw(value) => write!(f, "throw v{}", value.index())?,
            }
            for edge in body.successors(block) {
                self.edge(f, edge)?;
            }
            for edge in body.handlers(block) {
                match edge.caught {
                    Caught::Anything => write!(f, ", any")?,
                    Caught::Class(class) => write!(f, ", {}", self.world.view(class))?,
                    Caught::Missing => write!(f, ", missing")?,
                }
                self.edge(f, edge)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Shown<'_> {
    fn edge(&self, f: &mut fmt::Formatter<'_>, edge: &Edge) -> fmt::Result {
        write!(f, " -> b{}{}", edge.target.index(), Values(self.body.arguments(edge)))
    }

    fn operation(&self, f: &mut fmt::Formatter<'_>, operation: Operation) -> fmt::Result {
        let world = self.world;
        match operation {
            Operation::String(text) => write!(f, "String {:?}", self.body.text(text)),
            Operation::MethodType(text) => write!(f, "MethodType {}", self.body.text(text)),
            Operation::Class(name) => write!(f, "Class {}", world.text(name)),
            Operation::New(name) => write!(f, "New {}", world.text(name)),
            Operation::NewArray(name) => write!(f, "NewArray {}", world.text(name)),
            Operation::NewMultiArray(name) => write!(f, "NewMultiArray {}", world.text(name)),
            Operation::CheckCast(name) => write!(f, "CheckCast {}", world.text(name)),
            Operation::InstanceOf(name) => write!(f, "InstanceOf {}", world.text(name)),
            Operation::ArrayLoad(element) => write!(f, "ArrayLoad {}", char::from(element)),
            Operation::ArrayStore(element) => write!(f, "ArrayStore {}", char::from(element)),
            Operation::NewPrimitiveArray(element) => {
                write!(f, "NewPrimitiveArray {}", char::from(element))
            }
            Operation::Field(access, reference) => {
                let reference = world.field_ref(reference);
                let name = world.name_and_type_of(reference.name_and_type).name;
                write!(f, "{access:?} {}.{}", world.text(reference.class), world.text(name))
            }
            Operation::Call(kind, reference) => {
                let reference = world.method_ref(reference);
                let name = world.name_and_type_of(reference.name_and_type).name;
                write!(f, "Call {kind:?} {}.{}", world.text(reference.class), world.text(name))
            }
            other => write!(f, "{other:?}"),
        }
    }
}

/// A list of values in parentheses; nothing if it is empty.
struct Values<'v>(&'v [ValueId]);

impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, value) in self.0.iter().enumerate() {
            write!(f, "{}v{}", if position == 0 { "(" } else { ", " }, value.index())?;
        }
        if self.0.is_empty() { Ok(()) } else { write!(f, ")") }
    }
}
