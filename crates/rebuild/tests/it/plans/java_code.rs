//! Plans as Java source, with a cast wherever one could matter: it is for javac, not for people.

use std::collections::HashMap;

use reenact_heap::{Value, words};
use reenact_rebuild::plan::{Making, Member, ObjectId, Operand, Plan, Step};

use crate::logical::java_code::{class_name, literal, parameters, primitive, type_name};

/// The body of a method that gives the roots.
pub fn body(plan: &Plan) -> String {
    let mut code = Code { names: HashMap::new() };
    let mut text = String::new();
    for step in &plan.steps {
        let statement = code.step(step);
        text.push_str(&format!("        {statement};\n"));
    }
    let roots: Vec<String> = plan.roots.iter().map(|root| code.operand(root, "Ljava/lang/Object;")).collect();
    text + &format!("        return new Object[] {{{}}};\n", roots.join(", "))
}

struct Code {
    names: HashMap<ObjectId, String>,
}

impl Code {
    fn step(&mut self, step: &Step) -> String {
        match step {
            Step::Make { object, made } => {
                let name = format!("o{}", self.names.len());
                let text = match &made.making {
                    Making::MethodReference { interface, .. } => {
                        format!("({}) {}", class_name(interface), self.making(&made.making))
                    }
                    _ => self.making(&made.making),
                };
                self.names.insert(*object, name.clone());
                format!("var {name} = {text}")
            }
            Step::Call { on, method, arguments } => {
                let on = self.names[on].clone();
                self.call(&on, method, arguments)
            }
            Step::Attempt { on, method, arguments } => {
                let on = self.names[on].clone();
                format!("try {{ {}; }} catch (Exception e) {{ }}", self.call(&on, method, arguments))
            }
            Step::CallStatic { method, arguments } => {
                format!(
                    "{}.{}({})",
                    class_name(&method.class),
                    method.name,
                    self.arguments(method, arguments)
                )
            }
            Step::Assign { on, field, value } => {
                let value = self.operand(value, &field.descriptor);
                format!("(({}) {}).{} = {value}", class_name(&field.class), self.names[on], field.name)
            }
            Step::SetElement { array, index, value } => {
                format!(
                    "{}[{index}] = {}",
                    self.names[array],
                    self.operand(value, "Ljava/lang/Object;").replace("(java.lang.Object) ", "")
                )
            }
        }
    }

    fn making(&self, making: &Making) -> String {
        match making {
            Making::Constructor { method, outer: None, arguments } => {
                format!("new {}({})", class_name(&method.class), self.arguments(method, arguments))
            }
            Making::Constructor { method, outer: Some(outer), arguments } => {
                let all = parameters(&method.descriptor);
                let name = words::type_name(&method.class);
                let simple = name.rsplit('$').next().unwrap();
                let outer = self.operand(outer, all[0]);
                let arguments = self.arguments_of(&method.name, &all[1..], arguments);
                format!("({outer}).new {simple}({arguments})")
            }
            Making::Factory { method, arguments } => {
                format!(
                    "{}.{}({})",
                    class_name(&method.class),
                    method.name,
                    self.arguments(method, arguments)
                )
            }
            Making::Result { on, method, arguments } => {
                let on = self.operand(on, "Ljava/lang/Object;");
                self.call(&on, method, arguments)
            }
            Making::Chain { first, calls } => calls
                .iter()
                .fold(self.making(first), |on, (method, arguments)| self.call(&on, method, arguments)),
            Making::StaticField(member) => format!("{}.{}", class_name(&member.class), member.name),
            Making::Field { of, field } => {
                let of = self.operand(of, "Ljava/lang/Object;");
                format!("(({}) {of}).{}", class_name(&field.class), field.name)
            }
            Making::String(text) => literal(text),
            Making::ClassLiteral(name) => format!("{}.class", class_name(name)),
            Making::Array { descriptor, elements } => {
                let element = &descriptor[1..];
                let elements: Vec<String> = elements.iter().map(|one| self.operand(one, element)).collect();
                format!("new {} {{{}}}", type_name(descriptor), elements.join(", "))
            }
            Making::EmptyArray { descriptor, length } => {
                let element = type_name(&descriptor[1..]);
                let (element, rest) = element
                    .split_once("[]")
                    .map_or((&*element, String::new()), |(e, r)| (e, format!("[]{r}")));
                format!("new {element}[{length}]{rest}")
            }
            Making::MethodReference { method, on, .. } => {
                let name = if &*method.name == "<init>" { "new" } else { &method.name };
                match on {
                    Some(on) => format!("({})::{name}", self.operand(on, &format!("L{};", method.class))),
                    None => format!("{}::{name}", class_name(&method.class)),
                }
            }
            other => panic!("no Java for {other:?}"),
        }
    }

    fn call(&self, on: &str, method: &Member, arguments: &[Operand]) -> String {
        let arguments = self.arguments(method, arguments);
        format!("(({}) {on}).{}({arguments})", class_name(&method.class), method.name)
    }

    fn arguments(&self, method: &Member, arguments: &[Operand]) -> String {
        self.arguments_of(&method.name, &parameters(&method.descriptor), arguments)
    }

    fn arguments_of(&self, name: &str, parameters: &[&str], arguments: &[Operand]) -> String {
        assert_eq!(parameters.len(), arguments.len(), "{name} {arguments:?}");
        let mut written = Vec::new();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            match argument {
                Operand::Spread(operands) => {
                    written.extend(operands.iter().map(|one| self.operand(one, &parameter[1..])));
                }
                argument => written.push(self.operand(argument, parameter)),
            }
        }
        written.join(", ")
    }

    fn operand(&self, operand: &Operand, descriptor: &str) -> String {
        match operand {
            Operand::Object(object) => format!("({}) {}", type_name(descriptor), self.names[object]),
            Operand::Value(Value::Null) => format!("({}) null", type_name(descriptor)),
            Operand::Value(value) => primitive(*value),
            Operand::Inline(making) if descriptor.len() == 1 => self.making(making),
            Operand::Inline(making) => format!("({}) ({})", type_name(descriptor), self.making(making)),
            other => panic!("{other:?} is not an operand"),
        }
    }
}
