//! The shape of a capture: a hash that repeats have in common.
//!
//! Two calls have the same shape if their graphs have the same kinds of objects: the same classes with the
//! same fields null, arrays and strings of about the same length. How many there are of a kind and what
//! values they hold does not count: a list of five such elements has the shape of a list of six.

/// Kinds of objects are marked in so many bits, so that a kind that was seen needs no looking up.
const WORDS: usize = 32;

/// Gathers a shape.
pub struct Shape {
    kinds: [u64; WORDS],
    /// The parts whose order counts: roots and outcome.
    sequence: u64,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { kinds: [0; WORDS], sequence: 0 }
    }
}

impl Shape {
    /// An object of a kind. Mixing is a multiplication: kinds differ in few bits.
    #[inline]
    pub fn object(&mut self, class: u32, nulls: u64, length: usize) {
        let kind = mix(u64::from(class) << 8 ^ bucket(length)) ^ nulls;
        let bit = mix(kind) >> 32;
        if let Some(word) = self.kinds.get_mut((bit >> 6) as usize % WORDS) {
            *word |= 1 << (bit & 63);
        }
    }

    /// Something that counts with its place.
    pub fn next(&mut self, part: u64) {
        self.sequence = mix(self.sequence ^ part).wrapping_add(1);
    }

    /// The hash.
    pub fn hash(&self) -> u64 {
        self.kinds.iter().fold(self.sequence, |hash, &word| mix(hash ^ word).wrapping_add(1))
    }
}

/// 0, 1, 2 to 3, 4 to 7 and so on.
fn bucket(length: usize) -> u64 {
    u64::from(usize::BITS - length.leading_zeros())
}

#[inline]
fn mix(value: u64) -> u64 {
    let product = u128::from(value ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(objects: &[(u32, u64, usize)]) -> u64 {
        let mut shape = Shape::default();
        for &(class, nulls, length) in objects {
            shape.object(class, nulls, length);
        }
        shape.hash()
    }

    #[test]
    fn repeats_have_the_same_shape() {
        let five = [(1, 0, 5), (2, 0, 0), (2, 0, 0)];
        assert_eq!(shape(&five), shape(&[(2, 0, 0), (1, 0, 6), (2, 0, 0), (2, 0, 0)]));
        assert_ne!(shape(&five), shape(&[(1, 0, 5), (2, 1, 0)]));
        assert_ne!(shape(&five), shape(&[(1, 0, 9), (2, 0, 0)]));
        assert_ne!(shape(&five), shape(&[(1, 0, 5), (3, 0, 0)]));
    }
}
