//! Where every instruction of a method goes.

use crate::attribute::Code;
use crate::error::ReadErrorKind;
use crate::instruction::{Instruction, Opcode};
use crate::rewrite::SkipReason;
use crate::rewrite::edit::{MethodEdit, SnippetId};
use crate::rewrite::method::Stop;

/// New positions by old pc. Pcs within an instruction have those of the instruction: sloppy
/// compilers put line numbers there.
#[derive(Debug)]
pub(super) struct Layout {
    /// Where jumps to a pc go: the code inserted before it, or the instruction itself.
    labels: Vec<u32>,
    /// Where the instruction itself is.
    positions: Vec<u32>,
    /// Length of entry code, original code and insertions, without the handler at the end.
    length: u32,
}

/// The insertions of an edit in order of their pcs.
pub(super) struct Insertions<'e> {
    edit: &'e MethodEdit,
    before: Vec<(u32, SnippetId)>,
    after: Vec<(u32, SnippetId)>,
    replace: Vec<(u32, SnippetId)>,
    next: [usize; 3],
}

/// The code that surrounds one instruction.
#[derive(Clone, Copy)]
pub(super) struct Around<'i> {
    pub before: &'i [(u32, SnippetId)],
    pub after: &'i [(u32, SnippetId)],
    pub instead: Option<SnippetId>,
    /// The code at normal exit, if the instruction is a return.
    pub exit: Option<SnippetId>,
}

impl<'e> Insertions<'e> {
    pub fn new(edit: &'e MethodEdit) -> Self {
        let sorted = |list: &[(u32, SnippetId)]| {
            let mut list = list.to_vec();
            list.sort_by_key(|&(pc, _)| pc);
            list
        };
        Insertions {
            edit,
            before: sorted(&edit.before),
            after: sorted(&edit.after),
            replace: sorted(&edit.replace),
            next: [0; 3],
        }
    }

    /// Starts again from the first instruction.
    pub fn rewind(&mut self) {
        self.next = [0; 3];
    }

    /// Returns the code that surrounds the instruction at `pc`; pcs must be requested in ascending order.
    pub fn at(&mut self, pc: u32, opcode: Opcode) -> Around<'_> {
        let [before, after, replace] = &mut self.next;
        let replaced = advance(&self.replace, replace, pc);
        Around {
            before: advance(&self.before, before, pc),
            after: if opcode.ends_block() { &[] } else { advance(&self.after, after, pc) },
            instead: replaced.first().map(|&(_, id)| id),
            exit: self.edit.normal_exit.filter(|_| opcode.is_return()),
        }
    }
}

/// The part of `list` at `pc`, passing over what lies before it.
fn advance<'l>(list: &'l [(u32, SnippetId)], next: &mut usize, pc: u32) -> &'l [(u32, SnippetId)] {
    while list.get(*next).is_some_and(|&(at, _)| at < pc) {
        *next += 1;
    }
    let start = *next;
    while list.get(*next).is_some_and(|&(at, _)| at == pc) {
        *next += 1;
    }
    &list[start..*next]
}

impl Layout {
    pub fn new(code: &Code<'_>, insertions: &mut Insertions<'_>) -> Result<Self, Stop> {
        let edit = insertions.edit;
        let size = |id: SnippetId| edit.get(id).bytecode.len() as u32;
        let sizes = |ids: &[(u32, SnippetId)]| ids.iter().map(|&(_, id)| size(id)).sum::<u32>();
        let count = code.bytecode.len() + 1;
        let mut layout = Layout { labels: vec![0; count], positions: vec![0; count], length: 0 };
        let mut at = edit.entry.map_or(0, size);
        let mut placed = 0;
        let mut instructions = code.instructions();
        insertions.rewind();
        while let Some(item) = instructions.next() {
            let (pc, instruction) = item?;
            let next_pc = instructions.pc();
            let around = insertions.at(pc, instruction.opcode());
            let label = at;
            at += sizes(around.before) + around.exit.map_or(0, size);
            layout.labels[pc as usize..next_pc as usize].fill(label);
            layout.positions[pc as usize..next_pc as usize].fill(at);
            at += match around.instead {
                Some(id) if is_replaceable(&instruction) => size(id),
                Some(_) => return Err(SkipReason::WrongPlace.into()),
                None => length_at(&instruction, pc, next_pc, at),
            };
            at += sizes(around.after);
            placed += around.before.len() + around.after.len() + usize::from(around.instead.is_some());
            if at > u32::from(u16::MAX) {
                return Err(SkipReason::CodeTooLong.into());
            }
        }
        if placed != edit.before.len() + edit.after.len() + edit.replace.len() {
            return Err(SkipReason::WrongPlace.into());
        }
        layout.labels[count - 1] = at;
        layout.positions[count - 1] = at;
        layout.length = at;
        Ok(layout)
    }

    /// Where a jump to `pc` goes. The end of the code is a valid pc.
    pub fn label(&self, pc: u32) -> Option<u32> {
        self.labels.get(pc as usize).copied()
    }

    /// Where the instruction at `pc` is.
    pub fn position(&self, pc: u32) -> Option<u32> {
        self.positions.get(pc as usize).copied()
    }

    /// Length of the code without the handler at the end.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The label of a 16-bit pc, or an error that says what held the pc.
    pub fn map(&self, what: &'static str, pc: u16, offset: usize) -> Result<u16, Stop> {
        let target = i64::from(pc);
        match self.label(pc.into()) {
            Some(label) => Ok(label as u16),
            None => Err(ReadErrorKind::CodeTarget { what, target }.at(offset).into()),
        }
    }

    /// As [`Layout::map`], for tables that help people to read: what holds at pc 0 holds from the
    /// very start, so that entry code has a line number.
    pub fn map_from_start(&self, what: &'static str, pc: u16, offset: usize) -> Result<u16, Stop> {
        if pc == 0 { Ok(0) } else { self.map(what, pc, offset) }
    }
}

fn is_replaceable(instruction: &Instruction<'_>) -> bool {
    matches!(
        instruction,
        Instruction::Invoke { .. }
            | Instruction::InvokeInterface { .. }
            | Instruction::InvokeDynamic { .. }
            | Instruction::Field { .. }
    )
}

/// Length of an instruction that moves to `at`; switches are padded by their position.
fn length_at(instruction: &Instruction<'_>, pc: u32, next_pc: u32, at: u32) -> u32 {
    let length = next_pc - pc;
    match instruction {
        Instruction::TableSwitch(_) | Instruction::LookupSwitch(_) => length - (3 - pc % 4) + (3 - at % 4),
        _ => length,
    }
}
