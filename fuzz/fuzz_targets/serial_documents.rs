//! Any bytes are a document of known forms in an encoding, or an error; a value that was read is written and read back.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/serial/tests/it/fuzzed.rs"]
mod fuzzed;

fuzz_target!(|bytes: &[u8]| fuzzed::check(bytes));
