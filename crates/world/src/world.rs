//! The program as a whole: how it is made, and how its parts are found.

use std::sync::Arc;

use reenact_base::finding::Finding;
use reenact_base::{Id, IdVec, Symbol};
use reenact_classfile::container::{Container, ContainerError};
use reenact_classfile::{ClassFile, Mutf8, ReadError, mutf8};

use crate::annotation::Annotated;
use crate::hierarchy::{self, Hierarchy};
use crate::ids::*;
use crate::index::{self, Indexed};
use crate::parameters::ParameterNames;
use crate::resolve::Resolver;
use crate::tables::{FieldRef, MethodRef, NameAndType, Tables};
use crate::uses::Uses;
use crate::view::{ClassView, Item};

/// How much of the class files is taken in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// Classes and their members.
    Members,
    /// Also what the code of methods does: calls, field accesses, types, `invokedynamic`.
    Code,
}

/// How a program is made of a class path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How much of the class files is taken in.
    pub depth: Depth,
    /// How many of the first containers are the JDK's own. Its classes are in other run-time packages
    /// than those of the class path.
    pub platform: usize,
}

impl Options {
    /// For a class path whose first container is the JDK.
    pub fn new(depth: Depth) -> Self {
        Options { depth, platform: 1 }
    }
}

/// A program: the classes of a class path, and what can be known of them without running them.
///
/// It never changes once it is made, and it depends on the class path alone.
pub struct World {
    pub(crate) tables: Tables,
    classes_by_name: IdVec<Symbol, Option<ClassId>>,
    pub(crate) hierarchy: Hierarchy,
    pub(crate) resolver: Resolver,
    pub(crate) known: Known,
    containers: Vec<Arc<dyn Container>>,
    options: Options,
    pub(crate) annotated: Annotated,
    pub(crate) uses: Uses,
    pub(crate) parameter_names: ParameterNames,
}

/// Names with a meaning in the rules of the JVM.
#[derive(Default)]
pub(crate) struct Known {
    pub object: Option<ClassId>,
    pub method_handle: Option<ClassId>,
    pub var_handle: Option<ClassId>,
    /// The name `<init>`.
    pub init: Option<Symbol>,
    /// A class's initialiser, `<clinit>` without arguments.
    pub class_initialiser: Option<NameAndTypeId>,
}

/// Why a class file could not be read again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClassError {
    #[error(transparent)]
    Container(#[from] ContainerError),
    #[error("{location}: {error}")]
    Read { location: String, error: ReadError },
}

impl World {
    /// Reads a class path: the JDK, then the subject's own containers. Of two classes with one name the
    /// first holds. Classes that cannot be read, or would not be loaded, are findings; the rest
    /// stands.
    ///
    /// Runs on the current rayon thread pool; the result does not depend on its size.
    pub fn build(containers: &[Arc<dyn Container>], options: Options) -> (World, Vec<Finding>) {
        let Indexed { mut tables, classes_by_name, mut findings } = index::index(containers, options.depth);
        tables.exports.sort_unstable();
        let (hierarchy, mut unloadable) = hierarchy::build(&tables, &classes_by_name);
        findings.append(&mut unloadable);
        let mut world = World {
            resolver: Resolver::new(&tables),
            annotated: Annotated::new(&tables),
            tables,
            classes_by_name,
            hierarchy,
            known: Known::default(),
            containers: containers.to_vec(),
            options,
            uses: Uses::default(),
            parameter_names: ParameterNames::default(),
        };
        world.known = Known {
            object: world.class_id("java/lang/Object"),
            method_handle: world.class_id("java/lang/invoke/MethodHandle"),
            var_handle: world.class_id("java/lang/invoke/VarHandle"),
            init: world.symbol("<init>"),
            class_initialiser: world.name_and_type("<clinit>", "()V"),
        };
        // Each of these needs the previous ones: classes by name, resolution, then uses.
        if options.depth == Depth::Code {
            world.resolve_references();
            world.uses = Uses::of(&world);
        }
        (world, findings)
    }

    /// A class by internal name, such as `java/util/Map$Entry`.
    pub fn class(&self, internal_name: &str) -> Option<ClassView<'_>> {
        self.class_id(internal_name).map(|id| self.view(id))
    }

    /// The id of a class by internal name.
    pub fn class_id(&self, internal_name: &str) -> Option<ClassId> {
        self.class_of_symbol(self.symbol(internal_name)?)
    }

    /// The method that a class itself declares, by name and descriptor.
    pub fn method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        self.declared_method(class, self.name_and_type(name, descriptor)?)
    }

    /// The field that a class itself declares, by name; two fields of one name differ in descriptor,
    /// which no Java compiler makes use of, and then the first is meant.
    pub fn field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let name = self.symbol(name)?;
        self.tables
            .fields_of(class)
            .map(FieldId::from_index)
            .find(|&field| self.tables.name_and_types[self.tables.fields[field].name_and_type].name == name)
    }

    /// A class, method or field with this program around it.
    pub fn view<I: Item>(&self, id: I) -> I::View<'_> {
        id.in_world(self)
    }

    /// All classes, in class-path order.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = ClassView<'_>> + DoubleEndedIterator {
        self.tables.classes.ids().map(|id| self.view(id))
    }

    /// All class ids, in class-path order.
    pub fn class_ids(&self) -> impl ExactSizeIterator<Item = ClassId> + DoubleEndedIterator + use<> {
        self.tables.classes.ids()
    }

    /// All method ids, class by class.
    pub fn method_ids(&self) -> impl ExactSizeIterator<Item = MethodId> + DoubleEndedIterator + use<> {
        self.tables.methods.ids()
    }

    /// All field ids, class by class.
    pub fn field_ids(&self) -> impl ExactSizeIterator<Item = FieldId> + DoubleEndedIterator + use<> {
        self.tables.fields.ids()
    }

    /// The symbol of some text, if the program has it.
    pub fn symbol(&self, text: &str) -> Option<Symbol> {
        self.tables.names.get(&mutf8::encode(text))
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> Mutf8<'_> {
        Mutf8::new(self.tables.names.resolve(symbol))
    }

    /// The class whose internal name this is, if it was read.
    pub fn class_of_symbol(&self, name: Symbol) -> Option<ClassId> {
        self.classes_by_name.get(name).copied().flatten()
    }

    /// A name and descriptor by id.
    pub fn name_and_type_of(&self, id: NameAndTypeId) -> NameAndType {
        self.tables.name_and_types[id]
    }

    /// A method reference by id.
    pub fn method_ref(&self, id: MethodRefId) -> MethodRef {
        self.tables.code.method_refs[id]
    }

    /// A field reference by id.
    pub fn field_ref(&self, id: FieldRefId) -> FieldRef {
        self.tables.code.field_refs[id]
    }

    /// The containers, in class-path order; a [`ContainerId`] is a position among them.
    pub fn containers(&self) -> &[Arc<dyn Container>] {
        &self.containers
    }

    /// How the program was made.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Whether a class is the JDK's own.
    pub fn is_platform_class(&self, class: ClassId) -> bool {
        self.tables.classes[class].container.index() < self.options.platform
    }

    /// Reads a class file again, for what the program does not keep of it.
    pub fn with_class<T>(
        &self,
        class: ClassId,
        read: impl FnOnce(&ClassFile<'_>) -> Result<T, ReadError>,
    ) -> Result<T, ClassError> {
        let row = &self.tables.classes[class];
        let container = &*self.containers[row.container.index()];
        let bytes = container.read_class(row.entry as usize)?;
        ClassFile::parse(&bytes).and_then(|class| read(&class)).map_err(|error| {
            let entry = &container.classes()[row.entry as usize];
            ClassError::Read { location: index::entry::location(container, entry), error }
        })
    }

    /// Bytes held on the heap, without the containers.
    pub fn heap_bytes(&self) -> usize {
        self.tables.heap_bytes()
            + self.classes_by_name.heap_bytes()
            + self.hierarchy.heap_bytes()
            + self.resolver.heap_bytes()
            + self.annotated.heap_bytes()
            + self.uses.heap_bytes()
    }

    pub(crate) fn is_array(&self, name: Symbol) -> bool {
        self.tables.names.resolve(name).first() == Some(&b'[')
    }

    /// JVMS 5.3.3 and 5.4.3.3: an array class has the methods of `java.lang.Object`, which for this is
    /// all that counts: its superinterfaces `Cloneable` and `Serializable` declare none.
    pub(crate) fn object_if_array(&self, name: Symbol) -> Option<ClassId> {
        self.is_array(name).then_some(self.known.object).flatten()
    }
}

// A program is shared between threads.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<World>();
};
