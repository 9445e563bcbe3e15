//! Histories as walks meet them.

use std::cell::RefCell;

use super::{Histories, TrackedNode};
use crate::ffi::{Jni, jobject};
use crate::graph::{Follow, Reached};

/// Finds the histories of the objects that a walk reaches.
pub struct Followed<'a> {
    histories: &'a Histories,
    found: Option<RefCell<&'a mut Vec<TrackedNode>>>,
    ends: bool,
}

impl<'a> Followed<'a> {
    /// Collects all objects of followed classes.
    pub fn collecting(histories: &'a Histories, found: &'a mut Vec<TrackedNode>) -> Self {
        Followed { histories, found: Some(RefCell::new(found)), ends: false }
    }

    /// Ends graphs at objects that have a history, and collects these.
    pub fn ending(histories: &'a Histories, found: &'a mut Vec<TrackedNode>) -> Self {
        Followed { histories, found: Some(RefCell::new(found)), ends: true }
    }

    /// Knows the states of objects that have a history, and collects nothing.
    pub fn states(histories: &'a Histories) -> Self {
        Followed { histories, found: None, ends: false }
    }
}

impl Follow for Followed<'_> {
    fn ends_at(&self, jni: Jni, object: Reached) -> bool {
        if !self.ends {
            return false;
        }
        let Some(tracked) = self.histories.find(jni, object.object, object.hash) else { return false };
        if let Some(found) = &self.found {
            found.borrow_mut().push(TrackedNode {
                node: object.node,
                class: object.class,
                tracked: Some(tracked),
                busy_before: false,
                busy_after: false,
            });
        }
        true
    }

    fn reached(&self, jni: Jni, object: Reached, is_after: bool) {
        let Some(found) = &self.found else { return };
        let mut found = found.borrow_mut();
        // In the order of their numbers, and the walk after the call numbers new objects only.
        if let Ok(place) = found.binary_search_by_key(&object.node, |known| known.node) {
            let known = &mut found[place];
            known.busy_after = known.tracked.as_ref().is_some_and(|tracked| tracked.is_busy());
            return;
        }
        let tracked = self.histories.find(jni, object.object, object.hash);
        let is_busy = tracked.as_ref().is_some_and(|tracked| tracked.is_busy());
        found.push(TrackedNode {
            node: object.node,
            class: object.class,
            tracked,
            busy_before: is_busy && !is_after,
            busy_after: is_busy && is_after,
        });
    }

    fn state(&self, jni: Jni, object: jobject, hash: i32) -> Option<(u64, u32)> {
        self.histories.find(jni, object, hash).map(|tracked| (tracked.id, tracked.version()))
    }
}
