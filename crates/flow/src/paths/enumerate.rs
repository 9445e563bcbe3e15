//! The driver that enumerates the paths of a method, and the rules by which it enters callees.

use reenact_world::{MethodId, World};
use rustc_hash::FxHashMap;

use crate::exec::{
    Branch, CallSite, Choice, Completion, Decide, Exec, Fault, Path, Repetition, Site, State, Step, Treatment,
};
use crate::paths::cache::Shared;
use crate::paths::{Limits, Paths};
use crate::term::{Constant, Term, TermId, Terms};

/// How often the enumeration starts again because a callee turned out to have too many paths.
const MAX_ATTEMPTS: usize = 8;

/// All paths of a method together may take as many steps as this many of the longest.
const LONG_PATHS: u64 = 8;

/// Methods that call themselves are entered this often.
const MAX_RECURSION: usize = 2;

/// Methods with more instructions are not entered: hardly any of them has few paths.
const MAX_INSTRUCTIONS: usize = 400;

/// Enumerates the paths of a method that return normally.
pub(super) fn enumerate(shared: &Shared<'_>, method: MethodId, limits: &Limits) -> Paths {
    let mut refused = Vec::new();
    let mut attempts = 0;
    loop {
        attempts += 1;
        let world = shared.code.world();
        let rules = Rules {
            world,
            shared,
            limits,
            refused,
            refuse: None,
            is_complete: true,
            forks: FxHashMap::default(),
        };
        let Some((exec, first)) = Exec::new(&shared.code, method, limits.enter_platform, rules) else {
            return Paths { terms: Terms::new(), paths: Vec::new(), is_complete: false };
        };
        let mut search = Search { exec, todo: vec![first], found: Vec::new(), steps: 0 };
        match search.run() {
            Err(culprits) if attempts < MAX_ATTEMPTS => {
                refused = search.exec.decide.refused;
                refused.extend(culprits);
            }
            outcome => {
                let is_complete = search.exec.decide.is_complete && outcome.is_ok();
                return Paths { terms: search.exec.terms, paths: search.found, is_complete };
            }
        }
    }
}

/// One attempt to enumerate the paths of a method, depth first.
struct Search<'e, 'w> {
    exec: Exec<'e, 'w, Rules<'e, 'w>>,
    /// States that wait for their turn.
    todo: Vec<State>,
    found: Vec<Path>,
    steps: u64,
}

impl Search<'_, '_> {
    /// Executes all states, or returns the callees that must not be entered.
    fn run(&mut self) -> Result<(), Vec<MethodId>> {
        let limits = self.exec.decide.limits;
        let most_steps = u64::from(limits.steps) * LONG_PATHS;
        while let Some(mut state) = self.todo.pop() {
            if self.follow(&mut state)? {
                if self.found.len() >= limits.paths {
                    return self.give_up();
                }
                self.found.push(state.path);
            }
            if self.steps > most_steps || self.todo.len() > limits.paths * 4 {
                return self.give_up();
            }
        }
        Ok(())
    }

    /// Executes a state to its end, and leaves those that fork from it for later. True if the method returned.
    fn follow(&mut self, state: &mut State) -> Result<bool, Vec<MethodId>> {
        loop {
            self.steps += 1;
            let step = match state.steps < self.exec.decide.limits.steps {
                true => self.exec.step(state),
                false => Step::Lost,
            };
            if let Some(callee) = self.exec.decide.refuse.take() {
                return Err(vec![callee]);
            }
            match step {
                Step::Continue => {}
                Step::Returned => return Ok(true),
                // A path that throws is left out.
                Step::Thrown(_) | Step::Stopped | Step::Infeasible => return Ok(false),
                Step::Lost => {
                    match &state.frames[..] {
                        [_, .., callee] => return Err(vec![callee.method()]),
                        _ => self.exec.decide.is_complete = false,
                    }
                    return Ok(false);
                }
                Step::Fork(forks) => {
                    let mut forks = forks.into_iter();
                    let Some(first) = forks.next() else { return Ok(false) };
                    *state = first;
                    self.todo.extend(forks.rev());
                }
            }
        }
    }

    /// There are too many paths: tries again without the callees that fork most, or keeps what was found.
    fn give_up(&mut self) -> Result<(), Vec<MethodId>> {
        let forks = &self.exec.decide.forks;
        let most = forks.values().copied().max().unwrap_or(0);
        let mut worst: Vec<MethodId> =
            forks.iter().filter(|&(_, &count)| count * 2 > most).map(|(&method, _)| method).collect();
        worst.sort_unstable();
        if worst.is_empty() {
            self.exec.decide.is_complete = false;
            return Ok(());
        }
        Err(worst)
    }
}

/// The decisions of the enumeration: every branch both ways, no exception, small callees entered.
struct Rules<'e, 'w> {
    world: &'w World,
    shared: &'e Shared<'w>,
    limits: &'e Limits,
    /// Callees with loops or too many branches: calls of them are recorded and not entered.
    refused: Vec<MethodId>,
    /// A callee that must not be entered, found in the last step: start again without it.
    refuse: Option<MethodId>,
    is_complete: bool,
    /// Open branches in callees.
    forks: FxHashMap<MethodId, u32>,
}

impl Decide for Rules<'_, '_> {
    fn branch(&mut self, at: Site<'_>, _: Branch, feasible: &[usize]) -> Choice {
        if feasible.len() > 1 && at.state.frames.len() > 1 {
            *self.forks.entry(at.method).or_default() += feasible.len() as u32 - 1;
        }
        Choice::All
    }

    fn fault(&mut self, at: Site<'_>, _: Fault<'_>) -> Completion {
        match self.is_caught(at.state) {
            true => Completion::Stop,
            false => Completion::Normally,
        }
    }

    fn call(&mut self, at: Site<'_>, call: CallSite<'_>, terms: &Terms) -> Treatment {
        if self.is_entered(at.state, call, terms) {
            Treatment::Enter
        } else if self.is_caught(at.state) {
            Treatment::Stop
        } else {
            Treatment::Return
        }
    }

    /// A loop that depends on something undecided has no end that is known.
    fn repeat(&mut self, at: Site<'_>, repetition: Repetition) -> bool {
        let may_repeat = !repetition.was_decided && repetition.count <= self.limits.iterations;
        if !may_repeat {
            match at.state.frames.len() {
                1 => self.is_complete = false,
                _ => self.refuse = Some(at.method),
            }
        }
        may_repeat
    }
}

impl Rules<'_, '_> {
    /// Notes that an instruction may throw. If a running method may return from a handler, that path is missing:
    /// true if that method must not be entered, which is then the one to refuse.
    fn is_caught(&mut self, state: &State) -> bool {
        for (depth, frame) in state.frames.iter().enumerate() {
            let handlers = frame.code.body.handlers(frame.block);
            if handlers.iter().any(|edge| frame.code.returns(edge.target)) {
                if depth > 0 && !self.world.view(frame.method()).is_constructor() {
                    self.refuse = Some(frame.method());
                    return true;
                }
                self.is_complete = false;
            }
        }
        false
    }

    fn is_entered(&self, state: &State, call: CallSite<'_>, terms: &Terms) -> bool {
        let Some((target, code)) = call.target else { return false };
        let view = self.world.view(target);
        let may_enter =
            !view.class().is_platform() || self.limits.enter_platform || call.is_plain_constructor;
        let same = state.frames.iter().filter(|frame| frame.method() == target).count();
        // A loop may have an end by itself, or get one from the arguments.
        let gives_length =
            |argument: &TermId| matches!(terms[*argument], Term::Fresh(_) | Term::Constant(Constant::Int(_)));
        may_enter
            && state.frames.len() <= self.limits.depth
            && same < MAX_RECURSION
            && !self.refused.contains(&target)
            && code.body.instruction_count() <= MAX_INSTRUCTIONS
            && (!code.has_loop
                || call.call.arguments.iter().any(gives_length)
                || !self.shared.has_open_loop(target))
    }
}
