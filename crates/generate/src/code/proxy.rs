//! Stand-ins of interfaces that are too wide for a class of their own: a `java.lang.reflect.Proxy` that answers by the
//! names of methods.
//!
//! ```java
//! Connection connection = (Connection) Proxy.newProxyInstance(
//!         Connection.class.getClassLoader(),
//!         new Class<?>[] {Connection.class},
//!         (proxy, method, arguments) -> {
//!             if (method.getName().equals("getSchema")) {
//!                 return "PUBLIC";
//!             }
//!             throw new UnsupportedOperationException("not recorded: " + method.getName());
//!         });
//! ```

use reenact_heap::Value;
use reenact_java::model::{
    BinaryOperator, ClassName, Expression, Lambda, LambdaBody, LambdaParameter, Statement, Type, TypeArgument,
};
use reenact_rebuild::plan::{Answer, AnswerOutcome, Making, Operand};
use reenact_world::{ClassId, MethodId};

use super::stand_in::{Answered, Way};
use super::{NOT_RECORDED, Typed, Unwritable, Writer};
use crate::types::Ty;

/// More methods than this without a recorded call make the class hard to read.
const MOST_UNASKED: usize = 12;

/// Since Java 16 a proxy can call the default methods of its interface.
const INVOKES_DEFAULT: u8 = 16;

/// The parameters of the lambda.
struct Names {
    proxy: String,
    method: String,
    arguments: String,
}

impl Writer<'_, '_> {
    /// Whether a proxy reads better than a class, and says the same.
    pub(super) fn is_better_proxied(
        &self,
        class: ClassId,
        answered: &[Answered<'_>],
        needed: &[MethodId],
    ) -> bool {
        let world = self.scene.types.world;
        let is_asked = |method: &&MethodId| answered.iter().any(|answered| answered.method == **method);
        let unasked = needed.iter().filter(|method| !is_asked(method)).count();
        let above = || std::iter::once(class).chain(world.all_supertypes(class));
        let is_overloaded = |answered: &Answered<'_>| {
            let asked = world.view(answered.method);
            above().flat_map(|class| world.view(class).methods()).any(|other| {
                other.name() == asked.name()
                    && parameters(&other.descriptor().to_str()) != parameters(&asked.descriptor().to_str())
            })
        };
        // A lambda has no place to count calls in, and answers by names alone.
        world.view(class).is_interface()
            && unasked > MOST_UNASKED
            && !answered.iter().any(|answered| matches!(answered.way(), Way::InOrder))
            && !answered.iter().any(is_overloaded)
    }

    pub(super) fn proxy(
        &mut self,
        class: ClassId,
        answered: &[Answered<'_>],
        ty: Ty,
        depth: usize,
    ) -> Result<Typed, Unwritable> {
        let types = self.scene.types;
        let unnamed = || Unwritable::Class(types.world.view(class).binary_name());
        let raw = self.scene.source(&Ty::class(class)).ok_or_else(unnamed)?;
        let cast = self.scene.source(&ty).ok_or_else(unnamed)?;
        let mut scope = self.draft.names.clone();
        let [proxy, method, arguments] = ["proxy", "method", "arguments"].map(|name| scope.take(name));
        let names = Names { proxy, method, arguments };
        let mut body = Vec::new();
        for answered in answered {
            self.answers_of(answered, &names, &ty, &mut body, depth)?;
        }
        body.extend(self.by_default(class, &names));
        body.push(unasked(&names));
        let parameters = [&names.proxy, &names.method, &names.arguments]
            .map(|name| LambdaParameter { ty: None, name: name.clone() })
            .to_vec();
        let literal = Expression::ClassLiteral(raw);
        let any_class = Type::Class { name: ClassName::lang("Class"), arguments: vec![TypeArgument::Any] };
        let arguments = vec![
            literal.clone().call("getClassLoader", Vec::new()),
            Expression::new_array_of(any_class, vec![literal]),
            Expression::Lambda(Lambda { parameters, body: LambdaBody::Block(body) }),
        ];
        let class = ClassName::new("java.lang.reflect", &["Proxy"]);
        let made = Expression::call_static(class, "newProxyInstance", arguments);
        Ok(Typed::new(made.cast(cast), ty))
    }

    /// Writes the answers of a method, one for each list of arguments.
    fn answers_of(
        &mut self,
        answered: &Answered<'_>,
        names: &Names,
        ty: &Ty,
        body: &mut Vec<Statement>,
        depth: usize,
    ) -> Result<(), Unwritable> {
        let types = self.scene.types;
        let name = types.world.view(answered.method).name().to_str().into_owned();
        let formal = types.overriding(answered.method, ty);
        let telling = match answered.way() {
            Way::ByArguments(telling) => telling,
            Way::Always | Way::InOrder => Vec::new(),
        };
        let mut done: Vec<&Answer> = Vec::new();
        for &answer in &answered.answers {
            let is_known = |known: &&Answer| {
                telling.iter().all(|&index| known.arguments[index] == answer.arguments[index])
            };
            if done.iter().any(is_known) {
                continue;
            }
            done.push(answer);
            let called = Expression::name(&names.method).call("getName", Vec::new());
            let mut condition = called.call("equals", vec![Expression::string(&name)]);
            for &index in &telling {
                if let Some(Some(argument)) = answer.arguments.get(index) {
                    let is_asked = self.is_given(index, argument, names, depth)?;
                    condition = condition.binary(BinaryOperator::And, is_asked);
                }
            }
            let result = formal.result.as_ref().filter(|ty| ty.is_known());
            let then = vec![match &answer.outcome {
                AnswerOutcome::Returns(None) => Statement::returning(Expression::null()),
                AnswerOutcome::Returns(Some(value)) => {
                    Statement::returning(self.operand(value, result, depth + 1)?.expression)
                }
                AnswerOutcome::ReturnsArgument(index) => Statement::returning(argument(*index, names)),
                AnswerOutcome::ReturnsItself => Statement::returning(Expression::name(&names.proxy)),
                AnswerOutcome::Throws(thrown) => {
                    Statement::Throw(self.operand(thrown, None, depth + 1)?.expression)
                }
            }];
            body.push(Statement::If { condition, then, otherwise: Vec::new() });
        }
        Ok(())
    }

    /// Whether an argument is what was asked.
    fn is_given(
        &mut self,
        index: usize,
        asked: &Operand,
        names: &Names,
        depth: usize,
    ) -> Result<Expression, Unwritable> {
        let given = argument(index, names);
        let value = self.operand(asked, None, depth + 1)?;
        let is_text = matches!(asked, Operand::Inline(making) if matches!(**making, Making::String(_)));
        let is_value = matches!(asked, Operand::Inline(_)) || value.is_bare_box;
        let is_primitive = matches!(asked, Operand::Value(value) if *value != Value::Null);
        Ok(match () {
            () if is_text => value.expression.call("equals", vec![given]),
            () if is_value || is_primitive => {
                let objects = ClassName::new("java.util", &["Objects"]);
                Expression::call_static(objects, "equals", vec![given, value.expression])
            }
            () => given.binary(BinaryOperator::Equal, value.expression),
        })
    }

    /// Default methods do what they do in a class.
    fn by_default(&self, class: ClassId, names: &Names) -> Option<Statement> {
        let world = self.scene.types.world;
        let above = std::iter::once(class).chain(world.all_supertypes(class));
        let mut methods = above
            .filter(|class| world.view(*class).is_interface())
            .flat_map(|class| world.view(class).methods());
        let has_default = methods.any(|method| {
            let flags = method.access_flags();
            !flags.is_abstract() && !flags.is_static() && !flags.is_private() && !flags.is_synthetic()
        });
        if !has_default || self.scene.release < INVOKES_DEFAULT {
            return None;
        }
        let handler = ClassName::new("java.lang.reflect", &["InvocationHandler"]);
        let all = [&names.proxy, &names.method, &names.arguments].map(|name| Expression::name(name));
        let invoked = Expression::call_static(handler, "invokeDefault", all.to_vec());
        Some(Statement::If {
            condition: Expression::name(&names.method).call("isDefault", Vec::new()),
            then: vec![Statement::returning(invoked)],
            otherwise: Vec::new(),
        })
    }
}

fn argument(index: usize, names: &Names) -> Expression {
    Expression::Index {
        array: Box::new(Expression::name(&names.arguments)),
        index: Box::new(Expression::int(i32::try_from(index).unwrap_or(i32::MAX))),
    }
}

fn unasked(names: &Names) -> Statement {
    let class = ClassName::lang("UnsupportedOperationException");
    let name = Expression::name(&names.method).call("getName", Vec::new());
    let message = Expression::string(NOT_RECORDED).binary(BinaryOperator::Add, name);
    Statement::Throw(Expression::new_object(class, vec![message]))
}

/// A descriptor without its result: bridges differ in that alone.
fn parameters(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or(descriptor, |(parameters, _)| parameters)
}
