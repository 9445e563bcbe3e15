//! Errors of reading the bytes of a document.

/// Bytes that are not a document.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at byte {offset}: {reason}")]
pub struct DecodeError {
    /// Where reading ended.
    pub offset: usize,
    /// The cause, lower case.
    pub reason: String,
}
