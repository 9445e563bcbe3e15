//! Finds the node number of an object in a walk by its identity hash.

/// An open-addressed hash table from identity hashes to node numbers. Several objects may have the same hash: a look-up
/// returns all of them, and the walker compares them with `IsSameObject`.
#[derive(Default)]
pub struct Identities {
    /// Hash in the upper half, number + 1 in the lower; 0 is free. A power of two of them.
    slots: Vec<u64>,
    count: usize,
}

/// The slots of the table at the start of every capture. Its memory is kept.
const SMALLEST: usize = 256;
/// The slots from which on the table grows by two, and by four before.
const LARGE: usize = 1 << 16;

impl Identities {
    /// Removes all numbers.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(SMALLEST, 0);
        self.count = 0;
    }

    /// Returns the numbers of objects with this hash.
    #[inline]
    pub fn with_hash(&self, hash: i32) -> Candidates {
        Candidates { hash: hash as u32, at: spread(hash) }
    }

    /// Adds the next number, counted from 0. `before` are the hashes of the numbers before it, for when the table grows.
    #[inline]
    pub fn insert(&mut self, hash: i32, before: impl Iterator<Item = i32>) {
        if (self.count + 1) * 2 > self.slots.len() {
            self.grow(before);
        }
        put(&mut self.slots, hash, self.count as u32);
        self.count += 1;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }

    #[cold]
    fn grow(&mut self, before: impl Iterator<Item = i32>) {
        let factor = if self.slots.len() < LARGE { 4 } else { 2 };
        let length = (self.slots.len() * factor).max(SMALLEST);
        self.slots.clear();
        self.slots.reserve_exact(length);
        if length > LARGE {
            huge_pages::ask_for(&mut self.slots);
        }
        self.slots.resize(length, 0);
        for (number, hash) in before.take(self.count).enumerate() {
            put(&mut self.slots, hash, number as u32);
        }
    }
}

/// Iterates over the numbers of one hash. It borrows nothing, so that the walker may be used in between.
pub struct Candidates {
    hash: u32,
    at: usize,
}

impl Candidates {
    #[inline]
    pub fn next(&mut self, identities: &Identities) -> Option<u32> {
        let mask = identities.slots.len().checked_sub(1)?;
        loop {
            let entry = *identities.slots.get(self.at & mask)?;
            if entry == 0 {
                return None;
            }
            self.at += 1;
            if (entry >> 32) as u32 == self.hash {
                return Some(entry as u32 - 1);
            }
        }
    }
}

#[inline]
fn put(slots: &mut [u64], hash: i32, number: u32) {
    let Some(mask) = slots.len().checked_sub(1) else { return };
    let entry = u64::from(hash as u32) << 32 | (u64::from(number) + 1);
    let mut at = spread(hash);
    // The table is at most half full: there is a free slot.
    while let Some(slot) = slots.get_mut(at & mask) {
        if *slot == 0 {
            *slot = entry;
            return;
        }
        at += 1;
    }
}

/// Returns the first slot of a hash. Identity hashes are random on HotSpot, unless `-XX:hashCode` asks for others.
#[inline]
fn spread(hash: i32) -> usize {
    ((hash as u32).wrapping_mul(0x9e37_79b1) >> 7) as usize
}

/// Asks for huge pages: large tables are read in random order, and with small pages nearly every look-up misses the TLB.
mod huge_pages {
    #[cfg(target_os = "linux")]
    pub fn ask_for(slots: &mut Vec<u64>) {
        use std::ffi::{c_int, c_void};

        const MADV_HUGEPAGE: c_int = 14;
        const PAGE: usize = 1 << 21;
        unsafe extern "C" {
            fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        let start = (slots.as_mut_ptr() as usize).next_multiple_of(PAGE);
        let end = (slots.as_mut_ptr() as usize + slots.capacity() * size_of::<u64>()) & !(PAGE - 1);
        if end > start {
            // SAFETY: whole pages within memory of ours, whose content the advice does not change. It may be
            // refused, which changes nothing either.
            unsafe { madvise(start as *mut c_void, end - start, MADV_HUGEPAGE) };
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn ask_for(_: &mut Vec<u64>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(hashes: &[i32]) -> Identities {
        let mut identities = Identities::default();
        identities.clear();
        for &hash in hashes {
            identities.insert(hash, hashes.iter().copied());
        }
        identities
    }

    fn all(identities: &Identities, hash: i32) -> Vec<u32> {
        let mut candidates = identities.with_hash(hash);
        let mut numbers: Vec<u32> = std::iter::from_fn(|| candidates.next(identities)).collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn every_number_is_found_by_its_hash() {
        assert!(all(&Identities::default(), 7).is_empty());
        let hashes: Vec<i32> = (0..200_000).map(|number| number / 3).collect();
        let mut identities = filled(&hashes);
        for hash in 0..66_666 {
            let first = 3 * hash as u32;
            assert_eq!(all(&identities, hash), [first, first + 1, first + 2]);
        }
        assert!(all(&identities, 99_999).is_empty());
        identities.clear();
        assert!(all(&identities, 7).is_empty());
    }

    #[test]
    fn equal_hashes_are_all_found() {
        assert_eq!(all(&filled(&[1; 500]), 1).len(), 500);
    }
}
