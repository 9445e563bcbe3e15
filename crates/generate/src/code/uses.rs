//! Who uses which object of a plan, and where.

use reenact_rebuild::plan::{Making, Member, ObjectId, Operand, Plan, Step};
use rustc_hash::{FxHashMap, FxHashSet};

/// Operands within operands; no planner nests deeper than this.
const DEEPEST: usize = 64;

/// How far back an object's parts are followed before it is left where it was made.
const MOST_PARTS: usize = 200;

/// A place where an object is used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Site<'p> {
    /// An argument, counted from the last one, because descriptors may have more in front.
    Argument {
        method: &'p Member,
        from_end: usize,
        is_spread: bool,
    },
    /// A method is called on it or a field of it is used.
    Receiver(&'p Member),
    /// The value of a field.
    Value(&'p Member),
    /// An element of an array of this descriptor.
    Element(&'p str),
    Root(usize),
    /// Something that asks for no type.
    Other,
}

/// The uses of a plan's objects.
#[derive(Default)]
pub(super) struct Uses<'p> {
    sites: FxHashMap<ObjectId, Vec<(usize, Site<'p>)>>,
    made_at: FxHashMap<ObjectId, usize>,
    parts: FxHashMap<ObjectId, Vec<ObjectId>>,
    /// The steps that change something, with all objects that they name, in order.
    changes: Vec<(usize, Vec<ObjectId>)>,
    changed: FxHashSet<ObjectId>,
}

impl<'p> Uses<'p> {
    pub fn of(plan: &'p Plan) -> Self {
        let mut uses = Uses::default();
        for (index, step) in plan.steps.iter().enumerate() {
            let mut named = Vec::new();
            match step {
                Step::Make { object, made } => {
                    uses.made_at.insert(*object, index);
                    uses.making(index, &made.making, &mut named, 0);
                    uses.parts.insert(*object, named);
                    continue;
                }
                Step::Call { on, method, arguments } | Step::Attempt { on, method, arguments } => {
                    uses.note(index, *on, Site::Receiver(method), &mut named);
                    uses.changed.insert(*on);
                    uses.arguments(index, method, arguments, &mut named, 0);
                }
                Step::CallStatic { method, arguments } => {
                    uses.arguments(index, method, arguments, &mut named, 0);
                    uses.changed.extend(&named);
                }
                Step::Assign { on, field, value } => {
                    uses.note(index, *on, Site::Receiver(field), &mut named);
                    uses.changed.insert(*on);
                    uses.operand(index, value, Site::Value(field), &mut named, 0);
                }
                Step::SetElement { array, value, .. } => {
                    uses.note(index, *array, Site::Other, &mut named);
                    uses.changed.insert(*array);
                    uses.operand(index, value, Site::Other, &mut named, 0);
                }
            }
            uses.changes.push((index, named));
        }
        for (root, operand) in plan.roots.iter().enumerate() {
            uses.operand(plan.steps.len(), operand, Site::Root(root), &mut Vec::new(), 0);
        }
        uses
    }

    pub fn sites(&self, object: ObjectId) -> &[(usize, Site<'p>)] {
        self.sites.get(&object).map_or(&[], Vec::as_slice)
    }

    /// Whether a step changes the object after it is made.
    pub fn is_changed(&self, object: ObjectId) -> bool {
        self.changed.contains(&object)
    }

    /// Whether an object can be made right where it is used: once, and nothing in between changes what it is
    /// made of.
    pub fn can_wait(&self, object: ObjectId) -> bool {
        let (Some(&made), [(used, _)]) = (self.made_at.get(&object), self.sites(object)) else {
            return false;
        };
        if self.is_changed(object) {
            return false;
        }
        let after = self.changes.partition_point(|(step, _)| *step <= made);
        let between = self.changes[after..].iter().take_while(|(step, _)| step < used);
        if between.clone().next().is_none() {
            return true;
        }
        let Some(parts) = self.all_parts(object) else { return false };
        between.clone().all(|(_, named)| named.iter().all(|named| !parts.contains(named)))
    }

    fn all_parts(&self, object: ObjectId) -> Option<FxHashSet<ObjectId>> {
        let mut all = FxHashSet::from_iter([object]);
        let mut queue = vec![object];
        while let Some(next) = queue.pop() {
            for &part in self.parts.get(&next).into_iter().flatten() {
                if all.insert(part) {
                    queue.push(part);
                }
            }
            if all.len() > MOST_PARTS {
                return None;
            }
        }
        Some(all)
    }

    fn note(&mut self, step: usize, object: ObjectId, site: Site<'p>, named: &mut Vec<ObjectId>) {
        named.push(object);
        self.sites.entry(object).or_default().push((step, site));
    }

    fn operand(
        &mut self,
        step: usize,
        operand: &'p Operand,
        site: Site<'p>,
        named: &mut Vec<ObjectId>,
        depth: usize,
    ) {
        if depth > DEEPEST {
            return;
        }
        match operand {
            Operand::Value(_) => {}
            Operand::Object(object) => self.note(step, *object, site, named),
            Operand::Inline(making) => self.making(step, making, named, depth + 1),
            Operand::Spread(elements) => {
                let site = match site {
                    Site::Argument { method, from_end, .. } => {
                        Site::Argument { method, from_end, is_spread: true }
                    }
                    other => other,
                };
                for element in elements {
                    self.operand(step, element, site, named, depth + 1);
                }
            }
        }
    }

    fn arguments(
        &mut self,
        step: usize,
        method: &'p Member,
        arguments: &'p [Operand],
        named: &mut Vec<ObjectId>,
        depth: usize,
    ) {
        for (index, argument) in arguments.iter().enumerate() {
            let site = Site::Argument { method, from_end: arguments.len() - index, is_spread: false };
            self.operand(step, argument, site, named, depth);
        }
    }

    fn making(&mut self, step: usize, making: &'p Making, named: &mut Vec<ObjectId>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match making {
            Making::Constructor { method, outer, arguments } => {
                if let Some(outer) = outer {
                    self.operand(step, outer, Site::Other, named, depth);
                }
                self.arguments(step, method, arguments, named, depth);
            }
            Making::Factory { method, arguments } => self.arguments(step, method, arguments, named, depth),
            Making::Result { on, method, arguments } => {
                self.operand(step, on, Site::Receiver(method), named, depth);
                self.arguments(step, method, arguments, named, depth);
            }
            Making::Chain { first, calls } => {
                self.making(step, first, named, depth + 1);
                for (method, arguments) in calls {
                    self.arguments(step, method, arguments, named, depth);
                }
            }
            Making::Field { of, field } => self.operand(step, of, Site::Receiver(field), named, depth),
            Making::Array { descriptor, elements } => {
                for element in elements {
                    self.operand(step, element, Site::Element(descriptor), named, depth);
                }
            }
            Making::MethodReference { on: Some(on), method, .. } => {
                self.operand(step, on, Site::Receiver(method), named, depth);
            }
            Making::StandIn(stand_in) => {
                for operand in stand_in.answers.iter().flat_map(|answer| answer.operands()) {
                    self.operand(step, operand, Site::Other, named, depth);
                }
            }
            Making::MethodReference { on: None, .. }
            | Making::StaticField(_)
            | Making::String(_)
            | Making::ClassLiteral(_)
            | Making::EmptyArray { .. }
            | Making::Adapter(_) => {}
        }
    }
}
