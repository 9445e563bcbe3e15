//! Plans without some of their calls.
//!
//! A replayed history has all that was done to an object, a builder or bean gets all its recorded values, and the method under
//! test may look at little of that. Which calls can be left out is found by running the test without them.

use std::collections::BTreeSet;

use reenact_rebuild::plan::{Made, Making, Member, ObjectId, Operand, Plan, Step, Strategy};
use rustc_hash::FxHashSet;

use super::split::{each_object, named};

/// Returns how many calls and assignments of a plan can be left out on trial. Those of a builder count one by one.
pub(crate) fn removable_calls(plan: &Plan) -> usize {
    let contents = contents(plan);
    plan.steps.iter().map(|step| removable(step, &contents)).sum()
}

/// Returns the plan without some of its calls, counted from 0, and without the objects that were there for them.
pub(crate) fn without_calls(plan: Plan, left_out: &BTreeSet<usize>) -> Plan {
    if left_out.is_empty() {
        return plan;
    }
    let contents = contents(&plan);
    let used_before = used(&plan.steps, &plan.roots, &contents);
    let mut calls = 0;
    let mut steps = plan.steps;
    steps.retain_mut(|step| {
        let own = calls..calls + removable(step, &contents);
        calls = own.end;
        match chained_calls(step) {
            Some(chained) => {
                let mut numbers = own;
                chained.retain(|_| !numbers.next().is_some_and(|call| left_out.contains(&call)));
                true
            }
            None => !own.into_iter().any(|call| left_out.contains(&call)),
        }
    });
    loop {
        let used = used(&steps, &plan.roots, &contents);
        let count = steps.len();
        // An object that was never used is there for what its making does.
        let is_idle = |object: &ObjectId| used_before.contains(object) && !used.contains(object);
        steps.retain(|step| match step {
            Step::Make { object, .. } => !is_idle(object),
            // What is put into an object of the JDK goes with it.
            Step::Call { on, .. } | Step::SetElement { array: on, .. } => {
                !(contents.contains(on) && is_idle(on))
            }
            _ => true,
        });
        if steps.len() == count {
            return Plan { steps, ..plan };
        }
    }
}

/// Returns how many calls and assignments of a step can be left out.
fn removable(step: &Step, contents: &FxHashSet<ObjectId>) -> usize {
    match step {
        Step::Make { made: Made { making: Making::Chain { calls, .. }, strategy, .. }, .. } => {
            // The last one gives the object.
            if *strategy == Strategy::Structure { calls.len().saturating_sub(1) } else { 0 }
        }
        Step::Call { on, .. } | Step::Attempt { on, .. } | Step::Assign { on, .. } => {
            usize::from(!contents.contains(on))
        }
        Step::CallStatic { arguments, .. } => {
            let is_content =
                |argument: &Operand| matches!(argument, Operand::Object(object) if contents.contains(object));
            usize::from(!arguments.first().is_some_and(is_content))
        }
        Step::Make { .. } | Step::SetElement { .. } => 0,
    }
}

/// Returns the calls of a builder, but for the last one.
fn chained_calls(step: &mut Step) -> Option<&mut Vec<(Member, Vec<Operand>)>> {
    match step {
        Step::Make { made: Made { making: Making::Chain { calls, .. }, .. }, .. } => Some(calls),
        _ => None,
    }
}

/// Returns the objects of the JDK that are made from what is in them: without a call they are others.
fn contents(plan: &Plan) -> FxHashSet<ObjectId> {
    let content = |step: &Step| match step {
        Step::Make { object, made } if made.strategy == Strategy::Logical => Some(*object),
        _ => None,
    };
    plan.steps.iter().filter_map(content).collect()
}

/// Returns the objects that roots name, or other steps than their own making and those that fill them.
fn used(steps: &[Step], roots: &[Operand], contents: &FxHashSet<ObjectId>) -> FxHashSet<ObjectId> {
    let mut used = FxHashSet::default();
    for step in steps {
        let own = match step {
            Step::Make { object, .. } => Some(*object),
            Step::Call { on, .. } | Step::SetElement { array: on, .. } if contents.contains(on) => Some(*on),
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
    fn setters_can_go_and_elements_stay() {
        let steps = vec![
            make(0, Strategy::Structure),
            call(0, 0),
            make(1, Strategy::Logical),
            call(1, 0),
            Step::Assign {
                on: ObjectId::from_index(0),
                field: Member::new("a/B", "next", "La/B;"),
                value: Operand::Object(ObjectId::from_index(1)),
            },
        ];
        let roots = vec![Operand::Object(ObjectId::from_index(0))];
        let plan = Plan { steps, roots, ..Plan::default() };
        assert_eq!(removable_calls(&plan), 2);
        assert_eq!(without_calls(plan.clone(), &BTreeSet::from([0])).steps.len(), 4);
        // What was put into an object goes with it.
        let shortest = without_calls(plan.clone(), &BTreeSet::from([0, 1])).steps;
        assert_eq!(shortest, plan.steps[..1]);
    }

    #[test]
    fn calls_of_a_builder_can_go_one_by_one() {
        let named = |name: &str| (Member::new("a/Builder", name, "()La/Builder;"), Vec::new());
        let chain = |names: &[&str], strategy| {
            let calls = names.iter().map(|name| named(name)).collect();
            let first = Box::new(Making::StaticField(Member::new("a/B", "EMPTY", "La/Builder;")));
            let making = Making::Chain { first, calls };
            let made = Made { node: None, class: "a/B".into(), making, strategy, hint: None };
            let steps = vec![Step::Make { object: ObjectId::from_index(0), made }];
            Plan { steps, roots: vec![Operand::Object(ObjectId::from_index(0))], ..Plan::default() }
        };
        let plan = chain(&["size", "colour", "build"], Strategy::Structure);
        assert_eq!(removable_calls(&plan), 2);
        let shorter = without_calls(plan, &BTreeSet::from([0]));
        assert_eq!(shorter, chain(&["colour", "build"], Strategy::Structure));
        assert_eq!(removable_calls(&chain(&["entrySet", "iterator"], Strategy::Logical)), 0);
    }
}
