//! Which parts of a plan stand alone, so that they can be a method of their own.

use reenact_rebuild::plan::{Making, ObjectId, Operand, Plan, Step};
use rustc_hash::{FxHashMap, FxHashSet};

use super::steps::each_operand;

/// Steps on objects that have to do with each other, and with no other root.
pub(crate) struct Apart {
    /// Which root it gives.
    pub root: usize,
    pub plan: Plan,
    /// Which steps of the whole plan are its own, ascending; constants may be shared.
    pub steps: Vec<usize>,
}

/// The parts of a plan, one for each root whose objects no other root knows, and none of whose inner objects is
/// spoken of elsewhere.
pub(crate) fn split(plan: &Plan, spoken: &FxHashSet<ObjectId>, fewest_steps: usize) -> Vec<Apart> {
    let constants: FxHashSet<ObjectId> = plan.steps.iter().filter_map(constant).collect();
    let mut groups = Groups::default();
    let named: Vec<Vec<ObjectId>> = plan
        .steps
        .iter()
        .map(|step| named(step).into_iter().filter(|object| !constants.contains(object)).collect())
        .collect();
    for objects in &named {
        for pair in objects.windows(2) {
            groups.join(pair[0], pair[1]);
        }
    }
    let mut roots: FxHashMap<ObjectId, Vec<usize>> = FxHashMap::default();
    for (index, root) in plan.roots.iter().enumerate() {
        if let Operand::Object(object) = root
            && !constants.contains(object)
        {
            roots.entry(groups.of(*object)).or_default().push(index);
        } else if let Operand::Inline(_) | Operand::Spread(_) = root {
            // Inline expressions may name objects; those stay where they are.
            each_object(root, &mut |object| {
                roots.entry(groups.of(object)).or_default().extend([index, index])
            });
        }
    }
    let mut apart = Vec::new();
    for (group, indices) in roots {
        let [root] = indices.as_slice() else { continue };
        let Some(Operand::Object(own)) = plan.roots.get(*root) else { continue };
        let is_spoken = spoken.iter().any(|object| object != own && groups.of(*object) == group);
        let steps: Vec<usize> = (0..plan.steps.len())
            .filter(|&at| named[at].first().is_some_and(|object| groups.of(*object) == group))
            .collect();
        let length: usize = steps.iter().map(|&at| length(&plan.steps[at])).sum();
        if is_spoken || length < fewest_steps {
            continue;
        }
        let is_own = |at: usize| steps.binary_search(&at).is_ok() || constant(&plan.steps[at]).is_some();
        let all = (0..plan.steps.len()).filter(|at| is_own(*at)).map(|at| plan.steps[at].clone()).collect();
        let plan = Plan { steps: all, roots: vec![plan.roots[*root].clone()], ..Plan::default() };
        apart.push(Apart { root: *root, plan, steps });
    }
    apart.sort_by_key(|apart| apart.root);
    apart
}

/// A stand-in is a class of its own, and as long.
fn length(step: &Step) -> usize {
    match step {
        Step::Make { made, .. } if matches!(made.making, Making::StandIn(_)) => 3,
        _ => 1,
    }
}

/// Returns the object that a step makes, if that is the same wherever it is written.
fn constant(step: &Step) -> Option<ObjectId> {
    match step {
        Step::Make { object, made } => {
            matches!(made.making, Making::StaticField(_) | Making::String(_) | Making::ClassLiteral(_))
                .then_some(*object)
        }
        _ => None,
    }
}

/// All objects that a step names.
pub(super) fn named(step: &Step) -> Vec<ObjectId> {
    let mut objects = Vec::new();
    match step {
        Step::Make { object, made } => {
            objects.push(*object);
            each_operand(&made.making, &mut |operand| {
                if let Operand::Object(object) = operand {
                    objects.push(*object);
                }
            });
            if let Making::StandIn(stand_in) = &made.making {
                for operand in stand_in.answers.iter().flat_map(|answer| answer.operands()) {
                    each_object(operand, &mut |object| objects.push(object));
                }
            }
        }
        Step::Call { on, arguments, .. } | Step::Attempt { on, arguments, .. } => {
            objects.push(*on);
            arguments.iter().for_each(|operand| each_object(operand, &mut |object| objects.push(object)));
        }
        Step::CallStatic { arguments, .. } => {
            arguments.iter().for_each(|operand| each_object(operand, &mut |object| objects.push(object)));
        }
        Step::Assign { on, value, .. } | Step::SetElement { array: on, value, .. } => {
            objects.push(*on);
            each_object(value, &mut |object| objects.push(object));
        }
    }
    objects
}

pub(super) fn each_object(operand: &Operand, visit: &mut dyn FnMut(ObjectId)) {
    let mut note = |operand: &Operand| {
        if let Operand::Object(object) = operand {
            visit(*object);
        }
    };
    note(operand);
    match operand {
        Operand::Inline(making) => each_operand(making, &mut note),
        Operand::Spread(elements) => {
            for element in elements {
                note(element);
                if let Operand::Inline(making) = element {
                    each_operand(making, &mut note);
                }
            }
        }
        _ => {}
    }
}

/// Objects that have to do with each other.
#[derive(Default)]
struct Groups {
    above: FxHashMap<ObjectId, ObjectId>,
}

impl Groups {
    fn of(&self, object: ObjectId) -> ObjectId {
        let mut top = object;
        while let Some(&next) = self.above.get(&top) {
            top = next;
        }
        top
    }

    fn join(&mut self, one: ObjectId, other: ObjectId) {
        let (one, other) = (self.of(one), self.of(other));
        if one != other {
            // The smaller id leads: chains stay short, because objects are numbered as they are made.
            self.above.insert(one.max(other), one.min(other));
        }
    }
}
