//! Forms of small Java programs, with what is expected beside the line.
//!
//! - `// writes: VERSION (components)` beside a serializer: a method, or the class or record whose accessors it is;
//! - `// reads: VERSION (components)` beside a deserializer, `// refuses: VERSION` beside one that always throws;
//! - `// problem: KIND` beside the member at fault, or beside the class;
//! - `// refused: REASON` beside a class without a form; a class without a comment is not looked at if it has no annotation;
//! - `// unusable: REASON` beside a member of a form that code elsewhere cannot use.

mod each;

use std::sync::LazyLock;

use reenact_serial::form::{Caller, ClassForm, FormReader, Modules, Refusal};
use reenact_testkit::{Expectation, Fixture, check};
use reenact_world::{ClassView, MethodId, World};

use crate::support::{Targets, line_of, targets};

const KINDS: &[&str] = &["writes", "reads", "refuses", "problem", "refused", "unusable"];

/// A module of its own cannot be compiled with the others.
const MODULE: &str = "Opens.java";

/// All others, compiled together and read once for all tests of this process.
static TARGETS: LazyLock<(Targets, Vec<Vec<Expectation>>)> = LazyLock::new(|| {
    let names: Vec<String> = targets("forms").into_iter().filter(|name| name != MODULE).collect();
    let targets = Targets::compile("forms", &names);
    let found = targets.worlds.iter().map(|world| found(&targets.fixture, world)).collect();
    (targets, found)
});

fn check_target(name: &str) {
    if name == MODULE {
        let targets = Targets::compile("forms", &[name.to_owned()]);
        let expected = targets.fixture.expectations(KINDS);
        return targets
            .worlds
            .iter()
            .for_each(|world| check(found(&targets.fixture, world), expected.clone()));
    }
    let (targets, found) = &*TARGETS;
    let is_own = |one: &Expectation| targets.is_part(&one.file, name);
    for found in found {
        let expected = targets.fixture.expectations(KINDS).into_iter().filter(is_own);
        check(found.iter().filter(|one| is_own(one)).cloned(), expected);
    }
}

#[test]
fn list_of_targets() {
    crate::check_targets!("forms", each::ITEMS, "tests/it/forms/each.rs");
}

/// Everything that the forms of a program's classes say, as comments.
fn found(fixture: &Fixture, world: &World) -> Vec<Expectation> {
    let (reader, modules) = (FormReader::new(world), Modules::of(world));
    let mut found = Vec::new();
    let own = world.classes().filter(|class| !class.is_platform() && !is_annotation(*class));
    for class in own {
        let line = class_line(fixture, class);
        let mut add = |line: u32, kind: &str, text: String| {
            let file = file(class);
            found.push(Expectation { file, line, kind: kind.to_owned(), text });
        };
        let form = match reader.form(class.id()) {
            Ok(form) => form,
            Err(refusal) => {
                let is_expected = fixture
                    .expectations(&["refused"])
                    .iter()
                    .any(|one| one.file == file(class) && Some(one.line) == line);
                if let (Some(line), true) = (line, is_expected) {
                    add(line, "refused", reason(&refusal, world));
                }
                continue;
            }
        };
        let line = line.expect("a class with a form is declared in the file");
        // A record that a serializer returns is a carrier, not data of its own.
        if class.is_record() && !reader.is_annotated(class.id()) && is_carrier(&reader, world, class) {
            continue;
        }
        let of_method = |method: Option<MethodId>| method.map_or(line, |method| method_line(world, method));
        for form in &form.versions {
            let components: Vec<String> = form
                .components
                .iter()
                .map(|component| {
                    let shown = reenact_serial::types::Type::parse(&component.descriptor).unwrap();
                    let shown = shown.to_string();
                    let simple = shown.rsplit(['.', '$']).next().unwrap_or_default();
                    format!("{simple} {}", component.name)
                })
                .collect();
            let text = format!("{} ({})", form.version, components.join(", "));
            if let Some(serializer) = &form.serializer {
                let line = of_method(serializer.method());
                add(line, "writes", text.clone());
                let method = serializer.method().map(|method| {
                    let view = world.view(method);
                    Caller::Elsewhere.may_use(
                        world,
                        &modules,
                        view.class(),
                        view.access_flags(),
                        serializer.is_open(),
                    )
                });
                let accessors = serializer.accessors().iter().map(|accessor| {
                    Caller::Elsewhere.may_read(world, &modules, *accessor, serializer.is_open())
                });
                if let Some(Err(reason)) = method.into_iter().chain(accessors).find(Result::is_err) {
                    add(line, "unusable", format!("{reason:?}"));
                }
            }
            if let Some(deserializer) = form.deserializer {
                let line = method_line(world, deserializer.method);
                match deserializer.refuses {
                    true => add(line, "refuses", form.version.to_string()),
                    false => add(line, "reads", text),
                }
                let view = world.view(deserializer.method);
                let access = Caller::Elsewhere.may_use(
                    world,
                    &modules,
                    view.class(),
                    view.access_flags(),
                    deserializer.is_open,
                );
                if let Err(reason) = access {
                    add(line, "unusable", format!("{reason:?}"));
                }
            }
        }
        for problem in &form.problems {
            add(of_method(problem.member), "problem", format!("{:?}", problem.kind));
        }
    }
    found
}

fn is_carrier(reader: &FormReader<'_>, world: &World, class: ClassView<'_>) -> bool {
    use reenact_serial::form::Serializer;
    let is_carried = |form: &ClassForm| {
        form.versions.iter().any(|form| {
            matches!(&form.serializer, Some(Serializer::Carrier { carrier, .. }) if *carrier == class.id())
        })
    };
    world
        .classes()
        .filter(|other| !other.is_platform())
        .any(|other| reader.form(other.id()).is_ok_and(|form| is_carried(&form)))
}

fn is_annotation(class: ClassView<'_>) -> bool {
    class.name().to_str().starts_with("io/reenact/")
}

fn reason(refusal: &Refusal, world: &World) -> String {
    match refusal {
        Refusal::NotDeclared { inherited: Some(above) } => {
            format!("not inherited from {}", world.view(*above).simple_name().unwrap())
        }
        Refusal::NotDeclared { inherited: None } => "not declared".to_owned(),
        Refusal::Inner(kind) => kind.to_string(),
        other => format!("{other:?}"),
    }
}

fn file(class: ClassView<'_>) -> String {
    let source = class.source_file().unwrap().to_string();
    match &*class.package().to_str() {
        "" => source,
        package => format!("{package}/{source}"),
    }
}

/// The line that declares a class; `None` for one without a name.
fn class_line(fixture: &Fixture, class: ClassView<'_>) -> Option<u32> {
    let Some(name) = class.simple_name() else {
        let line = fixture.expectations(&["refused"]).into_iter();
        let line = line.filter(|one| one.text.starts_with("an anonymous")).map(|one| one.line).next();
        return line;
    };
    let words = ["class", "record", "enum", "interface"];
    let texts: Vec<String> =
        words.iter().flat_map(|word| [" ", "(", "<"].map(|end| format!("{word} {name}{end}"))).collect();
    Some(line_of(fixture, &file(class), &texts))
}

fn method_line(world: &World, method: MethodId) -> u32 {
    let lines = world.lines(method).unwrap();
    lines.starts().iter().map(|&(_, line)| u32::from(line)).min().expect("debug information")
}
