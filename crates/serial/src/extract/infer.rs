//! The form of a class that declares none: its fields, and the constructor that takes them, if there is one.

use std::sync::Arc;

use reenact_flow::paths::{PathCache, Target};
use reenact_flow::term::{Term, Terms};
use reenact_heap::{Node, NodeId};
use reenact_world::{ClassId, FieldId, MethodId, World};

use super::{Extraction, Result};
use crate::types::Type;
use crate::value::{Maker, Object, Shape, Value};

/// The fields of a class that are its data, those of superclasses first, and how an object is made of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inferred {
    /// In the order of the constructor's parameters, if there is one.
    pub fields: Vec<FieldId>,
    /// A constructor that stores each parameter in one of the fields, and does nothing else.
    pub constructor: Option<MethodId>,
}

/// Infers the form of a class.
pub fn infer(world: &World, paths: &PathCache<'_>, class: ClassId) -> Inferred {
    let mut lineage: Vec<ClassId> = std::iter::once(class).chain(world.superclasses(class)).collect();
    lineage.reverse();
    let fields: Vec<FieldId> = lineage
        .into_iter()
        .flat_map(|class| world.view(class).fields())
        .filter(|field| {
            let flags = field.access_flags();
            !flags.is_static() && !flags.is_transient() && !flags.is_synthetic()
        })
        .map(|field| field.id())
        .collect();
    let constructors = world.view(class).methods().filter(|method| method.is_constructor());
    // A public constructor is preferred.
    let mut candidates: Vec<MethodId> = constructors.map(|method| method.id()).collect();
    candidates.sort_by_key(|method| !world.view(*method).access_flags().is_public());
    for constructor in candidates {
        if let Some(ordered) = stored(world, paths, constructor, &fields) {
            return Inferred { fields: ordered, constructor: Some(constructor) };
        }
    }
    Inferred { fields, constructor: None }
}

/// The fields in the order of a constructor's parameters, if it stores each parameter in one field as it is.
fn stored(
    world: &World,
    paths: &PathCache<'_>,
    constructor: MethodId,
    fields: &[FieldId],
) -> Option<Vec<FieldId>> {
    let count = world.view(constructor).parsed_descriptor()?.parameters().count();
    if count != fields.len() {
        return None;
    }
    let paths = paths.get(constructor);
    let path = match &paths.paths[..] {
        [path] if paths.is_complete => path,
        // Several paths are fine as long as all do the same: checks of arguments.
        [first, rest @ ..] if paths.is_complete && rest.iter().all(|path| path.stores == first.stores) => {
            first
        }
        _ => return None,
    };
    let mut ordered: Vec<Option<FieldId>> = vec![None; count];
    for store in &path.stores {
        let Target::Field(object, field) = store.target else { return None };
        if object != Terms::receiver() {
            return None;
        }
        match paths.terms[store.value] {
            Term::Parameter(at) if fields.contains(&field) => {
                *ordered.get_mut(usize::from(at))? = Some(field)
            }
            _ if fields.contains(&field) => return None,
            _ => {}
        }
    }
    ordered.into_iter().collect()
}

impl Extraction<'_, '_, '_> {
    pub(super) fn inferred(&mut self, node: NodeId, class: ClassId) -> Result<Value> {
        let world = self.extractor.world();
        let inferred = infer(world, self.extractor.paths, class);
        let shape = Arc::new(inferred_shape(world, class, &inferred));
        let mut components = Vec::new();
        for (field, (name, _)) in inferred.fields.iter().zip(&shape.components) {
            let view = world.view(*field);
            let owner = view.class().name().to_str().into_owned();
            let Some(value) = self.field(node, &owner, &view.name().to_str()) else {
                return self
                    .error(format!("the field {view} was not recorded: the class is another version"));
            };
            components.push(self.step(format!(".{name}"), value)?);
        }
        Ok(Value::Object(Box::new(Object { shape, components })))
    }

    /// A recorded field by the class that declares it.
    pub(super) fn field(&self, node: NodeId, owner: &str, name: &str) -> Option<reenact_heap::Value> {
        let Some(Node::Object { class, fields }) = self.extractor.graph.try_get(node) else { return None };
        let all = self.extractor.classes.all_fields(*class);
        let at = all.iter().position(|(declaring, field)| {
            *field.name == *name && *self.extractor.classes.get(*declaring).name == *owner
        })?;
        fields.get(at).copied()
    }
}

/// The shape of an inferred form: version 0, which no declared form has. Fields of one name have their class before them.
pub fn inferred_shape(world: &World, class: ClassId, inferred: &Inferred) -> Shape {
    let name_of = |field: &FieldId| world.view(*field).name().to_string();
    let components = inferred.fields.iter().map(|field| {
        let view = world.view(*field);
        let is_hidden = inferred.fields.iter().filter(|other| name_of(other) == name_of(field)).count() > 1;
        let name = match is_hidden {
            true => format!("{}.{}", view.class().binary_name(), view.name()),
            false => view.name().to_string(),
        };
        let declared = Type::parse(&view.descriptor().to_str()).unwrap_or_else(Type::object);
        (name.into(), declared)
    });
    Shape {
        class: world.view(class).binary_name().into(),
        version: 0,
        components: components.collect(),
        maker: if inferred.constructor.is_some() { Maker::Constructor } else { Maker::Unknown },
        is_inferred: true,
    }
}
