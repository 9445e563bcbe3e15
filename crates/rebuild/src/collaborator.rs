//! Objects that get a stand-in, and what calls on them gave while the call of a test was recorded.

use reenact_heap::{NodeId, Value};

use crate::plan::Member;

/// An object of the graph that is not rebuilt: a stand-in takes its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Collaborator {
    pub node: NodeId,
    /// Descriptors of the parameters that it is handed over as.
    pub given_as: Vec<Box<str>>,
    /// In the order in which they were made.
    pub calls: Vec<CollaboratorCall>,
}

/// A call on a collaborator. All values are of the request's graph.
#[derive(Clone, PartialEq, Debug)]
pub struct CollaboratorCall {
    /// The method that ran, by the class that declares it.
    pub method: Member,
    /// Its arguments, where a test can compare them; `None` for objects of which that cannot be said.
    pub arguments: Vec<Option<Value>>,
    pub outcome: CallOutcome,
}

/// The outcome of a call.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CallOutcome {
    Returned(Option<Value>),
    /// It returned the argument with this number.
    ReturnedArgument(usize),
    /// It returned the object that it was called on.
    ReturnedItself,
    Threw(Value),
}

impl CollaboratorCall {
    /// The value that a stand-in has to have to answer as this call did.
    pub fn value(&self) -> Option<Value> {
        match self.outcome {
            CallOutcome::Returned(value) => value,
            CallOutcome::Threw(value) => Some(value),
            CallOutcome::ReturnedArgument(_) | CallOutcome::ReturnedItself => None,
        }
    }
}
