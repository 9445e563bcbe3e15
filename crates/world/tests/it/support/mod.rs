//! Small Java programs as worlds.

pub mod assemble;

use std::collections::BTreeMap;
use std::sync::Arc;

use reenact_base::finding::Finding;
use reenact_classfile::container::Container;
use reenact_testkit::jvm::Jdk;
use reenact_testkit::{ClassFiles, Expectation, Fixture, Program, is_java_base, jdks, platform};
use reenact_world::{CallGraph, ClassView, Depth, MethodId, MethodView, Options, World};

/// A fixture, compiled by one JDK, with that JDK under it.
pub struct Subject {
    pub release: u32,
    pub program: Program,
    pub world: World,
    pub findings: Vec<Finding>,
}

impl Subject {
    /// Compiles a fixture with every JDK, with debug information.
    #[track_caller]
    pub fn all(fixture: &Fixture) -> Vec<Subject> {
        jdks().iter().map(|jdk| Self::new(jdk, fixture)).collect()
    }

    /// As [`Subject::all`], for JDKs from a release on.
    #[track_caller]
    pub fn since(release: u32, fixture: &Fixture) -> Vec<Subject> {
        let jdks = jdks().into_iter().filter(|jdk| jdk.version.feature >= release);
        jdks.map(|jdk| Self::new(&jdk, fixture)).collect()
    }

    #[track_caller]
    fn new(jdk: &Jdk, fixture: &Fixture) -> Subject {
        let program = fixture.compile_with(jdk, &["-g"]);
        let (world, findings) = with_java_base(jdk, [ClassFiles::new("app", program.class_files())]);
        Subject { release: jdk.version.feature, program, world, findings }
    }

    #[track_caller]
    pub fn class(&self, name: &str) -> ClassView<'_> {
        class(&self.world, name)
    }

    /// A method by class and name, where the class has one of that name only.
    #[track_caller]
    pub fn method(&self, class: &str, name: &str) -> MethodView<'_> {
        method(&self.world, class, name)
    }

    /// The methods of the fixture's own classes.
    pub fn own_methods(&self) -> impl Iterator<Item = MethodView<'_>> {
        self.world.classes().filter(|class| !class.is_platform()).flat_map(|class| class.methods())
    }

    /// Returns the answers of `find` for lines, for those lines that have a comment of this kind, as expectations.
    /// Texts for one line are joined in order.
    pub fn found(
        &self,
        fixture: &Fixture,
        kind: &str,
        mut find: impl FnMut(MethodView<'_>) -> Vec<(u16, String)>,
    ) -> Vec<Expectation> {
        let mut lines: BTreeMap<(String, u32), Vec<String>> = BTreeMap::new();
        for method in self.own_methods() {
            let class = method.class();
            let file = class.source_file().unwrap().to_string();
            let file = match class.package().to_string() {
                package if package.is_empty() => file,
                package => format!("{package}/{file}"),
            };
            let code_lines = self.world.lines(method.id()).unwrap();
            for (pc, text) in find(method) {
                let line = code_lines.at(pc).expect("compiled with -g");
                lines.entry((file.clone(), line.into())).or_default().push(text);
            }
        }
        let texts = |expected: Expectation| {
            let mut texts = lines.get(&(expected.file.clone(), expected.line)).cloned().unwrap_or_default();
            texts.sort();
            texts.dedup();
            Expectation { text: texts.join(", "), ..expected }
        };
        fixture.expectations(&[kind]).into_iter().map(texts).collect()
    }

    /// The fixture's own methods that the sites of lines may run by a call graph.
    pub fn found_targets(&self, fixture: &Fixture, kind: &str, graph: &CallGraph) -> Vec<Expectation> {
        self.found(fixture, kind, |method| {
            let mut found = Vec::new();
            for &site in method.sites().iter().filter(|_| graph.is_reachable(method.id())) {
                graph.for_each_target(&self.world, method.class().id(), site, |target| {
                    let target = self.world.view(target);
                    if !target.class().is_platform() {
                        found.push((site.pc(), short(target)));
                    }
                });
            }
            found
        })
    }
}

/// A method as `A.name`, without package and parameters; a lambda's as `A.lambda$name`, since its
/// number depends on the compiler.
pub fn short(method: MethodView<'_>) -> String {
    let class = method.class().binary_name();
    let name = method.name().to_string();
    let name = match name.strip_prefix("lambda$").and_then(|rest| rest.rsplit_once('$')) {
        Some((context, _)) => format!("lambda${context}"),
        None => name,
    };
    format!("{}.{name}", class.rsplit('.').next().unwrap())
}

/// The short names of methods, sorted, for those that are not the JDK's.
pub fn shorts(world: &World, methods: impl IntoIterator<Item = MethodId>) -> Vec<String> {
    let views = methods.into_iter().map(|id| world.view(id)).filter(|view| !view.class().is_platform());
    let mut names: Vec<String> = views.map(short).collect();
    names.sort();
    names
}

/// A world of class files over a JDK's `java.base`.
pub fn with_java_base(jdk: &Jdk, containers: impl IntoIterator<Item = ClassFiles>) -> (World, Vec<Finding>) {
    let containers: Vec<Arc<dyn Container>> = std::iter::once(platform(jdk, is_java_base))
        .chain(containers.into_iter().map(|classes| Arc::new(classes) as Arc<dyn Container>))
        .collect();
    World::build(&containers, Options::new(Depth::Code))
}

/// A world of class files alone.
pub fn without_jdk(containers: impl IntoIterator<Item = ClassFiles>) -> (World, Vec<Finding>) {
    let containers: Vec<Arc<dyn Container>> =
        containers.into_iter().map(|classes| Arc::new(classes) as Arc<dyn Container>).collect();
    World::build(&containers, Options { depth: Depth::Code, platform: 0 })
}

#[track_caller]
pub fn class<'w>(world: &'w World, name: &str) -> ClassView<'w> {
    world.class(name).unwrap_or_else(|| panic!("no class {name}"))
}

#[track_caller]
pub fn method<'w>(world: &'w World, class: &str, name: &str) -> MethodView<'w> {
    let mut named = self::class(world, class).methods_named(name);
    match (named.next(), named.next()) {
        (Some(method), None) => method,
        (None, _) => panic!("no method {name} in {class}"),
        (Some(_), Some(_)) => panic!("several methods {name} in {class}"),
    }
}
