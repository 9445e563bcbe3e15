//! JVMTI: classes, fields, methods, identity, events.

use std::ffi::CStr;
use std::ptr;

use jvmti_bindings::sys::jvmti::{
    JVMTI_DISABLE, JVMTI_ENABLE, jvmtiError, jvmtiFrameInfo, jvmtiInterface_1_,
};

use super::{
    Allocated, JvmtiError, jclass, jfieldID, jint, jmethodID, jobject, jthread, jvmtiCapabilities, jvmtiEnv,
    jvmtiEvent, jvmtiEventCallbacks,
};

/// A JVMTI environment. It may be used from every attached thread.
#[derive(Clone, Copy)]
pub struct Jvmti(*mut jvmtiEnv);

// SAFETY: environments are not tied to a thread (JVMTI specification, "Environments").
unsafe impl Send for Jvmti {}
// SAFETY: as above.
unsafe impl Sync for Jvmti {}

/// Calls a function of the table. A slot may be empty in a JVM that is older than the table.
macro_rules! call {
    ($jvmti:expr, $function:ident $(, $argument:expr)*) => {
        JvmtiError::check(match $jvmti.table().$function {
            // SAFETY: see the module; what is pointed to outlives the call.
            Some(function) => unsafe { function($jvmti.0 $(, $argument)*) },
            None => jvmtiError::NOT_AVAILABLE,
        })
    };
}

impl Jvmti {
    /// # Safety
    ///
    /// As the module says.
    #[inline]
    pub unsafe fn from_raw(environment: *mut jvmtiEnv) -> Self {
        Jvmti(environment)
    }

    #[inline]
    fn table(self) -> &'static jvmtiInterface_1_ {
        // SAFETY: see the module; the table is the JVM's and stays until the process ends.
        unsafe { &*(*self.0).functions }
    }

    // The environment.

    pub fn add_capabilities(self, capabilities: &jvmtiCapabilities) -> Result<(), JvmtiError> {
        call!(self, AddCapabilities, capabilities)
    }

    /// The JVM copies the table, and ignores slots that it does not know.
    pub fn set_event_callbacks(self, callbacks: &jvmtiEventCallbacks) -> Result<(), JvmtiError> {
        call!(self, SetEventCallbacks, callbacks, size_of::<jvmtiEventCallbacks>() as jint)
    }

    /// Switches an event for all threads.
    pub fn set_event_notification_mode(self, enable: bool, event: jvmtiEvent) -> Result<(), JvmtiError> {
        let mode = if enable { JVMTI_ENABLE } else { JVMTI_DISABLE };
        call!(self, SetEventNotificationMode, mode, event, ptr::null_mut())
    }

    pub fn get_system_property(self, name: &CStr) -> Result<Allocated<u8>, JvmtiError> {
        let mut value = ptr::null_mut();
        call!(self, GetSystemProperty, name.as_ptr(), &mut value)?;
        // SAFETY: JVMTI answered with a string of ours.
        Ok(unsafe { Allocated::string(self, value) })
    }

    // Memory.

    /// Zeroed memory of JVMTI's, for class bytes that are handed to the JVM.
    pub fn allocate(self, length: usize) -> Result<Allocated<u8>, JvmtiError> {
        let mut start = ptr::null_mut();
        call!(self, Allocate, length as i64, &mut start)?;
        if !start.is_null() {
            // SAFETY: JVMTI allocated so many bytes.
            unsafe { ptr::write_bytes(start, 0, length) };
        }
        // SAFETY: the bytes are initialised now, and ours.
        Ok(unsafe { Allocated::new(self, start, length) })
    }

    /// Gives memory back; nothing can be done if that fails.
    ///
    /// # Safety
    ///
    /// The memory is JVMTI's and not used any more.
    #[inline]
    pub unsafe fn deallocate(self, memory: *mut u8) {
        let _ = call!(self, Deallocate, memory);
    }

    // Threads and objects.

    /// A local reference to the current thread, virtual or not.
    pub fn get_current_thread(self) -> Result<jthread, JvmtiError> {
        let mut thread = ptr::null_mut();
        call!(self, GetCurrentThread, &mut thread)?;
        Ok(thread)
    }

    /// The identity hash.
    #[inline]
    pub fn get_object_hash_code(self, object: jobject) -> Result<i32, JvmtiError> {
        let mut hash = 0;
        call!(self, GetObjectHashCode, object, &mut hash)?;
        Ok(hash)
    }

    /// A local reference to the class of the method that called the native method which asks.
    pub fn get_calling_class(self) -> Result<jclass, JvmtiError> {
        let mut frame = jvmtiFrameInfo { method: ptr::null_mut(), location: 0 };
        let (mut count, mut class) = (0, ptr::null_mut());
        call!(self, GetStackTrace, ptr::null_mut(), 1, 1, &mut frame, &mut count)?;
        if count != 1 {
            return Err(JvmtiError::NOT_FOUND);
        }
        call!(self, GetMethodDeclaringClass, frame.method, &mut class)?;
        Ok(class)
    }

    /// The methods and code positions of this thread, the innermost first, at most so many.
    pub fn get_stack_trace(self, most: usize) -> Result<Vec<(jmethodID, i64)>, JvmtiError> {
        let mut frames = vec![jvmtiFrameInfo { method: ptr::null_mut(), location: 0 }; most];
        let mut count = 0;
        call!(self, GetStackTrace, ptr::null_mut(), 0, most as jint, frames.as_mut_ptr(), &mut count)?;
        frames.truncate(length(count));
        Ok(frames.into_iter().map(|frame| (frame.method, frame.location)).collect())
    }

    /// A local reference to the class that declares a method.
    pub fn get_method_declaring_class(self, method: jmethodID) -> Result<jclass, JvmtiError> {
        let mut class = ptr::null_mut();
        call!(self, GetMethodDeclaringClass, method, &mut class)?;
        Ok(class)
    }

    /// The lines of a method, each with the first code position that it holds for.
    pub fn get_line_number_table(self, method: jmethodID) -> Result<Vec<(i64, i32)>, JvmtiError> {
        let (mut count, mut lines) = (0, ptr::null_mut());
        call!(self, GetLineNumberTable, method, &mut count, &mut lines)?;
        // SAFETY: JVMTI answered with an array of ours.
        let lines = unsafe { Allocated::new(self, lines, length(count)) };
        Ok(lines.iter().map(|line| (line.start_location, line.line_number)).collect())
    }

    /// The name of the file that a class was compiled from.
    pub fn get_source_file_name(self, class: jclass) -> Result<Allocated<u8>, JvmtiError> {
        let mut name = ptr::null_mut();
        call!(self, GetSourceFileName, class, &mut name)?;
        // SAFETY: JVMTI answered with a string of ours.
        Ok(unsafe { Allocated::string(self, name) })
    }

    // Watching fields.

    /// Starts or ends events for reads of a field.
    pub fn watch_reads(self, class: jclass, field: jfieldID, enable: bool) -> Result<(), JvmtiError> {
        match enable {
            true => call!(self, SetFieldAccessWatch, class, field),
            false => call!(self, ClearFieldAccessWatch, class, field),
        }
    }

    /// Starts or ends events for writes to a field.
    pub fn watch_writes(self, class: jclass, field: jfieldID, enable: bool) -> Result<(), JvmtiError> {
        match enable {
            true => call!(self, SetFieldModificationWatch, class, field),
            false => call!(self, ClearFieldModificationWatch, class, field),
        }
    }

    // Classes.

    /// Local references to all loaded classes.
    pub fn get_loaded_classes(self) -> Result<Allocated<jclass>, JvmtiError> {
        let (mut count, mut classes) = (0, ptr::null_mut());
        call!(self, GetLoadedClasses, &mut count, &mut classes)?;
        // SAFETY: JVMTI answered with an array of ours.
        Ok(unsafe { Allocated::new(self, classes, length(count)) })
    }

    /// Local references to the classes that a loader finds by name.
    pub fn get_class_loader_classes(self, loader: jobject) -> Result<Allocated<jclass>, JvmtiError> {
        let (mut count, mut classes) = (0, ptr::null_mut());
        call!(self, GetClassLoaderClasses, loader, &mut count, &mut classes)?;
        // SAFETY: JVMTI answered with an array of ours.
        Ok(unsafe { Allocated::new(self, classes, length(count)) })
    }

    /// Returns true if the class's initializer has run, to a good end.
    pub fn is_initialized(self, class: jclass) -> Result<bool, JvmtiError> {
        const INITIALIZED: jint = 4;
        let mut status = 0;
        call!(self, GetClassStatus, class, &mut status)?;
        Ok(status & INITIALIZED != 0)
    }

    /// Returns true if the class's initializer has failed, so that no code can use the class.
    pub fn has_failed_initializer(self, class: jclass) -> Result<bool, JvmtiError> {
        const ERROR: jint = 8;
        let mut status = 0;
        call!(self, GetClassStatus, class, &mut status)?;
        Ok(status & ERROR != 0)
    }

    /// The class's descriptor, such as `Ljava/lang/String;`, in modified UTF-8.
    pub fn get_class_signature(self, class: jclass) -> Result<Allocated<u8>, JvmtiError> {
        let mut signature = ptr::null_mut();
        call!(self, GetClassSignature, class, &mut signature, ptr::null_mut())?;
        // SAFETY: JVMTI answered with a string of ours.
        Ok(unsafe { Allocated::string(self, signature) })
    }

    /// A local reference to the class's loader, null for the bootstrap loader.
    pub fn get_class_loader(self, class: jclass) -> Result<jobject, JvmtiError> {
        let mut loader = ptr::null_mut();
        call!(self, GetClassLoader, class, &mut loader)?;
        Ok(loader)
    }

    pub fn is_modifiable_class(self, class: jclass) -> Result<bool, JvmtiError> {
        let mut is = 0;
        call!(self, IsModifiableClass, class, &mut is)?;
        Ok(is != 0)
    }

    /// Access flags as in the class file.
    pub fn get_class_modifiers(self, class: jclass) -> Result<i32, JvmtiError> {
        let mut modifiers = 0;
        call!(self, GetClassModifiers, class, &mut modifiers)?;
        Ok(modifiers)
    }

    /// Local references to the direct superinterfaces.
    pub fn get_implemented_interfaces(self, class: jclass) -> Result<Allocated<jclass>, JvmtiError> {
        let (mut count, mut interfaces) = (0, ptr::null_mut());
        call!(self, GetImplementedInterfaces, class, &mut count, &mut interfaces)?;
        // SAFETY: JVMTI answered with an array of ours.
        Ok(unsafe { Allocated::new(self, interfaces, length(count)) })
    }

    /// The class's own fields, static ones too.
    pub fn get_class_fields(self, class: jclass) -> Result<Allocated<jfieldID>, JvmtiError> {
        let (mut count, mut fields) = (0, ptr::null_mut());
        call!(self, GetClassFields, class, &mut count, &mut fields)?;
        // SAFETY: JVMTI answered with an array of ours.
        Ok(unsafe { Allocated::new(self, fields, length(count)) })
    }

    /// The class's own methods, constructors too.
    pub fn get_class_methods(self, class: jclass) -> Result<Allocated<jmethodID>, JvmtiError> {
        let (mut count, mut methods) = (0, ptr::null_mut());
        call!(self, GetClassMethods, class, &mut count, &mut methods)?;
        // SAFETY: JVMTI answered with an array of ours.
        Ok(unsafe { Allocated::new(self, methods, length(count)) })
    }

    /// The number of entries of a class's constant pool, counted as in the class file, and their bytes.
    pub fn get_constant_pool(self, class: jclass) -> Result<(usize, Allocated<u8>), JvmtiError> {
        let (mut count, mut bytes, mut start) = (0, 0, ptr::null_mut());
        call!(self, GetConstantPool, class, &mut count, &mut bytes, &mut start)?;
        // SAFETY: JVMTI answered with an array of ours.
        Ok((length(count), unsafe { Allocated::new(self, start, length(bytes)) }))
    }

    pub fn retransform_classes(self, classes: &[jclass]) -> Result<(), JvmtiError> {
        call!(self, RetransformClasses, classes.len() as jint, classes.as_ptr())
    }

    /// Collects garbage in the whole heap; the program stands still meanwhile.
    pub fn force_garbage_collection(self) -> Result<(), JvmtiError> {
        call!(self, ForceGarbageCollection)
    }

    // Fields and methods.

    /// Name and descriptor, in modified UTF-8.
    pub fn get_field_name(
        self,
        class: jclass,
        field: jfieldID,
    ) -> Result<(Allocated<u8>, Allocated<u8>), JvmtiError> {
        let (mut name, mut signature) = (ptr::null_mut(), ptr::null_mut());
        call!(self, GetFieldName, class, field, &mut name, &mut signature, ptr::null_mut())?;
        // SAFETY: JVMTI answered with strings of ours.
        Ok(unsafe { (Allocated::string(self, name), Allocated::string(self, signature)) })
    }

    pub fn get_field_modifiers(self, class: jclass, field: jfieldID) -> Result<i32, JvmtiError> {
        let mut modifiers = 0;
        call!(self, GetFieldModifiers, class, field, &mut modifiers)?;
        Ok(modifiers)
    }

    /// Name and descriptor, in modified UTF-8.
    pub fn get_method_name(self, method: jmethodID) -> Result<(Allocated<u8>, Allocated<u8>), JvmtiError> {
        let (mut name, mut signature) = (ptr::null_mut(), ptr::null_mut());
        call!(self, GetMethodName, method, &mut name, &mut signature, ptr::null_mut())?;
        // SAFETY: JVMTI answered with strings of ours.
        Ok(unsafe { (Allocated::string(self, name), Allocated::string(self, signature)) })
    }

    /// Access flags as in the class file.
    pub fn get_method_modifiers(self, method: jmethodID) -> Result<i32, JvmtiError> {
        let mut modifiers = 0;
        call!(self, GetMethodModifiers, method, &mut modifiers)?;
        Ok(modifiers)
    }

    /// A method's instructions.
    pub fn get_bytecodes(self, method: jmethodID) -> Result<Allocated<u8>, JvmtiError> {
        let (mut count, mut start) = (0, ptr::null_mut());
        call!(self, GetBytecodes, method, &mut count, &mut start)?;
        // SAFETY: JVMTI answered with an array of ours.
        Ok(unsafe { Allocated::new(self, start, length(count)) })
    }
}

fn length(count: jint) -> usize {
    usize::try_from(count).unwrap_or(0)
}
