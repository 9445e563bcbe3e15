//! `reenact serial export`: recorded objects as data.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reenact_flow::exec::Code;
use reenact_flow::paths::{Limits as PathLimits, PathCache};
use reenact_heap::{Classes, HeapGraph, Node, Value as Recorded};
use reenact_jvm::Jdk;
use reenact_jvm::class_path::ClassPath;
use reenact_recording::RecordingReader;
use reenact_recording::graph::{Capture, Outcome};
use reenact_report::serial::{Exported, ExportedObject, NotExported};
use reenact_serial::encoding::Encoding;
use reenact_serial::extract::Extractor;
use reenact_serial::form::FormReader;
use reenact_serial::json::Layout;
use reenact_serial::limits::Limits;
use reenact_serial::value::Value;
use reenact_world::World;

use super::Error;
use crate::Progress;
use crate::inspect::Recording;
use crate::subject::{LoadedProgram, choose_jdk};

/// Objects that are looked at before it is given up to find one.
const MOST_ATTEMPTS: usize = 20_000;

/// Options of an export.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    pub recordings: Vec<PathBuf>,
    pub encoding: Encoding,
    /// Only objects of this class, by its binary name.
    pub class: Option<String>,
    /// Only objects of this invocation.
    pub invocation: Option<u64>,
    /// The directory for files; without it the first document is returned.
    pub out: Option<PathBuf>,
    /// Documents to write.
    pub limit: usize,
    /// The class path of the program; the recorded one unless given.
    pub class_path: Option<String>,
    pub jdk: Option<PathBuf>,
}

/// Exports recorded objects. The first document is returned if no directory is given.
pub fn export(
    options: &ExportOptions,
    progress: &dyn Progress,
) -> Result<(Exported, Option<Vec<u8>>), Error> {
    let recording = Recording::read_all(&options.recordings, progress)?;
    let reader = recording.reader(progress)?;
    let program = load(options, &reader, progress)?;
    progress.step("extracting objects");
    let mut run = Run::new(options, &program.world, &reader);
    run.all()?;
    let Run { mut exported, first, .. } = run;
    if exported.objects.is_empty() && exported.refused.is_empty() {
        let what = match &options.class {
            Some(class) => format!("object of {class}"),
            None => "object of a class of the program".to_owned(),
        };
        return Err(Error::NoObject { recording: exported.recording, what });
    }
    exported.findings = program.findings;
    Ok((exported, first))
}

/// The program of a recording.
fn load(
    options: &ExportOptions,
    reader: &RecordingReader<'_>,
    progress: &dyn Progress,
) -> Result<LoadedProgram, Error> {
    let recorded = Jdk::at(Path::new(&reader.facts().java_home)).ok().filter(|_| options.jdk.is_none());
    let jdk = match recorded {
        Some(jdk) => jdk,
        None => choose_jdk(options.jdk.as_deref(), progress)?,
    };
    let class_path: ClassPath = match &options.class_path {
        Some(written) => ClassPath::parse(written),
        None => reader.facts().class_path.iter().filter(|entry| Path::new(entry).exists()).collect(),
    };
    Ok(LoadedProgram::load(jdk, &[], Some(&class_path), progress)?)
}

struct Run<'r> {
    options: &'r ExportOptions,
    world: &'r World,
    reader: &'r RecordingReader<'r>,
    forms: FormReader<'r>,
    code: Arc<Code<'r>>,
    paths: PathCache<'r>,
    exported: Exported,
    seen: BTreeSet<Vec<u8>>,
    first: Option<Vec<u8>>,
    attempts: usize,
}

impl<'r> Run<'r> {
    fn new(options: &'r ExportOptions, world: &'r World, reader: &'r RecordingReader<'r>) -> Run<'r> {
        let code = Arc::new(Code::new(world));
        let names: Vec<String> = options.recordings.iter().map(|path| path.display().to_string()).collect();
        Run {
            options,
            world,
            reader,
            forms: FormReader::new(world),
            paths: PathCache::with_code(code.clone(), PathLimits::default()),
            code,
            exported: Exported {
                recording: names.join(", "),
                encoding: options.encoding.name().to_owned(),
                ..Exported::default()
            },
            seen: BTreeSet::new(),
            first: None,
            attempts: 0,
        }
    }

    fn is_done(&self) -> bool {
        self.exported.objects.len() >= self.options.limit || self.attempts >= MOST_ATTEMPTS
    }

    fn all(&mut self) -> Result<(), Error> {
        let heads: Vec<(usize, u64)> =
            self.reader.invocations().enumerate().map(|(at, head)| (at, head.id)).collect();
        let mut is_known = self.options.invocation.is_none();
        for (at, id) in heads {
            if self.is_done() {
                break;
            }
            if self.options.invocation.is_some_and(|wanted| wanted != id) {
                continue;
            }
            is_known = true;
            // A call that cannot be read is a finding of the recording.
            let Ok(capture) = self.reader.capture(at) else { continue };
            self.capture(id, &capture)?;
        }
        match is_known {
            true => Ok(()),
            false => Err(Error::NoInvocation(self.options.invocation.unwrap_or_default())),
        }
    }

    fn capture(&mut self, id: u64, capture: &Capture) -> Result<(), Error> {
        for (position, root) in capture.roots.iter().enumerate() {
            self.root(id, &format!("state before, value {position}"), &capture.before, *root)?;
        }
        if let Outcome::Returned(Some(result)) = &capture.outcome {
            self.root(id, "result", &capture.after, *result)?;
        }
        Ok(())
    }

    /// One value of a call, if it is an object of the program.
    fn root(&mut self, id: u64, part: &str, graph: &HeapGraph, root: Recorded) -> Result<(), Error> {
        let Recorded::Reference(node) = root else { return Ok(()) };
        let classes: &Classes = self.reader.classes();
        let Some(Node::Object { class, .. }) = graph.try_get(node) else { return Ok(()) };
        let Some(recorded) = classes.try_get(*class) else { return Ok(()) };
        let name = recorded.name.replace('/', ".");
        let is_own = self.world.class(&recorded.name).is_some_and(|class| !class.is_platform());
        let is_wanted = self.options.class.as_ref().map_or(is_own, |wanted| *wanted == name);
        if !is_wanted || self.is_done() {
            return Ok(());
        }
        self.attempts += 1;
        let limits = Limits::default();
        let mut extractor = Extractor::new(&self.forms, &self.paths, &self.code, (classes, graph), &limits);
        let extracted = extractor.extract(root).map_err(|error| error.to_string());
        let written = extracted.and_then(|(value, notes)| {
            let bytes = self.options.encoding.encode(&value, Layout::Indented, &limits);
            bytes.map(|bytes| (value, notes, bytes)).map_err(|error| error.to_string())
        });
        let (value, notes, bytes) = match written {
            Ok(written) => written,
            Err(reason) => {
                self.refuse(&name, id, reason);
                return Ok(());
            }
        };
        if !self.seen.insert(bytes.clone()) {
            self.exported.repeated += 1;
            return Ok(());
        }
        let version = match &value {
            Value::Object(object) => object.shape.version,
            _ => 0,
        };
        let file = match &self.options.out {
            Some(directory) => Some(self.write(directory, &name, &bytes)?),
            None => None,
        };
        let inferred = notes.inferred.into_iter().collect();
        self.exported.objects.push(ExportedObject {
            class: name,
            version,
            invocation: id,
            part: part.to_owned(),
            bytes: bytes.len(),
            values: value.count(),
            shared: notes.shared,
            inferred,
            file,
        });
        self.first.get_or_insert(bytes);
        Ok(())
    }

    /// Counts an object that is not data, by class and reason.
    fn refuse(&mut self, class: &str, id: u64, reason: String) {
        let known = self.exported.refused.iter_mut().find(|one| one.class == class && one.reason == reason);
        match known {
            Some(one) => one.count += 1,
            None => self.exported.refused.push(NotExported {
                class: class.to_owned(),
                invocation: id,
                reason,
                count: 1,
            }),
        }
    }

    fn write(&self, directory: &Path, class: &str, bytes: &[u8]) -> Result<String, Error> {
        let simple = class.rsplit('.').next().unwrap_or(class);
        let number = self.exported.objects.iter().filter(|object| object.class == class).count() + 1;
        let name = format!("{simple}-{number}.{}", self.options.encoding.name());
        let path = directory.join(&name);
        let written = fs::create_dir_all(directory).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| Error::Write { path: path.clone(), error })?;
        Ok(path.display().to_string())
    }
}
