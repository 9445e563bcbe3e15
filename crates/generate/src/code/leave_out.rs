//! Plans without some of their calls.
//!
//! A replayed history has all that was done to an object, and the method under test may look at little of that. Which
//! calls can be left out is found by running the test without them.

use std::collections::BTreeSet;

use reenact_rebuild::plan::{ObjectId, Operand, Plan, Step, Strategy};
use rustc_hash::FxHashSet;

use super::split::{each_object, named};

/// Returns how many calls of a plan can be left out on trial. None if the plan replays no history: then every call is
/// there for a field.
pub(crate) fn removable_calls(plan: &Plan) -> usize {
    let is_replayed =
        |step: &Step| matches!(step, Step::Make { made, .. } if made.strategy == Strategy::History);
    match plan.steps.iter().any(is_replayed) {
        true => plan.steps.iter().filter(|step| is_call(step)).count(),
        false => 0,
    }
}

/// Returns the plan without some of its calls, counted from 0, and without the objects that were there for them.
pub(crate) fn without_calls(plan: Plan, left_out: &BTreeSet<usize>) -> Plan {
    if left_out.is_empty() {
        return plan;
    }
    let used_before = used(&plan.steps, &plan.roots);
    let mut calls = 0..;
    let mut steps = plan.steps;
    steps.retain(|step| !is_call(step) || !calls.next().is_some_and(|call| left_out.contains(&call)));
    loop {
        let used = used(&steps, &plan.roots);
        let count = steps.len();
        // An object that was never used is there for what its making does.
        steps.retain(|step| match step {
            Step::Make { object, .. } => used.contains(object) || !used_before.contains(object),
            _ => true,
        });
        if steps.len() == count {
            return Plan { steps, ..plan };
        }
    }
}

fn is_call(step: &Step) -> bool {
    matches!(step, Step::Call { .. } | Step::Attempt { .. } | Step::CallStatic { .. })
}

/// Returns the objects that other steps than their own making name, or roots.
fn used(steps: &[Step], roots: &[Operand]) -> FxHashSet<ObjectId> {
    let mut used = FxHashSet::default();
    for step in steps {
        let own = match step {
            Step::Make { object, .. } => Some(*object),
            _ => None,
        };
        used.extend(named(step).into_iter().filter(|object| Some(*object) != own));
    }
    roots.iter().for_each(|root| each_object(root, &mut |object| _ = used.insert(object)));
    used
}

#[cfg(test)]
mod tests {
    use reenact_base::Id;
    use reenact_rebuild::plan::{Made, Making, Member};

    use super::*;

    fn make(object: usize, strategy: Strategy) -> Step {
        let method = Member::new("a/B", "<init>", "()V");
        let making = Making::Constructor { method, outer: None, arguments: Vec::new() };
        let made = Made { node: None, class: "a/B".into(), making, strategy, hint: None };
        Step::Make { object: ObjectId::from_index(object), made }
    }

    fn call(on: usize, argument: usize) -> Step {
        let method = Member::new("a/B", "add", "(La/B;)V");
        let arguments = vec![Operand::Object(ObjectId::from_index(argument))];
        Step::Call { on: ObjectId::from_index(on), method, arguments }
    }

    #[test]
    fn objects_go_with_the_calls_that_they_are_for() {
        let steps = vec![
            make(0, Strategy::History),
            make(1, Strategy::Structure),
            // It enters the first one by itself.
            make(2, Strategy::Structure),
            call(0, 1),
            make(3, Strategy::Structure),
            call(0, 3),
        ];
        let roots = vec![Operand::Object(ObjectId::from_index(0))];
        let plan = Plan { steps, roots, ..Plan::default() };
        assert_eq!(removable_calls(&plan), 2);
        assert_eq!(without_calls(plan.clone(), &BTreeSet::new()), plan);
        let shorter = without_calls(plan.clone(), &BTreeSet::from([0]));
        let left = [0, 2, 4, 5].map(|at| plan.steps[at].clone());
        assert_eq!(shorter.steps, left);
        assert_eq!(without_calls(plan, &BTreeSet::from([0, 1])).steps.len(), 2);
    }

    #[test]
    fn calls_of_plans_without_history_stay() {
        let steps = vec![make(0, Strategy::Structure), call(0, 0)];
        assert_eq!(removable_calls(&Plan { steps, ..Plan::default() }), 0);
    }
}
