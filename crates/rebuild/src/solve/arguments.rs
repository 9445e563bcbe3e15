//! Arguments as operands: what is wanted of a parameter becomes something that can be written.

use std::sync::atomic::Ordering;

use reenact_heap::{NodeId, Value};

use super::Solver;
use super::like;
use super::target::{Key, Slot, Target};
use super::trial::{Holder, Scope, helper_node};
use crate::actions::{Action, Maker, MakerKind};
use crate::choose::{Fields, MOST_FIELDS};
use crate::facts::{is_subtype, reference};
use crate::plan::{Making, Operand, Strategy};
use crate::recipe::{Extra, Recipe};
use crate::want::{Datum, Want, descriptor_of};

impl Solver<'_, '_> {
    /// The arguments of a call. `None` if one of them cannot be had.
    pub(super) fn arguments(
        &self,
        scope: &Scope,
        action: &Action,
        holders: &[Holder],
        extra: &mut Extra,
        depth: usize,
    ) -> Option<Vec<Operand>> {
        let mut operands = Vec::with_capacity(holders.len());
        for (at, (holder, descriptor)) in holders.iter().zip(&action.types).enumerate() {
            let fields;
            let want = match holder {
                Holder::Free => &Want::Any,
                Holder::Bound(want) => want,
                Holder::Fields(held) => {
                    let class = self.program.world.class_id(reference(descriptor)?)?;
                    fields = Want::Fields(class, held.clone().into());
                    &fields
                }
            };
            let is_spread = action.is_varargs && at + 1 == holders.len();
            operands.push(self.operand(scope, want, descriptor, is_spread, extra, depth)?);
        }
        Some(operands)
    }

    /// Something that a variable of a type can be given.
    pub(super) fn operand(
        &self,
        scope: &Scope,
        want: &Want,
        descriptor: &str,
        is_spread: bool,
        extra: &mut Extra,
        depth: usize,
    ) -> Option<Operand> {
        let costs = &self.program.options.costs;
        Some(match want {
            Want::Any => {
                Operand::Value(Datum::default_of(descriptor).primitive(descriptor).unwrap_or(Value::Null))
            }
            Want::Is(value) => match descriptor_of(*value) {
                Some(_) if reference(descriptor).is_none() => {
                    Operand::Value(Datum::of(*value).primitive(descriptor)?)
                }
                _ => Operand::Value(*value),
            },
            Want::Text(text) => Operand::Inline(Box::new(Making::String(text.to_vec()))),
            Want::Inline(making) => Operand::Inline(Box::new((**making).clone())),
            Want::Like(node) => {
                let release = self.program.options.release;
                let copyable = like::copyable(self.facts, *node, reference(descriptor)?, release)?;
                extra.cost += costs.helper;
                match (copyable.making, copyable.then) {
                    // Elements of a variable-arity parameter need no array around them.
                    (Making::Array { elements, .. }, then) if is_spread && then.is_empty() => {
                        Operand::Spread(elements)
                    }
                    (making, then) if then.is_empty() => Operand::Inline(Box::new(making)),
                    (making, then) => {
                        let mut helper = Recipe::new(&copyable.class, making, Strategy::Logical);
                        helper.then = then;
                        self.helper(helper, &mut extra.helpers)
                    }
                }
            }
            Want::Fields(class, fields) => {
                let depth = depth.checked_sub(1)?;
                let target = Target::of_fields(*class, fields);
                let mut made = self.solve(scope, &target, depth, costs.hope).ok()?;
                extra.cost += made.cost + costs.helper;
                extra.helpers.append(&mut made.helpers);
                match made.then.is_empty() {
                    true => Operand::Inline(Box::new(made.making)),
                    false => self.helper(made, &mut extra.helpers),
                }
            }
        })
    }

    /// Gives a helper a number of its own.
    pub(super) fn helper(&self, recipe: Recipe, helpers: &mut Vec<(NodeId, Recipe)>) -> Operand {
        let number = self.helpers.fetch_add(1, Ordering::Relaxed);
        let node = helper_node(self.facts, number);
        helpers.push((node, recipe));
        Operand::Value(Value::Reference(node))
    }

    /// The last resort: a constructor whose code could not be followed to its end, or a method that looks objects
    /// up, with parameters that bear the names and types of fields. Running it will show whether it is right.
    pub(super) fn by_name(
        &self,
        scope: &Scope,
        target: &Target,
        class: &str,
        makers: &[Maker],
        bound: u32,
    ) -> Option<Recipe> {
        let costs = &self.program.options.costs;
        if costs.by_name >= bound || target.slots.len() > MOST_FIELDS {
            return None;
        }
        let mut best: Option<Recipe> = None;
        for maker in makers {
            let has_outer = match maker.kind {
                MakerKind::Constructor { has_outer } => has_outer,
                MakerKind::Static => false,
                MakerKind::Instance(_) => continue,
            };
            if maker.action.is_complete || self.is_avoided(class, &maker.action) {
                continue;
            }
            let Ok(names) = self.program.world.parameter_names(maker.action.method) else { continue };
            let is_lookup = maker.kind == MakerKind::Static;
            let Some((holders, matched)) =
                self.matched(scope, target, &maker.action, &names, has_outer, is_lookup)
            else {
                continue;
            };
            let unmatched = target.slots.iter().filter(|slot| slot.is_needed).count().saturating_sub(matched);
            let cost = maker.action.cost + costs.by_name + costs.hope * unmatched as u32;
            let mut extra = Extra { cost, ..Extra::default() };
            let Some(mut arguments) = self.arguments(scope, &maker.action, &holders, &mut extra, 0) else {
                continue;
            };
            let outer = (has_outer && !arguments.is_empty()).then(|| Box::new(arguments.remove(0)));
            let method = maker.action.member.clone();
            let making = match maker.kind {
                MakerKind::Static => Making::Factory { method, arguments },
                _ => Making::Constructor { method, outer, arguments },
            };
            let mut recipe = Recipe::new(class, making, Strategy::Structure);
            (recipe.cost, recipe.helpers) = (extra.cost, extra.helpers);
            recipe.unproved = target.fields(Fields::MAX).collect();
            recipe.then.extend(target.contents.iter().chain(&target.then).cloned());
            if recipe.cost < best.as_ref().map_or(bound, |best| best.cost) {
                best = Some(recipe);
            }
        }
        best
    }

    /// Every parameter with the field of its name, if each has one.
    fn matched(
        &self,
        scope: &Scope,
        target: &Target,
        action: &Action,
        names: &[Option<String>],
        has_outer: bool,
        is_lookup: bool,
    ) -> Option<(Vec<Holder>, usize)> {
        let mut holders = Vec::new();
        for (at, descriptor) in action.types.iter().enumerate() {
            let name = names.get(at).and_then(Option::as_deref);
            let is_it = |slot: &&Slot| {
                let Key::Field(field) = slot.key else { return false };
                let view = self.program.world.view(field);
                let own = view.descriptor().to_str();
                let is_type = match (reference(&own), reference(descriptor)) {
                    (Some(own), Some(wanted)) => {
                        is_subtype(self.program.world, own, wanted) == Some(true)
                            || is_subtype(self.program.world, wanted, own) == Some(true)
                    }
                    _ => *own == **descriptor,
                };
                let is_named = match has_outer && at == 0 {
                    true => view.name() == "this$0",
                    false => name.is_some_and(|name| view.name() == *name),
                };
                is_type && is_named
            };
            let is_like_it = |slot: &&Slot| match slot.key {
                Key::Field(field) => self.program.world.view(field).descriptor() == **descriptor,
                _ => false,
            };
            // A lookup whose parameter bears another name asks for the only field of its type, if there is one.
            let only_one = || {
                let mut alike = target.slots.iter().filter(is_like_it);
                alike.next().filter(|_| is_lookup && alike.next().is_none())
            };
            let slot = target.slots.iter().find(is_it).or_else(only_one)?;
            if let Want::Is(Value::Reference(node)) = slot.want {
                let is_here = !scope.is_impossible(node) && !scope.is_late(node);
                let fits = reference(descriptor).and_then(|class| self.facts.is_instance(node, class));
                if !is_here || fits == Some(false) {
                    return None;
                }
            }
            holders.push(Holder::Bound(slot.want.clone()));
        }
        let count = holders.len();
        Some((holders, count))
    }
}
