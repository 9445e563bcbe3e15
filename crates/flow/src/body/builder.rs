//! From a class file to bodies.

use reenact_base::Id;
use reenact_classfile::attribute::{Attribute, BootstrapMethod};
use reenact_classfile::{ClassFile, ConstantPool, ReadError};
use reenact_world::{ClassId, Depth, Lines, MethodId, World};

use super::Body;
use super::build::{Assembly, Frame};
use super::error::{FlowError, Reason};
use super::liveness::Liveness;
use super::local::Variables;
use super::outline::{Decoded, Outline, OutlineScratch};

/// Makes bodies, and keeps its buffers from one to the next.
#[derive(Default)]
pub struct BodyBuilder {
    variables: Variables,
    outline: Outline,
    outlining: OutlineScratch,
    liveness: Liveness,
    frame: Frame,
    /// A body that is not used any more: its lists serve the next.
    spent: Option<Body>,
}

impl Body {
    /// The body of one method. It reads the method's class again: for many methods of a class use
    /// [`BodyBuilder::of_class`].
    pub fn of(world: &World, method: MethodId) -> Result<Body, FlowError> {
        BodyBuilder::new().of(world, method)
    }
}

impl BodyBuilder {
    pub fn new() -> BodyBuilder {
        Self::default()
    }

    /// The body of one method.
    pub fn of(&mut self, world: &World, method: MethodId) -> Result<Body, FlowError> {
        let class = world.view(method).class();
        let first = class.methods().next().map_or(method.index(), |first| first.id().index());
        let built = world.with_class(class.id(), |file| {
            let mut source = Source::new(world, file);
            Ok(self.build(&mut source, &mut Decoded::new(), method, method.index() - first))
        });
        built.map_err(Reason::from).flatten_reason().map_err(|reason| reason.of(world, method))
    }

    /// Reports the bodies of a class's methods that have code, in class-file order. A caller that does not keep a
    /// body gives it back: what it took serves the next.
    pub fn of_class(
        &mut self,
        world: &World,
        class: ClassId,
        mut visit: impl FnMut(MethodId, Result<Body, FlowError>) -> Option<Body>,
    ) {
        let methods = world.view(class).methods();
        let read = world.with_class(class, |file| {
            let mut source = Source::new(world, file);
            let mut decoded = Decoded::new();
            for (position, method) in methods.enumerate().filter(|(_, method)| method.has_code()) {
                let body = self.build(&mut source, &mut decoded, method.id(), position);
                self.spent = visit(method.id(), body.map_err(|reason| reason.of(world, method.id())));
            }
            Ok(())
        });
        if let Err(error) = read {
            for method in world.view(class).methods().filter(|method| method.has_code()) {
                visit(method.id(), Err(Reason::Class(error.clone()).of(world, method.id())));
            }
        }
    }

    fn build<'a>(
        &mut self,
        source: &mut Source<'_, 'a>,
        decoded: &mut Decoded<'a>,
        method: MethodId,
        position: usize,
    ) -> Result<Body, Reason> {
        if source.world.options().depth < Depth::Code {
            return Err(Reason::NotIndexed);
        }
        let member = source.file.methods().get(position).ok_or(Reason::NoCode)?;
        let code = member.code(source.pool)?.ok_or(Reason::NoCode)?;
        decoded.read(&code)?;
        self.variables.collect(&decoded.instructions);
        self.outline.find(decoded, &self.variables, &mut self.outlining)?;
        self.liveness.compute(&self.outline, decoded, &self.variables);
        // Code runs as well without its lines.
        let lines = Lines::of(&code, source.pool).unwrap_or_default();
        let assembly = Assembly {
            sites: source.world.view(method).sites(),
            source,
            code: decoded,
            outline: &self.outline,
            liveness: &self.liveness,
            variables: &self.variables,
            frame: &mut self.frame,
            body: Body::empty(method, lines, self.spent.take()),
            pc: 0,
        };
        assembly.build()
    }
}

trait FlattenReason<T> {
    fn flatten_reason(self) -> Result<T, Reason>;
}

impl<T> FlattenReason<T> for Result<Result<T, Reason>, Reason> {
    fn flatten_reason(self) -> Result<T, Reason> {
        self.and_then(|inner| inner)
    }
}

/// The class file that code is read from.
pub(super) struct Source<'s, 'a> {
    pub world: &'s World,
    pub file: &'s ClassFile<'a>,
    pub pool: &'s ConstantPool<'a>,
    bootstraps: Option<Vec<BootstrapMethod<'a>>>,
}

impl<'s, 'a> Source<'s, 'a> {
    fn new(world: &'s World, file: &'s ClassFile<'a>) -> Self {
        Source { world, file, pool: file.pool(), bootstraps: None }
    }

    /// A row of `BootstrapMethods`.
    pub fn bootstrap(&mut self, index: u16) -> Result<Option<BootstrapMethod<'a>>, ReadError> {
        if self.bootstraps.is_none() {
            let raw = self.file.attributes().find(self.pool, "BootstrapMethods");
            self.bootstraps = Some(match raw.map(|raw| raw.parse(self.pool)).transpose()? {
                Some(Attribute::BootstrapMethods(rows)) => rows,
                _ => Vec::new(),
            });
        }
        Ok(self.bootstraps.as_ref().and_then(|rows| rows.get(usize::from(index))).copied())
    }
}
