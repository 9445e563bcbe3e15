//! `jsr` and `ret` as compilers before Java 6 wrote them for `finally`: the subroutine's blocks are copied
//! for every call site.
//!
//! A copy is known by the return addresses that are in local variables. A subroutine begins by storing its
//! return address, which all compilers did; one that does not is refused.

use reenact_classfile::instruction::{Instruction, Opcode};
use rustc_hash::FxHashMap;

use super::error::Reason;
use super::local::LocalUse;
use super::outline::{Decoded, MAX_BLOCKS, Outline, RawBlock};

/// Where control is: a position, and the return addresses on the stack and in local variables.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    position: u32,
    /// The address that `jsr` pushed and the next instruction stores.
    pushed: Option<u32>,
    /// Local variables with the position that `ret` goes to, sorted.
    stored: Vec<(u16, u32)>,
}

/// Copies are bounded: nested `finally` blocks may double the code with every level.
const MAX_COPIES: usize = MAX_BLOCKS / 4;

pub(super) fn inline(outline: &mut Outline, code: &Decoded<'_>, leaders: &[bool]) -> Result<(), Reason> {
    let mut copies = Copies { known: FxHashMap::default(), places: Vec::new() };
    copies.get(Place { position: 0, pushed: None, stored: Vec::new() })?;
    let mut rows = Vec::new();
    let mut done = 0;
    while let Some(place) = copies.places.get(done).cloned() {
        let first = place.position;
        let end = (first + 1..).find(|&next| leaders[next as usize]).unwrap_or(first + 1);
        outline.blocks.push(RawBlock::at(first, end));
        let (successors, handlers) = (outline.successors.len(), outline.handlers.len());
        let after = place.after(code, end)?;
        match after.exit {
            Exit::Return(position) => {
                let target = copies.get(Place { position, pushed: None, stored: after.stored })?;
                outline.successors.push(target);
            }
            Exit::Call(back) => code.for_each_successor(end - 1, |position| {
                let target =
                    copies.get(Place { position, pushed: Some(back), stored: after.stored.clone() })?;
                outline.successors.push(target);
                Ok(())
            })?,
            Exit::Plain => code.for_each_successor(end - 1, |position| {
                let target = copies.get(Place { position, pushed: None, stored: after.stored.clone() })?;
                outline.successors.push(target);
                Ok(())
            })?,
        }
        code.handlers_at(code.instructions[first as usize].0, &mut rows);
        for row in &rows {
            let position = code.position("exception handler", row.handler_pc.into())?;
            let target = copies.get(Place { position, pushed: None, stored: place.stored.clone() })?;
            outline.handlers.push((target, row.catch_type));
        }
        outline.close(done, successors, handlers)?;
        done += 1;
    }
    Ok(())
}

struct Copies {
    known: FxHashMap<Place, u32>,
    /// Those that were found, in order; their positions are the numbers of their blocks.
    places: Vec<Place>,
}

impl Copies {
    fn get(&mut self, place: Place) -> Result<u32, Reason> {
        if let Some(&known) = self.known.get(&place) {
            return Ok(known);
        }
        if self.places.len() >= MAX_COPIES {
            return Err(Reason::TooLarge { what: "calls of subroutines" });
        }
        let number = self.places.len() as u32;
        self.known.insert(place.clone(), number);
        self.places.push(place);
        Ok(number)
    }
}

enum Exit {
    Plain,
    /// By `jsr`, with the position to come back to.
    Call(u32),
    /// By `ret`, to a position.
    Return(u32),
}

struct After {
    stored: Vec<(u16, u32)>,
    exit: Exit,
}

impl Place {
    /// The state at the end of the block that begins here.
    fn after(&self, code: &Decoded<'_>, end: u32) -> Result<After, Reason> {
        let mut after = After { stored: self.stored.clone(), exit: Exit::Plain };
        let mut pushed = self.pushed;
        for position in self.position..end {
            let (pc, instruction) = &code.instructions[position as usize];
            if let Some(back) = pushed.take() {
                match (LocalUse::of(instruction), instruction) {
                    (Some(LocalUse::Store(super::Kind::Reference, local)), _) => {
                        after.forget(local);
                        after.stored.push((local, back));
                        after.stored.sort_unstable();
                    }
                    (_, Instruction::Simple(Opcode::POP)) => {}
                    _ => {
                        let what = "it does not begin by storing its return address";
                        return Err(Reason::Subroutine { pc: *pc, what });
                    }
                }
                continue;
            }
            match LocalUse::of(instruction) {
                Some(LocalUse::Store(_, local)) => after.forget(local),
                Some(LocalUse::Return(local)) => {
                    let back = after.stored.iter().find(|&&(stored, _)| stored == local);
                    let what = "it returns to an address that was not stored";
                    let &(_, back) = back.ok_or(Reason::Subroutine { pc: *pc, what })?;
                    after.forget(local);
                    after.exit = Exit::Return(back);
                }
                _ => {}
            }
            if let Instruction::Branch { opcode: Opcode::JSR | Opcode::JSR_W, .. } = instruction {
                if position as usize + 1 >= code.instructions.len() {
                    let what = "there is no code behind the call to come back to";
                    return Err(Reason::Subroutine { pc: *pc, what });
                }
                after.exit = Exit::Call(position + 1);
            }
        }
        Ok(after)
    }
}

impl After {
    fn forget(&mut self, local: u16) {
        self.stored.retain(|&(stored, _)| stored != local);
    }
}
