//! Conditions on references: null, types, annotations, identity.

use reenact_flow::exec::Condition;
use reenact_flow::term::{Relation, Term, TermId, Terms};
use reenact_world::ClassId;

use super::Problem;
use crate::evaluate::Meaning;
use crate::input::{Input, Object, Shape, Value};
use crate::models::Model;
use crate::place::Place;
use crate::types::{Infeasible, Wanted};

/// A condition on the type of a reference.
enum Claim {
    Is(TermId, ClassId),
    Annotated(TermId, ClassId),
    /// The same of a class object.
    ClassIs(TermId, ClassId),
    ClassAnnotated(TermId, ClassId),
}

/// Solves a condition on references; `None` if it is not one.
pub fn solve(problem: &Problem<'_>, wanted: Condition) -> Option<Result<Vec<Input>, Infeasible>> {
    if let Some((claim, holds)) = claim(problem, &wanted) {
        return Some(claimed(problem, claim, holds));
    }
    let (left, right) = (
        problem.known.resolved(problem.input, wanted.left),
        problem.known.resolved(problem.input, wanted.right),
    );
    if let Some((term, be_null)) = null_test(problem, left, &wanted) {
        return Some(nullness(problem, term, be_null));
    }
    if problem.known.terms.kind(left) != reenact_flow::body::Kind::Reference {
        return None;
    }
    // A lookup is asked for as it is: the key decides.
    let whole = |own: TermId, given: TermId| {
        if matches!(problem.known.terms[given], Term::Result(_)) { given } else { own }
    };
    let (left, right) = (whole(left, wanted.left), whole(right, wanted.right));
    Some(match (left == Terms::null(), right == Terms::null()) {
        (_, true) => nullness(problem, left, wanted.relation == Relation::Equal),
        (true, _) => nullness(problem, right, wanted.relation == Relation::Equal),
        _ => identity(problem, left, right, wanted.relation == Relation::Equal),
    })
}

/// The term of `Objects.isNull` and its kin, and whether a condition wants it to be null.
fn null_test(problem: &Problem<'_>, left: TermId, wanted: &Condition) -> Option<(TermId, bool)> {
    let Term::Result(number) = problem.known.terms[left] else { return None };
    let Meaning::Model(model, arguments) = problem.known.calls.get(number as usize)? else { return None };
    let is_true = match wanted.relation {
        _ if wanted.right != Terms::zero(reenact_flow::body::Kind::Int) => return None,
        Relation::Equal => false,
        Relation::NotEqual => true,
        _ => return None,
    };
    match model {
        Model::IsNull => Some((*arguments.first()?, is_true)),
        Model::IsNotNull => Some((*arguments.first()?, !is_true)),
        _ => None,
    }
}

/// The claim that a condition makes, and whether it makes it or denies it.
fn claim(problem: &Problem<'_>, condition: &Condition) -> Option<(Claim, bool)> {
    let known = &problem.known;
    let is_zero = condition.right == Terms::zero(reenact_flow::body::Kind::Int);
    let is_null = condition.right == Terms::null();
    let denies = match condition.relation {
        Relation::Equal => true,
        Relation::NotEqual => false,
        _ => return None,
    };
    let class_constant = |term: TermId| match known.value(problem.input, term) {
        Some(Value::Class(class)) => Some(class),
        _ => None,
    };
    // The object whose class a term is.
    let object_of = |term: TermId| match &known.terms[known.resolved(problem.input, term)] {
        Term::Result(number) => match known.calls.get(*number as usize)? {
            Meaning::Model(Model::GetClass, arguments) => arguments.first().copied(),
            _ => None,
        },
        _ => None,
    };
    match &known.terms[known.resolved(problem.input, condition.left)] {
        Term::InstanceOf(operand, name) if is_zero => {
            Some((Claim::Is(*operand, known.world.class_id(name)?), !denies))
        }
        Term::Result(number) => {
            let Meaning::Model(model, arguments) = known.calls.get(*number as usize)? else { return None };
            let (&first, &second) = (arguments.first()?, arguments.get(1)?);
            let claim = match (model, is_zero, is_null) {
                (Model::IsInstance, true, _) => Claim::Is(second, class_constant(first)?),
                (Model::IsAssignableFrom, true, _) => {
                    let class = class_constant(first)?;
                    match object_of(second) {
                        Some(object) => Claim::Is(object, class),
                        None => Claim::ClassIs(second, class),
                    }
                }
                (Model::IsAnnotationPresent, true, _) | (Model::GetAnnotation, _, true) => {
                    let annotation = class_constant(second)?;
                    match object_of(first) {
                        Some(object) => Claim::Annotated(object, annotation),
                        None => Claim::ClassAnnotated(first, annotation),
                    }
                }
                _ => return None,
            };
            Some((claim, !denies))
        }
        _ => None,
    }
}

/// The constraints on the type of a place from the conditions before.
fn constraints(problem: &Problem<'_>, place: &Place) -> Wanted {
    let mut wanted = Wanted::default();
    let world = problem.known.world;
    wanted.is.extend(place.class(world, problem.method, problem.input));
    let same = |term: TermId| Place::of(&problem.known, problem.input, term).as_ref() == Some(place);
    for condition in problem.before {
        match claim(problem, condition) {
            Some((Claim::Is(term, class), true)) if same(term) => wanted.is.push(class),
            Some((Claim::Is(term, class), false)) if same(term) => wanted.is_not.push(class),
            Some((Claim::Annotated(term, class), true)) if same(term) => wanted.annotated.push(class),
            Some((Claim::Annotated(term, class), false)) if same(term) => wanted.not_annotated.push(class),
            _ => {}
        }
    }
    wanted
}

fn claimed(problem: &Problem<'_>, claim: Claim, holds: bool) -> Result<Vec<Input>, Infeasible> {
    let no_place = || Infeasible("the value does not come from the input".to_owned());
    let find = |term| Place::of(&problem.known, problem.input, term).ok_or_else(no_place);
    let (place, wanted) = match claim {
        Claim::Is(term, class) => {
            let place = find(term)?;
            let mut wanted = constraints(problem, &place);
            if holds {
                wanted.is.push(class)
            } else {
                wanted.is_not.push(class)
            }
            (place, wanted)
        }
        Claim::Annotated(term, class) => {
            let place = find(term)?;
            let mut wanted = constraints(problem, &place);
            if holds {
                wanted.annotated.push(class)
            } else {
                wanted.not_annotated.push(class)
            }
            (place, wanted)
        }
        Claim::ClassIs(term, class) => return class_object(problem, &find(term)?, Some(class), None, holds),
        Claim::ClassAnnotated(term, annotation) => {
            return class_object(problem, &find(term)?, None, Some(annotation), holds);
        }
    };
    let found = objects(problem, &place, &wanted)?;
    // Null is not an instance of anything; a path that needs an object before has a condition for it.
    match found.is_empty() && !holds {
        true => Ok(vec![with(problem, &place, Value::Null)]),
        false => Ok(found),
    }
}

/// Inputs with an object of a wanted type at a place.
fn objects(problem: &Problem<'_>, place: &Place, wanted: &Wanted) -> Result<Vec<Input>, Infeasible> {
    let mut found = Vec::new();
    let mut input = problem.input.clone();
    let old = place.get(problem.input, b'L');
    let values = match special(problem, &mut input, wanted) {
        Some(value) => vec![value],
        None => problem.creator.objects(&mut input, wanted, 0),
    };
    for value in values {
        let mut changed = input.clone();
        // What a stand-in answered before, its successor answers too.
        if let (Some(Value::Object(old)), Value::Object(new)) = (&old, &value)
            && let Some(Object::StandIn { answers: kept, .. }) = problem.input.objects.get(*old).cloned()
            && let Some(Object::StandIn { answers, .. }) = changed.objects.get_mut(*new)
        {
            *answers = kept;
        }
        if place.set(&mut changed, value, b'L') {
            found.push(changed);
        }
    }
    match found.is_empty() {
        true => Err(match problem.creator.types.stand_in(wanted) {
            Err(reason) => reason,
            Ok(_) if !problem.creator.stand_ins => Infeasible("no existing class fits".to_owned()),
            Ok(_) => Infeasible("no object of that type can be made".to_owned()),
        }),
        false => Ok(found),
    }
}

/// Values of classes that are neither made by a constructor here nor stood in for.
fn special(problem: &Problem<'_>, input: &mut Input, wanted: &Wanted) -> Option<Value> {
    let world = problem.known.world;
    let fits = |name: &str| {
        let class = world.class_id(name)?;
        let is_below = wanted.is.iter().all(|&above| world.is_subtype(class, above));
        let is_not = wanted.is_not.iter().any(|&above| world.is_subtype(class, above));
        (is_below && !is_not && wanted.annotated.is_empty()).then_some(class)
    };
    let declared = *wanted.is.first()?;
    // Anything goes; an object of the class itself is the plainest.
    if world.view(declared).name() == "java/lang/Object"
        && let Some(object) = fits("java/lang/Object")
        && let Some(constructor) = problem.creator.types.constructor(object, false)
    {
        let fields = Default::default();
        return Some(input.add(Object::Existing {
            class: object,
            constructor,
            arguments: Vec::new(),
            fields,
        }));
    }
    for &class in &wanted.is {
        let view = world.view(class);
        if view.is_enum() {
            let first = crate::types::enum_constants(world, class).into_iter().next()?;
            return Some(Value::Constant(first));
        }
        if let Some(letter) = crate::types::box_letter(&view.name().to_str()) {
            return Some(Value::Boxed(letter, Box::new(Value::zero(letter))));
        }
    }
    let names_text = |class: &ClassId| {
        matches!(&*world.view(*class).name().to_str(), "java/lang/String" | "java/lang/CharSequence")
    };
    if wanted.is.iter().any(names_text) && fits("java/lang/String").is_some() {
        return Some(Value::Text(Vec::new()));
    }
    if world.view(declared).name() == "java/lang/Class" {
        return Some(Value::Class(world.class_id("java/lang/Object")?));
    }
    None
}

fn class_object(
    problem: &Problem<'_>,
    place: &Place,
    class: Option<ClassId>,
    annotation: Option<ClassId>,
    holds: bool,
) -> Result<Vec<Input>, Infeasible> {
    let types = &problem.creator.types;
    let wanted = Wanted {
        is: class.into_iter().filter(|_| holds).collect(),
        annotated: annotation.into_iter().filter(|_| holds).collect(),
        ..Wanted::default()
    };
    if !holds {
        let object = types.world.class_id("java/lang/Object");
        return Ok(object.map(|object| with(problem, place, Value::Class(object))).into_iter().collect());
    }
    let mut found = Vec::new();
    let annotated = annotation.map(|annotation| {
        let name = types.world.view(annotation).name().to_str();
        let mut classes = types.world.annotated_classes(&name).iter();
        classes
            .find(|&&class| types.is_visible(class) && crate::types::is_retained(types.world, annotation))
            .copied()
    });
    let existing = class.or(annotated.flatten());
    found.extend(existing.map(|class| with(problem, place, Value::Class(class))));
    if problem.creator.stand_ins {
        let shape: Result<Shape, Infeasible> = types.stand_in(&wanted);
        match shape {
            Ok(shape) => found.push(with(problem, place, Value::StandInClass(shape))),
            Err(reason) if found.is_empty() => return Err(reason),
            Err(_) => {}
        }
    }
    Ok(found)
}

fn nullness(problem: &Problem<'_>, term: TermId, be_null: bool) -> Result<Vec<Input>, Infeasible> {
    if let Some(found) = looked_up(problem, term, be_null) {
        return Ok(found);
    }
    let place = Place::of(&problem.known, problem.input, term)
        .ok_or_else(|| Infeasible("the value does not come from the input".to_owned()))?;
    if be_null {
        return Ok(vec![with(problem, &place, Value::Null)]);
    }
    let descriptor = place.descriptor(problem.known.world, problem.method, problem.input).unwrap_or_default();
    if let Some(element) = descriptor.strip_prefix('[') {
        let mut input = problem.input.clone();
        let array = input.add(Object::Array { element: element.to_owned(), elements: Vec::new() });
        place.set(&mut input, array, b'L');
        return Ok(vec![input]);
    }
    objects(problem, &place, &constraints(problem, &place))
}

/// Inputs with a key that a map has, or has not.
fn looked_up(problem: &Problem<'_>, term: TermId, be_null: bool) -> Option<Vec<Input>> {
    let known = &problem.known;
    let Term::Result(number) = known.terms[term] else { return None };
    let Some(Meaning::Lookup(key, entries, _)) = known.calls.get(number as usize) else { return None };
    let scalar = problem.scalar(*key)?;
    let mut found = Vec::new();
    let keys = entries.iter().filter_map(|(key, _)| known.value(problem.input, *key));
    let absent = match scalar.letter {
        b'T' => Value::Text("?".encode_utf16().collect()),
        letter => Value::zero(letter),
    };
    let wanted: Vec<Value> = if be_null { vec![absent] } else { keys.collect() };
    for value in wanted {
        let plain = match value {
            Value::Boxed(_, inner) => *inner,
            other => other,
        };
        let mut input = problem.input.clone();
        if scalar.set(&mut input, plain) {
            found.push(input);
        }
    }
    Some(found)
}

fn identity(
    problem: &Problem<'_>,
    left: TermId,
    right: TermId,
    be_same: bool,
) -> Result<Vec<Input>, Infeasible> {
    let place = |term| Place::of(&problem.known, problem.input, term);
    let value = |term| problem.known.value(problem.input, term);
    let sides: Vec<(Place, Option<Value>)> = [(place(left), value(right)), (place(right), value(left))]
        .into_iter()
        .filter_map(|(place, value)| Some((place?, value)))
        .collect();
    let Some((first, other)) = sides.first() else {
        return Err(Infeasible("the values do not come from the input".to_owned()));
    };
    if be_same {
        let same: Vec<Input> =
            sides.iter().filter_map(|(place, value)| Some(with(problem, place, value.clone()?))).collect();
        return match same.is_empty() {
            true => Err(Infeasible("the other value is not known".to_owned())),
            false => Ok(same),
        };
    }
    // Another constant of an enum is another object.
    if let Some(Value::Constant(own)) = other {
        let world = problem.known.world;
        let all = crate::types::enum_constants(world, world.view(*own).class().id());
        let others = all.into_iter().filter(|constant| constant != own);
        return Ok(others.map(|constant| with(problem, first, Value::Constant(constant))).collect());
    }
    objects(problem, first, &constraints(problem, first))
}

fn with(problem: &Problem<'_>, place: &Place, value: Value) -> Input {
    let mut input = problem.input.clone();
    place.set(&mut input, value, b'L');
    input
}
