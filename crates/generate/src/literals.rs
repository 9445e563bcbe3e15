//! The literals of a test's statements, in the order of the source.

use reenact_java::model::{Call, Expression, LambdaBody, Literal, Local, Statement, Target, Type};

/// Where a literal stands, for a parameter's name.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// The value of a variable.
    Variable(String),
    /// An argument of a method, counted from 0.
    Argument(String, usize),
    Other,
}

/// Visits all literals. `false` if there are statements whose literals are not to be touched, such as classes.
pub(crate) fn each(
    statements: &mut [Statement],
    visit: &mut dyn FnMut(&mut Literal, &Place, &mut Option<Expression>),
) -> bool {
    statements.iter_mut().all(|statement| match statement {
        Statement::Local(Local { name, ty, value: Some(value), .. }) => {
            let place = Place::Variable(name.clone());
            !narrows(ty) && in_expression(value, &place, visit)
        }
        Statement::Expression(expression) => in_expression(expression, &Place::Other, visit),
        Statement::Comment(_) | Statement::Blank => true,
        _ => false,
    })
}

/// A literal may be replaced by another expression, which `visit` puts into its last parameter.
fn in_expression(
    expression: &mut Expression,
    place: &Place,
    visit: &mut dyn FnMut(&mut Literal, &Place, &mut Option<Expression>),
) -> bool {
    let mut all = |expressions: &mut [Expression]| {
        expressions.iter_mut().all(|expression| in_expression(expression, &Place::Other, visit))
    };
    match expression {
        Expression::Literal(literal) => {
            let mut instead = None;
            visit(literal, place, &mut instead);
            if let Some(instead) = instead {
                *expression = instead;
            }
            true
        }
        Expression::Name(_)
        | Expression::This
        | Expression::OuterThis(_)
        | Expression::StaticField { .. }
        | Expression::ClassLiteral(_)
        | Expression::NewArray { .. }
        | Expression::MethodReference(_) => true,
        Expression::Field { of, .. } => in_expression(of, &Place::Other, visit),
        Expression::Cast { value, .. } => in_expression(value, place, visit),
        Expression::Index { array, .. } => in_expression(array, &Place::Other, visit),
        Expression::NewArrayOf { element, elements } => !narrows(element) && all(elements),
        Expression::Elements(elements) => all(elements),
        Expression::New(new) => {
            let outer =
                new.outer.as_deref_mut().is_none_or(|outer| in_expression(outer, &Place::Other, visit));
            let class = new.class.simple_name().to_owned();
            outer && new.body.is_none() && arguments(&class, &mut new.arguments, visit)
        }
        Expression::Call(Call { on, name, arguments: list, .. }) => {
            let on = match on {
                Target::Expression(on) => in_expression(on, &Place::Other, visit),
                _ => true,
            };
            on && arguments(name, list, visit)
        }
        Expression::Lambda(lambda) => match &mut lambda.body {
            LambdaBody::Expression(body) => in_expression(body, &Place::Other, visit),
            LambdaBody::Block(_) => false,
        },
        Expression::Assign { target, value } => {
            // The field's type is not known here.
            let may_narrow = matches!(**value, Expression::Literal(Literal::Int(_)));
            !may_narrow
                && in_expression(target, &Place::Other, visit)
                && in_expression(value, &Place::Other, visit)
        }
        Expression::InstanceOf { .. }
        | Expression::Unary { .. }
        | Expression::Binary { .. }
        | Expression::Conditional { .. }
        | Expression::Verbatim(_) => false,
    }
}

/// Whether a constant of another type may stand where this is declared (JLS 5.2), and a parameter may not.
fn narrows(ty: &Type) -> bool {
    matches!(ty.element().0, Type::Byte | Type::Short | Type::Char)
}

fn arguments(
    name: &str,
    list: &mut [Expression],
    visit: &mut dyn FnMut(&mut Literal, &Place, &mut Option<Expression>),
) -> bool {
    list.iter_mut()
        .enumerate()
        .all(|(index, argument)| in_expression(argument, &Place::Argument(name.to_owned(), index), visit))
}
