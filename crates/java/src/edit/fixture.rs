//! Statements for the methods that JUnit runs before and after tests.

use super::layout::Layout;
use super::{Class, EditError, Import, Method, SourceFile, Statement, StatementKind};

/// The framework that runs the tests of a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Framework {
    JUnit3,
    JUnit4,
    Jupiter,
}

/// When a fixture runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum When {
    BeforeEach,
    AfterEach,
}

/// Statements that are added to a fixture.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Addition {
    /// A line above the statements that says why they are there, without `//`.
    pub comment: Option<String>,
    /// Each a statement as it is written in the file, with its semicolon.
    pub statements: Vec<String>,
    /// Declarations of variables that the class gets, with their semicolons.
    pub fields: Vec<String>,
    /// Imports that the statements need.
    pub imports: Vec<Import>,
    /// Whether the statements may throw a checked exception.
    pub throws: bool,
    /// Names that a new method must not have, such as those of methods that superclasses declare.
    pub taken: Vec<String>,
    /// The framework, if the file alone does not say it: a superclass that other files declare is a `TestCase`.
    pub framework: Option<Framework>,
}

impl Addition {
    pub fn new(statements: Vec<String>) -> Self {
        Addition { statements, ..Addition::default() }
    }

    fn lines(&self) -> Vec<String> {
        let comment = self.comment.iter().map(|comment| format!("// {comment}"));
        comment.chain(self.statements.iter().cloned()).collect()
    }
}

impl When {
    /// Simple names of the annotations of fixtures.
    pub fn annotations(self) -> &'static [&'static str] {
        match self {
            When::BeforeEach => &["Before", "BeforeEach"],
            When::AfterEach => &["After", "AfterEach"],
        }
    }

    /// The name of the method in JUnit 3, and the usual one elsewhere.
    pub fn usual_name(self) -> &'static str {
        match self {
            When::BeforeEach => "setUp",
            When::AfterEach => "tearDown",
        }
    }

    fn other_names(self) -> &'static [&'static str] {
        match self {
            When::BeforeEach => &["resetSharedState", "resetStateBeforeTest", "resetStateBeforeEachTest"],
            When::AfterEach => &["restoreSharedState", "restoreStateAfterTest", "restoreStateAfterEachTest"],
        }
    }

    fn annotation(self, framework: Framework) -> Option<&'static str> {
        match (framework, self) {
            (Framework::JUnit3, _) => None,
            (Framework::JUnit4, When::BeforeEach) => Some("org.junit.Before"),
            (Framework::JUnit4, When::AfterEach) => Some("org.junit.After"),
            (Framework::Jupiter, When::BeforeEach) => Some("org.junit.jupiter.api.BeforeEach"),
            (Framework::Jupiter, When::AfterEach) => Some("org.junit.jupiter.api.AfterEach"),
        }
    }
}

impl SourceFile {
    /// The framework of a class's tests, as far as the file says it: by imports, annotations and superclass.
    pub fn framework(&self, class: &Class) -> Framework {
        let imports = |prefix: &str| {
            self.imports.iter().any(|import| import.name.starts_with(prefix))
                || self.text.contains(&format!("@{prefix}"))
        };
        let has_tests = class.methods.iter().any(|method| method.has_annotation(&["Test"]));
        if imports("org.junit.jupiter.") {
            return Framework::Jupiter;
        }
        let is_test_case = class.superclass.as_deref().is_some_and(|name| name.ends_with("TestCase"));
        match is_test_case && !has_tests {
            true => Framework::JUnit3,
            false => Framework::JUnit4,
        }
    }

    /// Returns the fixtures that a class itself declares.
    pub fn fixtures<'c>(&self, class: &'c Class, when: When) -> Vec<&'c Method> {
        let is_junit3 = self.framework(class) == Framework::JUnit3;
        let is_fixture = |method: &&Method| {
            let is_named = is_junit3 && method.name == when.usual_name() && method.parameters == 0;
            method.body.is_some()
                && !method.is_static
                && (method.has_annotation(when.annotations()) || is_named)
        };
        class.methods.iter().filter(is_fixture).collect()
    }

    /// Adds statements to the fixture of a class: at the start of one that runs before tests, behind its call of `super`; at the
    /// end of one that runs after them; or in a new one. The text stays the same if the fixture has the statements already.
    pub fn add_to_fixture(&self, class: &str, when: When, addition: &Addition) -> Result<String, EditError> {
        let class = self.class(class)?;
        if !class.is_class {
            return Err(EditError::NoFixtures(class.binary_name.clone()));
        }
        let fixtures = self.fixtures(class, when);
        if fixtures.iter().any(|fixture| self.has_statements(fixture, &addition.statements)) {
            return Ok(self.text.clone());
        }
        let fits = |method: &&&Method| !addition.throws || !method.throws.is_empty();
        let mut insertions = self.missing_imports(&addition.imports);
        match fixtures.iter().find(fits) {
            Some(fixture) => {
                let at = match when {
                    When::BeforeEach => self.at_start(class, fixture, &addition.lines()),
                    When::AfterEach => self.at_end(class, fixture, &addition.lines()),
                };
                insertions.push(at);
            }
            None => {
                let framework = addition.framework.unwrap_or_else(|| self.framework(class));
                let import = when.annotation(framework).map(|name| Import::of(name, false));
                insertions = self.missing_imports(&[&addition.imports[..], import.as_slice()].concat());
                insertions.push(self.new_fixture(class, when, framework, addition));
                insertions.splice(0..0, self.new_fields(class, &addition.fields));
                return self.inserted(&insertions);
            }
        }
        insertions.splice(0..0, self.new_fields(class, &addition.fields));
        self.inserted(&insertions)
    }

    /// An insertion of variables behind those that a class has, or at its start.
    fn new_fields(&self, class: &Class, fields: &[String]) -> Option<(usize, String)> {
        let has = |field: &&String| !self.slice(&class.body).contains(field.as_str());
        let missing: Vec<String> = fields.iter().filter(has).cloned().collect();
        if missing.is_empty() {
            return None;
        }
        let layout = Layout::of(self, class);
        let text = layout.lines(&layout.member, &missing);
        let text = text.trim_end_matches(['\r', '\n']);
        let last = class.fields.last().map(|field| field.range.end);
        let at = last.unwrap_or(class.body.start + 1);
        let below = if last.is_some() { "" } else { layout.newline };
        let at = if self.ends_line(at) { self.line_end(at) } else { at };
        Some((at, format!("{}{text}{below}", layout.newline)))
    }

    /// Adds statements at the start of a method, which is the only one of its name with a body.
    pub fn add_to_method(&self, class: &str, method: &str, addition: &Addition) -> Result<String, EditError> {
        let class = self.class(class)?;
        let found = class.methods_named(method).next();
        let found = found.ok_or_else(|| EditError::NoMethod {
            class: class.binary_name.clone(),
            method: method.to_owned(),
        })?;
        if self.has_statements(found, &addition.statements) {
            return Ok(self.text.clone());
        }
        let mut insertions = self.missing_imports(&addition.imports);
        insertions.push(self.at_start(class, found, &addition.lines()));
        self.inserted(&insertions)
    }

    /// Whether a method has statements of the same text in a row.
    fn has_statements(&self, method: &Method, statements: &[String]) -> bool {
        let own: Vec<&str> = method.statements.iter().map(|own| self.slice(&own.range)).collect();
        !statements.is_empty() && own.windows(statements.len()).any(|row| row == statements)
    }

    fn at_start(&self, class: &Class, method: &Method, lines: &[String]) -> (usize, String) {
        let body = method.body.clone().unwrap_or_default();
        let is_super = |statement: &&Statement| matches!(statement.kind, StatementKind::Super(_));
        let behind = match method.statements.first().filter(is_super) {
            Some(call) => call.range.end,
            None => body.start + 1,
        };
        self.behind(class, method, behind, lines)
    }

    fn at_end(&self, class: &Class, method: &Method, lines: &[String]) -> (usize, String) {
        let body = method.body.clone().unwrap_or_default();
        let mut before = method.statements.len();
        let stays_last =
            |statement: &Statement| matches!(statement.kind, StatementKind::Super(_) | StatementKind::Leaves);
        while before > 0 && stays_last(&method.statements[before - 1]) {
            before -= 1;
        }
        let behind = match before {
            0 => body.start + 1,
            before => method.statements[before - 1].range.end,
        };
        self.behind(class, method, behind, lines)
    }

    /// An insertion of lines behind a position in a method: on lines of their own if the position's line ends there.
    fn behind(&self, class: &Class, method: &Method, at: usize, lines: &[String]) -> (usize, String) {
        let layout = Layout::of(self, class);
        let first = method.statements.iter().find(|statement| self.starts_line(statement.range.start));
        let indent = first.map_or(layout.statement.as_str(), |first| self.indent_at(first.range.start));
        let end = method.body.as_ref().map_or(at, |body| body.end - 1);
        let text = layout.lines(indent, lines);
        let text = text.trim_end_matches(['\r', '\n']);
        if self.ends_line(at) && self.line_end(at) < end {
            return (self.line_end(at), format!("{}{text}", layout.newline));
        }
        // The rest of the line moves to a line of its own.
        let (rest, newline) = (&self.text[at..end], layout.newline);
        let next = match rest.trim().is_empty() {
            true => self.indent_at(method.range.start),
            false => indent,
        };
        let gap = rest.len() - rest.trim_start().len();
        (at + gap, format!("{newline}{text}{newline}{next}"))
    }

    /// An insertion of a new fixture: behind those that run before it, else before the first test or fixture.
    fn new_fixture(
        &self,
        class: &Class,
        when: When,
        framework: Framework,
        addition: &Addition,
    ) -> (usize, String) {
        let layout = Layout::of(self, class);
        let newline = layout.newline;
        let before = ["BeforeClass", "BeforeAll", "Before", "BeforeEach"];
        let others = ["AfterClass", "AfterAll", "After", "AfterEach"];
        let is_named = |method: &Method, names: &[&str]| {
            method.has_annotation(names) || framework == Framework::JUnit3 && method.name == "setUp"
        };
        let earlier = class.methods.iter().rfind(|method| match when {
            When::BeforeEach => method.has_annotation(&before[..2]),
            When::AfterEach => is_named(method, &before),
        });
        let is_runnable = |method: &&Method| {
            let is_test3 = framework == Framework::JUnit3 && method.name.starts_with("test");
            let tests =
                ["Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory"];
            method.has_annotation(&tests)
                || method.has_annotation(&before)
                || method.has_annotation(&others)
                || is_test3
        };
        let behind = match earlier {
            Some(method) => Some(method.range.end),
            None => {
                let first = class.methods.iter().find(is_runnable).or(class.methods.first());
                let start = first.map_or(class.body.end, |first| first.range.start);
                // Comments right above a test belong to it.
                let is_comment = |member: &std::ops::Range<usize>| self.slice(member).starts_with('/');
                let mut at = class.members.partition_point(|member| member.end <= start);
                while at > 0 && is_comment(&class.members[at - 1]) {
                    let next = class.members.get(at).map_or(start, |next| next.start);
                    let gap = &self.text[class.members[at - 1].end..next];
                    if gap.matches('\n').count() > 1 || !self.starts_line(class.members[at - 1].start) {
                        break;
                    }
                    at -= 1;
                }
                at.checked_sub(1).map(|at| class.members[at].end)
            }
        };
        let at = behind.unwrap_or(class.body.start + 1);
        let text = self.fixture_text(class, when, framework, addition, &layout);
        let text = text.trim_end_matches(['\r', '\n']);
        if !self.ends_line(at) {
            // The class is on one line.
            let indent = self.indent_at(class.range.start);
            return (at, format!("{newline}{text}{newline}{indent}"));
        }
        let end = self.line_end(at);
        let rest = self.text[end..].trim_start_matches('\r');
        let is_blank = |rest: &str| {
            let next = rest.strip_prefix('\n').unwrap_or(rest);
            next.lines().next().is_some_and(|line| line.trim().is_empty())
        };
        let is_last = self.text[end..].trim_start().starts_with('}');
        let has_gap = is_blank(rest);
        let above = if behind.is_some() || has_gap && !is_last { newline } else { "" };
        let below = if has_gap || is_last { "" } else { newline };
        (end, format!("{newline}{above}{text}{below}"))
    }

    fn fixture_text(
        &self,
        class: &Class,
        when: When,
        framework: Framework,
        addition: &Addition,
        layout: &Layout,
    ) -> String {
        let is_taken = |name: &str| {
            addition.taken.iter().any(|taken| taken == name)
                || class.methods.iter().any(|own| own.name == name)
        };
        let names = std::iter::once(when.usual_name()).chain(when.other_names().iter().copied());
        let free = names.into_iter().find(|name| framework == Framework::JUnit3 || !is_taken(name));
        let numbered = || (2..).map(|at| format!("{}{at}", when.usual_name())).find(|name| !is_taken(name));
        let name = free.map(str::to_owned).or_else(numbered).unwrap_or_default();
        let is_public =
            class.methods.iter().any(|method| method.is_public && method.has_annotation(&["Test"]));
        let access = match framework {
            Framework::JUnit3 => "protected ",
            Framework::JUnit4 => "public ",
            Framework::Jupiter if is_public => "public ",
            Framework::Jupiter => "",
        };
        let throws = if addition.throws || framework == Framework::JUnit3 { " throws Exception" } else { "" };
        let mut head: Vec<String> = Vec::new();
        match when.annotation(framework) {
            Some(annotation) => head.push(format!("@{}", self.named_as(annotation, &[]))),
            None => head.push("@Override".to_owned()),
        }
        let signature = format!("{access}void {name}(){throws}");
        match layout.is_brace_apart {
            true => head.extend([signature, "{".to_owned()]),
            false => head.push(format!("{signature} {{")),
        }
        let mut lines = addition.lines();
        match (framework, when) {
            (Framework::JUnit3, When::BeforeEach) => lines.insert(0, "super.setUp();".to_owned()),
            (Framework::JUnit3, When::AfterEach) => lines.push("super.tearDown();".to_owned()),
            _ => {}
        }
        let mut text = layout.lines(&layout.member, &head);
        text.push_str(&layout.lines(&layout.statement, &lines));
        text.push_str(&layout.lines(&layout.member, &["}".to_owned()]));
        text
    }
}
