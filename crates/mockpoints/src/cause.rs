//! The causes of taint in the values and fields of one method.

use reenact_world::{FieldId, MethodRefId};

use crate::program::Callee;
use crate::skeleton::V;
use crate::summary::Mask;

/// The cause of a value's taint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    /// A parameter, or taint that is not requested.
    Start,
    Source(MethodRefId, u16),
    Field(FieldId),
    /// It flows from another value.
    Value(V),
    /// It passes through a call: the value, the position of the argument, and the callee.
    Through(V, u32, Callee),
    /// It originates in a callee.
    Below(Callee),
}

/// A cause, and the position in the code where it takes effect.
pub(crate) type Because = (Cause, u16);

/// The first causes of one kind of taint in one method.
pub(crate) struct Causes {
    /// The kind.
    pub bit: Mask,
    values: Vec<Option<Because>>,
    /// The cause of a tainted branch in a callee.
    pub branch: Option<Because>,
    /// The requested fields, ascending, and the cause of their taint.
    fields: Vec<(FieldId, Option<Because>)>,
}

impl Causes {
    /// Returns an empty table for a number of values, and for fields in ascending order.
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

    /// Records the cause of a field's taint, unless it has one.
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
