//! How to write, and the way in.

use crate::imports::Scope;
use crate::layout;
use crate::literal::character::is_shown;
use crate::model::{CompilationUnit, Expression};
use crate::write::{self, Writer};

/// The Java release and the layout of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// The language level, 7 to 25. Lambdas are written for any.
    pub release: u8,
    /// Columns that a line may have.
    pub width: usize,
    /// Columns of one step inwards. A continued line is indented by two steps.
    pub indent: usize,
    /// Writes characters beyond ASCII as escapes, for a build whose source encoding is not known.
    pub ascii: bool,
    pub habits: Habits,
}

/// Habits of a project in code that means the same without them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Habits {
    /// Writes `final` before local variables. The tree must not assign them again.
    pub final_locals: bool,
    /// Writes `final` before the parameters of methods that have a body.
    pub final_parameters: bool,
    /// Breaks lines behind operators instead of before them.
    pub trailing_operators: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { release: 17, width: 100, indent: 4, ascii: false, habits: Habits::default() }
    }
}

/// Why a tree has no source form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RenderError {
    /// Bytecode allows names that source code does not, such as `a-b`.
    #[error("`{name}` is no Java identifier; what has this name can only be reached by reflection")]
    Name {
        /// With what could act on a terminal made visible.
        name: String,
    },
    /// Code in a package cannot name it (JLS 7.5).
    #[error("class `{class}` of the unnamed package cannot be named from package `{package}`")]
    UnnamedPackage { class: String, package: String },
    /// Neither the writer nor javac could follow.
    #[error("code is nested more than {limit} levels deep; give inner values a variable")]
    TooDeep { limit: usize },
}

impl RenderError {
    pub(crate) fn name(name: &str) -> RenderError {
        RenderError::Name { name: printable(name) }
    }
}

/// Writes a source file.
pub fn render(unit: &CompilationUnit, style: &Style) -> Result<String, RenderError> {
    let nothing = Scope::default();
    let mut counting = Writer::new(style, &nothing);
    write::unit(&mut counting, unit);
    if let Some(error) = counting.error {
        return Err(error);
    }
    let scope = Scope::new(unit, counting.usage);
    let mut writer = Writer::new(style, &scope);
    let doc = write::unit(&mut writer, unit);
    match writer.error {
        Some(error) => Err(error),
        None => Ok(layout::print(&doc, style.width)),
    }
}

/// Writes one expression with every class in full, for messages and listings. Lambdas with statements aside, it
/// is one line.
pub fn render_expression(expression: &Expression) -> Result<String, RenderError> {
    let (style, scope) = (Style { release: 8, width: usize::MAX / 2, ..Style::default() }, Scope::default());
    let mut writer = Writer::new(&style, &scope);
    let doc = writer.expression(expression);
    match writer.error {
        Some(error) => Err(error),
        None => Ok(layout::print(&doc, style.width).trim_end().to_owned()),
    }
}

/// A name that may be anything, for a message: what a terminal would obey is made visible.
pub(crate) fn printable(name: &str) -> String {
    let shown =
        |char: char| if is_shown(char) { char.to_string() } else { char.escape_unicode().to_string() };
    name.chars().map(shown).collect()
}
