//! Which objects there may be.

use reenact_base::BitSet;

use crate::World;
use crate::ids::*;

/// The classes and lambdas of which there may be objects.
pub(super) struct Population {
    pub classes: BitSet<ClassId>,
    pub lambdas: BitSet<LambdaId>,
}

impl Population {
    pub fn nothing() -> Self {
        Population { classes: BitSet::new(), lambdas: BitSet::new() }
    }

    /// Objects of all classes that are not abstract, and of all lambdas.
    pub fn everything(world: &World) -> Self {
        Population {
            classes: world
                .classes()
                .filter(|class| class.is_instantiable())
                .map(|class| class.id())
                .collect(),
            lambdas: world.lambdas().map(|lambda| lambda.id()).collect(),
        }
    }
}
