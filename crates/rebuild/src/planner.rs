//! The planner of a program, for thousands of graphs and any number of threads.

use std::sync::Arc;

use reenact_world::{ClassId, World};

use crate::assemble::Assembler;
use crate::facts::Facts;
use crate::histories::{self, Histories};
use crate::plan::{Plan, WiderGraph};
use crate::program_index::ProgramIndex;
use crate::request::{Options, Request};

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
        let package = self.program.package(request.viewpoint);
        let facts = Facts::new(self.program.world, request);
        let plan = Assembler::new(&self.program, &package, &facts).plan();
        if plan.unbuilt.is_empty() && plan.unproved.is_empty() {
            return plan;
        }
        // Objects that the code alone does not explain may be made by their recorded histories.
        let Some(histories) = Histories::new(request) else { return plan };
        let wider = Request { graph: &histories.graph, statics: &histories.statics, ..*request };
        let facts = Facts::new(self.program.world, &wider);
        let replayed =
            Assembler::new(&self.program, &package, &facts).following(&histories, request.graph.len());
        let replayed = replayed.plan();
        if !replayed.unbuilt.is_empty() && plan.unbuilt.is_empty() {
            return plan;
        }
        Plan { graph: Some(WiderGraph(Arc::new(histories.graph))), ..replayed }
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
