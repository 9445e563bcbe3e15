//! The classes of a graph's objects.

use reenact_base::IdVec;

reenact_base::typed_id! {
    /// A class of a heap graph.
    pub struct ClassId;
}

/// A class as the subject's JVM had it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Internal name; an array's descriptor for arrays. Hidden classes have the name of the class that
    /// made them, without the JVM's suffix.
    pub name: Box<str>,
    pub kind: ClassKind,
    pub superclass: Option<ClassId>,
    /// Internal names of the direct superinterfaces, in order.
    pub interfaces: Vec<Box<str>>,
    /// The instance fields that the class itself declares, in the order of the class file.
    pub fields: Vec<Field>,
}

/// The kind of an object's class, as far as it matters to rebuilding.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ClassKind {
    Plain,
    Array,
    /// A lambda or method reference: its fields are the captured values, in order.
    Lambda {
        /// The functional interface's method: name and descriptor.
        method: (Box<str>, Box<str>),
        /// The method that runs: class, name, descriptor.
        implementation: (Box<str>, Box<str>, Box<str>),
    },
    /// A `java.lang.reflect.Proxy`.
    Proxy,
    /// A class that a framework made at run time from another one, whose name it bears: a CGLIB,
    /// Javassist or Byte Buddy subclass.
    Generated,
}

/// An instance field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: Box<str>,
    pub descriptor: Box<str>,
}

/// The classes of one or many graphs.
#[derive(Clone, Default)]
pub struct Classes {
    classes: IdVec<ClassId, Class>,
}

impl Classes {
    /// No classes yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a class. Its superclass must have been added before.
    pub fn add(&mut self, class: Class) -> ClassId {
        self.classes.push(class)
    }

    pub fn get(&self, id: ClassId) -> &Class {
        &self.classes[id]
    }

    /// The class in a table that may come from a damaged recording.
    pub fn try_get(&self, id: ClassId) -> Option<&Class> {
        self.classes.get(id)
    }

    /// The superclass, if it was added before the class as it must be, so that going up ends.
    pub fn superclass(&self, class: ClassId) -> Option<ClassId> {
        self.classes.get(class)?.superclass.filter(|&above| above < class)
    }

    /// The classes in the order in which they were added.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ClassId, &Class)> {
        self.classes.iter()
    }

    /// The class and its superclasses, the topmost first: the order of an object's fields.
    pub fn lineage(&self, class: ClassId) -> Vec<ClassId> {
        let mut lineage: Vec<ClassId> =
            std::iter::successors(Some(class), |&class| self.superclass(class)).collect();
        lineage.reverse();
        lineage
    }

    /// All instance fields of an object of a class with the classes that declare them, in the order of
    /// [`Node::Object`](crate::Node::Object): those of the topmost class first.
    pub fn all_fields(&self, class: ClassId) -> Vec<(ClassId, &Field)> {
        let lineage = self.lineage(class);
        lineage
            .into_iter()
            .flat_map(|class| self.classes[class].fields.iter().map(move |field| (class, field)))
            .collect()
    }
}
