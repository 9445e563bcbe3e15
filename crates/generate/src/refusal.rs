//! Why a case has no test, in words that a person can act on.

use std::fmt;

use reenact_rebuild::plan::{Member, NoHistory, Reason, Unbuilt};

use crate::code::Unwritable;

/// Why a case has no test.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// Objects that the call needs cannot be rebuilt.
    Unbuilt(Vec<Unbuilt>),
    /// A value that the call needs was kept out of the recording; where it was.
    Masked(String),
    /// The method cannot be called from a test; why.
    NotCallable(String),
    /// The call did not end, or its state afterwards was not captured.
    NoOutcome,
    /// Nothing of the outcome can be seen from a test; whether something changed unseen.
    NothingObservable {
        has_hidden_change: bool,
    },
    /// All that could be asserted is another in the next JVM.
    Unstable,
    /// The code would be too long for the JVM's limit on methods.
    TooBig,
    /// It would have more lines than anybody reads.
    TooLong {
        most: usize,
    },
    Unwritable(Unwritable),
}

impl From<Unwritable> for Refusal {
    fn from(unwritable: Unwritable) -> Self {
        Refusal::Unwritable(unwritable)
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unbuilt(unbuilt) => match unbuilt.as_slice() {
                [] => f.write_str("an object cannot be rebuilt"),
                [first] => write_unbuilt(f, first),
                [first, rest @ ..] => {
                    write_unbuilt(f, first)?;
                    write!(f, " (and {} more)", rest.len())
                }
            },
            Refusal::Masked(place) => {
                write!(
                    f,
                    "{place} is masked by redaction; if it is no secret, say so in [redaction] of reenact.toml \
                     and record again"
                )
            }
            Refusal::NotCallable(why) => f.write_str(why),
            Refusal::NoOutcome => f.write_str("how the call ended is not in the recording"),
            Refusal::NothingObservable { has_hidden_change: true } => f.write_str(
                "what the call changed cannot be seen from its package; add a getter or a package-private field",
            ),
            Refusal::NothingObservable { has_hidden_change: false } => {
                f.write_str("the call returned nothing and changed nothing that was captured")
            }
            Refusal::Unstable => {
                f.write_str("the outcome holds an object's identity hash, which differs in every JVM")
            }
            Refusal::TooBig => f.write_str("the test would pass the JVM's limit of 64 KB for a method"),
            Refusal::TooLong { most } => write!(
                f,
                "the test would have more than {most} lines, which nobody reads; --max-lines allows more"
            ),
            Refusal::Unwritable(unwritable) => unwritable.fmt(f),
        }
    }
}

fn write_unbuilt(f: &mut fmt::Formatter<'_>, unbuilt: &Unbuilt) -> fmt::Result {
    let class = unbuilt.class.replace('/', ".");
    write!(f, "cannot rebuild {class}: ")?;
    write_reason(f, &unbuilt.reason)
}

fn write_reason(f: &mut fmt::Formatter<'_>, reason: &Reason) -> fmt::Result {
    match reason {
        Reason::NotCaptured => f.write_str("it was not captured; raise the budget or widen the frontier"),
        Reason::ClassMissing => f.write_str("it is not on the class path; add the jar it comes from"),
        Reason::OtherVersion => {
            f.write_str("its fields are not those that were recorded; record again with this version")
        }
        Reason::NotAccessible => f.write_str(
            "it is not accessible from the test's package; make it package-private, or add an adapter to reenact.toml",
        ),
        Reason::NoWay { fields } if fields.is_empty() => f.write_str(
            "no accessible constructor, factory or builder gives it; add one, or an adapter to reenact.toml",
        ),
        Reason::NoWay { fields } => {
            let fields: Vec<String> = fields.iter().map(|field| format!("`{}`", field.replace('/', "."))).collect();
            write!(
                f,
                "no accessible constructor or method sets {}; add a constructor or a package-private setter, or \
                 an adapter to reenact.toml",
                fields.join(", ")
            )
        }
        Reason::Injected { fields } => {
            let fields: Vec<String> = fields.iter().map(|field| format!("`{}`", field.replace('/', "."))).collect();
            write!(
                f,
                "a framework injects {} by reflection, which no code can do; inject it through the constructor",
                fields.join(", ")
            )
        }
        Reason::Lambda => f.write_str("it is a lambda, whose code only its maker has; add an adapter to reenact.toml"),
        Reason::OutsideTheHeap => {
            f.write_str("it stands for a thread, a file or a connection; add an adapter to reenact.toml")
        }
        Reason::Cycle => f.write_str("it needs an object that needs it, each in its constructor"),
        Reason::TooBig => f.write_str("it is too big for a test to be read"),
        Reason::Adapter(why) => write!(f, "in its adapter in reenact.toml, {why}"),
        Reason::NoHistory { reason, why } => {
            write_reason(f, reason)?;
            write_untraced(f, why)
        }
    }
}

/// Why what happened to the object is of no help either.
fn write_untraced(f: &mut fmt::Formatter<'_>, why: &NoHistory) -> fmt::Result {
    let named = |member: &Member| {
        let class = member.class.replace('/', ".");
        match &*member.name {
            "<init>" => format!("a constructor of {class}"),
            name => format!("{class}#{name}"),
        }
    };
    match why {
        NoHistory::NoOrigin => f.write_str("; how it was made was not recorded"),
        NoHistory::Lost => f.write_str("; too much happened to it to be recorded, raise --history-memory"),
        NoHistory::NotAccessible(member) => {
            write!(f, "; it was changed by {}, which the test's package cannot use", named(member))
        }
        NoHistory::Masked(member) => write!(f, "; an argument of {} is masked by redaction", named(member)),
        NoHistory::MadeInside(member) => {
            write!(f, "; it was made by {} inside of another object, and nothing gives it out", named(member))
        }
    }
}
