//! The end of a block: branches, switches, returns.

use std::sync::Arc;

use reenact_base::Id;

use crate::body::{BlockId, Body, Edge, Kind, Operation, Terminator, ValueId};
use crate::exec::condition::{Verdict, decide};
use crate::exec::{Branch, Choice, Condition, Decide, Exec, Prepared, Repetition, State, Step};
use crate::term::{BinaryOperator, Relation, Term, TermId, Terms};

impl<D: Decide> Exec<'_, '_, D> {
    pub(super) fn terminate(&mut self, state: &mut State, code: &Prepared) -> Step {
        let body = &code.body;
        let frame = state.frame();
        let block = frame.block;
        match body.terminator(block) {
            Terminator::Jump => self.go(state, &body.successors(block)[0]),
            Terminator::Return(value) => self.return_from(state, value),
            Terminator::Throw(value) => {
                let thrown = frame.term(value);
                let class = self.class_of(state, thrown);
                if thrown == Terms::null() {
                    return self.throw_known(state, "java/lang/NullPointerException");
                }
                self.throw(state, thrown, class)
            }
            Terminator::Branch { left, relation, right } => {
                let condition = branch_condition(state, code, left, relation, right);
                let feasible: &[usize] = match self.verdict(state, condition) {
                    Verdict::Always => &[1],
                    Verdict::Never => &[0],
                    Verdict::Open => &[0, 1],
                };
                let choice = self.decide.branch(state.site(), Branch::If, feasible);
                let is_open = feasible.len() > 1;
                let assume = |terms: &Terms, state: &mut State, successor: usize| {
                    if is_open {
                        let holds = successor == 1;
                        state.assume(terms, if holds { condition } else { condition.negated() });
                    }
                };
                match choice {
                    Choice::Stop => Step::Stopped,
                    Choice::Only(successor) if !feasible.contains(&successor) => Step::Infeasible,
                    Choice::Only(successor) => {
                        assume(&self.terms, state, successor);
                        self.go(state, &body.successors(block)[successor])
                    }
                    Choice::All if !is_open => self.go(state, &body.successors(block)[feasible[0]]),
                    Choice::All => {
                        let mut taken = state.clone();
                        let mut not_taken = std::mem::take(state);
                        assume(&self.terms, &mut not_taken, 0);
                        assume(&self.terms, &mut taken, 1);
                        self.fork(body, block, [(0, not_taken), (1, taken)])
                    }
                }
            }
            Terminator::Switch { value, keys } => self.switch(state, body, value, body.keys(keys)),
        }
    }

    fn switch(&mut self, state: &mut State, body: &Body, value: ValueId, keys: &[i32]) -> Step {
        let block = state.frame().block;
        let value = state.frame().term(value);
        let before = state.clone();
        let mut forks: Vec<(usize, State)> = Vec::new();
        let mut is_certain = false;
        for (successor, &key) in keys.iter().enumerate() {
            let condition = Condition { left: value, relation: Relation::Equal, right: self.terms.int(key) };
            match self.verdict(state, condition) {
                Verdict::Always => {
                    forks.push((successor, std::mem::take(state)));
                    is_certain = true;
                    break;
                }
                Verdict::Never => {}
                Verdict::Open => {
                    let mut fork = state.clone();
                    fork.assume(&self.terms, condition);
                    forks.push((successor, fork));
                    state.assume(&self.terms, condition.negated());
                }
            }
        }
        if !is_certain {
            forks.push((keys.len(), std::mem::take(state)));
        }
        let feasible: Vec<usize> = forks.iter().map(|(successor, _)| *successor).collect();
        match self.decide.branch(before.site(), Branch::Switch, &feasible) {
            Choice::Stop => Step::Stopped,
            Choice::All if forks.len() > 1 => self.fork(body, block, forks),
            choice => {
                let chosen = |(successor, _): &(usize, State)| match choice {
                    Choice::Only(only) => *successor == only,
                    _ => true,
                };
                let Some((successor, fork)) = forks.into_iter().find(chosen) else { return Step::Infeasible };
                *state = fork;
                self.go(state, &body.successors(block)[successor])
            }
        }
    }

    /// Several successors of a block, each with its own state. Those that the driver does not let enter a block
    /// again are left out.
    fn fork(&mut self, body: &Body, block: BlockId, forks: impl IntoIterator<Item = (usize, State)>) -> Step {
        let mut open = Vec::new();
        for (successor, mut fork) in forks {
            if let Step::Continue = self.go(&mut fork, &body.successors(block)[successor]) {
                open.push(fork);
            }
        }
        Step::Fork(open)
    }

    /// Goes to the block at the end of an edge.
    fn go(&mut self, state: &mut State, edge: &Edge) -> Step {
        let frame = state.frame();
        let arguments: Vec<TermId> =
            frame.code.body.arguments(edge).iter().map(|argument| frame.term(*argument)).collect();
        self.arrive(state, edge.target, arguments)
    }

    pub(super) fn go_to_handler(&mut self, state: &mut State, edge: &Edge, thrown: TermId) -> Step {
        let frame = state.frame();
        let brought = frame.code.body.arguments(edge).iter().map(|argument| frame.term(*argument));
        let arguments = std::iter::once(thrown).chain(brought).collect();
        self.arrive(state, edge.target, arguments)
    }

    fn arrive(&mut self, state: &mut State, target: BlockId, arguments: Vec<TermId>) -> Step {
        let decisions = state.decisions;
        let frame = state.frame();
        let code = frame.code.clone();
        if !arguments.is_empty() {
            let values = Arc::make_mut(&mut frame.values);
            for (&parameter, argument) in code.body.block_parameters(target).iter().zip(arguments) {
                values[parameter.index()] = argument;
            }
        }
        frame.block = target;
        frame.position = 0;
        let repetition = match frame.visits.iter_mut().find(|(block, ..)| *block == target) {
            Some((_, count, before)) => {
                *count += 1;
                Repetition { count: *count, was_decided: *before != decisions }
            }
            None => {
                frame.visits.push((target, 1, decisions));
                return Step::Continue;
            }
        };
        if self.decide.repeat(state.site(), repetition) { Step::Continue } else { Step::Stopped }
    }

    fn return_from(&mut self, state: &mut State, value: Option<ValueId>) -> Step {
        let value = value.map(|value| state.frame().term(value));
        let left = state.frames.pop().and_then(|frame| frame.result);
        if state.frames.is_empty() {
            if let Some(value) = value {
                state.reveal(&self.terms, value);
            }
            state.path.result = value;
            return Step::Returned;
        }
        if let (Some(result), Some(value)) = (left, value) {
            state.set(result, value);
        }
        Step::Continue
    }

    /// Decides a condition by the path so far.
    pub(super) fn verdict(&self, state: &State, condition: Condition) -> Verdict {
        let since = state.heap.statics_known_since;
        let is_stale = |position: usize, known: &Condition| {
            position < since && [known.left, known.right].iter().any(|term| self.is_changeable(*term))
        };
        let known = state.path.conditions.iter().enumerate();
        let known = known.filter(|&(position, known)| !is_stale(position, known)).map(|(_, known)| known);
        decide(&self.terms, condition, known)
    }

    fn is_changeable(&self, term: TermId) -> bool {
        self.terms.mentions(term, &|part| match part {
            Term::StaticField(field) => !self.world.view(*field).access_flags().is_final(),
            _ => false,
        })
    }
}

/// The condition of a branch. `lcmp` and the comparison of its result with zero are one comparison.
fn branch_condition(
    state: &mut State,
    code: &Prepared,
    left: ValueId,
    relation: Relation,
    right: Option<ValueId>,
) -> Condition {
    let body = &code.body;
    let frame = state.frame();
    if right.is_none()
        && let Some(instruction) = body.definition(left)
        && let Operation::Binary(BinaryOperator::Compare { .. }) = instruction.operation
        && let &[one, other] = body.operands(instruction)
        && body.value(one).kind == Kind::Long
    {
        return Condition { left: frame.term(one), relation, right: frame.term(other) };
    }
    let right = right.map_or(Terms::zero(body.value(left).kind), |right| frame.term(right));
    Condition { left: frame.term(left), relation, right }
}
