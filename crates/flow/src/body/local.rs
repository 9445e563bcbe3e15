//! How instructions use local variables.

use reenact_classfile::instruction::{Instruction, Opcode};

use super::Kind;

/// The effect of an instruction on a local variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LocalUse {
    Load(Kind, u16),
    Store(Kind, u16),
    /// `iinc`, which reads and writes.
    Increment(u16, i16),
    /// `ret`.
    Return(u16),
}

const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Reference];

impl LocalUse {
    #[inline]
    pub fn of(instruction: &Instruction<'_>) -> Option<LocalUse> {
        match *instruction {
            Instruction::Simple(Opcode(code)) => match code {
                // iload_0 to aload_3: four for each kind.
                0x1a..=0x2d => Some(LocalUse::Load(kind((code - 0x1a) / 4), u16::from((code - 0x1a) % 4))),
                // istore_0 to astore_3.
                0x3b..=0x4e => Some(LocalUse::Store(kind((code - 0x3b) / 4), u16::from((code - 0x3b) % 4))),
                _ => None,
            },
            Instruction::Local { opcode: Opcode::RET, index, .. } => Some(LocalUse::Return(index)),
            Instruction::Local { opcode, index, .. } if opcode <= Opcode::ALOAD => {
                Some(LocalUse::Load(kind(opcode.0 - Opcode::ILOAD.0), index))
            }
            Instruction::Local { opcode, index, .. } => {
                Some(LocalUse::Store(kind(opcode.0.saturating_sub(Opcode::ISTORE.0)), index))
            }
            Instruction::Increment { index, delta, .. } => Some(LocalUse::Increment(index, delta)),
            _ => None,
        }
    }

    /// The variable that is read.
    pub fn read(self) -> Option<u16> {
        match self {
            LocalUse::Load(_, index) | LocalUse::Increment(index, _) => Some(index),
            LocalUse::Store(..) | LocalUse::Return(_) => None,
        }
    }

    /// The variable that is written.
    pub fn written(self) -> Option<u16> {
        match self {
            LocalUse::Store(_, index) | LocalUse::Increment(index, _) => Some(index),
            LocalUse::Load(..) | LocalUse::Return(_) => None,
        }
    }
}

fn kind(position: u8) -> Kind {
    KINDS[usize::from(position).min(KINDS.len() - 1)]
}

/// The local variables that code reads, numbered without gaps. What is never read needs no value.
#[derive(Default)]
pub(super) struct Variables {
    number: Vec<u32>,
    count: u32,
}

const UNREAD: u32 = u32::MAX;

impl Variables {
    pub fn collect<'a>(&mut self, code: &[(u32, Instruction<'a>)]) {
        self.number.clear();
        self.count = 0;
        for index in code.iter().filter_map(|(_, instruction)| LocalUse::of(instruction)?.read()) {
            let index = usize::from(index);
            if index >= self.number.len() {
                self.number.resize(index + 1, UNREAD);
            }
            if self.number[index] == UNREAD {
                self.number[index] = self.count;
                self.count += 1;
            }
        }
    }

    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// The number of a local variable, if it is ever read.
    #[inline]
    pub fn get(&self, index: u16) -> Option<usize> {
        self.number.get(usize::from(index)).filter(|&&number| number != UNREAD).map(|&number| number as usize)
    }
}
