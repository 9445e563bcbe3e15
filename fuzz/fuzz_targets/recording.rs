//! Any bytes are a recording whose invocations are read or refused, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reenact_recording::{Limits, RecordingReader, SegmentBytes};

fuzz_target!(|bytes: &[u8]| {
    let segments = [SegmentBytes { name: "segment-00000.rnrec", bytes }];
    let Ok(reader) = RecordingReader::open(&segments, Limits::default()) else { return };
    let count = reader.invocations().len();
    for index in 0..count {
        let _ = reader.capture(index);
    }
});
