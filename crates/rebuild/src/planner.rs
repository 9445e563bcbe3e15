//! The planner of a program, for thousands of graphs and any number of threads.

use std::sync::Arc;

use reenact_heap::NodeId;
use reenact_world::{ClassId, World};
use rustc_hash::FxHashSet;

use crate::assemble::Assembler;
use crate::facts::Facts;
use crate::histories::{self, Histories};
use crate::history::History;
use crate::memory::Memory;
use crate::plan::{Plan, WiderGraph};
use crate::program_index::ProgramIndex;
use crate::request::{ActionKey, Options, Request};

/// Plans how objects of a program are made. Threads may share it: a plan depends on its request alone.
pub struct Planner<'w> {
    program: ProgramIndex<'w>,
}

impl<'w> Planner<'w> {
    /// The program must have been read with its code ([`Depth::Code`](reenact_world::Depth)).
    pub fn new(world: &'w World, options: Options) -> Self {
        Planner { program: ProgramIndex::new(world, options) }
    }

    pub fn world(&self) -> &'w World {
        self.program.world
    }

    pub fn options(&self) -> &Options {
        &self.program.options
    }

    /// Whether the code of a class leaves open how its objects come into their states, even for code of its own
    /// package: such objects are worth following while the program runs ([`Request::histories`]).
    pub fn is_unexplained(&self, class: ClassId) -> bool {
        let package = self.program.world.view(class).package().to_str().into_owned();
        let package = self.program.package(&package);
        histories::is_unexplained(&self.program, &package, class)
    }

    /// The classes whose methods write fields of a class's objects to which tests of its package have no access: if
    /// objects of the class are followed, theirs must be as well.
    pub fn foreign_writers(&self, class: ClassId) -> Vec<ClassId> {
        let package = self.program.world.view(class).package().to_str().into_owned();
        let package = self.program.package(&package);
        histories::foreign_writers(&self.program, &package, class)
    }

    /// The classes around a class that make its objects where tests of its package cannot: if objects of the class are
    /// followed, the static methods of these must be as well.
    pub fn enclosing_makers(&self, class: ClassId) -> Vec<ClassId> {
        let package = self.program.world.view(class).package().to_str().into_owned();
        let package = self.program.package(&package);
        histories::enclosing_makers(&self.program, &package, class)
    }

    /// A plan for the roots of a graph. What cannot be rebuilt is in [`Plan::unbuilt`]; the rest is planned
    /// nevertheless.
    pub fn plan(&self, request: &Request<'_>) -> Plan {
        match request.memory {
            Some(_) => self.plan_remembering(request),
            None => {
                let memory = Memory::new(request.graph.len());
                self.plan_remembering(&Request { memory: Some(&memory), ..*request })
            }
        }
    }

    fn plan_remembering(&self, request: &Request<'_>) -> Plan {
        let package = self.program.package(request.viewpoint);
        let facts = Facts::new(self.program.world, request);
        let by_structure = || Assembler::new(&self.program, &package, &facts);
        let first = match by_structure().plan_unless_unexplained(self.replayable(request)) {
            Some(plan) if plan.unbuilt.is_empty() && plan.unproved.is_empty() => return plan,
            first => first,
        };
        // Objects that the code alone does not explain may be made by their recorded histories.
        let Some(replayed) = self.replayed(request) else {
            return first.unwrap_or_else(|| by_structure().plan());
        };
        if replayed.unbuilt.is_empty() {
            return replayed;
        }
        let plan = first.unwrap_or_else(|| by_structure().plan());
        if plan.unbuilt.is_empty() { plan } else { replayed }
    }

    /// Returns the objects of a request whose histories may be replayed.
    fn replayable(&self, request: &Request<'_>) -> FxHashSet<NodeId> {
        let is_avoided = |history: &History<'_>| {
            let class = request.classes.try_get(history.class);
            !request.avoid.is_empty()
                && class.is_some_and(|class| request.avoid.contains(&ActionKey::history(&class.name)))
        };
        let usable = request.histories.iter().filter(|history| !history.is_lost && !is_avoided(history));
        usable.filter_map(|history| history.node).collect()
    }

    /// Plans with the recorded histories of objects; `None` if there are none.
    fn replayed(&self, request: &Request<'_>) -> Option<Plan> {
        let package = self.program.package(request.viewpoint);
        let histories = Histories::new(request)?;
        let wider = Request { graph: &histories.graph, statics: &histories.statics, ..*request };
        let facts = Facts::new(self.program.world, &wider);
        let assembler =
            Assembler::new(&self.program, &package, &facts).following(&histories, request.graph.len());
        let replayed = assembler.plan();
        Some(Plan { graph: Some(WiderGraph(Arc::new(histories.graph))), ..replayed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planner_is_shared_between_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Planner<'_>>();
    }
}
