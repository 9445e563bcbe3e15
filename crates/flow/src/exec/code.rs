//! A program's code as executions need it, shared by all of them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use reenact_base::{Id, Memo};
use reenact_world::{ClassId, MethodId, World};
use rustc_hash::FxHashSet;

use crate::body::{BlockId, Body, BodyBuilder};
use crate::exec::platform::Special;

/// Bodies and targets of calls, computed once for all executions of a program, on all threads.
pub struct Code<'w> {
    world: &'w World,
    bodies: Memo<MethodId, Option<Arc<Prepared>>>,
    /// The builder keeps buffers for the next class.
    builder: Mutex<BodyBuilder>,
    pub(super) targets: Memo<(ClassId, MethodId), Option<MethodId>>,
    specials: Memo<MethodId, Option<Special>>,
    lambda_interfaces: OnceLock<FxHashSet<ClassId>>,
}

/// A body with what executing it needs.
pub struct Prepared {
    pub body: Body,
    /// By block: whether the method may yet return from there.
    returns: Vec<bool>,
    /// True if control may come back to a block.
    pub has_loop: bool,
}

impl Prepared {
    /// Whether the method may yet return from a block.
    pub fn returns(&self, block: BlockId) -> bool {
        self.returns[block.index()]
    }
}

impl<'w> Code<'w> {
    pub fn new(world: &'w World) -> Self {
        Code {
            world,
            bodies: Memo::default(),
            builder: Mutex::default(),
            targets: Memo::default(),
            specials: Memo::default(),
            lambda_interfaces: OnceLock::new(),
        }
    }

    pub fn world(&self) -> &'w World {
        self.world
    }

    /// A method's body; `None` if it has no code that can be read. All bodies of its class are made at once, since
    /// reading the class is most of the work and the others are soon asked for.
    pub fn body(&self, method: MethodId) -> Option<Arc<Prepared>> {
        if let Some(known) = self.bodies.get(&method) {
            return known;
        }
        let class = self.world.view(method).class().id();
        let mut builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have made them while this one waited.
        if let Some(known) = self.bodies.get(&method) {
            return known;
        }
        builder.of_class(self.world, class, |method, body| {
            let prepared = body.ok().map(|body| {
                let (returns, has_loop) = (body.returning_blocks(), body.has_loop());
                Arc::new(Prepared { body, returns, has_loop })
            });
            self.bodies.insert(method, prepared);
            None
        });
        self.bodies.insert(method, None)
    }

    /// The special treatment of a method of the JDK, if it has one.
    pub(super) fn special(&self, method: MethodId) -> Option<Special> {
        self.specials.get_or_insert_with(method, |&method| Special::of(self.world, method))
    }

    /// The interfaces of which there are function objects.
    pub(super) fn lambda_interfaces(&self) -> &FxHashSet<ClassId> {
        self.lambda_interfaces.get_or_init(|| {
            let lambdas = self.world.lambdas();
            let names = lambdas.flat_map(|lambda| {
                std::iter::once(lambda.interface()).chain(lambda.markers().iter().copied())
            });
            names.filter_map(|name| self.world.class_of_symbol(name)).collect()
        })
    }
}
