//! The names of a method's parameters, for as far as the compiler kept them.

use reenact_base::Id;
use reenact_classfile::attribute::LocalVariable;
use reenact_classfile::{Attribute, ClassFile, Member, Mutf8, ReadError, Table};

use crate::World;
use crate::ids::MethodId;
use crate::world::ClassError;

impl World {
    /// A name for each parameter of a method's descriptor: from `MethodParameters` (javac
    /// `-parameters`), else from the debug information of local variables (javac `-g`), else `None`.
    pub fn parameter_names(&self, method: MethodId) -> Result<Vec<Option<String>>, ClassError> {
        let class = self.tables.methods[method].class;
        let position = method.index() - self.tables.methods_of(class).start;
        self.with_class(class, |file| match file.methods().get(position) {
            Some(member) => names(member, file),
            None => Ok(Vec::new()),
        })
    }
}

fn names(member: &Member<'_>, file: &ClassFile<'_>) -> Result<Vec<Option<String>>, ReadError> {
    let pool = file.pool();
    let descriptor = member.method_descriptor(pool)?;
    let count = descriptor.parameters().count();
    let raw = member.attributes.find(pool, "MethodParameters");
    if let Some(Attribute::MethodParameters(rows)) = raw.map(|raw| raw.parse(pool)).transpose()?
        && rows.len() == count
    {
        let name = |index| {
            (index != 0).then(|| pool.utf8(index).map(|name: Mutf8<'_>| name.to_string())).transpose()
        };
        return rows.iter().map(|row| name(row.name_index)).collect();
    }
    let mut names = vec![None; count];
    let Some(code) = member.code(pool)? else { return Ok(names) };
    let raw = code.attributes.find(pool, "LocalVariableTable");
    let Some(Attribute::LocalVariableTable(variables)) = raw.map(|raw| raw.parse(pool)).transpose()? else {
        return Ok(names);
    };
    let mut slot = u16::from(!member.access_flags.is_static());
    for (name, parameter) in names.iter_mut().zip(descriptor.parameters()) {
        *name = variable_at_entry(slot, &variables)
            .map(|row| pool.utf8(row.name_index))
            .transpose()?
            .map(|n| n.to_string());
        slot += parameter.slots();
    }
    Ok(names)
}

/// The variable that a slot holds when the method is entered.
fn variable_at_entry(slot: u16, variables: &Table<'_, LocalVariable>) -> Option<LocalVariable> {
    variables.iter().find(|row| row.index == slot && row.start_pc == 0)
}
