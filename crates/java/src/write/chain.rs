//! Calls: their arguments, and chains of them.

use super::Writer;
use super::precedence::{Precedence, holds_lines};
use crate::layout::Doc;
use crate::literal::text::{self, Text};
use crate::model::{Call, ClassName, Expression, Literal, Target};

/// From this many on, short arguments share lines instead of having one each.
const MANY: usize = 6;

/// An argument no wider than this is short.
const SHORT: usize = 24;

impl Writer<'_> {
    /// A call or a field, with all that it is called on: `a.b().c.d()`.
    ///
    /// With two calls or more behind its head, a chain that is too long gets a line for each of them. With one, its
    /// arguments are broken instead.
    pub(super) fn chain(&mut self, expression: &Expression) -> Doc {
        let mut links = Vec::new();
        let mut head = expression;
        loop {
            head = match head {
                Expression::Call(Call { on: Target::Expression(on), .. }) => {
                    links.push(head);
                    on
                }
                Expression::Field { of, .. } => {
                    links.push(head);
                    of
                }
                _ => break,
            };
        }
        let head_doc = match head {
            Expression::Call(call) => self.head_call(call),
            _ => self.operand(head, Precedence::Primary),
        };
        let mut calls = 0;
        let mut docs = Vec::new();
        // A head that is no wider than an indentation would stand alone on a line for nothing.
        let is_short = head_doc.flat_width(self.continuation()).is_some();
        for link in links.into_iter().rev() {
            match link {
                Expression::Field { name, .. } => docs.push(format!(".{}", self.identifier(name)).into()),
                Expression::Call(call) => {
                    let is_attached = calls == 0 && docs.is_empty() && is_short && is_name(head);
                    if !is_attached {
                        docs.push(Doc::SoftLine);
                    }
                    calls += 1;
                    docs.push(".".into());
                    docs.push(self.called(call));
                }
                _ => {}
            }
        }
        if calls < 2 {
            docs.retain(|doc| *doc != Doc::SoftLine);
            docs.insert(0, head_doc);
            return Doc::Concat(docs);
        }
        Doc::group(vec![head_doc, Doc::nest(self.continuation(), docs)])
    }

    /// A call that has nothing to be called on but a class.
    fn head_call(&mut self, call: &Call) -> Doc {
        let qualifier = match &call.on {
            Target::Class(class) => Some(self.class(class)),
            // JLS 15.12 has no place for type arguments without something before them.
            Target::Imported(class) if !call.type_arguments.is_empty() => Some(self.class(class)),
            Target::Imported(class) => self.imported(class, &call.name),
            Target::Super => Some("super".to_owned()),
            Target::Unqualified | Target::Expression(_) => None,
        };
        match qualifier {
            Some(qualifier) => Doc::Concat(vec![(qualifier + ".").into(), self.called(call)]),
            None => self.called(call),
        }
    }

    /// The class of a method that is not imported after all.
    fn imported(&mut self, class: &ClassName, method: &str) -> Option<String> {
        if self.scope.is_imported(method, class) {
            return None;
        }
        // Whether it will be is decided by these counts, and with it whether the class is named.
        *self.usage.imported_methods.entry((method.to_owned(), class.clone())).or_default() += 1;
        let counted = self.usage.classes.get(&class.outermost()).copied();
        let written = self.class(class);
        match counted {
            Some(count) => self.usage.classes.insert(class.outermost(), count),
            None => self.usage.classes.remove(&class.outermost()),
        };
        Some(written)
    }

    /// A call from its name on.
    fn called(&mut self, call: &Call) -> Doc {
        let is_constructor = call.on == Target::Unqualified && matches!(&*call.name, "super" | "this");
        let name = if is_constructor { call.name.clone() } else { self.identifier(&call.name) };
        let type_arguments = match &*call.type_arguments {
            [] => String::new(),
            _ if call.on == Target::Unqualified => String::new(),
            types => format!("<{}>", self.types(types).join(", ")),
        };
        let pairs = match &call.on {
            Target::Class(class) => {
                is_map(class) && call.name == "of" && call.arguments.len().is_multiple_of(2)
            }
            _ => false,
        };
        let arguments = self.arguments_in(&call.arguments, pairs);
        Doc::Concat(vec![(type_arguments + &name).into(), arguments])
    }

    /// Arguments in parentheses.
    pub(super) fn arguments(&mut self, arguments: &[Expression]) -> Doc {
        self.arguments_in(arguments, false)
    }

    fn arguments_in(&mut self, arguments: &[Expression], pairs: bool) -> Doc {
        if arguments.is_empty() {
            return "()".into();
        }
        let docs: Vec<Doc> = arguments.iter().map(|argument| self.expression(argument)).collect();
        let has_text_block = arguments.iter().any(|argument| self.is_text_block(argument));
        if let [only] = arguments
            && (has_text_block || holds_lines(only) || matches!(only, Expression::Lambda(_)))
        {
            let mut docs = docs;
            docs.insert(0, "(".into());
            docs.push(")".into());
            return Doc::Concat(docs);
        }
        let are_short = docs.iter().all(|doc| doc.flat_width(SHORT).is_some());
        let is_many = docs.len() >= MANY;
        let mut docs = Doc::with_commas(docs);
        if pairs && docs.len() > 2 {
            docs = docs.chunks(2).map(|pair| Doc::join(pair.to_vec(), " ".into())).collect();
        }
        let content = match () {
            () if has_text_block => Doc::join(docs, Doc::Line),
            () if is_many && are_short && !pairs => Doc::Fill(docs),
            () => Doc::group(vec![Doc::join(docs, Doc::Line)]),
        };
        let lines = Doc::nest(self.continuation(), vec![Doc::SoftLine, content]);
        let all = vec!["(".into(), lines, ")".into()];
        if has_text_block { Doc::broken(all) } else { Doc::group(all) }
    }

    pub(super) fn is_text_block(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Literal(Literal::String(units)) => {
                matches!(text::text(units, self.style), Text::Block(_))
            }
            _ => false,
        }
    }
}

fn is_name(expression: &Expression) -> bool {
    matches!(expression, Expression::Name(_) | Expression::This)
}

fn is_map(class: &ClassName) -> bool {
    class.package() == "java.util" && class.names() == ["Map"]
}
