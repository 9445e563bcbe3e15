//! A method whose body is gone: a test of it that still passes notices nothing.

use reenact_classfile::assemble::{CodeBuilder, LocalKind};
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{ClassFile, ReadError};

/// What a method without a body returns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Instead {
    /// Zero, false or null.
    Nothing,
    /// One, true or an empty string: who expects nothing would not notice that there is nothing.
    Something,
}

/// The class with one method that does nothing but return a constant. `None` if the class has no such method with
/// code, or it has no room for the few instructions, or its type has no such constant.
pub fn gutted(
    bytes: &[u8],
    name: &str,
    descriptor: &str,
    instead: Instead,
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
        if instead == Instead::Something
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
                match (kind, instead) {
                    (LocalKind::Int, Instead::Nothing) => entry.op(Opcode::ICONST_0),
                    (LocalKind::Int, Instead::Something) => entry.op(Opcode::ICONST_1),
                    (LocalKind::Long, Instead::Nothing) => entry.op(Opcode::LCONST_0),
                    (LocalKind::Long, Instead::Something) => entry.op(Opcode::LCONST_1),
                    (LocalKind::Float, Instead::Nothing) => entry.op(Opcode::FCONST_0),
                    (LocalKind::Float, Instead::Something) => entry.op(Opcode::FCONST_1),
                    (LocalKind::Double, Instead::Nothing) => entry.op(Opcode::DCONST_0),
                    (LocalKind::Double, Instead::Something) => entry.op(Opcode::DCONST_1),
                    (LocalKind::Reference, Instead::Nothing) => entry.op(Opcode::ACONST_NULL),
                    (LocalKind::Reference, Instead::Something) => entry.push_string(""),
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
