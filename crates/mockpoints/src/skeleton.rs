//! A method as the flows in it: which values carry on to which, and what leaves it.
//!
//! Order is gone; a value that is assigned once carries on whatever it ever carries. A value *carries* what
//! flowed into it, and what was *poured* into the object that it is: put into a list, appended to a builder,
//! stored in an array. What is poured into an object is poured into whatever it was taken out of as well.

use reenact_world::{FieldId, Lines, MethodId, MethodRefId};

/// A value of the body, or one that was added for all that a callback may be given.
pub(crate) type V = u32;

/// The flows of a method.
#[derive(Default)]
pub(crate) struct Skeleton {
    pub parameters: u32,
    pub values: u32,
    /// From, to.
    pub copies: Vec<(V, V)>,
    pub pours: Vec<Pour>,
    /// An object, and what it was taken out of.
    pub backs: Vec<(V, V)>,
    pub loads: Vec<Load>,
    pub stores: Vec<Store>,
    /// Of these, fields that are given a container that is empty for good.
    pub empties: Vec<FieldId>,
    /// Of these, fields that are given a generator of random numbers with a seed.
    pub seeded: Vec<FieldId>,
    pub calls: Vec<Call>,
    /// Arguments of calls, and the exceptions of their handlers.
    pub lists: Vec<V>,
    pub origins: Vec<Origin>,
    pub mutations: Vec<Mutation>,
    pub sinks: Vec<Sink>,
    /// By value, where it is made.
    pub pcs: Vec<u16>,
    pub lines: Lines,
    /// Why the code could not be read.
    pub unreadable: Option<String>,
}

#[derive(Clone, Copy)]
pub(crate) struct Pour {
    pub from: V,
    pub into: V,
    pub pc: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub field: FieldId,
    pub value: V,
    pub pc: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Store {
    pub field: FieldId,
    pub value: V,
    pub pc: u16,
}

/// Where state comes in.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub value: V,
    /// Into the object, as a constructor does.
    pub is_poured: bool,
    /// Position in the catalog.
    pub source: u16,
    pub reference: MethodRefId,
    /// Where the receiver was found, if that decides whether it is a source.
    pub receiver: Option<FieldId>,
    pub pc: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Mutation {
    pub value: V,
    /// An object of the subject's own, whose field is written.
    pub is_object: bool,
    pub pc: u16,
}

#[derive(Clone, Copy)]
pub(crate) struct Sink {
    pub kind: SinkKind,
    pub value: V,
    pub pc: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SinkKind {
    Branch,
    Return,
    Throw,
}

/// A call of code that is analysed.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub target: Target,
    pub shape: Shape,
    pub arguments: (u32, u32),
    pub handlers: (u32, u32),
    /// Whether an exception ends in this method whatever it is.
    pub catches_all: bool,
    pub result: Option<V>,
    pub pc: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    One(MethodId),
    Dispatched(MethodRefId),
}

/// How arguments become parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// One for one. A target that is a lambda's body has what it captured first: that is in the receiver.
    Plain,
    /// A function object is made: only what it captures is given.
    Lambda,
    /// A library calls a function object: what it captured, and then whatever the library has.
    Callback,
}

impl Skeleton {
    /// Gives back what its lists have no use for: there is one of these for every method of a class path.
    pub fn shrink(&mut self) {
        self.copies.shrink_to_fit();
        self.pours.shrink_to_fit();
        self.backs.shrink_to_fit();
        self.loads.shrink_to_fit();
        self.stores.shrink_to_fit();
        self.calls.shrink_to_fit();
        self.lists.shrink_to_fit();
        self.origins.shrink_to_fit();
        self.mutations.shrink_to_fit();
        self.sinks.shrink_to_fit();
        self.pcs.shrink_to_fit();
    }

    /// Whether all that is stored in a field here is of some kind, given the fields that such a thing is stored in.
    pub fn stores_only(&self, kind: &[FieldId], field: FieldId) -> bool {
        let stores = self.stores.iter().filter(|store| store.field == field).count();
        stores == kind.iter().filter(|&&other| other == field).count()
    }

    pub fn arguments(&self, call: &Call) -> &[V] {
        &self.lists[call.arguments.0 as usize..call.arguments.1 as usize]
    }

    pub fn handlers(&self, call: &Call) -> &[V] {
        &self.lists[call.handlers.0 as usize..call.handlers.1 as usize]
    }
}
