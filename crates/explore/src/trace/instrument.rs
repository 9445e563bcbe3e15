//! Class files that log what their code does.
//!
//! Inserted code is straight-line: it copies values from the operand stack and calls [`TRACE`]. Class initialisers are left
//! alone: they run before the method under test is called.

use std::collections::BTreeMap;

use reenact_classfile::assemble::{CodeBuilder, Snippet};
use reenact_classfile::attribute::Code;
use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::rewrite::{MethodEdit, Rewriter};
use reenact_classfile::{ClassFile, FieldType, MethodDescriptor, ReadError};
use reenact_world::{ClassId, Lines, MethodId, World};

use super::TRACE;
use super::log::SiteId;

/// A place of instrumented code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    pub method: MethodId,
    pub pc: u16,
    pub kind: SiteKind,
}

/// The kind of value that is logged at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SiteKind {
    Enter,
    Exit,
    /// An exception leaves the method.
    Unwound,
    /// A value whose order to zero, or nullness, decides a jump.
    If(Opcode),
    Switch,
    /// A call has returned; the letter of its result's descriptor.
    Call(u8),
    /// A handler has an exception.
    Caught,
}

/// The places of instrumented code.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    all: Vec<Site>,
    /// Lines by number: their method and line.
    pub lines: Vec<(MethodId, u16)>,
    switches: BTreeMap<SiteId, Targets>,
}

/// The targets of a switch.
#[derive(Clone, Debug, Default)]
struct Targets {
    /// Keys with their distinct targets, which are numbered.
    keys: Vec<(i32, u32)>,
    default: u32,
    count: u32,
}

impl Targets {
    fn new(pairs: impl Iterator<Item = (i32, i32)>, default: i32) -> Targets {
        let mut offsets = vec![default];
        let keys = pairs.map(|(key, offset)| {
            let known = offsets.iter().position(|&known| known == offset);
            let number = known.unwrap_or_else(|| {
                offsets.push(offset);
                offsets.len() - 1
            });
            (key, number as u32)
        });
        let keys = keys.collect();
        Targets { keys, default: 0, count: offsets.len() as u32 }
    }
}

/// Instrumented classes.
#[derive(Clone, Debug, Default)]
pub struct Instrumented {
    /// Internal names and bytes.
    pub classes: Vec<(String, Vec<u8>)>,
    pub sites: Sites,
    /// Methods that log nothing, with the reason.
    pub skipped: Vec<(MethodId, String)>,
}

impl Sites {
    pub fn get(&self, site: SiteId) -> Option<&Site> {
        self.all.get(site as usize)
    }

    pub fn iter(&self) -> impl Iterator<Item = (SiteId, &Site)> {
        (0..).zip(&self.all)
    }

    /// How many outcomes a branch has; 0 for other places.
    pub fn outcomes(&self, site: SiteId) -> u32 {
        match self.get(site).map(|site| site.kind) {
            Some(SiteKind::If(_)) => 2,
            Some(SiteKind::Switch) => self.switches.get(&site).map_or(0, |targets| targets.count),
            _ => 0,
        }
    }

    /// The outcome of a branch for a value that was logged there.
    pub fn outcome(&self, site: SiteId, value: i64) -> Option<u32> {
        match self.get(site)?.kind {
            SiteKind::If(opcode) => Some(
                match opcode {
                    Opcode::IFEQ | Opcode::IF_ICMPEQ | Opcode::IF_ACMPEQ | Opcode::IFNULL => value == 0,
                    Opcode::IFNE | Opcode::IF_ICMPNE | Opcode::IF_ACMPNE | Opcode::IFNONNULL => value != 0,
                    Opcode::IFLT | Opcode::IF_ICMPLT => value < 0,
                    Opcode::IFGE | Opcode::IF_ICMPGE => value >= 0,
                    Opcode::IFGT | Opcode::IF_ICMPGT => value > 0,
                    _ => value <= 0,
                }
                .into(),
            ),
            SiteKind::Switch => {
                let targets = self.switches.get(&site)?;
                let key = targets.keys.iter().find(|(key, _)| i64::from(*key) == value);
                Some(key.map_or(targets.default, |(_, target)| *target))
            }
            _ => None,
        }
    }

    fn add(&mut self, method: MethodId, pc: u32, kind: SiteKind) -> SiteId {
        self.all.push(Site { method, pc: pc as u16, kind });
        self.all.len() as SiteId - 1
    }
}

/// Instruments classes. A class that cannot be read is left out, and reported for its methods.
pub fn instrument(world: &World, classes: impl IntoIterator<Item = ClassId>) -> Instrumented {
    let mut done = Instrumented::default();
    for class in classes {
        let methods: Vec<MethodId> = world.view(class).methods().map(|method| method.id()).collect();
        let before = (done.sites.all.len(), done.sites.lines.len());
        let rewritten = world.with_class(class, |file| rewrite(file, &methods, &mut done));
        match rewritten {
            Ok(bytes) => done.classes.push((world.view(class).name().to_str().into_owned(), bytes)),
            Err(error) => {
                done.sites.all.truncate(before.0);
                done.sites.lines.truncate(before.1);
                done.skipped.extend(methods.iter().map(|&method| (method, error.to_string())));
            }
        }
    }
    done
}

fn rewrite(
    file: &ClassFile<'_>,
    methods: &[MethodId],
    done: &mut Instrumented,
) -> Result<Vec<u8>, ReadError> {
    let mut rewriter = Rewriter::new(file);
    for (position, member) in file.methods().iter().enumerate() {
        let Some(code) = member.code(file.pool())? else { continue };
        if member.name(file.pool())?.as_bytes() == b"<clinit>" {
            continue;
        }
        let Some(&method) = methods.get(position) else { continue };
        let edit = edit(file, &mut rewriter, method, &code, &mut done.sites)?;
        rewriter.edit(position, edit);
    }
    let rewritten = rewriter.finish()?;
    for (position, reason) in rewritten.skipped {
        done.skipped.extend(methods.get(position).map(|&method| (method, reason.to_string())));
    }
    Ok(rewritten.bytes)
}

fn edit(
    file: &ClassFile<'_>,
    rewriter: &mut Rewriter<'_, '_>,
    method: MethodId,
    code: &Code<'_>,
    sites: &mut Sites,
) -> Result<MethodEdit, ReadError> {
    let mut edit = MethodEdit::new(code);
    let enter = sites.add(method, 0, SiteKind::Enter);
    edit.at_entry(call(rewriter, &[], "at", "(I)V", enter));
    let exit = sites.add(method, 0, SiteKind::Exit);
    edit.at_normal_exit(call(rewriter, &[], "at", "(I)V", exit));
    let unwound = sites.add(method, 0, SiteKind::Unwound);
    edit.at_exceptional_exit(call(rewriter, &[Opcode::DUP], "thrown", "(Ljava/lang/Object;I)V", unwound));
    let lines = Lines::of(code, file.pool()).unwrap_or_default();
    for &(pc, line) in lines.starts() {
        let known = sites.lines.iter().rposition(|&known| known == (method, line));
        let number = known.unwrap_or_else(|| {
            sites.lines.push((method, line));
            sites.lines.len() - 1
        });
        let snippet = edit.snippet(call(rewriter, &[], "line", "(I)V", number as u32));
        edit.before(pc.into(), snippet);
    }
    let mut handlers: Vec<u32> = code.exception_table.iter().map(|row| row.handler_pc.into()).collect();
    handlers.sort_unstable();
    handlers.dedup();
    for pc in handlers {
        let site = sites.add(method, pc, SiteKind::Caught);
        let snippet = call(rewriter, &[Opcode::DUP], "thrown", "(Ljava/lang/Object;I)V", site);
        let snippet = edit.snippet(snippet);
        edit.before(pc, snippet);
    }
    for instruction in code.instructions() {
        let (pc, instruction) = instruction?;
        match instruction {
            Instruction::Branch { opcode, .. } => {
                let (copy, name, descriptor): (&[Opcode], _, _) = match opcode {
                    Opcode::IFEQ
                    | Opcode::IFNE
                    | Opcode::IFLT
                    | Opcode::IFGE
                    | Opcode::IFGT
                    | Opcode::IFLE => (&[Opcode::DUP], "value", "(II)V"),
                    Opcode::IF_ICMPEQ
                    | Opcode::IF_ICMPNE
                    | Opcode::IF_ICMPLT
                    | Opcode::IF_ICMPGE
                    | Opcode::IF_ICMPGT
                    | Opcode::IF_ICMPLE => (&[Opcode::DUP2], "compare", "(III)V"),
                    Opcode::IF_ACMPEQ | Opcode::IF_ACMPNE => {
                        (&[Opcode::DUP2], "same", "(Ljava/lang/Object;Ljava/lang/Object;I)V")
                    }
                    Opcode::IFNULL | Opcode::IFNONNULL => {
                        (&[Opcode::DUP], "isNull", "(Ljava/lang/Object;I)V")
                    }
                    _ => continue,
                };
                let site = sites.add(method, pc, SiteKind::If(opcode));
                let snippet = edit.snippet(call(rewriter, copy, name, descriptor, site));
                edit.before(pc, snippet);
            }
            Instruction::TableSwitch(_) | Instruction::LookupSwitch(_) => {
                let site = sites.add(method, pc, SiteKind::Switch);
                let targets = match instruction {
                    Instruction::TableSwitch(switch) => {
                        Targets::new((switch.low..).zip(switch.offsets.iter()), switch.default)
                    }
                    Instruction::LookupSwitch(switch) => Targets::new(switch.pairs.iter(), switch.default),
                    _ => Targets::default(),
                };
                sites.switches.insert(site, targets);
                let snippet = edit.snippet(call(rewriter, &[Opcode::DUP], "value", "(II)V", site));
                edit.before(pc, snippet);
            }
            Instruction::Invoke { index, .. } | Instruction::InvokeInterface { index, .. } => {
                let descriptor = file.pool().method_ref(index)?.descriptor;
                let result = MethodDescriptor::parse(descriptor).and_then(|descriptor| descriptor.result());
                let letter = result.map_or(b'V', FieldType::kind);
                let site = sites.add(method, pc, SiteKind::Call(letter));
                let (copy, name, descriptor): (&[Opcode], _, _) = match letter {
                    b'V' => (&[], "at", "(I)V"),
                    b'J' => (&[Opcode::DUP2], "value", "(JI)V"),
                    b'D' => (&[Opcode::DUP2], "value", "(DI)V"),
                    b'F' => (&[Opcode::DUP], "value", "(FI)V"),
                    b'L' | b'[' => (&[Opcode::DUP], "value", "(Ljava/lang/Object;I)V"),
                    _ => (&[Opcode::DUP], "value", "(II)V"),
                };
                let snippet = edit.snippet(call(rewriter, copy, name, descriptor, site));
                edit.after(pc, snippet);
            }
            _ => {}
        }
    }
    Ok(edit)
}

/// Copies values, and calls a method with them and the number of the place.
fn call(
    rewriter: &mut Rewriter<'_, '_>,
    copy: &[Opcode],
    name: &str,
    descriptor: &str,
    site: SiteId,
) -> Snippet {
    let mut code = CodeBuilder::new(rewriter.pool());
    for &opcode in copy {
        code.op(opcode);
    }
    code.push_int(site as i32).invoke(Opcode::INVOKESTATIC, TRACE, name, descriptor);
    code.finish()
}
