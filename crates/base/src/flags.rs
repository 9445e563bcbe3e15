//! Sets of flags in an integer, instead of structs with many booleans.

/// Declares a set of flags: a `Copy` type with one bit per flag.
///
/// A macro of our own rather than a dependency, since the agent, which runs in the user's JVM, uses it too.
///
/// ```
/// reenact_base::flag_set! {
///     /// The modifiers of a method.
///     pub struct Modifiers: u8 {
///         /// It has no receiver.
///         STATIC,
///         FINAL,
///     }
/// }
///
/// let modifiers = Modifiers::STATIC.with(Modifiers::FINAL, true);
/// assert!(modifiers.has(Modifiers::FINAL) && !Modifiers::NONE.has(Modifiers::STATIC));
/// assert_eq!(format!("{modifiers:?}"), "STATIC|FINAL");
/// ```
#[macro_export]
macro_rules! flag_set {
    ($(#[$meta:meta])* $vis:vis struct $name:ident: $bits:ty {
        $($(#[$flag_meta:meta])* $flag:ident),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        $vis struct $name($bits);

        #[allow(dead_code)]
        impl $name {
            $vis const NONE: Self = $name(0);
            $crate::flag_set!(@flags $vis $bits, 0, $($(#[$flag_meta])* $flag,)+);

            /// Returns whether all of these flags are set.
            #[inline]
            $vis const fn has(self, flags: Self) -> bool {
                self.0 & flags.0 == flags.0
            }

            /// Returns whether any of these flags is set.
            $vis const fn has_any(self, flags: Self) -> bool {
                self.0 & flags.0 != 0
            }

            /// Returns the union.
            $vis const fn and(self, flags: Self) -> Self {
                $name(self.0 | flags.0)
            }

            /// Returns the set with these flags if a condition holds, and as it is otherwise.
            $vis const fn with(self, flags: Self, condition: bool) -> Self {
                if condition { self.and(flags) } else { self }
            }

            /// Returns the set without these flags.
            $vis const fn without(self, flags: Self) -> Self {
                $name(self.0 & !flags.0)
            }

            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let all = [$(($name::$flag, stringify!($flag))),+];
                let set: Vec<&str> =
                    all.into_iter().filter(|&(flag, _)| self.has(flag)).map(|(_, name)| name).collect();
                f.write_str(if set.is_empty() { "NONE".to_owned() } else { set.join("|") }.as_str())
            }
        }
    };
    (@flags $vis:vis $bits:ty, $at:expr, ) => {};
    (@flags $vis:vis $bits:ty, $at:expr, $(#[$meta:meta])* $flag:ident, $($rest:tt)*) => {
        $(#[$meta])*
        $vis const $flag: Self = Self((1 as $bits) << ($at));
        $crate::flag_set!(@flags $vis $bits, $at + 1, $($rest)*);
    };
}

#[cfg(test)]
mod tests {
    flag_set! {
        struct Colours: u8 { RED, GREEN, BLUE }
    }

    #[test]
    fn flags_are_distinct_bits() {
        let some = Colours::RED.and(Colours::BLUE);
        assert!(some.has(Colours::RED) && some.has(Colours::BLUE) && !some.has(Colours::GREEN));
        assert!(!some.has(Colours::RED.and(Colours::GREEN)));
        assert!(some.has_any(Colours::RED.and(Colours::GREEN)));
        assert_eq!(some.without(Colours::RED), Colours::BLUE);
        assert!(Colours::default().is_empty() && Colours::NONE.with(Colours::RED, false).is_empty());
        assert_eq!(format!("{some:?} {:?}", Colours::NONE), "RED|BLUE NONE");
    }
}
