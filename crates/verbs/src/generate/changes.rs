//! Changes of the program, the settings or the options that would let cases become tests.

use std::fmt;

use reenact_base::name::InternalName;
use reenact_generate::{NotCallable, Refusal};
use reenact_rebuild::plan::{NoHistory, Reason, Unbuilt};
use reenact_verify::{Fault, FaultKind, Reach};

/// A change. Cases with different reasons can need the same one; classes are binary names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// Objects of this class have state that no accessible member sets.
    SetState(String),
    /// Only the user knows how to make objects of this class.
    AddAdapter(String),
    /// A framework injects fields of this class.
    InjectByConstructor(String),
    /// No history of any object was recorded.
    RecordHistories,
    /// The history of objects of this class was too long.
    RaiseHistoryMemory,
    /// Captures ended before objects of this class.
    Capture(String),
    AddJar(String),
    RecordAgain(String),
    /// Methods of this class are private.
    OpenMethods(String),
    /// Results or changes of this class cannot be seen.
    AddGetters(String),
    /// A field is masked.
    AllowField(String),
    AllowLines,
    Allow(Reach),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::SetState(class) => write!(
                f,
                "add a constructor or a package-private setter to {class}, or an adapter for it to reenact.toml"
            ),
            Change::AddAdapter(class) => write!(f, "add an adapter for {class} to reenact.toml"),
            Change::InjectByConstructor(class) => {
                write!(f, "inject the fields of {class} by its constructor")
            }
            Change::RecordHistories => f.write_str(
                "record again with --history auto (if Maven, Gradle or a script starts the program: --history and your \
                 packages), so that objects are made as the program made them",
            ),
            Change::RaiseHistoryMemory => f.write_str("record again with a larger --history-memory"),
            Change::Capture(class) => {
                write!(f, "record again with larger limits, so that objects of {class} are captured")
            }
            Change::AddJar(class) => write!(f, "add the jar with {class} to --classpath"),
            Change::RecordAgain(class) => write!(f, "record again with this version of {class}"),
            Change::OpenMethods(class) => write!(f, "make private methods of {class} package-private"),
            Change::AddGetters(class) => {
                write!(f, "add `equals`, a getter or a package-private field to {class}")
            }
            Change::AllowField(field) => {
                write!(
                    f,
                    "if {field} is not a secret, allow it in [redaction] of reenact.toml and record again"
                )
            }
            Change::AllowLines => f.write_str("pass a larger --max-lines"),
            Change::Allow(reach) => {
                write!(f, "review what the tests reach, then pass --allow {}", reach.name())
            }
        }
    }
}

impl Change {
    /// Returns the change that would help a case of a method of a class, by internal name.
    pub fn for_refusal(refusal: &Refusal, class: &str) -> Option<Self> {
        match refusal {
            Refusal::Unbuilt(unbuilt) => for_unbuilt(unbuilt.first()?),
            Refusal::Masked(field) => Some(Change::AllowField(field.clone())),
            Refusal::NotCallable(NotCallable::Private { .. }) => Some(Change::OpenMethods(binary(class))),
            Refusal::NotCallable(NotCallable::ClassMissing { class }) => Some(Change::AddJar(class.clone())),
            Refusal::NotCallable(NotCallable::Missing { .. } | NotCallable::OtherKind { .. }) => {
                Some(Change::RecordAgain(binary(class)))
            }
            Refusal::NothingObservable { has_hidden_change: true } => Some(Change::AddGetters(binary(class))),
            Refusal::ResultNotObservable { class } if !is_of_jdk(class) => {
                Some(Change::AddGetters(class.clone()))
            }
            Refusal::TooLong { .. } => Some(Change::AllowLines),
            _ => None,
        }
    }

    /// Returns the change to try first if the recording has no histories.
    pub fn without_histories(&self) -> Change {
        match self {
            Change::SetState(_) => Change::RecordHistories,
            other => other.clone(),
        }
    }

    /// Returns the change that would help a test.
    pub fn for_fault(fault: &Fault) -> Option<Self> {
        match &fault.kind {
            FaultKind::Reaches(reach) => Some(Change::Allow(*reach)),
            FaultKind::StateDiffers { class: Some(class), is_replayed: true } => {
                Some(Change::AddAdapter(binary(class)))
            }
            FaultKind::StateDiffers { class: Some(class), is_replayed: false } => {
                Some(Change::SetState(binary(class)))
            }
            _ => None,
        }
    }
}

fn for_unbuilt(unbuilt: &Unbuilt) -> Option<Change> {
    let class = binary(&unbuilt.class);
    let mut reason = &unbuilt.reason;
    while let Reason::NoHistory { reason: without, why } = reason {
        if *why == NoHistory::Lost {
            return Some(Change::RaiseHistoryMemory);
        }
        reason = without;
    }
    Some(match reason {
        Reason::NoWay { .. } if is_of_jdk(&class) => Change::AddAdapter(class),
        Reason::NoWay { .. } => Change::SetState(class),
        Reason::NotAccessible | Reason::Lambda | Reason::OutsideTheHeap | Reason::Cycle => {
            Change::AddAdapter(class)
        }
        Reason::Injected { .. } => Change::InjectByConstructor(class),
        Reason::NotCaptured => Change::Capture(class),
        Reason::ClassMissing => Change::AddJar(class),
        Reason::OtherVersion => Change::RecordAgain(class),
        Reason::TooBig | Reason::Adapter(_) | Reason::NoHistory { .. } => return None,
    })
}

/// Whether a class, by binary name, cannot be changed because it is the JDK's.
fn is_of_jdk(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun.", "com.sun."].iter().any(|package| class.starts_with(package))
}

fn binary(class: &str) -> String {
    InternalName::new(class).to_binary().into_string()
}

#[cfg(test)]
mod tests {
    use reenact_base::Id;
    use reenact_rebuild::plan::Member;

    use super::*;

    #[test]
    fn one_change_helps_cases_with_different_reasons() {
        let no_way = |field: &str| Reason::NoWay { fields: vec![field.into()] };
        let without_history = |why| Reason::NoHistory { reason: Box::new(no_way("b")), why };
        let inside = NoHistory::MadeInside(Member::new("a/C", "c", "()V"));
        let set_state =
            "add a constructor or a package-private setter to a.B, or an adapter for it to reenact.toml";
        for (reason, expected) in [
            (no_way("a"), Some(set_state)),
            (without_history(inside), Some(set_state)),
            (without_history(NoHistory::Lost), Some("record again with a larger --history-memory")),
            (Reason::Lambda, Some("add an adapter for a.B to reenact.toml")),
            (Reason::TooBig, None),
        ] {
            let node = reenact_heap::NodeId::from_index(0);
            let refusal = Refusal::Unbuilt(vec![Unbuilt { node, class: "a/B".into(), reason }]);
            let change = Change::for_refusal(&refusal, "a/Other").map(|change| change.to_string());
            assert_eq!(change.as_deref(), expected);
        }
        let fault = Fault::new(FaultKind::StateDiffers { class: Some("a/B".into()), is_replayed: false }, "");
        assert_eq!(Change::for_fault(&fault).unwrap().to_string(), set_state);
    }
}
