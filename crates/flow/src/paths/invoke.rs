//! Calls: entered, known by what they do, or told.

use reenact_world::{CallKind, MethodId, MethodRefId};

use crate::body::ValueId;
use crate::paths::cache::Prepared;
use crate::paths::decide::Verdict;
use crate::paths::explore::{Explorer, Next};
use crate::paths::platform::Special;
use crate::paths::state::{Frame, State};
use crate::paths::{Call, Condition, text};
use crate::term::{Constant, Relation, Term};

/// Methods that call themselves are entered this often.
const MAX_RECURSION: usize = 2;

/// Methods with more instructions are not entered: hardly any of them has few ways through it.
const MAX_INSTRUCTIONS: usize = 400;

impl Explorer<'_, '_> {
    pub(super) fn call(
        &mut self,
        state: &mut State,
        kind: CallKind,
        reference: MethodRefId,
        arguments: Vec<Term>,
        result: Option<ValueId>,
    ) -> Next {
        let caller = self.world.view(state.frame().code.body.method()).class().id();
        let receiver = (kind != CallKind::Static).then(|| arguments[0].clone());
        if let Some(receiver) = &receiver
            && let Some(next) = self.dereference(state, receiver)
        {
            return next;
        }
        let target = self.certain_target(state, caller, kind, reference, receiver.as_ref());
        let resolved = self.world.resolved_method(reference).ok();
        let special = target.or(resolved).and_then(|method| self.special(method));
        let call = Call { kind, reference, method: resolved, arguments };
        match special {
            Some(Special::RequireNonNull) => return self.require_non_null(state, call, result),
            Some(Special::RequireNonNullElse) => return self.require_non_null_else(state, call, result),
            Some(Special::Receiver) => {
                if let (Some(result), Some(receiver)) = (result, receiver) {
                    state.set(result, receiver);
                }
                return Next::On;
            }
            Some(Special::BeginText { has_text }) if is_new_object(&call) => {
                let part = has_text.then(|| text::part(call.arguments[1].clone(), b'L'));
                call.arguments[1..].iter().for_each(|argument| state.reveal(argument));
                state.builders.begin(call, part);
                return Next::On;
            }
            Some(Special::Append(letter)) => {
                call.arguments[1..].iter().for_each(|argument| state.reveal(argument));
                let part = text::part(call.arguments[1].clone(), letter);
                let object = call.arguments[0].clone();
                return match state.builders.append(call, part) {
                    Ok(()) => {
                        if let Some(result) = result {
                            state.set(result, object);
                        }
                        Next::On
                    }
                    Err(call) => self.tell(state, call, special, result),
                };
            }
            Some(Special::Text) => {
                if let (Some(text), Some(result)) = (state.builders.text(&call.arguments[0]), result) {
                    state.set(result, text);
                    return Next::On;
                }
            }
            _ => {}
        }
        if let Some(target) = target
            && self.is_entered(state, target, special)
            && let Some(code) = self.shared.body(target)
            && self.is_small(&code, &call)
        {
            state.frames.push(Frame::new(code, call.arguments.into_iter(), result));
            return Next::On;
        }
        self.tell(state, call, special, result)
    }

    fn special(&self, method: MethodId) -> Option<Special> {
        let mut known = self.shared.specials.borrow_mut();
        *known.entry(method).or_insert_with(|| Special::of(self.world, method))
    }

    fn is_entered(&self, state: &State, target: MethodId, special: Option<Special>) -> bool {
        let view = self.world.view(target);
        let may_enter =
            !view.class().is_platform() || self.limits.enter_platform || special == Some(Special::Enter);
        let depth = state.frames.len();
        let same = state.frames.iter().filter(|frame| frame.code.body.method() == target).count();
        may_enter
            && view.has_code()
            && depth <= self.limits.depth
            && same < MAX_RECURSION
            && !self.refused.contains(&target)
    }

    /// Whether a method is worth entering: not too long, and without loops unless these have an end by
    /// themselves or what it is given may give them one.
    fn is_small(&self, code: &Prepared, call: &Call) -> bool {
        let says_length =
            |argument: &Term| matches!(argument, Term::Fresh(_) | Term::Constant(Constant::Int(_)));
        code.body.instruction_count() <= MAX_INSTRUCTIONS
            && (!code.has_loop
                || call.arguments.iter().any(says_length)
                || !self.shared.has_open_loop(code.body.method()))
    }

    /// Tells a call that is not entered.
    fn tell(
        &mut self,
        state: &mut State,
        call: Call,
        special: Option<Special>,
        result: Option<ValueId>,
    ) -> Next {
        if let Next::Refuse(callee) = self.note_possible_exception(state) {
            return Next::Refuse(callee);
        }
        call.arguments.iter().for_each(|argument| state.reveal(argument));
        let is_platform = call.method.is_some_and(|method| self.world.view(method).class().is_platform());
        let is_construction = call.kind == CallKind::Special
            && call.method.is_some_and(|method| self.world.view(method).is_constructor());
        let conditions = state.path.conditions.len();
        if is_platform && is_construction && call.arguments[0] == Term::Receiver {
            // The JDK's part of the receiver: it knows nothing of the fields below.
            state.heap.platform_part_is_opaque = true;
            state.heap.hand_over(self.world, &call.arguments[1..], conditions);
        } else if special != Some(Special::Harmless) {
            state.heap.hand_over(self.world, &call.arguments, conditions);
        }
        let number = state.path.calls.len() as u32;
        state.path.calls.push(call);
        if let Some(result) = result {
            state.set(result, Term::Result(number));
        }
        Next::On
    }

    fn require_non_null(&mut self, state: &mut State, call: Call, result: Option<ValueId>) -> Next {
        let Some(value) = call.arguments.first().cloned() else { return Next::Lost };
        match self.require(state, is_null(&value, Relation::NotEqual)) {
            Verdict::Never => return self.throw_known(state, "java/lang/NullPointerException"),
            Verdict::Open => {
                if let Next::Refuse(callee) = self.note_possible_exception(state) {
                    return Next::Refuse(callee);
                }
            }
            Verdict::Always => {}
        }
        if let Some(result) = result {
            state.set(result, value);
        }
        Next::On
    }

    fn require_non_null_else(&mut self, state: &mut State, call: Call, result: Option<ValueId>) -> Next {
        let (Some(result), [value, other]) = (result, &call.arguments[..]) else { return Next::Lost };
        let condition = is_null(value, Relation::NotEqual);
        let verdict = self.verdict(state, &condition);
        if verdict == Verdict::Open {
            let mut without = state.clone();
            without.path.conditions.push(is_null(value, Relation::Equal));
            if self.require(&mut without, is_null(other, Relation::NotEqual)) != Verdict::Never {
                without.set(result, other.clone());
                self.later(without);
            }
            state.path.conditions.push(condition);
        }
        if verdict == Verdict::Never {
            if self.require(state, is_null(other, Relation::NotEqual)) == Verdict::Never {
                return self.throw_known(state, "java/lang/NullPointerException");
            }
            state.set(result, other.clone());
        } else {
            state.set(result, value.clone());
        }
        Next::On
    }
}

fn is_null(term: &Term, relation: Relation) -> Condition {
    Condition { left: term.clone(), relation, right: Term::Constant(Constant::Null) }
}

/// Whether a constructor is called on an object that this way has made.
fn is_new_object(call: &Call) -> bool {
    call.kind == CallKind::Special && matches!(call.arguments.first(), Some(Term::Fresh(_)))
}
