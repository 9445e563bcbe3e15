//! The method whose calls are recorded, if a test driver asks for one.
//!
//! A test of one method arranges its objects by calls of others, hundreds of them, which are methods under test elsewhere. Their captures
//! would use up the disk budget of the recording before the later tests run.

use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use crate::probe::sites::Method;

/// Which calls are recorded: of all methods, or of one.
#[derive(Default, Debug)]
pub struct Focus {
    /// The hash of the method's name; 0 for all methods.
    key: AtomicU64,
}

impl Focus {
    /// Limits recording to a method, such as `pkg.Class#method`; an empty name means all of them.
    pub fn set(&self, method: &str) {
        let key = match method {
            "" => 0,
            _ => xxh3_64(method.replace('.', "/").as_bytes()),
        };
        self.key.store(key, Ordering::Release);
    }

    /// Returns true if calls of a method are recorded. Those of the JDK always are.
    pub fn includes(&self, method: &Method) -> bool {
        let key = self.key.load(Ordering::Acquire);
        key == 0
            || method.class.starts_with("java/")
            || xxh3_64(format!("{}#{}", method.class, method.name).as_bytes()) == key
    }
}
