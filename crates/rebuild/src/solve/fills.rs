//! Collections that a constructor leaves empty and that were observed full: what fills them.

use reenact_flow::term::TermId;
use reenact_heap::logical::{ListKind, MapKind, SetKind};
use reenact_heap::{LogicalForm, NodeId, Value};
use reenact_world::FieldId;
use rustc_hash::FxHashMap;

use super::Solver;
use super::calls::Known;
use super::changes::{Change, What};
use super::explain::Explained;
use super::target::{Key, Target};
use super::trial::{Fit, Scope};
use crate::actions::{Action, Tier};
use crate::changers::Getter;
use crate::choose::{Fields, Move};
use crate::effect::{Effect, Fill};
use crate::plan::{Making, Member, Operand};
use crate::recipe::{Extra, Filling};
use crate::want::{Datum, Want};

/// A collection in a field, with what it lacks.
struct Lacking<'l> {
    /// The slot.
    at: usize,
    field: FieldId,
    lacks: &'l [(Value, Option<Value>)],
}

impl Solver<'_, '_> {
    /// Changes that fill what the constructing action left unfilled.
    pub(super) fn fills(
        &self,
        scope: &Scope,
        target: &Target,
        class: &str,
        explained: &Explained,
        initial: &FxHashMap<FieldId, Datum>,
    ) -> Vec<Change> {
        let lacking: Vec<Lacking<'_>> = (0..)
            .zip(&explained.fits)
            .filter_map(|(at, fit)| match (fit, target.slots[at].key) {
                (Some(Fit::Lacks(lacks)), Key::Field(field)) if !lacks.is_empty() => {
                    Some(Lacking { at, field, lacks })
                }
                _ => None,
            })
            .collect();
        let mut changes = Vec::new();
        if lacking.is_empty() {
            return changes;
        }
        let changers = self.package.changers(self.program, target.class);
        for one in &lacking {
            changes.extend(self.fill_by_themselves(scope, one));
            let (Want::Is(Value::Reference(node)) | Want::Like(node)) = target.slots[one.at].want else {
                continue;
            };
            if let Some(getter) = changers.getter(one.field) {
                changes.extend(self.fill_through(scope, target, one, node, getter));
            }
        }
        let methods = changers.methods.iter();
        for action in methods.filter(|action| !self.is_action_avoided(class, &action.member)) {
            for effect in action.effects.iter().filter(|effect| !effect.fills.is_empty()) {
                changes.extend(self.fill(scope, target, &lacking, action, effect, initial));
            }
        }
        changes
    }

    /// Elements whose making puts them in: all that is to be done is to make them, in order.
    fn fill_by_themselves(&self, scope: &Scope, one: &Lacking<'_>) -> Option<Change> {
        let Lacking { at, field, lacks } = *one;
        let mut cost = 0;
        let mut entering = |(key, value): &(Value, Option<Value>)| {
            let element = value.unwrap_or(*key);
            let known = scope.enters(field, element);
            // It has not been looked at yet: it may, by what its class does.
            let may = || match element {
                Value::Reference(node) if !scope.is_alone && !scope.is_impossible(node) => {
                    cost += self.program.options.costs.add;
                    self.may_enter(node, field).then_some(node)
                }
                _ => None,
            };
            known.or_else(may).map(|node| Filling::Ensure { node })
        };
        let fillings: Vec<Filling> = lacks.iter().map(&mut entering).collect::<Option<_>>()?;
        let effect = Move { sets: 1 << at, needs_untouched: 1 << at, cost, ..Move::default() };
        Some(Change { effect, what: What::Fillings(fillings), unproved: 0, is_fill: true })
    }

    /// Whether something that makes objects of an element's class puts them into a field of others.
    fn may_enter(&self, node: NodeId, field: FieldId) -> bool {
        let Some(class) = self.facts.class(node) else { return false };
        if self.program.world.is_platform_class(class) {
            return false;
        }
        let makers = self.package.makers(self.program, class, Tier::Constructors);
        let mut effects = makers.iter().flat_map(|maker| &maker.action.effects);
        effects.any(|effect| effect.enters.iter().any(|(_, known)| *known == field))
    }

    /// An adding method, called once for each element that is missing. One that adds to several collections,
    /// keys here and values there, adds to all of them each time.
    fn fill(
        &self,
        scope: &Scope,
        target: &Target,
        lacking: &[Lacking<'_>],
        action: &Action,
        effect: &Effect,
        initial: &FxHashMap<FieldId, Datum>,
    ) -> Option<Change> {
        let costs = &self.program.options.costs;
        let relaxed = scope.afterwards();
        let mut result = Move::default();
        let mut parts: Vec<(&Lacking<'_>, Fill)> = Vec::new();
        for fill in &effect.fills {
            match lacking.iter().find(|one| one.field == fill.field) {
                Some(one) => parts.push((one, *fill)),
                // There is enough in it already.
                None => result.spoils |= target.position(Key::Field(fill.field)).map_or(0, |at| 1 << at),
            }
        }
        let (first, first_fill) = *parts.first()?;
        let is_alike = |(one, fill): &(&Lacking<'_>, Fill)| {
            one.lacks.len() == first.lacks.len()
                && (fill.how == Known::AddAll) == (first_fill.how == Known::AddAll)
        };
        if !parts.iter().all(is_alike) {
            return None;
        }
        let filled: Fields = parts.iter().fold(0, |all, (one, _)| all | 1 << one.at);
        let count = if first_fill.how == Known::AddAll { 1 } else { first.lacks.len() };
        let mut fillings = Vec::new();
        let (mut state, mut others, mut spoils) = (initial.clone(), 0, 0);
        let mut extra = Extra::default();
        for number in 0..count {
            let (key, value) = first.lacks[number];
            if let (Some(node), 1) = (scope.enters(first.field, value.unwrap_or(key)), parts.len()) {
                fillings.push(Filling::Ensure { node });
                continue;
            }
            let mut round: Vec<(TermId, Want)> = Vec::new();
            for (one, fill) in &parts {
                round.extend(self.added(target, one, effect, *fill, number)?);
            }
            // Other fields, such as a count, are written by each call.
            let simulated = self.simulated(&relaxed, target, action, effect, &state, Some(&round))?;
            result.cost += costs.add + costs.argument * action.types.len() as u32 + simulated.cost;
            (others, spoils) = simulated.outcome(target);
            let arguments = self.arguments(&relaxed, action, &simulated.parameters, &mut extra, 0)?;
            state = simulated.state;
            let method = action.member.clone();
            fillings.push(Filling::Call { method, arguments, is_fluent: effect.is_fluent });
        }
        result.sets = filled | others;
        result.spoils = (result.spoils | spoils) & !result.sets;
        result.needs_untouched = filled | others;
        // Helpers of fillings would have to be made for each element: no colleague would write that.
        extra.helpers.is_empty().then_some(Change {
            effect: result,
            what: What::Fillings(fillings),
            unproved: 0,
            is_fill: true,
        })
    }

    /// The terms that a call adds to one collection, with the wanted values.
    fn added(
        &self,
        target: &Target,
        one: &Lacking<'_>,
        effect: &Effect,
        fill: Fill,
        number: usize,
    ) -> Option<Vec<(TermId, Want)>> {
        let arguments = &effect.path().calls[fill.call].arguments;
        if fill.how == Known::AddAll {
            let (Want::Is(Value::Reference(node)) | Want::Like(node)) = target.slots[one.at].want else {
                return None;
            };
            let all = self.facts.elements(node).map(|all| all.len());
            let all = all.or_else(|| self.facts.entries(node).map(|all| all.len()));
            // Only if everything is missing: what is there already would be added again.
            return (all == Some(one.lacks.len())).then_some(vec![(*arguments.get(1)?, Want::Like(node))]);
        }
        let (key, value) = *one.lacks.get(number)?;
        let mut added = vec![(*arguments.get(1)?, Want::Is(key))];
        if let Some(value) = value {
            added.push((*arguments.get(2)?, Want::Is(value)));
        }
        Some(added)
    }

    /// `object.getItems().add(…)`, if the getter gives the collection itself.
    fn fill_through(
        &self,
        scope: &Scope,
        target: &Target,
        one: &Lacking<'_>,
        node: NodeId,
        getter: &Getter,
    ) -> Option<Change> {
        let costs = &self.program.options.costs;
        let Lacking { at, field, lacks } = *one;
        let name = self.facts.class_name(node)?;
        let is_map = match &*self.facts.form(node)? {
            LogicalForm::List { kind, .. } => {
                use ListKind as L;
                if !matches!(kind, L::ArrayList | L::LinkedList | L::Vector | L::CopyOnWrite) {
                    return None;
                }
                false
            }
            LogicalForm::Set { kind: SetKind::Immutable | SetKind::Empty | SetKind::Singleton, .. } => {
                return None;
            }
            LogicalForm::Set { .. } | LogicalForm::Queue { .. } => false,
            LogicalForm::Map { kind: MapKind::Immutable | MapKind::Empty | MapKind::Singleton, .. } => {
                return None;
            }
            LogicalForm::Map { .. } => true,
            _ => return None,
        };
        let interface = if is_map { "java/util/Map" } else { "java/util/Collection" };
        let method = match is_map {
            true => Member::new(interface, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
            false => Member::new(interface, "add", "(Ljava/lang/Object;)Z"),
        };
        // The operand is replaced by the caller, which knows the object's name: it is the filling's own object.
        let itself = Box::new(Operand::Value(Value::Null));
        let getter = match getter {
            Getter::Method(method) => {
                Making::Result { on: itself, method: method.clone(), arguments: Vec::new() }
            }
            Getter::Field(field) => Making::Field { of: itself, field: field.clone() },
        };
        let is_itself = matches!(target.slots[at].want, Want::Is(_));
        let filling = |(key, value): &(Value, Option<Value>)| match scope.enters(field, value.unwrap_or(*key))
        {
            Some(node) => Filling::Ensure { node },
            None => Filling::Through {
                inside: is_itself.then_some(node),
                class: name.into(),
                getter: getter.clone(),
                method: method.clone(),
                arguments: std::iter::once(*key).chain(*value).map(Operand::Value).collect(),
            },
        };
        let bit: Fields = 1 << at;
        let effect = Move {
            sets: bit,
            needs_untouched: bit,
            cost: costs.add_through + costs.add * lacks.len() as u32,
            ..Move::default()
        };
        let what = What::Fillings(lacks.iter().map(filling).collect());
        Some(Change { effect, what, unproved: 0, is_fill: true })
    }
}
