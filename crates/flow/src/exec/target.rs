//! The method that a call runs, where that is certain.

use reenact_world::{CallKind, ClassId, MethodId, MethodRefId};

use crate::exec::{Decide, Exec, State};
use crate::term::{TermId, Terms};

/// Interfaces with more implementations than this are not looked through.
const MAX_SUBTYPES: usize = 256;

impl<D: Decide> Exec<'_, '_, D> {
    /// The one method that a call can run.
    pub(super) fn certain_target(
        &self,
        state: &State,
        caller: ClassId,
        kind: CallKind,
        reference: MethodRefId,
        receiver: Option<TermId>,
    ) -> Option<MethodId> {
        if !kind.is_dispatched() {
            return self.world.direct_target(caller, kind, reference);
        }
        let resolved = self.world.resolved_method(reference).ok()?;
        let receiver = receiver?;
        if let Some(class) = self.class_of(state, receiver) {
            return self.world.select(class, resolved).ok();
        }
        let view = self.world.view(resolved);
        let flags = view.access_flags();
        if flags.is_private() || flags.is_final() || view.class().access_flags().is_final() {
            return (!flags.is_static()).then_some(resolved);
        }
        let named = self.world.class_of_symbol(self.world.method_ref(reference).class)?;
        let own = self.world.view(self.method).class().id();
        // The receiver is of this class at least.
        let lower =
            if receiver == Terms::receiver() && self.world.is_subtype(own, named) { own } else { named };
        if self.world.is_platform_class(lower) && !self.enter_platform {
            return None;
        }
        let targets = &self.code.targets;
        targets.get_or_insert_with((lower, resolved), |&(lower, resolved)| self.only_target(lower, resolved))
    }

    /// The one method that `resolved` can be on objects of a class and of all classes below it.
    fn only_target(&self, lower: ClassId, resolved: MethodId) -> Option<MethodId> {
        let world = self.world;
        let is_abstract = world.view(resolved).access_flags().is_abstract();
        if world.missing_supertype(lower).is_some() {
            return None;
        }
        if !is_abstract && !world.view(lower).is_interface() && !world.view(resolved).class().is_interface() {
            let selected = world.select(lower, resolved).ok()?;
            let overriders = world.overriders(resolved);
            let is_below = |&method: &MethodId| {
                let class = world.view(method).class().id();
                class != lower && world.is_subtype(class, lower)
            };
            return (!overriders.iter().any(is_below)).then_some(selected);
        }
        let subtypes = world.subtypes(lower);
        let functions = self.code.lambda_interfaces();
        if subtypes.len() > MAX_SUBTYPES
            || functions.contains(&lower)
            || subtypes.iter().any(|subtype| functions.contains(subtype))
        {
            return None;
        }
        let mut only = None;
        for &class in std::iter::once(&lower).chain(subtypes) {
            if world.view(class).is_instantiable() {
                let selected = world.select(class, resolved).ok()?;
                if only.replace(selected).is_some_and(|before| before != selected) {
                    return None;
                }
            }
        }
        only
    }
}
