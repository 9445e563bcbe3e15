//! `reenact serial import`: the Java that makes the data of a document.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use reenact_flow::paths::PathCache;
use reenact_serial::encoding::Encoding;
use reenact_serial::form::{FormReader, Modules};
use reenact_serial::json::Layout;
use reenact_serial::limits::Limits;
use reenact_serial::shapes::ProgramShapes;
use rustc_hash::FxHashSet;

use super::check::caller;
use super::{Error, Options, Program};
use crate::Progress;

/// Options of an import.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    pub file: PathBuf,
    /// By the extension of the file unless given.
    pub encoding: Option<Encoding>,
    /// The encoding that is written.
    pub to: Encoding,
    /// Binary names of the only classes that the document may have; all with a form if it is empty.
    pub allowed: Vec<String>,
    pub program: Options,
    /// Seconds that reading may take.
    pub seconds: u64,
}

/// Reads a document of the classes of a program, and writes it in another encoding. No code of the program runs.
pub fn import(options: &ImportOptions, progress: &dyn Progress) -> Result<Vec<u8>, Error> {
    let path = options.file.display().to_string();
    let by_extension =
        || options.file.extension().and_then(|extension| extension.to_str()).and_then(Encoding::named);
    let Some(encoding) = options.encoding.or_else(by_extension) else {
        return Err(Error::NoEncoding { path });
    };
    let limits = Limits {
        deadline: Instant::now().checked_add(Duration::from_secs(options.seconds)),
        ..Limits::default()
    };
    let length =
        fs::metadata(&options.file).map_err(|error| Error::Read { path: path.clone(), error })?.len();
    if length > limits.bytes as u64 {
        let reason = format!("it has {length} bytes, and at most {} are read", limits.bytes);
        return Err(Error::Refused { path, reason });
    }
    let bytes = fs::read(&options.file).map_err(|error| Error::Read { path: path.clone(), error })?;
    let program = Program::read(&options.program, progress)?;
    let world = program.model.world();
    let (reader, modules, paths) = (FormReader::new(world), Modules::of(world), PathCache::new(world));
    let allowed: FxHashSet<String> = options.allowed.iter().cloned().collect();
    let shapes = ProgramShapes {
        reader: &reader,
        paths: &paths,
        modules: &modules,
        caller: &caller(&options.program),
        allowed: (!allowed.is_empty()).then_some(&allowed),
    };
    progress.step("reading the document");
    let refused = |reason: String| Error::Refused { path: path.clone(), reason };
    let value = encoding.decode(&bytes, &shapes, &limits).map_err(|error| refused(error.to_string()))?;
    options.to.encode(&value, Layout::Indented, &limits).map_err(|error| refused(error.to_string()))
}
