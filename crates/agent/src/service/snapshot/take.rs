//! Taking a snapshot.

use std::time::Instant;

use reenact_recording::graph::Kind;
use reenact_wire::snapshot::Taken;

use super::objects::Objects;
use super::roots;
use super::shapes::Shapes;
use super::table::{Cells, Holder, HolderKind, HolderNumber, LEFT_OUT, Now, Table};
use crate::ffi::{Jni, Jvmti, JvmtiError, jobject};
use crate::graph::{Frame, Identities};

/// Objects of a snapshot; those behind them are left out.
const MOST_OBJECTS: usize = 20_000_000;
/// Bytes of all arrays of primitives.
const MOST_BYTES: usize = 1 << 30;
/// Local references at a time: a few for the object at hand, and room for shapes.
const ROOM: u32 = 256;

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
    let _frame = Frame::push(jni, ROOM).map_err(|_| TakeError::Memory)?;
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
        left_out: 0,
    };
    let mut take = Take { jni, jvmti, table };
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
        let number = self.table.holders.len() as HolderNumber;
        let hash = match object.is_null() {
            true => number as i32,
            false => self.jvmti.get_object_hash_code(object)?,
        };
        self.add_with_hash(shape, kind, object, hash, parent)
    }

    fn add_with_hash(
        &mut self,
        shape: u32,
        kind: HolderKind,
        object: jobject,
        hash: i32,
        parent: Option<(HolderNumber, u32)>,
    ) -> Result<HolderNumber, TakeError> {
        let table = &mut self.table;
        let number = table.holders.len() as HolderNumber;
        if !table.objects.push(self.jni, object) {
            return Err(TakeError::Memory);
        }
        table.identities.insert(hash, table.hashes.iter().copied());
        table.hashes.push(hash);
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
        let object = self.table.local(self.jni, number);
        let mut first = self.table.values.len();
        let length = match cells {
            Cells::Fields(slots) => {
                for (at, slot) in (0..).zip(slots.iter()) {
                    let value = match self.table.has_field(&holder, slot) {
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
        self.jni.delete_local_ref(object);
        let holder = &mut self.table.holders[number as usize];
        (holder.first, holder.length) = (first, length);
        Ok(())
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

    /// Returns the stored form of a reference, whose local reference is deleted; adds its object if it is new.
    #[inline]
    fn intern(&mut self, object: jobject, parent: HolderNumber, via: u32) -> Result<u64, TakeError> {
        if object.is_null() {
            return Ok(0);
        }
        let stored = self.stored(object, parent, via);
        self.jni.delete_local_ref(object);
        stored
    }

    fn stored(&mut self, object: jobject, parent: HolderNumber, via: u32) -> Result<u64, TakeError> {
        let hash = self.jvmti.get_object_hash_code(object)?;
        if let Some(known) = self.table.find_by_hash(self.jni, object, hash) {
            return Ok(u64::from(known) + 1);
        }
        if self.table.holders.len() >= MOST_OBJECTS {
            self.table.left_out += 1;
            return Ok(LEFT_OUT);
        }
        let class = self.jni.get_object_class(object);
        let shape = self.table.shapes.of(self.jni, self.jvmti, class);
        self.jni.delete_local_ref(class);
        let number = self.add_with_hash(shape?, HolderKind::Object, object, hash, Some((parent, via)))?;
        Ok(u64::from(number) + 1)
    }
}
