//! What explorations share: bodies, and the targets of calls. And answers that are asked for again.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use reenact_world::{ClassId, MethodId, World};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Body, BodyBuilder};
use crate::paths::explore::Explorer;
use crate::paths::platform::Special;
use crate::paths::{Limits, Paths};

/// The paths of methods that were asked for, kept for the next question.
pub struct PathCache<'w> {
    shared: Shared<'w>,
    limits: Limits,
    paths: RefCell<FxHashMap<MethodId, Rc<Paths>>>,
}

impl<'w> PathCache<'w> {
    /// With the usual limits.
    pub fn new(world: &'w World) -> Self {
        Self::with_limits(world, Limits::default())
    }

    pub fn with_limits(world: &'w World, limits: Limits) -> Self {
        PathCache { shared: Shared::new(world), limits, paths: RefCell::default() }
    }

    pub fn world(&self) -> &'w World {
        self.shared.world
    }

    /// The paths of a method.
    pub fn get(&self, method: MethodId) -> Rc<Paths> {
        if let Some(known) = self.paths.borrow().get(&method) {
            return known.clone();
        }
        let paths = Rc::new(Explorer::explore(&self.shared, method, &self.limits));
        self.paths.borrow_mut().insert(method, paths.clone());
        paths
    }
}

impl Paths {
    /// The paths of one method. To ask for many, use a [`PathCache`].
    pub fn of(world: &World, method: MethodId, limits: &Limits) -> Paths {
        Explorer::explore(&Shared::new(world), method, limits)
    }
}

/// What is worked out once for all explorations of a program.
pub(super) struct Shared<'w> {
    pub world: &'w World,
    bodies: RefCell<FxHashMap<MethodId, Option<Rc<Prepared>>>>,
    builder: RefCell<BodyBuilder>,
    pub targets: RefCell<FxHashMap<(ClassId, MethodId), Option<MethodId>>>,
    pub specials: RefCell<FxHashMap<MethodId, Option<Special>>>,
    lambda_interfaces: OnceCell<FxHashSet<ClassId>>,
    open_loops: RefCell<FxHashMap<MethodId, bool>>,
}

/// A body with what following it needs.
pub(super) struct Prepared {
    pub body: Body,
    /// By block: whether the method may yet return from there.
    pub returns: Vec<bool>,
    /// Whether control may come back to a block.
    pub has_loop: bool,
}

impl<'w> Shared<'w> {
    pub fn new(world: &'w World) -> Self {
        Shared {
            world,
            bodies: RefCell::default(),
            builder: RefCell::default(),
            targets: RefCell::default(),
            specials: RefCell::default(),
            lambda_interfaces: OnceCell::new(),
            open_loops: RefCell::default(),
        }
    }

    /// A method's body. All bodies of its class are made at once, since reading the class is most of the work
    /// and the others are soon asked for.
    pub fn body(&self, method: MethodId) -> Option<Rc<Prepared>> {
        if let Some(known) = self.bodies.borrow().get(&method) {
            return known.clone();
        }
        let mut bodies = self.bodies.borrow_mut();
        let class = self.world.view(method).class().id();
        self.builder.borrow_mut().of_class(self.world, class, |method, body| {
            let prepared = body.ok().map(|body| {
                let (returns, has_loop) = (body.returning_blocks(), body.has_loop());
                Rc::new(Prepared { body, returns, has_loop })
            });
            bodies.insert(method, prepared);
            None
        });
        bodies.entry(method).or_default().clone()
    }

    /// Whether a method has a loop whose end depends on what it is given.
    pub fn has_open_loop(&self, method: MethodId) -> bool {
        if let Some(&known) = self.open_loops.borrow().get(&method) {
            return known;
        }
        let limits = Limits { depth: 0, paths: 16, steps: 500, ..Limits::default() };
        let is_open = !Explorer::explore(self, method, &limits).is_complete;
        self.open_loops.borrow_mut().insert(method, is_open);
        is_open
    }

    /// The interfaces of which there are function objects.
    pub fn lambda_interfaces(&self) -> &FxHashSet<ClassId> {
        self.lambda_interfaces.get_or_init(|| {
            let lambdas = self.world.lambdas();
            let names = lambdas.flat_map(|lambda| {
                std::iter::once(lambda.interface()).chain(lambda.markers().iter().copied())
            });
            names.filter_map(|name| self.world.class_of_symbol(name)).collect()
        })
    }
}
