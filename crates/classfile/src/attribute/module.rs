//! The `Module` attribute (JVMS 4.7.25).

use crate::attribute::read_counted;
use crate::bytes::{Cursor, Put};
use crate::error::Result;
use crate::table::{Table, row};

/// A module's declaration, as `module-info.class` holds it.
#[derive(Clone, Debug)]
pub struct Module<'a> {
    pub name_index: u16,
    pub flags: u16,
    /// 0 if the module has no version.
    pub version_index: u16,
    pub requires: Table<'a, ModuleRequires>,
    pub exports: Vec<ModuleExports<'a>>,
    pub opens: Vec<ModuleExports<'a>>,
    /// Service interfaces that the module uses.
    pub uses: Table<'a, u16>,
    pub provides: Vec<ModuleProvides<'a>>,
}

row! {
    /// A module that this one needs.
    pub struct ModuleRequires {
        index,
        flags,
        version_index,
    }
}

/// A package that is exported or opened; to all if `to` is empty.
#[derive(Clone, Copy, Debug)]
pub struct ModuleExports<'a> {
    pub package_index: u16,
    pub flags: u16,
    pub to: Table<'a, u16>,
}

/// A service with the classes that provide it.
#[derive(Clone, Copy, Debug)]
pub struct ModuleProvides<'a> {
    pub service_index: u16,
    pub with: Table<'a, u16>,
}

impl<'a> Module<'a> {
    pub(super) fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        Ok(Module {
            name_index: cursor.u2()?,
            flags: cursor.u2()?,
            version_index: cursor.u2()?,
            requires: Table::read(cursor)?,
            exports: read_counted(cursor, 6, ModuleExports::read)?,
            opens: read_counted(cursor, 6, ModuleExports::read)?,
            uses: Table::read(cursor)?,
            provides: read_counted(cursor, 4, |cursor| {
                Ok(ModuleProvides { service_index: cursor.u2()?, with: Table::read(cursor)? })
            })?,
        })
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.u2(self.name_index);
        out.u2(self.flags);
        out.u2(self.version_index);
        self.requires.write(out);
        for list in [&self.exports, &self.opens] {
            out.count(list.len());
            for item in list {
                out.u2(item.package_index);
                out.u2(item.flags);
                item.to.write(out);
            }
        }
        self.uses.write(out);
        out.count(self.provides.len());
        for item in &self.provides {
            out.u2(item.service_index);
            item.with.write(out);
        }
    }
}

impl<'a> ModuleExports<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        Ok(ModuleExports { package_index: cursor.u2()?, flags: cursor.u2()?, to: Table::read(cursor)? })
    }
}
