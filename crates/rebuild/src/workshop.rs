//! Where plans are made: one workshop for a program, for thousands of graphs.

use reenact_world::World;

use crate::assemble::Assembler;
use crate::facts::Facts;
use crate::plan::Plan;
use crate::request::{Options, Request};
use crate::shop::Shop;

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

    /// A plan for the roots of a graph. What cannot be rebuilt is in [`Plan::unbuilt`]; the rest is planned
    /// nevertheless.
    pub fn plan(&mut self, request: &Request<'_>) -> Plan {
        let counter = self.shop.counter(request.viewpoint);
        let facts = Facts::new(self.shop.world, request);
        Assembler::new(&self.shop, &counter, &facts).plan()
    }
}
