//! Types in source code, as a test in a package writes them.

use reenact_java::model::{Type, TypeArgument};

use crate::code::Scene;
use crate::types::{Argument, Ty};

impl Scene<'_> {
    /// A type in source code; `None` if the test cannot name it, or it is not known.
    pub fn source(&self, ty: &Ty) -> Option<Type> {
        Some(match ty {
            Ty::Primitive(letter) => match letter {
                b'Z' => Type::Boolean,
                b'B' => Type::Byte,
                b'C' => Type::Char,
                b'S' => Type::Short,
                b'I' => Type::Int,
                b'J' => Type::Long,
                b'F' => Type::Float,
                b'V' => Type::Void,
                _ => Type::Double,
            },
            Ty::Array(element) => self.source(element)?.array(),
            Ty::Class(class, arguments) => {
                let name = self.viewpoint.class_name(*class)?;
                let arguments: Option<Vec<TypeArgument>> =
                    arguments.iter().map(|argument| self.source_argument(argument)).collect();
                Type::Class { name, arguments: arguments.unwrap_or_default() }
            }
            Ty::Variable(_) | Ty::Unknown => return None,
        })
    }

    fn source_argument(&self, argument: &Argument) -> Option<TypeArgument> {
        let source = |ty: &Ty| self.source(ty).filter(|ty| !ty.is_primitive());
        Some(match argument {
            Argument::Exact(ty) => TypeArgument::Type(source(ty)?),
            Argument::Extends(ty) => TypeArgument::Extends(source(ty)?),
            Argument::Super(ty) => TypeArgument::Super(source(ty)?),
            Argument::Any => TypeArgument::Any,
        })
    }
}
