//! Objects that the JVM itself creates and methods that it calls, as far as rapid type analysis must know them.

use crate::World;
use crate::ids::*;

/// Classes of which the JVM makes objects without an instruction that says so: constants, threads,
/// and the exceptions that instructions throw.
const MADE: &[&str] = &[
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Module",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/lang/StackTraceElement",
    "java/lang/invoke/MethodType",
    "java/lang/invoke/DirectMethodHandle",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/ClassCastException",
    "java/lang/ClassNotFoundException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/NegativeArraySizeException",
    "java/lang/NullPointerException",
    "java/lang/AbstractMethodError",
    "java/lang/BootstrapMethodError",
    "java/lang/ClassCircularityError",
    "java/lang/ClassFormatError",
    "java/lang/ExceptionInInitializerError",
    "java/lang/IllegalAccessError",
    "java/lang/IncompatibleClassChangeError",
    "java/lang/InstantiationError",
    "java/lang/InternalError",
    "java/lang/LinkageError",
    "java/lang/NoClassDefFoundError",
    "java/lang/NoSuchFieldError",
    "java/lang/NoSuchMethodError",
    "java/lang/OutOfMemoryError",
    "java/lang/StackOverflowError",
    "java/lang/UnsatisfiedLinkError",
    "java/lang/UnsupportedClassVersionError",
    "java/lang/VerifyError",
];

/// Methods that the JVM calls on objects whenever it sees fit: class, name, descriptor.
const CALLED: &[[&str; 3]] = &[
    ["java/lang/Object", "finalize", "()V"],
    ["java/lang/Thread", "exit", "()V"],
    ["java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"],
    ["java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V"],
];

/// Native methods, each with the method that it calls on an object in turn.
const CALLING_BACK: &[[[&str; 3]; 2]] = &[
    [["java/lang/Thread", "start0", "()V"], ["java/lang/Thread", "run", "()V"]],
    [
        ["jdk/internal/vm/Continuation", "enterSpecial", "(Ljdk/internal/vm/Continuation;ZZ)V"],
        ["jdk/internal/vm/Continuation", "enter", "(Ljdk/internal/vm/Continuation;Z)V"],
    ],
];

/// The classes of which the JVM makes objects by itself.
pub(super) fn made(world: &World) -> impl Iterator<Item = ClassId> + '_ {
    MADE.iter().filter_map(|name| world.class_id(name))
}

/// The methods that the JVM calls on objects by itself.
pub(super) fn called(world: &World) -> impl Iterator<Item = MethodId> + '_ {
    CALLED.iter().filter_map(|&member| method(world, member))
}

/// Native methods with the methods that they call.
pub(super) fn calling_back(world: &World) -> impl Iterator<Item = (MethodId, MethodId)> + '_ {
    CALLING_BACK.iter().filter_map(|&[native, called]| Some((method(world, native)?, method(world, called)?)))
}

fn method(world: &World, [class, name, descriptor]: [&str; 3]) -> Option<MethodId> {
    world.method(world.class_id(class)?, name, descriptor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Depth, Options};

    /// A misspelt name would be passed over without a word.
    #[test]
    fn every_name_is_one_of_some_jdk() {
        let mut unknown: Vec<String> = Vec::new();
        for (round, jdk) in reenact_testkit::jdks().iter().enumerate() {
            let all = reenact_testkit::platform(jdk, |_| true);
            let (world, _) = World::build(&[all], Options::new(Depth::Members));
            let classes =
                MADE.iter().filter(|name| world.class_id(name).is_none()).map(|name| (*name).to_owned());
            let members = CALLED.iter().chain(CALLING_BACK.iter().flatten());
            let members =
                members.filter(|&&member| method(&world, member).is_none()).map(|member| member.join(" "));
            let missing: Vec<String> = classes.chain(members).collect();
            unknown = if round == 0 {
                missing
            } else {
                unknown.into_iter().filter(|name| missing.contains(name)).collect()
            };
        }
        assert_eq!(unknown, Vec::<String>::new());
    }
}
