//! Options of reading archives: the release, and limits.

/// How containers are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The Java release whose view of multi-release jars is wanted, such as 17; 8 or less gives the
    /// unversioned view.
    pub release: u16,
    /// Compare the CRC-32 of what is read with what the archive declares. On by default, since it
    /// costs less than a hundredth of the time that inflating takes. The JVM does not do it when it
    /// loads a class, so that a jar with wrong checksums can be in use: then turn it off.
    pub check_crc: bool,
    /// Where to stop.
    pub limits: Limits,
}

impl Options {
    /// All checks on, and the default limits.
    pub fn for_release(release: u16) -> Self {
        Options { release, check_crc: true, limits: Limits::default() }
    }
}

/// Bounds that keep a hostile container from taking all memory or time.
///
/// Reaching one is an error that names the limit. Whatever the limits say, no more than 1032 bytes
/// are ever allocated for a byte of input, since deflate cannot express more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Entries of one archive or runtime image. Default 1,048,576; the largest known jars hold some
    /// 200,000.
    pub entries: usize,
    /// Inflated size of one class or resource. Default 64 MiB.
    pub entry_size: u64,
    /// Inflated size of one nested archive. Default 512 MiB.
    pub nested_size: u64,
    /// Inflated size of all archives nested in one outer archive, together. A stored one is not
    /// copied and counts for nothing. Default 2 GiB.
    pub nested_total: u64,
    /// How deep archives may nest: 1 allows jars within a jar, and 0 none. Default 3.
    pub depth: u32,
    /// Bytes of all entry names of one runtime image, whose names share their parts and so could be
    /// made to unfold without end. Default 64 MiB; a whole JDK needs 2.
    pub image_names: usize,
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Limits {
            entries: 1 << 20,
            entry_size: 64 * MIB,
            nested_size: 512 * MIB,
            nested_total: 2048 * MIB,
            depth: 3,
            image_names: 64 << 20,
        }
    }
}
