//! Small Java programs as worlds.

pub mod show;

use std::sync::Arc;

use reenact_classfile::container::ClassEntry;
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{ClassFiles, Fixture, Program, is_java_base, jdks, platform};
use reenact_world::{ClassId, Depth, MethodId, MethodView, Options, World};

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
                let world = over_jdk(jdk, ClassFiles::new("app", program.class_files()));
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

/// A world of class files over the packages of a JDK that the fixtures use.
pub fn over_jdk(jdk: &Jdk, classes: ClassFiles) -> World {
    let packages = ["java/lang/", "java/util/", "java/io/"];
    let is_used = |entry: &ClassEntry| packages.iter().any(|start| entry.name.starts_with(start));
    let small = platform(jdk, |entry| is_java_base(entry) && is_used(entry));
    World::build(&[small, Arc::new(classes)], Options::new(Depth::Code)).0
}
