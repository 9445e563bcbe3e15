//! Inserting code into existing classes, without knowing any other class.
//!
//! The rewriter only inserts and replaces; it never recomputes a stack map. Existing frames move
//! with the code. Inserted code is straight-line, or branches only where the frame is known from
//! the method's own descriptor (at entry, and in the handler at exceptional exit). So no class
//! hierarchy is needed, which an agent inside a loading JVM does not have.
//!
//! Code that would exceed a limit of the JVM is left unchanged and counted: a method whose code would
//! outgrow 65,535 bytes or whose jumps would outgrow 16 bits, a class without room for constants.
//!
//! ```
//! use reenact_classfile::assemble::CodeBuilder;
//! use reenact_classfile::instruction::Opcode;
//! use reenact_classfile::rewrite::{MethodEdit, Rewriter};
//! use reenact_classfile::{ClassFile, ReadError};
//!
//! /// Calls `Probe.hit()` whenever a method of the class is entered.
//! fn probe_entries(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
//!     let class = ClassFile::parse(bytes)?;
//!     let mut rewriter = Rewriter::new(&class);
//!     let mut code = CodeBuilder::new(rewriter.pool());
//!     code.invoke(Opcode::INVOKESTATIC, "java/lang/Probe", "hit", "()V");
//!     let probe = code.finish();
//!     for (index, method) in class.methods().iter().enumerate() {
//!         if let Some(code) = method.code(class.pool())? {
//!             let mut edit = MethodEdit::new(&code);
//!             edit.at_entry(probe.clone());
//!             rewriter.edit(index, edit);
//!         }
//!     }
//!     Ok(rewriter.finish()?.bytes)
//! }
//! ```

mod edit;
pub(crate) mod frames;
mod initialization;
mod layout;
mod method;
mod repeats;
mod tables;

pub use edit::{MethodEdit, SnippetId};
pub use initialization::Initialization;
pub use repeats::without_repeated_nan;

use rustc_hash::FxHashMap;

use crate::assemble::PoolBuilder;
use crate::bytes::Put;
use crate::class::ClassFile;
use crate::constant_pool::{POOL_START, ReferenceKind};
use crate::error::Result;

/// Collects the edits to one class.
#[derive(Debug)]
pub struct Rewriter<'c, 'a> {
    class: &'c ClassFile<'a>,
    pool: PoolBuilder,
    /// Edits by position of the method in the class file.
    edits: FxHashMap<usize, MethodEdit>,
    handles: Vec<(u16, ReferenceKind, u16)>,
}

/// A rewritten class file.
#[derive(Clone, Debug)]
pub struct Rewritten {
    pub bytes: Vec<u8>,
    /// Methods that were left as they were, by position in the class file.
    pub skipped: Vec<(usize, SkipReason)>,
}

/// Why a method was left as it was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, thiserror::Error)]
pub enum SkipReason {
    #[error("code would be longer than 65,535 bytes")]
    CodeTooLong,
    #[error("a jump would be longer than 16 bits can say")]
    JumpTooFar,
    #[error("locals or stack would be more than 65,535")]
    TooManySlots,
    #[error("the class would have more than 65,535 constants")]
    TooManyConstants,
    #[error("exception table would have more than 65,535 rows")]
    TooManyHandlers,
    #[error("the edit names a pc at which no instruction of the right kind starts")]
    WrongPlace,
    #[error("the inserted code branches where the frame is not known")]
    BranchInPlace,
}

impl<'c, 'a> Rewriter<'c, 'a> {
    /// Starts with no edits.
    pub fn new(class: &'c ClassFile<'a>) -> Self {
        let pool = PoolBuilder::behind(class.pool());
        Rewriter { class, pool, edits: FxHashMap::default(), handles: Vec::new() }
    }

    /// Takes the constants of inserted code. They come behind the class's own, whose indices stay.
    pub fn pool(&mut self) -> &mut PoolBuilder {
        &mut self.pool
    }

    /// Sets what happens to the method at a position of [`ClassFile::methods`].
    pub fn edit(&mut self, method: usize, edit: MethodEdit) {
        self.edits.insert(method, edit);
    }

    /// Makes the `MethodHandle` constant at `index` mean another member, for every use of it:
    /// lambdas and method references, other bootstrap arguments, and `ldc`.
    ///
    /// `reference_index` is a constant of [`Rewriter::pool`] or of the class. The new member must
    /// have the type of the old one with its receiver as first parameter.
    pub fn replace_method_handle(&mut self, index: u16, kind: ReferenceKind, reference_index: u16) {
        self.handles.push((index, kind, reference_index));
    }

    /// The class with all edits, less those that would pass a limit. Fails only where the class
    /// file itself is malformed.
    pub fn finish(mut self) -> Result<Rewritten> {
        let class = self.class;
        let mut edited: Vec<usize> = self.edits.keys().copied().collect();
        edited.sort_unstable();
        let mut skipped = Vec::new();
        let mut body = self.before_methods()?;
        for (index, member) in class.methods().iter().enumerate() {
            let original = &class.bytes()[member.offset..member.attributes.end()];
            let Some(edit) = self.edits.remove(&index) else {
                body.extend_from_slice(original);
                continue;
            };
            let start = body.len();
            if let Err(stop) = method::write(class, member, &edit, &mut self.pool, &mut body) {
                skipped.push((index, stop.reason()?));
                body.truncate(start);
                body.extend_from_slice(original);
            }
        }
        if self.pool.is_full() {
            let skipped = edited.into_iter().map(|index| (index, SkipReason::TooManyConstants)).collect();
            return Ok(Rewritten { bytes: class.bytes().to_vec(), skipped });
        }
        body.extend_from_slice(&class.bytes()[class.attributes().start() - 2..]);
        let mut bytes = Vec::with_capacity(body.len() + self.pool.entries().len() + POOL_START);
        bytes.extend_from_slice(&class.bytes()[..POOL_START - 2]);
        bytes.u2(self.pool.count());
        bytes.extend_from_slice(class.pool().entry_bytes());
        for &(index, kind, reference_index) in &self.handles {
            class.pool().method_handle(index)?;
            let at = class.pool().entry_offset(index)? + 1;
            bytes[at] = kind as u8;
            bytes[at + 1..at + 3].copy_from_slice(&reference_index.to_be_bytes());
        }
        bytes.extend_from_slice(self.pool.entries());
        bytes.extend_from_slice(&body);
        Ok(Rewritten { bytes, skipped })
    }

    /// Everything from the access flags up to the first method, the methods' count included.
    fn before_methods(&self) -> Result<Vec<u8>> {
        let class = self.class;
        let start = POOL_START + class.pool().entry_bytes().len();
        let end = class.methods().first().map_or(class.attributes().start() - 2, |method| method.offset);
        Ok(class.bytes()[start..end].to_vec())
    }
}
