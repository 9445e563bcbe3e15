//! Byte strings stored once and named by small numbers.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::{Id, IdVec};

crate::typed_id! {
    /// An interned byte string; equal strings of one [`Interner`] have equal symbols.
    pub struct Symbol;
}

/// Gives every distinct byte string a [`Symbol`], in order of first appearance.
///
/// Strings are bytes because JVM names are modified UTF-8, which need not be valid UTF-8.
#[derive(Clone, Default)]
pub struct Interner {
    text: Vec<u8>,
    /// The end of each symbol's bytes in `text`; they start at the end of the previous symbol's.
    ends: Vec<u32>,
    /// The symbols' hashes: growing the table and taking in another interner need not compute them.
    hashes: Vec<u32>,
    table: HashTable<Symbol>,
}

impl Interner {
    /// An interner that knows no string yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the symbol of a string, and stores the string if it is new.
    ///
    /// # Panics
    ///
    /// When the distinct strings together pass 4 GiB.
    pub fn intern(&mut self, bytes: &[u8]) -> Symbol {
        self.intern_hashed(bytes, hash(bytes))
    }

    /// Interns all strings of another interner, and returns a map from its symbols to those of this one.
    pub fn absorb(&mut self, other: &Interner) -> IdVec<Symbol, Symbol> {
        let symbols = other.symbols().zip(&other.hashes);
        symbols.map(|(symbol, &hash)| self.intern_hashed(other.resolve(symbol), hash)).collect()
    }

    /// Returns the symbol of a string if it was interned before.
    pub fn get(&self, bytes: &[u8]) -> Option<Symbol> {
        self.table.find(spread(hash(bytes)), |&symbol| self.resolve(symbol) == bytes).copied()
    }

    fn intern_hashed(&mut self, bytes: &[u8], hash: u32) -> Symbol {
        let (text, ends) = (&self.text, &self.ends);
        if let Some(&known) = self.table.find(spread(hash), |&symbol| resolve(text, ends, symbol) == bytes) {
            return known;
        }
        let symbol = Symbol::from_index(self.ends.len());
        self.text.extend_from_slice(bytes);
        self.ends.push(u32::try_from(self.text.len()).expect("interned strings pass 4 GiB"));
        self.hashes.push(hash);
        let hashes = &self.hashes;
        self.table.insert_unique(spread(hash), symbol, |&other| spread(hashes[other.index()]));
        symbol
    }

    /// The bytes of a symbol of this interner.
    pub fn resolve(&self, symbol: Symbol) -> &[u8] {
        resolve(&self.text, &self.ends, symbol)
    }

    /// Returns the number of distinct strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing was interned yet.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All symbols, in order of first appearance.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = Symbol> + use<> {
        (0..self.ends.len()).map(Symbol::from_index)
    }

    /// Releases unused memory.
    pub fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.hashes.shrink_to_fit();
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.text.capacity()
            + (self.ends.capacity() + self.hashes.capacity()) * 4
            + self.table.allocation_size()
    }
}

fn resolve<'a>(text: &'a [u8], ends: &[u32], symbol: Symbol) -> &'a [u8] {
    let end = ends[symbol.index()] as usize;
    let start = if symbol.index() == 0 { 0 } else { ends[symbol.index() - 1] as usize };
    &text[start..end]
}

fn hash(bytes: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

/// Copies the hash into both halves: the table takes its position from the low bits and its tag from the high ones.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_a_symbol_and_keep_their_bytes() {
        let mut interner = Interner::new();
        let texts: Vec<String> = (0..5000).map(|n| format!("a/b/C{}", n % 1250)).collect();
        let symbols: Vec<Symbol> = texts.iter().map(|text| interner.intern(text.as_bytes())).collect();
        assert_eq!(interner.len(), 1250);
        for (text, &symbol) in texts.iter().zip(&symbols) {
            assert_eq!(interner.resolve(symbol), text.as_bytes());
            assert_eq!(interner.get(text.as_bytes()), Some(symbol));
        }
        assert_eq!(interner.get(b"a/b/C1250"), None);
    }

    #[test]
    fn symbols_are_numbered_by_first_appearance() {
        let mut interner = Interner::new();
        let order: Vec<usize> = [&b"b"[..], b"", b"a", b"b", b""].map(|s| interner.intern(s).index()).into();
        assert_eq!(order, [0, 1, 2, 0, 1]);
    }

    #[test]
    fn absorbing_keeps_symbols_and_maps_the_others() {
        let (mut interner, mut other) = (Interner::new(), Interner::new());
        let known = interner.intern(b"known");
        let symbols = [&b"new"[..], b"known", b""].map(|text| other.intern(text));
        let map = interner.absorb(&other);
        assert_eq!(interner.len(), 3);
        assert_eq!(map[symbols[1]], known);
        for symbol in symbols {
            assert_eq!(interner.resolve(map[symbol]), other.resolve(symbol));
        }
    }
}
