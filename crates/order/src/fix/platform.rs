//! Setters of the JDK's own state.

use reenact_java::edit::Snippet;
use reenact_java::model::{ClassName, Literal};

use super::candidate::{Candidate, Origin};
use super::program::{Program, Reach, literal};
use super::state::PollutedField;

/// State of the JDK that is saved and restored: the method that a polluter calls, its class, the type and expression of the
/// value, the name of the variable, the state in words, and the method that restores it.
struct Saved {
    class: &'static str,
    method: &'static str,
    ty: (&'static str, &'static str),
    name: &'static str,
    what: &'static str,
    getter: &'static str,
    setter: &'static str,
}

/// Entries of a part that each have a candidate.
const MOST_ENTRIES: usize = 8;

const SAVED: &[Saved] = &[
    Saved {
        class: "java/util/Locale",
        method: "setDefault",
        ty: ("java.util", "Locale"),
        name: "savedLocale",
        what: "the default locale",
        getter: "getDefault()",
        setter: "setDefault",
    },
    Saved {
        class: "java/util/TimeZone",
        method: "setDefault",
        ty: ("java.util", "TimeZone"),
        name: "savedTimeZone",
        what: "the default time zone",
        getter: "getDefault()",
        setter: "setDefault",
    },
    Saved {
        class: "java/lang/System",
        method: "setOut",
        ty: ("java.io", "PrintStream"),
        name: "savedOut",
        what: "System.out",
        getter: "out",
        setter: "setOut",
    },
    Saved {
        class: "java/lang/System",
        method: "setErr",
        ty: ("java.io", "PrintStream"),
        name: "savedErr",
        what: "System.err",
        getter: "err",
        setter: "setErr",
    },
    Saved {
        class: "java/lang/System",
        method: "setIn",
        ty: ("java.io", "InputStream"),
        name: "savedIn",
        what: "System.in",
        getter: "in",
        setter: "setIn",
    },
    Saved {
        class: "java/lang/System",
        method: "setProperties",
        ty: ("java.util", "Properties"),
        name: "savedProperties",
        what: "the system properties",
        getter: "getProperties()",
        setter: "setProperties",
    },
    Saved {
        class: "java/lang/System",
        method: "setSecurityManager",
        ty: ("java.lang", "SecurityManager"),
        name: "savedSecurityManager",
        what: "the security manager",
        getter: "getSecurityManager()",
        setter: "setSecurityManager",
    },
    Saved {
        class: "java/net/ProxySelector",
        method: "setDefault",
        ty: ("java.net", "ProxySelector"),
        name: "savedProxySelector",
        what: "the default proxy selector",
        getter: "getDefault()",
        setter: "setDefault",
    },
    Saved {
        class: "java/net/CookieHandler",
        method: "setDefault",
        ty: ("java.net", "CookieHandler"),
        name: "savedCookieHandler",
        what: "the default cookie handler",
        getter: "getDefault()",
        setter: "setDefault",
    },
    Saved {
        class: "java/lang/Thread",
        method: "setDefaultUncaughtExceptionHandler",
        ty: ("java.lang", "Thread.UncaughtExceptionHandler"),
        name: "savedHandler",
        what: "the default handler of uncaught exceptions",
        getter: "getDefaultUncaughtExceptionHandler()",
        setter: "setDefaultUncaughtExceptionHandler",
    },
    Saved {
        class: "java/lang/Thread",
        method: "setContextClassLoader",
        ty: ("java.lang", "ClassLoader"),
        name: "savedLoader",
        what: "the context class loader of the thread",
        getter: "currentThread().getContextClassLoader()",
        setter: "currentThread().setContextClassLoader",
    },
    Saved {
        class: "java/net/HttpURLConnection",
        method: "setFollowRedirects",
        ty: ("", "boolean"),
        name: "savedFollowRedirects",
        what: "whether redirects are followed",
        getter: "getFollowRedirects()",
        setter: "setFollowRedirects",
    },
];

/// Returns candidates for the state of the JDK that a polluter changes.
pub(super) fn candidates(program: &Program<'_>, polluter: &Reach) -> Vec<Candidate> {
    let world = program.world;
    let mut found = Vec::new();
    for (&method, &(distance, caller)) in &polluter.platform {
        let view = world.view(method);
        let (class, name) = (view.class().name().to_str().into_owned(), view.name().to_str().into_owned());
        let near = distance as u32;
        for saved in SAVED.iter().filter(|saved| saved.class == class && saved.method == name) {
            found.push(save_and_restore(saved, near));
        }
        // Names of loggers and the like may be constants of the class.
        let initializer = world.view(caller).class().method("<clinit>", "()V").map(|method| method.id());
        let texts = || {
            let methods = std::iter::once(caller).chain(initializer);
            let texts = methods.flat_map(|method| program.constants(method).texts);
            texts.filter(|text| text.len() <= 100).take(8)
        };
        match (class.as_str(), name.as_str()) {
            ("java/net/Authenticator", "setDefault") => {
                found.extend(of_part(&PollutedField::new("java/net/Authenticator", "theAuthenticator")));
            }
            ("java/lang/System", "setProperty" | "clearProperty" | "setProperties") => {
                for (at, key) in texts().enumerate() {
                    found.push(property(key, near, at as u32));
                }
            }
            ("java/security/Security", "addProvider" | "insertProviderAt") => {
                for (at, key) in texts().enumerate() {
                    let security = Snippet::class(ClassName::new("java.security", &["Security"]));
                    let call =
                        security.then(".removeProvider(").with(&literal(Literal::String(key))).then(");");
                    found.push(plain(call, "the security providers", near + 6 + at as u32));
                }
            }
            (
                "java/util/logging/Logger",
                "setLevel" | "addHandler" | "setUseParentHandlers" | "setFilter",
            ) => {
                let manager = Snippet::class(ClassName::new("java.util.logging", &["LogManager"]));
                let reset = manager.clone().then(".getLogManager().reset();");
                found.push(plain(reset, "the loggers", near + 8));
                let read = manager.then(".getLogManager().readConfiguration();");
                found.push(Candidate { throws: true, ..plain(read, "the loggers", near + 9) });
                for (at, name) in texts().enumerate() {
                    let logger = Snippet::class(ClassName::new("java.util.logging", &["Logger"]));
                    let logger = logger
                        .then(".getLogger(")
                        .with(&literal(Literal::String(name)))
                        .then(").setLevel(null);");
                    found.push(plain(logger, "the level of the logger", near + 6 + at as u32));
                }
            }
            ("java/lang/Thread", "interrupt") => {
                let thread = Snippet::class(ClassName::new("java.lang", &["Thread"]));
                found.push(plain(
                    thread.then(".interrupted();"),
                    "the interrupted state of the thread",
                    near + 10,
                ));
            }
            _ => {}
        }
    }
    found
}

/// Returns candidates for a part of the JDK's state whose clean value is known.
pub(super) fn of_part(polluted: &PollutedField) -> Vec<Candidate> {
    let mut found = Vec::new();
    match (polluted.class.as_str(), polluted.field.as_str()) {
        ("java/lang/System", "props") => {
            let lost = &polluted.lost_entries;
            let is_new = |key: &&String| !lost.iter().any(|(lost, _)| lost == *key);
            for key in polluted.added_keys.iter().filter(is_new).take(MOST_ENTRIES) {
                found.push(property(key.encode_utf16().collect(), 0, 0));
            }
            for (key, value) in lost.iter().take(MOST_ENTRIES) {
                let text = |text: &str| literal(Literal::string(text));
                let system = Snippet::class(ClassName::lang("System"));
                let call = system.then(".setProperty(").with(&text(key)).then(", ").with(&text(value));
                found.push(plain(call.then(");"), &format!("the system property {key}"), 0));
            }
        }
        ("java/net/Authenticator", _) => {
            let class = Snippet::class(ClassName::new("java.net", &["Authenticator"]));
            found.push(plain(class.then(".setDefault(null);"), "the default authenticator", 0));
        }
        _ => {}
    }
    found
}

fn plain(statement: Snippet, state: &str, rank: u32) -> Candidate {
    Candidate {
        origin: Origin::Platform,
        statements: vec![statement],
        saved: None,
        throws: false,
        state: state.to_owned(),
        rank,
    }
}

/// Clears a system property.
fn property(key: Vec<u16>, near: u32, at: u32) -> Candidate {
    let name = String::from_utf16_lossy(&key);
    let system = Snippet::class(ClassName::lang("System"));
    let call = system.then(".clearProperty(").with(&literal(Literal::String(key))).then(");");
    // A dot is in most names of properties, and in few of their values.
    let unlikely = if name.contains('.') && !name.contains([' ', '/', ':']) { 0 } else { 8 };
    plain(call, &format!("the system property {name}"), near + 4 + at + unlikely)
}

fn save_and_restore(saved: &Saved, near: u32) -> Candidate {
    let (package, class) = saved.class.rsplit_once('/').unwrap_or(("", saved.class));
    let owner = Snippet::class(ClassName::new(&package.replace('/', "."), &[class]));
    let ty = match saved.ty {
        ("", primitive) => Snippet::text(primitive),
        (package, names) => Snippet::class(ClassName::new(package, &names.split('.').collect::<Vec<_>>())),
    };
    let restore = owner.clone().then(format!(".{}({});", saved.setter, saved.name));
    Candidate {
        origin: Origin::SavedAndRestored,
        statements: vec![restore],
        saved: Some((ty, saved.name.to_owned(), owner.then(format!(".{}", saved.getter)))),
        throws: false,
        state: saved.what.to_owned(),
        rank: near + 2,
    }
}
