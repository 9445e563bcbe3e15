//! Stand-ins: small classes that answer with what was recorded.
//!
//! A method that answers the same whatever it is asked is a `return`. One that answers by what it is asked compares
//! its arguments, and only where neither says which answer it is, calls are counted. An interface with one such
//! method is a lambda, one with very many a proxy (`proxy`); everything else is an anonymous class with every method that
//! must be there. What was never asked throws.

use reenact_base::name::InternalName;
use reenact_heap::Value;
use reenact_java::model::{
    Annotation, BinaryOperator, ClassName, Expression, Field, Lambda, LambdaBody, LambdaParameter, Member,
    Method, Modifier, New, Parameter, Statement, Type, TypeArguments, UnaryOperator,
};
use reenact_java::names::NameScope;
use reenact_rebuild::plan::{Answer, AnswerOutcome, Making, Operand, StandIn};
use reenact_world::{ClassId, MethodId};

use super::{NOT_RECORDED, Typed, Unwritable, Writer};
use crate::types::{Argument, Ty};

/// Methods without a recorded call that a stand-in may have: a longer class makes the test hard to read.
const MOST_UNASKED: usize = 40;

/// A method of the stand-in and what it answers.
pub(super) struct Answered<'p> {
    pub method: MethodId,
    pub answers: Vec<&'p Answer>,
}

/// How a method finds its answer.
pub(super) enum Way {
    /// There is but one.
    Always,
    /// By these parameters.
    ByArguments(Vec<usize>),
    /// By how often it was asked.
    InOrder,
}

impl Answered<'_> {
    pub(super) fn way(&self) -> Way {
        let answers = &self.answers;
        if answers.windows(2).all(|pair| pair[0].outcome == pair[1].outcome) {
            return Way::Always;
        }
        let count = answers.iter().map(|answer| answer.arguments.len()).min().unwrap_or(0);
        let differs = |index: &usize| {
            answers.windows(2).any(|pair| pair[0].arguments[*index] != pair[1].arguments[*index])
        };
        let telling: Vec<usize> = (0..count).filter(differs).collect();
        let is_known = |index: &usize| answers.iter().all(|answer| answer.arguments[*index].is_some());
        let is_same = |one: &Answer, other: &Answer| {
            telling.iter().all(|&index| one.arguments[index] == other.arguments[index])
        };
        let is_function = answers.iter().enumerate().all(|(at, one)| {
            answers[at + 1..].iter().all(|other| !is_same(one, other) || one.outcome == other.outcome)
        });
        match !telling.is_empty() && telling.iter().all(is_known) && is_function {
            true => Way::ByArguments(telling),
            false => Way::InOrder,
        }
    }
}

impl Writer<'_, '_> {
    pub(super) fn stand_in(
        &mut self,
        stand_in: &StandIn,
        asked: Option<&Ty>,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        let types = self.scene.types;
        let refuse = |why| Err(Unwritable::StandIn(InternalName::new(&stand_in.of).to_binary().into(), why));
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
        if !self.scene.viewpoint.can_implement(class) {
            return refuse("it has abstract methods that only its package can implement");
        }
        let ty = match asked {
            Some(asked) if asked.class_id() == Some(class) && is_exact(asked) => asked.clone(),
            _ => Ty::class(class),
        };
        let mut answered = self.answered(class, stand_in);
        // Where a method is final, the stand-in has the class's own.
        answered.retain(|answered| self.scene.viewpoint.can_override_in(class, answered.method));
        let needed: Vec<MethodId> = self.abstract_methods(class);
        let unasked = needed.first().map(|&method| Answered { method, answers: Vec::new() });
        let only = match answered.as_slice() {
            [] => unasked.as_ref(),
            [only] => Some(only),
            _ => None,
        };
        if let Some(only) = only
            && view.is_interface()
            && self.scene.release >= 8
            && needed == [only.method]
            && !matches!(only.way(), Way::InOrder)
            && only.answers.iter().all(|answer| answer.outcome != AnswerOutcome::ReturnsItself)
        {
            let lambda = self.lambda(only, &ty, depth)?;
            return Ok(Typed { needs_target: true, ..Typed::new(lambda, ty) });
        }
        if self.is_better_proxied(class, &answered, &needed) {
            return self.proxy(class, &answered, ty, depth);
        }
        let unasked =
            needed.iter().filter(|method| answered.iter().all(|answered| answered.method != **method));
        if unasked.count() > MOST_UNASKED {
            return refuse(
                "it has too many methods for a class that a person would read; try --stand-ins mockito",
            );
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
                TypeArguments::Explicit(arguments.filter_map(|ty| self.scene.source(ty)).collect())
            }
            _ => TypeArguments::None,
        };
        let new =
            New { class: name, type_arguments, outer: None, arguments: Vec::new(), body: Some(members) };
        Ok(Typed::new(Expression::New(new), ty))
    }

    pub(super) fn has_plain_constructor(&self, class: ClassId) -> bool {
        let world = self.scene.types.world;
        world.method(class, "<init>", "()V").is_some_and(|method| {
            // An anonymous class is a subclass, to which a protected constructor is open.
            self.scene.viewpoint.can_call(method) || world.view(method).access_flags().is_protected()
        })
    }

    /// The methods that were asked, each with its answers in order.
    pub(super) fn answered<'p>(&self, class: ClassId, stand_in: &'p StandIn) -> Vec<Answered<'p>> {
        let mut answered: Vec<Answered<'p>> = Vec::new();
        // With an `equals` that has one answer whatever it is asked, the stand-in would be equal to anything; that of `Object` is
        // what readers expect.
        let is_identity = |answer: &&Answer| {
            matches!(&*answer.method.name, "equals" | "hashCode")
                && is_of_object(&answer.method.name, &answer.method.descriptor)
        };
        for answer in stand_in.answers.iter().filter(|answer| !is_identity(answer)) {
            let named = self.asked_as(class, &answer.method);
            let Some(method) = named else { continue };
            match answered.iter_mut().find(|known| known.method == method) {
                Some(known) => known.answers.push(answer),
                None => answered.push(Answered { method, answers: vec![answer] }),
            }
        }
        answered
    }

    /// The method of a type that was asked when an object of it ran another, which may be declared with other types:
    /// `Owner find(Integer)` where the type says `T find(K)`.
    fn asked_as(&self, class: ClassId, ran: &reenact_rebuild::plan::Member) -> Option<MethodId> {
        let world = self.scene.types.world;
        let own = reenact_rebuild::plan::Member::new(
            &world.view(class).name().to_str(),
            &ran.name,
            &ran.descriptor,
        );
        if let Some(method) = self.scene.method(&own) {
            return Some(method);
        }
        let count = |descriptor: &str| self.scene.types.erased_method(descriptor).parameters.len();
        let wanted = count(&ran.descriptor);
        let above = std::iter::once(class).chain(world.all_supertypes(class));
        let mut alike = above.flat_map(|class| world.view(class).methods()).filter(|method| {
            let flags = method.access_flags();
            method.name() == *ran.name
                && !flags.is_static()
                && !flags.is_private()
                && !flags.is_synthetic()
                && count(&method.descriptor().to_str()) == wanted
        });
        let first = alike.next()?;
        alike.all(|other| other.descriptor() == first.descriptor()).then(|| first.id())
    }

    /// Methods that a class must implement, in the order of their declaration.
    fn abstract_methods(&self, class: ClassId) -> Vec<MethodId> {
        let world = self.scene.types.world;
        let above = std::iter::once(class).chain(world.all_supertypes(class));
        let mut needed: Vec<MethodId> = Vec::new();
        for method in above.flat_map(|class| world.view(class).methods()) {
            let is_open = method.access_flags().is_abstract()
                && world.select(class, method.id()).is_err()
                && !(method.class().is_interface()
                    && is_of_object(&method.name().to_str(), &method.descriptor().to_str()));
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
        let way = answered.way();
        let mut body = match (&way, answered.answers.first()) {
            (Way::ByArguments(telling), _) => self.by_arguments(answered, telling, &names, ty, depth)?,
            (_, Some(answer)) => self.answer(answered, answer, &names, ty, depth)?,
            (_, None) => vec![unasked(&self.scene.types.world.view(answered.method).name().to_str())],
        };
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
        let formal = types.overriding(answered.method, ty);
        let source =
            |ty: &Ty| self.scene.source(ty).ok_or_else(|| Unwritable::Class(view.class().binary_name()));
        let returns = match &formal.result {
            Some(result) => source(result)?,
            None => Type::Void,
        };
        let names = self.parameter_names(answered.method);
        let mut parameters = Vec::new();
        for (ty, name) in formal.parameters.iter().zip(&names) {
            parameters.push(Parameter::new(source(ty)?, name));
        }
        let body = self.body(answered, &names, ty, members, fields, depth)?;
        let throws = self.declared_exceptions(answered);
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
            throws,
            ..Method::new(returns, &name, body)
        }));
        Ok(())
    }

    /// Returns the exceptions that a method has to declare: those that the interface allows.
    fn declared_exceptions(&self, answered: &Answered<'_>) -> Vec<Type> {
        if !answered.answers.iter().any(|answer| matches!(answer.outcome, AnswerOutcome::Throws(_))) {
            return Vec::new();
        }
        let mut thrown = Default::default();
        self.scene.note_thrown(answered.method, &mut thrown);
        thrown.iter().filter_map(|class| self.scene.source(&Ty::class(*class))).collect()
    }

    fn body(
        &mut self,
        answered: &Answered<'_>,
        names: &[String],
        ty: &Ty,
        members: &mut Vec<Member>,
        fields: &mut NameScope,
        depth: usize,
    ) -> Result<Vec<Statement>, Unwritable> {
        let types = self.scene.types;
        let name = types.world.view(answered.method).name().to_str().into_owned();
        let Some(first) = answered.answers.first() else { return Ok(vec![unasked(&name)]) };
        let is_void = types.method(answered.method).result.is_none();
        match answered.way() {
            Way::Always => self.answer(answered, first, names, ty, depth),
            Way::ByArguments(telling) => self.by_arguments(answered, &telling, names, ty, depth),
            Way::InOrder => {
                let counter = fields.take(&format!("{name}Calls"));
                members.push(Member::Field(Field {
                    modifiers: vec![Modifier::Private],
                    ..Field::new(Type::Int, &counter, None)
                }));
                let count = Expression::name(&counter).unary(UnaryOperator::Increment);
                let mut taken = NameScope::new();
                names.iter().for_each(|name| taken.reserve(name));
                let call = taken.take("call");
                let mut body = vec![Statement::local(Type::Int, &call, count)];
                for (index, answer) in answered.answers.iter().enumerate() {
                    let index = Expression::int(i32::try_from(index).unwrap_or(i32::MAX));
                    let condition = Expression::name(&call).binary(BinaryOperator::Equal, index);
                    let then = self.answer_and_end(answered, answer, names, ty, is_void, depth)?;
                    body.push(Statement::If { condition, then, otherwise: Vec::new() });
                }
                body.push(unasked(&name));
                Ok(body)
            }
        }
    }

    /// Answers by what was asked.
    fn by_arguments(
        &mut self,
        answered: &Answered<'_>,
        telling: &[usize],
        names: &[String],
        ty: &Ty,
        depth: usize,
    ) -> Result<Vec<Statement>, Unwritable> {
        let types = self.scene.types;
        let is_void = types.method(answered.method).result.is_none();
        let formal = types.overriding(answered.method, ty);
        let mut body = Vec::new();
        for (at, answer) in answered.answers.iter().enumerate() {
            let is_known = |known: &&Answer| {
                telling.iter().all(|&index| known.arguments[index] == answer.arguments[index])
            };
            if answered.answers[..at].iter().any(is_known) {
                continue;
            }
            let mut condition: Option<Expression> = None;
            for &index in telling {
                let (Some(Some(argument)), Some(name)) = (answer.arguments.get(index), names.get(index))
                else {
                    continue;
                };
                let part = self.is_asked(name, formal.parameters.get(index), argument, depth)?;
                condition = Some(match condition {
                    Some(condition) => condition.binary(BinaryOperator::And, part),
                    None => part,
                });
            }
            let then = self.answer_and_end(answered, answer, names, ty, is_void, depth)?;
            match condition {
                Some(condition) => body.push(Statement::If { condition, then, otherwise: Vec::new() }),
                None => body.extend(then),
            }
        }
        body.push(unasked(&types.world.view(answered.method).name().to_str()));
        Ok(body)
    }

    /// Whether a parameter is what was asked: `id == 7`, `"tea".equals(item)`, `color == Color.RED`.
    fn is_asked(
        &mut self,
        name: &str,
        parameter: Option<&Ty>,
        argument: &Operand,
        depth: usize,
    ) -> Result<Expression, Unwritable> {
        let parameter = parameter.filter(|ty| ty.is_known());
        let is_primitive = parameter.is_some_and(Ty::is_primitive);
        let value = self.operand(argument, parameter, depth + 1)?;
        let is_null = *argument == Operand::Value(Value::Null);
        let is_text = matches!(argument, Operand::Inline(making) if matches!(**making, Making::String(_)));
        let is_boxed = value.is_bare_box || matches!(argument, Operand::Inline(_)) && !is_text;
        Ok(match () {
            () if is_text => value.expression.call("equals", vec![Expression::name(name)]),
            () if is_boxed && !is_primitive && !is_null => {
                let objects = ClassName::new("java.util", &["Objects"]);
                Expression::call_static(objects, "equals", vec![Expression::name(name), value.expression])
            }
            () => Expression::name(name).binary(BinaryOperator::Equal, value.expression),
        })
    }

    /// An answer after which nothing else is answered.
    fn answer_and_end(
        &mut self,
        answered: &Answered<'_>,
        answer: &Answer,
        names: &[String],
        ty: &Ty,
        is_void: bool,
        depth: usize,
    ) -> Result<Vec<Statement>, Unwritable> {
        let mut then = self.answer(answered, answer, names, ty, depth)?;
        if is_void && then.is_empty() {
            then.push(Statement::Return(None));
        }
        Ok(then)
    }

    fn answer(
        &mut self,
        answered: &Answered<'_>,
        answer: &Answer,
        names: &[String],
        ty: &Ty,
        depth: usize,
    ) -> Result<Vec<Statement>, Unwritable> {
        let result = self.scene.types.overriding(answered.method, ty).result;
        match &answer.outcome {
            AnswerOutcome::Returns(None) => Ok(Vec::new()),
            AnswerOutcome::Returns(Some(operand)) => {
                let value = self.operand(operand, result.as_ref().filter(|ty| ty.is_known()), depth + 1)?;
                Ok(vec![Statement::returning(value.expression)])
            }
            AnswerOutcome::ReturnsArgument(index) => {
                let name = names.get(*index).ok_or(Unwritable::Disorder)?;
                Ok(vec![Statement::returning(Expression::name(name))])
            }
            AnswerOutcome::ReturnsItself => Ok(vec![Statement::returning(Expression::This)]),
            AnswerOutcome::Throws(operand) => {
                Ok(vec![Statement::Throw(self.operand(operand, None, depth + 1)?.expression)])
            }
        }
    }
}

fn unasked(name: &str) -> Statement {
    let class = ClassName::lang("UnsupportedOperationException");
    let message = Expression::string(&format!("{NOT_RECORDED}{name}"));
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

/// JLS 9.2: an interface declares the public methods of `Object`, which every object has. A class may make them abstract again.
fn is_of_object(name: &str, descriptor: &str) -> bool {
    matches!(
        (name, descriptor),
        ("equals", "(Ljava/lang/Object;)Z") | ("hashCode", "()I") | ("toString", "()Ljava/lang/String;")
    )
}
