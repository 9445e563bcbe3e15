use proptest::prelude::*;

use super::*;

const ALL: Goal<'_> = Goal { required: 0b1111, penalties: &[], bound: u32::MAX, states: 1 << 20 };

fn setter(sets: Fields, cost: u32) -> Move {
    Move { sets, cost, ..Move::default() }
}

#[test]
fn one_setter_of_several_fields_beats_many() {
    let moves = [setter(0b0001, 20), setter(0b0010, 20), setter(0b1111, 45), setter(0b1100, 20)];
    assert_eq!(cheapest(0, &moves, ALL).unwrap(), Choice { cost: 45, moves: vec![2], wrong: 0 });
    // With one field right already, it does not pay any more.
    assert_eq!(cheapest(0b0001, &moves, ALL).unwrap(), Choice { cost: 40, moves: vec![1, 3], wrong: 0 });
}

#[test]
fn nothing_to_do_costs_nothing() {
    assert_eq!(cheapest(0b1111, &[], ALL).unwrap(), Choice { cost: 0, moves: vec![], wrong: 0 });
}

#[test]
fn what_spoils_comes_first() {
    let spoiling = Move { sets: 0b0111, spoils: 0b1000, cost: 10, ..Move::default() };
    assert_eq!(cheapest(0b1000, &[setter(0b1000, 5), spoiling], ALL).unwrap().moves, [1, 0]);
}

#[test]
fn what_is_needed_comes_before() {
    let needing = Move { sets: 0b0110, needs_right: 0b0001, cost: 10, ..Move::default() };
    assert_eq!(cheapest(0b1000, &[needing, setter(0b0001, 5)], ALL).unwrap().moves, [1, 0]);
    let adding = Move { sets: 0b0001, needs_untouched: 0b0001, cost: 10, ..Move::default() };
    assert_eq!(cheapest(0b1110, &[adding], ALL).unwrap().moves, [0]);
}

#[test]
fn a_field_that_nobody_needs_is_left_wrong_if_that_is_cheaper() {
    let goal = Goal { required: 0b0001, penalties: &[0, 5, 50], ..ALL };
    let moves = [setter(0b0001, 20), setter(0b0010, 20), setter(0b0100, 20)];
    assert_eq!(cheapest(0, &moves, goal).unwrap(), Choice { cost: 45, moves: vec![0, 2], wrong: 0b0010 });
}

#[test]
fn forty_setters_are_forty_steps() {
    let moves: Vec<Move> = (0..40).map(|field| setter(1 << field, 20)).collect();
    let goal = Goal { required: (1 << 40) - 1, penalties: &[], bound: u32::MAX, states: 200 };
    assert_eq!(cheapest(0, &moves, goal).unwrap().cost, 800);
}

#[test]
fn what_cannot_be_done_is_refused() {
    assert_eq!(cheapest(0, &[setter(0b0111, 20)], ALL), None);
}

/// Every state that some sequence of moves leads to, by relaxation until nothing changes: no cleverness
/// that could be wrong in the same way.
fn brute_force(right: Fields, moves: &[Move], goal: Goal<'_>) -> Option<u32> {
    let mut costs = std::collections::BTreeMap::from([((right, Fields::MAX), 0u32)]);
    loop {
        let mut better = Vec::new();
        for ((right, untouched), cost) in &costs {
            for action in moves {
                if action.needs_right & !right == 0 && action.needs_untouched & !untouched == 0 {
                    let after = right & !action.spoils | action.sets;
                    let state = (after, untouched & !(action.sets | action.spoils));
                    let cost = cost + action.cost;
                    if costs.get(&state).is_none_or(|known| cost < *known) {
                        better.push((state, cost));
                    }
                }
            }
        }
        if better.is_empty() {
            break;
        }
        for (state, cost) in better {
            let known = costs.entry(state).or_insert(cost);
            *known = cost.min(*known);
        }
    }
    let penalty = |right: Fields| -> u32 {
        let wrong = |field: &usize| right >> field & 1 == 0;
        (0..goal.penalties.len()).filter(wrong).map(|field| goal.penalties[field]).sum()
    };
    let ends = costs.iter().filter(|((right, _), _)| goal.required & !right == 0);
    ends.map(|((right, _), cost)| cost + penalty(*right)).min()
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let sparse = || prop_oneof![3 => Just(0u8), 1 => any::<u8>()];
    let one = (any::<u8>(), sparse(), sparse(), sparse(), 1u32..40).prop_map(
        |(sets, spoils, right, untouched, cost)| {
            let sets = Fields::from(sets & 0b11111);
            Move {
                sets,
                spoils: Fields::from(spoils & 0b11111) & !sets,
                needs_right: Fields::from(right & 0b11111),
                needs_untouched: Fields::from(untouched & 0b11111),
                cost,
            }
        },
    );
    proptest::collection::vec(one, 0..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_choice_is_the_best_there_is(
        right in 0u8..32,
        required in 0u8..32,
        penalties in proptest::collection::vec(0u32..30, 5),
        moves in moves(),
    ) {
        let required = Fields::from(required);
        let penalties: Vec<u32> =
            (0..).zip(penalties).map(|(field, p)| if required >> field & 1 == 1 { 0 } else { p }).collect();
        let goal = Goal { required, penalties: &penalties, bound: u32::MAX, states: 1 << 20 };
        let right = Fields::from(right);
        let found = cheapest(right, &moves, goal);
        prop_assert_eq!(found.as_ref().map(|choice| choice.cost), brute_force(right, &moves, goal));
        // The moves must really lead there.
        if let Some(choice) = found {
            let (mut now, mut untouched, mut cost) = (right, Fields::MAX, 0);
            for at in choice.moves {
                let action = moves[at];
                prop_assert_eq!(action.needs_right & !now, 0);
                prop_assert_eq!(action.needs_untouched & !untouched, 0);
                now = now & !action.spoils | action.sets;
                untouched &= !(action.sets | action.spoils);
                cost += action.cost;
            }
            prop_assert_eq!(required & !now, 0);
            prop_assert!(cost <= choice.cost);
        }
    }
}
