//! Instructions (JVMS 6.5), decoded one at a time.

mod opcode;
mod stack_effect;
mod switch;

pub use opcode::Opcode;
pub use stack_effect::StackEffect;
pub use switch::{LookupSwitch, TableSwitch};

use crate::bytes::Put;
use crate::error::{ReadErrorKind, Result};

/// A decoded instruction. Branch offsets are relative to the instruction, as in the class file.
#[derive(Clone, Copy, Debug)]
pub enum Instruction<'a> {
    /// One without operands, the short forms such as `iload_0` included.
    Simple(Opcode),
    /// `bipush` or `sipush`.
    Push {
        opcode: Opcode,
        value: i16,
    },
    /// `ldc`, `ldc_w` or `ldc2_w`.
    LoadConstant {
        opcode: Opcode,
        index: u16,
    },
    /// A load, store or `ret` with an explicit local variable.
    Local {
        opcode: Opcode,
        index: u16,
        wide: bool,
    },
    /// `iinc`.
    Increment {
        index: u16,
        delta: i16,
        wide: bool,
    },
    /// A conditional or unconditional jump, `jsr` included.
    Branch {
        opcode: Opcode,
        offset: i32,
    },
    TableSwitch(TableSwitch<'a>),
    LookupSwitch(LookupSwitch<'a>),
    /// `getstatic`, `putstatic`, `getfield` or `putfield`.
    Field {
        opcode: Opcode,
        index: u16,
    },
    /// `invokevirtual`, `invokespecial` or `invokestatic`.
    Invoke {
        opcode: Opcode,
        index: u16,
    },
    InvokeInterface {
        index: u16,
        count: u8,
    },
    InvokeDynamic {
        index: u16,
    },
    /// `new`, `anewarray`, `checkcast` or `instanceof`.
    Type {
        opcode: Opcode,
        index: u16,
    },
    /// `newarray`, with the code of the element type.
    NewArray {
        element: u8,
    },
    MultiNewArray {
        index: u16,
        dimensions: u8,
    },
}

/// Decodes code from its start. Stops after the first error.
#[derive(Clone, Debug)]
pub struct Instructions<'a> {
    code: &'a [u8],
    pc: usize,
    /// Offset of the code in its class file.
    offset: usize,
}

impl<'a> Instructions<'a> {
    /// The instructions of `code`, which lies at `offset` of its class file.
    pub fn new(code: &'a [u8], offset: usize) -> Self {
        Instructions { code, pc: 0, offset }
    }

    /// Where the next instruction starts.
    pub fn pc(&self) -> u32 {
        self.pc as u32
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<(u32, Instruction<'a>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.pc >= self.code.len() {
            return None;
        }
        let pc = self.pc;
        match Instruction::decode(self.code, pc) {
            Ok((instruction, length)) => {
                self.pc += length;
                Some(Ok((pc as u32, instruction)))
            }
            Err(kind) => {
                self.pc = self.code.len();
                Some(Err(kind.at(self.offset + pc)))
            }
        }
    }
}

impl<'a> Instruction<'a> {
    /// The operation.
    pub fn opcode(&self) -> Opcode {
        match *self {
            Instruction::Simple(opcode)
            | Instruction::Push { opcode, .. }
            | Instruction::LoadConstant { opcode, .. }
            | Instruction::Local { opcode, .. }
            | Instruction::Branch { opcode, .. }
            | Instruction::Field { opcode, .. }
            | Instruction::Invoke { opcode, .. }
            | Instruction::Type { opcode, .. } => opcode,
            Instruction::Increment { .. } => Opcode::IINC,
            Instruction::TableSwitch(_) => Opcode::TABLESWITCH,
            Instruction::LookupSwitch(_) => Opcode::LOOKUPSWITCH,
            Instruction::InvokeInterface { .. } => Opcode::INVOKEINTERFACE,
            Instruction::InvokeDynamic { .. } => Opcode::INVOKEDYNAMIC,
            Instruction::NewArray { .. } => Opcode::NEWARRAY,
            Instruction::MultiNewArray { .. } => Opcode::MULTIANEWARRAY,
        }
    }

    /// Decodes the instruction at `pc` and gives its length.
    #[inline]
    pub(crate) fn decode(code: &'a [u8], pc: usize) -> Result<(Self, usize), ReadErrorKind> {
        use Instruction as I;
        let at = &code[pc..];
        let u1 = |position: usize| at.get(position).copied().ok_or(ReadErrorKind::CodeEnd);
        let u2 = |position: usize| match at.get(position..position + 2) {
            Some(pair) => Ok(u16::from_be_bytes([pair[0], pair[1]])),
            None => Err(ReadErrorKind::CodeEnd),
        };
        let opcode = Opcode(at[0]);
        Ok(match opcode {
            Opcode::BIPUSH => (I::Push { opcode, value: i16::from(u1(1)? as i8) }, 2),
            Opcode::SIPUSH => (I::Push { opcode, value: u2(1)? as i16 }, 3),
            Opcode::LDC => (I::LoadConstant { opcode, index: u1(1)?.into() }, 2),
            Opcode::LDC_W | Opcode::LDC2_W => (I::LoadConstant { opcode, index: u2(1)? }, 3),
            Opcode::ILOAD
            | Opcode::LLOAD
            | Opcode::FLOAD
            | Opcode::DLOAD
            | Opcode::ALOAD
            | Opcode::ISTORE
            | Opcode::LSTORE
            | Opcode::FSTORE
            | Opcode::DSTORE
            | Opcode::ASTORE
            | Opcode::RET => (I::Local { opcode, index: u1(1)?.into(), wide: false }, 2),
            Opcode::IINC => {
                let (index, delta) = (u1(1)?.into(), i16::from(u1(2)? as i8));
                (I::Increment { index, delta, wide: false }, 3)
            }
            Opcode::WIDE => match Opcode(u1(1)?) {
                Opcode::IINC => (I::Increment { index: u2(2)?, delta: u2(4)? as i16, wide: true }, 6),
                opcode if is_widened(opcode) => (I::Local { opcode, index: u2(2)?, wide: true }, 4),
                Opcode(value) => {
                    return Err(ReadErrorKind::Value { what: "widened opcode", value: value.into() });
                }
            },
            Opcode(0x99..=0xa8) | Opcode::IFNULL | Opcode::IFNONNULL => {
                (I::Branch { opcode, offset: i32::from(u2(1)? as i16) }, 3)
            }
            Opcode::GOTO_W | Opcode::JSR_W => {
                let offset = i32::from(u2(1)? as i16) << 16 | i32::from(u2(3)?);
                (I::Branch { opcode, offset }, 5)
            }
            Opcode::TABLESWITCH => {
                let (switch, length) = TableSwitch::decode(code, pc)?;
                (I::TableSwitch(switch), length)
            }
            Opcode::LOOKUPSWITCH => {
                let (switch, length) = LookupSwitch::decode(code, pc)?;
                (I::LookupSwitch(switch), length)
            }
            Opcode(0xb2..=0xb5) => (I::Field { opcode, index: u2(1)? }, 3),
            Opcode(0xb6..=0xb8) => (I::Invoke { opcode, index: u2(1)? }, 3),
            Opcode::INVOKEINTERFACE => {
                reserved(u1(4)?)?;
                (I::InvokeInterface { index: u2(1)?, count: u1(3)? }, 5)
            }
            Opcode::INVOKEDYNAMIC => {
                reserved(u1(3)? | u1(4)?)?;
                (I::InvokeDynamic { index: u2(1)? }, 5)
            }
            Opcode::NEW | Opcode::ANEWARRAY | Opcode::CHECKCAST | Opcode::INSTANCEOF => {
                (I::Type { opcode, index: u2(1)? }, 3)
            }
            Opcode::NEWARRAY => (I::NewArray { element: u1(1)? }, 2),
            Opcode::MULTIANEWARRAY => (I::MultiNewArray { index: u2(1)?, dimensions: u1(3)? }, 4),
            _ if opcode.is_defined() => (I::Simple(opcode), 1),
            Opcode(value) => return Err(ReadErrorKind::Value { what: "opcode", value: value.into() }),
        })
    }

    /// Appends the instruction as it stands at `pc`; the pc decides the padding of switches.
    pub(crate) fn write(&self, pc: u32, out: &mut Vec<u8>) {
        let opcode = self.opcode().0;
        match *self {
            Instruction::Simple(_) => out.u1(opcode),
            Instruction::Push { opcode: Opcode::BIPUSH, value } => out.extend([opcode, value as u8]),
            Instruction::Push { value, .. } => {
                out.u1(opcode);
                out.u2(value as u16);
            }
            Instruction::LoadConstant { opcode: Opcode::LDC, index } => out.extend([opcode, index as u8]),
            Instruction::Local { index, wide: false, .. } => out.extend([opcode, index as u8]),
            Instruction::Local { index, wide: true, .. } => {
                out.extend([Opcode::WIDE.0, opcode]);
                out.u2(index);
            }
            Instruction::Increment { index, delta, wide: false } => {
                out.extend([opcode, index as u8, delta as u8]);
            }
            Instruction::Increment { index, delta, wide: true } => {
                out.extend([Opcode::WIDE.0, opcode]);
                out.u2(index);
                out.u2(delta as u16);
            }
            Instruction::Branch { opcode: Opcode::GOTO_W | Opcode::JSR_W, offset } => {
                out.u1(opcode);
                out.u4(offset as u32);
            }
            Instruction::Branch { offset, .. } => {
                out.u1(opcode);
                out.u2(offset as u16);
            }
            Instruction::TableSwitch(ref switch) => switch.write(pc, out, |offset| offset),
            Instruction::LookupSwitch(ref switch) => switch.write(pc, out, |offset| offset),
            Instruction::LoadConstant { index, .. }
            | Instruction::Field { index, .. }
            | Instruction::Invoke { index, .. }
            | Instruction::Type { index, .. } => {
                out.u1(opcode);
                out.u2(index);
            }
            Instruction::InvokeInterface { index, count } => {
                out.u1(opcode);
                out.u2(index);
                out.extend([count, 0]);
            }
            Instruction::InvokeDynamic { index } => {
                out.u1(opcode);
                out.u2(index);
                out.u2(0);
            }
            Instruction::NewArray { element } => out.extend([opcode, element]),
            Instruction::MultiNewArray { index, dimensions } => {
                out.u1(opcode);
                out.u2(index);
                out.u1(dimensions);
            }
        }
    }
}

fn is_widened(opcode: Opcode) -> bool {
    (Opcode::ILOAD..=Opcode::ALOAD).contains(&opcode)
        || (Opcode::ISTORE..=Opcode::ASTORE).contains(&opcode)
        || opcode == Opcode::RET
}

/// Bytes that the specification wants to be zero.
fn reserved(value: u8) -> Result<(), ReadErrorKind> {
    if value == 0 { Ok(()) } else { Err(ReadErrorKind::Value { what: "reserved byte", value: value.into() }) }
}
