//! Just enough of a planner to put forms together: what an object needs comes before it, and an object
//! that refers back is filled step by step.

use std::collections::{HashMap, HashSet};

use reenact_base::Id;
use reenact_heap::{Forms, Node, NodeId, PrimitiveArray, Value};
use reenact_rebuild::logical::{Filling, Shape, Style, fillings_for_subclass, shape};
use reenact_rebuild::plan::{Operand, Reason};

use super::java_code::{Code, class_name, literal, primitive, type_name};

/// Statements that make one value of a dump.
pub struct Planner<'f, 'g> {
    forms: &'f Forms<'g>,
    release: u8,
    preferred: Style,
    statements: Vec<String>,
    /// Expressions for objects that were made.
    names: HashMap<NodeId, String>,
    /// The same objects, in order: to take an attempt back.
    made: Vec<NodeId>,
    begun: HashSet<NodeId>,
    /// How many references there are to an object.
    counts: HashMap<NodeId, usize>,
}

/// Why a value cannot be made.
#[derive(Debug, PartialEq)]
pub enum Failure {
    Cycle,
    Unbuilt(NodeId, Reason),
}

/// The statements, the expression of the value itself, and all objects that were made.
pub type Planned = (Vec<String>, String, Vec<NodeId>);

pub fn plan(forms: &Forms<'_>, root: NodeId, preferred: Style, release: u8) -> Result<Planned, Failure> {
    let mut planner = Planner {
        forms,
        release,
        preferred,
        statements: Vec::new(),
        names: HashMap::new(),
        made: Vec::new(),
        begun: HashSet::new(),
        counts: counts(forms, root),
    };
    planner.make(root)?;
    let root = planner.names[&root].clone();
    Ok((planner.statements, root, planner.made))
}

/// How many references lead to each object that a value consists of.
fn counts(forms: &Forms<'_>, root: NodeId) -> HashMap<NodeId, usize> {
    let (mut counts, mut to_do) = (HashMap::from([(root, 1)]), vec![root]);
    while let Some(node) = to_do.pop() {
        let mut held = Vec::new();
        match (forms.graph().get(node), forms.of(node)) {
            (_, Ok(logical)) => {
                let mut form = logical.form.clone();
                form.each_value(|value| held.push(*value));
                held.extend(logical.own.iter().map(|(_, _, value)| *value));
            }
            (Node::Object { fields, .. }, _) => held.clone_from(fields),
            (Node::Array { elements, .. }, _) => held.clone_from(elements),
            _ => {}
        }
        for value in held {
            if let Value::Reference(node) = value {
                let count = counts.entry(node).or_insert(0);
                *count += 1;
                if *count == 1 {
                    to_do.push(node);
                }
            }
        }
    }
    counts
}

impl Planner<'_, '_> {
    fn make(&mut self, node: NodeId) -> Result<(), Failure> {
        if self.names.contains_key(&node) {
            return Ok(());
        }
        if !self.begun.insert(node) {
            return Err(Failure::Cycle);
        }
        let made = self.make_anew(node);
        self.begun.remove(&node);
        made
    }

    fn make_anew(&mut self, node: NodeId) -> Result<(), Failure> {
        match self.forms.graph().get(node) {
            Node::String(text) => self.name(node, literal(text)),
            Node::ClassObject(name) => self.name(node, format!("{}.class", class_name(name))),
            Node::Primitives(elements) => {
                let values = (0..elements.len()).filter_map(|at| elements.get(at)).map(primitive);
                let values: Vec<String> = values.collect();
                self.declare(node, &format!("new {}[] {{{}}}", element_type(elements), values.join(", ")));
            }
            Node::Array { class, elements } => {
                let descriptor = &*self.forms.classes().get(*class).name;
                let element = type_name(&descriptor[1..]);
                self.declare(node, &format!("new {element}[{}]", elements.len()));
                for (at, value) in elements.iter().enumerate() {
                    if let Value::Reference(held) = value {
                        self.make(*held)?;
                        let (array, held) = (&self.names[&node], &self.names[held]);
                        let statement = format!("((Object[]) {array})[{at}] = {held}");
                        self.statements.push(statement);
                    }
                }
            }
            Node::Object { class, fields } => match &*self.forms.classes().get(*class).name {
                "Values$Key" => {
                    let Value::Int(number) = fields[0] else { panic!("a number") };
                    self.declare(node, &format!("new Values.Key({number})"));
                }
                // The only lambda among the values.
                "Values" => self.declare(node, "Rebuild.backwards()"),
                "java/lang/Object" => self.declare(node, "new Object()"),
                "Values$Basket" => {
                    self.declare(node, "new Values.Basket()");
                    let fillings = fillings_for_subclass(self.forms, node);
                    self.fill(node, &fillings.map_err(|reason| Failure::Unbuilt(node, reason))?)?;
                }
                "Values$Failure" => self.make_failure(node)?,
                _ => self.make_shaped(node)?,
            },
            Node::End { .. } => panic!("dumps do not end early"),
        }
        Ok(())
    }

    /// An exception of the subject's own, whose constructor a planner would have found.
    fn make_failure(&mut self, node: NodeId) -> Result<(), Failure> {
        let mut arguments = Vec::new();
        let form = self.forms.of(node).expect("a throwable").form;
        let reenact_heap::LogicalForm::Throwable { message, cause, .. } = form else { panic!("a throwable") };
        for argument in [message, cause.expect("a cause was given")] {
            arguments.push(match argument {
                Value::Reference(held) => {
                    self.make(held)?;
                    self.names[&held].clone()
                }
                _ => "null".to_owned(),
            });
        }
        self.declare(
            node,
            &format!("new Values.Failure((String) {}, (Throwable) {})", arguments[0], arguments[1]),
        );
        self.fill(node, &fillings_for_subclass(self.forms, node).expect("a throwable"))
    }

    fn make_shaped(&mut self, node: NodeId) -> Result<(), Failure> {
        let other = if self.preferred == Style::Compact { Style::Stepwise } else { Style::Compact };
        let mut failure = None;
        for style in [self.preferred, other] {
            let (statements, made) = (self.statements.len(), self.made.len());
            let attempt = match shape(self.forms, node, style, self.release) {
                Ok(shape) if shape.absorbed.iter().any(|absorbed| self.counts[absorbed] > 1) => {
                    Err(Failure::Unbuilt(node, Reason::NoWay { fields: vec!["shared".into()] }))
                }
                Ok(shape) => self.make_of(node, &shape),
                Err(reason) => Err(Failure::Unbuilt(node, reason)),
            };
            match attempt {
                Ok(()) => return Ok(()),
                Err(why) => {
                    self.statements.truncate(statements);
                    for taken_back in self.made.drain(made..) {
                        self.names.remove(&taken_back);
                    }
                    // That it cannot be made at all is the better answer.
                    if failure.is_none() || matches!(failure, Some(Failure::Cycle)) {
                        failure = Some(why);
                    }
                }
            }
        }
        Err(failure.expect("two attempts"))
    }

    fn make_of(&mut self, node: NodeId, shape: &Shape) -> Result<(), Failure> {
        for needed in shape.needs() {
            self.make(needed)?;
        }
        let expression = self.code(|code| code.making(&shape.making));
        self.declare(node, &expression);
        self.fill(node, &shape.then)
    }

    fn fill(&mut self, node: NodeId, fillings: &[Filling]) -> Result<(), Failure> {
        for filling in fillings {
            let mut of = Shape { making: placeholder(), then: vec![filling.clone()], absorbed: vec![] };
            let mut nodes = Vec::new();
            of.each_operand(|operand| {
                if let Operand::Value(Value::Reference(node)) = operand {
                    nodes.push(*node);
                }
            });
            nodes.into_iter().try_for_each(|node| self.make(node))?;
            let on = self.names[&node].clone();
            let statement = self.code(|code| code.filling(&on, filling));
            self.statements.push(statement);
        }
        Ok(())
    }

    fn code<T>(&self, write: impl FnOnce(&Code<'_>) -> T) -> T {
        let types = |node: NodeId| match self.forms.graph().get(node) {
            Node::String(_) => "Ljava/lang/String;".to_owned(),
            Node::Object { class, .. } => match &*self.forms.classes().get(*class).name {
                name if name == "Values$Key" || name.starts_with("java/lang/") => format!("L{name};"),
                _ => "Ljava/lang/Object;".to_owned(),
            },
            _ => "Ljava/lang/Object;".to_owned(),
        };
        write(&Code { names: &self.names, types: &types })
    }

    fn declare(&mut self, node: NodeId, expression: &str) {
        let name = format!("v{}", node.index());
        self.statements.push(format!("Object {name} = {expression}"));
        self.name(node, name);
    }

    fn name(&mut self, node: NodeId, expression: String) {
        self.names.insert(node, expression);
        self.made.push(node);
    }
}

fn placeholder() -> reenact_rebuild::plan::Making {
    reenact_rebuild::plan::Making::String(Vec::new())
}

fn element_type(elements: &PrimitiveArray) -> &'static str {
    match elements {
        PrimitiveArray::Boolean(_) => "boolean",
        PrimitiveArray::Byte(_) => "byte",
        PrimitiveArray::Char(_) => "char",
        PrimitiveArray::Short(_) => "short",
        PrimitiveArray::Int(_) => "int",
        PrimitiveArray::Long(_) => "long",
        PrimitiveArray::Float(_) => "float",
        PrimitiveArray::Double(_) => "double",
    }
}
