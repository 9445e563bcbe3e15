//! Classes and their members.

use super::Writer;
use crate::comment;
use crate::layout::Doc;
use crate::model::{
    Annotation, ClassDeclaration, ClassKind, Constructor, ElementValue, Field, Member, Method, Modifier,
    Parameter, Type,
};

impl Writer<'_> {
    /// A class within another or within a method: it shadows others of its name there.
    pub(super) fn inner_class(&mut self, class: &ClassDeclaration) -> Doc {
        *self.usage.inner_types.entry(class.name.clone()).or_default() += 1;
        self.class_declaration(class)
    }

    pub(super) fn class_declaration(&mut self, class: &ClassDeclaration) -> Doc {
        self.enclosing.push(class.name.clone());
        let doc = self.deeper(|writer| writer.class_here(class));
        self.enclosing.pop();
        doc
    }

    fn class_here(&mut self, class: &ClassDeclaration) -> Doc {
        let mut docs = self.above(&class.javadoc, &class.annotations);
        let keyword = match class.kind {
            ClassKind::Class => "class",
            ClassKind::Interface => "interface",
            ClassKind::Enum(_) => "enum",
            ClassKind::Record(_) => "record",
        };
        let name = self.type_identifier(&class.name);
        let type_parameters = self.type_parameters(&class.type_parameters);
        let mut head =
            vec![format!("{}{keyword} {name}{type_parameters}", modifiers(&class.modifiers)).into()];
        if let ClassKind::Record(components) = &class.kind {
            head.push(self.parameters(components, false));
        }
        let mut supertypes = Vec::new();
        if let Some(superclass) = &class.extends {
            supertypes.extend([Doc::Line, format!("extends {}", self.ty(superclass)).into()]);
        }
        if !class.interfaces.is_empty() {
            let word = if class.kind == ClassKind::Interface { "extends" } else { "implements" };
            let interfaces = self.types(&class.interfaces).join(", ");
            supertypes.extend([Doc::Line, format!("{word} {interfaces}").into()]);
        }
        head.push(Doc::nest(self.continuation(), supertypes));
        docs.push(Doc::group(head));
        docs.push(" ".into());
        docs.push(match &class.kind {
            ClassKind::Enum(constants) => {
                let constants: Vec<Doc> = constants
                    .iter()
                    .map(|constant| {
                        let name = self.variable(&constant.name).into();
                        match &*constant.arguments {
                            [] => name,
                            arguments => Doc::Concat(vec![name, self.arguments(arguments)]),
                        }
                    })
                    .collect();
                let end = if class.members.is_empty() { "" } else { ";" };
                let constants = Doc::Concat(vec![Doc::Fill(Doc::with_commas(constants)), end.into()]);
                let mut lines = vec![constants];
                if !class.members.is_empty() {
                    lines.push(Doc::nil());
                    lines.extend(self.member_lines(&class.members));
                }
                self.braces(lines)
            }
            _ => self.members(&class.members),
        });
        Doc::Concat(docs)
    }

    /// Members in braces.
    pub(super) fn members(&mut self, members: &[Member]) -> Doc {
        let lines = self.member_lines(members);
        self.braces(lines)
    }

    fn member_lines(&mut self, members: &[Member]) -> Vec<Doc> {
        let is_plain = |member: &Member| matches!(member, Member::Field(field) if field.javadoc.is_none() && field.annotations.is_empty());
        let mut lines = Vec::new();
        let mut before: Option<&Member> = None;
        for member in members {
            let is_close = match before {
                None | Some(Member::Comment(_)) => true,
                Some(before) => is_plain(before) && is_plain(member),
            };
            if !is_close {
                lines.push(Doc::nil());
            }
            match member {
                Member::Comment(text) => lines.extend(self.comment(text)),
                Member::Field(field) => lines.push(self.field(field)),
                Member::Method(method) => lines.push(self.method(method)),
                Member::Constructor(constructor) => lines.push(self.constructor(constructor)),
                Member::Class(class) => lines.push(self.inner_class(class)),
                Member::StaticInitializer(body) => {
                    lines.push(Doc::Concat(vec!["static ".into(), self.block(body)]));
                }
            }
            before = Some(member);
        }
        lines
    }

    fn field(&mut self, field: &Field) -> Doc {
        let mut docs = self.above(&field.javadoc, &field.annotations);
        let ty = self.ty(&field.ty);
        docs.push(format!("{}{ty} {}", modifiers(&field.modifiers), self.variable(&field.name)).into());
        if let Some(value) = &field.value {
            docs.push(" =".into());
            docs.push(self.assigned(value));
        }
        docs.push(";".into());
        Doc::Concat(docs)
    }

    fn method(&mut self, method: &Method) -> Doc {
        self.usage.methods.insert(method.name.clone());
        let mut docs = self.above(&method.javadoc, &method.annotations);
        let type_parameters = match self.type_parameters(&method.type_parameters) {
            none if none.is_empty() => none,
            some => some + " ",
        };
        let returns = self.ty(&method.returns);
        let name = self.identifier(&method.name);
        let head = format!("{}{type_parameters}{returns} {name}", modifiers(&method.modifiers));
        let is_final = self.style.habits.final_parameters && method.body.is_some();
        docs.push(self.signature(head, &method.parameters, is_final, &method.throws));
        docs.push(match &method.body {
            Some(body) => Doc::Concat(vec![" ".into(), self.block(body)]),
            None => ";".into(),
        });
        Doc::Concat(docs)
    }

    fn constructor(&mut self, constructor: &Constructor) -> Doc {
        let mut docs = self.above(&constructor.javadoc, &constructor.annotations);
        let name = self.enclosing.last().cloned().unwrap_or_default();
        let head = format!("{}{}", modifiers(&constructor.modifiers), self.type_identifier(&name));
        let is_final = self.style.habits.final_parameters;
        docs.push(self.signature(head, &constructor.parameters, is_final, &constructor.throws));
        docs.push(" ".into());
        docs.push(self.block(&constructor.body));
        Doc::Concat(docs)
    }

    fn signature(&mut self, head: String, parameters: &[Parameter], is_final: bool, throws: &[Type]) -> Doc {
        let mut docs = vec![head.into(), self.parameters(parameters, is_final)];
        if !throws.is_empty() {
            let throws = format!("throws {}", self.types(throws).join(", "));
            docs.push(Doc::group(vec![Doc::nest(self.continuation(), vec![Doc::Line, throws.into()])]));
        }
        Doc::Concat(docs)
    }

    fn parameters(&mut self, parameters: &[Parameter], is_final: bool) -> Doc {
        if parameters.is_empty() {
            return "()".into();
        }
        let docs = parameters.iter().map(|parameter| self.parameter(parameter, is_final)).collect();
        let all = Doc::group(vec![Doc::join(Doc::with_commas(docs), Doc::Line)]);
        let lines = Doc::nest(self.continuation(), vec![Doc::SoftLine, all]);
        Doc::group(vec!["(".into(), lines, ")".into()])
    }

    fn parameter(&mut self, parameter: &Parameter, is_final: bool) -> Doc {
        let mut docs = self.inline_annotations(&parameter.annotations);
        let is_final = if is_final || parameter.is_final { "final " } else { "" };
        let ty = self.ty(&parameter.ty);
        let dots = if parameter.is_variadic { "..." } else { "" };
        docs.push(format!("{is_final}{ty}{dots} {}", self.variable(&parameter.name)).into());
        Doc::Concat(docs)
    }

    /// Writes comments and annotations above a declaration, each on lines of its own.
    pub(super) fn above(&mut self, javadoc: &Option<String>, annotations: &[Annotation]) -> Vec<Doc> {
        let mut lines = javadoc.as_deref().map(|text| self.javadoc(text)).unwrap_or_default();
        lines.extend(annotations.iter().map(|annotation| self.annotation(annotation)));
        let mut docs = Vec::new();
        for line in lines {
            docs.extend([line, Doc::Broken(Box::new(Doc::SoftLine))]);
        }
        docs
    }

    fn javadoc(&self, text: &str) -> Vec<Doc> {
        let room = self.style.width.saturating_sub(20).max(30);
        let lines = comment::lines(text, room, self.style.ascii);
        if let [only] = &*lines {
            return vec![format!("/** {only} */").into()];
        }
        let mut docs = vec![Doc::text("/**")];
        docs.extend(lines.iter().map(|line| Doc::from(format!(" * {line}").trim_end().to_owned())));
        docs.push(" */".into());
        docs
    }

    pub(super) fn annotation(&mut self, annotation: &Annotation) -> Doc {
        let name = format!("@{}", self.class(&annotation.class));
        let elements: Vec<Doc> = match &*annotation.elements {
            [] => return name.into(),
            // Its braces stay beside the parentheses, as checkers of indentation expect.
            [(element, value @ ElementValue::Array(_))] if element == "value" => {
                let array = self.element_value(value);
                return Doc::Concat(vec![(name + "(").into(), array, ")".into()]);
            }
            [(element, value)] if element == "value" => vec![self.element_value(value)],
            elements => elements
                .iter()
                .map(|(element, value)| {
                    let element = format!("{} = ", self.identifier(element));
                    Doc::Concat(vec![element.into(), self.element_value(value)])
                })
                .collect(),
        };
        let all = Doc::join(Doc::with_commas(elements), Doc::Line);
        let lines = Doc::nest(self.continuation(), vec![Doc::SoftLine, all]);
        Doc::group(vec![(name + "(").into(), lines, ")".into()])
    }

    fn element_value(&mut self, value: &ElementValue) -> Doc {
        self.deeper(|writer| match value {
            ElementValue::Expression(value) => writer.expression(value),
            ElementValue::Annotation(annotation) => writer.annotation(annotation),
            ElementValue::Array(values) if values.is_empty() => "{}".into(),
            ElementValue::Array(values) => {
                let values = values.iter().map(|value| writer.element_value(value)).collect();
                let all = Doc::join(Doc::with_commas(values), Doc::Line);
                let lines = Doc::nest(writer.style.indent, vec![Doc::SoftLine, all]);
                Doc::group(vec!["{".into(), lines, Doc::SoftLine, "}".into()])
            }
        })
    }
}

/// Modifiers in the usual order, a space behind each.
fn modifiers(modifiers: &[Modifier]) -> String {
    let mut modifiers = modifiers.to_vec();
    modifiers.sort();
    modifiers.dedup();
    modifiers.iter().map(|modifier| modifier.keyword().to_owned() + " ").collect()
}

impl Modifier {
    fn keyword(self) -> &'static str {
        match self {
            Modifier::Public => "public",
            Modifier::Protected => "protected",
            Modifier::Private => "private",
            Modifier::Abstract => "abstract",
            Modifier::Default => "default",
            Modifier::Static => "static",
            Modifier::Final => "final",
            Modifier::Transient => "transient",
            Modifier::Volatile => "volatile",
            Modifier::Synchronized => "synchronized",
        }
    }
}
