//! The abstract interpreter: follows every way through a body until it returns, throws or gets too long.

use std::rc::Rc;

use reenact_base::Id;
use reenact_world::{ClassId, MethodId, World};
use rustc_hash::FxHashMap;

use crate::body::{Body, Caught, Edge, Terminator, ValueId};
use crate::paths::cache::{Prepared, Shared};
use crate::paths::decide::{Verdict, decide};
use crate::paths::fold::{int, mentions};
use crate::paths::heap::Heap;
use crate::paths::state::{Frame, State, branch_condition};
use crate::paths::text::Builders;
use crate::paths::{Condition, Limits, Path, Paths};
use crate::term::{Constant, Relation, Term};

/// How often exploring starts again because a callee turned out to be too much.
const MAX_ATTEMPTS: usize = 8;

/// All paths of a method together may take as many steps as this many of the longest.
const LONG_PATHS: u64 = 8;

/// One exploration of one method.
pub(super) struct Explorer<'e, 'w> {
    pub world: &'w World,
    pub shared: &'e Shared<'w>,
    pub limits: &'e Limits,
    pub method: MethodId,
    /// Callees with loops or too many branches: these calls are told and not entered.
    pub refused: Vec<MethodId>,
    /// The receiver's class, where it is certain.
    pub receiver_class: Option<ClassId>,
    /// States that wait for their turn.
    todo: Vec<State>,
    found: Vec<Path>,
    is_complete: bool,
    forks: FxHashMap<MethodId, u32>,
    steps: u64,
}

/// How it goes on after an instruction.
pub(super) enum Next {
    /// With the next one, or with whatever the frames say.
    On,
    /// The way ends in an exception.
    Thrown,
    /// The way returned from the method.
    Returned,
    /// Nothing can be said of how this goes on.
    Lost,
    /// A callee is too much: start again without entering it.
    Refuse(MethodId),
}

impl<'e, 'w> Explorer<'e, 'w> {
    pub fn explore(shared: &'e Shared<'w>, method: MethodId, limits: &'e Limits) -> Paths {
        let world = shared.world;
        let view = world.view(method);
        // A constructor is run on an object of its own class: `super(…)` is followed from below.
        let receiver_class = (view.is_constructor() && view.class().is_instantiable()
            || view.class().access_flags().is_final())
        .then(|| view.class().id());
        let Some(code) = shared.body(method) else {
            return Paths { paths: Vec::new(), is_complete: false };
        };
        let mut refused = Vec::new();
        let mut attempts = 0;
        loop {
            attempts += 1;
            let mut explorer = Explorer {
                world,
                shared,
                limits,
                method,
                refused,
                receiver_class,
                todo: Vec::new(),
                found: Vec::new(),
                is_complete: true,
                forks: FxHashMap::default(),
                steps: 0,
            };
            match explorer.run(&code) {
                Err(culprits) if attempts < MAX_ATTEMPTS => {
                    refused = explorer.refused;
                    refused.extend(culprits);
                }
                outcome => {
                    let is_complete = explorer.is_complete && outcome.is_ok();
                    return Paths { paths: explorer.found, is_complete };
                }
            }
        }
    }

    /// Follows all ways, or says which callees must not be entered.
    fn run(&mut self, code: &Rc<Prepared>) -> Result<(), Vec<MethodId>> {
        let view = self.world.view(self.method);
        let receiver = (!view.access_flags().is_static()).then_some(Term::Receiver);
        let declared = code.body.parameters().len() - usize::from(receiver.is_some());
        let arguments = receiver.into_iter().chain((0..declared).map(|index| Term::Parameter(index as u16)));
        let first = State {
            frames: vec![Frame::new(code.clone(), arguments, None)],
            path: Path::default(),
            heap: Heap::new(view.is_constructor()),
            builders: Builders::default(),
            steps: 0,
            decisions: 0,
        };
        self.todo.push(first);
        let most_steps = u64::from(self.limits.steps) * LONG_PATHS;
        while let Some(mut state) = self.todo.pop() {
            match self.follow(&mut state) {
                Next::Returned => {
                    if self.found.len() >= self.limits.paths {
                        self.give_up()?;
                        return Ok(());
                    }
                    self.found.push(state.path);
                }
                Next::Lost => match state.frames.last() {
                    Some(frame) if state.frames.len() > 1 => return Err(vec![frame.code.body.method()]),
                    _ => self.is_complete = false,
                },
                Next::Refuse(callee) => return Err(vec![callee]),
                Next::Thrown | Next::On => {}
            }
            if self.steps > most_steps || self.todo.len() > self.limits.paths * 4 {
                self.give_up()?;
                return Ok(());
            }
        }
        Ok(())
    }

    /// There are too many ways: tries again without the callees that fork most, or leaves it at what there is.
    fn give_up(&mut self) -> Result<(), Vec<MethodId>> {
        let most = self.forks.values().copied().max().unwrap_or(0);
        let mut worst: Vec<MethodId> =
            self.forks.iter().filter(|&(_, &count)| count * 2 > most).map(|(&method, _)| method).collect();
        worst.sort_unstable();
        if worst.is_empty() {
            self.is_complete = false;
            return Ok(());
        }
        Err(worst)
    }

    fn follow(&mut self, state: &mut State) -> Next {
        loop {
            state.steps += 1;
            self.steps += 1;
            if state.steps > self.limits.steps {
                return Next::Lost;
            }
            let Some(frame) = state.frames.last_mut() else { return Next::Thrown };
            let code = frame.code.clone();
            let mut instructions = code.body.instructions_of(frame.block);
            let next = match instructions.nth(frame.position) {
                Some(id) => {
                    frame.position += 1;
                    self.instruction(state, &code.body, code.body.instruction(id))
                }
                None => self.terminate(state, &code),
            };
            match next {
                Next::On => {}
                end => return end,
            }
        }
    }

    fn terminate(&mut self, state: &mut State, code: &Prepared) -> Next {
        let body = &code.body;
        let frame = state.frame();
        let block = frame.block;
        match body.terminator(block) {
            Terminator::Jump => state.go(self.limits, &body.successors(block)[0]),
            Terminator::Return(value) => self.return_from(state, value),
            Terminator::Throw(value) => {
                let thrown = frame.values[value.index()].clone();
                let class = self.class_of(state, &thrown);
                if thrown == Term::Constant(Constant::Null) {
                    return self.throw_known(state, "java/lang/NullPointerException");
                }
                self.throw(state, thrown, class)
            }
            Terminator::Branch { left, relation, right } => {
                let condition = branch_condition(state, code, left, relation, right);
                let (otherwise, target) = (&body.successors(block)[0], &body.successors(block)[1]);
                match self.verdict(state, &condition) {
                    Verdict::Always => state.go(self.limits, target),
                    Verdict::Never => state.go(self.limits, otherwise),
                    Verdict::Open => {
                        self.note_fork(state);
                        let relation = condition.relation.negated();
                        let mut taken = state.clone();
                        let mut not_taken = std::mem::take(state);
                        not_taken.assume(Condition { relation, ..condition.clone() });
                        taken.assume(condition);
                        self.take_turns(state, [(not_taken, otherwise), (taken, target)])
                    }
                }
            }
            Terminator::Switch { value, keys } => self.switch(state, body, value, body.keys(keys)),
        }
    }

    fn switch(&mut self, state: &mut State, body: &Body, value: ValueId, keys: &[i32]) -> Next {
        let block = state.frame().block;
        let value = state.frame().values[value.index()].clone();
        let mut ways = Vec::new();
        for (&key, edge) in keys.iter().zip(body.successors(block)) {
            let condition = Condition { left: value.clone(), relation: Relation::Equal, right: int(key) };
            match self.verdict(state, &condition) {
                Verdict::Always => {
                    ways.push((std::mem::take(state), edge));
                    return self.take_turns(state, ways);
                }
                Verdict::Never => {}
                Verdict::Open => {
                    self.note_fork(state);
                    let mut way = state.clone();
                    way.assume(condition.clone());
                    ways.push((way, edge));
                    state.assume(Condition { relation: Relation::NotEqual, ..condition });
                }
            }
        }
        ways.push((std::mem::take(state), &body.successors(block)[keys.len()]));
        self.take_turns(state, ways)
    }

    /// Sets out on some ways: goes on with the first, and with the others later, in order.
    fn take_turns<'b>(
        &mut self,
        state: &mut State,
        ways: impl IntoIterator<Item = (State, &'b Edge)>,
    ) -> Next {
        let mut open = Vec::new();
        for (mut way, edge) in ways {
            match way.go(self.limits, edge) {
                Next::On => open.push(way),
                // A loop without an end that we know.
                _ if way.frames.len() > 1 => return Next::Refuse(way.frame().code.body.method()),
                _ => self.is_complete = false,
            }
        }
        let mut open = open.into_iter();
        let Some(first) = open.next() else { return Next::Thrown };
        *state = first;
        self.todo.extend(open.rev());
        Next::On
    }

    fn note_fork(&mut self, state: &State) {
        if let [_, .., frame] = &state.frames[..] {
            *self.forks.entry(frame.code.body.method()).or_default() += 1;
        }
    }

    /// Decides a condition by what is known on this way.
    pub fn verdict(&self, state: &State, condition: &Condition) -> Verdict {
        let since = state.heap.statics_known_since;
        let is_stale = |position: usize, known: &Condition| {
            position < since && [&known.left, &known.right].iter().any(|term| self.is_changeable(term))
        };
        let known = state.path.conditions.iter().enumerate();
        let known = known.filter(|&(position, known)| !is_stale(position, known)).map(|(_, known)| known);
        decide(condition, known)
    }

    fn is_changeable(&self, term: &Term) -> bool {
        mentions(term, &|part| match part {
            Term::StaticField(field) => !self.world.view(*field).access_flags().is_final(),
            _ => false,
        })
    }

    /// Goes on only where a condition holds.
    pub fn require(&mut self, state: &mut State, condition: Condition) -> Verdict {
        let verdict = self.verdict(state, &condition);
        if verdict == Verdict::Open {
            // It is no branch: a loop that has it goes on all the same.
            state.path.conditions.push(condition);
        }
        verdict
    }

    /// As [`Explorer::require`] for a second state, which waits for its turn.
    pub fn later(&mut self, state: State) {
        self.note_fork(&state);
        self.todo.push(state);
    }

    fn return_from(&mut self, state: &mut State, value: Option<ValueId>) -> Next {
        let value = value.map(|value| state.frame().values[value.index()].clone());
        let left = state.frames.pop().and_then(|frame| frame.result);
        if state.frames.is_empty() {
            if let Some(value) = &value {
                state.reveal(value);
            }
            state.path.result = value;
            return Next::Returned;
        }
        if let (Some(result), Some(value)) = (left, value) {
            state.set(result, value);
        }
        Next::On
    }

    /// An exception of a known class, which the JVM itself throws.
    pub fn throw_known(&mut self, state: &mut State, class: &str) -> Next {
        let class = self.world.class_id(class);
        self.throw(state, Term::Unknown, class)
    }

    /// Leads an exception to the handler that catches it.
    fn throw(&mut self, state: &mut State, thrown: Term, class: Option<ClassId>) -> Next {
        while let Some(frame) = state.frames.last() {
            let code = frame.code.clone();
            for edge in code.body.handlers(frame.block) {
                let catches = match (edge.caught, class) {
                    (Caught::Anything, _) => Some(true),
                    (Caught::Class(caught), Some(class)) => Some(self.world.is_subtype(class, caught)),
                    (Caught::Class(_) | Caught::Missing, _) => None,
                };
                match catches {
                    Some(true) => return state.go_to_handler(self.limits, edge, thrown),
                    Some(false) => {}
                    None if code.returns[edge.target.index()] => return Next::Lost,
                    None => {}
                }
            }
            state.frames.pop();
        }
        Next::Thrown
    }

    /// An instruction that is not followed may throw. If there is a handler from which the method may yet
    /// return, that way is missing.
    pub fn note_possible_exception(&mut self, state: &State) -> Next {
        for (depth, frame) in state.frames.iter().enumerate() {
            let is_caught = frame
                .code
                .body
                .handlers(frame.block)
                .iter()
                .any(|edge| frame.code.returns[edge.target.index()]);
            if is_caught {
                let method = frame.code.body.method();
                if depth > 0 && !self.world.view(method).is_constructor() {
                    return Next::Refuse(method);
                }
                self.is_complete = false;
            }
        }
        Next::On
    }
}
