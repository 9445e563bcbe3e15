//! Statements in compiled code.
//!
//! Compiled code has no statements; counted is what they compile to: a store, a call for its effect, a condition, a
//! return of a value, a throw. What coverage tools put into a method is not counted: a reference to their array of
//! probes, which they mostly keep in a local variable, and stores into that.

use reenact_classfile::attribute::Code;
use reenact_classfile::instruction::{Instruction, Instructions, Opcode};
use reenact_classfile::{ConstantPool, MethodDescriptor, ReadError};

/// Returns whether a body has a number of statements.
pub fn has_statements(code: &Code<'_>, pool: &ConstantPool<'_>, wanted: u32) -> Result<bool, ReadError> {
    let mut counter = Counter::default();
    for item in code.instructions() {
        if counter.count >= wanted {
            return Ok(true);
        }
        counter.add(item?.1, pool);
    }
    Ok(counter.count >= wanted)
}

/// Returns whether a body may have a number of statements, by its instructions alone. Every call counts as a statement,
/// because only the constant pool says which ones are made for their effect.
pub fn may_have_statements(bytecode: &[u8], wanted: u32) -> bool {
    let mut count = 0;
    for item in Instructions::new(bytecode, 0) {
        let Ok((_, instruction)) = item else { return true };
        let is_call = matches!(
            instruction,
            Instruction::Invoke { .. }
                | Instruction::InvokeInterface { .. }
                | Instruction::InvokeDynamic { .. }
        );
        count += u32::from(is_call || ends_statement_by_itself(instruction));
    }
    count >= wanted
}

/// Members that coverage tools add to a class: JaCoCo, Cobertura, IntelliJ IDEA, EMMA, OpenClover.
const FOREIGN_MEMBERS: [&[u8]; 5] = [b"$jacoco", b"__cobertura", b"__$", b"$VR", b"__CLR"];
/// Classes that their probes call.
const FOREIGN_CLASSES: [&[u8]; 4] =
    [b"org/jacoco/", b"net/sourceforge/cobertura/", b"com/intellij/rt/coverage/", b"org/jetbrains/coverage/"];

/// Returns true if a coverage tool has added the member of this name.
pub fn is_foreign_member(name: &[u8]) -> bool {
    FOREIGN_MEMBERS.iter().any(|start| name.starts_with(start))
}

#[derive(Default)]
struct Counter {
    count: u32,
    /// Local variables that hold a coverage tool's array.
    probe_locals: Vec<u16>,
    /// Such an array is on the stack.
    has_probe: bool,
}

impl Counter {
    fn add(&mut self, instruction: Instruction<'_>, pool: &ConstantPool<'_>) {
        if let Some(pushes) = foreign(instruction, pool) {
            self.has_probe = pushes;
            return;
        }
        if local(instruction, Opcode::ALOAD, Opcode::ALOAD_0)
            .is_some_and(|at| self.probe_locals.contains(&at))
        {
            self.has_probe = true;
            return;
        }
        if self.has_probe && is_store(instruction.opcode()) {
            self.has_probe = false;
            self.probe_locals.extend(local(instruction, Opcode::ASTORE, Opcode::ASTORE_0));
            return;
        }
        self.count += u32::from(ends_statement(instruction, pool));
    }
}

/// Returns whether an instruction that reaches what a coverage tool added pushes a value; `None` for another one.
fn foreign(instruction: Instruction<'_>, pool: &ConstantPool<'_>) -> Option<bool> {
    match instruction {
        Instruction::Invoke { index, .. } => {
            let method = pool.method_ref(index).ok()?;
            let is_foreign = is_foreign_member(method.name.as_bytes())
                || FOREIGN_CLASSES.iter().any(|start| method.class.as_bytes().starts_with(start));
            let descriptor = MethodDescriptor::parse(method.descriptor)?;
            is_foreign.then(|| descriptor.result().is_some())
        }
        Instruction::Field { opcode: Opcode::GETSTATIC, index } => {
            is_foreign_member(pool.field_ref(index).ok()?.name.as_bytes()).then_some(true)
        }
        Instruction::LoadConstant { index, .. } => {
            is_foreign_member(pool.dynamic(index).ok()?.1.name.as_bytes()).then_some(true)
        }
        _ => None,
    }
}

/// Returns the local variable of an instruction, whose forms are the long one and four short ones.
fn local(instruction: Instruction<'_>, long: Opcode, first: Opcode) -> Option<u16> {
    match instruction {
        Instruction::Local { opcode, index, .. } if opcode == long => Some(index),
        Instruction::Simple(opcode) => {
            opcode.0.checked_sub(first.0).filter(|&index| index < 4).map(u16::from)
        }
        _ => None,
    }
}

fn is_store(opcode: Opcode) -> bool {
    (Opcode::ISTORE.0..=Opcode::SASTORE.0).contains(&opcode.0)
}

fn ends_statement(instruction: Instruction<'_>, pool: &ConstantPool<'_>) -> bool {
    let is_void = |index: u16| {
        let reference = pool.method_ref(index).ok();
        let descriptor = reference.and_then(|reference| MethodDescriptor::parse(reference.descriptor));
        descriptor.is_some_and(|descriptor| descriptor.result().is_none())
    };
    match instruction {
        Instruction::Invoke { index, .. } | Instruction::InvokeInterface { index, .. } => is_void(index),
        _ => ends_statement_by_itself(instruction),
    }
}

/// Returns whether an instruction that is not a call ends a statement.
fn ends_statement_by_itself(instruction: Instruction<'_>) -> bool {
    match instruction {
        Instruction::Increment { .. } | Instruction::TableSwitch(_) | Instruction::LookupSwitch(_) => true,
        Instruction::Branch { opcode, .. } => !matches!(opcode, Opcode::GOTO | Opcode::GOTO_W),
        Instruction::Field { opcode, .. } => matches!(opcode, Opcode::PUTFIELD | Opcode::PUTSTATIC),
        _ => {
            let opcode = instruction.opcode();
            let is_drop = matches!(opcode, Opcode::POP | Opcode::POP2 | Opcode::ATHROW);
            is_store(opcode) || is_drop || (opcode.is_return() && opcode != Opcode::RETURN)
        }
    }
}
