//! Byte strings stored once and named by small numbers.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::Id;

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
    /// Where each symbol's bytes end in `text`; they start where the previous ones end.
    ends: Vec<u32>,
    table: HashTable<Symbol>,
}

impl Interner {
    /// An interner that knows no string yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbol of a string, which is stored if it is new.
    ///
    /// # Panics
    ///
    /// When the distinct strings together pass 4 GiB.
    pub fn intern(&mut self, bytes: &[u8]) -> Symbol {
        let hash = hash(bytes);
        let (text, ends) = (&self.text, &self.ends);
        if let Some(&known) = self.table.find(hash, |&symbol| resolve(text, ends, symbol) == bytes) {
            return known;
        }
        let symbol = Symbol::from_index(self.ends.len());
        self.text.extend_from_slice(bytes);
        self.ends.push(u32::try_from(self.text.len()).expect("interned strings pass 4 GiB"));
        let (text, ends) = (&self.text, &self.ends);
        self.table.insert_unique(hash, symbol, |&other| self::hash(resolve(text, ends, other)));
        symbol
    }

    /// The symbol of a string that was interned before.
    pub fn get(&self, bytes: &[u8]) -> Option<Symbol> {
        self.table.find(hash(bytes), |&symbol| self.resolve(symbol) == bytes).copied()
    }

    /// The bytes of a symbol of this interner.
    pub fn resolve(&self, symbol: Symbol) -> &[u8] {
        resolve(&self.text, &self.ends, symbol)
    }

    /// How many distinct strings there are.
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

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * 4 + self.table.allocation_size()
    }
}

fn resolve<'a>(text: &'a [u8], ends: &[u32], symbol: Symbol) -> &'a [u8] {
    let end = ends[symbol.index()] as usize;
    let start = if symbol.index() == 0 { 0 } else { ends[symbol.index() - 1] as usize };
    &text[start..end]
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
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
}
