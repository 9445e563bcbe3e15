//! One path as far as it was executed: the methods that run, the heap, what was recorded.

use std::sync::Arc;

use reenact_base::Id;
use reenact_world::MethodId;

use crate::body::{BlockId, Kind, ValueId};
use crate::exec::heap::Heap;
use crate::exec::text::Builders;
use crate::exec::{Condition, Path, Prepared, Site, Store, Target};
use crate::term::{TermId, Terms};

/// One path so far.
#[derive(Clone, Default)]
pub struct State {
    /// The methods that run, the innermost last.
    pub frames: Vec<Frame>,
    pub path: Path,
    /// Instructions and ends of blocks that were executed.
    pub steps: u32,
    /// Branches that were open.
    pub decisions: u32,
    pub(super) heap: Heap,
    pub(super) builders: Builders,
}

/// A method that is running.
#[derive(Clone)]
pub struct Frame {
    pub code: Arc<Prepared>,
    pub block: BlockId,
    /// The position in the method's code of the instruction that runs.
    pub pc: u16,
    /// By value. Shared by the states that fork while a callee runs.
    pub(super) values: Arc<Vec<TermId>>,
    /// The next instruction of the block.
    pub(super) position: usize,
    /// The caller's value that gets the result.
    pub(super) result: Option<ValueId>,
    /// Blocks that were entered, how often, and how many decisions there had been.
    pub(super) visits: Vec<(BlockId, u32, u32)>,
}

impl Frame {
    pub(super) fn new(
        code: Arc<Prepared>,
        arguments: impl Iterator<Item = TermId>,
        result: Option<ValueId>,
    ) -> Frame {
        let count = code.body.value_count();
        let mut values: Vec<TermId> = arguments.take(count).collect();
        values.extend(
            (values.len()..count)
                .map(|index| Terms::unknown(code.body.value(ValueId::from_index(index)).kind)),
        );
        let (block, values) = (code.body.entry(), Arc::new(values));
        Frame { code, block, pc: 0, values, position: 0, result, visits: Vec::new() }
    }

    pub fn method(&self) -> MethodId {
        self.code.body.method()
    }

    /// The term of a value.
    pub fn term(&self, value: ValueId) -> TermId {
        self.values[value.index()]
    }

    pub(super) fn kind(&self, value: ValueId) -> Kind {
        self.code.body.value(value).kind
    }
}

impl State {
    /// The method that is running. There is one as long as there are instructions.
    pub(super) fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(super) fn site(&self) -> Site<'_> {
        let frame = &self.frames[self.frames.len() - 1];
        Site { state: self, method: frame.method(), pc: frame.pc }
    }

    pub(super) fn set(&mut self, value: ValueId, term: TermId) {
        Arc::make_mut(&mut self.frame().values)[value.index()] = term;
    }

    /// Continues where a condition holds that was open.
    pub(super) fn assume(&mut self, terms: &Terms, condition: Condition) {
        self.decisions += 1;
        self.reveal(terms, condition.left);
        self.reveal(terms, condition.right);
        self.path.conditions.push(condition);
    }

    pub(super) fn store(&mut self, target: Target, value: TermId) {
        let after_calls = self.path.calls.len() as u32;
        self.path.stores.push(Store { target, value, after_calls });
    }
}
