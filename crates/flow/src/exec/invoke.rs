//! Calls: entered, known by what they do, or recorded.

use reenact_world::{CallKind, MethodRefId};

use crate::body::ValueId;
use crate::exec::condition::Verdict;
use crate::exec::platform::Special;
use crate::exec::{
    Branch, Call, CallSite, Choice, Condition, Decide, Exec, Frame, State, Step, Treatment, text,
};
use crate::term::{Relation, Term, TermId, Terms};

const NULL_POINTER: &str = "java/lang/NullPointerException";

impl<D: Decide> Exec<'_, '_, D> {
    pub(super) fn call(
        &mut self,
        state: &mut State,
        kind: CallKind,
        reference: MethodRefId,
        arguments: Vec<TermId>,
        result: Option<ValueId>,
    ) -> Step {
        let caller = self.world.view(state.frame().method()).class().id();
        let receiver = (kind != CallKind::Static).then(|| arguments[0]);
        if let Some(receiver) = receiver
            && let Some(step) = self.dereference(state, receiver)
        {
            return step;
        }
        let target = self.certain_target(state, caller, kind, reference, receiver);
        let resolved = self.world.resolved_method(reference).ok();
        let special = target.or(resolved).and_then(|method| self.code.special(method));
        let call = Call { kind, reference, method: resolved, arguments };
        let call = match special {
            None => call,
            Some(special) => match self.call_special(state, special, call, result) {
                Ok(step) => return step,
                Err(call) => call,
            },
        };
        let code = target.and_then(|target| self.code.body(target));
        let site = CallSite {
            call: &call,
            target: target.zip(code.as_deref()),
            is_plain_constructor: special == Some(Special::Enter),
        };
        match (self.decide.call(state.site(), site, &self.terms), code) {
            (Treatment::Enter, Some(code)) => {
                state.frames.push(Frame::new(code, call.arguments.into_iter(), result));
                Step::Continue
            }
            (Treatment::Enter, None) => Step::Lost,
            (Treatment::Return, _) => {
                let number = self.record(state, call, special);
                if let Some(result) = result {
                    let kind = state.frame().kind(result);
                    let term = self.terms.add(kind, Term::Result(number));
                    state.set(result, term);
                }
                Step::Continue
            }
            (Treatment::Throw(class), _) => {
                self.record(state, call, special);
                self.throw(state, Terms::unknown(crate::body::Kind::Reference), class)
            }
            (Treatment::Stop, _) => Step::Stopped,
        }
    }

    /// Executes a call of the JDK that is not entered but known by its effect. Returns the call if it is like any other.
    fn call_special(
        &mut self,
        state: &mut State,
        special: Special,
        call: Call,
        result: Option<ValueId>,
    ) -> Result<Step, Call> {
        match special {
            Special::RequireNonNull => return Ok(self.require_non_null(state, &call, result)),
            Special::RequireNonNullElse => return Ok(self.require_non_null_else(state, &call, result)),
            Special::Receiver => {
                if let (Some(result), Some(receiver)) = (result, call.arguments.first()) {
                    state.set(result, *receiver);
                }
            }
            Special::BeginText { has_text } if self.is_new_object(&call) => {
                let part = has_text.then(|| text::part(&mut self.terms, call.arguments[1], b'L'));
                call.arguments[1..].iter().for_each(|argument| state.reveal(&self.terms, *argument));
                state.builders.begin(call, part);
            }
            Special::Append(letter) => {
                call.arguments[1..].iter().for_each(|argument| state.reveal(&self.terms, *argument));
                let part = text::part(&mut self.terms, call.arguments[1], letter);
                let object = call.arguments[0];
                state.builders.append(call, part)?;
                if let Some(result) = result {
                    state.set(result, object);
                }
            }
            Special::Text => {
                let text = state.builders.text(&mut self.terms, call.arguments[0]);
                let (Some(text), Some(result)) = (text, result) else { return Err(call) };
                state.set(result, text);
            }
            Special::BeginText { .. } | Special::Enter | Special::Harmless => return Err(call),
        }
        Ok(Step::Continue)
    }

    /// Records a call that is not entered, and forgets what it may change. Returns its number.
    fn record(&mut self, state: &mut State, call: Call, special: Option<Special>) -> u32 {
        call.arguments.iter().for_each(|argument| state.reveal(&self.terms, *argument));
        let is_platform = call.method.is_some_and(|method| self.world.view(method).class().is_platform());
        let is_construction = call.kind == CallKind::Special
            && call.method.is_some_and(|method| self.world.view(method).is_constructor());
        let conditions = state.path.conditions.len();
        if is_platform && is_construction && call.arguments[0] == Terms::receiver() {
            // The JDK's part of the receiver: it knows nothing of the fields below.
            state.heap.platform_part_is_opaque = true;
            state.heap.hand_over(self.world, &self.terms, &call.arguments[1..], conditions);
        } else if special != Some(Special::Harmless) {
            state.heap.hand_over(self.world, &self.terms, &call.arguments, conditions);
        }
        let number = state.path.calls.len() as u32;
        state.path.calls.push(call);
        number
    }

    fn require_non_null(&mut self, state: &mut State, call: &Call, result: Option<ValueId>) -> Step {
        let Some(&value) = call.arguments.first() else { return Step::Lost };
        if let Some(step) = self.require(state, is_null(value, Relation::NotEqual), NULL_POINTER) {
            return step;
        }
        if let Some(result) = result {
            state.set(result, value);
        }
        Step::Continue
    }

    /// `Objects.requireNonNullElse(value, other)`: two paths unless it is known whether the value is null.
    fn require_non_null_else(&mut self, state: &mut State, call: &Call, result: Option<ValueId>) -> Step {
        let (Some(result), &[value, other]) = (result, &call.arguments[..]) else { return Step::Lost };
        let present = is_null(value, Relation::NotEqual);
        let mut forks = Vec::new();
        let verdict = self.verdict(state, present);
        if verdict != Verdict::Never {
            let mut with = state.clone();
            if verdict == Verdict::Open {
                with.path.conditions.push(present);
            }
            with.set(result, value);
            forks.push((0, with));
        }
        if verdict != Verdict::Always {
            let mut without = state.clone();
            if verdict == Verdict::Open {
                without.path.conditions.push(present.negated());
            }
            let needed = is_null(other, Relation::NotEqual);
            match self.verdict(&without, needed) {
                // Both are null.
                Verdict::Never if forks.is_empty() => return self.throw_known(state, NULL_POINTER),
                Verdict::Never => {}
                known => {
                    if known == Verdict::Open {
                        without.path.conditions.push(needed);
                    }
                    without.set(result, other);
                    forks.push((1, without));
                }
            }
        }
        let feasible: Vec<usize> = forks.iter().map(|(successor, _)| *successor).collect();
        match self.decide.branch(state.site(), Branch::NonNullElse, &feasible) {
            Choice::Stop => Step::Stopped,
            Choice::All if forks.len() > 1 => Step::Fork(forks.into_iter().map(|(_, fork)| fork).collect()),
            choice => {
                let chosen = |(successor, _): &(usize, State)| match choice {
                    Choice::Only(only) => *successor == only,
                    _ => true,
                };
                match forks.into_iter().find(chosen) {
                    Some((_, fork)) => {
                        *state = fork;
                        Step::Continue
                    }
                    None => Step::Infeasible,
                }
            }
        }
    }

    /// Whether a constructor is called on an object that this path has made.
    fn is_new_object(&self, call: &Call) -> bool {
        let first = call.arguments.first();
        call.kind == CallKind::Special
            && first.is_some_and(|first| matches!(self.terms[*first], Term::Fresh(_)))
    }
}

fn is_null(term: TermId, relation: Relation) -> Condition {
    Condition { left: term, relation, right: Terms::null() }
}
