//! Ids: numbers from 0 up, each of one kind of thing, so that the compiler tells one kind from the other.
//!
//! An id takes as much room as its number does, in memory and in files.

/// Declares a kind of id.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[repr(transparent)]
        #[serde(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The one with a number.
            #[inline]
            #[must_use]
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// Its number.
            #[inline]
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0
            }

            /// The one with the next number.
            #[inline]
            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0 + 1)
            }

            /// The one at a place among all. \[place < 2^32]
            #[inline]
            #[must_use]
            pub fn of_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("ids have 32 bits"))
            }

            /// Its place among all.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

pub(super) use id;
