//! Paths that were enumerated, kept for the next question.

use std::sync::Arc;

use reenact_base::Memo;
use reenact_world::{MethodId, World};

use crate::exec::Code;
use crate::paths::enumerate::enumerate;
use crate::paths::{Limits, Paths};

/// The paths of methods, each enumerated once. Threads may share it.
pub struct PathCache<'w> {
    shared: Shared<'w>,
    limits: Limits,
    paths: Memo<MethodId, Arc<Paths>>,
}

impl<'w> PathCache<'w> {
    /// With the usual limits.
    pub fn new(world: &'w World) -> Self {
        Self::with_limits(world, Limits::default())
    }

    pub fn with_limits(world: &'w World, limits: Limits) -> Self {
        Self::with_code(Arc::new(Code::new(world)), limits)
    }

    /// With code that other caches use too.
    pub fn with_code(code: Arc<Code<'w>>, limits: Limits) -> Self {
        PathCache { shared: Shared { code, open_loops: Memo::default() }, limits, paths: Memo::default() }
    }

    pub fn world(&self) -> &'w World {
        self.shared.code.world()
    }

    /// The paths of a method.
    pub fn get(&self, method: MethodId) -> Arc<Paths> {
        self.paths
            .get_or_insert_with(method, |&method| Arc::new(enumerate(&self.shared, method, &self.limits)))
    }
}

impl Paths {
    /// The paths of one method. To ask for many, use a [`PathCache`].
    pub fn of(world: &World, method: MethodId, limits: &Limits) -> Paths {
        enumerate(&Shared { code: Arc::new(Code::new(world)), open_loops: Memo::default() }, method, limits)
    }
}

/// The code and facts that all enumerations of a program share.
pub(super) struct Shared<'w> {
    pub code: Arc<Code<'w>>,
    open_loops: Memo<MethodId, bool>,
}

impl Shared<'_> {
    /// Whether a method has a loop whose end depends on what it is given.
    pub fn has_open_loop(&self, method: MethodId) -> bool {
        self.open_loops.get_or_insert_with(method, |&method| {
            let limits = Limits { depth: 0, paths: 16, steps: 500, ..Limits::default() };
            !enumerate(self, method, &limits).is_complete
        })
    }
}
