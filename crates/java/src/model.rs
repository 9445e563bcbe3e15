//! Java source as a tree: what is said, without how it is laid out.
//!
//! The tree is dumb on purpose. It has no opinion on imports, parentheses, line breaks or escapes; the
//! writer puts them in, so that a tree cannot have wrong ones.

mod class_name;
mod declaration;
mod expression;
mod literal;
mod statement;
mod types;

pub use class_name::ClassName;
pub use declaration::{
    Annotation, ClassDeclaration, ClassKind, CompilationUnit, Constructor, ElementValue, EnumConstant, Field,
    Member, Method, Modifier, Parameter,
};
pub use expression::{
    ArrayLength, BinaryOperator, Call, Expression, Lambda, LambdaBody, LambdaParameter, MethodReference, New,
    ReferenceTarget, Target, TypeArguments, UnaryOperator,
};
pub use literal::Literal;
pub use statement::{Catch, Local, Statement};
pub use types::{Type, TypeArgument, TypeParameter};
