//! The names of a method's parameters, for as far as the compiler kept them.

use std::sync::Arc;

use crate::World;
use crate::ids::MethodId;
use crate::world::ClassError;
use reenact_base::{Id, Memo};

/// Names that were asked for. Each costs the reading of a class file, and the writer of histories asks for the same ones
/// for every event.
pub(crate) type ParameterNames = Memo<MethodId, Result<Arc<[Option<String>]>, ClassError>>;

impl World {
    /// A name for each parameter of a method's descriptor, as [`reenact_classfile::Member::parameter_names`] finds them.
    pub fn parameter_names(&self, method: MethodId) -> Result<Arc<[Option<String>]>, ClassError> {
        self.parameter_names.get_or_insert_with(method, |&method| {
            let class = self.tables.methods[method].class;
            let position = method.index() - self.tables.methods_of(class).start;
            let names = self.with_class(class, |file| match file.methods().get(position) {
                Some(member) => member.parameter_names(file.pool()),
                None => Ok(Vec::new()),
            });
            names.map(Arc::from)
        })
    }
}
