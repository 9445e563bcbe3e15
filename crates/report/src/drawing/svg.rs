//! Boxes and edges as SVG. Colours are the style sheet's.

use super::layout::{Layout, Path, layout};
use super::{Box, CELL, Diagram, Edge, HEAD, PADDING, ROW, Row, RowChange, cells};
use crate::page::escape;

/// The whole drawing. `prefix` sets its names apart from those of other drawings on the page.
pub(crate) fn svg(diagram: &Diagram, title: &str, prefix: &str) -> String {
    let layout = layout(diagram);
    let Layout { width, height, .. } = layout;
    let mut out = format!(
        "<svg width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{}\">\n",
        escape(title)
    );
    for (edge, path) in diagram.edges.iter().zip(&layout.paths) {
        out.push_str(&edge_line(edge, path));
    }
    for (shown, place) in diagram.boxes.iter().zip(&layout.boxes) {
        out.push_str(&box_group(shown, *place, prefix));
    }
    // Last, so that heads of arrows are not under boxes.
    for (edge, path) in diagram.edges.iter().zip(&layout.paths) {
        out.push_str(&edge_ends(edge, path));
    }
    out + "</svg>\n"
}

fn edge_line(edge: &Edge, path: &Path) -> String {
    let back = if path.is_back { " back" } else { "" };
    format!("<path class=\"edge{back} {}\" d=\"{}\"/>\n", edge.look, path.curve)
}

/// A dot where the edge leaves its row, and an arrow where it comes to its box.
fn edge_ends(edge: &Edge, path: &Path) -> String {
    let (dot, tip) = if path.is_back { (path.end, path.start) } else { (path.start, path.end) };
    // Into the left side, or into the right one for edges that lead back or to the box itself.
    let side = if path.is_back || edge.from == edge.to { 1.0 } else { -1.0 };
    let (x, y) = tip;
    format!(
        "<circle class=\"port\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.6\"/>\
         <path class=\"arrow {}\" d=\"M{x:.1},{y:.1}l{:.1},-3.8v7.6z\"/>\n",
        dot.0,
        dot.1,
        edge.look,
        8.0 * side
    )
}

fn box_group(shown: &Box, (x, y): (f64, f64), prefix: &str) -> String {
    let (width, height) = (shown.width(), shown.height());
    let id = shown.id.map_or(String::new(), |id| format!(" id=\"{prefix}{id}\""));
    let mut out = format!("<g class=\"{}\"{id}><title>{}</title>\n", shown.look, escape(&shown.full_title));
    out.push_str(&format!(
        "<rect class=\"frame\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"5\"/>\n"
    ));
    if !shown.rows.is_empty() {
        // The head's corners are those of the frame, at its top only.
        out.push_str(&format!(
            "<path class=\"head\" d=\"M{:.1},{:.1}h{:.1}v-{:.1}q0,-4 -4,-4h-{:.1}q-4,0 -4,4z\"/>\n",
            x + 1.0,
            y + HEAD,
            width - 2.0,
            HEAD - 5.0,
            width - 10.0
        ));
    }
    let middle = y + HEAD / 2.0 + 4.0;
    let mut left = x + PADDING;
    if let Some(id) = shown.id {
        let id = format!("#{id}");
        out.push_str(&text("id", left, middle, &id));
        left += (cells(&id) + 1) as f64 * CELL;
    }
    out.push_str(&text("title", left, middle, &shown.title));
    if !shown.tag.is_empty() {
        let right = x + width - PADDING;
        let tag = escape(shown.tag);
        out.push_str(&format!(
            "<text class=\"tag\" x=\"{right:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{tag}</text>\n"
        ));
    }
    for (at, row) in shown.rows.iter().enumerate() {
        out.push_str(&row_texts(row, x, y + shown.row_middle(at), width));
    }
    out + "</g>\n"
}

fn row_texts(row: &Row, x: f64, middle: f64, width: f64) -> String {
    let mut out = String::new();
    if row.change != RowChange::Same {
        let added = if row.change == RowChange::Added { " added" } else { "" };
        out.push_str(&format!(
            "<rect class=\"mark{added}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{ROW}\"/>\n",
            x + 1.2,
            middle - ROW / 2.0,
            width - 2.4
        ));
    }
    let (mut left, base) = (x + PADDING, middle + 4.0);
    let parts = [("label", Some(&row.label)), ("old", row.old.as_ref()), ("value", Some(&row.text))];
    for (class, part) in parts.into_iter().filter_map(|(class, part)| Some((class, part?))) {
        if !part.is_empty() {
            out.push_str(&text(class, left, base, part));
            left += (cells(part) + 1) as f64 * CELL;
        }
    }
    out
}

/// A text in its cells. Where fonts may disagree on widths, it is made to fit.
fn text(class: &str, x: f64, y: f64, content: &str) -> String {
    let fitted = match content.is_ascii() || content.trim_end_matches('…').is_ascii() {
        true => String::new(),
        false => {
            let length = cells(content) as f64 * CELL;
            format!(" textLength=\"{length:.1}\" lengthAdjust=\"spacingAndGlyphs\"")
        }
    };
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\"{fitted}>{}</text>\n", escape(content))
}
