//! The call and what is claimed of it.

use reenact_heap::{Forms, LogicalForm, Node, NodeId, Value};
use reenact_java::model::{Expression, Literal, Local, Statement, Type};
use reenact_recording::graph::Outcome;
use reenact_world::ClassId;
use rustc_hash::FxHashMap;

use super::Work;
use super::arrange::Arranged;
use crate::claim::{self, Names};
use crate::code::{Act, Draft, Observed, Typed, width};
use crate::dialect::Dialect;
use crate::naming;
use crate::observe::{ObservedValue, Seen, identity_hash};
use crate::refusal::Refusal;
use crate::types::{Argument, Ty};

/// The parts of a test after what it arranges.
#[derive(Default)]
pub(super) struct Sections {
    pub act: Vec<Statement>,
    pub assert: Vec<Statement>,
    /// Both in one statement.
    pub brief: Option<Statement>,
}

impl Work<'_, '_> {
    pub(super) fn sections(
        &self,
        act: &Act,
        arranged: &Arranged,
        objects: &FxHashMap<NodeId, Expression>,
        seen: &Seen,
        after: &Forms<'_>,
        draft: &mut Draft,
    ) -> Result<Sections, Refusal> {
        let dialect = Dialect { options: self.options };
        let mut sections = Sections::default();
        let mut result = None;
        let Some(call) = arranged.written.call.clone() else { return Err(Refusal::NoOutcome) };
        match self.capture.outcome {
            Outcome::Unfinished => return Err(Refusal::NoOutcome),
            Outcome::Threw(thrown) => {
                // Checked exceptions of the call are thrown within the lambda.
                draft.thrown = arranged.written.thrown_before.clone();
                let has_parts = seen.observations.iter().any(|seen| seen.subject == ObservedValue::Result);
                (sections.act, result) =
                    self.thrown(dialect, thrown, call.expression, has_parts, after, draft)?;
            }
            Outcome::Returned(None) => sections.act.push(call.expression.statement()),
            Outcome::Returned(Some(value)) => {
                let looks =
                    seen.observations.iter().filter(|seen| seen.subject == ObservedValue::Result).count();
                let ty = self.result_type(act, &call, value, after);
                let call = Typed::new(call.expression, ty);
                if looks == 0 {
                    sections.act.push(call.expression.statement());
                } else {
                    sections.brief = self.brief(arranged, objects, seen, &call, after, draft);
                    result = Some(self.result_variable(call, draft, &mut sections.act));
                }
            }
        }
        let names = Names { roots: &arranged.written.roots, result: result.as_ref(), objects };
        let mut checks = Vec::new();
        for observation in &seen.observations {
            let claimed = claim::check(self.scene, after, &names, observation, draft);
            if let Ok(Some(check)) = claimed {
                checks.push((observation.subject, std::mem::take(&mut draft.statements), check));
            }
        }
        // What only a cast shows is not what callers rely on.
        let plain: Vec<ObservedValue> =
            checks.iter().filter(|(_, _, check)| !check.is_cast()).map(|(subject, _, _)| *subject).collect();
        checks.retain(|(subject, _, check)| !check.is_cast() || !plain.contains(subject));
        for (_, statements, check) in checks {
            sections.assert.extend(statements);
            sections.assert.push(dialect.statement(self.scene, check));
        }
        if sections.assert.is_empty()
            && result.is_some()
            && let [Statement::Local(Local { value: Some(value), .. })] = &*sections.act
        {
            // No part of the exception can be written.
            sections.act = vec![value.clone().statement()];
        }
        if sections.assert.is_empty() && !matches!(self.capture.outcome, Outcome::Threw(_)) {
            return Err(Refusal::NothingObservable { has_hidden_change: seen.has_hidden_change });
        }
        Ok(sections)
    }

    /// `assertEquals(3, cart.total())`, if that is all that there is to say and it fits a line.
    fn brief(
        &self,
        arranged: &Arranged,
        objects: &FxHashMap<NodeId, Expression>,
        seen: &Seen,
        call: &Typed,
        after: &Forms<'_>,
        draft: &mut Draft,
    ) -> Option<Statement> {
        let [only] = seen.observations.as_slice() else { return None };
        if only.path.len() > 1 {
            return None;
        }
        let names = Names { roots: &arranged.written.roots, result: Some(call), objects };
        let untouched = draft.clone();
        let check = claim::check(self.scene, after, &names, only, draft);
        let needs_more = !std::mem::take(&mut draft.statements).is_empty();
        *draft = untouched;
        let statement = Dialect { options: self.options }.statement(self.scene, check.ok()??);
        match &statement {
            Statement::Expression(claim) if !needs_more && width::of(claim) + 9 <= self.options.width => {
                Some(statement)
            }
            _ => None,
        }
    }

    fn result_variable(&self, call: Typed, draft: &mut Draft, statements: &mut Vec<Statement>) -> Typed {
        let source = self.scene.source(&call.ty).unwrap_or_else(Type::object);
        let by_class = || self.scene.variable_name(&call.ty);
        let name = match &*self.given.method.name {
            "<init>" => by_class(),
            method => naming::result_name(method),
        };
        let name = draft.names.take_first(&[&name, "result"]);
        statements.push(Statement::local(source, &name, call.expression));
        Typed::new(Expression::name(&name), call.ty)
    }

    /// The type of the result: as declared where all of it is known, else as it was seen.
    fn result_type(&self, act: &Act, call: &Typed, value: Value, after: &Forms<'_>) -> Ty {
        let types = &self.scene.types;
        let erased = types.erased_method(&act.member.descriptor).result.unwrap_or(Ty::Unknown);
        let is_good = |ty: &Ty| ty.is_known() && self.scene.source(ty).is_some();
        // Of `new Box<>(…)` only the class is known.
        let raw = match call.ty {
            Ty::Class(class, ref arguments) if arguments.is_empty() && types.is_generic(class) => Some(class),
            _ => None,
        };
        if is_good(&call.ty) && raw.is_none() {
            return call.ty.clone();
        }
        let seen = match (&call.ty, value) {
            (Ty::Class(class, _), Value::Reference(node)) => {
                Observed { scene: self.scene, forms: after }.instantiated(*class, node).filter(is_good)
            }
            _ => None,
        };
        let any = || {
            let class = raw?;
            Some(Ty::Class(class, types.variables(class).iter().map(|_| Argument::Any).collect()))
        };
        seen.or_else(any).or_else(|| Some(erased).filter(is_good)).unwrap_or_else(|| types.object())
    }

    fn thrown(
        &self,
        dialect: Dialect<'_>,
        thrown: Value,
        call: Expression,
        has_parts: bool,
        after: &Forms<'_>,
        draft: &mut Draft,
    ) -> Result<(Vec<Statement>, Option<Typed>), Refusal> {
        let world = self.scene.types.world;
        let throwable = world.class_id("java/lang/Throwable");
        let Value::Reference(node) = thrown else { return Err(Refusal::NoOutcome) };
        let class = match after.graph().try_get(node) {
            Some(Node::Object { class, .. } | Node::End { class, .. }) => after.classes().try_get(*class),
            _ => None,
        };
        let known = class.and_then(|class| world.class_id(&class.name)).or(throwable);
        let class = known.and_then(|class| self.scene.viewpoint.nearest(class, throwable));
        let ty = class.map(Ty::class).ok_or(Refusal::NoOutcome)?;
        let class = self.scene.source(&ty).ok_or(Refusal::NoOutcome)?;
        let names = &mut draft.names;
        if has_parts {
            let name = names.take("thrown");
            let declared = dialect.thrown_as(class, call.supplied(), &name);
            return Ok((vec![declared], Some(Typed::new(Expression::name(&name), ty))));
        }
        let message = self.message_of(node, after);
        let variable = || names.take("thrown");
        Ok((dialect.throws(self.scene, class, call.supplied(), message, variable), None))
    }

    /// Returns the message of an exception, if it can be asserted.
    pub(super) fn message_of(&self, node: NodeId, after: &Forms<'_>) -> Option<Expression> {
        let class = match after.graph().try_get(node)? {
            Node::Object { class, .. } | Node::End { class, .. } => after.classes().try_get(*class)?,
            _ => return None,
        };
        match after.of(node).ok()?.form {
            LogicalForm::Throwable { message, .. } => {
                self.message(message, after, self.scene.types.world.class_id(&class.name))
            }
            _ => None,
        }
    }

    /// A message that can be asserted: the class's own `getMessage` may make another of it, and helpful messages
    /// of the JVM depend on how the class was compiled.
    fn message(&self, message: Value, after: &Forms<'_>, class: Option<ClassId>) -> Option<Expression> {
        let world = self.scene.types.world;
        let pair = world.name_and_type("getMessage", "()Ljava/lang/String;")?;
        let class = class?;
        let overriding = std::iter::once(class)
            .chain(world.superclasses(class))
            .find(|&class| world.declared_method(class, pair).is_some())?;
        if world.view(overriding).name() != "java/lang/Throwable" {
            return None;
        }
        match message {
            // A message that the JVM makes when it is asked for one (JEP 358) is not in the object.
            Value::Null if world.view(class).name() == "java/lang/NullPointerException" => None,
            Value::Null => Some(Expression::null()),
            _ => {
                let text = after.text(message)?;
                let is_stable = !identity_hash::is_in(world, text);
                is_stable.then(|| Literal::String(text.to_vec()).into())
            }
        }
    }
}
