//! `reenact serial`: the serial forms of a program's classes.

mod check;
mod describe;
mod encodings;
mod export;
mod import;
mod suggest;

use std::io;
use std::path::PathBuf;

use reenact_base::finding::Finding;
use reenact_base::name::BinaryName;
use reenact_world::ClassView;

use crate::Progress;
use crate::analyze::{self, program_targets};
use crate::classes::{self, ProgramModel, nearest};
use crate::inspect;
use crate::subject::LoadError;

pub use check::check;
pub use describe::describe;
pub use encodings::{InAllEncodings, in_all_encodings};
pub use export::{ExportOptions, export};
pub use import::{ImportOptions, import};
pub use reenact_serial::encoding::Encoding;
pub use suggest::suggest;

/// The program whose forms are read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Class directories, jars, WARs, Spring Boot jars, or directories of Maven and Gradle projects.
    pub targets: Vec<PathBuf>,
    /// Libraries of the targets, as in `java -cp`.
    pub class_path: Option<String>,
    /// The JDK whose classes stand beside them; the newest one found unless given.
    pub jdk: Option<PathBuf>,
    /// Build tools are not to use the network.
    pub offline: bool,
    /// The package of the code that would serialize; none for code elsewhere.
    pub caller: Option<String>,
}

/// An error of a verb about serial forms.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Target(#[from] analyze::Error),
    #[error(transparent)]
    Classes(#[from] classes::Error),
    #[error("no class {name} in {targets}{nearest}")]
    NoClass { name: String, targets: String, nearest: String },
    #[error(transparent)]
    Recording(#[from] inspect::Error),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("the recording has no invocation {0}. Run: reenact inspect RECORDING --invocations")]
    NoInvocation(u64),
    #[error(
        "no recorded call of {recording} has an {what} as receiver, argument or result. Run: reenact inspect {recording}"
    )]
    NoObject { recording: String, what: String },
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot read {path}: {error}")]
    Read { path: String, error: io::Error },
    #[error("the encoding of {path} is not known by its name; pass --from-encoding json|xml|cbor|java")]
    NoEncoding { path: String },
    #[error(
        "{class} has a serial form already, in {versions} versions. Run: reenact serial describe {class} TARGET"
    )]
    HasForm { class: String, versions: usize },
    #[error("no serial form can be suggested for {class}: it {reason}")]
    NoSuggestion { class: String, reason: String },
    #[error("{path} is refused: {reason}")]
    Refused { path: String, reason: String },
}

/// A program whose forms can be asked for.
struct Program {
    model: ProgramModel,
    targets: Vec<String>,
    /// The class directories and archives that the targets are.
    classes: Vec<PathBuf>,
    /// Problems of reading it.
    problems: Vec<Finding>,
}

impl Program {
    fn read(options: &Options, progress: &dyn Progress) -> Result<Program, Error> {
        let reading = analyze::Options {
            targets: options.targets.clone(),
            class_path: options.class_path.clone(),
            jdk: options.jdk.clone(),
            offline: options.offline,
            ..analyze::Options::default()
        };
        let (reading, mut problems) = program_targets(&reading, progress)?;
        let model = ProgramModel::read(&reading, progress)?;
        problems.extend(model.findings().iter().cloned());
        let targets = options.targets.iter().map(|target| target.display().to_string()).collect();
        Ok(Program { model, targets, classes: reading.targets, problems })
    }

    /// A class by its binary name.
    fn class(&self, name: &str) -> Result<ClassView<'_>, Error> {
        let world = self.model.world();
        world.class(BinaryName::new(name).to_internal().as_str()).ok_or_else(|| {
            let own = self.model.own_classes().map(ClassView::binary_name);
            let (name, targets) = (name.to_owned(), self.targets.join(", "));
            Error::NoClass { nearest: nearest(&name, own), name, targets }
        })
    }
}
