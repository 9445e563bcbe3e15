//! Code that may reset shared state.

use reenact_java::edit::{Framework, Snippet};
use reenact_wire::driver::TestId;

/// How a candidate was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// The statements of another test: a cleaner of a victim, or a state-setter of a brittle test.
    Borrowed,
    /// A call of a method that writes the field, or changes objects that it leads to.
    ResetMethod,
    /// An assignment of the field's clean value.
    Restoration,
    /// A setter of the JDK's own state.
    Platform,
    /// The value is saved before each test and restored behind it.
    SavedAndRestored,
    /// A call of a method of a class near the polluted one.
    NearClass,
    /// Reflection: explains the state, and is not a repair that a reviewer would accept.
    Reflection,
}

impl Origin {
    pub fn name(self) -> &'static str {
        match self {
            Origin::Borrowed => "existing test",
            Origin::ResetMethod => "reset method",
            Origin::Restoration => "clean value",
            Origin::Platform => "JDK setter",
            Origin::SavedAndRestored => "saved and restored",
            Origin::NearClass => "nearby class",
            Origin::Reflection => "reflection",
        }
    }

    /// Whether a reviewer would take it.
    pub fn is_repair(self) -> bool {
        self != Origin::Reflection
    }
}

/// Statements that may reset shared state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub origin: Origin,
    pub statements: Vec<Snippet>,
    /// A variable of the test class that saves a value: type, name and initial value.
    pub saved: Option<(Snippet, String, Snippet)>,
    /// Whether the statements may throw a checked exception.
    pub throws: bool,
    /// The state that it resets, such as `Registry.instance`; empty if it is not known.
    pub state: String,
    /// Less is tried first.
    pub rank: u32,
}

impl Candidate {
    /// The statements on one line with simple names, for reports.
    pub fn summary(&self) -> String {
        let text = self.statements.iter().map(Snippet::simple).collect::<Vec<_>>().join(" ");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        // A chain of calls that is broken before its dots is one word.
        lines.join(" ").replace(" .", ".")
    }

    /// A test class that does nothing but the statements, and the test in it.
    pub(super) fn test_class(&self, package: &str, name: &str, framework: Framework) -> (String, TestId) {
        let statements: String =
            self.statements.iter().map(|statement| format!("        {}\n", statement.qualified())).collect();
        let body = format!("() throws Throwable {{\n{statements}    }}\n");
        let method = "testReset";
        let (extends, annotation) = match framework {
            Framework::JUnit3 => (" extends junit.framework.TestCase", ""),
            Framework::JUnit4 => ("", "@org.junit.Test "),
            Framework::Jupiter => ("", "@org.junit.jupiter.api.Test "),
        };
        let declared = match package {
            "" => String::new(),
            package => format!("package {package};\n\n"),
        };
        // Raw types and deprecated methods are warnings at most.
        let class = format!(
            "{declared}@SuppressWarnings(\"all\")\npublic class {name}{extends} {{\n    {annotation}public void {method}{body}}}\n"
        );
        let class_name = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
        (class, TestId { class: class_name, method: method.to_owned(), parameters: None })
    }
}
