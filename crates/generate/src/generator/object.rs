//! Recorded objects without a test: methods that make them.

use std::collections::BTreeMap;

use reenact_heap::{Classes, Forms, HeapGraph, NodeId, Value};
use reenact_java::estimate::{METHOD_LIMIT, bytecode_size};
use reenact_java::model::{Statement, Type};
use reenact_rebuild::plan::{Member, Strategy};

use super::arrange::{Helper, returning};
use super::{Generator, strategies, throws};
use crate::code::{Draft, Observed, Wishes, write};
use crate::planner::{Planner, Wanted};
use crate::refusal::Refusal;
use crate::types::Ty;

/// A recorded object.
#[derive(Clone, Copy)]
pub struct GivenObject<'a> {
    pub classes: &'a Classes,
    pub graph: &'a HeapGraph,
    pub object: Value,
    /// What it is called where it was met, such as a parameter's name; it need not be an identifier.
    pub name: Option<&'a str>,
    /// Internal name of the package that the method will be in.
    pub package: &'a str,
    /// Objects that are known, by identity, to be what a static field holds.
    pub statics: &'a [(NodeId, Member)],
}

/// A method that makes a recorded object.
#[derive(Clone, Debug)]
pub struct ObjectMethod {
    pub(crate) helper: Helper,
    /// How many objects were rebuilt how.
    pub objects: BTreeMap<Strategy, usize>,
}

impl ObjectMethod {
    /// What the method is called unless another has that name.
    pub fn name(&self) -> &str {
        &self.helper.name
    }
}

impl<P: Planner> Generator<'_, P> {
    /// A method that makes a recorded object.
    pub fn object(&mut self, given: &GivenObject<'_>) -> Result<ObjectMethod, Refusal> {
        self.look_from(given.package);
        let scene = &self.scenes[given.package];
        let forms = Forms::new(given.classes, given.graph);
        let seen = Observed { scene, forms: &forms }.value(given.object);
        let by_type = || scene.variable_name(seen.as_ref().unwrap_or(&Ty::Unknown));
        let name = given.name.and_then(reenact_java::names::from_parameter).unwrap_or_else(by_type);
        let plan = self.planner.plan(&Wanted {
            classes: given.classes,
            graph: given.graph,
            roots: &[given.object],
            names: &[&name],
            package: given.package,
            statics: given.statics,
            needed: None,
            avoid: None,
            histories: &[],
            collaborators: &[],
        });
        if !plan.unbuilt.is_empty() || plan.roots.len() != 1 {
            return Err(Refusal::Unbuilt(plan.unbuilt));
        }
        let mut draft = Draft::new();
        let root_names = [draft.names.take(&name)];
        let wishes = Wishes { root_names: &root_names, root_width: 80, ..Wishes::default() };
        let mut written = write(scene, &plan, &forms, &wishes, &mut draft)?;
        let Some(root) = written.roots.pop() else { return Err(Refusal::Unbuilt(Vec::new())) };
        let ty = match scene.viewpoint.source(&root.ty) {
            Some(_) => root.ty,
            None => seen.unwrap_or_else(|| scene.types.object()),
        };
        let returns = scene.viewpoint.source(&ty).unwrap_or_else(Type::object);
        let body = match &root.expression {
            reenact_java::model::Expression::Name(name) => returning(draft.statements, name),
            value => {
                let mut body = draft.statements;
                body.push(Statement::returning(value.clone()));
                body
            }
        };
        if bytecode_size(&body) >= METHOD_LIMIT {
            return Err(Refusal::TooBig);
        }
        let method = reenact_java::names::class_from_text(&name).unwrap_or_else(|| "Object".to_owned());
        let helper =
            Helper { name: format!("create{method}"), returns, body, throws: throws(scene, &draft.thrown) };
        Ok(ObjectMethod { helper, objects: strategies(&plan) })
    }
}
