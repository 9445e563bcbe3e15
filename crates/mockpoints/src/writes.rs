//! Side effects of points, which replay must perform too.

use std::collections::BTreeSet;

use rayon::prelude::*;
use reenact_flow::effects::reflects;
use reenact_world::{FieldId, Handle, MethodId, MethodRefId, World};
use rustc_hash::FxHashSet;

use crate::point::{Point, Write};
use crate::program::{Callee, Facts, Program};
use crate::solve::Solution;
use crate::summary::DONE;

/// A method with more methods below it may write anything.
const METHODS: usize = 500;

pub(crate) struct Writes<'w, 'a> {
    program: &'w Program<'a>,
    solution: &'w Solution,
    /// By position: whether it may reach native code or reflection.
    is_opaque: Vec<bool>,
}

impl<'w, 'a> Writes<'w, 'a> {
    pub fn new(program: &'w Program<'a>, solution: &'w Solution) -> Self {
        let world = program.scope.world;
        let hides = |reference: MethodRefId| {
            world.resolved_method(reference).is_ok_and(|method| {
                let view = world.view(method);
                match view.class().is_platform() {
                    true => reflects(world, method),
                    false => view.access_flags().is_native(),
                }
            })
        };
        let hiding: FxHashSet<MethodRefId> =
            program.scope.references.iter().filter(|&reference| hides(reference)).collect();
        let calls_hidden = |&method: &MethodId| {
            let called = references(world, method);
            called.into_iter().any(|reference| hiding.contains(&reference))
        };
        let mut is_opaque: Vec<bool> = program.methods.par_iter().map(calls_hidden).collect();
        let mut todo: Vec<u32> = (0..is_opaque.len() as u32).filter(|&at| is_opaque[at as usize]).collect();
        while let Some(position) = todo.pop() {
            let dispatches = program.dispatches_to(position).iter();
            let callers = dispatches.flat_map(|&at| program.callers(Callee::Dispatch(at)));
            for &caller in program.callers(Callee::Method(position)).iter().chain(callers) {
                if !std::mem::replace(&mut is_opaque[caller as usize], true) {
                    todo.push(caller);
                }
            }
        }
        Writes { program, solution, is_opaque }
    }

    pub fn assign(&self, points: &mut [Point]) {
        points.par_iter_mut().for_each(|point| {
            let method = point.method.filter(|&method| self.program.scope.is_own_method(method));
            if let Some(position) = method.and_then(|method| self.program.position(method)) {
                point.writes = self.of(position);
            }
        });
    }

    fn of(&self, position: usize) -> Vec<Write> {
        let is_static = self.program.facts[position].has(Facts::STATIC);
        let parameters = self.solution.summaries[position].contents.iter().enumerate();
        let changed = parameters.filter(|(_, contents)| *contents & DONE != 0);
        let mut writes: Vec<Write> = changed
            .map(|(parameter, _)| match (parameter as u32, is_static) {
                (0, false) => Write::Receiver,
                (parameter, true) => Write::Argument(parameter + 1),
                (parameter, false) => Write::Argument(parameter),
            })
            .collect();
        match self.fields(position) {
            None => writes.push(Write::Anything),
            Some(fields) => writes.extend(fields.into_iter().map(Write::Field)),
        }
        writes
    }

    /// Returns the fields that a method and its callees write, ascending, except fields of objects under construction;
    /// `None` if it may write any field.
    fn fields(&self, position: usize) -> Option<BTreeSet<FieldId>> {
        if self.is_opaque[position] {
            return None;
        }
        let world = self.program.scope.world;
        let mut written = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut todo = vec![position as u32];
        seen.insert(position as u32);
        while let Some(position) = todo.pop() {
            let view = world.view(self.program.methods[position as usize]);
            let skeleton = self.program.skeletons.get(position as usize);
            for store in skeleton.stores {
                let field = world.view(store.field);
                let is_making = view.is_constructor()
                    && !field.access_flags().is_static()
                    && field.class().id() == view.class().id();
                if !is_making {
                    written.insert(store.field);
                }
            }
            for call in skeleton.calls {
                let targets = match &call.callee {
                    None => &[],
                    Some(Callee::Method(target)) => std::slice::from_ref(target),
                    Some(Callee::Dispatch(at)) => self.program.targets(*at),
                };
                todo.extend(targets.iter().copied().filter(|&target| seen.insert(target)));
            }
            if seen.len() > METHODS {
                return None;
            }
        }
        Some(written)
    }
}

/// Returns the methods that a method's code references.
fn references(world: &World, method: MethodId) -> Vec<MethodRefId> {
    let sites = world.view(method).sites().iter();
    let handles = sites.flat_map(|&site| world.effects(site));
    let references = handles.filter_map(|handle| match handle {
        Handle::Method(_, reference) => Some(reference),
        _ => None,
    });
    references.collect()
}
