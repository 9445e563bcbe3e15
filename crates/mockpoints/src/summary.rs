//! What a method does with what it is given and with what it finds, in bits.

use reenact_world::FieldId;

use crate::point::Kind;

/// A set of what a value may carry: state of each kind that was found on the way, and the parameters.
pub(crate) type Mask = u64;

pub(crate) const SYSTEM: Mask = 1;
pub(crate) const INTERNAL: Mask = 2;
pub(crate) const EXTERNAL: Mask = 4;

/// State that was found, as opposed to given.
pub(crate) const FOUND: Mask = SYSTEM | INTERNAL | EXTERNAL;

/// The object is what the method returns. Only ever poured.
pub(crate) const RETURNED: Mask = 1 << 61;

/// A container or an array was changed. Only ever poured.
pub(crate) const CHANGED: Mask = 1 << 62;

/// A field of an object was written. Only ever poured.
pub(crate) const WRITTEN: Mask = 1 << 63;

/// Something was done to an object.
pub(crate) const DONE: Mask = CHANGED | WRITTEN;

pub(crate) const EVENTS: Mask = DONE | RETURNED;

const FIRST_PARAMETER: u32 = 3;
const LAST_PARAMETER: u32 = 57;

/// The bit of a parameter. Those beyond the last share its bit.
pub(crate) fn parameter(position: u32) -> Mask {
    1 << (FIRST_PARAMETER + position.min(LAST_PARAMETER))
}

/// The parameters in a mask, of a method that has so many.
pub(crate) fn parameters(mask: Mask, count: u32) -> impl Iterator<Item = u32> {
    let bits = (mask & !FOUND & !EVENTS) >> FIRST_PARAMETER;
    let low = (0..count.min(LAST_PARAMETER)).filter(move |position| bits & (1 << position) != 0);
    let high = (LAST_PARAMETER..count).filter(move |_| bits & (1 << LAST_PARAMETER) != 0);
    low.chain(high)
}

pub(crate) fn bit(kind: Kind) -> Mask {
    match kind {
        Kind::System => SYSTEM,
        Kind::Internal => INTERNAL,
        Kind::External | Kind::White => EXTERNAL,
    }
}

/// With more fields than these that its parameters are written to, or that its result is out of, nothing is told of
/// these: it is the way of containers and visitors, and says nothing.
pub(crate) const WRITES: usize = 128;
pub(crate) const GIVEN: usize = 32;

/// What a method does, seen from its callers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Summary {
    /// What its result carries.
    pub result: Mask,
    /// What decides its branches.
    pub branch: Mask,
    /// What its exceptions carry.
    pub thrown: Mask,
    /// By parameter, what is poured into it.
    pub poured: Box<[Mask]>,
    /// Fields whose very object, or a part of it, it returns, ascending.
    pub given_fields: Box<[FieldId]>,
    /// It once had too many of these to tell: what returns so much is nobody's getter.
    pub gives_anything: bool,
    /// Parameters whose very object, or a part of it, it returns.
    pub given_parameters: Mask,
    /// Fields and the parameters that are written to them, ascending.
    pub writes: Box<[(FieldId, Mask)]>,
    /// The parameters in them.
    pub written: Mask,
    /// It once had too many of these to tell.
    pub writes_anything: bool,
}

impl Summary {
    /// What makes it a point.
    pub fn found(&self) -> Mask {
        (self.result | self.branch | self.thrown) & FOUND
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
        assert_eq!(parameter(200) & (FOUND | EVENTS), 0);
    }
}
