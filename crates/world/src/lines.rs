//! Source lines of a method's code, for as far as the compiler kept them.

use reenact_base::Id;
use reenact_classfile::attribute::Code;
use reenact_classfile::{Attribute, ClassFile, ConstantPool, Member, ReadError};

use crate::World;
use crate::ids::{ClassId, MethodId};
use crate::world::ClassError;

/// From positions in a method's code to source lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// First pcs with their lines, ascending.
    starts: Vec<(u16, u16)>,
}

impl Lines {
    /// The lines of code that is at hand.
    pub fn of(code: &Code<'_>, pool: &ConstantPool<'_>) -> Result<Lines, ReadError> {
        let mut starts = Vec::new();
        for raw in code.attributes.iter() {
            // A method may have several tables (JVMS 4.7.12).
            if raw.name(pool)? == "LineNumberTable"
                && let Attribute::LineNumberTable(rows) = raw.parse(pool)?
            {
                starts.extend(rows.iter().map(|row| (row.start_pc, row.line_number)));
            }
        }
        starts.sort_by_key(|&(start, _)| start);
        Ok(Lines { starts })
    }

    /// First pcs with their lines, ascending.
    pub fn starts(&self) -> &[(u16, u16)] {
        &self.starts
    }

    /// The line of the instruction at `pc`.
    pub fn at(&self, pc: u16) -> Option<u16> {
        LineTable::new(&self.starts).at(pc)
    }
}

/// The same, kept elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineTable<'a> {
    starts: &'a [(u16, u16)],
}

impl<'a> LineTable<'a> {
    /// Of first pcs with their lines, ascending.
    pub fn new(starts: &'a [(u16, u16)]) -> Self {
        LineTable { starts }
    }

    /// The line of the instruction at `pc`.
    pub fn at(self, pc: u16) -> Option<u16> {
        let after = self.starts.partition_point(|&(start, _)| start <= pc);
        Some(self.starts[after.checked_sub(1)?].1)
    }

    /// How many different lines there are.
    pub fn distinct(self) -> usize {
        let mut lines: Vec<u16> = self.starts.iter().map(|&(_, line)| line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.len()
    }
}

impl World {
    /// The source lines of a method's code; none if there is no code or no debug information.
    pub fn lines(&self, method: MethodId) -> Result<Lines, ClassError> {
        let class = self.tables.methods[method].class;
        let position = method.index() - self.tables.methods_of(class).start;
        self.with_class(class, |file| match file.methods().get(position) {
            Some(member) => read(file, member),
            None => Ok(Lines::default()),
        })
    }

    /// The source lines of all methods of a class, in class-file order, in one reading.
    pub fn lines_of_class(&self, class: ClassId) -> Result<Vec<Lines>, ClassError> {
        self.with_class(class, |file| file.methods().iter().map(|member| read(file, member)).collect())
    }
}

fn read(file: &ClassFile<'_>, member: &Member<'_>) -> Result<Lines, ReadError> {
    match member.code(file.pool())? {
        Some(code) => Lines::of(&code, file.pool()),
        None => Ok(Lines::default()),
    }
}
