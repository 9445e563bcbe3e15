//! Classes that report which [blocks](reenact_classfile::blocks) of their code are run.
//!
//! Those that tests are chosen with also have [faults](crate::mutate), whose numbers are covered where they could be made.

use std::ops::Range;

use reenact_classfile::assemble::CodeBuilder;
use reenact_classfile::blocks::{self, Block, MethodBlocks, Start};
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{ClassFile, ReadError};

use crate::mutate::Mutated;

/// The class of the driver that counts.
const COUNTER: &str = "reenact/driver/Cover";

/// Numbers of blocks and faults are below this; the driver has no room for more.
pub const MOST_BLOCKS: u32 = 1 << 20;

/// A class whose blocks are counted.
pub struct Instrumented {
    pub bytes: Vec<u8>,
    /// The numbers of its blocks and faults.
    pub numbers: Range<u32>,
    /// Those of its faults.
    pub mutants: Vec<MethodMutants>,
}

/// The blocks and faults of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodMutants {
    pub blocks: Range<u32>,
    /// Those of its faults.
    pub numbers: Range<u32>,
    pub name: Box<str>,
    pub descriptor: Box<str>,
}

/// Instruments a class. Its blocks and faults get numbers from `first` on. `None` if it has no code, or more than there are
/// numbers.
pub fn instrumented(bytes: &[u8], first: u32) -> Result<Option<Instrumented>, ReadError> {
    let class = ClassFile::parse(bytes)?;
    let mut rewriter = Rewriter::new(&class);
    let pool = class.pool();
    let mut next = first;
    let mut mutants = Vec::new();
    for (index, member) in class.methods().iter().enumerate() {
        let Some(code) = member.code(pool)? else { continue };
        let name = member.name(pool)?.to_str();
        if name == "<clinit>" {
            continue;
        }
        let blocks = blocks::of_code(&code)?;
        if rewriter.pool().is_full() {
            continue;
        }
        let mut edit = MethodEdit::new(&code);
        let first_block = next;
        next = put_hits(&mut rewriter, &mut edit, &blocks, next);
        let descriptor = member.descriptor(pool)?.to_str();
        let mutated =
            Mutated { name: &name, descriptor: &descriptor, flags: member.access_flags, code: &code };
        let behind = mutated.edit(&mut rewriter, &mut edit, next)?;
        mutants.push(MethodMutants {
            blocks: first_block..next,
            numbers: next..behind,
            name: name.into_owned().into(),
            descriptor: descriptor.into_owned().into(),
        });
        next = behind;
        rewriter.edit(index, edit);
    }
    if next == first || next >= MOST_BLOCKS {
        return Ok(None);
    }
    let bytes = rewriter.finish()?.bytes;
    Ok(Some(Instrumented { bytes, numbers: first..next, mutants }))
}

/// Returns a class whose blocks have numbers from `first` on and report themselves, without faults.
pub fn counted(class: &ClassFile<'_>, methods: &[MethodBlocks], first: u32) -> Result<Vec<u8>, ReadError> {
    let mut rewriter = Rewriter::new(class);
    for method in methods {
        let Some(code) = class.methods()[method.method].code(class.pool())? else { continue };
        if !rewriter.pool().is_full() {
            let mut edit = MethodEdit::new(&code);
            put_hits(&mut rewriter, &mut edit, &method.blocks, first + method.first);
            rewriter.edit(method.method, edit);
        }
    }
    Ok(rewriter.finish()?.bytes)
}

/// Lets blocks report themselves, with numbers from `next` on; returns the number behind the last.
fn put_hits(rewriter: &mut Rewriter<'_, '_>, edit: &mut MethodEdit, blocks: &[Block], mut next: u32) -> u32 {
    for block in blocks {
        let snippet = edit.snippet(hit(rewriter, next));
        match block.start {
            Start::Before(pc) => edit.before(pc, snippet),
            Start::Behind(pc) => edit.after(pc, snippet),
        };
        next += 1;
    }
    next
}

fn hit(rewriter: &mut Rewriter<'_, '_>, block: u32) -> reenact_classfile::assemble::Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    code.push_int(block as i32).invoke(Opcode::INVOKESTATIC, COUNTER, "hit", "(I)V");
    code.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_classfile::assemble::ClassBuilder;
    use reenact_classfile::instruction::Instruction;
    use reenact_classfile::{AccessFlags, Version};

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
        let bytes = builder.finish().unwrap();
        let found = instrumented(&bytes, 7).unwrap().unwrap();
        assert_eq!(found.numbers, 7..12);
        // Three blocks, the condition, and the method that does nothing.
        let [method] = &*found.mutants else { panic!("{:?}", found.mutants) };
        assert_eq!((method.numbers.clone(), &*method.name), (10..12, "m"));
        let class = ClassFile::parse(&found.bytes).unwrap();
        let code = class.methods().iter().next().unwrap().code(class.pool()).unwrap().unwrap();
        let calls = code.instructions().filter(|instruction| {
            matches!(instruction, Ok((_, Instruction::Invoke { opcode: Opcode::INVOKESTATIC, .. })))
        });
        assert_eq!(calls.count(), 5);
        assert!(instrumented(&bytes, MOST_BLOCKS - 2).unwrap().is_none());
        assert!(instrumented(b"no class", 0).is_err());
    }
}
