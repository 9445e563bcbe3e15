//! The tests that are delivered: few, and seen to pass.

use std::collections::{BTreeMap, BTreeSet};

use reenact_explore::coverage::choose;
use reenact_explore::input::{Input, Object, Value};
use reenact_explore::search::{Exploration, Run, Subject};
use reenact_explore::source::{Expected, SourceFile, TestMethod, stand_ins, test_class};
use reenact_explore::trace::log::{Content, Outcome};
use reenact_explore::types::Types;
use reenact_flow::body::Operation;
use reenact_report::explore::exploration::Place;
use reenact_world::{MethodView, World};

use super::Error;
use super::laboratory::Jvm;

/// The tests of one method.
#[derive(Default)]
pub struct Delivered {
    pub tests: usize,
    pub dropped: usize,
    pub stand_ins: Vec<String>,
    pub suspected: Vec<Place>,
    pub sources: Vec<SourceFile>,
}

/// Exceptions of the JVM itself that a caller hardly expects.
const SUSPICIOUS: &[&str] = &[
    "java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.lang.NegativeArraySizeException",
    "java.lang.ArrayStoreException",
    "java.lang.ClassCastException",
    ASSERTION,
    "java.lang.StackOverflowError",
];

const ASSERTION: &str = "java.lang.AssertionError";

const NULL_POINTER: &str = "java.lang.NullPointerException";

/// Chooses runs, writes them as tests, and keeps those that pass.
pub fn tests(
    subject: &Subject<'_>,
    found: &Exploration,
    jvm: &mut Jvm<'_>,
    taken: &mut BTreeSet<String>,
) -> Result<Delivered, Error> {
    let world = subject.code.world();
    let types = Types { world, viewpoint: subject.viewpoint };
    let view = world.view(subject.method);
    let coverages: Vec<_> = found.runs.iter().map(|run| run.coverage.clone()).collect();
    let mut chosen = choose(&coverages);
    // An exception that looks like a bug is worth a test of its own, the shortest input first.
    let mut seen: BTreeSet<(String, u32)> = BTreeSet::new();
    for (index, run) in found.runs.iter().enumerate() {
        if let Some((class, line)) = suspicion(subject, run)
            && seen.insert((class, line))
            && !chosen.contains(&index)
        {
            chosen.push(index);
        }
    }
    chosen
        .retain(|&index| matches!(found.runs[index].log.outcome, Outcome::Returned(..) | Outcome::Threw(_)));
    chosen.sort_unstable();
    let mut names = BTreeSet::new();
    let mut rows: Vec<(String, &Run)> = Vec::new();
    for index in chosen {
        let run = &found.runs[index];
        rows.push((test_name(view, run, &mut names), run));
    }
    let class_name = class_name(view, taken);
    let package = world.view(subject.viewpoint).package().to_str().replace('/', ".");
    let qualified = if package.is_empty() { class_name.clone() } else { format!("{package}.{class_name}") };
    let mut delivered = Delivered::default();
    let all = rows.len();
    let mut own_names = taken.clone();
    // Tests that fail are left out, and the rest is compiled and run once more.
    for _ in 0..3 {
        if rows.is_empty() {
            break;
        }
        let inputs: Vec<&Input> = rows.iter().map(|(_, run)| &run.input).collect();
        own_names = taken.clone();
        let classes = stand_ins(types, &inputs, false, &mut own_names);
        let methods: Vec<TestMethod<'_>> = rows
            .iter()
            .map(|(name, run)| TestMethod {
                name: name.clone(),
                input: &run.input,
                expected: expected(run),
                comment: suspicion(subject, run).map(|(class, line)| {
                    let simple = class.rsplit('.').next().unwrap_or(&class).to_owned();
                    format!("Suspected bug: {simple} at line {line}.")
                }),
            })
            .collect();
        let mut sources = vec![test_class(types, subject.method, &class_name, &methods, &classes)];
        sources.extend(classes.values().map(|class| class.source.clone()));
        let wanted: Vec<String> = rows.iter().map(|(name, _)| name.clone()).collect();
        let passing = jvm.passing(&sources, &qualified, &wanted)?;
        if passing.len() == rows.len() {
            delivered.sources = sources;
            delivered.stand_ins = classes.values().map(|class| class.name.clone()).collect();
            break;
        }
        rows.retain(|(name, _)| passing.contains(name));
    }
    if delivered.sources.is_empty() {
        rows.clear();
    }
    *taken = own_names;
    delivered.tests = rows.len();
    delivered.dropped = all - rows.len();
    let mut suspected: BTreeMap<(u32, String), ()> = BTreeMap::new();
    for (_, run) in &rows {
        if let Some((class, line)) = suspicion(subject, run) {
            suspected.insert((line, class), ());
        }
    }
    delivered.suspected = suspected
        .into_keys()
        .map(|(line, text)| Place { line: u16::try_from(line).ok().filter(|line| *line > 0), text })
        .collect();
    Ok(delivered)
}

fn class_name(view: MethodView<'_>, taken: &mut BTreeSet<String>) -> String {
    let class = view.class().binary_name();
    let class = class.rsplit(['.', '$']).next().unwrap_or_default().to_owned();
    let stem = format!("{class}{}", upper(&view.name().to_str()));
    let mut name = format!("{stem}ExploredTest");
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{stem}{number}ExploredTest");
        number += 1;
    }
    name
}

fn test_name(view: MethodView<'_>, run: &Run, names: &mut BTreeSet<String>) -> String {
    let method = view.name().to_str().into_owned();
    let outcome = match expected(run) {
        Expected::Returns => "returns".to_owned(),
        Expected::Number(b'Z', value) => if value != 0 { "returnsTrue" } else { "returnsFalse" }.to_owned(),
        Expected::Number(b'F' | b'D', _) => "returnsNumber".to_owned(),
        Expected::Number(_, value) if value < 0 => format!("returnsMinus{}", value.unsigned_abs()),
        Expected::Number(_, value) => format!("returns{value}"),
        Expected::Null => "returnsNull".to_owned(),
        Expected::NotNull => "returnsObject".to_owned(),
        Expected::Text(_) => "returnsText".to_owned(),
        Expected::Argument(_) => "returnsArgument".to_owned(),
        Expected::Throws(class) => {
            format!("throws{}", class.rsplit(['.', '$']).next().unwrap_or("Exception"))
        }
    };
    let given = match run.input.arguments.contains(&Value::Null) {
        true => "_withNull",
        false => "",
    };
    let stem = format!("{method}{given}_{outcome}");
    let mut name = stem.clone();
    let mut number = 2;
    while !names.insert(name.clone()) {
        name = format!("{stem}_{number}");
        number += 1;
    }
    name
}

fn expected(run: &Run) -> Expected {
    match run.log.outcome {
        Outcome::Returned(b'V', _) => Expected::Returns,
        Outcome::Returned(b'L' | b'[', 0) => Expected::Null,
        Outcome::Returned(b'L' | b'[', number) => {
            let Some(seen) = run.log.object(number) else { return Expected::NotNull };
            let argument = seen.input.and_then(|object| {
                run.input.arguments.iter().position(|value| *value == Value::Object(object))
            });
            match (&seen.content, argument) {
                (_, Some(argument)) => Expected::Argument(argument),
                (Content::Text(text), None) => Expected::Text(text.clone()),
                _ => Expected::NotNull,
            }
        }
        Outcome::Returned(letter, value) => Expected::Number(letter, value),
        Outcome::Threw(number) => {
            let class = run.log.object(number).map(|seen| seen.class.clone());
            Expected::Throws(class.unwrap_or_else(|| "java.lang.Throwable".to_owned()))
        }
        Outcome::Full | Outcome::Unfinished => Expected::Returns,
    }
}

/// The class and line of an exception that looks like a bug: one of the JVM itself that the program's own code has thrown, and for
/// null only if nothing in the input is null.
fn suspicion(subject: &Subject<'_>, run: &Run) -> Option<(String, u32)> {
    let Outcome::Threw(number) = run.log.outcome else { return None };
    let seen = run.log.object(number)?;
    let Content::Thrown { class, method, line } = &seen.content else { return None };
    let world: &World = subject.code.world();
    let thrower = world.class(&class.replace('.', "/"));
    let is_own = thrower.is_some_and(|class| !class.is_platform());
    // A stand-in answers null unless the input has another answer.
    let is_vague = |object: &Object| match object {
        Object::Existing { arguments, fields, .. } => {
            arguments.iter().chain(fields.values()).any(|value| *value == Value::Null)
        }
        Object::Array { elements, .. } => elements.contains(&Value::Null),
        Object::StandIn { .. } => true,
    };
    let has_null = run.input.arguments.contains(&Value::Null) || run.input.objects.iter().any(is_vague);
    let is_suspicious = SUSPICIOUS.contains(&&*seen.class) || seen.class == NULL_POINTER && !has_null;
    let is_meant = seen.class != ASSERTION && makes(subject, class, method, *line, &seen.class);
    (is_own && is_suspicious && !is_meant).then(|| (seen.class.clone(), *line))
}

/// Whether a line of a method makes an exception of a class itself: it is meant to be thrown there.
fn makes(subject: &Subject<'_>, class: &str, method: &str, line: u32, exception: &str) -> bool {
    let world: &World = subject.code.world();
    let Some(class) = world.class(&class.replace('.', "/")) else { return false };
    let exception = exception.replace('.', "/");
    class.methods_named(method).any(|method| {
        let Some(code) = subject.code.body(method.id()) else { return false };
        let body = &code.body;
        let mut instructions = body.blocks().flat_map(|block| body.instructions_of(block));
        instructions.any(|id| {
            let instruction = body.instruction(id);
            let is_here = body.lines().at(instruction.pc).map(u32::from) == Some(line);
            is_here
                && matches!(instruction.operation, Operation::New(name) if world.text(name).to_str() == exception)
        })
    })
}

fn upper(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
