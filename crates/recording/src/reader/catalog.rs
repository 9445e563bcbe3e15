//! Descriptors from all segments, made into the classes of graphs.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use reenact_base::Id;
use reenact_heap::{Class, ClassId, Classes};

use crate::graph::{ClassLayout, Kind, Layouts};
use crate::model::*;
use crate::record::Names;

/// Everything that invocations refer to.
#[derive(Default)]
pub struct Catalog {
    pub classes: Classes,
    /// By [`ClassId`].
    pub recorded_classes: Vec<RecordedClass>,
    pub layouts: Layouts,
    pub methods: BTreeMap<MethodNumber, RecordedMethod>,
    pub threads: BTreeMap<ThreadNumber, RecordedThread>,
}

/// The names of one segment. Handing out a name costs: one long name and many records that use it would
/// otherwise become gigabytes.
pub struct SegmentNames<'b> {
    names: HashMap<u64, Box<str>>,
    budget: &'b Cell<usize>,
}

impl<'b> SegmentNames<'b> {
    pub fn new(budget: &'b Cell<usize>) -> Self {
        SegmentNames { names: HashMap::new(), budget }
    }

    /// Takes in a name, unless the budget is used up.
    pub fn insert(&mut self, number: u64, name: &str) -> bool {
        let fits = spend(self.budget, name.len() + 48);
        if fits {
            self.names.insert(number, name.into());
        }
        fits
    }
}

impl Names for SegmentNames<'_> {
    fn name(&self, number: u64) -> Option<&str> {
        let name = self.names.get(&number)?;
        spend(self.budget, name.len() + 16).then_some(name)
    }
}

/// Takes from a budget, if that much is left.
pub fn spend(budget: &Cell<usize>, bytes: usize) -> bool {
    let left = budget.get().checked_sub(bytes);
    budget.set(left.unwrap_or(budget.get()));
    left.is_some()
}

impl Catalog {
    /// Makes classes of their descriptors: superclasses first, otherwise by number. A class whose
    /// superclass is not described, or that is its own ancestor, stays without a layout: its objects
    /// cannot be read.
    pub fn add_classes(&mut self, mut described: BTreeMap<ClassNumber, RecordedClass>, budget: &Cell<usize>) {
        let numbers: Vec<ClassNumber> = described.keys().copied().collect();
        let mut waiting = Vec::new();
        for number in numbers {
            let mut next = Some(number);
            // Removing what is met ends every cycle.
            while let Some(class) = next.and_then(|number| described.remove(&number)) {
                next = class.superclass;
                waiting.push(class);
            }
            while let Some(class) = waiting.pop() {
                self.add_class(class, budget);
            }
        }
    }

    fn add_class(&mut self, recorded: RecordedClass, budget: &Cell<usize>) {
        let above = recorded.superclass.map(|number| self.layouts.get(number));
        let inherited: Option<&[Kind]> = match above {
            None => Some(&[]),
            Some(layout) => layout.and_then(|layout| layout.fields.as_deref()),
        };
        let superclass: Option<ClassId> = above.flatten().map(|layout| layout.class);
        let fields = inherited
            .filter(|inherited| spend(budget, inherited.len() + recorded.fields.len()))
            .map(|inherited| {
                let own = recorded.fields.iter().map(|field| Kind::of_descriptor(&field.descriptor));
                inherited.iter().copied().chain(own).collect()
            });
        let class = self.classes.add(Class {
            name: recorded.name.clone(),
            kind: recorded.kind.clone(),
            superclass,
            interfaces: recorded.interfaces.clone(),
            fields: recorded.fields.clone(),
        });
        debug_assert_eq!(class.index(), self.recorded_classes.len());
        self.layouts.insert(recorded.number, ClassLayout { class, fields });
        self.recorded_classes.push(recorded);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reenact_heap::{ClassKind, Field};

    fn class(number: usize, superclass: Option<usize>, fields: &[&str]) -> (ClassNumber, RecordedClass) {
        let number = ClassNumber::from_index(number);
        let field = |descriptor: &&str| Field { name: "f".into(), descriptor: (*descriptor).into() };
        let class = RecordedClass {
            number,
            name: format!("C{}", number.index()).into(),
            kind: ClassKind::Plain,
            superclass: superclass.map(ClassNumber::from_index),
            fields: fields.iter().map(field).collect(),
            interfaces: Vec::new(),
            access: 0,
            loader: 0,
            source: "".into(),
            bytecode: 0,
        };
        (number, class)
    }

    fn layouts<const N: usize>(
        classes: [(ClassNumber, RecordedClass); N],
        budget: usize,
    ) -> Vec<Option<usize>> {
        let mut catalog = Catalog::default();
        catalog.add_classes(BTreeMap::from(classes), &Cell::new(budget));
        let layout = |number| catalog.layouts.get(ClassNumber::from_index(number)).unwrap();
        (0..N).map(|number| layout(number).fields.as_ref().map(|fields| fields.len())).collect()
    }

    #[test]
    fn fields_are_inherited_from_classes_with_higher_numbers_too() {
        let classes = [class(0, Some(1), &["I"]), class(1, Some(2), &["J", "I"]), class(2, None, &["Z"])];
        assert_eq!(layouts(classes, 1000), [Some(4), Some(3), Some(1)]);
    }

    #[test]
    fn classes_without_a_known_superclass_have_no_layout() {
        let classes = [class(0, Some(9), &[]), class(1, Some(2), &[]), class(2, Some(1), &[])];
        assert_eq!(layouts(classes, 1000), [None, None, None]);
    }

    #[test]
    fn a_used_up_budget_leaves_classes_without_a_layout() {
        let classes = [class(0, None, &["I", "I"]), class(1, Some(0), &["I"])];
        assert_eq!(layouts(classes, 4), [Some(2), None]);
    }

    #[test]
    fn names_cost_when_they_are_stored_and_when_they_are_used() {
        let budget = Cell::new(100);
        let mut names = SegmentNames::new(&budget);
        assert!(names.insert(1, "four"));
        assert_eq!(budget.get(), 48);
        assert_eq!(names.name(1), Some("four"));
        assert_eq!((names.name(2), names.name(1), names.name(1)), (None, Some("four"), None));
        assert!(!names.insert(3, "more"));
    }
}
