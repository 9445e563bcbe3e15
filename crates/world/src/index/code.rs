//! One class's code becomes sites.

use reenact_classfile::instruction::{Instruction, Opcode};
use reenact_classfile::{ClassFile, Constant, Member, ReadError};

use crate::code::{Site, SiteKind};
use crate::index::class::PartError;
use crate::index::dynamic::Bootstraps;
use crate::index::pool::PoolReader;

type Result<T> = std::result::Result<T, ReadError>;

/// Appends the sites of a class's methods, in class-file order. Code that is malformed is noted and
/// gives the sites that come before the fault.
pub(super) fn index_code<'a>(
    class: &ClassFile<'a>,
    pool: &mut PoolReader<'_, 'a>,
    errors: &mut Vec<PartError>,
) {
    let mut bootstraps = Bootstraps::of(class);
    for method in class.methods() {
        if let Err(error) = index_method(method, pool, &mut bootstraps) {
            let name = |index| pool.pool.utf8(index).map(|name| name.to_string()).unwrap_or_default();
            let part = format!(
                "the rest of the code of {}{}",
                name(method.name_index),
                name(method.descriptor_index)
            );
            errors.push(PartError { part, error });
        }
        let code = &mut pool.tables.code;
        code.site_ends.push(code.sites.len() as u32);
    }
}

fn index_method<'a>(
    method: &Member<'a>,
    pool: &mut PoolReader<'_, 'a>,
    bootstraps: &mut Bootstraps<'a>,
) -> Result<()> {
    let Some(code) = method.code(pool.pool)? else { return Ok(()) };
    for instruction in code.instructions() {
        let (pc, instruction) = instruction?;
        // Code has at most 65,535 bytes.
        let pc = pc as u16;
        let site = match instruction {
            Instruction::Invoke { opcode, index } => {
                let kind = match opcode {
                    Opcode::INVOKEVIRTUAL => SiteKind::InvokeVirtual,
                    Opcode::INVOKESPECIAL => SiteKind::InvokeSpecial,
                    _ => SiteKind::InvokeStatic,
                };
                Site::new(kind, pc, pool.method_ref(index)?)
            }
            Instruction::InvokeInterface { index, .. } => {
                Site::new(SiteKind::InvokeInterface, pc, pool.method_ref(index)?)
            }
            Instruction::Field { opcode, index } => {
                let kind = match opcode {
                    Opcode::GETFIELD => SiteKind::GetField,
                    Opcode::GETSTATIC => SiteKind::GetStatic,
                    Opcode::PUTFIELD => SiteKind::PutField,
                    _ => SiteKind::PutStatic,
                };
                Site::new(kind, pc, pool.field_ref(index)?)
            }
            Instruction::Type { opcode, index } => {
                let kind = match opcode {
                    Opcode::NEW => SiteKind::New,
                    Opcode::ANEWARRAY => SiteKind::NewArray,
                    Opcode::CHECKCAST => SiteKind::CheckCast,
                    _ => SiteKind::InstanceOf,
                };
                Site::new(kind, pc, pool.class(index)?)
            }
            Instruction::MultiNewArray { index, .. } => {
                Site::new(SiteKind::NewMultiArray, pc, pool.class(index)?)
            }
            Instruction::LoadConstant { index, .. } => match pool.pool.constant(index)? {
                Constant::Class { .. } => Site::new(SiteKind::ClassConstant, pc, pool.class(index)?),
                Constant::Dynamic { .. } | Constant::MethodHandle { .. } => {
                    Site::new(SiteKind::DynamicConstant, pc, bootstraps.dynamic(index, pool)?)
                }
                _ => continue,
            },
            Instruction::InvokeDynamic { index } => {
                // A switch over patterns tests for the types among its bootstrap method's arguments.
                for tested in bootstraps.tested_types(index, pool)? {
                    let tested = pool.class(tested)?;
                    pool.tables.code.sites.push(Site::new(SiteKind::InstanceOf, pc, tested));
                }
                Site::new(SiteKind::InvokeDynamic, pc, bootstraps.dynamic(index, pool)?)
            }
            _ => continue,
        };
        pool.tables.code.sites.push(site);
    }
    Ok(())
}
