//! The one class that the agent adds to the subject's JVM.
//!
//! Its package starts with `java.`, because some loaders delegate nothing else. It is not `java.lang`: that
//! belongs to the module `java.base`, and the JVM warns on standard output when code from outside
//! registers native methods there. A package of its own is in the unnamed module of the bootstrap loader,
//! which HotSpot lets every class read that the class-file hook has changed.
//!
//! Its signatures know only primitives, `Object` and `Throwable`. What instrumented methods call are guards in bytecode, which
//! the JIT compiler inlines down to a test of a constant; the native methods stand behind them.
//!
//! ```java
//! public final class java.reenact.Probe {
//!     /** By method: whether the next call is of interest. */
//!     public static final byte[] ARMED = new byte[METHODS];
//!     /** By method: 1 if it is called so often that its probe is switched off. */
//!     @Stable public static final byte[] SETTLED = new byte[METHODS];
//!     /** By method: 1 if an exception has left a call that was not recorded. */
//!     public static final byte[] MISSED = new byte[METHODS];
//!
//!     public static native int begin(int method);
//!     public static native void argument(Object value, int token); // and int, long, float, double
//!     public static native void ready(int token);
//!
//!     public static void exit(Object result, int token) { if (token != 0) returned(result, token); } // and …
//!     static native void returned(Object result, int token); // and …
//!     public static native void threw(Throwable exception, int token);
//!
//!     // For histories, besides these.
//!     public static native int enter(Object receiver, int method);
//!     public static void begun(int token) { if (token != 0) initialized(token); }
//!     static native void initialized(int token);
//!     public static void wrote(Object object, int field) { if (ARMED[field] != 0) assigned(object, field); }
//!     static native void assigned(Object object, int field);
//! }
//! ```

use reenact_classfile::assemble::{AssembleError, ClassBuilder, CodeBuilder, LocalKind};
use reenact_classfile::instruction::Opcode;
use reenact_classfile::{AccessFlags, Version};

/// Its internal name.
pub const NAME: &str = "java/reenact/Probe";

/// How many methods can have probes. A fixed number, so that the length of the array is a constant to
/// the JIT compiler and its bounds check goes away.
pub const METHODS: usize = 1 << 18;

/// The index of the byte that arms all nested-only methods: their calls are recorded inside of recorded calls alone.
pub const NESTED: u32 = METHODS as u32 - 1;

/// The field that says which methods are armed.
pub const ARMED: (&str, &str) = ("ARMED", "[B");

/// The field that says which methods are settled. HotSpot takes elements of a stable array that are not 0 for
/// constants: in code that is compiled from then on, nothing is left of the probe of a settled method.
pub const SETTLED: (&str, &str) = ("SETTLED", "[B");
const STABLE: &str = "Ljdk/internal/vm/annotation/Stable;";

/// The field that says of which methods an exception was missed.
pub const MISSED: (&str, &str) = ("MISSED", "[B");

/// Native methods with their descriptors. `returned` and `argument` are overloaded by what they take.
pub const BEGIN: (&str, &str) = ("begin", "(I)I");
pub const READY: (&str, &str) = ("ready", "(I)V");
pub const THREW: (&str, &str) = ("threw", "(Ljava/lang/Throwable;I)V");
pub const ARGUMENT: &str = "argument";
pub const RETURNED: &str = "returned";
/// For histories: a method is called on an object.
pub const ENTER: (&str, &str) = ("enter", "(Ljava/lang/Object;I)I");
/// For histories: a constructor's superclass' constructor has returned. First the guard.
pub const BEGUN: (&str, &str) = ("begun", "(I)V");
pub const INITIALIZED: (&str, &str) = ("initialized", "(I)V");
/// For histories: a field of an object was written. First the guard.
pub const WROTE: (&str, &str) = ("wrote", "(Ljava/lang/Object;I)V");
pub const ASSIGNED: (&str, &str) = ("assigned", "(Ljava/lang/Object;I)V");
/// The guard in front of [`RETURNED`].
pub const EXIT: &str = "exit";
/// Of the overload that takes no value.
pub const NOTHING: &str = "(I)V";

/// The kinds of values that are handed over.
pub const KINDS: [LocalKind; 5] =
    [LocalKind::Int, LocalKind::Long, LocalKind::Float, LocalKind::Double, LocalKind::Reference];

/// The descriptor of the overload for a kind of values.
pub const fn taking(kind: LocalKind) -> &'static str {
    match kind {
        LocalKind::Int => "(II)V",
        LocalKind::Long => "(JI)V",
        LocalKind::Float => "(FI)V",
        LocalKind::Double => "(DI)V",
        LocalKind::Reference => "(Ljava/lang/Object;I)V",
    }
}

/// The class file.
pub fn assemble() -> Result<Vec<u8>, AssembleError> {
    let public_static = AccessFlags::PUBLIC | AccessFlags::STATIC;
    let native = public_static | AccessFlags::NATIVE;
    let flags = AccessFlags::PUBLIC | AccessFlags::FINAL | AccessFlags::SYNTHETIC;
    let mut class = ClassBuilder::new(NAME, flags, Version { major: 61, minor: 0 });
    class.field(public_static | AccessFlags::FINAL, ARMED.0, ARMED.1);
    class.field(public_static | AccessFlags::FINAL, MISSED.0, MISSED.1);
    class.annotated_field(public_static | AccessFlags::FINAL, SETTLED.0, SETTLED.1, STABLE);

    let mut code = CodeBuilder::new(class.pool());
    for (name, descriptor) in [ARMED, SETTLED, MISSED] {
        code.push_int(METHODS as i32).new_array(b'B').field(Opcode::PUTSTATIC, NAME, name, descriptor);
    }
    code.op(Opcode::RETURN);
    let initializer = code.finish();
    class.method(AccessFlags::STATIC, "<clinit>", "()V", &initializer);

    for (name, descriptor) in [BEGIN, READY, THREW, ENTER, INITIALIZED, ASSIGNED] {
        class.method_without_code(native, name, descriptor);
    }
    class.method_without_code(native, RETURNED, NOTHING);
    guard(&mut class, EXIT, RETURNED, None);
    guard(&mut class, BEGUN.0, INITIALIZED.0, None);
    writes(&mut class);
    for kind in KINDS {
        class.method_without_code(native, ARGUMENT, taking(kind));
        class.method_without_code(native, RETURNED, taking(kind));
        guard(&mut class, EXIT, RETURNED, Some(kind));
    }
    class.finish()
}

/// A method that calls a native one if there is a token: `exit` before `returned`.
fn guard(class: &mut ClassBuilder, name: &str, native: &str, kind: Option<LocalKind>) {
    let descriptor = kind.map_or(NOTHING, taking);
    let token = kind.map_or(0, LocalKind::slots);
    let mut code = CodeBuilder::new(class.pool());
    let unsampled = code.label();
    code.load(LocalKind::Int, token).branch(Opcode::IFEQ, unsampled);
    if let Some(kind) = kind {
        code.load(kind, 0);
    }
    code.load(LocalKind::Int, token).invoke(Opcode::INVOKESTATIC, NAME, native, descriptor);
    code.bind(unsampled, &[], &[]).op(Opcode::RETURN);
    let body = code.finish();
    class.method(AccessFlags::PUBLIC | AccessFlags::STATIC, name, descriptor, &body);
}

/// The guard behind writes of fields: code inside of a method may not branch, so the test is here.
fn writes(class: &mut ClassBuilder) {
    let mut code = CodeBuilder::new(class.pool());
    let unarmed = code.label();
    code.field(Opcode::GETSTATIC, NAME, ARMED.0, ARMED.1).load(LocalKind::Int, 1).op(Opcode::BALOAD);
    code.branch(Opcode::IFEQ, unarmed);
    code.load(LocalKind::Reference, 0).load(LocalKind::Int, 1);
    code.invoke(Opcode::INVOKESTATIC, NAME, ASSIGNED.0, ASSIGNED.1);
    code.bind(unarmed, &[], &[]).op(Opcode::RETURN);
    let body = code.finish();
    class.method(AccessFlags::PUBLIC | AccessFlags::STATIC, WROTE.0, WROTE.1, &body);
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_classfile::ClassFile;

    #[test]
    fn it_has_a_native_method_behind_every_guard() {
        let bytes = assemble().unwrap();
        let class = ClassFile::parse(&bytes).unwrap();
        let named = |wanted: &str| {
            let methods = class.methods().iter();
            let mut found: Vec<String> = methods
                .filter(|method| method.name(class.pool()).unwrap().to_str() == wanted)
                .map(|method| method.descriptor(class.pool()).unwrap().to_string())
                .collect();
            found.sort();
            found
        };
        assert_eq!(named(EXIT), named(RETURNED));
        assert_eq!(named(ARGUMENT).len(), KINDS.len());
    }
}
