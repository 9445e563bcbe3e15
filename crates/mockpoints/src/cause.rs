//! Why values and fields come to carry state, inside of one method.

use reenact_world::{FieldId, MethodRefId};

use crate::program::Callee;
use crate::skeleton::V;
use crate::summary::Mask;

/// Why a value carries something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// A parameter, or what is not asked about.
    Start,
    Source(MethodRefId, u16),
    Field(FieldId),
    /// Another value carried it.
    Value(V),
    /// It went through a call: the value that was given, which argument that is, and what was called.
    Through(V, u32, Callee),
    /// It was found by what was called.
    Below(Callee),
}

/// A cause, and where it took effect.
pub(crate) type Because = (Cause, u16);

/// The first causes of what one method's values carry of one kind.
pub(crate) struct Causes {
    /// The kind.
    pub bit: Mask,
    values: Vec<Option<Because>>,
    /// State comes to a branch in something that is called.
    pub branch: Option<Because>,
    /// The fields that are asked about, ascending, and why it is put into them: the others' need not be known.
    fields: Vec<(FieldId, Option<Because>)>,
}

impl Causes {
    /// None yet, for so many values and for fields, given in ascending order.
    pub fn new(bit: Mask, values: u32, fields: impl Iterator<Item = FieldId>) -> Causes {
        let fields = fields.map(|field| (field, None)).collect();
        Causes { bit, values: vec![None; values as usize], branch: None, fields }
    }

    pub fn of(&self, value: V) -> Option<Because> {
        self.values[value as usize]
    }

    pub fn of_field(&self, field: FieldId) -> Option<Because> {
        self.position(field).and_then(|at| self.fields[at].1)
    }

    pub fn add(&mut self, value: V, because: Because) {
        self.values[value as usize] = Some(because);
    }

    /// Only the first counts.
    pub fn add_field(&mut self, field: FieldId, because: Because) {
        if let Some(at) = self.position(field) {
            self.fields[at].1.get_or_insert(because);
        }
    }

    pub fn asks_for_fields(&self) -> bool {
        !self.fields.is_empty()
    }

    fn position(&self, field: FieldId) -> Option<usize> {
        self.fields.binary_search_by_key(&field, |&(field, _)| field).ok()
    }
}
