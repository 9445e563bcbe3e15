//! The places in the subject's code that have probes.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use reenact_base::Id;
use reenact_recording::graph::{ClassNumber, Kind};
use reenact_recording::model::{MethodNumber, MethodStatistics, RecordedMethod};
use reenact_recording::redact::Secrecy;
use reenact_wire::options::Sampling;

use crate::graph::lambda_key;
use crate::probe::class;
use crate::probe::select::Action;
use crate::runtime::sync::locked;
use crate::service::history::Habit;
use crate::service::record::sampling::Sampler;

/// A place that has a probe. Its kind says which service the probe belongs to.
pub enum Site {
    /// A method whose calls are recorded.
    Call(CallSite),
    /// A method that makes or changes objects with histories.
    Event(EventSite),
    /// Instructions that write a field of objects with histories.
    FieldWrite(FieldSite),
}

/// A method whose calls are recorded.
pub struct CallSite {
    pub number: u32,
    pub method: Method,
    pub sampler: Sampler,
    pub figures: Figures,
    /// States before calls of which the answers of lambdas are recorded.
    answered: Box<Mutex<HashSet<u64>>>,
}

/// A method that makes or changes objects with histories.
pub struct EventSite {
    pub number: u32,
    pub method: Method,
    pub action: Action,
    pub habit: Habit,
}

/// A field that is written from outside of its object's methods, as the code names it.
pub struct FieldSite {
    pub number: u32,
    pub field: Field,
    pub habit: Habit,
}

/// The description of a site, from the class file it is found in.
#[derive(Debug)]
pub enum NewSite {
    Call(Method),
    /// `described_by` is the position, among the class's sites, of the one that describes the same method in the
    /// recording.
    Event {
        method: Method,
        action: Action,
        described_by: Option<u32>,
    },
    FieldWrite(Field),
}

/// A field as code names it.
#[derive(Debug)]
pub struct Field {
    /// Internal name of the class.
    pub class: Box<str>,
    pub name: Box<str>,
}

reenact_base::flag_set! {
    /// Properties of a method with a probe.
    pub struct MethodFlags: u8 {
        /// The first root is the receiver: not in static methods, and not in constructors, which
        /// have none yet when they are entered; the object they made is their result.
        HAS_RECEIVER,
        /// By the plan, every call is recorded.
        EVERY_CALL,
        /// Calls are recorded inside of recorded ones, and only there.
        NESTED_ONLY,
        /// It is the body of a lambda, and armed while a recorded call is open that reaches the lambda.
        LAMBDA_BODY,
    }
}

/// A method as its class file describes it.
#[derive(Debug)]
pub struct Method {
    /// Internal name of its class.
    pub class: Box<str>,
    pub name: Box<str>,
    pub descriptor: Box<str>,
    pub access: u16,
    /// Empty if they are not known.
    pub parameter_names: Vec<Box<str>>,
    pub parameters: Box<[Kind]>,
    pub result: Option<Kind>,
    /// By root: the values that its name masks.
    pub masked: Box<[Secrecy]>,
    pub flags: MethodFlags,
    /// The number that the recording knows it by.
    pub recorded_as: u32,
    /// Known from the first recorded call on.
    pub declaring: OnceLock<ClassNumber>,
}

/// The numbers of a method's calls, by what became of them.
#[derive(Default, Debug)]
pub struct Figures {
    pub sampled: AtomicU64,
    pub kept: AtomicU64,
    pub duplicates: AtomicU64,
    pub overload: AtomicU64,
    pub failed: AtomicU64,
}

impl Method {
    /// Returns the class that declares it, and whether it was not known before; `find` is asked once.
    pub fn class<E>(&self, find: impl FnOnce() -> Result<ClassNumber, E>) -> Result<(ClassNumber, bool), E> {
        if let Some(&class) = self.declaring.get() {
            return Ok((class, false));
        }
        let class = find()?;
        let is_first = self.declaring.set(class).is_ok();
        Ok((*self.declaring.get().unwrap_or(&class), is_first))
    }

    /// Returns its descriptor for the recording, once its class is known.
    pub fn recorded(&self) -> Option<RecordedMethod> {
        Some(RecordedMethod {
            number: MethodNumber::from_index(self.recorded_as as usize),
            class: *self.declaring.get()?,
            name: self.name.clone(),
            descriptor: self.descriptor.clone(),
            access: self.access,
            parameter_names: self.parameter_names.clone(),
        })
    }
}

impl CallSite {
    /// Returns true if the answers of lambdas to a call with this state before it are not recorded yet. The call is a repeat
    /// otherwise, most probably, and its answers would be kept for nothing.
    pub fn is_unanswered(&self, state: u64) -> bool {
        let mut answered = locked(&self.answered);
        answered.len() < MOST_ANSWERED && answered.insert(state)
    }

    fn statistics(&self) -> Option<MethodStatistics> {
        self.method.declaring.get()?;
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
    /// Identity hash of the loader: with the name and the bytes it is exact enough, because it
    /// decides only whether methods are counted together.
    pub loader: i32,
    pub class: Box<str>,
    pub bytes: u128,
}

/// The numbers of a class's sites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    pub first: u32,
    pub count: usize,
    /// The class has come through the hook for the first time.
    pub are_new: bool,
}

/// States of one method of which the answers of lambdas are recorded.
const MOST_ANSWERED: usize = 256;

const CHUNK: usize = 1024;
const CHUNKS: usize = class::METHODS / CHUNK;

type Chunk = Box<[OnceLock<Box<Site>>]>;

/// All sites, by number. Sites are only added, so that probes find one without a lock.
pub struct Sites {
    sampling: Sampling,
    chunks: Box<[OnceLock<Chunk>]>,
    count: AtomicUsize,
    definitions: Mutex<HashMap<Definition, u32>>,
    /// Bodies of lambdas, by [`lambda_key`].
    bodies: Mutex<HashMap<u64, Vec<u32>>>,
}

impl Sites {
    /// Creates an empty table; `sampling` is for the calls of methods to come.
    pub fn new(sampling: Sampling) -> Self {
        let chunks = (0..CHUNKS).map(|_| OnceLock::new()).collect();
        Sites {
            sampling,
            chunks,
            count: AtomicUsize::new(0),
            definitions: Mutex::default(),
            bodies: Mutex::default(),
        }
    }

    /// Returns the sites of a lambda's body: one for each loader that has the class.
    pub fn bodies(&self, key: u64) -> Vec<u32> {
        locked(&self.bodies).get(&key).cloned().unwrap_or_default()
    }

    /// Returns the site of a number that a probe gave.
    #[inline]
    pub fn get(&self, number: u32) -> Option<&Site> {
        let number = number as usize;
        self.chunks.get(number / CHUNK)?.get()?.get(number % CHUNK)?.get().map(|site| &**site)
    }

    /// Returns the site of a number if it is one of recorded calls.
    #[inline]
    pub fn call(&self, number: u32) -> Option<&CallSite> {
        match self.get(number)? {
            Site::Call(site) => Some(site),
            Site::Event(_) | Site::FieldWrite(_) => None,
        }
    }

    /// Returns the site of a number if it is one of events.
    #[inline]
    pub fn event(&self, number: u32) -> Option<&EventSite> {
        match self.get(number)? {
            Site::Event(site) => Some(site),
            Site::Call(_) | Site::FieldWrite(_) => None,
        }
    }

    /// Returns the numbers of a class's sites, in a row: those it had before, or new ones. `None` if there are no more.
    pub fn add(&self, definition: Definition, sites: Vec<NewSite>) -> Option<Numbers> {
        let mut definitions = locked(&self.definitions);
        let count = sites.len();
        if let Some(&first) = definitions.get(&definition) {
            return Some(Numbers { first, count, are_new: false });
        }
        let first = self.count.load(Ordering::Relaxed);
        if first + sites.len() > class::NESTED as usize {
            return None;
        }
        for (number, new) in (first..).zip(sites) {
            let site = self.site(first as u32, number as u32, new);
            let chunk = self.chunks.get(number / CHUNK)?;
            let chunk = chunk.get_or_init(|| (0..CHUNK).map(|_| OnceLock::new()).collect());
            let _ = chunk.get(number % CHUNK)?.set(Box::new(site));
            self.count.store(number + 1, Ordering::Release);
        }
        definitions.insert(definition, first as u32);
        Some(Numbers { first: first as u32, count, are_new: true })
    }

    fn site(&self, first: u32, number: u32, new: NewSite) -> Site {
        match new {
            NewSite::Call(method) => {
                let sampler = Sampler::new(self.sampling, method.flags.has(MethodFlags::EVERY_CALL));
                let method = Method { recorded_as: number, ..method };
                if method.flags.has(MethodFlags::LAMBDA_BODY) {
                    let key = lambda_key(&method.class, &method.name, &method.descriptor);
                    locked(&self.bodies).entry(key).or_default().push(number);
                }
                Site::Call(CallSite {
                    number,
                    method,
                    sampler,
                    figures: Figures::default(),
                    answered: Box::default(),
                })
            }
            NewSite::Event { method, action, described_by } => {
                let recorded_as = described_by.map_or(number, |index| first + index);
                let method = Method { recorded_as, ..method };
                Site::Event(EventSite { number, method, action, habit: Habit::default() })
            }
            NewSite::FieldWrite(field) => {
                Site::FieldWrite(FieldSite { number, field, habit: Habit::default() })
            }
        }
    }

    /// Returns the names of the classes that have probes.
    pub fn classes(&self) -> HashSet<Box<[u8]>> {
        locked(&self.definitions).keys().map(|definition| definition.class.as_bytes().into()).collect()
    }

    /// Returns figures on all methods that were called at least once.
    pub fn statistics(&self) -> Vec<MethodStatistics> {
        let calls = (0..self.len() as u32).filter_map(|number| self.call(number));
        calls.filter_map(CallSite::statistics).collect()
    }

    /// Returns the number of sites.
    pub fn len(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    fn method(name: &str) -> Method {
        method_of("p/C", name)
    }

    /// A method without parameters.
    pub fn method_of(class: &str, name: &str) -> Method {
        Method {
            class: class.into(),
            name: name.into(),
            descriptor: "()V".into(),
            access: 1,
            parameter_names: Vec::new(),
            parameters: Box::default(),
            result: None,
            masked: Box::default(),
            flags: MethodFlags::HAS_RECEIVER,
            recorded_as: 0,
            declaring: OnceLock::new(),
        }
    }

    /// A definition of a class file.
    pub fn definition(bytes: u128) -> Definition {
        Definition { loader: 7, class: "p/C".into(), bytes }
    }

    #[test]
    fn a_definition_keeps_its_numbers_and_another_one_gets_new_ones() {
        let sites = Sites::new(Sampling { first: 1, backoff: 2 });
        let event = |described_by| NewSite::Event { method: method("a"), action: Action::Call, described_by };
        let field = Field { class: "p/C".into(), name: "x".into() };
        let all = vec![NewSite::Call(method("a")), event(Some(0)), event(None), NewSite::FieldWrite(field)];
        let numbers = |first, count, are_new| Some(Numbers { first, count, are_new });
        assert_eq!(sites.add(definition(1), all), numbers(0, 4, true));
        let second = vec![NewSite::Call(method("b")), event(Some(0))];
        assert_eq!(sites.add(definition(2), second), numbers(4, 2, true));
        let again = vec![NewSite::Call(method("a"))];
        assert_eq!(sites.add(definition(1), again), numbers(0, 1, false), "retransformed");
        assert_eq!(sites.len(), 6);
        let recorded = |number| sites.event(number).unwrap().method.recorded_as;
        assert_eq!((recorded(1), recorded(2), recorded(5)), (0, 2, 4));
        assert!(sites.call(0).is_some() && sites.call(1).is_none() && sites.event(3).is_none());
        assert!(matches!(sites.get(3), Some(Site::FieldWrite(site)) if site.number == 3));
        assert!(sites.get(6).is_none() && sites.get(u32::MAX).is_none());
        assert_eq!(sites.classes(), HashSet::from([b"p/C"[..].into()]));
    }

    #[test]
    fn the_byte_of_nested_only_methods_is_never_a_site() {
        let sites = Sites::new(Sampling { first: 1, backoff: 2 });
        let many = |count| (0..count).map(|_| NewSite::Call(method("m"))).collect();
        assert_eq!(sites.add(definition(1), many(class::NESTED as usize + 1)), None);
        assert_eq!(sites.len(), 0);
        assert_eq!(sites.add(definition(1), many(CHUNK + 1)).map(|numbers| numbers.first), Some(0));
        assert!(sites.call(CHUNK as u32).is_some(), "in the second chunk");
    }
}
