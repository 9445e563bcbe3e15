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
use crate::evaluate::{Known, Meaning};
use crate::input::{Input, Value};
use crate::place::{Place, Scalar};
use crate::smt::{Found, Solutions};
use crate::types::Infeasible;

const ANY_OBJECT: &[&str] = &["Ljava/lang/Object;", "Ljava/lang/CharSequence;", "Ljava/lang/Comparable;"];

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
pub fn solve(problem: &Problem<'_>, solutions: &mut Solutions<'_>) -> Result<Vec<Input>, Infeasible> {
    let wanted = problem.condition.negated();
    let found = match references::solve(problem, wanted) {
        Some(found) => found?,
        None => numbers_and_texts(problem, wanted, solutions)?,
    };
    let accepted: Vec<Input> = found.into_iter().filter(|input| problem.keeps(input)).collect();
    match accepted.is_empty() {
        true => Err(Infeasible("no value satisfies it together with the conditions before".to_owned())),
        false => Ok(accepted),
    }
}

/// Candidates first: they are fast, and their values are easily read. What they cannot satisfy, the solver may.
fn numbers_and_texts(
    problem: &Problem<'_>,
    wanted: Condition,
    solutions: &mut Solutions<'_>,
) -> Result<Vec<Input>, Infeasible> {
    let candidates = scalars::solve(problem, wanted);
    // A condition that candidates leave open may still be one that the solver can say.
    let is_certain =
        |input: &Input| problem.known.holds(input, &wanted) == Some(true) && problem.keeps(input);
    if let Ok(found) = &candidates
        && found.iter().any(is_certain)
    {
        return candidates;
    }
    match (solutions.solve(problem, &wanted), candidates) {
        (Found::Inputs(found), candidates) => {
            Ok(found.into_iter().chain(candidates.unwrap_or_default()).collect())
        }
        (Found::Nothing, Err(_)) => Err(Infeasible("no value satisfies it on this path".to_owned())),
        (_, candidates) => candidates,
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

    /// The number or text of the input that a term is, if it is one.
    pub fn scalar(&self, term: TermId) -> Option<Scalar> {
        self.scalar_at(Place::of(&self.known, self.input, term)?)
    }

    /// The number or text at a place, by its value or, for null, by its type.
    pub fn scalar_at(&self, place: Place) -> Option<Scalar> {
        let descriptor = place.descriptor(self.known.world, self.method, self.input)?;
        let letter = descriptor.as_bytes().first().copied().unwrap_or(b'L');
        let (letter, boxed) = match place.get(self.input, letter) {
            Some(Value::Text(_)) => (b'T', false),
            Some(Value::Boxed(letter, _)) => (letter, true),
            Some(Value::Constant(_)) => (b'E', false),
            // A text can be wherever any object can.
            Some(Value::Null) if ANY_OBJECT.contains(&&*descriptor) => (b'T', false),
            _ if descriptor == "Ljava/lang/String;" => (b'T', false),
            Some(Value::Null) => {
                let class = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
                match class.and_then(crate::types::box_letter) {
                    Some(letter) => (letter, true),
                    None => return None,
                }
            }
            _ => (letter, false),
        };
        (!matches!(letter, b'L' | b'[')).then_some(Scalar { place, letter, boxed })
    }

    /// The numbers and texts of the input below a term.
    pub fn collect(&self, term: TermId, found: &mut Vec<Scalar>, depth: usize) {
        if depth > 40 {
            return;
        }
        if let Some(scalar) = self.scalar(term)
            && !found.contains(&scalar)
        {
            found.push(scalar);
        }
        match &self.known.terms[term] {
            Term::Result(number) => match self.known.calls.get(*number as usize) {
                Some(Meaning::Model(_, arguments)) => {
                    arguments.iter().for_each(|&argument| self.collect(argument, found, depth + 1));
                }
                Some(Meaning::Lookup(key, ..)) => {
                    self.collect(*key, found, depth + 1);
                    let value = self.known.resolved(self.input, term);
                    if value != term {
                        self.collect(value, found, depth + 1);
                    }
                }
                Some(Meaning::Alias(other)) => self.collect(*other, found, depth + 1),
                Some(Meaning::OneOf(key, keys)) => {
                    std::iter::once(key).chain(keys).for_each(|&part| self.collect(part, found, depth + 1));
                }
                _ => {}
            },
            other => other.parts().iter().for_each(|&part| self.collect(part, found, depth + 1)),
        }
    }

    /// Calls a function with every constant below a term, results of modelled calls included.
    pub fn each_constant(&self, term: TermId, depth: usize, visit: &mut impl FnMut(&Constant)) {
        if depth > 40 {
            return;
        }
        match &self.known.terms[term] {
            Term::Constant(constant) => visit(constant),
            Term::Result(number) => {
                match self.known.calls.get(*number as usize) {
                    Some(Meaning::Alias(other)) => return self.each_constant(*other, depth + 1, visit),
                    Some(Meaning::OneOf(_, keys)) => {
                        keys.iter().for_each(|&key| self.each_constant(key, depth + 1, visit));
                    }
                    Some(Meaning::Lookup(_, entries, _)) => {
                        entries.iter().for_each(|&(key, _)| self.each_constant(key, depth + 1, visit));
                    }
                    Some(Meaning::Model(_, arguments)) => {
                        arguments.iter().for_each(|&part| self.each_constant(part, depth + 1, visit));
                        return;
                    }
                    _ => {}
                }
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
