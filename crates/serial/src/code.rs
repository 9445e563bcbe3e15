//! Where the values of a method's code come from, as far as one method shows it.

use reenact_base::Id;
use reenact_flow::Body;
use reenact_flow::body::{BlockId, Definition, Instruction, Operation, Terminator, ValueId};
use reenact_world::{CallKind, FieldAccess, FieldId, MethodId, World};
use rustc_hash::{FxHashMap, FxHashSet};

/// The code of one method with the origins of its values.
pub(crate) struct Code<'w> {
    pub world: &'w World,
    pub body: Body,
    /// The arguments that edges bring to the parameters of blocks.
    incoming: FxHashMap<ValueId, Vec<ValueId>>,
}

/// Something that a value was computed from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Origin {
    /// A parameter of the method, the receiver being 0 in an instance method.
    Parameter(usize),
    /// A field of any object.
    Field(FieldId),
}

/// A call in the code.
pub(crate) struct CallSite<'c> {
    pub kind: CallKind,
    pub method: Option<MethodId>,
    /// Class and name as the code has them.
    pub class: String,
    pub name: String,
    /// The receiver first, if there is one.
    pub arguments: &'c [ValueId],
    pub pc: u16,
}

/// A store to a field.
pub(crate) struct FieldStore {
    pub field: FieldId,
    pub value: ValueId,
}

impl<'w> Code<'w> {
    /// The code of a method; `None` if there is none that can be read.
    pub fn of(world: &'w World, method: MethodId) -> Option<Code<'w>> {
        let body = Body::of(world, method).ok()?;
        let mut incoming: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
        for block in body.blocks() {
            for edge in body.successors(block) {
                let parameters = body.block_parameters(edge.target);
                for (parameter, argument) in parameters.iter().zip(body.arguments(edge)) {
                    incoming.entry(*parameter).or_default().push(*argument);
                }
            }
            for edge in body.handlers(block) {
                // The first parameter of a handler is the exception.
                let parameters = body.block_parameters(edge.target).iter().skip(1);
                for (parameter, argument) in parameters.zip(body.arguments(edge)) {
                    incoming.entry(*parameter).or_default().push(*argument);
                }
            }
        }
        Some(Code { world, body, incoming })
    }

    /// The line of a position.
    pub fn line(&self, pc: u16) -> Option<u32> {
        self.body.lines().at(pc).map(u32::from)
    }

    /// All instructions with the blocks that they are in.
    pub fn instructions(&self) -> impl Iterator<Item = (BlockId, &Instruction)> {
        self.body.blocks().flat_map(move |block| {
            let instructions = self.body.instructions_of(block);
            instructions.map(move |id| (block, self.body.instruction(id)))
        })
    }

    /// All calls, in the order of the code.
    pub fn calls(&self) -> impl Iterator<Item = CallSite<'_>> {
        self.instructions().filter_map(|(_, instruction)| self.call(instruction))
    }

    /// A call, if an instruction is one.
    pub fn call(&self, instruction: &Instruction) -> Option<CallSite<'_>> {
        let Operation::Call(kind, reference) = instruction.operation else { return None };
        let named = self.world.method_ref(reference);
        let pair = self.world.name_and_type_of(named.name_and_type);
        // The slice lives as long as the body.
        let id = self.body.operands(instruction);
        Some(CallSite {
            kind,
            method: self.world.resolved_method(reference).ok(),
            class: self.world.text(named.class).to_string(),
            name: self.world.text(pair.name).to_string(),
            arguments: id,
            pc: instruction.pc,
        })
    }

    /// All stores to instance fields.
    pub fn field_stores(&self) -> impl Iterator<Item = FieldStore> {
        self.instructions().filter_map(|(_, instruction)| {
            let Operation::Field(FieldAccess::PutField, reference) = instruction.operation else {
                return None;
            };
            let field = self.world.resolved_field(reference).ok()?;
            Some(FieldStore { field, value: *self.body.operands(instruction).last()? })
        })
    }

    /// Everything that a value was computed from within the method. Results of calls come from their arguments.
    pub fn origins(&self, value: ValueId) -> FxHashSet<Origin> {
        let mut found = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.body.value(value).definition {
                Definition::Parameter => {
                    found.insert(Origin::Parameter(value.index()));
                }
                Definition::BlockParameter(_) => {
                    todo.extend(self.incoming.get(&value).into_iter().flatten());
                }
                Definition::Instruction(id) => {
                    let instruction = self.body.instruction(id);
                    if let Operation::Field(_, reference) = instruction.operation
                        && let Ok(field) = self.world.resolved_field(reference)
                    {
                        found.insert(Origin::Field(field));
                    }
                    todo.extend(self.body.operands(instruction));
                }
            }
        }
        found
    }

    /// The values that a value is a plain copy of: through casts and joins, not through calls.
    pub fn sources(&self, value: ValueId) -> Vec<ValueId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.body.value(value).definition {
                Definition::BlockParameter(_) => {
                    todo.extend(self.incoming.get(&value).into_iter().flatten());
                }
                Definition::Instruction(id) => {
                    let instruction = self.body.instruction(id);
                    match instruction.operation {
                        Operation::CheckCast(_) => todo.extend(self.body.operands(instruction)),
                        _ => found.push(value),
                    }
                }
                Definition::Parameter => found.push(value),
            }
        }
        found
    }

    /// The parameters that a value was computed from.
    pub fn parameters_in(&self, value: ValueId) -> FxHashSet<usize> {
        let origins = self.origins(value).into_iter();
        origins
            .filter_map(|origin| match origin {
                Origin::Parameter(at) => Some(at),
                Origin::Field(_) => None,
            })
            .collect()
    }

    /// Conditional branches of which one side always throws, with the values that they compare.
    pub fn guards(&self) -> Vec<(Vec<ValueId>, u16)> {
        let throws = self.throwing_blocks();
        let mut guards = Vec::new();
        for block in self.body.blocks() {
            let successors = self.body.successors(block);
            let fails = successors.iter().filter(|edge| throws.contains(&edge.target)).count();
            if fails == 0 || fails == successors.len() || throws.contains(&block) {
                continue;
            }
            let values = match self.body.terminator(block) {
                Terminator::Branch { left, right, .. } => std::iter::once(left).chain(right).collect(),
                Terminator::Switch { value, .. } => vec![value],
                _ => continue,
            };
            guards.push((values, self.body.terminator_pc(block)));
        }
        guards
    }

    /// True if no way through the method returns.
    pub fn always_throws(&self) -> bool {
        let returns = |block| matches!(self.body.terminator(block), Terminator::Return(_));
        !self.body.blocks().any(returns)
    }

    /// Blocks from which every way ends in a throw that leaves the method.
    fn throwing_blocks(&self) -> FxHashSet<BlockId> {
        let mut throws = FxHashSet::default();
        loop {
            let before = throws.len();
            for block in self.body.blocks().rev() {
                let fails = match self.body.terminator(block) {
                    Terminator::Throw(_) => self.body.handlers(block).is_empty(),
                    Terminator::Return(_) => false,
                    _ => {
                        let successors = self.body.successors(block);
                        !successors.is_empty() && successors.iter().all(|edge| throws.contains(&edge.target))
                    }
                };
                if fails {
                    throws.insert(block);
                }
            }
            if throws.len() == before {
                return throws;
            }
        }
    }
}
