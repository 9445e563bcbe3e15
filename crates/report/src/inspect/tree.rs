//! Objects as an indented tree. An object with several references is written in full once, with its number, and by its number
//! afterwards: so cycles end, and sharing is visible.

use std::collections::{HashMap, HashSet};

use super::state::{Object, Part, Slot, State};
use crate::drawing::cells;
use crate::layout::wrap;

/// Deeper lines are not indented further: they have their depth as a number.
const DEEPEST_INDENT: usize = 40;

/// Lines of all trees of a report: a deep or wide graph must not make a report that nothing can open.
const MOST_LINES: usize = 20_000;

/// The note under trees in which something is left out.
pub(crate) const CUT_NOTE: &str =
    "… marks parts that were left out; --depth, --width and --objects show more, up to 20,000 lines";

/// One line of a tree.
pub(crate) struct Line<'r> {
    pub depth: usize,
    /// The text before the value.
    pub prefix: String,
    pub shown: Shown<'r>,
}

pub(crate) enum Shown<'r> {
    Value(&'r str),
    /// An object whose parts follow; `is_named` if others refer to it.
    Object {
        object: &'r Object,
        is_named: bool,
    },
    /// An object that is written elsewhere.
    Reference(&'r Object),
    /// An object that is left out.
    Cut {
        object: &'r Object,
        is_named: bool,
    },
    /// The number of parts of the object above that are left out.
    More(usize),
}

/// Where a tree begins: a part, and the state that its objects are in.
#[derive(Clone, Copy)]
pub(crate) struct Stem<'r> {
    pub state: &'r State,
    pub part: &'r Part,
}

/// Builds several trees that belong together: an object is written in one of them.
pub(crate) fn trees<'r>(stems: &[Vec<Stem<'r>>], depth: usize) -> Vec<Vec<Line<'r>>> {
    let mut tables: HashMap<*const State, HashMap<u32, &'r Object>> = HashMap::new();
    for stem in stems.iter().flatten() {
        tables.entry(std::ptr::from_ref(stem.state)).or_insert_with(|| stem.state.by_id());
    }
    // Twice: whether an object is numbered depends on all later lines.
    let mut counting =
        Growth { tables: &tables, depth, met: HashMap::new(), shown: HashSet::new(), lines: 0 };
    stems.iter().for_each(|stems| drop(counting.grow(stems)));
    let met = counting.met.into_iter().filter(|(_, count)| *count > 1).collect();
    let mut showing = Growth { tables: &tables, depth, met, shown: HashSet::new(), lines: 0 };
    stems.iter().map(|stems| showing.grow(stems)).collect()
}

struct Growth<'r, 't> {
    tables: &'t HashMap<*const State, HashMap<u32, &'r Object>>,
    depth: usize,
    /// How often an object was met; once all are, those that were met more than once.
    met: HashMap<u32, usize>,
    shown: HashSet<u32>,
    lines: usize,
}

/// A line that is still to be written.
enum Pending<'r> {
    Part(Stem<'r>, usize),
    More(usize, usize),
}

impl<'r> Growth<'r, '_> {
    fn grow(&mut self, stems: &[Stem<'r>]) -> Vec<Line<'r>> {
        let mut lines = Vec::new();
        let mut pending: Vec<Pending> = stems.iter().rev().map(|stem| Pending::Part(*stem, 0)).collect();
        while let Some(next) = pending.pop() {
            self.lines += 1;
            if self.lines > MOST_LINES {
                lines.push(Line { depth: 0, prefix: String::new(), shown: Shown::More(pending.len() + 1) });
                break;
            }
            let (stem, depth) = match next {
                Pending::Part(stem, depth) => (stem, depth),
                Pending::More(count, depth) => {
                    lines.push(Line { depth, prefix: String::new(), shown: Shown::More(count) });
                    continue;
                }
            };
            let shown = match &stem.part.slot {
                Slot::Value(words) => Shown::Value(words),
                Slot::Object(id) => match self.tables[&std::ptr::from_ref(stem.state)].get(id) {
                    Some(object) => self.object(object, stem.state, depth, &mut pending),
                    // Objects that parts name are in the table; a table made by hand may lack some.
                    None => Shown::Value("…"),
                },
            };
            lines.push(Line { depth, prefix: stem.part.prefix(), shown });
        }
        lines
    }

    fn object(
        &mut self,
        object: &'r Object,
        state: &'r State,
        depth: usize,
        pending: &mut Vec<Pending<'r>>,
    ) -> Shown<'r> {
        let met = self.met.entry(object.id).or_insert(0);
        *met += 1;
        let is_named = *met > 1;
        if self.shown.contains(&object.id) {
            return Shown::Reference(object);
        }
        let has_parts = !object.parts.is_empty() || object.left_out > 0;
        if object.is_cut || has_parts && depth >= self.depth {
            return Shown::Cut { object, is_named };
        }
        self.shown.insert(object.id);
        if object.left_out > 0 {
            pending.push(Pending::More(object.left_out, depth + 1));
        }
        pending.extend(object.parts.iter().rev().map(|part| Pending::Part(Stem { state, part }, depth + 1)));
        Shown::Object { object, is_named }
    }
}

impl Line<'_> {
    /// The spaces before it, and how deep it is where spaces do not say so any more.
    pub fn indent(&self) -> String {
        let indent = "  ".repeat(self.depth.min(DEEPEST_INDENT));
        match self.depth {
            0..=DEEPEST_INDENT => indent,
            deep => format!("{indent}({deep}) "),
        }
    }

    /// The line behind its indentation and its prefix.
    pub fn value(&self) -> String {
        let named = |object: &Object, is_named: bool| {
            let name = if is_named { format!("#{} ", object.id) } else { String::new() };
            name + &object.title()
        };
        match &self.shown {
            Shown::Value(words) => (*words).to_owned(),
            Shown::Object { object, is_named } => named(object, *is_named),
            Shown::Reference(object) => format!("#{} {}", object.id, object.simple_class()),
            Shown::Cut { object, is_named } => format!("{} {}", named(object, *is_named), self.hidden()),
            Shown::More(count) => format!("… {} more", crate::layout::number(*count)),
        }
    }

    /// The number of parts that are left out.
    pub fn hidden(&self) -> String {
        match &self.shown {
            Shown::Cut { object, .. } => {
                let hidden = object.parts.len() + object.left_out;
                format!("… ({})", crate::layout::count(hidden, "part", "parts"))
            }
            _ => String::new(),
        }
    }

    /// Returns whether parts are left out here that options would show.
    pub fn is_cut(&self) -> bool {
        matches!(self.shown, Shown::Cut { .. } | Shown::More(_))
    }
}

/// Lines as text, each `margin` levels further to the right. Those that are longer than the width wrap.
pub(crate) fn text(lines: &[Line], margin: usize, width: usize) -> String {
    let margin = "  ".repeat(margin);
    let line = |line: &Line| {
        let indent = format!("{margin}{}", line.indent());
        let text = format!("{}{}", line.prefix, line.value());
        match cells(&indent) + cells(&text) > width {
            true => wrap(&indent, &text, cells(&indent) + 4, width.max(cells(&indent) + 40)),
            false => format!("{indent}{text}\n"),
        }
    };
    lines.iter().map(line).collect()
}
