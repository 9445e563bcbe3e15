//! Cells that differ from a snapshot.

use reenact_recording::graph::Kind;
use reenact_wire::snapshot::{Cell, Change, Path, Place, Step, Summary};

use super::shapes::Form;
use super::table::{Cells, Holder, HolderKind, HolderNumber, LEFT_OUT, Now, Table};
use crate::ffi::{Jni, Jvmti, jobject};
use crate::graph::{Scratch, WalkError};

/// More of a text than this is not shown.
const LONGEST: i32 = 200;
/// References for a look at one cell: the object that it leads to, and the one that it led to.
const OF_CELL: u32 = 2;

/// A difference while it is looked at.
pub struct Difference {
    pub cell: Cell,
    /// The stored value.
    pub stored: u64,
    /// The value now; of arrays of primitives the index of the first element that differs is in the cell.
    pub now: Now,
}

impl Table {
    /// Hands over every cell that differs, by holder. A local reference in it may be gone afterwards. Returns false if the JVM has no room
    /// for references.
    pub fn differences(&self, jni: Jni, mut found: impl FnMut(&Difference)) -> bool {
        let Ok(mut room) = Scratch::new(jni) else { return false };
        let mut block: Vec<u8> = Vec::new();
        (0..).zip(&self.holders).all(|(number, holder)| {
            self.differences_of(jni, number, holder, &mut room, &mut block, &mut found).is_ok()
        })
    }

    /// Hands over the cells of one holder that differ. `block` is memory for the content of an array.
    fn differences_of(
        &self,
        jni: Jni,
        number: HolderNumber,
        holder: &Holder,
        room: &mut Scratch,
        block: &mut Vec<u8>,
        found: &mut impl FnMut(&Difference),
    ) -> Result<(), WalkError> {
        if holder.length == 0 {
            return Ok(());
        }
        let shape = self.shape(holder);
        // Not `Table::cells`, which counts references to the slots: there are millions of holders.
        let slots = match (holder.kind, shape.form) {
            (HolderKind::Statics, _) => &shape.statics,
            (HolderKind::Thread, _) | (_, Form::Object) => &shape.fields,
            (_, Form::References) => {
                room.take_some(1)?;
                let mut array = self.local(jni, number);
                for index in 0..holder.length {
                    if room.take_some(OF_CELL)? {
                        room.take_some(1)?;
                        array = self.local(jni, number);
                    }
                    let stored = self.values[holder.first + index as usize];
                    let now = Now::Reference(jni.get_object_array_element(array, index as i32));
                    self.check(jni, Cell { holder: number, slot: index }, stored, now, found);
                }
                return Ok(());
            }
            (_, Form::Primitives(kind)) => {
                room.take_some(1)?;
                let width = kind.width();
                let stored = &self.bytes[holder.first..holder.first + holder.length as usize * width];
                block.resize(stored.len(), 0);
                jni.get_array_region(kind, self.local(jni, number), 0, block);
                let mut elements = stored.chunks(width).zip(block.chunks(width));
                if stored != *block
                    && let Some(index) = elements.position(|(one, other)| one != other)
                {
                    let bits = |bytes: &[u8]| bits(&bytes[index * width..(index + 1) * width]);
                    let cell = Cell { holder: number, slot: index as u32 };
                    found(&Difference { cell, stored: bits(stored), now: Now::Bits(bits(block)) });
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        room.take_some(1)?;
        let mut object = self.local(jni, number);
        for (at, slot) in (0..).zip(slots.iter()) {
            let stored = self.values[holder.first + at as usize];
            if stored == LEFT_OUT && !self.has_field(holder, slot) {
                continue;
            }
            if slot.kind == Kind::Reference && room.take_some(OF_CELL)? {
                room.take_some(1)?;
                object = self.local(jni, number);
            }
            let now = self.read_field(jni, holder.kind, object, slot);
            self.check(jni, Cell { holder: number, slot: at }, stored, now, found);
        }
        Ok(())
    }

    #[inline]
    fn check(&self, jni: Jni, cell: Cell, stored: u64, now: Now, found: &mut impl FnMut(&Difference)) {
        let is_same = match now {
            Now::Bits(bits) => bits == stored,
            Now::Reference(object) => self.is_stored(jni, stored, object),
        };
        if !is_same {
            found(&Difference { cell, stored, now });
        }
    }

    /// Describes a difference for the other end.
    pub fn change(&self, jni: Jni, jvmti: Jvmti, difference: &Difference) -> Change {
        let holder = &self.holders[difference.cell.holder as usize];
        let is_final = match self.cells(holder) {
            Cells::Fields(slots) => {
                let slot = slots.get(difference.cell.slot as usize);
                holder.kind == HolderKind::Statics && slot.is_some_and(|slot| slot.is_final)
            }
            _ => false,
        };
        let descriptor = self.descriptor(difference.cell);
        let clean = match difference.now {
            Now::Bits(_) => primitive(&descriptor, difference.stored),
            Now::Reference(_) => match difference.stored {
                0 | LEFT_OUT => Summary::Null,
                number => {
                    let object = self.objects.local(jni, (number - 1) as u32);
                    let summary = self.summary(jni, jvmti, object);
                    jni.delete_local_ref(object);
                    summary
                }
            },
        };
        let now = match difference.now {
            Now::Bits(bits) => primitive(&descriptor, bits),
            Now::Reference(object) => self.summary(jni, jvmti, object),
        };
        let cell = difference.cell;
        Change { cell, unit: self.unit(cell), path: self.path(cell), clean, now, is_final }
    }

    /// Returns the innermost cell on the way to a cell that a class of the subject declares, or the root.
    pub fn unit(&self, mut cell: Cell) -> Cell {
        loop {
            let holder = &self.holders[cell.holder as usize];
            let is_root = holder.kind != HolderKind::Object || holder.parent >= cell.holder;
            let is_own = match self.cells(holder) {
                Cells::Fields(slots) => {
                    slots.get(cell.slot as usize).is_some_and(|slot| !self.shapes.get(slot.declaring).is_jdk)
                }
                _ => false,
            };
            if is_root || is_own {
                return cell;
            }
            cell = Cell { holder: holder.parent, slot: holder.via };
        }
    }

    /// Returns the descriptor of a cell's type.
    fn descriptor(&self, cell: Cell) -> String {
        let holder = &self.holders[cell.holder as usize];
        match self.cells(holder) {
            Cells::Fields(slots) => {
                slots.get(cell.slot as usize).map_or(String::new(), |slot| (*slot.descriptor).into())
            }
            _ => self.shape(holder).name.get(1..).unwrap_or_default().to_owned(),
        }
    }

    /// Returns the way from a static field to a cell.
    pub fn path(&self, cell: Cell) -> Path {
        let mut steps = Vec::new();
        let mut at = cell;
        // Each parent was added before its children, so that this ends.
        loop {
            steps.push(self.step(at));
            let holder = &self.holders[at.holder as usize];
            if holder.parent >= at.holder {
                break;
            }
            at = Cell { holder: holder.parent, slot: holder.via };
        }
        steps.reverse();
        Path { steps }
    }

    fn step(&self, cell: Cell) -> Step {
        let holder = &self.holders[cell.holder as usize];
        let shape = self.shape(holder);
        let Cells::Fields(slots) = self.cells(holder) else {
            // What an array belongs to is known by the step before.
            return Step { holder: (*shape.name).into(), is_jdk: true, place: Place::Index(cell.slot) };
        };
        let Some(slot) = slots.get(cell.slot as usize) else {
            return Step { holder: (*shape.name).into(), is_jdk: true, place: Place::Index(cell.slot) };
        };
        let declaring = self.shapes.get(slot.declaring);
        let (name, descriptor) = ((*slot.name).to_owned(), (*slot.descriptor).to_owned());
        let place = match holder.kind {
            HolderKind::Statics => Place::Static { name, descriptor },
            _ => Place::Field { name, descriptor },
        };
        Step { holder: (*declaring.name).into(), is_jdk: declaring.is_jdk, place }
    }

    /// Describes an object in short.
    pub fn summary(&self, jni: Jni, jvmti: Jvmti, object: jobject) -> Summary {
        if object.is_null() {
            return Summary::Null;
        }
        let class = jni.get_object_class(object);
        let signature = jvmti.get_class_signature(class);
        jni.delete_local_ref(class);
        let class = signature.map(|signature| String::from_utf8_lossy(&signature).into_owned());
        let class = class.unwrap_or_default();
        let class = match class.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
            Some(name) => name.to_owned(),
            None => class,
        };
        let text = match &*class {
            "java/lang/String" => Some(text(jni, object)),
            "java/lang/ThreadLocal$ThreadLocalMap$Entry" => self.thread_local(jni, jvmti, object),
            _ => None,
        };
        Summary::Object { class, text, identity: jvmti.get_object_hash_code(object).unwrap_or(0) }
    }

    /// Names the thread-local of an entry by the static field that leads to it.
    fn thread_local(&self, jni: Jni, jvmti: Jvmti, entry: jobject) -> Option<String> {
        let class = jni.get_object_class(entry);
        let shape = self.shapes.find(jni, jvmti, class);
        jni.delete_local_ref(class);
        let slots = self.shapes.get(shape?).fields.clone();
        let slot = slots.iter().find(|slot| &*slot.name == "referent")?;
        let local = jni.get_object_field(entry, slot.id);
        if local.is_null() {
            return None;
        }
        let number = self.find(jni, jvmti, local);
        jni.delete_local_ref(local);
        let holder = self.holders.get(number? as usize)?;
        let path = self.path(Cell { holder: holder.parent, slot: holder.via });
        match &path.steps.first()?.place {
            Place::Static { name, .. } => Some(format!("{}.{name}", path.steps.first()?.holder)),
            _ => None,
        }
    }
}

fn text(jni: Jni, string: jobject) -> String {
    let mut chars = vec![0; jni.get_string_length(string).clamp(0, LONGEST) as usize];
    jni.get_string_region(string, 0, &mut chars);
    String::from_utf16_lossy(&chars)
}

/// Elements as the machine holds them, as the same bits that a field of their kind has.
fn bits(bytes: &[u8]) -> u64 {
    match *bytes {
        [one] => one as i8 as u64,
        [a, b] => u64::from(u16::from_ne_bytes([a, b])),
        [a, b, c, d] => i32::from_ne_bytes([a, b, c, d]) as u64,
        [a, b, c, d, e, f, g, h] => u64::from_ne_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

fn primitive(descriptor: &str, bits: u64) -> Summary {
    match descriptor {
        "Z" => Summary::Boolean(bits != 0),
        "B" => Summary::Byte(bits as i8),
        "C" => Summary::Char(bits as u16),
        "S" => Summary::Short(bits as i16),
        "I" => Summary::Int(bits as i32),
        "F" => Summary::Float(bits as u32),
        "D" => Summary::Double(bits),
        _ => Summary::Long(bits as i64),
    }
}
