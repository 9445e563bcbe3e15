//! Asking a plan. Nothing here allocates, and nothing can fail: reading checked every number.

use std::cmp::Ordering;

use super::layout::*;
use super::read::Plan;
use super::{FieldName, PointKind, Probes};

/// A plan's entry for a class.
#[derive(Clone, Copy, Debug)]
pub enum ClassProbes<'a> {
    /// The class gets no probes: nearly always the answer.
    None,
    /// The class is listed, with its methods.
    Listed(ClassView<'a>),
    /// The class is not listed, and the plan's [`Rules`](super::Rules) take it in.
    ByRules,
}

/// A listed class.
#[derive(Clone, Copy, Debug)]
pub struct ClassView<'a> {
    plan: &'a Plan,
    row: [u32; 3],
}

/// A listed method.
#[derive(Clone, Copy, Debug)]
pub struct MethodView<'a> {
    plan: &'a Plan,
    row: [u32; 6],
}

/// A mocking point.
#[derive(Clone, Copy, Debug)]
pub struct PointView<'a> {
    plan: &'a Plan,
    row: [u32; 4],
}

/// The fields that a method may reach.
#[derive(Clone, Copy, Debug)]
pub struct FrontierView<'a> {
    plan: &'a Plan,
    first: usize,
    count: usize,
}

impl Plan {
    /// Returns the entry of a class, by internal name.
    pub fn class(&self, internal_name: &[u8]) -> ClassProbes<'_> {
        let count = self.tables[1].length / CLASS_ROW;
        let found = search(count, |index| self.string(self.row::<3>(1, index)[0]).cmp(internal_name));
        match found {
            Some(index) => match self.row::<3>(1, index) {
                [_, _, 0] => ClassProbes::None,
                row => ClassProbes::Listed(ClassView { plan: self, row }),
            },
            None if self.rules().concern(internal_name) => ClassProbes::ByRules,
            None => ClassProbes::None,
        }
    }

    /// Returns whether histories of a class's objects are kept. A class whose list has such methods follows its list,
    /// all others the rules.
    pub fn keeps_history(&self, internal_name: &[u8]) -> bool {
        match self.class(internal_name) {
            ClassProbes::Listed(class) if class.lists_history() => true,
            _ => self.rules().keeps_history(internal_name),
        }
    }

    /// The listed classes, by name.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = ClassView<'_>> {
        (0..self.tables[1].length / CLASS_ROW).map(|i| ClassView { plan: self, row: self.row(1, i) })
    }

    /// Returns the mocking points, by class, name and descriptor.
    pub fn points(&self) -> impl Iterator<Item = PointView<'_>> {
        self.rows::<4>(6).map(|row| PointView { plan: self, row })
    }

    /// Returns whether a field is masked because the plan names it.
    pub fn masks_field(&self, class: &[u8], name: &[u8]) -> bool {
        let fields = &self.redaction().fields;
        let is = |field: &FieldName| field.class.as_bytes() == class && field.name.as_bytes() == name;
        fields.iter().any(is)
    }

    pub(super) fn string_count(&self) -> usize {
        match self.tables[0].length {
            0 => 0,
            _ => u32_at(&self.bytes, self.tables[0].offset) as usize,
        }
    }

    pub(super) fn rows<const N: usize>(&self, table: usize) -> impl Iterator<Item = [u32; N]> {
        (0..self.tables[table].length / (4 * N)).map(move |index| self.row(table, index))
    }

    fn row<const N: usize>(&self, table: usize, index: usize) -> [u32; N] {
        let start = self.tables[table].offset + index * 4 * N;
        std::array::from_fn(|column| u32_at(&self.bytes, start + 4 * column))
    }

    fn string(&self, number: u32) -> &[u8] {
        let ends = self.tables[0].offset + 4;
        let start = match number {
            0 => 0,
            _ => u32_at(&self.bytes, ends + 4 * (number as usize - 1)) as usize,
        };
        let end = u32_at(&self.bytes, ends + 4 * number as usize) as usize;
        self.bytes.get(self.text + start..self.text + end).unwrap_or_default()
    }

    fn text(&self, number: u32) -> &str {
        std::str::from_utf8(self.string(number)).unwrap_or_default()
    }
}

impl<'a> ClassView<'a> {
    /// Internal name.
    pub fn name(&self) -> &'a str {
        self.plan.text(self.row[0])
    }

    /// Returns whether the list says which methods make histories.
    pub fn lists_history(&self) -> bool {
        self.methods().any(|method| method.probes().contains(Probes::HISTORY))
    }

    /// Its methods, by name and descriptor.
    pub fn methods(&self) -> impl ExactSizeIterator<Item = MethodView<'a>> + use<'a> {
        let (plan, first) = (self.plan, self.row[1] as usize);
        (0..self.row[2] as usize).map(move |index| MethodView { plan, row: plan.row(2, first + index) })
    }

    /// The probes of a method, if it gets any.
    pub fn method(&self, name: &[u8], descriptor: &[u8]) -> Option<MethodView<'a>> {
        let view =
            |index| MethodView { plan: self.plan, row: self.plan.row(2, self.row[1] as usize + index) };
        let found = search(self.row[2] as usize, |index| {
            let method = view(index);
            let by_name = method.name().as_bytes().cmp(name);
            by_name.then_with(|| method.descriptor().as_bytes().cmp(descriptor))
        });
        found.map(view)
    }
}

impl<'a> MethodView<'a> {
    pub fn name(&self) -> &'a str {
        self.plan.text(self.row[0])
    }

    pub fn descriptor(&self) -> &'a str {
        self.plan.text(self.row[1])
    }

    pub fn probes(&self) -> Probes {
        Probes(self.row[2])
    }

    /// Without the receiver; none if they are not known.
    pub fn parameter_names(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let (plan, first) = (self.plan, self.row[3] as usize);
        (0..self.row[4] as usize).map(move |index| plan.text(plan.row::<1>(3, first + index)[0]))
    }

    /// The fields that the method may reach; `None` if all of them.
    pub fn frontier(&self) -> Option<FrontierView<'a>> {
        if self.row[5] == NO_FRONTIER {
            return None;
        }
        let [first, count] = self.plan.row::<2>(4, self.row[5] as usize);
        Some(FrontierView { plan: self.plan, first: first as usize, count: count as usize })
    }
}

impl<'a> PointView<'a> {
    /// Internal name.
    pub fn class(&self) -> &'a str {
        self.plan.text(self.row[0])
    }

    pub fn name(&self) -> &'a str {
        self.plan.text(self.row[1])
    }

    pub fn descriptor(&self) -> &'a str {
        self.plan.text(self.row[2])
    }

    /// The kind of its state; `None` for a kind of a newer version.
    pub fn kind(&self) -> Option<PointKind> {
        PointKind::from_number(self.row[3])
    }
}

impl<'a> FrontierView<'a> {
    /// Returns whether the method may reach a field, by the class that declares it and its name.
    pub fn contains(&self, class: &[u8], name: &[u8]) -> bool {
        let found = search(self.count, |index| {
            let (c, n) = self.field(index);
            c.as_bytes().cmp(class).then_with(|| n.as_bytes().cmp(name))
        });
        found.is_some()
    }

    /// The fields as pairs of class and name, sorted.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&'a str, &'a str)> + use<'a> {
        let view = *self;
        (0..self.count).map(move |index| view.field(index))
    }

    fn field(&self, index: usize) -> (&'a str, &'a str) {
        let [class, name] = self.plan.row::<2>(5, self.first + index);
        (self.plan.text(class), self.plan.text(name))
    }
}

fn search(count: usize, compare: impl Fn(usize) -> Ordering) -> Option<usize> {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        match compare(middle) {
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
            Ordering::Equal => return Some(middle),
        }
    }
    None
}
