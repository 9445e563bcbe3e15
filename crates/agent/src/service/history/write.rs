//! The histories of the objects that a capture reached, written into its notes.

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::sync::Arc;

use reenact_base::Id;
use reenact_recording::model::{ClassNumber, MethodNumber, ThreadNumber};
use reenact_recording::notes::{ActionNote, EventNote, Gaps, HistoryNote, put_history};
use rustc_hash::FxHashMap;

use super::Histories;
use super::table::{Change, Event, Reach, Tracked};
use crate::probe::select::Action;

/// Histories in the notes of one capture, and bytes of them.
const MOST: usize = 2_000;
const MOST_BYTES: usize = 1 << 20;

/// An object of a class with histories that a walk came to.
pub struct TrackedNode {
    pub node: u32,
    pub class: ClassNumber,
    /// `None` if nothing of its making was seen.
    pub tracked: Option<Arc<Tracked>>,
    pub busy_before: bool,
    pub busy_after: bool,
}

impl TrackedNode {
    /// Its number; 0 if it has none.
    pub fn id(&self) -> u64 {
        self.tracked.as_ref().map_or(0, |tracked| tracked.id)
    }
}

/// Numbers that histories name, each once. There are many times more mentions than numbers.
struct Numbers<I> {
    bits: Vec<u64>,
    kind: PhantomData<I>,
}

impl<I: Id> Numbers<I> {
    fn new() -> Self {
        Numbers { bits: Vec::new(), kind: PhantomData }
    }

    fn add(&mut self, number: I) {
        let (word, bit) = (number.index() / 64, number.index() % 64);
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        if let Some(bits) = self.bits.get_mut(word) {
            *bits |= 1 << bit;
        }
    }

    /// All of them in order.
    fn into_sorted(self) -> Vec<I> {
        let numbers = self.bits.iter().enumerate().flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| I::from_index(at * 64 + bit))
        });
        numbers.collect()
    }
}

/// The bytes of histories, and the numbers that they name.
struct Writing {
    bytes: Vec<u8>,
    classes: Numbers<ClassNumber>,
    methods: Numbers<MethodNumber>,
    threads: Numbers<ThreadNumber>,
}

/// Histories as they are written, and what they name.
#[derive(Default)]
pub struct WrittenHistories {
    pub bytes: Vec<u8>,
    pub classes: Vec<ClassNumber>,
    pub methods: Vec<MethodNumber>,
    pub threads: Vec<ThreadNumber>,
}

impl Histories {
    /// The histories of objects, of those that their events name, and of those whose events may be needed to repeat
    /// theirs.
    pub fn written(&self, nodes: &[TrackedNode]) -> WrittenHistories {
        let mut all: Vec<(Arc<Tracked>, Option<&TrackedNode>)> = Vec::new();
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        let mut out = Writing {
            bytes: Vec::new(),
            classes: Numbers::new(),
            methods: Numbers::new(),
            threads: Numbers::new(),
        };
        for node in nodes {
            match &node.tracked {
                Some(tracked) => {
                    places.insert(tracked.id, all.len());
                    all.push((tracked.clone(), Some(node)));
                }
                None => {
                    let head = HistoryNote {
                        id: 0,
                        class: node.class,
                        node: Some(node.node),
                        gaps: Gaps::default(),
                    };
                    put_history(&mut out.bytes, &head, std::iter::empty());
                    out.classes.add(node.class);
                }
            }
        }
        let mut pending: VecDeque<usize> = (0..all.len()).collect();
        // They come last, since there may be no room for all.
        let mut owners: VecDeque<u64> = VecDeque::new();
        let mut named: Vec<u64> = Vec::new();
        loop {
            named.clear();
            match pending.pop_front() {
                Some(place) => {
                    let Some((tracked, _)) = all.get(place) else { continue };
                    tracked.with_events(|events, _| {
                        for event in events {
                            // Most events of an object have the same owner around them.
                            let owner = event.needed_owner().filter(|owner| owners.back() != Some(owner));
                            owners.extend(owner);
                            named.extend(event.named().filter(|id| !places.contains_key(id)));
                        }
                    });
                }
                None => match owners.pop_front() {
                    Some(owner) => named.push(owner),
                    None => break,
                },
            }
            for &id in &named {
                if all.len() < MOST
                    && !places.contains_key(&id)
                    && let Some(tracked) = self.table.get(id)
                {
                    places.insert(id, all.len());
                    pending.push_back(all.len());
                    all.push((tracked, None));
                }
            }
        }
        for (tracked, node) in all {
            put(&mut out, &tracked, node, &places);
        }
        WrittenHistories {
            bytes: out.bytes,
            classes: out.classes.into_sorted(),
            methods: out.methods.into_sorted(),
            threads: out.threads.into_sorted(),
        }
    }
}

fn put(out: &mut Writing, tracked: &Tracked, node: Option<&TrackedNode>, places: &FxHashMap<u64, usize>) {
    tracked.with_events(|events, is_lost| {
        let bytes: usize = events.iter().map(|event| event.arguments.capture.len() + 32).sum();
        let fits = out.bytes.len() + bytes <= MOST_BYTES;
        let events = if fits { events } else { &[] };
        let mut objects = events.iter().flat_map(|event| event.arguments.objects.iter());
        let gaps = Gaps {
            lost: is_lost || !fits,
            busy_before: node.is_some_and(|node| node.busy_before),
            busy_after: node.is_some_and(|node| node.busy_after),
            dangling: objects.any(|(_, id, _)| !places.contains_key(id)),
        };
        let class = tracked.class.number;
        let head = HistoryNote { id: tracked.id, class, node: node.map(|node| node.node), gaps };
        out.classes.add(class);
        for event in events {
            event.arguments.classes.iter().for_each(|&class| out.classes.add(class));
            match event.change {
                Change::FieldWrite { field } => out.classes.add(tracked.class.declaring(field).number),
                Change::Call { method, .. } => out.methods.add(MethodNumber::from_index(method as usize)),
            }
            out.threads.add(event.thread);
        }
        out.bytes.reserve(bytes);
        put_history(&mut out.bytes, &head, events.iter().map(|event| note(tracked, event)));
    });
}

fn note<'e>(tracked: &'e Tracked, event: &'e Event) -> EventNote<'e> {
    let action = match event.change {
        Change::Call { action, method } => {
            let method = MethodNumber::from_index(method as usize);
            match action {
                Action::Construct => ActionNote::Construct(method),
                Action::Factory => ActionNote::Factory(method),
                Action::Call => ActionNote::Call(method),
            }
        }
        Change::FieldWrite { field } => {
            let class = tracked.class.declaring(field).number;
            ActionNote::FieldSet { class, field: tracked.class.field_name(field) }
        }
    };
    EventNote {
        action,
        thread: event.thread,
        entered: event.call.entered,
        exited: event.exited,
        parent: event.call.parent(),
        threw: event.threw,
        assumed: event.assumed,
        for_others: event.reach == Reach::Others,
        marks: event.arguments.marks,
        arguments: &event.arguments.capture,
        objects: &event.arguments.objects,
        notes: &event.arguments.notes,
    }
}
