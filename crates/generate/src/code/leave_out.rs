//! Plans without some of their parts.
//!
//! A replayed history has all that was done to an object, a builder or bean gets all its recorded values, and the method under
//! test may look at little of that. Which parts can be left out is found by running the test without them.

use std::collections::BTreeSet;

use reenact_heap::Value;
use reenact_rebuild::plan::{Made, Making, ObjectId, Operand, Plan, Step, Strategy};
use rustc_hash::{FxHashMap, FxHashSet};

use super::split::{each_object, named};

/// Zero characters at the end of an array that show that it is a buffer with room for more.
const BUFFER_ROOM: usize = 4;

/// A part of a step that can be left out on trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// The step. If it makes an object, what is done to that object goes with it.
    Whole,
    /// A call of a chain.
    Chained(usize),
    /// An argument, in place of which `null` is passed.
    Argument(usize),
    /// The unused end of a buffer.
    Room,
}

/// Returns how many parts of a plan can be left out on trial. Calls of a builder count one by one.
pub(crate) fn removable_parts(plan: &Plan) -> usize {
    parts(plan).len()
}

/// Returns the plan without some of its parts, counted from 0, and without the objects that were there for them.
pub(crate) fn without_parts(plan: Plan, left_out: &BTreeSet<usize>) -> Plan {
    if left_out.is_empty() {
        return plan;
    }
    let contents = contents(&plan);
    let needed_before = needed(&plan.steps, &plan.roots, &contents);
    let mut by_step: FxHashMap<usize, Vec<Part>> = FxHashMap::default();
    let parts = parts(&plan);
    for (step, part) in left_out.iter().filter_map(|&number| parts.get(number)) {
        by_step.entry(*step).or_default().push(*part);
    }
    let mut gone: FxHashSet<ObjectId> = FxHashSet::default();
    let mut steps = Vec::with_capacity(plan.steps.len());
    for (at, mut step) in plan.steps.into_iter().enumerate() {
        let left_out = by_step.remove(&at).unwrap_or_default();
        if left_out.contains(&Part::Whole) {
            gone.extend(made_by(&step));
        } else {
            leave_out(&mut step, &left_out);
            steps.push(step);
        }
    }
    loop {
        let needed = needed(&steps, &plan.roots, &contents);
        let count = steps.len();
        // An object that was never needed is there for what its making does.
        let is_idle = |object: ObjectId| {
            gone.contains(&object) || needed_before.contains(&object) && !needed.contains(&object)
        };
        steps.retain(|step| match step {
            Step::Make { object, .. } => !is_idle(*object),
            // What is done to an object goes with it.
            Step::Call { on, .. }
            | Step::Attempt { on, .. }
            | Step::Assign { on, .. }
            | Step::SetElement { array: on, .. } => !is_idle(*on),
            Step::CallStatic { arguments, .. } => !filled(arguments, &contents).is_some_and(is_idle),
        });
        if steps.len() == count {
            return Plan { steps, ..plan };
        }
    }
}

/// Returns the parts that can be left out, in order, each with the position of its step.
fn parts(plan: &Plan) -> Vec<(usize, Part)> {
    let contents = contents(plan);
    let roots = roots(&plan.roots);
    let needed = needed(&plan.steps, &plan.roots, &contents);
    let fillers = fillers(plan, &roots);
    let mut parts = Vec::new();
    for (at, step) in plan.steps.iter().enumerate() {
        match step {
            Step::Make { object, made } => {
                parts.extend(parts_of_making(made, &fillers).into_iter().map(|part| (at, part)));
                // The others go with what they are there for.
                if !needed.contains(object) && !roots.contains(object) && !is_constant(&made.making) {
                    parts.push((at, Part::Whole));
                }
            }
            // Collections that the method gets are the recorded ones, those within other objects may have fewer elements.
            Step::Call { on, .. } | Step::Attempt { on, .. } | Step::Assign { on, .. } => {
                if !(contents.contains(on) && roots.contains(on)) {
                    parts.push((at, Part::Whole));
                }
            }
            Step::CallStatic { arguments, .. } => {
                if filled(arguments, &contents).is_none() {
                    parts.push((at, Part::Whole));
                }
            }
            Step::SetElement { .. } => {}
        }
    }
    parts
}

fn parts_of_making(made: &Made, fillers: &FxHashSet<ObjectId>) -> Vec<Part> {
    let mut parts = Vec::new();
    match &made.making {
        Making::Array { elements, .. } if room(elements) >= BUFFER_ROOM => parts.push(Part::Room),
        _ if made.strategy == Strategy::Logical => {}
        Making::Constructor { arguments, .. } | Making::Factory { arguments, .. } => {
            let is_filler =
                |operand: &Operand| matches!(operand, Operand::Object(object) if fillers.contains(object));
            let found = arguments.iter().enumerate().filter(|(_, argument)| is_filler(argument));
            parts.extend(found.map(|(index, _)| Part::Argument(index)));
        }
        // The last call gives the object.
        Making::Chain { calls, .. } => parts.extend((1..calls.len()).map(|after| Part::Chained(after - 1))),
        _ => {}
    }
    parts
}

/// Returns how many zero characters are at the end of an array.
fn room(elements: &[Operand]) -> usize {
    elements.iter().rev().take_while(|element| **element == Operand::Value(Value::Char(0))).count()
}

fn leave_out(step: &mut Step, left_out: &[Part]) {
    let Step::Make { made: Made { making, .. }, .. } = step else { return };
    match making {
        Making::Chain { calls, .. } => {
            let mut number = 0;
            calls.retain(|_| {
                number += 1;
                !left_out.contains(&Part::Chained(number - 1))
            });
        }
        Making::Array { elements, .. } if left_out.contains(&Part::Room) => {
            elements.truncate(elements.len() - room(elements));
        }
        Making::Constructor { arguments, .. } | Making::Factory { arguments, .. } => {
            for (index, argument) in arguments.iter_mut().enumerate() {
                if left_out.contains(&Part::Argument(index)) {
                    *argument = Operand::Value(Value::Null);
                }
            }
        }
        _ => {}
    }
}

fn made_by(step: &Step) -> Option<ObjectId> {
    match step {
        Step::Make { object, .. } => Some(*object),
        _ => None,
    }
}

/// Returns the object of the JDK that a static method fills, such as `Collections.addAll`.
fn filled(arguments: &[Operand], contents: &FxHashSet<ObjectId>) -> Option<ObjectId> {
    match arguments.first() {
        Some(Operand::Object(object)) if contents.contains(object) => Some(*object),
        _ => None,
    }
}

/// Returns the objects that are made from what is in them: objects of the JDK.
fn contents(plan: &Plan) -> FxHashSet<ObjectId> {
    let content = |step: &Step| match step {
        Step::Make { object, made } if made.strategy == Strategy::Logical => Some(*object),
        _ => None,
    };
    plan.steps.iter().filter_map(content).collect()
}

fn roots(roots: &[Operand]) -> FxHashSet<ObjectId> {
    let mut all = FxHashSet::default();
    roots.iter().for_each(|root| each_object(root, &mut |object| _ = all.insert(object)));
    all
}

/// Returns the objects that something else has or is made of: `null` in place of them may do as well. Values and collections
/// stay, since a reader understands them better than `null`.
fn fillers(plan: &Plan, roots: &FxHashSet<ObjectId>) -> FxHashSet<ObjectId> {
    let makes = plan.steps.iter().filter_map(|step| match step {
        Step::Make { object, made } => Some((*object, made)),
        _ => None,
    });
    let is_filler = |made: &Made| {
        !is_constant(&made.making)
            && !matches!(made.strategy, Strategy::Logical | Strategy::Static)
            && !matches!(made.making, Making::Array { .. } | Making::EmptyArray { .. })
    };
    makes
        .filter(|(object, made)| is_filler(made) && !roots.contains(object))
        .map(|(object, _)| object)
        .collect()
}

fn is_constant(making: &Making) -> bool {
    matches!(making, Making::String(_) | Making::StaticField(_) | Making::ClassLiteral(_))
}

/// Returns the objects that roots or other objects are made of, or that calls get as arguments. Those on which methods are called, and
/// that is all, are not among them.
fn needed(steps: &[Step], roots: &[Operand], contents: &FxHashSet<ObjectId>) -> FxHashSet<ObjectId> {
    let mut needed = self::roots(roots);
    for step in steps {
        let own = match step {
            Step::Make { object, .. } => Some(*object),
            Step::Call { on, .. } | Step::Attempt { on, .. } | Step::Assign { on, .. } => Some(*on),
            Step::SetElement { array, .. } => Some(*array),
            Step::CallStatic { arguments, .. } => filled(arguments, contents),
        };
        needed.extend(named(step).into_iter().filter(|object| Some(*object) != own));
    }
    needed
}

#[cfg(test)]
mod tests {
    use reenact_base::Id;
    use reenact_rebuild::plan::Member;

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
        assert_eq!(removable_parts(&plan), 3);
        assert_eq!(without_parts(plan.clone(), &BTreeSet::new()), plan);
        let left = |left_out: &[usize]| {
            let shorter = without_parts(plan.clone(), &left_out.iter().copied().collect());
            let position = |step| plan.steps.iter().position(|known| *known == step);
            shorter.steps.into_iter().filter_map(position).collect::<Vec<usize>>()
        };
        assert_eq!(left(&[0]), [0, 1, 3, 4, 5]);
        assert_eq!(left(&[1]), [0, 2, 4, 5]);
        assert_eq!(left(&[1, 2]), [0, 2]);
        assert_eq!(left(&[0, 1, 2]), [0]);
    }

    #[test]
    fn setters_and_elements_can_go() {
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
        assert_eq!(removable_parts(&plan), 3);
        assert_eq!(without_parts(plan.clone(), &BTreeSet::from([0])).steps.len(), 4);
        assert_eq!(without_parts(plan.clone(), &BTreeSet::from([1])).steps.len(), 4);
        // What was put into an object goes with it.
        let shortest = without_parts(plan.clone(), &BTreeSet::from([0, 2])).steps;
        assert_eq!(shortest, plan.steps[..1]);
    }

    #[test]
    fn elements_of_an_argument_stay() {
        let steps = vec![make(0, Strategy::Logical), call(0, 0)];
        let roots = vec![Operand::Object(ObjectId::from_index(0))];
        assert_eq!(removable_parts(&Plan { steps, roots, ..Plan::default() }), 0);
    }

    #[test]
    fn an_argument_can_be_null_and_what_was_done_to_it_goes_with_it() {
        let object = |index| Operand::Object(ObjectId::from_index(index));
        let mut record = make(2, Strategy::Structure);
        let Step::Make { made: Made { making: Making::Constructor { arguments, .. }, .. }, .. } = &mut record
        else {
            unreachable!("it is made by a constructor")
        };
        *arguments = vec![object(0), object(1)];
        // The list says more than `null`.
        let steps = vec![make(0, Strategy::Structure), make(1, Strategy::Logical), call(0, 0), record];
        let plan = Plan { steps, roots: vec![object(2)], ..Plan::default() };
        assert_eq!(removable_parts(&plan), 2);
        let shorter = without_parts(plan.clone(), &BTreeSet::from([1]));
        assert_eq!(shorter.steps.len(), 2);
        assert_eq!(shorter.steps[0], plan.steps[1]);
        let Step::Make { made: Made { making: Making::Constructor { arguments, .. }, .. }, .. } =
            &shorter.steps[1]
        else {
            unreachable!("it is made by a constructor")
        };
        assert_eq!(*arguments, [Operand::Value(Value::Null), object(1)]);
    }

    #[test]
    fn the_unused_end_of_a_buffer_can_go() {
        let buffer = |text: &str| {
            let elements = text.chars().map(|char| Operand::Value(Value::Char(char as u16))).collect();
            let making = Making::Array { descriptor: "[C".into(), elements };
            let made =
                Made { node: None, class: "[C".into(), making, strategy: Strategy::Logical, hint: None };
            let steps = vec![Step::Make { object: ObjectId::from_index(0), made }];
            Plan { steps, roots: vec![Operand::Object(ObjectId::from_index(0))], ..Plan::default() }
        };
        assert_eq!(removable_parts(&buffer("ab\0\0\0")), 0);
        assert_eq!(removable_parts(&buffer("ab\0\0\0\0")), 1);
        assert_eq!(without_parts(buffer("ab\0\0\0\0"), &BTreeSet::from([0])), buffer("ab"));
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
        assert_eq!(removable_parts(&plan), 2);
        let shorter = without_parts(plan, &BTreeSet::from([0]));
        assert_eq!(shorter, chain(&["colour", "build"], Strategy::Structure));
        assert_eq!(removable_parts(&chain(&["entrySet", "iterator"], Strategy::Logical)), 0);
    }
}
