//! Blocks of code: the places that tell which code of a class has run.
//!
//! A block begins at a method's entry, at the target of a jump, a switch or a handler, and behind a conditional jump that is not
//! taken. Blocks of a class are numbered method by method, so that two readers of one class file agree on them. Initializers of
//! classes have none: they run once, on the first use of their class.

use std::collections::{BTreeMap, BTreeSet};

use crate::attribute::Code;
use crate::instruction::{Instruction, Opcode};
use crate::{ClassFile, ReadError};

/// Where a block begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Start {
    /// Before the instruction at a pc, where jumps lead.
    Before(u32),
    /// Behind the conditional jump at a pc.
    Behind(u32),
}

/// A block of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub start: Start,
    /// True if a decision leads to it: a conditional jump, whether it is taken or not, or a switch.
    pub is_branch: bool,
    /// The pcs of its instructions: from the first one to the one behind the last.
    pub pcs: (u32, u32),
}

/// The blocks of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodBlocks {
    /// The position of the method in its class.
    pub method: usize,
    /// The number of its first block among those of the class.
    pub first: u32,
    pub blocks: Vec<Block>,
}

/// Returns the blocks of a class.
pub fn of_class(class: &ClassFile<'_>) -> Result<Vec<MethodBlocks>, ReadError> {
    let mut methods = Vec::new();
    let mut first = 0;
    for (method, member) in class.methods().iter().enumerate() {
        let Some(code) = member.code(class.pool())? else { continue };
        if member.name(class.pool())?.as_bytes() == b"<clinit>" {
            continue;
        }
        let blocks = of_code(&code)?;
        let count = blocks.len() as u32;
        methods.push(MethodBlocks { method, first, blocks });
        first += count;
    }
    Ok(methods)
}

/// Returns the number of blocks of a class.
pub fn count(methods: &[MethodBlocks]) -> u32 {
    methods.last().map_or(0, |last| last.first + last.blocks.len() as u32)
}

/// Returns the blocks of code: those before an instruction first, in ascending order.
pub fn of_code(code: &Code<'_>) -> Result<Vec<Block>, ReadError> {
    let mut before: BTreeMap<u32, bool> = BTreeMap::from([(0, false)]);
    let mut behind: BTreeMap<u32, u32> = BTreeMap::new();
    // The conditional jump that the next instruction follows.
    let mut last: Option<u32> = None;
    let target = |pc: u32, offset: i32| (i64::from(pc) + i64::from(offset)) as u32;
    for instruction in code.instructions() {
        let (pc, instruction) = instruction?;
        if let Some(jump) = last.take() {
            behind.insert(jump, pc);
        }
        match instruction {
            Instruction::Branch { opcode, offset } => {
                let is_conditional =
                    !matches!(opcode, Opcode::GOTO | Opcode::GOTO_W | Opcode::JSR | Opcode::JSR_W);
                *before.entry(target(pc, offset)).or_default() |= is_conditional;
                last = is_conditional.then_some(pc);
            }
            Instruction::TableSwitch(switch) => {
                let offsets = switch.offsets.iter().chain([switch.default]);
                before.extend(offsets.map(|offset| (target(pc, offset), true)));
            }
            Instruction::LookupSwitch(switch) => {
                let offsets = switch.pairs.iter().map(|(_, offset)| offset).chain([switch.default]);
                before.extend(offsets.map(|offset| (target(pc, offset), true)));
            }
            _ => {}
        }
    }
    for entry in code.exception_table.iter() {
        before.entry(u32::from(entry.handler_pc)).or_default();
    }
    let begins: BTreeSet<u32> = before.keys().chain(behind.values()).copied().collect();
    let length = code.bytecode.len() as u32;
    let end = |pc: u32| begins.range(pc + 1..).next().copied().unwrap_or(length);
    let before = before.into_iter().map(|(pc, is_branch)| Block {
        start: Start::Before(pc),
        is_branch,
        pcs: (pc, end(pc)),
    });
    let behind = behind.into_iter().map(|(jump, pc)| Block {
        start: Start::Behind(jump),
        is_branch: true,
        pcs: (pc, end(pc)),
    });
    Ok(before.chain(behind).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::{ClassBuilder, CodeBuilder};
    use crate::{AccessFlags, Version};

    /// Both outcomes of a condition are blocks, and so is the code behind it.
    #[test]
    fn every_outcome_of_a_condition_is_a_block() {
        let mut builder = ClassBuilder::new("a/B", AccessFlags::PUBLIC, Version { major: 61, minor: 0 });
        let mut code = CodeBuilder::new(builder.pool());
        let end = code.label();
        code.op(Opcode::ILOAD_0).branch(Opcode::IFEQ, end).op(Opcode::NOP);
        code.bind(end, &[], &[]);
        code.op(Opcode::RETURN);
        let snippet = code.finish();
        builder.method(AccessFlags::PUBLIC | AccessFlags::STATIC, "m", "(Z)V", &snippet);
        builder.method(AccessFlags::STATIC, "<clinit>", "()V", &snippet);
        builder.method(AccessFlags::PUBLIC | AccessFlags::STATIC, "n", "(Z)V", &snippet);
        let bytes = builder.finish().unwrap();
        let class = ClassFile::parse(&bytes).unwrap();
        let methods = of_class(&class).unwrap();
        let block = |start, is_branch, pcs| Block { start, is_branch, pcs };
        let blocks = vec![
            block(Start::Before(0), false, (0, 4)),
            block(Start::Before(5), true, (5, 6)),
            block(Start::Behind(1), true, (4, 5)),
        ];
        let method = |method, first| MethodBlocks { method, first, blocks: blocks.clone() };
        assert_eq!(methods, [method(0, 0), method(2, 3)]);
        assert_eq!((count(&methods), count(&[])), (6, 0));
    }
}
