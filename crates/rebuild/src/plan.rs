//! A plan: the steps that rebuild objects, in an order in which Java code can take them.
//!
//! Members are named as Java code names them (class, name, descriptor), whether the subject's class path
//! or the JDK declares them. A plan says nothing about variables, imports or layout: the writer of the
//! Java decides what to inline and how to call things.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use reenact_heap::{HeapGraph, NodeId, Value};
use reenact_world::FieldId;

reenact_base::typed_id! {
    /// An object that a plan makes.
    pub struct ObjectId;
}

/// Steps that rebuild everything that the roots reach.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// An object is made before it is used; a step on an object comes after its making.
    pub steps: Vec<Step>,
    /// The roots, in the order in which they were asked for.
    pub roots: Vec<Operand>,
    /// Objects that cannot be rebuilt; the plan does not hold for the roots that reach one.
    pub unbuilt: Vec<Unbuilt>,
    /// Fields that will not be as they were recorded and need not be: they are not read, or they only cache
    /// what was computed from others.
    pub relaxed: Vec<(NodeId, FieldId)>,
    /// Fields that may be as they were recorded, which could not be proved: the code that writes them could
    /// not be followed. A plan without any of these was derived from the bytecode alone.
    pub unproved: Vec<(NodeId, FieldId)>,
    /// The graph that objects are of, if a history was needed: the one that was asked for, and behind it what
    /// events had as arguments.
    pub graph: Option<WiderGraph>,
}

/// A graph that begins with another one.
#[derive(Clone)]
pub struct WiderGraph(pub Arc<HeapGraph>);

impl Deref for WiderGraph {
    type Target = HeapGraph;

    fn deref(&self) -> &HeapGraph {
        &self.0
    }
}

impl PartialEq for WiderGraph {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for WiderGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "graph of {}", self.len())
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Makes an object.
    Make { object: ObjectId, made: Made },
    /// Calls a method of an object for what it does; a result is not used.
    Call { on: ObjectId, method: Member, arguments: Vec<Operand> },
    /// The same for a call that throws, and does something nevertheless.
    Attempt { on: ObjectId, method: Member, arguments: Vec<Operand> },
    /// Calls a static method for what it does, such as `Collections.addAll(target, …)`.
    CallStatic { method: Member, arguments: Vec<Operand> },
    /// Assigns a field of an object.
    Assign { on: ObjectId, field: Member, value: Operand },
    /// Assigns an element of an array.
    SetElement { array: ObjectId, index: u32, value: Operand },
}

/// An object and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// The recorded object that it is; `None` for one that only helps, such as a builder.
    pub node: Option<NodeId>,
    /// Internal name of its class as it was recorded, or an array's descriptor.
    pub class: Box<str>,
    pub making: Making,
    pub strategy: Strategy,
    /// A name that suggests itself, such as that of the field or parameter that it was first met in.
    pub hint: Option<Box<str>>,
}

/// An expression that gives an object.
#[derive(Clone, PartialEq, Debug)]
pub enum Making {
    /// `new C(…)`; `outer.new C(…)` for an inner class, whose outer instance is not among the arguments.
    Constructor { method: Member, outer: Option<Box<Operand>>, arguments: Vec<Operand> },
    /// A static method: a factory of the subject's, `List.of`, `LocalDate.of`.
    Factory { method: Member, arguments: Vec<Operand> },
    /// A method of another object, used for its result: `builder.build()`, `map.keySet()`.
    Result { on: Box<Operand>, method: Member, arguments: Vec<Operand> },
    /// A chain of calls, each on the result of the one before, as builders are used.
    Chain { first: Box<Making>, calls: Vec<(Member, Vec<Operand>)> },
    /// A static field that holds the very object: an enum constant, a singleton, a standard constant.
    StaticField(Member),
    /// A field of another object, such as that of an outer instance.
    Field { of: Box<Operand>, field: Member },
    /// A string.
    String(Vec<u16>),
    /// `C.class`, by internal name, by the keyword of a primitive, or by the descriptor of an array.
    ClassLiteral(Box<str>),
    /// An array and its elements.
    Array { descriptor: Box<str>, elements: Vec<Operand> },
    /// An array whose elements are all zero or null, or are set by later steps.
    EmptyArray { descriptor: Box<str>, length: u32 },
    /// A method reference or constructor reference to an accessible method.
    MethodReference { interface: Box<str>, method: Member, on: Option<Box<Operand>> },
    /// Code that answers in the place of an object that is not rebuilt.
    StandIn(StandIn),
    /// An expression that the user wrote for this type.
    Adapter(Box<str>),
}

/// An argument of a constructor or method, or the value for a field.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A primitive, or null. References are [`Operand::Object`].
    Value(Value),
    Object(ObjectId),
    /// An object without a name or an identity of its own, written in place.
    Inline(Box<Making>),
    /// The elements of a variable-arity parameter.
    Spread(Vec<Operand>),
}

/// A class that takes a collaborator's place: it answers with what was recorded.
#[derive(Clone, PartialEq, Debug)]
pub struct StandIn {
    /// Internal name of the interface or class that it stands in for.
    pub of: Box<str>,
    /// The answers of its methods, in the order of calls; methods that are not here throw.
    pub answers: Vec<Answer>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub method: Member,
    /// The arguments that it answers, by parameter; `None` where that cannot be compared. May be empty: then it answers anything.
    pub arguments: Vec<Option<Operand>>,
    pub outcome: AnswerOutcome,
}

impl Answer {
    /// All that must be there for it.
    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        let result = match &self.outcome {
            AnswerOutcome::Returns(operand) => operand.as_ref(),
            AnswerOutcome::Throws(operand) => Some(operand),
            AnswerOutcome::ReturnsArgument(_) | AnswerOutcome::ReturnsItself => None,
        };
        self.arguments.iter().flatten().chain(result)
    }

    /// The same, to be changed.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand> {
        let result = match &mut self.outcome {
            AnswerOutcome::Returns(operand) => operand.as_mut(),
            AnswerOutcome::Throws(operand) => Some(operand),
            AnswerOutcome::ReturnsArgument(_) | AnswerOutcome::ReturnsItself => None,
        };
        self.arguments.iter_mut().flatten().chain(result)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum AnswerOutcome {
    Returns(Option<Operand>),
    /// It gives back what it was given, by parameter.
    ReturnsArgument(usize),
    /// It gives back the stand-in.
    ReturnsItself,
    Throws(Operand),
}

/// A constructor, method or field, by internal name of the class that the code names, name and descriptor.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Member {
    pub class: Box<str>,
    /// `<init>` for a constructor.
    pub name: Box<str>,
    pub descriptor: Box<str>,
}

impl Member {
    pub fn new(class: &str, name: &str, descriptor: &str) -> Self {
        Member { class: class.into(), name: name.into(), descriptor: descriptor.into() }
    }
}

/// The source of the knowledge how an object is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Strategy {
    /// By what the bytecode of constructors and methods does to fields.
    Structure,
    /// By the recorded history of the object.
    History,
    /// The object is a constant, found by identity or by value.
    Static,
    /// The logical form of a JDK type.
    Logical,
    /// A stand-in.
    StandIn,
    /// By the user's adapter.
    Adapter,
}

/// An object that cannot be rebuilt, and why, for a person who may do something about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Unbuilt {
    pub node: NodeId,
    /// Internal name.
    pub class: Box<str>,
    pub reason: Reason,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// The capture ended here: beyond the frontier, over the budget, masked.
    NotCaptured,
    /// The class is not on the class path that the plan was made against.
    ClassMissing,
    /// Its fields are not those that were recorded: another version of the class.
    OtherVersion,
    /// The class cannot be seen from the test: private, local, in another package or module.
    NotAccessible,
    /// No constructor, factory or builder that is accessible leads to the recorded state; the fields that
    /// stay wrong, `Class.field`.
    NoWay { fields: Vec<Box<str>> },
    /// The same, because a framework puts something into these fields by reflection.
    Injected { fields: Vec<Box<str>> },
    /// A lambda whose code only the subject itself can make.
    Lambda,
    /// A thread, a loader, an open file or socket, native state.
    OutsideTheHeap,
    /// A cycle of objects each of which needs the other to be made.
    Cycle,
    /// Too big for the limits.
    TooBig,
    /// The user's adapter asks for what was not recorded; what that is.
    Adapter(Box<str>),
    /// As said, and what was seen to happen to it does not help either.
    NoHistory { reason: Box<Reason>, why: NoHistory },
}

/// Why what happened to an object cannot be done again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoHistory {
    /// Its making was not recorded.
    NoOrigin,
    /// Too much happened to it to be kept.
    Lost,
    /// This constructor, method or field was used, and is out of sight for the test.
    NotAccessible(Member),
    /// This call had an argument that was kept out of the recording.
    Masked(Member),
    /// It was made inside of this call, and nothing gives it out.
    MadeInside(Member),
}
