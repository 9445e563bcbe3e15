//! Any bytes are an XML document that wires beans, services and mappers, or a finding.
#![no_main]

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use reenact_classfile::container::{ClassEntry, Container, ContainerError};
use reenact_mockpoints::{Catalog, Options, analyze};
use reenact_world::{Depth, World};

/// A class path with documents alone; the second one is imported by documents that name it.
struct Documents(Vec<u8>);

const NAMES: [&str; 2] = ["fuzz.xml", "other/beans.xml"];
const OTHER: &[u8] = b"<beans><import resource='../fuzz.xml'/><bean id='a' class='p.A' parent='b'/></beans>";

impl Container for Documents {
    fn location(&self) -> &str {
        "fuzz"
    }

    fn classes(&self) -> &[ClassEntry] {
        &[]
    }

    fn read_class(&self, _: usize) -> Result<Cow<'_, [u8]>, ContainerError> {
        Err(ContainerError::new("fuzz", 0, "there are no classes"))
    }

    fn resources(&self) -> Vec<&str> {
        NAMES.to_vec()
    }

    fn read_resource(&self, path: &str) -> Result<Option<Cow<'_, [u8]>>, ContainerError> {
        Ok(Some(Cow::Borrowed(if path == NAMES[0] { &self.0 } else { OTHER })))
    }
}

static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::embedded);

fuzz_target!(|bytes: &[u8]| {
    let container: Arc<dyn Container> = Arc::new(Documents(bytes.to_vec()));
    let (world, _) = World::build(&[container], reenact_world::Options { depth: Depth::Code, platform: 0 });
    let analysis = analyze(&world, &CATALOG, &Options::default());
    assert!(analysis.points.is_empty(), "there is no code that could depend on anything");
});
