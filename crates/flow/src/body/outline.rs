//! Where blocks begin and end, and how control passes between them.

use reenact_classfile::ReadErrorKind;
use reenact_classfile::attribute::{Code, ExceptionEntry};
use reenact_classfile::instruction::{Instruction, Opcode};

use super::error::Reason;
use super::local::{LocalUse, Variables};
use super::subroutine;
use super::{Body, Span};

/// Bounds of the work that malformed code can cause; real code stays far below.
pub(super) const MAX_BLOCKS: usize = 1 << 16;
const MAX_EDGES: usize = 1 << 20;
const MAX_COVERAGE_TESTS: usize = 1 << 26;

/// Code, decoded once.
pub(super) struct Decoded<'a> {
    pub instructions: Vec<(u32, Instruction<'a>)>,
    /// Positions in `instructions` by pc.
    position_at: Vec<u32>,
    pub exception_table: Vec<ExceptionEntry>,
    offset: usize,
}

/// The blocks of some code. A subroutine's blocks are there once for every call site of it.
#[derive(Default)]
pub(super) struct Outline {
    pub blocks: Vec<RawBlock>,
    pub successors: Vec<u32>,
    /// Blocks, each with the `Class` constant that it catches, or 0.
    pub handlers: Vec<(u32, u16)>,
    /// The blocks that can be reached, in reverse postorder.
    pub order: Vec<u32>,
}

#[derive(Clone, Copy)]
pub(super) struct RawBlock {
    /// Positions of instructions, the second behind the last one.
    pub first: u32,
    pub end: u32,
    pub successors: Span,
    pub handlers: Span,
    /// Whether a block that can be reached has it as handler.
    pub is_handler: bool,
}

const NOWHERE: u32 = u32::MAX;

impl<'a> Decoded<'a> {
    pub fn new() -> Self {
        Decoded { instructions: Vec::new(), position_at: Vec::new(), exception_table: Vec::new(), offset: 0 }
    }

    pub fn read(&mut self, code: &Code<'a>) -> Result<(), Reason> {
        self.instructions.clear();
        self.position_at.clear();
        self.position_at.resize(code.bytecode.len() + 1, NOWHERE);
        for item in code.instructions() {
            let (pc, instruction) = item?;
            self.position_at[pc as usize] = self.instructions.len() as u32;
            self.instructions.push((pc, instruction));
        }
        // Ranges of handlers may end at the end of the code.
        self.position_at[code.bytecode.len()] = self.instructions.len() as u32;
        self.exception_table.clear();
        self.exception_table.extend(code.exception_table.iter());
        self.offset = code.offset;
        Ok(())
    }

    pub fn has_subroutines(&self) -> bool {
        self.instructions
            .iter()
            .any(|(_, i)| matches!(i, Instruction::Branch { opcode: Opcode::JSR | Opcode::JSR_W, .. }))
    }

    /// The position of the instruction at a pc.
    pub fn position(&self, what: &'static str, pc: i64) -> Result<u32, Reason> {
        let found = usize::try_from(pc).ok().and_then(|pc| self.position_at.get(pc)).copied();
        found
            .filter(|&position| (position as usize) < self.instructions.len())
            .ok_or_else(|| ReadErrorKind::CodeTarget { what, target: pc }.at(self.offset).into())
    }

    /// The position that a range of the exception table begins or ends at, the end of the code included.
    fn boundary(&self, pc: u16) -> Result<u32, Reason> {
        let found = self.position_at.get(usize::from(pc)).copied().filter(|&position| position != NOWHERE);
        let what = "exception range boundary";
        found.ok_or_else(|| ReadErrorKind::CodeTarget { what, target: pc.into() }.at(self.offset).into())
    }

    /// Reports the positions where control may go from the end of a block whose last instruction is at
    /// `last`, `ret` and the return from `jsr` apart. A branch reports its fall-through first.
    pub fn for_each_successor(
        &self,
        last: u32,
        mut visit: impl FnMut(u32) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let (pc, instruction) = &self.instructions[last as usize];
        let target = |offset: i32| self.position("branch target", i64::from(*pc) + i64::from(offset));
        let next = || {
            let is_inside = (last as usize + 1) < self.instructions.len();
            let what = "control runs past the end of the code";
            is_inside.then_some(last + 1).ok_or(Reason::Malformed { pc: *pc, what })
        };
        match instruction {
            Instruction::Branch { opcode: Opcode::GOTO | Opcode::GOTO_W, offset } => visit(target(*offset)?),
            Instruction::Branch { opcode: Opcode::JSR | Opcode::JSR_W, offset } => visit(target(*offset)?),
            Instruction::Branch { offset, .. } => {
                visit(next()?)?;
                visit(target(*offset)?)
            }
            Instruction::TableSwitch(switch) => {
                switch.offsets.iter().try_for_each(|offset| visit(target(offset)?))?;
                visit(target(switch.default)?)
            }
            Instruction::LookupSwitch(switch) => {
                switch.pairs.iter().try_for_each(|(_, offset)| visit(target(offset)?))?;
                visit(target(switch.default)?)
            }
            other if other.opcode().ends_block() => Ok(()),
            _ => visit(next()?),
        }
    }

    /// For each instruction, whether a block begins there.
    pub fn leaders(&self, variables: &Variables, leaders: &mut Vec<bool>) -> Result<(), Reason> {
        let count = self.instructions.len();
        leaders.clear();
        leaders.resize(count + 1, false);
        leaders[0] = true;
        let mut covered = Coverage::default();
        for &entry in &self.exception_table {
            let (start, end) = (self.boundary(entry.start_pc)?, self.boundary(entry.end_pc)?);
            leaders[start as usize] = true;
            leaders[end as usize] = true;
            leaders[self.position("exception handler", entry.handler_pc.into())? as usize] = true;
            covered.add(start, end, count);
        }
        let mut depth = 0i32;
        for position in 0..count {
            let (_, instruction) = &self.instructions[position];
            depth += covered.changes.get(position).copied().unwrap_or_default();
            let cut = match instruction {
                Instruction::Branch { .. } | Instruction::TableSwitch(_) | Instruction::LookupSwitch(_) => {
                    self.for_each_successor(position as u32, |target| {
                        leaders[target as usize] = true;
                        Ok(())
                    })?;
                    true
                }
                // Handlers see the local variables as they are at the beginning of a block.
                _ if depth > 0 => LocalUse::of(instruction)
                    .and_then(LocalUse::written)
                    .is_some_and(|local| variables.get(local).is_some()),
                _ => false,
            };
            if cut || instruction.opcode().ends_block() {
                leaders[position + 1] = true;
            }
        }
        Ok(())
    }

    /// The rows of the exception table that cover an instruction, in order, up to one that catches all.
    pub fn handlers_at(&self, pc: u32, found: &mut Vec<ExceptionEntry>) {
        found.clear();
        for &entry in &self.exception_table {
            let covers = u32::from(entry.start_pc) <= pc && pc < u32::from(entry.end_pc);
            let is_same = |other: &ExceptionEntry| {
                other.handler_pc == entry.handler_pc && other.catch_type == entry.catch_type
            };
            if covers && !found.iter().any(is_same) {
                found.push(entry);
                if entry.catch_type == 0 {
                    break;
                }
            }
        }
    }
}

/// How many ranges begin and end at each position.
#[derive(Default)]
struct Coverage {
    changes: Vec<i32>,
}

impl Coverage {
    fn add(&mut self, start: u32, end: u32, count: usize) {
        if start < end {
            self.changes.resize(count + 1, 0);
            self.changes[start as usize] += 1;
            self.changes[end as usize] -= 1;
        }
    }
}

impl Outline {
    /// Finds the blocks of code.
    pub fn find(
        &mut self,
        code: &Decoded<'_>,
        variables: &Variables,
        scratch: &mut OutlineScratch,
    ) -> Result<(), Reason> {
        self.blocks.clear();
        self.successors.clear();
        self.handlers.clear();
        if code.instructions.is_empty() {
            return Err(Reason::NoCode);
        }
        code.leaders(variables, &mut scratch.leaders)?;
        if code.has_subroutines() {
            subroutine::inline(self, code, &scratch.leaders)?;
        } else {
            self.find_plain(code, scratch)?;
        }
        self.sort(&mut scratch.seen);
        Ok(())
    }

    fn find_plain(&mut self, code: &Decoded<'_>, scratch: &mut OutlineScratch) -> Result<(), Reason> {
        let count = code.instructions.len();
        scratch.block_at.clear();
        scratch.block_at.resize(count, NOWHERE);
        for position in 0..count {
            if scratch.leaders[position] {
                if let Some(before) = self.blocks.last_mut() {
                    before.end = position as u32;
                }
                scratch.block_at[position] = self.blocks.len() as u32;
                self.blocks.push(RawBlock::at(position as u32, count as u32));
            }
        }
        if self.blocks.len().saturating_mul(code.exception_table.len()) > MAX_COVERAGE_TESTS {
            return Err(Reason::TooLarge { what: "exception handlers" });
        }
        let mut rows = Vec::new();
        for index in 0..self.blocks.len() {
            let RawBlock { first, end, .. } = self.blocks[index];
            let (successors, handlers) = (self.successors.len(), self.handlers.len());
            // Code behind a jump that nothing leads to may be cut off anywhere.
            code.for_each_successor(end - 1, |target| {
                self.successors.push(scratch.block_at[target as usize]);
                Ok(())
            })?;
            code.handlers_at(code.instructions[first as usize].0, &mut rows);
            for row in &rows {
                let position = code.position("exception handler", row.handler_pc.into())?;
                let block = scratch.block_at[position as usize];
                self.handlers.push((block, row.catch_type));
            }
            self.close(index, successors, handlers)?;
        }
        Ok(())
    }

    /// Notes that the edges from these positions on are those of a block.
    pub fn close(&mut self, block: usize, successors: usize, handlers: usize) -> Result<(), Reason> {
        self.blocks[block].successors = Span::new(successors, self.successors.len());
        self.blocks[block].handlers = Span::new(handlers, self.handlers.len());
        if self.successors.len() + self.handlers.len() > MAX_EDGES {
            return Err(Reason::TooLarge { what: "jumps" });
        }
        Ok(())
    }

    pub fn successors_of(&self, block: &RawBlock) -> &[u32] {
        &self.successors[block.successors.start as usize..block.successors.end as usize]
    }

    pub fn handlers_of(&self, block: &RawBlock) -> &[(u32, u16)] {
        &self.handlers[block.handlers.start as usize..block.handlers.end as usize]
    }

    /// Puts the reachable blocks in reverse postorder.
    fn sort(&mut self, seen: &mut Vec<bool>) {
        seen.clear();
        seen.resize(self.blocks.len(), false);
        self.order.clear();
        let mut stack: Vec<(u32, u32)> = vec![(0, 0)];
        seen[0] = true;
        while let Some((block, next)) = stack.last_mut() {
            let row = &self.blocks[*block as usize];
            let (successors, handlers) = (self.successors_of(row), self.handlers_of(row));
            // Backwards, so that what falls through comes first once the order is turned round.
            let position = (successors.len() + handlers.len()).checked_sub(1 + *next as usize);
            *next += 1;
            let target = match position {
                Some(position) if position < successors.len() => successors[position],
                Some(position) => handlers[position - successors.len()].0,
                None => {
                    self.order.push(*block);
                    stack.pop();
                    continue;
                }
            };
            if !std::mem::replace(&mut seen[target as usize], true) {
                stack.push((target, 0));
            }
        }
        self.order.reverse();
        for &block in &self.order {
            let span = self.blocks[block as usize].handlers;
            for &(handler, _) in &self.handlers[span.start as usize..span.end as usize] {
                self.blocks[handler as usize].is_handler = true;
            }
        }
    }
}

impl RawBlock {
    pub fn at(first: u32, end: u32) -> RawBlock {
        let (successors, handlers) = (Span::default(), Span::default());
        RawBlock { first, end, successors, handlers, is_handler: false }
    }
}

/// Buffers that are used again for the next method.
#[derive(Default)]
pub(super) struct OutlineScratch {
    leaders: Vec<bool>,
    block_at: Vec<u32>,
    seen: Vec<bool>,
}

impl Body {
    /// Whether control may come back to a block without an exception.
    pub fn has_loop(&self) -> bool {
        // In reverse postorder only loops lead backwards.
        self.blocks().any(|block| self.successors(block).iter().any(|edge| edge.target <= block))
    }

    /// The blocks from which the method may yet return normally.
    pub fn returning_blocks(&self) -> Vec<bool> {
        use reenact_base::Id;
        let mut returns: Vec<bool> =
            self.blocks.iter().map(|(_, b)| matches!(b.terminator, super::Terminator::Return(_))).collect();
        loop {
            let mut changed = false;
            for block in self.blocks().rev() {
                let mut targets = self.successors(block).iter().chain(self.handlers(block));
                if !returns[block.index()] && targets.any(|edge| returns[edge.target.index()]) {
                    returns[block.index()] = true;
                    changed = true;
                }
            }
            if !changed {
                return returns;
            }
        }
    }
}
