//! First values, and objects of a wanted type.

use std::collections::BTreeMap;

use reenact_world::{ClassId, MethodId};

use crate::input::{Input, Object, Value};
use crate::types::{Infeasible, Types, Wanted};

/// Constructor arguments that are objects have constructor arguments down to this depth; deeper ones are null.
const DEEPEST: usize = 2;

/// Makes objects for inputs.
#[derive(Clone, Copy)]
pub struct Creator<'w> {
    pub types: Types<'w>,
    /// False if classes may not be invented.
    pub stand_ins: bool,
}

impl Creator<'_> {
    /// The first input of a method: zero and null, and a receiver with as little as possible in it.
    pub fn first(&self, method: MethodId) -> Result<Input, Infeasible> {
        let world = self.types.world;
        let view = world.view(method);
        let mut input = Input::default();
        if !view.access_flags().is_static() && !view.is_constructor() {
            let wanted = Wanted { is: vec![view.class().id()], ..Wanted::default() };
            let mut receivers = self.objects(&mut input, &wanted, 0);
            input.receiver = match receivers.is_empty() {
                false => Some(receivers.remove(0)),
                true => {
                    let reason = self.types.stand_in(&wanted).err();
                    let reason =
                        reason.map_or("its constructors cannot be called".to_owned(), |reason| reason.0);
                    return Err(Infeasible(format!("no object of {} can be made: {reason}", view.class())));
                }
            };
        }
        let descriptor = view.parsed_descriptor();
        let parameters = descriptor.iter().flat_map(|descriptor| descriptor.parameters());
        input.arguments = parameters.map(|parameter| Value::zero(parameter.kind())).collect();
        Ok(input)
    }

    /// Objects of a wanted type: one of an existing class if there is one, and a stand-in.
    pub fn objects(&self, input: &mut Input, wanted: &Wanted, depth: usize) -> Vec<Value> {
        let mut made = Vec::new();
        if let Some((class, constructor)) = self.types.existing(wanted) {
            made.extend(self.existing(input, class, constructor, depth));
        }
        if self.stand_ins
            && let Ok(shape) = self.types.stand_in(wanted)
        {
            made.push(input.add(Object::StandIn { shape, answers: BTreeMap::new() }));
        }
        made
    }

    fn existing(
        &self,
        input: &mut Input,
        class: ClassId,
        constructor: MethodId,
        depth: usize,
    ) -> Option<Value> {
        let descriptor = self.types.world.view(constructor).parsed_descriptor()?;
        let mut arguments = Vec::new();
        for parameter in descriptor.parameters() {
            let text = parameter.descriptor().to_str();
            arguments.push(self.usual(input, &text, depth + 1));
        }
        Some(input.add(Object::Existing { class, constructor, arguments, fields: BTreeMap::new() }))
    }

    /// A value that constructors accept: an empty text, an empty array, an object with as little as possible.
    pub fn usual(&self, input: &mut Input, descriptor: &str, depth: usize) -> Value {
        let world = self.types.world;
        if let Some(element) = descriptor.strip_prefix('[') {
            return input.add(Object::Array { element: element.to_owned(), elements: Vec::new() });
        }
        let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        let Some(name) = name else {
            return Value::zero(descriptor.as_bytes().first().copied().unwrap_or(b'I'));
        };
        if name == "java/lang/String" {
            return Value::Text(Vec::new());
        }
        match world.class_id(name) {
            Some(class) if depth <= DEEPEST => {
                let wanted = Wanted { is: vec![class], ..Wanted::default() };
                self.objects(input, &wanted, depth).into_iter().next().unwrap_or(Value::Null)
            }
            _ => Value::Null,
        }
    }
}
