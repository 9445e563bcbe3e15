//! How many stack slots an instruction takes and gives. `long` and `double` count two.

use crate::constant_pool::ConstantPool;
use crate::descriptor::{FieldType, MethodDescriptor};
use crate::error::{ReadErrorKind, Result};
use crate::instruction::{Instruction, Opcode};

/// Slots popped, then slots pushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackEffect {
    pub pops: u16,
    pub pushes: u16,
}

impl Instruction<'_> {
    /// Returns the effect of this instruction on the operand stack when it completes normally.
    pub fn stack_effect(&self, pool: &ConstantPool<'_>) -> Result<StackEffect> {
        match *self {
            Instruction::Field { opcode, index } => {
                let member = pool.field_ref(index)?;
                let field = FieldType::parse(member.descriptor).ok_or(ReadErrorKind::Descriptor.at(0))?;
                Ok(StackEffect::of_field(opcode, field))
            }
            Instruction::Invoke { opcode, index } => {
                let member = pool.method_ref(index)?;
                let method = parse_method(member.descriptor)?;
                Ok(StackEffect::of_invoke(opcode, &method))
            }
            Instruction::InvokeInterface { index, .. } => {
                let method = parse_method(pool.method_ref(index)?.descriptor)?;
                Ok(StackEffect::of_invoke(Opcode::INVOKEINTERFACE, &method))
            }
            Instruction::InvokeDynamic { index } => {
                let method = parse_method(pool.dynamic(index)?.1.descriptor)?;
                Ok(StackEffect::of_invoke(Opcode::INVOKEDYNAMIC, &method))
            }
            Instruction::MultiNewArray { dimensions, .. } => {
                Ok(StackEffect { pops: dimensions.into(), pushes: 1 })
            }
            _ => Ok(StackEffect::of_opcode(self.opcode())),
        }
    }
}

fn parse_method(descriptor: crate::Mutf8<'_>) -> Result<MethodDescriptor<'_>> {
    MethodDescriptor::parse(descriptor).ok_or(ReadErrorKind::Descriptor.at(0))
}

impl StackEffect {
    /// The effect of a field instruction.
    pub fn of_field(opcode: Opcode, field: FieldType<'_>) -> Self {
        let slots = field.slots();
        let (pops, pushes) = match opcode {
            Opcode::GETSTATIC => (0, slots),
            Opcode::PUTSTATIC => (slots, 0),
            Opcode::GETFIELD => (1, slots),
            _ => (1 + slots, 0),
        };
        StackEffect { pops, pushes }
    }

    /// The effect of a call.
    pub fn of_invoke(opcode: Opcode, method: &MethodDescriptor<'_>) -> Self {
        let receiver = u16::from(!matches!(opcode, Opcode::INVOKESTATIC | Opcode::INVOKEDYNAMIC));
        StackEffect {
            pops: method.parameter_slots().saturating_add(receiver),
            pushes: method.result().map_or(0, FieldType::slots),
        }
    }

    /// The effect of an instruction that its opcode alone determines. Field accesses, calls and
    /// `multianewarray` need their operands and are zero here.
    pub fn of_opcode(opcode: Opcode) -> Self {
        let (pops, pushes) = match opcode.0 {
            0x01..=0x08 | 0x0b..=0x0d | 0x10..=0x13 => (0, 1), // constants of one slot, ldc, ldc_w
            0x09 | 0x0a | 0x0e | 0x0f | 0x14 => (0, 2),        // lconst, dconst, ldc2_w
            0x15 | 0x17 | 0x19 => (0, 1),                      // iload, fload, aload
            0x16 | 0x18 => (0, 2),                             // lload, dload
            0x1a..=0x1d | 0x22..=0x25 | 0x2a..=0x2d => (0, 1), // iload_n, fload_n, aload_n
            0x1e..=0x21 | 0x26..=0x29 => (0, 2),               // lload_n, dload_n
            0x2f | 0x31 => (2, 2),                             // laload, daload
            0x2e..=0x35 => (2, 1),                             // the other array loads
            0x36 | 0x38 | 0x3a => (1, 0),                      // istore, fstore, astore
            0x37 | 0x39 => (2, 0),                             // lstore, dstore
            0x3b..=0x3e | 0x43..=0x46 | 0x4b..=0x4e => (1, 0), // istore_n, fstore_n, astore_n
            0x3f..=0x42 | 0x47..=0x4a => (2, 0),               // lstore_n, dstore_n
            0x50 | 0x52 => (4, 0),                             // lastore, dastore
            0x4f..=0x56 => (3, 0),                             // the other array stores
            0x57 => (1, 0),                                    // pop
            0x58 => (2, 0),                                    // pop2
            0x59 => (1, 2),                                    // dup
            0x5a => (2, 3),                                    // dup_x1
            0x5b => (3, 4),                                    // dup_x2
            0x5c => (2, 4),                                    // dup2
            0x5d => (3, 5),                                    // dup2_x1
            0x5e => (4, 6),                                    // dup2_x2
            0x5f => (2, 2),                                    // swap
            0x60..=0x73 if opcode.0.is_multiple_of(2) => (2, 1), // int and float arithmetic
            0x60..=0x73 => (4, 2),                             // long and double arithmetic
            0x74 | 0x76 => (1, 1),                             // ineg, fneg
            0x75 | 0x77 => (2, 2),                             // lneg, dneg
            0x78 | 0x7a | 0x7c => (2, 1),                      // int shifts
            0x79 | 0x7b | 0x7d => (3, 2),                      // long shifts
            0x7e | 0x80 | 0x82 => (2, 1),                      // int bit operations
            0x7f | 0x81 | 0x83 => (4, 2),                      // long bit operations
            0x85 | 0x87 | 0x8c | 0x8d => (1, 2),               // i2l, i2d, f2l, f2d
            0x86 | 0x8b | 0x91..=0x93 => (1, 1),               // i2f, f2i, i2b, i2c, i2s
            0x88 | 0x89 | 0x8e | 0x90 => (2, 1),               // l2i, l2f, d2i, d2f
            0x8a | 0x8f => (2, 2),                             // l2d, d2l
            0x94 | 0x97 | 0x98 => (4, 1),                      // lcmp, dcmpl, dcmpg
            0x95 | 0x96 => (2, 1),                             // fcmpl, fcmpg
            0x99..=0x9e | 0xc6 | 0xc7 => (1, 0),               // comparisons with zero and null
            0x9f..=0xa6 => (2, 0),                             // comparisons of two values
            0xa8 | 0xc9 => (0, 1),                             // jsr, jsr_w
            0xaa | 0xab => (1, 0),                             // switches
            0xac | 0xae | 0xb0 => (1, 0),                      // ireturn, freturn, areturn
            0xad | 0xaf => (2, 0),                             // lreturn, dreturn
            0xbb => (0, 1),                                    // new
            0xbc..=0xbe | 0xc0 | 0xc1 => (1, 1),               // arrays, checkcast, instanceof
            0xbf | 0xc2 | 0xc3 => (1, 0),                      // athrow, monitors
            _ => (0, 0),
        };
        StackEffect { pops, pushes }
    }
}
