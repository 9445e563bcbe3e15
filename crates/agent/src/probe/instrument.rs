//! Putting probes into a class.
//!
//! A method with a probe starts with
//!
//! ```java
//! int token = 0;
//! if (Probe.SETTLED[METHOD] == 0 && Probe.ARMED[METHOD] != 0 && (token = Probe.begin(METHOD)) != 0) {
//!     Probe.argument(this, token);
//!     Probe.argument(first, token);
//!     Probe.ready(token);
//! }
//! ```
//!
//! calls `Probe.exit(result, token)` before every return, and `Probe.threw(exception, token)`
//! when an exception leaves it; without a token it then sets `Probe.MISSED[METHOD]`, so that later calls are looked at. A method that makes histories has a second probe of the same form, which asks
//! `Probe.enter(this, METHOD)` if it may change its receiver; constructors say when their superclass'
//! constructor has returned. Behind writes of fields of objects that are followed stands `Probe.wrote(object, FIELD)`.
//! Nothing is allocated in the subject's heap, and no call is made unless
//! the method is armed: a subject that is out of heap or stack behaves as without the agent.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::OnceLock;

use reenact_classfile::assemble::{CodeBuilder, LocalKind, Snippet};
use reenact_classfile::attribute::{Code, FrameKind, VerificationType, read_frames};
use reenact_classfile::blocks::MethodBlocks;
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::rewrite::{Initialization, MethodEdit, Rewriter, SkipReason};
use reenact_classfile::{ClassFile, FieldType, Member, ReadError};
use reenact_recording::graph::Kind;
use reenact_recording::redact::{Redactor, Secrecy};
use reenact_selection::Origin;
use reenact_wire::plan::{Plan, Probes};

use crate::probe::blocks;
use crate::probe::class::{
    self, ARGUMENT, ARMED, BEGIN, BEGUN, ENTER, EXIT, MISSED, NAME, NOTHING, READY, SETTLED, THREW, WROTE,
    taking,
};
use crate::probe::select::{
    Action, Calls, Chosen, Write, parameter_names, select, select_bodies, select_histories, select_writes,
};
use crate::probe::sites::{Field, Method, MethodFlags, NewSite};

/// A class with probes.
pub struct Instrumented {
    pub bytes: Vec<u8>,
    /// Methods that could not get any.
    pub skipped: Vec<(usize, SkipReason)>,
}

/// Puts probes into the methods that the plan asks for, and counts blocks if `number_blocks` is given: it takes the number of blocks and of
/// those that get no code, and returns the first number. `number` gives the first of as many numbers in a
/// row; `None` from it, and a class that nothing is asked of, leave the class as it is.
pub fn instrument(
    bytes: &[u8],
    plan: &Plan,
    redactor: &Redactor,
    origin: Origin,
    number: impl FnOnce(Vec<NewSite>) -> Option<u32>,
    number_blocks: Option<&dyn Fn(u32, u32) -> Option<u32>>,
) -> Result<Option<Instrumented>, ReadError> {
    let class = ClassFile::parse(bytes)?;
    // The JVM does not start with a single instruction more in the constructor of `Object`.
    if class.super_name()?.is_none() {
        return Ok(None);
    }
    let mut wanted: BTreeMap<usize, Wanted> = BTreeMap::new();
    for one in select(plan, &class, origin)? {
        wanted.entry(one.method).or_default().record = Some(one);
    }
    for method in select_bodies(plan, &class)? {
        let body = Chosen { method, probes: Probes::RECORD, calls: Calls::OfReachedLambdas };
        wanted.entry(method).or_default().record.get_or_insert(body);
    }
    for (method, action) in select_histories(plan, &class)? {
        wanted.entry(method).or_default().action = Some(action);
    }
    for (method, writes) in select_writes(plan, &class)? {
        wanted.entry(method).or_default().writes = writes;
    }
    let mut sites = Vec::with_capacity(wanted.len());
    let mut kept = Vec::with_capacity(wanted.len());
    // The position of each field that is written, among the sites.
    let mut fields: BTreeMap<u16, u32> = BTreeMap::new();
    for (index, wanted) in wanted {
        let Some(member) = class.methods().get(index) else { continue };
        let Some(code) = member.code(class.pool())? else { continue };
        if is_constructor(&class, member)? && loses_this(&class, member, &code)? {
            continue;
        }
        let mut probes = ProbeNumbers::default();
        if let Some(chosen) = wanted.record {
            probes.record = Some(sites.len() as u32);
            probes.calls = chosen.calls;
            probes.settles = !chosen.probes.contains(Probes::EVERY_CALL);
            sites.push(NewSite::Call(method(&class, member, chosen, redactor)?));
        }
        if let Some(action) = wanted.action {
            let chosen = Chosen { method: index, probes: Probes::HISTORY, calls: Calls::Sampled };
            let mut method = method(&class, member, chosen, redactor)?;
            // The receiver comes with the question whether the call is of interest.
            if method.flags.has(MethodFlags::HAS_RECEIVER) {
                method.masked = method.masked.iter().skip(1).copied().collect();
                method.flags = MethodFlags::default();
            }
            probes.action = Some((sites.len() as u32, action));
            sites.push(NewSite::Event { method, action, described_by: probes.record });
        }
        for write in &wanted.writes {
            if let Entry::Vacant(new) = fields.entry(write.field) {
                new.insert(sites.len() as u32);
                let field = class.pool().field_ref(write.field)?;
                let field = Field { class: field.class.to_str().into(), name: field.name.to_str().into() };
                sites.push(NewSite::FieldWrite(field));
            }
        }
        kept.push((index, code, probes, wanted.writes));
    }
    let counted = match number_blocks {
        Some(number) => CountedBlocks::of(&class, number)?,
        None => None,
    };
    if kept.is_empty() && counted.is_none() {
        return Ok(None);
    }
    let first = if kept.is_empty() { Some(0) } else { number(sites) };
    let Some(first) = first else { return Ok(None) };
    let mut rewriter = Rewriter::new(&class);
    for (index, code, probes, writes) in &kept {
        let member = &class.methods()[*index];
        let probes = ProbeNumbers {
            record: probes.record.map(|number| first + number),
            action: probes.action.map(|(number, action)| (first + number, action)),
            calls: probes.calls,
            settles: probes.settles,
        };
        let mut edit = MethodEdit::new(code);
        if probes.record.is_some() || probes.action.is_some() {
            probe(&mut rewriter, &class, member, code, probes, &mut edit)?;
        }
        for write in writes {
            let number = fields.get(&write.field).map_or(0, |number| first + number);
            follow_write(&mut rewriter, &class, *write, number, &mut edit)?;
        }
        if let Some(counted) = &counted {
            counted.put(&mut rewriter, &mut edit, *index);
        }
        rewriter.edit(*index, edit);
    }
    let others =
        counted.iter().flat_map(|counted| counted.methods.keys().map(move |index| (*index, counted)));
    for (index, counted) in others.filter(|(index, _)| kept.iter().all(|(kept, ..)| kept != index)) {
        let Some(code) = class.methods()[index].code(class.pool())? else { continue };
        let mut edit = MethodEdit::new(&code);
        counted.put(&mut rewriter, &mut edit, index);
        rewriter.edit(index, edit);
    }
    let rewritten = rewriter.finish()?;
    Ok(Some(Instrumented { bytes: rewritten.bytes, skipped: rewritten.skipped }))
}

/// Returns a class with all that a plan asks for and counted blocks, for tests over classes of other projects; `None` if it stays as
/// it is.
pub fn with_everything(bytes: &[u8], plan: &Plan, redactor: &Redactor) -> Result<Option<Vec<u8>>, ReadError> {
    let first = |_, _| Some(0);
    let made = instrument(bytes, plan, redactor, Origin::Program, |_| Some(0), Some(&first))?;
    Ok(made.map(|made| made.bytes))
}

/// The blocks of a class that are counted.
struct CountedBlocks {
    /// The number of the first block of the class.
    first: u32,
    /// Those of methods that are not too long, by the positions of the methods.
    methods: BTreeMap<usize, MethodBlocks>,
}

impl CountedBlocks {
    /// `None` if there are none, or no numbers for them.
    fn of(
        class: &ClassFile<'_>,
        number: &dyn Fn(u32, u32) -> Option<u32>,
    ) -> Result<Option<Self>, ReadError> {
        let all = reenact_classfile::blocks::of_class(class)?;
        let count = reenact_classfile::blocks::count(&all);
        let mut methods = BTreeMap::new();
        let mut left_out = 0;
        for method in all {
            let code = class.methods()[method.method].code(class.pool())?;
            if code.is_some_and(|code| blocks::can_count(&code, method.blocks.len())) {
                methods.insert(method.method, method);
            } else {
                left_out += method.blocks.len() as u32;
            }
        }
        let first = if count == 0 { None } else { number(count, left_out) };
        Ok(first.map(|first| CountedBlocks { first, methods }))
    }

    fn put(&self, rewriter: &mut Rewriter<'_, '_>, edit: &mut MethodEdit, method: usize) {
        if let Some(method) = self.methods.get(&method).filter(|_| !rewriter.pool().is_full()) {
            blocks::count(rewriter, edit, method, self.first);
        }
    }
}

/// The probes that a method is to get.
#[derive(Default)]
struct Wanted {
    record: Option<Chosen>,
    action: Option<Action>,
    writes: Vec<Write>,
}

/// The probes of a method: it may have one for recording and one for histories.
#[derive(Clone, Copy, Default)]
struct ProbeNumbers {
    record: Option<u32>,
    action: Option<(u32, Action)>,
    calls: Calls,
    /// Not every call is recorded by the plan.
    settles: bool,
}

fn method(
    class: &ClassFile<'_>,
    member: &Member<'_>,
    chosen: Chosen,
    redactor: &Redactor,
) -> Result<Method, ReadError> {
    let pool = class.pool();
    let descriptor = member.method_descriptor(pool)?;
    let is_constructor = is_constructor(class, member)?;
    let kind = |field_type: FieldType<'_>| Kind::of_descriptor(&field_type.descriptor().to_str());
    let has_receiver = !member.access_flags.is_static() && !is_constructor;
    let parameters: Box<[Kind]> = descriptor.parameters().map(kind).collect();
    let parameter_names = parameter_names(class, member);
    let class_name = class.name()?.to_str();
    let secrecy = |(index, &kind): (usize, &Kind)| match parameter_names.get(index) {
        Some(name) if kind != Kind::Boolean => redactor.secrecy(&class_name, name),
        _ => Secrecy::None,
    };
    let of_parameters = parameters.iter().enumerate().map(secrecy);
    let masked = has_receiver.then_some(Secrecy::None).into_iter().chain(of_parameters).collect();
    let result = if is_constructor { Some(Kind::Reference) } else { descriptor.result().map(kind) };
    Ok(Method {
        class: class.name()?.to_str().into(),
        name: member.name(pool)?.to_str().into(),
        descriptor: member.descriptor(pool)?.to_str().into(),
        access: member.access_flags.0,
        parameter_names,
        parameters,
        result,
        masked,
        flags: MethodFlags::default()
            .with(MethodFlags::HAS_RECEIVER, has_receiver)
            .with(MethodFlags::EVERY_CALL, chosen.probes.contains(Probes::EVERY_CALL))
            .with(MethodFlags::NESTED_ONLY, chosen.calls != Calls::Sampled)
            .with(MethodFlags::LAMBDA_BODY, chosen.calls == Calls::OfReachedLambdas),
        recorded_as: 0,
        declaring: OnceLock::new(),
    })
}

fn is_constructor(class: &ClassFile<'_>, member: &Member<'_>) -> Result<bool, ReadError> {
    Ok(member.name(class.pool())?.as_bytes() == b"<init>")
}

/// Returns true if a constructor does not keep `this` in its local variable to the end: then there is nothing to hand over there. No Java
/// compiler does that. Programs that make class files smaller use the variable for something else, or leave it out of the frames of
/// code that does not read it.
fn loses_this(class: &ClassFile<'_>, member: &Member<'_>, code: &Code<'_>) -> Result<bool, ReadError> {
    if overwrites_this(code)? {
        return Ok(true);
    }
    let Some(table) = code.attributes.find(class.pool(), "StackMapTable") else { return Ok(false) };
    let mut locals = 1 + member.method_descriptor(class.pool())?.parameters().count();
    for frame in read_frames(table.info, table.offset)? {
        locals = match frame.kind {
            FrameKind::Same { .. } | FrameKind::SameLocals1StackItem { .. } => locals,
            FrameKind::Chop(count) => locals.saturating_sub(count.into()),
            FrameKind::Append(more) => locals + more.len(),
            FrameKind::Full { locals, .. } => match locals.first() {
                Some(VerificationType::UninitializedThis | VerificationType::Object { .. }) => locals.len(),
                _ => 0,
            },
        };
        if locals == 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

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
    probes: ProbeNumbers,
    edit: &mut MethodEdit,
) -> Result<(), ReadError> {
    let is_constructor = is_constructor(class, member)?;
    let descriptor = member.method_descriptor(class.pool())?;

    let mut slot = u16::from(!member.access_flags.is_static());
    let receiver = (slot == 1 && !is_constructor).then_some((LocalKind::Reference, 0));
    let mut arguments = Vec::new();
    for parameter in descriptor.parameters() {
        arguments.push((LocalKind::of(parameter), slot));
        slot += parameter.slots();
    }
    let result = match descriptor.result() {
        _ if is_constructor => Returned::This,
        None => Returned::Nothing,
        Some(result) => Returned::Value(LocalKind::of(result)),
    };

    // The probe of histories stands inside of the one that records: the state recorded before a call is not changed
    // by it yet, and the state recorded at its end has the call in its history.
    let mut all = Vec::new();
    if let Some(number) = probes.record {
        let token = edit.fresh_local(VerificationType::Integer);
        let arguments = receiver.into_iter().chain(arguments.iter().copied()).collect();
        // Proxies are armed together.
        let armed_by = if probes.calls == Calls::Nested { class::NESTED } else { number };
        let settles = probes.settles && probes.calls == Calls::Sampled;
        all.push(Probe { number, armed_by, settles, token, enters: false, arguments, returned: result });
    }
    if let Some((number, action)) = probes.action {
        let token = edit.fresh_local(VerificationType::Integer);
        let returned = if action == Action::Call { Returned::Nothing } else { result };
        let enters = action == Action::Call;
        all.push(Probe { number, armed_by: number, settles: false, token, enters, arguments, returned });
        if is_constructor {
            let begun = begun(rewriter, token);
            let begun = edit.snippet(begun);
            for &pc in Initialization::of_constructor(class, code)?.calls() {
                edit.after(pc, begun);
            }
        }
    }
    edit.at_entry(entry(rewriter, &all));
    edit.at_normal_exit(exit(rewriter, &all));
    edit.at_exceptional_exit(thrown(rewriter, &all));
    Ok(())
}

/// Keeps a copy of the object below its new value, and hands it over when the field is written.
fn follow_write(
    rewriter: &mut Rewriter<'_, '_>,
    class: &ClassFile<'_>,
    write: Write,
    number: u32,
    edit: &mut MethodEdit,
) -> Result<(), ReadError> {
    let kind = Kind::of_descriptor(&class.pool().field_ref(write.field)?.descriptor.to_str());
    let copying: &[Opcode] = match kind {
        Kind::Long | Kind::Double => {
            &[Opcode::DUP2_X1, Opcode::POP2, Opcode::DUP, Opcode::DUP2_X2, Opcode::POP2]
        }
        _ => &[Opcode::SWAP, Opcode::DUP_X1, Opcode::SWAP],
    };
    let mut code = CodeBuilder::new(rewriter.pool());
    for opcode in copying {
        code.op(*opcode);
    }
    let copy = edit.snippet(code.finish());
    edit.before(write.pc, copy);
    let mut code = CodeBuilder::new(rewriter.pool());
    code.push_int(number as i32).invoke(Opcode::INVOKESTATIC, NAME, WROTE.0, WROTE.1);
    let tell = edit.snippet(code.finish());
    edit.after(write.pc, tell);
    Ok(())
}

/// One probe of a method.
struct Probe {
    number: u32,
    /// The byte that says whether it is armed.
    armed_by: u32,
    /// It is switched off if the method is called very often.
    settles: bool,
    /// The local variable of its token.
    token: u16,
    /// The receiver comes with the first question.
    enters: bool,
    arguments: Vec<(LocalKind, u16)>,
    returned: Returned,
}

fn entry(rewriter: &mut Rewriter<'_, '_>, probes: &[Probe]) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    let tokens = vec![VerificationType::Integer; probes.len()];
    for probe in probes {
        code.push_int(0).store(LocalKind::Int, probe.token);
    }
    for &Probe { number, armed_by, settles, token, enters, ref arguments, .. } in probes {
        let unsampled = code.label();
        if settles {
            code.field(Opcode::GETSTATIC, NAME, SETTLED.0, SETTLED.1).push_int(number as i32);
            code.op(Opcode::BALOAD).branch(Opcode::IFNE, unsampled);
        }
        code.field(Opcode::GETSTATIC, NAME, ARMED.0, ARMED.1).push_int(armed_by as i32).op(Opcode::BALOAD);
        code.branch(Opcode::IFEQ, unsampled);
        if enters {
            code.load(LocalKind::Reference, 0).push_int(number as i32);
            code.invoke(Opcode::INVOKESTATIC, NAME, ENTER.0, ENTER.1);
        } else {
            code.push_int(number as i32).invoke(Opcode::INVOKESTATIC, NAME, BEGIN.0, BEGIN.1);
        }
        code.op(Opcode::DUP).store(LocalKind::Int, token).branch(Opcode::IFEQ, unsampled);
        for &(kind, slot) in arguments {
            code.load(kind, slot).load(LocalKind::Int, token);
            code.invoke(Opcode::INVOKESTATIC, NAME, ARGUMENT, taking(kind));
        }
        code.load(LocalKind::Int, token).invoke(Opcode::INVOKESTATIC, NAME, READY.0, READY.1);
        code.bind(unsampled, &tokens, &[]);
    }
    code.finish()
}

/// Right behind the superclass' constructor: from here on the end of the call is seen, however it comes.
fn begun(rewriter: &mut Rewriter<'_, '_>, token: u16) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    code.load(LocalKind::Int, token).invoke(Opcode::INVOKESTATIC, NAME, BEGUN.0, BEGUN.1);
    code.finish()
}

/// The return value of a method.
#[derive(Clone, Copy)]
enum Returned {
    Nothing,
    Value(LocalKind),
    /// It is a constructor.
    This,
}

fn exit(rewriter: &mut Rewriter<'_, '_>, probes: &[Probe]) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    for &Probe { token, returned, .. } in probes.iter().rev() {
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
    }
    code.finish()
}

/// The test comes before the call: where the stack has overflowed, a call would overflow it again.
fn thrown(rewriter: &mut Rewriter<'_, '_>, probes: &[Probe]) -> Snippet {
    let throwable = VerificationType::Object { class_index: rewriter.pool().class("java/lang/Throwable") };
    let mut code = CodeBuilder::new(rewriter.pool());
    let tokens = vec![VerificationType::Integer; probes.len()];
    let stack = std::slice::from_ref(&throwable);
    for &Probe { number, token, settles, .. } in probes.iter().rev() {
        let unsampled = code.label();
        code.load(LocalKind::Int, token).branch(Opcode::IFEQ, unsampled);
        code.op(Opcode::DUP).load(LocalKind::Int, token);
        code.invoke(Opcode::INVOKESTATIC, class::NAME, THREW.0, THREW.1);
        if settles {
            let end = code.label();
            code.branch(Opcode::GOTO, end);
            code.bind(unsampled, &tokens, stack);
            code.field(Opcode::GETSTATIC, NAME, MISSED.0, MISSED.1).push_int(number as i32).push_int(1);
            code.op(Opcode::BASTORE).bind(end, &tokens, stack);
        } else {
            code.bind(unsampled, &tokens, stack);
        }
    }
    code.finish()
}
