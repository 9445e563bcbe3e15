//! The classes that documents may have: an allow list of a running JVM.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::table::{Entry, Table};
use crate::document::{Shapes, Unknown};
use crate::platform::FORMS;
use crate::types::Type;
use crate::value::Shape;

/// An allow list. Java numbers its readers as this does: JDK types in the order of [`FORMS`], then the forms that were added.
pub struct Context {
    pub(super) table: Table,
    /// By class and version, with the numbers of this context.
    forms: FxHashMap<Box<str>, Vec<(i32, u32)>>,
    /// The entries of added forms, behind those of JDK types.
    pub(super) added: Vec<Arc<Entry>>,
    enums: FxHashMap<Box<str>, AllowedEnum>,
    classes: FxHashMap<Type, u32>,
    /// All supertypes of the classes that can occur.
    supertypes: FxHashMap<Box<str>, FxHashSet<Box<str>>>,
    /// Reasons why classes and versions cannot be read.
    refused: FxHashMap<(Box<str>, Option<i32>), Unknown>,
}

/// An enum of the list.
struct AllowedEnum {
    number: u32,
    /// The constants, by name.
    constants: FxHashMap<Box<str>, u32>,
}

impl Default for Context {
    /// The JDK types alone.
    fn default() -> Context {
        let forms = FORMS.iter().zip(0..).map(|(form, number)| (form.class.into(), vec![(1, number)]));
        Context {
            table: Table::default(),
            forms: forms.collect(),
            added: Vec::new(),
            enums: FxHashMap::default(),
            classes: FxHashMap::default(),
            supertypes: FxHashMap::default(),
            refused: FxHashMap::default(),
        }
    }
}

impl Context {
    /// Adds a version of a form from the table of forms.
    pub fn add_form(&mut self, table: &Table, number: u32) {
        let Some(entry) = table.get(number) else { return };
        let Entry::Form(form) = &**entry else { return };
        let own = (FORMS.len() + self.added.len()) as u32;
        self.forms.entry(form.shape.class.clone()).or_default().push((form.shape.version, own));
        self.added.push(entry.clone());
    }

    /// Adds an enum, with the next number for enums.
    pub fn add_enum(&mut self, class: &str, constants: impl IntoIterator<Item = String>) {
        let number = self.enums.len() as u32;
        let constants = constants.into_iter().zip(0..).map(|(name, index)| (name.into(), index));
        self.enums.insert(class.into(), AllowedEnum { number, constants: constants.collect() });
    }

    /// Adds a class that arrays may have as elements, with the next number for classes.
    pub fn add_class(&mut self, class: &str) {
        let number = self.classes.len() as u32;
        self.classes.insert(Type::Class(class.into()), number);
    }

    /// Adds the supertypes of a class.
    pub fn add_supertypes(&mut self, class: &str, above: impl IntoIterator<Item = String>) {
        self.supertypes.insert(class.into(), above.into_iter().map(String::into_boxed_str).collect());
    }

    /// Notes why a class, or one of its versions, cannot be read.
    pub fn refuse(&mut self, class: &str, version: Option<i32>, unknown: Unknown) {
        self.refused.insert((class.into(), version), unknown);
    }

    pub(super) fn form_number(&self, class: &str, version: i32) -> Option<u32> {
        self.forms.get(class)?.iter().find(|(own, _)| *own == version).map(|(_, number)| *number)
    }

    pub(super) fn constant_number(&self, class: &str, constant: &str) -> Option<(u32, u32)> {
        let found = self.enums.get(class)?;
        found.constants.get(constant).map(|index| (found.number, *index))
    }

    pub(super) fn class_number(&self, class: &Type) -> Option<u32> {
        self.classes.get(class).copied()
    }
}

impl Shapes for Context {
    fn shape(&self, class: &str, version: i32) -> Result<Arc<Shape>, Unknown> {
        let refused = |version: Option<i32>| self.refused.get(&(class.into(), version)).cloned();
        match self.form_number(class, version) {
            Some(number) if (number as usize) < FORMS.len() => {
                self.table.form(number).map(|form| form.shape.clone()).map_err(Unknown::NoForm)
            }
            Some(number) => match self.added.get(number as usize - FORMS.len()).map(|entry| &**entry) {
                Some(Entry::Form(form)) => Ok(form.shape.clone()),
                _ => Err(Unknown::Class),
            },
            None => Err(refused(Some(version)).or_else(|| refused(None)).unwrap_or_else(|| {
                match self.forms.get(class) {
                    Some(known) => Unknown::Version(known.iter().map(|(version, _)| *version).collect()),
                    None => Unknown::Class,
                }
            })),
        }
    }

    fn constant(&self, class: &str, constant: &str) -> Result<(), Unknown> {
        match self.enums.get(class) {
            None => Err(Unknown::Class),
            Some(found) if found.constants.contains_key(constant) => Ok(()),
            Some(_) => Err(Unknown::Constant),
        }
    }

    fn fits(&self, class: &str, declared: &str) -> bool {
        class == declared || self.supertypes.get(class).is_some_and(|above| above.contains(declared))
    }
}
