//! `reenact serial describe`: the form of one class.

use reenact_report::serial::{Component, Described, Member, Refusal, Version};
use reenact_serial::check::problem_finding;
use reenact_serial::form::{Accessor, Caller, FormReader, Modules, Serializer, VersionForm};
use reenact_serial::platform::{PlatformForm, PlatformMaker, platform_form};
use reenact_serial::types::Type;
use reenact_world::{MethodId, World};

use super::check::caller;
use super::{Error, Options, Program};
use crate::Progress;

/// Describes every version of the form of a class, by its binary name.
pub fn describe(options: &Options, class: &str, progress: &dyn Progress) -> Result<Described, Error> {
    let program = Program::read(options, progress)?;
    let view = program.class(class)?;
    let world = program.model.world();
    let mut described =
        Described { class: view.binary_name(), caller: options.caller.clone(), ..Described::default() };
    if view.is_enum() {
        described.kind = "enum".to_owned();
        let name = Component { name: "name".to_owned(), type_name: "java.lang.String".to_owned() };
        let by = |member: &str, how: &str| {
            Some(Member { member: member.to_owned(), how: how.to_owned(), ..Member::default() })
        };
        described.versions.push(Version {
            version: 1,
            components: vec![name],
            written_by: by("java.lang.Enum#name()", "single"),
            read_by: by(&format!("{}#valueOf(java.lang.String)", view.binary_name()), "factory"),
            refused: false,
        });
        return Ok(described);
    }
    if let Some(form) = platform_form(&described.class).filter(|_| view.is_platform()) {
        described.kind = "platform".to_owned();
        described.versions.push(platform(form));
        return Ok(described);
    }
    match FormReader::new(world).form(view.id()) {
        Ok(form) => {
            described.kind = if view.is_record() { "record" } else { "declared" }.to_owned();
            let modules = Modules::of(world);
            let access = Describer { world, modules: &modules, caller: caller(options) };
            described.versions = form.versions.iter().map(|version| access.version(version)).collect();
            described.findings =
                form.problems.iter().map(|problem| problem_finding(world, view, problem)).collect();
        }
        Err(refusal) => {
            described.kind = "none".to_owned();
            described.refusal =
                Some(Refusal { reason: refusal.message(world), help: refusal.help().to_owned() });
        }
    }
    Ok(described)
}

fn platform(form: &PlatformForm) -> Version {
    let components = form
        .components
        .iter()
        .map(|(name, descriptor)| Component { name: (*name).to_owned(), type_name: shown(descriptor) });
    let (member, how) = match form.maker {
        PlatformMaker::Constructor | PlatformMaker::Collection | PlatformMaker::Map => {
            (format!("{}#<init>", form.class), "constructor")
        }
        PlatformMaker::Factory(class, method)
        | PlatformMaker::Elements(class, method)
        | PlatformMaker::Wrapper(class, method) => (format!("{class}#{method}"), "factory"),
        PlatformMaker::Entries => ("java.util.Map#ofEntries".to_owned(), "factory"),
    };
    Version {
        version: 1,
        components: components.collect(),
        written_by: Some(Member {
            member: "Reenact, which knows this JDK type".to_owned(),
            how: "platform".to_owned(),
            ..Member::default()
        }),
        read_by: Some(Member { member, how: how.to_owned(), ..Member::default() }),
        refused: false,
    }
}

struct Describer<'d> {
    world: &'d World,
    modules: &'d Modules,
    caller: Caller,
}

impl Describer<'_> {
    fn version(&self, form: &VersionForm) -> Version {
        let read_by = form.deserializer.map(|reader| Member {
            member: self.world.view(reader.method).to_string(),
            how: if reader.is_constructor { "constructor" } else { "factory" }.to_owned(),
            open: reader.is_open,
            unusable: self.unusable(reader.method, reader.is_open),
        });
        Version {
            version: form.version,
            components: form
                .components
                .iter()
                .map(|component| Component {
                    name: component.name.clone(),
                    type_name: shown(&component.descriptor),
                })
                .collect(),
            written_by: form.serializer.as_ref().map(|serializer| self.serializer(serializer)),
            read_by,
            refused: form.deserializer.is_some_and(|reader| reader.refuses),
        }
    }

    fn serializer(&self, serializer: &Serializer) -> Member {
        let open = serializer.is_open();
        let (member, how) = match serializer {
            Serializer::Record { accessors, .. } => (self.names(accessors), "record"),
            Serializer::Accessors { accessors, .. } => (self.names(accessors), "accessors"),
            Serializer::Carrier { method, carrier, .. } => {
                let carrier = self.world.view(*carrier);
                (format!("{}, which returns {carrier}", self.world.view(*method)), "carrier")
            }
            Serializer::Single { method, .. } => (self.world.view(*method).to_string(), "single"),
        };
        let method = serializer.method().and_then(|method| self.unusable(method, open));
        let accessor = || {
            serializer.accessors().iter().find_map(|accessor| {
                let reason = self.caller.may_read(self.world, self.modules, *accessor, open).err()?;
                Some(format!("{}: {reason}", self.names(&[*accessor])))
            })
        };
        Member { member, how: how.to_owned(), open, unusable: method.or_else(accessor) }
    }

    fn unusable(&self, method: MethodId, is_open: bool) -> Option<String> {
        let view = self.world.view(method);
        let access =
            self.caller.may_use(self.world, self.modules, view.class(), view.access_flags(), is_open);
        access.err().map(|reason| reason.to_string())
    }

    /// `lo(), hi()`.
    fn names(&self, accessors: &[Accessor]) -> String {
        let names: Vec<String> = accessors
            .iter()
            .map(|accessor| match accessor {
                Accessor::Method(method) => format!("{}()", self.world.view(*method).name()),
                Accessor::Field(field) => self.world.view(*field).name().to_string(),
            })
            .collect();
        names.join(", ")
    }
}

fn shown(descriptor: &str) -> String {
    Type::parse(descriptor).map_or_else(|| descriptor.to_owned(), |known| known.to_string())
}
