//! Uses of a source's value that depend on the order of the code.
//!
//! The rest of the analysis is flow-insensitive; in these two cases it would be too imprecise.

use reenact_flow::body::{BlockId, Body, Caught, Instruction, Operation, Terminator, ValueId};
use reenact_world::{MethodRefId, World};

/// The number of blocks that are searched.
const BLOCKS: usize = 4;

/// Returns whether the contents of an object since `pc` are replaced before any use: the next use is a call that replaces
/// them. A call that returns another object instead must be the only use.
pub(crate) fn is_replaced(
    body: &Body,
    mut value: ValueId,
    pc: u16,
    replaces: impl Fn(MethodRefId) -> bool,
) -> bool {
    let Some(mut block) = block_at(body, pc) else { return false };
    let mut is_behind = false;
    for _ in 0..BLOCKS {
        for id in body.instructions_of(block) {
            let instruction = body.instruction(id);
            let operands = body.operands(instruction);
            if is_behind && operands.contains(&value) {
                let Operation::Call(_, reference) = instruction.operation else { return false };
                return operands.iter().position(|&operand| operand == value) == Some(0)
                    && !operands[1..].contains(&value)
                    && replaces(reference)
                    && (instruction.result.is_none() || is_used_once(body, value, pc));
            }
            is_behind |= instruction.pc == pc;
        }
        let [edge] = body.successors(block) else { return false };
        if let Some(at) = body.arguments(edge).iter().position(|&argument| argument == value) {
            let Some(&parameter) = body.block_parameters(edge.target).get(at) else { return false };
            value = parameter;
        }
        block = edge.target;
    }
    false
}

/// Returns whether a value has one use besides its definition at `pc`.
fn is_used_once(body: &Body, value: ValueId, pc: u16) -> bool {
    let uses =
        |instruction: &&Instruction| instruction.pc != pc && body.operands(instruction).contains(&value);
    let instructions = |block| body.instructions_of(block).map(|id| body.instruction(id));
    let used: usize = body.blocks().map(|block| instructions(block).filter(uses).count()).sum();
    let is_passed = body.blocks().any(|block| {
        let mut edges = body.successors(block).iter().chain(body.handlers(block));
        edges.any(|edge| body.arguments(edge).contains(&value))
    });
    used == 1 && !is_passed
}

/// Returns whether a failing call makes the method return a constant: a handler catches an exception that the callee
/// declares, and leads to the return of a constant.
pub(crate) fn decides_by_failing(world: &World, body: &Body, reference: MethodRefId, pc: u16) -> bool {
    let Ok(resolved) = world.resolved_method(reference) else { return false };
    let declared: Vec<_> =
        world.view(resolved).exceptions().filter_map(|name| world.class_id(&name.to_str())).collect();
    let Some(block) = block_at(body, pc) else { return false };
    body.handlers(block).iter().any(|edge| {
        let Caught::Class(caught) = edge.caught else { return false };
        let takes = declared.iter().any(|&class| world.is_subtype(class, caught));
        takes && returns_constant(body, edge.target)
    })
}

fn returns_constant(body: &Body, mut block: BlockId) -> bool {
    for _ in 0..BLOCKS {
        match body.terminator(block) {
            Terminator::Return(Some(value)) => {
                return body.definition(value).is_some_and(|made| {
                    use Operation::{Double, Float, Int, Long, Null, String};
                    matches!(made.operation, Null | Int(_) | Long(_) | Float(_) | Double(_) | String(_))
                });
            }
            Terminator::Jump => match body.successors(block) {
                [edge] => block = edge.target,
                _ => return false,
            },
            _ => return false,
        }
    }
    false
}

fn block_at(body: &Body, pc: u16) -> Option<BlockId> {
    body.blocks().find(|&block| body.instructions_of(block).any(|id| body.instruction(id).pc == pc))
}
