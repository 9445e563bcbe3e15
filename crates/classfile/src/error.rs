//! Why bytes are not a class file.

/// An error in a class file, with its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} at offset {offset}")]
pub struct ReadError {
    /// Offset in the class file; within a method's code, offset of the code plus the pc.
    pub offset: usize,
    /// The description of the error.
    pub kind: ReadErrorKind,
}

/// The reasons why bytes are not a class file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadErrorKind {
    #[error("the class file ends here, but {wanted} more bytes were expected")]
    Truncated { wanted: usize },
    #[error("{left} bytes are left over after the {what}")]
    Trailing { what: &'static str, left: usize },
    #[error("the magic number is {0:#010x} and not 0xcafebabe: not a class file")]
    Magic(u32),
    #[error("class file version {major}.{minor} is not one that JDK 1.1 to 25 write (45 to 69)")]
    Version { major: u16, minor: u16 },
    #[error("constant {index} has the unknown tag {tag}")]
    ConstantTag { index: u16, tag: u8 },
    #[error("constant index {index} is outside the pool of {count}")]
    ConstantIndex { index: u16, count: u16 },
    #[error("constant {index} is a {found}, but a {expected} was expected")]
    ConstantKind { index: u16, found: &'static str, expected: &'static str },
    #[error("descriptor is malformed")]
    Descriptor,
    #[error("{what} has the undefined value {value}")]
    Value { what: &'static str, value: u32 },
    #[error("instruction runs past the end of its code")]
    CodeEnd,
    #[error("{what} {target} is not the start of an instruction")]
    CodeTarget { what: &'static str, target: i64 },
    #[error("{what} passes the limit of {limit}")]
    Limit { what: &'static str, limit: usize },
}

impl ReadErrorKind {
    /// This kind of error, found at `offset`.
    pub fn at(self, offset: usize) -> ReadError {
        ReadError { offset, kind: self }
    }
}

/// The result of reading a part of a class file.
pub type Result<T, E = ReadError> = std::result::Result<T, E>;
