//! Which methods of a class get probes, according to the plan.
//!
//! A class that the plan lists follows its list alone; for others, the rules of the plan select methods
//! (`reenact_selection`).

mod histories;
mod lambdas;
mod proxy;
#[cfg(test)]
mod tests;
mod writes;

use reenact_classfile::{ClassFile, Member, ReadError};
use reenact_selection::Origin;
use reenact_wire::plan::{ClassProbes, Plan, Probes};

pub use histories::{Action, select_histories};
pub use lambdas::select_bodies;
pub use proxy::is_proxy_name;
pub use writes::{Write, select_writes};

/// A method that gets a probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// Position in the class file.
    pub method: usize,
    pub probes: Probes,
    pub calls: Calls,
}

/// The calls of a method that are recorded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Calls {
    /// Those that sampling admits.
    #[default]
    Sampled,
    /// Those inside of recorded calls.
    Nested,
    /// Those inside of recorded calls that reach a lambda whose body the method is.
    OfReachedLambdas,
}

/// The methods of a class that get probes, in the order of the class file.
pub fn select(plan: &Plan, class: &ClassFile<'_>, origin: Origin) -> Result<Vec<Chosen>, ReadError> {
    let name = class.name()?.as_bytes();
    if let Some(chosen) = proxy::select_proxy(plan, class)? {
        return Ok(chosen);
    }
    match plan.class(name) {
        ClassProbes::None => Ok(Vec::new()),
        ClassProbes::Listed(listed) => select_listed(class, |name, descriptor| {
            let probes = listed.method(name, descriptor)?.probes();
            // Histories have probes of their own.
            (probes != Probes::HISTORY).then(|| probes.without(Probes::HISTORY))
        }),
        ClassProbes::ByRules => {
            let selected = reenact_selection::choose(plan.rules(), class, origin)?.recorded.into_iter();
            let chosen = |method| Chosen { method, probes: Probes::RECORD, calls: Calls::Sampled };
            Ok(selected.map(chosen).collect())
        }
    }
}

fn select_listed(
    class: &ClassFile<'_>,
    probes: impl Fn(&[u8], &[u8]) -> Option<Probes>,
) -> Result<Vec<Chosen>, ReadError> {
    let mut chosen = Vec::new();
    for (index, member) in class.methods().iter().enumerate() {
        let (name, descriptor) = (member.name(class.pool())?, member.descriptor(class.pool())?);
        if let Some(probes) = probes(name.as_bytes(), descriptor.as_bytes())
            && member.code(class.pool())?.is_some()
        {
            chosen.push(Chosen { method: index, probes, calls: Calls::Sampled });
        }
    }
    Ok(chosen)
}

/// The names of a method's parameters, those that are known.
pub fn parameter_names(class: &ClassFile<'_>, member: &Member<'_>) -> Vec<Box<str>> {
    let names = member.parameter_names(class.pool()).unwrap_or_default();
    let known: Option<Vec<Box<str>>> =
        names.into_iter().map(|name| name.map(String::into_boxed_str)).collect();
    known.unwrap_or_default()
}
