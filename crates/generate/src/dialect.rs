//! Assertions in the words of JUnit 5, JUnit 4 and AssertJ.

use reenact_java::model::{
    Annotation, ClassName, Expression, Lambda, LambdaBody, Literal, Member, Method, Modifier, New, Statement,
    Target, Type, TypeArguments,
};

use crate::code::{Scene, Typed, literal};
use crate::options::{Assertions, Junit, Options};
use crate::types::Ty;
use reenact_heap::Value;

/// Something that a test claims.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// `equals`, or the same primitive.
    Equal {
        expected: Typed,
        actual: Typed,
    },
    /// Arrays with equal elements.
    Elements {
        expected: Typed,
        actual: Typed,
    },
    Same {
        expected: Expression,
        actual: Expression,
    },
    Null(Expression),
    NotNull(Expression),
    True(Expression),
    False(Expression),
    /// An object of exactly this class.
    Class {
        class: Type,
        actual: Expression,
    },
}

impl Check {
    /// Whether the value is one of an object that had to be cast to a class which its users may not know.
    pub fn is_cast(&self) -> bool {
        let mut expression = match self {
            Check::Equal { actual, .. } | Check::Elements { actual, .. } => &actual.expression,
            Check::Same { actual, .. } | Check::Class { actual, .. } => actual,
            Check::Null(actual) | Check::NotNull(actual) | Check::True(actual) | Check::False(actual) => {
                actual
            }
        };
        loop {
            expression = match expression {
                Expression::Cast { .. } => return true,
                Expression::Call(call) => match &call.on {
                    Target::Expression(on) => on,
                    _ => return false,
                },
                Expression::Field { of, .. } => of,
                Expression::Index { array, .. } => array,
                _ => return false,
            };
        }
    }
}

/// The words of a project's test libraries.
#[derive(Clone, Copy)]
pub(crate) struct Dialect<'o> {
    pub options: &'o Options,
}

impl Dialect<'_> {
    pub fn test_annotation(self) -> Annotation {
        Annotation::marker(match self.options.junit {
            Junit::Five => ClassName::new("org.junit.jupiter.api", &["Test"]),
            Junit::Four => ClassName::new("org.junit", &["Test"]),
        })
    }

    /// JUnit 4 wants its classes and methods public.
    pub fn modifiers(self) -> Vec<Modifier> {
        match self.options.junit {
            Junit::Five => Vec::new(),
            Junit::Four => vec![Modifier::Public],
        }
    }

    pub fn statement(self, scene: &Scene<'_>, check: Check) -> Statement {
        match self.options.assertions {
            Assertions::Junit => self.junit(scene, check).statement(),
            Assertions::AssertJ => assertj(check).statement(),
        }
    }

    fn assertions(self) -> ClassName {
        match self.options.junit {
            Junit::Five => ClassName::new("org.junit.jupiter.api", &["Assertions"]),
            Junit::Four => ClassName::new("org.junit", &["Assert"]),
        }
    }

    fn assertion(self, name: &str, arguments: Vec<Expression>) -> Expression {
        Expression::call_imported(self.assertions(), name, arguments)
    }

    fn junit(self, scene: &Scene<'_>, check: Check) -> Expression {
        match check {
            Check::True(actual) => self.assertion("assertTrue", vec![actual]),
            Check::False(actual) => self.assertion("assertFalse", vec![actual]),
            Check::Null(actual) => self.assertion("assertNull", vec![actual]),
            Check::NotNull(actual) => self.assertion("assertNotNull", vec![actual]),
            Check::Same { expected, actual } => self.assertion("assertSame", vec![expected, actual]),
            Check::Class { class, actual } => {
                let class = Expression::ClassLiteral(class);
                self.assertion("assertEquals", vec![class, actual.call("getClass", Vec::new())])
            }
            Check::Elements { expected, actual } => {
                let is_floating = matches!(expected.ty.element(), Some(Ty::Primitive(b'D' | b'F')));
                let mut arguments = vec![expected.expression, actual.expression];
                if is_floating && self.options.junit == Junit::Four {
                    // JUnit 4 compares numbers with a tolerance only; a zero one still takes NaN for NaN.
                    arguments.push(zero(expected.ty.element()));
                }
                self.assertion("assertArrayEquals", arguments)
            }
            Check::Equal { expected, actual } => self.equal(scene, expected, actual),
        }
    }

    fn equal(self, scene: &Scene<'_>, expected: Typed, actual: Typed) -> Expression {
        let is_four = self.options.junit == Junit::Four;
        match (&expected.ty, &actual.ty) {
            (Ty::Primitive(b'D' | b'F'), Ty::Primitive(_)) if is_four => {
                let delta = zero(Some(&expected.ty));
                self.assertion("assertEquals", vec![expected.expression, actual.expression, delta])
            }
            // A primitive beside a box: JUnit 4 has no overload that javac could choose.
            _ if is_four
                && (expected.is_bare_box || expected.ty.is_primitive())
                && scene.types.unboxed(&actual.ty).is_some() =>
            {
                let expected = boxed(scene, expected);
                self.assertion("assertEquals", vec![expected, actual.expression])
            }
            // A box beside a primitive; the primitive is asked for.
            _ => self.assertion("assertEquals", vec![expected.expression, actual.expression]),
        }
    }

    /// Claims that a call throws an exception of a class, with a message if that is known. `variable` is the
    /// name of a variable for it.
    pub fn throws(
        self,
        scene: &Scene<'_>,
        class: Type,
        body: Expression,
        message: Option<Expression>,
        variable: impl FnOnce() -> String,
    ) -> Vec<Statement> {
        let class_literal = Expression::ClassLiteral(class.clone());
        if self.options.assertions == Assertions::AssertJ {
            let assertions = ClassName::new("org.assertj.core.api", &["Assertions"]);
            let thrown = Expression::call_imported(assertions, "assertThatThrownBy", vec![body]);
            let thrown = thrown.call("isInstanceOf", vec![class_literal]);
            let claim = match message {
                Some(message) => thrown.call("hasMessage", vec![message]),
                None => thrown,
            };
            return vec![claim.statement()];
        }
        let Some(message) = message else { return vec![self.asserted(&class, body).statement()] };
        let name = variable();
        let actual = Expression::name(&name).call("getMessage", Vec::new());
        let text = scene.types.jdk("java/lang/String");
        let check = match message {
            Expression::Literal(Literal::Null) => Check::Null(actual),
            message => {
                Check::Equal { expected: Typed::new(message, text.clone()), actual: Typed::new(actual, text) }
            }
        };
        vec![self.thrown_as(class, body, &name), self.statement(scene, check)]
    }

    /// `OrderException thrown = assertThrows(OrderException.class, …)`, with JUnit's assertions.
    pub fn thrown_as(self, class: Type, body: Expression, name: &str) -> Statement {
        let throws = self.asserted(&class, body);
        Statement::local(class, name, throws)
    }

    fn asserted(self, class: &Type, body: Expression) -> Expression {
        let body = if self.options.release < 8 { throwing_runnable(body) } else { body };
        self.assertion("assertThrows", vec![Expression::ClassLiteral(class.clone()), body])
    }
}

/// Returns an object of JUnit 4's type in place of a lambda, which Java 7 does not have.
fn throwing_runnable(body: Expression) -> Expression {
    let statements = match body {
        Expression::Lambda(Lambda { body: LambdaBody::Expression(call), .. }) => vec![call.statement()],
        Expression::Lambda(Lambda { body: LambdaBody::Block(statements), .. }) => statements,
        other => return other,
    };
    let run = Method {
        annotations: vec![Annotation::marker(ClassName::lang("Override"))],
        modifiers: vec![Modifier::Public],
        throws: vec![Type::class(ClassName::lang("Throwable"))],
        ..Method::new(Type::Void, "run", statements)
    };
    Expression::New(New {
        class: ClassName::new("org.junit.function", &["ThrowingRunnable"]),
        type_arguments: TypeArguments::None,
        outer: None,
        arguments: Vec::new(),
        body: Some(vec![Member::Method(run)]),
    })
}

fn assertj(check: Check) -> Expression {
    let that = |actual: Expression| {
        let assertions = ClassName::new("org.assertj.core.api", &["Assertions"]);
        Expression::call_imported(assertions, "assertThat", vec![actual])
    };
    match check {
        Check::True(actual) => that(actual).call("isTrue", Vec::new()),
        Check::False(actual) => that(actual).call("isFalse", Vec::new()),
        Check::Null(actual) => that(actual).call("isNull", Vec::new()),
        Check::NotNull(actual) => that(actual).call("isNotNull", Vec::new()),
        Check::Same { expected, actual } => that(actual).call("isSameAs", vec![expected]),
        Check::Class { class, actual } => {
            that(actual).call("isExactlyInstanceOf", vec![Expression::ClassLiteral(class)])
        }
        Check::Equal { expected, actual } if is_nan(&expected.expression) => {
            that(actual.expression).call("isNaN", Vec::new())
        }
        Check::Equal { expected, actual } | Check::Elements { expected, actual } => {
            that(actual.expression).call("isEqualTo", vec![expected.expression])
        }
    }
}

fn is_nan(expression: &Expression) -> bool {
    match expression {
        Expression::Literal(Literal::Double(bits)) => f64::from_bits(*bits).is_nan(),
        Expression::Literal(Literal::Float(bits)) => f32::from_bits(*bits).is_nan(),
        _ => false,
    }
}

fn zero(ty: Option<&Ty>) -> Expression {
    let zero = match ty {
        Some(Ty::Primitive(b'F')) => Value::Float(0),
        _ => Value::Double(0),
    };
    literal(zero).map_or_else(Expression::null, |typed| typed.expression)
}

/// `Integer.valueOf(3)`
fn boxed(scene: &Scene<'_>, typed: Typed) -> Expression {
    let ty = match typed.ty {
        Ty::Primitive(letter) => scene.types.boxed(letter),
        other => other,
    };
    match ty.class_id().and_then(|class| scene.viewpoint.class_name(class)) {
        Some(name) => Expression::call_static(name, "valueOf", vec![typed.expression]),
        None => typed.expression,
    }
}
