//! Which field-setting actions to take after a constructing one, and in what order: Equation 4, exactly.
//!
//! The paper chooses a set of actions that together assign every field. Here an action may also spoil
//! fields (a setter that resets a cache), and may do its work only while other fields hold certain values
//! (`if (frozen) return;`, `total += amount`). So what is looked for is a sequence, and it is found as a
//! cheapest path between states, where a state says which fields are right and which were not touched yet.
//!
//! Plain setters, which neither spoil nor need anything, are most of all actions, and any order of them does.
//! They are taken at the end, each time for the first field that is still wrong, so that twenty setters
//! are twenty steps and not two to the power of twenty; earlier only if another action needs them.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

/// A set of fields, by their positions among those of the object.
pub(crate) type Fields = u128;

/// How many fields a [`Fields`] can distinguish.
pub(crate) const MOST_FIELDS: usize = Fields::BITS as usize;

/// A field-setting action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Move {
    /// Fields that are right afterwards.
    pub sets: Fields,
    /// Fields that are wrong afterwards.
    pub spoils: Fields,
    /// Fields that must be right before.
    pub needs_right: Fields,
    /// Fields that must still be as the constructing action left them.
    pub needs_untouched: Fields,
    pub cost: u32,
}

/// The wanted state of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal<'a> {
    /// Fields that must be right in the end.
    pub required: Fields,
    /// The cost of other fields if they are wrong, by position; fields beyond are free.
    pub penalties: &'a [u32],
    /// Nothing that costs this much or more is of interest.
    pub bound: u32,
    /// States that may be looked at.
    pub states: usize,
}

/// The moves to make, in order, and what all of it costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub cost: u32,
    pub moves: Vec<usize>,
    /// Fields that are wrong in the end and may be.
    pub wrong: Fields,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State {
    right: Fields,
    untouched: Fields,
    /// Fields that are left wrong.
    given_up: Fields,
    /// Only plain moves follow.
    is_ending: bool,
}

/// How a state was come by.
#[derive(Clone, Copy)]
struct Origin {
    cost: u32,
    from: Option<State>,
    by: Option<usize>,
}

/// The cheapest sequence of moves, of those with the same cost one that depends on nothing but the input.
/// `None` if there is none below the bound.
pub(crate) fn cheapest(right: Fields, moves: &[Move], goal: Goal<'_>) -> Option<Choice> {
    let relevant = goal.required | penalised(goal.penalties);
    if relevant & !right == 0 {
        return (goal.bound > 0).then(|| Choice { cost: 0, moves: Vec::new(), wrong: 0 });
    }
    let moves = useful(moves);
    let is_plain =
        |action: &Move| action.spoils == 0 && action.needs_right == 0 && action.needs_untouched == 0;
    let needed_early: Fields = moves
        .iter()
        .filter(|(_, action)| !is_plain(action))
        .fold(0, |all, (_, action)| all | action.needs_right);
    let start = State { right, untouched: Fields::MAX, given_up: 0, is_ending: false };
    let mut origins: FxHashMap<State, Origin> = FxHashMap::default();
    let mut queue = BinaryHeap::new();
    origins.insert(start, Origin { cost: 0, from: None, by: None });
    queue.push(Reverse((0, start)));
    let mut looked_at = 0;
    while let Some(Reverse((cost, state))) = queue.pop() {
        if cost > origins[&state].cost {
            continue;
        }
        looked_at += 1;
        if looked_at > goal.states || cost >= goal.bound {
            return None;
        }
        if state.is_ending && relevant & !(state.right | state.given_up) == 0 {
            return Some(tidied(right, &moves, traced(&origins, state, cost)));
        }
        let mut go = |to: State, more: u32, by: Option<usize>| {
            let cost = cost.saturating_add(more);
            let known = origins.get(&to).map_or(u32::MAX, |origin| origin.cost);
            if cost < known && cost < goal.bound {
                origins.insert(to, Origin { cost, from: Some(state), by });
                queue.push(Reverse((cost, to)));
            }
        };
        if state.is_ending {
            let wrong = relevant & !(state.right | state.given_up);
            let field = wrong.trailing_zeros();
            let bit = 1 << field;
            if goal.required & bit == 0 {
                let penalty = goal.penalties.get(field as usize).copied().unwrap_or(0);
                go(State { given_up: state.given_up | bit, ..state }, penalty, None);
            }
            for (at, action) in moves.iter().filter(|(_, action)| is_plain(action) && action.sets & bit != 0)
            {
                go(state.after(action), action.cost, Some(*at));
            }
        } else {
            // Untouched fields and those given up play no part in the end, and would only multiply states.
            go(State { untouched: 0, is_ending: true, ..state }, 0, None);
            for (at, action) in &moves {
                let is_enabling = !is_plain(action) || action.sets & needed_early & !state.right != 0;
                let is_possible =
                    action.needs_right & !state.right == 0 && action.needs_untouched & !state.untouched == 0;
                if is_enabling && is_possible {
                    go(state.after(action), action.cost, Some(*at));
                }
            }
        }
    }
    None
}

impl State {
    fn after(self, action: &Move) -> State {
        State {
            right: self.right & !action.spoils | action.sets,
            untouched: self.untouched & !(action.sets | action.spoils),
            ..self
        }
    }
}

fn penalised(penalties: &[u32]) -> Fields {
    let bits = (0..MOST_FIELDS).zip(penalties).filter(|(_, penalty)| **penalty > 0);
    bits.fold(0, |all, (field, _)| all | 1 << field)
}

/// Moves without those that another one does better. Of two alike, the first stays.
fn useful(moves: &[Move]) -> Vec<(usize, Move)> {
    let is_better = |(at, one): (usize, &Move), (other_at, other): (usize, &Move)| {
        one.sets & other.sets == other.sets
            && one.spoils & !other.spoils == 0
            // To touch a field is to spoil it for those that need it untouched.
            && (one.sets == other.sets || moves.iter().all(|action| action.needs_untouched == 0))
            && one.needs_right & !other.needs_right == 0
            && one.needs_untouched & !other.needs_untouched == 0
            && (one.cost < other.cost || one.cost == other.cost && (at < other_at || one.sets != other.sets))
    };
    let numbered = || moves.iter().enumerate();
    let is_useful = |candidate: &(usize, &Move)| {
        !numbered().any(|other| other.0 != candidate.0 && is_better(other, *candidate))
    };
    numbered()
        .filter(|(_, action)| action.sets != 0)
        .filter(is_useful)
        .map(|(at, action)| (at, *action))
        .collect()
}

/// The same moves in the order of the fields that they set, if that order does as well: it is the order in
/// which people think of an object.
fn tidied(right: Fields, moves: &[(usize, Move)], mut choice: Choice) -> Choice {
    let action = |at: usize| moves.iter().find(|(known, _)| *known == at).map(|(_, action)| action);
    let end = |order: &[usize]| {
        let start = State { right, untouched: Fields::MAX, given_up: 0, is_ending: false };
        order.iter().try_fold(start, |state, at| {
            let action = action(*at)?;
            let is_possible =
                action.needs_right & !state.right == 0 && action.needs_untouched & !state.untouched == 0;
            is_possible.then(|| state.after(action))
        })
    };
    let mut order = choice.moves.clone();
    order.sort_by_key(|at| action(*at).map_or(0, |action| action.sets.trailing_zeros()));
    if let (Some(as_found), Some(as_tidied)) = (end(&choice.moves), end(&order))
        && as_found.right & !as_tidied.right == 0
    {
        choice.moves = order;
    }
    choice
}

fn traced(origins: &FxHashMap<State, Origin>, end: State, cost: u32) -> Choice {
    let mut moves = Vec::new();
    let mut next = Some(end);
    while let Some(origin) = next.and_then(|state| origins.get(&state)) {
        moves.extend(origin.by);
        next = origin.from;
    }
    moves.reverse();
    Choice { cost, moves, wrong: end.given_up }
}
