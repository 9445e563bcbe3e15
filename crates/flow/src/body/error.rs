//! Why a method's code has no body here.

use reenact_classfile::ReadError;
use reenact_world::{ClassError, MethodId, World};

/// A method whose code could not be made into a [`Body`](crate::Body).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{method}: {reason}")]
pub struct FlowError {
    /// The method, as messages name it.
    pub method: String,
    pub reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    #[error("the method is abstract or native and has no code")]
    NoCode,
    #[error("the program was read without its code; read it with Depth::Code")]
    NotIndexed,
    #[error(transparent)]
    Class(#[from] ClassError),
    #[error(transparent)]
    Read(#[from] ReadError),
    /// No verifier would take the code.
    #[error("malformed code at pc {pc}: {what}")]
    Malformed { pc: u32, what: &'static str },
    /// Subroutines that no compiler has written are not followed.
    #[error("subroutine at pc {pc}: {what}")]
    Subroutine { pc: u32, what: &'static str },
    #[error("the code has too many {what}")]
    TooLarge { what: &'static str },
}

impl Reason {
    pub(super) fn of(self, world: &World, method: MethodId) -> FlowError {
        FlowError { method: world.view(method).to_string(), reason: self }
    }
}
