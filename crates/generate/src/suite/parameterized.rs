//! Tests that differ in values alone, as one test with parameters.
//!
//! It works on what would be written anyway: tests of one method whose statements are the same but for literals.
//! So nothing is parameterized that would not have been a test by itself.

use reenact_java::model::{
    Annotation, ClassName, ElementValue, Expression, Literal, Member, Method, Modifier, Parameter, Statement,
    Type,
};
use reenact_java::names::{self, NameScope};

use crate::generator::Test;
use crate::literals::{Place, each};

/// Fewer cases than this read better one by one.
const FEWEST_CASES: usize = 3;

/// More parameters than this make an unreadable table.
const MOST_PARAMETERS: usize = 5;

/// Columns of a row of values, about.
const LONGEST_ROW: usize = 90;

/// A test before it is written: its statements and what it is made of.
pub(super) struct Written {
    pub tests: Vec<Test>,
    pub statements: Vec<Statement>,
    /// Methods that were cut off because it was too long.
    pub methods: Vec<Method>,
    /// Of a parameterized test.
    pub rows: Option<Rows>,
}

/// The values of a parameterized test.
pub(super) struct Rows {
    pub parameters: Vec<(Type, String)>,
    pub values: Vec<Vec<Literal>>,
}

/// Joins tests that differ in values alone; others stay as they are, in order.
pub(super) fn joined(tests: Vec<Written>, may_join: &dyn Fn(&Test) -> bool) -> Vec<Written> {
    let mut groups: Vec<(Option<Skeleton>, Vec<Written>)> = Vec::new();
    for test in tests {
        let may_join = test.tests.iter().all(may_join);
        let skeleton = if may_join { Skeleton::of(&test) } else { None };
        let same = skeleton.as_ref().and_then(|skeleton| {
            groups.iter().position(|(other, _)| other.as_ref().is_some_and(|other| other == skeleton))
        });
        match same {
            Some(same) => groups[same].1.push(test),
            None => groups.push((skeleton, vec![test])),
        }
    }
    groups
        .into_iter()
        .flat_map(|(skeleton, tests)| match skeleton {
            Some(_) if tests.len() >= FEWEST_CASES => join(tests),
            _ => tests,
        })
        .collect()
}

/// A test's statements with every literal replaced by one that stands for its kind.
#[derive(PartialEq)]
struct Skeleton {
    method: (Box<str>, Box<str>, Box<str>),
    statements: Vec<Statement>,
    throws: Vec<Type>,
}

impl Skeleton {
    fn of(test: &Written) -> Option<Skeleton> {
        let ([only], []) = (test.tests.as_slice(), test.methods.as_slice()) else { return None };
        let mut statements = test.statements.clone();
        let is_simple = each(&mut statements, &mut |literal, _, _| *literal = kind(literal));
        is_simple.then(|| Skeleton {
            method: (only.class.clone(), only.method.clone(), only.descriptor.clone()),
            statements,
            throws: only.throws.clone(),
        })
    }
}

fn kind(literal: &Literal) -> Literal {
    match literal {
        Literal::Null => Literal::Null,
        Literal::Boolean(_) => Literal::Boolean(false),
        Literal::Byte(_) => Literal::Byte(0),
        Literal::Short(_) => Literal::Short(0),
        Literal::Char(_) => Literal::Char(0),
        Literal::Int(_) => Literal::Int(0),
        Literal::Long(_) => Literal::Long(0),
        Literal::Float(_) => Literal::Float(0),
        Literal::Double(_) => Literal::Double(0),
        Literal::String(_) => Literal::String(Vec::new()),
    }
}

fn join(tests: Vec<Written>) -> Vec<Written> {
    // One row of literals for each test.
    let mut rows: Vec<Vec<Literal>> = Vec::new();
    for test in &tests {
        let mut row = Vec::new();
        each(&mut test.statements.clone(), &mut |literal, _, _| row.push(literal.clone()));
        rows.push(row);
    }
    let count = rows.first().map_or(0, Vec::len);
    let varies = |at: usize| rows.iter().any(|row| row.get(at) != rows[0].get(at));
    // Literals that always are the same value are one parameter.
    let mut columns: Vec<usize> = Vec::new();
    let mut column_of: Vec<Option<usize>> = vec![None; count];
    for at in (0..count).filter(|at| varies(*at)) {
        let twin = columns.iter().position(|&other| rows.iter().all(|row| row.get(other) == row.get(at)));
        column_of[at] = Some(twin.unwrap_or_else(|| {
            columns.push(at);
            columns.len() - 1
        }));
    }
    if columns.is_empty() || columns.len() > MOST_PARAMETERS {
        return tests;
    }
    let Some(first) = tests.first() else { return tests };
    let mut statements = first.statements.clone();
    let mut scope = NameScope::new();
    for statement in &statements {
        if let Statement::Local(local) = statement {
            scope.reserve(&local.name);
        }
    }
    let mut parameters: Vec<Option<(Type, String)>> = vec![None; columns.len()];
    let (mut at, mut is_clear) = (0, true);
    each(&mut statements, &mut |literal, place, instead| {
        let column = column_of.get(at).copied().flatten();
        at += 1;
        let Some(column) = column else { return };
        let name = match &parameters[column] {
            Some((_, name)) => name.clone(),
            None => {
                let wanted = wanted_name(place, &first.tests[0]);
                is_clear &= wanted.is_some();
                let name = scope.take(wanted.as_deref().unwrap_or("value"));
                parameters[column] = Some((type_of(literal), name.clone()));
                name
            }
        };
        *instead = Some(Expression::name(&name));
    });
    let parameters: Option<Vec<(Type, String)>> = parameters.into_iter().collect();
    let Some(parameters) = parameters else { return tests };
    // A table is unreadable if its columns have no names, or with several outcomes or long lines.
    let outcomes = parameters.iter().filter(|(_, name)| is_expected(name)).count();
    let is_readable = |row: &Vec<Literal>| {
        let values = || columns.iter().filter_map(|&at| row.get(at));
        values().all(is_simple) && values().map(width).sum::<usize>() <= LONGEST_ROW
    };
    if !is_clear || outcomes > 1 || !rows.iter().all(is_readable) {
        return tests;
    }
    // Expected values come after arguments.
    let mut ordered: Vec<((Type, String), usize)> = parameters.into_iter().zip(columns).collect();
    ordered.sort_by_key(|((_, name), _)| is_expected(name));
    let (parameters, columns): (Vec<_>, Vec<usize>) = ordered.into_iter().unzip();
    let values =
        rows.iter().map(|row| columns.iter().filter_map(|&at| row.get(at).cloned()).collect()).collect();
    let rows = Some(Rows { parameters, values });
    let tests = tests.into_iter().flat_map(|written| written.tests).collect();
    vec![Written { tests, statements, methods: Vec::new(), rows }]
}

fn is_expected(parameter: &str) -> bool {
    parameter.starts_with("expected")
}

impl Rows {
    /// Whether what is expected is a parameter.
    pub fn has_expected(&self) -> bool {
        self.parameters.iter().any(|(_, name)| is_expected(name))
    }
}

/// Returns the name of a value by its position; `None` if nothing there names it.
fn wanted_name(place: &Place, test: &Test) -> Option<String> {
    match place {
        Place::Variable(name) => Some(name.clone()),
        Place::Argument(method, index) if **method == *test.method => test.parameters.get(*index).cloned(),
        Place::Argument(method, 0) if method.starts_with("assert") => Some("expected".to_owned()),
        Place::Argument(method, _) if method == "isEqualTo" || method == "hasMessage" => {
            Some("expected".to_owned())
        }
        Place::Argument(method, _) => method.strip_prefix("set").and_then(names::from_text),
        Place::Other => None,
    }
}

/// Whether a value reads in a table: a text of more than a line, or of what is not seen, does not.
fn is_simple(literal: &Literal) -> bool {
    match literal {
        Literal::String(units) => match String::from_utf16(units) {
            Ok(text) => {
                text.chars().all(|char| char == ' ' || char.is_ascii_graphic() || char.is_alphanumeric())
            }
            Err(_) => false,
        },
        _ => true,
    }
}

/// About how wide a literal is.
fn width(literal: &Literal) -> usize {
    match literal {
        Literal::String(units) => units.len() + 4,
        _ => 12,
    }
}

fn type_of(literal: &Literal) -> Type {
    match literal {
        Literal::Null => Type::object(),
        Literal::Boolean(_) => Type::Boolean,
        Literal::Byte(_) => Type::Byte,
        Literal::Short(_) => Type::Short,
        Literal::Char(_) => Type::Char,
        Literal::Int(_) => Type::Int,
        Literal::Long(_) => Type::Long,
        Literal::Float(_) => Type::Float,
        Literal::Double(_) => Type::Double,
        Literal::String(_) => Type::string(),
    }
}

/// The methods of a parameterized test: the test itself, and its source of values if that is a method.
pub(super) fn members(rows: &Rows, name: &str, body: Method) -> Vec<Member> {
    let parameters = rows.parameters.iter().map(|(ty, name)| Parameter::new(ty.clone(), name)).collect();
    let test = ClassName::new("org.junit.jupiter.params", &["ParameterizedTest"]);
    let (source, method) = source(rows, name);
    let body = Method { annotations: vec![Annotation::marker(test), source], parameters, ..body };
    std::iter::once(Member::Method(body)).chain(method.map(Member::Method)).collect()
}

fn source(rows: &Rows, name: &str) -> (Annotation, Option<Method>) {
    let provider = |name: &str| ClassName::new("org.junit.jupiter.params.provider", &[name]);
    let texts: Option<Vec<Vec<String>>> =
        rows.values.iter().map(|row| row.iter().map(plain_text).collect()).collect();
    match (texts, rows.parameters.as_slice()) {
        (Some(_), [(ty, _)]) => {
            let element = match ty {
                Type::Int => "ints",
                Type::Long => "longs",
                Type::Byte => "bytes",
                Type::Short => "shorts",
                Type::Boolean => "booleans",
                _ => "strings",
            };
            let values = rows.values.iter().flatten().map(|literal| {
                let literal = match literal {
                    Literal::Byte(value) => Literal::Int((*value).into()),
                    Literal::Short(value) => Literal::Int((*value).into()),
                    other => other.clone(),
                };
                ElementValue::Expression(literal.into())
            });
            let elements = vec![(element.to_owned(), ElementValue::Array(values.collect()))];
            (Annotation { class: provider("ValueSource"), elements }, None)
        }
        (Some(texts), _) => {
            let lines = texts.iter().map(|row| ElementValue::Expression(Expression::string(&row.join(", "))));
            let elements = vec![("value".to_owned(), ElementValue::Array(lines.collect()))];
            (Annotation { class: provider("CsvSource"), elements }, None)
        }
        (None, _) => {
            let source = format!("{name}_cases");
            let arguments = provider("Arguments");
            let rows = rows.values.iter().map(|row| {
                let row = row.iter().map(|literal| Expression::Literal(literal.clone())).collect();
                Expression::call_static(arguments.clone(), "of", row)
            });
            let stream = ClassName::new("java.util.stream", &["Stream"]);
            let all = Expression::call_static(stream.clone(), "of", rows.collect());
            let returns = Type::generic(stream, [Type::class(arguments.clone())]);
            let method = Method {
                modifiers: vec![Modifier::Static],
                ..Method::new(returns, &source, vec![Statement::returning(all)])
            };
            (Annotation::of(provider("MethodSource"), Expression::string(&source)), Some(method))
        }
    }
}

/// A value that JUnit reads back from a comma-separated text for what it is, and that a person reads as well.
fn plain_text(literal: &Literal) -> Option<String> {
    Some(match literal {
        Literal::Boolean(value) => value.to_string(),
        Literal::Byte(value) => value.to_string(),
        Literal::Short(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Long(value) => value.to_string(),
        Literal::String(units) => {
            let text = String::from_utf16(units).ok()?;
            let is_edge = |char: Option<char>| char.is_some_and(|char| char.is_ascii_alphanumeric());
            let is_plain = text.chars().all(|char| char.is_ascii_alphanumeric() || " .:/_-".contains(char));
            let is_edged = is_edge(text.chars().next()) && is_edge(text.chars().last());
            (is_plain && is_edged && text.len() <= 40).then_some(text)?
        }
        _ => return None,
    })
}
