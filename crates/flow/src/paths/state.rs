//! One way through a method as far as it was followed: the methods that run, the heap, what was told.

use std::rc::Rc;

use reenact_base::Id;

use crate::body::{BlockId, Edge, Kind, Operation, ValueId};
use crate::paths::cache::Prepared;
use crate::paths::explore::Next;
use crate::paths::fold::int;
use crate::paths::heap::Heap;
use crate::paths::text::Builders;
use crate::paths::{Condition, Limits, Path};
use crate::term::{BinaryOperator, Constant, Relation, Term};

/// One way so far.
#[derive(Clone, Default)]
pub(super) struct State {
    pub frames: Vec<Frame>,
    pub path: Path,
    pub heap: Heap,
    pub builders: Builders,
    pub steps: u32,
    /// Branches that were not certain.
    pub decisions: u32,
}

/// A method that is being run.
#[derive(Clone)]
pub(super) struct Frame {
    pub code: Rc<Prepared>,
    /// Shared by the ways that fork while a callee runs.
    pub values: Rc<Vec<Term>>,
    pub block: BlockId,
    /// The next instruction of the block.
    pub position: usize,
    /// Where the caller wants the result.
    pub result: Option<ValueId>,
    /// Blocks that were entered, how often, and how many decisions there had been.
    visits: Vec<(BlockId, u32, u32)>,
}

impl Frame {
    pub fn new(code: Rc<Prepared>, arguments: impl Iterator<Item = Term>, result: Option<ValueId>) -> Frame {
        let mut values: Vec<Term> = arguments.take(code.body.value_count()).collect();
        values.resize(code.body.value_count(), Term::Unknown);
        let block = code.body.entry();
        Frame { code, values: Rc::new(values), block, position: 0, result, visits: Vec::new() }
    }
}

impl State {
    /// The method that is running. There is one as long as there are instructions.
    pub fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub fn set(&mut self, value: ValueId, term: Term) {
        Rc::make_mut(&mut self.frame().values)[value.index()] = term;
    }

    /// Takes a way on which a condition holds that was open.
    pub fn assume(&mut self, condition: Condition) {
        self.decisions += 1;
        self.reveal(&condition.left);
        self.reveal(&condition.right);
        self.path.conditions.push(condition);
    }

    /// Goes to the block at the end of an edge.
    pub fn go(&mut self, limits: &Limits, edge: &Edge) -> Next {
        let frame = self.frame();
        let arguments: Vec<Term> = frame
            .code
            .body
            .arguments(edge)
            .iter()
            .map(|argument| frame.values[argument.index()].clone())
            .collect();
        self.arrive(limits, edge.target, arguments)
    }

    pub fn go_to_handler(&mut self, limits: &Limits, edge: &Edge, thrown: Term) -> Next {
        let frame = self.frame();
        let brought = frame.code.body.arguments(edge).iter();
        let arguments = brought.map(|argument| frame.values[argument.index()].clone());
        let arguments = std::iter::once(thrown).chain(arguments).collect();
        self.arrive(limits, edge.target, arguments)
    }

    fn arrive(&mut self, limits: &Limits, target: BlockId, arguments: Vec<Term>) -> Next {
        let decisions = self.decisions;
        let frame = self.frame();
        let code = frame.code.clone();
        if !arguments.is_empty() {
            let values = Rc::make_mut(&mut frame.values);
            for (&parameter, argument) in code.body.block_parameters(target).iter().zip(arguments) {
                values[parameter.index()] = argument;
            }
        }
        frame.block = target;
        frame.position = 0;
        match frame.visits.iter_mut().find(|(block, ..)| *block == target) {
            // Back at a block: a loop. If something undecided happened in it, it has no end that we know.
            Some((_, count, before)) => {
                *count += 1;
                if *before != decisions || *count > limits.iterations {
                    return Next::Lost;
                }
            }
            None => frame.visits.push((target, 1, decisions)),
        }
        Next::On
    }
}

/// The condition of a branch. `lcmp` and the comparison of its result with zero are one comparison.
pub(super) fn branch_condition(
    state: &mut State,
    code: &Prepared,
    left: ValueId,
    relation: Relation,
    right: Option<ValueId>,
) -> Condition {
    let body = &code.body;
    let values = &state.frame().values;
    if right.is_none()
        && let Some(instruction) = body.definition(left)
        && let Operation::Binary(BinaryOperator::Compare { .. }) = instruction.operation
        && let &[one, other] = body.operands(instruction)
        && body.value(one).kind == Kind::Long
    {
        let (left, right) = (values[one.index()].clone(), values[other.index()].clone());
        return Condition { left, relation, right };
    }
    let left_term = values[left.index()].clone();
    let right = match right {
        Some(right) => values[right.index()].clone(),
        None if body.value(left).kind == Kind::Reference => Term::Constant(Constant::Null),
        None => int(0),
    };
    Condition { left: left_term, relation, right }
}
