//! The part of JNI that the native methods use. Each method is one call through the table that the JVM hands to a native method.

use std::ffi::CStr;

use jvmti_bindings::sys::jni::{
    JNIEnv, JNINativeInterface_, jbyteArray, jcharArray, jclass, jint, jobject, jobjectArray, jvalue,
};

/// The environment of a native method's thread, for the time of its call.
#[derive(Clone, Copy)]
pub struct Jni(*mut JNIEnv);

/// Calls a function of the table.
macro_rules! call {
    ($jni:expr, $function:ident $(, $argument:expr)*) => {
        // SAFETY: `Jni::from_raw` promises the pointer and the handles; what is pointed to outlives the call.
        unsafe { ($jni.table().$function)($jni.0 $(, $argument)*) }
    };
}

/// A Java exception is pending; the native method returns at once.
pub struct Pending;

impl Jni {
    /// # Safety
    ///
    /// The pointer is the one that the JVM gave to a native method that has not returned yet, and handles that are passed
    /// to methods are alive and of the kinds that they want.
    pub unsafe fn from_raw(environment: *mut JNIEnv) -> Jni {
        Jni(environment)
    }

    fn table(&self) -> &'static JNINativeInterface_ {
        // SAFETY: the JVM's table lives as long as the process.
        unsafe { &**self.0 }
    }

    /// Fails if an exception is pending.
    fn checked<T>(self, value: T) -> Result<T, Pending> {
        if call!(self, ExceptionCheck) != 0 { Err(Pending) } else { Ok(value) }
    }

    /// Copies the first bytes of an array.
    pub fn bytes(self, array: jbyteArray, length: usize, into: &mut Vec<u8>) -> Result<(), Pending> {
        into.resize(length, 0);
        call!(self, GetByteArrayRegion, array, 0, length as jint, into.as_mut_ptr().cast());
        self.checked(())
    }

    /// Copies the first units of an array.
    pub fn units(self, array: jcharArray, length: usize, into: &mut Vec<u16>) -> Result<(), Pending> {
        into.resize(length, 0);
        call!(self, GetCharArrayRegion, array, 0, length as jint, into.as_mut_ptr());
        self.checked(())
    }

    pub fn array_length(self, array: jobject) -> usize {
        call!(self, GetArrayLength, array) as usize
    }

    /// Writes bytes to the start of an array that is long enough.
    pub fn put_bytes(self, array: jbyteArray, bytes: &[u8]) {
        call!(self, SetByteArrayRegion, array, 0, bytes.len() as jint, bytes.as_ptr().cast());
    }

    /// Writes units to the start of an array that is long enough.
    pub fn put_units(self, array: jcharArray, units: &[u16]) {
        call!(self, SetCharArrayRegion, array, 0, units.len() as jint, units.as_ptr());
    }

    pub fn new_bytes(self, bytes: &[u8]) -> Result<jbyteArray, Pending> {
        let array = self.checked(call!(self, NewByteArray, bytes.len() as jint))?;
        self.put_bytes(array, bytes);
        Ok(array)
    }

    /// Throws a `FormException` with a message.
    pub fn refuse(self, message: &str) -> Pending {
        let _ = self.throw(message);
        Pending
    }

    fn throw(self, message: &str) -> Result<(), Pending> {
        let class = self.find_class(c"io/reenact/serial/FormException")?;
        let constructor =
            call!(self, GetMethodID, class, c"<init>".as_ptr(), c"(Ljava/lang/String;)V".as_ptr());
        let constructor = self.checked(constructor)?;
        let units: Vec<u16> = message.encode_utf16().collect();
        let text = self.checked(call!(self, NewString, units.as_ptr(), units.len() as jint))?;
        let arguments = [jvalue { l: text }];
        let exception = self.checked(call!(self, NewObjectA, class, constructor, arguments.as_ptr()))?;
        call!(self, Throw, exception);
        Ok(())
    }

    fn find_class(self, name: &CStr) -> Result<jclass, Pending> {
        self.checked(call!(self, FindClass, name.as_ptr()))
    }

    /// Makes an object of a new hidden class, a nestmate of another class, which is not initialized by it.
    ///
    /// The lookup that may do so for every class is private to the JDK, and JNI can read it. What the new class may call
    /// was checked before: members that the caller could call, and those that their author opened.
    pub fn define_nestmate(self, host: jclass, code: jbyteArray) -> Result<jobject, Pending> {
        const LOOKUP: &CStr = c"Ljava/lang/invoke/MethodHandles$Lookup;";
        const OPTION: &CStr = c"java/lang/invoke/MethodHandles$Lookup$ClassOption";
        let lookup_class = self.find_class(c"java/lang/invoke/MethodHandles$Lookup")?;
        let field = call!(self, GetStaticFieldID, lookup_class, c"IMPL_LOOKUP".as_ptr(), LOOKUP.as_ptr());
        let field = self.checked(field)?;
        let trusted = self.checked(call!(self, GetStaticObjectField, lookup_class, field))?;
        let descriptor = c"(Ljava/lang/Class;)Ljava/lang/invoke/MethodHandles$Lookup;";
        let within = call!(self, GetMethodID, lookup_class, c"in".as_ptr(), descriptor.as_ptr());
        let within = self.checked(within)?;
        let arguments = [jvalue { l: host }];
        let lookup = self.checked(call!(self, CallObjectMethodA, trusted, within, arguments.as_ptr()))?;

        let option_class = self.find_class(OPTION)?;
        let descriptor = c"Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;";
        let nestmate = call!(self, GetStaticFieldID, option_class, c"NESTMATE".as_ptr(), descriptor.as_ptr());
        let nestmate = self.checked(nestmate)?;
        let nestmate = self.checked(call!(self, GetStaticObjectField, option_class, nestmate))?;
        let options: jobjectArray = self.checked(call!(self, NewObjectArray, 1, option_class, nestmate))?;
        let descriptor =
            c"([BZ[Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)Ljava/lang/invoke/MethodHandles$Lookup;";
        let define =
            call!(self, GetMethodID, lookup_class, c"defineHiddenClass".as_ptr(), descriptor.as_ptr());
        let define = self.checked(define)?;
        let arguments = [jvalue { l: code }, jvalue { z: 0 }, jvalue { l: options }];
        let defined = self.checked(call!(self, CallObjectMethodA, lookup, define, arguments.as_ptr()))?;
        let descriptor = c"()Ljava/lang/Class;";
        let class = call!(self, GetMethodID, lookup_class, c"lookupClass".as_ptr(), descriptor.as_ptr());
        let class = self.checked(class)?;
        let class = self.checked(call!(self, CallObjectMethodA, defined, class, std::ptr::null()))?;
        let constructor = call!(self, GetMethodID, class, c"<init>".as_ptr(), c"()V".as_ptr());
        let constructor = self.checked(constructor)?;
        self.checked(call!(self, NewObjectA, class, constructor, std::ptr::null()))
    }
}
