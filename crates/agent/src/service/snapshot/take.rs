//! Taking a snapshot.

use std::time::Instant;

use reenact_recording::graph::Kind;
use reenact_wire::snapshot::Taken;

use super::objects::Objects;
use super::roots;
use super::shapes::{Form, ShapeNumber, Shapes};
use super::table::{Cells, Holder, HolderKind, HolderNumber, LEFT_OUT, Now, Table};
use crate::ffi::{Jni, Jvmti, JvmtiError, jobject};
use crate::graph::{Frame, Identities, Scratch, WalkError};

/// Objects of a snapshot; those behind them are left out.
const MOST_OBJECTS: usize = 20_000_000;
/// Bytes of all arrays of primitives.
const MOST_BYTES: usize = 1 << 30;
/// Local references at a time: a few for the object at hand, and room for shapes.
const ROOM: u32 = 256;

/// References for a look at one cell: the object that it leads to, and its class.
const OF_CELL: u32 = 2;

/// In place of a shape that is not known yet.
const UNKNOWN: ShapeNumber = ShapeNumber::MAX;

/// The reason why a snapshot could not be taken.
#[derive(Debug)]
pub enum TakeError {
    Memory,
    Jvmti(JvmtiError),
}

impl From<JvmtiError> for TakeError {
    fn from(error: JvmtiError) -> Self {
        TakeError::Jvmti(error)
    }
}

impl From<WalkError> for TakeError {
    fn from(_: WalkError) -> Self {
        TakeError::Memory
    }
}

impl std::fmt::Display for TakeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TakeError::Memory => f.write_str("the JVM has no memory for a snapshot; give it a larger heap"),
            TakeError::Jvmti(error) => write!(f, "JVMTI answered {error}"),
        }
    }
}

/// Takes a snapshot. `shapes` are those that an earlier one knew.
pub fn take(jni: Jni, jvmti: Jvmti, shapes: Shapes) -> Result<(Table, Taken), TakeError> {
    let started = Instant::now();
    let _frame = Frame::push(jni, ROOM)?;
    let mut identities = Identities::default();
    identities.clear();
    let objects = Objects::new(jni).ok_or(TakeError::Memory)?;
    let table = Table {
        shapes,
        holders: Vec::new(),
        values: Vec::new(),
        bytes: Vec::new(),
        objects,
        identities,
        hashes: Vec::new(),
        identified: Vec::new(),
        left_out: 0,
    };
    let room = Scratch::new(jni)?;
    let mut take = Take { jni, jvmti, table, room, expected: Vec::new() };
    take.add_roots()?;
    let classes = take.table.holders.len() as u64;
    let mut next = 0;
    while (next as usize) < take.table.holders.len() {
        take.scan(next)?;
        next += 1;
    }
    let table = take.table;
    let taken = Taken {
        classes,
        objects: table.holders.len() as u64 - classes,
        cells: table.values.len() as u64,
        left_out: table.left_out,
        micros: started.elapsed().as_micros() as u64,
    };
    Ok((table, taken))
}

struct Take {
    jni: Jni,
    jvmti: Jvmti,
    table: Table,
    room: Scratch,
    /// By shape and cell, the shape of the object that the cell of another holder led to last: mostly it is that of the next, too.
    expected: Vec<Vec<ShapeNumber>>,
}

impl Take {
    fn add_roots(&mut self) -> Result<(), TakeError> {
        let classes = self.jvmti.get_loaded_classes()?;
        for &class in classes.iter() {
            // Arrays and classes that are not initialized have no state.
            if self.jvmti.is_initialized(class).unwrap_or(false) {
                let shape = self.table.shapes.of(self.jni, self.jvmti, class)?;
                let known = self.table.shapes.get(shape);
                if !known.statics.is_empty() && roots::of_class(&known.name, known.is_jdk).is_some() {
                    self.add(shape, HolderKind::Statics, std::ptr::null_mut(), None)?;
                }
            }
            self.jni.delete_local_ref(class);
        }
        let thread = self.jvmti.get_current_thread()?;
        let class = self.jni.get_object_class(thread);
        let shape = self.table.shapes.of(self.jni, self.jvmti, class)?;
        self.jni.delete_local_ref(class);
        self.add(shape, HolderKind::Thread, thread, None)?;
        self.jni.delete_local_ref(thread);
        Ok(())
    }

    /// Adds a holder whose cells are read later.
    fn add(
        &mut self,
        shape: u32,
        kind: HolderKind,
        object: jobject,
        parent: Option<(HolderNumber, u32)>,
    ) -> Result<HolderNumber, TakeError> {
        let hash = match object.is_null() {
            true => None,
            false => Some(self.jvmti.get_object_hash_code(object)?),
        };
        self.add_with_hash(shape, kind, object, hash, parent)
    }

    /// Adds a holder whose object can be found if a hash is given.
    fn add_with_hash(
        &mut self,
        shape: u32,
        kind: HolderKind,
        object: jobject,
        hash: Option<i32>,
        parent: Option<(HolderNumber, u32)>,
    ) -> Result<HolderNumber, TakeError> {
        let table = &mut self.table;
        let number = table.holders.len() as HolderNumber;
        if !table.objects.push(self.jni, object) {
            return Err(TakeError::Memory);
        }
        if let Some(hash) = hash {
            table.identities.insert(hash, table.hashes.iter().copied());
            table.hashes.push(hash);
            table.identified.push(number);
        }
        let (parent, via) = parent.unwrap_or((number, 0));
        table.holders.push(Holder { shape, kind, first: 0, length: 0, parent, via });
        Ok(number)
    }

    /// Reads the cells of a holder, and adds the objects that they lead to.
    fn scan(&mut self, number: HolderNumber) -> Result<(), TakeError> {
        let holder = self.table.holders[number as usize];
        let cells = self.table.cells(&holder);
        if matches!(cells, Cells::None) {
            return Ok(());
        }
        self.room.take_some(1)?;
        let mut object = self.table.local(self.jni, number);
        let mut first = self.table.values.len();
        let length = match cells {
            Cells::Fields(slots) => {
                let is_whole = holder.kind == HolderKind::Object;
                for (at, slot) in (0..).zip(slots.iter()) {
                    if slot.kind == Kind::Reference && self.room.take_some(OF_CELL)? {
                        object = self.again(number)?;
                    }
                    let value = match is_whole || self.table.has_field(&holder, slot) {
                        true => match self.table.read_field(self.jni, holder.kind, object, slot) {
                            Now::Bits(bits) => bits,
                            Now::Reference(value) => self.intern(value, number, at)?,
                        },
                        false => LEFT_OUT,
                    };
                    self.table.values.push(value);
                }
                slots.len() as u32
            }
            Cells::Elements => {
                let length = self.jni.get_array_length(object);
                for index in 0..length {
                    if self.room.take_some(OF_CELL)? {
                        object = self.again(number)?;
                    }
                    let element = self.jni.get_object_array_element(object, index);
                    let value = self.intern(element, number, index as u32)?;
                    self.table.values.push(value);
                }
                length as u32
            }
            Cells::Primitives(kind) => {
                let length = self.jni.get_array_length(object);
                first = self.table.bytes.len();
                match self.read_primitives(kind, object, length) {
                    true => length as u32,
                    false => 0,
                }
            }
            Cells::None => 0,
        };
        let holder = &mut self.table.holders[number as usize];
        (holder.first, holder.length) = (first, length);
        Ok(())
    }

    /// Returns another reference to the object of a holder, because the first is gone.
    #[cold]
    fn again(&mut self, number: HolderNumber) -> Result<jobject, TakeError> {
        self.room.take_some(1)?;
        Ok(self.table.local(self.jni, number))
    }

    fn read_primitives(&mut self, kind: Kind, array: jobject, length: i32) -> bool {
        let (from, size) = (self.table.bytes.len(), length as usize * kind.width());
        if from + size > MOST_BYTES {
            self.table.left_out += 1;
            return false;
        }
        self.table.bytes.resize(from + size, 0);
        self.jni.get_array_region(kind, array, 0, &mut self.table.bytes[from..]);
        true
    }

    /// Returns the stored form of a reference; adds its object if it is new.
    #[inline]
    fn intern(&mut self, object: jobject, parent: HolderNumber, via: u32) -> Result<u64, TakeError> {
        if object.is_null() {
            return Ok(0);
        }
        let shape = self.shape(object, parent, via)?;
        let hash = match self.table.shapes.get(shape).form.is_leaf() {
            true => None,
            false => {
                let hash = self.jvmti.get_object_hash_code(object)?;
                if let Some(known) = self.table.find_by_hash(self.jni, object, hash) {
                    return Ok(u64::from(known) + 1);
                }
                Some(hash)
            }
        };
        if self.table.holders.len() >= MOST_OBJECTS {
            self.table.left_out += 1;
            return Ok(LEFT_OUT);
        }
        let number = self.add_with_hash(shape, HolderKind::Object, object, hash, Some((parent, via)))?;
        Ok(u64::from(number) + 1)
    }

    /// Returns the shape of an object that a cell leads to.
    fn shape(&mut self, object: jobject, parent: HolderNumber, via: u32) -> Result<ShapeNumber, JvmtiError> {
        let holder = self.table.holders[parent as usize];
        let (from, cell) = match self.table.shape(&holder).form {
            // Elements of an array are mostly of one class.
            Form::References => (holder.shape as usize, 0),
            _ => (holder.shape as usize, via as usize),
        };
        let class = self.jni.get_object_class(object);
        let expected = self.expected.get(from).and_then(|cells| cells.get(cell)).copied();
        let is_expected =
            |number: ShapeNumber| self.jni.is_same_object(self.table.shapes.get(number).mirror.raw(), class);
        match expected.filter(|&number| number != UNKNOWN && is_expected(number)) {
            Some(number) => Ok(number),
            None => {
                let number = self.table.shapes.of(self.jni, self.jvmti, class);
                if let Ok(number) = number {
                    self.expect(from, cell, number);
                }
                number
            }
        }
    }

    /// Remembers a shape for the next holder of the same shape.
    fn expect(&mut self, from: usize, cell: usize, number: ShapeNumber) {
        if self.expected.len() <= from {
            self.expected.resize(from + 1, Vec::new());
        }
        let cells = &mut self.expected[from];
        if cells.len() <= cell {
            cells.resize(cell + 1, UNKNOWN);
        }
        cells[cell] = number;
    }
}
