//! Writing jars whose entries are stored as they are: all that a class path needs.

use std::fs;
use std::io::Write;
use std::path::Path;

/// A jar in the making. Entries with a name that is there already are left out.
#[derive(Default)]
pub struct StoredJar {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    names: std::collections::HashSet<String>,
}

impl StoredJar {
    /// Adds a class file under its internal name.
    pub fn add_class(&mut self, name: &str, class: &[u8]) {
        let path = format!("{name}.class");
        if !self.names.insert(path.clone()) {
            return;
        }
        let offset = self.bytes.len() as u32;
        let mut fields = Vec::new();
        // Version 1.0, UTF-8 names, stored, no date.
        [10u16, 0x0800, 0, 0, 0x21].iter().for_each(|value| fields.extend(value.to_le_bytes()));
        fields.extend(crc32(class).to_le_bytes());
        fields.extend((class.len() as u32).to_le_bytes());
        fields.extend((class.len() as u32).to_le_bytes());
        fields.extend((path.len() as u16).to_le_bytes());
        fields.extend([0, 0]);

        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&fields);
        self.bytes.extend(path.as_bytes());
        self.bytes.extend(class);

        self.directory.extend(b"PK\x01\x02\x0a\x00");
        self.directory.extend(&fields);
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(path.as_bytes());
    }

    /// Writes the jar.
    ///
    /// # Panics
    ///
    /// When the file cannot be written, or the jar has outgrown the plain format (65,535 entries,
    /// 4 GiB).
    pub fn write(&self, path: &Path) {
        let count = u16::try_from(self.names.len()).expect("at most 65,535 entries");
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        end.extend(count.to_le_bytes());
        end.extend(count.to_le_bytes());
        end.extend(u32::try_from(self.directory.len()).expect("less than 4 GiB").to_le_bytes());
        end.extend(u32::try_from(self.bytes.len()).expect("less than 4 GiB").to_le_bytes());
        end.extend([0, 0]);
        let mut file = fs::File::create(path).expect("the jar can be created");
        for part in [&self.bytes, &self.directory, &end] {
            file.write_all(part).expect("the jar can be written");
        }
    }
}

/// The checksum of ZIP files.
pub fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    !bytes.iter().fold(!0, |crc, &byte| TABLE[((crc ^ u32::from(byte)) & 0xff) as usize] ^ (crc >> 8))
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut crc = index as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        table[index] = crc;
        index += 1;
    }
    table
}
