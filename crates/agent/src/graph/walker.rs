//! The walks before and after a call.

use std::ptr;
use std::sync::atomic::Ordering;

use reenact_base::Id;
use reenact_heap::{NodeId, Value};
use reenact_recording::graph::{After, GraphEncoder, Outcome as Written};
use reenact_recording::model::{ClassNumber, Marks};
use reenact_recording::notes::{put_identities, put_pseudonyms, put_statics};
use reenact_recording::redact::Secrecy;
use xxhash_rust::xxh3::xxh3_64;

use super::class_info::{ClassFlags, ClassInfo};
use super::frames::Frames;
use super::frontier::FrontierAnswers;
use super::identity::Identities;
use super::secret::Secrets;
use super::shape::Shape;
use super::statics::Names;
use super::visit::Arrival;
use super::{Context, Outcome, Reached, Root, Seen, WalkError};

use crate::ffi::{Jni, Weak, jobject};

/// Walks for one invocation, and is reused for another one. Between [`before`](Self::before) and
/// [`after`](Self::after) it holds weak references: call [`abandon`](Self::abandon) before dropping it then.
pub struct Walker {
    pub(super) encoder: GraphEncoder,
    /// The objects, by number.
    pub(super) nodes: Vec<Node>,
    pub(super) identities: Identities,
    /// After the call: objects of the graph before that were reached again and are to be compared.
    pub(super) again: Vec<u32>,
    pub(super) frontier: FrontierAnswers,
    pub(super) secrets: Secrets,
    pub(super) shape: Shape,
    /// Objects that static fields hold.
    pub(super) names: Names,
    /// How many objects the graph before has, and where its last body ends.
    pub(super) before: u32,
    pub(super) before_end: u32,
    /// The numbers of the roots that are references.
    roots: Vec<Option<u32>>,
    /// Buffers for what is read.
    pub(super) chars: Vec<u16>,
    pub(super) latin1: Vec<u8>,
    pub(super) block: Vec<u8>,
    classes: Vec<ClassNumber>,
    /// The most bytes that the encoder ever held.
    largest: usize,
    stage: Stage,
}

/// An object of the graph.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// A local reference during a walk, if the walk has come here; otherwise null.
    pub handle: jobject,
    /// From one walk to the other; none for leaves, which are known by their hash and content.
    pub weak: Option<Weak>,
    pub class: &'static ClassInfo,
    /// Where its body starts in the graph before, and in the state after.
    pub body: u32,
    pub body_after: u32,
    /// The identity hash.
    pub hash: i32,
    pub flags: u8,
}

/// The number of identity hashes that are written of one capture.
const MOST_HASHES: usize = 4096;

/// The most objects of a graph that is cut early, and its bytes.
const EARLY_OBJECTS: usize = 1_000;
const EARLY_BYTES: usize = 256 << 10;

/// Not written.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Properties of an object besides its class.
pub(super) mod flag {
    /// Its body says only that it is an end.
    pub const ENDED: u8 = 1;
    /// It was first reached through a field outside the frontier.
    pub const BEYOND: u8 = 2;
    /// It is a value behind a secret's name.
    pub const MASKED: u8 = 4;
    /// It holds texts that are behind a secret's name.
    pub const SECRET: u8 = 8;
    /// It holds numbers that are.
    pub const SECRET_NUMBERS: u8 = 16;
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Empty,
    Between,
    Done,
}

// SAFETY: what it keeps between walks are weak global references, which are not bound to a thread.
unsafe impl Send for Walker {}

impl Default for Walker {
    fn default() -> Self {
        Walker {
            encoder: GraphEncoder::new(),
            nodes: Vec::new(),
            identities: Identities::default(),
            again: Vec::new(),
            frontier: FrontierAnswers::default(),
            secrets: Secrets::default(),
            shape: Shape::default(),
            names: Names::default(),
            before: 0,
            before_end: 0,
            roots: Vec::new(),
            chars: Vec::new(),
            latin1: Vec::new(),
            block: Vec::new(),
            classes: Vec::new(),
            largest: 0,
            stage: Stage::Empty,
        }
    }
}

/// A walk that is under way.
pub(super) struct Walk<'w, 'c> {
    pub walker: &'w mut Walker,
    pub context: &'c Context<'c>,
    pub frames: Frames,
    /// The walk after the call.
    pub is_after: bool,
    /// Objects from this number on are ends, and no more than so many are numbered.
    pub limit: usize,
    pub most: usize,
    /// The capture may grow to so many bytes.
    pub bytes: usize,
    /// It is cut early: long arrays of primitives are ends, too.
    pub is_cut_early: bool,
    pub marks: Marks,
}

impl Walker {
    /// Walks what the roots reach before the call. `mask_roots` says by root what its name masks;
    /// nothing for those that it does not have. References among the roots must stay alive until
    /// [`after`](Self::after).
    pub fn before(
        &mut self,
        context: &Context<'_>,
        roots: &[Root],
        mask_roots: &[Secrecy],
    ) -> Result<Seen, WalkError> {
        if context.jni.exception_check() {
            return Err(WalkError::PendingException);
        }
        self.abandon(context.jni);
        let result = Walk::new(self, context, false).before(roots, mask_roots);
        match result {
            Ok(_) => self.stage = Stage::Between,
            Err(_) => self.abandon(context.jni),
        }
        result
    }

    /// Walks what the arguments of an event reach, once. References among them need not stay alive.
    pub fn arguments(
        &mut self,
        context: &Context<'_>,
        roots: &[Root],
        mask_roots: &[Secrecy],
    ) -> Result<Seen, WalkError> {
        if context.jni.exception_check() {
            return Err(WalkError::PendingException);
        }
        self.abandon(context.jni);
        let result = Walk::new(self, context, false).arguments(roots, mask_roots);
        let result = result.and_then(|seen| self.complete().map(|()| seen));
        self.stage = if result.is_ok() { Stage::Done } else { Stage::Empty };
        result
    }

    /// Walks what the roots and the outcome reach after the call. The weak references stay until
    /// [`release`](Self::release), or until they are [taken](Self::take_references) for another thread to delete: that
    /// is a fifth of the work.
    pub fn after(
        &mut self,
        context: &Context<'_>,
        roots: &[Root],
        outcome: Outcome,
    ) -> Result<Seen, WalkError> {
        let result = match self.stage {
            _ if context.jni.exception_check() => Err(WalkError::PendingException),
            Stage::Between if roots.len() == self.roots.len() => {
                Walk::new(self, context, true).after(roots, outcome)
            }
            _ => Err(WalkError::Roots),
        };
        let result = result.and_then(|seen| self.complete().map(|()| seen));
        self.stage = if result.is_ok() { Stage::Done } else { Stage::Empty };
        result
    }

    /// Ends the capture of a call whose end was not seen.
    pub fn unfinished(&mut self, jni: Jni) -> Result<(), WalkError> {
        if self.stage != Stage::Between {
            return Err(WalkError::Roots);
        }
        self.encoder.after(After::Absent, Written::Unfinished, 0);
        self.encoder.finish();
        let result = self.complete();
        self.release(jni);
        self.stage = if result.is_ok() { Stage::Done } else { Stage::Empty };
        result
    }

    /// Lets go of everything, at any time. An exception may be pending.
    pub fn abandon(&mut self, jni: Jni) {
        self.release(jni);
        self.stage = Stage::Empty;
        self.nodes.clear();
    }

    /// The capture, complete after [`after`](Self::after) or [`unfinished`](Self::unfinished), empty before.
    pub fn capture(&self) -> &[u8] {
        match self.stage {
            Stage::Done if self.secrets.is_spliced() => self.secrets.capture(),
            Stage::Done => self.encoder.bytes(),
            _ => &[],
        }
    }

    /// Returns the notes on the capture's objects: the static fields that hold them, and texts that are masked.
    pub fn notes(&self) -> Vec<u8> {
        let mut notes = Vec::new();
        put_statics(&mut notes, self.names.notes());
        put_pseudonyms(&mut notes, self.secrets.replaced().iter().copied());
        notes
    }

    /// Adds which objects of other invocations they are.
    pub fn put_identities(&self, notes: &mut Vec<u8>) {
        put_identities(notes, self.hashes());
    }

    /// The identity hashes of objects that other invocations may be calls on.
    fn hashes(&self) -> impl Iterator<Item = (u32, u32)> {
        let collaborators =
            (0..).zip(&self.nodes).filter(|(_, node)| node.class.is(ClassFlags::COLLABORATOR));
        collaborators
            .map(|(number, node): (u32, &Node)| (number, node.hash.cast_unsigned()))
            .take(MOST_HASHES)
    }

    /// A hash of the state before the call, after [`before`](Self::before).
    pub fn state_hash(&self) -> u64 {
        xxh3_64(self.encoder.bytes())
    }

    /// The methods that the lambdas among its objects run, each once.
    pub fn lambda_bodies(&self) -> Vec<u64> {
        let lambdas = self.nodes.iter().filter(|node| node.class.is(ClassFlags::LAMBDA));
        let mut bodies: Vec<u64> = lambdas.filter_map(|node| node.class.body).collect();
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    }

    /// The classes that capture and notes name.
    pub fn classes(&self) -> &[ClassNumber] {
        &self.classes
    }

    /// A hash of the graphs' shape that repeats have in common.
    pub fn shape_hash(&self) -> u64 {
        self.shape.hash()
    }

    /// Native memory held, the JVM's for weak references included.
    pub fn bytes(&self) -> usize {
        size_of::<Walker>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.before as usize * 16
            + self.identities.bytes()
            + self.frontier.bytes()
            + self.secrets.bytes()
            + self.names.bytes()
            + self.again.capacity() * 4
            + self.chars.capacity() * 2
            + self.latin1.capacity()
            + self.block.capacity()
            + self.largest.max(self.encoder.bytes().len()) * 3 / 2
    }

    /// Makes what was written a capture without secrets that were found too late.
    fn complete(&mut self) -> Result<(), WalkError> {
        self.classes.clear();
        self.classes.extend_from_slice(self.encoder.classes());
        let mut declaring: Vec<ClassNumber> = self.names.classes().collect();
        declaring.sort_unstable();
        declaring.dedup();
        self.classes.extend(declaring);
        self.splice_secrets()?;
        for &number in self.secrets.spliced() {
            if let Some(node) = self.nodes.get(number as usize)
                && !self.classes.contains(&node.class.number)
            {
                self.classes.push(node.class.number);
            }
        }
        Ok(())
    }

    /// Deletes the weak references, if there are any. The capture stays. May be called on any thread, before the
    /// walker is dropped or used again.
    pub fn release(&mut self, jni: Jni) {
        for node in self.nodes.iter_mut().take(self.before as usize) {
            if let Some(weak) = node.weak.take() {
                weak.delete(jni);
            }
        }
        self.before = 0;
        self.largest = self.largest.max(self.encoder.bytes().len());
    }
}

impl Walker {
    /// Takes the weak references over, to be deleted elsewhere.
    pub fn take_references(&mut self) -> References {
        let nodes = self.nodes.iter_mut().take(self.before as usize);
        let references = References(nodes.filter_map(|node| node.weak.take()).collect());
        self.before = 0;
        self.largest = self.largest.max(self.encoder.bytes().len());
        references
    }
}

/// Weak references that a walk has left, to be [deleted](Self::delete).
#[must_use]
#[derive(Default)]
pub struct References(Vec<Weak>);

impl References {
    /// Deletes them, on any thread of the JVM's.
    pub fn delete(self, jni: Jni) {
        for weak in self.0 {
            weak.delete(jni);
        }
    }

    /// Native memory held, the JVM's included.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * (size_of::<Weak>() + 16)
    }
}

impl<'w, 'c> Walk<'w, 'c> {
    fn new(walker: &'w mut Walker, context: &'c Context<'c>, is_after: bool) -> Self {
        let budget = usize::try_from(context.policy.budgets.bytes.bytes()).unwrap_or(usize::MAX);
        // Bodies are found by 32-bit offsets.
        let bytes = walker.encoder.bytes().len() * usize::from(is_after) + budget.min(1 << 30);
        let objects = context.policy.budgets.objects as usize;
        let known = walker.nodes.len() * usize::from(is_after);
        let frames = Frames::new(context.jni);
        let limit = known + objects;
        let most = limit + objects + 1024;
        let marks = Marks::default();
        Walk { walker, context, frames, is_after, limit, most, bytes, is_cut_early: false, marks }
    }

    fn before(mut self, roots: &[Root], mask_roots: &[Secrecy]) -> Result<Seen, WalkError> {
        self.graph(roots, mask_roots)?;
        if self.marks.contains(Marks::TRUNCATED) {
            self.root_classes().for_each(|class| class.exceeds_budgets.store(true, Ordering::Relaxed));
        }
        if !self.is_still_so(0)? {
            self.marks = self.marks.and(Marks::TORN_BEFORE);
        }
        self.name_statics()?;
        self.report_followed();
        self.keep_weakly()?;
        Ok(self.seen())
    }

    /// Walks the arguments of an event, whose later state is of no interest.
    fn arguments(mut self, roots: &[Root], mask_roots: &[Secrecy]) -> Result<Seen, WalkError> {
        self.graph(roots, mask_roots)?;
        self.name_statics()?;
        let walker = &mut *self.walker;
        walker.encoder.after(After::Absent, Written::Unfinished, 0);
        walker.encoder.finish();
        for node in &mut walker.nodes {
            node.handle = ptr::null_mut();
        }
        Ok(self.seen())
    }

    /// Writes what the roots reach.
    fn graph(&mut self, roots: &[Root], mask_roots: &[Secrecy]) -> Result<(), WalkError> {
        let walker = &mut *self.walker;
        walker.nodes.clear();
        walker.identities.clear();
        walker.frontier.clear();
        walker.secrets.begin(self.context.classes.redactor.pseudonyms());
        walker.shape = Shape::default();
        walker.names.clear();
        walker.roots.clear();
        walker.encoder.begin(roots.len() as u32);
        for (index, root) in roots.iter().enumerate() {
            let secrecy = mask_roots.get(index).copied().unwrap_or_default();
            let value = self.root(root, secrecy)?;
            let walker = &mut *self.walker;
            walker.roots.push(match value {
                Value::Reference(node) => Some(node.index() as u32),
                _ => None,
            });
            if let Some(zero) = masked(root, secrecy) {
                walker.encoder.mask_root(index as u32);
                walker.encoder.root(zero);
                self.marks = self.marks.and(Marks::MASKED);
            } else {
                walker.encoder.root(value);
            }
        }
        let exceeds = |class: &ClassInfo| class.exceeds_budgets.load(Ordering::Relaxed);
        if self.context.policy.cuts_early && self.root_classes().any(exceeds) {
            self.limit = self.limit.min(EARLY_OBJECTS);
            self.most = self.most.min(2 * EARLY_OBJECTS);
            self.bytes = self.bytes.min(EARLY_BYTES);
            self.is_cut_early = true;
        }
        let mut next = 0;
        while next < self.walker.nodes.len() {
            self.write(next as u32)?;
            next += 1;
        }
        let walker = &mut *self.walker;
        walker.before_end = walker.encoder.bytes().len() as u32;
        walker.encoder.end();
        Ok(())
    }

    /// The classes of the program's own objects among the roots.
    fn root_classes(&self) -> impl Iterator<Item = &'static ClassInfo> {
        let nodes = self.walker.roots.iter().flatten();
        let classes =
            nodes.filter_map(|&number| self.walker.nodes.get(number as usize)).map(|node| node.class);
        classes.filter(|class| class.is(ClassFlags::COLLABORATOR))
    }

    fn after(mut self, roots: &[Root], outcome: Outcome) -> Result<Seen, WalkError> {
        self.walker.again.clear();
        for (index, root) in roots.iter().enumerate() {
            let number = self.walker.roots.get(index).copied().flatten();
            match (root, number) {
                (Root::Reference(object), Some(number)) => self.root_again(*object, number)?,
                (Root::Reference(_), None) | (_, Some(_)) => return Err(WalkError::Roots),
                (_, None) => {}
            }
        }
        let (outcome, kind) = match outcome {
            Outcome::Nothing => (Written::Returned(None), 1),
            Outcome::Returned(root) => (Written::Returned(Some(self.root(&root, Secrecy::None)?)), 2),
            Outcome::Threw(exception) => {
                (Written::Threw(self.root(&Root::Reference(exception), Secrecy::None)?), 3)
            }
        };
        self.walker.shape.next(kind);
        self.walker.encoder.after(After::Difference, outcome, roots.len() as u32);

        // New objects first: if no old one turns out to have changed, they alone must be read again.
        let first_new = self.walker.before;
        let (mut new, mut again) = (first_new as usize, 0);
        let mut has_changed = false;
        loop {
            if new < self.walker.nodes.len() {
                self.write(new as u32)?;
                new += 1;
            } else if let Some(&number) = self.walker.again.get(again) {
                again += 1;
                if !self.is_unchanged(number)? {
                    has_changed = true;
                    self.write_again(number)?;
                }
            } else {
                break;
            }
        }
        self.walker.shape.next(u64::from(has_changed));
        self.walker.encoder.end();
        self.walker.encoder.finish();
        if !self.is_still_so(if has_changed { 0 } else { first_new })? {
            self.marks = self.marks.and(Marks::TORN_AFTER);
        }
        self.name_statics()?;
        self.report_followed();
        Ok(self.seen())
    }

    /// Reports the objects of followed classes that the walk reached.
    fn report_followed(&mut self) {
        let Some(follow) = self.context.policy.follow else { return };
        for (node, &Node { handle, class, hash, .. }) in (0..).zip(&self.walker.nodes) {
            if class.is(ClassFlags::FOLLOWED) && !handle.is_null() {
                let reached = Reached { node, class: class.number, object: handle, hash };
                follow.reached(self.context.jni, reached, self.is_after);
            }
        }
    }

    /// A root, walked to if it is a reference.
    fn root(&mut self, root: &Root, secrecy: Secrecy) -> Result<Value, WalkError> {
        Ok(match *root {
            Root::Null => Value::Null,
            Root::Reference(object) if object.is_null() => Value::Null,
            Root::Reference(object) => {
                let number = self.visit(object, &Arrival::root(secrecy))?;
                let class =
                    self.walker.nodes.get(number as usize).map_or(0, |node| node.class.number.index());
                self.walker.shape.next(class as u64 + 2);
                return Ok(Value::Reference(NodeId::from_index(number as usize)));
            }
            Root::Boolean(value) => Value::Boolean(value),
            Root::Byte(value) => Value::Byte(value),
            Root::Char(value) => Value::Char(value),
            Root::Short(value) => Value::Short(value),
            Root::Int(value) => Value::Int(value),
            Root::Long(value) => Value::Long(value),
            Root::Float(bits) => Value::Float(bits),
            Root::Double(bits) => Value::Double(bits),
        })
    }

    /// A root of the walk before.
    fn root_again(&mut self, object: jobject, number: u32) -> Result<(), WalkError> {
        let walker = &mut *self.walker;
        let node = walker.nodes.get_mut(number as usize).ok_or(WalkError::Roots)?;
        if !node.class.is(ClassFlags::LEAF)
            && !node.weak.is_some_and(|weak| weak.is(self.context.jni, object))
        {
            return Err(WalkError::Roots);
        }
        if node.handle.is_null() {
            node.handle = object;
            walker.again.push(number);
        }
        Ok(())
    }

    /// Makes a weak reference to every object but leaves, and lets go of the local ones.
    fn keep_weakly(&mut self) -> Result<(), WalkError> {
        let (walker, jni) = (&mut *self.walker, self.context.jni);
        walker.before = walker.nodes.len() as u32;
        for node in &mut walker.nodes {
            let handle = std::mem::replace(&mut node.handle, ptr::null_mut());
            if node.class.is(ClassFlags::LEAF) {
                continue;
            }
            node.weak = Some(Weak::new(jni, handle).ok_or(WalkError::WeakReferences)?);
        }
        Ok(())
    }

    fn seen(&self) -> Seen {
        let mut marks = self.marks;
        if self.walker.secrets.found() {
            marks = marks.and(Marks::MASKED);
        }
        Seen { marks }
    }
}

/// Returns the value that a primitive is written as if it is masked; references are masked as objects.
fn masked(root: &Root, secrecy: Secrecy) -> Option<Value> {
    let integer = |value: i64, zero: Value| secrecy.masks_integer(value).then_some(zero);
    match *root {
        Root::Null | Root::Reference(_) | Root::Boolean(_) => None,
        Root::Char(_) => (secrecy > Secrecy::None).then_some(Value::Char(0)),
        Root::Byte(value) => integer(value.into(), Value::Byte(0)),
        Root::Short(value) => integer(value.into(), Value::Short(0)),
        Root::Int(value) => integer(value.into(), Value::Int(0)),
        Root::Long(value) => integer(value, Value::Long(0)),
        Root::Float(_) => (secrecy == Secrecy::All).then_some(Value::Float(0)),
        Root::Double(_) => (secrecy == Secrecy::All).then_some(Value::Double(0)),
    }
}
