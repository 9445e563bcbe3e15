//! The bytes that say which probes are armed.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use reenact_recording::graph::Kind;

use crate::ffi::{Global, Jni};
use crate::probe::class::NESTED;
use crate::runtime::sync::locked;

/// The arrays of the probe class.
#[derive(Clone, Copy)]
pub struct Arrays {
    /// 1 for sites whose next call is of interest.
    pub armed: Global,
    /// 1 for methods whose probes compiled code may leave out.
    pub settled: Global,
    /// 1 for methods that an exception has left unrecorded.
    pub missed: Global,
}

/// The arrays of the probe class, and the calls that keep nested-only methods armed.
#[derive(Default)]
pub struct Arming {
    arrays: OnceLock<Arrays>,
    /// The number of open invocations that accept nested calls; while it is not zero, nested-only methods are armed.
    accepting: Mutex<u32>,
    /// The number of open invocations that accept calls of a lambda's body, by its site.
    bodies: Mutex<HashMap<u32, u32>>,
}

impl Arming {
    /// Sets the arrays.
    pub fn install(&self, arrays: Arrays) {
        let _ = self.arrays.set(arrays);
    }

    /// Arms new sites whose numbers follow each other. Numbers of an earlier recording may be settled.
    pub fn arm_new(&self, jni: Jni, first: u32, count: usize) {
        if let Some(arrays) = self.arrays.get() {
            jni.set_byte_array_region(arrays.settled, first as i32, &vec![0; count]);
            jni.set_byte_array_region(arrays.missed, first as i32, &vec![0; count]);
        }
        self.set(jni, first, count, true);
    }

    /// Returns the sites, among so many, of which exceptions were missed since the last time.
    pub fn take_missed(&self, jni: Jni, count: usize) -> Vec<u32> {
        let Some(arrays) = self.arrays.get() else { return Vec::new() };
        let mut bytes = vec![0; count];
        jni.get_array_region(Kind::Byte, arrays.missed.raw(), 0, &mut bytes);
        let missed: Vec<u32> =
            (0..).zip(&bytes).filter(|(_, byte)| **byte != 0).map(|(number, _)| number).collect();
        for &number in &missed {
            jni.set_byte_array_region(arrays.missed, number as i32, &[0]);
        }
        missed
    }

    /// Settles a method, or takes that back for code that is compiled from now on.
    pub fn settle(&self, jni: Jni, number: u32, is_settled: bool) {
        if let Some(arrays) = self.arrays.get() {
            jni.set_byte_array_region(arrays.settled, number as i32, &[u8::from(is_settled)]);
        }
    }

    /// Arms or disarms sites whose numbers follow each other.
    pub fn set(&self, jni: Jni, first: u32, count: usize, is_armed: bool) {
        if let Some(arrays) = self.arrays.get() {
            jni.set_byte_array_region(arrays.armed, first as i32, &vec![u8::from(is_armed); count]);
        }
    }

    /// Disarms so many sites, and all nested-only methods.
    pub fn disarm_all(&self, jni: Jni, count: usize) {
        self.set(jni, 0, count, false);
        self.set(jni, NESTED, 1, false);
    }

    /// Arms nested-only methods, as an invocation accepts nested calls from now on.
    pub fn begin_nested_capture(&self, jni: Jni) {
        let mut accepting = locked(&self.accepting);
        *accepting += 1;
        // Under the lock: two threads must not arm and disarm in the wrong order.
        if *accepting == 1 {
            self.set(jni, NESTED, 1, true);
        }
    }

    /// Arms the bodies of lambdas, as an invocation accepts their calls from now on.
    pub fn arm_bodies(&self, jni: Jni, sites: &[u32]) {
        let mut open = locked(&self.bodies);
        for &site in sites {
            let count = open.entry(site).or_insert(0);
            *count += 1;
            if *count == 1 {
                self.set(jni, site, 1, true);
            }
        }
    }

    /// Notes that an invocation accepts no more calls of these bodies; disarms those that no other one accepts.
    pub fn release_bodies(&self, jni: Jni, sites: &[u32]) {
        if sites.is_empty() {
            return;
        }
        let mut open = locked(&self.bodies);
        for &site in sites {
            let Some(count) = open.get_mut(&site) else { continue };
            *count -= 1;
            if *count == 0 {
                open.remove(&site);
                self.set(jni, site, 1, false);
            }
        }
    }

    /// Notes that so many invocations accept no more nested calls; disarms nested-only methods after the last.
    pub fn end_nested_captures(&self, jni: Jni, count: u32) {
        if count == 0 {
            return;
        }
        let mut accepting = locked(&self.accepting);
        let left = accepting.saturating_sub(count);
        if *accepting > 0 && left == 0 {
            self.set(jni, NESTED, 1, false);
        }
        *accepting = left;
    }
}
