//! The meanings of the calls of a path that were not entered.

use std::collections::BTreeMap;

use reenact_flow::body::Kind;
use reenact_flow::term::{Term, TermId};
use reenact_world::World;

use crate::containers::{Called, Containers};
use crate::evaluate::{Inherited, Known, Meaning};
use crate::follow::Followed;
use crate::input::{Input, Object, Value};
use crate::models::Model;
use crate::setters::Setters;
use crate::trace::log::{Content, RunLog};
use crate::types::{Types, box_letter};

/// Returns the meaning of each call, and how often the results of which methods were taken as they came.
pub fn meanings(
    types: Types<'_>,
    setters: &Setters<'_>,
    input: &Input,
    followed: &mut Followed,
    log: &RunLog,
) -> (Vec<Meaning>, BTreeMap<String, usize>) {
    let world: &World = types.world;
    let mut meanings: Vec<Meaning> = Vec::new();
    let mut concretized: BTreeMap<String, usize> = BTreeMap::new();
    let mut counts: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let mut containers = Containers::default();
    let calls = followed.path.calls.clone();
    for (number, call) in calls.iter().enumerate() {
        if let Some(check) = followed.checks.get(&number) {
            meanings.push(Meaning::Model(*check, call.arguments.clone()));
            continue;
        }
        if let Some(model) = call.method.and_then(|method| Model::of(world, method)) {
            meanings.push(Meaning::Model(model, call.arguments.clone()));
            continue;
        }
        let reference = world.method_ref(call.reference);
        let pair = reference.name_and_type;
        let names = world.name_and_type_of(pair);
        let (name, descriptor) = (
            world.text(names.name).to_str().into_owned(),
            world.text(names.descriptor).to_str().into_owned(),
        );
        let result = descriptor.rfind(')').map_or("V", |at| &descriptor[at + 1..]).to_owned();
        let letter = result.as_bytes().first().copied().unwrap_or(b'V');
        let value = followed.results.get(number).copied().flatten();
        let logged = value.and_then(|value| logged(world, log, letter, value));
        let known = Known { world, terms: &followed.terms, path: &followed.path, calls: &meanings, setters };
        let resolved: Vec<TermId> =
            call.arguments.iter().map(|&argument| known.resolved(input, argument)).collect();
        let values: Vec<Option<Value>> =
            resolved.iter().map(|&argument| known.value(input, argument)).collect();
        let receiver = if call.kind.is_dispatched() { values.first().cloned().flatten() } else { None };
        if let Some(Value::Object(object)) = receiver
            && let Some(Object::StandIn { shape, .. }) = input.objects.get(object)
        {
            let own = types.to_implement(shape).unwrap_or_default();
            let text = format!("{name}{descriptor}");
            let implemented = own.iter().find(|&&method| {
                let view = world.view(method);
                let own = format!("{}{}", view.name().to_str(), view.descriptor().to_str());
                let parameters = |text: &str| text[..text.find(')').unwrap_or(0)].to_owned();
                parameters(&own) == parameters(&text)
            });
            let inherited = || types.overridable(shape, pair);
            if let Some(method) = implemented.copied().or_else(inherited) {
                let count = counts.entry((object, text)).or_default();
                let inherited = implemented.is_none().then(|| Inherited(logged.clone()));
                let method = world.view(method).name_and_type();
                meanings.push(Meaning::Answer { object, method, number: *count, inherited });
                *count += 1;
                containers.forget(&resolved);
                continue;
            }
        }
        if !followed.threw.contains(&number) {
            // A model of the class that the receiver has: `CharSequence` that is a `String`, `Object.equals` of a text.
            let own_model = match receiver {
                Some(Value::Text(_)) => Model::named("java/lang/String", &name, &descriptor),
                Some(Value::Boxed(letter, _)) => {
                    Model::named(crate::types::box_class(letter), &name, &descriptor)
                }
                _ => None,
            };
            if let Some(model) = own_model {
                meanings.push(Meaning::Model(model, call.arguments.clone()));
                continue;
            }
            let class = world.text(reference.class).to_str().into_owned();
            let result = followed.terms.add(Kind::of(letter), Term::Result(number as u32));
            let called = Called {
                class: &class,
                name: &name,
                descriptor: &descriptor,
                arguments: &resolved,
                values: &values,
                result,
            };
            if let Some(meaning) = containers.call(&mut followed.terms, &followed.path.objects, &called) {
                meanings.push(meaning);
                continue;
            }
        }
        if letter != b'V' {
            let name = call
                .method
                .map_or_else(|| "a missing method".to_owned(), |method| world.view(method).to_string());
            *concretized.entry(name).or_default() += 1;
        }
        meanings.push(Meaning::Logged(logged));
    }
    (meanings, concretized)
}

/// A value of a log, by the letter of its type.
fn logged(world: &World, log: &RunLog, letter: u8, value: i64) -> Option<Value> {
    Some(match letter {
        b'J' => Value::Long(value),
        b'F' => Value::Float(value as u32),
        b'D' => Value::Double(value as u64),
        b'L' | b'[' if value == 0 => Value::Null,
        b'L' | b'[' => {
            let seen = log.object(value)?;
            match (&seen.content, seen.input) {
                (_, Some(object)) => Value::Object(object),
                (Content::Text(text), _) => Value::Text(text.clone()),
                (Content::Class(name), _) => Value::Class(world.class_id(&name.replace('.', "/"))?),
                (Content::Number(number), _) => {
                    let letter = box_letter(&seen.class.replace('.', "/"))?;
                    let number = match letter {
                        b'J' => Value::Long(*number),
                        _ => Value::Int(i32::try_from(*number).ok()?),
                    };
                    Value::Boxed(letter, Box::new(number))
                }
                _ => return None,
            }
        }
        b'V' => return None,
        _ => Value::Int(value as i32),
    })
}
