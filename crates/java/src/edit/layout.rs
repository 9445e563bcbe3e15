//! How a class is laid out, so that what is inserted looks like the rest.

use super::{Class, SourceFile};

/// The layout of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub newline: &'static str,
    /// White space before a member.
    pub member: String,
    /// White space before a statement of a method.
    pub statement: String,
    /// Whether the braces of methods have lines of their own.
    pub is_brace_apart: bool,
}

impl Layout {
    pub fn of(file: &SourceFile, class: &Class) -> Layout {
        let newline = if file.text.contains("\r\n") { "\r\n" } else { "\n" };
        let outer = file.indent_at(class.range.start).to_owned();
        // A class in which everything is on one line has no layout of its own, but another class of the file may.
        let unit = file.indent_unit();
        let starts_line = |at: &usize| file.starts_line(*at);
        let member = class.members.iter().map(|range| range.start).find(starts_line);
        let member = member.map_or_else(|| format!("{outer}{unit}"), |at| file.indent_at(at).to_owned());
        let mut statements = class.methods.iter().flat_map(|method| method.statements.first());
        let statement = statements.find(|statement| file.starts_line(statement.range.start));
        let statement = statement.map(|statement| file.indent_at(statement.range.start).to_owned());
        let statement = statement.unwrap_or_else(|| format!("{member}{unit}"));
        let bodies =
            file.classes.iter().flat_map(|class| &class.methods).filter_map(|method| method.body.as_ref());
        let (apart, behind): (Vec<_>, Vec<_>) = bodies.partition(|body| file.starts_line(body.start));
        Layout { newline, member, statement, is_brace_apart: apart.len() > behind.len() }
    }

    /// Lines with an indent and a line end each.
    pub fn lines(&self, indent: &str, lines: &[String]) -> String {
        let mut text = String::new();
        for line in lines.iter().flat_map(|line| line.lines()) {
            if !line.trim().is_empty() {
                text.push_str(indent);
                text.push_str(line.trim_end());
            }
            text.push_str(self.newline);
        }
        text
    }
}

impl SourceFile {
    /// The start of the line that a position is on.
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The end of the line that a position is on, before its line end.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let end = self.text[at..].find('\n').map_or(self.text.len(), |newline| at + newline);
        if end > at && self.text[..end].ends_with('\r') { end - 1 } else { end }
    }

    /// The white space that the line of a position begins with.
    pub(super) fn indent_at(&self, at: usize) -> &str {
        let line = &self.text[self.line_start(at)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// Whether only white space is before a position on its line.
    pub(super) fn starts_line(&self, at: usize) -> bool {
        self.text[self.line_start(at)..at].trim().is_empty()
    }

    /// Whether only white space and comments are behind a position on its line.
    pub(super) fn ends_line(&self, at: usize) -> bool {
        let rest = self.text[at..self.line_end(at)].trim();
        rest.is_empty()
            || rest.starts_with("//")
            || (rest.starts_with("/*") && rest.find("*/") == Some(rest.len() - 2))
    }

    /// One step inwards: what the first member of some class has more than the class.
    fn indent_unit(&self) -> String {
        let steps = self.classes.iter().filter_map(|class| {
            let member = class.members.iter().find(|member| self.starts_line(member.start))?;
            let step = self.indent_at(member.start).strip_prefix(self.indent_at(class.range.start))?;
            (!step.is_empty()).then(|| step.to_owned())
        });
        steps.into_iter().next().unwrap_or_else(|| "    ".to_owned())
    }
}
