//! The most that a reader accepts of a recording.

/// Limits on the contents of a recording. The bytes may come from anywhere, and a few of them can claim to be gigabytes.
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
    /// Findings; later ones are only counted.
    pub findings: usize,
    /// Unpacked bytes of one segment. A long segment may unpack to [`UNPACKED_RATIO`] times its length instead.
    pub segment_unpacked_bytes: u64,
    /// Unpacked bytes of all segments. Long segments may unpack to [`UNPACKED_RATIO`] times their length instead.
    pub unpacked_bytes: u64,
    /// Records of all segments. The shortest have six bytes, so that bytes alone do not bound the time to read them.
    pub records: u64,
    /// Unreadable records of one segment.
    pub unreadable_records: u64,
}

/// The expansion that is always accepted. LZ4 can give 255 bytes for one; recorded graphs give four to ten.
pub const UNPACKED_RATIO: u64 = 32;

impl Limits {
    /// The bytes that a segment of this length may unpack to.
    pub(crate) fn of_segment(&self, length: usize) -> u64 {
        self.segment_unpacked_bytes.max((length as u64).saturating_mul(UNPACKED_RATIO))
    }

    /// The bytes that segments of this length together may unpack to.
    pub(crate) fn of_recording(&self, length: u64) -> u64 {
        self.unpacked_bytes.max(length.saturating_mul(UNPACKED_RATIO))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            objects: 4_000_000,
            values: 32_000_000,
            descriptor_bytes: 512 << 20,
            invocations: 8_000_000,
            findings: 100,
            segment_unpacked_bytes: 2 << 30,
            unpacked_bytes: 8 << 30,
            records: 50_000_000,
            unreadable_records: 100_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A long recording of a patient program is not a hostile one.
    #[test]
    fn long_segments_may_unpack_to_more() {
        let limits = Limits { segment_unpacked_bytes: 1000, unpacked_bytes: 3000, ..Limits::default() };
        assert_eq!((limits.of_segment(10), limits.of_segment(100)), (1000, 3200));
        assert_eq!((limits.of_recording(10), limits.of_recording(100)), (3000, 3200));
        assert_eq!(limits.of_recording(u64::MAX), u64::MAX);
    }
}
