//! Points as text.

use super::{Analysis, Difference, Explanation, Known, Point};
use crate::finding;
use crate::layout::{Style, count, number, two_columns, wrap, wrap_painted};

pub(super) fn analysis(analysis: &Analysis, style: Style) -> String {
    let mut out = format!("{}\n{}", analysis.targets.join("\n"), two_columns(summary(analysis), style));
    if let Some(difference) = &analysis.difference {
        out.push_str(&compared(difference, style));
    }
    for point in analysis.new_points() {
        let label = if analysis.difference.is_some() { "new " } else { "" };
        out.push_str(&point_text(point, label, style));
    }
    if let Some(difference) = analysis.difference.as_ref().filter(|difference| !difference.removed.is_empty())
    {
        out.push_str("\nGone\n");
        difference.removed.iter().for_each(|known| out.push_str(&known_text(known, style)));
    }
    if !analysis.findings.is_empty() {
        out.push('\n');
        out.push_str(&finding::list_text(&analysis.findings, style));
    }
    out
}

/// Totals in two columns.
pub(super) fn summary(analysis: &Analysis) -> Vec<(&'static str, String)> {
    let counts = &analysis.counts;
    let kinds = [
        (counts.system, "system"),
        (counts.internal, "internal"),
        (counts.external, "external"),
        (counts.declared, "declared"),
    ];
    let kinds: Vec<String> =
        kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{} {kind}", number(*n))).collect();
    let mut points = number(counts.points);
    if !kinds.is_empty() {
        points += &format!(": {}", kinds.join(", "));
    }
    let kept = counts.system_kept_intra + counts.system_kept_inter;
    vec![
        (
            "code",
            format!(
                "{} on {}, and {} of libraries",
                count(counts.methods, "method", "methods"),
                count(counts.lines, "line", "lines"),
                number(counts.library_methods)
            ),
        ),
        ("points", points),
        (
            "",
            format!(
                "{} of {}",
                percent(counts.points, counts.called),
                count(counts.called, "called method", "called methods")
            ),
        ),
        (
            "system",
            format!(
                "{} of a source: {} reach a sink in the same method, {} through calls and fields, {} no sink",
                count(counts.system_candidates, "call", "calls"),
                number(counts.system_kept_intra),
                number(counts.system_kept_inter),
                number(counts.system_candidates.saturating_sub(kept)),
            ),
        ),
        (
            "internal",
            format!(
                "{}, {} with a modifier, {} modified; {}",
                count(counts.internal_candidates, "static or bean field", "static and bean fields"),
                number(counts.internal_with_modifier),
                number(counts.internal_kept),
                count(counts.beans, "bean class", "bean classes"),
            ),
        ),
    ]
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "0 %".to_owned() } else { format!("{:.1} %", part as f64 * 100.0 / whole as f64) }
}

fn compared(difference: &Difference, style: Style) -> String {
    let text = format!(
        "Compared with {}: {} new, {} gone, {} unchanged",
        difference.old,
        number(difference.added.len()),
        number(difference.removed.len()),
        number(difference.unchanged)
    );
    format!("\n{}", wrap("", &text, 2, style.width))
}

/// A point with its flow.
fn point_text(point: &Point, label: &str, style: Style) -> String {
    let mut out = wrap_painted(&format!("\n{label}{} ", point.kind), &point.method, 4, style, "1");
    let mut rows: Vec<(&str, String)> = Vec::new();
    rows.extend(Some(point.place.short()).filter(|place| !place.is_empty()).map(|place| ("at", place)));
    rows.extend(about(point));
    out.push_str(&two_columns(rows, style));
    out
}

/// Source, flow and the rest of a point, in two columns.
pub(super) fn about(point: &Point) -> Vec<(&'static str, String)> {
    let group = if point.group.is_empty() { String::new() } else { format!(" ({})", point.group) };
    let mut rows = vec![("source", format!("{}{group}", point.source))];
    let mut title = "flow";
    for step in &point.chain {
        let file = step.place.file.as_deref().map(|file| file.rsplit('/').next().unwrap_or(file));
        let place = match (file, step.place.line) {
            (Some(file), Some(line)) => format!("{file}:{line}  "),
            (Some(file), None) => format!("{file}  "),
            _ => String::new(),
        };
        rows.push((title, format!("{place}{}", step.what)));
        title = "";
    }
    let mut title = "lifted";
    for lifted in &point.lifted_from {
        rows.push((title, format!("from {}: {}", lifted.method, lifted.why)));
        title = "";
    }
    rows.extend(point.caveat.iter().map(|caveat| ("caveat", caveat.clone())));
    if !point.writes.is_empty() {
        const SHOWN: usize = 6;
        let mut writes = point.writes.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
        if point.writes.len() > SHOWN {
            writes += &format!(" and {} more", number(point.writes.len() - SHOWN));
        }
        rows.push(("writes", writes));
    }
    rows
}

/// A point of the older version in two lines.
fn known_text(known: &Known, style: Style) -> String {
    let mut out = wrap("  ", &format!("{} {}", known.kind, known.method), 4, style.width);
    let place = known.place.short();
    if !place.is_empty() || !known.source.is_empty() {
        let source =
            if known.source.is_empty() { String::new() } else { format!(" depended on {}", known.source) };
        out.push_str(&wrap("    ", format!("{place}{source}").trim_start(), 6, style.width));
    }
    out
}

pub(super) fn explanation(explanation: &Explanation, style: Style) -> String {
    let mut out = String::new();
    for method in &explanation.methods {
        out.push_str(&wrap_painted("", &method.method, 4, style, "1"));
        out.push_str(&wrap("  ", &method.verdict, 4, style.width));
        for candidate in &method.dropped {
            let line = candidate.line.map(|line| format!("line {line}: ")).unwrap_or_default();
            let text = format!("{line}{} {}: {}", candidate.name, candidate.source, candidate.why);
            out.push_str(&wrap("  ", &text, 4, style.width));
        }
        for known in &method.calls {
            let text = format!("calls a point, which answers for itself: {} {}", known.kind, known.method);
            out.push_str(&wrap("  ", &text, 4, style.width));
        }
        method.points.iter().for_each(|point| out.push_str(&point_text(point, "", style)));
    }
    out
}
