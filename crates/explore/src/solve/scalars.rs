//! Conditions on numbers and texts: candidate values, tried with the conditions before.

use reenact_flow::exec::Condition;
use reenact_flow::term::{Constant, Term};

use super::Problem;
use crate::input::{Input, Value};
use crate::place::{Place, Scalar};
use crate::types::Infeasible;

/// Parts of the input that are changed together.
const MOST_PLACES: usize = 3;
/// Inputs that are tried.
const MOST_TRIALS: usize = 4_000;

/// A number or text of the input, with values to try.
struct Variable {
    scalar: Scalar,
    candidates: Vec<Value>,
}

pub fn solve(problem: &Problem<'_>, wanted: Condition) -> Result<Vec<Input>, Infeasible> {
    let mut places = Vec::new();
    problem.collect(wanted.left, &mut places, 0);
    problem.collect(wanted.right, &mut places, 0);
    if places.is_empty() {
        return Err(Infeasible("it depends on values that the input does not determine".to_owned()));
    }
    let own = places.len();
    // Numbers that the conditions before tie to these may have to change as well.
    for condition in problem.before.iter().rev() {
        let mut others = Vec::new();
        problem.collect(condition.left, &mut others, 0);
        problem.collect(condition.right, &mut others, 0);
        if others.iter().any(|place| places.contains(place)) {
            let new: Vec<_> = others.into_iter().filter(|other| !places.contains(other)).collect();
            places.extend(new);
        }
    }
    places.truncate(MOST_PLACES.max(own.min(MOST_PLACES)));
    let mut found: Vec<Input> = Vec::new();
    for with_ends in [false, true] {
        let variables: Vec<Variable> = places
            .iter()
            .map(|scalar| Variable {
                scalar: scalar.clone(),
                candidates: candidates(problem, &wanted, scalar, with_ends),
            })
            .collect();
        let mut trials = 0;
        for count in 1..=variables.len() {
            if found.is_empty() {
                let input = problem.input.clone();
                search(problem, &wanted, &variables[..count], input, &mut trials, &mut found);
            }
        }
    }
    // The simplest, and the last: a loop that ends one round later is found by the first, one that runs to its end by the other.
    found.dedup();
    let has_constants = places.iter().any(|scalar| scalar.letter == b'E');
    if found.len() > 2 && !has_constants {
        let last = found.pop();
        found.truncate(1);
        found.extend(last);
    }
    match found.is_empty() {
        true => Err(Infeasible("no value was found".to_owned())),
        false => Ok(found),
    }
}

fn search(
    problem: &Problem<'_>,
    wanted: &Condition,
    variables: &[Variable],
    input: Input,
    trials: &mut usize,
    found: &mut Vec<Input>,
) {
    let Some((variable, rest)) = variables.split_last() else {
        *trials += 1;
        if input != *problem.input && problem.may_hold(&input, wanted) && problem.keeps(&input) {
            found.push(input);
        }
        return;
    };
    for candidate in &variable.candidates {
        if *trials > MOST_TRIALS || found.len() > 64 {
            return;
        }
        let mut next = input.clone();
        if variable.scalar.set(&mut next, candidate.clone()) {
            search(problem, wanted, rest, next, trials, found);
        }
    }
}

fn candidates(problem: &Problem<'_>, wanted: &Condition, scalar: &Scalar, with_ends: bool) -> Vec<Value> {
    let letter = scalar.letter;
    if letter == b'E' {
        return constants(problem, &scalar.place);
    }
    let mut numbers: Vec<i64> = Vec::new();
    let mut reals: Vec<f64> = Vec::new();
    let mut texts: Vec<Vec<u16>> = Vec::new();
    let mut note = |constant: &Constant| match constant {
        Constant::Int(value) => numbers.push((*value).into()),
        Constant::Long(value) => numbers.push(*value),
        Constant::Float(bits) => reals.push(f32::from_bits(*bits).into()),
        Constant::Double(bits) => reals.push(f64::from_bits(*bits)),
        Constant::String(text) => texts.push(text.clone()),
        _ => {}
    };
    for condition in std::iter::once(wanted).chain(problem.before) {
        problem.each_constant(condition.left, 0, &mut note);
        problem.each_constant(condition.right, 0, &mut note);
    }
    if letter == b'T' {
        return text_candidates(&texts, &numbers);
    }
    let mut roots = roots(problem, wanted, scalar);
    let near = |value: &f64| [*value, value - 1.0, value + 1.0];
    if matches!(letter, b'F' | b'D') {
        roots.extend(reals.iter().flat_map(near));
        roots.extend(numbers.iter().map(|&number| number as f64).flat_map(|number| near(&number)));
        roots.extend([0.0, 1.0, -1.0, 0.5, -0.5, 1e9, -1e9, f64::NAN]);
        let value = |real: f64| match letter {
            b'F' => Value::Float((real as f32).to_bits()),
            _ => Value::Double(real.to_bits()),
        };
        return roots.into_iter().map(value).collect();
    }
    let mut all: Vec<i64> = roots.iter().flat_map(near).map(|real| real as i64).collect();
    all.extend([0, 1, -1]);
    numbers.sort_by_key(|number| number.unsigned_abs());
    let constants = numbers.iter().chain(problem.constants);
    all.extend(constants.flat_map(|&number| [number, number.wrapping_add(1), number.wrapping_sub(1)]));
    let (low, high): (i64, i64) = match letter {
        b'Z' => (0, 1),
        b'B' => (i8::MIN.into(), i8::MAX.into()),
        b'S' => (i16::MIN.into(), i16::MAX.into()),
        b'C' => (0, u16::MAX.into()),
        b'J' => (i64::MIN, i64::MAX),
        _ => (i32::MIN.into(), i32::MAX.into()),
    };
    // Large values only if nothing else is left: a loop bound of two billion runs until it is stopped.
    let mut ends = vec![low, high];
    ends.retain(|_| with_ends && !matches!(scalar.place, Place::Length { .. }));
    let mut seen = Vec::new();
    for number in all.into_iter().chain(ends) {
        if (low..=high).contains(&number) && !seen.contains(&number) {
            seen.push(number);
        }
        if seen.len() >= 120 {
            break;
        }
    }
    seen.sort_by_key(|number| number.unsigned_abs() > 1_000);
    seen.into_iter()
        .map(|number| if letter == b'J' { Value::Long(number) } else { Value::Int(number as i32) })
        .collect()
}

/// The constants of the enum at a place.
fn constants(problem: &Problem<'_>, place: &Place) -> Vec<Value> {
    let Some(Value::Constant(field)) = place.get(problem.input, b'L') else { return Vec::new() };
    let world = problem.known.world;
    let all = crate::types::enum_constants(world, world.view(field).class().id());
    all.into_iter().map(Value::Constant).collect()
}

/// Where the two sides of a condition are equal, if their difference is linear in a number.
fn roots(problem: &Problem<'_>, wanted: &Condition, scalar: &Scalar) -> Vec<f64> {
    let difference = |at: i64| -> Option<f64> {
        let mut input = problem.input.clone();
        let value = match scalar.letter {
            b'J' => Value::Long(at),
            b'F' => Value::Float((at as f32).to_bits()),
            b'D' => Value::Double((at as f64).to_bits()),
            _ => Value::Int(at as i32),
        };
        scalar.set(&mut input, value).then_some(())?;
        // A comparison of long or floating-point numbers says only which is greater: its operands are compared.
        let (left, right) = match &problem.known.terms[wanted.left] {
            Term::Binary(reenact_flow::term::BinaryOperator::Compare { .. }, [left, right]) => {
                (*left, *right)
            }
            _ => (wanted.left, wanted.right),
        };
        let number = |term| match problem.known.value(&input, term)? {
            Value::Int(value) => Some(f64::from(value)),
            Value::Long(value) => Some(value as f64),
            Value::Float(bits) => Some(f32::from_bits(bits).into()),
            Value::Double(bits) => Some(f64::from_bits(bits)),
            _ => None,
        };
        Some(number(left)? - number(right)?)
    };
    let mut found = Vec::new();
    for start in [0, 100] {
        if let (Some(first), Some(second)) = (difference(start), difference(start + 1)) {
            let slope = second - first;
            if slope != 0.0 {
                found.push((start as f64 - first / slope).round());
                found.push(start as f64 - first / slope);
            }
        }
    }
    found
}

fn text_candidates(texts: &[Vec<u16>], numbers: &[i64]) -> Vec<Value> {
    let mut all: Vec<Vec<u16>> = vec![Vec::new()];
    all.extend(texts.iter().cloned());
    all.push("a".encode_utf16().collect());
    for one in texts {
        for other in texts.iter().filter(|&other| other != one) {
            all.push([one.as_slice(), other].concat());
        }
        all.push([one.as_slice(), &[u16::from(b'a')]].concat());
        all.push([&[u16::from(b'a')], one.as_slice()].concat());
    }
    let lengths: Vec<usize> = numbers
        .iter()
        .flat_map(|&number| [number - 1, number, number + 1])
        .filter_map(|number| usize::try_from(number).ok())
        .filter(|&length| length <= 64)
        .collect();
    for length in lengths {
        all.push(vec![u16::from(b'a'); length]);
        for &number in numbers.iter().filter(|&&number| (32..0xd800).contains(&number)) {
            for at in 0..length.min(8) {
                let mut text = vec![u16::from(b'a'); length];
                text[at] = number as u16;
                all.push(text);
            }
        }
    }
    let mut seen: Vec<Vec<u16>> = Vec::new();
    for text in all {
        if !seen.contains(&text) && seen.len() < 200 {
            seen.push(text);
        }
    }
    seen.into_iter().map(Value::Text).collect()
}
