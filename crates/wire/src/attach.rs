//! The agent's answers when it is attached to a running JVM.

use std::fmt;

/// The codes that `Agent_OnAttach` returns. The JVM passes the attaching process this number and nothing else, so it
/// must identify the next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttachCode {
    /// It records now; or the recording has ended, and the original bytecode is back.
    Good = 0,
    /// The option string was refused. The JVM's standard error says what is wrong with it.
    WrongOptions = 1,
    /// This is not a HotSpot of version 17 or newer, or it lacks a capability that the agent needs.
    Refused = 2,
    /// A recording is running in this JVM.
    AlreadyRecording = 3,
    /// No recording that could be ended is running in this JVM.
    NothingToDetach = 4,
    /// The directory of the recording cannot be written.
    CannotWrite = 5,
}

impl AttachCode {
    const ALL: [AttachCode; 6] = [
        AttachCode::Good,
        AttachCode::WrongOptions,
        AttachCode::Refused,
        AttachCode::AlreadyRecording,
        AttachCode::NothingToDetach,
        AttachCode::CannotWrite,
    ];

    /// As a JNI `jint`.
    pub fn code(self) -> i32 {
        self as i32
    }

    /// Returns the meaning of a code; `None` for one that this version does not know.
    pub fn from_code(code: i32) -> Option<AttachCode> {
        AttachCode::ALL.into_iter().find(|known| known.code() == code)
    }
}

impl fmt::Display for AttachCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AttachCode::Good => "done",
            AttachCode::WrongOptions => {
                "the agent refused its options; the standard error of that JVM says why, \
                 and agent and command should be of one version"
            }
            AttachCode::Refused => {
                "the JVM cannot be recorded; run the program on a HotSpot JVM (OpenJDK) from 17 to 25"
            }
            AttachCode::AlreadyRecording => {
                "a recording is already running in this JVM; let it end, or end it with `reenact record --detach PID`"
            }
            AttachCode::NothingToDetach => "no recording is running in this JVM; there is nothing to end",
            AttachCode::CannotWrite => {
                "the JVM cannot write the directory of the recording; choose another with --out, \
                 where the user of that process may write"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_an_interface_and_stay() {
        let codes = AttachCode::ALL.map(|code| (code.code(), format!("{code:?}")));
        let expected =
            ["Good", "WrongOptions", "Refused", "AlreadyRecording", "NothingToDetach", "CannotWrite"];
        assert_eq!(codes, std::array::from_fn(|i| (i as i32, expected[i].to_owned())));
        for code in AttachCode::ALL {
            assert_eq!(AttachCode::from_code(code.code()), Some(code));
        }
        assert_eq!(AttachCode::from_code(6), None);
        assert_eq!(AttachCode::from_code(-1), None);
    }
}
