//! Properties of referenced methods that do not depend on the call site: there are far more calls than references.

use rayon::prelude::*;
use reenact_base::Id;
use reenact_classfile::MethodDescriptor;
use reenact_world::MethodRefId;

use crate::catalog::matcher::{Matcher, Verdict};
use crate::catalog::{Catalog, Convention};
use crate::external::outside;
use crate::scope::Scope;

reenact_base::flag_set! {
    /// Properties of a method that code references.
    pub(crate) struct CalledFlags: u8 {
        CONSTRUCTOR,
        /// A class of the JDK declares it.
        PLATFORM,
        /// It is dispatched, and code that is analysed may run.
        RUNS_ANALYSED,
        /// It is dispatched, and no other code may run.
        RUNS_NOTHING_ELSE,
        /// Its result is a part of its receiver.
        VIEW,
    }
}

/// A method that code references.
#[derive(Clone, Copy, Default)]
pub(crate) struct Called {
    pub verdict: Verdict,
    /// The row of the catalog that makes it an outgoing call.
    pub outside: Option<u16>,
    flags: CalledFlags,
    convention: Convention,
    pub name: Name,
    /// In bits, the first 64 parameters that are arrays.
    arrays: u64,
    /// Those that are objects.
    objects: u64,
}

/// Names of methods with special treatment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Name {
    #[default]
    Other,
    RemoveIf,
    IfPresentOrElse,
    ComputeIfAbsent,
}

impl Called {
    pub fn is(&self, flags: CalledFlags) -> bool {
        self.flags.has(flags)
    }

    /// Returns whether its name suggests an effect.
    pub fn suggests(&self, effect: Convention) -> bool {
        self.convention.has(effect)
    }

    pub fn takes_array(&self, parameter: usize) -> bool {
        parameter < 64 && self.arrays >> parameter & 1 != 0
    }

    pub fn takes_object(&self, parameter: usize) -> bool {
        parameter < 64 && self.objects >> parameter & 1 != 0
    }

    fn of(scope: &Scope<'_>, catalog: &Catalog, matcher: &Matcher<'_>, reference: MethodRefId) -> Called {
        let world = scope.world;
        let verdict = matcher.of(reference);
        let row = world.method_ref(reference);
        let pair = world.name_and_type_of(row.name_and_type);
        let name = world.text(pair.name).to_str();
        let convention = catalog.convention(&name);
        let resolved = world.resolved_method(reference);
        let is_platform = resolved.is_ok_and(|resolved| world.view(resolved).class().is_platform());
        let targets = scope.graph.dispatched(reference);
        let analysed = targets.iter().filter(|&&target| scope.analysed.contains(target)).count();
        // The result of a collection of the JDK is a part of it, and so is the result of a fluent method; the result of
        // a repository is not.
        let descriptor = world.text(pair.descriptor);
        let result = descriptor.as_bytes().strip_suffix(b";").unwrap_or_default();
        let is_fluent = result
            .strip_suffix(world.text(row.class).as_bytes())
            .is_some_and(|before| before.ends_with(b")L"));
        let (mut arrays, mut objects) = (0, 0);
        let parameters =
            MethodDescriptor::parse(descriptor).into_iter().flat_map(|parsed| parsed.parameters());
        for (position, parameter) in parameters.take(64).enumerate() {
            match parameter.kind() {
                b'[' => arrays |= 1 << position,
                b'L' => objects |= 1 << position,
                _ => {}
            }
        }
        Called {
            verdict,
            outside: outside(scope, verdict, reference),
            flags: CalledFlags::NONE
                .with(CalledFlags::CONSTRUCTOR, name == "<init>")
                .with(CalledFlags::PLATFORM, is_platform)
                .with(CalledFlags::RUNS_ANALYSED, analysed > 0)
                .with(CalledFlags::RUNS_NOTHING_ELSE, resolved.is_ok() && analysed == targets.len())
                .with(
                    CalledFlags::VIEW,
                    is_platform && !convention.has(Convention::REMOVES_RESULT) || is_fluent,
                ),
            convention,
            name: match &*name {
                "removeIf" => Name::RemoveIf,
                "ifPresentOrElse" => Name::IfPresentOrElse,
                "computeIfAbsent" => Name::ComputeIfAbsent,
                _ => Name::Other,
            },
            arrays,
            objects,
        }
    }
}

/// All referenced methods.
pub(crate) struct CalledMethods {
    /// By reference: the position in `known`, or 0.
    places: Vec<u32>,
    /// The first stands for references that are not in analysed code.
    known: Vec<Called>,
}

impl CalledMethods {
    pub fn of(scope: &Scope<'_>, catalog: &Catalog, matcher: &Matcher<'_>) -> Self {
        let references: Vec<MethodRefId> = scope.references.iter().collect();
        let mut places = vec![0; references.last().map_or(0, |last| last.index() + 1)];
        for (position, reference) in references.iter().enumerate() {
            places[reference.index()] = position as u32 + 1;
        }
        let mut known = vec![Called::default()];
        let of = |&reference: &MethodRefId| Called::of(scope, catalog, matcher, reference);
        known.par_extend(references.par_iter().map(of));
        CalledMethods { places, known }
    }

    pub fn get(&self, reference: MethodRefId) -> &Called {
        &self.known[self.places.get(reference.index()).map_or(0, |&place| place as usize)]
    }
}
