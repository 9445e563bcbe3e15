//! Field-setting actions for one object: what each would set, spoil and need, with its arguments.

use reenact_world::FieldId;
use rustc_hash::FxHashMap;

use super::Solver;
use super::target::{Key, Target};
use super::trial::{Effort, Fit, Holder, Own, Scope, Trial};
use crate::actions::Action;
use crate::choose::{Fields, Move};
use crate::effect::Effect;
use crate::plan::{Member, Operand};
use crate::recipe::{Extra, Filling, Recipe};
use crate::request::ActionKey;
use crate::want::{Datum, Want};

/// A field-setting action that would help.
#[derive(Clone)]
pub(super) struct Change {
    pub effect: Move,
    pub what: What,
    /// Fields of which only running it will show that they are right.
    pub unproved: Fields,
    /// Whether it fills what is there, and does not put something else in its place.
    pub is_fill: bool,
}

#[derive(Clone)]
pub(super) enum What {
    Call {
        action: Member,
        types: Vec<Box<str>>,
        is_varargs: bool,
        holders: Vec<Holder>,
        is_fluent: bool,
    },
    Assign {
        field: Member,
        want: Want,
    },
    Fillings(Vec<Filling>),
    /// Nothing is done: it may be right as it is.
    Hope,
}

/// The effect of one call.
pub(super) struct Simulated {
    pub state: FxHashMap<FieldId, Datum>,
    /// Fields that it writes, and whether they are as they should be then.
    pub touched: Vec<(FieldId, Option<bool>)>,
    pub cost: u32,
    pub parameters: Vec<Holder>,
}

impl Simulated {
    /// Fields that are right afterwards, and those that are not.
    pub fn outcome(&self, target: &Target) -> (Fields, Fields) {
        let (mut sets, mut spoils) = (0, 0);
        for (field, fits) in &self.touched {
            let bit = target.position(Key::Field(*field)).map_or(0, |at| 1 << at);
            match fits {
                Some(true) => sets |= bit,
                _ => spoils |= bit,
            }
        }
        (sets, spoils)
    }
}

impl Solver<'_, '_> {
    /// Actions that do not depend on how the object was made.
    pub(super) fn changes(&self, scope: &Scope, target: &Target, class: &str) -> Vec<Change> {
        let costs = &self.program.options.costs;
        let changers = self.package.changers(self.program, target.class);
        let mut changes = Vec::new();
        for action in changers.methods.iter().filter(|action| !self.is_action_avoided(class, &action.member))
        {
            for effect in &action.effects {
                changes.extend(self.change(scope, target, action, effect, Own::Wanted));
            }
        }
        for &field in &changers.assignable {
            let Some(at) = target.position(Key::Field(field)) else { continue };
            let member = self.program.field_member(field);
            let want = &target.slots[at].want;
            let is_here = match want {
                Want::Is(reenact_heap::Value::Reference(node)) => !scope.is_impossible(*node),
                Want::Any => false,
                _ => true,
            };
            if is_here && !self.is_action_avoided(class, &member) {
                let effect = Move { sets: 1 << at, cost: costs.assign, ..Move::default() };
                let what = What::Assign { field: member, want: want.clone() };
                changes.push(Change { effect, what, unproved: 0, is_fill: false });
            }
        }
        if let Some(at) = target.position(Key::Contents) {
            let cost = costs.add * target.contents.len() as u32;
            let effect = Move { sets: 1 << at, needs_untouched: 1 << at, cost, ..Move::default() };
            changes.push(Change {
                effect,
                what: What::Fillings(target.contents.clone()),
                unproved: 0,
                is_fill: true,
            });
        }
        if let Some(at) = target.position(Key::Cause)
            && let Want::Is(cause) = target.slots[at].want
        {
            let method = Member::new(
                "java/lang/Throwable",
                "initCause",
                "(Ljava/lang/Throwable;)Ljava/lang/Throwable;",
            );
            let arguments = vec![Operand::Value(cause)];
            let call = Filling::Call { method, arguments, is_fluent: false };
            let effect =
                Move { sets: 1 << at, needs_untouched: 1 << at, cost: costs.setter, ..Move::default() };
            changes.push(Change { effect, what: What::Fillings(vec![call]), unproved: 0, is_fill: false });
        }
        if !scope.is_alone {
            for at in 0..target.slots.len() {
                changes.extend(self.outside_help(scope, target, at));
            }
        }
        changes
    }

    /// A method of the object that a field should hold, which writes that object there:
    /// `parent.addChild(this)`.
    fn outside_help(&self, scope: &Scope, target: &Target, at: usize) -> Vec<Change> {
        let costs = &self.program.options.costs;
        let (Some(node), Some(other), Key::Field(field)) =
            (target.node, target.held(at), target.slots[at].key)
        else {
            return Vec::new();
        };
        let is_possible = other != node && !scope.is_impossible(other);
        let Some(class) = self.facts.class(other).filter(|_| is_possible) else { return Vec::new() };
        if self.program.world.is_platform_class(class) {
            return Vec::new();
        }
        let changers = self.package.changers(self.program, class);
        let mut givers = changers.givers.iter().filter(|(known, ..)| *known == field).peekable();
        if givers.peek().is_none() {
            return Vec::new();
        }
        let Ok(whole) = Target::of_node(self.program, self.facts, other) else { return Vec::new() };
        let mut changes = Vec::new();
        for (_, method, effect, parameter) in givers {
            let action = &changers.methods[*method];
            let effect = &action.effects[*effect];
            let relaxed = scope.afterwards();
            let mut trial = Trial::new(
                self.program,
                self.facts,
                &relaxed,
                &whole,
                effect.code(),
                &action.types,
                Own::Wanted,
            );
            trial.parameters[usize::from(*parameter)] =
                Holder::Bound(Want::Is(reenact_heap::Value::Reference(node)));
            let Some(explained) = trial.explain(effect) else { continue };
            if explained.guessed > 0
                || explained.fits.iter().any(|fit| !matches!(fit, None | Some(Fit::Same)))
            {
                continue;
            }
            // If it also changes the other object, that one calls it for itself.
            let is_shared = !effect.fills.is_empty() || !effect.stores.is_empty();
            let filling = match is_shared {
                true => Filling::Ensure { node: other },
                false => {
                    let mut extra = Extra::default();
                    let Some(arguments) = self.arguments(&relaxed, action, &trial.parameters, &mut extra, 0)
                    else {
                        continue;
                    };
                    let on = Operand::Value(reenact_heap::Value::Reference(other));
                    Filling::CallOn { on, method: action.member.clone(), arguments }
                }
            };
            let cost = if is_shared { costs.add } else { action.cost };
            let cost =
                cost + costs.undecided * explained.undecided + costs.side_effect * explained.side_effects;
            let effect = Move { sets: 1 << at, cost, ..Move::default() };
            changes.push(Change { effect, what: What::Fillings(vec![filling]), unproved: 0, is_fill: false });
        }
        changes
    }

    /// Actions that continue from what the constructing action left: `grow(2.0)` on an area of nothing.
    pub(super) fn changes_from(
        &self,
        scope: &Scope,
        target: &Target,
        class: &str,
        initial: &FxHashMap<FieldId, Datum>,
        wrong: Fields,
    ) -> Vec<Change> {
        let changers = self.package.changers(self.program, target.class);
        let mut changes = Vec::new();
        for action in changers.methods.iter().filter(|action| !self.is_action_avoided(class, &action.member))
        {
            let is_useful = |effect: &&Effect| {
                let bit = |field: FieldId| target.position(Key::Field(field)).map_or(0, |at| 1 << at);
                !effect.reads.is_empty() && effect.stores.iter().any(|(field, _)| bit(*field) & wrong != 0)
            };
            for effect in action.effects.iter().filter(is_useful) {
                changes.extend(self.change(scope, target, action, effect, Own::Initial(initial)));
                if action.types.is_empty() {
                    changes.extend(self.repeated(scope, target, action, effect, initial));
                }
            }
        }
        changes
    }

    /// A method that takes nothing and continues from what is there, such as `next()`, until all is right.
    fn repeated(
        &self,
        scope: &Scope,
        target: &Target,
        action: &Action,
        effect: &Effect,
        initial: &FxHashMap<FieldId, Datum>,
    ) -> Option<Change> {
        const MOST: usize = 16;
        let relaxed = scope.afterwards();
        let mut state = initial.clone();
        let mut cost = 0;
        for count in 1..=MOST {
            let mut simulation = self.simulated(&relaxed, target, action, effect, &state, None)?;
            // Again and again only what is known for certain each time.
            if simulation.cost > 0 {
                return None;
            }
            cost += action.cost;
            state = std::mem::take(&mut simulation.state);
            let (sets, spoils) = simulation.outcome(target);
            if count > 1 && spoils == 0 && sets != 0 {
                let call = Filling::Call {
                    method: action.member.clone(),
                    arguments: Vec::new(),
                    is_fluent: effect.is_fluent,
                };
                let effect = Move { sets, needs_untouched: sets, cost, ..Move::default() };
                return Some(Change {
                    effect,
                    what: What::Fillings(vec![call; count]),
                    unproved: 0,
                    is_fill: false,
                });
            }
        }
        None
    }

    /// One call from a known state: what the fields that it writes hold afterwards.
    pub(super) fn simulated(
        &self,
        scope: &Scope,
        target: &Target,
        action: &Action,
        effect: &Effect,
        state: &FxHashMap<FieldId, Datum>,
        adds: Option<&[(reenact_flow::term::TermId, Want)]>,
    ) -> Option<Simulated> {
        let costs = &self.program.options.costs;
        let own = Own::Initial(state);
        let mut trial =
            Trial::new(self.program, self.facts, scope, target, effect.code(), &action.types, own);
        let mut hopes = 0;
        for effort in [Effort::Direct, Effort::Copies, Effort::Inverts, Effort::Guesses] {
            for (term, want) in adds.unwrap_or_default() {
                match trial.unify(*term, want, effort) {
                    Fit::Same | Fit::Later => {}
                    Fit::Unknown => hopes += u32::from(effort == Effort::Guesses),
                    Fit::Differs | Fit::Lacks(_) => return None,
                }
            }
        }
        let explained = trial.explain_conditions(effect)?;
        if explained.is_made_up {
            return None;
        }
        let mut after = state.clone();
        let mut touched = Vec::new();
        for (field, term) in &effect.stores {
            let known = trial.evaluate(*term);
            let fits = target.want(*field).and_then(|want| trial.matches(known.as_ref()?, want));
            touched.push((*field, fits));
            match known {
                Some(known) => after.insert(*field, known),
                None => after.remove(field),
            };
        }
        let cost = costs.hope * hopes
            + costs.undecided * explained.undecided
            + costs.side_effect * explained.side_effects
            + costs.guessed_argument * explained.guessed
            + costs.opaque_call * effect.opaque_calls.min(8);
        Some(Simulated { state: after, touched, cost, parameters: trial.parameters })
    }

    pub(super) fn is_action_avoided(&self, class: &str, member: &Member) -> bool {
        let avoid = self.facts.request.avoid;
        !avoid.is_empty() && avoid.contains(&ActionKey { class: class.into(), member: member.clone() })
    }

    fn change(
        &self,
        scope: &Scope,
        target: &Target,
        action: &Action,
        effect: &Effect,
        own: Own<'_>,
    ) -> Vec<Change> {
        let Some(change) = self.proved_change(scope, target, action, effect, own) else { return Vec::new() };
        // It also writes a field that it computes, such as a text from two others: running it will show.
        let spoilt = change.unproved;
        let hopeful = (spoilt != 0).then(|| {
            let mut hopeful = change.clone();
            hopeful.effect.sets |= spoilt;
            hopeful.effect.spoils &= !spoilt;
            hopeful.effect.cost += self.program.options.costs.hope * spoilt.count_ones();
            hopeful
        });
        std::iter::once(Change { unproved: 0, ..change }).chain(hopeful).collect()
    }

    /// The change with what is known for certain; `unproved` are fields that it writes and of which nothing is known.
    fn proved_change(
        &self,
        scope: &Scope,
        target: &Target,
        action: &Action,
        effect: &Effect,
        own: Own<'_>,
    ) -> Option<Change> {
        let costs = &self.program.options.costs;
        // The fields that it writes are looked up before anything is computed: most methods are about other fields.
        let touches = effect.stores.iter().any(|(field, _)| target.position(Key::Field(*field)).is_some());
        if !touches {
            return None;
        }
        // Everything may be there by now: what was late for the constructor is not late for a setter.
        let relaxed = scope.afterwards();
        let mut trial =
            Trial::new(self.program, self.facts, &relaxed, target, effect.code(), &action.types, own);
        let explained = trial.explain(effect)?;
        // An invented argument must not stay behind: `add(null)` to count to one.
        if explained.is_made_up {
            return None;
        }
        let mut result =
            Move { cost: action.cost + costs.argument * action.types.len() as u32, ..Move::default() };
        result.cost +=
            self.uncertainty(effect, &explained, trial.guesses) + costs.inversion * trial.inversions;
        let mut unproved: Fields = 0;
        for (at, fit) in explained.fits.iter().enumerate() {
            let bit: Fields = 1 << at;
            match fit {
                Some(Fit::Same) => result.sets |= bit,
                Some(Fit::Unknown) => {
                    result.spoils |= bit;
                    unproved |= bit;
                }
                Some(Fit::Later | Fit::Differs | Fit::Lacks(_)) => result.spoils |= bit,
                None => {}
            }
        }
        // A call that also adds to a collection changes more than its stores say.
        for fill in &effect.fills {
            result.spoils |= target.position(Key::Field(fill.field)).map_or(0, |at| 1 << at);
        }
        for field in &trial.reads {
            let bit = target.position(Key::Field(*field)).map_or(0, |at| 1 << at);
            match own {
                Own::Initial(_) => result.needs_untouched |= bit,
                _ => result.needs_right |= bit,
            }
        }
        let what = What::Call {
            action: action.member.clone(),
            types: action.types.clone(),
            is_varargs: action.is_varargs,
            holders: trial.parameters,
            is_fluent: effect.is_fluent,
        };
        // A call that may do anything does not set a field.
        (result.sets != 0).then_some(Change { effect: result, what, unproved, is_fill: false })
    }

    /// An action as what is done to the object.
    pub(super) fn fillings(
        &self,
        scope: &Scope,
        change: &Change,
        helpers: &mut Vec<(reenact_heap::NodeId, Recipe)>,
        depth: usize,
    ) -> Option<Vec<Filling>> {
        let mut extra = Extra::default();
        let fillings = match &change.what {
            What::Fillings(fillings) => fillings.clone(),
            What::Hope => Vec::new(),
            What::Assign { field, want } => {
                let value = self.operand(scope, want, &field.descriptor, false, &mut extra, depth)?;
                vec![Filling::Assign { field: field.clone(), value }]
            }
            What::Call { action, types, is_varargs, holders, is_fluent } => {
                let mut arguments = Vec::new();
                for (at, (holder, descriptor)) in holders.iter().zip(types).enumerate() {
                    let want = match holder {
                        Holder::Bound(want) => want.clone(),
                        Holder::Free => Want::Any,
                        Holder::Fields(fields) => {
                            let class = crate::facts::reference(descriptor)?;
                            Want::Fields(self.program.world.class_id(class)?, fields.clone().into())
                        }
                    };
                    let is_spread = *is_varargs && at + 1 == types.len();
                    arguments.push(self.operand(scope, &want, descriptor, is_spread, &mut extra, depth)?);
                }
                vec![Filling::Call { method: action.clone(), arguments, is_fluent: *is_fluent }]
            }
        };
        helpers.append(&mut extra.helpers);
        Some(fillings)
    }
}
