//! Summaries of methods: the flow of taint, in bits.

use reenact_world::FieldId;

use crate::point::Kind;

/// The taint of a value: the kinds of state, and the parameters, that may flow into it.
pub(crate) type Mask = u64;

pub(crate) const SYSTEM: Mask = 1;
pub(crate) const INTERNAL: Mask = 2;
pub(crate) const EXTERNAL: Mask = 4;

/// Taint from sources, as opposed to parameters.
pub(crate) const TAINT: Mask = SYSTEM | INTERNAL | EXTERNAL;

/// The object is returned by the method. Occurs in contents only.
pub(crate) const RETURNED: Mask = 1 << 61;

/// A container or an array was changed. Occurs in contents only.
pub(crate) const CHANGED: Mask = 1 << 62;

/// A field of an object was written. Occurs in contents only.
pub(crate) const WRITTEN: Mask = 1 << 63;

/// An object was modified.
pub(crate) const DONE: Mask = CHANGED | WRITTEN;

pub(crate) const EVENTS: Mask = DONE | RETURNED;

const FIRST_PARAMETER: u32 = 3;
const LAST_PARAMETER: u32 = 57;

/// Returns the bit of a parameter. Parameters beyond the last share its bit.
pub(crate) fn parameter(position: u32) -> Mask {
    1 << (FIRST_PARAMETER + position.min(LAST_PARAMETER))
}

/// Returns the parameters in a mask, of a method with a number of parameters.
pub(crate) fn parameters(mask: Mask, count: u32) -> impl Iterator<Item = u32> {
    let bits = (mask & !TAINT & !EVENTS) >> FIRST_PARAMETER;
    let low = (0..count.min(LAST_PARAMETER)).filter(move |position| bits & (1 << position) != 0);
    let high = (LAST_PARAMETER..count).filter(move |_| bits & (1 << LAST_PARAMETER) != 0);
    low.chain(high)
}

pub(crate) fn bit(kind: Kind) -> Mask {
    match kind {
        Kind::System => SYSTEM,
        Kind::Internal => INTERNAL,
        Kind::External | Kind::Declared => EXTERNAL,
    }
}

/// Limits of the fields that a method writes its parameters to, and that its result comes from. Beyond them, as in
/// containers and visitors, the lists say nothing and are dropped.
pub(crate) const WRITES: usize = 128;
pub(crate) const GIVEN: usize = 32;

/// The flow of taint through a method, as its callers see it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Summary {
    /// The taint of its result.
    pub result: Mask,
    /// The taint that decides its branches.
    pub branch: Mask,
    /// The taint of its exceptions.
    pub thrown: Mask,
    /// By parameter, the taint that is stored into it.
    pub contents: Box<[Mask]>,
    /// Fields whose object, or a part of it, it returns, ascending.
    pub returned_fields: Box<[FieldId]>,
    /// There were once too many of these: such a method is not a getter.
    pub returns_anything: bool,
    /// Parameters whose object, or a part of it, it returns.
    pub returned_parameters: Mask,
    /// Fields and the parameters that are written to them, ascending.
    pub writes: Box<[(FieldId, Mask)]>,
    /// The union of their masks.
    pub written: Mask,
    /// There were once too many of these.
    pub writes_anything: bool,
}

impl Summary {
    /// Returns the taint that makes it a point.
    pub fn found(&self) -> Mask {
        (self.result | self.branch | self.thrown) & TAINT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_beyond_the_last_share_a_bit() {
        let mask = parameter(0) | parameter(7) | SYSTEM | CHANGED;
        assert_eq!(parameters(mask, 9).collect::<Vec<_>>(), [0, 7]);
        assert_eq!(parameters(mask, 3).collect::<Vec<_>>(), [0]);
        assert_eq!(parameters(parameter(200), 61).collect::<Vec<_>>(), [57, 58, 59, 60]);
        assert_eq!(parameter(200) & (TAINT | EVENTS), 0);
    }
}
