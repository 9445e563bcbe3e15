//! `tableswitch` and `lookupswitch`: padded to four bytes from the start of the code.

use crate::bytes::Put;
use crate::error::{ReadErrorKind, Result};
use crate::instruction::Opcode;
use crate::table::{Row, Table};

/// A jump by position in a dense range.
#[derive(Clone, Copy, Debug)]
pub struct TableSwitch<'a> {
    pub default: i32,
    pub low: i32,
    /// Branch offsets for `low`, `low + 1` and so on.
    pub offsets: Table<'a, i32>,
}

/// A jump by search among sorted keys.
#[derive(Clone, Copy, Debug)]
pub struct LookupSwitch<'a> {
    pub default: i32,
    /// Keys with their branch offsets.
    pub pairs: Table<'a, (i32, i32)>,
}

impl Row for (i32, i32) {
    const SIZE: usize = 8;

    fn decode(bytes: &[u8]) -> Self {
        (i32::decode(&bytes[..4]), i32::decode(&bytes[4..]))
    }

    fn encode(self, out: &mut Vec<u8>) {
        self.0.encode(out);
        self.1.encode(out);
    }
}

/// Bytes between the opcode at `pc` and the operands.
fn padding(pc: usize) -> usize {
    3 - pc % 4
}

/// The operands of the switch at `pc`, and how far they are from the opcode.
fn operands(code: &[u8], pc: usize) -> Result<(crate::bytes::Cursor<'_>, usize), ReadErrorKind> {
    let start = 1 + padding(pc);
    let bytes = code.get(pc + start..).ok_or(ReadErrorKind::CodeEnd)?;
    // The padding must be zero (JVMS 4.9.1 leaves it to the verifier; HotSpot checks it for old
    // class files), and writing back identically relies on it.
    match code[pc + 1..pc + start].iter().find(|&&byte| byte != 0) {
        Some(&byte) => Err(ReadErrorKind::Value { what: "switch padding", value: byte.into() }),
        None => Ok((crate::bytes::Cursor::new(bytes, 0), start)),
    }
}

/// Reads past the end become the error of an instruction that does not fit its code.
fn in_code<T>(result: Result<T>) -> Result<T, ReadErrorKind> {
    result.map_err(|_| ReadErrorKind::CodeEnd)
}

impl<'a> TableSwitch<'a> {
    pub(super) fn decode(code: &'a [u8], pc: usize) -> Result<(Self, usize), ReadErrorKind> {
        let (mut cursor, start) = operands(code, pc)?;
        let default = in_code(cursor.i4())?;
        let (low, high) = (in_code(cursor.i4())?, in_code(cursor.i4())?);
        let count = i64::from(high) - i64::from(low) + 1;
        if count < 1 {
            return Err(ReadErrorKind::Value { what: "tableswitch low above its", value: high as u32 });
        }
        let offsets = in_code(Table::read_rows(&mut cursor, count as usize))?;
        Ok((TableSwitch { default, low, offsets }, start + cursor.position()))
    }

    /// Appends the switch as it stands at `pc`, with every branch offset mapped.
    pub(crate) fn write(&self, pc: u32, out: &mut Vec<u8>, mut map: impl FnMut(i32) -> i32) {
        out.u1(Opcode::TABLESWITCH.0);
        out.resize(out.len() + padding(pc as usize), 0);
        let high = self.low.wrapping_add(self.offsets.len() as i32 - 1);
        for value in [map(self.default), self.low, high] {
            value.encode(out);
        }
        self.offsets.iter().for_each(|offset| map(offset).encode(out));
    }
}

impl<'a> LookupSwitch<'a> {
    pub(super) fn decode(code: &'a [u8], pc: usize) -> Result<(Self, usize), ReadErrorKind> {
        let (mut cursor, start) = operands(code, pc)?;
        let (default, count) = (in_code(cursor.i4())?, in_code(cursor.i4())?);
        let Ok(count) = usize::try_from(count) else {
            return Err(ReadErrorKind::Value { what: "lookupswitch npairs", value: count as u32 });
        };
        let pairs = in_code(Table::read_rows(&mut cursor, count))?;
        Ok((LookupSwitch { default, pairs }, start + cursor.position()))
    }

    /// Appends the switch as it stands at `pc`, with every branch offset mapped.
    pub(crate) fn write(&self, pc: u32, out: &mut Vec<u8>, mut map: impl FnMut(i32) -> i32) {
        out.u1(Opcode::LOOKUPSWITCH.0);
        out.resize(out.len() + padding(pc as usize), 0);
        map(self.default).encode(out);
        (self.pairs.len() as i32).encode(out);
        self.pairs.iter().for_each(|(key, offset)| (key, map(offset)).encode(out));
    }
}
