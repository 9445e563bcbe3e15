//! Which blocks of included code have run.
//!
//! Each block of an included class ([`reenact_classfile::blocks`]) starts with a call of `hit`, which the JIT compiler inlines. The byte is
//! read before it is written: threads that run the same code would otherwise take its cache line from each other. The class is
//! defined only in recordings that ask for blocks.
//!
//! ```java
//! public final class java.reenact.Blocks {
//!     public static final byte[] RUN = new byte[BLOCKS];
//!     public static void hit(int block) { if (RUN[block] == 0) RUN[block] = 1; }
//! }
//! ```

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use reenact_classfile::assemble::{AssembleError, ClassBuilder, CodeBuilder, LocalKind};
use reenact_classfile::attribute::Code;
use reenact_classfile::blocks::{MethodBlocks, Start};
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{AccessFlags, Version};
use reenact_recording::graph::Kind;
use reenact_recording::model::ClassBlocks;

use crate::ffi::{Global, Jni};
use crate::runtime::sync::locked;

/// The internal name of the class.
pub const NAME: &str = "java/reenact/Blocks";
/// The array of a byte for each block.
pub const RUN: (&str, &str) = ("RUN", "[B");
const HIT: (&str, &str) = ("hit", "(I)V");

/// The highest number of blocks that have numbers of their own.
const BLOCKS: u32 = 1 << 20;

/// Bytes of code that a block adds.
const BLOCK_BYTES: usize = 6;
/// HotSpot does not compile longer methods (`HugeMethodLimit`).
const COMPILED: usize = 8_000;
/// Bytes of code that the probes of a method may add.
const PROBE_BYTES: usize = 200;

/// The blocks of a recording.
#[derive(Default)]
pub struct Blocks {
    array: OnceLock<Global>,
    numbered: Mutex<Numbered>,
}

#[derive(Default)]
struct Numbered {
    /// Class files with their first numbers, in ascending order.
    classes: Vec<(u32, ClassBlocks)>,
    /// The first number by the hash of a class file, which may come again; `None` if there was no room.
    by_hash: HashMap<u128, Option<u32>>,
    next: u32,
}

impl Blocks {
    /// Sets the array, and clears what an earlier recording has left in it.
    pub fn install(&self, jni: Jni, array: Global) {
        jni.set_byte_array_region(array, 0, &vec![0; BLOCKS as usize]);
        let _ = self.array.set(array);
    }

    /// Numbers the blocks of a class file, of which some get no code; `None` if there are too many already.
    pub fn add(&self, class: &str, hash: u128, count: u32, left_out: u32) -> Option<u32> {
        let mut numbered = locked(&self.numbered);
        if let Some(&known) = numbered.by_hash.get(&hash) {
            return known;
        }
        let first = numbered.next;
        let fits = first.checked_add(count).is_some_and(|end| end <= BLOCKS);
        let blocks = match fits {
            true => ClassBlocks { left_out, ..ClassBlocks::new(class.into(), count) },
            false => ClassBlocks { left_out: count, ..ClassBlocks::new(class.into(), 0) },
        };
        numbered.classes.push((first, blocks));
        numbered.next += if fits { count } else { 0 };
        let first = fits.then_some(first);
        numbered.by_hash.insert(hash, first);
        first
    }

    /// Returns the blocks that have run so far, by class. Class files of one name are joined if they have equally many blocks.
    pub fn run(&self, jni: Jni) -> Vec<ClassBlocks> {
        let numbered = locked(&self.numbered);
        let Some(array) = self.array.get() else { return Vec::new() };
        let mut bytes = vec![0; numbered.next as usize];
        jni.get_array_region(Kind::Byte, array.raw(), 0, &mut bytes);
        let mut all: Vec<ClassBlocks> = Vec::with_capacity(numbered.classes.len());
        let mut positions: HashMap<&str, usize> = HashMap::new();
        for (first, class) in &numbered.classes {
            let mut class_blocks = class.clone();
            let run =
                (0..class.count).zip(bytes.iter().skip(*first as usize)).filter(|(_, byte)| **byte != 0);
            run.for_each(|(block, _)| class_blocks.set(block));
            match positions.get(&*class.class).and_then(|&at| all.get_mut(at)) {
                Some(known) => known.add(&class_blocks),
                None => {
                    positions.insert(&class.class, all.len());
                    all.push(class_blocks);
                }
            }
        }
        all
    }
}

/// Returns true if the blocks of a method can be counted: it would become too long for the JVM or its compiler otherwise.
pub fn can_count(code: &Code<'_>, blocks: usize) -> bool {
    let (before, after) = (code.bytecode.len(), code.bytecode.len() + blocks * BLOCK_BYTES + PROBE_BYTES);
    after < COMPILED || before >= COMPILED && after < usize::from(u16::MAX) / 2
}

/// Puts a call into each block of a method; `first` is the number of the first block of the class.
pub fn count(rewriter: &mut Rewriter<'_, '_>, edit: &mut MethodEdit, method: &MethodBlocks, first: u32) {
    for (number, block) in (first + method.first..).zip(&method.blocks) {
        let mut code = CodeBuilder::new(rewriter.pool());
        code.push_int(number as i32).invoke(Opcode::INVOKESTATIC, NAME, HIT.0, HIT.1);
        let hit = edit.snippet(code.finish());
        match block.start {
            Start::Before(pc) => edit.before(pc, hit),
            Start::Behind(pc) => edit.after(pc, hit),
        };
    }
}

/// Assembles the class file.
pub fn assemble() -> Result<Vec<u8>, AssembleError> {
    let flags = AccessFlags::PUBLIC | AccessFlags::FINAL | AccessFlags::SYNTHETIC;
    let public_static = AccessFlags::PUBLIC | AccessFlags::STATIC;
    let mut class = ClassBuilder::new(NAME, flags, Version { major: 61, minor: 0 });
    class.field(public_static | AccessFlags::FINAL, RUN.0, RUN.1);
    let mut code = CodeBuilder::new(class.pool());
    code.push_int(BLOCKS as i32).new_array(b'B').field(Opcode::PUTSTATIC, NAME, RUN.0, RUN.1);
    code.op(Opcode::RETURN);
    let initializer = code.finish();
    class.method(AccessFlags::STATIC, "<clinit>", "()V", &initializer);
    let mut code = CodeBuilder::new(class.pool());
    let known = code.label();
    code.field(Opcode::GETSTATIC, NAME, RUN.0, RUN.1).load(LocalKind::Int, 0).op(Opcode::BALOAD);
    code.branch(Opcode::IFNE, known);
    code.field(Opcode::GETSTATIC, NAME, RUN.0, RUN.1).load(LocalKind::Int, 0).push_int(1);
    code.op(Opcode::BASTORE).bind(known, &[], &[]).op(Opcode::RETURN);
    let hit = code.finish();
    class.method(public_static, HIT.0, HIT.1, &hit);
    class.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_file_that_comes_again_keeps_its_numbers() {
        let blocks = Blocks::default();
        assert_eq!(blocks.add("a/B", 1, 10, 0), Some(0));
        assert_eq!(blocks.add("a/C", 2, 5, 1), Some(10));
        assert_eq!(blocks.add("a/B", 1, 10, 0), Some(0));
        assert_eq!(blocks.add("a/D", 3, BLOCKS, 0), None, "no room");
        assert_eq!(blocks.add("a/E", 4, BLOCKS - 15, 0), Some(15));
        let numbered = locked(&blocks.numbered);
        let left_out: Vec<u32> = numbered.classes.iter().map(|(_, class)| class.left_out).collect();
        assert_eq!(left_out, [0, 1, BLOCKS, 0]);
    }
}
