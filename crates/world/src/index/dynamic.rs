//! `invokedynamic` constants, dynamic constants and method-handle constants become rows.

use reenact_classfile::attribute::BootstrapMethod;
use reenact_classfile::{
    Attribute, ClassFile, Constant, FieldType, MemberRef, MethodDescriptor, Mutf8, ReadError, ReadErrorKind,
};

use crate::code::{CallKind, DynamicKind, DynamicRow, Handle};
use crate::ids::*;
use crate::index::lambda::{self, LambdaCall};
use crate::index::pool::{Kind, PoolReader, wrong};
use crate::tables::{MethodRef, NameAndType, OwnerKind};

type Result<T> = std::result::Result<T, ReadError>;

/// A method handle takes at most 255 arguments, so a bootstrap method with more static arguments
/// cannot be linked. The bound keeps a hostile file from making every constant a long list.
pub(super) const MAX_ARGUMENTS: usize = 255;

/// Dynamic constants may be arguments of each other's bootstrap methods. Compilers need two levels.
const MAX_NESTED: usize = 16;

/// The bootstrap methods of one class.
pub(super) struct Bootstraps<'a> {
    methods: Result<Vec<BootstrapMethod<'a>>>,
}

impl<'a> Bootstraps<'a> {
    pub fn of(class: &ClassFile<'a>) -> Self {
        let raw = class.attributes().find(class.pool(), "BootstrapMethods");
        let methods = match raw.map(|raw| raw.parse(class.pool())).transpose() {
            Ok(Some(Attribute::BootstrapMethods(methods))) => Ok(methods),
            Ok(_) => Ok(Vec::new()),
            Err(error) => Err(error),
        };
        Bootstraps { methods }
    }

    /// The row of an `InvokeDynamic`, `Dynamic` or `MethodHandle` constant.
    pub fn dynamic(&self, index: u16, pool: &mut PoolReader<'_, 'a>) -> Result<DynamicId> {
        if let Some(known) = pool.known(index, Kind::Dynamic) {
            return Ok(known);
        }
        let code = &pool.tables.code;
        let before = (code.handles.len(), code.markers.len(), code.bridges.len());
        let row = self.new_row(index, pool).inspect_err(|_| {
            let code = &mut pool.tables.code;
            code.handles.truncate(before.0);
            code.markers.truncate(before.1);
            code.bridges.truncate(before.2);
        })?;
        let id = pool.tables.code.dynamics.push(row);
        Ok(pool.remember(index, Kind::Dynamic, id))
    }

    /// The `Class` constants that a switch tests for; none for any other `InvokeDynamic` constant.
    pub fn tested_types(&self, index: u16, pool: &PoolReader<'_, 'a>) -> Result<Vec<u16>> {
        let method = self.method(index, pool)?;
        let (_, member) = pool.pool.method_handle(method.method_ref)?;
        if kind_of(&member) != DynamicKind::Switch {
            return Ok(Vec::new());
        }
        let is_class = |&index: &u16| matches!(pool.pool.constant(index), Ok(Constant::Class { .. }));
        Ok(method.arguments.iter().take(MAX_ARGUMENTS).filter(is_class).collect())
    }

    fn new_row(&self, index: u16, pool: &mut PoolReader<'_, 'a>) -> Result<DynamicRow> {
        let (kind, name_and_type, bootstrap, lambda);
        match pool.pool.constant(index)? {
            Constant::MethodHandle { .. } => {
                bootstrap = handle(index, pool)?;
                (kind, name_and_type, lambda) = (DynamicKind::Handle, None, None);
                pool.tables.code.handles.push(bootstrap);
            }
            Constant::InvokeDynamic { name_and_type_index, .. }
            | Constant::Dynamic { name_and_type_index, .. } => {
                let method = self.method(index, pool)?;
                let (_, member) = pool.pool.method_handle(method.method_ref)?;
                let site = pool.pool.name_and_type(name_and_type_index)?;
                bootstrap = handle(method.method_ref, pool)?;
                name_and_type = Some(pool.name_and_type(name_and_type_index)?);
                lambda = match kind_of(&member) {
                    DynamicKind::Lambda => {
                        let call = LambdaCall { site, is_alternative: member.name == "altMetafactory" };
                        lambda::read(call, method, pool)?
                    }
                    _ => None,
                };
                kind = match kind_of(&member) {
                    DynamicKind::Lambda if lambda.is_none() => DynamicKind::Other,
                    kind => kind,
                };
                if kind == DynamicKind::Other {
                    pool.tables.code.handles.push(bootstrap);
                }
                if kind != DynamicKind::Lambda {
                    self.push_arguments(method, pool, &mut vec![index])?;
                    push_implied_calls(kind, site.name, site.descriptor, method, pool)?;
                }
            }
            _ => return wrong(pool.pool.dynamic(index)),
        }
        let handles_end = pool.tables.code.handles.len() as u32;
        Ok(DynamicRow { kind, name_and_type, bootstrap, lambda, handles_end })
    }

    /// Appends the method handles among a bootstrap method's arguments, and those that the dynamic
    /// constants among them bring in. `seen` are the dynamic constants that were met on the way.
    fn push_arguments(
        &self,
        method: BootstrapMethod<'a>,
        pool: &mut PoolReader<'_, 'a>,
        seen: &mut Vec<u16>,
    ) -> Result<()> {
        for index in method.arguments.iter().take(MAX_ARGUMENTS) {
            match pool.pool.constant(index)? {
                Constant::MethodHandle { .. } => {
                    let handle = handle(index, pool)?;
                    pool.tables.code.handles.push(handle);
                }
                Constant::Dynamic { .. } if !seen.contains(&index) && seen.len() < MAX_NESTED => {
                    seen.push(index);
                    let method = self.method(index, pool)?;
                    let bootstrap = handle(method.method_ref, pool)?;
                    pool.tables.code.handles.push(bootstrap);
                    self.push_arguments(method, pool, seen)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The bootstrap method of an `InvokeDynamic` or `Dynamic` constant.
    fn method(&self, index: u16, pool: &PoolReader<'_, 'a>) -> Result<BootstrapMethod<'a>> {
        let (position, _) = pool.pool.dynamic(index)?;
        let methods = self.methods.as_ref().map_err(|&error| error)?;
        methods.get(usize::from(position)).copied().ok_or_else(|| {
            // The pool does not know the offsets of its entries; its first byte is the nearest known offset.
            ReadErrorKind::Value { what: "bootstrap_method_attr_index", value: position.into() }.at(10)
        })
    }
}

/// A `MethodHandle` constant.
pub(super) fn handle(index: u16, pool: &mut PoolReader<'_, '_>) -> Result<Handle> {
    match pool.pool.constant(index)? {
        Constant::MethodHandle { kind, reference_index } => pool.handle(kind, reference_index),
        _ => wrong(pool.pool.method_handle(index)),
    }
}

fn kind_of(bootstrap: &MemberRef<'_>) -> DynamicKind {
    match (bootstrap.class.as_bytes(), bootstrap.name.as_bytes()) {
        (b"java/lang/invoke/LambdaMetafactory", b"metafactory" | b"altMetafactory") => DynamicKind::Lambda,
        (b"java/lang/invoke/StringConcatFactory", _) => DynamicKind::StringConcat,
        (b"java/lang/runtime/ObjectMethods", _) => DynamicKind::ObjectMethods,
        (b"java/lang/runtime/SwitchBootstraps", _) => DynamicKind::Switch,
        _ => DynamicKind::Other,
    }
}

/// Appends the calls that the JDK's own bootstrap methods make without being given a handle: a string
/// concatenation calls `toString` on its operands, a record's methods call the like-named methods of
/// its components.
fn push_implied_calls<'a>(
    kind: DynamicKind,
    name: Mutf8<'a>,
    descriptor: Mutf8<'a>,
    method: BootstrapMethod<'a>,
    pool: &mut PoolReader<'_, 'a>,
) -> Result<()> {
    match kind {
        DynamicKind::StringConcat => {
            let Some(descriptor) = MethodDescriptor::parse(descriptor) else { return Ok(()) };
            // A string is its own text. Since JDK-8273914, javac leaves only strings, primitives and their
            // boxes to the bootstrap method, and calls `String.valueOf` on the rest itself.
            let operands = descriptor.parameters();
            operands
                .filter(|operand| operand.descriptor() != "Ljava/lang/String;")
                .for_each(|operand| push_implied_call(operand, b"toString", b"()Ljava/lang/String;", pool));
        }
        DynamicKind::ObjectMethods => {
            let called: &[u8] = match name.as_bytes() {
                b"toString" => b"()Ljava/lang/String;",
                b"hashCode" => b"()I",
                b"equals" => b"(Ljava/lang/Object;)Z",
                _ => return Ok(()),
            };
            for index in method.arguments.iter().take(MAX_ARGUMENTS) {
                if let Ok((_, getter)) = pool.pool.method_handle(index)
                    && let Some(component) = FieldType::parse(getter.descriptor)
                {
                    push_implied_call(component, name.as_bytes(), called, pool);
                }
            }
        }
        _ => {}
    }
    Ok(())
}

fn push_implied_call(receiver: FieldType<'_>, name: &[u8], descriptor: &[u8], pool: &mut PoolReader<'_, '_>) {
    let Some(class) = receiver.class_constant_name() else { return };
    let tables = &mut *pool.tables;
    let (name, descriptor) = (tables.names.intern(name), tables.names.intern(descriptor));
    let class = tables.names.intern(class.as_bytes());
    let name_and_type = tables.name_and_types.intern(NameAndType { name, descriptor });
    let called = tables.code.method_refs.intern(MethodRef { class, name_and_type, owner: OwnerKind::Either });
    tables.code.handles.push(Handle::Method(CallKind::Virtual, called));
}
