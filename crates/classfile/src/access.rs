//! Access flags of classes, fields and methods (JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A).

/// The flags of a class, member, parameter or module, as the 16 bits of the class file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AccessFlags(pub u16);

macro_rules! flags {
    ($($constant:ident $question:ident $bit:literal;)*) => {
        impl AccessFlags {
            $(
                #[doc = concat!("The bit `ACC_", stringify!($constant), "`.")]
                pub const $constant: AccessFlags = AccessFlags($bit);

                #[doc = concat!("Whether `ACC_", stringify!($constant), "` is set.")]
                pub const fn $question(self) -> bool {
                    self.0 & $bit != 0
                }
            )*
        }
    };
}

flags! {
    PUBLIC is_public 0x0001;
    PRIVATE is_private 0x0002;
    PROTECTED is_protected 0x0004;
    STATIC is_static 0x0008;
    FINAL is_final 0x0010;
    SYNCHRONIZED is_synchronized 0x0020;
    VOLATILE is_volatile 0x0040;
    BRIDGE is_bridge 0x0040;
    TRANSIENT is_transient 0x0080;
    VARARGS is_varargs 0x0080;
    NATIVE is_native 0x0100;
    INTERFACE is_interface 0x0200;
    ABSTRACT is_abstract 0x0400;
    STRICT is_strict 0x0800;
    SYNTHETIC is_synthetic 0x1000;
    ANNOTATION is_annotation 0x2000;
    ENUM is_enum 0x4000;
    MANDATED is_mandated 0x8000;
    MODULE is_module 0x8000;
}

impl AccessFlags {
    /// Whether none of public, protected and private is set.
    pub const fn is_package_private(self) -> bool {
        self.0 & 0x0007 == 0
    }
}

impl std::ops::BitOr for AccessFlags {
    type Output = AccessFlags;

    fn bitor(self, other: AccessFlags) -> AccessFlags {
        AccessFlags(self.0 | other.0)
    }
}
