//! The objects of a snapshot, kept alive in Java arrays: a global reference for each would cost the JVM much more.

use crate::ffi::{Global, Jni, jobject};

/// Objects in one array.
const CHUNK: usize = 1 << 14;

/// Objects by number.
pub struct Objects {
    object_class: Global,
    chunks: Vec<Global>,
    count: usize,
}

impl Objects {
    /// Holds nothing yet. `None` if memory is short.
    pub fn new(jni: Jni) -> Option<Self> {
        let class = jni.find_class(c"java/lang/Object")?;
        let object_class = Global::new(jni, class);
        jni.delete_local_ref(class);
        Some(Objects { object_class: object_class?, chunks: Vec::new(), count: 0 })
    }

    /// Takes an object, or null, under the next number. Returns false if memory is short.
    pub fn push(&mut self, jni: Jni, object: jobject) -> bool {
        let (chunk, index) = (self.count / CHUNK, self.count % CHUNK);
        if chunk == self.chunks.len() {
            let array = jni.new_object_array(CHUNK as i32, self.object_class.raw());
            if array.is_null() {
                return false;
            }
            let kept = Global::new(jni, array);
            jni.delete_local_ref(array);
            let Some(kept) = kept else { return false };
            self.chunks.push(kept);
        }
        if !object.is_null() && !jni.set_object_array_element(self.chunks[chunk].raw(), index as i32, object)
        {
            return false;
        }
        self.count += 1;
        true
    }

    /// Returns a new local reference to an object, null for a number that has none.
    #[inline]
    pub fn local(&self, jni: Jni, number: u32) -> jobject {
        let (chunk, index) = (number as usize / CHUNK, number as usize % CHUNK);
        match self.chunks.get(chunk) {
            Some(chunk) => jni.get_object_array_element(chunk.raw(), index as i32),
            None => std::ptr::null_mut(),
        }
    }

    /// Lets go of all objects.
    pub fn release(self, jni: Jni) {
        self.chunks.into_iter().for_each(|chunk| chunk.delete(jni));
        self.object_class.delete(jni);
    }
}
