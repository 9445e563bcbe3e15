//! Pages: one file that loads nothing, made of sections.
//!
//! The markup is written by hand through [`escape`]: pages are headings, tables and lists, and a template engine would
//! be a dependency with macros for a few dozen tags.

use crate::Context;
use crate::layout::number;

/// A part of a page. Pages of several reports are composed of their sections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// For links to it: unique on a page.
    pub id: String,
    pub title: String,
    /// HTML; all text in it is escaped.
    pub body: String,
    /// Whether it has elements of the class `item`, which the filter hides and shows.
    pub is_filtered: bool,
}

impl Section {
    /// A section without filter.
    pub(crate) fn new(id: impl Into<String>, title: impl Into<String>, body: impl Into<String>) -> Section {
        Section { id: id.into(), title: title.into(), body: body.into(), is_filtered: false }
    }

    /// A section whose items can be filtered.
    pub(crate) fn filtered(self) -> Section {
        Section { is_filtered: true, ..self }
    }
}

const STYLE: &str = include_str!("page.css");

/// Hides the items that do not contain the words of the filter. Without scripts, pages have no filter and are complete.
const SCRIPT: &str = include_str!("page.js");

/// The hash of [`SCRIPT`]: the only script that browsers run on a page. A test checks it.
const SCRIPT_HASH: &str = "MIJ6Kf9b1uWhehS07d2QT9mvKQpX3xIsRlhc1IBoOF8=";

/// Browsers load nothing and run nothing, even if recorded data got past the escapes.
fn policy(has_script: bool) -> String {
    let script = if has_script { format!(" script-src 'sha256-{SCRIPT_HASH}';") } else { String::new() };
    format!("default-src 'none'; style-src 'unsafe-inline';{script} base-uri 'none'; form-action 'none'")
}

/// Renders a page: a head with project and date, an index of the sections, and the sections.
pub(crate) fn document(title: &str, context: &Context, sections: &[Section]) -> String {
    let has_filter = sections.iter().any(|section| section.is_filtered);
    let about: Vec<String> = context.project.iter().chain(&context.date).map(|text| escape(text)).collect();
    let about = match about.is_empty() {
        true => String::new(),
        false => format!("<p class=\"quiet\">{}</p>\n", about.join(" · ")),
    };
    let filter = match has_filter {
        true => {
            "<p id=\"filter\" hidden><label>Filter <input type=\"search\" autocomplete=\"off\"></label> \
             <output class=\"quiet\"></output></p>\n"
        }
        false => "",
    };
    let script = if has_filter { format!("<script>{SCRIPT}</script>\n") } else { String::new() };
    let body: String = sections
        .iter()
        .map(|section| {
            let (id, title) = (escape(&section.id), escape(&section.title));
            format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{}</section>\n", section.body)
        })
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n{about}{}{filter}{body}</main>\n{script}</body>\n</html>\n",
        policy(has_filter),
        index(sections),
        title = escape(title),
    )
}

/// Links to the sections; none for a page of one or two.
fn index(sections: &[Section]) -> String {
    if sections.len() < 3 {
        return String::new();
    }
    let links = sections.iter().map(|section| {
        format!("<li><a href=\"#{}\">{}</a></li>\n", escape(&section.id), escape(&section.title))
    });
    format!("<nav aria-label=\"Sections\"><ul>\n{}</ul></nav>\n", links.collect::<String>())
}

/// Escapes text for HTML, between tags and in quoted attributes alike.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(char),
            // Recorded texts have these written out already; here they could only do harm.
            char if char.is_control() => out.push('\u{fffd}'),
            char => out.push(char),
        }
    }
    out
}

/// Escapes the name of a method and lets browsers break it behind separators, so that it fills a narrow page.
pub(crate) fn breakable(name: &str) -> String {
    name.split_inclusive(['.', '#', '(', ',']).map(escape).collect::<Vec<_>>().join("<wbr>")
}

/// Facts in two columns. A row without a name continues the one above.
pub(crate) fn facts(rows: &[(&str, String)]) -> String {
    let mut out = String::from("<dl>\n");
    for (name, value) in rows {
        if !name.is_empty() {
            out.push_str(&format!("<dt>{}</dt>", escape(name)));
        }
        out.push_str(&format!("<dd>{}</dd>\n", escape(value)));
    }
    out + "</dl>\n"
}

/// A table: numbers to the right; the column that `bar` names has bars behind its numbers, by these shares.
pub(crate) fn table<const N: usize>(
    titles: &[&str; N],
    rows: &[[String; N]],
    bar: Option<(usize, &[f64])>,
) -> String {
    let is_number: [bool; N] = std::array::from_fn(|column| {
        rows.iter().all(|row| row[column].starts_with(|c: char| c.is_ascii_digit() || "-?".contains(c)))
    });
    let class = |column: usize| if is_number[column] { " class=\"number\"" } else { "" };
    let mut out = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    for (column, title) in titles.iter().enumerate() {
        out.push_str(&format!("<th scope=\"col\"{}>{}</th>", class(column), escape(title)));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (at, row) in rows.iter().enumerate() {
        out.push_str("<tr class=\"item\">");
        for (column, cell) in row.iter().enumerate() {
            let share = bar.filter(|(barred, _)| *barred == column).and_then(|(_, shares)| shares.get(at));
            let cell = escape(cell);
            match share {
                Some(share) => {
                    let percent = (share * 100.0).clamp(0.0, 100.0);
                    out.push_str(&format!(
                        "<td class=\"number bar\" style=\"--share:{percent:.1}%\">{cell}</td>"
                    ));
                }
                None => out.push_str(&format!("<td{}>{cell}</td>", class(column))),
            }
        }
        out.push_str("</tr>\n");
    }
    out + "</tbody>\n</table></div>\n"
}

/// `… 12 more`, if there are more than are shown.
pub(crate) fn left_out(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!("<p class=\"quiet\">… {} more; --top shows them</p>\n", number(more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    fn page(title: &str, sections: &[Section]) -> String {
        document(title, &Context::default(), sections)
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escape("</title><script>alert('1\" & 2')</script>\u{1b}\u{0}"),
            "&lt;/title&gt;&lt;script&gt;alert(&#39;1&quot; &amp; 2&#39;)&lt;/script&gt;\u{fffd}\u{fffd}"
        );
        let page = page("</title><script>", &[]);
        assert_eq!(page.matches("<script").count(), 0);
        assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; base"), "{page}");
        assert!(!page.contains("http://") && !page.contains("https://"), "pages load nothing");
    }

    #[test]
    fn names_break_behind_separators() {
        assert_eq!(breakable("a.B#m(int,<T>)"), "a.<wbr>B#<wbr>m(<wbr>int,<wbr>&lt;T&gt;)");
        assert_eq!(breakable(""), "");
    }

    #[test]
    fn tables_and_facts_are_escaped() {
        let rows = [["<b>".to_owned(), "1".to_owned()]];
        let table = table(&["a&b", "n"], &rows, Some((1, &[2.0])));
        assert!(table.contains("<th scope=\"col\">a&amp;b") && table.contains("&lt;b&gt;"), "{table}");
        assert!(table.contains("100.0%"), "{table}");
        assert!(
            facts(&[("a", "<i>".to_owned()), ("", "c".to_owned())])
                .contains("<dd>&lt;i&gt;</dd>\n<dd>c</dd>")
        );
    }

    #[test]
    fn pages_have_an_index_a_project_and_a_date() {
        let sections = ["a", "b", "c"].map(|id| Section::new(id, format!("Title {id}"), ""));
        let context =
            Context { project: Some("A&B".into()), date: Some("2026-11-17".into()), ..Context::default() };
        let page = document("T", &context, &sections);
        assert!(page.contains("<p class=\"quiet\">A&amp;B · 2026-11-17</p>"), "{page}");
        assert!(page.contains("<a href=\"#b\">Title b</a>") && page.contains("<section id=\"b\">"), "{page}");
        assert!(!self::page("T", &sections[..2]).contains("<nav"));
    }

    /// The policy must name the hash of the script, or browsers refuse it; and it must allow nothing else.
    #[test]
    fn the_filter_is_the_only_script_that_may_run() {
        let page = page("T", &[Section::new("a", "A", "").filtered()]);
        assert_eq!(SCRIPT_HASH, base64(&Sha256::digest(SCRIPT)));
        assert!(page.contains(&format!("script-src 'sha256-{SCRIPT_HASH}'; base")), "{page}");
        assert_eq!(page.matches("<script").count(), 1);
        assert!(!SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
    }

    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let group = |group: &[u8]| {
            let word = group
                .iter()
                .enumerate()
                .fold(0u32, |word, (at, byte)| word | u32::from(*byte) << (16 - 8 * at));
            (0..4)
                .map(|at| match at <= group.len() {
                    true => DIGITS[(word >> (18 - 6 * at) & 63) as usize] as char,
                    false => '=',
                })
                .collect::<String>()
        };
        bytes.chunks(3).map(group).collect()
    }

    /// Contrast as WCAG 2.1 defines it.
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |color: &str| {
            let channel = |at: usize| {
                let value =
                    f64::from(u8::from_str_radix(&color[1 + 2 * at..3 + 2 * at], 16).unwrap()) / 255.0;
                if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2)
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn text_has_contrast_in_both_schemes() {
        let schemes: Vec<&str> =
            STYLE.split(":root {").skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
        assert_eq!(schemes.len(), 2);
        let text_on = [
            ("ink", &["paper", "box", "head", "changed", "new", "end", "bar"][..]),
            ("quiet", &["paper", "box", "head", "changed", "new", "end"]),
            ("accent", &["paper", "box"]),
            ("changed-text", &["head", "box", "paper"]),
            ("new-text", &["new", "box", "paper"]),
            ("gone", &["box", "changed", "paper"]),
        ];
        for scheme in schemes {
            let color = |name: &str| {
                let rest = scheme.split(&format!("--{name}: ")).nth(1).unwrap_or_else(|| panic!("no {name}"));
                &rest[..7]
            };
            for (text, backgrounds) in &text_on {
                for background in *backgrounds {
                    let contrast = contrast(color(text), color(background));
                    assert!(contrast >= 4.5, "{text} on {background}: {contrast:.2}");
                }
            }
        }
    }
}
