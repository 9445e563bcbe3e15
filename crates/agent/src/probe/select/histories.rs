//! Which methods of a class make the histories of its objects, according to the plan.

use reenact_classfile::{ClassFile, ReadError};
use reenact_selection::HistoryRole;
use reenact_wire::plan::{ClassProbes, ClassView, Plan, Probes};

/// An event in the history of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Construct,
    /// A factory, which may return an object that it made.
    Factory,
    /// A call that may change its receiver.
    Call,
}

impl From<HistoryRole> for Action {
    fn from(role: HistoryRole) -> Self {
        match role {
            HistoryRole::Construct => Action::Construct,
            HistoryRole::Factory => Action::Factory,
            HistoryRole::Call => Action::Call,
        }
    }
}

/// Returns the methods of a class that make histories, by position in the class file.
pub fn select_histories(plan: &Plan, class: &ClassFile<'_>) -> Result<Vec<(usize, Action)>, ReadError> {
    let name = class.name()?.as_bytes();
    if !plan.keeps_history(name) {
        return Ok(Vec::new());
    }
    match plan.class(name) {
        ClassProbes::Listed(listed) if listed.lists_history() => select_listed(listed, class),
        _ => {
            let selected = reenact_selection::in_histories(class)?.into_iter();
            Ok(selected.map(|(index, role)| (index, role.into())).collect())
        }
    }
}

fn select_listed(listed: ClassView<'_>, class: &ClassFile<'_>) -> Result<Vec<(usize, Action)>, ReadError> {
    let mut chosen = Vec::new();
    if !reenact_selection::can_have_history(class)? {
        return Ok(chosen);
    }
    for (index, member) in class.methods().iter().enumerate() {
        let (name, descriptor) = (member.name(class.pool())?, member.descriptor(class.pool())?);
        let planned = listed.method(name.as_bytes(), descriptor.as_bytes());
        if planned.is_some_and(|planned| planned.probes().contains(Probes::HISTORY))
            && member.code(class.pool())?.is_some()
            && let Some(role) = reenact_selection::history_role(class, member)?
        {
            chosen.push((index, role.into()));
        }
    }
    Ok(chosen)
}
