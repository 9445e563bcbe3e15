//! The recipe of one object, by what kind of object it is.

use std::sync::Arc;

use reenact_heap::{ClassKind, LogicalForm, Node, NodeId, PrimitiveArray, Raw, Value};
use rustc_hash::FxHashSet;

use super::Assembler;
use crate::facts::{array_descriptor, reference};
use crate::logical::{self, Style};
use crate::plan::{Making, Member, Operand, Reason, Strategy};
use crate::recipe::{Filling, Inside, Recipe};
use crate::solve::target::Target;

/// Arrays at least this long are filled element by element if nearly all of them is zero.
const SPARSE_FROM: usize = 64;

/// All that a recipe by structure depends on besides the request. Impossible, shared and entering objects only ever
/// become more, so that their number says which they are.
#[derive(PartialEq)]
pub(super) struct Knowledge {
    impossible: usize,
    late: Option<Arc<FxHashSet<NodeId>>>,
    shared: usize,
    entering: usize,
    may_not_enter: bool,
    is_alone: bool,
}

impl Assembler<'_, '_> {
    /// How an object is made, by what its class and its state say. Objects with histories are solved again and again as
    /// others come in, and most of the time nothing has changed that their structure depends on.
    pub(super) fn known_structure(&mut self, node: NodeId) -> Result<Recipe, Reason> {
        if !self.is_following() {
            return self.by_structure(node);
        }
        let knowledge = Knowledge {
            impossible: self.impossible.len(),
            late: self.late.get(&node).cloned(),
            shared: self.shared.get(&node).map_or(0, |shared| shared.len()),
            entering: self.entering.get(&node).map_or(0, |entering| entering.len()),
            may_not_enter: self.outside.contains(&node),
            is_alone: self.alone.contains(&node),
        };
        if let Some((before, recipe)) = self.structures.get(&node)
            && *before == knowledge
        {
            return recipe.clone();
        }
        let recipe = self.by_structure(node);
        self.structures.insert(node, (knowledge, recipe.clone()));
        recipe
    }

    /// How an object is made, by what its class and its state say.
    pub(super) fn by_structure(&mut self, node: NodeId) -> Result<Recipe, Reason> {
        let facts = self.facts;
        let Some(observed) = facts.node(node) else { return Err(Reason::NotCaptured) };
        let name = facts.class_name(node).ok_or(Reason::NotCaptured)?;
        if let Some(recipe) = self.constant(node, name) {
            return Ok(recipe);
        }
        if let Some(recipe) = self.adapted(node, name)? {
            return Ok(recipe);
        }
        if let Some(stand_in) = self.stand_in(node) {
            return Ok(stand_in);
        }
        match observed {
            Node::String(text) => Ok(Recipe::new(name, Making::String(text.clone()), Strategy::Logical)),
            Node::ClassObject(class) => match self.can_name(class) {
                true => Ok(Recipe::new(name, Making::ClassLiteral(class.clone()), Strategy::Logical)),
                false => Err(Reason::NotAccessible),
            },
            Node::Primitives(elements) => Ok(primitives(elements)),
            Node::Array { elements, .. } => self.array(node, name, elements),
            Node::End { .. } => Err(Reason::NotCaptured),
            Node::Object { .. } => match facts.kind(node) {
                Some(ClassKind::Lambda { .. }) => self.lambda(node, name),
                // No code of the subject can make them.
                Some(ClassKind::Proxy | ClassKind::Generated) => Err(Reason::NotAccessible),
                _ => self.object(node, name),
            },
        }
    }

    /// An object as the user says that it is made. Lambdas and proxies have no class that can be named, so
    /// that their interfaces stand for them.
    fn adapted(&self, node: NodeId, name: &str) -> Result<Option<Recipe>, Reason> {
        let adapters = &self.solver.program.options.adapters;
        let mut names = vec![name];
        if let Some(ClassKind::Lambda { .. } | ClassKind::Proxy | ClassKind::Generated) =
            self.facts.kind(node)
        {
            let recorded = self.facts.recorded_class(node).into_iter();
            names =
                recorded.flat_map(|class| class.interfaces.iter().map(|name| &**name)).chain(names).collect();
        }
        for name in names {
            if let Some(adapter) = adapters.iter().find(|adapter| adapter.class() == name) {
                let code = adapter.fill(self.facts, node)?;
                return Ok(Some(Recipe::new(name, Making::Adapter(code), Strategy::Adapter)));
            }
        }
        Ok(None)
    }

    /// Whether code can name a class, by internal name or by a descriptor.
    fn can_name(&self, class: &str) -> bool {
        let element = class.trim_start_matches('[');
        let is_array = element.len() != class.len();
        let name = match (is_array, reference(element)) {
            (true, Some(name)) => name,
            (true, None) => return true,
            (false, _) => element,
        };
        match name {
            "int" | "long" | "boolean" | "byte" | "char" | "short" | "float" | "double" | "void" => true,
            _ => {
                let class = self.solver.program.world.class_id(name);
                class.is_some_and(|class| self.solver.package.viewpoint.can_name(class))
            }
        }
    }

    /// An object that a static field holds.
    fn constant(&self, node: NodeId, class: &str) -> Option<Recipe> {
        let (program, view) = (self.solver.program, &self.solver.package.viewpoint);
        let member = self.facts.static_of(node)?;
        let declaring = program.world.class_id(&member.class)?;
        let field = program.world.field(declaring, &member.name)?;
        let making = if view.can_name(declaring) && view.can_read(field) {
            Making::StaticField(program.field_member(field))
        } else {
            // A private one may be handed out: `Registry.getInstance()`.
            let mut methods = program.world.view(declaring).methods().filter(|method| {
                method.access_flags().is_static()
                    && method.descriptor().to_str().starts_with("()L")
                    && view.can_name(declaring)
                    && view.can_call(method.id())
            });
            let held = reenact_flow::term::Term::StaticField(field);
            let method = methods.find(|method| {
                let paths = program.paths(method.id());
                paths.paths.iter().any(|path| path.result.is_some_and(|result| paths.terms[result] == held))
            })?;
            Making::Factory { method: program.method_member(method.id()), arguments: Vec::new() }
        };
        let mut recipe = Recipe::new(class, making, Strategy::Static);
        recipe.cost = program.options.costs.constant;
        Some(recipe)
    }

    fn array(&self, node: NodeId, descriptor: &str, elements: &[Value]) -> Result<Recipe, Reason> {
        if !self.can_name(descriptor) {
            return Err(Reason::NotAccessible);
        }
        let length = u32::try_from(elements.len()).map_err(|_| Reason::TooBig)?;
        let is_null = |value: &Value| *value == Value::Null;
        let none: Arc<FxHashSet<NodeId>> = Arc::default();
        let late = self.late.get(&node).unwrap_or(&none);
        let is_late = |value: &Value| matches!(value, Value::Reference(node) if late.contains(node));
        let empty = Making::EmptyArray { descriptor: descriptor.into(), length };
        if elements.iter().all(is_null) {
            return Ok(Recipe::new(descriptor, empty, Strategy::Logical));
        }
        if !elements.iter().any(|element| is_late(element) || *element == Value::Reference(node)) {
            let elements = elements.iter().map(|element| Operand::Value(*element)).collect();
            let making = Making::Array { descriptor: descriptor.into(), elements };
            return Ok(Recipe::new(descriptor, making, Strategy::Logical));
        }
        let mut recipe = Recipe::new(descriptor, empty, Strategy::Logical);
        let set = (0..).zip(elements).filter(|(_, value)| !is_null(value));
        recipe.then =
            set.map(|(index, value)| Filling::SetElement { index, value: Operand::Value(*value) }).collect();
        Ok(recipe)
    }

    /// A lambda or method reference. Only one that names a method can be written again.
    fn lambda(&mut self, node: NodeId, name: &str) -> Result<Recipe, Reason> {
        let (program, view) = (self.solver.program, &self.solver.package.viewpoint);
        let Some(ClassKind::Lambda { implementation: (class, method, descriptor), .. }) =
            self.facts.kind(node)
        else {
            return Err(Reason::Lambda);
        };
        let recorded = self.facts.recorded_class(node).ok_or(Reason::Lambda)?;
        let interface = recorded.interfaces.first().ok_or(Reason::Lambda)?;
        let Some(Node::Object { fields, .. }) = self.facts.node(node) else {
            return Err(Reason::NotCaptured);
        };
        let declaring = program.world.class_id(class).ok_or(Reason::ClassMissing)?;
        let found = program.world.method(declaring, method, descriptor).ok_or(Reason::Lambda)?;
        let flags = program.world.view(found).access_flags();
        let is_open = view.can_name(declaring) && view.can_call(found) && self.can_name(interface);
        let on = match (flags.is_static() || &**method == "<init>", fields.as_slice()) {
            (_, []) => None,
            (false, [receiver @ Value::Reference(_)]) => Some(Box::new(Operand::Value(*receiver))),
            _ => return self.captured_lambda(node, name),
        };
        if !is_open {
            return self.captured_lambda(node, name);
        }
        let method = Member::new(class, method, descriptor);
        let making = Making::MethodReference { interface: interface.clone(), method, on };
        Ok(Recipe::new(name, making, Strategy::Structure))
    }

    /// A lambda expression of the subject's: a method that hands it out may be asked for it.
    fn captured_lambda(&mut self, node: NodeId, name: &str) -> Result<Recipe, Reason> {
        let scope = self.scope(node);
        self.solver.lambda(&scope, node, name).ok_or(Reason::Lambda)
    }

    fn object(&mut self, node: NodeId, name: &str) -> Result<Recipe, Reason> {
        let program = self.solver.program;
        if let Some((class, constant)) = self.facts.constant(node) {
            let enumeration = program.world.class_id(&class).ok_or(Reason::ClassMissing)?;
            let is_known = program.world.field(enumeration, &constant).is_some();
            return match (is_known, self.solver.package.viewpoint.can_name(enumeration)) {
                (false, _) => Err(Reason::OtherVersion),
                (_, false) => Err(Reason::NotAccessible),
                _ => {
                    let member = Member::new(&class, &constant, &format!("L{class};"));
                    Ok(Recipe::new(name, Making::StaticField(member), Strategy::Static))
                }
            };
        }
        let class = program.world.class_id(name).ok_or(Reason::ClassMissing)?;
        let is_platform = program.world.is_platform_class(class);
        match self.facts.forms.of(node) {
            Ok(logical) if is_platform => {
                if logical.form == LogicalForm::Opaque {
                    return Err(Reason::OutsideTheHeap);
                }
                match self.form(node, name) {
                    Ok(recipe) => return Ok(recipe),
                    // An object without a form that can be written may still have a constructor.
                    Err(reason @ (Reason::Cycle | Reason::OutsideTheHeap)) => return Err(reason),
                    Err(reason) => return self.structure(node).map_err(|_| reason),
                }
            }
            Err(Raw::Damaged | Raw::NotAnObject) => return Err(Reason::NotCaptured),
            _ => {}
        }
        self.structure(node)
    }

    /// An object of the JDK by its logical form.
    fn form(&mut self, node: NodeId, name: &str) -> Result<Recipe, Reason> {
        let none: Arc<FxHashSet<NodeId>> = Arc::default();
        let late = self.late.get(&node).unwrap_or(&none);
        let shared = self.shared.get(&node).unwrap_or(&none);
        let mut last = Reason::Cycle;
        for style in [Style::Compact, Style::Stepwise] {
            let shape =
                match logical::shape(&self.facts.forms, node, style, self.solver.program.options.release) {
                    Ok(shape) => shape,
                    Err(reason) => {
                        last = reason;
                        continue;
                    }
                };
            let mut recipe = Recipe::new(name, shape.making, Strategy::Logical);
            recipe.then = shape.then.into_iter().map(Filling::from).collect();
            recipe.inside = shape.absorbed.into_iter().map(|node| Inside { node, field: None }).collect();
            let is_early = !recipe.needs().iter().any(|need| late.contains(need));
            let is_apart = !recipe.inside.iter().any(|inside| shared.contains(&inside.node));
            if is_early && is_apart {
                return Ok(recipe);
            }
        }
        Err(last)
    }

    /// An object by what the code of its class does.
    fn structure(&mut self, node: NodeId) -> Result<Recipe, Reason> {
        let target = Target::of_node(self.solver.program, self.facts, node)?;
        self.note_hints(&target);
        let scope = self.scope(node);
        let memory = self.facts.request.memory;
        if let Some(known) = memory.and_then(|memory| memory.recipe(self.facts, &scope, node)) {
            return known;
        }
        let limits = &self.solver.program.options.limits;
        let recipe = self.solver.solve(&scope, &target, limits.depth, u32::MAX);
        if let Some(memory) = memory {
            memory.keep(self.facts, &scope, node, &recipe);
        }
        recipe
    }

    fn note_hints(&mut self, target: &Target) {
        for (at, slot) in target.slots.iter().enumerate() {
            if let (Some(held), crate::solve::target::Key::Field(field)) = (target.held(at), slot.key) {
                let name = || (&*self.solver.program.world.view(field).name().to_str()).into();
                // A root is what it was asked for as, not what some object calls it.
                if !self.is_root.contains(&held) {
                    self.hints.entry(held).or_insert_with(name);
                }
            }
        }
    }
}

/// All elements, or a text that gives them, or an array of zeros and those that are not.
fn primitives(elements: &PrimitiveArray) -> Recipe {
    let descriptor = array_descriptor(elements);
    let length = elements.len();
    let values = || (0..length).filter_map(|at| elements.get(at));
    let is_zero = |value: &Value| {
        matches!(
            crate::want::Datum::of(*value),
            crate::want::Datum::Int(0)
                | crate::want::Datum::Long(0)
                | crate::want::Datum::Float(0)
                | crate::want::Datum::Double(0)
        )
    };
    let set = values().filter(|value| !is_zero(value)).count();
    let is_sparse = set == 0 || length >= SPARSE_FROM && set <= length / 8;
    match (is_sparse, u32::try_from(length)) {
        (true, Ok(count)) => {
            let making = Making::EmptyArray { descriptor: descriptor.into(), length: count };
            let mut recipe = Recipe::new(descriptor, making, Strategy::Logical);
            let filled = (0..).zip(values()).filter(|(_, value)| !is_zero(value));
            recipe.then = filled
                .map(|(index, value)| Filling::SetElement { index, value: Operand::Value(value) })
                .collect();
            recipe
        }
        _ => {
            let making = logical::as_one_text(elements).unwrap_or_else(|| Making::Array {
                descriptor: descriptor.into(),
                elements: values().map(Operand::Value).collect(),
            });
            Recipe::new(descriptor, making, Strategy::Logical)
        }
    }
}
