//! The form of one class of a running JVM, from its class file.

use std::borrow::Cow;
use std::sync::Arc;

use reenact_classfile::container::{ClassEntry, Container, ContainerError};
use reenact_classfile::{ClassFile, ReadError};
use reenact_world::{Depth, Options, World};

use super::generate;
use crate::extract::declared_shape;
use crate::form::{Access, Caller, Deserializer, FormReader, Modules, Serializer, VersionForm};
use crate::value::Shape;

/// The class files that a form is read from: the class first, then those that [`needed`] asked for.
pub struct ClassFiles {
    entries: Vec<ClassEntry>,
    files: Vec<Vec<u8>>,
}

/// Whether the module of a class exports and opens its package to all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Package {
    pub is_exported: bool,
    pub is_open: bool,
}

/// The form of a class, with the code that moves its components.
pub struct LiveForm {
    /// For the version that is written.
    pub writer: Option<LiveWriter>,
    /// For each version that has a deserializer, the newest first.
    pub readers: Vec<LiveReader>,
}

/// The reasons why a member cannot be used, for callers elsewhere and for those in its package.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usable {
    pub elsewhere: Option<String>,
    pub in_package: Option<String>,
}

/// The version that is written.
pub struct LiveWriter {
    pub shape: Arc<Shape>,
    pub usable: Usable,
    /// A class file; see [`generate::writer`].
    pub code: Vec<u8>,
}

/// A version that is read.
pub struct LiveReader {
    pub shape: Arc<Shape>,
    pub usable: Usable,
    /// True if the deserializer always throws.
    pub refuses: bool,
    /// A class file; see [`generate::reader`].
    pub code: Vec<u8>,
}

impl ClassFiles {
    /// Takes class files by internal name.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> ClassFiles {
        let mut taken = ClassFiles { entries: Vec::new(), files: Vec::new() };
        for (name, bytes) in files {
            taken.entries.push(ClassEntry { name: name.into(), module: None, size: bytes.len() as u32 });
            taken.files.push(bytes);
        }
        taken
    }
}

impl Container for ClassFiles {
    fn location(&self) -> &str {
        "the running program"
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.entries
    }

    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        Ok(Cow::Borrowed(&self.files[index]))
    }

    fn resources(&self) -> Vec<&str> {
        Vec::new()
    }

    fn read_resource(&self, _: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        Ok(None)
    }
}

/// Returns the internal names of the classes that the form of a class depends on: supertypes, the classes around it, and what
/// annotated methods return. Those of the JDK are left out.
pub fn needed(class_file: &[u8]) -> Result<Vec<String>, ReadError> {
    let class = ClassFile::parse(class_file)?;
    let pool = class.pool();
    let mut names = Vec::new();
    let mut add = |name: &str| {
        if !name.starts_with("java/") && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    };
    let own = class.name()?.to_str();
    own.match_indices('$').for_each(|(at, _)| add(&own[..at]));
    if let Some(above) = class.super_name()? {
        add(&above.to_str());
    }
    for interface in class.interface_names() {
        add(&interface?.to_str());
    }
    for method in class.methods() {
        let descriptor = method.method_descriptor(pool)?;
        let is_annotated = method.attributes.find(pool, "RuntimeVisibleAnnotations").is_some();
        let result = descriptor.result().and_then(|result| result.class_name());
        if let (true, Some(result)) = (is_annotated, result) {
            add(&result.to_str());
        }
    }
    Ok(names)
}

/// Reads the form of a class, or the reason why it has none as the end of a sentence about it.
pub fn describe(class: &str, files: ClassFiles, package: Package) -> Result<LiveForm, String> {
    let options = Options { depth: Depth::Code, platform: 0 };
    let (world, _) = World::build(&[Arc::new(files) as Arc<dyn Container>], options);
    let Some(view) = world.class(class) else {
        return Err("cannot be read: its class file is damaged or of another class".to_owned());
    };
    let reader = FormReader::new(&world);
    let form = reader.form(view.id()).map_err(|refusal| refusal.message(&world))?;
    if let Some(problem) = form.problems.first() {
        let message = &problem.message;
        return Err(format!("has a mistake in its form ({message}); {}", problem.help));
    }
    let access = Accesses { world: &world, modules: Modules::uniform(package.is_exported, package.is_open) };
    let shape = |version: &VersionForm| Arc::new(declared_shape(&world, view.id(), version));
    let mut live = LiveForm { writer: None, readers: Vec::new() };
    for version in &form.versions {
        let mistake = |error: reenact_classfile::assemble::AssembleError| error.to_string();
        if let Some(serializer) = &version.serializer {
            live.writer = Some(LiveWriter {
                shape: shape(version),
                usable: access.usable(|caller| access.serializer(caller, serializer)),
                code: generate::writer(&world, view, version, serializer).map_err(mistake)?,
            });
        }
        if let Some(deserializer) = version.deserializer {
            live.readers.push(LiveReader {
                shape: shape(version),
                usable: access.usable(|caller| access.deserializer(caller, deserializer)),
                refuses: deserializer.refuses,
                code: generate::reader(&world, view, version, deserializer).map_err(mistake)?,
            });
        }
    }
    Ok(live)
}

struct Accesses<'w> {
    world: &'w World,
    modules: Modules,
}

impl Accesses<'_> {
    fn usable(&self, check: impl Fn(&Caller) -> Result<String, String>) -> Usable {
        let in_package = self.world.classes().next().map(|class| class.package().to_string());
        Usable {
            elsewhere: check(&Caller::Elsewhere).err(),
            in_package: check(&Caller::Package(in_package.unwrap_or_default())).err(),
        }
    }

    fn serializer(&self, caller: &Caller, serializer: &Serializer) -> Result<String, String> {
        let mut members = Vec::new();
        if let Some(method) = serializer.method() {
            let view = self.world.view(method);
            let access = caller.may_use(
                self.world,
                &self.modules,
                view.class(),
                view.access_flags(),
                serializer.is_open(),
            );
            members.push((view.to_string(), access));
        }
        for accessor in serializer.accessors() {
            let access = caller.may_read(self.world, &self.modules, *accessor, serializer.is_open());
            let shown = match accessor {
                crate::form::Accessor::Method(method) => self.world.view(*method).to_string(),
                crate::form::Accessor::Field(field) => self.world.view(*field).to_string(),
            };
            members.push((shown, access));
        }
        members.into_iter().try_fold(String::new(), |_, (member, access)| usable(member, access))
    }

    fn deserializer(&self, caller: &Caller, deserializer: Deserializer) -> Result<String, String> {
        let view = self.world.view(deserializer.method);
        let flags = view.access_flags();
        let access = caller.may_use(self.world, &self.modules, view.class(), flags, deserializer.is_open);
        usable(view.to_string(), access)
    }
}

fn usable(member: String, access: Access) -> Result<String, String> {
    match access {
        Ok(()) => Ok(member),
        Err(reason) => Err(format!("has {member}, which cannot be used: {reason}")),
    }
}
