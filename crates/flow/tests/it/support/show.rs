//! Paths as text.
//!
//! `this` and `p0` are given, `f` of `x` is `x.f`, `#0` is the first object that is made and `@0` the result of
//! the first call that was not entered.

use reenact_flow::paths::{Call, Fresh, Path, Paths, Relation, Target};
use reenact_flow::term::{BinaryOperator as B, Constant, Term, TermId, Terms, UnaryOperator};
use reenact_world::{CallKind, FieldId, World};

/// All paths, one after the other with ` | ` between them; `...` at the end if there are more.
pub fn paths(world: &World, paths: &Paths) -> String {
    let mut shown: Vec<String> = paths.paths.iter().map(|one| path(world, &paths.terms, one)).collect();
    if !paths.is_complete {
        shown.push("...".to_owned());
    }
    shown.join(" | ")
}

pub fn path(world: &World, terms: &Terms, path: &Path) -> String {
    let term = |id: TermId| term(world, terms, id);
    let mut steps = Vec::new();
    let conditions: Vec<String> = path
        .conditions
        .iter()
        .map(|c| format!("{} {} {}", term(c.left), relation(c.relation), term(c.right)))
        .collect();
    if !conditions.is_empty() {
        steps.push(format!("if {}", conditions.join(" && ")));
    }
    for (number, object) in path.objects.iter().enumerate() {
        steps.push(match object {
            Fresh::Object(name) => format!("#{number} = {}", simple(name)),
            Fresh::Array(descriptor, length) => format!("#{number} = {descriptor}({})", term(*length)),
        });
    }
    let mut stores = path.stores.iter().peekable();
    for number in 0..=path.calls.len() {
        while let Some(store) = stores.next_if(|store| store.after_calls as usize == number) {
            let target = match &store.target {
                Target::Field(base, field) => format!("{}.{}", term(*base), world.view(*field).name()),
                Target::StaticField(field) => static_field(world, *field),
                Target::Element(array, index) => format!("{}[{}]", term(*array), term(*index)),
            };
            steps.push(format!("{target} = {}", term(store.value)));
        }
        if let Some(made) = path.calls.get(number) {
            steps.push(format!("@{number} = {}", call(world, terms, made)));
        }
    }
    assert!(stores.next().is_none(), "a store after a call that is not there");
    if let Some(result) = &path.result {
        steps.push(format!("return {}", term(*result)));
    }
    if steps.is_empty() { "nothing".to_owned() } else { steps.join("; ") }
}

fn call(world: &World, terms: &Terms, call: &Call) -> String {
    let reference = world.method_ref(call.reference);
    let class = world.text(reference.class).to_str();
    let class = simple(&class);
    let name = world.text(world.name_and_type_of(reference.name_and_type).name);
    let mut arguments = call.arguments.iter().map(|argument| term(world, terms, *argument));
    match call.kind {
        CallKind::Static => format!("{class}.{name}({})", arguments.collect::<Vec<_>>().join(", ")),
        _ => {
            let receiver = arguments.next().expect("a receiver");
            format!("{receiver}.{class}::{name}({})", arguments.collect::<Vec<_>>().join(", "))
        }
    }
}

pub fn term(world: &World, terms: &Terms, id: TermId) -> String {
    let term = |id: &TermId| term(world, terms, *id);
    let list = |parts: &[TermId]| parts.iter().map(term).collect::<Vec<_>>();
    match &terms[id] {
        Term::Receiver => "this".to_owned(),
        Term::Parameter(number) => format!("p{number}"),
        Term::Constant(constant) => match constant {
            Constant::Null => "null".to_owned(),
            Constant::Int(value) => value.to_string(),
            Constant::Long(value) => format!("{value}L"),
            Constant::Float(bits) => format!("{:?}f", f32::from_bits(*bits)),
            Constant::Double(bits) => format!("{:?}d", f64::from_bits(*bits)),
            Constant::String(units) => format!("{:?}", String::from_utf16_lossy(units)),
            Constant::Class(name) => format!("{}.class", simple(name)),
        },
        Term::StaticField(field) => static_field(world, *field),
        Term::Field(base, field) => format!("{}.{}", term(base), world.view(*field).name()),
        Term::Fresh(number) => format!("#{number}"),
        Term::Result(number) => format!("@{number}"),
        Term::Lambda { implementation, captured } => {
            let view = world.view(*implementation);
            // The number of a lambda's method depends on the compiler.
            let name = view.name().to_string();
            let name = if name.starts_with("lambda$") { "lambda" } else { &name };
            format!("{name}{{{}}}", list(captured).join(", "))
        }
        Term::Concatenation(parts) => format!("<{}>", list(parts).join(" + ")),
        Term::Unary(UnaryOperator::Negate, part) => format!("-{}", term(part)),
        Term::Unary(UnaryOperator::Convert(_, to), part) => format!("{to}({})", term(part)),
        Term::Binary(operator, [left, right]) => {
            let sign = match operator {
                B::Add => "+",
                B::Subtract => "-",
                B::Multiply => "*",
                B::Divide => "/",
                B::Remainder => "%",
                B::ShiftLeft => "<<",
                B::ShiftRight => ">>",
                B::UnsignedShiftRight => ">>>",
                B::And => "&",
                B::Or => "|",
                B::Xor => "^",
                B::Compare { .. } => "<=>",
            };
            format!("({} {sign} {})", term(left), term(right))
        }
        Term::InstanceOf(part, class) => format!("({} is {})", term(part), simple(class)),
        Term::ArrayLength(part) => format!("{}.length", term(part)),
        Term::Element([array, index]) => format!("{}[{}]", term(array), term(index)),
        Term::Unknown => "?".to_owned(),
    }
}

fn static_field(world: &World, field: FieldId) -> String {
    let view = world.view(field);
    format!("{}.{}", simple(&view.class().name().to_str()), view.name())
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "==",
        Relation::NotEqual => "!=",
        Relation::Less => "<",
        Relation::LessOrEqual => "<=",
        Relation::Greater => ">",
        Relation::GreaterOrEqual => ">=",
    }
}

fn simple(name: &str) -> &str {
    name.rsplit(['/', '$']).next().unwrap_or(name)
}
