//! Class files that many loaders define.
//!
//! Plug-in systems, script engines and tests make class loaders by the thousand and define the same class in each. The
//! first definitions have probes of their own, so that the recording tells their classes apart. The later ones share
//! those of the last that has its own: they need no memory here, and their methods are sampled as one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::runtime::sync::locked;

/// Definitions of a class file that have probes of their own.
const OWN: u32 = 8;
/// Bytes of class files with probes that are kept for further definitions.
const MOST_BYTES: usize = 4 << 20;

/// The class files that were given probes, by hash.
#[derive(Default)]
pub struct Repeated {
    files: Mutex<Files>,
}

#[derive(Default)]
struct Files {
    by_hash: HashMap<u128, Repetition>,
    bytes: usize,
}

enum Repetition {
    /// So many definitions have probes of their own.
    Own(u32),
    /// Further definitions get these bytes.
    Shared(Arc<[u8]>),
}

impl Repeated {
    /// Returns the class file with probes that further definitions share.
    pub fn shared(&self, hash: u128) -> Option<Arc<[u8]>> {
        match locked(&self.files).by_hash.get(&hash) {
            Some(Repetition::Shared(bytes)) => Some(bytes.clone()),
            _ => None,
        }
    }

    /// Notes a definition with probes of its own.
    pub fn defined(&self, hash: u128, with_probes: &[u8]) {
        let mut files = locked(&self.files);
        let files = &mut *files;
        let repetition = files.by_hash.entry(hash).or_insert(Repetition::Own(0));
        let Repetition::Own(count) = repetition else { return };
        *count += 1;
        if *count >= OWN && files.bytes + with_probes.len() <= MOST_BYTES {
            files.bytes += with_probes.len();
            *repetition = Repetition::Shared(with_probes.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_definitions_are_told_apart_and_later_ones_share() {
        let repeated = Repeated::default();
        for number in 0..OWN {
            assert!(repeated.shared(7).is_none(), "definition {number}");
            repeated.defined(7, &[number as u8]);
        }
        assert_eq!(repeated.shared(7).as_deref(), Some(&[OWN as u8 - 1][..]));
        assert!(repeated.shared(8).is_none());
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let repeated = Repeated::default();
        for hash in 0..3 {
            for _ in 0..OWN {
                repeated.defined(hash, &vec![0; MOST_BYTES / 2]);
            }
        }
        assert_eq!((0..3).filter(|&hash| repeated.shared(hash).is_some()).count(), 2);
    }
}
