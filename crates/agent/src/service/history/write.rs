//! The histories of the objects that a capture reached, written into its notes.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use reenact_base::Id;
use reenact_recording::model::{ClassNumber, MethodNumber, ThreadNumber};
use reenact_recording::notes::{ActionNote, EventNote, Gaps, HistoryNote, put_history};

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
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut out = WrittenHistories::default();
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
                    out.classes.push(node.class);
                }
            }
        }
        let mut pending: VecDeque<usize> = (0..all.len()).collect();
        // They come last, since there may be no room for all.
        let mut owners: VecDeque<u64> = VecDeque::new();
        loop {
            let named: Vec<u64> = match pending.pop_front() {
                Some(place) => {
                    let Some((tracked, _)) = all.get(place) else { continue };
                    tracked.with_events(|events, _| {
                        owners.extend(events.iter().filter_map(Event::needed_owner));
                        events.iter().flat_map(Event::named).collect()
                    })
                }
                None => match owners.pop_front() {
                    Some(owner) => vec![owner],
                    None => break,
                },
            };
            for id in named {
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
        out.classes.sort_unstable();
        out.classes.dedup();
        out.methods.sort_unstable();
        out.methods.dedup();
        out.threads.sort_unstable();
        out.threads.dedup();
        out
    }
}

fn put(
    out: &mut WrittenHistories,
    tracked: &Tracked,
    node: Option<&TrackedNode>,
    places: &HashMap<u64, usize>,
) {
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
        out.classes.push(class);
        for event in events {
            out.classes.extend_from_slice(&event.arguments.classes);
            match event.change {
                Change::FieldWrite { field } => out.classes.push(tracked.class.declaring(field).number),
                Change::Call { method, .. } => out.methods.push(MethodNumber::from_index(method as usize)),
            }
            out.threads.push(event.thread);
        }
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
