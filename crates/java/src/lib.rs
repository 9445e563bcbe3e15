//! Java source: a model of what to say, and a writer that says it as a colleague would.
//!
//! [`model`] is a tree of declarations, statements and expressions. [`render`] writes it: with imports,
//! parentheses, line breaks and literals that mean, to the bit, what the tree holds. [`names`] finds names
//! that a person would choose; [`estimate`] says how much bytecode statements become, so that methods can be
//! kept below the JVM's limit.
//!
//! Guarantees, for any recorded values:
//! - nothing in a string, character, comment or name becomes code: literals and comments are escaped so that
//!   javac's early translation of `\u` escapes (JLS 3.3) has nothing to find, and a name that is not a Java
//!   identifier is an error;
//! - nothing is there that an editor obeys instead of showing it: controls, direction marks and characters
//!   without width are written as escapes;
//! - a literal has the recorded value: NaN payloads, negative zeros and lone surrogates included;
//! - the same tree gives the same bytes, without trailing spaces, ending in one newline.
//!
//! ```
//! use reenact_java::model::*;
//! use reenact_java::{Style, render};
//!
//! let assertions = ClassName::new("org.junit.jupiter.api", &["Assertions"]);
//! let total = Expression::name("cart").call("total", vec![]);
//! let assertion = Expression::call_imported(assertions, "assertEquals", vec![Expression::int(3), total]);
//! let test = Method {
//!     annotations: vec![Annotation::marker(ClassName::new("org.junit.jupiter.api", &["Test"]))],
//!     ..Method::new(Type::Void, "totalOfThree", vec![assertion.statement()])
//! };
//! let unit = CompilationUnit {
//!     package: "shop".into(),
//!     types: vec![ClassDeclaration {
//!         name: "CartTest".into(),
//!         members: vec![Member::Method(test)],
//!         ..Default::default()
//!     }],
//!     ..Default::default()
//! };
//! let java = render(&unit, &Style::default()).unwrap();
//! assert_eq!(java, "\
//! package shop;
//!
//! import static org.junit.jupiter.api.Assertions.assertEquals;
//!
//! import org.junit.jupiter.api.Test;
//!
//! class CartTest {
//!     @Test
//!     void totalOfThree() {
//!         assertEquals(3, cart.total());
//!     }
//! }
//! ");
//! ```

pub mod model;
pub mod names;

pub mod comment;
pub mod conventions;
pub mod declarations;
pub mod edit;
pub mod estimate;
pub mod mark;
pub mod merge;
pub mod outline;

mod imports;
mod layout;
mod literal;
mod style;
mod write;

pub use style::{Habits, RenderError, Style, render, render_expression};
