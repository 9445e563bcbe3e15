//! The arguments of `LambdaMetafactory` for a lambda expression or method reference.

use reenact_base::{Id, Symbol};
use reenact_classfile::attribute::BootstrapMethod;
use reenact_classfile::{Constant, MethodDescriptor, NameAndType as SiteNameAndType, ReadError};

use crate::code::LambdaRow;
use crate::ids::*;
use crate::index::dynamic::{MAX_ARGUMENTS, handle};
use crate::index::pool::PoolReader;
use crate::tables::NameAndType;

type Result<T> = std::result::Result<T, ReadError>;

/// Flags of `LambdaMetafactory.altMetafactory`.
mod flag {
    pub const SERIALIZABLE: i32 = 1;
    pub const MARKERS: i32 = 2;
    pub const BRIDGES: i32 = 4;
}

/// The dynamic call that makes a function object.
#[derive(Clone, Copy)]
pub(super) struct LambdaCall<'a> {
    /// The method to implement by name, and captured values to functional interface by descriptor.
    pub site: SiteNameAndType<'a>,
    /// Whether `altMetafactory` makes it, which takes flags, marker interfaces and bridges.
    pub is_alternative: bool,
}

/// Appends a row for the next dynamic row, or gives `None` if the bootstrap method's arguments are not
/// what `LambdaMetafactory` takes.
pub(super) fn read<'a>(
    call: LambdaCall<'a>,
    bootstrap: BootstrapMethod<'a>,
    pool: &mut PoolReader<'_, 'a>,
) -> Result<Option<LambdaId>> {
    let mut arguments = bootstrap.arguments.iter().take(MAX_ARGUMENTS);
    let (Some(erased), Some(implementation), Some(instantiated)) =
        (arguments.next(), arguments.next(), arguments.next())
    else {
        return Ok(None);
    };
    let Some(interface) = functional_interface(call, pool) else { return Ok(None) };
    let name = pool.tables.names.intern(call.site.name.as_bytes());
    let (erased, instantiated) = (method_type(erased, pool)?, method_type(instantiated, pool)?);
    let implementation = handle(implementation, pool)?;
    let mut serializable = false;
    if call.is_alternative {
        let flags = integer(arguments.next(), pool);
        serializable = flags & flag::SERIALIZABLE != 0;
        if flags & flag::MARKERS != 0 {
            for _ in 0..integer(arguments.next(), pool) {
                let Some(index) = arguments.next() else { break };
                let marker = pool.class(index)?;
                pool.tables.code.markers.push(marker);
            }
        }
        if flags & flag::BRIDGES != 0 {
            for _ in 0..integer(arguments.next(), pool) {
                let Some(index) = arguments.next() else { break };
                let descriptor = method_type(index, pool)?;
                let bridge = pool.tables.name_and_types.intern(NameAndType { name, descriptor });
                pool.tables.code.bridges.push(bridge);
            }
        }
    }
    let method = pool.tables.name_and_types.intern(NameAndType { name, descriptor: erased });
    let code = &mut pool.tables.code;
    Ok(Some(code.lambdas.push(LambdaRow {
        dynamic: DynamicId::from_index(code.dynamics.len()),
        interface,
        method,
        instantiated,
        implementation,
        serializable,
        markers_end: code.markers.len() as u32,
        bridges_end: code.bridges.len() as u32,
    })))
}

/// Returns the type that the call returns.
fn functional_interface(call: LambdaCall<'_>, pool: &mut PoolReader<'_, '_>) -> Option<Symbol> {
    let name = MethodDescriptor::parse(call.site.descriptor)?.result()?.class_name()?;
    Some(pool.tables.names.intern(name.as_bytes()))
}

/// The descriptor in a `MethodType` constant.
fn method_type(index: u16, pool: &mut PoolReader<'_, '_>) -> Result<Symbol> {
    let descriptor = pool.pool.method_type(index)?;
    Ok(pool.tables.names.intern(descriptor.as_bytes()))
}

fn integer(index: Option<u16>, pool: &PoolReader<'_, '_>) -> i32 {
    match index.map(|index| pool.pool.constant(index)) {
        Some(Ok(Constant::Integer(value))) => value,
        _ => 0,
    }
}
