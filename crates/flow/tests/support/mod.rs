//! Small Java programs as worlds.

#![allow(dead_code, reason = "each test file uses its own part of this")]

pub mod show;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use reenact_classfile::container::{self, ClassEntry, Container, ContainerError, Image, SharedBytes};
use reenact_testkit::{Fixture, Program, jdks};
use reenact_world::{ClassId, Depth, MethodId, MethodView, Options, World};

/// Class files in memory.
#[derive(Clone, Default)]
pub struct Classes {
    entries: Vec<ClassEntry>,
    bytes: Vec<Vec<u8>>,
}

impl Classes {
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let mut classes = Classes::default();
        for (name, bytes) in files {
            let size = bytes.len() as u32;
            classes.entries.push(ClassEntry { name: name.into(), module: None, size });
            classes.bytes.push(bytes);
        }
        classes
    }

    /// The class files of a compiled fixture, by name.
    pub fn of(program: &Program) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(program.classes(), "", &mut files);
        files
    }
}

fn collect(directory: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), files);
        } else if let Some(class) = name.strip_suffix(".class") {
            files.insert(format!("{prefix}{class}"), fs::read(entry.path()).unwrap());
        }
    }
}

impl Container for Classes {
    fn location(&self) -> &str {
        "app"
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.entries
    }

    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        Ok(Cow::Borrowed(&self.bytes[index]))
    }

    fn resources(&self) -> Vec<&str> {
        Vec::new()
    }

    fn read_resource(&self, _: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        Ok(None)
    }
}

/// Some classes of a JDK's image.
pub struct Platform {
    image: Image,
    entries: Vec<ClassEntry>,
    positions: Vec<usize>,
}

impl Platform {
    /// The packages `java.*` of `java.base`: enough for the fixtures, and quickly read. Opened once for all
    /// tests of a process.
    pub fn small(home: &Path) -> Arc<dyn Container> {
        static OPEN: Mutex<BTreeMap<PathBuf, Arc<Platform>>> = Mutex::new(BTreeMap::new());
        let mut open = OPEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let choose = |entry: &ClassEntry| {
            entry.module.as_deref() == Some("java.base")
                && ["java/lang/", "java/util/", "java/io/"].iter().any(|start| entry.name.starts_with(start))
        };
        open.entry(home.to_owned()).or_insert_with(|| Arc::new(Platform::open(home, choose))).clone()
    }

    pub fn open(home: &Path, choose: impl Fn(&ClassEntry) -> bool) -> Platform {
        let path = home.join("lib/modules");
        let bytes = SharedBytes::new(fs::read(&path).unwrap());
        let options = container::Options::for_release(17);
        let image = Image::open(&path.display().to_string(), bytes, &options).unwrap();
        let chosen = (0..).zip(image.classes()).filter(|(_, entry)| choose(entry));
        let (positions, entries) = chosen.map(|(position, entry)| (position, entry.clone())).unzip();
        Platform { image, entries, positions }
    }
}

impl Container for Platform {
    fn location(&self) -> &str {
        self.image.location()
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.entries
    }

    fn read_class(&self, index: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        self.image.read_class(self.positions[index])
    }

    fn resources(&self) -> Vec<&str> {
        Vec::new()
    }

    fn read_resource(&self, _: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        Ok(None)
    }
}

/// A fixture, compiled by one JDK, with that JDK under it.
pub struct Subject {
    pub release: u32,
    pub program: Program,
    pub world: World,
}

impl Subject {
    /// Compiles a fixture with every JDK, with debug information.
    #[track_caller]
    pub fn all(fixture: &Fixture) -> Vec<Subject> {
        Self::compiled(fixture, &["-g"])
    }

    #[track_caller]
    pub fn compiled(fixture: &Fixture, options: &[&str]) -> Vec<Subject> {
        jdks()
            .iter()
            .map(|jdk| {
                let program = fixture.compile_with(jdk, options);
                let world = over_jdk(&jdk.home, Classes::new(Classes::of(&program)));
                Subject { release: jdk.version.feature, program, world }
            })
            .collect()
    }

    #[track_caller]
    pub fn class(&self, name: &str) -> ClassId {
        self.world.class_id(name).unwrap_or_else(|| panic!("no class {name}"))
    }

    /// A method by class and name, where the class has one of that name only.
    #[track_caller]
    pub fn method(&self, class: &str, name: &str) -> MethodId {
        let mut named = self.world.view(self.class(class)).methods_named(name);
        match (named.next(), named.next()) {
            (Some(method), None) => method.id(),
            (None, _) => panic!("no method {name} in {class}"),
            (Some(_), Some(_)) => panic!("several methods {name} in {class}"),
        }
    }

    /// The methods of the fixture's own classes.
    pub fn own_methods(&self) -> impl Iterator<Item = MethodView<'_>> {
        self.world.classes().filter(|class| !class.is_platform()).flat_map(|class| class.methods())
    }
}

/// A world of class files over a part of a JDK.
pub fn over_jdk(home: &Path, classes: Classes) -> World {
    let containers: Vec<Arc<dyn Container>> = vec![Platform::small(home), Arc::new(classes)];
    World::build(&containers, Options::new(Depth::Code)).0
}
