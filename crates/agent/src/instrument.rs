//! Putting probes into a class.
//!
//! A method with a probe starts with
//!
//! ```java
//! int token = 0;
//! if (Probe.ARMED[METHOD] != 0 && (token = Probe.begin(METHOD)) != 0) {
//!     Probe.argument(this, token);
//!     Probe.argument(first, token);
//!     Probe.ready(token);
//! }
//! ```
//!
//! calls `Probe.exit(result, token)` before every return, and `Probe.threw(exception, token)`
//! when an exception leaves it. Nothing is allocated in the subject's heap, and no call is made unless
//! the method is armed: a subject that is out of heap or stack goes on as it would.

use reenact_classfile::assemble::{CodeBuilder, LocalKind, Snippet};
use reenact_classfile::attribute::{Code, VerificationType};
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::rewrite::{MethodEdit, Rewriter, SkipReason};
use reenact_classfile::{ClassFile, FieldType, Member, ReadError};
use reenact_recording::graph::Kind;
use reenact_recording::redact::Redactor;
use reenact_wire::plan::{Plan, Probes};

use crate::methods::Shape;
use crate::probe_class::{self, ARGUMENT, ARMED, BEGIN, EXIT, NAME, NOTHING, READY, THREW, taking};
use crate::select::{Chosen, parameter_names, select};

/// A class with probes.
pub struct Instrumented {
    pub bytes: Vec<u8>,
    /// Methods that could not get any.
    pub skipped: Vec<(usize, SkipReason)>,
}

/// Puts probes into the methods that the plan asks for. `number` gives the first of as many numbers in a
/// row; `None` from it, and a class that nothing is asked of, leave the class as it is.
pub fn instrument(
    bytes: &[u8],
    plan: &Plan,
    redactor: &Redactor,
    number: impl FnOnce(Vec<Shape>) -> Option<u32>,
) -> Result<Option<Instrumented>, ReadError> {
    let class = ClassFile::parse(bytes)?;
    let mut chosen = select(plan, &class)?;
    // The JVM does not start with a single instruction more in the constructor of `Object`.
    if class.super_name()?.is_none() {
        return Ok(None);
    }
    let mut shapes = Vec::with_capacity(chosen.len());
    let mut kept = Vec::with_capacity(chosen.len());
    for one in chosen.drain(..) {
        let Some(member) = class.methods().get(one.method) else { continue };
        let Some(code) = member.code(class.pool())? else { continue };
        if is_constructor(&class, member)? && overwrites_this(&code)? {
            continue;
        }
        shapes.push(shape(&class, member, one, redactor)?);
        kept.push((one.method, code));
    }
    if kept.is_empty() {
        return Ok(None);
    }
    let Some(first) = number(shapes) else { return Ok(None) };
    let mut rewriter = Rewriter::new(&class);
    for (number, (index, code)) in (first..).zip(&kept) {
        let member = &class.methods()[*index];
        let edit = probe(&mut rewriter, &class, member, code, number)?;
        rewriter.edit(*index, edit);
    }
    let rewritten = rewriter.finish()?;
    Ok(Some(Instrumented { bytes: rewritten.bytes, skipped: rewritten.skipped }))
}

fn shape(
    class: &ClassFile<'_>,
    member: &Member<'_>,
    chosen: Chosen,
    redactor: &Redactor,
) -> Result<Shape, ReadError> {
    let pool = class.pool();
    let descriptor = member.method_descriptor(pool)?;
    let is_constructor = is_constructor(class, member)?;
    let kind = |field_type: FieldType<'_>| Kind::of_descriptor(&field_type.descriptor().to_str());
    let has_receiver = !member.access_flags.is_static() && !is_constructor;
    let parameters: Box<[Kind]> = descriptor.parameters().map(kind).collect();
    let parameter_names = parameter_names(class, member);
    let is_masked = |index: usize| parameter_names.get(index).is_some_and(|name| redactor.masks_name(name));
    let masked =
        has_receiver.then_some(false).into_iter().chain((0..parameters.len()).map(is_masked)).collect();
    let result = if is_constructor { Some(Kind::Reference) } else { descriptor.result().map(kind) };
    Ok(Shape {
        class: class.name()?.to_str().into(),
        name: member.name(pool)?.to_str().into(),
        descriptor: member.descriptor(pool)?.to_str().into(),
        access: member.access_flags.0,
        parameter_names,
        has_receiver,
        parameters,
        result,
        masked,
        every_call: chosen.probes.contains(Probes::EVERY_CALL),
    })
}

fn is_constructor(class: &ClassFile<'_>, member: &Member<'_>) -> Result<bool, ReadError> {
    Ok(member.name(class.pool())?.as_bytes() == b"<init>")
}

/// Whether a constructor uses the local variable of `this` for something else, as no Java compiler does:
/// then there is nothing to hand over at its end.
fn overwrites_this(code: &Code<'_>) -> Result<bool, ReadError> {
    for item in code.instructions() {
        match item?.1 {
            Instruction::Simple(Opcode::ASTORE_0 | Opcode::ISTORE_0 | Opcode::FSTORE_0) => return Ok(true),
            Instruction::Simple(Opcode::LSTORE_0 | Opcode::DSTORE_0) => return Ok(true),
            Instruction::Local { opcode, index: 0, .. }
                if (Opcode::ISTORE.0..=Opcode::ASTORE.0).contains(&opcode.0) =>
            {
                return Ok(true);
            }
            _ => {}
        }
    }
    Ok(false)
}

fn probe(
    rewriter: &mut Rewriter<'_, '_>,
    class: &ClassFile<'_>,
    member: &Member<'_>,
    code: &Code<'_>,
    number: u32,
) -> Result<MethodEdit, ReadError> {
    let is_constructor = is_constructor(class, member)?;
    let descriptor = member.method_descriptor(class.pool())?;
    let mut edit = MethodEdit::new(code);
    let token = edit.fresh_local(VerificationType::Integer);

    let mut slot = u16::from(!member.access_flags.is_static());
    let mut arguments = Vec::new();
    if slot == 1 && !is_constructor {
        arguments.push((LocalKind::Reference, 0));
    }
    for parameter in descriptor.parameters() {
        arguments.push((LocalKind::of(parameter), slot));
        slot += parameter.slots();
    }
    edit.at_entry(entry(rewriter, number, &arguments, token));
    let result = match descriptor.result() {
        _ if is_constructor => Returned::This,
        None => Returned::Nothing,
        Some(result) => Returned::Value(LocalKind::of(result)),
    };
    edit.at_normal_exit(exit(rewriter, result, token));
    edit.at_exceptional_exit(thrown(rewriter, token));
    Ok(edit)
}

fn entry(
    rewriter: &mut Rewriter<'_, '_>,
    number: u32,
    arguments: &[(LocalKind, u16)],
    token: u16,
) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    let unsampled = code.label();
    code.push_int(0).store(LocalKind::Int, token);
    code.field(Opcode::GETSTATIC, NAME, ARMED.0, ARMED.1).push_int(number as i32).op(Opcode::BALOAD);
    code.branch(Opcode::IFEQ, unsampled);
    code.push_int(number as i32).invoke(Opcode::INVOKESTATIC, NAME, BEGIN.0, BEGIN.1);
    code.op(Opcode::DUP).store(LocalKind::Int, token).branch(Opcode::IFEQ, unsampled);
    for &(kind, slot) in arguments {
        code.load(kind, slot).load(LocalKind::Int, token);
        code.invoke(Opcode::INVOKESTATIC, NAME, ARGUMENT, taking(kind));
    }
    code.load(LocalKind::Int, token).invoke(Opcode::INVOKESTATIC, NAME, READY.0, READY.1);
    code.bind(unsampled, &[VerificationType::Integer], &[]);
    code.finish()
}

/// What a method gives back.
#[derive(Clone, Copy)]
enum Returned {
    Nothing,
    Value(LocalKind),
    /// It is a constructor.
    This,
}

fn exit(rewriter: &mut Rewriter<'_, '_>, returned: Returned, token: u16) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    let descriptor = match returned {
        Returned::Nothing => NOTHING,
        Returned::Value(kind) => {
            code.op(if kind.slots() == 2 { Opcode::DUP2 } else { Opcode::DUP });
            taking(kind)
        }
        Returned::This => {
            code.load(LocalKind::Reference, 0);
            taking(LocalKind::Reference)
        }
    };
    code.load(LocalKind::Int, token).invoke(Opcode::INVOKESTATIC, NAME, EXIT, descriptor);
    code.finish()
}

/// The test comes before the call: where the stack has overflowed, a call would overflow it again.
fn thrown(rewriter: &mut Rewriter<'_, '_>, token: u16) -> Snippet {
    let throwable = VerificationType::Object { class_index: rewriter.pool().class("java/lang/Throwable") };
    let mut code = CodeBuilder::new(rewriter.pool());
    let unsampled = code.label();
    code.load(LocalKind::Int, token).branch(Opcode::IFEQ, unsampled);
    code.op(Opcode::DUP).load(LocalKind::Int, token);
    code.invoke(Opcode::INVOKESTATIC, probe_class::NAME, THREW.0, THREW.1);
    code.bind(unsampled, &[VerificationType::Integer], &[throwable]);
    code.finish()
}
