//! The edits of one method.

use std::collections::BTreeMap;

use crate::assemble::Snippet;
use crate::attribute::{Code, VerificationType};

/// The insertions into one method.
///
/// Code inserted before an instruction is also run by jumps to that instruction; code inserted after
/// one is run only when that instruction completes normally. Entry code runs once per call, even
/// where a loop jumps back to the first instruction.
#[derive(Clone, Debug)]
pub struct MethodEdit {
    pub(super) first_fresh: u16,
    pub(super) fresh: Vec<VerificationType>,
    snippets: Vec<Snippet>,
    pub(super) before: Vec<(u32, SnippetId)>,
    pub(super) after: Vec<(u32, SnippetId)>,
    pub(super) replace: Vec<(u32, SnippetId)>,
    pub(super) entry: Option<SnippetId>,
    pub(super) normal_exit: Option<SnippetId>,
    pub(super) exceptional_exit: Option<SnippetId>,
}

/// A snippet of one [`MethodEdit`], which may be inserted in many places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SnippetId(u16);

impl MethodEdit {
    /// Nothing yet.
    pub fn new(code: &Code<'_>) -> Self {
        MethodEdit {
            first_fresh: code.max_locals,
            fresh: Vec::new(),
            snippets: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            replace: Vec::new(),
            entry: None,
            normal_exit: None,
            exceptional_exit: None,
        }
    }

    /// A local variable that the method does not use. The entry code must assign it, because from
    /// then on every frame of the method says that it has a value of this type.
    pub fn fresh_local(&mut self, verification_type: VerificationType) -> u16 {
        let used: usize = self.fresh.iter().map(|local| local.slots()).sum();
        self.fresh.push(verification_type);
        self.first_fresh.saturating_add(used as u16)
    }

    /// Takes a snippet to be inserted by its id.
    pub fn snippet(&mut self, snippet: Snippet) -> SnippetId {
        self.snippets.push(snippet);
        SnippetId(u16::try_from(self.snippets.len() - 1).expect("more than 65,536 snippets in one method"))
    }

    /// Before the instruction at `pc`. Several snippets at one pc stand in order of insertion.
    pub fn before(&mut self, pc: u32, snippet: SnippetId) {
        self.before.push((pc, snippet));
    }

    /// After the instruction at `pc` has completed normally. An instruction that control never
    /// leaves normally (`goto`, a switch, a return, `athrow`) has no such place.
    pub fn after(&mut self, pc: u32, snippet: SnippetId) {
        self.after.push((pc, snippet));
    }

    /// Instead of the call or field access at `pc`. The snippet must take and give the same values.
    pub fn replace(&mut self, pc: u32, snippet: SnippetId) {
        self.replace.push((pc, snippet));
    }

    /// Before everything else. In a constructor, `this` is not initialised yet.
    pub fn at_entry(&mut self, snippet: Snippet) {
        self.entry = Some(self.snippet(snippet));
    }

    /// Before each `return`, with the result on top of the stack; it must be there afterwards.
    pub fn at_normal_exit(&mut self, snippet: Snippet) {
        self.normal_exit = Some(self.snippet(snippet));
    }

    /// When an exception leaves the method, with the exception on top of the stack; it must be there
    /// afterwards and is thrown again. Only fresh locals can be read. In a constructor this does not
    /// cover the code before `this` is initialised (JVMS 4.10.1.9 does not allow it).
    pub fn at_exceptional_exit(&mut self, snippet: Snippet) {
        self.exceptional_exit = Some(self.snippet(snippet));
    }

    pub(super) fn get(&self, id: SnippetId) -> &Snippet {
        &self.snippets[usize::from(id.0)]
    }

    pub(super) fn snippets(&self) -> &[Snippet] {
        &self.snippets
    }

    /// The stack that inserted code may need on top of the method's own.
    pub(super) fn extra_stack(&self) -> u16 {
        // The handler at exceptional exit starts with the exception on an otherwise empty stack.
        let handler = u16::from(self.exceptional_exit.is_some());
        let highest = self.snippets.iter().map(|snippet| snippet.max_stack).max().unwrap_or(0);
        highest.saturating_add(handler).saturating_add(self.most_left())
    }

    /// The most that snippets before one instruction leave on the stack: those that follow them there stand on top of it.
    fn most_left(&self) -> u16 {
        let mut left: BTreeMap<u32, u16> = BTreeMap::new();
        for (pc, snippet) in &self.before {
            let sum = left.entry(*pc).or_default();
            *sum = sum.saturating_add(self.get(*snippet).left);
        }
        left.into_values().max().unwrap_or(0)
    }
}
