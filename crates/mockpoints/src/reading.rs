//! Reads all code that is analysed.

use rayon::prelude::*;
use reenact_base::finding::{Code, Finding, Subject};
use reenact_flow::BodyBuilder;
use reenact_world::{ClassId, FieldId, MethodId};
use rustc_hash::FxHashSet;

use crate::lower::Lowering;
use crate::scope::Scope;
use crate::skeleton::{Pool, Skeletons};

/// The number of classes that are lowered into one pool.
const CLASSES: usize = 64;

/// Returns the skeletons of all analysed methods, ascending, and findings for code that cannot be read.
pub(crate) fn skeletons(lowering: &Lowering<'_>) -> (Vec<MethodId>, Skeletons, Vec<Finding>) {
    let scope = lowering.scope;
    let mut classes: Vec<ClassId> = scope.own_classes().map(|class| class.id()).collect();
    classes.extend(scope.library_methods.iter().map(|&method| scope.world.view(method).class().id()));
    classes.sort_unstable();
    classes.dedup();
    let made: Vec<(Vec<MethodId>, Pool, Vec<Finding>)> = classes
        .par_chunks(CLASSES)
        .map_init(BodyBuilder::new, |builder, classes| {
            let (mut methods, mut pool, mut findings) = (Vec::new(), Pool::default(), Vec::new());
            for &class in classes {
                builder.of_class(scope.world, class, |method, body| {
                    if !scope.analysed.contains(method) {
                        return body.ok();
                    }
                    methods.push(method);
                    match &body {
                        Ok(body) => lowering.add(body, &mut pool),
                        Err(error) => {
                            pool.end_method(0);
                            let subject = scope.world.view(method).to_string();
                            findings.push(Finding::new(
                                Code::CodeUnreadable,
                                Subject::member(subject),
                                error.to_string(),
                            ));
                        }
                    }
                    body.ok()
                });
            }
            (methods, pool, findings)
        })
        .collect();
    let (mut methods, mut pools, mut findings) = (Vec::new(), Vec::new(), Vec::new());
    for (of_methods, pool, of_findings) in made {
        methods.extend(of_methods);
        pools.push(pool);
        findings.extend(of_findings);
    }
    let mut skeletons = Skeletons::new(pools);
    forget_seeded(scope, &mut skeletons);
    (methods, skeletons, findings)
}

/// Removes sources whose receiver is a random number generator with a given seed: its values follow from the seed. Only
/// for private fields, which other classes cannot set.
fn forget_seeded(scope: &Scope<'_>, skeletons: &mut Skeletons) {
    let mut seeded: FxHashSet<FieldId> =
        skeletons.iter().flat_map(|skeleton| skeleton.seeded.iter().copied()).collect();
    seeded.retain(|&field| scope.world.view(field).access_flags().is_private());
    for skeleton in skeletons.iter() {
        for store in skeleton.stores {
            if seeded.contains(&store.field) && !skeleton.stores_only(skeleton.seeded, store.field) {
                seeded.remove(&store.field);
            }
        }
    }
    skeletons.retain_origins(|origin| origin.receiver.is_none_or(|field| !seeded.contains(&field)));
}
