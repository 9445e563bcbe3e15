//! The fields that a method can reach.
//!
//! A capture needs the fields that a method, or anything that it calls, may read, since a test must provide them, and
//! those that it may write, since a test compares them. Objects behind other fields are left out.
//!
//! A method has no frontier, so that its captures follow every field, where that set is not known or not enough:
//!
//! - it may run native code of the subject, reflection, or code that was not read;
//! - it returns an object of the subject, or one that may contain such objects: a test compares all of it.

use std::collections::BTreeSet;

use reenact_classfile::FieldType;
use reenact_flow::effects::{Effects, Fields, Outside};
use reenact_wire::plan::{FieldName, ProbePlan, Probes};
use reenact_world::{CallGraph, FieldId, MethodId, World};

/// Computes frontiers.
pub(crate) struct Frontiers<'w> {
    world: &'w World,
    graph: CallGraph,
}

impl<'w> Frontiers<'w> {
    pub fn new(world: &'w World) -> Self {
        Frontiers { world, graph: CallGraph::class_hierarchy(world) }
    }

    /// Adds frontiers to the recorded methods of a plan.
    pub fn add(&self, plan: &mut ProbePlan) {
        let effects = Effects::new(self.world, &self.graph);
        for (class, listed) in &mut plan.classes {
            let Some(class) = self.world.class_id(class) else { continue };
            for ((name, descriptor), method) in &mut listed.methods {
                if method.probes.contains(Probes::RECORD)
                    && let Some(id) = self.world.method(class, name, descriptor)
                {
                    method.frontier = self.of(&effects, id);
                }
            }
        }
    }

    fn of(&self, effects: &Effects<'_>, method: MethodId) -> Option<BTreeSet<FieldName>> {
        if !self.has_plain_result(method) {
            return None;
        }
        let summary = effects.summary(method);
        let (Fields::Only { instance: reads, .. }, Fields::Only { instance: writes, .. }) =
            (&summary.reads, &summary.writes)
        else {
            return None;
        };
        if summary.outside != Outside::default() {
            return None;
        }
        Some(reads.iter().chain(writes).map(|&field| self.name(field)).collect())
    }

    fn name(&self, field: FieldId) -> FieldName {
        let view = self.world.view(field);
        FieldName::new(view.class().name().to_str().into_owned(), view.name().to_str().into_owned())
    }

    /// Returns whether a method's result has no parts that belong to the subject.
    fn has_plain_result(&self, method: MethodId) -> bool {
        let Some(descriptor) = self.world.view(method).parsed_descriptor() else { return false };
        match descriptor.result() {
            None => true,
            Some(result) => self.is_plain(result.innermost()),
        }
    }

    fn is_plain(&self, given: FieldType<'_>) -> bool {
        let Some(name) = given.class_name() else { return true };
        let name = name.to_str();
        let is_enum = || self.world.class(&name).is_some_and(|class| class.is_enum());
        match name.strip_prefix("java/") {
            Some(rest) => is_value(rest),
            None => is_enum(),
        }
    }
}

/// Returns whether a class of the JDK, without `java/`, has values as objects, by its name.
fn is_value(class: &str) -> bool {
    let (package, simple) = class.rsplit_once('/').unwrap_or(("", class));
    match package {
        "lang" => matches!(
            simple,
            "String" | "Boolean" | "Byte" | "Character" | "Short" | "Integer" | "Long" | "Float" | "Double"
        ),
        "math" => true,
        "time" => true,
        "util" => matches!(
            simple,
            "UUID" | "Date" | "Locale" | "Currency" | "OptionalInt" | "OptionalLong" | "OptionalDouble"
        ),
        _ => false,
    }
}
