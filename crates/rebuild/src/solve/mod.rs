//! One object: the cheapest recipe for its observed state.
//!
//! Every constructing action is tried with every path. What the code writes to fields is a term over
//! its parameters; putting it beside what the fields held gives the arguments ([`unify`]). Fields that
//! are not right then are left to field-setting actions, among which [`choose`](crate::choose) chooses.

pub(crate) mod calls;
pub(crate) mod mentions;

mod numbers;
pub(crate) mod target;
pub(crate) mod trial;

mod evaluate;
mod explain;
mod inside;
mod like;
mod unify;

mod arguments;
mod changes;
mod fills;
mod finish;
mod lambdas;

use std::sync::atomic::AtomicUsize;

use reenact_flow::term::Term;
use reenact_heap::Value;
use reenact_world::ClassId;
use rustc_hash::FxHashMap;

use self::changes::{Change, What};
use self::explain::Explained;
use self::target::{Key, Target};
use self::trial::{Fit, Holder, Own, Scope, Trial};
use crate::actions::{Action, Maker, MakerKind, Tier, has_serial_form, is_near};
use crate::choose::{self, Fields, Goal, Move};
use crate::effect::Effect;
use crate::facts::Facts;
use crate::plan::Reason;
use crate::program_index::{PackageView, ProgramIndex};
use crate::recipe::Recipe;
use crate::request::ActionKey;
use crate::want::{Datum, Want};

/// How many constructing actions are tried together with field-setting ones.
const MOST_SEARCHES: usize = 24;

/// Finds recipes for the objects of one request.
pub(crate) struct Solver<'s, 'w> {
    pub program: &'s ProgramIndex<'w>,
    pub package: &'s PackageView<'w>,
    pub facts: &'s Facts<'s>,
    /// How many helpers have a number already.
    pub helpers: AtomicUsize,
}

/// The best recipe for one object so far.
struct Search {
    /// Internal name.
    class: Box<str>,
    required: Fields,
    penalties: Vec<u32>,
    depth: usize,
    best: Option<Recipe>,
    least_wrong: Option<Fields>,
    /// Field-setting actions that do not depend on how the object is made.
    common: Option<Vec<Change>>,
    /// Constructing actions that may still be tried together with field-setting ones.
    left: usize,
    bound: u32,
}

impl Search {
    /// Recipes that cost as much are not looked at.
    fn limit(&self) -> u32 {
        self.best.as_ref().map_or(self.bound, |best| best.cost.min(self.bound))
    }
}

/// A constructing action with its arguments.
struct Start<'t> {
    maker: &'t Maker,
    /// Collections of other objects that it is put into.
    enters: Vec<(reenact_heap::NodeId, reenact_world::FieldId)>,
    explained: Explained,
    parameters: Vec<Holder>,
    receiver: Holder,
    cost: u32,
    right: Fields,
    /// Fields of which nothing is known.
    unknown: Fields,
    /// The values of the fields, where they are known.
    initial: FxHashMap<reenact_world::FieldId, Datum>,
}

impl<'s, 'w> Solver<'s, 'w> {
    /// The cheapest recipe for an object, below a bound.
    pub fn solve(&self, scope: &Scope, target: &Target, depth: usize, bound: u32) -> Result<Recipe, Reason> {
        let costs = &self.program.options.costs;
        let mut search = Search {
            class: (&*self.program.world.view(target.class).name().to_str()).into(),
            required: target.required(),
            penalties: target.penalties(),
            depth,
            best: None,
            least_wrong: None,
            common: None,
            left: MOST_SEARCHES,
            bound,
        };
        let mut has_makers = false;
        let has_form = has_serial_form(self.program, target.class);
        for tier in Tier::ALL {
            let enough = match tier {
                // A factory that is the deserializer is cheaper than any constructor that is not.
                Tier::Near if has_form => costs.serial_form,
                Tier::Constructors => 0,
                Tier::Near => costs.factory,
                // Whether some method somewhere does it in one line less is not worth finding out.
                Tier::Distant => costs.constructor + 2 * costs.assign,
            };
            if search.best.as_ref().is_some_and(|best| best.cost <= enough) {
                break;
            }
            let makers = self.package.makers(self.program, target.class, tier);
            has_makers |= !makers.is_empty();
            self.search(scope, target, &makers, &mut search);
        }
        for tier in [Tier::Constructors, Tier::Near] {
            let makers = self.package.makers(self.program, target.class, tier);
            let named = self.by_name(scope, target, &search.class, &makers, search.limit());
            search.best = named.or(search.best);
        }
        search.best.ok_or_else(|| match has_makers || self.package.viewpoint.can_name(target.class) {
            false => Reason::NotAccessible,
            true => {
                let wrong = search.least_wrong.unwrap_or(search.required);
                let injected = target.injected(self.facts, wrong);
                match injected {
                    0 => Reason::NoWay { fields: target.names(self.facts, wrong) },
                    injected => Reason::Injected { fields: target.names(self.facts, injected) },
                }
            }
        })
    }

    /// Tries constructing actions, each with field-setting ones for what it leaves wrong.
    fn search(&self, scope: &Scope, target: &Target, makers: &[Maker], search: &mut Search) {
        let relevant = search.required | penalised(&search.penalties);
        for start in self.starts(scope, target, &search.class, makers, search.limit()) {
            if start.cost >= search.limit() {
                break;
            }
            let wrong = relevant & !start.right;
            let mut changes: Vec<Change> = Vec::new();
            if wrong != 0 {
                if search.left == 0 {
                    continue;
                }
                search.left -= 1;
                changes = self.useful_changes(scope, target, &start, wrong, search);
            }
            let moves: Vec<Move> = changes.iter().map(|change| change.effect).collect();
            let goal = Goal {
                required: search.required,
                penalties: &search.penalties,
                bound: search.limit() - start.cost,
                states: self.program.options.limits.states,
            };
            match choose::cheapest(start.right, &moves, goal) {
                Some(choice) => {
                    let recipe = self.finish(scope, target, search, &start, &changes, &choice);
                    if let Some(recipe) = recipe.filter(|recipe| recipe.cost < search.limit()) {
                        search.best = Some(recipe);
                    }
                }
                None => {
                    let wrong = search.required & wrong;
                    let settable = moves.iter().fold(0, |all, action| all | action.sets);
                    let stays = if wrong & !settable == 0 { wrong } else { wrong & !settable };
                    // The fields that stay wrong with the best recipe are worth reporting.
                    if search.least_wrong.is_none_or(|known| stays.count_ones() < known.count_ones()) {
                        search.least_wrong = Some(stays);
                    }
                }
            }
        }
    }

    /// Field-setting actions that set something that is wrong, or repair what those spoil.
    fn useful_changes(
        &self,
        scope: &Scope,
        target: &Target,
        start: &Start<'_>,
        wrong: Fields,
        search: &mut Search,
    ) -> Vec<Change> {
        let class = search.class.clone();
        let common = search.common.get_or_insert_with(|| self.changes(scope, target, &class));
        let mut changes: Vec<Change> =
            common.iter().filter(|change| change.effect.sets & wrong != 0).cloned().collect();
        changes.extend(self.changes_from(scope, target, &class, &start.initial, wrong));
        changes.extend(self.fills(scope, target, &class, &start.explained, &start.initial));
        let spoilt = changes.iter().fold(0, |all, change| all | change.effect.spoils) & !wrong;
        let repairs = |change: &&Change| change.effect.sets & spoilt != 0 && change.effect.sets & wrong == 0;
        changes.extend(common.iter().filter(repairs).cloned());
        // A field that is not known may be right as it is: running the plan will show. For a field that is not needed
        // that is better than to be wrong for certain, but not much: `Money.zero(currency)` may have any amount for all that is known.
        for (at, slot) in target.slots.iter().enumerate() {
            let bit: Fields = 1 << at;
            if start.unknown & bit != 0 {
                let cost = if slot.is_needed {
                    self.program.options.costs.hope
                } else {
                    slot.penalty - slot.penalty / 4
                };
                let effect = Move { sets: bit, needs_untouched: bit, cost, ..Move::default() };
                changes.push(Change { effect, what: What::Hope, unproved: 0, is_fill: true });
            }
        }
        changes
    }

    /// The constructing actions with their arguments, the cheapest first, without those that another one beats.
    fn starts<'t>(
        &self,
        scope: &Scope,
        target: &Target,
        class: &str,
        makers: &'t [Maker],
        bound: u32,
    ) -> Vec<Start<'t>> {
        let mut starts: Vec<Start<'t>> = Vec::new();
        for maker in makers.iter().filter(|maker| !self.is_avoided(class, &maker.action)) {
            for effect in maker.action.effects.iter().filter(|_| maker.action.cost < bound) {
                let Some(start) = self.start(scope, target, maker, effect) else { continue };
                let is_beaten = |known: &Start<'_>| {
                    known.cost <= start.cost
                        && known.right | start.right == known.right
                        && known.unknown | start.unknown == known.unknown
                        && known.initial == start.initial
                };
                if start.cost < bound && !starts.iter().any(is_beaten) {
                    starts.push(start);
                }
            }
        }
        starts.sort_by_key(|start| start.cost);
        starts
    }

    fn is_avoided(&self, class: &str, action: &Action) -> bool {
        let avoid = self.facts.request.avoid;
        !avoid.is_empty() && avoid.contains(&ActionKey { class: class.into(), member: action.member.clone() })
    }

    /// A constructing action by one of its paths, if that path can be taken.
    fn start<'t>(
        &self,
        scope: &Scope,
        target: &Target,
        maker: &'t Maker,
        effect: &'t Effect,
    ) -> Option<Start<'t>> {
        let costs = &self.program.options.costs;
        let own = match maker.kind {
            MakerKind::Constructor { .. } | MakerKind::Static => Own::Nothing,
            MakerKind::Instance(_) => Own::Unknown,
        };
        let action = &maker.action;
        let receiver_class = match maker.kind {
            MakerKind::Instance(class) => Some(self.program.world.view(class).name().to_str()),
            _ => None,
        };
        let mut trial =
            Trial::new(self.program, self.facts, scope, target, effect.code(), &action.types, own);
        trial.receiver_class = receiver_class.as_deref();
        trial.has_outer = maker.kind == MakerKind::Constructor { has_outer: true };
        let explained = trial.explain(effect)?;
        let mut enters = Vec::new();
        for (parameter, field) in &effect.enters {
            match trial.parameters.get(usize::from(*parameter)) {
                Some(Holder::Bound(Want::Is(Value::Reference(node)))) if !scope.may_not_enter => {
                    enters.push((*node, *field));
                }
                _ => return None,
            }
        }
        let (mut right, mut unknown): (Fields, Fields) = (0, 0);
        let mut cost = action.cost + costs.argument * action.types.len() as u32;
        cost += self.uncertainty(effect, &explained, trial.guesses) + costs.inversion * trial.inversions;
        let mut initial = FxHashMap::default();
        for (at, slot) in target.slots.iter().enumerate() {
            let fit = explained.fits[at].as_ref();
            let is_right = match fit {
                Some(Fit::Same) => true,
                Some(Fit::Unknown | Fit::Later) => {
                    unknown |= 1 << at;
                    false
                }
                Some(Fit::Differs | Fit::Lacks(_)) => false,
                None => slot.want == Want::Any,
            };
            right |= Fields::from(is_right) << at;
            if let Key::Field(field) = slot.key {
                let known = match fit {
                    Some(Fit::Same) => trial.datum(&slot.want),
                    _ => initial_value(&mut trial, effect, field),
                };
                initial.extend(known.map(|known| (field, known)));
            }
        }
        let (parameters, receiver) = (trial.parameters, trial.receiver);
        // A builder may be made for it; another object is only used if it is there already.
        if let (MakerKind::Instance(owner), Holder::Free | Holder::Fields(_)) = (maker.kind, &receiver)
            && !self.is_builder(owner, target.class)
        {
            return None;
        }
        Some(Start { maker, enters, explained, parameters, receiver, cost, right, unknown, initial })
    }

    fn is_builder(&self, owner: ClassId, class: ClassId) -> bool {
        let name = self.program.world.view(owner).name().to_str();
        is_near(owner, class, self.program) || name.ends_with("Builder") || name.ends_with("Factory")
    }

    /// The cost of what is not known.
    fn uncertainty(&self, effect: &Effect, explained: &Explained, guesses: u32) -> u32 {
        let costs = &self.program.options.costs;
        costs.guess * guesses
            + costs.disorder * explained.disorder
            + costs.guessed_argument * explained.guessed
            + costs.undecided * explained.undecided.min(4)
            + costs.side_effect * explained.side_effects
            + costs.opaque_call * effect.opaque_calls.min(8)
            + if effect.is_exposed { costs.undecided } else { 0 }
    }
}

fn penalised(penalties: &[u32]) -> Fields {
    (0..).zip(penalties).filter(|(_, penalty)| **penalty > 0).fold(0, |all, (at, _): (u32, _)| all | 1 << at)
}

/// The value of a field after construction, by the path.
fn initial_value(trial: &mut Trial<'_, '_>, effect: &Effect, field: reenact_world::FieldId) -> Option<Datum> {
    match effect.stores.iter().find(|(known, _)| *known == field) {
        Some((_, term)) if matches!(trial.terms[*term], Term::Fresh(_)) => Some(Datum::Object),
        Some((_, term)) => trial.evaluate(*term),
        None => Some(Datum::default_of(&trial.facts.world.view(field).descriptor().to_str())),
    }
}
