//! The classes of a program that may occur in a document.

use std::sync::Arc;

use reenact_base::name::BinaryName;
use reenact_flow::paths::PathCache;
use reenact_world::{ClassView, World};
use rustc_hash::FxHashSet;

use crate::document::{Shapes, Unknown};
use crate::extract::{declared_shape, infer, inferred_shape};
use crate::form::{Caller, FormReader, Modules};
use crate::platform::platform_form;
use crate::value::{Maker, Shape};

/// The forms of a program, read from its class files. Nothing is loaded or initialized.
pub struct ProgramShapes<'s, 'w> {
    pub reader: &'s FormReader<'w>,
    pub paths: &'s PathCache<'w>,
    pub modules: &'s Modules,
    pub caller: &'s Caller,
    /// Binary names of the only classes of the program that are allowed; all that have a form if it is absent.
    pub allowed: Option<&'s FxHashSet<String>>,
}

impl<'w> ProgramShapes<'_, 'w> {
    fn world(&self) -> &'w World {
        self.reader.world()
    }

    /// An allowed class.
    fn class(&self, name: &str) -> Result<ClassView<'w>, Unknown> {
        let is_allowed = self.allowed.is_none_or(|allowed| allowed.contains(name));
        let class = self.world().class(BinaryName::new(name).to_internal().as_str());
        class.filter(|class| is_allowed && !class.is_platform()).ok_or(Unknown::Class)
    }

    /// Version 0 is what was seen in an object whose class declares no form.
    fn inferred(&self, class: ClassView<'w>) -> Result<Arc<Shape>, Unknown> {
        let shape = inferred_shape(self.world(), class.id(), &infer(self.world(), self.paths, class.id()));
        match shape.maker {
            Maker::Unknown => Err(Unknown::NoForm(
                "declares no serial form, and no constructor takes all of its fields".to_owned(),
            )),
            _ => Ok(Arc::new(shape)),
        }
    }
}

impl Shapes for ProgramShapes<'_, '_> {
    fn shape(&self, class: &str, version: i32) -> Result<Arc<Shape>, Unknown> {
        if let Some(form) = platform_form(class) {
            return match version {
                1 => Ok(Arc::new(Shape::platform(form))),
                _ => Err(Unknown::Version(vec![1])),
            };
        }
        let view = self.class(class)?;
        let world = self.world();
        let form = match self.reader.form(view.id()) {
            Ok(form) => form,
            Err(_) if version == 0 => return self.inferred(view),
            Err(refusal) => return Err(Unknown::NoForm(refusal.message(world))),
        };
        let readable = || form.readable().map(|form| form.version).collect();
        let Some(found) = form.version(version) else { return Err(Unknown::Version(readable())) };
        let Some(reader) = found.deserializer else { return Err(Unknown::Version(readable())) };
        if reader.refuses {
            return Err(Unknown::Refused);
        }
        if form.has_problem(version) {
            return Err(Unknown::NoForm("has a mistake in its form; run: reenact serial check".to_owned()));
        }
        let member = world.view(reader.method);
        let flags = member.access_flags();
        match self.caller.may_use(world, self.modules, member.class(), flags, reader.is_open) {
            Ok(()) => Ok(Arc::new(declared_shape(world, view.id(), found))),
            Err(reason) => Err(Unknown::NoForm(format!("has a deserializer that cannot be used: {reason}"))),
        }
    }

    fn constant(&self, class: &str, constant: &str) -> Result<(), Unknown> {
        let name = BinaryName::new(class).to_internal();
        let is_allowed = self.allowed.is_none_or(|allowed| allowed.contains(class));
        let view = self.world().class(name.as_str()).filter(|view| view.is_enum());
        let view = view.filter(|view| is_allowed || view.is_platform()).ok_or(Unknown::Class)?;
        match view.field(constant) {
            Some(field) if field.access_flags().is_enum() => Ok(()),
            _ => Err(Unknown::Constant),
        }
    }

    fn fits(&self, class: &str, declared: &str) -> bool {
        let id = |name: &str| self.world().class_id(BinaryName::new(name).to_internal().as_str());
        id(class).zip(id(declared)).is_some_and(|(class, declared)| self.world().is_subtype(class, declared))
    }
}
