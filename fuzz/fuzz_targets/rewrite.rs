//! Whatever the rewriter makes of a class can be read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reenact_classfile::assemble::{CodeBuilder, LocalKind};
use reenact_classfile::attribute::VerificationType;
use reenact_classfile::instruction::Opcode;
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{ClassFile, ReadError};

fuzz_target!(|bytes: &[u8]| {
    let Ok(class) = ClassFile::parse(bytes) else { return };
    if let Ok(rewritten) = rewrite(&class) {
        ClassFile::parse(&rewritten).expect("a rewritten class can be read");
    }
});

fn rewrite(class: &ClassFile<'_>) -> Result<Vec<u8>, ReadError> {
    let mut rewriter = Rewriter::new(class);
    for (index, method) in class.methods().iter().enumerate() {
        let Some(code) = method.code(class.pool())? else { continue };
        let mut edit = MethodEdit::new(&code);
        let token = edit.fresh_local(VerificationType::Long);
        let mut entry = CodeBuilder::new(rewriter.pool());
        entry.push_long(7).store(LocalKind::Long, token);
        let entry = entry.finish();
        edit.at_entry(entry);
        let mut probe = CodeBuilder::new(rewriter.pool());
        probe.invoke(Opcode::INVOKESTATIC, "java/lang/Probe", "hit", "()V");
        let probe = probe.finish();
        edit.at_normal_exit(probe.clone());
        edit.at_exceptional_exit(probe.clone());
        let probe = edit.snippet(probe);
        for item in code.instructions() {
            edit.before(item?.0, probe);
        }
        rewriter.edit(index, edit);
    }
    Ok(rewriter.finish()?.bytes)
}
