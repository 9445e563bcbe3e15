//! A method whose body is gone: a test of it that still passes notices nothing.

use reenact_classfile::assemble::{CodeBuilder, LocalKind};
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{ClassFile, ReadError};

/// The value that a method without a body returns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Replacement {
    /// Zero, false or null.
    Default,
    /// One, true or an empty string: who expects nothing would not notice that there is nothing.
    Other,
}

/// The class with one method that does nothing but return a constant. `None` if the class has no such method with
/// code, or it has no room for the few instructions, or its type has no such constant.
pub fn gutted(
    bytes: &[u8],
    name: &str,
    descriptor: &str,
    replacement: Replacement,
) -> Result<Option<Vec<u8>>, ReadError> {
    let class = ClassFile::parse(bytes)?;
    let mut rewriter = Rewriter::new(&class);
    let pool = class.pool();
    for (index, member) in class.methods().iter().enumerate() {
        if member.name(pool)?.as_bytes() != name.as_bytes()
            || member.descriptor(pool)?.as_bytes() != descriptor.as_bytes()
        {
            continue;
        }
        let Some(code) = member.code(pool)? else { return Ok(None) };
        let result = member.method_descriptor(pool)?.result().map(LocalKind::of);
        let is_string = descriptor.ends_with(")Ljava/lang/String;");
        if replacement == Replacement::Other
            && (result.is_none() || (result == Some(LocalKind::Reference) && !is_string))
        {
            return Ok(None);
        }
        let mut edit = MethodEdit::new(&code);
        let mut entry = CodeBuilder::new(rewriter.pool());
        // The body stays behind a condition that never holds, so that its stack map stays valid as it is.
        let body = entry.label();
        entry.op(Opcode::ICONST_0).branch(Opcode::IFNE, body);
        match result {
            None => entry.op(Opcode::RETURN),
            Some(kind) => {
                match (kind, replacement) {
                    (LocalKind::Int, Replacement::Default) => entry.op(Opcode::ICONST_0),
                    (LocalKind::Int, Replacement::Other) => entry.op(Opcode::ICONST_1),
                    (LocalKind::Long, Replacement::Default) => entry.op(Opcode::LCONST_0),
                    (LocalKind::Long, Replacement::Other) => entry.op(Opcode::LCONST_1),
                    (LocalKind::Float, Replacement::Default) => entry.op(Opcode::FCONST_0),
                    (LocalKind::Float, Replacement::Other) => entry.op(Opcode::FCONST_1),
                    (LocalKind::Double, Replacement::Default) => entry.op(Opcode::DCONST_0),
                    (LocalKind::Double, Replacement::Other) => entry.op(Opcode::DCONST_1),
                    (LocalKind::Reference, Replacement::Default) => entry.op(Opcode::ACONST_NULL),
                    (LocalKind::Reference, Replacement::Other) => entry.push_string(""),
                };
                entry.op(kind.return_opcode())
            }
        };
        entry.bind(body, &[], &[]);
        edit.at_entry(entry.finish());
        rewriter.edit(index, edit);
        let rewritten = rewriter.finish()?;
        return Ok(rewritten.skipped.is_empty().then_some(rewritten.bytes));
    }
    Ok(None)
}
