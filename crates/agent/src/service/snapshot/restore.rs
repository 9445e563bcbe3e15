//! Giving cells the values that they have in a snapshot.

use std::collections::HashSet;

use reenact_recording::graph::Kind;
use reenact_wire::snapshot::{Cell, CellSet};

use super::table::{Cells, HolderKind, LEFT_OUT, Table};
use crate::ffi::{Jni, jobject};

/// The result of a restoration.
#[derive(Default)]
pub struct Restored {
    pub cells: u64,
    /// Static fields that are final: compiled code may have their values in it.
    pub refused: u64,
}

impl Table {
    /// Writes the cells of a set that differ. `None` if the JVM has no room for references.
    pub fn restore(&self, jni: Jni, set: &CellSet) -> Option<Restored> {
        let mut cells: Vec<Cell> = Vec::new();
        let chosen: HashSet<Cell> = match set {
            CellSet::Only(cells) => cells.iter().map(|cell| self.whole(*cell)).collect(),
            _ => HashSet::new(),
        };
        let is_of = |units: &[String], cell: Cell| units.contains(&self.path(self.unit(cell)).to_string());
        let is_chosen = |cell: Cell| match set {
            CellSet::All => true,
            CellSet::Only(_) => chosen.contains(&self.whole(cell)),
            CellSet::Units(units) => is_of(units, cell),
            CellSet::AllButUnits(units) => !is_of(units, cell),
        };
        // They are collected first: a write may change what is read later.
        let is_complete = self.differences(jni, |difference| {
            if is_chosen(difference.cell) {
                cells.push(difference.cell);
            }
        });
        if !is_complete {
            return None;
        }
        let mut restored = Restored::default();
        for cell in cells {
            match self.write(jni, cell) {
                true => restored.cells += 1,
                false => restored.refused += 1,
            }
        }
        Some(restored)
    }

    /// An array of primitives is written as a whole, whichever element differs first.
    fn whole(&self, cell: Cell) -> Cell {
        match self.holders.get(cell.holder as usize).map(|holder| self.cells(holder)) {
            Some(Cells::Primitives(_)) => Cell { slot: 0, ..cell },
            _ => cell,
        }
    }

    fn write(&self, jni: Jni, cell: Cell) -> bool {
        let holder = self.holders[cell.holder as usize];
        let object = self.local(jni, cell.holder);
        let stored = || self.values[holder.first + cell.slot as usize];
        let is_written = match self.cells(&holder) {
            Cells::Fields(slots) => match slots.get(cell.slot as usize) {
                Some(slot) if holder.kind == HolderKind::Statics && slot.is_final => false,
                Some(slot) => {
                    self.write_field(jni, holder.kind, object, slot, stored());
                    true
                }
                None => false,
            },
            Cells::Elements => self.with_stored(jni, stored(), |value| {
                jni.set_object_array_element(object, cell.slot as i32, value)
            }),
            Cells::Primitives(kind) => {
                let end = holder.first + holder.length as usize * kind.width();
                jni.set_array_region(kind, object, &self.bytes[holder.first..end]);
                true
            }
            Cells::None => false,
        };
        jni.delete_local_ref(object);
        is_written
    }

    fn write_field(
        &self,
        jni: Jni,
        kind: HolderKind,
        object: jobject,
        slot: &super::shapes::Slot,
        stored: u64,
    ) {
        match (kind, slot.kind) {
            (HolderKind::Statics, Kind::Reference) => {
                self.with_stored(jni, stored, |value| jni.set_static_object_field(object, slot.id, value));
            }
            (HolderKind::Statics, primitive) => {
                jni.set_static_primitive_field(primitive, object, slot.id, stored);
            }
            (_, Kind::Reference) => {
                self.with_stored(jni, stored, |value| jni.set_object_field(object, slot.id, value));
            }
            (_, primitive) => jni.set_primitive_field(primitive, object, slot.id, stored),
        }
    }

    /// Calls with the object of a stored reference.
    fn with_stored<R>(&self, jni: Jni, stored: u64, act: impl FnOnce(jobject) -> R) -> R {
        debug_assert!(stored != LEFT_OUT, "what was left out is never compared");
        match stored {
            0 | LEFT_OUT => act(std::ptr::null_mut()),
            number => {
                let value = self.objects.local(jni, (number - 1) as u32);
                let result = act(value);
                jni.delete_local_ref(value);
                result
            }
        }
    }
}
