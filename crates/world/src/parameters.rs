//! The names of a method's parameters, for as far as the compiler kept them.

use crate::World;
use crate::ids::MethodId;
use crate::world::ClassError;
use reenact_base::Id;

impl World {
    /// A name for each parameter of a method's descriptor, as [`reenact_classfile::Member::parameter_names`] finds them.
    pub fn parameter_names(&self, method: MethodId) -> Result<Vec<Option<String>>, ClassError> {
        let class = self.tables.methods[method].class;
        let position = method.index() - self.tables.methods_of(class).start;
        self.with_class(class, |file| match file.methods().get(position) {
            Some(member) => member.parameter_names(file.pool()),
            None => Ok(Vec::new()),
        })
    }
}
