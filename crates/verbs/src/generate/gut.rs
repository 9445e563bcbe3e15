//! A method whose body is gone: a test of it that still passes notices nothing.

use reenact_classfile::assemble::{CodeBuilder, LocalKind};
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{ClassFile, ReadError};

/// The class with one method that does nothing and returns zero, false or null. `None` if the class has no
/// such method with code, or it has no room for the few instructions.
pub fn gutted(bytes: &[u8], name: &str, descriptor: &str) -> Result<Option<Vec<u8>>, ReadError> {
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
        let mut edit = MethodEdit::new(&code);
        let mut entry = CodeBuilder::new(rewriter.pool());
        // The body stays behind a condition that never holds, so that its stack map stays valid as it is.
        let body = entry.label();
        entry.op(Opcode::ICONST_0).branch(Opcode::IFNE, body);
        match result {
            None => entry.op(Opcode::RETURN),
            Some(kind) => {
                match kind {
                    LocalKind::Int => entry.op(Opcode::ICONST_0),
                    LocalKind::Long => entry.op(Opcode::LCONST_0),
                    LocalKind::Float => entry.op(Opcode::FCONST_0),
                    LocalKind::Double => entry.op(Opcode::DCONST_0),
                    LocalKind::Reference => entry.op(Opcode::ACONST_NULL),
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
