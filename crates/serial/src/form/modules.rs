//! The module declarations of a class path: packages that are exported and opened.
//!
//! A JVM ignores `module-info.class` on the class path. A form is checked against it all the same: the library may be used as
//! a module, and then an annotation-less private member is open only if its package is.

use reenact_base::Id;
use reenact_classfile::{Attribute, ClassFile, ConstantPool, ReadError};
use reenact_world::{ClassView, World};
use rustc_hash::{FxHashMap, FxHashSet};

/// An `open module`, which opens all of its packages (JVMS 4.7.25).
const ACC_OPEN: u16 = 0x0020;

/// The modules of a program's own containers, by their position on the class path.
#[derive(Default)]
pub struct Modules {
    declared: FxHashMap<usize, Declaration>,
    /// The same answer for all classes, where a running JVM was asked.
    uniform: Option<Openness>,
}

#[derive(Clone, Copy)]
struct Openness {
    is_exported: bool,
    is_open: bool,
}

struct Declaration {
    name: String,
    is_open: bool,
    exports: FxHashSet<String>,
    opens: FxHashSet<String>,
}

impl Modules {
    /// Reads the module declarations of all containers but the JDK's. One that cannot be read counts as absent.
    pub fn of(world: &World) -> Modules {
        let mut declared = FxHashMap::default();
        for (at, container) in world.containers().iter().enumerate().skip(world.options().platform) {
            let Some(index) = container.classes().iter().position(|entry| &*entry.name == "module-info")
            else {
                continue;
            };
            let Ok(bytes) = container.read_class(index) else { continue };
            if let Ok(Some(declaration)) = ClassFile::parse(&bytes).and_then(|class| declaration(&class)) {
                declared.insert(at, declaration);
            }
        }
        Modules { declared, uniform: None }
    }

    /// Modules that export and open all packages that are asked for, or none.
    pub fn uniform(is_exported: bool, is_open: bool) -> Modules {
        Modules { declared: FxHashMap::default(), uniform: Some(Openness { is_exported, is_open }) }
    }

    /// The name of the module of a class, if it is declared.
    pub fn name_of(&self, class: ClassView<'_>) -> Option<&str> {
        self.of_class(class).map(|module| module.name.as_str())
    }

    /// True if the package of a class is opened to all by its module.
    pub(super) fn is_open(&self, class: ClassView<'_>) -> bool {
        if let Some(uniform) = self.uniform {
            return uniform.is_open;
        }
        let package = class.package().to_str();
        self.of_class(class).is_some_and(|module| module.is_open || module.opens.contains(&*package))
    }

    /// True if the package of a class is exported to all, or has no module.
    pub(super) fn is_exported(&self, class: ClassView<'_>) -> bool {
        if let Some(uniform) = self.uniform {
            return uniform.is_exported;
        }
        let package = class.package().to_str();
        self.of_class(class).is_none_or(|module| module.exports.contains(&*package))
    }

    fn of_class(&self, class: ClassView<'_>) -> Option<&Declaration> {
        self.declared.get(&class.container().index())
    }
}

fn declaration(class: &ClassFile<'_>) -> Result<Option<Declaration>, ReadError> {
    let pool = class.pool();
    let Some(raw) = class.attributes().find(pool, "Module") else { return Ok(None) };
    let Attribute::Module(module) = raw.parse(pool)? else { return Ok(None) };
    // A qualified `opens p to m` opens nothing to a framework that is not m.
    let to_all = |list: &[reenact_classfile::attribute::ModuleExports<'_>]| {
        let packages = list.iter().filter(|row| row.to.is_empty());
        packages.map(|row| name(pool, row.package_index)).collect::<Result<FxHashSet<String>, ReadError>>()
    };
    Ok(Some(Declaration {
        name: pool.module_name(module.name_index)?.to_string(),
        is_open: module.flags & ACC_OPEN != 0,
        exports: to_all(&module.exports)?,
        opens: to_all(&module.opens)?,
    }))
}

fn name(pool: &ConstantPool<'_>, package: u16) -> Result<String, ReadError> {
    Ok(pool.package_name(package)?.to_string())
}
