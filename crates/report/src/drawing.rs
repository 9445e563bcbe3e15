//! Drawing boxes with rows, and edges from rows to boxes, as SVG.
//!
//! [`layout`] finds the places: boxes in layers from left to right, edges through gaps that are kept free
//! for them, so that no edge passes behind a box. [`svg`] draws.

pub(crate) mod layout;
mod order;
mod place;
pub(crate) mod svg;

#[cfg(test)]
mod tests;

/// A diagram. The first box is where a reader starts.
#[derive(Default)]
pub(crate) struct Diagram {
    pub boxes: Vec<Box>,
    pub edges: Vec<Edge>,
}

/// A box with a head and rows.
pub(crate) struct Box {
    /// For links to it; none for a box that is not an object.
    pub id: Option<u32>,
    pub title: String,
    /// The full title, shown on hover.
    pub full_title: String,
    /// A word in the corner.
    pub tag: &'static str,
    /// Its look, as a class of the style sheet.
    pub look: &'static str,
    pub rows: Vec<Row>,
}

/// A line in a box.
#[derive(Clone, Default)]
pub(crate) struct Row {
    pub label: String,
    pub text: String,
    /// The text before the call, if it differs.
    pub old: Option<String>,
    pub change: RowChange,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum RowChange {
    #[default]
    Same,
    Changed,
    Added,
    Removed,
}

/// From a row to a box.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub from: usize,
    pub row: usize,
    pub to: usize,
    /// As a class of the style sheet.
    pub look: &'static str,
}

/// Pixels of a character: a little more than monospaced fonts take at this size.
const CELL: f64 = 7.3;
const ROW: f64 = 19.0;
const HEAD: f64 = 24.0;
const PADDING: f64 = 9.0;
/// Characters of a row at most.
const LONGEST: usize = 44;

impl Box {
    fn width(&self) -> f64 {
        let id = self.id.map_or(0, |id| format!("#{id}").len() + 1);
        let tag = if self.tag.is_empty() { 0 } else { self.tag.len() + 1 };
        let head = cells(&self.title) + id + tag;
        let rows = self.rows.iter().map(Row::cells).max().unwrap_or(0);
        head.max(rows).max(6) as f64 * CELL + 2.0 * PADDING
    }

    fn height(&self) -> f64 {
        HEAD + ROW * self.rows.len() as f64 + if self.rows.is_empty() { 0.0 } else { 5.0 }
    }

    /// The middle of a row, from the top of the box.
    fn row_middle(&self, row: usize) -> f64 {
        HEAD + ROW * row as f64 + ROW / 2.0 + 2.0
    }
}

impl Row {
    /// A row whose texts are cut to what a box can hold.
    pub fn fit(label: &str, text: &str, old: Option<&str>, change: RowChange) -> Row {
        let label = fit(label, LONGEST / 2);
        let mut room = LONGEST.saturating_sub(cells(&label) + 1);
        let old = old.map(|old| fit(old, room / 2));
        room -= old.as_ref().map_or(0, |old| cells(old) + 1);
        Row { label, text: fit(text, room), old, change }
    }

    fn cells(&self) -> usize {
        let parts = [&self.label, &self.text].into_iter().chain(&self.old);
        let widths: Vec<usize> = parts.filter(|part| !part.is_empty()).map(|part| cells(part)).collect();
        // One cell between them, and one for the port.
        widths.iter().sum::<usize>() + widths.len()
    }
}

/// How many cells of a monospaced font a text takes, as far as fonts agree on that.
pub(crate) fn cells(text: &str) -> usize {
    text.chars().map(cell).sum()
}

fn cell(char: char) -> usize {
    match char as u32 {
        // Marks that stand over or under the letter before.
        0x300..=0x36f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f => 2,
        0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f000..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// A text that takes at most so many cells, its end replaced by `…` if need be.
pub(crate) fn fit(text: &str, room: usize) -> String {
    if cells(text) <= room {
        return text.to_owned();
    }
    let mut left = room.saturating_sub(1);
    let mut out = String::new();
    for char in text.chars() {
        let Some(rest) = left.checked_sub(cell(char)) else { break };
        left = rest;
        out.push(char);
    }
    out + "…"
}
