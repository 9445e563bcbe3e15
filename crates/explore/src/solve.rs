//! Changes an input so that a condition of its path no longer holds, and those before it still do.
//!
//! The input satisfies the conditions before, so the change is local: a reference becomes null or an object of another class, a number or
//! a text takes another value. Every solution is run afterwards, so a wrong one costs time and nothing else.

mod references;
mod scalars;

use reenact_flow::exec::Condition;
use reenact_flow::term::{Constant, Term, TermId};
use reenact_world::MethodId;

use crate::create::Creator;
use crate::evaluate::Known;
use crate::input::Input;
use crate::types::Infeasible;

/// A condition to negate.
pub struct Problem<'p> {
    pub known: Known<'p>,
    pub creator: Creator<'p>,
    pub method: MethodId,
    pub input: &'p Input,
    /// The conditions before, which hold.
    pub before: &'p [Condition],
    /// The condition that holds and should not.
    pub condition: Condition,
    /// Whole numbers in the code of the method.
    pub constants: &'p [i64],
}

/// Finds inputs for which the condition does not hold, the simplest first.
pub fn solve(problem: &Problem<'_>) -> Result<Vec<Input>, Infeasible> {
    let wanted = problem.condition.negated();
    let found = match references::solve(problem, wanted) {
        Some(found) => found?,
        None => scalars::solve(problem, wanted)?,
    };
    let accepted: Vec<Input> = found.into_iter().filter(|input| problem.keeps(input)).collect();
    match accepted.is_empty() {
        true => Err(Infeasible("no value satisfies it together with the conditions before".to_owned())),
        false => Ok(accepted),
    }
}

impl Problem<'_> {
    /// Whether the conditions before still hold, as far as the input decides them, and did for the input that was run.
    fn keeps(&self, input: &Input) -> bool {
        let broken = |condition: &Condition| {
            self.known.holds(input, condition) == Some(false)
                && self.known.holds(self.input, condition) == Some(true)
        };
        !self.before.iter().any(broken)
    }

    /// Whether the wanted condition holds, or is not decided by the input.
    fn may_hold(&self, input: &Input, wanted: &Condition) -> bool {
        self.known.holds(input, wanted) != Some(false)
    }

    /// Calls a function with every constant below a term, results of modelled calls included.
    fn each_constant(&self, term: TermId, depth: usize, visit: &mut impl FnMut(&Constant)) {
        if depth > 40 {
            return;
        }
        match &self.known.terms[term] {
            Term::Constant(constant) => visit(constant),
            Term::Result(number) => {
                let call = self.known.path.calls.get(*number as usize);
                for argument in call.iter().flat_map(|call| &call.arguments) {
                    self.each_constant(*argument, depth + 1, visit);
                }
            }
            other => {
                for part in other.parts() {
                    self.each_constant(*part, depth + 1, visit);
                }
            }
        }
    }
}
