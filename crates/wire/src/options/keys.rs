//! The one table of keys: what they are called, take, default to and mean.

/// A key of the option string.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    /// The form of its value.
    pub value: &'static str,
    /// The default as it would be written; empty where nothing is the default.
    pub default: &'static str,
    /// Its description, for help and documentation.
    pub meaning: &'static str,
}

impl Key {
    /// Returns whether the key may stand without a value.
    pub fn is_switch(&self) -> bool {
        self.value == SWITCH
    }

    /// Returns whether the value is a list, with `:` or `;` between its items.
    pub fn is_list(&self) -> bool {
        [PATTERNS, METHODS, WORDS, NAMES].contains(&self.value)
    }

    /// The key of a name.
    pub fn named(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }
}

const SWITCH: &str = "true|false";
const PATTERNS: &str = "PATTERNS";
const METHODS: &str = "METHODS";
const WORDS: &str = "WORDS";
const NAMES: &str = "NAMES";

const fn key(name: &'static str, value: &'static str, default: &'static str, meaning: &'static str) -> Key {
    Key { name, value, default, meaning }
}

/// All keys, in the order in which they are shown and written.
#[rustfmt::skip]
pub const KEYS: &[Key] = &[
    key("mode", "record|detach|snapshot", "record", "what the agent does; detach ends what an earlier attach began"),
    key("out", "DIRECTORY", "reenact-recording", "where the recording goes; %p stands for the process id"),
    key("plan", "FILE", "", "the probe plan; without one it follows from the patterns"),
    key("include", PATTERNS, "", "classes to record, such as com.acme.** (`:` or `;` between them)"),
    key("exclude", PATTERNS, "", "classes to leave alone, though included"),
    key("methods", METHODS, "", "methods to record, such as com.acme.Shop#order"),
    key("all", SWITCH, "false", "every method with code in included classes"),
    key("visibility", "public|protected|package|private", "public", "the least visible methods to record"),
    key("static", SWITCH, "true", "record static methods"),
    key("deprecated", SWITCH, "true", "record deprecated methods"),
    key("local-classes", SWITCH, "true", "record methods of anonymous and local classes"),
    key("test-classes", SWITCH, "false", "record methods of test classes"),
    key("min-statements", "NUMBER", "2", "leave out methods of fewer statements"),
    key("sample-first", "NUMBER", "20", "record this many first calls of each method"),
    key("sample-backoff", "NUMBER", "2", "then let the pause between captures grow by this factor (1: keep every call, 0: none)"),
    key("nested", SWITCH, "true", "record calls inside of recorded calls; if not, then only those of the JDK's methods"),
    key("blocks", SWITCH, "false", "note which code of included classes runs, so that `generate` can say how much of it tests run"),
    key("history", PATTERNS, "", "classes whose objects' constructors and changes are kept as histories"),
    key("history-memory", "SIZE", "32m", "native memory of histories, out of the agent's"),
    key("max-objects", "NUMBER", "10000", "objects in one graph"),
    key("max-bytes", "SIZE", "16m", "encoded bytes of one graph"),
    key("memory", "SIZE", "64m", "native memory of the agent"),
    key("disk", "SIZE", "2g", "size of the whole recording"),
    key("redact", SWITCH, "true", "mask values whose names or looks are those of secrets"),
    key("redact-names", WORDS, "", "more names to mask, such as customer-number"),
    key("redact-except", NAMES, "", "fields and parameters to leave, such as com.acme.Basket#pin"),
    key("redact-looks", SWITCH, "true", "mask texts that look like secrets, whatever they are called"),
    key("unsupported", "fail|skip", "fail", "on a JVM that cannot be recorded: stop it, or run the program without recording"),
    key("encrypt", "RECIPIENT", "", "reserved for encrypted recordings"),
    key("log", "off|error|warn|info|debug", "warn", "how much to say on standard error"),
];
