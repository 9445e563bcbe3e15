//! Plans for values that are only compared.
//!
//! `equals` of a collection asks for its elements, not for its class. So what is expected is written as a reader
//! would: `List.of(…)`, `Set.of(…)`, `Map.of(…)`, whatever class was recorded.

use super::Wish;
use reenact_base::Id;
use reenact_heap::logical::{MapKind, ViewKind};
use reenact_heap::{Forms, LogicalForm, Value};
use reenact_rebuild::plan::{Made, Making, Member, ObjectId, Operand, Plan, Step};

/// Collections within collections that are written this way.
const DEEPEST: usize = 4;

/// Elements of one collection that are written this way.
const MOST_ELEMENTS: usize = 60;

/// The factories take this many elements, or pairs, one by one.
const FIXED_ARITY: usize = 10;

/// A plan for a value of which `equals` is all that is wanted. `planned` finds plans for single objects.
pub(crate) fn plan(
    forms: &Forms<'_>,
    wish: Wish<'_>,
    release: u8,
    planned: &mut dyn FnMut(Value) -> Option<Plan>,
) -> Option<Plan> {
    let value = match wish {
        Wish::Value(value) => value,
        Wish::Set(elements) => {
            let mut merged = Merged { forms, planned, steps: Vec::new(), objects: 0 };
            let root = match release {
                ..9 => merged.hash_set(elements)?,
                _ => merged.elements("java/util/Set", elements, 0)?,
            };
            return Some(Plan { steps: merged.steps, roots: vec![root], ..Plan::default() });
        }
        Wish::List(_) if release < 9 => return None,
        Wish::List(elements) => {
            let mut merged = Merged { forms, planned, steps: Vec::new(), objects: 0 };
            let root = merged.elements("java/util/List", elements, 0)?;
            return Some(Plan { steps: merged.steps, roots: vec![root], ..Plan::default() });
        }
    };
    // The factories came with release 9.
    if release < 9 || !is_collection(forms, value) {
        return planned(value);
    }
    let mut merged = Merged { forms, planned, steps: Vec::new(), objects: 0 };
    match merged.operand(value, 0) {
        Some(root) => Some(Plan { steps: merged.steps, roots: vec![root], ..Plan::default() }),
        None => (merged.planned)(value),
    }
}

fn is_collection(forms: &Forms<'_>, value: Value) -> bool {
    let Value::Reference(node) = value else { return false };
    forms.of(node).is_ok_and(|logical| {
        matches!(
            logical.form,
            LogicalForm::List { .. }
                | LogicalForm::Set { .. }
                | LogicalForm::Map { .. }
                | LogicalForm::View { .. }
        )
    })
}

/// Plans of several values in one.
struct Merged<'a, 'p> {
    forms: &'a Forms<'a>,
    planned: &'p mut dyn FnMut(Value) -> Option<Plan>,
    steps: Vec<Step>,
    objects: usize,
}

impl Merged<'_, '_> {
    fn operand(&mut self, value: Value, depth: usize) -> Option<Operand> {
        let Value::Reference(node) = value else { return Some(Operand::Value(value)) };
        if depth < DEEPEST
            && let Ok(logical) = self.forms.of(node)
            && logical.own.is_empty()
        {
            match logical.form {
                LogicalForm::List { elements, .. } => {
                    return self.elements("java/util/List", &elements, depth);
                }
                LogicalForm::Set { elements, .. } => return self.elements("java/util/Set", &elements, depth),
                LogicalForm::Map { kind, entries, .. } if kind != MapKind::Identity => {
                    return self.map(&entries, depth);
                }
                // A view equals what it shows, if that is a collection of the same kind.
                LogicalForm::View {
                    kind: ViewKind::Unmodifiable | ViewKind::Synchronized { .. } | ViewKind::Checked { .. },
                    of,
                } if is_collection(self.forms, of) => return self.operand(of, depth + 1),
                LogicalForm::View { kind: ViewKind::ArrayAsList | ViewKind::SubList { .. }, .. } => {
                    let elements = self.forms.elements(node)?;
                    return self.elements("java/util/List", &elements, depth);
                }
                _ => {}
            }
        }
        let plan = (self.planned)(value)?;
        self.merge(plan)
    }

    /// `List.of(…)`; it takes no nulls.
    fn elements(&mut self, class: &str, elements: &[Value], depth: usize) -> Option<Operand> {
        if elements.len() > MOST_ELEMENTS || elements.contains(&Value::Null) {
            return None;
        }
        let operands = elements.iter().map(|element| self.operand(*element, depth + 1));
        let operands: Vec<Operand> = operands.collect::<Option<_>>()?;
        let (descriptor, arguments) = match operands.len() {
            count if count <= FIXED_ARITY => (format!("({})L{class};", OBJECT.repeat(count)), operands),
            _ => (format!("([{OBJECT})L{class};"), vec![Operand::Spread(operands)]),
        };
        let method = Member::new(class, "of", &descriptor);
        Some(Operand::Inline(Box::new(Making::Factory { method, arguments })))
    }

    /// `new HashSet<>(Arrays.asList(…))`
    fn hash_set(&mut self, elements: &[Value]) -> Option<Operand> {
        if elements.len() > MOST_ELEMENTS {
            return None;
        }
        let operands: Option<Vec<Operand>> =
            elements.iter().map(|element| self.operand(*element, DEEPEST)).collect();
        let list = Making::Factory {
            method: Member::new("java/util/Arrays", "asList", &format!("([{OBJECT})Ljava/util/List;")),
            arguments: vec![Operand::Spread(operands?)],
        };
        Some(Operand::Inline(Box::new(Making::Constructor {
            method: Member::new("java/util/HashSet", "<init>", "(Ljava/util/Collection;)V"),
            outer: None,
            arguments: vec![Operand::Inline(Box::new(list))],
        })))
    }

    /// `Map.of(…)`, or entries if there are more than it takes.
    fn map(&mut self, entries: &[(Value, Value)], depth: usize) -> Option<Operand> {
        let has_null = entries.iter().any(|(key, value)| *key == Value::Null || *value == Value::Null);
        if entries.len() > MOST_ELEMENTS || has_null {
            return None;
        }
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            pairs.push([self.operand(*key, depth + 1)?, self.operand(*value, depth + 1)?]);
        }
        let (name, descriptor, arguments) = match pairs.len() {
            count if count <= FIXED_ARITY => (
                "of",
                format!("({})Ljava/util/Map;", OBJECT.repeat(2 * count)),
                pairs.into_iter().flatten().collect(),
            ),
            _ => {
                let entry = Member::new(
                    "java/util/Map",
                    "entry",
                    &format!("({OBJECT}{OBJECT})Ljava/util/Map$Entry;"),
                );
                let entries = pairs.into_iter().map(|pair| {
                    let making = Making::Factory { method: entry.clone(), arguments: pair.into() };
                    Operand::Inline(Box::new(making))
                });
                let spread = Operand::Spread(entries.collect());
                ("ofEntries", "([Ljava/util/Map$Entry;)Ljava/util/Map;".to_owned(), vec![spread])
            }
        };
        let method = Member::new("java/util/Map", name, &descriptor);
        Some(Operand::Inline(Box::new(Making::Factory { method, arguments })))
    }

    /// Adds the steps of a plan for one value; its objects get numbers of their own here.
    fn merge(&mut self, plan: Plan) -> Option<Operand> {
        let first = self.objects;
        let count = plan.steps.iter().filter_map(|step| match step {
            Step::Make { object, .. } => Some(object.index() + 1),
            _ => None,
        });
        self.objects += count.max().unwrap_or(0);
        let shift = |object: &mut ObjectId| *object = ObjectId::from_index(object.index() + first);
        let mut root = plan.roots.into_iter().next()?;
        for mut step in plan.steps {
            in_step(&mut step, &shift);
            self.steps.push(step);
        }
        in_operand(&mut root, &shift, 0);
        Some(root)
    }
}

const OBJECT: &str = "Ljava/lang/Object;";

/// Operands within operands; no planner nests deeper than this.
const DEEPEST_OPERAND: usize = 64;

fn in_step(step: &mut Step, visit: &dyn Fn(&mut ObjectId)) {
    match step {
        Step::Make { object, made: Made { making, .. } } => {
            visit(object);
            in_making(making, visit, 0);
        }
        Step::Call { on, arguments, .. } | Step::Attempt { on, arguments, .. } => {
            visit(on);
            in_operands(arguments, visit, 0);
        }
        Step::CallStatic { arguments, .. } => in_operands(arguments, visit, 0),
        Step::Assign { on, value, .. } | Step::SetElement { array: on, value, .. } => {
            visit(on);
            in_operand(value, visit, 0);
        }
    }
}

fn in_operands(operands: &mut [Operand], visit: &dyn Fn(&mut ObjectId), depth: usize) {
    operands.iter_mut().for_each(|operand| in_operand(operand, visit, depth));
}

fn in_operand(operand: &mut Operand, visit: &dyn Fn(&mut ObjectId), depth: usize) {
    if depth > DEEPEST_OPERAND {
        return;
    }
    match operand {
        Operand::Object(object) => visit(object),
        Operand::Inline(making) => in_making(making, visit, depth + 1),
        Operand::Spread(elements) => in_operands(elements, visit, depth + 1),
        Operand::Value(_) => {}
    }
}

fn in_making(making: &mut Making, visit: &dyn Fn(&mut ObjectId), depth: usize) {
    match making {
        Making::Constructor { outer, arguments, .. } => {
            if let Some(outer) = outer {
                in_operand(outer, visit, depth);
            }
            in_operands(arguments, visit, depth);
        }
        Making::Factory { arguments, .. } => in_operands(arguments, visit, depth),
        Making::Result { on, arguments, .. } => {
            in_operand(on, visit, depth);
            in_operands(arguments, visit, depth);
        }
        Making::Chain { first, calls } => {
            in_making(first, visit, depth + 1);
            calls.iter_mut().for_each(|(_, arguments)| in_operands(arguments, visit, depth));
        }
        Making::Field { of: operand, .. } | Making::MethodReference { on: Some(operand), .. } => {
            in_operand(operand, visit, depth);
        }
        Making::Array { elements, .. } => in_operands(elements, visit, depth),
        Making::StandIn(stand_in) => {
            for operand in stand_in.answers.iter_mut().flat_map(|answer| answer.operands_mut()) {
                in_operand(operand, visit, depth);
            }
        }
        _ => {}
    }
}
