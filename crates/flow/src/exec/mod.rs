//! Symbolic execution, one instruction at a time.
//!
//! An [`Exec`] runs a method over a [`State`]: frames, a symbolic heap, and the [`Path`] so far. It knows what an
//! instruction does, and nothing about which paths are wanted: wherever the code leaves open how it continues, it
//! asks a [`Decide`]. Two drivers fit behind that trait: one that enumerates all paths ([`crate::paths`]), and one
//! that follows what a run was seen to do, branch by branch.
//!
//! - Conditions that follow from the path so far are not open: [`Decide::branch`] is given the feasible successors
//!   only, a single one where the path decides it.
//! - An exception is an outcome like a return ([`Step::Thrown`]). A handler of a running method that catches it is
//!   entered as the JVM would (JVMS 2.10).
//! - A call that is not entered changes what it can reach to [`Term::Unknown`](crate::term::Term).

mod code;
mod condition;
mod fold;
mod heap;
mod instruction;
mod invoke;
mod path;
mod platform;
mod state;
mod target;
mod terminator;
mod text;
mod throw;

use reenact_world::{ClassId, MethodId, World};

use crate::body::Edge;
use crate::exec::heap::Heap;
use crate::exec::text::Builders;
use crate::term::{Constant, Term, TermId, Terms};

pub use code::{Code, Prepared};
pub use fold::{binary_constant, unary_constant};
pub use path::{Call, Condition, Fresh, Path, Store, Target};
pub use state::{Frame, State};

/// One method under symbolic execution. A state that it began may be stepped by it alone: terms are of its arena.
pub struct Exec<'e, 'w, D> {
    pub world: &'w World,
    pub terms: Terms,
    pub decide: D,
    code: &'e Code<'w>,
    method: MethodId,
    /// The receiver's class, where it is certain.
    receiver_class: Option<ClassId>,
    /// True if the JDK's own virtual methods are looked through for their one target.
    enter_platform: bool,
}

/// How a state continues after a step.
pub enum Step {
    /// With its next instruction.
    Continue,
    /// As several states, in this order. The one that was stepped is not to be used any more.
    Fork(Vec<State>),
    /// The method has returned; its result is in the path.
    Returned,
    /// The method has thrown.
    Thrown(Thrown),
    /// The driver wanted it to end ([`Choice::Stop`], [`Completion::Stop`], [`Treatment::Stop`], a refused
    /// repetition).
    Stopped,
    /// The driver chose a successor that the path so far excludes.
    Infeasible,
    /// Nothing can be said about how it continues: a store to a field that does not resolve, an unknown
    /// `invokedynamic`, an exception of unknown class that a handler may catch.
    Lost,
}

/// An exception that leaves a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thrown {
    /// [`Term::Unknown`] for one that the JVM itself, or a call that was not entered, has thrown.
    pub value: TermId,
    /// Its class, where that is certain.
    pub class: Option<ClassId>,
}

/// The instruction that a decision is about.
#[derive(Clone, Copy)]
pub struct Site<'s> {
    /// The state before the decision. Its last frame runs `method`.
    pub state: &'s State,
    pub method: MethodId,
    pub pc: u16,
}

/// An instruction with more than one successor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// `if…`: successor 0 falls through, successor 1 is the jump's target.
    If,
    /// A switch: successors in the order of the keys, then the default.
    Switch,
    /// `Objects.requireNonNullElse`, whose code is not entered: 0 if the first argument is not null, else 1.
    NonNullElse,
}

/// Which successors to follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Every feasible one.
    All,
    /// This one.
    Only(usize),
    Stop,
}

/// An exception that an instruction may throw.
#[derive(Clone, Copy, Debug)]
pub struct Fault<'f> {
    /// Internal name of the exception's class.
    pub class: &'static str,
    /// The condition under which it is not thrown, where a term can say it.
    pub unless: Option<&'f Condition>,
}

/// Whether an instruction that may throw completes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    Normally,
    Throws,
    Stop,
}

/// The treatment of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Treatment {
    /// The method's code is run. Only for a call with a target that has code.
    Enter,
    /// The call is recorded in [`Path::calls`] and returns.
    Return,
    /// The call is recorded and throws an exception of this class, if that is known.
    Throw(Option<ClassId>),
    Stop,
}

/// A call that is to be treated.
#[derive(Clone, Copy)]
pub struct CallSite<'c> {
    pub call: &'c Call,
    /// The one method that it can run, where that is certain, with its code.
    pub target: Option<(MethodId, &'c Prepared)>,
    /// True if the target is the JDK's and yet worth entering: a constructor that only sets fields.
    pub is_plain_constructor: bool,
}

/// A block that is entered again while its method runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// How often it has been entered, this time included.
    pub count: u32,
    /// True if a branch that was open has been decided since it was entered first.
    pub was_decided: bool,
}

/// Decides what the code leaves open. Every method is asked in the order of execution.
pub trait Decide {
    /// Chooses among the feasible successors of a branch, in ascending order and at least one.
    fn branch(&mut self, at: Site<'_>, branch: Branch, feasible: &[usize]) -> Choice;

    /// Whether an instruction that may throw does. Not asked where the path so far decides it.
    fn fault(&mut self, at: Site<'_>, fault: Fault<'_>) -> Completion;

    /// Whether a call is entered, and if not how it ends.
    fn call(&mut self, at: Site<'_>, call: CallSite<'_>, terms: &Terms) -> Treatment;

    /// Whether a block may be entered again.
    fn repeat(&mut self, at: Site<'_>, repetition: Repetition) -> bool;

    /// Whether a handler catches an exception whose class is not known, or which catches a class that is not on the
    /// class path. `None` if that is not known either: the state is lost if the method may return from there.
    fn catches(&mut self, _at: Site<'_>, _handler: &Edge) -> Option<bool> {
        None
    }
}

impl<'e, 'w, D: Decide> Exec<'e, 'w, D> {
    /// `None` if the method has no code that can be read.
    pub fn new(
        code: &'e Code<'w>,
        method: MethodId,
        enter_platform: bool,
        decide: D,
    ) -> Option<(Self, State)> {
        let world = code.world();
        let body = code.body(method)?;
        let view = world.view(method);
        // A constructor is run on an object of its own class: `super(…)` is followed from below.
        let receiver_class = (view.is_constructor() && view.class().is_instantiable()
            || view.class().access_flags().is_final())
        .then(|| view.class().id());
        let mut terms = Terms::new();
        let receiver = (!view.access_flags().is_static()).then(Terms::receiver);
        let declared = body.body.parameters().skip(usize::from(receiver.is_some()));
        let declared = declared
            .enumerate()
            .map(|(index, value)| terms.add(body.body.value(value).kind, Term::Parameter(index as u16)));
        let arguments: Vec<TermId> = receiver.into_iter().chain(declared).collect();
        let state = State {
            frames: vec![Frame::new(body, arguments.into_iter(), None)],
            path: Path::default(),
            heap: Heap::new(view.is_constructor()),
            builders: Builders::default(),
            steps: 0,
            decisions: 0,
        };
        Some((Exec { world, terms, decide, code, method, receiver_class, enter_platform }, state))
    }

    /// Runs one instruction, or the end of a block.
    pub fn step(&mut self, state: &mut State) -> Step {
        state.steps += 1;
        let Some(frame) = state.frames.last_mut() else { return Step::Lost };
        let code = frame.code.clone();
        let mut instructions = code.body.instructions_of(frame.block);
        match instructions.nth(frame.position) {
            Some(id) => {
                let instruction = code.body.instruction(id);
                frame.position += 1;
                frame.pc = instruction.pc;
                self.instruction(state, &code.body, instruction)
            }
            None => {
                frame.pc = code.body.terminator_pc(frame.block);
                self.terminate(state, &code)
            }
        }
    }

    /// The class of what a term stands for, where it is certain.
    fn class_of(&self, state: &State, term: TermId) -> Option<ClassId> {
        match &self.terms[term] {
            Term::Receiver => self.receiver_class,
            Term::Fresh(index) => match state.path.objects.get(*index as usize)? {
                Fresh::Object(name) => self.world.class_id(name),
                Fresh::Array(..) => None,
            },
            Term::Constant(Constant::String(_)) | Term::Concatenation(_) => {
                self.world.class_id("java/lang/String")
            }
            Term::Constant(Constant::Class(_)) => self.world.class_id("java/lang/Class"),
            _ => None,
        }
    }
}
