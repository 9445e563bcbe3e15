//! The agent's options: the string behind `-agentpath:libreenact_agent.so=`.
//!
//! The grammar is JaCoCo's: `key=value,key=value`. A comma separates only if a key and `=` follow, so a
//! comma inside a value is fine. Lists are separated by `:` or `;`. Switches are `true` or `false`, and a
//! switch without a value (`all`) is true. Sizes take `k`, `m` or `g`. An unknown key is an error that
//! names the nearest right one: an agent that ignores a misspelt option records the wrong thing.

mod error;
mod keys;
mod size;

use std::fmt;
use std::str::FromStr;

pub use error::OptionsError;
pub use keys::{KEYS, Key};
pub use size::Size;

use crate::pattern::{ClassPattern, MethodPattern};
use reenact_base::spelling::nearest;

/// The agent's options. Defaults are in [`KEYS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentOptions {
    pub mode: Mode,
    /// Directory of the recording. `%p` in it is the id of the process that records.
    pub out: String,
    /// File of the probe plan. It decides about classes, methods, histories and redaction, and the options for those
    /// are ignored; without a plan they make one.
    pub plan: Option<String>,
    pub include: Vec<ClassPattern>,
    pub exclude: Vec<ClassPattern>,
    pub methods: Vec<MethodPattern>,
    /// Every method with code in included classes, not only those of [`Selection`].
    pub all: bool,
    pub selection: Selection,
    pub sampling: Sampling,
    /// True if calls inside of recorded calls are recorded. Those of the JDK's methods always are.
    pub nested: bool,
    /// True if blocks of included code that run are noted.
    pub blocks: bool,
    /// Classes whose objects' histories are kept.
    pub history: Vec<ClassPattern>,
    pub budgets: Budgets,
    /// True if secret-like names and values are masked.
    pub redact: bool,
    /// More names to mask, word by word: `customer-number` is also `customerNumber`.
    pub redact_names: Vec<String>,
    /// Names that are not masked, of fields of a class and of parameters of its methods.
    pub redact_except: Vec<MethodPattern>,
    /// True if texts are masked for their content.
    pub redact_looks: bool,
    /// The behaviour in a JVM that cannot be recorded.
    pub unsupported: Unsupported,
    /// The recipients that recordings are encrypted for. Reserved: this version refuses it.
    pub encrypt: Option<String>,
    pub log: LogLevel,
}

/// Which methods of included classes are recorded without being named, after PRODJ's section 3.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The least visible methods that are taken.
    pub visibility: Visibility,
    pub statics: bool,
    pub deprecated: bool,
    /// Methods of anonymous and local classes.
    pub local_classes: bool,
    /// Methods of classes that belong to tests.
    pub test_classes: bool,
    /// Methods of fewer statements are left out. Counted are the instructions that statements compile to, not entries of
    /// the line-number table, which a class file need not have.
    pub min_statements: u32,
}

/// How calls are sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// The number of first calls of each method that are captured without a pause. Equal captures are not kept.
    pub first: u32,
    /// After them, the pause between captures grows by this factor: 2 doubles it each time. With 1 there are no
    /// pauses and every call is kept, whatever `first` says; with 0 no further call is captured.
    pub backoff: u32,
}

/// The limits of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budgets {
    /// Objects in one graph.
    pub objects: u32,
    /// Encoded bytes of one graph.
    pub bytes: Size,
    /// Native memory of the agent.
    pub memory: Size,
    /// The part of it that histories may take.
    pub history: Size,
    /// All segments of the recording.
    pub disk: Size,
}

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $($variant),+ }

        impl $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some($name::$variant),)+ _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word),+ })
            }
        }
    };
}

words! {
    /// The agent's mode. `detach` is for attaching only: it ends the running recording of that JVM,
    /// and when the answer has come it has ended and the original bytecode is back. `snapshot` is for JVMs that run tests: nothing is
    /// recorded, and the driver asks for snapshots of static state.
    Mode { Record = "record", Detach = "detach", Snapshot = "snapshot" }
}

words! {
    /// Behaviour in a JVM that cannot be recorded, such as one older than Java 17. `skip` is for options that
    /// reach every JVM which a build starts.
    Unsupported { Fail = "fail", Skip = "skip" }
}
words! {
    /// How much the agent says on standard error.
    LogLevel { Off = "off", Error = "error", Warn = "warn", Info = "info", Debug = "debug" }
}

words! {
    /// Visibility of methods, the most visible first.
    Visibility { Public = "public", Protected = "protected", Package = "package", Private = "private" }
}

impl Default for AgentOptions {
    fn default() -> Self {
        AgentOptions {
            mode: Mode::Record,
            out: "reenact-recording".to_owned(),
            plan: None,
            include: Vec::new(),
            exclude: Vec::new(),
            methods: Vec::new(),
            all: false,
            selection: Selection::default(),
            sampling: Sampling { first: 20, backoff: 2 },
            nested: true,
            blocks: false,
            history: Vec::new(),
            budgets: Budgets {
                objects: 10_000,
                bytes: Size::mebibytes(16),
                memory: Size::mebibytes(64),
                history: Size::mebibytes(32),
                disk: Size::mebibytes(2048),
            },
            redact: true,
            redact_names: Vec::new(),
            redact_except: Vec::new(),
            redact_looks: true,
            unsupported: Unsupported::Fail,
            encrypt: None,
            log: LogLevel::Warn,
        }
    }
}

impl Default for Selection {
    fn default() -> Self {
        Selection {
            visibility: Visibility::Public,
            statics: true,
            deprecated: true,
            local_classes: true,
            test_classes: false,
            min_statements: 2,
        }
    }
}

impl AgentOptions {
    /// The option string of these options, such that parsing it gives them back. Fails for a value
    /// that the grammar cannot carry, such as a directory with `,x=` in its name.
    pub fn encode(&self) -> Result<String, OptionsError> {
        let text = self.to_string();
        match text.parse::<AgentOptions>() {
            Ok(options) if options == *self => Ok(text),
            Ok(_) => Err(OptionsError::NotCarried { text }),
            Err(error) => Err(error),
        }
    }

    /// Sets one option as the option string would.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionsError> {
        let required = |value: &str| match value {
            "" => Err(OptionsError::invalid(key, value, "give it a value")),
            _ => Ok(value.to_owned()),
        };
        match key {
            "mode" => self.mode = word(key, value, Mode::from_word, Mode::WORDS)?,
            "out" => self.out = required(value)?,
            "plan" => self.plan = Some(required(value)?),
            "include" => self.include = list(key, value)?,
            "exclude" => self.exclude = list(key, value)?,
            "methods" => self.methods = list(key, value)?,
            "all" => self.all = switch(key, value)?,
            "visibility" => {
                self.selection.visibility = word(key, value, Visibility::from_word, Visibility::WORDS)?
            }
            "static" => self.selection.statics = switch(key, value)?,
            "deprecated" => self.selection.deprecated = switch(key, value)?,
            "local-classes" => self.selection.local_classes = switch(key, value)?,
            "test-classes" => self.selection.test_classes = switch(key, value)?,
            "min-statements" => self.selection.min_statements = number(key, value)?,
            "sample-first" => self.sampling.first = number(key, value)?,
            "sample-backoff" => self.sampling.backoff = number(key, value)?,
            "nested" => self.nested = switch(key, value)?,
            "blocks" => self.blocks = switch(key, value)?,
            "history" => self.history = list(key, value)?,
            "history-memory" => self.budgets.history = size(key, value)?,
            "max-objects" => self.budgets.objects = number(key, value)?,
            "max-bytes" => self.budgets.bytes = size(key, value)?,
            "memory" => self.budgets.memory = size(key, value)?,
            "disk" => self.budgets.disk = size(key, value)?,
            "redact" => self.redact = switch(key, value)?,
            "redact-names" => self.redact_names = list(key, value)?,
            "redact-except" => self.redact_except = list(key, value)?,
            "redact-looks" => self.redact_looks = switch(key, value)?,
            "unsupported" => self.unsupported = word(key, value, Unsupported::from_word, Unsupported::WORDS)?,
            "encrypt" => self.encrypt = Some(required(value)?),
            "log" => self.log = word(key, value, LogLevel::from_word, LogLevel::WORDS)?,
            _ => return Err(OptionsError::unknown(key)),
        }
        Ok(())
    }

    /// The value of a key as it is written, or `None` where there is none to write.
    fn value(&self, key: &str) -> Option<String> {
        let Selection { visibility, statics, deprecated, local_classes, test_classes, min_statements } =
            self.selection;
        let Budgets { objects, bytes, memory, history, disk } = self.budgets;
        Some(match key {
            "mode" => self.mode.to_string(),
            "out" => self.out.clone(),
            "plan" => self.plan.clone()?,
            "include" => join(&self.include)?,
            "exclude" => join(&self.exclude)?,
            "methods" => join(&self.methods)?,
            "all" => self.all.to_string(),
            "visibility" => visibility.to_string(),
            "static" => statics.to_string(),
            "deprecated" => deprecated.to_string(),
            "local-classes" => local_classes.to_string(),
            "test-classes" => test_classes.to_string(),
            "min-statements" => min_statements.to_string(),
            "sample-first" => self.sampling.first.to_string(),
            "sample-backoff" => self.sampling.backoff.to_string(),
            "nested" => self.nested.to_string(),
            "blocks" => self.blocks.to_string(),
            "history" => join(&self.history)?,
            "history-memory" => history.to_string(),
            "max-objects" => objects.to_string(),
            "max-bytes" => bytes.to_string(),
            "memory" => memory.to_string(),
            "disk" => disk.to_string(),
            "redact" => self.redact.to_string(),
            "redact-names" => join(&self.redact_names)?,
            "redact-except" => join(&self.redact_except)?,
            "redact-looks" => self.redact_looks.to_string(),
            "unsupported" => self.unsupported.to_string(),
            "encrypt" => self.encrypt.clone()?,
            "log" => self.log.to_string(),
            _ => return None,
        })
    }
}

impl FromStr for AgentOptions {
    type Err = OptionsError;

    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let mut options = AgentOptions::default();
        let mut given: Vec<&str> = Vec::new();
        for assignment in assignments(text) {
            let (key, value) = match assignment.split_once('=') {
                Some(pair) => pair,
                None if KEYS.iter().any(|key| key.is_switch() && key.name == assignment) => {
                    (assignment, "true")
                }
                None if KEYS.iter().any(|key| key.name == assignment) => {
                    return Err(OptionsError::invalid(assignment, "", "give it a value"));
                }
                None => return Err(OptionsError::unknown(assignment)),
            };
            if given.contains(&key) {
                return Err(OptionsError::Twice { key: key.to_owned() });
            }
            given.push(key);
            options.set(key, value)?;
        }
        Ok(options)
    }
}

/// The options that differ from their defaults, in the order of [`KEYS`].
impl fmt::Display for AgentOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = AgentOptions::default();
        let changed = KEYS.iter().filter_map(|key| {
            let value = self.value(key.name);
            if value == defaults.value(key.name) { None } else { Some((key.name, value?)) }
        });
        for (index, (key, value)) in changed.enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{key}={value}")?;
        }
        Ok(())
    }
}

/// Cuts at commas that a key and `=`, or a switch alone, follow.
fn assignments(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (comma, _) in text.match_indices(',') {
        let rest = &text[comma + 1..];
        let word = rest.bytes().take_while(|&b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_').count();
        let follows = rest[word..].bytes().next();
        let is_key = word > 0 && follows == Some(b'=');
        let is_switch = matches!(follows, None | Some(b','))
            && KEYS.iter().any(|key| key.is_switch() && key.name == &rest[..word]);
        if is_key || is_switch {
            parts.push(&text[start..comma]);
            start = comma + 1;
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}

fn word<T>(key: &str, value: &str, parse: fn(&str) -> Option<T>, words: &[&str]) -> Result<T, OptionsError> {
    parse(value).ok_or_else(|| {
        let advice = match nearest(value, words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("choose one of {}", words.join(", ")),
        };
        OptionsError::invalid(key, value, advice)
    })
}

fn switch(key: &str, value: &str) -> Result<bool, OptionsError> {
    match value {
        "true" | "on" | "yes" => Ok(true),
        "false" | "off" | "no" => Ok(false),
        _ => Err(OptionsError::invalid(key, value, "write `true` or `false`")),
    }
}

fn number(key: &str, value: &str) -> Result<u32, OptionsError> {
    value.parse().map_err(|_| OptionsError::invalid(key, value, "write a whole number"))
}

fn size(key: &str, value: &str) -> Result<Size, OptionsError> {
    value
        .parse()
        .map_err(|()| OptionsError::invalid(key, value, "write a size such as `512k`, `64m` or `2g`"))
}

fn list<T: FromStr<Err: fmt::Display>>(key: &str, value: &str) -> Result<Vec<T>, OptionsError> {
    let items = value.split([':', ';']).filter(|item| !item.is_empty());
    items.map(|item| item.parse().map_err(|error: T::Err| OptionsError::invalid(key, item, error))).collect()
}

fn join<T: fmt::Display>(items: &[T]) -> Option<String> {
    if items.is_empty() {
        return None;
    }
    Some(items.iter().map(T::to_string).collect::<Vec<_>>().join(":"))
}

#[cfg(test)]
mod tests;
