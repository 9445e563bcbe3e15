//! Expressions.

use super::Writer;
use super::precedence::{Precedence, holds_lines, is_long_chain};
use crate::layout::Doc;
use crate::model::{
    BinaryOperator, Expression, Lambda, LambdaBody, LambdaParameter, MethodReference, New, ReferenceTarget,
    Type, TypeArguments, UnaryOperator,
};

impl Writer<'_> {
    pub(crate) fn expression(&mut self, expression: &Expression) -> Doc {
        self.deeper(|writer| writer.expression_here(expression))
    }

    /// An expression that must bind at least this tightly, or stand in parentheses.
    pub(super) fn operand(&mut self, expression: &Expression, at_least: Precedence) -> Doc {
        let doc = self.expression(expression);
        if self.precedence(expression) < at_least { parenthesised(doc) } else { doc }
    }

    fn expression_here(&mut self, expression: &Expression) -> Doc {
        use Expression as E;
        match expression {
            E::Literal(literal) => self.literal(literal),
            E::Name(name) => self.identifier(name).into(),
            E::This => "this".into(),
            E::OuterThis(class) => (self.class(class) + ".this").into(),
            E::StaticField { class, name } => {
                let class = self.class(class);
                format!("{class}.{}", self.identifier(name)).into()
            }
            E::Field { .. } | E::Call(_) => self.chain(expression),
            E::New(new) => self.new_object(new),
            E::NewArray { element, lengths } => self.new_array(element, lengths),
            E::NewArrayOf { element, elements } => self.new_array_of(element, elements),
            E::Elements(elements) => self.elements(elements),
            E::Index { array, index } => {
                // Without parentheses `new int[3][0]` would be an array of arrays.
                let is_new = matches!(**array, E::NewArray { .. } | E::NewArrayOf { .. });
                let doc = self.operand(array, Precedence::Primary);
                let array = if is_new { parenthesised(doc) } else { doc };
                Doc::Concat(vec![array, "[".into(), self.expression(index), "]".into()])
            }
            E::Cast { to, value } => self.cast(to, value),
            E::InstanceOf { value, of } => {
                let value = self.operand(value, Precedence::Relation);
                Doc::Concat(vec![value, format!(" instanceof {}", self.ty(of)).into()])
            }
            E::ClassLiteral(ty) => (self.raw_type(ty) + ".class").into(),
            E::Lambda(lambda) => self.lambda(lambda),
            E::MethodReference(reference) => self.method_reference(reference),
            E::Unary { operator, operand } => self.unary(*operator, operand),
            E::Binary { .. } => self.binary(expression),
            E::Assign { target, value } => {
                let target = self.operand(target, Precedence::Postfix);
                Doc::Concat(vec![target, " =".into(), self.assigned(value)])
            }
            E::Conditional { condition, then, otherwise } => {
                let condition = self.operand(condition, Precedence::Or);
                let then = self.operand(then, Precedence::Conditional);
                let otherwise = self.operand(otherwise, Precedence::Conditional);
                let mut branches = self.operation("?", then);
                branches.extend(self.operation(":", otherwise));
                Doc::group(vec![condition, Doc::nest(self.continuation(), branches)])
            }
            E::Verbatim(code) => verbatim(code),
        }
    }

    /// Writes the value after an equals sign, with the space before it.
    pub(super) fn assigned(&mut self, value: &Expression) -> Doc {
        let doc = self.expression(value);
        if holds_lines(value) || is_long_chain(value) || self.is_text_block(value) {
            Doc::Concat(vec![" ".into(), doc])
        } else {
            Doc::Hang(self.continuation(), Box::new(doc))
        }
    }

    fn new_object(&mut self, new: &New) -> Doc {
        let mut docs = Vec::new();
        // Behind an outer object a class goes by its simple name (JLS 15.9).
        let class = match &new.outer {
            Some(outer) => {
                docs.extend([self.operand(outer, Precedence::Primary), ".".into()]);
                self.type_identifier(new.class.simple_name())
            }
            None => self.class(&new.class),
        };
        let type_arguments = match &new.type_arguments {
            TypeArguments::None => String::new(),
            TypeArguments::Diamond => "<>".to_owned(),
            TypeArguments::Explicit(types) => format!("<{}>", self.types(types).join(", ")),
        };
        docs.push(format!("new {class}{type_arguments}").into());
        docs.push(self.arguments(&new.arguments));
        if let Some(members) = &new.body {
            docs.push(" ".into());
            docs.push(self.members(members));
        }
        Doc::Concat(docs)
    }

    fn cast(&mut self, to: &Type, value: &Expression) -> Doc {
        let head = format!("({}) ", self.ty(to));
        // `(Integer) -1` would subtract (JLS 15.16).
        let is_misread = !to.is_primitive() && self.begins_with_sign(value);
        let value = match value {
            Expression::Lambda(_) => self.expression(value),
            _ if is_misread => parenthesised(self.expression(value)),
            _ => self.operand(value, Precedence::Unary),
        };
        Doc::Concat(vec![head.into(), value])
    }

    fn lambda(&mut self, lambda: &Lambda) -> Doc {
        let parameters = match &*lambda.parameters {
            [LambdaParameter { ty: None, name }] => self.variable(name),
            parameters => {
                let written: Vec<String> = parameters
                    .iter()
                    .map(|parameter| {
                        let ty = parameter.ty.as_ref().map(|ty| self.ty(ty) + " ").unwrap_or_default();
                        ty + &self.variable(&parameter.name)
                    })
                    .collect();
                format!("({})", written.join(", "))
            }
        };
        let head = Doc::text(parameters + " ->");
        match &lambda.body {
            LambdaBody::Expression(body) => Doc::Concat(vec![head, self.assigned(body)]),
            LambdaBody::Block(body) => Doc::Concat(vec![head, " ".into(), self.block(body)]),
        }
    }

    fn method_reference(&mut self, reference: &MethodReference) -> Doc {
        let target = match &reference.target {
            ReferenceTarget::Type(ty) => self.ty(ty).into(),
            ReferenceTarget::Expression(on) => self.operand(on, Precedence::Primary),
            ReferenceTarget::Super => "super".into(),
        };
        let name = match &*reference.name {
            "new" => "new".to_owned(),
            name => self.identifier(name),
        };
        Doc::Concat(vec![target, format!("::{name}").into()])
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression) -> Doc {
        let needed = match operator {
            UnaryOperator::Increment | UnaryOperator::Decrement => Precedence::Postfix,
            _ => Precedence::Unary,
        };
        let is_misread = operator == UnaryOperator::Minus && self.begins_with_sign(operand);
        let doc = self.operand(operand, needed);
        let doc = if is_misread { parenthesised(doc) } else { doc };
        Doc::Concat(match operator {
            UnaryOperator::Minus => vec!["-".into(), doc],
            UnaryOperator::Not => vec!["!".into(), doc],
            UnaryOperator::Complement => vec!["~".into(), doc],
            UnaryOperator::Increment => vec![doc, "++".into()],
            UnaryOperator::Decrement => vec![doc, "--".into()],
        })
    }

    /// Operators of the same precedence in a row are laid out as one, broken at each.
    fn binary(&mut self, expression: &Expression) -> Doc {
        let Expression::Binary { operator, .. } = expression else { return Doc::nil() };
        let precedence = operator.precedence();
        let mut rest: Vec<(BinaryOperator, &Expression)> = Vec::new();
        let mut first = expression;
        while let Expression::Binary { operator, left, right } = first
            && operator.precedence() == precedence
        {
            rest.push((*operator, right));
            first = left;
        }
        let first = self.operand(first, precedence);
        let tighter = |writer: &mut Self, operand: &Expression| {
            let doc = writer.expression(operand);
            if writer.precedence(operand) <= precedence { parenthesised(doc) } else { doc }
        };
        let mut docs = Vec::new();
        for (operator, right) in rest.into_iter().rev() {
            let right = tighter(self, right);
            docs.extend(self.operation(operator.symbol(), right));
        }
        Doc::group(vec![first, Doc::nest(self.continuation(), docs)])
    }

    /// Writes an operator and its right operand, which may be on the next line.
    pub(super) fn operation(&self, operator: &str, right: Doc) -> Vec<Doc> {
        match self.style.habits.trailing_operators {
            true => vec![format!(" {operator}").into(), Doc::Line, right],
            false => vec![Doc::Line, format!("{operator} ").into(), right],
        }
    }
}

fn parenthesised(doc: Doc) -> Doc {
    Doc::Concat(vec!["(".into(), doc, ")".into()])
}

/// The user's code, line by line.
pub(super) fn verbatim(code: &str) -> Doc {
    match code.trim().split_once('\n') {
        None => code.trim().to_owned().into(),
        Some(_) => {
            let lines = code.trim().lines().map(|line| line.trim_end().to_owned().into()).collect();
            Doc::broken(vec![Doc::join(lines, Doc::SoftLine)])
        }
    }
}
