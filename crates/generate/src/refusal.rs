//! Why a case has no test, and what to do about it.

use std::fmt;

use reenact_base::name::InternalName;
use reenact_rebuild::plan::{Member, NoHistory, Reason, Unbuilt};

use crate::code::Unwritable;

/// Why a case has no test.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// Objects that the call needs cannot be rebuilt.
    Unbuilt(Vec<Unbuilt>),
    /// A value that the call needs was kept out of the recording: the field that held it.
    Masked(String),
    /// The method cannot be called from a test.
    NotCallable(NotCallable),
    /// The call did not end, or its state afterwards was not captured.
    NoOutcome,
    /// A test can observe nothing of the outcome.
    NothingObservable {
        /// Whether something changed that a test cannot see.
        has_hidden_change: bool,
    },
    /// The compiler writes the body of the method, such as `values()` of an enum.
    Generated,
    /// The method computes a hash code: no caller relies on the number.
    HashCode,
    /// The call returned its receiver, as a fluent setter does, and a test can see nothing else of it.
    ReturnsItself,
    /// A test can see of the result that it exists, and nothing else.
    ResultNotObservable {
        /// The declared class of the result, by binary name.
        class: String,
    },
    /// The test would hold a path that was made up when the program ran.
    TemporaryPath {
        path: String,
    },
    /// All that could be asserted differs in the next JVM.
    Unstable,
    /// The code would be too long for the JVM's limit on methods.
    TooBig,
    /// It would have more lines than allowed.
    TooLong {
        most: usize,
    },
    Unwritable(Unwritable),
}

/// Why a method cannot be called from a test: `method` is `pkg.Class.method`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotCallable {
    ClassMissing {
        class: String,
    },
    OfTheJdk {
        method: String,
    },
    Missing {
        method: String,
    },
    OtherKind {
        method: String,
    },
    ArgumentsMissing {
        method: String,
    },
    ReceiverMissing {
        method: String,
    },
    Private {
        method: String,
    },
    NotAccessible {
        method: String,
    },
    /// It was called by `super` from a class that overrides it; a test's call would run the override.
    Overridden {
        method: String,
        class: String,
    },
    /// A constructor that was called by `super(…)`: for an object of this class, if that is known.
    NotByNew {
        method: String,
        class: Option<String>,
    },
}

impl From<Unwritable> for Refusal {
    fn from(unwritable: Unwritable) -> Self {
        Refusal::Unwritable(unwritable)
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())?;
        match self.help() {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl Refusal {
    /// Returns the stable code, such as `unbuilt-no-constructor`.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Unbuilt(unbuilt) => {
                unbuilt.first().map_or("unbuilt", |unbuilt| unbuilt_code(&unbuilt.reason))
            }
            Refusal::Masked(_) => "value-masked",
            Refusal::NotCallable(NotCallable::Private { .. }) => "method-private",
            Refusal::NotCallable(NotCallable::Overridden { .. }) => "method-overridden",
            Refusal::NotCallable(NotCallable::ClassMissing { .. } | NotCallable::Missing { .. }) => {
                "method-missing"
            }
            Refusal::NotCallable(_) => "method-not-callable",
            Refusal::NoOutcome => "no-outcome",
            Refusal::NothingObservable { has_hidden_change: true } => "change-not-observable",
            Refusal::NothingObservable { has_hidden_change: false } => "nothing-observable",
            Refusal::Generated => "method-generated",
            Refusal::HashCode => "hash-code",
            Refusal::ReturnsItself => "returns-itself",
            Refusal::ResultNotObservable { .. } => "result-not-observable",
            Refusal::Unstable => "outcome-unstable",
            Refusal::TemporaryPath { .. } => "temporary-path",
            Refusal::TooBig => "test-too-big",
            Refusal::TooLong { .. } => "test-too-long",
            Refusal::Unwritable(_) => "not-expressible",
        }
    }

    /// Returns what is wrong.
    pub fn summary(&self) -> String {
        match self {
            Refusal::Unbuilt(unbuilt) => match unbuilt.as_slice() {
                [] => "an object cannot be rebuilt".to_owned(),
                [first] => unbuilt_summary(first),
                [first, rest @ ..] => format!("{} (and {} more)", unbuilt_summary(first), rest.len()),
            },
            Refusal::Masked(place) => format!("{place} is masked by redaction"),
            Refusal::NotCallable(why) => why.summary(),
            Refusal::NoOutcome => "the recording does not have the end of the call".to_owned(),
            Refusal::NothingObservable { has_hidden_change: true } => {
                "the change that the call made cannot be observed from its package".to_owned()
            }
            Refusal::NothingObservable { has_hidden_change: false } => {
                "the call returned nothing and changed nothing that was captured".to_owned()
            }
            Refusal::Generated => "the compiler generates the method".to_owned(),
            Refusal::HashCode => "the method computes a hash code, on which no caller relies".to_owned(),
            Refusal::ReturnsItself => {
                "the call returned its own object, and nothing that it set can be observed".to_owned()
            }
            Refusal::ResultNotObservable { class } => {
                format!("nothing of the result can be observed but that it is a {class}")
            }
            Refusal::Unstable => {
                "the outcome holds an object's identity hash, which differs in every JVM".to_owned()
            }
            Refusal::TemporaryPath { .. } => {
                "the test would hold a temporary path of the recorded run".to_owned()
            }
            Refusal::TooBig => "the test would exceed the JVM's limit of 64 KB for a method".to_owned(),
            Refusal::TooLong { most } => format!("the test would have more than {most} lines"),
            Refusal::Unwritable(unwritable) => unwritable.to_string(),
        }
    }

    /// Returns what is particular to the case; may be empty.
    pub fn detail(&self) -> &str {
        match self {
            Refusal::TemporaryPath { path } => path,
            _ => "",
        }
    }

    /// Returns what to do about it, if anything can be done.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            Refusal::Unbuilt(unbuilt) => unbuilt_help(&unbuilt.first()?.reason)?,
            Refusal::Masked(_) => {
                "if it is not a secret, allow it in [redaction] of reenact.toml and record again"
            }
            Refusal::NotCallable(why) => why.help()?,
            Refusal::NothingObservable { has_hidden_change: true } => {
                "add a getter or a package-private field"
            }
            // The classes of the JDK are as they are.
            Refusal::ResultNotObservable { class } if class.starts_with("java.") => return None,
            Refusal::ResultNotObservable { .. } => {
                "add `equals`, a getter or a package-private field to its class"
            }
            Refusal::TooLong { .. } => "pass --max-lines to allow more",
            _ => return None,
        };
        Some(help.to_owned())
    }
}

impl NotCallable {
    fn summary(&self) -> String {
        match self {
            NotCallable::ClassMissing { class } => format!("{class} is not on the class path"),
            NotCallable::OfTheJdk { method } => {
                format!("{method} belongs to the JDK; tests cannot be in its package")
            }
            NotCallable::Missing { method } => format!("{method} is not in the class as it is now"),
            NotCallable::OtherKind { method } => format!("{method} was recorded as another kind of method"),
            NotCallable::ArgumentsMissing { method } => {
                format!("the recording does not have all arguments of {method}")
            }
            NotCallable::ReceiverMissing { method } => {
                format!("the recording does not have the receiver of {method}")
            }
            NotCallable::Private { method } => format!("{method} is private"),
            NotCallable::NotAccessible { method } => {
                format!("{method} cannot be called from a test in its package")
            }
            NotCallable::Overridden { method, class } => {
                format!("{method} was called by `super` from {class}, which overrides it")
            }
            NotCallable::NotByNew { method, class: Some(class) } => {
                format!("{method} was called by `super(…)` for an object of {class}")
            }
            NotCallable::NotByNew { method, class: None } => {
                format!("{method} cannot be called with `new`: its class is abstract or an enum")
            }
        }
    }

    fn help(&self) -> Option<&'static str> {
        match self {
            NotCallable::ClassMissing { .. } => Some("add the jar it comes from to --classpath"),
            NotCallable::Missing { .. } | NotCallable::OtherKind { .. } => {
                Some("record again with this version")
            }
            NotCallable::Private { .. } => Some("make it package-private to test it by itself"),
            _ => None,
        }
    }
}

fn unbuilt_code(reason: &Reason) -> &'static str {
    match reason {
        Reason::NotCaptured => "unbuilt-not-captured",
        Reason::ClassMissing => "unbuilt-class-missing",
        Reason::OtherVersion => "unbuilt-other-version",
        Reason::NotAccessible => "unbuilt-not-accessible",
        Reason::NoWay { fields } if fields.is_empty() => "unbuilt-no-constructor",
        Reason::NoWay { .. } => "unbuilt-no-setter",
        Reason::Injected { .. } => "unbuilt-injected",
        Reason::Lambda => "unbuilt-lambda",
        Reason::OutsideTheHeap => "unbuilt-outside-heap",
        Reason::Cycle => "unbuilt-cycle",
        Reason::TooBig => "unbuilt-too-big",
        Reason::Adapter(_) => "unbuilt-adapter",
        Reason::NoHistory { reason, .. } => unbuilt_code(reason),
    }
}

fn unbuilt_summary(unbuilt: &Unbuilt) -> String {
    format!(
        "cannot rebuild {}: {}",
        InternalName::new(&unbuilt.class).to_binary(),
        reason_summary(&unbuilt.reason)
    )
}

fn reason_summary(reason: &Reason) -> String {
    let fields = |fields: &[Box<str>]| {
        let fields: Vec<String> =
            fields.iter().map(|field| format!("`{}`", InternalName::new(field).to_binary())).collect();
        fields.join(", ")
    };
    match reason {
        Reason::NotCaptured => "it was not captured".to_owned(),
        Reason::ClassMissing => "it is not on the class path".to_owned(),
        Reason::OtherVersion => "its fields are not those that were recorded".to_owned(),
        Reason::NotAccessible => "it is not accessible from the test's package".to_owned(),
        Reason::NoWay { fields } if fields.is_empty() => {
            "no accessible constructor, factory or builder makes it".to_owned()
        }
        Reason::NoWay { fields: unset } => {
            format!("no accessible constructor or method sets {}", fields(unset))
        }
        Reason::Injected { fields: injected } => {
            format!("a framework injects {} by reflection, which test code cannot do", fields(injected))
        }
        Reason::Lambda => "it is a lambda, whose code only its maker has".to_owned(),
        Reason::OutsideTheHeap => "it stands for a thread, a file or a connection".to_owned(),
        Reason::Cycle => "it needs an object that needs it, each in its constructor".to_owned(),
        Reason::TooBig => "it is too big for a readable test".to_owned(),
        Reason::Adapter(why) => format!("in its adapter in reenact.toml, {why}"),
        Reason::NoHistory { reason, why } => format!("{}; {}", reason_summary(reason), history_summary(why)),
    }
}

fn unbuilt_help(reason: &Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::NotCaptured => "raise the budget or widen the frontier",
        Reason::ClassMissing => "add the jar it comes from",
        Reason::OtherVersion => "record again with this version",
        Reason::NotAccessible => "make it package-private, or add an adapter to reenact.toml",
        Reason::NoWay { fields } if fields.is_empty() => "add one, or an adapter to reenact.toml",
        Reason::NoWay { .. } => {
            "add a constructor or a package-private setter, or an adapter to reenact.toml"
        }
        Reason::Injected { .. } => "inject it through the constructor",
        Reason::Lambda | Reason::OutsideTheHeap => "add an adapter to reenact.toml",
        Reason::NoHistory { why: NoHistory::Lost, .. } => {
            "raise --history-memory, or add an adapter to reenact.toml"
        }
        Reason::NoHistory { reason, .. } => return unbuilt_help(reason),
        Reason::Cycle | Reason::TooBig | Reason::Adapter(_) => return None,
    })
}

/// Returns why the recorded history of the object does not help either.
fn history_summary(why: &NoHistory) -> String {
    let named = |member: &Member| {
        let class = InternalName::new(&member.class).to_binary();
        match &*member.name {
            "<init>" => format!("a constructor of {class}"),
            name => format!("{class}#{name}"),
        }
    };
    match why {
        NoHistory::NoOrigin => "how it was made was not recorded".to_owned(),
        NoHistory::Lost => "its history is too long to be recorded".to_owned(),
        NoHistory::NotAccessible(member) => {
            format!("it was changed by {}, which the test's package cannot use", named(member))
        }
        NoHistory::Masked(member) => format!("an argument of {} is masked by redaction", named(member)),
        NoHistory::MadeInside(member) => {
            format!("it was made by {} within another object, and no method returns it", named(member))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_what_and_then_what_to_do() {
        for (refusal, code, message) in [
            (
                Refusal::Masked("a.B#password".to_owned()),
                "value-masked",
                "a.B#password is masked by redaction; if it is not a secret, allow it in [redaction] of reenact.toml \
                 and record again",
            ),
            (
                Refusal::NotCallable(NotCallable::Private { method: "a.B.c".to_owned() }),
                "method-private",
                "a.B.c is private; make it package-private to test it by itself",
            ),
            (Refusal::Unbuilt(Vec::new()), "unbuilt", "an object cannot be rebuilt"),
            (
                Refusal::TooLong { most: 200 },
                "test-too-long",
                "the test would have more than 200 lines; pass --max-lines to allow more",
            ),
        ] {
            assert_eq!((refusal.code(), &*refusal.to_string()), (code, message));
        }
    }

    #[test]
    fn the_reason_behind_a_missing_history_gives_the_code() {
        let reason = Box::new(Reason::NoWay { fields: vec!["B.c".into()] });
        let reason = Reason::NoHistory { reason, why: NoHistory::NoOrigin };
        assert_eq!(unbuilt_code(&reason), "unbuilt-no-setter");
        assert_eq!(
            reason_summary(&reason),
            "no accessible constructor or method sets `B.c`; how it was made was not recorded"
        );
    }
}
