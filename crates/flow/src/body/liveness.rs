//! Which local variables a block needs when it begins.

use super::local::{LocalUse, Variables};
use super::outline::{Decoded, Outline};

/// For each block, the variables that may be read before they are written, as bits.
#[derive(Default)]
pub(super) struct Liveness {
    words: usize,
    /// Live at the beginning of a block.
    live: Vec<u64>,
    read: Vec<u64>,
    written: Vec<u64>,
    now: Vec<u64>,
}

impl Liveness {
    pub fn compute(&mut self, outline: &Outline, code: &Decoded<'_>, variables: &Variables) {
        self.words = variables.count().div_ceil(64);
        let words = self.words;
        for bits in [&mut self.live, &mut self.read, &mut self.written] {
            bits.clear();
            bits.resize(words * outline.blocks.len(), 0);
        }
        if words == 0 {
            return;
        }
        for &block in &outline.order {
            self.scan(outline, code, variables, block as usize);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in outline.order.iter().rev() {
                changed |= self.update(outline, block as usize);
            }
        }
    }

    /// The variables that are live at the beginning of a block, ascending.
    pub fn of(&self, block: u32) -> impl Iterator<Item = usize> + '_ {
        let start = block as usize * self.words;
        self.live[start..start + self.words].iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| index * 64 + rest.trailing_zeros() as usize)
        })
    }

    fn scan(&mut self, outline: &Outline, code: &Decoded<'_>, variables: &Variables, block: usize) {
        let start = block * self.words;
        let row = &outline.blocks[block];
        for (_, instruction) in &code.instructions[row.first as usize..row.end as usize] {
            let Some(local) = LocalUse::of(instruction) else { continue };
            if let Some(variable) = local.read().and_then(|index| variables.get(index)) {
                let (word, bit) = (start + variable / 64, 1u64 << (variable % 64));
                self.read[word] |= bit & !self.written[word];
            }
            if let Some(variable) = local.written().and_then(|index| variables.get(index)) {
                self.written[start + variable / 64] |= 1u64 << (variable % 64);
            }
        }
    }

    /// Computes a block's set from those of its successors, and says whether it grew.
    fn update(&mut self, outline: &Outline, block: usize) -> bool {
        let row = &outline.blocks[block];
        let words = self.words;
        self.now.clear();
        self.now.resize(words, 0);
        for &target in outline.successors_of(row) {
            let from = target as usize * words;
            self.now.iter_mut().zip(&self.live[from..from + words]).for_each(|(now, &live)| *now |= live);
        }
        let own = block * words;
        for (index, now) in self.now.iter_mut().enumerate() {
            *now = *now & !self.written[own + index] | self.read[own + index];
        }
        // An exception comes before the store that a covered block ends with.
        for &(target, _) in outline.handlers_of(row) {
            let from = target as usize * words;
            self.now.iter_mut().zip(&self.live[from..from + words]).for_each(|(now, &live)| *now |= live);
        }
        let live = &mut self.live[own..own + words];
        let changed = *live != *self.now;
        live.copy_from_slice(&self.now);
        changed
    }
}
