//! The methods that have probes.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use reenact_recording::graph::{ClassNumber, Kind};
use reenact_recording::model::{MethodNumber, MethodStatistics, RecordedMethod};

use reenact_base::Id;

use crate::probe::class;
use crate::probe::select::Action;
use crate::runtime::sync::{locked, read, written};
use crate::service::history::Habit;
use crate::service::record::sampling::Sampler;

/// A method with probes, from the class file it was found in.
pub struct Method {
    pub number: u32,
    /// The number that the recording knows it by; another one if it has two probes.
    pub told_as: u32,
    pub shape: Shape,
    pub sampler: Sampler,
    pub figures: Figures,
    /// For histories: what it was seen to do.
    pub habit: Habit,
    /// Known from the first recorded call on.
    class: OnceLock<ClassNumber>,
}

/// What the class file says of a method.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Internal name of its class.
    pub class: Box<str>,
    pub name: Box<str>,
    pub descriptor: Box<str>,
    pub access: u16,
    /// Empty if they are not known.
    pub parameter_names: Vec<Box<str>>,
    /// Whether the first root is the receiver: not in static methods, and not in constructors, which
    /// have none yet when they are entered; what they made is told as their result.
    pub has_receiver: bool,
    pub parameters: Box<[Kind]>,
    pub result: Option<Kind>,
    /// By root: whether its name is one of those that are masked.
    pub masked: Box<[bool]>,
    /// By the plan, every call is recorded.
    pub every_call: bool,
    /// Calls are recorded inside of recorded ones, and only there.
    pub nested_only: bool,
    /// What it is to histories, if this is a probe for them.
    pub action: Option<Action>,
    /// Of a method that has two probes: which of the class's probes describes it in the recording.
    pub described_by: Option<u32>,
}

/// What became of a method's calls.
#[derive(Default, Debug)]
pub struct Figures {
    pub sampled: AtomicU64,
    pub kept: AtomicU64,
    pub duplicates: AtomicU64,
    pub overload: AtomicU64,
    pub failed: AtomicU64,
}

impl Method {
    /// The class that declares it; `find` is asked once.
    pub fn class<E>(&self, find: impl FnOnce() -> Result<ClassNumber, E>) -> Result<(ClassNumber, bool), E> {
        if let Some(&class) = self.class.get() {
            return Ok((class, false));
        }
        let class = find()?;
        let is_first = self.class.set(class).is_ok();
        Ok((*self.class.get().unwrap_or(&class), is_first))
    }

    /// The class that declares it, once that is known.
    pub fn known_class(&self) -> Option<ClassNumber> {
        self.class.get().copied()
    }

    /// Its descriptor for the recording, once its class is known.
    pub fn recorded(&self) -> Option<RecordedMethod> {
        let shape = &self.shape;
        Some(RecordedMethod {
            number: MethodNumber::from_index(self.told_as as usize),
            class: *self.class.get()?,
            name: shape.name.clone(),
            descriptor: shape.descriptor.clone(),
            access: shape.access,
            parameter_names: shape.parameter_names.clone(),
        })
    }

    fn statistics(&self) -> Option<MethodStatistics> {
        self.class.get()?;
        if self.shape.action.is_some() {
            return None;
        }
        let figure = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        let Figures { sampled, kept, duplicates, overload, failed } = &self.figures;
        Some(MethodStatistics {
            method: MethodNumber::from_index(self.number as usize),
            calls: self.sampler.calls(),
            sampled: figure(sampled),
            kept: figure(kept),
            duplicates: figure(duplicates),
            overload: figure(overload),
            failed: figure(failed),
        })
    }
}

/// One class definition: the same one may come through the hook again when it is retransformed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Definition {
    /// Identity hash of the loader: with the name and the bytes it is exact enough, because what it
    /// decides is only whether methods are counted together.
    pub loader: i32,
    pub class: Box<str>,
    pub bytes: u128,
}

/// All of them, by number.
#[derive(Default)]
pub struct Methods {
    list: RwLock<Vec<Arc<Method>>>,
    definitions: Mutex<HashMap<Definition, u32>>,
}

impl Methods {
    /// The method of a number that a probe gave.
    pub fn get(&self, number: u32) -> Option<Arc<Method>> {
        read(&self.list).get(number as usize).cloned()
    }

    /// Numbers for the methods of a class, in a row: those it had before, or new ones. `None` if there
    /// are no more.
    pub fn add(
        &self,
        definition: Definition,
        shapes: Vec<Shape>,
        make: impl Fn(bool) -> Sampler,
    ) -> Option<u32> {
        let mut definitions = locked(&self.definitions);
        if let Some(&first) = definitions.get(&definition) {
            return Some(first);
        }
        let mut list = written(&self.list);
        let first = list.len();
        if first + shapes.len() > class::NESTED as usize {
            return None;
        }
        for shape in shapes {
            let (number, sampler) = (list.len() as u32, make(shape.every_call));
            let (figures, class, habit) = (Figures::default(), OnceLock::new(), Habit::default());
            let told_as = shape.described_by.map_or(number, |index| first as u32 + index);
            list.push(Arc::new(Method { number, told_as, shape, sampler, figures, habit, class }));
        }
        definitions.insert(definition, first as u32);
        Some(first as u32)
    }

    /// The names of the classes that have probes.
    pub fn classes(&self) -> HashSet<Box<[u8]>> {
        locked(&self.definitions).keys().map(|definition| definition.class.as_bytes().into()).collect()
    }

    /// Figures on all methods that were called at least once.
    pub fn statistics(&self) -> Vec<MethodStatistics> {
        read(&self.list).iter().filter_map(|method| method.statistics()).collect()
    }

    pub fn len(&self) -> usize {
        read(&self.list).len()
    }
}
