//! A plan on one line, for logs, tests and people who look into one.
//!
//! It looks like Java without being it: names are simple ones, types of literals and casts are left out.
//! `habitat = new Habitat("north"); habitat.grow(2.0); new Monkey(6, Color.BLUE, habitat)`. Objects that are
//! used once stand where they are used; what cannot be rebuilt follows at the end.

use std::collections::BTreeMap;
use std::fmt::Write;

use reenact_heap::Value;

use crate::plan::{Making, Member, NoHistory, ObjectId, Operand, Plan, Reason, Step};

/// How deep expressions are nested at most: deeper ones get names.
const DEPTH: usize = 12;

/// Characters of one string literal that are shown.
const LITERAL: usize = 60;

/// The plan on one line.
pub fn line(plan: &Plan) -> String {
    let mut printer = Printer { uses: uses(plan), ..Printer::default() };
    let mut statements: Vec<String> = plan.steps.iter().filter_map(|step| printer.step(step)).collect();
    let roots: Vec<String> = plan.roots.iter().map(|root| printer.operand(root).0).collect();
    statements.push(roots.join(", "));
    statements.retain(|statement| !statement.is_empty());
    let mut line = statements.join("; ");
    for unbuilt in &plan.unbuilt {
        let _ = write!(line, " ! {}: {}", simple(&unbuilt.class), words(&unbuilt.reason));
    }
    line
}

fn trace_words(why: &NoHistory) -> String {
    let named = |word: &str, member: &Member| format!("{word} {}", member.name);
    match why {
        NoHistory::NoOrigin => "origin unknown".into(),
        NoHistory::Lost => "history lost".into(),
        NoHistory::NotAccessible(member) => named("not accessible", member),
        NoHistory::Masked(member) => named("masked in", member),
        NoHistory::MadeInside(member) => named("made inside", member),
    }
}

fn words(reason: &Reason) -> String {
    match reason {
        Reason::NotCaptured => "not captured".into(),
        Reason::ClassMissing => "class missing".into(),
        Reason::OtherVersion => "other version".into(),
        Reason::NotAccessible => "not accessible".into(),
        Reason::NoWay { fields } => format!("no way to {}", fields.join(", ")),
        Reason::Injected { fields } => format!("injected {}", fields.join(", ")),
        Reason::Lambda => "lambda".into(),
        Reason::OutsideTheHeap => "outside the heap".into(),
        Reason::Cycle => "cycle".into(),
        Reason::TooBig => "too big".into(),
        Reason::NoHistory { reason, why } => format!("{}, {}", words(reason), trace_words(why)),
        Reason::Adapter(why) => format!("adapter: {why}"),
    }
}

#[derive(Default)]
struct Printer {
    uses: BTreeMap<ObjectId, usize>,
    /// The text of an object, and its depth.
    texts: BTreeMap<ObjectId, (String, usize)>,
    names: BTreeMap<String, usize>,
}

/// How often each object is spoken of. One that something is done to counts as often.
fn uses(plan: &Plan) -> BTreeMap<ObjectId, usize> {
    let mut uses = BTreeMap::new();
    let mut operands: Vec<&Operand> = plan.roots.iter().collect();
    let mut makings: Vec<&Making> = Vec::new();
    for step in &plan.steps {
        match step {
            Step::Make { made, .. } => makings.push(&made.making),
            Step::Call { on, arguments, .. } | Step::Attempt { on, arguments, .. } => {
                *uses.entry(*on).or_insert(0) += 2;
                operands.extend(arguments);
            }
            Step::CallStatic { arguments, .. } => operands.extend(arguments),
            Step::Assign { on, value, .. } | Step::SetElement { array: on, value, .. } => {
                *uses.entry(*on).or_insert(0) += 2;
                operands.push(value);
            }
        }
    }
    loop {
        if let Some(making) = makings.pop() {
            match making {
                Making::Constructor { outer, arguments, .. } => {
                    operands.extend(outer.as_deref());
                    operands.extend(arguments);
                }
                Making::Factory { arguments, .. } => operands.extend(arguments),
                Making::Result { on, arguments, .. } => {
                    operands.push(on);
                    operands.extend(arguments);
                }
                Making::Chain { first, calls } => {
                    makings.push(first);
                    operands.extend(calls.iter().flat_map(|(_, arguments)| arguments));
                }
                Making::Field { of, .. } => operands.push(of),
                Making::Array { elements, .. } => operands.extend(elements),
                Making::MethodReference { on, .. } => operands.extend(on.as_deref()),
                _ => {}
            }
        } else if let Some(operand) = operands.pop() {
            match operand {
                Operand::Object(object) => *uses.entry(*object).or_insert(0) += 1,
                Operand::Inline(making) => makings.push(making),
                Operand::Spread(parts) => operands.extend(parts),
                Operand::Value(_) => {}
            }
        } else {
            return uses;
        }
    }
}

impl Printer {
    fn step(&mut self, step: &Step) -> Option<String> {
        Some(match step {
            Step::Make { object, made } => {
                let (text, depth) = self.making(&made.making);
                let is_constant = matches!(made.making, Making::StaticField(_) | Making::ClassLiteral(_));
                let uses = self.uses.get(object).copied().unwrap_or(0);
                // Made for what its making does to others.
                if uses == 0 {
                    return Some(text);
                }
                let is_once = uses == 1;
                if (is_once || is_constant) && depth < DEPTH {
                    self.texts.insert(*object, (text, depth + 1));
                    return None;
                }
                let wanted = made.hint.as_deref().map_or_else(|| simple(&made.class), str::to_owned);
                let mut name = wanted.trim_end_matches("[]").replace('.', "");
                if let Some(first) = name.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                let count = self.names.entry(name.clone()).or_insert(0);
                *count += 1;
                if *count > 1 {
                    let _ = write!(name, "{count}");
                }
                self.texts.insert(*object, (name.clone(), 0));
                format!("{name} = {text}")
            }
            Step::Call { on, method, arguments } => {
                format!("{}.{}({})", self.object(*on), method.name, self.operands(arguments).0)
            }
            Step::Attempt { on, method, arguments } => {
                format!("try {}.{}({})", self.object(*on), method.name, self.operands(arguments).0)
            }
            Step::CallStatic { method, arguments } => {
                format!("{}.{}({})", simple(&method.class), method.name, self.operands(arguments).0)
            }
            Step::Assign { on, field, value } => {
                format!("{}.{} = {}", self.object(*on), field.name, self.operand(value).0)
            }
            Step::SetElement { array, index, value } => {
                format!("{}[{index}] = {}", self.object(*array), self.operand(value).0)
            }
        })
    }

    fn object(&self, object: ObjectId) -> String {
        self.texts.get(&object).map_or_else(|| "?".to_owned(), |(text, _)| text.clone())
    }

    fn operands(&self, operands: &[Operand]) -> (String, usize) {
        let texts: Vec<(String, usize)> = operands.iter().map(|operand| self.operand(operand)).collect();
        let depth = texts.iter().map(|(_, depth)| *depth).max().unwrap_or(0);
        (texts.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(", "), depth)
    }

    fn operand(&self, operand: &Operand) -> (String, usize) {
        match operand {
            Operand::Value(value) => (literal(*value), 0),
            Operand::Object(object) => self.texts.get(object).cloned().unwrap_or_else(|| ("?".into(), 0)),
            Operand::Inline(making) => self.making(making),
            Operand::Spread(parts) => self.operands(parts),
        }
    }

    fn making(&self, making: &Making) -> (String, usize) {
        let call = |method: &Member, arguments: &[Operand]| {
            let (arguments, depth) = self.operands(arguments);
            (format!("{}({arguments})", method.name), depth)
        };
        match making {
            Making::Constructor { method, outer, arguments } => {
                let (arguments, depth) = self.operands(arguments);
                let made = format!("new {}({arguments})", simple(&method.class));
                match outer {
                    Some(outer) => (format!("{}.{made}", self.operand(outer).0), depth),
                    None => (made, depth),
                }
            }
            Making::Factory { method, arguments } => {
                let (text, depth) = call(method, arguments);
                (format!("{}.{text}", simple(&method.class)), depth)
            }
            Making::Result { on, method, arguments } => {
                let ((text, depth), (on, on_depth)) = (call(method, arguments), self.operand(on));
                (format!("{on}.{text}"), depth.max(on_depth))
            }
            Making::Chain { first, calls } => {
                let (mut text, mut depth) = self.making(first);
                for (method, arguments) in calls {
                    let (next, below) = call(method, arguments);
                    let _ = write!(text, ".{next}");
                    depth = depth.max(below);
                }
                (text, depth)
            }
            Making::StaticField(field) => (format!("{}.{}", simple(&field.class), field.name), 0),
            Making::Field { of, field } => (format!("{}.{}", self.operand(of).0, field.name), 0),
            Making::String(text) => {
                let shown: Vec<u16> = text.iter().copied().take(LITERAL).collect();
                let more = if text.len() > LITERAL { "…" } else { "" };
                (format!("{:?}{more}", String::from_utf16_lossy(&shown)), 0)
            }
            Making::ClassLiteral(class) => (format!("{}.class", simple(class)), 0),
            Making::Array { descriptor, elements } => {
                let (elements, depth) = self.operands(elements);
                (format!("new {} {{{elements}}}", simple(descriptor)), depth)
            }
            Making::EmptyArray { descriptor, length } => {
                let element = simple(descriptor);
                let (element, rest) = element.split_once("[]").unwrap_or((&element, ""));
                (format!("new {element}[{length}]{rest}"), 0)
            }
            Making::MethodReference { method, on, .. } => {
                let name = if &*method.name == "<init>" { "new" } else { &method.name };
                match on {
                    Some(on) => (format!("{}::{name}", self.operand(on).0), 0),
                    None => (format!("{}::{name}", simple(&method.class)), 0),
                }
            }
            Making::StandIn(stand_in) => (format!("<{}>", simple(&stand_in.of)), 0),
            Making::Adapter(expression) => (expression.to_string(), 0),
        }
    }
}

fn literal(value: Value) -> String {
    match value {
        Value::Null => "null".into(),
        // A plan has objects in the place of references.
        Value::Reference(_) => "?".into(),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => format!("{value}L"),
        Value::Char(value) => format!("{:?}", char::from_u32(value.into()).unwrap_or('?')),
        Value::Float(bits) => format!("{:?}f", f32::from_bits(bits)),
        Value::Double(bits) => format!("{:?}", f64::from_bits(bits)),
    }
}

/// `Map.Entry` of `java/util/Map$Entry`, `int[]` of `[I`.
fn simple(class: &str) -> String {
    let element = class.trim_start_matches('[');
    let dimensions = class.len() - element.len();
    let name = match (dimensions, element) {
        (0, name) => name,
        (_, "I") => "int",
        (_, "J") => "long",
        (_, "Z") => "boolean",
        (_, "B") => "byte",
        (_, "C") => "char",
        (_, "S") => "short",
        (_, "F") => "float",
        (_, "D") => "double",
        (_, name) => name.trim_start_matches('L').trim_end_matches(';'),
    };
    let name = name.rsplit('/').next().unwrap_or(name).replace('$', ".");
    name + &"[]".repeat(dimensions)
}
