//! Paths as text.
//!
//! `this` and `p0` are given, `f` of `x` is `x.f`, `#0` is the first object that is made and `@0` the result of
//! the first call that was not entered.

use reenact_flow::paths::{Call, Fresh, Path, Paths, Relation, Target};
use reenact_flow::term::{BinaryOperator as B, Constant, Term, UnaryOperator};
use reenact_world::{CallKind, World};

/// All paths, one after the other with ` | ` between them; `...` at the end if there are more.
pub fn paths(world: &World, paths: &Paths) -> String {
    let mut shown: Vec<String> = paths.paths.iter().map(|one| path(world, one)).collect();
    if !paths.is_complete {
        shown.push("...".to_owned());
    }
    shown.join(" | ")
}

pub fn path(world: &World, path: &Path) -> String {
    let mut steps = Vec::new();
    let conditions: Vec<String> = path
        .conditions
        .iter()
        .map(|c| format!("{} {} {}", term(world, &c.left), relation(c.relation), term(world, &c.right)))
        .collect();
    if !conditions.is_empty() {
        steps.push(format!("if {}", conditions.join(" && ")));
    }
    for (number, object) in path.objects.iter().enumerate() {
        steps.push(match object {
            Fresh::Object(name) => format!("#{number} = {}", simple(name)),
            Fresh::Array(descriptor, length) => format!("#{number} = {descriptor}({})", term(world, length)),
        });
    }
    let mut stores = path.stores.iter().peekable();
    for number in 0..=path.calls.len() {
        while let Some(store) = stores.next_if(|store| store.after_calls as usize == number) {
            let target = match &store.target {
                Target::Field(base, field) => format!("{}.{}", term(world, base), world.view(*field).name()),
                Target::StaticField(field) => term(world, &Term::StaticField(*field)),
                Target::Element(array, index) => format!("{}[{}]", term(world, array), term(world, index)),
            };
            steps.push(format!("{target} = {}", term(world, &store.value)));
        }
        if let Some(made) = path.calls.get(number) {
            steps.push(format!("@{number} = {}", call(world, made)));
        }
    }
    assert!(stores.next().is_none(), "a store after a call that is not there");
    if let Some(result) = &path.result {
        steps.push(format!("return {}", term(world, result)));
    }
    if steps.is_empty() { "nothing".to_owned() } else { steps.join("; ") }
}

fn call(world: &World, call: &Call) -> String {
    let reference = world.method_ref(call.reference);
    let class = world.text(reference.class).to_str();
    let class = simple(&class);
    let name = world.text(world.name_and_type_of(reference.name_and_type).name);
    let mut arguments = call.arguments.iter().map(|argument| term(world, argument));
    match call.kind {
        CallKind::Static => format!("{class}.{name}({})", arguments.collect::<Vec<_>>().join(", ")),
        _ => {
            let receiver = arguments.next().expect("a receiver");
            format!("{receiver}.{class}::{name}({})", arguments.collect::<Vec<_>>().join(", "))
        }
    }
}

pub fn term(world: &World, shown: &Term) -> String {
    let list = |terms: &[Term]| terms.iter().map(|part| term(world, part)).collect::<Vec<_>>();
    match shown {
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
        Term::StaticField(field) => {
            let view = world.view(*field);
            format!("{}.{}", simple(&view.class().name().to_str()), view.name())
        }
        Term::Field(base, field) => format!("{}.{}", term(world, base), world.view(*field).name()),
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
        Term::Unary(UnaryOperator::Negate, part) => format!("-{}", term(world, part)),
        Term::Unary(UnaryOperator::Convert(_, to), part) => format!("{to}({})", term(world, part)),
        Term::Binary(operator, left, right) => {
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
            format!("({} {sign} {})", term(world, left), term(world, right))
        }
        Term::InstanceOf(part, class) => format!("({} is {})", term(world, part), simple(class)),
        Term::ArrayLength(part) => format!("{}.length", term(world, part)),
        Term::Element(array, index) => format!("{}[{}]", term(world, array), term(world, index)),
        Term::Unknown => "?".to_owned(),
    }
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
