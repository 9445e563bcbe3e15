//! Walkers that wait for their next use.

use std::sync::Mutex;

use super::Walker;
use crate::runtime::sync::locked;

/// The number of walkers that are kept.
const SPARE: usize = 8;
/// Walkers that have grown beyond this are not kept.
const SPARE_BYTES: usize = 1 << 20;

/// A pool of walkers: their buffers are reused.
#[derive(Default)]
pub struct Walkers {
    spare: Mutex<Vec<Walker>>,
}

impl Walkers {
    /// Returns a walker, used or new.
    pub fn take(&self) -> Walker {
        locked(&self.spare).pop().unwrap_or_default()
    }

    /// Keeps a walker for later, if there is room.
    pub fn give_back(&self, walker: Walker) {
        if walker.bytes() <= SPARE_BYTES {
            let mut spare = locked(&self.spare);
            if spare.len() < SPARE {
                spare.push(walker);
            }
        }
    }
}
