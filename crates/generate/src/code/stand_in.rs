//! Stand-ins: small classes that answer with what was recorded.
//!
//! One method with one answer is a lambda; everything else is an anonymous class with every method that must be
//! there. What was never asked throws.

use reenact_java::model::{
    Annotation, ClassName, Expression, Field, Lambda, LambdaBody, LambdaParameter, Member, Method, Modifier,
    New, Parameter, Statement, Type, TypeArguments, UnaryOperator,
};
use reenact_java::names::NameScope;
use reenact_rebuild::plan::{Answer, AnswerOutcome, StandIn};
use reenact_world::{ClassId, MethodId};

use super::{Typed, Unwritable, Writer};
use crate::types::{Argument, Ty};

/// A method of the stand-in and what it answers.
struct Answered<'p> {
    method: MethodId,
    answers: Vec<&'p Answer>,
}

impl Writer<'_, '_> {
    pub(super) fn stand_in(
        &mut self,
        stand_in: &StandIn,
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        let types = self.scene.types;
        let refuse = |why| Err(Unwritable::StandIn(stand_in.of.replace('/', "."), why));
        let Some(class) = types.world.class_id(&stand_in.of) else {
            return refuse("it is not on the class path");
        };
        let Some(name) = self.scene.viewpoint.class_name(class) else {
            return refuse("it is not accessible");
        };
        let view = types.world.view(class);
        if view.access_flags().is_final() || view.is_sealed() {
            return refuse("it cannot be extended");
        }
        if !view.is_interface() && !self.has_plain_constructor(class) {
            return refuse("it has no accessible constructor without parameters");
        }
        let ty = match asked {
            Some(asked) if asked.class_id() == Some(class) && is_exact(asked) => asked.clone(),
            _ => Ty::class(class),
        };
        let answered = self.answered(class, stand_in);
        let needed: Vec<MethodId> = self.abstract_methods(class);
        if let [only] = answered.as_slice()
            && view.is_interface()
            && needed == [only.method]
            && only.answers.len() == 1
        {
            let lambda = self.lambda(only, &ty, depth)?;
            return Ok(Typed { needs_target: true, ..Typed::new(lambda, ty) });
        }
        let mut members = Vec::new();
        let mut fields = NameScope::new();
        for answered in &answered {
            self.method_of(answered, &ty, &mut members, &mut fields, depth)?;
        }
        for method in needed {
            if answered.iter().all(|answered| answered.method != method) {
                let unasked = Answered { method, answers: Vec::new() };
                self.method_of(&unasked, &ty, &mut members, &mut fields, depth)?;
            }
        }
        let type_arguments = match &ty {
            Ty::Class(_, arguments) if !arguments.is_empty() => {
                let arguments = arguments.iter().filter_map(Argument::ty);
                TypeArguments::Explicit(arguments.filter_map(|ty| self.scene.viewpoint.source(ty)).collect())
            }
            _ => TypeArguments::None,
        };
        let new =
            New { class: name, type_arguments, outer: None, arguments: Vec::new(), body: Some(members) };
        Ok(Typed::new(Expression::New(new), ty))
    }

    fn has_plain_constructor(&self, class: ClassId) -> bool {
        let world = self.scene.types.world;
        world.method(class, "<init>", "()V").is_some_and(|method| {
            // An anonymous class is a subclass, to which a protected constructor is open.
            self.scene.viewpoint.can_call(method) || world.view(method).access_flags().is_protected()
        })
    }

    /// The methods that were asked, each with its answers in order.
    fn answered<'p>(&self, class: ClassId, stand_in: &'p StandIn) -> Vec<Answered<'p>> {
        let world = self.scene.types.world;
        let mut answered: Vec<Answered<'p>> = Vec::new();
        for answer in &stand_in.answers {
            let named = self.scene.method(&answer.method).or_else(|| {
                let class = world.view(class).name().to_str();
                let member = reenact_rebuild::plan::Member::new(
                    &class,
                    &answer.method.name,
                    &answer.method.descriptor,
                );
                self.scene.method(&member)
            });
            let Some(method) = named else { continue };
            match answered.iter_mut().find(|known| known.method == method) {
                Some(known) => known.answers.push(answer),
                None => answered.push(Answered { method, answers: vec![answer] }),
            }
        }
        answered
    }

    /// Methods that a class must implement, in the order of their declaration.
    fn abstract_methods(&self, class: ClassId) -> Vec<MethodId> {
        let world = self.scene.types.world;
        let above = std::iter::once(class).chain(world.all_supertypes(class));
        let mut needed: Vec<MethodId> = Vec::new();
        for method in above.flat_map(|class| world.view(class).methods()) {
            let is_open = method.access_flags().is_abstract()
                && world.select(class, method.id()).is_err()
                && !is_of_object(&method.name().to_str(), &method.descriptor().to_str());
            let is_known = |&known: &MethodId| world.view(known).name_and_type() == method.name_and_type();
            if is_open && !needed.iter().any(is_known) {
                needed.push(method.id());
            }
        }
        needed
    }

    fn lambda(&mut self, answered: &Answered<'_>, ty: &Ty, depth: usize) -> Result<Expression, Unwritable> {
        let names = self.parameter_names(answered.method);
        let parameters =
            names.iter().map(|name| LambdaParameter { ty: None, name: name.clone() }).collect::<Vec<_>>();
        let mut body = self.answer(answered, answered.answers[0], ty, depth)?;
        let body = match body.pop() {
            Some(Statement::Return(Some(value))) if body.is_empty() => {
                LambdaBody::Expression(Box::new(value))
            }
            Some(Statement::Return(None)) | None => LambdaBody::Block(body),
            Some(last) => {
                body.push(last);
                LambdaBody::Block(body)
            }
        };
        Ok(Expression::Lambda(Lambda { parameters, body }))
    }

    fn parameter_names(&self, method: MethodId) -> Vec<String> {
        let world = self.scene.types.world;
        let known = world.parameter_names(method).unwrap_or_default();
        // They stand inside of a method whose variables they may not hide.
        let mut scope = self.draft.names.clone();
        let descriptor = world.view(method).descriptor().to_str();
        let parameters = self.scene.types.erased_method(&descriptor).parameters;
        let wanted = |index: usize, ty: &Ty| {
            let known = known.get(index).and_then(Option::as_deref);
            known
                .and_then(reenact_java::names::from_parameter)
                .unwrap_or_else(|| self.scene.variable_name(ty))
        };
        parameters.iter().enumerate().map(|(index, ty)| scope.take(&wanted(index, ty))).collect()
    }

    fn method_of(
        &mut self,
        answered: &Answered<'_>,
        ty: &Ty,
        members: &mut Vec<Member>,
        fields: &mut NameScope,
        depth: usize,
    ) -> Result<(), Unwritable> {
        let types = self.scene.types;
        let view = types.world.view(answered.method);
        let name = view.name().to_str().into_owned();
        let mut formal = types.formal_on(answered.method, Some(ty));
        let is_plain =
            formal.variables.is_empty() && formal.parameters.iter().chain(&formal.result).all(Ty::is_known);
        if !is_plain {
            // JLS 8.4.2: a method may override another by its erasure.
            formal = types.erased_method(&view.descriptor().to_str());
        }
        let source = |ty: &Ty| {
            self.scene.viewpoint.source(ty).ok_or_else(|| Unwritable::Class(view.class().binary_name()))
        };
        let returns = match &formal.result {
            Some(result) => source(result)?,
            None => Type::Void,
        };
        let names = self.parameter_names(answered.method);
        let mut parameters = Vec::new();
        for (ty, name) in formal.parameters.iter().zip(&names) {
            parameters.push(Parameter::new(source(ty)?, name));
        }
        let body = self.body(answered, ty, &name, members, fields, depth)?;
        let flags = view.access_flags();
        let modifiers = match () {
            () if flags.is_public() => vec![Modifier::Public],
            () if flags.is_protected() => vec![Modifier::Protected],
            () => Vec::new(),
        };
        members.push(Member::Method(Method {
            annotations: vec![Annotation::marker(ClassName::lang("Override"))],
            modifiers,
            parameters,
            ..Method::new(returns, &name, body)
        }));
        Ok(())
    }

    fn body(
        &mut self,
        answered: &Answered<'_>,
        ty: &Ty,
        name: &str,
        members: &mut Vec<Member>,
        fields: &mut NameScope,
        depth: usize,
    ) -> Result<Vec<Statement>, Unwritable> {
        let is_void = self.scene.types.method(answered.method).result.is_none();
        let is_same = |answers: &[&Answer]| answers.windows(2).all(|pair| pair[0].outcome == pair[1].outcome);
        match answered.answers.as_slice() {
            [] if is_void => Ok(Vec::new()),
            [] => Ok(vec![unasked(name)]),
            answers if is_same(answers) => self.answer(answered, answers[0], ty, depth),
            answers => {
                let counter = fields.take(&format!("{name}Calls"));
                members.push(Member::Field(Field {
                    modifiers: vec![Modifier::Private],
                    ..Field::new(Type::Int, &counter, None)
                }));
                let count = Expression::name(&counter).unary(UnaryOperator::Increment);
                let mut body = vec![Statement::local(Type::Int, "call", count)];
                for (index, answer) in answers.iter().enumerate() {
                    let index = Expression::int(i32::try_from(index).unwrap_or(i32::MAX));
                    let mut then = self.answer(answered, answer, ty, depth)?;
                    if is_void && then.is_empty() {
                        then.push(Statement::Return(None));
                    }
                    body.push(Statement::If {
                        condition: Expression::name("call")
                            .binary(reenact_java::model::BinaryOperator::Equal, index),
                        then,
                        otherwise: Vec::new(),
                    });
                }
                if !is_void {
                    body.push(unasked(name));
                }
                Ok(body)
            }
        }
    }

    fn answer(
        &mut self,
        answered: &Answered<'_>,
        answer: &Answer,
        ty: &Ty,
        depth: usize,
    ) -> Result<Vec<Statement>, Unwritable> {
        match &answer.outcome {
            AnswerOutcome::Returns(None) => Ok(Vec::new()),
            AnswerOutcome::Returns(Some(operand)) => {
                let result = self.scene.types.formal_on(answered.method, Some(ty)).result;
                let value = self.operand(operand, result.as_ref().filter(|ty| ty.is_known()), depth + 1)?;
                Ok(vec![Statement::returning(value.expression)])
            }
            AnswerOutcome::Throws(operand) => {
                Ok(vec![Statement::Throw(self.operand(operand, None, depth + 1)?.expression)])
            }
        }
    }
}

fn unasked(name: &str) -> Statement {
    let class = ClassName::lang("UnsupportedOperationException");
    let message = Expression::string(&format!("{name} was not called when this was recorded"));
    Statement::Throw(Expression::new_object(class, vec![message]))
}

fn is_exact(ty: &Ty) -> bool {
    match ty {
        Ty::Class(_, arguments) => {
            ty.is_known() && arguments.iter().all(|argument| matches!(argument, Argument::Exact(_)))
        }
        _ => false,
    }
}

/// JLS 9.2: an interface declares the public methods of `Object`, which every object has.
fn is_of_object(name: &str, descriptor: &str) -> bool {
    matches!(
        (name, descriptor),
        ("equals", "(Ljava/lang/Object;)Z") | ("hashCode", "()I") | ("toString", "()Ljava/lang/String;")
    )
}
