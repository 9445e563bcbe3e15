//! Methods that cannot take what is to be inserted stay as they were, and are counted.

use reenact_classfile::assemble::{ClassBuilder, CodeBuilder, LocalKind, Snippet};
use reenact_classfile::attribute::VerificationType;
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter, Rewritten, SkipReason};
use reenact_classfile::{AccessFlags, ClassFile, Version};

/// A class whose static method `m` has `length` instructions of one byte between a jump and its
/// target, and a small method `n` beside it.
fn class_with(length: usize) -> Vec<u8> {
    let mut class = ClassBuilder::new("C", AccessFlags::PUBLIC, Version { major: 48, minor: 0 });
    for (name, length) in [("m", length), ("n", 1)] {
        let mut code = CodeBuilder::new(class.pool());
        let end = code.label();
        code.branch(Opcode::GOTO, end);
        for _ in 0..length {
            code.op(Opcode::NOP);
        }
        code.bind(end, &[], &[]).op(Opcode::RETURN);
        let body = code.finish();
        class.method(AccessFlags::STATIC, name, "()V", &body);
    }
    class.finish().unwrap()
}

/// Inserts `probe` before every instruction of both methods.
fn probe_all(bytes: &[u8], probe: impl Fn(&mut Rewriter<'_, '_>) -> Snippet) -> Rewritten {
    let class = ClassFile::parse(bytes).unwrap();
    let mut rewriter = Rewriter::new(&class);
    for (index, method) in class.methods().iter().enumerate() {
        let code = method.code(class.pool()).unwrap().unwrap();
        let mut edit = MethodEdit::new(&code);
        let snippet = edit.snippet(probe(&mut rewriter));
        code.instructions().for_each(|item| edit.before(item.unwrap().0, snippet));
        rewriter.edit(index, edit);
    }
    rewriter.finish().unwrap()
}

fn nops(count: usize) -> impl Fn(&mut Rewriter<'_, '_>) -> Snippet {
    move |rewriter| {
        let mut code = CodeBuilder::new(rewriter.pool());
        for _ in 0..count {
            code.op(Opcode::NOP);
        }
        code.finish()
    }
}

/// The code of the method at a position.
fn code_of(bytes: &[u8], method: usize) -> Vec<u8> {
    let class = ClassFile::parse(bytes).unwrap();
    class.methods()[method].code(class.pool()).unwrap().unwrap().bytecode.to_vec()
}

#[test]
fn a_jump_that_grows_past_16_bits_is_left_alone() {
    let bytes = class_with(20_000);
    let rewritten = probe_all(&bytes, nops(1));
    assert_eq!(rewritten.skipped, [(0, SkipReason::JumpTooFar)]);
    assert_eq!(code_of(&rewritten.bytes, 0), code_of(&bytes, 0));
    assert_ne!(code_of(&rewritten.bytes, 1), code_of(&bytes, 1), "the other method is rewritten");
}

#[test]
fn code_that_grows_past_64_kilobytes_is_left_alone() {
    let bytes = class_with(20_000);
    let rewritten = probe_all(&bytes, nops(3));
    assert_eq!(rewritten.skipped, [(0, SkipReason::CodeTooLong)]);
    assert_eq!(code_of(&rewritten.bytes, 0), code_of(&bytes, 0));
}

#[test]
fn the_longest_jump_that_fits_is_taken() {
    // goto (3 bytes) and 16,382 instructions, each with one nop: the target is 32,767 bytes on.
    let rewritten = probe_all(&class_with(16_382), nops(1));
    assert_eq!(rewritten.skipped, []);
    assert_eq!(code_of(&rewritten.bytes, 0)[1..4], [Opcode::GOTO.0, 0x7f, 0xff]);
    assert_eq!(probe_all(&class_with(16_383), nops(1)).skipped, [(0, SkipReason::JumpTooFar)]);
}

#[test]
fn a_class_without_room_for_constants_is_left_alone() {
    let bytes = class_with(1);
    let rewritten = probe_all(&bytes, |rewriter| {
        for value in 0..70_000 {
            rewriter.pool().integer(value);
        }
        Snippet::default()
    });
    let reason = SkipReason::TooManyConstants;
    assert_eq!(rewritten.skipped, [(0, reason), (1, reason)]);
    assert!(rewritten.bytes == bytes, "the class is as it was");
}

#[test]
fn edits_in_places_that_do_not_exist_are_refused() {
    let bytes = class_with(1);
    let class = ClassFile::parse(&bytes).unwrap();
    let code = class.methods()[0].code(class.pool()).unwrap().unwrap();
    let refused = |change: &dyn Fn(&mut MethodEdit)| {
        let mut edit = MethodEdit::new(&code);
        change(&mut edit);
        let mut rewriter = Rewriter::new(&class);
        rewriter.edit(0, edit);
        rewriter.finish().unwrap().skipped.first().map(|&(_, reason)| reason)
    };
    let probe = |edit: &mut MethodEdit| edit.snippet(Snippet::default());
    assert_eq!(
        refused(&|edit| {
            let id = probe(edit);
            edit.before(1, id)
        }),
        Some(SkipReason::WrongPlace)
    );
    assert_eq!(
        refused(&|edit| {
            let id = probe(edit);
            edit.before(99, id)
        }),
        Some(SkipReason::WrongPlace)
    );
    assert_eq!(
        refused(&|edit| {
            let id = probe(edit);
            edit.after(0, id)
        }),
        Some(SkipReason::WrongPlace)
    );
    assert_eq!(
        refused(&|edit| {
            let id = probe(edit);
            edit.replace(3, id)
        }),
        Some(SkipReason::WrongPlace)
    );
    assert_eq!(
        refused(&|edit| {
            let id = probe(edit);
            edit.before(3, id)
        }),
        None
    );
    let branching = || {
        let mut rewriter = Rewriter::new(&class);
        let mut code = CodeBuilder::new(rewriter.pool());
        let label = code.label();
        code.push_int(1).branch(Opcode::IFEQ, label).bind(label, &[], &[]);
        code.finish()
    };
    let reason = refused(&|edit| {
        let id = edit.snippet(branching());
        edit.before(3, id)
    });
    assert_eq!(reason, Some(SkipReason::BranchInPlace));
    let reason = refused(&|edit| {
        for _ in 0..40_000 {
            edit.fresh_local(VerificationType::Long);
        }
    });
    assert_eq!(reason, Some(SkipReason::TooManySlots));
}

/// Found by fuzzing: a method that already says it has all the local variables there can be.
#[test]
fn a_method_without_room_for_a_fresh_local_is_left_alone() {
    let mut bytes = class_with(1);
    let class = ClassFile::parse(&bytes).unwrap();
    let max_locals_at = class.methods()[0].code(class.pool()).unwrap().unwrap().offset - 6;
    bytes[max_locals_at..max_locals_at + 2].copy_from_slice(&[0xff, 0xff]);

    let class = ClassFile::parse(&bytes).unwrap();
    let code = class.methods()[0].code(class.pool()).unwrap().unwrap();
    assert_eq!(code.max_locals, 65_535);
    let mut rewriter = Rewriter::new(&class);
    let mut edit = MethodEdit::new(&code);
    let fresh = edit.fresh_local(VerificationType::Long);
    let mut entry = CodeBuilder::new(rewriter.pool());
    entry.push_long(0).store(LocalKind::Long, fresh);
    let entry = entry.finish();
    edit.at_entry(entry);
    rewriter.edit(0, edit);
    let rewritten = rewriter.finish().unwrap();
    assert_eq!(rewritten.skipped, [(0, SkipReason::TooManySlots)]);
    assert_eq!(code_of(&rewritten.bytes, 0), code.bytecode);
}
