//! Exceptions: those that an instruction may throw, and how one finds its handler.

use reenact_world::ClassId;

use crate::body::{Caught, Kind};
use crate::exec::condition::{Verdict, is_never_null};
use crate::exec::{Completion, Condition, Decide, Exec, Fault, State, Step, Thrown};
use crate::term::{Relation, Term, TermId, Terms};

impl<D: Decide> Exec<'_, '_, D> {
    /// Throws an exception of a known class, as the JVM itself does.
    pub(super) fn throw_known(&mut self, state: &mut State, class: &str) -> Step {
        let class = self.world.class_id(class);
        self.throw(state, Terms::unknown(Kind::Reference), class)
    }

    /// Leads an exception to the handler that catches it.
    pub(super) fn throw(&mut self, state: &mut State, value: TermId, class: Option<ClassId>) -> Step {
        while let Some(frame) = state.frames.last() {
            let code = frame.code.clone();
            for edge in code.body.handlers(frame.block) {
                let certain = match (edge.caught, class) {
                    (Caught::Anything, _) => Some(true),
                    (Caught::Class(caught), Some(class)) => Some(self.world.is_subtype(class, caught)),
                    (Caught::Class(_) | Caught::Missing, _) => None,
                };
                match certain.or_else(|| self.decide.catches(state.site(), edge)) {
                    Some(true) => return self.go_to_handler(state, edge, value),
                    Some(false) => {}
                    None if code.returns(edge.target) => return Step::Lost,
                    None => {}
                }
            }
            // The frame stays if it is the last one: the driver sees where the exception left the method.
            if state.frames.len() == 1 {
                break;
            }
            state.frames.pop();
        }
        state.reveal(&self.terms, value);
        Step::Thrown(Thrown { value, class })
    }

    /// Asks whether an instruction that may throw does. `Some` if it does not complete.
    pub(super) fn fault(
        &mut self,
        state: &mut State,
        class: &'static str,
        unless: Option<Condition>,
    ) -> Option<Step> {
        let fault = Fault { class, unless: unless.as_ref() };
        match self.decide.fault(state.site(), fault) {
            Completion::Normally => None,
            Completion::Stop => Some(Step::Stopped),
            Completion::Throws => {
                if let Some(condition) = unless {
                    state.path.conditions.push(condition.negated());
                }
                Some(self.throw_known(state, class))
            }
        }
    }

    /// Continues where a condition holds, and throws where it does not. `Some` if it does not complete.
    pub(super) fn require(
        &mut self,
        state: &mut State,
        condition: Condition,
        class: &'static str,
    ) -> Option<Step> {
        match self.verdict(state, condition) {
            Verdict::Always => None,
            Verdict::Never => Some(self.throw_known(state, class)),
            Verdict::Open => {
                let thrown = self.fault(state, class, Some(condition));
                if thrown.is_none() {
                    // It is not a branch: a loop that has it continues all the same.
                    state.path.conditions.push(condition);
                }
                thrown
            }
        }
    }

    /// Makes sure that a term is not null. `Some` if it does not complete.
    pub(super) fn dereference(&mut self, state: &mut State, term: TermId) -> Option<Step> {
        const CLASS: &str = "java/lang/NullPointerException";
        if is_never_null(&self.terms, term) {
            return None;
        }
        let condition = Condition { left: term, relation: Relation::NotEqual, right: Terms::null() };
        if is_given(&self.terms, term) {
            return self.require(state, condition, CLASS);
        }
        // That the result of a call is not null would be a condition that a caller cannot meet.
        match self.verdict(state, condition) {
            Verdict::Always => None,
            Verdict::Never => Some(self.throw_known(state, CLASS)),
            Verdict::Open => self.fault(state, CLASS, None),
        }
    }
}

/// Whether the caller of the method decides what a term stands for.
fn is_given(terms: &Terms, term: TermId) -> bool {
    match terms[term] {
        Term::Parameter(_) => true,
        Term::Field(base, _) => base == Terms::receiver() || is_given(terms, base),
        _ => false,
    }
}
