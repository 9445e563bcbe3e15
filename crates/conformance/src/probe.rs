//! The two rewrites that the conformance tests apply to every class they can find.

use reenact_classfile::assemble::{ClassBuilder, CodeBuilder, LocalKind, Snippet};
use reenact_classfile::attribute::VerificationType;
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter, SkipReason};
use reenact_classfile::{AccessFlags, ClassFile, ReadError, Version};

/// In `java.lang`, because some loaders find nothing else.
pub const PROBE_CLASS: &str = "java/lang/ReenactProbe";

/// The code that is inserted into every method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probes {
    /// A call before every instruction.
    EveryInstruction,
    /// As many bytes that do nothing: for classes that the JVM needs before it can call anything.
    EveryInstructionSilent,
    /// A token in a fresh local, a branch at entry, and code at both exits.
    EntryAndExits,
}

/// A rewritten class, and how many of its methods could not be.
pub struct Instrumented {
    pub bytes: Vec<u8>,
    pub methods: usize,
    pub skipped: Vec<SkipReason>,
}

/// Rewrites every method of a class that has code.
pub fn instrument(bytes: &[u8], probes: Probes) -> Result<Instrumented, ReadError> {
    let class = ClassFile::parse(bytes)?;
    let mut rewriter = Rewriter::new(&class);
    let mut methods = 0;
    for (index, method) in class.methods().iter().enumerate() {
        let Some(code) = method.code(class.pool())? else { continue };
        methods += 1;
        let mut edit = MethodEdit::new(&code);
        if probes == Probes::EntryAndExits {
            watch(&mut rewriter, &mut edit);
        } else {
            let probe = edit.snippet(probe(&mut rewriter, probes));
            for item in code.instructions() {
                edit.before(item?.0, probe);
            }
        }
        rewriter.edit(index, edit);
    }
    let rewritten = rewriter.finish()?;
    let skipped = rewritten.skipped.into_iter().map(|(_, reason)| reason).collect();
    Ok(Instrumented { bytes: rewritten.bytes, methods, skipped })
}

/// The class that the inserted code calls.
pub fn probe_class() -> Vec<u8> {
    let mut class = ClassBuilder::new(PROBE_CLASS, AccessFlags::PUBLIC, Version { major: 61, minor: 0 });
    let method = AccessFlags::PUBLIC | AccessFlags::STATIC;
    let body = |class: &mut ClassBuilder, emit: fn(&mut CodeBuilder<'_>)| {
        let mut code = CodeBuilder::new(class.pool());
        emit(&mut code);
        code.finish()
    };
    let hit = body(&mut class, |code| {
        code.op(Opcode::RETURN);
    });
    let enter = body(&mut class, |code| {
        code.push_long(1).op(Opcode::LRETURN);
    });
    let thrown = body(&mut class, |code| {
        code.load(LocalKind::Reference, 0).op(Opcode::ARETURN);
    });
    class
        .method(method, "hit", "()V", &hit)
        .method(method, "enter", "()J", &enter)
        .method(method, "exit", "(J)V", &hit)
        .method(method, "thrown", THROWN, &thrown);
    class.finish().expect("a small class")
}

const THROWN: &str = "(Ljava/lang/Throwable;J)Ljava/lang/Throwable;";

fn probe(rewriter: &mut Rewriter<'_, '_>, probes: Probes) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    if probes == Probes::EveryInstruction {
        code.invoke(Opcode::INVOKESTATIC, PROBE_CLASS, "hit", "()V");
    } else {
        code.op(Opcode::NOP).op(Opcode::NOP).op(Opcode::NOP);
    }
    code.finish()
}

fn watch(rewriter: &mut Rewriter<'_, '_>, edit: &mut MethodEdit) {
    let token = edit.fresh_local(VerificationType::Long);
    let mut code = CodeBuilder::new(rewriter.pool());
    let skip = code.label();
    code.invoke(Opcode::INVOKESTATIC, PROBE_CLASS, "enter", "()J").store(LocalKind::Long, token);
    code.load(LocalKind::Long, token).push_long(0).op(Opcode::LCMP).branch(Opcode::IFEQ, skip);
    code.invoke(Opcode::INVOKESTATIC, PROBE_CLASS, "hit", "()V");
    code.bind(skip, &[VerificationType::Long], &[]);
    let entry = code.finish();
    edit.at_entry(entry);

    let mut code = CodeBuilder::new(rewriter.pool());
    code.load(LocalKind::Long, token).invoke(Opcode::INVOKESTATIC, PROBE_CLASS, "exit", "(J)V");
    let exit = code.finish();
    edit.at_normal_exit(exit);

    let mut code = CodeBuilder::new(rewriter.pool());
    code.load(LocalKind::Long, token).invoke(Opcode::INVOKESTATIC, PROBE_CLASS, "thrown", THROWN);
    let handler = code.finish();
    edit.at_exceptional_exit(handler);
}
