//! The actions that were chosen for an object, as a recipe.

use reenact_heap::Value;

use super::changes::{Change, What};
use super::target::{Key, Target};
use super::trial::{Holder, Scope};
use super::{Search, Solver, Start};
use crate::actions::MakerKind;
use crate::choose::{Choice, Fields};
use crate::plan::{Making, Member, Operand, Strategy};
use crate::recipe::{Extra, Filling, Inside, Recipe};
use crate::want::Want;

impl Solver<'_, '_> {
    /// The recipe of a constructing action and the field-setting ones that were chosen to go with it. `None` if
    /// an object that only helps cannot be had.
    pub(super) fn finish(
        &self,
        scope: &Scope,
        target: &Target,
        search: &Search,
        start: &Start<'_>,
        changes: &[Change],
        choice: &Choice,
    ) -> Option<Recipe> {
        let mut extra = Extra { cost: start.cost + choice.cost, ..Extra::default() };
        let making = self.making(scope, search, start, &mut extra)?;
        let mut recipe = Recipe::new(&search.class, making, Strategy::Structure);
        recipe.enters = start.enters.clone();
        let mut reset: Fields = 0;
        for &at in &choice.moves {
            let change = &changes[at];
            recipe.then.extend(self.fillings(scope, change, &mut extra.helpers, search.depth)?);
            if let What::Hope = change.what {
                recipe.unproved.extend(target.fields(change.effect.sets));
            }
            recipe.unproved.extend(target.fields(change.unproved));
            if !change.is_fill {
                reset |= change.effect.sets | change.effect.spoils;
            }
        }
        recipe.then.extend(target.then.iter().cloned());
        for (at, slot) in target.slots.iter().enumerate() {
            let Key::Field(field) = slot.key else { continue };
            let is_reset = reset >> at & 1 == 1;
            let is_left = !slot.is_needed && start.right >> at & 1 == 0 && !is_reset;
            if choice.wrong >> at & 1 == 1 || is_left {
                recipe.relaxed.push(field);
            }
            // An object that was replaced by another one is not held any more.
            if !is_reset {
                let held = target.held(at);
                recipe.inside.extend(
                    start.explained.inside[at]
                        .iter()
                        .map(|node| Inside { node: *node, field: (held == Some(*node)).then_some(field) }),
                );
            }
        }
        recipe.cost = extra.cost;
        recipe.helpers = extra.helpers;
        Some(recipe)
    }

    /// The expression that constructs.
    fn making(&self, scope: &Scope, search: &Search, start: &Start<'_>, extra: &mut Extra) -> Option<Making> {
        let action = &start.maker.action;
        let mut arguments = self.arguments(scope, action, &start.parameters, extra, search.depth)?;
        let method = action.member.clone();
        Some(match (start.maker.kind, &start.receiver) {
            (MakerKind::Constructor { has_outer }, _) => {
                let outer = (has_outer && !arguments.is_empty()).then(|| Box::new(arguments.remove(0)));
                Making::Constructor { method, outer, arguments }
            }
            (MakerKind::Static, _) => Making::Factory { method, arguments },
            (MakerKind::Instance(_), Holder::Bound(Want::Is(value @ Value::Reference(_)))) => {
                Making::Result { on: Box::new(Operand::Value(*value)), method, arguments }
            }
            (MakerKind::Instance(_), Holder::Bound(_)) => return None,
            (MakerKind::Instance(class), Holder::Fields(fields)) => {
                let builder = Target::of_fields(class, fields);
                self.built(scope, search, builder, (method, arguments), extra)?
            }
            (MakerKind::Instance(class), Holder::Free) => {
                let builder = Target::of_fields(class, &[]);
                self.built(scope, search, builder, (method, arguments), extra)?
            }
        })
    }

    /// An object that a builder gives: a chain of calls if the builder allows it.
    fn built(
        &self,
        scope: &Scope,
        search: &Search,
        builder: Target,
        last: (Member, Vec<Operand>),
        extra: &mut Extra,
    ) -> Option<Making> {
        let depth = search.depth.checked_sub(1)?;
        let left = search.limit().checked_sub(extra.cost)?;
        let mut builder = self.solve(scope, &builder, depth, left).ok()?;
        extra.cost += builder.cost;
        extra.helpers.append(&mut builder.helpers);
        let fluent = |filling: &Filling| match filling {
            Filling::Call { method, arguments, is_fluent: true } => Some((method.clone(), arguments.clone())),
            _ => None,
        };
        let calls: Option<Vec<_>> = builder.then.iter().map(fluent).collect();
        Some(match calls {
            Some(mut calls) => {
                calls.push(last);
                Making::Chain { first: Box::new(builder.making), calls }
            }
            None => {
                let on = Box::new(self.helper(builder, &mut extra.helpers));
                Making::Result { on, method: last.0, arguments: last.1 }
            }
        })
    }
}
