//! The class files of a class path, as one list.

use std::sync::Arc;

use reenact_base::Id;
use reenact_base::finding::{Code, Finding, Location, Subject};
use reenact_base::name::InternalName;
use reenact_classfile::container::{ClassEntry, Container};

use crate::ids::ContainerId;

/// One class file of the class path.
#[derive(Clone, Copy)]
pub(super) struct Entry<'c> {
    pub container: ContainerId,
    /// Position among the container's class files.
    pub index: u32,
    pub source: &'c dyn Container,
    pub class: &'c ClassEntry,
}

impl<'c> Entry<'c> {
    /// All class files, in class-path order.
    pub fn all(containers: &'c [Arc<dyn Container>]) -> Vec<Entry<'c>> {
        let of_container = |(position, source): (usize, &'c Arc<dyn Container>)| {
            let container = ContainerId::from_index(position);
            (0u32..).zip(source.classes()).map(move |(index, class)| Entry {
                container,
                index,
                source: &**source,
                class,
            })
        };
        containers.iter().enumerate().flat_map(of_container).collect()
    }

    /// Where the class file is, for messages.
    pub fn location(&self) -> String {
        location(self.source, self.class)
    }

    /// A finding about this class file.
    pub fn finding(&self, code: Code, message: impl Into<String>) -> Finding {
        let class = InternalName::new(&self.class.name).to_binary();
        Finding::new(code, Subject::file(self.location()), message)
            .at(Location::class(self.source.location(), class))
    }

    /// Whether this is a module's declaration and no class.
    pub fn is_module_info(&self) -> bool {
        &*self.class.name == "module-info"
    }
}

/// Where an entry of a container is, for messages.
pub(crate) fn location(container: &dyn Container, class: &ClassEntry) -> String {
    let module = class.module.as_ref().map(|module| format!("{module}/")).unwrap_or_default();
    format!("{}!/{module}{}.class", container.location(), class.name)
}
