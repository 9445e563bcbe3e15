//! Where a candidate goes, and the edit that puts it there.

use reenact_java::edit::{Addition, EditError, Framework, Import, Snippet, SourceFile, When};
use reenact_wire::driver::TestId;

use super::candidate::Candidate;
use super::program::Program;
use super::repair::Patient;
use super::sources::Sources;
use crate::detect::Kind;

/// A place for statements.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Placement {
    /// The set-up of the class with this binary name.
    SetUp(String),
    /// The tear-down of the class with this binary name.
    TearDown(String),
    /// The start of a test itself.
    Test(TestId),
}

impl Placement {
    pub fn class(&self) -> &str {
        match self {
            Placement::SetUp(class) | Placement::TearDown(class) => class,
            Placement::Test(test) => &test.class,
        }
    }

    /// Such as `tear-down of com.acme.ShopTest`.
    pub fn describe(&self) -> String {
        match self {
            Placement::SetUp(class) => format!("set-up of {class}"),
            Placement::TearDown(class) => format!("tear-down of {class}"),
            Placement::Test(test) => format!("start of {test}"),
        }
    }
}

/// A changed source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Path below the project, with `/`.
    pub path: String,
    pub before: String,
    pub after: String,
}

/// The places for a candidate, the best first: few edits, next to the cause, fixtures that exist.
pub(super) fn placements(patient: &Patient, candidate: &Candidate, sources: &Sources) -> Vec<Placement> {
    let own = patient.test.class.clone();
    if patient.kind == Kind::Brittle {
        return vec![Placement::SetUp(own), Placement::Test(patient.test.clone())];
    }
    let mut polluting: Vec<String> =
        patient.sets.iter().filter_map(|set| set.last()).map(|test| test.class.clone()).collect();
    if patient.is_self_polluting {
        polluting.push(own.clone());
    }
    polluting.sort();
    polluting.dedup();
    // A saved value must be saved before the polluter runs.
    if candidate.saved.is_some() {
        return polluting.into_iter().take(1).map(Placement::TearDown).collect();
    }
    let is_same = polluting == [own.clone()];
    let has = |class: &str, when: When| {
        let file = sources.file_of(class).ok();
        file.is_some_and(|(_, file)| {
            file.class(class).is_ok_and(|class| !file.fixtures(class, when).is_empty())
        })
    };
    let set_up = Placement::SetUp(own.clone());
    let mut places = match polluting.as_slice() {
        [only] => vec![Placement::TearDown(only.clone()), set_up],
        _ => vec![set_up],
    };
    if is_same && has(&own, When::BeforeEach) && !has(&own, When::AfterEach) {
        places.reverse();
    }
    places.push(Placement::Test(patient.test.clone()));
    places
}

/// Puts a candidate into the source of a class.
pub(super) fn edit(
    sources: &Sources,
    program: &Program<'_>,
    candidate: &Candidate,
    placement: &Placement,
    comment: &str,
) -> Result<Edit, String> {
    let class = placement.class();
    let (path, file) = sources.file_of(class).map_err(|error| error.to_string())?;
    let failed = |error: EditError| format!("cannot edit {path}: {error}");
    let mut imports: Vec<Import> = Vec::new();
    let mut written = |snippet: &Snippet| {
        let (text, needed) = snippet.in_file(&file, class);
        imports.extend(needed);
        text
    };
    let mut statements: Vec<String> = candidate.statements.iter().map(&mut written).collect();
    // Fields of the class itself need no qualifier.
    let own = format!("{}.", class.rsplit(['.', '$']).next().unwrap_or(class));
    for statement in &mut statements {
        let field = statement.strip_prefix(&own).filter(|rest| is_assignment(rest));
        if let Some(field) = field {
            *statement = field.to_owned();
        }
    }
    let fields = candidate.saved.iter().map(|(ty, name, value)| {
        let (ty, value) = (written(ty), written(value));
        format!("private final {ty} {name} = {value};")
    });
    let fields: Vec<String> = fields.collect();
    let addition = Addition {
        comment: Some(comment.to_owned()),
        statements,
        fields,
        imports,
        throws: candidate.throws,
        taken: inherited_methods(program, class),
        framework: framework(program, &file, class),
    };
    let after = match placement {
        Placement::SetUp(_) => file.add_to_fixture(class, When::BeforeEach, &addition),
        Placement::TearDown(_) => file.add_to_fixture(class, When::AfterEach, &addition),
        Placement::Test(test) => file.add_to_method(class, &test.method, &addition),
    };
    let after = after.map_err(failed)?;
    Ok(Edit { path: path.to_owned(), before: file.text().to_owned(), after })
}

/// Whether a statement begins with a name and a sign of equality.
fn is_assignment(statement: &str) -> bool {
    let name: String = statement.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect();
    statement[name.len()..].starts_with(" = ")
}

/// Names of the methods of superclasses, which a new fixture must not override.
fn inherited_methods(program: &Program<'_>, class: &str) -> Vec<String> {
    let Some(class) = program.class(class) else { return Vec::new() };
    let mut names: Vec<String> = Vec::new();
    for above in program.world.superclasses(class) {
        if program.world.is_platform_class(above) {
            break;
        }
        names.extend(program.world.view(above).methods().map(|method| method.name().to_str().into_owned()));
    }
    names
}

/// The framework of a class, by its superclasses if its file does not say it.
pub(super) fn framework(program: &Program<'_>, file: &SourceFile, class: &str) -> Option<Framework> {
    let written = file.class(class).ok()?;
    let has_annotations =
        written.methods.iter().any(|method| method.has_annotation(&["Test", "ParameterizedTest"]));
    let own = file.framework(written);
    let id = program.class(class)?;
    let is_test_case = program
        .world
        .superclasses(id)
        .any(|above| program.world.view(above).name().to_str() == "junit/framework/TestCase");
    match is_test_case && !has_annotations {
        true => Some(Framework::JUnit3),
        false if own == Framework::JUnit3 => Some(Framework::JUnit4),
        // A class without imports of a framework may inherit its tests.
        false if program.world.class("org/junit/Test").is_none() => Some(Framework::Jupiter),
        false => Some(own),
    }
}
