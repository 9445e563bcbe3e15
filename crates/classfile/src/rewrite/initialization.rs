//! Where in a constructor `this` is initialised.
//!
//! Until `this(…)` or `super(…)` has returned, `this` may not be passed on, and no exception handler
//! may cover the code (JVMS 4.10.1.4 and 4.10.1.9). Telling that call from other constructor calls
//! takes following the uninitialised `this` through locals and stack.

use std::rc::Rc;

use crate::attribute::Code;
use crate::class::ClassFile;
use crate::constant_pool::ConstantPool;
use crate::error::{ReadErrorKind, Result};
use crate::instruction::{Instruction, Opcode};

/// Comparisons of instructions with exception ranges that a constructor may cost. The largest real
/// ones need a thousandth of it; a hostile one could ask for minutes.
const MAX_WORK: usize = 1 << 28;

/// Whether `this` is initialized at each instruction of a constructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initialization {
    calls: Vec<u32>,
    ranges: Vec<(u32, u32)>,
}

impl Initialization {
    /// Follows `this` through the code of a constructor of `class`.
    pub fn of_constructor(class: &ClassFile<'_>, code: &Code<'_>) -> Result<Self> {
        let length = code.bytecode.len() as u32;
        // Object's own constructor calls no other: its `this` needs no initialising.
        if class.super_name()?.is_none() {
            return Ok(Initialization { calls: Vec::new(), ranges: vec![(0, length)] });
        }
        let mut walk = Walk::new(class.pool(), *code)?;
        walk.run()?;
        let mut calls = walk.calls;
        calls.sort_unstable();
        calls.dedup();
        Ok(Initialization { calls, ranges: initialized_ranges(&walk.seen, &walk.starts, length) })
    }

    /// Pcs of the `this(…)` and `super(…)` calls. More than one only if the code branches before.
    pub fn calls(&self) -> &[u32] {
        &self.calls
    }

    /// Ranges of pcs, end exclusive, at which `this` is certainly initialised. Code that cannot be
    /// reached is in none.
    pub fn initialized_ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }
}

fn initialized_ranges(seen: &[Seen], starts: &[u32], length: u32) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for (index, &pc) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(length);
        if seen[pc as usize] != Seen::Initialized {
            continue;
        }
        match ranges.last_mut() {
            Some(last) if last.1 == pc => last.1 = end,
            _ => ranges.push((pc, end)),
        }
    }
    ranges
}

/// The state of `this` on the paths to an instruction so far. "Not yet" wins over "initialized".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Never,
    Initialized,
    NotYet,
}

/// Which slots hold the uninitialised `this`; `None` once it is initialised.
type State = Option<Rc<Slots>>;

#[derive(Clone)]
struct Slots {
    locals: Vec<bool>,
    stack: Vec<bool>,
}

struct Walk<'w, 'a> {
    pool: &'w ConstantPool<'a>,
    code: Code<'a>,
    starts: Vec<u32>,
    seen: Vec<Seen>,
    pending: Vec<(u32, State)>,
    calls: Vec<u32>,
}

impl<'w, 'a> Walk<'w, 'a> {
    fn new(pool: &'w ConstantPool<'a>, code: Code<'a>) -> Result<Self> {
        let starts = code.instructions().map(|item| item.map(|(pc, _)| pc)).collect::<Result<Vec<_>>>()?;
        if starts.len() * code.exception_table.len() > MAX_WORK {
            let kind = ReadErrorKind::Limit { what: "a constructor's exception table", limit: MAX_WORK };
            return Err(kind.at(code.offset));
        }
        let mut locals = vec![false; usize::from(code.max_locals).max(1)];
        locals[0] = true;
        let entry = Rc::new(Slots { locals, stack: Vec::new() });
        let seen = vec![Seen::Never; code.bytecode.len()];
        Ok(Walk { pool, code, starts, seen, pending: vec![(0, Some(entry))], calls: Vec::new() })
    }

    fn run(&mut self) -> Result<()> {
        while let Some((pc, state)) = self.pending.pop() {
            let now = Seen::from(&state);
            let Some(seen) = self.seen.get_mut(pc as usize) else {
                let kind = ReadErrorKind::CodeTarget { what: "jump target", target: pc.into() };
                return Err(kind.at(self.code.offset));
            };
            if *seen >= now {
                continue;
            }
            *seen = now;
            self.step(pc, state)?;
        }
        Ok(())
    }

    fn step(&mut self, pc: u32, state: State) -> Result<()> {
        let at = self.code.offset + pc as usize;
        let (instruction, length) =
            Instruction::decode(self.code.bytecode, pc as usize).map_err(|kind| kind.at(at))?;
        for row in self.code.exception_table.iter() {
            let covers = (u32::from(row.start_pc)..u32::from(row.end_pc)).contains(&pc);
            if covers && self.is_news(row.handler_pc.into(), &state) {
                let caught = state.as_ref().map(|slots| slots.at_handler());
                self.push(row.handler_pc.into(), caught);
            }
        }
        let mut next = state;
        if let Some(slots) = &mut next
            && Rc::make_mut(slots).execute(&instruction, self.pool)?
        {
            self.calls.push(pc);
            next = None;
        }
        let target = |offset: i32| (i64::from(pc) + i64::from(offset)) as u32;
        match instruction {
            Instruction::Branch { offset, .. } => self.push(target(offset), next.clone()),
            Instruction::TableSwitch(switch) => {
                let offsets = switch.offsets.iter().chain([switch.default]);
                offsets.for_each(|offset| self.push(target(offset), next.clone()));
            }
            Instruction::LookupSwitch(switch) => {
                let offsets = switch.pairs.iter().map(|(_, offset)| offset).chain([switch.default]);
                offsets.for_each(|offset| self.push(target(offset), next.clone()));
            }
            _ => {}
        }
        let falls_through = !instruction.opcode().ends_block();
        let next_pc = pc + length as u32;
        if falls_through && (next_pc as usize) < self.code.bytecode.len() {
            self.push(next_pc, next);
        }
        Ok(())
    }

    /// Whether `state` would add anything to the state before the instruction at `pc`.
    fn is_news(&self, pc: u32, state: &State) -> bool {
        self.seen.get(pc as usize).is_none_or(|&seen| seen < Seen::from(state))
    }

    fn push(&mut self, pc: u32, state: State) {
        if self.is_news(pc, &state) {
            self.pending.push((pc, state));
        }
    }
}

impl From<&State> for Seen {
    fn from(state: &State) -> Self {
        if state.is_some() { Seen::NotYet } else { Seen::Initialized }
    }
}

impl Slots {
    /// The same locals with only an exception on the stack.
    fn at_handler(&self) -> Rc<Slots> {
        Rc::new(Slots { locals: self.locals.clone(), stack: vec![false] })
    }

    /// Applies an instruction and says whether it initialises `this`.
    fn execute(&mut self, instruction: &Instruction<'_>, pool: &ConstantPool<'_>) -> Result<bool> {
        let opcode = instruction.opcode();
        if let Some((is_load, index)) = reference_local(instruction) {
            if is_load {
                self.stack.push(self.locals.get(index).copied().unwrap_or(false));
            } else {
                let value = self.pop();
                if let Some(local) = self.locals.get_mut(index) {
                    *local = value;
                }
            }
            return Ok(false);
        }
        if (Opcode::POP..=Opcode::SWAP).contains(&opcode) {
            self.shuffle(opcode);
            return Ok(false);
        }
        let effect = instruction.stack_effect(pool)?;
        let taken: Vec<bool> = (0..effect.pops).map(|_| self.pop()).collect();
        let initializes = matches!(instruction, Instruction::Invoke { opcode: Opcode::INVOKESPECIAL, .. })
            && taken.last() == Some(&true);
        self.stack.resize(self.stack.len() + usize::from(effect.pushes), false);
        Ok(initializes)
    }

    /// The instructions that copy and reorder stack slots without looking at them.
    fn shuffle(&mut self, opcode: Opcode) {
        // How many slots are copied, and how many slots below them the copies go.
        let (copied, below) = match opcode {
            Opcode::POP => return self.discard(1),
            Opcode::POP2 => return self.discard(2),
            Opcode::SWAP => {
                let (top, under) = (self.pop(), self.pop());
                self.stack.extend([top, under]);
                return;
            }
            Opcode::DUP => (1, 0),
            Opcode::DUP_X1 => (1, 1),
            Opcode::DUP_X2 => (1, 2),
            Opcode::DUP2 => (2, 0),
            Opcode::DUP2_X1 => (2, 1),
            _ => (2, 2),
        };
        let mut top: Vec<bool> = (0..copied + below).map(|_| self.pop()).collect();
        top.reverse();
        let copies = &top[below..];
        self.stack.extend_from_slice(copies);
        self.stack.extend_from_slice(&top);
    }

    fn discard(&mut self, count: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    /// Code that pops an empty stack does not verify; what it pops is not `this`.
    fn pop(&mut self) -> bool {
        self.stack.pop().unwrap_or(false)
    }
}

/// Whether an instruction loads (`true`) or stores a reference, and which local variable.
fn reference_local(instruction: &Instruction<'_>) -> Option<(bool, usize)> {
    match *instruction {
        Instruction::Local { opcode: Opcode::ALOAD, index, .. } => Some((true, index.into())),
        Instruction::Local { opcode: Opcode::ASTORE, index, .. } => Some((false, index.into())),
        Instruction::Simple(Opcode(code @ 0x2a..=0x2d)) => Some((true, usize::from(code - 0x2a))),
        Instruction::Simple(Opcode(code @ 0x4b..=0x4e)) => Some((false, usize::from(code - 0x4b))),
        _ => None,
    }
}
