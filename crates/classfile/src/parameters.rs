//! The names of a method's parameters, for as far as the compiler kept them.

use crate::attribute::LocalVariable;
use crate::error::Result;
use crate::{Attribute, ConstantPool, Member, Mutf8, Table};

impl<'a> Member<'a> {
    /// A name for each parameter of a method's descriptor: from `MethodParameters` (javac
    /// `-parameters`), else from the debug information of local variables (javac `-g`), else `None`.
    pub fn parameter_names(&self, pool: &ConstantPool<'a>) -> Result<Vec<Option<String>>> {
        let descriptor = self.method_descriptor(pool)?;
        let count = descriptor.parameters().count();
        let raw = self.attributes.find(pool, "MethodParameters");
        if let Some(Attribute::MethodParameters(rows)) = raw.map(|raw| raw.parse(pool)).transpose()?
            && rows.len() == count
        {
            let name = |index| {
                (index != 0).then(|| pool.utf8(index).map(|name: Mutf8<'_>| name.to_string())).transpose()
            };
            return rows.iter().map(|row| name(row.name_index)).collect();
        }
        let mut names = vec![None; count];
        let Some(code) = self.code(pool)? else { return Ok(names) };
        let raw = code.attributes.find(pool, "LocalVariableTable");
        let Some(Attribute::LocalVariableTable(variables)) = raw.map(|raw| raw.parse(pool)).transpose()?
        else {
            return Ok(names);
        };
        let mut slot = u16::from(!self.access_flags.is_static());
        for (name, parameter) in names.iter_mut().zip(descriptor.parameters()) {
            *name = variable_at_entry(slot, &variables)
                .map(|row| pool.utf8(row.name_index))
                .transpose()?
                .map(|n| n.to_string());
            slot += parameter.slots();
        }
        Ok(names)
    }
}

/// The variable that a slot holds when the method is entered.
fn variable_at_entry(slot: u16, variables: &Table<'_, LocalVariable>) -> Option<LocalVariable> {
    variables.iter().find(|row| row.index == slot && row.start_pc == 0)
}
