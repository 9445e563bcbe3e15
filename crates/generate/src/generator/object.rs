//! Recorded objects without a test: methods that make them.

use std::collections::{BTreeMap, BTreeSet};

use reenact_heap::{Classes, Forms, HeapGraph, Node, NodeId, Value};
use reenact_java::model::{Statement, Type};
use reenact_java::names::NameScope;
use reenact_rebuild::ActionKey;
use reenact_rebuild::plan::{Member, Strategy};
use rustc_hash::FxHashSet;

use super::arrange::{Helper, returning};
use super::{Generator, actions, strategies, throws};
use crate::code::{Draft, Observed, Wishes, write};
use crate::fit::fit;
use crate::planner::{PlanSource, Wanted};
use crate::refusal::Refusal;
use crate::types::Ty;

/// A recorded object.
#[derive(Clone, Copy)]
pub struct GivenObject<'a> {
    pub classes: &'a Classes,
    pub graph: &'a HeapGraph,
    pub object: Value,
    /// Its name in the recorded call, such as a parameter's; it need not be an identifier.
    pub name: Option<&'a str>,
    /// Internal name of the package that the method will be in.
    pub package: &'a str,
    /// Objects that are known, by identity, to be what a static field holds.
    pub statics: &'a [(NodeId, Member)],
    /// Actions that were seen to give wrong objects.
    pub avoid: &'a FxHashSet<ActionKey>,
}

/// A method that makes a recorded object.
#[derive(Clone, Debug)]
pub struct ObjectMethod {
    pub(crate) helper: Helper,
    /// How many objects were rebuilt how.
    pub objects: BTreeMap<Strategy, usize>,
    /// The actions on objects, by class.
    pub actions: BTreeSet<ActionKey>,
}

impl ObjectMethod {
    /// Returns the name of the method unless another has it.
    pub fn name(&self) -> &str {
        &self.helper.name
    }

    /// Whether another method makes the same object in the same way.
    pub fn is_same(&self, other: &ObjectMethod) -> bool {
        self.helper.returns == other.helper.returns && self.helper.body == other.helper.body
    }
}

impl<P: PlanSource> Generator<'_, P> {
    /// Writes a method that makes a recorded object.
    pub fn object(&self, given: &GivenObject<'_>) -> Result<ObjectMethod, Refusal> {
        let scene = self.scene(given.package);
        let scene = &*scene;
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
            avoid: given.avoid,
            histories: &[],
            collaborators: &[],
            memory: None,
        });
        if !plan.unbuilt.is_empty() || plan.roots.len() != 1 {
            return Err(Refusal::Unbuilt(plan.unbuilt));
        }
        let mut draft = Draft::new();
        let root_names = [draft.names.take(&name)];
        let wishes = Wishes { root_names: &root_names, root_width: 80, ..Wishes::default() };
        let mut written = write(scene, &plan, &forms, &wishes, &mut draft)?;
        let Some(root) = written.roots.pop() else { return Err(Refusal::Unbuilt(Vec::new())) };
        let ty = match scene.source(&root.ty) {
            Some(_) => root.ty,
            None => seen.unwrap_or_else(|| scene.types.object()),
        };
        let returns = scene.source(&ty).unwrap_or_else(Type::object);
        let body = match &root.expression {
            reenact_java::model::Expression::Name(name) => returning(draft.statements, name),
            value => {
                let mut body = draft.statements;
                body.push(Statement::returning(value.clone()));
                body
            }
        };
        if fit(body.clone(), &[], &mut NameScope::new()).is_none() {
            return Err(Refusal::TooBig);
        }
        let method = match telling(&forms, given.object) {
            Some(word) => format!("{name}{word}"),
            None => name,
        };
        let helper = Helper { name: method, returns, body, throws: throws(scene, &draft.thrown) };
        Ok(ObjectMethod { helper, objects: strategies(&plan), actions: actions(&plan) })
    }
}

/// Names of fields that distinguish objects, the most distinctive first.
const TELLING: &[&str] = &["name", "firstName", "id", "key", "code", "number", "title", "label"];

/// Letters that a name may get from what is in an object.
const LONGEST_WORD: usize = 20;

/// Returns a word that distinguishes an object from others of its class, to be appended to its name: a short string among its fields.
fn telling(forms: &Forms<'_>, object: Value) -> Option<String> {
    let Value::Reference(node) = object else { return None };
    let Node::Object { class, fields } = forms.graph().try_get(node)? else { return None };
    forms.classes().try_get(*class)?;
    let all = forms.classes().all_fields(*class);
    let mut texts: Vec<(usize, String)> = all
        .iter()
        .zip(fields)
        .filter_map(|((_, field), value)| {
            let text = String::from_utf16(forms.text(*value)?).ok()?;
            let rank = TELLING.iter().position(|name| **name == *field.name).unwrap_or(TELLING.len());
            let is_plain = |char: char| char.is_alphanumeric() || " -_".contains(char);
            let is_telling = text.starts_with(char::is_alphabetic)
                && text.chars().all(is_plain)
                && text.len() <= LONGEST_WORD;
            Some((rank, reenact_java::names::class_from_text(&text).filter(|_| is_telling)?))
        })
        .collect();
    texts.sort_by_key(|(rank, _)| *rank);
    texts.into_iter().next().map(|(_, word)| word)
}
