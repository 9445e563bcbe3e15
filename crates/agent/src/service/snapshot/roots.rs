//! Where snapshots begin and where they end.

use crate::graph::is_cache;

/// The JDK's static fields that hold state of a program: class, and its fields; all of them if none is named.
const JDK: &[(&str, &[&str])] = &[
    ("java/lang/System", &["props", "in", "out", "err"]),
    ("java/lang/ProcessEnvironment", &["theEnvironment", "theUnmodifiableEnvironment"]),
    ("java/lang/ApplicationShutdownHooks", &["hooks"]),
    ("java/lang/Thread", &["defaultUncaughtExceptionHandler"]),
    ("java/lang/management/ManagementFactory", &["platformMBeanServer"]),
    ("java/util/Locale", &["defaultLocale", "defaultDisplayLocale", "defaultFormatLocale"]),
    ("java/util/TimeZone", &["defaultTimeZone"]),
    ("java/util/Currency", &["mainTable", "specialCasesList", "otherCurrenciesList"]),
    ("java/util/logging/LogManager", &["manager"]),
    ("java/util/logging/Level$KnownLevel", &[]),
    ("java/security/Security", &["props"]),
    ("sun/security/jca/Providers", &["providerList"]),
    ("javax/naming/spi/NamingManager", &["object_factory_builder", "initctx_factory_builder"]),
    ("java/net/URL", &["factory", "handlers"]),
    (
        "java/net/URLConnection",
        &["factory", "defaultUseCaches", "defaultAllowUserInteraction", "fileNameMap"],
    ),
    ("java/net/HttpURLConnection", &["followRedirects"]),
    ("java/net/Authenticator", &["theAuthenticator"]),
    ("java/net/ProxySelector", &["theProxySelector"]),
    ("java/net/CookieHandler", &["cookieHandler"]),
    ("java/net/ResponseCache", &["theResponseCache"]),
    ("java/sql/DriverManager", &["registeredDrivers", "logWriter", "logStream", "loginTimeout"]),
    ("javax/net/ssl/HttpsURLConnection", &["defaultHostnameVerifier", "defaultSSLSocketFactory"]),
    ("javax/net/ssl/SSLContext", &["defaultContext"]),
    ("java/beans/PropertyEditorManager", &[]),
    ("java/text/NumberFormat", &[]),
    ("javax/swing/UIManager", &["classLock"]),
];

/// Fields of a thread that hold its locals.
pub const THREAD_LOCALS: [&str; 2] = ["threadLocals", "inheritableThreadLocals"];

/// Classes that run the tests: their state is not that of the tests, and changes while a test runs.
const RUNNERS: &[&str] = &[
    "reenact/",
    "java/reenact/",
    "org/junit/",
    "junit/framework/",
    "junit/extensions/",
    "junit/runner/",
    "junit/textui/",
    "org/hamcrest/",
    "org/opentest4j/",
    "org/apiguardian/",
    "org/testng/",
];

/// Classes of the JDK whose objects stand for something outside of the heap, or for the JVM's own structures.
const OPAQUE: &[&str] = &[
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/lang/Process",
    "java/lang/Runtime",
    "java/lang/StackTraceElement",
    "java/lang/invoke/",
    "java/lang/reflect/",
    "java/lang/module/",
    "java/lang/ref/Cleaner",
    "java/lang/ref/PhantomReference",
    "java/lang/ref/ReferenceQueue",
    "java/lang/ref/Finalizer",
    "java/io/FileDescriptor",
    "java/io/FileInputStream",
    "java/io/FileOutputStream",
    "java/io/RandomAccessFile",
    "java/nio/",
    "java/net/Socket",
    "java/net/ServerSocket",
    "java/net/DatagramSocket",
    "java/net/URLClassLoader",
    "java/net/InetAddress",
    "java/util/zip/",
    "java/util/jar/",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/concurrent/ForkJoinPool",
    "java/util/concurrent/ForkJoinWorkerThread",
    "java/security/ProtectionDomain",
    "java/security/CodeSource",
    "java/security/AccessControlContext",
    "java/util/Timer",
];

/// Packages that implement the JDK: their objects are opaque, with exceptions.
const IMPLEMENTATION: &[&str] = &["sun/", "jdk/", "com/sun/"];
const LOOKED_INTO: &[&str] = &[
    "sun/util/calendar/",
    "sun/util/logging/",
    "sun/security/jca/",
    "sun/security/provider/",
    "com/sun/jmx/",
    "com/sun/jndi/",
    "com/sun/naming/",
];

/// Returns the static fields of a class where snapshots begin: `None` for no class of interest, an empty list for all.
pub fn of_class(name: &str, is_jdk: bool) -> Option<&'static [&'static str]> {
    match is_jdk {
        true => JDK.iter().find(|(class, _)| *class == name).map(|(_, fields)| *fields),
        false => (!is_runner(name) && !name.starts_with('[')).then_some(&[]),
    }
}

/// Returns true if a class runs tests, and is neither a root nor looked into.
fn is_runner(name: &str) -> bool {
    RUNNERS.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns true if objects of a class, by its own name, are known by identity only.
pub fn is_opaque(name: &str, is_jdk: bool) -> bool {
    if !is_jdk {
        return is_runner(name);
    }
    let is_listed = |listed: &&str| match listed.ends_with('/') {
        true => name.starts_with(listed),
        false => name == *listed || name.strip_prefix(listed).is_some_and(|rest| rest.starts_with('$')),
    };
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    OPAQUE.iter().any(is_listed) || starts(IMPLEMENTATION) && !starts(LOOKED_INTO) || is_runner(name)
}

/// Returns true if a field is the JVM's own business: it holds structures of the JVM, or the collector changes it.
pub fn is_internal(class: &str, field: &str) -> bool {
    match class {
        "java/lang/Throwable" => field == "backtrace",
        "java/lang/ref/Reference" => matches!(field, "discovered" | "next" | "queue"),
        "java/lang/ref/SoftReference" => matches!(field, "timestamp" | "clock"),
        _ => false,
    }
}

/// Returns true if an instance field of a class of the JDK keeps what its object computed from other fields when it was first asked
/// for it: hashes, texts, views. Such a field tells which methods were called, and its value never matters.
pub fn is_computed(class: &str, field: &str, is_final: bool) -> bool {
    if is_final {
        return false;
    }
    match class {
        "java/util/Locale" => matches!(field, "hashCodeValue" | "languageTag"),
        "java/math/BigInteger" => field.ends_with("PlusOne") || field.ends_with("PlusTwo"),
        "java/math/BigDecimal" => matches!(field, "precision" | "stringCache"),
        "java/net/URI" => field == "hash" || field.starts_with("decoded"),
        "java/net/URL" => matches!(field, "hashCode" | "hostAddress"),
        "java/text/DecimalFormatSymbols" => field == "hashCode",
        "java/util/regex/Pattern" => field == "namedGroups",
        _ => is_cache(class, field),
    }
}

/// Returns true if a class boxes a primitive.
pub fn is_box(class: &str) -> bool {
    let boxes = ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"];
    class.strip_prefix("java/lang/").is_some_and(|name| boxes.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_the_subjects_classes_and_listed_ones_of_the_jdk() {
        assert_eq!(of_class("com/acme/Registry", false), Some(&[][..]));
        assert_eq!(of_class("org/junit/runner/JUnitCore", false), None);
        assert_eq!(of_class("org/junitpioneer/Thing", false), Some(&[][..]));
        assert_eq!(of_class("java/util/TimeZone", true), Some(&["defaultTimeZone"][..]));
        assert_eq!(of_class("java/util/HashMap", true), None);
    }

    #[test]
    fn what_objects_of_the_jdk_compute_from_their_other_fields_is_not_state() {
        for (class, field) in [
            ("java/util/Locale", "hashCodeValue"),
            ("java/math/BigInteger", "bitLengthPlusOne"),
            ("java/net/URI", "decodedPath"),
            ("java/util/AbstractMap", "keySet"),
        ] {
            assert!(is_computed(class, field, false), "{class}.{field}");
        }
        for (class, field) in [
            ("java/util/Locale", "baseLocale"),
            ("java/util/HashMap", "modCount"),
            ("java/net/URI", "path"),
            ("com/acme/Money", "hashCodeValue"),
        ] {
            assert!(!is_computed(class, field, false), "{class}.{field}");
        }
        assert!(!is_computed("java/math/BigInteger", "magPlusOne", true));
    }

    #[test]
    fn what_stands_for_something_else_is_opaque() {
        for class in
            ["java/lang/Thread", "java/lang/Thread$State", "java/nio/ByteBuffer", "jdk/internal/misc/VM"]
        {
            assert!(is_opaque(class, true), "{class}");
        }
        for class in ["java/util/HashMap", "java/lang/ThreadLocal", "sun/util/calendar/ZoneInfo"] {
            assert!(!is_opaque(class, true), "{class}");
        }
        assert!(!is_opaque("com/acme/Registry", false));
        assert!(is_opaque("org/junit/rules/TemporaryFolder", false));
    }
}
