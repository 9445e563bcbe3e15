//! The effect of a call, in terms of its arguments rather than of the parameters of its targets.

use reenact_world::FieldId;

use crate::program::Facts;
use crate::summary::{DONE, EVENTS, GIVEN, Mask, Summary, TAINT, WRITES, parameter, parameters};

/// The effect of a call. In masks, parameters stand for arguments.
#[derive(Clone, Copy, Default)]
pub(crate) struct Effect<'e> {
    /// The taint of its result.
    pub result: Mask,
    /// The taint of a function object that will make the call.
    pub object: Mask,
    /// The taint that decides its branches.
    pub decided: Mask,
    /// The same if it has no result that would carry it.
    pub decided_unseen: Mask,
    /// The taint of the object that it constructs.
    pub made: Mask,
    pub thrown: Mask,
    /// By argument, the taint that is stored into it.
    pub contents: &'e [Mask],
    /// Replay answers it: of the contents of arguments, only that they change is visible.
    pub is_answered: bool,
    pub returned_fields: &'e [FieldId],
    pub returned_arguments: Mask,
    pub writes: &'e [(FieldId, Mask)],
    /// The union of the masks of `writes`.
    pub written: Mask,
}

impl<'e> Effect<'e> {
    /// Returns the effect of a method whose parameters are the arguments.
    pub fn of(facts: Facts, summary: &'e Summary) -> Effect<'e> {
        // Replay knows the result of a point, and its own branches do not concern its callers. A method that is a
        // point whatever its arguments are passes nothing on: replay also performs its changes to arguments.
        let passes = if facts.has(Facts::ANSWERED) {
            0
        } else if facts.has(Facts::MOCKABLE) {
            !TAINT
        } else {
            Mask::MAX
        };
        let decides = if facts.has(Facts::OWN) { passes } else { !TAINT };
        let branch = summary.branch & decides;
        let outcome = (summary.result | branch) & passes;
        let own = if facts.has(Facts::OWN) { branch } else { 0 };
        let (contents, returned_fields) = (&*summary.contents, &*summary.returned_fields);
        let returned_arguments = summary.returned_parameters;
        let effect = Effect {
            thrown: summary.thrown & decides,
            contents,
            is_answered: facts.has(Facts::ANSWERED),
            returned_fields,
            returned_arguments,
            writes: &summary.writes,
            written: summary.written,
            ..Effect::default()
        };
        if facts.has(Facts::CONSTRUCTOR) {
            Effect { made: branch & !parameter(0), ..effect }
        } else if facts.has(Facts::HAS_RESULT) {
            Effect { result: outcome, object: outcome, decided: own, ..effect }
        } else {
            Effect { object: outcome, decided: own, decided_unseen: own, ..effect }
        }
    }

    /// Returns the taint that is stored into arguments, as callers see it.
    pub fn contents(&self) -> impl Iterator<Item = Mask> {
        let seen = if self.is_answered { EVENTS } else { Mask::MAX };
        self.contents.iter().map(move |mask| mask & seen)
    }

    /// Returns the taint that originates in the call.
    pub fn found(&self) -> Mask {
        let contents = self.contents().fold(0, |all, mask| all | mask);
        (self.object | self.decided | self.made | self.thrown | contents) & TAINT
    }

    /// Returns the arguments whose taint the call passes on.
    pub fn passed(&self) -> Mask {
        let contents = self.contents().fold(0, |all, mask| all | mask);
        (self.object | self.decided | self.made | self.thrown | contents | self.written) & !TAINT & !DONE
    }
}

/// The union of the effects of a dispatch's targets. It only grows, and drops its lists beyond their limits.
#[derive(Default)]
pub(crate) struct Joined {
    masks: Effect<'static>,
    contents: Vec<Mask>,
    /// Ascending; one entry beyond the limit means that they are no longer reported.
    returned_fields: Vec<FieldId>,
    /// Likewise.
    writes: Vec<(FieldId, Mask)>,
}

impl Joined {
    pub fn effect(&self) -> Effect<'_> {
        let (writes, written) = match self.writes.len() {
            0..=WRITES => (&*self.writes, self.masks.written),
            _ => (&[][..], 0),
        };
        let returned_fields = if self.returned_fields.len() <= GIVEN { &*self.returned_fields } else { &[] };
        Effect { contents: &self.contents, returned_fields, writes, written, ..self.masks }
    }

    /// Joins the effect of a target with a number of parameters, some of them captured. Returns whether anything
    /// changed.
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
            (&mut masks.returned_arguments, effect.returned_arguments),
            (&mut masks.written, effect.written),
        ] {
            grew |= grow(known, arguments(mask));
        }
        for (position, mask) in effect.contents().enumerate().filter(|&(_, mask)| mask != 0) {
            let argument = argument_of(position as u32, captured) as usize;
            if self.contents.len() <= argument {
                self.contents.resize(argument + 1, 0);
            }
            grew |= grow(&mut self.contents[argument], arguments(mask));
        }
        for &field in effect.returned_fields {
            if self.returned_fields.len() > GIVEN {
                break;
            }
            if let Err(at) = self.returned_fields.binary_search(&field) {
                self.returned_fields.insert(at, field);
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

/// Returns the argument that becomes a parameter: the values that a lambda captured are in the receiver.
pub(crate) fn argument_of(parameter: u32, captured: u32) -> u32 {
    if parameter < captured { 0 } else { 1 + parameter - captured }
}

/// Converts a mask of parameters to one of arguments.
fn shifted(mask: Mask, count: u32, captured: u32) -> Mask {
    // Only a receiver, which is by far the most frequent case.
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
    fn captured_values_are_in_the_receiver() {
        // Two captured, one given.
        assert_eq!(shifted(parameter(0) | SYSTEM, 3, 2), parameter(0) | SYSTEM);
        assert_eq!(shifted(parameter(1), 3, 2), parameter(0));
        assert_eq!(shifted(parameter(2) | DONE, 3, 2), parameter(1) | DONE);
        // Nothing captured: the receiver is not a parameter.
        assert_eq!(shifted(parameter(0), 1, 0), parameter(1));
    }
}
