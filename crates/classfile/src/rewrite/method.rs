//! Writing one edited method.

use crate::assemble::PoolBuilder;
use crate::attribute::{
    Code, ExceptionEntry, Frame, FrameKind, RawAttribute, VerificationType, patch_length, read_frames,
    write_frames,
};
use crate::bytes::Put;
use crate::class::{ClassFile, Member};
use crate::error::{ReadError, ReadErrorKind, Result};
use crate::instruction::{Instruction, Opcode};
use crate::rewrite::edit::MethodEdit;
use crate::rewrite::frames::{Expander, FrameWriter, entry_locals};
use crate::rewrite::initialization::Initialization;
use crate::rewrite::layout::{Insertions, Layout};
use crate::rewrite::{SkipReason, tables};
use crate::table::Row;

/// Why a method was not rewritten.
#[derive(Debug)]
pub(super) enum Stop {
    Skip(SkipReason),
    Malformed(ReadError),
}

impl Stop {
    /// The reason for skipping the method, or the error that ends it all.
    pub fn reason(self) -> Result<SkipReason> {
        match self {
            Stop::Skip(reason) => Ok(reason),
            Stop::Malformed(error) => Err(error),
        }
    }
}

impl From<SkipReason> for Stop {
    fn from(reason: SkipReason) -> Self {
        Stop::Skip(reason)
    }
}

impl From<ReadError> for Stop {
    fn from(error: ReadError) -> Self {
        Stop::Malformed(error)
    }
}

/// Appends the method with its edit applied.
pub(super) fn write<'a>(
    class: &ClassFile<'a>,
    member: &Member<'a>,
    edit: &MethodEdit,
    pool: &mut PoolBuilder,
    out: &mut Vec<u8>,
) -> Result<(), Stop> {
    out.extend_from_slice(&class.bytes()[member.offset..member.attributes.start()]);
    for raw in member.attributes.iter() {
        out.u2(raw.name_index);
        let length_at = out.len();
        out.u4(0);
        match raw.parse(class.pool())? {
            crate::Attribute::Code(code) => {
                let method = MethodWriter { class, member, code, edit, pool: &mut *pool };
                method.write(out)?;
            }
            _ => out.extend_from_slice(raw.info),
        }
        patch_length(out, length_at);
    }
    Ok(())
}

struct MethodWriter<'w, 'a> {
    class: &'w ClassFile<'a>,
    member: &'w Member<'a>,
    code: Code<'a>,
    edit: &'w MethodEdit,
    pool: &'w mut PoolBuilder,
}

impl<'a> MethodWriter<'_, 'a> {
    fn write(mut self, out: &mut Vec<u8>) -> Result<(), Stop> {
        self.check_places()?;
        let mut insertions = Insertions::new(self.edit);
        let layout = Layout::new(&self.code, &mut insertions)?;
        out.u2(self.max_stack()?);
        out.u2(self.max_locals()?);
        let length_at = out.len();
        out.u4(0);
        let exits = self.write_instructions(&layout, &mut insertions, out)?;
        debug_assert_eq!(out.len() - length_at - 4, layout.length() as usize);
        if let Some(id) = self.edit.exceptional_exit {
            out.extend_from_slice(&self.edit.get(id).bytecode);
            out.u1(Opcode::ATHROW.0);
        }
        if out.len() - length_at - 4 > usize::from(u16::MAX) {
            return Err(SkipReason::CodeTooLong.into());
        }
        patch_length(out, length_at);
        self.write_exception_table(&layout, &exits, out)?;
        self.write_attributes(&layout, out)
    }

    /// Branches in inserted code need frames, which are known at entry and in the handler only.
    fn check_places(&self) -> Result<(), Stop> {
        let edit = self.edit;
        let known: Vec<_> =
            [edit.entry, edit.exceptional_exit].iter().flatten().map(|&id| edit.get(id)).collect();
        let branching = edit.snippets().iter().filter(|snippet| !snippet.frames.is_empty());
        for snippet in branching {
            if !known.iter().any(|&place| std::ptr::eq(place, snippet)) {
                return Err(SkipReason::BranchInPlace.into());
            }
        }
        Ok(())
    }

    fn max_stack(&self) -> Result<u16, Stop> {
        let extra = self.edit.extra_stack();
        self.code.max_stack.checked_add(extra).ok_or(SkipReason::TooManySlots.into())
    }

    fn max_locals(&self) -> Result<u16, Stop> {
        let fresh: usize = self.edit.fresh.iter().map(|local| local.slots()).sum();
        let snippets = self.edit.snippets().iter().map(|snippet| snippet.max_locals).max().unwrap_or(0);
        let own = usize::from(self.code.max_locals) + fresh;
        u16::try_from(own.max(snippets.into())).map_err(|_| SkipReason::TooManySlots.into())
    }

    /// Appends the instructions and gives the ranges of the new code that are exits: the code at
    /// normal exit and the return behind it.
    fn write_instructions(
        &self,
        layout: &Layout,
        insertions: &mut Insertions<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Vec<(u32, u32)>, Stop> {
        let edit = self.edit;
        let start = out.len();
        let mut exits = Vec::new();
        if let Some(id) = edit.entry {
            out.extend_from_slice(&edit.get(id).bytecode);
        }
        insertions.rewind();
        for item in self.code.instructions() {
            let (pc, instruction) = item?;
            let around = insertions.at(pc, instruction.opcode());
            for &(_, id) in around.before {
                out.extend_from_slice(&edit.get(id).bytecode);
            }
            let exit_start = (out.len() - start) as u32;
            if let Some(id) = around.exit {
                out.extend_from_slice(&edit.get(id).bytecode);
            }
            match around.instead {
                Some(id) => out.extend_from_slice(&edit.get(id).bytecode),
                None => self.write_instruction(pc, instruction, (out.len() - start) as u32, layout, out)?,
            }
            if around.exit.is_some() {
                exits.push((exit_start, (out.len() - start) as u32));
            }
            for &(_, id) in around.after {
                out.extend_from_slice(&edit.get(id).bytecode);
            }
        }
        Ok(exits)
    }

    fn write_instruction(
        &self,
        pc: u32,
        instruction: Instruction<'a>,
        at: u32,
        layout: &Layout,
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let mut outside = None;
        let mut jump = |offset: i32| {
            let target = i64::from(pc) + i64::from(offset);
            match u32::try_from(target).ok().and_then(|target| layout.label(target)) {
                Some(label) => label as i32 - at as i32,
                None => {
                    outside = Some(target);
                    0
                }
            }
        };
        match instruction {
            Instruction::Branch { opcode, offset } => {
                let offset = jump(offset);
                let is_short = !matches!(opcode, Opcode::GOTO_W | Opcode::JSR_W);
                if is_short && i16::try_from(offset).is_err() {
                    return Err(SkipReason::JumpTooFar.into());
                }
                Instruction::Branch { opcode, offset }.write(at, out);
            }
            Instruction::TableSwitch(switch) => switch.write(at, out, jump),
            Instruction::LookupSwitch(switch) => switch.write(at, out, jump),
            _ => instruction.write(at, out),
        }
        match outside {
            None => Ok(()),
            Some(target) => {
                let kind = ReadErrorKind::CodeTarget { what: "jump target", target };
                Err(kind.at(self.code.offset + pc as usize).into())
            }
        }
    }

    fn write_exception_table(
        &self,
        layout: &Layout,
        exits: &[(u32, u32)],
        out: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let covered = match self.edit.exceptional_exit {
            Some(_) => subtract(self.coverable(layout)?, exits),
            None => Vec::new(),
        };
        let rows = self.code.exception_table;
        let count = rows.len() + covered.len();
        out.u2(u16::try_from(count).map_err(|_| SkipReason::TooManyHandlers)?);
        let offset = self.code.offset;
        for row in rows.iter() {
            ExceptionEntry {
                start_pc: layout.map("exception range's start", row.start_pc, offset)?,
                end_pc: layout.map("exception range's end", row.end_pc, offset)?,
                handler_pc: layout.map("exception handler", row.handler_pc, offset)?,
                catch_type: row.catch_type,
            }
            .encode(out);
        }
        // Behind the method's own rows, so that its own handlers go first.
        for (start, end) in covered {
            let handler_pc = layout.length() as u16;
            ExceptionEntry { start_pc: start as u16, end_pc: end as u16, handler_pc, catch_type: 0 }
                .encode(out);
        }
        Ok(())
    }

    /// The ranges of the new code whose exceptions may be caught: all but the entry code, and in
    /// constructors what comes after the initialisation of `this`.
    fn coverable(&self, layout: &Layout) -> Result<Vec<(u32, u32)>, Stop> {
        let label = |pc: u32| layout.label(pc).unwrap_or(layout.length());
        let end = self.code.bytecode.len() as u32;
        if self.member.name(self.class.pool())?.as_bytes() != b"<init>" {
            return Ok(vec![(label(0), label(end))]);
        }
        let initialization = Initialization::of_constructor(self.class, &self.code)?;
        Ok(initialization.initialized_ranges().iter().map(|&(from, to)| (label(from), label(to))).collect())
    }

    fn write_attributes(&mut self, layout: &Layout, out: &mut Vec<u8>) -> Result<(), Stop> {
        let pool = self.class.pool();
        let stack_map = self.code.attributes.find(pool, "StackMapTable");
        let frames = self.frames(stack_map, layout)?;
        let adds_stack_map = stack_map.is_none() && !frames.is_empty();
        out.count(self.code.attributes.len() + usize::from(adds_stack_map));
        for raw in self.code.attributes.iter() {
            if stack_map.is_some_and(|stack_map| stack_map.offset == raw.offset) {
                write_stack_map(raw.name_index, &frames, out);
            } else {
                tables::write(raw, pool, layout, out)?;
            }
        }
        if adds_stack_map {
            write_stack_map(self.pool.utf8("StackMapTable"), &frames, out);
        }
        Ok(())
    }

    /// The method's own frames in their new places, and those of inserted code.
    fn frames(&mut self, stack_map: Option<RawAttribute<'a>>, layout: &Layout) -> Result<Vec<Frame>, Stop> {
        let mut writer = FrameWriter::default();
        let edit = self.edit;
        let entry_code = edit.entry.filter(|_| self.class.version().major >= 50);
        let entry_frames = entry_code.map_or(&[][..], |id| &edit.get(id).frames);
        let entry = if edit.fresh.is_empty() && entry_frames.is_empty() { Vec::new() } else { self.entry()? };
        let mut expander = Expander::new(entry.clone(), self.code.max_locals, &edit.fresh);
        for frame in entry_frames {
            let locals = expander.padded(entry.clone(), &frame.locals);
            writer.full(frame.position.into(), locals, frame.stack.clone());
        }
        let own = match stack_map {
            Some(raw) => read_frames(raw.info, raw.offset)?,
            None => Vec::new(),
        };
        let mut pc = None;
        for frame in own {
            let next = pc.map_or(0, |pc: u32| pc + 1) + u32::from(frame.offset_delta);
            pc = Some(next);
            let position = layout.label(next).ok_or_else(|| self.outside("stack map frame", next))?;
            let kind = self.move_uninitialized(frame.kind, layout)?;
            writer.push(position, expander.expand(kind));
        }
        // Before version 50 the verifier infers types and knows no frames.
        if let Some(id) = self.edit.exceptional_exit
            && self.class.version().major >= 50
        {
            self.handler_frames(id, &expander, layout, &mut writer);
        }
        Ok(writer.frames)
    }

    /// In the handler nothing is known of the method's own locals; the fresh ones are as at entry.
    fn handler_frames(
        &mut self,
        id: crate::rewrite::SnippetId,
        expander: &Expander<'_>,
        layout: &Layout,
        writer: &mut FrameWriter,
    ) {
        let throwable = VerificationType::Object { class_index: self.pool.class("java/lang/Throwable") };
        let start = layout.length();
        writer.full(start, expander.padded(Vec::new(), &self.edit.fresh), vec![throwable]);
        for frame in &self.edit.get(id).frames {
            let locals = expander.padded(Vec::new(), &frame.locals);
            writer.full(start + u32::from(frame.position), locals, frame.stack.clone());
        }
    }

    /// The locals with which the method starts.
    fn entry(&mut self) -> Result<Vec<VerificationType>> {
        let pool = self.class.pool();
        let is_constructor = self.member.name(pool)?.as_bytes() == b"<init>";
        let descriptor = self.member.method_descriptor(pool)?;
        let this =
            if self.member.access_flags.is_static() { None } else { Some(self.class.name()?.as_bytes()) };
        Ok(entry_locals(this, is_constructor, &descriptor, &mut |name| self.pool.class_bytes(name)))
    }

    /// Frames name the `new` instructions of objects that have no value yet.
    fn move_uninitialized(&self, mut kind: FrameKind, layout: &Layout) -> Result<FrameKind, Stop> {
        let move_one = |item: &mut VerificationType| {
            if let VerificationType::Uninitialized { offset } = item {
                let pc = u32::from(*offset);
                *offset = layout.position(pc).ok_or_else(|| self.outside("new instruction", pc))? as u16;
            }
            Ok::<(), Stop>(())
        };
        match &mut kind {
            FrameKind::Same { .. } | FrameKind::Chop(_) => {}
            FrameKind::SameLocals1StackItem { stack, .. } => move_one(stack)?,
            FrameKind::Append(locals) => locals.iter_mut().try_for_each(move_one)?,
            FrameKind::Full { locals, stack } => {
                locals.iter_mut().chain(stack).try_for_each(move_one)?;
            }
        }
        Ok(kind)
    }

    fn outside(&self, what: &'static str, pc: u32) -> Stop {
        ReadErrorKind::CodeTarget { what, target: pc.into() }.at(self.code.offset).into()
    }
}

fn write_stack_map(name_index: u16, frames: &[Frame], out: &mut Vec<u8>) {
    out.u2(name_index);
    let length_at = out.len();
    out.u4(0);
    write_frames(frames, out);
    patch_length(out, length_at);
}

/// Ranges without the parts that `holes` cover. Both are in order.
fn subtract(ranges: Vec<(u32, u32)>, holes: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut left = Vec::new();
    for (mut start, end) in ranges {
        for &(hole_start, hole_end) in holes {
            if hole_end <= start || hole_start >= end {
                continue;
            }
            if start < hole_start {
                left.push((start, hole_start));
            }
            start = hole_end;
        }
        if start < end {
            left.push((start, end));
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::subtract;

    #[test]
    fn holes_split_ranges() {
        assert_eq!(subtract(vec![(2, 10)], &[]), [(2, 10)]);
        assert_eq!(subtract(vec![(2, 10)], &[(0, 3), (5, 6), (9, 12)]), [(3, 5), (6, 9)]);
        assert_eq!(subtract(vec![(0, 4), (6, 8)], &[(2, 7)]), [(0, 2), (7, 8)]);
        assert_eq!(subtract(vec![(3, 5)], &[(3, 5)]), []);
    }
}
