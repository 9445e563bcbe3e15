//! The code that reads and writes cells, by JVMTI's watches on fields.
//!
//! The JVM reports every access to a watched field, of whatever object; only those of the cells are noted. Elements of arrays cannot be
//! watched, nor what `Unsafe` and variable handles do: of these the field that leads to them is watched.

use std::sync::Mutex;

use reenact_classfile::Mutf8;
use reenact_wire::snapshot::{Access, Cell, Frame as CodeLine};

use super::table::{Cells, HolderKind, Table};
use crate::ffi::{Global, Jni, Jvmti, jclass, jfieldID, jmethodID, jobject};
use crate::graph::Frame;
use crate::runtime::sync::locked;

/// Accesses of one cell that are noted, reads and writes apart.
const MOST: usize = 24;
/// Frames of one access.
const DEPTH: usize = 96;
const ROOM: u32 = 64;

/// The watches that are on.
static WATCHES: Mutex<Vec<Watch>> = Mutex::new(Vec::new());

/// A field that is watched.
struct Watch {
    cell: Cell,
    class: Global,
    field: FieldId,
    /// The object whose field it is; `None` for static fields.
    object: Option<Global>,
    accesses: Vec<Access>,
}

/// A field, by its id.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FieldId(jfieldID);

// SAFETY: field ids may be used on every thread (JNI specification, "Accessing Fields of Objects").
unsafe impl Send for FieldId {}

/// Starts watching cells. Those that cannot be watched are left out.
pub fn start(jni: Jni, jvmti: Jvmti, table: &Table, cells: &[Cell]) {
    stop(jni, jvmti);
    let mut watches = Vec::new();
    for &cell in cells {
        let Some(holder) = table.holders.get(cell.holder as usize) else { continue };
        let Cells::Fields(slots) = table.cells(holder) else { continue };
        let Some(slot) = slots.get(cell.slot as usize) else { continue };
        let class = table.shapes.get(slot.declaring).mirror;
        let object = match holder.kind {
            HolderKind::Statics => None,
            _ => {
                let local = table.local(jni, cell.holder);
                let object = Global::new(jni, local);
                jni.delete_local_ref(local);
                if object.is_none() {
                    continue;
                }
                object
            }
        };
        // A second watch on the same field is refused, and not needed.
        let _ = jvmti.watch_reads(class.raw(), slot.id, true);
        let _ = jvmti.watch_writes(class.raw(), slot.id, true);
        watches.push(Watch { cell, class, field: FieldId(slot.id), object, accesses: Vec::new() });
    }
    *locked(&WATCHES) = watches;
}

/// Ends watching and returns what was noted.
pub fn stop(jni: Jni, jvmti: Jvmti) -> Vec<Access> {
    let watches = std::mem::take(&mut *locked(&WATCHES));
    let mut accesses = Vec::new();
    for watch in watches {
        let _ = jvmti.watch_reads(watch.class.raw(), watch.field.0, false);
        let _ = jvmti.watch_writes(watch.class.raw(), watch.field.0, false);
        if let Some(object) = watch.object {
            object.delete(jni);
        }
        accesses.extend(watch.accesses);
    }
    accesses
}

/// Notes an access that the JVM reports.
pub fn accessed(jni: Jni, jvmti: Jvmti, object: jobject, field: jfieldID, is_write: bool) {
    let concerned = |watch: &Watch| {
        watch.field == FieldId(field)
            && watch.object.is_none_or(|known| jni.is_same_object(known.raw(), object))
            && watch.accesses.iter().filter(|access| access.is_write == is_write).count() < MOST
    };
    // The lock is not held while the JVM is asked for the stack.
    let Some(cell) = locked(&WATCHES).iter().find(|watch| concerned(watch)).map(|watch| watch.cell) else {
        return;
    };
    let Ok(_frame) = Frame::push(jni, ROOM) else { return };
    let Ok(stack) = jvmti.get_stack_trace(DEPTH) else { return };
    let frames: Vec<CodeLine> =
        stack.into_iter().filter_map(|(method, at)| line(jni, jvmti, method, at)).collect();
    let mut watches = locked(&WATCHES);
    let Some(watch) = watches.iter_mut().find(|watch| watch.cell == cell) else { return };
    let is_new = !watch.accesses.iter().any(|known| known.is_write == is_write && known.frames == frames);
    if is_new {
        watch.accesses.push(Access { cell, is_write, frames });
    }
}

fn line(jni: Jni, jvmti: Jvmti, method: jmethodID, at: i64) -> Option<CodeLine> {
    let class: jclass = jvmti.get_method_declaring_class(method).ok()?;
    let signature = jvmti.get_class_signature(class).ok()?;
    let signature = Mutf8::new(&signature).to_str().into_owned();
    let name = signature.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(&signature);
    let loader = jvmti.get_class_loader(class).ok()?;
    let is_jdk = loader.is_null() || name.starts_with("java/");
    if !loader.is_null() {
        jni.delete_local_ref(loader);
    }
    let file = jvmti.get_source_file_name(class).map(|file| String::from_utf8_lossy(&file).into_owned());
    jni.delete_local_ref(class);
    let (method_name, _) = jvmti.get_method_name(method).ok()?;
    let lines = jvmti.get_line_number_table(method).unwrap_or_default();
    let line = lines.iter().filter(|(start, _)| *start <= at).max_by_key(|(start, _)| *start);
    Some(CodeLine {
        class: name.to_owned(),
        method: Mutf8::new(&method_name).to_str().into_owned(),
        file: file.unwrap_or_default(),
        line: line.map_or(0, |(_, line)| u32::try_from(*line).unwrap_or(0)),
        is_jdk,
    })
}
