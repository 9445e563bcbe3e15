//! A program made of any class file can be asked anything.
#![no_main]

use std::borrow::Cow;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use reenact_classfile::container::{ClassEntry, Container, ContainerError};
use reenact_world::{CallGraph, Depth, Options, Roots, World};

/// A class path with one class file on it.
struct One {
    entries: [ClassEntry; 1],
    bytes: Vec<u8>,
}

impl Container for One {
    fn location(&self) -> &str {
        "fuzz"
    }

    fn classes(&self) -> &[ClassEntry] {
        &self.entries
    }

    fn read_class(&self, _: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        Ok(Cow::Borrowed(&self.bytes))
    }

    fn resources(&self) -> Vec<&str> {
        Vec::new()
    }

    fn read_resource(&self, _: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        Ok(None)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let name = reenact_classfile::ClassFile::parse(bytes)
        .and_then(|class| class.name().map(|name| name.to_string()));
    let Ok(name) = name else { return };
    let entry = ClassEntry { name: name.into(), module: None, size: bytes.len() as u32 };
    let container: Arc<dyn Container> = Arc::new(One { entries: [entry], bytes: bytes.to_vec() });
    let (world, _) = World::build(&[container], Options { depth: Depth::Code, platform: 0 });
    let graph = CallGraph::class_hierarchy(&world);
    let rapid = CallGraph::rapid_type(&world, &Roots::methods(world.method_ids()));
    for method in world.method_ids() {
        for graph in [&graph, &rapid] {
            graph.callers(&world, method);
            graph.callees(&world, method);
        }
        world.overriders(method);
        let _ = world.view(method).to_string();
    }
});
