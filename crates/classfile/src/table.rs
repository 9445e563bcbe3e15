//! Counted tables of fixed-size rows, read in place.

use std::marker::PhantomData;

use crate::bytes::{Cursor, Put};
use crate::error::Result;

/// A row of a fixed size.
pub trait Row: Copy {
    /// Bytes of a row.
    const SIZE: usize;
    /// Decodes the `SIZE` bytes of a row.
    fn decode(bytes: &[u8]) -> Self;
    /// Appends the `SIZE` bytes of a row.
    fn encode(self, out: &mut Vec<u8>);
}

/// Rows of one kind that lie one after the other in a class file.
#[derive(Clone, Copy)]
pub struct Table<'a, T> {
    bytes: &'a [u8],
    rows: PhantomData<fn() -> T>,
}

impl<'a, T: Row> Table<'a, T> {
    /// Reads a 16-bit count and that many rows.
    pub(crate) fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let count = cursor.u2()?;
        Self::read_rows(cursor, usize::from(count))
    }

    /// Reads `count` rows.
    pub(crate) fn read_rows(cursor: &mut Cursor<'a>, count: usize) -> Result<Self> {
        Ok(Table { bytes: cursor.take(count * T::SIZE)?, rows: PhantomData })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / T::SIZE
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The row at a position.
    pub fn get(&self, index: usize) -> Option<T> {
        let start = index.checked_mul(T::SIZE)?;
        self.bytes.get(start..start + T::SIZE).map(T::decode)
    }

    /// The rows in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + Clone + use<'a, T> {
        self.bytes.chunks_exact(T::SIZE).map(T::decode)
    }

    /// Appends a 16-bit count and the rows.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.count(self.len());
        self.iter().for_each(|row| row.encode(out));
    }
}

impl<T: Row + std::fmt::Debug> std::fmt::Debug for Table<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Declares a row as a struct of `u16`s in the order of the class file.
macro_rules! row {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* $field:ident,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: u16,)*
        }

        impl $crate::table::Row for $name {
            const SIZE: usize = [$(stringify!($field),)*].len() * 2;

            #[inline]
            fn decode(bytes: &[u8]) -> Self {
                let mut values = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                $(let $field = values.next().unwrap_or_default();)*
                $name { $($field,)* }
            }

            fn encode(self, out: &mut Vec<u8>) {
                $(out.extend_from_slice(&self.$field.to_be_bytes());)*
            }
        }
    };
}
pub(crate) use row;

impl Row for u16 {
    const SIZE: usize = 2;

    #[inline]
    fn decode(bytes: &[u8]) -> Self {
        u16::from_be_bytes([bytes[0], bytes[1]])
    }

    fn encode(self, out: &mut Vec<u8>) {
        out.u2(self);
    }
}

impl Row for i32 {
    const SIZE: usize = 4;

    fn decode(bytes: &[u8]) -> Self {
        i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    fn encode(self, out: &mut Vec<u8>) {
        out.u4(self as u32);
    }
}
