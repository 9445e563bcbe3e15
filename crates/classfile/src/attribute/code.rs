//! The `Code` attribute (JVMS 4.7.3) and the tables that hang on it.

use crate::attribute::Attributes;
use crate::bytes::{Cursor, Put};
use crate::constant_pool::ConstantPool;
use crate::error::{ReadErrorKind, Result};
use crate::instruction::Instructions;
use crate::table::{Table, row};

/// A method's body.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    pub max_stack: u16,
    pub max_locals: u16,
    /// The instructions, undecoded; 1 to 65,535 bytes.
    pub bytecode: &'a [u8],
    pub exception_table: Table<'a, ExceptionEntry>,
    pub attributes: Attributes<'a>,
    /// Offset of `bytecode` in the class file.
    pub offset: usize,
}

row! {
    /// A row of the exception table. Rows are tried in order.
    pub struct ExceptionEntry {
        start_pc,
        /// The first pc that is not covered; may be the length of the code.
        end_pc,
        handler_pc,
        /// A `Class` constant, or 0 for any exception.
        catch_type,
    }
}

row! {
    /// A row of `LineNumberTable`. Rows may come in any order, and a line may have several.
    pub struct LineNumber {
        start_pc,
        line_number,
    }
}

row! {
    /// A row of `LocalVariableTable` or `LocalVariableTypeTable`.
    pub struct LocalVariable {
        start_pc,
        length,
        name_index,
        /// Of the descriptor, or of the signature in `LocalVariableTypeTable`.
        descriptor_index,
        index,
    }
}

impl<'a> Code<'a> {
    /// The instructions with their pcs.
    pub fn instructions(&self) -> Instructions<'a> {
        Instructions::new(self.bytecode, self.offset)
    }

    pub(crate) fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let (max_stack, max_locals) = (cursor.u2()?, cursor.u2()?);
        let length_at = cursor.offset();
        let length = cursor.u4()?;
        if !(1..=65_535).contains(&length) {
            return Err(ReadErrorKind::Value { what: "code_length", value: length }.at(length_at));
        }
        let offset = cursor.offset();
        Ok(Code {
            max_stack,
            max_locals,
            bytecode: cursor.take(length as usize)?,
            exception_table: Table::read(cursor)?,
            attributes: Attributes::read(cursor)?,
            offset,
        })
    }

    /// Appends the attribute's contents with every instruction decoded and encoded again.
    pub(crate) fn write(&self, pool: &ConstantPool<'a>, out: &mut Vec<u8>) -> Result<()> {
        out.u2(self.max_stack);
        out.u2(self.max_locals);
        out.u4(self.bytecode.len() as u32);
        for item in self.instructions() {
            let (pc, instruction) = item?;
            instruction.write(pc, out);
        }
        self.exception_table.write(out);
        self.attributes.write(pool, out)
    }
}
