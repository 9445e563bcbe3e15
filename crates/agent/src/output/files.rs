//! The segments of a recording as files: in a directory that only the owner can read.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use reenact_recording::Sink;

/// Writes segments into a directory.
#[derive(Debug)]
pub struct Files {
    directory: PathBuf,
    file: Option<File>,
    /// Bytes of the file that are whole frames.
    length: u64,
}

impl Files {
    /// The directory of `out`, made if it is not there. `%p` in it is the process's id.
    pub fn create(out: &str) -> io::Result<Self> {
        let directory = PathBuf::from(out.replace("%p", &std::process::id().to_string()));
        DirBuilder::new().recursive(true).mode(0o700).create(&directory)?;
        // An absolute name: a subject may change its working directory's meaning by a new mount.
        let directory = fs::canonicalize(&directory)?;
        Ok(Files { directory, file: None, length: 0 })
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

impl Sink for Files {
    fn begin_segment(&mut self, number: u32) -> io::Result<()> {
        let path = self.directory.join(format!("segment-{number:05}.rnrec"));
        self.file = None;
        let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
        self.file = Some(opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let reason = format!("{} is there already: choose an empty directory", path.display());
                io::Error::new(error.kind(), reason)
            }
            _ => error,
        })?);
        self.length = 0;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Err(io::ErrorKind::NotFound.into()) };
        match file.write_all(bytes) {
            Ok(()) => {
                self.length += bytes.len() as u64;
                Ok(())
            }
            Err(error) => {
                // A full disk: half a frame is of no use, and takes the place of the last words.
                let _ = file.set_len(self.length);
                let _ = io::Seek::seek(file, io::SeekFrom::Start(self.length));
                Err(error)
            }
        }
    }
}
