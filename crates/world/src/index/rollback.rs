//! Taking back the rows of a class that turned out to be unreadable.

use reenact_base::Id;

use crate::ids::*;
use crate::tables::Tables;

/// How far tables were filled before a class.
pub(super) struct Mark {
    pub class: ClassId,
    method: MethodId,
    field: FieldId,
    interfaces: usize,
    sites: usize,
    dynamics: usize,
    handles: usize,
    lambdas: usize,
    markers: usize,
    bridges: usize,
}

impl Tables {
    pub(super) fn mark(&self) -> Mark {
        Mark {
            class: ClassId::from_index(self.classes.len()),
            method: MethodId::from_index(self.methods.len()),
            field: FieldId::from_index(self.fields.len()),
            interfaces: self.interfaces.len(),
            sites: self.code.sites.len(),
            dynamics: self.code.dynamics.len(),
            handles: self.code.handles.len(),
            lambdas: self.code.lambdas.len(),
            markers: self.code.markers.len(),
            bridges: self.code.bridges.len(),
        }
    }

    /// Drops all rows since `mark`. Names and references stay: nothing points to them.
    pub(super) fn reset(&mut self, mark: &Mark) {
        self.classes.truncate(mark.class.index());
        self.methods.truncate(mark.method.index());
        self.fields.truncate(mark.field.index());
        self.interfaces.truncate(mark.interfaces);
        self.nestings.truncate(mark.class);
        self.nest_members.truncate(mark.class);
        self.permitted_subclasses.truncate(mark.class);
        self.record_components.truncate(mark.class);
        self.exceptions.truncate(mark.method);
        self.class_annotations.truncate(mark.class);
        self.method_annotations.truncate(mark.method);
        self.field_annotations.truncate(mark.field);
        self.parameter_annotations.truncate(mark.method);
        self.code.sites.truncate(mark.sites);
        self.code.site_ends.truncate(mark.method.index());
        self.code.dynamics.truncate(mark.dynamics);
        self.code.handles.truncate(mark.handles);
        self.code.lambdas.truncate(mark.lambdas);
        self.code.markers.truncate(mark.markers);
        self.code.bridges.truncate(mark.bridges);
    }
}
