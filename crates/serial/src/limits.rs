//! Bounds of reading and writing documents.

use std::time::Instant;

/// Bounds of one document. Work is linear in what they admit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of a document.
    pub bytes: usize,
    /// Values within values.
    pub depth: usize,
    /// Values in all.
    pub values: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 64 << 20, depth: 100, values: 4_000_000, deadline: None }
    }
}

/// A limit that a document exceeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Exceeded {
    #[error("the document has more than {0} bytes")]
    Bytes(usize),
    #[error("values are nested more than {0} deep")]
    Depth(usize),
    #[error("the document has more than {0} values")]
    Values(usize),
    #[error("reading the document takes too long")]
    Time,
}

/// Counts what a document uses of its limits.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    depth: usize,
    values: usize,
}

impl Budget {
    pub fn new(limits: &Limits) -> Budget {
        Budget { limits: *limits, depth: 0, values: 0 }
    }

    pub fn bytes(&self, length: usize) -> Result<(), Exceeded> {
        if length > self.limits.bytes { Err(Exceeded::Bytes(self.limits.bytes)) } else { Ok(()) }
    }

    /// Counts a value. The clock is asked now and then.
    pub fn value(&mut self) -> Result<(), Exceeded> {
        self.values += 1;
        if self.values > self.limits.values {
            return Err(Exceeded::Values(self.limits.values));
        }
        let is_late = |deadline: Instant| Instant::now() > deadline;
        if self.values.is_multiple_of(1024) && self.limits.deadline.is_some_and(is_late) {
            return Err(Exceeded::Time);
        }
        Ok(())
    }

    pub fn enter(&mut self) -> Result<(), Exceeded> {
        self.depth += 1;
        if self.depth > self.limits.depth { Err(Exceeded::Depth(self.limits.depth)) } else { Ok(()) }
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}
