//! What a call does, told by its arguments rather than by the parameters of what it runs.

use reenact_world::FieldId;

use crate::program::Facts;
use crate::summary::{DONE, EVENTS, FOUND, GIVEN, Mask, Summary, WRITES, parameter, parameters};

/// What a call does. In masks, parameters stand for arguments.
#[derive(Clone, Copy, Default)]
pub(crate) struct Effect<'e> {
    /// What its result carries.
    pub result: Mask,
    /// What a function object carries that will make it.
    pub object: Mask,
    /// What decides how it goes.
    pub decided: Mask,
    /// The same where it has no result that would tell.
    pub decided_unseen: Mask,
    /// What is poured into the object that it makes.
    pub made: Mask,
    pub thrown: Mask,
    /// By argument.
    pub poured: &'e [Mask],
    /// Replay does it: of what is poured into arguments, only that it is done is to be seen.
    pub is_answered: bool,
    pub given_fields: &'e [FieldId],
    pub given_arguments: Mask,
    pub writes: &'e [(FieldId, Mask)],
    /// The arguments in `writes`.
    pub written: Mask,
}

impl<'e> Effect<'e> {
    /// One method's, whose parameters are the arguments.
    pub fn of(facts: Facts, summary: &'e Summary) -> Effect<'e> {
        // What a point gives is known to replay, and what it decides by itself is its own affair.
        // Of one that is a point in any case, no matter what it is given: also what it does to that, replay does in its stead.
        let passes = match facts {
            Facts { is_answered: true, .. } => 0,
            Facts { is_mockable: true, .. } => !FOUND,
            _ => Mask::MAX,
        };
        let decides = if facts.is_own { passes } else { !FOUND };
        let branch = summary.branch & decides;
        let outcome = (summary.result | branch) & passes;
        let own = if facts.is_own { branch } else { 0 };
        let (poured, given_fields) = (&*summary.poured, &*summary.given_fields);
        let given_arguments = summary.given_parameters;
        let effect = Effect {
            thrown: summary.thrown & decides,
            poured,
            is_answered: facts.is_answered,
            given_fields,
            given_arguments,
            writes: &summary.writes,
            written: summary.written,
            ..Effect::default()
        };
        if facts.is_constructor {
            Effect { made: branch & !parameter(0), ..effect }
        } else if facts.has_result {
            Effect { result: outcome, object: outcome, decided: own, ..effect }
        } else {
            Effect { object: outcome, decided: own, decided_unseen: own, ..effect }
        }
    }

    /// What is poured into arguments, as callers see it.
    pub fn poured(&self) -> impl Iterator<Item = Mask> {
        let seen = if self.is_answered { EVENTS } else { Mask::MAX };
        self.poured.iter().map(move |mask| mask & seen)
    }

    /// The state that comes out of it by itself.
    pub fn found(&self) -> Mask {
        let poured = self.poured().fold(0, |all, mask| all | mask);
        (self.object | self.decided | self.made | self.thrown | poured) & FOUND
    }

    /// The arguments that come out of it.
    pub fn passed(&self) -> Mask {
        let poured = self.poured().fold(0, |all, mask| all | mask);
        (self.object | self.decided | self.made | self.thrown | poured | self.written) & !FOUND & !DONE
    }
}

/// What any of the targets of a dispatch does. It only grows, until there is too much to tell.
#[derive(Default)]
pub(crate) struct Joined {
    masks: Effect<'static>,
    poured: Vec<Mask>,
    /// Ascending, with one too many where they are no longer told.
    given_fields: Vec<FieldId>,
    /// Likewise.
    writes: Vec<(FieldId, Mask)>,
}

impl Joined {
    pub fn effect(&self) -> Effect<'_> {
        let (writes, written) = match self.writes.len() {
            0..=WRITES => (&*self.writes, self.masks.written),
            _ => (&[][..], 0),
        };
        let given_fields = if self.given_fields.len() <= GIVEN { &*self.given_fields } else { &[] };
        Effect { poured: &self.poured, given_fields, writes, written, ..self.masks }
    }

    /// Takes in what a target does that has so many parameters, so many of them captured. Tells whether that
    /// is anything new.
    pub fn take(&mut self, effect: Effect<'_>, parameters_of_target: u32, captured: u32) -> bool {
        let arguments = |mask| shifted(mask, parameters_of_target, captured);
        let mut grew = false;
        let masks = &mut self.masks;
        for (known, mask) in [
            (&mut masks.result, effect.result),
            (&mut masks.object, effect.object),
            (&mut masks.decided, effect.decided),
            (&mut masks.decided_unseen, effect.decided_unseen),
            (&mut masks.made, effect.made),
            (&mut masks.thrown, effect.thrown),
            (&mut masks.given_arguments, effect.given_arguments),
            (&mut masks.written, effect.written),
        ] {
            grew |= grow(known, arguments(mask));
        }
        for (position, mask) in effect.poured().enumerate().filter(|&(_, mask)| mask != 0) {
            let argument = argument_of(position as u32, captured) as usize;
            if self.poured.len() <= argument {
                self.poured.resize(argument + 1, 0);
            }
            grew |= grow(&mut self.poured[argument], arguments(mask));
        }
        for &field in effect.given_fields {
            if self.given_fields.len() > GIVEN {
                break;
            }
            if let Err(at) = self.given_fields.binary_search(&field) {
                self.given_fields.insert(at, field);
                grew = true;
            }
        }
        for &(field, mask) in effect.writes {
            if self.writes.len() > WRITES {
                break;
            }
            let at = self.writes.binary_search_by_key(&field, |&(field, _)| field).unwrap_or_else(|at| {
                self.writes.insert(at, (field, 0));
                at
            });
            grew |= grow(&mut self.writes[at].1, arguments(mask));
        }
        grew
    }
}

fn grow(known: &mut Mask, mask: Mask) -> bool {
    let fresh = mask & !*known;
    *known |= fresh;
    fresh != 0
}

/// The argument that becomes a parameter: what a lambda captured is in the receiver.
pub(crate) fn argument_of(parameter: u32, captured: u32) -> u32 {
    if parameter < captured { 0 } else { 1 + parameter - captured }
}

/// A mask of parameters as one of arguments.
fn shifted(mask: Mask, count: u32, captured: u32) -> Mask {
    // A receiver and what is given: as it is almost always.
    if captured == 1 {
        return mask;
    }
    let given = parameters(mask, count);
    let arguments = given.fold(0, |all, position| all | parameter(argument_of(position, captured)));
    let all = (0..count).fold(0, |all, position| all | parameter(position));
    mask & !all | arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::SYSTEM;

    #[test]
    fn what_a_lambda_captured_is_in_the_receiver() {
        // Two captured, one given.
        assert_eq!(shifted(parameter(0) | SYSTEM, 3, 2), parameter(0) | SYSTEM);
        assert_eq!(shifted(parameter(1), 3, 2), parameter(0));
        assert_eq!(shifted(parameter(2) | DONE, 3, 2), parameter(1) | DONE);
        // Nothing captured: the receiver is no parameter at all.
        assert_eq!(shifted(parameter(0), 1, 0), parameter(1));
    }
}
