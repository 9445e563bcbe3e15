//! Types and names of classes.

use super::Writer;
use crate::model::{ClassName, Type, TypeArgument, TypeParameter};
use crate::style::RenderError;

impl Writer<'_> {
    /// A class as the code around names it.
    pub(super) fn class(&mut self, class: &ClassName) -> String {
        *self.usage.classes.entry(class.outermost()).or_default() += 1;
        let (package, names) = self.scope.spelled(class, &self.enclosing);
        let mut parts: Vec<String> = Vec::new();
        if let Some(package) = package {
            // Whether the name can be reached at all shows only when it has to be written in full.
            parts
                .extend(package.split('.').filter(|part| !part.is_empty()).map(|part| self.identifier(part)));
        }
        parts.extend(names.iter().map(|name| self.type_identifier(name)));
        if names.is_empty() {
            self.fail(RenderError::name(""));
        }
        parts.join(".")
    }

    pub(super) fn class_of_lang(&mut self, name: &str) -> String {
        self.class(&ClassName::lang(name))
    }

    pub(super) fn ty(&mut self, ty: &Type) -> String {
        let (element, dimensions) = ty.element();
        let written = match element {
            Type::Class { name, arguments } => self.class(name) + &self.type_arguments(arguments),
            Type::Variable(name) => self.type_identifier(name),
            Type::Var => "var".to_owned(),
            _ => element.primitive_keyword().unwrap_or_default().to_owned(),
        };
        written + &"[]".repeat(dimensions)
    }

    /// A type without its arguments, as `new` of an array and `.class` want it (JLS 15.10.1, 15.8.2).
    pub(super) fn raw_type(&mut self, ty: &Type) -> String {
        match ty.element() {
            (Type::Class { name, .. }, dimensions) => self.class(name) + &"[]".repeat(dimensions),
            _ => self.ty(ty),
        }
    }

    /// The type of an array's elements in its creation: raw, unless all its arguments are `?` (JLS 15.10.1).
    pub(super) fn reifiable_type(&mut self, ty: &Type) -> String {
        match ty.element() {
            (Type::Class { arguments, .. }, _)
                if arguments.iter().all(|argument| *argument == TypeArgument::Any) =>
            {
                self.ty(ty)
            }
            _ => self.raw_type(ty),
        }
    }

    pub(super) fn types(&mut self, types: &[Type]) -> Vec<String> {
        types.iter().map(|ty| self.ty(ty)).collect()
    }

    pub(super) fn type_arguments(&mut self, arguments: &[TypeArgument]) -> String {
        if arguments.is_empty() {
            return String::new();
        }
        if self.depth >= super::DEPTH_LIMIT {
            self.fail(RenderError::TooDeep { limit: super::DEPTH_LIMIT });
            return String::new();
        }
        self.depth += 1;
        let written: Vec<String> = arguments
            .iter()
            .map(|argument| match argument {
                TypeArgument::Type(ty) => self.ty(ty),
                TypeArgument::Any => "?".to_owned(),
                TypeArgument::Extends(ty) => format!("? extends {}", self.ty(ty)),
                TypeArgument::Super(ty) => format!("? super {}", self.ty(ty)),
            })
            .collect();
        self.depth -= 1;
        format!("<{}>", written.join(", "))
    }

    /// Type variables where they are declared: `<T, K extends Comparable<K>>`, empty for none.
    pub(super) fn type_parameters(&mut self, parameters: &[TypeParameter]) -> String {
        if parameters.is_empty() {
            return String::new();
        }
        for parameter in parameters {
            *self.usage.inner_types.entry(parameter.name.clone()).or_default() += 1;
        }
        let written: Vec<String> = parameters
            .iter()
            .map(|parameter| {
                let name = self.type_identifier(&parameter.name);
                match &*parameter.bounds {
                    [] => name,
                    bounds => format!("{name} extends {}", self.types(bounds).join(" & ")),
                }
            })
            .collect();
        format!("<{}>", written.join(", "))
    }
}
