//! From states to what is drawn of them: which objects get a box, which rows have changed.

use std::collections::{HashMap, HashSet, VecDeque};

use super::invocation::Invocation;
use super::state::{Object, ObjectKind, Part, Role, Slot, State};
use crate::drawing::{Box, Diagram, Edge, Row, RowChange, fit};

/// More boxes than these are not for reading.
const MOST_BOXES: usize = 48;
/// Rows of one box.
const MOST_ROWS: usize = 14;
/// Characters of a box's title.
const LONGEST_TITLE: usize = 40;

/// A drawing and what is not in it.
pub(super) struct Picture {
    pub title: &'static str,
    pub diagram: Diagram,
    /// Objects that have a box.
    pub drawn: HashSet<u32>,
    /// Objects of the state that were left out.
    pub left_out: usize,
}

/// The drawings of an invocation: one with the changes in it if objects are known again after the call,
/// one before and one after if not.
pub(super) fn pictures(invocation: &Invocation) -> Vec<Picture> {
    let call = short(&invocation.method);
    match &invocation.after {
        None => vec![picture("Objects before the call", call, None, &invocation.before, &HashSet::new())],
        Some(after) if invocation.same_numbers => {
            let new = invocation.new_objects.iter().copied().collect();
            vec![picture("Objects after the call", call, Some(&invocation.before), after, &new)]
        }
        Some(after) => vec![
            picture("Objects before the call", call, None, &invocation.before, &HashSet::new()),
            picture("Objects after the call", call, None, after, &HashSet::new()),
        ],
    }
}

/// Of `pkg.Class#method(types)`, `method`.
fn short(method: &str) -> &str {
    let name = method.split_once('#').map_or(method, |(_, name)| name);
    name.split_once('(').map_or(name, |(name, _)| name)
}

fn picture(
    title: &'static str,
    call: &str,
    before: Option<&State>,
    state: &State,
    new: &HashSet<u32>,
) -> Picture {
    let mut artist = Artist {
        objects: state.by_id(),
        before: before.map(State::by_id),
        new,
        references: references(state),
        boxes: HashMap::new(),
        queue: VecDeque::new(),
        diagram: Diagram::default(),
        inlined: HashSet::new(),
    };
    artist.diagram.boxes.push(Box {
        id: None,
        title: fit(call, LONGEST_TITLE),
        full_title: "receiver, arguments and outcome".to_owned(),
        tag: "",
        look: "call",
        rows: Vec::new(),
    });
    // Roots before the call are the same ones: results are not among them.
    artist.rows(0, &state.roots, 0, before.map(|before| &before.roots[..]), false);
    while let Some((id, at)) = artist.queue.pop_front() {
        artist.object(id, at);
    }
    let drawn: HashSet<u32> = artist.boxes.keys().copied().collect();
    let is_left_out = |object: &&Object| !drawn.contains(&object.id) && !artist.inlined.contains(&object.id);
    let left_out = state.objects.iter().filter(is_left_out).count();
    Picture { title, diagram: artist.diagram, drawn, left_out }
}

/// How often each object is referred to.
fn references(state: &State) -> HashMap<u32, usize> {
    let parts = state.roots.iter().chain(state.objects.iter().flat_map(|object| &object.parts));
    let mut counts = HashMap::new();
    for part in parts {
        if let Slot::Object(id) = part.slot {
            *counts.entry(id).or_insert(0) += 1;
        }
    }
    counts
}

struct Artist<'s> {
    objects: HashMap<u32, &'s Object>,
    before: Option<HashMap<u32, &'s Object>>,
    new: &'s HashSet<u32>,
    references: HashMap<u32, usize>,
    /// Objects that have a box.
    boxes: HashMap<u32, usize>,
    /// Boxes whose rows are to be filled.
    queue: VecDeque<(u32, usize)>,
    diagram: Diagram,
    inlined: HashSet<u32>,
}

impl<'s> Artist<'s> {
    /// Fills the box of an object.
    fn object(&mut self, id: u32, at: usize) {
        let Some(&object) = self.objects.get(&id) else { return };
        let old = self.before.as_ref().and_then(|before| before.get(&id)).copied();
        let is_comparable = old.is_some_and(|old| !old.is_cut && !object.is_cut);
        let before = old.filter(|_| is_comparable).map(|old| &old.parts[..]);
        let lacks_some = object.left_out > 0 || old.is_some_and(|old| old.left_out > 0);
        self.rows(at, &object.parts, object.left_out, before, !lacks_some);
        let shown = &mut self.diagram.boxes[at];
        let is_changed = shown.rows.iter().any(|row| row.change != RowChange::Same)
            || is_comparable && old.is_some_and(|old| old.text != object.text);
        if is_changed && shown.look == "plain" {
            (shown.look, shown.tag) = ("changed", "changed");
        }
    }

    /// Rows for parts, with what was there before. `can_miss` says whether parts that are not there any more
    /// are gone, or perhaps only not listed.
    fn rows(
        &mut self,
        at: usize,
        parts: &'s [Part],
        more: usize,
        before: Option<&'s [Part]>,
        can_miss: bool,
    ) {
        let known: HashMap<(Role, &str), &Slot> = before
            .unwrap_or_default()
            .iter()
            .filter(|part| !part.name.is_empty() && part.role != Role::Key)
            .map(|part| ((part.role, &*part.name), &part.slot))
            .collect();
        let members: HashSet<&Slot> = before
            .unwrap_or_default()
            .iter()
            .filter(|part| part.name.is_empty())
            .map(|part| &part.slot)
            .collect();
        let shown = parts.len().min(MOST_ROWS);
        for part in &parts[..shown] {
            let (old, change) = match before {
                // The outcome is not part of the state before.
                Some(_) if part.role == Role::Key || matches!(&*part.name, "result" | "thrown") => {
                    (None, RowChange::Same)
                }
                Some(_) if part.name.is_empty() => match members.contains(&part.slot) {
                    true => (None, RowChange::Same),
                    false => (None, RowChange::Added),
                },
                Some(_) => match known.get(&(part.role, &*part.name)) {
                    None => (None, RowChange::Added),
                    Some(old) => self.compared(old, &part.slot),
                },
                None => (None, RowChange::Same),
            };
            self.row(at, part, old, change);
        }
        if can_miss && let Some(before) = before {
            let names: HashSet<(Role, &str)> = parts.iter().map(|part| (part.role, &*part.name)).collect();
            let gone = before.iter().filter(|part| !part.name.is_empty() && part.role != Role::Key);
            for part in gone.filter(|part| !names.contains(&(part.role, &*part.name))).take(MOST_ROWS) {
                let old = self.told_before(&part.slot);
                let row = Row::fit(&label(part), "", Some(&old), RowChange::Removed);
                self.diagram.boxes[at].rows.push(row);
            }
        }
        let more = more + parts.len() - shown;
        if more > 0 {
            let row = Row { label: format!("… {more} more"), ..Row::default() };
            self.diagram.boxes[at].rows.push(row);
        }
    }

    /// The old text of a slot, if it has changed.
    fn compared(&self, old: &Slot, new: &Slot) -> (Option<String>, RowChange) {
        let is_same = match (old, new) {
            (Slot::Object(old), Slot::Object(new)) if old == new && self.is_inline(*new) => {
                let words = |objects: &HashMap<u32, &Object>| objects.get(old).map(|object| object.title());
                self.before.as_ref().and_then(words) == words(&self.objects)
            }
            _ => old == new,
        };
        if is_same { (None, RowChange::Same) } else { (Some(self.told_before(old)), RowChange::Changed) }
    }

    /// A row, and the edge and the box that it leads to.
    fn row(&mut self, at: usize, part: &Part, old: Option<String>, change: RowChange) {
        let row = self.diagram.boxes[at].rows.len();
        let mut text = String::new();
        match &part.slot {
            Slot::Value(words) => text = words.clone(),
            Slot::Object(id) if self.is_inline(*id) => {
                self.inlined.insert(*id);
                text = self.objects.get(id).map(|object| object.title()).unwrap_or_default();
            }
            Slot::Object(id) => match self.box_of(*id) {
                Some(to) => {
                    let is_new = self.new.contains(id);
                    let look = match change {
                        RowChange::Same => "",
                        _ if is_new => "is-new",
                        _ => "is-changed",
                    };
                    self.diagram.edges.push(Edge { from: at, row, to, look });
                }
                None => text = self.objects.get(id).map_or("…".to_owned(), |object| named(object) + " …"),
            },
        }
        let row = Row::fit(&label(part), &text, old.as_deref(), change);
        self.diagram.boxes[at].rows.push(row);
    }

    /// The box of an object, made if there is room for it.
    fn box_of(&mut self, id: u32) -> Option<usize> {
        if let Some(at) = self.boxes.get(&id) {
            return Some(*at);
        }
        let object = *self.objects.get(&id)?;
        let at = self.diagram.boxes.len();
        if at > MOST_BOXES {
            return None;
        }
        let (look, tag) = match object.kind {
            ObjectKind::Frontier => ("frontier", ""),
            ObjectKind::Budget => ("budget", ""),
            ObjectKind::Masked => ("masked", ""),
            ObjectKind::Damaged => ("damaged", ""),
            _ if self.new.contains(&id) => ("new", "new"),
            _ => ("plain", ""),
        };
        let title = fit(&object.title(), LONGEST_TITLE);
        let full_title = format!("#{id} {} {}", object.class, object.text);
        self.diagram.boxes.push(Box { id: Some(id), title, full_title, tag, look, rows: Vec::new() });
        self.boxes.insert(id, at);
        self.queue.push_back((id, at));
        Some(at)
    }

    /// Whether an object is shown in the only row that refers to it.
    fn is_inline(&self, id: u32) -> bool {
        self.objects.get(&id).is_some_and(|object| {
            let is_leaf = object.parts.is_empty() && object.left_out == 0;
            is_leaf && !object.kind.is_end() && self.references.get(&id) == Some(&1)
        })
    }

    fn told_before(&self, slot: &Slot) -> String {
        match slot {
            Slot::Value(words) => words.clone(),
            Slot::Object(id) => {
                let object = self.before.as_ref().and_then(|before| before.get(id));
                object.map_or_else(|| format!("#{id}"), |object| named(object))
            }
        }
    }
}

fn named(object: &Object) -> String {
    format!("#{} {}", object.id, object.title())
}

fn label(part: &Part) -> String {
    match part.role {
        Role::Root | Role::Field | Role::Key => part.name.clone(),
        Role::Element => format!("[{}]", part.name),
        Role::Member => "·".to_owned(),
        Role::Entry if part.name.is_empty() => "→".to_owned(),
        Role::Entry => format!("{} →", fit(&part.name, 18)),
    }
}
