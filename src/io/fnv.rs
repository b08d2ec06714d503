//! Hashes that are the same in every version of the program and of its compiler, for what is kept in files.
//!
//! Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo, "The FNV Non-Cryptographic Hash Algorithm" (1991), variant 1a.

/// The hash of nothing.
pub const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// Takes in one byte more.
#[inline]
#[must_use]
pub fn fnv_step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
}

/// The hash of bytes, its halves mixed in the end: of the plain one the low bits depend on the bytes' low bits alone.
#[must_use]
pub fn fnv(bytes: &[u8]) -> u64 {
    let hash = bytes.iter().fold(FNV_START, |hash, byte| fnv_step(hash, *byte));
    (hash ^ hash >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16
}
