//! The sites of methods' code: calls, field accesses, types, `invokedynamic`.

use reenact_base::{Id, Symbol};
use reenact_classfile::ReferenceKind;

use crate::ids::*;

/// One thing that a method's code does, eight bytes long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The index of an id whose type follows from `kind`.
    target: u32,
    pc: u16,
    kind: SiteKind,
}

/// The action of a site, with its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// `invokevirtual`, `invokeinterface`, `invokespecial` or `invokestatic`.
    Call(CallKind, MethodRefId),
    /// `invokedynamic`.
    Dynamic(DynamicId),
    /// `getfield`, `getstatic`, `putfield` or `putstatic`.
    Field(FieldAccess, FieldRefId),
    /// `new`.
    New(Symbol),
    /// `anewarray`: the component type, an internal name or an array's descriptor.
    NewArray(Symbol),
    /// `multianewarray`: the array's descriptor.
    NewMultiArray(Symbol),
    CheckCast(Symbol),
    InstanceOf(Symbol),
    /// `ldc` of a class, such as `String.class`.
    ClassConstant(Symbol),
    /// `ldc` of a method handle or of a dynamically computed constant.
    DynamicConstant(DynamicId),
}

/// How a method is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallKind {
    Virtual,
    Interface,
    Special,
    Static,
    /// Only by method handle: allocates an object and calls a constructor on it.
    New,
}

impl CallKind {
    /// Whether the receiver's class decides which method runs.
    pub fn is_dispatched(self) -> bool {
        matches!(self, CallKind::Virtual | CallKind::Interface)
    }
}

/// How a field is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldAccess {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
}

impl FieldAccess {
    pub fn is_write(self) -> bool {
        matches!(self, FieldAccess::PutField | FieldAccess::PutStatic)
    }

    pub fn is_static(self) -> bool {
        matches!(self, FieldAccess::GetStatic | FieldAccess::PutStatic)
    }
}

/// A method handle (JVMS 5.4.3.5): what invoking it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Handle {
    Method(CallKind, MethodRefId),
    Field(FieldAccess, FieldRefId),
}

/// The kind of a dynamic constant: its bootstrap method, if it is one of the JDK's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DynamicKind {
    /// `java.lang.invoke.LambdaMetafactory`.
    Lambda,
    /// `java.lang.invoke.StringConcatFactory`.
    StringConcat,
    /// `java.lang.runtime.ObjectMethods`: a record's `toString`, `hashCode` or `equals`.
    ObjectMethods,
    /// `java.lang.runtime.SwitchBootstraps`: a `switch` over patterns or enum constants.
    Switch,
    /// A method-handle constant without a bootstrap method.
    Handle,
    /// Any other bootstrap method, such as those of Groovy, Kotlin and Scala.
    Other,
}

#[derive(Clone, Copy)]
pub(crate) struct DynamicRow {
    pub kind: DynamicKind,
    pub name_and_type: Option<NameAndTypeId>,
    pub bootstrap: Handle,
    pub lambda: Option<LambdaId>,
    /// Where its handles end; they start where those of the row before end.
    pub handles_end: u32,
}

#[derive(Clone, Copy)]
pub(crate) struct LambdaRow {
    pub dynamic: DynamicId,
    /// Internal name of the functional interface.
    pub interface: Symbol,
    /// The interface's method that the function object implements, with its erased descriptor.
    pub method: NameAndTypeId,
    /// That method's descriptor with type arguments filled in.
    pub instantiated: Symbol,
    pub implementation: Handle,
    pub serializable: bool,
    pub markers_end: u32,
    pub bridges_end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SiteKind {
    InvokeVirtual,
    InvokeInterface,
    InvokeSpecial,
    InvokeStatic,
    InvokeDynamic,
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    New,
    NewArray,
    NewMultiArray,
    CheckCast,
    InstanceOf,
    ClassConstant,
    DynamicConstant,
}

impl Site {
    pub(crate) fn new(kind: SiteKind, pc: u16, target: impl Id) -> Self {
        Site { target: target.index() as u32, pc, kind }
    }

    /// Where the instruction is in the method's code.
    pub fn pc(self) -> u16 {
        self.pc
    }

    /// Returns the action of the instruction.
    pub fn action(self) -> Action {
        use SiteKind as K;
        match self.kind {
            K::InvokeVirtual => Action::Call(CallKind::Virtual, self.target()),
            K::InvokeInterface => Action::Call(CallKind::Interface, self.target()),
            K::InvokeSpecial => Action::Call(CallKind::Special, self.target()),
            K::InvokeStatic => Action::Call(CallKind::Static, self.target()),
            K::InvokeDynamic => Action::Dynamic(self.target()),
            K::GetField => Action::Field(FieldAccess::GetField, self.target()),
            K::GetStatic => Action::Field(FieldAccess::GetStatic, self.target()),
            K::PutField => Action::Field(FieldAccess::PutField, self.target()),
            K::PutStatic => Action::Field(FieldAccess::PutStatic, self.target()),
            K::New => Action::New(self.target()),
            K::NewArray => Action::NewArray(self.target()),
            K::NewMultiArray => Action::NewMultiArray(self.target()),
            K::CheckCast => Action::CheckCast(self.target()),
            K::InstanceOf => Action::InstanceOf(self.target()),
            K::ClassConstant => Action::ClassConstant(self.target()),
            K::DynamicConstant => Action::DynamicConstant(self.target()),
        }
    }

    /// The same site with ids of other tables.
    pub(crate) fn map(
        self,
        method_ref: impl FnOnce(MethodRefId) -> MethodRefId,
        field_ref: impl FnOnce(FieldRefId) -> FieldRefId,
        dynamic: impl FnOnce(DynamicId) -> DynamicId,
        symbol: impl FnOnce(Symbol) -> Symbol,
    ) -> Site {
        use SiteKind as K;
        let target = match self.kind {
            K::InvokeVirtual | K::InvokeInterface | K::InvokeSpecial | K::InvokeStatic => {
                method_ref(self.target()).index()
            }
            K::InvokeDynamic | K::DynamicConstant => dynamic(self.target()).index(),
            K::GetField | K::GetStatic | K::PutField | K::PutStatic => field_ref(self.target()).index(),
            K::New | K::NewArray | K::NewMultiArray | K::CheckCast | K::InstanceOf | K::ClassConstant => {
                symbol(self.target()).index()
            }
        };
        Site { target: target as u32, ..self }
    }

    fn target<I: Id>(self) -> I {
        I::from_index(self.target as usize)
    }
}

impl Handle {
    pub(crate) fn kind(kind: ReferenceKind) -> Result<CallKind, FieldAccess> {
        match kind {
            ReferenceKind::GetField => Err(FieldAccess::GetField),
            ReferenceKind::GetStatic => Err(FieldAccess::GetStatic),
            ReferenceKind::PutField => Err(FieldAccess::PutField),
            ReferenceKind::PutStatic => Err(FieldAccess::PutStatic),
            ReferenceKind::InvokeVirtual => Ok(CallKind::Virtual),
            ReferenceKind::InvokeStatic => Ok(CallKind::Static),
            ReferenceKind::InvokeSpecial => Ok(CallKind::Special),
            ReferenceKind::NewInvokeSpecial => Ok(CallKind::New),
            ReferenceKind::InvokeInterface => Ok(CallKind::Interface),
        }
    }
}
