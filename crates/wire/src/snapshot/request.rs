//! Requests to the agent.

use super::list;
use crate::bytes::{Malformed, Reader, put_text, put_varint};

/// A place of the heap that holds a value, by numbers of the snapshot: a field of an object, an element of an array, or a
/// static field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The object, or the static fields of a class.
    pub holder: u32,
    /// The field among those of its class and the classes above, or the index.
    pub slot: u32,
}

/// Which cells are written back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellSet {
    All,
    Only(Vec<Cell>),
    /// Those of [units](super::Change::unit), by name: names are the same in every JVM.
    Units(Vec<String>),
    /// All but those of units.
    AllButUnits(Vec<String>),
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Takes a snapshot, in place of an earlier one.
    Take,
    /// Lists cells that differ from the snapshot, at most so many.
    Changes { most: u32 },
    /// Gives cells the values that they have in the snapshot.
    Restore(CellSet),
    /// Shows the values of cells, in the snapshot and now.
    Describe(Vec<Cell>),
    /// Notes the code that reads and writes cells, from now on.
    Watch(Vec<Cell>),
    /// Returns what was noted and ends noting.
    Accesses,
    /// Lists classes that are initialized, and those whose initializer failed.
    Classes,
    /// Forgets the snapshot, so that its objects can be collected.
    Drop,
}

impl Request {
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Request::Take => out.push(1),
            Request::Changes { most } => {
                out.push(2);
                put_varint(&mut out, u64::from(*most));
            }
            Request::Restore(set) => {
                out.push(3);
                match set {
                    CellSet::All => out.push(0),
                    CellSet::Only(cells) => {
                        out.push(1);
                        put_cells(&mut out, cells);
                    }
                    CellSet::Units(units) => {
                        out.push(2);
                        put_texts(&mut out, units);
                    }
                    CellSet::AllButUnits(units) => {
                        out.push(3);
                        put_texts(&mut out, units);
                    }
                }
            }
            Request::Describe(cells) => {
                out.push(4);
                put_cells(&mut out, cells);
            }
            Request::Watch(cells) => {
                out.push(5);
                put_cells(&mut out, cells);
            }
            Request::Accesses => out.push(6),
            Request::Classes => out.push(7),
            Request::Drop => out.push(8),
        }
        out
    }

    pub fn decode(bytes: &[u8]) -> Result<Request, Malformed> {
        let reader = &mut Reader::new(bytes);
        Ok(match reader.byte()? {
            1 => Request::Take,
            2 => Request::Changes { most: reader.varint32()? },
            3 => Request::Restore(match reader.byte()? {
                0 => CellSet::All,
                1 => CellSet::Only(list(reader, cell)?),
                2 => CellSet::Units(list(reader, text)?),
                3 => CellSet::AllButUnits(list(reader, text)?),
                _ => return Err(Malformed::Number),
            }),
            4 => Request::Describe(list(reader, cell)?),
            5 => Request::Watch(list(reader, cell)?),
            6 => Request::Accesses,
            7 => Request::Classes,
            8 => Request::Drop,
            _ => return Err(Malformed::Number),
        })
    }
}

pub(super) fn put_cell(out: &mut Vec<u8>, cell: Cell) {
    put_varint(out, u64::from(cell.holder));
    put_varint(out, u64::from(cell.slot));
}

fn put_cells(out: &mut Vec<u8>, cells: &[Cell]) {
    put_varint(out, cells.len() as u64);
    cells.iter().for_each(|cell| put_cell(out, *cell));
}

fn put_texts(out: &mut Vec<u8>, texts: &[String]) {
    put_varint(out, texts.len() as u64);
    texts.iter().for_each(|text| put_text(out, text));
}

fn text(reader: &mut Reader<'_>) -> Result<String, Malformed> {
    Ok(reader.text()?.to_owned())
}

pub(super) fn cell(reader: &mut Reader<'_>) -> Result<Cell, Malformed> {
    Ok(Cell { holder: reader.varint32()?, slot: reader.varint32()? })
}
