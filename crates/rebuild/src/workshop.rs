//! Where plans are made: one workshop for a program, for thousands of graphs.

use std::sync::Arc;

use reenact_world::{ClassId, World};

use crate::assemble::Assembler;
use crate::facts::Facts;
use crate::plan::{Plan, WiderGraph};
use crate::request::{Options, Request};
use crate::shop::Shop;
use crate::trace::{self, Tracks};

/// A program, and all that was found out about how its objects are made.
pub struct Workshop<'w> {
    shop: Shop<'w>,
}

impl<'w> Workshop<'w> {
    /// The program must have been read with its code ([`Depth::Code`](reenact_world::Depth)).
    pub fn new(world: &'w World, options: Options) -> Self {
        Workshop { shop: Shop::new(world, options) }
    }

    pub fn world(&self) -> &'w World {
        self.shop.world
    }

    pub fn options(&self) -> &Options {
        &self.shop.options
    }

    /// Whether the code of a class leaves open how its objects come into their states, even for code of its own
    /// package: such objects are worth following while the program runs ([`Request::histories`]).
    pub fn is_unexplained(&mut self, class: ClassId) -> bool {
        let package = self.shop.world.view(class).package().to_str().into_owned();
        let counter = self.shop.counter(&package);
        trace::is_unexplained(&self.shop, &counter, class)
    }

    /// A plan for the roots of a graph. What cannot be rebuilt is in [`Plan::unbuilt`]; the rest is planned
    /// nevertheless.
    pub fn plan(&mut self, request: &Request<'_>) -> Plan {
        let counter = self.shop.counter(request.viewpoint);
        let facts = Facts::new(self.shop.world, request);
        let plan = Assembler::new(&self.shop, &counter, &facts).plan();
        if plan.unbuilt.is_empty() && plan.hoped.is_empty() {
            return plan;
        }
        // What the code alone does not explain may be made as it was seen to be made.
        let Some(tracks) = Tracks::new(request) else { return plan };
        let wider = Request { graph: &tracks.graph, statics: &tracks.statics, ..*request };
        let facts = Facts::new(self.shop.world, &wider);
        let traced = Assembler::new(&self.shop, &counter, &facts).following(&tracks, request.graph.len());
        let traced = traced.plan();
        if !traced.unbuilt.is_empty() && plan.unbuilt.is_empty() {
            return plan;
        }
        Plan { graph: Some(WiderGraph(Arc::new(tracks.graph))), ..traced }
    }
}
