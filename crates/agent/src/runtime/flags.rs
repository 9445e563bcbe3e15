//! Sets of named flags.

/// Defines a set of flags as a newtype with one constant for each.
macro_rules! flags {
    ($(#[$meta:meta])* $name:ident: $bits:ty { $($(#[$of:meta])* $flag:ident = $bit:expr;)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
        pub struct $name($bits);

        impl $name {
            $($(#[$of])* pub const $flag: $name = $name(1 << $bit);)+

            /// Returns true if all of these flags are in the set.
            #[inline]
            pub const fn has(self, flags: $name) -> bool {
                self.0 & flags.0 == flags.0
            }

            /// Returns the set without these flags.
            #[allow(dead_code)]
            pub const fn without(self, flags: $name) -> $name {
                $name(self.0 & !flags.0)
            }

            /// Returns the set with these flags if a condition holds, and as it is otherwise.
            pub const fn with(self, flags: $name, condition: bool) -> $name {
                if condition { $name(self.0 | flags.0) } else { self }
            }
        }
    };
}

pub(crate) use flags;
