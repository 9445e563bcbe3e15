//! Reaching an object: it has a number already, or gets one.

use reenact_recording::redact::Secrecy;

use super::class_info::{Cache, ClassFlags, ClassInfo};
use super::frames::Frames;
use super::verify::is_same_leaf;
use super::walker::{NOWHERE, Node, Walk, flag};
use super::{Context, Reached, WalkError};
use crate::ffi::jobject;

/// How an object was reached.
pub(super) struct Arrival<'a> {
    /// Where its class is remembered; `None` for roots.
    pub cache: Option<&'a Cache>,
    /// The values that the names on the way here mask.
    pub secrecy: Secrecy,
    /// Through a field that the method does not look behind.
    pub is_beyond: bool,
    /// The reference is one of the walk's own, for which room was taken.
    pub is_ours: bool,
}

impl Arrival<'_> {
    /// As receiver, argument or result.
    pub fn root(secrecy: Secrecy) -> Self {
        Arrival { cache: None, secrecy, is_beyond: false, is_ours: false }
    }
}

impl Walk<'_, '_> {
    /// The number of an object. A new one waits for its body to be written; an old one that the walk after the
    /// call had not reached yet, for being compared.
    pub fn visit(&mut self, object: jobject, arrival: &Arrival<'_>) -> Result<u32, WalkError> {
        let jni = self.context.jni;
        let hash = self.context.jvmti.get_object_hash_code(object)?;
        let walker = &mut *self.walker;
        let mut candidates = walker.identities.with_hash(hash);
        while let Some(number) = candidates.next(&walker.identities) {
            let Some(node) = walker.nodes.get_mut(number as usize) else { continue };
            let is_waiting = node.handle.is_null();
            let is_same = match is_waiting {
                true if node.class.is(ClassFlags::LEAF) => {
                    is_same_leaf(jni, object, node, walker.encoder.bytes(), &mut walker.chars)
                }
                true => node.weak.is_some_and(|weak| weak.is(jni, object)),
                false => jni.is_same_object(object, node.handle),
            };
            if !is_same {
                continue;
            }
            if is_waiting {
                node.handle = object;
                walker.again.push(number);
            } else if arrival.is_ours {
                self.frames.give_back(object);
            }
            self.hide(number, arrival.secrecy);
            return Ok(number);
        }

        let class = class_of(self.context, &mut self.frames, object, arrival.cache)?;
        let walker = &mut *self.walker;
        let number = walker.nodes.len() as u32;
        walker.identities.insert(hash, walker.nodes.iter().map(|node| node.hash));
        let mut flags = if arrival.is_beyond { flag::BEYOND } else { 0 };
        if class.is(ClassFlags::FOLLOWED)
            && let Some(follow) = self.context.policy.follow
        {
            let reached = Reached { node: number, class: class.number, object, hash };
            if follow.ends_at(jni, reached) {
                flags |= flag::BEYOND;
            }
        }
        let (body, body_after, weak) = (NOWHERE, NOWHERE, None);
        walker.nodes.push(Node { handle: object, weak, class, body, body_after, hash, flags });
        self.hide(number, arrival.secrecy);
        Ok(number)
    }
}

/// The class of an object: first asked is the one that was seen in the same place before.
#[inline]
pub(super) fn class_of(
    context: &Context<'_>,
    frames: &mut Frames,
    object: jobject,
    cache: Option<&Cache>,
) -> Result<&'static ClassInfo, WalkError> {
    let (jni, jvmti) = (context.jni, context.jvmti);
    let cached = cache.and_then(Cache::get);
    if let Some((class, true)) = cached {
        return Ok(class);
    }
    // One question instead of two.
    if let Some((class, _)) = cached
        && class.is(ClassFlags::FINAL)
        && class.mirror.has_instance(jni, object)
    {
        return Ok(class);
    }
    // The mirror stays in the walk's frame: deleting it would cost as much as getting it.
    frames.take()?;
    let mirror = jni.get_object_class(object);
    let class = match cached {
        Some((class, _)) if class.mirror.is(jni, mirror) => return Ok(class),
        _ => context.classes.of(jni, jvmti, mirror)?,
    };
    if let Some(cache) = cache {
        cache.set(class);
    }
    Ok(class)
}
