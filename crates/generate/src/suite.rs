//! Tests in classes.

mod helpers;
mod parameterized;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use reenact_base::name::InternalName;
use reenact_java::estimate::bytecode_size;
use reenact_java::model::{ClassDeclaration, CompilationUnit, Member, Method, Modifier, Statement, Type};
use reenact_java::names::NameScope;
use reenact_java::{RenderError, Style, render};
use reenact_world::{Nesting, World};

use crate::code::NOT_RECORDED;
use crate::dialect::Dialect;
use crate::fit::fit;
use crate::generator::{Generator, ObjectMethod, Test, package_of};
use crate::options::Junit;
use crate::planner::PlanSource;
use helpers::Helpers;
use parameterized::{Rows, Written};

/// A test class, ready to be written to a file.
#[derive(Clone, Debug)]
pub struct TestClass {
    /// Binary name.
    pub name: String,
    /// Where it belongs below a source root: `org/x/FooRecordedTest.java`.
    pub path: String,
    /// The source.
    pub text: String,
    /// Its tests, in the order of the source.
    pub tests: Vec<PlacedTest>,
    /// Lines of methods that make objects, with the positions in `tests` of those that call them.
    pub helpers: Vec<(Range<usize>, Vec<usize>)>,
    /// Lines of statements with which stand-ins refuse a call that was not recorded.
    pub missing_answers: Vec<Range<usize>>,
}

/// A test class that cannot be written.
#[derive(Clone, Debug)]
pub struct NotWritten {
    /// Binary name of the class under test.
    pub subject: String,
    /// Numbers of the invocations that its tests are made of.
    pub invocations: Vec<u64>,
    pub error: RenderError,
}

/// A test method, and where in its class it is.
#[derive(Clone, Debug)]
pub struct PlacedTest {
    /// The name of the test method.
    pub method: String,
    /// Lines of the source, counted from 1.
    pub lines: Range<usize>,
    /// The tests that it is made of: one, or several if it has parameters.
    pub tests: Vec<Test>,
}

/// A source file that holds no tests, but methods that make objects.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Binary name of its class.
    pub name: String,
    /// Where it belongs below a source root.
    pub path: String,
    pub text: String,
    /// Its methods, in the order of the source.
    pub methods: Vec<PlacedMethod>,
}

/// A method that makes an object, and where in its class it is.
#[derive(Clone, Debug)]
pub struct PlacedMethod {
    pub name: String,
    /// Lines of the source, counted from 1.
    pub lines: Range<usize>,
    /// Which of the methods that were handed over it is.
    pub position: usize,
}

impl PlacedTest {
    /// About how many bytes of code it becomes.
    pub fn size(&self) -> usize {
        self.tests.iter().map(|test| bytecode_size(&test.body.statements(|_| None))).sum()
    }
}

impl TestClass {
    /// Returns the numbers of the invocations that its tests are made of, in order.
    pub fn invocations(&self) -> Vec<u64> {
        let tests = self.tests.iter().flat_map(|placed| &placed.tests);
        let mut invocations: Vec<u64> = tests.map(|test| test.invocation).collect();
        invocations.sort_unstable();
        invocations
    }

    /// The test that a line of the source belongs to.
    pub fn test_at(&self, line: usize) -> Option<&PlacedTest> {
        self.tests.iter().find(|placed| placed.lines.contains(&line))
    }

    /// All tests that need a line of the source: its own, or those that call the method it is in.
    pub fn tests_at(&self, line: usize) -> Vec<&PlacedTest> {
        let callers = self.helpers.iter().filter(|(lines, _)| lines.contains(&line));
        let callers = callers.flat_map(|(_, callers)| callers).filter_map(|&at| self.tests.get(at));
        self.test_at(line).into_iter().chain(callers).collect()
    }
}

impl<'w, P: PlanSource> Generator<'w, P> {
    /// Puts tests into classes, one for each top-level class of the subject, in its package. Tests that are the
    /// same, statement by statement, are one.
    pub fn suite(&self, tests: Vec<Test>) -> (Vec<TestClass>, Vec<NotWritten>) {
        self.suite_joining(tests, &|_| self.options().parameterized)
    }

    /// The same, where tests that may be joined and differ in values alone are one test with parameters.
    pub fn suite_joining(
        &self,
        tests: Vec<Test>,
        may_join: &dyn Fn(&Test) -> bool,
    ) -> (Vec<TestClass>, Vec<NotWritten>) {
        let mut classes: BTreeMap<String, Vec<Test>> = BTreeMap::new();
        for test in tests {
            classes.entry(outermost(self.world(), &test.class)).or_default().push(test);
        }
        let (mut written, mut failed) = (Vec::new(), Vec::new());
        for (subject, tests) in classes {
            let invocations = tests.iter().map(|test| test.invocation).collect();
            match self.class(&subject, tests, may_join) {
                Ok(class) => written.push(class),
                Err(error) => {
                    failed.push(NotWritten {
                        subject: InternalName::new(subject).to_binary().into_string(),
                        invocations,
                        error,
                    });
                }
            }
        }
        (written, failed)
    }

    /// A class of methods that make recorded objects. Methods that are the same are one.
    pub fn objects(
        &self,
        package: &str,
        class: &str,
        methods: &[ObjectMethod],
    ) -> Result<SourceFile, RenderError> {
        let mut scope = NameScope::new();
        let mut kept: Vec<(usize, &ObjectMethod, String)> = Vec::new();
        for (position, method) in methods.iter().enumerate() {
            if !kept.iter().any(|(_, other, _)| other.is_same(method)) {
                kept.push((position, method, unique(&mut scope, &method.helper.name)));
            }
        }
        let mut cut = Vec::new();
        let mut members = Vec::new();
        for (_, method, name) in &kept {
            let helper = &method.helper;
            let body = fitted(helper.body.clone(), &helper.throws, &mut scope, &mut cut);
            members.push(Member::Method(Method {
                modifiers: vec![Modifier::Static],
                throws: helper.throws.clone(),
                ..Method::new(helper.returns.clone(), name, body)
            }));
        }
        members.extend(cut.into_iter().map(Member::Method));
        let declaration = ClassDeclaration {
            javadoc: Some("Objects as they were recorded.".to_owned()),
            modifiers: vec![Modifier::Final],
            name: class.to_owned(),
            members,
            ..ClassDeclaration::default()
        };
        let (path, text) = self.file(package, declaration)?;
        let names: Vec<String> = kept.iter().map(|(_, _, name)| name.clone()).collect();
        let placed = kept.into_iter().zip(ranges(&text, &names));
        let methods =
            placed.map(|((position, _, name), lines)| PlacedMethod { name, lines, position }).collect();
        Ok(SourceFile { name: class_name(&path), path, text, methods })
    }

    /// The path and text of a class in a package.
    fn file(&self, package: &str, declaration: ClassDeclaration) -> Result<(String, String), RenderError> {
        let prefix = if package.is_empty() { String::new() } else { format!("{package}/") };
        let path = format!("{prefix}{}.java", declaration.name);
        let unit = CompilationUnit {
            package: InternalName::new(package).to_binary().into_string(),
            header: None,
            taken_types: taken_types(self.world(), package),
            taken_methods: OBJECT_METHODS.iter().map(|name| (*name).to_owned()).collect(),
            types: vec![declaration],
        };
        let style = Style {
            release: self.options().release,
            width: self.options().width,
            indent: self.options().indent,
            ascii: self.options().ascii,
            habits: self.options().habits,
        };
        Ok((path, render(&unit, &style)?))
    }

    fn class(
        &self,
        subject: &str,
        mut tests: Vec<Test>,
        may_join: &dyn Fn(&Test) -> bool,
    ) -> Result<TestClass, RenderError> {
        let world = self.world();
        tests.sort_by_key(|test| (position(world, test), test.invocation));
        let mut kept: Vec<Test> = Vec::with_capacity(tests.len());
        for test in tests {
            let is_same = |other: &Test| other.body == test.body;
            if !kept.iter().rev().take_while(|other| other.method == test.method).any(is_same) {
                kept.push(test);
            }
        }
        let dialect = Dialect { options: self.options() };
        let simple = format!("{}{}", subject.rsplit('/').next().unwrap_or(subject), self.options().suffix);
        let mut scope = NameScope::new();
        let mut helper_names = NameScope::new();
        let helpers = Helpers::of(&kept, self.options().outline_over, &mut helper_names);
        let written = kept.iter().map(|test| {
            let must_outline = !test.body.can_be_whole();
            let statements = test.body.statements(|part| helpers.name(part, must_outline));
            let mut methods = Vec::new();
            let statements = fitted(statements, &test.throws, &mut helper_names, &mut methods);
            Written { tests: vec![test.clone()], statements, methods, rows: None }
        });
        let mut written: Vec<Written> = written.collect();
        if self.options().junit == Junit::Five {
            written = parameterized::joined(written, may_join);
        }
        let mut helper_members: Vec<(Method, Vec<Method>)> = Vec::new();
        for mut helper in helpers.members() {
            let mut methods = Vec::new();
            let body = helper.body.take().unwrap_or_default();
            helper.body = Some(fitted(body, &helper.throws, &mut helper_names, &mut methods));
            helper_members.push((helper, methods));
        }
        helpers.names().for_each(|name| scope.reserve(name));
        let cut_names = written.iter().flat_map(|written| &written.methods);
        cut_names
            .chain(helper_members.iter().flat_map(|(_, methods)| methods))
            .for_each(|method| scope.reserve(&method.name));
        let mut members = Vec::new();
        let mut placed: Vec<(String, Vec<Test>)> = Vec::new();
        // Methods that were cut off, each with the tests that need it.
        let mut cut: Vec<(Method, Vec<usize>)> = Vec::new();
        for Written { tests, statements, methods, rows } in written {
            cut.extend(methods.into_iter().map(|method| (method, vec![placed.len()])));
            let has_expected = rows.as_ref().is_some_and(Rows::has_expected);
            let name = unique(&mut scope, &wanted_name(subject, &tests, has_expected));
            let method = Method {
                modifiers: dialect.modifiers(),
                throws: tests.first().map_or_else(Vec::new, |test| test.throws.clone()),
                ..Method::new(Type::Void, &name, statements)
            };
            match rows {
                Some(rows) => members.extend(parameterized::members(&rows, &name, method)),
                None => members
                    .push(Member::Method(Method { annotations: vec![dialect.test_annotation()], ..method })),
            }
            placed.push((name, tests));
        }
        let mut names: Vec<String> = placed.iter().map(|(name, _)| name.clone()).collect();
        names.extend(helpers.names().map(str::to_owned));
        let callers = |helper: &str| {
            let calls =
                |(_, tests): &(String, Vec<Test>)| tests.iter().any(|test| helpers.is_used(helper, test));
            placed.iter().enumerate().filter(|(_, placed)| calls(placed)).map(|(at, _)| at).collect()
        };
        let mut callers: Vec<Vec<usize>> = helpers.names().map(callers).collect();
        for ((helper, methods), callers) in helper_members.into_iter().zip(&callers) {
            members.push(Member::Method(helper));
            cut.extend(methods.into_iter().map(|method| (method, callers.clone())));
        }
        for (method, needed_by) in cut {
            names.push(method.name.clone());
            members.push(Member::Method(method));
            callers.push(needed_by);
        }
        let declaration = ClassDeclaration {
            javadoc: Some(format!(
                "Calls of {{@link {}}} as they were recorded.",
                subject.rsplit('/').next().unwrap_or(subject)
            )),
            modifiers: dialect.modifiers(),
            name: simple,
            members,
            ..ClassDeclaration::default()
        };
        let (path, text) = self.file(package_of(subject), declaration)?;
        let mut lines = ranges(&text, &names);
        let helper_lines = lines.split_off(placed.len());
        let tests = placed.into_iter().zip(lines);
        let tests = tests.map(|((method, tests), lines)| PlacedTest { method, lines, tests }).collect();
        let missing_answers = missing_answers(&text);
        Ok(TestClass {
            name: class_name(&path),
            path,
            text,
            tests,
            helpers: helper_lines.into_iter().zip(callers).collect(),
            missing_answers,
        })
    }
}

/// Methods that every class inherits: a static import of one of these names would not be seen.
const OBJECT_METHODS: &[&str] =
    &["clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"];

/// Statements that fit into a method; the methods that they call then are added to others. That they can be cut was seen
/// when they were written.
fn fitted(
    statements: Vec<Statement>,
    throws: &[Type],
    scope: &mut NameScope,
    methods: &mut Vec<Method>,
) -> Vec<Statement> {
    match fit(statements.clone(), throws, scope) {
        Some(fitted) => {
            methods.extend(fitted.methods);
            fitted.statements
        }
        None => statements,
    }
}

/// The top-level class around a class, by internal name: its tests are in one test class with those of the others in it.
pub fn outermost(world: &World, class: &str) -> String {
    let mut name = class.to_owned();
    for _ in 0..32 {
        let Some(view) = world.class(&name) else { break };
        match view.outer_name() {
            Some(outer) if view.nesting() != Nesting::TopLevel => name = outer.to_str().into_owned(),
            _ => break,
        }
    }
    name
}

/// Returns the preferred name of a test method. Several cases in one are named by what they have in common.
fn wanted_name(subject: &str, tests: &[Test], has_expected: bool) -> String {
    let name = match tests {
        [] => String::new(),
        [only] => only.name.clone(),
        [first, rest @ ..] => {
            let outcome = |test: &Test| test.name.rsplit('_').next().unwrap_or_default().to_owned();
            match outcome(first) {
                common if !has_expected && rest.iter().all(|test| outcome(test) == common) => {
                    format!("{}_{common}", first.method)
                }
                _ => first.method.to_string(),
            }
        }
    };
    match tests.first().and_then(|test| nested_word(subject, &test.class)) {
        Some(word) => format!("{word}_{name}"),
        None => name,
    }
}

/// Returns the word that distinguishes tests of a nested class from those of the class around it. The numbers that a compiler gives to
/// classes without a name tell a reader nothing.
fn nested_word(subject: &str, class: &str) -> Option<String> {
    let nested = class.strip_prefix(subject)?;
    let named = nested.split('$').map(|part| part.trim_start_matches(|first: char| first.is_ascii_digit()));
    let words: Vec<&str> = named.filter(|part| !part.is_empty()).collect();
    (!words.is_empty()).then(|| reenact_java::names::from_text(&words.join(" ")))?
}

/// Where a method is in its class.
fn position(world: &World, test: &Test) -> (Box<str>, usize) {
    use reenact_base::Id;
    let method =
        world.class_id(&test.class).and_then(|class| world.method(class, &test.method, &test.descriptor));
    (test.class.clone(), method.map_or(usize::MAX, |method| method.index()))
}

/// A name that no test before has. The first keeps it, so that a later case renames nothing.
fn unique(scope: &mut NameScope, wanted: &str) -> String {
    if scope.is_free(wanted) {
        scope.reserve(wanted);
        return wanted.to_owned();
    }
    let number = (2..).find(|number| scope.is_free(&format!("{wanted}_{number}")));
    let name = format!("{wanted}_{}", number.unwrap_or(2));
    scope.reserve(&name);
    name
}

/// The binary name of the class in a source file.
fn class_name(path: &str) -> String {
    InternalName::new(path.trim_end_matches(".java")).to_binary().into_string()
}

/// Simple names of the top-level classes of a package.
fn taken_types(world: &World, package: &str) -> BTreeSet<String> {
    let here = world.classes().filter(|class| {
        !class.is_platform() && class.nesting() == Nesting::TopLevel && class.package() == *package
    });
    here.filter_map(|class| Some(class.simple_name()?.to_str().into_owned())).collect()
}

/// Returns the lines of the statements of [`NOT_RECORDED`]. The layout may break them after the parenthesis.
fn missing_answers(text: &str) -> Vec<Range<usize>> {
    let numbered = text.lines().zip(1..).filter(|(line, _)| line.contains(NOT_RECORDED));
    let range = |(line, number): (&str, usize)| match line.contains("throw ") {
        true => number..number + 1,
        false => number - 1..number + 1,
    };
    numbered.map(range).collect()
}

/// The lines of each test method, annotations included. Methods of the class are one step in; whatever is in
/// them, and in text blocks of theirs, is further in.
fn ranges(text: &str, names: &[String]) -> Vec<Range<usize>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut from = 0;
    names
        .iter()
        .map(|name| {
            let is_head = |line: &&str| {
                line.starts_with("    ") && !line.starts_with("     ") && line.contains(&format!(" {name}("))
            };
            let Some(head) = lines.iter().skip(from).position(is_head).map(|at| at + from) else {
                return 0..0;
            };
            let end =
                lines.iter().skip(head).position(|line| *line == "    }").map_or(lines.len(), |at| at + head);
            let mut start = head;
            while start > 0 && lines[start - 1].trim_start().starts_with('@') {
                start -= 1;
            }
            from = end;
            start + 1..end + 2
        })
        .collect()
}
