//! CRC-32 (the IEEE polynomial, as in zip and gzip).
//!
//! A checksum against torn writes and rotten disks, not against forgery. It finds every change of a
//! single bit and every burst of up to 32. Written out here because it is forty lines, and the agent's
//! dependencies are counted; slicing by eight gives more than a gigabyte a second, far above what a
//! recording produces.

const TABLES: [[u32; 256]; 8] = tables();

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0u32; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[table - 1][byte];
            tables[table][byte] = (before >> 8) ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        table += 1;
    }
    tables
}

/// A checksum that takes in its bytes piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Crc32 {
    state: u32,
}

impl Default for Crc32 {
    fn default() -> Self {
        Self::new()
    }
}

impl Crc32 {
    /// The checksum of nothing.
    pub fn new() -> Self {
        Crc32 { state: !0 }
    }

    /// The checksum of all bytes so far and these.
    pub fn update(mut self, bytes: &[u8]) -> Self {
        let (chunks, rest) = bytes.as_chunks::<8>();
        for &[a, b, c, d, e, f, g, h] in chunks {
            let low = self.state ^ u32::from_le_bytes([a, b, c, d]);
            let [a, b, c, d] = low.to_le_bytes();
            self.state = TABLES[7][a as usize]
                ^ TABLES[6][b as usize]
                ^ TABLES[5][c as usize]
                ^ TABLES[4][d as usize]
                ^ TABLES[3][e as usize]
                ^ TABLES[2][f as usize]
                ^ TABLES[1][g as usize]
                ^ TABLES[0][h as usize];
        }
        for &byte in rest {
            self.state = (self.state >> 8) ^ TABLES[0][((self.state ^ u32::from(byte)) & 0xff) as usize];
        }
        self
    }

    /// The checksum.
    pub fn value(self) -> u32 {
        !self.state
    }
}

/// The checksum of some bytes.
pub fn crc32(bytes: &[u8]) -> u32 {
    Crc32::new().update(bytes).value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let bytes: Vec<u8> = (0..200u8).collect();
        for at in 0..bytes.len() {
            let (front, back) = bytes.split_at(at);
            assert_eq!(Crc32::new().update(front).update(back).value(), crc32(&bytes));
        }
    }
}
