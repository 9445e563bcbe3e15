//! One document in every encoding, each read back.

use reenact_flow::paths::PathCache;
use reenact_serial::encoding::Encoding;
use reenact_serial::form::{FormReader, Modules};
use reenact_serial::json::Layout;
use reenact_serial::limits::Limits;
use reenact_serial::shapes::ProgramShapes;

use super::check::caller;
use super::{Error, Options, Program};
use crate::Progress;

/// The data of one document.
pub struct InAllEncodings {
    /// A document in each encoding. All of them were read, and gave the same data.
    pub documents: Vec<(Encoding, Vec<u8>)>,
    /// The reason why the hostile document is refused; `None` if it was not.
    pub refusal: Option<String>,
}

/// Writes a JSON document of a program's classes in every encoding and reads each back, then reads a hostile one. The program is read
/// once, and no code of it runs.
pub fn in_all_encodings(
    document: &[u8],
    hostile: &[u8],
    options: &Options,
    progress: &dyn Progress,
) -> Result<InAllEncodings, Error> {
    let program = Program::read(options, progress)?;
    let world = program.model.world();
    let (reader, modules, paths) = (FormReader::new(world), Modules::of(world), PathCache::new(world));
    let shapes = ProgramShapes {
        reader: &reader,
        paths: &paths,
        modules: &modules,
        caller: &caller(options),
        allowed: None,
    };
    let limits = Limits::default();
    let refused = |encoding: Encoding, reason: String| Error::Refused {
        path: format!("the {encoding} document"),
        reason,
    };
    let read = |encoding: Encoding, bytes: &[u8]| {
        let value = encoding.decode(bytes, &shapes, &limits);
        value.map_err(|error| refused(encoding, error.to_string()))
    };
    let value = read(Encoding::Json, document)?;
    let mut documents = Vec::new();
    for encoding in Encoding::ALL {
        let written = encoding.encode(&value, Layout::Indented, &limits);
        let written = written.map_err(|error| refused(encoding, error.to_string()))?;
        if read(encoding, &written)? != value {
            return Err(refused(encoding, "it gives other data when it is read".to_owned()));
        }
        documents.push((encoding, written));
    }
    let refusal = Encoding::Json.decode(hostile, &shapes, &limits).err().map(|error| error.to_string());
    Ok(InAllEncodings { documents, refusal })
}
