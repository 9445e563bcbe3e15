//! How much a reader is ready to take in.

/// Limits on what is read. The bytes of a recording may come from anywhere, and a few of them can claim
/// to be gigabytes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Objects of one capture, before and after together.
    pub objects: usize,
    /// Fields and array elements of one capture, before and after together.
    pub values: usize,
    /// Names, classes, methods and threads of a recording, in bytes.
    pub descriptor_bytes: usize,
    /// Invocations of a recording.
    pub invocations: usize,
    /// Findings; what comes after them is only counted.
    pub findings: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            objects: 4_000_000,
            values: 32_000_000,
            descriptor_bytes: 512 << 20,
            invocations: 8_000_000,
            findings: 100,
        }
    }
}
