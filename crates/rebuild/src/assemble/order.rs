//! The steps in an order in which they can be taken.
//!
//! An object is made when all that its making needs was made, and is filled right afterwards. What a filling
//! needs comes before it, whole, so that a key is complete before it is put into a map. Only where objects refer
//! to each other is a filling put off: until the object that it waits for is there.

use std::sync::atomic::{AtomicBool, Ordering};

use reenact_base::Id;
use reenact_heap::{NodeId, Value};
use rustc_hash::FxHashMap;

use super::Assembler;
use crate::plan::{Made, Making, ObjectId, Operand, Plan, Reason, Step, Unbuilt};
use crate::recipe::{Filling, Recipe};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The objects that it needs are being made.
    Begun,
    /// It is there.
    Made,
}

/// An object that is being worked on.
struct Frame {
    node: NodeId,
    /// The objects that its making needs, and how many of those are done.
    needs: Vec<NodeId>,
    seen: usize,
    /// The filling that is next, and how many of those that it needs were seen to.
    filling: usize,
    filling_seen: usize,
}

struct Writer<'a, 's, 'w> {
    assembler: &'a Assembler<'s, 'w>,
    plan: Plan,
    states: FxHashMap<NodeId, State>,
    objects: FxHashMap<NodeId, ObjectId>,
    /// Objects that getters returned.
    got: FxHashMap<(NodeId, Box<str>), ObjectId>,
    /// Objects with fillings that wait for another one, by that one: the object and its next filling.
    waiting: FxHashMap<NodeId, Vec<(NodeId, usize)>>,
    /// Objects that are made between the fillings of another one, by that one.
    leaders: FxHashMap<NodeId, NodeId>,
    /// An object was needed before it could be there.
    is_torn: AtomicBool,
    next: usize,
}

impl Assembler<'_, '_> {
    /// The plan, in order.
    pub(super) fn ordered(mut self) -> Plan {
        let leaders = self.interleave();
        let mut writer = Writer {
            assembler: &self,
            plan: Plan::default(),
            states: FxHashMap::default(),
            objects: FxHashMap::default(),
            got: FxHashMap::default(),
            waiting: FxHashMap::default(),
            leaders,
            is_torn: AtomicBool::new(false),
            next: 0,
        };
        let limit = self.solver.program.options.limits.steps;
        for root in self.roots() {
            writer.make(root, limit);
        }
        let roots = self.facts.request.roots.iter();
        writer.plan.roots = roots
            .map(|root| match root {
                Value::Reference(node) if self.recipe(*node).is_none() => Operand::Value(Value::Null),
                value => writer.operand(&Operand::Value(*value)),
            })
            .collect();
        writer.plan.unbuilt = self.unbuilt();
        let is_torn = writer.is_torn.load(Ordering::Relaxed);
        if writer.plan.steps.len() > limit || is_torn {
            let node = self.roots().next();
            writer.plan.unbuilt.extend(node.map(|node| Unbuilt {
                node,
                class: self.facts.class_name(node).unwrap_or("?").into(),
                reason: if is_torn { Reason::Cycle } else { Reason::TooBig },
            }));
        }
        writer.plan
    }
}

impl Writer<'_, '_, '_> {
    fn recipe(&self, node: NodeId) -> Option<&Recipe> {
        self.assembler.recipe(node)
    }

    /// Makes an object and all that it needs.
    fn make(&mut self, root: NodeId, limit: usize) {
        let mut frames = Vec::new();
        self.enter(root, &mut frames);
        while let Some(mut frame) = frames.pop() {
            if self.plan.steps.len() > limit {
                return;
            }
            if self.states.get(&frame.node) == Some(&State::Begun) {
                if let Some(&need) = frame.needs.get(frame.seen) {
                    frame.seen += 1;
                    frames.push(frame);
                    self.enter(need, &mut frames);
                    continue;
                }
                self.emit(frame.node);
            }
            self.fill(frame, &mut frames);
        }
    }

    /// Begins with an object, if it was not begun and needs a step of its own.
    fn enter(&mut self, node: NodeId, frames: &mut Vec<Frame>) {
        let node = self.leaders.get(&node).copied().unwrap_or(node);
        if self.states.contains_key(&node) || self.is_inline(node) {
            return;
        }
        let Some(recipe) = self.recipe(node) else { return };
        let needs = recipe.needs();
        self.states.insert(node, State::Begun);
        frames.push(Frame { node, needs, seen: 0, filling: 0, filling_seen: 0 });
    }

    /// Strings and boxes have no identity that counts, and are written where they are used.
    fn is_inline(&self, node: NodeId) -> bool {
        self.assembler.facts.is_observed(node) && self.assembler.facts.is_text_or_box(node)
    }

    fn emit(&mut self, node: NodeId) {
        let assembler = self.assembler;
        let Some(recipe) = assembler.recipe(node) else { return };
        let making = self.making(&recipe.making);
        let object = self.object();
        self.objects.insert(node, object);
        self.states.insert(node, State::Made);
        let is_observed = assembler.facts.is_observed(node);
        self.plan.relaxed.extend(recipe.relaxed.iter().filter(|_| is_observed).map(|field| (node, *field)));
        self.plan.unproved.extend(recipe.unproved.iter().filter(|_| is_observed).map(|field| (node, *field)));
        let made = Made {
            node: is_observed.then_some(node),
            class: recipe.class.clone(),
            making,
            strategy: recipe.strategy,
            hint: assembler.hints.get(&node).cloned(),
        };
        self.plan.steps.push(Step::Make { object, made });
    }

    fn object(&mut self) -> ObjectId {
        let object = ObjectId::from_index(self.next);
        self.next += 1;
        object
    }

    /// The next filling of an object, or what it needs first.
    fn fill(&mut self, mut frame: Frame, frames: &mut Vec<Frame>) {
        let assembler = self.assembler;
        let node = frame.node;
        let fillings = assembler.recipe(node).map_or(&[][..], |recipe| &recipe.then);
        let Some(filling) = fillings.get(frame.filling) else {
            self.resume(node, frames);
            return;
        };
        let needs = filling.needs();
        if let Some(&need) = needs.get(frame.filling_seen) {
            frame.filling_seen += 1;
            frames.push(frame);
            self.enter(need, frames);
            return;
        }
        let missing = needs.iter().find(|need| self.states.get(need) == Some(&State::Begun));
        if let Some(&missing) = missing {
            // Later fillings wait as well: their order may be that of a list.
            self.waiting.entry(missing).or_default().push((node, frame.filling));
            self.resume(node, frames);
            return;
        }
        self.take(node, filling);
        frames.push(Frame { filling: frame.filling + 1, filling_seen: 0, ..frame });
    }

    /// Continues with those that waited for an object.
    fn resume(&mut self, node: NodeId, frames: &mut Vec<Frame>) {
        for (owner, filling) in self.waiting.remove(&node).unwrap_or_default().into_iter().rev() {
            frames.push(Frame { node: owner, needs: Vec::new(), seen: 0, filling, filling_seen: 0 });
        }
    }

    fn take(&mut self, node: NodeId, filling: &Filling) {
        let Some(&on) = self.objects.get(&node) else { return };
        let step = match filling {
            Filling::Call { method, arguments, .. } => {
                Step::Call { on, method: method.clone(), arguments: self.operands(arguments) }
            }
            Filling::Attempt { method, arguments } => {
                Step::Attempt { on, method: method.clone(), arguments: self.operands(arguments) }
            }
            Filling::CallStatic { method, arguments } => {
                Step::CallStatic { method: method.clone(), arguments: self.operands(arguments) }
            }
            Filling::Assign { field, value } => {
                Step::Assign { on, field: field.clone(), value: self.operand(value) }
            }
            Filling::SetElement { index, value } => {
                Step::SetElement { array: on, index: *index, value: self.operand(value) }
            }
            Filling::Through { inside, class, getter, method, arguments } => {
                let on = self.got(node, on, *inside, class, getter);
                Step::Call { on, method: method.clone(), arguments: self.operands(arguments) }
            }
            Filling::CallOn { on, method, arguments } => {
                let Operand::Object(on) = self.operand(on) else { return };
                Step::Call { on, method: method.clone(), arguments: self.operands(arguments) }
            }
            Filling::Ensure { .. } => return,
            Filling::Make { node, .. } => return self.emit(*node),
            Filling::Of { node, filling } => return self.take(*node, filling),
        };
        self.plan.steps.push(step);
    }

    /// The result of a getter, under a name of its own.
    fn got(
        &mut self,
        node: NodeId,
        on: ObjectId,
        inside: Option<NodeId>,
        class: &str,
        getter: &Making,
    ) -> ObjectId {
        if let Some(known) = inside.and_then(|inside| self.objects.get(&inside)) {
            return *known;
        }
        let (name, making) = match getter {
            Making::Result { method, .. } => {
                let on = Box::new(Operand::Object(on));
                (&method.name, Making::Result { on, method: method.clone(), arguments: Vec::new() })
            }
            Making::Field { field, .. } => {
                (&field.name, Making::Field { of: Box::new(Operand::Object(on)), field: field.clone() })
            }
            other => (&class.into(), other.clone()),
        };
        if let Some(known) = self.got.get(&(node, name.clone())) {
            return *known;
        }
        let object = self.object();
        self.got.insert((node, name.clone()), object);
        if let Some(inside) = inside {
            self.objects.insert(inside, object);
            self.states.insert(inside, State::Made);
        }
        let hint = inside.and_then(|inside| self.assembler.hints.get(&inside).cloned());
        let strategy = crate::plan::Strategy::Structure;
        let made = Made { node: inside, class: class.into(), making, strategy, hint };
        self.plan.steps.push(Step::Make { object, made });
        object
    }

    fn operands(&self, operands: &[Operand]) -> Vec<Operand> {
        operands.iter().map(|operand| self.operand(operand)).collect()
    }

    /// An operand with objects in the place of nodes.
    fn operand(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::Value(Value::Reference(node)) => match (self.objects.get(node), self.recipe(*node)) {
                (Some(object), _) => Operand::Object(*object),
                (None, Some(recipe)) if self.is_inline(*node) => {
                    Operand::Inline(Box::new(self.making(&recipe.making)))
                }
                (None, Some(_)) if self.assembler.is_following() => {
                    self.is_torn.store(true, Ordering::Relaxed);
                    Operand::Value(Value::Null)
                }
                // It is not needed, or there would be no plan.
                _ => Operand::Value(Value::Null),
            },
            Operand::Inline(making) => Operand::Inline(Box::new(self.making(making))),
            Operand::Spread(parts) => Operand::Spread(self.operands(parts)),
            other => other.clone(),
        }
    }

    fn making(&self, making: &Making) -> Making {
        let boxed = |operand: &Operand| Box::new(self.operand(operand));
        match making {
            Making::Constructor { method, outer, arguments } => Making::Constructor {
                method: method.clone(),
                outer: outer.as_deref().map(boxed),
                arguments: self.operands(arguments),
            },
            Making::Factory { method, arguments } => {
                Making::Factory { method: method.clone(), arguments: self.operands(arguments) }
            }
            Making::Result { on, method, arguments } => {
                Making::Result { on: boxed(on), method: method.clone(), arguments: self.operands(arguments) }
            }
            Making::Chain { first, calls } => Making::Chain {
                first: Box::new(self.making(first)),
                calls: calls
                    .iter()
                    .map(|(method, arguments)| (method.clone(), self.operands(arguments)))
                    .collect(),
            },
            Making::Field { of, field } => Making::Field { of: boxed(of), field: field.clone() },
            Making::Array { descriptor, elements } => {
                Making::Array { descriptor: descriptor.clone(), elements: self.operands(elements) }
            }
            Making::MethodReference { interface, method, on } => Making::MethodReference {
                interface: interface.clone(),
                method: method.clone(),
                on: on.as_deref().map(boxed),
            },
            Making::StandIn(stand_in) => {
                let mut stand_in = stand_in.clone();
                let operands = stand_in.answers.iter_mut().flat_map(|answer| answer.operands_mut());
                operands.for_each(|operand| *operand = self.operand(operand));
                Making::StandIn(stand_in)
            }
            other => other.clone(),
        }
    }
}
