//! Lambda expressions of the subject's that a method hands out: `Orders.byDate()`.

use reenact_flow::term::Term;
use reenact_heap::{ClassKind, Node, NodeId, Value};

use super::Solver;
use super::mentions::Mentions;
use super::target::Target;
use super::trial::{Effort, Fit, Holder, Own, Scope, Trial};
use crate::effect::Code;
use crate::plan::{Making, Operand, Strategy};
use crate::recipe::{Extra, Recipe};
use crate::want::Want;

impl Solver<'_, '_> {
    /// A method, static or of an object that is there, that gives this very lambda.
    pub fn lambda(&self, scope: &Scope, node: NodeId, name: &str) -> Option<Recipe> {
        let world = self.program.world;
        let Some(ClassKind::Lambda { implementation: (class, method, descriptor), .. }) =
            self.facts.kind(node)
        else {
            return None;
        };
        let declaring = world.class(class)?;
        let implementation = world.method(declaring.id(), method, descriptor)?;
        let Some(Node::Object { fields, .. }) = self.facts.node(node) else { return None };
        let view = &self.package.viewpoint;
        if !view.can_name(declaring.id()) {
            return None;
        }
        let target = Target::of_fields(declaring.id(), &[]);
        for method in
            declaring.methods().filter(|method| view.can_call(method.id()) && !method.is_constructor())
        {
            if !method.descriptor().to_str().contains(")L") || !method.has_code() {
                continue;
            }
            let is_static = method.access_flags().is_static();
            let types: Vec<Box<str>> = method.parsed_descriptor().map_or(Vec::new(), |descriptor| {
                descriptor.parameters().map(|parameter| (&*parameter.descriptor().to_str()).into()).collect()
            });
            let paths = self.program.paths(method.id());
            for path in &paths.paths {
                let result = path.result.map(|result| &paths.terms[result]);
                let Some(Term::Lambda { implementation: given, captured }) = result else { continue };
                if *given != implementation || captured.len() != fields.len() {
                    continue;
                }
                let own = if is_static { Own::Nothing } else { Own::Unknown };
                let class_name = declaring.name().to_str();
                let mentions = Mentions::default();
                let code = Code { terms: &paths.terms, path, mentions: &mentions };
                let mut trial = Trial::new(self.program, self.facts, scope, &target, code, &types, own);
                trial.receiver_class = Some(&class_name);
                let mut terms = captured.iter().zip(fields);
                if !terms
                    .all(|(term, value)| trial.unify(*term, &Want::Is(*value), Effort::Inverts) == Fit::Same)
                {
                    continue;
                }
                if path.conditions.iter().any(|condition| trial.holds(condition) == Some(false)) {
                    continue;
                }
                let mut extra = Extra::default();
                let mut arguments = Vec::new();
                for (holder, descriptor) in trial.parameters.iter().zip(&types) {
                    let want = match holder {
                        Holder::Bound(want) => want.clone(),
                        _ => Want::Any,
                    };
                    arguments.push(self.operand(scope, &want, descriptor, false, &mut extra, 0)?);
                }
                let method = self.program.method_member(method.id());
                let making = match (&trial.receiver, is_static) {
                    (_, true) => Making::Factory { method, arguments },
                    (Holder::Bound(Want::Is(value @ Value::Reference(_))), _) => {
                        Making::Result { on: Box::new(Operand::Value(*value)), method, arguments }
                    }
                    _ => continue,
                };
                let mut recipe = Recipe::new(name, making, Strategy::Structure);
                recipe.helpers = extra.helpers;
                return Some(recipe);
            }
        }
        None
    }
}
